// The memory oracle against all interleavings of small made-up runs, and against the judge.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "oracle_fresh.h"

#include "judge/exact/judge.h"
#include "judge/oracle/parts.h" // to begin near the end of the event names

// ---- against all interleavings

enum { EVENTS = 12, THREADS = 4, WORDS = 2 };

typedef struct {
    int kind, thread, word;
    unsigned mask;
    uint32_t value, before; // before: atomics
    uint64_t time;
} event;

typedef struct {
    event e[EVENTS];
    int n, threads;
    int slot_of[EVENTS]; // stores: index in their word's order
    int stores[WORDS][EVENTS], nstores[WORDS];
    uint32_t merged[WORDS][EVENTS + 1]; // word after k stores
    unsigned must[EVENTS];              // bit i: event i comes before
} trace;

static bool writes(const event *e) {
    return e->kind == STORE || e->kind == ATOMIC;
}

// The models' tables once more, by hand.
static bool is_kept(const event *a, const event *b) {
    if (a->thread != b->thread) return false;
    bool same = a->kind != FENCE && b->kind != FENCE && a->word == b->word;
    return !weak || a->kind != STORE || b->kind == FENCE || same;
}

static uint32_t bits(unsigned mask) {
    uint32_t b = 0;
    for (int i = 0; i < 4; i++)
        if (mask >> i & 1) b |= 0xffu << 8 * i;
    return b;
}

static void index_trace(trace *t) {
    memset(t->nstores, 0, sizeof t->nstores);
    memset(t->merged, 0, sizeof t->merged);
    for (int i = 0; i < t->n; i++) {
        event *e = &t->e[i];
        t->must[i] = 0;
        for (int k = 0; k < i; k++) t->must[i] |= (unsigned)is_kept(&t->e[k], e) << k;
        if (!writes(e)) continue;
        int k = t->slot_of[i] = t->nstores[e->word]++;
        t->stores[e->word][k] = i;
        t->merged[e->word][k + 1] = (t->merged[e->word][k] & ~bits(e->mask)) | (e->value & bits(e->mask));
    }
}

// When did the bytes that the load sees take the value they have after k stores? -1: at the start.
static int since(const trace *t, const event *e, int k) {
    while (k > 0 && ((t->merged[e->word][k] ^ t->merged[e->word][k - 1]) & bits(e->mask)) == 0) k--;
    return k ? t->stores[e->word][k - 1] : -1;
}

// All interleavings in which stores of a word run in their order, and no load sees the future.
static bool try_all(const trace *t, unsigned ran, unsigned char *failed) {
    int done[WORDS] = {0};
    if (ran == (1u << t->n) - 1) return true;
    if (failed[ran]) return false;
    for (int i = 0; i < t->n; i++)
        if (ran >> i & 1 && writes(&t->e[i])) done[t->e[i].word]++;
    for (int i = 0; i < t->n; i++) {
        const event *e = &t->e[i];
        if (ran >> i & 1 || (t->must[i] & ~ran)) continue;
        if (e->kind == FENCE) {
            if (try_all(t, ran | 1u << i, failed)) return true;
            continue;
        }
        uint32_t held = t->merged[e->word][done[e->word]];
        bool ok = e->kind == LOAD ? ((held ^ e->value) & bits(e->mask)) == 0 && since(t, e, done[e->word]) < i
                                  : t->slot_of[i] == done[e->word] && (e->kind == STORE || held == e->before);
        if (ok && try_all(t, ran | 1u << i, failed)) return true;
    }
    failed[ran] = 1;
    return false;
}

static bool is_allowed(const trace *t) {
    unsigned char failed[1 << EVENTS] = {0};
    return try_all(t, 0, failed);
}

// Runs the events in their declared order; a load does not see a value before it was stored.
static bool declared_holds(const trace *t) {
    uint64_t at[EVENTS], word_at[WORDS] = {0};
    for (int i = 0; i < t->n; i++) {
        const event *e = &t->e[i];
        uint64_t least = 0;
        for (int k = 0; k < i; k++)
            if (t->must[i] >> k & 1 && at[k] > least) least = at[k];
        if (writes(e) && (e->time < least || e->time < word_at[e->word])) return false;
        at[i] = e->kind != FENCE && e->time > least ? e->time : least;
        if (writes(e)) word_at[e->word] = at[i];
    }
    for (int i = 0; i < t->n; i++) {
        const event *e = &t->e[i];
        int k = 0;
        if (e->kind == LOAD) {
            for (int s = 0; s < t->n; s++)
                k += writes(&t->e[s]) && t->e[s].word == e->word &&
                     (at[s] < at[i] || (at[s] == at[i] && s < i));
            if ((t->merged[e->word][k] ^ e->value) & bits(e->mask) || since(t, e, k) >= i) return false;
        } else if (e->kind == ATOMIC && t->merged[e->word][t->slot_of[i]] != e->before) {
            return false;
        }
    }
    return true;
}

static uint32_t below(uint64_t *s, uint32_t n) {
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*s >> 33) % n);
}

// shape bit 0: values repeat; bit 1: partial words; bit 2: atomics lose sometimes. Under the weak model there
// are fences, and loads live in the past more often.
static void make(trace *t, uint64_t *s, unsigned shape) {
    uint32_t value = 0, mem[WORDS] = {0};
    uint64_t time = 0;
    t->n = 4 + (int)below(s, EVENTS - 4 + 1);
    t->threads = 2 + (int)below(s, THREADS - 1);
    for (int i = 0; i < t->n; i++) {
        event *e = &t->e[i];
        unsigned dice = below(s, weak ? 12 : 10);
        *e = (event){.kind = dice < 5    ? LOAD
                             : dice < 9  ? STORE
                             : dice < 10 ? ATOMIC
                                         : FENCE,
                     .thread = (int)below(s, (uint32_t)t->threads),
                     .word = (int)below(s, WORDS),
                     .mask = 0xf};
        if (e->kind == FENCE) {
            e->mask = 0;
            e->word = e->value = 0;
            continue;
        }
        if (shape & 2 && e->kind != ATOMIC && below(s, 2)) e->mask = 1 + below(s, 15);
        e->value = shape & 1 ? 1 + below(s, 2) : ++value;
        if (shape & 2) e->value *= 0x01010101;
        e->before = shape & 4 && below(s, 4) == 0 ? 0 : mem[e->word];
        time += below(s, 3);
        e->time = time > 2 ? time - below(s, 3) : time;
        if (writes(e)) mem[e->word] = (mem[e->word] & ~bits(e->mask)) | (e->value & bits(e->mask));
    }
    index_trace(t);
    int have[WORDS] = {0};
    for (int i = 0; i < t->n; i++) {
        event *e = &t->e[i];
        if (writes(e)) {
            have[e->word]++;
        } else if (e->kind == LOAD && below(s, 30)) { // a value that was there: now, or some time ago
            int back = below(s, 2) ? 0 : (int)below(s, (uint32_t)have[e->word] + 1);
            e->value = t->merged[e->word][have[e->word] - back];
        }
    }
}

static uint64_t first_event; // 0, or close to where event names start over

static cg_oracle_stats judge(const trace *t, bool witness, size_t window) {
    cg_oracle *o = fresh(THREADS, witness, window);
    o->seq = first_event;
    for (int i = 0; i < t->n; i++) {
        const event *e = &t->e[i];
        cg_oracle_key key = {0, e->time, (uint64_t)i};
        uint64_t addr = 4 * (uint64_t)e->word;
        if (e->kind == LOAD) cg_oracle_load(o, (unsigned)e->thread, addr, e->mask, e->value, key);
        if (e->kind == STORE) cg_oracle_store(o, (unsigned)e->thread, addr, e->mask, e->value, key);
        if (e->kind == ATOMIC) cg_oracle_atomic(o, (unsigned)e->thread, addr, e->before, e->value, key);
        if (e->kind == FENCE) cg_oracle_fence(o, (unsigned)e->thread, key.cycle);
    }
    cg_oracle_stats s = cg_oracle_get_stats(o);
    cg_oracle_free(o);
    return s;
}

static void show(const trace *t) {
    for (int i = 0; i < t->n; i++) {
        const event *e = &t->e[i];
        fprintf(stderr, "%d: thread %d %s w%d mask %x value %x before %x time %lu\n", i, e->thread,
                cg_mem_kind_name((cg_mem_kind)e->kind), e->word, e->mask, e->value, e->before, e->time);
    }
}

static void compare(unsigned shape, uint64_t seed) {
    int good = 0, wrong = 0;
    for (int i = 0; i < 8000; i++) {
        trace t;
        make(&t, &seed, shape);
        bool truth = is_allowed(&t);
        cg_oracle_stats s = judge(&t, false, 16);
        if (truth != (bad(&s) == 0)) show(&t);
        cr_assert_eq(truth, bad(&s) == 0, "shape %u, trace %d: all interleavings say %d\n%s", shape, i, truth,
                     last);
        s = judge(&t, true, 16);
        bool fine = bad(&s) + s.witness_broken == 0;
        if (truth != (bad(&s) == 0) || declared_holds(&t) != fine) show(&t);
        cr_assert_eq(truth, bad(&s) == 0, "shape %u, trace %d, witness: interleavings say %d\n%s", shape, i,
                     truth, last);
        cr_assert_eq(declared_holds(&t), fine, "shape %u, trace %d: the declared order says %d\n%s", shape, i,
                     !fine, last);
        good += truth;
        wrong += !truth;
    }
    cr_assert(good > 800 && wrong > 800, "%d and %d", good, wrong);
}

Test(oracle_all, agrees_with_all_interleavings) {
    compare(0, 1);
}
Test(oracle_all, agrees_where_values_repeat) {
    compare(1, 2);
}
Test(oracle_all, agrees_on_partial_words) {
    compare(2, 3);
}
Test(oracle_all, agrees_on_repeated_partial_words) {
    compare(3, 4);
}
Test(oracle_all, agrees_on_lost_atomics) {
    compare(4, 5);
}

Test(oracle_all, agrees_where_event_names_start_over) {
    first_event = UINT32_MAX - 5;
    compare(3, 6);
}

static void leave_the_window(void) {
    uint64_t seed = 7;
    for (int i = 0; i < 200; i++) { // nothing to compare with: no false alarm, and no access to what has left
        cg_oracle *o = fresh(THREADS, false, 16);
        uint32_t mem[WORDS] = {0};
        o->seq = UINT32_MAX - 500;
        for (int k = 0; k < 1000; k++) {
            uint32_t w = below(&seed, WORDS), thread = below(&seed, THREADS), mask = 1 + below(&seed, 15);
            uint32_t value = below(&seed, 3) * 0x01010101;
            cg_oracle_key key = {0, 0, (uint64_t)k};
            if (below(&seed, 20) == 0) cg_oracle_fence(o, thread, key.cycle);
            if (below(&seed, 2)) {
                cg_oracle_load(o, thread, 4 * w, mask, mem[w], key);
                continue;
            }
            mem[w] = (mem[w] & ~bits(mask)) | (value & bits(mask));
            cg_oracle_store(o, thread, 4 * w, mask, value, key);
        }
        cr_assert_eq(cg_oracle_finish(o, NULL, NULL), 0, "%s", last);
        cg_oracle_free(o);
    }
}

Test(oracle_all, holds_while_events_leave_the_window) {
    leave_the_window();
    weak = true;
    leave_the_window();
    weak = false;
}

// ---- against the judge, whose traces have values that differ and the order of each word's stores

static char *axe(const trace *t) {
    char *text;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    for (int i = 0; i < t->n; i++) {
        const event *e = &t->e[i];
        fprintf(f, "%d: ", e->thread);
        if (e->kind == FENCE) fprintf(f, "sync\n");
        if (e->kind == LOAD) fprintf(f, "M[%d] == %u\n", e->word, e->value);
        if (e->kind == STORE) fprintf(f, "M[%d] := %u #%d\n", e->word, e->value, i + 1);
        if (e->kind == ATOMIC)
            fprintf(f, "{M[%d] == %u; M[%d] := %u} #%d\n", e->word, e->before, e->word, e->value, i + 1);
    }
    fprintf(f, "check\n");
    fclose(f);
    return text;
}

static bool judge_allows(const trace *t) {
    const cg_trace *parsed;
    char *text = axe(t);
    FILE *in = fmemopen(text, strlen(text), "r");
    cg_trace_reader *r = cg_trace_reader_new(in, "made up", models[weak]);
    cr_assert_eq(cg_trace_next(r, &parsed), 1, "%s", text);
    bool ok = cg_judge_trace(models[weak], parsed, NULL, NULL) == CG_JUDGE_OK;
    cg_trace_reader_free(r);
    fclose(in);
    free(text);
    return ok;
}

static void compare_with_judge(void) {
    uint64_t seed = 23;
    int good = 0;
    for (int i = 0; i < 4000; i++) {
        trace t;
        make(&t, &seed, i & 1 ? 4 : 0);
        cg_oracle_stats s = judge(&t, false, 16);
        bool allowed = judge_allows(&t);
        if (allowed != (bad(&s) == 0)) show(&t);
        cr_assert_eq(allowed, bad(&s) == 0, "trace %d: the judge says %d\n%s", i, allowed, last);
        good += allowed;
    }
    cr_assert(good > 400 && good < 3600, "%d", good);
}

Test(oracle_all, agrees_with_the_judge) {
    compare_with_judge();
    weakly(compare_with_judge);
}

static void compare_all(void) {
    for (unsigned shape = 0; shape < 5; shape++) compare(shape, 11 + shape);
    first_event = UINT32_MAX - 5;
    compare(3, 17);
    first_event = 0;
}

Test(oracle_all, agrees_with_all_executions_of_a_weak_model) {
    weakly(compare_all);
}
