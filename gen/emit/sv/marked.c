// Bytes that were written before their line is there: a bit each, for each MSHR entry.
#include <stdlib.h>

#include "base/memory.h"
#include "control.h"

// The least words of an array that may be left to a memory macro (docs/area.md, arrays).
enum { MACRO_WORDS = 64 };

// Of few entries, bits in flip-flops: each is cleared or set where it stands, and S2 reads them without a
// forwarding path.
static void print_marks_in_logic(sv_control *c, const char *changed, const char *of) {
    const int bytes = (int)c->s->line_bytes, entries = (int)c->m->mshrs;
    fprintf(c->out,
            "  logic [%d:0] marked_q [0:%d];\n  logic [%d:0] marked_bytes, marks;\n"
            "  assign marked_bytes = marked_q[mshr_idx];\n  assign marks = %s ? s2_bytes : '0;\n",
            bytes - 1, entries - 1, bytes - 1, changed);
    fprintf(c->out,
            "  for (genvar e = 0; e < %d; e++) begin : g_marked\n    logic fresh, adds;\n"
            "    assign fresh = s2_fire && alloc_mshr && mshr_idx == %d'(e);\n"
            "    assign adds = s2_fire && (alloc_mshr || held) && mshr_idx == %d'(e);\n"
            "    always_ff @(posedge clk_i) begin\n"
            "      marked_q[e] <= (marked_q[e] & ~({%d{fresh}} & %s)) | ({%d{adds}} & marks);\n"
            "    end\n  end\n",
            entries, c->mp->mshr_bits, c->mp->mshr_bits, bytes, of, bytes);
}

void sv_control_marked_bytes(sv_control *c, const char *of) {
    const int bytes = (int)c->s->line_bytes, entries = (int)c->m->mshrs;
    char *changed = NULL;
    FILE *out = cg_text_open(&changed, NULL);
    sv_logic_print_operand(out, c->p.changed);
    fclose(out);
    if (entries < MACRO_WORDS)
        print_marks_in_logic(c, changed, of);
    else
        fprintf(
            c->out,
            "  logic [%d:0] marked_bytes;\n  cohgen_ram_fwd #(.Depth(%d), .Lanes(%d), .LaneBits(1)) "
            "u_marked (\n    .clk_i(clk_i),\n    .wen_i(s2_fire && (alloc_mshr || (%s && held))), "
            ".waddr_i(mshr_idx),\n    .wlane_i(alloc_mshr ? %s : s2_bytes), .wdata_i(%s ? s2_bytes : '0),\n"
            "    .ren_i(s1_valid_q), .raddr_i(s1_mshr_idx), .rdata_o(marked_bytes)\n  );\n",
            bytes - 1, entries, bytes, changed, of, changed);
    free(changed);
}
