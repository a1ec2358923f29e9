// The clock's events in a controller: its wrap, and the alarm of MSHR entries.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "control.h"
#include "lang/visit.h"
#include "places.h"

static const cg_event *alarm_of(const sv_control *c) {
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind == CG_EV_ALARM) return &c->m->events[e];
    }
    return NULL;
}

// note [wrap]: the cycle before the clock begins anew the wrap is chosen before anything else, in every
// controller; so it is decided in the first cycle of the new time, which nothing else sees before it. It
// needs no room, no arrays and no way, and happens also while the arrays are swept.
void sv_control_wrap_port(sv_control *c, const sv_port *p) {
    char ev[SV_NAME];
    fprintf(c->out,
            "  assign %s_valid = wrap_i;\n  assign %s_event = %s_pkg::%s;\n  assign %s_in = '0; // it brings "
            "nothing\n",
            p->name, p->name, c->plan->name, sv_event(c->m, p->event, ev), p->name);
}

void sv_wrap_terms(sv_control *c) {
    for (int i = 0; i < c->n_ports; i++) {
        if (c->ports[i].kind == SV_PORT_WRAP)
            sv_term(c->p.at_rest, "the clock's wrap comes when it comes", "s2_%s_q", c->ports[i].name);
    }
}

// ------------------------------------------------------------------------------------------------ alarms

void sv_control_declare_alarms(sv_control *c) {
    const int entries = (int)c->m->mshrs,
              bits = entries * (c->mp->words ? sv_words_entry_bits(c) : c->mp->mshr.width);
    const char *prefix = c->mp->has_alarm ? "" : "unused_";
    fprintf(c->out, "  logic [%d:0] %smshr_valid;\n  logic [%d:0] %smshr_data;\n  logic [%d:0] %smshr_key;\n",
            entries - 1, prefix, bits - 1, prefix, c->mp->key_bits - 1, prefix);
    if (c->mp->has_alarm) fprintf(c->out, "  logic [%d:0] mshr_rd_idx;\n", c->mp->mshr_bits - 1);
}

void sv_control_entries(sv_control *c) {
    const char *prefix = c->mp->has_alarm ? "" : "unused_";
    fprintf(
        c->out,
        "    .rd_idx_i(%s), .rd_key_o(%smshr_key), .all_valid_o(%smshr_valid), .all_data_o(%smshr_data),\n",
        c->mp->has_alarm ? "mshr_rd_idx" : "'0", prefix, prefix, prefix);
}

void sv_alarm_condition(const sv_control *c, FILE *out, const cg_event *e, const char *entry) {
    const sv_names names = {
        .reg = {"", "_q"}, .mshr = {entry, ""}, .clock = "clock_q", .self = "id_i", .plan = c->plan};
    sv_expr(out, c->m, NULL, e->alarm, 1, &names);
}

bool sv_alarm_reads(const cg_expr *x, int field) {
    return cg_reads_field(x, CG_SPACE_MSHR, field);
}

static bool condition_reads(const sv_control *c, const cg_event *e, const cg_slot *slot) {
    for (int i = 0; i < c->m->n_mshr; i++)
        if (!strncmp(slot->name, "mshr.", 5) && !strcmp(slot->name + 5, c->m->mshr[i].name))
            return sv_alarm_reads(e->alarm, i);
    return false;
}

// What entry i has, as of_<slot>; what the condition does not read is named so.
static void entry_fields(sv_control *c, const cg_event *e) {
    const cg_layout *l = &c->mp->mshr;
    const char *states_apart = sv_words_apart(c);
    const int width = c->mp->words ? sv_words_entry_bits(c) : l->width;
    char name[SV_NAME];
    sv_slots_declare(c->out, "    ", l, "of", 0, states_apart);
    fputs("    assign ", c->out);
    sv_slots(c->out, l, "of", NULL, states_apart);
    fprintf(c->out, " = mshr_data[i*%d +: %d];\n", width, width);
    const char *sep = "    logic unused; // not in the condition\n    assign unused = ^{";
    for (int i = 0; i < l->n_slots; i++) {
        if (c->mp->words && !strcmp(l->slots[i].name, "words")) continue;
        if (states_apart && !strcmp(l->slots[i].name, states_apart)) continue;
        if (condition_reads(c, e, &l->slots[i])) continue;
        fprintf(c->out, "%sof_%s", sep, sv_slot(&l->slots[i], name));
        sep = ", ";
    }
    if (*sep == ',') fputs("};\n", c->out);
}

// The variable of a loop over entries. Verilator says that the loop of the table module's count function
// hides an i here.
static const char *loop_variable(const sv_control *c) {
    bool counts = false;
    for (int w = 1; w <= 64; w++) counts |= c->f.count_width[w];
    return counts ? "e" : "i";
}

// note [alarm]: an alarm is due as long as its condition holds for an entry. The entries take turns. Between
// the choice and the decision the entry may be given back or change: then the alarm is dropped, and comes
// again if it is due.
void sv_control_alarm_port(sv_control *c, const sv_port *p) {
    const cg_event *e = &c->m->events[p->event];
    const int n = (int)c->m->mshrs;
    const char *name = p->name;
    const char *v = loop_variable(c);
    char ev[SV_NAME], hold[SV_NAME];
    fprintf(c->out, "  logic [%d:0] %s_due, %s_grant;\n  for (genvar i = 0; i < %d; i++) begin : g_%s\n",
            n - 1, name, name, n, name);
    entry_fields(c, e);
    if (c->mp->words) {
        sv_words_alarm(c, p, e);
    } else {
        fprintf(c->out, "    assign %s_due[i] = mshr_valid[i] && ", name);
        sv_alarm_condition(c, c->out, e, "of_mshr_");
    }
    fprintf(c->out,
            ";\n  end\n"
            "  cohgen_arb_rr #(.N(%d)) u_%s (\n    .clk_i(clk_i), .rst_ni(rst_ni), .req_i(%s_due), "
            ".advance_i(%s_take), .grant_o(%s_grant)\n  );\n",
            n, name, name, name, name);
    fprintf(
        c->out,
        "  always_comb begin\n    mshr_rd_idx = '0;\n    for (int %s = 0; %s < %d; %s++) if (%s_grant[%s]) "
        "mshr_rd_idx = mshr_rd_idx | %d'(%s);\n  end\n",
        v, v, n, v, name, v, c->mp->mshr_bits, v);
    fprintf(
        c->out,
        "  assign %s_valid = |%s_due%s && !s1_%s_q && !s2_%s_q\n`ifdef COHGEN_STEER\n    && !%s\n`endif\n  "
        "  ;\n  "
        "assign %s_event = %s_pkg::%s;\n  always_comb begin\n"
        "    %s_in = '0;\n    %s_in.addr = %s;\n",
        name, name, sv_not_before(c, name), name, name, sv_steer(c, "hold.", name, hold), name, c->plan->name,
        sv_event(c->m, p->event, ev), name, name, sv_line_address(c, "mshr_key"));
    sv_words_asked(c, p, "'1");
    fputs("  end\n", c->out);
}

// Of words, none is left then.
void sv_alarm_terms(sv_control *c) {
    const cg_event *e = alarm_of(c);
    char *condition = NULL;
    if (!e) return;
    FILE *out = cg_text_open(&condition, NULL);
    sv_alarm_condition(c, out, e, "mshr_");
    fclose(out);
    sv_logic *over = sv_laid(sv_group(c->p.drop, SV_ALL, "the alarm is not due any more"), SV_BEHIND);
    sv_event_term(c, over, "it is the alarm", "s2", (int)(e - c->m->events));
    sv_term(over, "its entry is gone, or has changed", "!(mshr_hit && %s)", condition);
    free(condition);
}

void sv_control_facts(const sv_control *c, sv_facts *used) {
    sv_facts_start(c->plan, c->machine, used);
    const cg_event *e = alarm_of(c);
    sv_facts_add(used, c->m->accept_requests, NULL);
    for (int i = 0; i < c->m->n_structures; i++) sv_facts_add(used, c->m->structures[i].drains, NULL);
    if (e) sv_facts_add(used, e->alarm, NULL);
    sv_victim_facts(c, used);
    sv_place_facts(c, used);
}

void sv_control_functions(sv_control *c) {
    sv_facts used;
    sv_control_facts(c, &used);
    sv_functions(c->out, &used);
    if (c->mp->has_clock && !used.clock && !c->f.clock)
        fputs(
            "  logic unused_clock; // its wrap is all that counts here\n  assign unused_clock = ^clock_q;\n",
            c->out);
    sv_facts_free(&used);
}
