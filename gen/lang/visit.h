// Walks over the expressions of a table: there is one order, and it is here.
//
// A part is visited before the whole that it is a part of, the left one before the right one. An action's
// expressions come in the order value, time, epoch, receiver, request, mask, fields of the message; a rule's
// guard comes before its actions.
#ifndef COHGEN_GEN_LANG_VISIT_H
#define COHGEN_GEN_LANG_VISIT_H

#include "spec.h"

typedef void cg_visitor(void *context, const cg_expr *x);

// Every part of an expression, and the expression; nothing for NULL.
void cg_visit(const cg_expr *x, cg_visitor *visit, void *context);
// The expressions of an action that are there, each as a whole; and with all their parts.
void cg_visit_wholes(const cg_action *a, cg_visitor *visit, void *context);
void cg_visit_action(const cg_action *a, cg_visitor *visit, void *context);
// Every part of all expressions of a rule's actions; with those of its guard; and of all that a machine has:
// of rules, of alarms and look-ups of events, and of the conditions for requests and of fifos.
void cg_visit_actions(const cg_rule *r, cg_visitor *visit, void *context);
void cg_visit_rule(const cg_rule *r, cg_visitor *visit, void *context);
void cg_visit_finds(const cg_event *e, cg_visitor *visit, void *context); // of what an event looks for
void cg_visit_machine(const cg_machine *m, cg_visitor *visit, void *context);

// Does an expression, or anything in a machine, read a leaf of one of these traits (CG_LEAF_...)?
bool cg_reads(const cg_expr *x, int traits);
bool cg_machine_reads(const cg_machine *m, int traits);
// Does a rule of this event?
bool cg_event_reads(const cg_machine *m, int event, int traits);
// The marks of a core's operation that the rules of an event read, as a set; of all events, CG_NONE.
unsigned cg_marks_read(const cg_machine *m, int event);
// Likewise the operands of commands.
unsigned cg_operands_read(const cg_machine *m, int event);
// The bits of `set` that `of` has, next to each other from bit 0 on; and back.
unsigned cg_marks_squeezed(unsigned set, unsigned of);
unsigned cg_marks_spread(unsigned bits, unsigned of);
// Does the expression read this field?
bool cg_reads_field(const cg_expr *x, cg_space space, int field);

#endif
