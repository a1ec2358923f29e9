#include "episodes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "flags.h"
#include "lang/model.h"
#include "lang/spec.h"
#include "program.h"
#include "spread.h"

enum { EVERY_CORE = -1, TRIES = 8 }; // locations drawn for one access before something else is done

typedef struct {
    uint32_t thread, clock; // clock 0: there is none
} stamp;

// A word of data.
typedef struct {
    uint64_t addr;
    uint32_t value;      // as the last store asked for leaves it
    stamp writes[4];     // of each byte, the last
    bool wanted;         // for a store: nobody reads it meanwhile, or readers would never leave it
    bool fixable, fixed; // loads may say that nobody stores into it any more; one did: then half of them do
    stamp *reads;        // since, one of each thread at most
    uint32_t n_reads;
    size_t room;
} data_word;

// A word to synchronize by: each atomic adds one, so it returns its place in their order.
typedef struct {
    uint64_t addr;
    uint32_t issued;    // places given out, or about to be
    int64_t top;        // the last place known of a release, -1: none
    uint32_t *clock;    // what the releases known handed over, by thread
    uint32_t *at_least; // by thread: place that its next one cannot be below
    int core;           // whose threads alone use it, by local atomics; EVERY_CORE
} counter;

// A word that only atomics touch, always the same one.
typedef struct {
    uint64_t addr;
    cg_amo_op op;
    uint32_t value; // once all are performed, in whatever order
    int core;       // as of a counter
} atomic_word;

typedef enum { ACQUIRE, FENCE_AFTER, BODY, FENCE_BEFORE, RELEASE, DONE } phase;

typedef struct {
    phase phase;
    uint64_t left;  // of the episode's body
    uint32_t which; // counter that it acquired by
    bool marked;    // its acquire and release have marks
    bool kept_in;   // its last release was local: it is not over yet
    bool by_flag;   // what it asked for
    bool waits;     // for the answer of `asked`
    cg_request asked;
    uint32_t word, recent; // counter that was asked for; word of data that it drew last
    bool known;            // what it must return is in `expected`
    uint32_t expected;
} thread_state;

struct cg_episodes {
    cg_episodes_options o;
    cg_rng rng;
    uint32_t n_data, n_atomic;
    data_word *data;
    counter *counters;
    atomic_word *atomics;
    cg_flags *flags; // NULL: there are none
    thread_state *threads;
    uint32_t *clocks; // [thread][of thread]
    uint64_t issued;
    uint32_t next_value;
    cg_episodes_stats stats;
    char wrong[160];
};

static uint32_t draw_number(cg_episodes *g, uint64_t n) {
    return (uint32_t)cg_rng_below(&g->rng, n);
}

static bool draw_chance(cg_episodes *g, uint64_t percent) {
    return cg_rng_below(&g->rng, 100) < percent;
}

// -------------------------------------------------------------------------------------------------- set up
static bool in_range(const cg_episodes_options *o, char *err, size_t err_size) {
#define X(member, def, least, most, doc)                                                                     \
    if (o->member - (least) > (most) - (least)) {                                                            \
        snprintf(err, err_size, #member " must be " #least " to " #most);                                    \
        return false;                                                                                        \
    }
    CG_EPISODES_NUMBERS(X)
#undef X
    if (o->words > o->line_bytes / 4) {
        snprintf(err, err_size, "words must be 1 to %u, the words of a line", o->line_bytes / 4);
        return false;
    }
    const uint64_t least = o->counters + (o->marked ? o->flags : 0) + 2;
    if (o->lines * o->words >= least) return true;
    snprintf(err, err_size, "lines * words must be %" PRIu64 " or more: the counters, %sand some to use",
             least, o->marked ? "the flags, " : "");
    return false;
}

// Whose a word for atomics is. The first of each kind is everybody's.
static int draw_core(cg_episodes *g, uint64_t number) {
    if (!g->o.local_marks || number == 0 || !draw_chance(g, g->o.local)) return EVERY_CORE;
    return (int)draw_number(g, g->o.of_core ? g->o.threads / g->o.of_core : 1);
}

static void lay_out_words(cg_episodes *g) {
    const uint64_t all = g->o.lines * g->o.words, flags = g->o.marked ? g->o.flags : 0;
    const uint64_t rest = all - g->o.counters - flags;
    const cg_spread spread = {g->o.base, g->o.lines, g->o.stride, g->o.words, g->o.line_bytes, g->o.scatter};
    uint64_t *place = cg_spread_words(&spread, &g->rng), *next = place;
    g->n_atomic = (uint32_t)(1 + rest / 12);
    g->n_data = (uint32_t)(rest - g->n_atomic);
    g->counters = cg_array_new(g->o.counters, sizeof *g->counters);
    g->atomics = cg_array_new(g->n_atomic, sizeof *g->atomics);
    g->data = cg_array_new(g->n_data, sizeof *g->data);
    for (uint64_t i = 0; i < g->o.counters; i++)
        g->counters[i] = (counter){.addr = *next++,
                                   .top = -1,
                                   .core = draw_core(g, i),
                                   .clock = cg_array_new(g->o.threads, sizeof(uint32_t)),
                                   .at_least = cg_array_new(g->o.threads, sizeof(uint32_t))};
    if (flags) g->flags = cg_flags_new(g->o.threads);
    for (uint64_t i = 0; i < flags; i++) cg_flags_add(g->flags, *next++);
    for (uint32_t i = 0; i < g->n_atomic; i++)
        g->atomics[i] =
            (atomic_word){.addr = *next++, .op = (cg_amo_op)(i % (CG_AMO_CAS + 1)), .core = draw_core(g, i)};
    for (uint32_t i = 0; i < g->n_data; i++)
        g->data[i] = (data_word){.addr = *next++, .fixable = g->o.final_marks && draw_chance(g, g->o.final)};
    free(place);
}

cg_episodes *cg_episodes_new(const cg_episodes_options *o, char *err, size_t err_size) {
    cg_episodes_options in = *o;
    in.lines = cg_episodes_lines(o->lines, o->threads);
    if (!in_range(&in, err, err_size)) return NULL;
    cg_episodes *g = cg_array_new(1, sizeof *g);
    g->o = in;
    g->rng = cg_rng_new(o->seed, 0x66000);
    g->threads = cg_array_new(o->threads, sizeof *g->threads);
    g->clocks = cg_array_new((size_t)o->threads * o->threads, sizeof *g->clocks);
    for (unsigned t = 0; t < o->threads; t++) g->clocks[(size_t)t * o->threads + t] = 1;
    lay_out_words(g);
    return g;
}

void cg_episodes_free(cg_episodes *g) {
    if (g == NULL) return;
    for (uint32_t i = 0; i < g->n_data; i++) free(g->data[i].reads);
    for (uint64_t i = 0; i < g->o.counters; i++) CG_FREE(g->counters[i].clock, g->counters[i].at_least);
    cg_flags_free(g->flags);
    CG_FREE(g->data, g->counters, g->atomics, g->threads, g->clocks, g);
}

// ------------------------------------------------------------------------------------------ happens-before
static uint32_t *clock_of(const cg_episodes *g, unsigned thread) {
    return g->clocks + (size_t)thread * g->o.threads;
}

static bool happened_before(const cg_episodes *g, stamp s, unsigned thread) {
    return s.clock <= clock_of(g, thread)[s.thread];
}

static bool may_read(const cg_episodes *g, const data_word *w, unsigned thread) {
    for (int i = 0; i < 4; i++)
        if (!happened_before(g, w->writes[i], thread)) return false;
    return true;
}

static bool may_write(const cg_episodes *g, const data_word *w, unsigned thread, unsigned mask) {
    for (int i = 0; i < 4; i++)
        if (w->fixed || (mask >> i & 1 && !happened_before(g, w->writes[i], thread))) return false;
    for (uint32_t i = 0; i < w->n_reads; i++)
        if (!happened_before(g, w->reads[i], thread)) return false;
    return true;
}

static void note_reader(const cg_episodes *g, data_word *w, unsigned thread) {
    uint32_t i = 0;
    while (i < w->n_reads && w->reads[i].thread != thread) i++;
    if (i == w->n_reads) {
        w->reads = cg_array_reserve(w->reads, i + 1, &w->room, sizeof *w->reads);
        w->n_reads++;
    }
    w->reads[i] = (stamp){thread, clock_of(g, thread)[thread]};
}

static void join_clock(uint32_t *to, const uint32_t *from, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        if (from[i] > to[i]) to[i] = from[i];
}

// ------------------------------------------------------------------------------------------- what comes next

static bool may_reach(const cg_episodes *g, int core, unsigned thread) {
    const int own = g->o.of_core ? (int)(thread / g->o.of_core) : 0;
    return core == EVERY_CORE || (thread < g->o.threads && core == own);
}

// A counter that the thread may use; `all`: one of everybody. No core has thread number `threads`.
static uint32_t draw_counter(cg_episodes *g, unsigned thread, bool all) {
    for (int i = 0; i < TRIES; i++) {
        const uint32_t which = draw_number(g, g->o.counters);
        if (may_reach(g, g->counters[which].core, all ? g->o.threads : thread)) return which;
    }
    return 0;
}

// note [places]: an atomic's answer says where it stands in the order of its word. Of releases that stand
// behind it some may be known already, as answers overtake each other; then nothing is taken over, which is
// no mistake.
static void synchronize(cg_episodes *g, counter *c, unsigned thread, uint32_t place, unsigned order) {
    uint32_t *mine = clock_of(g, thread);
    if ((order == 0 || order & CG_MARK_ACQUIRE) && (int64_t)place > c->top)
        join_clock(mine, c->clock, g->o.threads);
    if (order != 0 && !(order & CG_MARK_RELEASE)) return;
    join_clock(c->clock, mine, g->o.threads);
    if ((int64_t)place > c->top) c->top = place;
    mine[thread]++;
}

static cg_request count_up(cg_episodes *g, thread_state *t, unsigned mark) {
    counter *c = &g->counters[t->word];
    c->issued++;
    g->stats.atomics++;
    return (cg_request){.op = CG_ATOMIC,
                        .order = (t->marked ? mark : 0) | (c->core == EVERY_CORE ? 0 : g->o.local_marks),
                        .addr = c->addr,
                        .data = 1,
                        .mask = 0xf,
                        .aop = CG_AMO_ADD};
}

static cg_request acquire_by_flag(cg_episodes *g, unsigned thread) {
    g->threads[thread].by_flag = true;
    return cg_flags_acquire(g->flags, &g->rng, thread);
}

static cg_request release_by_flag(cg_episodes *g, unsigned thread) {
    g->threads[thread].by_flag = true;
    return cg_flags_release(g->flags, &g->rng, thread, clock_of(g, thread), g->threads[thread].marked);
}

static cg_request begin_episode(cg_episodes *g, unsigned thread) {
    thread_state *t = &g->threads[thread];
    g->stats.episodes++;
    t->left = 1 + draw_number(g, g->o.length);
    t->marked = g->o.marks == CG_EPISODES_MARKED || (g->o.marks == CG_EPISODES_MIXED && draw_number(g, 2));
    if (g->flags && draw_number(g, 2)) return acquire_by_flag(g, thread);
    t->word = t->which = draw_counter(g, thread, false);
    return count_up(g, t, CG_MARK_ACQUIRE);
}

static cg_request end_episode(cg_episodes *g, unsigned thread) {
    thread_state *t = &g->threads[thread];
    const bool all = g->o.local_marks && g->issued >= g->o.ops; // the last one, perhaps
    t->kept_in = false;
    if (g->flags && draw_number(g, 2)) return release_by_flag(g, thread);
    t->word = draw_number(g, 2) && !all ? t->which : draw_counter(g, thread, all);
    t->kept_in = g->counters[t->word].core != EVERY_CORE;
    return count_up(g, t, CG_MARK_RELEASE);
}

// Marks of an atomic whose order nothing hangs on.
static unsigned free_marks(cg_episodes *g, const thread_state *t, bool races) {
    if (races && g->o.unpaired_marks && draw_chance(g, g->o.unpaired)) return g->o.unpaired_marks;
    return t->marked ? 1 + draw_number(g, 2) : 0;
}

static cg_request other_atomic(cg_episodes *g, unsigned thread) {
    uint32_t k = draw_number(g, g->n_atomic);
    for (int i = 0; i < TRIES && !may_reach(g, g->atomics[k].core, thread); i++)
        k = draw_number(g, g->n_atomic);
    atomic_word *w = &g->atomics[may_reach(g, g->atomics[k].core, thread) ? k : 0];
    const uint32_t operand = (uint32_t)cg_rng_next(&g->rng), compare = draw_number(g, 4);
    w->value = cg_amo_apply(w->op, w->value, operand, compare);
    g->stats.atomics++;
    return (cg_request){.op = CG_ATOMIC,
                        .order = free_marks(g, &g->threads[thread], true) |
                                 (w->core == EVERY_CORE ? 0 : g->o.local_marks),
                        .addr = w->addr,
                        .data = operand,
                        .mask = 0xf,
                        .aop = w->op,
                        .compare = compare};
}

static void put_bytes(data_word *w, uint32_t value, unsigned mask, stamp s) {
    for (int i = 0; i < 4; i++) {
        if (!(mask >> i & 1)) continue;
        const uint32_t bits = 0xffu << 8 * i;
        w->value = (w->value & ~bits) | (value & bits);
        w->writes[i] = s;
    }
    w->wanted = false;
}

// Any word of data, or once in a while the one before: for what follows close upon its own store.
static data_word *pick_word(cg_episodes *g, unsigned thread) {
    thread_state *t = &g->threads[thread];
    if (draw_number(g, 4)) t->recent = draw_number(g, g->n_data);
    return &g->data[t->recent];
}

static bool draw_store(cg_episodes *g, unsigned thread, cg_request *q) {
    const unsigned mask = draw_chance(g, g->o.bytes) ? 1 + draw_number(g, 14) : 0xf;
    for (int i = 0; g->n_data && i < TRIES; i++) {
        data_word *w = pick_word(g, thread);
        g->stats.refused++;
        if (!may_write(g, w, thread, mask)) {
            w->wanted |= i == 0 && !w->fixed;
            continue;
        }
        g->stats.refused--;
        g->stats.stores++;
        const uint32_t value = ++g->next_value * 2654435761u; // unique, and every byte counts
        *q = (cg_request){.op = CG_STORE, .addr = w->addr, .data = value, .mask = mask};
        put_bytes(w, value, mask, (stamp){thread, clock_of(g, thread)[thread]});
        if (mask == 0xf) w->n_reads = 0; // a thread behind this store is behind them
        return true;
    }
    return false;
}

// Of some words of data that are drawn the first that the thread may use so; NULL: none of them.
typedef bool may_use(cg_episodes *g, const data_word *w, unsigned thread);

static data_word *draw_word(cg_episodes *g, unsigned thread, may_use *may) {
    for (int i = 0; g->n_data && i < TRIES; i++) {
        data_word *w = pick_word(g, thread);
        if (may(g, w, thread)) return w;
    }
    return NULL;
}

static bool may_load(cg_episodes *g, const data_word *w, unsigned thread) {
    const bool may = !w->wanted && may_read(g, w, thread);
    g->stats.refused += !may;
    return may;
}

static bool draw_load(cg_episodes *g, unsigned thread, cg_request *q) {
    data_word *w = draw_word(g, thread, may_load);
    if (!w) return false;
    g->stats.loads++;
    bool handed = false;
    for (int b = 0; b < 4; b++) handed |= w->writes[b].clock && w->writes[b].thread != thread;
    g->stats.handed += handed;
    const bool says = w->fixable && !draw_number(g, w->fixed ? 2 : 8);
    w->fixed |= says;
    *q = (cg_request){.op = CG_LOAD, .order = says ? g->o.final_marks : 0, .addr = w->addr};
    g->threads[thread].known = true;
    g->threads[thread].expected = w->value;
    note_reader(g, w, thread);
    return true;
}

static bool may_exchange(cg_episodes *g, const data_word *w, unsigned thread) {
    return may_write(g, w, thread, 0xf);
}

// An atomic on a word of data that nobody else may be at: it returns what the last store left.
static bool atomic_on_data(cg_episodes *g, unsigned thread, cg_request *q) {
    thread_state *t = &g->threads[thread];
    data_word *w = draw_word(g, thread, may_exchange);
    if (!w) return false;
    const cg_amo_op op = (cg_amo_op)draw_number(g, CG_AMO_CAS + 1);
    *q = (cg_request){.op = CG_ATOMIC,
                      .order = free_marks(g, t, false),
                      .addr = w->addr,
                      .data = ++g->next_value * 2654435761u,
                      .mask = 0xf,
                      .aop = op,
                      .compare = draw_number(g, 2) ? w->value : 0};
    if (g->o.local_marks && draw_chance(g, g->o.local)) q->order |= g->o.local_marks;
    t->known = true;
    t->expected = w->value;
    put_bytes(w, cg_amo_apply(op, w->value, q->data, q->compare), 0xf,
              (stamp){thread, clock_of(g, thread)[thread]});
    w->n_reads = 0;
    g->stats.atomics++;
    return true;
}

// An operation of the body; false: nothing is ordered, so the episode ends.
static bool act(cg_episodes *g, unsigned thread, cg_request *q) {
    if (draw_chance(g, g->o.atomics)) {
        if (g->flags && draw_number(g, 2))
            *q = draw_number(g, 2) ? acquire_by_flag(g, thread) : release_by_flag(g, thread);
        else if (draw_number(g, 2) == 0 || !atomic_on_data(g, thread, q))
            *q = other_atomic(g, thread);
        return true;
    }
    return draw_chance(g, g->o.stores) ? draw_store(g, thread, q) || draw_load(g, thread, q)
                                       : draw_load(g, thread, q);
}

static phase after(const cg_episodes *g, const thread_state *t, bool acted) {
    switch (t->phase) {
    case ACQUIRE: return g->o.fences ? FENCE_AFTER : BODY;
    case FENCE_AFTER: return BODY;
    case BODY: return acted && t->left ? BODY : g->o.fences ? FENCE_BEFORE : RELEASE;
    case FENCE_BEFORE: return RELEASE;
    default: return g->issued < g->o.ops || t->kept_in ? ACQUIRE : DONE;
    }
}

bool cg_episodes_next(cg_episodes *g, unsigned thread, cg_request *q) {
    thread_state *t = &g->threads[thread];
    bool acted = true;
    t->known = t->by_flag = false;
    if (t->phase == ACQUIRE && g->issued >= g->o.ops && !t->kept_in) t->phase = DONE;
    if (t->phase == BODY) {
        acted = t->left > 0 && act(g, thread, q);
        if (acted) t->left--;
        if (!acted) t->phase = after(g, t, false);
    }
    switch (t->phase) {
    case ACQUIRE: *q = begin_episode(g, thread); break;
    case RELEASE: *q = end_episode(g, thread); break;
    case FENCE_AFTER:
    case FENCE_BEFORE: *q = (cg_request){.op = CG_FENCE}; break;
    case BODY: break;
    case DONE: return false;
    }
    t->asked = *q;
    t->waits = true;
    g->issued += q->op != CG_FENCE;
    return true;
}

// -------------------------------------------------------------------------------------------------- answers
static const char *placed(cg_episodes *g, unsigned thread, uint32_t place) {
    thread_state *t = &g->threads[thread];
    counter *c = &g->counters[t->word];
    if (place >= c->issued || place < c->at_least[thread]) {
        snprintf(g->wrong, sizeof g->wrong,
                 "thread %u counted at 0x%" PRIx64 " and was told %" PRIu32 "; %" PRIu32
                 " have counted so far, and it was behind %" PRIu32,
                 thread, c->addr, place, c->issued, c->at_least[thread]);
        return g->wrong;
    }
    c->at_least[thread] = place + 1;
    synchronize(g, c, thread, place, t->asked.order & (CG_MARK_ACQUIRE | CG_MARK_RELEASE));
    return NULL;
}

const char *cg_episodes_answered(cg_episodes *g, unsigned thread, uint32_t data) {
    thread_state *t = &g->threads[thread];
    const phase was = t->phase;
    if (!t->waits) return "an answer that no thread waits for";
    t->waits = false;
    t->phase = after(g, t, true);
    if (t->by_flag) return cg_flags_answered(g->flags, thread, &t->asked, data, clock_of(g, thread));
    if (was == ACQUIRE || was == RELEASE) return placed(g, thread, data);
    if (!t->known || data == t->expected) return NULL;
    snprintf(g->wrong, sizeof g->wrong,
             "thread %u: %s of 0x%" PRIx64 " returned 0x%" PRIx32 ", and it must be 0x%" PRIx32, thread,
             cg_op_name(t->asked.op), t->asked.addr, data, t->expected);
    return g->wrong;
}

bool cg_episodes_final(const cg_episodes *g, uint64_t i, uint64_t *addr, uint32_t *value, bool *known) {
    *known = true;
    if (i < g->n_data) {
        *addr = g->data[i].addr;
        *value = g->data[i].value;
        return true;
    }
    i -= g->n_data;
    if (i < g->o.counters) {
        *addr = g->counters[i].addr;
        *value = g->counters[i].issued;
        return true;
    }
    i -= g->o.counters;
    if (i >= g->n_atomic) return false;
    *addr = g->atomics[i].addr;
    *value = g->atomics[i].value;
    *known = g->atomics[i].op != CG_AMO_SWAP && g->atomics[i].op != CG_AMO_CAS;
    return true;
}

cg_episodes_stats cg_episodes_get_stats(const cg_episodes *g) {
    return g->stats;
}
