// Strided tiles: in each round every thread moves fields of an array into its part of the local memory,
// changes them there, and moves them back; then all threads meet, and in the next round each takes the next
// one's array, which another core had. Where the table has transfers (cg_move) an engine moves the tiles; now
// and then it is asked for one that it must refuse. Compared with a sequential run, the bytes between the
// fields as well.
#include "base/rng.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    uint64_t n, rounds, work, refused;
    uint64_t array, array_bytes, array_stride; // of thread 0's; of one; to the next thread's
    uint64_t local_bytes;                      // of a thread's part of the local memory
    uint32_t *expected;                        // by array and word
    cg_barrier barrier;
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(n, 16, 2, 1u << 12, "words of a tile, at most"),
    CG_NUMBER(rounds, 8, 1, 1u << 16, "tiles of each thread, one after the other"),
    CG_NUMBER(work, 1, 0, 64, "times that each word is changed while it is in the local memory"),
    CG_NUMBER(refused, 10, 0, 100, "percent of rounds with a tile that is refused, too"),
    {0},
};

static uint64_t threads_of(const cg_env *e) {
    return (uint64_t)(e->cores * e->threads);
}

// Of a round, for an array: the same for whoever asks.
static cg_tile tile_of(const state *s, uint64_t round, uint64_t array) {
    cg_rng rng = cg_rng_new(s->env->seed, 0x57000 + round * threads_of(s->env) + array);
    cg_tile t = {.rows = 1 + cg_rng_below(&rng, cg_least(s->n, 4))};
    const uint64_t per_row = s->n / t.rows, objects = 1 + cg_rng_below(&rng, per_row);
    const uint64_t field = 1 + cg_rng_below(&rng, per_row / objects), object = field + cg_rng_below(&rng, 3);
    t.field = 4 * field;
    t.object = 4 * object;
    t.row = objects * t.object;
    t.stride = t.row + 4 * cg_rng_below(&rng, 4);
    if (cg_rng_below(&rng, 4) == 0) t.field = t.object = 1; // rows as they are, of bytes
    const uint64_t span = (t.rows - 1) * t.stride + t.row, moved = t.row * t.rows;
    if (span > s->array_bytes || moved > s->local_bytes)
        t = (cg_tile){.rows = 1, .field = 4, .object = 4, .row = 4};
    const uint64_t rest = s->array_bytes - ((t.rows - 1) * t.stride + t.row);
    t.address = s->array + array * s->array_stride + 4 * cg_rng_below(&rng, rest / 4 + 1);
    return t;
}

static uint32_t worked(const state *s, uint32_t word, uint64_t round) {
    for (uint64_t i = 0; i < s->work; i++) word = word * 5 + (uint32_t)round + 1;
    return word;
}

static uint32_t *word_of(const state *s, uint64_t addr) {
    const uint64_t at = addr - s->array;
    return &s->expected[at / s->array_stride * (s->array_bytes / 4) + at % s->array_stride / 4];
}

static void run_sequentially(const state *s) {
    for (uint64_t round = 0; round < s->rounds; round++)
        for (uint64_t array = 0; array < threads_of(s->env); array++) {
            const cg_tile t = tile_of(s, round, array);
            for (uint64_t i = 0; i < cg_tile_words(&t); i++) {
                uint32_t *word = word_of(s, cg_tile_address(&t, i));
                *word = worked(s, *word, round);
            }
        }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t all = threads_of(e);
    s->env = e;
    s->local_bytes = e->local_bytes / (uint64_t)e->threads / 4 * 4;
    if (s->local_bytes < 8) {
        cg_bad_input(
            e, "workload strided: %d threads of a core need a local memory of %d bytes, and %llu are there",
            e->threads, 8 * e->threads, (unsigned long long)e->local_bytes);
        return;
    }
    s->n = cg_least(s->n, s->local_bytes / 4);
    e->scatter = (cg_scatter){0};
    s->array_bytes = 4 * (2 * s->n + 5);
    s->array_stride = s->array_bytes; // arrays share lines
    s->array = cg_alloc(e, all * s->array_stride, e->line_bytes);
    s->expected = cg_keep(e, all * s->array_bytes);
    s->barrier = cg_barrier_new(e, 8, CG_POLL_ATOMIC);
    cg_rng rng = cg_rng_new(e->seed, 0x57fff);
    for (uint64_t at = 0; at < all * s->array_stride && !e->bad_input[0]; at += 4) {
        s->expected[at / 4] = (uint32_t)cg_rng_below(&rng, UINT64_C(1) << 32);
        cg_poke(e, s->array + at, s->expected[at / 4]);
    }
    if (!e->bad_input[0]) run_sequentially(s);
}

// Something about the tile is wrong, and nothing of it may move.
static void ask_wrongly(cg_thread *t, state *s, cg_tile tile) {
    switch (cg_rand(t) % 6) {
    case 0: tile.address += 2; break;
    case 1: tile.rows = 0; break;
    case 2: tile.field = tile.object + 4; break;
    case 3: tile.place = s->env->local_bytes - 4, tile.rows = 2, tile.stride = tile.row; break;
    case 4: tile.rows = 3, tile.stride = tile.row - 4; break;
    default: tile.field = 4, tile.object = 12, tile.row = 16; break;
    }
    const cg_transfer_kind kind = cg_rand(t) % 2 ? CG_TRANSFER_IN : CG_TRANSFER_OUT;
    if (!cg_tile_refused(s->env->spec, &tile)) return;
    if (!cg_move(t, kind, &tile)) cg_fail(s->env, "a tile that cannot be moved is not refused");
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    const uint64_t all = (uint64_t)cg_threads(t), me = (uint64_t)cg_tid(t);
    for (uint64_t round = 0; round < s->rounds && !s->env->failure[0]; round++) {
        cg_tile tile = tile_of(s, round, (me + round) % all);
        tile.place = (uint64_t)cg_local_tid(t) * s->local_bytes;
        if (cg_has_engine(t) && cg_rand(t) % 100 < s->refused) ask_wrongly(t, s, tile);
        uint32_t why = cg_move(t, CG_TRANSFER_IN, &tile);
        for (uint64_t i = 0; i < cg_tile_words(&tile); i++) {
            const uint64_t at = cg_local(t, tile.place + 4 * i);
            if (s->work) cg_st(t, at, worked(s, cg_ld(t, at), round));
        }
        why |= cg_move(t, CG_TRANSFER_OUT, &tile);
        if (why) cg_fail(s->env, "a tile of round %llu is refused: 0x%x", (unsigned long long)round, why);
        cg_barrier_wait(t, &s->barrier);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t at = 0; at < threads_of(s->env) * s->array_stride; at += 4) {
        const uint32_t value = cg_ld(t, s->array + at);
        if (value != s->expected[at / 4])
            cg_fail(s->env, "word %llu of array %llu is 0x%x, not 0x%x",
                    (unsigned long long)(at % s->array_stride / 4),
                    (unsigned long long)(at / s->array_stride), value, s->expected[at / 4]);
    }
}

const cg_workload cg_workload_strided = {
    "strided", "strided tiles, moved into local memories, changed there and moved back",
    OPTIONS,   sizeof(state),
    setup,     thread,
    check,     NULL,
};
