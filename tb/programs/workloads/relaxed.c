// HeteroSync's uses of relaxed atomics (M. Sinclair, Efficient coherence and consistency for specialized
// memory hierarchies, 2017, section 3.3, listings 3.1 and 3.3 to 3.7), beside the histograms of
// event_counter:
//
//   flags    workers look at a flag (non-ordering) until the first thread has set it, and set flags of their
//            own (commutative) while it is not
//   refs     reference counters, each counted up and down by whoever uses it (quantum); who takes the last
//            reference marks the object
//   split    a counter split over the threads: half of the blocks count in their thread's own, the others sum
//            all of them up (quantum)
//   seqlock  one block in eight writes data (speculative) under a sequence number; the others read them and
//            try again if the number has changed
//   locks    several locks, looked at before they are tried. The thesis calls such a look speculative; but it
//            decides a branch and races with an atomic that is used, so by the letter of its definition it is
//            not: it is unpaired here
//   queue    a queue for each core, which its first thread serves: it looks at the number of entries
//            (unpaired) between other work
//
// Loads and stores by atomics, as GPUs do them: add 0, swap. A thread asks for as many at once as the design
// has slots.
#include "blocks.h"
#include "sync.h"

typedef struct state state;
typedef struct {
    void (*lay_out)(cg_env *e, state *s);
    void (*block)(cg_thread *t, state *s, uint64_t block); // NULL: threads, not blocks
    void (*thread)(cg_thread *t, state *s);
    void (*check)(cg_thread *t, const state *s);
} program;

struct state {
    cg_env *env;
    enum { FLAGS, REFS, SPLIT, SEQLOCK, LOCKS, QUEUE } kind;
    const program *p;
    cg_blocks blocks;
    uint64_t rounds, words, work, stagger;
    uint64_t at, data, own; // addresses: of what is shared, of data, of the threads' own words
    uint64_t line;          // bytes
    uint64_t sum;           // of what was done
    uint64_t *each;         // likewise, by counter, lock or queue
    uint32_t *values;       // by thread: what it has read
};

static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "flags", "flags, refs, split, seqlock, locks, queue", "flags", "refs", "split", "seqlock",
              "locks", "queue"),
    CG_OPTION_BLOCKS(64),
    CG_NUMBER(rounds, 4, 1, 1u << 20, "times that each block does it"),
    CG_NUMBER(words, 16, 1, 4096, "flags, reference counters, words under a sequence number, locks"),
    CG_NUMBER(work, 4, 0, 4096, "words of its own that a thread reads in between (flags, queue)"),
    CG_NUMBER(stagger, 8, 0, 1u << 20, "wait less than so many cycles before another attempt, at random"),
    {0},
};

static uint64_t at_word(const state *s, uint64_t i) {
    return s->at + 4 * i;
}

// A line for each.
static uint64_t at_line(const state *s, uint64_t i) {
    return s->at + s->line * i;
}

static void do_own_work(cg_thread *t, const state *s) {
    const uint64_t own = s->own + (uint64_t)cg_tid(t) * s->work * 4;
    for (uint64_t i = 0; i < s->work; i++)
        if (cg_ld(t, own + 4 * i) != 7) cg_fail(s->env, "thread %d reads a wrong word of its own", cg_tid(t));
}

static void lay_out_own(cg_env *e, state *s) {
    const uint64_t n = s->work * (uint64_t)(e->cores * e->threads);
    s->own = cg_alloc(e, 4 * n, e->line_bytes);
    for (uint64_t i = 0; i < n && !e->bad_input[0]; i++) cg_poke(e, s->own + 4 * i, 7);
}

// -------------------------------------------------------------------------------------------------- flags
// The flag that ends it, a line of its own; the workers' behind it.
static void lay_out_flags(cg_env *e, state *s) {
    lay_out_own(e, s);
    s->at = cg_alloc(e, s->line, s->line);
    s->data = cg_alloc(e, 4 * s->words, s->line);
    s->each = cg_keep(e, s->words * sizeof *s->each);
}

static void set_flag(cg_thread *t, const state *s, uint64_t i) {
    cg_amo_post(t, CG_commutative, CG_AMO_SWAP, s->data + 4 * (i % s->words), 1);
}

static bool is_stopped(cg_thread *t, const state *s) {
    return cg_amo_relaxed(t, CG_nonordering, CG_AMO_ADD, s->at, 0, 0) != 0 || s->env->failure[0];
}

// Whoever has seen the end sets none: else it would order two that set a flag, which a non-ordering access
// must not.
static void set_flags_until_stopped(cg_thread *t, state *s, uint64_t block) {
    for (uint64_t round = 0; !is_stopped(t, s); round++) {
        if (round % 4 == 0) {
            set_flag(t, s, block);
            s->each[block % s->words] = 1;
        }
        do_own_work(t, s);
    }
}

static void flags(cg_thread *t, state *s) {
    uint64_t block;
    for (uint64_t i = 0; cg_tid(t) == 0 && i < s->rounds; i++) do_own_work(t, s);
    if (cg_tid(t) == 0) cg_amo_post(t, CG_nonordering, CG_AMO_SWAP, s->at, 1);
    while (cg_block_next(&s->blocks, &block)) set_flags_until_stopped(t, s, block);
    cg_settle(t);
}

static void check_flags(cg_thread *t, const state *s) {
    for (uint64_t i = 0; i < s->words; i++) {
        const uint32_t value = cg_ld(t, s->data + 4 * i);
        if (value != s->each[i])
            cg_fail(s->env, "flag %u is %u, not %u", (unsigned)i, value, (unsigned)s->each[i]);
    }
}

// ----------------------------------------------------------------------------------------------- references
// The counters, then the marks.
static void lay_out_refs(cg_env *e, state *s) {
    s->at = cg_alloc(e, 4 * s->words, s->line);
    s->data = cg_alloc(e, 4 * s->words, s->line);
    s->each = cg_keep(e, s->words * sizeof *s->each);
}

// Takes references of some objects, then gives them back.
static void use_objects(cg_thread *t, state *s) {
    uint64_t object[CG_MAX_SLOTS];
    cg_ticket ticket[CG_MAX_SLOTS];
    const uint64_t n = cg_at_once(t) < 2 ? 1 : cg_at_once(t);
    for (uint64_t i = 0; i < n; i++) {
        object[i] = cg_rand(t) % s->words;
        s->each[object[i]]++;
        cg_amo_post(t, CG_quantum, CG_AMO_ADD, at_word(s, object[i]), 1);
    }
    cg_settle(t);
    for (uint64_t i = 0; i < n; i++)
        ticket[i] = cg_amo_begin(t, CG_quantum, CG_AMO_ADD, at_word(s, object[i]), UINT32_MAX);
    for (uint64_t i = 0; i < n; i++)
        if (cg_await(t, ticket[i]) == 1)
            cg_amo_post(t, CG_commutative, CG_AMO_SWAP, s->data + 4 * object[i], 1);
}

static void refs(cg_thread *t, state *s, uint64_t block) {
    (void)block;
    for (uint64_t i = 0; i < s->rounds; i++) use_objects(t, s);
    cg_settle(t);
}

static void check_refs(cg_thread *t, const state *s) {
    for (uint64_t i = 0; i < s->words; i++) {
        const uint32_t count = cg_ld(t, at_word(s, i)), mark = cg_ld(t, s->data + 4 * i);
        if (count != 0 || mark != (s->each[i] > 0))
            cg_fail(s->env, "object %u has %u references and mark %u at the end", (unsigned)i, count, mark);
    }
}

// ---------------------------------------------------------------------------------------------------- split
static void lay_out_split(cg_env *e, state *s) {
    s->at = cg_alloc(e, 4 * (uint64_t)(e->cores * e->threads), s->line);
}

static void add_to_own(cg_thread *t, state *s) {
    const uint64_t own = at_word(s, (uint64_t)cg_tid(t));
    const uint32_t value = cg_amo_relaxed(t, CG_quantum, CG_AMO_ADD, own, 0, 0);
    s->sum++;
    cg_amo_post(t, CG_quantum, CG_AMO_SWAP, own, value + 1);
}

static void sum_all(cg_thread *t, state *s) {
    cg_ticket ticket[CG_MAX_SLOTS];
    const uint64_t threads = (uint64_t)cg_threads(t), me = (uint64_t)cg_tid(t), most = cg_at_once(t);
    uint64_t sum = 0;
    for (uint64_t i = 0, n; i < threads; i += n) {
        n = cg_least(most, threads - i);
        for (uint64_t k = 0; k < n; k++)
            ticket[k] = cg_amo_begin(t, CG_quantum, CG_AMO_ADD, at_word(s, (me + i + k) % threads), 0);
        for (uint64_t k = 0; k < n; k++) sum += cg_await(t, ticket[k]);
    }
    if (sum > s->sum)
        cg_fail(s->env, "thread %d finds a sum of %llu, and %llu were counted", cg_tid(t),
                (unsigned long long)sum, (unsigned long long)s->sum);
}

static void split(cg_thread *t, state *s, uint64_t block) {
    for (uint64_t i = 0; i < s->rounds; i++)
        if (block % 2)
            sum_all(t, s);
        else
            add_to_own(t, s);
    cg_settle(t);
}

static void check_split(cg_thread *t, const state *s) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < (uint64_t)cg_threads(t); i++) sum += cg_ld(t, at_word(s, i));
    if (sum != s->sum || sum != (s->blocks.n + 1) / 2 * s->rounds)
        cg_fail(s->env, "the counters add up to %llu", (unsigned long long)sum);
}

// -------------------------------------------------------------------------------------------------- seqlock
// The sequence number in a line of its own, the data behind it.
static void lay_out_seqlock(cg_env *e, state *s) {
    s->at = cg_alloc(e, s->line, s->line);
    s->data = cg_alloc(e, 4 * s->words, s->line);
    s->values = cg_keep(e, (size_t)(e->cores * e->threads) * s->words * sizeof *s->values);
}

static uint32_t written_as(uint64_t writes, uint64_t i) {
    return (uint32_t)(writes * 2654435761u + (writes ? i : 0));
}

static void read_in_sequence(cg_thread *t, const state *s) {
    uint32_t *value = s->values + (uint64_t)cg_tid(t) * s->words, before;
    cg_ticket ticket[CG_MAX_SLOTS];
    const uint64_t most = cg_at_once(t);
    for (;; cg_stagger(t, s->stagger)) {
        before = cg_amo(t, CG_AMO_ADD, s->at, 0, 0);
        for (uint64_t i = 0, n; i < s->words; i += n) {
            n = cg_least(most, s->words - i);
            for (uint64_t k = 0; k < n; k++)
                ticket[k] = cg_amo_begin(t, CG_speculative, CG_AMO_ADD, s->data + 4 * (i + k), 0);
            for (uint64_t k = 0; k < n; k++) value[i + k] = cg_await(t, ticket[k]);
        }
        if (cg_amo(t, CG_AMO_ADD, s->at, 0, 0) == before && before % 2 == 0) break;
        if (s->env->failure[0]) return;
    }
    for (uint64_t i = 0; i < s->words; i++)
        if (value[i] != written_as(before / 2, i))
            cg_fail(s->env, "thread %d reads 0x%x in word %u of sequence %u, not 0x%x", cg_tid(t), value[i],
                    (unsigned)i, before, written_as(before / 2, i));
}

static void write_in_sequence(cg_thread *t, const state *s) {
    uint32_t before;
    for (;; cg_stagger(t, s->stagger)) {
        before = cg_amo(t, CG_AMO_ADD, s->at, 0, 0);
        if (before % 2 == 0 && cg_amo(t, CG_AMO_CAS, s->at, before + 1, before) == before) break;
    }
    for (uint64_t i = 0; i < s->words; i++)
        cg_amo_post(t, CG_speculative, CG_AMO_SWAP, s->data + 4 * i, written_as(before / 2 + 1, i));
    cg_amo(t, CG_AMO_SWAP, s->at, before + 2, 0);
}

static bool block_writes(uint64_t block) {
    return block % 8 == 0;
}

static void seqlock(cg_thread *t, state *s, uint64_t block) {
    for (uint64_t i = 0; i < s->rounds; i++)
        if (block_writes(block))
            write_in_sequence(t, s);
        else
            read_in_sequence(t, s);
}

static void check_seqlock(cg_thread *t, const state *s) {
    const uint64_t writes = (s->blocks.n + 7) / 8 * s->rounds;
    if (cg_ld(t, s->at) != 2 * writes) cg_fail(s->env, "the sequence number is %u", cg_ld(t, s->at));
    for (uint64_t i = 0; i < s->words; i++)
        if (cg_ld(t, s->data + 4 * i) != written_as(writes, i))
            cg_fail(s->env, "word %u is 0x%x, not 0x%x", (unsigned)i, cg_ld(t, s->data + 4 * i),
                    written_as(writes, i));
}

// ---------------------------------------------------------------------------------------------------- locks
// A line for each lock, and one for what it guards.
static void lay_out_locks(cg_env *e, state *s) {
    s->at = cg_alloc(e, s->line * s->words, s->line);
    s->data = cg_alloc(e, s->line * s->words, s->line);
    s->each = cg_keep(e, s->words * sizeof *s->each);
}

static void take_lock(cg_thread *t, const state *s, uint64_t lock) {
    for (;; cg_stagger(t, s->stagger)) {
        if (cg_amo_relaxed(t, CG_unpaired, CG_AMO_ADD, lock, 0, 0) != 0) continue;
        if (cg_amo_acquire(t, CG_AMO_CAS, lock, 1, 0) == 0) break;
    }
    cg_fence(t);
}

static void locks(cg_thread *t, state *s, uint64_t block) {
    for (uint64_t i = 0; i < s->rounds; i++) {
        const uint64_t k = (block + cg_rand(t)) % s->words, guarded = s->data + s->line * k;
        take_lock(t, s, at_line(s, k));
        const uint32_t value = cg_ld(t, guarded);
        if (value != s->each[k])
            cg_fail(s->env, "thread %d reads %u under lock %u, not %u", cg_tid(t), value, (unsigned)k,
                    (unsigned)s->each[k]);
        s->each[k]++;
        cg_st(t, guarded, value + 1);
        cg_fence(t);
        cg_amo_release(t, CG_AMO_SWAP, at_line(s, k), 0, 0);
    }
}

static void check_locks(cg_thread *t, const state *s) {
    uint64_t sum = 0;
    for (uint64_t k = 0; k < s->words; k++) sum += cg_ld(t, s->data + s->line * k);
    if (sum != s->blocks.n * s->rounds)
        cg_fail(s->env, "locks were held %llu times", (unsigned long long)sum);
}

// ---------------------------------------------------------------------------------------------------- queue
// Of each core's queue: a line with the lock, one with the number of entries, and one with head and tail,
// which the lock guards; then the entries. What is served is added to a word of the core's.
enum { LOCK, ENTRIES, ENDS, QUEUE_LINES };

static uint64_t queue_at(const state *s, uint64_t queue, int line) {
    return s->at + s->line * (QUEUE_LINES * queue + (uint64_t)line);
}

static uint64_t clients(const state *s) {
    return (uint64_t)(s->env->cores * (s->env->threads - 1));
}

static uint64_t queue_of(const state *s, uint64_t client, uint64_t round) {
    return (client + round) % (uint64_t)s->env->cores;
}

static uint64_t entry_at(const state *s, uint64_t queue, uint64_t i) {
    return s->data + 4 * (queue * (clients(s) * s->rounds + 1) + i);
}

static void lay_out_queue(cg_env *e, state *s) {
    const uint64_t cores = (uint64_t)e->cores;
    lay_out_own(e, s);
    s->at = cg_alloc(e, s->line * QUEUE_LINES * cores, s->line);
    s->data = cg_alloc(e, 4 * cores * (clients(s) * s->rounds + 1), s->line);
    s->each = cg_keep(e, cores * sizeof *s->each);
    for (uint64_t c = 0; c < clients(s); c++)
        for (uint64_t i = 0; i < s->rounds; i++) s->each[queue_of(s, c, i)]++;
}

static void open_queue(cg_thread *t, const state *s, uint64_t queue) {
    while (cg_amo_acquire(t, CG_AMO_CAS, queue_at(s, queue, LOCK), 1, 0) != 0) cg_stagger(t, s->stagger);
    cg_fence(t);
}

static void close_queue(cg_thread *t, const state *s, uint64_t queue) {
    cg_fence(t);
    cg_amo_release(t, CG_AMO_SWAP, queue_at(s, queue, LOCK), 0, 0);
}

static void ask_for_service(cg_thread *t, const state *s, uint64_t client) {
    for (uint64_t i = 0; i < s->rounds; i++) {
        const uint64_t queue = queue_of(s, client, i), tail = queue_at(s, queue, ENDS) + 4;
        do_own_work(t, s);
        open_queue(t, s, queue);
        const uint32_t end = cg_ld(t, tail);
        cg_st(t, entry_at(s, queue, end), (uint32_t)(client * s->rounds + i + 1));
        cg_st(t, tail, end + 1);
        cg_amo(t, CG_AMO_ADD, queue_at(s, queue, ENTRIES), 1, 0);
        close_queue(t, s, queue);
    }
}

static uint32_t take_entry(cg_thread *t, const state *s, uint64_t queue) {
    const uint64_t head = queue_at(s, queue, ENDS);
    open_queue(t, s, queue);
    const uint32_t first = cg_ld(t, head), entry = cg_ld(t, entry_at(s, queue, first));
    cg_st(t, head, first + 1);
    cg_amo(t, CG_AMO_ADD, queue_at(s, queue, ENTRIES), UINT32_MAX, 0);
    close_queue(t, s, queue);
    return entry;
}

static void serve(cg_thread *t, const state *s, uint64_t queue) {
    const uint64_t sum = queue_at(s, queue, ENDS) + 8;
    for (uint64_t served = 0; served < s->each[queue] && !s->env->failure[0];) {
        do_own_work(t, s);
        if (cg_amo_relaxed(t, CG_unpaired, CG_AMO_ADD, queue_at(s, queue, ENTRIES), 0, 0) == 0) {
            cg_stagger(t, s->stagger);
            continue;
        }
        const uint32_t entry = take_entry(t, s, queue);
        cg_st(t, sum, cg_ld(t, sum) + entry);
        served++;
    }
}

static void queue(cg_thread *t, state *s) {
    if (cg_local_tid(t) == 0)
        serve(t, s, (uint64_t)cg_core(t));
    else
        ask_for_service(t, s, (uint64_t)(cg_core(t) * (s->env->threads - 1) + cg_local_tid(t) - 1));
}

static void check_queue(cg_thread *t, const state *s) {
    const uint64_t n = clients(s) * s->rounds;
    uint32_t sum = 0;
    for (int core = 0; core < s->env->cores; core++) sum += cg_ld(t, queue_at(s, (uint64_t)core, ENDS) + 8);
    if (sum != (uint32_t)(n * (n + 1) / 2)) cg_fail(s->env, "what was served adds up to %u", sum);
}

// ------------------------------------------------------------------------------------------------- workload
static const program PROGRAMS[] = {
    [FLAGS] = {lay_out_flags, NULL, flags, check_flags},
    [REFS] = {lay_out_refs, refs, NULL, check_refs},
    [SPLIT] = {lay_out_split, split, NULL, check_split},
    [SEQLOCK] = {lay_out_seqlock, seqlock, NULL, check_seqlock},
    [LOCKS] = {lay_out_locks, locks, NULL, check_locks},
    [QUEUE] = {lay_out_queue, NULL, queue, check_queue},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->p = &PROGRAMS[s->kind];
    s->line = e->line_bytes;
    s->p->lay_out(e, s);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t block;
    if (s->p->thread) {
        s->p->thread(t, s);
        return;
    }
    while (s->env->failure[0] == '\0' && cg_block_next(&s->blocks, &block)) s->p->block(t, s, block);
}

static void check(cg_thread *t, void *arg) {
    const state *s = arg;
    s->p->check(t, s);
}

const cg_workload cg_workload_relaxed = {
    .name = "relaxed",
    .doc =
        "HeteroSync's relaxed atomics: flags, reference counters, split counter, seqlock, locks, work queue",
    .options = OPTIONS,
    .state_bytes = sizeof(state),
    .setup = setup,
    .thread = thread,
    .check = check,
};
