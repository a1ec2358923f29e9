#include "lockstep.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/command.h"
#include "lang/request.h"
#include "parts.h"
#include "records.h"

static void note_problem(void *ctx, const char *text) {
    cg_note(ctx, "  %s\n", text);
}

cg_lockstep *cg_lockstep_new(const cg_plan *plan, const cg_lockstep_config *config) {
    cg_lockstep *ls = cg_shadow_alloc(sizeof *ls);
    ls->plan = plan;
    ls->spec = plan->spec;
    if (config) ls->config = *config;
    if (ls->config.max_violations <= 0) ls->config.max_violations = 10;
    ls->coverage = cg_coverage_new(plan->spec);
    ls->shadow = cg_shadow_new(plan);
    ls->shadow->coverage = ls->coverage;
    ls->shadow->inputs = ls->config.inputs;
    ls->shadow->perform = ls->config.perform;
    ls->shadow->perform_ctx = ls->config.ctx;
    ls->shadow->problem = note_problem;
    ls->shadow->problem_ctx = ls;
    ls->bare = cg_shadow_alloc(ls->shadow->packet_bytes);
    uint64_t wanted = ls->config.history > 0 ? (uint64_t)ls->config.history : 4096, size = 1;
    while (size < wanted) size *= 2;
    ls->history = cg_shadow_alloc(size * sizeof *ls->history);
    ls->history_mask = size - 1;
    size_t controllers = 0;
    for (int i = 0; i < ls->spec->n_machines; i++) controllers += ls->spec->machines[i].count;
    ls->later = cg_shadow_alloc(2 * controllers * 3 * sizeof *ls->later);
    cg_record_layouts(ls);
    return ls;
}

void cg_lockstep_free(cg_lockstep *ls) {
    if (!ls) return;
    cg_record_layouts_free(ls);
    cg_shadow_free(ls->shadow);
    cg_coverage_free(ls->coverage);
    CG_FREE(ls->bare, ls->history, ls->later, ls);
}

void cg_lockstep_init_memory(cg_lockstep *ls, uint64_t addr, const void *bytes, size_t n) {
    cg_sparse_write(ls->shadow->memory, addr, bytes, n);
}

cg_shadow *cg_lockstep_shadow(cg_lockstep *ls) {
    return ls->shadow;
}

void cg_lockstep_core_request(cg_lockstep *ls, int core, const cg_core_request *q) {
    const cg_packet p = {.msg = CG_NONE,
                         .op = (int32_t)q->op,
                         .tid = q->tid,
                         .addr = q->addr,
                         .word = q->data,
                         .compare = q->compare,
                         .mask = (uint8_t)q->mask,
                         .aop = (uint8_t)q->aop,
                         .order = (uint8_t)(q->order % cg_mark_sets(ls->spec))};
    const bool there = q->tid < ls->spec->requests && core >= 0 && (uint64_t)core < ls->spec->cores;
    if (there && q->operands)
        memcpy(cg_shadow_operands(ls->shadow, core, q->tid), q->operands,
               (size_t)ls->spec->n_operands * sizeof *q->operands);
    if (!there) {
        cg_note(ls, "  a request of thread %u of core %d, which do not exist\n", q->tid, core);
        cg_report(ls, NULL);
    } else if (ls->spec->has_order && q->op < CG_N_PORT_OPS && !ls->spec->order[q->op][p.order].legal) {
        cg_note(ls, "  core %d: thread %u asks for a %s with marks %u, which the model does not have\n", core,
                q->tid, cg_op_name(q->op), q->order);
        cg_report(ls, NULL);
    } else if (!cg_shadow_request(ls->shadow, core, &p)) {
        cg_note(ls, "  core %d: thread %u issues a request while one is in flight\n", core, q->tid);
        cg_report(ls, NULL);
    }
}

void cg_lockstep_time(cg_lockstep *ls, uint64_t ticks) {
    ls->ticks = ticks;
    ls->told = true;
}

// A record tells of the cycle before it was seen. The first cycle after the reset is number 1. Controllers
// see the clock one cycle late, or two where events are a stage longer on their way.
static void set_clock(cg_lockstep *ls) {
    const cg_clock *clock = &ls->spec->clock;
    const uint64_t behind = 2 + ls->plan->sram.late;
    if (!ls->told) ls->ticks = ls->cycle < behind ? 0 : (ls->cycle - behind) / clock->cycles;
    ls->shadow->clock = ls->ticks & ((UINT64_C(1) << clock->bits) - 1);
}

int cg_lockstep_step(cg_lockstep *ls, const uint32_t *trace, uint64_t cycle) {
    if (ls->violations >= ls->config.max_violations) return ls->violations;
    ls->cycle = ls->shadow->cycle = cycle;
    if (ls->spec->clock.bits) set_clock(ls);
    int n_later = 0;
    for (cg_record_walk walk = {0}; cg_records_next(ls->plan, &walk);) {
        const cg_record_place *at = &walk.at;
        const uint64_t bit = at->base + ls->records[at->machine].valid.at;
        if (!(trace[bit >> 5] >> (bit & 31) & 1)) continue;
        if (cg_check_record(ls, trace, at->base, at->machine, at->node, false)) continue;
        int *later = ls->later + 3 * n_later++;
        later[0] = at->machine, later[1] = at->node, later[2] = (int)at->base;
    }
    for (int i = 0; i < n_later; i++) {
        const int *later = ls->later + 3 * i;
        cg_check_record(ls, trace, (uint64_t)later[2], later[0], later[1], true);
    }
    return ls->violations;
}

static void finish_node(cg_lockstep *ls, const cg_machine *m, int number, const cg_node *n) {
    for (uint32_t i = 0; i < n->n_waiters; i++)
        cg_note(ls, "  %s[%d] still has a deferred request of thread %u for address 0x%llx\n", m->name,
                number, n->waiters[i].packet->tid, (unsigned long long)n->waiters[i].packet->addr);
    for (uint32_t i = 0; i < n->n_buffered; i++)
        if (n->buffered[i]->wanted || n->buffered[i]->wanted_all)
            cg_note(ls,
                    "  %s[%d] still has stores for address 0x%llx that were wanted out of its store buffer\n",
                    m->name, number, (unsigned long long)(n->buffered[i]->line * ls->spec->line_bytes));
    for (uint32_t i = 0; i < n->n_blocks; i++)
        if (n->blocks[i]->held)
            cg_note(ls, "  %s[%d] still has an MSHR entry for address 0x%llx, in state %s\n", m->name, number,
                    (unsigned long long)cg_block_addr(&ls->shadow->machines[m - ls->spec->machines],
                                                      n->blocks[i]),
                    cg_state_name(m, n->blocks[i]->state));
}

static void finish_channel(cg_lockstep *ls, int channel) {
    const cg_channel *c = &ls->spec->channels[channel];
    const cg_lane_plan *lane = &ls->plan->lanes[channel];
    for (int src = 0; src < lane->n_src; src++) {
        for (int dst = 0; dst < lane->n_dst; dst++) {
            const cg_queue *q = cg_shadow_queue(ls->shadow, channel, src, dst);
            if (!q->n) continue;
            const cg_packet *p = cg_queue_at(ls->shadow, q, 0);
            cg_note(ls, "  %u under way from %s[%d] to %s[%d], first %s for address 0x%llx\n", q->n,
                    c->from < 0 ? "memory" : ls->spec->machines[c->from].name, src,
                    c->to < 0 ? "memory" : ls->spec->machines[c->to].name, dst, ls->spec->msgs[p->msg].name,
                    (unsigned long long)p->addr);
        }
    }
}

// Everything that is under way, as notes.
static void note_pending(cg_lockstep *ls) {
    for (int i = 0; i < ls->spec->n_machines; i++)
        for (uint64_t n = 0; n < ls->spec->machines[i].count; n++)
            finish_node(ls, &ls->spec->machines[i], (int)n, &ls->shadow->machines[i].nodes[n]);
    for (int i = 0; i < ls->spec->n_channels; i++) finish_channel(ls, i);
    for (uint64_t core = 0; core < ls->spec->cores; core++)
        for (uint32_t tid = 0; tid < ls->spec->requests; tid++)
            if (*cg_shadow_status_of(ls->shadow, (int)core, tid) != CG_FREE)
                cg_note(ls, "  core %d: thread %u's request for address 0x%llx is not answered\n", (int)core,
                        tid, (unsigned long long)cg_shadow_request_of(ls->shadow, (int)core, tid)->addr);
}

int cg_lockstep_finish(cg_lockstep *ls) {
    note_pending(ls);
    cg_report(ls, NULL);
    return ls->violations;
}

void cg_lockstep_print_pending(cg_lockstep *ls, FILE *out) {
    ls->n_notes = 0;
    note_pending(ls);
    fprintf(out, "%.*s", (int)ls->n_notes, ls->notes);
    ls->n_notes = 0;
}

int cg_lockstep_violations(const cg_lockstep *ls) {
    return ls->violations;
}
uint64_t cg_lockstep_transitions(const cg_lockstep *ls) {
    return ls->transitions;
}
const cg_coverage *cg_lockstep_coverage(const cg_lockstep *ls) {
    return ls->coverage;
}

// ---------------------------------------------------------------------------------------------- peek

// The values of a space's fields; NULL: there are none, or they are a thread's or what an event finds.
static const uint64_t *values_of_space(cg_lockstep *ls, int machine, int node, uint64_t addr,
                                       cg_space space) {
    const cg_shadow_machine *sm = &ls->shadow->machines[machine];
    const cg_block *b = cg_shadow_block(ls->shadow, machine, node, addr);
    const cg_buffered *entry = cg_shadow_buffered(ls->shadow, machine, node, addr);
    switch (space) {
    case CG_SPACE_REG: return sm->nodes[node].reg;
    case CG_SPACE_LINE: return b && b->present ? cg_block_fields(sm, b, space) : NULL;
    case CG_SPACE_MSHR: return b && b->held ? cg_block_fields(sm, b, space) : NULL;
    case CG_SPACE_BUFFER: return entry ? entry->field : NULL;
    case CG_SPACE_THREAD:
    case CG_SPACE_FOUND: // an event's
    case CG_N_SPACES: break;
    }
    return NULL;
}

bool cg_lockstep_peek(cg_lockstep *ls, const char *machine, int node, const char *space, const char *field,
                      uint64_t addr, uint64_t *value) {
    int i = 0;
    while (i < ls->spec->n_machines && strcmp(ls->spec->machines[i].name, machine)) i++;
    if (i == ls->spec->n_machines || node < 0 || (uint64_t)node >= ls->spec->machines[i].count) return false;
    const cg_machine *m = &ls->spec->machines[i];
    const cg_block *b = cg_shadow_block(ls->shadow, i, node, addr);
    const cg_space at = cg_space_of(space);
    if (at < CG_N_SPACES) {
        const uint64_t *values = values_of_space(ls, i, node, addr, at);
        const int f = field ? cg_find_field(m->fields[at].field, m->fields[at].n, field) : CG_NONE;
        if (values && f != CG_NONE) *value = values[f];
        return values && f != CG_NONE;
    }
    if (!strcmp(space, "state")) {
        *value = b ? (uint64_t)b->state : 0;
        return true;
    }
    if (strcmp(space, "data") || !b || !b->present) return false;
    uint32_t word;
    memcpy(&word, cg_block_word(&ls->shadow->machines[i], b, addr), 4);
    *value = word;
    return true;
}
