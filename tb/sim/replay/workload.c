// Plays the threads' part of a replay (tb/sim/replay/replay.h): each request when its step comes.
#include "programs/workload.h"
#include "replay.h"

static void setup(cg_env *e, void *state) {
    cg_replay **replay = state;
    e->scatter = (cg_scatter){0}; // the addresses are the file's
    if (e->replay == NULL) cg_bad_input(e, "workload replay needs a file: cohgen sim PROTOCOL --replay FILE");
    *replay = e->replay;
    if (e->replay) e->done = cg_replay_unnamed(e->replay);
}

static void thread(cg_thread *t, void *state) {
    cg_replay **replay = state;
    cg_replay_thread(*replay, t, cg_tid(t));
}

const cg_workload cg_workload_replay = {
    "replay", "plays a sequence of transitions, one by one (--replay)",
    NULL,     sizeof(cg_replay *),
    setup,    thread,
    NULL,     NULL,
};
