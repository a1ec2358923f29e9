// What a core asks for at its port.
#ifndef COHGEN_GEN_LANG_REQUEST_H
#define COHGEN_GEN_LANG_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "spec.h"

// A request at a core port: `op` 0 load, 1 store, 2 atomic, 3 fence (address and data do not count). `order`
// counts only where the design's core ports have it (cg_spec.has_order).
typedef struct {
    unsigned op;
    unsigned
        order; // bit k: the k-th mark of the model; acquire and release are the first two where it has them
    uint64_t addr;
    uint32_t data;    // of a store, or the atomic's operand
    unsigned mask;    // of a store: bit i writes byte i
    unsigned aop;     // cg_amo_op
    uint32_t compare; // of a compare-and-swap
    unsigned command; // of a fence: 0, or it is command number k - 1 of the table, with these operands
    uint64_t operands[CG_MAX_OPERANDS]; // by operand of the spec
    // Of a load or atomic, for judges alone: that the program makes no use of the word; or, not 0, a number
    // that the word has in the whole run, if it says later whether it does (tb/programs/program.h, note
    // [uses]).
    bool dropped;
    uint32_t result;
} cg_request;

// The operation of the shadow (tb/interp/shadow.h) that it is: of a command CG_COMMAND and up.
static inline cg_core_op cg_request_op(const cg_request *r) {
    return r->command ? (cg_core_op)(CG_COMMAND + r->command - 1) : (cg_core_op)r->op;
}

enum { CG_REQUEST_TEXT = 40 };
const char *cg_op_name(unsigned op);                                          // "load", ...
const char *cg_request_text(const cg_request *r, char text[CG_REQUEST_TEXT]); // "load of 0x40", "fence"

// The machine's event for this operation of a core, CG_NONE: it has none.
int cg_core_event(const cg_machine *m, cg_core_op op);
// note [both]: a fence, an acquire or a release (`op`) is for both controllers of a core's port, if the
// machine with the port has a local memory beside it, and both have the event. Each answers it once, in any
// order, and it is over when both have. The event of the other one of the two, of which `machine` is one;
// CG_NONE: it is alone.
int cg_event_beside(const cg_spec *s, int machine, cg_core_op op);
// Is there such an operation?
bool cg_has_both(const cg_spec *s, int machine);
// Has every machine with a core port an event for this operation, so that any core may ask for it?
bool cg_takes_core(const cg_spec *s, cg_core_op op);
// May the cores ask for it with these marks? Where core ports have none they may not.
bool cg_takes_marked(const cg_spec *s, cg_core_op op, unsigned marks);
// May any core ask for it? A fence needs no event. The hardware takes an operation without an event for
// another one.
bool cg_op_has_event(const cg_spec *spec, unsigned op);
// "load, store": loads, stores and atomics without an event at this machine; NULL if there are none.
enum { CG_MISSING_TEXT = 24 };
const char *cg_missing_at(const cg_machine *m, char text[CG_MISSING_TEXT]);
// The first machine with a core port that has some, and which; NULL: none has.
const cg_machine *cg_missing_events(const cg_spec *spec, char text[CG_MISSING_TEXT]);

#endif
