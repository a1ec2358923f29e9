// From words to a cell of a table.
#include <string.h>

#include "base/diag.h"
#include "explain.h"

typedef struct {
    cg_arena *a;
    const cg_spec *s;
    const char **names; // candidates for "did you mean"
    int n_names;
} finder;

static void offer_name(finder *f, const char *name) {
    *CG_PUSH(f->a, f->names, f->n_names) = name;
}

static const char *unknown_word(finder *f, const char *what, const char *word) {
    const char *near = cg_did_you_mean(word, f->names, (size_t)f->n_names);
    if (!near) return cg_arena_printf(f->a, "%s has no %s '%s'", f->s->name, what, word);
    return cg_arena_printf(f->a, "%s has no %s '%s' (did you mean '%s'?)", f->s->name, what, word, near);
}

// ------------------------------------------------------------------------------------------------- ids

// `id` is `word`, or `word` and the number of a rule among those of its cell.
static bool names_rule(const char *id, const char *word, bool *whole) {
    const size_t n = strlen(word);
    if (strncmp(id, word, n) != 0) return false;
    *whole = !id[n];
    return *whole || (id[n] == '.' && strspn(id + n + 1, "0123456789") == strlen(id + n + 1) && id[n + 1]);
}

static bool find_rule_cell(finder *f, const char *word, cg_cell *cell) {
    const size_t prefix = strlen(f->s->name) + 1;
    for (int i = 0; i < f->s->n_machines; i++) {
        const cg_machine *m = &f->s->machines[i];
        for (int r = 0; r < m->n_rules; r++) {
            bool whole;
            const char *id = m->rules[r].id;
            offer_name(f, id);
            offer_name(f, id + prefix);
            if (!names_rule(id, word, &whole) && !names_rule(id + prefix, word, &whole)) continue;
            *cell = (cg_cell){i, m->rules[r].state, m->rules[r].event, whole ? r : CG_NONE};
            return true;
        }
    }
    return false;
}

static bool find_lineless(finder *f, const char *machine, const char *event, cg_cell *cell) {
    for (int i = 0; i < f->s->n_machines; i++) {
        const cg_machine *m = &f->s->machines[i];
        for (int e = 0; e < m->n_events; e++) {
            if (m->events[e].block || strcmp(m->events[e].name, event) != 0) continue;
            if (machine && strcmp(m->name, machine) != 0) continue;
            *cell = (cg_cell){i, CG_NONE, e, CG_NONE};
            return true;
        }
    }
    return false;
}

// ------------------------------------------------------------------------------------- state and event

// Is `word` this state's name, or that of machine and state?
static bool names_state(finder *f, const cg_machine *m, int state, const char *word) {
    const char *full = cg_arena_printf(f->a, "%s.%s", m->name, m->states[state].name);
    offer_name(f, m->states[state].name);
    offer_name(f, full);
    return !strcmp(word, m->states[state].name) || !strcmp(word, full);
}

static int event_named(const cg_machine *m, const char *word) {
    for (int e = 0; e < m->n_events; e++) {
        if (m->events[e].block && !strcmp(m->events[e].name, word)) return e;
    }
    return CG_NONE;
}

typedef struct {
    int states, cells;  // machines that have the state; and the event too
    const char *places; // "l1.V or l2.V"
} found;

static found search_cells(finder *f, const char *state, const char *event, cg_cell *cell) {
    found n = {0};
    for (int i = 0; i < f->s->n_machines; i++) {
        const cg_machine *m = &f->s->machines[i];
        for (int k = 0; k < m->n_states; k++) {
            if (!names_state(f, m, k, state)) continue;
            n.states++;
            const int e = event_named(m, event);
            if (e == CG_NONE) continue;
            n.places = cg_arena_printf(f->a, "%s%s%s.%s", n.cells ? n.places : "", n.cells ? " or " : "",
                                       m->name, m->states[k].name);
            n.cells++;
            *cell = (cg_cell){i, k, e, CG_NONE};
        }
    }
    return n;
}

// The events of the machines that have this state.
static void offer_events(finder *f, const char *state) {
    const finder quiet = *f;
    f->n_names = 0;
    f->names = NULL;
    for (int i = 0; i < f->s->n_machines; i++) {
        const cg_machine *m = &f->s->machines[i];
        finder scratch = quiet;
        bool has = false;
        for (int k = 0; k < m->n_states; k++) has |= names_state(&scratch, m, k, state);
        for (int e = 0; has && e < m->n_events; e++) {
            if (m->events[e].block) offer_name(f, m->events[e].name);
        }
    }
}

static bool find_pair(finder *f, const char *state, const char *event, cg_cell *cell, const char **error) {
    if (find_lineless(f, state, event, cell)) return true;
    const found n = search_cells(f, state, event, cell);
    if (n.cells == 1) return true;
    if (n.cells > 1) {
        *error = cg_arena_printf(f->a, "several machines have %s and %s: say %s", state, event, n.places);
    } else if (n.states == 0) {
        *error = unknown_word(f, "state", state);
    } else {
        offer_events(f, state);
        *error = unknown_word(f, cg_arena_printf(f->a, "machine with state %s and event", state), event);
    }
    return false;
}

bool cg_find_cell(cg_arena *arena, const cg_spec *spec, const char *const *words, int n, cg_cell *cell,
                  const char **error) {
    finder f = {.a = arena, .s = spec};
    if (n == 2) return find_pair(&f, words[0], words[1], cell, error);
    if (find_rule_cell(&f, words[0], cell) || find_lineless(&f, NULL, words[0], cell)) return true;
    *error = unknown_word(&f, "rule", words[0]);
    return false;
}
