// The last part of some random walks: a contest for one line, in which everybody gets turns.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

// note [contest]
//
// A fair draw serves in the end also a request that could be overtaken again and again: chance breaks the
// circle. So here nothing is drawn but the kind of contest. A few threads ask the same operation for the same
// word over and over. Cores have their turns one after the other; at its turn a core takes what it has
// deferred and may take again, then what it has stalled, then something new. After each turn some messages
// are taken, or all there are; perhaps all copies are evicted then. A home takes what it has deferred before
// the next message. So deferred requests go before new ones, as in the hardware. Whoever is not served for
// many rounds, while all others go on, starves.
enum { CORES = 3, THREADS = 3, MESSAGES = 12, SWEEPS = 10, ROUNDS = 40, PASSES = 64, FIRST_PASSES = 10000 };

typedef struct {
    walk *w;
    int cores, threads; // those that take part: the first threads of the first cores of each kind by turns
    int core[CORES];    // their numbers
    uint64_t messages;  // after a turn; 0: until none is left
    bool evict;         // copies are evicted after each turn
    bool alarmed;       // at its turn a core hears of its alarms first
    uint64_t time;      // counts of the clock that a turn takes; 0: there is none
    int next;           // queue that is looked at next
    uint64_t round, patience;
    uint64_t asked[CORES][THREADS]; // the round; by place among those that take part
    bool crowded[CORES];            // one of its requests had to wait for room in a lane
} contest;

// ---------------------------------------------------------------------------------------- what the others do

static void deliver(contest *t, int number) {
    cg_cause c = walk_arrival(t->w, number);
    walk_take(t->w, &c);
}

static bool has_message(const contest *t, int number) {
    const walk *w = t->w;
    return w->spec->channels[w->shadow->channel_of[number]].to >= 0 && w->shadow->queues[number].n;
}

// Each of those deferred that may come again, once, in their order; but not those that were `passed` over.
static void retake_new(walk *w, int machine, int node, bool *passed) {
    const cg_node *n = &w->shadow->machines[machine].nodes[node];
    uint32_t left = n->n_waiters;
    for (uint32_t i = 0; left && i < n->n_waiters; left--) {
        const uint32_t before = n->n_waiters;
        cg_cause c = {.machine = machine, .node = node, .waiter = (int)i, .packet = n->waiters[i].packet};
        if (n->waiters[i].eligible && !(passed && passed[i])) walk_take(w, &c);
        if (n->n_waiters >= before)
            i++;
        else if (passed)
            memmove(passed + i, passed + i + 1, (n->n_waiters - i) * sizeof *passed);
    }
}

static void retake_deferred(walk *w, int machine, int node) {
    retake_new(w, machine, node, NULL);
}

// What leaves a fifo of theirs, as often as it is full, leaves after a message, too.
static void take_homes(walk *w) {
    for (int m = 0; m < w->spec->n_machines; m++) {
        const cg_machine *machine = &w->spec->machines[m];
        for (uint64_t k = 0; !machine->core_port && k < machine->count; k++) {
            retake_deferred(w, m, (int)k);
            while (walk_heads(w, m, (int)k)) {
            }
        }
    }
}

// What homes have is due after each message; with a clock that is after each of its rounds.
static void take_home_alarms(walk *w) {
    for (int m = 0; m < w->spec->n_machines; m++)
        for (uint64_t k = 0; !w->spec->machines[m].core_port && k < w->spec->machines[m].count; k++)
            walk_alarms_once(w, m, (int)k);
}

// One pass over all lanes, and from each at most one message. How many there were.
static uint64_t take_messages(contest *t, uint64_t most) {
    uint64_t n = 0;
    for (int i = 0; i < t->w->shadow->n_queues && n < most; i++) {
        const int number = t->next;
        t->next = (t->next + 1) % t->w->shadow->n_queues;
        if (!has_message(t, number)) continue;
        deliver(t, number);
        if (!t->time) take_home_alarms(t->w);
        take_homes(t->w);
        n++;
    }
    return n;
}

static void take_all(contest *t) {
    uint64_t left = t->messages ? t->messages : UINT64_MAX;
    for (int pass = 0; pass < PASSES && left; pass++) {
        const uint64_t n = take_messages(t, left);
        if (!n) {
            take_homes(t->w); // a head that has waited for nothing but its own rule is offered again
            return;
        }
        left -= n;
    }
}

static bool overfull(const walk *w) {
    for (int i = 0; i < w->shadow->n_queues; i++)
        if (w->spec->channels[w->shadow->channel_of[i]].to >= 0 &&
            w->shadow->queues[i].n > w->spec->net_depth)
            return true;
    return false;
}

// What is posted may stand in a lane in any number before, as only requests of cores wait for room in a walk.
// It would keep its core from asking until it is gone; the hardware has no more than a lane holds.
static void empty_lanes(contest *t) {
    for (int pass = 0; pass < FIRST_PASSES && overfull(t->w) && take_messages(t, UINT64_MAX); pass++) {
    }
}

// --------------------------------------------------------------------------------------------- a core's turn

// `place`: of the core among those that take part.
static cg_request_status status_of(const contest *t, int place, int tid) {
    return *cg_shadow_status_of(t->w->shadow, t->core[place], (uint32_t)tid);
}

static cg_controller controller_of(const contest *t, int place) {
    return cg_core_at(t->w->spec, (uint64_t)t->core[place]);
}

// Lanes hold so many messages, and what is posted waits for room in them.
static bool has_room_in_lanes(const walk *w, cg_controller at) {
    const cg_spec *s = w->spec;
    for (int c = 0; c < s->n_channels; c++) {
        if (s->channels[c].from != at.machine || s->channels[c].to == CG_MEMORY) continue;
        for (int to = 0; to < (int)s->machines[s->channels[c].to].count; to++)
            if (cg_shadow_queue(w->shadow, c, at.node, to)->n >= s->net_depth) return false;
    }
    return true;
}

static void offer_to(contest *t, int place, int tid, int side) {
    walk *w = t->w;
    cg_packet *asked = cg_shadow_request_of(w->shadow, t->core[place], (uint32_t)tid);
    const cg_controller at = walk_taker(w, t->core[place], side);
    if (!has_room_in_lanes(w, at)) {
        t->crowded[place] = true;
        return;
    }
    cg_cause c = {.machine = at.machine, .node = at.node, .waiter = CG_NONE};
    c.packet = asked;
    walk_take(w, &c);
}

// To each that has to take it: what comes after that waits for its turn.
static void offer_request(contest *t, int place, int tid) {
    const int core = t->core[place];
    const unsigned sides = cg_shadow_sides(t->w->shadow, core, (uint32_t)tid);
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1 && walk_has_to_take(t->w, core, (uint32_t)tid, side))
            offer_to(t, place, tid, side);
}

// Those that it has stalled, each once: the oldest first, as in the one queue that a core port has. Where
// nothing waits for a store buffer, or for room in a lane, they come in the order of their threads, as if
// each had a queue of its own. That is harder.
static void offer_stalled(contest *t, int place) {
    const bool queue =
        t->w->spec->machines[controller_of(t, place).machine].buffer_entries || t->crowded[place];
    bool offered[THREADS] = {false};
    for (int i = 0; i < t->threads; i++) {
        int first = CG_NONE;
        for (int tid = 0; tid < t->threads; tid++) {
            if (offered[tid] || status_of(t, place, tid) != CG_WAITING) continue;
            if (first == CG_NONE || (queue && t->asked[place][tid] < t->asked[place][first])) first = tid;
        }
        if (first == CG_NONE) return;
        offered[first] = true;
        offer_request(t, place, first);
    }
}

// What a walk of the memory beside a core has come to, for which a command may wait without any message.
static void take_heads_beside(walk *w, const cg_controller *at) {
    const int memory = cg_memory_beside(w->spec, at->machine);
    while (memory != CG_NONE && walk_heads(w, memory, at->node)) {
    }
}

// What the store buffer's lines hand back as they leave comes before the core's next request where the
// machine is fair. A deferred request that stalled before has no such place.
static void take_drains(contest *t, const cg_controller *at) {
    walk *w = t->w;
    const cg_machine *m = &w->spec->machines[at->machine];
    const cg_node *n = &w->shadow->machines[at->machine].nodes[at->node];
    bool *passed = calloc(m->waiters, sizeof *passed);
    if (!passed) abort();
    for (int i = 0; i < t->threads; i++) {
        for (uint32_t k = 0; k < n->n_waiters; k++) passed[k] = n->waiters[k].eligible;
        if (!walk_drain_first(w, at->machine, at->node)) break;
        if (m->fair) retake_new(w, at->machine, at->node, passed);
    }
    free(passed);
}

// Timers, where a command may wait for one.
static void take_timers(walk *w, const cg_controller *at) {
    const cg_machine *m = &w->spec->machines[at->machine];
    for (int e = 0; e < m->n_events; e++)
        if (m->events[e].kind == CG_EV_TIMER && !m->events[e].period) return;
    if (w->spec->n_commands) walk_own(w, at->machine, at->node, CG_EV_TIMER, 0);
}

static void take_turn(contest *t, int place) {
    walk *w = t->w;
    const cg_controller at = controller_of(t, place);
    w->contest_place = place;
    if (t->alarmed) walk_alarms_once(w, at.machine, at.node);
    retake_deferred(w, at.machine, at.node);
    for (int i = 0; i < t->threads && walk_heads(w, at.machine, at.node);) i++;
    take_drains(t, &at);
    take_heads_beside(w, &at);
    take_timers(w, &at);
    offer_stalled(t, place);
    for (int tid = 0; tid < t->threads && !walk_failed(w); tid++) {
        if (status_of(t, place, tid) != CG_FREE) continue;
        walk_issue(w, t->core[place] * (int)w->spec->threads + tid);
        t->asked[place][tid] = t->round;
        if (status_of(t, place, tid) == CG_WAITING) offer_request(t, place, tid);
    }
}

// A round of the clock is some turns: a thread that waits for a time waits no longer than that.
static void take_time(contest *t) {
    if (!t->time) return;
    walk_time(t->w, t->time);
    walk_alarms(t->w);
    take_homes(t->w);
}

static void evict_all(walk *w) {
    for (int core = 0; core < (int)w->spec->cores; core++) {
        const cg_controller at = cg_core_at(w->spec, (uint64_t)core);
        const cg_node *n = &w->shadow->machines[at.machine].nodes[at.node];
        for (uint32_t i = n->n_blocks; i-- > 0;)
            if (i < n->n_blocks) walk_evict(w, at.machine, at.node, n->blocks[i]);
    }
}

// A core that does not take part asks for nothing, but may have a word that the others want: it hears of its
// alarms, as a home does.
static void take_alarms_of_others(contest *t) {
    for (int core = 0; core < (int)t->w->spec->cores; core++) {
        bool takes_part = false;
        for (int place = 0; place < t->cores; place++) takes_part |= t->core[place] == core;
        const cg_controller at = cg_core_at(t->w->spec, (uint64_t)core);
        if (!takes_part) walk_alarms_once(t->w, at.machine, at.node);
    }
}

// ------------------------------------------------------------------------------------------------ all of it

static void find_starving(const contest *t) {
    for (int place = 0; place < t->cores; place++) {
        for (int tid = 0; tid < t->threads; tid++) {
            const uint64_t waited = t->round - t->asked[place][tid];
            if (status_of(t, place, tid) == CG_FREE || waited < t->patience) continue;
            const int thread = t->core[place] * (int)t->w->spec->threads + tid;
            char text[CG_REQUEST_TEXT];
            walk_fail(
                t->w, "livelock: thread %d of core %d starves, with its %s: every core had %" PRIu64 " turns",
                tid, t->core[place], cg_request_text(&t->w->operations[thread].request, text), t->patience);
        }
    }
}

static uint64_t draw_below(walk *w, uint64_t n) {
    return cg_rng_below(&w->rng, n);
}

// Is there room for so many lines, wherever? A thread that waits for a way or an MSHR entry may starve for
// that: others come first each time.
static bool has_room_for_lines(const walk *w, uint64_t lines) {
    bool has = true;
    for (int m = 0; m < w->spec->n_machines; m++) {
        const cg_machine *machine = &w->spec->machines[m];
        has &= machine->local || (machine->sets * machine->ways >= lines && machine->mshrs >= lines);
    }
    return has;
}

// The first cores of each kind by turns: so all kinds take part.
static void choose_cores(contest *t) {
    const cg_spec *s = t->w->spec;
    int n = 0;
    for (uint64_t k = 0; n < t->cores; k++)
        for (int m = 0; m < s->n_machines && n < t->cores; m++)
            if (cg_has_ports(&s->machines[m]) && k < s->machines[m].count)
                t->core[n++] = (int)cg_core_of(&s->machines[m], k);
}

static int smaller_of(uint64_t a, int b) {
    return a < (uint64_t)b ? (int)a : b;
}

// Where each thread may store into words of its own, these and the two that all share: words of as few lines
// as there is room for, or lines. Three words by turns if they fit: where copies are evicted each is gone
// when its turn comes again.
static void take_only_as_many_as_fit(contest *t) {
    walk *w = t->w;
    const uint64_t words = w->spec->line_bytes / CG_WORD_BYTES;
    while (t->cores * t->threads > 1 &&
           !has_room_for_lines(w, (uint64_t)(t->cores * t->threads + 1) / words + 1)) {
        if (t->threads > 1)
            t->threads--;
        else
            t->cores--;
    }
    const uint64_t all = (uint64_t)(t->cores * t->threads);
    w->contest_threads = t->threads;
    w->contest_own = words >= 3 && has_room_for_lines(w, (3 * all + 1) / words + 1) ? 3 : 1;
    w->contest_apart = has_room_for_lines(w, all + 2);
    t->alarmed = draw_below(w, 2);
}

void walk_contest(walk *w) {
    contest t = {.w = w, .evict = draw_below(w, 2)};
    t.cores = smaller_of(w->spec->cores, 2 + (int)draw_below(w, CORES - 1));
    t.threads = smaller_of(w->spec->threads, 1 + (int)draw_below(w, THREADS));
    t.messages = draw_below(w, 1 + (uint64_t)(t.cores * t.threads));
    t.patience = ROUNDS + (t.messages ? (uint64_t)(SWEEPS * MESSAGES * t.threads) / t.messages : 0);
    if (w->spec->clock.bits) t.time = 1 + ((UINT64_C(1) << w->spec->clock.bits) >> (1 + draw_below(w, 4)));
    if (w->race_free) take_only_as_many_as_fit(&t);
    choose_cores(&t);
    w->spinning = false;
    w->contesting = true;
    w->contest_ops = draw_below(w, UINT64_MAX);
    empty_lanes(&t);
    for (t.round = 0; t.round < 2 * t.patience && !walk_failed(w); t.round++) {
        for (int place = 0; place < t.cores; place++) {
            const cg_controller at = controller_of(&t, place);
            w->shadow->cycle = ++w->step;
            take_turn(&t, place);
            take_time(&t);
            if (!t.time) walk_alarms_once(w, at.machine, at.node);
            if (!t.time) take_home_alarms(w);
            take_all(&t);
            if (t.evict) evict_all(w);
        }
        if (!t.time) take_alarms_of_others(&t);
        find_starving(&t);
    }
}
