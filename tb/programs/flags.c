#include "flags.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/amo.h"
#include "lang/model.h"

// A store or a swap, asked for.
typedef struct {
    uint32_t thread, own; // whose, and its own clock then
    uint32_t *clock;      // what happened before it, by thread
    uint32_t before;      // number, from 1, of this thread's last one before it; 0: there is none
} release;

typedef struct {
    uint64_t addr;
    release *releases; // the value that each leaves is its number, from 1
    uint32_t n_releases;
    size_t room;
    uint32_t *latest; // by thread: number of its last one; 0: there is none
} flag;

struct cg_flags {
    unsigned threads;
    flag *flags;
    uint32_t n_flags;
    uint32_t *asked; // by thread: flag that it asked for
    char wrong[160];
};

cg_flags *cg_flags_new(unsigned threads) {
    cg_flags *f = cg_array_new(1, sizeof *f);
    f->threads = threads;
    f->asked = cg_array_new(threads, sizeof *f->asked);
    return f;
}

void cg_flags_free(cg_flags *f) {
    if (f == NULL) return;
    for (uint32_t i = 0; i < f->n_flags; i++) {
        for (uint32_t k = 0; k < f->flags[i].n_releases; k++) free(f->flags[i].releases[k].clock);
        CG_FREE(f->flags[i].releases, f->flags[i].latest);
    }
    CG_FREE(f->flags, f->asked, f);
}

void cg_flags_add(cg_flags *f, uint64_t addr) {
    f->flags = cg_array_grow(f->flags, f->n_flags, sizeof *f->flags);
    f->flags[f->n_flags++] = (flag){.addr = addr, .latest = cg_array_new(f->threads, sizeof(uint32_t))};
}

// ------------------------------------------------------------------------------------------ what is asked
// for
static flag *draw(cg_flags *f, cg_rng *rng, unsigned thread) {
    f->asked[thread] = (uint32_t)cg_rng_below(rng, f->n_flags);
    return &f->flags[f->asked[thread]];
}

cg_request cg_flags_acquire(cg_flags *f, cg_rng *rng, unsigned thread) {
    return (cg_request){.op = CG_LOAD, .order = CG_MARK_ACQUIRE, .addr = draw(f, rng, thread)->addr};
}

// The value that it leaves.
static uint32_t note_release(const cg_flags *f, flag *at, unsigned thread, const uint32_t *clock) {
    at->releases = cg_array_reserve(at->releases, at->n_releases + 1, &at->room, sizeof *at->releases);
    release *r = &at->releases[at->n_releases++];
    *r = (release){.thread = thread,
                   .own = clock[thread],
                   .clock = cg_array_new(f->threads, sizeof(uint32_t)),
                   .before = at->latest[thread]};
    memcpy(r->clock, clock, f->threads * sizeof *clock);
    return at->latest[thread] = at->n_releases;
}

// What a swap finds is known later: it hands over what happened before it was asked for.
cg_request cg_flags_release(cg_flags *f, cg_rng *rng, unsigned thread, uint32_t *clock, bool marked) {
    static const unsigned ORDERS[] = {0, CG_MARK_RELEASE, CG_MARK_ACQUIRE | CG_MARK_RELEASE};
    flag *at = draw(f, rng, thread);
    cg_request q = {
        .op = CG_STORE, .order = CG_MARK_RELEASE, .addr = at->addr, .mask = 0xf, .aop = CG_AMO_SWAP};
    q.data = note_release(f, at, thread, clock);
    clock[thread]++;
    if (cg_rng_below(rng, 4)) return q;
    q.op = CG_ATOMIC;
    q.order = marked ? ORDERS[cg_rng_below(rng, 3)] : 0;
    return q;
}

// -------------------------------------------------------------------------------------------------- answers
// The last one of thread `of` that happens before whoever has this clock; NULL: there is none.
static const release *last_known(const flag *at, unsigned of, const uint32_t *clock) {
    uint32_t number = at->latest[of];
    while (number && at->releases[number - 1].own > clock[of]) number = at->releases[number - 1].before;
    return number ? &at->releases[number - 1] : NULL;
}

// Does whoever has this clock know that `found` is overwritten (NULL: the first value)?
static bool is_overwritten(const cg_flags *f, const flag *at, const release *found, const uint32_t *clock) {
    for (unsigned t = 0; t < f->threads; t++) {
        const release *known = last_known(at, t, clock);
        if (known && known != found && (!found || found->own <= known->clock[found->thread])) return true;
    }
    return false;
}

const char *cg_flags_answered(cg_flags *f, unsigned thread, const cg_request *asked, uint32_t value,
                              uint32_t *clock) {
    const flag *at = &f->flags[f->asked[thread]];
    const release *found = value && value <= at->n_releases ? &at->releases[value - 1] : NULL;
    // A swap finds what was there before it: the thread does not know it yet, nor that its clock went on
    // then.
    const uint32_t itself = asked->op == CG_ATOMIC ? 2 : 0;
    if (asked->op == CG_STORE) return NULL;
    clock[thread] -= itself;
    const bool right = (found || !value) && !is_overwritten(f, at, found, clock);
    clock[thread] += itself;
    if (!right) {
        snprintf(f->wrong, sizeof f->wrong,
                 "thread %u: %s of flag 0x%" PRIx64 " returned %" PRIu32
                 ", which nobody stored, or the thread knows it to be overwritten",
                 thread, cg_op_name(asked->op), at->addr, value);
        return f->wrong;
    }
    const bool acquires = asked->order == 0 || asked->order & CG_MARK_ACQUIRE;
    for (unsigned t = 0; found && acquires && t < f->threads; t++)
        if (found->clock[t] > clock[t]) clock[t] = found->clock[t];
    return NULL;
}
