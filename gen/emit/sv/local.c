// note [local]: the threads of a core that waited for a line use it before it leaves again.
//
// Where a line moves from core to core, the message that takes it away may come right behind the one that
// brought it: one operation for each way across the network. So a message for the set of a line whose
// deferred requests have just been handed back waits until these have run, WINDOW cycles at most. A window
// that ended before they had run lets the message go before another window begins; so no message waits longer
// than that, and no window begins anew while one waits. It may follow so closely that it is in S0 while what
// hands them back is in S1.
#include "control.h"

enum { WINDOW = 32, WINDOW_BITS = 6 };

// May a message of this event change a line that nobody asked for? Others bring what was asked for.
static bool may_take_away(const sv_control *c, int event) {
    for (int r = 0; r < c->m->n_rules; r++) {
        const cg_rule *rule = &c->m->rules[r];
        if (rule->event == event && rule->state > 0 && rule->state < c->m->n_stable &&
            !cg_find_action(rule, CG_DOES_DENIES))
            return true;
    }
    return false;
}

bool sv_local_first(const sv_control *c) {
    if (!c->m->core_port || !c->mp->has_merge || c->mp->words) return false;
    for (int e = 0; e < c->m->n_events; e++)
        if (c->m->events[e].kind == CG_EV_MESSAGE && may_take_away(c, e)) return true;
    return false;
}

// A lane that may bring such a message.
static bool can_wait(const sv_control *c, const sv_port *p) {
    if (p->kind != SV_PORT_LANE || p->gated) return false;
    for (int e = 0; e < c->m->n_events; e++)
        if (sv_port_brings(c, p, e) && may_take_away(c, e)) return true;
    return false;
}

static sv_logic *takes_away(sv_control *c, const sv_port *p) {
    char ev[SV_NAME];
    sv_logic *takes = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (sv_port_brings(c, p, e) && may_take_away(c, e))
            sv_term(takes, "it may take a line away", "%s_event == %s_pkg::%s", p->name, c->plan->name,
                    sv_event(c->m, e, ev));
    return takes;
}

// Is the message at the head of this lane for a set whose deferred requests are being handed back?
static void print_waits(sv_control *c, const sv_port *p) {
    const int lowest = c->mp->line_shift + c->mp->home_shift, highest = lowest + c->mp->set_bits - 1;
    fprintf(c->out, "  logic %s_waits;\n  assign %s_waits = %s_valid && !local_late_q && (", p->name, p->name,
            p->name);
    sv_logic_print(c->out, takes_away(c, p));
    fputs(")\n    && (", c->out);
    if (sv_late(c))
        fprintf(c->out, "(s0b_may_replay && %s_in.addr[%d:%d] == s0b_set)\n    || ", p->name, highest,
                lowest);
    fprintf(c->out, "(s1_may_replay && %s_in.addr[%d:%d] == s1_set)", p->name, highest, lowest);
    fprintf(c->out, "\n    || (s2_may_replay && %s_in.addr[%d:%d] == s2_set)", p->name, highest, lowest);
    fprintf(c->out, "\n    || (local_q != '0 && %s_in.addr[%d:%d] == local_set_q));\n", p->name, highest,
            lowest);
}

void sv_local_terms(sv_control *c, const sv_port *p, sv_logic *ok) {
    if (!sv_local_first(c) || !can_wait(c, p)) return;
    sv_term(ok, "the line's own threads go first", "!%s_waits", p->name);
}

// Some port that can wait does this: "NAME_waits", "NAME_take".
static sv_logic *any_that_can_wait(sv_control *c, const char *does) {
    sv_logic *any = sv_logic_new(c->f.arena, SV_ANY);
    for (int i = 0; i < c->n_ports; i++)
        if (can_wait(c, &c->ports[i])) sv_term(any, "this port", "%s_%s", c->ports[i].name, does);
    return any;
}

static void print_held(sv_control *c) {
    for (int i = 0; i < c->n_ports; i++)
        if (can_wait(c, &c->ports[i])) print_waits(c, &c->ports[i]);
    fputs("  assign local_holds = local_q != '0 && (", c->out);
    sv_logic_print(c->out, any_that_can_wait(c, "waits"));
    fputs(");\n", c->out);
}

static void print_assertion(sv_control *c) {
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  logic [%d:0] local_waited_q; // cycles that a message has been held\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (!rst_ni) local_waited_q <= '0;\n"
            "    else local_waited_q <= local_holds ? local_waited_q + %d'd1 : '0;\n  end\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (rst_ni) window_ends: assert (local_waited_q <= %d'd%d) else\n"
            "      $error(\"%s.%s: a message waits longer than the window for the line's own threads\");\n"
            "  end\n`endif\n",
            WINDOW_BITS, WINDOW_BITS + 1, WINDOW_BITS + 1, WINDOW, c->plan->name, c->m->name);
}

void sv_control_local(sv_control *c) {
    if (!sv_local_first(c)) return;
    fprintf(c->out,
            "\n  // Deferred requests that were handed back run before a message takes their line away, note "
            "[local].\n"
            "  logic [%d:0] local_q;\n  logic [%d:0] local_set_q;\n"
            "  logic local_new_q, local_late_q, local_holds, local_starts;\n",
            WINDOW_BITS - 1, c->mp->set_bits - 1);
    print_held(c);
    fprintf(c->out,
            "  assign local_starts = s2_fire && replay && !local_late_q && !local_holds;\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (!rst_ni) begin\n      local_q <= '0;\n      local_new_q <= 1'b0;\n      local_late_q <= "
            "1'b0;\n    end else begin\n"
            "      local_new_q <= local_starts;\n"
            "      if (local_starts) local_q <= %d'd%d;\n"
            "      else if (!(local_new_q || replay_there || %ss1_replay_q || s2_replay_q)) local_q <= '0;\n"
            "      else if (local_q != '0) local_q <= local_q - %d'd1;\n"
            "      if (local_q == %d'd1 && local_holds) local_late_q <= 1'b1;\n"
            "      else if (",
            WINDOW_BITS, WINDOW, sv_or_before(c, "replay"), WINDOW_BITS, WINDOW_BITS);
    sv_logic_print(c->out, any_that_can_wait(c, "take"));
    fputs(") local_late_q <= 1'b0;\n    end\n  end\n"
          "  always_ff @(posedge clk_i) if (local_starts) local_set_q <= s2_set;\n",
          c->out);
    print_assertion(c);
}
