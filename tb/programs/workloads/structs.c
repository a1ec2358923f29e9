// Arrays of structures, of whose elements one field is changed: the microbenchmarks of M. Sinclair, Efficient
// coherence and consistency for specialized memory hierarchies, 2017, section 4.6.3. The threads of core 0, a
// compute unit, change the field; those of the other cores, which use their L1s only, read it afterwards.
//
//   implicit    each element once
//   pollution   an array by tiles, as many elements as the local memory takes, and with each tile all of a
//               second array, by addresses in all forms
//   on_demand   one element of each group, which a word in memory says
//   reuse       each element in one kernel after the other
//
// note [forms]: the same program in four forms, by what the table has.
//
//   cached      loads and stores of the elements by addresses: without a local memory, or with by=cache
//   copied      each thread copies the fields of its part of a tile into the local memory, changes them, and
//               copies all of them out: with a local memory and no more
//   moved       likewise, but that an engine copies: with transfers (cg_move)
//   mapped      a thread maps the local memory to the fields of the tile, and all change them there; they
//               come and go by themselves: with a command that maps (mapper.h)
//
// A kernel is a tile. Between two of them the unit's threads release, wait for each other, which costs
// nothing, and acquire, all before any of them goes on, as an acquire of one gives up what the others hold.
// With maps=each the tile is mapped anew in each kernel, with maps=once only where it is another one.
//
// note [ready]: time is taken when all threads have synchronized once. By then the arrays of all controllers
// are there, which after reset are swept, a line a cycle, and in a memory of words a word a cycle. A program
// on a machine that runs finds them there.
//
// What the readers load is compared with a sequential run. After the end so is the word behind it in each
// element, which nobody changes, and what was changed of the second array.
#include "base/rng.h"
#include "programs/mapper.h"
#include "sync.h"

typedef enum { IMPLICIT, POLLUTION, ON_DEMAND, REUSE } program;
typedef enum { CACHED, COPIED, MAPPED } form; // moved: copied, by an engine (cg_move)

typedef struct {
    cg_env *env;
    const char *command, *first; // names of the command, and of a parameter
    unsigned kind, by, maps;
    uint64_t n, second, object, field, tile, passes, group;
    form form;
    cg_mapper mapper;
    uint64_t array, other, chosen;       // addresses
    uint64_t count;                      // address: each thread of the unit adds one to it behind each kernel
    uint32_t *expected, *expected_other; // by word
    uint32_t *choice;                    // by group: the element of it
    uint64_t came, went;                 // threads of the unit, to the ends and beginnings of kernels
    uint64_t mapped;                     // tile, from 1; 0: none
    uint64_t tiles_mapped;               // kernels whose mapping stands
} state;

static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "implicit", "which program", "implicit", "pollution", "on_demand", "reuse"),
    CG_NUMBER(n, 256, 1, 1u << 16, "elements of the array"),
    CG_NUMBER(second, 64, 0, 1u << 16, "elements of the second array; of pollution only"),
    CG_NUMBER(object, 8, 1, 64, "words of an element"),
    CG_NUMBER(field, 3, 0, 63, "which of them is changed"),
    CG_NUMBER(tile, 256, 1, 1u << 16, "elements of a tile, at most"),
    CG_NUMBER(passes, 1, 1, 1u << 16, "times that all tiles are changed, one kernel each"),
    CG_NUMBER(group, 32, 1, 1u << 16, "elements of which one is changed; of on_demand only"),
    CG_CHOICE(by, "local", "local: in the local memory, if there is one; cache: by addresses", "local",
              "cache"),
    CG_CHOICE(maps, "once", "when a tile is mapped: once, unless another one was, or in each kernel", "once",
              "each"),
    CG_OPTION_COMMAND,
    CG_OPTION_FIRST,
    {0},
};

static uint64_t tiles_of(const state *s) {
    return (s->n + s->tile - 1) / s->tile;
}

static uint64_t kernels_of(const state *s) {
    return s->passes * tiles_of(s);
}

static uint64_t field_of(const state *s, uint64_t element) {
    return element * s->object + s->field;
}

static uint32_t changed(uint32_t word, uint64_t kernel) {
    return word * 5 + (uint32_t)kernel + 1;
}

// Elements [first, end) of the array, which a thread of the unit or all of them change in a kernel.
typedef struct {
    uint64_t first, end;
} part;

static part tile_of(const state *s, uint64_t kernel) {
    const uint64_t first = kernel % tiles_of(s) * s->tile;
    return (part){first, cg_least(first + s->tile, s->n)};
}

// Whole groups: of on_demand a tile is some of them.
static part part_of(const state *s, uint64_t kernel, uint64_t thread, uint64_t threads) {
    const part all = tile_of(s, kernel);
    const uint64_t unit = s->kind == ON_DEMAND ? s->group : 1;
    const uint64_t units = (all.end - all.first + unit - 1) / unit;
    return (part){cg_least(all.first + unit * cg_share(units, threads, thread), all.end),
                  cg_least(all.first + unit * cg_share(units, threads, thread + 1), all.end)};
}

static void expect_kernels(const state *s) {
    for (uint64_t k = 0; k < kernels_of(s); k++) {
        const part all = tile_of(s, k);
        for (uint64_t i = all.first; i < all.end; i++) {
            uint32_t *word = &s->expected[field_of(s, i)];
            if (s->kind != ON_DEMAND || i % s->group == s->choice[i / s->group]) *word = changed(*word, k);
        }
        for (uint64_t i = 0; s->kind == POLLUTION && i < s->second; i++) {
            uint32_t *word = &s->expected_other[field_of(s, i)];
            *word = changed(*word, k);
        }
    }
}

// ---------------------------------------------------------------------------------------------------- setup

static uint64_t new_array(cg_env *e, cg_rng *rng, uint64_t words, uint32_t *expected) {
    const uint64_t at = cg_alloc(e, 4 * words, e->line_bytes);
    for (uint64_t i = 0; i < words && !e->bad_input[0]; i++) {
        expected[i] = (uint32_t)cg_rng_next(rng);
        cg_poke(e, at + 4 * i, expected[i]);
    }
    return at;
}

static void choose(state *s, cg_rng *rng) {
    const uint64_t groups = (s->n + s->group - 1) / s->group;
    s->choice = cg_keep(s->env, groups * sizeof *s->choice);
    s->chosen = cg_alloc(s->env, 4 * groups, s->env->line_bytes);
    for (uint64_t i = 0; i < groups && !s->env->bad_input[0]; i++) {
        s->choice[i] = (uint32_t)cg_rng_below(rng, cg_least(s->group, s->n - i * s->group));
        cg_poke(s->env, s->chosen + 4 * i, s->choice[i]);
    }
}

static void choose_form(state *s) {
    cg_env *e = s->env;
    s->form = CACHED;
    if (s->by || !e->local_bytes) return;
    cg_find_mapper(e, s->command, s->first, &s->mapper);
    s->form = s->mapper.number == CG_NONE ? COPIED : MAPPED;
    if (4 * cg_least(s->tile, s->n) > e->local_bytes)
        cg_bad_input(
            e,
            "workload structs: tiles of %llu elements need a local memory of %llu bytes, and %llu are there",
            (unsigned long long)cg_least(s->tile, s->n), (unsigned long long)(4 * cg_least(s->tile, s->n)),
            (unsigned long long)e->local_bytes);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    if (!cg_in_range(e, "field", s->field, 0, s->object - 1)) return;
    if (s->kind == ON_DEMAND && s->tile % s->group) {
        cg_bad_input(
            e, "workload structs: a tile must be of whole groups, and %llu elements are no multiple of %llu",
            (unsigned long long)s->tile, (unsigned long long)s->group);
        return;
    }
    choose_form(s);
    if (e->bad_input[0]) return;
    cg_env_dense(e);
    cg_rng rng = cg_rng_new(e->seed, 0x57c7);
    const uint64_t words = s->n * s->object, others = s->kind == POLLUTION ? s->second * s->object : 0;
    s->expected = cg_keep(e, 4 * words);
    s->expected_other = cg_keep(e, 4 * others + 4);
    s->count = cg_alloc(e, 4, e->line_bytes);
    s->array = new_array(e, &rng, words, s->expected);
    if (others) s->other = new_array(e, &rng, others, s->expected_other);
    if (s->kind == ON_DEMAND) choose(s, &rng);
    if (s->form == MAPPED && !e->bad_input[0] && s->array / 4 < s->mapper.first)
        cg_bad_input(e, "workload structs: '%s' is %llu, and its array begins at word %llu", s->first,
                     (unsigned long long)s->mapper.first, (unsigned long long)(s->array / 4));
    if (!e->bad_input[0]) expect_kernels(s);
}

// ---------------------------------------------------------------------------------------------------- the
// unit

static void wait_until(cg_thread *t, const uint64_t *who, uint64_t number) {
    while (*who < number) cg_pause(t, 1);
}

static void end_of_kernel(cg_thread *t, state *s) {
    cg_fence(t);
    cg_amo_release(t, CG_AMO_ADD, s->count, 1, 0);
    s->came++;
}

// By the threads of the unit, or by any thread: behind the ends of so many kernels.
static void behind_kernels(cg_thread *t, state *s, uint64_t kernels) {
    wait_until(t, &s->came, kernels * (uint64_t)s->env->threads);
    cg_amo_acquire(t, CG_AMO_ADD, s->count, 0, 0);
    cg_fence(t);
}

static void map_tile(cg_thread *t, state *s, uint64_t kernel) {
    const part all = tile_of(s, kernel);
    const uint64_t tile = 1 + kernel % tiles_of(s);
    if (s->form == MAPPED && (s->maps || s->mapped != tile)) {
        cg_map(t, &s->mapper, 0, s->array / 4 + field_of(s, all.first) - s->mapper.first, s->object,
               all.end - all.first, 0);
        s->mapped = tile;
    }
    s->tiles_mapped = kernel + 1;
}

static void begin_kernel(cg_thread *t, state *s, uint64_t kernel) {
    if (kernel) behind_kernels(t, s, kernel);
    s->went++;
    wait_until(t, &s->went, (kernel + 1) * (uint64_t)s->env->threads);
    if (cg_local_tid(t) == 0) map_tile(t, s, kernel);
    wait_until(t, &s->tiles_mapped, kernel + 1);
}

static void change(cg_thread *t, uint64_t addr, uint64_t kernel) {
    cg_st(t, addr, changed(cg_ld(t, addr), kernel));
}

static void change_element(cg_thread *t, const state *s, uint64_t kernel, uint64_t i) {
    const uint64_t place = i - tile_of(s, kernel).first;
    change(t, s->form == CACHED ? s->array + 4 * field_of(s, i) : cg_local(t, 4 * place), kernel);
}

static void change_elements(cg_thread *t, const state *s, uint64_t kernel, part mine) {
    if (s->kind == ON_DEMAND)
        for (uint64_t i = mine.first; i < mine.end; i += s->group)
            change_element(t, s, kernel, i + cg_ld(t, s->chosen + i / s->group * 4));
    else
        for (uint64_t i = mine.first; i < mine.end; i++) change_element(t, s, kernel, i);
}

static void move(cg_thread *t, const state *s, cg_transfer_kind kind, uint64_t kernel, part mine) {
    if (s->form != COPIED || mine.first == mine.end) return;
    const cg_tile tile = {.place = 4 * (mine.first - tile_of(s, kernel).first),
                          .address = s->array + 4 * field_of(s, mine.first),
                          .rows = 1,
                          .field = 4,
                          .object = 4 * s->object,
                          .row = 4 * s->object * (mine.end - mine.first)};
    const uint32_t why = cg_move(t, kind, &tile);
    if (why) cg_fail(s->env, "a tile of kernel %llu is refused: 0x%x", (unsigned long long)kernel, why);
}

static void work(cg_thread *t, state *s) {
    const uint64_t me = (uint64_t)cg_local_tid(t), threads = (uint64_t)s->env->threads;
    for (uint64_t k = 0; k < kernels_of(s) && !s->env->failure[0]; k++) {
        const part mine = part_of(s, k, me, threads);
        begin_kernel(t, s, k);
        move(t, s, CG_TRANSFER_IN, k, mine);
        change_elements(t, s, k, mine);
        move(t, s, CG_TRANSFER_OUT, k, mine);
        for (uint64_t i = cg_share(s->second, threads, me);
             s->kind == POLLUTION && i < cg_share(s->second, threads, me + 1); i++)
            change(t, s->other + 4 * field_of(s, i), k);
        end_of_kernel(t, s);
    }
}

// ------------------------------------------------------------------------------------------------- the
// readers

static void compare(cg_thread *t, const state *s, uint64_t array, const uint32_t *expected, uint64_t word) {
    const uint32_t value = cg_ld(t, array + 4 * word);
    if (value != expected[word])
        cg_fail(s->env, "word %llu of element %llu%s is 0x%x, not 0x%x",
                (unsigned long long)(word % s->object), (unsigned long long)(word / s->object),
                array == s->array ? "" : " of the second array", value, expected[word]);
}

static void read_fields(cg_thread *t, state *s) {
    const uint64_t of_unit = (uint64_t)s->env->threads, readers = (uint64_t)cg_threads(t) - of_unit,
                   me = (uint64_t)(cg_core(t) - 1) * of_unit + (uint64_t)cg_local_tid(t);
    behind_kernels(t, s, kernels_of(s));
    for (uint64_t i = cg_share(s->n, readers, me); i < cg_share(s->n, readers, me + 1); i++)
        compare(t, s, s->array, s->expected, field_of(s, i));
}

static void thread(cg_thread *t, void *arg) {
    if (cg_core(t) == 0)
        work(t, arg);
    else
        read_fields(t, arg);
}

static void ready(cg_thread *t, void *arg) { // note [ready]
    (void)t;
    (void)arg;
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    const uint64_t behind = (s->field + 1) % s->object;
    for (uint64_t i = 0; i < s->n; i++) compare(t, s, s->array, s->expected, i * s->object + behind);
    for (uint64_t i = 0; s->kind == POLLUTION && i < s->second; i++) {
        compare(t, s, s->other, s->expected_other, field_of(s, i));
        compare(t, s, s->other, s->expected_other, i * s->object + behind);
    }
}

const cg_workload cg_workload_structs = {
    .name = "structs",
    .doc = "a field of arrays of structures, changed in a local memory or by a cache, and read by others",
    .options = OPTIONS,
    .state_bytes = sizeof(state),
    .setup = setup,
    .prepare = ready,
    .thread = thread,
    .check = check,
};
