// The oracle's insides. A ring of the last events, linked into a graph; words; the search. See oracle.h.
//
// note [slots]: the stores of a word, in coherence order, cut its history into slots; `merged` is the whole
// word in a slot. A load whose bytes agree with slot s may stand anywhere in the run of slots around s that
// agree with it: after the store `lo` that began the run, before the store `limit` that ended it (0: not
// ended yet). That is all of rf and fr, for partial words and repeated values alike. since[b] is where the
// run of byte b began.
//
// note [labels]: every event has a label (epoch, time) and an edge never leads to a smaller one. With logical
// time it is the declared place; without, the arrival. A new event can close a cycle only when its limit's
// label is not larger than the largest of its predecessors', so almost no event needs a search. When there is
// no cycle, the labels that were met on the way are raised, and the rule holds again.
//
// note [program order]: where the model keeps all of it, an event's one successor is the thread's next event.
// Else the edges are not stored but found when they are followed (order.c), from links to the next and
// the last event of each kind in the thread: an edge to each later event of a kind that must come later, up
// to one that itself comes before all that is left (after tb/judge/exact/exec.c). And whatever the kinds, an
// event comes before the thread's next one of the same word: with loads kept in order and nothing forwarded,
// that is all that coherence inside a thread asks for. Of events that are kept in order the earlier one
// arrives first, or it is a violation: so a store or fence that is performed has no edge to an event that is
// there, and only a load can close a cycle. Others may arrive in any order: the links are in program order
// (`po`), the ring in that of arrival.
//
// note [event names]: an event's id counts from 1 in 32 bits and skips 0, "none". An id older than the window
// is dead (cgo_live). Lists of loads are kept newest first, so that a walk may stop at the first dead one.
#ifndef COHGEN_TB_JUDGE_ORACLE_PARTS_H
#define COHGEN_TB_JUDGE_ORACLE_PARTS_H

#include "base/map.h"
#include "oracle.h"

enum { CGO_BYTES = 4, CGO_MASKS = 1 << CGO_BYTES };

typedef uint32_t cgo_id;

typedef struct {
    uint64_t epoch, time;
} cgo_place;

typedef struct {
    cgo_place at;    // declared
    cgo_place label; // note [labels]
    uint64_t cycle;
    uint32_t thread, word;
    uint32_t po;  // place in the thread's program order, modulo 2^32
    uint8_t kind; // cg_mem_kind
    uint8_t mask;
    uint32_t value;  // loaded, or stored bytes; atomic: after
    uint32_t merged; // store: the word in its slot
    cgo_id po_prev, po_next;
    union {
        struct {
            cgo_id co_prev, co_next;
            cgo_id since[CGO_BYTES]; // 0: before the window
            cgo_id readers;          // loads whose lo this is, linked by lo_next
            cgo_id covered;          // loads whose limit this is, linked by limit_next
        };
        struct {
            cgo_id lo, limit; // 0: before the window; not yet
            cgo_id lo_next, limit_next;
        };
    };
    uint32_t mark; // search that met it last
    cgo_id parent; // from where
} cgo_node;

// note [program order]: of one thread, 0: none. Those of events that left the window are dead.
typedef struct {
    cgo_id next[CG_MEM_KINDS], prev[CG_MEM_KINDS]; // by kind
    cgo_id next_same, prev_same;                   // of the same word
} cgo_links;

#define CGO_NO_WORD UINT32_MAX // of a fence

typedef struct {
    uint64_t addr;
    uint64_t touched;              // seq of the last event
    uint32_t value;                // newest
    uint32_t base;                 // in the slot before the oldest store kept
    cgo_place base_at;             // where that slot began
    cgo_place top_load, top_label; // latest place and label of a load
    cgo_place top_store;           // place of the newest store
    cgo_id *slots;                 // stores kept, oldest first: slots[(head + i) & (cap - 1)]
    uint32_t head, n, cap;
    uint32_t open_set;      // masks with an open list
    cgo_id open[CGO_MASKS]; // loads without a limit, by mask, linked by limit_next
} cgo_word;

typedef struct {
    uint64_t last_seq;              // in program order; 0: none
    uint64_t last_of[CG_MEM_KINDS]; // likewise, by kind
    uint32_t next_po;               // of the next call, if `told`
    bool told;
    cgo_place at[CG_MEM_KINDS]; // before which an event of the kind cannot stand
    bool done;
} cgo_thread;

struct cg_oracle {
    const cg_model *model;
    cg_oracle_config cfg;
    uint64_t seq;  // of the newest event; its low half is the id
    uint32_t mask; // window - 1
    cgo_node *ring;
    uint8_t kept[CG_MEM_KINDS]; // bit k: kept before later ones of kind k
    cgo_links *links;           // as the ring; NULL: all program order is kept
    cg_map last_same;           // (thread, word) -> id - 1 of the last event
    cgo_thread *threads;
    cgo_place min_live;    // every live thread was past it
    uint64_t min_live_seq; // at this event
    cgo_word *words;
    uint32_t nwords;
    cg_map places; // address -> place in words
    uint32_t mark;
    cgo_id *queue; // of the search
    size_t capqueue;
    cgo_id *before; // cgo_before()
    size_t nbefore, capbefore;
    cg_oracle_stats stats;
    unsigned explained;
};

static inline bool cgo_less(cgo_place a, cgo_place b) {
    return a.epoch < b.epoch || (a.epoch == b.epoch && a.time < b.time);
}
static inline cgo_place cgo_later(cgo_place a, cgo_place b) {
    return cgo_less(a, b) ? b : a;
}
static inline bool cgo_live(const cg_oracle *o, cgo_id id) {
    return id && (cgo_id)o->seq - id <= o->mask;
}
static inline cgo_node *cgo_at(const cg_oracle *o, cgo_id id) {
    return &o->ring[id & o->mask];
}
static inline cgo_id cgo_slot(const cgo_word *w, uint32_t i) {
    return w->slots[(w->head + i) & (w->cap - 1)];
}
static inline uint32_t cgo_bits(unsigned mask) {
    return (mask & 1 ? 0xffu : 0) | (mask & 2 ? 0xff00u : 0) | (mask & 4 ? 0xff0000u : 0) |
           (mask & 8 ? 0xff000000u : 0);
}
static inline bool cgo_is_load(const cgo_node *n) {
    return n->kind == CG_MEM_LOAD;
}

// ---- words and the ring (ring.c)
cgo_word *cgo_word_at(cg_oracle *o, uint64_t addr); // made on first use
cgo_id cgo_append(cg_oracle *o, cgo_node n);        // links program order; retires the oldest event
bool cgo_is_last(const cg_oracle *o, cgo_id id);    // of its thread, of those that are there
void cgo_add_store(cg_oracle *o, cgo_word *w, cgo_id id);
void cgo_free_words(cg_oracle *o);

// ---- program order (order.c)

// The events that follow one, or come before it, in the program order that is kept: note [program order].
typedef struct {
    bool back;
    unsigned need;            // kinds of which events are still wanted
    unsigned passed;          // kinds of which the others are behind (back: before) one that was given
    cgo_id cur[CG_MEM_KINDS]; // the next to look at
    cgo_id one;               // to be given first; 0: none
} cgo_steps;

cgo_steps cgo_steps_from(const cg_oracle *o, cgo_id id, bool back);
cgo_id cgo_step(const cg_oracle *o, cgo_steps *s);        // 0: no more; dead ones are left out
bool cgo_follows(const cg_oracle *o, cgo_id a, cgo_id b); // b is one of a's
void cgo_before(cg_oracle *o, cgo_id id);                 // all that come before, into o->before
// A new event, whose neighbours in program order are known. `seq`: its number.
void cgo_link(cg_oracle *o, cgo_id id);
bool cgo_comes_behind(const cg_oracle *o, cgo_id a, cgo_id b); // is a later in program order than b?
void cgo_pass(const cg_oracle *o, cgo_thread *t, unsigned kind,
              cgo_place at); // what comes later is not before

// ---- the graph (graph.c)

// One run of slots that agrees with a load.
typedef struct {
    cgo_id lo, limit;
} cgo_run;

// The run around slot i of w (-1: the base slot) for the load's bytes, or for any bytes that agree there.
cgo_run cgo_run_at(const cg_oracle *o, const cgo_word *w, int64_t i, unsigned mask);

// The next run before slot *i that agrees with the value and began before the event `before`; *i starts at
// w->n and ends below -1. False: there is none.
bool cgo_next_run(const cg_oracle *o, const cgo_word *w, unsigned mask, uint32_t value, cgo_id before,
                  int64_t *i, cgo_run *run);

void cgo_attach(cg_oracle *o, cgo_id load, cgo_run run);
void cgo_detach(cg_oracle *o, cgo_id load);

// May the newest event, a load not attached yet, stand in the run? If so, labels it (near `at`) and raises
// others. If not, the cycle can be read from the parents: back from *end to run.limit.
bool cgo_fits(cg_oracle *o, cgo_id load, cgo_run run, cgo_place at, cgo_id *end);

// The cycle through an attached event: from *end back by the parents to the event. False: none.
bool cgo_cycle(cg_oracle *o, cgo_id start, cgo_id *end);
void cgo_raise_from(cg_oracle *o, cgo_id id); // makes note [labels] hold for all that follows

// ---- repeated values (repair.c)

// No run fits the newest event, a load: try other runs for loads in the way. True: it is attached.
bool cgo_repair(cg_oracle *o, cgo_id load);

// ---- reports (report.c)
bool cgo_explains(const cg_oracle *o);
void cgo_tell_cycle(cg_oracle *o, cgo_id load, cgo_run run, cgo_id end, bool cut);
void cgo_tell_value(cg_oracle *o, cgo_id load);
void cgo_tell_place(cg_oracle *o, cgo_id id, const char *what, cgo_id other); // declared order broken
void cgo_tell_atomic(cg_oracle *o, cgo_id id, uint32_t before, uint32_t held);
void cgo_tell_order(cg_oracle *o, cgo_id id, cgo_id later); // `later`, of the same thread, took effect before
void cgo_tell_final(cg_oracle *o, const cgo_word *w, uint32_t memory);

#endif
