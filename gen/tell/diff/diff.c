#include <string.h>

#include "lang/function.h"
#include "parts.h"

// --------------------------------------------------------------------------------------------- matching

void cg_diff_add(cg_diff_state *d, const char *kind, const char *where, const char *left, const char *right) {
    *CG_PUSH(d->arena, d->all.items, d->all.n) = (cg_difference){kind, where, left, right};
}

void cg_say_it(cg_diff_state *d, cg_saids *list, const char *name, const char *text) {
    *CG_PUSH(d->arena, list->items, list->n) = (cg_said){name, text};
}

static const char *said_of(const cg_saids *list, const char *name) {
    for (int i = 0; i < list->n; i++) {
        if (!strcmp(list->items[i].name, name)) return list->items[i].text;
    }
    return NULL;
}

void cg_compare(cg_diff_state *d, const char *kind, const char *prefix, const cg_saids sides[2]) {
    for (int i = 0; i < sides[0].n; i++) {
        const cg_said *left = &sides[0].items[i];
        const char *right = said_of(&sides[1], left->name);
        if (!right || strcmp(left->text, right) != 0)
            cg_diff_add(d, kind, cg_arena_printf(d->arena, "%s%s", prefix, left->name), left->text, right);
    }
    for (int i = 0; i < sides[1].n; i++) {
        const cg_said *right = &sides[1].items[i];
        if (!said_of(&sides[0], right->name))
            cg_diff_add(d, kind, cg_arena_printf(d->arena, "%s%s", prefix, right->name), NULL, right->text);
    }
}

// ------------------------------------------------------------------------------------ what a table declares

// Each says what one table has of one kind.
typedef void teller(cg_diff_state *d, const cg_spec *s, cg_saids *list);

static void tell_consistency(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    cg_say_it(d, list, "model", s->consistency);
}

static void tell_params(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_params; i++) {
        const cg_param *p = &s->params[i];
        cg_say_it(d, list, p->name,
                  cg_arena_printf(d->arena, "%llu, default %llu, %llu to %llu%s",
                                  (unsigned long long)p->value, (unsigned long long)p->def,
                                  (unsigned long long)p->min, (unsigned long long)p->max,
                                  p->pow2 ? ", a power of two" : ""));
    }
}

static void tell_clock(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    if (s->clock.bits)
        cg_say_it(d, list, "clock",
                  cg_arena_printf(d->arena, "%d bits, every %llu cycles", s->clock.bits,
                                  (unsigned long long)s->clock.cycles));
}

static void tell_simulation_only(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    if (s->simulation_only) cg_say_it(d, list, "simulation_only", "golden memory answers the loads");
}

static void tell_constraints(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_constraints; i++) cg_say_it(d, list, s->constraints[i].that, "must hold");
}

static void tell_enums(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_enums; i++) {
        const char *text = "";
        for (int k = 0; k < s->enums[i].n_literals; k++)
            text = cg_arena_printf(d->arena, "%s%s%s", text, k ? ", " : "", s->enums[i].literals[k]);
        cg_say_it(d, list, s->enums[i].name, text);
    }
}

static void tell_functions(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_functions; i++) {
        const cg_function *f = &s->functions[i];
        const char *text = CG_PARTS[f->part].name;
        int first = 0;
        const int n = cg_operands_of_part((cg_part)f->part, &first);
        for (int k = 0; k < n; k++)
            text = cg_arena_printf(d->arena, "%s, %s of %d bits", text, CG_PART_OPERANDS[first + k].name,
                                   f->width[k]);
        cg_say_it(d, list, f->name, text);
    }
}

static void tell_nets(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_nets; i++)
        cg_say_it(d, list, s->nets[i].name, CG_NET_KIND_WORDS[s->nets[i].kind]);
}

static void tell_msgs(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *m = &s->msgs[i];
        const char *bound = m->at_most ? cg_arena_printf(d->arena, ", at most %d", m->at_most) : "";
        const char *place = !m->place ? "" : cg_arena_printf(d->arena, ", for place %s", m->place->text);
        cg_say_it(d, list, m->name,
                  cg_arena_printf(d->arena, "%s on %s from %s to %s, payload %s%s%s%s",
                                  CG_CLASS_WORDS[m->cls], s->nets[m->net].name, doc_machine_name(s, m->from),
                                  doc_machine_name(s, m->to), CG_PAYLOAD_WORDS[m->payload],
                                  m->block    ? ""
                                  : m->thread ? ", about a thread"
                                              : ", about no line",
                                  place, bound));
    }
}

static void tell_msg_fields(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_msgs; i++) {
        for (int k = 0; k < s->msgs[i].n_fields; k++) {
            const cg_field *f = &s->msgs[i].fields[k];
            cg_say_it(d, list, cg_arena_printf(d->arena, "%s.%s", s->msgs[i].name, f->name),
                      doc_type(d->arena, s, &f->type));
        }
    }
}

static const char *accept_condition(cg_diff_state *d, const cg_spec *s, const cg_machine *m) {
    if (!m->accept_requests) return "";
    return cg_arena_printf(d->arena, ", requests while %s",
                           doc_expr(d->arena, s, m, NULL, m->accept_requests));
}

static const char *cluster_text(cg_diff_state *d, const cg_spec *s, const cg_machine *m) {
    if (m->cluster == CG_NONE) return "";
    return cg_arena_printf(d->arena, ", %llu in each %s%s", (unsigned long long)m->members,
                           s->clusters[m->cluster].name, m->interleave > 1 ? ", interleaved" : "");
}

static void tell_machines(cg_diff_state *d, const cg_spec *s, cg_saids *list) {
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        const char *epoch = m->epoch_reg == CG_NONE
                                ? ""
                                : cg_arena_printf(d->arena, ", epoch %s", m->regs[m->epoch_reg].name);
        cg_say_it(d, list, m->name,
                  cg_arena_printf(
                      d->arena,
                      "%llu controllers (%s)%s%s%s%s%s%s%s%s, %llu sets, %llu ways, %llu MSHR entries, %llu "
                      "deferred requests%s%s",
                      (unsigned long long)m->count, s->params[m->count_param].name,
                      m->mapped      ? ", local memory of global lines"
                      : m->local     ? ", local memory"
                      : m->core_port ? ", core port"
                                     : "",
                      m->consistency ? " of " : "", m->consistency ? m->consistency : "",
                      m->home ? ", home" : "", cluster_text(d, s, m), m->fair ? ", fair" : "",
                      m->holds_ways ? ", holds ways" : "", m->pauses ? ", pauses" : "",
                      (unsigned long long)m->sets, (unsigned long long)m->ways, (unsigned long long)m->mshrs,
                      (unsigned long long)m->waiters, accept_condition(d, s, m), epoch));
    }
}

static const struct {
    const char *kind;
    teller *tell;
} DECLARED[] = {
    {"consistency", tell_consistency},
    {"mark", tell_simulation_only},
    {"parameter", tell_params},
    {"constraint", tell_constraints},
    {"clock", tell_clock},
    {"type", tell_enums},
    {"function", tell_functions},
    {"network", tell_nets},
    {"message", tell_msgs},
    {"field of a message", tell_msg_fields},
    {"machine", tell_machines},
};

cg_differences cg_diff(cg_arena *arena, const cg_plan *left, const cg_plan *right) {
    cg_diff_state d = {.arena = arena, .plans = {left, right}, .specs = {left->spec, right->spec}};
    for (size_t i = 0; i < sizeof DECLARED / sizeof *DECLARED; i++) {
        cg_saids sides[2] = {{0}, {0}};
        for (int k = 0; k < 2; k++) DECLARED[i].tell(&d, d.specs[k], &sides[k]);
        cg_compare(&d, DECLARED[i].kind, "", sides);
    }
    for (int i = 0; i < left->spec->n_machines; i++) {
        for (int k = 0; k < right->spec->n_machines; k++) {
            if (!strcmp(left->spec->machines[i].name, right->spec->machines[k].name))
                cg_diff_machine(&d, (const int[]){i, k});
        }
    }
    return d.all;
}
