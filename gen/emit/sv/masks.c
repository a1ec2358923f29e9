// Masks of a line's bytes: which bytes the event names, and assertions about what is done to the line's.
#include "control.h"
#include "lang/mask.h"

// The events that bring a word and its mask: stores of the core, and messages with a word.
static bool brings_word(const sv_control *c, const cg_event *e) {
    if (e->kind == CG_EV_CORE) return e->core == CG_STORE;
    return e->kind == CG_EV_MESSAGE && c->s->msgs[e->msg].payload == CG_PAY_WORD;
}

static bool brings_bytes(const sv_control *c, const cg_event *e) {
    return e->kind == CG_EV_MESSAGE && c->s->msgs[e->msg].payload == CG_PAY_BYTES;
}

static sv_logic *events_that(sv_control *c, const char *why,
                             bool (*does)(const sv_control *c, const cg_event *e)) {
    sv_logic *is = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (does(c, &c->m->events[e])) sv_event_term(c, is, why, "s2", e);
    return is;
}

// All four bytes of its word, or those of a store.
static void print_named(sv_control *c, const char *name) {
    const int bytes = (int)c->s->line_bytes;
    sv_choice *word = sv_choice_new(c->f.arena, "4'hf"), *all = NULL;
    sv_logic *stores = events_that(c, "it writes some bytes of its word", brings_word);
    sv_logic *lines = events_that(c, "it brings bytes of the line", brings_bytes);
    if (stores->n_terms)
        sv_term(sv_choice_add(word, "those that it writes", "s2_in_q.mask"), "there are some", "(%s)",
                sv_logic_text(stores));
    fprintf(c->out, "  logic [%d:0] %s; // of the line, by the event\n  logic [3:0] %s_of_word;\n", bytes - 1,
            name, name);
    fprintf(c->out, "  assign %s_of_word = ", name);
    sv_choice_print(c->out, word);
    all = sv_choice_new(c->f.arena, "%d'(%s_of_word) << {s2_in_q.addr[%d:2], 2'b00}", bytes, name,
                        c->mp->line_shift - 1);
    if (lines->n_terms)
        sv_term(sv_choice_add(all, "those that it brings", "s2_bytes_in"), "there are some", "(%s)",
                sv_logic_text(lines));
    fprintf(c->out,
            ";%s\n  assign %s = ", stores->n_terms ? "" : " // no event names some bytes of a word alone",
            name);
    sv_choice_print(c->out, all);
    fputs(";\n", c->out);
}

void sv_masks_named(sv_control *c) {
    if (c->f.leaf[CG_X_BYTES]) print_named(c, CG_LEAVES[CG_X_BYTES].wire);
    // Of a word of many sv_words_buffer() says it. Only rules for stores may ask (E0311).
    if (c->f.whole && !c->mp->words)
        fprintf(c->out, "  logic %s;\n  assign %s = &s2_in_q.mask;\n", CG_LEAVES[CG_X_WHOLE].name,
                CG_LEAVES[CG_X_WHOLE].name);
}

void sv_masks_declare(sv_control *c) {
    if (!c->f.fills_around) return;
    fprintf(c->out, "  logic [%d:0] fill_kept; // bytes that a fill leaves as they are\n",
            (int)c->s->line_bytes - 1);
}

// --------------------------------------------------------------------------------------------- assertions

// "if (state == ...) valid_bytes = line_dirty;"
static void print_valid(sv_control *c) {
    char state[SV_NAME];
    fputs("    valid_bytes = '1;\n", c->out);
    for (int i = 0; i < c->m->n_states; i++)
        if (c->m->states[i].valid != CG_NONE)
            fprintf(c->out, "    if (state == %s_pkg::%s) valid_bytes = line_%s;\n", c->plan->name,
                    sv_state(c->m, i, state), c->m->line[c->m->states[i].valid].name);
}

static bool asks_data(const sv_control *c, const cg_event *e) {
    (void)c;
    return e->kind == CG_EV_CORE && (e->core == CG_LOAD || e->core == CG_ATOMIC);
}

// Messages of a lane with such a payload: "s2_req.kind == ...".
static sv_logic *kinds_that(sv_control *c, int channel, const char *lane, cg_payload pay) {
    const cg_channel *ch = &c->s->channels[channel];
    char kind[SV_NAME];
    sv_logic *is = sv_logic_new(c->f.arena, SV_ANY);
    for (int i = 0; i < ch->n_msgs; i++)
        if (c->s->msgs[ch->msgs[i]].payload == pay)
            sv_term(is, "it is of such a kind", "s2_%s.kind == %s_pkg::%s", lane, c->plan->name,
                    sv_kind(c->s, channel, i, kind));
    return is;
}

// The bytes of the word that the event is about.
static const char *asked_bytes(const sv_control *c) {
    return cg_arena_printf(c->f.arena, "(%d'(4'hf) << {s2_in_q.addr[%d:2], 2'b00})", (int)c->s->line_bytes,
                           c->mp->line_shift - 1);
}

// What leaves on each lane.
static void print_sent(sv_control *c, const char *to, cg_payload pay) {
    char lane[SV_NAME];
    for (int k = 0; k < c->mp->n_out; k++) {
        const int ch = c->mp->out_channels[k];
        sv_lane(c->s, ch, lane);
        const sv_logic *kinds = kinds_that(c, ch, lane, pay);
        if (!kinds->n_terms || (pay == CG_PAY_BYTES && !c->f.sends_masked[k])) continue;
        const char *value = pay == CG_PAY_BYTES   ? cg_arena_printf(c->f.arena, "s2_%s.bytes", lane)
                            : pay == CG_PAY_VALUE ? asked_bytes(c)
                                                  : "'1";
        fprintf(c->out, "    if (%s_send && (%s)%s) %s = %s | %s;\n", lane, sv_logic_text(kinds),
                c->mp->has_buffer ? " && !s2_drain_q" : "", to, to, value);
    }
}

static void print_used(sv_control *c) {
    const sv_logic *asks = events_that(c, "it asks for a word", asks_data);
    fputs("    used_bytes = '0;\n", c->out);
    if (asks->n_terms)
        fprintf(c->out, "    if ((hit && (%s)) || atomic) used_bytes = %s;\n", sv_logic_text(asks),
                asked_bytes(c));
    print_sent(c, "used_bytes", CG_PAY_LINE);
    print_sent(c, "used_bytes", CG_PAY_VALUE);
    print_sent(c, "used_bytes", CG_PAY_BYTES);
}

static void assert_valid(sv_control *c) {
    fprintf(c->out,
            "  always_ff @(posedge clk_i) begin\n"
            "    used_is_valid: assert (!(s2_fire && s2_block) || (used_bytes & ~valid_bytes) == '0) else\n"
            "      $error(\"%s.%s: bytes of a line are used that are not valid\");\n  end\n",
            c->plan->name, c->m->name);
}

static void assert_kept(sv_control *c, int field) {
    const char *name = c->m->line[field].name;
    fprintf(c->out, "  logic [%d:0] %s_lost;\n  always_comb begin\n    %s_lost = line_%s & ~sent_bytes;\n",
            (int)c->s->line_bytes - 1, name, name, name);
    fprintf(c->out, "    if (next != '0) %s_lost = %s_lost & ~(line_%s_d & staying_bytes);\n  end\n", name,
            name, name);
    fprintf(c->out,
            "  always_ff @(posedge clk_i) begin\n"
            "    %s_is_kept: assert (!(s2_fire && s2_block) || %s_lost == '0) else\n"
            "      $error(\"%s.%s: bytes of line.%s are lost\");\n  end\n",
            name, name, c->plan->name, c->m->name, name);
}

static void print_staying(sv_control *c) {
    fputs("    staying_bytes = '1;\n", c->out);
    if (!c->f.verb[CG_A_FILL]) return;
    fprintf(c->out, "    if (fill) staying_bytes = %s%s;\n", c->f.fills_around ? "fill_kept" : "'0",
            c->mp->early_bytes
                ? cg_arena_printf(c->f.arena, " | (marked_bytes & {%d{held}})", (int)c->s->line_bytes)
                : "");
}

void sv_masks_assert(sv_control *c) {
    const int bytes = (int)c->s->line_bytes;
    if (!cg_has_masks(c->m)) return;
    fprintf(
        c->out,
        "\n`ifdef COHGEN_ASSERT\n  // Bytes of the line: those that are used are valid, and those of which "
        "rules send none is lost.\n"
        "  logic [%d:0] valid_bytes, used_bytes, sent_bytes, staying_bytes;\n  always_comb begin\n",
        bytes - 1);
    print_valid(c);
    print_used(c);
    fputs("    sent_bytes = '0;\n", c->out);
    print_sent(c, "sent_bytes", CG_PAY_BYTES);
    print_staying(c);
    fputs("  end\n", c->out);
    assert_valid(c);
    for (int i = cg_next_mask(c->m, CG_NONE); i != CG_NONE; i = cg_next_mask(c->m, i))
        if (cg_is_sent(c->m, i)) assert_kept(c, i);
    fputs("`endif\n", c->out);
}
