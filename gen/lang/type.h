// Types of a table's values, and what has them: fields of all kinds, and the operands of commands.
#ifndef COHGEN_GEN_LANG_TYPE_H
#define COHGEN_GEN_LANG_TYPE_H

#include <stdbool.h>
#include <stdint.h>

// NODE: the number of a controller of one machine. SET: a set of controllers of one machine, bit i is number
// i. REQUEST: who asks, requester.h. CORE: a core of any kind, note [cores]. MASK: a set of bytes of a line,
// bit i is byte i.
typedef enum {
    CG_T_INT,
    CG_T_BOOL,
    CG_T_ENUM,
    CG_T_NODE,
    CG_T_SET,
    CG_T_REQUEST,
    CG_T_CORE,
    CG_T_MASK
} cg_kind;

typedef struct {
    cg_kind kind;
    int width;     // bits; bool 1; enum, node: of the largest; set: the count; mask: line_bytes
    int enum_type; // ENUM: index into spec->enums, else CG_NONE
    int machine;   // NODE, SET: index into spec->machines, else CG_NONE
} cg_type;

typedef struct {
    const char *name;
    const char **literals; // value i is literals[i]
    int n_literals;
} cg_enum;

// A storage element: a machine's register, a line field, an MSHR field, or a field of a message.
typedef struct {
    const char *name, *doc;
    cg_type type;
    uint64_t init;     // value after reset (registers) or at allocation (line and MSHR fields)
    bool in_data;      // of a line: it stands in the place of the word's data, in states with no_data
    const char *shown; // of a structure: "log.since", and its name is "log_since"; NULL: as its name
} cg_field;

// The fields of a space.
typedef struct {
    cg_field *field;
    int n;
} cg_fields;

// What commands are told, by name: its type, and what programs and checks ask with (note [commands] in
// command.h).
typedef struct {
    cg_field field;
    uint64_t *values;
    int n_values;        // 1 and up; 0: of transfers
    const char *pointer; // JSON pointer of its first declaration
} cg_operand;

// A command that moves a tile, which no rule takes: note [transfers] in transfer.h.
typedef enum { CG_NO_TRANSFER, CG_TRANSFER_IN, CG_TRANSFER_OUT } cg_transfer_kind;

// Messages that join: those for words of one message; or, where `messages` is not 0, those of different
// events, of which so many wait at once, each so many cycles, while the register `until` is false (NULL: none
// says so).
typedef struct {
    bool some;
    int messages, cycles;
    const char *until;
} cg_joins;

// An operation of cores that is the table's own.
typedef struct {
    const char *name, *doc; // doc may be NULL
    cg_transfer_kind transfer;
    int *operands; // indices into spec->operands
    int n_operands;
    const char *pointer;
} cg_core_command;

#endif
