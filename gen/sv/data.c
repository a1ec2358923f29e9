// S2 of a controller: the line's data, the answer to the core, and messages on their way out.
#include <string.h>

#include "control.h"

static bool data_written(const sv_control *c) {
    return c->mp->has_write || c->mp->has_atomic;
}

static bool completes_store(const sv_control *c) {
    return c->mp->has_complete && c->mp->keeps_store;
}

static bool completes_atomic(const sv_control *c) {
    return c->mp->has_complete && c->mp->keeps_atomic;
}

static void stage_registers(sv_control *c) {
    char lane[SV_NAME];
    const int word_bits = c->mp->line_shift - 2;
    fputs("  logic s2_valid_q, s2_hit_q, s2_fill_q, s2_write_q, s2_atomic_q, s2_alloc_q, s2_held_q;\n  logic "
          "[1:0] s2_respond_q;\n",
          c->out);
    fprintf(c->out,
            "  logic [%d:0] s2_tid_q;\n  logic [%d:0] s2_offset_q;\n  logic [%d:0] s2_mshr_q;\n  logic "
            "[%d:0] s1_row, s2_row_q;\n",
            c->plan->tid_bits - 1, word_bits - 1, c->mp->mshr_bits - 1,
            c->mp->set_bits + (c->m->ways > 1 ? c->mp->way_bits : 0) - 1);
    fprintf(c->out,
            "  logic [%d:0] s2_word_q, s2_cmp_q;\n  logic [%d:0] s2_mask_q;\n  logic [%d:0] s2_aop_q;\n",
            CG_WORD_BITS - 1, CG_WORD_BYTES - 1, CG_AOP_BITS - 1);
    if (c->n_line_ports) fprintf(c->out, "  logic [%d:0] s2_line_q;\n", (int)c->s->line_bytes * 8 - 1);
    if (sv_bytewise(c))
        fprintf(c->out,
                "  logic s2_bytewise_q;\n  logic [%d:0] s2_came_q; // bytes of s2_line_q that are written\n",
                (int)c->s->line_bytes - 1);
    for (int k = 0; k < c->mp->n_out; k++) {
        const int ch = c->mp->out_channels[k];
        sv_lane(c->s, ch, lane);
        fprintf(c->out,
                "  logic s2_%s_send_q;\n  %s_pkg::%s_t s2_%s_q;\n  logic [%d:0] s1_%s_dst, s2_%s_dst_q;\n",
                lane, c->s->name, lane, lane, c->plan->lanes[ch].n_dst - 1, lane, lane);
    }
    if (sv_answers_fences(c)) fputs("  logic s2_fence_q;\n", c->out);
    const cg_slot *word = cg_slot_find(&c->mp->trace, "in.word"),
                  *cmp = cg_slot_find(&c->mp->trace, "in.cmp");
    fputs(c->m->ways > 1 ? "  assign s1_row = {s1_set, alloc_way_idx};\n" : "  assign s1_row = s1_set;\n",
          c->out);
    fputs("  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      s2_valid_q <= "
          "1'b0;\n",
          c->out);
    if (sv_answers_fences(c)) fputs("      s2_fence_q <= 1'b0;\n", c->out);
    fputs("    end else begin\n      s2_valid_q <= s1_fire;\n", c->out);
    if (sv_answers_fences(c)) fputs("      s2_fence_q <= s1_answer;\n", c->out);
    fputs("    end\n  end\n  always_ff @(posedge clk_i) begin\n", c->out);
    if (sv_answers_fences(c)) fputs("    if (s1_answer) s2_tid_q <= s1_in_q.tid;\n", c->out);
    fputs("    if (s1_fire) begin\n      s2_hit_q <= hit", c->out);
    fputs(c->mp->has_complete ? " || complete" : "", c->out);
    fputs(";\n      s2_respond_q <= respond;\n      s2_fill_q <= fill;\n      s2_write_q <= write", c->out);
    fputs(completes_store(c) ? " || kept_store" : "", c->out);
    fputs(";\n      s2_atomic_q <= atomic", c->out);
    fputs(completes_atomic(c) ? " || kept_atomic" : "", c->out);
    fputs(";\n      s2_alloc_q <= alloc_mshr;\n      s2_held_q <= ", c->out);
    fputs(c->mp->words ? "(s1_leader & word_entry) != '0" : "mshr_hit", c->out);
    fputs(";\n      s2_tid_q <= "
          "s1_in_q.tid;\n   "
          "   s2_mshr_q <= mshr_idx;\n      s2_row_q <= s1_row;\n",
          c->out);
    fprintf(c->out, "      s2_offset_q <= s1_in_q.addr[%d:2];\n", c->mp->line_shift - 1);
    if (completes_store(c) || completes_atomic(c)) {
        sv_control_operands(c);
    } else {
        fprintf(c->out, "      s2_word_q <= %s;\n      s2_mask_q <= %s;\n", word ? "s1_in_q.word" : "'0",
                word ? "s1_in_q.mask" : "'0");
        fprintf(c->out, "      s2_aop_q <= %s;\n      s2_cmp_q <= %s;\n", cmp ? "s1_in_q.aop" : "'0",
                cmp ? "s1_in_q.cmp" : "'0");
    }
    if (c->n_line_ports) {
        fputs("      if (", c->out);
        for (int i = 0; i < c->n_line_ports; i++)
            fprintf(c->out, "%ss1_%s_q", i ? " || " : "", c->ports[c->line_ports[i]].name);
        fputs(") s2_line_q <= s1_line_q;\n", c->out);
    }
    if (sv_bytewise(c)) {
        fputs("      s2_bytewise_q <= write && (", c->out);
        sv_bytewise_event(c);
        fputs(");\n      s2_came_q <= s1_bytes_q;\n", c->out);
    }
    for (int k = 0; k < c->mp->n_out; k++) {
        sv_lane(c->s, c->mp->out_channels[k], lane);
        fprintf(c->out,
                "      s2_%s_send_q <= %s_send;\n      s2_%s_q <= s1_%s;\n      s2_%s_dst_q <= s1_%s_dst;\n",
                lane, lane, lane, lane, lane, lane);
    }
    fputs("    end\n  end\n", c->out);
}

static void sender(sv_control *c, const char *lane, int n) {
    const int want = cg_bits((uint64_t)n - 1), have = cg_slot_find(&c->mp->trace, "src")->width;
    if (want == have)
        fprintf(c->out, "s1_%s_dst[s1_in_q.src] = 1'b1;\n", lane);
    else
        fprintf(c->out, "s1_%s_dst[s1_in_q.src[%d:0]] = 1'b1;\n", lane, want - 1);
}

// Where a message goes, as a mask over the receivers.
static void destination(sv_control *c, int k) {
    const int ch = c->mp->out_channels[k], n = c->plan->lanes[ch].n_dst;
    const unsigned kinds = c->f.dests[k];
    const bool several = kinds & (kinds - 1);
    char lane[SV_NAME];
    sv_lane(c->s, ch, lane);
    fprintf(c->out, "  always_comb begin\n    s1_%s_dst = '0;\n", lane);
    for (int d = 0; d <= CG_TO_EXPR; d++) {
        if (!(kinds >> d & 1)) continue;
        if (several)
            fprintf(c->out, "    if (%s_dest == 3'd%d) ", lane, d);
        else
            fputs("    ", c->out);
        const int home_bits =
            c->m->home
                ? 0
                : (c->s->channels[ch].to >= 0 ? c->plan->machines[c->s->channels[ch].to].home_shift : 0);
        switch ((cg_dest)d) {
        case CG_TO_HOME:
            if (n == 1)
                fprintf(c->out, "s1_%s_dst = 1'b1;\n", lane);
            else
                fprintf(c->out, "s1_%s_dst[s1_in_q.addr[%d:%d]] = 1'b1;\n", lane,
                        c->mp->line_shift + home_bits - 1, c->mp->line_shift);
            break;
        case CG_TO_SRC:
            if (n == 1)
                fprintf(c->out, "s1_%s_dst = 1'b1;\n", lane);
            else
                sender(c, lane, n);
            break;
        case CG_TO_ALL: fprintf(c->out, "s1_%s_dst = '1;\n", lane); break;
        case CG_TO_NEXT:
        case CG_TO_MEMORY: fprintf(c->out, "s1_%s_dst[0] = 1'b1; // one neighbour\n", lane); break;
        case CG_TO_EXPR: fprintf(c->out, "s1_%s_dst = %s_to;\n", lane, lane); break;
        }
    }
    fputs("  end\n", c->out);
}

static void out_lane(sv_control *c, int k) {
    const int ch = c->mp->out_channels[k];
    const cg_lane_plan *lane_plan = &c->plan->lanes[ch];
    const int width = lane_plan->layout.width + lane_plan->n_dst;
    const int free_bits = cg_bits((uint64_t)lane_plan->depth);
    char lane[SV_NAME];
    sv_lane(c->s, ch, lane);
    fprintf(c->out,
            "\n  %s_pkg::%s_t %s_out;\n  logic [%d:0] %s_free;\n  logic unused_%s_ready;\n  always_comb "
            "begin\n    %s_out = s2_%s_q;\n",
            c->s->name, lane, lane, free_bits - 1, lane, lane, lane, lane);
    if (cg_slot_find(&lane_plan->layout, "line")) sv_control_join(c, ch, lane);
    fprintf(c->out,
            "  end\n  cohgen_fifo #(.Width(%d), .Depth(%d)) u_%s_out (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "    .push_valid_i(s2_valid_q && s2_%s_send_q), .push_ready_o(unused_%s_ready), "
            ".push_data_i({s2_%s_dst_q, %s_out}),\n"
            "    .pop_valid_o(%s_valid_o), .pop_ready_i(%s_ready_i), .pop_data_o({%s_dst_o, %s_o}), "
            ".free_o(%s_free)\n  );\n"
            "  assign room_%s = %s_free >= %d'd3;\n",
            width, lane_plan->depth, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane,
            free_bits);
}

// The word of the line that the event is about, and what becomes of it.
static void new_word(sv_control *c) {
    const int bytes = (int)c->s->line_bytes;
    fprintf(c->out, "  logic [%d:0] data_lanes, s2_bytes;\n  logic [31:0] s2_old, s2_new;\n", bytes - 1);
    fprintf(c->out,
            "  logic [3:0] s2_word_bytes;\n  assign s2_word_bytes = %s | {4{s2_atomic_q}};\n  "
            "assign s2_bytes = %s%d'(s2_word_bytes) << {s2_offset_q, 2'b00}%s;\n",
            c->mp->has_complete ? "(s2_mask_q & {4{s2_write_q}})" : "s2_mask_q",
            sv_bytewise(c) ? "s2_bytewise_q ? s2_came_q : (" : "", bytes, sv_bytewise(c) ? ")" : "");
    if (c->mp->has_complete)
        sv_control_old_word(c, c->f.marks);
    else
        fputs("  assign s2_old = data_rdata[{s2_offset_q, 5'd0} +: 32];\n", c->out);
    if (c->mp->has_atomic) {
        fputs("  logic [31:0] amo_new;\n  cohgen_amo #(.Width(32)) u_amo (.op_i(s2_aop_q), "
              ".old_i(s2_old), .operand_i(s2_word_q), .compare_i(s2_cmp_q), .new_o(amo_new));\n"
              "  assign s2_new = s2_atomic_q ? amo_new : s2_word_q;\n",
              c->out);
    } else {
        fputs("  assign s2_new = s2_word_q;\n", c->out);
    }
}

// One bit a byte and MSHR entry: written since the entry was allocated.
static void written_bytes(sv_control *c) {
    const int bytes = (int)c->s->line_bytes;
    const bool atomics = c->f.atomic_held || completes_atomic(c);
    const char *written = !atomics           ? "s2_write_q"
                          : c->mp->has_write ? "(s2_write_q || s2_atomic_q)"
                                             : "s2_atomic_q";
    fprintf(c->out,
            "  logic [%d:0] kept_bytes;\n  cohgen_ram_fwd #(.Depth(%llu), .Lanes(%d), .LaneBits(1)) "
            "u_kept (\n    .clk_i(clk_i),\n"
            "    .wen_i(s2_valid_q && (s2_alloc_q || (%s && s2_held_q))), .waddr_i(s2_mshr_q),\n"
            "    .wlane_i(s2_alloc_q ? '1 : s2_bytes), .wdata_i(%s ? s2_bytes : '0),\n"
            "    .ren_i(s1_fire && fill), .raddr_i(mshr_idx), .rdata_o(kept_bytes)\n  );\n",
            bytes - 1, (unsigned long long)c->m->mshrs, bytes, written, written);
}

static void write_data(sv_control *c) {
    const int bytes = (int)c->s->line_bytes;
    char fill_lanes[SV_NAME] = "'1";
    if (c->f.marks && c->f.fills_bare)
        snprintf(fill_lanes, sizeof fill_lanes, "(~kept_bytes | {%d{!s2_held_q}})", bytes);
    else if (c->f.marks)
        snprintf(fill_lanes, sizeof fill_lanes, "~kept_bytes");
    if (!c->n_line_ports) {
        fprintf(c->out, "  assign data_lanes = s2_bytes;\n  assign data_wdata = {%d{s2_new}};\n", bytes / 4);
    } else if (c->mp->has_complete) {
        fprintf(c->out,
                "  assign data_lanes = s2_fill_q ? (%s | s2_bytes) : s2_bytes;\n  always_comb begin\n"
                "    data_wdata = s2_line_q;\n    for (int b = 0; b < %d; b++) if (s2_bytes[b]%s) "
                "data_wdata[b*8 +: 8] "
                "= s2_new[(b%%4)*8 +: 8];\n  end\n",
                fill_lanes, bytes, sv_bytewise(c) ? " && !s2_bytewise_q" : "");
    } else {
        fprintf(c->out,
                "  assign data_lanes = s2_fill_q ? %s : s2_bytes;\n  assign data_wdata = %s ? "
                "s2_line_q : {%d{s2_new}};\n",
                fill_lanes, sv_bytewise(c) ? "(s2_fill_q || s2_bytewise_q)" : "s2_fill_q", bytes / 4);
    }
}

void sv_control_filled_only(sv_control *c) {
    if (c->mp->has_complete) sv_control_old_word(c, false);
    fputs(c->n_line_ports ? "  assign data_wdata = s2_line_q;\n" : "  assign data_wdata = '0;\n", c->out);
}

void sv_control_data_array(sv_control *c, int lanes, int lane_bits, const char *written) {
    fprintf(c->out,
            "  cohgen_ram_fwd #(.Depth(%llu), .Lanes(%d), .LaneBits(%d)) u_data (\n    .clk_i(clk_i),\n"
            "    .wen_i(s2_valid_q && (s2_fill_q || s2_write_q || s2_atomic_q)), .waddr_i(s2_row_q), "
            ".wlane_i(%s), .wdata_i(data_wdata),\n"
            "    .ren_i(s1_fire), .raddr_i(s1_row), .rdata_o(data_rdata)\n  );\n",
            (unsigned long long)(c->m->sets * c->m->ways), lanes, lane_bits, written);
}

static void data_array(sv_control *c) {
    const int line = (int)c->s->line_bytes * 8, bytes = (int)c->s->line_bytes;
    fprintf(c->out,
            "\n  // The data array; bytes written while a line is fetched stay when memory's data comes.\n  "
            "logic [%d:0] data_rdata, data_wdata;\n",
            line - 1);
    if (data_written(c)) {
        new_word(c);
        if (c->f.marks) written_bytes(c);
        write_data(c);
        sv_control_data_array(c, bytes, 8, "data_lanes");
    } else {
        sv_control_filled_only(c);
        sv_control_data_array(c, 1, line, "1'b1");
    }
}

static void core_answer(sv_control *c) {
    fputs("\n  // The core is answered from the line, or from the message that came.\n"
          "  assign core_resp_valid_o = (s2_valid_q && (s2_hit_q || s2_respond_q != 2'd0))",
          c->out);
    fputs(sv_answers_fences(c) ? " || s2_fence_q" : "", c->out);
    fputs(";\n  assign core_resp_tid_o = s2_tid_q;\n", c->out);
    if (c->s->has_order) fputs("  assign core_resp_next_tid_o = s1_in_q.tid;\n", c->out);
    const char *word = "[{s2_offset_q, 5'd0} +: 32]";
    fprintf(c->out, "  assign core_resp_data_o = (%ss2_respond_q == 2'd1) ? 32'd0 : ",
            sv_answers_fences(c) ? "s2_fence_q || " : "");
    if (c->n_line_ports) fprintf(c->out, "(s2_respond_q == 2'd3) ? s2_line_q%s : ", word);
    if (c->mp->has_complete)
        fputs("s2_old;\n", c->out);
    else
        fprintf(c->out, "data_rdata%s;\n", word);
}

void sv_control_data(sv_control *c) {
    fputs("\n  // ---- S2: data ----\n", c->out);
    stage_registers(c);
    for (int k = 0; k < c->mp->n_out; k++) destination(c, k);
    if (c->mp->words)
        sv_words_data(c);
    else
        data_array(c);
    for (int k = 0; k < c->mp->n_out; k++) out_lane(c, k);
    if (c->m->core_port) core_answer(c);
    // Members that this machine's rules have no use for: read here, so that what is left over is said on
    // purpose.
    fputs("\n  logic unused;\n  assign unused = ^{id_i, s0_in, s1_in_q, s2_hit_q, s2_respond_q, s2_fill_q, "
          "s2_write_q, s2_atomic_q, s2_alloc_q, s2_held_q, s2_tid_q, s2_offset_q,\n"
          "                    s2_mshr_q, s2_word_q, s2_cmp_q, s2_mask_q, s2_aop_q, rule, must_evict, "
          "mshr_rdata, meta_rdata, release_mshr, flash_lines, flash_mshrs, stable_next",
          c->out);
    if (data_written(c)) fputs(", s2_old", c->out);
    if (c->mp->words) fputs(", s1_words, s1_part, s1_own", c->out);
    for (int i = 0; i < c->m->n_inputs; i++) fprintf(c->out, ", %s_i", c->s->inputs[c->m->inputs[i]].name);
    for (int i = 0; i < c->m->n_regs; i++) fprintf(c->out, ", %s_d", c->m->regs[i].name);
    for (int i = 0; i < c->m->n_line; i++)
        fprintf(c->out, ", line_%s, line_%s_d", c->m->line[i].name, c->m->line[i].name);
    for (int i = 0; i < c->m->n_mshr; i++)
        fprintf(c->out, ", mshr_%s, mshr_%s_d", c->m->mshr[i].name, c->m->mshr[i].name);
    for (int i = 0; i < c->m->n_thread; i++)
        fprintf(c->out, ", thread_%s, thread_%s_d", c->m->thread[i].name, c->m->thread[i].name);
    for (int i = 0; i < c->m->n_buffer; i++)
        fprintf(c->out, ", buffer_%s, buffer_%s_d", c->m->buffer[i].name, c->m->buffer[i].name);
    if (c->mp->has_buffer) fputs(", buffered, sb_line, sb_bytes", c->out);
    for (int i = 0; i < c->n_ports; i++) {
        if (c->ports[i].kind == SV_PORT_LANE) fprintf(c->out, ", %s_msg", c->ports[i].name);
    }
    fputs("};\n", c->out);
}
