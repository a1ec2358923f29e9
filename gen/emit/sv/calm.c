// A flash makes what is behind it in the pipeline go back and come again. Threads that spin may ask for one
// acquire after the other, and these may come in step with what goes back, so that it is struck each time: a
// load of another thread is then never served. So what a flash strikes is remembered by the port that it came
// from, and what is struck twice, with nothing of its port looked at in between, has some cycles without
// acquires to come again.
//
//     cycle     0    1    2    3    4    5    6    7    8
//     acquire  S0   S1   S2*       S0   S1   S2*                 * flashes; none is offered from 7 to 13
//     replay        S0   S1   S2x       S0   S1   S2x            x stale: it goes back, and comes again in 9
#include "control.h"

// Longer than what goes back takes to come again, if nothing goes before it; shorter than a fence waits
// before it is late (Patience of cohgen_fences).
enum { CALM_CYCLES = 7 };

static bool flashes(const sv_control *c, const cg_rule *r) {
    bool some = false;
    for (int i = 0; i < r->n_actions; i++)
        some |= cg_does(&r->actions[i], CG_DOES_MOVE | CG_DOES_SETS_ENTRIES);
    return some && sv_is_fence(&c->m->events[r->event]);
}

bool sv_calms(const sv_control *c) {
    bool some = false;
    for (int i = 0; i < c->m->n_rules; i++) some |= flashes(c, &c->m->rules[i]);
    return some && cg_plan_parks(c->mp);
}

// "{s1_a_q, s1_b_q}": the ports but that of fences, which no flash makes go back.
static void print_ports(const sv_control *c, const char *stage) {
    const char *comma = "{";
    for (int i = 0; i < c->n_ports; i++) {
        if (c->ports[i].kind == SV_PORT_FENCE) continue;
        fprintf(c->out, "%s%s_%s_q", comma, stage, c->ports[i].name);
        comma = ", ";
    }
    fputs("}", c->out);
}

void sv_print_calm(const sv_control *c) {
    sv_logic *flash = sv_logic_new(c->f.arena, SV_ALL);
    const int n = c->n_ports - 1;
    if (!sv_calms(c)) return;
    sv_flash_terms(c, flash);
    fprintf(c->out,
            "  // What a flash struck, by port, of which nothing has been looked at since; no acquires for a "
            "while.\n"
            "  logic [%d:0] struck_q, strikes, seen;\n  logic [%d:0] calm_q;\n  assign strikes = {%d{",
            n - 1, cg_bits(CALM_CYCLES) - 1, n);
    sv_logic_print(c->out, flash);
    fputs("}} & ", c->out);
    print_ports(c, "s1");
    fprintf(c->out, ";\n  assign seen = {%d{s2_live}} & ", n);
    print_ports(c, "s2");
    fprintf(c->out,
            ";\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      struck_q "
            "<= '0;\n"
            "      calm_q <= '0;\n    end else begin\n      struck_q <= (struck_q & ~seen) | strikes;\n"
            "      if ((struck_q & ~seen & strikes) != '0) calm_q <= %d'd%d;\n"
            "      else if (calm_q != '0) calm_q <= calm_q - 1'b1;\n    end\n  end\n",
            cg_bits(CALM_CYCLES), CALM_CYCLES);
}
