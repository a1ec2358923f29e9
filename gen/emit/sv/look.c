// From S1 to S2 of a controller: what is known of the event's line is put together and registered.
//
// note [view]: S1 sees what all transitions have left but for the one just ahead, in S2, whose writes come at
// the end of this cycle. Where that one is about the same line, the registers take what it decides instead of
// what S1 found (`changed`). Where it takes a way of the set for another line, the next free one is for this
// event
// (`took`); and where it writes, a set without a free way may have one now: nobody is evicted then
// (`unsure`), the event goes back and looks again. After a flash it goes back, too (`stale`).
#include <string.h>

#include "control.h"

static void range_of(sv_control *c, int width, const char *fmt, const char *name) {
    fputs("  logic ", c->out);
    sv_range(c->out, width);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(c->out, fmt, name, name);
#pragma GCC diagnostic pop
    fputs(";\n", c->out);
}

// What S1 finds: the MSHR entry if there is one, else the way that hits, else nothing.
static void found_fields(sv_control *c) {
    const int ways = (int)c->m->ways, stable = c->mp->stable_bits;
    fprintf(c->out,
            "  %s_pkg::%s_state_t s1_state_bits;\n  %s_pkg::%s_state_e s1_state, s2_state_q;\n"
            "  logic [%d:0] line_state;\n",
            c->plan->name, c->m->name, c->plan->name, c->m->name, stable - 1);
    for (int i = 0; i < c->m->n_line; i++)
        range_of(c, c->m->line[i].type.width, "s1_line_%s, s2_line_%s_q", c->m->line[i].name);
    for (int i = 0; i < c->m->n_mshr; i++)
        range_of(c, c->m->mshr[i].type.width, "s1_mshr_%s, s2_mshr_%s_q", c->m->mshr[i].name);
    fputs("  always_comb begin\n    line_state = '0;\n", c->out);
    for (int i = 0; i < c->m->n_line; i++)
        fprintf(c->out, "    s1_line_%s = (|way_sel) ? '0 : %d'd%llu;\n", c->m->line[i].name,
                c->m->line[i].type.width, (unsigned long long)c->m->line[i].init);
    fprintf(c->out,
            "    for (int w = 0; w < %d; w++) begin\n      if (way_match[w]) line_state = line_state | "
            "way_state[w*%d +: %d];\n",
            ways, stable, stable);
    for (int i = 0; i < c->m->n_line; i++) {
        const char *name = c->m->line[i].name;
        fprintf(c->out, "      if (way_sel[w]) s1_line_%s = s1_line_%s | way_line_%s", name, name, name);
        sv_element(c->out, "w", c->m->line[i].type.width);
        fputs(";\n", c->out);
    }
    fputs("    end\n  end\n", c->out);
    fprintf(c->out,
            "  assign s1_state_bits = s1_mshr_hit ? entry_state : %d'(line_state);\n"
            "  assign s1_state = s1_state_bits.value;\n",
            c->mp->state_bits);
    for (int i = 0; i < c->m->n_mshr; i++) {
        const cg_field *f = &c->m->mshr[i];
        fprintf(c->out, "  assign s1_mshr_%s = s1_mshr_hit ? entry_mshr_%s : %d'd%llu;\n", f->name, f->name,
                f->type.width, (unsigned long long)f->init);
    }
}

// A way that an MSHR entry holds has the tag of the entry's line, as a line is given its way and its tag at
// once; and a line with an entry but without a way has none that is live. So the entry need not be asked for
// the way.
static void sel_assertion(sv_control *c) {
    fprintf(
        c->out,
        "`ifdef COHGEN_ASSERT\n  logic [%d:0] sel_asked; // as the entry has it\n"
        "  assign sel_asked = !s1_mshr_hit ? way_match & way_live : s1_mshr_has_way ? %d'd1 << s1_mshr_way "
        ": '0;\n"
        "  always_ff @(posedge clk_i) begin\n"
        "    way_of_entry: assert (!s1_valid_q || %ssweep_busy || way_sel == sel_asked) else\n"
        "      $error(\"%s.%s: the tags and the MSHR file do not agree on the line's way\");\n  "
        "end\n`endif\n",
        (int)c->m->ways - 1, (int)c->m->ways, sv_tags_unread(c), c->plan->name, c->m->name);
}

// The event in S2 is about the same line, and what it knows of the way holds.
static sv_logic *way_stays(sv_control *c) {
    sv_logic *stays = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(stays, "it is about the same line", "same_line");
    sv_term(stays, "what it found holds", "!s2_stale_q");
    sv_logic *way = sv_group(stays, SV_ANY, "there is a way");
    sv_term(way, "the line's", "s2_has_way_q");
    sv_term(way, "a free one", "s2_free_q");
    if (c->mp->overwrites) sv_term(way, "that of a line that is overwritten", "overwritten");
    return stays;
}

// The way of the line, or one that it may take: the first that is free.
static void found_way(sv_control *c) {
    const int ways = (int)c->m->ways, wb = c->mp->way_bits;
    if (c->mp->overwrites)
        fputs("\n  logic overwritten; // by the transition in S2, a line of the set\n", c->out);
    fprintf(c->out,
            "\n  // Where the line is, or a free way for it, and another one if the transition ahead takes "
            "that.\n"
            "  logic same_line, same_set, same_way, took;\n  logic [%d:0] free_ways, next_ways;\n"
            "  logic [%d:0] hit_way, free_way, next_way, s2_way_q;\n  logic s2_has_way_q, s2_free_q, "
            "s2_unsure_q;\n"
            "  assign same_line = s2_valid_q && s2_block && s1_key == s2_key;\n"
            "  assign same_set = s2_valid_q && s2_block && s1_set == s2_set;\n",
            ways - 1, wb - 1);
    sv_logic_assign(c->out, "same_way", way_stays(c));
    fputs("  assign took = same_set && !same_line && s2_fire && alloc_line && !s2_has_way_q;\n", c->out);
    fprintf(c->out,
            "  for (genvar w = 0; w < %d; w++) begin : g_sel\n"
            "    assign way_sel[w] = way_match[w] && (way_live[w] || way_pinned[w]);\n"
            "    assign free_ways[w] = !way_live[w] && !way_pinned[w];\n"
            "    assign next_ways[w] = free_ways[w] && s2_way_q != %d'(w);\n  end\n",
            ways, wb);
    sel_assertion(c);
    fprintf(c->out,
            "  always_comb begin\n    hit_way = '0;\n    free_way = '0;\n    next_way = '0;\n"
            "    for (int w = 0; w < %d; w++) if (way_sel[w]) hit_way = hit_way | %d'(w);\n"
            "    for (int w = %d; w >= 0; w--) begin\n      if (free_ways[w]) free_way = %d'(w);\n"
            "      if (next_ways[w]) next_way = %d'(w);\n    end\n  end\n",
            ways, wb, ways - 1, wb, wb);
}

// An eviction waits for its answer, and others would take the way meanwhile, also those that spin on the line
// that left. So it is held for the line that asked, for 255 cycles at most.
static void held_way(sv_control *c) {
    const int kb = c->mp->key_bits;
    fprintf(c->out,
            "\n  // A way that is being freed is for the line that asked.\n"
            "  logic way_held, want_q;\n  logic [%d:0] want_key_q;\n  logic [7:0] want_age_q;\n"
            "  assign way_held = want_q && s2_set == want_key_q[%d:0] && s2_key != want_key_q;\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (!rst_ni) want_q <= 1'b0;\n"
            "    else if (!want_q) want_q <= evict_ask && !evict_due_q;\n"
            "    else if ((s2_fire && s2_block && s2_key == want_key_q) || (&want_age_q)) want_q <= 1'b0;\n"
            "  end\n"
            "  always_ff @(posedge clk_i) begin\n"
            "    if (!want_q) want_key_q <= s2_key;\n"
            "    want_age_q <= want_q ? want_age_q + 8'd1 : '0;\n  end\n",
            kb - 1, c->mp->set_bits - 1);
}

// The least recently used of the others that no MSHR entry holds, if the set is full.
static void found_victim(sv_control *c) {
    if (c->mp->holds_ways) held_way(c);
    const int ways = (int)c->m->ways, wb = c->mp->way_bits;
    const int plru = ways > 1 ? ways - 1 : 1;
    fprintf(c->out,
            "\n  // The line that would have to leave: the least recently used that no MSHR entry holds.\n"
            "  logic s1_victim_valid, s2_victim_valid_q, must_evict, no_way, plru_write;\n"
            "  logic [%d:0] s1_victim;\n  logic [%d:0] plru_bits, s2_plru_q, plru_touched, unused_touched;\n"
            "  logic [%d:0] unused_victim;\n  logic unused_victim_valid;\n"
            "  cohgen_plru #(.Ways(%d)) u_plru (\n    .bits_i(plru_bits), .touch_way_i('0), "
            ".touched_o(unused_touched),\n"
            "    .locked_i(way_pinned), .victim_o(s1_victim), .victim_valid_o(s1_victim_valid)\n  );\n"
            "  cohgen_plru #(.Ways(%d)) u_plru_touch (\n    .bits_i(s2_plru_q), .touch_way_i(s2_way_q), "
            ".touched_o(plru_touched),\n"
            "    .locked_i('0), .victim_o(unused_victim), .victim_valid_o(unused_victim_valid)\n  );\n",
            wb - 1, plru - 1, wb - 1, ways, ways);
    sv_logic *touch = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(touch, "a transition", "s2_fire");
    sv_term(touch, "about a line", "s2_block");
    sv_logic *way = sv_group(touch, SV_ANY, "that has a way");
    sv_term(way, "since before", "s2_has_way_q");
    sv_term(way, "from now on", "alloc_line");
    sv_use_terms(c, touch);
    sv_logic_assign(c->out, "plru_write", touch);
    fprintf(c->out,
            "  cohgen_ram_fwd #(.Depth(%llu), .Lanes(1), .LaneBits(%d)) u_plru_bits (\n    .clk_i(clk_i),\n"
            "    .wen_i(sweep_write_q ? sweep_init_q : plru_write), "
            ".waddr_i(sweep_write_q ? sweep_wset_q : s2_set), .wlane_i(1'b1),\n"
            "    .wdata_i(sweep_write_q ? '0 : plru_touched), .ren_i(%s), .raddr_i(%s), "
            ".rdata_o(plru_bits)\n  );\n",
            (unsigned long long)c->m->sets, plru, sv_late(c) ? "s0b_valid_q" : "s0_any",
            sv_late(c) ? "s0b_set" : "s0_set");
    sv_control_victim(c);
    sv_pipeline_print(c, SV_TO_WAYS, SV_TO_WAYS);
    if (!c->mp->has_evict) {
        fputs("  logic unused_evict; // nothing leaves\n  assign unused_evict = ^{s1_victim, must_evict};\n",
              c->out);
        return;
    }
    const int tag = c->mp->tag_bits;
    fprintf(c->out,
            "  logic [%d:0] s1_victim_tag, s2_victim_tag_q;\n  always_comb begin\n    s1_victim_tag = '0;\n"
            "    for (int w = 0; w < %d; w++) if (s1_victim == %d'(w)) s1_victim_tag = way_tag[w*%d +: %d];\n"
            "  end\n  assign evict_key = {s2_victim_tag_q, s2_set};\n",
            tag - 1, ways, wb, tag, tag);
    sv_pipeline_print(c, SV_TO_EVICT, SV_TO_EVICT);
}

// A way stays until the answer to its eviction comes; a request that waits for a way of its set wants no
// other freed meanwhile.
static void found_leaving(sv_control *c) {
    sv_logic *leaves = sv_logic_new(c->f.arena, SV_ANY);
    sv_term(leaves, "it has been leaving", "s2_leaves_q");
    sv_eviction_terms(c, leaves);
    fprintf(c->out,
            "  logic s2_leaves_q, s2_others_leave_q, leaving_next;\n"
            "  assign leaving_next = next >= %d'd%d && (%s);\n",
            c->mp->state_bits, c->m->n_stable, sv_logic_text(leaves));
}

// "What is known of a line" in docs/rtl.md: does an entry hold the line's way after the transition in S2?
static void pins_way(sv_control *c) {
    sv_logic *pins = sv_logic_new(c->f.arena, SV_ALL);
    sv_logic *entry = sv_group(pins, SV_ANY, "the line has an entry");
    sv_term(entry, "since before", "mshr_hit");
    sv_term(entry, "from now on", "alloc_mshr");
    sv_term(pins, "which it keeps", c->mp->words ? "!(%s)" : "!%s", sv_entry_freed(c));
    if (c->mp->vacates) sv_term(pins, "the line stays in its way", "!vacated");
    sv_logic_assign(c->out, "pinned_next", pins);
}

// The entries themselves say the same of the ways of S1's set.
static void pinned_assertion(sv_control *c) {
    fprintf(
        c->out,
        "`ifdef COHGEN_ASSERT\n  logic [%d:0] pinned_by; // as the entries have it\n"
        "  always_comb begin\n    pinned_by = '0;\n"
        "    for (int e = 0; e < %llu; e++)\n"
        "      if (u_mshr.valid_q[e] && u_mshr.has_way_q[e] && u_mshr.key_q[e][%d:0] == s1_set)\n"
        "        pinned_by[u_mshr.way_q[e]] = 1'b1;\n  end\n"
        "  always_ff @(posedge clk_i) begin\n"
        "    ways_of_entries: assert (!s1_valid_q || %ssweep_busy || way_pinned == pinned_by) else\n"
        "      $error(\"%s.%s: the tags and the MSHR file do not agree on the ways that are pinned\");\n  "
        "end\n`endif\n",
        (int)c->m->ways - 1, (unsigned long long)c->m->mshrs, c->mp->set_bits - 1, sv_tags_unread(c),
        c->plan->name, c->m->name);
}

// ------------------------------------------------------------------------------------ what S2 begins with

static void print_register(sv_control *c, const char *name, const sv_choice *value) {
    fprintf(c->out, "    s2_%s_q <= ", name);
    sv_choice_print(c->out, value);
    fputs(";\n", c->out);
}

// Of words, a line that the transition ahead changes is looked up again: so only lines have such cases.
static void add_changed(sv_control *c, sv_choice *value, const char *changed) {
    if (!c->mp->words)
        sv_term(sv_choice_add(value, "the transition ahead changes the line", changed), "it does", "changed");
}

static bool frees_ways(const sv_control *c) {
    return c->mp->has_evict && !c->mp->words;
}

// Has the line a way after the transition in S2?
static sv_logic *holds_way(sv_control *c) {
    sv_logic *holds = sv_logic_new(c->f.arena, SV_ALL);
    sv_logic *way = sv_group(holds, SV_ANY, "it has one"), *needs = sv_group(holds, SV_ANY, "it is there");
    sv_term(way, "since before", "s2_has_way_q");
    sv_term(way, "from now on", "alloc_line");
    sv_term(needs, "it has an entry", "stays");
    sv_term(needs, "it has a state of its own", "stable_next != '0");
    if (c->mp->vacates) sv_term(holds, "it does not leave it", "!vacated");
    return holds;
}

static void print_changed_line(sv_control *c) {
    fputs("  logic changed, stays, holds_way; // it has an entry, a way, after the transition in S2\n"
          "  assign changed = same_line && s2_fire;\n  assign stays = (mshr_hit || alloc_mshr) && "
          "!release_mshr;\n",
          c->out);
    sv_logic_assign(c->out, "holds_way", holds_way(c));
}

static void print_way_registers(sv_control *c) {
    sv_choice *way = sv_choice_new(c->f.arena, "free_way");
    sv_term(sv_choice_add(way, "as S2 knows", "s2_way_q"), "it is the line of S2", "same_way");
    sv_term(sv_choice_add(way, "the line's", "hit_way"), "it has one", "(|way_sel)");
    sv_term(sv_choice_add(way, "another free one", "next_way"), "that one was taken", "took");
    sv_logic *room = sv_logic_new(c->f.arena, SV_ANY);
    sv_term(room, "the line's own, or the one for it", "same_way");
    if (frees_ways(c)) {
        sv_term(sv_choice_add(way, "the one that was freed", "s2_way_q"), "it is for this line", "given");
        sv_term(room, "one was freed for it", "given");
    }
    if (c->mp->overwrites)
        sv_term(sv_choice_add(way, "that of a line that it overwrites", "s1_victim"), "none is free",
                "!(|free_ways)");
    sv_term(room, "others are free", "(took ? |next_ways : |free_ways)");
    sv_choice *has_way = sv_choice_new(c->f.arena, "|way_sel");
    add_changed(c, has_way, "holds_way");
    print_register(c, "way", way);
    print_register(c, "has_way", has_way);
    print_register(c, "free", sv_choice_of(room));
}

static void print_entry_registers(sv_control *c) {
    sv_choice *hit = sv_choice_new(c->f.arena, "s1_mshr_hit"),
              *idx = sv_choice_new(c->f.arena, "s1_mshr_idx");
    add_changed(c, hit, "stays");
    if (!c->mp->words) {
        sv_logic *same = sv_choice_add(idx, "the entry of S2", "mshr_idx");
        sv_term(same, "it is the same line's", "same_line");
        if (c->mp->pairs)
            sv_term(same, "which was not evicted a cycle ago, with an entry of its own", "!s2_stale_q");
    }
    print_register(c, "mshr_hit", hit);
    print_register(c, "mshr_idx", idx);
}

// What the transition ahead writes may be about the victim. A line that moves must not be written then.
static void print_set_changes(sv_control *c) {
    sv_logic *changes = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(changes, "the transition ahead is about a line of the set", "same_set");
    sv_logic *writes = sv_group(changes, SV_ANY, "it writes");
    sv_term(writes, "the way", "meta_write");
    sv_term(writes, "the MSHR entry", "mshr_write");
    if (c->mp->pairs) sv_term(writes, "the line", "data_write");
    fputs("  logic set_changes;\n", c->out);
    if (c->mp->pairs && sv_late(c)) { // the victim's data have been read in S0b
        fputs("  logic s1_set_written_q; // by the transition before that\n  always_ff @(posedge clk_i) "
              "s1_set_written_q <= s2_valid_q && s2_block && s0b_set == s2_set && data_write;\n",
              c->out);
        sv_logic *any = sv_logic_new(c->f.arena, SV_ANY);
        sv_term(any, "the one ahead does", "(%s)", sv_logic_text(changes));
        sv_term(any, "the one before it has written data there", "s1_set_written_q");
        changes = any;
    }
    sv_logic_assign(c->out, "set_changes", changes);
}

static void print_victim_registers(sv_control *c) {
    sv_logic *unsure = sv_logic_new(c->f.arena, SV_ANY);
    if (c->mp->overwrites && c->mp->has_merge) {
        sv_logic *back = sv_group(unsure, SV_ALL, "requests that are handed back go first");
        sv_term(back, "some are there", "replays_first");
        // They may want a drain out first, again and again, and it may find them at their port each time, as
        // it falls in step with them: it asks for an eviction without waiting for them.
        if (c->mp->has_buffer) sv_term(back, "they may wait for this drain", "!s1_drain_q");
    }
    sv_term(unsure, "the set changes", "set_changes");
    fputs("    s2_victim_valid_q <= s1_victim_valid;\n"
          "    s2_plru_q <= (same_set && plru_write) ? plru_touched : plru_bits;\n",
          c->out);
    print_register(c, "unsure", sv_choice_of(unsure));
    print_register(c, "stale", sv_choice_of(c->p.stale));
    if (c->mp->has_evict) fputs("    s2_victim_tag_q <= s1_victim_tag;\n", c->out);
    if (c->mp->overwrites) fputs("    s2_overwrites_q <= s1_overwrites && !set_changes;\n", c->out);
    if (c->mp->pairs) sv_pair_registers(c);
}

static void print_leaving_registers(sv_control *c) {
    sv_choice *leaves = sv_choice_new(c->f.arena, "|(way_sel & way_leaving)");
    add_changed(c, leaves, "(meta_write ? leaving_next : s2_leaves_q)");
    print_register(c, "leaves", leaves);
    fputs("    s2_others_leave_q <= |(way_pinned & way_leaving);\n", c->out);
}

// A field of the line or of its entry: its initial value if the line does not hold it any more.
static void print_field_register(sv_control *c, const char *of, const cg_field *f, const char *held) {
    fprintf(c->out, "    s2_%s_%s_q <= changed ? (%s ? %s_%s_d : %d'd%llu) : s1_%s_%s;\n", of, f->name, held,
            of, f->name, f->type.width, (unsigned long long)f->init, of, f->name);
}

static void print_line_registers(sv_control *c) {
    sv_choice *state = sv_choice_new(c->f.arena, "s1_state");
    add_changed(c, state, "next");
    print_register(c, "state", state);
    for (int i = 0; i < c->m->n_line; i++) print_field_register(c, "line", &c->m->line[i], "holds_way");
    for (int i = 0; i < c->m->n_mshr; i++) print_field_register(c, "mshr", &c->m->mshr[i], "stays");
}

static void name_fields_of_s2(sv_control *c) {
    fputs("  assign state = s2_state_q;\n", c->out);
    for (int i = 0; i < c->m->n_line; i++)
        fprintf(c->out, "  assign line_%s = s2_line_%s_q;\n", c->m->line[i].name, c->m->line[i].name);
    for (int i = 0; i < c->m->n_mshr; i++)
        fprintf(c->out, "  assign mshr_%s = s2_mshr_%s_q;\n", c->m->mshr[i].name, c->m->mshr[i].name);
}

// What S2 begins with.
static void registered(sv_control *c) {
    fputs("\n  // What S2 begins with: what S1 has found, or what the transition ahead makes of the line.\n"
          "  logic s2_stale_q;\n",
          c->out);
    if (!c->mp->words) fputs("  logic mshr_hit;\n", c->out);
    fprintf(c->out, "  logic [%d:0] s2_mshr_idx_q;\n", c->mp->mshr_bits - 1);
    if (!c->mp->words) print_changed_line(c);
    print_set_changes(c);
    fputs("  logic s2_mshr_hit_q;\n  assign mshr_hit = s2_mshr_hit_q;\n"
          "  assign mshr_idx = s2_mshr_hit_q ? s2_mshr_idx_q : mshr_free_idx;\n"
          "  always_ff @(posedge clk_i) begin\n",
          c->out);
    print_way_registers(c);
    print_entry_registers(c);
    print_victim_registers(c);
    if (c->mp->has_leaving) print_leaving_registers(c);
    if (c->mp->words)
        sv_words_registered(c);
    else
        print_line_registers(c);
    fputs("  end\n", c->out);
    if (!c->mp->words) name_fields_of_s2(c);
}

// Is the line that a message brings what is written? Its kind says so, and that is known in S1.
void sv_control_brings(sv_control *c) {
    sv_logic *brings = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++) {
        const cg_event *event = &c->m->events[e];
        if (event->kind != CG_EV_MESSAGE) continue;
        const cg_payload pay = c->s->msgs[event->msg].payload;
        if (pay == CG_PAY_LINE || pay == CG_PAY_BYTES)
            sv_event_term(c, brings, "it is of such a kind", "s1", e);
    }
    fputs("  logic s2_brings_q;\n  assign s2_brings = s2_brings_q;\n  always_ff @(posedge clk_i) s2_brings_q "
          "<= ",
          c->out);
    sv_logic_print(c->out, brings);
    fputs(";\n", c->out);
}

void sv_control_look(sv_control *c) {
    found_way(c);
    sv_control_vacated(c);
    sv_words_or_lines(c, sv_words_found, found_fields);
    if (c->mp->has_leaving) found_leaving(c);
    found_victim(c);
    sv_row_read(c);
    fprintf(c->out, "  always_comb begin\n    meta_wlane = '0;\n    meta_wlane[s2_way_q] = 1'b1;\n  end\n");
    registered(c);
    if (c->mp->pins) pins_way(c);
    pinned_assertion(c);
    if (c->mp->words) sv_words_present(c);
    sv_control_brings(c);
}
