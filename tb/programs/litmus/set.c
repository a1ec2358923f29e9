// litmus_set.c: see litmus_set.h.
#include "set.h"

#include <stdlib.h>
#include <string.h>

void cg_lit_set_init(cg_lit_set *s, const cg_litmus *t) {
    *s = (cg_lit_set){.t = t, .n_slots = 64};
    s->slots = calloc(s->n_slots, sizeof *s->slots);
    if (s->slots == NULL) abort();
}

void cg_lit_set_free(cg_lit_set *s) {
    for (size_t i = 0; i < s->n; i++) free(s->entries[i].values);
    free(s->entries);
    free(s->slots);
    *s = (cg_lit_set){0};
}

static void values_of(const cg_litmus *t, const cg_lit_state *s, int64_t *to) {
    for (int i = 0; i < t->n_vars; i++) {
        cg_lit_var v = t->vars[i];
        to[i] = v.thread < 0 ? s->mem[v.index] : s->regs[v.thread][v.index];
    }
}

// The slot of these values: theirs, or the free one where they belong.
static size_t *slot_of(const cg_lit_set *s, const int64_t *values) {
    size_t bytes = (size_t)s->t->n_vars * sizeof *values;
    uint64_t h = 14695981039346656037u;
    for (int i = 0; i < s->t->n_vars; i++) {
        h = (h ^ (uint64_t)values[i]) * 1099511628211u;
        h ^= h >> 29;
    }
    for (size_t k = h & (s->n_slots - 1);; k = (k + 1) & (s->n_slots - 1)) {
        size_t *slot = &s->slots[k];
        if (*slot == 0 || bytes == 0 || memcmp(s->entries[*slot - 1].values, values, bytes) == 0) return slot;
    }
}

static void index_again(cg_lit_set *s, size_t n_slots) {
    free(s->slots);
    s->n_slots = n_slots;
    s->slots = calloc(n_slots, sizeof *s->slots);
    if (s->slots == NULL) abort();
    for (size_t i = 0; i < s->n; i++) *slot_of(s, s->entries[i].values) = i + 1;
}

cg_lit_entry *cg_lit_set_add(cg_lit_set *s, const cg_lit_state *state, uint64_t times) {
    int64_t values[CG_LIT_VARS];
    values_of(s->t, state, values);
    size_t *slot = slot_of(s, values);
    if (*slot == 0) {
        size_t bytes = (size_t)s->t->n_vars * sizeof *values;
        s->entries = realloc(s->entries, (s->n + 1) * sizeof *s->entries);
        int64_t *copy = malloc(bytes + 1);
        if (s->entries == NULL || copy == NULL) abort();
        if (bytes) memcpy(copy, values, bytes);
        s->entries[s->n] = (cg_lit_entry){copy, 0, cg_prop_holds(s->t->condition, state)};
        *slot = ++s->n;
        if (2 * s->n > s->n_slots) index_again(s, 2 * s->n_slots), slot = slot_of(s, values);
    }
    cg_lit_entry *e = &s->entries[*slot - 1];
    e->count += times;
    return e;
}

const cg_lit_entry *cg_lit_set_find(const cg_lit_set *s, const cg_lit_state *state) {
    int64_t values[CG_LIT_VARS];
    values_of(s->t, state, values);
    size_t slot = *slot_of(s, values);
    return slot ? &s->entries[slot - 1] : NULL;
}

bool cg_lit_set_has(const cg_lit_set *s, const cg_lit_entry *e) {
    return *slot_of(s, e->values) != 0;
}

static int n_compared; // qsort() passes nothing else

static int by_values(const void *a, const void *b) {
    const int64_t *u = ((const cg_lit_entry *)a)->values, *v = ((const cg_lit_entry *)b)->values;
    for (int i = 0; i < n_compared; i++)
        if (u[i] != v[i]) return u[i] < v[i] ? -1 : 1;
    return 0;
}

void cg_lit_set_sort(cg_lit_set *s) {
    n_compared = s->t->n_vars;
    if (s->n) qsort(s->entries, s->n, sizeof *s->entries, by_values);
    index_again(s, s->n_slots);
}

void cg_lit_entry_text(const cg_lit_set *s, const cg_lit_entry *e, char out[CG_LIT_OUTCOME]) {
    cg_lit_state state = {0};
    for (int i = 0; i < s->t->n_vars; i++) {
        cg_lit_var v = s->t->vars[i];
        *(v.thread < 0 ? &state.mem[v.index] : &state.regs[v.thread][v.index]) = e->values[i];
    }
    cg_lit_outcome(s->t, &state, out);
}
