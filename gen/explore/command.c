#include "lang/command.h"

#include "parts.h"

const uint64_t *ex_operands(const ex_replayer *r, const ex_transition *t, const cg_event *e) {
    const cg_spec *s = r->s->spec;
    if (!cg_operands_brought(s, e)) return NULL;
    uint64_t *v = cg_arena_alloc(r->s->arena, ((size_t)s->n_operands + 1) * sizeof *v);
    for (int k = 0; k < s->n_operands; k++) {
        const int place = ex_parameter_number(t, EX_PRINT(r, "operand_%s", s->operands[k].field.name));
        v[k] = s->operands[k].n_values ? s->operands[k].values[place > 0 ? place : 0] : 0;
    }
    return v;
}
