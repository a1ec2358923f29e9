// Inside the reader of counterexamples: values of the model's components by name.
#ifndef COHGEN_GEN_EXPLORE_PARTS_H
#define COHGEN_GEN_EXPLORE_PARTS_H

#include "base/arena.h"
#include "explore.h"
#include "interp/eval.h"

typedef struct {
    ex_steps *s;
    const char **values; // the state before the step, by component
    const char **next;   // and after it
} ex_replayer;

#define EX_PRINT(r, ...) cg_arena_printf((r)->s->arena, __VA_ARGS__)

// --------------------------------------------------------------------------------------- value.c: components
int ex_ordinal(const char *value); // "l1_id_2" and "2" are 2; EX_ABSENT: no number
bool ex_input(const ex_replayer *r, const char **state, int input); // a mode: the same in all states
// Value of a component in `state`; NULL: there is none of this name.
const char *ex_value(const ex_replayer *r, const char **state, const char *name);
// Likewise prefix + field, where fields whose name is a word of Murphi have a '_' behind it.
const char *ex_field_value(const ex_replayer *r, const char **state, const char *prefix, const char *field);
const char *ex_without(const char *value, const char *prefix); // "l1_IV", "l1": "IV"
const char *ex_plain(const ex_replayer *r, const char *value); // "2" of "value_t_2"; others as they are
const char *ex_show(const ex_replayer *r, const cg_type *t, const char *value);
const char *ex_lane(const ex_replayer *r, const cg_channel *c, int from, int to); // "resp_l2_l1[0][1]"
const char *ex_lane_name(const ex_replayer *r, const cg_channel *c);              // "resp_l2_l1"

// --------------------------------------------------------------------------------------- message.c: messages
// "GETS{now 1}" of the message at `path` before the step: the fields that are not zero, and all data.
const char *ex_message_text(const ex_replayer *r, const cg_msg *m, const char *path);
void ex_find_pending(const ex_replayer *r);  // fills s->pending from the last state
void ex_explain_error(const ex_replayer *r); // what is wrong, wrong.c

// A number among the parameters of a rule of the model; EX_ABSENT: there is none of this name.
int ex_parameter_number(const ex_transition *t, const char *name);
// Of a command: the values whose places in the table's lists the model chose, by operand; of others, which do
// not count, the first of their lists. NULL: the event takes no command.
const uint64_t *ex_operands(const ex_replayer *r, const ex_transition *t, const cg_event *e);

// Where an event's things are in the state before it: paths that end with '.', and the message's.
typedef struct {
    const ex_replayer *r;
    const cg_machine *m;
    const cg_msg *msg;
    const char *at[CG_N_SPACES], *packet;
    int line_number;
    unsigned marks;           // of the operation that a core asks for
    const uint64_t *operands; // of its command
    bool whole;               // a store of all bytes of the word
    const cg_event *event;
    int part, bytes; // of a core's operation: the model's parameters, EX_ABSENT: there are none
    int self, src;
    int found_at[CG_MAX_LOOKUPS]; // by cam or ring: the entry that the event finds, CG_NONE
    cg_env env;                   // of all that, what expressions read
} ex_scope;
// A field as text, sets too: "{0, 2}"; and the bits of a set.
const char *ex_read(const ex_replayer *r, const char **state, const cg_type *t, const char *prefix,
                    const char *field);
uint64_t ex_set(const ex_replayer *r, const char **state, const cg_type *t, const char *path,
                const char *field);
const char *ex_set_text(const ex_replayer *r, uint64_t set);
uint64_t ex_units(const ex_replayer *r, const char **state, const char *path, const char *field);
// Masks, by the units of note [units] in gen/emit/murphi/masks.c: each stands for a byte of the line, the
// last for all that are left. Those of a message: has it a mask, and which units are in it?
uint64_t ex_mask(const ex_replayer *r, const char **state, const char *path, const char *field);
bool ex_has_mask(const ex_replayer *r, const char *packet);
const char *ex_mask_text(const ex_replayer *r, const char *packet);
uint64_t ex_named_bytes(const ex_scope *s); // by the event
void ex_fill_env(ex_scope *s);              // the last of a scope to be filled
uint64_t ex_eval(const ex_scope *s, const cg_expr *x);
// The value of a component as the interpreter has it; 0: there is none of this name.
uint64_t ex_number(const ex_replayer *r, const cg_type *t, const char *path, const char *field);
// All that the step's rule does: messages, and fields that change.
void ex_add_effects(const ex_scope *scope, ex_step *x);
// A field that a step changes: of this name for people, at prefix + name.
void ex_add_effect(const ex_replayer *r, ex_step *x, const char *field, const cg_type *t, const char *prefix,
                   const char *name);

// ------------------------------------------------------------------------------------ lookup.c: cams and
// rings
void ex_find_entries(ex_scope *s); // what the event finds, by what else it reads
// The path of the entry whose fields the rule assigns; NULL: it cannot be told.
const char *ex_changed_entry(const ex_scope *s, const cg_rule *rule, int lookup);
void ex_add_lookup(const ex_scope *s, ex_step *x, const cg_action *a); // what it inserts or removes

// Note [mapped lines] in gen/emit/murphi/local.c: a line's number among those of its space; the line of a
// number, EX_ABSENT if there is none.
int ex_number_of_line(const ex_steps *s, int line);
// The number of the line of a local memory that a message is for; `path` ends with the dot before its fields.
int ex_place_of_message(const ex_replayer *r, const cg_msg *msg, const char *path);
int ex_line_numbered(const ex_steps *s, bool local, int number);

#endif
