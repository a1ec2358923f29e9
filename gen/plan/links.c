// note [links] in docs/rtl.md: lanes whose links are narrower than a line, and what waits at their ends.
#include "parts.h"

#include <string.h>

bool cg_plan_has_line(const cg_msg *msg) {
    return msg->payload == CG_PAY_LINE || msg->payload == CG_PAY_BYTES;
}

int cg_plan_with_lines(const cg_spec *s, int channel) {
    const cg_channel *c = &s->channels[channel];
    int n = 0;
    for (int i = 0; i < c->n_msgs; i++) n += cg_plan_has_line(&s->msgs[c->msgs[i]]);
    return n;
}

bool cg_plan_is_slow(const cg_spec *s, const cg_channel *c) {
    enum { STAY = 4 }; // cycles that a line stays in its place: the way in, S0, S1, S2
    const bool from = c->from == CG_MEMORY, to = c->to == CG_MEMORY;
    if ((!from && !to) || s->machines[from ? c->to : c->from].words) return false;
    return s->line_bytes * 8 / s->axi_data_bits >= 2 * STAY;
}

static bool goes_to_several(const cg_action *a) {
    return a->dest == CG_TO_ALL || a->dest == CG_TO_CHILDREN || (a->to && a->to->type.kind == CG_T_SET);
}

// Is a line sent to several receivers at once? Two such packets could each wait for an output that the other
// has.
static bool multicasts_lines(const cg_spec *s, int channel) {
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        for (int r = 0; r < m->n_rules; r++) {
            for (int k = 0; k < m->rules[r].n_actions; k++) {
                const cg_action *a = &m->rules[r].actions[k];
                if (cg_does(a, CG_DOES_SENDS) && s->msgs[a->msg].channel == channel &&
                    cg_plan_has_line(&s->msgs[a->msg]) && goes_to_several(a))
                    return true;
            }
        }
    }
    return false;
}

// A lane on which sending never waits has places for all that is promised, each for a whole message.
static bool is_cut(const cg_spec *s, int channel, const cg_lane_plan *lane) {
    const cg_channel *c = &s->channels[channel];
    return s->link_bits && c->payload_line != CG_PAY_NONE && s->nets[c->net].kind == CG_NET_CROSSBAR &&
           lane->depth == (int)s->net_depth && !multicasts_lines(s, channel);
}

// Few senders and more receivers: the senders' links are what is narrow.
static bool narrows_at_senders(const cg_lane_plan *lane) {
    return lane->n_src < lane->n_dst;
}

// A message without a line need not wait for a packet to another receiver, nor a packet for one. Where long
// wires lead from each sender to the crossbar, they keep the order of all.
static bool leave_apart(const cg_spec *s, int channel, const cg_lane_plan *lane) {
    const bool some = cg_plan_with_lines(s, channel) < s->channels[channel].n_msgs;
    return (some || narrows_at_senders(lane)) && lane->n_dst > 1 && !(s->net_latency && lane->by_source);
}

static bool sends_line(const cg_spec *s, const cg_rule *r) {
    for (int k = 0; k < r->n_actions; k++)
        if (cg_does(&r->actions[k], CG_DOES_SENDS) && cg_plan_has_line(&s->msgs[r->actions[k].msg]))
            return true;
    return false;
}

// What the rules for what brings a line on this lane do: has one of them such an effect, or sends a line?
static void look_at_rules(const cg_spec *s, int channel, int effects, bool *has, bool *sends) {
    const cg_machine *m = &s->machines[s->channels[channel].to];
    *has = *sends = false;
    for (int r = 0; r < m->n_rules; r++) {
        const cg_event *e = &m->events[m->rules[r].event];
        if (e->kind != CG_EV_MESSAGE || s->msgs[e->msg].channel != channel ||
            !cg_plan_has_line(&s->msgs[e->msg]))
            continue;
        *has |= cg_find_action(&m->rules[r], effects) != NULL;
        *sends |= sends_line(s, &m->rules[r]);
    }
}

// Machines of words may take a message in parts, and memories of words one that is about several.
static bool takes_parts(const cg_spec *s, int channel) {
    const cg_channel *c = &s->channels[channel];
    bool parts = s->machines[c->to].words;
    for (int i = 0; i < c->n_msgs; i++) parts |= s->msgs[c->msgs[i]].several;
    return parts;
}

// Where a packet comes without a gap, S0 takes its header before its last beats are there: the line is whole
// in time for S2. If no rule for it makes it wait, S2 is done with it unless it has to look again, which
// registers say, and the next packet's first beat may take the place of this one's. A line of so many beats
// or more is in S2 in the cycle after its last one, so that one place keeps up with the link; not where
// messages may wait in S0 for the room of a line that they send.
static void plan_places(const cg_spec *s, int channel, cg_lane_plan *lane) {
    enum { LEAD = 2, LEAST = 3 };
    bool waits, sends;
    look_at_rules(s, channel, CG_DOES_WAIT | CG_DOES_BUFFERS, &waits, &sends);
    lane->steady = !s->net_latency;
    lane->settles = lane->steady && !waits && !takes_parts(s, channel);
    lane->lead = !lane->steady ? 0 : lane->beats > LEAD ? LEAD : lane->beats - 1;
    // Headers take little room: they wait as if no message brought a line.
    lane->in_depth = lane->by_source ? 2 : lane->depth;
    lane->in_lines = lane->by_source || (lane->settles && !sends && lane->beats >= LEAST) ? 1 : 2;
}

// Lines and headers wait apart at the sender, and a line crosses in so many bits a cycle.
static void wait_apart(cg_lane_plan *lane, int line_bits, int link_bits) {
    lane->link_bits = link_bits;
    lane->beats = line_bits / link_bits;
    lane->out_lines = 2; // while one line leaves, the next one comes
    for (int i = 0; i < lane->layout.n_slots; i++)
        if (strcmp(lane->layout.slots[i].name, "line") != 0 && lane->host[i] == CG_NONE)
            cg_add_slot(&lane->head, "", lane->layout.slots[i].name, lane->layout.slots[i].width);
    cg_place_slots(&lane->head);
}

// A place whose packet has begun counts as free in time for the line of an event that is taken then, so that
// one keeps the link busy; not lines of one or two beats, which have left before. Where the senders' links
// are what is narrow, a packet whose receiver is busy lets one behind it go first, which needs a place more,
// so that there is one behind it. Messages without a line that wait for a receiver to become free must not
// keep the sender from others.
static void plan_out_places(cg_lane_plan *lane) {
    enum { LEAST = 3, MORE = 2 };
    if (lane->steady && lane->beats >= LEAST) lane->out_lines = 1;
    if (!narrows_at_senders(lane) || !lane->apart) return;
    lane->out_lines++;
    lane->depth += MORE;
}

// Needs the lane's layout, which ends with the line, or with the line and its mask.
void cg_plan_link(cg_plan *p, int channel) {
    const cg_spec *s = p->spec;
    const cg_channel *c = &s->channels[channel];
    const int line_bits = (int)s->line_bytes * 8;
    cg_lane_plan *lane = &p->lanes[channel];
    lane->wire_bits = lane->layout.width;
    if (s->link_bits && c->to == CG_MEMORY && c->payload_line != CG_PAY_NONE) {
        wait_apart(lane, line_bits, line_bits);
        if (cg_plan_is_slow(s, c)) lane->out_lines = 1;
    }
    if (!is_cut(s, channel, lane)) return;
    wait_apart(lane, line_bits, (int)s->link_bits);
    lane->wire_bits = lane->head.width + lane->link_bits + 1;
    lane->apart = leave_apart(s, channel, lane);
    plan_places(s, channel, lane);
    plan_out_places(lane);
}
