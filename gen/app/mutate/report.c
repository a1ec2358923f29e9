// What `cohgen mutate` found: tables by operator and machine, the survivors with their texts, JSON.
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "mutate.h"

// One line of a table. `killed` is by subcommand: "check", "sim", ...
enum { KILLERS = 8 };
typedef struct {
    int all, read, killed[KILLERS], survived, equivalent, errors;
} count;

typedef struct {
    const char *names[KILLERS];
    int n;
} killers;

// The subcommands of the stages, each once, in their order.
static killers killers_of(const mutate_run *r) {
    killers k = {0};
    for (int i = 0; i < r->stages.n; i++) {
        const char *name = r->stages.items[i].args[0];
        bool known = false;
        for (int n = 0; n < k.n; n++) known |= !strcmp(k.names[n], name);
        if (!known && k.n < KILLERS) k.names[k.n++] = name;
    }
    return k;
}

static int killer(const mutate_run *r, const killers *k, const mutate_outcome *o) {
    for (int n = 0; n < k->n; n++) {
        if (!strcmp(k->names[n], r->stages.items[o->stage].args[0])) return n;
    }
    return 0;
}

static void count_outcome(const mutate_run *r, const killers *k, const mutate_outcome *o, count *sum) {
    if (!o->chosen) return;
    sum->all++;
    switch (o->verdict) {
    case MUTATE_READ: sum->read++; break;
    case MUTATE_KILLED: sum->killed[killer(r, k, o)]++; break;
    case MUTATE_SURVIVED: *(o->equivalent ? &sum->equivalent : &sum->survived) += 1; break;
    case MUTATE_ERROR: sum->errors++; break;
    case MUTATE_NOT_RUN: break;
    }
}

static double score(const count *s) {
    int killed = s->read;
    for (int i = 0; i < KILLERS; i++) killed += s->killed[i];
    const int of = s->all - s->equivalent;
    return of ? 100.0 * killed / of : 100.0;
}

static count total(const mutate_run *r) {
    const killers k = killers_of(r);
    count sum = {0};
    for (int i = 0; i < r->n; i++) count_outcome(r, &k, &r->items[i], &sum);
    return sum;
}

double mutate_score(const mutate_run *r) {
    const count sum = total(r);
    return score(&sum);
}

// Rows of a table: mutants of one operator, or of one machine.
typedef bool belongs(const mutate_run *r, const cg_mutant *m, int row);

static bool of_operator(const mutate_run *r, const cg_mutant *m, int row) {
    (void)r;
    return (int)m->op == row;
}

static const char *machine_in_row(const mutate_run *r, int row) {
    const char *last = "";
    for (int i = 0, n = -1; i < r->mutants->n; i++) {
        const char *name = r->mutants->items[i].machine;
        if (!strcmp(name, last)) continue;
        last = name;
        if (++n == row) return name;
    }
    return NULL;
}

static bool of_machine(const mutate_run *r, const cg_mutant *m, int row) {
    return !strcmp(m->machine, machine_in_row(r, row));
}

static count count_row(const mutate_run *r, const killers *k, belongs *in, int row) {
    count sum = {0};
    for (int i = 0; i < r->n; i++) {
        if (in(r, r->items[i].mutant, row)) count_outcome(r, k, &r->items[i], &sum);
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------- text

static void print_score_head(const killers *k, const char *what) {
    printf("%s%-12s %7s %7s", cli_color(stdout, CLI_BOLD), what, "mutants", "read");
    for (int i = 0; i < k->n; i++) printf(" %7s", k->names[i]);
    printf(" %8s %10s %6s %7s%s\n", "survived", "equivalent", "errors", "score",
           cli_color(stdout, CLI_PLAIN));
}

static void print_score_row(const killers *k, const char *name, const count *s) {
    if (!s->all) return;
    printf("%-12s %7d %7d", name, s->all, s->read);
    for (int i = 0; i < k->n; i++) printf(" %7d", s->killed[i]);
    printf(" %8d %10d %6d %6.1f%%\n", s->survived, s->equivalent, s->errors, score(s));
}

static void print_tables(const mutate_run *r) {
    const killers k = killers_of(r);
    const count sum = total(r);
    print_score_head(&k, "operator");
    for (int i = 0; i < CG_N_MUTATIONS; i++) {
        const count s = count_row(r, &k, of_operator, i);
        print_score_row(&k, cg_mutations[i].name, &s);
    }
    puts("");
    print_score_head(&k, "machine");
    for (int i = 0; machine_in_row(r, i); i++) {
        const count s = count_row(r, &k, of_machine, i);
        print_score_row(&k, machine_in_row(r, i), &s);
    }
    print_score_row(&k, "all", &sum);
}

// What a stage says up to its first colon, numbers left out: "memory oracle", "core # thread #".
static void kind_of_reason(const char *why, char out[40]) {
    int n = 0;
    for (const char *p = why; *p && *p != ':' && n < 38; p++) {
        const bool digit = *p >= '0' && *p <= '9';
        if (!digit || n == 0 || out[n - 1] != '#') out[n++] = digit ? '#' : *p;
    }
    out[n] = '\0';
}

enum { KINDS = 24 };
typedef struct {
    char names[KINDS][40];
    int counts[KINDS], n;
} kinds;

static void count_kind(kinds *k, const char *why) {
    char name[40];
    int i = 0;
    kind_of_reason(why, name);
    while (i < k->n && strcmp(k->names[i], name) != 0) i++;
    if (i == KINDS) i--; // the last counts for all the rest
    if (i == k->n) strcpy(k->names[k->n++], name);
    k->counts[i]++;
}

static void print_stage(const mutate_run *r, int i) {
    kinds k = {0};
    int killed = 0, late = 0;
    for (int n = 0; n < r->n; n++) {
        const mutate_outcome *o = &r->items[n];
        late += o->late >> i & 1;
        if (o->verdict != MUTATE_KILLED || o->stage != i) continue;
        killed++;
        count_kind(&k, o->why);
    }
    printf("stage %s killed %d, took too long %d: cohgen %s\n", r->stages.items[i].name, killed, late,
           r->stages.items[i].command);
    for (int n = 0; n < k.n; n++) printf("    %5d  %s\n", k.counts[n], k.names[n]);
}

void mutate_print_mutant(int number, const cg_mutant *m, bool verbose, FILE *out) {
    if (number) fprintf(out, "%-4d ", number);
    fprintf(out, "%s%s\n", m->id, m->refused ? "  (refused by the reader)" : "");
    if (!verbose) return;
    fprintf(out, "    - %s\n    + %s\n", m->before, *m->after ? m->after : "(left out)");
    if (m->refused) fprintf(out, "    %s\n", m->refused);
}

static void print_survivors(const mutate_run *r) {
    for (int i = 0; i < r->n; i++) {
        const mutate_outcome *o = &r->items[i];
        if (o->verdict == MUTATE_ERROR) {
            printf("\n%sERROR%s ", cli_color(stdout, CLI_RED), cli_color(stdout, CLI_PLAIN));
            mutate_print_mutant(0, o->mutant, true, stdout);
            printf("    %s: %s\n", r->stages.items[o->stage].name, o->why);
        } else if (o->verdict == MUTATE_SURVIVED && !o->equivalent) {
            printf("\n%sSURVIVED%s ", cli_color(stdout, CLI_RED), cli_color(stdout, CLI_PLAIN));
            mutate_print_mutant(0, o->mutant, true, stdout);
            if (o->late) puts("    (some stages took too long)");
        }
    }
}

// ---------------------------------------------------------------------------------------------------- JSON

static json_object *count_json(const killers *k, const count *s) {
    json_object *o = json_object_new_object();
    json_object_object_add(o, "mutants", json_object_new_int(s->all));
    json_object_object_add(o, "read", json_object_new_int(s->read));
    for (int i = 0; i < k->n; i++) json_object_object_add(o, k->names[i], json_object_new_int(s->killed[i]));
    json_object_object_add(o, "survived", json_object_new_int(s->survived));
    json_object_object_add(o, "equivalent", json_object_new_int(s->equivalent));
    json_object_object_add(o, "errors", json_object_new_int(s->errors));
    json_object_object_add(o, "score", json_object_new_double(score(s)));
    return o;
}

static json_object *outcome_json(const mutate_run *r, const mutate_outcome *o) {
    static const char *const WORDS[] = {"not run", "refused", "killed", "survived", "error"};
    json_object *x = json_object_new_object();
    const bool by = o->verdict == MUTATE_KILLED || o->verdict == MUTATE_ERROR;
    cg_json_put_text(x, "id", o->mutant->id);
    cg_json_put_text(x, "pointer", o->mutant->pointer);
    cg_json_put_text(x, "before", o->mutant->before);
    cg_json_put_text(x, "after", o->mutant->after);
    cg_json_put_text(x, "verdict", WORDS[o->verdict]);
    cg_json_put_text(x, "by",
                     o->verdict == MUTATE_READ ? "read"
                     : by                      ? r->stages.items[o->stage].name
                                               : NULL);
    cg_json_put_text(x, "why", o->why);
    cg_json_put_text(x, "equivalent", o->equivalent);
    json_object_object_add(x, "seconds", json_object_new_double(o->seconds));
    return x;
}

static json_object *report_json(const mutate_run *r) {
    const killers k = killers_of(r);
    const count sum = total(r);
    json_object *o = json_object_new_object(), *operators = json_object_new_object();
    json_object *machines = json_object_new_object(), *mutants = json_object_new_array();
    for (int i = 0; i < CG_N_MUTATIONS; i++) {
        const count s = count_row(r, &k, of_operator, i);
        if (s.all) json_object_object_add(operators, cg_mutations[i].name, count_json(&k, &s));
    }
    for (int i = 0; machine_in_row(r, i); i++) {
        const count s = count_row(r, &k, of_machine, i);
        json_object_object_add(machines, machine_in_row(r, i), count_json(&k, &s));
    }
    for (int i = 0; i < r->n; i++) {
        if (r->items[i].chosen) json_object_array_add(mutants, outcome_json(r, &r->items[i]));
    }
    cg_json_put_text(o, "protocol", r->mutants->name);
    json_object_object_add(o, "all", count_json(&k, &sum));
    if (r->all) {
        json_object_object_add(o, "generated", json_object_new_int(r->mutants->n));
        json_object_object_add(o, "unformed", json_object_new_int(r->mutants->unformed));
        json_object_object_add(o, "equal", json_object_new_int(r->mutants->equal));
    }
    json_object_object_add(o, "wrong_entries", json_object_new_int(r->n_wrong));
    json_object_object_add(o, "seconds", json_object_new_double(r->seconds));
    json_object_object_add(o, "operators", operators);
    json_object_object_add(o, "machines", machines);
    json_object_object_add(o, "mutants", mutants);
    return o;
}

enum { FLAGS = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE };

void mutate_print(const mutate_run *r) {
    if (cli_has(r->c, CLI_JSON)) {
        json_object *o = report_json(r);
        puts(json_object_to_json_string_ext(o, FLAGS));
        json_object_put(o);
        return;
    }
    if (cli_quiet(r->c)) return;
    print_tables(r);
    puts("");
    for (int i = 0; i < r->stages.n; i++) print_stage(r, i);
    print_survivors(r);
    printf("\n%d mutants", r->n_chosen);
    if (r->all) printf(" of %d", r->n);
    printf(" in %.0f s", r->seconds);
    if (r->all)
        printf("; not made: %d that are no table, %d that are the same table", r->mutants->unformed,
               r->mutants->equal);
    puts("");
}

bool mutate_report(const mutate_run *r) {
    const char *file = cli_value(r->c, CLI_REPORT, NULL);
    if (!file) return true;
    json_object *o = report_json(r);
    const bool good = json_object_to_file_ext(file, o, FLAGS) == 0;
    if (!good) cli_error("%s: cannot be written: %s", file, strerror(errno));
    json_object_put(o);
    return good;
}
