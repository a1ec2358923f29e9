// Masks of a line's bytes: that bytes which are used are valid, and that bytes which nobody else has are not
// lost. All is asked of the line as the rule finds it, before anything changes.
#include "lang/mask.h"
#include "parts.h"

// What a step does to the bytes of its line: bit i is byte i.
typedef struct {
    cg_shadow *s;
    const cg_cause *c;
    const cg_rule *r;
    const cg_rule_code *code;
    const cg_env *env;
    uint64_t all, here, written; // valid before; written since the line has an entry
    uint64_t stays, sent;        // what a fill leaves as it is, what messages take along
} step;

uint64_t cg_masks_named(const cg_shadow *s, const cg_cause *c) {
    const cg_packet *p = c->packet;
    const cg_payload pay = p->msg < 0 ? CG_PAY_NONE : s->spec->msgs[p->msg].payload;
    if (pay == CG_PAY_BYTES) return p->bytes[0];
    const bool store = p->msg < 0 ? p->op == CG_STORE : pay == CG_PAY_WORD;
    return (uint64_t)(store ? p->mask : 0xf) << (p->addr & (s->spec->line_bytes - 1) & ~(uint64_t)3);
}

static uint64_t mask_of(const step *t, int i) {
    return cg_run(t->s, t->code->actions[i].mask, t->env, t->r->actions[i].text);
}

static bool answers_data(const step *t) {
    return t->s->machines[t->c->machine].m->events[t->c->event].core != CG_STORE;
}

// The bytes of the line that an action uses.
static uint64_t used_by(const step *t, int i) {
    const cg_action *a = &t->r->actions[i];
    if (cg_does(a, CG_DOES_SENDS) && a->mask) return mask_of(t, i);
    const cg_payload pay = cg_does(a, CG_DOES_SENDS) ? t->s->spec->msgs[a->msg].payload : CG_PAY_NONE;
    if (pay == CG_PAY_LINE) return t->all;
    const bool word =
        pay == CG_PAY_VALUE || (cg_does(a, CG_DOES_HITS) && answers_data(t)) || cg_does(a, CG_DOES_OPERATES);
    return word ? cg_masks_named(t->s, t->c) : 0;
}

static void check_used(step *t) {
    for (int i = 0; i < t->r->n_actions; i++) {
        const uint64_t missing = used_by(t, i) & ~t->here;
        if (missing)
            cg_shadow_problem(t->s, "bytes 0x%llx of the line are not valid: %s", (unsigned long long)missing,
                              t->r->actions[i].text);
    }
}

// What a line field has afterwards.
static uint64_t field_after(const step *t, int field) {
    for (int i = 0; i < t->r->n_actions; i++) {
        const cg_action *a = &t->r->actions[i];
        if (cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_LINE && a->field == field)
            return t->s->values[i];
    }
    return t->env->space[CG_SPACE_LINE][field];
}

// A state says which bytes are valid: are they?
static void check_next(step *t) {
    const cg_machine *m = t->s->machines[t->c->machine].m;
    const cg_state *next = &m->states[t->r->next];
    uint64_t here = t->here;
    if (t->r->next == 0 || (next->transient && next->valid == CG_NONE)) return;
    if (t->code->does & CG_DOES_FILLS) here |= t->all & ~t->stays;
    if (t->code->does & (CG_DOES_STORES | CG_DOES_OPERATES)) here |= cg_masks_named(t->s, t->c);
    const uint64_t said = next->valid == CG_NONE ? t->all : field_after(t, next->valid);
    if (said & ~here)
        cg_shadow_problem(t->s, "bytes 0x%llx of the line are not here, and %s has them",
                          (unsigned long long)(said & ~here), next->name);
}

static void check_lost(step *t, int field) {
    const uint64_t before = t->env->space[CG_SPACE_LINE][field];
    uint64_t kept = t->r->next ? field_after(t, field) : 0;
    if (t->code->does & CG_DOES_FILLS) kept &= t->stays | t->written;
    if (before & ~kept & ~t->sent)
        cg_shadow_problem(t->s, "bytes 0x%llx of line.%s are lost",
                          (unsigned long long)(before & ~kept & ~t->sent),
                          t->s->machines[t->c->machine].m->line[field].name);
}

void cg_masks_check(cg_shadow *s, const cg_cause *c, const cg_rule *r, const cg_rule_code *code,
                    const cg_env *env) {
    const cg_machine *m = s->machines[c->machine].m;
    if (r->state == CG_NONE || r->impossible) return;
    const int valid = m->states[r->state].valid;
    step t = {.s = s, .c = c, .r = r, .code = code, .env = env};
    t.all = UINT64_MAX >> (64 - s->spec->line_bytes);
    t.here = valid != CG_NONE ? env->space[CG_SPACE_LINE][valid] : r->state == 0 ? 0 : t.all;
    t.written = c->block && c->block->held ? c->block->written[0] : 0;
    for (int i = 0; i < r->n_actions; i++) {
        if (r->actions[i].mask && cg_does(&r->actions[i], CG_DOES_FILLS)) t.stays |= mask_of(&t, i);
        if (r->actions[i].mask && cg_does(&r->actions[i], CG_DOES_SENDS)) t.sent |= mask_of(&t, i);
    }
    check_used(&t);
    check_next(&t);
    for (int f = cg_next_mask(m, CG_NONE); f != CG_NONE; f = cg_next_mask(m, f))
        if (s->machines[c->machine].sent[f]) check_lost(&t, f);
}

void cg_masks_forgotten(cg_shadow *s, const cg_shadow_machine *sm, cg_block *b) {
    const cg_machine *m = sm->m;
    if (!sm->masked || !b->present) return;
    for (int f = cg_next_mask(m, CG_NONE); f != CG_NONE; f = cg_next_mask(m, f))
        if (sm->sent[f] && cg_block_fields(sm, b, CG_SPACE_LINE)[f])
            cg_shadow_problem(s, "bytes 0x%llx of line.%s are lost",
                              (unsigned long long)cg_block_fields(sm, b, CG_SPACE_LINE)[f], m->line[f].name);
}
