// Machines of words: which words of a line an event is about, and the lowest of them, which leads, in S1; in
// S2 the group that is like it (note [words] in words.c).
#include <string.h>

#include "control.h"
#include "lang/visit.h"

// ------------------------------------------------------------------------------------ S1: words, and a
// leader

// The words that the event is about. Which port it is from is known without decoding the event. A drain is
// about those that its entry has in S1: one that the transition ahead puts there is left for later.
static void set_of_words(sv_control *c) {
    fputs("  always_comb begin\n    s1_words = s1_in_q.words;\n", c->out);
    for (int i = 0; i < c->n_ports; i++) {
        const sv_port *p = &c->ports[i];
        if (p->kind == SV_PORT_EVICT)
            fprintf(c->out,
                    "    if (s1_%s_q) for (int i = 0; i < %d; i++)\n      if (entry_words[i] || "
                    "s1_word_state[i*%d +: %d] == '0) s1_words[i] = 1'b0;\n",
                    p->name, sv_words_of(c), c->mp->state_bits, c->mp->state_bits);
        else if (p->kind == SV_PORT_DRAIN)
            fprintf(c->out, "    if (s1_%s_q) s1_words = s1_words & s1_gathered;\n", p->name);
        else if (p->kind == SV_PORT_ALARM)
            fprintf(c->out, "    if (s1_%s_q) s1_words = s1_words & alarm_words;\n", p->name);
    }
    fputs("  end\n", c->out);
}

// The alarm's condition, for each word of the line's entry.
static void alarm_words(sv_control *c) {
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind != CG_EV_ALARM) continue;
        fprintf(c->out,
                "  logic [%d:0] alarm_words;\n  for (genvar i = 0; i < %d; i++) begin : g_alarm_word\n",
                sv_words_of(c) - 1, sv_words_of(c));
        for (int k = 0; k < c->m->n_mshr; k++) {
            const int one = c->m->mshr[k].type.width;
            if (!sv_alarm_reads(c->m->events[e].alarm, k)) continue;
            fputs("    logic ", c->out);
            sv_range(c->out, one);
            fprintf(c->out, "of_%s;\n    assign of_%s = entry_mshr_%s[i*%d +: %d];\n", c->m->mshr[k].name,
                    c->m->mshr[k].name, c->m->mshr[k].name, one, one);
        }
        fputs("    assign alarm_words[i] = entry_words[i] && ", c->out);
        sv_alarm_condition(c, c->out, &c->m->events[e], "of_");
        fputs(";\n  end\n", c->out);
    }
}

// What rules read of a word, the highest bits first: what the store buffer, deferred requests and the place
// of its data say, which S2 knows; then fields of its entry and its state, which S1 knows.
typedef void each_fn(sv_control *c, const char *name, const char *from, int width);

static void each_field(sv_control *c, cg_space space, each_fn *each) {
    for (int k = c->m->fields[space].n - 1; k >= 0; k--) {
        const cg_field *f = &c->m->fields[space].field[k];
        const char *name = cg_arena_printf(c->f.arena, "%s_%s", CG_SPACES[space].key, f->name);
        each(c, name, cg_arena_printf(c->f.arena, "word_%s", name), f->type.width);
    }
}

static void each_late(sv_control *c, each_fn *each) {
    if (c->f.requested) each(c, "requested", "word_requested", 1);
    if (c->f.wanted) each(c, "wanted", "word_wanted", 1);
    if (c->f.whole) each(c, "whole", "word_whole", 1);
    if (c->f.gathered) each(c, "gathered", "word_gathered", 1);
    each_field(c, CG_SPACE_LINE, each);
}

static void each_early(sv_control *c, each_fn *each) {
    each_field(c, CG_SPACE_MSHR, each);
    each(c, "leader_state", "word_state", c->mp->state_bits);
}

static int field_bits(const sv_control *c, cg_space space) {
    int bits = 0;
    for (int k = 0; k < c->m->fields[space].n; k++) bits += c->m->fields[space].field[k].type.width;
    return bits;
}

static int early_bits(const sv_control *c) {
    return c->mp->state_bits + field_bits(c, CG_SPACE_MSHR);
}

static int late_bits(const sv_control *c) {
    return c->f.requested + c->f.wanted + c->f.whole + c->f.gathered + field_bits(c, CG_SPACE_LINE);
}

static const char *after(const char *name) {
    return strcmp(name, "leader_state") ? ", " : "}";
}

static void print_in_s1(sv_control *c, const char *name, const char *from, int width) {
    fprintf(c->out, "s1_%s[i*%d +: %d]%s", from, width, width, after(name));
}

static void print_from(sv_control *c, const char *name, const char *from, int width) {
    fprintf(c->out, "%s[i*%d +: %d]%s", from, width, width, after(name));
}

static void print_name(sv_control *c, const char *name, const char *from, int width) {
    (void)from, (void)width;
    fprintf(c->out, "%s%s", name, after(name));
}

// Of two words that follow each other, or of two pairs of them, ..., the lower one that has a word of the
// set.
static void print_step(sv_control *c, int n, int bits) {
    const int half = sv_words_of(c) / (2 * n);
    fprintf(c->out,
            "  logic [%d:0] lead%d;\n  for (genvar i = 0; i < %d; i++) begin : g_lead%d\n    assign "
            "lead%d[i*%d +: %d] = "
            "|s1_words[2*i*%d +: %d] ? lead%d[2*i*%d +: %d] : lead%d[(2*i+1)*%d +: %d];\n  end\n",
            n * bits - 1, n, n, n, n, bits, bits, half, half, 2 * n, bits, bits, 2 * n, bits, bits);
}

// The lowest word of the set, in steps that halve the number of words: the path grows with its logarithm. An
// event without words has a leader of zeroes. It is known beside what rules read whether the leader is in an
// MSHR entry; and which word it is, by one bit a word, for what S2 knows of words.
void sv_words_lead(sv_control *c) {
    const int w = sv_words_of(c), bits = early_bits(c) + (c->p.held != NULL);
    fprintf(c->out, "  logic [%d:0] s1_words, s2_words_q, s1_lowest, s2_lowest_q;\n", w - 1);
    alarm_words(c);
    set_of_words(c);
    fputs("  // The lowest word of the set: of two the lower one that is in it, and so on.\n", c->out);
    fprintf(c->out,
            "  logic [%d:0] lead%d;\n  for (genvar i = 0; i < %d; i++) begin : g_lead%d\n"
            "    assign s1_lowest[i] = s1_words[i] && (s1_words & ((%d'd1 << i) - %d'd1)) == '0;\n    assign "
            "lead%d[i*%d +: %d] = {%s",
            w * bits - 1, w, w, w, w, w, w, bits, bits, c->p.held ? "entry_words[i], " : "");
    each_early(c, print_in_s1);
    fprintf(c->out, " & {%d{i < %d || s1_words[i]}};\n  end\n", bits, w - 1);
    for (int n = w / 2; n >= 1; n /= 2) print_step(c, n, bits);
    fprintf(c->out, "  logic [%d:0] s2_lead_q;\n", bits - 1);
}

void sv_words_lead_registered(sv_control *c) {
    fputs("    s2_words_q <= s1_words;\n    s2_lowest_q <= s1_lowest;\n    s2_lead_q <= lead1;\n", c->out);
}

// ------------------------------------------------------------------------------------------------- leader

static void print_late_declared(sv_control *c, const char *name, const char *from, int width) {
    (void)width;
    if (width == 1)
        fprintf(c->out, "  assign %s = |(%s & s2_lowest_q);\n", name, from);
    else
        fprintf(
            c->out,
            "  always_comb begin\n    %s = '0;\n    for (int i = 0; i < %d; i++) %s = %s | (%s[i*%d +: %d] & "
            "{%d{s2_lowest_q[i]}});\n  end\n",
            name, sv_words_of(c), name, name, from, width, width, width);
}

// What S1 has found of the leader, and what S2 knows of it.
static void print_leader(sv_control *c) {
    const int w = sv_words_of(c), like = early_bits(c) + late_bits(c);
    fprintf(c->out, "  assign s2_words = s2_words_q & {%d{s2_block}};\n", w);
    fprintf(c->out,
            "  logic [%d:0] word_like; // what rules read of each word\n"
            "  for (genvar i = 0; i < %d; i++) begin : g_like\n    assign word_like[i*%d +: %d] = {",
            w * like - 1, w, like, like);
    each_late(c, print_from);
    each_early(c, print_from);
    fprintf(c->out, ";\n  end\n  %s_pkg::%s_state_t leader_state;\n  assign state = leader_state.value;\n",
            c->plan->name, c->m->name);
    if (c->p.held) fputs("  logic leader_entry;\n", c->out);
    fprintf(c->out, "  assign {%s", c->p.held ? "leader_entry, " : "");
    each_early(c, print_name);
    fputs(" = s2_lead_q;\n", c->out);
    each_late(c, print_late_declared);
    fprintf(c->out, "  logic [%d:0] lead_like; // of the leader\n  assign lead_like = {", like - 1);
    each_late(c, print_name);
    each_early(c, print_name);
    fputs(";\n", c->out);
}

// -------------------------------------------------------------------------------------------------- group

// What is done to the request is done with its own word.
static void print_own_word(sv_control *c) {
    sv_logic *own = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (c->m->events[e].kind == CG_EV_CORE) sv_event_term(c, own, "the event is a request", "s2", e);
    sv_term(own, "the request's word is in the group", "s2_group[s2_in_q.addr[%d:2]]", c->mp->line_shift - 1);
    fputs("  assign s2_own = ", c->out);
    sv_logic_print(c->out, own);
    fputs("; // the request is served with its own word\n", c->out);
    sv_verbs_gate(c, "s2_own");
}

// The word that was asked for, where a rule of the event tells it from the others.
static void requested_words(sv_control *c) {
    if (!c->f.requested) return;
    sv_logic *tells = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (cg_event_reads(c->m, e, CG_LEAF_OF_REQUEST))
            sv_event_term(c, tells, "a rule of the event tells it from the others", "s2", e);
    fputs("  logic tells_requested;\n  assign tells_requested = ", c->out);
    sv_logic_print(c->out, tells);
    fprintf(c->out, ";\n  assign word_requested = {%d{tells_requested}} & (%d'd1 << s2_in_q.addr[%d:2]);\n",
            sv_words_of(c), sv_words_of(c), c->mp->line_shift - 1);
}

// What S1 has found, and line fields, which a word without a state has not.
static void each_word(sv_control *c) {
    fputs("  assign word_state = s2_word_state_q;\n", c->out);
    for (int k = 0; k < c->m->n_mshr; k++)
        fprintf(c->out, "  assign word_mshr_%s = s2_word_mshr_%s_q;\n", c->m->mshr[k].name,
                c->m->mshr[k].name);
    sv_place_line_fields(c);
}

static void print_rest(sv_control *c) {
    sv_choice *asked = sv_choice_new(c->f.arena, "s2_words");
    if (c->mp->has_buffer)
        sv_term(sv_choice_add(asked, "words that the store buffer has", "word_gathered"), "it is a drain",
                "s2_drain_q");
    fputs("  assign s2_rest = ", c->out);
    sv_choice_print_operand(c->out, asked);
    fputs(" & ~s2_group;\n", c->out);
}

static void print_group(sv_control *c) {
    const int w = sv_words_of(c), like = early_bits(c) + late_bits(c);
    if (c->f.alone)
        fprintf(c->out,
                "  logic [%d:0] s2_lowest; // the leader alone: of a rule that tells a memory of words\n"
                "  assign s2_lowest = s2_lowest_q;\n",
                w - 1);
    fprintf(
        c->out,
        "  logic [%d:0] s2_same;\n  for (genvar i = 0; i < %d; i++) begin : g_same\n    assign s2_same[i] = "
        "word_like[i*%d +: %d] == lead_like;\n  end\n  assign s2_group = s2_same & ",
        w - 1, w, like, like);
    const char *end = c->f.alone ? cg_arena_printf(c->f.arena, " & (s2_lowest | {%d{!alone}});\n", w) : ";\n";
    if (c->f.widen)
        fprintf(c->out, "(s2_words | {%d{widen && s2_block}})%s", w, end);
    else
        fprintf(c->out, "s2_words%s", end);
}

// How many words it has: in unary where rules subtract that (note [fewer] in terms.h), as a number for all
// else. If no rule that counts them widens, it need not wait for what says whether the event's rule does.
static void print_word_count(sv_control *c) {
    const int w = sv_words_of(c);
    if (c->f.words_fewer)
        fprintf(c->out,
                "  logic [%d:0] words_least; // [k]: they are more than k\n  cohgen_least #(.Bits(%d)) "
                "u_words_least "
                "(.bits_i(%s), .least_o(words_least));\n",
                w - 1, w, c->f.counts_other ? "s2_group" : "s2_same & s2_words");
    if (c->f.words)
        fprintf(c->out,
                "  always_comb begin\n    words = '0;\n    for (int i = 0; i < %d; i++) words = words + "
                "%d'(s2_group[i]);\n  end\n",
                w, c->f.words);
}

void sv_words_present(sv_control *c) {
    each_word(c);
    requested_words(c);
    print_leader(c);
    print_group(c);
    print_rest(c);
    print_own_word(c);
    print_word_count(c);
}
