// What a checker prints, and how a counterexample becomes transitions of the table. explore/lease.xml is what
// one printed about a table whose writes forget the leases (tests/faults/table/lease_dropped.sed).
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "explore/explore.h"
#include "interp/eval.h"
#include "load/load.h"
#include "rows.h"

static char *read_text(const char *name) {
    char path[512], *text = calloc(1, 1 << 20);
    snprintf(path, sizeof path, "tests/unit/explore/%s", name);
    FILE *in = fopen(path, "r");
    cr_assert(in && text, "%s", path);
    text[fread(text, 1, (1 << 20) - 1, in)] = '\0';
    fclose(in);
    return text;
}

static const cg_setting SMALL[] = {
    {"cores", "2", "test", false},   {"threads", "1", "test", false},   {"partitions", "1", "test", false},
    {"ts_bits", "3", "test", false}, {"lease_min", "1", "test", false}, {"lease_max", "1", "test", false},
};

static cg_spec *read_spec(void) {
    cg_diags *diags = cg_diags_new();
    cg_spec *s = cg_spec_read("protocols/rcc.json", SMALL, sizeof SMALL / sizeof *SMALL, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    cr_assert(s);
    return s;
}

typedef struct {
    cg_spec *spec;
    ex_parser *parser;
    ex_steps *steps;
} trace;

static trace read_trace(const char *text) {
    trace t = {read_spec(), ex_parser_new(), NULL};
    cr_assert(ex_parser_feed(t.parser, text, strlen(text)), "%s", ex_parser_wrong(t.parser));
    const ex_result *r = ex_parser_result(t.parser);
    cr_assert_geq(r->n_errors, 1);
    t.steps = ex_steps_new(t.spec, &r->errors[0], 1, 1, 0);
    return t;
}

static void free_trace(trace *t) {
    ex_steps_free(t->steps);
    ex_parser_free(t->parser);
    cg_spec_free(t->spec);
}

// --------------------------------------------------------------------------------------------------- the XML

#define BEGIN "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rumur_run>\n"

static const char RUN[] = BEGIN
    "<information state_size_bits=\"70\" state_size_bytes=\"9\" hash_table_slots=\"32768\"/>\n"
    "<progress states=\"10000\" duration_seconds=\"1\" rules_fired=\"300\" queue_size=\"7\" "
    "thread_id=\"0\"/>\n"
    "<progress states=\"20000\" duration_seconds=\"2\" rules_fired=\"500\" queue_size=\"8\" "
    "thread_id=\"1\"/>\n"
    "<cover_result message=\"p.a.V.load.1\" count=\"5\"/>\n"
    "<cover_result message=\"p.b.I.GETS\" count=\"6\"/>\n<cover_result message=\"p.b.I.GETS (deferred)\" "
    "count=\"2\"/>\n"
    "<cover_result message=\"p.b.I.GETSX\" count=\"0\"/>\n"
    "<summary states=\"20123\" rules_fired=\"1234\" errors=\"0\" duration_seconds=\"3\"/>\n</rumur_run>";

Test(explore, output_may_come_in_any_pieces) {
    for (size_t piece = 1; piece < sizeof RUN; piece += 13) {
        ex_parser *p = ex_parser_new();
        for (size_t at = 0; at < sizeof RUN - 1; at += piece) {
            const size_t left = sizeof RUN - 1 - at;
            cr_assert(ex_parser_feed(p, RUN + at, left < piece ? left : piece));
        }
        ex_parser_end(p);
        const ex_result *r = ex_parser_result(p);
        cr_assert(r->finished);
        cr_assert_eq(r->states, 20123);
        cr_assert_eq(r->state_bits, 70);
        cr_assert_eq(ex_fired(r), 1234);
        cr_assert_eq(r->seconds, 3);
        cr_assert_eq(r->n_errors, 0);
        ex_parser_free(p);
    }
}

Test(explore, progress_is_summed_over_threads) {
    ex_parser *p = ex_parser_new();
    cr_assert(ex_parser_feed(p, RUN, (size_t)(strstr(RUN, "<cover") - RUN)));
    const ex_result *r = ex_parser_result(p);
    cr_assert_not(r->finished);
    cr_assert_eq(r->states, 20000);
    cr_assert_eq(ex_queue(r), 15);
    cr_assert_eq(ex_fired(r), 800);
    ex_parser_free(p);
}

Test(explore, covers_of_deferred_messages_count) {
    ex_parser *p = ex_parser_new();
    cr_assert(ex_parser_feed(p, RUN, sizeof RUN - 1));
    const ex_result *r = ex_parser_result(p);
    cr_assert_eq(ex_covered(r, "p.b.I.GETS"), 8);
    cr_assert_eq(ex_covered(r, "p.a.V.load.1"), 5);
    cr_assert(ex_has_cover(r, "p.b.I.GETSX"));
    cr_assert_eq(ex_covered(r, "p.b.I.GETSX"), 0);
    cr_assert_not(ex_has_cover(r, "p.a.V.load"));
    ex_parser_free(p);
}

Test(explore, what_is_no_xml_is_refused) {
    static const char *const WRONG[] = {"Segmentation fault", BEGIN "<progress states=\"1\"></rumur_run>"};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        ex_parser *p = ex_parser_new();
        cr_assert_not(ex_parser_feed(p, WRONG[i], strlen(WRONG[i])), "%s", WRONG[i]);
        cr_assert(ex_parser_wrong(p));
        cr_assert_not(ex_parser_result(p)->finished);
        ex_parser_free(p);
    }
}

Test(explore, every_beginning_of_an_output_is_read_or_refused) {
    char *text = read_text("lease.xml");
    cg_spec *spec = read_spec();
    const size_t n = strlen(text);
    for (size_t cut = 0; cut < n; cut += 97) {
        ex_parser *p = ex_parser_new();
        cr_assert(ex_parser_feed(p, text, cut));
        const ex_result *r = ex_parser_result(p);
        cr_assert_not(r->finished && cut < n - 200);
        if (r->n_errors) ex_steps_free(ex_steps_new(spec, &r->errors[0], 1, 1, 0));
        ex_parser_free(p);
    }
    cg_spec_free(spec);
    free(text);
}

// ---------------------------------------------------------------------------------------------- transitions

Test(explore, a_counterexample_becomes_rules_of_the_table) {
    static const struct {
        const char *rule;
        int node, src, thread, word, sent;
        bool again;
    } WANT[] = {
        {"rcc.l1.I.load", 1, -1, 0, -1, -1, false}, {"rcc.l1.I.store", 0, -1, 0, 1, -1, false},
        {"rcc.l2.I.GETS", 0, 1, 0, -1, 0, false},   {"rcc.l2.IV.FILL", 0, -1, -1, -1, 2, false},
        {"rcc.l2.V.GETS.3", 0, 1, 0, -1, -1, true}, {"rcc.l2.V.WRITE.2", 0, 0, 0, -1, 1, false},
        {"rcc.l1.IV.DATA", 1, 0, 0, -1, 4, false},
    };
    char *text = read_text("lease.xml");
    trace t = read_trace(text);
    cr_assert_null(t.steps->wrong, "%s", t.steps->wrong);
    cr_assert_eq(t.steps->n_steps, (int)(sizeof WANT / sizeof *WANT));
    for (int i = 0; i < t.steps->n_steps; i++) {
        const ex_step *x = &t.steps->steps[i];
        cr_expect_str_eq(x->rule->id, WANT[i].rule);
        cr_expect_eq(x->node, WANT[i].node, "step %d", i);
        cr_expect_eq(x->src, WANT[i].src, "step %d: from %d", i, x->src);
        cr_expect_eq(x->line, 0, "step %d", i);
        cr_expect_eq(x->word, WANT[i].word, "step %d", i);
        cr_expect_eq(x->sent, WANT[i].sent, "step %d: sent by %d", i, x->sent);
        cr_expect_eq(x->again, WANT[i].again, "step %d", i);
        if (x->event->kind == CG_EV_CORE) cr_expect_eq(x->thread, WANT[i].thread, "step %d", i);
    }
    cr_expect_str_eq(t.steps->kind, "data value");
    cr_expect_str_eq(t.steps->steps[0].before, "I");
    cr_expect_str_eq(t.steps->steps[0].after, "IV");
    cr_expect_str_eq(t.steps->steps[6].returned, "0");
    cr_expect_eq(t.steps->n_pending, 1);
    free_trace(&t);
    free(text);
}

static void to_text(const ex_steps *s, const char *file, void (*print)(const ex_steps *s, FILE *out)) {
    char *text = NULL, *want = read_text(file);
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    print(s, out);
    fclose(out);
    cr_expect_str_eq(text, want, "%s is now:\n%s", file, text);
    free(text);
    free(want);
}

static void print_replay(const ex_steps *s, FILE *out) {
    cr_expect(ex_print_replay(s, out));
}

Test(explore, the_chart_and_the_replay_of_a_counterexample) {
    char *text = read_text("lease.xml");
    trace t = read_trace(text);
    to_text(t.steps, "lease.chart", ex_print_chart);
    to_text(t.steps, "lease.replay", print_replay);
    free_trace(&t);
    free(text);
}

// A model with one Murphi rule a rule of the table names them itself.
Test(explore, rules_may_be_named_by_their_ids) {
    static const char *const BY_EVENT = "&quot;l1.load&quot;", *const BY_ID = "&quot;rcc.l1.I.load&quot;";
    char *text = read_text("lease.xml"), *other = calloc(1, strlen(text) + 64), *at = strstr(text, BY_EVENT);
    cr_assert(other && at);
    sprintf(other, "%.*s%s%s", (int)(at - text), text, BY_ID, at + strlen(BY_EVENT));
    trace t = read_trace(other);
    cr_assert_null(t.steps->wrong, "%s", t.steps->wrong);
    cr_assert_str_eq(t.steps->steps[0].rule->id, "rcc.l1.I.load");
    free_trace(&t);
    free(other);
    free(text);
}

Test(explore, a_rule_that_is_not_in_the_table_is_said) {
    static const char *const NAME = "&quot;l1.load&quot;", *const OTHER = "&quot;l1.loud&quot;";
    char *text = read_text("lease.xml"), *at = strstr(text, NAME);
    cr_assert(at);
    memcpy(at, OTHER, strlen(OTHER));
    trace t = read_trace(text);
    cr_assert(t.steps->wrong);
    cr_assert(strstr(t.steps->wrong, "l1.loud"), "%s", t.steps->wrong);
    free_trace(&t);
    free(text);
}

static cg_expr operation(cg_xop op, const cg_expr *a, const cg_expr *b) {
    return (cg_expr){.op = op, .type = {CG_T_INT, 64, CG_NONE, CG_NONE}, .a = a, .b = b};
}

static cg_expr constant(uint64_t v) {
    cg_expr x = operation(CG_X_CONST, NULL, NULL);
    x.value = v;
    return x;
}

// Has the first step of the trace the rule rcc.l1.I.load, when its guard is `x` == what the interpreter makes
// of `x`?
static bool agrees_with_interpreter(const ex_error *e, cg_spec *spec, const cg_expr *x) {
    cg_formula *f = cg_formula_new(x);
    const cg_env env = {0};
    cg_fault fault = CG_FAULT_NONE;
    const cg_expr v = constant(cg_formula_run(f, &env, &fault)), guard = operation(CG_X_EQ, x, &v);
    cg_formula_free(f);
    cg_machine *m = &spec->machines[cg_find_machine(spec, "l1")];
    for (int i = 0; i < m->n_rules; i++)
        if (!strcmp(m->rules[i].id, "rcc.l1.I.load")) m->rules[i].when = &guard;
    ex_steps *s = ex_steps_new(spec, e, 1, 1, 0);
    const bool same = s->n_steps && !strcmp(s->steps[0].rule->id, "rcc.l1.I.load");
    ex_steps_free(s);
    return same;
}

Test(explore, guards_mean_what_they_mean_to_the_interpreter) {
    static const cg_xop OPS[] = {CG_X_ADD, CG_X_MUL, CG_X_SHL,   CG_X_SHR,       CG_X_LT,      CG_X_GE,
                                 CG_X_MIN, CG_X_MAX, CG_X_UNION, CG_X_INTERSECT, CG_X_WITHOUT, CG_X_IN};
    static const uint64_t NUMBERS[] = {0, 1, 5, 63, 64, 65, 200, UINT64_MAX};
    enum { N = sizeof NUMBERS / sizeof *NUMBERS };
    char *text = read_text("lease.xml");
    trace t = read_trace(text);
    const ex_error *e = &ex_parser_result(t.parser)->errors[0];
    for (int k = 0; k < N * N; k++) {
        const cg_expr a = constant(NUMBERS[k / N]), b = constant(NUMBERS[k % N]);
        for (size_t i = 0; i < sizeof OPS / sizeof *OPS; i++) {
            const cg_expr x = operation(OPS[i], &a, &b);
            cr_expect(agrees_with_interpreter(e, t.spec, &x), "operator %d of %llu and %llu", (int)OPS[i],
                      (unsigned long long)a.value, (unsigned long long)b.value);
        }
        const cg_expr set = operation(CG_X_SET_OF, &a, NULL);
        cr_expect(agrees_with_interpreter(e, t.spec, &set), "the set of %llu", (unsigned long long)a.value);
    }
    free_trace(&t);
    free(text);
}

static void check_error(const char *const *row, void *of) {
    char text[600];
    (void)of;
    snprintf(text, sizeof text, BEGIN "<error includes_trace=\"true\"><message>%s</message></error>", row[0]);
    trace t = read_trace(text);
    cr_expect_str_eq(t.steps->kind, row[1]);
    cr_expect_str_eq(t.steps->name, row[2]);
    cr_expect(*t.steps->what);
    cr_expect_eq(t.steps->n_steps, 0);
    free_trace(&t);
}

Test(explore, messages_say_what_is_wrong) {
    check_rows("errors.rows", 3, check_error, NULL);
}

// ------------------------------------------------------------------------------------- the checker's C text

#define COVERS                                                                                               \
    "        if (covers[i] == 0) {\n"                                                                        \
    "          error_count++;\n"                                                                             \
    "          status = EXIT_FAILURE;\n"                                                                     \
    "        }\n"                                                                                            \
    "        error_count++;\n"
#define NARROW "\nhandle_narrow(struct handle h, size_t offset, size_t width) {\n"
#define PART(H, E, W)                                                                                        \
    "((struct handle){ .base = " H ".base + (" H ".offset + " E ") / CHAR_BIT, .offset = (" H ".offset + " E \
    ") % CHAR_BIT, .width = " W " })"
#define OTHER "((struct handle){ .base = (uint8_t*)p->data + (v.base - s->data), .offset = v.offset })"

static char *tuned(const char *text, bool liveness, bool *good) {
    size_t size = 0;
    char *made = NULL;
    FILE *out = open_memstream(&made, &size);
    cr_assert(out);
    *good = ex_tune(text, liveness, out);
    fclose(out);
    return made;
}

static void expect_tuned(const char *text, const char *wanted) {
    bool good;
    char *made = tuned(text, false, &good);
    cr_expect(good);
    cr_expect_str_eq(made, wanted);
    free(made);
}

// note [covers]: what did not fire is no error. Only that count goes.
Test(explore, a_checker_does_not_count_what_never_fired) {
    bool good;
    char *made = tuned(COVERS, true, &good);
    cr_expect(good);
    cr_expect_str_eq(made, "        if (covers[i] == 0) {\n"
                           "          status = EXIT_FAILURE;\n"
                           "        }\n"
                           "        error_count++;\n");
    free(made);
}

Test(explore, a_checker_that_counts_otherwise_is_not_trusted_with_progress) {
    static const char OTHERWISE[] = "  if (!covers[i]) error_count++;\n";
    bool good;
    free(tuned(OTHERWISE, true, &good));
    cr_expect(!good);
    free(tuned(OTHERWISE, false, &good));
    cr_expect(good, "no progress is looked for");
}

Test(explore, handles_become_short) {
    expect_tuned(NARROW "x(" PART("ru_a", "(i0 * ((size_t)4ull))", "4ull") ");\n",
                 NARROW "x(handle_narrow(ru_a, (i0 * ((size_t)4ull)), 4ull));\n");
    expect_tuned(NARROW PART(PART(OTHER, "2", "9ull"), "((size_t)5)", "1ull") ", " PART("b", "1", "2") "\n",
                 NARROW "handle_narrow(handle_narrow(" OTHER
                        ", 2, 9ull), ((size_t)5), 1ull), handle_narrow(b, 1, 2)\n");
}

Test(explore, other_text_is_left_as_it_is) {
    static const char *const LEFT[] = {
        PART("ru_a", "1", "2") "\n", // there is no such function
        NARROW OTHER "\n",
        NARROW "((struct handle){ .base = a.base + (b.offset + 1) / CHAR_BIT, .offset = 0, .width = 2 })\n",
        NARROW "((struct handle){ .base = a.base + (a.offset + 1) / CHAR_BIT, .offset = (a.offset + 2) % "
               "CHAR_BIT, .width = 2 })\n",
        NARROW "((struct handle){ .base = a\n.base })\n",
    };
    for (size_t i = 0; i < sizeof LEFT / sizeof *LEFT; i++) expect_tuned(LEFT[i], LEFT[i]);
}

Test(explore, what_runs_seldom_is_not_optimized) {
    bool good;
    static const char TEXT[] = "static void state_print(const struct state *s) {\n"
                               "static void check_liveness_final(void) {\n"
                               "  state_print(s);\n";
    char *made = tuned(TEXT, false, &good);
    cr_expect_str_eq(made,
                     "__attribute__((optimize(\"O0\"))) static void state_print(const struct state *s) {\n"
                     "__attribute__((optimize(\"O0\"))) static void check_liveness_final(void) {\n"
                     "  state_print(s);\n");
    free(made);
}

// note [known]
Test(explore, a_state_that_is_known_is_not_looked_at_further) {
    static const char BODY[] = " {\n        do {\n          struct state *n = state_dup(s);\n}\n}\n";
    char text[300], wanted[400];
    bool good;
    snprintf(text, sizeof text, "static void check_liveness_final(void)%sstatic void explore(void)%s", BODY,
             BODY);
    snprintf(
        wanted, sizeof wanted,
        "static void check_liveness_final(void) {\n        do {\n          if (unknown_liveness(s) == 0) "
        "break;\n          struct state *n = state_dup(s);\n}\n}\nstatic void explore(void)%s",
        BODY);
    char *made = tuned(text, true, &good);
    cr_expect_str_eq(made, wanted);
    free(made);
}

// note [bytes]
Test(explore, what_lies_in_a_byte_is_read_and_written_at_once) {
    static const char READ[] = "static __attribute__((pure)) uint64_t read_raw(struct handle h) {\n",
                      WRITE[] = "static void write_raw(struct handle h, uint64_t v) {\n";
    bool good;
    char *read = tuned(READ, false, &good), *write = tuned(WRITE, false, &good);
    cr_expect(!strncmp(read, READ, strlen(READ)) && strstr(read, "h.offset + h.width <= 8"));
    cr_expect(!strncmp(write, WRITE, strlen(WRITE)) && strstr(write, "h.offset + h.width <= 8"));
    free(read);
    free(write);
}

// note [registers]
Test(explore, handles_fit_registers_and_accesses_are_one_function) {
    expect_tuned(
        "struct handle {\n  uint8_t *base;\n  size_t offset;\n  size_t width;\n};\n  size_t offset;\n",
        "struct handle {\n  uint8_t *base;\n  uint32_t offset;\n  uint32_t width;\n};\n"
        "  size_t offset;\n");
    expect_tuned("static value_t\nhandle_read(const char *name) {\nstatic value_t\nhandle_copy(int a) {\n",
                 "__attribute__((flatten)) static value_t\nhandle_read(const char *name) {\nstatic value_t\n"
                 "handle_copy(int a) {\n");
}

Test(explore, errors_that_are_not_shown_are_counted) {
    ex_parser *p = ex_parser_new();
    static const char ALL[] =
        BEGIN "<summary states=\"5\" rules_fired=\"6\" errors=\"7\" duration_seconds=\"0\"/>\n</rumur_run>\n";
    cr_assert(ex_parser_feed(p, ALL, strlen(ALL)));
    ex_parser_end(p);
    cr_expect_eq(ex_parser_result(p)->counted, 7);
    cr_expect_eq(ex_parser_result(p)->n_errors, 0);
    ex_parser_free(p);
}
