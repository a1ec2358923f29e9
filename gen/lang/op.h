// What expressions are made of: leaves and operators, by the rows of ops.def.
#ifndef COHGEN_GEN_LANG_OP_H
#define COHGEN_GEN_LANG_OP_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define L(op, ...) CG_X_##op,
#define X(...)
#include "ops.def"
#undef L
#undef X
    CG_N_LEAVES,
    CG_LAST_LEAF = CG_N_LEAVES - 1, // operators begin at CG_N_LEAVES
#define L(...)
#define X(op, ...) CG_X_##op,
#include "ops.def"
#undef L
#undef X
    CG_N_OPS
} cg_xop;

// ------------------------------------------------------------------------------------------------ leaves

typedef enum {
    CG_LEAF_OWN, // what it reads says it
    CG_LEAF_BOOL,
    CG_LEAF_TIME,   // a number of the clock's width
    CG_LEAF_SELF,   // a controller of this machine
    CG_LEAF_SENDER, // a controller of the machine that sends the message
    CG_LEAF_ASKER,  // a request: on whose behalf the message was sent
    CG_LEAF_CORE,   // a core: with one kind of cores its controller
    CG_LEAF_PLACE,  // a number of a line of this local memory
    CG_LEAF_GLOBAL, // a number of a line of the global space
    CG_LEAF_COUNT,  // a number of words of a line
    CG_LEAF_MASK,   // a set of bytes of a line
} cg_leaf_type;

// Where a leaf can be read. Each is one line here, and one line with its error in gen/read/type/leaf.c.
#define CG_NEEDS(X)                                                                                          \
    X(MACHINE) /* in a rule of a machine, and in what else its own values are known */                       \
    X(WORDS)   /* in a machine whose blocks are words */                                                     \
    X(WORD)    /* in such a machine, or in a memory of words */                                              \
    X(BUFFER)  /* in a machine with a store buffer, at an event about a line */                              \
    X(BYTES)   /* at an event that brings bytes of the word */                                               \
    X(NAMES)   /* at an event that names bytes of the line */                                                \
    X(PORT)    /* in a machine with a core port */                                                           \
    X(LINE)    /* at an event about a line */                                                                \
    X(ANSWER)  /* at a message that no memory sent */

#define CG_LEAF_TRAITS(X)                                                                                    \
    X(WORD)        /* a table reads it by its name alone */                                                  \
    X(OF_VARIABLE) /* an invariant reads it of a controller, as c.NAME */                                    \
    X(PASSES)      /* it changes although no rule fires */                                                   \
    X(CLOCK)       /* it says the time: the controller has the clock */                                      \
    X(ASKS)        /* it says who asks */                                                                    \
    X(OF_MESSAGE)  /* `field` is a field of the message */                                                   \
    X(MODE)        /* `field` is an input of the spec */                                                     \
    X(OF_PORT)     /* `field` is a mark of the operation that a core asks for */                             \
    X(OF_COMMAND)  /* `field` is an operand of the spec */                                                   \
    X(OF_LOOKUP)   /* `field` is a structure and what it is asked: note [look-ups] in lookup.h */            \
    X(OF_ENTRY)    /* it changes when the line's entry in the store buffer comes or goes */                  \
    X(OF_REQUEST)  /* it tells the word that was asked for from those that come along */                     \
    X(OF_BYTES)    /* it says which bytes of the line the event names */                                     \
    X(OF_OPERANDS) /* it depends on the bytes that the request or the message brings */                      \
    X(OF_SPACE)    /* it is a number of a line, of this space or of the global one */                        \
    X(OF_GROUP)    /* it depends on which words the transition is about */                                   \
    X(BY_THREAD)   /* deferred requests are known by thread */

enum {
#define X(name) CG_NEEDS_BIT_##name,
    CG_NEEDS(X)
#undef X
#define X(name) CG_NEEDS_##name = 1 << CG_NEEDS_BIT_##name,
        CG_NEEDS(X)
#undef X
};
enum {
#define X(name) CG_LEAF_BIT_##name,
    CG_LEAF_TRAITS(X)
#undef X
#define X(name) CG_LEAF_##name = 1 << CG_LEAF_BIT_##name,
        CG_LEAF_TRAITS(X)
#undef X
};

typedef struct {
    const char *name;
    cg_leaf_type type;
    int needs, traits;
    const char *wire, *model, *meaning; // "" where there is none
} cg_leaf_row;
extern const cg_leaf_row CG_LEAVES[CG_N_LEAVES];

// A leaf of these traits?
static inline bool cg_is_leaf(cg_xop op, int traits) {
    return op < CG_N_LEAVES && CG_LEAVES[op].traits & traits;
}

// --------------------------------------------------------------------------------------------- operators

typedef enum {
    CG_SHAPE_INFIX,  // a op b; the text may be a word
    CG_SHAPE_PREFIX, // op a
    CG_SHAPE_CALL,   // op(a, b)
    CG_SHAPE_BRACES, // {a}
    CG_SHAPE_CHOICE, // a ? b : c
    CG_SHAPE_LIST,   // a, b: operands of a function
    CG_SHAPE_APPLY,  // f.result(a): a function of the table: note [functions] in function.h
} cg_shape;

typedef enum {
    CG_TYPING_NOT,        // a boolean: a boolean
    CG_TYPING_LOGIC,      // two booleans: a boolean
    CG_TYPING_EQUAL,      // two of the same kind: a boolean
    CG_TYPING_ORDER,      // two integers, or two nodes of one machine: a boolean
    CG_TYPING_ARITHMETIC, // two integers: an integer
    CG_TYPING_EXTREME,    // two integers or more: an integer
    CG_TYPING_CHOICE,     // a boolean and two of the same kind: one of these
    CG_TYPING_SET,        // a node: a set
    CG_TYPING_SETS,       // two sets of one machine, or two masks: one
    CG_TYPING_MEMBER,     // a node and a set: a boolean
    CG_TYPING_CORE,       // a request, and which machine's core it is of: a node of that machine
    CG_TYPING_KIND,       // a request, and a machine with core ports: a boolean
    CG_TYPING_COUNT,      // a set: an integer
    CG_TYPING_FIT,        // an integer: one of the width of what it is assigned to
    CG_TYPING_BITS,       // a constant: an integer
    CG_TYPING_OPERANDS,   // integers of the widths that the function has: nothing by itself
    CG_TYPING_APPLY,      // those: an integer
} cg_typing;

typedef enum {
    CG_FAULT_NONE,
    CG_FAULT_FIT,        // fit(x): x needs more bits
    CG_FAULT_BELOW_ZERO, // a - b with a < b
} cg_fault;

typedef struct {
    const char *text;
    cg_shape shape;
    int operands, binds;
    cg_typing typing;
    cg_fault fault;
    const char *design, *model, *slips;
    int bound, alone;
} cg_op_row;
extern const cg_op_row CG_OPS[CG_N_OPS]; // those of leaves are empty

#define CG_WIDER(a, b) ((a) > (b) ? (a) : (b))

// Bits to hold 0..n, at least 1; and the smallest b with 2^b >= n.
int cg_bits(uint64_t n);
int cg_log2(uint64_t n);

// The result of an operator on constants, and its width; is that the result, or is it out of range?
uint64_t cg_op_value(cg_xop op, uint64_t a, uint64_t b);
bool cg_op_exact(cg_xop op, uint64_t a, uint64_t b);
int cg_op_width(cg_xop op, int wa, int wb, uint64_t b);

#endif
