// The workload of programs of kernels, each of them in a table of its own: note [kernels].
#include "kernels.h"
#include "base/rng.h"

typedef cg_kernels state;

// What the group's items have stored so far: the newest one counts.
static const cg_kernels_access *stored(const cg_kernels_group *g, uint64_t word) {
    for (size_t k = g->stores.n; k > 0; k--)
        if (g->stores.items[k - 1].word == word) return &g->stores.items[k - 1];
    return NULL;
}

// Of an item that runs the second time.
static uint32_t loaded(const state *s, cg_kernels_group *g, uint64_t word) {
    const cg_kernels_access *load = &g->loads.items[g->next];
    if (g->next == g->loads.n || load->word != word) {
        cg_fail(s->env, "an item loads word %llu after what it has loaded: it was to be another one",
                (unsigned long long)word);
        return 0;
    }
    g->next++;
    return load->value;
}

static void note_access(cg_kernels_accesses *to, uint64_t word, uint32_t value) {
    to->items[to->n++] = (cg_kernels_access){word, value};
}

uint32_t cg_kernels_get(state *s, cg_thread *t, uint64_t i) {
    if (!t) {
        s->loads++;
        return s->host[i];
    }
    cg_kernels_group *g = s->group ? &s->group[cg_tid(t)] : NULL;
    if (!g) return cg_ld(t, s->data + 4 * i);
    const cg_kernels_access *store = stored(g, i);
    if (store) return store->value;
    if (!g->asks) return loaded(s, g, i);
    note_access(&g->loads, i, 0);
    return s->now[i];
}

void cg_kernels_put(state *s, cg_thread *t, uint64_t i, uint32_t value) {
    if (!t) {
        s->host[i] = value;
        s->stores++;
    } else if (s->group) {
        note_access(&s->group[cg_tid(t)].stores, i, value);
    } else {
        cg_st(t, s->data + 4 * i, value);
    }
}

uint64_t cg_kernels_steps(const state *s) {
    return s->steps;
}

uint64_t cg_kernels_pairs(const state *s) {
    return 2 * s->steps;
}

uint64_t cg_kernels_size(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size;
}

uint64_t cg_kernels_cells(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size * s->size;
}

uint64_t cg_kernels_inner_cells(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size < 3 ? 0 : (s->size - 2) * (s->size - 2);
}

uint64_t cg_kernels_two_squares(const state *s) {
    return 2 * s->size * s->size;
}

static const cg_kernels_program *const PROGRAMS[] = {
#define X(name) &cg_kernels_##name,
    CG_KERNELS(X)
#undef X
};

static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "pathfinder", "which program", "saxpy", "stencil", "pathfinder", "lud", "backprop", "nw",
              "sgemm", "hotspot", "nn", "srad", "lavamd", "apsp", "sort", "dct", "kmeans", "reduction",
              "spmv", "levels", "bins"),
    CG_NUMBER(size, 24, 1, 1024, "words of a vector, columns of a grid, rows of a square"),
    CG_NUMBER(steps, 4, 0, 1u << 16,
              "kernels, one behind the other; lud, nw, apsp, sort, reduction: so many at most; backprop, "
              "srad, dct, "
              "kmeans, levels: pairs of them; bins: three"),
    CG_NUMBER(producers, 0, 0, 1024,
              "cores that run kernels that produce input and no others; 0: all run all"),
    CG_NUMBER(first, 0, 0, 1024, "the first of the cores that produce"),
    CG_NUMBER(lanes, 0, 0, 64,
              "items at most that a thread takes together, their loads and then their stores; 0: each access "
              "is done at once"),
    {0},
};

typedef struct {
    uint64_t loads, stores;
} counts;

// Runs all of it on the host. Returns the most accesses of an item.
static counts run_sequentially(state *s) {
    counts most = {0};
    for (uint64_t k = 0; k < s->p->kernels(s); k++)
        for (uint64_t i = 0; i < s->p->items(s, k); i++) {
            const counts before = {s->loads, s->stores};
            s->p->item(s, NULL, k, i);
            if (s->loads - before.loads > most.loads) most.loads = s->loads - before.loads;
            if (s->stores - before.stores > most.stores) most.stores = s->stores - before.stores;
        }
    return most;
}

static void make_groups(state *s, counts of_item) {
    cg_env *e = s->env;
    const uint64_t threads = (uint64_t)e->cores * (uint64_t)e->threads;
    s->group = cg_keep(e, threads * sizeof *s->group);
    for (uint64_t i = 0; i < threads; i++) {
        cg_kernels_group *g = &s->group[i];
        g->loads.items = cg_keep(e, (s->lanes * of_item.loads + 1) * sizeof *g->loads.items);
        g->stores.items = cg_keep(e, (s->lanes * of_item.stores + 1) * sizeof *g->stores.items);
        g->first_load = cg_keep(e, (s->lanes + 1) * sizeof *g->first_load);
        g->first_store = cg_keep(e, (s->lanes + 1) * sizeof *g->first_store);
    }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->p = PROGRAMS[s->kind];
    if (!cg_in_range(e, "producers", s->producers, 0, (uint64_t)e->cores - 1)) return;
    if (!cg_in_range(e, "first", s->first, 0, (uint64_t)e->cores - s->producers)) return;
    const uint64_t words = s->p->words(s);
    cg_rng rng = cg_rng_new(e->seed, 0x68000);
    s->count = cg_alloc(e, 4, e->line_bytes);
    s->data = cg_alloc(e, 4 * words, e->line_bytes);
    s->host = cg_keep(e, words * sizeof *s->host);
    s->now = cg_keep(e, words * sizeof *s->now);
    if (e->bad_input[0]) return;
    for (uint64_t i = 0; i < words; i++) s->host[i] = (uint32_t)cg_rng_next(&rng) & 0xffff;
    if (s->p->begin) s->p->begin(s);
    for (uint64_t i = 0; i < words; i++) {
        s->now[i] = s->host[i];
        cg_poke(e, s->data + 4 * i, s->host[i]);
    }
    const counts of_item = run_sequentially(s);
    if (s->lanes) make_groups(s, of_item);
}

static void end_of_kernel(cg_thread *t, state *s, uint64_t kernel) {
    cg_fence(t);
    cg_amo_release(t, CG_AMO_ADD, s->count, 1, 0);
    s->came++;
    if (kernel + 1 == s->p->kernels(s)) return;
    while (s->came < (kernel + 1) * (uint64_t)cg_threads(t)) cg_pause(t, 1);
    cg_amo_acquire(t, CG_AMO_ADD, s->count, 0, 0);
    cg_fence(t);
}

// What a thread has of a kernel: the items [first, end), in groups of `lanes`.
typedef struct {
    uint64_t first, end, lanes;
} share;

static share share_of(cg_thread *t, const state *s, uint64_t kernel) {
    const uint64_t items = s->p->items(s, kernel), of_core = (uint64_t)s->env->threads;
    const uint64_t producers = s->producers * of_core, others = (uint64_t)cg_threads(t) - producers;
    const bool produces = producers && s->p->produces && s->p->produces(s, kernel);
    const uint64_t parts = produces ? producers : others, all_busy = items / parts;
    const uint64_t first = s->first * of_core, before = produces ? first : 0;
    const bool is_producer = (uint64_t)cg_tid(t) >= first && (uint64_t)cg_tid(t) < first + producers;
    const uint64_t me = (uint64_t)cg_tid(t) - (!produces && (uint64_t)cg_tid(t) >= first ? producers : 0);
    const uint64_t lanes = s->lanes < 2 || all_busy < 2 ? 1 : cg_least(s->lanes, all_busy);
    const uint64_t groups = (items + lanes - 1) / lanes;
    if (is_producer != produces) return (share){0, 0, lanes};
    return (share){lanes * cg_share(groups, parts, me - before),
                   cg_least(items, lanes * cg_share(groups, parts, me - before + 1)), lanes};
}

enum { AT_ONCE = 64 }; // accesses that are handed on together: lanes, at most

// Number k of each of n items that has so many: their places in the accesses.
static uint64_t numbers_of(const size_t *first, uint64_t n, size_t k, size_t *place) {
    uint64_t some = 0;
    for (uint64_t i = 0; i < n; i++)
        if (first[i] + k < first[i + 1]) place[some++] = first[i] + k;
    return some;
}

static void load_group(cg_thread *t, const state *s, cg_kernels_group *g, uint64_t n) {
    uint64_t at[AT_ONCE], some;
    size_t place[AT_ONCE];
    uint32_t words[AT_ONCE];
    for (size_t k = 0; (some = numbers_of(g->first_load, n, k, place)) > 0; k++) {
        for (uint64_t i = 0; i < some; i++) at[i] = s->data + 4 * g->loads.items[place[i]].word;
        cg_ld_lanes(t, at, some, words);
        for (uint64_t i = 0; i < some; i++) g->loads.items[place[i]].value = words[i];
    }
}

static void store_group(cg_thread *t, state *s, cg_kernels_group *g, uint64_t n) {
    uint64_t at[AT_ONCE], some;
    size_t place[AT_ONCE];
    uint32_t words[AT_ONCE];
    for (size_t k = 0; (some = numbers_of(g->first_store, n, k, place)) > 0; k++) {
        for (uint64_t i = 0; i < some; i++) {
            const cg_kernels_access *store = &g->stores.items[place[i]];
            at[i] = s->data + 4 * store->word;
            words[i] = s->now[store->word] = store->value;
        }
        cg_st_lanes(t, at, some, words);
    }
}

// Note [groups]: n items from `first` on.
static void run_group(cg_thread *t, state *s, uint64_t kernel, uint64_t first, uint64_t n) {
    cg_kernels_group *g = &s->group[cg_tid(t)];
    g->asks = true;
    g->loads.n = g->stores.n = g->next = 0;
    for (uint64_t i = 0; i < n; i++) {
        g->first_load[i] = g->loads.n;
        s->p->item(s, t, kernel, first + i);
    }
    g->first_load[n] = g->loads.n;
    load_group(t, s, g, n);
    g->asks = false;
    g->stores.n = 0;
    for (uint64_t i = 0; i < n; i++) {
        g->first_store[i] = g->stores.n;
        s->p->item(s, t, kernel, first + i);
    }
    g->first_store[n] = g->stores.n;
    store_group(t, s, g, n);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t k = 0; k < s->p->kernels(s); k++) {
        const share mine = share_of(t, s, k);
        for (uint64_t i = mine.first; i < mine.end; i += mine.lanes)
            if (s->group)
                run_group(t, s, k, i, cg_least(mine.lanes, mine.end - i));
            else
                s->p->item(s, t, k, i);
        end_of_kernel(t, s, k);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->p->words(s); i++) {
        const uint32_t value = cg_ld(t, s->data + 4 * i);
        if (value != s->host[i]) cg_fail(s->env, "word %u is 0x%x, not 0x%x", (unsigned)i, value, s->host[i]);
    }
}

const cg_workload cg_workload_kernels = {
    "kernels",
    "programs without synchronization but between kernels: of table 2.4 and figure 4, in whole numbers",
    OPTIONS,
    sizeof(state),
    setup,
    thread,
    check,
    NULL,
};
