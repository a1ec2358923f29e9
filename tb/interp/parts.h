// Inside the interpreter: what an event reads, its rule's right sides, and its changes share this.
#ifndef COHGEN_TB_INTERP_PARTS_H
#define COHGEN_TB_INTERP_PARTS_H

#include "shadow.h"

// The line's entry in the store buffer, NULL: it has none.
cg_buffered *cg_entry_of(const cg_shadow *s, const cg_cause *c);
// The fields of a space that the event is about, `b` being its block; NULL: it has none there.
uint64_t *cg_fields_of(const cg_shadow *s, const cg_cause *c, const cg_block *b, cg_space space);
// What the machine's expressions read at the event, until it is asked for again.
const cg_env *cg_env_fill(cg_shadow *s, const cg_cause *c);
// A value; a fault is a problem, told with the text.
uint64_t cg_run(cg_shadow *s, const cg_formula *f, const cg_env *env, const char *text);

// A message to a local memory is an event of the place that its fields say; of several words, of that of the
// lowest one which is left.
void cg_find_place(cg_shadow *s, cg_packet *p);

// In machines of words the verbs about the request are for the group that has the request's own word.
bool cg_has_own_word(const cg_shadow *s, const cg_cause *c);
// The first half of a rule: values, messages, answers, and what takes effect.
void cg_read_right_sides(cg_shadow *s, const cg_cause *c, const cg_rule *r, const cg_rule_code *code);

// Masks: the bytes of its line that an event names, bit i is byte i. Problems: a rule uses bytes that are not
// valid, or loses some that only this line has; so does a line that is given up.
uint64_t cg_masks_named(const cg_shadow *s, const cg_cause *c);
void cg_masks_check(cg_shadow *s, const cg_cause *c, const cg_rule *r, const cg_rule_code *code,
                    const cg_env *env);
void cg_masks_forgotten(cg_shadow *s, const cg_shadow_machine *sm, cg_block *b);

#endif
