// Words for what the spec says in structures: used by the documentation, `explain` and `diff`.
#ifndef COHGEN_GEN_TELL_TEXT_H
#define COHGEN_GEN_TELL_TEXT_H

#include "base/arena.h"
#include "lang/spec.h"

// An expression as the table would write it with its lets written out; `msg` is the triggering message or
// NULL.
const char *doc_expr(cg_arena *a, const cg_spec *s, const cg_machine *m, const cg_msg *msg, const cg_expr *x);

// "{now, exp: 0} to home": an argument that is its field's namesake is written once.
const char *doc_send_tail(cg_arena *a, const cg_spec *s, const cg_action *x);

// A cam or ring: "a cam of 4 entries, found by their line"; and what an event looks for in it, by its find.
const char *doc_lookup(cg_arena *a, const cg_lookup *l);
const char *doc_find(cg_arena *a, const cg_spec *s, const cg_machine *m, int event, const cg_find *f);

// An action as the table would write it, with its lets written out: two actions that mean the same have the
// same text.
const char *doc_action_text(cg_arena *a, const cg_spec *s, const cg_machine *m, const cg_msg *msg,
                            const cg_action *x);

// An action as a sentence: "the line gets a way; a victim is evicted if none is free".
const char *doc_sentence(cg_arena *a, const cg_spec *s, const cg_machine *m, const cg_action *x);

const char *doc_machine_name(const cg_spec *s, int machine); // or "memory"
// "32 bits", "bool", "enum mode".
const char *doc_type(cg_arena *a, const cg_spec *s, const cg_type *t);

// A value of this type: "12", "true", "Run".
const char *doc_value(cg_arena *a, const cg_spec *s, const cg_type *t, uint64_t value);

// The message that triggers an event, or NULL.
const cg_msg *doc_event_msg(const cg_spec *s, const cg_machine *m, int event);
// Where an event comes from: "core", "eviction", "timer", "request", "forward" or "response".
const char *doc_event_kind(const cg_spec *s, const cg_event *e);

const cg_alias *doc_let(const cg_machine *m, const char *name); // NULL: no such let, or no name

// A rule that is nothing but `stall`, and one that is a transition: neither that nor impossible.
bool doc_is_transition(const cg_rule *r);

#endif
