// The transition tables of a machine: stable states, transient states, events without a line; and the rules'
// notes.
#include <string.h>

#include "lang/visit.h"
#include "parts.h"

typedef struct {
    doc *d;
    const cg_machine *m;
    const doc_count *counts; // NULL: none
    uint64_t most;           // the largest count of all rules
    doc_note *notes;
    int n_notes;
} grids;

// ----------------------------------------------------------------------------------------------- cells

// log2(n + 1) in DOC_HEAT equal steps up to that of `most`.
static int heat_of_count(uint64_t n, uint64_t most) {
    const int top = cg_bits(most);
    return n ? 1 + (cg_bits(n) - 1) * (DOC_HEAT - 1) / (top > 1 ? top - 1 : 1) : 0;
}

static const char *short_number(doc *d, uint64_t n) {
    if (n < 10000) return doc_f(d, "%llu", (unsigned long long)n);
    if (n < 10000000) return doc_f(d, "%llu k", (unsigned long long)(n / 1000));
    return doc_f(d, "%llu M", (unsigned long long)(n / 1000000));
}

static int note_of(grids *g, const char *text) {
    if (!text) return 0;
    for (int i = 0; i < g->n_notes; i++) {
        if (!strcmp(g->notes[i].text, text)) return i + 1;
    }
    doc_note *new = CG_PUSH(g->d->arena, g->notes, g->n_notes);
    *new = (doc_note){g->n_notes, text};
    return g->n_notes;
}

static doc_action action_of(grids *g, const cg_action *x) {
    doc *d = g->d;
    if (x->list)
        return (doc_action){"", doc_f(d, "@%s", x->list), doc_f(d, "list.%s.%s", g->m->name, x->list), ""};
    if (!cg_does(x, CG_DOES_SENDS)) return (doc_action){x->text, NULL, NULL, NULL};
    const char *name = d->spec->msgs[x->msg].name;
    return (doc_action){"send ", name, doc_f(d, "msg.%s", name), doc_send_tail(d->arena, d->spec, x)};
}

// What an action list stands for is told once, below the tables.
static void add_cell_actions(grids *g, doc_rule *to, const cg_rule *r) {
    const char *list = NULL;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *x = &r->actions[i];
        if (x->list && list && !strcmp(list, x->list)) continue;
        list = x->list;
        *CG_PUSH(g->d->arena, to->actions, to->n_actions) = action_of(g, x);
    }
}

typedef struct {
    grids *g;
    const char *text;
} meanings;

static void add_meaning(void *context, const cg_expr *x) {
    meanings *to = context;
    const cg_alias *let = doc_let(to->g->m, x->let);
    if (!let) return;
    to->text = doc_f(to->g->d, "%s%s%s: %s%s%s", doc_or_empty(to->text), to->text ? "\n" : "", let->name,
                     let->text, let->doc ? " \xe2\x80\x93 " : "", doc_or_empty(let->doc));
}

static const char *meaning_of(grids *g, const cg_rule *r) {
    meanings to = {g, NULL};
    cg_visit(r->when, add_meaning, &to);
    return to.text;
}

static doc_rule rule_of(grids *g, const cg_rule *r, int n) {
    const cg_machine *m = g->m;
    doc_rule to = {.id = r->id,
                   .when = r->when ? r->when->text : NULL,
                   .meaning = meaning_of(g, r),
                   .stall = cg_is_pure_stall(r),
                   .impossible = r->impossible,
                   .note = note_of(g, r->note)};
    if (n > 1) to.prefix = r->index == 0 ? "if" : r->when ? "else if" : "else";
    if (!to.stall && !to.impossible) add_cell_actions(g, &to, r);
    if (r->state != CG_NONE && r->next != r->state) to.next = m->states[r->next].name;
    if (!g->counts) return to;
    const doc_count *count = &g->counts[r - m->rules];
    to.status = doc_status_of(r, count);
    to.heat = heat_of_count(count->fired, g->most);
    if (to.status == DOC_FIRED) to.count = short_number(g->d, count->fired);
    return to;
}

static doc_cell cell_of(grids *g, int state, int event) {
    int first;
    doc_cell c = {0};
    const int n = cg_rules_of(g->m, state, event, &first);
    for (int i = 0; i < n; i++) *CG_PUSH(g->d->arena, c.rules, c.n) = rule_of(g, &g->m->rules[first + i], n);
    return c;
}

// ----------------------------------------------------------------------------------------------- heads

static doc_head event_head(grids *g, int event) {
    const cg_event *e = &g->m->events[event];
    const char *doc =
        e->alarm ? doc_f(g->d, "%s%s%s", e->alarm->text, e->doc ? ": " : "", doc_or_empty(e->doc)) : e->doc;
    return (doc_head){e->name, doc, NULL, doc_event_kind(g->d->spec, e)};
}

static doc_head state_head(grids *g, int state) {
    const cg_state *s = &g->m->states[state];
    return (doc_head){s->name, s->doc, doc_f(g->d, "state.%s.%s", g->m->name, s->name), NULL};
}

static doc_grid *new_grid(grids *g, const char *corner) {
    doc_grid *to = doc_add(g->d, DOC_GRID)->grid = cg_arena_alloc(g->d->arena, sizeof *to);
    to->corner = corner;
    to->counted = g->counts != NULL;
    return to;
}

static doc_cell *new_cells(grids *g, const doc_grid *to) {
    return cg_arena_alloc(g->d->arena, sizeof(doc_cell) * (size_t)(to->n_columns * to->n_rows + 1));
}

// --------------------------------------------------------------------------------------------- tables

static void states_grid(grids *g, int first, int n) {
    const cg_machine *m = g->m;
    doc_grid *to = new_grid(g, "state");
    for (int e = 0; e < m->n_events; e++) {
        if (m->events[e].block) *CG_PUSH(g->d->arena, to->columns, to->n_columns) = event_head(g, e);
    }
    for (int s = 0; s < n; s++) *CG_PUSH(g->d->arena, to->rows, to->n_rows) = state_head(g, first + s);
    to->cells = new_cells(g, to);
    for (int s = 0, at = 0; s < n; s++) {
        for (int e = 0; e < m->n_events; e++) {
            if (m->events[e].block) to->cells[at++] = cell_of(g, first + s, e);
        }
    }
}

static void events_grid(grids *g) {
    const cg_machine *m = g->m;
    doc_grid *to = new_grid(g, "event");
    *CG_PUSH(g->d->arena, to->columns, to->n_columns) = (doc_head){"what happens", NULL, NULL, NULL};
    for (int e = 0; e < m->n_events; e++) {
        if (!m->events[e].block) *CG_PUSH(g->d->arena, to->rows, to->n_rows) = event_head(g, e);
    }
    to->cells = new_cells(g, to);
    for (int e = 0, at = 0; e < m->n_events; e++) {
        if (!m->events[e].block) to->cells[at++] = cell_of(g, CG_NONE, e);
    }
}

static bool has_events(const cg_machine *m, bool block) {
    for (int e = 0; e < m->n_events; e++) {
        if (m->events[e].block == block) return true;
    }
    return false;
}

static void titled(grids *g, const char *anchor, const char *title) {
    doc_heading(g->d, 3, doc_f(g->d, "%s.%s", anchor, g->m->name), title);
}

static void add_notes(grids *g) {
    if (!g->n_notes) return;
    titled(g, "notes", "Notes");
    doc_block *b = doc_add(g->d, DOC_NOTES);
    b->anchor = g->m->name;
    b->notes = g->notes;
    b->n_notes = g->n_notes;
}

void doc_rules(doc *d, int machine, const doc_count *counts) {
    const cg_machine *m = &d->spec->machines[machine];
    grids g = {.d = d, .m = m, .counts = counts};
    for (int i = 0; counts && i < m->n_rules; i++) {
        if (counts[i].fired > g.most) g.most = counts[i].fired;
    }
    const int first = d->n_blocks;
    if (has_events(m, true)) {
        titled(&g, "stable", "Stable states");
        doc_add(d, DOC_LEGEND)->counted = counts != NULL;
        states_grid(&g, 0, m->n_stable);
    }
    if (has_events(m, true) && m->n_states > m->n_stable) {
        titled(&g, "transient", "Transient states");
        states_grid(&g, m->n_stable, m->n_states - m->n_stable);
    }
    if (has_events(m, false)) {
        titled(&g, "events", "Events without a line");
        events_grid(&g);
    }
    for (int i = first; i < d->n_blocks; i++) {
        if (d->blocks[i].kind == DOC_GRID) d->blocks[i].anchor = m->name;
    }
    add_notes(&g);
}
