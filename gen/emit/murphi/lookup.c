// Cams and rings: note [look-ups in the model].
//
// note [look-ups in the model]: of a cam whose key is the line there is a place for each line, and no order
// of entries. One with another key keeps its entries sorted by it, so that which came first leaves no trace.
// A ring is an array and a tail. What is not in use has initial values. Behind the entries of an array stands
// one that is never used: what is not found is that one, and reads as initial values. A tlb has no state:
// each page is where its number says (note [translation] in lang/lookup.h).
#include "lang/lookup.h"

#include "emit.h"

typedef unsigned long long ull;

static bool is_ring(const cg_lookup *l) {
    return l->kind == CG_LOOKUP_RING;
}

static bool is_tlb(const cg_lookup *l) {
    return l->kind == CG_LOOKUP_TLB;
}

static const char *type_of(const mu *u, const cg_machine *m, const cg_lookup *l) {
    return MU_TEXT(u, "%s_%s", m->name, l->name);
}

void mu_print_lookup_types(const mu *u, const cg_machine *m) {
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_lookup *l = &m->lookups[i];
        const char *type = type_of(u, m, l);
        const ull n = l->entries;
        if (is_tlb(l)) continue;
        fprintf(u->out, "\n  %s_entry: record -- note [look-ups in the model]\n", type);
        if (l->by_line) fprintf(u->out, "    there: boolean;\n");
        if (is_ring(l)) fprintf(u->out, "    live: boolean;\n");
        if (!l->by_line && !is_ring(l)) fprintf(u->out, "    key: %s;\n", mu_type(u, &l->key));
        for (int f = l->first_field; f < l->first_field + l->n_fields; f++)
            fprintf(u->out, "    %s: %s;\n", mu_name(u, m->found[f].name), mu_type(u, &m->found[f].type));
        fprintf(u->out, "  end;\n");
        if (l->by_line) continue;
        if (is_ring(l))
            fprintf(u->out, "  %s_store: record\n    tail: 0..%llu;\n", type, n - 1);
        else
            fprintf(u->out, "  %s_store: record\n    n: 0..%llu;\n", type, n);
        fprintf(u->out, "    e: array [0..%llu] of %s_entry;\n  end;\n", n, type);
    }
}

void mu_print_lookup_parts(const mu *u, const cg_machine *m) {
    for (int i = 0; i < m->n_lookups; i++) {
        const char *type = type_of(u, m, &m->lookups[i]);
        if (is_tlb(&m->lookups[i])) continue;
        if (m->lookups[i].by_line)
            fprintf(u->out, "    found_%s: array [line_id] of %s_entry;\n", m->lookups[i].name, type);
        else
            fprintf(u->out, "    found_%s: %s_store;\n", m->lookups[i].name, type);
    }
}

// As if it had never been used.
static void clear_entry(const mu *u, const cg_machine *m, const cg_lookup *l, const char *pad,
                        const char *e) {
    if (l->by_line) fprintf(u->out, "%s%s.there := false;\n", pad, e);
    if (is_ring(l)) fprintf(u->out, "%s%s.live := false;\n", pad, e);
    if (!l->by_line && !is_ring(l)) fprintf(u->out, "%s%s.key := 0;\n", pad, e);
    for (int f = l->first_field; f < l->first_field + l->n_fields; f++)
        fprintf(u->out, "%s%s\n", pad,
                mu_set_to(u, MU_TEXT(u, "%s.%s", e, mu_name(u, m->found[f].name)), &m->found[f].type,
                          m->found[f].init));
}

void mu_start_lookups(const mu *u, const cg_machine *m) {
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_lookup *l = &m->lookups[i];
        const char *at = MU_TEXT(u, "%s[node].found_%s", m->name, l->name);
        if (is_tlb(l)) continue;
        if (l->by_line)
            fprintf(u->out, "    for l: line_id do\n");
        else
            fprintf(u->out, "    %s.%s := 0;\n    for i := 0 to %llu do\n", at, is_ring(l) ? "tail" : "n",
                    (ull)l->entries);
        clear_entry(u, m, l, "      ", MU_TEXT(u, l->by_line ? "%s[l]" : "%s.e[i]", at));
        fprintf(u->out, "    end;\n");
    }
}

// ------------------------------------------------------------------------------------ functions and
// procedures

static const char *store_of(const mu *u, const cg_machine *m, const cg_lookup *l) {
    return MU_TEXT(u, "%s[node].found_%s", m->name, l->name);
}

static void begin(const mu *u, const char *kind, const cg_machine *m, const cg_lookup *l, const char *name) {
    fprintf(u->out, "%s %s_%s(node: %s", kind, type_of(u, m, l), name, mu_id(u, (int)(m - u->s->machines)));
}

static void print_full(const mu *u, const cg_machine *m, const cg_lookup *l) {
    begin(u, "function", m, l, "full");
    fprintf(u->out, "): boolean;\nvar n: number;\nbegin\n  n := 0;\n");
    fprintf(u->out, "  for l: line_id do if %s[l].there then n := n + 1; end; end;\n", store_of(u, m, l));
    fprintf(u->out, "  return n >= %llu;\nend;\n\n", (ull)l->entries);
}

static void print_at(const mu *u, const cg_machine *m, const cg_lookup *l) {
    const char *s = store_of(u, m, l);
    const ull n = l->entries;
    const cg_type key = cg_lookup_key(l);
    begin(u, "function", m, l, "at");
    fprintf(u->out, "; key: %s): 0..%llu;\nbegin\n", mu_type(u, &key), n);
    if (is_ring(l))
        fprintf(u->out, "  if key < %llu then if %s.e[key].live then return key; end; end;\n", n, s);
    else
        fprintf(u->out, "  for i := 0 to %llu do if i < %s.n & %s.e[i].key = key then return i; end; end;\n",
                n - 1, s, s);
    fprintf(u->out, "  return %llu;\nend;\n\n", n);
}

// The newest entry with these values.
static void print_search(const mu *u, const cg_machine *m, const cg_lookup *l, const cg_event *e,
                         const cg_find *f) {
    const char *s = store_of(u, m, l);
    const ull n = l->entries;
    begin(u, "function", m, l, e->name);
    for (int i = 0; i < f->n_values; i++)
        fprintf(u->out, "; v%d: %s", i, mu_type(u, &m->found[f->fields[i]].type));
    fprintf(u->out, "): 0..%llu;\nvar i: 0..%llu;\nbegin\n  for age := 1 to %llu do\n", n, n - 1, n);
    fprintf(u->out, "    i := (%s.tail + %llu - age) %% %llu;\n    if %s.e[i].live", s, n, n, s);
    for (int i = 0; i < f->n_values; i++)
        fprintf(u->out, " & %s.e[i].%s = v%d", s, mu_name(u, m->found[f->fields[i]].name), i);
    fprintf(u->out, " then return i; end;\n  end;\n  return %llu;\nend;\n\n", n);
}

static void print_insert(const mu *u, const cg_machine *m, const cg_lookup *l) {
    const char *s = store_of(u, m, l);
    const ull n = l->entries;
    begin(u, "procedure", m, l, "insert");
    fprintf(u->out, "; key: %s);\nvar at: 0..%llu;\nbegin\n  at := 0;\n", mu_type(u, &l->key), n);
    fprintf(u->out, "  for i := 0 to %llu do if i < %s.n & %s.e[i].key < key then at := at + 1; end; end;\n",
            n - 1, s, s);
    if (n > 1)
        fprintf(u->out, "  for i := %llu to 1 by -1 do if i > at then %s.e[i] := %s.e[i - 1]; end; end;\n",
                n - 1, s, s);
    clear_entry(u, m, l, "  ", MU_TEXT(u, "%s.e[at]", s));
    fprintf(u->out, "  %s.e[at].key := key;\n  %s.n := %s.n + 1;\nend;\n\n", s, s, s);
}

static void print_remove(const mu *u, const cg_machine *m, const cg_lookup *l) {
    const char *s = store_of(u, m, l);
    const ull n = l->entries;
    begin(u, "procedure", m, l, "remove");
    fprintf(u->out, "; at: 0..%llu);\nbegin\n", n);
    if (n > 1)
        fprintf(u->out,
                "  for i := 1 to %llu do if i > at & i < %s.n then %s.e[i - 1] := %s.e[i]; end; end;\n",
                n - 1, s, s, s);
    fprintf(u->out, "  %s.n := %s.n - 1;\n", s, s);
    clear_entry(u, m, l, "  ", MU_TEXT(u, "%s.e[%s.n]", s, s));
    fprintf(u->out, "end;\n\n");
}

static void print_functions(const mu *u, const cg_machine *m, int lookup) {
    const cg_lookup *l = &m->lookups[lookup];
    if (l->by_line) print_full(u, m, l);
    if (l->by_line || is_tlb(l)) return;
    print_at(u, m, l);
    for (int e = 0; e < m->n_events; e++) {
        const cg_find *f = cg_find_of(m, e, lookup);
        if (f && f->n_values && !mu_is_off(u, m, &m->events[e])) print_search(u, m, l, &m->events[e], f);
    }
    if (is_ring(l)) return;
    print_insert(u, m, l);
    print_remove(u, m, l);
}

void mu_print_lookups(const mu *u) {
    for (int i = 0; i < u->s->n_machines; i++)
        for (int k = 0; k < u->s->machines[i].n_lookups; k++) print_functions(u, &u->s->machines[i], k);
}

// --------------------------------------------------------------------------------------------------
// expressions

// Number of the entry in the array.
static const char *number_found(const mu_names *n, int lookup) {
    const mu *u = n->u;
    const cg_lookup *l = &n->m->lookups[lookup];
    const cg_find *f = cg_find_of(n->m, (int)(n->event - n->m->events), lookup);
    const char *type = type_of(u, n->m, l), *values = "";
    if (!f) return MU_TEXT(u, "%llu", (ull)l->entries);
    if (f->at) return MU_TEXT(u, "%s_at(%s, %s)", type, n->self, mu_expr(n, f->at));
    for (int i = 0; i < f->n_values; i++) values = MU_TEXT(u, "%s, %s", values, mu_expr(n, f->value[i]));
    return MU_TEXT(u, "%s_%s(%s%s)", type, n->event->name, n->self, values);
}

const char *mu_found(const mu_names *n, int lookup) {
    const cg_lookup *l = &n->m->lookups[lookup];
    if (l->by_line) return MU_TEXT(n->u, "%s.found_%s[%s]", n->node, l->name, n->line);
    return MU_TEXT(n->u, "%s.found_%s.e[%s]", n->node, l->name, number_found(n, lookup));
}

const char *mu_lookup_full(const mu_names *n, int lookup) {
    const cg_lookup *l = &n->m->lookups[lookup];
    const char *s = MU_TEXT(n->u, "%s.found_%s", n->node, l->name);
    if (l->by_line) return MU_TEXT(n->u, "%s_full(%s)", type_of(n->u, n->m, l), n->self);
    return is_ring(l) ? MU_TEXT(n->u, "%s.e[%s.tail].live", s, s)
                      : MU_TEXT(n->u, "(%s.n = %llu)", s, (ull)l->entries);
}

const char *mu_asked_of_lookup(const mu_names *n, const cg_expr *x) {
    const int lookup = cg_lookup_of_leaf(x);
    const cg_lookup *l = &n->m->lookups[lookup];
    const ull entries = l->entries;
    switch (cg_ask_of_leaf(x)) {
    case CG_ASK_FOUND:
        if (l->by_line) return MU_TEXT(n->u, "%s.there", mu_found(n, lookup));
        return MU_TEXT(n->u, "(%s < %llu)", number_found(n, lookup), entries);
    case CG_ASK_FULL: return mu_lookup_full(n, lookup);
    case CG_ASK_TAIL: return MU_TEXT(n->u, "%s.found_%s.tail", n->node, l->name);
    case CG_ASK_AT: {
        const char *at = number_found(n, lookup);
        return MU_TEXT(n->u, "(%s < %llu ? %s : 0)", at, entries, at);
    }
    case CG_ASK_FRAME: {
        const cg_find *f = cg_find_of(n->m, (int)(n->event - n->m->events), lookup);
        return MU_TEXT(n->u, "(%s)", mu_expr(n, f->at));
    }
    case CG_N_ASKS: break;
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------------------
// effects

static const char *entry_text(const mu_cause *c, int lookup) {
    const cg_lookup *l = &c->m->lookups[lookup];
    if (l->by_line) return mu_found(&c->names, lookup);
    return MU_TEXT(c->u, "%s.found_%s.e[at_%s]", c->names.node, l->name, l->name);
}

static void assign_fields(const mu_cause *c, int lookup, const char *entry) {
    for (int i = 0; i < c->r->n_actions; i++) {
        const cg_action *a = &c->r->actions[i];
        if (cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_FOUND &&
            cg_lookup_of_field(c->m, a->field) == lookup)
            mu_line(c, "%s.%s := %s;", entry, mu_name(c->u, c->m->found[a->field].name), mu_new_value(c, a));
    }
}

static void must_be(const mu_cause *c, int lookup, bool found, const char *what) {
    const cg_lookup *l = &c->m->lookups[lookup];
    const char *is = l->by_line ? MU_TEXT(c->u, "%s.there", entry_text(c, lookup))
                                : MU_TEXT(c->u, "(at_%s < %llu)", l->name, (ull)l->entries);
    mu_line(c, "if %s%s then error \"table: %s %s %s\"; end;", found ? "!" : "", is, c->r->id, what, l->name);
}

static void remove_found(const mu_cause *c, int lookup) {
    const cg_lookup *l = &c->m->lookups[lookup];
    must_be(c, lookup, true, "removes what is not in");
    if (l->by_line || is_ring(l))
        clear_entry(c->u, c->m, l, "    ", entry_text(c, lookup));
    else
        mu_line(c, "%s_remove(node, at_%s);", type_of(c->u, c->m, l), l->name);
}

static void insert_entry(const mu_cause *c, int lookup) {
    const cg_lookup *l = &c->m->lookups[lookup];
    const char *s = MU_TEXT(c->u, "%s.found_%s", c->names.node, l->name);
    if (is_ring(l)) {
        const char *e = MU_TEXT(c->u, "%s.e[%s.tail]", s, s);
        mu_line(c, "%s.live := true;", e);
        assign_fields(c, lookup, e);
        mu_line(c, "%s.tail := (%s.tail + 1) %% %llu;", s, s, (ull)l->entries);
        return;
    }
    must_be(c, lookup, false, "inserts what is already in");
    if (l->by_line) {
        mu_line(c, "%s.there := true;", entry_text(c, lookup));
    } else {
        const cg_find *f = cg_find_of(c->m, c->r->event, lookup);
        mu_line(c, "%s_insert(node, %s);", type_of(c->u, c->m, l), mu_expr(&c->names, f->at));
        mu_line(c, "at_%s := %s;", l->name, number_found(&c->names, lookup));
    }
    assign_fields(c, lookup, entry_text(c, lookup));
}

// From the last one on: what is looked for in one may depend on what was found in those before it.
void mu_change_lookups(const mu_cause *c) {
    for (int i = c->m->n_lookups; i-- > 0;) {
        const cg_lookup *l = &c->m->lookups[i];
        const bool inserts = cg_lookup_action(c->m, c->r, i, CG_DOES_INSERTS);
        const bool removes = cg_lookup_action(c->m, c->r, i, CG_DOES_REMOVES);
        const bool assigns = !inserts && cg_lookup_action(c->m, c->r, i, CG_DOES_ASSIGNS);
        if (!l->by_line && (inserts || removes || assigns) && cg_looks(c->m, c->r->event, i))
            mu_line(c, "at_%s := %s;", l->name, number_found(&c->names, i));
        if (assigns) must_be(c, i, true, "assigns a field of what is not in");
        if (assigns) assign_fields(c, i, entry_text(c, i));
        if (removes) remove_found(c, i);
        if (inserts) insert_entry(c, i);
    }
}

void mu_print_lookup_locals(const mu_cause *c, bool *any) {
    for (int i = 0; i < c->m->n_lookups; i++) {
        const cg_lookup *l = &c->m->lookups[i];
        bool used = false;
        for (int r = 0; r < c->m->n_rules; r++)
            used |= &c->m->events[c->m->rules[r].event] == c->e &&
                    cg_lookup_action(c->m, &c->m->rules[r], i,
                                     CG_DOES_INSERTS | CG_DOES_REMOVES | CG_DOES_ASSIGNS);
        if (!used || l->by_line || !cg_looks(c->m, (int)(c->e - c->m->events), i)) continue;
        if (!*any) fprintf(c->u->out, "var\n");
        *any = true;
        fprintf(c->u->out, "  at_%s: 0..%llu;\n", l->name, (ull)l->entries);
    }
}
