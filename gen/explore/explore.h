// What an exhaustive exploration found. The checker that rumur (Debian package rumur) makes of a model
// (gen/emit/murphi/murphi.h) prints XML; this reads it as it comes, turns a counterexample back into
// transitions of the table, and draws it.
//
//     ex_parser *p = ex_parser_new();
//     while ((n = read(...)) > 0) ex_parser_feed(p, buf, n);
//     ex_parser_end(p);
//     const ex_result *r = ex_parser_result(p);
//     if (r->n_errors) {
//         ex_steps *s = ex_steps_new(spec, &r->errors[0], lines, 1, 0);
//         ex_print_chart(s, stdout);
//         ...
//     }
#ifndef COHGEN_GEN_EXPLORE_H
#define COHGEN_GEN_EXPLORE_H

#include <stdio.h>

#include "lang/spec.h"

// GLIBC_TUNABLES for rumur, whose time goes into small blocks.
#define EX_RUMUR_MALLOC "glibc.malloc.tcache_count=0:glibc.malloc.mxfast=160"

// --------------------------------------------------------------------------------------- xml.c: the output
// One component of the state got a value: "l1[0].line[1].state", "l1_V". Members of a scalarset are printed
// by rumur as "l1_id_0"; as an index they are made a number, "0", as a value they are left.
typedef struct {
    int component; // index into ex_error.components
    const char *value;
} ex_change;

typedef struct {
    const char *name, *value; // "node", "l1_id_0"
} ex_parameter;

typedef struct {
    const char *rule; // "rcc.l1.I.load", "rcc.l2.I.GETS (deferred)"; of the first one: the start state
    ex_parameter *parameters;
    int n_parameters;
    ex_change *changes; // of the first one: all components
    int n_changes;
} ex_transition;

// A property that does not hold, and how to get there.
typedef struct {
    const char *message; // as rumur prints it
    const char **components;
    int n_components;
    ex_transition *transitions; // [0] is the start
    int n_transitions;
} ex_error;

typedef struct {
    const char *name; // of the `cover`
    uint64_t count;   // states in which its guard was true
} ex_cover;

enum { EX_THREADS = 64 };

typedef struct {
    int state_bits;
    uint64_t states, fired;     // so far, and in the end of all
    uint64_t queue[EX_THREADS]; // states that wait to be expanded, by thread
    uint64_t rules[EX_THREADS]; // rules fired, by thread; only while it runs
    uint64_t seconds;           // that it took; when finished
    uint64_t counted;           // errors that it counted; when finished
    bool finished;              // the summary has come: nothing is missing
    ex_error *errors;
    int n_errors;
    ex_cover *covers;
    int n_covers;
} ex_result;

typedef struct ex_parser ex_parser;
ex_parser *ex_parser_new(void);
void ex_parser_free(ex_parser *p);
// False: this is not what a checker prints (ex_parser_wrong() says where).
bool ex_parser_feed(ex_parser *p, const char *bytes, size_t n);
// No more will come. Before that what was fed last may not be in the result yet: newer expats wait for more
// of a text that comes in pieces.
void ex_parser_end(ex_parser *p);
const char *ex_parser_wrong(const ex_parser *p); // NULL: nothing so far
const ex_result *ex_parser_result(const ex_parser *p);
uint64_t ex_queue(const ex_result *r);                     // of all threads
uint64_t ex_fired(const ex_result *r);                     // of all threads
uint64_t ex_covered(const ex_result *r, const char *rule); // with and without " (deferred)"
bool ex_has_cover(const ex_result *r, const char *rule);

// ------------------------------------------------------------------------------------- tune.c: the checker
// Writes the C text of a checker, as rumur makes it, changed so that it is quicker to compile and says of a
// `liveness` property whether it holds, although some `cover` was never hit (note [covers]). False: this
// rumur's text is another, so that liveness would not be looked for.
bool ex_tune(const char *checker, bool liveness, FILE *out);

// -------------------------------------------------------------------------------- steps.c: the transitions
enum { EX_ABSENT = -1 };

// A message on its way, or a change of a field.
typedef struct {
    int msg;            // index into spec->msgs
    int to_machine, to; // CG_MEMORY: the memory, 0
    int taken;          // step that takes it, EX_ABSENT: none in this trace
} ex_send;

typedef struct {
    const char *field; // "now", "line 0: exp", "line 0: data"
    const char *before, *after;
} ex_effect;

// One transition of the table.
typedef struct {
    int machine;
    const cg_rule *rule;
    const cg_event *event;
    int node;                   // controller
    int src;                    // sender of the message, EX_ABSENT: none, or the memory
    int line, thread;           // EX_ABSENT: none, or not known
    int clock;                  // what the clock shows, EX_ABSENT: the table has none
    int word;                   // what a store or an atomic writes, EX_ABSENT: nothing
    unsigned marks;             // of those that rules read, those of the operation that a core asks for
    const uint64_t *operands;   // of a command, by operand of the spec; NULL: it is none
    int place, mask;            // which word of the line a core asks for, and which of its bytes it stores
    bool again;                 // a deferred request that was handed back
    int sent;                   // step that sent the message, EX_ABSENT: none, or a deferred one
    const char *before, *after; // names of the line's states; NULL: none
    const char *returned;       // what the core is answered with; NULL: nothing
    const char *message;        // with its fields, "GETS{now 1, exp 0}"; NULL: no message
    ex_send *sends;
    int n_sends;
    ex_effect *effects;
    int n_effects;
} ex_step;

typedef struct {
    const cg_spec *spec;
    const ex_error *error;
    struct cg_arena *arena;
    ex_step *steps;
    int n_steps;
    const char *kind;     // "invariant", "data value", "unexpected event", "deadlock", "progress", ...
    const char *name;     // of the invariant, the rule or the message; "" if there is none
    const char *what;     // one line for people
    const char *why;      // the invariant's; NULL: none
    int n_lines;          // lines of the model: blocks, where these are words
    int words;            // blocks that make one line
    unsigned local;       // bit i: line i is one of local memories
    const char **pending; // messages that nobody has taken in the end: "GETS{now 1} from l1[0] to l2[0]"
    int n_pending;
    const char *wrong; // the trace does not fit the table: what; NULL: it does
} ex_steps;

// `error` and `spec` must outlive the result. n_lines, words, local: of the model (cg_murphi_options), the
// first two at least 1.
ex_steps *ex_steps_new(const cg_spec *spec, const ex_error *error, int n_lines, int words, unsigned local);
void ex_steps_free(ex_steps *s);

// ------------------------------------------------------------------------------ view.c: what a chart shows
enum { EX_TEXT = 400 };

typedef struct {
    struct {
        int machine, node; // machine CG_MEMORY: the memory
    } * at;
    int n;
} ex_columns;

void ex_find_columns(const ex_steps *s, ex_columns *c); // to be freed by ex_columns_free()
void ex_columns_free(ex_columns *c);
int ex_column_of(const ex_columns *c, int machine, int node); // EX_ABSENT: none
void ex_column_name(const ex_steps *s, const ex_columns *c, int column, char out[EX_TEXT]);
void ex_event_text(const ex_steps *s, const ex_step *step, char out[EX_TEXT]);   // "load line 0 t1"
void ex_state_text(const ex_step *step, char out[EX_TEXT]);                      // "I>IV", "V", ""
void ex_effects_text(const ex_steps *s, const ex_step *step, char out[EX_TEXT]); // "now 0>2, exp 0>3"

// --------------------------------------------------------------------------------- chart.c, svg.c, files.c
void ex_print_chart(const ex_steps *s, FILE *out); // message-sequence chart as text
void ex_print_svg(const ex_steps *s, const char *title, FILE *out);
void ex_print_trace(const ex_steps *s, FILE *out); // every component, as rumur would print it
// For `cohgen sim --replay` (tb/sim/replay/replay.h). False: it could not be written.
bool ex_print_replay(const ex_steps *s, FILE *out);

#endif
