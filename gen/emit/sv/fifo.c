// A controller's fifo of lines and markers: cohgen_sfifo between the rules that push and two ports of S0.
#include "control.h"
#include "lang/requester.h"

static const sv_port *port_of_kind(const sv_control *c, sv_port_kind kind) {
    for (int i = 0; i < c->n_ports; i++)
        if (c->ports[i].kind == kind) return &c->ports[i];
    return NULL;
}

// A marker's data: the thread and, above it, the core where that is kept.
static int marker_bits(const sv_control *c) {
    return c->plan->tid_bits + (c->m->structures[0].core ? cg_requester_core_bits(c->s) : 0);
}

// An element's data are a line's key or what a marker keeps.
static int element_bits(const sv_control *c) {
    return marker_bits(c) > c->mp->key_bits ? marker_bits(c) : c->mp->key_bits;
}

void sv_control_declare_fifo(sv_control *c) {
    if (!c->mp->has_fifo) return;
    fprintf(
        c->out,
        "  logic fifo_room, fifo_valid, fifo_marker, fifo_under_way; // of %s\n  logic [%d:0] fifo_data;\n",
        c->m->structures[0].name, element_bits(c) - 1);
}

// note [head]: what is at the head goes through the pipeline as an event of its own, before requests, which
// may wait for room. One is under way at a time: it leaves in S2, or goes back.
void sv_control_fifo_port(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    const bool marker = p->kind == SV_PORT_MARKER;
    char hold[SV_NAME], ev[SV_NAME], key[SV_NAME];
    fprintf(
        c->out,
        "`ifdef COHGEN_STEER\n  assign %s_valid = fifo_valid && %sfifo_marker && !fifo_under_way && !%s;\n"
        "`else\n  assign %s_valid = fifo_valid && %sfifo_marker && !fifo_under_way;\n`endif\n",
        n, marker ? "" : "!", sv_steer(c, "hold.", "fifo", hold), n, marker ? "" : "!");
    fprintf(c->out, "  assign %s_event = %s_pkg::%s;\n  always_comb begin\n    %s_in = '0;\n", n,
            c->plan->name, sv_event(c->m, p->event, ev), n);
    snprintf(key, sizeof key, "fifo_data[%d:0]", c->mp->key_bits - 1);
    if (marker) fprintf(c->out, "    %s_in.tid = fifo_data[%d:0];\n", n, c->plan->tid_bits - 1);
    if (marker && c->m->structures[0].core)
        fprintf(c->out, "    %s_in.%s = fifo_data[%d:%d];\n", n, CG_CORE_FIELD, marker_bits(c) - 1,
                c->plan->tid_bits);
    if (!marker) fprintf(c->out, "    %s_in.addr = %s;\n", n, sv_line_address(c, key));
    fputs("  end\n", c->out);
}

void sv_fifo_terms(sv_control *c) {
    sv_logic *full = sv_group(c->p.blocked, SV_ALL, "the fifo has no room");
    sv_logic *push = sv_group(full, SV_ANY, "the rule wants some");
    if (c->f.verb[CG_A_PUSH]) sv_term(push, "for the line", "fifo_push");
    if (c->f.verb[CG_A_MARK]) sv_term(push, "for a marker", "fifo_mark");
    sv_term(full, "it is full", "!fifo_room");
}

// Its ports, as a sum over them: "s1_oldest_q || s1_passed_q".
static const char *of_ports(const sv_control *c, const char *before, const char *behind) {
    static const sv_port_kind KINDS[] = {SV_PORT_HEAD, SV_PORT_MARKER};
    const char *text = NULL;
    for (int i = 0; i < 2; i++) {
        const sv_port *p = port_of_kind(c, KINDS[i]);
        if (p)
            text = cg_arena_printf(c->f.arena, "%s%s%s%s%s", text ? text : "", text ? " || " : "", before,
                                   p->name, behind);
    }
    return text;
}

void sv_control_fifo(sv_control *c) {
    if (!c->mp->has_fifo) return;
    const unsigned long long depth = c->m->structures[0].entries;
    const int width = element_bits(c), count = cg_bits(depth);
    const bool push = c->f.verb[CG_A_PUSH], mark = c->f.verb[CG_A_MARK];
    const char *in_s2 = of_ports(c, "s2_", "_q");
    fprintf(c->out,
            "\n  // The fifo %s. It counts no write-backs: that is the table's.\n"
            "  logic fifo_in_s2, unused_fifo_begin, unused_fifo_epoch, unused_fifo_clean;\n"
            "  logic [%d:0] unused_fifo_free;\n  assign fifo_in_s2 = %s;\n"
            "  assign fifo_under_way = %s || fifo_in_s2;\n",
            c->m->structures[0].name, count - 1, in_s2, of_ports(c, "s1_", "_q"));
    fprintf(c->out,
            "  cohgen_sfifo #(.Width(%d), .Depth(%llu), .Pending(1)) u_fifo (\n"
            "    .clk_i(clk_i), .rst_ni(rst_ni), .push_valid_i(s2_fire && %s), .push_ready_o(fifo_room),\n",
            width, depth,
            push && mark ? "(fifo_push || fifo_mark)"
            : push       ? "fifo_push"
            : mark       ? "fifo_mark"
                         : "1'b0");
    fprintf(c->out, "    .push_marker_i(%s), .push_data_i(", mark ? "fifo_mark" : "1'b0");
    if (mark)
        fprintf(c->out,
                c->m->structures[0].core ? "fifo_mark ? %d'({s2_in_q." CG_CORE_FIELD
                                           ", s2_in_q.tid}) : %d'(s2_key)"
                                         : "fifo_mark ? %d'(s2_in_q.tid) : %d'(s2_key)",
                width, width);
    else
        fprintf(c->out, "%d'(s2_key)", width);
    fprintf(c->out,
            "), .drain_i(1'b0),\n"
            "    .valid_o(fifo_valid), .marker_o(fifo_marker), .data_o(fifo_data), .take_i(%s),\n"
            "    .commit_i(fifo_in_s2 && s2_done),\n    .rollback_i(fifo_in_s2 && !s2_done),\n"
            "    .begin_i(1'b0), .begin_ready_o(unused_fifo_begin), .epoch_o(unused_fifo_epoch),\n"
            "    .done_i(1'b0), .done_epoch_i(1'b0), .free_o(unused_fifo_free), "
            ".clean_o(unused_fifo_clean)\n  );\n",
            of_ports(c, "", "_take"));
}
