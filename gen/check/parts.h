// Inside the static analysis: the checks, and what they share.
#ifndef COHGEN_GEN_CHECK_PARTS_H
#define COHGEN_GEN_CHECK_PARTS_H

#include "check.h"
#include "lang/visit.h"

// A place where a check has reported something.
typedef struct {
    cg_code code;
    const char *pointer;
} cg_reported;

typedef struct {
    const cg_spec *spec;
    const cg_json *json;
    cg_arena *arena;
    cg_reported *reported;
    int n_reported;
} cg_checker;

// Every check is one line here: what it looks at (a machine, or the whole), and what it reports.
#define CG_CHECKS(X)                                                                                         \
    X(MACHINE, total, "every state has rules for every event, and the last has no guard")                    \
    X(MACHINE, shadowed, "every rule can fire")                                                              \
    X(MACHINE, reachable, "every state can be reached")                                                      \
    X(MACHINE, verbs, "every verb fits its event, its state and its rule")                                   \
    X(MACHINE, sends, "every message fits its lane, and a rule sends one a lane")                            \
    X(MACHINE, entries, "an MSHR entry is there in transient states, and only there")                        \
    X(MACHINE, evictions, "a request that waits for a way holds no entry that an eviction may need")         \
    X(MACHINE, leaving, "an eviction stalls, or leads out of the state")                                     \
    X(MACHINE, deferred, "no deferred request is forgotten, and what completes one can find it")             \
    X(MACHINE, requests, "a request that is used was kept, and who says which core asks knows it")           \
    X(MACHINE, responses, "a response is always taken at once")                                              \
    X(MACHINE, stalls, "every stall can end")                                                                \
    X(MACHINE, clock, "the clock's events can happen when they must, and an alarm ends")                     \
    X(MACHINE, place, "a word's data, and what stands in their place, are used where they are")              \
    X(MACHINE, masks, "bytes that are not here are not used, and bytes that nobody else has are not lost")   \
    X(MACHINE, fields, "what is read is written, and what is written is read")                               \
    X(MACHINE, bulk, "a machine flashes or sweeps a thing to one state or value only")                       \
    X(MACHINE, buffer, "a store buffer is filled, and drained")                                              \
    X(MACHINE, structures, "what goes into a structure comes out of it")                                     \
    X(MACHINE, lookups, "what is inserted into a cam or ring is found, and removed again")                   \
    X(MACHINE, same_fields, "messages to one machine agree on the type of a field")                          \
    X(MACHINE, address, "an address has bits left for a tag")                                                \
    X(MACHINE, local, "a core's local memory has nothing that others would have to know")                    \
    X(MACHINE, names, "no name means something else in the design")                                          \
    X(WHOLE, message_names, "no field's name means something else in the design")                            \
    X(WHOLE, capitals, "no machine has the name of another, or of an enum, in capitals")                     \
    X(WHOLE, roles, "one machine has the core port, another is the home")                                    \
    X(WHOLE, memory, "only the home reads lines from memory")                                                \
    X(WHOLE, threads, "a rule that needs the thread that asked knows it")                                    \
    X(WHOLE, granularity, "all machines have blocks of the same size")                                       \
    X(WHOLE, order, "what the consistency model asks for at the core port has its events")                   \
    X(WHOLE, classes, "requests share no lane with responses or forwards")                                   \
    X(WHOLE, commands, "every command of the core port is taken by one machine, and answered")               \
    X(WHOLE, joins, "what joins is alone in its lane, and is sent for words of one message")                 \
    X(WHOLE, messages, "every message is sent, and taken")                                                   \
    X(WHOLE, lanes, "lanes do not wait for each other in a circle")

#define CG_CHECK_MACHINE(name) void cg_check_##name(cg_checker *c, const cg_machine *m);
#define CG_CHECK_WHOLE(name)   void cg_check_##name(cg_checker *c);
#define X(scope, name, text)   CG_CHECK_##scope(name)
CG_CHECKS(X)
#undef X

// A problem at a JSON pointer, at its value or at its key (CG_AT_KEY). One rule of the file stands for
// several states and events: the same problem at the same place is told once, for the first of them.
void cg_check_report(cg_checker *c, cg_code code, const char *pointer, int offset, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

// "/machines/l1/line", the key "exp" -> "/machines/l1/line/exp"
const char *cg_machine_pointer(cg_checker *c, const cg_machine *m, const char *section, const char *key);

// "resp (l2 to l1)", for errors.
const char *cg_lane_name(cg_checker *c, int lane);

const cg_event *cg_event_of(const cg_machine *m, const cg_rule *r);
bool cg_changes_state(const cg_rule *r); // it happens, and the line is in another state afterwards

// Sets of fields of a machine; `buffered`: whether a line has an entry in the store buffer; `lookups`: of
// cams and rings.
typedef struct {
    const cg_machine *m;
    bool *has; // by place among the machine's fields
    bool buffered;
    unsigned lookups; // bit i: what is in the cam or ring, and whether it is full
} cg_field_set;
cg_field_set cg_field_set_new(cg_checker *c, const cg_machine *m);
void cg_add_read(cg_field_set *set, const cg_expr *x);        // what an expression reads
void cg_add_looked_for(cg_field_set *set, const cg_event *e); // ... what it looks for, and by which fields
void cg_add_rule_reads(cg_field_set *set, const cg_rule *r);
void cg_add_written(cg_field_set *set, const cg_rule *r);
void cg_add_field(cg_field_set *set, cg_space space, int field);
bool cg_set_has(const cg_field_set *set, cg_space space, int field);
bool cg_sets_meet(const cg_field_set *a, const cg_field_set *b);

#endif
