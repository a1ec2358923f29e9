// cohgen check: what is printed for people.
#include <string.h>

#include "check.h"

const char *check_verdict(const explore_bound *b) {
    switch (b->stage) {
    case EXPLORE_HOLDS: return "complete, holds";
    case EXPLORE_VIOLATED: return "VIOLATED";
    case EXPLORE_LATE: return "out of time";
    case EXPLORE_STOPPED: return "stopped";
    case EXPLORE_FAILED: return "a tool failed";
    default: return "not run";
    }
}

static void print_bound(const explore_bound *b) {
    char states[32] = "", fired[32] = "", rate[32] = "", values[32] = "one marked";
    if (b->values) snprintf(values, sizeof values, "%d", b->values);
    if (b->result) {
        explore_count(b->result->states, states);
        explore_count(ex_fired(b->result), fired);
    }
    if (!b->cached && b->seconds[EXPLORE_RUNS] > 0) explore_count((uint64_t)explore_rate(b), rate);
    const double made = b->seconds[EXPLORE_RUMUR] + b->seconds[EXPLORE_CC];
    printf("| %s | %d | %s | %d | %s | %s | %s | %.1f + %.1f | %s | %s%s%s%s |\n", b->bound->name, b->lines,
           values, b->queue, b->bound->liveness ? "yes" : "-", states, fired, made,
           b->cached ? (double)b->result->seconds : b->seconds[EXPLORE_RUNS], rate,
           cli_color(stdout, b->stage == EXPLORE_HOLDS ? CLI_GREEN : CLI_RED), check_verdict(b),
           b->cached ? " (cached)" : "", cli_color(stdout, CLI_PLAIN));
}

static void print_bounds(const check_work *w) {
    printf("%s%s%s, all behaviours within these bounds\n\n", cli_color(stdout, CLI_BOLD), w->p.spec->title,
           cli_color(stdout, CLI_PLAIN));
    printf("| bound | lines | values | queue | progress | states | rules fired | s to make + explore | "
           "states/s | result |\n");
    printf(
        "|-------|------:|--------|------:|----------|-------:|------------:|------------:|---------:|-----"
        "---|\n");
    for (size_t i = 0; i < w->n; i++) print_bound(&w->bounds[i]);
    putchar('\n');
    for (size_t i = 0; i < w->n; i++)
        if (w->bounds[i].bound->doc) printf("%s: %s\n", w->bounds[i].bound->name, w->bounds[i].bound->doc);
    if (w->promise.unjudged)
        printf("Consistency '%s' does not keep all program order: values are not checked.\n",
               w->p.spec->consistency);
}

static void print_way_out(const check_work *w) {
    bool late = false;
    for (size_t i = 0; i < w->n; i++) late |= w->bounds[i].stage == EXPLORE_LATE;
    if (late)
        printf(
            "\nOut of time: a bound is smaller without some events (its \"without\", as in [\"l1.atomic\", "
            "\"l2.evict\"]), or with fewer lines, cores or threads: docs/checking.md.\n");
}

static void print_checks(const check_work *w) {
    const cg_spec *s = w->p.spec;
    printf("\nHold in all states: ");
    for (int i = 0; i < s->n_invariants; i++) printf("%s, ", s->invariants[i].name);
    printf("%sno deadlock, no impossible rule fires, every value fits.\n",
           w->promise.unjudged ? "" : "values in the order of the table, ");
    for (int i = 0; i < s->n_machines; i++) {
        const check_rules n = check_count(w, i);
        printf("%s: %d of %d rules that can fire did; %d impossible ones did not.\n", s->machines[i].name,
               n.fired, n.can_fire, n.impossible);
    }
}

static void print_rules(const check_work *w, const char *title,
                        bool (*is)(const check_work *w, int machine, int rule)) {
    const cg_spec *s = w->p.spec;
    bool first = true;
    for (int i = 0; i < s->n_machines; i++) {
        for (int k = 0; k < s->machines[i].n_rules; k++) {
            if (!is(w, i, k)) continue;
            if (first)
                printf("\n%s%s%s\n", cli_color(stdout, CLI_YELLOW), title, cli_color(stdout, CLI_PLAIN));
            first = false;
            printf("  %-28s %s\n", s->machines[i].rules[k].id, s->machines[i].rules[k].text);
        }
    }
}

// With --coverage: what is known of all rules, from simulation and from here.
static void print_coverage(const check_work *w) {
    static const char *const WHAT[] = {[CG_RULE_FIRED] = "fired in simulation",
                                       [CG_RULE_CHECKED] = "fired in Murphi only",
                                       [CG_RULE_UNREACHABLE] = "proved unreachable within bounds",
                                       [CG_RULE_NEVER] = "never"};
    const cg_spec *s = w->p.spec;
    printf("\nRules that can fire, with the simulations of %s:\n", cli_value(w->c, CLI_COVERAGE, ""));
    for (int state = CG_RULE_FIRED; state <= CG_RULE_NEVER; state++) {
        int n = 0;
        for (int pass = 0; pass < 2; pass++) {
            if (pass) printf("  %4d %s\n", n, WHAT[state]);
            for (int i = 0; i < s->n_machines; i++) {
                for (int k = 0; k < s->machines[i].n_rules; k++) {
                    const cg_rule *r = &s->machines[i].rules[k];
                    if (!cg_coverage_counts(r)) continue;
                    if ((int)cg_coverage_state(&w->coverage->rules[i][k]) != state) continue;
                    n += !pass;
                    if (pass && state != CG_RULE_FIRED) printf("         %s\n", r->id);
                }
            }
        }
    }
}

static void print_violation(const check_work *w) {
    char command[2 * CLI_PATH];
    const ex_steps *s = w->steps;
    printf("\n%s%s%s in bound '%s': %s\n", cli_color(stdout, CLI_RED), s->kind, cli_color(stdout, CLI_PLAIN),
           w->violated->bound->name, s->what);
    if (s->why) printf("%s\n", s->why);
    putchar('\n');
    ex_print_chart(s, stdout);
    if (s->wrong) printf("\nThe trace is not understood from there on: %s\n", s->wrong);
    check_replay_command(w, command, sizeof command);
    printf("\n%s: chart.txt, chart.svg, model.m, trace.txt, replay.json\n", w->out);
    printf("On the hardware: %s\n", command);
}

void check_print(const check_work *w) {
    if (w->known) {
        printf("%s: explored elsewhere, and holds: the models are %s\n", w->p.spec->title, w->models);
        return;
    }
    print_bounds(w);
    print_way_out(w);
    if (w->violated) print_violation(w);
    if (!w->complete) return;
    print_checks(w);
    print_rules(w, "Unreachable within these bounds, and not marked impossible:", check_unreachable);
    print_rules(w, "Left out: their events happen in none of these bounds:", check_left_out);
    if (cli_has(w->c, CLI_COVERAGE)) print_coverage(w);
}
