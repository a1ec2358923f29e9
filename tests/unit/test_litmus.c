#define _DEFAULT_SOURCE
// Litmus tests: the reader and its errors, what instructions do, and the enumerator against a second one that
// executes all interleavings.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "cases.h"
#include "judge/litmus/allowed.h"
#include "litmus_sets.h"
#include "programs/litmus/orders.h"
#include "programs/thread.h"
#include "programs/workload.h"

static char err[512];

static cg_litmus *parse(const char *text) {
    cg_litmus *t = cg_litmus_parse(text, "t", err, sizeof err);
    cr_assert(t != NULL, "%s", err);
    return t;
}

static bool allow(const cg_litmus *t, const char *name, bool by_value, cg_lit_set *to) {
    cg_model *m = model_named(name);
    cg_lit_allow_options o = {.by_value = by_value};
    cg_lit_set_init(to, t);
    bool good = cg_lit_allowed(t, "t", m, &o, to, err, sizeof err);
    cg_model_free(m);
    return good;
}

// ---------------------------------------------------------------------------------------------- the reader
#define HEAD "RISCV t\n{ 0:x6=x; }\n P0 ;\n"

Test(litmus, errors) {
    static const char *const cases[][2] = {
        {"", "t:1: error: 'RISCV NAME' is wanted"},
        {"X86 SB\n{}\n P0 ;\nexists (x=1)", "t:1: error: 'RISCV NAME' is wanted, not 'X86'"},
        {"RISCV\n{}\n P0 ;\nexists (x=1)", "t:1: error: the test has no name"},
        {"RISCV t\nx", "t:2: error: there is no '{' that begins the initial state"},
        {"RISCV t\n{ 0:x6=x;\n", "t:3: error: the initial state has no '}'"},
        {"RISCV t\n{ 0:y6=x; }", "t:2: error: there is no register 'y6'"},
        {"RISCV t\n{ 99:x6=x; }", "t:2: error: there is no thread 99"},
        {"RISCV t\n{ int x[2]; }", "t:2: error: arrays are not supported"},
        {"RISCV t\n{ uint8_t x; }", "t:2: error: uint8_t: parts of words are not supported"},
        {"RISCV t\n{ x=4294967296; }", "t:2: error: 4294967296 does not fit into a word of 32 bits"},
        {"RISCV t\n{ x=99999999999999999999; }", "t:2: error: a number of more than 64 bits"},
        {"RISCV t\n{ x=1 y=2; }", "t:2: error: ';' is wanted in the initial state"},
        {"RISCV t\n{}\n(* x", "t:3: error: a comment that no '*)' ends"},
        {"RISCV t\n{}\n P1 ;\nexists (x=1)", "t:3: error: P0 is wanted at the head of a column"},
        {"RISCV t\n{}\nexists (x=1)", "t:3: error: the test has no threads"},
        {HEAD " sw x5,0(x6)", "t:4: error: a row of the code that no ';' ends"},
        {HEAD " nop | nop ;\nexists (x=1)", "t:4: error: more columns than threads"},
        {HEAD " vadd x1 ;\nexists (x=1)", "t:4: error: P0: 'vadd x1': this instruction is not supported"},
        {HEAD " lb x5,0(x6) ;\nexists (x=1)", "t:4: error: P0: 'lb x5,0(x6)': accesses to parts of words"},
        {HEAD " lw x5 ;\nexists (x=1)", "t:4: error: P0: 'lw x5': it has 1 operands, not 2"},
        {HEAD " lw x50,0(x6) ;\nexists (x=1)", "t:4: error: P0: 'lw x50,0(x6)': 'x50' is no register"},
        {HEAD " lw x5,y(x6) ;\nexists (x=1)", "t:4: error: P0: 'lw x5,y(x6)': 'y(x6)' is no address"},
        {HEAD " lw.sc x5,0(x6) ;\nexists (x=1)",
         "t:4: error: P0: 'lw.sc x5,0(x6)': there is no suffix '.sc'"},
        {HEAD " amoadd x5,x5,(x6) ;\nexists (x=1)",
         "t:4: error: P0: 'amoadd x5,x5,(x6)': its size is .w or .d"},
        {HEAD " addi x5,x5,9999 ;\nexists (x=1)",
         "t:4: error: P0: 'addi x5,x5,9999': '9999' is not in -2048..2047"},
        {HEAD " fence x,r ;\nexists (x=1)", "t:4: error: P0: 'fence x,r': 'x' names no accesses"},
        {HEAD " bne x5,x0,L ;\nexists (x=1)", "t:4: error: P0 branches to 'L', which is no label of it"},
        {HEAD " L: ;\n L: ;\nexists (x=1)", "t:5: error: P0 has the label 'L' twice"},
        {HEAD " nop ;\n", "t:5: error: the test asks nothing"},
        {HEAD " nop ;\nexists (x 1)", "t:5: error: '=' is wanted in the condition at '1)'"},
        {HEAD " nop ;\nexists (x=1", "t:5: error: ')' is wanted in the condition"},
        {HEAD " nop ;\nexists (1:x5=1)", "t:5: error: there is no thread 1"},
        {HEAD " nop ;\nexists (x=1) /\\ y=1 z",
         "t:5: error: nothing is wanted behind the condition, not 'z'"},
        {HEAD " nop ;\nobserved x=1;",
         "t:5: error: 'exists', '~exists' or 'forall' is wanted at 'observed x=1'"},
        {HEAD " nop ;\nlocations [x y]", "t:5: error: ';' or ']' is wanted in 'locations' at 'y]'"},
        {HEAD " nop ;\nlocations [x int, y]", "t:5: error: ';' or ']' is wanted in 'locations' at ', y]'"},
        {HEAD " la x5,7 ;\nexists (x=1)", "t:4: error: P0: 'la x5,7': '7' names no location"},
        {HEAD " nop ;\n~forall (x=1)", "t:5: error: '~forall' is not supported"},
        {"RISCV t\nMarks = quick 1\n{", "t:2: error: a mark is a word of small letters, not '1"},
        {"RISCV t\nCores = 0 12\n{", "t:2: error: 'Cores' gives a number below 12 to each thread"},
        {"RISCV t\nMarks=a b c d e f g h i\n{", "t:2: error: more than 8 marks, or one that is too long"},
        {"RISCV t\nMarks = quick\n{ 0:x6=x; }\n P0 ;\n lw.quickly x5,0(x6) ;\nexists (x=1)",
         "t:5: error: P0: 'lw.quickly x5,0(x6)': there is no suffix '.quickly'"},
        {"RISCV t\n{ 1:x5=1; }\n P0 ;\n nop ;\nexists (x=1)",
         "t:1: error: registers of P1, which has no code"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cg_litmus *t = cg_litmus_parse(cases[i][0], "t", err, sizeof err);
        cr_expect(t == NULL, "%s", cases[i][0]);
        cr_expect(strncmp(err, cases[i][1], strlen(cases[i][1])) == 0, "%s\n  wanted: %s", err, cases[i][1]);
        cg_litmus_free(t);
    }
}

Test(litmus, errors_of_executions) {
    static const char *const cases[][2] = {
        {HEAD " lw x5,4(x6) ;\nexists (x=1)", "which is no location"},
        {HEAD " lw x5,0(x6) ;\n ld x5,0(x6) ;\nexists (x=1)",
         "t:5: error: P0: 'ld x5,0(x6)' accesses 8 bytes of 'x'"},
        {HEAD " li x5,4294967296 ;\n sd x5,0(x6) ;\nexists (x=1)",
         "t:5: error: P0: 'sd x5,0(x6)' stores 4294967296"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cg_litmus *t = parse(cases[i][0]);
        cg_lit_set s;
        cr_expect(!allow(t, "sc", false, &s));
        cr_expect(strstr(err, cases[i][1]) != NULL, "%s\n  wanted: %s", err, cases[i][1]);
        cg_lit_set_free(&s);
        cg_litmus_free(t);
    }
}

// The only final state of one thread, printed.
static void computes(const char *code, const char *outcome) {
    char text[1000], got[CG_LIT_OUTCOME];
    snprintf(text, sizeof text,
             "RISCV t\n{ 0:x6=x; 0:x7=7; 0:x8=-3; x=5; }\n P0 ;\n %s ;\nlocations [x;] exists (0:x5=0)",
             code);
    cg_litmus *t = parse(text);
    cg_lit_set s;
    cr_assert(allow(t, "sc", false, &s), "%s", err);
    cr_assert(s.n == 1);
    cg_lit_entry_text(&s, &s.entries[0], got);
    cr_expect(strcmp(got, outcome) == 0, "%s: %s, not %s", code, got, outcome);
    cg_lit_set_free(&s);
    cg_litmus_free(t);
}

Test(litmus, instructions) {
    computes("li x5,-9", "0:x5=-9; x=5;");
    computes("lui x5,0x80000", "0:x5=-2147483648; x=5;");
    computes("mv a0,x7; addi t0,a0,-1", "0:x5=6; x=5;");
    computes("sub x5,x7,x8", "0:x5=10; x=5;");
    computes("neg x5,x7", "0:x5=-7; x=5;");
    computes("not x5,x7", "0:x5=-8; x=5;");
    computes("xor x5,x7,x8", "0:x5=-6; x=5;");
    computes("andi x5,x7,2", "0:x5=2; x=5;");
    computes("slli x5,x7,40", "0:x5=7696581394432; x=5;");
    computes("srliw x5,x8,28", "0:x5=15; x=5;");
    computes("sraiw x5,x8,1", "0:x5=-2; x=5;");
    computes("addw x5,x7,x8", "0:x5=4; x=5;");
    computes("sltu x5,x7,x8", "0:x5=1; x=5;");
    computes("slti x5,x8,0", "0:x5=1; x=5;");
    computes("seqz x5,x0; snez x5,x5", "0:x5=1; x=5;");
    computes("mul x5,x7,x8", "0:x5=-21; x=5;");
    computes("lw x5,0(x6); sw x7,(x6)", "0:x5=5; x=7;");
    computes("amoadd.w x5,x8,(x6)", "0:x5=5; x=2;");
    computes("amomin.d x5,x8,0(x6)", "0:x5=5; x=-3;");
    computes("amomaxu.w.aqrl x5,x8,(x6)", "0:x5=5; x=-3;");
    computes("ori x5,x0,010", "0:x5=10; x=5;");
    computes("la x5 , x; sext.w x7,x7; sw x7 , 0 ( x5 )", "0:x5=x; x=7;");
    computes(".L-1/a : j .L-1/b; li x5,1; .L-1/b: nop", "0:x5=0; x=5;");
    computes("mv x5,x6; j L; li x5,1; L: nop", "0:x5=x; x=5;");
    computes("li x5,3; L: addi x5,x5,-1; bgtz x5,L", "0:x5=0; x=5;");
    computes("bltu x7,x8,L; li x5,1; L:", "0:x5=0; x=5;");
    computes("ble x7,x8,L; li x5,1; L:", "0:x5=1; x=5;");
}

Test(litmus, conditions) {
    cg_litmus *t = parse("RISCV t\n{ x=1; y=x; 0:x5=2; }\n P0 ;\n nop ;\n"
                         "filter x=1 locations [0:x9;] forall (x=1 \\/ y=1) /\\ (not (0:x5=3) => [y]=x);");
    char text[200] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    cg_lit_state s = {.mem = {1, cg_lit_address(0)}, .regs = {{[5] = 2}}};
    cg_prop_print(t, t->condition, out);
    fclose(out);
    cr_expect(strcmp(text, "([x]=1 \\/ [y]=1) /\\ not (0:x5=3) => [y]=x") == 0, "%s", text);
    cr_expect(t->quantifier == CG_LIT_FORALL && t->n_vars == 4);
    cr_expect(cg_prop_holds(t->condition, &s) && cg_prop_holds(t->filter, &s));
    s.mem[1] = 1;
    cr_expect(!cg_prop_holds(t->condition, &s));
    s.regs[0][5] = 3;
    cr_expect(cg_prop_holds(t->condition, &s));
    cg_litmus_free(t);
}

// herd's grammar: => binds tighter than /\, that tighter than \/.
Test(litmus, conditions_print_as_they_were_read) {
    static const char *const cases[] = {
        "[x]=1 /\\ [y]=1 => [x]=2 \\/ [y]=3",    "([x]=1 /\\ [y]=1) => ([x]=2 \\/ [y]=3)",
        "([x]=1 => [y]=1) => [x]=2 => [y]=2",    "not ([x]=1 => [y]=1) /\\ ([x]=2 \\/ true)",
        "not (not ([x]=1)) \\/ false => [y]=-1",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400], printed[200] = "";
        snprintf(text, sizeof text, HEAD " nop ;\nexists (%s)", cases[i]);
        cg_litmus *t = parse(text);
        FILE *out = fmemopen(printed, sizeof printed, "w");
        cg_prop_print(t, t->condition, out);
        fclose(out);
        cr_expect(strcmp(printed, cases[i]) == 0, "%s, not %s", printed, cases[i]);
        cg_litmus_free(t);
    }
    cg_litmus *t = parse(HEAD " nop ;\nexists x=1 /\\ y=1 => y=2");
    cg_lit_state s = {.mem = {2, 3}}; // not x=1, so not the whole, though y=1 => y=2
    cr_expect(!cg_prop_holds(t->condition, &s));
    cg_litmus_free(t);
}

// What people and generators write around a test.
Test(litmus, headers_and_forms) {
    cg_litmus *t = parse(
        "RISCV MP+po.x (MP) \"a string {\nin two lines\"\nCom=Rf { Fr\nOrig=a\n\"Cycle {\"\nsome words\r\n"
        "{ _Atomic int *p=&x.1; P0:x5=x.1; uint64_t y=0x10; P1:a0=-0x1;\n}\n P0 | P1 ;\n"
        " LC.1 : lw x6,0(x5) | ;\n\n | nop ;\n"
        "locations [x.1 int; 0:x6 long*; *y; [p]]\nfinal P0:x6=0;\nwith x: exists;\n<<");
    cr_expect(strcmp(t->name, "MP+po.x") == 0, "%s", t->name);
    cr_expect(t->quantifier == CG_LIT_EXISTS && t->n_vars == 4 && t->n_threads == 2 && t->n_locs == 3);
    cr_expect(t->regs[0][5] == cg_lit_address(1) && t->locs[0].init == cg_lit_address(1));
    cr_expect(t->locs[2].init == 16 && t->regs[1][10] == -1 && t->ins[0][0].line == 10);
    cg_litmus_free(t);
    t = parse(
        "RISCV t\nCores = 3\nMarks=quick slow\r\nMarksman=b\n{ 0:x6=x; }\n P0 ;\n lw.slow.aq x5,0(x6) ;\n"
        " amoadd.w.quick.slow x5,x5,(x6) ;\nexists (x=1)");
    cr_expect(t->cores[0] == 3 && t->cores[1] == 1);
    cr_expect(t->n_marks == 2 && t->ins[0][0].marks == 2 && t->ins[0][0].acquire && t->ins[0][1].marks == 3);
    cg_litmus_free(t);
    t = parse(HEAD " nop ;\nlocations [x;]\n");
    cr_expect(t->quantifier == CG_LIT_FORALL && t->condition->kind == CG_PROP_TRUE);
    cg_litmus_free(t);
}

// -------------------------------------------------------------------------------------- all interleavings
typedef struct {
    cg_lit_state state;
    int pc[CG_LIT_THREADS], reserved[CG_LIT_THREADS];
    bool alone[CG_LIT_THREADS]; // no other thread has stored to the reserved word
} machine;

static void stored(const cg_litmus *t, machine *m, int by, int loc) {
    for (int p = 0; p < t->n_threads; p++)
        if (p != by && m->reserved[p] == loc) m->alone[p] = false;
}

static void interleave(const cg_litmus *t, const machine *from, cg_lit_set *to);

// One instruction of thread p; `fails`: a store-conditional that could succeed does not.
static void execute_one(const cg_litmus *t, machine *m, int p, bool fails) {
    const cg_lit_ins *i = &t->ins[p][m->pc[p]++];
    int64_t *regs = m->state.regs[p], a = regs[i->rs1], b = i->rs2 >= 0 ? regs[i->rs2] : i->imm, result = 0;
    int loc = cg_lit_location(t, a);
    bool writes = i->rd != 0;
    switch (i->kind) {
    case CG_LIT_OP: result = cg_lit_compute(i, a, b); break;
    case CG_LIT_LR: m->reserved[p] = loc, m->alone[p] = true; // fall through
    case CG_LIT_LOAD: result = m->state.mem[loc]; break;
    case CG_LIT_AMO:
        result = m->state.mem[loc];
        m->state.mem[loc] = cg_lit_amo(i, result, b);
        stored(t, m, p, loc);
        break;
    case CG_LIT_SC:
        result = fails || m->reserved[p] != loc || !m->alone[p];
        m->reserved[p] = -1;
        if (result) break; // fall through
    case CG_LIT_STORE:
        m->state.mem[loc] = cg_lit_word(b);
        stored(t, m, p, loc);
        writes = writes && i->kind == CG_LIT_SC;
        break;
    case CG_LIT_BRANCH:
        if (cg_lit_taken(i, a, b)) m->pc[p] = i->target; // fall through
    default: writes = false;
    }
    if (writes) regs[i->rd] = result;
}

static void step(const cg_litmus *t, machine m, int p, bool fails, cg_lit_set *to) {
    execute_one(t, &m, p, fails);
    interleave(t, &m, to);
}

static void interleave(const cg_litmus *t, const machine *from, cg_lit_set *to) {
    bool done = true;
    for (int p = 0; p < t->n_threads; p++) {
        if (from->pc[p] >= t->n_ins[p]) continue;
        done = false;
        step(t, *from, p, false, to);
        if (t->ins[p][from->pc[p]].kind == CG_LIT_SC) step(t, *from, p, true, to);
    }
    if (done) cg_lit_set_add(to, &from->state, 1);
}

static void all_interleavings(const cg_litmus *t, cg_lit_set *to) {
    machine m = {0};
    cg_lit_set_init(to, t);
    memcpy(m.state.regs, t->regs, sizeof m.state.regs);
    for (int l = 0; l < t->n_locs; l++) m.state.mem[l] = t->locs[l].init;
    for (int p = 0; p < t->n_threads; p++) m.reserved[p] = -1;
    interleave(t, &m, to);
}

// A made-up test of three threads over two words.
static void make_up(cg_rng *r, char *text, size_t size) {
    static const char *const code[] = {
        "lw x5,0(x10)",  "lw x6,0(x11)",           "sw x5,0(x11)",           "sw x20,0(x10)",
        "sw x21,0(x11)", "amoadd.w x7,x20,(x10)",  "amoswap.w x5,x21,(x11)", "addi x5,x5,1",
        "bne x5,x0,End", "lr.w x6,(x10)",          "sc.w x8,x21,(x10)",      "sc.w x8,x20,(x11)",
        "fence rw,rw",   "amoor.w.aq x6,x5,(x10)", "sw.rl x6,0(x10)",
    };
    size_t n = (size_t)snprintf(text, size, "RISCV made up\n{ x=%d; ", (int)cg_rng_below(r, 2));
    for (int p = 0; p < 3; p++)
        n += (size_t)snprintf(text + n, size - n, "%d:x10=x; %d:x11=y; %d:x20=%d; %d:x21=%d; ", p, p, p,
                              p + 1, p, 1 + (int)cg_rng_below(r, 5));
    n += (size_t)snprintf(text + n, size - n, "}\n P0 | P1 | P2 ;\n");
    for (int row = 0; row < 4; row++)
        for (int p = 0; p < 3; p++)
            n += (size_t)snprintf(text + n, size - n, " %s %s",
                                  p < 2 || row < 2 ? code[cg_rng_below(r, 15)] : "", p < 2 ? "|" : ";\n");
    snprintf(text + n, size - n,
             " End: | End: | End: ;\nlocations [y; 0:x5; 0:x6; 0:x8; 1:x5; 1:x8; 2:x6;] exists (x=1)");
}

Test(litmus, enumerator_agrees_with_interleavings) {
    cg_rng r = cg_rng_new(1, 1);
    char text[2000];
    for (int n = 0; n < cases(800); n++) {
        cg_lit_set a, b, tso, weak, by_value;
        make_up(&r, text, sizeof text);
        cg_litmus *t = parse(text);
        all_interleavings(t, &a);
        cr_assert(allow(t, "sc", false, &b), "%s\n%s", err, text);
        expect_subset(text, "no interleaving gives", &b, &a);
        expect_subset(text, "the enumerator misses", &a, &b);
        cr_assert(allow(t, "tso", false, &tso) && allow(t, "rvwmo", false, &weak) &&
                  allow(t, "sc", true, &by_value));
        expect_subset(text, "sc allows, tso does not", &b, &tso);
        expect_subset(text, "sc allows, rvwmo does not", &b, &weak);
        cg_lit_set_free(&a);
        cg_lit_set_free(&b);
        cg_lit_set_free(&tso);
        cg_lit_set_free(&weak);
        cg_lit_set_free(&by_value);
        cg_litmus_free(t);
    }
}

// The final state of one order; `step()` would go on with all others.
static void follow(const cg_litmus *t, const cg_lit_order *o, cg_lit_set *to) {
    machine m = {0};
    memcpy(m.state.regs, t->regs, sizeof m.state.regs);
    for (int l = 0; l < t->n_locs; l++) m.state.mem[l] = t->locs[l].init;
    for (int p = 0; p < t->n_threads; p++) m.reserved[p] = -1;
    for (int i = 0; i <= o->n; i++) {
        // What lies between two accesses of a thread is of no consequence to others.
        for (int p = 0; p < t->n_threads; p++)
            while (m.pc[p] < t->n_ins[p] &&
                   !(t->ins[p][m.pc[p]].kind >= CG_LIT_LOAD && t->ins[p][m.pc[p]].kind <= CG_LIT_SC))
                execute_one(t, &m, p, false);
        if (i < o->n) execute_one(t, &m, o->turns[i].thread, o->turns[i].fails);
    }
    for (int p = 0; p < t->n_threads; p++) cr_assert(m.pc[p] >= t->n_ins[p]);
    cg_lit_set_add(to, &m.state, 1);
}

// The orders of a test give different outcomes, all of them, but for very rare ones.
Test(litmus, orders_give_the_outcomes) {
    cg_rng r = cg_rng_new(1, 3);
    char text[2000];
    size_t all = 0, given = 0;
    for (int n = 0; n < 60; n++) {
        cg_lit_set a, b;
        cg_lit_orders orders;
        make_up(&r, text, sizeof text);
        cg_litmus *t = parse(text);
        cr_assert(allow(t, "sc", false, &a), "%s\n%s", err, text);
        cg_lit_orders_make(t, &r, &orders);
        cg_lit_set_init(&b, t);
        for (size_t i = 0; i < orders.n; i++) follow(t, &orders.of[i], &b);
        cr_expect(b.n == orders.n, "%zu outcomes of %zu orders\n%s", b.n, orders.n, text);
        expect_subset(text, "sc forbids", &b, &a);
        all += a.n;
        given += b.n;
        cg_lit_orders_free(&orders);
        cg_lit_set_free(&a);
        cg_lit_set_free(&b);
        cg_litmus_free(t);
    }
    cr_expect(given > all - all / 50, "%zu of %zu", given, all);
}

// ------------------------------------------------------------------------------------------------ the
// workload Runs the workload on an instant memory: nothing but what sc allows may come, and of these small
// tests all of it.
static void plays_on(const char *text, const char *on) {
    char file[] = "/tmp/cohgen-litmus-XXXXXX", out[] = "/tmp/cohgen-outcomes-XXXXXX";
    int in = mkstemp(file), to = mkstemp(out);
    cr_assert(in >= 0 && to >= 0 && write(in, text, strlen(text)) == (ssize_t)strlen(text));
    cg_choice choices[] = {{"file", file}, {"out", out}, {"runs", "300"}, {"on", on}};
    cg_env env = {.cores = 4, .threads = 2, .partitions = 2, .line_bytes = 64, .addr_bits = 32, .seed = 7};
    env.memory = cg_sparse_new();
    env.choices = choices, env.n_choices = 4;
    cr_assert(cg_env_setup(&env, cg_workload_find("litmus")), "%s", env.bad_input);
    cg_scheduler_options o = {.cores = 4, .threads = 2, .seed = 7, .delay_max = 3};
    cg_scheduler *scheduler = cg_scheduler_new(&o);
    cg_scheduler_start(scheduler, cg_env_thread, &env);
    cr_assert(cg_scheduler_run(scheduler, env.memory, 10000000));
    cr_expect(env.failure[0] == '\0', "%s", env.failure);
    FILE *f = fdopen(to, "r");
    int lines = -1;
    for (int c; (c = fgetc(f)) != EOF;) lines += c == '\n';
    cg_litmus *t = parse(text);
    cg_lit_set s;
    cr_assert(allow(t, "sc", false, &s));
    cr_expect(lines == (int)s.n, "%s: %d outcomes, not %zu", t->name, lines, s.n);
    cg_lit_set_free(&s);
    cg_litmus_free(t);
    fclose(f);
    close(in);
    unlink(file);
    unlink(out);
    cg_scheduler_free(scheduler);
    cg_env_free(&env);
    cg_sparse_free(env.memory);
}

static void plays(const char *text) {
    plays_on(text, "");
}

#define SB                                                                                                   \
    "RISCV SB\n{ x=3; 0:x6=x; 0:x7=y; 0:x5=1; 1:x6=y; 1:x7=x; 1:x5=1; }\n P0 | P1 ;\n"                       \
    " sw x5,0(x6) | sw x5,0(x6) ;\n lw x8,0(x7) | lw x8,0(x7) ;\nexists (0:x8=0 /\\ 1:x8=3)"

// Is SB played on these cores, of four with two threads each?
static bool is_taken(const char *on) {
    char file[] = "/tmp/cohgen-litmus-XXXXXX";
    int in = mkstemp(file);
    cr_assert(in >= 0 && write(in, SB, strlen(SB)) == (ssize_t)strlen(SB));
    cg_choice choices[] = {{"file", file}, {"on", on}};
    cg_env env = {.cores = 4, .threads = 2, .partitions = 2, .line_bytes = 64, .addr_bits = 32, .seed = 7};
    env.memory = cg_sparse_new();
    env.choices = choices, env.n_choices = 2;
    const bool taken = cg_env_setup(&env, cg_workload_find("litmus"));
    cg_env_free(&env);
    cg_sparse_free(env.memory);
    close(in);
    unlink(file);
    return taken;
}

Test(litmus, workload_on_cores) {
    static const char *const good[] = {"0,1", "3,0", "2,2"}, *const bad[] = {"0",  "0,1,2", "0,4", "-1,0",
                                                                             "0,", "0,x",   "0;1"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect(is_taken(good[i]), "%s", good[i]);
        plays_on(SB, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) cr_expect(!is_taken(bad[i]), "%s", bad[i]);
}

Test(litmus, workload) {
    plays(SB);
    plays("RISCV lrsc\n{ 0:x6=x; 1:x6=x; 1:x5=7; 0:x9=2; }\n P0 | P1 ;\n lr.w x7,(x6) | sw x5,0(x6) ;\n"
          " sw x9,0(x6) | ;\n sc.w x8,x6,(x6) | ;\nlocations [0:x7; x;] exists (0:x8=0)");
    plays("RISCV nothing\n{ }\n P0 ;\n fence.tso ;\nforall true");
}
