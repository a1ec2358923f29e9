#include "dpi.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim.h"

static cg_sim *sim;
static int status;
static bool inside; // one of our calls

// The simulator's main() always returns 0; this is the last thing that exit() calls.
static void leave(void) {
    cg_sim_free(sim);
    fflush(NULL);
    _exit(status);
}

// An assertion of the design that fails makes the simulator print it, close the waveform and abort().
static void aborted(int signal_number) {
    signal(signal_number, SIG_DFL);
    if (inside || sim == NULL) return;
    status = cg_sim_abort(sim, "an assertion of the design failed, or the simulator stopped: see above");
    leave();
}

int cohgen_init(const char *config, int cores, int partitions, int addr_bits, int tid_bits, int axi_data_bits,
                int axi_id_bits, int record_bits, int steer_bits) {
    cg_geometry g = {cores,         partitions,  addr_bits,   tid_bits,
                     axi_data_bits, axi_id_bits, record_bits, steer_bits};
    atexit(leave);
    signal(SIGABRT, aborted);
    sim = cg_sim_new(config, &g, &status);
    return sim == NULL;
}

int cohgen_inputs(void) {
    return (int)cg_sim_inputs(sim);
}

void cohgen_record(int machine, int node, const svBitVecVal *slots) {
    cg_sim_record(sim, machine, node, slots);
}

int cohgen_tick(const svBitVecVal *core_req_ready, const svBitVecVal *core_resp_valid,
                const svBitVecVal *core_resp_tid, const svBitVecVal *core_resp_data,
                const svBitVecVal *awvalid, const svBitVecVal *awid, const svBitVecVal *awaddr,
                const svBitVecVal *awlen, const svBitVecVal *awsize, const svBitVecVal *awburst,
                const svBitVecVal *wvalid, const svBitVecVal *wdata, const svBitVecVal *wstrb,
                const svBitVecVal *wlast, const svBitVecVal *bready, const svBitVecVal *arvalid,
                const svBitVecVal *arid, const svBitVecVal *araddr, const svBitVecVal *arlen,
                const svBitVecVal *arsize, const svBitVecVal *arburst, const svBitVecVal *rready,
                const svBitVecVal *axi_error, svBitVecVal *core_req_valid, svBitVecVal *core_req_op,
                svBitVecVal *core_req_order, svBitVecVal *core_req_addr, svBitVecVal *core_req_tid,
                svBitVecVal *core_req_wdata, svBitVecVal *core_req_wmask, svBitVecVal *core_req_aop,
                svBitVecVal *core_req_cmp, svBitVecVal *awready, svBitVecVal *wready, svBitVecVal *bvalid,
                svBitVecVal *bid, svBitVecVal *bresp, svBitVecVal *arready, svBitVecVal *rvalid,
                svBitVecVal *rid, svBitVecVal *rdata, svBitVecVal *rresp, svBitVecVal *rlast,
                svBitVecVal *steer) {
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
