#include "dpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim.h"

static cg_sim *sim;
static int status;
static bool inside; // one of our calls

// Where the model counts how it runs (tb/model.mk): writes the counts, which exit() would do after
// leave_with_status().
extern void __gcov_dump(void) __attribute__((weak));

// The simulator's main() always returns 0; this is the last thing that exit() calls.
static void leave_with_status(void) {
    cg_sim_free(sim);
    fflush(NULL);
    if (__gcov_dump) __gcov_dump();
    _exit(status);
}

// note [stop]: Verilator calls vl_stop() when an assertion of the design fails and vl_fatal() when it gives
// up itself, and both abort(). Ours give the verdict that there is, so that abort() and signals from outside
// never look like one. They are C++ functions by name only: gen/app/cli/model.c leaves Verilator's own out
// (VL_USER_STOP, VL_USER_FATAL).
void cohgen_stop(const char *file, int line, const char *scope) __asm__("_Z7vl_stopPKciS0_");
void cohgen_fatal(const char *file, int line, const char *scope,
                  const char *message) __asm__("_Z8vl_fatalPKciS0_S0_");
void verilated_flush(void) __asm__("_ZN9Verilated17runFlushCallbacksEv");
void verilated_leave(void) __asm__("_ZN9Verilated16runExitCallbacksEv");

// The waveform is closed; what was printed stands before what we say.
static void close_files(const char *file, int line, const char *message) {
    printf("%%Error: %s:%d: %s\n", file, line, message);
    verilated_flush();
    verilated_leave();
    fflush(stdout);
}

static void fail_run(const char *reason) {
    if (inside || sim == NULL) abort(); // not the design's doing
    status = cg_sim_abort(sim, reason);
    leave_with_status();
}

void cohgen_stop(const char *file, int line, const char *scope) {
    char reason[400];
    (void)scope;
    close_files(file, line, "Verilog $stop");
    snprintf(reason, sizeof reason, "an assertion of the design failed, %.300s:%d: see above", file, line);
    fail_run(reason);
}

void cohgen_fatal(const char *file, int line, const char *scope, const char *message) {
    (void)scope;
    close_files(file, line, message);
    if (!strstr(message, "converge")) abort();
    fail_run("the design does not settle: signals within a cycle change for ever");
}

int cohgen_init(const char *config, int cores, int partitions, int addr_bits, int tid_bits, int axi_data_bits,
                int axi_id_bits, int record_bits, int steer_bits) {
    cg_geometry g = {cores,         partitions,  addr_bits,   tid_bits,
                     axi_data_bits, axi_id_bits, record_bits, steer_bits};
    atexit(leave_with_status);
    sim = cg_sim_new(config, &g, &status);
    return sim == NULL;
}

int cohgen_inputs(void) {
    return (int)cg_sim_inputs(sim);
}

int cohgen_which_planted(void) {
    return cg_sim_planted(sim);
}

void cohgen_record(int machine, int node, const svBitVecVal *slots) {
    cg_sim_record(sim, machine, node, slots);
}

int cohgen_tick(const svBitVecVal *core_req_ready, const svBitVecVal *core_resp_valid,
                const svBitVecVal *core_resp_tid, const svBitVecVal *core_resp_data,
                const svBitVecVal *awvalid, const svBitVecVal *awid, const svBitVecVal *awaddr,
                const svBitVecVal *awlen, const svBitVecVal *awsize, const svBitVecVal *awburst,
                const svBitVecVal *awkind, const svBitVecVal *wvalid, const svBitVecVal *wdata,
                const svBitVecVal *wstrb, const svBitVecVal *wlast, const svBitVecVal *bready,
                const svBitVecVal *arvalid, const svBitVecVal *arid, const svBitVecVal *araddr,
                const svBitVecVal *arlen, const svBitVecVal *arsize, const svBitVecVal *arburst,
                const svBitVecVal *arkind, const svBitVecVal *rready, const svBitVecVal *axi_error,
                svBitVecVal *core_req_valid, svBitVecVal *core_req_op, svBitVecVal *core_req_order,
                svBitVecVal *core_req_addr, svBitVecVal *core_req_tid, svBitVecVal *core_req_wdata,
                svBitVecVal *core_req_wmask, svBitVecVal *core_req_aop, svBitVecVal *core_req_cmp,
                svBitVecVal *awready, svBitVecVal *wready, svBitVecVal *bvalid, svBitVecVal *bid,
                svBitVecVal *bresp, svBitVecVal *arready, svBitVecVal *rvalid, svBitVecVal *rid,
                svBitVecVal *rdata, svBitVecVal *rresp, svBitVecVal *rlast, svBitVecVal *steer) {
    const cg_ports p = {
        .req_ready = core_req_ready,
        .resp_valid = core_resp_valid,
        .resp_tid = core_resp_tid,
        .resp_data = core_resp_data,
        .awvalid = awvalid,
        .awid = awid,
        .awaddr = awaddr,
        .awlen = awlen,
        .awsize = awsize,
        .awburst = awburst,
        .awkind = awkind,
        .wvalid = wvalid,
        .wdata = wdata,
        .wstrb = wstrb,
        .wlast = wlast,
        .bready = bready,
        .arvalid = arvalid,
        .arid = arid,
        .araddr = araddr,
        .arlen = arlen,
        .arsize = arsize,
        .arburst = arburst,
        .arkind = arkind,
        .rready = rready,
        .axi_error = axi_error,
        .req_valid = core_req_valid,
        .req_op = core_req_op,
        .req_order = core_req_order,
        .req_addr = core_req_addr,
        .req_tid = core_req_tid,
        .req_wdata = core_req_wdata,
        .req_wmask = core_req_wmask,
        .req_aop = core_req_aop,
        .req_cmp = core_req_cmp,
        .awready = awready,
        .wready = wready,
        .bvalid = bvalid,
        .bid = bid,
        .bresp = bresp,
        .arready = arready,
        .rvalid = rvalid,
        .rid = rid,
        .rdata = rdata,
        .rresp = rresp,
        .rlast = rlast,
        .steer = steer,
    };
    inside = true;
    bool goes_on = cg_sim_tick(sim, &p);
    if (!goes_on) status = cg_sim_finish(sim);
    inside = false;
    return !goes_on;
}
