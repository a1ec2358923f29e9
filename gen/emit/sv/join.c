// S2: what joins a message on its way out, from the data array, the store buffer or the message that came:
// its line with the mask of the bytes that count, or one word of the line.
#include <string.h>

#include "control.h"

static bool lane_carries(const sv_control *c, int channel, cg_payload pay) {
    const cg_channel *ch = &c->s->channels[channel];
    for (int i = 0; i < ch->n_msgs; i++) {
        if (c->s->msgs[ch->msgs[i]].payload == pay) return true;
    }
    return false;
}

// The message is of a kind that carries `pay`.
static sv_logic *is_of_kind(const sv_control *c, int channel, const char *lane, cg_payload pay) {
    const cg_channel *ch = &c->s->channels[channel];
    char kind[SV_NAME];
    sv_logic *is = sv_logic_new(c->f.arena, SV_ANY);
    for (int i = 0; i < ch->n_msgs; i++)
        if (c->s->msgs[ch->msgs[i]].payload == pay)
            sv_term(is, cg_arena_printf(c->f.arena, "it carries %s", CG_PAYLOAD_WORDS[pay]),
                    "s2_%s.kind == %s_pkg::%s", lane, c->plan->name, sv_kind(c->s, channel, i, kind));
    return is;
}

static void print_if_kind(sv_control *c, int channel, const char *lane, cg_payload pay) {
    fputc('(', c->out);
    sv_logic_print(c->out, is_of_kind(c, channel, lane, pay));
    fputs(") ? ", c->out);
}

// Bytes of the line come with a mask by the table, those of an entry with the entry's.
static void join_masked(sv_control *c, const char *lane, bool entries) {
    if (!entries) {
        fprintf(c->out, "    %s_out.line = data_rdata;\n", lane);
        return;
    }
    fprintf(c->out,
            "    %s_out.line = s2_drain_q ? sb_line : data_rdata;\n"
            "    %s_out.bytes = s2_drain_q ? sb_bytes : s2_%s.bytes;\n",
            lane, lane, lane);
}

// Bytes are those of the message in S2, a line is this controller's.
static void join_relayed(sv_control *c, int channel, const char *lane) {
    fprintf(c->out, "    %s_out.bytes = s2_bytes_in;\n    %s_out.line = ", lane, lane);
    if (lane_carries(c, channel, CG_PAY_LINE)) {
        print_if_kind(c, channel, lane, CG_PAY_BYTES);
        fputs("s2_line : data_rdata;\n", c->out);
    } else {
        fputs("s2_line;\n", c->out);
    }
}

static void join_line(sv_control *c, int channel, const char *lane) {
    const int k = sv_out_position(c->mp, channel);
    if (c->f.relays[k]) {
        join_relayed(c, channel, lane);
        return;
    }
    if (c->f.sends_masked[k]) {
        join_masked(c, lane, c->f.sends_entries[k]);
        return;
    }
    if (!cg_slot_find(&c->plan->lanes[channel].layout, "bytes") || !c->mp->has_buffer) {
        const int n = (int)c->s->line_bytes / sv_line_bytes(c); // of a word, which stands in all of its line
        fprintf(c->out, n > 1 ? "    %s_out.line = {%d{data_rdata}};\n" : "    %s_out.line = data_rdata;\n",
                lane, n);
        return;
    }
    fprintf(c->out, "    %s_out.bytes = sb_bytes;\n    %s_out.line = ", lane, lane);
    if (lane_carries(c, channel, CG_PAY_LINE)) {
        print_if_kind(c, channel, lane, CG_PAY_BYTES);
        fputs("sb_line : data_rdata;\n", c->out);
    } else {
        fputs("sb_line;\n", c->out);
    }
}

static void join_value(sv_control *c, int channel, const char *lane) {
    const cg_lane_plan *plan = &c->plan->lanes[channel];
    const int word = (int)(cg_slot_find(&plan->layout, "word") - plan->layout.slots);
    fprintf(c->out, "    %s_out.word = ", lane);
    if (c->s->channels[channel].payload_word == CG_PAY_VALUE && !cg_plan_guest(plan, word)) {
        fprintf(c->out, "%s_value;\n", lane);
        return;
    }
    print_if_kind(c, channel, lane, CG_PAY_VALUE);
    fprintf(c->out, "%s_value : s2_%s.word;\n", lane, lane);
}

void sv_control_join(sv_control *c, int channel, const char *lane) {
    const bool value = lane_carries(c, channel, CG_PAY_VALUE);
    const char *word = c->m->of_words ? ""
                                      : cg_arena_printf(c->f.arena, "[{s2_%s.addr[%d:2], 5'd0} +: 32]", lane,
                                                        c->mp->line_shift - 1);
    if (value)
        fprintf(c->out,
                "  logic [31:0] %s_value; // of the word that the message is about\n"
                "  assign %s_value = data_rdata%s;\n",
                lane, lane, word);
    fprintf(c->out, "  always_comb begin\n    %s_out = s2_%s;\n", lane, lane);
    if (c->s->channels[channel].payload_line != CG_PAY_NONE) join_line(c, channel, lane);
    if (value) join_value(c, channel, lane);
    fputs("  end\n", c->out);
}
