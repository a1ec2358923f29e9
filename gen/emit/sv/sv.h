// Printing SystemVerilog: names and expressions, shared by the emitters of this folder.
//
// note [style]: every emitted construct is one that Verilator 5.006 and Yosys 0.23 both take: no imports,
// enums and packed structs of the package as types of ports and wires, no casts to named types (bits become a
// state as the member of a struct), sizes written out so that no width is left to context.
#ifndef COHGEN_GEN_EMIT_SV_SV_H
#define COHGEN_GEN_EMIT_SV_SV_H

#include <stdio.h>

#include "plan/plan.h"

#define SV_NAME     256 // room for any emitted name
#define SV_SUM_BITS 16  // sums of so many bits and more are by blocks: calls of addN()

// How a stored field is spelled: what stands before and behind its name. {NULL, NULL}: it cannot be read
// there.
typedef struct {
    const char *before, *behind;
} sv_spelling;

// Where an expression is printed decides how its leaves are spelled. `msg` is a printf format with one %s,
// the field's name.
typedef struct {
    union {
        sv_spelling space[CG_N_SPACES];
        struct {
#define X(space, name, key, ...) sv_spelling key;
#include "lang/spaces.def"
#undef X
        };
    };
    const char *msg;
    // Leaves that a table reads by a word, and the sender; NULL: as the emitted table's input is called.
    union {
        const char *leaf[CG_N_LEAVES];
        struct {
#define L(op, name, ...) const char *name;
#define X(...)
#include "lang/ops.def"
#undef L
#undef X
        };
    };
    int src_bits; // of `src`, which is as wide as the widest sender's number needs; 0: as the expression's
    bool (*is_wire)(const void *context,
                    const char *let); // the module has a wire for this let; NULL: for none
    const void *context;
    const cg_plan *plan; // literals of the table's enums are printed by name; NULL: as numbers
    // Prints `x` in a way of its own, or leaves it and returns false (note [terms] in terms.h); NULL: leaves
    // all
    bool (*printed)(void *terms, FILE *out, const cg_msg *msg, const cg_expr *x, int width);
    void *terms;
} sv_names;

// Prints `x` at exactly `width` bits: zero-extended, or cut where the table says fit().
void sv_expr(FILE *out, const cg_machine *m, const cg_msg *msg, const cg_expr *x, int width,
             const sv_names *names);

// What a comment begins with whose text is the table's: " // ", and a dash where a tool would take the text
// for an order to itself ("verilator lint_off", "synopsys translate_off").
const char *sv_remark(const char *text);

// "[31:0] ", or "" for one bit.
void sv_range(FILE *out, int width);

// Bits of a layout, by the names of its slots (slots.c): "line.exp" is line_exp.
const char *sv_slot(const cg_slot *slot, char buf[SV_NAME]);
// "[w*32 +: 32]": element number `index` of a vector whose elements have so many bits; "[w]" for one bit.
void sv_element(FILE *out, const char *index, int width);
// The same of the vector that steers a controller, where a number is a lane's: "hold.2" is hold_req_l1_l2.
const char *sv_steered(const cg_spec *s, const cg_slot *slot, char buf[SV_NAME]);
// Declares a vector for each slot, "way_line_exp": of as many elements as there are copies, or (0) the slot
// itself. `except` is left out (NULL: none).
void sv_slots_declare(FILE *out, const char *indent, const cg_layout *l, const char *prefix, int copies,
                      const char *except);
// "{way_line_exp[w*32 +: 32], way_tag[w*14 +: 14]}": what bits of the layout are assigned to, or made of; the
// whole vectors if `index` is NULL.
void sv_slots(FILE *out, const cg_layout *l, const char *prefix, const char *index, const char *except);

// "req_l1_l2": network, sender, receiver.
const char *sv_lane(const cg_spec *s, int channel, char buf[SV_NAME]);

// "L1_RULE_IV_DATA", "L1_IV", "L1_EV_load" - the package's names; `m` in capitals.
const char *sv_rule(const cg_machine *m, const cg_rule *r, char buf[SV_NAME]);
const char *sv_state(const cg_machine *m, int state, char buf[SV_NAME]);
const char *sv_event(const cg_machine *m, int event, char buf[SV_NAME]);

// "REQ_L1_L2_GETS": the lane in capitals, and its message of number `kind`.
const char *sv_operation(cg_core_op op, char buf[SV_NAME]); // what a core asks for: "OP_load"
const char *sv_kind(const cg_spec *s, int channel, int kind, char buf[SV_NAME]);

// "MODE_Lead": literal `value` of the table's enum type.
const char *sv_literal(const cg_spec *s, int enum_type, uint64_t value, char buf[SV_NAME]);

// Assertions: cycles within which a request is answered and an MSHR entry given back, whatever the memory
// does. A rule may wait for the clock as long again as the plan says (note [patience]).
unsigned long long sv_answer_cycles(const cg_plan *p);

// The first lines of every emitted file.
void sv_banner(FILE *out, const cg_plan *p, const char *what);

#endif
