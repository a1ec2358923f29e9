#define _DEFAULT_SOURCE
// Every workload on the functional backend: an instant, sequentially consistent memory. What passes here and
// not on a design is the design's fault; and a workload must notice a memory that is wrong.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "cases.h"
#include "programs/graph.h"
#include "programs/thread.h"
#include "programs/workload.h"

enum { MOST_OPS = 2000000 };

typedef struct {
    cg_env env;
    cg_sparse *memory;
    cg_crew *crew;
} bench;

static bench *set_up(bench *b, const char *name, int cores, int threads, const cg_choice *choices, size_t n) {
    *b = (bench){.memory = cg_sparse_new()};
    b->env = (cg_env){.cores = cores,
                      .threads = threads,
                      .partitions = 2,
                      .line_bytes = 64,
                      .addr_bits = 32,
                      .seed = 7,
                      .memory = b->memory,
                      .choices = choices,
                      .n_choices = n};
    cg_crew_options o = {.cores = cores,
                         .threads = threads,
                         .seed = 7,
                         .random_order = threads % 2,
                         .delay_max = cores % 2 ? 5 : 0};
    b->crew = cg_crew_new(&o);
    const cg_workload *w = cg_workload_find(name);
    cr_assert(w != NULL, "no workload %s", name);
    cg_env_setup(&b->env, w);
    return b;
}

// Runs threads, joins them, then checks. `spoil` changes memory in between.
static void run(bench *b, void (*spoil)(bench *b)) {
    cr_assert(b->env.bad_input[0] == '\0', "%s", b->env.bad_input);
    cg_crew_start(b->crew, cg_env_thread, &b->env);
    cr_assert(cg_crew_run(b->crew, b->memory, MOST_OPS), "%s does not end", b->env.workload->name);
    if (cg_env_joins(&b->env)) cg_crew_start(b->crew, cg_env_join, &b->env);
    cr_assert(cg_crew_run(b->crew, b->memory, MOST_OPS), "%s: the join does not end", b->env.workload->name);
    if (spoil) spoil(b);
    if (b->env.workload->check == NULL) return;
    cg_crew_start_one(b->crew, 0, cg_env_check, &b->env);
    cr_assert(cg_crew_run(b->crew, b->memory, MOST_OPS), "%s: the check does not end", b->env.workload->name);
}

static void tear_down(bench *b) {
    cg_crew_free(b->crew);
    cg_env_free(&b->env);
    cg_sparse_free(b->memory);
}

static void passes(const char *name, int cores, int threads, const cg_choice *choices, size_t n) {
    bench b;
    run(set_up(&b, name, cores, threads, choices, n), NULL);
    cr_expect(b.env.failure[0] == '\0', "%s on %d x %d: %s", name, cores, threads, b.env.failure);
    tear_down(&b);
}

static bool needs_file(const char *workload) {
    return strcmp(workload, "script") == 0 || strcmp(workload, "replay") == 0 ||
           strcmp(workload, "litmus") == 0;
}

Test(workloads, all_pass_on_a_correct_memory) {
    static const int sizes[][2] = {{1, 1}, {1, 4}, {4, 1}, {3, 5}, {4, 16}};
    for (size_t i = 0; cg_workloads[i]; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes && !needs_file(cg_workloads[i]->name); j++)
            passes(cg_workloads[i]->name, sizes[j][0], sizes[j][1], NULL, 0);
}

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
        const cg_request *r = cg_crew_offer(b->crew, core, &tid);
        if (r == NULL) continue;
        const cg_request copy = *r;
        cg_crew_accepted(b->crew, core);
        cg_crew_answer(b->crew, core, tid, weak_access(w, core * b->env.threads + tid, &copy));
    }
    if (w->n && cg_rng_below(&w->rng, A_STORE_A_CYCLE_OF) == 0) do_one(w);
}

static bool run_weakly(bench *b) {
    weak_machine w = {.b = b, .rng = cg_rng_new(3, 4)};
    for (uint64_t cycle = 1; cg_crew_busy(b->crew); cycle++) {
        if (cycle > MOST_OPS) return false;
        cg_crew_tick(b->crew, cycle);
        weak_cycle(&w);
    }
    while (w.n) do_late(&w, 0);
    return true;
}

// Does the workload pass on it? It may also not end: a lock whose word was overtaken.
static bool passes_weakly(const char *name, int cores, int threads, bool fences) {
    bench b;
    set_up(&b, name, cores, threads, NULL, 0);
    cg_crew_free(b.crew);
    cg_crew_options o = {
        .cores = cores, .threads = threads, .seed = 5, .random_order = true, .fences = fences};
    b.crew = cg_crew_new(&o);
    cg_crew_start(b.crew, cg_env_thread, &b.env);
    bool good = run_weakly(&b);
    if (good && cg_env_joins(&b.env)) {
        cg_crew_start(b.crew, cg_env_join, &b.env);
        good = run_weakly(&b);
    }
    if (good && b.env.workload->check) {
        cg_crew_start_one(b.crew, 0, cg_env_check, &b.env);
        good = run_weakly(&b);
    }
    good = good && b.env.failure[0] == '\0';
    tear_down(&b);
    return good;
}

Test(workloads, all_have_the_fences_that_a_weak_memory_asks_for) {
    for (size_t i = 0; cg_workloads[i]; i++) {
        if (needs_file(cg_workloads[i]->name)) continue;
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
    set_up(&b, name, cores, threads, NULL, 0);
    weak_machine w = {.b = &b, .rng = cg_rng_new(3, 4)};
    cg_crew_start(b.crew, cg_env_thread, &b.env);
    for (uint64_t cycle = 1; cg_crew_busy(b.crew) && cycle < MOST_OPS; cycle++) {
        cg_crew_tick(b.crew, cycle);
        for (int core = 0; core < cores; core++) {
            int tid;
            const cg_request *r = cg_crew_offer(b.crew, core, &tid);
            if (r == NULL) continue;
            const cg_request copy = *r;
            n += r->op == CG_ATOMIC && tid != 0;
            cg_crew_accepted(b.crew, core);
            cg_crew_answer(b.crew, core, tid, weak_access(&w, core * threads + tid, &copy));
            while (w.n) do_late(&w, 0);
        }
    }
    cr_expect(!cg_crew_busy(b.crew) && b.env.failure[0] == '\0', "%s: %s", name, b.env.failure);
    tear_down(&b);
    return n;
}

Test(workloads, of_a_core_one_thread_polls_for_all_at_a_barrier) {
    cr_expect(atomics_of_others("stencil", 4, 4) == 0);
    cr_expect(atomics_of_others("tree_barrier", 3, 4) == 0);
}

Test(workloads, the_join_is_not_part_of_what_is_measured) {
    bench b;
    set_up(&b, "stream_sum", 2, 4, NULL, 0);
    cg_crew_start(b.crew, cg_env_thread, &b.env);
    cr_assert(cg_crew_run(b.crew, b.memory, MOST_OPS));
    cr_expect(cg_crew_stats_of(b.crew)->latency[CG_ATOMIC].count == 0);
    tear_down(&b);
}

Test(workloads, every_one_is_documented_and_registered_once) {
    for (size_t i = 0; cg_workloads[i]; i++) {
        cr_expect(cg_workloads[i]->doc[0] != '\0');
        cr_expect(cg_workload_find(cg_workloads[i]->name) == cg_workloads[i]);
        for (const cg_option *o = cg_workloads[i]->options; o && o->name; o++)
            cr_expect(o->doc && o->doc[0], "%s.%s", cg_workloads[i]->name, o->name);
    }
    cr_expect(cg_workload_find("nonsense") == NULL);
}

static void flip_low_lines(bench *b) {
    for (uint64_t a = 0; a < b->env.used; a += 4)
        cg_sparse_st(b->memory, a, ~cg_sparse_ld(b->memory, a), 0xf);
}

Test(workloads, each_check_notices_wrong_memory) {
    static const char *const names[] = {
        "random",     "spin_mutex", "fa_mutex",   "tree_barrier", "episodes", "histogram",      "bfs",
        "work_steal", "stencil",    "hash_table", "stream_sum",   "matmul",   "core_histogram", "mutex",
        "semaphore",  "two_level",  "kernels",    "flag"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench b;
        run(set_up(&b, names[i], 2, 2, NULL, 0), flip_low_lines);
        cr_expect(b.env.failure[0] != '\0', "%s did not notice", names[i]);
        tear_down(&b);
    }
}

Test(workloads, options_are_obeyed) {
    passes("random", 2, 3, (cg_choice[]){{"lines", "1"}, {"words", "16"}, {"ops", "3000"}}, 3);
    passes("random", 4, 2, (cg_choice[]){{"lines", "40"}, {"stride", "128"}, {"loads", "0"}, {"stores", "0"}},
           4);
    passes("random", 2, 2, (cg_choice[]){{"fences", "30"}}, 1);
    passes("spin_mutex", 4, 4, (cg_choice[]){{"locks", "1"}, {"backoff", "0"}}, 2);
    static const char *const pollers[] = {"spin_mutex", "hash_table", "fa_mutex", "tree_barrier", "stencil",
                                          "bfs",        "work_steal", "mutex",    "two_level"};
    for (size_t i = 0; i < sizeof pollers / sizeof *pollers; i++)
        passes(pollers[i], 3, 3, (cg_choice[]){{"poll", "load"}}, 1);
    passes("tree_barrier", 4, 4, (cg_choice[]){{"fan", "1"}, {"rounds", "2"}}, 2);
    passes("bfs", 2, 2, (cg_choice[]){{"scale", "6"}, {"root", "0x3"}}, 2);
    passes("work_steal", 4, 4, (cg_choice[]){{"tasks", "1"}, {"work", "0"}, {"interval", "0"}}, 3);
    passes("work_steal", 4, 4, (cg_choice[]){{"tasks", "2000"}, {"branch", "1"}}, 2);
    passes("stencil", 4, 4, (cg_choice[]){{"width", "3"}, {"height", "3"}, {"steps", "5"}}, 3);
    passes("stencil", 2, 3, (cg_choice[]){{"steps", "0"}}, 1);
    passes("hash_table", 4, 4, (cg_choice[]){{"buckets", "1"}, {"keys", "20"}, {"lookups", "20"}}, 3);
    passes("stream_sum", 2, 2, (cg_choice[]){{"words", "7"}, {"rounds", "1"}}, 2);
    passes("matmul", 2, 4, (cg_choice[]){{"size", "1"}}, 1);
    passes("core_histogram", 2, 2, (cg_choice[]){{"n", "0"}, {"bins", "1"}}, 2);
    for (int kind = 0; kind < 4; kind++) {
        static const char *const kinds[] = {"spin", "backoff", "ticket", "ring"};
        passes("mutex", 3, 4, (cg_choice[]){{"kind", kinds[kind]}, {"words", "3"}}, 2);
        passes("mutex", 2, 2, (cg_choice[]){{"kind", kinds[kind]}, {"local", "1"}, {"blocks", "9"}}, 3);
        passes("mutex", 1, 1, (cg_choice[]){{"kind", kinds[kind]}, {"iterations", "0"}}, 2);
    }
    passes("mutex", 2, 3, (cg_choice[]){{"words", "10"}, {"stride", "16"}}, 2);
    passes("two_level", 2, 3, (cg_choice[]){{"words", "10"}, {"stride", "3"}}, 2);
    passes("semaphore", 4, 4, (cg_choice[]){{"backoff", "1"}, {"words", "2"}, {"most", "1"}}, 3);
    passes("semaphore", 2, 4, (cg_choice[]){{"local", "1"}, {"blocks", "4"}, {"words", "33"}}, 3);
    passes("two_level", 4, 4, (cg_choice[]){{"kind", "lock_free"}, {"exchange", "1"}}, 2);
    passes("two_level", 3, 2, (cg_choice[]){{"kind", "lock_free"}, {"words", "0"}}, 2);
    passes("two_level", 2, 5, (cg_choice[]){{"exchange", "1"}, {"blocks", "5"}, {"rounds", "9"}}, 3);
    passes("kernels", 2, 2, (cg_choice[]){{"kind", "saxpy"}, {"size", "5"}}, 2);
    passes("kernels", 3, 3, (cg_choice[]){{"kind", "pathfinder"}, {"size", "13"}, {"steps", "99"}}, 3);
    passes("kernels", 2, 3, (cg_choice[]){{"kind", "lud"}, {"size", "11"}, {"steps", "99"}}, 3);
    passes("kernels", 2, 3, (cg_choice[]){{"kind", "lud"}, {"size", "1"}}, 2);
    passes("kernels", 3, 2, (cg_choice[]){{"kind", "stencil"}, {"size", "9"}, {"steps", "5"}}, 3);
    passes("kernels", 3, 2, (cg_choice[]){{"kind", "stencil"}, {"size", "2"}}, 2);
}

static void refused(const char *name, const char *option, const char *value, const char *word) {
    bench b;
    cg_choice c = {option, value};
    set_up(&b, name, 2, 2, &c, 1);
    cr_expect(strstr(b.env.bad_input, word) != NULL, "%s=%s: '%s' lacks '%s'", option, value, b.env.bad_input,
              word);
    tear_down(&b);
}

Test(workloads, bad_options_are_refused) {
    refused("random", "linse", "4", "no option 'linse'");
    refused("random", "lines", "many", "is a number");
    refused("random", "lines", "0", "lines must be");
    refused("random", "words", "17", "words must be 1 to 16");
    refused("random", "loads", "90", "more than 100");
    refused("random", "fences", "101", "0 to 100 percent");
    refused("random", "fences", "many", "0 to 100 percent");
    refused("random", "stride", "99999999999", "more memory");
    refused("episodes", "fences", "101", "0 to 100 percent");
    refused("episodes", "words", "17", "words must be 1 to 16");
    refused("episodes", "stores", "101", "stores must be 0 to 100");
    refused("episodes", "lines", "99999999999", "lines must be 0 to 4096");
    refused("bfs", "graph", "/nowhere.gr", "/nowhere.gr: error: No such file");
    refused("bfs", "root", "256", "root must be below 256");
    refused("work_steal", "tasks", "0", "tasks must be 1 to");
    refused("spin_mutex", "poll", "loads", "poll must be atomic or load, not 'loads'");
    refused("stencil", "interval", "1048577", "interval must be 0 to 1048576");
    refused("stencil", "width", "2", "must be 3 to 4096");
    refused("hash_table", "lookups", "101", "must be 0 to 100");
    refused("stream_sum", "words", "0", "words must be 1 to");
    refused("matmul", "size", "1025", "size must be 1 to 1024");
    refused("core_histogram", "bins", "0", "bins must be 1 to");
    refused("mutex", "kind", "lock", "kind must be spin, backoff, ticket or ring, not 'lock'");
    refused("mutex", "words", "0", "words must be 1 to 4096");
    refused("mutex", "blocks", "0", "blocks must be 1 or more");
    refused("two_level", "stride", "0", "stride must be 1 to 1024");
    refused("semaphore", "words", "1", "words must be 2 to 4096");
    refused("semaphore", "most", "0", "most must be 1 to");
    refused("two_level", "kind", "tree", "kind must be atomic or lock_free, not 'tree'");
    refused("two_level", "words", "4097", "words must be 0 to 4096");
    refused("kernels", "kind", "lu", "kind must be saxpy, stencil, pathfinder or lud, not 'lu'");
    refused("kernels", "size", "0", "size must be 1 to 1024");
    refused("script", "script", "", "needs a file");
}

// ----------------------------------------------------------------------------------------------- the script
static char *write_temporary(const char *end, const char *text) {
    static char path[64];
    snprintf(path, sizeof path, "/tmp/cohgen_test_XXXXXX%s", end);
    int fd = mkstemps(path, (int)strlen(end));
    cr_assert(fd >= 0);
    cr_assert(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    return path;
}

// Stands for a golden model: register "n" counts up, the line has a field until address 0 holds 9.
static bool fake_peek(void *ctx, const char *machine, int node, const char *space, const char *field,
                      uint64_t addr, uint64_t *value) {
    bench *b = ctx;
    uint32_t word = cg_sparse_ld(b->memory, addr);
    (void)node, (void)field;
    cr_expect(strcmp(machine, "m") == 0);
    *value = strcmp(space, "reg") == 0 ? 5 : word + 100;
    return strcmp(space, "reg") == 0 || word != 9;
}

static void play(bench *b, const char *text) {
    static cg_choice c;
    c = (cg_choice){"script", write_temporary(".json", text)};
    set_up(b, "script", 2, 2, &c, 1);
    unlink(c.value);
    b->env.peek = fake_peek;
    b->env.ctx = b;
    run(b, NULL);
}

#define SCRIPT_HEAD                                                                                          \
    "{\"symbols\": {\"A\": \"0x40\"}, \"columns\": [{\"name\": \"n\", \"machine\": \"m\", \"field\": "       \
    "\"n\"},"                                                                                                \
    "{\"name\": \"A.f\", \"machine\": \"m\", \"space\": \"line\", \"field\": \"f\", \"addr\": \"A\"}], "     \
    "\"steps\": ["

Test(script, plays_in_order_and_compares) {
    bench b;
    play(&b, SCRIPT_HEAD
         "{\"label\": \"start\", \"expect\": [5, 100]},"
         "{\"label\": \"a\", \"core\": 1, \"op\": \"store\", \"addr\": \"A\", \"value\": 3, \"expect\": [5, "
         "103]},"
         "{\"label\": \"b\", \"core\": 0, \"thread\": 1, \"op\": \"load\", \"addr\": \"A\", \"value\": 3},"
         "{\"core\": 0, \"op\": \"atomic\", \"aop\": \"cas\", \"addr\": \"A\", \"compare\": 3, \"operand\": "
         "9},"
         "{\"label\": \"gone: the last value counts\", \"expect\": [null, 103]}]}");
    cr_expect(b.env.failure[0] == '\0', "%s", b.env.failure);
    tear_down(&b);
}

Test(script, a_difference_fails) {
    bench b;
    play(&b, SCRIPT_HEAD "{\"label\": \"start\", \"expect\": [5, 101]}]}");
    cr_expect(strstr(b.env.failure, "after 'start' A.f is 100, not 101") != NULL, "%s", b.env.failure);
    tear_down(&b);
    play(&b, SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"A\", \"value\": 1}]}");
    cr_expect(strstr(b.env.failure, "returned 0, not 1") != NULL, "%s", b.env.failure);
    tear_down(&b);
}

Test(script, bad_scripts_are_refused) {
    static const char *const texts[][2] = {
        {"{", "script"},
        {SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"B\"}]}", "'B' is not one of its symbols"},
        {SCRIPT_HEAD "{\"op\": \"lod\", \"addr\": \"A\"}]}", "is not load, store, atomic or fence"},
        {SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"A\", \"core\": 2}]}", "no thread 0 on core 2"},
        {SCRIPT_HEAD "{\"expect\": [1]}]}", "does not expect 2 values"},
        {"{\"columns\": []}", "no array 'steps'"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *path = write_temporary(".json", texts[i][0]);
        refused("script", "script", path, texts[i][1]);
        unlink(path);
    }
}

// -------------------------------------------------------------------------------------------------- graphs
static void graph_fails(const char *end, const char *text, const char *word) {
    char err[300] = "";
    const char *path = write_temporary(end, text);
    cg_graph *g = cg_graph_read(path, err, sizeof err);
    unlink(path);
    cr_expect(g == NULL);
    cr_expect(strstr(err, word) != NULL, "'%s' lacks '%s'", err, word);
    cg_graph_free(g);
}

Test(graph, dimacs_and_matrix_market) {
    char err[300];
    const char *path = write_temporary(".gr", "c hello\np sp 4 3\na 1 2 7\na 2 3 1\na 1 3 9\n");
    cg_graph *g = cg_graph_read(path, err, sizeof err);
    unlink(path);
    cr_assert(g != NULL, "%s", err);
    cr_expect(g->n_nodes == 4 && g->n_arcs == 3 && g->first[1] == 2 && g->first[4] == 3 && g->to[2] == 2);
    uint32_t *d = cg_graph_bfs(g, 0);
    cr_expect(d[0] == 0 && d[1] == 1 && d[2] == 1 && d[3] == UINT32_MAX);
    free(d);
    cg_graph_free(g);
    path =
        write_temporary(".mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n3 3 2\n2 1\n3 3\n");
    g = cg_graph_read(path, err, sizeof err);
    unlink(path);
    cr_assert(g != NULL, "%s", err);
    cr_expect(g->n_nodes == 3 && g->n_arcs == 3);
    cg_graph_free(g);
}

Test(graph, errors_say_where) {
    graph_fails(".gr", "p sp 2 1\na 1 3 1\n", ":2: error: the arc's end 3 is not a node 1..2");
    graph_fails(".gr", "a 1 1 1\n", ":1: error: 'p sp NODES ARCS' is missing");
    graph_fails(".gr", "p sp 2 2\na 1 2 1\n", "the file has 1 arcs, its 'p' line says 2");
    graph_fails(".gr", "p sp x 2\n", ":1: error: the number of nodes is missing");
    graph_fails(".gr", "p max 2 2\n", "not 'p sp NODES ARCS'");
    graph_fails(".gr", "", "no 'p sp NODES ARCS' line");
    graph_fails(".mtx", "hello\n", ":1: error: the first line");
    graph_fails(".mtx", "%%MatrixMarket matrix coordinate real skew\n", "symmetry 'skew'");
    graph_fails(".mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n",
                ":2: error: the matrix is not square");
    graph_fails(".mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\n1 2\n", "has 2 entries");
    graph_fails(".txt", "", "ends in .gr (DIMACS) or .mtx");
}

// --------------------------------------------------------------------------------------------- the threads
typedef struct {
    int order[8], n;
} trail;

static void leave_mark(cg_thread *t, void *arg) {
    trail *r = arg;
    cg_pause(t, (unsigned)(10 - cg_tid(t)));
    r->order[r->n++] = cg_tid(t);
    cg_st(t, 4 * (uint64_t)cg_tid(t), 1);
}

Test(threads, pauses_and_statistics) {
    cg_crew_options o = {.cores = 2, .threads = 2, .seed = 1};
    cg_crew *c = cg_crew_new(&o);
    cg_sparse *m = cg_sparse_new();
    trail r = {.n = 0};
    cg_crew_start(c, leave_mark, &r);
    cr_expect(cg_crew_busy(c));
    cr_expect(cg_crew_run(c, m, 100));
    cr_expect(r.n == 4 && r.order[0] == 3 && r.order[3] == 0);
    cr_expect(cg_crew_stats_of(c)->latency[1].count == 4);
    cr_expect(!cg_crew_answer(c, 0, 0, 0), "nobody waits");
    cr_expect(!cg_crew_answer(c, 0, 2, 0), "there is no such thread");
    cg_sparse_free(m);
    cg_crew_free(c);
}

Test(threads, a_core_issues_in_turn_and_keeps_its_offer) {
    cg_crew_options o = {.cores = 1, .threads = 3, .seed = 1};
    cg_crew *c = cg_crew_new(&o);
    trail r = {.n = 0};
    int tid = -1;
    cg_crew_start(c, leave_mark, &r);
    for (uint64_t cycle = 1; cycle < 20; cycle++) cg_crew_tick(c, cycle);
    cr_expect(cg_crew_offer(c, 0, &tid) != NULL && tid == 0);
    cr_expect(cg_crew_offer(c, 0, &tid) != NULL && tid == 0);
    int core = -1;
    uint64_t since = 0;
    cr_expect(cg_crew_due(c) && cg_crew_oldest(c, &core, &since)->addr == 8 && core == 0 && since == 9);
    for (int i = 0; i < 3; i++) {
        cr_expect(cg_crew_offer(c, 0, &tid) != NULL && tid == i);
        cg_crew_accepted(c, 0);
        cr_expect(cg_crew_waits_for(c, 0, i)->addr == 4 * (uint64_t)i);
    }
    cr_expect(cg_crew_offer(c, 0, &tid) == NULL);
    for (int i = 2; i >= 0; i--) cr_expect(cg_crew_answer(c, 0, i, 0));
    cr_expect(!cg_crew_busy(c) && !cg_crew_due(c));
    cg_crew_free(c);
}

Test(threads, atomics) {
    cr_expect(cg_amo_apply(CG_AMO_MIN, 1, UINT32_MAX, 0) == UINT32_MAX);
    cr_expect(cg_amo_apply(CG_AMO_MINU, 1, UINT32_MAX, 0) == 1);
    cr_expect(cg_amo_apply(CG_AMO_MAX, 1, UINT32_MAX, 0) == 1);
    cr_expect(cg_amo_apply(CG_AMO_CAS, 4, 9, 4) == 9 && cg_amo_apply(CG_AMO_CAS, 5, 9, 4) == 5);
}
