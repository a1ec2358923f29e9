#include "ends.h"

#include "base/json_write.h"

static bool has_data(const cg_msg *m) {
    return m->payload != CG_PAY_NONE;
}

// Bytes that somebody has stored, or a line that may have some.
static bool writes(const cg_msg *m) {
    return m->payload == CG_PAY_WORD || m->payload == CG_PAY_LINE || m->payload == CG_PAY_BYTES;
}

static bool between_neighbours(const cg_machine *a, const cg_machine *b) {
    return a->cluster != CG_NONE && a->cluster == b->cluster && a->members == 1 && b->members == 1;
}

static void count_message(cg_ends *e, const cg_spec *s, const cg_msg *m, uint64_t copies, uint64_t bytes) {
    const cg_machine *from = &s->machines[m->from], *to = &s->machines[m->to];
    if (between_neighbours(from, to)) return;
    if (to->core_port) e->l1_bytes += bytes;
    if (to->core_port && has_data(m)) e->l1_data += bytes;
    if (from->home != to->home) e->home_bytes += bytes;
    if (to->home && !from->home && writes(m)) e->home_writes += copies;
}

cg_ends cg_ends_of(const cg_plan *plan, const cg_traffic *t) {
    const cg_spec *s = plan->spec;
    cg_ends e = {0};
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *m = &s->msgs[i];
        const bool on_crossbar = s->nets[m->net].kind == CG_NET_CROSSBAR;
        if (m->to == CG_MEMORY && writes(m)) e.memory_writes += cg_traffic_sent(t, i);
        if (on_crossbar) count_message(&e, s, m, cg_traffic_sent(t, i), cg_traffic_bytes(t, i));
    }
    return e;
}

void cg_ends_report(const cg_plan *plan, const cg_traffic *t, json_object *report) {
    const cg_ends e = cg_ends_of(plan, t);
    json_object *o = json_object_new_object();
#define X(name) cg_json_put_count(o, #name, e.name);
    CG_ENDS(X)
#undef X
    json_object_object_add(report, "ends", o);
}
