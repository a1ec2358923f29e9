// The table module: all rules of one machine as one combinational block. A rule is one branch, under a
// comment that quotes it; the state machine's whole protocol knowledge is here and nowhere else in the
// hardware.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/lookup.h"

#include "table.h"

// --------------------------------------------------------------------------------------------- expressions

char *sv_table_text(sv_table *t, const cg_msg *msg, const cg_expr *x, int width) {
    char *text = NULL;
    FILE *f = cg_text_open(&text, NULL);
    sv_expr(f, t->m, msg, x, width, &t->names);
    fclose(f);
    return text;
}

const cg_msg *sv_table_trigger(const sv_table *t, const cg_rule *r) {
    const cg_event *e = &t->m->events[r->event];
    return e->kind == CG_EV_MESSAGE ? &t->s->msgs[e->msg] : NULL;
}

static void lets(sv_table *t) {
    for (int i = 0; i < t->f.n_lets; i++) {
        if (t->f.lets[i].varies) continue;
        cg_expr root = *t->f.lets[i].expr;
        root.let = NULL;
        char *text = sv_table_text(t, t->f.lets[i].msg, &root, root.type.width);
        sv_terms_wires(t->terms, t->out);
        fputs("  logic ", t->out);
        sv_range(t->out, root.type.width);
        fprintf(t->out, "%s;\n  assign %s = %s;\n", t->f.lets[i].expr->let, t->f.lets[i].expr->let, text);
        free(text);
    }
}

// Do the rules use nothing of this input but its lower bits, "1'(2'(msg_core_i))"? So they do of a core's
// number over several kinds of cores that is one of a kind.
static bool is_narrowed(const char *rules, const char *input) {
    bool narrowed = false;
    for (const char *at = rules; (at = strstr(at, input)); at += strlen(input)) {
        const char *from = at;
        unsigned to = 0, width = 0;
        while (from > rules && from[-1] != ' ' && from[-1] != ',') from--;
        const char *cast = at;
        for (int n = 0; cast > from && n < 2; cast--) n += cast[-1] == '\'';
        while (cast > from && cast[-1] >= '0' && cast[-1] <= '9') cast--;
        if (sscanf(cast, "%u'(%u'(", &to, &width) != 2 || to >= width) return false;
        narrowed = true;
    }
    return narrowed;
}

// `rules`: their text.
static void print_unused_bits(sv_table *t, const char *rules) {
    static const char *const CORES[] = {"asking_i", "msg_core_i"};
    char *names = NULL;
    FILE *out = cg_text_open(&names, NULL);
    for (int i = 0; i < t->f.n_lets; i++) {
        const sv_let *let = &t->f.lets[i];
        if (!let->varies && let->expr->type.width > 1) fprintf(out, ", %s", let->expr->let);
    }
    sv_terms_unused(t->terms, out);
    for (int i = 0; i < 2; i++)
        if (is_narrowed(rules, CORES[i])) fprintf(out, ", %s", CORES[i]);
    fclose(out);
    if (*names)
        fprintf(t->out,
                "  logic unused_bits; // fit() may leave upper bits of these over\n"
                "  assign unused_bits = ^{%s};\n",
                names + 2);
    fputc('\n', t->out);
    free(names);
}

static void print_assignment(sv_table *t, const cg_rule *r, const cg_action *a, const char *pad) {
    const cg_field *field = cg_field_at(t->m, a->space, a->field);
    fprintf(t->out, "%s%s%s_o = ", pad, CG_SPACES[a->space].port, field->name);
    sv_expr(t->out, t->m, sv_table_trigger(t, r), a->value, field->type.width, &t->names);
    fputs(";\n", t->out);
    if (field->in_data) fprintf(t->out, "%sin_place_o = 1'b1;\n", pad);
}

_Static_assert(CG_N_VERBS_WITHOUT_BIT == 9, "action() prints each verb that has no signal of one bit");

static void action(sv_table *t, const cg_rule *r, const cg_action *a, const char *pad) {
    switch (a->verb) {
    case CG_A_ASSIGN: print_assignment(t, r, a, pad); break;
    case CG_A_SEND: sv_table_send(t, r, a, pad); break;
    case CG_A_RESPOND: fprintf(t->out, "%srespond_o = 2'd%d;\n", pad, 1 + (int)a->from); break;
    case CG_A_SWEEP: fprintf(t->out, "%ssweep_%s_o = 1'b1;\n", pad, t->m->line[a->field].name); break;
    case CG_A_FLASH_MSHR_FIELD:
        fprintf(t->out, "%sflash_mshr_%s_o = 1'b1;\n", pad, t->m->mshr[a->field].name);
        break;
    case CG_A_FILL:
        fprintf(t->out, "%sfill_o = 1'b1;\n", pad);
        if (a->mask) {
            fprintf(t->out, "%sfill_kept_o = ", pad);
            sv_expr(t->out, t->m, sv_table_trigger(t, r), a->mask, a->mask->type.width, &t->names);
            fputs(";\n", t->out);
        }
        break;
    case CG_A_PUSH:
    case CG_A_MARK:
        fprintf(t->out, "%s%s_o", pad, CG_VERBS[a->verb].signal);
        if (t->m->n_structures > 1) fprintf(t->out, "[%d]", a->structure);
        fputs(" = 1'b1;\n", t->out);
        break;
    case CG_A_INSERT:
    case CG_A_REMOVE: sv_lookup_action(t, r, a, pad); break;
    default: // perform and publish are for the golden model, impossible for the assertions
        if (*CG_VERBS[a->verb].signal) fprintf(t->out, "%s%s_o = 1'b1;\n", pad, CG_VERBS[a->verb].signal);
    }
}

// What a way has of its line changes: its state, its fields, or that an entry pins it.
static bool touches(const sv_table *t, const cg_rule *r) {
    const cg_machine *m = t->m;
    const int pins = t->mp->pins ? CG_DOES_TAKES_ENTRY | CG_DOES_FREES_ENTRY : 0;
    bool yes = r->next != r->state;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        const bool field = cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_LINE;
        yes |= cg_does(a, CG_DOES_TAKES_WAY | pins) || (field && !m->line[a->field].in_data);
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

// note [missing] in docs/rtl.md: does a rule send there? Whoever stalls has the lanes of the cell's other
// rules, one of which its event will come to.
static bool wants_room(const sv_table *t, const cg_rule *r, int channel) {
    int first, n = cg_rules_of(t->m, r->state, r->event, &first);
    bool wants = false;
    if (!r->stalls) first = (int)(r - t->m->rules), n = 1;
    for (int i = first; i < first + n; i++)
        for (int k = 0; k < t->m->rules[i].n_actions; k++) {
            const cg_action *a = &t->m->rules[i].actions[k];
            wants |= cg_does(a, CG_DOES_SENDS) && t->s->msgs[a->msg].channel == channel;
        }
    return wants;
}

// To receivers of which there may be none: then nothing is sent.
static bool sends_to_set(const cg_spec *s, const cg_rule *r, int channel) {
    bool some = false;
    for (int k = 0; k < r->n_actions; k++) {
        const cg_action *a = &r->actions[k];
        some |= cg_does(a, CG_DOES_SENDS) && s->msgs[a->msg].channel == channel && a->to &&
                a->to->type.kind == CG_T_SET;
    }
    return some;
}

static void print_missing(sv_table *t, const cg_rule *r, const char *pad) {
    char *text = NULL, lane[SV_NAME];
    FILE *out = cg_text_open(&text, NULL);
    for (int i = 0; i < SV_N_WANTS; i++)
        if (t->f.verb[SV_WANTS[i].verb] && cg_find_action(r, CG_VERBS[SV_WANTS[i].verb].effects))
            fprintf(out, " || %s_missing_i", SV_WANTS[i].what);
    for (int k = 0; k < t->mp->n_out; k++) {
        const int channel = t->mp->out_channels[k];
        if (!sv_room_by_rule(t->plan, t->machine, k) || !wants_room(t, r, channel) ||
            cg_plan_asks(t->s, t->machine, r->event, channel) == CG_ASKS_EARLY)
            continue;
        sv_lane(t->s, channel, lane);
        if (!r->stalls && sends_to_set(t->s, r, channel))
            fprintf(out, " || (%s_missing_i && |%s_to_o)", lane, lane);
        else
            fprintf(out, " || %s_missing_i", lane);
    }
    fclose(out);
    if (*text) fprintf(t->out, "%smissing_o = %s;\n", pad, text + strlen(" || "));
    free(text);
}

static void print_rule_effects(sv_table *t, const cg_rule *r, const char *pad) {
    char name[SV_NAME], state[SV_NAME];
    fprintf(t->out, "%s// %s: %s\n", pad, r->id, r->text);
    fprintf(t->out, "%srule_o = %s_pkg::%s;\n", pad, t->plan->name, sv_rule(t->m, r, name));
    if (cg_is_pure_stall(r)) fprintf(t->out, "%sact_o = 1'b0;\n", pad);
    if (cg_rule_translates(r)) sv_lookup_wants(t, pad, true);
    if (touches(t, r)) fprintf(t->out, "%stouch_o = 1'b1;\n", pad);
    if (t->mp->words && changes_entry(r)) fprintf(t->out, "%sentry_o = 1'b1;\n", pad);
    if (r->next != r->state)
        fprintf(t->out, "%snext_o = %s_pkg::%s;\n", pad, t->plan->name, sv_state(t->m, r->next, state));
    for (int i = 0; i < r->n_actions; i++) action(t, r, &r->actions[i], pad);
    print_missing(t, r, pad);
}

// Indentation is a pointer into one run of blanks: two places to the left is two blanks deeper.
static const char *indent(int n) {
    static const char blanks[] = "                                        ";
    return blanks + (sizeof blanks - 1) - n;
}

// All rules of one (state, event): if, else if, ..., else.
static void print_rules_of_cell(sv_table *t, int first, int n, const char *pad) {
    const char *deeper = pad - 2;
    for (int i = first; i < first + n; i++) {
        const cg_rule *r = &t->m->rules[i];
        if (n == 1) {
            print_rule_effects(t, r, pad);
            return;
        }
        fputs(i == first ? pad : " ", t->out);
        if (i > first) fputs("else ", t->out);
        if (r->when) {
            fputs("if (", t->out);
            sv_expr(t->out, t->m, sv_table_trigger(t, r), r->when, 1, &t->names);
            fputs(") ", t->out);
        }
        fputs("begin\n", t->out);
        print_rule_effects(t, r, deeper);
        fprintf(t->out, "%send", pad);
        if (!r->when) break;
    }
    fputc('\n', t->out);
}

static void events(sv_table *t, int state, const char *pad) {
    char name[SV_NAME];
    const char *deeper = pad - 4;
    fprintf(t->out, "%scase (event_i)\n", pad);
    for (int e = 0; e < t->m->n_events; e++) {
        int first, n = cg_rules_of(t->m, state, e, &first);
        if (!n) continue;
        fprintf(t->out, "%s  %s_pkg::%s: begin\n", pad, t->plan->name, sv_event(t->m, e, name));
        print_rules_of_cell(t, first, n, deeper);
        fprintf(t->out, "%s  end\n", pad);
    }
}

// Events that are about no line: their rules stand before those of the states.
static bool has_events_without_state(const cg_machine *m) {
    int first;
    for (int e = 0; e < m->n_events; e++)
        if (cg_rules_of(m, CG_NONE, e, &first)) return true;
    return false;
}

static void print_table_body(sv_table *t) {
    const bool global = has_events_without_state(t->m);
    const int at = global ? 8 : 4; // of the case of states
    char name[SV_NAME];
    fputs("  always_comb begin\n", t->out);
    sv_table_quiet(t);
    if (global) {
        events(t, CG_NONE, indent(4));
        fputs("      default: begin\n", t->out);
    }
    fprintf(t->out, "%scase (state_i)\n", indent(at));
    for (int s = 0; s < t->m->n_states; s++) {
        const char *doc = t->m->states[s].doc ? t->m->states[s].doc : "";
        fprintf(t->out, "%s  %s_pkg::%s: begin%s%s\n", indent(at), t->plan->name, sv_state(t->m, s, name),
                sv_remark(doc), doc);
        events(t, s, indent(at + 4));
        fprintf(t->out, "%s      default: ;\n%s    endcase\n%s  end\n", indent(at), indent(at), indent(at));
    }
    fprintf(t->out, "%s  default: ;\n%sendcase\n", indent(at), indent(at));
    fputs(global ? "      end\n    endcase\n  end\n" : "  end\n", t->out);
}

static bool others_join(const cg_rule *r) {
    return r->widen;
}

static bool no_other_joins(const cg_rule *r) {
    return r->alone;
}

static bool defers_again(const cg_rule *r) {
    return r->again;
}

// Apart from the rules' block, as what it says goes into `words_i`, which that block reads.
static void widens(sv_table *t, const char *port, bool (*is)(const cg_rule *r)) {
    char name[SV_NAME];
    fprintf(t->out, "\n  always_comb begin\n    %s = 1'b0;\n", port);
    for (int i = 0; i < t->m->n_rules; i++) {
        const cg_rule *r = &t->m->rules[i];
        if (!is(r)) continue;
        fprintf(t->out, "    if (state_i == %s_pkg::%s", t->plan->name, sv_state(t->m, r->state, name));
        fprintf(t->out, " && event_i == %s_pkg::%s", t->plan->name, sv_event(t->m, r->event, name));
        for (int k = i - r->index; k <= i; k++) {
            if (!t->m->rules[k].when) continue;
            fprintf(t->out, " && %s(", k < i ? "!" : "");
            sv_expr(t->out, t->m, sv_table_trigger(t, r), t->m->rules[k].when, 1, &t->names);
            fputc(')', t->out);
        }
        fprintf(t->out, ") %s = 1'b1;\n", port);
    }
    fputs("  end\n", t->out);
}

// note [assertions]: a rule that the table calls impossible is an assertion with the rule's id as its label.
// What `print` prints, to be freed.
static char *captured_text(sv_table *t, void (*print)(sv_table *t)) {
    FILE *const out = t->out;
    char *text = NULL;
    t->out = cg_text_open(&text, NULL);
    print(t);
    fclose(t->out);
    t->out = out;
    return text;
}

static void fits(sv_table *t) {
    sv_table_fits(t);
}

// What has been printed with wires of parts needs no number of words; what asserts that it fits may.
static void print_words_of_fits(sv_table *t, const char *asserted) {
    if (!t->f.words_fewer || t->f.words || !strstr(asserted, "words_i")) return;
    const int bits = cg_bits((uint64_t)t->mp->words);
    fprintf(t->out,
            "  logic [%d:0] words_i;\n  always_comb begin\n    words_i = '0;\n    for (int k = 0; k < %d; "
            "k++) words_i = "
            "words_i + %d'(words_least_i[k]);\n  end\n",
            bits - 1, t->mp->words, bits);
}

static void assertions(sv_table *t) {
    char name[SV_NAME], *asserted = captured_text(t, fits);
    fputs("\n`ifdef COHGEN_ASSERT\n", t->out);
    print_words_of_fits(t, asserted);
    sv_table_fit_functions(t);
    fputs("  always_ff @(posedge clk_i) begin\n    if (fire_i) begin\n", t->out);
    for (int i = 0; i < t->m->n_rules; i++) {
        const cg_rule *r = &t->m->rules[i];
        if (!r->impossible) continue;
        sv_rule(t->m, r, name);
        fprintf(
            t->out,
            "      %s: assert (rule_o != %s_pkg::%s) else $error(\"%s: the table calls this impossible\");\n",
            name, t->plan->name, name, r->id);
    }
    fputs(asserted, t->out);
    fputs("    end\n  end\n`endif\n", t->out);
    free(asserted);
}

static bool is_wire(const void *context, const char *let) {
    const sv_facts *f = context;
    for (int i = 0; i < f->n_lets; i++) {
        if (!strcmp(f->lets[i].expr->let, let)) return !f->lets[i].varies;
    }
    return false;
}

static sv_names names_of_table(const sv_table *t) {
    sv_names names = {.msg = "msg_%s_i",
                      .src_bits = t->f.leaf[CG_X_SRC],
                      .is_wire = is_wire,
                      .context = &t->f,
                      .plan = t->plan};
    for (cg_space k = 0; k < CG_N_SPACES; k++) names.space[k] = (sv_spelling){CG_SPACES[k].port, "_i"};
    return names;
}

static void rules(sv_table *t) {
    print_table_body(t);
    if (t->f.widen) widens(t, "widen_o", others_join);
    if (t->f.alone) widens(t, "alone_o", no_other_joins);
    if (t->f.again) widens(t, "again_o", defers_again);
}

static void module(sv_table *t) {
    char what[2 * SV_NAME];
    char *wires = captured_text(t, lets);
    sv_usual_find(t);
    char *text = captured_text(t, rules),
         *finds = captured_text(t, sv_lookup_finds); // they say which wires there are
    snprintf(what, sizeof what, "the rules of %s, combinational", t->m->name);
    sv_banner(t->out, t->plan, what);
    fprintf(t->out, "module %s_%s_table (\n", t->plan->name, t->m->name);
    sv_table_ports(t);
    fputs(");\n\n", t->out);
    sv_functions(t->out, &t->f);
    fputs(wires, t->out);
    sv_terms_wires(t->terms, t->out);
    print_unused_bits(t, text);
    fputs(text, t->out);
    fputs(finds, t->out);
    assertions(t);
    fputs("endmodule\n", t->out);
    sv_usual_free(t);
    CG_FREE(wires, text, finds);
}

void sv_emit_table(FILE *out, const cg_plan *plan, int machine) {
    sv_table *t = calloc(1, sizeof *t);
    if (!t) abort();
    *t = (sv_table){.out = out,
                    .plan = plan,
                    .s = plan->spec,
                    .machine = machine,
                    .m = &plan->spec->machines[machine],
                    .mp = &plan->machines[machine]};
    sv_facts_of(plan, machine, &t->f);
    t->names = names_of_table(t);
    t->terms = sv_terms_new(t->m, &t->names, "");
    for (int w = SV_SUM_BITS; w <= 64; w++) t->f.add_width[w] = t->f.max_width[w] = t->f.min_width[w] = false;
    module(t);
    sv_terms_free(t->terms);
    sv_facts_free(&t->f);
    free(t);
}
