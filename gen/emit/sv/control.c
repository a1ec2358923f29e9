// The controller module of a machine: ports, the three stages, and the trace record.
#include "control.h"
#include "commands.h"
#include "port.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static void module_ports(sv_control *c) {
    const char *pkg = c->plan->name;
    char lane[SV_NAME];
    fprintf(c->out, "module %s_%s (\n  input  logic clk_i,\n  input  logic rst_ni,\n", pkg, c->m->name);
    if (c->mp->has_clock)
        fprintf(c->out, "  input  logic [%d:0] clock_i, // the same for all\n", c->s->clock.bits - 1);
    if (c->mp->has_wrap) fputs("  input  logic wrap_i, // it begins anew in the next cycle\n", c->out);
    if (c->m->core_port) {
        fprintf(
            c->out,
            "  // core port: one request in flight a tid; the response is taken in the cycle it is there\n"
            "  input  logic core_req_valid_i,\n  output logic core_req_ready_o,\n  input  %s_pkg::%s_req_t "
            "core_req_i,\n"
            "  output logic core_resp_valid_o,\n  output logic [%d:0] core_resp_tid_o,\n  output logic "
            "[%d:0] core_resp_data_o,\n",
            pkg, sv_core_prefix(c->s, c->m), c->plan->tid_bits - 1, CG_WORD_BITS - 1);
        sv_command_ports(c->out, c->plan, c->m);
        if (c->s->has_order)
            fprintf(
                c->out,
                "  output logic [%d:0] core_resp_next_tid_o, // that of the next cycle, if there is one\n",
                c->plan->tid_bits - 1);
    }
    for (int i = 0; i < c->m->n_inputs; i++) {
        const cg_input *x = &c->s->inputs[c->m->inputs[i]];
        fprintf(c->out, "  input  logic %s_i, // held from reset on%s%s\n", x->name, x->doc ? ": " : "",
                x->doc ? x->doc : "");
    }
    for (int i = 0; i < c->mp->n_in; i++) {
        sv_lane(c->s, c->mp->in_channels[i], lane);
        fprintf(c->out, "  input  logic %s_valid_i,\n  output logic ", lane);
        const cg_lane_plan *l = &c->plan->lanes[c->mp->in_channels[i]];
        if (l->by_source) fprintf(c->out, "[%d:0] ", l->n_src - 1);
        fprintf(c->out, "%s_ready_o,%s\n", lane, l->by_source ? " // a bit a sender" : "");
        if (l->by_source && l->link_bits)
            fprintf(c->out, "  output logic [%d:0] %s_room_o, // ... for a line\n", l->n_src - 1, lane);
        fprintf(c->out, "  input  %s_pkg::%s_%s %s_i,\n", pkg, lane, l->link_bits ? "flit_t" : "t", lane);
    }
    for (int i = 0; i < c->mp->n_out; i++) {
        const int ch = c->mp->out_channels[i];
        sv_lane(c->s, ch, lane);
        fprintf(c->out,
                "  output logic %s_valid_o,\n  input  logic %s_ready_i,\n  output logic [%d:0] %s_dst_o,\n  "
                "output %s_pkg::%s_%s %s_o,\n",
                lane, lane, c->plan->lanes[ch].n_dst - 1, lane, pkg, lane,
                c->plan->lanes[ch].beats > 1 ? "flit_t" : "t", lane);
        sv_link_ports(c, i, lane);
    }
    sv_page_ports(c);
    fprintf(c->out,
            "`ifdef COHGEN_STEER\n  input  %s_pkg::%s_steer_t steer_i, // holds ports, wants evictions and "
            "ticks\n`endif\n",
            c->plan->name, c->m->name);
    fprintf(c->out, "  input  logic [%d:0] id_i // number of this controller\n);\n\n", c->mp->node_bits - 1);
    for (int i = 0; i < c->mp->n_out; i++) {
        sv_lane(c->s, c->mp->out_channels[i], lane);
        const bool header = sv_room_early(c, i), line = sv_link_sends(c, i);
        if (!header && !line) continue;
        fputs("  logic ", c->out);
        if (header) fprintf(c->out, "room_%s%s", lane, line ? ", " : "");
        if (line) fprintf(c->out, "room_line_%s", lane);
        fputs(";\n", c->out);
    }
    sv_room_declare(c);
}

// The space that has a slot's field; CG_N_SPACES: it is none's.
static cg_space space_of_slot(const char *name) {
    cg_space k = 0;
    while (k < CG_N_SPACES && strncmp(name, CG_SPACES[k].record, strlen(CG_SPACES[k].record)) != 0) k++;
    return k;
}

// What stands in a slot of the trace record.
// Slots that one signal gives, whatever the table is.
static const struct {
    const char *slot, *signal;
} SLOT_SIGNALS[] = {
    {"valid", "s2_fire"},
    {"rule", "rule"},
    {"addr", "s2_in_q.addr"},
    {"tid", "s2_in_q.tid"},
    {"src", "s2_in_q.src"},
    {"clock", "clock_q"},
    {"words", "s2_group"},
    {"about", "s2_words"},
    {"in.line", "s2_line"},
    {"in.bytes", "s2_bytes_in"},
    {"state", "next"},
    {"resp.tid", "s2_in_q.tid"},
    {"resp.data", "core_resp_data_o"},
    {"victim.valid", "overwritten"},
    {"victim.rule", "s2_victim_rule_q"},
};

static const char *signal_of_slot(const char *slot) {
    for (size_t i = 0; i < sizeof SLOT_SIGNALS / sizeof *SLOT_SIGNALS; i++)
        if (!strcmp(SLOT_SIGNALS[i].slot, slot)) return SLOT_SIGNALS[i].signal;
    return NULL;
}

static void print_lane_slot(sv_control *c, const char *slot) {
    const char *what = strchr(slot + 4, '.') + 1;
    char lane[SV_NAME];
    sv_lane(c->s, atoi(slot + 4), lane);
    if (!strcmp(what, "valid"))
        fprintf(c->out, "%s_send", lane);
    else if (!strcmp(what, "dst"))
        fprintf(c->out, "s2_%s_dst", lane);
    else if (!strcmp(what, "joins"))
        fprintf(c->out, "%s_joins", lane);
    else {
        const cg_lane_plan *plan = &c->plan->lanes[atoi(slot + 4)];
        const int at = (int)(cg_slot_find(&plan->layout, what) - plan->layout.slots);
        fprintf(c->out, "%s_out.%s", lane, strcmp(what, "type") ? cg_plan_stands_in(plan, at)->name : "kind");
    }
}

const char *sv_own_bits(const sv_control *c) {
    const int shift = c->mp->home_shift;
    if (!shift) return "";
    return shift == c->mp->node_bits ? "id_i, " : cg_arena_printf(c->f.arena, "id_i[%d:0], ", shift - 1);
}

const char *sv_line_address(const sv_control *c, const char *key) {
    return cg_arena_printf(c->f.arena, "{%s, %s%d'd0}", key, sv_own_bits(c), c->mp->line_shift);
}

static void print_slot_value(sv_control *c, const cg_slot *slot) {
    const char *n = slot->name;
    if (c->mp->pairs && !strcmp(n, "victim.valid"))
        fputs("overwritten && !s2_paired_q", c->out);
    else if (signal_of_slot(n))
        fputs(signal_of_slot(n), c->out);
    else if (!strcmp(n, "replay"))
        fputs(c->mp->has_merge ? "s2_replay_q" : "1'b0", c->out);
    else if (!strncmp(n, "in.", 3) && c->mp->deferred_apart &&
             cg_plan_is_operand(n + 3)) // a replayed request's stand elsewhere
        fprintf(c->out, "(s2_replay_q ? op_%s : s2_in_q.%s)", n + 3, n + 3);
    else if (!strncmp(n, "in.", 3))
        fprintf(c->out, "s2_in_q.%s", n + 3);
    else if (space_of_slot(n) < CG_N_SPACES)
        fprintf(c->out, "%s%s_d", CG_SPACES[space_of_slot(n)].port, strchr(n, '.') + 1);
    else if (!strcmp(n, "resp.valid"))
        fputc('(', c->out), sv_logic_print(c->out, c->p.record), fputc(')', c->out);
    else if (!strcmp(n, "victim.addr"))
        fputs(sv_line_address(c, "evict_key"), c->out);
    else if (!strncmp(n, "out.", 4))
        print_lane_slot(c, n);
    else
        fprintf(c->out, "%d'd0", slot->width);
}

static void print_record(sv_control *c, const char *when,
                         void (*print_slot)(sv_control *c, const cg_slot *slot)) {
    const cg_layout *l = &c->mp->trace;
    const cg_slot *last = &l->slots[l->n_slots - 1];
    const int rest = c->plan->record_bits - last->offset - last->width;
    fprintf(c->out, "    if (%s) cohgen_record(%d, int'(id_i), {\n", when, c->machine);
    if (rest) fprintf(c->out, "      %d'd0,\n", rest);
    for (int i = l->n_slots - 1; i >= 0; i--) {
        fputs("      ", c->out);
        print_slot(c, &l->slots[i]);
        fprintf(c->out, "%s // %s\n", i ? "," : "", l->slots[i].name);
    }
    fputs("    });\n", c->out);
}

// note [trace]: a transition is told of by a call, not by an output: nothing is made up in a cycle without
// one. The call is at the falling edge, when all that stage 2 decides in this cycle is settled, and so before
// the harness looks at the ports, at the rising edge. Records of all machines are of one width: a function of
// C has one form. An eviction that happens with another transition has a record of its own, before that.
void sv_control_trace(sv_control *c) {
    fprintf(c->out,
            "\n`ifdef COHGEN_TRACE\n  import \"DPI-C\" function void cohgen_record(\n"
            "    input int machine, input int node, input bit [%s_pkg::RecordBits-1:0] slots);\n\n"
            "  always @(negedge clk_i) begin\n",
            c->plan->name);
    if (c->mp->pairs) print_record(c, "paired", sv_pair_slot);
    print_record(c, "s2_fire", print_slot_value);
    fputs("  end\n`endif\n", c->out);
}

// A controller with its ports and decisions, nothing printed yet.
static sv_control *new_decided_control(FILE *out, const cg_plan *plan, int machine) {
    sv_control *c = calloc(1, sizeof *c);
    if (!c) abort();
    *c = (sv_control){.out = out,
                      .plan = plan,
                      .s = plan->spec,
                      .machine = machine,
                      .m = &plan->spec->machines[machine],
                      .mp = &plan->machines[machine]};
    sv_facts_of(plan, machine, &c->f);
    sv_control_ports(c);
    sv_pipeline_decide(c);
    return c;
}

static void free_control(sv_control *c) {
    sv_facts_free(&c->f);
    free(c);
}

void sv_tell_signals(FILE *out, const cg_plan *plan, int machine) {
    sv_control *c = new_decided_control(out, plan, machine);
    for (int i = 0; i < SV_N_SECTIONS; i++) sv_signals_tell(out, &c->p.sections[i]);
    free_control(c);
}

void sv_emit_control(FILE *out, const cg_plan *plan, int machine) {
    sv_control *c = new_decided_control(out, plan, machine);
    char what[256];
    snprintf(what, sizeof what, "controller %s, a pipeline of three stages around its table", c->m->name);
    sv_banner(out, plan, what);
    char *text = NULL;
    c->out = cg_text_open(&text, NULL);
    module_ports(c);
    sv_control_declare(c);
    sv_control_choose(c);
    sv_control_decide(c);
    sv_control_data(c);
    sv_control_invariants(c);
    fclose(c->out);
    c->out = out;
    fputs(text, out);
    sv_control_unused(c, text);
    sv_control_trace(c);
    fputs("endmodule\n", out);
    free(text);
    free_control(c);
}
