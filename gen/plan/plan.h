// The plan: every decision about the hardware that is not in the table itself - encodings, widths, order of
// fields - made once, here, and holding no text. The SystemVerilog emitters print it; the co-simulation reads
// the same plan to know where each bit of a trace record lies.
#ifndef COHGEN_GEN_PLAN_PLAN_H
#define COHGEN_GEN_PLAN_PLAN_H

#include "lang/spec.h"
#include "sram.h"

// A named run of bits. Slots of a layout are packed without gaps, slot 0 in the least significant bits.
typedef struct {
    const char *name;
    int offset, width; // bits
} cg_slot;

typedef struct {
    cg_slot *slots;
    int n_slots;
    int width; // bits in all
} cg_layout;

const cg_slot *cg_slot_find(const cg_layout *l, const char *name); // NULL if there is none

// What there is how many of in a controller, and its name for people.
#define CG_PERS(X)                                                                                           \
    X(LINE, "line", m->sets * m->ways)                                                                       \
    X(SET, "set", m->sets)                                                                                   \
    X(MSHR, "MSHR entry", m->mshrs)                                                                          \
    X(WAITER, "deferred request", m->waiters)                                                                \
    X(BUFFERED, "store buffer entry", m->buffer_entries)                                                     \
    X(ELEMENT, "fifo element", cg_fifo_entries(m))                                                           \
    X(CONTROLLER, "controller", 1)

typedef enum {
#define X(id, name, count) CG_PER_##id,
    CG_PERS(X)
#undef X
        CG_N_PERS
} cg_per;

// Bits that a controller holds for each of `per`: "tag", "state", "line.exp", "data", "key", ...
typedef struct {
    cg_per per;
    const char *name;
    int width;
} cg_store;

typedef struct cg_plan cg_plan;
const char *cg_per_name(cg_per per);
uint64_t cg_per_count(const cg_machine *m, cg_per per);           // how many there are in one controller
int cg_stored_bits(const cg_plan *plan, int machine, cg_per per); // of one of them

// A message lane: header (type, src, addr, tid), the fields of its messages by name, then payload.
//   type  position of the message in channel->msgs
//   src   number of the sending controller
//   addr  byte address, tid requesting thread: only if any message of the lane is about a line
//        (tid: not to or from memory)
//   words  from machines of words: which of the line's words the message is about, the lowest first
//   id   to memory: the sender's MSHR entry, which names the transfer on the memory port
//   <field>  one slot for each distinct field name
//   word, mask, aop, cmp  as the payloads need (32, 4, 4, 32 bits); line: line_bytes * 8; bytes: the mask of
//        the line's bytes that count, line_bytes (only if any message of the lane has such a payload)
// Two fields or words of payloads that are as wide as each other, and that no message of the lane has both
// of, stand in the same bits: the guest in those of its host. dst is not part of it: it travels beside it as
// a mask over the receiving machine's controllers.
typedef struct {
    cg_layout layout;
    int *host; // by slot: the slot in whose bits it stands; else CG_NONE
    bool block, thread;
    int n_src, n_dst; // controllers at either end (memory: 1)
    int depth; // entries of a buffer: net_depth, or more where `at_most` promises that sends never wait
    // So many messages wait at once at the sender until others join them, note [joins] in docs/rtl.md: more
    // than one if they are of different events; 0: none join.
    int joining;
    bool by_source; // the receiver has a queue for each sender, note [sources] in docs/rtl.md
    int in_depth;   // ... of the receiver's (each of them): fewer where messages bring lines
    // Lines that wait at the receiver (of each sender, if by_source), apart from headers, of which in_depth
    // do. 0: a place is for a whole message.
    int in_lines;
    bool pairs; // a transition may send two messages, the first with an eviction, note [paired] in victims.c
    int line_depth; // ... then lines have a buffer of their own at the sender, with so many; without lines 0
    int wire_bits;  // what crosses in a cycle: a message, or a flit
    // note [links]: a line waits apart from its header, and crosses in beats; to memory in one. All 0 where a
    // message is one piece.
    int link_bits, beats; // bits of a beat; beats of a line
    int out_lines;        // lines that wait at a sender
    bool steady;          // a packet that has begun is taken without a gap
    int lead;             // flits before its last with which the receiver offers a line's header
    bool settles;         // no rule for what brings a line on the lane can make it wait: S2 is done with it
    bool apart;           // messages without a line have a port of their own at the sender
    cg_layout head;       // a message without its line; a flit is {last, beat, head}
} cg_lane_plan;

// The slot in whose bits slot `slot` of a lane stands: itself, or its host.
const cg_slot *cg_plan_stands_in(const cg_lane_plan *lane, int slot);
const cg_slot *cg_plan_guest(const cg_lane_plan *lane,
                             int slot); // what stands in this slot's bits; NULL: nothing else
// Has this kind of message of the lane something in the slot of this name?
bool cg_plan_carries(const cg_msg *msg, const char *name);

// What a rule's flash of lines or of MSHR entries (`effect`) makes of a state.
int cg_plan_flashed(const cg_machine *m, const cg_rule *r, int effect, int state);
// A rule whose flash of lines or of MSHR entries (`effect`) is that of all rules and may be noted, note
// [flashed] in flashes.c; NULL: none.
const cg_rule *cg_plan_noted_flash(const cg_machine *m, int effect);

// Does some rule for this event defer its request?
bool cg_plan_is_deferred(const cg_machine *m, int event);
// Does replaying this event of a machine need this member of a deferred request?
bool cg_plan_deferred_needs(const cg_plan *p, int machine, const char *name, int event);

bool cg_plan_has_line(const cg_msg *msg);              // does it bring a line, or bytes of one?
int cg_plan_with_lines(const cg_spec *s, int channel); // how many of a lane's messages do

// note [room]: when is an event asked whether a channel on which its rules may send has room? A request that
// sends no line there, but by some of its rules only, when the rule is known.
typedef enum { CG_ASKS_EARLY, CG_ASKS_LATE, CG_ASKS_AT_ANY_TIME } cg_asks;
cg_asks cg_plan_asks(const cg_spec *s, int machine, int event, int channel);
bool cg_plan_lane_asks_late(const cg_spec *s, int machine, int channel); // does some event of the machine?

// One record a transition, registered with the transition's second half (when line data is there):
//   valid 1, rule index into machine->rules, replay 1 (a request deferred by `merge`), addr byte address (0
//   without a line), tid, clock as the rule read it (machines that have it), src, in.<field> fields of the
//   triggering message, in.word/in.mask/in.aop/in.cmp, in.line, in.bytes state the state afterwards; reg.<f>,
//   line.<f>, mshr.<f>, thread.<f> (of the event's thread), buffer.<f> (of the line's entry) values
//   afterwards out.<lane>.valid/.type/.dst/.addr/.tid/.<field>/.word/.mask/.aop/.cmp/.line for each outgoing
//   lane; <lane> is the channel's index resp.valid, resp.tid, resp.data answer at the core port
//   victim.valid 1, victim.rule, victim.addr: a line that the transition overwrites, and the rule of its
//   eviction, which fires just before (machines that overwrite)
//
// Machines of words: slot `words` (after tid) has those that the transition is about (the group, with those
// that `widen` adds), slot `about` those that the event was about: two deferred requests of one message
// differ in nothing else. State, line.<f> and mshr.<f> are those of the lowest of `words`.
typedef struct {
    int line_shift; // log2(line_bytes)
    int words;      // machines of words: words a line; else 0
    int told;       // memories of words: words a line, if a message to it may bring several; else 0
    int word_bits;  // machines of words: log2 of that
    int home_shift; // log2(number of controllers lines are interleaved over), 0 if they are not
    int key_bits;   // line address without the home bits
    int set_bits, tag_bits, way_bits; // way_bits >= 1
    int mshr_bits;                    // index of an MSHR entry
    int state_bits;                   // any state
    int stable_bits;                  // stable states only
    int entry_state_bits; // machines of words: of a word's state in an MSHR entry, the lowest bits
    int rule_bits, event_bits;
    int node_bits; // this machine's own numbers
    // Machines of words: state, line.<f> and mshr.<f> hold one of each word, the lowest word's lowest;
    // `words` of an entry are those that are in it.
    // One way in the tag array: tag (but of a local memory), state (unless flashed), leaving (if any does),
    // line.<f>.
    cg_layout meta;
    cg_layout
        mshr; // payload of an MSHR entry: words (if it has them), state, flashed (if it is noted), mshr.<f>
    cg_layout deferred; // by `merge`, a request: what replays it, words (likewise), its event last
    int *deferred_host; // ... by slot: the slot in whose bits it stands, as no request needs both; else
                        // CG_NONE
    cg_layout trace;    // a record; its width is that of whole 32-bit words
    cg_store *stores;   // all that holds state, but for the pipeline and the networks' buffers
    int n_stores;
    cg_layout steer;  // what the harness may do to this controller, see below
    unsigned marks;   // of the core's operations that rules read: they come with the request
    bool flash_lines; // line states need one-cycle clear: flip-flops ...
    bool notes_flash; // ... but for a bit of each line that says so: they stand in the tag array
    bool notes_entry_flash,
        entries_apart; // machines of words, likewise of MSHR entries: noted; in flip-flops
    bool has_write;    // data is written in parts
    bool early_bytes;  // ... in a line with an MSHR entry, which stays: a fill must leave them, so entries
                       // mark them
    bool has_atomic, has_sweep, has_merge, has_evict;
    bool has_complete; // a deferred request takes effect when its line comes; of the core's requests that
    bool defers_store,
        defers_atomic;   // can be deferred, some are stores, some atomics (has_write, has_atomic count these)
    bool deferred_apart; // their operands stand only in the memory for `complete`, not with what replays them
    bool fair_replay;    // deferred requests come before new ones for their line, each first in its turn
    bool has_fence;      // the table has rules for fences; without any they are answered at once
    bool has_command;    // it takes commands of the core
    unsigned operands;   // bit k: its rules read operand k of the spec
    bool has_acquire, has_release; // likewise for what the order logic at the core port asks
    bool has_buffer;               // there is a store buffer
    bool has_fifo;                 // ... one fifo or more
    // What a marker keeps: the thread and, above it, the core if any fifo's do; data of an element, which are
    // that or a line's key, as wide in all fifos.
    int marker_bits, element_bits;
    // What a walk goes over: rows, which it reads one by one, and in each so many lines with tags of so many
    // bits. Of a cache its sets and ways. Of a memory a line is a row; but where its lines are words, with
    // their states in flip-flops, that is as many of them as have theirs in one row.
    int walk_rows, walk_ways, walk_tag_bits;
    bool has_drain, has_drain_all; // ... and rules with these verbs
    bool pins;                     // MSHR entries hold ways: a way of a cache knows that one holds it
    bool has_leaving;              // evictions wait for an answer: a way knows that it is being freed
    bool vacates;                  // others give their way up at once, note [vacated] in victims.c
    bool overwrites;               // a way may be taken from a line in it, note [victim] in victims.c
    bool keeps_brought;            // ... but not at once from one that is there for a request, note [brought]
    bool pairs;                    // ... also from one that is told of, note [paired] there
    bool holds_ways;               // ... and is then for the line that asked
    bool pauses;                   // what had to wait lets others go first
    bool recalls_ahead;       // an eviction begins before its way is wanted, note [recalled] in victims.c
    int *in_channels, n_in;   // channels that end here, by priority: responses first
    int *out_channels, n_out; // channels that start here

    // It reads the clock or hears of its wrap; it hears of it; its MSHR entries are watched.
    bool has_clock, has_wrap, has_alarm;
} cg_machine_plan;

// The steering vector of a controller (COHGEN_STEER): what the harness holds back, and what it wants.
//
//   hold.<lane>    incoming lane (the channel's index); bit i: messages of sender i wait
//   hold.core      requests of the core wait
//   hold.fence     fences, acquires and releases wait, if the table has rules for any of them
//   hold.replay    deferred requests that were handed back wait
//   hold.evict     evictions wait
//   hold.drain     the store buffer lets no entry go
//   hold.fifo      bit i: nothing leaves the head of fifo i
//   hold.<timer>   the timer does not tick
//   hold.<alarm>   the alarm waits
//   fire.<timer>   it ticks now (for one cycle)
//   evict.valid    the line of evict.key is to be evicted (for one cycle)
//   drain.valid    the entry of drain.key, if there is one, is wanted out before all others (for one cycle)
//   want.valid     of the deferred requests that were handed back, take only one of line want.key and sender
//                  want.src, and, if want.has_tid, of thread want.tid; and only the alarm of line want.key
//
// Behind all controllers, if the table has a clock: bit 0 holds it, bit 1 makes it count one up now.
//
// A key is an address without the bits within a line and those that name the home.
struct cg_plan {
    const cg_spec *spec;
    char *
        name; // of the design: modules, package and files begin with it; the protocol's, see cg_plan_prefix()
    cg_lane_plan *lanes;       // per channel
    cg_machine_plan *machines; // per machine
    int tid_bits;              // a core port's thread id
    int mem_reads, mem_writes; // outstanding at a memory port
    int axi_id_bits;           // ... and its ids
    int trace_bits;            // all controllers: machine by machine, controller by controller, first lowest;
                               // behind them likewise those that pair
    int record_bits;           // the widest record
    int steer_bits;            // all controllers, as in the trace, and the clock's two
    uint64_t patience; // cycles that a rule may wait for the clock, at the most; 0: for none. note [patience]
    int steer_clock;   // the first of them; -1: there is no clock
    cg_sram sram;      // the memories that it is made for; cg_plan_new(): two ports, no pins
};

// The memories that `plan->sram` says are taken account of: with a stage more, one more message may be on its
// way to each queue, and wait in it until it is done with.
void cg_plan_memories(cg_plan *plan);

bool cg_plan_is_operand(const char *name); // word, mask, aop, cmp: what a request asks for, not where
int cg_plan_completed_bits(
    const cg_machine_plan *mp);                // of each thread's deferred request: its operands; 0: none
bool cg_plan_parks(const cg_machine_plan *mp); // has_fence, has_acquire, has_release or has_command

// Machines that overwrite: the rules for an eviction from a stable state whose guards S1 can decide, in their
// order, if some of them is silent, paired or a recall; the first is machine->rules[*first]. 0: none.
int cg_plan_victim_rules(const cg_spec *s, int machine, int state, int *first);
bool cg_plan_is_silent(const cg_rule *eviction); // it only leads to state 0
// Machines of words: by which rule words in this stable state leave if their line is overwritten; NULL: they
// may not be.
const cg_rule *cg_plan_silent_word(const cg_spec *s, int machine, int state);
// The line stays after the eviction: it only becomes one that may be overwritten, or leave.
bool cg_plan_is_recall(const cg_machine *m, const cg_rule *eviction);
// Of a machine that pairs: does this eviction happen with the transition that takes the line's way?
bool cg_plan_is_paired(const cg_spec *s, const cg_machine *m, const cg_rule *eviction);
// Machines of lines: does an eviction that leads to this transient state give up the line's way at once?
bool cg_plan_vacates(const cg_machine *m, int state);

cg_plan *cg_plan_new(const cg_spec *spec);
// "a": the design of rcc is called a_rcc, so that it stands beside another in one file list.
void cg_plan_prefix(cg_plan *plan, const char *prefix);
void cg_plan_free(cg_plan *plan);

// Of a message to a memory of words: the word of its line for which the thread asked. Which word it is about
// stands in the lowest bits of `msg_line`.
#define CG_ASKED_SLOT "msg_word"
#define CG_MARK_SLOT  "mark_" // the name of a mark in a request begins so

// Word width of the core port: 32 bits, 4 byte-mask bits. Atomic operation codes are those of
// rtl/cohgen_amo.sv.
#define CG_WORD_BITS  32
#define CG_WORD_BYTES 4
#define CG_AOP_BITS   4
#define CG_LAST_AOP   9 // the largest code of an atomic operation

#endif
