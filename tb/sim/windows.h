// Windows: what a table without logical time (no `perform ... at`) promises beyond its consistency model. A
// store or an atomic takes effect where it is performed; a load returns a value that its word had at some
// time from its request to where it is performed. The exhaustive check judges by it (note [windows] in
// gen/emit/murphi/order.c, which says why that implies sequential consistency); here the hardware is judged
// by the same, so that a counterexample of the check is one on the hardware too.
//
//     cycle      10   11   12   13   14   15        memory word 0, then 7
//     load       |---------request-----perform|     0 and 7 are right
//     store 7                  perform
//
// Requests and transitions are told as the harness sees them: a request in the cycle in which it is accepted,
// a transition one later than it happens. So a window is never too narrow.
#ifndef COHGEN_TB_SIM_WINDOWS_H
#define COHGEN_TB_SIM_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "interp/perform.h"
#include "lang/spec.h"

typedef struct cg_windows cg_windows;

// Values of a window that are told apart; a load that sees more is not judged.
enum { CG_WINDOW_VALUES = 32 };

// NULL: the table has logical time. All functions below take NULL, and then find nothing wrong.
cg_windows *cg_windows_new(const cg_spec *spec);
void cg_windows_free(cg_windows *w);
// First contents of the memory. Before all else.
void cg_windows_init(cg_windows *w, uint64_t addr, const void *bytes, size_t n);
// A thread (core * threads + tid) asks for the word at `addr`: its window begins.
void cg_windows_load(cg_windows *w, unsigned thread, uint64_t addr);
// An operation takes effect. False: a load returns what its word had at no time of its window.
bool cg_windows_perform(cg_windows *w, const cg_perform *p);

#endif
