// Catches runs that do not get on: deadlock (no answer at all while one is due) and starvation (one thread is
// never answered while others are).
#ifndef COHGEN_TB_SIM_WATCHDOG_H
#define COHGEN_TB_SIM_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t limit; // cycles without any answer
    uint64_t last;  // cycle of the last answer, or when nothing was due
} cg_watchdog;

enum { CG_STARVED = 20 }; // a thread is starved after so many times the limit

typedef enum { CG_WATCH_FINE, CG_WATCH_DEADLOCK, CG_WATCH_STARVED } cg_watch;

// Once a cycle. `answers`: some came in this cycle; `due`: some request is offered or unanswered; `oldest`:
// cycle in which the longest waiting request was made (looked at now and then only, so it may be costly: a
// function).
static inline cg_watch cg_watchdog_step(cg_watchdog *w, uint64_t cycle, bool answers, bool due,
                                        uint64_t (*oldest)(void *ctx), void *ctx) {
    if (answers || !due) w->last = cycle;
    if (cycle - w->last >= w->limit) return CG_WATCH_DEADLOCK;
    if ((cycle & 0xfff) == 0 && due && cycle - oldest(ctx) >= CG_STARVED * w->limit) return CG_WATCH_STARVED;
    return CG_WATCH_FINE;
}

#endif
