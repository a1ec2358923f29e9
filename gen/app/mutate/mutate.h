// Inside `cohgen mutate`: stages, verdicts, the run and its report.
#ifndef COHGEN_GEN_APP_MUTATE_MUTATE_H
#define COHGEN_GEN_APP_MUTATE_MUTATE_H

#include "app/cli/cli.h"
#include "mutate/mutate.h"

// One check that a mutant has to pass: a command line of cohgen itself. A stage file has one a line: name,
// seconds it may take, arguments; '@' stands for the mutant's file, and '@/NAME' for a file that stands
// beside the stage file. '#' starts a comment.
typedef struct {
    char *name;
    double seconds; // of a processor; what takes longer is ended and has killed nothing
    char *command;  // the arguments as one text
    char **args;    // the same, ended by NULL; '@/NAME' is a path here
    int n_args;
    cli_hash files; // of what these files say: verdicts depend on it
} mutate_stage;

typedef struct {
    mutate_stage *items;
    int n;
    bool default_file; // there is no file for this protocol: the built-in list
} mutate_stages;

enum { MUTATE_MAX_STAGES = 32, MUTATE_HASH = 17 };

// The lists that are taken where there is no file of stages.
typedef enum {
    MUTATE_SHORT,      // the exhaustive check, then two random co-simulations
    MUTATE_EXHAUSTIVE, // --equivalents: the exhaustive check alone, with all default bounds of the table
} mutate_built_in;

// The stages of a file; without one (NULL) a built-in list. False after a message.
bool mutate_stages_read(const char *path, mutate_built_in without, mutate_stages *s);
void mutate_stages_free(mutate_stages *s);

typedef enum {
    MUTATE_NOT_RUN,
    MUTATE_READ,     // the reader's static checks refuse it
    MUTATE_KILLED,   // a stage exits with 1 and says why
    MUTATE_SURVIVED, // every stage passes, or takes too long
    MUTATE_ERROR,    // a stage ends otherwise, or without a report, or (--equivalents) takes too long
} mutate_verdict;

typedef struct {
    const cg_mutant *mutant;
    const char *equivalent; // why it is one, says the file of explained survivors; NULL: it does not
    int line;               // of that file, from 1
    bool chosen;            // to be run
    mutate_verdict verdict;
    int stage;      // that killed it, or failed
    char *why;      // what that stage said, one line; "" nothing
    double seconds; // of all its stages
    unsigned late;  // bit i: stage i took too long
    // --equivalents: hash of the models that the check explored, as `cohgen check --json` prints it; ""
    // unknown. From the file of --explored, later from the stage's report.
    char models[MUTATE_HASH];
} mutate_outcome;

typedef struct {
    const cli *c;
    char path[CLI_PATH];     // the protocol
    char list[CLI_PATH];     // the file of explained survivors; "": there is none
    char explored[CLI_PATH]; // what the check has explored of them; "": there is no such file
    bool equivalents;        // --equivalents: only these, and each has to be decided
    const char *name;        // of the protocol
    cg_mutants *mutants;
    bool all; // `mutants` are all that there are, not only those that --only and the list name
    mutate_stages stages;
    mutate_outcome *items; // one for each mutant
    int n, n_chosen;
    int n_wrong;    // entries among the explained survivors that are none
    double seconds; // of the whole run
} mutate_run;

// --equivalents: what was explored of them before, from the file of --explored. A line has an id and a hash;
// a hash is the result of a check that was complete and held, so one that is still right need not be explored
// again, on whatever machine. Lines of ids that are no longer declared equivalent are passed over. False
// after a message.
bool mutate_explored_read(mutate_run *r);
// Writes the file again if --explored asks for it, with what is known now. False after a message.
bool mutate_explored_write(const mutate_run *r);

// Runs the chosen mutants, --jobs at once. 0 or an exit status after a message.
int mutate_execute(mutate_run *r);

// Text on standard output, or JSON; and the file of --report.
void mutate_print(const mutate_run *r);
bool mutate_report(const mutate_run *r);
// A line for a list, with a number if it is not 0; verbose: the texts too.
void mutate_print_mutant(int number, const cg_mutant *m, bool verbose, FILE *out);
// Killed, in percent of all chosen that are no equivalents; 100 if there are none.
double mutate_score(const mutate_run *r);

#endif
