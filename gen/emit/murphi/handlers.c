// A handler for each event of each machine, with a branch for each rule of the table: a function that does
// what the rule does, and says whether the event was consumed.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "emit.h"

static void print_case(mu_cause *c, int state) {
    int first;
    const int event = (int)(c->e - c->m->events), n = cg_rules_of(c->m, state, event, &first);
    if (state != CG_NONE) fprintf(c->u->out, "  case %s:\n", mu_state(c->u, c->m, state));
    if (mu_print_not_reached(c, state, first, n)) return;
    const bool evict = c->e->kind == CG_EV_EVICT;
    if (evict && mu_live(c->mm, state, mu_item(c->mm, MU_HERE)))
        fprintf(c->u->out, "  if !c.here then return false; end;\n");
    for (int i = 0; i < n; i++) mu_print_branch(c, &c->m->rules[first + i]);
}

// -------------------------------------------------------------------------------------------- declarations

const char *mu_handler(const mu_cause *c) {
    return MU_TEXT(c->u, "on_%s_%s", c->m->name, c->e->name);
}

static bool can_merge(const mu_cause *c) {
    const int event = (int)(c->e - c->m->events);
    for (int i = 0; i < c->m->n_rules; i++) {
        if (c->m->rules[i].event == event && cg_find_action(&c->m->rules[i], CG_DOES_DEFERS)) return true;
    }
    return false;
}

typedef enum { DECLARED, HANDED } form;

static void print_parameter(const mu_cause *c, form as, const char *declared, const char *path) {
    fprintf(c->u->out, "%s%s", as == DECLARED ? "; " : ", ", as == DECLARED ? declared : path);
}

// As they are declared (a cause from inside), or as they are handed to the handler (from outside), or on to a
// function of its own (from inside).
static void print_parameters(const mu_cause *c, form as) {
    const mu *u = c->u;
    const cg_msg *msg = c->names.msg;
    const char *id = mu_id(u, (int)(c->m - u->s->machines));
    fprintf(u->out, "(%s", as == DECLARED ? MU_TEXT(u, "node: %s", id) : "node");
    if (msg && msg->from != CG_MEMORY)
        print_parameter(c, as, MU_TEXT(u, "src: %s", mu_id(u, msg->from)), "src");
    print_parameter(c, as, MU_TEXT(u, "var n: %s_node", c->m->name), c->names.node);
    if (c->line)
        print_parameter(c, as, MU_TEXT(u, "line: line_id; var c: %s_line", c->m->name),
                        MU_TEXT(u, "%s, %s", c->line, c->names.cell));
    if (c->thread) print_parameter(c, as, "thread: thread_id", c->thread);
    if (c->request) print_parameter(c, as, "var q: request", c->request);
    if (c->e->kind == CG_EV_CORE && (c->e->core == CG_STORE || c->e->core == CG_ATOMIC))
        print_parameter(c, as, "word: value_t", "word");
    mu_parameter more[MU_RACE_PARAMETERS];
    const int n = c->e->kind == CG_EV_CORE ? mu_race_parameters(u, c->e, more) : 0;
    for (int i = 0; i < n; i++)
        print_parameter(c, as, MU_TEXT(u, "%s: %s", more[i].name, more[i].type), more[i].name);
    mu_parameter operands[CG_MAX_OPERANDS];
    const int n_operands = mu_operand_parameters(u, c->m, c->e, operands);
    for (int i = 0; i < n_operands; i++)
        print_parameter(c, as, MU_TEXT(u, "%s: %s", operands[i].name, operands[i].type), operands[i].name);
    if (msg)
        print_parameter(c, as, MU_TEXT(u, "var m: %s_msg", u->channels[msg->channel].name), c->names.packet);
    if (can_merge(c) && msg)
        print_parameter(c, as, "again: boolean",
                        c->source == MU_INSIDE ? "again"
                        : c->deferred          ? "true"
                                               : "false");
    fprintf(u->out, ")");
}

static void declare_field(const mu_cause *c, cg_space space, int field) {
    const cg_field *f = cg_field_at(c->m, space, field);
    fprintf(c->u->out, "  new_%s%s: %s;\n", CG_SPACES[space].port, f->name, mu_type(c->u, &f->type));
}

// New values of all fields that rules of the event assign.
static void print_locals(mu_cause *c, cg_space space, bool *any) {
    const int event = (int)(c->e - c->m->events);
    for (int f = 0; f < c->m->fields[space].n; f++) {
        bool used = false;
        for (int i = 0; i < c->m->n_rules; i++) {
            c->r = &c->m->rules[i];
            for (int k = 0; c->r->event == event && k < c->r->n_actions; k++) {
                const cg_action *a = &c->r->actions[k];
                used |= mu_is_assignment(c, a) && a->space == space && a->field == f;
            }
        }
        if (!used) continue;
        if (!*any) fprintf(c->u->out, "var\n");
        *any = true;
        declare_field(c, space, f);
    }
}

// Into a text of its own: the functions of its lets are known, and printed before it, when it is there.
static void print_body(mu_cause *c) {
    const mu *u = c->u;
    const cg_machine *m = c->m;
    const int event = (int)(c->e - m->events);
    bool any = false;
    for (cg_space k = 0; k < CG_N_SPACES; k++) print_locals(c, k, &any);
    mu_print_lookup_locals(c, &any);
    mu_print_follow_local(c, &any);
    fprintf(u->out, "begin\n");
    if (m->events[event].block) {
        fprintf(u->out, "  switch c.state\n");
        for (int s = 0; s < m->n_states; s++) print_case(c, s);
        fprintf(u->out, "  end;\n");
    } else {
        print_case(c, CG_NONE);
    }
    fprintf(u->out, "  return false;\nend;\n\n");
}

static const char *parameters_of(mu_cause *c, mu *own, form as) {
    char *text = NULL;
    own->out = cg_text_open(&text, NULL);
    print_parameters(c, as);
    fclose(own->out);
    const char *kept = cg_arena_strdup(own->arena, text);
    free(text);
    return kept;
}

static void print_handler(const mu *u, int machine, int event) {
    const cg_machine *m = &u->s->machines[machine];
    mu own = *u;
    mu_cause c;
    char *body = NULL;
    if (mu_is_off(u, m, &m->events[event])) return;
    mu_cause_of(&own, machine, event, MU_INSIDE, &c);
    const char *declared = parameters_of(&c, &own, DECLARED);
    own.lets = mu_lets_of(u, mu_handler(&c), declared, parameters_of(&c, &own, HANDED));
    own.out = cg_text_open(&body, NULL);
    print_body(&c);
    fclose(own.out);
    mu_print_lets(u, own.lets);
    fprintf(u->out, "function %s%s: boolean;\n%s", mu_handler(&c), declared, body);
    free(body);
}

void mu_print_handlers(const mu *u) {
    for (int i = 0; i < u->s->n_machines; i++) {
        fprintf(u->out, "-- What %s does.\n\n", u->s->machines[i].name);
        for (int e = 0; e < u->s->machines[i].n_events; e++) print_handler(u, i, e);
    }
}

static bool consumes(const mu_cause *c) {
    return c->lane || c->deferred;
}

// Is it a message with a claim `at_most` that some rule of the event sends? It is counted when the event is
// over: the message that was taken does not travel any more.
static bool may_exceed(const mu_cause *c, int msg) {
    const int event = (int)(c->e - c->m->events);
    for (int i = 0; c->u->s->msgs[msg].at_most && i < c->m->n_rules; i++) {
        const cg_rule *r = &c->m->rules[i];
        for (int k = 0; r->event == event && k < r->n_actions; k++)
            if (cg_does(&r->actions[k], CG_DOES_SENDS) && r->actions[k].msg == msg) return true;
    }
    return false;
}

void mu_print_call(const mu_cause *c, const char *in) {
    FILE *out = c->u->out;
    fprintf(out, "%sif %s", in, mu_handler(c));
    print_parameters(c, HANDED);
    fprintf(out, " then\n");
    if (c->lane) {
        const mu_channel *ch = &c->u->channels[c->names.msg->channel];
        const bool slot = strcmp(c->slot, "0") != 0;
        fprintf(out, "%s  take_%s(%s%s);\n", in, ch->name, c->lane, slot ? ", slot" : "");
    }
    if (c->deferred) {
        const mu_channel *ch = &c->u->channels[c->names.msg->channel];
        fprintf(out, "%s  if %s.status = %s_again then\n", in, c->deferred, ch->deferred);
        fprintf(out, "%s    %s.status := %s_none;\n", in, c->deferred, ch->deferred);
        fprintf(out, "%s    clear_%s(%s);\n%s  end;\n", in, ch->name, c->names.packet, in);
    }
    if (!consumes(c)) fprintf(out, "%s  -- done\n", in);
    fprintf(out, "%send;\n", in);
    for (int i = 0; i < c->u->s->n_msgs; i++)
        if (may_exceed(c, i)) fprintf(out, "%scount_%s();\n", in, c->u->s->msgs[i].name);
}
