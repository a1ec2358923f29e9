// The table module: all rules of one machine as one combinational block. A rule is one branch, under a
// comment that quotes it; the state machine's whole protocol knowledge is here and nowhere else in the
// hardware.
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "terms.h"

typedef struct {
    FILE *out;
    const cg_plan *plan;
    const cg_spec *s;
    const cg_machine *m;
    const cg_machine_plan *mp;
    sv_facts f;
    sv_names names;
    sv_terms *terms;
    // By outgoing lane and slot of its layout: the value most sends give, printed once as the default.
    char ***usual;
    char **usual_dest;
} table;

// --------------------------------------------------------------------------------------------- ports

static void port(table *t, const char *dir, int width, const char *fmt, const char *name, const char *doc) {
    fprintf(t->out, "  %s logic ", dir);
    sv_range(t->out, width);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(t->out, fmt, name);
#pragma GCC diagnostic pop
    fprintf(t->out, ",%s%s\n", doc && *doc ? sv_remark(doc) : "", doc ? doc : "");
}

// Of the leaves that rules read and that have a name: those that are known of a line's word or its entry in
// the store buffer come after the stored fields. The sender's is for all messages.
static void leaf_ports(table *t, bool after) {
    char name[SV_NAME];
    for (cg_xop op = 0; op < CG_N_LEAVES; op++) {
        const bool of_line = CG_LEAVES[op].needs & (CG_NEEDS_WORDS | CG_NEEDS_BUFFER);
        if (!t->f.leaf[op] || CG_LEAVES[op].type == CG_LEAF_OWN || of_line != after) continue;
        const bool sender = CG_LEAVES[op].type == CG_LEAF_SENDER;
        const int width = sender ? cg_slot_find(&t->mp->trace, "src")->width : t->f.leaf[op];
        snprintf(name, sizeof name, "%s_i", CG_LEAVES[op].name);
        port(t, "input ", width, "%s", name, CG_LEAVES[op].meaning);
    }
}

// Of all stored fields; what they mean stands beside the inputs.
static void stored_ports(table *t, const char *dir, const char *suffix) {
    char name[2 * SV_NAME];
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        for (int i = 0; i < t->m->fields[k].n; i++) {
            const cg_field *f = cg_field_at(t->m, k, i);
            snprintf(name, sizeof name, "%s%s_%s", CG_SPACES[k].port, f->name, suffix);
            port(t, dir, f->type.width, "%s", name, *suffix == 'i' ? f->doc : NULL);
        }
    }
}

static void inputs(table *t) {
    const cg_machine *m = t->m;
    port(t, "input ", t->mp->state_bits, "%s", "state_i", "of the line the event is about");
    port(t, "input ", t->mp->event_bits, "%s", "event_i", NULL);
    leaf_ports(t, false);
    for (int i = 0; i < t->f.n_msg; i++)
        port(t, "input ", t->f.msg[i].width, "msg_%s_i", t->f.msg[i].name, NULL);
    for (int i = 0; i < m->n_inputs; i++) {
        const cg_input *x = &t->s->inputs[m->inputs[i]];
        if (t->f.input[m->inputs[i]]) port(t, "input ", 1, "%s_i", x->name, x->doc);
    }
    stored_ports(t, "input ", "i");
    leaf_ports(t, true);
}

// Does a message on this lane go to controllers that the table computes?
static bool to_set(const table *t, int k) {
    return t->f.dests[k] >> CG_TO_EXPR & 1;
}

static void outputs(table *t) {
    const cg_machine *m = t->m;
    char lane[SV_NAME], name[2 * SV_NAME];
    port(t, "output", t->mp->rule_bits, "%s", "rule_o", "the rule that fires");
    port(t, "output", 1, "%s", "act_o", "it does something: 0 for a mere stall");
    port(t, "output", 1, "%s", "touch_o", "the line's state or fields change");
    port(t, "output", t->mp->state_bits, "%s", "next_o", "state afterwards");
    if (t->f.widen) port(t, "output", 1, "%s", "widen_o", "about all equal words of the line");
    if (t->mp->words) port(t, "output", 1, "%s", "entry_o", "the MSHR entry changes");
    if (t->f.place) port(t, "output", 1, "%s", "in_place_o", "assigns what has the place of the word's data");
    stored_ports(t, "output", "o");
    for (int v = 0; v < CG_N_VERBS; v++) {
        if (t->f.verb[v] && *CG_VERBS[v].signal)
            port(t, "output", 1, "%s_o", CG_VERBS[v].signal, CG_VERBS[v].asks);
    }
    if (t->f.does & CG_DOES_RESPONDS)
        port(t, "output", 2, "%s", "respond_o",
             "answer the core: 0 no, 1 without data, 2 from the line, 3 from the message");
    for (int i = 0; i < m->n_line; i++) {
        if (t->f.sweep[i]) port(t, "output", 1, "sweep_%s_o", m->line[i].name, "set the field of all lines");
    }
    for (int i = 0; i < m->n_mshr; i++) {
        if (t->f.flash_mshr[i])
            port(t, "output", 1, "flash_mshr_%s_o", m->mshr[i].name, "set the field of all MSHR entries");
    }
    for (int k = 0; k < t->mp->n_out; k++) {
        const cg_layout *l = &t->plan->lanes[t->mp->out_channels[k]].layout;
        sv_lane(t->s, t->mp->out_channels[k], lane);
        port(t, "output", 1, "%s_valid_o", lane, "send on this lane");
        for (int i = 0; i < l->n_slots; i++) {
            if (!t->usual[k][i]) continue;
            snprintf(name, sizeof name, "%s_%s_o", lane, l->slots[i].name);
            port(t, "output", l->slots[i].width, "%s", name, NULL);
        }
        if (t->usual_dest[k])
            port(t, "output", 3, "%s_dest_o", lane,
                 to_set(t, k) ? "to: 0 home, 1 sender, 2 all, 3 next, 5 the controllers of _to_o"
                              : "to: 0 home, 1 sender, 2 all, 3 next");
        if (to_set(t, k))
            port(t, "output", t->plan->lanes[t->mp->out_channels[k]].n_dst, "%s_to_o", lane, NULL);
    }
}

// --------------------------------------------------------------------------------------------- values

static char *text_of(table *t, const cg_msg *msg, const cg_expr *x, int width) {
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) abort();
    sv_expr(f, t->m, msg, x, width, &t->names);
    fclose(f);
    return text;
}

static char *number_text(int width, int value) {
    char buf[32];
    snprintf(buf, sizeof buf, "%d'd%d", width, value);
    return strdup(buf);
}

static const cg_msg *trigger(const table *t, const cg_rule *r) {
    const cg_event *e = &t->m->events[r->event];
    return e->kind == CG_EV_MESSAGE ? &t->s->msgs[e->msg] : NULL;
}

// The value a send gives to slot `slot` of its lane, NULL if the table says nothing of it (header, payload,
// fields of other messages).
static char *sent_value(table *t, const cg_rule *r, const cg_action *a, const cg_slot *slot) {
    const cg_msg *sent = &t->s->msgs[a->msg];
    const cg_channel *c = &t->s->channels[sent->channel];
    if (!strcmp(slot->name, "type")) {
        for (int i = 0; i < c->n_msgs; i++) {
            if (c->msgs[i] == a->msg) return number_text(slot->width, i);
        }
    }
    for (int i = 0; i < sent->n_fields; i++) {
        if (!strcmp(sent->fields[i].name, slot->name))
            return text_of(t, trigger(t, r), a->args[i], slot->width);
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
static char *usual_of(table *t, int channel, const cg_slot *slot) {
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

static void find_usual(table *t) {
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

// --------------------------------------------------------------------------------------------- body

static void lets(table *t) {
    for (int i = 0; i < t->f.n_lets; i++) {
        if (t->f.lets[i].varies) continue;
        cg_expr root = *t->f.lets[i].expr;
        root.let = NULL;
        char *text = text_of(t, t->f.lets[i].msg, &root, root.type.width);
        sv_terms_wires(t->terms, t->out);
        fputs("  logic ", t->out);
        sv_range(t->out, root.type.width);
        fprintf(t->out, "%s;\n  assign %s = %s;\n", t->f.lets[i].expr->let, t->f.lets[i].expr->let, text);
        free(text);
    }
}

static void unused(table *t) {
    fputs("  logic unused_bits; // fit() may leave upper bits of these over\n  assign unused_bits = ^{1'b0",
          t->out);
    for (int i = 0; i < t->f.n_lets; i++) {
        if (!t->f.lets[i].varies) fprintf(t->out, ", %s", t->f.lets[i].expr->let);
    }
    sv_terms_unused(t->terms, t->out);
    fputs("};\n\n", t->out);
}

static void defaults(table *t) {
    const cg_machine *m = t->m;
    char lane[SV_NAME];
    fprintf(t->out, "    rule_o = %d'd0;\n    act_o = 1'b1;\n    touch_o = 1'b0;\n    next_o = state_i;\n",
            t->mp->rule_bits);
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        for (int i = 0; i < m->fields[k].n; i++) {
            const char *port = CG_SPACES[k].port, *name = m->fields[k].field[i].name;
            fprintf(t->out, "    %s%s_o = %s%s_i;\n", port, name, port, name);
        }
    }
    for (int v = 0; v < CG_N_VERBS; v++) {
        if (t->f.verb[v] && *CG_VERBS[v].signal) fprintf(t->out, "    %s_o = 1'b0;\n", CG_VERBS[v].signal);
    }
    if (t->f.does & CG_DOES_RESPONDS) fputs("    respond_o = 2'd0;\n", t->out);
    if (t->mp->words) fputs("    entry_o = 1'b0;\n", t->out);
    if (t->f.place) fputs("    in_place_o = 1'b0;\n", t->out);
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
        if (t->usual_dest[k]) fprintf(t->out, "    %s_dest_o = %s;\n", lane, t->usual_dest[k]);
        if (to_set(t, k))
            fprintf(t->out, "    %s_to_o = %d'd0;\n", lane, t->plan->lanes[t->mp->out_channels[k]].n_dst);
    }
}

// The receivers that the table computes: one bit each. To none, nothing is sent.
static void receivers(table *t, const cg_rule *r, const cg_action *a, const char *lane, const char *pad) {
    const int n = t->plan->lanes[t->s->msgs[a->msg].channel].n_dst;
    const bool set = a->to->type.kind == CG_T_SET;
    cg_expr one = {.op = CG_X_SET_OF, .type = {CG_T_SET, n, CG_NONE, a->to->type.machine}, .a = a->to};
    fprintf(t->out, "%s%s_to_o = ", pad, lane);
    sv_expr(t->out, t->m, trigger(t, r), set ? a->to : &one, n, &t->names);
    fputs(";\n", t->out);
    if (set) fprintf(t->out, "%s%s_valid_o = |%s_to_o;\n", pad, lane, lane);
}

static void send(table *t, const cg_rule *r, const cg_action *a, const char *pad) {
    const int channel = t->s->msgs[a->msg].channel;
    const int k = sv_out_position(t->mp, channel);
    const cg_layout *l = &t->plan->lanes[channel].layout;
    char lane[SV_NAME];
    sv_lane(t->s, channel, lane);
    fprintf(t->out, "%s%s_valid_o = 1'b1;\n", pad, lane);
    if (a->to) receivers(t, r, a, lane, pad);
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

static void assign(table *t, const cg_rule *r, const cg_action *a, const char *pad) {
    const cg_field *field = cg_field_at(t->m, a->space, a->field);
    fprintf(t->out, "%s%s%s_o = ", pad, CG_SPACES[a->space].port, field->name);
    sv_expr(t->out, t->m, trigger(t, r), a->value, field->type.width, &t->names);
    fputs(";\n", t->out);
    if (field->in_data) fprintf(t->out, "%sin_place_o = 1'b1;\n", pad);
}

static void action(table *t, const cg_rule *r, const cg_action *a, const char *pad) {
    switch (a->verb) {
    case CG_A_ASSIGN: assign(t, r, a, pad); break;
    case CG_A_SEND: send(t, r, a, pad); break;
    case CG_A_RESPOND: fprintf(t->out, "%srespond_o = 2'd%d;\n", pad, 1 + (int)a->from); break;
    case CG_A_SWEEP: fprintf(t->out, "%ssweep_%s_o = 1'b1;\n", pad, t->m->line[a->field].name); break;
    case CG_A_FLASH_MSHR_FIELD:
        fprintf(t->out, "%sflash_mshr_%s_o = 1'b1;\n", pad, t->m->mshr[a->field].name);
        break;
    default: // perform is for the golden model, impossible for the assertions
        if (*CG_VERBS[a->verb].signal) fprintf(t->out, "%s%s_o = 1'b1;\n", pad, CG_VERBS[a->verb].signal);
    }
}

static bool touches(const cg_machine *m, const cg_rule *r) {
    bool yes = r->next != r->state;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        const bool field = cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_LINE;
        yes |= cg_does(a, CG_DOES_TAKES_WAY) || (field && !m->line[a->field].in_data);
    }
    return yes;
}

static bool changes_entry(const cg_rule *r) {
    bool yes = r->next != r->state;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        yes |= cg_does(a, CG_DOES_TAKES_ENTRY | CG_DOES_FREES_ENTRY) ||
               (cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_MSHR);
    }
    return yes;
}

static void rule(table *t, const cg_rule *r, const char *pad) {
    char name[SV_NAME], state[SV_NAME];
    fprintf(t->out, "%s// %s: %s\n", pad, r->id, r->text);
    fprintf(t->out, "%srule_o = %s_pkg::%s;\n", pad, t->s->name, sv_rule(t->m, r, name));
    if (cg_is_pure_stall(r)) fprintf(t->out, "%sact_o = 1'b0;\n", pad);
    if (touches(t->m, r)) fprintf(t->out, "%stouch_o = 1'b1;\n", pad);
    if (t->mp->words && changes_entry(r)) fprintf(t->out, "%sentry_o = 1'b1;\n", pad);
    if (r->next != r->state)
        fprintf(t->out, "%snext_o = %s_pkg::%s;\n", pad, t->s->name, sv_state(t->m, r->next, state));
    for (int i = 0; i < r->n_actions; i++) action(t, r, &r->actions[i], pad);
}

// Indentation is a pointer into one run of blanks: two places to the left is two blanks deeper.
static const char *indent(int n) {
    static const char blanks[] = "                                        ";
    return blanks + (sizeof blanks - 1) - n;
}

// All rules of one (state, event): if, else if, ..., else.
static void ladder(table *t, int first, int n, const char *pad) {
    const char *deeper = pad - 2;
    for (int i = first; i < first + n; i++) {
        const cg_rule *r = &t->m->rules[i];
        if (n == 1) {
            rule(t, r, pad);
            return;
        }
        fputs(i == first ? pad : " ", t->out);
        if (i > first) fputs("else ", t->out);
        if (r->when) {
            fputs("if (", t->out);
            sv_expr(t->out, t->m, trigger(t, r), r->when, 1, &t->names);
            fputs(") ", t->out);
        }
        fputs("begin\n", t->out);
        rule(t, r, deeper);
        fprintf(t->out, "%send", pad);
        if (!r->when) break;
    }
    fputc('\n', t->out);
}

static void events(table *t, int state, const char *pad) {
    char name[SV_NAME];
    const char *deeper = pad - 4;
    fprintf(t->out, "%scase (event_i)\n", pad);
    for (int e = 0; e < t->m->n_events; e++) {
        int first, n = cg_rules_of(t->m, state, e, &first);
        if (!n) continue;
        fprintf(t->out, "%s  %s_pkg::%s: begin\n", pad, t->s->name, sv_event(t->m, e, name));
        ladder(t, first, n, deeper);
        fprintf(t->out, "%s  end\n", pad);
    }
}

static void body(table *t) {
    char name[SV_NAME];
    fputs("  always_comb begin\n", t->out);
    defaults(t);
    events(t, CG_NONE, indent(4));
    fputs("      default: begin\n        case (state_i)\n", t->out);
    for (int s = 0; s < t->m->n_states; s++) {
        const char *doc = t->m->states[s].doc ? t->m->states[s].doc : "";
        fprintf(t->out, "          %s_pkg::%s: begin%s%s\n", t->s->name, sv_state(t->m, s, name),
                sv_remark(doc), doc);
        events(t, s, indent(12));
        fputs("              default: ;\n            endcase\n          end\n", t->out);
    }
    fputs("          default: ;\n        endcase\n      end\n    endcase\n  end\n", t->out);
}

// Apart from the rules' block, as what it says goes into `words_i`, which that block reads.
static void widens(table *t) {
    char name[SV_NAME];
    if (!t->f.widen) return;
    fputs("\n  always_comb begin\n    widen_o = 1'b0;\n", t->out);
    for (int i = 0; i < t->m->n_rules; i++) {
        const cg_rule *r = &t->m->rules[i];
        if (!r->widen) continue;
        fprintf(t->out, "    if (state_i == %s_pkg::%s", t->s->name, sv_state(t->m, r->state, name));
        fprintf(t->out, " && event_i == %s_pkg::%s", t->s->name, sv_event(t->m, r->event, name));
        for (int k = i - r->index; k <= i; k++) {
            if (!t->m->rules[k].when) continue;
            fprintf(t->out, " && %s(", k < i ? "!" : "");
            sv_expr(t->out, t->m, trigger(t, r), t->m->rules[k].when, 1, &t->names);
            fputc(')', t->out);
        }
        fputs(") widen_o = 1'b1;\n", t->out);
    }
    fputs("  end\n", t->out);
}

// note [assertions]: a rule that the table calls impossible is an assertion with the rule's id as its label.
static void assertions(table *t) {
    char name[SV_NAME];
    fputs("\n`ifdef COHGEN_ASSERT\n  always_ff @(posedge clk_i) begin\n    if (fire_i) begin\n", t->out);
    for (int i = 0; i < t->m->n_rules; i++) {
        const cg_rule *r = &t->m->rules[i];
        if (!r->impossible) continue;
        sv_rule(t->m, r, name);
        fprintf(
            t->out,
            "      %s: assert (rule_o != %s_pkg::%s) else $error(\"%s: the table calls this impossible\");\n",
            name, t->s->name, name, r->id);
    }
    fputs("    end\n  end\n`endif\n", t->out);
}

static bool is_wire(const void *context, const char *let) {
    const sv_facts *f = context;
    for (int i = 0; i < f->n_lets; i++) {
        if (!strcmp(f->lets[i].expr->let, let)) return !f->lets[i].varies;
    }
    return false;
}

void sv_emit_table(FILE *out, const cg_plan *plan, int machine) {
    table *t = calloc(1, sizeof *t);
    if (!t) abort();
    *t = (table){.out = out,
                 .plan = plan,
                 .s = plan->spec,
                 .m = &plan->spec->machines[machine],
                 .mp = &plan->machines[machine]};
    sv_facts_of(plan, machine, &t->f);
    t->names = (sv_names){.reg = "%s_i",
                          .line = "line_%s_i",
                          .mshr = "mshr_%s_i",
                          .thread = "thread_%s_i",
                          .buffer = "buffer_%s_i",
                          .msg = "msg_%s_i",
                          .src_bits = cg_slot_find(&t->mp->trace, "src")->width,
                          .is_wire = is_wire,
                          .context = &t->f,
                          .spec = plan->spec};
    t->terms = sv_terms_new(t->m, &t->names);
    for (int w = SV_SUM_BITS; w <= 64; w++) t->f.add_width[w] = t->f.max_width[w] = t->f.min_width[w] = false;
    char *wires = NULL, *rules = NULL; // the rules say which wires there are
    size_t size = 0;
    t->out = open_memstream(&wires, &size);
    if (!t->out) abort();
    lets(t);
    fclose(t->out);
    find_usual(t);
    t->out = open_memstream(&rules, &size);
    if (!t->out) abort();
    body(t);
    widens(t);
    fclose(t->out);
    t->out = out;

    char what[2 * SV_NAME];
    snprintf(what, sizeof what, "the rules of %s, combinational", t->m->name);
    sv_banner(out, t->s, what);
    fprintf(out, "module %s_%s_table (\n", t->s->name, t->m->name);
    fputs("`ifdef COHGEN_ASSERT\n  input  logic clk_i,\n  input  logic fire_i, // the rule takes effect at "
          "this edge\n`endif\n",
          out);
    inputs(t);
    char *ports = NULL;
    t->out = open_memstream(&ports, &size);
    if (!t->out) abort();
    outputs(t);
    fclose(t->out);
    t->out = out;
    // the last port has no comma
    char *comma = strrchr(ports, ',');
    for (char *p = ports; *p; p++) {
        char *end = strchr(p, '\n');
        char *c = memchr(p, ',', (size_t)(end - p));
        comma = c ? c : comma;
        p = end;
    }
    *comma = ' ';
    fputs(ports, out);
    free(ports);
    fputs(");\n\n", out);
    sv_functions(out, &t->f);
    fputs(wires, out);
    free(wires);
    sv_terms_wires(t->terms, out);
    unused(t);
    fputs(rules, out);
    free(rules);
    assertions(t);
    fputs("endmodule\n", out);
    for (int k = 0; k < t->mp->n_out; k++) {
        for (int i = 0; i < plan->lanes[t->mp->out_channels[k]].layout.n_slots; i++) free(t->usual[k][i]);
        free(t->usual_dest[k]);
    }
    sv_terms_free(t->terms);
    sv_facts_free(&t->f);
    free(t);
}
