#include "excuses.h"

// Operations that leave the same in either order, if they are the same.
static bool commutes_with_itself(cg_amo_op op) {
    return op == CG_AMO_ADD || op == CG_AMO_AND || op == CG_AMO_OR || op == CG_AMO_XOR || op == CG_AMO_MIN ||
           op == CG_AMO_MAX || op == CG_AMO_MINU || op == CG_AMO_MAXU;
}

void cg_racer_operation(cg_racer *r, cg_amo_op op, int64_t value) {
    r->sets = op == CG_AMO_SWAP;
    r->accumulates = commutes_with_itself(op);
    r->op = op;
    r->value = value;
}

static bool commute(const cg_racer *a, const cg_racer *b) {
    return a->stores && b->stores &&
           ((a->sets && b->sets && a->value == b->value) ||
            (a->accumulates && b->accumulates && a->op == b->op));
}

static bool is_used(const cg_racer *a) {
    return a->loads && a->used;
}

// Does it modify the word? A core that synchronizes by atomics alone loads by adding 0.
static bool modifies(const cg_racer *a) {
    return a->stores && !a->keeps;
}

// Is a race of this kind legal by what its two accesses are?
static bool excused(const cg_model *m, const cg_model_race *race, const cg_racer *a, const cg_racer *b) {
    const bool holds[CG_EXCUSES] = {
        [CG_EXCUSE_COMMUTE] = commute(a, b),
        [CG_EXCUSE_UNUSED] = !is_used(a) && !is_used(b),
        [CG_EXCUSE_ONE_LOADS] = !modifies(a) || !modifies(b),
        [CG_EXCUSE_ALIKE] = race->of >> a->cls & race->of >> b->cls & 1,
        [CG_EXCUSE_INSTANCE] = cg_model_one_instance(m, a->cls, a->core, b->cls, b->core),
        [CG_EXCUSE_BYPASSED] = true,
    };
    for (int x = 0; x < CG_EXCUSES; x++)
        if (race->unless >> x & 1 && !holds[x]) return false;
    return true;
}

bool cg_race_is_illegal(const cg_model *m, const cg_model_race *race, const cg_racer *a, const cg_racer *b) {
    if (race == NULL) return !m->classes[a->cls].sync || !m->classes[b->cls].sync;
    return (race->of >> a->cls | race->of >> b->cls) & 1 && !excused(m, race, a, b);
}
