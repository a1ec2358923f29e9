#include "walk.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

void walk_fail(walk *w, const char *fmt, ...) {
    va_list args;
    if (walk_failed(w)) return;
    va_start(args, fmt);
    vsnprintf(w->result->reason, sizeof w->result->reason, fmt, args);
    va_end(args);
}

static void problem(void *ctx, const char *text) {
    walk *w = ctx;
    const walk_event *e = w->n_history ? &w->history[(w->n_history - 1) % WALK_HISTORY] : NULL;
    walk_fail(w, "table: %s: %s", e ? e->rule : "?", text);
}

static void violation(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    walk *w = ctx;
    (void)cycle, (void)has_addr, (void)addr;
    if (!walk_failed(w) && w->options->trace) fputs(text, w->options->trace);
    walk_fail(w, "%.*s", (int)strcspn(text, "\n"), text);
}

// ------------------------------------------------------------------------------------------------ one event

static uint64_t set_of(const walk *w, int machine, uint64_t line) {
    const cg_machine *m = &w->spec->machines[machine];
    return (m->home ? line / m->count : line) & (m->sets - 1);
}

static int event_of(const walk *w, int machine, const cg_packet *p) {
    const cg_machine *m = &w->spec->machines[machine];
    if (p->msg == CG_NONE) return w->core_event[p->op];
    int i = 0;
    while (m->events[i].kind != CG_EV_MESSAGE || m->events[i].msg != p->msg) i++;
    return i;
}

static void note(walk *w, const cg_cause *c, const cg_rule *r) {
    w->history[w->n_history++ % WALK_HISTORY] =
        (walk_event){.rule = r->id,
                     .node = c->node,
                     .addr = c->packet->addr,
                     .tid = c->packet->tid,
                     .block = r->state != CG_NONE,
                     .thread = w->spec->machines[c->machine].events[c->event].kind == CG_EV_CORE};
}

static const cg_shadow_machine *machine_of(const walk *w, int machine) {
    return &w->shadow->machines[machine];
}

static bool is_held(walk *w, int machine, int node, const cg_block *b) {
    return cg_line_held(w->shadow, machine, node, cg_block_addr(machine_of(w, machine), b));
}

// The eviction of a line; of words, group by group, and all of them.
static void evict(walk *w, int machine, int node, int event, uint64_t addr) {
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
static void make_room(walk *w, const cg_cause *c, uint64_t set) {
    const cg_node *n = &w->shadow->machines[c->machine].nodes[c->node];
    const cg_machine *m = &w->spec->machines[c->machine];
    const uint32_t first = (uint32_t)cg_rng_below(&w->rng, n->n_blocks);
    for (int e = 0; e < m->n_events; e++) {
        for (uint32_t i = 0; m->events[e].kind == CG_EV_EVICT && i < n->n_blocks; i++) {
            cg_block *b = n->blocks[(first + i) % n->n_blocks];
            const cg_shadow_machine *sm = machine_of(w, c->machine);
            if (!b->present || set_of(w, c->machine, cg_block_line(sm, b)) != set) continue;
            if (is_held(w, c->machine, c->node, b)) continue;
            evict(w, c->machine, c->node, e, cg_block_addr(sm, b));
            w->made_room = true;
            return;
        }
    }
}

// Is it the lowest word of its line that has a way? Of lines: has it one?
static bool shows_way(walk *w, int machine, int node, const cg_block *b) {
    const cg_shadow_machine *sm = machine_of(w, machine);
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

// Is there room for what the rule allocates and keeps? The hardware lets the event wait, too.
static bool has_room(walk *w, const cg_cause *c, int does) {
    const cg_node *n = &w->shadow->machines[c->machine].nodes[c->node];
    const cg_machine *m = &w->spec->machines[c->machine];
    const uint64_t set = set_of(w, c->machine, c->packet->addr / w->spec->line_bytes);
    if (does & CG_DOES_TAKES_ENTRY && n->n_held >= m->mshrs && !(m->words && has_entry(w, c))) return false;
    if (does & CG_DOES_BUFFERS && cg_shadow_buffer_full(w->shadow, c->machine, c->node, c->packet->addr))
        return false;
    const bool keeps = does & CG_DOES_KEEPS && (c->waiter == CG_NONE || cg_words_left(w->shadow, c));
    if (keeps && (c->waiter != CG_NONE || n->n_waiters >= m->waiters)) return false;
    if (!(does & CG_DOES_TAKES_WAY) || cg_line_present(w->shadow, c->machine, c->node, c->packet->addr))
        return true;
    uint64_t used = 0;
    for (uint32_t i = 0; i < n->n_blocks; i++)
        used += set_of(w, c->machine, cg_block_line(machine_of(w, c->machine), n->blocks[i])) == set &&
                shows_way(w, c->machine, c->node, n->blocks[i]);
    if (used < m->ways) return true;
    make_room(w, c, set);
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
    if (!has_room(w, c, w->shadow->machines[c->machine].rules[rule].does)) return false;
    note(w, c, &m->rules[rule]);
    const cg_outcome *o = cg_shadow_fire(w->shadow, c, rule);
    w->result->rules++;
    const bool responds = o->responds;
    const uint32_t tid = o->resp_tid;
    cg_shadow_commit(w->shadow, c, o);
    if (responds && *cg_shadow_status_of(w->shadow, c->node, tid) == CG_FREE) walk_answered(w, c->node, tid);
    return !m->rules[rule].stalls;
}

// -------------------------------------------------------------------------------------- what comes next

static void take_packet(walk *w, cg_cause *c) {
    c->event = event_of(w, c->machine, c->packet);
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

// Who had a line evicted may take its way before anybody else comes; where one way is wanted by many, it
// might not come by it for very long else.
void walk_take(walk *w, cg_cause *c) {
    w->made_room = false;
    take_packet(w, c);
    if (w->made_room && w->race_free && cg_rng_below(&w->rng, 2)) take_packet(w, c);
}

bool walk_draw(walk *w, walk_next *l) {
    if (cg_rng_below(&w->rng, ++l->seen) != 0) return false;
    l->entry = CG_NONE;
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

static void enter_queues(walk *w, walk_next *l) {
    for (int i = 0; i < w->spec->n_channels; i++) {
        const cg_channel *c = &w->spec->channels[i];
        const cg_lane_plan *lane = &w->plan->lanes[i];
        if (c->to < 0) continue;
        for (int q = 0; q < lane->n_src * lane->n_dst; q++) {
            const int number = w->shadow->queue_base[i] + q, dst = q % lane->n_dst;
            cg_queue *queue = &w->shadow->queues[number];
            if (!queue->n || is_slow(w, number) || !walk_draw(w, l)) continue;
            l->thread = CG_NONE;
            l->cause = (cg_cause){.machine = c->to, .node = dst, .queue = queue, .waiter = CG_NONE};
            l->cause.at = overtakes(w, i, queue);
            l->cause.packet = cg_queue_at(w->shadow, queue, l->cause.at);
        }
    }
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

static void enter_threads(walk *w, walk_next *l) {
    for (int i = 0; i < w->n_threads; i++) {
        const int core = (int)((uint64_t)i / w->spec->threads);
        const uint32_t tid = (uint32_t)((uint64_t)i % w->spec->threads);
        const cg_request_status status = *cg_shadow_status_of(w->shadow, core, tid);
        if (status == CG_WAITING && walk_draw(w, l)) {
            l->thread = CG_NONE;
            l->cause = (cg_cause){.machine = w->core_machine, .node = core, .waiter = CG_NONE};
            l->cause.packet = cg_shadow_request_of(w->shadow, core, tid);
        }
        if (status == CG_FREE && walk_wants(w, i) && walk_draw(w, l)) {
            l->thread = i;
            l->cause.queue = NULL;
        }
    }
}

static void take_one(walk *w) {
    walk_next next = {.thread = CG_NONE, .entry = CG_NONE};
    enter_drains(w, &next); // first: whoever is drawn later leaves the entry as it is
    enter_queues(w, &next);
    enter_waiters(w, &next);
    walk_enter_alarms(w, &next);
    enter_threads(w, &next);
    if (next.seen == 0) return;
    if (next.entry != CG_NONE)
        walk_drain(w, next.cause.machine, next.cause.node, (uint32_t)next.entry);
    else if (next.thread != CG_NONE)
        walk_issue(w, next.thread);
    else if (next.cause.block) // an alarm: it has no packet of its own
        walk_take_alarm(w, &next.cause);
    else
        walk_take(w, &next.cause);
}

void walk_own(walk *w, int machine, int node, cg_event_kind kind, uint64_t addr) {
    const cg_machine *m = &w->spec->machines[machine];
    cg_cause c = {.machine = machine, .node = node, .packet = w->bare, .waiter = CG_NONE};
    c.block = cg_shadow_block(w->shadow, machine, node, addr);
    w->bare->addr = addr;
    for (c.event = 0; c.event < m->n_events; c.event++)
        if (m->events[c.event].kind == kind) walk_take_event(w, &c);
}

void walk_evict(walk *w, int machine, int node, cg_block *b) {
    const cg_machine *m = &w->spec->machines[machine];
    const uint64_t addr = cg_block_addr(machine_of(w, machine), b);
    for (int e = 0; e < m->n_events; e++) {
        const bool can = b->present && !is_held(w, machine, node, b);
        if (m->events[e].kind == CG_EV_EVICT && can) evict(w, machine, node, e, addr);
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

// An eviction of any line at any controller, or a timer of any.
static void take_own(walk *w, cg_event_kind kind) {
    const int machine = (int)cg_rng_below(&w->rng, (uint64_t)w->spec->n_machines);
    const cg_machine *m = &w->spec->machines[machine];
    const int node = (int)cg_rng_below(&w->rng, m->count);
    const cg_node *n = &w->shadow->machines[machine].nodes[node];
    cg_cause c = {.machine = machine, .node = node, .packet = w->bare, .waiter = CG_NONE};
    if (kind == CG_EV_EVICT && !n->n_blocks) return;
    if (kind == CG_EV_EVICT) c.block = n->blocks[cg_rng_below(&w->rng, n->n_blocks)];
    if (c.block && (!c.block->present || is_held(w, machine, node, c.block)))
        return; // an entry keeps its way
    w->bare->addr = c.block ? cg_block_addr(machine_of(w, machine), c.block) : 0;
    c.event = draw_event(w, m, kind);
    if (c.event == CG_NONE) return;
    if (c.block)
        evict(w, machine, node, c.event, w->bare->addr);
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

static void step(walk *w) {
    const uint64_t r = cg_rng_below(&w->rng, 1024);
    w->shadow->cycle = ++w->step;
    if (r < w->evict)
        take_own(w, CG_EV_EVICT);
    else if (r < w->evict + w->tick)
        take_own(w, CG_EV_TIMER);
    else if (r < w->evict + w->tick + w->drain)
        walk_drain_any(w);
    else if (w->spec->clock.bits && r < w->evict + w->tick + w->drain + w->time)
        walk_time(w, 1 + cg_rng_below(&w->rng, UINT64_C(1)
                                                   << cg_rng_below(&w->rng, (uint64_t)w->spec->clock.bits)));
    else
        take_one(w);
}

// ------------------------------------------------------------------------------------------ a whole walk

// Each walk is of another kind: few lines or many, few evictions or many, lanes that overtake others.
static void draw_kind(walk *w) {
    static const uint64_t LINES[] = {1, 1, 2, 3, 4, 8, 16}, WORDS[] = {1, 1, 2, 4};
    static const uint64_t LOADS[] = {20, 50, 80}, EVICT[] = {0, 8, 64, 200}, TICK[] = {2, 20, 100},
                          TIME[] = {20, 100, 300}, FENCES[] = {0, 3, 20};
    static const uint8_t SLOW[] = {0, 0, 4, 30};
    static const uint8_t SLOW_DRAINS[] = {0, 0, 4, 30};
#define DRAW(list) list[cg_rng_below(&w->rng, sizeof(list) / sizeof *(list))]
    w->lines = DRAW(LINES);
    w->words = DRAW(WORDS);
    if (w->words * 4 > w->spec->line_bytes) w->words = w->spec->line_bytes / 4;
    w->loads = DRAW(LOADS);
    if (w->core_event[CG_FENCE] != CG_NONE) w->fences = DRAW(FENCES);
    w->stores = (100 - w->loads) * (1 + cg_rng_below(&w->rng, 3)) / 3;
    w->evict = (unsigned)DRAW(EVICT);
    w->tick = (unsigned)DRAW(TICK);
    w->time = w->spec->clock.bits ? (unsigned)DRAW(TIME) : 0;
    for (int i = 0; i < w->shadow->n_queues; i++) w->slow[i] = DRAW(SLOW);
    if (w->spec->machines[w->core_machine].buffer_entries) {
        w->drain = (unsigned)DRAW(EVICT);
        w->slow_drains = w->n_threads > 16 ? 0 : DRAW(SLOW_DRAINS);
        if (w->slow_drains && cg_rng_below(&w->rng, 2)) w->slow_drains *= 8;
    }
    // One of all lanes is left behind by all others.
    if (cg_rng_below(&w->rng, 4) < (w->spec->has_order ? 2 : 1))
        w->slow[cg_rng_below(&w->rng, (uint64_t)w->shadow->n_queues)] = 200;
    w->newest = w->spec->has_order && cg_rng_below(&w->rng, 2);
#undef DRAW
}

static void find_core(walk *w) {
    for (int m = 0; m < w->spec->n_machines; m++) {
        if (w->spec->machines[m].core_port) w->core_machine = m;
    }
    const cg_machine *m = &w->spec->machines[w->core_machine];
    for (int op = 0; op < CG_N_CORE_OPS; op++) w->core_event[op] = CG_NONE;
    for (int e = 0; e < m->n_events; e++) {
        if (m->events[e].kind == CG_EV_CORE) w->core_event[m->events[e].core] = e;
    }
}

enum { SPIN_STEPS = 2000000 }; // a copy may be kept for all of logical time

static bool has_logical_time(const cg_spec *s) {
    bool has = false;
    for (int m = 0; m < s->n_machines; m++)
        for (int r = 0; r < s->machines[m].n_rules; r++)
            for (int a = 0; a < s->machines[m].rules[r].n_actions; a++)
                has |= s->machines[m].rules[r].actions[a].at != NULL;
    return has;
}

static void begin(walk *w, const cg_model *model) {
    char error[256];
    cg_oracle_config config = {.threads = (unsigned)w->n_threads,
                               .witness = has_logical_time(w->spec),
                               .window = 1u << 16,
                               .max_violations = 1,
                               .violation = violation,
                               .ctx = w};
    w->shadow = cg_shadow_new(w->plan);
    w->shadow->inputs = w->options->inputs;
    w->shadow->coverage = w->result->coverage;
    w->shadow->problem = problem;
    w->shadow->perform = walk_perform;
    w->shadow->problem_ctx = w->shadow->perform_ctx = w;
    w->referee = cg_referee_judges(model) ? cg_referee_new(model, &config, error, sizeof error) : NULL;
    w->ideal = cg_ideal_new(w->spec);
    w->operations = cg_shadow_alloc((size_t)w->n_threads * sizeof *w->operations);
    w->slow = cg_shadow_alloc((size_t)w->shadow->n_queues);
    w->bare = cg_shadow_alloc(w->shadow->packet_bytes);
    w->bare->msg = CG_NONE;
    find_core(w);
    walk_find_alarms(w);
    draw_kind(w);
    if (model->races_forbidden) walk_program(w);
}

static void print_history(const walk *w, FILE *out) {
    const uint64_t first = w->n_history > WALK_HISTORY ? w->n_history - WALK_HISTORY : 0;
    fprintf(out, "the last %llu rules:\n", (unsigned long long)(w->n_history - first));
    for (uint64_t i = first; i < w->n_history; i++) {
        const walk_event *e = &w->history[i % WALK_HISTORY];
        fprintf(out, "  %s at controller %d", e->rule, e->node);
        if (e->block) fprintf(out, ", address 0x%llx", (unsigned long long)e->addr);
        if (e->thread) fprintf(out, ", thread %u", e->tid);
        fputc('\n', out);
    }
}

static void end(walk *w) {
    char why[200];
    if (!walk_failed(w) && !cg_ideal_finish(w->ideal, w->shadow, why, sizeof why)) walk_fail(w, "%s", why);
    if (w->referee && !walk_failed(w)) cg_referee_finish(w->referee, NULL, NULL);
    if (walk_failed(w) && w->options->trace) print_history(w, w->options->trace);
    cg_referee_free(w->referee);
    cg_ideal_free(w->ideal);
    cg_shadow_free(w->shadow);
    walk_forget_alarms(w);
    walk_locks_free(w->locks);
    cg_episodes_free(w->episodes);
    free(w->operations);
    free(w->slow);
    free(w->bare);
}

enum { CONTESTS = 4, RACELESS = 2 }; // one of so many walks ends with a contest

// A table may need its timers to show what was stored. Where they are all turned off it promises nothing.
static bool timers_off(const cg_spec *s) {
    bool any = false, on = false;
    for (int m = 0; m < s->n_machines; m++) {
        for (int e = 0; e < s->machines[m].n_events; e++) {
            any |= s->machines[m].events[e].kind == CG_EV_TIMER;
            on |= s->machines[m].events[e].kind == CG_EV_TIMER && s->machines[m].events[e].period;
        }
    }
    return any && !on;
}

static void spin(walk *w) {
    walk_spin(w);
    const uint64_t most = w->step + SPIN_STEPS;
    while ((w->unseen || w->in_flight) && !walk_failed(w)) {
        step(w);
        if (w->step % 256 == 0) walk_late(w);
        if (w->step == most)
            walk_fail(w, "livelock: %d threads that only load do not see a store within %d steps", w->unseen,
                      SPIN_STEPS);
    }
}

static void run(walk *w) {
    while ((w->left || w->in_flight) && !walk_failed(w)) {
        step(w);
        if (w->step % 256 == 0) walk_late(w);
    }
    if (w->n_threads < 2 || w->core_event[CG_LOAD] == CG_NONE || w->core_event[CG_STORE] == CG_NONE) return;
    if (!timers_off(w->spec)) spin(w);
    if (w->options->seed % (w->race_free ? RACELESS : CONTESTS) == 0 && !walk_failed(w)) walk_contest(w);
}

bool cg_walk(const cg_plan *plan, const cg_model *model, const cg_walk_options *o, cg_walk_result *r) {
    walk w = {.plan = plan, .spec = plan->spec, .options = o, .result = r, .left = o->operations};
    w.rng = cg_rng_new(o->seed, 0);
    w.n_threads = (int)(plan->spec->cores * plan->spec->threads);
    begin(&w, model);
    run(&w);
    r->steps += w.step;
    end(&w);
    return !r->reason[0];
}
