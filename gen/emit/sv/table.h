// Inside the emitter of the table module: what table.c, table_ports.c and sends.c share.
#ifndef COHGEN_GEN_EMIT_SV_TABLE_H
#define COHGEN_GEN_EMIT_SV_TABLE_H

#include "emit.h"
#include "terms.h"

typedef struct {
    FILE *out;
    const cg_plan *plan;
    const cg_spec *s;
    int machine;
    const cg_machine *m;
    const cg_machine_plan *mp;
    sv_facts f;
    sv_names names;
    sv_terms *terms;
    // By outgoing lane and slot of its layout: the value most sends give, printed once as the default.
    char ***usual;
    char **usual_dest;
} sv_table;

// The module's ports, table_ports.c.
void sv_table_ports(sv_table *t); // needs what is usually sent
void sv_table_quiet(sv_table *t); // the outputs' values where no rule gives others

// What rules send, sends.c.
void sv_usual_find(sv_table *t);
void sv_usual_free(sv_table *t);
bool sv_to_set(const sv_table *t,
               int k); // does a message on this lane go to controllers that the table computes?
void sv_table_send(sv_table *t, const cg_rule *r, const cg_action *a, const char *pad);

// Cams and rings, table_lookups.c.
void sv_lookup_inputs(sv_table *t);
void sv_lookup_outputs(sv_table *t);
void sv_lookup_wants(sv_table *t, const char *pad, bool wants); // where a page is
void sv_lookup_finds(sv_table *t); // what is looked for, beside the block of the rules
void sv_lookup_action(sv_table *t, const cg_rule *r, const cg_action *a, const char *pad); // insert, remove

// Expressions, table.c.
const cg_msg *sv_table_trigger(const sv_table *t, const cg_rule *r); // the rule's message, or NULL
char *sv_table_text(sv_table *t, const cg_msg *msg, const cg_expr *x, int width); // to be freed

// Inside the block of assertions: that what rules say fit() of fits, table_fits.c.
void sv_table_fits(const sv_table *t);
void sv_table_fit_functions(const sv_table *t); // that they call, in front of the block

#endif
