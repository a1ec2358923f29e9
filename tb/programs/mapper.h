// A command that maps words of a local memory to global ones: word k to global word
//
//     FIRST + base + k / row * stride + k % row * object
//
// It has the operands base (words), object (words from one object to the next), row (objects of one) and
// stride (words from one row to the next); FIRST is a parameter of the table. Where a core has several
// mappings, it has the operand index besides, which accesses bring, too. A load that brings the operand
// prefetch only asks for words.
#ifndef COHGEN_TB_PROGRAMS_MAPPER_H
#define COHGEN_TB_PROGRAMS_MAPPER_H

#include "workload.h"

typedef struct {
    int number;     // of the command; CG_NONE: the table has none of this name
    int operand[4]; // of base, object, row and stride: numbers of the table's operands
    int index;      // of index, likewise; CG_NONE: a core has one mapping
    int prefetch;   // of prefetch, which accesses alone bring; CG_NONE: there is none
    uint64_t first; // word
} cg_mapper;

// Rows for a workload's options, of text members `command` and `first`.
#define CG_OPTION_COMMAND                                                                                    \
    CG_TEXT(command, "add_map",                                                                              \
            "the command with operands base, object, row and stride that maps word k to global word FIRST "  \
            "+ base + k / row * stride + k % row * object")
#define CG_OPTION_FIRST CG_TEXT(first, "stash_first", "the parameter FIRST")

// The number of the table's command of this name; CG_NONE: there is none.
int cg_find_command(const cg_env *e, const char *name);
// Finds the command `command` and the parameter `first`. A command without these operands, or without the
// parameter, is bad input.
void cg_find_mapper(cg_env *e, const char *command, const char *first, cg_mapper *m);
// Asks for mapping `index` of the core (0: the only one). base: from word FIRST on.
void cg_map(cg_thread *t, const cg_mapper *m, uint64_t index, uint64_t base, uint64_t object, uint64_t row,
            uint64_t stride);
// Accesses of the thread to its core's local memory are by this mapping from now on.
void cg_map_by(cg_thread *t, const cg_mapper *m, uint64_t index);
// Likewise, and loads only ask for their word and those behind it in its row and global line: they return at
// once, with nothing that means anything. There must be a mapping `index`, and the operand prefetch.
void cg_prefetch_by(cg_thread *t, const cg_mapper *m, uint64_t index);

#endif
