// Races that hang on a path (model.h: CG_EXCUSE_BYPASSED), among the latest synchronization. They are the
// non-ordering races of M. Sinclair, Efficient coherence and consistency for specialized memory hierarchies,
// 2017, listing 3.8.
//
// Two accesses that race are ordered all the same by each path of program order and conflicts from the one to
// the other. If one that has a step of program order passes an access of the kind's classes, and none with
// such a step bypasses those, the program relies on an order that the model does not keep.
//
// Synchronization is kept in the order in which it is told. When CGD_WINDOW accesses are there, and at the
// end, what each reaches is found for all of them together, from the last to the first: sets of bits. A path
// passes only what is told between its ends, so that nothing outside counts. Data is on no path that counts:
// two conflicting accesses of data are ordered by synchronization, or are a race themselves. The earlier half
// is then dropped. With several operations of a thread in flight one that is told first may have been asked
// last: steps go backward then, and sets are found again until none grows.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "judge/excuses.h"
#include "parts.h"

enum { WORDS = CGD_WINDOW / 64, HALF = CGD_WINDOW / 2 };

typedef struct {
    uint64_t bit[WORDS]; // access k is in it: bit k % 64 of bit[k / 64]
} set;

// An access, as it was told.
typedef struct {
    cgd_access is;
    uint32_t word;   // its place in cg_drf.words
    uint64_t asked;  // a later number: asked later by its thread
    uint64_t before; // the access of its word before: its number; 0: none
} told;

typedef struct {
    uint32_t from, to;
    bool po; // program order; else a conflict
} step;

// What an access reaches, by what the path has: a step of program order; an access of the kind behind its
// first.
enum { PLAIN = 0, PO = 1, OF = 2, LAYERS = 4 };
typedef struct {
    set layer[LAYERS];
} reach;

struct cgd_paths {
    told at[CGD_WINDOW];
    set races[CGD_WINDOW]; // of each: the earlier accesses that it races with
    uint32_t n;
    uint64_t dropped;   // number of at[i]: dropped + i + 1
    uint32_t looked_at; // pairs of accesses below it have been
    // While the window is looked at.
    uint32_t by_word[CGD_WINDOW],
        by_thread[CGD_WINDOW];  // places in `at`: by word, thread, asked; thread, asked
    uint32_t group[CGD_WINDOW]; // of each: its word among those of the window
    step *steps;
    size_t n_steps, room;
    uint32_t first[CGD_WINDOW + 1]; // of the steps from each
    reach to[CGD_WINDOW];
    set around[CGD_WINDOW];
};

static bool in(const set *s, uint32_t k) {
    return s->bit[k / 64] >> k % 64 & 1;
}

static void put(set *s, uint32_t k) {
    s->bit[k / 64] |= UINT64_C(1) << k % 64;
}

static const cg_model_class *told_class(const cg_drf *o, const told *t) {
    return &o->model->classes[t->is.cls];
}

// An atomic that leaves what was there is how a core loads that synchronizes by atomics only.
static bool stores(const cg_drf *o, const told *t) {
    return told_class(o, t)->kind != CG_MEM_LOAD && !t->is.keeps;
}

// ---------------------------------------------------------------------------------------------------- steps
// Which accesses and which steps of program order a path may have.
typedef struct {
    bool kept;    // only synchronization that the model keeps in order with its like
    bool in_word; // only program order of one word
} limits;

static bool may_pass(const cg_drf *o, const told *t, limits l) {
    return !l.kept || told_class(o, t)->before >> t->is.cls & 1;
}

static void add_step(cgd_paths *p, uint32_t from, uint32_t to, bool po) {
    *CG_NEXT(p->steps, p->n_steps, p->room) = (step){from, to, po};
    p->n_steps++;
}

static void add_program_order(cgd_paths *p, const cg_drf *o, limits l) {
    const uint32_t *order = l.in_word ? p->by_word : p->by_thread;
    int64_t last = -1;
    for (uint32_t i = 0; i < p->n; i++) {
        const told *t = &p->at[order[i]];
        if (!may_pass(o, t, l)) continue;
        const told *u = last < 0 ? NULL : &p->at[last];
        if (u && u->is.thread == t->is.thread && (!l.in_word || u->word == t->word))
            add_step(p, (uint32_t)last, order[i], true);
        last = order[i];
    }
}

// Of a byte: its last store, and the loads since; places in `at`, CGD_WINDOW: none.
typedef struct {
    uint32_t store, load;
} latest;

// Each conflict is a step, or a path of such steps of its byte.
static void add_conflicts(cgd_paths *p, const cg_drf *o, limits l) {
    latest(*of)[4] = cg_array_new(CGD_WINDOW, sizeof *of);
    uint32_t(*before)[4] = cg_array_new(CGD_WINDOW, sizeof *before); // of a load: the one before, of its byte
    for (uint32_t i = 0; i < p->n; i++)
        for (int b = 0; b < 4; b++) of[i][b] = (latest){CGD_WINDOW, CGD_WINDOW};
    for (uint32_t i = 0; i < p->n; i++) {
        const told *t = &p->at[i];
        if (!may_pass(o, t, l)) continue;
        for (int b = 0; b < 4; b++) {
            if (!(t->is.mask >> b & 1)) continue;
            latest *c = &of[p->group[i]][b];
            if (c->store != CGD_WINDOW) add_step(p, c->store, i, false);
            before[i][b] = c->load;
            if (!stores(o, t)) {
                c->load = i;
                continue;
            }
            for (uint32_t k = c->load; k != CGD_WINDOW; k = before[k][b]) add_step(p, k, i, false);
            *c = (latest){i, CGD_WINDOW};
        }
    }
    CG_FREE(of, before);
}

// Steps by where they begin. True: some go backward.
static bool sort_steps(cgd_paths *p) {
    bool backward = false;
    step *sorted = cg_array_new(p->n_steps, sizeof *sorted);
    memset(p->first, 0, sizeof p->first);
    for (size_t i = 0; i < p->n_steps; i++) p->first[p->steps[i].from]++;
    for (uint32_t i = 0, sum = 0; i <= p->n; i++) {
        const uint32_t here = i < p->n ? p->first[i] : 0;
        p->first[i] = sum;
        sum += here;
    }
    for (size_t i = 0; i < p->n_steps; i++) {
        const step *s = &p->steps[i];
        sorted[p->first[s->from]++] = *s;
        backward |= s->to < s->from;
    }
    for (uint32_t i = p->n; i > 0; i--) p->first[i] = p->first[i - 1];
    p->first[0] = 0;
    free(p->steps);
    p->steps = sorted;
    p->room = p->n_steps;
    return backward;
}

// ---------------------------------------------------------------------------------------------------- paths
static bool join(set *to, const set *from) {
    uint64_t grown = 0;
    for (int w = 0; w < WORDS; w++) {
        const uint64_t old = to->bit[w];
        to->bit[w] |= from->bit[w];
        grown |= old ^ to->bit[w];
    }
    return grown != 0;
}

// What access i reaches by its steps, as far as is known. True: it is more than before.
static bool extend(cgd_paths *p, uint32_t i, uint32_t of) {
    bool grown = false;
    for (uint32_t s = p->first[i]; s < p->first[i + 1]; s++) {
        const uint32_t k = p->steps[s].to;
        const int here = (p->steps[s].po ? PO : 0) | (of >> p->at[k].is.cls & 1 ? OF : 0);
        grown |= !in(&p->to[i].layer[here], k);
        put(&p->to[i].layer[here], k);
        for (int layer = 0; layer < LAYERS; layer++)
            grown |= join(&p->to[i].layer[layer | here], &p->to[k].layer[layer]);
    }
    return grown;
}

// p->to: what each access reaches within the limits. of: classes of the kind.
static void find_paths(cgd_paths *p, const cg_drf *o, limits l, uint32_t of) {
    p->n_steps = 0;
    add_program_order(p, o, l);
    add_conflicts(p, o, l);
    const bool again = sort_steps(p);
    memset(p->to, 0, p->n * sizeof *p->to);
    bool grown;
    do {
        grown = false;
        for (uint32_t i = p->n; i-- > 0;) grown |= extend(p, i, of);
    } while (grown && again);
}

static void find_ways_around(cgd_paths *p, const cg_drf *o) {
    memset(p->around, 0, p->n * sizeof *p->around);
    for (int kept = 0; kept < 2; kept++) {
        find_paths(p, o, (limits){.kept = kept, .in_word = !kept}, 0);
        for (uint32_t i = 0; i < p->n; i++) join(&p->around[i], &p->to[i].layer[PO]);
    }
}

// -------------------------------------------------------------------------------------------- the window
typedef struct {
    uint64_t word, thread, asked;
    uint32_t at;
} key;

static int compare_keys(const void *a, const void *b) {
    const key *x = a, *y = b;
    if (x->word != y->word) return x->word < y->word ? -1 : 1;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    return x->asked < y->asked ? -1 : x->asked > y->asked;
}

static void sort_accesses(const cgd_paths *p, bool by_word, uint32_t *order) {
    key *keys = cg_array_new(p->n, sizeof *keys);
    for (uint32_t i = 0; i < p->n; i++)
        keys[i] = (key){by_word ? p->at[i].word : 0, p->at[i].is.thread, p->at[i].asked, i};
    qsort(keys, p->n, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < p->n; i++) order[i] = keys[i].at;
    free(keys);
}

static void sort_window(cgd_paths *p) {
    sort_accesses(p, false, p->by_thread);
    sort_accesses(p, true, p->by_word);
    for (uint32_t i = 0, group = 0; i < p->n; i++) {
        if (i && p->at[p->by_word[i]].word != p->at[p->by_word[i - 1]].word) group++;
        p->group[p->by_word[i]] = group;
    }
}

static bool is_of(const cgd_paths *p, const cg_model_race *race, uint32_t i) {
    return race->of >> p->at[i].is.cls & 1;
}

static bool reaches(const cgd_paths *p, uint32_t i, uint32_t k) {
    bool any = i == k;
    for (int layer = 0; layer < LAYERS; layer++) any |= in(&p->to[i].layer[layer], k);
    return any;
}

// Does a path from i to k have program order and an access of the kind, one of the two or between them?
static bool passes(const cgd_paths *p, const cg_model_race *race, uint32_t i, uint32_t k) {
    return in(&p->to[i].layer[PO | OF], k) || (is_of(p, race, i) && in(&p->to[i].layer[PO], k));
}

static const cgd_access *passed(const cgd_paths *p, const cg_model_race *race, uint32_t i, uint32_t k,
                                uint32_t *word) {
    for (uint32_t m = 0; m < p->n; m++) {
        if (!is_of(p, race, m) || !reaches(p, i, m) || !reaches(p, m, k)) continue;
        *word = p->at[m].word;
        return &p->at[m].is;
    }
    return NULL;
}

static void look_for(cgd_paths *p, cg_drf *o, const cg_model_race *race) {
    bool any = false;
    for (uint32_t i = 0; i < p->n; i++) any |= is_of(p, race, i);
    if (!any) return;
    find_ways_around(p, o);
    find_paths(p, o, (limits){0}, race->of);
    for (uint32_t k = p->looked_at; k < p->n; k++) {
        for (uint32_t i = 0; i < p->n; i++) {
            uint32_t word = 0;
            if (!in(&p->races[k], i) || in(&p->around[i], k) || !passes(p, race, i, k)) continue;
            const cgd_access *by = passed(p, race, i, k, &word);
            cgd_note_path_race(o, race->name, p->at[k].word, &p->at[k].is, &p->at[i].is, by, word);
        }
    }
}

static bool hangs(const cg_model_race *race) {
    return race->unless >> CG_EXCUSE_BYPASSED & 1;
}

static void look(cgd_paths *p, cg_drf *o) {
    sort_window(p);
    for (unsigned r = 0; r < o->model->n_races; r++)
        if (hangs(&o->model->races[r])) look_for(p, o, &o->model->races[r]);
    p->looked_at = p->n;
}

static void drop_half(cgd_paths *p) {
    memmove(p->at, p->at + HALF, HALF * sizeof *p->at);
    for (uint32_t k = 0; k < HALF; k++) {
        memset(&p->races[k], 0, sizeof p->races[k]);
        memcpy(p->races[k].bit, p->races[k + HALF].bit + WORDS / 2, sizeof(uint64_t) * (WORDS / 2));
    }
    p->n = p->looked_at = HALF;
    p->dropped += HALF;
}

// ------------------------------------------------------------------------------------------- what is told
cgd_paths *cgd_paths_new(const cg_model *m) {
    bool any = false;
    for (unsigned r = 0; r < m->n_races; r++) any |= hangs(&m->races[r]);
    return any ? cgd_alloc(1, sizeof(cgd_paths)) : NULL;
}

void cgd_paths_free(cgd_paths *p) {
    if (p) CG_FREE(p->steps, p);
}

// Which accesses of its word that are still here the last one races with.
static void note_races(cgd_paths *p, const cg_drf *o) {
    const uint32_t k = p->n - 1;
    const told *t = &p->at[k];
    memset(&p->races[k], 0, sizeof p->races[k]);
    for (uint64_t number = t->before; number > p->dropped;) {
        const uint32_t i = (uint32_t)(number - p->dropped - 1);
        const told *u = &p->at[i];
        if (u->is.thread != t->is.thread && u->is.mask & t->is.mask && (stores(o, t) || stores(o, u)) &&
            !cgd_before(o, &u->is, t->is.thread))
            put(&p->races[k], i);
        number = u->before;
    }
}

void cgd_paths_add(cg_drf *o, cgd_word *w, const cgd_access *a) {
    cgd_paths *p = o->paths;
    if (p->n == CGD_WINDOW) {
        look(p, o);
        drop_half(p);
    }
    const uint64_t number = p->dropped + p->n + 1;
    p->at[p->n++] = (told){.is = *a,
                           .word = (uint32_t)(w - o->words),
                           .asked = o->asked ? o->asked[a->thread] : number,
                           .before = w->last};
    w->last = number;
    note_races(p, o);
}

void cgd_paths_end(cg_drf *o) {
    if (o->paths && o->paths->n) look(o->paths, o);
}
