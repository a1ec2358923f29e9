// Which litmus tests have races that a model forbids, and whether models keep their promises to those that
// have none: by hand, against a machine that executes all interleavings, and over random tests.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "cases.h"
#include "judge/litmus/allowed.h"
#include "litmus_sets.h"

static char err[512];

static cg_litmus *parse(const char *text) {
    cg_litmus *t = cg_litmus_parse(text, "t", err, sizeof err);
    cr_assert(t != NULL, "%s\n%s", err, text);
    return t;
}

static cg_lit_legality judge(const cg_litmus *t, const cg_model *m, cg_lit_set *to) {
    cg_lit_legality l;
    const cg_lit_allow_options o = {.legality = &l};
    cg_lit_set_init(to, t);
    cr_assert(cg_lit_allowed(t, "t", m, &o, to, err, sizeof err), "%s", err);
    return l;
}

// ---------------------------------------------------------------------------------------------------- by
// hand Two threads; x in x10, y in x11, z in x12, 1 in x20, 2 in x21.
#define MARKS     "Marks = unpaired commutative nonordering speculative quantum local\n"
#define PLACES(p) #p ":x10=x; " #p ":x11=y; " #p ":x12=z; " #p ":x20=1; " #p ":x21=2; "

// Two columns of code, instructions ended by ';', as rows.
static cg_litmus *two(const char *one, const char *other) {
    char text[1200];
    size_t at =
        (size_t)snprintf(text, sizeof text, "RISCV t\n" MARKS "{ " PLACES(0) PLACES(1) "}\n P0 | P1 ;\n");
    while (*one || *other) {
        const int n = (int)strcspn(one, ";"), m = (int)strcspn(other, ";");
        at += (size_t)snprintf(text + at, sizeof text - at, " %.*s | %.*s ;\n", n, one, m, other);
        one += n + (one[n] == ';');
        other += m + (other[m] == ';');
    }
    snprintf(text + at, sizeof text - at, "locations [x; y; z; 0:x5; 1:x5; 1:x6;] exists (x=9)");
    return parse(text);
}

// The race of two threads under drfrlx: "" if they are legal, or "KIND: FIRST, SECOND".
static void races(const char *one, const char *other, const char *race) {
    cg_model *m = model_named("drfrlx");
    cg_litmus *t = two(one, other);
    cg_lit_set set;
    const cg_lit_legality l = judge(t, m, &set);
    char text[200] = "";
    if (l.race[0])
        snprintf(text, sizeof text, "%s: P%d %s, P%d %s", l.race, l.of[0].thread, l.of[0].ins->text,
                 l.of[1].thread, l.of[1].ins->text);
    cr_expect_str_eq(text, race, "%s | %s: '%s', not '%s'", one, other, text, race);
    cr_expect(l.broken[0] == '\0', "%s | %s: %s", one, other, l.broken);
    cr_expect((set.n == 0) == (l.race[0] != '\0'));
    cg_lit_set_free(&set);
    cg_litmus_free(t);
    cg_model_free(m);
}

Test(races, of_data_and_of_quantum) {
    races("sw x20,0(x10)", "lw x5,0(x10)", "data: P1 lw x5,0(x10), P0 sw x20,0(x10)");
    races("lw x5,0(x10)", "lw x5,0(x10)", "");
    races("sw.unpaired x20,0(x10)", "lw x5,0(x10)", "data: P1 lw x5,0(x10), P0 sw.unpaired x20,0(x10)");
    races("sw.unpaired x20,0(x10)", "lw.aq x5,0(x10)", "");
    races("sw.quantum x20,0(x10)", "lw.quantum x5,0(x10); sw x5,0(x11)", "");
    races("amoswap.w.quantum x5,x21,(x11); amoadd.w x0,x21,(x11); amoor.w.quantum x6,x0,(x11); sw x6,0(x12)",
          "nop", ""); // 4 is among the values that the last atomic may load
    races("sw.quantum x20,0(x10)", "lw.aq x5,0(x10)",
          "quantum: P1 lw.aq x5,0(x10), P0 sw.quantum x20,0(x10)");
}

#define ADD "amoadd.w.commutative x0,x20,(x10)"
Test(races, of_commutative_accesses) {
    races(ADD, ADD, "");
    races(ADD, "amoadd.w.unpaired x0,x21,(x10)", "");
    races("amoor.w.commutative x0,x20,(x10)", "amoor.w.commutative x0,x21,(x10)", "");
    races(ADD, "amoxor.w.commutative x0,x21,(x10)",
          "commutative: P0 " ADD ", P1 amoxor.w.commutative x0,x21,(x10)");
    races("sw.commutative x20,0(x10)", "amoswap.w.commutative x0,x20,(x10)", "");
    races("sw.commutative x20,0(x10)", "sw.commutative x21,0(x10)",
          "commutative: P0 sw.commutative x20,0(x10), P1 sw.commutative x21,0(x10)");
    races(ADD, "lw.unpaired x5,0(x10)", "commutative: P1 lw.unpaired x5,0(x10), P0 " ADD);
}

// Used: in an address, a stored value, or a branch, even one that nothing follows. Not: in a final register.
Test(races, of_what_is_used) {
    const char *race = "commutative: P0 " ADD ", P1 amoadd.w.commutative x5,x20,(x10)";
    races(ADD, "amoadd.w.commutative x5,x20,(x10); addi x6,x5,1", "");
    races(ADD, "amoadd.w.commutative x5,x20,(x10); sw x5,0(x11)", race);
    races(ADD, "amoadd.w.commutative x5,x20,(x10); xor x6,x5,x5; add x6,x6,x11; lw x7,0(x6)", race);
    races(ADD, "amoadd.w.commutative x5,x20,(x10); beqz x5,E; nop; E:", race);
    races("sw.speculative x20,0(x10)", "lw.speculative x5,0(x10)", "");
    races("sw.speculative x20,0(x10)", "lw.speculative x5,0(x10); sw x5,0(x11)",
          "speculative: P1 lw.speculative x5,0(x10), P0 sw.speculative x20,0(x10)");
    races("sw.speculative x20,0(x10)", "sw.speculative x20,0(x10)",
          "speculative: P0 sw.speculative x20,0(x10), P1 sw.speculative x20,0(x10)");
}

Test(races, of_paths) {
    races("sw.nonordering x20,0(x10)", "lw.nonordering x5,0(x10); sw x5,0(x11)", "");
    races("sw.nonordering x20,0(x10); sw.nonordering x21,0(x10)",
          "lw.nonordering x5,0(x10); lw.nonordering x6,0(x10)", ""); // of one word
    races("sw.unpaired x20,0(x10); sw.nonordering x20,0(x11)", "lw.nonordering x5,0(x11); lw x6,0(x12)", "");
    races("sw.unpaired x20,0(x10); sw.nonordering x20,0(x11)",
          "lw.nonordering x5,0(x11); lw.unpaired x6,0(x10)",
          "non-ordering: P1 lw.nonordering x5,0(x11), P0 sw.nonordering x20,0(x11)");
    races("sw.unpaired x20,0(x10); sw.unpaired x20,0(x11)", "lw.unpaired x5,0(x11); lw.unpaired x6,0(x10)",
          "");
    races("lw.nonordering x5,0(x10); sw.unpaired x20,0(x11)", "lw.unpaired x5,0(x11); sw.unpaired x20,0(x10)",
          "non-ordering: P0 lw.nonordering x5,0(x10), P1 sw.unpaired x20,0(x10)");
    // y orders x, and so does z, which is unpaired
    races("sw.unpaired x20,0(x10); sw.unpaired x20,0(x12); sw.nonordering x20,0(x11)",
          "lw.unpaired x5,0(x12); beqz x5,E; lw.nonordering x6,0(x11); lw.unpaired x6,0(x10); E:", "");
}

// What only the quantum-equivalent program shows: without a branch on what another stored there is no race.
Test(races, that_hang_on_arbitrary_values) {
    cg_litmus *t =
        two("sw.quantum x20,0(x10); sw x20,0(x11)", "lw.quantum x5,0(x10); bne x5,x21,E; sw x20,0(x11); E:");
    cg_model *m = model_named("drfrlx");
    cg_lit_set set;
    cr_expect_str_eq(judge(t, m, &set).race, "data");
    cg_lit_set_free(&set);
    for (unsigned c = 0; c < m->nclasses; c++) m->classes[c].arbitrary = false;
    cr_expect_str_eq(judge(t, m, &set).race, "");
    cg_lit_set_free(&set);
    cg_litmus_free(t);
    // Two loads of one arbitrary store, which are none themselves, agree.
    m->classes[cg_model_find_class(m, "store.quantum", 13)].arbitrary = true;
    t = two("sw.quantum x20,0(x10); sw.rl x20,0(x12)",
            "lw.aq x7,0(x12); beqz x7,E; lw x5,0(x10); lw x6,0(x10); beq x5,x6,E; sw x20,0(x12); E:");
    cr_expect_str_eq(judge(t, m, &set).race, "");
    cg_lit_set_free(&set);
    cg_litmus_free(t);
    cg_model_free(m);
}

// ------------------------------------------------------------------------------------------ coherent only
// Can the condition of a test of tests/litmus/marked hold?
static bool can_hold(const char *name, const char *model) {
    char path[200], text[4096];
    snprintf(path, sizeof path, "tests/litmus/marked/%s.litmus", name);
    FILE *in = fopen(path, "r");
    cr_assert_not_null(in, "%s", path);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    cg_model *m = model_named(model);
    cg_litmus *t = parse(text);
    t->filter = t->condition;
    cg_lit_set set;
    const cg_lit_legality l = judge(t, m, &set);
    cr_expect(!l.race[0] && !l.broken[0], "%s, %s: %s%s", name, model, l.race, l.broken);
    const bool can = set.n > 0;
    t->filter = NULL;
    cg_lit_set_free(&set);
    cg_litmus_free(t);
    cg_model_free(m);
    return can;
}

Test(coherent, what_rcpc_allows) {
    static const char *const both[] = {"MP+paired",   "WRC+paired", "WRC+flags", "ISA2+paired",
                                       "CoRR+paired", "CoRR+swap",  "MP+amos",   "2+2W+paired"};
    static const char *const weak[] = {"SB+paired", "IRIW+paired"};
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        cr_expect(!can_hold(both[i], "rc") && !can_hold(both[i], "rcpc"), "%s", both[i]);
    for (size_t i = 0; i < sizeof weak / sizeof *weak; i++)
        cr_expect(!can_hold(weak[i], "rc") && can_hold(weak[i], "rcpc"), "%s", weak[i]);
}

// A load that acquires takes over what the store handed on that it finds, and no more: so this has a race, if
// the load finds the first of two stores.
Test(coherent, a_race_behind_the_older_of_two_stores) {
    static const char ONE[] = "sw.rl x20,0(x10); sw x20,0(x11); sw.rl x20,0(x10)",
                      OTHER[] = "lw.aq x5,0(x10); beqz x5,E; lw x6,0(x11); E:";
    cg_model *m = model_named("rcpc");
    cg_litmus *t = two(ONE, OTHER);
    cg_lit_set set;
    cr_expect_str_eq(judge(t, m, &set).race, "data");
    cr_expect(set.n == 0);
    cg_lit_set_free(&set);
    cg_litmus_free(t);
    t = two("sw x20,0(x11); sw.rl x20,0(x10); sw.rl x21,0(x10)", OTHER);
    cr_expect_str_eq(judge(t, m, &set).race, "");
    cg_lit_set_free(&set);
    cg_litmus_free(t);
    cg_model_free(m);
}

// ------------------------------------------------------------------------------------------------- promises
// A model that orders less than its promise needs is caught.
static void unkept(cg_model *m, const char *one, const char *other, const char *what) {
    cg_litmus *t = two(one, other);
    cg_lit_set set;
    const cg_lit_legality l = judge(t, m, &set);
    cr_expect(l.race[0] == '\0' && strncmp(l.broken, what, strlen(what)) == 0, "%s | %s: '%s' '%s'", one,
              other, l.race, l.broken);
    cg_lit_set_free(&set);
    cg_litmus_free(t);
    cg_model_free(m);
}

static cg_model *without_order(const char *name, const char *cls) {
    cg_model *m = model_named(name);
    m->classes[cg_model_find_class(m, cls, strlen(cls))].before = 0;
    return m;
}

Test(races, promises_that_are_not_kept) {
    unkept(without_order("drf1", "store.unpaired"), "sw.unpaired x20,0(x10); lw.unpaired x5,0(x11)",
           "sw.unpaired x20,0(x11); lw.unpaired x5,0(x10)", "values: ");
    unkept(without_order("drf0", "store"), "sw x20,0(x10); amoswap.w.rl x0,x20,(x11)",
           "amoadd.w.aq x5,x0,(x11); beqz x5,E; lw x6,0(x10); E:", "happens-before: ");
    unkept(without_order("rc", "store"), "sw x20,0(x10); sw.rl x20,0(x11)",
           "lw.aq x5,0(x11); beqz x5,E; lw x6,0(x10); E:", "happens-before: ");
    unkept(without_order("rc", "store.rl"), "sw.rl x20,0(x10); lw.aq x5,0(x11)",
           "sw.rl x20,0(x11); lw.aq x5,0(x10)", "values: ");
    unkept(without_order("drfrlx", "store.unpaired"), "sw.unpaired x20,0(x10); sw.unpaired x20,0(x11)",
           "sw.unpaired x21,0(x11); sw.unpaired x21,0(x10)", "final memory: ");
    unkept(without_order("drfrlx", "store.speculative"), "sw.speculative x20,0(x10); sw.rl x20,0(x11)",
           "lw.aq x5,0(x11); beqz x5,E; lw.speculative x6,0(x10); sw x6,0(x12); E:", "happens-before: ");
}

// --------------------------------------------------------------------------------------- all interleavings
enum { EVENTS = 16 };

typedef struct {
    int thread, loc, cls;
    bool loads, stores;
} done;

typedef struct {
    done did[EVENTS]; // in the order of the execution
    int n;
    const cg_litmus *t;
    const cg_model *m;
    cg_lit_set set;
    bool races;
} interleavings;

// Both global, or both local on one core.
static bool one_instance(const interleavings *s, const done *a, const done *b) {
    const bool local = strstr(s->m->classes[a->cls].name, ".local") != NULL;
    return local == (strstr(s->m->classes[b->cls].name, ".local") != NULL) &&
           (!local || s->t->cores[a->thread] == s->t->cores[b->thread]);
}

// Races of data, and of synchronization of two scope instances, in one total order, by the definitions of the
// thesis's sections 2.2.2 and 3.2.2.
static bool has_race(const interleavings *s) {
    uint32_t before[EVENTS] = {0}; // bit i of before[k]: i happens before k
    for (int k = 0; k < s->n; k++) {
        for (int i = 0; i < k; i++) {
            const done *a = &s->did[i], *b = &s->did[k];
            const bool pairs = a->stores && b->loads && a->loc == b->loc &&
                               s->m->classes[a->cls].synchronizes & CG_MARK_RELEASE &&
                               s->m->classes[b->cls].synchronizes & CG_MARK_ACQUIRE && one_instance(s, a, b);
            if (a->thread == b->thread || pairs) before[k] |= before[i] | 1u << i;
        }
        for (int i = 0; i < k; i++) {
            const done *a = &s->did[i], *b = &s->did[k];
            const bool data = !s->m->classes[a->cls].sync || !s->m->classes[b->cls].sync;
            if (a->loc != b->loc || (!a->stores && !b->stores) || before[k] >> i & 1) continue;
            if (data || !one_instance(s, a, b)) return true;
        }
    }
    return false;
}

static unsigned marks_of(const interleavings *s, const cg_lit_ins *i) {
    unsigned marks = (i->acquire ? CG_MARK_ACQUIRE : 0) | (i->release ? CG_MARK_RELEASE : 0);
    for (int k = 0; k < s->t->n_marks; k++)
        if (i->marks >> k & 1) marks |= cg_model_mark(s->m, s->t->marks[k]);
    return marks;
}

static void access_memory(interleavings *s, cg_lit_state *state, int p, const cg_lit_ins *i) {
    static const cg_mem_kind kinds[] = {
        [CG_LIT_LOAD] = CG_MEM_LOAD, [CG_LIT_STORE] = CG_MEM_STORE, [CG_LIT_AMO] = CG_MEM_ATOMIC};
    int64_t *regs = state->regs[p], operand = i->rs2 < 0 ? 0 : regs[i->rs2];
    const int loc = cg_lit_location(s->t, regs[i->rs1] + i->imm);
    const int64_t old = state->mem[loc];
    cr_assert(s->n < EVENTS);
    s->did[s->n++] = (done){.thread = p,
                            .loc = loc,
                            .cls = cg_model_class_of(s->m, kinds[i->kind], marks_of(s, i)),
                            .loads = i->kind != CG_LIT_STORE,
                            .stores = i->kind != CG_LIT_LOAD};
    if (i->kind == CG_LIT_STORE) state->mem[loc] = cg_lit_word(operand);
    if (i->kind == CG_LIT_AMO) state->mem[loc] = cg_lit_word(cg_lit_amo(i, old, operand));
    if (i->kind != CG_LIT_STORE && i->rd) regs[i->rd] = old;
}

static void interleave(interleavings *s, const cg_lit_state *state, const int *pc) {
    bool end = true;
    for (int p = 0; p < s->t->n_threads; p++) {
        if (pc[p] == s->t->n_ins[p]) continue;
        const cg_lit_ins *i = &s->t->ins[p][pc[p]];
        cg_lit_state next = *state;
        int at[CG_LIT_THREADS];
        const int n = s->n;
        memcpy(at, pc, sizeof at);
        at[p]++;
        end = false;
        if (i->kind == CG_LIT_BRANCH && cg_lit_taken(i, next.regs[p][i->rs1], next.regs[p][i->rs2]))
            at[p] = i->target;
        if (i->kind == CG_LIT_LOAD || i->kind == CG_LIT_STORE || i->kind == CG_LIT_AMO)
            access_memory(s, &next, p, i);
        interleave(s, &next, at);
        s->n = n;
    }
    if (!end) return;
    s->races |= has_race(s);
    cg_lit_set_add(&s->set, state, 1);
}

// ----------------------------------------------------------------------------------------------- random
// tests An access of one of `n` labels (suffixes of a load, a store and an atomic), or a branch.
typedef struct {
    const char *load, *store, *atomic;
} label;

static const label DATA = {"", "", NULL}, PAIRED = {".aq", ".rl", ""},
                   UNPAIRED = {".unpaired", ".unpaired", ".unpaired"},
                   COMMUTATIVE = {".commutative", ".commutative", ".commutative"},
                   NONORDERING = {".nonordering", ".nonordering", ".nonordering"},
                   SPECULATIVE = {".speculative", ".speculative", ".speculative"},
                   LOCAL = {".local.aq", ".local.rl", ".local"},
                   QUANTUM = {".quantum", ".quantum", ".quantum"};

static int draw_instruction(cg_rng *rng, const label *l, char *to, size_t size) {
    const int kind = (int)cg_rng_below(rng, 6), word = 10 + (int)cg_rng_below(rng, 3);
    const int reg = 5 + (int)cg_rng_below(rng, 2), value = kind == 3 ? reg : 20 + (int)cg_rng_below(rng, 2);
    static const char *const ops[] = {"add", "or", "swap"};
    if (kind == 0) return snprintf(to, size, "beqz x%d,E; ", reg);
    if (kind == 1 && l->atomic)
        return snprintf(to, size, "amo%s.w%s x%d,x%d,(x%d); ", ops[cg_rng_below(rng, 3)], l->atomic,
                        cg_rng_below(rng, 2) ? reg : 0, value, word);
    if (kind <= 3) return snprintf(to, size, "sw%s x%d,0(x%d); ", l->store, value, word);
    return snprintf(to, size, "lw%s x%d,0(x%d); ", l->load, reg, word);
}

static cg_litmus *draw_test(cg_rng *rng, const label *const *labels, unsigned n) {
    char code[2][300];
    for (int p = 0; p < 2; p++) {
        size_t at = 0;
        const unsigned length = 2 + (unsigned)cg_rng_below(rng, 3);
        for (unsigned k = 0; k < length; k++)
            at += (size_t)draw_instruction(rng, labels[cg_rng_below(rng, n)], code[p] + at,
                                           sizeof code[p] - at);
        snprintf(code[p] + at, sizeof code[p] - at, "E:");
    }
    return two(code[0], code[1]);
}

// The races of all interleavings, and, if there are none, their outcomes. The threads' cores are drawn, too.
static void as_interleavings(const char *name, const label *const *labels, unsigned n, uint64_t seed) {
    cg_model *m = model_named(name);
    cg_rng rng = cg_rng_new(seed, 0);
    int legal = 0;
    for (int k = 0; k < cases(4000); k++) {
        cg_litmus *t = draw_test(&rng, labels, n);
        t->cores[1] = (int)cg_rng_below(&rng, 2);
        interleavings s = {.t = t, .m = m};
        cg_lit_state state = {0};
        cg_lit_set set;
        memcpy(state.regs, t->regs, sizeof state.regs);
        cg_lit_set_init(&s.set, t);
        interleave(&s, &state, (int[CG_LIT_THREADS]){0});
        cg_lit_set_sort(&s.set);
        const cg_lit_legality l = judge(t, m, &set);
        cr_assert((l.race[0] != '\0') == s.races, "test %d: '%s'", k, l.race);
        cr_assert(l.broken[0] == '\0' && (s.races || set.n == s.set.n), "test %d: %s", k, l.broken);
        for (size_t i = 0; i < set.n; i++) cr_assert(cg_lit_set_has(&s.set, &set.entries[i]), "test %d", k);
        legal += !s.races;
        cg_lit_set_free(&set);
        cg_lit_set_free(&s.set);
        cg_litmus_free(t);
    }
    cr_expect(legal > 100, "%d", legal);
    cg_model_free(m);
}

Test(races, as_interleavings_show) {
    static const label *const labels[] = {&DATA, &PAIRED, &PAIRED, &UNPAIRED};
    as_interleavings("drf1", labels, 4, 31);
}

Test(races, as_interleavings_show_of_loads_and_stores_that_synchronize) {
    static const label *const labels[] = {&DATA, &PAIRED, &PAIRED};
    as_interleavings("rc", labels, 3, 37);
}

Test(races, as_interleavings_show_in_scopes) {
    static const label *const labels[] = {&DATA, &PAIRED, &LOCAL, &LOCAL};
    as_interleavings("hrf", labels, 4, 34);
}

// Happens-before goes through a thread that synchronizes in both scopes; inclusion joins a core's instance
// and that of all where both threads are of the core.
Test(races, of_scopes) {
    cg_model *m = model_named("hrf");
    for (int same = 0; same < 2; same++) {
        for (int inclusion = 0; inclusion < 2; inclusion++) {
            cg_litmus *t =
                two("sw x20,0(x10);sw.local.rl x20,0(x11)", "lw.aq x5,0(x11);beqz x5,E;lw x6,0(x10);E:");
            cg_lit_set set;
            t->cores[1] = !same;
            m->inclusion = inclusion;
            const cg_lit_legality l = judge(t, m, &set);
            cr_expect_str_eq(l.race, same && inclusion ? "" : "synchronization");
            cg_lit_set_free(&set);
            cg_litmus_free(t);
        }
    }
    cg_model_free(m);
}

// drfrlx keeps its promise: whatever its order allows of a legal test.
static void keeps_promise(const label *const *labels, unsigned n, uint64_t seed) {
    cg_model *m = model_named("drfrlx"), *sc = model_named("sc");
    cg_rng rng = cg_rng_new(seed, 0);
    int legal = 0, weak = 0;
    for (int k = 0; k < cases(10000); k++) {
        cg_litmus *t = draw_test(&rng, labels, n);
        cg_lit_set set, strong;
        const cg_lit_legality l = judge(t, m, &set);
        cr_assert(l.broken[0] == '\0', "test %d: %s", k, l.broken);
        cg_lit_set_init(&strong, t);
        cr_assert(cg_lit_allowed(t, "t", sc, &(cg_lit_allow_options){0}, &strong, err, sizeof err), "%s",
                  err);
        legal += l.race[0] == '\0';
        weak += l.race[0] == '\0' && set.n > strong.n;
        cg_lit_set_free(&strong);
        cg_lit_set_free(&set);
        cg_litmus_free(t);
    }
    cr_expect(legal > 100 && (weak > 0 || !is_full()), "%d, %d", legal, weak);
    cg_model_free(sc);
    cg_model_free(m);
}

Test(races, promise_with_speculative_accesses) {
    static const label *const labels[] = {&PAIRED,      &SPECULATIVE, &SPECULATIVE,
                                          &SPECULATIVE, &COMMUTATIVE, &NONORDERING};
    keeps_promise(labels, 6, 32);
}

Test(races, promise_with_quantum_accesses) {
    static const label *const labels[] = {&PAIRED, &QUANTUM, &UNPAIRED, &DATA};
    keeps_promise(labels, 4, 33);
}
