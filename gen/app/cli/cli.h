// The command line: what the user said, where our data is, how we speak to the user.
//
// Exit status of every subcommand: 0 it holds, 1 a check failed, 2 the input or the command line is wrong, 3
// a needed tool is missing or failed.
#ifndef COHGEN_GEN_APP_CLI_CLI_H
#define COHGEN_GEN_APP_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/folder.h"
#include "base/process.h"
#include "plan/plan.h"
#include "table.h"

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_BAD_INPUT = 2, CLI_NO_TOOL = 3 };
enum { CLI_PATH = 4096 }; // longest path, with its NUL

typedef enum {
#define X(id, name, key, arg, commands, doc) CLI_##id,
    CLI_OPTIONS(X)
#undef X
        CLI_N_OPTIONS
} cli_option_id;

typedef struct cli cli;

typedef struct {
    const char *name, *args;
    int least, most; // number of arguments
    const char *doc, *example, *example_doc;
    int (*run)(const cli *c);
} cli_command;

typedef struct {
    const char *name;
    int key; // letter, or 0
    const char *arg, *commands, *doc;
} cli_option;

extern const cli_command cli_commands[]; // ends with a NULL name
extern const cli_option cli_options[CLI_N_OPTIONS];

// Everything that was said after `cohgen`.
struct cli {
    const cli_command *command;
    const char **args; // positional arguments
    int n_args;
    struct {
        const char **values; // one for each time the option was given; "" without an argument
        const char **where;  // where each is said, for errors; NULL, or of one NULL: the command line
        size_t n;
    } options[CLI_N_OPTIONS];
};

// ------------------------------------------------------------------------------------------ cli.c: parsing
// Fills `c` from the arguments. Returns -1 to go on, else the exit status (help was printed, or the line is
// wrong).
int cli_parse(cli *c, int argc, char **argv);
void cli_free(cli *c);

const cli_command *cli_command_find(const char *name);
bool cli_command_takes(const cli_command *command, cli_option_id id);

bool cli_has(const cli *c, cli_option_id id);
const char *cli_value(const cli *c, cli_option_id id, const char *fallback); // the last one given
// A whole number; ends the program with exit 2 and a message if it is none, or not in range.
uint64_t cli_number(const cli *c, cli_option_id id, uint64_t fallback, uint64_t least, uint64_t most);
static inline bool cli_quiet(const cli *c) {
    return cli_has(c, CLI_QUIET) || cli_has(c, CLI_JSON);
}
static inline bool cli_verbose(const cli *c) {
    return cli_has(c, CLI_VERBOSE);
}

// --------------------------------------------------------------------------------------------- help.c: pages
void cli_print_overview(FILE *out);                         // cohgen --help
void cli_print_help(const cli_command *command, FILE *out); // cohgen COMMAND --help
void cli_print_man(FILE *out);                              // cohgen.1
bool cli_print_completion(const char *shell, FILE *out);    // "bash" or "zsh"; false: another

// -------------------------------------------------------------------------------------- say.c: what we print
// "cohgen: error: ..." on standard error, one line.
void cli_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
// As cli_error, for a word that is none of the candidates: adds "(did you mean '...'?)" where one is near.
void cli_unknown(const char *what, const char *word, const char *const *candidates, size_t n);

// Escape sequences, or "" where standard output or error is no terminal or NO_COLOR is set.
typedef enum { CLI_RED, CLI_GREEN, CLI_YELLOW, CLI_BOLD, CLI_DIM, CLI_PLAIN } cli_color_id;
const char *cli_color(FILE *stream, cli_color_id color);
double cli_seconds(void); // monotonic clock

// ------------------------------------------------------------------------------------- home.c: where data is
// The folder that holds protocols/, rtl/, tb/ and synth/: COHGEN_HOME, or the source tree above the
// executable, or share/cohgen of the prefix where cohgen is installed. Ends the program with exit 2 if there
// is none.
const char *cli_home(void);
// home/a[/b], seen from the current folder if it is below it.
const char *cli_home_path(char out[CLI_PATH], const char *a, const char *b);
// The archive `name` that simulated designs are linked with: in build/ of a source tree, in lib/ where
// installed.
const char *cli_library(char out[CLI_PATH], const char *name);
// Folder for built models and results, absolute, created: COHGEN_CACHE, else build/cache of a source tree,
// else cohgen/ in the user's cache folder (XDG_CACHE_HOME, or ~/.cache). Ends the program if it cannot be.
const char *cli_cache(void);
// Names of DIR/*suffix below home, without the suffix, sorted. Free with cli_names_free().
size_t cli_names(const char *dir, const char *suffix, char ***names);
void cli_names_free(char **names, size_t n);

// ----------------------------------------------------------------------------- protocol.c: PROTOCOL argument
typedef struct {
    char path[CLI_PATH];  // of the table
    cg_setting *settings; // from a script's "point", --point and --set, in this order
    size_t n_settings;
    const char *const *without; // features that --without leaves out; the options' own
    size_t n_without;
    cg_spec *spec;
    cg_plan *plan;
    double read_seconds, plan_seconds;
    void *kept; // text of the settings
} cli_protocol;

// Reads, checks and plans the protocol named by argument 0 at the design point of the options; problems are
// printed. `script` (may be NULL): a walk-through, whose "point" comes first. Returns 0 or the exit status.
int cli_protocol_read(const cli *c, const char *script, cli_protocol *p);
// Of another table than argument 0 names.
int cli_protocol_read_named(const cli *c, const char *name, cli_protocol *p);
// The same, but problems go to `diags` and are not printed (only that there is no such table is).
int cli_protocol_try(const cli *c, const char *name, cli_protocol *p, cg_diags *diags);
// The same as cli_protocol_read() without one more feature than --without says.
int cli_protocol_without(const cli *c, const char *feature, cli_protocol *p);
// For what makes or judges hardware: false after a message if the table is for simulation only.
bool cli_is_hardware(const cli *c, const cli_protocol *p);
// False, and an error: threads have several operations in flight, which this command knows nothing of.
bool cli_is_in_turn(const cli *c, const cg_spec *s);
// For what runs programs on cores: false after a message if the table lacks the event load, store or atomic.
bool cli_runs_programs(const cli *c, const cli_protocol *p);
// The same as a note, for what takes such a table.
void cli_note_missing_events(const cli *c, const cli_protocol *p);
void cli_protocol_free(cli_protocol *p);
// Its design point and features as lines of a simulator's configuration (tb/sim/config.h).
void cli_put_design_point(FILE *out, const cli_protocol *p);
// ... and as options of a command line, " --set KEY=VALUE --without FEATURE"; the features alone.
void cli_say_design_point(FILE *out, const cli_protocol *p);
void cli_say_without(FILE *out, const cli_protocol *p);
// Is an argument a path, not a name? It has a '/' or ends in ".json".
bool cli_is_path(const char *word);
// `word` as a path, or as the name of the file DIR/word.json below home ("protocols/bench"). False after a
// message.
bool cli_find(const char *what, const char *dir, const char *word, char out[CLI_PATH]);
// Path of a model: a path, or a name. A protocol's own models are in models/ beside its table, and found
// before those that came with this program; `table` NULL: only these are looked at. NULL after a message:
// there is none.
const char *cli_model_path(const char *table, const char *model, char out[CLI_PATH]);
// The inputs of the protocol as -c says, bit i: s->inputs[i]; other settings of -c are passed over.
uint64_t cli_inputs(const cli *c, const cg_spec *s);
// The last -c KEY=NUMBER of this key; 0: there is none, or it is no number.
uint64_t cli_config_number(const cli *c, const char *key);
// A workload for any design that the consistency model in this file can judge.
const char *cli_any_workload(const char *model_path);
// Is every -c an input, and 0 or 1? If not, a problem is printed.
bool cli_inputs_only(const cli *c, const cg_spec *s);

// --------------------------------------------------------------------------------- settings.c: design points
typedef struct {
    cg_setting *items;
    size_t n;
    void *kept;
} cli_settings;

void cli_settings_add(cli_settings *s, const char *key, const char *value, const char *where);
void cli_settings_free(cli_settings *s);
// Adds what the options (and a walk-through, if not NULL) say, the strongest last. Problems go to `diags`.
void cli_settings_said(const cli *c, const char *script, cli_settings *s, cg_diags *diags);
// Adds the members of object `member` of the JSON file `path`. Problems go to `diags`.
void cli_settings_from_file(cli_settings *s, const char *path, const char *member, cg_diags *diags);

// ---------------------------------------------------------------------------------------- run.c: other tools
// True if every tool (a list that ends with NULL) is in PATH. Else names the Debian packages of those that
// are not.
bool cli_need(const char *const *tools);

// One process. Standard output and error go to `log` (appended).
typedef struct {
    const char *title; // for progress: "l1: synthesis"
    char *const *argv; // ends with NULL
    const char *log;
    const char *folder; // where it works; NULL: here
    cg_end end;         // afterwards
    double seconds;
    long pid;
    double started;
} cli_job;

// Runs all jobs, `parallel` at once, showing progress on standard error unless quiet. True if all exited with
// 0.
bool cli_run(cli_job *jobs, size_t n, int parallel, const cli *c);
// Runs one command in the foreground, with our standard streams (its output hidden on demand).
// `folder`: where it works; NULL: here.
cg_end cli_run_here(char *const *argv, const char *folder, bool hide_output, const cli *c);
int cli_jobs(const cli *c); // --jobs, or the number of processors
void cli_print_tail(const char *path, int lines, FILE *out);

// ------------------------------------------------------------------------------------ files.c: files, hashes
typedef struct {
    uint64_t h;
} cli_hash; // FNV-1a

void cli_hash_start(cli_hash *h);
void cli_hash_bytes(cli_hash *h, const void *bytes, size_t n);
void cli_hash_text(cli_hash *h, const char *text);  // with its NUL, so that "ab","c" differs from "a","bc"
bool cli_hash_file(cli_hash *h, const char *path);  // false: cannot be read
void cli_hash_folder(cli_hash *h, const char *dir); // names and contents of its files, sorted
// ... of those that `takes` wants; NULL: all.
void cli_hash_some(cli_hash *h, const char *dir, bool (*takes)(const char *name, const void *arg),
                   const void *arg);

// Is the cache entry with this seal (seal.h) whole, and made from what `made_of` hashes? If it is damaged, a
// line says so, and that it is made again.
bool cli_sealed(const char *seal, const cli_hash *made_of);
// Seals `n` files beside `seal`. False after a message.
bool cli_seal(const char *seal, const cli_hash *made_of, const char *const *files, size_t n);
// Likewise one file, the seal FILE.seal beside it; and all files in FOLDER and the folders in it, the seal
// FOLDER.seal, or FOLDER/seal if `inside` (then the folder may be renamed).
bool cli_sealed_file(const char *file, const cli_hash *made_of);
bool cli_seal_file(const char *file, const cli_hash *made_of);
bool cli_seal_folder(const char *folder, bool inside, const cli_hash *made_of);

char *cli_read_file(const char *path); // NUL-terminated, to be freed; NULL: cannot be read
bool cli_write_file(const char *path, const char *text);
// Puts the files into the folder and frees them; what is wrong is printed. Returns the command's status.
int cli_write_folder(const char *dir, const cg_folder_kind *kind, cg_files *files);
// The same for the results `name`: gnuplot runs those of the files that are its scripts, *.gp, in the folder.
int cli_write_results(const char *dir, const char *marker, const char *what, cg_files *files,
                      const char *name, const cli *c);
bool cli_make_folders(const char *path); // as mkdir -p
void cli_remove_folder(const char *path);
void cli_absolute(const char *path, char out[CLI_PATH]);
// "key = path" with the path from the root, as a simulator's configuration has it; nothing for NULL.
void cli_put_path(FILE *out, const char *key, const char *path);
// Waits until nobody else works in `folder`; cli_unlock() lets the next one in.
int cli_lock(const char *folder);
void cli_unlock(int lock);

// ---------------------------------------------------------------------------------------- model.c: simulated
// designs Builds the design of `p` with the harness around it in the cache, or finds it there: the path of a
// program. `design`: a generated folder to take instead of a fresh one, or NULL. 0 or the exit status.
typedef enum {
    CLI_MODEL_PLAIN, // it tells of its transitions, for the golden models
    CLI_MODEL_WAVE,  // ... and is able to write waveforms (slower)
    CLI_MODEL_BARE,  // nothing but what is shipped, with its assertions: for measuring (faster)
} cli_model_kind;
int cli_model_build(const cli *c, const cli_protocol *p, const char *design, cli_model_kind kind,
                    char out[CLI_PATH]);
// The path that this program has or will have in the cache: hashes of the design and of the harness are in
// it. Builds nothing. False after a message.
bool cli_model_name(const cli *c, const cli_protocol *p, char out[CLI_PATH]);

// ------------------------------------------------------------------------------ verdict.c: simulations' ends
// What a simulation said. A verdict is an exit status of 0 or 1 and a report that says the same; whatever
// else ends a simulator is no verdict.
typedef struct {
    int status;                 // CLI_OK, CLI_FAILED; CLI_BAD_INPUT: it refused; CLI_NO_TOOL: no verdict
    struct json_object *report; // with a verdict, else NULL; for json_object_put()
    char why[600];              // if it is not CLI_OK: what was wrong, one line
} cli_verdict;

// `report`: file that the simulation was to write, which was not there before.
cli_verdict cli_verdict_of(cg_end end, const char *report);

// ---------------------------------------------------------------------------------------------- subcommands
#define X(name, args, least, most, doc, example, example_doc) int cmd_##name(const cli *c);
CLI_COMMANDS(X)
#undef X

#endif
