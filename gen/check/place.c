// What stands in the place of a word's data is read and written where it is, and the data where they are.
#include "parts.h"

// note [place]
//
// A word has 32 bits in the data array. In a state with "data": false its data are elsewhere, and the line
// fields with "in": "data" have the place. So a rule that leads there gives these fields their values, a rule
// that leads back fills the word, and none takes one for the other:
//
//     from \ to     data here                  data elsewhere
//     data here     as everywhere; not the     reads the data as they were, assigns all the fields;
//                   fields                     writes no data
//     elsewhere     `fill`, or state 0         reads, assigns the fields; not the data
//
// From a transient state no rule leads there: an entry marks the bytes that are written while it waits for
// the rest of them, and what has their place is none of these.
typedef struct {
    cg_checker *c;
    const cg_machine *m;
    const cg_rule *r;
    const cg_action *a;
    const char *at;
    bool here, after; // are the data here, before and after the rule?
} place;

static const char *name_of(const place *p, int state) {
    return p->m->states[state].name;
}

static void check_read_of_line(void *context, const cg_expr *x) {
    const place *p = context;
    if (!cg_is_of(x, CG_SPACE_LINE) || !p->m->line[x->field].in_data) return;
    cg_check_report(
        p->c, CG_E_PLACE, p->at, 0,
        "in %s the word's data are here: line.%s can be read only in states with \"data\": false (%s)",
        name_of(p, p->r->state), p->m->line[x->field].name, p->r->id);
}

static void check_reads(place *p) {
    if (!p->here) return;
    p->at = cg_json_at(p->c->arena, p->r->pointer, "when");
    cg_visit(p->r->when, check_read_of_line, p);
    for (int i = 0; i < p->r->n_actions; i++) {
        p->at = p->r->actions[i].pointer;
        cg_visit_action(&p->r->actions[i], check_read_of_line, p);
    }
}

static bool writes_data(const place *p) {
    return cg_does(p->a, CG_DOES_WRITE_DATA);
}

static bool assigns_place(const place *p) {
    return cg_does(p->a, CG_DOES_ASSIGNS) && p->a->space == CG_SPACE_LINE && p->m->line[p->a->field].in_data;
}

static void check_place_of_action(const place *p) {
    const char *why = NULL;
    if (!p->here && cg_reads_data(p->c->spec, p->r, p->a))
        why = cg_arena_printf(p->c->arena, "in %s the word's data are elsewhere", name_of(p, p->r->state));
    else if (!p->here && cg_does(p->a, CG_DOES_TAKES_WAY))
        why = cg_arena_printf(p->c->arena, "in %s something has the place of the word's data already",
                              name_of(p, p->r->state));
    else if (!p->after && writes_data(p))
        why = cg_arena_printf(p->c->arena,
                              "in %s the word's data are elsewhere: it would overwrite what has "
                              "their place",
                              name_of(p, p->r->next));
    else if (p->after && assigns_place(p))
        why = cg_arena_printf(p->c->arena, "in %s the word's data are here: it would overwrite them",
                              name_of(p, p->r->next));
    if (why)
        cg_check_report(p->c, CG_E_PLACE, p->a->pointer, 0, "'%s', and %s (%s)", p->a->text, why, p->r->id);
}

static void check_crossing(const place *p) {
    if (p->here && !p->after && p->m->states[p->r->state].transient)
        cg_check_report(
            p->c, CG_E_PLACE, cg_json_at(p->c->arena, p->r->pointer, "next"), 0,
            "%s is transient: bytes may have been written that its fill leaves as they are, and in %s "
            "something else has their place; lead there from a stable state (%s)",
            name_of(p, p->r->state), name_of(p, p->r->next), p->r->id);
    if (!p->here && p->after && p->r->next != 0 && !cg_find_action(p->r, CG_DOES_FILLS))
        cg_check_report(p->c, CG_E_PLACE, p->r->pointer, 0,
                        "in %s the word's data are elsewhere, and in %s here: %s needs 'fill'",
                        name_of(p, p->r->state), name_of(p, p->r->next), p->r->id);
    for (int f = 0; p->here && !p->after && f < p->m->n_line; f++) {
        bool assigned = !p->m->line[f].in_data;
        for (int i = 0; i < p->r->n_actions; i++) {
            const cg_action *a = &p->r->actions[i];
            assigned |= cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_LINE && a->field == f;
        }
        if (!assigned)
            cg_check_report(p->c, CG_E_PLACE, p->r->pointer, 0,
                            "in %s line.%s has the place of the word's data: %s has to assign it",
                            name_of(p, p->r->next), p->m->line[f].name, p->r->id);
    }
}

// A flash moves states alone: not to where the word's place holds the other thing.
static void check_flash(const place *p) {
    const bool lines = cg_does(p->a, CG_DOES_MOVES_LINES);
    if ((!lines && !cg_does(p->a, CG_DOES_MOVES_ENTRIES)) || p->a->to_state == 0) return;
    const int first = p->a->from_state != CG_NONE ? p->a->from_state : lines ? 1 : p->m->n_stable;
    const int end = p->a->from_state != CG_NONE ? first + 1 : lines ? p->m->n_stable : p->m->n_states;
    for (int s = first; s < end; s++) {
        if (p->m->states[s].no_data == p->m->states[p->a->to_state].no_data) continue;
        cg_check_report(
            p->c, CG_E_PLACE, p->a->pointer, 0,
            "'%s' moves states alone, and of %s and %s one has the word's data and one has not (%s)",
            p->a->text, name_of(p, s), name_of(p, p->a->to_state), p->r->id);
        return;
    }
}

static void check_sweep(const place *p) {
    if (!cg_does(p->a, CG_DOES_SETS_LINES) || !p->m->line[p->a->field].in_data) return;
    cg_check_report(p->c, CG_E_PLACE, p->a->pointer, 0,
                    "'%s' goes over all tags, and line.%s stands in the data (%s)", p->a->text,
                    p->m->line[p->a->field].name, p->r->id);
}

void cg_check_place(cg_checker *c, const cg_machine *m) {
    bool any = false;
    for (int f = 0; f < m->n_line; f++) any |= m->line[f].in_data;
    for (int i = 0; any && i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        const bool line = r->state != CG_NONE;
        place p = {
            c, m, r, NULL, NULL, !line || !m->states[r->state].no_data, !line || !m->states[r->next].no_data};
        if (r->impossible) continue;
        if (line) check_reads(&p);
        if (line) check_crossing(&p);
        for (int k = 0; k < r->n_actions; k++) {
            p.a = &r->actions[k];
            if (line) check_place_of_action(&p);
            check_flash(&p);
            check_sweep(&p);
        }
    }
}
