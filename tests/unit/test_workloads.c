// Every workload on the functional backend: an instant, sequentially consistent memory. What passes here and
// not on a design is the design's fault; and a workload must notice a memory that is wrong.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "workload_bench.h"

static void passes(const char *name, int cores, int threads, const cg_choice *choices, size_t n) {
    bench b;
    bench_run(bench_set_up(&b, name, cores, threads, choices, n), NULL);
    cr_expect(b.env.failure[0] == '\0', "%s on %d x %d: %s", name, cores, threads, b.env.failure);
    bench_tear_down(&b);
}

Test(workloads, all_pass_on_a_correct_memory) {
    static const int sizes[][2] = {{1, 1}, {1, 4}, {4, 1}, {3, 5}, {4, 16}};
    for (size_t i = 0; cg_workloads[i]; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes && !bench_needs_file(cg_workloads[i]->name); j++)
            passes(cg_workloads[i]->name, sizes[j][0], sizes[j][1], NULL, 0);
}

Test(workloads, the_join_is_not_part_of_what_is_measured) {
    bench b;
    bench_set_up(&b, "stream_sum", 2, 4, NULL, 0);
    cg_scheduler_start(b.scheduler, cg_env_thread, &b.env);
    cr_assert(cg_scheduler_run(b.scheduler, b.memory, MOST_OPS));
    cr_expect(cg_scheduler_stats_of(b.scheduler)->latency[CG_ATOMIC].count == 0);
    bench_tear_down(&b);
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

static void number_fits(const char *workload, const cg_option *o) {
    const uint64_t def = strtoull(o->def, NULL, 0);
    cr_expect(def >= o->least && def <= o->most, "%s.%s: its default is not in its range", workload, o->name);
    cr_expect(o->bytes == sizeof(bool) || o->bytes == sizeof(uint64_t) || o->most <= INT32_MAX,
              "%s.%s: its member is too small", workload, o->name);
}

Test(workloads, every_number_fits_its_member) {
    size_t numbers = 0;
    for (size_t i = 0; cg_workloads[i]; i++)
        for (const cg_option *o = cg_workloads[i]->options; o && o->name; o++) {
            if (o->kind == CG_NUMBER_OPTION) number_fits(cg_workloads[i]->name, o), numbers++;
            cr_expect(o->at + o->bytes <= cg_workloads[i]->state_bytes, "%s.%s", cg_workloads[i]->name,
                      o->name);
        }
    cr_expect(numbers > 50);
}

static void flip_low_lines(bench *b) {
    for (uint64_t a = 0; a < b->env.used; a += 4)
        cg_sparse_st(b->memory, a, ~cg_sparse_ld(b->memory, a), 0xf);
}

// Of a program of kernels: word i of its data, behind the lines of the counts of the join and of kernels.
static uint32_t word_of_kernels(const bench *b, uint64_t i) {
    return cg_sparse_ld(b->memory, 2 * b->env.line_bytes + 4 * i);
}

// Their sequential runs have the same code, so what a program is for is asked of it here.
Test(workloads, kernels_sort_and_add_up) {
    bench b;
    const cg_choice sort[] = {{"kind", "sort"}, {"size", "64"}, {"steps", "21"}};
    bench_run(bench_set_up(&b, "kernels", 2, 3, sort, 3), NULL);
    for (uint64_t i = 1; i < 64; i++)
        cr_expect(word_of_kernels(&b, i - 1) <= word_of_kernels(&b, i), "word %u", (unsigned)i);
    cr_expect(word_of_kernels(&b, 0) < word_of_kernels(&b, 63));
    bench_tear_down(&b);

    uint32_t sum = 0;
    const cg_choice reduction[] = {{"kind", "reduction"}, {"size", "77"}, {"steps", "7"}};
    bench_set_up(&b, "kernels", 2, 3, reduction, 3);
    for (uint64_t i = 0; i < 77; i++) sum += word_of_kernels(&b, i);
    bench_run(&b, NULL);
    cr_expect(word_of_kernels(&b, 0) == sum);
    bench_tear_down(&b);
}

Test(workloads, kernels_find_the_shortest_paths) {
    bench b;
    const cg_choice c[] = {{"kind", "apsp"}, {"size", "12"}, {"steps", "12"}};
    bench_run(bench_set_up(&b, "kernels", 3, 3, c, 3), NULL);
    for (uint64_t i = 0; i < 144; i++)
        for (uint64_t k = 0; k < 12; k++)
            cr_expect(word_of_kernels(&b, i) <=
                      word_of_kernels(&b, i / 12 * 12 + k) + word_of_kernels(&b, k * 12 + i % 12));
    bench_tear_down(&b);
}

Test(workloads, kernels_count_what_was_produced) {
    bench b;
    const cg_choice c[] = {{"kind", "bins"}, {"size", "100"}, {"steps", "1"}};
    uint32_t counted = 0;
    bench_run(bench_set_up(&b, "kernels", 3, 3, c, 3), NULL);
    for (uint64_t bin = 0; bin < 16; bin++) {
        uint32_t n = 0;
        for (uint64_t i = 0; i < 100; i++) n += (word_of_kernels(&b, i) >> 16) % 16 == bin;
        for (uint64_t part = 0; part < 16; part++) counted += word_of_kernels(&b, 100 + 16 * part + bin);
        cr_expect(word_of_kernels(&b, 100 + 256 + bin) == n);
    }
    cr_expect(counted == 100, "%u", counted);
    bench_tear_down(&b);
}

// What one thread does to data, in its order: L and S. All words are 0.
static void order_of_accesses(const char *workload, const cg_choice *choices, size_t n, char *text) {
    bench b;
    bench_set_up(&b, workload, 1, 1, choices, n);
    cg_scheduler_start(b.scheduler, cg_env_thread, &b.env);
    for (uint64_t cycle = 1; cg_scheduler_busy(b.scheduler); cycle++) {
        int tid;
        cg_scheduler_tick(b.scheduler, cycle);
        const cg_request *r = cg_scheduler_offer(b.scheduler, 0, &tid);
        if (!r) continue;
        if (r->op == CG_LOAD || r->op == CG_STORE) *text++ = r->op == CG_LOAD ? 'L' : 'S';
        cg_scheduler_accepted(b.scheduler, 0);
        cg_scheduler_answer(b.scheduler, 0, tid, 0);
    }
    *text = '\0';
    bench_tear_down(&b);
}

// Note [groups] of kernels.h: 7 items that load two words and store one. Sections load and store what lanes
// are asked for: note [wavefront] of program.h.
Test(workloads, wavefronts_load_for_all_lanes_and_then_store) {
    const cg_choice c[] = {{"kind", "saxpy"}, {"size", "7"}, {"steps", "1"}, {"lanes", "3"}};
    const cg_choice m[] = {{"words", "2"}, {"iterations", "1"}, {"stride", "4"}, {"lanes", "3"}};
    char text[100];
    order_of_accesses("kernels", c, 3, text);
    cr_expect_str_eq(text, "LLSLLSLLSLLSLLSLLSLLS");
    order_of_accesses("kernels", c, 4, text);
    cr_expect_str_eq(text, "LLLLLLSSSLLLLLLSSSLLS");
    order_of_accesses("mutex", m, 3, text);
    cr_expect(!strncmp(text, "LSLS", 4), "%s", text);
    order_of_accesses("mutex", m, 4, text);
    cr_expect(!strncmp(text, "LLLSSSLLLSSS", 12), "%s", text);
}

Test(workloads, lanes_do_not_reach_into_the_next_access) {
    static const char *const names[] = {"mutex", "semaphore", "two_level"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        bench_refuses(names[i], "lanes", "2", "stride must be 2 to 1024");
}

Test(workloads, each_check_notices_wrong_memory) {
    static const char *const names[] = {"random",         "spin_mutex",   "fa_mutex",   "tree_barrier",
                                        "episodes",       "histogram",    "bfs",        "work_steal",
                                        "stencil",        "hash_table",   "stream_sum", "matmul",
                                        "core_histogram", "mutex",        "semaphore",  "two_level",
                                        "kernels",        "flag",         "pressure",   "event_counter",
                                        "relaxed",        "uts",          "bc",         "pagerank",
                                        "release",        "interference", "strided",    "fields",
                                        "structs",        "applications"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench b;
        bench_run(bench_set_up(&b, names[i], 2, 2, NULL, 0), flip_low_lines);
        cr_expect(b.env.failure[0] != '\0', "%s did not notice", names[i]);
        bench_tear_down(&b);
    }
}

static const char *const graph_programs[] = {"bc", "pagerank"};

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
    passes("mutex", 2, 3, (cg_choice[]){{"words", "3"}, {"stride", "16"}, {"lanes", "16"}}, 3);
    passes("two_level", 2, 3, (cg_choice[]){{"words", "10"}, {"stride", "3"}}, 2);
    passes("two_level", 2, 3, (cg_choice[]){{"words", "4"}, {"stride", "3"}, {"lanes", "3"}}, 3);
    passes("semaphore", 2, 3, (cg_choice[]){{"words", "4"}, {"stride", "5"}, {"lanes", "4"}}, 3);
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
    static const char *const programs[] = {"backprop", "nw",        "sgemm", "hotspot", "nn",
                                           "srad",     "lavamd",    "apsp",  "sort",    "dct",
                                           "kmeans",   "reduction", "spmv",  "levels",  "bins"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        passes("kernels", 3, 2, (cg_choice[]){{"kind", programs[i]}, {"size", "7"}, {"steps", "20"}}, 3);
        passes("kernels", 2, 3, (cg_choice[]){{"kind", programs[i]}, {"size", "2"}, {"steps", "1"}}, 3);
        passes("kernels", 2, 2,
               (cg_choice[]){{"kind", programs[i]}, {"size", "22"}, {"steps", "5"}, {"lanes", "4"}}, 4);
    }
    passes("kernels", 4, 2, (cg_choice[]){{"kind", "bins"}, {"size", "50"}, {"producers", "1"}}, 3);
    passes("kernels", 4, 2, (cg_choice[]){{"kind", "spmv"}, {"size", "9"}, {"producers", "3"}}, 3);
    static const char *const firsts[] = {"1", "2", "3"}; // the first core that produces
    for (size_t i = 0; i < 3; i++)
        passes("kernels", 4, 2,
               (cg_choice[]){{"kind", "bins"}, {"size", "50"}, {"producers", "1"}, {"first", firsts[i]}}, 4);
    static const char *const fields[] = {"implicit", "pollution", "on_demand", "reuse"};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        passes("structs", 3, 2, (cg_choice[]){{"kind", fields[i]}, {"n", "50"}, {"tile", "32"}}, 3);
        passes("structs", 2, 3, (cg_choice[]){{"kind", fields[i]}, {"passes", "3"}, {"by", "cache"}}, 3);
        passes("structs", 1, 4, (cg_choice[]){{"kind", fields[i]}, {"object", "1"}, {"field", "0"}}, 3);
    }
    passes("release", 2, 2, (cg_choice[]){{"lines", "0"}, {"rounds", "1"}}, 2);
    passes("release", 3, 2, (cg_choice[]){{"lines", "100"}, {"core", "2"}, {"wait", "9"}}, 3);
    passes("interference", 2, 4, (cg_choice[]){{"stores", "0"}, {"core", "1"}}, 2);
    passes("interference", 2, 4, (cg_choice[]){{"pairs", "0"}, {"lines", "1"}}, 2);
    passes("uts", 4, 4, (cg_choice[]){{"nodes", "1"}, {"work", "0"}, {"room", "1"}}, 3);
    passes("uts", 3, 3, (cg_choice[]){{"nodes", "900"}, {"room", "1"}, {"batch", "9"}}, 3);
    for (size_t i = 0; i < sizeof graph_programs / sizeof *graph_programs; i++) {
        passes(graph_programs[i], 3, 3, (cg_choice[]){{"like", "ex3"}, {"part", "16"}, {"poll", "load"}}, 3);
        passes(graph_programs[i], 2, 2, (cg_choice[]){{"like", "rome99"}, {"part", "400"}}, 2);
    }
    passes("bc", 3, 2, (cg_choice[]){{"sources", "5"}, {"look", "unpaired"}}, 2);
    passes("pagerank", 2, 3, (cg_choice[]){{"rounds", "5"}, {"like", "c-36"}}, 2);
}

// A path of five nodes whose file has each edge once: from one end, and from both.
Test(workloads, graphs_of_files) {
    for (size_t i = 0; i < sizeof graph_programs / sizeof *graph_programs; i++) {
        char path[200];
        snprintf(path, sizeof path, "%s",
                 bench_file(".gr", "p sp 5 4\na 1 2 1\na 2 3 1\na 3 4 1\na 5 4 1\n"));
        passes(graph_programs[i], 2, 2, (cg_choice[]){{"graph", path}}, 1);
        passes(graph_programs[i], 2, 2, (cg_choice[]){{"graph", path}, {"both", "0"}}, 2);
        unlink(path);
        bench_refuses(graph_programs[i], "graph", "/nowhere.gr", "/nowhere.gr: error: No such file");
        bench_refuses(graph_programs[i], "like", "c-38", "like must be rome99, nasa1824, ex33, c-22");
        bench_refuses(graph_programs[i], "part", "4000", "which are no graph");
    }
    bench_refuses("bc", "sources", "500", "sources must be 1 to 104");
}

Test(workloads, pressure_has_its_loads) {
    static const char *const sets[] = {"", "l1", "l2"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        passes("pressure", 3, 2, (cg_choice[]){{"set", sets[i]}, {"lines", "9"}, {"threads", "1"}}, 3);
        passes("pressure", 4, 2, (cg_choice[]){{"kind", "walk"}, {"set", sets[i]}, {"lines", "900"}}, 3);
        passes("pressure", 2, 3, (cg_choice[]){{"kind", "walk"}, {"op", "store"}, {"set", sets[i]}}, 3);
    }
    passes("pressure", 1, 1, (cg_choice[]){{"kind", "walk"}, {"op", "store"}, {"lines", "1"}}, 3);
    passes("pressure", 4, 4, (cg_choice[]){{"kind", "hot"}, {"warm", "100"}, {"cores", "3"}}, 3);
    passes("pressure", 4, 2, (cg_choice[]){{"kind", "neighbour"}, {"warm", "100"}, {"array", "300"}}, 3);
    passes("pressure", 3, 2, (cg_choice[]){{"kind", "neighbour"}, {"cores", "1"}}, 2);
}

Test(workloads, bad_options_are_refused) {
    bench_refuses("random", "linse", "4", "no option 'linse'");
    bench_refuses("pressure", "kind", "drew", "kind must be draw, walk, hot or neighbour, not 'drew'");
    bench_refuses("pressure", "op", "amo", "op must be load or store, not 'amo'");
    bench_refuses("pressure", "set", "l3", "set must be l1 or l2, not 'l3'");
    bench_refuses("pressure", "lines", "0", "lines must be 1 to");
    bench_refuses("pressure", "cores", "99", "cores must be 0 to");
    bench_refuses("random", "lines", "many", "is a number");
    bench_refuses("random", "lines", "0", "lines must be");
    bench_refuses("random", "words", "17", "words must be 1 to 16");
    bench_refuses("random", "loads", "90", "more than 100");
    bench_refuses("random", "fences", "101", "0 to 100 percent");
    bench_refuses("random", "fences", "many", "0 to 100 percent");
    bench_refuses("random", "stride", "99999999999", "more memory");
    bench_refuses("episodes", "fences", "101", "0 to 100 percent");
    bench_refuses("episodes", "words", "17", "words must be 1 to 16");
    bench_refuses("episodes", "stores", "101", "stores must be 0 to 100");
    bench_refuses("episodes", "lines", "99999999999", "lines must be 0 to 4096");
    bench_refuses("bfs", "graph", "/nowhere.gr", "/nowhere.gr: error: No such file");
    bench_refuses("bfs", "root", "256", "root must be below 256");
    bench_refuses("work_steal", "tasks", "0", "tasks must be 1 to");
    bench_refuses("spin_mutex", "poll", "loads", "poll must be atomic or load, not 'loads'");
    bench_refuses("stencil", "interval", "1048577", "interval must be 0 to 1048576");
    bench_refuses("stencil", "width", "2", "must be 3 to 4096");
    bench_refuses("hash_table", "lookups", "101", "must be 0 to 100");
    bench_refuses("stream_sum", "words", "0", "words must be 1 to");
    bench_refuses("matmul", "size", "1025", "size must be 1 to 1024");
    bench_refuses("core_histogram", "bins", "0", "bins must be 1 to");
    bench_refuses("mutex", "kind", "lock", "kind must be spin, backoff, ticket or ring, not 'lock'");
    bench_refuses("mutex", "words", "0", "words must be 1 to 4096");
    bench_refuses("mutex", "blocks", "0", "blocks must be 1 or more");
    bench_refuses("two_level", "stride", "0", "stride must be 1 to 1024");
    bench_refuses("semaphore", "words", "1", "words must be 2 to 4096");
    bench_refuses("semaphore", "most", "0", "most must be 1 to");
    bench_refuses("two_level", "kind", "tree", "kind must be atomic or lock_free, not 'tree'");
    bench_refuses("two_level", "words", "4097", "words must be 0 to 4096");
    bench_refuses("kernels", "kind", "lu", "kind must be saxpy, stencil, pathfinder, lud, backprop");
    bench_refuses("release", "core", "2", "core must be 0 to 1");
    bench_refuses("interference", "core", "2", "core must be 0 to 1");
    bench_refuses("kernels", "producers", "2", "producers must be 0 to 1");
    bench_refuses("kernels", "first", "3", "first must be 0 to 2");
    bench_refuses("kernels", "size", "0", "size must be 1 to 1024");
    bench_refuses("script", "script", "", "needs a file");
}
