// Work stealing: every thread has a deque of tasks (Chase and Lev, SPAA 2005), takes from its own bottom and
// steals from the top of another's. The tasks are the nodes of a random tree, of which thread 0 first has the
// root: so the threads find work by stealing only. Each task must be done once, its result compared with a
// sequential run. The deques rely on sequential consistency: a store to `bottom` before a load of `top`.
#include "sync.h"
#include "tree.h"

typedef struct {
    cg_env *env;
    cg_poll_kind poll;
    uint64_t interval;
    cg_tree tree;
    uint64_t result, done; // addresses: two results
    uint64_t left;         // address: tasks not done yet
    uint64_t deque;        // address: of each thread top, bottom, and room for all tasks
    uint64_t deque_bytes;
} state;

static const cg_option OPTIONS[] = {
    CG_OPTIONS_TREE("tasks", 512, 1024),
    CG_NUMBER(interval, 32, 0, 1u << 20, "most cycles between attempts to steal"),
    CG_OPTION_POLL,
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t threads = (uint64_t)(e->cores * e->threads);
    s->env = e;
    s->deque_bytes = (8 + 4 * s->tree.nodes + e->line_bytes - 1) / e->line_bytes * e->line_bytes;
    cg_tree_place(e, &s->tree);
    s->result = cg_alloc(e, 4 * s->tree.nodes, e->line_bytes);
    s->done = cg_alloc(e, 4 * s->tree.nodes, e->line_bytes);
    s->left = cg_alloc(e, 4, e->line_bytes);
    s->deque = cg_alloc(e, threads * s->deque_bytes, e->line_bytes);
    if (e->bad_input[0]) return;
    cg_tree_plant(e, &s->tree, 0x60000);
    cg_poke(e, s->left, (uint32_t)s->tree.nodes);
    cg_poke(e, s->deque + 4, 1); // thread 0: bottom 1, task 0 in place 0
}

// ------------------------------------------------------------------------------------------------ the deque
enum { NONE = -1 };

static uint64_t deque_of(const state *s, int thread) {
    return s->deque + (uint64_t)thread * s->deque_bytes;
}

static bool sane(cg_thread *t, const state *s, const char *what, uint32_t value) {
    if (value <= s->tree.nodes) return true;
    cg_fail(s->env, "thread %d read %u as %s of a deque", cg_tid(t), value, what);
    return false;
}

static void push_task(cg_thread *t, const state *s, uint32_t task) {
    uint64_t d = deque_of(s, cg_tid(t));
    uint32_t bottom = cg_sync_ld(t, d + 4);
    if (!sane(t, s, "the bottom", bottom + 1)) return;
    cg_sync_st(t, d + 8 + 4 * (uint64_t)bottom, task);
    cg_fence(t);
    cg_sync_st(t, d + 4, bottom + 1);
}

// Takes the entry `top` of a deque unless somebody else did.
static bool won(cg_thread *t, uint64_t deque, uint32_t top) {
    return cg_amo(t, CG_AMO_CAS, deque, top + 1, top) == top;
}

static int64_t take_task(cg_thread *t, const state *s) {
    uint64_t d = deque_of(s, cg_tid(t));
    uint32_t bottom = cg_sync_ld(t, d + 4);
    if (bottom == 0 || !sane(t, s, "the bottom", bottom)) return NONE;
    cg_sync_st(t, d + 4, bottom - 1);
    cg_fence(t); // a thief looks at the bottom after it has seen the top
    uint32_t top = cg_sync_ld(t, d);
    if (top < bottom - 1) return cg_sync_ld(t, d + 8 + 4 * (uint64_t)(bottom - 1));
    int64_t task =
        top == bottom - 1 && won(t, d, top) ? (int64_t)cg_sync_ld(t, d + 8 + 4 * (uint64_t)top) : NONE;
    cg_sync_st(t, d + 4, bottom);
    return task;
}

// A thread without work polls: the deques of others, and whether anything is left.
static int64_t steal(cg_thread *t, const state *s) {
    uint64_t d = deque_of(s, (int)(cg_rand(t) % (uint64_t)cg_threads(t)));
    uint32_t top = cg_poll(t, d, s->poll);
    cg_fence(t);
    uint32_t bottom = cg_poll(t, d + 4, s->poll);
    cg_fence(t);
    if (top >= bottom || !sane(t, s, "the bottom", bottom)) return NONE;
    uint32_t task = cg_sync_ld(t, d + 8 + 4 * (uint64_t)top);
    return won(t, d, top) ? (int64_t)task : NONE;
}

// ------------------------------------------------------------------------------------------------ the tasks
static void perform_task(cg_thread *t, const state *s, uint64_t i) {
    uint32_t sum = 0;
    if (i >= s->tree.nodes) {
        cg_fail(s->env, "thread %d took task %llu", cg_tid(t), (unsigned long long)i);
        return;
    }
    uint32_t child = cg_ld(t, s->tree.child + 4 * i), end = cg_ld(t, s->tree.child + 4 * i + 4);
    for (; child < end && s->env->failure[0] == '\0'; child++) push_task(t, s, child);
    for (uint64_t k = 0; k < s->tree.work; k++) sum += cg_ld(t, cg_tree_word(&s->tree, i, k));
    cg_st(t, s->result + 4 * i, sum);
    cg_amo(t, CG_AMO_ADD, s->done + 4 * i, 1, 0);
}

// Tasks done are told when the thread runs dry, so that the counter is not fought for at every task.
static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint32_t unsaid = 0;
    while (s->env->failure[0] == '\0') {
        int64_t task = take_task(t, s);
        if (task == NONE && unsaid > 0) {
            if (cg_amo(t, CG_AMO_ADD, s->left, -unsaid, 0) == unsaid) return;
            unsaid = 0;
        }
        if (task == NONE) task = steal(t, s);
        if (task != NONE) {
            perform_task(t, s, (uint64_t)task);
            unsaid++;
        } else {
            if (cg_poll(t, s->left, CG_POLL_ATOMIC) == 0) return;
            cg_pause(t, 1 + (unsigned)(cg_rand(t) % (s->interval + 1)));
        }
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->tree.nodes; i++) {
        uint32_t done = cg_ld(t, s->done + 4 * i), result = cg_ld(t, s->result + 4 * i);
        if (done != 1) cg_fail(s->env, "task %llu was done %u times", (unsigned long long)i, done);
        if (result != s->tree.expected[i])
            cg_fail(s->env, "task %llu gave 0x%x, not 0x%x", (unsigned long long)i, result,
                    s->tree.expected[i]);
    }
}

const cg_workload cg_workload_work_steal = {
    "work_steal", "tasks of a random tree, shared out by stealing from deques",
    OPTIONS,      sizeof(state),
    setup,        thread,
    check,        NULL,
};
