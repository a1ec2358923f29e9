// What the files of the lockstep model share. Not for others.
#ifndef COHGEN_TB_LOCKSTEP_PARTS_H
#define COHGEN_TB_LOCKSTEP_PARTS_H

#include "interp/bits.h"
#include "interp/shadow.h"
#include "lockstep.h"

typedef struct {
    uint32_t at, width; // width 0: the record has no such slot
} cg_at;

// Slots of an outgoing lane that have the same name for every protocol.
#define CG_LANE_SLOTS(X)                                                                                     \
    X(valid) X(type) X(dst) X(joins) X(addr) X(tid) X(words) X(word) X(mask) X(aop) X(cmp) X(line) X(bytes)

typedef struct {
#define X(slot) cg_at slot;
    CG_LANE_SLOTS(X)
#undef X
    cg_at **field; // [position in channel->msgs][field]
} cg_lane_at;

// Where everything lies in a machine's record.
typedef struct {
    cg_at valid, rule, replay, addr, tid, src, state, clock;
    cg_at words, about, told, word, mask, aop, cmp, line, bytes;
    cg_at resp_valid, resp_tid, resp_data;
    cg_at victim, victim_rule, victim_addr; // victim: is there one?
    cg_at *space[CG_N_SPACES];              // by field
    cg_at *operands;                        // by operand of the spec
    cg_at **in;                             // [event][field of its message]
    cg_lane_at *out;
    bool **bulk[CG_N_SPACES]; // by rule: fields that it changes in bulk; NULL: none
} cg_record_at;

enum { CG_HISTORY_SENDS = 4 };

typedef struct {
    uint64_t cycle, line; // line: UINT64_MAX for events without one
    uint64_t dst[CG_HISTORY_SENDS];
    int msg[CG_HISTORY_SENDS]; // CG_NONE: no more
    int machine, node, rule, before, after;
    uint32_t tid;
    bool responds, wrong;
} cg_history;

struct cg_lockstep {
    const cg_plan *plan;
    const cg_spec *spec;
    cg_lockstep_config config;
    cg_shadow *shadow;
    cg_coverage *coverage;
    cg_record_at *records; // by machine
    int *type_code;        // by message: its type field
    char (*sent_as)[96];   // by message: "out.<name>.", for differences
    int *later;            // records of this cycle that wait for the others: machine, node, bit offset
    uint64_t cycle, transitions;
    uint64_t ticks; // of the clock since the reset, when the rules of this cycle read it
    bool told;      // we were told so
    int violations;
    cg_packet *bare; // of evictions and timers
    cg_history *history;
    uint64_t n_history, history_mask;
    // Text of the violation in the making.
    char notes[2048], differences[8192];
    size_t n_notes, n_differences;
};

// A record in the making.
typedef struct {
    cg_lockstep *ls;
    const uint32_t *trace;
    uint64_t base; // first bit
    int machine, node;
    const cg_shadow_machine *sm;
    const cg_record_at *at;
    const cg_rule *rule; // as reported; NULL: no such rule
    const cg_event *event;
    uint64_t addr;
    uint32_t tid, src;
    bool replay;
    bool knows_tid; // the event has one
    cg_cause cause;
} cg_record;

static inline uint64_t cg_record_get(const cg_record *r, cg_at a) {
    return a.width ? cg_bits_get(r->trace, r->base + a.at, a.width) : 0;
}

// layout.c
void cg_record_layouts(cg_lockstep *ls);
void cg_record_layouts_free(cg_lockstep *ls);

// check.c. False: the message is not there yet, and `last` is false: come again.
bool cg_check_record(cg_lockstep *ls, const uint32_t *trace, uint64_t base, int machine, int node, bool last);

// text.c
void cg_note(cg_lockstep *ls, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
// One line of the table: slot `prefix``name`, what is expected and what is seen, as text or as values of
// `type`.
void cg_differs_text(cg_lockstep *ls, const char *prefix, const char *name, const char *expected,
                     const char *seen);
void cg_differs(cg_lockstep *ls, const char *prefix, const char *name, const cg_type *type, uint64_t expected,
                uint64_t seen);
// `mask`: bit i of them, byte i is compared.
void cg_differs_line(cg_lockstep *ls, const char *prefix, const uint8_t *expected, const uint8_t *seen,
                     const uint64_t mask[2]);
// Counts and hands out a violation if anything was noted since the last call. `r` NULL: about no record.
bool cg_report(cg_lockstep *ls, const cg_record *r);
const char *cg_state_name(const cg_machine *m, int state);

// history.c
cg_history *cg_history_add(cg_lockstep *ls, const cg_record *r, int before, const cg_outcome *o);

// Is there a request behind deferred one `i` that is as the record says to the last field, while this one is
// not?
bool cg_has_better_waiter(const cg_record *r, uint32_t i); // waiters.c

// Is the line, or the marker, at the head of the event's fifo or walk, and may it leave? Notes why not.
bool cg_is_at_head(const cg_record *r); // heads.c

// Where messages join: has the one that was sent, as the record says? Notes where it could not.
void cg_expect_join(const cg_record *r, const cg_lane_at *at, cg_sent *sent); // joins.c

#endif
