// The system's top: all controllers, a crossbar for each lane between them, the ring, the memory ports.
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "emit.h"
#include "lang/command.h"
#include "lang/lookup.h"
#include "lang/topology.h"
#include "order.h"
#include "port.h"
#include "scoreboard.h"
#include "spaces.h"
#include "system.h"
#include "transfer.h"

// A width as the package spells it: "8", or "@AddrBits" for the package's AddrBits.
static const char *spelled_width(const sv_system *y, const char *width, char buf[SV_NAME]) {
    if (*width != '@')
        snprintf(buf, SV_NAME, "%s", width);
    else
        snprintf(buf, SV_NAME, "(%s_pkg::%s)", y->plan->name, width + 1);
    return buf;
}

// A port with `n` (a package name) elements of `width`.
static void vector(sv_system *y, const char *dir, const char *name, const char *width, const char *n) {
    char each[SV_NAME];
    fprintf(y->out, "  %s logic [%s_pkg::%s", dir, y->plan->name, n);
    if (strcmp(width, "1")) fprintf(y->out, "*%s", spelled_width(y, width, each));
    fprintf(y->out, "-1:0] %s", name);
}

// Name, bits of an element, direction seen from the system: 'o' or 'i'.
#define AXI_HANDSHAKE(X, CHANNEL, valid, ready)                                                              \
    X(CHANNEL "valid", "1", valid)                                                                           \
    X(CHANNEL "ready", "1", ready)
#define AXI_ADDRESS_SIGNALS(X, CHANNEL)                                                                      \
    AXI_HANDSHAKE(X, CHANNEL, 'o', 'i')                                                                      \
    X(CHANNEL "id", "@AxiIdBits", 'o')                                                                       \
    X(CHANNEL "addr", "@AddrBits", 'o')                                                                      \
    X(CHANNEL "len", "8", 'o')                                                                               \
    X(CHANNEL "size", "3", 'o')                                                                              \
    X(CHANNEL "burst", "2", 'o')                                                                             \
    X(CHANNEL "lock", "1", 'o')                                                                              \
    X(CHANNEL "cache", "4", 'o')                                                                             \
    X(CHANNEL "prot", "3", 'o')                                                                              \
    X(CHANNEL "qos", "4", 'o')                                                                               \
    X(CHANNEL "region", "4", 'o')
#define AXI_SIGNALS(X)                                                                                       \
    AXI_ADDRESS_SIGNALS(X, "aw")                                                                             \
    AXI_HANDSHAKE(X, "w", 'o', 'i')                                                                          \
    X("wdata", "@AxiDataBits", 'o')                                                                          \
    X("wstrb", "@AxiDataBits/8", 'o')                                                                        \
    X("wlast", "1", 'o')                                                                                     \
    AXI_HANDSHAKE(X, "b", 'i', 'o')                                                                          \
    X("bid", "@AxiIdBits", 'i')                                                                              \
    X("bresp", "2", 'i')                                                                                     \
    AXI_ADDRESS_SIGNALS(X, "ar")                                                                             \
    AXI_HANDSHAKE(X, "r", 'i', 'o')                                                                          \
    X("rid", "@AxiIdBits", 'i')                                                                              \
    X("rdata", "@AxiDataBits", 'i')                                                                          \
    X("rresp", "2", 'i')                                                                                     \
    X("rlast", "1", 'i')

#define CORE_SIGNALS(X)                                                                                      \
    X("input ", "req_valid_i", "1")                                                                          \
    X("output", "req_ready_o", "1")                                                                          \
    X("input ", "req_op_i", "2")                                                                             \
    X("input ", "req_addr_i", "@AddrBits")                                                                   \
    X("input ", "req_tid_i", "@TidBits")                                                                     \
    X("input ", "req_wdata_i", "32")                                                                         \
    X("input ", "req_wmask_i", "4")                                                                          \
    X("input ", "req_aop_i", "4")                                                                            \
    X("input ", "req_cmp_i", "32")                                                                           \
    X("output", "resp_valid_o", "1")                                                                         \
    X("output", "resp_tid_o", "@TidBits")                                                                    \
    X("output", "resp_data_o", "32")

// note [marks]: one bit a mark of the consistency model, the k-th mark is bit k.
static void print_marks(sv_system *y, const cg_machine *m) {
    char bits[12], name[SV_NAME], n[SV_CORE_NAME];
    for (int k = 0; k < y->s->n_marks; k++) {
        const bool order = k < 2; // an acquire, a release: what they are is known
        const char *article = strchr("aeiou", *y->s->marks[k]) ? "an " : "a ";
        fprintf(y->out, "%sbit %d: %s%s%s", k ? ", " : "  // ", k, k ? "" : "it is ", order ? article : "",
                y->s->marks[k]);
    }
    fputs(", by the consistency model\n", y->out);
    snprintf(bits, sizeof bits, "%d", y->s->n_marks);
    snprintf(name, sizeof name, "%s_req_order_i", sv_core_prefix(y->s, m));
    vector(y, "input ", name, bits, sv_core_constant(y->s, m, "Cores", n));
}

// The tlb of the local memories beside these cores; NULL: they have none.
static const cg_lookup *tlb_beside(const sv_system *y, const cg_machine *m) {
    const int memory = cg_memory_beside(y->s, (int)(m - y->s->machines));
    const int tlb = memory == CG_NONE ? CG_NONE : cg_find_tlb(&y->s->machines[memory]);
    return tlb == CG_NONE ? NULL : &y->s->machines[memory].lookups[tlb];
}

// note [translation] in gen/lang/lookup.h: what the memory beside each core asks whoever knows the pages.
#define PAGE_SIGNALS(X)                                                                                      \
    X("output", "page_valid", 'o', false)                                                                    \
    X("input ", "page_ready", 'i', false)                                                                    \
    X("output", "page", 'o', true)                                                                           \
    X("input ", "frame_valid", 'i', false)                                                                   \
    X("input ", "frame", 'i', true)

static void print_page_ports(sv_system *y, const cg_machine *m, const cg_lookup *tlb) {
    char name[SV_NAME], bits[12], n[SV_CORE_NAME];
    snprintf(bits, sizeof bits, "%d", tlb->key.width);
    sv_core_constant(y->s, m, "Cores", n);
    fprintf(
        y->out,
        "  // Where a page of %llu bytes is: page is taken in a cycle with valid and ready, and answered by "
        "frame in a\n  // later cycle, with valid for one cycle, before the next one is asked for\n",
        1ull << cg_page_bits(y->s, tlb));
#define X(dir, of, tail, number)                                                                             \
    snprintf(name, sizeof name, "%s_%s_%c", sv_core_prefix(y->s, m), of, tail);                              \
    vector(y, dir, name, (number) ? bits : "1", n);                                                          \
    fputs(",\n", y->out);
    PAGE_SIGNALS(X)
#undef X
}

static void connect_pages(sv_system *y, int machine) {
    const cg_machine *m = &y->s->machines[machine];
    const int tlb = cg_find_tlb(m);
    if (tlb == CG_NONE) return;
    const char *core = sv_core_prefix(y->s, &y->s->machines[m->beside]);
    const int bits = m->lookups[tlb].key.width;
#define X(dir, of, tail, number)                                                                             \
    fprintf(y->out, "      ." of "_%c(%s_" of "_%c[i", tail, core, tail);                                    \
    if (number) fprintf(y->out, "*%d +: %d", bits, bits);                                                    \
    fputs("]),\n", y->out);
    PAGE_SIGNALS(X)
#undef X
}

// The ports of the cores of one kind.
static void print_ports_of(sv_system *y, const cg_machine *m) {
    char name[SV_NAME], n[SV_CORE_NAME];
    if (y->s->has_order) {
        print_marks(y, m);
        fputs(",\n", y->out);
    }
    sv_core_constant(y->s, m, "Cores", n);
    if (sv_has_spaces(y->plan, m)) {
        fprintf(y->out, "  // 1: addr is a place in the core's %s\n",
                y->s->machines[cg_memory_beside(y->s, (int)(m - y->s->machines))].name);
        snprintf(name, sizeof name, "%s_req_space_i", sv_core_prefix(y->s, m));
        vector(y, "input ", name, "1", n);
        fputs(",\n", y->out);
    }
    if (sv_has_commands(y->plan, m)) {
        char bits[12];
        snprintf(bits, sizeof bits, "%d", cg_command_bits(y->s));
        sv_command_codes(y->out, y->plan);
        snprintf(name, sizeof name, "%s_req_command_i", sv_core_prefix(y->s, m));
        vector(y, "input ", name, bits, n);
        fputs(",\n", y->out);
    }
#define X(dir, of, width)                                                                                    \
    snprintf(name, sizeof name, "%s_%s", sv_core_prefix(y->s, m), of);                                       \
    vector(y, dir, name, width, n);                                                                          \
    fputs(",\n", y->out);
    CORE_SIGNALS(X)
#undef X
    const cg_lookup *tlb = tlb_beside(y, m);
    if (tlb) print_page_ports(y, m, tlb);
}

// "core", "cpu, gpu"
static const char *kinds_text(const sv_system *y, char text[SV_NAME]) {
    int n = 0;
    for (int i = 0; i < y->s->n_machines; i++) {
        if (!cg_has_ports(&y->s->machines[i]) || n >= SV_NAME) continue;
        const char *name = sv_core_prefix(y->s, &y->s->machines[i]);
        n += snprintf(text + n, (size_t)(SV_NAME - n), "%s%s", n ? ", " : "", name);
    }
    return text;
}

static void print_core_ports(sv_system *y) {
    char name[SV_NAME], kinds[SV_NAME];
    if (cg_core_kinds(y->s) > 1)
        fprintf(y->out, "// Kinds of cores, each with ports and numbers of its own: %s.\n",
                kinds_text(y, kinds));
    fprintf(
        y->out,
        "// Core port of core n: bit n, or the n-th field from the right, of the %s_* vectors. A request is\n"
        "// taken in a cycle with valid and ready; op: a code of op_e, up to fence; addr 4-byte aligned; "
        "tid\n"
        "// names the request, one in flight each. The response of a tid comes once, in any order, and is\n"
        "// taken in the cycle it is there. Memory port of partition n: an AXI4 master, line bursts.\n"
        "module %s_system (\n  input  logic clk_i,\n  input  logic rst_ni, // asynchronous, active low\n\n",
        cg_core_kinds(y->s) > 1 ? "kind" : "core", y->plan->name);
    for (int i = 0; i < y->s->n_inputs; i++) {
        const cg_input *x = &y->s->inputs[i];
        fprintf(y->out, "  input  logic %s_i, // held from reset on%s%s\n", x->name, x->doc ? ": " : "",
                x->doc ? x->doc : "");
    }
    for (int i = 0; i < y->s->n_machines; i++)
        if (cg_has_ports(&y->s->machines[i])) print_ports_of(y, &y->s->machines[i]);
#define X(n, width, dir)                                                                                     \
    snprintf(name, sizeof name, "m_axi_%s_%c", n, dir);                                                      \
    vector(y, dir == 'o' ? "output" : "input ", name, width, "Partitions");                                  \
    fputs(",\n", y->out);
    AXI_SIGNALS(X)
#undef X
    fprintf(y->out, "`ifdef COHGEN_STEER\n  input  logic [%s_pkg::SteerBits-1:0] steer_i,\n`endif\n",
            y->plan->name);
    vector(y, "output", "axi_error_o", "1", "Partitions");
    fputs("\n);\n\n", y->out);
}

static int lane_at_memory(const sv_system *y, int machine, bool to_memory) {
    for (int i = 0; i < y->s->n_channels; i++) {
        const cg_channel *c = &y->s->channels[i];
        if (to_memory ? (c->from == machine && c->to == CG_MEMORY)
                      : (c->to == machine && c->from == CG_MEMORY))
            return i;
    }
    return CG_NONE;
}

// The lane's message at sender i, taken apart: mem_req_<slot>. Generate blocks hold no structs: Yosys 0.23
// cannot resolve their members there.
static void memory_request(sv_system *y, int req) {
    const cg_spec *s = y->s;
    const cg_channel *ch = &s->channels[req];
    const cg_layout *l = &y->plan->lanes[req].layout;
    const int shift = cg_log2(s->line_bytes);
    char lane[SV_NAME], kind[SV_NAME];
    sv_lane(s, req, lane);
    sv_slots_declare(y->out, "    ", l, "mem_req", 0, NULL);
    fputs("    assign ", y->out);
    sv_slots(y->out, l, "mem_req", NULL, NULL);
    fprintf(y->out,
            " = s_%s[i*%d +: %d];\n    logic unused_mem; // a line's address, one way there, one sender%s\n"
            "    assign unused_mem = ^{mem_req_addr[%d:0], s_%s_dst[i], mem_req_src%s};\n",
            lane, l->width, l->width, ch->payload_line == CG_PAY_NONE ? ", and reads only" : "", shift - 1,
            lane, ch->payload_line == CG_PAY_NONE ? ", mem_req_type" : "");
    fputs("    logic mem_write;\n    assign mem_write = ", y->out);
    const char *sep = "";
    for (int k = 0; k < ch->n_msgs; k++) {
        if (s->msgs[ch->msgs[k]].payload != CG_PAY_LINE) continue;
        fprintf(y->out, "%smem_req_type == %s_pkg::%s", sep, y->plan->name, sv_kind(s, req, k, kind));
        sep = " || ";
    }
    fprintf(y->out, "%s\n", *sep ? ";" : "1'b0; // nothing is written");
    if (!cg_slot_find(l, "words")) return;
    fprintf(y->out,
            "    logic [%d:0] mem_bytes;\n    for (genvar b = 0; b < %d; b++) begin : g_mem_bytes\n"
            "      assign mem_bytes[b] = mem_req_words[b/%d];\n    end\n",
            (int)s->line_bytes - 1, (int)s->line_bytes, CG_WORD_BYTES);
}

// What comes back: the layout's slots from the most significant down; all but address and line are 0.
static void memory_fill(sv_system *y, int fill) {
    const cg_layout *l = &y->plan->lanes[fill].layout;
    char lane[SV_NAME];
    fprintf(y->out, "    assign s_%s[i*%d +: %d] = {", sv_lane(y->s, fill, lane), l->width, l->width);
    for (int k = l->n_slots - 1; k >= 0; k--) {
        const char *n = l->slots[k].name;
        if (!strcmp(n, "addr"))
            fputs("mem_fill_addr", y->out);
        else if (!strcmp(n, "line"))
            fputs("mem_fill_line", y->out);
        else
            fprintf(y->out, "%d'd0", l->slots[k].width);
        fputs(k ? ", " : "};\n", y->out);
    }
}

static void memory_port(sv_system *y, int machine) {
    const int req = lane_at_memory(y, machine, true), fill = lane_at_memory(y, machine, false);
    if (req == CG_NONE || fill == CG_NONE) return;
    const cg_spec *s = y->s;
    const cg_machine_plan *mp = &y->plan->machines[machine];
    char lane[SV_NAME], back[SV_NAME], each[SV_NAME];
    sv_lane(s, req, lane);
    sv_lane(s, fill, back);
    memory_request(y, req);
    fprintf(
        y->out,
        "    logic [%d:0] mem_fill_line;\n    logic [%d:0] mem_fill_addr;\n    logic [%d:0] unused_fill_id;\n"
        "    cohgen_axi_port #(\n      .AddrBits(%d), .LineBytes(%d), .DataBits(%d), .IdBits(%d), "
        ".Reads(%d), "
        ".Writes(%d)%s\n    ) "
        "u_axi (\n      .clk_i(clk_i), .rst_ni(rst_ni),\n      .req_valid_i(s_%s_valid[i]), "
        ".req_ready_o(s_%s_ready[i]), "
        ".req_write_i(mem_write),\n      .req_addr_i({mem_req_addr[%d:%d], %d'd0}), "
        ".req_id_i(%d'(mem_req_id)), "
        ".req_data_i(%s",
        (int)s->line_bytes * 8 - 1, (int)s->addr_bits - 1, y->plan->axi_id_bits - 1, (int)s->addr_bits,
        (int)s->line_bytes, (int)s->axi_data_bits, y->plan->axi_id_bits, y->plan->mem_reads,
        y->plan->mem_writes, mp->words ? ", .Strobes(1)" : "", lane, lane, (int)s->addr_bits - 1,
        mp->line_shift, mp->line_shift, y->plan->axi_id_bits, mp->words ? "{mem_bytes, " : "");
    if (cg_slot_find(&y->plan->lanes[req].layout, "line"))
        fputs("mem_req_line", y->out);
    else
        fprintf(y->out, "%d'd0", (int)s->line_bytes * 8); // nothing is written
    if (mp->words) fputc('}', y->out);
    fprintf(
        y->out,
        "),\n      .fill_valid_o(s_%s_valid[i]), .fill_ready_i(s_%s_ready[i]), .fill_id_o(unused_fill_id),\n"
        "      .fill_addr_o(mem_fill_addr), .fill_data_o(mem_fill_line), .error_o(axi_error_o[i])",
        back, back);
#define X(n, width, dir)                                                                                     \
    spelled_width(y, width, each);                                                                           \
    fprintf(y->out, ",\n      .m_axi_%s_%c(m_axi_%s_%c[i*%s +: %s])", n, dir, n, dir, each, each);
    AXI_SIGNALS(X)
#undef X
    fputs("\n    );\n", y->out);
    memory_fill(y, fill);
}

static void short_port(sv_system *y, const cg_lane_plan *l, const char *lane) {
    const int n = l->n_src, nd = l->n_dst, w = l->wire_bits;
    fprintf(y->out,
            "      .%s_busy_i(s_%s_busy[i*%d +: %d]), .%s_short_valid_o(s_%s_valid[%d+i]), "
            ".%s_short_ready_i(s_%s_ready[%d+i]),\n"
            "      .%s_short_dst_o(s_%s_dst[(%d+i)*%d +: %d]), .%s_short_o(s_%s[(%d+i)*%d +: %d]),\n",
            lane, lane, nd, nd, lane, lane, n, lane, lane, n, lane, lane, n, nd, nd, lane, lane, n, w,
            l->head.width);
}

// The controller's connections to its core port, where no order logic stands between them.
static void direct_port(sv_system *y, const cg_machine *m) {
    const int t = y->plan->tid_bits;
    const char *port = sv_core_prefix(y->s, m);
    char x[SV_N_ASKED][SV_ASKED_TEXT];
    for (sv_asked_field f = 0; f < SV_N_ASKED; f++) sv_asked(y->plan, m, f, x[f]);
    fprintf(y->out,
            "      .core_req_valid_i(%s), .core_req_ready_o(%s),\n"
            "      .core_req_i({%s, %s, %s,\n"
            "                   %s, %s, %s,\n"
            "                   %s}),\n"
            "      .core_resp_valid_o(%s_resp_valid_o[i]), .core_resp_tid_o(%s_resp_tid_o[i*%d +: %d]),\n"
            "      .core_resp_data_o(%s_resp_data_o[i*32 +: 32]),\n",
            x[SV_ASKED_VALID], x[SV_ASKED_READY], x[SV_ASKED_CMP], x[SV_ASKED_AOP], x[SV_ASKED_WMASK],
            x[SV_ASKED_WDATA], x[SV_ASKED_TID], x[SV_ASKED_ADDR], x[SV_ASKED_OP], port, port, t, t, port);
    sv_command_connect(y->out, y->plan, m);
}

static void print_instance(sv_system *y, int machine, int steer_base) {
    const cg_spec *s = y->s;
    const cg_machine *m = &s->machines[machine];
    const cg_machine_plan *mp = &y->plan->machines[machine];
    const int n = (int)m->count;
    char lane[SV_NAME];
    fprintf(y->out, "    %s_%s u_%s (\n      .clk_i(clk_i), .rst_ni(rst_ni),\n", y->plan->name, m->name,
            m->name);
    if (mp->has_clock) fputs("      .clock_i(clock),\n", y->out);
    if (mp->has_wrap) fputs("      .wrap_i(clock_wrap),\n", y->out);
    for (int i = 0; i < m->n_inputs; i++) {
        const char *input = s->inputs[m->inputs[i]].name;
        fprintf(y->out, "      .%s_i(%s_i),\n", input, input);
    }
    if (m->local || sv_has_spaces(y->plan, m)) {
        sv_space_port(y->out, y->plan, m);
    } else if (m->core_port && s->has_order) {
        sv_order_port(y->out, y->plan, m);
    } else if (m->core_port) {
        direct_port(y, m);
    }
    connect_pages(y, machine);
    for (int k = 0; k < mp->n_in; k++) {
        const int ch = mp->in_channels[k];
        const int w = y->plan->lanes[ch].wire_bits;
        const cg_net_kind kind = s->nets[s->channels[ch].net].kind;
        sv_lane(s, ch, lane);
        if (kind == CG_NET_CROSSBAR && y->plan->lanes[ch].by_source) {
            const int n_src = y->plan->lanes[ch].n_src;
            fprintf(y->out,
                    "      .%s_valid_i(d_%s_valid[i]), .%s_ready_o(d_%s_ready[i*%d +: %d]),\n"
                    "      .%s_i(d_%s[i*%d +: %d]),\n",
                    lane, lane, lane, lane, n_src, n_src, lane, lane, w, w);
            if (y->plan->lanes[ch].link_bits)
                fprintf(y->out, "      .%s_room_o(d_%s_room[i*%d +: %d]),\n", lane, lane, n_src, n_src);
        } else if (kind == CG_NET_CROSSBAR) {
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
            fprintf(
                y->out,
                "      .%s_valid_i(s_%s_valid[i]), .%s_ready_o(s_%s_ready[i]), .%s_i(s_%s[i*%d +: %d]),\n",
                lane, lane, lane, lane, lane, lane, w, w);
        }
    }
    for (int k = 0; k < mp->n_out; k++) {
        const int ch = mp->out_channels[k], nd = y->plan->lanes[ch].n_dst, w = y->plan->lanes[ch].wire_bits;
        sv_lane(s, ch, lane);
        fprintf(y->out,
                "      .%s_valid_o(s_%s_valid[i]), .%s_ready_i(s_%s_ready[i]),\n      "
                ".%s_dst_o(s_%s_dst[i*%d +: %d]), .%s_o(s_%s[i*%d +: %d]),\n",
                lane, lane, lane, lane, lane, lane, nd, nd, lane, lane, w, w);
        if (y->plan->lanes[ch].apart) short_port(y, &y->plan->lanes[ch], lane);
    }
    fprintf(y->out,
            "`ifdef COHGEN_STEER\n      .steer_i(steer_i[%d + i*%d +: %d]),\n`endif\n      .id_i(%d'(i))\n   "
            " );\n",
            steer_base, mp->steer.width, mp->steer.width, mp->node_bits);
}

// Where the machine's steering bits begin.
static int steer_base_of(const sv_system *y, int machine) {
    int base = 0;
    for (int i = 0; i < machine; i++) base += y->plan->machines[i].steer.width * (int)y->s->machines[i].count;
    return base;
}

// All controllers of a machine, each with what stands between it and its core; and with its core's memory.
static void print_controllers(sv_system *y, int machine) {
    const cg_machine *m = &y->s->machines[machine];
    const int memory = cg_memory_beside(y->s, machine);
    fprintf(y->out, "  for (genvar i = 0; i < %d; i++) begin : g_%s\n", (int)m->count, m->name);
    memory_port(y, machine);
    if (m->core_port) sv_port_assertions(y->out, y->plan, m);
    if (sv_has_transfers(y->plan, m)) sv_transfers(y->out, y->plan, m);
    if (m->core_port && y->s->slots > 1) sv_scoreboard(y->out, y->plan, m);
    if (m->core_port && y->s->has_order) sv_order_logic(y->out, y->plan, m);
    if (sv_passes_commands(y->plan, m) && !y->s->has_order) sv_command_wire(y->out, y->plan, m, -1);
    if (memory != CG_NONE) sv_spaces(y->out, y->plan, m);
    print_instance(y, machine, steer_base_of(y, machine));
    if (memory != CG_NONE) print_instance(y, memory, steer_base_of(y, memory));
    fputs("  end\n\n", y->out);
}

// One counter, which all controllers read; what nobody reads is named so.
static void print_clock_counter(sv_system *y) {
    const cg_clock *clock = &y->s->clock;
    bool read = false, heard = false;
    for (int i = 0; i < y->s->n_machines; i++) {
        read |= y->plan->machines[i].has_clock;
        heard |= y->plan->machines[i].has_wrap;
    }
    if (!read) return;
    const char *wrap = heard ? "clock_wrap" : "unused_wrap";
    const unsigned long long cycles = clock->cycles;
    fprintf(
        y->out,
        "  // The clock: the same value in all controllers in the same cycle.\n  logic [%d:0] clock;\n  "
        "logic %s;\n"
        "`ifdef COHGEN_STEER\n  cohgen_steer_clock #(.Bits(%d), .Cycles(%llu)) u_clock (\n"
        "    .hold_i(steer_i[%d]), .go_i(steer_i[%d]),\n`else\n"
        "  cohgen_clock #(.Bits(%d), .Cycles(%llu)) u_clock (\n`endif\n    .clk_i(clk_i), .rst_ni(rst_ni), "
        ".clock_o(clock), .wrap_o(%s)\n  );\n\n",
        clock->bits - 1, wrap, clock->bits, cycles, y->plan->steer_clock, y->plan->steer_clock + 1,
        clock->bits, cycles, wrap);
}

void sv_emit_system(FILE *out, const cg_plan *plan) {
    sv_system y = {.out = out, .plan = plan, .s = plan->spec};
    sv_banner(out, plan, "the whole system");
    print_core_ports(&y);
    for (int i = 0; y.s->has_order && i < y.s->n_machines; i++)
        if (cg_has_ports(&y.s->machines[i])) sv_order_table(out, plan, &y.s->machines[i]);
    if (y.s->slots > 1) sv_scoreboard_table(out, plan);
    for (int i = 0; i < y.s->n_channels; i++) sv_lane_wires(&y, i);
    fputc('\n', out);
    print_clock_counter(&y);
    for (int i = 0; i < y.s->n_channels; i++) sv_network(&y, i);
    for (int i = 0; i < y.s->n_machines; i++)
        if (!y.s->machines[i].local) print_controllers(&y, i);
    fputs("endmodule\n", out);
}
