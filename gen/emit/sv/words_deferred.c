// Machines of words: deferred requests of the core by thread, of which there is one each. Where it waits, for
// which word, and whether it has been handed back: rules read that (`wanted`), and an assertion that what
// `complete` completes is deferred.
#include "control.h"

static void deferred_of_core(sv_control *c) {
    sv_logic *some = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (c->m->events[e].kind == CG_EV_CORE && c->f.merges[e])
            sv_event_term(c, some, "rules defer it", "s2", e);
    fputs("  logic core_deferred;\n  assign core_deferred = ", c->out);
    sv_logic_print(c->out, some);
    fputs(";\n", c->out);
}

// ------------------------------------------------------------------------------------- what becomes of it

static void add_deferred_terms(sv_logic *when) {
    sv_logic *deferred = sv_group(when, SV_ANY, "the request is deferred");
    sv_term(deferred, "for the first time", "waiters_merge");
    sv_term(deferred, "again", "waiters_park");
    sv_term(when, "a request of the core", "core_deferred");
    sv_term(when, "of this thread", "mine");
}

static void handed_back(sv_control *c, sv_flags *flags, bool known) {
    const int mb = c->mp->mshr_bits, one = c->mp->key_bits + c->mp->word_bits;
    sv_change *to = sv_change_add(flags, "it is handed back", true);
    sv_term(to->when, "the rule takes effect", "s2_fire");
    sv_term(to->when, "and hands requests back", "replay");
    sv_term(to->when, "this one waits", "deferred_waits_q[t]");
    sv_term(to->when, "with the entry", "deferred_with_q[t*%d +: %d] == mshr_idx", mb, mb);
    sv_term(to->when, "for a word of the group", "s2_group[deferred_words_q[t*%d +: %d]]", one,
            c->mp->word_bits);
    sv_change_flag(flags, to, "deferred_waits_q[t]", false);
    if (known) sv_change_flag(flags, to, "deferred_ready_q[t]", true);
}

static void add_change_when_completed(sv_flags *flags, bool known) {
    sv_change *to = sv_change_add(flags, "it takes effect", true);
    sv_term(to->when, "the rule takes effect", "s2_fire");
    sv_term(to->when, "and completes a request", "complete");
    sv_term(to->when, "of this thread", "mine");
    sv_change_flag(flags, to, "deferred_waits_q[t]", false);
    if (known) sv_change_flag(flags, to, "deferred_ready_q[t]", false);
}

static void add_change_when_served(sv_flags *flags) {
    sv_change *to = sv_change_add(flags, "it has had its turn", false);
    sv_term(to->when, "it was handed back", "s2_replay_q");
    sv_term(to->when, "it is consumed", "s2_done");
    sv_term(to->when, "a request of the core", "core_deferred");
    sv_term(to->when, "of this thread", "mine");
    sv_change_flag(flags, to, "deferred_ready_q[t]", false);
}

// `known`: rules read which were handed back.
static sv_flags flags_of(sv_control *c, bool known) {
    sv_flags flags = {.arena = c->f.arena};
    sv_flag_add(&flags, "deferred_waits_q[t]");
    if (known) sv_flag_add(&flags, "deferred_ready_q[t]");
    handed_back(c, &flags, known);
    if (c->mp->has_complete) add_change_when_completed(&flags, known);
    if (known) add_change_when_served(&flags);
    sv_change *deferred = sv_change_add(&flags, "it waits", false);
    add_deferred_terms(deferred->when);
    sv_change_flag(&flags, deferred, "deferred_waits_q[t]", true);
    return flags;
}

// ------------------------------------------------------------------------------------------------ printing

static void by_thread(sv_control *c, bool known) {
    const int t = (int)c->s->requests, mb = c->mp->mshr_bits, one = c->mp->key_bits + c->mp->word_bits;
    const sv_flags flags = flags_of(c, known);
    sv_logic *deferred = sv_logic_new(c->f.arena, SV_ALL);
    add_deferred_terms(deferred);
    fprintf(c->out, "  logic [%d:0] deferred_waits_q", t - 1);
    if (known) fputs(", deferred_ready_q", c->out);
    fprintf(c->out,
            ";\n  logic [%d:0] deferred_with_q;\n  logic [%d:0] deferred_words_q;\n"
            "  for (genvar t = 0; t < %d; t++) begin : g_deferred\n    logic mine;\n    assign mine = "
            "s2_in_q.tid == %d'(t);\n",
            t * mb - 1, t * one - 1, t, c->plan->tid_bits);
    sv_flags_print(c->out, &flags);
    fputs("    always_ff @(posedge clk_i) begin\n      if (", c->out);
    sv_logic_print(c->out, deferred);
    fprintf(
        c->out,
        ") begin\n        deferred_with_q[t*%d +: %d] <= mshr_idx;\n"
        "        deferred_words_q[t*%d +: %d] <= {s2_key, s2_in_q.addr[%d:2]};\n      end\n    end\n  end\n",
        mb, mb, one, one, c->mp->line_shift - 1);
}

static void assert_complete_is_deferred(sv_control *c) {
    const int mb = c->mp->mshr_bits, one = c->mp->key_bits + c->mp->word_bits;
    fprintf(
        c->out,
        "`ifdef COHGEN_ASSERT\n  logic deferred_here;\n  always_comb begin\n    deferred_here = 1'b0;\n"
        "    for (int t = 0; t < %d; t++) if (s2_in_q.tid == %d'(t)) deferred_here = deferred_waits_q[t] &&\n"
        "      deferred_with_q[t*%d +: %d] == mshr_idx && deferred_words_q[t*%d +: %d] == {s2_key, "
        "s2_in_q.addr[%d:2]};\n"
        "  end\n  always_ff @(posedge clk_i) begin\n    complete_deferred: assert (!(s2_fire && "
        "complete) || deferred_here) else\n"
        "      $error(\"%s.%s: a request is completed that is not deferred with this word\");\n  "
        "end\n`endif\n",
        (int)c->s->requests, c->plan->tid_bits, mb, mb, one, one, c->mp->line_shift - 1, c->plan->name,
        c->m->name);
}

// S1 compares the lines. A thread whose request the transition in S2 defers was compared with the line of its
// request before, but it has not been handed back when S2 asks.
static void print_wanted_words(sv_control *c) {
    const int one = c->mp->key_bits + c->mp->word_bits, t = (int)c->s->requests;
    fprintf(
        c->out,
        "  localparam int DeferredLine = %d; // bit from which a word's number has its line's\n"
        "  logic [%d:0] deferred_near_q; // its word is of the line\n  always_ff @(posedge clk_i) begin\n"
        "    for (int t = 0; t < %d; t++)\n      deferred_near_q[t] <= deferred_words_q[t*%d+DeferredLine "
        "+: %d] == s1_key;\n"
        "  end\n",
        c->mp->word_bits, t - 1, t, one, c->mp->key_bits);
    fprintf(c->out,
            "  always_comb begin\n    word_wanted = '0;\n    for (int t = 0; t < %d; t++) for (int i = 0; i "
            "< %d; i++)\n"
            "      if (deferred_ready_q[t] && deferred_near_q[t] && deferred_words_q[t*%d +: %d] == %d'(i)) "
            "word_wanted[i] = 1'b1;\n  end\n",
            t, c->mp->words, one, c->mp->word_bits, c->mp->word_bits);
}

// Where no rule reads `wanted` only the assertion asks.
void sv_words_wanted(sv_control *c) {
    const bool known = c->f.wanted, some = c->mp->has_merge && c->m->core_port;
    if (known && !some) fputs("  assign word_wanted = '0; // no core asks here\n", c->out);
    if (!some || (!known && !c->mp->has_complete)) return;
    fputs("\n  // Deferred requests of the core, by thread: they wait, or have been handed back.\n", c->out);
    if (!known) fputs("`ifdef COHGEN_ASSERT\n", c->out);
    deferred_of_core(c);
    by_thread(c, known);
    if (c->mp->has_complete) assert_complete_is_deferred(c);
    if (known)
        print_wanted_words(c);
    else
        fputs("`endif\n", c->out);
}
