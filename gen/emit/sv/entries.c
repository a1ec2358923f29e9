// That MSHR entries are given back in time: an assertion. Cycles are counted, and each asks one entry how
// long it is in use.
#include "control.h"

void sv_control_entry_ages(sv_control *c, const char *released) {
    const int n = (int)c->m->mshrs, bits = c->mp->mshr_bits;
    fprintf(
        c->out,
        "`ifdef COHGEN_ASSERT\n  logic [31:0] cycle_q, entry_age;\n  logic [31:0] entry_since_q [%d];\n"
        "  logic [%d:0] entry_used_q;\n  logic [%d:0] entry_probe;\n"
        "  assign entry_probe = cycle_q[%d:0];\n  assign entry_age = cycle_q - entry_since_q[entry_probe];\n",
        1 << bits, (1 << bits) - 1, bits - 1, bits - 1);
    fprintf(
        c->out,
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      cycle_q <= '0;\n"
        "      entry_used_q <= '0;\n    end else begin\n      cycle_q <= cycle_q + 32'd1;\n"
        "      if (mshr_write) entry_used_q[mshr_idx] <= !(%s);\n%s    end\n  end\n"
        "  always_ff @(posedge clk_i) begin\n    if (mshr_write && alloc_mshr) entry_since_q[mshr_idx] <= "
        "cycle_q;\n%s  end\n",
        released, c->mp->pairs ? "      if (paired) entry_used_q[pair_idx] <= 1'b1;\n" : "",
        c->mp->pairs ? "    if (paired) entry_since_q[pair_idx] <= cycle_q;\n" : "");
    fprintf(
        c->out,
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
        "    if (rst_ni) entry_released: assert (!entry_used_q[entry_probe] || entry_age <= 32'd%llu) else\n"
        "      $error(\"%s.%s: MSHR entry %%0d, of %d, has been in use for %%0d cycles\", entry_probe, "
        "entry_age);\n"
        "  end\n`endif\n",
        sv_answer_cycles(c->plan), c->s->name, c->m->name, n);
}
