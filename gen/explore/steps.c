// From a counterexample to transitions of the table.
#include <stdlib.h>
#include <string.h>

#include "emit/murphi/murphi.h"
#include "lang/topology.h"
#include "lang/visit.h"
#include "parts.h"
#include "plan/plan.h"

// ------------------------------------------------------------------------------------------------ parameters

static const char *parameter(const ex_transition *t, const char *name) {
    for (int i = 0; i < t->n_parameters; i++)
        if (!strcmp(t->parameters[i].name, name)) return t->parameters[i].value;
    return NULL;
}

int ex_parameter_number(const ex_transition *t, const char *name) {
    const char *v = parameter(t, name);
    return v ? ex_ordinal(v) : EX_ABSENT;
}

// -------------------------------------------------------------------------------------------- the message

// Where the message of this step stands in the state before it.
static const char *message_path(const ex_replayer *r, const ex_transition *t, const ex_step *x) {
    const cg_spec *s = r->s->spec;
    const cg_msg *m = &s->msgs[x->event->msg];
    if (x->again) {
        const bool by_line = cg_murphi_by_line(s, m->channel), by_asker = cg_murphi_by_asker(s, m->channel);
        return EX_PRINT(r, "%s_deferred[%d][%d][%d]%s%s.m", cg_murphi_deferred(r->s->arena, s, m->channel),
                        x->node, x->src, x->thread,
                        by_line ? EX_PRINT(r, "[%d]", ex_parameter_number(t, "deferred")) : "",
                        by_asker ? EX_PRINT(r, "[%d]", ex_parameter_number(t, "asker")) : "");
    }
    const int slot = ex_parameter_number(t, "slot");
    const char *l = m->from == CG_MEMORY ? ex_lane(r, &s->channels[m->channel], x->node, x->line)
                                         : ex_lane(r, &s->channels[m->channel], x->src, x->node);
    return EX_PRINT(r, "%s.m[%d]", l, slot < 0 ? 0 : slot);
}

static int number_in_field(const ex_replayer *r, const char *path, const char *field) {
    const char *v = ex_value(r, r->values, EX_PRINT(r, "%s.%s", path, field));
    return v ? ex_ordinal(v) : EX_ABSENT;
}

// The number of the core at the step's controller.
static int core_of_step(const cg_spec *s, const ex_step *x) {
    return (int)cg_core_of(&s->machines[x->machine], (uint64_t)x->node);
}

// Which word of its line an access of a core is to, so that it races on hardware no more than in the model:
// note [other words] in gen/emit/murphi/races.c. 0 is the line's own word, 1 the other one that may be
// watched; what is not watched is taken for a word that nobody else uses. Blocks of words have one word a
// line there.
static int find_place(const ex_replayer *r, const ex_transition *t, const ex_step *x) {
    const cg_spec *s = r->s->spec;
    if (!s->has_order || s->machines[x->machine].words || x->event->core == CG_ATOMIC) return 0;
    const char *line = ex_value(r, r->values, "watched"), *of_it = ex_value(r, r->values, "watched_part");
    const int part = ex_parameter_number(t, "part") > 0;
    if (x->line == (line ? ex_ordinal(line) : 0) && part == (of_it ? ex_ordinal(of_it) : 0)) return part;
    const int rest = (int)s->line_bytes / CG_WORD_BYTES - 2;
    return 2 + (core_of_step(s, x) * (int)s->threads + x->thread) % rest;
}

// Note [words] there: all bytes, the first alone, all but the first.
static int find_mask(const ex_transition *t) {
    static const int MASKS[] = {0xf, 0x1, 0xe};
    const int bytes = ex_parameter_number(t, "bytes");
    return bytes < 0 || bytes > 2 ? 0xf : MASKS[bytes];
}

// Is `msg` a request that the memory answers with `answer`? As in gen/murphi/.
static bool is_answered(const cg_msg *msg, const cg_msg *answer) {
    return answer->from == CG_MEMORY && msg->to == CG_MEMORY && answer->to == msg->from &&
           answer->net == msg->net && (answer->payload == CG_PAY_LINE) == (msg->payload == CG_PAY_NONE);
}

// The oldest step that sent the message which step `x` takes.
static int find_sender(const ex_replayer *r, const ex_step *x) {
    const cg_spec *s = r->s->spec;
    const cg_msg *m = &s->msgs[x->event->msg];
    for (int i = 0; i < r->s->n_steps - 1; i++) {
        ex_step *y = &r->s->steps[i];
        const bool place = m->from == CG_MEMORY ? y->machine == x->machine && y->node == x->node
                                                : y->machine == m->from && y->node == x->src;
        if (!place || (m->block && y->line / r->s->words != x->line / r->s->words)) continue;
        for (int k = 0; k < y->n_sends; k++) {
            ex_send *z = &y->sends[k];
            const bool same = m->from == CG_MEMORY ? is_answered(&s->msgs[z->msg], m)
                                                   : z->msg == x->event->msg && z->to == x->node;
            if (!same || z->taken != EX_ABSENT) continue;
            z->taken = r->s->n_steps - 1;
            return i;
        }
    }
    return EX_ABSENT;
}

static void take_message(const ex_replayer *r, const ex_transition *t, ex_step *x) {
    const cg_msg *m = &r->s->spec->msgs[x->event->msg];
    const char *path = message_path(r, t, x);
    if (m->block && x->line < 0) x->line = number_in_field(r, path, "line");
    if (m->place) x->line = ex_line_numbered(r->s, true, ex_place_of_message(r, m, EX_PRINT(r, "%s.", path)));
    if (m->thread && x->thread < 0) x->thread = number_in_field(r, path, "thread");
    x->message = ex_message_text(r, m, path);
    if (!x->again) x->sent = find_sender(r, x);
}

// ------------------------------------------------------------------------------------ what becomes of it

// What the core gets: from the message, or from the line, which may have been filled with the message.
static void find_returned(const ex_replayer *r, const ex_transition *t, ex_step *x) {
    bool answers = false, from_message = false;
    for (int i = 0; i < x->rule->n_actions; i++) {
        const cg_action *a = &x->rule->actions[i];
        const bool responds = cg_does(a, CG_DOES_RESPONDS);
        answers |= responds ? a->from != CG_FROM_NOTHING : cg_does(a, CG_DOES_ANSWER);
        from_message |= cg_does(a, CG_DOES_FILLS) || (responds && a->from == CG_FROM_MSG);
    }
    if (!answers || x->line < 0) return;
    const char *op =
        ex_value(r, r->values, EX_PRINT(r, "core[%d][%d].op", core_of_step(r->s->spec, x), x->thread));
    if (cg_find_action(x->rule, CG_DOES_FINISHES) && op && !strcmp(op, "op_store"))
        return; // an answer without data
    const bool message = from_message && x->event->kind == CG_EV_MESSAGE;
    const char *path =
        message ? message_path(r, t, x)
                : EX_PRINT(r, "%s[%d].line[%d]", r->s->spec->machines[x->machine].name, x->node, x->line);
    const char *v = ex_value(r, r->values, EX_PRINT(r, "%s.data", path));
    if (v) x->returned = ex_plain(r, v);
}

static void find_states(const ex_replayer *r, ex_step *x) {
    if (x->line < 0 || !x->event->block) return;
    const cg_machine *m = &r->s->spec->machines[x->machine];
    const char *path = EX_PRINT(r, "%s[%d].line[%d].state", m->name, x->node, x->line);
    const char *before = ex_value(r, r->values, path), *after = ex_value(r, r->next, path);
    if (before) x->before = ex_without(before, m->name);
    if (after) x->after = ex_without(after, m->name);
}

// --------------------------------------------------------------------------------------------------- steps

// Which event is it? A Murphi rule is named by a rule of the table, by machine and event ("l1.load"), or by
// the lane whose first message it takes.
static bool is_rule(const cg_spec *s, const char *name, ex_step *x) {
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        for (int k = 0; k < m->n_rules; k++) {
            if (strcmp(m->rules[k].id, name) != 0) continue;
            x->machine = i;
            x->rule = &m->rules[k];
            x->event = &m->events[x->rule->event];
            return true;
        }
    }
    return false;
}

static bool is_event(const cg_spec *s, const char *name, ex_step *x) {
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        const size_t n = strlen(m->name);
        if (strncmp(m->name, name, n) != 0 || name[n] != '.') continue;
        for (int k = 0; k < m->n_events; k++) {
            if (strcmp(m->events[k].name, name + n + 1) != 0) continue;
            x->machine = i;
            x->event = &m->events[k];
            return true;
        }
    }
    return false;
}

static bool is_message(const ex_replayer *r, const cg_channel *c, const ex_transition *t, ex_step *x) {
    const int slot = ex_parameter_number(t, "slot");
    const char *l = c->from == CG_MEMORY ? ex_lane(r, c, x->node, x->line) : ex_lane(r, c, x->src, x->node);
    const char *kind = ex_value(r, r->values, EX_PRINT(r, "%s.m[%d].kind", l, slot < 0 ? 0 : slot));
    const cg_machine *m = &r->s->spec->machines[c->to];
    for (int i = 0; kind && i < m->n_events; i++) {
        const cg_event *e = &m->events[i];
        if (e->kind != CG_EV_MESSAGE || r->s->spec->msgs[e->msg].channel != c - r->s->spec->channels)
            continue;
        if (strcmp(r->s->spec->msgs[e->msg].name, ex_without(kind, "msg")) != 0) continue;
        x->machine = c->to;
        x->event = e;
        return true;
    }
    return false;
}

static bool is_lane(const ex_replayer *r, const char *name, const ex_transition *t, ex_step *x) {
    const cg_spec *s = r->s->spec;
    for (int i = 0; i < s->n_channels; i++)
        if (s->channels[i].to != CG_MEMORY && !strcmp(ex_lane_name(r, &s->channels[i]), name))
            return is_message(r, &s->channels[i], t, x);
    return false;
}

// Where the model has the fields of a space that a step's expressions read.
static const char *place_of_space(const ex_replayer *r, const ex_step *x, cg_space space) {
    const char *node = EX_PRINT(r, "%s[%d].", r->s->spec->machines[x->machine].name, x->node);
    const char *line = x->event->block ? EX_PRINT(r, "%sline[%d].", node, x->line) : node;
    switch (space) {
    case CG_SPACE_REG: return node;
    case CG_SPACE_LINE: return line;
    case CG_SPACE_MSHR: return EX_PRINT(r, "%smshr_", line);
    case CG_SPACE_THREAD: return EX_PRINT(r, "%sthread[%d].", node, x->thread);
    case CG_SPACE_BUFFER: return EX_PRINT(r, "%sbuffer[%d].", node, x->line);
    case CG_SPACE_FOUND: return ""; // differs by structure: lookup.c
    case CG_N_SPACES: break;
    }
    return NULL;
}

// Of the marks that rules read, those of a core's operation: number_of_kind() in gen/emit/murphi/scopes.c.
static unsigned marks_of_operation(const cg_spec *s, const ex_step *x, const ex_transition *t) {
    const int kind = ex_parameter_number(t, "mark");
    unsigned read = 0;
    if (x->event->kind != CG_EV_CORE || kind < 0) return 0;
    for (int i = 0; i < s->n_machines; i++)
        if (s->machines[i].core_port) read |= cg_marks_read(&s->machines[i], CG_NONE);
    return cg_marks_spread((unsigned)kind, read);
}

static const char *head_path(const ex_replayer *r, const ex_step *x) {
    const cg_machine *m = &r->s->spec->machines[x->machine];
    return EX_PRINT(r, "%s[%d].fifo_%s.e[0]", m->name, x->node, m->structures[x->event->structure].name);
}

// What a step's expressions speak of.
static ex_scope scope_of(const ex_replayer *r, const ex_transition *t, const ex_step *x) {
    const cg_machine *m = &r->s->spec->machines[x->machine];
    const bool message = x->event->kind == CG_EV_MESSAGE;
    ex_scope s = {.r = r,
                  .m = m,
                  .msg = message ? &r->s->spec->msgs[x->event->msg] : NULL,
                  .packet = message                          ? EX_PRINT(r, "%s.", message_path(r, t, x))
                            : x->event->kind == CG_EV_MARKER ? EX_PRINT(r, "%s.", head_path(r, x))
                                                             : "",
                  .line_number = x->line,
                  .marks = marks_of_operation(r->s->spec, x, t),
                  .operands = x->operands,
                  .whole = x->event->kind == CG_EV_CORE && ex_parameter_number(t, "bytes") <= 0,
                  .event = x->event,
                  .part = ex_parameter_number(t, "part"),
                  .bytes = ex_parameter_number(t, "bytes"),
                  .self = x->node,
                  .src = x->src};
    for (cg_space k = 0; k < CG_N_SPACES; k++) s.at[k] = place_of_space(r, x, k);
    ex_fill_env(&s);
    return s;
}

// The rule of the table that an event meets: the first of its state whose guard holds.
static void choose_rule(const ex_replayer *r, const ex_scope *scope, ex_step *x) {
    const cg_machine *m = scope->m;
    const char *state = ex_value(r, r->values, EX_PRINT(r, "%sstate", scope->at[CG_SPACE_LINE]));
    for (int i = 0; i < m->n_rules && !x->rule; i++) {
        const cg_rule *rule = &m->rules[i];
        if (&m->events[rule->event] != x->event) continue;
        if (rule->state != CG_NONE &&
            (!state || strcmp(m->states[rule->state].name, ex_without(state, m->name))))
            continue;
        if (!rule->when || ex_eval(scope, rule->when)) x->rule = rule;
    }
}

// Did the request wait with an MSHR entry before?
static bool was_deferred(const ex_replayer *r, const ex_step *x) {
    const char *v =
        ex_value(r, r->values, EX_PRINT(r, "core[%d][%d].status", core_of_step(r->s->spec, x), x->thread));
    return v && !strcmp(v, "again");
}

// The clock's own steps are none of the table: its wrap is a step of each controller that hears of it.
static void add_wraps(ex_replayer *r) {
    ex_steps *s = r->s;
    for (int i = 0; i < s->spec->n_machines; i++) {
        const cg_machine *m = &s->spec->machines[i];
        for (int e = 0; e < m->n_events; e++) {
            for (uint64_t k = 0; m->events[e].kind == CG_EV_WRAP && k < m->count; k++) {
                const ex_transition none = {0};
                ex_step *x = CG_PUSH(s->arena, s->steps, s->n_steps);
                *x = (ex_step){.src = EX_ABSENT,
                               .node = (int)k,
                               .line = EX_ABSENT,
                               .thread = EX_ABSENT,
                               .word = EX_ABSENT,
                               .sent = EX_ABSENT,
                               .machine = i,
                               .event = &m->events[e]};
                const ex_scope scope = scope_of(r, &none, x);
                choose_rule(r, &scope, x);
                find_states(r, x);
            }
        }
    }
}

static bool is_clock(const char *rule) {
    return !strcmp(rule, "clock") || !strcmp(rule, "clock.wrap");
}

// What is at the head of a fifo brings its line or its thread.
static void take_head(const ex_replayer *r, ex_step *x) {
    if (x->event->kind != CG_EV_HEAD && x->event->kind != CG_EV_MARKER) return;
    const char *head = head_path(r, x);
    const bool walks = r->s->spec->machines[x->machine].structures[x->event->structure].walks;
    if (x->event->kind == CG_EV_HEAD && walks) return; // the line is the event's own parameter
    if (x->event->kind == CG_EV_HEAD)
        x->line = number_in_field(r, head, "line");
    else
        x->thread = number_in_field(r, head, "thread");
}

static void add_step_of_transition(ex_replayer *r, const ex_transition *t) {
    ex_steps *s = r->s;
    const char *deferred = strstr(t->rule, " (deferred)");
    const char *clock = ex_value(r, r->values, "clock");
    ex_step *x = CG_PUSH(s->arena, s->steps, s->n_steps);
    *x = (ex_step){.src = ex_parameter_number(t, "src"),
                   .node = ex_parameter_number(t, "node"),
                   .line = ex_parameter_number(t, "line"),
                   .thread = ex_parameter_number(t, "thread"),
                   .word = ex_parameter_number(t, "word"),
                   .clock = clock ? ex_ordinal(clock) : EX_ABSENT,
                   .again = deferred,
                   .sent = EX_ABSENT};
    const char *name = deferred ? cg_arena_strndup(s->arena, t->rule, (size_t)(deferred - t->rule)) : t->rule;
    const bool known = is_rule(s->spec, name, x) || is_event(s->spec, name, x) || is_lane(r, name, t, x);
    if (known && x->event->kind == CG_EV_CORE) {
        x->again = was_deferred(r, x);
        x->mask = find_mask(t);
        x->operands = ex_operands(r, t, x->event);
        x->marks = marks_of_operation(s->spec, x, t) & cg_marks_read(&s->spec->machines[x->machine], CG_NONE);
        if (x->event->block) x->place = find_place(r, t, x);
    }
    if (known && x->event->kind == CG_EV_MESSAGE) take_message(r, t, x);
    if (known) take_head(r, x);
    ex_scope scope = {.r = r};
    if (known) scope = scope_of(r, t, x);
    if (known && !x->rule) choose_rule(r, &scope, x);
    if (!known || !x->rule) {
        s->wrong =
            EX_PRINT(r, "step %d of the trace, '%s', is no transition of the table", s->n_steps, t->rule);
        s->n_steps--;
        return;
    }
    ex_add_effects(&scope, x);
    find_states(r, x);
    find_returned(r, t, x);
}

static void apply_changes(const ex_transition *t, const char **state) {
    for (int i = 0; i < t->n_changes; i++) state[t->changes[i].component] = t->changes[i].value;
}

// --------------------------------------------------------------------------------------------- the whole

ex_steps *ex_steps_new(const cg_spec *spec, const ex_error *error, int n_lines, int words, unsigned local) {
    ex_steps *s = calloc(1, sizeof *s);
    if (!s) abort();
    *s = (ex_steps){.spec = spec,
                    .error = error,
                    .arena = cg_arena_new(),
                    .n_lines = n_lines,
                    .words = words,
                    .local = local};
    const size_t n = (size_t)error->n_components + 1;
    ex_replayer r = {s, cg_arena_alloc(s->arena, n * sizeof *r.values),
                     cg_arena_alloc(s->arena, n * sizeof *r.next)};
    for (size_t i = 0; i < n; i++) r.values[i] = r.next[i] = "?";
    for (int i = 0; i < error->n_transitions && error->transitions[i].rule; i++) {
        apply_changes(&error->transitions[i], r.next);
        const char *rule = error->transitions[i].rule;
        if (i > 0 && !strcmp(rule, "clock.wrap")) add_wraps(&r);
        if (i > 0 && !is_clock(rule)) add_step_of_transition(&r, &error->transitions[i]);
        apply_changes(&error->transitions[i], r.values);
    }
    ex_explain_error(&r);
    ex_find_pending(&r);
    return s;
}

void ex_steps_free(ex_steps *s) {
    if (!s) return;
    cg_arena_free(s->arena);
    free(s);
}
