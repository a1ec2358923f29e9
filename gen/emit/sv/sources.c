// note [sources] in docs/rtl.md: lanes whose receiver has a queue for each sender, and what a request in them
// waits for.
#include "control.h"

// What an event that goes back may lack, and what of it a transition frees: a bit each of s2_lacks and
// s2_frees.
enum { AN_ENTRY, A_WAY, ITS_LINE, A_PLACE };

// Without deferred requests there is no place for them. Behind these: the lanes that may lack room.
static int first_lane(const sv_control *c) {
    return c->mp->has_merge ? A_PLACE + 1 : A_PLACE;
}

bool sv_by_source(const sv_control *c, const sv_port *p) {
    return p->kind == SV_PORT_LANE && c->plan->lanes[p->channel].by_source;
}

// Does a request of such a port ask in S2 for room on out lane `k`?
static bool may_lack(const sv_control *c, int k) {
    bool some = false;
    for (int i = 0; i < c->n_ports; i++)
        some |= sv_by_source(c, &c->ports[i]) && sv_room_port_late(c, &c->ports[i], k);
    return some;
}

static int reasons(const sv_control *c) {
    int n = first_lane(c);
    for (int k = 0; k < c->mp->n_out; k++) n += may_lack(c, k);
    return n;
}

static bool has_some(const sv_control *c) {
    for (int i = 0; i < c->n_ports; i++)
        if (sv_by_source(c, &c->ports[i])) return true;
    return false;
}

void sv_sources_declare(sv_control *c) {
    if (!has_some(c)) return;
    fprintf(c->out, "  // Bit 0: an MSHR entry, 1: a way, 2: a transition of its line%s%s.\n",
            c->mp->has_merge ? ", 3: a place for a deferred request" : "",
            reasons(c) > first_lane(c) ? ", then room on a lane" : "");
    fprintf(c->out, "  logic [%d:0] s2_lacks, s2_frees;\n", reasons(c) - 1);
}

static sv_logic *add_reason(sv_control *c, const char *vector, int reason, sv_logic_kind kind) {
    char name[SV_NAME];
    snprintf(name, sizeof name, "%s[%d]", vector, reason);
    return sv_pipeline_signal(c, SV_TO_QUEUES, kind, name);
}

static void lack_terms(sv_control *c) {
    sv_logic *entry = add_reason(c, "s2_lacks", AN_ENTRY, SV_ALL);
    sv_term(entry, "its time has come", "s2_live");
    sv_term(entry, "the rule wants an MSHR entry", "alloc_mshr");
    sv_term(entry, "the line has none", "!mshr_hit");
    sv_term(entry, "all are taken", "mshr_full");

    sv_logic *way = add_reason(c, "s2_lacks", A_WAY, SV_ALL);
    sv_term(way, "its time has come", "s2_live");
    sv_term(way, "it wants a way, and none is free", "no_way");
    sv_term(way, "it asks for an eviction then: else it looks again", "!s2_unsure_q");

    sv_logic *line = add_reason(c, "s2_lacks", ITS_LINE, SV_ALL);
    sv_term(line, "its time has come", "s2_live");
    sv_term(line, "the rule stalls", "stall");

    if (!c->mp->has_merge) return;
    sv_logic *place = add_reason(c, "s2_lacks", A_PLACE, SV_ALL);
    sv_term(place, "its time has come", "s2_live");
    sv_term(place, "the rule defers it", "merge");
    sv_term(place, "all places are taken", "waiters_full");
}

static void free_terms(sv_control *c) {
    sv_logic *entry = add_reason(c, "s2_frees", AN_ENTRY, SV_ALL);
    sv_term(entry, "the rule takes effect", "s2_fire");
    sv_term(entry, "an MSHR entry is released", "release_mshr");

    sv_logic *way = add_reason(c, "s2_frees", A_WAY, SV_ANY);
    sv_logic *unpinned = sv_group(way, SV_ALL, "a line is not pinned any more");
    sv_term(unpinned, "the rule takes effect", "s2_fire");
    sv_term(unpinned, "its MSHR entry is released", "release_mshr");
    if (c->mp->has_evict) {
        sv_logic *evicted = sv_group(way, SV_ALL, "a line has left, or another one may be asked to leave");
        sv_term(evicted, "it is an eviction", "s2_evict_q");
        sv_term(evicted, "that is over", "s2_done");
    }

    // Of whatever line: keys are compared nowhere, and requests that stall are few. One that has done
    // something and stalls, as a load that has what is dirty written back first, looks again by itself.
    sv_logic *line = add_reason(c, "s2_frees", ITS_LINE, SV_ALL);
    sv_term(line, "the rule takes effect", "s2_fire");
    sv_logic *who = sv_group(line, SV_ANY, "of an event that may help");
    sv_logic *other = sv_group(who, SV_ALL, "which is no request");
    for (int i = 0; i < c->n_ports; i++)
        if (sv_by_source(c, &c->ports[i])) sv_term(other, "of this lane", "!s2_%s_q", c->ports[i].name);
    sv_term(who, "or the request itself, which comes again", "stall");

    if (!c->mp->has_merge) return;
    sv_logic *place = add_reason(c, "s2_frees", A_PLACE, SV_ALL);
    sv_term(place, "a deferred request is done", "waiters_done");
}

// A lane frees itself.
static void lane_terms(sv_control *c) {
    char lane[SV_NAME];
    for (int k = 0, reason = first_lane(c); k < c->mp->n_out; k++) {
        if (!may_lack(c, k)) continue;
        sv_lane(c->s, c->mp->out_channels[k], lane);
        sv_logic *room = add_reason(c, "s2_lacks", reason, SV_ALL);
        sv_term(room, "its time has come", "s2_live");
        sv_term(room, "the rule sends on a lane without room", "lacks_%s", lane);
        sv_term(add_reason(c, "s2_frees", reason++, SV_ALL), "it has room", "place_%s", lane);
    }
}

void sv_sources_terms(sv_control *c) {
    if (!has_some(c)) return;
    lack_terms(c);
    free_terms(c);
    lane_terms(c);
}

// Only what the same sender sent behind an event that goes back goes back with it. A steered queue gives back
// all.
void sv_source_behind(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    fprintf(c->out,
            "  logic %s_s0_behind, %s_s1_behind; // of the sender whose message is in S2\n"
            "`ifdef COHGEN_STEER\n  assign {%s_s0_behind, %s_s1_behind} = '1;\n`else\n"
            "  assign %s_s0_behind = %s_in.src == s2_in_q.src;\n"
            "  assign %s_s1_behind = s1_in_q.src == s2_in_q.src;\n`endif\n",
            n, n, n, n, n, n, n);
    if (sv_late(c))
        fprintf(c->out,
                "  logic %s_s0b_behind;\n`ifdef COHGEN_STEER\n  assign %s_s0b_behind = 1'b1; // of any "
                "sender\n`else\n"
                "  assign %s_s0b_behind = s0b_in_q.src == s2_in_q.src;\n`endif\n",
                n, n, n);
}

// Its own instance, up to the ports that all queues have.
void sv_source_queues(sv_control *c, const sv_port *p, const sv_queue *q) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const cg_slot *src = cg_slot_find(&lane->layout, "src");
    fprintf(c->out,
            "  cohgen_source_queues #(\n    .Width(%d), .Depth(%d), .Sources(%d), .SrcAt(%d), .SrcBits(%d), "
            ".Oldest(%d), .Reasons(%d)%s\n  ) u_%s_in (\n"
            "    .push_ready_o(%s), .sleep_i(s2_lacks), .wake_i(s2_frees),\n",
            q->width, q->depth, lane->n_src, src->offset, src->width, q->oldest != NULL, reasons(c),
            sv_settle(c), p->name, q->ready);
}
