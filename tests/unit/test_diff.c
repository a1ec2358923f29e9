// Comparing tables: what does not change the meaning is no difference, what does is one, and it is named.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "load/load.h"
#include "tables.h"
#include "tell/diff/diff.h"

static const char RCC[] = "protocols/rcc.json";

// The table of RCC with every `from` replaced, from a file that is gone again.
static cg_plan *edited(const char *from, const char *to) {
    char path[] = "/tmp/test_diff_XXXXXX", *text = NULL;
    size_t size = 0;
    FILE *in = fopen(RCC, "rb"), *whole = open_memstream(&text, &size);
    for (int c; (c = fgetc(in)) != EOF;) fputc(c, whole);
    fclose(in);
    fclose(whole);
    FILE *out = fdopen(mkstemp(path), "wb");
    int times = 0;
    for (const char *p = text; *p;) {
        const bool here = !strncmp(p, from, strlen(from));
        if (here) fputs(to, out);
        if (!here) fputc(*p, out);
        p += here ? strlen(from) : 1;
        times += here;
    }
    fclose(out);
    free(text);
    cr_assert_gt(times, 0, "the table has no %s", from);
    cg_plan *p = plan_of_table(path, NULL, 0);
    unlink(path);
    return p;
}

static int differences(const char *from, const char *to, const char *kind, const char *where) {
    cg_arena *a = cg_arena_new();
    cg_plan *left = plan_of_table(RCC, NULL, 0), *right = edited(from, to);
    const cg_differences all = cg_diff(a, left, right);
    bool found = false;
    for (int i = 0; i < all.n; i++)
        found |= kind && !strcmp(all.items[i].kind, kind) && !strcmp(all.items[i].where, where);
    cr_expect_eq(found, kind != NULL, "%s -> %s: %s %s", from, to, kind ? kind : "", kind ? where : "");
    const int n = all.n;
    cg_arena_free(a);
    drop_plan(left);
    drop_plan(right);
    return n;
}

Test(diff, same) {
    cr_expect_eq(differences("\"title\": \"Relativistic", "\"title\": \"Other", NULL, NULL), 0);
    cr_expect_eq(differences("fresh", "still_good", NULL, NULL), 0, "a let renamed");
    cr_expect_eq(differences("\"when\": \"fresh\"", "\"when\": \"line.exp >= now\"", NULL, NULL), 0,
                 "a let written out");
    cr_expect_eq(differences("\"allocate mshr\", \"merge\"", "\"merge\", \"allocate mshr\"", NULL, NULL), 0,
                 "actions in another order");
    cr_expect_eq(differences("now: now, exp: 0", "exp: 0, now: now", NULL, NULL), 0,
                 "fields in another order");
    cr_expect_eq(differences("\"note\": \"nothing outstanding\"", "\"note\": \"cannot be\"", NULL, NULL), 0);
}

Test(diff, guards_and_actions) {
    cr_expect_eq(differences("line.exp >= now", "line.exp > now", "rule", "l1.V.load.1"), 5);
    cr_expect_eq(differences("mshr.pending = 1\"", "mshr.pending = 2 - 1\"", NULL, NULL), 0, "folded");
    cr_expect_eq(differences("[\"allocate mshr\", \"merge\", \"mshr.pending = 1\"",
                             "[\"allocate mshr\", \"merge\", \"mshr.pending = 2\"", "rule", "l1.V.load.3"),
                 1);
}

Test(diff, declarations) {
    differences("\"default\": 16,   \"min\": 1,  \"max\": 64,   \"doc\": \"hardware",
                "\"default\": 8,   \"min\": 1,  \"max\": 64,   \"doc\": \"hardware", "parameter", "threads");
    differences("RENEW", "AGAIN", "message", "AGAIN");
    differences("RENEW", "AGAIN", "rule", "l1.V.RENEW.1");
    differences("\"waiters\": \"l1_waiters\"", "\"waiters\": \"l1_waiters + 1\"", "machine", "l1");
    differences("\"class\": \"response\", \"doc\": \"when", "\"class\": \"forward\", \"doc\": \"when",
                "message", "ACK");
}

Test(diff, design_points) {
    const cg_setting narrow[] = {{"ts_bits", "20", "test", false}};
    cg_arena *a = cg_arena_new();
    cg_plan *left = plan_of_table(RCC, NULL, 0), *right = plan_of_table(RCC, narrow, 1);
    const cg_differences all = cg_diff(a, left, right);
    bool bits = false, rule = false;
    for (int i = 0; i < all.n; i++) {
        bits |= !strcmp(all.items[i].kind, "storage") && !strcmp(all.items[i].where, "l1.line");
        rule |= !strcmp(all.items[i].kind, "rule") && !strcmp(all.items[i].where, "l1.tick.1");
    }
    cr_expect(bits, "12 bits less a line");
    cr_expect(rule, "ts_max is another");
    cg_arena_free(a);
    drop_plan(left);
    drop_plan(right);
}
