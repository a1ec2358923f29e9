// Expressions: what text becomes, and what is refused. A tree is written as (op:width operands), a leaf as
// its value:width, or r, l, m, g with the index of its register, line, MSHR or message field.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "read/reader.h"
#include "rows.h"

static const char *const LITERALS[] = {"Run", "Stop"};

#define INT(n)                                                                                               \
    { CG_T_INT, n, CG_NONE, CG_NONE }
#define BOOL                                                                                                 \
    { CG_T_BOOL, 1, CG_NONE, CG_NONE }
#define NODE(machine)                                                                                        \
    { CG_T_NODE, 3, CG_NONE, machine }
#define SET(machine)                                                                                         \
    { CG_T_SET, 5, CG_NONE, machine }
#define MODE                                                                                                 \
    { CG_T_ENUM, 1, 0, CG_NONE }

static cg_field regs[] = {
    {.name = "now", .type = INT(8)}, {.name = "epoch", .type = BOOL}, {.name = "mode", .type = MODE}};
static cg_field line[] = {{.name = "exp", .type = INT(8)},     {.name = "lease", .type = INT(4)},
                          {.name = "sharers", .type = SET(0)}, {.name = "owner", .type = NODE(0)},
                          {.name = "others", .type = SET(1)},  {.name = "home", .type = NODE(1)}};
static cg_field mshr[] = {{.name = "pending", .type = INT(3)},
                          {.name = "asks", .type = {CG_T_REQUEST, 6, CG_NONE, CG_NONE}}};
static cg_field fields[] = {{.name = "ver", .type = INT(8)}};
static cg_param params[] = {{.name = "cores", .value = 4, .max = 16}};
static cg_enum enums[] = {{.name = "mode", .literals = (const char **)(uintptr_t)LITERALS, .n_literals = 2}};
static cg_machine machines[] = {{.name = "l1",
                                 .count = 5,
                                 .regs = regs,
                                 .n_regs = 3,
                                 .line = line,
                                 .n_line = 6,
                                 .mshr = mshr,
                                 .n_mshr = 2,
                                 .core_port = true},
                                {.name = "l2", .count = 5}};
static cg_msg msg = {
    .name = "DATA", .from = 0, .to = 0, .block = true, .thread = true, .fields = fields, .n_fields = 1};
static cg_spec spec = {.params = params,
                       .n_params = 1,
                       .enums = enums,
                       .n_enums = 1,
                       .machines = machines,
                       .n_machines = 2,
                       .cores = 5,
                       .threads = 2,
                       .slots = 1,
                       .requests = 2,
                       .line_bytes = 16};

typedef struct {
    cg_reader reader;
    cg_json json;
    cg_scope scope;
    bool param_used[1];
} world;

static void add_let(world *w, const char *name, const char *is) {
    cg_source *source = cg_arena_alloc(w->reader.arena, sizeof *source);
    *source = (cg_source){"", is};
    cg_let let = {.name = name, .pointer = "", .ast = cg_parse_whole(&w->reader, source)};
    *CG_PUSH(w->reader.arena, w->reader.lets, w->reader.n_lets) = let;
}

static void world_init(world *w) {
    memset(w, 0, sizeof *w);
    cg_arena *arena = cg_arena_new();
    w->json = (cg_json){.path = "test", .text = "", .arena = arena, .diags = cg_diags_new()};
    w->reader = (cg_reader){
        .arena = arena, .json = &w->json, .diags = w->json.diags, .spec = &spec, .param_used = w->param_used};
    w->scope = (cg_scope){.reader = &w->reader, .machine = &machines[0], .msg = &msg, .event = "DATA"};
    add_let(w, "fresh", "line.exp >= now");
    add_let(w, "later", "fit(max(now, msg.ver) + 1)");
    add_let(w, "ring", "ring2 + 1");
    add_let(w, "ring2", "ring + 1");
}

static void world_free(world *w) {
    cg_diags_free(w->json.diags);
    cg_arena_free(w->reader.arena);
}

static void show(FILE *f, const cg_expr *x) {
    static const char *const OPS[] = {
        [CG_X_NOT] = "!",       [CG_X_ADD] = "+",     [CG_X_SUB] = "-",      [CG_X_MUL] = "*",
        [CG_X_SHL] = "<<",      [CG_X_SHR] = ">>",    [CG_X_EQ] = "==",      [CG_X_NE] = "!=",
        [CG_X_LT] = "<",        [CG_X_LE] = "<=",     [CG_X_GT] = ">",       [CG_X_GE] = ">=",
        [CG_X_AND] = "&&",      [CG_X_OR] = "||",     [CG_X_MIN] = "min",    [CG_X_MAX] = "max",
        [CG_X_COND] = "?",      [CG_X_FIT] = "fit",   [CG_X_SET_OF] = "set", [CG_X_UNION] = "|",
        [CG_X_INTERSECT] = "&", [CG_X_WITHOUT] = "-", [CG_X_IN] = "in",      [CG_X_COUNT] = "count",
        [CG_X_CORE_OF] = "core"};
    if (x->let) fprintf(f, "%s=", x->let);
    switch (x->op) {
    case CG_X_CONST: fprintf(f, "%llu:%d", (unsigned long long)x->value, x->type.width); return;
    case CG_X_FIELD: fprintf(f, "%c%d", *CG_SPACES[x->space].key, x->field); return;
    case CG_X_MSG: fprintf(f, "g%d", x->field); return;
    case CG_X_REQUEST: fprintf(f, "request:%d", x->type.width); return;
    case CG_X_SRC: fprintf(f, "src:%d", x->type.width); return;
    case CG_X_CLOCK: fprintf(f, "clock:%d", x->type.width); return;
    case CG_X_SELF: fprintf(f, "self:%d", x->type.width); return;
    default: break;
    }
    fprintf(f, "(%s:%d", OPS[x->op], x->type.width);
    const cg_expr *const operands[] = {x->a, x->b, x->c};
    for (int i = 0; i < 3 && operands[i]; i++) {
        fputc(' ', f);
        show(f, operands[i]);
    }
    fputc(')', f);
}

// The tree of a text, or the first line of what is wrong with it; assigned to a field of `target`, if given.
static char *result(const char *text, const cg_type *target) {
    world w;
    world_init(&w);
    cg_source source = {"", text};
    const cg_ast *ast = cg_parse_whole(&w.reader, &source);
    const cg_expr *x = NULL;
    if (ast) x = target ? cg_type_into(&w.scope, ast, target, "it") : cg_type_expr(&w.scope, ast, NULL);
    char *out = NULL;
    size_t size;
    FILE *f = open_memstream(&out, &size);
    if (x)
        show(f, x);
    else
        cg_diags_print(w.json.diags, f);
    fclose(f);
    cr_assert_eq(!x, cg_diags_errors(w.json.diags) > 0, "%s: an error exactly if there is no tree", text);
    world_free(&w);
    return out;
}

static void is(const char *text, const char *tree) {
    char *r = result(text, NULL);
    cr_expect_str_eq(r, tree, "%s: %s, not %s", text, r, tree);
    free(r);
}

static void refused(const char *text, const char *code, const char *message) {
    char *r = result(text, NULL);
    cr_expect(strstr(r, code) && strstr(r, message), "%s: %s", text, r);
    free(r);
}

static void fits(const char *text, cg_type target, const char *tree) {
    char *r = result(text, &target);
    cr_expect(strstr(r, tree), "%s: %s, not %s", text, r, tree);
    free(r);
}

Test(expr, precedence_is_that_of_c) {
    is("now + now * now", "(+:17 r0 (*:16 r0 r0))");
    is("now - now - now", "(-:8 (-:8 r0 r0) r0)");
    is("now >> 1 + 1", "(>>:8 r0 2:2)");
    is("now < now == epoch", "(==:1 (<:1 r0 r0) r1)");
    is("epoch || epoch && !epoch", "(||:1 r1 (&&:1 r1 (!:1 r1)))");
    is("epoch ? 1 : epoch ? 2 : 3", "(?:2 r1 1:1 (?:2 r1 2:2 3:2))");
    is("(now + now) * now", "(*:17 (+:9 r0 r0) r0)");
}

Test(expr, widths) {
    is("0", "0:1");
    is("0xff", "255:8");
    is("cores", "4:3");
    is("now + 1", "(+:9 r0 1:1)");
    is("now << 3", "(<<:11 r0 3:2)");
    is("line.lease * 2", "(*:6 l1 2:2)");
    is("max(line.lease, now, 3)", "(max:8 (max:8 l1 r0) 3:2)");
    is("self", "self:3");
    is("msg.src", "src:3");
    is("mode == Stop", "(==:1 r2 1:1)");
}

Test(expr, constants_fold) {
    is("(1 << cores) - 1", "15:4");
    is("cores * 2 == 8", "1:1");
    is("bits(cores)", "3:2");
    is("min(7, cores, 9)", "4:3");
    is("epoch && 1 > 2", "0:1");
    is("1 < 2 && epoch", "r1");
    is("1 < 2 ? now : 3", "r0");
    is("18446744073709551615", "18446744073709551615:64");
}

Test(expr, lets_are_typed_at_their_use) {
    is("fresh && epoch", "(&&:1 fresh=(>=:1 l0 r0) r1)");
    fits("later", (cg_type)INT(8), "later=(fit:8 (+:9 (max:8 r0 g0) 1:1))");
    refused("ring", "E0201", "defined by itself");
}

Test(expr, fit) {
    fits("fit(now + 1)", (cg_type)INT(8), "(fit:8 (+:9 r0 1:1))");
    fits("epoch ? fit(now + 1) : now", (cg_type)INT(8), "(?:8 r1 (fit:8 (+:9 r0 1:1)) r0)");
    fits("fit(line.lease)", (cg_type)INT(8), "l1");
    fits("now + 1", (cg_type)INT(8), "E0204");
    fits("fit(256)", (cg_type)INT(8), "E0204");
    fits("fit(epoch)", (cg_type)INT(8), "E0203");
    refused("fit(now) + 1", "E0201", "all of that value");
}

Test(expr, sets) {
    is("{self, msg.src}", "(|:5 (set:5 self:3) (set:5 src:3))");
    is("line.sharers | {msg.src} - {line.owner}", "(|:5 l2 (-:5 (set:5 src:3) (set:5 l3)))");
    is("line.sharers & line.sharers | line.sharers", "(|:5 (&:5 l2 l2) l2)");
    is("msg.src in line.sharers - {self}", "(in:1 src:3 (-:5 l2 (set:5 self:3)))");
    is("msg.src in line.sharers == epoch", "(==:1 (in:1 src:3 l2) r1)");
    is("line.sharers | {self} == {msg.src}", "(==:1 (|:5 l2 (set:5 self:3)) (set:5 src:3))");
    is("count(line.sharers) + 1", "(+:4 (count:3 l2) 1:1)");
    is("epoch ? {} : line.sharers", "(?:5 r1 0:5 l2)");
    is("epoch ? {} : {}", "0:1");
    is("line.sharers != {}", "(!=:1 l2 0:5)");
    is("count({}) == 0 && self in {}", "0:1");
    is("line.sharers - {}", "(-:5 l2 0:5)");
    is("{} - line.sharers", "(-:5 0:5 l2)");
    is("{} == {}", "1:1");
    fits("{}", (cg_type)SET(0), "0:5");
    fits("epoch ? {} : {}", (cg_type)SET(1), "0:5");
    fits("fit(count(line.sharers))", (cg_type)INT(2), "(fit:2 (count:3 l2))");
    fits("self", (cg_type)NODE(0), "self:3");
}

// Five cores, two threads, lines of four words.
Test(expr, requests) {
    const cg_type request = {CG_T_REQUEST, 6, CG_NONE, CG_NONE};
    is("core(msg.request) == line.owner", "(==:1 (core:3 request:6) l3)");
    is("core(mshr.asks) in line.sharers", "(in:1 (core:3 m1) l2)");
    is("line.sharers - {core(epoch ? mshr.asks : msg.request)}",
       "(-:5 l2 (set:5 (core:3 (?:6 r1 m1 request:6))))");
    fits("msg.request", request, "request:6");
    refused("core(msg.src)", "E0203", "core() wants a request, not a node of l1");
    refused("core(mshr.asks, 1)", "E0202", "'1' is no machine with a core port");
    refused("mshr.asks == msg.request", "E0203", "compares a request with a request");
    refused("mshr.asks < msg.request", "E0203", "wants integers, not a request");
    refused("mshr.asks + 1", "E0203", "wants integers, not a request");
    refused("{mshr.asks}", "E0203", "a set is of nodes");
}

Test(expr, nodes_compare_with_nodes_of_their_machine) {
    is("msg.src == line.owner", "(==:1 src:3 l3)");
    is("msg.src > self", "(>:1 src:3 self:3)");
    fits("1", (cg_type)NODE(0), "E0203");
    fits("self", (cg_type)NODE(1), "E0203");
    fits("self", (cg_type)INT(8), "E0203");
}

Test(expr, sets_are_of_one_machine) {
    fits("line.sharers", (cg_type)SET(1), "E0203");
}

Test(expr, types_are_checked) {
    fits("mode", (cg_type)INT(8), "E0203");
    fits("1", (cg_type)BOOL, "E0203");
    fits("Stop", (cg_type)MODE, "1:1");
}

static void check_refusal(const char *const *row, void *of) {
    (void)of;
    refused(row[0], row[1], row[2]);
}

Test(expr, mistakes_are_refused_with_what_is_wrong) {
    check_rows("expressions.rows", 3, check_refusal, NULL);
}

Test(expr, depth_is_limited) {
    char text[2001];
    memset(text, '(', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    refused(text, "E0201", "inside each other");
    memset(text, '!', sizeof text - 1);
    refused(text, "E0201", "inside each other");
}

// Lets that double at each step cannot fill the memory.
Test(expr, size_is_limited) {
    world w;
    world_init(&w);
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h",
                                        "i", "j", "k", "l", "m", "n", "o", "p"};
    add_let(&w, "a", "now");
    for (int i = 1; i < 16; i++)
        add_let(&w, names[i], cg_arena_printf(w.reader.arena, "max(%s, %s)", names[i - 1], names[i - 1]));
    cg_source source = {"", "p"};
    cr_assert_null(cg_type_expr(&w.scope, cg_parse_whole(&w.reader, &source), NULL));
    world_free(&w);
}
