// The shadow: what a system of controllers should hold, as the table alone says. It knows nothing of clocks,
// pipelines, tag arrays or trace records; a controller here is a map from line addresses to blocks, and a
// network is a queue for each pair of controllers. One event is one step:
//
//     cg_cause c = {.machine = L1, .node = 2, .event = LOAD, .packet = request, .waiter = CG_NONE};
//     c.block = cg_shadow_block(s, L1, 2, request->addr);
//     const cg_outcome *o = cg_shadow_fire(s, &c, cg_shadow_select(s, &c)); // guards, then actions
//     cg_shadow_commit(s, &c, o); // the event is consumed, the messages are delivered
//
// Used by the lockstep model (lockstep.h); the unit tests drive a second one as the device under test.
#ifndef COHGEN_TB_INTERP_SHADOW_H
#define COHGEN_TB_INTERP_SHADOW_H

#include <string.h>

#include "base/map.h"
#include "base/sparse.h"
#include "coverage.h"
#include "eval.h"
#include "lang/topology.h"
#include "pages.h"
#include "perform.h"
#include "plan/plan.h"

// What a controller acts upon: a core's request, a message, or (address alone) an eviction. Packets are all
// cg_shadow.packet_bytes long.
typedef struct {
    int32_t msg;   // index into spec->msgs; CG_NONE: a core's request
    int32_t op;    // of a core's request: cg_core_op
    uint8_t order; // ... and its marks, bit 0 acquire, bit 1 release
    bool local;    // ... in which space it is, note [spaces] in lang/local.h: `addr` is the place there
    uint32_t src, tid;
    uint32_t core;          // of a marker: which core asks
    uint64_t addr;          // byte address; of a message to a local memory the place there
    uint64_t global;        // ... and the address that it is about, note [mapped] in lang/local.h
    uint32_t word, compare; // payload
    uint8_t mask, aop;
    uint32_t words;    // machines of words: bit i: it is about word i of the line
    uint64_t bytes[2]; // of a payload of bytes: bit i of them, byte i of the line counts
    uint64_t field[];  // the message's fields; then, from cg_packet_line() on, the line's bytes
} cg_packet;

// A line; in machines of words a word.
typedef struct {
    uint64_t line; // address / line_bytes; of a word: address / 4
    int32_t state;
    uint32_t index;      // own place in cg_node.blocks
    bool present;        // has a way: line fields and data mean something
    bool held;           // has an MSHR entry
    uint64_t written[2]; // bytes written since the entry was allocated
    uint64_t foreign[2]; // bytes that are not of the memory's own word: note [own words] in perform.h
    uint64_t came;       // how many markers its controller's walk had seen when it was there, or was popped
    uint64_t field[];    // line fields, MSHR fields, data bytes
} cg_block;

// An entry of the store buffer.
typedef struct {
    uint64_t line;     // address / line_bytes
    uint64_t bytes[2]; // bit i: byte i of the line was stored
    bool wanted;       // `drain` wants it out, or the buffer was full and something waited for room
    bool wanted_all;   // `drain all` does
    uint64_t field[];  // buffer fields, data bytes
} cg_buffered;

// What a fifo or walk holds: a line, or a marker of a thread.
typedef struct {
    bool marker;
    uint64_t line; // address / line_bytes
    uint32_t tid;
    uint32_t core;   // that asks, where the fifo keeps it
    uint64_t number; // of a walk: how many markers came before
} cg_element;

typedef struct {
    cg_element *elements; // [0, n) in use, the oldest first
    uint32_t n;
} cg_fifo;

// A cam or a ring: note [look-ups] in lang/lookup.h.
typedef struct {
    bool *live;
    uint64_t *key;    // of a cam; a line is address / line_bytes
    uint64_t *fields; // entry by entry
    uint64_t tail;    // of a ring
} cg_kept;

// A request deferred by `merge` (an MSHR target).
typedef struct {
    uint64_t line;
    bool eligible; // `replay` handed it back: it may come again
    cg_packet *packet;
} cg_waiter;

typedef struct {
    uint8_t *packets;
    uint32_t head, n, size; // size: power of two
} cg_queue;

// One controller.
typedef struct {
    uint64_t *reg;
    cg_block **blocks; // [0, n_blocks) are in use; the others up to n_made wait to be
    uint32_t n_blocks, n_made;
    cg_map places; // line -> index of its block
    uint32_t n_held;
    cg_waiter *waiters; // [0, n_waiters) in use
    uint32_t n_waiters, waiters_made;
    cg_buffered **buffered; // [0, n_buffered) in use, the oldest first
    uint32_t n_buffered, buffered_made;
    cg_fifo *fifos;    // by structure of its machine
    uint64_t marked;   // markers that have come to its walk, if it has one
    cg_kept *kept;     // by cam or ring
    uint64_t *threads; // thread fields, thread by thread
    uint64_t epoch;    // changes of the epoch register
    uint64_t wraps;    // of the clock that it has heard of
} cg_node;

typedef struct {
    cg_formula *value, *at, *epoch, *to, *asker, *about, *mask, *count, *step, **args;
} cg_action_code;

typedef struct {
    cg_formula *when;
    cg_action_code *actions;
    int does;             // effects of its actions: CG_DOES_...
    bool names_requester; // some action uses the thread or the word within the line
} cg_rule_code;

typedef struct {
    cg_formula *at, **value; // by value of the find
} cg_find_code;

typedef struct {
    int first, count;
} cg_rule_range;

typedef struct {
    const cg_machine *m;
    const cg_machine_plan *plan;
    cg_rule_code *rules;
    cg_rule_range *ranges; // (state + 1) * n_events + event
    cg_formula *accept;
    cg_formula **alarms;  // by event, NULL: it is none
    cg_find_code **finds; // by event, and find of the event
    bool masked;          // its lines have masks
    bool *sent;           // by line field: it is one, and rules send its bytes
    bool *tells;          // by event: its rules tell the word that was asked for from the others
    cg_node *nodes;
    int unit_shift, unit_bytes; // of a block: log2(unit_bytes), and line_bytes or 4
    uint64_t line_bytes;        // of its lines: 4 of a memory of words, note [place words] in lang/local.h
    cg_block *absent;           // what is read where there is no block
    // Leaves that the machine's expressions read; or `buffered`, `whole`, ..., as ops.def names them.
    union {
        bool reads[CG_N_LEAVES];
        struct {
#define L(op, name, ...) bool name;
#define X(...)
#include "lang/ops.def"
#undef L
#undef X
        };
    };
    uint64_t *initial[CG_N_SPACES]; // likewise: initial values of the fields of spaces that are not in blocks
    int cell_at[CG_N_SPACES];       // of a space in blocks: where its fields are among those of a block
    int cell_fields;                // of a block
    bool has_op[CG_N_ALL_OPS];      // there are rules for this of a core
    size_t block_bytes;
    int *lane; // by channel: position among plan->out_channels
} cg_shadow_machine;

// WAITING: no rule has consumed it yet. HELD: it waits at the core port for earlier ones of its thread.
typedef enum { CG_FREE, CG_WAITING, CG_TAKEN, CG_HELD } cg_request_status;

// note [order phases]: what becomes of a core's request where the core port has order logic (spec->order):
// first a release, if that is asked for and the table has rules for releases, then the operation, then an
// acquire. The thread's packet says by its op which of them is under way. The core is answered after the
// last.
typedef struct {
    cg_core_op op;  // that the core asked for
    uint32_t data;  // its answer
    uint32_t waits; // HELD: for the requests of its thread in these slots, bit k: slot k
    unsigned sides; // WAITING: who has to take it (cg_shadow_sides())
} cg_port_request;

// A message that a rule sent.
typedef struct {
    int msg;      // CG_NONE: nothing on this lane
    uint64_t dst; // bit i: controller i of the receiving machine
    bool asked;   // `for` says on whose behalf: the thread is known whatever the event is
    bool joins;   // it has joined the one before it, cg_can_join(); false until somebody says so
    cg_packet *packet;
} cg_sent;

typedef struct {
    int rule;
    int state; // afterwards
    bool present, held;
    const uint64_t *space[CG_N_SPACES]; // fields afterwards, NULL: the event has no line, entry or thread
    cg_sent *out;                       // by position among the machine plan's out_channels
    bool responds, has_data;
    uint32_t resp_tid, resp_data;
} cg_outcome;

typedef struct cg_shadow {
    const cg_spec *spec;
    const cg_plan *plan;
    cg_shadow_machine *machines;
    cg_queue *queues;
    int *queue_base; // by channel: queue of (src, dst) is base + src * n_dst + dst
    int n_queues;
    int *channel_of;         // by queue
    uint64_t *filled_queues; // a bit each: something is in it
    cg_formula **places;     // by message: for which line of a local memory it is, NULL for none
    int *answer;             // by message to the memory: the message it answers with, CG_NONE
    cg_sparse *memory;
    uint8_t *request_packets; // by (core << tid_bits) + tid
    cg_request_status *request_status;
    cg_port_request *asked; // likewise
    uint64_t *operands;     // likewise, of what is a command: by operand of the spec
    cg_coverage *coverage;  // NULL: not counted
    size_t packet_bytes;
    int max_fields;
    uint64_t cycle;
    uint64_t clock;  // that the table reads: the caller lets it go on
    uint64_t inputs; // bit i: spec->inputs[i]
    cg_pages pages;
    // Called for what is wrong in itself, whatever the device under test did. May be NULL.
    void (*problem)(void *ctx, const char *text);
    cg_perform_fn *perform; // may be NULL
    bool own_word;          // the step performs an operation on a word of a local memory, and no global one
    void *problem_ctx, *perform_ctx;
    // Room for one step.
    uint64_t *values;
    uint8_t *filled;
    uint8_t *line; // a line in flight
    uint8_t *view; // the data of a group
    struct cg_unit {
        int word;
        cg_block *block; // NULL: absent
    } units[32];         // what the step is about: one line, or words
    int n_units;
    cg_waiter *completed; // the deferred request that the rule completes, or NULL
    int *found_at;        // by cam or ring: the entry that the event has found, CG_NONE
    uint64_t *found_key;  // ... by which key, or number
    uint64_t *found;      // the fields that it reads, and those that the rule leaves
    uint64_t *asked_of;   // what it is told of each, by cg_lookup_leaf()
    cg_outcome outcome;
    cg_env env; // of the event that is looked at: cg_env_fill()
} cg_shadow;

// An event at a controller.
typedef struct {
    int machine, node, event;
    cg_packet *packet; // never NULL; for evictions and timers only addr and tid count
    cg_block *block;   // the line's, NULL if there is none; of words: the leader's
    int leader;        // of words: number of the word in its line,
    uint32_t words;    // and the group, bit i: word i (note [words])
    uint32_t only;     // the group has none but these; 0: any
    cg_queue *queue;   // where the message came from, NULL: not from a network
    uint32_t at;       // its place in the queue, 0: head
    int waiter;        // index into the node's waiters if it is replayed, else CG_NONE
} cg_cause;

cg_shadow *cg_shadow_new(const cg_plan *plan);
void cg_shadow_free(cg_shadow *s);

// First rule of the cause's (state, event) whose guard holds. CG_NONE, and a problem, if there is none.
int cg_shadow_select(cg_shadow *s, const cg_cause *c);
// True while the machine's "accept" lets the event in (only requests can be refused).
bool cg_shadow_accepts(cg_shadow *s, const cg_cause *c);
// Does the condition of an alarm hold for the cause's line? (Its packet is not looked at.)
bool cg_shadow_alarmed(cg_shadow *s, const cg_cause *c);
// Executes the rule on the controller's state. The outcome is valid until the next call. Nothing is consumed
// or delivered yet: until cg_shadow_commit() the packets of the outcome may be altered.
// What the event reads of a space, `b` being its block: initial values if it has no such fields.
const uint64_t *cg_shadow_read(const cg_shadow *s, const cg_cause *c, const cg_block *b, cg_space space);
const cg_outcome *cg_shadow_fire(cg_shadow *s, const cg_cause *c, int rule);
void cg_shadow_commit(cg_shadow *s, const cg_cause *c, const cg_outcome *o);

// The number of the core at a controller with a core port (note [cores] in lang/topology.h); without one its
// own.
static inline int cg_shadow_core_of(const cg_shadow *s, const cg_cause *c) {
    return (int)cg_core_of(&s->spec->machines[c->machine], (uint64_t)c->node);
}
// A core's new request; its address is one of all spaces, note [spaces] in lang/local.h. False if one of this
// number is in flight already. While it has to wait for others of its thread (cg_waits_for()) no rule may
// have it. One that the table has no rules for (note [order phases]) is answered at once: its status stays
// CG_FREE.
bool cg_shadow_request(cg_shadow *s, int core, const cg_packet *request);
// Where the operands of a thread's command are; to be filled before it is asked for.
uint64_t *cg_shadow_operands(const cg_shadow *s, int core, uint32_t tid);
cg_packet *cg_shadow_request_of(cg_shadow *s, int core, uint32_t tid);
cg_request_status *cg_shadow_status_of(cg_shadow *s, int core, uint32_t tid);
// What the core asked for, whichever phase it is in; and what it is answered with, when it is free again.
const cg_port_request *cg_shadow_asked(const cg_shadow *s, int core, uint32_t tid);
// Who has to take what the core asks for now: bit 0, its controller; bit 1, the local memory beside that.
// Both bits: note [both] in lang/request.h.
#define CG_SIDE_PORT   1u
#define CG_SIDE_MEMORY 2u
unsigned cg_shadow_sides(const cg_shadow *s, int core, uint32_t tid);

// ---------------------------------------------------------------------------- the store buffer, buffer.c
cg_buffered *cg_shadow_buffered(const cg_shadow *s, int machine, int node, uint64_t addr); // NULL: no entry
// Would a store for this line have to wait for room? If so the oldest entry is wanted out from now on.
bool cg_shadow_buffer_full(cg_shadow *s, int machine, int node, uint64_t addr);

// ----------------------------------------------------------------------------------------- fifos, fifo.c
// Of controller `node` fifo number `fifo`, an index into machine->structures.
const cg_element *cg_shadow_head(const cg_shadow *s, int machine, int node, int fifo); // NULL: it is empty
bool cg_shadow_fifo_full(const cg_shadow *s, int machine, int node, int fifo);
// May what is at its head leave? A marker always, a line while a marker is in the fifo or while it is full.
// Of a walk: may it offer something, a line or the marker? (Note [walk] in lang/structure.h.)
bool cg_shadow_drains(const cg_shadow *s, int machine, int node, int fifo);
// Or may it, for what is known here? With a condition of the table's always: note [early] in
// lang/structure.h.
bool cg_shadow_may_drain(const cg_shadow *s, int machine, int node, int fifo);
// Of a walk with a marker: a line, the `nth` of those that its oldest one waits for; NULL: there are no more.
const cg_block *cg_shadow_due(const cg_shadow *s, int machine, int node, int walk, uint32_t nth);
uint32_t cg_shadow_n_due(const cg_shadow *s, int machine, int node, int walk); // how many there are

// ---------------------------------------------------------------------------------- cams and rings, lookup.c
// Can no entry be taken?
bool cg_shadow_lookup_full(const cg_shadow *s, int machine, int node, int lookup);

// ---------------------------------------------------------------------------------------- words, words.c
// note [words]: in machines of words an event is about a set of words, and one step is about a group of them
// that are alike. The shadow's user says which: it leads by a word of cg_shadow_words(), adds others of
// them that are alike, selects the rule, and lets the rule widen the group, or leave the leader alone in it.
//
//     cg_shadow_lead(s, &c, word);
//     c.words |= cg_shadow_alike(s, &c, some of cg_shadow_words(s, &c));
//     rule = cg_shadow_select(s, &c);
//     cg_shadow_widen(s, &c, rule);
//     cg_shadow_fire(s, &c, rule); cg_shadow_commit(...)
//
// A message of which words are left stays at the head of its queue, a deferred request stays deferred, an
// entry of the store buffer stays there.
uint32_t cg_shadow_words(cg_shadow *s,
                         const cg_cause *c); // of the event that are left; c->event, c->packet are set
void cg_shadow_lead(cg_shadow *s, cg_cause *c, int word);
uint32_t cg_shadow_alike(cg_shadow *s, const cg_cause *c, uint32_t of); // those like the leader
void cg_shadow_widen(cg_shadow *s, cg_cause *c, int rule);
uint32_t cg_words_left(const cg_shadow *s, const cg_cause *c); // of the message or request, behind this group
// A request that was handed back and is deferred again, with all of its words: by a rule that
// begins what it waits for (cg_rule.again) also where others are left, each of which may be deferred in its
// turn. False: with those of the group, or none is.
bool cg_defers_again(const cg_shadow *s, const cg_cause *c, int rule);
// What expressions read of a word.
bool cg_word_gathered(const cg_shadow *s, const cg_cause *c, int word);
bool cg_word_whole(const cg_shadow *s, const cg_cause *c, int word);
bool cg_word_wanted(const cg_shadow *s, const cg_cause *c, int word);
bool cg_word_requested(const cg_shadow *s, const cg_cause *c, int word);
// Is any word of the line of `addr` in an MSHR entry, has any a way? Of lines: is it, has it?
bool cg_line_held(cg_shadow *s, int machine, int node, uint64_t addr);
bool cg_line_present(cg_shadow *s, int machine, int node, uint64_t addr);

// Inside the shadow: what the verbs do, and what becomes of a drained entry; and of a request that is
// answered.
cg_buffered *cg_buffered_add(cg_shadow *s, const cg_cause *c);
void cg_buffered_remove(cg_shadow *s, const cg_cause *c);
void cg_buffered_mark(cg_shadow *s, const cg_cause *c, const cg_action *a);
void cg_fifo_change(cg_shadow *s, const cg_cause *c, const cg_action *a); // push, mark, pop
void cg_lookups_new(const cg_machine *m, cg_node *n);
void cg_lookups_free(const cg_machine *m, cg_node *n);
// What the event finds, by what else it reads, in env->space[CG_SPACE_FOUND] and env->structures.
void cg_lookups_find(cg_shadow *s, const cg_cause *c, cg_env *env);
void cg_lookups_begin(cg_shadow *s, const cg_cause *c,
                      const cg_rule *r); // before fields are assigned: what is taken
void cg_lookups_end(cg_shadow *s, const cg_cause *c,
                    const cg_rule *r); // after that: what is kept, and what leaves
// `verb`: FILL, WRITE or ATOMIC, on block `b`, which is word `word` of its line (0: the line), with operands
// `in`.
void cg_shadow_change_data(cg_shadow *s, const cg_cause *c, cg_block *b, cg_verb verb, const cg_packet *in,
                           int word);
// answered by the controller of this side (CG_SIDE_...).
void cg_shadow_answered(cg_shadow *s, int core, uint32_t tid, unsigned side, const cg_outcome *o);

// ---------------------------------------------------------------------------------------- parts, store.c
void *cg_shadow_alloc(size_t bytes); // zeroed; ends the program if there is no memory
void cg_shadow_problem(cg_shadow *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

cg_block *cg_shadow_block(cg_shadow *s, int machine, int node, uint64_t addr); // NULL: absent
cg_block *cg_block_add(cg_shadow_machine *m, cg_node *n, uint64_t line);
void cg_block_remove(cg_node *n, cg_block *b);

cg_queue *cg_shadow_queue(cg_shadow *s, int channel, int src, int dst);
cg_packet *cg_queue_at(const cg_shadow *s, const cg_queue *q, uint32_t i);
void cg_queue_push(const cg_shadow *s, cg_queue *q, const cg_packet *p);
// The youngest message of the queue, if p is a message of a kind that joins and both are alike but for their
// words, of which they have none in common. NULL: there is no such one.
cg_packet *cg_can_join(const cg_shadow *s, const cg_queue *q, const cg_packet *p);
void cg_queue_remove(const cg_shadow *s, cg_queue *q, uint32_t i);

void cg_waiter_add(const cg_shadow *s, cg_node *n, uint64_t line, const cg_packet *p);
void cg_waiter_remove(cg_node *n, uint32_t i);

static inline uint8_t *cg_packet_line(const cg_shadow *s, const cg_packet *p) {
    return (uint8_t *)(uintptr_t)(p->field + s->max_fields);
}
// Of a message to a local memory: the word of its line that it is about, 0 for a line; and the number of the
// global line, or word.
static inline int cg_packet_word(const cg_shadow_machine *sm, const cg_packet *p) {
    return sm->m->of_words && p->words ? __builtin_ctz(p->words) : 0;
}
static inline uint64_t cg_packet_global(const cg_shadow *s, const cg_shadow_machine *sm, const cg_packet *p) {
    const uint64_t line = p->global / s->spec->line_bytes;
    return line * (s->spec->line_bytes / sm->line_bytes) + (uint64_t)cg_packet_word(sm, p);
}
// The address of a block, and that of its line.
static inline uint64_t cg_block_addr(const cg_shadow_machine *sm, const cg_block *b) {
    return b->line << sm->unit_shift;
}
static inline uint64_t cg_block_line(const cg_shadow_machine *sm, const cg_block *b) {
    return cg_block_addr(sm, b) >> sm->plan->line_shift;
}
// The fields of a space that stands in blocks.
static inline uint64_t *cg_block_fields(const cg_shadow_machine *sm, const cg_block *b, cg_space space) {
    return (uint64_t *)(uintptr_t)(b->field + sm->cell_at[space]);
}
// Initial values in all of them.
static inline void cg_block_reset(const cg_shadow_machine *sm, cg_block *b, cg_space space) {
    const size_t bytes = (size_t)sm->m->fields[space].n * sizeof(uint64_t);
    if (bytes) memcpy(cg_block_fields(sm, b, space), sm->initial[space], bytes);
}
static inline uint8_t *cg_block_data(const cg_shadow_machine *sm, const cg_block *b) {
    return (uint8_t *)(uintptr_t)(b->field + sm->cell_fields);
}
static inline uint8_t *cg_buffered_data(const cg_machine *m, const cg_buffered *b) {
    return (uint8_t *)(uintptr_t)(b->field + m->n_buffer);
}
// A line of data, perhaps with a mask.
static inline bool cg_carries_line(const cg_shadow *s, const cg_packet *p) {
    return p->msg >= 0 && s->spec->msgs[p->msg].payload >= CG_PAY_LINE;
}

// The word of `addr` within its block.
static inline uint8_t *cg_block_word(const cg_shadow_machine *sm, const cg_block *b, uint64_t addr) {
    return cg_block_data(sm, b) + (addr & (uint64_t)(sm->unit_bytes - 1) & ~(uint64_t)3);
}
// Is all of that word the memory's own? note [own words] in perform.h
static inline bool cg_block_owns_word(const cg_shadow_machine *sm, const cg_block *b, uint64_t addr) {
    const uint64_t at = addr & (uint64_t)(sm->unit_bytes - 1);
    return !sm->m->mapped || !(b->foreign[at >> 6] >> (at & 63) & 0xf);
}

#endif
