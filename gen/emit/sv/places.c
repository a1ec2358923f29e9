// What is sent is about a global line, whose number the table gives; what comes is about one, too, and one of
// its fields says for which line of the memory. So within the controller an address is a place, and outside
// of it that of a global line. The byte within the line is the same.
#include "places.h"

#include "lang/requester.h"

#include <stdlib.h>
#include <string.h>

static int number_bits(const cg_plan *p, int machine) {
    return (int)p->spec->addr_bits - p->machines[machine].line_shift;
}

// ----------------------------------------------------------------------------------------- the table's side

void sv_about_port(sv_table *t, int k, const char *lane) {
    if (t->f.abouts[k])
        fprintf(t->out, "  output logic [%d:0] %s_about_o, // number of the global line\n",
                number_bits(t->plan, t->machine) - 1, lane);
}

void sv_about_quiet(sv_table *t, int k, const char *lane) {
    if (t->f.abouts[k]) fprintf(t->out, "    %s_about_o = '0;\n", lane);
}

void sv_about_send(sv_table *t, const cg_rule *r, const cg_action *a, const char *lane, const char *pad) {
    if (!a->about) return;
    char *text = sv_table_text(t, sv_table_trigger(t, r), a->about, number_bits(t->plan, t->machine));
    fprintf(t->out, "%s%s_about_o = %s;\n", pad, lane, text);
    free(text);
}

// ------------------------------------------------------------------------------------ the controller's side

void sv_about_wire(sv_control *c, int k, const char *lane) {
    if (c->f.abouts[k])
        fprintf(c->out, "  logic [%d:0] %s_about;\n", number_bits(c->plan, c->machine) - 1, lane);
}

void sv_about_connect(sv_control *c, int k, const char *lane) {
    if (c->f.abouts[k]) fprintf(c->out, "    .%s_about_o(%s_about),\n", lane, lane);
}

bool sv_about_slot(sv_control *c, int k, const char *lane, const char *slot) {
    if (!c->f.abouts[k] || strcmp(slot, "addr")) return false;
    if (c->f.askers[k])
        fprintf(c->out, "    s2_%s.addr = {%s_about, %s_for ? %s_who[%d:%d] : s2_in_q.addr[%d:2], 2'd0};\n",
                lane, lane, lane, lane, cg_requester_thread_bits(c->s) + cg_requester_word_bits(c->s) - 1,
                cg_requester_thread_bits(c->s), c->mp->line_shift - 1);
    else
        fprintf(c->out, "    s2_%s.addr = {%s_about, s2_in_q.addr[%d:0]};\n", lane, lane,
                c->mp->line_shift - 1);
    return true;
}

const char *sv_about_address(const sv_control *c, int k, const char *lane, int *low) {
    *low = c->f.abouts[k] ? 0 : c->mp->line_shift;
    return c->f.abouts[k] ? cg_arena_printf(c->f.arena, "%s_about", lane) : "s2_in_q.addr";
}

// The member of a message of this kind that has its place; NULL: none has.
static const char *place_member(const sv_control *c, const sv_port *p, int kind) {
    const cg_msg *msg = &c->s->msgs[c->s->channels[p->channel].msgs[kind]];
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    if (msg->place == CG_NONE) return NULL;
    const cg_slot *slot = cg_slot_find(&lane->layout, msg->fields[msg->place].name);
    return cg_plan_stands_in(lane, (int)(slot - lane->layout.slots))->name;
}

// Do all messages of the lane have it in the same member?
static bool have_one_member(const sv_control *c, const sv_port *p) {
    const char *first = place_member(c, p, 0);
    for (int i = 1; i < c->s->channels[p->channel].n_msgs; i++) {
        const char *other = place_member(c, p, i);
        if (!first || !other || strcmp(first, other)) return false;
    }
    return first;
}

static void print_place(sv_control *c, const sv_port *p, int kind, bool only) {
    const char *from = place_member(c, p, kind);
    char text[SV_NAME];
    fputs("    ", c->out);
    if (!only)
        fprintf(c->out, "if (%s_msg.kind == %s_pkg::%s) ", p->name, c->plan->name,
                sv_kind(c->s, p->channel, kind, text));
    fprintf(c->out, "%s_in.addr = %d'({%s_msg.%s, %s_msg.addr[%d:0]});\n", p->name, (int)c->s->addr_bits,
            p->name, from, p->name, c->mp->line_shift - 1);
}

void sv_place_of_message(sv_control *c, const sv_port *p) {
    const cg_channel *ch = &c->s->channels[p->channel];
    if (!c->m->mapped) return;
    const bool one = have_one_member(c, p);
    bool any = false;
    for (int i = 0; i < (one ? 1 : ch->n_msgs); i++) {
        if (!place_member(c, p, i)) continue;
        print_place(c, p, i, one);
        any = true;
    }
    if (any && cg_slot_find(&c->mp->trace, "in.msg_line"))
        fprintf(c->out, "    %s_in.msg_line = %s_msg.addr[%d:%d];\n", p->name, p->name,
                (int)c->s->addr_bits - 1, c->mp->line_shift);
}
