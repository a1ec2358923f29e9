// Structures in which entries are looked up: rings, content-addressable memories, translation buffers.
//
// note [look-ups]
//
// An event looks in each structure of its machine at most once, for what the table says beside the structure
// (`find`): a cam by a key, a ring by a number or by the newest live entry whose fields have these values.
// Where a cam's key is the line, each event about a line looks for that. The entry that is found is the
// rule's: its fields are those of the space FOUND, initial values if there is none. `insert` takes an entry:
// a free one of a cam, which gets the key that was looked for, or the one at the tail of a ring, which moves
// on. Its fields have initial values then, but for those that the rule assigns, and what the rule reads is
// what was found before. `remove` gives back the entry that was found.
//
// The fields of all structures of a machine are one list, those of the space FOUND: a field `since` of the
// structure `log` has the name "log_since" in the design and "log.since" in tables.
//
// note [translation]
//
// A translation buffer (tlb) of a local memory says at which physical page a virtual one is, its *frame*. Its
// key is the number of a page: the upper bits of a global address, so a page has 2^(addr_bits - bits of the
// key) bytes. The table has nothing to do with what is in it: where a rule's actions read the frame, the
// event waits until it is there, as it waits for an MSHR entry, and the controller asks for it at a port of
// its own. An entry that comes takes the place of the one that came first. So for tables, checks and golden
// models each page has a frame, and nothing else: guards do not read it, and a rule that does is of an event
// that can wait, of the core or of a walk. How long an answer takes is nobody's affair but time's.
#ifndef COHGEN_GEN_LANG_LOOKUP_H
#define COHGEN_GEN_LANG_LOOKUP_H

#include "spec.h"

// What a rule can ask of a structure beside its fields, as `field` of a leaf LOOKUP has it.
typedef enum {
    CG_ASK_FOUND, // bool: an entry is found
    CG_ASK_FULL,  // bool: none can be taken
    CG_ASK_TAIL,  // of a ring, number: the one that is taken next
    CG_ASK_AT,    // of a ring, number: the one that is found, 0 if none is
    CG_ASK_FRAME, // of a tlb, of its key's type: where the page is that is looked for
    CG_N_ASKS
} cg_ask;
extern const char *const CG_ASK_WORDS[CG_N_ASKS]; // as the table has them

static inline int cg_lookup_leaf(int lookup, cg_ask ask) {
    return lookup * CG_N_ASKS + (int)ask;
}
static inline int cg_lookup_of_leaf(const cg_expr *x) {
    return x->field / CG_N_ASKS;
}
static inline cg_ask cg_ask_of_leaf(const cg_expr *x) {
    return (cg_ask)(x->field % CG_N_ASKS);
}

// The structure of this name, the one with this field of FOUND, CG_NONE: there is none; bits of an entry's
// number; bits of all its fields.
int cg_find_lookup(const cg_machine *m, const char *name);
int cg_lookup_of_field(const cg_machine *m, int field);
int cg_lookup_index_bits(const cg_lookup *l);
// The type of what an entry is found by: a number of a ring, the key of others (of a cam not one by line).
cg_type cg_lookup_key(const cg_lookup *l);
int cg_lookup_data_bits(const cg_machine *m, const cg_lookup *l);
// What an event looks for in it; NULL: it does not look.
const cg_find *cg_find_of(const cg_machine *m, int event, int lookup);
bool cg_looks(const cg_machine *m, int event, int lookup);
bool cg_is_searched(const cg_machine *m, int lookup); // a ring: by some event's values of fields
bool cg_is_keyed(const cg_machine *m, int lookup);    // by some event's number or key
// The rule's action with this effect on the structure, assignments of its fields among them; NULL: none.
const cg_action *cg_lookup_action(const cg_machine *m, const cg_rule *r, int lookup, int effects);
// Does the structure have this to be asked for, and of how many bits?
bool cg_has_ask(const cg_lookup *l, cg_ask ask);
int cg_ask_bits(const cg_lookup *l, cg_ask ask);
// Structures that rules change, which are all but a tlb; and which of these it is.
int cg_changed_lookups(const cg_machine *m);
int cg_changed_lookup(const cg_machine *m, int lookup);
// note [translation]: the machine's tlb, CG_NONE: it has none; bits of a byte's place in its pages; does the
// expression read the frame, and an action of the rule that the hardware does (it need not know where an
// operation takes effect)?
int cg_find_tlb(const cg_machine *m);
const cg_lookup *cg_tlb_of(const cg_spec *s); // some machine's, NULL: none has one
int cg_page_bits(const cg_spec *s, const cg_lookup *l);
bool cg_reads_frame(const cg_expr *x);
bool cg_rule_translates(const cg_rule *r);
bool cg_rule_assigns_field(const cg_rule *r, cg_space space, int field);

#endif
