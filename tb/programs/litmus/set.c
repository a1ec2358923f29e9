// See set.h.
#include "set.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void cg_lit_set_init(cg_lit_set *s, const cg_litmus *t) {
    *s = (cg_lit_set){.t = t};
}

void cg_lit_set_free(cg_lit_set *s) {
    for (size_t i = 0; i < s->n; i++) free(s->entries[i].values);
    free(s->entries);
    cg_map_free(&s->places);
    *s = (cg_lit_set){0};
}

static void list_values(const cg_litmus *t, const cg_lit_state *s, int64_t *to) {
    for (int i = 0; i < t->n_vars; i++) {
        cg_lit_var v = t->vars[i];
        to[i] = v.thread < 0 ? s->mem[v.index] : s->regs[v.thread][v.index];
    }
}

static uint64_t hash_of_values(const cg_lit_set *s, const int64_t *values) {
    return cg_hash_bytes(CG_HASH_START, values, (size_t)s->t->n_vars * sizeof *values);
}

static bool has_values(const void *set, uint32_t place, const void *values) {
    const cg_lit_set *s = set;
    const int64_t *other = s->entries[place].values, *v = values;
    for (int i = 0; i < s->t->n_vars; i++)
        if (other[i] != v[i]) return false;
    return true;
}

static uint32_t *place_at(cg_lit_set *s, const int64_t *values) {
    return cg_map_at_item(&s->places, hash_of_values(s, values), has_values, s, values);
}

static uint32_t place_of_values(const cg_lit_set *s, const int64_t *values) {
    return cg_map_get_item(&s->places, hash_of_values(s, values), has_values, s, values);
}

cg_lit_entry *cg_lit_set_add(cg_lit_set *s, const cg_lit_state *state, uint64_t times) {
    int64_t values[CG_LIT_VARS];
    list_values(s->t, state, values);
    uint32_t *place = place_at(s, values);
    if (*place == CG_MAP_NONE) {
        int64_t *copy = cg_array_new((size_t)s->t->n_vars, sizeof *copy);
        memcpy(copy, values, (size_t)s->t->n_vars * sizeof *copy);
        s->entries = cg_array_grow(s->entries, s->n, sizeof *s->entries);
        s->entries[s->n] = (cg_lit_entry){copy, 0, cg_prop_holds(s->t->condition, state)};
        *place = (uint32_t)s->n++;
    }
    cg_lit_entry *e = &s->entries[*place];
    e->count += times;
    return e;
}

bool cg_lit_set_has(const cg_lit_set *s, const cg_lit_entry *e) {
    return place_of_values(s, e->values) != CG_MAP_NONE;
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
    cg_map_clear(&s->places);
    for (uint32_t i = 0; i < s->n; i++) *place_at(s, s->entries[i].values) = i;
}

void cg_lit_entry_text(const cg_lit_set *s, const cg_lit_entry *e, char out[CG_LIT_OUTCOME]) {
    cg_lit_state state = {0};
    for (int i = 0; i < s->t->n_vars; i++) {
        cg_lit_var v = s->t->vars[i];
        *(v.thread < 0 ? &state.mem[v.index] : &state.regs[v.thread][v.index]) = e->values[i];
    }
    cg_lit_outcome(s->t, &state, out);
}
