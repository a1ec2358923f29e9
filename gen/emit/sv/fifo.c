// A controller's fifos of lines and markers: for each a cohgen_sfifo between the rules that push and its two
// ports of S0. And its walk: a cohgen_cache_walk, whose probes go through S0 and S1 and no further.
#include "control.h"
#include "lang/requester.h"

// What the names of a fifo's signals begin with: "fifo", or of several "fifo1".
static const char *stem_of(const sv_control *c, int fifo) {
    return c->m->n_structures == 1 ? "fifo" : cg_arena_printf(c->f.arena, "fifo%d", fifo);
}

// The bit of a signal that has one for each fifo: nothing, or of several "[1]".
static const char *bit_of(const sv_control *c, int fifo) {
    return c->m->n_structures == 1 ? "" : cg_arena_printf(c->f.arena, "[%d]", fifo);
}

void sv_control_declare_fifos(sv_control *c) {
    for (int i = 0; i < c->m->n_structures; i++) {
        const char *n = stem_of(c, i);
        fprintf(c->out, "  logic %s_room, %s_valid, %s_marker, %s_%s; // of %s\n  logic [%d:0] %s_data;\n", n,
                n, n, n, c->m->structures[i].walks ? "under_way" : "rollback", c->m->structures[i].name,
                c->mp->element_bits - 1, n);
        if (c->m->structures[i].walks)
            fprintf(c->out,
                    "  logic %s_probe, s1_%s_probe_q; // the tags of a set are to be read; they are\n", n, n);
        if (c->m->structures[i].walks && sv_late(c)) fprintf(c->out, "  logic s0b_%s_probe_q;\n", n);
    }
}

const char *sv_probe_of(const sv_control *c, const sv_port *p) {
    const int of = p->kind == SV_PORT_HEAD ? c->m->events[p->event].structure : CG_NONE;
    if (of == CG_NONE || !c->m->structures[of].walks) return NULL;
    return cg_arena_printf(c->f.arena, "%s_probe", stem_of(c, of));
}

const char *sv_probe(const sv_control *c, const char **taken) {
    const char *probe = NULL;
    for (int i = 0; !probe && i < c->n_ports; i++) {
        probe = sv_probe_of(c, &c->ports[i]);
        if (probe) *taken = cg_arena_printf(c->f.arena, "%s_take && %s", c->ports[i].name, probe);
    }
    return probe;
}

void sv_fifo_back(const sv_control *c, int event, char back[SV_NAME + 16]) {
    const int of = c->m->events[event].structure;
    if (!c->m->structures[of].walks) snprintf(back, SV_NAME + 16, "%s_rollback", stem_of(c, of));
}

// note [head]: what is at the head goes through the pipeline as an event of its own, before requests, which
// may wait for room. It leaves in S2, or goes back with what the fifo has sent behind it. One of a walk is
// under way at a time.
void sv_control_fifo_port(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    const int fifo = c->m->events[p->event].structure;
    const char *f = stem_of(c, fifo), *is = p->kind == SV_PORT_MARKER ? "" : "!";
    const bool marker = p->kind == SV_PORT_MARKER;
    char hold[SV_NAME], ev[SV_NAME], key[SV_NAME];
    const char *one = "";
    if (c->m->structures[fifo].walks) one = cg_arena_printf(c->f.arena, " && !%s_under_way", f);
    fprintf(c->out,
            "`ifdef COHGEN_STEER\n  assign %s_valid = %s_valid && %s%s_marker%s && !%s%s;\n"
            "`else\n  assign %s_valid = %s_valid && %s%s_marker%s;\n`endif\n",
            n, f, is, f, one, sv_steer(c, "hold.", "fifo", hold), bit_of(c, fifo), n, f, is, f, one);
    fprintf(c->out, "  assign %s_event = %s_pkg::%s;\n  always_comb begin\n    %s_in = '0;\n", n,
            c->plan->name, sv_event(c->m, p->event, ev), n);
    snprintf(key, sizeof key, "%s_data[%d:0]", f, c->mp->key_bits - 1);
    if (marker) fprintf(c->out, "    %s_in.tid = %s_data[%d:0];\n", n, f, c->plan->tid_bits - 1);
    if (marker && c->m->structures[fifo].core)
        fprintf(c->out, "    %s_in.%s = %s_data[%d:%d];\n", n, CG_CORE_FIELD, f, c->mp->marker_bits - 1,
                c->plan->tid_bits);
    const char *at = sv_line_address(c, key);
    if (c->m->local)
        at = cg_arena_printf(c->f.arena, "%d'(%s)", (int)c->s->addr_bits, at); // a place is shorter
    if (!marker) fprintf(c->out, "    %s_in.addr = %s;\n", n, at);
    fputs("  end\n", c->out);
}

void sv_fifo_terms(sv_control *c) {
    for (int i = 0; i < c->m->n_structures; i++) {
        sv_logic *full = sv_group(c->p.blocked, SV_ALL, "the fifo has no room");
        sv_logic *push = sv_group(full, SV_ANY, "the rule wants some");
        if (c->f.verb[CG_A_PUSH]) sv_term(push, "for the line", "fifo_push%s", bit_of(c, i));
        if (c->f.verb[CG_A_MARK]) sv_term(push, "for a marker", "fifo_mark%s", bit_of(c, i));
        sv_term(full, "it is full", "!%s_room", stem_of(c, i));
    }
}

// The ports of a fifo, as a sum over them: "s1_oldest_q || s1_passed_q".
static const char *of_ports(const sv_control *c, int fifo, const char *before, const char *behind) {
    static const sv_port_kind KINDS[] = {SV_PORT_HEAD, SV_PORT_MARKER};
    const char *text = NULL;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < c->n_ports; i++) {
            const sv_port *p = &c->ports[i];
            if (p->kind != KINDS[k] || c->m->events[p->event].structure != fifo) continue;
            text = cg_arena_printf(c->f.arena, "%s%s%s%s%s", text ? text : "", text ? " || " : "", before,
                                   p->name, behind);
        }
    return text;
}

// What goes into it, and when.
static void print_push(sv_control *c, int fifo) {
    const bool push = c->f.verb[CG_A_PUSH], mark = c->f.verb[CG_A_MARK];
    const char *bit = bit_of(c, fifo), *core = "";
    const int width = c->mp->element_bits;
    if (push && mark)
        fprintf(c->out, "(fifo_push%s || fifo_mark%s)", bit, bit);
    else
        fprintf(c->out, "%s%s", push ? "fifo_push" : mark ? "fifo_mark" : "1'b0", push || mark ? bit : "");
    fprintf(c->out, "), .push_ready_o(%s_room),\n    .push_marker_i(%s%s), .push_data_i(", stem_of(c, fifo),
            mark ? "fifo_mark" : "1'b0", mark ? bit : "");
    if (mark) {
        if (c->m->structures[fifo].core) core = "{s2_in_q." CG_CORE_FIELD ", s2_in_q.tid}";
        fprintf(c->out, "fifo_mark%s ? %d'(%s) : ", bit, width, *core ? core : "s2_in_q.tid");
    }
    fprintf(c->out, "%d'(s2_key)", width);
}

// Which lines of the row that was read are there, and their tags. Of a cache, a way is live with a line in
// it, or held for one by its MSHR entry. Of a memory the row says state 0 of lines in transient states: while
// some are, all that it has are offered.
static void print_walked_row(sv_control *c, const char *n) {
    const int ways = c->mp->walk_ways, bits = c->mp->walk_tag_bits, stable = c->mp->stable_bits;
    const char *held = c->m->mapped ? " || mshr_occupancy != '0" : "";
    if (!c->m->local) {
        fprintf(c->out, "    .live_i(way_live | way_pinned),\n    .tags_i(way_tag)\n  );\n");
        return;
    }
    fprintf(c->out, "    .live_i(%s_live),\n    .tags_i({", n);
    for (int w = ways - 1; w >= 0; w--) fprintf(c->out, "%d'd%d%s", bits, w, w ? ", " : "})\n  );\n");
    if (ways == 1)
        fprintf(c->out, "  assign %s_live = found_state != '0%s;\n", n, held);
    else
        fprintf(
            c->out,
            "  for (genvar w = 0; w < %d; w++) begin : g_%s_live\n    assign %s_live[w] = found_states[w*%d "
            "+: %d] != '0%s;\n  end\n",
            ways, n, n, stable, stable, held);
}

// A line's key: a row, and the tag of one of the lines in it.
static const char *walked_key(const sv_control *c, const char *n) {
    if (!c->m->local) return cg_arena_printf(c->f.arena, "{%s_tag, %s_set}", n, n);
    if (c->mp->walk_ways > 1) return cg_arena_printf(c->f.arena, "{%s_set, %s_tag}", n, n);
    return cg_arena_printf(c->f.arena, "%s_set", n);
}

// What is offered stays until its answer, so nothing is taken back.
static void print_walk(sv_control *c, int walk) {
    const cg_structure *s = &c->m->structures[walk];
    const int bits = c->mp->element_bits, marker = c->mp->marker_bits;
    const int set_bits = cg_log2((uint64_t)c->mp->walk_rows);
    const char *unused = c->m->local && c->mp->walk_ways == 1 ? "unused_" : "";
    const char *n = stem_of(c, walk), *bit = bit_of(c, walk), *own = "s2_in_q.tid";
    if (s->core) own = "{s2_in_q." CG_CORE_FIELD ", s2_in_q.tid}";
    fprintf(c->out, "\n  // The walk %s.%s\n", s->name,
            c->m->local ? " Lines in state 0 are not there."
                        : " A way is live with a line in it, or held for one by its MSHR entry.");
    if (c->m->local) fprintf(c->out, "  logic [%d:0] %s_live;\n", c->mp->walk_ways - 1, n);
    fprintf(c->out,
            "  logic %s_in_s2;\n  logic [%d:0] %s_of_marker;\n  logic [%d:0] %s_set;\n  logic [%d:0] "
            "%s%s_tag;\n",
            n, marker - 1, n, set_bits - 1, n, c->mp->walk_tag_bits - 1, unused, n);
    fprintf(c->out,
            "  assign %s_in_s2 = %s;\n  assign %s_under_way = %s%s || s1_%s_probe_q || %s_in_s2;\n"
            "  assign %s_data = %s_marker ? %d'(%s_of_marker) : %d'(%s);\n",
            n, of_ports(c, walk, "s2_", "_q"), n,
            sv_late(c)
                ? cg_arena_printf(c->f.arena, "%s || s0b_%s_probe_q || ", of_ports(c, walk, "s0b_", "_q"), n)
                : "",
            of_ports(c, walk, "s1_", "_q"), n, n, n, n, bits, n, bits, walked_key(c, n));
    fprintf(c->out,
            "  cohgen_cache_walk #(.Width(%d), .Depth(%llu), .Sets(%d), .Ways(%d), .TagBits(%d)) u_%s (\n"
            "    .clk_i(clk_i), .rst_ni(rst_ni), .push_valid_i(%s%s), .push_ready_o(%s_room), "
            ".push_data_i(%d'(%s)),\n",
            marker, (unsigned long long)s->entries, c->mp->walk_rows, c->mp->walk_ways, c->mp->walk_tag_bits,
            n, c->f.verb[CG_A_MARK] ? "s2_fire && fifo_mark" : "1'b0", c->f.verb[CG_A_MARK] ? bit : "", n,
            marker, own);
    fprintf(c->out,
            "    .valid_o(%s_valid), .probe_o(%s_probe), .marker_o(%s_marker), .data_o(%s_of_marker), "
            ".set_o(%s_set), .tag_o(%s%s_tag),\n"
            "    .commit_i(%s_in_s2 && s2_done),\n    .seen_i(s1_%s_probe_q),\n",
            n, n, n, n, n, unused, n, n, n);
    print_walked_row(c, n);
}

static void print_fifo(sv_control *c, int fifo) {
    const sv_names names = {.reg = {"", "_q"}, .clock = "clock_q", .self = "id_i", .plan = c->plan};
    const unsigned long long depth = c->m->structures[fifo].entries;
    const char *n = stem_of(c, fifo);
    fprintf(c->out,
            "\n  // The fifo %s. It counts no write-backs: that is the table's.\n"
            "  logic %s_in_s2, unused_%s_begin, unused_%s_epoch, unused_%s_clean;\n"
            "  logic [%d:0] unused_%s_free;\n  assign %s_in_s2 = %s;\n"
            "  assign %s_rollback = %s_in_s2 && !s2_done;\n",
            c->m->structures[fifo].name, n, n, n, n, cg_bits(depth) - 1, n, n, of_ports(c, fifo, "s2_", "_q"),
            n, n);
    fprintf(c->out,
            "  cohgen_sfifo #(.Width(%d), .Depth(%llu), .Pending(0)) u_%s (\n"
            "    .clk_i(clk_i), .rst_ni(rst_ni), .push_valid_i(s2_fire && ",
            c->mp->element_bits, depth, n);
    print_push(c, fifo);
    fputs("), .drain_i(", c->out);
    if (c->m->structures[fifo].drains)
        sv_expr(c->out, c->m, NULL, c->m->structures[fifo].drains, 1, &names);
    else
        fputs("1'b0", c->out);
    fprintf(
        c->out,
        "),\n"
        "    .valid_o(%s_valid), .marker_o(%s_marker), .data_o(%s_data), .take_i(%s),\n"
        "    .commit_i(%s_in_s2 && s2_done), .rollback_i(%s_rollback),\n"
        "    .begin_i(1'b0), .begin_ready_o(unused_%s_begin), .epoch_o(unused_%s_epoch),\n"
        "    .done_i(1'b0), .done_epoch_i(1'b0), .free_o(unused_%s_free), .clean_o(unused_%s_clean)\n  );\n",
        n, n, n, of_ports(c, fifo, "", "_take"), n, n, n, n, n, n);
}

void sv_control_fifos(sv_control *c) {
    for (int i = 0; i < c->m->n_structures; i++) (c->m->structures[i].walks ? print_walk : print_fifo)(c, i);
}
