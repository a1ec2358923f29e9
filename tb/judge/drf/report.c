// Violations as text: what the accesses were, and the chain of synchronization that orders two of them.
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "parts.h"

typedef struct {
    char at[4096];
    size_t n;
} text;

__attribute__((format(printf, 2, 3))) static void say(text *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const int n = vsnprintf(t->at + t->n, sizeof t->at - t->n, fmt, ap);
    va_end(ap);
    if (n > 0) t->n += (size_t)n < sizeof t->at - t->n ? (size_t)n : sizeof t->at - t->n - 1;
}

static void say_access(text *t, const cg_drf *o, uint64_t addr, const cgd_access *a) {
    say(t, "thread %u %s 0x%" PRIx64, a->thread, o->model->classes[a->cls].name, addr);
}

// Whether more may be told.
static bool begin_report(const cg_drf *o, text *t) {
    *t = (text){.n = 0};
    return o->cfg.violation && cg_drf_violations(o) <= o->cfg.max_violations;
}

static void tell_violation(const cg_drf *o, const text *t, uint64_t cycle, uint64_t addr) {
    o->cfg.violation(o->cfg.ctx, t->at, cycle, true, addr);
}

// -------------------------------------------------------------------------------------------------- the log
static uint64_t log_begin(const cg_drf *o) {
    return o->n_log > CGD_LOG ? o->n_log - CGD_LOG : 0;
}
static const cgd_sync *log_at(const cg_drf *o, uint64_t i) {
    return &o->log[i % CGD_LOG];
}
static bool does(const cg_drf *o, const cgd_sync *s, unsigned what) {
    return (o->model->classes[s->cls].synchronizes & what) != 0;
}

static void say_sync(text *t, const cg_drf *o, const cgd_sync *s) {
    say(t, "thread %u %s 0x%" PRIx64 ", cycle %" PRIu64, s->thread, o->model->classes[s->cls].name,
        o->words[s->word].addr, s->cycle);
}

// ---------------------------------------------------------------------------------------------------- races

// What was there to order the two, and was not enough: the next release of the one, the last acquire of the
// other.
static void say_near(text *t, const cg_drf *o, const cgd_access *old, const cgd_access *a) {
    const cgd_sync *released = NULL, *acquired = NULL;
    for (uint64_t i = log_begin(o); i < o->n_log; i++) {
        const cgd_sync *s = log_at(o, i);
        if (!released && s->thread == old->thread && s->clock >= old->clock && s->cycle >= old->cycle &&
            does(o, s, CG_MARK_RELEASE))
            released = s;
        if (s->thread == a->thread && does(o, s, CG_MARK_ACQUIRE)) acquired = s;
    }
    say(t, "  thread %u releases nothing after that", old->thread);
    if (released) {
        t->n -= strlen("releases nothing after that");
        say(t, "released after that: ");
        say_sync(t, o, released);
    }
    say(t, "\n  thread %u acquired nothing before that", a->thread);
    if (acquired) {
        t->n -= strlen("acquired nothing before that");
        say(t, "acquired before that: ");
        say_sync(t, o, acquired);
    }
    say(t, "\n");
}

static void say_both(text *t, const cg_drf *o, const cgd_word *w, const cgd_access *a,
                     const cgd_access *old) {
    say_access(t, o, w->addr, a);
    say(t, ", cycle %" PRIu64 ", and ", a->cycle);
    say_access(t, o, w->addr, old);
    say(t, ", cycle %" PRIu64 "\n", old->cycle);
}

void cgd_tell_path_race(cg_drf *o, const char *kind, const cgd_word *w, const cgd_access *a,
                        const cgd_access *old, const cgd_access *by, const cgd_word *by_word) {
    text t;
    if (!begin_report(o, &t)) return;
    say(&t, "memory oracle: %s race, the program's fault: ", kind);
    say_both(&t, o, w, a, old);
    say(&t, "  model %s forbids it: the one follows the other by way of ", o->model->name);
    say_access(&t, o, by_word->addr, by);
    say(&t, ", cycle %" PRIu64 ", and by nothing that the model keeps in order\n", by->cycle);
    tell_violation(o, &t, a->cycle, w->addr);
}

void cgd_tell_race(cg_drf *o, const cgd_word *w, const cgd_access *a, const cgd_access *old) {
    const bool final = cgd_breaks_final(o, a, old);
    text t;
    if (!begin_report(o, &t)) return;
    if (final)
        say(&t, "memory oracle: a store into a read-only word, the program's fault: ");
    else
        say(&t, "memory oracle: %s race, the program's fault: ", cgd_race_kind(o, a, old));
    say_both(&t, o, w, a, old);
    if (final) {
        say(&t, "  model %s forbids it: nobody stores into a word after a %s of it\n", o->model->name,
            o->model->classes[old->cls].name);
        tell_violation(o, &t, a->cycle, w->addr);
        return;
    }
    say(&t, "  model %s forbids it: nothing orders the two\n", o->model->name);
    if (o->model->classes[a->cls].sync && !cgd_one_instance(o, a->cls, a->thread, old->cls, old->thread))
        say(&t, "  they are of two instances of scopes: of cores %d and %d\n", cgd_core(o, a->thread),
            cgd_core(o, old->thread));
    say_near(&t, o, old, a);
    tell_violation(o, &t, a->cycle, w->addr);
}

// --------------------------------------------------------------------------------------------------- chains

// How synchronization carried a thread's clock on: by thread and by word, the entry of the log (from 1) that
// brought it there first; 0: it did not get there.
typedef struct {
    uint32_t *thread, *word; // place in the log, counted from its begin, from 1
    uint32_t *from;          // of each entry: the one before it
} carried;

// Was there a release, number `release` from 1 on, of the instance of a scope that `s` is of?
static bool handed(const cg_drf *o, uint64_t first, uint32_t release, const cgd_sync *s) {
    if (!release) return false;
    const cgd_sync *r = log_at(o, first + release - 1);
    return cgd_one_instance(o, r->cls, r->thread, s->cls, s->thread);
}

static carried carry(const cg_drf *o, const cgd_access *old, unsigned to) {
    const uint64_t first = log_begin(o), n = o->n_log - first;
    carried c = {cgd_alloc(o->cfg.threads, sizeof *c.thread), cgd_alloc(o->n_words, sizeof *c.word),
                 cgd_alloc(n + 1, sizeof *c.from)};
    for (uint64_t i = 0; i < n && !c.thread[to]; i++) {
        const cgd_sync *s = log_at(o, first + i);
        const uint32_t here = (uint32_t)i + 1;
        if (does(o, s, CG_MARK_ACQUIRE) && handed(o, first, c.word[s->word], s) && !c.thread[s->thread] &&
            s->thread != old->thread) {
            c.from[here] = c.word[s->word];
            c.thread[s->thread] = here;
        }
        const bool has = c.thread[s->thread] ||
                         (s->thread == old->thread && s->clock >= old->clock && s->cycle >= old->cycle);
        if (does(o, s, CG_MARK_RELEASE) && has && !handed(o, first, c.word[s->word], s)) {
            if (c.thread[s->thread] != here) c.from[here] = c.thread[s->thread];
            c.word[s->word] = here;
        }
    }
    return c;
}

enum { LINKS = 40 }; // told of a chain

// From `old` to what its reader acquired.
static void say_chain(text *t, const cg_drf *o, const cgd_access *old, unsigned to) {
    carried c = carry(o, old, to);
    uint32_t link[LINKS];
    int n = 0;
    for (uint32_t i = c.thread[to]; i && n < LINKS; i = c.from[i]) link[n++] = i;
    if (n == 0 && old->thread != to) say(t, "  ... (synchronizations that are not kept any more)\n");
    while (n-- > 0) {
        const cgd_sync *s = log_at(o, log_begin(o) + link[n] - 1);
        say(t, "  ");
        say_sync(t, o, s);
        say(t, " %s",
            does(o, s, CG_MARK_ACQUIRE) ? does(o, s, CG_MARK_RELEASE) ? "(acquires, releases)" : "(acquires)"
                                        : "(releases)");
        say(t, "  is before\n");
    }
    CG_FREE(c.thread, c.word, c.from);
}

// ---------------------------------------------------------------------------------------------- wrong values

// The write that left byte i of the word, as far as it is known: the latest data write, or a later atomic or
// store that synchronizes.
static cgd_access writer_of(const cg_drf *o, const cgd_word *w, int byte) {
    const cgd_cell *c = w->bytes ? &w->bytes[byte] : &w->whole;
    const cgd_access *e = cgd_entries(&c->syncs);
    cgd_access last = c->write;
    for (uint32_t i = 0; i < c->syncs.n; i++)
        if (o->model->classes[e[i].cls].kind != CG_MEM_LOAD && e[i].cycle >= last.cycle) last = e[i];
    return last;
}

static int first_byte(uint32_t difference) {
    return difference ? __builtin_ctz(difference) / 8 : 0;
}

static void say_writer(text *t, const cg_drf *o, const cgd_word *w, const cgd_access *last) {
    if (last->clock == 0) {
        say(t, "  it holds 0x%" PRIx32 " from the beginning\n", w->value);
        return;
    }
    say(t, "  ");
    say_access(t, o, w->addr, last);
    if (last->mask != 0xf) say(t, " bytes 0x%x", last->mask);
    say(t, " := 0x%" PRIx32 ", cycle %" PRIu64 "  is before\n", w->value, last->cycle);
}

void cgd_tell_value(cg_drf *o, const cgd_word *w, const cgd_access *a, uint32_t value) {
    uint32_t difference = 0;
    text t;
    if (!begin_report(o, &t)) return;
    for (int i = 0; i < 4; i++)
        if (a->mask >> i & 1) difference |= (value ^ w->value) & 0xffu << 8 * i;
    const cgd_access last = writer_of(o, w, first_byte(difference));
    say(&t, "memory oracle: wrong value: ");
    say_access(&t, o, w->addr, a);
    say(&t, " = 0x%" PRIx32 ", cycle %" PRIu64 ", ", value, a->cycle);
    if (w->order) {
        say(&t, "which nobody left there, or its thread knows to be overwritten\n");
        tell_violation(o, &t, a->cycle, w->addr);
        return;
    }
    say(&t, "must be 0x%" PRIx32 "\n", w->value);
    say_writer(&t, o, w, &last);
    if (last.clock) say_chain(&t, o, &last, a->thread);
    say(&t, "  the %s\n", cg_mem_kind_name(o->model->classes[a->cls].kind));
    if (o->stats.coarse) say(&t, "  (memory was cut down before: a race may have been missed)\n");
    tell_violation(o, &t, a->cycle, w->addr);
}

void cgd_tell_final(cg_drf *o, const cgd_word *w, uint32_t memory) {
    text t;
    if (!begin_report(o, &t)) return;
    const cgd_access last = writer_of(o, w, first_byte(memory ^ w->value));
    say(&t, "memory oracle: final memory: 0x%" PRIx64 " holds 0x%" PRIx32 ", must be 0x%" PRIx32 "\n",
        w->addr, memory, w->value);
    say_writer(&t, o, w, &last);
    tell_violation(o, &t, last.cycle, w->addr);
}
