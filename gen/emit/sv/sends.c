// What the rules of a table send: a message's fields and receivers as outputs of the table module. The value
// that most sends give to a field is its default, so that their rules need not repeat it.
#include <stdlib.h>
#include <string.h>

#include "askers.h"
#include "places.h"

// Does a message on this lane go to controllers that the table computes?
bool sv_to_set(const sv_table *t, int k) {
    return t->f.dests[k] >> CG_TO_EXPR & 1;
}

static char *number_text(int width, int value) {
    char buf[32];
    snprintf(buf, sizeof buf, "%d'd%d", width, value);
    return strdup(buf);
}

static char *kind_text(const sv_table *t, int channel, int kind) {
    char name[SV_NAME], buf[2 * SV_NAME];
    snprintf(buf, sizeof buf, "%s_pkg::%s", t->plan->name, sv_kind(t->s, channel, kind, name));
    return strdup(buf);
}

// The value a send gives to slot `slot` of its lane, NULL if the table says nothing of it (header, payload,
// fields of other messages).
static char *sent_value(sv_table *t, const cg_rule *r, const cg_action *a, const cg_slot *slot) {
    const cg_msg *sent = &t->s->msgs[a->msg];
    const cg_channel *c = &t->s->channels[sent->channel];
    if (!strcmp(slot->name, "type")) {
        for (int i = 0; i < c->n_msgs; i++) {
            if (c->msgs[i] == a->msg) return kind_text(t, sent->channel, i);
        }
    }
    if (a->mask && !strcmp(slot->name, "bytes"))
        return sv_table_text(t, sv_table_trigger(t, r), a->mask, slot->width);
    for (int i = 0; i < sent->n_fields; i++) {
        if (!strcmp(sent->fields[i].name, slot->name))
            return sv_table_text(t, sv_table_trigger(t, r), a->args[i], slot->width);
    }
    return NULL;
}

typedef struct {
    char *text;
    int count;
} tally;

static char *most_usual(tally *seen, int n) {
    int best = -1;
    for (int i = 0; i < n; i++) {
        if (best < 0 || seen[i].count > seen[best].count) best = i;
    }
    for (int i = 0; i < n; i++) {
        if (i != best) free(seen[i].text);
    }
    return best < 0 ? NULL : seen[best].text;
}

// Adds a text to the `n` that were seen; the array grows.
static tally *tallied(tally *seen, int *n, char *text) {
    for (int i = 0; i < *n; i++) {
        if (strcmp(seen[i].text, text)) continue;
        seen[i].count++;
        free(text);
        return seen;
    }
    seen = realloc(seen, (size_t)(*n + 1) * sizeof *seen);
    if (!seen) abort();
    seen[(*n)++] = (tally){text, 1};
    return seen;
}

// The value that most sends on a channel give to the slot (NULL: the destination); NULL: none, or, of
// destinations, only one.
static char *usual_of(sv_table *t, int channel, const cg_slot *slot) {
    tally *seen = NULL;
    int n = 0;
    for (int r = 0; r < t->m->n_rules; r++) {
        const cg_rule *rule = &t->m->rules[r];
        for (int a = 0; a < rule->n_actions; a++) {
            const cg_action *act = &rule->actions[a];
            if (!cg_does(act, CG_DOES_SENDS) || t->s->msgs[act->msg].channel != channel) continue;
            char *text = slot ? sent_value(t, rule, act, slot) : number_text(3, (int)act->dest);
            if (text) seen = tallied(seen, &n, text);
        }
    }
    char *usual = most_usual(seen, n);
    free(seen);
    if (slot || n > 1) return usual;
    free(usual);
    return NULL;
}

void sv_usual_find(sv_table *t) {
    const int n_out = t->mp->n_out;
    t->usual = cg_arena_alloc(t->f.arena, (size_t)n_out * sizeof *t->usual);
    t->usual_dest = cg_arena_alloc(t->f.arena, (size_t)n_out * sizeof *t->usual_dest);
    for (int k = 0; k < n_out; k++) {
        const int channel = t->mp->out_channels[k];
        const cg_layout *l = &t->plan->lanes[channel].layout;
        t->usual[k] = cg_arena_alloc(t->f.arena, (size_t)l->n_slots * sizeof *t->usual[k]);
        for (int i = 0; i < l->n_slots; i++) t->usual[k][i] = usual_of(t, channel, &l->slots[i]);
        t->usual_dest[k] = usual_of(t, channel, NULL);
    }
}

void sv_usual_free(sv_table *t) {
    for (int k = 0; k < t->mp->n_out; k++) {
        const cg_layout *l = &t->plan->lanes[t->mp->out_channels[k]].layout;
        for (int i = 0; i < l->n_slots; i++) free(t->usual[k][i]);
        free(t->usual_dest[k]);
    }
}

// ------------------------------------------------------------------------------------------- one send

// The receivers that the table computes: one bit each. To none, nothing is sent.
static void receivers(sv_table *t, const cg_rule *r, const cg_action *a, const char *lane, const char *pad) {
    const int n = t->plan->lanes[t->s->msgs[a->msg].channel].n_dst;
    const bool set = a->to->type.kind == CG_T_SET;
    cg_expr one = {.op = CG_X_SET_OF, .type = {CG_T_SET, n, CG_NONE, a->to->type.machine}, .a = a->to};
    fprintf(t->out, "%s%s_to_o = ", pad, lane);
    sv_expr(t->out, t->m, sv_table_trigger(t, r), set ? a->to : &one, n, &t->names);
    fputs(";\n", t->out);
    if (set) fprintf(t->out, "%s%s_valid_o = |%s_to_o;\n", pad, lane, lane);
}

void sv_table_send(sv_table *t, const cg_rule *r, const cg_action *a, const char *pad) {
    const int channel = t->s->msgs[a->msg].channel;
    const int k = sv_out_position(t->mp, channel);
    const cg_layout *l = &t->plan->lanes[channel].layout;
    char lane[SV_NAME];
    sv_lane(t->s, channel, lane);
    fprintf(t->out, "%s%s_valid_o = 1'b1;\n", pad, lane);
    if (a->to) receivers(t, r, a, lane, pad);
    sv_asker_send(t, r, a, lane, pad);
    sv_about_send(t, r, a, lane, pad);
    for (int i = 0; i < l->n_slots; i++) {
        char *text = sent_value(t, r, a, &l->slots[i]);
        if (text && strcmp(text, t->usual[k][i]))
            fprintf(t->out, "%s%s_%s_o = %s;\n", pad, lane, l->slots[i].name, text);
        free(text);
    }
    if (!t->usual_dest[k]) return;
    char *dest = number_text(3, (int)a->dest);
    if (strcmp(dest, t->usual_dest[k])) fprintf(t->out, "%s%s_dest_o = %s;\n", pad, lane, dest);
    free(dest);
}
