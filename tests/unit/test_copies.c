// Functions that Verilator has written several times become one (app/cli/copies.h): which do, and that what
// is left means the same.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/copies.h"
#include "base/input.h"
#include "base/process.h"
#include "folder.h"

TestSuite(copies, .init = make_folder, .fini = remove_folder);

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_text(const char *name, const char *text) {
    FILE *out = fopen(path_of(name), "w");
    cr_assert(out && fputs(text, out) >= 0 && fclose(out) == 0);
}

static char *read_text(const char *name) {
    char *text = cg_input_read(path_of(name), CG_INPUT_DATA, NULL);
    cr_assert_not_null(text, "%s is missing", name);
    return text;
}

static void expect_text(const char *name, const char *expected) {
    char *text = read_text(name);
    cr_expect_str_eq(text, expected);
    free(text);
}

// A function of a controller as Verilator writes it: instance u_l1 of g_l1[N], and the number of its piece.
#define NAME(n, piece)           "Vtb_top_l1___nba__TOP__top__DOT__g_l1__BRA__" n "__KET____DOT__u_l1__" piece
#define HEAD(n, piece)           "VL_INLINE_OPT void " NAME(n, piece) "(Vtb_top_l1* vlSelf) {\n"
#define FUNCTION(n, piece, body) HEAD(n, piece) body "}\n"
#define STEP                     "    vlSelf->q = vlSelf->d;\n"
#define COPY(n, m)               "#define " NAME(n, "0") " " NAME(m, "0") "\n"
#define ONE_COPY                 COPY("1", "0")

// What is shared of a file with these two bodies: the names of the copies.
static void share_bodies(const char *one, const char *other, const char *more) {
    char text[8192];
    const int n =
        snprintf(text, sizeof text, HEAD("0", "0") "%s}\n\n" HEAD("1", "0") "%s}\n%s", one, other, more);
    cr_assert(n < (int)sizeof text);
    write_text("a.cpp", text);
    cr_assert(cli_share_copies(folder));
    char *names = read_text(CLI_COPIES);
    if (!*names) expect_text("a.cpp", text);
    free(names);
}

static void expect_shared(const char *one, const char *other) {
    share_bodies(one, other, "");
    expect_text(CLI_COPIES, ONE_COPY);
}

static void expect_apart(const char *one, const char *other, const char *more) {
    share_bodies(one, other, more);
    expect_text(CLI_COPIES, "");
}

// ------------------------------------------------------------------------------------------ what becomes one

#define BEFORE "#include \"a.h\"\n\n"
#define AFTER  "\nint after;\n"

Test(copies, one_of_two_equal_functions_stays) {
    write_text("a.cpp", BEFORE FUNCTION("0", "0", STEP) FUNCTION("1", "0", STEP) AFTER);
    cr_assert(cli_share_copies(folder));
    expect_text("a.cpp", BEFORE FUNCTION("0", "0", STEP) AFTER);
    expect_text(CLI_COPIES, ONE_COPY);
}

Test(copies, in_files_by_their_names) {
    write_text("b.cpp", "int b;\n" FUNCTION("0", "0", STEP));
    write_text("a.cpp", FUNCTION("1", "0", STEP) "int a;\n");
    write_text("c.cpp", FUNCTION("2", "0", STEP));
    cr_assert(cli_share_copies(folder));
    expect_text("a.cpp", FUNCTION("1", "0", STEP) "int a;\n");
    expect_text("b.cpp", "int b;\n");
    expect_text("c.cpp", "");
    expect_text(CLI_COPIES, COPY("0", "1") COPY("2", "1"));
}

Test(copies, blanks_comments_and_debugging_say_nothing) {
    expect_shared(
        "    VL_DEBUG_IF(VL_DBG_MSGF(\"+ l1[0]\\n\"); );\n    // Body\n    vlSelf->q = (1U\n & vlSelf->d);\n",
        "    VL_DEBUG_IF(VL_DBG_MSGF(\"+ l1[1]\\n\"); );\n    vlSelf->q = /*7:0*/(1U & vlSelf->d);\n");
}

Test(copies, what_differs_stays) {
    expect_apart(STEP, "    vlSelf->q = vlSelf->e;\n", "");
    expect_apart("    vlSelf->q = 1U;\n", "    vlSelf->q = 2U;\n", "");
    expect_apart("    vlSelf->q = vlSelf->d;\n", "    vlSelf->q += vlSelf->d;\n", "");
    expect_apart("    f(vlSelf, \"a  b\");\n", "    f(vlSelf, \"a b\");\n", "");
    expect_apart("    f(vlSelf, \"a // b\");\n", "    f(vlSelf, \"a // c\");\n", "");
    expect_apart(STEP, STEP STEP, "");
    expect_apart(STEP, "", "");
}

Test(copies, another_class_is_another_function) {
    static const char TEXT[] =
        FUNCTION("0", "0", STEP) "void Vtb_top_l2___f(Vtb_top_l2* vlSelf) {\n" STEP "}\n";
    write_text("a.cpp", TEXT);
    cr_assert(cli_share_copies(folder));
    expect_text("a.cpp", TEXT);
    expect_text(CLI_COPIES, "");
}

// ---------------------------------------------------------------------------------------- note [temporaries]

#define LOCAL(n)     "    IData __Vfunc_sum__" n "__a;\n    __Vfunc_sum__" n "__a = vlSelf->d;\n"
#define MEMBER(n)    "    vlSelf->__Vfunc_sum__" n "__a = vlSelf->d;\n"
#define TEMPORARY(n) "__Vfunc_sum__" n "__a"

Test(copies, temporaries_have_any_number) {
    expect_shared(LOCAL("4"), LOCAL("17"));
    expect_shared(MEMBER("4"), MEMBER("17"));
    expect_shared("    __Vtableidx1 = vlSelf->d;\n", "    __Vtableidx2 = vlSelf->d;\n");
    // A line that begins with one, and the first that does.
    expect_shared(TEMPORARY("4") " = 1U;\n", TEMPORARY("17") " = 1U;\n");
}

Test(copies, but_the_same_ones_in_the_same_places) {
    expect_apart(LOCAL("4") LOCAL("5") "    vlSelf->q = " TEMPORARY("4") ";\n",
                 LOCAL("4") LOCAL("5") "    vlSelf->q = " TEMPORARY("5") ";\n", "");
    expect_apart(MEMBER("4") MEMBER("4"), MEMBER("4") MEMBER("5"), "");
    expect_apart("    __Vfunc_sum__4__a = 1U;\n", "    __Vfunc_sum__4__b = 1U;\n", "");
    expect_apart("    vlSelf->__Vtableidx1 = 1U;\n", "    vlSelf->__Vtableidx2 = 1U;\n", "");
}

Test(copies, a_temporary_that_others_read_keeps_its_name) {
    expect_apart(MEMBER("4"), MEMBER("17"),
                 FUNCTION("1", "1", "    vlSelf->q = vlSelf->" TEMPORARY("17") ";\n"));
    expect_apart(MEMBER("4"), MEMBER("17"),
                 FUNCTION("0", "1", "    vlSelf->q = vlSelf->" TEMPORARY("4") ";\n"));
    // Another class reaches into the object. What it has itself under this name is something else.
    static const char REACHES[] = "void Vtb_top_l2___f(Vtb_top_l2* vlSelf) {\n"
                                  "    vlSelf->q = vlSymsp->TOP__l1." TEMPORARY("17") ";\n}\n";
    static const char ITS_OWN[] = "void Vtb_top_l2___f(Vtb_top_l2* vlSelf) {\n" MEMBER("17") "}\n";
    expect_apart(MEMBER("4"), MEMBER("17"), REACHES);
    share_bodies(MEMBER("4"), MEMBER("17"), ITS_OWN);
    expect_text(CLI_COPIES, ONE_COPY);
}

Test(copies, a_temporary_in_a_text_that_is_no_function_here_keeps_its_name) {
    static const char CHANGE[] = "void Vtb_top_l1__trace(Vtb_top_l1* vlSelf, Buffer* bufp) {\n"
                                 "    bufp->chgIData(vlSelf->" TEMPORARY("17") ");\n}\n";
    expect_apart(MEMBER("4"), MEMBER("17"), CHANGE);
}

// More temporaries than there are numbers for: nothing is shared, nothing is lost.
Test(copies, too_many_temporaries) {
    enum { MANY = 5000 };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (int k = 0; k < 2; k++) {
        fputs(k ? HEAD("1", "0") : HEAD("0", "0"), out);
        for (int i = 0; i < MANY; i++) fprintf(out, "    __Vfunc_f__%d__a = %dU;\n", k * MANY + i, i);
        fputs("}\n", out);
    }
    fclose(out);
    write_text("a.cpp", text);
    cr_assert(cli_share_copies(folder));
    expect_text("a.cpp", text);
    expect_text(CLI_COPIES, "");
    free(text);
}

// ------------------------------------------------------------------------------------------------- messages

#define SAYS(where, who)                                                                                     \
    "    VL_WRITEF(\"Assertion failed in %N" where "u_tags: full\\n\", -12, " who "->name());\n"

Test(copies, a_message_has_the_instance_of_its_object) {
    expect_shared(SAYS("top.g_l1[0].u_l1.", "vlSymsp"), SAYS("top.g_l1[1].u_l1.", "vlSymsp"));
    expect_text("a.cpp", FUNCTION("0", "0", SAYS("", "vlSelf")) "\n");
}

Test(copies, a_message_of_something_else_stays) {
    expect_apart(SAYS("top.g_l1[0].u_l1.", "vlSymsp"), SAYS("top.g_l1[0].u_l1.", "vlSymsp"), "");
    expect_apart(SAYS("top.g_l1[0].u_l1.", "vlSymsp") SAYS("top.other.", "vlSymsp"),
                 SAYS("top.g_l1[1].u_l1.", "vlSymsp") SAYS("top.other.", "vlSymsp"), "");
    expect_apart(SAYS("top.g_l1[0].u_l1.", "vlSymsp") SAYS("top.other.", "other"),
                 SAYS("top.g_l1[1].u_l1.", "vlSymsp") SAYS("top.other.", "other"), "");
    expect_apart(SAYS("top.g_l1[0].u_l1.", "other"), SAYS("top.g_l1[1].u_l1.", "other"), "");
    // A function without a copy keeps its messages as they are.
    static const char ALONE[] = FUNCTION("0", "0", SAYS("top.g_l1[0].u_l1.", "vlSymsp"));
    write_text("a.cpp", ALONE);
    cr_assert(cli_share_copies(folder));
    expect_text("a.cpp", ALONE);
}

// ------------------------------------------------------------------------------- what is no function, and
// errors

Test(copies, what_is_no_such_function_is_left_alone) {
    static const char *const OTHERS[] = {
        "",
        "\n",
        "int x",
        // a declaration, another signature, a function within something
        "void Vtb_top_f(Vtb_top* vlSelf);\nvoid Vtb_top_g(Vtb_top* vlSelf);\n",
        "void Vtb_top_f(Vtb_top* vlSelf, int a) {\n}\nvoid Vtb_top_g(Vtb_top* vlSelf, int a) {\n}\n",
        "    void Vtb_top_f(Vtb_top* vlSelf) {\n}\n    void Vtb_top_g(Vtb_top* vlSelf) {\n}\n",
        "void f(Vtb_top* vlSelf) {\n}\nvoid g(Vtb_top* vlSelf) {\n}\n",
        // without an end
        "void Vtb_top_f(Vtb_top* vlSelf) {\n    f();\nvoid Vtb_top_g(Vtb_top* vlSelf) {\n    f();\n",
        "void Vtb_top_f(Vtb_top* vlSelf) {\n}\nvoid Vtb_top_g(Vtb_top* vlSelf) {\n}",
        "void Vtb_top_f(Vtb_top* vlSelf) {",
        // strings and comments without an end
        FUNCTION("0", "0", "    f(\"a);\n") FUNCTION("1", "0", "    f(\"b);\n"),
        FUNCTION("0", "0", "    f(\"a\\") FUNCTION("1", "0", "    /* \" \\"),
        FUNCTION("0", "0", "    /* a\n    g();\n") FUNCTION("1", "0", "    h();\n    /* b\n"),
    };
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        write_text("a.cpp", OTHERS[i]);
        cr_assert(cli_share_copies(folder));
        expect_text("a.cpp", OTHERS[i]);
        expect_text(CLI_COPIES, "");
    }
}

Test(copies, other_files_are_not_read) {
    static const char *const NAMES[] = {"a.h", "a.cpp.old", "cpp"};
    for (int i = 0; i < 3; i++) write_text(NAMES[i], FUNCTION("0", "0", STEP) FUNCTION("1", "0", STEP));
    cr_assert(cli_share_copies(folder));
    for (int i = 0; i < 3; i++) expect_text(NAMES[i], FUNCTION("0", "0", STEP) FUNCTION("1", "0", STEP));
    expect_text(CLI_COPIES, "");
}

// What is compiled without the optimiser stands for nothing that is.
Test(copies, slow_files_share_with_each_other_only) {
    write_text("a__Slow.cpp", FUNCTION("0", "0", STEP) FUNCTION("1", "0", STEP));
    write_text("b.cpp", FUNCTION("2", "0", STEP));
    cr_assert(cli_share_copies(folder));
    expect_text("a__Slow.cpp", FUNCTION("0", "0", STEP));
    expect_text("b.cpp", FUNCTION("2", "0", STEP));
    expect_text(CLI_COPIES, ONE_COPY);
}

// The constructor sets every member; that is no use of a temporary, but what another function does is.
Test(copies, a_temporary_that_is_constructed_has_any_number) {
    static const char CONSTRUCTOR[] =
        "void Vtb_top_l1___ctor_var_reset(Vtb_top_l1* vlSelf) {\n"
        "    vlSelf->" TEMPORARY("4") " = 0;\n    vlSelf->" TEMPORARY("17") " = 0;\n}\n";
    write_text("a__Slow.cpp", FUNCTION("0", "0", MEMBER("4")) FUNCTION("1", "0", MEMBER("17")));
    write_text("b__Slow.cpp", CONSTRUCTOR);
    cr_assert(cli_share_copies(folder));
    expect_text("b__Slow.cpp", CONSTRUCTOR);
    expect_text(CLI_COPIES, ONE_COPY);
    write_text("a__Slow.cpp", FUNCTION("0", "0", MEMBER("4")) FUNCTION("1", "0", MEMBER("17"))
                                  FUNCTION("1", "1", MEMBER("17") STEP));
    cr_assert(cli_share_copies(folder));
    expect_text(CLI_COPIES, "");
}

Test(copies, what_cannot_be_read_or_written_is_an_error) {
    write_text("a.cpp", FUNCTION("0", "0", STEP) FUNCTION("1", "0", STEP));
    cr_expect_not(cli_share_copies(path_of("nowhere")));
    cr_assert_eq(symlink("nowhere", path_of("b.cpp")), 0);
    cr_expect_not(cli_share_copies(folder));
    expect_text("a.cpp", FUNCTION("0", "0", STEP) FUNCTION("1", "0", STEP));
    cr_assert_eq(unlink(path_of("b.cpp")), 0);
    cr_assert_eq(symlink("nowhere/at/all", path_of(CLI_COPIES)), 0);
    cr_expect_not(cli_share_copies(folder));
}

// -------------------------------------------------------------------------------------------------- compiled

static const char HEADER[] = "#define VL_INLINE_OPT\n"
                             "struct Vtb_top_l1 { unsigned d, q, __Vfunc_sum__4__a, __Vfunc_sum__17__a; };\n"
                             "void " NAME("0", "0") "(Vtb_top_l1* vlSelf);\n"
                                                    "void " NAME("1", "0") "(Vtb_top_l1* vlSelf);\n";
// One is called, the other is called by its address. The program ends with 10 a.q + b.q.
static const char MAIN[] =
    "#include \"l1.h\"\n"
    "int main() {\n"
    "    Vtb_top_l1 a{1, 0, 0, 0}, b{2, 0, 0, 0};\n"
    "    void (*other)(Vtb_top_l1*) = " NAME("1", "0") ";\n"
                                                       "    " NAME("0", "0") "(&a);\n    other(&b);\n"
                                                                             "    return a.q * 10 + b.q;\n"
                                                                             "}\n";
#define SUM(n, k)                                                                                            \
    "    vlSelf->" TEMPORARY(n) " = vlSelf->d * 3;\n    vlSelf->q = vlSelf->" TEMPORARY(n) " + " k ";\n"
#define FILE_OF(n, body) "#include \"l1.h\"\n" FUNCTION(n, "0", body)

static cg_end run_in_folder(char *const *argv) {
    return cg_process_run(&(cg_command){.argv = argv, .folder = folder, .in = -1, .out = 1, .err = 2});
}

static void expect_program(const char *other, const char *names, int expected) {
    char *const compile[] = {"g++",      "-include", CLI_COPIES, "-o", "program",
                             "main.cpp", "one.cpp",  "two.cpp",  NULL};
    char *const run[] = {"./program", NULL};
    write_text("l1.h", HEADER);
    write_text("main.cpp", MAIN);
    write_text("one.cpp", FILE_OF("0", SUM("4", "1")));
    write_text("two.cpp", other);
    cr_assert(cli_share_copies(folder));
    expect_text(CLI_COPIES, names);
    cr_assert(cg_end_is(run_in_folder(compile), 0));
    const cg_end end = run_in_folder(run);
    cr_expect(cg_end_is(end, expected), "%d", end.number);
}

Test(copies, calls_and_addresses_reach_the_one_that_stays) {
    expect_program(FILE_OF("1", SUM("17", "1")), ONE_COPY, 47);
    expect_text("two.cpp", "#include \"l1.h\"\n");
}

Test(copies, and_each_its_own_where_they_differ) {
    expect_program(FILE_OF("1", SUM("17", "2")), "", 48);
}
