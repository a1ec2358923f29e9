// A line whose eviction only leads to state 0 is overwritten by the transition that takes its way: it costs
// no event. Notes [victim] and [paired] in gen/plan/victims.c say which lines these are, and which are told
// of.
#include <string.h>

#include "control.h"
#include "lang/visit.h"

// Does S1 need this field of the victim?
static bool is_read(const sv_control *c, int field) {
    for (int s = 1; s < c->m->n_stable; s++) {
        int first;
        const int n = cg_plan_victim_rules(c->s, c->machine, s, &first);
        for (int i = first; i < first + n; i++)
            if (cg_reads_field(c->m->rules[i].when, CG_SPACE_LINE, field)) return true;
    }
    return false;
}

void sv_victim_facts(const sv_control *c, sv_facts *facts) {
    if (!c->mp->overwrites) return;
    for (int s = 1; s < c->m->n_stable; s++) {
        int first;
        const int n = cg_plan_victim_rules(c->s, c->machine, s, &first);
        for (int i = first; i < first + n; i++) sv_facts_add(facts, c->m->rules[i].when, NULL);
    }
}

// What S1 knows of the line that would have to leave.
static void print_victim_fields(sv_control *c) {
    const int ways = (int)c->m->ways;
    const int stable = c->mp->stable_bits * (c->mp->words ? c->mp->words : 1);
    fprintf(
        c->out,
        "\n  // A line that may leave without a word is overwritten by the transition that takes its way.\n"
        "  logic s1_victim_silent, s1_overwrites;\n");
    if (c->mp->words)
        fprintf(c->out, "  logic [%d:0] victim_state;\n", stable - 1);
    else
        fprintf(c->out,
                "  %s_pkg::%s_state_t victim_bits;\n  %s_pkg::%s_state_e victim_state;\n"
                "  assign victim_state = victim_bits.value;\n",
                c->plan->name, c->m->name, c->plan->name, c->m->name);
    if (c->mp->pairs) sv_pair_declare_victim(c);
    for (int i = 0; i < c->m->fields[CG_SPACE_LINE].n; i++) {
        if (!is_read(c, i)) continue;
        fputs("  logic ", c->out);
        sv_range(c->out, c->m->line[i].type.width);
        fprintf(c->out, "victim_%s;\n", c->m->line[i].name);
    }
    const char *state = c->mp->words ? "victim_state" : "victim_bits";
    fprintf(c->out, "  always_comb begin\n    %s = '0;\n", state);
    for (int i = 0; i < c->m->fields[CG_SPACE_LINE].n; i++)
        if (is_read(c, i)) fprintf(c->out, "    victim_%s = '0;\n", c->m->line[i].name);
    fprintf(c->out, "    for (int w = 0; w < %d; w++) if (s1_victim == %d'(w)) begin\n      %s = ", ways,
            c->mp->way_bits, state);
    if (c->mp->words || stable == c->mp->state_bits)
        fprintf(c->out, "way_state[w*%d +: %d];\n", stable, stable);
    else
        fprintf(c->out, "%d'(way_state[w*%d +: %d]);\n", c->mp->state_bits, stable, stable);
    for (int i = 0; i < c->m->fields[CG_SPACE_LINE].n; i++) {
        if (!is_read(c, i)) continue;
        fprintf(c->out, "      victim_%s = way_line_%s", c->m->line[i].name, c->m->line[i].name);
        sv_element(c->out, "w", c->m->line[i].type.width);
        fputs(";\n", c->out);
    }
    fputs("    end\n  end\n", c->out);
}

static void print_silent(sv_control *c, const cg_rule *r) {
    if (r)
        fprintf(c->out, "s1_victim_silent = 1'b%d;\n", cg_plan_is_silent(r));
    else
        fputs("s1_victim_silent = '0;\n", c->out);
}

static void print_recall(sv_control *c, const cg_rule *r) {
    if (r)
        fprintf(c->out, "s1_victim_recall = 1'b%d;\n", cg_plan_is_recall(c->m, r));
    else
        fputs("s1_victim_recall = '0;\n", c->out);
}

static void print_number(sv_control *c, const cg_rule *r) {
    char name[SV_NAME];
    if (r)
        fprintf(c->out, "s1_victim_rule = %s_pkg::%s;\n", c->plan->name, sv_rule(c->m, r, name));
    else
        fputs("s1_victim_rule = '0;\n", c->out);
}

void sv_victim_choice(sv_control *c, void (*outcome)(sv_control *c, const cg_rule *r)) {
    const sv_names names = {.line = {"victim_", ""}, .plan = c->plan};
    fputs("  always_comb begin\n    ", c->out);
    outcome(c, NULL);
    fputs("    case (victim_state)\n", c->out);
    for (int s = 1; s < c->m->n_stable; s++) {
        int first;
        const int n = cg_plan_victim_rules(c->s, c->machine, s, &first);
        if (!n) continue;
        char name[SV_NAME];
        fprintf(c->out, "      %s_pkg::%s:\n        ", c->plan->name, sv_state(c->m, s, name));
        for (int i = first; i < first + n; i++) {
            const cg_rule *r = &c->m->rules[i];
            if (r->when) {
                fputs("if (", c->out);
                sv_expr(c->out, c->m, NULL, r->when, 1, &names);
                fputs(") ", c->out);
            }
            outcome(c, r);
            if (!r->when || i + 1 == first + n) break;
            fputs("        else ", c->out);
        }
    }
    fputs("      default: ;\n    endcase\n  end\n", c->out);
}

// note [brought] in gen/plan/victims.c: the others that were handed back wait, too, until one of the line's
// own has been served. It may have to wait itself, so they wait BROUGHT cycles at most.
static void print_brought(sv_control *c) {
    enum { BROUGHT = 32, BROUGHT_BITS = 5 };
    fprintf(
        c->out,
        "\n  // A line that answers nobody by itself stays until one of those that wait for it was served.\n"
        "  logic brought_q;\n  logic [%d:0] brought_key_q;\n  logic [%d:0] brought_age_q;\n"
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
        "    if (!rst_ni) brought_q <= 1'b0;\n"
        "    else if (!brought_q) brought_q <= s2_fire && fill && replay && respond == 2'd0%s;\n"
        "    else if ((waiters_done && s2_key == brought_key_q) || brought_age_q == %d'd%d)\n"
        "      brought_q <= 1'b0;\n"
        "  end\n"
        "  always_ff @(posedge clk_i) begin\n"
        "    if (!brought_q) brought_key_q <= s2_key;\n"
        "    brought_age_q <= brought_q ? brought_age_q + %d'd1 : '0;\n  end\n",
        c->mp->key_bits - 1, BROUGHT_BITS - 1, c->mp->has_complete ? " && !complete" : "", BROUGHT_BITS,
        BROUGHT - 1, BROUGHT_BITS);
}

// A line whose deferred requests have been handed back is theirs until they have run: others would fetch
// theirs over it, for ever. They are at their port two cycles after S2 has handed them back.
static void print_replays_first(sv_control *c) {
    fprintf(c->out,
            "\n  // Nothing is overwritten before deferred requests that were handed back have run.\n"
            "  logic handed_back_q, replays_first;\n  logic [%d:0] handed_back_set_q;\n",
            c->mp->set_bits - 1);
    fputs("  assign replays_first = ", c->out);
    if (c->mp->keeps_brought)
        fprintf(c->out, "(brought_q && brought_key_q[%d:0] == s1_set)\n    || ", c->mp->set_bits - 1);
    fprintf(c->out, "%s!s1_replay_q && (replay_there || %s(s2_replay_q && same_set)\n",
            c->mp->keeps_brought ? "(" : "", sv_or_before(c, "replay"));
    fprintf(c->out, "    || (handed_back_q && handed_back_set_q == s1_set))%s",
            c->mp->keeps_brought ? ")" : "");
    fputs(";\n"
          "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
          "    if (!rst_ni) handed_back_q <= 1'b0;\n"
          "    else handed_back_q <= (s2_fire && replay) || waiters_retry;\n  end\n"
          "  always_ff @(posedge clk_i) handed_back_set_q <= s2_set;\n",
          c->out);
}

// Of words: all that are there are in states that leave without a word. The trace has the rule of one of
// them.
static void print_silent_words(sv_control *c) {
    const int stable = c->mp->stable_bits;
    char name[SV_NAME];
    fprintf(c->out,
            "  always_comb begin\n    s1_victim_silent = 1'b1;\n    for (int i = 0; i < %d; i++)\n"
            "      if (victim_state[i*%d +: %d] != '0",
            c->mp->words, stable, stable);
    const char *names = "";
    for (int s = 1; s < c->m->n_stable; s++) {
        if (!cg_plan_silent_word(c->s, c->machine, s)) continue;
        fprintf(c->out, " && victim_state[i*%d +: %d] != %d'd%d", stable, stable, stable, s);
        names = cg_arena_printf(c->f.arena, "%s%s%s", names, *names ? ", " : "", c->m->states[s].name);
    }
    fprintf(c->out,
            ")%s%s\n        s1_victim_silent = 1'b0;\n  end\n"
            "`ifdef COHGEN_TRACE\n  logic [%d:0] s1_victim_rule, s2_victim_rule_q;\n"
            "  always_comb begin\n    s1_victim_rule = '0;\n    for (int i = 0; i < %d; i++)\n"
            "      case (victim_state[i*%d +: %d])\n",
            sv_remark(names), names, c->mp->rule_bits - 1, c->mp->words, stable, stable);
    for (int s = 1; s < c->m->n_stable; s++) {
        const cg_rule *r = cg_plan_silent_word(c->s, c->machine, s);
        if (r)
            fprintf(c->out, "        %d'd%d: s1_victim_rule = %s_pkg::%s;\n", stable, s, c->plan->name,
                    sv_rule(c->m, r, name));
    }
    fputs("        default: ;\n      endcase\n  end\n"
          "  always_ff @(posedge clk_i) s2_victim_rule_q <= s1_victim_rule;\n`endif\n",
          c->out);
}

void sv_control_victim(sv_control *c) {
    if (!c->mp->overwrites) return;
    print_victim_fields(c);
    if (c->mp->keeps_brought) print_brought(c);
    if (c->mp->has_merge) print_replays_first(c);
    if (c->mp->words) {
        print_silent_words(c);
        return;
    }
    sv_victim_choice(c, print_silent);
    if (c->mp->pairs) sv_pair_choice(c);
    if (c->mp->recalls_ahead) {
        fputs("  logic s1_victim_recall, s2_victim_recall_q; // its eviction only takes copies back\n",
              c->out);
        sv_victim_choice(c, print_recall);
        fputs("  always_ff @(posedge clk_i) s2_victim_recall_q <= s1_victim_recall;\n", c->out);
    }
    fprintf(c->out, "`ifdef COHGEN_TRACE\n  logic [%d:0] s1_victim_rule, s2_victim_rule_q;\n",
            c->mp->rule_bits - 1);
    sv_victim_choice(c, print_number);
    fputs("  always_ff @(posedge clk_i) s2_victim_rule_q <= s1_victim_rule;\n`endif\n", c->out);
}

// Does the port bring memory's answers?
static bool is_from_memory(const sv_control *c, const sv_port *p) {
    return p->kind == SV_PORT_LANE && c->s->channels[p->channel].from == CG_MEMORY;
}

// note [recalled] in gen/plan/victims.c: what memory sends fills a way; the next line of the set that would
// have to leave is recalled then, when the entry is free.
void sv_recall_terms(sv_control *c, sv_logic *ask) {
    char hold[SV_NAME];
    sv_term(ask, "for the event", "must_evict");
    if (!c->mp->recalls_ahead) return;
    sv_logic *ahead = sv_group(ask, SV_ALL, "for a later one");
    sv_term(ahead, "a line comes into the set", "(s2_fire && fill)");
    sv_logic *memory = sv_group(ahead, SV_ANY, "from memory");
    for (int i = 0; i < c->n_ports; i++)
        if (is_from_memory(c, &c->ports[i])) sv_term(memory, "it is memory's", "s2_%s_q", c->ports[i].name);
    sv_term(ahead, "all ways are taken", "!s2_free_q");
    sv_term(ahead, "there is a line that may leave", "s2_victim_valid_q");
    sv_term(ahead, "which is elsewhere, too", "s2_victim_recall_q");
    sv_laid(sv_term(ahead, "the harness keeps all lines", "!%s", sv_steer(c, "hold.", "evict", hold)),
            SV_STEERED);
}

// What is recalled stays the next to leave: evictions and the answers to them are no use of a line.
void sv_use_terms(sv_control *c, sv_logic *touch) {
    if (!c->mp->recalls_ahead) return;
    sv_logic *uses = sv_group(touch, SV_ANY, "somebody wants the line");
    for (int i = 0; i < c->n_ports; i++)
        if (c->ports[i].gated || is_from_memory(c, &c->ports[i]))
            sv_term(uses, "a request, or what memory sends for one", "s2_%s_q", c->ports[i].name);
}

// note [view]: what the transition ahead writes in the set may be about the victim, so that it is looked at
// again; and an event that hit the line that this transition overwrites looks again, too.
void sv_victim_terms(sv_control *c) {
    char hold[SV_NAME];
    sv_logic *may = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "s1_overwrites");
    sv_term(may, "the line has no way", "!(|way_sel)");
    sv_term(may, "none is free", "!(|free_ways)");
    sv_term(may, "some line may leave", "s1_victim_valid");
    if (c->mp->pairs) {
        sv_logic *how = sv_group(may, SV_ANY, "at once");
        sv_term(how, "without a word", "s1_victim_silent");
        sv_term(how, "with a message that goes first", "s1_paired");
    } else {
        sv_term(may, "without a word", "s1_victim_silent");
    }
    if (c->mp->has_merge) sv_term(may, "no deferred request that was handed back waits", "!replays_first");
    sv_laid(sv_term(may, "the harness keeps all lines", "!%s", sv_steer(c, "hold.", "evict", hold)),
            SV_STEERED);
    if (c->mp->pairs) {
        sv_logic *none = sv_group(c->p.no_way, SV_ANY, "no line is overwritten");
        sv_term(none, "none may be", "!s2_overwrites_q");
        sv_logic *full = sv_group(none, SV_ALL, "one that is told of, and there is no room for that");
        sv_term(full, "it is told of", "s2_paired_q");
        sv_term(full, "no room", "!pair_fits");
    } else {
        sv_term(c->p.no_way, "no line is overwritten", "!s2_overwrites_q");
    }
    sv_logic *over = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "overwritten");
    sv_term(over, "the rule takes effect", "s2_fire");
    sv_term(over, "it takes a way", "alloc_line");
    sv_term(over, "the line had none", "!s2_has_way_q");
    sv_term(over, "there is a line in it", "s2_overwrites_q");
    if (c->mp->pairs) sv_pair_terms(c);
    sv_logic *hit = sv_group(c->p.stale, SV_ALL, "the transition ahead overwrites the line");
    sv_term(hit, "it overwrites one", "overwritten");
    sv_term(hit, "in this set", "same_set");
    sv_term(hit, "this one", "way_sel[s2_way_q]");
}
