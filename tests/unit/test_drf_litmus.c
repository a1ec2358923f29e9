// The litmus tests of tests/litmus/marked, run on the machine of drf_machine.h while the race detector
// watches: it tells a race of no test that is legal, and of an illegal one it tells a race, in runs enough.
#include <glob.h>

#include "cases.h"
#include "drf_play.h"
#include "judge/litmus/allowed.h"

static const char *race_of(const char *file, const cg_model *m) {
    static cg_lit_legality l;
    char err[400];
    cg_lit_refusal why;
    cg_lit_set allowed;
    cg_litmus *t = cg_litmus_read(file, err, sizeof err);
    cr_assert(t != NULL, "%s", err);
    cg_lit_set_init(&allowed, t);
    const cg_lit_allow_options o = {.why = &why, .legality = &l};
    const bool good = cg_lit_allowed(t, file, m, &o, &allowed, err, sizeof err);
    cg_lit_set_free(&allowed);
    cg_litmus_free(t);
    return good ? l.race : NULL; // NULL: the model has no class for it
}

static void compare(const char *file, const char *model, int *legal, int *illegal) {
    run r;
    char path[80];
    snprintf(path, sizeof path, "protocols/models/%s.json", model);
    cg_model *m = drf_model(path);
    const char *race = race_of(file, m);
    cg_model_free(m);
    if (race == NULL) return;
    const cg_choice choices[] = {{"file", file}, {"runs", runs_whole() ? "400" : "80"}};
    play_under(&r, model, "litmus", 4, 4, 7, HONEST, choices, 2);
    cr_expect(!r.env.failure[0], "%s under %s: %s", file, model, r.env.failure);
    if (race[0])
        cr_expect(!runs_whole() || strstr(r.told, " race, the program's fault: ") != NULL,
                  "%s under %s: a %s race, told: %s", file, model, race, r.told);
    else
        cr_expect(!r.told[0], "%s under %s: told: %s", file, model, r.told);
    *(race[0] ? illegal : legal) += 1;
    over(&r);
}

static void compare_all(const char *model, int least_legal, int least_illegal) {
    int legal = 0, illegal = 0;
    glob_t files;
    cr_assert(glob("tests/litmus/marked/*.litmus", 0, NULL, &files) == 0);
    for (size_t i = 0; i < files.gl_pathc; i++) compare(files.gl_pathv[i], model, &legal, &illegal);
    globfree(&files);
    cr_expect(legal >= least_legal && illegal >= least_illegal, "%d legal, %d illegal", legal, illegal);
}

Test(drf_litmus, marked_tests_under_drfrlx) {
    compare_all("drfrlx", 20, 10);
}

Test(drf_litmus, marked_tests_under_drf1) {
    compare_all("drf1", 5, 2);
}
