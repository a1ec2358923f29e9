// A line whose eviction only leads to state 0 is overwritten by the transition that takes its way: it costs
// no event. Note [victim] in gen/plan/victims.c says which lines these are.
#include <string.h>

#include "control.h"
#include "lang/visit.h"

// Does S1 need this field of the victim?
static bool is_read(const sv_control *c, int field) {
    for (int s = 1; s < c->m->n_stable; s++) {
        int first;
        const int n = cg_plan_silent_rules(c->m, s, &first);
        for (int i = first; i < first + n; i++)
            if (cg_reads_field(c->m->rules[i].when, CG_SPACE_LINE, field)) return true;
    }
    return false;
}

void sv_victim_facts(const sv_control *c, sv_facts *facts) {
    if (!c->mp->overwrites) return;
    for (int s = 1; s < c->m->n_stable; s++) {
        int first;
        const int n = cg_plan_silent_rules(c->m, s, &first);
        for (int i = first; i < first + n; i++) sv_facts_add(facts, c->m->rules[i].when, NULL);
    }
}

// What S1 knows of the line that would have to leave.
static void print_victim_fields(sv_control *c) {
    const int ways = (int)c->m->ways, stable = c->mp->stable_bits;
    fprintf(
        c->out,
        "\n  // A line that may leave without a word is overwritten by the transition that takes its way.\n"
        "  logic s1_victim_silent, s1_overwrites, s2_overwrites_q;\n"
        "  logic [%d:0] victim_state;\n",
        stable - 1);
    for (int i = 0; i < c->m->fields[CG_SPACE_LINE].n; i++) {
        if (!is_read(c, i)) continue;
        fputs("  logic ", c->out);
        sv_range(c->out, c->m->line[i].type.width);
        fprintf(c->out, "victim_%s;\n", c->m->line[i].name);
    }
    fputs("  always_comb begin\n    victim_state = '0;\n", c->out);
    for (int i = 0; i < c->m->fields[CG_SPACE_LINE].n; i++)
        if (is_read(c, i)) fprintf(c->out, "    victim_%s = '0;\n", c->m->line[i].name);
    fprintf(c->out,
            "    for (int w = 0; w < %d; w++) if (s1_victim == %d'(w)) begin\n      victim_state = "
            "way_state[w*%d +: %d];\n",
            ways, c->mp->way_bits, stable, stable);
    for (int i = 0; i < c->m->fields[CG_SPACE_LINE].n; i++) {
        if (!is_read(c, i)) continue;
        fprintf(c->out, "      victim_%s = way_line_%s", c->m->line[i].name, c->m->line[i].name);
        sv_element(c->out, "w", c->m->line[i].type.width);
        fputs(";\n", c->out);
    }
    fputs("    end\n  end\n", c->out);
}

static void print_outcome(sv_control *c, const cg_rule *r, bool number) {
    char name[SV_NAME];
    if (number)
        fprintf(c->out, "s1_victim_rule = %s_pkg::%s;\n", c->plan->name, sv_rule(c->m, r, name));
    else
        fprintf(c->out, "s1_victim_silent = 1'b%d;\n", cg_plan_is_silent(r));
}

// The rule that an eviction of it would fire: is it silent, or which one is it?
static void print_choice(sv_control *c, bool number) {
    const sv_names names = {.line = {"victim_", ""}, .plan = c->plan};
    fprintf(c->out, "  always_comb begin\n    %s = '0;\n    case (victim_state)\n",
            number ? "s1_victim_rule" : "s1_victim_silent");
    for (int s = 1; s < c->m->n_stable; s++) {
        int first;
        const int n = cg_plan_silent_rules(c->m, s, &first);
        if (!n) continue;
        fprintf(c->out, "      %d'd%d:%s%s\n        ", c->mp->stable_bits, s, sv_remark(c->m->states[s].name),
                c->m->states[s].name);
        for (int i = first; i < first + n; i++) {
            const cg_rule *r = &c->m->rules[i];
            if (r->when) {
                fputs("if (", c->out);
                sv_expr(c->out, c->m, NULL, r->when, 1, &names);
                fputs(") ", c->out);
            }
            print_outcome(c, r, number);
            if (!r->when || i + 1 == first + n) break;
            fputs("        else ", c->out);
        }
    }
    fputs("      default: ;\n    endcase\n  end\n", c->out);
}

// A line whose deferred requests have been handed back is theirs until they have run: others would fetch
// theirs over it, for ever. They are at their port two cycles after S2 has handed them back.
static void print_replays_first(sv_control *c) {
    fprintf(c->out,
            "\n  // Nothing is overwritten before deferred requests that were handed back have run.\n"
            "  logic handed_back_q, replays_first;\n  logic [%d:0] handed_back_set_q;\n"
            "  assign replays_first = !s1_replay_q && (replay_there || (s2_replay_q && same_set)\n"
            "    || (handed_back_q && handed_back_set_q == s1_set));\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (!rst_ni) handed_back_q <= 1'b0;\n"
            "    else handed_back_q <= (s2_fire && replay) || waiters_retry;\n  end\n"
            "  always_ff @(posedge clk_i) handed_back_set_q <= s2_set;\n",
            c->mp->set_bits - 1);
}

void sv_control_victim(sv_control *c) {
    if (!c->mp->overwrites) return;
    print_victim_fields(c);
    if (c->mp->has_merge) print_replays_first(c);
    print_choice(c, false);
    fprintf(c->out, "`ifdef COHGEN_TRACE\n  logic [%d:0] s1_victim_rule, s2_victim_rule_q;\n",
            c->mp->rule_bits - 1);
    print_choice(c, true);
    fputs("  always_ff @(posedge clk_i) s2_victim_rule_q <= s1_victim_rule;\n`endif\n", c->out);
}

// note [view]: what the transition ahead writes in the set may be about the victim, so that it is looked at
// again; and an event that hit the line that this transition overwrites looks again, too.
void sv_victim_terms(sv_control *c) {
    char hold[SV_NAME];
    sv_logic *may = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "s1_overwrites");
    sv_term(may, "the line has no way", "!(|way_sel)");
    sv_term(may, "none is free", "!(|free_ways)");
    sv_term(may, "some line may leave", "s1_victim_valid");
    sv_term(may, "without a word", "s1_victim_silent");
    if (c->mp->has_merge) sv_term(may, "no deferred request that was handed back waits", "!replays_first");
    sv_laid(sv_term(may, "the harness keeps all lines", "!%s", sv_steer(c, "hold.", "evict", hold)),
            SV_STEERED);
    sv_term(c->p.no_way, "no line is overwritten", "!s2_overwrites_q");
    sv_logic *over = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "overwritten");
    sv_term(over, "the rule takes effect", "s2_fire");
    sv_term(over, "it takes a way", "alloc_line");
    sv_term(over, "the line had none", "!s2_has_way_q");
    sv_term(over, "there is a line in it", "s2_overwrites_q");
    sv_logic *hit = sv_group(c->p.stale, SV_ALL, "the transition ahead overwrites the line");
    sv_term(hit, "it overwrites one", "overwritten");
    sv_term(hit, "in this set", "same_set");
    sv_term(hit, "this one", "way_sel[s2_way_q]");
}
