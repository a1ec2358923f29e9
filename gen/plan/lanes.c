// Where the slots of a lane's messages stand: what no message has both of may share bits.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parts.h"

bool cg_plan_carries(const cg_msg *msg, const char *name) {
    for (int i = 0; i < msg->n_fields; i++)
        if (!strcmp(msg->fields[i].name, name)) return true;
    const cg_payload pay = msg->payload;
    const bool stored = pay == CG_PAY_WORD || pay == CG_PAY_ATOMIC;
    if (!strcmp(name, "word")) return stored || pay == CG_PAY_VALUE;
    if (!strcmp(name, "mask")) return pay == CG_PAY_WORD; // an atomic is of all of a word
    return (!strcmp(name, "aop") || !strcmp(name, "cmp")) && pay == CG_PAY_ATOMIC;
}

// Of a message that may be any of the lane's: header, lines and their masks.
static bool is_of_all(const cg_spec *s, const cg_channel *c, const char *name) {
    for (int k = 0; k < c->n_msgs; k++)
        if (cg_plan_carries(&s->msgs[c->msgs[k]], name)) return false;
    return true;
}

static bool carried_together(const cg_spec *s, const cg_channel *c, const char *a, const char *b) {
    for (int k = 0; k < c->n_msgs; k++) {
        const cg_msg *msg = &s->msgs[c->msgs[k]];
        if (cg_plan_carries(msg, a) && cg_plan_carries(msg, b)) return true;
    }
    return false;
}

const cg_slot *cg_plan_stands_in(const cg_lane_plan *lane, int slot) {
    return &lane->layout.slots[lane->host[slot] == CG_NONE ? slot : lane->host[slot]];
}

const cg_slot *cg_plan_guest(const cg_lane_plan *lane, int slot) {
    for (int i = 0; i < lane->layout.n_slots; i++)
        if (lane->host[i] == slot) return &lane->layout.slots[i];
    return NULL;
}

// The last slot whose bits are as many and free for this one: operands of requests first, as deferred
// requests share theirs. Two to a place.
static int host_of(const cg_spec *s, const cg_channel *c, const cg_lane_plan *lane, int slot) {
    const cg_slot *slots = lane->layout.slots;
    for (int k = lane->layout.n_slots - 1; k > slot; k--)
        if (slots[k].width == slots[slot].width && !is_of_all(s, c, slots[k].name) &&
            !cg_plan_guest(lane, k) && !carried_together(s, c, slots[k].name, slots[slot].name))
            return k;
    return CG_NONE;
}

// Not at memory, whose messages have fields of the parts there.
void cg_plan_share(cg_plan *p, int channel) {
    const cg_channel *c = &p->spec->channels[channel];
    cg_lane_plan *lane = &p->lanes[channel];
    cg_layout *l = &lane->layout;
    const bool memory = c->from == CG_MEMORY || c->to == CG_MEMORY;
    lane->host = cg_array_new((size_t)l->n_slots, sizeof *lane->host);
    for (int i = 0; i < l->n_slots; i++) lane->host[i] = CG_NONE;
    for (int i = 0; i < l->n_slots && !memory; i++)
        if (!is_of_all(p->spec, c, l->slots[i].name) && !cg_plan_guest(lane, i))
            lane->host[i] = host_of(p->spec, c, lane, i);
    l->width = 0;
    for (int i = 0; i < l->n_slots; i++) {
        if (lane->host[i] != CG_NONE) continue;
        l->slots[i].offset = l->width;
        l->width += l->slots[i].width;
    }
    for (int i = 0; i < l->n_slots; i++) l->slots[i].offset = cg_plan_stands_in(lane, i)->offset;
}

// Places for whole lines stay as few as they are.
void cg_plan_memories(cg_plan *plan) {
    const cg_spec *s = plan->spec;
    for (int i = 0; plan->sram.late && i < s->n_channels; i++) {
        const cg_channel *c = &s->channels[i];
        cg_lane_plan *lane = &plan->lanes[i];
        const bool headers = c->payload_line == CG_PAY_NONE || lane->link_bits || lane->in_lines;
        if (c->from != CG_MEMORY) lane->depth++;
        if (c->to != CG_MEMORY && headers) lane->in_depth++;
    }
}
