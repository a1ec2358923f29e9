// Timers: events that come by themselves, every so many cycles.
#include "control.h"

// A timer waits for a slot that nothing else asks for, until the top bit of its count is set: those of all
// cores come due in one cycle, and what all take from their threads at once changes how these meet at a home
// (docs/results.md, threads that poll). A period of 64 cycles or fewer leaves no time for that.
static bool timer_waits(const sv_control *c, const sv_port *p) {
    return p->kind == SV_PORT_TIMER && c->m->events[p->event].period > 64;
}

// A timer that has waited goes before all requests: threads that only spin may ask for something in each
// cycle, and it is timers that end that.
void sv_timer_terms(sv_control *c, int i, sv_logic *ok) {
    if (!timer_waits(c, &c->ports[i])) return;
    const char *others = "";
    for (int k = i + 1; k < c->n_ports; k++)
        if (c->ports[k].kind != SV_PORT_TIMER)
            others =
                cg_arena_printf(c->f.arena, "%s%s%s_ok", others, *others ? " || " : "", c->ports[k].name);
    if (*others)
        sv_term(ok, "nothing else asks for the slot, or it has waited", "(%s_late || !(%s))",
                c->ports[i].name, others);
}

void sv_timer_port(sv_control *c, const sv_port *p) {
    const unsigned long long period = c->m->events[p->event].period;
    const int bits = cg_bits(period - 1);
    const char *n = p->name;
    char ev[SV_NAME];
    char hold[SV_NAME], fire[SV_NAME];
    fprintf(c->out,
            "  logic [%d:0] %s_count_q;\n  logic %s_due_q, %s_now, %s_wrap;\n"
            "  assign %s_wrap = %s_count_q == %d'd%llu;\n",
            bits - 1, n, n, n, n, n, n, bits, period - 1);
    fprintf(c->out,
            "`ifdef COHGEN_STEER\n  assign %s_now = (%s_wrap && !%s) || %s;\n`else\n  assign %s_now = "
            "%s_wrap;\n`endif\n",
            n, n, sv_steer(c, "hold.", n, hold), sv_steer(c, "fire.", n, fire), n, n);
    fprintf(c->out,
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n"
            "      %s_count_q <= '0;\n      %s_due_q <= 1'b0;\n    end else begin\n"
            "      %s_count_q <= %s_wrap ? '0 : %s_count_q + %d'd1;\n",
            n, n, n, n, n, bits);
    fprintf(c->out,
            "      if (s2_%s_q && s2_done) %s_due_q <= %s_now;\n      else if (%s_now) %s_due_q <= 1'b1;\n"
            "    end\n  end\n",
            n, n, n, n, n);
    fprintf(c->out,
            "  assign %s_valid = %s_due_q%s && !s1_%s_q && !s2_%s_q;\n  assign %s_event = %s_pkg::%s;\n  "
            "assign %s_in = '0; // it brings nothing\n",
            n, n, sv_not_before(c, n), n, n, n, c->plan->name, sv_event(c->m, p->event, ev), n);
    if (timer_waits(c, p))
        fprintf(c->out, "  logic %s_late;\n  assign %s_late = %s_count_q[%d]; // due for so long\n", n, n, n,
                bits - 1);
}
