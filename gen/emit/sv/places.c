// What is sent is about a global line, whose number the table gives; what comes is about one, too, and one of
// its fields says for which line of the memory. So within the controller an address is a place, and outside
// of it that of a global line. The byte within the line is the same.
#include "places.h"

#include "base/memory.h"
#include "lang/requester.h"
#include "lang/visit.h"
#include "terms.h"

#include <stdlib.h>
#include <string.h>

static int number_bits(const cg_plan *p, int machine) {
    return (int)p->spec->addr_bits - p->machines[machine].line_shift;
}

// note [place words] in gen/lang/local.h: of a word's number, those that say which of its line it is.
static int word_bits(const sv_control *c) {
    return c->m->of_words ? cg_log2(c->s->line_bytes) - c->mp->line_shift : 0;
}

// Of how many words of a line a message is, and how far they are from each other.
static int named_bits(const cg_spec *s) {
    return cg_bits(s->line_bytes / CG_WORD_BYTES);
}

// ----------------------------------------------------------------------------------------- the table's side

void sv_about_port(sv_table *t, int k, const char *lane) {
    if (t->f.abouts[k])
        fprintf(t->out, "  output logic [%d:0] %s_about_o, // number of the global line\n",
                number_bits(t->plan, t->machine) - 1, lane);
    if (t->f.several[k])
        fprintf(t->out,
                "  output logic [%d:0] %s_count_o, // so many words of its line,\n"
                "  output logic [%d:0] %s_step_o,  // each so far from the one before\n",
                named_bits(t->plan->spec) - 1, lane, named_bits(t->plan->spec) - 1, lane);
}

void sv_about_quiet(sv_table *t, int k, const char *lane) {
    if (t->f.abouts[k]) fprintf(t->out, "    %s_about_o = '0;\n", lane);
    if (t->f.several[k]) fprintf(t->out, "    %s_count_o = '0;\n    %s_step_o = '0;\n", lane, lane);
}

void sv_about_send(sv_table *t, const cg_rule *r, const cg_action *a, const char *lane, const char *pad) {
    const struct {
        const cg_expr *value;
        const char *port;
        int width;
    } each[] = {{a->about, "about", number_bits(t->plan, t->machine)},
                {a->count, "count", named_bits(t->plan->spec)},
                {a->step, "step", named_bits(t->plan->spec)}};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        if (!each[i].value) continue;
        char *text = sv_table_text(t, sv_table_trigger(t, r), each[i].value, each[i].width);
        fprintf(t->out, "%s%s_%s_o = %s;\n", pad, lane, each[i].port, text);
        free(text);
    }
}

// ------------------------------------------------------------------------------------ the controller's side

void sv_about_wire(sv_control *c, int k, const char *lane) {
    if (c->f.abouts[k])
        fprintf(c->out, "  logic [%d:0] %s_about;\n", number_bits(c->plan, c->machine) - 1, lane);
    if (c->f.several[k])
        fprintf(c->out, "  logic [%d:0] %s_count, %s_step;\n", named_bits(c->s) - 1, lane, lane);
}

void sv_about_connect(sv_control *c, int k, const char *lane) {
    if (c->f.abouts[k]) fprintf(c->out, "    .%s_about_o(%s_about),\n", lane, lane);
    if (c->f.several[k])
        fprintf(c->out, "    .%s_count_o(%s_count), .%s_step_o(%s_step),\n", lane, lane, lane, lane);
}

// The word itself, and each step-th one behind it: word i of these is there if i is k steps of one width, and
// k is less than the count.
static void print_named(sv_control *c, const char *lane, const char *own, int words) {
    const int bits = named_bits(c->s);
    fprintf(c->out,
            "    s2_%s.words = %d'd1;\n    for (int i = 1; i < %d; i++) for (int k = 1; k <= i; k++)\n"
            "      if (i %% k == 0 && %s_step == %d'(k) && %s_count > %d'(i / k)) s2_%s.words[i] = 1'b1;\n"
            "    s2_%s.words = s2_%s.words << %s;\n",
            lane, words, words, lane, bits, lane, bits, lane, lane, lane, own);
}

// Memories of words: the message is about one word of its global line, or several, and says for which the
// thread asked. In what answers a message that is the same one.
static bool about_word(sv_control *c, int k, const char *lane, const char *slot) {
    const int bits = word_bits(c), most = number_bits(c->plan, c->machine) - 1;
    const char *own = cg_arena_printf(c->f.arena, "%s_about[%d:0]", lane, bits - 1);
    if (!strcmp(slot, "words") && c->f.several[k]) {
        print_named(c, lane, own, 1 << bits);
        return true;
    }
    if (!strcmp(slot, "words")) {
        fprintf(c->out, "    s2_%s.words = %d'd1 << %s;\n", lane, 1 << bits, own);
        return true;
    }
    if (strcmp(slot, "addr")) return false;
    sv_choice *asked = sv_choice_new(c->f.arena, "%s", own);
    if (c->f.askers[k])
        sv_term(
            sv_choice_add(asked, "the request that the rule names",
                          cg_arena_printf(c->f.arena, "%s_who[%d:%d]", lane,
                                          cg_requester_thread_bits(c->s) + cg_requester_word_bits(c->s) - 1,
                                          cg_requester_thread_bits(c->s))),
            "it does", "%s_for", lane);
    if (c->mp->n_in) {
        sv_logic *comes = sv_choice_add(asked, "that of the message that came", "s2_in_q." CG_ASKED_SLOT);
        sv_logic *any = sv_group(comes, SV_ANY, "the event is one");
        for (int i = 0; i < c->n_ports; i++)
            if (c->ports[i].kind == SV_PORT_LANE) sv_term(any, "from this lane", "s2_%s_q", c->ports[i].name);
    }
    fprintf(c->out, "    s2_%s.addr = {%s_about[%d:%d], ", lane, lane, most, bits);
    sv_choice_print_operand(c->out, asked);
    fputs(", 2'd0};\n", c->out);
    return true;
}

bool sv_about_slot(sv_control *c, int k, const char *lane, const char *slot) {
    if (c->f.abouts[k] && c->m->of_words) return about_word(c, k, lane, slot);
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
    *low = c->f.abouts[k] ? word_bits(c) : c->mp->line_shift;
    return c->f.abouts[k] ? cg_arena_printf(c->f.arena, "%s_about", lane) : "s2_in_q.addr";
}

// The number of the global line that a message is about, or of its word there.
static const char *line_of_message(const sv_control *c, const sv_port *p) {
    const int low = c->mp->line_shift + word_bits(c);
    const char *line =
        cg_arena_printf(c->f.arena, "%s_msg.addr[%d:%d]", p->name, (int)c->s->addr_bits - 1, low);
    return c->m->of_words ? cg_arena_printf(c->f.arena, "{%s, %s_word}", line, p->name) : line;
}

// Of several words that are left the number of the lowest one. A message that has one place is about one
// word.
static void print_lowest_wire(sv_control *c, const sv_port *p) {
    const int bits = word_bits(c);
    const cg_channel *ch = &c->s->channels[p->channel];
    const char *n = p->name, *one = "";
    char kind[SV_NAME];
    fprintf(
        c->out,
        "  logic [%d:0] %s_word; // of its line, the lowest one of those that are left\n  always_comb begin\n"
        "    %s_word = '0;\n    for (int i = %d; i >= 0; i--) if (%s_left[i]) %s_word = %d'(i);\n  end\n",
        bits - 1, n, n, (1 << bits) - 1, n, n, bits);
    for (int i = 0; i < ch->n_msgs; i++)
        if (c->s->msgs[ch->msgs[i]].several)
            one = cg_arena_printf(c->f.arena, "%s || %s_msg.kind == %s_pkg::%s", one, n, c->plan->name,
                                  sv_kind(c->s, p->channel, i, kind));
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (rst_ni) some_word_%s: assert (!%s_take || $onehot(%s_left) || (%s_left != '0 && (%s))) "
            "else\n"
            "      $error(\"%s.%s: a message is about words 0x%%0h, and has one place, or none\", %s_left);\n"
            "  end\n`endif\n",
            n, n, n, n, ch->n_msgs > 1 ? one + 4 : "1'b1", c->plan->name, c->m->name, n);
}

// Of the set of words, which has one, its number.
static void print_word_wire(sv_control *c, const sv_port *p) {
    const int bits = word_bits(c);
    const char *n = p->name;
    fprintf(c->out,
            "  logic [%d:0] %s_word; // of its line, the one that the message is about\n  always_comb begin\n"
            "    %s_word = '0;\n    for (int i = 0; i < %d; i++) if (%s_msg.words[i]) %s_word = %s_word | "
            "%d'(i);\n  end\n",
            bits - 1, n, n, 1 << bits, n, n, n, bits);
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (rst_ni) one_word_%s: assert (!%s_take || $onehot(%s_msg.words)) else\n"
            "      $error(\"%s.%s: a message is about words 0x%%0h, and a memory of words is told of one\", "
            "%s_msg.words);\n  end\n`endif\n",
            n, n, n, c->plan->name, c->m->name, n);
}

// The member of the lane in whose bits a field of its messages stands.
static const char *member_of_field(const sv_control *c, const sv_port *p, const char *field) {
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    const cg_slot *slot = cg_slot_find(&lane->layout, field);
    return cg_plan_stands_in(lane, (int)(slot - lane->layout.slots))->name;
}

static const cg_msg *message_of_kind(const sv_control *c, const sv_port *p, int kind) {
    return &c->s->msgs[c->s->channels[p->channel].msgs[kind]];
}

static bool is_computed(const cg_msg *msg) {
    return msg->place && !cg_is_leaf(msg->place->op, CG_LEAF_OF_MESSAGE);
}

// Where the place of a message of this kind is: a member of the message, or the wire of what is computed,
// which kinds share whose places are written alike, as fields of a lane are known by their names. NULL: it
// has none.
static const char *place_source(const sv_control *c, const sv_port *p, int kind) {
    const cg_msg *msg = message_of_kind(c, p, kind);
    if (!msg->place) return NULL;
    if (!is_computed(msg))
        return cg_arena_printf(c->f.arena, "%s_msg.%s", p->name,
                               member_of_field(c, p, msg->fields[msg->place->field].name));
    int first = 0;
    while (!is_computed(message_of_kind(c, p, first)) ||
           strcmp(message_of_kind(c, p, first)->place->text, msg->place->text))
        first++;
    return cg_arena_printf(c->f.arena, "%s_place%d", p->name, first);
}

typedef struct {
    sv_control *c;
    const sv_port *p;
    const cg_msg *msg;
    const char *done; // fields that have a wire: " slot row "
    bool line;        // so has the number of the global line
} place_wires;

// note [place wires]: the fields of a message that its place is computed from, by their own names.
static void print_field_wire(void *context, const cg_expr *x) {
    place_wires *w = context;
    FILE *out = w->c->out;
    const char *port = w->p->name;
    if (x->op == CG_X_GLOBAL && !w->line) {
        w->line = true;
        fprintf(out, "  logic [%d:0] %s_of_line;\n  assign %s_of_line = %s;\n",
                number_bits(w->c->plan, w->c->machine) - 1, port, port, line_of_message(w->c, w->p));
    }
    if (!cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE)) return;
    const char *field = w->msg->fields[x->field].name, *key = cg_arena_printf(w->c->f.arena, " %s ", field);
    if (strstr(w->done, key)) return;
    w->done = cg_arena_printf(w->c->f.arena, "%s%s", w->done, key);
    fputs("  logic ", out);
    sv_range(out, x->type.width);
    fprintf(out, "%s_of_%s;\n  assign %s_of_%s = %s_msg.%s;\n", port, field, port, field, port,
            member_of_field(w->c, w->p, field));
}

// The wire of a kind's place, if no kind before it has it: what it is made of stands before it.
static void print_place_wire(place_wires *w, sv_terms *terms, const sv_names *names, int kind) {
    const sv_control *c = w->c;
    const int width = w->msg->place->type.width;
    const char *name = place_source(c, w->p, kind);
    char *text = NULL;
    if (strcmp(name, cg_arena_printf(c->f.arena, "%s_place%d", w->p->name, kind)) != 0) return;
    cg_visit(w->msg->place, print_field_wire, w);
    FILE *f = cg_text_open(&text, NULL);
    sv_expr(f, c->m, w->msg, w->msg->place, width, names);
    fclose(f);
    sv_terms_wires(terms, c->out);
    fputs("  logic ", c->out);
    sv_range(c->out, width);
    fprintf(c->out, "%s; // %s\n  assign %s = %s;\n", name, w->msg->name, name, text);
    free(text);
}

// What is so wide that it has wires of its own calls none.
void sv_place_facts(const sv_control *c, sv_facts *used) {
    sv_facts own;
    sv_facts_start(c->plan, c->machine, &own);
    for (int i = 0; i < c->s->n_msgs; i++) {
        const cg_msg *msg = &c->s->msgs[i];
        if (msg->to == c->machine && is_computed(msg)) sv_facts_add(&own, msg->place, msg);
    }
    for (int w = 1; w <= 64; w++) {
        used->max_width[w] |= w < SV_SUM_BITS && own.max_width[w];
        used->min_width[w] |= w < SV_SUM_BITS && own.min_width[w];
        used->count_width[w] |= own.count_width[w];
    }
    sv_facts_free(&own);
}

void sv_place_wires(sv_control *c, const sv_port *p) {
    const cg_channel *ch = &c->s->channels[p->channel];
    bool any = false;
    for (int i = 0; i < ch->n_msgs; i++) any |= is_computed(message_of_kind(c, p, i));
    if (c->m->of_words) (sv_brings_several(c, p) ? print_lowest_wire : print_word_wire)(c, p);
    if (!any) return;
    const char *prefix = cg_arena_printf(c->f.arena, "%s_", p->name);
    sv_names names = {.msg = cg_arena_printf(c->f.arena, "%s_of_%%s", p->name),
                      .msg_line = cg_arena_printf(c->f.arena, "%s_of_line", p->name),
                      .plan = c->plan};
    sv_terms *terms = sv_terms_new(c->m, &names, prefix);
    place_wires w = {c, p, NULL, "", false};
    for (int i = 0; i < ch->n_msgs; i++) {
        w.msg = message_of_kind(c, p, i);
        if (is_computed(w.msg)) print_place_wire(&w, terms, &names, i);
    }
    char *unused = NULL;
    FILE *f = cg_text_open(&unused, NULL);
    sv_terms_unused(terms, f);
    fclose(f);
    fprintf(c->out, "  logic %s_unused; // upper bits of these may be left over\n  assign %s_unused = ^{",
            p->name, p->name);
    fprintf(c->out, "%s_msg.addr%s};\n", p->name, unused);
    free(unused);
    sv_terms_free(terms);
}

// Do all messages of the lane have it in the same place?
static bool have_one_source(const sv_control *c, const sv_port *p) {
    const char *first = place_source(c, p, 0);
    for (int i = 1; i < c->s->channels[p->channel].n_msgs; i++) {
        const char *other = place_source(c, p, i);
        if (!first || !other || strcmp(first, other)) return false;
    }
    return first;
}

static void print_place(sv_control *c, const sv_port *p, int kind, bool only) {
    const char *from = place_source(c, p, kind);
    char text[SV_NAME];
    fputs("    ", c->out);
    if (!only)
        fprintf(c->out, "if (%s_msg.kind == %s_pkg::%s) ", p->name, c->plan->name,
                sv_kind(c->s, p->channel, kind, text));
    fprintf(c->out, "%s_in.addr = %d'({%s, %s_msg.addr[%d:0]});\n", p->name, (int)c->s->addr_bits, from,
            p->name, c->mp->line_shift - 1);
}

void sv_place_of_message(sv_control *c, const sv_port *p) {
    const cg_channel *ch = &c->s->channels[p->channel];
    if (!c->m->mapped) return;
    const bool one = have_one_source(c, p);
    bool any = false;
    for (int i = 0; i < (one ? 1 : ch->n_msgs); i++) {
        if (!place_source(c, p, i)) continue;
        print_place(c, p, i, one);
        any = true;
    }
    if (any && cg_slot_find(&c->mp->trace, "in.msg_line"))
        fprintf(c->out, "    %s_in.msg_line = %s;\n", p->name, line_of_message(c, p));
    if (any && c->m->of_words)
        fprintf(c->out, "    %s_in." CG_ASKED_SLOT " = %s_msg.addr[%d:%d];\n", p->name, p->name,
                c->mp->line_shift + word_bits(c) - 1, c->mp->line_shift);
}
