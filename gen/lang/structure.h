// What a machine has beside its cache by name: fifos, cache walks, cams, rings and translation buffers.
#ifndef COHGEN_GEN_LANG_STRUCTURE_H
#define COHGEN_GEN_LANG_STRUCTURE_H

#include "type.h"

typedef struct cg_expr cg_expr; // spec.h

// What a controller has beside its cache, by name: a fifo of line addresses, in the order in which rules push
// them, and of markers between them, each of a thread. It drains, which is that the line at its head is
// offered as an event, while a marker is in it or while it is full. A marker at its head is offered always.
//
// note [early]: with a condition, `drains`, it also drains while that holds. When is a matter of time alone:
// the line at its head may leave whenever it likes, as far as checks and golden models know.
//
// note [walk]: or a walk of the cache, which holds markers only. While one is in it, lines are offered, any
// and in any order. A marker has the set of lines that had a way when it went in. A line leaves the sets of
// all markers when its event pops the walk, or when it gives up its way. The oldest marker is at the head,
// and offered, as soon as its set is empty. A machine has one walk at most. Of a local memory, all of whose
// lines have their places, those in state 0 are in no set, and a line leaves the sets when it comes to that.
typedef struct {
    const char *name, *doc; // doc may be NULL
    uint64_t entries;       // lines and markers that it holds, 2 to 256
    bool markers, core;     // it may hold some; these keep which core asks, where somebody needs it
    bool walks;             // note [walk]
    const cg_expr *drains;  // note [early]; NULL: there is no such condition
} cg_structure;

enum { CG_MAX_LOOKUPS = 16 }; // cams, rings and translation buffers of a machine

// A structure in which entries are looked up: note [look-ups] in lookup.h. A cam's entries are found by a
// key. A ring's are numbered, and taken in their order; the one at the tail is taken next, and if it is live
// it waits. Those of a translation buffer come from outside: note [translation] there.
typedef enum { CG_LOOKUP_CAM, CG_LOOKUP_RING, CG_LOOKUP_TLB } cg_lookup_kind;
typedef struct {
    const char *name, *doc; // doc may be NULL
    cg_lookup_kind kind;
    uint64_t entries;          // 1 to 256; of a ring 2 and up
    bool by_line;              // of a cam: the key is the line of the event; else
    cg_type key;               // ... an integer of so many bits; of a translation buffer: a page's number
    int first_field, n_fields; // of the space FOUND
} cg_lookup;

// What an event looks for in a structure: note [look-ups] in lookup.h.
typedef struct {
    int lookup;            // index into machine->lookups
    const cg_expr *at;     // a key, a ring's number; NULL: by the values
    const cg_expr **value; // of a ring: of fields[i] of the space FOUND
    int *fields, n_values;
    const char *pointer;
} cg_find;

#endif
