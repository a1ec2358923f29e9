// The checked specification: what every emitter, the interpreter and the harness read, and nothing else.
//
// A cg_spec is built by the reader (gen/read/read.c) from one protocol file and one design point, and is
// complete, typed and total: no consumer needs a fallback or an error path of its own. All strings and arrays
// belong to the spec and live until cg_spec_free(). Indices are dense, from 0, in the order of the file.
//
// Integers are unsigned and at most 64 bits wide; widths are in bits.
#ifndef COHGEN_GEN_LANG_SPEC_H
#define COHGEN_GEN_LANG_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "cluster.h"
#include "op.h"
#include "port.h"
#include "space.h"
#include "structure.h"
#include "type.h"
#include "verb.h"

#define CG_NONE (-1) // "no index"

// A parameter of the design point, already resolved.
typedef struct {
    const char *name, *doc;
    uint64_t def, min, max; // the file's default and inclusive range
    bool pow2;              // only powers of two are legal
    uint64_t value;         // what this design point says
} cg_param;

// A constant of the table, and a constraint between parameters: it holds at this design point.
typedef struct {
    const char *name;
    uint64_t value;
} cg_known;

typedef struct {
    const char *that, *why;
} cg_constraint;

// ---------------------------------------------------------------------------------------- expressions
// Typed expression tree. `type` is the result's; operands are widened with zeroes to the wider operand for
// comparisons, min, max and ?:. ADD has one bit more than its wider operand; SUB has the wider operand's
// width and must not go below zero; MUL has the sum of the widths; SHL by a constant adds the shift. That SUB
// stays above zero and that FIT fits is checked by the lockstep model, not by assertions in hardware.
struct cg_expr {
    cg_xop op;
    cg_type type;
    uint64_t value;
    cg_space space; // of FIELD
    int field;
    int var; // in invariants, of FIELD, IN_STATE, HERE, BUSY, BUFFERED: index into invariant->vars
    const cg_expr *a, *b, *c;
    const char *let;  // name of the table's `let` this tree came from (NULL: none): emitters may name it
    const char *text; // source text of the whole expression (roots only), for comments
};

// ------------------------------------------------------------------------------- networks and messages
typedef enum { CG_NET_CROSSBAR, CG_NET_RING, CG_NET_MEMORY } cg_net_kind;
#define CG_N_NET_KINDS 3
extern const char *const CG_NET_KIND_WORDS[CG_N_NET_KINDS]; // as the table has them, here and below

typedef struct {
    const char *name, *doc;
    cg_net_kind kind;
    bool ordered; // messages from one controller to another stay in the order sent; hardware keeps it anyway
} cg_net;

// The controllers' priority: a response is served before a forward, that before a request.
typedef enum { CG_REQUEST, CG_FORWARD, CG_RESPONSE } cg_class;
#define CG_N_CLASSES 3
extern const char *const CG_CLASS_WORDS[CG_N_CLASSES];

// What a message carries beside its fields. VALUE: the word of the sender's line that it is about. WORD: a
// data word and its byte mask. ATOMIC: operation, operand, comparand. LINE: a whole line of data. BYTES: a
// line of data and its byte mask, from the store buffer or of the sender's line.
typedef enum { CG_PAY_NONE, CG_PAY_VALUE, CG_PAY_WORD, CG_PAY_ATOMIC, CG_PAY_LINE, CG_PAY_BYTES } cg_payload;
#define CG_N_PAYLOADS 6
extern const char *const CG_PAYLOAD_WORDS[CG_N_PAYLOADS];

#define CG_MEMORY (-2) // as a message's from/to: the memory behind a memory network

typedef struct {
    const char *name, *doc;
    int net;      // index into spec->nets
    int from, to; // machine indices, or CG_MEMORY
    cg_class cls;
    cg_payload payload;
    bool block, thread; // about one line: carries a byte address; carries the requesting thread's id
    int at_most;        // proved bound of messages of this kind in flight in the whole system, 0: no claim
    cg_field *fields;
    int n_fields;
    int core; // the field that says which core asks, of those that the reader adds; CG_NONE: it has none
    const cg_expr *place; // to a local memory: which of its lines it is about, over its fields; else NULL
    bool several;         // ... of words: it may bring several of its line, as each has a place of its own
    cg_joins joins;       // of a memory of words: what it sends
    int channel;          // index into spec->channels
} cg_msg;

// One direction of one virtual network: all messages of `net` from machine `from` to machine `to`. Each is a
// lane of its own in hardware.
typedef struct {
    int net, from, to; // as in cg_msg
    int *msgs;         // indices into spec->msgs; position = encoding of the type field
    int n_msgs;
    cg_payload payload_word,
        payload_line; // CG_PAY_NONE, or VALUE/WORD/ATOMIC resp. LINE/BYTES if any message has it
} cg_channel;

// The clock that all controllers read: it counts from 0, one up every `cycles` cycles, and begins anew after
// 2^bits - 1. bits 0: the table has none.
typedef struct {
    int bits;
    uint64_t cycles; // >= 1
    const char *doc;
} cg_clock;

// ------------------------------------------------------------------------------------ machines and rules
typedef enum {
    CG_EV_CORE,    // load, store, atomic, fence from the core port
    CG_EV_MESSAGE, // a message arrives
    CG_EV_EVICT,   // the controller wants this line's way
    CG_EV_TIMER,   // every `period` cycles
    CG_EV_WRAP,    // the clock begins anew: in all controllers at once, before anything sees the new time
    CG_EV_ALARM,   // `alarm` holds for the line's MSHR entry
    CG_EV_DRAIN,   // the store buffer wants to be rid of the line's entry; unless the rule stalls it leaves
    CG_EV_HEAD,    // a line is at the head of a fifo that drains, or a walk has come to it
    CG_EV_MARKER,  // a marker is at the head of a fifo: its thread's
} cg_event_kind;

typedef struct {
    const char *name, *doc;
    cg_event_kind kind;
    int msg;              // MESSAGE: index into spec->msgs
    cg_core_op core;      // CORE
    int structure;        // HEAD, MARKER: index into machine->structures
    uint64_t period;      // TIMER: cycles, 0 = never
    const cg_expr *alarm; // ALARM: a condition on fields of the entry, registers and the clock
    bool block, thread;   // has a line (a state, line and MSHR fields), else rules without `in`; has a thread
    cg_find *finds;       // what it looks for, but for its line
    int n_finds;
    const char **except; // ACQUIRE, RELEASE: scopes of the model whose operations do not need it
    int n_except;
    unsigned operands; // CORE, of a local memory, bit k: an access brings operand k (command.h)
} cg_event;

typedef enum { CG_FROM_NOTHING, CG_FROM_LINE, CG_FROM_MSG } cg_data_from;

typedef struct {
    cg_verb verb;
    cg_space space; // ASSIGN, FLASH_MSHR_FIELD, SWEEP
    int field;
    const cg_expr *value; // ASSIGN, FLASH_MSHR_FIELD, SWEEP
    int msg;              // SEND
    const cg_expr **args; // SEND: one per message field
    int n_args;
    cg_dest dest;         // SEND
    const cg_expr *to;    // SEND to CG_TO_EXPR: a node or a set of the receiving machine, else NULL
    const cg_expr *asker; // SEND, PERFORM: the request on whose behalf, NULL: the event's
    const cg_expr *about; // SEND, PERFORM, PUBLISH of a local memory: the number of a global line; NULL: none
    const cg_expr *count; // SEND of a memory of words: so many words of the line, `about` and every step-th
    const cg_expr *step;  // one behind it, as far as they are of the line; both, or NULL: one word
    const cg_expr *mask;  // SEND of BYTES: those of the line that go; FILL: those that stay; NULL: none
    int structure; // PUSH, MARK, POP: index into machine->structures; INSERT, REMOVE: into machine->lookups
    cg_data_from from;    // RESPOND; SEND of a LINE payload always takes the line
    cg_core_op perform;   // PERFORM
    const cg_expr *at;    // PERFORM, COMPLETE: logical time, NULL: none
    const cg_expr *epoch; // PERFORM, COMPLETE: bool, NULL: none
    int to_state;         // FLASH_*
    int from_state;       // FLASH_*: only those in this state; CG_NONE: all
    const char *text;     // as written in the table
    const char *pointer;  // JSON pointer of that text
    const char *list;     // name of the table's action list it came from (the outermost), or NULL
} cg_action;

typedef struct {
    const char *id; // "rcc.l1.IV.DATA", with ".1", ".2", ... where the (state, event) has several
    int state;      // index into machine->states, CG_NONE for events without a line
    int event;
    int index;           // position among the rules of this (state, event), from 0
    const cg_expr *when; // NULL: always
    cg_action *actions;
    int n_actions;
    int next;         // state afterwards; == state where the rule names none; CG_NONE without a line
    const char *note; // why, for people; may be NULL
    const char *text; // the rule as one line of text, for comments and reports
    bool stalls, impossible;
    bool widen; // machines of words: other words of the line join, see docs/language.md, Note [words]
    bool alone; // machines of words: none does, note [place words] in local.h
    bool again; // machines of words: it begins what it defers its request for, with all of its words
    const char *pointer; // JSON pointer of the rule in its file
} cg_rule;

typedef struct {
    const char *name, *doc;
    bool transient;
    bool no_data; // the word's data are elsewhere: the line fields in_data have their place
    int valid;    // the mask of line fields that says which bytes are here; CG_NONE: all are
} cg_state;

// A mode of the protocol: a port of the system, 0 or 1, held from reset on. Expressions read it, no rule
// writes it. Machines that declare the same name share it.
typedef struct {
    const char *name, *doc;  // doc may be NULL
    const char *consistency; // the model that the protocol promises while this is 1; NULL: the same
    uint32_t *before;        // by cg_port_classes: as there, by that model; NULL: the same
} cg_input;

// What the table gives a name, for people: a let or an action list. Rules carry what it stands for.
typedef struct {
    const char *name, *text; // of a list: its actions, joined by "; "
    const char *doc;         // may be NULL
} cg_alias;

typedef struct {
    const char *name, *doc;
    int count_param;     // parameter that gives the number of controllers
    uint64_t count;      // its value
    int cluster;         // index into spec->clusters, CG_NONE: it stands in none
    uint64_t members;    // controllers in each cluster, number i in cluster i / members; in none: all
    uint64_t interleave; // lines are interleaved over so many controllers: of a home all, else of a cluster
    bool core_port;      // cores attach here
    bool local;          // a core's local memory, note [spaces] in local.h: `sets` lines without tags
    int beside;          // ... and the machine whose core port it shares
    bool mapped;   // ... and its lines may be of global ones: it has MSHR entries, note [mapped] in local.h
    bool of_words; // ... and are words, where the blocks of all others are: note [place words] in local.h
    uint64_t first_core;     // the number of the core of its controller 0: note [cores] in topology.h
    const char *consistency; // with a core port: a model that keeps all program order here; NULL: the table's
    bool words;              // blocks are words: docs/language.md, Note [words]
    bool home; // it has the memory ports; lines are interleaved over its controllers (low line-address bits)
    bool fair; // deferred requests come before new ones for their set, in turn: note [fair], docs/rtl.md
    bool holds_ways; // a way that is being freed is for the line that asked: note [ways], docs/rtl.md
    bool pauses; // a message or eviction that had to wait lets others go first, for 7 cycles: note [pauses]
    uint64_t sets, ways, mshrs, waiters;
    int *inputs; // indices into spec->inputs
    int n_inputs;
    // Stored fields, by space; or `regs` and `n_regs`, `line` and `n_line`, ..., as spaces.def names them.
    union {
        cg_fields fields[CG_N_SPACES];
        struct {
#define X(space, name, ...)                                                                                  \
    struct {                                                                                                 \
        cg_field *name;                                                                                      \
        int n_##name;                                                                                        \
    };
#include "spaces.def"
#undef X
        };
    };
    cg_structure *structures;
    int n_structures;
    cg_lookup *lookups;
    int n_lookups;
    uint64_t buffer_entries; // lines that the store buffer holds; 0: there is none
    cg_state *states;        // stable ones first; [0] is the state of a line that is nowhere in the cache
    int n_states, n_stable;
    cg_event *events;
    int n_events;
    cg_rule *rules; // sorted by (state, event, index); events without a line last
    int n_rules;
    const cg_expr *accept_requests; // requests and replays are taken only while this holds; NULL: always
    cg_alias *lets, *lists;         // in the order of the file
    int n_lets, n_lists;
    int epoch_reg;                       // register that PERFORM's epoch bit is compared with, CG_NONE
    int paper_states, paper_transitions; // as the paper counts them; 0: not given
    double paper_overhead;               // storage a line beyond `paper_over`, percent; < 0: not given
    int paper_bits;                      // ... or in bits; < 0: not given
    const char *paper_over;              // what the paper sets it against, for people
    const char **paper_counts;           // what it counts: names of what a line stores (cg_store in plan.h)
    int n_paper_counts;
} cg_machine;

// ------------------------------------------------------------------------------- the exhaustive check
// One `--set key=value`, or one entry of a design point file or of a bound.
typedef struct {
    const char *key, *value;
    const char *where; // for the error: "--set ts_bits=99" or "protocols/points/small.json"
    bool if_declared;  // a table without this parameter leaves it out
} cg_setting;

// A controller that an invariant speaks about.
typedef struct {
    const char *name;
    int machine;
} cg_variable;

// Holds in every state, for every line and every choice of controllers: two variables of one machine are two
// different controllers, a variable of a home machine is the line's home.
typedef struct {
    const char *name, *why;
    cg_variable *vars;
    int n_vars;
    const cg_expr *that;
    const char *pointer;
} cg_invariant;

// A number that reports give of a run: how often any of these rules fired.
typedef struct {
    int machine, rule;
} cg_rule_ref;
typedef struct {
    const char *name, *doc;
    cg_rule_ref *rules;
    int n_rules;
} cg_counter;

// A function of the table: note [functions] in function.h.
enum { CG_MAX_FUNCTION_OPERANDS = 8 };
typedef struct {
    const char *name, *doc;              // doc may be NULL
    int part;                            // cg_part; in the reader CG_NONE after an error
    int width[CG_MAX_FUNCTION_OPERANDS]; // of its operands, in the order of the part's
    const char *pointer;
} cg_function;

// Lines that have other words than their own (docs/checking.md, Programs without races).
typedef enum { CG_BESIDE_NONE, CG_BESIDE_DATA, CG_BESIDE_SYNC, CG_BESIDE_ALL } cg_beside;

// Words that are watched: of both kinds, or of one.
typedef enum { CG_WATCH_ALL, CG_WATCH_DATA, CG_WATCH_SYNC } cg_watched;

// What the exhaustive check explores: a small design point, and how much of it. Read the file again with
// these settings to get the point. Bounds are not checked against each other, and their settings only when
// used.
typedef struct {
    const char *name, *doc;
    bool deep;            // one of the larger ones, on demand
    int lines;            // addresses modelled, >= 1
    int queue;            // messages a lane holds from one sender to one receiver, >= 1
    int values;           // 0: one marked store; else values that stores write, >= 2
    int sync;             // of these, lines whose word is one of synchronization, where races are forbidden
    cg_beside beside;     // which lines have other words, of data
    cg_watched watch;     // which words are watched, one in each run
    unsigned local;       // bit i: line i is one of a core's local memory
    bool mapped;          // a word is watched in local memories, too, whose lines are mapped to it
    int words;            // blocks that make one line, >= 1; above 1 only where blocks are words
    bool anything;        // words that are not watched take every kind of operation; some run watches none
    bool liveness;        // explore whether every request can be answered, too; never with `only`
    cg_setting *settings; // of the design point
    size_t n_settings;
    struct cg_off {
        int machine, event;
        bool one; // only of thread `thread` of controller `node`
        int node, thread;
    } * off; // events that do not happen: loads, stores, atomics, evictions, timers
    int n_off;
    const cg_invariant *only; // states in which it does not hold are not explored; NULL: all are
    const char *pointer;      // JSON pointer of the bound
} cg_bound;

typedef struct {
    const char *name, *title, *paper, *section, *consistency, *file;
    const char *doc; // the file's introduction, one paragraph; may be NULL
    // Why no hardware is made of it: golden memory answers its loads (tb/interp/ideal.h). NULL: some is.
    const char *simulation_only;
    cg_param *params;
    int n_params;
    cg_known *constants;
    int n_constants;
    cg_constraint *constraints;
    int n_constraints;
    cg_enum *enums;
    int n_enums;
    cg_net *nets;
    int n_nets;
    cg_msg *msgs;
    int n_msgs;
    cg_channel *channels;
    int n_channels;
    cg_machine *machines;
    int n_machines;
    cg_cluster *clusters;
    int n_clusters;
    cg_clock clock;
    bool has_order; // the table has rules for releases or acquires: core ports have marks, and order logic
    // If so: the marks of the consistency model, the k-th is bit k of a set of them; and by what the core
    // asks for, and the set.
    const char *marks[CG_MARKS_MAX];
    int n_marks;
    cg_port_order order[CG_N_PORT_OPS][1 << CG_MARKS_MAX];
    cg_port_classes classes;   // if slots > 1
    cg_core_command *commands; // of the machine with the core port; number k is operation CG_COMMAND + k
    int n_commands;            // at most CG_MAX_COMMANDS
    cg_operand *operands;      // of all commands, and of accesses
    int n_operands;
    int n_rule_operands; // of these, the first ones are what rules can read; the rest are of transfers
    cg_function *functions;
    int n_functions;
    cg_input *inputs;
    int n_inputs;     // at most 16
    cg_bound *bounds; // the default ones first, each kind in the order of the file
    int n_bounds;
    cg_invariant *invariants;
    int n_invariants;
    cg_counter *counters;
    int n_counters;
    cg_alias *features; // that can be left out, whether they are or not; text: NULL
    int n_features;
    const char *table; // the text that was read, without the features that are left out
    // The structural parameters every system has.
    uint64_t cores, threads, partitions, line_bytes, addr_bits, net_depth, axi_data_bits;
    uint64_t net_latency; // cycles that a crossbar adds to every message; may be missing in the file: then 0
    uint64_t mem_writes;  // writes outstanding at a memory port, 0: as many as reads; may be missing likewise
    uint64_t link_bits;   // bits of a line that cross a lane in a cycle, 0: all; may be missing likewise
    // Operations of one thread in flight, a power of two to 8; may be missing likewise: then 1.
    uint64_t slots;
    uint64_t requests; // of one core in flight: threads * slots; a request's id is thread * slots + slot
    struct cg_arena *arena;
} cg_spec;

void cg_spec_free(cg_spec *spec);
// Indices of named things; CG_NONE where there is none of that name.
int cg_find_machine(const cg_spec *s, const char *name);
int cg_find_msg(const cg_spec *s, const char *name);
// The memory answers a message with the one of its network that comes back to the sender's machine: with a
// line if the message brings none, without if it does (an acknowledgement, where the table wants one).
int cg_memory_answer(const cg_spec *s, const cg_msg *asked);
int cg_find_state(const cg_machine *m, const char *name);
// How many sets of marks there are at the core ports; 1 if these have none.
static inline unsigned cg_mark_sets(const cg_spec *s) {
    return 1u << s->n_marks;
}
int cg_find_event(const cg_machine *m, const char *name);
int cg_find_structure(const cg_machine *m, const char *name);
int cg_find_walk(const cg_machine *m);         // of its structures the one that walks; CG_NONE: none does
uint64_t cg_fifo_entries(const cg_machine *m); // of all its fifos, without walks
int cg_find_field(const cg_field *fields, int n, const char *name);
// A stored field; how many the machine has, and the place of one among them.
const cg_field *cg_field_at(const cg_machine *m, cg_space space, int field);
// As a table writes it, without the key of its space.
static inline const char *cg_field_shown(const cg_field *f) {
    return f->shown ? f->shown : f->name;
}
int cg_n_fields(const cg_machine *m);
int cg_field_place(const cg_machine *m, cg_space space, int field);
// Is it a constant? Does it compare for equality, does it negate? Is it a stored field, one of this space?
static inline bool cg_is_const(const cg_expr *x) {
    return x->op == CG_X_CONST;
}
static inline bool cg_is_equality(const cg_expr *x) {
    return x->op >= CG_N_LEAVES && CG_OPS[x->op].typing == CG_TYPING_EQUAL;
}
static inline bool cg_is_not(const cg_expr *x) {
    return x->op >= CG_N_LEAVES && CG_OPS[x->op].typing == CG_TYPING_NOT;
}
static inline bool cg_is_field(const cg_expr *x) {
    return x->op == CG_X_FIELD;
}
static inline bool cg_is_of(const cg_expr *x, cg_space space) {
    return cg_is_field(x) && x->space == space;
}

// "a boolean", "a node of l1", for errors; in the arena.
const char *cg_type_text(const cg_spec *s, struct cg_arena *a, cg_type t);

// Types of the controllers of a machine and of sets of them; a set of more than 64 cannot be had.
cg_type cg_node_type(const cg_spec *s, int machine);
cg_type cg_set_type(const cg_spec *s, int machine);
// Are values of these types compared and assigned to each other? Integers of different widths are.
bool cg_same_type(cg_type a, cg_type b);

// Ends of a channel: a machine or CG_MEMORY. Its name for people, and how many controllers are there.
const char *cg_end_name(const cg_spec *s, int machine);
int cg_end_count(const cg_spec *s, int machine);

// Has the action one of these effects (CG_DOES_...)? The first action of a rule that has, NULL: none.
bool cg_does(const cg_action *a, int effects);
const cg_action *cg_find_action(const cg_rule *r, int effects);
int cg_effects_of(const cg_rule *r);   // of all actions
bool cg_carries_data(const cg_msg *m); // a line, or a word of one, that was in its sender's data array
// Does the action of this rule read the line's data as they were? An answer from the message, and an effect
// beside it, reads the message's; `write` reads the bytes that it leaves as they are.
bool cg_reads_data(const cg_spec *s, const cg_rule *r, const cg_action *a);
bool cg_is_until(const cg_spec *s, const cg_machine *m, int reg); // ... of a message that joins
bool cg_is_pure_stall(const cg_rule *r);                          // it stalls, and does nothing beside

// Rules of one (state, event): first index and count; state CG_NONE for events without a line.
int cg_rules_of(const cg_machine *m, int state, int event, int *first);
// Does the machine know the time: does it read the clock, or hear of its wrap?
bool cg_has_clock(const cg_machine *m);
// Does it put accesses in an order of its own (`perform ... at`)?
bool cg_has_logical_time(const cg_spec *s);
const cg_param *cg_param_find(const cg_spec *spec, const char *name);

// The consistency model promised while the inputs are as the bits of `inputs` say (bit i: spec->inputs[i]):
// that of the first one that is 1 and has a model, else the table's.
const char *cg_consistency(const cg_spec *s, uint64_t inputs);
// Does a thread's operation wait for an earlier one that is in flight, while the inputs are so? `a` and `b`
// are what the core asked for, marks_a and marks_b with what; `same`: they are about one word.
bool cg_waits_for(const cg_spec *s, uint64_t inputs, cg_core_op a, unsigned marks_a, cg_core_op b,
                  unsigned marks_b, bool same);

// Number of rules that are transitions: neither a pure stall nor impossible. This is what papers count.
int cg_count_transitions(const cg_machine *m);

#endif
