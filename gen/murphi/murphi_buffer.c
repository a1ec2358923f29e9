// Store buffers and what is kept for each thread.
//
// note [store buffer]: an entry leaves only if it is wanted out (`drain`, `drain all`) or if the buffer is
// full; then at any time, and in any order. The hardware's order, wanted lines first and then by age, is one
// of these. Of an entry's bytes the model holds those of the line's word that stores may write with a value.
#include "emit.h"

bool mu_has_buffer(const cg_machine *m) {
    return m->buffer_entries > 0;
}

// Can it be full at this bound?
static bool fills(const mu *u, const cg_machine *m) {
    return mu_has_buffer(m) && m->buffer_entries < (uint64_t)u->o->lines;
}

const char *mu_room_in_buffer(const mu_cause *c) {
    return fills(c->u, c->m) ? MU_TEXT(c->u, "%s_room(node, %s)", c->m->name, c->line) : NULL;
}

const char *mu_leaves_buffer(const mu_cause *c) {
    const mu *u = c->u;
    const char *entry = MU_TEXT(u, "%s.buffer[%s]", c->names.node, c->line);
    const char *wanted = MU_TEXT(u, "%s.there & %s.wanted", entry, entry);
    if (!fills(u, c->m)) return wanted;
    return MU_TEXT(u, "%s.there & (%s.wanted | %s_full(node))", entry, entry, c->m->name);
}

static void print_fields(const mu *u, const cg_field *fields, int n) {
    for (int i = 0; i < n; i++)
        fprintf(u->out, "    %s: %s;\n", mu_name(u, fields[i].name), mu_type(u, &fields[i].type));
}

void mu_print_buffer_types(const mu *u, const cg_machine *m) {
    FILE *out = u->out;
    if (m->n_thread) {
        fprintf(out, "\n  %s_thread: record -- of each thread\n", m->name);
        print_fields(u, m->thread, m->n_thread);
        fprintf(out, "  end;\n");
    }
    if (!mu_has_buffer(m)) return;
    fprintf(out, "\n  %s_entry: record -- of the store buffer: note [store buffer]\n", m->name);
    fprintf(out, "    there: boolean;\n    wanted: boolean; -- out\n");
    fprintf(out, "    has: boolean; -- what is watched\n    data: value_t;\n");
    if (m->words) fprintf(out, "    rest: boolean; -- the other bytes of the word: note [words]\n");
    print_fields(u, m->buffer, m->n_buffer);
    fprintf(out, "  end;\n");
}

void mu_print_buffer_parts(const mu *u, const cg_machine *m) {
    if (m->n_thread) fprintf(u->out, "    thread: array [thread_id] of %s_thread;\n", m->name);
    if (mu_has_buffer(m)) fprintf(u->out, "    buffer: array [line_id] of %s_entry;\n", m->name);
}

static void print_clear(const mu *u, const cg_machine *m) {
    FILE *out = u->out;
    fprintf(out, "procedure clear_%s_entry(var x: %s_entry);\nbegin\n", m->name, m->name);
    fprintf(out, "  x.there := false;\n  x.wanted := false;\n  x.has := false;\n");
    if (m->words) fprintf(out, "  x.rest := false;\n");
    fprintf(out, "  %s\n", mu_reset(u, "x.data", mu_no_value(u)));
    for (int i = 0; i < m->n_buffer; i++)
        fprintf(out, "  %s\n",
                mu_set_to(u, MU_TEXT(u, "x.%s", mu_name(u, m->buffer[i].name)), &m->buffer[i].type,
                          m->buffer[i].init));
    fprintf(out, "end;\n\n");
}

void mu_print_buffers(const mu *u) {
    FILE *out = u->out;
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        if (mu_has_buffer(m)) print_clear(u, m);
        if (!fills(u, m)) continue;
        fprintf(out, "function %s_full(node: %s): boolean;\nvar n: number;\nbegin\n  n := 0;\n", m->name,
                mu_id(u, i));
        fprintf(out, "  for l: line_id do if %s[node].buffer[l].there then n := n + 1; end; end;\n", m->name);
        fprintf(out, "  return n >= %llu;\nend;\n\n", (unsigned long long)m->buffer_entries);
        fprintf(out, "function %s_room(node: %s; line: line_id): boolean;\nbegin\n", m->name, mu_id(u, i));
        fprintf(out, "  return %s[node].buffer[line].there | !%s_full(node);\nend;\n\n", m->name, m->name);
    }
}

void mu_start_buffers(const mu *u, const cg_machine *m) {
    FILE *out = u->out;
    if (m->n_thread) fprintf(out, "    for t: thread_id do\n");
    for (int i = 0; i < m->n_thread; i++)
        fprintf(out, "      %s\n",
                mu_set_to(u, MU_TEXT(u, "%s[node].thread[t].%s", m->name, mu_name(u, m->thread[i].name)),
                          &m->thread[i].type, m->thread[i].init));
    if (m->n_thread) fprintf(out, "    end;\n");
    if (mu_has_buffer(m))
        fprintf(out, "    for l: line_id do clear_%s_entry(%s[node].buffer[l]); end;\n", m->name, m->name);
}

// ------------------------------------------------------------------------------------------------ effects

static void into_entry(const mu_cause *c, const char *mine) {
    FILE *out = c->u->out;
    const char *e = MU_TEXT(c->u, "%s.buffer[%s]", c->names.node, c->line);
    fprintf(out, "  %s.there := true;\n", e);
    const char *not_rest = mu_races_forbidden(c->u) ? "bytes = 1" : "false";
    if (c->m->words) {
        fprintf(out, "  if !(%s) then %s.rest := true; end;\n", not_rest, e);
        if (mu_races_forbidden(c->u)) mine = "bytes != 2"; // whichever line it is
    }
    fprintf(out, "  if %s then %s.has := true; %s.data := word; end;\n", mine ? mine : "true", e, e);
}

void mu_change_buffer(const mu_cause *c, const cg_action *a, const char *mine) {
    FILE *out = c->u->out;
    const char *n = c->names.node;
    if (a->verb == CG_A_BUFFER) into_entry(c, mine);
    if (a->verb == CG_A_DRAIN)
        fprintf(out, "  if %s.buffer[%s].there then %s.buffer[%s].wanted := true; end;\n", n, c->line, n,
                c->line);
    if (a->verb == CG_A_DRAIN_ALL)
        fprintf(out,
                "  for l: line_id do if %s.buffer[l].there then %s.buffer[l].wanted := true; end; end;\n", n,
                n);
}

void mu_drained(const mu_cause *c) {
    if (c->e->kind == CG_EV_DRAIN && !c->r->stalls)
        fprintf(c->u->out, "  clear_%s_entry(%s.buffer[%s]);\n", c->m->name, c->names.node, c->line);
}
