// cohgen check: the static analysis, then all behaviours of the table in small systems.
#include "check.h"
#include "lang/mask.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "lang/model.h"
#include "lang/visit.h"
#include "load/load.h"

// --------------------------------------------------------------------------------------------- what to do

// The table at its own design point: the command line's settings are for the bounds'.
static int read_table(check_work *w) {
    cli bare = *w->c;
    bare.options[CLI_SET].n = bare.options[CLI_POINT].n = 0;
    const int status = cli_protocol_read(&bare, NULL, &w->p);
    if (status) return status;
    if (!cli_is_hardware(w->c, &w->p)) return CLI_BAD_INPUT;
    cli_note_missing_events(w->c, &w->p);
    cg_diags *diags = cg_diags_new();
    cli_settings_said(w->c, NULL, &w->said, diags);
    cg_diags_print(diags, stderr);
    const bool good = cg_diags_errors(diags) == 0;
    cg_diags_free(diags);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

static cg_model *load_model_of_table(const check_work *w, const char *name) {
    char path[CLI_PATH], error[512];
    if (!cli_model_path(w->p.path, name, path)) return NULL;
    cg_model *m = cg_model_load(path, error, sizeof error);
    if (!m) cli_error("%s", error);
    return m;
}

static int load_promised_models(check_work *w) {
    const cg_spec *s = w->p.spec;
    const int n = s->n_inputs + 1;
    cg_model **models = cg_array_new((size_t)n, sizeof *models);
    bool good = true;
    for (int i = 0; i < n && good; i++) {
        models[i] = load_model_of_table(w, cg_promised_model(s, i));
        good = models[i];
    }
    if (good) cg_promise_of(s, models, &w->promise);
    for (int i = 0; i < n; i++) cg_model_free(models[i]);
    free(models);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

static bool is_bound_wanted(const check_work *w, const cg_bound *b) {
    if (!cli_has(w->c, CLI_BOUNDS)) return b->deep == cli_has(w->c, CLI_DEEP);
    for (size_t i = 0; i < w->c->options[CLI_BOUNDS].n; i++)
        if (!strcmp(w->c->options[CLI_BOUNDS].values[i], b->name)) return true;
    return false;
}

static bool names_are_known(const check_work *w) {
    const cg_spec *s = w->p.spec;
    const char **names = calloc((size_t)s->n_bounds + 1, sizeof *names);
    bool good = true;
    if (!names) abort();
    for (int i = 0; i < s->n_bounds; i++) names[i] = s->bounds[i].name;
    for (size_t i = 0; i < w->c->options[CLI_BOUNDS].n; i++) {
        const char *wanted = w->c->options[CLI_BOUNDS].values[i];
        bool known = false;
        for (int k = 0; k < s->n_bounds; k++) known |= !strcmp(names[k], wanted);
        if (!known) cli_unknown("bound", wanted, names, (size_t)s->n_bounds);
        good &= known;
    }
    if (!good) fprintf(stderr, "its bounds:");
    for (int i = 0; !good && i < s->n_bounds; i++)
        fprintf(stderr, "%s %s%s", i ? "," : "", names[i], s->bounds[i].deep ? " (deep)" : "");
    if (!good) fputc('\n', stderr);
    free(names);
    return good;
}

// The specification at a bound's design point; the command line's settings come last.
static bool read_bound_spec(check_work *w, explore_bound *b) {
    const size_t n = b->bound->n_settings + w->said.n;
    cg_setting *all = calloc(n + 1, sizeof *all);
    cg_diags *diags = cg_diags_new();
    if (!all) abort();
    for (size_t i = 0; i < n; i++)
        all[i] = i < b->bound->n_settings ? b->bound->settings[i] : w->said.items[i - b->bound->n_settings];
    b->spec = cg_spec_read_without(w->p.path, w->p.without, w->p.n_without, all, n, diags);
    if (!b->spec) {
        cli_error("bound '%s' is no design point:", b->bound->name);
        cg_diags_print(diags, stderr);
    }
    cg_diags_free(diags);
    free(all);
    return b->spec && cli_is_in_turn(w->c, b->spec);
}

static int add_bound(check_work *w, const cg_bound *bound) {
    explore_bound *b = &w->bounds[w->n++];
    *b = (explore_bound){.bound = bound, .lock = -1, .output = -1, .promise = &w->promise};
    b->lines = (int)cli_number(w->c, CLI_LINES, (uint64_t)bound->lines, 1, 16);
    b->queue = (int)cli_number(w->c, CLI_QUEUE, (uint64_t)bound->queue, 1, 16);
    b->values = (int)cli_number(w->c, CLI_VALUES, (uint64_t)bound->values, 0, 16);
    if (b->values && w->promise.races_forbidden) {
        cli_error("bound '%s': values are for models that allow data races: here one store is marked",
                  bound->name);
        return CLI_BAD_INPUT;
    }
    if ((bound->sync || bound->beside || bound->anything || bound->watch || bound->mapped) &&
        !w->promise.races_forbidden) {
        cli_error("bound '%s': 'sync', 'beside', 'anything', 'watch' and 'mapped' are for models that forbid "
                  "data races",
                  bound->name);
        return CLI_BAD_INPUT;
    }
    if (b->values == 1) {
        cli_error("--values must be 0 or from 2: with one value nothing can be told apart");
        return CLI_BAD_INPUT;
    }
    if (!read_bound_spec(w, b)) return CLI_BAD_INPUT;
    const int most = (int)b->spec->line_bytes / CG_WORD_BYTES;
    if (bound->words <= most) return CLI_OK;
    cli_error("bound '%s': a line has %d words at its design point: 'words' is %d", bound->name, most,
              bound->words);
    return CLI_BAD_INPUT;
}

// Does the message bring an entry of a store buffer, and not bytes of a line?
static bool brings_entry(const cg_spec *s, int msg, int depth) {
    if (s->msgs[msg].payload != CG_PAY_BYTES) return false;
    const cg_machine *from = &s->machines[s->msgs[msg].from];
    if (depth > s->n_msgs) return false; // handed on in a circle: by nobody from the start
    for (int i = 0; i < from->n_rules; i++) {
        const cg_rule *r = &from->rules[i];
        for (int k = 0; k < r->n_actions; k++)
            if (cg_does(&r->actions[k], CG_DOES_SENDS) && r->actions[k].msg == msg)
                return cg_relays(s, from, r, &r->actions[k])
                           ? brings_entry(s, from->events[r->event].msg, depth + 1)
                           : !r->actions[k].mask;
    }
    return false;
}

// Of an entry of a store buffer the models know the watched byte alone: note [units] in
// gen/emit/murphi/masks.c.
static bool names_are_modelled(const check_work *w) {
    const cg_spec *s = w->p.spec;
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        for (int e = 0; e < m->n_events; e++) {
            if (m->events[e].kind != CG_EV_MESSAGE || !brings_entry(s, m->events[e].msg, 0)) continue;
            if (!cg_event_reads(m, e, CG_LEAF_OF_BYTES)) continue;
            cli_error("%s: rules of %s read 'bytes' of %s, which brings an entry of a store buffer, and the "
                      "exhaustive check does not know which bytes that has: send bytes of a line",
                      w->p.path, m->name, m->events[e].name);
            return false;
        }
    }
    return true;
}

static int choose_bounds(check_work *w) {
    const cg_spec *s = w->p.spec;
    if (!names_are_known(w) || !names_are_modelled(w)) return CLI_BAD_INPUT;
    w->bounds = calloc((size_t)s->n_bounds + 1, sizeof *w->bounds);
    if (!w->bounds) abort();
    for (int i = 0; i < s->n_bounds; i++) {
        if (!is_bound_wanted(w, &s->bounds[i])) continue;
        const int status = add_bound(w, &s->bounds[i]);
        if (status) return status;
    }
    if (w->n) return CLI_OK;
    cli_error("%s: its \"check\" has no %sbounds to explore (docs/language.md, \"The exhaustive check\")",
              w->p.path, cli_has(w->c, CLI_DEEP) ? "deep " : "");
    return CLI_BAD_INPUT;
}

// ------------------------------------------------------------------------------------------- exploration

// The hash of the models, and whether it is the known one. With --fresh none is.
static void find_known(check_work *w) {
    const char *known = cli_value(w->c, CLI_KNOWN, "");
    cli_hash h;
    cli_hash_start(&h);
    for (size_t i = 0; i < w->n; i++) {
        cli_hash_text(&h, w->bounds[i].bound->name);
        cli_hash_bytes(&h, &w->bounds[i].key.h, sizeof w->bounds[i].key.h);
    }
    snprintf(w->models, sizeof w->models, "%016llx", (unsigned long long)h.h);
    w->known = !w->options.fresh && !strcmp(known, w->models);
}

static int prepare_exploration(check_work *w) {
    static const char *const TOOLS[] = {"rumur", "cc", NULL};
    size_t left = 0;
    w->options = (explore_options){
        .jobs = cli_jobs(w->c),
        .level = cli_has(w->c, CLI_OPTIMIZE) ? (int)cli_number(w->c, CLI_OPTIMIZE, 0, 0, 3) : -1,
        .timeout = (double)cli_number(w->c, CLI_TIMEOUT, 0, 1, 100000000),
        .budget = cli_number(w->c, CLI_PROCESSOR, 0, 1, 100000000),
        .talk = !cli_quiet(w->c),
        .fresh = cli_has(w->c, CLI_FRESH),
        .c = w->c};
    if (!cli_need(TOOLS) || !explore_versions(w->versions, sizeof w->versions)) return CLI_NO_TOOL;
    for (size_t i = 0; i < w->n; i++) {
        if (!explore_prepare(&w->bounds[i], w->versions, &w->options)) return CLI_BAD_INPUT;
        left += !w->bounds[i].cached;
    }
    find_known(w);
    for (size_t i = 0; i < w->n; i++) {
        const int share = left ? w->options.jobs / (int)left : 1;
        w->bounds[i].threads = share < 1 ? 1 : share > EX_THREADS ? EX_THREADS : share;
    }
    return CLI_OK;
}

static void judge_bounds(check_work *w) {
    w->complete = true;
    for (size_t i = 0; i < w->n; i++) {
        const explore_bound *b = &w->bounds[i];
        w->complete &= w->known || b->stage == EXPLORE_HOLDS;
        if (b->stage == EXPLORE_VIOLATED && !w->violated) w->violated = b;
        if (b->stage != EXPLORE_FAILED) continue;
        char log[CLI_PATH + 8];
        snprintf(log, sizeof log, "%s/log", b->folder);
        cli_error("bound '%s': the tools failed; the end of %s:", b->bound->name, log);
        cli_print_tail(log, 8, stderr);
    }
    if (w->violated)
        w->steps = ex_steps_new(w->violated->spec, &w->violated->result->errors[0], w->violated->lines,
                                w->violated->bound->words, w->violated->bound->local);
}

// ----------------------------------------------------------------------------------------------- coverage

// In the model of some bound: its event is not switched off everywhere.
static bool is_modelled(const check_work *w, const cg_rule *r) {
    for (size_t i = 0; i < w->n; i++)
        if (w->bounds[i].result && ex_has_cover(w->bounds[i].result, r->id)) return true;
    return false;
}

bool check_unreachable(const check_work *w, int machine, int rule) {
    const cg_rule *r = &w->p.spec->machines[machine].rules[rule];
    return w->complete && !w->known && cg_coverage_counts(r) && is_modelled(w, r) &&
           !w->coverage->rules[machine][rule].checked;
}

bool check_left_out(const check_work *w, int machine, int rule) {
    const cg_rule *r = &w->p.spec->machines[machine].rules[rule];
    return w->complete && !w->known && cg_coverage_counts(r) && !is_modelled(w, r);
}

// Puts this exploration's part in place of what was known of an earlier one.
static void replace_coverage(check_work *w) {
    const cg_spec *s = w->p.spec;
    for (int i = 0; i < s->n_machines; i++) {
        for (int k = 0; k < s->machines[i].n_rules; k++) {
            cg_rule_coverage *to = &w->coverage->rules[i][k];
            to->checked = 0;
            for (size_t b = 0; b < w->n; b++) {
                if (w->bounds[b].stage == EXPLORE_HOLDS)
                    to->checked += ex_covered(w->bounds[b].result, s->machines[i].rules[k].id);
            }
            to->unreachable = check_unreachable(w, i, k);
        }
    }
}

static int read_coverage(check_work *w) {
    const char *file = cli_value(w->c, CLI_COVERAGE, NULL);
    char error[512] = "";
    w->coverage = cg_coverage_new(w->p.spec);
    if (!file || access(file, F_OK) != 0) return CLI_OK;
    if (cg_coverage_read_json(w->coverage, file, error, sizeof error)) return CLI_OK;
    cli_error("%s: %s", file, error);
    return CLI_BAD_INPUT;
}

static int write_coverage(const check_work *w) {
    const char *file = cli_value(w->c, CLI_COVERAGE, NULL);
    char made[CLI_PATH];
    if (!file || !w->complete || w->known) return CLI_OK;
    snprintf(made, sizeof made, "%.4000s.new", file);
    FILE *out = fopen(made, "w");
    bool good = out && cg_coverage_write_json(w->coverage, out);
    if (out) good &= fclose(out) == 0;
    if (good && rename(made, file) == 0) return CLI_OK;
    cli_error("%s: cannot be written: %s", file, strerror(errno));
    unlink(made);
    return CLI_BAD_INPUT;
}

check_rules check_count(const check_work *w, int machine) {
    const cg_machine *m = &w->p.spec->machines[machine];
    check_rules n = {0};
    for (int k = 0; k < m->n_rules; k++) {
        const bool counts = cg_coverage_counts(&m->rules[k]);
        n.can_fire += counts;
        n.fired += counts && w->coverage->rules[machine][k].checked;
        n.impossible += m->rules[k].impossible;
    }
    return n;
}

// ------------------------------------------------------------------------------------ the counterexample

static void put_chart(const check_work *w, FILE *out) {
    fprintf(out, "%s, bound '%s': %s: %s\n", w->p.spec->name, w->violated->bound->name, w->steps->kind,
            w->steps->what);
    if (w->steps->why) fprintf(out, "%s\n", w->steps->why);
    fputc('\n', out);
    ex_print_chart(w->steps, out);
}

static void put_svg(const check_work *w, FILE *out) {
    char title[300];
    snprintf(title, sizeof title, "%.150s, bound '%.100s'", w->p.spec->title, w->violated->bound->name);
    ex_print_svg(w->steps, title, out);
}

static void put_model(const check_work *w, FILE *out) {
    fputs(w->violated->model, out);
}

static void put_trace(const check_work *w, FILE *out) {
    ex_print_trace(w->steps, out);
}

static void put_replay(const check_work *w, FILE *out) {
    ex_print_replay(w->steps, out);
}

static bool write_check_file(const check_work *w, const char *name,
                             void (*put)(const check_work *w, FILE *out)) {
    char path[CLI_PATH], made[CLI_PATH];
    snprintf(path, sizeof path, "%.4000s/%.60s", w->out, name);
    snprintf(made, sizeof made, "%.4000s/%.60s.new", w->out, name);
    FILE *out = fopen(made, "w");
    if (out) put(w, out);
    bool good = out && !ferror(out);
    if (out) good &= fclose(out) == 0;
    if (good && rename(made, path) == 0) return true;
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    unlink(made);
    return false;
}

static int write_counterexample(check_work *w) {
    static const struct {
        const char *name;
        void (*put)(const check_work *w, FILE *out);
    } FILES[] = {{"chart.txt", put_chart},
                 {"chart.svg", put_svg},
                 {"model.m", put_model},
                 {"trace.txt", put_trace},
                 {"replay.json", put_replay}};
    const char *out = cli_value(w->c, CLI_OUT, NULL);
    if (out)
        snprintf(w->out, sizeof w->out, "%s", out);
    else
        snprintf(w->out, sizeof w->out, "out/check-%.200s", w->p.spec->name);
    if (!cli_make_folders(w->out)) {
        cli_error("%s: cannot be created: %s", w->out, strerror(errno));
        return CLI_BAD_INPUT;
    }
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (!write_check_file(w, FILES[i].name, FILES[i].put)) return CLI_BAD_INPUT;
    return CLI_OK;
}

void check_replay_command(const check_work *w, char *out, size_t size) {
    char *text = NULL;
    FILE *options = cg_text_open(&text, NULL);
    cli_say_without(options, &w->p);
    fclose(options);
    snprintf(out, size, "cohgen sim %s%s --replay %s/replay.json", w->c->args[0], text, w->out);
    free(text);
}

int check_status(const check_work *w) {
    if (w->violated) return CLI_FAILED;
    return w->complete ? CLI_OK : CLI_NO_TOOL;
}

static int check_table(check_work *w) {
    int status = read_table(w);
    if (!status) status = load_promised_models(w);
    if (!status) status = read_coverage(w);
    if (!status) status = choose_bounds(w);
    if (!status) status = prepare_exploration(w);
    if (status) return status;
    if (!w->known) explore_all(w->bounds, w->n, &w->options);
    judge_bounds(w);
    if (!w->known) replace_coverage(w);
    if (w->violated) status = write_counterexample(w);
    if (!status) status = write_coverage(w);
    if (status) return status;
    if (cli_has(w->c, CLI_JSON))
        check_print_json(w);
    else if (!cli_quiet(w->c))
        check_print(w);
    return check_status(w);
}

int cmd_check(const cli *c) {
    check_work w = {.c = c};
    const int status = check_table(&w);
    ex_steps_free(w.steps);
    for (size_t i = 0; i < w.n; i++) explore_free(&w.bounds[i]);
    cg_promise_free(&w.promise);
    free(w.bounds);
    cg_coverage_free(w.coverage);
    cli_settings_free(&w.said);
    if (w.p.spec) cli_protocol_free(&w.p);
    return status;
}
