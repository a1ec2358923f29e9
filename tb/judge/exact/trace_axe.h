// Reads memory traces in the format of Axe (M. Naylor, S. Moore, A. Mujumdar, Axe Manual, 2016),
// with three additions that let a device log what it knows.
//
//     # MP                       a comment; the last one before a trace's first operation is its name
//     0: M[1] := 1               thread 0 stores 1 to variable 1 (also written v1 := 1)
//     0: sync                    a fence
//     1: M[1] == 1 @ 100:110     a load that returned 1; begin and end time are optional, either may miss
//     1: { M[0] == 0; M[0] := 3 }   an atomic read-modify-write (also < ... >)
//     final M[0] == 3            the value that memory holds when all is done
//     check                      end of the trace; the file may go on with the next, or end without it
//
// Additions:
//     0: M[1] := 1 #17           stamp: the store's place in the coherence order of its variable. Places
//                                are compared, not counted: gaps are fine, and so is one counter for all
//     1: M[1] == 1 #17           on a load: the stamp of the store it read (needed only where values repeat)
//     order M[1] : 1 2 5         the same order by values, for a variable whose stores all differ in value
//     1: M[1] == 1 %acquire      the operation's class in the model (else the first class of its kind)
//
// A stamp follows '#' without a blank, so a reader of plain Axe takes it for a comment. One statement a line.
// Numbers are decimal or 0x hexadecimal, unsigned, 64 bits. Memory starts as 0. The text order of a thread's
// lines is its program order; that of different threads means nothing. Times are checked for form, not used:
// the models here do not depend on them.
#ifndef COHGEN_TB_JUDGE_EXACT_TRACE_AXE_H
#define COHGEN_TB_JUDGE_EXACT_TRACE_AXE_H

#include "lang/model.h"

#include <stdio.h>

#define CG_NO_STAMP UINT64_MAX

typedef struct cg_trace_op {
    uint64_t read;   // load, atomic: value returned
    uint64_t write;  // store, atomic: value stored
    uint64_t stamp;  // store, atomic: place in coherence order; load: stamp of its source; CG_NO_STAMP
    uint32_t thread; // 0 .. nthreads-1, index into thread_ids
    uint32_t var;    // 0 .. nvars-1, index into var_ids; 0 for a fence
    uint32_t line;   // from 1
    uint8_t kind;    // cg_mem_kind
    uint8_t cls;     // class in the model
} cg_trace_op;

typedef struct cg_trace_final {
    uint64_t value;
    uint32_t var, line;
} cg_trace_final;

typedef struct cg_trace_order {
    uint64_t *values; // earliest store first
    size_t n;
    uint32_t var, line;
} cg_trace_order;

typedef struct cg_trace {
    char *name; // NULL when no comment names it
    cg_trace_op *ops;
    size_t nops, capops;
    cg_trace_final *finals;
    size_t nfinals, capfinals;
    cg_trace_order *orders;
    size_t norders, caporders;
    uint64_t *thread_ids, *var_ids; // the numbers in the text
    uint32_t nthreads, nvars;
    bool logged; // some store has a stamp, or there is an order line
} cg_trace;

typedef struct cg_trace_reader cg_trace_reader;

// Reads from f (not closed by the reader); file_name is for messages; m gives the classes. None may be NULL.
cg_trace_reader *cg_trace_reader_new(FILE *f, const char *file_name, const cg_model *m);
void cg_trace_reader_free(cg_trace_reader *r);

// The next trace: 1 and *t, valid until the next call; 0 at the end; -1 on malformed input.
int cg_trace_next(cg_trace_reader *r, const cg_trace **t);

// After -1: "FILE:LINE:COL: error: ...", columns from 1.
const char *cg_trace_error(const cg_trace_reader *r);

// One operation as text, as in the format above with "line N: " before it; cuts at len. Returns buf.
char *cg_trace_op_text(const cg_trace *t, size_t op, char *buf, size_t len);

#endif
