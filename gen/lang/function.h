// Functions of a table, each bound to a part of rtl/ that has a proof: the rows of functions.def.
//
// note [functions]: a function is a value as any operator's: of its operands alone, for all of them, and
// there in the same cycle. In an expression it is a node APPLY, whose `field` is the result's row and whose
// `value` is the number of the function in the spec. Its operands hang on it as a chain of nodes OPERANDS:
// `b` is an operand, `a` those before it, NULL before the first one. So what walks over expressions meets
// operands as it meets those of operators.
#ifndef COHGEN_GEN_LANG_FUNCTION_H
#define COHGEN_GEN_LANG_FUNCTION_H

#include "spec.h"

typedef enum {
#define F(part, ...) CG_PART_##part,
#define O(...)
#define R(...)
#define E(...)
#include "functions.def"
#undef F
#undef O
#undef R
#undef E
    CG_N_PARTS
} cg_part;

typedef enum {
#define F(...)
#define O(part, name, ...) CG_OPERAND_OF_##part##_##name,
#define R(...)
#define E(...)
#include "functions.def"
#undef F
#undef O
#undef R
#undef E
    CG_N_PART_OPERANDS
} cg_part_operand;

typedef enum {
#define F(...)
#define O(...)
#define R(part, name, ...) CG_RESULT_OF_##part##_##name,
#define E(...)
#include "functions.def"
#undef F
#undef O
#undef R
#undef E
    CG_N_PART_RESULTS
} cg_part_result;

typedef struct {
    const char *name, *meaning;
} cg_part_row;
extern const cg_part_row CG_PARTS[CG_N_PARTS];

typedef struct {
    cg_part part;
    const char *name, *parameter, *meaning;
} cg_part_operand_row;
extern const cg_part_operand_row CG_PART_OPERANDS[CG_N_PART_OPERANDS]; // those of a part stand together

typedef struct {
    cg_part part;
    const char *name, *value, *meaning; // value: its text, in C and Murphi
} cg_part_result_row;
extern const cg_part_result_row CG_PART_RESULTS[CG_N_PART_RESULTS];

// How many operands a part has, and the row of the first.
int cg_operands_of_part(cg_part part, int *first);
// Bits of a result, by those of the operands; its value, `width` bits of it, by the C reference of the part.
int cg_result_width(cg_part_result result, const int *widths);
uint64_t cg_result_value(cg_part_result result, const uint64_t *operands, int width);
// Of a node APPLY: its function, and the operands in their order, at most CG_MAX_FUNCTION_OPERANDS; how many
// there are.
const cg_function *cg_function_of(const cg_spec *s, const cg_expr *x);
int cg_operands_of(const cg_expr *x, const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS]);

#endif
