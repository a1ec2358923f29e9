// judge_states.c: see judge_states.h.
//
// note [sweeps]: a state's level is how many operations have run in it, so a state is met again on its own
// level only. A sweep goes up from the lowest level that it was given: of each level it takes on `width` open
// states, and puts what they lead to on higher levels. When a sweep dies out, the next starts from the
// highest level that still has open states. That is a depth-first search whose steps are sets of states:
// narrow enough to reach the end of a long trace that has many explanations, wide enough that one bad choice
// does not ruin it; and if there is no explanation, it ends when no state is open. Which open states are
// taken is drawn by a fixed random sequence: states that lie close together live and die together.
#include "states.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MEMORY = 1u << 29 }; // bytes of states

typedef struct level {
    uint32_t *states; // n of them, `words` each
    uint32_t *open;   // indices of those not taken on yet
    uint32_t *table; // hash table: index + 1. Not base/map.h: its slots are four times as large, and count in
                     // MEMORY
    uint32_t n, cap, nopen, size;
} level;

typedef struct search {
    const cgj_machine *m;
    level *levels; // nops + 1
    uint32_t *scratch;
    uint64_t random;
    size_t bytes;
    bool end;
} search;

// xorshift64* (S. Vigna, ACM TOMS 42(4), 2016).
static uint32_t below(search *s, uint32_t n) {
    s->random ^= s->random >> 12;
    s->random ^= s->random << 25;
    s->random ^= s->random >> 27;
    return (uint32_t)((s->random * 0x2545f4914f6cdd1du >> 32) * n >> 32);
}

static uint32_t hash(const uint32_t *state, uint32_t words) {
    uint64_t h = 0;
    for (uint32_t k = 0; k < words; k++) {
        h = (h ^ state[k]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return (uint32_t)(h >> 8);
}

// ---- levels

static size_t bytes_of(const search *s, const level *l) {
    return (size_t)l->cap * (s->m->words + 1) * sizeof(uint32_t) + (size_t)l->size * sizeof(uint32_t);
}

static void drop(search *s, level *l) {
    s->bytes -= bytes_of(s, l);
    free(l->states);
    free(l->open);
    free(l->table);
    *l = (level){0};
}

static uint32_t *slot_of(const search *s, const level *l, const uint32_t *state) {
    const uint32_t words = s->m->words;
    uint32_t at = hash(state, words) & (l->size - 1);
    while (l->table[at] &&
           memcmp(l->states + (size_t)(l->table[at] - 1) * words, state, words * sizeof *state))
        at = (at + 1) & (l->size - 1);
    return &l->table[at];
}

static void index_states(const search *s, level *l) {
    memset(l->table, 0, l->size * sizeof *l->table);
    for (uint32_t i = 0; i < l->n; i++) *slot_of(s, l, l->states + (size_t)i * s->m->words) = i + 1;
}

static void grow(search *s, level *l) {
    s->bytes -= bytes_of(s, l);
    l->cap = l->cap ? 2 * l->cap : 8;
    l->size = 2 * l->cap;
    l->states = cg_array_resize(l->states, (size_t)l->cap * s->m->words, sizeof *l->states);
    l->open = cg_array_resize(l->open, l->cap, sizeof *l->open);
    free(l->table);
    l->table = cg_array_new(l->size, sizeof *l->table);
    index_states(s, l);
    s->bytes += bytes_of(s, l);
}

// Forgets the states that were taken on: what leads to them again does their work again, no more.
static void forget_taken(search *s, level *l) {
    if (l->n == l->nopen) return;
    level kept = {.cap = 8};
    while (kept.cap <= l->nopen) kept.cap *= 2;
    kept.size = 2 * kept.cap;
    kept.states = cg_array_new((size_t)kept.cap * s->m->words, sizeof *kept.states);
    kept.open = cg_array_new(kept.cap, sizeof *kept.open);
    kept.table = cg_array_new(kept.size, sizeof *kept.table);
    for (; kept.n < l->nopen; kept.n++) {
        memcpy(kept.states + (size_t)kept.n * s->m->words, l->states + (size_t)l->open[kept.n] * s->m->words,
               s->m->words * sizeof *kept.states);
        kept.open[kept.nopen++] = kept.n;
    }
    index_states(s, &kept);
    drop(s, l);
    *l = kept;
    s->bytes += bytes_of(s, l);
}

static void add(search *s, uint32_t at, const uint32_t *state) {
    level *l = &s->levels[at];
    if (l->n == l->cap) grow(s, l);
    uint32_t *slot = slot_of(s, l, state);
    if (*slot) return;
    memcpy(l->states + (size_t)l->n * s->m->words, state, s->m->words * sizeof *state);
    l->open[l->nopen++] = l->n;
    *slot = ++l->n;
}

// ---- sweeps

// Puts what a state leads to on higher levels.
static void take_on(search *s, uint32_t at, uint32_t index, uint64_t *spent) {
    const cgj_machine *m = s->m;
    for (uint32_t c = 0; c < m->nchains && !s->end; c++) {
        const uint32_t *from = s->levels[at].states + (size_t)index * m->words;
        if (!cgj_machine_can_store(m, from, c)) continue;
        memcpy(s->scratch, from, m->words * sizeof *from);
        if (!cgj_machine_store(m, s->scratch, c)) continue;
        const uint32_t to = at + 1 + cgj_machine_settle(m, s->scratch);
        *spent += m->words;
        if (to == m->x->nops)
            s->end = cgj_machine_final(m, s->scratch);
        else
            add(s, to, s->scratch);
    }
    *spent += m->nchains;
}

static void take_some(search *s, uint32_t at, uint32_t width, uint64_t *spent) {
    level *l = &s->levels[at];
    for (uint32_t k = 0; k < width && l->nopen && !s->end; k++) {
        const uint32_t i = below(s, l->nopen), index = l->open[i];
        l->open[i] = l->open[--l->nopen];
        take_on(s, at, index, spent);
    }
}

// False: the open states alone fill the memory.
static bool make_room(search *s) {
    if (s->bytes <= MEMORY) return true;
    for (uint32_t k = 0; k < s->m->x->nops; k++) forget_taken(s, &s->levels[k]);
    return s->bytes <= MEMORY / 4 * 3;
}

// note [sweeps], from the level of the first state.
static cgj_found sweep_all(search *s, cg_judge_effort *effort, uint64_t steps, uint32_t width,
                           uint32_t lowest) {
    const uint32_t top = s->m->x->nops;
    uint32_t at = lowest;
    for (uint64_t used = 0;;) {
        for (; at < top && !s->levels[at].nopen; at++) continue;
        if (at == top) { // the sweep has died out
            while (at > lowest && !s->levels[at - 1].nopen) at--;
            if (at == lowest) return CGJ_NO_WAY;
            at--;
        }
        uint64_t spent = 0;
        take_some(s, at, width, &spent);
        if (s->end) return CGJ_FOUND;
        if (width == CGJ_ALL_STATES)
            drop(s, &s->levels[at]); // no level below has open states: nothing comes back
        used += spent;
        if (!cgj_spend(effort, spent + 1) || (steps && used >= steps) || !make_room(s)) return CGJ_GIVEN_UP;
        at++;
    }
}

cgj_found cgj_states_search(const cgj_machine *m, cg_judge_effort *effort, uint64_t steps, uint32_t width) {
    search s = {.m = m, .random = 0x9e3779b97f4a7c15u};
    s.levels = cg_array_new((size_t)m->x->nops + 1, sizeof *s.levels);
    s.scratch = cg_array_new(m->words, sizeof *s.scratch);
    cgj_machine_start(m, s.scratch);
    const uint32_t first = cgj_machine_settle(m, s.scratch);
    cgj_found r;
    if (first == m->x->nops) {
        r = cgj_machine_final(m, s.scratch) ? CGJ_FOUND : CGJ_NO_WAY;
    } else {
        add(&s, first, s.scratch);
        r = sweep_all(&s, effort, steps, width, first);
    }
    for (uint32_t k = 0; k <= m->x->nops; k++) drop(&s, &s.levels[k]);
    free(s.levels);
    free(s.scratch);
    return r;
}
