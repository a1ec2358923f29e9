// What the table module says of cams, rings and tlbs, and is told of them: what an event looks for, beside
// the block of the rules, which reads what is found (note [look-ups] in gen/lang/lookup.h).
#include "lang/lookup.h"

#include "table.h"

static void print_port(sv_table *t, const char *dir, int width, const char *what, const char *name,
                       const char *doc) {
    fprintf(t->out, "  %s logic ", dir);
    sv_range(t->out, width);
    fprintf(t->out, "%s_%s_%c, // %s\n", what, name, *dir, doc);
}

void sv_lookup_inputs(sv_table *t) {
    static const char *const MEANINGS[] = {[CG_ASK_FOUND] = "the event finds an entry",
                                           [CG_ASK_FULL] = "no entry can be taken",
                                           [CG_ASK_TAIL] = "the entry that is taken next",
                                           [CG_ASK_AT] = "the entry that is found",
                                           [CG_ASK_FRAME] = "where the page is"};
    for (int i = 0; i < t->m->n_lookups; i++)
        for (int ask = 0; ask < CG_N_ASKS; ask++) {
            if (t->f.asked[cg_lookup_leaf(i, (cg_ask)ask)])
                print_port(t, "input ", cg_ask_bits(&t->m->lookups[i], (cg_ask)ask), CG_ASK_WORDS[ask],
                           t->m->lookups[i].name, MEANINGS[ask]);
        }
}

void sv_lookup_outputs(sv_table *t) {
    for (int i = 0; i < t->m->n_lookups; i++) {
        const cg_lookup *l = &t->m->lookups[i];
        print_port(t, "output", 1, "find", l->name, "the event looks for an entry");
        if (cg_is_keyed(t->m, i))
            print_port(t, "output", cg_lookup_key(l).width, "key", l->name,
                       l->kind == CG_LOOKUP_RING ? "the one of this number" : "the one with this key");
        if (l->kind == CG_LOOKUP_TLB)
            print_port(t, "output", 1, "want", l->name, "the rule reads where the page is");
        if (!cg_is_searched(t->m, i)) continue;
        print_port(t, "output", 1, "search", l->name, "the newest one with these fields");
        print_port(t, "output", cg_lookup_data_bits(t->m, l), "match", l->name, "... with these bits");
        print_port(t, "output", cg_lookup_data_bits(t->m, l), "care", l->name, "... where these are 1");
    }
}

// note [translation] in gen/lang/lookup.h.
void sv_lookup_wants(sv_table *t, const char *pad, bool wants) {
    const int tlb = cg_find_tlb(t->m);
    if (tlb != CG_NONE) fprintf(t->out, "%swant_%s_o = 1'b%d;\n", pad, t->m->lookups[tlb].name, wants);
}

// An entry that is taken has initial values, but for what the rule assigns.
void sv_lookup_action(sv_table *t, const cg_rule *r, const cg_action *a, const char *pad) {
    const cg_lookup *l = &t->m->lookups[a->structure];
    fprintf(t->out, "%s%s_o", pad, CG_VERBS[a->verb].signal);
    if (cg_changed_lookups(t->m) > 1) fprintf(t->out, "[%d]", cg_changed_lookup(t->m, a->structure));
    fputs(" = 1'b1;\n", t->out);
    for (int i = l->first_field; cg_does(a, CG_DOES_INSERTS) && i < l->first_field + l->n_fields; i++) {
        const cg_field *f = &t->m->found[i];
        if (!cg_rule_assigns_field(r, CG_SPACE_FOUND, i))
            fprintf(t->out, "%s%s%s_o = %d'd%llu;\n", pad, CG_SPACES[CG_SPACE_FOUND].port, f->name,
                    f->type.width, (unsigned long long)f->init);
    }
}

// ------------------------------------------------------------------------------------------ what is looked
// for

static const cg_msg *message_at(const sv_table *t, int event) {
    const cg_event *e = &t->m->events[event];
    return e->kind == CG_EV_MESSAGE ? &t->s->msgs[e->msg] : NULL;
}

static const cg_expr *value_of(const cg_find *f, int field) {
    for (int i = 0; i < f->n_values; i++)
        if (f->fields[i] == field) return f->value[i];
    return NULL;
}

// The fields in their order, as the part has them: values, or a 1 for each bit of those that are compared.
static void print_looked_for(sv_table *t, int event, const cg_lookup *l, const cg_find *f, bool care) {
    for (int i = l->first_field; i < l->first_field + l->n_fields; i++) {
        const int width = t->m->found[i].type.width;
        const cg_expr *x = value_of(f, i);
        fputs(i == l->first_field ? "{" : ", ", t->out);
        if (!x || care)
            fprintf(t->out, x ? "{%d{1'b1}}" : "%d'd0", width);
        else
            sv_expr(t->out, t->m, message_at(t, event), x, width, &t->names);
    }
    fputs("};\n", t->out);
}

static void print_find(sv_table *t, int event, int lookup) {
    const cg_lookup *l = &t->m->lookups[lookup];
    const cg_find *f = cg_find_of(t->m, event, lookup);
    char name[SV_NAME];
    fprintf(t->out, "      %s_pkg::%s: begin\n        find_%s_o = 1'b1;\n", t->plan->name,
            sv_event(t->m, event, name), l->name);
    if (f && f->at) {
        fprintf(t->out, "        key_%s_o = ", l->name);
        sv_expr(t->out, t->m, message_at(t, event), f->at, cg_lookup_key(l).width, &t->names);
        fputs(";\n", t->out);
    }
    if (f && f->n_values) {
        fprintf(t->out, "        search_%s_o = 1'b1;\n        match_%s_o = ", l->name, l->name);
        print_looked_for(t, event, l, f, false);
        fprintf(t->out, "        care_%s_o = ", l->name);
        print_looked_for(t, event, l, f, true);
    }
    fputs("      end\n", t->out);
}

void sv_lookup_finds(sv_table *t) {
    for (int i = 0; i < t->m->n_lookups; i++) {
        const cg_lookup *l = &t->m->lookups[i];
        fprintf(t->out, "\n  // What is looked for in %s.\n  always_comb begin\n    find_%s_o = 1'b0;\n",
                l->name, l->name);
        if (cg_is_keyed(t->m, i)) fprintf(t->out, "    key_%s_o = %d'd0;\n", l->name, cg_lookup_key(l).width);
        if (cg_is_searched(t->m, i))
            fprintf(t->out, "    search_%s_o = 1'b0;\n    match_%s_o = '0;\n    care_%s_o = '0;\n", l->name,
                    l->name, l->name);
        fputs("    case (event_i)\n", t->out);
        for (int e = 0; e < t->m->n_events; e++)
            if (cg_looks(t->m, e, i)) print_find(t, e, i);
        fputs("      default: ;\n    endcase\n  end\n", t->out);
    }
}
