// Reference models of the parts of rtl/, stepped cycle by cycle against the hardware.
//
// The hardware side (parts_tb.sv, tb_*.sv) holds one box per instance under test. At every rising edge a box
// calls part_step with the outputs of the cycle that ends; the model checks them, does what the part must do
// at that edge, and chooses the inputs of the next cycle, at random and within the part's rules:
//
//     cycle n: inputs in_n are applied, outputs out_n settle
//     edge:    check(out_n)   against the state and in_n
//              clock          state and in_n -> state
//              drive(in_n+1)  from the state, so that it can obey rules like 'take_i only with valid_o'
//
// Before the first edge all inputs are 0.
#ifndef COHGEN_PARTS_REF_H
#define COHGEN_PARTS_REF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The inputs or outputs of an instance as one vector, read and written from the top bit down: in the order of
// the concatenation in parts_tb.sv.
enum { BITS = 1024 };
struct bits {
    uint32_t word[BITS / 32]; // word 0 has the lowest bits
    int next;                 // the next bit to read or write, from BITS - 1 down
};

uint64_t get(struct bits *b, int n); // n <= 64
void put(struct bits *b, int n, uint64_t value);

enum { PARAMETERS = 7, KNOBS = 8, COVERS = 12 };

struct ref {
    const struct ref_kind *kind;
    int copy;          // number of a copy of the part that has a fault, else 0
    int p[PARAMETERS]; // the parameters, in the order of the module
    void *state;       // of the model, zeroed at first
    uint64_t random;   // state of the random numbers
    int knob[KNOBS];   // probabilities in sixteenths, thrown anew every 64 cycles
    long cycle;
    long covered[COVERS];
    bool failed;
};

struct ref_kind {
    const char *name; // of the module, without cohgen_
    size_t size;      // of the state
    void (*init)(struct ref *r);
    void (*check)(struct ref *r, struct bits *out);
    void (*clock)(struct ref *r);
    void (*drive)(struct ref *r, struct bits *in);
    const char *cover[COVERS]; // what some instance of the kind must have seen, by cover()
};

extern const struct ref_kind ref_sram_1r1w, ref_sram_1rw, ref_ram_fwd, ref_ram_1rw, ref_flash_map, ref_fifo,
    ref_pair_fifo, ref_rollback_fifo, ref_delay, ref_arb_rr, ref_plru, ref_xbar, ref_mshr, ref_waiters,
    ref_fences, ref_amo, ref_sum, ref_axi_port, ref_clock, ref_store_buffer, ref_order, ref_source_queues,
    ref_link_tx, ref_link_rx, ref_packets, ref_sfifo, ref_scoreboard, ref_stash_translate, ref_stash_map,
    ref_vp_map, ref_stash_storage, ref_scratch_dma, ref_spaces, ref_transfer, ref_cam, ref_ring, ref_tlb,
    ref_cache_walk, ref_divide, ref_least, ref_fewer, ref_join, ref_gather;

// Makes one, of what is covered behind the functions.
#define REF_KIND(NAME, STATE, INIT, CHECK, CLOCK, DRIVE, ...)                                                \
    const struct ref_kind ref_##NAME = {#NAME, sizeof(struct STATE), INIT, CHECK, CLOCK,                     \
                                        DRIVE, {__VA_ARGS__}};

// Reads n bits of the outputs and compares. The first difference of an instance is printed and fails it.
void expect(struct ref *r, struct bits *out, int n, uint64_t value, const char *what);
void require(struct ref *r, bool holds, const char *what);
void cover(struct ref *r, int what);

uint64_t random_bits(struct ref *r, int n);
int random_below(struct ref *r, int n);
bool chance(struct ref *r, int knob);

// Bits to index n things, at least 1, and bits to count 0 to n.
int index_bits(int n);
int count_bits(int n);

// The boxes' side, by DPI. kind: the name, and what tells copies of a part from one another.
int part_new(const char *kind, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int seed);
void part_step(int part, const uint32_t *out, uint32_t *in);
// Prints a line per instance, then 'N passed, N failed'; returns the failures. some: only some kinds have
// instances.
int part_report(int some);

#endif
