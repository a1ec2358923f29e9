#include "mapper.h"

#include <string.h>

#include "lang/command.h"

static const char *const OPERANDS[] = {"base", "object", "row", "stride"};
enum { N_OPERANDS = 4 };

static int find_operand(const cg_spec *spec, int command, const char *name) {
    for (int i = 0; i < spec->n_operands; i++)
        if (cg_takes_operand(&spec->commands[command], i) && !strcmp(spec->operands[i].field.name, name))
            return i;
    return CG_NONE;
}

static int find_access_operand(const cg_spec *spec, const char *name) {
    for (int i = 0; i < spec->n_operands; i++)
        if (cg_access_operands(spec) >> i & 1 && !strcmp(spec->operands[i].field.name, name)) return i;
    return CG_NONE;
}

int cg_find_command(const cg_env *e, const char *name) {
    for (int i = 0; e->spec && i < e->spec->n_commands; i++)
        if (!strcmp(e->spec->commands[i].name, name)) return i;
    return CG_NONE;
}

void cg_find_mapper(cg_env *e, const char *command, const char *first, cg_mapper *m) {
    m->number = cg_find_command(e, command);
    if (m->number == CG_NONE) return;
    for (int k = 0; k < N_OPERANDS; k++) {
        m->operand[k] = find_operand(e->spec, m->number, OPERANDS[k]);
        if (m->operand[k] == CG_NONE)
            cg_bad_input(e, "workload %s: the command '%s' has no operand '%s'", e->workload->name, command,
                         OPERANDS[k]);
    }
    m->index = find_operand(e->spec, m->number, "index");
    m->prefetch = find_access_operand(e->spec, "prefetch");
    if (!e->param || !e->param(e->ctx, first, &m->first))
        cg_bad_input(e, "workload %s: the table has no parameter '%s'", e->workload->name, first);
}

void cg_map(cg_thread *t, const cg_mapper *m, uint64_t index, uint64_t base, uint64_t object, uint64_t row,
            uint64_t stride) {
    uint64_t operands[CG_MAX_OPERANDS] = {0};
    if (m->index != CG_NONE) operands[m->index] = index;
    const uint64_t values[N_OPERANDS] = {base, object, row, stride};
    for (int k = 0; k < N_OPERANDS; k++) operands[m->operand[k]] = values[k];
    cg_ask_command(t, m->number, operands);
}

static void bring(cg_thread *t, const cg_mapper *m, uint64_t index, bool prefetch) {
    uint64_t operands[CG_MAX_OPERANDS] = {0};
    if (m->index != CG_NONE) operands[m->index] = index;
    if (prefetch) operands[m->prefetch] = 1;
    cg_bring(t, operands);
}

void cg_map_by(cg_thread *t, const cg_mapper *m, uint64_t index) {
    bring(t, m, index, false);
}

void cg_prefetch_by(cg_thread *t, const cg_mapper *m, uint64_t index) {
    bring(t, m, index, true);
}
