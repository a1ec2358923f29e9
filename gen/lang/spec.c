#include "spec.h"

#include <string.h>

#include "base/arena.h"
#include "command.h"
#include "visit.h"

const char *const CG_NET_KIND_WORDS[CG_N_NET_KINDS] = {
    [CG_NET_CROSSBAR] = "crossbar", [CG_NET_RING] = "ring", [CG_NET_MEMORY] = "memory"};
const char *const CG_CLASS_WORDS[CG_N_CLASSES] = {
    [CG_REQUEST] = "request", [CG_FORWARD] = "forward", [CG_RESPONSE] = "response"};
const char *const CG_PAYLOAD_WORDS[CG_N_PAYLOADS] = {
    [CG_PAY_NONE] = "none",     [CG_PAY_VALUE] = "value", [CG_PAY_WORD] = "word",
    [CG_PAY_ATOMIC] = "atomic", [CG_PAY_LINE] = "line",   [CG_PAY_BYTES] = "bytes"};
const char *const CG_CORE_OP_WORDS[CG_N_CORE_OPS] = {
    [CG_LOAD] = "load",   [CG_STORE] = "store",     [CG_ATOMIC] = "atomic",
    [CG_FENCE] = "fence", [CG_ACQUIRE] = "acquire", [CG_RELEASE] = "release"};

void cg_spec_free(cg_spec *spec) {
    if (spec) cg_arena_free(spec->arena);
}

bool cg_does(const cg_action *a, int effects) {
    return cg_verb_does(a->verb, effects);
}

const cg_action *cg_find_action(const cg_rule *r, int effects) {
    for (int i = 0; i < r->n_actions; i++) {
        if (cg_does(&r->actions[i], effects)) return &r->actions[i];
    }
    return NULL;
}

int cg_effects_of(const cg_rule *r) {
    int effects = 0;
    for (int i = 0; i < r->n_actions; i++) effects |= CG_VERBS[r->actions[i].verb].effects;
    return effects;
}

bool cg_carries_data(const cg_msg *m) {
    return m->payload == CG_PAY_LINE || m->payload == CG_PAY_VALUE;
}

bool cg_reads_data(const cg_spec *s, const cg_rule *r, const cg_action *a) {
    const bool fills = cg_find_action(r, CG_DOES_FILLS);
    const cg_action *answer = cg_find_action(r, CG_DOES_RESPONDS);
    if (cg_does(a, CG_DOES_RESPONDS)) return a->from == CG_FROM_LINE;
    if (cg_does(a, CG_DOES_SENDS)) return a->mask || cg_carries_data(&s->msgs[a->msg]);
    if (cg_does(a, CG_DOES_FINISHES)) return !fills;
    if (cg_does(a, CG_DOES_PERFORMS))
        return a->perform != CG_STORE && !fills && !(answer && answer->from == CG_FROM_MSG);
    return cg_does(a, CG_DOES_HITS | CG_DOES_STORES | CG_DOES_OPERATES);
}

bool cg_is_until(const cg_spec *s, const cg_machine *m, int reg) {
    bool is = false;
    for (int i = 0; i < s->n_msgs; i++)
        is |= s->msgs[i].joins.until && s->msgs[i].from == (int)(m - s->machines) &&
              !strcmp(s->msgs[i].joins.until, m->regs[reg].name);
    return is;
}

bool cg_is_pure_stall(const cg_rule *r) {
    return r->stalls && r->n_actions == 1;
}

int cg_rules_of(const cg_machine *m, int state, int event, int *first) {
    int n = 0;
    *first = 0;
    for (int i = 0; i < m->n_rules; i++) {
        if (m->rules[i].state != state || m->rules[i].event != event) continue;
        if (n++ == 0) *first = i;
    }
    return n;
}

bool cg_has_clock(const cg_machine *m) {
    bool has = cg_machine_reads(m, CG_LEAF_CLOCK);
    for (int i = 0; i < m->n_events; i++) has |= m->events[i].kind == CG_EV_WRAP;
    return has;
}

bool cg_has_logical_time(const cg_spec *s) {
    for (int m = 0; m < s->n_machines; m++)
        for (int r = 0; r < s->machines[m].n_rules; r++)
            for (int a = 0; a < s->machines[m].rules[r].n_actions; a++)
                if (s->machines[m].rules[r].actions[a].at) return true;
    return false;
}

const cg_param *cg_param_find(const cg_spec *spec, const char *name) {
    for (int i = 0; i < spec->n_params; i++) {
        if (!strcmp(spec->params[i].name, name)) return &spec->params[i];
    }
    return NULL;
}

// A rule that stalls and does something beside it (starts a rollover, say) is a transition.
static bool is_transition(const cg_rule *r) {
    return !r->impossible && !cg_is_pure_stall(r);
}

const char *cg_consistency(const cg_spec *s, uint64_t inputs) {
    for (int i = 0; i < s->n_inputs; i++) {
        if (inputs >> i & 1 && s->inputs[i].consistency) return s->inputs[i].consistency;
    }
    return s->consistency;
}

static const uint32_t *kept_before(const cg_spec *s, uint64_t inputs) {
    for (int i = 0; i < s->n_inputs; i++) {
        if (inputs >> i & 1 && s->inputs[i].before) return s->inputs[i].before;
    }
    return s->classes.before;
}

static int port_class(const cg_spec *s, cg_core_op op, unsigned marks) {
    return cg_is_command(op) ? s->classes.command : s->classes.of[op][marks % (1 << CG_MARKS_MAX)];
}

bool cg_waits_for(const cg_spec *s, uint64_t inputs, cg_core_op a, unsigned marks_a, cg_core_op b,
                  unsigned marks_b, bool same) {
    const int earlier = port_class(s, a, marks_a), later = port_class(s, b, marks_b);
    return same || kept_before(s, inputs)[earlier] >> later & 1;
}

int cg_count_transitions(const cg_machine *m) {
    int n = 0;
    for (int i = 0; i < m->n_rules; i++) n += is_transition(&m->rules[i]);
    return n;
}

cg_type cg_node_type(const cg_spec *s, int machine) {
    return (cg_type){CG_T_NODE, cg_bits(s->machines[machine].count - 1), CG_NONE, machine};
}

cg_type cg_set_type(const cg_spec *s, int machine) {
    return (cg_type){CG_T_SET, (int)s->machines[machine].count, CG_NONE, machine};
}

bool cg_same_type(cg_type a, cg_type b) {
    return a.kind == b.kind && a.enum_type == b.enum_type && a.machine == b.machine;
}

const char *cg_end_name(const cg_spec *s, int machine) {
    return machine == CG_MEMORY ? "memory" : s->machines[machine].name;
}

int cg_end_count(const cg_spec *s, int machine) {
    return machine == CG_MEMORY ? 1 : (int)s->machines[machine].count;
}

#define RETURN_NAMED(array, n, said)                                                                         \
    for (int i = 0; i < (n); i++)                                                                            \
        if (!strcmp((array)[i].name, said)) return i;                                                        \
    return CG_NONE

int cg_find_machine(const cg_spec *s, const char *name) {
    RETURN_NAMED(s->machines, s->n_machines, name);
}

int cg_find_msg(const cg_spec *s, const char *name) {
    RETURN_NAMED(s->msgs, s->n_msgs, name);
}

int cg_memory_answer(const cg_spec *s, const cg_msg *asked) {
    if (asked->to != CG_MEMORY) return CG_NONE;
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *a = &s->msgs[i];
        if (a->from != CG_MEMORY || a->to != asked->from || a->net != asked->net) continue;
        if ((a->payload == CG_PAY_LINE) == (asked->payload == CG_PAY_NONE)) return i;
    }
    return CG_NONE;
}

int cg_find_state(const cg_machine *m, const char *name) {
    RETURN_NAMED(m->states, m->n_states, name);
}

int cg_find_event(const cg_machine *m, const char *name) {
    RETURN_NAMED(m->events, m->n_events, name);
}

int cg_find_structure(const cg_machine *m, const char *name) {
    RETURN_NAMED(m->structures, m->n_structures, name);
}

uint64_t cg_fifo_entries(const cg_machine *m) {
    uint64_t all = 0;
    for (int i = 0; i < m->n_structures; i++)
        if (!m->structures[i].walks) all += m->structures[i].entries;
    return all;
}

int cg_find_walk(const cg_machine *m) {
    for (int i = 0; i < m->n_structures; i++)
        if (m->structures[i].walks) return i;
    return CG_NONE;
}

int cg_find_field(const cg_field *fields, int n, const char *name) {
    RETURN_NAMED(fields, n, name);
}

const cg_field *cg_field_at(const cg_machine *m, cg_space space, int field) {
    return &m->fields[space].field[field];
}

int cg_field_place(const cg_machine *m, cg_space space, int field) {
    for (cg_space s = 0; s < space; s++) field += m->fields[s].n;
    return field;
}

int cg_n_fields(const cg_machine *m) {
    return cg_field_place(m, CG_N_SPACES, 0);
}

const char *cg_type_text(const cg_spec *s, cg_arena *a, cg_type t) {
    switch (t.kind) {
    case CG_T_BOOL: return "a boolean";
    case CG_T_INT: return "an integer";
    case CG_T_ENUM: return cg_arena_printf(a, "a %s", s->enums[t.enum_type].name);
    case CG_T_NODE: return cg_arena_printf(a, "a node of %s", s->machines[t.machine].name);
    case CG_T_REQUEST: return "a request";
    case CG_T_CORE: return "a core";
    case CG_T_MASK: return "a mask";
    case CG_T_SET: break;
    }
    return t.machine == CG_NONE ? "a set" : cg_arena_printf(a, "a set of %s", s->machines[t.machine].name);
}
