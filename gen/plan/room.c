// note [room] in docs/rtl.md: when an event asks for room on the lanes that its rules may send on.
#include "plan.h"

static bool is_request(const cg_spec *s, const cg_event *e) {
    return e->kind == CG_EV_MESSAGE ? s->msgs[e->msg].cls == CG_REQUEST
                                    : e->kind == CG_EV_CORE && e->block && e->core < CG_FENCE;
}

// Has the lane's queue room for all that may be under way? Then nobody waits for it.
static bool has_bound(const cg_spec *s, int channel) {
    const cg_channel *c = &s->channels[channel];
    for (int i = 0; i < c->n_msgs; i++)
        if (!s->msgs[c->msgs[i]].at_most) return false;
    return true;
}

cg_asks cg_plan_asks(const cg_spec *s, int machine, int event, int channel) {
    const cg_machine *m = &s->machines[machine];
    bool some = false, all = true;
    if (!is_request(s, &m->events[event]) || has_bound(s, channel)) return CG_ASKS_EARLY;
    for (int r = 0; r < m->n_rules; r++) {
        const cg_rule *rule = &m->rules[r];
        bool sends = false;
        if (rule->event != event || rule->impossible) continue;
        for (int k = 0; k < rule->n_actions; k++) {
            const cg_action *a = &rule->actions[k];
            if (!cg_does(a, CG_DOES_SENDS) || s->msgs[a->msg].channel != channel) continue;
            if (cg_plan_has_line(&s->msgs[a->msg])) return CG_ASKS_EARLY;
            sends = true;
        }
        some |= sends;
        all &= sends;
    }
    return some && !all ? CG_ASKS_LATE : CG_ASKS_AT_ANY_TIME;
}

bool cg_plan_lane_asks_late(const cg_spec *s, int machine, int channel) {
    bool some = false;
    for (int e = 0; e < s->machines[machine].n_events; e++)
        some |= cg_plan_asks(s, machine, e, channel) == CG_ASKS_LATE;
    return some;
}
