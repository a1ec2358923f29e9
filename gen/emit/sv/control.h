// The controller emitter's shared state. The pipeline it prints:
//
//   choose (S0)   one of the ports is taken: responses, forwards, eviction, replays, requests, core, timers.
//                 The tag array is read.
//   look up (S1)  tags and MSHR file give state and fields, which are registered. The data array is read.
//   decide (S2)   the table gives the rule, everything changes, messages leave, the core is answered.
//                 An event that cannot be served goes back to its port.
//
// note [room]: an event is taken only when the outgoing buffers its rules may use have room for three
// messages: its own and those of the two transitions ahead of it; a request of which only some rules send
// asks in S2, and goes back without room (room.c). A transition therefore never waits for the network. note
// [bounce]: nothing holds the pipeline. An event that must wait leaves S2 without effect and its port offers
// it again; what its port sent behind it is squashed, so that order is kept. note [sources] in docs/rtl.md:
// of a port with a queue for each sender, what the same sender sent.
#ifndef COHGEN_GEN_EMIT_SV_CONTROL_H
#define COHGEN_GEN_EMIT_SV_CONTROL_H

#include "emit.h"
#include "lang/topology.h"
#include "pipeline.h"

typedef enum {
    SV_PORT_LANE,
    SV_PORT_CORE,
    SV_PORT_TIMER,
    SV_PORT_EVICT,
    SV_PORT_REPLAY,
    SV_PORT_FENCE,
    SV_PORT_WRAP,
    SV_PORT_ALARM,
    SV_PORT_DRAIN,
    SV_PORT_HEAD,
    SV_PORT_MARKER
} sv_port_kind;

typedef struct {
    sv_port_kind kind;
    char name[SV_NAME];
    int channel;             // LANE
    int event;               // TIMER, EVICT, WRAP, ALARM, DRAIN; FENCE: if there is only one kind
    bool gated;              // only while the machine accepts requests
    bool fifo;               // a rollback FIFO: can squash
    char back[SV_NAME + 16]; // ... and one of a structure too: the signal that says so, "" if there is none
    bool lines;              // LANE: messages carry lines
    bool bytes;              // ... and a mask of their bytes
} sv_port;

typedef struct {
    FILE *out;
    const cg_plan *plan;
    const cg_spec *s;
    int machine;
    const cg_machine *m;
    const cg_machine_plan *mp;
    sv_facts f;
    sv_port *ports;
    int n_ports;
    int *line_ports, n_line_ports; // the ports whose messages carry lines
    sv_pipeline p;                 // needs the ports
} sv_control;

// The decision step, pipeline.c: everything in `p`. Then those functions may print.
void sv_pipeline_decide(sv_control *c);
void sv_pipeline_print(sv_control *c, sv_section first, sv_section last);
sv_logic *sv_pipeline_signal(sv_control *c, sv_section section, sv_logic_kind kind, const char *name);
// Adds "s2_event_q == ..." for stage "s2".
void sv_event_term(sv_control *c, sv_logic *group, const char *why, const char *stage, int event);
void sv_event_terms(sv_control *c, sv_logic *group, const char *why, const char *stage, const bool *events);

// What parts of a controller add to it, called by the decision step if the machine has the part.
void sv_wrap_terms(sv_control *c);                                             // clock.c
void sv_alarm_terms(sv_control *c);                                            // clock.c; machines of lines
void sv_choose_terms(sv_control *c);                                           // choose.c: what S0 takes
void sv_fair_terms(sv_control *c, const sv_port *p, sv_logic *ok);             // replay.c: note [fair]
void sv_words_take_terms(const sv_control *c, const sv_port *p, sv_logic *ok); // words_ports.c
void sv_fence_terms(sv_control *c);                                            // fences.c: that are answered
void sv_replay_terms(sv_control *c);                                           // replay.c
void sv_complete_terms(sv_control *c);                                         // complete.c
void sv_buffer_terms(sv_control *c);                                           // buffer.c
void sv_bytewise_terms(sv_control *c);                                         // buffer.c
void sv_fifo_terms(sv_control *c);                                             // fifo.c
void sv_lookup_terms(sv_control *c);                                           // lookup.c
void sv_line_data_terms(sv_control *c);                                        // data.c; machines of lines
void sv_words_data_terms(sv_control *c);                                       // words_data.c
void sv_recall_terms(sv_control *c, sv_logic *ask); // victim.c: when an eviction is asked for
void sv_use_terms(sv_control *c, sv_logic *touch);  // victim.c: what uses a line
void sv_victim_terms(sv_control *c);                // victim.c
void sv_free_way_terms(sv_control *c);              // pipeline.c: when none is free
void sv_words_terms(sv_control *c);                 // words_decide.c

void sv_sources_terms(sv_control *c); // sources.c

// Evictions that happen with the transition that takes the way, pair.c; of machines that pair.
void sv_pair_declare(sv_control *c);         // signals of S2
void sv_pair_declare_victim(sv_control *c);  // ... of S1
void sv_pair_choice(sv_control *c);          // S1: the rule of the eviction, and what it sends
void sv_pair_registers(sv_control *c);       // ... into S2
void sv_pair_terms(sv_control *c);           // S2: is there room for both, and does it happen?
void sv_pair_entry(sv_control *c);           // ports of the MSHR file, of every machine
bool sv_pair_on(const sv_control *c, int k); // may out lane k take two messages in a cycle?
void sv_pair_room_terms(sv_control *c, const sv_port *p, int k, sv_logic *ok); // S0: room for a line there
void sv_pair_lane(sv_control *c, int k);                                       // its queues
void sv_pair_slot(sv_control *c, const cg_slot *slot); // its record: what stands in a slot
void sv_victim_choice(sv_control *c,
                      void (*outcome)(sv_control *c, const cg_rule *r)); // victim.c: by its rule

// note [room], room.c. k: by out channel position.
void sv_room_declare(sv_control *c);
void sv_room_terms(sv_control *c, const sv_port *p, sv_logic *ok); // S0: the lanes have room for it
// note [missing]: what the table is told, and what it says of that.
void sv_missing_declare(sv_control *c);
void sv_missing_connect(sv_control *c);
// pipeline.c: when it is missing; want: SV_WANTS_...; `unwanted`: where that stands if no rule wants it
sv_logic *sv_missing(sv_control *c, int want, sv_logic *unwanted);
void sv_room_decide(sv_control *c);                                   // S2: its rule finds none
bool sv_room_early(const sv_control *c, int k);                       // does some event ask in S0?
bool sv_room_late(const sv_control *c, int k);                        // ... in S2?
bool sv_room_port_late(const sv_control *c, const sv_port *p, int k); // ... of this port
bool sv_room_late_line(const sv_control *c, int k); // ... for a line, which may be sent unreserved
// Whether lane k has room; `free_bits` of LANE_free, its places that are free.
void sv_room_print(sv_control *c, int k, int free_bits);

// Lanes whose receiver has a queue for each sender, sources.c.
bool sv_by_source(const sv_control *c, const sv_port *p);
void sv_sources_declare(sv_control *c); // what S2 says of those that wait
void sv_source_behind(sv_control *c, const sv_port *p);

// A port's input queue, queue.c.
typedef struct {
    int width, depth;                 // bits and places
    bool flow;                        // what is pushed may be taken at once
    const char *valid, *ready, *data; // signals at its push side; ready: not of a queue for each sender
    const char *oldest;               // type of the message that S2 looks at, NULL: it does not
} sv_queue;
void sv_source_queues(sv_control *c, const sv_port *p,
                      const sv_queue *q); // sources.c: up to its common ports
void sv_port_queue(sv_control *c, const sv_port *p, const sv_queue *q);
void sv_lane_queue(sv_control *c, const sv_port *p);
int sv_steered_depth(const sv_control *c, const sv_port *p,
                     int depth); // of each sender's queue, if it is steered

// Lanes whose links are narrower than a line, link.c. k: by out channel position.
bool sv_link_sends(const sv_control *c, int k);
void sv_link_queue(sv_control *c, const sv_port *p); // S0: the queue of headers, the places for lines
const char *sv_line_of_port(const sv_control *c, const sv_port *p); // S2: the line of the port's message
void sv_link_room_terms(sv_control *c, const sv_port *p, int k, sv_logic *ok); // S0: the line has room
void sv_link_lacks_terms(sv_control *c, int k, sv_logic *full);                // S2: it has none
void sv_link_ports(sv_control *c, int k, const char *lane); // the module's, for messages without a line
void sv_link_out(sv_control *c, int k, const char *lane);   // S2: what takes the messages

// Lines apart from headers, lines.c.
bool sv_lines_apart(const sv_control *c, const sv_port *p); // has the port a queue of its own for lines?
void sv_lines_queue(sv_control *c, const sv_port *p);       // both queues
int sv_lines_header_bits(const cg_lane_plan *lane);
// A message's members but its line, from the most significant one down: "of.tid, of.kind".
const char *sv_lines_header(sv_control *c, const cg_lane_plan *lane, const char *of);
// Is it the kind of a message with a line? As an expression, and as terms of one.
sv_logic *sv_lines_brings(sv_control *c, int channel, const char *kind);
void sv_lines_terms(sv_control *c, int channel, const char *kind, sv_logic *lines);

void sv_control_declare(sv_control *c); // signals that later text uses before it drives them
void sv_control_ports(sv_control *c);   // fills ports, in priority order
void sv_control_choose(sv_control *c);  // S0
void sv_control_decide(sv_control *c);  // S1
void sv_control_tags(sv_control *c);    // S1: what is known of the line
void sv_memory_look(sv_control *c);     // ... of a local memory, memory.c
void sv_control_entry_ages(sv_control *c, const char *released); // ... entries are given back, entries.c
void sv_control_look(sv_control *c);                        // ... put together and registered for S2, look.c
void sv_victim_facts(const sv_control *c, sv_facts *facts); // ... what its guards use
void sv_control_victim(sv_control *c);                      // ... a line that is overwritten, victim.c
void sv_eviction_terms(sv_control *c, sv_logic *group);     // the event in S2 is one, rows.c
void sv_control_vacated(sv_control *c);                     // ... the ways that evictions free, rows.c
void sv_control_data(sv_control *c);                        // S2
void sv_destination(sv_control *c, int k);                  // ... where a message goes, receivers.c
void sv_control_invariants(sv_control *c);                  // the table's, as assertions, invariants.c
// The data array's rows, the bits of a row's number, and which row S1 reads and S2 writes (rows.c).
unsigned long long sv_rows(const sv_control *c);

// late.c: memories that show a word in the second cycle after it was read.
bool sv_late(const sv_control *c);           // is there a stage S0b between S0 and S1?
const char *sv_settle(const sv_control *c);  // ", .Settle(3)": a part's, where a verdict comes a cycle later
const char *sv_latency(const sv_control *c); // ", .Latency(2)": a memory's
// " && !s0b_NAME_q": nothing of the port is in S0b; "s0b_NAME_q || ": something is
const char *sv_not_before(const sv_control *c, const char *port);
const char *sv_or_before(const sv_control *c, const char *port);
void sv_late_array(sv_control *c, int lanes, int lane_bits, const char *stored, const char *read); // the data

// ahead.c
void sv_word_ahead(sv_control *c, int bytes); // the word that the transition ahead writes of the line
void sv_ahead_print(sv_control *c);           // what S0b knows of S2

// arrays.c: the tag array and the data array, by the memories that the design is made for.
bool sv_one_port(const sv_control *c);
void sv_arrays_declare(sv_control *c);
void sv_arrays_terms(sv_control *c, const sv_port *p, sv_logic *ok);
// The instance u_<of> of `part`, or of what stands in its place, up to the clock. `of`: "tags", "lines" or
// "data".
void sv_array_open(sv_control *c, const char *part, int lanes, int lane_bits, unsigned long long depth,
                   const char *more, const char *of);
const char *sv_data_read(const sv_control *c);   // when S1 reads the data array
const char *sv_tags_unread(const sv_control *c); // "X || ": of S1's event no tags were read; or ""

int sv_row_bits(const sv_control *c);
void sv_row_read(sv_control *c);
void sv_row_written(sv_control *c);
// Of S2: what is written where the rules only fill, and the data array with its lanes (`written`: which of
// them).
void sv_control_filled_only(sv_control *c);
void sv_control_new_word(sv_control *c); // the event's word, and what becomes of it
// Which bytes of the event's word are written; masked: an event that is no store may have a mask.
void sv_word_bytes_terms(sv_control *c, bool masked);
// One bit a byte and MSHR entry: written since the entry has the line, or the word.
void sv_control_marked_bytes(sv_control *c);
bool sv_core_keeps(const sv_control *c);    // has the core's queue operands for S2?
bool sv_core_stages(const sv_control *c);   // ... or something else that does not go from stage to stage?
void sv_operands_of_request(sv_control *c); // of core_in, those that S0 takes
void sv_operands_of_queue(sv_control *c);   // of s2_in_q, the others
void sv_control_data_array(sv_control *c, int lanes, int lane_bits, const char *written);
// What is read behind a transition that writes more of the line than a word goes back.
void sv_written_ahead_terms(sv_control *c);
void sv_control_requests(sv_control *c);  // for `complete`, S2: the deferred requests by thread
void sv_control_operands(sv_control *c);  // ... operands into S2
void sv_control_operation(sv_control *c); // ... S2: the word after it
void sv_control_old_word(sv_control *c,
                         bool marked); // ... S2: the word before it; marked: bytes of it may stay
void sv_control_unused(sv_control *c, const char *text); // unused.c: what the text so far leaves over
void sv_control_trace(sv_control *c);                    // COHGEN_TRACE

// What the table asks for by verbs, verbs.c. Of machines of words the table's ports that answer the core
// drive wires of their own ("hit_said"), which count for the request's own word only.
void sv_verbs_declare(sv_control *c);
void sv_verbs_names(sv_control *c, cg_owner owner, const char *sep); // of one bit, `sep` before the first
void sv_verbs_connect(sv_control *c, cg_owner owner);                // ports of the table's instance
void sv_verbs_unused(sv_control *c, cg_owner owner);                 // that no rule uses: 0
void sv_verbs_declare_gated(sv_control *c);
void sv_verbs_gate(sv_control *c, const char *by);

// Deferred requests, replay.c.
void sv_control_replay_port(sv_control *c, const sv_port *p);
bool sv_port_brings(const sv_control *c, const sv_port *p, int event); // choose.c: does it come through it?
// local.c: the line's own threads go first, if that is done; what an incoming lane then waits for.
bool sv_local_first(const sv_control *c);
void sv_local_terms(sv_control *c, const sv_port *p, sv_logic *ok);
void sv_control_local(sv_control *c);
void sv_control_may_replay(sv_control *c); // S0: what may hand some back

// The clock's events, clock.c.
void sv_control_wrap_port(sv_control *c, const sv_port *p);
void sv_control_alarm_port(sv_control *c, const sv_port *p);
void sv_control_declare_alarms(sv_control *c); // what the MSHR file shows of its entries
void sv_control_entries(sv_control *c);        // ... as its ports
typedef enum { SV_FLASH_MASK, SV_FLASH_VALUE, SV_FLASH_BITS } sv_flash;
// Of what flashes change of MSHR entries: whether this one does ("{4{flash_mshrs}}"), to what, or constant
// ones.
void sv_flash_part(sv_control *c, sv_flash what, int width, const char *mask, uint64_t value);
void sv_assign_flash(sv_control *c, void (*flash)(sv_control *c, sv_flash what));
// The MSHR file, up to its ports for writing; `flash` prints a part for each slot.
void sv_control_mshr(sv_control *c, int width, void (*flash)(sv_control *c, sv_flash what));
void sv_stable_next(sv_control *c);       // the state afterwards as the tag array has it
void sv_control_mshr_file(sv_control *c); // ... of lines, with all of them
void sv_control_brings(sv_control *c);    // S1: is what a message brings written?
void sv_alarm_condition(const sv_control *c, FILE *out, const cg_event *e, const char *entry);
bool sv_alarm_reads(const cg_expr *x, int field);
// What conditions outside the table use, and the functions that they call.
void sv_control_facts(const sv_control *c, sv_facts *used);
void sv_control_functions(sv_control *c);

// Beside the cache, buffer.c: the store buffer, and the fields of threads.
void sv_control_declare_buffer(sv_control *c); // what the store buffer says, but for its fields
void sv_control_drain_port(sv_control *c, const sv_port *p);
void sv_control_buffer(sv_control *c);         // S2: the part
int sv_buffer_field_bits(const sv_control *c); // of the table's own fields of an entry
// S2: what they are for the line; `others` are above them in the part's fields ("": nothing is).
void sv_buffer_fields(sv_control *c, const char *others);
void sv_control_threads(sv_control *c);                             // S2: the fields of the event's thread
void sv_control_join(sv_control *c, int channel, const char *lane); // S2: the message lane_out, join.c
// note [joins]: in front of out lane k, where messages join, joins.c; and the queue behind it, of so many
// bits.
void sv_words_join(sv_control *c, int k, const char *lane);
void sv_joined_queue(sv_control *c, int k, const char *lane, int width);

// Masks of a line's bytes, masks.c.
void sv_masks_declare(sv_control *c); // what a fill leaves as it is
void sv_masks_named(sv_control *c);   // S2: the bytes that the event names
void sv_masks_assert(sv_control *c);  // COHGEN_ASSERT

// The fifos, fifo.c.
void sv_control_declare_fifos(sv_control *c);
void sv_fifo_back(const sv_control *c, int event,
                  char back[SV_NAME + 16]);                 // the signal that gives back what a fifo has sent
void sv_control_fifo_port(sv_control *c, const sv_port *p); // what is at its head: a line or a marker
void sv_control_fifos(sv_control *c);                       // S2: the parts
// A walk's probe is taken in S0 as a line is, and is nothing but the reading of tags: it ends in S1. The
// signal that says that what the port, or some port, offers is one; NULL: it never is. And when one is taken.
const char *sv_probe_of(const sv_control *c, const sv_port *p);
const char *sv_probe(const sv_control *c, const char **taken);

// Cams and rings, lookup.c.
void sv_control_declare_lookups(sv_control *c);
void sv_control_connect_lookups(sv_control *c); // to the table
void sv_control_lookups(sv_control *c);         // S2: the parts
void sv_page_ports(sv_control *c);              // of the controller, for its tlb

// The address of the line with this key: "{mshr_key, id_i, 6'd0}".
const char *sv_line_address(const sv_control *c, const char *key);
// A statement that sets the bit of the controller's parent in `dst`, for a message on the channel; the line's
// address begins at bit `low` of `addr`.
void sv_parent_bit(const sv_control *c, const char *dst, int channel, const char *addr, int low);
// Of a controller over whose like lines are interleaved: its bits of a line's address, "id_i, "; else "".
const char *sv_own_bits(const sv_control *c);

// Bits of an operation at a controller's core port: with order logic in front, releases and acquires come
// too.
static inline int sv_op_bits(const sv_control *c) {
    return c->s->has_order ? 3 : 2;
}

// note [fence]: what a thread asks without a line (fences, and what the order logic asks) and the table has
// rules for waits beside the core's queue (cohgen_fences), so that one that stalls holds up nobody, and is
// served last. A fence for which the table has no rule needs no order from this protocol: it goes through the
// pipeline without an event, and is answered.
static inline bool sv_is_fence(const cg_event *e) {
    return e->kind == CG_EV_CORE && e->core >= CG_FENCE;
}
static inline bool sv_answers_fences(const sv_control *c) {
    return cg_has_ports(c->m) && !c->mp->has_fence;
}

// Have its lines MSHR entries? A local memory's only if they may be of global lines.
static inline bool sv_has_entries(const sv_control *c) {
    return !c->m->local || c->m->mapped;
}

// The transition in S2 frees the line's entry: of words with the last of them.
static inline const char *sv_entry_freed(const sv_control *c) {
    return c->mp->words ? "release_mshr && entry_next == '0" : "release_mshr";
}

// Bytes of a line.
static inline int sv_line_bytes(const sv_control *c) {
    return (int)cg_line_bytes(c->s, c->m);
}

// Can what S1 has found of a line change without an event about the line?
static inline bool sv_goes_stale(const sv_control *c) {
    return sv_has_entries(c) || c->mp->flash_lines;
}
// Has the controller sweeps beside that after reset?
static inline bool sv_has_sweeps(const sv_control *c) {
    return !c->m->local || c->mp->has_sweep;
}

// What is another for machines of words than for machines of lines.
static inline void sv_words_or_lines(sv_control *c, void (*of_words)(sv_control *),
                                     void (*of_lines)(sv_control *)) {
    (c->mp->words ? of_words : of_lines)(c);
}

// Machines of words, words.c.
void sv_words_declare(sv_control *c);                                    // S2: sets of words
void sv_words_asked(sv_control *c, const sv_port *p, const char *words); // S0: what a port's event is about
void sv_words_lane(sv_control *c, const sv_port *p);  // S0: what is left of a message at the head of its lane
void sv_words_evict(sv_control *c, const sv_port *p); // ... of an eviction
void sv_words_states(sv_control *c);                  // S1: states of the ways' words
int sv_line_field(const sv_control *c, const cg_slot *slot); // the line's field that a slot is, or CG_NONE
// What a sweep writes, "{...};": the slots that were read, `of`_SLOT (element `at` of each; NULL: whole),
// with one value in the fields that are swept.
void sv_swept_slots(sv_control *c, const char *of, const char *at);
// What the flash of lines or of entries in S2 makes of each state, as `name`; `bits` a state.
void sv_flashed_states(sv_control *c, int lanes, const char *states, const char *wlane);
void sv_flash_map(sv_control *c, int effect, const char *name, int bits);
void sv_words_meta(sv_control *c);       // ... what is written to a way
void sv_words_mshr(sv_control *c);       // ... the MSHR file, with states of its own
void sv_words_found(sv_control *c);      // S1: the way's fields of each word
void sv_words_registered(sv_control *c); // ... into S2
void sv_words_lead(sv_control *c);       // S1: the words of the event, and which leads
void sv_words_lead_registered(sv_control *c);
void sv_words_present(sv_control *c); // ... what is known of each word; leader and group
void sv_words_buffer(sv_control *c);  // ... the store buffer, with masks in flip-flops
bool sv_buffers_atomics(
    const cg_machine *m); // does a rule put the word into the store buffer that an atomic leaves?
void sv_print_put_mask(sv_control *c); // which bytes of a word go there then
void sv_words_wanted(sv_control *c);   // ... deferred requests of the core that have their turn
void sv_words_table(sv_control *c);    // ports of the table
void sv_words_data(sv_control *c);     // S2: the data array
void sv_words_alarm(sv_control *c, const sv_port *p, const cg_event *e);
int sv_words_of(const sv_control *c); // words of a line
bool sv_brings_several(const sv_control *c,
                       const sv_port *p); // a lane: words of a message to a memory of words
void sv_told_declare(sv_control *c);      // ... S2: what is left of them
void sv_told_terms(sv_control *c);
bool sv_words_room_later(const sv_control *c,
                         sv_port_kind kind);     // S0 does not ask for room in networks, S2 does
int sv_words_entry_bits(const sv_control *c);    // of the MSHR file's data
const char *sv_words_apart(const sv_control *c); // the slot of an entry that is not in it; NULL: all are

// What is written to words as wholes where rules only fill: the line that the message brings, if any does.
const char *sv_brought_line(const sv_control *c);

// Line fields in the place of a word's data, place.c.
bool sv_words_place(const sv_control *c); // are there any?
void sv_place_declare(sv_control *c);
void sv_place_line_fields(sv_control *c); // S2: of each word; one without a state has initial values
void sv_place_or_line(sv_control *c);     // S2: what is written

// Parked threads, fences.c.
const char *sv_parked_name(const sv_control *c); // of their port
int sv_only_parked(const sv_control *c);         // their event, or CG_NONE: there are several
// Compares the core's request ("==", "!=") with each that is parked.
void sv_parked_terms(sv_control *c, sv_logic *group, const char *why, const char *compare);
void sv_control_fence_port(sv_control *c, const sv_port *p);

// Timers, timer.c.
void sv_timer_port(sv_control *c, const sv_port *p);
void sv_timer_terms(sv_control *c, int port,
                    sv_logic *ok); // when a timer's event may be taken; others: nothing

// Acquires that let others pass, calm.c.
bool sv_calms(const sv_control *c); // has it `calm_q`, other than 0 in cycles in which no fence is offered?
void sv_print_calm(const sv_control *c);
// "s2_fire && (flash_lines || ...)": the transition in S2 changes lines or entries at once. For a group of
// all.
void sv_flash_terms(const sv_control *c, sv_logic *flash);

// Where a slot of the steering vector is (its name is both together): "steer_i[4 +: 2]".
const char *sv_steer(const sv_control *c, const char *prefix, const char *name, char out[SV_NAME]);

#endif
