// MSHR entries: there in transient states and only there, and never given back with requests in them.
// Evictions.
#include "parts.h"

static void check_entry(cg_checker *c, const cg_machine *m, const cg_rule *r) {
    const bool had = m->states[r->state].transient || cg_find_action(r, CG_DOES_TAKES_ENTRY);
    const cg_action *release = cg_find_action(r, CG_DOES_FREES_ENTRY);
    const cg_state *next = &m->states[r->next];
    const char *at = cg_json_at(c->arena, r->pointer, "next");
    if (next->transient && !had)
        cg_check_report(c, CG_E_MSHR, at, 0,
                        "%s is transient and needs an MSHR entry: %s does not allocate one", next->name,
                        r->id);
    else if (next->transient && release)
        cg_check_report(c, CG_E_MSHR, release->pointer, 0,
                        "%s is transient and needs the entry that %s releases", next->name, r->id);
    else if (!next->transient && had && !release)
        cg_check_report(c, CG_E_MSHR, at, 0,
                        "%s is stable: %s leaves an MSHR entry behind, and must release it", next->name,
                        r->id);
}

void cg_check_entries(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (r->state != CG_NONE && !r->stalls && !r->impossible) check_entry(c, m, r);
    }
}

// --------------------------------------------------------------------------------------------- evictions

// note [evictions]
//
// An eviction that asks somebody first takes an MSHR entry. Entries are given back while it waits for one, if
// none of them waits for a way in turn: so a line's way is allocated together with its entry, never later.
void cg_check_evictions(cg_checker *c, const cg_machine *m) {
    const cg_rule *asks = NULL;
    for (int i = 0; i < m->n_rules && !asks; i++) {
        const cg_rule *r = &m->rules[i];
        if (cg_event_of(m, r)->kind == CG_EV_EVICT && cg_find_action(r, CG_DOES_TAKES_ENTRY)) asks = r;
    }
    for (int i = 0; asks && i < m->n_rules; i++) {
        const cg_action *line = cg_find_action(&m->rules[i], CG_DOES_TAKES_WAY);
        const bool holds = m->rules[i].state != CG_NONE && m->states[m->rules[i].state].transient;
        if (!line || !holds || cg_find_action(&m->rules[i], CG_DOES_TAKES_ENTRY)) continue;
        cg_check_report(c, CG_E_VERB, line->pointer, 0,
                        "%s waits for a way while it holds an MSHR entry, and %s needs one to free a way: "
                        "allocate both in one rule",
                        m->rules[i].id, asks->id);
    }
}

// An eviction that neither waits nor takes the line anywhere would be asked for again, for ever: the way
// never becomes free. Into which state it leads is open: from another stable state the line is evicted in
// turn, and a transient one holds the way until messages have led to state 0.
void cg_check_leaving(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (cg_event_of(m, r)->kind != CG_EV_EVICT || r->stalls || r->impossible || r->next != r->state)
            continue;
        cg_check_report(
            c, CG_E_EVICT, r->pointer, 0,
            "an eviction leaves the line in %s, where its way stays taken: stall, or lead out of %s (%s)",
            m->states[r->state].name, m->states[r->state].name, r->id);
    }
}

// ---------------------------------------------------------------------------------------------- deferred

// Requests deferred by `merge` with an entry stay there until `replay`, over all states between.
typedef struct {
    const cg_machine *m;
    bool core;   // only requests of the core count
    bool *holds; // by state: an entry may hold one
} keeping;

static bool rule_defers(const keeping *k, const cg_rule *r) {
    return cg_find_action(r, CG_DOES_DEFERS) && (!k->core || cg_event_of(k->m, r)->kind == CG_EV_CORE);
}

static bool holds_after(const keeping *k, const cg_rule *r) {
    if (cg_find_action(r, CG_DOES_HANDS_BACK)) return false;
    return rule_defers(k, r) || k->holds[r->state];
}

static bool spread_holding(keeping *k, const cg_rule *r) {
    const cg_machine *m = k->m;
    bool grown = false;
    if (r->impossible) return false;
    if (r->state != CG_NONE && !r->stalls && m->states[r->next].transient && holds_after(k, r) &&
        !k->holds[r->next])
        grown = k->holds[r->next] = true;
    const cg_action *flash = cg_find_action(r, CG_DOES_MOVES_ENTRIES);
    for (int s = 0; flash && s < m->n_states; s++) {
        if (k->holds[s] && !k->holds[flash->to_state]) grown = k->holds[flash->to_state] = true;
    }
    return grown;
}

static keeping keeping_of(cg_checker *c, const cg_machine *m, bool core) {
    keeping k = {.m = m, .core = core, .holds = cg_arena_alloc(c->arena, (size_t)m->n_states + 1)};
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < m->n_rules; i++) grown |= spread_holding(&k, &m->rules[i]);
    }
    return k;
}

// "fair" says in which order deferred requests are served.
static void check_fair(cg_checker *c, const cg_machine *m) {
    if (!m->fair) return;
    for (int i = 0; i < m->n_rules; i++)
        if (cg_find_action(&m->rules[i], CG_DOES_DEFERS)) return;
    cg_check_report(c, CG_W_UNUSED, cg_machine_pointer(c, m, "fair", NULL), CG_AT_KEY,
                    "%s is fair to deferred requests, and no rule defers any", m->name);
}

// "holds_ways" is about evictions that wait for an answer.
static void check_held_ways(cg_checker *c, const cg_machine *m) {
    if (!m->holds_ways) return;
    for (int i = 0; i < m->n_rules; i++)
        if (m->events[m->rules[i].event].kind == CG_EV_EVICT &&
            cg_find_action(&m->rules[i], CG_DOES_TAKES_ENTRY))
            return;
    cg_check_report(c, CG_W_UNUSED, cg_machine_pointer(c, m, "holds_ways", NULL), CG_AT_KEY,
                    "%s holds ways that are being freed, and no eviction waits for an answer", m->name);
}

void cg_check_deferred(cg_checker *c, const cg_machine *m) {
    const keeping any = keeping_of(c, m, false), core = keeping_of(c, m, true);
    check_fair(c, m);
    check_held_ways(c, m);
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        const cg_action *release = cg_find_action(r, CG_DOES_FREES_ENTRY),
                        *complete = cg_find_action(r, CG_DOES_FINISHES);
        if (release && holds_after(&any, r))
            cg_check_report(
                c, CG_E_VERB, release->pointer, 0,
                "requests may be deferred with this entry: %s needs 'replay', or they are forgotten", r->id);
        if (complete && r->state != CG_NONE && !core.holds[r->state])
            cg_check_report(c, CG_E_VERB, complete->pointer, 0,
                            "in %s no request of the core is deferred that could be completed (%s)",
                            m->states[r->state].name, r->id);
    }
}
