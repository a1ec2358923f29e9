// The values of an execution. See trace.h.
//
// The threads are executed along their traces again and again; each time, the loads whose store has its value
// by then have theirs too. A value that depends on itself is never found, out of thin air: such an execution
// does not count. Every model that keeps dependencies forbids it anyway.
#include "trace.h"

#include <stdarg.h>
#include <string.h>

bool cg_lit_trouble(cg_lit_traces *x, int line, const char *fmt, ...) {
    char why[200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    if (x->errlen && !x->err[0]) snprintf(x->err, x->errlen, "%s:%d: error: %s", x->path, line, why);
    return false;
}

bool cg_lit_check_address(cg_lit_traces *x, int thread, const cg_lit_ins *i, int64_t reg, int *loc) {
    int64_t address = (int64_t)((uint64_t)reg + (uint64_t)i->imm);
    *loc = cg_lit_location(x->t, address);
    return *loc >= 0 ||
           cg_lit_trouble(x, i->line,
                          "P%d: '%s' accesses 0x%llx, which is no location (parts of words and arrays "
                          "are not supported)",
                          thread, i->text, (unsigned long long)address);
}

typedef struct {
    cg_lit_traces *x;
    cg_lit_values *v;
    const cg_lit_trace *trace;
    int thread, base; // number of the thread's first event
    int64_t *regs;
    uint32_t known;
    int64_t expected; // by value: what the reserved word must hold
    bool expects;     // ... is known
} player;

static bool is_known(const player *p, int reg) {
    return p->known >> reg & 1;
}

static void set_register(player *p, int rd, bool known, int64_t value) {
    if (rd == 0) return;
    p->regs[rd] = value;
    p->known = known ? p->known | 1u << rd : p->known & ~(1u << rd);
}

static bool fits_word(const player *p, const cg_lit_ins *i, int64_t v) {
    return i->size == 4 || v == cg_lit_word(v) ||
           cg_lit_trouble(p->x, i->line, "P%d: '%s' stores %lld, which does not fit into a word of 32 bits",
                          p->thread, i->text, (long long)v);
}

static bool note_written(player *p, const cg_lit_ins *i, int n, bool known, int64_t value) {
    if (!known) return true;
    p->v->written[n] = cg_lit_word(value);
    p->v->written_known |= UINT64_C(1) << n;
    return fits_word(p, i, value);
}

// By value: the reservation lives on, the trace says; so the event must have read what was expected. (That it
// is lost needs no reason: a store-conditional may fail for none.)
static bool lives_on(player *p, int n) {
    bool known = p->expects && p->v->read_known >> n & 1;
    bool right = !known || p->v->read[n] == p->expected;
    p->expected = p->v->written[n];
    p->expects = p->v->written_known >> n & 1;
    return right;
}

static bool resolve_amo(player *p, const cg_lit_ins *i, int n, bool guess) {
    const bool read = p->v->read_known >> n & 1, operand = is_known(p, i->rs2), swap = i->amo == CG_AMO_SWAP;
    const int64_t old = p->v->read[n], value = p->regs[i->rs2];
    if (operand && !fits_word(p, i, value)) return false;
    if (!note_written(p, i, n, operand && (read || swap), swap ? value : cg_lit_amo(i, old, value)))
        return false;
    set_register(p, i->rd, read, old);
    return !guess || lives_on(p, n);
}

static bool resolve_access(player *p, const cg_lit_ins *i, const cg_lit_step *s) {
    const cg_lit_event *e = &p->trace->events[s->event];
    const int n = p->base + s->event;
    const bool read = p->v->read_known >> n & 1;
    if (is_known(p, i->rs1) &&
        cg_lit_location(p->x->t, (int64_t)((uint64_t)p->regs[i->rs1] + (uint64_t)i->imm)) != e->loc)
        return false;
    if (e->arbitrary && e->store >= 0) {
        if (i->kind == CG_LIT_AMO) set_register(p, i->rd, read, p->v->read[n]);
        return note_written(p, i, n, true, 0); // whatever its readers have
    }
    switch (i->kind) {
    case CG_LIT_LR:
        p->expected = p->v->read[n];
        p->expects = read;
        set_register(p, i->rd, read, p->v->read[n]);
        return true;
    case CG_LIT_LOAD: set_register(p, i->rd, read, p->v->read[n]); return true;
    case CG_LIT_AMO: return resolve_amo(p, i, n, s->guess);
    default: break;
    }
    if (!note_written(p, i, n, is_known(p, i->rs2), p->regs[i->rs2])) return false;
    if (e->source != CG_TRACE_NONE && s->guess && !lives_on(p, n)) return false;
    if (i->kind == CG_LIT_SC) set_register(p, i->rd, true, 0);
    return true;
}

static bool resolve_thread(player *p) {
    for (int k = 0; k < p->trace->n_steps; k++) {
        const cg_lit_step *s = &p->trace->steps[k];
        const cg_lit_ins *i = &p->x->t->ins[p->thread][s->ins];
        int64_t a = p->regs[i->rs1], b = i->rs2 >= 0 ? p->regs[i->rs2] : i->imm;
        bool known = is_known(p, i->rs1) && (i->rs2 < 0 || is_known(p, i->rs2));
        if (s->event >= 0) {
            if (!resolve_access(p, i, s)) return false;
        } else if (i->kind == CG_LIT_OP) {
            bool cancels = (i->alu == CG_LIT_XOR || i->alu == CG_LIT_SUB) && i->rs1 == i->rs2;
            set_register(p, i->rd, known || cancels, cancels ? 0 : cg_lit_compute(i, a, b));
        } else if (i->kind == CG_LIT_SC) {
            set_register(p, i->rd, true, 1);
        } else if (known && cg_lit_taken(i, a, b) != s->guess) {
            return false;
        }
    }
    return true;
}

// Values that have got known since: those of loads whose store has one now.
static bool pass_on(const cg_lit_traces *x, const cg_lit_trace *const *traces, cg_lit_values *v) {
    uint64_t before = v->read_known;
    int n = 0;
    for (int p = 0; p < x->t->n_threads; p++) {
        for (int i = 0; i < traces[p]->n; i++, n++) {
            const cg_lit_event *e = &traces[p]->events[i];
            if (v->from[n] == CG_TRACE_NONE || v->read_known >> n & 1) continue;
            if (!e->guessed && v->from[n] >= 0 && !(v->written_known >> v->from[n] & 1)) continue;
            v->read[n] = e->guessed       ? e->guess
                         : v->from[n] < 0 ? x->t->locs[e->loc].init
                                          : v->written[v->from[n]];
            v->read_known |= UINT64_C(1) << n;
        }
    }
    return v->read_known != before;
}

// An arbitrary store has stored one value: those that read it, and are not arbitrary themselves, agree.
static bool guesses_agree(const cg_lit_traces *x, const cg_lit_trace *const *traces, const cg_lit_values *v) {
    int64_t stored[64];
    uint64_t known = 0;
    int n = 0;
    for (int p = 0; p < x->t->n_threads; p++) {
        for (int i = 0; i < traces[p]->n; i++, n++) {
            const cg_lit_event *e = &traces[p]->events[i];
            if (!e->guessed || e->arbitrary) continue;
            if (known >> v->from[n] & 1 && stored[v->from[n]] != e->guess) return false;
            known |= UINT64_C(1) << v->from[n];
            stored[v->from[n]] = e->guess;
        }
    }
    return true;
}

bool cg_lit_resolve(cg_lit_traces *x, const cg_lit_trace *const *traces, cg_lit_values *v, cg_lit_state *s) {
    bool all;
    v->read_known = v->written_known = 0;
    (void)pass_on(x, traces, v);
    do {
        all = true;
        for (int p = 0, base = 0; p < x->t->n_threads; base += traces[p]->n, p++) {
            player me = {.x = x, .v = v, .trace = traces[p], .thread = p, .base = base, .regs = s->regs[p]};
            memcpy(s->regs[p], x->t->regs[p], sizeof s->regs[p]);
            me.known = UINT32_MAX;
            if (!resolve_thread(&me)) return false;
            for (int i = 0; i < traces[p]->n; i++) {
                const cg_lit_event *e = &traces[p]->events[i];
                all = all && (e->source == CG_TRACE_NONE || v->read_known >> (base + i) & 1);
            }
        }
    } while (pass_on(x, traces, v));
    return all && guesses_agree(x, traces, v);
}
