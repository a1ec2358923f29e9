// The memory behind a design: one AXI4 slave per partition, over one sparse backing store, with random
// latency, reordering and backpressure, and a checker of what the design drives.
//
// The slave uses the freedom that AXI gives it, so that a design which leans on more fails here first:
//   * a read's data is taken when the address is accepted or when the first beat leaves, at random;
//   * a write takes effect only when its response leaves;
//   * responses of different ids come in any order; those of one id in order;
//   * beats of reads with different ids come mixed, if `interleave` says so: at each beat it may go on with
//   another.
//
// Checked of the master (ARM IHI 0022, A3, A4, A5, A7 and A8): valid and its payload stay until ready; INCR
// bursts of one whole aligned line; no 4 KB crossing; wlast on the last beat and only there; no exclusive
// access (a line of a cache is none); AxCACHE is no reserved value, and is that of Normal memory, whose reads
// may be served by whatever holds the line; AxCACHE, AxPROT, AxQOS and AxREGION are those of the port's first
// address, on AW and AR alike: a line whose attributes change between accesses may be lost between two
// caches; no two reads outstanding with one id; and no read beside an unanswered write of the same line or
// the other way round, nor two such writes with different ids: AXI does not order them. And of the design
// that it says, from the next cycle on, that some answer was an error.
#ifndef COHGEN_TB_SIM_AXI_MEMORY_H
#define COHGEN_TB_SIM_AXI_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/sparse.h"

// -------------------------------------------------------------------------------------------------- ports
#define CG_AXI_MAX_WORDS 16 // of a beat: 512 bits

typedef struct {
    bool valid;
    unsigned id;
    uint64_t addr;
    unsigned len, size, burst; // as on the wires: beats - 1, log2(bytes), 1 = INCR
    unsigned lock, cache, prot, qos, region;
} cg_axi_address;

// What the design drives in a cycle. Payloads matter only while their valid is high.
typedef struct {
    cg_axi_address aw, ar;
    bool wvalid, wlast, bready, rready;
    bool error; // axi_error_o: some answer before was SLVERR or DECERR
    const uint32_t *wdata;
    uint64_t wstrb; // bit i: byte i of the beat
} cg_axi_master;

// What the memory drives.
typedef struct {
    bool awready, wready, arready;
    bool bvalid, rvalid, rlast;
    unsigned bid, bresp, rid, rresp; // resp 0: OKAY
    uint32_t rdata[CG_AXI_MAX_WORDS];
} cg_axi_slave;

typedef struct {
    unsigned data_bits;                // of the port
    unsigned line_bytes;               // the only burst that is legal
    unsigned latency_min, latency_max; // cycles from address (or last write beat) to first response beat
    unsigned stall_percent;            // chance that a ready or valid of ours is held back in a cycle
    unsigned pause;       // most cycles on end without any ready or valid of ours, every other time
    bool reorder;         // responses of different ids in any order
    bool interleave;      // beats of reads with different ids mixed
    unsigned outstanding; // reads, and likewise writes, accepted at once
    unsigned error;       // code of some answers, whose data are good: 2 SLVERR, 3 DECERR; 0: all are OKAY
} cg_axi_options;

typedef struct {
    uint64_t reads, writes;           // bursts answered
    uint64_t read_cycles;             // sum of cycles from accepted address to last beat
    unsigned most_reads, most_writes; // most in flight at once
    uint64_t mixed;                   // beats of R between the beats of another read
    uint64_t errors;                  // beats of R and answers on B, taken, that were SLVERR or DECERR
} cg_axi_stats;

typedef struct cg_axi_port cg_axi_port;

cg_axi_port *cg_axi_port_new(const cg_axi_options *o, cg_sparse *b, int number, uint64_t seed);
void cg_axi_port_free(cg_axi_port *p); // NULL is allowed

// One cycle: `m` is what the design drives now, beside what cg_axi_port_drive() gave for this cycle. Returns
// false when the design broke a rule; cg_axi_port_error() says which, and stays.
bool cg_axi_port_step(cg_axi_port *p, const cg_axi_master *m, uint64_t cycle);
// Whether the next reads may be answered: none (CG_AXI_NONE), all (CG_AXI_ALL, as at first), or only those of
// the line at this address. Writes are not concerned.
#define CG_AXI_ALL  UINT64_MAX
#define CG_AXI_NONE (UINT64_MAX - 1)
void cg_axi_port_allow(cg_axi_port *p, uint64_t addr);
const cg_axi_slave *cg_axi_port_drive(const cg_axi_port *p); // for the next cycle
const char *cg_axi_port_error(const cg_axi_port *p);         // NULL: none
const cg_axi_stats *cg_axi_port_stats(const cg_axi_port *p);
bool cg_axi_port_idle(const cg_axi_port *p); // nothing outstanding

// What is outstanding, one line each, for the watchdog.
void cg_axi_port_print(const cg_axi_port *p, uint64_t cycle, FILE *out);

#endif
