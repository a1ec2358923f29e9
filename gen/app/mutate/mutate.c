// cohgen mutate: wrong copies of a table, and which checks notice. Choose, run, report.
#include "mutate.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

// -------------------------------------------------------------------------------------- files of a protocol

// tests/mutate/NAME.suffix, or what the option says. False: there is none, and the option does not ask for
// it.
static bool find_mutate_file(const mutate_run *r, cli_option_id option, const char *suffix,
                             char out[CLI_PATH]) {
    char name[300];
    const char *said = cli_value(r->c, option, NULL);
    snprintf(name, sizeof name, "%.200s.%s", r->name, suffix);
    if (said)
        snprintf(out, CLI_PATH, "%s", said);
    else
        cli_home_path(out, "tests/mutate", name);
    return said || access(out, F_OK) == 0;
}

static mutate_outcome *outcome_of(mutate_run *r, const char *id) {
    for (int i = 0; i < r->n; i++) {
        if (!strcmp(r->items[i].mutant->id, id)) return &r->items[i];
    }
    return NULL;
}

static void unknown_mutant(const mutate_run *r, const char *where, const char *id) {
    const char **ids = calloc((size_t)r->n + 1, sizeof *ids);
    if (!ids) abort();
    for (int i = 0; i < r->n; i++) ids[i] = r->items[i].mutant->id;
    const char *near = cg_did_you_mean(id, ids, (size_t)r->n);
    cli_error("%s: there is no mutant '%s'%s%s%s", where, id, near ? " (did you mean '" : "",
              near ? near : "", near ? "'?)" : "; see --list");
    free(ids);
}

// "id: reason"
static void read_explanation(mutate_run *r, const char *path, int number, char *line) {
    char where[CLI_PATH + 16];
    char *colon = strstr(line, ": ");
    snprintf(where, sizeof where, "%s:%d", path, number);
    if (colon) *colon = '\0';
    mutate_outcome *o = outcome_of(r, line);
    if (!colon) cli_error("%s: 'id: reason' is wanted", where);
    if (colon && !o) unknown_mutant(r, where, line);
    if (colon && o && o->equivalent) cli_error("%s: '%s' stands twice", where, line);
    if (!colon || !o || o->equivalent) {
        r->n_wrong++;
        return;
    }
    o->equivalent = colon + 2;
    o->line = number;
}

// The text of the list. NULL: no file, or a message.
static char *read_survivors(mutate_run *r, bool *good) {
    if (!find_mutate_file(r, CLI_EQUIVALENT, "equivalent", r->list)) {
        r->list[0] = '\0';
        return NULL;
    }
    char *text = cli_read_file(r->list);
    if (!text) {
        cli_error("%s: cannot be read: %s", r->list, strerror(errno));
        *good = false;
    }
    return text;
}

// The line at *text, which begins behind it afterwards. NULL: there is none.
static char *next_list_line(char **text) {
    char *line = *text;
    *text = line ? strchr(line, '\n') : NULL;
    if (*text) *(*text)++ = '\0';
    return line;
}

static bool is_explanation(const char *line) {
    return *line && *line != '#';
}

// The text stays: reasons point into it.
static void read_equivalents(mutate_run *r, char *text) {
    int number = 0;
    for (char *line; (line = next_list_line(&text));) {
        number++;
        if (is_explanation(line)) read_explanation(r, r->list, number, line);
    }
}

static bool read_stages(mutate_run *r) {
    char path[CLI_PATH];
    if (r->equivalents)
        return mutate_stages_read(cli_value(r->c, CLI_STAGES, NULL), MUTATE_EXHAUSTIVE, &r->stages);
    return mutate_stages_read(find_mutate_file(r, CLI_STAGES, "stages", path) ? path : NULL, MUTATE_SHORT,
                              &r->stages);
}

// --------------------------------------------------------------------------------------------- the choice

static uint64_t lot_of_mutant(const mutate_outcome *o, uint64_t seed) {
    cli_hash h;
    cli_hash_start(&h);
    cli_hash_text(&h, o->mutant->id);
    uint64_t z = h.h + seed * 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static uint64_t drawn_seed; // qsort() has no context

static int by_lot(const void *pa, const void *pb) {
    const uint64_t a = lot_of_mutant(pa, drawn_seed), b = lot_of_mutant(pb, drawn_seed);
    return a < b ? -1 : a > b;
}

static int by_mutant_order(const void *pa, const void *pb) {
    const mutate_outcome *a = pa, *b = pb;
    return a->mutant < b->mutant ? -1 : a->mutant > b->mutant;
}

// For people: in the order of the file.
static void sort_by_file(mutate_run *r) {
    if (r->n) qsort(r->items, (size_t)r->n, sizeof *r->items, by_mutant_order);
}

// The seed puts all mutants in an order. A sample is its beginning; a run that is broken off has done one.
static void choose_sample(mutate_run *r) {
    uint64_t left = cli_number(r->c, CLI_SAMPLE, (uint64_t)r->n, 1, UINT64_MAX);
    drawn_seed = cli_number(r->c, CLI_SEED, 1, 0, UINT64_MAX);
    if (r->n) qsort(r->items, (size_t)r->n, sizeof *r->items, by_lot);
    for (int i = 0; i < r->n && left; i++) {
        r->items[i].chosen = !r->equivalents || r->items[i].equivalent;
        left -= r->items[i].chosen;
    }
}

static bool choose_only(mutate_run *r) {
    bool good = true;
    for (size_t i = 0; i < r->c->options[CLI_ONLY].n; i++) {
        const char *id = r->c->options[CLI_ONLY].values[i];
        mutate_outcome *o = outcome_of(r, id);
        if (!o) unknown_mutant(r, "--only", id);
        if (o && r->equivalents && !o->equivalent) {
            cli_error("--only: '%s' is not declared equivalent%s%s", id, r->list[0] ? " in " : "", r->list);
            good = false;
        }
        if (o) o->chosen = true;
        good &= o != NULL;
    }
    return good;
}

// Ids that the options and the list name; to be freed.
static const char **named_ids(const mutate_run *r, char *text, size_t *n) {
    const size_t n_only = r->c->options[CLI_ONLY].n;
    size_t lines = 1;
    for (const char *c = text; c && *c; c++) lines += *c == '\n';
    const char **ids = calloc(n_only + lines, sizeof *ids);
    if (!ids) abort();
    *n = 0;
    for (size_t i = 0; i < n_only; i++) ids[(*n)++] = r->c->options[CLI_ONLY].values[i];
    for (char *line; (line = next_list_line(&text));) {
        char *colon = strstr(line, ": ");
        if (colon) *colon = '\0';
        if (is_explanation(line)) ids[(*n)++] = line;
    }
    return ids;
}

// The mutants that are named, if there are no others; NULL.
static cg_mutants *make_named(const mutate_run *r, const cli_protocol *p, const char *list, cg_diags *diags) {
    size_t n;
    char *text = list ? strdup(list) : NULL;
    const char **ids = named_ids(r, text, &n);
    cg_mutants *some = cg_mutants_of_ids(p->path, p->settings, p->n_settings, ids, n, diags);
    bool there = some != NULL;
    for (size_t i = 0; i < n && there; i++) there = cg_mutant_find(some, ids[i]) != NULL;
    if (!there) cg_mutants_free(some);
    CG_FREE(ids, text);
    return there ? some : NULL;
}

// All mutants. With --only or --equivalents those that are named: most of the time of a short run is making
// the others. All as well for an id that is none, so that a message can say which one was meant.
static void make_mutants(mutate_run *r, const cli_protocol *p, const char *list) {
    const bool few = cli_has(r->c, CLI_ONLY) || r->equivalents;
    cg_diags *diags = cg_diags_new();
    r->mutants = few ? make_named(r, p, list, diags) : NULL;
    r->all = !r->mutants;
    if (r->all) r->mutants = cg_mutants_of(p->path, p->settings, p->n_settings, diags);
    cg_diags_free(diags);
    if (!r->mutants) return;
    r->n = r->mutants->n;
    r->items = calloc((size_t)r->n + 1, sizeof *r->items);
    if (!r->items) abort();
    for (int i = 0; i < r->n; i++) r->items[i].mutant = &r->mutants->items[i];
}

static bool choose_mutants(mutate_run *r) {
    bool good = true;
    if (cli_has(r->c, CLI_ONLY))
        good = choose_only(r);
    else
        choose_sample(r);
    for (int i = 0; i < r->n; i++) r->n_chosen += r->items[i].chosen;
    return good;
}

// ---------------------------------------------------------------------------------------------------- list

// Mutants as files: DIR/<number>.json, numbered as they are listed.
static bool write_mutant_file(const mutate_run *r, const char *dir, int number, const cg_mutant *m) {
    char path[CLI_PATH];
    char *text = cg_mutant_text(r->mutants, m);
    const bool good =
        snprintf(path, sizeof path, "%s/%d.json", dir, number) < CLI_PATH && cli_write_file(path, text);
    if (!good) cli_error("%s: cannot be written: %s", path, strerror(errno));
    free(text);
    return good;
}

static int print_mutants(mutate_run *r) {
    const char *dir = cli_value(r->c, CLI_OUT, NULL);
    sort_by_file(r);
    if (dir && !cli_make_folders(dir)) {
        cli_error("%s: cannot be created: %s", dir, strerror(errno));
        return CLI_BAD_INPUT;
    }
    for (int i = 0, number = 0; i < r->n; i++) {
        const cg_mutant *m = r->items[i].mutant;
        if (!r->items[i].chosen) continue;
        number++;
        if (dir && !write_mutant_file(r, dir, number, m)) return CLI_BAD_INPUT;
        if (!cli_quiet(r->c)) mutate_print_mutant(dir ? number : 0, m, cli_verbose(r->c), stdout);
    }
    return CLI_OK;
}

// ------------------------------------------------------------------------------------------------- verdict

// An entry that is killed after all is wrong, like one that is no mutant.
static void find_wrong(mutate_run *r) {
    for (int i = 0; i < r->n; i++) {
        const mutate_outcome *o = &r->items[i];
        if (!o->equivalent || (o->verdict != MUTATE_KILLED && o->verdict != MUTATE_READ)) continue;
        const bool read = o->verdict == MUTATE_READ;
        cli_error("%s:%d: '%s' is declared equivalent and is killed by %s: %s", r->list, o->line,
                  o->mutant->id, read ? "read" : r->stages.items[o->stage].name, o->why);
        r->n_wrong++;
    }
}

static int run_mutants(mutate_run *r) {
    const uint64_t least = cli_number(r->c, CLI_LEAST, 95, 0, 100);
    int errors = 0;
    if (!read_stages(r)) return CLI_BAD_INPUT;
    if (r->n_wrong) return CLI_FAILED;
    if (!mutate_explored_write(r)) return CLI_BAD_INPUT; // before the hours, if it cannot be
    const int status = mutate_execute(r);
    if (status) return status;
    sort_by_file(r);
    find_wrong(r);
    mutate_print(r);
    if (!mutate_report(r) || !mutate_explored_write(r)) return CLI_BAD_INPUT;
    for (int i = 0; i < r->n; i++) errors += r->items[i].verdict == MUTATE_ERROR;
    if (errors) return CLI_NO_TOOL;
    return r->n_wrong || mutate_score(r) < (double)least ? CLI_FAILED : CLI_OK;
}

int cmd_mutate(const cli *c) {
    mutate_run r = {.c = c, .equivalents = cli_has(c, CLI_EQUIVALENTS)};
    cli_protocol p;
    bool good = true;
    int status = cli_protocol_read(c, NULL, &p);
    if (status) return status;
    r.name = p.spec->name;
    good = cli_is_hardware(c, &p);
    char *list = good ? read_survivors(&r, &good) : NULL;
    if (good) make_mutants(&r, &p, list);
    good = good && r.mutants;
    if (good) read_equivalents(&r, list);
    if (good && r.equivalents) {
        find_mutate_file(&r, CLI_EXPLORED, "explored", r.explored);
        good = mutate_explored_read(&r);
    }
    if (good) good = choose_mutants(&r);
    status = !good ? CLI_BAD_INPUT : cli_has(c, CLI_LIST) ? print_mutants(&r) : run_mutants(&r);
    for (int i = 0; i < r.n; i++) free(r.items[i].why);
    CG_FREE(r.items, list);
    mutate_stages_free(&r.stages);
    cg_mutants_free(r.mutants);
    cli_protocol_free(&p);
    return status;
}
