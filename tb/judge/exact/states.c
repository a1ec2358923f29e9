// See states.h.
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

#include "base/map.h"
#include "base/memory.h"

enum { MEMORY = 1u << 29 }; // bytes of states

typedef struct level {
    uint32_t *states; // n of them, `words` each
    uint32_t *open;   // indices of those not taken on yet
    cg_map found;     // state to its index
    uint32_t n, cap, nopen;
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
static uint32_t random_below(search *s, uint32_t n) {
    s->random ^= s->random >> 12;
    s->random ^= s->random << 25;
    s->random ^= s->random >> 27;
    return (uint32_t)((s->random * 0x2545f4914f6cdd1du >> 32) * n >> 32);
}

static uint64_t hash(const uint32_t *state, uint32_t words) {
    uint64_t h = 0;
    for (uint32_t k = 0; k < words; k++) {
        h = (h ^ state[k]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

// ---- levels

static size_t bytes_of(const search *s, const level *l) {
    const size_t slots = l->found.slots ? l->found.mask + 1 : 0;
    return (size_t)l->cap * (s->m->words + 1) * sizeof(uint32_t) + slots * sizeof *l->found.slots;
}

static void drop_level(search *s, level *l) {
    s->bytes -= bytes_of(s, l);
    CG_FREE(l->states, l->open);
    cg_map_free(&l->found);
    *l = (level){0};
}

// What a state's index means to the map.
typedef struct {
    const level *level;
    uint32_t words;
} owner;

static bool is_state(const void *of, uint32_t index, const void *state) {
    const owner *o = of;
    return !memcmp(o->level->states + (size_t)index * o->words, state, o->words * sizeof(uint32_t));
}

// The place of its index, CG_MAP_NONE if it is new.
static uint32_t *find_state(const search *s, level *l, const uint32_t *state) {
    const owner o = {l, s->m->words};
    return cg_map_at_item(&l->found, hash(state, o.words), is_state, &o, state);
}

static void grow_level(search *s, level *l) {
    l->cap = l->cap ? 2 * l->cap : 8;
    l->states = cg_array_resize(l->states, (size_t)l->cap * s->m->words, sizeof *l->states);
    l->open = cg_array_resize(l->open, l->cap, sizeof *l->open);
}

// Forgets the states that were taken on: what leads to them again does their work again, no more.
static void forget_taken(search *s, level *l) {
    if (l->n == l->nopen) return;
    level kept = {.cap = 8};
    while (kept.cap <= l->nopen) kept.cap *= 2;
    kept.states = cg_array_new((size_t)kept.cap * s->m->words, sizeof *kept.states);
    kept.open = cg_array_new(kept.cap, sizeof *kept.open);
    for (; kept.n < l->nopen; kept.n++) {
        memcpy(kept.states + (size_t)kept.n * s->m->words, l->states + (size_t)l->open[kept.n] * s->m->words,
               s->m->words * sizeof *kept.states);
        kept.open[kept.nopen++] = kept.n;
        *find_state(s, &kept, kept.states + (size_t)kept.n * s->m->words) = kept.n;
    }
    drop_level(s, l);
    *l = kept;
    s->bytes += bytes_of(s, l);
}

static void add_state(search *s, uint32_t at, const uint32_t *state) {
    level *l = &s->levels[at];
    const size_t before = bytes_of(s, l);
    if (l->n == l->cap) grow_level(s, l);
    uint32_t *index = find_state(s, l, state);
    s->bytes += bytes_of(s, l) - before;
    if (*index != CG_MAP_NONE) return;
    memcpy(l->states + (size_t)l->n * s->m->words, state, s->m->words * sizeof *state);
    l->open[l->nopen++] = l->n;
    *index = l->n++;
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
            add_state(s, to, s->scratch);
    }
    *spent += m->nchains;
}

static void take_some(search *s, uint32_t at, uint32_t width, uint64_t *spent) {
    level *l = &s->levels[at];
    for (uint32_t k = 0; k < width && l->nopen && !s->end; k++) {
        const uint32_t i = random_below(s, l->nopen), index = l->open[i];
        l->open[i] = l->open[--l->nopen];
        take_on(s, at, index, spent);
    }
}

// False: the open states alone fill the memory.
static bool make_room_for_states(search *s) {
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
            drop_level(s, &s->levels[at]); // no level below has open states: nothing comes back
        used += spent;
        if (!cgj_spend(effort, spent + 1) || (steps && used >= steps) || !make_room_for_states(s))
            return CGJ_GIVEN_UP;
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
        add_state(&s, first, s.scratch);
        r = sweep_all(&s, effort, steps, width, first);
    }
    for (uint32_t k = 0; k <= m->x->nops; k++) drop_level(&s, &s.levels[k]);
    CG_FREE(s.levels, s.scratch);
    return r;
}
