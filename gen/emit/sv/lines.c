// Lines apart from headers: lanes of which only some messages bring a line have few places for lines and more
// for headers, which are a tenth as wide.
//
// A message's header goes through the queue from which S0 takes, gives back and takes again. Its line is read
// in S2 only, when no older message of the queue is left, so lines need no more than a plain queue, which a
// message with a line enters with its header and leaves when it is committed. A sender may send while there
// is a place for both, whether or not its next message has a line: no output depends on an input.
#include <string.h>

#include "control.h"

// The mask of a line's bytes waits with the line; on a lane that is cut it crosses with the header.
static bool is_header(const cg_lane_plan *lane, const cg_slot *slot) {
    return strcmp(slot->name, "line") != 0 && (lane->link_bits || strcmp(slot->name, "bytes") != 0);
}

int sv_lines_header_bits(const cg_lane_plan *lane) {
    int bits = 0;
    for (int i = 0; i < lane->layout.n_slots; i++)
        if (lane->host[i] == CG_NONE && is_header(lane, &lane->layout.slots[i]))
            bits += lane->layout.slots[i].width;
    return bits;
}

static const char *members(sv_control *c, const cg_lane_plan *lane, const char *of, bool headers) {
    const char *list = "";
    for (int i = lane->layout.n_slots - 1; i >= 0; i--) {
        const cg_slot *slot = &lane->layout.slots[i];
        if (lane->host[i] != CG_NONE || is_header(lane, slot) != headers) continue;
        list = cg_arena_printf(c->f.arena, "%s%s%s.%s", list, *list ? ", " : "", of,
                               strcmp(slot->name, "type") ? slot->name : "kind");
    }
    return list;
}

const char *sv_lines_header(sv_control *c, const cg_lane_plan *lane, const char *of) {
    return members(c, lane, of, true);
}

void sv_lines_terms(sv_control *c, int channel, const char *kind, sv_logic *lines) {
    const cg_channel *ch = &c->s->channels[channel];
    char name[SV_NAME];
    for (int i = 0; i < ch->n_msgs; i++)
        if (cg_plan_has_line(&c->s->msgs[ch->msgs[i]]))
            sv_term(lines, "it brings a line", "%s == %s_pkg::%s", kind, c->plan->name,
                    sv_kind(c->s, channel, i, name));
}

sv_logic *sv_lines_brings(sv_control *c, int channel, const char *kind) {
    sv_logic *lines = sv_logic_new(c->f.arena, SV_ANY);
    sv_lines_terms(c, channel, kind, lines);
    return lines;
}

static int line_bits(const cg_lane_plan *lane) {
    return lane->layout.width - sv_lines_header_bits(lane);
}

static void print_ends(sv_control *c, const sv_port *p, const cg_lane_plan *lane) {
    const char *n = p->name;
    const int head = sv_lines_header_bits(lane), line = line_bits(lane);
    fprintf(c->out,
            "  // Lines have places of their own, fewer than headers.\n"
            "  logic %s_comes, %s_goes; // a line does, with its message\n"
            "  logic [%d:0] %s_head_in, %s_head, %s_old_head;\n  logic [%d:0] %s_line_in, %s_line;\n"
            "  assign %s_head_in = {%s};\n  assign %s_line_in = {%s};\n",
            n, n, head - 1, n, n, n, line - 1, n, n, n,
            sv_lines_header(c, lane, cg_arena_printf(c->f.arena, "%s_i", n)), n,
            members(c, lane, cg_arena_printf(c->f.arena, "%s_i", n), false));
    sv_logic *comes = sv_logic_new(c->f.arena, SV_ALL), *goes = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(comes, "a message comes", "%s_valid_i", n);
    sv_term(comes, "with a line", "(%s)",
            sv_logic_text(sv_lines_brings(c, p->channel, cg_arena_printf(c->f.arena, "%s_i.kind", n))));
    sv_term(goes, "a message is done", "%s_commit", n);
    sv_term(goes, "that had a line", "(%s)",
            sv_logic_text(sv_lines_brings(c, p->channel, cg_arena_printf(c->f.arena, "%s_old.kind", n))));
    sv_logic_assign(c->out, cg_arena_printf(c->f.arena, "%s_comes", n), comes);
    sv_logic_assign(c->out, cg_arena_printf(c->f.arena, "%s_goes", n), goes);
}

static void print_line_queue(sv_control *c, const sv_port *p, const cg_lane_plan *lane) {
    const char *n = p->name;
    fprintf(c->out,
            "  logic %s_ready, %s_line_ready, unused_%s_line;\n  logic [%d:0] unused_%s_places;\n"
            "  assign %s_ready_o = %s_ready && %s_line_ready;\n"
            "  cohgen_fifo #(.Width(%d), .Depth(%d)) u_%s_lines (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "    .push_valid_i(%s_comes && %s_ready), .push_ready_o(%s_line_ready), "
            ".push_data_i(%s_line_in),\n"
            "    .pop_valid_o(unused_%s_line), .pop_ready_i(%s_goes), .pop_data_o(%s_line), "
            ".free_o(unused_%s_places)\n  );\n"
            "  cohgen_rollback_fifo #(.Width(%d), .Depth(%d), .FlowThrough(0), .Oldest(1)) u_%s_in (\n"
            "    .push_ready_o(%s_ready), .free_o(unused_%s_free), .push_valid_i(%s_valid_i && "
            "%s_line_ready),\n",
            n, n, n, cg_bits((uint64_t)lane->in_lines) - 1, n, n, n, n, line_bits(lane), lane->in_lines, n, n,
            n, n, n, n, n, n, n, sv_lines_header_bits(lane), lane->in_depth, n, n, n, n, n);
}

// One place for each sender.
static void print_line_queues(sv_control *c, const sv_port *p, const cg_lane_plan *lane) {
    const char *n = p->name;
    const int bits = line_bits(lane), src = cg_slot_find(&lane->layout, "src")->width;
    const int of = cg_slot_find(&c->mp->trace, "src")->width; // of any lane
    fprintf(c->out,
            "  logic [%d:0] %s_ready, %s_line_ready, unused_%s_line, unused_%s_places;\n"
            "  logic [%d:0] %s_line_of;\n  assign %s_ready_o = %s_ready & %s_line_ready;\n"
            "  for (genvar s = 0; s < %d; s++) begin : g_%s_line\n"
            "    cohgen_fifo #(.Width(%d), .Depth(%d)) u_line (\n      .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "      .push_valid_i(%s_comes && %s_i.src == %d'(s)), .push_ready_o(%s_line_ready[s]), "
            ".push_data_i(%s_line_in),\n"
            "      .pop_valid_o(unused_%s_line[s]), .pop_ready_i(%s_goes && s2_in_q.src == %d'(s)),\n"
            "      .pop_data_o(%s_line_of[s*%d +: %d]), .free_o(unused_%s_places[s])\n    );\n  end\n"
            "  always_comb begin\n    %s_line = '0;\n    for (int s = 0; s < %d; s++)\n"
            "      %s_line = %s_line | (%s_line_of[s*%d +: %d] & {%d{s2_in_q.src == %d'(s)}});\n  end\n",
            lane->n_src - 1, n, n, n, n, lane->n_src * bits - 1, n, n, n, n, lane->n_src, n, bits,
            lane->in_lines, n, n, src, n, n, n, n, of, n, bits, bits, n, n, lane->n_src, n, n, n, bits, bits,
            bits, of);
    const sv_queue headers = {.width = sv_lines_header_bits(lane),
                              .depth = lane->in_depth,
                              .ready = cg_arena_printf(c->f.arena, "%s_ready", n),
                              .oldest = ""};
    sv_source_queues(c, p, &headers);
    fprintf(c->out, "    .push_valid_i(%s_valid_i),\n", n);
}

bool sv_lines_apart(const sv_control *c, const sv_port *p) {
    return p->kind == SV_PORT_LANE && c->plan->lanes[p->channel].in_lines &&
           !c->plan->lanes[p->channel].link_bits;
}

void sv_lines_queue(sv_control *c, const sv_port *p) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const char *n = p->name;
    print_ends(c, p, lane);
    (sv_by_source(c, p) ? print_line_queues : print_line_queue)(c, p, lane);
    fprintf(c->out,
            "    .clk_i(clk_i), .rst_ni(rst_ni), .push_data_i(%s_head_in),\n"
            "    .valid_o(%s_valid), .data_o(%s_head), .take_i(%s_take), .commit_i(%s_commit), "
            ".rollback_i(%s_rollback),\n    .oldest_o(%s_old_head)\n  );\n"
            "  always_comb begin\n    %s_msg = '0;\n    {%s} = %s_head;\n    {%s} = %s_old_head;\n"
            "    {%s} = %s_line;\n  end\n",
            n, n, n, n, n, n, n, n, sv_lines_header(c, lane, cg_arena_printf(c->f.arena, "%s_msg", n)), n,
            sv_lines_header(c, lane, cg_arena_printf(c->f.arena, "%s_old", n)), n,
            members(c, lane, cg_arena_printf(c->f.arena, "%s_old", n), false), n);
}
