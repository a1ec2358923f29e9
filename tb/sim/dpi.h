// The boundary between tb_top.sv and the harness: functions that the simulator calls.
//
// Vectors are flat, element 0 in the low bits, padded to whole words (tb_top.sv). Names are the design's
// ports without their suffix and the m_axi_ prefix.
#ifndef COHGEN_TB_SIM_DPI_H
#define COHGEN_TB_SIM_DPI_H

#include <svdpi.h>

#include "ports.h"

// Before the first clock edge. `config` is the +cohgen= argument (config.h), the numbers are those of the
// emitted package; the last one is 1 or 2, of its memories. Nonzero: the run cannot begin. Registers the
// process' exit status, see sim.h.
int cohgen_init(const char *config, int cores, int partitions, int addr_bits, int tid_bits, int axi_data_bits,
                int axi_id_bits, int record_bits, int steer_bits, int sram_latency);

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
#define CG_DRIVEN_ARGUMENT(name)                const svBitVecVal *name,
#define CG_DRIVING_ARGUMENT(name, number, bits) svBitVecVal *name,
int cohgen_tick(CG_PORTS_DRIVEN(CG_DRIVEN_ARGUMENT) CG_PORTS_DRIVING(CG_DRIVING_ARGUMENT) svBitVecVal *steer);

#endif
