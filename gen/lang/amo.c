#include "amo.h"

uint32_t cg_amo_apply(cg_amo_op op, uint32_t old, uint32_t operand, uint32_t compare) {
    switch (op) {
    case CG_AMO_ADD: return old + operand;
    case CG_AMO_SWAP: return operand;
    case CG_AMO_AND: return old & operand;
    case CG_AMO_OR: return old | operand;
    case CG_AMO_XOR: return old ^ operand;
    case CG_AMO_MIN: return (int32_t)old < (int32_t)operand ? old : operand;
    case CG_AMO_MAX: return (int32_t)old > (int32_t)operand ? old : operand;
    case CG_AMO_MINU: return old < operand ? old : operand;
    case CG_AMO_MAXU: return old > operand ? old : operand;
    case CG_AMO_CAS: return old == compare ? operand : old;
    default: return old;
    }
}
