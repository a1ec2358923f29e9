// note [links] in docs/rtl.md: lanes whose links are narrower than a line. A message waits as a header and a
// line, each in places of its own, at both ends, and crosses as a packet of flits.

#include "control.h"

static const cg_lane_plan *lane_sent(const sv_control *c, int k) {
    return &c->plan->lanes[c->mp->out_channels[k]];
}

bool sv_link_sends(const sv_control *c, int k) {
    return lane_sent(c, k)->link_bits > 0;
}

// Note [links]: does S2 give a reserved place back? Not of words, each of which has a state, nor where what
// leaves is not what S2 sends.
static bool gives_back(const sv_control *c, int k) {
    const cg_lane_plan *l = lane_sent(c, k);
    return l->apart && l->out_lines > 1 && !c->mp->words && !sv_pair_on(c, k) && !l->joining;
}

static bool all_bring_lines(const sv_control *c, int channel) {
    return cg_plan_with_lines(c->s, channel) == c->s->channels[channel].n_msgs;
}

// ------------------------------------------------------------------------------------------- the receiver

// Its message in S2 is done with, and has brought a line. Where the message settles, whatever its rule, this
// does not wait for the table.
static void print_line_done(sv_control *c, const sv_port *p) {
    const bool settles = c->plan->lanes[p->channel].settles;
    sv_logic *done = sv_logic_new(c->f.arena, SV_ALL);
    if (settles) {
        sv_term(done, "the message is in S2", "s2_%s_q", p->name);
        sv_term(done, "its time has come", "s2_live");
    } else {
        sv_term(done, "the message is done with", "%s_commit", p->name);
    }
    sv_logic *kind = sv_group(done, SV_ANY, "it has brought a line");
    bool all = true;
    for (int e = 0; e < c->m->n_events; e++) {
        if (!sv_port_brings(c, p, e)) continue;
        if (cg_plan_has_line(&c->s->msgs[c->m->events[e].msg]))
            sv_event_term(c, kind, "its event is that of one that does", "s2", e);
        else
            all = false;
    }
    if (all) done->n_terms = 1;
    sv_logic_assign(c->out, cg_arena_printf(c->f.arena, "%s_line_done", p->name), done);
    if (settles)
        fprintf(c->out,
                "`ifdef COHGEN_ASSERT\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
                "    if (rst_ni) settles_%s: assert (!%s_line_done || %s_commit) else\n"
                "      $error(\"%s.%s: a message is not done with whose line has left its place\");\n"
                "  end\n`endif\n",
                p->name, p->name, p->name, c->plan->name, c->m->name);
}

static void print_receiver(sv_control *c, const sv_port *p, int sources, int places, const char *src,
                           const char *room) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const cg_slot *at = cg_slot_find(&lane->head, "src");
    fprintf(
        c->out,
        "  cohgen_link_rx #(\n    .Width(%d), .LinkBits(%d), .Beats(%d), .Sources(%d), .Places(%d), "
        ".SrcAt(%d), .SrcBits(%d), .Lead(%d), .Ahead(%d)\n  ) u_%s_link (\n    .room_o(%s), .src_i(%s),\n",
        lane->head.width, lane->link_bits, lane->beats, sources, places, at->offset, at->width, lane->lead,
        lane->settles, p->name, room, src);
}

// The places for lines. Steered, each sender has some, since messages of different senders pass each other.
static void print_receivers(sv_control *c, const sv_port *p) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const int n_src = lane->n_src, src_bits = cg_slot_find(&lane->head, "src")->width;
    const bool apart = sv_by_source(c, p);
    cg_arena *a = c->f.arena;
    const char *src = src_bits == cg_slot_find(&c->mp->trace, "src")->width
                          ? "s2_in_q.src"
                          : cg_arena_printf(a, "s2_in_q.src[%d:0]", src_bits - 1);
    const char *room = cg_arena_printf(a, apart ? "%s_room_o" : "unused_%s_room", p->name);
    fputs("`ifdef COHGEN_STEER\n", c->out);
    if (!apart) fprintf(c->out, "  logic [%d:0] %s;\n", n_src - 1, room);
    print_receiver(c, p, n_src, sv_steered_depth(c, p, lane->in_depth), src, room);
    fputs("`else\n", c->out);
    if (!apart) fprintf(c->out, "  logic %s;\n", room);
    print_receiver(c, p, apart ? n_src : 1, lane->in_lines,
                   apart ? src : cg_arena_printf(a, "%d'd0", src_bits), room);
    fputs("`endif\n", c->out);
}

void sv_link_queue(sv_control *c, const sv_port *p) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const char *n = p->name;
    const bool apart = sv_by_source(c, p);
    const char *unused = apart ? "unused_" : "";
    cg_arena *a = c->f.arena;
    fprintf(
        c->out,
        "  %s_pkg::%s_head_t %s_msg, %s_head;\n  logic %s_offered, %s_line_done, %s%s_fits, %s%s_inside;\n"
        "  logic [%d:0] %s_line; // of the message in S2\n",
        c->plan->name, n, n, n, n, n, unused, n, unused, n, (int)c->s->line_bytes * 8 - 1, n);
    if (!apart)
        fprintf(c->out,
                "  logic %s_head_ready;\n  assign %s_ready_o = (%s_head_ready || %s_inside) && %s_fits;\n", n,
                n, n, n, n);
    print_line_done(c, p);
    print_receivers(c, p);
    fprintf(c->out,
            "    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(%s_valid_i%s), .flit_i(%s_i), .fits_o(%s%s_fits),\n"
            "    .inside_o(%s%s_inside), .head_valid_o(%s_offered), .head_o(%s_head), .done_i(%s_line_done), "
            ".line_o(%s_line)\n  );\n",
            n, apart ? "" : cg_arena_printf(a, " && %s_ready_o", n), n, unused, n, unused, n, n, n, n, n);
    const sv_queue queue = {.width = lane->head.width,
                            .depth = lane->in_depth,
                            .valid = cg_arena_printf(a, "%s_offered", n),
                            .ready = cg_arena_printf(a, apart ? "%s_ready_o" : "%s_head_ready", n),
                            .data = cg_arena_printf(a, "%s_head", n),
                            .oldest = p->bytes ? cg_arena_printf(a, "%s_head_t", n) : NULL};
    sv_port_queue(c, p, &queue);
}

const char *sv_line_of_port(const sv_control *c, const sv_port *p) {
    return cg_arena_printf(c->f.arena, c->plan->lanes[p->channel].link_bits ? "%s_line" : "%s_old.line",
                           p->name);
}

// --------------------------------------------------------------------------------------------- the sender

void sv_link_room_terms(sv_control *c, const sv_port *p, int k, sv_logic *ok) {
    char lane[SV_NAME], ev[SV_NAME];
    bool some = false;
    if (!sv_link_sends(c, k)) return;
    for (int e = 0; e < c->m->n_events; e++) some |= sv_port_brings(c, p, e) && c->f.sends_line[e][k];
    if (!some) return;
    sv_logic *has = sv_group(ok, SV_ANY, "the line that it may send has room");
    sv_term(has, "in a place for lines", "room_line_%s", sv_lane(c->s, c->mp->out_channels[k], lane));
    for (int e = 0; e < c->m->n_events; e++)
        if (sv_port_brings(c, p, e) && !c->f.sends_line[e][k])
            sv_term(has, "it sends no line there", "%s_event == %s_pkg::%s", p->name, c->plan->name,
                    sv_event(c->m, e, ev));
}

void sv_link_lacks_terms(sv_control *c, int k, sv_logic *full) {
    char lane[SV_NAME];
    if (!sv_link_sends(c, k)) return;
    sv_lane(c->s, c->mp->out_channels[k], lane);
    sv_logic *no = sv_group(full, SV_ALL, "the line has no room");
    sv_term(no, "all places for lines are taken", "!room_line_%s", lane);
    const int channel = c->mp->out_channels[k];
    if (all_bring_lines(c, channel)) return;
    sv_lines_terms(c, channel, cg_arena_printf(c->f.arena, "s2_%s.kind", lane),
                   sv_group(no, SV_ANY, "it sends one"));
}

// An event is taken that may send a line in two cycles.
static void print_reserve(sv_control *c, int k, const char *lane) {
    char ev[SV_NAME];
    sv_logic *reserve = sv_logic_new(c->f.arena, SV_ANY);
    for (int i = 0; i < c->n_ports; i++) {
        const sv_port *p = &c->ports[i];
        if (sv_words_room_later(c, p->kind)) continue;
        bool some = false, all = true;
        for (int e = 0; e < c->m->n_events; e++) {
            if (!sv_port_brings(c, p, e)) continue;
            some |= c->f.sends_line[e][k];
            all &= c->f.sends_line[e][k];
        }
        if (!some) continue;
        sv_logic *taken = sv_group(reserve, SV_ALL, "an event of this port");
        sv_term(taken, "is taken", "%s_take", p->name);
        if (sv_probe_of(c, p)) sv_term(taken, "which is no probe", "!%s", sv_probe_of(c, p));
        if (all) continue;
        sv_logic *which = sv_group(taken, SV_ANY, "that may send a line");
        for (int e = 0; e < c->m->n_events; e++)
            if (sv_port_brings(c, p, e) && c->f.sends_line[e][k])
                sv_term(which, "this one", "%s_event == %s_pkg::%s", p->name, c->plan->name,
                        sv_event(c->m, e, ev));
    }
    sv_logic_assign(c->out, cg_arena_printf(c->f.arena, "%s_reserve", lane), reserve);
}

// May the event e send a line if it finds the line in this state?
static bool may_send_line(const sv_control *c, int state, int e, int channel) {
    for (int i = 0; i < c->m->n_rules; i++) {
        const cg_rule *r = &c->m->rules[i];
        if (r->event != e || (r->state != state && r->state != CG_NONE)) continue;
        for (int a = 0; a < r->n_actions; a++)
            if (cg_does(&r->actions[a], CG_DOES_SENDS) && c->s->msgs[r->actions[a].msg].channel == channel &&
                cg_plan_has_line(&c->s->msgs[r->actions[a].msg]))
                return true;
    }
    return false;
}

static bool sends_line_everywhere(const sv_control *c, int e, int channel) {
    bool all = true;
    for (int s = 0; s < c->m->n_states; s++) all &= may_send_line(c, s, e, channel);
    return all;
}

// Does what is in S2 keep the place that S0 has reserved? Where there are several, and state and kind of
// event, which are there before the table's answer, say that no rule sends a line, S0 may give the place to
// another.
static void print_keeps(sv_control *c, int k, const char *lane) {
    char name[SV_NAME];
    const int channel = c->mp->out_channels[k];
    if (!gives_back(c, k)) return;
    sv_logic *keeps = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(keeps, "an event", "s2_valid_q");
    sv_logic *some = sv_group(keeps, SV_ANY, "some rule for it sends a line");
    for (int e = 0; e < c->m->n_events; e++) {
        if (!c->f.sends_line[e][k]) continue;
        sv_logic *this = sv_group(some, SV_ALL, "of this kind");
        sv_event_term(c, this, "this one", "s2", e);
        if (sends_line_everywhere(c, e, channel)) continue;
        sv_logic *states = sv_group(this, SV_ANY, "in a state in which one does");
        for (int s = 0; s < c->m->n_states; s++)
            if (may_send_line(c, s, e, channel))
                sv_term(states, "this one", "s2_state_q == %s_pkg::%s", c->plan->name,
                        sv_state(c->m, s, name));
    }
    sv_logic_assign(c->out, cg_arena_printf(c->f.arena, "%s_keeps", lane), keeps);
}

// The ports of the controller, beside valid, ready and the message itself: those of messages without a line.
void sv_link_ports(sv_control *c, int k, const char *lane) {
    const cg_lane_plan *l = lane_sent(c, k);
    if (l->apart)
        fprintf(
            c->out,
            "  input  logic [%d:0] %s_busy_i, // receivers at which no packet can begin\n"
            "  output logic %s_short_valid_o, // messages without a line\n  input  logic %s_short_ready_i,\n"
            "  output logic [%d:0] %s_short_dst_o,\n  output %s_pkg::%s_head_t %s_short_o,\n",
            l->n_dst - 1, lane, lane, lane, l->n_dst - 1, lane, c->plan->name, lane, lane);
}

static void print_short_port(sv_control *c, const cg_lane_plan *l, const char *lane) {
    if (l->apart)
        fprintf(
            c->out,
            "    .busy_i(%s_busy_i), .short_valid_o(%s_short_valid_o), .short_ready_i(%s_short_ready_i),\n"
            "    .short_head_o({%s_short_dst_o, %s_short_o})\n",
            lane, lane, lane, lane, lane);
    else
        fprintf(c->out,
                "    .busy_i('0), .short_valid_o(unused_%s_short), .short_ready_i(1'b0), "
                ".short_head_o(unused_%s_short_head)\n",
                lane, lane);
}

// Does the message `of` bring a line?
static const char *has_line(sv_control *c, int channel, const char *of) {
    if (all_bring_lines(c, channel)) return "1'b1";
    return sv_logic_text(sv_lines_brings(c, channel, cg_arena_printf(c->f.arena, "%s.kind", of)));
}

// What S2 sends. note [paired]: with an eviction, its message is the first, and that of the rule has no line.
static void print_pushes(sv_control *c, int k, const char *lane) {
    const int channel = c->mp->out_channels[k];
    const bool joins = lane_sent(c, k)->joining;
    const char *line = has_line(c, channel, cg_arena_printf(c->f.arena, "%s_out", lane));
    const char *left = cg_arena_printf(c->f.arena, "%s_left", lane);
    const char *sent = joins ? left : cg_arena_printf(c->f.arena, "%s_out", lane);
    if (sv_pair_on(c, k))
        fprintf(c->out,
                "    .push_valid_i((s2_fire && %s_send) || %s_first),\n    .push_line_i(%s_first ? "
                "%s_first_line : (%s)),\n    .push_head_i(%s_first ? %s_header_evicts : %s_header), "
                ".push_data_i(data_rdata),\n"
                "    .push2_valid_i(s2_fire && %s_send && %s_first), .push2_head_i(%s_header),\n"
                "    .room_pair_o(room_%s_two), .room_spare_o(room_line_%s_spare),\n",
                lane, lane, lane, lane, line, lane, lane, lane, lane, lane, lane, lane, lane);
    else
        fprintf(c->out,
                "    .push_valid_i(%s),\n    .push_line_i(%s),\n    .push_head_i({%s_dst, "
                "%s}),\n"
                "    .push_data_i(%s.line), .push2_valid_i(1'b0), .push2_head_i('0),\n"
                "    .room_pair_o(unused_%s_two), .room_spare_o(unused_%s_spare),\n",
                joins ? cg_arena_printf(c->f.arena, "%s_leaves", lane)
                      : cg_arena_printf(c->f.arena, "s2_fire && %s_send", lane),
                line, joins ? left : cg_arena_printf(c->f.arena, "s2_%s", lane),
                sv_lines_header(c, lane_sent(c, k), sent), sent, lane, lane);
}

// note [paired]: one place, and nobody has reserved the line of an eviction that happens with a transition.
// What is taken in that cycle would find the place taken.
static void print_only_place(sv_control *c, const char *lane) {
    sv_logic *room = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(room, "the place is free", "room_line_%s_only", lane);
    sv_term(room, "no eviction with the transition in S2 takes it", "!s2_%s_first_q", lane);
    sv_logic_assign(c->out, cg_arena_printf(c->f.arena, "room_line_%s", lane), room);
}

void sv_link_out(sv_control *c, int k, const char *lane) {
    const cg_lane_plan *l = lane_sent(c, k);
    const int later = sv_room_late_line(c, k), pairs = sv_pair_on(c, k), width = l->head.width + l->n_dst;
    // An eviction that is an event of its own leaves a place to one that is not, if there is another.
    // Where messages join, one is left for what waits for others, note [joins].
    const bool joins = l->joining;
    const int places_for_lines = l->out_lines + later + joins,
              spare = later || joins || (pairs && places_for_lines > 1);
    const char *unused = l->beats > 1 ? "" : "unused_";
    fprintf(c->out,
            "  logic %s_reserve, %s%s_out_last;\n  logic [%d:0] %s_out_beat;\n  %s_pkg::%s_head_t "
            "%s_out_head;\n",
            lane, unused, lane, l->link_bits - 1, lane, c->plan->name, lane, lane);
    if (!l->apart)
        fprintf(c->out, "  logic unused_%s_short;\n  logic [%d:0] unused_%s_short_head;\n", lane, width - 1,
                lane);
    fprintf(c->out,
            pairs ? "  logic room_%s_two, room_line_%s_spare;\n"
                  : "  logic unused_%s_two, unused_%s_spare;\n",
            lane, lane);
    if (pairs && !spare) fprintf(c->out, "  logic room_line_%s_only;\n", lane);
    print_reserve(c, k, lane);
    if (gives_back(c, k)) fprintf(c->out, "  logic %s_keeps;\n", lane);
    print_keeps(c, k, lane);
    const bool asked_late = sv_room_late(c, k), no_ask = asked_late || !sv_room_early(c, k);
    const char *places = cg_arena_printf(c->f.arena, asked_late ? "%s_free" : "unused_free_%s", lane);
    fprintf(c->out, "  logic [%d:0] %s;\n", cg_bits((uint64_t)l->depth) - 1, places);
    if (no_ask) fprintf(c->out, "  logic unused_room_%s;\n", lane);
    fprintf(c->out,
            "  cohgen_link_tx #(\n    .Width(%d), .DstBits(%d), .LinkBits(%d), .Beats(%d), .Depth(%d), "
            ".Places(%d), "
            ".Spare(%d), .Apart(%d), .Pairs(%d), .Steady(%d)%s\n  ) u_%s_out (\n    .clk_i(clk_i), "
            ".rst_ni(rst_ni),\n",
            width, l->n_dst, l->link_bits, l->beats, l->depth, places_for_lines, spare, l->apart, pairs,
            l->steady, sv_settle(c), lane);
    print_pushes(c, k, lane);
    fprintf(c->out,
            "    .reserve_i(%s_reserve), .keep_i(%s), .room_o(%sroom_%s), .free_o(%s), "
            ".room_line_o(room_line_%s%s),\n    "
            ".valid_o(%s_valid_o), .ready_i(%s_ready_i), .last_o(%s%s_out_last), .beat_o(%s_out_beat),\n"
            "    .head_o({%s_dst_o, %s_out_head}),\n",
            lane, gives_back(c, k) ? cg_arena_printf(c->f.arena, "%s_keeps", lane) : "1'b1",
            no_ask ? "unused_" : "", lane, places, lane, pairs && !spare ? "_only" : "", lane, lane, unused,
            lane, lane, lane, lane);
    print_short_port(c, l, lane);
    if (l->beats > 1)
        fprintf(c->out, "  );\n  assign %s_o = {%s_out_last, %s_out_beat, %s_out_head};\n", lane, lane, lane,
                lane);
    else
        fprintf(c->out, "  );\n  assign %s_o = {%s_out_beat, %s_out_head}; // a message\n", lane, lane, lane);
    if (asked_late) sv_room_print(c, k, cg_bits((uint64_t)l->depth));
    if (pairs && !spare) print_only_place(c, lane);
}
