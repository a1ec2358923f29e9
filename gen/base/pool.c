#define _GNU_SOURCE
#include "pool.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "memory.h"

enum {
    LOOK_MS = 50
}; // how long a process that is late may go on, and one that has ended where the kernel tells nobody

typedef struct {
    cg_pool_job job;
    bool used;
    double started; // the process
    int ending;     // descriptor that can be read when the process has ended; -1: the kernel has none
} slot;

typedef struct {
    const cg_pool *p;
    slot *slots;
    struct pollfd *events; // of slot i: 2 i its ending, 2 i + 1 its output
    size_t begun;
    int running;
    double ticked;
} pool;

static bool is_decided(const pool *x) {
    return x->p->decided && x->p->decided(x->p->work);
}

// The job says whether it has started a process.
static void occupy(pool *x, slot *s, bool started) {
    if (s->ending >= 0) close(s->ending);
    s->ending = -1;
    x->running += started - s->used;
    s->used = started;
    if (!started) return;
    s->started = cg_seconds();
    s->ending = (int)syscall(SYS_pidfd_open, (pid_t)s->job.pid, 0);
}

static void begin_jobs(pool *x) {
    for (int i = 0; i < x->p->slots; i++) {
        slot *s = &x->slots[i];
        while (!s->used && x->begun < x->p->n_jobs && !is_decided(x)) {
            s->job = (cg_pool_job){.number = x->begun++, .slot = i, .output = -1};
            occupy(x, s, x->p->begin(x->p->work, &s->job));
        }
    }
}

// The process of a slot is gone; its job is asked for the next.
static void ask_for_next(pool *x, slot *s, cg_pool_why why) {
    s->job.why = why;
    s->job.seconds = cg_seconds() - s->started;
    s->job.pid = 0;
    s->job.patience = 0;
    occupy(x, s, x->p->next(x->p->work, &s->job));
}

static void stop_job(pool *x, slot *s, cg_pool_why why) {
    cg_process_stop(s->job.pid);
    ask_for_next(x, s, why);
}

// Until a process ends or prints, or for LOOK_MS.
static void wait_for_one(pool *x) {
    const nfds_t n = 2 * (nfds_t)x->p->slots;
    for (int i = 0; i < x->p->slots; i++) {
        const slot *s = &x->slots[i];
        x->events[2 * i] = (struct pollfd){.fd = s->used ? s->ending : -1, .events = POLLIN};
        x->events[2 * i + 1] = (struct pollfd){.fd = s->used ? s->job.output : -1, .events = POLLIN};
    }
    if (poll(x->events, n, LOOK_MS) > 0) return;
    for (nfds_t i = 0; i < n; i++) x->events[i].revents = 0;
}

static void look_after_slot(pool *x, int i) {
    slot *s = &x->slots[i];
    if (!s->used) return;
    const short output = x->events[2 * i + 1].revents;
    if (output && x->p->read) x->p->read(x->p->work, &s->job);
    if (output && !(output & POLLIN)) s->job.output = -1; // its end: it would not let us wait any more
    if (cg_process_ended(s->job.pid, &s->job.end))
        ask_for_next(x, s, CG_POOL_ENDED);
    else if (s->job.patience > 0 && cg_seconds() - s->started > s->job.patience)
        stop_job(x, s, CG_POOL_LATE);
}

static void call_tick(pool *x) {
    const double now = cg_seconds();
    if (!x->p->tick || now - x->ticked < 1e-3 * x->p->tick_ms) return;
    x->ticked = now;
    x->p->tick(x->p->work);
}

void cg_pool_run(const cg_pool *p) {
    pool x = {.p = p};
    x.slots = cg_array_new((size_t)p->slots, sizeof *x.slots);
    x.events = cg_array_new(2 * (size_t)p->slots, sizeof *x.events);
    for (int i = 0; i < p->slots; i++) x.slots[i].ending = -1;
    for (begin_jobs(&x); x.running && !is_decided(&x); begin_jobs(&x)) {
        wait_for_one(&x);
        for (int i = 0; i < p->slots; i++) look_after_slot(&x, i);
        call_tick(&x);
    }
    for (int i = 0; i < p->slots; i++)
        if (x.slots[i].used) stop_job(&x, &x.slots[i], CG_POOL_GIVEN_UP);
    CG_FREE(x.slots, x.events);
}
