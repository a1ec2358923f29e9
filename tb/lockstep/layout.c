// Looks up the slots of the trace records once, so that a step only extracts bits.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/command.h"

#include "parts.h"

static cg_at find_record_field(const cg_layout *l, const char *prefix, const char *name) {
    char full[256];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    const cg_slot *slot = cg_slot_find(l, full);
    return slot ? (cg_at){(uint32_t)slot->offset, (uint32_t)slot->width} : (cg_at){0, 0};
}

static cg_at *find_fields(const cg_layout *l, const char *prefix, const cg_field *fields, int n) {
    cg_at *at = cg_shadow_alloc((size_t)n * sizeof *at);
    for (int i = 0; i < n; i++) at[i] = find_record_field(l, prefix, fields[i].name);
    return at;
}

static void find_lane(const cg_spec *spec, const cg_layout *l, int channel, cg_lane_at *lane) {
    const cg_channel *c = &spec->channels[channel];
    char prefix[32];
    snprintf(prefix, sizeof prefix, "out.%d.", channel);
#define X(slot) lane->slot = find_record_field(l, prefix, #slot);
    CG_LANE_SLOTS(X)
#undef X
    lane->field = cg_shadow_alloc((size_t)c->n_msgs * sizeof *lane->field);
    for (int i = 0; i < c->n_msgs; i++) {
        const cg_msg *msg = &spec->msgs[c->msgs[i]];
        lane->field[i] = find_fields(l, prefix, msg->fields, msg->n_fields);
    }
}

static void note_bulk_field(bool **fields, int field, int n) {
    if (!*fields) *fields = cg_shadow_alloc((size_t)n * sizeof **fields);
    (*fields)[field] = true;
}

static void find_bulk(const cg_machine *m, cg_record_at *at) {
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        at->bulk[k] = cg_shadow_alloc((size_t)m->n_rules * sizeof *at->bulk[k]);
    for (int i = 0; i < m->n_rules; i++) {
        for (int k = 0; k < m->rules[i].n_actions; k++) {
            const cg_action *a = &m->rules[i].actions[k];
            if (cg_does(a, CG_DOES_SET_ALL))
                note_bulk_field(&at->bulk[a->space][i], a->field, m->fields[a->space].n);
        }
    }
}

static void find_record(const cg_plan *plan, int machine, cg_record_at *at) {
    const cg_machine *m = &plan->spec->machines[machine];
    const cg_machine_plan *mp = &plan->machines[machine];
    const cg_layout *l = &mp->trace;
    *at = (cg_record_at){
        .valid = find_record_field(l, "", "valid"),
        .rule = find_record_field(l, "", "rule"),
        .replay = find_record_field(l, "", "replay"),
        .addr = find_record_field(l, "", "addr"),
        .tid = find_record_field(l, "", "tid"),
        .src = find_record_field(l, "", "src"),
        .clock = find_record_field(l, "", "clock"),
        .state = find_record_field(l, "", "state"),
        .words = find_record_field(l, "", "words"),
        .about = find_record_field(l, "", "about"),
        .told = find_record_field(l, "in.", "words"),
        .word = find_record_field(l, "in.", "word"),
        .mask = find_record_field(l, "in.", "mask"),
        .aop = find_record_field(l, "in.", "aop"),
        .cmp = find_record_field(l, "in.", "cmp"),
        .line = find_record_field(l, "in.", "line"),
        .bytes = find_record_field(l, "in.", "bytes"),
        .resp_valid = find_record_field(l, "resp.", "valid"),
        .resp_tid = find_record_field(l, "resp.", "tid"),
        .resp_data = find_record_field(l, "resp.", "data"),
        .victim = find_record_field(l, "victim.", "valid"),
        .victim_rule = find_record_field(l, "victim.", "rule"),
        .victim_addr = find_record_field(l, "victim.", "addr"),
        .in = cg_shadow_alloc((size_t)m->n_events * sizeof *at->in),
        .out = cg_shadow_alloc((size_t)mp->n_out * sizeof *at->out),
    };
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        at->space[k] = find_fields(l, CG_SPACES[k].record, m->fields[k].field, m->fields[k].n);
    at->operands = cg_shadow_alloc(((size_t)plan->spec->n_operands + 1) * sizeof *at->operands);
    for (int i = 0; i < plan->spec->n_operands; i++)
        at->operands[i] = find_record_field(l, "in." CG_OPERAND_SLOT, plan->spec->operands[i].field.name);
    for (int i = 0; i < m->n_events; i++) {
        const cg_msg *msg = m->events[i].kind == CG_EV_MESSAGE ? &plan->spec->msgs[m->events[i].msg] : NULL;
        if (msg) at->in[i] = find_fields(l, "in.", msg->fields, msg->n_fields);
    }
    for (int i = 0; i < mp->n_out; i++) find_lane(plan->spec, l, mp->out_channels[i], &at->out[i]);
    find_bulk(m, at);
}

void cg_record_layouts(cg_lockstep *ls) {
    const cg_spec *spec = ls->spec;
    ls->records = cg_shadow_alloc((size_t)spec->n_machines * sizeof *ls->records);
    for (int i = 0; i < spec->n_machines; i++) find_record(ls->plan, i, &ls->records[i]);
    ls->sent_as = cg_shadow_alloc((size_t)spec->n_msgs * sizeof *ls->sent_as);
    for (int i = 0; i < spec->n_msgs; i++)
        snprintf(ls->sent_as[i], sizeof ls->sent_as[i], "out.%s.", spec->msgs[i].name);
    ls->type_code = cg_shadow_alloc((size_t)spec->n_msgs * sizeof *ls->type_code);
    for (int i = 0; i < spec->n_channels; i++)
        for (int k = 0; k < spec->channels[i].n_msgs; k++) ls->type_code[spec->channels[i].msgs[k]] = k;
}

void cg_record_layouts_free(cg_lockstep *ls) {
    const cg_spec *spec = ls->spec;
    for (int i = 0; i < spec->n_machines; i++) {
        cg_record_at *at = &ls->records[i];
        const cg_machine_plan *mp = &ls->plan->machines[i];
        for (int k = 0; k < spec->machines[i].n_events; k++) free(at->in[k]);
        for (int k = 0; k < mp->n_out; k++) {
            for (int j = 0; j < spec->channels[mp->out_channels[k]].n_msgs; j++) free(at->out[k].field[j]);
            free(at->out[k].field);
        }
        for (cg_space k = 0; k < CG_N_SPACES; k++) {
            for (int r = 0; r < spec->machines[i].n_rules; r++) free(at->bulk[k][r]);
            CG_FREE(at->bulk[k], at->space[k]);
        }
        CG_FREE(at->in, at->out, at->operands);
    }
    CG_FREE(ls->records, ls->type_code, ls->sent_as);
}
