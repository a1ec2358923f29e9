// A ticket lock: fetch-and-add gives the ticket, a store calls the next one. It is fair, so the order
// of the critical sections is the order of the tickets: the critical section appends to a log that must show
// it.
#include "sync.h"

typedef struct {
    cg_env *env;
    cg_poll_kind poll;
    unsigned interval;
    uint64_t iterations;
    uint64_t next, serving, log; // addresses
    uint32_t total;              // critical sections of all threads
    uint32_t *owner;             // by ticket: the thread that drew it
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(iterations, 20, 0, 1u << 20, "critical sections of each thread"),
    CG_OPTION_INTERVAL(16),
    CG_OPTION_POLL,
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t total = s->iterations * (uint64_t)(e->cores * e->threads);
    s->env = e;
    s->total = (uint32_t)total;
    s->next = cg_alloc(e, 4, e->line_bytes);
    s->serving = cg_alloc(e, 4, e->line_bytes);
    s->log = cg_alloc(e, 4 + total * 4, e->line_bytes); // its length, then a word an entry
    s->owner = cg_keep(e, total * sizeof *s->owner);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->iterations; i++) {
        uint32_t ticket = cg_amo(t, CG_AMO_ADD, s->next, 1, 0);
        if (ticket >= s->total) {
            cg_fail(s->env, "thread %d drew ticket %u of %u", cg_tid(t), ticket, s->total);
            return;
        }
        s->owner[ticket] = (uint32_t)cg_tid(t) + 1;
        while (cg_poll(t, s->serving, s->poll) != ticket) cg_pause(t, s->interval);
        cg_fence(t);
        uint32_t length = cg_ld(t, s->log);
        if (length != ticket)
            cg_fail(s->env, "thread %d with ticket %u finds a log of %u entries", cg_tid(t), ticket, length);
        else
            cg_st(t, s->log + 4 + 4 * (uint64_t)length, (uint32_t)cg_tid(t) + 1);
        cg_st(t, s->log, length + 1);
        cg_fence(t);
        cg_sync_st(t, s->serving, ticket + 1);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint32_t i = 0; i < s->total; i++) {
        uint32_t who = cg_ld(t, s->log + 4 + 4 * (uint64_t)i);
        if (who != s->owner[i]) cg_fail(s->env, "log entry %u is %u, not %u", i, who, s->owner[i]);
    }
    uint32_t length = cg_ld(t, s->log);
    if (length != s->total) cg_fail(s->env, "the log has %u entries, not %u", length, s->total);
}

const cg_workload cg_workload_fa_mutex = {
    "fa_mutex", "ticket lock by fetch-and-add around a log", OPTIONS, sizeof(state), setup, thread, check,
    NULL,
};
