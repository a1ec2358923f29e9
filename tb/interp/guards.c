// What an event reads of the shadow, and which rule that chooses.
#include <string.h>

#include "lang/requester.h"
#include "parts.h"

// Has the event a thread, whose fields it can read and write?
static uint64_t *thread_of(const cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!sm->m->n_thread || !sm->m->events[c->event].thread || c->packet->tid >= s->spec->requests)
        return NULL;
    return sm->nodes[c->node].threads + (size_t)(c->packet->tid / s->spec->slots) * (size_t)sm->m->n_thread;
}

cg_buffered *cg_entry_of(const cg_shadow *s, const cg_cause *c) {
    const cg_machine *m = s->machines[c->machine].m;
    if (!m->buffer_entries || !m->events[c->event].block) return NULL;
    return cg_shadow_buffered(s, c->machine, c->node, c->packet->addr);
}

// `entry`: the line's in the store buffer.
static inline uint64_t *fields_beside_entry(const cg_shadow *s, const cg_cause *c, const cg_block *b,
                                            cg_space space, cg_buffered *entry) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    switch (space) {
    case CG_SPACE_REG: return sm->nodes[c->node].reg;
    case CG_SPACE_LINE: return b && b->present ? cg_block_fields(sm, b, space) : NULL;
    case CG_SPACE_MSHR: return b && b->held ? cg_block_fields(sm, b, space) : NULL;
    case CG_SPACE_THREAD: return thread_of(s, c);
    case CG_SPACE_BUFFER: return entry ? entry->field : NULL;
    case CG_SPACE_FOUND: return s->found; // cg_lookups_find()
    case CG_N_SPACES: break;
    }
    return NULL;
}

uint64_t *cg_fields_of(const cg_shadow *s, const cg_cause *c, const cg_block *b, cg_space space) {
    return fields_beside_entry(s, c, b, space, space == CG_SPACE_BUFFER ? cg_entry_of(s, c) : NULL);
}

const uint64_t *cg_shadow_read(const cg_shadow *s, const cg_cause *c, const cg_block *b, cg_space space) {
    const uint64_t *fields = cg_fields_of(s, c, b, space);
    return fields ? fields : s->machines[c->machine].initial[space];
}

// On whose behalf the message was sent.
static uint64_t request_of(const cg_shadow *s, const cg_packet *p) {
    const int core = p->msg < 0 ? CG_NONE : s->spec->msgs[p->msg].core;
    if (core == CG_NONE) return 0; // it is read for others
    const cg_requester who = {p->field[core], p->tid, p->addr % s->spec->line_bytes / CG_WORD_BYTES};
    return cg_requester_pack(s->spec, who);
}

_Static_assert(CG_N_LEAVES == 24, "cg_env_fill() gives each leaf that a rule reads its value");

// Filled where it stands, and only with what the machine reads: it is needed for every guard of every event.
const cg_env *cg_env_fill(cg_shadow *s, const cg_cause *c) {
    cg_env *const env = &s->env;
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const bool word = sm->m->words && sm->m->events[c->event].block;
    const bool asks = sm->buffered || sm->m->fields[CG_SPACE_BUFFER].n;
    cg_buffered *const entry = asks ? cg_entry_of(s, c) : NULL;
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        if (!sm->m->fields[k].n) continue;
        const uint64_t *fields = fields_beside_entry(s, c, c->block, k, entry);
        env->space[k] = fields ? fields : sm->initial[k];
    }
    env->msg = c->packet->field;
    env->inputs = s->inputs;
    env->clock = s->clock;
    env->src = c->packet->src;
    env->self = (uint64_t)c->node;
    if (sm->mark) env->mark = c->packet->order; // 0, but of a core's request
    if (sm->operand && sm->m->events[c->event].kind == CG_EV_CORE)
        env->operands = cg_shadow_operands(s, cg_shadow_core_of(s, c), c->packet->tid);
    env->asking = c->packet->core;
    if (sm->request) env->request = request_of(s, c->packet);
    if (sm->line_at) env->line_at = c->packet->addr >> sm->plan->line_shift;
    if (sm->msg_line) env->msg_line = cg_packet_global(s, sm, c->packet);
    if (sm->buffered) env->buffered = entry != NULL;
    if (sm->gathered) env->gathered = word && cg_word_gathered(s, c, c->leader);
    if (sm->whole) env->whole = (word || sm->m->of_words) && cg_word_whole(s, c, c->leader);
    if (sm->wanted) env->wanted = word && cg_word_wanted(s, c, c->leader);
    if (sm->requested) env->requested = sm->tells[c->event] && cg_word_requested(s, c, c->leader);
    if (sm->bytes) env->bytes = cg_masks_named(s, c);
    if (sm->words) env->words = c->words ? (uint64_t)__builtin_popcount(c->words) : 0;
    if (sm->m->n_lookups) cg_lookups_find(s, c, env);
    return env;
}

uint64_t cg_run(cg_shadow *s, const cg_formula *f, const cg_env *env, const char *text) {
    cg_fault fault = CG_FAULT_NONE;
    uint64_t v = cg_formula_run(f, env, &fault);
    if (fault == CG_FAULT_FIT) cg_shadow_problem(s, "a value does not fit: %s", text ? text : "?");
    if (fault == CG_FAULT_BELOW_ZERO)
        cg_shadow_problem(s, "a difference is below zero: %s", text ? text : "?");
    return v;
}

bool cg_shadow_accepts(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_event *e = &sm->m->events[c->event];
    bool request =
        e->kind == CG_EV_CORE || (e->kind == CG_EV_MESSAGE && s->spec->msgs[e->msg].cls == CG_REQUEST);
    if (!sm->accept || !request) return true;
    const cg_env *env = cg_env_fill(s, c);
    return cg_run(s, sm->accept, env, sm->m->accept_requests->text) != 0;
}

bool cg_shadow_alarmed(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!c->block || !c->block->held) return false;
    cg_env *const env = &s->env; // what an alarm reads and no more: walks ask each entry at each step
    env->space[CG_SPACE_REG] = sm->nodes[c->node].reg;
    env->space[CG_SPACE_MSHR] = cg_block_fields(sm, c->block, CG_SPACE_MSHR);
    env->inputs = s->inputs;
    env->clock = s->clock;
    env->self = (uint64_t)c->node;
    return cg_run(s, sm->alarms[c->event], env, sm->m->events[c->event].alarm->text) != 0;
}

int cg_shadow_select(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_machine *m = sm->m;
    int state = !m->events[c->event].block ? CG_NONE : c->block ? c->block->state : 0;
    const cg_rule_range *range = &sm->ranges[(state + 1) * m->n_events + c->event];
    const cg_env *env = cg_env_fill(s, c);
    for (int i = range->first; i < range->first + range->count; i++) {
        const cg_formula *when = sm->rules[i].when;
        if (!when) return i;
        bool holds = cg_run(s, when, env, m->rules[i].when->text) != 0;
        if (s->coverage) {
            cg_rule_coverage *k = &s->coverage->rules[c->machine][i];
            *(holds ? &k->guard_true : &k->guard_false) += 1;
        }
        if (holds) return i;
    }
    cg_shadow_problem(s, "no rule for state %s and event %s", state >= 0 ? m->states[state].name : "-",
                      m->events[c->event].name);
    return CG_NONE;
}
