// The ports of the table module, and what its outputs are where no rule says anything.
#include <stdlib.h>
#include <string.h>

#include "askers.h"
#include "places.h"

#include "base/memory.h"
#include "lang/command.h"

static void port(sv_table *t, const char *dir, int width, const char *fmt, const char *name,
                 const char *doc) {
    fprintf(t->out, "  %s logic ", dir);
    sv_range(t->out, width);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(t->out, fmt, name);
#pragma GCC diagnostic pop
    fprintf(t->out, ",%s%s\n", doc && *doc ? sv_remark(doc) : "", doc ? doc : "");
}

// A port whose type is an enum of the package: that of `of`, a machine or a lane.
static void enum_port(sv_table *t, const char *dir, const char *of, const char *what, const char *name,
                      const char *doc) {
    fprintf(t->out, "  %s %s_pkg::%s_%s_e %s,%s%s\n", dir, t->plan->name, of, what, name, doc ? " // " : "",
            doc ? doc : "");
}

// Those that are of a line come after the stored fields. The sender's is for all messages whose rules read
// it.
static void leaf_ports(sv_table *t, bool after) {
    char name[SV_NAME];
    for (cg_xop op = 0; op < CG_N_LEAVES; op++) {
        if (!sv_is_port_leaf(&t->f, op, after)) continue;
        snprintf(name, sizeof name, "%s_i", CG_LEAVES[op].name);
        port(t, "input ", t->f.leaf[op], "%s", name, CG_LEAVES[op].meaning);
    }
}

static void inputs(sv_table *t) {
    const cg_machine *m = t->m;
    char name[2 * SV_NAME];
    enum_port(t, "input ", m->name, "state", "state_i", "of the line the event is about");
    enum_port(t, "input ", m->name, "event", "event_i", NULL);
    leaf_ports(t, false);
    for (int i = 0; i < t->f.n_msg; i++)
        port(t, "input ", t->f.msg[i].width, "msg_%s_i", t->f.msg[i].name, NULL);
    for (int k = 0; k < t->s->n_marks; k++)
        if (t->f.marks_read >> k & 1)
            port(t, "input ", 1, CG_MARK_SLOT "%s_i", t->s->marks[k], "the core's operation has this mark");
    for (int k = 0; k < t->s->n_operands; k++) {
        const cg_field *f = &t->s->operands[k].field;
        if (t->mp->operands >> k & 1)
            port(t, "input ", f->type.width, CG_OPERAND_SLOT "%s_i", f->name, f->doc);
    }
    for (int i = 0; i < m->n_inputs; i++) {
        const cg_input *x = &t->s->inputs[m->inputs[i]];
        if (t->f.input[m->inputs[i]]) port(t, "input ", 1, "%s_i", x->name, x->doc);
    }
    for (int i = 0; i < t->f.n_fields; i++) {
        const sv_named_field *f = &t->f.fields[i];
        snprintf(name, sizeof name, "%s%s_i", f->prefix, f->field->name);
        port(t, "input ", f->field->type.width, "%s", name, f->field->doc);
    }
    sv_lookup_inputs(t);
    leaf_ports(t, true);
    if (t->f.words_fewer)
        port(t, "input ", t->mp->words, "%s", "words_least_i", "[k]: this is about more than k words");
    for (int i = 0; i < SV_N_WANTS; i++)
        if (t->f.verb[SV_WANTS[i].verb]) port(t, "input ", 1, "%s_missing_i", SV_WANTS[i].what, NULL);
    for (int k = 0; k < t->mp->n_out; k++) {
        if (!sv_room_by_rule(t->plan, t->machine, k)) continue;
        sv_lane(t->s, t->mp->out_channels[k], name);
        port(t, "input ", 1, "%s_missing_i", name, "room on this lane");
    }
}

// The verbs that ask the controller by a port of their own; returns how many.
static int verbs_with_port(const sv_table *t, cg_verb verbs[CG_N_VERBS]) {
    const int all = cg_verb_signals(verbs);
    int n = 0;
    for (int i = 0; i < all; i++)
        if (t->f.verb[verbs[i]]) verbs[n++] = verbs[i];
    return n;
}

static void outputs(sv_table *t) {
    const cg_machine *m = t->m;
    char name[2 * SV_NAME];
    enum_port(t, "output", m->name, "rule", "rule_o", "the rule that fires");
    port(t, "output", 1, "%s", "act_o", "it does something: 0 for a mere stall");
    if (sv_may_miss(t->plan, t->machine, &t->f))
        port(t, "output", 1, "%s", "missing_o", "something that it wants");
    port(t, "output", 1, "%s", "touch_o", "the line's state or fields change");
    enum_port(t, "output", m->name, "state", "next_o", "state afterwards");
    if (t->f.widen) port(t, "output", 1, "%s", "widen_o", "about all equal words of the line");
    if (t->f.alone) port(t, "output", 1, "%s", "alone_o", "about one word alone");
    if (t->f.again) port(t, "output", 1, "%s", "again_o", "begins what it defers a request for");
    if (t->mp->words) port(t, "output", 1, "%s", "entry_o", "the MSHR entry changes");
    if (t->f.place)
        port(t, "output", 1, "%s", "in_place_o", "assigns a field in the place of the word's data");
    for (int i = 0; i < t->f.n_fields; i++) {
        const sv_named_field *f = &t->f.fields[i];
        snprintf(name, sizeof name, "%s%s_o", f->prefix, f->field->name);
        port(t, "output", f->field->type.width, "%s", name, NULL);
    }
    cg_verb verbs[CG_N_VERBS];
    const int n_verbs = verbs_with_port(t, verbs);
    for (int i = 0; i < n_verbs; i++) {
        const cg_verb_row *v = &CG_VERBS[verbs[i]];
        port(t, "output", sv_verb_bits(m, v), "%s_o", v->signal, v->asks);
    }
    sv_lookup_outputs(t);
    if (t->f.fills_around)
        port(t, "output", (int)t->s->line_bytes, "%s", "fill_kept_o", "bytes that a fill leaves as they are");
    for (int i = 0; i < m->n_line; i++) {
        if (t->f.sweep[i]) port(t, "output", 1, "sweep_%s_o", m->line[i].name, "set the field of all lines");
    }
    for (int i = 0; i < m->n_mshr; i++) {
        if (t->f.flash_mshr[i])
            port(t, "output", 1, "flash_mshr_%s_o", m->mshr[i].name, "set the field of all MSHR entries");
    }
}

static void lane_outputs(sv_table *t) {
    char lane[SV_NAME], name[2 * SV_NAME];
    for (int k = 0; k < t->mp->n_out; k++) {
        const cg_layout *l = &t->plan->lanes[t->mp->out_channels[k]].layout;
        sv_lane(t->s, t->mp->out_channels[k], lane);
        port(t, "output", 1, "%s_valid_o", lane, "send on this lane");
        for (int i = 0; i < l->n_slots; i++) {
            if (!t->usual[k][i]) continue;
            snprintf(name, sizeof name, "%s_%s_o", lane, l->slots[i].name);
            if (!strcmp(l->slots[i].name, "type"))
                enum_port(t, "output", lane, "kind", name, NULL);
            else
                port(t, "output", l->slots[i].width, "%s", name, NULL);
        }
        if (t->usual_dest[k])
            port(t, "output", 3, "%s_dest_o", lane,
                 t->f.dests[k] >> CG_TO_CHILDREN & 1
                     ? "to: 0 home, 1 sender, 2 all, 5 the controllers of _to_o, 6 parent, 7 children"
                 : t->f.dests[k] >> CG_TO_PARENT & 1
                     ? "to: 0 home, 1 sender, 2 all, 5 the controllers of _to_o, 6 parent"
                 : sv_to_set(t, k) ? "to: 0 home, 1 sender, 2 all, 3 next, 5 the controllers of _to_o"
                                   : "to: 0 home, 1 sender, 2 all, 3 next");
        sv_asker_ports(t, k, lane);
        sv_about_port(t, k, lane);
        if (sv_to_set(t, k))
            port(t, "output", t->plan->lanes[t->mp->out_channels[k]].n_dst, "%s_to_o", lane, NULL);
    }
}

// The last port has no comma.
static void without_last_comma(char *ports) {
    char *comma = strrchr(ports, ',');
    for (char *p = ports; *p; p++) {
        char *end = strchr(p, '\n');
        char *c = memchr(p, ',', (size_t)(end - p));
        comma = c ? c : comma;
        p = end;
    }
    *comma = ' ';
}

void sv_table_ports(sv_table *t) {
    FILE *out = t->out;
    char *ports = NULL;
    fputs("`ifdef COHGEN_ASSERT\n  input  logic clk_i,\n  input  logic fire_i, // the rule takes effect at "
          "this edge\n`endif\n",
          out);
    inputs(t);
    t->out = cg_text_open(&ports, NULL);
    outputs(t);
    lane_outputs(t);
    fclose(t->out);
    t->out = out;
    without_last_comma(ports);
    fputs(ports, out);
    free(ports);
}

// ------------------------------------------------------------------------------------------ where nothing is
// said

void sv_table_quiet(sv_table *t) {
    const cg_machine *m = t->m;
    char lane[SV_NAME], rule[SV_NAME];
    fprintf(t->out,
            "    rule_o = %s_pkg::%s;\n    act_o = 1'b1;\n    touch_o = 1'b0;\n    next_o = state_i;\n",
            t->plan->name, sv_rule(m, &m->rules[0], rule));
    if (sv_may_miss(t->plan, t->machine, &t->f)) fputs("    missing_o = 1'b0;\n", t->out);
    for (int i = 0; i < t->f.n_fields; i++) {
        const sv_named_field *f = &t->f.fields[i];
        fprintf(t->out, "    %s%s_o = %s%s_i;\n", f->prefix, f->field->name, f->prefix, f->field->name);
    }
    cg_verb verbs[CG_N_VERBS];
    const int n_verbs = verbs_with_port(t, verbs);
    for (int i = 0; i < n_verbs; i++) {
        const cg_verb_row *v = &CG_VERBS[verbs[i]];
        const int bits = sv_verb_bits(m, v);
        fprintf(t->out, "    %s_o = %d'%c0;\n", v->signal, bits, bits > 1 ? 'd' : 'b');
    }
    sv_lookup_wants(t, "    ", false);
    if (t->mp->words) fputs("    entry_o = 1'b0;\n", t->out);
    if (t->f.place) fputs("    in_place_o = 1'b0;\n", t->out);
    if (t->f.fills_around) fputs("    fill_kept_o = '0;\n", t->out);
    for (int i = 0; i < m->n_line; i++) {
        if (t->f.sweep[i]) fprintf(t->out, "    sweep_%s_o = 1'b0;\n", m->line[i].name);
    }
    for (int i = 0; i < m->n_mshr; i++) {
        if (t->f.flash_mshr[i]) fprintf(t->out, "    flash_mshr_%s_o = 1'b0;\n", m->mshr[i].name);
    }
    for (int k = 0; k < t->mp->n_out; k++) {
        const cg_layout *l = &t->plan->lanes[t->mp->out_channels[k]].layout;
        sv_lane(t->s, t->mp->out_channels[k], lane);
        fprintf(t->out, "    %s_valid_o = 1'b0;\n", lane);
        for (int i = 0; i < l->n_slots; i++) {
            if (t->usual[k][i])
                fprintf(t->out, "    %s_%s_o = %s;\n", lane, l->slots[i].name, t->usual[k][i]);
        }
        sv_asker_quiet(t, k, lane);
        sv_about_quiet(t, k, lane);
        if (t->usual_dest[k]) fprintf(t->out, "    %s_dest_o = %s;\n", lane, t->usual_dest[k]);
        if (sv_to_set(t, k))
            fprintf(t->out, "    %s_to_o = %d'd0;\n", lane, t->plan->lanes[t->mp->out_channels[k]].n_dst);
    }
}
