// Inside the reader: what gen/read*.c, gen/expr*.c and gen/action*.c share while a file becomes a spec.
#ifndef COHGEN_GEN_READ_READER_H
#define COHGEN_GEN_READ_READER_H

#include "action.h"
#include "base/arena.h"
#include "base/json.h"
#include "expr.h"
#include "lang/spec.h"

#define CG_REQUEST_TYPE "request" // the name of the type

// Named things of a table that the spec does not keep under their names.
typedef struct {
    const char *name, *pointer;
    cg_type type;
    bool used;
} cg_named_type;

typedef struct {
    const char *name, *pointer;
    uint64_t value;
    bool used;
} cg_constant;

typedef struct {
    const char *name, *pointer;
    const cg_ast *ast; // NULL: not parsed
    bool busy, used;   // busy: being typed, for finding cycles
} cg_let;

typedef struct {
    const char *name, *pointer;
    const cg_act *acts;
    int n_acts;
    bool busy, used;
} cg_macro;

// A name that expressions may use. They share one space: a register may not hide a parameter.
typedef struct {
    const char *name, *what;
} cg_declared;

struct cg_reader {
    cg_arena *arena; // the spec's
    const cg_json *json;
    cg_diags *diags;
    cg_spec *spec;
    cg_named_type *types;
    int n_types;
    cg_constant *constants;
    int n_constants;
    bool *function_used;
    bool *param_used;
    const char **param_where; // of a parameter that a setting gave its value: where that stands; else NULL
    bool *param_asked;        // ... and that of a table which has the parameter, not of any table
    cg_declared *declared;
    int n_declared;
    struct cg_model *model;           // of the order at the core port; NULL: there is none
    bool other_model;                 // it is not the table's own
    bool synchronizes[CG_N_PORT_OPS]; // operations by which threads may synchronize
    // Of the machine being read:
    const char *machine_at; // its JSON pointer
    cg_let *lets;
    int n_lets;
    cg_macro *macros;
    int n_macros;
};

// ------------------------------------------------------------------------------------------------ errors

// A problem `offset` bytes into the string at `pointer`, or at its key (CG_AT_KEY).
void cg_error(cg_reader *r, cg_code code, const char *pointer, int offset, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

// Names gathered for "did you mean".
typedef struct {
    const char **names;
    int n;
} cg_words;
void cg_words_add(cg_reader *r, cg_words *w, const char *name);
// " (did you mean 'x'?)", or "" if nothing is near; in the arena.
const char *cg_hint(cg_reader *r, const char *word, const cg_words *w);
// The same, but all of them where none is like it.
const char *cg_hint_or_all(cg_reader *r, const char *word, const cg_words *w);

// ------------------------------------------------------------------------------------------------- nodes

// A JSON value and where it is. value NULL: it is not there, or has the wrong kind (reported already).
typedef struct {
    json_object *value;
    const char *pointer;
} cg_node;

typedef enum { CG_J_STRING = 1, CG_J_INT = 2, CG_J_BOOL = 4, CG_J_OBJECT = 8, CG_J_ARRAY = 16 } cg_json_kind;

// One key of an object: what kinds of values it may have, and whether it must be there.
typedef struct {
    const char *key;
    int kinds; // sum of cg_json_kind
    bool required;
} cg_key;

// Reports unknown keys, missing ones and values of the wrong kind; `what` names the object in errors.
bool cg_check_shape(cg_reader *r, cg_node n, const char *what, const cg_key *keys, int n_keys);
#define CG_CHECK_SHAPE(r, n, what, keys)                                                                     \
    cg_check_shape(r, n, what, keys, (int)(sizeof(keys) / sizeof *(keys)))

bool cg_is_kind(cg_node n, int kinds);
cg_node cg_get(cg_reader *r, cg_node n, const char *key, int kinds);
const char *cg_get_string(cg_reader *r, cg_node n, const char *key);
const char *cg_one_line(cg_arena *arena, const char *text);        // note [one line]
const char *cg_get_text(cg_reader *r, cg_node n, const char *key); // for people: note [one line]
bool cg_get_bool(cg_reader *r, cg_node n, const char *key, bool otherwise);
// A string, or an array of strings joined by blanks; NULL if there is none.
const char *cg_get_doc(cg_reader *r, cg_node n, const char *key);
// A number, or an expression of parameters and constants.
bool cg_constant_of(cg_reader *r, cg_node n, uint64_t *value);
cg_source *cg_source_of(cg_reader *r, cg_node n);

// The entries of an object, in the order of the file, or of an array (key NULL).
typedef struct {
    const char *key;
    cg_node node;
} cg_entry;
typedef struct {
    cg_entry *items;
    int n;
} cg_entries;
cg_entries cg_entries_of(cg_reader *r, cg_node n);
// A string or an array of strings, as entries.
cg_entries cg_strings_of(cg_reader *r, cg_node n);

// The index of the word that a key holds; `otherwise` if it is not there, or is none of them (reported).
int cg_get_choice(cg_reader *r, cg_node n, const char *key, const char *const *words, int n_words,
                  int otherwise);

// Reports a key that is no identifier or is reserved.
bool cg_check_name(cg_reader *r, const cg_entry *e, const char *what);
// Enters a name that expressions may use, and reports one that is taken.
bool cg_declare(cg_reader *r, const char *name, const char *what, const char *pointer, int offset);

// -------------------------------------------------------------------------------------------- the stages

void cg_read_params(cg_reader *r, cg_node root, const cg_setting *settings, size_t n);
void cg_read_constants(cg_reader *r, cg_node root);
void cg_read_types(cg_reader *r, cg_node root);
void cg_check_constraints(cg_reader *r, cg_node root);
void cg_read_functions(cg_reader *r, cg_node root); // when types are known
void cg_report_unused_functions(cg_reader *r);
void cg_read_nets(cg_reader *r, cg_node root);
void cg_read_messages(cg_reader *r, cg_node root);
void cg_read_clock(cg_reader *r, cg_node root);
// What the hardware can have of something: the value of this key of an object, or `least` after an error.
typedef struct {
    const char *key;
    uint64_t least, most;
    bool pow2;
} cg_range;
uint64_t cg_read_size(cg_reader *r, cg_node of, const cg_range *can);
void cg_read_structures(cg_reader *r, cg_machine *m, cg_node machine); // before its events
void cg_read_drains(cg_reader *r, cg_machine *m, cg_node machine);     // behind its fields: note [early]
// The machine's structure of this name, which stands at `pointer`; CG_NONE: there is none, and there is an
// error.
int cg_structure_named(cg_reader *r, const cg_machine *m, const char *name, const char *pointer, int offset);
// Its cams and rings: keys and fields, when types are known; and what events look for, when these and lets
// are.
void cg_read_lookups(cg_reader *r, cg_machine *m, cg_node machine);
void cg_read_finds(cg_reader *r, cg_machine *m, cg_node machine);
// What expressions of rules of this state and event can read.
cg_scope cg_scope_of_rule(cg_reader *r, const cg_machine *m, const cg_event *e, int state);
void cg_read_commands(cg_reader *r,
                      cg_node root);  // before the machines, when their names and types are known
void cg_read_transfers(cg_reader *r); // behind the machines: what they are told depends on the memory
void cg_read_command_event(cg_reader *r, const cg_machine *m, cg_event *v, const cg_entry *e);
void cg_read_events(cg_reader *r, cg_machine *m, cg_node machine);
void cg_read_alarms(cg_reader *r, cg_machine *m, cg_node machine);
// The parameter that an object's `count` names, and its value; false: that is not legal, and there is an
// error.
bool cg_read_count(cg_reader *r, cg_node n, int *param, uint64_t *count);
void cg_read_clusters(cg_reader *r, cg_node root);                // before the machines
void cg_read_place(cg_reader *r, cg_machine *m, cg_node machine); // its cluster and lines; m->count is known
// Is the machine a core's local memory? Then its size is read, and no cache; with errors, if it is half of
// one.
bool cg_read_memory(cg_reader *r, cg_machine *m, cg_node machine);
void cg_read_beside(cg_reader *r, cg_entries machines); // when all are named: whose ports memories share
void cg_name_machines(cg_reader *r, cg_node root);
void cg_read_machines(cg_reader *r, cg_node root);
// The consistency model that the settings say, else the table's; and its marks, where the core port has some.
void cg_read_consistency(cg_reader *r, cg_node root, const cg_setting *settings, size_t n);
// The scopes whose operations do not need this event of the order logic.
void cg_read_excepted(cg_reader *r, cg_node event, cg_event *v);
// The consistency model of this name; NULL, and an error, if there is none. `why`: what of it is wanted. The
// caller frees it. The classes, as a set, that it has for an operation of a core (cg_core_op) with these
// marks.
struct cg_model *cg_read_model(cg_reader *r, const char *name, const char *where, const char *why);
uint32_t cg_classes_for(const struct cg_model *m, int op, unsigned marks);
void cg_read_order(cg_reader *r); // after the machines
void cg_read_slots(cg_reader *r); // after cg_read_order()
void cg_read_check(cg_reader *r, cg_node root);
void cg_read_counters(cg_reader *r, cg_node root); // after the machines
void cg_read_rules(cg_reader *r, cg_machine *m, cg_node machine);
// `traits`: of the space that they are of (CG_TRAIT_...); 0: of a message.
cg_field *cg_read_fields(cg_reader *r, cg_node n, const char *what, int traits, int *n_fields);
// A reading of a field of a message.
cg_expr *cg_field_of_message(cg_scope *s, const cg_msg *m, int field);
// After the machines: messages whose receiver has to know which core asks get a field with it.
void cg_read_askers(cg_reader *r);
// The actions of an array of strings, those that can be parsed.
const cg_act *cg_parse_actions(cg_reader *r, cg_node n, int *n_acts);
// The texts of an array of actions, joined by "; "; "nothing" if it is empty.
const char *cg_joined_actions(cg_reader *r, cg_node n);

// The type that a string names, of what has no place in a controller; false: there is an error.
bool cg_read_type(cg_reader *r, cg_node n, cg_type *type);
// Initial value or constant of a type, from JSON: true, 3, "Run" or a constant expression.
bool cg_read_initial(cg_reader *r, cg_node n, const cg_type *type, uint64_t *value);

#endif
