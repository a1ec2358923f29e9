#include "workload.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define X(name) extern const cg_workload cg_workload_##name;
CG_WORKLOADS(X)
#undef X

const cg_workload *const cg_workloads[] = {
#define X(name) &cg_workload_##name,
    CG_WORKLOADS(X)
#undef X
        NULL,
};

const cg_workload *cg_workload_find(const char *name) {
    for (const cg_workload *const *w = cg_workloads; *w; w++)
        if (strcmp((*w)->name, name) == 0) return *w;
    return NULL;
}

// ------------------------------------------------------------------------------------------------ verdicts
static void note_first(char *to, size_t size, const char *fmt, va_list ap) {
    if (to[0] == '\0') vsnprintf(to, size, fmt, ap);
}

void cg_bad_input(cg_env *e, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    note_first(e->bad_input, sizeof e->bad_input, fmt, ap);
    va_end(ap);
}

void cg_fail(cg_env *e, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    note_first(e->failure, sizeof e->failure, fmt, ap);
    va_end(ap);
}

// ------------------------------------------------------------------------------------------------- options
static const cg_option *option_find(const cg_workload *w, const char *name) {
    for (const cg_option *o = w->options; o && o->name; o++)
        if (strcmp(o->name, name) == 0) return o;
    return NULL;
}

static bool is_integer(const char *text) {
    char *end;
    errno = 0;
    strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

bool cg_option_takes(const cg_option *o, const char *value) {
    return o->kind != CG_NUMBER_OPTION || is_integer(value);
}

static void check_option(cg_env *e, const cg_choice *c) {
    const cg_option *o = option_find(e->workload, c->name);
    if (o == NULL) {
        char known[256] = "";
        for (o = e->workload->options; o && o->name; o++)
            snprintf(known + strlen(known), sizeof known - strlen(known), " %s", o->name);
        cg_bad_input(e, "workload %s has no option '%s'; it has:%s", e->workload->name, c->name,
                     known[0] ? known : " none");
    } else if (!cg_option_takes(o, c->value)) {
        cg_bad_input(e, "option %s of workload %s is a number, not '%s'", c->name, e->workload->name,
                     c->value);
    }
}

const char *cg_opt_text(cg_env *e, const char *name) {
    for (size_t i = e->n_choices; i > 0; i--) // later ones win
        if (strcmp(e->choices[i - 1].name, name) == 0) return e->choices[i - 1].value;
    const cg_option *o = option_find(e->workload, name);
    if (o == NULL) abort(); // the workload asks for an option that its table lacks
    return o->def;
}

static uint64_t number_of(cg_env *e, const cg_option *o) {
    return strtoull(cg_opt_text(e, o->name), NULL, 0);
}

bool cg_in_range(cg_env *e, const char *name, uint64_t value, uint64_t least, uint64_t most) {
    if (value >= least && value <= most) return true;
    char bound[32] = "or more";
    if (most != CG_ANY) snprintf(bound, sizeof bound, "to %llu", (unsigned long long)most);
    cg_bad_input(e, "workload %s: %s must be %llu %s", e->workload->name, name, (unsigned long long)least,
                 bound);
    return false;
}

// What a choice can be: "spin, ticket or ring". That it can be empty goes without saying.
static void list_words(const cg_option *o, char *to, size_t size) {
    to[0] = '\0';
    for (const char *const *w = o->words; *w; w++) {
        const size_t n = strlen(to);
        if (**w) snprintf(to + n, size - n, "%s%s", !n ? "" : w[1] ? ", " : " or ", *w);
    }
}

static uint64_t place_of_word(cg_env *e, const cg_option *o) {
    const char *said = cg_opt_text(e, o->name);
    for (uint64_t i = 0; o->words[i]; i++)
        if (strcmp(o->words[i], said) == 0) return i;
    char words[120];
    list_words(o, words, sizeof words);
    cg_bad_input(e, "workload %s: %s must be %s, not '%s'", e->workload->name, o->name, words, said);
    return 0;
}

static void put_number(void *member, size_t bytes, uint64_t value) {
    const bool is = value != 0;
    const uint32_t half = (uint32_t)value;
    if (bytes == sizeof is)
        memcpy(member, &is, sizeof is);
    else if (bytes == sizeof half)
        memcpy(member, &half, sizeof half);
    else
        memcpy(member, &value, sizeof value);
}

static void put_option(cg_env *e, const cg_option *o, char *state) {
    if (o->kind == CG_TEXT_OPTION) {
        const char *text = cg_opt_text(e, o->name);
        memcpy(state + o->at, &text, sizeof text);
        return;
    }
    const uint64_t value = o->kind == CG_NUMBER_OPTION ? number_of(e, o) : place_of_word(e, o);
    if (o->kind == CG_NUMBER_OPTION) cg_in_range(e, o->name, value, o->least, o->most);
    put_number(state + o->at, o->bytes, value);
}

bool cg_has_races(cg_env *e) {
    if (e->no_races && !e->unjudged)
        cg_bad_input(
            e,
            "workload %s has data races, and the consistency model forbids them: its values would mean "
            "nothing; workload episodes has none, or turn the oracle off (-c oracle=0)",
            e->workload->name);
    return e->no_races;
}

void cg_env_dense(cg_env *e) {
    if (!e->scatter.virtual) e->scatter = (cg_scatter){0};
}

bool cg_env_setup(cg_env *e, const cg_workload *w) {
    e->workload = w;
    for (size_t i = 0; i < e->n_choices; i++) check_option(e, &e->choices[i]);
    if (e->no_atomics && cg_env_joins(e)) cg_bad_input(e, CG_NO_ATOMICS, w->name);
    if (e->bad_input[0]) return false;
    e->state = cg_keep(e, w->state_bytes);
    for (const cg_option *o = w->options; o && o->name; o++) put_option(e, o, e->state);
    if (e->bad_input[0]) return false;
    if (cg_env_joins(e)) e->done = cg_alloc(e, e->line_bytes, e->line_bytes);
    if (cg_env_prepares(e)) e->prepared = cg_alloc(e, e->line_bytes, e->line_bytes);
    w->setup(e, e->state);
    return e->bad_input[0] == '\0';
}

uint64_t cg_env_cycles(cg_env *e, uint64_t patience, uint64_t outside) {
    enum { LEAST = 2000000, OF_OPERATION = 100, WAIT = 1000 };
    static const struct {
        const char *option;
        uint64_t operations; // that one of it stands for
    } counts[] = {{"ops", 1}, {"runs", 20}};
    uint64_t operations = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const cg_option *o = option_find(e->workload, counts[i].option);
        if (!o) continue;
        const uint64_t asked = number_of(e, o);
        operations += (asked > UINT32_MAX ? UINT32_MAX : asked) * counts[i].operations;
    }
    const uint64_t cycles = LEAST + (OF_OPERATION + 4 * outside) * operations, times = 1 + patience / WAIT;
    return cycles > UINT64_MAX / times ? UINT64_MAX : cycles * times;
}

// -------------------------------------------------------------------------------------------------- phases
bool cg_env_prepares(const cg_env *e) {
    return e->workload->prepare != NULL;
}

void cg_env_prepare(cg_thread *t, void *arg) {
    cg_env *e = arg;
    e->workload->prepare(t, e->state);
    cg_fence(t);
    cg_amo(t, CG_AMO_ADD, e->prepared, 1, 0);
}

void cg_env_prepared(cg_thread *t, void *arg) {
    const cg_env *e = arg;
    cg_amo(t, CG_AMO_ADD, e->prepared, 0, 0);
    cg_fence(t);
}

void cg_env_thread(cg_thread *t, void *arg) {
    cg_env *e = arg;
    e->workload->thread(t, e->state);
}

bool cg_workload_joins(const cg_workload *w, bool no_races) {
    return w->check || no_races;
}

bool cg_env_joins(const cg_env *e) {
    return cg_workload_joins(e->workload, e->no_races);
}

void cg_env_join(cg_thread *t, void *arg) {
    const cg_env *e = arg;
    cg_fence(t);
    cg_amo(t, CG_AMO_ADD, e->done, 1, 0);
}

void cg_env_joined(cg_thread *t, const cg_env *e) {
    cg_amo(t, CG_AMO_ADD, e->done, 0, 0);
    cg_fence(t);
}

void cg_env_check(cg_thread *t, void *arg) {
    cg_env *e = arg;
    uint32_t done = cg_amo(t, CG_AMO_ADD, e->done, 0, 0);
    cg_fence(t);
    if (done != (uint32_t)cg_threads(t))
        cg_fail(e, "%u threads have added to the word that counts them, not %d", done, cg_threads(t));
    e->workload->check(t, e->state);
    if (e->no_races)
        cg_amo_release(t, CG_AMO_ADD, e->done, 0, 0); // to the thread that reads results after this
}

// -------------------------------------------------------------------------------------------------- memory
struct cg_kept {
    struct cg_kept *next;
    void (*free_it)(void *); // of `what`; NULL: there is none
    void *what;
    max_align_t bytes[];
};

void *cg_keep(cg_env *e, size_t bytes) {
    struct cg_kept *k = calloc(1, sizeof *k + bytes);
    if (k == NULL) abort();
    k->next = e->kept;
    e->kept = k;
    return k->bytes;
}

void cg_keep_other(cg_env *e, void *what, void (*free_it)(void *)) {
    cg_keep(e, 0);
    e->kept->what = what;
    e->kept->free_it = free_it;
}

void cg_env_free(cg_env *e) {
    while (e->kept) {
        struct cg_kept *k = e->kept;
        e->kept = k->next;
        if (k->free_it) k->free_it(k->what);
        free(k);
    }
    free(e->measures);
    e->measures = NULL;
    e->n_measures = 0;
}

uint64_t cg_alloc(cg_env *e, uint64_t bytes, uint64_t align) {
    uint64_t at = (e->used + align - 1) & ~(align - 1);
    uint64_t all = e->addr_bits < 64 ? UINT64_C(1) << e->addr_bits : UINT64_MAX;
    if (bytes > all || at > all - bytes) {
        cg_bad_input(e, "workload %s needs more memory than %u address bits reach", e->workload->name,
                     e->addr_bits);
        return 0;
    }
    e->used = at + bytes;
    return at;
}

void cg_poke(cg_env *e, uint64_t addr, uint32_t value) {
    cg_sparse_st(e->memory, cg_where(e, addr), value, 0xf);
}

uint64_t cg_where(const cg_env *e, uint64_t addr) {
    return cg_scattered(&e->scatter, addr);
}

void cg_measured(cg_env *e, const char *name, const char *unit, double value) {
    e->measures = cg_array_grow(e->measures, e->n_measures, sizeof *e->measures);
    cg_measure *m = &e->measures[e->n_measures++];
    snprintf(m->name, sizeof m->name, "%s", name);
    m->unit = unit;
    m->value = value;
}

void cg_measured_logged(cg_env *e, const char *name, const char *unit, double value) {
    cg_measured(e, name, unit, value);
    if (e->log) fprintf(e->log, "  %-32s %10.3f %s\n", name, value, unit);
}
