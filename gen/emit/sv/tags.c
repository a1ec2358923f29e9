// S1 of a controller, where it is looked up what there is of a line: address, tag array, states, MSHR file.
#include <string.h>

#include "control.h"
#include "lang/topology.h"

static sv_logic *is_about_line(sv_control *c) {
    char ev[SV_NAME];
    sv_logic *is = sv_logic_new(c->f.arena, SV_ALL);
    for (int e = 0; e < c->m->n_events; e++)
        if (!c->m->events[e].block)
            sv_term(is, "this one is not", "s2_event_q != %s_pkg::%s", c->plan->name, sv_event(c->m, e, ev));
    return is;
}

static void address(sv_control *c) {
    const cg_machine_plan *mp = c->mp;
    const int low = mp->line_shift + mp->home_shift;
    for (int stage = 1; stage <= 2; stage++)
        fprintf(c->out, "  assign s%d_key = s%d_in_q.addr[%d:%d];\n  assign s%d_set = s%d_key[%d:0];\n",
                stage, stage, low + mp->key_bits - 1, low, stage, stage, mp->set_bits - 1);
    if (sv_late(c))
        fprintf(c->out, "  assign s0b_key = s0b_in_q.addr[%d:%d];\n  assign s0b_set = s0b_key[%d:0];\n",
                low + mp->key_bits - 1, low, mp->set_bits - 1);
    fprintf(c->out, "  assign s0_set = s0_in.addr[%d:%d];\n  assign s2_block = ", low + mp->set_bits - 1,
            low);
    const sv_logic *about = is_about_line(c);
    sv_logic_print(c->out, about);
    fprintf(c->out, ";%s\n", about->n_terms ? "" : " // all events are about lines");
}

// Some rule's sweep: of any field that one sets.
static sv_logic *sweep_starts(sv_control *c) {
    sv_logic *starts = sv_logic_new(c->f.arena, SV_ANY);
    for (int i = 0; i < c->m->n_line; i++)
        if (c->f.sweep[i]) sv_term(starts, "this field is set", "sweep_%s", c->m->line[i].name);
    return starts;
}

// When the set is read, and when what came of it is written: of a late memory a cycle later, and what S0 took
// as the sweep began must find that it is not over.
static void print_sweep_steps(sv_control *c, const char *reads) {
    if (sv_late(c))
        fprintf(c->out,
                "      sweep_wait_q <= %s;\n      sweep_write_q <= sweep_wait_q;\n      sweep_over_q <= "
                "sweep_write_q;\n      sweep_wait_set_q <= sweep_set_q;\n      sweep_wset_q <= "
                "sweep_wait_set_q;\n",
                reads);
    else
        fprintf(c->out, "      sweep_write_q <= %s;\n      sweep_wset_q <= sweep_set_q;\n", reads);
}

static void declare_sweep(sv_control *c, bool rules, bool turns) {
    const int sb = c->mp->set_bits;
    const bool late = sv_late(c);
    fputs("\n  // Every set in turn: after reset all lines are cleared; a rule's sweep sets a field of all "
          "lines.\n",
          c->out);
    fprintf(c->out, "  logic sweep_read_q, sweep_write_q%s;\n  logic [%d:0] sweep_set_q, sweep_wset_q;\n",
            rules ? ", sweep_init_q" : "", sb - 1);
    if (late)
        fprintf(c->out,
                "  logic sweep_wait_q, sweep_over_q; // what was read comes in two cycles; all is written\n"
                "  logic [%d:0] sweep_wait_set_q;\n",
                sb - 1);
    if (turns)
        fprintf(c->out,
                "  logic sweep_reads; // with one port, sets are read and written in turn\n"
                "  assign sweep_reads = sweep_read_q%s && !sweep_write_q && !tags_waiting;\n",
                late ? " && !sweep_wait_q" : "");
    for (int i = 0; i < c->m->n_line; i++) {
        if (c->f.sweep[i]) fprintf(c->out, "  logic sweep_%s_q;\n", c->m->line[i].name);
    }
    fprintf(c->out, "  assign sweep_busy = sweep_read_q || sweep_write_q%s;\n",
            late ? " || sweep_wait_q || sweep_over_q" : "");
}

static void sweep_engine(sv_control *c) {
    const int sets = (int)c->m->sets, sb = c->mp->set_bits;
    const bool rules = sv_has_sweeps(c); // may sweep, too: so the first one is told apart
    const bool turns = sv_one_port(c) && rules;
    const char *reads = turns ? "sweep_reads" : "sweep_read_q";
    const char *last = turns        ? "sweep_write_q && !sweep_read_q"
                       : sv_late(c) ? "sweep_write_q && !sweep_wait_q"
                                    : "sweep_write_q";
    sv_logic *starts = sweep_starts(c);
    declare_sweep(c, rules, turns);
    fprintf(c->out,
            "  always_ff @(posedge clk_i or negedge "
            "rst_ni) begin\n    if (!rst_ni) begin\n"
            "      sweep_read_q <= 1'b1;\n%s      sweep_write_q <= 1'b0;\n%s      "
            "sweep_set_q <= '0;\n      sweep_wset_q <= '0;\n",
            sv_late(c) ? "      sweep_wait_q <= 1'b0;\n      sweep_over_q <= 1'b0;\n      sweep_wait_set_q "
                         "<= '0;\n"
                       : "",
            rules ? "      sweep_init_q <= 1'b1;\n" : "");
    for (int i = 0; i < c->m->n_line; i++) {
        if (c->f.sweep[i]) fprintf(c->out, "      sweep_%s_q <= 1'b0;\n", c->m->line[i].name);
    }
    fputs("    end else begin\n", c->out);
    print_sweep_steps(c, reads);
    fprintf(c->out, "      if (%s) begin\n", reads);
    fprintf(c->out,
            "        sweep_set_q <= sweep_set_q + %d'd1;\n        if (sweep_set_q == %d'd%d) sweep_read_q <= "
            "1'b0;\n      end",
            sb, sb, sets - 1);
    if (rules) fprintf(c->out, " else if (%s) begin\n        sweep_init_q <= 1'b0;\n", last);
    for (int i = 0; i < c->m->n_line; i++) {
        if (c->f.sweep[i]) fprintf(c->out, "        sweep_%s_q <= 1'b0;\n", c->m->line[i].name);
    }
    if (rules) fputs("      end", c->out);
    if (starts->n_terms) {
        fputs(" else if (s2_fire && (", c->out);
        sv_logic_print(c->out, starts);
        fputs(")) begin\n        sweep_read_q <= 1'b1;\n", c->out);
        for (int i = 0; i < c->m->n_line; i++) {
            if (c->f.sweep[i])
                fprintf(c->out, "        sweep_%s_q <= sweep_%s;\n", c->m->line[i].name, c->m->line[i].name);
        }
        fputs("      end", c->out);
    }
    fputs("\n    end\n  end\n", c->out);
}

// The state afterwards as the tag array has it: a line in a transient state has state 0 there, its entry the
// other.
void sv_stable_next(sv_control *c) {
    const int stable = c->mp->stable_bits;
    if (c->m->n_stable == c->m->n_states) {
        fputs("  assign stable_next = next; // no state is transient\n", c->out);
        return;
    }
    fprintf(c->out, "  assign stable_next = (next < %d'd%d) ? next", c->mp->state_bits, c->m->n_stable);
    if (stable < c->mp->state_bits) fprintf(c->out, "[%d:0]", stable - 1);
    fputs(" : '0;\n", c->out);
}

// What is read at the edge of a write is what no sweep writes, so it is alike for all ways.
static void print_tag_memory(sv_control *c) {
    const int ways = (int)c->m->ways, width = c->mp->meta.width;
    fprintf(c->out,
            "\n  // The tag array, and what each way of the set has.\n  logic meta_write;\n  logic [%d:0] "
            "meta_wlane, "
            "way_sel, way_match, way_live;\n  logic [%d:0] meta_rdata, meta_wdata, meta_sweep;\n"
            "  logic [%d:0] meta_new;\n",
            ways - 1, ways * width - 1, width - 1);
    sv_slots_declare(c->out, "  ", &c->mp->meta, "way", ways, "state");
    if (c->mp->pins)
        fputs("  logic pinned_next;\n", c->out);
    else
        fprintf(c->out,
                "  logic [%d:0] way_pinned;\n  assign way_pinned = '0; // no line has an MSHR entry\n",
                ways - 1);
    sv_array_open(c, "cohgen_ram_fwd", ways, width, c->m->sets, ", .Alike(1)", "tags");
    fprintf(c->out,
            "    .wen_i(meta_write || sweep_write_q), .waddr_i(sweep_write_q ? sweep_wset_q : s2_set),\n"
            "    .wlane_i(sweep_write_q ? %d'd%llu : meta_wlane), .wdata_i(sweep_write_q ? meta_sweep : "
            "meta_wdata),\n"
            "    .ren_i((s0_any && %s) || %s), .raddr_i(sweep_read_q ? sweep_set_q : s0_set), "
            ".rdata_o(meta_rdata)\n  );\n",
            ways, (1ull << ways) - 1,
            sv_one_port(c) ? "!sweep_busy && !tags_waiting"
            : sv_late(c)   ? "!sweep_busy"
                           : "!sweep_write_q",
            sv_one_port(c) ? "sweep_reads" : "sweep_read_q");
}

int sv_line_field(const sv_control *c, const cg_slot *slot) {
    return strncmp(slot->name, "line.", 5) ? CG_NONE
                                           : cg_find_field(c->m->line, c->m->n_line, slot->name + 5);
}

void sv_swept_slots(sv_control *c, const char *of, const char *at) {
    const cg_layout *l = &c->mp->meta;
    char name[SV_NAME];
    fputs("{", c->out);
    for (int i = l->n_slots - 1; i >= 0; i--) {
        const cg_slot *slot = &l->slots[i];
        const int field = sv_line_field(c, slot);
        if (field != CG_NONE && c->f.sweep[field])
            fprintf(c->out, "sweep_%s_q ? %d'd%llu : ", c->m->line[field].name, slot->width,
                    (unsigned long long)c->f.sweep_value[field]);
        fprintf(c->out, "%s_%s", of, sv_slot(slot, name));
        if (at) sv_element(c->out, at, slot->width);
        fputs(i ? ", " : "};\n", c->out);
    }
}

// What a sweep writes to way w.
static void print_swept_way(sv_control *c) {
    const int width = c->mp->meta.width;
    fprintf(c->out, "    assign meta_sweep[w*%d +: %d] = sweep_init_q ? '0 : ", width, width);
    sv_swept_slots(c, "way", "w");
}

// Does some rule flash lines of one state only?
static bool flashes_some(const cg_machine *m) {
    for (int r = 0; r < m->n_rules; r++)
        for (int i = 0; i < m->rules[r].n_actions; i++) {
            const cg_action *a = &m->rules[r].actions[i];
            if (cg_does(a, CG_DOES_MOVES_LINES) && a->from_state != CG_NONE) return true;
        }
    return false;
}

// States of lines in flip-flops, where a flash changes all at once: a row has `lanes`, and S1's is `states`.
// What a transition writes is `next` where no state is transient and nothing else is looked at.
void sv_flashed_states(sv_control *c, int lanes, const char *states, const char *wlane) {
    const int stable = c->mp->stable_bits, first = cg_first_here(c->m);
    const char *row =
        c->m->of_words // those of a line's words
            ? cg_arena_printf(c->f.arena, "[%d:%d]", c->mp->set_bits - 1, cg_log2((uint64_t)lanes))
            : "";
    const char *map =
        first ? cg_arena_printf(c->f.arena, "{{%d{%d'd%d}}, %d'd0}", (1 << stable) - 1, stable,
                                c->f.flash_lines_to, stable)
              : cg_arena_printf(c->f.arena, "{%d{%d'd%d}}", 1 << stable, stable, c->f.flash_lines_to);
    if (flashes_some(c->m)) {
        sv_flash_map(c, CG_DOES_MOVES_LINES, "flash_lines_map", stable);
        map = "flash_lines_map";
    }
    fprintf(c->out,
            "  cohgen_flash_map #(.Rows(%llu), .Lanes(%d), .Bits(%d)) u_states (\n    .clk_i(clk_i), "
            ".rst_ni(rst_ni), .raddr_i(s1_set%s), .rdata_o(%s),\n"
            "    .wen_i(meta_write), .waddr_i(s2_set%s), .wlane_i(%s), .wdata_i(%s),\n"
            "    .flash_i(s2_fire && flash_lines), .map_i(%s)\n  );\n",
            (unsigned long long)c->m->sets / (unsigned)(c->m->of_words ? lanes : 1), lanes, stable, row,
            states, row, wlane, sv_has_entries(c) ? "stable_next" : "next", map);
}

// What a transition writes to its way.
static void print_new_tag(sv_control *c) {
    char name[SV_NAME];
    fputs("  assign meta_new = {", c->out);
    for (int i = c->mp->meta.n_slots - 1; i >= 0; i--) {
        const cg_slot *slot = &c->mp->meta.slots[i];
        sv_slot(slot, name);
        if (!strcmp(slot->name, "tag"))
            fprintf(c->out, "s2_key[%d:%d]", c->mp->key_bits - 1, c->mp->set_bits);
        else if (!strcmp(slot->name, "pinned") || !strcmp(slot->name, "leaving"))
            fprintf(c->out, "%s_next", slot->name);
        else if (c->mp->words)
            fprintf(c->out, "new_%s", name);
        else if (!strcmp(slot->name, "state"))
            fputs("stable_next", c->out);
        else
            fprintf(c->out, "%s_d", name);
        fputs(i ? ", " : "};\n", c->out);
    }
}

// The slots of way w: what stands there of its states may not be what they are (way_kept).
static void print_slots_of_way(sv_control *c) {
    const cg_layout *l = &c->mp->meta;
    char name[SV_NAME];
    for (int i = l->n_slots - 1; i >= 0; i--) {
        const bool kept = c->mp->notes_flash && !strcmp(l->slots[i].name, "state");
        fprintf(c->out, "%sway_%s", i == l->n_slots - 1 ? "{" : ", ",
                kept ? "kept" : sv_slot(&l->slots[i], name));
        sv_element(c->out, "w", l->slots[i].width);
    }
    fputc('}', c->out);
}

static void print_ways(sv_control *c) {
    const int ways = (int)c->m->ways, state = c->mp->stable_bits * (c->mp->words ? c->mp->words : 1);
    const sv_logic *swept = sweep_starts(c);
    if (!swept->n_terms) fputs("  assign meta_sweep = sweep_init_q ? '0 : meta_rdata;\n", c->out);
    fprintf(c->out, "  for (genvar w = 0; w < %d; w++) begin : g_way\n    assign ", ways);
    print_slots_of_way(c);
    fprintf(c->out, " = meta_rdata[w*%d +: %d];\n", c->mp->meta.width, c->mp->meta.width);
    if (swept->n_terms) print_swept_way(c);
    fputs("    assign way_live[w] = way_state", c->out);
    sv_element(c->out, "w", state);
    fputs(" != '0;\n    assign way_match[w] = way_tag", c->out);
    sv_element(c->out, "w", c->mp->tag_bits);
    fprintf(c->out, " == s1_key[%d:%d];\n  end\n", c->mp->key_bits - 1, c->mp->set_bits);
}

static void print_tag_array(sv_control *c) {
    const int ways = (int)c->m->ways, stable = c->mp->stable_bits;
    print_tag_memory(c);
    fprintf(c->out,
            "  assign meta_wdata = {%d{meta_new}};\n  logic [%d:0] way_state;\n  logic [%d:0] stable_next;\n",
            ways, ways * stable * (c->mp->words ? c->mp->words : 1) - 1, stable - 1);
    sv_stable_next(c);
    if (c->mp->flash_lines && c->mp->words) sv_words_states(c);
    if (c->mp->flash_lines && !c->mp->words) sv_flashed_states(c, ways, "way_state", "meta_wlane");
    print_ways(c);
    if (c->mp->words) sv_words_meta(c);
    print_new_tag(c);
}

static bool flashes_entries(const cg_action *a) {
    return cg_does(a, CG_DOES_MOVES_ENTRIES | CG_DOES_SETS_ENTRIES);
}

// All that one rule's flashes change of MSHR entries (their states, their fields) the other's do, too.
static bool flashes_as_much(const cg_rule *other, const cg_rule *one) {
    bool all = true;
    for (int i = 0; i < one->n_actions; i++) {
        const cg_action *a = &one->actions[i];
        bool too = !flashes_entries(a);
        for (int k = 0; k < other->n_actions && !too; k++)
            too = flashes_entries(&other->actions[k]) && other->actions[k].verb == a->verb &&
                  (!cg_does(a, CG_DOES_SETS_ENTRIES) || other->actions[k].field == a->field);
        all &= too;
    }
    return all;
}

// `Flashes` of rtl/cohgen_mshr.sv: 0: no rule flashes entries; 1: all that do change the same; 2.
static int flash_kind(const sv_control *c) {
    const cg_rule *first = NULL;
    bool alike = true;
    for (int i = 0; i < c->m->n_rules; i++) {
        const cg_rule *r = &c->m->rules[i];
        if (!cg_find_action(r, CG_DOES_MOVES_ENTRIES | CG_DOES_SETS_ENTRIES)) continue;
        if (!first) first = r;
        alike &= flashes_as_much(first, r) && flashes_as_much(r, first);
    }
    return !first ? 0 : alike ? 1 : 2;
}

void sv_flash_part(sv_control *c, sv_flash what, int width, const char *mask, uint64_t value) {
    if (!mask)
        fprintf(c->out, "%d'd0", width);
    else if (what == SV_FLASH_VALUE)
        fprintf(c->out, "%d'd%llu", width, (unsigned long long)value);
    else
        fprintf(c->out, "{%d{%s}}", width, what == SV_FLASH_MASK ? mask : "1'b1");
}

// The MSHR file's instance, `width` bits an entry, up to the ports for writing.
void sv_control_mshr(sv_control *c, int width, void (*flash)(sv_control *c, sv_flash what)) {
    const int kind = flash_kind(c);
    if (!c->mp->pairs)
        fprintf(c->out, "  logic unused_pair_room;\n  logic [%d:0] unused_pair_idx;\n", c->mp->mshr_bits - 1);
    fprintf(
        c->out,
        "  cohgen_mshr #(.Entries(%llu), .KeyBits(%d), .WayBits(%d), .Width(%d), .Pairs(%d), .Flashes(%d)",
        (unsigned long long)c->m->mshrs, c->mp->key_bits, c->mp->way_bits, width, c->mp->pairs, kind);
    if (kind == 1) {
        fputs(",\n      .Flash(", c->out);
        flash(c, SV_FLASH_BITS);
        fputc(')', c->out);
    }
    fputs(") u_mshr (\n"
          "    .clk_i(clk_i), .rst_ni(rst_ni), .key_i(s1_key), .hit_o(s1_mshr_hit), .hit_idx_o(s1_mshr_idx), "
          ".hit_data_o(mshr_rdata),\n"
          "    .hit_has_way_o(s1_mshr_has_way), .hit_way_o(s1_mshr_way),\n"
          "    .full_o(mshr_full), .free_idx_o(mshr_free_idx),\n",
          c->out);
    sv_control_entries(c);
}

// Has the line a way after the transition in S2, so that its entry must know it?
static sv_logic *has_way_after(sv_control *c) {
    sv_logic *has = sv_logic_new(c->f.arena, SV_ANY), *before = sv_group(has, SV_ALL, "the one that it had");
    sv_term(before, "there was one", "s2_has_way_q");
    if (c->mp->vacates) sv_term(before, "the line stays in it", "!vacated");
    sv_term(has, "a new one", "alloc_line");
    return has;
}

// What flashes change of an entry, slot by slot.
static void entry_flash(sv_control *c, sv_flash what) {
    const cg_layout *l = &c->mp->mshr;
    for (int i = l->n_slots - 1; i >= 0; i--) {
        const cg_slot *slot = &l->slots[i];
        const char *name = slot->name + strlen("mshr.");
        const bool state = !strcmp(slot->name, "state");
        const int k = state ? CG_NONE : cg_find_field(c->m->mshr, c->m->n_mshr, name);
        fputs(i == l->n_slots - 1 ? "{" : ", ", c->out);
        if (state)
            sv_flash_part(c, what, slot->width, c->f.does & CG_DOES_MOVES_ENTRIES ? "flash_mshrs" : NULL,
                          (uint64_t)c->f.flash_mshrs_to);
        else
            sv_flash_part(c, what, slot->width,
                          c->f.flash_mshr[k] ? cg_arena_printf(c->f.arena, "flash_mshr_%s", name) : NULL,
                          c->f.flash_mshr_value[k]);
    }
    fputc('}', c->out);
}

void sv_assign_flash(sv_control *c, void (*flash)(sv_control *c, sv_flash what)) {
    fputs("  assign mshr_flash_mask = ", c->out);
    flash(c, SV_FLASH_MASK);
    fputs(";\n  assign mshr_flash_value = ", c->out);
    flash(c, SV_FLASH_VALUE);
    fputs(";\n", c->out);
}

void sv_control_mshr_file(sv_control *c) {
    const cg_layout *l = &c->mp->mshr;
    const bool counted = c->m->local && cg_find_walk(c->m) != CG_NONE; // sv_control_fifos()
    const char *occupancy = counted ? "mshr_occupancy" : "unused_mshr_occupancy";
    fputs("\n  // The MSHR file: transient states.\n", c->out);
    fprintf(c->out,
            "  logic s1_mshr_hit, s1_mshr_has_way, mshr_full, mshr_write;\n  logic [%d:0] s1_mshr_idx, "
            "mshr_free_idx;\n  logic [%d:0] s1_mshr_way;\n"
            "  logic [%d:0] mshr_rdata, mshr_wdata, mshr_flash_mask, mshr_flash_value;\n  logic [%d:0] %s;\n",
            c->mp->mshr_bits - 1, c->mp->way_bits - 1, l->width - 1, cg_bits(c->m->mshrs) - 1, occupancy);
    sv_control_mshr(c, l->width, entry_flash);
    fputs("    .wr_i(mshr_write), .wr_idx_i(mshr_idx), .wr_alloc_i(alloc_mshr), "
          ".wr_release_i(release_mshr), .wr_key_i(s2_key),\n"
          "    .wr_has_way_i(",
          c->out);
    if (c->m->local)
        fputs("1'b0), .wr_way_i('0), .wr_data_i(mshr_wdata),\n", c->out);
    else
        sv_logic_print(c->out, has_way_after(c)),
            fputs("), .wr_way_i(s2_way_q), .wr_data_i(mshr_wdata),\n", c->out);
    fputs("    .flash_i(s2_fire && |mshr_flash_mask), .flash_mask_i(mshr_flash_mask), "
          ".flash_value_i(mshr_flash_value),\n",
          c->out);
    sv_pair_entry(c);
    fprintf(c->out, "    .occupancy_o(%s)\n  );\n", occupancy);
    fputs("  assign mshr_wdata = {", c->out);
    for (int i = l->n_slots - 1; i >= 0; i--) {
        char name[SV_NAME];
        sv_slot(&l->slots[i], name);
        fprintf(c->out, "%s%s%s", !strcmp(name, "state") ? "next" : name, strcmp(name, "state") ? "_d" : "",
                i ? ", " : "};\n");
    }
    sv_slots_declare(c->out, "  ", l, "entry", 0, NULL);
    fputs("  assign ", c->out);
    sv_slots(c->out, l, "entry", NULL, NULL);
    fputs(" = mshr_rdata;\n", c->out);
    sv_assign_flash(c, entry_flash);
}

void sv_control_tags(sv_control *c) {
    address(c);
    sv_ahead_print(c);
    sweep_engine(c);
    if (c->m->local) {
        sv_memory_look(c);
        return;
    }
    print_tag_array(c);
    sv_words_or_lines(c, sv_words_mshr, sv_control_mshr_file);
    sv_control_entry_ages(c, sv_entry_freed(c));
    sv_control_look(c);
}
