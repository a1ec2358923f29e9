// Requests as values: is one kept where it is used, and does everybody who says which core asks know it?
#include "parts.h"

// ------------------------------------------------------------------------------------------- is it kept?

// note [kept requests]
//
// A field of type `request` has no value before a rule assigns it: there is no request that is nobody's. So
// in a state in which a field is read, some way there must keep a request in it. The analysis ignores guards,
// so it may accept a table in which another way keeps none; the exhaustive check finds that: there such a
// field is undefined.
typedef struct {
    const cg_machine *m;
    int field;
    bool *kept; // by state
} keeping;

static bool assigns(const cg_rule *r, int field) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_MSHR && a->field == field) return true;
    }
    return false;
}

static bool spread(keeping *k, const cg_rule *r) {
    const cg_machine *m = k->m;
    bool grown = false;
    if (r->state != CG_NONE && !k->kept[r->next] && (assigns(r, k->field) || k->kept[r->state])) {
        const bool fresh = !m->states[r->state].transient && !assigns(r, k->field);
        if (m->states[r->next].transient && !fresh) grown = k->kept[r->next] = true;
    }
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (!cg_does(a, CG_DOES_MOVES_ENTRIES) || k->kept[a->to_state]) continue;
        for (int s = m->n_stable; s < m->n_states; s++)
            if (k->kept[s] && (a->from_state == CG_NONE || a->from_state == s))
                grown = k->kept[a->to_state] = true;
    }
    return grown;
}

static void check_read(cg_checker *c, const keeping *k, const cg_rule *r, const cg_expr *x,
                       const char *pointer) {
    if (r->state == CG_NONE || k->kept[r->state] || !cg_reads_field(x, CG_SPACE_MSHR, k->field)) return;
    cg_check_report(c, CG_E_VERB, pointer, 0,
                    "in %s no request is kept in mshr.%s: no rule on the way there assigns it (%s)",
                    k->m->states[r->state].name, cg_field_at(k->m, CG_SPACE_MSHR, k->field)->name, r->id);
}

typedef struct {
    const keeping *k;
    cg_checker *c;
    const cg_rule *r;
    const char *pointer;
} reading;

static void check_whole(void *context, const cg_expr *x) {
    const reading *r = context;
    check_read(r->c, r->k, r->r, x, r->pointer);
}

static void check_reads(cg_checker *c, const keeping *k, const cg_rule *r) {
    check_read(c, k, r, r->when, cg_json_at(c->arena, r->pointer, "when"));
    for (int i = 0; i < r->n_actions; i++)
        cg_visit_wholes(&r->actions[i], check_whole, &(reading){k, c, r, r->actions[i].pointer});
}

// The condition is asked of every entry.
static void check_alarms(cg_checker *c, const cg_machine *m, int field) {
    for (int e = 0; e < m->n_events; e++) {
        if (!cg_reads_field(m->events[e].alarm, CG_SPACE_MSHR, field)) continue;
        const char *at = cg_machine_pointer(c, m, "events", m->events[e].name);
        cg_check_report(c, CG_E_VERB, cg_json_at(c->arena, at, "mshr"), 0,
                        "an alarm reads no request: not every entry keeps one in mshr.%s",
                        m->mshr[field].name);
    }
}

static void check_kept(cg_checker *c, const cg_machine *m, int field) {
    keeping k = {m, field, cg_arena_alloc(c->arena, (size_t)m->n_states + 1)};
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < m->n_rules; i++) grown |= spread(&k, &m->rules[i]);
    }
    for (int i = 0; i < m->n_rules; i++) check_reads(c, &k, &m->rules[i]);
}

// -------------------------------------------------------------------------------------- is the core known?

// A message that says which core asks (note [askers] in gen/read/table/askers.c) is sent by a core's event,
// on the arrival of one that says so, too, or for a request.
static void check_sender(cg_checker *c, const cg_machine *m, const cg_rule *r, const cg_action *a) {
    const cg_msg *sent = &c->spec->msgs[a->msg];
    const cg_event *e = cg_event_of(m, r);
    if (sent->core == CG_NONE || a->asker || e->kind == CG_EV_CORE) return;
    if (e->kind == CG_EV_MESSAGE && c->spec->msgs[e->msg].core != CG_NONE) return;
    if (e->kind == CG_EV_MARKER) return; // gen/check/structures.c
    const bool memory = e->kind == CG_EV_MESSAGE && c->spec->msgs[e->msg].from == CG_MEMORY;
    cg_check_report(c, CG_E_VERB, a->pointer, 0,
                    "%s says which core asks, because its receiver needs it, and %s; keep the request in an "
                    "MSHR entry, and send 'for' it (%s)",
                    sent->name, memory ? "memory does not know that" : "nobody asks by this event", r->id);
}

// A request is about one word, and where blocks are words what is sent is about a group of them.
static void check_blocks(cg_checker *c, const cg_machine *m, const cg_field *f) {
    if (!m->words && !m->of_words) return;
    cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, CG_SPACES[CG_SPACE_MSHR].member, f->name),
                    CG_AT_KEY, "a request can be kept where blocks are lines, and those of %s are words",
                    m->name);
}

void cg_check_requests(cg_checker *c, const cg_machine *m) {
    for (int f = 0; f < m->n_mshr; f++) {
        if (m->mshr[f].type.kind != CG_T_REQUEST) continue;
        check_blocks(c, m, &m->mshr[f]);
        check_alarms(c, m, f);
        check_kept(c, m, f);
    }
    for (int i = 0; i < m->n_rules; i++)
        for (int k = 0; k < m->rules[i].n_actions; k++)
            if (cg_does(&m->rules[i].actions[k], CG_DOES_SENDS))
                check_sender(c, m, &m->rules[i], &m->rules[i].actions[k]);
}
