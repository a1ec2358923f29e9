// HeteroSync's programs under the models with scopes and relaxed atomics.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "cases.h"
#include "drf_play.h"

static void plays_well(const char *model, const char *name, const cg_choice *choices, size_t n) {
    run r;
    const uint64_t bad = play_under(&r, model, name, 3, 4, 5, HONEST, choices, n);
    const char *kind = n ? choices[0].value : "";
    cr_expect(bad == 0 && !cg_scheduler_busy(r.scheduler), "%s %s under %s: %s", name, kind, model, r.told);
    cr_expect(r.env.failure[0] == '\0', "%s %s under %s: %s", name, kind, model, r.env.failure);
    over(&r);
}

Test(drf, programs_of_heterosync_have_no_race_under_models_with_scopes_and_relaxed_atomics) {
    static const char *const models[] = {"drf0", "drf0_ro", "drf1", "drfrlx", "hrf", "rc", "rcpc"};
    static const char *const mutexes[] = {"spin", "backoff", "ticket", "ring"};
    static const char *const relaxed[] = {"flags", "refs", "split", "seqlock", "locks", "queue"};
    static const char *const counters[] = {"global", "private", "read"};
    const size_t step = is_full() ? 1 : 3;
    for (size_t m = 0; m < sizeof models / sizeof *models; m += step) {
        for (int i = 0; i < 4; i++)
            plays_well(models[m], "mutex", (cg_choice[]){{"kind", mutexes[i]}, {"local", "1"}}, 2);
        for (int i = 0; i < 2; i++)
            plays_well(models[m], "semaphore", (cg_choice[]){{"backoff", i ? "1" : "0"}, {"local", "1"}}, 2);
        for (int i = 0; i < 4; i++)
            plays_well(
                models[m], "two_level",
                (cg_choice[]){{"kind", i % 2 ? "atomic" : "lock_free"}, {"exchange", i / 2 ? "1" : "0"}}, 2);
        for (int i = 0; i < 6; i++) plays_well(models[m], "relaxed", (cg_choice[]){{"kind", relaxed[i]}}, 1);
        for (int i = 0; i < 3; i++)
            plays_well(models[m], "event_counter", (cg_choice[]){{"kind", counters[i]}}, 1);
        plays_well(models[m], "uts", NULL, 0);
        plays_well(models[m], "bc", (cg_choice[]){{"like", "ex33"}, {"part", "16"}, {"sources", "2"}}, 3);
        plays_well(models[m], "bc", (cg_choice[]){{"look", "unpaired"}}, 1);
        plays_well(models[m], "pagerank", (cg_choice[]){{"like", "c-22"}}, 1);
    }
}
