// Masks: sets of bytes of a line, as fields of lines.
#ifndef COHGEN_GEN_LANG_MASK_H
#define COHGEN_GEN_LANG_MASK_H

#include "spec.h"

// Their type; a line of more than 64 bytes has none.
cg_type cg_mask_type(const cg_spec *s);

// Is it a set, of controllers or of bytes?
static inline bool cg_is_set(cg_type t) {
    return t.kind == CG_T_SET || t.kind == CG_T_MASK;
}

// The first line field behind `field` that is a mask (CG_NONE: of all); CG_NONE: there is none.
int cg_next_mask(const cg_machine *m, int field);

// Have the machine's lines masks? Is this line field one whose bytes some rule sends, which nobody else has?
bool cg_has_masks(const cg_machine *m);
bool cg_is_sent(const cg_machine *m, int field);

// Does the action hand on the bytes that its rule's message brings?
bool cg_relays(const cg_spec *s, const cg_machine *m, const cg_rule *r, const cg_action *a);

// Does a message without a payload ask for a word, that of its address? Then it comes from a machine with a
// core port, or is a request that another machine sends, on behalf of a core's request. A request of another
// machine then says which core asks, note [askers] in gen/read/table/askers.c.
static inline bool cg_asks_for_word(const cg_spec *s, const cg_msg *m) {
    return m->block && m->payload == CG_PAY_NONE && m->from >= 0 &&
           (s->machines[m->from].core_port || m->cls == CG_REQUEST);
}

#endif
