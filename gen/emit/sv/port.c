#include "port.h"

#include <ctype.h>

#include "commands.h"
#include "lang/command.h"
#include "lang/request.h"
#include "lang/topology.h"
#include "lang/transfer.h"
#include "spaces.h"
#include "sv.h"
#include "transfer.h"

const char *sv_core_prefix(const cg_spec *s, const cg_machine *m) {
    return cg_core_kinds(s) > 1 || m->local ? m->name : "core";
}

// The machine's name in front: cpu_l1 becomes CpuL1.
const char *sv_core_constant(const cg_spec *s, const cg_machine *m, const char *name,
                             char text[SV_CORE_NAME]) {
    size_t n = 0;
    bool begins = true;
    for (const char *c = m->name; (cg_core_kinds(s) > 1 || m->local) && *c && n + 1 < SV_CORE_NAME; c++) {
        if (*c != '_') text[n++] = begins ? (char)toupper((unsigned char)*c) : *c;
        begins = *c == '_';
    }
    snprintf(text + n, SV_CORE_NAME - n, "%s", name);
    return text;
}

// Label, what must be true in every cycle after reset, what is wrong otherwise and its values. `thread` is
// that of the request; %1$s the port's name.
#define ASSERTIONS(X)                                                                                        \
    X("core_request_stays", "!port_waits_q || (port_valid && port_request == port_before_q)",                \
      "\"%1$s port %%0d: a request changed before it was taken\", i")                                        \
    X("core_thread", "!port_valid || int'(port_tid) < PortThreads",                                          \
      "\"%1$s port %%0d: a request of thread %%0d, of %%0d threads\", i, port_tid, PortThreads")             \
    X("core_thread_free", "!port_valid || !port_busy_q[port_tid]",                                           \
      "\"%1$s port %%0d: a request of thread %%0d, which waits for an answer\", i, port_tid")                \
    X("core_address", "!port_valid || port_fence || port_addr[1:0] == 2'd0",                                 \
      "\"%1$s port %%0d: address 0x%%0h is not a multiple of 4\", i, port_addr")                             \
    X("core_answer_asked", "!%1$s_resp_valid_o[i] || port_busy_q[port_answered]",                            \
      "\"%1$s port %%0d: an answer for thread %%0d, which waits for none\", i, port_answered")               \
    X("core_answer_comes", "!port_busy_q[port_probe] || port_age <= 32'(PortWithin)",                        \
      "\"%1$s port %%0d: thread %%0d waits for an answer, %%0d cycles so far\", i, port_probe, port_age")    \
    X("core_atomic", "!port_valid || !port_atomic || int'(port_aop) <= PortLastAop",                         \
      "\"%1$s port %%0d: there is no atomic operation %%0d\", i, port_aop")

// A transfer is answered when all its loads and stores have been: each is given 256 cycles.
static unsigned long long within_cycles(const cg_plan *p, const cg_machine *m) {
    const unsigned long long most = INT32_MAX, one = sv_answer_cycles(p),
                             all = sv_has_transfers(p, m) ? 512 * cg_transfer_words(p->spec) : 0;
    return one + all < most ? one + all : most;
}

static void declare_port_wires(FILE *out, const cg_plan *p, const cg_machine *m, const char *port) {
    const cg_spec *s = p->spec;
    const bool spaces = sv_has_spaces(p, m);
    const int commands = sv_has_commands(p, m) ? cg_command_bits(s) : 0;
    char command[160];
    const int a = (int)s->addr_bits, t = p->tid_bits, order = s->has_order ? s->n_marks : 0;
    const int width = CG_WORD_BITS * 2 + CG_AOP_BITS + CG_WORD_BYTES + t + a + 2 + order + spaces + commands;
    fprintf(out,
            "    // What core i has to keep to, and what it may rely on. A thread that was answered may ask "
            "in the next\n"
            "    // cycle. One thread a cycle is asked how long it has waited.\n"
            "    localparam int PortThreads = %llu;\n    localparam int PortLastAop = %d;\n"
            "    localparam int PortWithin = %llu;\n"
            "    logic port_valid, port_fence, port_atomic, port_waits_q;\n"
            "    logic [%d:0] port_request, port_before_q;\n    logic [%d:0] port_busy_q;\n"
            "    logic [%d:0] port_tid, port_answered;\n    logic [%d:0] port_addr;\n    logic [%d:0] "
            "port_aop;\n",
            (unsigned long long)s->requests, CG_LAST_AOP, within_cycles(p, m), width - 1, (1 << t) - 1, t - 1,
            a - 1, CG_AOP_BITS - 1);
    fprintf(out,
            "    assign port_valid = %1$s_req_valid_i[i];\n"
            "    assign port_fence = %1$s_req_op_i[i*2 +: 2] == 2'd%2$d;\n"
            "    assign port_atomic = %1$s_req_op_i[i*2 +: 2] == 2'd%3$d;\n"
            "    assign port_tid = %1$s_req_tid_i[i*%4$d +: %4$d];\n    assign port_answered = "
            "%1$s_resp_tid_o[i*%4$d +: "
            "%4$d];\n    assign port_addr = %1$s_req_addr_i[i*%5$d +: %5$d];\n"
            "    assign port_aop = %1$s_req_aop_i[i*%6$d +: %6$d];\n",
            port, (int)CG_FENCE, (int)CG_ATOMIC, t, a, CG_AOP_BITS);
    if (spaces)
        fprintf(out, "    logic port_local;\n    assign port_local = %s_req_space_i[i] && !port_fence;\n",
                port);
    fputs("    assign port_request = {", out);
    if (commands) fprintf(out, "%s, ", sv_command_asked(p, m, command));
    if (spaces) fprintf(out, "%s_req_space_i[i], ", port);
    if (order) fprintf(out, "%s_req_order_i[i*%d +: %d], ", port, order, order);
    fprintf(out,
            "%1$s_req_op_i[i*2 +: 2], port_addr, port_tid, %1$s_req_wdata_i[i*32 +: 32],\n"
            "                           %1$s_req_wmask_i[i*4 +: 4], port_aop, %1$s_req_cmp_i[i*32 +: 32]};\n",
            port);
    fprintf(out,
            "    logic [31:0] port_cycle_q, port_age;\n    logic [31:0] port_since_q [%d];\n    logic [%d:0] "
            "port_probe;\n"
            "    assign port_probe = port_cycle_q[%d:0];\n"
            "    assign port_age = port_cycle_q - port_since_q[port_probe];\n",
            1 << t, t - 1, t - 1);
}

// Nothing if the machine has events for loads, stores and atomics. `other`: what is not asked of it.
static void print_operation_assertion(FILE *out, const cg_machine *m, const char *port, const char *label,
                                      const char *other) {
    char missing[CG_MISSING_TEXT], op_of_core[SV_CORE_NAME];
    if (!cg_missing_at(m, missing)) return;
    snprintf(op_of_core, sizeof op_of_core, "%s_req_op_i[i*2 +: 2]", port);
    fprintf(out, "        %s: assert (!port_valid%s", label, other);
    const char *between = " || (";
    for (cg_core_op op = CG_LOAD; op <= CG_ATOMIC; op++) {
        if (cg_core_event(m, op) != CG_NONE) continue;
        fprintf(out, "%s%s != 2'd%u", between, op_of_core, op);
        between = " && ";
    }
    fprintf(out,
            ")) else\n          $error(\"%s port %%0d: operation %%0d, and the table has no event for: "
            "%s\", i, "
            "%s);\n",
            port, missing, op_of_core);
}

// What is asked of the local memory beside the machine: a place that there is.
static void print_space_assertions(FILE *out, const cg_plan *p, const cg_machine *m, const char *port) {
    const cg_machine *memory = &p->spec->machines[cg_memory_beside(p->spec, (int)(m - p->spec->machines))];
    const unsigned long long bytes = cg_memory_bytes(p->spec, memory);
    print_operation_assertion(out, m, port, "core_operation", " || port_local");
    print_operation_assertion(out, memory, port, "local_operation", " || !port_local");
    if (bytes >> p->spec->addr_bits) return; // all are there
    fprintf(out,
            "        core_place: assert (!port_valid || !port_local || port_addr < %d'd%llu) else\n"
            "          $error(\"%s port %%0d: the local memory has no place 0x%%0h\", i, port_addr);\n",
            (int)p->spec->addr_bits, bytes, port);
}

// A command is one that there is, and comes as a fence without marks.
static void print_command_assertion(FILE *out, const cg_plan *p, const char *port) {
    const cg_spec *s = p->spec;
    const int n = cg_command_number_bits(s), w = cg_command_bits(s);
    char number[160], marks[160] = "";
    snprintf(number, sizeof number, "%s_req_command_i[i*%d +: %d]", port, w, n);
    if (s->has_order)
        snprintf(marks, sizeof marks, " && %s_req_order_i[i*%d +: %d] == %d'd0", port, s->n_marks, s->n_marks,
                 s->n_marks);
    fprintf(out, "        core_command: assert (!port_valid || %s == %d'd0 || (port_fence", number, n);
    if (s->n_commands < (1 << n) - 1) fprintf(out, " && %s <= %d'd%d", number, n, s->n_commands);
    fprintf(out,
            "%s)) else\n          $error(\"%s port %%0d: a command comes as a fence, and there is no "
            "command %%0d\", i, %s);\n",
            marks, port, number);
}

void sv_port_assertions(FILE *out, const cg_plan *p, const cg_machine *m) {
    const char *port = sv_core_prefix(p->spec, m);
    fputs("`ifdef COHGEN_ASSERT\n", out);
    declare_port_wires(out, p, m, port);
    fprintf(
        out,
        "    always_ff @(posedge clk_i or negedge rst_ni) begin\n"
        "      if (!rst_ni) begin\n        port_busy_q <= '0;\n        port_waits_q <= 1'b0;\n        "
        "port_cycle_q <= '0;\n"
        "      end else begin\n        if (%1$s_resp_valid_o[i]) port_busy_q[port_answered] <= 1'b0;\n"
        "        if (port_valid && %1$s_req_ready_o[i]) port_busy_q[port_tid] <= 1'b1;\n"
        "        port_waits_q <= port_valid && !%1$s_req_ready_o[i];\n        port_cycle_q <= port_cycle_q "
        "+ 32'd1;\n"
        "      end\n    end\n    always_ff @(posedge clk_i) begin\n"
        "      if (port_valid && %1$s_req_ready_o[i]) port_since_q[port_tid] <= port_cycle_q;\n    end\n"
        "    always_ff @(posedge clk_i) port_before_q <= port_request;\n"
        "    always_ff @(posedge clk_i or negedge rst_ni) begin\n      if (rst_ni) begin\n",
        port);
#define X(label, that, why)                                                                                  \
    fprintf(out, "        " label ": assert (" that ") else\n          $error(" why ");\n", port);
    ASSERTIONS(X)
#undef X
    if (sv_has_commands(p, m)) print_command_assertion(out, p, port);
    if (sv_has_spaces(p, m))
        print_space_assertions(out, p, m, port);
    else
        print_operation_assertion(out, m, port, "core_operation", "");
    fputs("      end\n    end\n`endif\n", out);
}
