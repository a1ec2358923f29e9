// What comes next in a walk: everything that may is counted, and one of it is drawn.
#include "parts.h"

bool walk_draw(walk *w, walk_next *l) {
    if (cg_rng_below(&w->rng, ++l->seen) != 0) return false;
    l->entry = CG_NONE;
    l->fifo = CG_NONE;
    return true;
}

// Which message of the queue comes: any, where the table counts on no order.
static uint32_t overtakes(walk *w, int channel, const cg_queue *queue) {
    const bool ordered = w->spec->nets[w->spec->channels[channel].net].ordered;
    if (ordered || !w->spec->has_order || queue->n < 2) return 0;
    return w->newest ? queue->n - 1 : (uint32_t)cg_rng_below(&w->rng, queue->n);
}

// note [fair]: a message may be delayed for as long as the draw likes: no table may count on times. But
// nothing is delayed for ever, or no request need be answered. So as soon as a request has waited for half of
// what is taken for a deadlock (note [patience]), slow lanes move as others do, until it is answered.
static bool is_slow(walk *w, int queue) {
    return !w->hurries && w->slow[queue] && cg_rng_below(&w->rng, w->slow[queue]) != 0;
}

cg_cause walk_arrival(const walk *w, int number) {
    const cg_shadow *s = w->shadow;
    const int i = s->channel_of[number];
    cg_queue *queue = &s->queues[number];
    return (cg_cause){.machine = w->spec->channels[i].to,
                      .node = (number - s->queue_base[i]) % w->plan->lanes[i].n_dst,
                      .packet = cg_queue_at(s, queue, 0),
                      .queue = queue,
                      .waiter = CG_NONE};
}

static void enter_queue(walk *w, walk_next *l, int number) {
    const int channel = w->shadow->channel_of[number];
    if (w->spec->channels[channel].to < 0 || is_slow(w, number) || !walk_draw(w, l)) return;
    l->thread = CG_NONE;
    l->cause = walk_arrival(w, number);
    l->cause.at = overtakes(w, channel, l->cause.queue);
    l->cause.packet = cg_queue_at(w->shadow, l->cause.queue, l->cause.at);
}

static void enter_queues(walk *w, walk_next *l) {
    for (int first = 0; first < w->shadow->n_queues; first += 64)
        for (uint64_t left = w->shadow->filled_queues[first / 64]; left; left &= left - 1)
            enter_queue(w, l, first + __builtin_ctzll(left));
}

static void enter_waiters(walk *w, walk_next *l) {
    for (int m = 0; m < w->spec->n_machines; m++) {
        for (uint64_t k = 0; k < w->spec->machines[m].count; k++) {
            const cg_node *n = &w->shadow->machines[m].nodes[k];
            for (uint32_t i = 0; i < n->n_waiters; i++) {
                if (!n->waiters[i].eligible || !walk_draw(w, l)) continue;
                l->thread = CG_NONE;
                l->cause = (cg_cause){.machine = m, .node = (int)k, .waiter = (int)i};
                l->cause.packet = n->waiters[i].packet;
            }
        }
    }
}

static void enter_drains(walk *w, walk_next *l) {
    if (w->slow_drains && cg_rng_below(&w->rng, w->slow_drains)) return;
    for (int m = 0; m < w->spec->n_machines; m++) {
        const cg_machine *machine = &w->spec->machines[m];
        for (int k = 0; machine->buffer_entries && k < (int)machine->count; k++) {
            for (int i = walk_due(w, m, k, 0); i != CG_NONE; i = walk_due(w, m, k, (uint32_t)i + 1)) {
                if (!walk_draw(w, l)) continue;
                l->thread = CG_NONE;
                l->cause = (cg_cause){.machine = m, .node = k};
                l->entry = i;
            }
        }
    }
}

// Early, and for no reason that is known here (note [early] in lang/structure.h), only now and then: what
// stays in a fifo is of interest.
static bool is_offered(walk *w, int machine, int node, int fifo) {
    if (cg_shadow_drains(w->shadow, machine, node, fifo)) return true;
    return cg_shadow_may_drain(w->shadow, machine, node, fifo) && cg_rng_below(&w->rng, 16) == 0;
}

static void enter_heads(walk *w, walk_next *l) {
    for (int m = 0; m < w->spec->n_machines; m++) {
        const cg_machine *machine = &w->spec->machines[m];
        for (int k = 0; k < machine->n_structures * (int)machine->count; k++) {
            const int node = k / machine->n_structures, fifo = k % machine->n_structures;
            if (!is_offered(w, m, node, fifo) || !walk_draw(w, l)) continue;
            l->thread = CG_NONE;
            l->cause = (cg_cause){.machine = m, .node = node};
            l->fifo = fifo;
        }
    }
}

static void enter_threads(walk *w, walk_next *l) {
    for (int core = 0; core < (int)w->spec->cores; core++) {
        const cg_request_status *status = cg_shadow_status_of(w->shadow, core, 0);
        const int first = core * (int)w->spec->threads;
        for (uint32_t tid = 0; tid < w->spec->threads; tid++) {
            for (int side = 0; side < 2; side++) {
                if (!walk_has_to_take(w, core, tid, side) || !walk_draw(w, l)) continue;
                l->thread = CG_NONE;
                const cg_controller at = walk_taker(w, core, side);
                l->cause = (cg_cause){.machine = at.machine, .node = at.node, .waiter = CG_NONE};
                l->cause.packet = cg_shadow_request_of(w->shadow, core, tid);
            }
            if (status[tid] == CG_FREE && walk_wants(w, first + (int)tid) && walk_draw(w, l)) {
                l->thread = first + (int)tid;
                l->cause.queue = NULL;
            }
        }
    }
}

static void take_one(walk *w) {
    walk_next next = {.thread = CG_NONE, .entry = CG_NONE, .fifo = CG_NONE};
    enter_drains(w, &next); // first: an event that is drawn later leaves the entry as it is
    enter_heads(w, &next);
    enter_queues(w, &next);
    enter_waiters(w, &next);
    walk_enter_alarms(w, &next);
    enter_threads(w, &next);
    if (next.seen == 0) return;
    if (next.entry != CG_NONE)
        walk_drain(w, next.cause.machine, next.cause.node, (uint32_t)next.entry);
    else if (next.fifo != CG_NONE)
        walk_head(w, next.cause.machine, next.cause.node, next.fifo);
    else if (next.thread != CG_NONE)
        walk_issue(w, next.thread);
    else if (next.cause.block) // an alarm: it has no packet of its own
        walk_take_alarm(w, &next.cause);
    else
        walk_take(w, &next.cause);
}

void walk_step(walk *w) {
    const uint64_t r = cg_rng_below(&w->rng, 1024);
    w->shadow->cycle = ++w->step;
    if (r < w->evict)
        walk_take_own(w, CG_EV_EVICT);
    else if (r < w->evict + w->tick)
        walk_take_own(w, CG_EV_TIMER);
    else if (r < w->evict + w->tick + w->drain)
        walk_drain_any(w);
    else if (w->spec->clock.bits && r < w->evict + w->tick + w->drain + w->time)
        walk_time(w, 1 + cg_rng_below(&w->rng, UINT64_C(1)
                                                   << cg_rng_below(&w->rng, (uint64_t)w->spec->clock.bits)));
    else
        take_one(w);
}
