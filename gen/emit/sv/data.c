// S2 of a controller: the line's data, the answer to the core, and messages on their way out.
#include <string.h>

#include "control.h"

// The event's word, in a line.
static const char *word_of_line(const sv_control *c) {
    return c->m->of_words ? "" : "[{s2_offset, 5'd0} +: 32]";
}

static bool data_written(const sv_control *c) {
    return c->mp->has_write || c->mp->has_atomic || c->f.fills_around;
}

static bool completes_store(const sv_control *c) {
    return c->mp->has_complete && c->mp->defers_store;
}

static bool completes_atomic(const sv_control *c) {
    return c->mp->has_complete && c->mp->defers_atomic;
}

static void print_operand(sv_control *c, const char *name, bool comes) {
    if (comes)
        fprintf(c->out, "  assign op_%s = s2_in_q.%s;\n", name, name);
    else
        fprintf(c->out, "  assign op_%s = '0; // no event brings one\n", name);
}

// Whose operands are used, and what is done with them, known when the table has decided.
static void print_operands(sv_control *c) {
    const cg_slot *word = cg_slot_find(&c->mp->trace, "in.word"),
                  *cmp = cg_slot_find(&c->mp->trace, "in.cmp");
    if (completes_store(c) || completes_atomic(c)) {
        sv_control_operands(c);
        return;
    }
    print_operand(c, "word", word);
    print_operand(c, "mask", word);
    print_operand(c, "aop", cmp);
    print_operand(c, "cmp", cmp);
}

// Bits of a word's number in a line of the other machines.
static int asked_bits(const sv_control *c) {
    return cg_slot_find(&c->mp->trace, "in." CG_ASKED_SLOT)->width;
}

// The line that the event's message brings: it stands in its queue until the message is done with.
static void print_brought_line(sv_control *c) {
    const int bits = 8 * sv_line_bytes(c);
    // note [place words] in lang/local.h: the word that the message is about
    const char *part = c->m->of_words
                           ? cg_arena_printf(c->f.arena, "[{s2_in_q.%s[%d:0], 5'd0} +: %d]",
                                             CG_LEAVES[CG_X_GLOBAL].name, asked_bits(c) - 1, CG_WORD_BITS)
                           : "";
    if (!c->n_line_ports) return;
    if (c->n_line_ports == 1 && !c->ports[c->line_ports[0]].bytes) { // its reader knows whether one is there
        fprintf(c->out, "  assign s2_line = %s%s;\n", sv_line_of_port(c, &c->ports[c->line_ports[0]]), part);
        return;
    }
    fprintf(c->out, "  always_comb begin\n    s2_line = '0;\n");
    for (int i = 0; i < c->n_line_ports; i++)
        fprintf(c->out, "    s2_line = s2_line | (%s%s & {%d{s2_%s_q}});\n",
                sv_line_of_port(c, &c->ports[c->line_ports[i]]), part, bits, c->ports[c->line_ports[i]].name);
    bool some = false;
    for (int i = 0; i < c->n_ports; i++) some |= c->ports[i].bytes;
    if (some) fputs("    s2_bytes_in = '0;\n", c->out);
    for (int i = 0; i < c->n_ports; i++) {
        if (!c->ports[i].bytes) continue;
        fprintf(c->out, "    s2_bytes_in = s2_bytes_in | (%s_old.bytes & {%d{s2_%s_q}});\n", c->ports[i].name,
                (int)c->s->line_bytes, c->ports[i].name);
    }
    fputs("  end\n", c->out);
}

const char *sv_brought_line(const sv_control *c) {
    return c->n_line_ports ? "s2_line" : "'0";
}

static void declare_data_wires(sv_control *c) {
    char lane[SV_NAME];
    const int word_bits = c->mp->line_shift - 2;
    fprintf(c->out, "  logic do_hit, do_write, do_atomic%s;\n", sv_has_entries(c) ? ", held" : "");
    if (word_bits) fprintf(c->out, "  logic [%d:0] s2_offset;\n", word_bits - 1);
    fprintf(c->out,
            "%s  logic [%d:0] op_word, op_cmp;\n"
            "  logic [%d:0] op_mask;\n  logic [%d:0] op_aop;\n",
            sv_late(c) ? "" : cg_arena_printf(c->f.arena, "  logic [%d:0] s2_row;\n", sv_row_bits(c) - 1),
            CG_WORD_BITS - 1, CG_WORD_BYTES - 1, CG_AOP_BITS - 1);
    for (int k = 0; k < c->mp->n_out; k++) {
        const int ch = c->mp->out_channels[k];
        sv_lane(c->s, ch, lane);
        fprintf(c->out, "  logic [%d:0] s2_%s_dst;\n", c->plan->lanes[ch].n_dst - 1, lane);
    }
    sv_row_written(c);
    if (word_bits) fprintf(c->out, "  assign s2_offset = s2_in_q.addr[%d:2];\n", c->mp->line_shift - 1);
    sv_pipeline_print(c, SV_TO_DATA, SV_TO_DATA);
    print_operands(c);
    if (c->p.bytewise) {
        fputs("  logic bytewise; // bytes of s2_line are written\n  assign bytewise = ", c->out);
        sv_logic_print(c->out, c->p.bytewise);
        fputs(";\n", c->out);
    }
    print_brought_line(c);
}

static void print_out_queue(sv_control *c, int k, const cg_lane_plan *lane_plan, const char *lane) {
    const int width = lane_plan->layout.width + lane_plan->n_dst;
    const int free_bits = cg_bits((uint64_t)lane_plan->depth);
    if (lane_plan->joining) {
        sv_joined_queue(c, k, lane, width);
        sv_room_print(c, k, free_bits);
        return;
    }
    fprintf(c->out,
            "  cohgen_fifo #(.Width(%d), .Depth(%d)) u_%s_out (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "    .push_valid_i(s2_fire && %s_send), .push_ready_o(unused_%s_ready), "
            ".push_data_i({s2_%s_dst, %s_out}),\n"
            "    .pop_valid_o(%s_valid_o), .pop_ready_i(%s_ready_i), .pop_data_o({%s_dst_o, %s_o}), "
            ".free_o(%s_free)\n  );\n",
            width, lane_plan->depth, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane);
    sv_room_print(c, k, free_bits);
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (rst_ni) room_for_%s: assert (!(s2_fire && %s_send) || unused_%s_ready) else\n"
            "      $error(\"%s.%s: a message for %s, and its queue is full\");\n  end\n`endif\n",
            lane, lane, lane, c->plan->name, c->m->name, lane);
}

static void out_lane(sv_control *c, int k) {
    const int ch = c->mp->out_channels[k];
    const cg_lane_plan *lane_plan = &c->plan->lanes[ch];
    char lane[SV_NAME];
    sv_lane(c->s, ch, lane);
    fprintf(c->out, "\n  %s_pkg::%s_t %s_out;\n", c->plan->name, lane, lane);
    if (!lane_plan->link_bits)
        fprintf(c->out, "  logic [%d:0] %s_free;\n  logic unused_%s_ready;\n",
                cg_bits((uint64_t)lane_plan->depth) - 1, lane, lane);
    sv_control_join(c, ch, lane);
    sv_words_join(c, k, lane);
    if (lane_plan->link_bits)
        sv_link_out(c, k, lane);
    else
        print_out_queue(c, k, lane_plan, lane);
}

// ------------------------------------------------------------------------------------------ what is written

void sv_word_bytes_terms(sv_control *c, bool masked) {
    sv_logic *stored = c->p.word_bytes;
    if (masked) stored = sv_group(stored, SV_BITS_ALL, "of a store");
    sv_term(stored, "those that it has", "op_mask");
    if (masked) sv_term(stored, "if it is one", "{4{do_write}}");
    sv_term(c->p.word_bytes, "all, of an atomic", "{4{do_atomic}}");
}

// Without operands of deferred requests, only a store has a mask.
void sv_line_data_terms(sv_control *c) {
    sv_pipeline *p = &c->p;
    const bool atomics = c->f.atomic_held || completes_atomic(c);
    if (!atomics || c->mp->has_write) sv_term(p->changed, "of a store", "do_write");
    if (atomics) sv_term(p->changed, "of an atomic", "do_atomic");
    sv_word_bytes_terms(c, c->mp->has_complete);
    p->bytes->grouped = true;
    if (p->bytewise)
        sv_term(sv_choice_add(p->bytes, "a message brings bytes", "s2_bytes_in"), "it does", "bytewise");
}

void sv_control_new_word(sv_control *c) {
    fprintf(c->out,
            "  logic [%d:0] data_lanes, s2_bytes;\n  logic [31:0] s2_old, s2_new;\n"
            "  logic [3:0] s2_word_bytes;\n  assign s2_word_bytes = ",
            sv_line_bytes(c) - 1);
    sv_logic_print(c->out, c->p.word_bytes);
    fputs(";\n  assign s2_bytes = ", c->out);
    sv_choice_print(c->out, c->p.bytes);
    fputs(";\n", c->out);
    if (c->mp->has_complete)
        sv_control_old_word(c, c->mp->early_bytes);
    else
        fprintf(c->out, "  assign s2_old = data_rdata%s;\n", word_of_line(c));
    sv_control_operation(c);
}

// Words of a line come into an entry one after the other, so others of its words keep their bytes: of what S2
// knows of the entry. An entry that is new has none.
static void print_marks_of_words(sv_control *c, const char *of) {
    const int bytes = sv_line_bytes(c);
    fprintf(c->out,
            ".wlane_i(1'b1),\n    .wdata_i((marked_bytes & {%d{mshr_hit}} & ~(%s & {%d{alloc_mshr}})) | "
            "(s2_bytes & {%d{",
            bytes, of, bytes, bytes);
    sv_logic_print(c->out, c->p.changed);
    fputs("}})),\n", c->out);
}

static void print_marks_written(sv_control *c) {
    fputs("s2_fire && (alloc_mshr || (", c->out);
    sv_logic_print_operand(c->out, c->p.changed);
    fputs(" && held))", c->out);
}

static void marks_of_words(sv_control *c) {
    const int bytes = sv_line_bytes(c);
    fprintf(c->out,
            "  logic [%d:0] marked_bytes;\n  cohgen_ram_fwd #(.Depth(%llu), .Lanes(1), .LaneBits(%d)) "
            "u_marked (\n    .clk_i(clk_i),\n    .wen_i(",
            bytes - 1, (unsigned long long)c->m->mshrs, bytes);
    print_marks_written(c);
    fputs("), .waddr_i(mshr_idx),\n    ", c->out);
    print_marks_of_words(c, "group_bytes");
    fputs("    .ren_i(s1_valid_q), .raddr_i(s1_mshr_idx), .rdata_o(marked_bytes)\n  );\n", c->out);
}

// S2 begins with the entry's number, and reads and writes its row: nothing need be forwarded.
static void marks_of_lines(sv_control *c) {
    const int bytes = sv_line_bytes(c), entries = (int)c->m->mshrs;
    fprintf(c->out,
            "  logic [%1$d:0] marked_bytes, marks_d; // of the line's entry\n  logic [%2$d:0] marks;\n"
            "  logic marks_write;\n  assign marked_bytes = marks[s2_mshr_idx_q*%3$d +: %3$d];\n"
            "  assign marks_d = (marked_bytes & {%3$d{!alloc_mshr}}) | (s2_bytes & {%3$d{",
            bytes - 1, bytes * entries - 1, bytes);
    sv_logic_print(c->out, c->p.changed);
    fputs("}});\n  assign marks_write = ", c->out);
    print_marks_written(c);
    fprintf(c->out,
            ";\n`ifdef COHGEN_LATCHES\n  cohgen_rows #(.Depth(%1$d), .Width(%4$d)) u_marks (\n"
            "    .clk_i(clk_i), .wen_i(marks_write), .all_i(1'b0), .waddr_i(mshr_idx), .wdata_i(marks_d), "
            ".rows_o(marks)\n"
            "  );\n`else\n"
            "  for (genvar e = 0; e < %1$d; e++) begin : g_marks\n    logic [%2$d:0] bytes_q;\n"
            "    always_ff @(posedge clk_i) if (marks_write && mshr_idx == %3$d'(e)) bytes_q <= marks_d;\n"
            "    assign marks[e*%4$d +: %4$d] = bytes_q;\n  end\n`endif\n",
            entries, bytes - 1, c->mp->mshr_bits, bytes);
}

void sv_control_marked_bytes(sv_control *c) {
    sv_words_or_lines(c, marks_of_words, marks_of_lines);
}

_Static_assert(CG_DOES_WRITE_DATA == (CG_DOES_FILLS | CG_DOES_STORES | CG_DOES_OPERATES | CG_DOES_FINISHES),
               "write_data(), sv_control_filled_only() and words_data.c write what each such verb writes; "
               "add_data_terms() in pipeline.c says when");

// The bytes of a line that a fill writes: not those that were written while it was fetched, but for those of
// the deferred request that it completes.
static sv_logic *filled_lanes(const sv_control *c) {
    sv_logic *lanes = sv_logic_new(c->f.arena, SV_BITS_ANY), *brought = lanes;
    if (c->f.fills_around) {
        brought = sv_group(lanes, SV_BITS_ALL, "what the rule fills");
        sv_term(brought, "but for the bytes that it names", "~fill_kept");
    }
    if (c->mp->early_bytes || !c->f.fills_around) {
        sv_logic *filled = sv_group(brought, SV_BITS_ANY, "the bytes that the message brings");
        sv_logic *kept = sv_group(filled, SV_BITS_ALL, "without the bytes that were written");
        if (c->mp->early_bytes) sv_term(kept, "since the line has an entry", "~marked_bytes");
        if (c->mp->early_bytes && c->f.fills_bare)
            sv_term(filled, "all, of a line without an entry", "{%d{!held}}", sv_line_bytes(c));
    }
    if (c->mp->has_complete) sv_term(lanes, "those of the deferred request", "s2_bytes");
    return lanes;
}

static void print_filled_lanes(const sv_control *c) {
    fputs("  assign data_lanes = fill ? ", c->out);
    sv_logic_print_operand(c->out, filled_lanes(c));
    fputs(" : s2_bytes;\n", c->out);
}

static void write_data(sv_control *c) {
    const int bytes = sv_line_bytes(c);
    if (!c->n_line_ports) {
        fprintf(c->out, "  assign data_lanes = s2_bytes;\n  assign data_wdata = {%d{s2_new}};\n", bytes / 4);
        return;
    }
    print_filled_lanes(c);
    if (!c->mp->has_complete) {
        fprintf(c->out, "  assign data_wdata = s2_brings ? s2_line : {%d{s2_new}};\n", bytes / 4);
        return;
    }
    sv_logic *ours = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(ours, "it is written", "s2_bytes[b]");
    if (c->p.bytewise) sv_term(ours, "not by the message", "!bytewise");
    fprintf(c->out, "  always_comb begin\n    data_wdata = s2_line;\n    for (int b = 0; b < %d; b++) if (",
            bytes);
    sv_logic_print(c->out, ours);
    fputs(") data_wdata[b*8 +: 8] = s2_new[(b%4)*8 +: 8];\n  end\n", c->out);
}

void sv_control_filled_only(sv_control *c) {
    if (c->mp->has_complete) sv_control_old_word(c, false);
    const char *remark = c->n_line_ports ? "" : " // no message brings any";
    fprintf(c->out, "  assign data_wdata = %s;%s\n", sv_brought_line(c), remark);
}

// The array, and what is written to it: `stored`, in the lanes of data_lane.
static void print_array(sv_control *c, int lanes, int lane_bits, const char *stored, const char *read) {
    if (c->m->local && c->mp->has_sweep)
        fputs("  logic data_clear; // of the sweep after reset alone\n"
              "  assign data_clear = sweep_write_q && sweep_init_q;\n",
              c->out);
    if (sv_late(c)) {
        sv_late_array(c, lanes, lane_bits, stored, read);
        return;
    }
    sv_array_open(c, "cohgen_sram_1r1w", lanes, lane_bits, sv_rows(c), "", "data");
    if (c->m->local) // its data are 0 at first
        fprintf(c->out,
                "    .wen_i(data_write || %1$s), .waddr_i(%1$s ? sweep_wset_q : s2_row),\n"
                "    .wlane_i(data_lane | {%2$d{%1$s}}), .wdata_i(%1$s ? '0 : %3$s),\n",
                c->mp->has_sweep ? "data_clear" : "sweep_write_q", lanes, stored);
    else
        fprintf(c->out, "    .wen_i(data_write), .waddr_i(s2_row), .wlane_i(data_lane), .wdata_i(%s),\n",
                stored);
    fprintf(c->out, "    .ren_i(%s), .raddr_i(s1_row), .rdata_o(%s)\n  );\n", sv_data_read(c), read);
}

// An event behind a transition of the same line has read the array before that one wrote. The word that a
// store or an atomic writes is kept for it, so that they can follow each other in every cycle; an event
// behind one that writes more has gone back (sv_written_ahead_terms()). No other event reads its row, or none
// has use for what is there. So the keys say it, which S1 has from registers, not the rows.
void sv_control_data_array(sv_control *c, int lanes, int lane_bits, const char *written) {
    const int width = lanes * lane_bits;
    const bool words = lane_bits == 8; // else only lines are written
    if (words) fprintf(c->out, "  logic [%d:0] data_stored;\n", width - 1);
    fprintf(c->out, "  logic [%d:0] data_lane;\n%s  assign data_write = ", lanes - 1,
            c->mp->pairs ? "" : "  logic data_write;\n");
    sv_logic_print(c->out, c->p.array);
    const char *stored = "data_wdata";
    if (c->mp->vacates) {
        stored = "data_kept";
        const char *moves = c->mp->pairs ? "(s2_evicts || s2_paired_q)" : "s2_evicts";
        fprintf(c->out, ";\n  assign data_lane = %s | {%d{%s}};\n", written, lanes, moves);
        fprintf(c->out, "  logic [%d:0] data_kept;\n  assign data_kept = %s ? data_rdata : data_wdata;\n",
                width - 1, moves);
    } else {
        fprintf(c->out, ";\n  assign data_lane = %s;%s\n", written, lanes == 1 ? " // the whole line" : "");
    }
    print_array(c, lanes, lane_bits, stored, words ? "data_stored" : "data_rdata");
    if (words) sv_word_ahead(c, lanes);
}

static void data_array(sv_control *c) {
    const int line = 8 * sv_line_bytes(c), bytes = sv_line_bytes(c);
    fprintf(c->out,
            "\n  // The data array; bytes written while a line is fetched stay when memory's data comes.\n  "
            "logic [%d:0] data_rdata, data_wdata;\n",
            line - 1);
    if (data_written(c)) {
        sv_control_new_word(c);
        if (c->mp->early_bytes) sv_control_marked_bytes(c);
        write_data(c);
        sv_control_data_array(c, bytes, 8, "data_lanes");
    } else {
        sv_control_filled_only(c);
        sv_control_data_array(c, 1, line, "1'b1");
    }
}

// Which events bring a value. False: none.
static bool find_values(const sv_control *c, bool *values) {
    bool some = false;
    for (int e = 0; e < c->m->n_events; e++) {
        const cg_event *event = &c->m->events[e];
        values[e] = event->kind == CG_EV_MESSAGE && c->s->msgs[event->msg].payload == CG_PAY_VALUE;
        some |= values[e];
    }
    return some;
}

// `respond msg`: the word of the line that the message brings, or the value.
static void print_brought_word(sv_control *c, const char *word) {
    bool *values = cg_arena_alloc(c->f.arena, (size_t)c->m->n_events * sizeof *values);
    const bool some = find_values(c, values);
    if (!some && !c->n_line_ports) return;
    sv_choice *brought = c->n_line_ports ? sv_choice_new(c->f.arena, "s2_line%s", word)
                                         : sv_choice_new(c->f.arena, "s2_in_q.word");
    if (some && c->n_line_ports) {
        sv_logic *is = sv_choice_add(brought, "the message is a value", "s2_in_q.word");
        sv_event_terms(c, sv_group(is, SV_ANY, "by its kind"), "its kind says so", "s2", values);
    }
    fputs("(respond == 2'd3) ? ", c->out);
    sv_choice_print_operand(c->out, brought);
    fputs(" : ", c->out);
}

static void core_answer(sv_control *c) {
    fputs("\n  // The core is answered from the line, or from the message that came.\n"
          "  assign core_resp_valid_o = ",
          c->out);
    sv_logic_print(c->out, c->p.answer);
    fputs(";\n  assign core_resp_tid_o = s2_in_q.tid;\n", c->out);
    if (c->s->has_order) fputs("  assign core_resp_next_tid_o = s1_in_q.tid;\n", c->out);
    const char *word = word_of_line(c);
    fputs("  assign core_resp_data_o = (", c->out);
    sv_logic_print(c->out, c->p.bare);
    fputs(") ? 32'd0 : ", c->out);
    print_brought_word(c, word);
    if (c->mp->has_complete)
        fputs("s2_old;\n", c->out);
    else
        fprintf(c->out, "data_rdata%s;\n", word);
}

void sv_control_data(sv_control *c) {
    fputs("\n  // ---- S2: data ----\n", c->out);
    declare_data_wires(c);
    for (int k = 0; k < c->mp->n_out; k++) sv_destination(c, k);
    sv_words_or_lines(c, sv_words_data, data_array);
    sv_masks_assert(c);
    for (int k = 0; k < c->mp->n_out; k++) (sv_pair_on(c, k) ? sv_pair_lane : out_lane)(c, k);
    if (c->m->core_port) core_answer(c);
}
