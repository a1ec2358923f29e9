#include "facts.h"
#include "lang/lookup.h"
#include "lang/mask.h"

#include <string.h>

#include "lang/visit.h"
#include "terms.h"

int sv_out_position(const cg_machine_plan *mp, int channel) {
    for (int i = 0; i < mp->n_out; i++) {
        if (mp->out_channels[i] == channel) return i;
    }
    return CG_NONE;
}

bool sv_is_port_leaf(const sv_facts *f, cg_xop leaf, bool of_line) {
    const bool is_of_line = CG_LEAVES[leaf].needs & (CG_NEEDS_WORDS | CG_NEEDS_WORD | CG_NEEDS_BUFFER);
    return f->leaf[leaf] && CG_LEAVES[leaf].type != CG_LEAF_OWN && is_of_line == of_line;
}

static void add_msg_field(sv_facts *f, const cg_field *field) {
    for (int i = 0; i < f->n_msg; i++) {
        if (!strcmp(f->msg[i].name, field->name)) return;
    }
    *CG_PUSH(f->arena, f->msg, f->n_msg) = (sv_msg_field){field->name, field->type.width};
}

static bool same_widths(const cg_expr *a, const cg_expr *b) {
    if (!a || !b) return a == b;
    return a->type.width == b->type.width && same_widths(a->a, b->a) && same_widths(a->b, b->b) &&
           same_widths(a->c, b->c);
}

static void note_let(sv_facts *f, const cg_expr *x, const cg_msg *msg) {
    for (int i = 0; i < f->n_lets; i++) {
        if (strcmp(f->lets[i].expr->let, x->let)) continue;
        if (!same_widths(f->lets[i].expr, x)) f->lets[i].varies = true;
        return;
    }
    // Inner lets were added before: they are walked first.
    *CG_PUSH(f->arena, f->lets, f->n_lets) = (sv_let){.expr = x, .msg = msg};
}

typedef struct {
    sv_facts *f;
    const cg_msg *msg;
} reading;

static void note_part(void *context, const cg_expr *x) {
    const reading *r = context;
    sv_facts *f = r->f;
    if (x->op < CG_N_LEAVES) f->leaf[x->op] = CG_WIDER(f->leaf[x->op], x->type.width);
    if (cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE)) add_msg_field(f, &r->msg->fields[x->field]);
    if (cg_is_leaf(x->op, CG_LEAF_OF_LOOKUP)) f->asked[x->field] = true;
    if (cg_is_leaf(x->op, CG_LEAF_MODE)) f->input[x->field] = true;
    if (cg_is_leaf(x->op, CG_LEAF_OF_PORT)) f->marks_read |= 1u << x->field;
    switch (x->op) {
    case CG_X_ADD: f->add_width[x->type.width] = true; break;
    case CG_X_MAX: f->max_width[x->type.width] = true; break;
    case CG_X_MIN: f->min_width[x->type.width] = true; break;
    case CG_X_WORDS: f->words_read++; break;
    case CG_X_WHOLE: f->whole_read++; break;
    case CG_X_SUB: f->words_fewer += sv_is_fewer_words(x); break;
    case CG_X_COUNT: f->count_width[x->a->type.width] = true; break;
    default: break;
    }
    if (x->let) note_let(f, x, r->msg);
}

void sv_facts_add(sv_facts *facts, const cg_expr *x, const cg_msg *msg) {
    cg_visit(x, note_part, &(reading){facts, msg});
}

static void note_send(sv_facts *f, const cg_spec *s, const cg_machine_plan *mp, const cg_machine *m,
                      const cg_rule *r, const cg_action *a) {
    const int at = sv_out_position(mp, s->msgs[a->msg].channel);
    f->sends[r->event][at] = true;
    *(cg_plan_has_line(&s->msgs[a->msg]) ? &f->sends_line[r->event][at] : &f->sends_bare[r->event][at]) =
        true;
    f->dests[at] |= 1u << a->dest;
    f->askers[at] |= a->asker != NULL;
    f->abouts[at] |= a->about != NULL;
    f->several[at] |= a->count != NULL;
    f->sends_masked[at] |= a->mask != NULL;
    const bool relays = cg_relays(s, m, r, a);
    f->relays[at] |= relays;
    f->sends_entries[at] |= s->msgs[a->msg].payload == CG_PAY_BYTES && !a->mask && !relays;
}

static void note_bulk_action(sv_facts *f, const cg_action *a) {
    if (cg_does(a, CG_DOES_MOVES_LINES)) f->flash_lines_to = a->to_state;
    if (cg_does(a, CG_DOES_MOVES_ENTRIES)) f->flash_mshrs_to = a->to_state;
    if (cg_does(a, CG_DOES_SETS_ENTRIES)) {
        f->flash_mshr[a->field] = true;
        f->flash_mshr_value[a->field] = a->value->value;
    }
    if (cg_does(a, CG_DOES_SETS_LINES)) {
        f->sweep[a->field] = true;
        f->sweep_value[a->field] = a->value->value;
    }
}

static void note_action(sv_facts *f, const cg_plan *plan, const cg_machine_plan *mp, const cg_rule *r,
                        const cg_action *a, const cg_msg *msg) {
    const cg_spec *s = plan->spec;
    const cg_machine *m = &s->machines[mp - plan->machines];
    const bool transient = r->state != CG_NONE && m->states[r->state].transient;
    const bool held = transient || cg_find_action(r, CG_DOES_TAKES_ENTRY);
    // The time of an operation is for the golden model, and a constant for all is printed as one.
    if (!cg_does(a, CG_DOES_TAKE_EFFECT | CG_DOES_SET_ALL)) cg_visit_action(a, note_part, &(reading){f, msg});
    f->verb[a->verb] = true;
    f->does |= CG_VERBS[a->verb].effects;
    if (cg_does(a, CG_DOES_ASSIGNS)) f->place |= cg_field_at(m, a->space, a->field)->in_data;
    if (cg_does(a, CG_DOES_SENDS)) note_send(f, s, mp, m, r, a);
    if (cg_does(a, CG_DOES_FINISHES)) f->completes[r->event] = true;
    if (cg_does(a, CG_DOES_STORES)) {
        f->writes[r->event] = true;
        f->bytewise[r->event] |= msg && msg->payload == CG_PAY_BYTES;
    }
    if (cg_does(a, CG_DOES_OPERATES)) {
        f->atomics[r->event] = true;
        f->atomic_held |= held;
    }
    f->merges[r->event] |= cg_does(a, CG_DOES_DEFERS);
    f->replays[r->event] |= cg_does(a, CG_DOES_HANDS_BACK);
    f->fills_around |= cg_does(a, CG_DOES_FILLS) && a->mask;
    f->fills_bare |= cg_does(a, CG_DOES_FILLS) && !transient;
    note_bulk_action(f, a);
}

static void *arena_array(const sv_facts *f, int n, size_t size) {
    return cg_arena_alloc(f->arena, (size_t)n * size);
}

static void name_fields(sv_facts *f, const cg_machine *m) {
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        for (int i = 0; i < m->fields[k].n; i++)
            *CG_PUSH(f->arena, f->fields, f->n_fields) =
                (sv_named_field){k, CG_SPACES[k].port, cg_field_at(m, k, i)};
}

void sv_facts_start(const cg_plan *plan, int machine, sv_facts *f) {
    const cg_machine *m = &plan->spec->machines[machine];
    const int n_out = plan->machines[machine].n_out;
    *f = (sv_facts){.arena = cg_arena_new()};
    f->input = arena_array(f, plan->spec->n_inputs, sizeof *f->input);
    f->asked = arena_array(f, m->n_lookups * CG_N_ASKS, sizeof *f->asked);
    f->sweep = arena_array(f, m->n_line, sizeof *f->sweep);
    f->sweep_value = arena_array(f, m->n_line, sizeof *f->sweep_value);
    f->flash_mshr = arena_array(f, m->n_mshr, sizeof *f->flash_mshr);
    f->flash_mshr_value = arena_array(f, m->n_mshr, sizeof *f->flash_mshr_value);
    bool **const by_event[] = {&f->merges, &f->completes, &f->writes, &f->atomics, &f->replays, &f->bytewise};
    for (size_t i = 0; i < sizeof by_event / sizeof *by_event; i++)
        *by_event[i] = arena_array(f, m->n_events, sizeof **by_event[i]);
    f->sends = arena_array(f, m->n_events, sizeof *f->sends);
    f->sends_line = arena_array(f, m->n_events, sizeof *f->sends_line);
    f->sends_bare = arena_array(f, m->n_events, sizeof *f->sends_bare);
    for (int e = 0; e < m->n_events; e++) {
        f->sends[e] = arena_array(f, n_out, sizeof **f->sends);
        f->sends_line[e] = arena_array(f, n_out, sizeof **f->sends_line);
        f->sends_bare[e] = arena_array(f, n_out, sizeof **f->sends_bare);
    }
    f->dests = arena_array(f, n_out, sizeof *f->dests);
    f->askers = arena_array(f, n_out, sizeof *f->askers);
    f->abouts = arena_array(f, n_out, sizeof *f->abouts);
    f->several = arena_array(f, n_out, sizeof *f->several);
    f->sends_masked = arena_array(f, n_out, sizeof *f->sends_masked);
    f->sends_entries = arena_array(f, n_out, sizeof *f->sends_entries);
    f->relays = arena_array(f, n_out, sizeof *f->relays);
    name_fields(f, m);
}

void sv_facts_free(sv_facts *f) {
    cg_arena_free(f->arena);
    f->arena = NULL;
}

static void note_finds(sv_facts *f, const cg_spec *s, const cg_machine *m) {
    for (int e = 0; e < m->n_events; e++) {
        const cg_event *v = &m->events[e];
        const cg_msg *msg = v->kind == CG_EV_MESSAGE ? &s->msgs[v->msg] : NULL;
        cg_visit_finds(v, note_part, &(reading){f, msg});
    }
}

void sv_facts_of(const cg_plan *plan, int machine, sv_facts *f) {
    const cg_spec *s = plan->spec;
    const cg_machine *m = &s->machines[machine];
    const cg_machine_plan *mp = &plan->machines[machine];
    sv_facts_start(plan, machine, f);
    note_finds(f, s, m);
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        const cg_event *e = &m->events[r->event];
        const cg_msg *msg = e->kind == CG_EV_MESSAGE ? &s->msgs[e->msg] : NULL;
        const int read = f->words_read, whole = f->whole_read;
        sv_facts_add(f, r->when, msg);
        for (int k = 0; k < r->n_actions; k++) note_action(f, plan, mp, r, &r->actions[k], msg);
        f->whole_of_others |= f->whole_read > whole && e->kind != CG_EV_DRAIN;
        f->counts_other |= f->words_read > read && (r->widen || r->alone);
        f->widen |= r->widen;
        f->alone |= r->alone;
        f->again |= r->again && !r->alone;
    }
    if (f->words_fewer == f->words_read) f->words = 0; // these have it in unary
}

#define X(verb, what) {CG_A_##verb, what},
const sv_want SV_WANTS[SV_N_WANTS] = {SV_WANTS_LIST(X)};
#undef X

// Machines of words may be asked for the room of a line in S2, which depends on what is sent.
bool sv_room_by_rule(const cg_plan *plan, int machine, int k) {
    const cg_machine_plan *mp = &plan->machines[machine];
    return !mp->words && cg_plan_lane_asks_late(plan->spec, machine, mp->out_channels[k]);
}

bool sv_may_miss(const cg_plan *plan, int machine, const sv_facts *facts) {
    bool some = false;
    for (int i = 0; i < SV_N_WANTS; i++) some |= facts->verb[SV_WANTS[i].verb];
    for (int k = 0; k < plan->machines[machine].n_out; k++) some |= sv_room_by_rule(plan, machine, k);
    return some;
}
