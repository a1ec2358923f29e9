// Do lanes wait for each other in a circle?
//
// note [lanes]
//
// A lane is one direction of one virtual network. Its first message waits while the rule it triggers cannot
// fire; then everything behind it waits too. Lane c waits for lane d where a rule for a message of c
//
//   sends on d, and d may be full - unless all that travels on d is promised to be few (`at_most`), so that
//   its buffers always have room; allocates a line: its way must be freed first, and the rules for evictions
//   send on d, or lead into transient states that a message on d ends, or an entry that holds the way is
//   released by one; allocates an MSHR entry: one must be released first, by a message that arrives on d, or
//   what the rules that took the others have sent is still on d;
//   defers its request: there must be room for it, after a message on d has replayed others, and these have
//   found what they wait for themselves; stalls: what ends it arrives on d; or what the rules that led into
//   the state have sent is still on d; or what it sends itself; or
//   what leaves the store buffer, which the rule wants out, is sent on d; inserts into a cam or ring: an
//   entry must be removed first, by a message that arrives on d, and the rule that does so sends on d;
//
// (where responses lead out of a state, or release entries, they are what is waited for, and other messages
// that do so too are not), or where messages of c are requests, taken only while `accept` holds, and a
// message on d changes that. Memory answers on its lane what it is asked on the other. The system cannot
// deadlock through its networks if no lane waits for itself over any number of steps: then some lane always
// drains.
#include "parts.h"

typedef struct {
    cg_checker *c;
    int n;                 // lanes
    const cg_rule **edges; // n * n: the rule that makes lane i wait for lane j, or NULL
} graph;

static const cg_rule MEMORY = {.id = "memory", .pointer = "/networks"};

static void add_lane_edge(graph *g, int from, int to, const cg_rule *why) {
    const cg_rule **edge = &g->edges[from * g->n + to];
    if (!*edge) *edge = why;
}

static bool always_has_room(const cg_spec *s, const cg_channel *lane) {
    for (int i = 0; i < lane->n_msgs; i++) {
        if (!s->msgs[lane->msgs[i]].at_most) return false;
    }
    return true;
}

// The lane that a rule's message comes on, or CG_NONE.
static int lane_of(const cg_spec *s, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = cg_event_of(m, r);
    return e->kind == CG_EV_MESSAGE ? s->msgs[e->msg].channel : CG_NONE;
}

// Lane `from` waits for the lanes that rule r sends on; `full` if it is for room.
static void add_edges_of_sends(graph *g, int from, const cg_rule *r, bool full, const cg_rule *why) {
    const cg_spec *s = g->c->spec;
    for (int i = 0; i < r->n_actions; i++) {
        if (!cg_does(&r->actions[i], CG_DOES_SENDS)) continue;
        int to = s->msgs[r->actions[i].msg].channel;
        if (!full || !always_has_room(s, &s->channels[to])) add_lane_edge(g, from, to, why);
    }
}

// What a rule may wait for in another: `what` is a state of the machine, if it matters.
typedef bool ending(const cg_rule *r, int what);

static bool leaves_state(const cg_rule *r, int state) {
    return r->state == state && cg_changes_state(r);
}

static bool releases_entry(const cg_rule *r, int any) {
    (void)any;
    return cg_find_action(r, CG_DOES_FREES_ENTRY);
}

static bool rule_replays(const cg_rule *r, int any) {
    (void)any;
    return cg_find_action(r, CG_DOES_HANDS_BACK);
}

static bool removes_from(const cg_rule *r, int lookup) {
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_REMOVES) && r->actions[i].structure == lookup) return true;
    return false;
}

static bool add_class(graph *g, int from, const cg_machine *m, const cg_rule *waiting, ending *ends, int what,
                      bool responses) {
    const cg_spec *s = g->c->spec;
    bool any = false;
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        int lane = lane_of(s, m, r);
        if (lane == CG_NONE || !ends(r, what)) continue;
        if (responses && s->msgs[cg_event_of(m, r)->msg].cls != CG_RESPONSE) continue;
        add_lane_edge(g, from, lane, waiting);
        any = true;
    }
    return any;
}

// Lane `from` waits for the messages that end a wait: for responses, if there are any.
static void add_ends(graph *g, int from, const cg_machine *m, const cg_rule *waiting, ending *ends,
                     int what) {
    if (!add_class(g, from, m, waiting, ends, what, true)) add_class(g, from, m, waiting, ends, what, false);
}

// ... for the messages that end an eviction which goes on in the transient state `start`, and in those after
// it.
static void add_eviction_states(graph *g, int from, const cg_machine *m, int start, const cg_rule *why) {
    bool *seen = cg_arena_alloc(g->c->arena, (size_t)m->n_states + 1);
    seen[start] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < m->n_rules; i++) {
            const cg_rule *r = &m->rules[i];
            if (r->state == CG_NONE || !seen[r->state] || !cg_changes_state(r)) continue;
            if (!m->states[r->next].transient || seen[r->next]) continue;
            seen[r->next] = grown = true;
        }
    }
    for (int k = 0; k < m->n_states; k++) {
        if (seen[k]) add_ends(g, from, m, why, leaves_state, k);
    }
}

// Lane `from` waits for a way: for what evictions send and wait for, and for ways that entries hold.
static void add_evictions(graph *g, int from, const cg_machine *m, const cg_rule *why) {
    add_ends(g, from, m, why, releases_entry, CG_NONE);
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (cg_event_of(m, r)->kind != CG_EV_EVICT || r->impossible) continue;
        add_edges_of_sends(g, from, r, true, why);
        if (!m->states[r->state].transient && m->states[r->next].transient)
            add_eviction_states(g, from, m, r->next, why);
    }
}

// ... for what leaves the store buffer, if the rule wants it out.
static void add_drains(graph *g, int from, const cg_machine *m, const cg_rule *stall) {
    if (!cg_find_action(stall, CG_DOES_DRAIN)) return;
    for (int i = 0; i < m->n_rules; i++)
        if (cg_event_of(m, &m->rules[i])->kind == CG_EV_DRAIN)
            add_edges_of_sends(g, from, &m->rules[i], true, stall);
}

// ... for room in a fifo: for what the rules of its head send and wait for.
static void add_heads(graph *g, int from, const cg_machine *m, int fifo, const cg_rule *why) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_event *e = cg_event_of(m, &m->rules[i]);
        if ((e->kind != CG_EV_HEAD && e->kind != CG_EV_MARKER) || e->structure != fifo) continue;
        add_edges_of_sends(g, from, &m->rules[i], true, why);
        if (m->rules[i].stalls) add_drains(g, from, m, &m->rules[i]);
    }
}

// ... for room in a cam or ring: for what rules that remove something wait for, and for where that is sent.
static void add_removals(graph *g, int from, const cg_machine *m, int lookup, const cg_rule *why) {
    add_ends(g, from, m, why, removes_from, lookup);
    for (int i = 0; i < m->n_rules; i++)
        if (removes_from(&m->rules[i], lookup)) add_edges_of_sends(g, from, &m->rules[i], true, why);
}

static void add_stall(graph *g, int from, const cg_machine *m, const cg_rule *stall) {
    add_edges_of_sends(g, from, stall, false, stall);
    add_drains(g, from, m, stall);
    if (stall->state == CG_NONE || !m->states[stall->state].transient) return;
    add_ends(g, from, m, stall, leaves_state, stall->state);
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (r->next == stall->state && cg_changes_state(r)) add_edges_of_sends(g, from, r, false, stall);
    }
}

// Lane `from` waits for an entry: for what releases one, which comes after what was sent for it has gone.
static void add_entries(graph *g, int from, const cg_machine *m, const cg_rule *why) {
    add_ends(g, from, m, why, releases_entry, CG_NONE);
    for (int i = 0; i < m->n_rules; i++)
        if (cg_find_action(&m->rules[i], CG_DOES_TAKES_ENTRY))
            add_edges_of_sends(g, from, &m->rules[i], false, why);
}

// What an event waits for that came on lane `from` when rule r is to fire.
static void add_waits(graph *g, int from, const cg_machine *m, const cg_rule *r, const cg_rule *why) {
    if (r->impossible) return;
    add_edges_of_sends(g, from, r, true, why);
    if (cg_find_action(r, CG_DOES_TAKES_WAY)) add_evictions(g, from, m, why);
    if (cg_find_action(r, CG_DOES_TAKES_ENTRY)) add_entries(g, from, m, why);
    const cg_action *push = cg_find_action(r, CG_DOES_PUSH);
    if (push) add_heads(g, from, m, push->structure, why);
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_INSERTS)) add_removals(g, from, m, r->actions[i].structure, why);
}

static bool has_keeping_rule(const cg_machine *m, int event) {
    for (int i = 0; i < m->n_rules; i++) {
        if (m->rules[i].event == event && cg_find_action(&m->rules[i], CG_DOES_DEFERS)) return true;
    }
    return false;
}

// Room for a deferred request: others must be replayed, and then what they do must be done.
static void add_merge(graph *g, int from, const cg_machine *m, const cg_rule *why) {
    add_ends(g, from, m, why, rule_replays, CG_NONE);
    for (int i = 0; i < m->n_rules; i++) {
        if (has_keeping_rule(m, m->rules[i].event)) add_waits(g, from, m, &m->rules[i], why);
    }
}

static void add_edges_of_rule(graph *g, const cg_machine *m, const cg_rule *r) {
    int from = lane_of(g->c->spec, m, r);
    if (from == CG_NONE || r->impossible) return;
    add_waits(g, from, m, r, r);
    if (cg_find_action(r, CG_DOES_DEFERS)) add_merge(g, from, m, r);
    if (r->stalls) add_stall(g, from, m, r);
}

// Requests to m wait for every lane whose messages change what `accept` reads.
static void add_accept(graph *g, const cg_machine *m) {
    const cg_spec *s = g->c->spec;
    cg_field_set reads = cg_field_set_new(g->c, m);
    cg_add_read(&reads, m->accept_requests);
    for (int i = 0; i < m->n_rules; i++) {
        cg_field_set writes = cg_field_set_new(g->c, m);
        int to = lane_of(s, m, &m->rules[i]);
        cg_add_written(&writes, &m->rules[i]);
        if (to == CG_NONE || m->rules[i].stalls || !cg_sets_meet(&reads, &writes)) continue;
        for (int e = 0; e < m->n_events; e++) {
            const cg_msg *msg = m->events[e].kind == CG_EV_MESSAGE ? &s->msgs[m->events[e].msg] : NULL;
            if (msg && msg->cls == CG_REQUEST) add_lane_edge(g, msg->channel, to, &m->rules[i]);
        }
    }
}

static void add_memory(graph *g) {
    const cg_spec *s = g->c->spec;
    for (int i = 0; i < g->n; i++) {
        for (int k = 0; k < g->n; k++) {
            const cg_channel *a = &s->channels[i], *b = &s->channels[k];
            if (a->to == CG_MEMORY && b->from == CG_MEMORY && a->net == b->net && a->from == b->to)
                add_lane_edge(g, i, k, &MEMORY);
        }
    }
}

// ----------------------------------------------------------------------------------------------- circles

const char *cg_lane_name(cg_checker *c, int lane) {
    const cg_spec *s = c->spec;
    const cg_channel *l = &s->channels[lane];
    return cg_arena_printf(c->arena, "%s (%s to %s)", s->nets[l->net].name,
                           l->from == CG_MEMORY ? "memory" : s->machines[l->from].name,
                           l->to == CG_MEMORY ? "memory" : s->machines[l->to].name);
}

// The shortest way from `start` back to itself over lanes that are not `done`, breadth first: before[i] is
// the lane before i. False if there is none.
static bool find_circle(const graph *g, int start, const bool *done, int *before) {
    int *queue = cg_arena_alloc(g->c->arena, (size_t)(g->n + 1) * sizeof *queue);
    int head = 0, tail = 0;
    for (int i = 0; i < g->n; i++) before[i] = CG_NONE;
    queue[tail++] = start;
    while (head < tail) {
        int lane = queue[head++];
        for (int i = 0; i < g->n; i++) {
            if (!g->edges[lane * g->n + i] || before[i] != CG_NONE || done[i]) continue;
            before[i] = lane;
            if (i == start) return true;
            queue[tail++] = i;
        }
    }
    return false;
}

// What to do where a forward of the circle waits, or "". One that waits for a response holds up what is
// behind it, which may be what the response's sender waits for; one that waits for an entry holds up what the
// requests that have the entries wait for. No network of its own helps that.
static const char *remedy_of_forward(cg_checker *c, const cg_rule *waits) {
    for (int i = 0; i < c->spec->n_machines; i++) {
        const cg_machine *m = &c->spec->machines[i];
        if (waits < m->rules || waits >= m->rules + m->n_rules) continue;
        const cg_event *e = cg_event_of(m, waits);
        if (e->kind != CG_EV_MESSAGE || c->spec->msgs[e->msg].cls != CG_FORWARD) continue;
        if (waits->stalls)
            return cg_arena_printf(
                c->arena,
                ". The forward %s must not stall (%s): let the home defer requests for the line until the "
                "previous requester says that it has the line, so that no forward comes too early; or take "
                "it "
                "at once, note in the MSHR entry what it asks for, and send that when the line is there",
                e->name, waits->id);
        if (cg_find_action(waits, CG_DOES_TAKES_ENTRY))
            return cg_arena_printf(
                c->arena,
                ". The forward %s must not take an MSHR entry (%s): requests that wait behind it may have "
                "them "
                "all; answer it at once, and let the one who asks wait for what is still missing",
                e->name, waits->id);
    }
    return "";
}

// "a waits for b by RULE; b waits for c by RULE; ..."; told at the first rule.
static void report_circle(graph *g, int start, const int *before, bool *done) {
    int *path = cg_arena_alloc(g->c->arena, (size_t)(g->n + 1) * sizeof *path), n = 0;
    path[n++] = start;
    for (int lane = before[start]; lane != start; lane = before[lane]) path[n++] = lane;
    const cg_rule *first = NULL;
    const char *text = "", *help = "";
    for (int i = n; i > 0;
         i--) { // the path is backwards: from path[n % n] = start over path[n - 1] to path[0]
        int from = path[i % n], to = path[i - 1];
        const cg_rule *why = g->edges[from * g->n + to];
        if (!first && why != &MEMORY) first = why;
        text = cg_arena_printf(g->c->arena, "%s%s%s waits for %s by %s", text, *text ? "; " : "",
                               cg_lane_name(g->c, from), cg_lane_name(g->c, to), why->id);
        if (!*help) help = remedy_of_forward(g->c, why);
        done[from] = true;
    }
    cg_check_report(g->c, CG_E_NET_CYCLE, (first ? first : &MEMORY)->pointer, 0,
                    "lanes wait for each other in a circle: %s%s", text, help);
}

void cg_check_lanes(cg_checker *c) {
    const cg_spec *s = c->spec;
    const size_t n = (size_t)s->n_channels;
    graph g = {.c = c, .n = s->n_channels, .edges = cg_arena_alloc(c->arena, (n * n + 1) * sizeof *g.edges)};
    for (int k = 0; k < s->n_machines; k++) {
        const cg_machine *m = &s->machines[k];
        for (int i = 0; i < m->n_rules; i++) add_edges_of_rule(&g, m, &m->rules[i]);
        add_accept(&g, m);
    }
    add_memory(&g);
    bool *done = cg_arena_alloc(c->arena, n + 1);
    int *before = cg_arena_alloc(c->arena, (n + 1) * sizeof *before);
    for (int i = 0; i < g.n; i++) {
        if (!done[i] && find_circle(&g, i, done, before)) report_circle(&g, i, before, done);
        done[i] = true;
    }
}
