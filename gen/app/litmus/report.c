// What `cohgen litmus` says. See litmus.h.
#include <inttypes.h>
#include <json-c/json.h>

#include "base/json_write.h"
#include "litmus.h"

size_t litmus_common(const cg_lit_set *of, const cg_lit_set *in) {
    size_t n = 0;
    for (size_t i = 0; i < of->n; i++) n += cg_lit_set_has(in, &of->entries[i]);
    return n;
}

size_t litmus_holding(const cg_lit_set *of) {
    size_t n = 0;
    for (size_t i = 0; i < of->n; i++) n += of->entries[i].holds;
    return n;
}

// herd's words for how often a condition holds.
static const char *how_often(size_t holding, size_t all) {
    return holding == 0 ? "Never" : holding == all ? "Always" : "Sometimes";
}

static const char *const QUANTIFIERS[] = {"exists", "~exists", "forall"};

// Does the set fulfil what the test asks?
static bool fulfilled(const cg_litmus *t, const cg_lit_set *s) {
    size_t holding = litmus_holding(s);
    if (t->quantifier == CG_LIT_FORALL) return holding == s->n;
    return (holding > 0) == (t->quantifier == CG_LIT_EXISTS);
}

static void print_condition(const cg_litmus *t, FILE *out) {
    fprintf(out, "Condition %s (", QUANTIFIERS[t->quantifier]);
    cg_prop_print(t, t->condition, out);
    fputs(")\n", out);
}

// A race: "data race: P0 'sw x5,0(x6)' (line 4), P1 'lw x5,0(x6)' (line 4)"
static void print_race(const litmus_item *i) {
    printf("%s race:", i->legality.race);
    for (int k = 0; k < 2; k++) {
        const cg_lit_racer *r = &i->legality.of[k];
        printf("%s P%d '%s' (line %d)", k ? "," : "", r->thread, r->ins->text, r->ins->line);
    }
}

static void print_allowed_states(const litmus_item *i) {
    char text[CG_LIT_OUTCOME];
    const size_t holding = litmus_holding(&i->allowed);
    printf("Test %s %s\nStates %zu\n", i->test->name,
           i->test->quantifier == CG_LIT_FORALL ? "Required"
           : fulfilled(i->test, &i->allowed)    ? "Allowed"
                                                : "Forbidden",
           i->allowed.n);
    for (size_t k = 0; k < i->allowed.n; k++) {
        cg_lit_entry_text(&i->allowed, &i->allowed.entries[k], text);
        puts(text);
    }
    puts(fulfilled(i->test, &i->allowed) ? "Ok" : "No");
    print_condition(i->test, stdout);
    printf("Observation %s %s %zu %zu\n", i->test->name, how_often(holding, i->allowed.n), holding,
           i->allowed.n - holding);
    if (i->verdict == LITMUS_UNKEPT) printf("Not as promised: %s\n", i->legality.broken);
    putchar('\n');
}

// "3 mixed size, 1 malformed"; "" if nothing was refused.
static const char *refused(const litmus_work *w, char out[160]) {
    size_t n[CG_LIT_N_REFUSALS] = {0}, at = 0;
    for (size_t k = 0; k < w->n; k++)
        if (w->items[k].verdict == LITMUS_UNSUPPORTED) n[w->items[k].why]++;
    out[0] = 0;
    for (int why = 0; why < CG_LIT_N_REFUSALS; why++)
        if (n[why])
            at += (size_t)snprintf(out + at, 160 - at, "%s%zu %s", at ? ", " : "", n[why],
                                   cg_lit_refusal_words((cg_lit_refusal)why));
    return out;
}

void litmus_print_refused(const litmus_work *w, size_t bad) {
    char classes[160];
    cli_error("%zu of %zu files cannot be run: %s (--skip leaves them out)", bad, w->n, refused(w, classes));
}

typedef struct {
    size_t tests, illegal, unkept, refused, outcomes, hold;
} allowed_sums;

static allowed_sums add_up_allowed(const litmus_work *w) {
    allowed_sums s = {0};
    for (size_t k = 0; k < w->n; k++) {
        const litmus_item *i = &w->items[k];
        s.tests += i->verdict != LITMUS_UNSUPPORTED;
        s.refused += i->verdict == LITMUS_UNSUPPORTED;
        s.illegal += i->verdict == LITMUS_ILLEGAL;
        s.unkept += i->verdict == LITMUS_UNKEPT;
        if (i->verdict >= LITMUS_ILLEGAL) continue;
        s.outcomes += i->allowed.n;
        s.hold += litmus_holding(&i->allowed) > 0;
    }
    return s;
}

void litmus_print_allowed(const litmus_work *w) {
    const allowed_sums s = add_up_allowed(w);
    char classes[160];
    for (size_t i = 0; i < w->n; i++) {
        if (w->items[i].verdict == LITMUS_ILLEGAL) {
            printf("Test %s Illegal\n", w->items[i].test->name);
            print_race(&w->items[i]);
            fputs("\n\n", stdout);
        }
        if (w->items[i].verdict < LITMUS_ILLEGAL) print_allowed_states(&w->items[i]);
    }
    printf("tests: %zu; outcomes that %s allows: %zu; conditions that can hold: %zu", s.tests, w->model->name,
           s.outcomes, s.hold);
    if (w->model->races_forbidden) printf("; illegal: %zu; not as promised: %zu", s.illegal, s.unkept);
    printf(s.refused ? "; files skipped: %s\n" : "\n", refused(w, classes));
}

// ---------------------------------------------------------------------------------------------- simulations
static uint64_t seen_holding(const litmus_item *i) {
    uint64_t n = 0;
    for (size_t k = 0; k < i->seen.n; k++)
        if (i->seen.entries[k].holds) n += i->seen.entries[k].count;
    return n;
}

static void print_outcome(const litmus_work *w, const litmus_item *i, const cg_lit_set *of, size_t k) {
    char text[CG_LIT_OUTCOME];
    const cg_lit_entry *e = &of->entries[k];
    const char *note = !cg_lit_set_has(&i->allowed, e) ? "  FORBIDDEN"
                       : !cg_lit_set_has(&i->sc, e)    ? "  weak"
                                                       : "";
    cg_lit_entry_text(of, e, text);
    printf("%8" PRIu64 " %s %s%s%s%s\n", of == &i->seen ? e->count : 0, e->holds ? "*>" : ":>", text,
           *note == ' ' && note[2] == 'F' ? cli_color(stdout, CLI_RED) : "", note,
           cli_color(stdout, CLI_PLAIN));
    (void)w;
}

// The histogram in litmus7's manner: seen outcomes, then those allowed that were not seen.
static void print_histogram(const litmus_work *w, const litmus_item *i) {
    printf("Test %s\nHistogram (%zu states)\n", i->test->name, i->seen.n);
    for (size_t k = 0; k < i->seen.n; k++) print_outcome(w, i, &i->seen, k);
    for (size_t k = 0; k < i->allowed.n; k++)
        if (!cg_lit_set_has(&i->seen, &i->allowed.entries[k])) print_outcome(w, i, &i->allowed, k);
    print_condition(i->test, stdout);
}

static void print_test_verdict(const litmus_work *w, const litmus_item *i) {
    const bool good = i->verdict == LITMUS_OK;
    const char *color = cli_color(stdout, good ? CLI_GREEN : CLI_RED);
    printf("%s%-4s%s %s: ", color, good ? "ok" : "FAIL", cli_color(stdout, CLI_PLAIN), i->test->name);
    if (i->verdict == LITMUS_BROKEN || i->verdict == LITMUS_LOST) {
        printf("%s\n", i->error);
        return;
    }
    if (i->verdict == LITMUS_ILLEGAL) {
        fputs("illegal, and not run: ", stdout);
        print_race(i);
        putchar('\n');
        return;
    }
    if (i->verdict == LITMUS_UNKEPT) {
        printf("not run: the order of %s allows what it does not promise, %s\n", w->model->name,
               i->legality.broken);
        return;
    }
    if (!good)
        printf("outcomes that %s forbids: %zu; ", w->model->name,
               i->seen.n - litmus_common(&i->seen, &i->allowed));
    printf("condition %s by %s, held in %" PRIu64 " of %" PRIu64 " runs; %zu of %zu allowed outcomes",
           litmus_holding(&i->allowed) ? "allowed" : "forbidden", w->model->name, seen_holding(i),
           i->runs - i->cut - i->filtered, litmus_common(&i->allowed, &i->seen), i->allowed.n);
    if (i->seen.n > litmus_common(&i->seen, &i->sc))
        printf(", %zu beyond sc", i->seen.n - litmus_common(&i->seen, &i->sc));
    if (w->budget) {
        const litmus_reach reach = litmus_reach_of(i);
        if (reach.seen < reach.all) printf(", %zu reachable not seen", reach.all - reach.seen);
    }
    if (i->cut) printf("; %" PRIu64 " runs cut in a loop", i->cut);
    putchar('\n');
}

// The one command that does it again.
static void print_again(const litmus_work *w, const litmus_item *i) {
    static const int kept[] = {CLI_SET,  CLI_POINT,  CLI_MODEL,       CLI_WITHOUT,   CLI_CHOICE,
                               CLI_SRAM, CLI_CONFIG, CLI_NO_LOCKSTEP, CLI_NO_ORACLE, CLI_RUNS};
    printf("     reproduce: cohgen litmus %s", w->c->args[0]);
    for (size_t k = 0; k < sizeof kept / sizeof *kept; k++) {
        for (size_t v = 0; v < w->c->options[kept[k]].n; v++) {
            printf(" --%s", cli_options[kept[k]].name);
            if (cli_options[kept[k]].arg) printf(" %s", w->c->options[kept[k]].values[v]);
        }
    }
    litmus_hunt_options(w, i->seed - w->seed, stdout);
    printf(" --seed %" PRIu64 " --rounds 1 '%s'\n", i->seed, i->file);
}

typedef struct {
    size_t tests, unsupported, illegal, broken, lost, forbidden, beyond, with_beyond;
    size_t allowed, reached, sc, sc_reached, hunted, hunted_seen;
    uint64_t runs;
} sums;

static sums add_up(const litmus_work *w) {
    sums s = {0};
    for (size_t k = 0; k < w->n; k++) {
        const litmus_item *i = &w->items[k];
        s.tests++;
        s.unsupported += i->verdict == LITMUS_UNSUPPORTED;
        s.illegal += i->verdict == LITMUS_ILLEGAL;
        s.broken += i->verdict == LITMUS_BROKEN;
        s.lost += i->verdict == LITMUS_LOST;
        if (i->verdict > LITMUS_FORBIDDEN) continue;
        size_t beyond = i->seen.n - litmus_common(&i->seen, &i->sc);
        s.runs += i->runs;
        s.forbidden += i->seen.n - litmus_common(&i->seen, &i->allowed);
        s.beyond += beyond;
        s.with_beyond += beyond > 0;
        s.allowed += i->allowed.n;
        s.reached += litmus_common(&i->allowed, &i->seen);
        s.sc += i->sc.n;
        s.sc_reached += litmus_common(&i->sc, &i->seen);
        if (!w->budget) continue;
        const litmus_reach reach = litmus_reach_of(i);
        s.hunted += reach.beyond;
        s.hunted_seen += reach.beyond_seen;
    }
    return s;
}

static double percent(size_t part, size_t all) {
    return all ? 100.0 * (double)part / (double)all : 100.0;
}

static void print_sum(const litmus_work *w) {
    const sums s = add_up(w);
    char classes[160];
    printf("%zu tests, %" PRIu64 " runs in %.1f s (%.0f runs/s)", s.tests - s.unsupported, s.runs, w->seconds,
           w->seconds > 0 ? (double)s.runs / w->seconds : 0.0);
    if (s.unsupported) printf("; files skipped: %s", refused(w, classes));
    if (s.illegal) printf("; illegal: %zu", s.illegal);
    if (s.broken) printf("; %zu simulations failed", s.broken);
    if (s.lost) printf("; %zu simulations ended without a verdict", s.lost);
    printf("\n%zu outcomes outside %s; %zu of the %zu that it allows were reached (%.1f%%)\n", s.forbidden,
           w->model->name, s.reached, s.allowed, percent(s.reached, s.allowed));
    printf("sequentially consistent outcomes: %zu of %zu reached (%.1f%%); weaker ones: %zu, in %zu tests\n",
           s.sc_reached, s.sc, percent(s.sc_reached, s.sc), s.beyond, s.with_beyond);
    if (w->budget)
        printf("reachable beyond sc, allowed by %s and by %s: %zu of %zu seen (%.1f%%)\n", w->model->name,
               w->own->name, s.hunted_seen, s.hunted, percent(s.hunted_seen, s.hunted));
}

void litmus_print_results(const litmus_work *w) {
    const bool whole = w->n == 1 || cli_verbose(w->c);
    for (size_t k = 0; k < w->n; k++) {
        const litmus_item *i = &w->items[k];
        if (i->verdict == LITMUS_UNSUPPORTED || (cli_quiet(w->c) && i->verdict == LITMUS_OK)) continue;
        if (i->verdict == LITMUS_FORBIDDEN || (whole && i->verdict == LITMUS_OK)) print_histogram(w, i);
        print_test_verdict(w, i);
        if (i->verdict != LITMUS_OK && i->verdict != LITMUS_ILLEGAL && i->verdict != LITMUS_UNKEPT)
            print_again(w, i);
    }
    if (!cli_quiet(w->c)) print_sum(w);
}

static void add_bool_member(json_object *o, const char *key, bool v) {
    json_object_object_add(o, key, json_object_new_boolean(v));
}

static void put_outcomes(json_object *list, const litmus_work *w, const litmus_item *i, const cg_lit_set *of,
                         bool unseen) {
    char text[CG_LIT_OUTCOME];
    for (size_t k = 0; k < of->n; k++) {
        const cg_lit_entry *e = &of->entries[k];
        if (unseen && cg_lit_set_has(&i->seen, e)) continue;
        json_object *o = json_object_new_object();
        cg_lit_entry_text(of, e, text);
        cg_json_put_text(o, "state", text);
        if (i->runs) cg_json_put_count(o, "count", unseen ? 0 : e->count);
        add_bool_member(o, "holds", e->holds);
        add_bool_member(o, "allowed", cg_lit_set_has(&i->allowed, e));
        add_bool_member(o, "sc", cg_lit_set_has(&i->sc, e));
        if (w->budget) add_bool_member(o, "own", cg_lit_set_has(&i->own, e));
        json_object_array_add(list, o);
    }
}

// {"kind": "data", "accesses": [{"thread": 0, "line": 4, "text": "sw x5,0(x6)"}, ...]}
static json_object *race_json(const cg_lit_legality *l) {
    json_object *o = json_object_new_object(), *accesses = json_object_new_array();
    cg_json_put_text(o, "kind", l->race);
    for (int k = 0; k < 2; k++) {
        json_object *a = json_object_new_object();
        cg_json_put_count(a, "thread", (uint64_t)l->of[k].thread);
        cg_json_put_count(a, "line", (uint64_t)l->of[k].ins->line);
        cg_json_put_text(a, "text", l->of[k].ins->text);
        json_object_array_add(accesses, a);
    }
    json_object_object_add(o, "accesses", accesses);
    return o;
}

static json_object *item_json(const litmus_work *w, const litmus_item *i) {
    static const char *const verdicts[] = {"ok",   "unkept",  "forbidden",  "failed",
                                           "none", "illegal", "unsupported"};
    json_object *o = json_object_new_object(), *outcomes = json_object_new_array();
    cg_json_put_text(o, "file", i->file);
    cg_json_put_text(o, "verdict", verdicts[i->verdict]);
    if (i->error[0]) cg_json_put_text(o, "error", i->error);
    if (i->verdict == LITMUS_UNSUPPORTED) cg_json_put_text(o, "class", cg_lit_refusal_words(i->why));
    if (i->test) cg_json_put_text(o, "name", i->test->name);
    if (i->verdict == LITMUS_ILLEGAL) json_object_object_add(o, "race", race_json(&i->legality));
    if (i->verdict == LITMUS_UNKEPT) cg_json_put_text(o, "not_as_promised", i->legality.broken);
    if (i->verdict > LITMUS_FORBIDDEN) {
        json_object_put(outcomes);
        return o;
    }
    cg_json_put_text(o, "quantifier", QUANTIFIERS[i->test->quantifier]);
    cg_json_put_text(o, "condition", how_often(litmus_holding(&i->allowed), i->allowed.n));
    cg_json_put_count(o, "allowed", i->allowed.n);
    cg_json_put_count(o, "sc_allowed", i->sc.n);
    if (i->runs) {
        cg_json_put_count(o, "runs", i->runs);
        cg_json_put_count(o, "filtered", i->filtered);
        cg_json_put_count(o, "cut", i->cut);
        cg_json_put_count(o, "held", seen_holding(i));
        cg_json_put_count(o, "reached", litmus_common(&i->allowed, &i->seen));
        cg_json_put_count(o, "sc_reached", litmus_common(&i->sc, &i->seen));
        json_object_object_add(o, "seconds", json_object_new_double(i->seconds));
        put_outcomes(outcomes, w, i, &i->seen, false);
    }
    put_outcomes(outcomes, w, i, &i->allowed, true);
    json_object_object_add(o, "outcomes", outcomes);
    return o;
}

// How many files of each class were refused.
static json_object *refused_json(const litmus_work *w) {
    json_object *o = json_object_new_object();
    for (int why = 0; why < CG_LIT_N_REFUSALS; why++) {
        size_t n = 0;
        for (size_t k = 0; k < w->n; k++)
            n += w->items[k].verdict == LITMUS_UNSUPPORTED && w->items[k].why == (cg_lit_refusal)why;
        cg_json_put_count(o, cg_lit_refusal_words((cg_lit_refusal)why), n);
    }
    return o;
}

static json_object *allowed_json(const litmus_work *w) {
    const allowed_sums s = add_up_allowed(w);
    json_object *o = json_object_new_object();
    cg_json_put_count(o, "tests", s.tests);
    cg_json_put_count(o, "unsupported", s.refused);
    json_object_object_add(o, "refused", refused_json(w));
    if (w->model->races_forbidden) cg_json_put_count(o, "illegal", s.illegal);
    if (w->model->races_forbidden) cg_json_put_count(o, "not_as_promised", s.unkept);
    cg_json_put_count(o, "allowed", s.outcomes);
    cg_json_put_count(o, "conditions_that_can_hold", s.hold);
    return o;
}

static json_object *sum_json(const litmus_work *w) {
    const sums s = add_up(w);
    json_object *o = json_object_new_object();
    cg_json_put_count(o, "tests", s.tests - s.unsupported);
    cg_json_put_count(o, "unsupported", s.unsupported);
    json_object_object_add(o, "refused", refused_json(w));
    cg_json_put_count(o, "failed", s.broken);
    cg_json_put_count(o, "lost", s.lost);
    cg_json_put_count(o, "runs", s.runs);
    json_object_object_add(o, "seconds", json_object_new_double(w->seconds));
    cg_json_put_count(o, "forbidden", s.forbidden);
    cg_json_put_count(o, "allowed", s.allowed);
    cg_json_put_count(o, "reached", s.reached);
    cg_json_put_count(o, "sc_allowed", s.sc);
    cg_json_put_count(o, "sc_reached", s.sc_reached);
    cg_json_put_count(o, "beyond_sc", s.beyond);
    if (!w->budget) return o;
    cg_json_put_count(o, "reachable_beyond_sc", s.hunted);
    cg_json_put_count(o, "reachable_beyond_sc_seen", s.hunted_seen);
    return o;
}

void litmus_print_json(const litmus_work *w) {
    json_object *o = json_object_new_object(), *tests = json_object_new_array();
    if (w->p.spec) cg_json_put_text(o, "protocol", w->p.spec->name);
    cg_json_put_text(o, "model", w->model->name);
    if (w->p.spec) cg_json_put_count(o, "seed", w->seed);
    for (size_t k = 0; k < w->n; k++) json_object_array_add(tests, item_json(w, &w->items[k]));
    json_object_object_add(o, "tests", tests);
    json_object_object_add(o, "summary", w->p.spec ? sum_json(w) : allowed_json(w));
    cg_json_print(o, stdout);
    json_object_put(o);
}
