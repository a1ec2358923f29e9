// The operands of a core's request: data, mask, operation, and what a word is compared with. Which of them go
// from stage to stage with the event, and which S2 reads in the core's queue.
#include <stdio.h>
#include <string.h>

#include "control.h"
#include "lang/command.h"

// Does only the core bring this operand? Then its queue has it until S2 is done with it, and the stages do
// not carry it along.
static bool is_in_queue(const sv_control *c, const char *name) {
    char in_name[SV_NAME];
    snprintf(in_name, sizeof in_name, "in.%s", name);
    if (!cg_slot_find(&c->mp->trace, in_name)) return false;
    if (c->mp->has_merge && cg_slot_find(&c->mp->deferred, name)) return false;
    for (int i = 0; i < c->n_ports; i++)
        if (c->ports[i].kind == SV_PORT_LANE &&
            cg_slot_find(&c->plan->lanes[c->ports[i].channel].layout, name))
            return false;
    return true;
}

static const char *const OPERANDS[] = {"word", "mask", "aop", "cmp"};
enum { N_OPERANDS = sizeof OPERANDS / sizeof *OPERANDS };

bool sv_core_keeps(const sv_control *c) {
    if (!c->m->core_port) return false;
    for (int i = 0; i < N_OPERANDS; i++)
        if (is_in_queue(c, OPERANDS[i])) return true;
    return false;
}

// The core's operand as the event has it. Its mask counts for stores alone (docs/ports.md); a load writes no
// bytes, an atomic all of a word.
static const char *core_operand(const sv_control *c, const char *name, const char *of) {
    if (!strcmp(name, "word")) return cg_arena_printf(c->f.arena, "%s.wdata", of);
    if (strcmp(name, "mask")) return cg_arena_printf(c->f.arena, "%s.%s", of, name);
    return cg_arena_printf(
        c->f.arena, "%1$s.op == %2$s_pkg::OP_store ? %1$s.wmask : {%3$d{%1$s.op == %2$s_pkg::OP_atomic}}", of,
        c->plan->name, CG_WORD_BYTES);
}

// Operands that accesses bring: note [accesses] in lang/command.h.
static unsigned of_accesses(const sv_control *c) {
    unsigned all = 0;
    for (int e = 0; e < c->m->n_events; e++) all |= c->m->events[e].operands;
    return all & c->mp->operands;
}

bool sv_core_stages(const sv_control *c) {
    return sv_core_keeps(c) || of_accesses(c);
}

void sv_operands_of_queue(sv_control *c) {
    const unsigned accesses = of_accesses(c);
    if (sv_core_keeps(c))
        fputs("  // What only the core brings is in its queue until S2 is done with it.\n", c->out);
    if (accesses) fputs("  // Operands of an access stay with its thread.\n", c->out);
    fputs("  always_comb begin\n    s2_in_q = s2_staged_q;\n", c->out);
    for (int k = 0; k < c->s->n_operands; k++) {
        const char *name = c->s->operands[k].field.name;
        if (accesses >> k & 1)
            fprintf(c->out,
                    "    s2_in_q." CG_OPERAND_SLOT "%s = %s_" CG_OPERAND_SLOT "%s_q[s2_staged_q.tid];\n",
                    name, sv_parked_name(c), name);
    }
    for (int i = 0; i < N_OPERANDS; i++)
        if (is_in_queue(c, OPERANDS[i])) fprintf(c->out, "    s2_in_q.%s = '0;\n", OPERANDS[i]);
    for (int i = 0; i < N_OPERANDS; i++)
        if (is_in_queue(c, OPERANDS[i]))
            fprintf(c->out, "    if (s2_core_q) s2_in_q.%s = %s;\n", OPERANDS[i],
                    core_operand(c, OPERANDS[i], "core_old"));
    fputs("  end\n", c->out);
}

void sv_operands_of_request(sv_control *c) {
    for (int i = 0; i < N_OPERANDS; i++)
        if (!is_in_queue(c, OPERANDS[i]))
            fprintf(c->out, "    core_in.%s = %s;\n", OPERANDS[i], core_operand(c, OPERANDS[i], "core_msg"));
}
