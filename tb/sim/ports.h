// The design's ports as flat bit vectors, and where each core's and each partition's slice lies in them.
//
// A vector is an array of 32-bit words, bit 0 first, element i of width w at bit i * w. This is how DPI
// passes packed vectors (svBitVecVal), so that no copy is needed on the C side.
#ifndef COHGEN_TB_SIM_PORTS_H
#define COHGEN_TB_SIM_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "axi_memory.h"
#include "lang/request.h"

// What the emitted package says about the design that was built. Widths in bits.
typedef struct {
    int cores, partitions, addr_bits, tid_bits, axi_data_bits, axi_id_bits, record_bits;
    int steer_bits;         // 0: the model cannot be steered
    int sram_latency;       // of the memories that it is made for
    int command_bits;       // likewise of a command, without any 1
    const cg_spec *command; // whose commands these are, NULL: none
    int page_bits;          // bits of a page's number at a core's port, without any 1
    int marks;              // bits of a core's marks: as the table says, tb_top.sv without any 2
} cg_geometry;

// The vectors of one cycle, in the order of cohgen_tick() in tb_top.sv, whose names they have: what the
// design drives, and with which it is driven, as X(vector, of how many, bits of each).
#define CG_PORTS_DRIVEN(X)                                                                                   \
    X(core_req_ready)                                                                                        \
    X(core_resp_valid)                                                                                       \
    X(core_resp_tid)                                                                                         \
    X(core_resp_data)                                                                                        \
    X(core_page_valid)                                                                                       \
    X(core_page)                                                                                             \
    X(awvalid)                                                                                               \
    X(awid)                                                                                                  \
    X(awaddr)                                                                                                \
    X(awlen)                                                                                                 \
    X(awsize)                                                                                                \
    X(awburst)                                                                                               \
    X(awkind)                                                                                                \
    X(wvalid)                                                                                                \
    X(wdata)                                                                                                 \
    X(wstrb)                                                                                                 \
    X(wlast)                                                                                                 \
    X(bready)                                                                                                \
    X(arvalid)                                                                                               \
    X(arid)                                                                                                  \
    X(araddr)                                                                                                \
    X(arlen)                                                                                                 \
    X(arsize)                                                                                                \
    X(arburst)                                                                                               \
    X(arkind)                                                                                                \
    X(rready)                                                                                                \
    X(axi_error)
#define CG_PORTS_DRIVING(X)                                                                                  \
    X(core_req_valid, cores, 1)                                                                              \
    X(core_req_op, cores, 2)                                                                                 \
    X(core_req_order, cores, g->marks)                                                                       \
    X(core_req_space, cores, 1)                                                                              \
    X(core_req_command, cores, g->command_bits)                                                              \
    X(core_req_addr, cores, g->addr_bits)                                                                    \
    X(core_req_tid, cores, g->tid_bits)                                                                      \
    X(core_req_wdata, cores, 32)                                                                             \
    X(core_req_wmask, cores, 4)                                                                              \
    X(core_req_aop, cores, 4)                                                                                \
    X(core_req_cmp, cores, 32)                                                                               \
    X(core_page_ready, cores, 1)                                                                             \
    X(core_frame_valid, cores, 1)                                                                            \
    X(core_frame, cores, g->page_bits)                                                                       \
    X(awready, partitions, 1)                                                                                \
    X(wready, partitions, 1)                                                                                 \
    X(bvalid, partitions, 1)                                                                                 \
    X(bid, partitions, g->axi_id_bits)                                                                       \
    X(bresp, partitions, 2)                                                                                  \
    X(arready, partitions, 1)                                                                                \
    X(rvalid, partitions, 1)                                                                                 \
    X(rid, partitions, g->axi_id_bits)                                                                       \
    X(rdata, partitions, g->axi_data_bits)                                                                   \
    X(rresp, partitions, 2)                                                                                  \
    X(rlast, partitions, 1)

// Pointers are valid during one call only.
typedef struct {
#define DRIVEN(name)                const uint32_t *name;
#define DRIVING(name, number, bits) uint32_t *name;
    CG_PORTS_DRIVEN(DRIVEN)
    CG_PORTS_DRIVING(DRIVING)
#undef DRIVEN
#undef DRIVING
    uint32_t *steer; // steer.h
} cg_ports;

// Bits [lo, lo + width) of `v`, width 1..64. Reads no word beyond the one that holds the last bit.
static inline uint64_t cg_port_get(const uint32_t *v, unsigned lo, unsigned width) {
    const uint32_t *w = v + lo / 32;
    unsigned shift = lo % 32, have = 32 - shift;
    uint64_t x = w[0] >> shift;
    if (width > have) x |= (uint64_t)w[1] << have;
    if (width > have + 32) x |= (uint64_t)w[2] << (have + 32);
    return width < 64 ? x & ((UINT64_C(1) << width) - 1) : x;
}

// Sets them, width to 64; bits of `x` above `width` are ignored.
static inline void cg_port_set(uint32_t *v, unsigned lo, unsigned width, uint64_t x) {
    uint32_t *w = v + lo / 32;
    unsigned shift = lo % 32;
    if (shift + width <= 32) { // most are
        const uint32_t mask = (uint32_t)((UINT64_C(1) << width) - 1) << shift;
        *w = (*w & ~mask) | ((uint32_t)x << shift & mask);
        return;
    }
    while (width > 0) {
        unsigned n = 32 - shift < width ? 32 - shift : width;
        uint32_t mask = (n == 32 ? UINT32_MAX : (UINT32_C(1) << n) - 1) << shift;
        *w = (*w & ~mask) | ((uint32_t)x << shift & mask);
        x >>= n;
        width -= n;
        shift = 0;
        w++;
    }
}

// Words a vector of `bits` takes.
static inline unsigned cg_port_words(unsigned bits) {
    return (bits + 31) / 32;
}

static inline bool cg_core_ready(const cg_ports *p, int core) {
    return cg_port_get(p->core_req_ready, core, 1);
}
static inline bool cg_core_response(const cg_ports *p, int core) {
    return cg_port_get(p->core_resp_valid, core, 1);
}

// Drives core `core` for the next cycle; request NULL: valid low.
void cg_core_drive(const cg_ports *p, const cg_geometry *g, int core, const cg_request *r, int tid);
// The response that is valid now: which thread, and its data.
int cg_core_response_get(const cg_ports *p, const cg_geometry *g, int core, uint32_t *data);

// One partition's memory port, as the design drives it now. `wdata` points into the vector.
void cg_axi_sample(const cg_ports *p, const cg_geometry *g, int partition, cg_axi_master *m);
// Drives it for the next cycle.
void cg_axi_drive(const cg_ports *p, const cg_geometry *g, int partition, const cg_axi_slave *s);

// All inputs of the design to 0. First thing in a cycle: what DPI hands over is not defined.
void cg_ports_clear(const cg_ports *p, const cg_geometry *g);

#endif
