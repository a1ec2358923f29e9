// What had to wait lets others go first: notes [pauses] and [head] in docs/rtl.md.
#include "control.h"
#include "lang/visit.h"

// What had to wait here may wait for what comes through ports that are served after its own. What only has to
// look again (not live) does not pause: it could keep step for ever with what it looks at.
// The head of a fifo always pauses, as nothing else of the fifo can come meanwhile: but see print_wake().
bool sv_pauses(const sv_control *c, const sv_port *p) {
    if (p->kind == SV_PORT_HEAD || p->kind == SV_PORT_MARKER) return true;
    return c->mp->pauses && !p->gated &&
           (p->kind == SV_PORT_LANE || p->kind == SV_PORT_ALARM || p->kind == SV_PORT_EVICT);
}

// Does a guard of this event read a register that this action assigns?
static bool reads_assigned(const cg_machine *m, int event, const cg_action *a) {
    if (a->verb != CG_A_ASSIGN || a->space != CG_SPACE_REG) return false;
    for (int g = 0; g < m->n_rules; g++)
        if (m->rules[g].event == event && cg_reads_field(m->rules[g].when, CG_SPACE_REG, a->field))
            return true;
    return false;
}

// Does a rule of this event stall in that state?
static bool stalls_in(const cg_machine *m, int event, int state) {
    for (int g = 0; g < m->n_rules; g++)
        if (m->rules[g].event == event && m->rules[g].state == state && m->rules[g].stalls) return true;
    return false;
}

// May what `event` waits for be that a rule of event `by` takes effect?
static bool is_ended_by(const cg_machine *m, int event, int by) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (r->event != by) continue;
        if (r->state != CG_NONE && r->next != r->state && stalls_in(m, event, r->state)) return true;
        for (int k = 0; k < r->n_actions; k++)
            if (reads_assigned(m, event, &r->actions[k])) return true;
    }
    return false;
}

// What the head of a fifo waits for may be said in registers, or be that a line leaves the state it is in.
// Then a pause ends when another event that may have done so has taken effect.
static void print_wake(sv_control *c, const sv_port *p) {
    char ev[SV_NAME];
    const char *any = NULL;
    for (int e = 0; e < c->m->n_events; e++)
        if (e != p->event && is_ended_by(c->m, p->event, e))
            any = cg_arena_printf(c->f.arena, "%s%ss2_event_q == %s_pkg::%s", any ? any : "",
                                  any ? " || " : "", c->plan->name, sv_event(c->m, e, ev));
    if (any)
        fprintf(c->out, "    else if (s2_fire && (%s)) %s_pause_q <= 3'd0; // it may go on\n", any, p->name);
}

void sv_control_pause(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    sv_logic *waits = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(waits, "it is the port's event", "s2_%s_q", n);
    sv_term(waits, "it has a meaning", "s2_live");
    sv_term(waits, "it goes back", "!s2_done");
    if (c->mp->words || c->mp->told) sv_term(waits, "with all its words", "!s2_part");
    fprintf(c->out,
            "  logic [2:0] %s_pause_q; // after it had to wait: others go first\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) %s_pause_q <= 3'd0;\n"
            "    else if (",
            n, n);
    sv_logic_print(c->out, waits);
    fprintf(c->out, ") %s_pause_q <= 3'd7;\n", n);
    if (p->kind == SV_PORT_HEAD || p->kind == SV_PORT_MARKER) print_wake(c, p);
    fprintf(c->out, "    else if (%s_pause_q != 3'd0) %s_pause_q <= %s_pause_q - 3'd1;\n  end\n", n, n, n);
}
