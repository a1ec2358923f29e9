// What a core asks for at its port, and what the consistency model asks of that with its marks.
#ifndef COHGEN_GEN_LANG_PORT_H
#define COHGEN_GEN_LANG_PORT_H

#include <stdbool.h>
#include <stdint.h>

// As the core port encodes them; those from FENCE on have a thread and no line. FENCE: the thread's earlier
// operations before its later ones. RELEASE and ACQUIRE do not come over the core port: the order logic there
// makes them (gen/emit/sv/order.h). RELEASE: the thread's earlier stores are performed before it is answered.
// ACQUIRE: its later loads return nothing older than what is performed by then. COMMAND + k: command k of the
// table, which comes over the core port as a fence with a number (note [commands] in lang/command.h).
typedef enum { CG_LOAD, CG_STORE, CG_ATOMIC, CG_FENCE, CG_ACQUIRE, CG_RELEASE, CG_COMMAND } cg_core_op;
#define CG_N_PORT_OPS   4 // over the core port
#define CG_N_CORE_OPS   6 // that the language has words for
#define CG_MAX_COMMANDS 8
#define CG_MAX_OPERANDS 16                                // of all commands of a table
#define CG_N_ALL_OPS    (CG_N_CORE_OPS + CG_MAX_COMMANDS) // with the commands of a table
extern const char *const CG_CORE_OP_WORDS[CG_N_CORE_OPS];

// What the order logic does about an operation of a core with these marks, by the consistency model's table:
// `release` before it is issued the thread's stores must be performed (some store is kept before its class),
// `acquire` its thread goes on only when later loads see what it saw (its class is kept before some load).
// legal false: the model knows no such operation, and no core may ask for it.
typedef struct {
    bool legal, release, acquire;
} cg_port_order;
#define CG_CONSISTENCY "consistency" // of the table, and the setting that is in its place
#define CG_MARKS_MAX   8             // marks of a model, CG_MODEL_MAX_MARKS

// What the operations of one thread wait for where several are in flight (spec->slots > 1): of each operation
// with its marks the class, and of each class those before which it is kept, in either case by the
// consistency model. Two operations on one word are kept in order anyway. What a command does no model knows:
// it waits for all, and all wait for it.
#define CG_MAX_PORT_CLASSES 32
typedef struct {
    int n;
    int command; // class of the table's commands, CG_NONE: it has none
    uint8_t of[CG_N_PORT_OPS][1 << CG_MARKS_MAX];
    uint32_t before[CG_MAX_PORT_CLASSES]; // of an earlier one; bit c: class c waits for it
} cg_port_classes;

#endif
