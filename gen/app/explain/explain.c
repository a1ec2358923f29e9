// cohgen explain: a cell of a table in words.
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/cli.h"
#include "app/cli/counts.h"
#include "base/json_write.h"
#include "base/memory.h"
#include "tell/explain/explain.h"
#include "tell/text.h"

typedef struct {
    const cg_spec *spec;
    const cg_explanation *e;
    const cli_counts *counts;
    bool ours;       // tests/sim runs this table
    char *not_fired; // tests/sim/not_fired.list, NULL: not there
} page;

// --------------------------------------------------------------------------------------------- the tests

// The reason that not_fired.list gives for a rule, to be freed; NULL: it is not there.
static char *reason_not_fired(const char *list, const char *id) {
    const size_t n = strlen(id);
    for (const char *p = list; p && *p; p += strcspn(p, "\n"), p += *p == '\n') {
        if (!strncmp(p, id, n) && p[n] == ' ') return strndup(p + n + 1, strcspn(p + n + 1, "\n"));
    }
    return NULL;
}

// What the lists of co-simulations say of a rule, to be freed; NULL: nothing.
static char *tests_of_rule(const page *p, const cg_rule *r) {
    char *text = NULL, *why = reason_not_fired(p->not_fired, r->id);
    if (!p->ours) return NULL;
    FILE *out = cg_text_open(&text, NULL);
    if (!doc_is_transition(r))
        fprintf(out, "not counted: %s",
                r->impossible ? "an assertion" : "the hardware does not report a pure stall");
    else if (why)
        fprintf(out, "no co-simulation of tests/sim fires it: %s", why);
    else
        fputs("some co-simulation of tests/sim/runs.list must fire it, or that stage fails", out);
    fclose(out);
    free(why);
    return text;
}

static const doc_count *counts_of_rule(const page *p, const cg_rule *r) {
    return p->counts->rules ? &p->counts->rules[p->e->cell.machine][r - p->e->machine->rules] : NULL;
}

// ------------------------------------------------------------------------------------------------- text

static void print_explained_rule(const page *p, const cg_explained *x) {
    const cg_rule *r = x->rule;
    printf("\n%s%s%s\n", cli_color(stdout, CLI_BOLD), r->id, cli_color(stdout, CLI_PLAIN));
    if (r->when) printf("  when   %s\n", r->when->text);
    for (int i = 0; i < x->n_lets; i++)
        printf("%s%s is %s%s%s\n", i ? "         " : "  lets   ", x->lets[i]->name, x->lets[i]->text,
               x->lets[i]->doc ? ": " : "", x->lets[i]->doc ? x->lets[i]->doc : "");
    if (!r->when && r->index) puts("  when   no rule above it holds");
    for (int i = 0; i < x->n_does; i++) printf("  %s  %s\n", i ? "     " : "does ", x->does[i]);
    if (!x->n_does) puts("  does   nothing");
    if (x->next && !r->impossible)
        printf("  next   %s%s\n", x->next, r->next == r->state ? ", as it was" : "");
    if (r->note) printf("  why    %s\n", r->note);
    char *tests = tests_of_rule(p, r);
    if (tests) printf("  tests  %s\n", tests);
    free(tests);
    const doc_count *k = counts_of_rule(p, r);
    if (k && doc_is_transition(r)) printf("  fired  %llu times\n", (unsigned long long)k->fired);
    if (k && k->checked)
        printf("         %llu times in the exhaustive check\n", (unsigned long long)k->checked);
    if (k && k->unreachable) puts("         proved unreachable within the bounds of the check");
}

static void print_meets(const cg_meets *m) {
    printf("  %-10s %-10s %s\n", m->event->name, m->kind, m->how);
    if (m->possible && m->senders) printf("  %-10s %-10s sent by %s\n", "", "", m->senders);
}

static void print_cell_text(const page *p) {
    const cg_explanation *e = p->e;
    const cg_event *event = &e->machine->events[e->cell.event];
    const char *doc = event->doc ? event->doc : "";
    if (e->cell.state == CG_NONE) {
        printf("%s, %s (%s), about no line%s%s\n", e->machine->name, event->name,
               doc_event_kind(p->spec, event), *doc ? ": " : "", doc);
    } else {
        const cg_state *s = &e->machine->states[e->cell.state];
        printf("%s in %s (%s%s: %s), %s (%s)%s%s\n", e->machine->name, s->name,
               s->transient ? "transient" : "stable", s->no_data ? ", its data elsewhere" : "", s->doc,
               event->name, doc_event_kind(p->spec, event), *doc ? ": " : "", doc);
    }
    if (event->alarm) printf("  when   %s\n", event->alarm->text);
    for (int i = 0; i < e->n_rules; i++) print_explained_rule(p, &e->rules[i]);
    for (int i = 0; i < e->n_after; i++) {
        const cg_state *s = &e->machine->states[e->after[i].state];
        printf("\n%sthen, in %s%s (%s): what the table lets this line meet\n", cli_color(stdout, CLI_BOLD),
               s->name, cli_color(stdout, CLI_PLAIN), s->transient ? "transient" : "stable");
        for (int k = 0; k < e->after[i].n_meets; k++) print_meets(&e->after[i].meets[k]);
    }
    if (e->n_after)
        puts("\nThe last part is read off the table: what it has rules for. Which of it is ever under way at "
             "once, a "
             "simulation\nor a check must say.");
}

// ------------------------------------------------------------------------------------------------- JSON

static json_object *texts_json(const char *const *list, int n) {
    json_object *o = json_object_new_array();
    for (int i = 0; i < n; i++) json_object_array_add(o, json_object_new_string(list[i]));
    return o;
}

static json_object *explained_rule_json(const page *p, const cg_explained *x) {
    json_object *o = json_object_new_object(), *lets = json_object_new_object();
    char *tests = tests_of_rule(p, x->rule);
    cg_json_put_text(o, "id", x->rule->id);
    cg_json_put_text(o, "when", x->rule->when ? x->rule->when->text : NULL);
    for (int i = 0; i < x->n_lets; i++) {
        json_object *let = json_object_new_object();
        cg_json_put_text(let, "is", x->lets[i]->text);
        cg_json_put_text(let, "doc", x->lets[i]->doc);
        json_object_object_add(lets, x->lets[i]->name, let);
    }
    json_object_object_add(o, "lets", lets);
    json_object_object_add(o, "does", texts_json(x->does, x->n_does));
    json_object_object_add(o, "sends", texts_json(x->sends, x->n_sends));
    cg_json_put_text(o, "next", x->next);
    cg_json_put_text(o, "note", x->rule->note);
    cg_json_put_text(o, "tests", tests);
    free(tests);
    const doc_count *k = counts_of_rule(p, x->rule);
    if (k) json_object_object_add(o, "fired", json_object_new_uint64(k->fired));
    return o;
}

static json_object *after_json(const page *p, int i) {
    json_object *o = json_object_new_object(), *list = json_object_new_array();
    cg_json_put_text(o, "state", p->e->machine->states[p->e->after[i].state].name);
    for (int k = 0; k < p->e->after[i].n_meets; k++) {
        const cg_meets *m = &p->e->after[i].meets[k];
        json_object *one = json_object_new_object();
        cg_json_put_text(one, "event", m->event->name);
        cg_json_put_text(one, "kind", m->kind);
        cg_json_put_text(one, "how", m->how);
        json_object_object_add(one, "possible", json_object_new_boolean(m->possible));
        cg_json_put_text(one, "senders", m->senders);
        json_object_array_add(list, one);
    }
    json_object_object_add(o, "meets", list);
    return o;
}

static void print_cell_json(const page *p) {
    const cg_explanation *e = p->e;
    json_object *o = json_object_new_object(), *rules = json_object_new_array(),
                *after = json_object_new_array();
    cg_json_put_text(o, "protocol", p->spec->name);
    cg_json_put_text(o, "machine", e->machine->name);
    cg_json_put_text(o, "state", e->cell.state == CG_NONE ? NULL : e->machine->states[e->cell.state].name);
    cg_json_put_text(o, "event", e->machine->events[e->cell.event].name);
    for (int i = 0; i < e->n_rules; i++) json_object_array_add(rules, explained_rule_json(p, &e->rules[i]));
    for (int i = 0; i < e->n_after; i++) json_object_array_add(after, after_json(p, i));
    json_object_object_add(o, "rules", rules);
    json_object_object_add(o, "after", after);
    cg_json_print(o, stdout);
    json_object_put(o);
}

// -------------------------------------------------------------------------------------------------- the road

// tests/sim runs the tables of protocols/, and knows nothing of a table elsewhere.
static bool is_table_of_ours(const cg_spec *spec) {
    char path[CLI_PATH], file[300];
    snprintf(file, sizeof file, "%.250s.json", spec->name);
    if (strcmp(cli_home_path(path, "protocols", file), spec->file) != 0) return false;
    return access(cli_home_path(path, "tests/sim", "runs.list"), R_OK) == 0;
}

static int explain_cell(const cli *c, const cli_protocol *protocol, const cli_counts *counts) {
    const cg_spec *spec = protocol->spec;
    cg_arena *a = cg_arena_new();
    cg_cell cell;
    const char *error = NULL;
    char path[CLI_PATH];
    const bool found = cg_find_cell(a, spec, c->args + 1, c->n_args - 1, &cell, &error);
    if (found) {
        const cg_explanation e = cg_explain(a, spec, &cell);
        page p = {.spec = spec, .e = &e, .counts = counts};
        p.ours = is_table_of_ours(spec);
        p.not_fired = cli_read_file(cli_home_path(path, "tests/sim", "not_fired.list"));
        if (cli_has(c, CLI_JSON))
            print_cell_json(&p);
        else if (!cli_quiet(c))
            print_cell_text(&p);
        free(p.not_fired);
    } else {
        cli_error("%s", error);
    }
    cg_arena_free(a);
    return found ? CLI_OK : CLI_BAD_INPUT;
}

int cmd_explain(const cli *c) {
    return cli_with_counts(c, explain_cell);
}
