// The queue of a port: a rollback FIFO, a queue for each sender (sources.c), or queues for headers and lines
// (lines.c); in a steered model one whose senders can be held.
#include "control.h"

// The head of a port's queue, steered: a queue for each sender, each of which can be held, and has room for
// one more message of each thread, and one answer to the question whether it has some. It is printed up to
// the ports that all queues have.
static void steered_head(sv_control *c, const sv_port *p, int width, int depth, bool flow) {
    char name[16], at[SV_NAME];
    int sources = 1, src_at = 0, src_bits = 1, room = 0, steered_depth = depth;
    snprintf(name, sizeof name, "%s", "core");
    if (p->kind == SV_PORT_LANE) {
        const cg_slot *src = cg_slot_find(&c->plan->lanes[p->channel].layout, "src");
        snprintf(name, sizeof name, "%d", p->channel);
        sources = c->plan->lanes[p->channel].n_src;
        room = (int)c->s->threads;
        if (sv_by_source(c, p)) steered_depth = c->plan->lanes[p->channel].depth;
        src_at = src->offset;
        src_bits = src->width;
    }
    fputs("`ifdef COHGEN_STEER\n", c->out);
    if (sv_by_source(c, p))
        fprintf(c->out,
                "  logic %s_ready, unused_%s_reasons;\n  assign %s_ready_o = {%d{%s_ready}};\n"
                "  assign unused_%s_reasons = ^{s2_lacks, s2_frees};\n  logic [%d:0] unused_%s_free;\n",
                p->name, p->name, p->name, sources, p->name, p->name, cg_bits((uint64_t)steered_depth) - 1,
                p->name);
    fprintf(c->out,
            "  cohgen_steer_fifo #(\n    .Width(%d), .Depth(%d), .FlowThrough(%d), "
            ".Room(%d), .Sources(%d), .SrcAt(%d), .SrcBits(%d)\n  ) u_%s_in (\n    .hold_i(%s),\n",
            width, steered_depth, flow, room, sources, src_at, src_bits, p->name,
            sv_steer(c, "hold.", name, at));
    if (sv_by_source(c, p))
        fprintf(c->out, "    .push_ready_o(%s_ready), .free_o(unused_%s_free),\n", p->name, p->name);
}

// The ports that all queues have.
static void common_ports(sv_control *c, const sv_port *p, const sv_sender *from) {
    fprintf(c->out, "    .clk_i(clk_i), .rst_ni(rst_ni),\n    .push_valid_i(%s), .push_data_i(%s),\n",
            from->valid, from->data);
    if (!sv_by_source(c, p))
        fprintf(c->out, "    .push_ready_o(%s), .free_o(unused_%s_free),\n", from->ready, p->name);
    fprintf(c->out,
            "    .valid_o(%s_valid), .data_o(%s_msg), .take_i(%s_take), .commit_i(%s_commit), "
            ".rollback_i(%s_rollback),\n"
            "    .oldest_o(%s%s_old)\n  );\n",
            p->name, p->name, p->name, p->name, p->name, p->lines ? "" : "unused_", p->name);
}

void sv_port_queue(sv_control *c, const sv_port *p, int width, int depth, const sv_sender *from) {
    const bool flow = p->kind == SV_PORT_CORE;
    if (!sv_by_source(c, p))
        fprintf(c->out, "  logic [%d:0] unused_%s_free;\n", cg_bits((uint64_t)depth) - 1, p->name);
    if (p->lines)
        fprintf(c->out, "  %s_pkg::%s_t %s_old; // the message in S2\n", c->plan->name, p->name, p->name);
    else
        fprintf(c->out, "  logic [%d:0] unused_%s_old;\n", width - 1, p->name);
    steered_head(c, p, width, depth, flow);
    if (sv_lines_apart(c, p)) {
        common_ports(c, p, from);
        fprintf(c->out,
                "  logic unused_%s_kind; // lines and headers are together here\n  assign unused_%s_kind = "
                "^%s_old.kind;\n",
                p->name, p->name, p->name);
    }
    fputs("`else\n", c->out);
    if (sv_lines_apart(c, p))
        sv_lines_queue(c, p);
    else if (sv_by_source(c, p))
        sv_source_queues(c, p, width, depth, cg_arena_printf(c->f.arena, "%s_ready_o", p->name));
    else
        fprintf(c->out,
                "  cohgen_rollback_fifo #(.Width(%d), .Depth(%d), .FlowThrough(%d), .Oldest(%d)) u_%s_in (\n",
                width, depth, flow, p->lines, p->name);
    fputs("`endif\n", c->out);
    if (!sv_lines_apart(c, p)) common_ports(c, p, from);
}
