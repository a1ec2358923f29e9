// The two tables of the command line. Parsing, --help, the man page and the shells' completion are all made
// from them: a subcommand is one line here and one file cmd_NAME.c with `int cmd_NAME(const cli *c)`; an
// option is one line.
#ifndef COHGEN_GEN_APP_CLI_TABLE_H
#define COHGEN_GEN_APP_CLI_TABLE_H

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
    X(litmus, "PROTOCOL FILE...", 1, 100000,                                                                 \
      "Run litmus tests on the design, against what its consistency model allows",                           \
      "cohgen litmus rcc --point stress tests/litmus",                                                       \
      "every *.litmus below that folder; an outcome that is not allowed fails")                              \
    X(walk, "PROTOCOL", 1, 1, "Take random walks over a table, without hardware, under the oracle",          \
      "cohgen walk rcc --point stress", "a hundred walks of a thousand operations each")                     \
    X(mutate, "PROTOCOL", 1, 1,                                                                              \
      "Change a table in many small ways and see which checks notice it: tests of our checks",               \
      "cohgen mutate rcc --sample 20", "check and simulate 20 wrong tables; which pass?")                    \
    X(area, "PROTOCOL", 1, 1, "Area and delay of controllers, parts and system, through Yosys",              \
      "cohgen area rcc --html area.html", "tables of logic, memories and storage; a page with pictures")     \
    X(bench, "[BENCH]", 0, 1, "Compare protocols on workloads: tables, figures, the paper's ratios beside",  \
      "cohgen bench sharing -o out/bench",                                                                   \
      "run protocols/bench/sharing.json (the default), write the folder")                                    \
    X(sweep, "SWEEP", 1, 1, "Run many design points: time against area, here or on a Slurm cluster",         \
      "cohgen sweep l1 --engine slurm -o out/l1",                                                            \
      "run protocols/sweeps/l1.json as a job array; started again, it goes on")                              \
    X(doc, "PROTOCOL", 1, 1, "Document a protocol: tables, diagrams, messages and storage on one page",      \
      "cohgen doc rcc -o out/doc", "write index.html, rcc.md and the diagrams")                              \
    X(explain, "PROTOCOL STATE EVENT", 2, 3, "Explain a cell of a table, or a rule by its id",               \
      "cohgen explain rcc V load", "what its rules do and why, and what can come next")                      \
    X(diff, "PROTOCOL PROTOCOL", 2, 2, "Compare two tables by meaning (exit 1: they differ)",                \
      "cohgen diff rcc mine.json", "parameters, messages, states, rules and stored bits")                    \
    X(help, "[COMMAND]", 0, 1, "Explain cohgen or one of its subcommands", "cohgen help sim",                \
      "the same as cohgen sim --help")

// X(identifier, name, letter or 0, argument or NULL, subcommands ("*": all), what it says)
// An option with an argument may be given several times; those that are not lists take the last one.
#define CLI_OPTIONS(X)                                                                                       \
    X(SET, "set", 0, "KEY=VALUE", "gen sim area doc explain diff check walk bench sweep litmus",             \
      "a parameter of the design point (repeatable)")                                                        \
    X(POINT, "point", 0, "NAME", "gen sim area doc explain diff check walk bench sweep litmus",              \
      "the design point protocols/points/NAME.json")                                                         \
    X(WITHOUT, "without", 0, "FEATURE", "gen sim area doc explain check walk litmus",                        \
      "leave a feature of the protocol out (repeatable)")                                                    \
    X(JSON, "json", 0, NULL,                                                                                 \
      "list gen sim area doc explain diff check walk mutate bench sweep litmus judge",                       \
      "a JSON report on standard output, nothing else there")                                                \
    X(QUIET, "quiet", 'q', NULL, "*", "print nothing but errors")                                            \
    X(VERBOSE, "verbose", 'v', NULL, "*", "print times and the commands that are run")                       \
    X(OUT, "output", 'o', "DIR", "gen doc check mutate bench sweep",                                         \
      "folder to write (default: out/PROTOCOL; of others than gen: out/COMMAND-NAME)")                       \
    X(PREFIX, "prefix", 0, "NAME", "gen",                                                                    \
      "begin the names of modules, package and files with NAME_: designs stand in one file list")            \
    X(SRAM, "sram", 0, "KEY=VALUE", "gen sim area litmus",                                                   \
      "the memories that the design is made for: ports=1r1w or 1rw, latency=1 or 2, pins=NAME:BITS,... "     \
      "(repeatable)")                                                                                        \
    X(FLAT, "flat", 0, NULL, "gen", "also one Verilog-2005 file, written by Yosys")                          \
    X(INSTRUMENTED, "instrumented", 0, NULL, "gen",                                                          \
      "with what sim, litmus and proofs add under macros (for --design); else only assertions stand there")  \
    X(DUMP_TABLE, "dump-table", 0, NULL, "gen",                                                              \
      "print the table, without what --without names; write nothing")                                        \
    X(DUMP_IR, "dump-ir", 0, NULL, "gen", "print parameters, rules and encodings; write nothing")            \
    X(BOUNDS, "bounds", 0, "NAME", "check", "only this bound of the table (repeatable)")                     \
    X(DEEP, "deep", 0, NULL, "check", "the larger bounds of the table; this may take hours")                 \
    X(LINES, "lines", 0, "N", "check", "lines modelled, in place of what the bounds say")                    \
    X(VALUES, "values", 0, "N", "check",                                                                     \
      "every store writes any of N values (0: one marked store of a run)")                                   \
    X(QUEUE, "queue", 0, "N", "check", "messages a lane holds from one sender to one receiver")              \
    X(OPTIMIZE, "optimize", 0, "0..3", "check", "the C compiler's level (default: -O1, of deep bounds -O3)") \
    X(KNOWN, "known", 0, "HASH", "check",                                                                    \
      "models of this hash were explored elsewhere and hold (\"models\" of --json): explore them no more")   \
    X(TIMEOUT, "timeout", 0, "SECONDS", "check", "give a bound up after this time (default: never)")         \
    X(PROCESSOR, "processor", 0, "SECONDS", "check",                                                         \
      "give a bound up when exploring it has used so much of the processors (default: never)")               \
    X(WORKLOAD, "workload", 'w', "NAME", "sim",                                                              \
      "what the cores run (default: random; episodes where the model forbids races)")                        \
    X(SEED, "seed", 's', "N", "sim walk mutate litmus", "seed of everything that is random (default: 1)")    \
    X(OPS, "ops", 'n', "N", "sim walk", "operations in all, for workloads that have this option")            \
    X(CHOICE, "option", 'O', "KEY=VALUE", "sim litmus",                                                      \
      "an option of the workload (repeatable; cohgen list -v)")                                              \
    X(CONFIG, "config", 'c', "KEY=VALUE", "sim litmus walk",                                                 \
      "a setting of the harness (repeatable; cohgen list -v)")                                               \
    X(SCRIPT, "script", 0, "FILE", "gen sim",                                                                \
      "play a walk-through at its design point (gen: the point only)")                                       \
    X(REPLAY, "replay", 0, "FILE", "sim", "play a sequence of transitions, one by one, at its design point") \
    X(MODEL, "model", 'm', "NAME", "gen check area sim walk judge litmus",                                   \
      "consistency model (default: the protocol's; else sc)")                                                \
    X(MEM_LATENCY, "mem-latency", 0, "MIN[:MAX]", "sim", "cycles that the memory takes for an answer")       \
    X(NO_LOCKSTEP, "no-lockstep", 0, NULL, "sim litmus",                                                     \
      "leave out golden model 2, the lockstep interpreter")                                                  \
    X(NO_ORACLE, "no-oracle", 0, NULL, "sim litmus", "leave out golden model 1, the memory oracle")          \
    X(COVERAGE, "coverage", 0, "FILE", "sim doc explain check",                                              \
      "sim: add the coverage of the rules to this file (JSON); doc: show it")                                \
    X(REPORT, "report", 0, "FILE", "sim mutate area bench", "write the report (JSON)")                       \
    X(SEEDS, "seeds", 0, "N", "bench", "seeds 1 to N for every run (default: the description's; 5)")         \
    X(KEPT, "kept", 0, "FILE", "bench",                                                                      \
      "no runs: the results of an earlier --report, marked where the hardware is another now")               \
    X(AGAIN, "again", 0, "FILE", "bench",                                                                    \
      "only the designs that have changed since this earlier --report, with its first seed: are all "        \
      "figures the same?")                                                                                   \
    X(INTO, "into", 0, "FILE", "bench",                                                                      \
      "renew the figures between this bench's marks in a document (repeatable)")                             \
    X(WAVE, "wave", 0, "FILE", "sim", "write a waveform (FST)")                                              \
    X(RECORD, "record", 0, "FILE", "sim", "record the design's ports, cycle by cycle (tests/icarus)")        \
    X(NO_RERUN, "no-rerun", 0, NULL, "sim", "do not run a failing seed again for its waveform")              \
    X(DESIGN, "design", 0, "DIR", "sim litmus", "simulate this generated folder instead of a fresh one")     \
    X(BUILD_ONLY, "build-only", 0, NULL, "sim", "build the model, print its path, run nothing")              \
    X(RUNS, "runs", 0, "N", "litmus", "runs in a simulation, each with other timing (default: 1000)")        \
    X(ROUNDS, "rounds", 0, "N", "litmus",                                                                    \
      "most simulations of a test, until all sc outcomes are seen (default: 10)")                            \
    X(HUNT, "hunt", 0, "N", "litmus",                                                                        \
      "vary memory, stalls and starts until all reachable outcomes are seen, in N runs of a test at most")   \
    X(ALLOWED, "allowed", 0, NULL, "litmus", "no protocol: print the outcomes that --model allows")          \
    X(SKIP, "skip", 0, NULL, "litmus", "leave out files that are not supported, and count them")             \
    X(EXPLAIN, "explain", 0, NULL, "judge", "after each NO, say why")                                        \
    X(BUDGET, "budget", 0, "N", "judge", "most millions of steps for a trace (default: 3000; 0: no limit)")  \
    X(BENCH, "bench", 0, "N", "judge", "instead: how fast N made-up operations are judged")                  \
    X(LIST, "list", 0, NULL, "mutate sweep",                                                                 \
      "print the mutants (with -o: write their files) or points; run nothing")                               \
    X(SAMPLE, "sample", 0, "N", "mutate", "run N mutants that the seed chooses, not all")                    \
    X(ONLY, "only", 0, "ID", "mutate", "run this mutant (repeatable)")                                       \
    X(LEAST, "least", 0, "PERCENT", "mutate", "score to be reached (default: 95)")                           \
    X(STAGES, "stages", 0, "FILE", "mutate", "checks to run (default: tests/mutate/PROTOCOL.stages)")        \
    X(EQUIVALENT, "equivalent", 0, "FILE", "mutate",                                                         \
      "explained survivors (default: tests/mutate/PROTOCOL.equivalent)")                                     \
    X(EQUIVALENTS, "equivalents", 0, NULL, "mutate",                                                         \
      "put the explained survivors alone through the exhaustive check; it may kill none")                    \
    X(EXPLORED, "explored", 0, "FILE", "mutate",                                                             \
      "what the check has explored of explained survivors: not explored again; new results are added "       \
      "(default: tests/mutate/PROTOCOL.explored, which is read only)")                                       \
    X(TECH, "tech", 0, "NAME", "area", "cells to map to: osu018 (default), osu035, ice40, generic")          \
    X(CSV, "csv", 0, "FILE", "area", "write the figures as comma-separated values")                          \
    X(HTML, "html", 0, "FILE", "area", "write the report as a page with pictures")                           \
    X(MACROS_FROM, "macros-from", 0, "WORDS", "area",                                                        \
      "arrays of so many words and more are SRAM macros, smaller ones logic (default: 64)")                  \
    X(PEERS, "peers", 0, NULL, "area", "other projects' blocks, through the same steps, beside ours")        \
    X(FEATURES, "features", 0, NULL, "area", "what each feature of the protocol costs (synthesises more)")   \
    X(NO_TREE, "no-tree", 0, NULL, "area", "leave out the areas of modules (half the time)")                 \
    X(WHOLE, "whole", 0, NULL, "area", "also the whole system, flattened (slow)")                            \
    X(PROFILED, "profiled", 0, NULL, "sim",                                                                  \
      "a model that is built for long runs: compiled twice, the second time by the profile of a run")        \
    X(ENGINE, "engine", 0, "NAME", "sweep", "where the points run: local (default) or slurm")                \
    X(SBATCH, "sbatch", 0, "OPTION", "sweep",                                                                \
      "slurm: an option for sbatch, like --partition=long (repeatable)")                                     \
    X(POINT_INDEX, "point-index", 0, "N", "sweep",                                                           \
      "run this point alone and keep its result: what workers do")                                           \
    X(JOBS, "jobs", 'j', "N", "check sim mutate area bench sweep litmus",                                    \
      "processes at once (default: the number of processors)")                                               \
    X(FRESH, "fresh", 0, NULL, "check sim mutate area bench sweep litmus", "do not use what is in the cache")

#endif
