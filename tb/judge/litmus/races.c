// See races.h.
#include "races.h"

#include "judge/excuses.h"

// Bit k of from[i]: access i is related to access k.
typedef struct {
    uint64_t from[CG_LIT_NODES];
} relation;

typedef struct {
    const cg_lit_traces *x;
    const cg_lit_execution *e;
    relation po, conflict, happens;
} scene;

static const cg_model_class *class_at(const scene *s, int i) {
    return &s->x->m->classes[s->e->event[i]->cls];
}

static bool stores_at(const scene *s, int i) {
    return s->e->wrote[i] > 0;
}

static bool loads_at(const scene *s, int i) {
    return s->e->from[i] != CG_TRACE_NONE;
}

static bool has(const relation *r, int i, int k) {
    return r->from[i] >> k & 1;
}

// ------------------------------------------------------------------------------------------------ relations
static void close(relation *r, int n) {
    for (int through = 0; through < n; through++)
        for (int i = 0; i < n; i++)
            if (has(r, i, through)) r->from[i] |= r->from[through];
}

static relation composed(const relation *a, const relation *b, int n) {
    relation r = {0};
    for (int i = 0; i < n; i++)
        for (uint64_t left = a->from[i]; left; left &= left - 1) r.from[i] |= b->from[__builtin_ctzll(left)];
    return r;
}

static relation joined(const relation *a, const relation *b, int n) {
    relation r;
    for (int i = 0; i < n; i++) r.from[i] = a->from[i] | b->from[i];
    return r;
}

// Paths of `steps` before or after one of `r`, or none.
static relation surrounded(const relation *r, const relation *steps, int n) {
    const relation after = composed(r, steps, n), both = joined(r, &after, n);
    const relation before = composed(steps, &both, n);
    return joined(&both, &before, n);
}

// ------------------------------------------------------------------------------------ an execution's order
// The place in its word's order up to which a load has seen.
static int seen_by(const scene *s, int i) {
    return s->e->from[i] < 0 ? 0 : s->e->wrote[s->e->from[i]];
}

// Two accesses of one word, one of which stores: the first comes before the second.
static bool comes_before(const scene *s, int i, int k) {
    if (i == k || s->e->event[i]->loc != s->e->event[k]->loc) return false;
    if (stores_at(s, i) && stores_at(s, k)) return s->e->wrote[i] < s->e->wrote[k];
    if (stores_at(s, i)) return s->e->wrote[i] <= seen_by(s, k);
    return stores_at(s, k) && seen_by(s, i) < s->e->wrote[k];
}

static bool of_one_instance(const scene *s, int i, int k) {
    const int *cores = s->x->t->cores;
    return cg_model_one_instance(s->x->m, s->e->event[i]->cls, cores[s->e->thread[i]], s->e->event[k]->cls,
                                 cores[s->e->thread[k]]);
}

// Does k take over what i hands on? Where synchronization is in one order, whatever comes later does; else
// who reads its value, and atomics in a row pass on what they find.
static bool takes_from(const scene *s, int i, int k) {
    if (!s->x->m->coherent) return has(&s->conflict, i, k) && stores_at(s, i) && loads_at(s, k);
    for (int from = s->e->from[k]; from >= 0; from = s->e->from[from]) {
        if (from == i) return true;
        if (!loads_at(s, from)) break;
    }
    return false;
}

// What its thread did before i happens before what that of k does after k.
static bool synchronizes(const scene *s, int i, int k) {
    return takes_from(s, i, k) && of_one_instance(s, i, k) &&
           class_at(s, i)->synchronizes & CG_MARK_RELEASE && class_at(s, k)->synchronizes & CG_MARK_ACQUIRE;
}

static scene look_at(const cg_lit_traces *x, const cg_lit_execution *e) {
    scene s = {.x = x, .e = e};
    for (int i = 0; i < e->n; i++) {
        for (int k = 0; k < e->n; k++) {
            const uint64_t bit = UINT64_C(1) << k;
            if (i < k && e->thread[i] == e->thread[k]) s.po.from[i] |= bit;
            if (comes_before(&s, i, k)) s.conflict.from[i] |= bit;
            if (has(&s.po, i, k) || synchronizes(&s, i, k)) s.happens.from[i] |= bit;
        }
    }
    close(&s.happens, e->n);
    return s;
}

// i and k race, and i is the first in their word's order.
static bool races(const scene *s, int i, int k) {
    return s->e->thread[i] != s->e->thread[k] && has(&s->conflict, i, k) && !has(&s->happens, i, k) &&
           !has(&s->happens, k, i);
}

static const cg_lit_ins *ins_at(const scene *s, int i) {
    return &s->x->t->ins[s->e->thread[i]][s->e->event[i]->ins];
}

static cg_racer racer_at(const scene *s, int i) {
    const cg_lit_ins *ins = ins_at(s, i);
    const int64_t written = s->e->values->written[i];
    cg_racer r = {.cls = s->e->event[i]->cls,
                  .core = s->x->t->cores[s->e->thread[i]],
                  .loads = loads_at(s, i),
                  .stores = stores_at(s, i),
                  .used = s->e->used >> i & 1,
                  .sets = ins->kind == CG_LIT_STORE,
                  .value = written};
    if (ins->kind == CG_LIT_AMO) cg_racer_operation(&r, ins->amo, written);
    return r;
}

// ----------------------------------------------------------------------------------------------------- paths
// Is the step from i to k one of a path that may bypass others?
typedef bool step_test(const scene *s, int i, int k);

static bool any_step(const scene *s, int i, int k) {
    return (void)s, (void)i, (void)k, true;
}

static bool in_word(const scene *s, int i, int k) {
    return s->e->event[i]->loc == s->e->event[k]->loc;
}

static bool kept_with_its_like(const scene *s, int i) {
    return class_at(s, i)->sync && class_at(s, i)->before >> s->e->event[i]->cls & 1;
}

static bool of_ordered_synchronization(const scene *s, int i, int k) {
    return kept_with_its_like(s, i) && kept_with_its_like(s, k);
}

// All paths of such steps, and those of them with a step of program order.
static void find_paths(const scene *s, step_test *test, relation *paths, relation *with_po) {
    relation po = {0};
    *paths = (relation){0};
    for (int i = 0; i < s->e->n; i++) {
        for (int k = 0; k < s->e->n; k++) {
            if (!test(s, i, k)) continue;
            po.from[i] |= s->po.from[i] & UINT64_C(1) << k;
            paths->from[i] |= (s->po.from[i] | s->conflict.from[i]) & UINT64_C(1) << k;
        }
    }
    close(paths, s->e->n);
    *with_po = surrounded(&po, paths, s->e->n);
}

// Accesses that are ordered by a path through one of these classes, and by no path that bypasses it.
static relation hangs_on(const scene *s, uint32_t classes) {
    const int n = s->e->n;
    relation paths, ordered, inside, bypass[2];
    find_paths(s, any_step, &paths, &ordered);
    find_paths(s, in_word, &inside, &bypass[0]);
    find_paths(s, of_ordered_synchronization, &inside, &bypass[1]);
    uint64_t of = 0;
    for (int i = 0; i < n; i++) of |= (uint64_t)(classes >> s->e->event[i]->cls & 1) << i;
    for (int i = 0; i < n; i++)
        if (!(of >> i & 1)) ordered.from[i] &= of; // one end of the path with program order is such an access
    relation hanging = surrounded(&ordered, &paths, n);
    for (int i = 0; i < n; i++) hanging.from[i] &= ~(bypass[0].from[i] | bypass[1].from[i]);
    return hanging;
}

// -------------------------------------------------------------------------------------------- the verdict
static bool hangs(const cg_model_race *race) {
    return race && race->unless >> CG_EXCUSE_BYPASSED & 1;
}

// The first race of a kind (NULL: of data).
static bool find_race_of(const scene *s, const cg_model_race *race, cg_lit_race *to) {
    relation hanging = {0};
    if (hangs(race)) hanging = hangs_on(s, race->of);
    for (int i = 0; i < s->e->n; i++) {
        for (int k = 0; k < s->e->n; k++) {
            if (!races(s, i, k)) continue;
            const cg_racer a = racer_at(s, i), b = racer_at(s, k);
            if (!has(&hanging, i, k) && !cg_race_is_illegal(s->x->m, race, &a, &b)) continue;
            *to = (cg_lit_race){.kind = race ? race->name : "data", .of = {i, k}};
            return true;
        }
    }
    return false;
}

// A store into a word of which a load before it says that nobody stores into it any more.
static bool find_store_after_final(const scene *s, cg_lit_race *to) {
    for (int i = 0; i < s->e->n; i++) {
        for (int k = 0; class_at(s, i)->final && k < s->e->n; k++) {
            if (!has(&s->conflict, i, k)) continue;
            *to = (cg_lit_race){.kind = "final", .of = {i, k}};
            return true;
        }
    }
    return false;
}

bool cg_lit_find_race(const cg_lit_traces *x, const cg_lit_execution *e, cg_lit_race *race) {
    const scene s = look_at(x, e);
    if (find_store_after_final(&s, race)) return true;
    if (find_race_of(&s, NULL, race)) return true;
    for (unsigned k = 0; k < x->m->n_races; k++)
        if (find_race_of(&s, &x->m->races[k], race)) return true;
    return false;
}

bool cg_lit_obeys_happens_before(const cg_lit_traces *x, const cg_lit_execution *e) {
    const scene s = look_at(x, e);
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < e->n; k++)
            if (has(&s.happens, i, k) && (i == k || has(&s.conflict, k, i))) return false;
    return true;
}
