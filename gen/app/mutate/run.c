// Running mutants: each takes one slot of --jobs and goes through the stages there, one child process at a
// time. A stage that takes too long gets SIGXCPU, or SIGTERM if it does nothing, and as any cohgen ends the
// checkers and compilers below it.
//
//     cache/mutate-<pid>/0/     slot 0: the mutant's file, its stage's report and log, its own cache
//     (--equivalents
//                               has the common one: the check keeps its results there by what it explores, so
//                               that a change of cohgen which leaves that alone need not explore it again)
//     cache/mutate/<hash>       what one stage said of a mutant, by the mutant's text, the stage and its code
#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/pool.h"
#include "code.h" // made by mk/c.mk
#include "mutate.h"

enum { IDLE = 20 }; // a stage may take so many times its processor time

// What the mutant of a slot of the pool has.
typedef struct {
    mutate_outcome *o;
    int stage;
    cg_end end; // of the stage's process
    char *text; // the mutant's file
    bool begun; // the folder is there, with the file
    char folder[CLI_PATH], file[CLI_PATH], cache[CLI_PATH];
} slot;

typedef struct {
    mutate_run *r;
    slot *slots;
    int n_slots, done;
    bool terminal;
    mutate_outcome itself;              // of the table without a change
    cli_hash stages[MUTATE_MAX_STAGES]; // of all that a stage's result depends on beside the mutant
    char folder[CLI_PATH], store[CLI_PATH];
} mutants_run;

// ------------------------------------------------------------------------------------------- results kept

typedef enum { NOT_KEPT, PASSED, KILLS, TOO_LATE } kept_result;

// The code that a stage runs. Walks and the check have little of cohgen: tests/mutate/code.sh shows that it
// is what mk/c.mk hashes. Anything else has all of it, the hardware's parts and the test bench.
static void hash_code(cli_hash *h, const char *command) {
    char path[CLI_PATH];
    if (!strcmp(command, "walk")) {
        cli_hash_text(h, CG_CODE_WALK);
    } else if (!strcmp(command, "check")) {
        cli_hash_text(h, CG_CODE_CHECK);
    } else {
        cli_hash_file(h, "/proc/self/exe");
        cli_hash_folder(h, cli_home_path(path, "rtl", NULL));
        cli_hash_folder(h, cli_home_path(path, "tb", NULL));
    }
}

static void hash_stage(const mutate_stage *stage, cli_hash *h) {
    char path[CLI_PATH];
    cli_hash_start(h);
    hash_code(h, stage->args[0]);
    cli_hash_folder(h, cli_home_path(path, "protocols/points", NULL));
    cli_hash_folder(h, cli_home_path(path, "protocols/models", NULL));
    cli_hash_text(h, stage->command);
    cli_hash_bytes(h, &stage->seconds, sizeof stage->seconds);
    cli_hash_bytes(h, &stage->files.h, sizeof stage->files.h);
}

// The file of what the slot's stage said of its mutant, and its key.
static bool kept_path(const mutants_run *w, const slot *s, cli_hash *key, char out[CLI_PATH]) {
    *key = w->stages[s->stage];
    cli_hash_text(key, s->text);
    return snprintf(out, CLI_PATH, "%s/%016llx", w->store, (unsigned long long)key->h) < CLI_PATH;
}

// With --equivalents the check itself keeps what it has explored.
static bool keeps_results(const mutants_run *w) {
    return !w->r->equivalents;
}

static void keep_result(const mutants_run *w, const slot *s, kept_result result, double seconds) {
    char path[CLI_PATH], part[CLI_PATH + 16], *text = NULL;
    cli_hash key;
    if (!keeps_results(w) || !kept_path(w, s, &key, path)) return;
    FILE *out = cg_text_open(&text, NULL);
    fprintf(out, "%d %.1f\n%s\n%s\n", result, seconds, s->o->mutant->id, s->o->why ? s->o->why : "");
    fclose(out);
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    if (cli_write_file(part, text) && rename(part, path) == 0) cli_seal_file(path, &key);
    free(text);
}

// Of a kill, leaves why in the outcome.
static kept_result take_kept_result(const mutants_run *w, const slot *s) {
    char path[CLI_PATH];
    cli_hash key;
    int result = NOT_KEPT, at = 0;
    double seconds = 0;
    if (!keeps_results(w) || cli_has(w->r->c, CLI_FRESH) || !kept_path(w, s, &key, path)) return NOT_KEPT;
    char *text = cli_sealed_file(path, &key) ? cli_read_file(path) : NULL;
    const bool good = text && sscanf(text, "%d %lf%n", &result, &seconds, &at) == 2 && result >= PASSED &&
                      result <= TOO_LATE;
    const char *id = good && text[at] == '\n' ? text + at + 1 : NULL, *why = id ? strchr(id, '\n') : NULL;
    if (why) {
        s->o->seconds += seconds;
        if (result == KILLS) s->o->why = strndup(why + 1, strcspn(why + 1, "\n"));
    }
    free(text);
    return why ? (kept_result)result : NOT_KEPT;
}

// -------------------------------------------------------------------------------------------- one process

static int open_in(const slot *s, const char *name) {
    char path[CLI_PATH + 16];
    snprintf(path, sizeof path, "%s/%s", s->folder, name);
    return open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0666);
}

static bool stage_takes(const mutate_stage *stage, cli_option_id option) {
    return cli_command_takes(cli_command_find(stage->args[0]), option);
}

// The slot's folder, with the mutant's file.
static bool begin_folder(slot *s) {
    s->begun = s->begun || (cli_make_folders(s->folder) && cli_write_file(s->file, s->text));
    if (!s->begun) {
        s->end = (cg_end){CG_NOT_STARTED, errno};
        cli_error("%s: %s", s->folder, strerror(errno));
    }
    return s->begun;
}

static bool start_stage(mutants_run *w, slot *s, cg_pool_job *j) {
    if (!begin_folder(s)) return false;
    const mutate_stage *stage = &w->r->stages.items[s->stage];
    const char *const set[] = {"COHGEN_CACHE", s->cache, NULL};
    char **argv = calloc((size_t)stage->n_args + 7, sizeof *argv);
    if (!argv) abort();
    argv[0] = "/proc/self/exe";
    for (int i = 0; i < stage->n_args; i++)
        argv[i + 1] = strcmp(stage->args[i], "@") ? stage->args[i] : (char *)s->file;
    char **rest = argv + 1 + stage->n_args;
    *rest++ = "--json";
    if (stage_takes(stage, CLI_JOBS)) { // the slots are what runs at once
        *rest++ = "--jobs";
        *rest++ = "1";
    }
    if (s->o->models[0] && stage_takes(stage, CLI_KNOWN) && !cli_has(w->r->c, CLI_FRESH)) {
        *rest++ = "--known";
        *rest = s->o->models;
    }
    const cg_command c = {.argv = argv,
                          .folder = s->folder,
                          .set = set,
                          .in = -1,
                          .out = open_in(s, "report"),
                          .err = open_in(s, "log"),
                          .budget = (unsigned long)ceil(stage->seconds)};
    s->end = (cg_end){CG_NOT_STARTED, errno};
    j->pid = c.out >= 0 && c.err >= 0 ? cg_process_start(&c, &s->end) : -1;
    j->patience = stage->seconds * IDLE; // it ends where nothing is computed, either
    if (c.out >= 0) close(c.out);
    if (c.err >= 0) close(c.err);
    free(argv);
    return j->pid > 0;
}

// ----------------------------------------------------------------------------------------- what it meant

static char *first_line(const char *text) {
    char *line = strndup(text, strcspn(text, "\n"));
    if (!line) abort();
    return line;
}

// The last line of the stage's log.
static char *last_log_line(const slot *s) {
    char path[CLI_PATH + 16];
    snprintf(path, sizeof path, "%s/log", s->folder);
    char *log = cli_read_file(path), *last = log;
    for (char *p = log; p && *p; p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n')) last = p;
    char *text = first_line(last ? last : "");
    free(log);
    return text;
}

// "reason" of the stage's report, else what it said last. NULL: there is no report.
static char *reason_of_stage(const slot *s) {
    char path[CLI_PATH + 16];
    snprintf(path, sizeof path, "%s/report", s->folder);
    json_object *root = json_object_from_file(path), *why = NULL;
    char *text = NULL;
    if (json_object_is_type(root, json_type_object)) {
        if (json_object_object_get_ex(root, "reason", &why) && why)
            text = first_line(json_object_get_string(why));
        else
            text = last_log_line(s);
    }
    json_object_put(root);
    return text;
}

// What a check that passed has explored.
static void read_explored_models(const slot *s) {
    char path[CLI_PATH + 16];
    snprintf(path, sizeof path, "%s/report", s->folder);
    json_object *root = json_object_from_file(path), *models = NULL;
    if (json_object_is_type(root, json_type_object) && json_object_object_get_ex(root, "models", &models))
        snprintf(s->o->models, sizeof s->o->models, "%s", json_object_get_string(models));
    json_object_put(root);
}

// Why a stage has no verdict.
static char *why_no_verdict(const slot *s) {
    char how[CG_END_TEXT], text[600];
    char *said = last_log_line(s);
    snprintf(text, sizeof text, "%s%s%.400s",
             cg_end_is(s->end, CLI_FAILED) ? "it left no report" : cg_end_text(s->end, how),
             *said ? ": " : "", said);
    free(said);
    return first_line(text);
}

static const char *const WORDS[] = {"not run", "refused", "killed", "SURVIVED", "ERROR"};

static void show_progress(const mutants_run *w) {
    int killed = 0, survived = 0;
    for (int i = 0; i < w->r->n; i++) {
        killed += w->r->items[i].verdict == MUTATE_KILLED || w->r->items[i].verdict == MUTATE_READ;
        survived += w->r->items[i].verdict == MUTATE_SURVIVED;
    }
    if (cli_quiet(w->r->c)) return;
    fprintf(stderr, "%s%d of %d mutants: %d killed, %d survived%s", w->terminal ? "\r\033[K" : "", w->done,
            w->r->n_chosen, killed, survived, w->terminal ? "" : "\n");
}

static void tell_outcome(const mutants_run *w, const mutate_outcome *o) {
    const bool killed = o->verdict == MUTATE_KILLED || o->verdict == MUTATE_READ;
    const bool bad = o->verdict == MUTATE_ERROR || (o->verdict == MUTATE_SURVIVED && !o->equivalent) ||
                     (killed && o->equivalent);
    if (cli_quiet(w->r->c) || o == &w->itself) return;
    if (bad || cli_verbose(w->r->c)) {
        const char *color = cli_color(stderr, bad ? CLI_RED : CLI_GREEN), *by = "";
        if (o->verdict == MUTATE_KILLED || o->verdict == MUTATE_ERROR) by = w->r->stages.items[o->stage].name;
        fprintf(stderr, "%s%s%s%s %s  %s %s (%.0f s)\n", w->terminal ? "\r\033[K" : "", color,
                WORDS[o->verdict], cli_color(stderr, CLI_PLAIN), o->mutant->id, by, o->why, o->seconds);
    }
    if (w->terminal || w->r->equivalents || w->done % 50 == 0) show_progress(w);
}

static void finish_mutant(mutants_run *w, slot *s, mutate_verdict verdict) {
    mutate_outcome *o = s->o;
    o->verdict = verdict;
    o->stage = s->stage < w->r->stages.n ? s->stage : w->r->stages.n - 1;
    if (!o->why) o->why = first_line("");
    mutate_explored_write(
        w->r); // so far: a run that is broken off has lost nothing; mutate.c judges the last one
    if (s->begun) cli_remove_folder(s->folder);
    CG_FREE(s->text);
    s->o = NULL;
    w->done++;
    tell_outcome(w, o);
}

static void finish_without_verdict(mutants_run *w, slot *s) {
    s->o->why = why_no_verdict(s);
    finish_mutant(w, s, MUTATE_ERROR);
}

// note [declared]: a declared equivalent goes through the walks here, and through the exhaustive check when
// --equivalents asks for it. Nothing kills it, so it would go through every stage, and have a checker and a
// model of the hardware compiled: most of the time of a whole run, for bounds that --equivalents has, too.
static bool is_left_out(const mutants_run *w, const slot *s) {
    return s->o->equivalent && !w->r->equivalents &&
           strcmp(w->r->stages.items[s->stage].args[0], "walk") != 0;
}

// What the stages from `stage` on said before. True: one of them has no result, and is the slot's now. False:
// the mutant has its verdict.
static bool find_next_stage(mutants_run *w, slot *s, int stage) {
    for (s->stage = stage; s->stage < w->r->stages.n; s->stage++) {
        if (is_left_out(w, s)) continue;
        const kept_result kept = take_kept_result(w, s);
        if (kept == NOT_KEPT) return true;
        if (kept == TOO_LATE) s->o->late |= 1u << s->stage;
        if (kept == KILLS) {
            finish_mutant(w, s, MUTATE_KILLED);
            return false;
        }
    }
    finish_mutant(w, s, MUTATE_SURVIVED);
    return false;
}

// The next one from `stage` on. False: none runs, the mutant has its verdict.
static bool run_next_stage(mutants_run *w, slot *s, cg_pool_job *j, int stage) {
    if (!find_next_stage(w, s, stage)) return false;
    if (start_stage(w, s, j)) return true;
    finish_without_verdict(w, s);
    return false;
}

// Only a report that goes with an exit status of 1 is a kill; a signal, from wherever it comes, is none.
static bool stage_ended(mutants_run *w, slot *s, cg_pool_job *j) {
    if (cg_end_is(s->end, CLI_OK)) {
        if (w->r->equivalents && stage_takes(&w->r->stages.items[s->stage], CLI_KNOWN))
            read_explored_models(s);
        keep_result(w, s, PASSED, j->seconds);
        return run_next_stage(w, s, j, s->stage + 1);
    }
    if (cg_end_is(s->end, CLI_FAILED)) s->o->why = reason_of_stage(s);
    if (s->o->why) {
        keep_result(w, s, KILLS, j->seconds);
        finish_mutant(w, s, MUTATE_KILLED);
    } else {
        finish_without_verdict(w, s);
    }
    return false;
}

static bool stage_late(mutants_run *w, slot *s, cg_pool_job *j) {
    s->o->late |= 1u << s->stage;
    keep_result(w, s, TOO_LATE, j->seconds);
    if (!w->r->equivalents) return run_next_stage(w, s, j, s->stage + 1);
    s->o->why = first_line("it took too long and decides nothing");
    finish_mutant(w, s, MUTATE_ERROR);
    return false;
}

static bool leave_stage(void *work, cg_pool_job *j) {
    mutants_run *w = work;
    slot *s = &w->slots[j->slot];
    s->o->seconds += j->seconds;
    s->end = j->end;
    const bool spent = s->end.kind == CG_SIGNALLED && s->end.number == SIGXCPU;
    return j->why == CG_POOL_LATE || spent ? stage_late(w, s, j) : stage_ended(w, s, j);
}

// ------------------------------------------------------------------------------------------------ mutants

// Without a stage: the mutant's verdict is known.
static void end_at_once(mutants_run *w, const mutate_outcome *o) {
    w->done++;
    tell_outcome(w, o);
}

// change: what makes the text another one than the table's; NULL: nothing does.
static bool begin_text(mutants_run *w, cg_pool_job *j, mutate_outcome *o, const cg_mutant *change) {
    slot *s = &w->slots[j->slot];
    s->o = o;
    s->text = cg_mutant_text(w->r->mutants, change);
    s->begun = false;
    return run_next_stage(w, s, j, 0);
}

static bool begin_mutant(void *work, cg_pool_job *j) {
    mutants_run *w = work;
    mutate_outcome *o = &w->r->items[j->number];
    if (!o->chosen) return false;
    if (o->mutant->refused) {
        o->verdict = MUTATE_READ;
        o->why = first_line(o->mutant->refused);
        end_at_once(w, o);
        return false;
    }
    return begin_text(w, j, o, o->mutant);
}

static bool begin_itself(void *work, cg_pool_job *j) {
    mutants_run *w = work;
    return begin_text(w, j, &w->itself, NULL);
}

// Does the table without a change pass? A stage that kills it would kill any mutant, and say nothing of it.
static int run_itself(mutants_run *w) {
    const cg_mutant none = {.id = w->r->name};
    w->itself.mutant = &none;
    const cg_pool pool = {.n_jobs = 1, .slots = 1, .work = w, .begin = begin_itself, .next = leave_stage};
    cg_pool_run(&pool);
    const mutate_outcome *o = &w->itself;
    w->done = 0;
    if (o->verdict != MUTATE_SURVIVED)
        cli_error("%s: the table itself, without a change, %s stage %s: %s: correct the table, or the stage",
                  w->r->name, o->verdict == MUTATE_KILLED ? "is killed by" : "has no verdict of",
                  w->r->stages.items[o->stage].name, o->why);
    free(w->itself.why);
    w->itself.mutant = NULL;
    return o->verdict == MUTATE_SURVIVED ? CLI_OK : o->verdict == MUTATE_KILLED ? CLI_FAILED : CLI_NO_TOOL;
}

static bool prepare_slots(mutants_run *w) {
    const char *cache = cli_cache();
    bool fits = snprintf(w->folder, CLI_PATH, "%s/mutate-%ld", cache, (long)getpid()) < CLI_PATH - 300;
    fits &= snprintf(w->store, CLI_PATH, "%s/mutate", cache) < CLI_PATH - 40;
    for (int i = 0; fits && i < w->n_slots; i++) {
        slot *s = &w->slots[i];
        fits = snprintf(s->folder, CLI_PATH, "%.3800s/%d", w->folder, i) < CLI_PATH;
        fits &= snprintf(s->file, CLI_PATH, "%.3900s/%.90s.json", s->folder, w->r->mutants->name) < CLI_PATH;
        if (w->r->equivalents)
            fits &= snprintf(s->cache, CLI_PATH, "%s", cache) < CLI_PATH;
        else
            fits &= snprintf(s->cache, CLI_PATH, "%.4000s/cache", s->folder) < CLI_PATH;
    }
    if (fits && cli_make_folders(w->folder) && cli_make_folders(w->store)) return true;
    cli_error("%s: cannot be created: %s", w->folder, fits ? strerror(errno) : "the path is too long");
    return false;
}

int mutate_execute(mutate_run *r) {
    mutants_run w = {.r = r, .n_slots = cli_jobs(r->c), .terminal = isatty(2)};
    const double started = cli_seconds();
    w.slots = calloc((size_t)w.n_slots, sizeof *w.slots);
    if (!w.slots) abort();
    for (int i = 0; i < r->stages.n; i++) hash_stage(&r->stages.items[i], &w.stages[i]);
    if (!prepare_slots(&w)) {
        free(w.slots);
        return CLI_BAD_INPUT;
    }
    cg_temporary_add(w.folder);
    cg_process_last_words("interrupted; what was found is kept: the same command goes on from here\n");
    const cg_pool pool = {
        .n_jobs = (size_t)r->n, .slots = w.n_slots, .work = &w, .begin = begin_mutant, .next = leave_stage};
    const int status = r->equivalents || cli_has(r->c, CLI_ONLY) ? CLI_OK : run_itself(&w);
    if (status == CLI_OK) cg_pool_run(&pool);
    cg_process_last_words(NULL);
    cli_remove_folder(w.folder);
    cg_temporary_forget(w.folder);
    if (w.terminal && !cli_quiet(r->c)) fputs("\r\033[K", stderr);
    free(w.slots);
    r->seconds = cli_seconds() - started;
    return status;
}
