// Programs without data races, made up while they run (tb/programs/episodes.h): episodes of an atomic that
// acquires, loads and stores, and an atomic that releases, over locations that share lines at random. Each
// load has one legal value, which is compared on the spot, whatever model or oracle is in force.
#include "programs/episodes.h"

#include "programs/thread.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    cg_episodes *made;
    cg_episodes_options o;
    const char *fences; // as the user says it
    uint64_t fenced;    // percent
} state;

#define ROW(name, def, least, most, doc) CG_NUMBER_AT(#name, o.name, def, least, most, doc),
static const cg_option OPTIONS[] = {
    CG_NUMBER_AT("ops", o.ops, 20000, 0, CG_ANY, "operations of all threads together, about"),
    CG_OPTION_FENCES(2),
    CG_EPISODES_NUMBERS(ROW){0},
};

static void free_made(void *made) {
    cg_episodes_free(made);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    cg_episodes_options *o = &s->o;
    char err[120] = "";
    o->threads = (unsigned)(e->cores * e->threads);
    o->line_bytes = e->line_bytes;
    o->seed = e->seed;
    o->scatter = e->scatter;
    o->fences = true;
    o->of_core = (unsigned)e->threads;
    o->local_marks = e->model ? cg_model_local_marks(e->model) : 0;
    o->unpaired_marks = e->model ? cg_model_unpaired_marks(e->model) : 0;
    o->final_marks = e->model ? cg_model_final_marks(e->model) : 0;
    o->marked = e->no_races && e->sync_loads && e->sync_stores;
    s->env = e;
    s->fenced = cg_opt_fences(e, s->fences, 2);
    const uint64_t lines = cg_episodes_lines(o->lines, o->threads);
    if (lines < UINT64_C(1) << 24 && o->stride < UINT64_C(1) << 24)
        o->base = cg_alloc(e, lines * o->stride * e->line_bytes, e->line_bytes);
    s->made = e->bad_input[0] ? NULL : cg_episodes_new(o, err, sizeof err);
    if (s->made)
        cg_keep_other(e, s->made, free_made);
    else
        cg_bad_input(e, "workload episodes: %s", err);
}

// Fences as the model in force needs them.
static uint32_t ask_or_fence(cg_thread *t, const cg_request *q) {
    if (q->op == CG_FENCE)
        cg_fence(t);
    else if (q->op == CG_STORE && cg_slots(t) > 1)
        cg_post_there(t, q); // nothing hangs on the answer
    else
        return cg_ask_there(t, q);
    return 0;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    cg_request q;
    while (s->env->failure[0] == '\0' && cg_episodes_next(s->made, (unsigned)cg_tid(t), &q)) {
        if (s->fenced && cg_rand(t) % 100 < s->fenced) cg_fence_op(t);
        const char *wrong = cg_episodes_answered(s->made, (unsigned)cg_tid(t), ask_or_fence(t, &q));
        if (wrong) cg_fail(s->env, "%s", wrong);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    const cg_episodes_stats done = cg_episodes_get_stats(s->made);
    uint64_t addr;
    uint32_t good;
    bool known;
    for (uint64_t i = 0; cg_episodes_final(s->made, i, &addr, &good, &known); i++) {
        const uint32_t value = cg_ask_there(t, &(cg_request){.op = CG_LOAD, .addr = addr});
        if (known && value != good)
            cg_fail(s->env, "0x%llx holds 0x%x at the end, not 0x%x", (unsigned long long)addr, value, good);
    }
    cg_measured(s->env, "episodes", "", (double)done.episodes);
    cg_measured(s->env, "loads handed on", "%",
                100.0 * (double)done.handed / (double)(done.loads + !done.loads));
}

const cg_workload cg_workload_episodes = {
    "episodes", "made-up programs without data races: acquire, loads and stores, release",
    OPTIONS,    sizeof(state),
    setup,      thread,
    check,      NULL,
};
