#include "shadow.h"
#include "lang/mask.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/lookup.h"
#include "lang/visit.h"

static size_t longer(size_t a, size_t b) {
    return a > b ? a : b;
}

// ---------------------------------------------------------------------------------------------- rules

// Whether the action's effect depends on which thread asked, or for which word of the line.
static bool names_requester(const cg_spec *spec, const cg_action *a) {
    if (cg_does(a, CG_DOES_SENDS)) return a->dest != CG_TO_MEMORY && spec->msgs[a->msg].thread;
    if (cg_does(a, CG_DOES_ASSIGNS)) return CG_SPACES[a->space].traits & CG_TRAIT_OF_CORE;
    return cg_does(a, CG_DOES_ANSWER | CG_DOES_DEFERS | CG_DOES_STORES | CG_DOES_OPERATES | CG_DOES_PERFORMS |
                          CG_DOES_BUFFERS);
}

static void compile_rule(const cg_spec *spec, const cg_rule *r, cg_rule_code *code) {
    code->when = cg_formula_new(r->when);
    code->actions = cg_shadow_alloc((size_t)r->n_actions * sizeof *code->actions);
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        cg_action_code *c = &code->actions[i];
        code->does |= CG_VERBS[a->verb].effects;
        code->names_requester |= names_requester(spec, a);
        if (cg_does(a, CG_DOES_SET)) c->value = cg_formula_new(a->value);
        if (cg_does(a, CG_DOES_TAKE_EFFECT)) {
            c->at = cg_formula_new(a->at);
            c->epoch = cg_formula_new(a->epoch);
        }
        c->asker = cg_formula_new(a->asker);
        c->about = cg_formula_new(a->about);
        c->mask = cg_formula_new(a->mask);
        c->count = cg_formula_new(a->count);
        c->step = cg_formula_new(a->step);
        if (!cg_does(a, CG_DOES_SENDS)) continue;
        c->to = cg_formula_new(a->to);
        int n = spec->msgs[a->msg].n_fields;
        c->args = cg_shadow_alloc((size_t)n * sizeof *c->args);
        for (int k = 0; k < n; k++) c->args[k] = cg_formula_new(a->args[k]);
    }
}

static void free_rule(const cg_spec *spec, const cg_rule *r, cg_rule_code *code) {
    cg_formula_free(code->when);
    for (int i = 0; i < r->n_actions; i++) {
        cg_action_code *c = &code->actions[i];
        cg_formula_free(c->value);
        cg_formula_free(c->at);
        cg_formula_free(c->epoch);
        cg_formula_free(c->to);
        cg_formula_free(c->asker);
        cg_formula_free(c->about);
        cg_formula_free(c->mask);
        cg_formula_free(c->count);
        cg_formula_free(c->step);
        if (c->args)
            for (int k = 0; k < spec->msgs[r->actions[i].msg].n_fields; k++) cg_formula_free(c->args[k]);
        free(c->args);
    }
    free(code->actions);
}

// ------------------------------------------------------------------------------------------- machines

static uint64_t *initial_values(const cg_fields *fields) {
    uint64_t *values = cg_shadow_alloc((size_t)fields->n * sizeof *values);
    for (int i = 0; i < fields->n; i++) values[i] = fields->field[i].init;
    return values;
}

static void note_read_leaf(void *context, const cg_expr *x) {
    cg_shadow_machine *sm = context;
    if (x->op < CG_N_LEAVES) sm->reads[x->op] = true;
}

// What is read where there is no line, no entry and no thread.
static void new_initials(cg_shadow_machine *sm) {
    const cg_machine *m = sm->m;
    cg_visit_machine(m, note_read_leaf, sm);
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        sm->initial[k] = initial_values(&m->fields[k]);
        sm->cell_at[k] = sm->cell_fields;
        if (CG_SPACES[k].traits & CG_TRAIT_IN_CELL) sm->cell_fields += m->fields[k].n;
    }
    sm->block_bytes =
        offsetof(cg_block, field) + (size_t)sm->cell_fields * sizeof(uint64_t) + (size_t)sm->unit_bytes;
    sm->absent = cg_shadow_alloc(sm->block_bytes);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (CG_SPACES[k].traits & CG_TRAIT_IN_CELL) cg_block_reset(sm, sm->absent, k);
}

static void init_node(const cg_shadow *s, const cg_machine *m, cg_node *n) {
    const cg_fields *own = &m->fields[CG_SPACE_THREAD];
    n->reg = initial_values(&m->fields[CG_SPACE_REG]);
    n->fifos = cg_shadow_alloc((size_t)m->n_structures * sizeof *n->fifos);
    for (int i = 0; i < m->n_structures; i++)
        n->fifos[i].elements = cg_shadow_alloc(m->structures[i].entries * sizeof *n->fifos[i].elements);
    cg_lookups_new(m, n);
    if (!own->n) return;
    const size_t threads = (size_t)1 << s->plan->tid_bits;
    n->threads = cg_shadow_alloc(threads * (size_t)own->n * sizeof *n->threads);
    for (size_t t = 0; t < threads; t++)
        for (int i = 0; i < own->n; i++) n->threads[t * (size_t)own->n + (size_t)i] = own->field[i].init;
}

// A local memory: all lines are there, in state 0.
static void fill_memory(cg_shadow_machine *sm, cg_node *n) {
    for (uint64_t line = 0; line < sm->m->sets; line++) cg_block_add(sm, n, line)->present = true;
}

static void new_finds(cg_shadow_machine *sm) {
    const cg_machine *m = sm->m;
    sm->finds = cg_shadow_alloc((size_t)m->n_events * sizeof *sm->finds);
    for (int e = 0; e < m->n_events; e++) {
        sm->finds[e] = cg_shadow_alloc((size_t)m->events[e].n_finds * sizeof **sm->finds);
        for (int i = 0; i < m->events[e].n_finds; i++) {
            const cg_find *f = &m->events[e].finds[i];
            cg_find_code *code = &sm->finds[e][i];
            code->at = cg_formula_new(f->at);
            code->value = cg_shadow_alloc((size_t)f->n_values * sizeof *code->value);
            for (int k = 0; k < f->n_values; k++) code->value[k] = cg_formula_new(f->value[k]);
        }
    }
}

static void free_finds(cg_shadow_machine *sm) {
    for (int e = 0; e < sm->m->n_events; e++) {
        for (int i = 0; i < sm->m->events[e].n_finds; i++) {
            cg_formula_free(sm->finds[e][i].at);
            for (int k = 0; k < sm->m->events[e].finds[i].n_values; k++)
                cg_formula_free(sm->finds[e][i].value[k]);
            free(sm->finds[e][i].value);
        }
        free(sm->finds[e]);
    }
    free(sm->finds);
}

static void new_machine(cg_shadow *s, int machine) {
    cg_shadow_machine *sm = &s->machines[machine];
    const cg_machine *m = sm->m = &s->spec->machines[machine];
    sm->plan = &s->plan->machines[machine];
    sm->rules = cg_shadow_alloc((size_t)m->n_rules * sizeof *sm->rules);
    sm->ranges = cg_shadow_alloc((size_t)(m->n_states + 1) * (size_t)m->n_events * sizeof *sm->ranges);
    for (int i = m->n_rules - 1; i >= 0; i--) {
        const cg_rule *r = &m->rules[i];
        compile_rule(s->spec, r, &sm->rules[i]);
        cg_rule_range *range = &sm->ranges[(r->state + 1) * m->n_events + r->event];
        range->first = i;
        range->count++;
    }
    sm->accept = cg_formula_new(m->accept_requests);
    sm->alarms = cg_shadow_alloc((size_t)m->n_events * sizeof *sm->alarms);
    for (int i = 0; i < m->n_events; i++) sm->alarms[i] = cg_formula_new(m->events[i].alarm);
    new_finds(sm);
    sm->masked = cg_has_masks(m);
    sm->sent = cg_shadow_alloc((size_t)m->fields[CG_SPACE_LINE].n * sizeof *sm->sent);
    for (int i = 0; i < m->fields[CG_SPACE_LINE].n; i++) sm->sent[i] = cg_is_sent(m, i);
    sm->tells = cg_shadow_alloc((size_t)m->n_events * sizeof *sm->tells);
    for (int i = 0; i < m->n_events; i++) sm->tells[i] = cg_event_reads(m, i, CG_LEAF_OF_REQUEST);
    sm->line_bytes = cg_line_bytes(s->spec, m);
    sm->unit_bytes = m->words ? CG_WORD_BYTES : (int)sm->line_bytes;
    sm->unit_shift = cg_log2((uint64_t)sm->unit_bytes);
    new_initials(sm);
    sm->nodes = cg_shadow_alloc(m->count * sizeof *sm->nodes);
    for (uint64_t n = 0; n < m->count; n++) init_node(s, m, &sm->nodes[n]);
    for (uint64_t n = 0; m->local && n < m->count; n++) fill_memory(sm, &sm->nodes[n]);
    for (int i = 0; i < m->n_events; i++)
        if (m->events[i].kind == CG_EV_CORE) sm->has_op[m->events[i].core] = true;
    sm->lane = cg_shadow_alloc((size_t)s->spec->n_channels * sizeof *sm->lane);
    for (int i = 0; i < s->spec->n_channels; i++) sm->lane[i] = CG_NONE;
    for (int i = 0; i < sm->plan->n_out; i++) sm->lane[sm->plan->out_channels[i]] = i;
}

static void free_node(const cg_machine *m, cg_node *n) {
    for (int i = 0; i < m->n_structures; i++) free(n->fifos[i].elements);
    for (uint32_t i = 0; i < n->n_made; i++) free(n->blocks[i]);
    for (uint32_t i = 0; i < n->waiters_made; i++) free(n->waiters[i].packet);
    for (uint32_t i = 0; i < n->buffered_made; i++) free(n->buffered[i]);
    cg_lookups_free(m, n);
    CG_FREE(n->buffered, n->threads, n->blocks, n->fifos);
    cg_map_free(&n->places);
    CG_FREE(n->waiters, n->reg);
}

static void free_machine(cg_shadow *s, cg_shadow_machine *sm) {
    for (int i = 0; i < sm->m->n_rules; i++) free_rule(s->spec, &sm->m->rules[i], &sm->rules[i]);
    for (uint64_t n = 0; n < sm->m->count; n++) free_node(sm->m, &sm->nodes[n]);
    cg_formula_free(sm->accept);
    for (int i = 0; i < sm->m->n_events; i++) cg_formula_free(sm->alarms[i]);
    free_finds(sm);
    CG_FREE(sm->alarms, sm->tells, sm->sent, sm->rules, sm->ranges, sm->absent);
    for (cg_space k = 0; k < CG_N_SPACES; k++) free(sm->initial[k]);
    CG_FREE(sm->nodes, sm->lane);
}

// -------------------------------------------------------------------------------------------- system

static void new_networks(cg_shadow *s) {
    const cg_spec *spec = s->spec;
    s->queue_base = cg_shadow_alloc((size_t)spec->n_channels * sizeof *s->queue_base);
    for (int i = 0; i < spec->n_channels; i++) {
        s->queue_base[i] = s->n_queues;
        s->n_queues += cg_end_count(spec, spec->channels[i].from) * cg_end_count(spec, spec->channels[i].to);
    }
    s->channel_of = cg_shadow_alloc((size_t)s->n_queues * sizeof *s->channel_of);
    for (int i = 0, q = 0; i < spec->n_channels; i++)
        for (const int end = i + 1 < spec->n_channels ? s->queue_base[i + 1] : s->n_queues; q < end; q++)
            s->channel_of[q] = i;
    s->filled_queues = cg_shadow_alloc(((size_t)s->n_queues / 64 + 1) * sizeof *s->filled_queues);
    s->queues = cg_shadow_alloc((size_t)s->n_queues * sizeof *s->queues);
    s->answer = cg_shadow_alloc((size_t)spec->n_msgs * sizeof *s->answer);
    for (int i = 0; i < spec->n_msgs; i++) s->answer[i] = cg_memory_answer(spec, &spec->msgs[i]);
    s->places = cg_shadow_alloc((size_t)spec->n_msgs * sizeof *s->places);
    for (int i = 0; i < spec->n_msgs; i++) s->places[i] = cg_formula_new(spec->msgs[i].place);
}

static void new_step_room(cg_shadow *s) {
    size_t lanes = 1, actions = 1, fields = 1;
    for (int i = 0; i < s->spec->n_machines; i++) {
        const cg_machine *m = &s->spec->machines[i];
        lanes = longer(lanes, (size_t)s->plan->machines[i].n_out);
        fields = longer(fields, (size_t)m->n_found);
        for (int r = 0; r < m->n_rules; r++) actions = longer(actions, (size_t)m->rules[r].n_actions);
    }
    s->found_at = cg_shadow_alloc(CG_MAX_LOOKUPS * sizeof *s->found_at);
    s->found_key = cg_shadow_alloc(CG_MAX_LOOKUPS * sizeof *s->found_key);
    s->asked_of = cg_shadow_alloc((size_t)CG_MAX_LOOKUPS * CG_N_ASKS * sizeof *s->asked_of);
    s->found = cg_shadow_alloc(fields * sizeof *s->found);
    s->values = cg_shadow_alloc(actions * sizeof *s->values);
    s->filled = cg_shadow_alloc(s->spec->line_bytes);
    s->line = cg_shadow_alloc(s->packet_bytes);
    s->view = cg_shadow_alloc(s->spec->line_bytes);
    s->outcome.out = cg_shadow_alloc(lanes * sizeof *s->outcome.out);
    uint8_t *packets = cg_shadow_alloc(lanes * s->packet_bytes);
    for (size_t i = 0; i < lanes; i++)
        s->outcome.out[i].packet = (cg_packet *)(void *)(packets + i * s->packet_bytes);
}

cg_shadow *cg_shadow_new(const cg_plan *plan) {
    cg_shadow *s = cg_shadow_alloc(sizeof *s);
    const cg_spec *spec = plan->spec;
    s->spec = spec;
    s->plan = plan;
    for (int i = 0; i < spec->n_msgs; i++)
        s->max_fields = (int)longer((size_t)s->max_fields, (size_t)spec->msgs[i].n_fields);
    s->packet_bytes =
        offsetof(cg_packet, field) + (size_t)s->max_fields * sizeof(uint64_t) + spec->line_bytes;
    s->packet_bytes = (s->packet_bytes + 7) & ~(size_t)7;
    s->machines = cg_shadow_alloc((size_t)spec->n_machines * sizeof *s->machines);
    for (int i = 0; i < spec->n_machines; i++) {
        new_machine(s, i);
    }
    new_networks(s);
    new_step_room(s);
    s->memory = cg_sparse_new();
    size_t n_cores = spec->cores;
    for (int i = 0; i < spec->n_machines; i++) n_cores = longer(n_cores, spec->machines[i].count);
    s->request_packets = cg_shadow_alloc((n_cores << plan->tid_bits) * s->packet_bytes);
    s->request_status = cg_shadow_alloc((n_cores << plan->tid_bits) * sizeof *s->request_status);
    s->asked = cg_shadow_alloc((n_cores << plan->tid_bits) * sizeof *s->asked);
    s->operands =
        cg_shadow_alloc((n_cores << plan->tid_bits) * (size_t)spec->n_operands * sizeof *s->operands);
    return s;
}

void cg_shadow_free(cg_shadow *s) {
    if (!s) return;
    for (int i = 0; i < s->spec->n_machines; i++) free_machine(s, &s->machines[i]);
    for (int i = 0; i < s->n_queues; i++) free(s->queues[i].packets);
    for (int i = 0; i < s->spec->n_msgs; i++) cg_formula_free(s->places[i]);
    CG_FREE(s->machines, s->queues, s->queue_base, s->channel_of, s->filled_queues, s->answer, s->places);
    cg_sparse_free(s->memory);
    CG_FREE(s->found_at, s->found_key, s->asked_of, s->found);
    CG_FREE(s->request_packets, s->request_status, s->asked, s->operands, s->values, s->filled, s->line,
            s->view, s->outcome.out[0].packet, s->outcome.out, s);
}
