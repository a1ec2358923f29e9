// cohgen litmus --hunt: what is varied from round to round, and what there is to be found.
//
// Some outcomes come only where one message waits for long while others pass: behind a slow or full memory,
// behind threads that began late. Which of these a test wants is not known beforehand. So each round draws
// new settings, and every other one takes those once more that were the last to show something new.
#include "base/memory.h"
#include "base/rng.h"
#include "litmus.h"
#include "programs/litmus/asked.h"

bool litmus_find_own(const litmus_work *w, litmus_item *i) {
    cg_litmus asked;
    if (!w->own) return true;
    const bool annotated = w->own->races_forbidden;
    if (!annotated && !cg_litmus_as_asked(i->test, &asked)) {
        i->why = CG_LIT_UNSUPPORTED;
        snprintf(i->error, sizeof i->error, "%s:1: error: a thread has too many instructions with its fences",
                 i->file);
        return false;
    }
    const cg_lit_allow_options o = {.why = &i->why};
    cg_lit_set_init(&i->own, i->test);
    const bool good =
        cg_lit_allowed(annotated ? i->test : &asked, i->file, w->own, &o, &i->own, i->error, sizeof i->error);
    if (!annotated) cg_litmus_asked_free(&asked);
    return good;
}

litmus_reach litmus_reach_of(const litmus_item *i) {
    litmus_reach r = {0};
    for (size_t k = 0; k < i->allowed.n; k++) {
        const cg_lit_entry *e = &i->allowed.entries[k];
        if (!cg_lit_set_has(&i->own, e)) continue;
        const bool seen = cg_lit_set_has(&i->seen, e), beyond = !cg_lit_set_has(&i->sc, e);
        r.all++;
        r.seen += seen;
        r.beyond += beyond;
        r.beyond_seen += seen && beyond;
    }
    return r;
}

static size_t all_seen(const litmus_work *w) {
    size_t n = 0;
    for (size_t k = 0; k < w->n; k++)
        if (w->items[k].verdict == LITMUS_OK) n += litmus_reach_of(&w->items[k]).seen;
    return n;
}

static litmus_hunt draw_settings(cg_rng *rng) {
    litmus_hunt h = {0};
#define X(member, key, ...)                                                                                  \
    {                                                                                                        \
        static const uint64_t values[] = {__VA_ARGS__};                                                      \
        h.member = values[cg_rng_below(rng, sizeof values / sizeof *values)];                                \
    }
    LITMUS_VARIED(X)
#undef X
    return h;
}

// The settings that were the last to show something new; NULL: none have.
static const litmus_hunt *lucky(const litmus_work *w) {
    for (size_t k = w->n_hunts; k > 0; k--)
        if (w->hunts[k - 1].found) return &w->hunts[k - 1];
    return NULL;
}

// What a round has shown is what has been seen when the next begins.
void litmus_hunt_begin(litmus_work *w, uint64_t round) {
    if (!w->budget || round == 0) return;
    const size_t seen = all_seen(w);
    if (w->n_hunts) w->hunts[w->n_hunts - 1].found += seen - w->hunted;
    w->hunted = seen;
    cg_rng rng = cg_rng_new(w->seed, 0x70000000 + round);
    const litmus_hunt *again = round % 2 == 0 ? lucky(w) : NULL;
    litmus_hunt h = again ? *again : draw_settings(&rng);
    h.found = 0;
    w->hunts = cg_array_grow(w->hunts, w->n_hunts, sizeof *w->hunts);
    w->hunts[w->n_hunts++] = h;
}

static void print_hunt(const litmus_work *w, uint64_t round, const char *before, const char *between,
                       const char *after, FILE *out) {
    if (!w->budget || round == 0) return;
    const litmus_hunt *h = &w->hunts[round - 1];
#define X(member, key, ...)                                                                                  \
    fprintf(out, "%s%s%s%llu%s", before, key, between, (unsigned long long)h->member, after);
    LITMUS_VARIED(X)
#undef X
}

void litmus_hunt_config(const litmus_work *w, uint64_t round, FILE *out) {
    print_hunt(w, round, "", " = ", "\n", out);
}

void litmus_hunt_options(const litmus_work *w, uint64_t round, FILE *out) {
    print_hunt(w, round, " --config ", "=", "", out);
}
