// The model, section by section; and what must hold in it.
#include "emit.h"

static void print_invariant(const mu *u, const char *kind, const cg_invariant *v) {
    FILE *out = u->out;
    const mu_names names = {.u = u, .invariant = v};
    int ends = 1;
    if (v->why) fprintf(out, "\n-- %s", v->why);
    fprintf(out, "\n%s \"%s\"\n  forall line: line_id do", kind, v->name);
    for (int i = 0; i < v->n_vars; i++) {
        const int machine = v->vars[i].machine;
        if (u->s->machines[machine].home) continue;
        fprintf(out, " forall %s: %s do", mu_name(u, v->vars[i].name), mu_id(u, machine));
        ends++;
        for (int k = 0; k < i; k++)
            if (v->vars[k].machine == machine)
                fprintf(out, " %s != %s ->", mu_name(u, v->vars[k].name), mu_name(u, v->vars[i].name));
    }
    fprintf(out, "\n    %s\n ", mu_expr(&names, v->that));
    while (ends--) fprintf(out, " end");
    fprintf(out, ";\n");
}

static void print_rest_of_machine(const mu *u, int machine) {
    const mu_machine *mm = &u->machines[machine];
    const cg_machine *m = mm->m;
    FILE *out = u->out;
    const mu_names names = {.u = u, .m = m, .self = "i", .node = MU_TEXT(u, "%s[i]", m->name)};
    fprintf(out, "\n  & forall i: %s do forall l: line_id do false", mu_id(u, machine));
    for (int s = 0; s < m->n_stable; s++)
        fprintf(out, " | %s[i].line[l].state = %s", m->name, mu_state(u, m, s));
    fprintf(out, " end end");
    if (m->accept_requests)
        fprintf(out, "\n  & forall i: %s do %s end", mu_id(u, machine), mu_expr(&names, m->accept_requests));
}

// Every request can complete: from every state one can be reached in which nobody waits, nothing travels and
// every controller is ready. It is one property, and the same for all controllers: symmetry reduction keeps
// it.
static void print_liveness(const mu *u) {
    FILE *out = u->out;
    fprintf(out,
            "\n-- Every request can complete: the system can always come to rest.\nliveness \"progress\"\n");
    fprintf(out, "  forall i: %s do forall t: thread_id do %s end end", mu_core_id(u),
            mu_thread_rests(u, "core[i][t]"));
    for (int i = 0; i < u->s->n_machines; i++) print_rest_of_machine(u, i);
    for (int i = 0; i < u->s->n_channels; i++) {
        const mu_channel *ch = &u->channels[i];
        if (ch->c->to == CG_MEMORY) continue;
        const bool memory = ch->c->from == CG_MEMORY;
        fprintf(out, "\n  & forall a: %s do forall b: %s do %s[a][b].n = 0 end end",
                memory ? mu_id(u, ch->c->to) : mu_id(u, ch->c->from),
                memory ? "line_id" : mu_id(u, ch->c->to), ch->name);
    }
    fprintf(out, ";\n");
}

void mu_print_goals(const mu *u) {
    fprintf(u->out, "\n-- What must hold.\n");
    for (int i = 0; i < u->s->n_invariants; i++) print_invariant(u, "invariant", &u->s->invariants[i]);
    if (u->o->only) print_invariant(u, "assume", u->o->only);
    if (u->o->liveness) print_liveness(u);
}

static const char *mu_era(const mu *u) {
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        if (m->epoch_reg != CG_NONE) return m->regs[m->epoch_reg].init ? "true" : "false";
    }
    return "false";
}

static void print_heading(const mu *u) {
    const cg_spec *s = u->s;
    fprintf(u->out,
            "-- %s: %s\n-- Made by cohgen from %s. Lines: %d; messages a lane holds: %d; values: ", s->name,
            s->title, s->name, u->o->lines, u->o->queue);
    if (u->o->values)
        fprintf(u->out, "%d\n", u->o->values);
    else
        fprintf(u->out, "one marked store\n");
    for (int i = 0; i < s->n_params; i++)
        fprintf(u->out, "--   %s = %llu\n", s->params[i].name, (unsigned long long)s->params[i].value);
    fprintf(u->out, "\n");
    if (!u->watched || u->flips || s->clock.bits) fprintf(u->out, "const\n");
    if (s->clock.bits)
        fprintf(u->out, "  clock_end: %llu; -- it wraps after this\n", (1ull << s->clock.bits) - 1);
    if (!u->watched)
        fprintf(u->out, "  watched: %s; -- the line whose values are checked\n", mu_only_watched(u));
    if (u->flips) fprintf(u->out, "  era: %s; -- parity of the present epoch\n", mu_era(u));
    fprintf(u->out, "\n");
}

void cg_murphi_emit(const cg_spec *spec, const cg_murphi_options *o, FILE *out) {
    mu u = {.s = spec, .o = o, .out = out, .arena = cg_arena_new(), .widest = 7};
    mu_facts(&u);
    print_heading(&u);
    mu_print_types(&u);
    mu_print_variables(&u);
    mu_print_lanes(&u);
    mu_print_lookups(&u);
    mu_print_order(&u);
    mu_print_start(&u);
    mu_print_handlers(&u);
    mu_print_rules(&u);
    mu_print_goals(&u);
    cg_arena_free(u.arena);
}
