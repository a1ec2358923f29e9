// note [joins] in docs/rtl.md: messages that a memory of words sends for words of one message join in front
// of the lane's queue or link, in a cohgen_join. What it lets go is lane_left.
#include <string.h>

#include "control.h"

static bool is_like(const cg_lane_plan *lane, int slot) {
    const char *name = lane->layout.slots[slot].name;
    return lane->host[slot] == CG_NONE && strcmp(name, "words") != 0 && strcmp(name, "line") != 0;
}

// What two messages must have in common: receivers and header.
static const char *like(sv_control *c, const cg_lane_plan *lane, const char *dst, const char *of, int *bits) {
    const char *list = dst;
    *bits = lane->n_dst;
    for (int i = lane->layout.n_slots - 1; i >= 0; i--) {
        const cg_slot *slot = &lane->layout.slots[i];
        if (!is_like(lane, i)) continue;
        list = cg_arena_printf(c->f.arena, "%s, %s.%s", list, of,
                               strcmp(slot->name, "type") ? slot->name : "kind");
        *bits += slot->width;
    }
    return list;
}

// What two messages of different events must have in common, and what the first of them has of its own event:
// `of` is a message, and `line` the upper bits of its address, `high` of them.
static const char *like_of_lines(sv_control *c, const cg_lane_plan *lane, const char *dst, const char *of,
                                 const char *line, int high, int *bits) {
    const char *list = cg_arena_printf(c->f.arena, "%s, %s", dst, line);
    *bits = lane->n_dst + high;
    for (int i = lane->layout.n_slots - 1; i >= 0; i--) {
        const cg_slot *slot = &lane->layout.slots[i];
        if (!is_like(lane, i) || !strcmp(slot->name, "addr") || !strcmp(slot->name, "tid")) continue;
        list = cg_arena_printf(c->f.arena, "%s, %s.%s", list, of,
                               strcmp(slot->name, "type") ? slot->name : "kind");
        *bits += slot->width;
    }
    return list;
}

// Messages of different events wait in a cohgen_gather: bits of its own event are those of the first.
static void print_gather(sv_control *c, const cg_lane_plan *l, int channel, const char *lane) {
    cg_arena *a = c->f.arena;
    const cg_msg *msg = &c->s->msgs[c->s->channels[channel].msgs[0]];
    const int words = (int)c->s->line_bytes / CG_WORD_BYTES, low = cg_bits(c->s->line_bytes - 1),
              high = (int)c->s->addr_bits - low, keep = low + c->plan->tid_bits;
    int bits;
    const char *in = like_of_lines(
        c, l, cg_arena_printf(a, "s2_%s_dst", lane), cg_arena_printf(a, "%s_out", lane),
        cg_arena_printf(a, "%s_out.addr[%d:%d]", lane, (int)c->s->addr_bits - 1, low), high, &bits);
    const char *out =
        like_of_lines(c, l, cg_arena_printf(a, "%s_left_dst", lane), cg_arena_printf(a, "%s_left", lane),
                      cg_arena_printf(a, "%s_left_line", lane), high, &bits);
    fprintf(c->out,
            "  logic %s_joins, %s_leaves;\n  logic [%d:0] %s_left_dst;\n  logic [%d:0] %s_like;\n"
            "  logic [%d:0] %s_words;\n  logic [%d:0] %s_keep;\n  logic [%d:0] %s_left_line;\n"
            "  logic [%d:0] %s_left_word;\n  %s_pkg::%s_t %s_left;\n",
            lane, lane, l->n_dst - 1, lane, bits - 1, lane, words - 1, lane, keep - 1, lane, high - 1, lane,
            low - 1, lane, c->plan->name, lane, lane);
    fprintf(c->out,
            "  cohgen_gather #(.LikeBits(%d), .KeepBits(%d), .Words(%d), .Entries(%d), .Cycles(%d)) "
            "u_%s_join (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n    .push_valid_i(s2_fire && %s_send), "
            ".push_like_i({%s}),\n    .push_keep_i({%s_out.tid, %s_out.addr[%d:0]}), "
            ".push_words_i(%s_out.words), .join_o(%s_joins),\n    .hurry_i(%s), .valid_o(%s_leaves), "
            ".like_o(%s_like), .keep_o(%s_keep), .words_o(%s_words)\n  );\n",
            bits, keep, words, msg->joins.messages, msg->joins.cycles, lane, lane, in, lane, lane, low - 1,
            lane, lane, msg->joins.until ? cg_arena_printf(a, "%s_q", msg->joins.until) : "1'b0", lane, lane,
            lane, lane);
    fprintf(c->out,
            "  always_comb begin\n    %s_left = '0;\n    {%s} = %s_like;\n    {%s_left.tid, %s_left_word} = "
            "%s_keep;\n    %s_left.addr = {%s_left_line, %s_left_word};\n    %s_left.words = %s_words;\n"
            "  end\n",
            lane, out, lane, lane, lane, lane, lane, lane, lane, lane, lane);
}

void sv_words_join(sv_control *c, int k, const char *lane) {
    const cg_lane_plan *l = &c->plan->lanes[c->mp->out_channels[k]];
    if (!l->joining) return;
    if (c->s->msgs[c->s->channels[c->mp->out_channels[k]].msgs[0]].joins.messages) {
        print_gather(c, l, c->mp->out_channels[k], lane);
        return;
    }
    cg_arena *a = c->f.arena;
    const bool line = cg_slot_find(&l->layout, "line") != NULL;
    const int words = (int)c->s->line_bytes / CG_WORD_BYTES, word_bits = line ? CG_WORD_BITS : 1;
    int bits;
    const char *in =
        like(c, l, cg_arena_printf(a, "s2_%s_dst", lane), cg_arena_printf(a, "%s_out", lane), &bits);
    const char *out =
        like(c, l, cg_arena_printf(a, "%s_left_dst", lane), cg_arena_printf(a, "%s_left", lane), &bits);
    fprintf(c->out,
            "  logic %s_joins, %s_leaves;\n  logic [%d:0] %s_left_dst;\n  logic [%d:0] %s_like;\n"
            "  logic [%d:0] %s_words;\n  logic [%d:0] %s_data;\n  %s_pkg::%s_t %s_left;\n",
            lane, lane, l->n_dst - 1, lane, bits - 1, lane, words - 1, lane, words * word_bits - 1,
            cg_arena_printf(a, line ? "%s" : "unused_%s", lane), c->plan->name, lane, lane);
    fprintf(c->out,
            "  cohgen_join #(.LikeBits(%d), .Words(%d), .WordBits(%d)) u_%s_join (\n    .clk_i(clk_i), "
            ".rst_ni(rst_ni),\n    .push_valid_i(s2_fire && %s_send), .push_like_i({%s}),\n    "
            ".push_words_i(%s_out.words), .push_data_i(%s), .push_more_i(%s),\n    .join_o(%s_joins), "
            ".valid_o(%s_leaves), .like_o(%s_like), .words_o(%s_words), .data_o(%s_data)\n  );\n",
            bits, words, word_bits, lane, lane, in, lane, line ? "data_rdata" : "1'b0",
            c->mp->told ? "s2_rest != '0" : "1'b0", lane, lane, lane, lane,
            cg_arena_printf(a, line ? "%s" : "unused_%s", lane));
    fprintf(c->out,
            "  always_comb begin\n    %s_left = '0;\n    {%s} = %s_like;\n    %s_left.words = %s_words;\n",
            lane, out, lane, lane, lane);
    if (line) fprintf(c->out, "    %s_left.line = %s_data;\n", lane, lane);
    fputs("  end\n", c->out);
}

// Places are kept for what waits.
void sv_joined_queue(sv_control *c, int k, const char *lane, int width) {
    const cg_lane_plan *l = &c->plan->lanes[c->mp->out_channels[k]];
    const int all = cg_bits((uint64_t)(l->depth + l->joining)), free = cg_bits((uint64_t)l->depth);
    fprintf(c->out,
            "  logic [%d:0] %s_all_free;\n  cohgen_fifo #(.Width(%d), .Depth(%d)) u_%s_out (\n    "
            ".clk_i(clk_i), .rst_ni(rst_ni),\n    .push_valid_i(%s_leaves), "
            ".push_ready_o(unused_%s_ready), .push_data_i({%s_left_dst, %s_left}),\n"
            "    .pop_valid_o(%s_valid_o), .pop_ready_i(%s_ready_i), .pop_data_o({%s_dst_o, %s_o}), "
            ".free_o(%s_all_free)\n  );\n  assign %s_free = (%s_all_free <= %d'd%d) ? '0 : %d'(%s_all_free - "
            "%d'd%d);\n",
            all - 1, lane, width, l->depth + l->joining, lane, lane, lane, lane, lane, lane, lane, lane, lane,
            lane, lane, lane, all, l->joining, free, lane, all, l->joining);
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (rst_ni) room_for_%s: assert (!%s_leaves || unused_%s_ready) else\n"
            "      $error(\"%s.%s: a message for %s, and its queue is full\");\n  end\n`endif\n",
            lane, lane, lane, c->plan->name, c->m->name, lane);
}
