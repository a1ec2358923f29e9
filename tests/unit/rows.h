// Cases that stand in a file of tests/unit/rows, one a line: fields between ' :: ', which may be empty. Lines
// that begin with '#' and empty ones do not count.
#ifndef COHGEN_TESTS_UNIT_ROWS_H
#define COHGEN_TESTS_UNIT_ROWS_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { ROW_FIELDS = 4, ROW_LENGTH = 400 };

// Cuts `line` into its fields; returns how many there are.
static inline int fields_of_row(char *line, const char *fields[ROW_FIELDS]) {
    static const char BETWEEN[] = " ::";
    int n = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *end; line && n < ROW_FIELDS; line = end) {
        end = strstr(line, BETWEEN);
        fields[n++] = line;
        if (!end) break;
        *end = '\0';
        end += sizeof BETWEEN - 1;
        end += *end == ' ';
    }
    return n;
}

// Calls `check` with the `n` fields of each row. A file without rows is a failure, and so is a row of another
// length.
static inline void check_rows(const char *file, int n, void (*check)(const char *const *fields, void *of),
                              void *of) {
    char path[100], line[ROW_LENGTH];
    int rows = 0;
    snprintf(path, sizeof path, "tests/unit/rows/%s", file);
    FILE *in = fopen(path, "r");
    cr_assert(in, "%s cannot be read", path);
    while (fgets(line, sizeof line, in)) {
        const char *fields[ROW_FIELDS];
        if (*line == '#' || *line == '\n') continue;
        cr_assert(strchr(line, '\n'), "%s: a line is too long", path);
        const int found = fields_of_row(line, fields);
        cr_assert_eq(found, n, "%s: '%s' has %d fields", path, line, found);
        check(fields, of);
        rows++;
    }
    fclose(in);
    cr_expect(rows, "%s has no rows", path);
}

#endif
