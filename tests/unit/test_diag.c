// Diagnostics: order, repetition, what is printed, and "did you mean".
#include <criterion/criterion.h>
#include <string.h>

#include "base/diag.h"

// What is printed, until the next call.
static char *printed(const cg_diags *d) {
    static char text[4096];
    FILE *f = fmemopen(text, sizeof text, "w");
    cg_diags_print(d, f);
    fclose(f);
    return text;
}

#define PRINTS(d, expected)                                                                                  \
    do {                                                                                                     \
        cr_assert_str_eq(printed(d), expected);                                                              \
        cg_diags_free(d);                                                                                    \
    } while (0)

Test(diag, prints_place_pointer_and_caret) {
    cg_diags *d = cg_diags_new();
    cg_diag_add(d, CG_E_UNKNOWN, "a.json", 3, 5, "/x", "    nwo", "'%s' is no name", "nwo");
    PRINTS(d, "a.json:3:5: error[E0202]: 'nwo' is no name\n  at /x\n    nwo\n    ^\n");
}

Test(diag, prints_in_the_order_of_the_file) {
    cg_diags *d = cg_diags_new();
    cg_diag_add(d, CG_E_KEY, "a.json", 9, 1, NULL, NULL, "third");
    cg_diag_add(d, CG_E_KEY, "a.json", 2, 7, NULL, NULL, "second");
    cg_diag_add(d, CG_E_PARAM, NULL, 0, 0, NULL, NULL, "first");
    PRINTS(d, "error[E0401]: first\na.json:2:7: error[E0104]: second\na.json:9:1: error[E0104]: third\n");
}

Test(diag, tells_nothing_twice) {
    cg_diags *d = cg_diags_new();
    for (int i = 0; i < 3; i++) cg_diag_add(d, CG_E_KEY, "a", 1, 1, NULL, NULL, "again");
    cr_assert_eq(cg_diags_errors(d), 1);
    PRINTS(d, "a:1:1: error[E0104]: again\n");
}

Test(diag, warnings_are_no_errors) {
    cg_diags *d = cg_diags_new();
    cg_diag_add(d, CG_W_UNUSED, "a", 1, 1, NULL, NULL, "unused");
    cr_assert_eq(cg_diags_errors(d), 0);
    PRINTS(d, "a:1:1: warning[W0501]: unused\n");
}

// A long line is shown around the column, and the caret stays below it, also behind letters of several bytes.
Test(diag, caret_in_a_long_line) {
    char line[400];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    memcpy(line + 280, "\xc3\xa4\xc3\xb6", 4);
    line[300] = '!';
    cg_diags *d = cg_diags_new();
    cg_diag_add(d, CG_E_KEY, "a", 1, 301, "", line, "here");
    const char *shown = strstr(printed(d), "... ");
    cr_assert_not_null(shown);
    const char *caret_line = strchr(shown, '\n') + 1;
    int column = 0;
    for (const char *p = shown - 4; *p != '!'; p++) column += ((unsigned char)*p & 0xc0) != 0x80;
    cr_assert_eq(strchr(shown, '^') - caret_line, column);
    cg_diags_free(d);
}

Test(diag, codes_are_distinct_and_sorted) {
    static const int codes[] = {
#define X(name, number, text) number,
        CG_DIAG_CODES(X)
#undef X
    };
    for (size_t i = 1; i < sizeof codes / sizeof *codes; i++) cr_assert_lt(codes[i - 1], codes[i]);
}

Test(diag, did_you_mean) {
    static const char *const words[] = {"line.exp", "line.ver", "now", "I"};
    cr_assert_str_eq(cg_did_you_mean("line.expp", words, 4), "line.exp");
    cr_assert_str_eq(cg_did_you_mean("nwo", words, 4), "now");
    cr_assert_null(cg_did_you_mean("now", words, 4), "the word itself is no help");
    cr_assert_null(cg_did_you_mean("V", words, 4), "every letter is near every other");
    cr_assert_null(cg_did_you_mean("epoch", words, 4));
    cr_assert_null(cg_did_you_mean("", words, 4));
}
