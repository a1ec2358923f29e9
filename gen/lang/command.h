// Commands: what a table lets its cores ask for beside operations on words.
//
// note [commands]: a command starts rules, has operands in place of an address and data, and is answered
// without data. At a core port it is a fence with a number: bits in front of all others, the number of the
// command from 1 on in the lowest ones (0: it is none), and above it all operands of the table, the first one
// lowest. So all commands of a table have one list of operands, by name, and each uses some of it. To
// consistency models a command is nothing: it waits until all that its thread has asked for is answered, and
// all that the thread asks for behind it waits for that of the command.
//
// note [accesses]: a load, a store or an atomic of a local memory may bring some of these operands, too, in
// the same bits of the port, with number 0: those that the memory's event names, of commands that the memory
// takes, or of accesses alone: these are declared beside the commands, and stand behind all of those. They
// are known by the request's number until it is answered, so what is deferred takes none along.
#ifndef COHGEN_GEN_LANG_COMMAND_H
#define COHGEN_GEN_LANG_COMMAND_H

#include "base/rng.h"
#include "request.h"
#include "spec.h"

#define CG_OPERAND_SLOT "command_" // what an operand is called in a request begins so

static inline bool cg_is_command(unsigned op) {
    return op >= CG_COMMAND;
}

// Does the event take a command, and which?
static inline const cg_core_command *cg_command_of(const cg_spec *s, const cg_event *e) {
    return e->kind == CG_EV_CORE && cg_is_command(e->core) ? &s->commands[e->core - CG_COMMAND] : NULL;
}

// Do commands come over the core port of this machine, to it or to the memory beside it?
bool cg_has_commands(const cg_spec *s, const cg_machine *m);
// Bits of a command's number, and of number and operands at a core port; 0: the table has none.
int cg_command_number_bits(const cg_spec *s);
int cg_command_bits(const cg_spec *s);
int cg_operand_at(const cg_spec *s, int operand); // its lowest bit among these
// Has the command this operand?
bool cg_takes_operand(const cg_core_command *c, int operand);
// The operands of no command, which accesses alone bring, bit k: operand k of the spec.
unsigned cg_access_operands(const cg_spec *s);
// The operands that what the event is for brings, bit k: operand k of the spec. None but of commands and of
// accesses that name some.
unsigned cg_operands_brought(const cg_spec *s, const cg_event *e);
// Draws the operands that a request of this event brings, of the table's lists; of one value nothing is
// drawn.
void cg_operands_drawn(const cg_spec *s, const cg_event *e, uint64_t operands[], cg_rng *rng);
// The event of a core's request: of the memory's for its places; NULL: no machine has one.
const cg_event *cg_event_of_request(const cg_spec *s, const cg_request *q);
// The machine that takes the command: with the core port, or the memory beside it; CG_NONE: none does.
int cg_command_taker(const cg_spec *s, int command);
// Commands that rules take: all but transfers (transfer.h). And the bits of numbers and operands of which
// they need to know.
int cg_rule_commands(const cg_spec *s);
int cg_rule_command_bits(const cg_spec *s);
// Any command that rules take, of which there are some, with any operands of the table's lists.
cg_request cg_command_drawn(const cg_spec *s, cg_rng *rng);

#endif
