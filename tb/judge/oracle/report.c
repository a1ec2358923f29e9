// What the oracle found, as text.
#include "parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { TEXT = 6144, SHOWN = 24 };

typedef struct {
    size_t n;
    char s[TEXT];
} text;

__attribute__((format(printf, 2, 3))) static void say(text *t, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(t->s + t->n, TEXT - t->n, fmt, ap);
    va_end(ap);
    if (n > 0) t->n = t->n + (size_t)n < TEXT ? t->n + (size_t)n : TEXT - 1;
}

bool cgo_explains(const cg_oracle *o) {
    return o->explained < o->cfg.max_violations;
}

// "thread 1 load 0x40 = 0x0, cycle 13", and the declared place where there is one.
static void say_event(text *t, const cg_oracle *o, cgo_id id) {
    const cgo_node *n = cgo_at(o, id);
    say(t, "thread %" PRIu32 " %s", n->thread, cg_mem_kind_name((cg_mem_kind)n->kind));
    if (n->kind == CG_MEM_FENCE) {
        say(t, ", cycle %" PRIu64, n->cycle);
        return;
    }
    say(t, " 0x%" PRIx64, o->words[n->word].addr);
    if (n->mask != CGO_MASKS - 1) say(t, " bytes 0x%x", n->mask);
    say(t, " %s 0x%" PRIx32 ", cycle %" PRIu64, cgo_is_load(n) ? "=" : ":=", n->value, n->cycle);
    if (o->cfg.witness) say(t, ", time %" PRIu64 ".%" PRIu64, n->at.epoch, n->at.time);
}

static void send_violation(cg_oracle *o, const text *t, uint64_t cycle, uint64_t addr) {
    if (!cgo_explains(o)) return;
    o->explained++;
    if (o->cfg.violation) o->cfg.violation(o->cfg.ctx, t->s, cycle, true, addr);
}

static void send_for(cg_oracle *o, const text *t, cgo_id id) {
    send_violation(o, t, cgo_at(o, id)->cycle, o->words[cgo_at(o, id)->word].addr);
}

// Why a comes before b, for two events next to each other in a cycle.
static const char *relation(const cg_oracle *o, cgo_id a, cgo_id b) {
    const cgo_node *x = cgo_at(o, a), *y = cgo_at(o, b);
    if (cgo_follows(o, a, b)) return "program order";
    if (cgo_is_load(x)) return "from-read";
    return cgo_is_load(y) ? "reads-from" : "coherence";
}

// ids[0] is the new load, ids[1] its limit. Steps of program order in a row are told as one where all of it
// is kept; else what stands between, a fence say, is why.
static void say_cycle(text *t, const cg_oracle *o, const cgo_id *ids, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char *why = i == 0 ? "from-read" : relation(o, ids[i], ids[(i + 1) % n]);
        if (i + 1 == n)
            why = cgo_at(o, ids[i])->thread == cgo_at(o, ids[0])->thread ? "program order" : "reads-from";
        size_t k = i;
        while (o->links == NULL && k + 2 < n && k > 0 && !strcmp(why, "program order") &&
               !strcmp(relation(o, ids[k + 1], ids[k + 2]), "program order"))
            k++;
        say(t, "  ");
        say_event(t, o, ids[i]);
        say(t, "  is before (%s)\n", why);
        i = k;
    }
    say(t, "  the first\n");
}

void cgo_tell_cycle(cg_oracle *o, cgo_id load, cgo_run run, cgo_id end, bool cut) {
    text t = {0};
    cgo_id path[SHOWN + 1]; // the last SHOWN before the load
    size_t n = 0;
    if (!cgo_explains(o)) return;
    say(&t, "memory oracle: not %s: ", o->model->name);
    say_event(&t, o, load);
    say(&t, ", closes a cycle%s\n", cut ? " (too many equal values to try all ways out)" : "");
    for (cgo_id u = end; u != load && n < SHOWN; u = cgo_at(o, u)->parent) path[n++] = u;
    if (n == SHOWN && path[n - 1] != run.limit) {
        say(&t, "  of more than %d events, which end in:\n", SHOWN);
        while (n) {
            say(&t, "  ");
            say_event(&t, o, path[--n]);
            say(&t, "\n");
        }
    } else {
        path[n++] = load;
        for (size_t i = 0; i < n / 2; i++) {
            cgo_id swap = path[i];
            path[i] = path[n - 1 - i];
            path[n - 1 - i] = swap;
        }
        say_cycle(&t, o, path, n);
    }
    send_for(o, &t, load);
}

// The newest few stores of the word, newest first.
static void say_history(text *t, const cg_oracle *o, const cgo_word *w) {
    enum { FEW = 6 };
    if (w->n == 0) say(t, "  the word holds 0x%" PRIx32 ", and no store to it is kept\n", w->value);
    for (uint32_t i = 0; i < w->n && i < FEW; i++) {
        say(t, i ? "  before that: " : "  last store: ");
        say_event(t, o, cgo_slot(w, w->n - 1 - i));
        say(t, "\n");
    }
}

void cgo_tell_value(cg_oracle *o, cgo_id load) {
    text t = {0};
    const cgo_word *w = &o->words[cgo_at(o, load)->word];
    say(&t, "memory oracle: not %s: ", o->model->name);
    say_event(&t, o, load);
    say(&t, ", a value that no store within the last %" PRIu32 " events explains\n", o->mask + 1);
    say_history(&t, o, w);
    send_for(o, &t, load);
}

void cgo_tell_place(cg_oracle *o, cgo_id id, const char *what, cgo_id other) {
    text t = {0};
    say(&t, "memory oracle: witness order broken (still %s): ", o->model->name);
    say_event(&t, o, id);
    say(&t, ", %s\n", what);
    if (other && cgo_live(o, other)) {
        say(&t, "  ");
        say_event(&t, o, other);
        say(&t, "\n");
    }
    send_for(o, &t, id);
}

void cgo_tell_order(cg_oracle *o, cgo_id id, cgo_id later) {
    text t = {0};
    const cgo_node *named = cgo_at(o, cgo_at(o, id)->word == CGO_NO_WORD ? later : id);
    say(&t, "memory oracle: order of asking broken: ");
    say_event(&t, o, id);
    say(&t, ", takes effect after an operation that was asked for later and that %s keeps behind it\n  ",
        o->model->name);
    say_event(&t, o, later);
    say(&t, "\n");
    send_violation(o, &t, cgo_at(o, id)->cycle, named->word == CGO_NO_WORD ? 0 : o->words[named->word].addr);
}

void cgo_tell_atomic(cg_oracle *o, cgo_id id, uint32_t before, uint32_t held) {
    text t = {0};
    const cgo_node *n = cgo_at(o, id);
    say(&t, "memory oracle: not %s: ", o->model->name);
    say_event(&t, o, id);
    say(&t, ", is not atomic: it returned 0x%" PRIx32 ", the word held 0x%" PRIx32 "\n", before, held);
    if (n->co_prev && cgo_live(o, n->co_prev)) {
        say(&t, "  last store: ");
        say_event(&t, o, n->co_prev);
        say(&t, "\n");
    }
    send_for(o, &t, id);
}

void cgo_tell_final(cg_oracle *o, const cgo_word *w, uint32_t memory) {
    text t = {0};
    say(&t, "memory oracle: final memory: 0x%" PRIx64 " holds 0x%" PRIx32 " and not 0x%" PRIx32 "\n", w->addr,
        memory, w->value);
    say_history(&t, o, w);
    send_violation(o, &t, w->n ? cgo_at(o, cgo_slot(w, w->n - 1))->cycle : 0, w->addr);
}

uint64_t cg_oracle_violations(const cg_oracle *o) {
    const cg_oracle_stats *s = &o->stats;
    return s->witness_broken + s->not_model + s->bad_value + s->bad_atomic + s->bad_order + s->bad_final +
           s->unclassified;
}

void cg_oracle_print_stats(const cg_oracle *o, FILE *out) {
    const cg_oracle_stats *s = &o->stats;
    fprintf(out,
            "memory oracle (%s%s): %" PRIu64 " loads, %" PRIu64 " stores, %" PRIu64 " atomics, %" PRIu64
            " fences, %" PRIu64 " words\n",
            o->model->name, o->cfg.witness ? ", declared order checked" : "", s->loads, s->stores, s->atomics,
            s->fences, s->words);
    fprintf(out, "  loads of an overwritten value, rightly: %" PRIu64 "; exact searches: %" PRIu64 "\n",
            s->stale, s->searches);
    fprintf(out,
            "  window of %" PRIu32 " events: %" PRIu64 " stores retired, %" PRIu64 " forced out, %" PRIu64
            " loads not judged\n",
            o->mask + 1, s->retired, s->forced, s->undecided);
    fprintf(out,
            "  violations: %" PRIu64 " (declared order %" PRIu64 ", cycles %" PRIu64 ", values %" PRIu64
            ", atomics %" PRIu64 ", order of asking %" PRIu64 ", final memory %" PRIu64
            ", not looked into %" PRIu64 ")\n",
            cg_oracle_violations(o), s->witness_broken, s->not_model, s->bad_value, s->bad_atomic,
            s->bad_order, s->bad_final, s->unclassified);
}
