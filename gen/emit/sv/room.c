// note [room] in docs/rtl.md: which events ask for room on a lane before they are taken, in S0, and which ask
// when their rule is known, in S2.
//
// An event that asks in S0 claims a place of the lane's queue while it is in S1 and in S2. S0 takes such an
// event if there is a place beside those that are claimed, and beside one that S2 may take without a claim.
// S2 sends without a claim if there is a place beside that of S1. What finds none goes back, and its port
// offers nothing more before the lane has room: with a queue for each sender the sender sleeps (sources.c),
// any other port has a flag.
#include "control.h"

static const char *lane_name(const sv_control *c, int k) {
    char lane[SV_NAME];
    return cg_arena_printf(c->f.arena, "%s", sv_lane(c->s, c->mp->out_channels[k], lane));
}

// Does the plan say so of an event of the port?
static bool some_may_wait(const sv_control *c, const sv_port *p, int k) {
    bool some = false;
    if (p->kind != SV_PORT_CORE && p->kind != SV_PORT_LANE && p->kind != SV_PORT_REPLAY) return false;
    for (int e = 0; e < c->m->n_events; e++)
        some |= sv_port_brings(c, p, e) &&
                cg_plan_asks(c->s, c->machine, e, c->mp->out_channels[k]) == CG_ASKS_LATE;
    return some;
}

// Does event `e` of port `p` ask for room on out lane `k` in S2? If some of the port's do, all do that may.
static bool asks_late(const sv_control *c, const sv_port *p, int e, int k) {
    if (!sv_port_brings(c, p, e) || !c->f.sends[e][k]) return false;
    if (sv_words_room_later(c, p->kind)) return true;
    return some_may_wait(c, p, k) &&
           cg_plan_asks(c->s, c->machine, e, c->mp->out_channels[k]) != CG_ASKS_EARLY;
}

bool sv_room_port_late(const sv_control *c, const sv_port *p, int k) {
    bool some = false;
    for (int e = 0; e < c->m->n_events; e++) some |= asks_late(c, p, e, k);
    return some;
}

// ... or in S0? Where lines wait apart from headers, only a message without one takes a place of the queue.
static bool asks_early(const sv_control *c, const sv_port *p, int e, int k) {
    bool **const sends = sv_link_sends(c, k) ? c->f.sends_bare : c->f.sends;
    return sv_port_brings(c, p, e) && sends[e][k] && !asks_late(c, p, e, k);
}

static bool port_asks_early(const sv_control *c, const sv_port *p, int k) {
    bool some = false;
    for (int e = 0; e < c->m->n_events; e++) some |= asks_early(c, p, e, k);
    return some;
}

bool sv_room_late(const sv_control *c, int k) {
    bool some = false;
    for (int i = 0; i < c->n_ports; i++) some |= sv_room_port_late(c, &c->ports[i], k);
    return some;
}

bool sv_room_late_line(const sv_control *c, int k) {
    bool some = false;
    for (int i = 0; i < c->n_ports; i++)
        for (int e = 0; e < c->m->n_events; e++)
            some |= asks_late(c, &c->ports[i], e, k) && c->f.sends_line[e][k];
    return some;
}

static bool lane_asks_early(const sv_control *c, int k) {
    bool some = false;
    for (int i = 0; i < c->n_ports; i++) some |= port_asks_early(c, &c->ports[i], k);
    return some;
}

bool sv_room_early(const sv_control *c, int k) {
    return lane_asks_early(c, k);
}

// Does some event send there that does not ask in S2?
static bool others_send(const sv_control *c, int k) {
    bool some = false;
    for (int i = 0; i < c->n_ports; i++)
        for (int e = 0; e < c->m->n_events; e++)
            some |=
                sv_port_brings(c, &c->ports[i], e) && c->f.sends[e][k] && !asks_late(c, &c->ports[i], e, k);
    return some;
}

// A flag, not a sleeping sender: the port waits for the lane.
static bool has_flag(const sv_control *c, const sv_port *p, int k) {
    return sv_room_port_late(c, p, k) && !sv_by_source(c, p) && !sv_words_room_later(c, p->kind);
}

// ------------------------------------------------------------------------------------------------------ S0

void sv_room_terms(sv_control *c, const sv_port *p, sv_logic *ok) {
    char ev[SV_NAME];
    for (int k = 0; k < c->mp->n_out; k++) {
        bool all = true;
        if (has_flag(c, p, k))
            sv_term(ok, "nothing of it waits for this lane", "!%s_waits_%s_q", p->name, lane_name(c, k));
        if (sv_words_room_later(c, p->kind)) continue;
        if (sv_pair_on(c, k)) sv_pair_room_terms(c, p, k, ok);
        sv_link_room_terms(c, p, k, ok);
        if (!port_asks_early(c, p, k)) continue;
        for (int e = 0; e < c->m->n_events; e++) all &= !sv_port_brings(c, p, e) || asks_early(c, p, e, k);
        sv_logic *has = sv_group(ok, SV_ANY, "what it may send has room");
        sv_term(has, "in the lane's queue", "room_%s", lane_name(c, k));
        for (int e = 0; !all && e < c->m->n_events; e++)
            if (sv_port_brings(c, p, e) && !asks_early(c, p, e, k))
                sv_term(has, "it sends nothing there, or asks in S2", "%s_event == %s_pkg::%s", p->name,
                        c->plan->name, sv_event(c->m, e, ev));
    }
}

// ------------------------------------------------------------------------------------------------------ S2

// The rule of the event in S2 sends on lane k, nobody has asked before, and there is no room.
static void lack_terms(sv_control *c, int k, sv_logic *lacks) {
    const char *lane = lane_name(c, k);
    if (others_send(c, k)) {
        sv_logic *ports = sv_group(lacks, SV_ANY, "nobody has asked before");
        for (int i = 0; i < c->n_ports; i++)
            if (sv_room_port_late(c, &c->ports[i], k))
                sv_term(ports, "of its events", "s2_%s_q", c->ports[i].name);
    }
    sv_logic *full = sv_group(lacks, SV_ANY, "what it sends has no room");
    sv_term(full, "its queue is full", "!place_%s", lane);
    if (sv_room_late_line(c, k)) sv_link_lacks_terms(c, k, full);
}

void sv_room_decide(sv_control *c) {
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_room_late(c, k)) continue;
        const char *lane = lane_name(c, k);
        const bool by_rule = sv_room_by_rule(c->plan, c->machine, k);
        sv_logic *lacks =
            sv_pipeline_signal(c, SV_WHEN_LIVE, SV_ALL, cg_arena_printf(c->f.arena, "lacks_%s", lane));
        sv_term(lacks, "the rule sends there", "%s_send", lane);
        if (by_rule)
            sv_term(lacks, "there is no room", "%s_missing", lane);
        else
            sv_term(c->p.blocked, "a lane has no room", "lacks_%s", lane);
        lack_terms(c, k,
                   by_rule ? sv_pipeline_signal(c, SV_FOR_TABLE, SV_ALL,
                                                cg_arena_printf(c->f.arena, "%s_missing", lane))
                           : lacks);
    }
}

void sv_missing_declare(sv_control *c) {
    const char *sep = "  logic missing, ";
    if (!sv_may_miss(c->plan, c->machine, &c->f)) return;
    for (int i = 0; i < SV_N_WANTS; i++) {
        if (!c->f.verb[SV_WANTS[i].verb]) continue;
        fprintf(c->out, "%s%s_missing", sep, SV_WANTS[i].what);
        sep = ", ";
    }
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_room_by_rule(c->plan, c->machine, k)) continue;
        fprintf(c->out, "%s%s_missing", sep, lane_name(c, k));
        sep = ", ";
    }
    fputs("; // if the rule wants it\n", c->out);
}

void sv_missing_connect(sv_control *c) {
    if (!sv_may_miss(c->plan, c->machine, &c->f)) return;
    for (int i = 0; i < SV_N_WANTS; i++)
        if (c->f.verb[SV_WANTS[i].verb])
            fprintf(c->out, "    .%s_missing_i(%s_missing),\n", SV_WANTS[i].what, SV_WANTS[i].what);
    for (int k = 0; k < c->mp->n_out; k++)
        if (sv_room_by_rule(c->plan, c->machine, k))
            fprintf(c->out, "    .%s_missing_i(%s_missing),\n", lane_name(c, k), lane_name(c, k));
    fputs("    .missing_o(missing),\n", c->out);
}

void sv_room_declare(sv_control *c) {
    for (int k = 0; k < c->mp->n_out; k++) {
        const char *lane = lane_name(c, k);
        if (sv_room_late(c, k)) fprintf(c->out, "  logic place_%s, lacks_%s;\n", lane, lane);
        for (int i = 0; i < c->n_ports; i++)
            if (has_flag(c, &c->ports[i], k))
                fprintf(c->out, "  logic %s_waits_%s_q; // for room on this lane\n", c->ports[i].name, lane);
    }
}

static void print_flags(sv_control *c, int k, const char *lane) {
    for (int i = 0; i < c->n_ports; i++) {
        const char *n = c->ports[i].name;
        if (!has_flag(c, &c->ports[i], k)) continue;
        fprintf(
            c->out,
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) %s_waits_%s_q <= 1'b0;\n"
            "    else if (place_%s) %s_waits_%s_q <= 1'b0;\n"
            "    else if (s2_live && s2_%s_q && lacks_%s) %s_waits_%s_q <= 1'b1;\n  end\n",
            n, lane, lane, n, lane, n, lane, n, lane);
    }
}

// An event is taken that has asked.
static sv_logic *claim_terms(sv_control *c, int k) {
    char ev[SV_NAME];
    sv_logic *claim = sv_logic_new(c->f.arena, SV_ANY);
    for (int i = 0; i < c->n_ports; i++) {
        const sv_port *p = &c->ports[i];
        bool all = true;
        if (!port_asks_early(c, p, k)) continue;
        for (int e = 0; e < c->m->n_events; e++) all &= !sv_port_brings(c, p, e) || asks_early(c, p, e, k);
        sv_logic *taken = sv_group(claim, SV_ALL, "an event of this port");
        sv_term(taken, "is taken", "%s_take", p->name);
        if (all) continue;
        sv_logic *which = sv_group(taken, SV_ANY, "that has asked");
        for (int e = 0; e < c->m->n_events; e++)
            if (asks_early(c, p, e, k))
                sv_term(which, "this one", "%s_event == %s_pkg::%s", p->name, c->plan->name,
                        sv_event(c->m, e, ev));
    }
    return claim;
}

// What S1's event has asked for stands in one flip-flop, what S2's has or may ask for in another.
static void print_claims(sv_control *c, int k, const char *lane) {
    sv_logic *next = sv_logic_new(c->f.arena, SV_ANY);
    const int late = sv_late(c);
    sv_term(next, "S1's event has asked", "%s_claims_q[%d]", lane, late);
    for (int i = 0; i < c->n_ports; i++)
        if (sv_room_port_late(c, &c->ports[i], k)) sv_term(next, "it will ask", "s1_%s_q", c->ports[i].name);
    fprintf(c->out,
            "  logic [%d:0] %s_claims_q; // places: %sS1's event has asked; S2's has, or asks now\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) %s_claims_q <= '0;\n"
            "    else %s_claims_q <= {%s, %s%s};\n  end\n",
            1 + late, lane, late ? "S0b's and " : "", lane, lane, sv_logic_text(next),
            late ? cg_arena_printf(c->f.arena, "%s_claims_q[0], ", lane) : "",
            sv_logic_text(claim_terms(c, k)));
}

void sv_room_print(sv_control *c, int k, int free_bits) {
    const char *lane = lane_name(c, k);
    if (!sv_room_late(c, k)) {
        if (lane_asks_early(c, k))
            fprintf(c->out, "  assign room_%s = %s_free >= %d'd%d;\n", lane, lane, free_bits, 3 + sv_late(c));
        return;
    }
    if (lane_asks_early(c, k)) {
        const char *before = cg_arena_printf(c->f.arena, "%d'(%s_claims_q[0])", free_bits, lane);
        if (sv_late(c))
            before = cg_arena_printf(c->f.arena, "%s + %d'(%s_claims_q[1])", before, free_bits, lane);
        print_claims(c, k, lane);
        fprintf(c->out,
                "  assign room_%s = %s_free > %s + %d'(%s_claims_q[%d]);\n"
                "  assign place_%s = %s_free > %s;\n",
                lane, lane, before, free_bits, lane, 1 + sv_late(c), lane, lane, before);
    } else {
        fprintf(c->out, "  assign place_%s = %s_free != '0;\n", lane, lane);
    }
    print_flags(c, k, lane);
}
