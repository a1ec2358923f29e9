// What an atomic does to a word of 32 bits. The hardware's counterpart is rtl/cohgen_amo.sv.
#ifndef COHGEN_GEN_LANG_AMO_H
#define COHGEN_GEN_LANG_AMO_H

#include <stdint.h>

typedef enum { // operation codes of rtl/cohgen_amo.sv
    CG_AMO_ADD,
    CG_AMO_SWAP,
    CG_AMO_AND,
    CG_AMO_OR,
    CG_AMO_XOR,
    CG_AMO_MIN,
    CG_AMO_MAX,
    CG_AMO_MINU,
    CG_AMO_MAXU,
    CG_AMO_CAS,
} cg_amo_op;

// The new value. `compare` counts for CG_AMO_CAS only; an operation that is none leaves the word as it is.
uint32_t cg_amo_apply(cg_amo_op op, uint32_t old, uint32_t operand, uint32_t compare);

#endif
