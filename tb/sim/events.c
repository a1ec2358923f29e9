#include "events.h"

#include "base/json_write.h"
#include "lang/verb.h"

// A core's operation: is it served at once?
static bool is_hit(const cg_rule *r) {
    return !cg_find_action(r, CG_DOES_SENDS | CG_DOES_TAKES_ENTRY | CG_DOES_DEFERS);
}

static void count_first_level(cg_energy_events *e, const cg_event *event, const cg_rule *r, uint64_t n) {
    if (event->kind != CG_EV_CORE)
        e->l1_others += n;
    else if (is_hit(r))
        e->l1_hits += n;
    else
        e->l1_misses += n;
}

static void count_rule(cg_energy_events *e, const cg_machine *m, const cg_rule *r, uint64_t n) {
    const cg_event *event = &m->events[r->event];
    if (r->stalls || r->state == CG_NONE) return;
    if (m->local)
        e->local += n;
    else if (m->core_port)
        count_first_level(e, event, r, n);
    else
        e->l2_accesses += n;
    if (event->kind == CG_EV_DRAIN || cg_find_action(r, CG_DOES_BUFFERS)) e->store_buffer += n;
}

cg_energy_events cg_events_of(const cg_plan *plan, const cg_traffic *t) {
    const cg_spec *s = plan->spec;
    cg_energy_events e = {.flits = cg_traffic_flits(t)};
    for (int m = 0; m < s->n_machines; m++)
        for (int r = 0; r < s->machines[m].n_rules; r++)
            count_rule(&e, &s->machines[m], &s->machines[m].rules[r], cg_traffic_fired(t, m, r));
    for (int i = 0; i < s->n_msgs; i++)
        if (s->msgs[i].to == CG_MEMORY) e.memory += cg_traffic_sent(t, i);
    return e;
}

void cg_events_report(const cg_plan *plan, const cg_traffic *t, json_object *report) {
    const cg_energy_events e = cg_events_of(plan, t);
    json_object *o = json_object_new_object();
#define X(name) cg_json_put_count(o, #name, e.name);
    CG_ENERGY_EVENTS(X)
#undef X
    json_object_object_add(report, "events", o);
}
