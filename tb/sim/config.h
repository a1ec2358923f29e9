// Configuration of one run: lines 'key = value' in a file, '#' starts a comment. The +cohgen= argument is
// such a file's name, or the lines themselves, joined by commas:
// +cohgen=protocol=protocols/rcc.json,workload=random. A line 'include = FILE' reads another file. Later
// lines win. Keys:
//
// A key that is none of these must be an input of the protocol (a mode), and 0 or 1: cg_sim_config_inputs().
//
//   set.NAME    a parameter of the design point, as in `cohgen --set NAME=VALUE`; must be those the RTL was
//   made with opt.NAME    an option of the workload and those of CG_SIM_KEYS.
#ifndef COHGEN_TB_SIM_CONFIG_H
#define COHGEN_TB_SIM_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/spec.h"
#include "programs/workload.h"

enum { CG_HOLD_CYCLES = 64 }; // the longest hold, unless a run says another

// X(key, member, default, least, most, what it is)
#define CG_SIM_NUMBERS(X)                                                                                    \
    X("seed", seed, 1, 0, UINT64_MAX, "seed of everything that is random")                                   \
    X("threads", threads, 0, 0, 64, "hardware threads in use on each core; 0: all")                          \
    X("max_cycles", max_cycles, 0, 0, UINT64_MAX,                                                            \
      "the run fails when it takes more; 0: 2,000,000, and 100 for each operation asked for; more with "     \
      "long waits for the clock")                                                                            \
    X("watchdog", watchdog, 20000, 1, UINT64_MAX, "cycles without an answer while one is due: a deadlock")   \
    X("lockstep", lockstep, 1, 0, 1, "golden model 2: compare every transition (needs the trace)")           \
    X("oracle", oracle, 1, 0, 1, "golden model 1: judge every value against the consistency model")          \
    X("random_order", random_order, 0, 0, 1, "a core issues for any ready thread, not the next in turn")     \
    X("commands", commands, 5, 0, 100,                                                                       \
      "of 100 operations: so often a thread asks for a command of the table before one")                     \
    X("issue_delay", issue_delay, 0, 0, 1000000, "most cycles a request waits before it is issued, random")  \
    X("mem_latency_min", mem_latency_min, 10, 0, 100000, "cycles from address to first beat, least")         \
    X("mem_latency_max", mem_latency_max, 30, 0, 100000, "the same, most")                                   \
    X("mem_stall", mem_stall, 0, 0, 99, "percent of cycles in which a memory channel is held back")          \
    X("mem_reorder", mem_reorder, 1, 0, 1, "answers of different ids in any order")                          \
    X("mem_interleave", mem_interleave, 0, 0, 1, "beats of reads with different ids mixed")                  \
    X("final_words", final_words, 8192, 0, 1000000000,                                                       \
      "words written are read back at the end, if no more than these")                                       \
    X("mem_outstanding", mem_outstanding, 64, 1, 256, "reads, and writes, a memory port takes at once")      \
    X("mem_pause", mem_pause, 0, 0, 100000,                                                                  \
      "most cycles on end that a memory port takes and gives nothing, every other time, random")             \
    X("mem_error", mem_error, 0, 0, 3,                                                                       \
      "code of some of memory's answers: 1 EXOKAY, 2 SLVERR, 3 DECERR (data are good)")                      \
    X("scatter", scatter, 1, 0, 1, "the workload's lines lie all over the address space (scatter.h)")        \
    X("page_walk", page_walk, 100, 1, 100000, "most cycles until a core is told where a page is, random")    \
    X("hold", hold, 0, 0, 90, "percent of the time that each sender's messages are held at each port")       \
    X("hold_cycles", hold_cycles, CG_HOLD_CYCLES, 1, 2000,                                                   \
      "the longest of these holds, cycles; each is 1 to so many")                                            \
    X("evict", evict, 0, 0, 500, "forced evictions in 1000 cycles, of lines that were asked for")            \
    X("flit_bytes", flit_bytes, 32, 1, 1024, "bytes of a flit, for the traffic that the report gives")       \
    X("planted", planted, 0, 0, 255, "which of the faults is on that were planted into the design, from 1")  \
    X("random_reset", random_reset, 0, 0, 2,                                                                 \
      "what reset does not set begins with random bits, from the seed; 2: with ones; by `cohgen sim`")       \
    X("verbose", verbose, 0, 0, 1, "print stalls, traffic and counters too")                                 \
    X("quiet", quiet, 0, 0, 1, "print nothing but failures")

#define CG_SIM_TEXTS(X)                                                                                      \
    X("protocol", protocol, "", "protocol table, the one the RTL was made from")                             \
    X("workload", workload, "random", "what runs")                                                           \
    X("model", model, "", "consistency model table; none: the protocol's, beside it in models/")             \
    X("replay", replay, "", "sequence of transitions to play (replay.h)")                                    \
    X("misuse", misuse, "",                                                                                  \
      "a rule of the core port that one request breaks, to see it noticed (core_side.h)")                    \
    X("trail", trail, "", "file for the transitions of the run, as a replay")                                \
    X("report", report, "", "file for the report (JSON)")                                                    \
    X("coverage", coverage, "", "file for the coverage of the rules (JSON)")

typedef struct {
#define X(key, member, def, least, most, doc) uint64_t member;
    CG_SIM_NUMBERS(X)
#undef X
#define X(key, member, def, doc) char *member;
    CG_SIM_TEXTS(X)
#undef X
    cg_setting *settings;
    size_t n_settings;
    char **without; // features that the table is read without: lines "without.NAME = 1"
    size_t n_without;
    cg_choice *choices;
    size_t n_choices;
    cg_setting *inputs;
    size_t n_inputs;
} cg_sim_config;

enum { CG_SIM_WHY = 256 };
// The value of the key in CG_SIM_NUMBERS. False: it is no such number, and `why` says what is wanted.
bool cg_sim_number(const char *key, const char *value, uint64_t *number, char why[CG_SIM_WHY]);

// Reads `argument`. Returns NULL after printing every problem to standard error.
cg_sim_config *cg_sim_config_read(const char *argument);
// Cycles that one operation may spend outside of the design: in a slow memory, or before it is issued.
uint64_t cg_sim_config_outside(const cg_sim_config *c);
// Cycles without an answer that are a deadlock: `watchdog`; as many times more as a hold may be longer than
// CG_HOLD_CYCLES, as what waits for several messages waits for their holds.
uint64_t cg_sim_config_watchdog(const cg_sim_config *c);
void cg_sim_config_free(cg_sim_config *c);

// What the inputs of the protocol are, bit i: spec->inputs[i]. False after printing what is no input of it.
bool cg_sim_config_inputs(const cg_sim_config *c, const cg_spec *spec, uint64_t *inputs);

#endif
