#include "events.h"

#include "base/json_write.h"
#include "lang/verb.h"

// A core's operation: is it served at once?
static bool is_hit(const cg_rule *r) {
    return !cg_find_action(r, CG_DOES_SENDS | CG_DOES_TAKES_ENTRY | CG_DOES_DEFERS);
}

// A core's operation, served or not, or another access.
static void count_access(uint64_t *hits, uint64_t *misses, uint64_t *others, const cg_event *event,
                         const cg_rule *r, uint64_t n) {
    *(event->kind != CG_EV_CORE ? others : is_hit(r) ? hits : misses) += n;
}

static void count_rule(cg_energy_events *e, const cg_machine *m, const cg_rule *r, uint64_t n) {
    const cg_event *event = &m->events[r->event];
    if (r->stalls || r->state == CG_NONE) return;
    if (m->local)
        count_access(&e->local_hits, &e->local_misses, &e->local_others, event, r, n);
    else if (m->core_port)
        count_access(&e->l1_hits, &e->l1_misses, &e->l1_others, event, r, n);
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
