// The Murphi rules. Either one for each rule of the table, with its id as name, so that a trace names them;
// or one for each event, which does the same in far fewer rules: a checker copies the state before each
// guard.
#include <string.h>

#include "emit.h"

// One ruleset for all parameters: rumur copies what is within for each ruleset, and that with all functions
// that it calls.
static void open_rulesets(const mu_cause *c) {
    for (int i = 0; i < c->n_parameters; i++)
        fprintf(c->u->out, "%s%s: %s", i ? "; " : "ruleset ", c->parameters[i][0], c->parameters[i][1]);
    if (c->n_parameters) fprintf(c->u->out, " do\n");
}

static void close_rulesets(const mu_cause *c) {
    fprintf(c->u->out, "end;%s\n\n", c->n_parameters ? " end;" : "");
}

static const char *deferred_suffix(const mu_cause *c) {
    return c->deferred ? " (deferred)" : "";
}

// ------------------------------------------------------------------------- one for each rule of the table

static void print_ruleset(const mu_cause *c) {
    FILE *out = c->u->out;
    open_rulesets(c);
    fprintf(out, "rule \"%s%s\"\n  ", c->r->id, deferred_suffix(c));
    mu_print_guard(c, "  ");
    fprintf(out, "\n==>\nbegin\n");
    mu_print_call(c, "  ");
    close_rulesets(c);
}

static void print_table_rule(const mu *u, int machine, const cg_rule *r) {
    fprintf(u->out, "-- %s\n", r->text);
    if (cg_is_pure_stall(r))
        fprintf(u->out, "-- %s: nothing happens, so it is no rule here\n\n", r->id);
    else
        mu_each_source(u, machine, r->event, r, print_ruleset);
}

// -------------------------------------------------------------------------------------- one for each event

static void print_event(const mu_cause *c) {
    FILE *out = c->u->out;
    open_rulesets(c);
    fprintf(out, "rule \"%s.%s%s\"\n  ", c->m->name, c->e->name, deferred_suffix(c));
    mu_print_presence(c, "  ");
    if (mu_accepts(c)) fprintf(out, "\n  & %s", mu_accepts(c));
    fprintf(out, "\n==>\nbegin\n");
    mu_print_call(c, "  ");
    close_rulesets(c);
}

// Messages of one lane: those of the same parameters, chosen by kind.
static void print_lane(const mu *u, int channel) {
    const mu_channel *ch = &u->channels[channel];
    FILE *out = u->out;
    const cg_machine *m = &u->s->machines[ch->c->to];
    mu_cause c;
    for (int i = 0; i < ch->c->n_msgs; i++) {
        int event = 0;
        while (m->events[event].kind != CG_EV_MESSAGE || m->events[event].msg != ch->c->msgs[i]) event++;
        mu_cause_of(u, ch->c->to, event, MU_OUTSIDE, &c);
        if (i == 0) {
            open_rulesets(&c);
            fprintf(out, "rule \"%s\"\n  %s.n > %s", ch->name, c.lane, c.slot);
            if (mu_accepts(&c)) fprintf(out, " & %s", mu_accepts(&c));
            fprintf(out, "\n==>\nbegin\n  switch %s.kind\n", c.names.packet);
        }
        fprintf(out, "  case msg_%s:\n", c.names.msg->name);
        mu_print_call(&c, "    ");
    }
    fprintf(out, "  end;\n");
    close_rulesets(&c);
}

// ------------------------------------------------------------------------------------------- the clock

static void print_wrap(const mu *u, int machine, int event) {
    mu_cause c;
    mu_cause_of(u, machine, event, MU_OUTSIDE, &c);
    fprintf(u->out, "  for node: %s do\n", mu_id(u, machine));
    mu_print_call(&c, "    ");
    fprintf(u->out, "  end;\n");
}

// note [clock]: time passes whenever it likes, so that every delay of a message or a request is explored. A
// wrap happens in all controllers at once, in one step: each sees the new time.
static void print_clock(const mu *u) {
    fprintf(u->out, "-- note [clock]: time passes, however long anything takes.\n\n");
    fprintf(u->out, "rule \"clock\"\n  clock < clock_end\n==>\nbegin\n  clock := clock + 1;\nend;\n\n");
    fprintf(u->out, "rule \"clock.wrap\"\n  clock = clock_end\n==>\nbegin\n  clock := 0;\n");
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        for (int e = 0; e < m->n_events; e++)
            if (m->events[e].kind == CG_EV_WRAP) print_wrap(u, i, e);
    }
    fprintf(u->out, "end;\n\n");
}

static bool is_wrap(const cg_machine *m, int event) {
    return m->events[event].kind == CG_EV_WRAP;
}

static void print_deferred_event(const mu_cause *c) {
    if (c->deferred) print_event(c);
}

void mu_print_rules(const mu *u) {
    if (u->s->clock.bits) print_clock(u);
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        fprintf(u->out, "-- Rules of %s.\n\n", m->name);
        for (int r = 0; !u->o->grouped && r < m->n_rules; r++)
            if (!is_wrap(m, m->rules[r].event)) print_table_rule(u, i, &m->rules[r]);
        for (int e = 0; u->o->grouped && e < m->n_events; e++)
            if (!is_wrap(m, e))
                mu_each_source(u, i, e, NULL,
                               m->events[e].kind == CG_EV_MESSAGE ? print_deferred_event : print_event);
    }
    for (int i = 0; u->o->grouped && i < u->s->n_channels; i++)
        if (u->channels[i].c->to != CG_MEMORY) print_lane(u, i);
}
