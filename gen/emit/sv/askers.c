// Requests as values: who asks, as rules read it of a message, and on whose behalf a rule sends: note [asker]
// in docs/rtl.md. A request's bits are those of gen/lang/requester.h.
#include "askers.h"

#include <string.h>

#include "lang/requester.h"

static int who_bits(const cg_spec *s) {
    return cg_requester_thread_bits(s) + cg_requester_word_bits(s);
}

// ----------------------------------------------------------------------------------------- the table's side

void sv_asker_ports(sv_table *t, int k, const char *lane) {
    if (!t->f.askers[k]) return;
    fprintf(t->out, "  output logic %s_for_o, // for another request than the event's\n", lane);
    fprintf(t->out, "  output logic [%d:0] %s_who_o, // its word and thread\n", who_bits(t->s) - 1, lane);
}

void sv_asker_quiet(sv_table *t, int k, const char *lane) {
    if (t->f.askers[k]) fprintf(t->out, "    %s_for_o = 1'b0;\n    %s_who_o = '0;\n", lane, lane);
}

void sv_asker_send(sv_table *t, const cg_rule *r, const cg_action *a, const char *lane, const char *pad) {
    if (!a->asker) return;
    fprintf(t->out, "%s%s_for_o = 1'b1;\n%s%s_who_o = %d'(", pad, lane, pad, lane, who_bits(t->s));
    sv_expr(t->out, t->m, sv_table_trigger(t, r), a->asker, a->asker->type.width, &t->names);
    fprintf(t->out, " >> %d);\n", cg_requester_core_bits(t->s));
}

// ------------------------------------------------------------------------------------ the controller's side

void sv_askers_declare(sv_control *c) {
    const cg_spec *s = c->s;
    if (!c->f.leaf[CG_X_REQUEST]) return;
    fprintf(c->out, "  logic [%d:0] s2_request; // who asks: word, thread, core\n",
            cg_requester_type(s).width - 1);
    fprintf(c->out, "  assign s2_request = {s2_in_q.addr[%d:2], s2_in_q.tid, s2_in_q.%s};\n",
            c->mp->line_shift - 1, CG_CORE_FIELD);
}

void sv_asker_wires(sv_control *c, int k, const char *lane) {
    if (c->f.askers[k])
        fprintf(c->out, "  logic %s_for;\n  logic [%d:0] %s_who;\n", lane, who_bits(c->s) - 1, lane);
}

void sv_asker_connect(sv_control *c, int k, const char *lane) {
    if (c->f.askers[k])
        fprintf(c->out, "    .%s_for_o(%s_for), .%s_who_o(%s_who),\n", lane, lane, lane, lane);
}

bool sv_asker_slot(sv_control *c, int k, const char *lane, const char *slot) {
    const int thread = cg_requester_thread_bits(c->s), all = who_bits(c->s);
    if (!c->f.askers[k]) return false;
    if (!strcmp(slot, "tid"))
        fprintf(c->out, "    s2_%s.tid = %s_for ? %s_who[%d:0] : s2_in_q.tid;\n", lane, lane, lane,
                thread - 1);
    else if (!strcmp(slot, "addr"))
        fprintf(
            c->out,
            "    s2_%s.addr = {s2_in_q.addr[%d:%d], %s_for ? %s_who[%d:%d] : s2_in_q.addr[%d:2], 2'd0};\n",
            lane, (int)c->s->addr_bits - 1, c->mp->line_shift, lane, lane, all - 1, thread,
            c->mp->line_shift - 1);
    else
        return false;
    return true;
}
