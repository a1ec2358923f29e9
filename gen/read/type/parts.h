// Inside the typing of expressions: what gen/read/type/expr.c and gen/read/type/set.c share.
#ifndef COHGEN_GEN_READ_TYPE_PARTS_H
#define COHGEN_GEN_READ_TYPE_PARTS_H

#include "read/reader.h"

extern const cg_type CG_BOOL;

cg_type cg_int_of(int width);
cg_expr *cg_make(cg_scope *s, cg_xop op, cg_type type, const cg_expr *a, const cg_expr *b);
cg_expr *cg_make_field(cg_scope *s, cg_space space, const cg_fields *fields, int field);
cg_expr *cg_make_const(cg_scope *s, cg_type type, uint64_t value);
cg_expr *cg_make_int(cg_scope *s, uint64_t value);
cg_type cg_global_line_type(const cg_spec *s,
                            const cg_machine *m); // the number of a line of the global space

const char *cg_written(cg_scope *s, const cg_ast *n); // a part of an expression as the table has it
const char *cg_name_of_type(cg_scope *s, cg_type t);  // for messages
// Reports at byte `at` of the expression's text; NULL.
const cg_expr *cg_type_fail(cg_scope *s, cg_code code, const cg_ast *n, int at, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
// ... at the use of the let that it stands in: it is this use's and not the let's.
const cg_expr *cg_fail_at_use(cg_scope *s, cg_code code, const cg_ast *n, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

// "line, mshr, thread and buffer": the spaces whose fields are not named alone.
const char *cg_space_list(cg_arena *arena);
const cg_expr *cg_type_member(cg_scope *s, const cg_ast *n); // a.b
// The leaf that is this word here, CG_N_LEAVES: none is; and a reading of it.
const cg_expr *cg_type_number(cg_scope *s, cg_xop leaf); // line.at, msg.line
cg_xop cg_leaf_named(const cg_scope *s, const char *name);
const cg_expr *cg_type_leaf(cg_scope *s, const cg_ast *n, cg_xop leaf);
const cg_expr *cg_type_all(cg_scope *s, const cg_ast *n); // all bytes of a line
const char *cg_no_field(const cg_scope *s,
                        cg_space space); // why fields of the space cannot be read here, or NULL
// "'line.x' is no field of a line of l1 ...": with a name like it, or where to declare it.
const char *cg_no_such_field(cg_scope *s, cg_space space, const char *name);
bool cg_is_state(const cg_scope *s, const cg_ast *n); // c.state == NAME, or !=
const cg_expr *cg_type_state(cg_scope *s, const cg_ast *n);

// `{}` is a set of any machine until it meets one that is of a machine. Such a set is always a constant.
bool cg_is_any_set(const cg_expr *x);
const cg_expr *cg_as_set(cg_scope *s, const cg_expr *x,
                         cg_type type); // if `x` is one and `type` a set's; else x
void cg_meet_empty(cg_scope *s, const cg_expr **a, const cg_expr **b);

const cg_expr *cg_type_function(cg_scope *s, const cg_ast *n); // f.result(a, b)

const cg_expr *cg_type_core(cg_scope *s, const cg_ast *n); // core(r), core(r, machine)
const cg_expr *cg_type_is(cg_scope *s, const cg_ast *n);   // is(r, machine)

const cg_expr *cg_type_set(cg_scope *s, const cg_ast *n);   // {a, b}
const cg_expr *cg_type_count(cg_scope *s, const cg_ast *n); // count(a)
const cg_expr *cg_type_in(cg_scope *s, const cg_ast *n, const cg_expr *a, const cg_expr *b);
const cg_expr *cg_type_sets(cg_scope *s, const cg_ast *n, cg_xop op, const char *text, const cg_expr *a,
                            const cg_expr *b); // a | b, a & b, a - b

#endif
