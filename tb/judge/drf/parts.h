// Inner parts of the oracle of data-race-free programs (drf.h).
//
//     drf.c     what is told: races found, values judged
//     uses.c    loads of whose values it is said later whether they are used, and the races that hang on it
//     paths.c   races that hang on a path of other accesses
//     set.c     accesses that later ones are compared with; memory
//     coherent.c  words whose synchronization is not in one order
//     report.c  violations as text, the chain of synchronization
#ifndef COHGEN_TB_JUDGE_DRF_PARTS_H
#define COHGEN_TB_JUDGE_DRF_PARTS_H

#include "base/map.h"
#include "drf.h"

// An access as later ones need it: by whom, and that thread's clock. One that another thread's clock has
// reached happens before what that thread does now.
typedef struct {
    uint32_t clock; // from 1; 0: there is no access
    uint16_t thread;
    uint8_t cls;
    uint8_t mask; // bytes of its word
    uint64_t cycle;
    uint32_t value; // that it leaves
    uint8_t op;     // cg_amo_op, or CGD_NO_OP
    bool keeps;     // an atomic that adds 0
    uint32_t use;   // of what it loads: CG_DRF_USED, ... (drf.h)
} cgd_access;
enum { CGD_NO_OP = 255 };

// At most one access of each thread and kind, by thread. A set of one takes no memory of its own.
typedef struct {
    cgd_access one;
    cgd_access *more; // if room > 0
    uint32_t n, room;
} cgd_set;

// A byte of memory, or the four of a word as long as no access told them apart.
typedef struct {
    cgd_access write; // the last of data; all before it happen before it, and so do all other accesses then
    cgd_set reads;    // of data, since
    cgd_set syncs;    // synchronization, since
} cgd_cell;

// What releases of one instance of a scope have handed over by a word.
typedef struct {
    uint32_t *clock; // what an acquire sees, by thread
    uint16_t thread; // one of the instance
    uint8_t cls;     // likewise
} cgd_released;

// The writes of a word that is synchronized by, where that is coherent only: coherent.c.
typedef struct cgd_order cgd_order;

typedef struct {
    uint64_t addr;
    uint32_t value;         // as the last write told left it
    bool racy;              // not judged any more
    bool all_released;      // coarse: an acquire sees everything
    cgd_released *released; // by instance
    uint32_t n_released;
    cgd_cell *bytes; // four cells; NULL: `whole` is all of them
    cgd_cell whole;
    cgd_order *order; // NULL: nobody has synchronized by it, or all is in one order
    cgd_access final; // the first load after which nobody may store into it
    uint64_t last;    // number of the last synchronization of it that paths.c was told; 0: none
    bool accepted;    // a race of the kind that the program accepts was counted
} cgd_word;

// A synchronization, for the chains.
typedef struct {
    uint32_t word; // its place in words
    uint32_t clock;
    uint16_t thread;
    uint8_t cls;
    uint64_t cycle;
} cgd_sync;

enum { CGD_LOG = 1 << 16, CGD_WINDOW = CG_DRF_WINDOW };
typedef struct cgd_paths cgd_paths;

// What is known of a number from CG_DRF_LATER on.
typedef enum { CGD_OPEN, CGD_DROPPED, CGD_USED } cgd_use;

// A race that is legal as long as no open value of the two is used.
typedef struct {
    cgd_access now, old;
    uint32_t word; // its place in words
} cgd_open_race;

struct cg_drf {
    const cg_model *model;
    cg_drf_config cfg;
    uint32_t *clocks; // [thread][of thread]
    cgd_word *words;
    size_t n_words;
    cg_map places; // address -> place in words
    cgd_sync *log; // the latest CGD_LOG
    uint64_t n_log;
    uint64_t held; // bytes of sets and releases
    uint8_t *uses; // cgd_use of each number; n_uses of them
    size_t n_uses;
    cgd_open_race *open; // in no order
    size_t n_open, open_room;
    const char *accepts; // kind of race; NULL: none
    cgd_paths *paths;    // NULL: the model has no such races
    uint64_t *asked;     // of each thread's next access; NULL: in the order in which they are told
    cg_drf_stats stats;
};

static inline uint32_t *cgd_clock(const cg_drf *o, unsigned thread) {
    return o->clocks + (size_t)thread * o->cfg.threads;
}
static inline bool cgd_before(const cg_drf *o, const cgd_access *a, unsigned thread) {
    return a->clock <= cgd_clock(o, thread)[a->thread];
}
static inline const cgd_access *cgd_entries(const cgd_set *s) {
    return s->room ? s->more : &s->one;
}

static inline int cgd_core(const cg_drf *o, unsigned thread) {
    return o->cfg.of_core ? (int)(thread / o->cfg.of_core) : 0;
}
// Are operations of these classes, of these threads, of one instance of a scope?
static inline bool cgd_one_instance(const cg_drf *o, int a, unsigned thread_a, int b, unsigned thread_b) {
    return cg_model_one_instance(o->model, a, cgd_core(o, thread_a), b, cgd_core(o, thread_b));
}

void *cgd_alloc(size_t n, size_t size); // zeroed, never NULL

// ---- drf.c
// The kind of race that accesses a and b make, neither of which happens before the other; NULL: none that is
// forbidden.
const char *cgd_race_kind(const cg_drf *o, const cgd_access *a, const cgd_access *b);
// The race was found and is told now.
void cgd_note_race(cg_drf *o, cgd_word *w, const cgd_access *a, const cgd_access *old);
// Likewise one of kind `kind` in word number `word`: `a` comes after `old`, by a path that passes `by` of
// word number by_word.
void cgd_note_path_race(cg_drf *o, const char *kind, uint32_t word, const cgd_access *a,
                        const cgd_access *old, const cgd_access *by, uint32_t by_word);
// As cgd_race_kind(), if all values of which nothing is said yet were used.
const char *cgd_race_kind_at_worst(const cg_drf *o, const cgd_access *a, const cgd_access *b);
// Does `a`, which comes later, store into a word of which `old` says that nobody does any more?
bool cgd_breaks_final(const cg_drf *o, const cgd_access *a, const cgd_access *old);

// ---- uses.c
bool cgd_is_open(const cg_drf *o, const cgd_access *a);
bool cgd_is_used(const cg_drf *o, const cgd_access *a); // an open one is not, yet
void cgd_add_open_race(cg_drf *o, const cgd_word *w, const cgd_access *a, const cgd_access *old);
void cgd_close_races(cg_drf *o); // at the end

// ---- paths.c
cgd_paths *cgd_paths_new(const cg_model *m);                     // NULL: it has no such races
void cgd_paths_free(cgd_paths *p);                               // NULL is allowed
void cgd_paths_add(cg_drf *o, cgd_word *w, const cgd_access *a); // synchronization, as it is told
void cgd_paths_end(cg_drf *o);

// ---- set.c
void cgd_set_add(cg_drf *o, cgd_set *s, cgd_access a); // a is of a thread that does it now
void cgd_set_clear(cg_drf *o, cgd_set *s);
void cgd_split(cg_drf *o, cgd_word *w); // a cell for each byte
// An acquire of w by one of the instance sees what the thread did. cls: of the operation. Where
// synchronization is coherent only nothing is handed on here, but the thread's clock goes on.
void cgd_release(cg_drf *o, cgd_word *w, unsigned thread, int cls);
void cgd_acquire(cg_drf *o, const cgd_word *w, unsigned thread, int cls);
void cgd_tidy(cg_drf *o); // memory is full
void cgd_word_free(cg_drf *o, cgd_word *w);

// ---- coherent.c
void cgd_order_begin(const cg_drf *o, cgd_word *w); // where the word has no order yet
// A load or an atomic returns the value, as far as `bits`: may it? `from`: whose value that can be, for
// cgd_order_write() of the same access. An acquire takes over what was handed on.
bool cgd_order_read(cg_drf *o, cgd_word *w, const cgd_access *a, uint32_t value, uint32_t bits,
                    uint64_t *from);
// A store (from: 0) or an atomic leaves the value. Before its thread's clock goes on.
void cgd_order_write(cg_drf *o, cgd_word *w, const cgd_access *a, uint32_t value, uint64_t from);
void cgd_order_end(cgd_word *w); // data is stored there, which comes after all the rest
// May memory hold this at the end?
bool cgd_order_ends_with(const cgd_word *w, uint32_t memory);
void cgd_order_free(cgd_order *k); // NULL is allowed

// ---- report.c
// The access `a` of word w now, and `old`, which was before it in time and does not happen before it.
void cgd_tell_race(cg_drf *o, const cgd_word *w, const cgd_access *a, const cgd_access *old);
void cgd_tell_path_race(cg_drf *o, const char *kind, const cgd_word *w, const cgd_access *a,
                        const cgd_access *old, const cgd_access *by, const cgd_word *by_word);
void cgd_tell_value(cg_drf *o, const cgd_word *w, const cgd_access *a, uint32_t value);
void cgd_tell_final(cg_drf *o, const cgd_word *w, uint32_t memory);

#endif
