// The system's top: all controllers, a crossbar for each lane between them, the ring, the memory ports.
#include <stdlib.h>
#include <string.h>

#include "emit.h"

typedef struct {
    FILE *out;
    const cg_plan *plan;
    const cg_spec *s;
    const cg_machine *home;
    const cg_machine_plan *home_plan;
} sys;

static void vector(sys *y, const char *dir, const char *name, uint64_t each, uint64_t n, bool last) {
    fprintf(y->out, "  %s logic [%llu:0] %s%s\n", dir, (unsigned long long)(each * n - 1), name,
            last ? "" : ",");
}

// Name, bits each, direction seen from the system: 'o' or 'i'.
#define AXI_SIGNALS(X, A, D, I)                                                                              \
    X("awvalid", 1, 'o')                                                                                     \
    X("awready", 1, 'i') X("awid", I, 'o') X("awaddr", A, 'o') X("awlen", 8, 'o') X("awsize", 3, 'o')        \
        X("awburst", 2, 'o') X("wvalid", 1, 'o') X("wready", 1, 'i') X("wdata", D, 'o')                      \
            X("wstrb", D / 8, 'o') X("wlast", 1, 'o') X("bvalid", 1, 'i') X("bready", 1, 'o')                \
                X("bid", I, 'i') X("bresp", 2, 'i') X("arvalid", 1, 'o') X("arready", 1, 'i')                \
                    X("arid", I, 'o') X("araddr", A, 'o') X("arlen", 8, 'o') X("arsize", 3, 'o')             \
                        X("arburst", 2, 'o') X("rvalid", 1, 'i') X("rready", 1, 'o') X("rid", I, 'i')        \
                            X("rdata", D, 'i') X("rresp", 2, 'i') X("rlast", 1, 'i')

static void ports(sys *y) {
    const cg_spec *s = y->s;
    const uint64_t c = s->cores, p = y->home->count, a = s->addr_bits, d = s->axi_data_bits,
                   i = (uint64_t)y->home_plan->mshr_bits;
    char name[SV_NAME];
    fprintf(
        y->out,
        "// Core port of core n: bit n, or the n-th field from the right, of the core_* vectors. A request "
        "is taken in a cycle with\n"
        "// valid and ready; op 0 load, 1 store, 2 atomic; addr 4-byte aligned; tid names the request, one "
        "in flight each.\n"
        "// The response of a tid comes once, in any order, and is taken in the cycle it is there.\n"
        "// Memory port of partition n: an AXI4 master, line bursts.\n"
        "module %s_system (\n  input  logic clk_i,\n  input  logic rst_ni, // asynchronous, active low\n\n",
        s->name);
    vector(y, "input ", "core_req_valid_i", 1, c, false);
    vector(y, "output", "core_req_ready_o", 1, c, false);
    vector(y, "input ", "core_req_op_i", 2, c, false);
    vector(y, "input ", "core_req_addr_i", a, c, false);
    vector(y, "input ", "core_req_tid_i", (uint64_t)y->plan->tid_bits, c, false);
    vector(y, "input ", "core_req_wdata_i", CG_WORD_BITS, c, false);
    vector(y, "input ", "core_req_wmask_i", CG_WORD_BYTES, c, false);
    vector(y, "input ", "core_req_aop_i", CG_AOP_BITS, c, false);
    vector(y, "input ", "core_req_cmp_i", CG_WORD_BITS, c, false);
    vector(y, "output", "core_resp_valid_o", 1, c, false);
    vector(y, "output", "core_resp_tid_o", (uint64_t)y->plan->tid_bits, c, false);
    vector(y, "output", "core_resp_data_o", CG_WORD_BITS, c, false);
#define X(n, w, dir)                                                                                         \
    snprintf(name, sizeof name, "m_axi_%s_%c", n, dir);                                                      \
    vector(y, dir == 'o' ? "output" : "input ", name, w, p, false);
    AXI_SIGNALS(X, a, d, i)
#undef X
    fprintf(y->out, "`ifdef COHGEN_TRACE\n  output logic [%d:0] trace_o,\n`endif\n", y->plan->trace_bits - 1);
    vector(y, "output", "axi_error_o", 1, p, true);
    fputs(");\n\n", y->out);
}

// Wires of a lane: at the senders (s_) with destination masks, at the receivers (d_).
static void lane_wires(sys *y, int ch) {
    const cg_lane_plan *l = &y->plan->lanes[ch];
    char lane[SV_NAME];
    sv_lane(y->s, ch, lane);
    fprintf(y->out, "  logic [%d:0] s_%s_valid, s_%s_ready;\n  logic [%d:0] s_%s;\n", l->n_src - 1, lane,
            lane, l->n_src * l->layout.width - 1, lane);
    if (y->s->channels[ch].from != CG_MEMORY)
        fprintf(y->out, "  logic [%d:0] s_%s_dst;\n", l->n_src * l->n_dst - 1, lane);
    if (y->s->nets[y->s->channels[ch].net].kind == CG_NET_CROSSBAR) {
        fprintf(y->out, "  logic [%d:0] d_%s_valid, d_%s_ready;\n  logic [%d:0] d_%s;\n", l->n_dst - 1, lane,
                lane, l->n_dst * l->layout.width - 1, lane);
    }
}

static void network(sys *y, int ch) {
    const cg_lane_plan *l = &y->plan->lanes[ch];
    const int w = l->layout.width, n = l->n_src;
    char lane[SV_NAME];
    sv_lane(y->s, ch, lane);
    switch (y->s->nets[y->s->channels[ch].net].kind) {
    case CG_NET_CROSSBAR:
        fprintf(
            y->out,
            "  cohgen_xbar #(.In(%d), .Out(%d), .Width(%d), .Depth(0)) u_%s (\n    .clk_i(clk_i), "
            ".rst_ni(rst_ni),\n"
            "    .in_valid_i(s_%s_valid), .in_ready_o(s_%s_ready), .in_dst_i(s_%s_dst), .in_data_i(s_%s),\n"
            "    .out_valid_o(d_%s_valid), .out_ready_i(d_%s_ready), .out_data_o(d_%s)\n  );\n\n",
            n, l->n_dst, w, lane, lane, lane, lane, lane, lane, lane, lane);
        break;
    case CG_NET_RING:
        fprintf(y->out,
                "  logic unused_%s_dst;\n  assign unused_%s_dst = ^s_%s_dst; // always the next one\n\n",
                lane, lane, lane);
        break;
    case CG_NET_MEMORY: break;
    }
}

static int lane_at_memory(const sys *y, int machine, bool to_memory) {
    for (int i = 0; i < y->s->n_channels; i++) {
        const cg_channel *c = &y->s->channels[i];
        if (to_memory ? (c->from == machine && c->to == CG_MEMORY)
                      : (c->to == machine && c->from == CG_MEMORY))
            return i;
    }
    return CG_NONE;
}

static void memory_port(sys *y, int machine) {
    const int req = lane_at_memory(y, machine, true), fill = lane_at_memory(y, machine, false);
    if (req == CG_NONE || fill == CG_NONE) return;
    const cg_spec *s = y->s;
    const cg_layout *l = &y->plan->lanes[req].layout;
    const cg_channel *ch = &s->channels[req];
    const unsigned long long line = s->line_bytes * 8;
    const int shift = y->plan->machines[machine].line_shift;
    char lane[SV_NAME], back[SV_NAME];
    sv_lane(s, req, lane);
    sv_lane(s, fill, back);
    fprintf(
        y->out,
        "    %s_pkg::%s_t mem_req;\n    %s_pkg::%s_t mem_fill;\n    logic [%llu:0] mem_fill_line;\n    logic "
        "[%d:0] mem_fill_addr;\n    logic [%d:0] unused_fill_id;\n    logic [%d:0] unused_offset;\n",
        s->name, lane, s->name, back, line - 1, (int)s->addr_bits - 1,
        y->plan->machines[machine].mshr_bits - 1, shift - 1);
    fprintf(
        y->out,
        "    logic unused_mem;\n    assign mem_req = s_%s[i*%d +: %d];\n    assign unused_mem = "
        "^{mem_req.src, s_%s_dst[i]};\n    assign unused_offset = mem_req.addr[%d:0];\n    cohgen_axi_port "
        "#(\n      .AddrBits(%d), .LineBytes(%d), .DataBits(%d), .IdBits(%d), .Writes(%d)\n    ) u_axi (\n",
        lane, l->width, l->width, lane, shift - 1, (int)s->addr_bits, (int)s->line_bytes,
        (int)s->axi_data_bits, y->plan->machines[machine].mshr_bits,
        y->home->mshrs < 4 ? (int)y->home->mshrs : 4);
    fprintf(y->out,
            "      .clk_i(clk_i), .rst_ni(rst_ni),\n      .req_valid_i(s_%s_valid[i]), "
            ".req_ready_o(s_%s_ready[i]),\n      .req_write_i(1'b0",
            lane, lane);
    for (int k = 0; k < ch->n_msgs; k++) {
        if (s->msgs[ch->msgs[k]].payload == CG_PAY_LINE)
            fprintf(y->out, " || mem_req.kind == %d'd%d", cg_slot_find(l, "type")->width, k);
    }
    fprintf(y->out,
            "), .req_addr_i({mem_req.addr[%d:%d], %d'd0}), .req_id_i(mem_req.id),\n      "
            ".req_data_i(mem_req.line),\n"
            "      .fill_valid_o(s_%s_valid[i]), .fill_ready_i(s_%s_ready[i]), .fill_id_o(unused_fill_id), "
            ".fill_addr_o(mem_fill_addr),\n      .fill_data_o(mem_fill_line), .error_o(axi_error_o[i])",
            (int)s->addr_bits - 1, shift, shift, back, back);
#define X(n, w, dir)                                                                                         \
    fprintf(y->out, ",\n      .m_axi_%s_%c(m_axi_%s_%c[i*%d +: %d])", n, dir, n, dir, (int)(w), (int)(w));
    AXI_SIGNALS(X, s->addr_bits, s->axi_data_bits, (uint64_t)y->plan->machines[machine].mshr_bits)
#undef X
    fprintf(y->out,
            "\n    );\n    always_comb begin\n      mem_fill = '0;\n      mem_fill.addr = mem_fill_addr;\n   "
            "   mem_fill.line = mem_fill_line;\n    end\n    assign s_%s[i*%d +: %d] = mem_fill;\n",
            back, y->plan->lanes[fill].layout.width, y->plan->lanes[fill].layout.width);
}

static void controller(sys *y, int machine, int trace_base) {
    const cg_spec *s = y->s;
    const cg_machine *m = &s->machines[machine];
    const cg_machine_plan *mp = &y->plan->machines[machine];
    const int n = (int)m->count, a = (int)s->addr_bits, t = y->plan->tid_bits;
    char lane[SV_NAME];
    fprintf(y->out, "  for (genvar i = 0; i < %d; i++) begin : g_%s\n", n, m->name);
    if (m->core_port) {
        fprintf(y->out,
                "    %s_pkg::core_req_t req;\n    always_comb begin\n      req.op = core_req_op_i[i*2 +: "
                "2];\n      req.addr = core_req_addr_i[i*%d +: %d];\n"
                "      req.tid = core_req_tid_i[i*%d +: %d];\n      req.wdata = core_req_wdata_i[i*32 +: "
                "32];\n      req.wmask = core_req_wmask_i[i*4 +: 4];\n"
                "      req.aop = core_req_aop_i[i*4 +: 4];\n      req.cmp = core_req_cmp_i[i*32 +: 32];\n    "
                "end\n",
                s->name, a, a, t, t);
    }
    memory_port(y, machine);
    for (int k = 0; k < mp->n_out; k++) {
        const int ch = mp->out_channels[k];
        fprintf(y->out, "    %s_pkg::%s_t %s_o;\n    assign s_%s[i*%d +: %d] = %s_o;\n", s->name,
                sv_lane(s, ch, lane), lane, lane, y->plan->lanes[ch].layout.width,
                y->plan->lanes[ch].layout.width, lane);
    }
    fprintf(y->out, "    %s_%s u_%s (\n      .clk_i(clk_i), .rst_ni(rst_ni),\n", s->name, m->name, m->name);
    if (m->core_port) {
        fprintf(y->out,
                "      .core_req_valid_i(core_req_valid_i[i]), .core_req_ready_o(core_req_ready_o[i]), "
                ".core_req_i(req),\n"
                "      .core_resp_valid_o(core_resp_valid_o[i]), .core_resp_tid_o(core_resp_tid_o[i*%d +: "
                "%d]), .core_resp_data_o(core_resp_data_o[i*32 +: 32]),\n",
                t, t);
    }
    for (int k = 0; k < mp->n_in; k++) {
        const int ch = mp->in_channels[k];
        const int w = y->plan->lanes[ch].layout.width;
        const cg_net_kind kind = s->nets[s->channels[ch].net].kind;
        sv_lane(s, ch, lane);
        if (kind == CG_NET_CROSSBAR) {
            fprintf(
                y->out,
                "      .%s_valid_i(d_%s_valid[i]), .%s_ready_o(d_%s_ready[i]), .%s_i(d_%s[i*%d +: %d]),\n",
                lane, lane, lane, lane, lane, lane, w, w);
        } else if (kind == CG_NET_RING) {
            fprintf(y->out,
                    "      .%s_valid_i(s_%s_valid[(i+%d)%%%d]), .%s_ready_o(s_%s_ready[(i+%d)%%%d]), "
                    ".%s_i(s_%s[((i+%d)%%%d)*%d +: %d]),\n",
                    lane, lane, n - 1, n, lane, lane, n - 1, n, lane, lane, n - 1, n, w, w);
        } else {
            fprintf(y->out,
                    "      .%s_valid_i(s_%s_valid[i]), .%s_ready_o(s_%s_ready[i]), .%s_i(mem_fill),\n", lane,
                    lane, lane, lane, lane);
        }
    }
    for (int k = 0; k < mp->n_out; k++) {
        const int ch = mp->out_channels[k], nd = y->plan->lanes[ch].n_dst;
        sv_lane(s, ch, lane);
        fprintf(y->out,
                "      .%s_valid_o(s_%s_valid[i]), .%s_ready_i(s_%s_ready[i]), .%s_dst_o(s_%s_dst[i*%d +: "
                "%d]), .%s_o(%s_o),\n",
                lane, lane, lane, lane, lane, lane, nd, nd, lane, lane);
    }
    fprintf(y->out,
            "`ifdef COHGEN_TRACE\n      .trace_o(trace_o[%d + i*%d +: %d]),\n`endif\n      .id_i(%d'(i))\n   "
            " );\n  end\n\n",
            trace_base, mp->trace.width, mp->trace.width, mp->node_bits);
}

void sv_emit_system(FILE *out, const cg_plan *plan) {
    sys y = {.out = out, .plan = plan, .s = plan->spec};
    for (int i = 0; i < plan->spec->n_machines; i++) {
        if (!plan->spec->machines[i].home) continue;
        y.home = &plan->spec->machines[i];
        y.home_plan = &plan->machines[i];
    }
    sv_banner(out, y.s, "the whole system");
    ports(&y);
    for (int i = 0; i < y.s->n_channels; i++) lane_wires(&y, i);
    fputc('\n', out);
    for (int i = 0; i < y.s->n_channels; i++) network(&y, i);
    int base = 0;
    for (int i = 0; i < y.s->n_machines; i++) {
        controller(&y, i, base);
        base += plan->machines[i].trace.width * (int)y.s->machines[i].count;
    }
    fputs("endmodule\n", out);
}
