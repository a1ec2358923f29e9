// Inside the Murphi emitter: facts about the table that shape the model, and how things are named in it.
#ifndef COHGEN_GEN_EMIT_MURPHI_EMIT_H
#define COHGEN_GEN_EMIT_MURPHI_EMIT_H

#include "base/arena.h"
#include "murphi.h"

// note [dead]: what no rule can read any more has its initial value. A line's field, the data, an MSHR field
// are live in a state if some rule of it reads them, or leads to a state in which they are live and does not
// write them first. Dead ones are reset on entering a state, so that states which differ in nothing else are
// one state. That is sound: no guard, message or check can tell them apart.

// The fields of spaces that stand in cells come first, in the order of the spaces; then these.
typedef enum { MU_HERE, MU_DATA, MU_WRITTEN, MU_EXTRA } mu_extra;

// May a line in this state have a way, may it lack one?
typedef enum { MU_NEVER = 1, MU_ALWAYS = 2, MU_MIXED = 3 } mu_way;

typedef struct {
    const cg_machine *m;
    bool scalar;      // its controllers are interchangeable
    bool *live;       // [state * n_items + item]
    int n_items;      // mu_cell_fields(m) + MU_EXTRA
    mu_way *way;      // by state
    bool *reached;    // by state: some rule leads to it, note [reached]
    bool defers_core; // some rule defers a core's request
    bool defers;      // some rule defers a message's
    bool fills_whole; // nothing is written between a request and its fill
} mu_machine;

typedef struct {
    const cg_channel *c;
    const char *name;     // "resp_l2_l1"
    const char *deferred; // cg_murphi_deferred()
    bool block;           // its messages are about a line
    bool thread;          // somebody needs to know the thread of one of them
    bool word, line;      // payloads
    bool bytes;           // a line of which only some bytes count
    int capacity;         // messages from one sender to one receiver
    const cg_field **fields;
    int n_fields;
} mu_channel;

typedef struct mu_lets mu_lets; // note [lets] of lets.c

typedef struct {
    const cg_spec *s;
    const cg_murphi_options *o;
    FILE *out;
    mu_lets *lets; // of the handler that is printed; NULL: none is
    cg_arena *arena;
    mu_machine *machines;
    mu_channel *channels;
    bool *thread;                        // by message: somebody needs to know its thread
    bool *sets;                          // by machine: there are sets of its controllers
    bool windows;                        // note [windows]: values are judged without logical time
    int core;                            // a machine with a core port
    int home;                            // the home machine
    uint64_t banks;                      // lines are interleaved over so many controllers, at the most
    int time_bits;                       // of `perform ... at`; 0: the place is the arrival
    int ages;                            // epochs that places are kept of: 1 without epochs; see note [order]
    bool epochs;                         // some machine has an epoch register, and there is logical time
    bool word_kept;                      // a thread's own word is needed later than with its event
    bool saw;                            // an operation can be performed and answered by two rules
    bool flips;                          // note [parity]
    bool **parity_regs, **parity_fields; // by machine and register, by message and field
    bool watched;                        // which line is watched differs from run to run: several homes
    int widest;                          // bits of the widest expression
    bool weak, own;                      // not all program order is kept; note [own]
    int column[CG_N_PORT_OPS];           // note [columns]; of fences CG_NONE: there are none
    const char *places[CG_N_PORT_OPS];   // by column: the variable in a thread's record
    int n_columns;
    cg_sync_kind *kinds; // of synchronization that are different at this bound: note [kinds]
    int n_kinds;
    int first_data; // kind of the first data, if loads or stores synchronize; 0: kinds of loads have numbers
                    // of their own
    uint64_t *askers;          // by kind: machines whose cores ask for it, bit i is machine i
    const cg_load_kind *loads; // kinds of loads, if rules tell them apart
    int n_loads;
    unsigned marks;          // that rules read of what a core asks for
    bool scoped;             // note [scopes]
    bool commands_wait;      // some command can stall: note [operands] in commands.c
    unsigned accesses_bring; // operands that accesses bring, and rules for them read: likewise
    bool fences_wait;        // some fence can stall: its thread then does nothing else
} mu;

// -------------------------------------------------------------------------------------------- facts, facts.c
void mu_facts(mu *u);
bool mu_live(const mu_machine *mm, int state, int item);
int mu_item(const mu_machine *mm, mu_extra e);
bool mu_has(const mu_machine *mm, int item); // live in any state
// The states [first, end) whose lines a flash changes.
int mu_flashed(const cg_machine *m, const cg_action *a, bool end);
bool mu_is_off(const mu *u, const cg_machine *m, const cg_event *e); // never happens at this bound
bool mu_happens_at(const mu *u, const cg_machine *m, cg_core_op op); // has it the event, and does it happen?
// Some events happen in some threads only: these are not interchangeable.
bool mu_threads_differ(const mu *u);
// Nor are those of which one's number stands for no thread in some message.
bool mu_threads_have_numbers(const mu *u);

void mu_find_reached(mu *u, int machine); // reached.c

void mu_find_columns(mu *u);
void mu_find_parities(mu *u);
bool mu_parity_assigned(const mu *u, int machine, const cg_action *a);
void mu_print_flips(const mu *u);

// ---------------------------------------------------------------------------------------- names and values
#define MU_TEXT(u, ...) cg_arena_printf((u)->arena, __VA_ARGS__)
const char *mu_name(const mu *u, const char *name); // of a field, so that it is no word of Murphi
// Is a request that is deferred from this lane known by its line, too?
bool mu_by_line(const mu *u, const mu_channel *ch);
// Is it known by the core that asks?
bool mu_by_asker(const mu *u, const mu_channel *ch);
typedef struct {
    const char *to, *from, *thread, *line, *asker;
} mu_whose;
// Path of a request that is deferred from this lane: "l2_deferred[a][b][t]", and "[line]" and "[asker]" where
// it is known by these.
const char *mu_deferred(const mu *u, const mu_channel *ch, mu_whose whose);
const char *mu_for_askers(const mu *u, const mu_channel *ch); // "for asker: ... do ", if it is known by it
const char *mu_end_askers(const mu *u, const mu_channel *ch); // " end;", likewise
const char *mu_id(const mu *u, int machine);                  // type of a controller's number
const char *mu_core_id(const mu *u);                          // of a core's
const char *mu_asker_id(const mu *u);                         // of a core's, or that of none
// The number of the core at a controller of the machine, note [cores] in lang/topology.h.
const char *mu_core_of(const mu *u, const cg_machine *m, const char *node);
const char *mu_members(const mu *u, const cg_type *t); // ... of what is in a set, or in a mask
const char *mu_state(const mu *u, const cg_machine *m, int state);
const char *mu_type(const mu *u, const cg_type *t); // a type, for a field of it
const char *mu_value(const mu *u, const cg_type *t, uint64_t v);
// Items of a cell that are fields: the item of a field of a space that stands in cells; of an item the space
// and the field, CG_N_SPACES and NULL for one that is no field; how many there are.
int mu_field_item(const cg_machine *m, cg_space space, int field);
cg_space mu_item_space(const cg_machine *m, int item);
const cg_field *mu_item_field(const cg_machine *m, int item);
int mu_cell_fields(const cg_machine *m);
const char *mu_cell_field(const mu *u, const mu_machine *mm, int item); // name within a line's record
const char *mu_initial(const mu *u, const mu_machine *mm, int item);    // NULL: undefined
const char *mu_home_of(const mu *u, int machine, const char *line);
const char *mu_lane(const mu *u, int channel, const char *from, const char *to); // to: line, from memory
// "x := initial value;", or "undefine x;" where a scalarset has none.
const char *mu_reset(const mu *u, const char *what, const char *initial);
// The same of a field of this type that has a value of the table; of one of a line's.
const char *mu_set_to(const mu *u, const char *what, const cg_type *t, uint64_t v);
const char *mu_reset_item(const mu *u, const mu_machine *mm, const char *what, int item);
const char *mu_no_value(const mu *u);  // initial text of data, NULL: undefined
const char *mu_no_thread(const mu *u); // likewise of a thread

// --------------------------------------------------------------------------------------- expressions, expr.c
// Where names of an expression are found.
typedef struct {
    const mu *u;
    const cg_machine *m;
    const cg_msg *msg;
    const char *node;   // path of the controller, "l1[node]"; NULL in invariants
    const char *cell;   // path of the line, "l1[node].line[line]"
    const char *packet; // path of the message
    const char *self, *src;
    const char *line, *thread; // NULL: none
    const char *mark;      // number of the kind of synchronization; NULL: the event cannot be one of the core
    const char *load_mark; // likewise of a load of data
    const char *asked;     // the core's request on whose behalf the event is, or NULL
    const char *whole;     // does the event bring all bytes of the word?
    const cg_event *event; // whose bytes it names; NULL: in invariants
    const cg_invariant *invariant;
} mu_names;
const char *mu_expr(const mu_names *n, const cg_expr *x); // no set
bool mu_never(const mu_names *n, const cg_expr *x);       // known to be false: note [known]
// Lets of a handler with these parameters, "(a: t; var b: u)", which hands them on as "(a, b)". mu_let():
// text, which is that of x, or a call of a function of it, which mu_print_lets() prints.
mu_lets *mu_lets_of(const mu *u, const char *handler, const char *declared, const char *handed);
const char *mu_let(const mu_names *n, const cg_expr *x, const char *text);
void mu_print_lets(const mu *u, const mu_lets *l);
// Is controller `who` in set x? A set is never a value in the model but where it is stored.
const char *mu_thread_rests(const mu *u, const char *q); // has thread q, of races, no request?
typedef enum { MU_RELEASES, MU_ACQUIRES, MU_HANDS, MU_TAKES, MU_OF_CORE, MU_ANYTHING } mu_kind_does;
// "mark = 1 | mark = 4": is the atomic, whose kind is `mark`, of those that do this? "false": none does.
const char *mu_kinds_that(const mu *u, mu_kind_does what, const char *mark);
void mu_print_scopes(const mu *u); // procedures
void mu_print_scope_variables(const mu *u);
void mu_start_scopes(const mu *u);
int mu_first_sync(const mu *u); // first line whose word is one of synchronization
// Begins a procedure about a thread of a core; `given`: what else it takes.
void mu_begin_of_thread(const mu *u, const char *name, const char *given);
const char *mu_marked(const mu_names *n, int k);                      // has the core's operation mark k?
const char *mu_loads_that(const mu *u, bool final, const char *mark); // is the load final; of any kind?
bool mu_marks_op(const mu *u, cg_core_op op);          // is there synchronization by such operations?
const char *mu_is_data(const mu *u, const char *mark); // is the operation, whose kind is `mark`, on data?
const char *mu_data_mark(const mu *u);                 // the kind of a store of data
int mu_last_kind(const mu *u); // number of an operation's kind, the greatest; CG_NONE: none has one
const char *mu_member(const mu_names *n, const cg_expr *x, const char *who);
// A part of a request, which is never a value in the model but where it is kept.
typedef enum { MU_CORE, MU_THREAD } mu_asker_part;
const char *mu_asker(const mu_names *n, const cg_expr *x, mu_asker_part part);
const char *mu_assign(const mu_names *n, const char *to, const cg_expr *x); // "to := x;", sets too
// Prints checks that no difference in x is below zero and that fit() fits: `error` names the rule.
void mu_print_checks(const mu_names *n, const cg_expr *x, const char *rule, const char ***seen, int *n_seen);

// --------------------------------------------------------------------------------------------- the sections
void mu_print_types(const mu *u);
void mu_print_variables(const mu *u);
void mu_print_start(const mu *u);
void mu_print_lanes(const mu *u);                     // procedures
void mu_print_order(const mu *u);                     // procedures
void mu_print_weak(const mu *u);                      // procedures
void mu_print_settle(const mu *u);                    // a procedure
void mu_print_write_at(const mu *u, const char *pad); // what a store at p does to the watched line
void mu_print_rules(const mu *u);
void mu_print_races(const mu *u);   // procedures
void mu_print_buffers(const mu *u); // procedures
void mu_print_goals(const mu *u);

// ------------------------------------------------------------------------------- local memories, local.c
// "line = 0 | line = 2": is the line one of a local memory? "false": none is.
const char *mu_is_local(const mu *u, const char *line);
void mu_start_local(const mu *u); // what their lines hold at first
// note [mapped lines]
bool mu_all_mapped(const mu *u);            // have all local memories of the bound none but mapped lines?
void mu_print_places(const mu *u);          // functions
bool mu_names_several(const cg_machine *m); // it asks for several words at once
const char *mu_may_be_watched(const mu *u,
                              const char *line); // the line, or a global one that it is mapped to
// One line of each home, and one of the local memory, stands for the others. How many are watched, one in
// each run; and which is, by the number `k` of the run.
int mu_watched_choices(const mu *u);
const char *mu_watched_line(const mu *u);
bool mu_is_first_alike(const mu *u, int line, int from); // ... of those from `from` on

// An event as the model has it: where it comes from, and the paths of all it touches. Seen from a rule's
// guard, or inside the handler that all rules of the event share.
typedef enum { MU_OUTSIDE, MU_DEFERRED, MU_INSIDE } mu_source;
typedef struct {
    const mu *u;
    const mu_machine *mm;
    const cg_machine *m;
    const cg_event *e;
    const cg_rule *r; // NULL: any of the event's
    mu_source source;
    mu_names names;
    const char *line, *thread, *word; // NULL: none
    const char *core;                 // number of the requesting core, NULL: not known
    const char *request;              // path of the requesting thread's record, NULL: not known
    const char *lane, *slot;          // where a message is taken from, NULL: from nowhere
    const char *deferred;             // where a deferred message is
    bool along;                       // seen for another word of the line: note [lines of words]
    const char *parameters[6 + CG_MAX_OPERANDS][2]; // of the ruleset: name, type
    int n_parameters;
} mu_cause;

// Prints that no line is in the state, if that is so, for the n rules from number `first` on (reached.c).
bool mu_print_not_reached(mu_cause *c, int state, int first, int n);
void mu_cause_of(const mu *u, int machine, int event, mu_source source, mu_cause *c);
// note [followed lines]: are those of this local memory? Which are of an event of the core?
bool mu_follows(const mu *u, const cg_machine *m);
const char *mu_nothing(const mu *u, const cg_machine *m); // a line of which nothing is here
const char *mu_is_watched(const mu_cause *c); // is the line, or what it is mapped to, the watched one?
void mu_print_follow_local(const mu_cause *c, bool *any); // a variable of its handler
void mu_follow(const mu_cause *c);                        // gives it its value, before anything changes
const char *
mu_keeps_mapping(const mu_cause *c); // " & ...": nobody maps while somebody uses; "": no such bound
const char *mu_line_at(const mu_cause *c, const cg_msg *msg);     // that the message to a local memory is for
const char *mu_line_about(const mu_cause *c, const cg_action *a); // of the global space, if `about` says one
void mu_send(const mu_cause *c, const cg_action *a);              // messages.c
const char *mu_space_of_core(const mu_cause *c); // may the core ask this machine for the line? NULL: always
// " & ...": is there such a kind of atomics at this core, may it synchronize by its word?
const char *mu_kind_allowed(const mu_cause *c);
// Calls f for each place that the event can come from: from outside, or deferred.
void mu_each_source(const mu *u, int machine, int event, const cg_rule *r, void (*f)(const mu_cause *c));
void mu_print_presence(const mu_cause *c, const char *indent);
void mu_print_guard(const mu_cause *c, const char *indent);      // of c->r
const char *mu_not_everywhere(const mu_cause *c, cg_core_op op); // "!(...) & ": threads without it
const char *mu_accepts(const mu_cause *c);                       // NULL: always
const char *mu_room(const mu_cause *c, const cg_action *a);      // room for a message, NULL: always
const char *mu_receiver(const mu_cause *c, const cg_action *a);  // NULL: several
// The condition on controller `d` that it is one of several; NULL: all are.
const char *mu_is_receiver(const mu_cause *c, const cg_action *a, const char *d);
void mu_print_handlers(const mu *u);
void mu_print_branch(mu_cause *c, const cg_rule *r);

// ------------------------------------------------------------------------------------- answers of a branch
// A line of a branch; an item of the line's cell; the line's data as the rule finds it, or as `fill` makes
// it.
void mu_line(const mu_cause *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *mu_item_path(const mu_cause *c, int item);
const char *mu_data_before(const mu_cause *c);
const char *mu_core_answer(const mu_cause *c); // what the core is answered with, NULL: no data
void mu_print_perform(const mu_cause *c, const cg_action *a);
void mu_print_complete(const mu_cause *c, const cg_action *a);
void mu_finish_complete(const mu_cause *c); // what it does to the line, after `fill`
void mu_print_respond(const mu_cause *c);
bool mu_is_assignment(const mu_cause *c, const cg_action *a); // one that has an effect
const char *mu_handler(const mu_cause *c);                    // its name
void mu_print_call(const mu_cause *c,
                   const char *indent); // as a statement: the event is consumed if it says so

// --------------------------------------------------------------------------------------------- masks,
// masks.c
bool mu_has_masks(const mu *u);
bool mu_splits_words(const mu *u);    // stores may write some bytes of a word: note [units]
void mu_print_mask_type(const mu *u); // and that of what is in one
// Is unit `who` among the bytes that the event names?
const char *mu_named_bytes(const mu_names *n, const char *who);
const char *mu_watched_unit(const mu *u);
void mu_find_masks(const mu_machine *mm, const cg_rule *r, bool *used); // items that checks read
void mu_check_masks(const mu_cause *c); // that no byte is used that is not valid, and none is lost
void mu_check_forgotten(const mu_cause *c, const char *cell, int low, int high); // ... by a flash
const char *mu_mask_of(const mu_cause *c, int effects, const char *who); // of such an action; "false": none

// ----------------------------------------------------------------------------------- store buffers, buffer.c
bool mu_has_buffer(const cg_machine *m);
const char *mu_room_in_buffer(const mu_cause *c); // NULL: always
const char *mu_leaves_buffer(const mu_cause *c);  // may the line's entry leave?
void mu_change_buffer(const mu_cause *c, const cg_action *a, const char *mine);
void mu_drained(const mu_cause *c);       // the entry leaves
void mu_settle_thread(const mu_cause *c); // resets what is dead of the thread's fields

// ------------------------------------------------------------------------------------------ fifos, fifo.c
void mu_print_fifo_types(const mu *u, const cg_machine *m); // of its elements
void mu_print_fifo_parts(const mu *u, const cg_machine *m); // of a controller's record
void mu_start_fifos(const mu *u, const cg_machine *m);      // initial values
const char *mu_fifo_head(const mu_cause *c);                // path of the element at its head
const char *
mu_fifo_offers(const mu_cause *c); // is the event's kind of element at its head, and may it leave?
const char *mu_room_in_fifo(const mu_cause *c, const cg_action *push);
void mu_change_fifo(const mu_cause *c, const cg_action *a);
void mu_walk_settled(const mu_cause *c); // after all changes: which lines no marker waits for

// ----------------------------------------------------------------------------------- cams and rings,
// lookup.c
void mu_print_lookup_types(const mu *u, const cg_machine *m);
void mu_print_lookup_parts(const mu *u, const cg_machine *m); // of a controller's record
void mu_start_lookups(const mu *u, const cg_machine *m);      // initial values
void mu_print_lookups(const mu *u);                           // functions and procedures
const char *mu_found(const mu_names *n, int lookup);          // path of the entry that the event finds
const char *mu_asked_of_lookup(const mu_names *n, const cg_expr *x);
const char *mu_lookup_full(const mu_names *n, int lookup);
const char *mu_new_value(const mu_cause *c, const cg_action *a); // the variable with what is assigned
void mu_change_lookups(const mu_cause *c);
void mu_print_lookup_locals(const mu_cause *c, bool *any); // of a handler

// ----------------------------------------------------------------- what a controller stores, stored.c
void mu_print_space_type(const mu *u, const cg_machine *m, cg_space space); // the record of its fields
void mu_print_space_part(const mu *u, const cg_machine *m, cg_space space); // of a controller's record
void mu_start_space(const mu *u, const cg_machine *m, cg_space space);      // initial values

// --------------------------------------------------------------------------- lines of several words, words.c
int mu_line_words(const mu *u);
const char *mu_same_line(const mu *u, const char *a, const char *b);      // are these blocks of one line?
const char *mu_buffered(const mu *u, const char *node, const char *line); // has the line an entry?
const char *mu_wanted(const mu *u, const cg_machine *m, const char *self, const char *line);
const char *mu_requested(const mu_names *n);   // is the message about the word that was asked for?
const char *mu_line_leaves(const mu_cause *c); // may the line be evicted? NULL: always
const char *mu_whole_line(const mu_cause *c);  // no line of memory is half taken; NULL: none ever is
const char *mu_alike(const mu_cause *c, const cg_rule *r); // is word l like the event's own?
mu_cause mu_along(const mu_cause *c);                      // the event for word l

// --------------------------------------------------------------------------- programs without races, races.c
bool mu_races_forbidden(const mu *u);
void mu_find_kinds(mu *u);
bool mu_asks_what_is_known(const mu *u); // is any word of data watched?
bool mu_words(const mu *u);              // blocks are words: note [words]
void mu_print_race_types(const mu *u);
void mu_print_race_request(const mu *u); // fields of a thread's record
const char *mu_race_statuses(const mu *u);
void mu_print_race_variables(const mu *u);
void mu_start_races(const mu *u);
int mu_race_choices(const mu *u); // of what is watched
const char *mu_watched_type(const mu *u);
const char *mu_only_watched(const mu *u); // the line, if there is no choice
void mu_start_watched(const mu *u);
const char *mu_race_guard(const mu_cause *c); // of the core's events
// What both controllers of a port answer, both.c
bool mu_has_halves(const mu *u);
bool mu_is_half(const mu_cause *c);      // its event is one of two
void mu_print_half_request(const mu *u); // the part of a thread's request
void mu_start_half(const mu *u, const char *request);
const char *mu_half_guard(const mu_cause *c); // " & ...", ""
// The rule answers: if it is the first one, the thread waits for the other one, as `waits` says, and that is
// all.
void mu_answer_half(const mu_cause *c, const char *waits);

// The parameters of a core's event beside those that all have: returns how many.
typedef struct {
    const char *name, *type;
} mu_parameter;
enum { MU_RACE_PARAMETERS = 3 };
int mu_race_parameters(const mu *u, const cg_event *e, mu_parameter to[MU_RACE_PARAMETERS]);

// ------------------------------------------------------------------------------------ commands, commands.c
void mu_find_commands(mu *u, const cg_machine *m);
int mu_operand_parameters(const mu *u, const cg_machine *m, const cg_event *e,
                          mu_parameter to[CG_MAX_OPERANDS]);
const char *mu_operand(const mu_names *n, int operand); // its value
// "operand_kind = 2": it has this value, which is one of several that it is tried with.
const char *mu_operand_place(const mu_names *n, int operand, uint64_t value);
void mu_print_command_request(const mu *u); // of a thread's record
void mu_start_command(const mu *u, const char *request);
void mu_forget_operands(const mu *u, const char *in, const char *request);
const char *mu_same_operands(const mu_cause *c); // " & q.operand_x = operand_x": the request's are the rule's
void mu_keep_operands(const mu_cause *c);        // the request has those of the rule from now on
const char *mu_command_guard(const mu_cause *c); // may the thread ask for it, or does it wait with it?
void mu_command_waits(const mu_cause *c);
void mu_command_answered(const mu_cause *c);

// Is the event about the watched word? NULL: that is said elsewhere.
const char *mu_mine(const mu_cause *c);
bool mu_parts_of_sync(const mu *u); // lines of synchronization have other words, one of which may be watched
bool mu_word_parts(const mu *u);    // words in messages say of which part of a line they are
bool mu_race_acquires(const mu *u);
bool mu_has_sync(const mu *u); // some atomics can happen
const char *mu_race_take(const mu_cause *c, const char *op);

// ---- coherent.c: note [coherent]
bool mu_coherent(const mu *u);
const char *mu_coherent_word(const mu_cause *c); // what a core's store or atomic may write: a condition
const char *mu_known_at_first(const mu *u);      // is a thread behind the watched store at first?
const char *mu_holds_value(const mu_cause *c, const char *line, const char *part, const char *some);
void mu_print_coherent(const mu *u);
// ... and of races.c what that needs
const char *mu_own_part(const mu *u, const char *part);
void mu_print_known(const mu *u, const char *in, const char *who, const char *sync);
bool mu_has_mark(const mu *u, const cg_event *e); // scopes.c

#endif
