// What a machine's rules use: the facts from which the emitters choose ports and parts. Computed once a
// machine.
#ifndef COHGEN_GEN_EMIT_SV_FACTS_H
#define COHGEN_GEN_EMIT_SV_FACTS_H

#include <stdio.h>

#include "base/arena.h"
#include "lang/lookup.h"
#include "plan/plan.h"

// A let that the rules use; it becomes a wire of the table module unless it varies.
typedef struct {
    const cg_expr *expr;
    const cg_msg *msg;
    bool varies; // fit() in it takes different widths in different places: no wire can be all of them
} sv_let;

// A field of messages that the rules read.
typedef struct {
    const char *name;
    int width;
} sv_msg_field;

// A field of any space, and what its wires begin with: "" (registers), "line_", "mshr_", "thread_",
// "buffer_".
typedef struct {
    cg_space space;
    const char *prefix;
    const cg_field *field;
} sv_named_field;

// Arrays that are said to be by something have an element for each of them.
typedef struct {
    cg_arena *arena; // of all the arrays
    // Bits of the leaves that rules read, 0: none does; or `src`, `clock`, ..., as ops.def names them.
    union {
        int leaf[CG_N_LEAVES];
        struct {
#define L(op, name, ...) int name;
#define X(...)
#include "lang/ops.def"
#undef L
#undef X
        };
    };
    bool widen;           // some rule is about other words of the line, too
    bool alone;           // some rule is for one word at a time
    bool again;           // some rule defers a request again with all of its words, and is not for one word
    int words_fewer;      // differences whose second operand is `words`: how many places they have
    int words_read;       // ... and all that `words` has
    int whole_read;       // places that have `whole`
    bool whole_of_others; // ... in a rule that is not for a drain
    bool counts_other; // ... read by a rule that widens or is alone: its group is not what the set has alike
    bool place;        // some rule assigns a field in the place of a word's data
    bool *input;       // by input of the spec: rules read it
    bool *asked;       // by cg_lookup_leaf(): rules ask that of a cam or ring
    unsigned marks_read;    // bit k: rules read mark k of what the core asks for
    sv_named_field *fields; // of the machine, space by space
    int n_fields;
    sv_msg_field *msg; // that rules read
    int n_msg;
    sv_let *lets;
    int n_lets;
    bool add_width[65];                // ... and at which sums go by blocks
    bool max_width[65], min_width[65]; // widths at which max() and min() are needed
    bool count_width[65];              // sets that are counted, by their width
    int does;                          // effects of all rules: CG_DOES_...
    bool verb[CG_N_VERBS];             // used at all
    bool *sweep, *flash_mshr;          // by line field, by MSHR field
    uint64_t *sweep_value, *flash_mshr_value;
    int flash_lines_to, flash_mshrs_to;
    bool *merges;           // by event: some rule defers it
    bool *completes;        // by event: some rule completes a deferred one
    bool *writes, *atomics; // by event: some rule writes its bytes, does its atomic operation
    bool *replays;          // by event: some rule hands deferred ones back
    bool fills_bare;        // a line without an MSHR entry is filled
    bool atomic_held;       // an atomic is done on a line with an entry
    bool *bytewise;         // by event: some rule writes the bytes of a line that the message brings
    bool fills_around;      // a fill leaves bytes as they are that its rule names
    bool *sends_masked;     // by out channel position: some rule sends bytes of the line there that it names
    bool *relays;           // ... some rule hands on there the bytes that its message brings
    bool *sends_entries;    // ... some rule sends an entry of the store buffer
    bool **sends;           // by event and out channel position: some rule sends there
    bool **sends_line;      // ... a message with a line
    bool **sends_bare;      // ... one without
    bool *askers;           // by out channel position: some rule sends for a request that it names
    bool *abouts;           // ... some rule says there which global line a message is about
    bool *several;          // ... and that other words of it go along
    unsigned *dests;        // by out channel position: bit d = destination kind d is used
} sv_facts;

// Facts of a machine of which no rule has been looked at. To be freed, as those of sv_facts_of() are.
void sv_facts_start(const cg_plan *plan, int machine, sv_facts *facts);
void sv_facts_free(sv_facts *facts);

// Adds what an expression uses; `msg` as in a rule of a message, or NULL.
void sv_facts_add(sv_facts *facts, const cg_expr *x, const cg_msg *msg);
// Prints the functions that they call, as the body of a module has them.
void sv_functions(FILE *out, const sv_facts *facts);
// ... those that are not printed for `has`.
void sv_functions_beside(FILE *out, sv_facts *facts, const sv_facts *has);

void sv_facts_of(const cg_plan *plan, int machine, sv_facts *facts);

// Is the leaf an input of the table module, that is, do rules read it by a word? And is it one that is known
// of a line's word, or of its entry in the store buffer?
bool sv_is_port_leaf(const sv_facts *facts, cg_xop leaf, bool of_line);

// note [missing] in docs/rtl.md: what a rule may want that need not be there: X(verb, what)
#define SV_WANTS_LIST(X) X(ALLOC_MSHR, "entry") X(ALLOC_LINE, "way") X(MERGE, "place")
typedef struct {
    cg_verb verb;
    const char *what; // the wire WHAT_missing
} sv_want;
#define X(verb, what) SV_WANTS_##verb,
enum { SV_WANTS_LIST(X) SV_N_WANTS };
#undef X
extern const sv_want SV_WANTS[SV_N_WANTS];
// ... and whether room on an out lane is among that, by position: then the wire is LANE_missing.
bool sv_room_by_rule(const cg_plan *plan, int machine, int k);
bool sv_may_miss(const cg_plan *plan, int machine, const sv_facts *facts); // is there anything of all that?

// Position of `channel` in the machine's out_channels.
int sv_out_position(const cg_machine_plan *mp, int channel);

// Bits of a verb's signal: of what is about a fifo, or a cam or ring that rules change, one for each of them.
static inline int sv_verb_bits(const cg_machine *m, const cg_verb_row *v) {
    if (v->form == CG_FORM_LOOKUP) return cg_changed_lookups(m);
    return v->form == CG_FORM_STRUCTURE && v->bits ? m->n_structures : v->bits;
}

#endif
