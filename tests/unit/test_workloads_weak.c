// Workloads on a memory that is as weak as model wo allows: they have the fences that they need, and no more
// threads poll than must.
#include <criterion/criterion.h>

#include "base/rng.h"
#include "cases.h"
#include "workload_bench.h"

// A machine that does no more than model wo asks for: a store is answered at once and done some time later,
// stores of several words in any order; an access waits for the thread's own stores to its word, a fence for
// all of them.
typedef struct {
    int thread; // of the system; -1: free
    cg_request request;
} late_store;

enum { MOST_LATE = 64, A_STORE_A_CYCLE_OF = 16 };

typedef struct {
    bench *b;
    cg_rng rng;
    late_store late[MOST_LATE]; // in the order of the answers
    int n;
} weak_machine;

static void do_late(weak_machine *w, int i) {
    const cg_request *r = &w->late[i].request;
    cg_sparse_st(w->b->memory, r->addr, r->data, r->mask);
    memmove(&w->late[i], &w->late[i + 1], (size_t)(--w->n - i) * sizeof *w->late);
}

// The first of a word, of the thread's for a fence.
static bool before(const late_store *s, int thread, const cg_request *r) {
    return s->thread == thread && (r->op == CG_FENCE || s->request.addr == r->addr);
}

static void do_before(weak_machine *w, int thread, const cg_request *r) {
    for (int i = 0; i < w->n;) {
        if (before(&w->late[i], thread, r))
            do_late(w, i);
        else
            i++;
    }
}

static void do_one(weak_machine *w) {
    int i = (int)cg_rng_below(&w->rng, (uint64_t)w->n), first = 0;
    while (!before(&w->late[first], w->late[i].thread, &w->late[i].request)) first++;
    do_late(w, first);
}

static uint32_t weak_access(weak_machine *w, int thread, const cg_request *r) {
    if (r->op == CG_STORE) {
        if (w->n == MOST_LATE) do_one(w);
        w->late[w->n++] = (late_store){thread, *r};
        return 0;
    }
    do_before(w, thread, r);
    if (r->op == CG_FENCE) return 0;
    uint32_t old = cg_sparse_ld(w->b->memory, r->addr);
    if (r->op == CG_ATOMIC)
        cg_sparse_st(w->b->memory, r->addr, cg_amo_apply((cg_amo_op)r->aop, old, r->data, r->compare), 0xf);
    return old;
}

static void weak_cycle(weak_machine *w) {
    bench *b = w->b;
    for (int core = 0; core < b->env.cores; core++) {
        int tid;
        const cg_request *r = cg_scheduler_offer(b->scheduler, core, &tid);
        if (r == NULL) continue;
        const cg_request copy = *r;
        cg_scheduler_accepted(b->scheduler, core);
        cg_scheduler_answer(b->scheduler, core, tid, weak_access(w, core * b->env.threads + tid, &copy));
    }
    if (w->n && cg_rng_below(&w->rng, A_STORE_A_CYCLE_OF) == 0) do_one(w);
}

static bool run_weakly(bench *b) {
    weak_machine w = {.b = b, .rng = cg_rng_new(3, 4)};
    for (uint64_t cycle = 1; cg_scheduler_busy(b->scheduler); cycle++) {
        if (cycle > MOST_OPS) return false;
        cg_scheduler_tick(b->scheduler, cycle);
        weak_cycle(&w);
    }
    while (w.n) do_late(&w, 0);
    return true;
}

static void step_weakly(void *arg) {
    (void)run_weakly(arg);
}

// Does the workload pass on it? It may also not end: a lock whose word was overtaken.
static bool passes_weakly(const char *name, int cores, int threads, bool fences) {
    bench b;
    bench_set_up(&b, name, cores, threads, NULL, 0);
    cg_scheduler_free(b.scheduler);
    cg_scheduler_options o = {
        .cores = cores, .threads = threads, .seed = 5, .random_order = true, .fences = fences};
    b.scheduler = cg_scheduler_new(&o);
    bench_prepare(&b.env, b.scheduler, step_weakly, &b);
    cg_scheduler_start(b.scheduler, cg_env_thread, &b.env);
    bool good = run_weakly(&b);
    if (good && cg_env_joins(&b.env)) {
        cg_scheduler_start(b.scheduler, cg_env_join, &b.env);
        good = run_weakly(&b);
    }
    if (good && b.env.workload->check) {
        cg_scheduler_start_one(b.scheduler, 0, cg_env_check, &b.env);
        good = run_weakly(&b);
    }
    good = good && b.env.failure[0] == '\0';
    bench_tear_down(&b);
    return good;
}

Test(workloads, all_have_the_fences_that_a_weak_memory_asks_for) {
    for (size_t i = 0; cg_workloads[i]; i++) {
        if (bench_needs_file(cg_workloads[i]->name)) continue;
        cr_expect(passes_weakly(cg_workloads[i]->name, 4, 4, true), "%s", cg_workloads[i]->name);
        cr_expect(passes_weakly(cg_workloads[i]->name, 3, 2, true), "%s", cg_workloads[i]->name);
    }
}

Test(workloads, a_weak_memory_shows_where_fences_lack) {
    long_search();
    static const char *const names[] = {"spin_mutex", "fa_mutex", "work_steal", "stencil",   "hash_table",
                                        "bfs",        "mutex",    "semaphore",  "two_level", "kernels"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(!passes_weakly(names[i], 4, 4, false), "%s", names[i]);
}

// Runs the threads and no more; how many atomics threads asked for that are not the first of their core.
static uint64_t atomics_of_others(const char *name, int cores, int threads) {
    bench b;
    uint64_t n = 0;
    bench_set_up(&b, name, cores, threads, NULL, 0);
    weak_machine w = {.b = &b, .rng = cg_rng_new(3, 4)};
    cg_scheduler_start(b.scheduler, cg_env_thread, &b.env);
    for (uint64_t cycle = 1; cg_scheduler_busy(b.scheduler) && cycle < MOST_OPS; cycle++) {
        cg_scheduler_tick(b.scheduler, cycle);
        for (int core = 0; core < cores; core++) {
            int tid;
            const cg_request *r = cg_scheduler_offer(b.scheduler, core, &tid);
            if (r == NULL) continue;
            const cg_request copy = *r;
            n += r->op == CG_ATOMIC && tid != 0;
            cg_scheduler_accepted(b.scheduler, core);
            cg_scheduler_answer(b.scheduler, core, tid, weak_access(&w, core * threads + tid, &copy));
            while (w.n) do_late(&w, 0);
        }
    }
    cr_expect(!cg_scheduler_busy(b.scheduler) && b.env.failure[0] == '\0', "%s: %s", name, b.env.failure);
    bench_tear_down(&b);
    return n;
}

Test(workloads, of_a_core_one_thread_polls_for_all_at_a_barrier) {
    cr_expect(atomics_of_others("stencil", 4, 4) == 0);
    cr_expect(atomics_of_others("tree_barrier", 3, 4) == 0);
}
