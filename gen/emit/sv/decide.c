// S2 of a controller: the table, and everything that a transition changes except data.
#include <string.h>

#include "askers.h"
#include "lang/command.h"
#include "places.h"

static const char *pkg(const sv_control *c) {
    return c->plan->name;
}

static void declare_named_wire(sv_control *c, int width, const char *fmt, const char *name) {
    fputs("  logic ", c->out);
    sv_range(c->out, width);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(c->out, fmt, name);
#pragma GCC diagnostic pop
    fputs(";\n", c->out);
}

// The wire with a field's stored value: a register's is the flip-flop itself.
static const char *stored_wire_end(cg_space space) {
    return CG_SPACES[space].traits & CG_TRAIT_BARE ? "_q" : "";
}

// Fields of the controller, the line and its entry come before what the controller has beside them.
static bool is_beside(cg_space space) {
    return !(CG_SPACES[space].traits & (CG_TRAIT_BARE | CG_TRAIT_IN_CELL));
}

// Of each field the stored value, and the new one.
static void declare_fields(sv_control *c, bool beside) {
    for (int i = 0; i < c->f.n_fields; i++) {
        const sv_named_field *f = &c->f.fields[i];
        if (is_beside(f->space) != beside) continue;
        fputs("  logic ", c->out);
        sv_range(c->out, f->field->type.width);
        fprintf(c->out, "%s%s%s", f->prefix, f->field->name, stored_wire_end(f->space));
        if (beside)
            fputs(", ", c->out);
        else
            fputs(";\n  logic ", c->out), sv_range(c->out, f->field->type.width);
        fprintf(c->out, "%s%s_d;\n", f->prefix, f->field->name);
    }
}

void sv_control_declare(sv_control *c) {
    const cg_machine *m = c->m;
    const cg_machine_plan *mp = c->mp;
    fputs("  // ---- what the stages share ----\n", c->out);
    fprintf(c->out,
            "  logic s0_any, s0_valid, s1_valid_q, s2_valid_q;\n  %s_pkg::%s_event_e s0_event, s1_event_q, "
            "s2_event_q;\n"
            "  %s_pkg::%s_in_t s0_in, s1_in_q, s2_in_q%s;\n  logic [%d:0] s1_key, s2_key;\n"
            "  logic [%d:0] s0_set, s1_set, s2_set;\n",
            pkg(c), m->name, pkg(c), m->name, sv_core_stages(c) ? ", s2_staged_q" : "", mp->key_bits - 1,
            mp->set_bits - 1);
    if (sv_late(c))
        fprintf(
            c->out,
            "  // S0b: what S0 has taken waits for its tags, which come two cycles after they were read.\n"
            "  logic s0b_valid_q;\n  %s_pkg::%s_event_e s0b_event_q;\n  %s_pkg::%s_in_t s0b_in_q;\n"
            "  logic [%d:0] s0b_key;\n  logic [%d:0] s0b_set;\n",
            pkg(c), m->name, pkg(c), m->name, mp->key_bits - 1, mp->set_bits - 1);
    sv_arrays_declare(c);
    sv_sources_declare(c);
    if (mp->has_clock) declare_named_wire(c, c->s->clock.bits, "%s", "clock_q");
    if (c->n_line_ports) declare_named_wire(c, 8 * sv_line_bytes(c), "%s", "s2_line");
    for (int i = 0, n = 0; i < c->n_ports; i++) {
        if (c->ports[i].bytes && !n++) declare_named_wire(c, (int)c->s->line_bytes, "%s", "s2_bytes_in");
    }
    fputs("  logic s2_done, s2_fire, s2_block, s2_brings, s2_live, s2_drop, s2_blocked, sweep_busy;\n",
          c->out);
    if (sv_answers_fences(c))
        fputs("  logic core_fence, s1_fence_q, s2_fence_q, s2_answer; // a fence: nothing but an answer\n",
              c->out);
    if (sv_answers_fences(c) && sv_late(c)) fputs("  logic s0b_fence_q;\n", c->out);
    fprintf(c->out, "  %s_pkg::%s_state_e state, next;\n  %s_pkg::%s_rule_e rule;\n", pkg(c), m->name, pkg(c),
            m->name);
    fputs("  logic act, touch;\n", c->out);
    sv_missing_declare(c);
    declare_fields(c, false);
    sv_verbs_declare(c);
    declare_fields(c, true);
    if (c->mp->has_evict && !c->mp->words)
        fputs("  logic vacated; // a way, by the eviction in S2\n", c->out);
    if (mp->overwrites) fputs("  logic s2_overwrites_q; // the way that S2 takes has a line in it\n", c->out);
    sv_pair_declare(c);
    sv_control_declare_buffer(c);
    sv_control_declare_fifos(c);
    sv_control_declare_lookups(c);
    if (mp->words) sv_words_declare(c);
    if (mp->told) sv_told_declare(c);
    if (sv_has_entries(c)) declare_named_wire(c, mp->mshr_bits, "%s", "mshr_idx");
    if (sv_has_entries(c)) sv_control_declare_alarms(c);
    sv_masks_declare(c);
    fputc('\n', c->out);
}

// ------------------------------------------------------------------------------------------ the table

// A lane that the machine sends on.
typedef struct {
    int channel;
    const cg_lane_plan *plan;
    char name[SV_NAME];
} sending_lane;

static sending_lane sending_lane_of(const sv_control *c, int k) {
    sending_lane o = {.channel = c->mp->out_channels[k]};
    o.plan = &c->plan->lanes[o.channel];
    sv_lane(c->s, o.channel, o.name);
    return o;
}

static void declare_lane_decisions(sv_control *c) {
    for (int k = 0; k < c->mp->n_out; k++) {
        const sending_lane o = sending_lane_of(c, k);
        fprintf(c->out, "  logic %s_send;\n  %s_pkg::%s_t s2_%s;\n", o.name, pkg(c), o.name, o.name);
        if (c->f.dests[k] & (c->f.dests[k] - 1)) fprintf(c->out, "  logic [2:0] %s_dest;\n", o.name);
        if (c->f.dests[k] >> CG_TO_EXPR & 1)
            fprintf(c->out, "  logic [%d:0] %s_to;\n", o.plan->n_dst - 1, o.name);
        sv_asker_wires(c, k, o.name);
        sv_about_wire(c, k, o.name);
    }
    for (int i = 0; i < c->m->n_line; i++) {
        if (c->f.sweep[i]) fprintf(c->out, "  logic sweep_%s;\n", c->m->line[i].name);
    }
    for (int i = 0; i < c->m->n_mshr; i++) {
        if (c->f.flash_mshr[i]) fprintf(c->out, "  logic flash_mshr_%s;\n", c->m->mshr[i].name);
    }
}

// Is the slot of a lane given by the table (then it has a port there)?
static bool from_table(const sv_control *c, int channel, const char *slot) {
    const cg_channel *ch = &c->s->channels[channel];
    if (!strcmp(slot, "type")) return true;
    if (!strcmp(slot, "bytes")) return c->f.sends_masked[sv_out_position(c->mp, channel)];
    for (int i = 0; i < ch->n_msgs; i++) {
        const cg_msg *msg = &c->s->msgs[ch->msgs[i]];
        for (int k = 0; k < msg->n_fields; k++) {
            if (!strcmp(msg->fields[k].name, slot)) return true;
        }
    }
    return false;
}

// What rules read by a word: the wires of the leaves' rows.
static void connect_leaves(sv_control *c, bool of_line) {
    for (cg_xop op = 0; op < CG_N_LEAVES; op++) {
        const cg_leaf_row *leaf = &CG_LEAVES[op];
        if (!sv_is_port_leaf(&c->f, op, of_line)) continue;
        const bool narrow =
            leaf->type == CG_LEAF_SENDER && c->f.leaf[op] < cg_slot_find(&c->mp->trace, "src")->width;
        const char *bits = narrow ? cg_arena_printf(c->f.arena, "[%d:0]", c->f.leaf[op] - 1) : "";
        fprintf(c->out, "    .%s_i(%s%s),\n", leaf->name, *leaf->wire ? leaf->wire : leaf->name, bits);
    }
}

static void connect_fields(sv_control *c, bool beside) {
    for (int i = 0; i < c->f.n_fields; i++) {
        const sv_named_field *f = &c->f.fields[i];
        const char *at = f->prefix, *name = f->field->name;
        if (is_beside(f->space) != beside) continue;
        fprintf(c->out, "    .%s%s_i(%s%s%s), .%s%s_o(%s%s_d),\n", at, name, at, name,
                stored_wire_end(f->space), at, name, at, name);
    }
}

static void table_instance(sv_control *c) {
    const cg_machine *m = c->m;
    fprintf(
        c->out,
        "  %s_%s_table u_table (\n`ifdef COHGEN_ASSERT\n    .clk_i(clk_i),\n    .fire_i(s2_fire),\n`endif\n",
        pkg(c), m->name);
    fputs("    .state_i(state), .event_i(s2_event_q),\n", c->out);
    connect_leaves(c, false);
    for (int i = 0; i < m->n_inputs; i++) {
        const char *n = c->s->inputs[m->inputs[i]].name;
        if (c->f.input[m->inputs[i]]) fprintf(c->out, "    .%s_i(%s_i),\n", n, n);
    }
    for (int k = 0; k < c->s->n_marks; k++)
        if (c->f.marks_read >> k & 1)
            fprintf(c->out, "    ." CG_MARK_SLOT "%s_i(s2_in_q." CG_MARK_SLOT "%s),\n", c->s->marks[k],
                    c->s->marks[k]);
    for (int k = 0; k < c->s->n_operands; k++)
        if (c->mp->operands >> k & 1)
            fprintf(c->out, "    ." CG_OPERAND_SLOT "%s_i(s2_in_q." CG_OPERAND_SLOT "%s),\n",
                    c->s->operands[k].field.name, c->s->operands[k].field.name);
    for (int i = 0; i < c->f.n_msg; i++)
        fprintf(c->out, "    .msg_%s_i(s2_in_q.%s),\n", c->f.msg[i].name, c->f.msg[i].name);
    connect_fields(c, false);
    sv_verbs_connect(c, CG_OWNER_EVERY);
    sv_verbs_connect(c, CG_OWNER_USED);
    connect_fields(c, true);
    sv_control_connect_lookups(c);
    connect_leaves(c, true);
    if (c->mp->words) sv_words_table(c);
    sv_verbs_connect(c, CG_OWNER_STORE_BUFFER);
    if (c->f.fills_around) fputs("    .fill_kept_o(fill_kept),\n", c->out);
    for (int i = 0; i < m->n_line; i++) {
        if (c->f.sweep[i]) fprintf(c->out, "    .sweep_%s_o(sweep_%s),\n", m->line[i].name, m->line[i].name);
    }
    for (int i = 0; i < m->n_mshr; i++) {
        if (c->f.flash_mshr[i])
            fprintf(c->out, "    .flash_mshr_%s_o(flash_mshr_%s),\n", m->mshr[i].name, m->mshr[i].name);
    }
    for (int k = 0; k < c->mp->n_out; k++) {
        const sending_lane o = sending_lane_of(c, k);
        const char *lane = o.name;
        const cg_layout *l = &o.plan->layout;
        fprintf(c->out, "    .%s_valid_o(%s_send),\n", lane, lane);
        if (c->f.dests[k] & (c->f.dests[k] - 1)) fprintf(c->out, "    .%s_dest_o(%s_dest),\n", lane, lane);
        if (c->f.dests[k] >> CG_TO_EXPR & 1) fprintf(c->out, "    .%s_to_o(%s_to),\n", lane, lane);
        sv_asker_connect(c, k, lane);
        sv_about_connect(c, k, lane);
        for (int i = 0; i < l->n_slots; i++) {
            const char *slot = l->slots[i].name;
            if (!from_table(c, o.channel, slot)) continue;
            fprintf(c->out, "    .%s_%s_o(%s_%s),\n", lane, slot, lane, slot);
        }
    }
    sv_missing_connect(c);
    fputs("    .rule_o(rule), .act_o(act), .touch_o(touch), .next_o(next)\n  );\n", c->out);
    sv_verbs_unused(c, CG_OWNER_EVERY);
    if (!c->mp->has_merge)
        fputs("  logic unused_deferred; // no request is deferred\n  assign unused_deferred = ^{merge, "
              "replay};\n",
              c->out);
    if (c->mp->has_buffer) sv_verbs_unused(c, CG_OWNER_STORE_BUFFER);
}

static void lane_fields(sv_control *c) {
    for (int k = 0; k < c->mp->n_out; k++) {
        const sending_lane o = sending_lane_of(c, k);
        const char *lane = o.name;
        const cg_layout *l = &o.plan->layout;
        for (int i = 0; i < l->n_slots; i++) {
            if (!from_table(c, o.channel, l->slots[i].name)) continue;
            if (!strcmp(l->slots[i].name, "type"))
                fprintf(c->out, "  %s_pkg::%s_kind_e ", pkg(c), lane);
            else
                fputs("  logic ", c->out), sv_range(c->out, l->slots[i].width);
            fprintf(c->out, "%s_%s;\n", lane, l->slots[i].name);
        }
    }
}

// A word of the line, which joins in S2?
static bool is_value(const sv_control *c, int channel, const char *slot) {
    return !strcmp(slot, "word") && c->s->channels[channel].payload_word == CG_PAY_VALUE;
}

// Messages that have the guest, and not its host, have it in the host's bits.
static void guest_of_message(sv_control *c, const sending_lane *o, int slot) {
    const char *lane = o->name, *name = o->plan->layout.slots[slot].name;
    const char *host = cg_plan_stands_in(o->plan, slot)->name;
    const cg_channel *ch = &c->s->channels[o->channel];
    char kind[SV_NAME];
    fputs("    ", c->out);
    if (!is_value(c, o->channel, host)) {
        const char *sep = "if (";
        for (int m = 0; m < ch->n_msgs; m++) {
            if (!cg_plan_carries(&c->s->msgs[ch->msgs[m]], name)) continue;
            fprintf(c->out, "%ss2_%s.kind == %s_pkg::%s", sep, lane, pkg(c),
                    sv_kind(c->s, o->channel, m, kind));
            sep = " || ";
        }
        fputs(") ", c->out);
    }
    if (from_table(c, o->channel, name))
        fprintf(c->out, "s2_%s.%s = %s_%s;\n", lane, host, lane, name);
    else
        fprintf(c->out, "s2_%s.%s = s2_in_q.%s;\n", lane, host, name);
}

static void lane_messages(sv_control *c) {
    for (int k = 0; k < c->mp->n_out; k++) {
        const sending_lane o = sending_lane_of(c, k);
        const char *lane = o.name;
        const cg_layout *l = &o.plan->layout;
        fprintf(c->out, "  always_comb begin\n    s2_%s = '0;\n", lane);
        for (int i = 0; i < l->n_slots; i++) {
            const char *slot = l->slots[i].name;
            if (o.plan->host[i] != CG_NONE)
                ; // below, when the kind is known
            else if (!strcmp(slot, "type"))
                fprintf(c->out, "    s2_%s.kind = %s_type;\n", lane, lane);
            else if (!strcmp(slot, "line"))
                fprintf(c->out, "    // the line joins in S2\n");
            else if (is_value(c, o.channel, slot))
                fprintf(c->out, "    // a word of the line joins in S2\n");
            else if (!strcmp(slot, "bytes") && !c->f.sends_masked[k] && (c->mp->has_buffer || c->f.relays[k]))
                fprintf(c->out, "    // and the mask of its bytes\n");
            else if (from_table(c, o.channel, slot))
                fprintf(c->out, "    s2_%s.%s = %s_%s;\n", lane, slot, lane, slot);
            else if (!strcmp(slot, "src") && c->m->count > 1)
                fprintf(c->out, "    s2_%s.src = id_i;\n", lane);
            else if (!strcmp(slot, "words") && !c->m->of_words)
                fprintf(c->out, "    s2_%s.words = s2_group;\n", lane);
            else if (!strcmp(slot, "id"))
                fprintf(c->out, "    s2_%s.id = mshr_idx;\n", lane);
            else if (strcmp(slot, "src") && !sv_about_slot(c, k, lane, slot) &&
                     !sv_asker_slot(c, k, lane, slot))
                fprintf(c->out, "    s2_%s.%s = s2_in_q.%s;\n", lane, slot, slot);
        }
        for (int i = 0; i < l->n_slots; i++)
            if (o.plan->host[i] != CG_NONE) guest_of_message(c, &o, i);
        fputs("  end\n", c->out);
    }
}

// -------------------------------------------------------------------------------------- what happens

// note [time]: everybody's clock is one cycle behind the system's, so that a rule's time comes from a
// register.
static void time_register(sv_control *c) {
    if (!c->mp->has_clock) return;
    if (sv_late(c)) {
        fprintf(c->out, "  logic [%d:0] clock_before_q; // events are a stage longer on their way to S2\n",
                (int)c->s->clock.bits - 1);
        fputs("  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n"
              "      clock_before_q <= '0;\n      clock_q <= '0;\n    end else begin\n"
              "      clock_before_q <= clock_i;\n      clock_q <= clock_before_q;\n    end\n  end\n",
              c->out);
        return;
    }
    fputs("  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) clock_q <= '0;\n    else "
          "clock_q "
          "<= clock_i;\n  end\n",
          c->out);
}

static void registers(sv_control *c) {
    time_register(c);
    if (!c->m->n_regs) return;
    fputs("\n  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n", c->out);
    for (int i = 0; i < c->m->n_regs; i++)
        fprintf(c->out, "      %s_q <= %d'd%llu;\n", c->m->regs[i].name, c->m->regs[i].type.width,
                (unsigned long long)c->m->regs[i].init);
    fputs("    end else if (s2_fire) begin\n", c->out);
    for (int i = 0; i < c->m->n_regs; i++)
        fprintf(c->out, "      %s_q <= %s_d;\n", c->m->regs[i].name, c->m->regs[i].name);
    fputs("    end\n  end\n", c->out);
}

void sv_control_decide(sv_control *c) {
    fputs("\n  // ---- S1: look up ----\n", c->out);
    sv_control_tags(c);
    fputs("\n  // ---- S2: decide ----\n", c->out);
    declare_lane_decisions(c);
    sv_askers_declare(c);
    lane_fields(c);
    sv_control_buffer(c);
    sv_control_fifos(c);
    sv_control_lookups(c);
    sv_masks_named(c);
    fputc('\n', c->out);
    sv_pipeline_print(c, SV_FOR_TABLE, SV_FOR_TABLE);
    table_instance(c);
    lane_messages(c);
    fputs("\n  // Does it happen? A squashed or untimely event has no effect; one that lacks a resource goes "
          "back.\n",
          c->out);
    sv_pipeline_print(c, SV_WHEN_LIVE, SV_TO_ARRAYS);
    sv_control_requests(c);
    if (c->mp->words) sv_words_wanted(c);
    registers(c);
    sv_control_threads(c);
}
