// S0 of a controller: the queue in which a port's messages or requests wait: a rollback FIFO, a queue for
// each sender (sources.c), or queues for headers and lines (lines.c, link.c); in a steered model one whose
// senders can be held.
#include <string.h>

#include "control.h"

// The queue of a lane as a steered model has it: of so many senders, and deep enough that one that is held
// keeps nobody from sending to others.
typedef struct {
    int sources, src_at, src_bits, room, depth;
} steered;

static steered steered_queue(const sv_control *c, const sv_port *p, int depth) {
    if (p->kind != SV_PORT_LANE) return (steered){.sources = 1, .src_bits = 1, .depth = depth};
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const cg_slot *src = cg_slot_find(&lane->layout, "src");
    return (steered){.sources = lane->n_src,
                     .src_at = src->offset,
                     .src_bits = src->width,
                     .room = (int)c->s->requests,
                     .depth = lane->by_source ? lane->depth : depth};
}

int sv_steered_depth(const sv_control *c, const sv_port *p, int depth) {
    const steered s = steered_queue(c, p, depth);
    return s.depth + s.room;
}

// The head of a port's queue, steered: a queue for each sender, each of which can be held, and has room for
// one more message of each thread, and one answer to the question whether it has some. It is printed up to
// the ports that all queues have.
static void steered_head(sv_control *c, const sv_port *p, const sv_queue *q) {
    char name[16], at[SV_NAME];
    const steered s = steered_queue(c, p, q->depth);
    snprintf(name, sizeof name, "%s", "core");
    if (p->kind == SV_PORT_LANE) snprintf(name, sizeof name, "%d", p->channel);
    fputs("`ifdef COHGEN_STEER\n", c->out);
    if (sv_by_source(c, p))
        fprintf(c->out,
                "  logic %s_ready, unused_%s_reasons;\n  assign %s_ready_o = {%d{%s_ready}};\n"
                "  assign unused_%s_reasons = ^{s2_lacks, s2_frees};\n  logic [%d:0] unused_%s_free;\n",
                p->name, p->name, p->name, s.sources, p->name, p->name, cg_bits((uint64_t)s.depth) - 1,
                p->name);
    fprintf(c->out,
            "  cohgen_steer_fifo #(\n    .Width(%d), .Depth(%d), .FlowThrough(%d), "
            ".Room(%d), .Sources(%d), .SrcAt(%d), .SrcBits(%d)%s\n  ) u_%s_in (\n    .hold_i(%s),\n",
            q->width, s.depth, q->flow, s.room, s.sources, s.src_at, s.src_bits, sv_settle(c), p->name,
            sv_steer(c, "hold.", name, at));
    if (sv_by_source(c, p))
        fprintf(c->out, "    .push_ready_o(%s_ready), .free_o(unused_%s_free),\n", p->name, p->name);
}

// The ports that all queues have.
static void common_ports(sv_control *c, const sv_port *p, const sv_queue *q) {
    fprintf(c->out, "    .clk_i(clk_i), .rst_ni(rst_ni),\n    .push_valid_i(%s), .push_data_i(%s),\n",
            q->valid, q->data);
    if (!sv_by_source(c, p))
        fprintf(c->out, "    .push_ready_o(%s), .free_o(unused_%s_free),\n", q->ready, p->name);
    fprintf(c->out,
            "    .valid_o(%s_valid), .data_o(%s_msg), .take_i(%s_take), .commit_i(%s_commit), "
            ".rollback_i(%s_rollback),\n"
            "    .oldest_o(%s%s_old)\n  );\n",
            p->name, p->name, p->name, p->name, p->name, q->oldest ? "" : "unused_", p->name);
}

void sv_port_queue(sv_control *c, const sv_port *p, const sv_queue *q) {
    if (!sv_by_source(c, p))
        fprintf(c->out, "  logic [%d:0] unused_%s_free;\n", cg_bits((uint64_t)q->depth) - 1, p->name);
    if (q->oldest)
        fprintf(c->out, "  %s_pkg::%s %s_old; // the message in S2\n", c->plan->name, q->oldest, p->name);
    else
        fprintf(c->out, "  logic [%d:0] unused_%s_old;\n", q->width - 1, p->name);
    steered_head(c, p, q);
    if (sv_lines_apart(c, p)) {
        common_ports(c, p, q);
        fprintf(c->out,
                "  logic unused_%s_kind; // lines and headers are together here\n  assign unused_%s_kind = "
                "^%s_old.kind;\n",
                p->name, p->name, p->name);
    }
    fputs("`else\n", c->out);
    if (sv_lines_apart(c, p))
        sv_lines_queue(c, p);
    else if (sv_by_source(c, p))
        sv_source_queues(c, p, q);
    else
        fprintf(c->out,
                "  cohgen_rollback_fifo #(.Width(%d), .Depth(%d), .FlowThrough(%d), .Oldest(%d)) u_%s_in (\n",
                q->width, q->depth, q->flow, q->oldest != NULL, p->name);
    fputs("`endif\n", c->out);
    if (!sv_lines_apart(c, p)) common_ports(c, p, q);
}

void sv_lane_queue(sv_control *c, const sv_port *p) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const char *n = p->name;
    cg_arena *a = c->f.arena;
    if (lane->link_bits) {
        sv_link_queue(c, p);
        return;
    }
    const sv_queue queue = {.width = lane->layout.width,
                            .depth = lane->in_depth,
                            .valid = cg_arena_printf(a, "%s_valid_i", n),
                            .ready = cg_arena_printf(a, "%s_ready_o", n),
                            .data = cg_arena_printf(a, "%s_i", n),
                            .oldest = p->lines ? cg_arena_printf(a, "%s_t", n) : NULL};
    fprintf(c->out, "  %s_pkg::%s_t %s_msg;\n", c->plan->name, n, n);
    sv_port_queue(c, p, &queue);
}
