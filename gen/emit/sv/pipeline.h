// What the stages decide, as signals (signal.h). sv_pipeline_decide() builds them all before anything is
// printed: first what every controller has, then each part adds its terms and its own signals.
#ifndef COHGEN_GEN_EMIT_SV_PIPELINE_H
#define COHGEN_GEN_EMIT_SV_PIPELINE_H

#include "signal.h"

// Signals that are printed together, in this order within a stage.
typedef enum {
    // S0: what is taken?
    SV_TO_TAKE,
    SV_TO_READ,
    // S2: what the table is told
    SV_FOR_TABLE,
    // S2: does it happen?
    SV_WHEN_LIVE,
    SV_WHEN_ANSWERED, // fences
    SV_WHEN_DONE,
    SV_WHEN_PART, // machines of words
    SV_TO_QUEUES,
    SV_TO_ENTRY, // machines of lines
    SV_TO_WAITERS,
    SV_TO_ARRAYS,
    // S2: is there a way?
    SV_TO_WAYS,
    SV_TO_EVICT,
    // S2: what is done with the line's data
    SV_TO_DATA,
    SV_N_SECTIONS
} sv_section;

// The signals, and those of them, and groups within them, to which the parts add terms.
typedef struct {
    sv_signals sections[SV_N_SECTIONS];
    sv_logic *live;
    sv_logic *at_rest;  // of live: no sweep or flash holds it up
    sv_logic *answered; // a fence is answered; NULL: the table has rules for fences
    sv_logic *drop;     // the event has no meaning any more
    sv_logic *evicted;  // of drop: an eviction whose line moved on; NULL: nothing leaves
    sv_logic *blocked;  // something is missing: the event goes back
    sv_logic *no_entry; // of entry_missing: why the line gets none
    sv_logic *done;     // its first terms: without the table
    sv_logic *consumed; // of done: by the rule
    sv_logic *retry;    // of a request that was handed back; NULL: none is deferred
    sv_logic *entry;    // of the MSHR file's write: the rule changes the entry
    sv_logic *no_way;   // of way_missing: no way is free
    sv_logic *evict;    // of must_evict: nobody is leaving
    sv_logic *hit, *write, *atomic, *held;
    sv_logic *bytewise; // the bytes that a message brings are written; NULL: no rule does so
    // Printed inside other text.
    sv_logic *stale;   // what S1 has found does not hold any more
    sv_logic *before;  // S0b: the line's data are written as they are read; NULL: never, or there is no S0b
    sv_logic *array;   // the data array is written
    sv_logic *stored;  // of array: with what
    sv_logic *changed; // bytes of a word are written, in a line with an MSHR entry
    sv_logic *word_bytes; // bits: these of the event's word
    sv_choice *bytes;     // bits: these of the line
    sv_logic *answer;     // the core is answered
    sv_logic *bare;       // ... without data
    sv_logic *record;     // the rule answers it, for the record of the transition
} sv_pipeline;

#endif
