// Masks: bytes that are not here are not used, and bytes that nobody else has are not lost. What depends on
// values is found where rules are run: the interpreter, the exhaustive check, an assertion of the hardware.
#include "lang/mask.h"
#include "parts.h"

typedef struct {
    cg_checker *c;
    const cg_machine *m;
    const cg_rule *r;
} place;

static const cg_event *event_of(const place *p) {
    return cg_event_of(p->m, p->r);
}

// ------------------------------------------------------------------------------------------ where masks are

static void check_blocks(cg_checker *c, const cg_machine *m) {
    for (int i = cg_next_mask(m, CG_NONE); i != CG_NONE; i = cg_next_mask(m, i)) {
        if (!m->words) break;
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "line", m->line[i].name), CG_AT_KEY,
                        "line.%s is a mask of the bytes of a line, and the blocks of %s are words",
                        m->line[i].name, m->name);
    }
    if (m->n_states && m->states[0].valid != CG_NONE)
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "states", m->states[0].name), CG_AT_KEY,
                        "in %s the line is nowhere: no bytes of it are valid", m->states[0].name);
}

static void check_operand(const place *p, const cg_action *a) {
    const char *why = NULL;
    if (!a->mask) return;
    if (p->m->words) why = cg_arena_printf(p->c->arena, "the blocks of %s are words", p->m->name);
    if (!why && cg_does(a, CG_DOES_SENDS) && event_of(p)->kind == CG_EV_DRAIN)
        why = "the bytes that leave with this event are those of the store buffer";
    if (why)
        cg_check_report(p->c, CG_E_VERB, a->pointer, 0, "'%s' names bytes of a line, and %s (%s)", a->text,
                        why, p->r->id);
}

// -------------------------------------------------------------------------------- bytes that are not here

// Does the action use bytes of which no value says which they are: a word for which a message asks?
static bool uses_unknown_bytes(const place *p, const cg_action *a) {
    const bool core = event_of(p)->kind == CG_EV_CORE;
    const bool asked = event_of(p)->kind == CG_EV_MESSAGE &&
                       cg_asks_for_word(p->c->spec, &p->c->spec->msgs[event_of(p)->msg]);
    if (cg_does(a, CG_DOES_SENDS)) return p->c->spec->msgs[a->msg].payload == CG_PAY_VALUE && !asked;
    if (cg_does(a, CG_DOES_HITS | CG_DOES_STORES)) return false;
    if (cg_does(a, CG_DOES_OPERATES | CG_DOES_PERFORMS) && core) return false;
    return cg_reads_data(p->c->spec, p->r, a);
}

static void check_valid(const place *p, const cg_action *a) {
    const cg_state *s = &p->m->states[p->r->state];
    if (s->valid == CG_NONE || !uses_unknown_bytes(p, a)) return;
    cg_check_report(
        p->c, CG_E_MASK, a->pointer, 0,
        "'%s', and in %s only the bytes of line.%s are valid: use the line in a state that has all "
        "of it (%s)",
        a->text, s->name, p->m->line[s->valid].name, p->r->id);
}

// ------------------------------------------------------------------------------------ bytes that get lost

// A mask whose bytes some rule sends: nobody else has them. `some`: by state, may it name any?
typedef struct {
    cg_checker *c;
    const cg_machine *m;
    int field;
    bool *some, grown;
} flow;

static bool reads_mask(const flow *f, const cg_expr *x) {
    return cg_reads_field(x, CG_SPACE_LINE, f->field);
}

// Do guards decide by the mask whether this rule fires? Then the table knows what it does.
static bool is_decided(const flow *f, const cg_rule *r) {
    for (const cg_rule *k = r - r->index; k <= r; k++)
        if (reads_mask(f, k->when)) return true;
    return false;
}

static const cg_action *assignment_of(const flow *f, const cg_rule *r) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_LINE && a->field == f->field) return a;
    }
    return NULL;
}

static bool sends_mask(const flow *f, const cg_rule *r) {
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_SENDS) && reads_mask(f, r->actions[i].mask)) return true;
    return false;
}

static void reach(flow *f, int state, bool some) {
    if (!some || f->some[state]) return;
    f->some[state] = f->grown = true;
}

// The states [first, end) whose lines the action moves.
static int moved(const flow *f, const cg_action *a, bool end) {
    if (a->from_state != CG_NONE) return a->from_state + end;
    if (cg_does(a, CG_DOES_MOVES_LINES)) return end ? f->m->n_stable : 1;
    return end ? f->m->n_states : f->m->n_stable;
}

static void spread(flow *f, const cg_rule *r) {
    if (r->impossible) return;
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_MOVE))
            for (int s = moved(f, &r->actions[i], false); s < moved(f, &r->actions[i], true); s++)
                reach(f, r->actions[i].to_state, f->some[s] && r->actions[i].to_state != 0);
    if (r->state == CG_NONE || r->next == 0) return;
    const cg_action *a = assignment_of(f, r);
    const bool none = a && cg_is_const(a->value) && !a->value->value;
    reach(f, r->next, a ? !none : f->some[r->state] && !is_decided(f, r));
}

static void report_loss(const flow *f, const cg_rule *r, int state, const char *pointer) {
    const char *name = f->m->line[f->field].name;
    cg_check_report(
        f->c, CG_E_MASK, pointer, 0,
        "the bytes of line.%s are lost, which a line in %s may have: 'send ... of line.%s', or ask "
        "for them in a guard (%s)",
        name, f->m->states[state].name, name, r->id);
}

static void check_loss(const flow *f, const cg_rule *r) {
    if (r->impossible) return;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (!cg_does(a, CG_DOES_MOVE) || a->to_state != 0) continue;
        for (int s = moved(f, a, false); s < moved(f, a, true); s++)
            if (f->some[s]) report_loss(f, r, s, a->pointer);
    }
    if (r->state > 0 && r->next == 0 && !r->stalls && f->some[r->state] && !is_decided(f, r) &&
        !sends_mask(f, r))
        report_loss(f, r, r->state, cg_json_at(f->c->arena, r->pointer, "do"));
}

static void check_mask(cg_checker *c, const cg_machine *m, int field) {
    flow f = {c, m, field, cg_arena_alloc(c->arena, (size_t)m->n_states), true};
    while (f.grown) {
        f.grown = false;
        for (int i = 0; i < m->n_rules; i++) spread(&f, &m->rules[i]);
    }
    for (int i = 0; i < m->n_rules; i++) check_loss(&f, &m->rules[i]);
}

void cg_check_masks(cg_checker *c, const cg_machine *m) {
    check_blocks(c, m);
    for (int i = 0; i < m->n_rules; i++) {
        const place p = {c, m, &m->rules[i]};
        for (int k = 0; k < p.r->n_actions; k++) {
            check_operand(&p, &p.r->actions[k]);
            if (p.r->state != CG_NONE) check_valid(&p, &p.r->actions[k]);
        }
    }
    for (int i = cg_next_mask(m, CG_NONE); i != CG_NONE; i = cg_next_mask(m, i))
        if (cg_is_sent(m, i)) check_mask(c, m, i);
}
