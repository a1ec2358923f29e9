// Machines of words, S0: what is left of a message or an eviction that was served in part,
// which ports let others go first, and when room is asked for.
#include <string.h>

#include "control.h"

// With a queue for each sender, what one gives back and what another has been taken from are of two masks.
static void print_rested_by_source(sv_control *c, const char *n, const char *at, const char *s2_at) {
    fprintf(c->out,
            "    end else begin\n      if (%s_take) %s_rested_q[%s] <= 1'b0;\n"
            "      if (%s_rollback) %s_rested_q[%s] <= 1'b1;\n    end\n  end\n",
            n, n, at, n, n, s2_at);
}

// The rest of the message at the head of the queue, if it has been served in part. Steered, each sender has a
// queue, but all give back what was taken.
static void rest_of(sv_control *c, const sv_port *p, int senders, int bits, bool apart) {
    const char *n = p->name;
    const int w = sv_words_of(c);
    char at[SV_NAME + 32] = "0", s2_at[64] = "0", behind[8 * SV_NAME] = "", rest_behind[8 * SV_NAME] = "";
    if (senders > 1) {
        snprintf(at, sizeof at, "%s_msg.src", n);
        snprintf(s2_at, sizeof s2_at, "%d'(s2_in_q.src)", bits);
    }
    for (int k = sv_late(c) ? 0 : 1; senders > 1 && !apart && k < 2; k++) { // the older one counts
        const char *stage = k ? "s1" : "s0b";
        const size_t at_b = strlen(behind), at_r = strlen(rest_behind);
        snprintf(behind + at_b, sizeof behind - at_b,
                 "      if (%s_%s_q) %s_rested_q[%d'(%s_in_q.src)] <= 1'b1;\n", stage, n, n, bits, stage);
        snprintf(rest_behind + at_r, sizeof rest_behind - at_r,
                 "    if (%s_rollback && %s_%s_q) %s_rest_q[%d'(%s_in_q.src)*%d +: %d] <= %s_in_q.words;\n",
                 n, stage, n, n, bits, stage, w, w, stage);
    }
    fprintf(c->out,
            "  logic [%d:0] %s_rested_q;\n  logic [%d:0] %s_rest_q;\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      %s_rested_q "
            "<= '0;\n",
            senders - 1, n, senders * w - 1, n, n);
    if (apart)
        print_rested_by_source(c, n, at, s2_at);
    else
        fprintf(c->out,
                "    end else if (%s_rollback) begin\n%s      %s_rested_q[%s] <= 1'b1;\n    end else if "
                "(%s_take) "
                "begin\n      %s_rested_q[%s] <= 1'b0;\n    end\n  end\n",
                n, behind, n, s2_at, n, n, at);
    fprintf(c->out,
            "  always_ff @(posedge clk_i) begin\n%s    if (%s_rollback) %s_rest_q[%s*%d +: %d] <= s2_part ? "
            "s2_rest : s2_in_q.words;\n  end\n  assign %s_left = %s_rested_q[%s] ? %s_rest_q[%s*%d +: %d] : ",
            rest_behind, n, n, s2_at, w, w, n, n, at, n, at, w, w);
    if (cg_slot_find(&c->plan->lanes[p->channel].layout, "words"))
        fprintf(c->out, "%s_msg.words;\n", n);
    else
        fputs("'1;\n", c->out);
}

bool sv_brings_several(const sv_control *c, const sv_port *p) {
    bool some = false;
    for (int i = 0; p->kind == SV_PORT_LANE && i < c->s->channels[p->channel].n_msgs; i++)
        some |= c->s->msgs[c->s->channels[p->channel].msgs[i]].several;
    return some;
}

void sv_words_asked(sv_control *c, const sv_port *p, const char *words) {
    if (c->mp->words || sv_brings_several(c, p)) fprintf(c->out, "    %s_in.words = %s;\n", p->name, words);
}

// Which line memory's rest is of, and whether it is between its port and S2.
static void print_resting(sv_control *c, const char *n) {
    fprintf(c->out,
            "  logic [%d:0] %s_rest_key_q;\n  always_ff @(posedge clk_i) if (%s_rollback) "
            "%s_rest_key_q <= s2_key;\n",
            c->mp->key_bits - 1, n, n, n);
    if (sv_late(c))
        fprintf(c->out,
                "  logic %s_resting_before_q, %s_resting_q; // the rest is in S0b; in S0b or S1\n"
                "  always_ff @(posedge clk_i) begin\n    %s_resting_before_q <= %s_take && %s_rested_q;\n"
                "    %s_resting_q <= (%s_take && %s_rested_q) || %s_resting_before_q;\n  end\n",
                n, n, n, n, n, n, n, n, n);
    else
        fprintf(c->out,
                "  logic %s_resting_q; // the rest is in S1\n  always_ff @(posedge clk_i) %s_resting_q <= "
                "%s_take && %s_rested_q;\n",
                n, n, n, n);
}

void sv_words_lane(sv_control *c, const sv_port *p) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    fprintf(c->out, "  logic [%d:0] %s_left;\n", sv_words_of(c) - 1, p->name);
    if (lane->n_src == 1) {
        rest_of(c, p, 1, 1, false);
        if (c->s->channels[p->channel].from == CG_MEMORY) print_resting(c, p->name);
        return;
    }
    fputs("`ifdef COHGEN_STEER\n", c->out);
    const int bits = cg_slot_find(&lane->layout, "src")->width;
    rest_of(c, p, lane->n_src, bits, false);
    fputs("`else\n", c->out);
    if (lane->by_source)
        rest_of(c, p, lane->n_src, bits, true);
    else
        rest_of(c, p, 1, 1, false);
    fputs("`endif\n", c->out);
}

void sv_words_evict(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    char want[SV_NAME];
    fprintf(
        c->out,
        "  logic [%d:0] evict_rest_q; // the line's words of which it is not known yet what becomes of them\n"
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      evict_rested_q "
        "<= 1'b0;\n"
        "`ifdef COHGEN_STEER\n    end else if (%s) begin\n      evict_rested_q <= 1'b0;\n`endif\n"
        "    end else if (s2_%s_q && s2_key == evict_key_q && (s2_done || s2_part)) begin\n"
        "      evict_rested_q <= s2_part;\n    end\n  end\n"
        "  always_ff @(posedge clk_i) begin\n    if (s2_%s_q && s2_part) begin\n      evict_rest_q <= "
        "s2_rest;\n"
        "      // by this eviction; with others in the entry, somebody wants the line\n"
        "      evict_made_q <= (evict_rested_q ? evict_made_q : '0) | (next >= %d'd%d ? s2_group : '0);\n    "
        "end\n  end\n"
        "  assign evict_left = evict_rested_q ? evict_rest_q : '1;\n",
        sv_words_of(c) - 1, sv_steer(c, "evict.", "valid", want), n, n, c->mp->state_bits, c->m->n_stable);
}

void sv_words_take_terms(const sv_control *c, const sv_port *p, sv_logic *ok) {
    const char *n = p->name;
    if (p->kind != SV_PORT_DRAIN) return;
    // Which words it skips is known when the one before is decided.
    if (sv_late(c)) sv_term(ok, "no drain is in S0b", "!s0b_%s_q", n);
    sv_term(ok, "no drain is in S1", "!s1_%s_q", n);
    sv_term(ok, "no drain is in S2", "!s2_%s_q", n);
}

// A forward may stall until requests that were handed back (`wanted`) are served; these need nobody, and must
// not wait for room that they do not use: what holds it up may be waiting for the forward. So for them, and
// for drains, which they may wait for, room is asked for when the rule is known. As the buffer then has room
// for three, it has room for what S2 sends, and for this.
bool sv_words_room_later(const sv_control *c, sv_port_kind kind) {
    return c->mp->words && c->f.wanted && (kind == SV_PORT_REPLAY || kind == SV_PORT_DRAIN);
}
