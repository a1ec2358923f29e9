// One litmus test for RISC-V, as the memory-model community writes them (herd7, litmus7: J.
// Alglave, L. Maranget, M. Tautschnig, Herding Cats, TOPLAS 36(2), 2014), and what a machine may do with it.
//
//     RISCV MP                             name, then any lines up to the first '{', of which one may be
//     Cores = 0 0                          the core of each thread (each its own), and another
//     Marks = unpaired                     the suffixes that instructions have beside aq and rl (lw.unpaired)
//     { 0:x5=1; 0:x6=x; 1:x6=x; }          first contents of registers and memory; the rest is 0
//      P0          | P1          ;         a column for each thread, a row for each instruction
//      sw x5,0(x6) | lw x7,0(x6) ;
//     exists (1:x7=1)                      what is asked of the final states
//
// A value is a 64-bit integer. The address of a location is a value too (cg_lit_address()), so that programs
// can compute with it; it fits 31 bits and says nothing about where a simulation puts the location. A
// location is one word, whatever size its accesses have: accesses of two sizes, parts of words and values
// beyond 32 bits are refused.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_LITMUS_H
#define COHGEN_TB_PROGRAMS_LITMUS_LITMUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "programs/program.h"

enum {
    CG_LIT_THREADS = 12, // most threads of a test
    CG_LIT_LOCS = 24,    // most locations
    CG_LIT_INS = 128,    // most instructions of a thread
    CG_LIT_VARS = 64,    // most registers and locations that are observed
    CG_LIT_REGS = 32,    // x0 is always 0
    CG_LIT_NAME = 64,    // bytes of a name, with its NUL
    CG_LIT_MARKS = 8,    // most marks of its own that a test declares
    CG_LIT_VISITS = 3,   // most times that a thread executes one instruction; longer executions are cut
    CG_LIT_TITLE = 256,
};

// What an instruction does. Arithmetic is 64 bits wide; the ...W forms keep the low 32, sign-extended.
#define CG_LIT_ALU(X)                                                                                        \
    X(ADD, "add")                                                                                            \
    X(SUB, "sub")                                                                                            \
    X(AND, "and")                                                                                            \
    X(OR, "or")                                                                                              \
    X(XOR, "xor")                                                                                            \
    X(SLL, "sll")                                                                                            \
    X(SRL, "srl")                                                                                            \
    X(SRA, "sra")                                                                                            \
    X(SLT, "slt")                                                                                            \
    X(SLTU, "sltu")                                                                                          \
    X(MUL, "mul")

typedef enum {
#define X(id, name) CG_LIT_##id,
    CG_LIT_ALU(X)
#undef X
} cg_lit_alu;

typedef enum { CG_LIT_EQ, CG_LIT_NE, CG_LIT_LT, CG_LIT_GE, CG_LIT_LTU, CG_LIT_GEU } cg_lit_test;

typedef enum {
    CG_LIT_OP,     // rd := alu(rs1, rs2 or imm)
    CG_LIT_LOAD,   // rd := [rs1]
    CG_LIT_STORE,  // [rs1] := rs2
    CG_LIT_AMO,    // rd := [rs1]; [rs1] := amo([rs1], rs2)
    CG_LIT_LR,     // load-reserved
    CG_LIT_SC,     // store-conditional: rd := 0 and [rs1] := rs2, or rd := 1
    CG_LIT_FENCE,  // pairs
    CG_LIT_BRANCH, // to target, if test(rs1, rs2)
    CG_LIT_JUMP,
    CG_LIT_NOP,
} cg_lit_kind;

// Which pairs of accesses a fence keeps in order: (earlier, later), r: reads, w: writes.
enum { CG_LIT_RR = 1, CG_LIT_RW = 2, CG_LIT_WR = 4, CG_LIT_WW = 8 };

typedef struct {
    cg_lit_kind kind;
    int rd, rs1, rs2; // registers; rs2 -1: imm instead
    int64_t imm;      // also the offset of a memory access
    cg_lit_alu alu;
    bool word; // 32-bit arithmetic; a load or amo that sign-extends
    cg_lit_test test;
    cg_amo_op amo;
    bool acquire, release;
    unsigned marks; // bit k: it has the test's mark k
    unsigned pairs; // FENCE: CG_LIT_RR...
    int size;       // bytes accessed: 4 or 8
    int target;     // index of the instruction branched to; the number of instructions: the end
    int line;       // in the file
    char text[48];  // as written
} cg_lit_ins;

typedef struct {
    char name[CG_LIT_NAME];
    int64_t init;
} cg_lit_loc;

// A register (thread >= 0) or a location (thread -1) whose final value counts.
typedef struct {
    int thread, index;
} cg_lit_var;

typedef enum {
    CG_PROP_TRUE,
    CG_PROP_FALSE,
    CG_PROP_EQ, // var = value
    CG_PROP_NOT,
    CG_PROP_IMPLIES,
    CG_PROP_AND,
    CG_PROP_OR,
} cg_prop_kind;

typedef struct cg_prop cg_prop;
struct cg_prop {
    cg_prop_kind kind;
    cg_lit_var var;
    int64_t value;
    cg_prop *a, *b;
};

typedef enum { CG_LIT_EXISTS, CG_LIT_NOT_EXISTS, CG_LIT_FORALL } cg_lit_quantifier;

typedef struct {
    char name[CG_LIT_TITLE];
    char marks[CG_LIT_MARKS][CG_LIT_NAME]; // names; a consistency model says what they mean
    int n_marks;
    int cores[CG_LIT_THREADS]; // on which each thread runs, for models with scopes
    int n_threads, n_locs;
    cg_lit_loc locs[CG_LIT_LOCS];
    int64_t regs[CG_LIT_THREADS][CG_LIT_REGS]; // first contents
    cg_lit_ins *ins[CG_LIT_THREADS];
    int n_ins[CG_LIT_THREADS];
    cg_lit_quantifier quantifier;
    cg_prop *condition;
    cg_prop *filter; // executions whose final state does not hold it do not count; NULL: all do
    // Observed: the variables of the condition and of `locations`. Sorted: registers by thread, then
    // locations by name.
    cg_lit_var vars[CG_LIT_VARS];
    int n_vars;
    struct cg_lit_piece *pieces; // what the test owns
} cg_litmus;

// Why a test is not run, for people who sort thousands. X(identifier, words)
//
//     malformed            no test of herd7's grammar
//     other architecture   a test, but not of RISC-V
//     mixed size           parts of words, or two sizes of access to one location
//     unsupported          whatever else is not done here, or is too large
#define CG_LIT_REFUSALS(X)                                                                                   \
    X(MALFORMED, "malformed")                                                                                \
    X(UNREADABLE, "unreadable")                                                                              \
    X(ARCHITECTURE, "other architecture")                                                                    \
    X(MIXED, "mixed size")                                                                                   \
    X(UNSUPPORTED, "unsupported")

typedef enum {
#define X(id, words) CG_LIT_##id,
    CG_LIT_REFUSALS(X)
#undef X
        CG_LIT_N_REFUSALS
} cg_lit_refusal;

const char *cg_lit_refusal_words(cg_lit_refusal why);

// Reads a test. NULL on any error: one line "FILE:LINE: error: ..." in err.
cg_litmus *cg_litmus_read(const char *path, char *err, size_t errlen);
// The same; after an error, *why is its class.
cg_litmus *cg_litmus_try(const char *path, char *err, size_t errlen, cg_lit_refusal *why);
// Likewise, of text; `path` is for errors.
cg_litmus *cg_litmus_parse(const char *text, const char *path, char *err, size_t errlen);
void cg_litmus_free(cg_litmus *t); // NULL is allowed

// The value that is the address of location `loc`, and back: -1 if it is none.
int64_t cg_lit_address(int loc);
int cg_lit_location(const cg_litmus *t, int64_t address);

// Do role `a` on core `core_a` and role `b` on core `core_b` run as the test says: on one core, or on two?
static inline bool cg_lit_cores_fit(const cg_litmus *t, int a, int core_a, int b, int core_b) {
    return (t->cores[a] == t->cores[b]) == (core_a == core_b);
}

// How many cores the test's threads run on, and in *most how many threads one of them has.
int cg_lit_cores(const cg_litmus *t, int *most);

// A final state: all registers of all threads, and memory.
typedef struct {
    int64_t regs[CG_LIT_THREADS][CG_LIT_REGS];
    int64_t mem[CG_LIT_LOCS];
} cg_lit_state;

bool cg_prop_holds(const cg_prop *p, const cg_lit_state *s);
// Marks the locations whose final values it is about; `p` may be NULL.
void cg_prop_needs(const cg_prop *p, bool needed[CG_LIT_LOCS]);
void cg_prop_print(const cg_litmus *t, const cg_prop *p, FILE *out); // herd's notation

// The observed part of a state, "0:x5=1; x=2;", in herd's notation.
enum { CG_LIT_OUTCOME = 1024 };
void cg_lit_outcome(const cg_litmus *t, const cg_lit_state *s, char out[CG_LIT_OUTCOME]);

// Arithmetic, shared by all that execute it: result of an OP; whether a branch is taken; what an amo of this
// size stores.
int64_t cg_lit_compute(const cg_lit_ins *i, int64_t a, int64_t b);
bool cg_lit_taken(const cg_lit_ins *i, int64_t a, int64_t b);
int64_t cg_lit_amo(const cg_lit_ins *i, int64_t old, int64_t operand);
// A value as it stands in a word: the low 32 bits, sign-extended.
static inline int64_t cg_lit_word(int64_t v) {
    return (int32_t)(uint32_t)(uint64_t)v;
}

#endif
