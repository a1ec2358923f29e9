// Fields of comma-separated values.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/csv.h"

static void is_written(const char *text, const char *as) {
    char *got = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&got, &n);
    cg_csv_text(out, text);
    fclose(out);
    cr_expect_str_eq(got, as);
    free(got);
}

Test(csv, text_with_a_comma_a_quotation_mark_or_a_line_end_is_quoted) {
    is_written("", "");
    is_written("two words", "two words");
    is_written("a, b", "\"a, b\"");
    is_written("say \"a\"", "\"say \"\"a\"\"\"");
    is_written("a\nb", "\"a\nb\"");
    is_written("a\r", "\"a\r\"");
}

Test(csv, what_is_no_number_is_an_empty_field) {
    char *got = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&got, &n);
    cg_csv_number(out, 0.125);
    fputc(',', out);
    cg_csv_number(out, NAN);
    fputc(',', out);
    cg_csv_number(out, 1234567890);
    fclose(out);
    cr_expect_str_eq(got, "0.125,,1234567890");
    free(got);
}
