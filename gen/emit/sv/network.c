// Between controllers: the wires of lanes, crossbars, and what keeps packets whole in them.
#include "system.h"

// Where senders have room of their own at a receiver, it has a ready for each of them.
static void receiver_wires(sv_system *y, const cg_lane_plan *l, const char *prefix, const char *lane) {
    const int readies = l->n_dst * (l->by_source ? l->n_src : 1);
    if (readies == l->n_dst)
        fprintf(y->out, "  logic [%d:0] %s_%s_valid, %s_%s_ready;\n", l->n_dst - 1, prefix, lane, prefix,
                lane);
    else
        fprintf(y->out, "  logic [%d:0] %s_%s_valid;\n  logic [%d:0] %s_%s_ready;\n", l->n_dst - 1, prefix,
                lane, readies - 1, prefix, lane);
    if (l->by_source && l->link_bits)
        fprintf(y->out, "  logic [%d:0] %s_%s_room;\n", readies - 1, prefix, lane);
    fprintf(y->out, "  logic [%d:0] %s_%s;\n", l->n_dst * l->wire_bits - 1, prefix, lane);
}

// Between the senders (s_) and the crossbar (x_), if that is where the way is long.
static void sender_wires(sv_system *y, const cg_lane_plan *l, const char *lane) {
    fprintf(y->out,
            "  logic [%d:0] x_%s_valid, x_%s_ready;\n  logic [%d:0] x_%s;\n  logic [%d:0] x_%s_dst;\n",
            l->n_src - 1, lane, lane, l->n_src * l->wire_bits - 1, lane, l->n_src * l->n_dst - 1, lane);
}

// The crossbar's inputs: where senders have two ports, those for messages without a line come behind the
// others.
static int sending_ports(const cg_lane_plan *l) {
    return l->apart ? 2 * l->n_src : l->n_src;
}

// Wires of a lane: at the senders (s_) with destination masks, at the receivers (d_).
void sv_lane_wires(sv_system *y, int ch) {
    const cg_lane_plan *l = &y->plan->lanes[ch];
    char lane[SV_NAME];
    const int n_src = y->s->channels[ch].from == CG_MEMORY ? (int)y->s->machines[y->s->channels[ch].to].count
                                                           : sending_ports(l);
    sv_lane(y->s, ch, lane);
    fprintf(y->out, "  logic [%d:0] s_%s_valid, s_%s_ready;\n  logic [%d:0] s_%s;\n", n_src - 1, lane, lane,
            n_src * l->wire_bits - 1, lane);
    if (y->s->channels[ch].from != CG_MEMORY)
        fprintf(y->out, "  logic [%d:0] s_%s_dst;\n", n_src * l->n_dst - 1, lane);
    if (l->apart) fprintf(y->out, "  logic [%d:0] s_%s_busy;\n", l->n_src * l->n_dst - 1, lane);
    if (y->s->nets[y->s->channels[ch].net].kind == CG_NET_CROSSBAR) {
        receiver_wires(y, l, "d", lane);
        if (y->s->net_latency && l->by_source)
            sender_wires(y, l, lane);
        else if (y->s->net_latency)
            receiver_wires(y, l, "x", lane);
    }
}

// Between the senders (s_) and a crossbar (x_): what waits for room at its receiver holds up its own sender
// only.
static void long_wires_of_senders(sv_system *y, const cg_lane_plan *l, const char *lane) {
    const int w = l->wire_bits, dst = l->n_dst;
    fprintf(y->out,
            "  for (genvar i = 0; i < %d; i++) begin : g_%s_wire\n"
            "    cohgen_delay #(.Width(%d), .Latency(%d)) u_wire (\n      .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "      .push_valid_i(s_%s_valid[i]), .push_ready_o(s_%s_ready[i]),\n"
            "      .push_data_i({s_%s_dst[i*%d +: %d], s_%s[i*%d +: %d]}),\n"
            "      .pop_valid_o(x_%s_valid[i]), .pop_ready_i(x_%s_ready[i]),\n"
            "      .pop_data_o({x_%s_dst[i*%d +: %d], x_%s[i*%d +: %d]})\n    );\n  end\n\n",
            l->n_src, lane, w + dst, (int)y->s->net_latency, lane, lane, lane, dst, dst, lane, w, w, lane,
            lane, lane, dst, dst, lane, w, w);
}

// Between a crossbar's outputs (x_) and the receivers (d_).
static void long_wires(sv_system *y, const cg_lane_plan *l, const char *lane) {
    const int w = l->wire_bits;
    fprintf(
        y->out,
        "  for (genvar i = 0; i < %d; i++) begin : g_%s_wire\n"
        "    cohgen_delay #(.Width(%d), .Latency(%d)) u_wire (\n      .clk_i(clk_i), .rst_ni(rst_ni),\n"
        "      .push_valid_i(x_%s_valid[i]), .push_ready_o(x_%s_ready[i]), .push_data_i(x_%s[i*%d +: %d]),\n"
        "      .pop_valid_o(d_%s_valid[i]), .pop_ready_i(d_%s_ready[i]), .pop_data_o(d_%s[i*%d +: %d])\n"
        "    );\n  end\n\n",
        l->n_dst, lane, w, (int)y->s->net_latency, lane, lane, lane, w, w, lane, lane, lane, w, w);
}

// A message without a line that has a port of its own is a flit with an empty beat.
static void short_flits(sv_system *y, const cg_lane_plan *l, const char *lane) {
    if (!l->apart) return;
    fprintf(y->out,
            "  localparam int %s_beat_at = %d;\n"
            "  for (genvar i = %d; i < %d; i++) assign s_%s[i*%s_bits + %s_beat_at +: %d] = {1'b1, %d'd0}; "
            "// no line\n",
            lane, l->head.width, l->n_src, sending_ports(l), lane, lane, lane, l->link_bits + 1,
            l->link_bits);
}

// What a receiver with a queue for each sender has room for, of output o: for each port of a sender.
static void open_for(sv_system *y, const cg_lane_plan *l, const char *port, const char *what,
                     const char *lane) {
    const int n = l->n_src;
    fprintf(y->out, l->apart ? ".%s_i({2{d_%s_%s[o*%d +: %d]}}), " : ".%s_i(d_%s_%s[o*%d +: %d]), ", port,
            lane, what, n, n);
}

// Which receivers each sender's packets have to wait for, so that one for another receiver goes first.
static void busy_receivers(sv_system *y, const cg_lane_plan *l, const char *lane) {
    if (!l->apart) return;
    fprintf(y->out,
            "  for (genvar i = 0; i < %d; i++) begin : g_%s_busy\n"
            "    for (genvar o = 0; o < %d; o++) begin : g_of\n"
            "      assign s_%s_busy[i*%d+o] = %s_closed[o*%d+i];\n    end\n  end\n"
            "  logic unused_%s_closed; // messages without a line leave by themselves\n"
            "  assign unused_%s_closed = ^%s_closed;\n\n",
            l->n_src, lane, l->n_dst, lane, l->n_dst, lane, sending_ports(l), lane, lane, lane);
}

// note [links]: what an output of the crossbar sees, so that packets stay whole. `taken`: of output o.
static void packets(sv_system *y, const cg_lane_plan *l, const char *lane, const char *in, const char *out,
                    const char *taken) {
    const int n = sending_ports(l), bits = cg_bits((uint64_t)n - 1);
    const cg_slot *src = cg_slot_find(&l->head, "src");
    fprintf(y->out,
            "  // A flit of this lane, from its least significant bit: the header, a beat of the line, is it "
            "the last?\n"
            "  localparam int %s_bits = %d;\n  localparam int %s_src_at = %d;\n  localparam int %s_last_at = "
            "%d;\n",
            lane, l->wire_bits, lane, src->offset, lane, l->wire_bits - 1);
    short_flits(y, l, lane);
    fprintf(y->out,
            "  logic [%d:0] %s_last;\n  logic [%d:0] %s_open, %s%s_closed;\n"
            "  for (genvar i = 0; i < %d; i++) assign %s_last[i] = %s_%s[i*%s_bits + %s_last_at];\n"
            "  for (genvar o = 0; o < %d; o++) begin : g_%s_packets\n"
            "    cohgen_packets #(.In(%d), .SrcBits(%d)) u_packets (\n      .clk_i(clk_i), .rst_ni(rst_ni), "
            ".in_last_i(%s_last),\n      ",
            n - 1, lane, n * l->n_dst - 1, lane, l->apart ? "" : "unused_", lane, n, lane, in, lane, lane,
            lane, l->n_dst, lane, n, bits, lane);
    if (l->by_source) {
        open_for(y, l, "open", "ready", lane);
        open_for(y, l, "lines", "room", lane);
    } else {
        fputs(".open_i('1), .lines_i('1), ", y->out);
    }
    fprintf(y->out,
            ".open_o(%s_open[o*%d +: %d]), .closed_o(%s%s_closed[o*%d +: %d]),\n      .taken_i(%s), .src_i(",
            lane, n, n, l->apart ? "" : "unused_", lane, n, n, taken);
    if (bits == src->width)
        fprintf(y->out, "%s_%s[o*%s_bits + %s_src_at +: %d]", out, lane, lane, lane, src->width);
    else
        fprintf(y->out, "%d'(%s_%s[o*%s_bits + %s_src_at +: %d])", bits, out, lane, lane, lane, src->width);
    fprintf(y->out, "),\n      .last_i(%s_%s[o*%s_bits + %s_last_at])\n    );\n  end\n\n", out, lane, lane,
            lane);
    busy_receivers(y, l, lane);
}

void sv_network(sv_system *y, int ch) {
    const cg_lane_plan *l = &y->plan->lanes[ch];
    const int w = l->wire_bits, n = sending_ports(l);
    char lane[SV_NAME], ready[SV_NAME + 8], open[SV_NAME + 8], taken[2 * SV_NAME + 32];
    sv_lane(y->s, ch, lane);
    // Where the crossbar begins and ends.
    const char *in = y->s->net_latency && l->by_source ? "x" : "s";
    const char *out = y->s->net_latency && !l->by_source ? "x" : "d";
    snprintf(ready, sizeof ready, "%s_%s_ready", out, lane);
    snprintf(open, sizeof open, "%s", l->by_source ? ready : "'1");
    if (l->link_bits) snprintf(open, sizeof open, "%s_open", lane);
    snprintf(taken, sizeof taken, l->by_source ? "%s_%s_valid[o]" : "%s_%s_valid[o] && %s[o]", out, lane,
             ready);
    if (l->by_source) snprintf(ready, sizeof ready, "'1");
    switch (y->s->nets[y->s->channels[ch].net].kind) {
    case CG_NET_CROSSBAR:
        if (*in == 'x') long_wires_of_senders(y, l, lane);
        if (l->link_bits) packets(y, l, lane, in, out, taken);
        fprintf(y->out,
                "  cohgen_xbar #(.In(%d), .Out(%d), .Width(%d), .Depth(0)) u_%s (\n    .clk_i(clk_i), "
                ".rst_ni(rst_ni),\n"
                "    .in_valid_i(%s_%s_valid), .in_ready_o(%s_%s_ready), .in_dst_i(%s_%s_dst), "
                ".in_data_i(%s_%s),\n"
                "    .out_valid_o(%s_%s_valid), .out_ready_i(%s), .out_open_i(%s),\n"
                "    .out_data_o(%s_%s)\n  );\n\n",
                n, l->n_dst, w, lane, in, lane, in, lane, in, lane, in, lane, out, lane, ready, open, out,
                lane);
        if (*out == 'x') long_wires(y, l, lane);
        break;
    case CG_NET_RING:
        fprintf(y->out,
                "  logic unused_%s_dst;\n  assign unused_%s_dst = ^s_%s_dst; // always the next one\n\n",
                lane, lane, lane);
        break;
    case CG_NET_MEMORY: break;
    }
}
