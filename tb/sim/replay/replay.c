// Playing a replay; read.c reads it.
#include "replay.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lockstep/records.h"
#include "parts.h"
#include "programs/thread.h"

enum { PATIENCE = 2000 }; // cycles for a step, beside those of sweeping all sets

void cg_replay_free(cg_replay *r) {
    if (r == NULL) return;
    CG_FREE(r->what, r->steps, r->asked, r);
}

void cg_replay_begin(cg_replay *r, cg_steer *steer, cg_axi_port *const *ports, FILE *log) {
    const cg_spec *spec = r->plan->spec;
    r->steer = steer;
    r->ports = ports;
    r->log = log;
    r->patience = PATIENCE;
    for (int m = 0; m < spec->n_machines; m++) r->patience += 2 * spec->machines[m].sets;
    if (log && r->what[0]) fprintf(log, "replay: %s\n", r->what);
}

static bool names_line(const cg_replay *r, uint64_t line) {
    for (int i = 0; i < r->n_steps; i++)
        if (r->steps[i].has_line && r->steps[i].line == line) return true;
    return false;
}

uint64_t cg_replay_unnamed(const cg_replay *r) {
    const cg_spec *spec = r->plan->spec;
    uint64_t line = (UINT64_C(1) << spec->addr_bits) / spec->line_bytes - 1;
    while (names_line(r, line)) line--;
    return line * spec->line_bytes;
}

const char *cg_replay_lost(const cg_replay *r) {
    return r->lost[0] ? r->lost : NULL;
}

static const char *shown_or_lost(const cg_replay *r, const char *reason) {
    if (reason == NULL) return "not shown";
    return r->lost[0] && strcmp(reason, r->lost) == 0 ? "lost" : "shown";
}

void cg_replay_print(const cg_replay *r, const char *reason, FILE *out) {
    const char *said = shown_or_lost(r, reason);
    fprintf(out, "replay: %d of %d steps happened; ", r->next, r->n_steps);
    if (strcmp(said, "lost") == 0)
        fprintf(out, "the hardware did not follow at step %d\n", r->next + 1);
    else if (reason)
        fprintf(out, "the hardware shows a violation\n");
    else
        fprintf(out, "the hardware shows no violation\n");
}

void cg_replay_report(const cg_replay *r, const char *reason, json_object *report) {
    json_object *o = json_object_new_object();
    json_object_object_add(o, "steps", json_object_new_int(r->n_steps));
    json_object_object_add(o, "played", json_object_new_int(r->next));
    json_object_object_add(o, "verdict", json_object_new_string(shown_or_lost(r, reason)));
    json_object_object_add(report, "replay", o);
}

// ------------------------------------------------------------------------------------------------- in words
static const char *sender_text(const cg_spec *spec, const step *p, char *buf, size_t size) {
    const cg_msg *msg = &spec->msgs[p->event->msg];
    if (msg->from == CG_MEMORY)
        snprintf(buf, size, "memory");
    else
        snprintf(buf, size, "%s[%d]", spec->machines[msg->from].name, p->from);
    return buf;
}

// "rcc.l2.V.GETS.3 at l2[0]: GETS from l1[0], line 0"
static const char *in_words(const cg_replay *r, const step *p, char *buf, size_t size) {
    const cg_spec *spec = r->plan->spec;
    char who[64];
    int n = snprintf(buf, size, "%s at %s[%d]: %s", p->rule->id, spec->machines[p->machine].name, p->node,
                     p->event->name);
    if (p->event->kind == CG_EV_MESSAGE)
        n += snprintf(buf + n, size - (size_t)n, " from %s", sender_text(spec, p, who, sizeof who));
    if (p->has_line) n += snprintf(buf + n, size - (size_t)n, ", line %llu", (unsigned long long)p->line);
    if (p->has_thread) n += snprintf(buf + n, size - (size_t)n, ", thread %d", p->thread);
    if (p->replayed) snprintf(buf + n, size - (size_t)n, ", deferred");
    return buf;
}

__attribute__((format(printf, 2, 3))) static void lose(cg_replay *r, const char *fmt, ...) {
    char wanted[300], got[300];
    va_list ap;
    if (r->lost[0]) return;
    va_start(ap, fmt);
    vsnprintf(got, sizeof got, fmt, ap);
    va_end(ap);
    in_words(r, &r->steps[r->next], wanted, sizeof wanted);
    snprintf(r->lost, sizeof r->lost, "the hardware did not follow at step %d: %s; %s", r->next + 1, wanted,
             got);
}

// ---------------------------------------------------------------------------------------- what has happened
typedef struct {
    const uint32_t *trace;
    unsigned base;
    int machine, node;
} record;

static uint64_t record_value(const cg_replay *r, const record *k, const char *slot) {
    const cg_slot *at = cg_slot_find(&r->plan->machines[k->machine].trace, slot);
    return cg_port_get(k->trace, k->base + (unsigned)at->offset, (unsigned)at->width);
}

// Whether the event has a thread, so that the record names one.
static bool names_thread(const cg_replay *r, const cg_event *e) {
    return e->thread && (e->kind != CG_EV_MESSAGE || r->plan->spec->msgs[e->msg].from != CG_MEMORY);
}

static void compare_with_step(cg_replay *r, const record *k) {
    const cg_machine *m = &r->plan->spec->machines[k->machine];
    const step *p = &r->steps[r->next];
    uint64_t rule = record_value(r, k, "rule"), line = record_value(r, k, "addr") / r->plan->spec->line_bytes;
    int thread = (int)record_value(r, k, "tid"), src = (int)record_value(r, k, "src");
    const char *id = rule < (uint64_t)m->n_rules ? m->rules[rule].id : "a rule that there is not";
    bool other = k->machine != p->machine || k->node != p->node || p->rule != &m->rules[rule];
    const char *at = m->name;
    if (other)
        lose(r, "%s at %s[%d] fired instead, line %llu", id, at, k->node, (unsigned long long)line);
    else if (p->has_line && p->event->block && line != p->line)
        lose(r, "the rule fired for line %llu", (unsigned long long)line);
    else if (p->has_thread && names_thread(r, p->event) && thread != p->thread)
        lose(r, "the rule fired for thread %d", thread);
    else if (p->event->kind == CG_EV_MESSAGE && src != p->from)
        lose(r, "the rule fired for the message of sender %d", src);
    else if ((record_value(r, k, "replay") != 0) != p->replayed)
        lose(r, "the request was %sdeferred", p->replayed ? "not " : "");
}

static void happened(cg_replay *r, const record *k, uint64_t cycle) {
    char text[300];
    compare_with_step(r, k);
    if (r->lost[0]) return;
    if (r->log)
        fprintf(r->log, "step %d: %s (cycle %llu)\n", r->next + 1,
                in_words(r, &r->steps[r->next], text, sizeof text), (unsigned long long)cycle);
    r->next++;
    r->waited = r->ticked = r->paused = 0;
}

static void look_at_records(cg_replay *r, const uint32_t *trace, uint64_t cycle) {
    for (cg_record_walk walk = {0}; cg_records_next(r->plan, &walk);) {
        const cg_record_place *at = &walk.at;
        record k = {.trace = trace, .machine = at->machine, .node = at->node, .base = (unsigned)at->base};
        if (record_value(r, &k, "valid") && r->next < r->n_steps && !r->lost[0]) happened(r, &k, cycle);
    }
}

// ---------------------------------------------------------------------------------------- what happens next
static void allow_memory(cg_replay *r, const step *p) {
    const cg_spec *spec = r->plan->spec;
    bool answer = p && p->event->kind == CG_EV_MESSAGE && spec->msgs[p->event->msg].from == CG_MEMORY;
    for (int i = 0; i < (int)spec->partitions; i++)
        cg_axi_port_allow(r->ports[i], p == NULL                ? CG_AXI_ALL
                                       : answer && i == p->node ? p->line * spec->line_bytes
                                                                : CG_AXI_NONE);
}

// Fences that a controller has no rules for pass by its queue all the same: then both are opened by turns.
static const char *core_hold(const cg_replay *r, const step *p) {
    const bool queue = p->event->block || (p->passes && r->waited / CG_REPLAY_PULSE % 2 == 0);
    return queue ? "hold.core" : "hold.fence";
}

// The port that the step's event comes through: for an eviction and a tick what asks for it.
static void open_port(cg_replay *r, const step *p, bool pulse) {
    char slot[80];
    if (p->replayed) {
        cg_steer_want(r->steer, p->machine, p->node, p->line * r->plan->spec->line_bytes, p->from,
                      p->has_thread ? p->thread : -1);
        if (pulse) cg_steer_set(r->steer, p->machine, p->node, "hold.replay", 0, false);
        return;
    }
    switch (p->event->kind) {
    case CG_EV_MESSAGE:
        snprintf(slot, sizeof slot, "hold.%d", r->plan->spec->msgs[p->event->msg].channel);
        if (pulse) cg_steer_set(r->steer, p->machine, p->node, slot, (unsigned)p->from, false);
        break;
    case CG_EV_CORE:
        if (pulse) cg_steer_set(r->steer, p->machine, p->node, core_hold(r, p), 0, false);
        break;
    case CG_EV_EVICT: // asked for one cycle, let go in the next
        if (pulse) cg_steer_evict(r->steer, p->machine, p->node, p->line * r->plan->spec->line_bytes);
        if (r->waited % CG_REPLAY_PULSE == 1)
            cg_steer_set(r->steer, p->machine, p->node, "hold.evict", 0, false);
        break;
    case CG_EV_DRAIN: // asked for one cycle; the pipeline is empty, so nothing else can leave meanwhile
        if (pulse) cg_steer_drain(r->steer, p->machine, p->node, p->line * r->plan->spec->line_bytes);
        if (r->waited % CG_REPLAY_PULSE == 1)
            cg_steer_set(r->steer, p->machine, p->node, "hold.drain", 0, false);
        break;
    case CG_EV_HEAD: // whatever it is
    case CG_EV_MARKER:
        if (pulse)
            cg_steer_set(r->steer, p->machine, p->node, "hold.fifo", (unsigned)p->event->structure, false);
        break;
    case CG_EV_WRAP: break; // it happened with the clock's last tick
    case CG_EV_ALARM:
        cg_steer_want(r->steer, p->machine, p->node, p->line * r->plan->spec->line_bytes, 0, -1);
        snprintf(slot, sizeof slot, "hold.%s", p->event->name);
        if (pulse) cg_steer_set(r->steer, p->machine, p->node, slot, 0, false);
        break;
    case CG_EV_TIMER: // once: a second one would be a second tick
        snprintf(slot, sizeof slot, "fire.%s", p->event->name);
        if (r->waited == 0) cg_steer_set(r->steer, p->machine, p->node, slot, 0, true);
        break;
    }
}

// The clock goes on to where the step wants it. False: it is there.
static bool pass_time(cg_replay *r, const step *p) {
    const uint64_t cycles = r->plan->spec->clock.cycles;
    const uint64_t pause = cycles > CG_REPLAY_PULSE ? cycles : CG_REPLAY_PULSE;
    if (r->ticked == p->ticks) return false;
    if (++r->paused % pause) return true;
    cg_steer_tick(r->steer);
    return ++r->ticked < p->ticks;
}

bool cg_replay_step(cg_replay *r, const uint32_t *trace, uint64_t cycle) {
    if (r->lost[0]) return false;
    if (r->next < r->n_steps) look_at_records(r, trace, cycle);
    if (r->lost[0]) return false;
    const step *p = r->next < r->n_steps ? &r->steps[r->next] : NULL;
    cg_steer_all(r->steer, p != NULL);
    allow_memory(r, p);
    if (p == NULL) return false;
    if (pass_time(r, p)) return true;
    // A release: when the requests before its operation have been asked for (note [queue]).
    const bool early = r->waited == 0 && p->event->kind == CG_EV_CORE && p->event->core == CG_RELEASE;
    open_port(r, p, r->waited % CG_REPLAY_PULSE == 0 && !early);
    if (++r->waited <= r->patience) return true;
    lose(r, "nothing happened in %llu cycles", (unsigned long long)r->patience);
    return false;
}

// --------------------------------------------------------------------------------------------- the threads
static void issue(cg_thread *t, const cg_replay *r, const step *first) {
    const cg_spec *spec = r->plan->spec;
    cg_request q = {.op = CG_FENCE, .order = first->order};
    if (first->asks >= 0) {
        const step *p = &r->steps[first->asks];
        memcpy(q.operands, p->operands, sizeof q.operands);
        cg_bring(t, p->operands);
        if (cg_is_command(p->event->core)) {
            q.command = p->event->core - CG_COMMAND + 1;
            cg_ask(t, &q);
            return;
        }
        q.op = p->event->core;
        q.addr = p->line * spec->line_bytes + p->word * CG_WORD_BYTES;
        if (spec->machines[p->machine].local) q.addr = cg_local(t, q.addr);
        q.data = p->value;
        q.mask = q.op == CG_ATOMIC ? (1u << CG_WORD_BYTES) - 1 : p->mask;
        q.aop = CG_AMO_SWAP;
    }
    cg_ask(t, &q);
}

void cg_replay_thread(cg_replay *r, cg_thread *t, int thread) {
    const cg_spec *spec = r->plan->spec;
    for (int i = 0; i < r->n_steps; i++) {
        const step *p = &r->steps[i];
        const int core = (int)cg_core_of(&spec->machines[p->machine], (uint64_t)p->node);
        if (!p->issues || core * (int)spec->threads + p->thread != thread) continue;
        while (r->next < p->when || (p->rank >= 0 && r->asked[core] < p->rank)) cg_pause(t, 1);
        if (p->rank >= 0) r->asked[core]++;
        issue(t, r, p);
    }
}
