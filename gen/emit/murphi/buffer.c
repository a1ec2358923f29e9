// Store buffers and what is kept for each thread.
//
// note [store buffer]: an entry leaves only if it is wanted out (`drain`, `drain all`) or if the buffer is
// full; then at any time, and in any order. The hardware's order, wanted lines first and then by age, is one
// of these, but that its buffers of eight or more entries begin while one place is free: no bound
// fills one. Of an entry's bytes the model holds those of the line's word that stores may write with a value.
#include "emit.h"
#include "lang/visit.h"

bool mu_has_buffer(const cg_machine *m) {
    return m->buffer_entries > 0;
}

// Can it be full at this bound?
static bool fills(const mu *u, const cg_machine *m) {
    const int words = mu_line_words(u);
    return mu_has_buffer(m) && m->buffer_entries < (uint64_t)((u->o->lines + words - 1) / words);
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

// Of the words of a line that are in the entry, one is counted.
static const char *first_of_line(const mu *u, const cg_machine *m) {
    if (mu_line_words(u) == 1) return "";
    return MU_TEXT(u, " & (forall k: line_id do k < l & %s -> !%s[node].buffer[k].there end)",
                   mu_same_line(u, "k", "l"), m->name);
}

static void print_clear_entry(const mu *u, const cg_machine *m) {
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
        if (mu_has_buffer(m)) print_clear_entry(u, m);
        if (!fills(u, m)) continue;
        fprintf(out, "function %s_full(node: %s): boolean;\nvar n: number;\nbegin\n  n := 0;\n", m->name,
                mu_id(u, i));
        fprintf(out, "  for l: line_id do if %s[node].buffer[l].there%s then n := n + 1; end; end;\n",
                m->name, first_of_line(u, m));
        fprintf(out, "  return n >= %llu;\nend;\n\n", (unsigned long long)m->buffer_entries);
        fprintf(out, "function %s_room(node: %s; line: line_id): boolean;\nbegin\n", m->name, mu_id(u, i));
        fprintf(out, "  return %s | !%s_full(node);\nend;\n\n",
                mu_buffered(u, MU_TEXT(u, "%s[node]", m->name), "line"), m->name);
    }
}

// ------------------------------------------------------------------------------------------------ effects

static void into_entry(const mu_cause *c, const char *mine) {
    FILE *out = c->u->out;
    const char *e = MU_TEXT(c->u, "%s.buffer[%s]", c->names.node, c->line);
    const mu *u = c->u;
    if (mu_line_words(u) > 1) // the entry is the line's
        fprintf(out, "  if exists l: line_id do %s & n.buffer[l].wanted end then %s.wanted := true; end;\n",
                mu_same_line(u, "l", "line"), e);
    fprintf(out, "  %s.there := true;\n", e);
    const bool some = mu_races_forbidden(c->u) && c->e->core == CG_STORE; // an atomic leaves a whole word
    const char *not_rest = some ? "bytes = 1" : "false";
    if (c->m->words) {
        fprintf(out, "  if !(%s) then %s.rest := true; end;\n", not_rest, e);
        if (mu_races_forbidden(c->u)) mine = some ? "bytes != 2" : "true"; // whichever line it is
    }
    fprintf(out, "  if %s then %s.has := true; %s.data := word; end;\n", mine ? mine : "true", e, e);
}

void mu_change_buffer(const mu_cause *c, const cg_action *a, const char *mine) {
    FILE *out = c->u->out;
    const char *n = c->names.node;
    if (cg_does(a, CG_DOES_BUFFERS)) into_entry(c, mine);
    if (cg_does(a, CG_DOES_DRAINS_LINE) && mu_line_words(c->u) > 1)
        fprintf(
            out,
            "  for l: line_id do if %s & %s.buffer[l].there then %s.buffer[l].wanted := true; end; end;\n",
            mu_same_line(c->u, "l", "line"), n, n);
    else if (cg_does(a, CG_DOES_DRAINS_LINE))
        fprintf(out, "  if %s.buffer[%s].there then %s.buffer[%s].wanted := true; end;\n", n, c->line, n,
                c->line);
    if (cg_does(a, CG_DOES_DRAINS_ALL))
        fprintf(out,
                "  for l: line_id do if %s.buffer[l].there then %s.buffer[l].wanted := true; end; end;\n", n,
                n);
}

// The entry's fields stand with each word of the line, whether it is there or not, and go with the last one.
static void keep_fields(const mu_cause *c) {
    const mu *u = c->u;
    const char *n = c->names.node, *same = mu_same_line(u, "l", "line");
    for (int i = 0; i < c->m->n_buffer; i++) {
        const cg_field *f = &c->m->buffer[i];
        const char *name = mu_name(u, f->name);
        fprintf(u->out, "  if %s then\n", mu_buffered(u, n, "line"));
        fprintf(u->out, "    for l: line_id do if %s & %s.buffer[l].there then\n", same, n);
        fprintf(u->out, "      %s.buffer[line].%s := %s.buffer[l].%s;\n    end; end;\n  else\n", n, name, n,
                name);
        fprintf(u->out, "    for l: line_id do if %s then\n      %s\n    end; end;\n  end;\n", same,
                mu_set_to(u, MU_TEXT(u, "%s.buffer[l].%s", n, name), &f->type, f->init));
    }
}

void mu_drained(const mu_cause *c) {
    if (c->e->kind != CG_EV_DRAIN || c->r->stalls) return;
    fprintf(c->u->out, "  clear_%s_entry(%s.buffer[%s]);\n", c->m->name, c->names.node, c->line);
    if (mu_line_words(c->u) > 1) keep_fields(c);
}

// ---------------------------------------------------------------------------------------- a thread's fields

// note [dead threads]: a field of a thread that is read only where a flag of the thread is known to be up has
// its initial value while that is down.

static bool is_thread_field(const cg_expr *x, int field) {
    return cg_is_of(x, CG_SPACE_THREAD) && x->field == field;
}

static bool implies(const cg_expr *x, int flag) {
    if (!x) return false;
    return is_thread_field(x, flag) || (x->op == CG_X_AND && (implies(x->a, flag) || implies(x->b, flag)));
}

// Is the field read only where the flag is up?
static bool reads_safely(const cg_expr *x, int field, int flag, bool up) {
    if (!x || up) return true;
    if (is_thread_field(x, field)) return false;
    const bool then = (x->op == CG_X_AND || x->op == CG_X_COND) && implies(x->a, flag);
    return reads_safely(x->a, field, flag, false) && reads_safely(x->b, field, flag, then) &&
           reads_safely(x->c, field, flag, false);
}

typedef struct {
    int field, flag;
    bool up, safe; // is the flag known to be up? are all reads so far safe?
} flag_use;

static void note_reads(void *context, const cg_expr *x) {
    flag_use *use = context;
    use->safe &= reads_safely(x, use->field, use->flag, use->up);
}

static bool rule_reads_safely(const cg_rule *r, int field, int flag) {
    flag_use use = {field, flag, implies(r->when, flag), reads_safely(r->when, field, flag, false)};
    for (int i = 0; i < r->n_actions; i++) cg_visit_wholes(&r->actions[i], note_reads, &use);
    return use.safe;
}

// CG_NONE: there is no such flag.
static int flag_of(const cg_machine *m, int field) {
    for (int g = 0; g < m->n_thread; g++) {
        bool safe = g != field && m->thread[g].type.kind == CG_T_BOOL;
        for (int i = 0; i < m->n_rules && safe; i++) safe = rule_reads_safely(&m->rules[i], field, g);
        if (safe) return g;
    }
    return CG_NONE;
}

static bool assigns_thread(const cg_rule *r, int field) {
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_ASSIGNS) && r->actions[i].space == CG_SPACE_THREAD &&
            r->actions[i].field == field)
            return true;
    return false;
}

void mu_settle_thread(const mu_cause *c) {
    const mu *u = c->u;
    for (int f = 0; f < c->m->n_thread; f++) {
        const int g = flag_of(c->m, f);
        if (g == CG_NONE || (!assigns_thread(c->r, f) && !assigns_thread(c->r, g))) continue;
        const char *t = MU_TEXT(u, "%s.thread[%s]", c->names.node, c->thread);
        fprintf(u->out, "  if !%s.%s then %s end; -- note [dead threads]\n", t,
                mu_name(u, c->m->thread[g].name),
                mu_set_to(u, MU_TEXT(u, "%s.%s", t, mu_name(u, c->m->thread[f].name)), &c->m->thread[f].type,
                          c->m->thread[f].init));
    }
}
