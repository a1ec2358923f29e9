// MSHR entries: there in transient states and only there, and never given back with requests in them.
#include "check_parts.h"

static void check_entry(cg_checker *c, const cg_machine *m, const cg_rule *r) {
    const bool had = m->states[r->state].transient || cg_action_of(r, CG_A_ALLOC_MSHR);
    const cg_action *release = cg_action_of(r, CG_A_RELEASE_MSHR);
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

// -------------------------------------------------------------------------------------------------- kept

// Requests kept by `merge` in an entry stay there until `replay`, over all states between.
static bool holds_after(const cg_rule *r, const bool *holds) {
    if (cg_action_of(r, CG_A_REPLAY)) return false;
    return cg_action_of(r, CG_A_MERGE) || holds[r->state];
}

static bool spread(const cg_machine *m, const cg_rule *r, bool *holds) {
    bool grown = false;
    if (r->impossible) return false;
    if (r->state != CG_NONE && !r->stalls && m->states[r->next].transient && holds_after(r, holds) &&
        !holds[r->next])
        grown = holds[r->next] = true;
    const cg_action *flash = cg_action_of(r, CG_A_FLASH_MSHRS);
    for (int s = 0; flash && s < m->n_states; s++) {
        if (holds[s] && !holds[flash->to_state]) grown = holds[flash->to_state] = true;
    }
    return grown;
}

void cg_check_kept(cg_checker *c, const cg_machine *m) {
    bool *holds = cg_arena_alloc(c->arena, (size_t)m->n_states + 1);
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < m->n_rules; i++) grown |= spread(m, &m->rules[i], holds);
    }
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        const cg_action *release = cg_action_of(r, CG_A_RELEASE_MSHR);
        if (!release || !holds_after(r, holds)) continue;
        cg_check_report(c, CG_E_VERB, release->pointer, 0,
                        "requests may be kept in this entry: %s needs 'replay', or they are forgotten",
                        r->id);
    }
}
