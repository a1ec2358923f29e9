// One event of a walk: what becomes of it by the table, and the events that no message brings.
#include "lang/lookup.h"
#include "lang/request.h"
#include "parts.h"

static uint64_t set_of(const walk *w, int machine, uint64_t line) {
    const cg_machine *m = &w->spec->machines[machine];
    return line / m->interleave & (m->sets - 1);
}

static int event_of_packet(const walk *w, int machine, const cg_packet *p) {
    const cg_machine *m = &w->spec->machines[machine];
    if (p->msg == CG_NONE) return cg_core_event(m, (cg_core_op)p->op);
    int i = 0;
    while (m->events[i].kind != CG_EV_MESSAGE || m->events[i].msg != p->msg) i++;
    return i;
}

static bool is_of_thread(const cg_event *e) {
    return e->kind == CG_EV_CORE || e->kind == CG_EV_MARKER || (e->thread && !e->block);
}

static void note_event(walk *w, const cg_cause *c, const cg_rule *r) {
    w->history[w->n_history++ % WALK_HISTORY] =
        (walk_event){.rule = r->id,
                     .node = c->node,
                     .addr = c->packet->addr,
                     .tid = c->packet->tid,
                     .block = r->state != CG_NONE,
                     .thread = is_of_thread(&w->spec->machines[c->machine].events[c->event])};
}

static const cg_shadow_machine *shadow_machine(const walk *w, int machine) {
    return &w->shadow->machines[machine];
}

static bool is_held(walk *w, int machine, int node, const cg_block *b) {
    return cg_line_held(w->shadow, machine, node, cg_block_addr(shadow_machine(w, machine), b));
}

// The eviction of a line; of words, group by group, and all of them.
static void evict_line(walk *w, int machine, int node, int event, uint64_t addr) {
    cg_cause c = {.machine = machine, .node = node, .event = event, .packet = w->bare, .waiter = CG_NONE};
    w->bare->addr = addr & ~(w->spec->line_bytes - 1);
    if (!w->spec->machines[machine].words) {
        c.block = cg_shadow_block(w->shadow, machine, node, addr);
        walk_take_event(w, &c);
        return;
    }
    for (uint32_t left = cg_shadow_words(w->shadow, &c); left; left &= ~c.words) {
        c.only = left;
        if (!walk_take_event(w, &c)) return;
    }
}

// A way is wanted: some line of its set that has one is told to go, as the hardware would.
static void evict_for_way(walk *w, const cg_cause *c, uint64_t set) {
    const cg_node *n = &w->shadow->machines[c->machine].nodes[c->node];
    const cg_machine *m = &w->spec->machines[c->machine];
    const uint32_t first = (uint32_t)cg_rng_below(&w->rng, n->n_blocks);
    for (int e = 0; e < m->n_events; e++) {
        for (uint32_t i = 0; m->events[e].kind == CG_EV_EVICT && i < n->n_blocks; i++) {
            cg_block *b = n->blocks[(first + i) % n->n_blocks];
            const cg_shadow_machine *sm = shadow_machine(w, c->machine);
            if (!b->present || set_of(w, c->machine, cg_block_line(sm, b)) != set) continue;
            if (is_held(w, c->machine, c->node, b)) continue;
            evict_line(w, c->machine, c->node, e, cg_block_addr(sm, b));
            w->made_room = true;
            return;
        }
    }
}

// Is it the lowest word of its line that has a way? Of lines: has it one?
static bool shows_way(walk *w, int machine, int node, const cg_block *b) {
    const cg_shadow_machine *sm = shadow_machine(w, machine);
    const uint64_t addr = cg_block_addr(sm, b), first = addr & ~(w->spec->line_bytes - 1);
    for (uint64_t a = first; b->present && a < addr; a += (uint64_t)sm->unit_bytes) {
        const cg_block *lower = cg_shadow_block(w->shadow, machine, node, a);
        if (lower && lower->present) return false;
    }
    return b->present;
}

static bool has_entry(walk *w, const cg_cause *c) {
    return cg_line_held(w->shadow, c->machine, c->node, c->packet->addr);
}

// Is there room for what the rule allocates and defers? The hardware lets the event wait, too.
static bool has_room_for_rule(walk *w, const cg_cause *c, int rule) {
    const int does = w->shadow->machines[c->machine].rules[rule].does;
    const cg_node *n = &w->shadow->machines[c->machine].nodes[c->node];
    const cg_machine *m = &w->spec->machines[c->machine];
    const uint64_t set = set_of(w, c->machine, c->packet->addr / w->spec->line_bytes);
    if (does & CG_DOES_TAKES_ENTRY && n->n_held >= m->mshrs && !(m->words && has_entry(w, c))) return false;
    if (does & CG_DOES_BUFFERS && cg_shadow_buffer_full(w->shadow, c->machine, c->node, c->packet->addr))
        return false;
    if (does & CG_DOES_PUSH && cg_shadow_fifo_full(w->shadow, c->machine, c->node,
                                                   cg_find_action(&m->rules[rule], CG_DOES_PUSH)->structure))
        return false;
    for (int i = 0; does & CG_DOES_INSERTS && i < m->n_lookups; i++)
        if (cg_lookup_action(m, &m->rules[rule], i, CG_DOES_INSERTS) &&
            cg_shadow_lookup_full(w->shadow, c->machine, c->node, i))
            return false;
    const bool defers = does & CG_DOES_DEFERS && !cg_defers_again(w->shadow, c, rule);
    if (defers && (c->waiter != CG_NONE || n->n_waiters >= m->waiters)) return false;
    if (!(does & CG_DOES_TAKES_WAY) || cg_line_present(w->shadow, c->machine, c->node, c->packet->addr))
        return true;
    uint64_t used = 0;
    for (uint32_t i = 0; i < n->n_blocks; i++)
        used += set_of(w, c->machine, cg_block_line(shadow_machine(w, c->machine), n->blocks[i])) == set &&
                shows_way(w, c->machine, c->node, n->blocks[i]);
    if (used < m->ways) return true;
    evict_for_way(w, c, set);
    return false;
}

static int draw_word(walk *w, uint32_t set) {
    for (uint64_t k = cg_rng_below(&w->rng, (uint64_t)__builtin_popcount(set)); k; k--) set &= set - 1;
    return __builtin_ctz(set);
}

// Machines of words: the event is for any of its words, and for some or all that are alike. False: for none.
static bool draw_group(walk *w, cg_cause *c) {
    const uint32_t set = cg_shadow_words(w->shadow, c) & (c->only ? c->only : UINT32_MAX);
    if (!set) return false;
    cg_shadow_lead(w->shadow, c, draw_word(w, set));
    const uint32_t alike = cg_shadow_alike(w->shadow, c, set);
    c->words |= alike & (cg_rng_below(&w->rng, 2) ? UINT32_MAX : (uint32_t)cg_rng_next(&w->rng));
    return true;
}

bool walk_take_event(walk *w, cg_cause *c) {
    const cg_machine *m = &w->spec->machines[c->machine];
    if (m->words && m->events[c->event].block && !draw_group(w, c)) return false;
    if (!cg_shadow_accepts(w->shadow, c)) return false;
    const int rule = cg_shadow_select(w->shadow, c);
    if (rule == CG_NONE) return false;
    cg_shadow_widen(w->shadow, c, rule);
    if (!has_room_for_rule(w, c, rule)) return false;
    note_event(w, c, &m->rules[rule]);
    const cg_outcome *o = cg_shadow_fire(w->shadow, c, rule);
    w->result->rules++;
    const bool responds = o->responds;
    const uint32_t tid = o->resp_tid;
    cg_shadow_commit(w->shadow, c, o);
    const int core = cg_shadow_core_of(w->shadow, c);
    if (responds && *cg_shadow_status_of(w->shadow, core, tid) == CG_FREE) walk_answered(w, core, tid);
    return !m->rules[rule].stalls;
}

static void take_packet(walk *w, cg_cause *c) {
    c->event = event_of_packet(w, c->machine, c->packet);
    c->block = w->spec->machines[c->machine].events[c->event].block
                   ? cg_shadow_block(w->shadow, c->machine, c->node, c->packet->addr)
                   : NULL;
    // Of words: what is left of a message follows at once, as far as it can.
    for (bool more = true; more;) {
        const uint32_t messages = c->queue ? c->queue->n : 0;
        more = walk_take_event(w, c) && c->words && messages && c->queue->n == messages;
        if (more) c->packet = cg_queue_at(w->shadow, c->queue, c->at);
    }
}

bool walk_may_take_way(walk *w) {
    return w->made_room && w->race_free && cg_rng_below(&w->rng, 2);
}

void walk_take(walk *w, cg_cause *c) {
    w->made_room = false;
    take_packet(w, c);
    if (walk_may_take_way(w)) take_packet(w, c);
}

// ------------------------------------------------------------------------------- events that nobody sends

void walk_own(walk *w, int machine, int node, cg_event_kind kind, uint64_t addr) {
    const cg_machine *m = &w->spec->machines[machine];
    cg_cause c = {.machine = machine, .node = node, .packet = w->bare, .waiter = CG_NONE};
    w->bare->addr = addr;
    for (c.event = 0; c.event < m->n_events; c.event++) {
        if (m->events[c.event].kind != kind) continue;
        c.block = m->events[c.event].block ? cg_shadow_block(w->shadow, machine, node, addr) : NULL;
        walk_take_event(w, &c);
    }
}

void walk_evict(walk *w, int machine, int node, cg_block *b) {
    const cg_machine *m = &w->spec->machines[machine];
    const uint64_t addr = cg_block_addr(shadow_machine(w, machine), b);
    for (int e = 0; e < m->n_events; e++) {
        const bool can = b->present && !is_held(w, machine, node, b);
        if (m->events[e].kind == CG_EV_EVICT && can) evict_line(w, machine, node, e, addr);
    }
}

// One of the machine's events of this kind; of timers, one that is not off. CG_NONE: there is none.
static int draw_event(walk *w, const cg_machine *m, cg_event_kind kind) {
    int drawn = CG_NONE;
    uint64_t seen = 0;
    for (int i = 0; i < m->n_events; i++) {
        const cg_event *e = &m->events[i];
        if (e->kind != kind || (kind == CG_EV_TIMER && !e->period)) continue;
        if (seen++ == 0 || cg_rng_below(&w->rng, seen) == 0) drawn = i;
    }
    return drawn;
}

// An eviction of any line at any controller, or a timer of any. Note [seen] evicts lines of homes alone.
void walk_take_own(walk *w, cg_event_kind kind) {
    const int machine = (int)cg_rng_below(&w->rng, (uint64_t)w->spec->n_machines);
    const cg_machine *m = &w->spec->machines[machine];
    const bool counted = w->spinning && kind == CG_EV_EVICT;
    if (counted && (!m->home || !w->home_evictions || w->operations[0].spins < 2)) return;
    const int node = (int)cg_rng_below(&w->rng, m->count);
    const cg_node *n = &w->shadow->machines[machine].nodes[node];
    cg_cause c = {.machine = machine, .node = node, .packet = w->bare, .waiter = CG_NONE};
    if (kind == CG_EV_EVICT && !n->n_blocks) return;
    if (kind == CG_EV_EVICT) c.block = n->blocks[cg_rng_below(&w->rng, n->n_blocks)];
    if (c.block && (!c.block->present || is_held(w, machine, node, c.block)))
        return; // an entry keeps its way
    w->bare->addr = c.block ? cg_block_addr(shadow_machine(w, machine), c.block) : 0;
    c.event = draw_event(w, m, kind);
    if (c.event == CG_NONE) return;
    w->home_evictions -= counted;
    if (c.block)
        evict_line(w, machine, node, c.event, w->bare->addr);
    else
        walk_take_event(w, &c);
}

void walk_time(walk *w, uint64_t cycles) {
    const cg_clock *clock = &w->spec->clock;
    const uint64_t end = (UINT64_C(1) << clock->bits) - 1, now = w->shadow->clock;
    const uint64_t some = cycles > clock->cycles ? cycles / clock->cycles : 1;
    if (now < end) {
        w->shadow->clock = some < end - now ? now + some : end;
        return;
    }
    w->shadow->clock = 0;
    for (int m = 0; m < w->spec->n_machines; m++) {
        const cg_machine *machine = &w->spec->machines[m];
        cg_cause c = {.machine = m, .packet = w->bare, .waiter = CG_NONE};
        for (c.event = 0; c.event < machine->n_events; c.event++) {
            if (machine->events[c.event].kind != CG_EV_WRAP) continue;
            for (c.node = 0; c.node < (int)machine->count; c.node++) walk_take_event(w, &c);
        }
    }
}
