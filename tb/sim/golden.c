#include "golden.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/memory.h"
#include "interp/coverage.h"
#include "interp/ideal.h"
#include "interp/shadow.h"
#include "judge/consistency.h"
#include "lang/local.h"
#include "lang/model.h"
#include "lockstep/lockstep.h"
#include "moving.h"
#include "windows.h"

// An operation in flight: what was asked, what took effect, what was answered; the last two in either order.
// A fence takes effect as it is answered.
typedef struct {
    bool asked, performed, answered;
    uint32_t order; // among those of its thread, in the order of asking
    cg_request request;
    uint32_t value; // that a load or atomic returned where it took effect
    uint32_t data;  // that the core was answered with
    uint64_t addr;  // where it took effect: of a mapped place the global word
    bool unknown;   // what it found is nobody's: note [own words] in interp/perform.h
} operation;

struct cg_golden {
    const cg_plan *plan;
    cg_lockstep *lockstep;           // NULL: off
    cg_consistency_checker *checker; // NULL: off
    cg_windows *windows;             // NULL: off, or the table has logical time
    cg_ideal *ideal;                 // NULL: the design itself answers its loads
    operation *operations;           // by core * requests + tid
    cg_moving *moving;               // likewise: the transfer of which that is an operation
    int n_moving;                    // under way
    uint64_t moved;                  // operations of transfers that were answered
    uint32_t *asked;                 // by thread: operations so far
    cg_touched *mapped;              // global words that were written at places of local memories
    int requests, slots;             // of a core in flight, of a thread
    uint64_t cycle;
    char failure[256]; // empty: none
};

// The first line of a violation's text is the reason; the rest is for people.
static void note_violation(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    cg_golden *g = ctx;
    (void)cycle;
    if (g->failure[0]) return;
    snprintf(g->failure, sizeof g->failure, "%.*s", (int)strcspn(text, "\n"), text);
    fputs(text, stderr);
    if (has_addr && g->lockstep) cg_lockstep_print_history(g->lockstep, addr, stderr);
}

// ------------------------------------------------------------------------------ each operation exactly once
__attribute__((format(printf, 3, 4))) static void wrong(cg_golden *g, const operation *op, const char *fmt,
                                                        ...) {
    char what[160], text[240];
    int gid = (int)(op - g->operations);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    snprintf(text, sizeof text, "core %d thread %d: %s\n", gid / g->requests, gid % g->requests / g->slots,
             what);
    note_violation(g, text, g->cycle, true, op->request.addr);
}

static void judge_operation(cg_golden *g, operation *op) {
    if (!op->performed || !op->answered) return;
    char what[CG_REQUEST_TEXT];
    if (op->request.op != CG_STORE && op->value != op->data)
        wrong(g, op, "%s was answered with 0x%" PRIx32 ", it had 0x%" PRIx32 " where it took effect",
              cg_request_text(&op->request, what), op->data, op->value);
    op->asked = op->performed = op->answered = false;
}

static void note_performed(cg_golden *g, const cg_perform *p) {
    operation *op = &g->operations[p->thread];
    char what[CG_REQUEST_TEXT];
    if (!op->asked || op->performed) {
        wrong(g, op, "%s of 0x%" PRIx64 " takes effect %s", cg_op_name(p->kind), p->addr,
              op->asked ? "a second time" : "though no such operation is in flight");
        return;
    }
    if ((int)op->request.op != (int)p->kind || (op->request.addr & ~UINT64_C(3)) != p->place)
        wrong(g, op, "%s of 0x%" PRIx64 " takes effect, asked was %s", cg_op_name(p->kind), p->addr,
              cg_request_text(&op->request, what));
    op->performed = true;
    op->addr = p->addr;
    if (p->kind != CG_LOAD && p->addr != p->place) cg_touched_add(g->mapped, p->addr);
    op->value = p->old;
    if (p->kind == CG_LOAD) op->value = p->value;
    judge_operation(g, op);
}

static void judge_window(cg_golden *g, const cg_perform *p) {
    char text[240];
    if (cg_windows_perform(g->windows, p)) return;
    snprintf(text, sizeof text,
             "memory oracle: thread %d load 0x%" PRIx64 " = 0x%" PRIx32 ", cycle %" PRIu64
             ", which the word was at no time since it was asked for\n",
             p->thread, p->addr, p->value, p->cycle);
    note_violation(g, text, p->cycle, true, p->addr);
}

// Which of the thread's operations it is that the checker is told of next.
static void tell_order(cg_golden *g, const operation *op) {
    if (g->checker && g->slots > 1)
        cg_consistency_asked_as(g->checker, (unsigned)((int)(op - g->operations) / g->slots), op->order);
}

// Of no operation that was asked for.
static void judge_published(cg_golden *g, cg_perform *p) {
    operation *op = &g->operations[p->thread];
    if (!op->asked || !op->request.command)
        wrong(g, op, "a word is published to 0x%" PRIx64 ", and no command is in flight", p->addr);
    cg_touched_add(g->mapped, p->addr);
    judge_window(g, p);
    p->thread /= g->slots;
    if (g->checker) cg_consistency_published(g->checker, p);
}

static void judge_performed(void *ctx, const cg_perform *p) {
    cg_golden *g = ctx;
    cg_perform q = *p;
    const cg_request *asked = &g->operations[p->thread].request;
    cg_ideal_perform(g->ideal, &q);
    if (q.published) {
        judge_published(g, &q);
        return;
    }
    note_performed(g, &q);
    g->operations[p->thread].unknown = q.unknown && q.kind != CG_STORE;
    if (g->operations[p->thread].unknown) return;
    judge_window(g, &q);
    tell_order(g, &g->operations[p->thread]);
    q.thread = p->thread / g->slots;
    if (g->checker) cg_consistency_performed(g->checker, &q, asked);
}

static void accept_operation(cg_golden *g, int core, int tid, const cg_request *r) {
    cg_core_request q = {.tid = (unsigned)tid,
                         .op = cg_request_op(r),
                         .operands = r->operands,
                         .order = r->order,
                         .addr = r->addr,
                         .data = r->data,
                         .mask = r->mask,
                         .aop = r->aop,
                         .compare = r->compare};
    operation *op = &g->operations[core * g->requests + tid];
    if (op->asked) wrong(g, op, "is answered, but its %s never took effect", cg_op_name(op->request.op));
    if (r->op == CG_LOAD) cg_windows_load(g->windows, (unsigned)(op - g->operations), r->addr);
    *op = (operation){.asked = true,
                      .order = ++g->asked[(op - g->operations) / g->slots],
                      .request = *r,
                      .performed = r->op == CG_FENCE};
    cg_lockstep_core_request(g->lockstep, core, &q);
}

void cg_golden_accepted(cg_golden *g, int core, int tid, const cg_request *r) {
    if (g->lockstep == NULL) return;
    cg_moving *m = &g->moving[core * g->requests + tid];
    *m = cg_moving_begin(g->plan->spec, r);
    g->n_moving += m->kind != CG_NO_TRANSFER;
    if (m->kind == CG_NO_TRANSFER)
        accept_operation(g, core, tid, r);
    else if (cg_moving_next(m, core, 0))
        accept_operation(g, core, tid, &m->operation);
}

// Golden memory's word of the moment in which the load took effect.
static uint32_t ideal_answer(cg_golden *g, const operation *op, uint32_t data) {
    if (g->ideal == NULL || op->request.op != CG_LOAD) return data;
    if (!op->performed)
        wrong(g, op, "load of 0x%" PRIx64 " is answered before it takes effect", op->request.addr);
    return op->value;
}

// Does it ask for a word of a local memory whose lines may be of global ones?
static bool is_mapped(const cg_golden *g, const cg_request *r) {
    const cg_spec *s = g->plan->spec;
    if (!cg_addr_is_local(r->addr)) return false;
    return s->machines[cg_taker_at(s, cg_addr_core(r->addr), true).machine].mapped;
}

static uint32_t answer_operation(cg_golden *g, int core, int tid, const cg_request *r, uint32_t data) {
    operation *op = &g->operations[core * g->requests + tid];
    data = ideal_answer(g, op, data);
    op->answered = true;
    op->data = data;
    if (r->op == CG_FENCE) tell_order(g, op);
    cg_request told = *r;
    if (is_mapped(g, r) && r->op != CG_FENCE) {
        if (!op->performed)
            wrong(g, op, "%s is answered before it takes effect, so nobody knows of which global word it is",
                  cg_op_name(r->op));
        told.addr = op->addr;
    }
    if (g->checker && !r->command && !op->unknown) // to models a command is nothing
        cg_consistency_answered(g->checker, (unsigned)((core * g->requests + tid) / g->slots), &told, data,
                                g->cycle);
    judge_operation(g, op);
    return data;
}

uint32_t cg_golden_answered(cg_golden *g, int core, int tid, const cg_request *r, uint32_t data) {
    char what[120];
    if (g->lockstep == NULL) return data;
    cg_moving *m = &g->moving[core * g->requests + tid];
    if (m->kind == CG_NO_TRANSFER) return answer_operation(g, core, tid, r, data);
    if (!cg_moving_ends(m, data, what, sizeof what))
        wrong(g, &g->operations[core * g->requests + tid], "%s", what);
    m->kind = CG_NO_TRANSFER;
    g->n_moving--;
    return data;
}

// What a transfer asks for next follows the answer to what it asked for before: where the records have shown
// that, the shadow's request is free.
static void step_transfer(cg_golden *g, int core, int tid) {
    cg_moving *m = &g->moving[core * g->requests + tid];
    const cg_shadow *shadow = cg_lockstep_shadow(g->lockstep);
    if (m->kind == CG_NO_TRANSFER || !m->asks) return;
    if (*cg_shadow_status_of(cg_lockstep_shadow(g->lockstep), core, (uint32_t)tid) != CG_FREE) return;
    const uint32_t data = cg_shadow_asked(shadow, core, (uint32_t)tid)->data;
    answer_operation(g, core, tid, &m->operation, data);
    g->moved++;
    if (cg_moving_next(m, core, data)) accept_operation(g, core, tid, &m->operation);
}

uint64_t cg_golden_moved(const cg_golden *g) {
    return g->moved;
}

const cg_touched *cg_golden_mapped(const cg_golden *g) {
    return g->mapped;
}

void cg_golden_accept(cg_golden *g, const char *kind) {
    if (g->checker) cg_consistency_accept(g->checker, kind);
}

void cg_golden_pages(cg_golden *g, const cg_pages *pages) {
    if (g->lockstep) cg_lockstep_shadow(g->lockstep)->pages = *pages;
}

void cg_golden_used(void *golden, uint32_t result, bool used) {
    cg_golden *g = golden;
    if (g->checker) cg_consistency_used(g->checker, result, used);
}

// --------------------------------------------------------------------------------------------- the models
static bool make_oracle(cg_golden *g, const cg_model *model) {
    const cg_spec *spec = g->plan->spec;
    char err[400];
    if (!cg_consistency_judges(model)) {
        fprintf(stderr, "note: the memory oracle does not judge model %s; it is off\n", model->name);
        return true;
    }
    cg_oracle_config config = {.threads = (unsigned)(spec->cores * spec->threads),
                               .of_core = (unsigned)spec->threads,
                               .witness = cg_has_logical_time(spec), // then that order is judged too
                               .max_violations = 1,
                               .violation = note_violation,
                               .ctx = g};
    if (cg_model_total(model)) g->windows = cg_windows_new(spec);
    g->checker = cg_consistency_new(model, &config, err, sizeof err);
    if (g->checker == NULL) fprintf(stderr, "%s\n", err);
    return g->checker != NULL;
}

cg_golden *cg_golden_new(const cg_plan *plan, const cg_golden_options *o) {
    cg_golden *g = calloc(1, sizeof *g);
    if (g == NULL) abort();
    g->plan = plan;
    g->requests = (int)plan->spec->requests;
    g->slots = (int)plan->spec->slots;
    if (!o->lockstep) return g;
    g->operations = calloc(plan->spec->cores * plan->spec->requests, sizeof *g->operations);
    g->asked = calloc(plan->spec->cores * plan->spec->threads, sizeof *g->asked);
    g->moving = calloc(plan->spec->cores * plan->spec->requests, sizeof *g->moving);
    g->mapped = cg_touched_new();
    if (g->operations == NULL || g->asked == NULL || g->moving == NULL || g->mapped == NULL) abort();
    cg_lockstep_config config = {.perform = judge_performed,
                                 .violation = note_violation,
                                 .ctx = g,
                                 .max_violations = 1,
                                 .inputs = o->inputs};
    g->ideal = cg_ideal_new(plan->spec);
    g->lockstep = cg_lockstep_new(plan, &config);
    if (!o->oracle || make_oracle(g, o->model)) return g;
    cg_golden_free(g);
    return NULL;
}

void cg_golden_free(cg_golden *g) {
    if (g == NULL) return;
    if (g->lockstep) cg_lockstep_free(g->lockstep);
    cg_consistency_free(g->checker);
    cg_windows_free(g->windows);
    cg_ideal_free(g->ideal);
    cg_touched_free(g->mapped);
    CG_FREE(g->operations, g->asked, g->moving, g);
}

static void first_contents(void *ctx, uint64_t addr, const void *bytes, size_t n) {
    cg_golden *g = ctx;
    cg_lockstep_init_memory(g->lockstep, addr, bytes, n);
    cg_ideal_init(g->ideal, addr, bytes, n);
    cg_windows_init(g->windows, addr, bytes, n);
    for (size_t i = 0; g->checker && i < n; i += 4) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)bytes + i, sizeof word);
        if (word) cg_consistency_init(g->checker, addr + i, word);
    }
}

void cg_golden_memory(cg_golden *g, const cg_sparse *b) {
    if (g->lockstep) cg_sparse_each(b, first_contents, g);
}

void cg_golden_time(cg_golden *g, uint64_t ticks) {
    if (g->lockstep) cg_lockstep_time(g->lockstep, ticks);
}

void cg_golden_step(cg_golden *g, const uint32_t *trace, uint64_t cycle) {
    g->cycle = cycle;
    if (g->lockstep) cg_lockstep_step(g->lockstep, trace, cycle);
    for (int core = 0; g->n_moving && core < (int)g->plan->spec->cores; core++)
        for (int tid = 0; tid < g->requests; tid++) step_transfer(g, core, tid);
}

typedef struct {
    const cg_sparse *memory;
    const cg_touched *written;
    cg_shadow *shadow;
} last_contents;

// A word of a core's local memory, as it should be: no program of another core can load it. What the memory
// has there for a global word is not it: note [own words] in interp/perform.h.
static bool last_local_value(cg_shadow *s, uint64_t addr, uint32_t *value) {
    const cg_controller at = cg_taker_at(s->spec, cg_addr_core(addr), true);
    const cg_shadow_machine *m = &s->machines[at.machine];
    const uint64_t place = cg_addr_place(addr);
    const cg_block *b = cg_shadow_block(s, at.machine, at.node, place);
    memcpy(value, cg_block_word(m, b, place), sizeof *value);
    return cg_block_owns_word(m, b, place);
}

static bool last_value_of(void *ctx, uint64_t addr, uint32_t *value) {
    const last_contents *last = ctx;
    if (cg_addr_is_local(addr)) return last_local_value(last->shadow, addr, value);
    if (!cg_touched_get(last->written, addr, value)) *value = cg_sparse_ld(last->memory, addr);
    return true;
}

void cg_golden_finish(cg_golden *g, const cg_sparse *memory, const cg_touched *final) {
    char why[200];
    if (g->lockstep == NULL) return;
    last_contents last = {memory, final, cg_lockstep_shadow(g->lockstep)};
    cg_lockstep_finish(g->lockstep);
    for (size_t i = 0; i < g->plan->spec->cores * g->plan->spec->requests; i++) {
        const operation *op = &g->operations[i];
        char what[CG_REQUEST_TEXT];
        if (op->asked) wrong(g, op, "%s never took effect", cg_request_text(&op->request, what));
    }
    if (!cg_ideal_finish(g->ideal, cg_lockstep_shadow(g->lockstep), why, sizeof why))
        note_violation(g, why, g->cycle, false, 0);
    if (g->checker) cg_consistency_finish(g->checker, final ? last_value_of : NULL, &last);
}

const char *cg_golden_failure(const cg_golden *g) {
    return g->failure[0] ? g->failure : NULL;
}

bool cg_golden_peek(cg_golden *g, const char *machine, int node, const char *space, const char *field,
                    uint64_t addr, uint64_t *value) {
    return g->lockstep && cg_lockstep_peek(g->lockstep, machine, node, space, field, addr, value);
}

void cg_golden_pending(const cg_golden *g, FILE *out) {
    if (g->lockstep) cg_lockstep_print_pending(g->lockstep, out);
}

void cg_golden_history(const cg_golden *g, uint64_t addr, FILE *out) {
    if (g->lockstep) cg_lockstep_print_history(g->lockstep, addr, out);
}

// ----------------------------------------------------------------------------------------------- the report

// Which rules count is coverage.h's to say; these are the ids of those that never fired.
static json_object *rules_not_fired(const cg_golden *g, const cg_coverage *c) {
    json_object *list = json_object_new_array();
    for (int m = 0; m < g->plan->spec->n_machines; m++) {
        const cg_machine *machine = &g->plan->spec->machines[m];
        for (int i = 0; i < machine->n_rules; i++) {
            const cg_rule *r = &machine->rules[i];
            if (c->rules[m][i].fired == 0 && !r->impossible && !r->stalls)
                json_object_array_add(list, json_object_new_string(r->id));
        }
    }
    return list;
}

void cg_golden_report(const cg_golden *g, json_object *report) {
    if (g->lockstep == NULL) return;
    json_object *lockstep = json_object_new_object(), *coverage = json_object_new_object();
    const cg_coverage *c = cg_lockstep_coverage(g->lockstep);
    cg_coverage_summary sum = cg_coverage_sum(c);
    cg_json_put_count(lockstep, "transitions", cg_lockstep_transitions(g->lockstep));
    cg_json_put_count(lockstep, "violations", (uint64_t)cg_lockstep_violations(g->lockstep));
    cg_json_put_count(coverage, "rules", sum.rules);
    cg_json_put_count(coverage, "rules_fired", sum.rules_fired);
    cg_json_put_count(coverage, "guards", sum.guards);
    cg_json_put_count(coverage, "guards_toggled", sum.guards_toggled);
    json_object_object_add(coverage, "not_fired", rules_not_fired(g, c));
    json_object_object_add(report, "lockstep", lockstep);
    if (g->checker) json_object_object_add(report, "oracle", cg_consistency_report(g->checker));
    json_object_object_add(report, "coverage", coverage);
}

bool cg_golden_coverage(const cg_golden *g, const char *path) {
    FILE *out = fopen(path, "w");
    if (out == NULL) return false;
    bool written = g->lockstep == NULL || cg_coverage_write_json(cg_lockstep_coverage(g->lockstep), out);
    return (fclose(out) == 0) && written;
}
