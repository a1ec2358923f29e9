// note [paired] in gen/plan/victims.c: the eviction of the line whose way S2 takes happens in the same cycle,
// just before the transition that takes the way. S1 knows its rule. S2 gives the line an MSHR entry of its
// own, moves its data to that entry's row, and sends two messages, that of the eviction first.
//
// The queue of such a lane takes two headers a cycle. Lines have a queue of their own, with few places. S0
// has asked for room for one message of each transition; S2 asks for that of the second one. Without it, or
// without two free entries, the request goes back.
#include <stdlib.h>
#include <string.h>

#include "control.h"

// Places of a lane's queue that S0 has promised to S1's event, and to its own, when S2 pairs; and its own
// two.
enum { ROOM_FOR_PAIR = 4, ROOM_FOR_LINES = 2 };

static const cg_lane_plan *lane_of(const sv_control *c, int k, char name[SV_NAME]) {
    sv_lane(c->s, c->mp->out_channels[k], name);
    return &c->plan->lanes[c->mp->out_channels[k]];
}

bool sv_pair_on(const sv_control *c, int k) {
    return c->plan->lanes[c->mp->out_channels[k]].pairs;
}

void sv_pair_room_terms(sv_control *c, const sv_port *p, int k, sv_logic *ok) {
    char lane[SV_NAME];
    const cg_lane_plan *plan = lane_of(c, k, lane);
    for (int e = 0; plan->line_depth && e < c->m->n_events; e++) {
        if (!sv_port_brings(c, p, e) || !c->f.sends_line[e][k]) continue;
        sv_term(ok, "the lane has room for a line", "room_%s_lines", lane);
        return;
    }
}

// --------------------------------------------------------------------------------------------- what S1 finds

static void declare_stage(sv_control *c, const char *stage, const char *suffix) {
    char lane[SV_NAME];
    fprintf(c->out, "  logic %s_paired%s;\n  %s_pkg::%s_state_e %s_paired_next%s;\n", stage, suffix,
            c->plan->name, c->m->name, stage, suffix);
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_pair_on(c, k)) continue;
        lane_of(c, k, lane);
        fprintf(c->out, "  logic %s_%s_first%s;\n  %s_pkg::%s_kind_e %s_%s_kind%s;\n", stage, lane, suffix,
                c->plan->name, lane, stage, lane, suffix);
    }
}

void sv_pair_declare(sv_control *c) {
    char lane[SV_NAME];
    if (!c->mp->pairs) return;
    fputs(
        "  // The eviction of the line whose way S2 takes: its rule's next state, and its message, which is "
        "the first\n  // of two.\n",
        c->out);
    declare_stage(c, "s2", "_q");
    fprintf(c->out, "  logic paired, pair_fits, pair_room, data_write;\n  logic [%d:0] pair_idx;\n",
            c->mp->mshr_bits - 1);
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_pair_on(c, k)) continue;
        const cg_lane_plan *plan = lane_of(c, k, lane);
        fprintf(c->out, "  logic room_%s_pair%s%s%s;\n", lane, plan->line_depth ? ", room_" : "",
                plan->line_depth ? lane : "", plan->line_depth ? "_lines" : "");
    }
}

void sv_pair_declare_victim(sv_control *c) {
    declare_stage(c, "s1", "");
}

// Of the rule `r` of an eviction; NULL: of none.
static void print_outcome(sv_control *c, const cg_rule *r) {
    char lane[SV_NAME], name[SV_NAME];
    const bool paired = r && cg_plan_is_paired(c->s, c->m, r);
    const char *between = r ? "\n          " : "\n    ";
    if (r) fputs("begin\n          ", c->out);
    fprintf(c->out, "s1_paired = 1'b%d;%ss1_paired_next = %s_pkg::%s;", paired, between, c->plan->name,
            sv_state(c->m, paired ? r->next : 0, name));
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_pair_on(c, k)) continue;
        lane_of(c, k, lane);
        const int channel = c->mp->out_channels[k];
        const cg_action *send = paired ? cg_find_action(r, CG_DOES_SENDS) : NULL;
        const bool here = send && c->s->msgs[send->msg].channel == channel;
        int kind = 0;
        while (here && c->s->channels[channel].msgs[kind] != send->msg) kind++;
        fprintf(c->out, "%ss1_%s_first = 1'b%d;%ss1_%s_kind = %s_pkg::%s;", between, lane, here, between,
                lane, c->plan->name, sv_kind(c->s, channel, kind, name));
    }
    fputs(r ? "\n        end\n" : "\n", c->out);
}

void sv_pair_choice(sv_control *c) {
    sv_victim_choice(c, print_outcome);
}

void sv_pair_registers(sv_control *c) {
    char lane[SV_NAME];
    fputs("    s2_paired_q <= s1_overwrites && s1_paired && !set_changes;\n    s2_paired_next_q <= "
          "s1_paired_next;\n",
          c->out);
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_pair_on(c, k)) continue;
        lane_of(c, k, lane);
        fprintf(c->out, "    s2_%s_first_q <= s1_%s_first;\n    s2_%s_kind_q <= s1_%s_kind;\n", lane, lane,
                lane, lane);
    }
}

// ------------------------------------------------------------------------------------------- what S2 does

void sv_pair_terms(sv_control *c) {
    char lane[SV_NAME];
    sv_logic *fits = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "pair_fits");
    sv_term(fits, "two entries are free", "pair_room");
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_pair_on(c, k)) continue;
        lane_of(c, k, lane);
        sv_logic *room = sv_group(fits, SV_ANY, "the lane has room for two messages");
        sv_term(room, "the eviction sends nothing there", "!s2_%s_first_q", lane);
        sv_term(room, "it has", "room_%s_pair", lane);
    }
    sv_logic *pair = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "paired");
    sv_term(pair, "the transition overwrites a line", "overwritten");
    sv_term(pair, "that is told of", "s2_paired_q");
}

static unsigned long long init_of(const sv_control *c, const char *field) {
    int f = 0;
    while (strcmp(c->m->mshr[f].name, field) != 0) f++;
    return c->m->mshr[f].init;
}

// The MSHR file's ports for the line that is evicted.
void sv_pair_entry(sv_control *c) {
    const cg_layout *l = &c->mp->mshr;
    if (!c->mp->pairs) {
        fputs("    .pair_i(1'b0), .pair_key_i('0), .pair_data_i('0), .pair_room_o(unused_pair_room), "
              ".pair_idx_o(unused_pair_idx),\n",
              c->out);
        return;
    }
    fputs("    .pair_i(paired), .pair_key_i(evict_key), .pair_data_i({", c->out);
    for (int i = l->n_slots - 1; i >= 0; i--) {
        const char *n = l->slots[i].name;
        if (!strcmp(n, "state"))
            fputs("s2_paired_next_q", c->out);
        else
            fprintf(c->out, "%d'd%llu", l->slots[i].width, init_of(c, n + 5));
        fputs(i ? ", " : "}), .pair_room_o(pair_room), .pair_idx_o(pair_idx),\n", c->out);
    }
}

// ------------------------------------------------------------------------------------------------- its lane

// The message of the eviction.
static void print_first(sv_control *c, int channel, const cg_lane_plan *plan, const char *lane) {
    const int bits = cg_bits((uint64_t)plan->n_dst - 1);
    fprintf(
        c->out,
        "\n  %s_pkg::%s_t %s_out, %s_evicts;\n  logic %s_first; // the eviction's message is sent, and "
        "first\n"
        "  logic [%d:0] %s_evicts_dst;\n  assign %s_first = paired && s2_%s_first_q;\n  always_comb begin\n"
        "    %s_evicts = '0;\n    %s_evicts.kind = s2_%s_kind_q;\n    %s_evicts.src = id_i;\n"
        "    %s_evicts.addr = %s;\n    %s_evicts_dst = '0;\n",
        c->plan->name, lane, lane, lane, lane, plan->n_dst - 1, lane, lane, lane, lane, lane, lane, lane,
        lane, sv_line_address(c, "evict_key"), lane);
    if (plan->n_dst > 1 && !c->s->machines[c->s->channels[channel].to].home) {
        fputs("    ", c->out);
        sv_parent_bit(c, cg_arena_printf(c->f.arena, "%s_evicts_dst", lane), channel, "evict_key", 0);
    } else if (plan->n_dst == 1)
        fprintf(c->out, "    %s_evicts_dst = 1'b1;\n", lane);
    else
        fprintf(c->out, "    %s_evicts_dst[evict_key[%d:0]] = 1'b1;\n", lane, bits - 1);
    if (cg_slot_find(&plan->layout, "line")) fprintf(c->out, "    %s_evicts.line = data_rdata;\n", lane);
    fputs("  end\n", c->out);
}

// Both messages without their lines, and with their receivers.
static void print_headers(sv_control *c, const cg_lane_plan *plan, const char *lane) {
    fprintf(c->out,
            "  logic [%d:0] %s_header, %s_header_evicts;\n"
            "  assign %s_header = {s2_%s_dst, %s};\n  assign %s_header_evicts = {%s_evicts_dst, %s};\n",
            plan->n_dst + sv_lines_header_bits(plan) - 1, lane, lane, lane, lane,
            sv_lines_header(c, plan, cg_arena_printf(c->f.arena, "%s_out", lane)), lane, lane,
            sv_lines_header(c, plan, cg_arena_printf(c->f.arena, "%s_evicts", lane)));
}

static void print_queue(sv_control *c, int k, const cg_lane_plan *plan, const char *lane) {
    const int free_bits = cg_bits((uint64_t)plan->depth), bits = plan->n_dst + sv_lines_header_bits(plan);
    fprintf(c->out, "  logic [%d:0] %s_free;\n  logic unused_%s_ready;\n  logic [%d:0] %s_leaves;\n",
            free_bits - 1, lane, lane, bits - 1, lane);
    fprintf(c->out,
            "  cohgen_pair_fifo #(.Width(%d), .Depth(%d)) u_%s_out (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "    .push_valid_i((s2_fire && %s_send) || %s_first), .push_ready_o(unused_%s_ready), "
            ".push_data_i(%s_first ? %s_header_evicts : %s_header),\n"
            "    .push2_valid_i(s2_fire && %s_send && %s_first), .push2_data_i(%s_header),\n"
            "    .pop_valid_o(%s_valid_o), .pop_ready_i(%s_ready_i), .pop_data_o(%s_leaves), "
            ".free_o(%s_free)\n  );\n",
            bits, plan->depth, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane,
            lane);
    sv_room_print(c, k, free_bits);
}

// Signal lane_what: does the message `of` bring a line?
static void print_brings(sv_control *c, int channel, const char *lane, const char *what, const char *of) {
    fprintf(c->out, "  logic %s_%s;\n  assign %s_%s = ", lane, what, lane, what);
    sv_logic_print(c->out, sv_lines_brings(c, channel, cg_arena_printf(c->f.arena, "%s_%s.kind", lane, of)));
    fputs(";\n", c->out);
}

static void print_lines(sv_control *c, int channel, const cg_lane_plan *plan, const char *lane) {
    const int bits = (int)c->s->line_bytes * 8, free_bits = cg_bits((uint64_t)plan->line_depth);
    fprintf(c->out,
            "  logic unused_%s_line, unused_%s_lines;\n  logic [%d:0] %s_lines_free;\n"
            "  logic [%d:0] %s_line_leaves;\n",
            lane, lane, free_bits - 1, lane, bits - 1, lane);
    print_brings(c, channel, lane, "line", "out");
    print_brings(c, channel, lane, "first_line", "evicts");
    print_brings(c, channel, lane, "leaves_line", "o");
    fprintf(c->out,
            "  cohgen_fifo #(.Width(%d), .Depth(%d)) u_%s_lines (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "    .push_valid_i((s2_fire && %s_send && %s_line) || (%s_first && %s_first_line)), "
            ".push_ready_o(unused_%s_line), .push_data_i(data_rdata),\n"
            "    .pop_valid_o(unused_%s_lines), .pop_ready_i(%s_valid_o && %s_ready_i && %s_leaves_line), "
            ".pop_data_o(%s_line_leaves),\n    .free_o(%s_lines_free)\n  );\n"
            "  assign room_%s_lines = %s_lines_free >= %d'd%d;\n",
            bits, plan->line_depth, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane, lane,
            lane, lane, free_bits, ROOM_FOR_LINES);
}

static void print_leaving(sv_control *c, const cg_lane_plan *plan, const char *lane) {
    fprintf(c->out, "  always_comb begin\n    %s_o = '0;\n    {%s_dst_o, %s} = %s_leaves;\n", lane, lane,
            sv_lines_header(c, plan, cg_arena_printf(c->f.arena, "%s_o", lane)), lane);
    if (plan->line_depth) fprintf(c->out, "    %s_o.line = %s_line_leaves;\n", lane, lane);
    fputs("  end\n", c->out);
}

static void print_room_assertion(sv_control *c, const cg_lane_plan *plan, const char *lane) {
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "    if (rst_ni) room_for_%s: assert (!(s2_fire && %s_send) || unused_%s_ready) else\n"
            "      $error(\"%s.%s: a message for %s, and its queue is full\");\n",
            lane, lane, lane, c->plan->name, c->m->name, lane);
    if (plan->line_depth)
        fprintf(c->out,
                "    if (rst_ni) room_for_%s_line: assert ((!(s2_fire && %s_send && %s_line)\n"
                "        && !(%s_first && %s_first_line)) || unused_%s_line) else\n"
                "      $error(\"%s.%s: a line for %s, and its queue is full\");\n",
                lane, lane, lane, lane, lane, lane, c->plan->name, c->m->name, lane);
    fputs("  end\n`endif\n", c->out);
}

// A lane that is cut has one part for headers and lines.
static void print_link(sv_control *c, int k, const char *lane) {
    print_brings(c, c->mp->out_channels[k], lane, "first_line", "evicts");
    sv_link_out(c, k, lane);
    fprintf(c->out, "  assign room_%s_pair = room_%s_two && (!%s_first_line || room_line_%s_spare);\n", lane,
            lane, lane, lane);
}

void sv_pair_lane(sv_control *c, int k) {
    char lane[SV_NAME];
    const cg_lane_plan *plan = lane_of(c, k, lane);
    print_first(c, c->mp->out_channels[k], plan, lane);
    sv_control_join(c, c->mp->out_channels[k], lane);
    print_headers(c, plan, lane);
    if (plan->link_bits) {
        print_link(c, k, lane);
        return;
    }
    print_queue(c, k, plan, lane);
    if (plan->line_depth) print_lines(c, c->mp->out_channels[k], plan, lane);
    print_leaving(c, plan, lane);
    fprintf(c->out, "  assign room_%s_pair = %s_free >= %d'd%d", lane, lane, cg_bits((uint64_t)plan->depth),
            ROOM_FOR_PAIR + sv_late(c));
    if (plan->line_depth) fprintf(c->out, " && (!%s_first_line || room_%s_lines)", lane, lane);
    fputs(";\n", c->out);
    print_room_assertion(c, plan, lane);
}

// ---------------------------------------------------------------------------------------------- its record

// "out.0.addr": of out lane 0.
static void print_lane_slot(sv_control *c, const cg_slot *slot) {
    char lane[SV_NAME];
    const int k = sv_out_position(c->mp, atoi(slot->name + 4));
    const char *what = strchr(slot->name + 4, '.') + 1;
    lane_of(c, k, lane);
    if (!sv_pair_on(c, k))
        fprintf(c->out, "%d'd0", slot->width);
    else if (!strcmp(what, "valid"))
        fprintf(c->out, "%s_first", lane);
    else if (!strcmp(what, "dst"))
        fprintf(c->out, "%s_evicts_dst", lane);
    else
        fprintf(c->out, "%s_evicts.%s", lane, strcmp(what, "type") ? what : "kind");
}

void sv_pair_slot(sv_control *c, const cg_slot *slot) {
    const char *n = slot->name, *mshr = CG_SPACES[CG_SPACE_MSHR].record;
    if (!strcmp(n, "valid"))
        fputs("1'b1", c->out);
    else if (!strcmp(n, "rule"))
        fputs("s2_victim_rule_q", c->out);
    else if (!strcmp(n, "addr"))
        fputs(sv_line_address(c, "evict_key"), c->out);
    else if (!strcmp(n, "clock"))
        fputs("clock_q", c->out);
    else if (!strcmp(n, "state"))
        fputs("s2_paired_next_q", c->out);
    else if (!strncmp(n, mshr, strlen(mshr)))
        fprintf(c->out, "%d'd%llu", slot->width, init_of(c, n + strlen(mshr)));
    else if (!strncmp(n, "out.", 4))
        print_lane_slot(c, slot);
    else
        fprintf(c->out, "%d'd0", slot->width);
}
