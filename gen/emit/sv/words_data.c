// Machines of words: bytes of words in the store buffer and in the data array.
#include <string.h>

#include "control.h"

// --------------------------------------------------------------------------------------- the store buffer

// S2 has to know and to change which words have bytes in the entry: they are an entry's fields. Which bytes
// these are only a drain wants to know. They stand beside the data, in a memory under the entry's number: a
// byte and a bit that says that it counts. The first bytes of a word write these bits of all of it.
enum { LANE = 9 };

static void print_entry_words(sv_control *c, int bytes) {
    const int w = c->mp->words;
    fprintf(
        c->out,
        "  logic [%d:0] sb_put_word, sb_words_next;\n  logic [%d:0] sb_put_lanes, sb_mask, s2_group_bytes;\n"
        "  for (genvar i = 0; i < %d; i++) begin : g_put_word\n    assign sb_put_word[i] = |sb_put_bytes[i*4 "
        "+: 4];\n  end\n  for (genvar b = 0; b < %d; b++) begin : g_group_bytes\n    assign "
        "s2_group_bytes[b] = s2_group[b/4];\n    assign sb_put_lanes[b] = sb_put_bytes[b] || "
        "(sb_put_word[b/4] && !word_gathered[b/4]);\n  end\n"
        "  always_comb begin\n    sb_words_next = word_gathered;\n    if (sb_put) sb_words_next = "
        "word_gathered | sb_put_word;\n"
        "    if (s2_drain_q && !stall) sb_words_next = word_gathered & ~s2_group;\n  end\n",
        w - 1, bytes - 1, w, bytes);
}

// note [halves]: a line of bytes is two rows, so that the array has twice the words of half the width: that
// of 32 entries is a memory. A drain takes three cycles in any case. It reads the lower half with the number
// that comes with the offer, as it enters S1, and the upper half in S1. A steered drain may be of another
// entry than the one that is offered, and has its number in S1 only: the line is one row there.
static void entry_row(const sv_control *c, const char *idx, const char *half) {
    if (c->m->buffer_entries > 1)
        fprintf(c->out, "{%s, %s}", idx, half);
    else
        fputs(half, c->out);
}

static void halves(sv_control *c, int bytes) {
    const char *taken = sv_late(c) ? "sb_taken_idx_q" : "sb_drain_idx";
    const int idx = cg_bits(c->m->buffer_entries - 1), half = bytes / 2;
    char upper[SV_NAME];
    snprintf(upper, sizeof upper, "s2_in_q.addr[%d]", c->mp->line_shift - 1);
    if (sv_late(c))
        fprintf(
            c->out,
            "  logic [%d:0] sb_taken_idx_q;\n  always_ff @(posedge clk_i) if (drain_take) sb_taken_idx_q <= "
            "sb_drain_idx;\n",
            idx - 1);
    fprintf(c->out,
            "  logic [%d:0] sb_half, sb_half_q; // the upper one in S2, the lower one\n"
            "  assign sb_read_idx = s1_drain_q ? sb_look_idx : %s;\n"
            "  cohgen_sram_1r1w #(.Depth(%llu), .Lanes(%d), .LaneBits(%d)) u_store_bytes (\n"
            "    .clk_i(clk_i), .wen_i(s2_fire && sb_put), .waddr_i(",
            LANE * half - 1, taken, 2 * (unsigned long long)c->m->buffer_entries, half, LANE);
    entry_row(c, "sb_here_idx", upper);
    fprintf(c->out,
            "), .wlane_i(sb_put_lanes[%d:%d] | sb_put_lanes[%d:0]),\n    .wdata_i({%d{sb_put_data}}),\n    "
            ".ren_i(%s || s1_drain_q), .raddr_i(",
            bytes - 1, half, half - 1, half / 4, sv_late(c) ? "s0b_drain_q" : "drain_take");
    entry_row(c, "sb_read_idx", "s1_drain_q");
    fprintf(c->out,
            "), .rdata_o(sb_half)\n  );\n"
            "  always_ff @(posedge clk_i) begin\n    for (int l = 0; l < %d; l++)\n      sb_half_q[l*%d +: "
            "%d] <= "
            "sb_ahead_lane_q[l] ? sb_ahead_q[l%%4*%d +: %d] : sb_half[l*%d +: %d];\n  end\n"
            "  assign sb_stored = {sb_half, sb_half_q};\n",
            half, LANE, LANE, LANE, LANE, LANE, LANE);
}

static void whole_line(sv_control *c, int bytes) {
    fprintf(
        c->out,
        "  assign sb_read_idx = sb_look_idx;\n"
        "  cohgen_sram_1r1w #(.Depth(%llu), .Lanes(%d), .LaneBits(%d)) u_store_bytes (\n"
        "    .clk_i(clk_i), .wen_i(s2_fire && sb_put), .waddr_i(sb_here_idx), .wlane_i(sb_put_lanes), "
        ".wdata_i({%d{sb_put_data}}),\n    .ren_i(s1_drain_q), .raddr_i(sb_read_idx), .rdata_o(sb_stored)\n  "
        ");\n  logic unused_sb_drain_idx;\n  assign unused_sb_drain_idx = ^sb_drain_idx;\n",
        (unsigned long long)c->m->buffer_entries, bytes, LANE, bytes / 4);
}

// What the transition ahead puts into the entry that is read is a word: it is kept once, while each half is
// read.
static void bytes_leave(sv_control *c, int bytes) {
    const bool atomics = sv_buffers_atomics(c->m);
    fprintf(
        c->out,
        "  // The bytes of a line, read in two halves; a word that the transition ahead puts into the entry "
        "that is read, and which of its lanes are written.\n"
        "  logic [%d:0] sb_stored;\n  logic [%d:0] sb_put_data, sb_ahead_q;\n  logic [31:0] sb_put_bits;\n  "
        "logic [%d:0] "
        "sb_ahead_lane_q;\n  logic [%d:0] sb_read_idx;\n"
        "  assign sb_put_bits = %s;\n  for (genvar b = 0; b < 4; b++) begin : g_put_data\n    assign "
        "sb_put_data[b*%d +: %d] = {%s[b], sb_put_bits[b*8 +: 8]};\n  end\n",
        LANE * bytes - 1, LANE * 4 - 1, bytes - 1, cg_bits(c->m->buffer_entries - 1) - 1,
        atomics ? "do_atomic ? s2_new : s2_in_q.word" : "s2_in_q.word", LANE, LANE,
        atomics ? "sb_put_mask" : "s2_in_q.mask");
    if (c->mp->words > 1) {
        fputs("`ifdef COHGEN_STEER\n", c->out);
        whole_line(c, bytes);
        fputs("`else\n", c->out);
        halves(c, bytes);
        fputs("`endif\n", c->out);
    } else {
        whole_line(c, bytes);
    }
    fprintf(c->out,
            "  always_ff @(posedge clk_i) begin\n    sb_ahead_q <= sb_put_data;\n    sb_ahead_lane_q <= "
            "(s2_fire && "
            "sb_put && sb_here_idx == sb_read_idx) ? sb_put_lanes : '0;\n  end\n"
            "  for (genvar l = 0; l < %d; l++) begin : g_sb_line\n    logic counts;\n    assign {counts, "
            "sb_line[l*8 "
            "+: 8]} = sb_ahead_lane_q[l] ? sb_ahead_q[l%%4*%d +: %d] : sb_stored[l*%d +: %d];\n    assign "
            "sb_mask[l] = counts && word_gathered[l/4];\n  end\n  assign sb_bytes = sb_mask & "
            "s2_group_bytes;\n\n",
            bytes, LANE, LANE, LANE, LANE);
}

// A word that stalls holds up no others of its entry: what they wait for may wait for them. All get their
// turn.
static void skip_stalled(sv_control *c) {
    fputs("  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) drain_skip_q <= '0;\n"
          "    else if (s2_drain_q) drain_skip_q <= (s2_live && !s2_drop && stall && s2_words != '0) ? "
          "drain_skip_q | s2_group : '0;\n  end\n",
          c->out);
}

static void whole_words(sv_control *c) {
    if (!c->f.whole) return;
    // Rules for stores and drains may ask (E0311). If only those for drains do, it is no matter for others.
    sv_choice *whole = c->f.whole_of_others
                           ? sv_choice_new(c->f.arena, "(&s2_in_q.mask && s2_in_q.addr[%d:2] == %d'(i))",
                                           c->mp->line_shift - 1, c->mp->word_bits)
                           : sv_choice_new(c->f.arena, "1'b0");
    if (c->mp->has_buffer)
        sv_term(sv_choice_add(whole, "what the store buffer has of it", "&sb_mask[i*4 +: 4]"),
                "it is a drain", "s2_drain_q");
    fprintf(c->out,
            "  for (genvar i = 0; i < %d; i++) begin : g_whole\n    assign word_whole[i] = ", c->mp->words);
    sv_choice_print(c->out, whole);
    fputs(";\n  end\n", c->out);
}

void sv_words_buffer(sv_control *c) {
    const int bytes = (int)c->s->line_bytes, at = c->mp->line_shift + c->mp->home_shift;
    const int own = sv_buffer_field_bits(c), idx = cg_bits(c->m->buffer_entries - 1);
    const bool atomics = sv_buffers_atomics(c->m);
    if (atomics) sv_print_put_mask(c);
    fprintf(c->out,
            "\n  // The store buffer: looked up in S0, known and changed in S2, where the data are that S1 "
            "reads.\n"
            "  logic [%d:0] sb_fields;\n  logic [%d:0] sb_look_idx, "
            "sb_here_idx, sb_drain_idx;\n"
            "  logic [%d:0] sb_put_bytes;\n  assign sb_put_bytes = %d'(%s) << {s2_in_q.addr[%d:2], 2'b00};\n",
            own + c->mp->words - 1, idx - 1, bytes - 1, bytes, atomics ? "sb_put_mask" : "s2_in_q.mask",
            c->mp->line_shift - 1);
    print_entry_words(c, bytes);
    if (own) fprintf(c->out, "  logic [%d:0] unused_sb_look; // S2 knows them\n", own - 1);
    fprintf(
        c->out,
        "  logic [7:0] unused_sb_line;\n  logic unused_sb_bytes;\n"
        "  cohgen_store_buffer #(.Entries(%llu), .KeyBits(%d), .LineBytes(1), .FieldBits(%d)%s) "
        "u_store_buffer "
        "(\n"
        "    .clk_i(clk_i), .rst_ni(rst_ni), .look_i(%s), .look_key_i(%s.addr[%d:%d]),\n"
        "    .read_i(1'b0), .look_fields_o(%s), .look_idx_o(sb_look_idx), .hit_o(buffered),\n"
        "    .hit_fields_o(sb_fields), .here_idx_o(sb_here_idx), .full_o(sb_full),\n    .put_i(s2_fire && "
        "sb_put), "
        ".put_bytes_i(1'b0), .put_data_i(8'd0),\n    .set_i(s2_fire && s2_block), .fields_i({sb_words_next",
        (unsigned long long)c->m->buffer_entries, c->mp->key_bits, own + c->mp->words, sv_settle(c),
        sv_late(c) ? "s0b_valid_q" : "s0_valid", sv_late(c) ? "s0b_in_q" : "s0_in", (int)c->s->addr_bits - 1,
        at, own ? "{s1_gathered, unused_sb_look}" : "s1_gathered");
    for (int i = c->m->n_buffer - 1; i >= 0; i--) fprintf(c->out, ", buffer_%s_d", c->m->buffer[i].name);
    fputs("}), .want_i(s2_fire && sb_want), .want_all_i(s2_fire && sb_want_all),\n"
          "    .leave_i(s2_drain_q && s2_done), .retry_i(s2_drain_q && !s2_done),\n"
          "    .drain_valid_o(sb_offer), .drain_key_o(sb_key), .drain_idx_o(sb_drain_idx), "
          ".drain_take_i(sb_take),\n"
          "    .line_o(unused_sb_line), .bytes_o(unused_sb_bytes)\n  );\n",
          c->out);
    sv_buffer_fields(c, "word_gathered");
    bytes_leave(c, bytes);
    skip_stalled(c);
    whole_words(c);
}

// ---------------------------------------------------------------------------------------------- S2: data

static bool writes_words(const sv_control *c) {
    return c->mp->has_write || c->mp->has_atomic;
}

static void bytes_of_group(sv_control *c, int bytes) {
    if (!writes_words(c)) return;
    fprintf(c->out,
            "  logic [%d:0] group_bytes;\n  for (genvar b = 0; b < %d; b++) begin : g_bytes\n    assign "
            "group_bytes[b] = s2_group[b/4];\n  end\n",
            bytes - 1, bytes);
}

static void add_drain_terms(sv_logic *drains) {
    sv_term(drains, "it is a drain", "s2_drain_q");
    sv_term(drains, "whose bytes are written", "write");
}

void sv_words_data_terms(sv_control *c) {
    sv_pipeline *p = &c->p;
    sv_term(p->changed, "of a store", "do_write");
    sv_term(p->changed, "of an atomic", "do_atomic");
    sv_word_bytes_terms(c, true);
    if (c->mp->has_buffer) add_drain_terms(sv_choice_add(p->bytes, "the store buffer's", "sb_bytes"));
}

// What of the line is written: the word, words that a fill brings, words with fields in their place.
static sv_logic *written_lanes(const sv_control *c, int bytes) {
    sv_logic *lanes = sv_logic_new(c->f.arena, SV_BITS_ANY);
    sv_term(lanes, "bytes of a word", "s2_bytes");
    if (c->n_line_ports) {
        sv_logic *filled = sv_group(lanes, SV_BITS_ALL, "the group's words that a fill brings");
        sv_term(filled, "the group's", "group_bytes");
        sv_term(filled, "by a fill", "{%d{fill}}", bytes);
        if (c->mp->early_bytes)
            sv_term(filled, "but the bytes that were written since they are in the entry",
                    "~(marked_bytes & {%d{held}})", bytes);
    }
    if (c->f.place) {
        sv_logic *placed = sv_group(lanes, SV_BITS_ALL, "the group's words whose place fields take");
        sv_term(placed, "the group's", "group_bytes");
        sv_term(placed, "by an assignment", "{%d{in_place}}", bytes);
    }
    return lanes;
}

static void print_data_lanes(sv_control *c, int bytes) {
    sv_choice *byte = sv_choice_new(c->f.arena, "s2_new[(b%%4)*8 +: 8]");
    if (c->mp->has_buffer) add_drain_terms(sv_choice_add(byte, "the store buffer's", "sb_line[b*8 +: 8]"));
    fputs("  assign data_lanes = ", c->out);
    sv_logic_print(c->out, written_lanes(c, bytes));
    fputs(";\n  always_comb begin\n    data_wdata = ", c->out);
    sv_place_or_line(c);
    fprintf(c->out, "    for (int b = 0; b < %d; b++) if (s2_bytes[b]) data_wdata[b*8 +: 8] = ", bytes);
    sv_choice_print(c->out, byte);
    fputs(";\n  end\n", c->out);
}

void sv_words_data(sv_control *c) {
    const int bytes = (int)c->s->line_bytes;
    fputs(
        "\n  // The data array; a fill brings the group's words, but for bytes written since they are in the "
        "entry.\n",
        c->out);
    if (!sv_words_place(c)) fprintf(c->out, "  logic [%d:0] data_rdata;\n", bytes * 8 - 1);
    fprintf(c->out, "  logic [%d:0] data_wdata;\n", bytes * 8 - 1);
    bytes_of_group(c, bytes);
    if (writes_words(c)) {
        sv_control_new_word(c);
        if (c->mp->early_bytes) sv_control_marked_bytes(c);
        print_data_lanes(c, bytes);
        sv_control_data_array(c, bytes, 8, "data_lanes");
    } else {
        if (c->mp->has_complete) sv_control_old_word(c, false);
        fputs("  assign data_wdata = ", c->out);
        sv_place_or_line(c);
        sv_control_data_array(c, c->mp->words, 32, "s2_group");
    }
}

// An entry's words for which the alarm is due.
void sv_words_alarm(sv_control *c, const sv_port *p, const cg_event *e) {
    const int w = sv_words_of(c);
    fprintf(c->out, "    logic [%d:0] due;\n    for (genvar k = 0; k < %d; k++) begin : g_word\n", w - 1, w);
    for (int k = 0; k < c->m->n_mshr; k++) {
        const int one = c->m->mshr[k].type.width;
        if (!sv_alarm_reads(e->alarm, k)) continue;
        fputs("      logic ", c->out);
        sv_range(c->out, one);
        fprintf(c->out, "word_%s;\n      assign word_%s = of_mshr_%s", c->m->mshr[k].name, c->m->mshr[k].name,
                c->m->mshr[k].name);
        sv_element(c->out, "k", one);
        fputs(";\n", c->out);
    }
    fputs("      assign due[k] = of_words[k] && ", c->out);
    sv_alarm_condition(c, c->out, e, "word_");
    fprintf(c->out, ";\n    end\n    assign %s_due[i] = mshr_valid[i] && due != '0", p->name);
}
