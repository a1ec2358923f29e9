// Lines of emitted files: where those are broken that are too long.
#include "emit/sv/emit.h"
#include "text.h"

#define TEN   "0123456789"
#define FORTY TEN TEN TEN TEN
#define LONG  FORTY FORTY TEN // a name of 90 letters

static void expect(const char *text, const char *wanted) {
    stream s;
    sv_wrap(stream_open(&s), text);
    char *got = stream_close(&s);
    cr_expect_str_eq(got, wanted, "%s: %s", text, got);
    free(got);
}

Test(wrap, what_fits_stays) {
    expect("  assign a = b && c; // why\n\nendmodule\n", "  assign a = b && c; // why\n\nendmodule\n");
}

Test(wrap, at_the_operator_outside_parentheses) {
    expect("  assign a = x" FORTY " && (y" TEN " || z" FORTY ");\n",
           "  assign a = x" FORTY "\n      && (y" TEN " || z" FORTY ");\n");
}

Test(wrap, ports_stand_below_each_other) {
    expect("    .a_i(" FORTY "), .b_i({" FORTY ", c}),\n",
           "    .a_i(" FORTY "),\n    .b_i({" FORTY ", c}),\n");
}

Test(wrap, statements_behind_their_condition) {
    expect("    if (a" FORTY ") b" TEN " <= c" FORTY ";\n",
           "    if (a" FORTY ")\n      b" TEN " <= c" FORTY ";\n");
}

Test(wrap, comments_between_words) {
    expect("  // Prose " FORTY " " FORTY " and more.\n", "  // Prose " FORTY " " FORTY " and\n  // more.\n");
    expect("  // rule.1: " FORTY " " FORTY " verilator lint_off\n",
           "  // rule.1: " FORTY " " FORTY "\n  // -   verilator lint_off\n");
    expect("  a = b" FORTY FORTY "; // why it is so\n", "  // why it is so\n  a = b" FORTY FORTY ";\n");
}

Test(wrap, not_within_brackets_texts_or_orders) {
    expect("  assign a[" LONG " + 1] = b;\n", "  assign a[" LONG " + 1] =\n      b;\n");
    expect("  $error(\"" FORTY ", " FORTY ", " TEN "\");\n",
           "  $error(\n      \"" FORTY ", " FORTY ", " TEN "\");\n");
    expect("`define " LONG " a && b && c\n", "`define " LONG " a && b && c\n");
}
