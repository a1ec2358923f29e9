// Fifos of lines and markers: note [fifo].
//
// note [fifo]: a bounded array, the oldest element first. What is not in use is in the initial state. Its
// head may leave at any time at which the table's language lets it.
#include "emit.h"
#include "lang/requester.h"

static const cg_structure *fifo_of(const cg_machine *m) {
    return m->n_structures ? &m->structures[0] : NULL;
}

void mu_print_fifo_type(const mu *u, const cg_machine *m) {
    const cg_structure *s = fifo_of(m);
    if (!s) return;
    const unsigned long long n = s->entries;
    fprintf(u->out, "\n  %s_element: record -- of %s: note [fifo]\n", m->name, s->name);
    if (s->markers) fprintf(u->out, "    marker: boolean; thread: thread_id;\n");
    if (s->core) fprintf(u->out, "    core: %s;\n", mu_core_id(u));
    fprintf(u->out, "    line: line_id;\n  end;\n");
    fprintf(u->out, "  %s_fifo: record\n    n: 0..%llu;\n    e: array [0..%llu] of %s_element;\n  end;\n",
            m->name, n, n - 1, m->name);
}

void mu_print_fifo_part(const mu *u, const cg_machine *m) {
    if (fifo_of(m)) fprintf(u->out, "    fifo_%s: %s_fifo;\n", fifo_of(m)->name, m->name);
}

static void clear_element(const mu *u, const cg_structure *s, const char *pad, const char *e) {
    fprintf(u->out, "%sundefine %s.line;\n", pad, e);
    if (s->markers) fprintf(u->out, "%s%s.marker := false;\n%sundefine %s.thread;\n", pad, e, pad, e);
    if (s->core) fprintf(u->out, "%sundefine %s.core;\n", pad, e);
}

void mu_start_fifo(const mu *u, const cg_machine *m) {
    const cg_structure *s = fifo_of(m);
    if (!s) return;
    const char *at = MU_TEXT(u, "%s[node].fifo_%s", m->name, s->name);
    fprintf(u->out, "    %s.n := 0;\n    for i := 0 to %llu do\n", at, (unsigned long long)s->entries - 1);
    clear_element(u, s, "      ", MU_TEXT(u, "%s.e[i]", at));
    fprintf(u->out, "    end;\n");
}

const char *mu_fifo(const mu_cause *c) {
    return MU_TEXT(c->u, "%s.fifo_%s", c->names.node, fifo_of(c->m)->name);
}

const char *mu_fifo_head(const mu_cause *c) {
    return MU_TEXT(c->u, "%s.e[0]", mu_fifo(c));
}

const char *mu_fifo_offers(const mu_cause *c) {
    const cg_structure *s = fifo_of(c->m);
    const char *f = mu_fifo(c);
    const unsigned long long n = s->entries;
    if (c->e->kind == CG_EV_MARKER) return MU_TEXT(c->u, "%s.n > 0 & %s.e[0].marker", f, f);
    if (!s->markers) return MU_TEXT(c->u, "%s.n = %llu", f, n);
    return MU_TEXT(c->u,
                   "%s.n > 0 & !%s.e[0].marker & (%s.n = %llu | exists i: 0..%llu do i < %s.n & "
                   "%s.e[i].marker end)",
                   f, f, f, n, n - 1, f, f);
}

const char *mu_room_in_fifo(const mu_cause *c) {
    return MU_TEXT(c->u, "%s.n < %llu", mu_fifo(c), (unsigned long long)fifo_of(c->m)->entries);
}

static void pop_element(const mu_cause *c) {
    const mu *u = c->u;
    const cg_structure *s = fifo_of(c->m);
    const char *f = mu_fifo(c);
    mu_line(c, "for i := 1 to %llu do if i < %s.n then", (unsigned long long)s->entries - 1, f);
    mu_line(c, "  %s.e[i - 1] := %s.e[i];", f, f);
    mu_line(c, "end; end;");
    mu_line(c, "%s.n := %s.n - 1;", f, f);
    clear_element(u, s, "    ", MU_TEXT(u, "%s.e[%s.n]", f, f));
}

void mu_change_fifo(const mu_cause *c, const cg_action *a) {
    const char *f = mu_fifo(c);
    if (cg_does(a, CG_DOES_POPS)) pop_element(c);
    if (!cg_does(a, CG_DOES_PUSH)) return;
    if (cg_does(a, CG_DOES_MARKS)) {
        mu_line(c, "%s.e[%s.n].marker := true;", f, f);
        mu_line(c, "%s.e[%s.n].thread := %s;", f, f, c->thread);
        if (fifo_of(c->m)->core)
            mu_line(c, "%s.e[%s.n].core := %s.%s;", f, f, c->names.packet, mu_name(c->u, CG_CORE_FIELD));
    } else {
        mu_line(c, "%s.e[%s.n].line := %s;", f, f, c->line);
    }
    mu_line(c, "%s.n := %s.n + 1;", f, f);
}
