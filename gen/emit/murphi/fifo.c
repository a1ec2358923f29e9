// Fifos of lines and markers: note [fifo].
//
// note [fifo]: a bounded array, the oldest element first. What is not in use is in the initial state. Its
// head may leave at any time at which the table's language lets it: with a condition for draining at any
// time, note [early] in lang/structure.h.
//
// note [walked]: of a walk (note [walk] in lang/structure.h) each element is a marker, with the lines that it
// waits for, `due`. While there is one, every line of the controller may be offered.
#include "emit.h"
#include "lang/requester.h"

// Of several fifos of a machine each has types of its own.
static const char *type_of(const mu *u, const cg_machine *m, const cg_structure *s) {
    return m->n_structures == 1 ? m->name : MU_TEXT(u, "%s_%s", m->name, s->name);
}

static void print_type(const mu *u, const char *type, const cg_structure *s) {
    const unsigned long long n = s->entries;
    fprintf(u->out, "\n  %s_element: record -- of %s: note [fifo]\n", type, s->name);
    if (s->markers) fprintf(u->out, "    %sthread: thread_id;\n", s->walks ? "" : "marker: boolean; ");
    if (s->core) fprintf(u->out, "    core: %s;\n", mu_core_id(u));
    fprintf(u->out, "    %s;\n  end;\n", s->walks ? "due: array [line_id] of boolean" : "line: line_id");
    fprintf(u->out, "  %s_fifo: record\n    n: 0..%llu;\n    e: array [0..%llu] of %s_element;\n  end;\n",
            type, n, n - 1, type);
}

void mu_print_fifo_types(const mu *u, const cg_machine *m) {
    for (int i = 0; i < m->n_structures; i++)
        print_type(u, type_of(u, m, &m->structures[i]), &m->structures[i]);
}

void mu_print_fifo_parts(const mu *u, const cg_machine *m) {
    for (int i = 0; i < m->n_structures; i++)
        fprintf(u->out, "    fifo_%s: %s_fifo;\n", m->structures[i].name, type_of(u, m, &m->structures[i]));
}

static void clear_element(const mu *u, const cg_structure *s, const char *pad, const char *e) {
    if (s->walks)
        fprintf(u->out, "%sfor l: line_id do %s.due[l] := false; end;\n%sundefine %s.thread;\n", pad, e, pad,
                e);
    else
        fprintf(u->out, "%sundefine %s.line;\n", pad, e);
    if (s->markers && !s->walks)
        fprintf(u->out, "%s%s.marker := false;\n%sundefine %s.thread;\n", pad, e, pad, e);
    if (s->core) fprintf(u->out, "%sundefine %s.core;\n", pad, e);
}

void mu_start_fifos(const mu *u, const cg_machine *m) {
    for (int i = 0; i < m->n_structures; i++) {
        const cg_structure *s = &m->structures[i];
        const char *at = MU_TEXT(u, "%s[node].fifo_%s", m->name, s->name);
        fprintf(u->out, "    %s.n := 0;\n    for i := 0 to %llu do\n", at,
                (unsigned long long)s->entries - 1);
        clear_element(u, s, "      ", MU_TEXT(u, "%s.e[i]", at));
        fprintf(u->out, "    end;\n");
    }
}

static const char *path_of(const mu_cause *c, const cg_structure *s) {
    return MU_TEXT(c->u, "%s.fifo_%s", c->names.node, s->name);
}

const char *mu_fifo_head(const mu_cause *c) {
    return MU_TEXT(c->u, "%s.e[0]", path_of(c, &c->m->structures[c->e->structure]));
}

const char *mu_fifo_offers(const mu_cause *c) {
    const cg_structure *s = &c->m->structures[c->e->structure];
    const char *f = path_of(c, s);
    const unsigned long long n = s->entries;
    if (s->walks && c->e->kind == CG_EV_MARKER)
        return MU_TEXT(c->u, "%s.n > 0 & forall l: line_id do !%s.e[0].due[l] end", f, f);
    if (s->walks && c->m->local) return MU_TEXT(c->u, "%s.n > 0 & (%s)", f, mu_is_local(c->u, c->line));
    if (s->walks && c->m->interleave > 1)
        return MU_TEXT(c->u, "%s.n > 0 & line %% %llu = node %% %llu", f,
                       (unsigned long long)c->m->interleave, (unsigned long long)c->m->interleave);
    if (s->walks) return MU_TEXT(c->u, "%s.n > 0", f);
    if (c->e->kind == CG_EV_MARKER) return MU_TEXT(c->u, "%s.n > 0 & %s.e[0].marker", f, f);
    if (s->drains)
        return MU_TEXT(c->u, "%s.n > 0%s", f, s->markers ? MU_TEXT(c->u, " & !%s.e[0].marker", f) : "");
    if (!s->markers) return MU_TEXT(c->u, "%s.n = %llu", f, n);
    return MU_TEXT(c->u,
                   "%s.n > 0 & !%s.e[0].marker & (%s.n = %llu | exists i: 0..%llu do i < %s.n & "
                   "%s.e[i].marker end)",
                   f, f, f, n, n - 1, f, f);
}

const char *mu_room_in_fifo(const mu_cause *c, const cg_action *push) {
    const cg_structure *s = &c->m->structures[push->structure];
    return MU_TEXT(c->u, "%s.n < %llu", path_of(c, s), (unsigned long long)s->entries);
}

static void pop_element(const mu_cause *c, const cg_structure *s) {
    const mu *u = c->u;
    const char *f = path_of(c, s);
    mu_line(c, "for i := 1 to %llu do if i < %s.n then", (unsigned long long)s->entries - 1, f);
    mu_line(c, "  %s.e[i - 1] := %s.e[i];", f, f);
    mu_line(c, "end; end;");
    mu_line(c, "%s.n := %s.n - 1;", f, f);
    clear_element(u, s, "    ", MU_TEXT(u, "%s.e[%s.n]", f, f));
}

// No marker waits for the line any more. What is not in use waits for none.
static void forget_due(const mu_cause *c, const cg_structure *s, const char *line) {
    mu_line(c, "for i := 0 to %llu do %s.e[i].due[%s] := false; end;", (unsigned long long)s->entries - 1,
            path_of(c, s), line);
}

// Has line l a way?
static const char *has_way(const mu_cause *c) {
    const char *cell = MU_TEXT(c->u, "%s.line[l]", c->names.node), *any = NULL;
    for (int s = 1; s < c->m->n_states; s++) {
        if (c->mm->way[s] == MU_NEVER) continue;
        const bool maybe = c->mm->way[s] == MU_MIXED;
        any = MU_TEXT(c->u, "%s%s%s.state = %s%s", any ? any : "", any ? " | " : "", cell,
                      mu_state(c->u, c->m, s), maybe ? MU_TEXT(c->u, " & %s.here", cell) : "");
    }
    return any ? any : "false";
}

// After all else: what the rule has given up, no marker waits for.
void mu_walk_settled(const mu_cause *c) {
    const int walk = cg_find_walk(c->m);
    bool flashes = false;
    for (int i = 0; i < c->r->n_actions; i++)
        flashes |= cg_does(&c->r->actions[i], CG_DOES_MOVES_LINES) && c->r->actions[i].to_state == 0;
    if (walk == CG_NONE) return;
    if (flashes) {
        mu_line(c, "for l: line_id do if %s.line[l].state = %s then", c->names.node, mu_state(c->u, c->m, 0));
        forget_due(c, &c->m->structures[walk], "l");
        mu_line(c, "end; end;");
    } else if (c->r->state > 0 && c->r->next == 0) {
        forget_due(c, &c->m->structures[walk], c->line);
    }
}

void mu_change_fifo(const mu_cause *c, const cg_action *a) {
    const cg_structure *s = &c->m->structures[a->structure];
    const char *f = path_of(c, s);
    if (cg_does(a, CG_DOES_POPS) && s->walks && c->e->block)
        forget_due(c, s, c->line);
    else if (cg_does(a, CG_DOES_POPS))
        pop_element(c, s);
    if (!cg_does(a, CG_DOES_PUSH)) return;
    if (cg_does(a, CG_DOES_MARKS)) {
        if (s->walks)
            mu_line(c, "for l: line_id do %s.e[%s.n].due[l] := %s; end;", f, f, has_way(c));
        else
            mu_line(c, "%s.e[%s.n].marker := true;", f, f);
        mu_line(c, "%s.e[%s.n].thread := %s;", f, f, c->thread);
        if (s->core)
            mu_line(c, "%s.e[%s.n].core := %s.%s;", f, f, c->names.packet, mu_name(c->u, CG_CORE_FIELD));
    } else {
        mu_line(c, "%s.e[%s.n].line := %s;", f, f, c->line);
    }
    mu_line(c, "%s.n := %s.n + 1;", f, f);
}
