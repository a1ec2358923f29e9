// Loads that hold one part of the controllers under pressure, measured while they last: one operation follows
// another in each thread from the beginning to the end, and what is counted is counted in a window in
// between.
//
// note [window]: the window opens `settle` cycles after all is warm (every line of a core that draws has been
// asked for once, and cores that walk have had `warm` answers together), and closes `window` cycles later. An
// operation counts if its answer comes in it. Its latency is that of the core port, from acceptance to
// answer. The longest wait is of a thread, from the cycle in which it asks to the answer, and is of all
// operations that are answered after the window has opened: those that are under way when it closes are
// waited for.
//
// The cores that are not measured, if there are any, are the other load of `neighbour`; with `walkers`, the
// threads that are not measured.
#include "base/rng.h"
#include "programs/workload.h"

enum { LONGEST = 1 << 16, SAMPLE = 16, SETS = 256 };

typedef enum { DRAW, WALK, HOT, NEIGHBOUR } load_kind;

typedef struct {
    cg_env *env;
    load_kind kind;
    enum { FOLLOWING, L1, ALL_CACHES } set; // the lines of a core: of one set?
    bool stores;                            // of cores that walk
    uint64_t said_cores, said_threads;      // by the user
    int cores, threads;                     // in use, and of each of these
    uint64_t walkers;                       // draw: threads of each core that walk instead
    uint64_t lines, stride;                 // of a core; from one to the next, in lines
    uint64_t own, sets, array;         // neighbour: lines that follow each other, of how many; of the others
    uint64_t base;                     // address
    uint64_t warm, settle, window;     // note [window]
    uint64_t from, until;              // cycles; UINT64_MAX: not known yet
    uint64_t drawn, walked;            // operations that are answered
    uint64_t *start, *next;            // by core: where its walk began, lines that it has asked for
    uint64_t ops, sum, longest, added; // in the window; added: by atomics, from the beginning
    uint64_t count[LONGEST];           // by latency
} state;

static const cg_option OPTIONS[] = {
    CG_CHOICE(
        kind, "draw",
        "draw: loads of words of a core's own lines, at random; walk: a core's threads go over one array, "
        "each "
        "operation the next line; hot: atomics on one word; neighbour: core 0 draws, others walk, in other "
        "sets",
        "draw", "walk", "hot", "neighbour"),
    CG_CHOICE_AT("op", stores, "load", "load, store: of cores that walk", "load", "store"),
    CG_NUMBER_AT("cores", said_cores, 0, 0, CG_ANY, "cores in use; 0: all. neighbour: 1 is core 0 alone"),
    CG_NUMBER_AT("threads", said_threads, 0, 0, CG_ANY, "threads of each in use; 0: all"),
    CG_NUMBER(lines, 480, 1, 1u << 20,
              "lines that a core draws from, or of the array that it walks over again and again"),
    CG_NUMBER(array, 16384, 1, 1u << 20, "neighbour, walkers: lines of the array of each of the others"),
    CG_NUMBER(walkers, 0, 0, CG_ANY,
              "draw: threads of each core that walk over an array of the core instead, not measured"),
    CG_CHOICE(set, "",
              "l1, l2: all lines are of one set of the L1s, of every cache; none: they follow each other", "",
              "l1", "l2"),
    CG_NUMBER(warm, 0, 0, 1u << 20, "answers to cores that walk, and of atomics, before the measuring"),
    CG_NUMBER(settle, 500, 0, 1u << 20, "cycles that follow"),
    CG_NUMBER(window, 4000, 1, 1u << 24, "cycles that are measured"),
    {0},
};

// ------------------------------------------------------------------------------------------ where lines are

static uint32_t pattern(uint64_t addr) {
    return (uint32_t)(addr >> 2) * 2654435761u ^ 0x5bd1e995u;
}

static bool draws(const state *s, int core) {
    return s->kind == DRAW || (s->kind == NEIGHBOUR && core == 0);
}

// The number of line `i` of a core. A neighbour's lines are so that no set of any cache below the L1s has
// lines of both; line 0 of each set's turn is nobody's.
static uint64_t number_of_line(const state *s, int core, uint64_t i) {
    if (s->kind != NEIGHBOUR) return ((uint64_t)core * s->lines + i) * s->stride;
    if (core == 0) return i / s->own * s->sets + i % s->own;
    const uint64_t rest = s->sets - s->own - 1, n = (uint64_t)(core - 1) * s->array + i;
    return n / rest * s->sets + s->own + n % rest;
}

// draw: line `i` of the array over which a core's walkers go, behind the lines of all that draw.
static uint64_t address_of_walker(const state *s, int core, uint64_t i) {
    const uint64_t drawn = (uint64_t)s->cores * s->lines, line = drawn + (uint64_t)core * s->array + i;
    return s->base + line * s->stride * s->env->line_bytes;
}

static uint64_t address_of_word(const state *s, int core, uint64_t i, uint64_t word) {
    return s->base + number_of_line(s, core, i) * s->env->line_bytes + 4 * word;
}

static uint64_t lines_of(const state *s, int core) {
    return s->kind == NEIGHBOUR && core > 0 ? s->array : s->lines;
}

// The word that a walk asks for.
static uint64_t address_of_step(const state *s, int core, uint64_t i) {
    return address_of_word(s, core, i, i % (s->env->line_bytes / 4));
}

// ---------------------------------------------------------------------------------------------------- setup

static uint64_t parameter(cg_env *e, const char *name, uint64_t otherwise) {
    uint64_t value = otherwise;
    return e->param && e->param(e->ctx, name, &value) ? value : otherwise;
}

static uint64_t stride_of(const state *s, cg_env *e) {
    if (s->set == L1) return parameter(e, "l1_sets", SETS);
    if (s->set == ALL_CACHES) return e->conflict ? e->conflict : SETS;
    return 1;
}

// How many of them are in use, 0 said for all.
static int in_use(cg_env *e, const char *option, uint64_t said, int all) {
    cg_in_range(e, option, said, 0, (uint64_t)all);
    return said ? (int)said : all;
}

// Words that nobody writes have their pattern; what a walk stores is another value.
static void put_patterns(state *s, cg_env *e) {
    for (int core = 0; core < s->cores && s->kind != HOT; core++)
        for (uint64_t i = 0; i < lines_of(s, core); i++) {
            uint64_t at = address_of_step(s, core, i);
            if (!draws(s, core)) cg_poke(e, at, pattern(at));
            for (uint64_t w = 0; w < e->line_bytes / 4 && draws(s, core); w++) {
                at = address_of_word(s, core, i, w);
                cg_poke(e, at, pattern(at));
            }
        }
    for (int core = 0; core < s->cores && s->walkers; core++)
        for (uint64_t i = 0; i < s->array; i++) {
            const uint64_t at = address_of_walker(s, core, i);
            cg_poke(e, at, pattern(at));
        }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    uint64_t last = 0;
    s->env = e;
    s->cores = in_use(e, "cores", s->said_cores, e->cores);
    s->threads = in_use(e, "threads", s->said_threads, e->threads);
    cg_in_range(e, "walkers", s->walkers, 0, s->kind == DRAW ? (uint64_t)s->threads - 1 : 0);
    if (e->bad_input[0]) return;
    s->stride = stride_of(s, e);
    s->sets = e->conflict >= 4 ? e->conflict : SETS;
    s->own = s->sets / 4;
    cg_rng rng = cg_rng_new(e->seed, 0x6a000);
    s->start = cg_keep(e, (size_t)e->cores * sizeof *s->start);
    s->next = cg_keep(e, (size_t)e->cores * sizeof *s->next);
    for (int core = 0; core < s->cores; core++) {
        const uint64_t end = number_of_line(s, core, lines_of(s, core) - 1);
        s->start[core] = cg_rng_below(&rng, lines_of(s, core));
        if (end > last) last = end;
    }
    if (s->walkers) last = (uint64_t)s->cores * (s->lines + s->array) * s->stride;
    s->base = cg_alloc(e, (last + 1) * e->line_bytes, e->line_bytes);
    s->from = s->until = UINT64_MAX;
    if (!e->bad_input[0]) put_patterns(s, e);
}

// ------------------------------------------------------------------------------------------------ operations

static bool is_warm(const state *s) {
    const uint64_t drawing = s->kind == DRAW ? (uint64_t)s->cores : s->kind == NEIGHBOUR;
    const bool walks = s->kind != DRAW && (s->kind != NEIGHBOUR || s->cores > 1);
    return s->drawn >= drawing * s->lines && (!walks || s->walked >= s->warm);
}

static void note_answer(cg_thread *t, state *s, uint64_t asked) {
    const uint64_t now = cg_answered(t), latency = now - cg_accepted(t);
    const bool drawing = draws(s, cg_core(t));
    *(drawing ? &s->drawn : &s->walked) += 1;
    if (s->from == UINT64_MAX && is_warm(s)) {
        s->from = now + s->settle;
        s->until = s->from + s->window;
    }
    if (now < s->from || (s->kind == NEIGHBOUR && !drawing)) return;
    if (now - asked > s->longest) s->longest = now - asked;
    if (now >= s->until) return;
    s->ops++;
    s->sum += latency;
    s->count[latency < LONGEST ? latency : LONGEST - 1]++;
}

static void load_pattern(cg_thread *t, state *s, uint64_t addr) {
    const uint32_t value = cg_ld(t, addr);
    if (value != pattern(addr))
        cg_fail(s->env, "thread %d read 0x%x at 0x%llx, not 0x%x", cg_tid(t), value,
                (unsigned long long)cg_where(s->env, addr), pattern(addr));
}

// Once over the lines, then at random.
static void draw(cg_thread *t, state *s, uint64_t n) {
    const uint64_t drawing = (uint64_t)s->threads - s->walkers;
    const uint64_t i = n * drawing + (uint64_t)cg_local_tid(t) - s->walkers, words = s->env->line_bytes / 4;
    const uint64_t line = i < s->lines ? i : cg_rand(t) % s->lines;
    load_pattern(t, s, address_of_word(s, cg_core(t), line, cg_rand(t) % words));
}

static void step(cg_thread *t, state *s) {
    const int core = cg_core(t);
    const uint64_t addr = address_of_step(s, core, (s->start[core] + s->next[core]++) % lines_of(s, core));
    if (s->stores || s->kind == NEIGHBOUR)
        cg_st(t, addr, ~pattern(addr));
    else
        load_pattern(t, s, addr);
}

static void add(cg_thread *t, state *s) {
    cg_amo(t, CG_AMO_ADD, s->base, 1, 0);
    s->added++;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    if (cg_core(t) >= s->cores || cg_local_tid(t) >= s->threads) return;
    for (uint64_t n = 0; cg_cycle(t) < s->until; n++) {
        const uint64_t asked = cg_cycle(t);
        if ((uint64_t)cg_local_tid(t) < s->walkers) {
            load_pattern(t, s, address_of_walker(s, cg_core(t), s->next[cg_core(t)]++ % s->array));
            continue;
        }
        if (s->kind == HOT)
            add(t, s);
        else if (draws(s, cg_core(t)))
            draw(t, s, n);
        else
            step(t, s);
        note_answer(t, s, asked);
    }
}

// -------------------------------------------------------------------------------------------------- results

// The latency that 99 of 100 operations have at most.
static uint64_t latency_of_99(const state *s) {
    uint64_t n = 0;
    for (uint64_t i = 0; i < LONGEST; i++)
        if (100 * (n += s->count[i]) >= 99 * s->ops) return i;
    return LONGEST;
}

static void report_window(const state *s) {
    const double ops = (double)s->ops, window = (double)s->window;
    if (!s->ops) {
        cg_fail(s->env, "no operation was answered in the %llu cycles that were measured",
                (unsigned long long)s->window);
        return;
    }
    cg_measured_logged(s->env, "rate", "operations/cycle", ops / window);
    cg_measured_logged(s->env, "cost", "cycles/operation", window / ops);
    cg_measured_logged(s->env, "mean", "cycles", (double)s->sum / ops);
    cg_measured_logged(s->env, "p99", "cycles", (double)latency_of_99(s));
    cg_measured_logged(s->env, "longest", "cycles", (double)s->longest);
    cg_measured_logged(s->env, "in_flight", "operations", (double)s->sum / window);
}

static void check_word(cg_thread *t, const state *s, uint64_t addr, uint32_t wanted) {
    const uint32_t value = cg_ld(t, addr);
    if (value != wanted)
        cg_fail(s->env, "the word at 0x%llx is 0x%x, not 0x%x", (unsigned long long)cg_where(s->env, addr),
                value, wanted);
}

// The lines at the end of a walk, or the first ones.
static void check_core(cg_thread *t, const state *s, int core) {
    const bool stored = !draws(s, core) && (s->stores || s->kind == NEIGHBOUR);
    const uint64_t lines = lines_of(s, core), done = draws(s, core) ? lines : cg_least(s->next[core], lines);
    for (uint64_t k = 1; k <= cg_least(done, SAMPLE); k++) {
        const uint64_t i = draws(s, core) ? k - 1 : (s->start[core] + s->next[core] - k) % lines;
        const uint64_t addr = address_of_step(s, core, i);
        check_word(t, s, addr, stored ? ~pattern(addr) : pattern(addr));
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    report_window(s);
    if (s->kind == HOT) check_word(t, s, s->base, (uint32_t)s->added);
    for (int core = 0; core < s->cores && s->kind != HOT; core++) check_core(t, s, core);
}

const cg_workload cg_workload_pressure = {
    "pressure", "holds one part of the controllers under pressure, and measures rate and latency in a window",
    OPTIONS,    sizeof(state),
    setup,      thread,
    check,      NULL,
};
