// note [late] in docs/rtl.md: memories that show a word in the second cycle after it was read. Between S0 and
// S1 is a stage S0b, in which an event waits for its tags.
//
// S1 learns the way too late for the data. So S0b reads all ways of the set, and S2 selects. Lines that have
// given up their way for their entry (note [vacated]) are in a memory of their own, as few as there are
// entries, which S1 reads, and S2 has.
#include "control.h"

bool sv_late(const sv_control *c) {
    return c->plan->sram.late;
}

const char *sv_settle(const sv_control *c) {
    return sv_late(c) ? ", .Settle(3)" : "";
}

const char *sv_latency(const sv_control *c) {
    return sv_late(c) ? ", .Latency(2)" : "";
}

const char *sv_not_before(const sv_control *c, const char *port) {
    return sv_late(c) ? cg_arena_printf(c->f.arena, " && !s0b_%s_q", port) : "";
}

const char *sv_or_before(const sv_control *c, const char *port) {
    return sv_late(c) ? cg_arena_printf(c->f.arena, "s0b_%s_q || ", port) : "";
}

static void print_kept(sv_control *c, int width, const char *stored) {
    const char *moves = c->mp->pairs ? "(s2_evicts || s2_paired_q)" : "s2_evicts";
    const char *entry = c->mp->pairs ? "s2_paired_q ? pair_idx : mshr_idx" : "mshr_idx";
    fprintf(c->out,
            "  logic [%d:0] kept_rdata; // of a line without a way\n  logic s2_kept_q;\n"
            "  always_ff @(posedge clk_i) s2_kept_q <= s1_mshr_hit && !s1_mshr_has_way;\n"
            "  cohgen_sram_1r1w #(.Depth(%llu), .Lanes(1), .LaneBits(%d)) u_kept (\n    .clk_i(clk_i),\n"
            "    .wen_i(data_write && %s), .waddr_i(%s), .wlane_i(1'b1), .wdata_i(%s),\n"
            "    .ren_i(s1_valid_q), .raddr_i(s1_mshr_idx), .rdata_o(kept_rdata)\n  );\n",
            width - 1, (unsigned long long)c->m->mshrs, width, moves, entry, stored);
}

static void print_late_write(sv_control *c, int lanes, int ways, const char *stored) {
    const char *clear = c->mp->has_sweep ? "data_clear" : "sweep_write_q";
    const char *moves = c->mp->pairs ? " && !(s2_evicts || s2_paired_q)" : " && !s2_evicts";
    if (c->m->local) { // its data are 0 at first
        fprintf(c->out,
                "    .wen_i(data_write || %1$s), .waddr_i(%1$s ? sweep_wset_q : s2_set),\n"
                "    .wlane_i(data_lane | {%2$d{%1$s}}), .wdata_i(%1$s ? '0 : %3$s),\n",
                clear, lanes, stored);
        return;
    }
    fprintf(c->out, "    .wen_i(data_write%s), .waddr_i(s2_set), .wlane_i(", c->mp->vacates ? moves : "");
    if (ways == 1)
        fprintf(c->out, "data_lane), .wdata_i(%s),\n", stored);
    else
        fprintf(c->out, "data_ways), .wdata_i({%d{%s}}),\n", ways, stored);
}

void sv_late_array(sv_control *c, int lanes, int lane_bits, const char *stored, const char *read) {
    const int ways = c->m->local ? 1 : (int)c->m->ways, width = lanes * lane_bits;
    const bool kept = c->mp->vacates;
    const char *found = kept ? "data_found" : read;
    if (ways > 1)
        fprintf(c->out,
                "  logic [%d:0] data_ways; // the lanes of each way\n  logic [%d:0] data_set;\n"
                "  for (genvar w = 0; w < %d; w++) begin : g_ways\n"
                "    assign data_ways[w*%d +: %d] = data_lane & {%d{s2_way_q == %d'(w)}};\n  end\n",
                ways * lanes - 1, ways * width - 1, ways, lanes, lanes, lanes, c->mp->way_bits);
    if (kept) {
        fprintf(c->out, "  logic [%d:0] data_found;\n", width - 1);
        print_kept(c, width, stored);
    }
    sv_array_open(c, "cohgen_sram_1r1w", ways * lanes, lane_bits, (unsigned long long)c->m->sets,
                  sv_one_port(c) && ways > 1 ? cg_arena_printf(c->f.arena, ", .Ways(%d)", ways) : "", "data");
    print_late_write(c, lanes, ways, stored);
    fprintf(c->out, "    .ren_i(%s), .raddr_i(s0b_set), .rdata_o(%s)\n  );\n", sv_data_read(c),
            ways > 1 ? "data_set" : found);
    if (ways > 1)
        fprintf(c->out,
                "  always_comb begin\n    %s = '0;\n    for (int w = 0; w < %d; w++)\n"
                "      %s = %s | (data_set[w*%d +: %d] & {%d{s2_way_q == %d'(w)}});\n  end\n",
                found, ways, found, found, width, width, width, c->mp->way_bits);
    if (kept) fprintf(c->out, "  assign %s = s2_kept_q ? kept_rdata : data_found;\n", read);
}
