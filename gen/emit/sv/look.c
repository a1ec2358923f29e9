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

static const cg_slot *slot_of_field(const cg_layout *l, const char *space, const char *field) {
    char name[SV_NAME];
    snprintf(name, sizeof name, "%s.%s", space, field);
    return cg_slot_find(l, name);
}

// What S1 finds: the MSHR entry if there is one, else the way that hits, else nothing.
static void found_fields(sv_control *c) {
    const int ways = (int)c->m->ways, width = c->mp->meta.width, stable = c->mp->stable_bits;
    const cg_slot *st = cg_slot_find(&c->mp->mshr, "state");
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
            "    for (int w = 0; w < %d; w++) begin\n      if (way_tag[w]) line_state = line_state | "
            "way_state[w*%d +: %d];\n",
            ways, stable, stable);
    for (int i = 0; i < c->m->n_line; i++) {
        const char *name = c->m->line[i].name;
        const cg_slot *slot = slot_of_field(&c->mp->meta, "line", name);
        fprintf(c->out, "      if (way_sel[w]) s1_line_%s = s1_line_%s | meta_rdata[w*%d+%d", name, name,
                width, slot->offset);
        if (slot->width > 1) fprintf(c->out, " +: %d", slot->width);
        fputs("];\n", c->out);
    }
    fputs("    end\n  end\n", c->out);
    fprintf(c->out,
            "  assign s1_state_bits = s1_mshr_hit ? mshr_rdata[%d +: %d] : %d'(line_state);\n"
            "  assign s1_state = s1_state_bits.value;\n",
            st->offset, st->width, c->mp->state_bits);
    for (int i = 0; i < c->m->n_mshr; i++) {
        const cg_slot *slot = slot_of_field(&c->mp->mshr, "mshr", c->m->mshr[i].name);
        fprintf(c->out, "  assign s1_mshr_%s = s1_mshr_hit ? mshr_rdata[%d +: %d] : %d'd%llu;\n",
                c->m->mshr[i].name, slot->offset, slot->width, slot->width,
                (unsigned long long)c->m->mshr[i].init);
    }
}

// A way that an MSHR entry holds has the tag of the entry's line, as a line is given its way and its tag at
// once; and a line with an entry but without a way has none that is live. So the entry need not be asked for
// the way.
static void sel_assertion(sv_control *c) {
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  logic [%d:0] sel_asked; // as the entry has it\n"
            "  assign sel_asked = !s1_mshr_hit ? way_tag & way_live : s1_mshr_has_way ? %d'd1 << s1_mshr_way "
            ": '0;\n"
            "  always_ff @(posedge clk_i) begin\n"
            "    way_of_entry: assert (!s1_valid_q || sweep_busy || way_sel == sel_asked) else\n"
            "      $error(\"%s.%s: the tags and the MSHR file do not agree on the line's way\");\n  "
            "end\n`endif\n",
            (int)c->m->ways - 1, (int)c->m->ways, c->plan->name, c->m->name);
}

// The way of the line, or one that it may take: the first that is free.
static void found_way(sv_control *c) {
    const int ways = (int)c->m->ways, wb = c->mp->way_bits;
    if (c->mp->overwrites)
        fputs("\n  logic overwritten; // by the transition in S2, a line of the set\n", c->out);
    fprintf(c->out,
            "\n  // Where the line is, or a free way for it, and another one if the transition ahead takes "
            "that.\n"
            "  logic same_line, same_set, same_way, took;\n  logic [%d:0] free_ways, next_ways, s1_ways;\n"
            "  logic [%d:0] s1_way, next_way, s2_way_q;\n  logic s2_has_way_q, s2_free_q, s2_unsure_q;\n"
            "  assign same_line = s2_valid_q && s2_block && s1_key == s2_key;\n"
            "  assign same_set = s2_valid_q && s2_block && s1_set == s2_set;\n"
            "  assign same_way = same_line && !s2_stale_q && (s2_has_way_q || s2_free_q%s);\n"
            "  assign took = same_set && !same_line && s2_fire && alloc_line && !s2_has_way_q;\n",
            ways - 1, wb - 1, c->mp->overwrites ? " || overwritten" : "");
    fprintf(c->out,
            "  for (genvar w = 0; w < %d; w++) begin : g_sel\n"
            "    assign way_sel[w] = way_tag[w] && (way_live[w] || pinned[w]);\n"
            "    assign free_ways[w] = !way_live[w] && !pinned[w];\n"
            "    assign next_ways[w] = free_ways[w] && s2_way_q != %d'(w);\n  end\n",
            ways, wb);
    sel_assertion(c);
    fprintf(c->out,
            "  assign s1_ways = (|way_sel) ? way_sel : free_ways & (~free_ways + %d'd1);\n"
            "  always_comb begin\n    s1_way = '0;\n    next_way = '0;\n    for (int w = 0; w < %d; w++) if "
            "(s1_ways[w]) s1_way = s1_way | %d'(w);\n    for (int w = %d; w >= 0; w--) if (next_ways[w]) "
            "next_way = "
            "%d'(w);\n    if (same_way) s1_way = s2_way_q;\n  end\n",
            ways, ways, wb, ways - 1, wb);
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
    const int ways = (int)c->m->ways, width = c->mp->meta.width, wb = c->mp->way_bits;
    const int plru = ways > 1 ? ways - 1 : 1;
    fprintf(c->out,
            "\n  // The line that would have to leave: the least recently used that no MSHR entry holds.\n"
            "  logic s1_victim_valid, s2_victim_valid_q, must_evict, no_way, plru_write;\n"
            "  logic [%d:0] s1_victim;\n  logic [%d:0] plru_bits, s2_plru_q, plru_touched, unused_touched;\n"
            "  logic [%d:0] unused_victim;\n  logic unused_victim_valid;\n"
            "  cohgen_plru #(.Ways(%d)) u_plru (\n    .bits_i(plru_bits), .touch_way_i('0), "
            ".touched_o(unused_touched),\n"
            "    .locked_i(pinned), .victim_o(s1_victim), .victim_valid_o(s1_victim_valid)\n  );\n"
            "  cohgen_plru #(.Ways(%d)) u_plru_touch (\n    .bits_i(s2_plru_q), .touch_way_i(s2_way_q), "
            ".touched_o(plru_touched),\n"
            "    .locked_i('0), .victim_o(unused_victim), .victim_valid_o(unused_victim_valid)\n  );\n",
            wb - 1, plru - 1, wb - 1, ways, ways);
    fprintf(c->out,
            "  assign plru_write = s2_fire && s2_block && (s2_has_way_q || alloc_line);\n"
            "  cohgen_ram_fwd #(.Depth(%llu), .Lanes(1), .LaneBits(%d)) u_plru_bits (\n    .clk_i(clk_i),\n"
            "    .wen_i(sweep_write_q ? sweep_init_q : plru_write), "
            ".waddr_i(sweep_write_q ? sweep_wset_q : s2_set), .wlane_i(1'b1),\n"
            "    .wdata_i(sweep_write_q ? '0 : plru_touched), .ren_i(s0_any), .raddr_i(s0_set), "
            ".rdata_o(plru_bits)\n  );\n",
            (unsigned long long)c->m->sets, plru);
    sv_control_victim(c);
    sv_pipeline_print(c, SV_TO_WAYS, SV_TO_WAYS);
    if (!c->mp->has_evict) {
        fputs("  logic unused_evict; // nothing leaves\n  assign unused_evict = ^{s1_victim, must_evict};\n",
              c->out);
        return;
    }
    const int tag = c->mp->tag_bits;
    fprintf(
        c->out,
        "  logic [%d:0] s1_victim_tag, s2_victim_tag_q;\n  always_comb begin\n    s1_victim_tag = '0;\n"
        "    for (int w = 0; w < %d; w++) if (s1_victim == %d'(w)) s1_victim_tag = meta_rdata[w*%d +: %d];\n"
        "  end\n  assign evict_key = {s2_victim_tag_q, s2_set};\n",
        tag - 1, ways, wb, width, tag);
    sv_pipeline_print(c, SV_TO_EVICT, SV_TO_EVICT);
}

// A way stays until the answer to its eviction comes; nobody who waits for a way of its set wants another one
// freed meanwhile.
static void found_leaving(sv_control *c) {
    const int ways = (int)c->m->ways;
    fprintf(c->out,
            "  logic [%d:0] way_leaving;\n  logic s2_leaves_q, s2_others_leave_q, leaving_next;\n"
            "  for (genvar w = 0; w < %d; w++) begin : g_leaving\n    assign way_leaving[w] = "
            "meta_rdata[w*%d+%d];\n  end\n"
            "  assign leaving_next = next >= %d'd%d && (s2_leaves_q",
            ways - 1, ways, c->mp->meta.width, cg_slot_find(&c->mp->meta, "leaving")->offset,
            c->mp->state_bits, c->m->n_stable);
    fputs(" || ", c->out);
    sv_logic_print(c->out, sv_is_eviction(c));
    fputs(");\n", c->out);
}

// What S2 begins with. Of words, a line that the transition ahead changes is looked up again.
static void registered(sv_control *c) {
    const bool words = c->mp->words;
    const bool gives = c->mp->has_evict && !words;
    const char *t = words ? "" : "changed ? ";
    fputs("\n  // What S2 begins with: what S1 has found, or what the transition ahead makes of the line.\n"
          "  logic s2_stale_q;\n",
          c->out);
    fprintf(c->out, "%s  logic [%d:0] s2_mshr_idx_q;\n", words ? "" : "  logic mshr_hit;\n",
            c->mp->mshr_bits - 1);
    if (!words)
        fprintf(c->out,
                "  logic changed, stays, holds_way; // it has an entry, a way, after the transition in S2\n"
                "  assign changed = same_line && s2_fire;\n  assign stays = (mshr_hit || alloc_mshr) && "
                "!release_mshr;\n"
                "  assign holds_way = (s2_has_way_q || alloc_line) && (stays || stable_next != '0)%s;\n",
                c->mp->vacates ? " && !vacated" : "");
    fputs("  logic s2_mshr_hit_q;\n  assign mshr_hit = s2_mshr_hit_q;\n"
          "  assign mshr_idx = s2_mshr_hit_q ? s2_mshr_idx_q : mshr_free_idx;\n"
          "  always_ff @(posedge clk_i) begin\n",
          c->out);
    fprintf(
        c->out,
        "    s2_way_q <= (took && !(|way_sel)) ? next_way : %s%ss1_way;\n    s2_has_way_q <= %s|way_sel;\n"
        "    s2_free_q <= same_way || %s(took ? |next_ways : |free_ways);\n"
        "    s2_mshr_hit_q <= %ss1_mshr_hit;\n    s2_mshr_idx_q <= %ss1_mshr_idx;\n"
        "    s2_victim_valid_q <= s1_victim_valid;\n"
        "    s2_plru_q <= (same_set && plru_write) ? plru_touched : plru_bits;\n"
        "    s2_unsure_q <= %s(same_set && (meta_write || mshr_write));\n",
        gives ? "given ? s2_way_q : " : "",
        c->mp->overwrites ? "(s1_overwrites && !same_way) ? s1_victim : " : "",
        words ? "" : "changed ? holds_way : ", gives ? "given || " : "",
        words ? "" : "changed ? stays : ", words ? "" : "same_line ? mshr_idx : ",
        c->mp->overwrites && c->mp->has_merge ? "replays_first || " : "");
    fputs("    s2_stale_q <= ", c->out);
    sv_logic_print(c->out, c->p.stale);
    fputs(";\n", c->out);
    if (c->mp->has_evict) fputs("    s2_victim_tag_q <= s1_victim_tag;\n", c->out);
    if (c->mp->overwrites)
        fputs("    s2_overwrites_q <= s1_overwrites && !(same_set && (meta_write || mshr_write));\n", c->out);
    if (c->mp->has_leaving)
        fprintf(c->out,
                "    s2_leaves_q <= %s|(way_sel & way_leaving);\n    s2_others_leave_q <= |(pinned & "
                "way_leaving);\n",
                words ? "" : "changed ? (meta_write ? leaving_next : s2_leaves_q) : ");
    if (words) {
        sv_words_registered(c);
    } else {
        fprintf(c->out, "    s2_state_q <= %snext : s1_state;\n", t);
        for (int i = 0; i < c->m->n_line; i++) {
            const cg_field *f = &c->m->line[i];
            fprintf(c->out, "    s2_line_%s_q <= %s(holds_way ? line_%s_d : %d'd%llu) : s1_line_%s;\n",
                    f->name, t, f->name, f->type.width, (unsigned long long)f->init, f->name);
        }
        for (int i = 0; i < c->m->n_mshr; i++) {
            const cg_field *f = &c->m->mshr[i];
            fprintf(c->out, "    s2_mshr_%s_q <= %s(stays ? mshr_%s_d : %d'd%llu) : s1_mshr_%s;\n", f->name,
                    t, f->name, f->type.width, (unsigned long long)f->init, f->name);
        }
    }
    fputs("  end\n", c->out);
    if (words) return;
    fputs("  assign state = s2_state_q;\n", c->out);
    for (int i = 0; i < c->m->n_line; i++)
        fprintf(c->out, "  assign line_%s = s2_line_%s_q;\n", c->m->line[i].name, c->m->line[i].name);
    for (int i = 0; i < c->m->n_mshr; i++)
        fprintf(c->out, "  assign mshr_%s = s2_mshr_%s_q;\n", c->m->mshr[i].name, c->m->mshr[i].name);
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
    if (c->mp->words) sv_words_present(c);
    // Is the line that a message brings what is written? Its kind says so, and that is known in S1.
    const char *sep = "";
    fputs("  logic s2_brings_q;\n  assign s2_brings = s2_brings_q;\n  always_ff @(posedge clk_i) s2_brings_q "
          "<= ",
          c->out);
    for (int e = 0; e < c->m->n_events; e++) {
        char ev[SV_NAME];
        const cg_event *event = &c->m->events[e];
        if (event->kind != CG_EV_MESSAGE) continue;
        const cg_payload pay = c->s->msgs[event->msg].payload;
        if (pay != CG_PAY_LINE && pay != CG_PAY_BYTES) continue;
        fprintf(c->out, "%ss1_event_q == %s_pkg::%s", sep, c->plan->name, sv_event(c->m, e, ev));
        sep = " || ";
    }
    fprintf(c->out, "%s;\n", *sep ? "" : "1'b0");
}
