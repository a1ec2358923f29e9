// How a workload is written: each hardware thread is a coroutine that runs ordinary C and reaches the
// simulated memory only through these calls. A call returns when the design under test has answered.
//
//     static void worker(cg_thread *t, void *state) {
//         for (int i = 0; i < 100; i++) cg_amo(t, CG_AMO_ADD, COUNTER, 1, 0);
//     }
//
// Plain C variables shared between threads are free of simulated cost and are not checked: use them for what
// the test needs to know (expected values, steps of a script), never for what the program under test
// computes.
#ifndef COHGEN_TB_PROGRAMS_PROGRAM_H
#define COHGEN_TB_PROGRAMS_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/amo.h"
#include "lang/transfer.h"

typedef struct cg_thread cg_thread;

uint32_t cg_ld(cg_thread *t, uint64_t addr); // addr: byte address, 4-byte aligned
// A load that says that nobody stores into the word any more; a plain one where the consistency model has
// none.
uint32_t cg_ld_final(cg_thread *t, uint64_t addr);
void cg_st(cg_thread *t, uint64_t addr, uint32_t value);
void cg_st_bytes(cg_thread *t, uint64_t addr, uint32_t value, unsigned mask); // mask: bit i writes byte i
uint32_t cg_amo(cg_thread *t, cg_amo_op op, uint64_t addr, uint32_t operand, uint32_t compare); // old value

// The byte at this place in the local memory of the thread's core, for all of the above: note [spaces] in
// lang/local.h. Threads of one core share it.
uint64_t cg_local(const cg_thread *t, uint64_t place);

// note [synchronization]: what a program says where it synchronizes. Under a model that keeps all program
// order the marks mean nothing; under a weak one fences do the work; under one that forbids data races
// (gen/lang/model.h) the marks do, fences are nothing, and all that is written by one thread while another
// may look must go through atomics. A workload that is written with these is right under all of them:
//
//     while (cg_amo_acquire(t, CG_AMO_SWAP, LOCK, 1, 0)) cg_pause(t, 8);
//     cg_fence(t);
//     cg_st(t, DATA, cg_ld(t, DATA) + 1);
//     cg_fence(t);
//     cg_sync_st(t, LOCK, 0);
//
// An atomic without marks does both. acquire: the thread's later operations come after it; release: its
// earlier ones come before it. cg_sync_ld(), cg_sync_st(): a plain load or store where races are allowed,
// else one that is marked as acquire or release or, where core ports take no such ones, an atomic that
// acquires (adds 0) or releases (swaps).
uint32_t cg_amo_acquire(cg_thread *t, cg_amo_op op, uint64_t addr, uint32_t operand, uint32_t compare);
uint32_t cg_amo_release(cg_thread *t, cg_amo_op op, uint64_t addr, uint32_t operand, uint32_t compare);
// note [scopes]: an atomic may say that it synchronizes with threads of its own core only. Where the model
// has no such scope it synchronizes with all. A word is of one scope: two atomics of different ones that
// nothing else orders are a race where the model has scopes.
typedef enum { CG_WITH_ALL, CG_WITH_CORE } cg_sync_scope;
uint32_t cg_amo_acquire_from(cg_thread *t, cg_sync_scope scope, cg_amo_op op, uint64_t addr, uint32_t operand,
                             uint32_t compare);
uint32_t cg_amo_release_to(cg_thread *t, cg_sync_scope scope, cg_amo_op op, uint64_t addr, uint32_t operand,
                           uint32_t compare);
// note [relaxed]: atomics that hand nothing on, by what keeps their races harmless (M. Sinclair, Efficient
// coherence and consistency for specialized memory hierarchies, 2017, section 3.3). Each has the model's mark
// of its name, or is unpaired where the model has no other, or acquires and releases where it has neither.
#define CG_RELAXED_KINDS(X) X(unpaired) X(commutative) X(nonordering) X(speculative) X(quantum)
typedef enum {
#define X(name) CG_##name,
    CG_RELAXED_KINDS(X)
#undef X
        CG_N_RELAXED
} cg_relaxed;
uint32_t cg_amo_relaxed(cg_thread *t, cg_relaxed kind, cg_amo_op op, uint64_t addr, uint32_t operand,
                        uint32_t compare);
uint32_t cg_sync_ld(cg_thread *t, uint64_t addr);
uint32_t cg_sync_ld_from(cg_thread *t, cg_sync_scope scope, uint64_t addr);
void cg_sync_st(cg_thread *t, uint64_t addr, uint32_t value);
// The thread's earlier operations come before its later ones, as far as the others can tell. cg_fence() asks
// the design for it only where the consistency model in force allows races and does not keep all program
// order anyway; cg_fence_op() always does.
void cg_fence(cg_thread *t);
void cg_fence_op(cg_thread *t);

// Asks for command number `command` of the table, with these operands (by operand of the spec:
// lang/command.h).
void cg_ask_command(cg_thread *t, int command, const uint64_t *operands);

// Accesses of the thread to its core's local memory bring these operands from now on (likewise by operand;
// all are 0 at first): note [accesses] there.
void cg_bring(cg_thread *t, const uint64_t *operands);

// Moves a tile between global memory and the local memory of the thread's core, by a transfer where the table
// has them, else by loads and stores of the thread: the same ones. Returns 0, or why a transfer was refused
// (lang/transfer.h). Its addresses are the memory's: a workload that asks for transfers clears env.scatter.
uint32_t cg_move(cg_thread *t, cg_transfer_kind kind, const cg_tile *tile);
bool cg_has_engine(const cg_thread *t); // has the table transfers, both ways?

// note [tickets]: a thread of a design with several slots goes on before an operation is answered.
// cg_ld_begin() asks and returns a ticket, with which cg_await() waits for the answer: once for each.
// cg_st_post() and cg_fence_post() (as cg_fence()) ask for what nobody waits for. Each waits while no slot is
// free; a ticket that was not used takes one. The design keeps the operations in that order which the
// consistency model wants; what depends on an answer is the program's affair. cg_settle() waits until all
// operations are answered; every ticket must have been used by then.
typedef int cg_ticket;
enum { CG_MAX_SLOTS = 8 }; // operations of a thread in flight
cg_ticket cg_ld_begin(cg_thread *t, uint64_t addr);
cg_ticket cg_ld_final_begin(cg_thread *t, uint64_t addr); // as cg_ld_final()
uint32_t cg_await(cg_thread *t, cg_ticket ticket);
void cg_st_post(cg_thread *t, uint64_t addr, uint32_t value, unsigned mask);
void cg_fence_post(cg_thread *t);
// Of note [relaxed]. A posted one's old value is used by nobody, and judges know that. Nor is that of a
// speculative one whose access raced: the program throws it away.
cg_ticket cg_amo_begin(cg_thread *t, cg_relaxed kind, cg_amo_op op, uint64_t addr, uint32_t operand);
void cg_amo_post(cg_thread *t, cg_relaxed kind, cg_amo_op op, uint64_t addr, uint32_t operand);
void cg_settle(cg_thread *t);

// note [wavefront]: an access of a wavefront is one of each of its lanes, all at once. Here it is n
// operations, as many of them at once as the thread has slots, in the order of the lanes. Loads wait for all
// answers; with one slot stores do, too, and with several nobody waits for theirs.
void cg_ld_lanes(cg_thread *t, const uint64_t *addr, uint64_t n, uint32_t *words);
void cg_st_lanes(cg_thread *t, const uint64_t *addr, uint64_t n, const uint32_t *words);

// note [uses]: some kinds of race are harmless as long as no value that is loaded there is used: reaches an
// address, a value that is stored, or a branch. A judge takes it for used, but where the request says that it
// is not (cg_request.dropped), or has a number from cg_result_number(), of which the program says once what
// comes of it: true as soon as it is used, false when it will never be.
uint32_t cg_result_number(cg_thread *t);
void cg_result_used(cg_thread *t, uint32_t result, bool used);

void cg_pause(cg_thread *t, unsigned cycles); // issue nothing for so long
void cg_wake(cg_thread *t);                   // by another thread: if t pauses, it goes on in the next cycle

int cg_tid(const cg_thread *t);       // 0 .. cg_threads()-1 over the whole system
int cg_core(const cg_thread *t);      // core it runs on
int cg_local_tid(const cg_thread *t); // its number on that core, from 0
int cg_threads(const cg_thread *t);   // hardware threads in use
int cg_slots(const cg_thread *t);     // operations of one in flight
uint64_t cg_rand(cg_thread *t);       // seeded, per thread

// Time, for workloads that measure. Cycles since reset.
uint64_t cg_cycle(const cg_thread *t);    // now
uint64_t cg_accepted(const cg_thread *t); // when the design took this thread's last operation
uint64_t cg_answered(const cg_thread *t); // when its answer came; the latency is the difference

#endif
