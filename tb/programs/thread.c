#include "thread.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "coroutine.h"
#include "lang/command.h"
#include "lang/local.h"

// Of a thread: BLOCKED waits for an answer.
typedef enum { DONE, RUNNING, BLOCKED, PAUSED } state;
// Of an operation: QUEUED for the core's port, SENT, ANSWERED and not fetched yet.
typedef enum { FREE, QUEUED, SENT, ANSWERED } step;

// What a blocked thread waits for, beside the number of an operation: that some is free, that all are.
enum { ANY = -1, ALL = -2 };

typedef struct {
    step step;
    bool posted;   // nobody fetches the answer
    uint64_t wake; // QUEUED: issued in this cycle or later
    cg_request request;
    uint32_t result;
    uint64_t asked, accepted, answered; // cycles
} operation;

struct cg_thread {
    cg_scheduler *scheduler;
    cg_coroutine coroutine;
    int id, core, slot;
    state state;
    int awaited;   // BLOCKED: the operation, ANY or ALL
    uint64_t wake; // PAUSED: cycle
    operation ops[CG_MAX_SLOTS];
    int queue[CG_MAX_SLOTS], n_queued; // those that are QUEUED, in the order of asking
    int n_sent;
    operation last; // the last one whose answer was waited for
    cg_body *body;
    void *arg;
    cg_rng rng;
    uint64_t operands[CG_MAX_OPERANDS]; // that its accesses to the local memory bring
};

// Sets of a core's threads, bit = number on the core: those with an operation to issue, those with one to
// issue later, those that pause, those with one that is sent.
typedef struct {
    uint64_t ready, later, paused, waiting;
    uint64_t next_wake; // earliest of `later` and `paused`
    int offered;        // thread whose request is at the port, -1: none
    int turn;           // thread after the one that issued last
} core;

struct cg_scheduler {
    cg_scheduler_options o;
    int n_threads, n_busy, n_outstanding;
    cg_thread *threads;
    core *cores;
    uint64_t cycle;
    uint32_t n_results; // numbers given to words that are loaded
    cg_rng rng;
    cg_coroutine_home home; // where a thread was resumed
    cg_scheduler_stats stats;
};

static void leave_to_scheduler(cg_thread *t) {
    cg_coroutine_leave(&t->coroutine);
}

static void run_body(void *thread) {
    cg_thread *t = thread;
    t->body(t, t->arg);
    cg_settle(t);
    t->state = DONE;
    t->scheduler->n_busy--;
}

static void wake_at(cg_thread *t, uint64_t *set, uint64_t cycle) {
    core *c = &t->scheduler->cores[t->core];
    *set |= UINT64_C(1) << t->slot;
    if (cycle < c->next_wake) c->next_wake = cycle;
}

// Puts the thread into its core's sets, by the first of its queued operations.
static void note_queue(cg_thread *t) {
    core *c = &t->scheduler->cores[t->core];
    const uint64_t bit = UINT64_C(1) << t->slot;
    c->ready &= ~bit;
    c->later &= ~bit;
    if (t->n_queued == 0) return;
    const uint64_t wake = t->ops[t->queue[0]].wake;
    if (wake > t->scheduler->cycle)
        wake_at(t, &c->later, wake);
    else
        c->ready |= bit;
}

// The operation before this one held it up: note [SC stalls].
static void count_stall(cg_scheduler *c, const cg_thread *t) {
    const uint64_t cycles = t->last.answered - t->last.accepted;
    if (c->o.slots > 1 || t->last.answered != c->cycle || cycles <= CG_QUICK) return;
    c->stats.stall[t->last.request.op].count++;
    c->stats.stall[t->last.request.op].cycles += cycles;
}

static int free_operation(const cg_thread *t) {
    for (int k = 0; k < t->scheduler->o.slots; k++)
        if (t->ops[k].step == FREE) return k;
    return ANY;
}

static bool all_free(const cg_thread *t) {
    int n = 0;
    for (int k = 0; k < t->scheduler->o.slots; k++) n += t->ops[k].step != FREE;
    return n == 0;
}

static bool is_over(const cg_thread *t, int awaited) {
    if (awaited == ANY) return free_operation(t) != ANY;
    return awaited == ALL ? all_free(t) : t->ops[awaited].step == ANSWERED;
}

static void wait_for(cg_thread *t, int awaited) {
    while (!is_over(t, awaited)) {
        t->state = BLOCKED;
        t->awaited = awaited;
        leave_to_scheduler(t);
    }
}

static cg_ticket begin_there(cg_thread *t, cg_request r, bool posted) {
    cg_scheduler *c = t->scheduler;
    wait_for(t, ANY);
    count_stall(c, t);
    const int k = free_operation(t);
    operation *op = &t->ops[k];
    if (r.op != CG_FENCE && cg_addr_is_local(r.addr)) memcpy(r.operands, t->operands, sizeof r.operands);
    *op = (operation){.step = QUEUED, .posted = posted, .request = r, .asked = c->cycle, .wake = c->cycle};
    if (c->o.delay_max) op->wake += cg_rng_below(&c->rng, c->o.delay_max + 1u);
    t->queue[t->n_queued++] = k;
    if (t->n_queued == 1) note_queue(t);
    return k;
}

uint32_t cg_await(cg_thread *t, cg_ticket ticket) {
    wait_for(t, ticket);
    t->ops[ticket].step = FREE;
    t->last = t->ops[ticket];
    return t->last.result;
}

void cg_settle(cg_thread *t) {
    wait_for(t, ALL);
}

static uint32_t operate_there(cg_thread *t, cg_request r) {
    return cg_await(t, begin_there(t, r, false));
}

static cg_request scattered(const cg_thread *t, cg_request r) {
    const cg_scatter *s = t->scheduler->o.scatter;
    if (s && r.op != CG_FENCE && !cg_addr_is_local(r.addr)) r.addr = cg_scattered(s, r.addr);
    return r;
}

// Between a thread's operations, whatever its program is: they change nothing that it may rely on.
static void ask_for_command(cg_thread *t) {
    cg_scheduler *c = t->scheduler;
    if (!c->o.commands || cg_rng_below(&c->rng, 100) >= c->o.often) return;
    operate_there(t, cg_command_drawn(c->o.commands, &c->rng));
}

void cg_bring(cg_thread *t, const uint64_t *operands) {
    memcpy(t->operands, operands, sizeof t->operands);
}

void cg_post_there(cg_thread *t, const cg_request *q) {
    begin_there(t, *q, true);
}

cg_ticket cg_begin(cg_thread *t, const cg_request *q) {
    return begin_there(t, scattered(t, *q), false);
}

void cg_post(cg_thread *t, const cg_request *q) {
    begin_there(t, scattered(t, *q), true);
}

uint32_t cg_ask(cg_thread *t, const cg_request *q) {
    ask_for_command(t);
    return operate_there(t, scattered(t, *q));
}

uint32_t cg_ask_there(cg_thread *t, const cg_request *q) {
    return operate_there(t, *q);
}

void cg_pause(cg_thread *t, unsigned cycles) {
    if (cycles == 0) return;
    t->wake = t->scheduler->cycle + cycles;
    t->state = PAUSED;
    wake_at(t, &t->scheduler->cores[t->core].paused, t->wake);
    leave_to_scheduler(t);
}

void cg_wake(cg_thread *t) {
    core *c = &t->scheduler->cores[t->core];
    if (t->state != PAUSED) return;
    t->wake = t->scheduler->cycle + 1;
    if (t->wake < c->next_wake) c->next_wake = t->wake;
}

uint32_t cg_result_number(cg_thread *t) {
    return ++t->scheduler->n_results;
}

void cg_result_used(cg_thread *t, uint32_t result, bool used) {
    const cg_scheduler_options *o = &t->scheduler->o;
    if (o->used) o->used(o->ctx, result, used);
}

int cg_tid(const cg_thread *t) {
    return t->id;
}
int cg_core(const cg_thread *t) {
    return t->core;
}
int cg_local_tid(const cg_thread *t) {
    return t->slot;
}
const cg_scheduler_options *cg_options_of(const cg_thread *t) {
    return &t->scheduler->o;
}
int cg_slots(const cg_thread *t) {
    return t->scheduler->o.slots;
}
int cg_threads(const cg_thread *t) {
    return t->scheduler->n_threads;
}
uint64_t cg_rand(cg_thread *t) {
    return cg_rng_next(&t->rng);
}
uint64_t cg_cycle(const cg_thread *t) {
    return t->scheduler->cycle;
}
uint64_t cg_accepted(const cg_thread *t) {
    return t->last.accepted;
}
uint64_t cg_answered(const cg_thread *t) {
    return t->last.answered;
}

// ---------------------------------------------------------------------------------------- the scheduler
cg_scheduler *cg_scheduler_new(const cg_scheduler_options *o) {
    cg_scheduler *c = calloc(1, sizeof *c);
    if (c == NULL) abort();
    c->o = *o;
    if (c->o.slots < 1) c->o.slots = 1;
    c->rng = cg_rng_new(o->seed, 0x20000);
    c->n_threads = o->cores * o->threads;
    c->threads = calloc((size_t)c->n_threads, sizeof *c->threads);
    c->cores = calloc((size_t)o->cores, sizeof *c->cores);
    if (c->threads == NULL || c->cores == NULL) abort();
    for (int i = 0; i < c->n_threads; i++)
        c->threads[i] = (cg_thread){.scheduler = c,
                                    .id = i,
                                    .core = i / o->threads,
                                    .slot = i % o->threads,
                                    .rng = cg_rng_new(o->seed, 0x30000 + (uint64_t)i)};
    for (int i = 0; i < o->cores; i++) c->cores[i] = (core){.next_wake = UINT64_MAX, .offered = -1};
    return c;
}

void cg_scheduler_free(cg_scheduler *c) {
    if (c == NULL) return;
    for (int i = 0; i < c->n_threads; i++) cg_coroutine_free(&c->threads[i].coroutine);
    CG_FREE(c->threads, c->cores, c);
}

void cg_scheduler_start_one(cg_scheduler *c, int tid, cg_body *body, void *arg) {
    cg_thread *t = &c->threads[tid];
    if (t->state != DONE) abort(); // a caller's mistake
    cg_coroutine_start(&t->coroutine, &c->home, run_body, t);
    t->body = body;
    t->arg = arg;
    t->wake = 0;
    c->n_busy++;
    t->state = PAUSED; // entered when it wakes
    wake_at(t, &c->cores[t->core].paused, 0);
}

void cg_scheduler_start(cg_scheduler *c, cg_body *body, void *arg) {
    for (int i = 0; i < c->n_threads; i++) cg_scheduler_start_one(c, i, body, arg);
}

bool cg_scheduler_busy(const cg_scheduler *c) {
    return c->n_busy > 0;
}

bool cg_scheduler_due(const cg_scheduler *c) {
    if (c->n_outstanding > 0) return true;
    for (int i = 0; i < c->o.cores; i++)
        if (c->cores[i].offered >= 0) return true;
    return false;
}

// Is it at the port, or before it, or sent?
static bool is_due(const cg_scheduler *c, const operation *op) {
    return op->step == SENT || (op->step == QUEUED && op->wake <= c->cycle);
}

const cg_request *cg_scheduler_oldest(const cg_scheduler *c, int *core, uint64_t *since) {
    const cg_request *oldest = NULL;
    for (int i = 0; i < c->n_threads * c->o.slots; i++) {
        const cg_thread *t = &c->threads[i / c->o.slots];
        const operation *op = &t->ops[i % c->o.slots];
        if (!is_due(c, op) || (oldest && op->asked >= *since)) continue;
        oldest = &op->request;
        *core = t->core;
        *since = op->asked;
    }
    return oldest;
}

const cg_scheduler_stats *cg_scheduler_stats_of(const cg_scheduler *c) {
    return &c->stats;
}

void cg_scheduler_forget(cg_scheduler *c) {
    c->stats = (cg_scheduler_stats){0};
}

uint64_t cg_scheduler_operations(const cg_scheduler_stats *s) {
    return s->latency[CG_LOAD].count + s->latency[CG_STORE].count + s->latency[CG_ATOMIC].count;
}

static cg_thread *thread_at(const cg_scheduler *c, int core, int slot) {
    return &c->threads[core * c->o.threads + slot];
}

static void run_thread(cg_thread *t) {
    t->state = RUNNING;
    cg_coroutine_resume(&t->coroutine);
}

static void wake(cg_scheduler *c, int core_index) {
    core *k = &c->cores[core_index];
    uint64_t left = k->paused | k->later;
    k->next_wake = UINT64_MAX;
    for (; left; left &= left - 1) {
        cg_thread *t = thread_at(c, core_index, __builtin_ctzll(left));
        const uint64_t bit = left & -left;
        if (k->later & bit) note_queue(t);
        if (!(k->paused & bit)) continue;
        k->paused &= ~bit;
        if (t->wake > c->cycle)
            wake_at(t, &k->paused, t->wake);
        else
            run_thread(t);
    }
}

void cg_scheduler_tick(cg_scheduler *c, uint64_t cycle) {
    c->cycle = cycle;
    for (int i = 0; i < c->o.cores; i++)
        if (c->cores[i].next_wake <= cycle) wake(c, i);
}

static void count_core(cg_scheduler_stats *s, const core *k) {
    const bool idle = k->offered < 0 && k->ready == 0;
    const uint64_t asleep = k->paused | k->later;
    if (k->offered < 0 && (k->ready | asleep | k->waiting) == 0) return;
    s->core_cycles++;
    s->core_stalled += idle && asleep == 0;
}

static int choose_slot(cg_scheduler *c, const core *k) {
    if (c->o.random_order) {
        uint64_t left = k->ready;
        for (uint64_t skip = cg_rng_below(&c->rng, (uint64_t)__builtin_popcountll(left)); skip > 0; skip--)
            left &= left - 1;
        return __builtin_ctzll(left);
    }
    uint64_t from_turn = k->turn < 64 ? k->ready >> k->turn << k->turn : 0;
    return __builtin_ctzll(from_turn ? from_turn : k->ready);
}

const cg_request *cg_scheduler_offer(cg_scheduler *c, int core_index, int *tid) {
    core *k = &c->cores[core_index];
    count_core(&c->stats, k);
    if (k->offered < 0) {
        if (k->ready == 0) return NULL;
        k->offered = choose_slot(c, k);
        k->turn = k->offered + 1;
    }
    const cg_thread *t = thread_at(c, core_index, k->offered);
    *tid = k->offered * c->o.slots + t->queue[0];
    return &t->ops[t->queue[0]].request;
}

void cg_scheduler_accepted(cg_scheduler *c, int core_index) {
    core *k = &c->cores[core_index];
    cg_thread *t = thread_at(c, core_index, k->offered);
    operation *op = &t->ops[t->queue[0]];
    k->offered = -1;
    op->step = SENT;
    op->accepted = c->cycle;
    memmove(t->queue, t->queue + 1, (size_t)--t->n_queued * sizeof *t->queue);
    note_queue(t);
    c->stats.issue_wait += c->cycle - op->asked;
    c->n_outstanding++;
    t->n_sent++;
    k->waiting |= UINT64_C(1) << t->slot;
}

static void count_latency(cg_latency *l, uint64_t cycles) {
    int bucket = cycles <= 1 ? 0 : 64 - __builtin_clzll(cycles - 1);
    if (l->count == 0 || cycles < l->min) l->min = cycles;
    if (cycles > l->max) l->max = cycles;
    l->count++;
    l->sum += cycles;
    l->bucket[bucket < CG_LATENCY_BUCKETS ? bucket : CG_LATENCY_BUCKETS - 1]++;
}

static operation *sent_operation(const cg_scheduler *c, int core_index, int tid) {
    if (tid < 0 || tid >= c->o.threads * c->o.slots) return NULL;
    operation *op = &thread_at(c, core_index, tid / c->o.slots)->ops[tid % c->o.slots];
    return op->step == SENT ? op : NULL;
}

const cg_request *cg_scheduler_waits_for(const cg_scheduler *c, int core_index, int tid) {
    const operation *op = sent_operation(c, core_index, tid);
    return op ? &op->request : NULL;
}

bool cg_scheduler_answer(cg_scheduler *c, int core_index, int tid, uint32_t data) {
    operation *op = sent_operation(c, core_index, tid);
    if (op == NULL) return false;
    cg_thread *t = thread_at(c, core_index, tid / c->o.slots);
    const uint64_t cycles = c->cycle - op->accepted;
    op->step = op->posted ? FREE : ANSWERED;
    op->result = data;
    op->answered = c->cycle;
    c->n_outstanding--;
    if (--t->n_sent == 0) c->cores[core_index].waiting &= ~(UINT64_C(1) << t->slot);
    count_latency(&c->stats.latency[op->request.op], cycles);
    if (cycles <= CG_QUICK) {
        c->stats.quick[op->request.op]++;
        c->stats.quick_cycles[op->request.op] += cycles;
    }
    if (t->state == BLOCKED && is_over(t, t->awaited)) run_thread(t);
    return true;
}

static void print_operation(const cg_scheduler *c, const cg_thread *t, const operation *op, FILE *out) {
    char what[CG_REQUEST_TEXT];
    const uint64_t since = op->step == SENT ? op->accepted : op->asked;
    if (op->step != SENT && op->step != QUEUED) return;
    fprintf(out, "  core %d thread %d: %s %s for %llu cycles\n", t->core, t->slot,
            cg_request_text(&op->request, what),
            op->step == SENT ? "accepted, without an answer" : "not accepted",
            (unsigned long long)(c->cycle - since));
}

void cg_scheduler_print(const cg_scheduler *c, FILE *out) {
    for (int i = 0; i < c->n_threads; i++) {
        const cg_thread *t = &c->threads[i];
        if (t->state == PAUSED)
            fprintf(out, "  core %d thread %d: pauses until cycle %llu\n", t->core, t->slot,
                    (unsigned long long)t->wake);
        for (int k = 0; k < c->o.slots; k++) print_operation(c, t, &t->ops[k], out);
    }
}

// ------------------------------------------------------------------------------------ functional backend
static uint32_t perform_in_memory(cg_sparse *m, const cg_request *r) {
    if (r->op == CG_FENCE) return 0;
    uint32_t old = cg_sparse_ld(m, r->addr);
    if (r->op == CG_STORE) cg_sparse_st(m, r->addr, r->data, r->mask);
    if (r->op == CG_ATOMIC)
        cg_sparse_st(m, r->addr, cg_amo_apply((cg_amo_op)r->aop, old, r->data, r->compare), 0xf);
    return r->op == CG_STORE ? 0 : old;
}

bool cg_scheduler_run(cg_scheduler *c, cg_sparse *memory, uint64_t max_ops) {
    for (uint64_t ops = 0; cg_scheduler_busy(c) && ops < max_ops;) {
        cg_scheduler_tick(c, c->cycle + 1);
        for (int i = 0; i < c->o.cores; i++) {
            int tid, core_index = (int)cg_rng_below(&c->rng, (uint64_t)c->o.cores);
            const cg_request *r = cg_scheduler_offer(c, core_index, &tid);
            if (r == NULL) continue;
            cg_scheduler_accepted(c, core_index);
            cg_scheduler_answer(c, core_index, tid, perform_in_memory(memory, r));
            ops++;
        }
    }
    return !cg_scheduler_busy(c);
}
