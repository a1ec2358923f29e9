// The exhaustive check of a table that synchronizes by loads and stores, too: what the model offers, and that
// rumur takes it.
#define _DEFAULT_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cases.h"
#include "check/promise.h"
#include "emit/murphi/murphi.h"
#include "lang/spec.h"
#include "tables.h"
#include "text.h"

// Of wt; without atomics where these are off.
static char *model_of(bool grouped, cg_beside with, bool atomics, cg_promise *p) {
    const cg_setting set[] = {{"cpus", "1", "test", false},
                              {"gpus", "2", "test", false},
                              {"threads", "1", "test", false},
                              {"partitions", "1", "test", false}};
    char error[200];
    stream to;
    cg_spec *s = spec_of_table("protocols/wt.json", set, 4);
    cg_model *m = cg_model_load("protocols/models/rc.json", error, sizeof error);
    cr_assert_not_null(m, "%s", error);
    cg_promise_of(s, &m, p);
    struct cg_off off[2];
    int n_off = 0;
    for (int i = 0; i < s->n_machines; i++)
        for (int e = 0; !atomics && s->machines[i].core_port && e < s->machines[i].n_events; e++)
            if (s->machines[i].events[e].kind == CG_EV_CORE && s->machines[i].events[e].core == CG_ATOMIC)
                off[n_off++] = (struct cg_off){.machine = i, .event = e};
    const cg_murphi_options o = {.lines = 2,
                                 .queue = 1,
                                 .sync = 1,
                                 .beside = with,
                                 .grouped = grouped,
                                 .cover = !grouped,
                                 .liveness = grouped,
                                 .off = off,
                                 .n_off = n_off,
                                 .promise = *p};
    cg_murphi_emit(s, &o, stream_open(&to));
    cg_model_free(m);
    cg_spec_free(s);
    return stream_close(&to);
}

static int kinds_of(const cg_promise *p, cg_core_op op) {
    int n = 0;
    for (int i = 0; i < p->n_syncs; i++) n += p->syncs[i].op == op;
    return n;
}

Test(marked, loads_and_stores_that_synchronize_have_kinds) {
    cg_promise p;
    free(model_of(true, CG_BESIDE_NONE, true, &p));
    cr_expect_eq(kinds_of(&p, CG_LOAD), 1);
    cr_expect_eq(kinds_of(&p, CG_STORE), 1);
    for (int i = 0; i < p.n_syncs; i++) {
        const cg_sync_kind *k = &p.syncs[i];
        if (k->op == CG_LOAD) cr_expect(k->acquire && k->takes && !k->release && !k->hands);
        if (k->op == CG_STORE) cr_expect(!k->acquire && !k->takes && k->release && k->hands);
    }
    cr_expect_eq(p.n_loads, 1, "loads of data are one kind");
}

Test(marked, they_are_judged_where_they_are_performed) {
    cg_promise p;
    char *text = model_of(true, CG_BESIDE_NONE, true, &p);
    cr_expect_not_null(strstr(text, "synchronization does not return what the one before it left"));
    cr_expect_not_null(strstr(text, "mark: mark_t"));
    free(text);
}

// A bound may leave atomics out: a load that acquires is an acquire all the same.
Test(marked, acquires_do_not_need_atomics) {
    cg_promise p;
    char *text = model_of(true, CG_BESIDE_NONE, false, &p);
    cr_expect_null(strstr(text, "gpu.atomic"));
    cr_expect_not_null(strstr(text, "after_answer(x.op, x.mark)"));
    free(text);
}

static void accepted(bool grouped, cg_beside with) {
    char name[] = "/tmp/cohgen-marked-XXXXXX", command[128];
    const int fd = mkstemp(name);
    cg_promise p;
    cr_assert(fd >= 0);
    FILE *f = fdopen(fd, "w");
    char *text = model_of(grouped, with, true, &p);
    fputs(text, f);
    cr_assert_eq(fclose(f), 0);
    free(text);
    snprintf(command, sizeof command, "rumur --quiet --output /dev/null %s", name);
    if (!SANITIZED) cr_expect_eq(system(command), 0);
    unlink(name);
}

Test(marked, rumur_accepts_it) {
    if (system("command -v rumur >/dev/null") != 0) cr_skip_test("rumur is not installed");
    if (!is_full()) cr_skip_test("a minute of a processor; tests/check explores bounds of such a table");
    accepted(true, CG_BESIDE_ALL);
    accepted(false, CG_BESIDE_NONE);
}
