// What the exhaustive check has explored of the explained survivors, in a file that stands beside their list:
// one line for each, "id hash". The check's cache stays on a machine; this goes with the table, so that a run
// that takes hours can be done in pieces, and is repeated only for what has changed.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mutate.h"

static const char HEAD[] = "# Explained survivors that the exhaustive check has let pass, with the hash of "
                           "what it explored: all default\n"
                           "# bounds, complete. Written by cohgen mutate %s --equivalents --explored=FILE.\n";

static mutate_outcome *find_outcome(const mutate_run *r, const char *id) {
    for (int i = 0; i < r->n; i++)
        if (r->items[i].equivalent && !strcmp(r->items[i].mutant->id, id)) return &r->items[i];
    return NULL;
}

static bool is_hash(const char *text) {
    return strlen(text) == MUTATE_HASH - 1 && strspn(text, "0123456789abcdef") == MUTATE_HASH - 1;
}

static bool read_explored_line(const mutate_run *r, char *line) {
    char *blank = strrchr(line, ' ');
    if (*line == '\0' || *line == '#') return true;
    if (!blank || !is_hash(blank + 1)) return false;
    *blank = '\0';
    mutate_outcome *o = find_outcome(r, line);
    if (o) snprintf(o->models, sizeof o->models, "%s", blank + 1);
    return true;
}

bool mutate_explored_read(mutate_run *r) {
    char *text = r->explored[0] && access(r->explored, F_OK) == 0 ? cli_read_file(r->explored) : NULL;
    int number = 0;
    bool good = true;
    for (char *line = text, *next; line && good; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        good = read_explored_line(r, line);
    }
    if (!good) cli_error("%s:%d: an id and a hash of 16 digits are wanted", r->explored, number);
    free(text);
    return good;
}

bool mutate_explored_write(const mutate_run *r) {
    if (!r->equivalents || !cli_has(r->c, CLI_EXPLORED)) return true;
    char made[CLI_PATH];
    snprintf(made, sizeof made, "%.4000s.new", r->explored);
    FILE *out = fopen(made, "w");
    if (!out) {
        cli_error("%s: cannot be written: %s", made, strerror(errno));
        return false;
    }
    fprintf(out, HEAD, r->mutants->name);
    for (int i = 0; i < r->mutants->n; i++) {
        const mutate_outcome *o = find_outcome(r, r->mutants->items[i].id);
        const bool wrong = o && (o->verdict == MUTATE_KILLED || o->verdict == MUTATE_READ);
        if (o && o->models[0] && !wrong) fprintf(out, "%s %s\n", o->mutant->id, o->models);
    }
    if (fclose(out) == 0 && rename(made, r->explored) == 0) return true;
    cli_error("%s: cannot be written: %s", r->explored, strerror(errno));
    unlink(made);
    return false;
}
