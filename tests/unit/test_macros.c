// What is left of a source file without its macros.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "emit/macros.h"

static void expect(const char *text, const char *kept, const char *left) {
    char *got = cg_without_macros(text, kept);
    cr_expect_str_eq(got, left, "got '%s'", got);
    free(got);
}

Test(macros, what_stands_where_one_is_defined_goes) {
    expect("a\n`ifdef X\nb\n`endif\nc\n", NULL, "a\nc\n");
    expect("  `ifdef X\nb\n  `else\nc\n  `endif\n", NULL, "c\n");
    expect("`ifndef X\nb\n`else\nc\n`endif\n", NULL, "b\n");
    expect("a", NULL, "a");
    expect("// `ifdef X stays\n", NULL, "// `ifdef X stays\n");
}

Test(macros, one_within_another) {
    expect("`ifdef X\n`ifdef Y\na\n`else\nb\n`endif\nc\n`else\nd\n`endif\n", NULL, "d\n");
    expect("`ifndef X\n`ifdef Y\na\n`else\nb\n`endif\nc\n`endif\n", NULL, "b\nc\n");
}

Test(macros, one_that_is_kept_stays_with_its_directives) {
    expect("`ifdef K\na\n`else\nb\n`endif\n", "K", "`ifdef K\na\n`else\nb\n`endif\n");
    expect("`ifdef K\na\n`ifdef X\nb\n`else\nc\n`endif\n`endif\n", "K", "`ifdef K\na\nc\n`endif\n");
    expect("`ifdef X\n`ifdef K\na\n`endif\n`endif\nb\n", "K", "b\n");
    expect("`ifdef KK\na\n`endif\n", "K", "");
    expect("`ifdef L\na\n`ifdef KL\nb\n`endif\n`endif\n", "K L", "`ifdef L\na\n`endif\n");
}

static void expect_tokens(const char *text, const char *left) {
    char *got = cg_without_comments(text);
    cr_expect_str_eq(got, left, "got '%s'", got);
    free(got);
}

Test(macros, comments_go) {
    expect_tokens("// all\n", "");
    expect_tokens("a; // b\n\n  // c\nd;\n", "a;\nd;\n");
    expect_tokens("  a/* b\nc */d\n", "  a d\n");
    expect_tokens("a /* not closed", "a  ");
    expect_tokens("always @(*) a = b / c; (* keep *) d /*/ e */;\n",
                  "always @(*) a = b / c; (* keep *) d  ;\n");
}

Test(macros, strings_stay) {
    expect_tokens("$error(\"a // b\"); // c\n", "$error(\"a // b\");\n");
    expect_tokens("\"\\\" // b\" /* c */\n", "\"\\\" // b\"\n");
    expect_tokens("\"not closed", "\"not closed");
}
