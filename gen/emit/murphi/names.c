// How things of the table are called in the model, and their values.
#include <string.h>

#include "emit.h"
#include "lang/topology.h"

// Words of Murphi and rumur, and the names that the model itself gives to fields.
static const char *const TAKEN[] = {
    "alias",     "array",       "assert",      "assume",   "begin",    "boolean",  "by",         "case",
    "clear",     "const",       "cover",       "do",       "else",     "elsif",    "end",        "enum",
    "error",     "exists",      "false",       "for",      "forall",   "function", "if",         "invariant",
    "in",        "interleaved", "isundefined", "liveness", "multiset", "of",       "procedure",  "property",
    "process",   "program",     "put",         "real",     "record",   "return",   "rule",       "ruleset",
    "scalarset", "startstate",  "switch",      "switch",   "then",     "to",       "traceuntil", "true",
    "type",      "undefine",    "union",       "var",      "while",    "state",    "here",       "data",
    "written",   "line",        "kind",        "thread",   "word",     "node",     "src",        "n",
    "m",         "least",       "most",        "place",    "value",
};

const char *mu_name(const mu *u, const char *name) {
    for (size_t i = 0; i < sizeof TAKEN / sizeof *TAKEN; i++) {
        if (!strcmp(TAKEN[i], name)) return MU_TEXT(u, "%s_", name);
    }
    return name;
}

static bool is_lane_deferred(const cg_spec *s, int channel) {
    const cg_channel *c = &s->channels[channel];
    const cg_machine *m = c->to == CG_MEMORY ? NULL : &s->machines[c->to];
    for (int i = 0; m && i < m->n_rules; i++) {
        const cg_event *e = &m->events[m->rules[i].event];
        if (e->kind == CG_EV_MESSAGE && s->msgs[e->msg].channel == channel &&
            cg_find_action(&m->rules[i], CG_DOES_DEFERS))
            return true;
    }
    return false;
}

const char *cg_murphi_deferred(cg_arena *arena, const cg_spec *s, int channel) {
    const cg_channel *c = &s->channels[channel];
    int lanes = 0;
    if (!is_lane_deferred(s, channel)) return NULL;
    for (int i = 0; i < s->n_channels; i++) lanes += s->channels[i].to == c->to && is_lane_deferred(s, i);
    const char *to = s->machines[c->to].name;
    if (lanes == 1) return to;
    return cg_arena_printf(arena, "%s_%s_%s", to, s->nets[c->net].name, s->machines[c->from].name);
}

// Is this message deferred where it arrives?
static bool is_deferred(const cg_spec *s, int msg) {
    const cg_machine *to = s->msgs[msg].to == CG_MEMORY ? NULL : &s->machines[s->msgs[msg].to];
    for (int i = 0; to && i < to->n_rules; i++) {
        const cg_event *e = &to->events[to->rules[i].event];
        if (e->kind == CG_EV_MESSAGE && e->msg == msg && cg_find_action(&to->rules[i], CG_DOES_DEFERS))
            return true;
    }
    return false;
}

// Does some rule answer the thread and send on this lane what may be deferred there, so that the thread asks
// for something else meanwhile?
static bool answers_and_asks(const cg_spec *s, const cg_machine *m, int channel) {
    for (int i = 0; i < m->n_rules; i++)
        for (int k = 0;
             k < m->rules[i].n_actions && cg_find_action(&m->rules[i], CG_DOES_RESPONDS | CG_DOES_HITS);
             k++) {
            const cg_action *a = &m->rules[i].actions[k];
            if (cg_does(a, CG_DOES_SENDS) && s->msgs[a->msg].channel == channel && is_deferred(s, a->msg))
                return true;
        }
    return false;
}

bool mu_names_several(const cg_machine *m) {
    bool some = false;
    for (int i = 0; i < m->n_rules; i++)
        for (int k = 0; k < m->rules[i].n_actions; k++) some |= m->rules[i].actions[k].count != NULL;
    return some;
}

// A core's thread asks for one thing at a time, unless it is answered while its message is under way, or asks
// for several words at once. Another controller asks on behalf of several cores. Such a request is known by
// its line, too: for each line there is one at a time.
bool cg_murphi_by_line(const cg_spec *s, int channel) {
    const cg_machine *from = &s->machines[s->channels[channel].from];
    return from->words || !from->core_port || mu_names_several(from) || answers_and_asks(s, from, channel);
}

bool mu_by_line(const mu *u, const mu_channel *ch) {
    return cg_murphi_by_line(u->s, (int)(ch - u->channels));
}

// A controller may ask for one line on behalf of several cores at once. Such requests are known by the core,
// too, where messages of the lane that are deferred name it. Those that name none are of asker_id's last
// value: a number that is no core's. Where cores are no numbers, so that there is none, all must name it.
bool cg_murphi_by_asker(const cg_spec *s, int channel) {
    const cg_channel *c = &s->channels[channel];
    bool named = false, of_none = false;
    for (int i = 0; i < c->n_msgs; i++) {
        if (!is_deferred(s, c->msgs[i])) continue;
        named |= s->msgs[c->msgs[i]].core != CG_NONE;
        of_none |= s->msgs[c->msgs[i]].core == CG_NONE;
    }
    return !s->machines[c->from].core_port && named && (!of_none || cg_core_kinds(s) > 1);
}

bool mu_by_asker(const mu *u, const mu_channel *ch) {
    return cg_murphi_by_asker(u->s, (int)(ch - u->channels));
}

const char *mu_deferred(const mu *u, const mu_channel *ch, mu_whose whose) {
    const char *path =
        MU_TEXT(u, "%s_deferred[%s][%s][%s]", ch->deferred, whose.to, whose.from, whose.thread);
    if (mu_by_line(u, ch)) path = MU_TEXT(u, "%s[%s]", path, whose.line);
    return mu_by_asker(u, ch) ? MU_TEXT(u, "%s[%s]", path, whose.asker) : path;
}

const char *mu_for_askers(const mu *u, const mu_channel *ch) {
    return mu_by_asker(u, ch) ? MU_TEXT(u, "for asker: %s do ", mu_asker_id(u)) : "";
}

const char *mu_end_askers(const mu *u, const mu_channel *ch) {
    return mu_by_asker(u, ch) ? " end;" : "";
}

const char *mu_id(const mu *u, int machine) {
    const cg_machine *m = &u->s->machines[machine]; // a core's local memory has its controller's number
    return MU_TEXT(u, "%s_id", u->s->machines[m->local ? m->beside : machine].name);
}

// Several kinds of cores have no scalarset in common: so their controllers have numbers (find_scalars()).
const char *mu_core_id(const mu *u) {
    return cg_core_kinds(u->s) > 1 ? "core_id" : mu_id(u, u->core);
}

const char *mu_asker_id(const mu *u) {
    return cg_core_kinds(u->s) > 1 ? "asker_id" : mu_core_id(u);
}

const char *mu_core_of(const mu *u, const cg_machine *m, const char *node) {
    return m->first_core ? MU_TEXT(u, "%s + %llu", node, (unsigned long long)m->first_core) : node;
}

const char *mu_members(const mu *u, const cg_type *t) {
    return t->kind == CG_T_MASK ? "unit_t" : mu_id(u, t->machine);
}

const char *mu_state(const mu *u, const cg_machine *m, int state) {
    return MU_TEXT(u, "%s_%s", m->name, m->states[state].name);
}

const char *mu_type(const mu *u, const cg_type *t) {
    switch (t->kind) {
    case CG_T_BOOL: return "boolean";
    case CG_T_ENUM: return MU_TEXT(u, "%s_t", u->s->enums[t->enum_type].name);
    case CG_T_INT: return MU_TEXT(u, "bits_%d", t->width);
    case CG_T_NODE: return mu_id(u, t->machine);
    case CG_T_REQUEST: return "requester";
    case CG_T_CORE: return mu_core_id(u);
    case CG_T_MASK: return "mask_t";
    case CG_T_SET: return MU_TEXT(u, "%s_set", u->s->machines[t->machine].name);
    }
    return "";
}

const char *mu_value(const mu *u, const cg_type *t, uint64_t v) {
    switch (t->kind) {
    case CG_T_BOOL: return v ? "true" : "false";
    case CG_T_ENUM: {
        const cg_enum *e = &u->s->enums[t->enum_type];
        return MU_TEXT(u, "%s_%s", e->name, e->literals[v < (uint64_t)e->n_literals ? v : 0]);
    }
    case CG_T_REQUEST: // has none: mu_set_to()
    case CG_T_CORE:
    case CG_T_NODE:
    case CG_T_MASK:
    case CG_T_SET: // membership: all or nothing, see mu_set_to() for others
    case CG_T_INT: break;
    }
    return MU_TEXT(u, "%llu", (unsigned long long)v);
}

const char *mu_set_to(const mu *u, const char *what, const cg_type *t, uint64_t v) {
    const char *text = "";
    if (t->kind == CG_T_REQUEST) return MU_TEXT(u, "undefine %s.core; undefine %s.thread;", what, what);
    if (t->kind == CG_T_NODE && u->machines[t->machine].scalar) return MU_TEXT(u, "undefine %s;", what);
    if (t->kind == CG_T_MASK)
        return MU_TEXT(u, "for e: unit_t do %s[e] := %s; end;", what, v ? "true" : "false");
    if (t->kind != CG_T_SET) return MU_TEXT(u, "%s := %s;", what, mu_value(u, t, v));
    text = MU_TEXT(u, "for e: %s do %s[e] := false; end;", mu_id(u, t->machine), what);
    for (int i = 0; i < 64; i++)
        if (v >> i & 1) text = MU_TEXT(u, "%s %s[%d] := true;", text, what, i);
    return text;
}

int mu_field_item(const cg_machine *m, cg_space space, int field) {
    for (cg_space k = 0; k < space; k++)
        if (CG_SPACES[k].traits & CG_TRAIT_IN_CELL) field += m->fields[k].n;
    return field;
}

int mu_cell_fields(const cg_machine *m) {
    return mu_field_item(m, CG_N_SPACES, 0);
}

cg_space mu_item_space(const cg_machine *m, int item) {
    cg_space space = CG_N_SPACES;
    for (cg_space k = CG_N_SPACES; k-- > 0;)
        if (CG_SPACES[k].traits & CG_TRAIT_IN_CELL && item < mu_field_item(m, k, m->fields[k].n)) space = k;
    return space;
}

const cg_field *mu_item_field(const cg_machine *m, int item) {
    const cg_space space = mu_item_space(m, item);
    return space == CG_N_SPACES ? NULL : cg_field_at(m, space, item - mu_field_item(m, space, 0));
}

const char *mu_cell_field(const mu *u, const mu_machine *mm, int item) {
    const cg_machine *m = mm->m;
    const cg_field *f = mu_item_field(m, item);
    const cg_space space = mu_item_space(m, item);
    if (space == CG_SPACE_LINE) return mu_name(u, f->name); // the cell is the line's
    if (f) return MU_TEXT(u, "%s%s", CG_SPACES[space].port, f->name);
    static const char *const EXTRA[] = {[MU_HERE] = "here", [MU_DATA] = "data", [MU_WRITTEN] = "written"};
    return EXTRA[item - mu_cell_fields(m)];
}

const char *mu_initial(const mu *u, const mu_machine *mm, int item) {
    const cg_machine *m = mm->m;
    if (item == mu_item(mm, MU_DATA)) return mu_no_value(u);
    const cg_field *f = mu_item_field(m, item);
    return f ? mu_value(u, &f->type, f->init) : "false";
}

const char *mu_reset_item(const mu *u, const mu_machine *mm, const char *what, int item) {
    const cg_field *f = mu_item_field(mm->m, item);
    if (!f) return mu_reset(u, what, mu_initial(u, mm, item));
    return mu_set_to(u, what, &f->type, f->init);
}

const char *mu_home_of(const mu *u, int machine, const char *line) {
    const uint64_t n = u->s->machines[machine].count;
    return n == 1 ? "0" : MU_TEXT(u, "%s %% %llu", line, (unsigned long long)n);
}

const char *mu_lane(const mu *u, int channel, const char *from, const char *to) {
    return MU_TEXT(u, "%s[%s][%s]", u->channels[channel].name, from, to);
}

const char *mu_reset(const mu *u, const char *what, const char *initial) {
    return initial ? MU_TEXT(u, "%s := %s;", what, initial) : MU_TEXT(u, "undefine %s;", what);
}

const char *mu_no_value(const mu *u) {
    return u->o->values ? NULL : "0";
}

// Messages that need a thread, sent where there is none (a drain, say), carry a number that stands for none.
static bool sends_for_nobody(const mu *u, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = &m->events[r->event];
    if (e->thread || mu_is_off(u, m, e)) return false;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_SENDS) && !a->asker && u->thread[a->msg]) return true;
    }
    return false;
}

bool mu_threads_have_numbers(const mu *u) {
    if (mu_threads_differ(u)) return true;
    for (int i = 0; i < u->s->n_machines && u->s->threads > 1; i++) {
        const cg_machine *m = &u->s->machines[i];
        for (int r = 0; r < m->n_rules; r++)
            if (sends_for_nobody(u, m, &m->rules[r])) return true;
    }
    return false;
}

const char *mu_no_thread(const mu *u) {
    return u->s->threads > 1 && !mu_threads_have_numbers(u) ? NULL : "0";
}
