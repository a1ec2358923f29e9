// Machines of words: what is known of each word of a line.
//
// note [words]: tags, MSHR entries, deferred requests and messages hold lines of words; the table speaks of
// one word, and there is one table. In S2 the event's set of words is known; the lowest of them is the
// leader, for which the table is asked; all words of the set that are like it in everything the table may
// read (and, where the rule widens, all such words of the line) are the group, for which the rule takes
// effect at once. What is left of the set goes back to the port, which offers it again.
#include <string.h>

#include "control.h"

int sv_words_of(const sv_control *c) {
    return c->mp->words ? c->mp->words : c->mp->told;
}

static void ranged(sv_control *c, int width, const char *name) {
    fputs("  logic ", c->out);
    sv_range(c->out, width);
    fprintf(c->out, "%s;\n", name);
}

static void field_wires(sv_control *c, const char *space, const cg_field *f) {
    char name[2 * SV_NAME];
    snprintf(name, sizeof name, "word_%s_%s", space, f->name);
    ranged(c, sv_words_of(c) * f->type.width, name);
}

void sv_words_declare(sv_control *c) {
    const int w = sv_words_of(c);
    fprintf(c->out,
            "  // Words of the line: the event's, those that the rule is for, the "
            "rest; and those in the "
            "MSHR entry.\n"
            "  logic [%d:0] s2_words, s2_group, s2_rest, word_entry;\n  logic s2_part, s2_own;\n",
            w - 1);
    fprintf(c->out, "  logic [%d:0] word_state;\n", w * c->mp->state_bits - 1);
    for (int i = 0; i < c->m->n_line; i++) field_wires(c, "line", &c->m->line[i]);
    for (int i = 0; i < c->m->n_mshr; i++) field_wires(c, "mshr", &c->m->mshr[i]);
    if (c->mp->has_buffer)
        fprintf(c->out,
                "  logic [%d:0] word_gathered, drain_skip_q;\n"
                "  logic [%d:0] s1_gathered; // words of the store buffer's entry, in S1\n",
                w - 1, w - 1);
    if (c->f.whole) fprintf(c->out, "  logic [%d:0] word_whole;\n", w - 1);
    if (c->f.wanted) fprintf(c->out, "  logic [%d:0] word_wanted;\n", w - 1);
    if (c->f.requested) fprintf(c->out, "  logic [%d:0] word_requested;\n  logic requested;\n", w - 1);
    if (c->f.gathered) fputs("  logic gathered;\n", c->out);
    if (c->f.whole) fputs("  logic whole;\n", c->out);
    if (c->f.wanted) fputs("  logic wanted;\n", c->out);
    if (c->f.words) ranged(c, c->f.words, "words");
    if (c->f.widen) fputs("  logic widen;\n", c->out);
    if (c->f.alone) fputs("  logic alone;\n", c->out);
    if (c->f.again) fputs("  logic again;\n", c->out);
    fputs("  logic entry_changes;\n", c->out);
    sv_place_declare(c);
    sv_verbs_declare_gated(c);
    for (int i = 0; i < c->n_ports; i++)
        if (c->ports[i].kind == SV_PORT_EVICT)
            fprintf(c->out, "  logic evict_rested_q;\n  logic [%d:0] evict_left, evict_made_q;\n", w - 1);
}

// --------------------------------------------------------------------------------------- S1: tags, states

// What the rule's flash makes of each state, that of the highest state first; by no rule nothing changes.
void sv_flash_map(sv_control *c, int effect, const char *name, int bits) {
    char rule[SV_NAME];
    bool any = false;
    fprintf(c->out, "  logic [%d:0] %s;\n", (1 << bits) * bits - 1, name);
    for (int i = 0; i < c->m->n_rules; i++) {
        const cg_rule *r = &c->m->rules[i];
        if (!cg_find_action(r, effect)) continue;
        if (!any) fputs("  always_comb begin\n    case (rule)\n", c->out);
        any = true;
        fprintf(c->out, "      %s_pkg::%s: %s = {", c->plan->name, sv_rule(c->m, r, rule), name);
        for (int s = (1 << bits) - 1; s >= 0; s--)
            fprintf(c->out, "%d'd%d%s", bits, cg_plan_flashed(c->m, r, effect, s), s ? ", " : "};\n");
    }
    fprintf(c->out, any ? "      default: %s = {" : "  assign %s = {", name);
    for (int s = (1 << bits) - 1; s >= 0; s--) fprintf(c->out, "%d'd%d%s", bits, s, s ? ", " : "};");
    fputs(any ? "\n    endcase\n  end\n" : " // no rule flashes them\n", c->out);
}

// A slot of a way that has a value for each word.
static bool is_of_each_word(const cg_slot *slot) {
    return strcmp(slot->name, "tag") && strcmp(slot->name, "pinned") && strcmp(slot->name, "leaving");
}

// note [flashed] in gen/plan/flashes.c: the states as the tag array has them, and as a flash has left them.
static void noted_flash(sv_control *c) {
    const int ways = (int)c->m->ways, stable = c->mp->stable_bits, n = ways * sv_words_of(c);
    const cg_rule *rule = cg_plan_noted_flash(c->m, CG_DOES_MOVES_LINES);
    // A line that was never written is in state 0: if that stays, it needs no reset whether it was flashed.
    const bool kept = cg_plan_flashed(c->m, rule, CG_DOES_MOVES_LINES, 0) == 0;
    fprintf(c->out,
            "  // Lines that were flashed since they were written: what is read of their states is changed.\n"
            "  logic [%d:0] way_flashed;\n  logic [%d:0] way_kept;\n  logic [%d:0] flashed_states;\n  assign "
            "flashed_states = {",
            ways - 1, n * stable - 1, (1 << stable) * stable - 1);
    for (int s = (1 << stable) - 1; s >= 0; s--)
        fprintf(c->out, "%d'd%d%s", stable, cg_plan_flashed(c->m, rule, CG_DOES_MOVES_LINES, s),
                s ? ", " : "};\n");
    fprintf(
        c->out,
        "  cohgen_flash_map #(.Rows(%llu), .Lanes(%d), .Bits(1)) u_flashed (\n    .clk_i(clk_i), "
        ".rst_ni(%s), .raddr_i(s1_set), .rdata_o(way_flashed),\n"
        "    .wen_i(meta_write), .waddr_i(s2_set), .wlane_i(meta_wlane), .wdata_i(1'b0),\n"
        "    .flash_i(s2_fire && flash_lines), .map_i(2'b11)\n  );\n"
        "  for (genvar i = 0; i < %d; i++) begin : g_flashed\n    assign way_state[i*%d +: %d] = "
        "way_flashed[i/%d] ? flashed_states[way_kept[i*%d +: %d]*%d +: %d] : way_kept[i*%d +: %d];\n  end\n",
        (unsigned long long)c->m->sets, ways, kept ? "1'b1" : "rst_ni", n, stable, stable, sv_words_of(c),
        stable, stable, stable, stable, stable, stable);
}

void sv_words_states(sv_control *c) {
    const int w = sv_words_of(c), ways = (int)c->m->ways, stable = c->mp->stable_bits;
    if (c->mp->notes_flash) {
        noted_flash(c);
        return;
    }
    const char *written = "s2_group"; // of a way that had a line, all words
    if (c->mp->overwrites) written = cg_arena_printf(c->f.arena, "(s2_group | {%d{s2_overwrites_q}})", w);
    sv_flash_map(c, CG_DOES_MOVES_LINES, "flashed_lines", stable);
    fprintf(c->out,
            "  logic [%d:0] way_word; // written: the group's words of one way\n"
            "  for (genvar w = 0; w < %d; w++) begin : g_way_word\n    assign way_word[w*%d +: %d] = %s & "
            "{%d{meta_wlane[w]}};\n  end\n"
            "  cohgen_flash_map #(.Rows(%llu), .Lanes(%d), .Bits(%d)) u_states (\n    .clk_i(clk_i), "
            ".rst_ni(rst_ni), .raddr_i(s1_set), .rdata_o(way_state),\n"
            "    .wen_i(meta_write), .waddr_i(s2_set), .wlane_i(way_word), .wdata_i(stable_next),\n"
            "    .flash_i(s2_fire && flash_lines), .map_i(flashed_lines)\n  );\n",
            ways * w - 1, ways, w, w, written, w, (unsigned long long)c->m->sets, ways * w, stable);
}

// All words of the way are written, those that this is not about as they are.
void sv_words_meta(sv_control *c) {
    const int w = sv_words_of(c), stable = c->mp->stable_bits;
    char name[SV_NAME];
    for (int i = 0; i < c->mp->meta.n_slots; i++)
        if (is_of_each_word(&c->mp->meta.slots[i]))
            fprintf(c->out, "  logic [%d:0] new_%s;\n", c->mp->meta.slots[i].width - 1,
                    sv_slot(&c->mp->meta.slots[i], name));
    fprintf(c->out, "  always_comb begin\n    for (int i = 0; i < %d; i++) begin\n", w);
    for (int i = 0; i < c->mp->meta.n_slots; i++) {
        const cg_slot *s = &c->mp->meta.slots[i];
        if (!is_of_each_word(s)) continue;
        sv_slot(s, name);
        fprintf(c->out, "      new_%s", name);
        sv_element(c->out, "i", s->width / w);
        if (!strcmp(name, "state")) {
            fprintf(c->out, " = s2_group[i] ? stable_next : word_state[i*%d +: %d] & {%d{!word_entry[i]}};\n",
                    c->mp->state_bits, stable, stable);
        } else {
            fprintf(c->out, " = s2_group[i] ? %s_d : word_%s", name, name);
            sv_element(c->out, "i", s->width / w);
            fputs(";\n", c->out);
        }
    }
    fputs("    end\n  end\n", c->out);
}

// ------------------------------------------------------------------------------------------ S1: MSHR file

const char *sv_words_apart(const sv_control *c) {
    return c->mp->entries_apart ? "state" : NULL;
}

int sv_words_entry_bits(const sv_control *c) {
    return c->mp->mshr.width - (c->mp->entries_apart ? cg_slot_find(&c->mp->mshr, "state")->width : 0);
}

// A word of an entry is in a transient state. These have numbers that follow each other, so the lowest bits
// tell them apart: the others are those of the first of them, or one more where the lowest bits are less.
static void whole_states(sv_control *c) {
    const int w = sv_words_of(c), sb = c->mp->state_bits, tb = c->mp->entry_state_bits;
    const int first = c->m->n_stable, upper = first >> tb;
    if (tb == sb) return;
    fprintf(c->out,
            "  logic [%d:0] entry_whole; // the states: the file has the lowest bits\n"
            "  for (genvar i = 0; i < %d; i++) begin : g_entry_whole\n    assign entry_whole[i*%d +: %d] = {",
            w * sb - 1, w, sb, sb);
    if ((c->m->n_states - 1) >> tb > upper)
        fprintf(c->out, "entry_state[i*%d +: %d] < %d'd%d ? %d'd%d : ", tb, tb, tb, first % (1 << tb),
                sb - tb, upper + 1);
    fprintf(c->out, "%d'd%d, entry_state[i*%d +: %d]};\n  end\n", sb - tb, upper, tb, tb);
}

static const char *states_in_file(const sv_control *c) {
    return c->mp->entry_state_bits < c->mp->state_bits ? "entry_whole" : "entry_state";
}

// What the entry's states are by now: those of the file, changed if a flash has been noted since they were
// written.
static void noted_entry_flash(sv_control *c) {
    const int w = sv_words_of(c), sb = c->mp->state_bits;
    const cg_rule *rule = cg_plan_noted_flash(c->m, CG_DOES_MOVES_ENTRIES);
    fprintf(c->out,
            "  logic [%d:0] entry_now; // the states, as a flash since they were written has left them\n"
            "  for (genvar i = 0; i < %d; i++) begin : g_entry_now\n    assign entry_now[i*%d +: %d] = ",
            w * sb - 1, w, sb, sb);
    for (int s = 0; s < c->m->n_states; s++) {
        const int to = cg_plan_flashed(c->m, rule, CG_DOES_MOVES_ENTRIES, s);
        if (to != s)
            fprintf(c->out, "entry_flashed && %s[i*%d +: %d] == %d'd%d ? %d'd%d : ", states_in_file(c), sb,
                    sb, sb, s, sb, to);
    }
    fprintf(c->out, "%s[i*%d +: %d];\n  end\n", states_in_file(c), sb, sb);
}

// Without a reset: a word's state is read only where the entry has the word, and is written when it gets it.
static void entry_states(sv_control *c) {
    const int w = sv_words_of(c), sb = c->mp->state_bits;
    sv_flash_map(c, CG_DOES_MOVES_ENTRIES, "flashed_entries", sb);
    fprintf(c->out,
            "  logic [%d:0] entry_state;\n  cohgen_flash_map #(.Rows(%llu), .Lanes(%d), "
            ".Bits(%d)) "
            "u_entry_states ( // read where written: no reset\n    .clk_i(clk_i), .rst_ni(1'b1), "
            ".raddr_i(s1_mshr_idx), "
            ".rdata_o(entry_state),\n"
            "    .wen_i(mshr_write), .waddr_i(mshr_idx), .wlane_i(s2_group), .wdata_i(next),\n"
            "    .flash_i(s2_fire && flash_mshrs), .map_i(flashed_entries)\n  );\n",
            w * sb - 1, (unsigned long long)c->m->mshrs, w, sb);
}

static void entry_written(sv_control *c) {
    const int w = sv_words_of(c);
    fprintf(
        c->out,
        "  logic [%d:0] s2_word_entry_q;\n  assign word_entry = s2_word_entry_q;\n  logic [%d:0] "
        "entry_next;\n"
        "  assign entry_next = alloc_mshr ? word_entry | s2_group : release_mshr ? word_entry & ~s2_group : "
        "word_entry;\n",
        w - 1, w - 1);
    const int sb = c->mp->state_bits, tb = c->mp->entry_state_bits;
    if (!c->mp->entries_apart)
        fprintf(c->out,
                "  logic [%d:0] new_entry_state;\n  always_comb begin\n    for (int i = 0; i < %d; i++)\n"
                "      new_entry_state[i*%d +: %d] = s2_group[i] ? %s : word_state[i*%d +: %d];\n  end\n",
                w * tb - 1, w, tb, tb, tb < sb ? cg_arena_printf(c->f.arena, "next[%d:0]", tb - 1) : "next",
                sb, tb);
    for (int k = 0; k < c->m->n_mshr; k++) {
        const int one = c->m->mshr[k].type.width;
        const char *name = c->m->mshr[k].name;
        fprintf(c->out, "  logic [%d:0] new_mshr_%s;\n", w * one - 1, name);
        fprintf(c->out,
                "  always_comb begin\n    for (int i = 0; i < %d; i++)\n      new_mshr_%s[i*%d +: %d] = "
                "s2_group[i] ? "
                "mshr_%s_d : word_mshr_%s[i*%d +: %d];\n  end\n",
                w, name, one, one, name, name, one, one);
    }
    fputs("  assign mshr_wdata = {", c->out);
    for (int i = c->mp->mshr.n_slots - 1; i >= 0; i--) {
        char name[SV_NAME];
        sv_slot(&c->mp->mshr.slots[i], name);
        if (!strcmp(name, "words"))
            fputs("entry_next", c->out);
        else if (!strcmp(name, "flashed"))
            fputs("1'b0", c->out);
        else if (strcmp(name, "state"))
            fprintf(c->out, "new_%s", name);
        else if (!c->mp->entries_apart)
            fputs("new_entry_state", c->out);
        else
            continue;
        fputs(i ? ", " : "};\n", c->out);
    }
}

// What flashes change of an entry: fields, in all its words.
static void entry_flash(sv_control *c, sv_flash what) {
    const int w = sv_words_of(c);
    fputc('{', c->out);
    for (int k = c->m->n_mshr - 1; k >= 0; k--) {
        const char *mask = cg_arena_printf(c->f.arena, "flash_mshr_%s", c->m->mshr[k].name);
        const int one = c->m->mshr[k].type.width;
        if (what == SV_FLASH_VALUE && c->f.flash_mshr[k])
            fprintf(c->out, "{%d{%d'd%llu}}", w, one, (unsigned long long)c->f.flash_mshr_value[k]);
        else
            sv_flash_part(c, what, w * one, c->f.flash_mshr[k] ? mask : NULL, 0);
        fputs(", ", c->out);
    }
    if (c->mp->notes_entry_flash) {
        sv_flash_part(c, what, 1, "flash_mshrs", 1);
        fputs(", ", c->out);
    }
    fprintf(c->out, "%d'd0}", w + (c->mp->entries_apart ? 0 : w * c->mp->entry_state_bits));
}

void sv_words_mshr(sv_control *c) {
    const int width = sv_words_entry_bits(c);
    fprintf(c->out, "\n  // The MSHR file: an entry a line, with the words that are in it%s.\n",
            c->mp->entries_apart ? "; their states stand beside it" : "");
    fprintf(
        c->out,
        "  logic s1_mshr_hit, s1_mshr_has_way, mshr_hit, mshr_full, mshr_write;\n  logic [%d:0] s1_mshr_idx, "
        "mshr_free_idx;\n"
        "  logic [%d:0] s1_mshr_way;\n  logic [%d:0] mshr_rdata, mshr_wdata, mshr_flash_mask, "
        "mshr_flash_value;\n  logic [%d:0] unused_mshr_occupancy;\n",
        c->mp->mshr_bits - 1, c->mp->way_bits - 1, width - 1, cg_bits(c->m->mshrs) - 1);
    sv_slots_declare(c->out, "  ", &c->mp->mshr, "entry", 0, sv_words_apart(c));
    fputs("  assign ", c->out);
    sv_slots(c->out, &c->mp->mshr, "entry", NULL, sv_words_apart(c));
    fputs(" = mshr_rdata;\n", c->out);
    if (c->mp->entries_apart) entry_states(c);
    if (!c->mp->entries_apart) whole_states(c);
    if (c->mp->notes_entry_flash) noted_entry_flash(c);
    entry_written(c);
    sv_control_mshr(c, width, entry_flash);
    fputs("    .wr_i(mshr_write), .wr_idx_i(mshr_idx), .wr_alloc_i(alloc_mshr && !mshr_hit), "
          ".wr_release_i(",
          c->out);
    fputs(sv_entry_freed(c), c->out);
    fputs("), .wr_key_i(s2_key),\n"
          "    .wr_has_way_i(s2_has_way_q || alloc_line), .wr_way_i(s2_way_q), .wr_data_i(mshr_wdata),\n"
          "    .flash_i(s2_fire && |mshr_flash_mask), .flash_mask_i(mshr_flash_mask), "
          ".flash_value_i(mshr_flash_value),\n",
          c->out);
    sv_pair_entry(c);
    fputs("    .occupancy_o(unused_mshr_occupancy)\n  );\n", c->out);
    sv_assign_flash(c, entry_flash);
}

// ----------------------------------------------------------------------------- S1: what is known of each
// word

// "s1_mshr_due", "s2_mshr_due_q": what S1 finds of all words, and what S2 begins with.
static void declare_found(sv_control *c, const char *name, int width) {
    fprintf(c->out, "  logic [%d:0] s1_word_%s, s2_word_%s_q;\n", sv_words_of(c) * width - 1, name, name);
}

// The MSHR entry's if the word is in it, else the way's, else nothing.
static void print_found_words(sv_control *c) {
    const int w = sv_words_of(c), sb = c->mp->state_bits, stable = c->mp->stable_bits;
    declare_found(c, "state", sb);
    for (int k = 0; k < c->m->n_mshr; k++)
        declare_found(c, cg_arena_printf(c->f.arena, "mshr_%s", c->m->mshr[k].name),
                      c->m->mshr[k].type.width);
    fprintf(c->out,
            "  always_comb begin\n    for (int i = 0; i < %d; i++) begin\n      s1_word_state[i*%d +: %d] = "
            "entry_words[i] ? %s[i*%d +: %d] : %d'(s1_line_states[i*%d +: %d]);\n",
            w, sb, sb,
            c->mp->notes_entry_flash ? "entry_now"
            : c->mp->entries_apart   ? "entry_state"
                                     : states_in_file(c),
            sb, sb, sb, stable, stable);
    for (int k = 0; k < c->m->n_mshr; k++) {
        const cg_field *f = &c->m->mshr[k];
        const int one = f->type.width;
        fprintf(
            c->out,
            "      s1_word_mshr_%s[i*%d +: %d] = entry_words[i] ? entry_mshr_%s[i*%d +: %d] : %d'd%llu;\n",
            f->name, one, one, f->name, one, one, one, (unsigned long long)f->init);
    }
    fputs("    end\n  end\n", c->out);
}

// The states and fields of the way that holds the line, and of its MSHR entry.
void sv_words_found(sv_control *c) {
    const int w = sv_words_of(c), ways = (int)c->m->ways, stable = c->mp->stable_bits;
    fprintf(c->out, "  logic [%d:0] s1_line_states;\n", w * stable - 1);
    for (int k = 0; k < c->m->n_line; k++)
        if (!c->m->line[k].in_data)
            fprintf(c->out, "  logic [%d:0] s1_word_%s, s2_word_%s_q;\n", w * c->m->line[k].type.width - 1,
                    c->m->line[k].name, c->m->line[k].name);
    fputs("  always_comb begin\n    s1_line_states = '0;\n", c->out);
    for (int k = 0; k < c->m->n_line; k++)
        if (!c->m->line[k].in_data) fprintf(c->out, "    s1_word_%s = '0;\n", c->m->line[k].name);
    fprintf(c->out,
            "    for (int w = 0; w < %d; w++) begin\n      if (way_sel[w]) s1_line_states = s1_line_states | "
            "way_state[w*%d +: %d];\n",
            ways, w * stable, w * stable);
    for (int k = 0; k < c->m->n_line; k++) {
        if (c->m->line[k].in_data) continue;
        const int each = w * c->m->line[k].type.width;
        fprintf(c->out, "      if (way_sel[w]) s1_word_%s = s1_word_%s | way_line_%s[w*%d +: %d];\n",
                c->m->line[k].name, c->m->line[k].name, c->m->line[k].name, each, each);
    }
    fputs("    end\n  end\n", c->out);
    print_found_words(c);
    sv_words_lead(c);
}

void sv_words_registered(sv_control *c) {
    sv_words_lead_registered(c);
    fputs("    s2_word_state_q <= s1_word_state;\n    s2_word_entry_q <= entry_words;\n", c->out);
    for (int k = 0; k < c->m->n_mshr; k++)
        fprintf(c->out, "    s2_word_mshr_%s_q <= s1_word_mshr_%s;\n", c->m->mshr[k].name,
                c->m->mshr[k].name);
    for (int k = 0; k < c->m->n_line; k++)
        if (!c->m->line[k].in_data)
            fprintf(c->out, "    s2_word_%s_q <= s1_word_%s;\n", c->m->line[k].name, c->m->line[k].name);
}

void sv_words_table(sv_control *c) {
    if (c->f.widen) fputs("    .widen_o(widen),\n", c->out);
    if (c->f.alone) fputs("    .alone_o(alone),\n", c->out);
    if (c->f.again) fputs("    .again_o(again),\n", c->out);
    fputs("    .entry_o(entry_changes),\n", c->out);
    if (c->f.words_fewer) fputs("    .words_least_i(words_least),\n", c->out);
    if (c->f.place) fputs("    .in_place_o(in_place),\n", c->out);
}
