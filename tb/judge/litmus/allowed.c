// See allowed.h.
#include "allowed.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "races.h"

typedef struct {
    int64_t at[CG_LIT_LOCS];
} memory;

typedef struct {
    cg_lit_traces x;
    cg_lit_set *to;
    cg_lit_legality *legality;
    cg_lit_set sc;   // outcomes of sequentially consistent executions
    memory *results; // their final memories, without words of arbitrary contents
    size_t n_results;
    uint32_t kept; // words that count
} search;

static bool add_outcome(search *s, const cg_lit_state *state, cg_lit_set *to) {
    if (s->x.t->filter == NULL || cg_prop_holds(s->x.t->filter, state)) cg_lit_set_add(to, state, 1);
    return true;
}

static bool visit_allowed(void *ctx, const cg_lit_execution *e, const cg_lit_state *state) {
    search *s = ctx;
    (void)e;
    return add_outcome(s, state, s->to);
}

// -------------------------------------------------------------------------------------------------- legality
static memory result_of(const search *s, const cg_lit_state *state) {
    memory m = {0};
    for (int l = 0; l < s->x.t->n_locs; l++)
        if (s->kept >> l & 1) m.at[l] = state->mem[l];
    return m;
}

static bool is_result(const search *s, const memory *m) {
    for (size_t k = 0; k < s->n_results; k++)
        if (memcmp(&s->results[k], m, sizeof *m) == 0) return true;
    return false;
}

static cg_lit_racer racer(const search *s, const cg_lit_execution *e, int i) {
    return (cg_lit_racer){e->thread[i], &s->x.t->ins[e->thread[i]][e->event[i]->ins]};
}

static bool visit_sc(void *ctx, const cg_lit_execution *e, const cg_lit_state *state) {
    search *s = ctx;
    cg_lit_race race;
    if (cg_lit_find_race(&s->x, e, &race)) {
        snprintf(s->legality->race, sizeof s->legality->race, "%s", race.kind);
        for (int k = 0; k < 2; k++) s->legality->of[k] = racer(s, e, race.of[k]);
        return false;
    }
    s->kept = UINT32_MAX;
    for (int k = 0; k < s->x.n_stores; k++)
        if (s->x.stores[k].arbitrary) s->kept &= ~(UINT32_C(1) << s->x.stores[k].loc);
    const memory m = result_of(s, state);
    if (!is_result(s, &m)) {
        s->results = cg_array_grow(s->results, s->n_results, sizeof *s->results);
        s->results[s->n_results++] = m;
    }
    return add_outcome(s, state, &s->sc);
}

// Is what the model's order allows what it promises?
static bool visit_legal(void *ctx, const cg_lit_execution *e, const cg_lit_state *state) {
    search *s = ctx;
    const memory m = result_of(s, state);
    const char *what = !is_result(s, &m)                        ? "final memory"
                       : !cg_lit_obeys_happens_before(&s->x, e) ? "happens-before"
                                                                : NULL;
    if (what && !s->legality->broken[0]) {
        char text[CG_LIT_OUTCOME];
        cg_lit_outcome(s->x.t, state, text);
        snprintf(s->legality->broken, sizeof s->legality->broken, "%s: %s", what, text);
    }
    return add_outcome(s, state, s->to);
}

// Where synchronization is coherent only, the executions of the model itself are looked at for races: those
// that obey happens-before.
static bool visit_coherent(void *ctx, const cg_lit_execution *e, const cg_lit_state *state) {
    search *s = ctx;
    cg_lit_race race;
    if (!cg_lit_obeys_happens_before(&s->x, e)) return true;
    if (!cg_lit_find_race(&s->x, e, &race)) return add_outcome(s, state, s->to);
    snprintf(s->legality->race, sizeof s->legality->race, "%s", race.kind);
    for (int k = 0; k < 2; k++) s->legality->of[k] = racer(s, e, race.of[k]);
    return false;
}

// What accesses of arbitrary classes load and store when nothing is arbitrary is among what is taken for it.
static bool visit_values(void *ctx, const cg_lit_execution *e, const cg_lit_state *state) {
    search *s = ctx;
    bool good = true;
    (void)state;
    for (int i = 0; i < e->n; i++) {
        if (!s->x.m->classes[e->event[i]->cls].arbitrary) continue;
        if (e->from[i] != CG_TRACE_NONE) good = good && cg_lit_add_arbitrary(&s->x, e->values->read[i]);
        if (e->wrote[i]) good = good && cg_lit_add_arbitrary(&s->x, e->values->written[i]);
    }
    return good;
}

// Looks at all executions anew, with all or some program order, of the program or its quantum-equivalent.
static bool look(search *s, bool in_order, cg_lit_visit *visit) {
    cg_lit_traces_free(&s->x);
    cg_lit_traces fresh = {.t = s->x.t,
                           .m = s->x.m,
                           .path = s->x.path,
                           .by_value = s->x.by_value,
                           .in_order = in_order,
                           .arbitrary = in_order,
                           .err = s->x.err,
                           .errlen = s->x.errlen,
                           .why = s->x.why,
                           .n_domain = s->x.n_domain};
    memcpy(fresh.domain, s->x.domain, sizeof fresh.domain);
    s->x = fresh;
    return cg_lit_executions(&s->x, visit, s);
}

// Where loads count, so do all observed values.
static void check_values(search *s) {
    char text[CG_LIT_OUTCOME];
    for (size_t k = 0; k < s->to->n && !s->legality->broken[0]; k++) {
        if (cg_lit_set_has(&s->sc, &s->to->entries[k])) continue;
        cg_lit_entry_text(s->to, &s->to->entries[k], text);
        snprintf(s->legality->broken, sizeof s->legality->broken, "values: %s", text);
    }
}

static bool has_arbitrary(const cg_model *m) {
    bool has = false;
    for (unsigned c = 0; c < m->nclasses; c++) has |= m->classes[c].arbitrary;
    return has;
}

static bool find_coherent(search *s) {
    if (look(s, true, visit_coherent)) return true;
    if (!s->legality->race[0]) return false;
    cg_lit_set_free(s->to); // an illegal test is promised nothing
    cg_lit_set_init(s->to, s->x.t);
    return s->x.err[0] == '\0';
}

static bool find_legal(search *s) {
    if (s->x.m->coherent) return find_coherent(s);
    if (has_arbitrary(s->x.m) && !look(s, false, visit_values)) return false;
    if (!look(s, true, visit_sc)) return s->x.err[0] == '\0'; // at the first race
    if (!look(s, false, visit_legal)) return false;
    if (!s->x.m->memory_only) check_values(s);
    return true;
}

bool cg_lit_allowed(const cg_litmus *t, const char *path, const cg_model *m, const cg_lit_allow_options *o,
                    cg_lit_set *to, char *err, size_t errlen) {
    char own[256]; // errors tell an end from a failure
    if (errlen == 0) err = own, errlen = sizeof own;
    search s = {.x = {.t = t,
                      .m = m,
                      .path = path,
                      .by_value = o->by_value,
                      .err = err,
                      .errlen = errlen,
                      .why = CG_LIT_UNSUPPORTED},
                .to = to,
                .legality = o->legality};
    err[0] = '\0';
    if (o->legality) *o->legality = (cg_lit_legality){0};
    cg_lit_set_init(&s.sc, t);
    const bool good = m->races_forbidden ? find_legal(&s) : cg_lit_executions(&s.x, visit_allowed, &s);
    if (!good && o->why) *o->why = s.x.why;
    cg_lit_traces_free(&s.x);
    cg_lit_set_free(&s.sc);
    free(s.results);
    cg_lit_set_sort(to);
    return good;
}
