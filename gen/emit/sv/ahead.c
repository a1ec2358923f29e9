// What the transitions ahead write of the line whose data an event has read before: a word is kept for it,
// and behind more than a word it looks again.
#include "control.h"

// Which bytes of the line the transition in S2 writes, if it writes a word.
static const char *word_lanes(const sv_control *c, int bytes) {
    return c->m->of_words ? "s2_word_bytes"
                          : cg_arena_printf(c->f.arena, "%d'(s2_word_bytes) << {s2_offset, 2'b00}", bytes);
}

// The line has been read in S0b, before the two transitions ahead wrote: the younger one counts.
static void print_words_ahead(sv_control *c, int bytes) {
    fprintf(c->out,
            "  // Words that the two transitions ahead have written, and which bytes of the line they have.\n"
            "  logic [%d:0] data_ahead_q, data_before_q;\n"
            "  logic [%d:0] data_ahead_lane_q, s1_before_lane_q, data_before_lane_q, data_word_lane;\n"
            "  assign data_word_lane = data_write ? %s : '0;\n",
            CG_WORD_BITS - 1, bytes - 1, word_lanes(c, bytes));
    fprintf(c->out,
            "  always_ff @(posedge clk_i) begin\n    data_ahead_q <= s2_new;\n    data_before_q <= "
            "data_ahead_q;\n    data_ahead_lane_q <= data_word_lane & {%d{same_line}};\n"
            "    s1_before_lane_q <= data_word_lane & {%d{s0b_same_line}};\n"
            "    data_before_lane_q <= s1_before_lane_q;\n  end\n",
            bytes, bytes);
    fprintf(c->out,
            "  for (genvar l = 0; l < %d; l++) begin : g_data\n    assign data_rdata[l*8 +: 8] = "
            "data_ahead_lane_q[l] ? data_ahead_q[l%%4*8 +: 8]\n        : data_before_lane_q[l] ? "
            "data_before_q[l%%4*8 +: 8] : data_stored[l*8 +: 8];\n  end\n",
            bytes);
}

// What the line's word is that the transition ahead has written, and the line with it.
//
// COHGEN_QUICK is a form for simulation: Verilator makes a test of each lane in each cycle of the other one.
// tests/lint proves that both are the same multiplexer; it takes them out of the design by these lines.
void sv_word_ahead(sv_control *c, int bytes) {
    if (sv_late(c)) {
        print_words_ahead(c, bytes);
        return;
    }
    fprintf(c->out,
            "  // A word that the transition ahead has written, and which bytes of the line it has.\n"
            "  logic [%d:0] data_ahead_q;\n  logic [%d:0] data_ahead_lane_q;\n"
            "  always_ff @(posedge clk_i) begin\n    data_ahead_q <= s2_new;\n    data_ahead_lane_q <= "
            "(data_write && same_line) ? %s : '0;\n  end\n",
            CG_WORD_BITS - 1, bytes - 1, word_lanes(c, bytes));
    fprintf(c->out,
            "`ifdef COHGEN_QUICK\n  always_comb begin\n    data_rdata = data_stored;\n"
            "    if (data_ahead_lane_q != '0) for (int l = 0; l < %d; l++) if (data_ahead_lane_q[l])\n"
            "      data_rdata[l*8 +: 8] = data_ahead_q[l%%4*8 +: 8];\n  end\n`else\n"
            "  for (genvar l = 0; l < %d; l++) begin : g_data\n"
            "    assign data_rdata[l*8 +: 8] = data_ahead_lane_q[l] ? data_ahead_q[l%%4*8 +: 8] : "
            "data_stored[l*8 +: 8];\n  end\n`endif\n",
            bytes, bytes);
}

static void written_terms(sv_control *c, sv_logic *ahead, const char *same_line) {
    sv_term(ahead, "it takes effect", "s2_fire");
    sv_term(ahead, "it is about the same line", "%s", same_line);
    sv_logic *what = sv_group(ahead, SV_ANY, "what it writes");
    sv_term(what, "the message's line", "fill");
    sv_event_terms(c, what, "the message's bytes", "s2", c->f.bytewise);
    if (c->f.place) sv_term(what, "fields in the place of data", "in_place");
    if (c->mp->words && c->mp->has_buffer) {
        sv_logic *drain = sv_group(what, SV_ALL, "the store buffer's bytes");
        sv_term(drain, "it is a drain", "s2_drain_q");
        sv_term(drain, "whose bytes are written", "write");
    }
}

void sv_written_ahead_terms(sv_control *c) {
    sv_logic *ahead =
        sv_group(c->p.stale, SV_ALL, "the transition ahead writes more of the line than a word");
    written_terms(c, ahead, "same_line");
    if (!sv_late(c)) return;
    c->p.before = sv_logic_new(c->f.arena, SV_ALL);
    written_terms(c, c->p.before, "s0b_same_line");
    sv_term(c->p.stale, "the one before it has, when the data were read", "s1_before_q");
}

// What S0b knows of the transition that is in S2 then: it is about the same line, and writes more than a
// word.
void sv_ahead_print(sv_control *c) {
    if (!sv_late(c)) return;
    fputs("  logic s0b_same_line;\n"
          "  assign s0b_same_line = s2_valid_q && s2_block && s0b_key == s2_key;\n",
          c->out);
    if (!c->p.before) return;
    fputs("  logic s1_before_q;\n  always_ff @(posedge clk_i) s1_before_q <= ", c->out);
    sv_logic_print(c->out, c->p.before);
    fputs(";\n", c->out);
}
