// The stage file of `cohgen mutate`: which checks a mutant has to pass, cheapest first.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mutate.h"

// By mutate_built_in. Co-simulations are at the table's own design point.
static const char *const BUILT_IN[] = {
    [MUTATE_SHORT] = "check 120 check @\n"
                     "sharing 400 sim @ -w random -O lines=4 -n 30000 --no-rerun\n"
                     "random 100 sim @ -w random -n 60000 -s 2 --no-rerun\n",
    [MUTATE_EXHAUSTIVE] = "check 7200 check @\n",
};

// '@/NAME', beside the stage file; a stage runs in a folder of its own. False: there is no such file.
static bool find_beside(const char *path, char **arg, mutate_stage *s) {
    char at[CLI_PATH], *name = *arg;
    FILE *out = cg_text_open(arg, NULL);
    cli_absolute(path, at);
    fprintf(out, "%.*s%s", (int)(strrchr(at, '/') - at), at, name + 1);
    fclose(out);
    free(name);
    return cli_hash_file(&s->files, *arg);
}

// False: it names a file beside `path` that is not there.
static bool split_command(const char *path, mutate_stage *s) {
    const char *p = s->command;
    bool there = true;
    cli_hash_start(&s->files);
    for (p += strspn(p, " \t"); *p; p += strspn(p, " \t")) {
        const size_t n = strcspn(p, " \t");
        s->args = realloc(s->args, ((size_t)s->n_args + 2) * sizeof *s->args);
        if (!s->args) abort();
        s->args[s->n_args] = cg_text_copy_n(p, n);
        if (path && !strncmp(p, "@/", 2)) there &= find_beside(path, &s->args[s->n_args], s);
        s->args[++s->n_args] = NULL;
        p += n;
    }
    return there;
}

// "name seconds arguments"; what is wrong with it, or NULL.
static const char *read_stage(const char *path, char *line, mutate_stage *s) {
    char *p = line, *end;
    size_t n = strcspn(p, " \t");
    *s = (mutate_stage){.name = cg_text_copy_n(p, n)};
    p += n;
    s->seconds = strtod(p, &end);
    if (end == p || s->seconds < 1 || s->seconds > 86400) return "the time must be 1 to 86400 seconds";
    s->command = cg_text_copy_n(end + strspn(end, " \t"), strlen(end));
    if (!split_command(path, s)) return "no file of that name is beside this one ('@/')";
    const cli_command *k = s->n_args ? cli_command_find(s->args[0]) : NULL;
    if (!k) return "after the time comes a subcommand of cohgen";
    return cli_command_takes(k, CLI_JSON) ? NULL : "this subcommand has no --json, so it cannot say why";
}

static bool add_stage_line(const char *path, int number, char *line, mutate_stages *all) {
    line[strcspn(line, "#\r")] = '\0';
    line += strspn(line, " \t");
    if (!*line) return true;
    const char *wrong = "too many stages";
    if (all->n < MUTATE_MAX_STAGES) {
        all->items = realloc(all->items, ((size_t)all->n + 1) * sizeof *all->items);
        if (!all->items) abort();
        wrong = read_stage(path, line, &all->items[all->n++]);
    }
    if (wrong) cli_error("%s:%d: %s", path, number, wrong);
    return !wrong;
}

bool mutate_stages_read(const char *path, mutate_built_in without, mutate_stages *s) {
    *s = (mutate_stages){.default_file = !path};
    char *text = path ? cli_read_file(path) : cg_text_copy_n(BUILT_IN[without], strlen(BUILT_IN[without]));
    if (!text) {
        cli_error("%s: cannot be read: %s", path, strerror(errno));
        return false;
    }
    bool good = true;
    int number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        good &= add_stage_line(path, ++number, line, s);
    }
    free(text);
    if (good && s->n == 0) {
        cli_error("%s: no stages", path);
        good = false;
    }
    return good;
}

void mutate_stages_free(mutate_stages *s) {
    for (int i = 0; i < s->n; i++) {
        mutate_stage *x = &s->items[i];
        for (int k = 0; k < x->n_args; k++) free(x->args[k]);
        CG_FREE(x->args, x->name, x->command);
    }
    free(s->items);
    *s = (mutate_stages){0};
}
