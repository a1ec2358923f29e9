// S0 of a controller: its ports, and which of them is served.
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "order.h"
#include "places.h"
#include "port.h"

static void add_port(sv_control *c, sv_port_kind kind, const char *name, int channel, int event, bool gated) {
    sv_port *p = CG_PUSH(c->f.arena, c->ports, c->n_ports);
    *p = (sv_port){.kind = kind, .channel = channel, .event = event, .gated = gated};
    p->fifo = kind == SV_PORT_LANE || kind == SV_PORT_CORE;
    snprintf(p->name, sizeof p->name, "%s", name);
    if (p->fifo) snprintf(p->back, sizeof p->back, "%s_rollback", name);
    if (kind == SV_PORT_HEAD || kind == SV_PORT_MARKER) sv_fifo_back(c, event, p->back);
}

static cg_class lane_class(const cg_spec *s, int channel) {
    cg_class best = CG_REQUEST;
    for (int i = 0; i < s->channels[channel].n_msgs; i++) {
        const cg_class cls = s->msgs[s->channels[channel].msgs[i]].cls;
        if (cls > best) best = cls;
    }
    return best;
}

static void add_lanes(sv_control *c, bool requests) {
    char lane[SV_NAME];
    for (int i = 0; i < c->mp->n_in; i++) {
        const int ch = c->mp->in_channels[i];
        const bool request = lane_class(c->s, ch) == CG_REQUEST;
        if (request == requests) add_port(c, SV_PORT_LANE, sv_lane(c->s, ch, lane), ch, CG_NONE, request);
        if (c->s->channels[ch].payload_line == CG_PAY_NONE || request != requests) continue;
        c->ports[c->n_ports - 1].lines = true;
        c->ports[c->n_ports - 1].bytes = c->s->channels[ch].payload_line == CG_PAY_BYTES;
        *CG_PUSH(c->f.arena, c->line_ports, c->n_line_ports) = c->n_ports - 1;
    }
}

static void add_own(sv_control *c, cg_event_kind kind, sv_port_kind port) {
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind == kind) add_port(c, port, c->m->events[e].name, CG_NONE, e, false);
    }
}

void sv_control_ports(sv_control *c) {
    add_own(c, CG_EV_WRAP, SV_PORT_WRAP);
    add_lanes(c, false);
    add_own(c, CG_EV_ALARM, SV_PORT_ALARM);
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind == CG_EV_EVICT) add_port(c, SV_PORT_EVICT, "evict", CG_NONE, e, false);
    }
    add_own(c, CG_EV_DRAIN, SV_PORT_DRAIN);
    add_own(c, CG_EV_MARKER, SV_PORT_MARKER);
    add_own(c, CG_EV_HEAD, SV_PORT_HEAD);
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind == CG_EV_TIMER && c->m->events[e].period)
            add_port(c, SV_PORT_TIMER, c->m->events[e].name, CG_NONE, e, false);
    }
    if (c->mp->has_merge) add_port(c, SV_PORT_REPLAY, "replay", CG_NONE, CG_NONE, true);
    add_lanes(c, true);
    if (c->m->core_port) add_port(c, SV_PORT_CORE, "core", CG_NONE, CG_NONE, true);
    if (cg_plan_parks(c->mp)) add_port(c, SV_PORT_FENCE, sv_parked_name(c), CG_NONE, sv_only_parked(c), true);
}

// What had to wait here may wait for what comes through ports that are served after its own. What only has to
// look again (not live) does not pause: it could keep step for ever with what it looks at.
// The head of a fifo always pauses, as nothing else of the fifo can come meanwhile.
static bool pauses(const sv_control *c, const sv_port *p) {
    if (p->kind == SV_PORT_HEAD || p->kind == SV_PORT_MARKER) return true;
    return c->mp->pauses && !p->gated &&
           (p->kind == SV_PORT_LANE || p->kind == SV_PORT_ALARM || p->kind == SV_PORT_EVICT);
}

static void print_pause(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    sv_logic *waits = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(waits, "it is the port's event", "s2_%s_q", n);
    sv_term(waits, "it has a meaning", "s2_live");
    sv_term(waits, "it goes back", "!s2_done");
    if (c->mp->words || c->mp->told) sv_term(waits, "with all its words", "!s2_part");
    fprintf(c->out,
            "  logic [2:0] %s_pause_q; // after it had to wait: others go first\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) %s_pause_q <= 3'd0;\n"
            "    else if (",
            n, n);
    sv_logic_print(c->out, waits);
    fprintf(c->out,
            ") %s_pause_q <= 3'd7;\n"
            "    else if (%s_pause_q != 3'd0) %s_pause_q <= %s_pause_q - 3'd1;\n  end\n",
            n, n, n, n);
}

// Does event `e` come through port `p`?
bool sv_port_brings(const sv_control *c, const sv_port *p, int e) {
    const cg_event *ev = &c->m->events[e];
    switch (p->kind) {
    case SV_PORT_LANE: return ev->kind == CG_EV_MESSAGE && c->s->msgs[ev->msg].channel == p->channel;
    case SV_PORT_CORE: return ev->kind == CG_EV_CORE && ev->block;
    case SV_PORT_REPLAY: return c->f.merges[e];
    case SV_PORT_FENCE: return sv_is_fence(ev);
    default: return e == p->event;
    }
}

// ------------------------------------------------------------------------------------ what a port brings

static void declare_port(sv_control *c, const sv_port *p) {
    fprintf(c->out, "  logic %s_valid, %s_ok, %s_take, s1_%s_q, s2_%s_q;\n", p->name, p->name, p->name,
            p->name, p->name);
    if (sv_late(c)) fprintf(c->out, "  logic s0b_%s_q;\n", p->name);
    if (p->fifo) fprintf(c->out, "  logic %s_commit, %s_rollback;\n", p->name, p->name);
    fprintf(c->out, "  %s_pkg::%s_event_e %s_event;\n  %s_pkg::%s_in_t %s_in;\n", c->plan->name, c->m->name,
            p->name, c->plan->name, c->m->name, p->name);
}

const char *sv_steer(const sv_control *c, const char *prefix, const char *name, char out[SV_NAME]) {
    char slot[2 * SV_NAME], member[SV_NAME];
    snprintf(slot, sizeof slot, "%s%s", prefix, name);
    snprintf(out, SV_NAME, "steer_i.%s", sv_steered(c->s, cg_slot_find(&c->mp->steer, slot), member));
    return out;
}

// The event of a message of the lane, by its kind; a lane has messages of its receiver only.
static void event_of_message(const sv_control *c, const sv_port *p, const cg_channel *ch) {
    char ev[SV_NAME], kind[SV_NAME];
    const char *value = ch->n_msgs > 1 ? "      default: " : "    ";
    if (ch->n_msgs > 1) fprintf(c->out, "    case (%s_msg.kind)\n", p->name);
    for (int i = 0; i < ch->n_msgs; i++) {
        for (int e = 0; e < c->m->n_events; e++) {
            if (c->m->events[e].kind != CG_EV_MESSAGE || c->m->events[e].msg != ch->msgs[i]) continue;
            if (i + 1 < ch->n_msgs)
                fprintf(c->out, "      %s_pkg::%s: ", c->plan->name, sv_kind(c->s, p->channel, i, kind));
            else
                fputs(value, c->out);
            fprintf(c->out, "%s_event = %s_pkg::%s;\n", p->name, c->plan->name, sv_event(c->m, e, ev));
        }
    }
    if (ch->n_msgs > 1) fputs("    endcase\n", c->out);
}

// All addresses are those of words. Nothing keeps the bits that are 0.
static const char *of_word(const sv_control *c) {
    return cg_arena_printf(c->f.arena, " & ~%d'd%d", (int)c->s->addr_bits, CG_WORD_BYTES - 1);
}

static void lane_port(sv_control *c, const sv_port *p) {
    const cg_channel *ch = &c->s->channels[p->channel];
    const cg_lane_plan *lane = &c->plan->lanes[p->channel];
    sv_lane_queue(c, p);
    if (c->mp->words || sv_brings_several(c, p)) sv_words_lane(c, p);
    if (sv_by_source(c, p)) sv_source_behind(c, p);
    sv_place_wires(c, p);
    fputs("  always_comb begin\n", c->out);
    event_of_message(c, p, ch);
    fprintf(c->out, "    %s_in = '0;\n", p->name);
    for (int i = 0; i < lane->layout.n_slots; i++) {
        const char *slot = lane->layout.slots[i].name;
        char in_name[SV_NAME];
        if (!strcmp(slot, "type") || !strcmp(slot, "line") || !strcmp(slot, "bytes")) continue;
        snprintf(in_name, sizeof in_name, "in.%s", slot);
        const cg_slot *to = cg_slot_find(&c->mp->trace, in_name);
        if (!to) to = cg_slot_find(&c->mp->trace, slot);
        if (!to) continue; // words, of a message to a memory of words: sv_place_of_message()
        const char *from = cg_plan_stands_in(lane, i)->name;
        const char *bits = strcmp(slot, "addr") ? "" : of_word(c);
        if (to->width == lane->layout.slots[i].width)
            fprintf(c->out, "    %s_in.%s = %s_msg.%s%s;\n", p->name, slot, p->name, from, bits);
        else
            fprintf(c->out, "    %s_in.%s = %d'(%s_msg.%s%s);\n", p->name, slot, to->width, p->name, from,
                    bits);
    }
    sv_place_of_message(c, p);
    char left[SV_NAME + 8];
    snprintf(left, sizeof left, "%s_left", p->name);
    sv_words_asked(c, p, left);
    fputs("  end\n", c->out);
}

static void print_core_port(sv_control *c, const sv_port *p) {
    const int op_bits = sv_op_bits(c);
    const bool parks = cg_plan_parks(c->mp);
    const int width = sv_operand_bits(c->plan, c->m) + c->plan->tid_bits + op_bits;
    char ev[SV_NAME], op[SV_NAME];
    fprintf(c->out, "  %s_pkg::%s_req_t core_msg;\n", c->plan->name, sv_core_prefix(c->s, c->m));
    if (sv_answers_fences(c))
        fprintf(c->out, "  assign core_fence = core_msg.op == %s_pkg::%s;\n", c->plan->name,
                sv_operation(CG_FENCE, op));
    if (parks) {
        sv_logic *push = sv_logic_new(c->f.arena, SV_ALL);
        sv_term(push, "there is a request", "core_req_valid_i");
        sv_parked_terms(c, push, "it is not parked", "!=");
        fputs("  logic core_push;\n  assign core_push = ", c->out);
        sv_logic_print(c->out, push);
        fputs(";\n", c->out);
    }
    const sv_queue queue = {
        .width = width,
        .depth = 3 + sv_late(c), // those in S0, S1 and S2, and in S0b
        .flow = true,
        .valid = parks ? "core_push" : "core_req_valid_i",
        .ready = "core_req_ready_o",
        .data = "core_req_i",
        .oldest =
            sv_core_keeps(c) ? cg_arena_printf(c->f.arena, "%s_req_t", sv_core_prefix(c->s, c->m)) : NULL};
    sv_port_queue(c, p, &queue);
    int last = CG_NONE; // whatever comes with another code counts as this one
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind == CG_EV_CORE && c->m->events[e].block) last = e;
    }
    int first = 0;
    while (first < last && (c->m->events[first].kind != CG_EV_CORE || !c->m->events[first].block)) first++;
    fputs("  always_comb begin\n", c->out);
    if (first < last) fputs("    case (core_msg.op)\n", c->out);
    for (int e = first; e <= last; e++) {
        if (c->m->events[e].kind != CG_EV_CORE || !c->m->events[e].block) continue;
        sv_event(c->m, e, ev);
        if (e < last)
            fprintf(c->out, "      %s_pkg::%s: ", c->plan->name, sv_operation(c->m->events[e].core, op));
        else
            fputs(first < last ? "      default: " : "    ", c->out);
        fprintf(c->out, "core_event = %s_pkg::%s;\n", c->plan->name, ev);
    }
    if (first < last) fputs("    endcase\n", c->out);
    fprintf(c->out,
            "    core_in = '0;\n    core_in.addr = core_msg.addr%s;\n    core_in.tid = core_msg.tid;\n",
            of_word(c));
    sv_operands_of_request(c);
    for (int k = 0; k < c->s->n_marks; k++)
        if (c->mp->marks >> k & 1)
            fprintf(c->out, "    core_in." CG_MARK_SLOT "%s = core_msg." CG_MARK_SLOT "%s;\n", c->s->marks[k],
                    c->s->marks[k]);
    if (c->mp->words)
        fprintf(c->out, "    core_in.words = %d'd1 << core_msg.addr[%d:2];\n", c->mp->words,
                c->mp->line_shift - 1);
    fputs("  end\n", c->out);
}

static void evict_port(sv_control *c, const sv_port *p) {
    char ev[SV_NAME], want[SV_NAME], key[SV_NAME], hold[SV_NAME];
    fprintf(c->out,
            "  logic evict_due_q, evict_ask;\n  logic [%d:0] evict_key_q, evict_key;\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      evict_due_q "
            "<= 1'b0;\n"
            "      evict_key_q <= '0;\n`ifdef COHGEN_STEER\n    end else if (%s) begin\n      evict_due_q "
            "<= 1'b1;\n      evict_key_q <= %s;\n`endif\n    end else if (evict_due_q) begin\n      if "
            "(s2_evict_q && s2_done) "
            "evict_due_q <= 1'b0;\n"
            "    end else if (evict_ask) begin\n      evict_due_q <= 1'b1;\n      evict_key_q <= "
            "evict_key;\n    end\n  end\n"
            "  assign evict_valid = evict_due_q%s && !s1_evict_q && !s2_evict_q\n`ifdef COHGEN_STEER\n    && "
            "!%s\n`endif\n    "
            ";\n  "
            "assign evict_event = %s_pkg::%s;\n"
            "  always_comb begin\n    evict_in = '0;\n    evict_in.addr = {evict_key_q, ",
            c->mp->key_bits - 1, sv_steer(c, "evict.", "valid", want), sv_steer(c, "evict.", "key", key),
            sv_not_before(c, "evict"), sv_steer(c, "hold.", "evict", hold), c->plan->name,
            sv_event(c->m, p->event, ev));
    fputs(sv_own_bits(c), c->out);
    fprintf(c->out, "%d'd0};\n", c->mp->line_shift);
    sv_words_asked(c, p, "evict_left");
    fputs("  end\n", c->out);
    if (c->mp->words) sv_words_evict(c, p);
}

// ------------------------------------------------------------------------------------------- choosing

// What is to be taken from port `i`: there is something, and its time has come.
static void offered(sv_control *c, int i) {
    const sv_port *p = &c->ports[i];
    char name[SV_NAME + 8];
    snprintf(name, sizeof name, "%s_ok", p->name);
    sv_logic *ok = sv_pipeline_signal(c, SV_TO_TAKE, SV_ALL, name);
    sv_term(ok, "something is there", "%s_valid", p->name);
    if (p->kind != SV_PORT_WRAP)
        sv_term(ok, "no sweep changes lines; the wrap comes when it comes", "!sweep_busy");
    sv_arrays_terms(c, p, ok);
    if (p->gated && c->m->accept_requests) sv_term(ok, "requests are accepted", "accept");
    for (int k = 0; p->gated && k < c->n_ports; k++) {
        const char *n = c->ports[k].name;
        if (c->ports[k].kind == SV_PORT_FENCE && k != i)
            sv_term(ok, "a fence that is late goes first", "!(%s_late && %s_valid)", n, n);
    }
    if (pauses(c, p)) sv_term(ok, "it had to wait: others go first", "%s_pause_q == 3'd0", p->name);
    if (c->mp->words) sv_words_take_terms(c, p, ok);
    if (c->mp->fair_replay && p->gated && p->fifo) sv_fair_terms(c, p, ok);
    sv_local_terms(c, p, ok);
    sv_room_terms(c, p, ok);
    sv_timer_terms(c, i, ok);

    snprintf(name, sizeof name, "%s_take", p->name);
    sv_logic *take = sv_pipeline_signal(c, SV_TO_TAKE, SV_ALL, name);
    sv_term(take, "it may be taken", "%s_ok", p->name);
    for (int k = 0; k < i; k++) sv_term(take, "nothing goes before it", "!%s_ok", c->ports[k].name);
}

void sv_choose_terms(sv_control *c) {
    for (int i = 0; i < c->n_ports; i++) offered(c, i);
    sv_logic *any = sv_pipeline_signal(c, SV_TO_READ, SV_ANY, "s0_any");
    for (int i = 0; i < c->n_ports; i++)
        sv_term(any, "something is, chosen or not", "%s_valid", c->ports[i].name);
}

static void priorities(sv_control *c) {
    if (c->mp->fair_replay || sv_local_first(c)) sv_control_may_replay(c);
    sv_control_local(c);
    fputs("\n  // Served first: responses, then forwards, evictions, timers, replays, requests.\n", c->out);
    sv_pipeline_print(c, SV_TO_TAKE, SV_TO_TAKE);
}

// What its port sent behind an event that goes back is gone: for what moves on from S0 ("", "_take") or from
// S1 ("s1_", "_q").
static void print_not_rolled_back(sv_control *c, const char *stage, const char *prefix, const char *suffix) {
    sv_logic *gone = sv_logic_new(c->f.arena, SV_ANY);
    for (int i = 0; i < c->n_ports; i++) {
        const char *n = c->ports[i].name;
        if (!*c->ports[i].back) continue;
        sv_logic *behind = sv_group(gone, SV_ALL, "it was sent behind an event that goes back");
        sv_term(behind, "it is from this port", "%s%s%s", prefix, n, suffix);
        sv_term(behind, "whose event goes back", "%s", c->ports[i].back);
        if (sv_by_source(c, &c->ports[i])) sv_term(behind, "by the same sender", "%s_%s_behind", n, stage);
    }
    fputs("!(", c->out);
    sv_logic_print(c->out, gone);
    fputc(')', c->out);
}

// A port's flag on its way from one stage to the next: lost with what goes back.
static void print_port_register(sv_control *c, const sv_port *p, const char *to, const char *from,
                                const char *stage) {
    const char *n = p->name;
    fprintf(c->out, "      %s_%s_q <= %s", to, n, from);
    if (sv_by_source(c, p))
        fprintf(c->out, " && !(%s_rollback && %s_%s_behind)", n, n, stage);
    else if (*p->back)
        fprintf(c->out, " && !%s", p->back);
}

// From S0, or from S0b if there is one, to S1; and from S1 to S2.
static void print_port_registers(sv_control *c, const sv_port *p) {
    const char *n = p->name, *own = sv_probe_of(c, p);
    cg_arena *a = c->f.arena;
    print_port_register(c, p, sv_late(c) ? "s0b" : "s1", cg_arena_printf(a, "%s_take", n), "s0");
    if (own) fprintf(c->out, " && !%s", own);
    if (sv_late(c)) {
        fputs(";\n", c->out);
        print_port_register(c, p, "s1", cg_arena_printf(a, "s0b_%s_q", n), "s0b");
    }
    fputs(";\n", c->out);
    print_port_register(c, p, "s2", cg_arena_printf(a, "s1_%s_q", n), "s1");
    fputs(";\n", c->out);
}

// From stage to stage, one a cycle: nothing holds the pipeline.
static void print_stage_registers(sv_control *c) {
    const char *taken = NULL, *probe = sv_probe(c, &taken);
    const bool fence = sv_answers_fences(c), late = sv_late(c);
    const char *first = late ? "s0b" : "s1";
    fputs("\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n", c->out);
    if (late) fputs("      s0b_valid_q <= 1'b0;\n", c->out);
    fputs("      s1_valid_q <= 1'b0;\n      s2_valid_q <= 1'b0;\n", c->out);
    if (fence && late) fputs("      s0b_fence_q <= 1'b0;\n", c->out);
    if (fence) fputs("      s1_fence_q <= 1'b0;\n      s2_fence_q <= 1'b0;\n", c->out);
    for (int i = 0; i < c->n_ports; i++) {
        const char *n = c->ports[i].name;
        if (late) fprintf(c->out, "      s0b_%s_q <= 1'b0;\n", n);
        fprintf(c->out, "      s1_%s_q <= 1'b0;\n      s2_%s_q <= 1'b0;\n", n, n);
    }
    if (probe && late) fprintf(c->out, "      s0b_%s_q <= 1'b0;\n", probe);
    if (probe) fprintf(c->out, "      s1_%s_q <= 1'b0;\n", probe);
    fprintf(c->out, "    end else begin\n      %s_valid_q <= s0_valid && ", first);
    print_not_rolled_back(c, "s0", "", "_take");
    if (probe) fprintf(c->out, " && !(%s)", taken);
    if (late) {
        fputs(";\n      s1_valid_q <= s0b_valid_q && ", c->out);
        print_not_rolled_back(c, "s0b", "s0b_", "_q");
    }
    fputs(";\n      s2_valid_q <= s1_valid_q && ", c->out);
    print_not_rolled_back(c, "s1", "s1_", "_q");
    fputs(";\n", c->out);
    if (fence) fprintf(c->out, "      %s_fence_q <= core_take && core_fence && !core_rollback;\n", first);
    if (fence && late) fputs("      s1_fence_q <= s0b_fence_q && !core_rollback;\n", c->out);
    if (fence) fputs("      s2_fence_q <= s1_fence_q && !core_rollback;\n", c->out);
    for (int i = 0; i < c->n_ports; i++) print_port_registers(c, &c->ports[i]);
    if (probe) fprintf(c->out, "      %s_%s_q <= %s;\n", first, probe, taken);
    if (probe && late) fprintf(c->out, "      s1_%s_q <= s0b_%s_q;\n", probe, probe);
    fputs("    end\n  end\n  always_ff @(posedge clk_i) begin\n", c->out);
    fprintf(c->out, "    %s_event_q <= s0_event;\n    %s_in_q <= s0_in;\n", first, first);
    if (late) fputs("    s1_event_q <= s0b_event_q;\n    s1_in_q <= s0b_in_q;\n", c->out);
    fprintf(c->out, "    s2_event_q <= s1_event_q;\n    %s <= s1_in_q;\n  end\n",
            sv_core_stages(c) ? "s2_staged_q" : "s2_in_q");
    if (sv_core_stages(c)) sv_operands_of_queue(c);
}

static void selected(sv_control *c) {
    const char *last = c->ports[c->n_ports - 1].name;
    fputc('\n', c->out);
    sv_pipeline_print(c, SV_TO_READ, SV_TO_READ); // the arrays are read
    fprintf(c->out,
            "\n  always_comb begin\n    s0_valid = 1'b0;\n    s0_event = %s_event;\n    s0_in = %s_in;\n",
            last, last);
    for (int i = c->n_ports - 1; i >= 0; i--) {
        const char *n = c->ports[i].name;
        fprintf(c->out,
                "    if (%s_ok) begin\n      s0_valid = 1'b1;\n      s0_event = %s_event;\n      s0_in = "
                "%s_in;\n    end\n",
                n, n, n);
    }
    fputs("  end\n", c->out);
    print_stage_registers(c);
}

static void print_accept(sv_control *c) {
    const sv_names names = {.reg = {"", "_q"}, .clock = "clock_q", .self = "id_i", .plan = c->plan};
    fputs("  logic accept;\n  assign accept = ", c->out);
    sv_expr(c->out, c->m, NULL, c->m->accept_requests, 1, &names);
    fputs(";\n", c->out);
}

void sv_control_choose(sv_control *c) {
    fputs("  // ---- S0: choose ----\n", c->out);
    for (int i = 0; i < c->n_ports; i++) declare_port(c, &c->ports[i]);
    sv_control_functions(c);
    if (c->m->accept_requests) print_accept(c);
    for (int i = 0; i < c->n_ports; i++) {
        const sv_port *p = &c->ports[i];
        fputc('\n', c->out);
        switch (p->kind) {
        case SV_PORT_LANE: lane_port(c, p); break;
        case SV_PORT_CORE: print_core_port(c, p); break;
        case SV_PORT_TIMER: sv_timer_port(c, p); break;
        case SV_PORT_EVICT: evict_port(c, p); break;
        case SV_PORT_FENCE: sv_control_fence_port(c, p); break;
        case SV_PORT_REPLAY: sv_control_replay_port(c, p); break;
        case SV_PORT_WRAP: sv_control_wrap_port(c, p); break;
        case SV_PORT_ALARM: sv_control_alarm_port(c, p); break;
        case SV_PORT_DRAIN: sv_control_drain_port(c, p); break;
        case SV_PORT_HEAD:
        case SV_PORT_MARKER: sv_control_fifo_port(c, p); break;
        }
        if (pauses(c, p)) print_pause(c, p);
    }
    priorities(c);
    selected(c);
}
