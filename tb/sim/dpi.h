// The boundary between tb_top.sv and the harness: functions that the simulator calls.
//
// Vectors are flat, element 0 in the low bits, padded to whole words (tb_top.sv). Names are the design's
// ports without their suffix and the m_axi_ prefix.
#ifndef COHGEN_TB_SIM_DPI_H
#define COHGEN_TB_SIM_DPI_H

#include <svdpi.h>

// Before the first clock edge. `config` is the +cohgen= argument (sim_config.h), the numbers are those of the
// emitted package. Nonzero: the run cannot begin. Registers the process' exit status, see sim.h.
int cohgen_init(const char *config, int cores, int partitions, int addr_bits, int tid_bits, int axi_data_bits,
                int axi_id_bits, int record_bits, int steer_bits);

// After that: what the design's modes are, bit i that of input i of the table (cg_spec.inputs).
int cohgen_inputs(void);

// Of a design into which tests planted faults: which of them is on, from 1; 0: none.
int cohgen_which_planted(void);

// A controller fires a transition in this cycle: its record, with the slots of
// cg_plan.machines[machine].trace, the lowest first. `node` is the controller's number. Before the
// cohgen_tick() that ends the cycle.
void cohgen_record(int machine, int node, const svBitVecVal *slots);

// Once a cycle after reset, at the rising edge: the design's outputs of the cycle that ends, then its inputs
// for the cycle that begins. Nonzero: the run is over.
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
                svBitVecVal *rdata, svBitVecVal *rresp, svBitVecVal *rlast, svBitVecVal *steer);

#endif
