// Races that hang on a path: found among what is told, against a search through all paths, and as the window
// moves on.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "cases.h"
#include "judge/drf/drf.h"

enum { THREADS = 3, LOCATIONS = 3, EVENTS = 14, PADDING_WORD = 0x1000 };

static const char *const CLASSES[] = {"load.nonordering", "store.nonordering", "atomic.nonordering",
                                      "load.unpaired",    "store.unpaired",    "atomic.unpaired",
                                      "load.aq",          "store.rl"};
enum { N_CLASSES = sizeof CLASSES / sizeof CLASSES[0] };

typedef struct {
    cg_model *model;
    cg_drf *o;
    char told[8192];
    uint64_t cycle;
} bench;

typedef struct {
    unsigned thread, word, mask;
    int cls;
    uint64_t asked;
} event;

static void tell(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    bench *b = ctx;
    (void)cycle, (void)has_addr, (void)addr;
    snprintf(b->told + strlen(b->told), sizeof b->told - strlen(b->told), "%s", text);
}

static void begin(bench *b, const char *accepts) {
    char err[400];
    *b = (bench){.model = cg_model_load("protocols/models/drfrlx.json", err, sizeof err)};
    cr_assert(b->model != NULL, "%s", err);
    const cg_drf_config cfg = {.threads = THREADS + 1, .max_violations = 100, .violation = tell, .ctx = b};
    b->o = cg_drf_new(b->model, &cfg, err, sizeof err);
    cr_assert(b->o != NULL, "%s", err);
    cg_drf_accept(b->o, accepts);
}

static void end(bench *b) {
    cg_drf_free(b->o);
    cg_model_free(b->model);
}

static int class_named(const bench *b, const char *name) {
    const int c = cg_model_find_class(b->model, name, strlen(name));
    cr_assert(c >= 0, "%s", name);
    return c;
}

// Values do not count: all are 0.
static void tell_event(bench *b, const event *e) {
    const cg_mem_kind kind = b->model->classes[e->cls].kind;
    if (e->asked) cg_drf_asked_as(b->o, e->thread, e->asked);
    b->cycle++;
    if (kind == CG_MEM_LOAD)
        cg_drf_load(b->o, e->thread, e->cls, 4 * e->word, e->mask, 0, CG_DRF_USED, b->cycle);
    else if (kind == CG_MEM_STORE)
        cg_drf_store(b->o, e->thread, e->cls, 4 * e->word, e->mask, 0, b->cycle);
    else
        cg_drf_atomic(b->o, e->thread, e->cls, 4 * e->word, 0, 0, CG_AMO_SWAP, CG_DRF_USED, b->cycle);
}

static void tell_as(bench *b, unsigned thread, const char *name, unsigned word) {
    tell_event(b, &(event){.thread = thread, .word = word, .mask = 0xf, .cls = class_named(b, name)});
}

static void tell_as_load(bench *b, unsigned thread, const char *name, unsigned word) {
    cg_drf_atomic(b->o, thread, class_named(b, name), 4 * word, 0, 0, CG_AMO_ADD, CG_DRF_USED, ++b->cycle);
}

// Figure 3.2 (a): x is stored, then y; whoever sees y looks at x.
static void figure(bench *b, const char *flag_stored, const char *flag_loaded) {
    tell_as(b, 0, "store.unpaired", 1);
    tell_as(b, 0, flag_stored, 2);
    tell_as(b, 1, flag_loaded, 2);
    tell_as(b, 1, "load.unpaired", 1);
}

static void pad(bench *b, unsigned n) {
    for (unsigned i = 0; i < n; i++) tell_as(b, THREADS, "store.unpaired", PADDING_WORD + i % 7);
}

Test(drf_paths, what_hangs_on_a_non_ordering_access_is_told) {
    bench b;
    begin(&b, NULL);
    figure(&b, "store.nonordering", "load.nonordering");
    cr_expect(cg_drf_finish(b.o, NULL, NULL) == 1);
    cr_expect(strstr(b.told,
                     "memory oracle: non-ordering race, the program's fault: thread 1 load.unpaired 0x4, "
                     "cycle 4, and thread 0 store.unpaired 0x4, cycle 1\n"
                     "  model drfrlx forbids it: the one follows the other by way of thread 0 "
                     "store.nonordering 0x8, cycle 2, and by nothing that the model keeps in order\n") !=
                  NULL,
              "%s", b.told);
    end(&b);
    begin(&b, NULL);
    figure(&b, "store.unpaired", "load.unpaired");
    cr_expect(cg_drf_finish(b.o, NULL, NULL) == 0, "%s", b.told);
    end(&b);
    begin(&b, NULL); // another path goes around it
    tell_as(&b, 0, "store.unpaired", 1);
    tell_as(&b, 0, "store.unpaired", 3);
    tell_as(&b, 0, "store.nonordering", 2);
    tell_as(&b, 1, "load.unpaired", 3);
    tell_as(&b, 1, "load.nonordering", 2);
    tell_as(&b, 1, "load.unpaired", 1);
    cr_expect(cg_drf_finish(b.o, NULL, NULL) == 0, "%s", b.told);
    end(&b);
}

Test(drf_paths, an_atomic_that_adds_nothing_is_a_load) {
    bench b;
    begin(&b, NULL); // they only look at both words, in two orders
    for (unsigned thread = 0; thread < 2; thread++)
        for (unsigned word = 1; word <= 2; word++) tell_as_load(&b, thread, "atomic.nonordering", word);
    cr_expect(cg_drf_finish(b.o, NULL, NULL) == 0, "%s", b.told);
    end(&b);
}

Test(drf_paths, a_kind_that_the_program_accepts_is_counted) {
    bench b;
    begin(&b, "non-ordering");
    figure(&b, "store.nonordering", "load.nonordering");
    cr_expect(cg_drf_finish(b.o, NULL, NULL) == 0, "%s", b.told);
    cr_expect(cg_drf_get_stats(b.o).accepted == 1, "%d", (int)cg_drf_get_stats(b.o).accepted);
    end(&b);
}

Test(drf_paths, the_window_moves_on) {
    for (unsigned before = CG_DRF_WINDOW - 8; before < CG_DRF_WINDOW + 8; before++) {
        for (int after = 0; after < 2; after++) {
            bench b;
            begin(&b, NULL);
            pad(&b, before);
            figure(&b, "store.nonordering", "load.nonordering");
            pad(&b, after ? 3 * CG_DRF_WINDOW : 0);
            cr_expect(cg_drf_finish(b.o, NULL, NULL) == 1, "%u %d: %s", before, after, b.told);
            end(&b);
        }
    }
    bench b; // half a window between the two
    begin(&b, NULL);
    pad(&b, CG_DRF_WINDOW - 2);
    tell_as(&b, 0, "store.unpaired", 1);
    tell_as(&b, 0, "store.nonordering", 2);
    pad(&b, CG_DRF_WINDOW / 2 - 4);
    tell_as(&b, 1, "load.nonordering", 2);
    tell_as(&b, 1, "load.unpaired", 1);
    pad(&b, CG_DRF_WINDOW);
    cr_expect(cg_drf_finish(b.o, NULL, NULL) == 1, "%s", b.told);
    end(&b);
}

// ------------------------------------------------------------------------------------- a search through all
typedef struct {
    bool at[EVENTS][EVENTS];
} relation;

static void close(relation *r, int n) {
    for (int m = 0; m < n; m++)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) r->at[i][k] |= r->at[i][m] && r->at[m][k];
}

static bool stores(const cg_model *m, const event *e) {
    return m->classes[e->cls].kind != CG_MEM_LOAD;
}

static bool conflict(const cg_model *m, const event *e, int i, int k) {
    return i < k && e[i].word == e[k].word && e[i].mask & e[k].mask && (stores(m, &e[i]) || stores(m, &e[k]));
}

static bool program_order(const event *e, int i, int k) {
    return e[i].thread == e[k].thread && (e[i].asked ? e[i].asked < e[k].asked : i < k);
}

static bool kept(const cg_model *m, const event *e) {
    return m->classes[e->cls].before >> e->cls & 1;
}

// Paths of steps that `way` allows (0: all, 1: in a word, 2: of what is kept in order), and those with a step
// of program order.
static void find_paths(const cg_model *m, const event *e, int n, int way, relation *paths,
                       relation *with_po) {
    *paths = *with_po = (relation){0};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (way == 0 || (way == 1 ? e[i].word == e[k].word : kept(m, &e[i]) && kept(m, &e[k])))
                paths->at[i][k] = program_order(e, i, k) || conflict(m, e, i, k);
    const relation step = *paths;
    close(paths, n);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            for (int i = 0; i < n && step.at[a][b] && program_order(e, a, b); i++)
                for (int k = 0; k < n; k++)
                    with_po->at[i][k] |= (i == a || paths->at[i][a]) && (k == b || paths->at[b][k]);
}

static bool happens_before(const cg_model *m, const event *e, int i, int k, bool before[EVENTS][EVENTS]) {
    return before[i][k] ||
           (i < k && (e[i].thread == e[k].thread ||
                      (e[i].word == e[k].word && m->classes[e[i].cls].synchronizes & CG_MARK_RELEASE &&
                       m->classes[e[k].cls].synchronizes & CG_MARK_ACQUIRE)));
}

// Bit w: word w has a race that hangs on a path.
static unsigned words_with_races(const cg_model *m, const event *e, int n) {
    relation paths, ordered, inside, around[2], happens = {0};
    const uint32_t of = m->races[3].of;
    unsigned words = 0;
    find_paths(m, e, n, 0, &paths, &ordered);
    find_paths(m, e, n, 1, &inside, &around[0]);
    find_paths(m, e, n, 2, &inside, &around[1]);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) happens.at[i][k] = happens_before(m, e, i, k, happens.at);
    close(&happens, n);
    for (int i = 0; i < n; i++) {
        for (int k = i + 1; k < n; k++) {
            if (e[i].thread == e[k].thread || !conflict(m, e, i, k) || happens.at[i][k]) continue;
            bool hangs = false;
            for (int a = 0; a < n; a++) {
                if (!(of >> e[a].cls & 1)) continue;
                const bool to = a == i || paths.at[i][a], from = a == k || paths.at[a][k];
                const bool po = (a == i ? false : ordered.at[i][a]) || (a == k ? false : ordered.at[a][k]);
                hangs |= to && from && po;
            }
            if (hangs && !around[0].at[i][k] && !around[1].at[i][k]) words |= 1u << e[i].word;
        }
    }
    return words;
}

// What two operations of a thread do together is asked in another order than it is told.
static void exchange(event *e, int n, cg_rng *rng) {
    for (int i = 0; i < n; i++) e[i].asked = (uint64_t)i + 1;
    for (int i = 0; i + 1 < n; i++) {
        if (e[i].thread != e[i + 1].thread || cg_rng_below(rng, 2)) continue;
        const uint64_t asked = e[i].asked;
        e[i].asked = e[i + 1].asked;
        e[i + 1].asked = asked;
    }
}

static void compare_with_all_paths(bool exchanged) {
    cg_rng rng = cg_rng_new(77, exchanged);
    int legal = 0, illegal = 0;
    bench b;
    begin(&b, NULL);
    int classes[N_CLASSES];
    for (int c = 0; c < N_CLASSES; c++) classes[c] = class_named(&b, CLASSES[c]);
    end(&b);
    for (int run = 0; run < cases(4000); run++) {
        event e[EVENTS];
        const int n = 4 + (int)cg_rng_below(&rng, EVENTS - 3);
        for (int i = 0; i < n; i++)
            e[i] = (event){.thread = (unsigned)cg_rng_below(&rng, THREADS),
                           .word = 1 + (unsigned)cg_rng_below(&rng, LOCATIONS),
                           .mask = cg_rng_below(&rng, 4) ? 0xf : 1 + (unsigned)cg_rng_below(&rng, 15),
                           .cls = classes[cg_rng_below(&rng, N_CLASSES)]};
        if (exchanged) exchange(e, n, &rng);
        begin(&b, NULL);
        for (int i = 0; i < n; i++) {
            if (b.model->classes[e[i].cls].kind == CG_MEM_ATOMIC) e[i].mask = 0xf;
            tell_event(&b, &e[i]);
        }
        const unsigned found = (unsigned)cg_drf_finish(b.o, NULL, NULL);
        const unsigned words = words_with_races(b.model, e, n);
        cr_assert(found == (unsigned)__builtin_popcount(words), "run %d: %u words, not %x: %s", run, found,
                  words, b.told);
        *(words ? &illegal : &legal) += 1;
        end(&b);
    }
    cr_expect(legal > cases(4000) / 20 && illegal > cases(4000) / 20, "%d legal, %d illegal", legal, illegal);
}

Test(drf_paths, as_a_search_through_all_paths) {
    compare_with_all_paths(false);
}

Test(drf_paths, operations_asked_in_another_order) {
    compare_with_all_paths(true);
}
