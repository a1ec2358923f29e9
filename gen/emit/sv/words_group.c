// Machines of words, S2: which words of a line an event is about, the lowest of them, which leads, and the
// group that is like it (note [words] in words.c).
#include <string.h>

#include "control.h"
#include "lang/visit.h"

// ---------------------------------------------------------------------------------- what is known, and which

// The words that the event is about. Which port it is from is known without decoding the event.
static void set_of_words(sv_control *c) {
    fputs("\n  always_comb begin\n    s2_words = s2_in_q.words;\n", c->out);
    for (int i = 0; i < c->n_ports; i++) {
        const sv_port *p = &c->ports[i];
        if (p->kind == SV_PORT_EVICT)
            fprintf(c->out,
                    "    if (s2_%s_q) for (int i = 0; i < %d; i++)\n      if (word_entry[i] || "
                    "word_state[i*%d +: %d] == '0) s2_words[i] = 1'b0;\n",
                    p->name, sv_words_of(c), c->mp->state_bits, c->mp->state_bits);
        else if (p->kind == SV_PORT_DRAIN)
            fprintf(c->out, "    if (s2_%s_q) s2_words = s2_words & word_gathered;\n", p->name);
        else if (p->kind == SV_PORT_ALARM)
            fprintf(c->out, "    if (s2_%s_q) s2_words = s2_words & alarm_words;\n", p->name);
    }
    fputs("    if (!s2_block) s2_words = '0;\n  end\n", c->out);
}

// ------------------------------------------------------------------------------------------------- leader

// The spaces that have fields of each word, those of the highest bits first.
static const cg_space OF_WORD[] = {CG_SPACE_MSHR, CG_SPACE_LINE};
enum { N_OF_WORD = sizeof OF_WORD / sizeof *OF_WORD };

// What rules read of a word: state, fields, and what the store buffer and deferred requests say. The highest
// bits first.
static void each_property(sv_control *c,
                          void (*each)(sv_control *, const char *name, const char *from, int width)) {
    char name[2 * SV_NAME], from[3 * SV_NAME];
    if (c->f.requested) each(c, "requested", "word_requested", 1);
    if (c->f.wanted) each(c, "wanted", "word_wanted", 1);
    if (c->f.whole) each(c, "whole", "word_whole", 1);
    if (c->f.gathered) each(c, "gathered", "word_gathered", 1);
    for (int i = 0; i < N_OF_WORD; i++)
        for (int k = c->m->fields[OF_WORD[i]].n - 1; k >= 0; k--) {
            const cg_field *f = &c->m->fields[OF_WORD[i]].field[k];
            snprintf(name, sizeof name, "%s_%s", CG_SPACES[OF_WORD[i]].key, f->name);
            snprintf(from, sizeof from, "word_%s", name);
            each(c, name, from, f->type.width);
        }
    each(c, "leader_state", "word_state", c->mp->state_bits);
}

static int property_bits(const sv_control *c) {
    int bits = c->mp->state_bits + c->f.requested + c->f.wanted + c->f.whole + c->f.gathered;
    for (int i = 0; i < N_OF_WORD; i++)
        for (int k = 0; k < c->m->fields[OF_WORD[i]].n; k++)
            bits += c->m->fields[OF_WORD[i]].field[k].type.width;
    return bits;
}

static void print_from(sv_control *c, const char *name, const char *from, int width) {
    fprintf(c->out, "%s[i*%d +: %d]%s", from, width, width, strcmp(name, "leader_state") ? ", " : "};\n");
}

static void print_name(sv_control *c, const char *name, const char *from, int width) {
    (void)from, (void)width;
    fprintf(c->out, "%s%s", name, strcmp(name, "leader_state") ? ", " : "}");
}

// Of two words that follow each other, or of two pairs of them, ..., the lower one that has a word of the
// set.
static void print_step(sv_control *c, int n, int bits) {
    const int half = sv_words_of(c) / (2 * n);
    fprintf(c->out,
            "  logic [%d:0] lead%d;\n  for (genvar i = 0; i < %d; i++) begin : g_lead%d\n    assign "
            "lead%d[i*%d +: %d] = "
            "|s2_words[2*i*%d +: %d] ? lead%d[2*i*%d +: %d] : lead%d[(2*i+1)*%d +: %d];\n  end\n",
            n * bits - 1, n, n, n, n, bits, bits, half, half, 2 * n, bits, bits, 2 * n, bits, bits);
}

// The lowest word of the set, in steps that halve the number of words: the path grows with its logarithm. An
// event without words has a leader of zeroes. It is known beside what rules read whether the leader is in an
// MSHR entry.
static void print_leader(sv_control *c) {
    const int w = sv_words_of(c), like = property_bits(c), bits = like + (c->p.held != NULL);
    fprintf(c->out,
            "  logic [%d:0] word_like; // what rules read of each word\n"
            "  for (genvar i = 0; i < %d; i++) begin : g_like\n    assign word_like[i*%d +: %d] = {",
            w * like - 1, w, like, like);
    each_property(c, print_from);
    fputs("  end\n  // The lowest word of the set: of two the lower one that is in it, and so on.\n", c->out);
    fprintf(c->out,
            "  logic [%d:0] lead%d;\n  for (genvar i = 0; i < %d; i++) begin : g_lead%d\n    assign "
            "lead%d[i*%d +: %d] = "
            "{%sword_like[i*%d +: %d]} & {%d{i < %d || s2_words[i]}};\n  end\n",
            w * bits - 1, w, w, w, w, bits, bits, c->p.held ? "word_entry[i], " : "", like, like, bits,
            w - 1);
    for (int n = w / 2; n >= 1; n /= 2) print_step(c, n, bits);
    fprintf(c->out, "  %s_pkg::%s_state_t leader_state;\n  assign state = leader_state.value;\n",
            c->plan->name, c->m->name);
    if (c->p.held) fputs("  logic leader_entry;\n", c->out);
    fprintf(c->out, "  assign {%s", c->p.held ? "leader_entry, " : "");
    each_property(c, print_name);
    fputs(" = lead1;\n", c->out);
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
            fprintf(c->out, "of_%s;\n    assign of_%s = word_mshr_%s[i*%d +: %d];\n", c->m->mshr[k].name,
                    c->m->mshr[k].name, c->m->mshr[k].name, one, one);
        }
        fputs("    assign alarm_words[i] = word_entry[i] && ", c->out);
        sv_alarm_condition(c, c->out, &c->m->events[e], "of_");
        fputs(";\n  end\n", c->out);
    }
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
    const int w = sv_words_of(c), like = property_bits(c);
    if (c->f.alone)
        fprintf(c->out,
                "  logic [%d:0] s2_lowest; // the leader alone: of a rule that tells a memory of words\n"
                "  assign s2_lowest = s2_words & (~s2_words + %d'd1);\n",
                w - 1, w);
    fprintf(
        c->out,
        "  logic [%d:0] s2_same;\n  for (genvar i = 0; i < %d; i++) begin : g_same\n    assign s2_same[i] = "
        "word_like[i*%d +: %d] == lead1[%d:0];\n  end\n  assign s2_group = s2_same & ",
        w - 1, w, like, like, like - 1);
    const char *end = c->f.alone ? cg_arena_printf(c->f.arena, " & (s2_lowest | {%d{!alone}});\n", w) : ";\n";
    if (c->f.widen)
        fprintf(c->out, "(s2_words | {%d{widen && s2_block}})%s", w, end);
    else
        fprintf(c->out, "s2_words%s", end);
}

// How many words it has: in unary where rules subtract that (note [fewer] in terms.h), as a number for all
// else.
static void print_word_count(sv_control *c) {
    const int w = sv_words_of(c);
    if (c->f.words_fewer)
        fprintf(c->out,
                "  logic [%d:0] words_least; // [k]: they are more than k\n  cohgen_least #(.Bits(%d)) "
                "u_words_least "
                "(.bits_i(s2_group), .least_o(words_least));\n",
                w - 1, w);
    if (c->f.words)
        fprintf(c->out,
                "  always_comb begin\n    words = '0;\n    for (int i = 0; i < %d; i++) words = words + "
                "%d'(s2_group[i]);\n  end\n",
                w, c->f.words);
}

void sv_words_present(sv_control *c) {
    each_word(c);
    alarm_words(c);
    requested_words(c);
    set_of_words(c);
    print_leader(c);
    print_group(c);
    print_rest(c);
    print_own_word(c);
    print_word_count(c);
}
