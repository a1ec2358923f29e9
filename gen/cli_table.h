// The two tables of the command line. Parsing, --help, the man page and the shells' completion are all made
// from them: a subcommand is one line here and one file cmd_NAME.c with `int cmd_NAME(const cli *c)`; an
// option is one line.
#ifndef COHGEN_GEN_CLI_TABLE_H
#define COHGEN_GEN_CLI_TABLE_H

// X(name, arguments, least, most, what it does, example, what the example does)
#define CLI_COMMANDS(X)                                                                                      \
    X(list, "", 0, 0, "List protocols, consistency models, workloads and design points", "cohgen list",      \
      "what there is to choose from")                                                                        \
    X(gen, "PROTOCOL", 1, 1, "Generate SystemVerilog from a protocol table", "cohgen gen rcc -o out/rcc",    \
      "write the design, its file list, FuseSoC .core and manifest.json")                                    \
    X(check, "PROTOCOL", 1, 1, "Explore all behaviours of a table in small systems (Murphi, rumur)",         \
      "cohgen check rcc", "the bounds of its table, all of each; about a minute")                            \
    X(sim, "PROTOCOL", 1, 1, "Co-simulate the design with the golden models, in Verilator",                  \
      "cohgen sim rcc --workload spin_mutex --seed 7", "run a workload under both golden models")            \
    X(judge, "[FILE...]", 0, 1000, "Say which memory traces a consistency model allows (Axe's format)",      \
      "cohgen judge --model sc traces.axe", "one line OK or NO for each trace (no file: standard input)")    \
    X(area, "PROTOCOL", 1, 1, "Area and delay of one controller of each machine, through Yosys",             \
      "cohgen area rcc --tech osu018", "flip-flops, cells, kGE and ns, SRAM bits apart")                     \
    X(help, "[COMMAND]", 0, 1, "Explain cohgen or one of its subcommands", "cohgen help sim",                \
      "the same as cohgen sim --help")

// X(identifier, name, letter or 0, argument or NULL, subcommands ("*": all), what it says)
// An option with an argument may be given several times; those that are not lists take the last one.
#define CLI_OPTIONS(X)                                                                                       \
    X(SET, "set", 0, "KEY=VALUE", "gen check sim area", "a parameter of the design point (repeatable)")      \
    X(POINT, "point", 0, "NAME", "gen check sim area", "the design point protocols/points/NAME.json")        \
    X(JSON, "json", 0, NULL, "list gen check sim area",                                                      \
      "a JSON report on standard output, nothing else there")                                                \
    X(QUIET, "quiet", 'q', NULL, "*", "print nothing but errors")                                            \
    X(VERBOSE, "verbose", 'v', NULL, "*", "print times and the commands that are run")                       \
    X(OUT, "output", 'o', "DIR", "gen check",                                                                \
      "folder for the design (default: out/PROTOCOL) or a counterexample (out/check-PROTOCOL)")              \
    X(FLAT, "flat", 0, NULL, "gen", "also one Verilog-2005 file, written by Yosys")                          \
    X(DUMP_IR, "dump-ir", 0, NULL, "gen", "print parameters, rules and encodings; write nothing")            \
    X(BOUNDS, "bounds", 0, "NAME", "check", "only this bound of the table (repeatable)")                     \
    X(DEEP, "deep", 0, NULL, "check", "the larger bounds of the table; this may take hours")                 \
    X(LINES, "lines", 0, "N", "check", "lines modelled, in place of what the bounds say")                    \
    X(VALUES, "values", 0, "N", "check",                                                                     \
      "every store writes any of N values (0: one marked store of a run)")                                   \
    X(QUEUE, "queue", 0, "N", "check", "messages a lane holds from one sender to one receiver")              \
    X(OPTIMIZE, "optimize", 0, "0..3", "check", "the C compiler's level (default: -O1, of deep bounds -O3)") \
    X(TIMEOUT, "timeout", 0, "SECONDS", "check", "give a bound up after this time (default: never)")         \
    X(WORKLOAD, "workload", 'w', "NAME", "sim", "what the cores run (default: random)")                      \
    X(SEED, "seed", 's', "N", "sim", "seed of everything that is random (default: 1)")                       \
    X(OPS, "ops", 'n', "N", "sim", "operations in all, for workloads that have this option")                 \
    X(CHOICE, "option", 'O', "KEY=VALUE", "sim", "an option of the workload (repeatable; cohgen list -v)")   \
    X(CONFIG, "config", 'c', "KEY=VALUE", "sim", "a setting of the harness (repeatable; cohgen list -v)")    \
    X(SCRIPT, "script", 0, "FILE", "gen sim",                                                                \
      "play a walk-through at its design point (gen: the point only)")                                       \
    X(MODEL, "model", 'm', "NAME", "sim judge", "consistency model (default: the protocol's; judge: sc)")    \
    X(MEM_LATENCY, "mem-latency", 0, "MIN[:MAX]", "sim", "cycles that the memory takes for an answer")       \
    X(NO_LOCKSTEP, "no-lockstep", 0, NULL, "sim", "leave out golden model 2, the lockstep interpreter")      \
    X(NO_ORACLE, "no-oracle", 0, NULL, "sim", "leave out golden model 1, the memory oracle")                 \
    X(COVERAGE, "coverage", 0, "FILE", "check sim", "add the coverage of the rules to this file (JSON)")     \
    X(REPORT, "report", 0, "FILE", "sim", "write the report of the run (JSON)")                              \
    X(WAVE, "wave", 0, "FILE", "sim", "write a waveform (FST)")                                              \
    X(RECORD, "record", 0, "FILE", "sim", "record the design's ports, cycle by cycle (tests/icarus)")        \
    X(NO_RERUN, "no-rerun", 0, NULL, "sim", "do not run a failing seed again for its waveform")              \
    X(DESIGN, "design", 0, "DIR", "sim", "simulate this generated folder instead of a fresh one")            \
    X(BUILD_ONLY, "build-only", 0, NULL, "sim", "build the model, print its path, run nothing")              \
    X(EXPLAIN, "explain", 0, NULL, "judge", "after each NO, say why")                                        \
    X(BENCH, "bench", 0, "N", "judge", "instead: how fast N made-up operations are judged")                  \
    X(TECH, "tech", 0, "NAME", "area", "cells to map to (default: osu018)")                                  \
    X(JOBS, "jobs", 'j', "N", "check sim area", "processes at once (default: the number of processors)")     \
    X(FRESH, "fresh", 0, NULL, "check sim area", "do not use what is in the cache")

#endif
