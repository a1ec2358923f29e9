#include "trail.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "lockstep/records.h"
#include "ports.h"

struct cg_trail {
    const cg_plan *plan;
    FILE *out;
    bool some; // steps so far
};

static void print_trail_head(const cg_spec *spec, FILE *out) {
    json_object *point = cg_json_on_one_line(json_object_new_object());
    for (int i = 0; i < spec->n_params; i++)
        cg_json_put_count(point, spec->params[i].name, spec->params[i].value);
    fputs("{\n  \"protocol\": ", out);
    cg_json_print_text(spec->name, out);
    fprintf(out, ",\n  \"point\": %s,\n  \"steps\": [", json_object_to_json_string(point));
    json_object_put(point);
}

cg_trail *cg_trail_new(const char *path, const cg_plan *plan) {
    FILE *out = fopen(path, "w");
    if (out == NULL) return NULL;
    cg_trail *t = calloc(1, sizeof *t);
    if (t == NULL) abort();
    *t = (cg_trail){.plan = plan, .out = out};
    print_trail_head(plan->spec, out);
    return t;
}

static uint64_t slot_value(const cg_layout *l, const uint32_t *trace, unsigned base, const char *slot) {
    const cg_slot *at = cg_slot_find(l, slot);
    return cg_port_get(trace, base + (unsigned)at->offset, (unsigned)at->width);
}

static json_object *fired_step_json(const cg_trail *t, const cg_rule *rule, const uint32_t *trace,
                                    unsigned base, int machine, int node) {
    const cg_spec *spec = t->plan->spec;
    const cg_machine *m = &spec->machines[machine];
    const cg_layout *l = &t->plan->machines[machine].trace;
    const cg_event *e = &m->events[rule->event];
    const bool core = e->kind == CG_EV_CORE;
    const bool sent = e->kind == CG_EV_MESSAGE && spec->msgs[e->msg].from != CG_MEMORY;
    const uint64_t addr = e->block ? slot_value(l, trace, base, "addr") : 0;
    json_object *o = cg_json_on_one_line(json_object_new_object());
    cg_json_put_text(o, "rule", rule->id);
    cg_json_put_text(o, "machine", m->name);
    cg_json_put_count(o, "node", (uint64_t)node);
    cg_json_put_text(o, "event", e->name);
    if (sent) cg_json_put_count(o, "from", slot_value(l, trace, base, "src"));
    if (e->block) cg_json_put_count(o, "line", addr / spec->line_bytes);
    if (core || (sent && e->thread)) cg_json_put_count(o, "thread", slot_value(l, trace, base, "tid"));
    if (core && addr % spec->line_bytes)
        cg_json_put_count(o, "word", addr % spec->line_bytes / CG_WORD_BYTES);
    if (core && e->core == CG_STORE) cg_json_put_count(o, "mask", slot_value(l, trace, base, "in.mask"));
    if (core && (e->core == CG_STORE || e->core == CG_ATOMIC))
        cg_json_put_count(o, "value", slot_value(l, trace, base, "in.word"));
    // What the clock shows, if this controller can see it.
    if (cg_slot_find(l, "clock")) cg_json_put_count(o, "clock", slot_value(l, trace, base, "clock"));
    if (slot_value(l, trace, base, "replay"))
        json_object_object_add(o, "replayed", json_object_new_boolean(true));
    return o;
}

static void print_step(cg_trail *t, json_object *step) {
    fprintf(t->out, "%s\n    %s", t->some ? "," : "", json_object_to_json_string(step));
    json_object_put(step);
    t->some = true;
}

// The eviction of a line that the transition overwrites.
static json_object *victim_step_json(const cg_trail *t, const uint32_t *trace, unsigned base, int machine,
                                     int node) {
    const cg_machine *m = &t->plan->spec->machines[machine];
    const cg_layout *l = &t->plan->machines[machine].trace;
    const uint64_t number = slot_value(l, trace, base, "victim.rule");
    if (number >= (uint64_t)m->n_rules) return NULL; // lockstep says so
    json_object *o = cg_json_on_one_line(json_object_new_object());
    cg_json_put_text(o, "rule", m->rules[number].id);
    cg_json_put_text(o, "machine", m->name);
    cg_json_put_count(o, "node", (uint64_t)node);
    cg_json_put_text(o, "event", m->events[m->rules[number].event].name);
    cg_json_put_count(o, "line", slot_value(l, trace, base, "victim.addr") / t->plan->spec->line_bytes);
    if (cg_slot_find(l, "clock")) cg_json_put_count(o, "clock", slot_value(l, trace, base, "clock"));
    return o;
}

static void print_fired_step(cg_trail *t, const uint32_t *trace, unsigned base, int machine, int node,
                             bool wraps) {
    const cg_machine *m = &t->plan->spec->machines[machine];
    const uint64_t number = slot_value(&t->plan->machines[machine].trace, trace, base, "rule");
    if (number >= (uint64_t)m->n_rules) return; // lockstep says so
    const cg_rule *rule = &m->rules[number];
    if ((m->events[rule->event].kind == CG_EV_WRAP) != wraps) return;
    if (t->plan->machines[machine].overwrites &&
        slot_value(&t->plan->machines[machine].trace, trace, base, "victim.valid")) {
        json_object *victim = victim_step_json(t, trace, base, machine, node);
        if (victim) print_step(t, victim);
    }
    print_step(t, fired_step_json(t, rule, trace, base, machine, node));
}

static void print_fired_steps(cg_trail *t, const uint32_t *trace, bool wraps) {
    for (cg_record_walk walk = {0}; cg_records_next(t->plan, &walk);) {
        const cg_record_place *at = &walk.at;
        if (slot_value(&t->plan->machines[at->machine].trace, trace, (unsigned)at->base, "valid"))
            print_fired_step(t, trace, (unsigned)at->base, at->machine, at->node, wraps);
    }
}

// Wraps are all in one cycle, and before all else in it.
void cg_trail_step(cg_trail *t, const uint32_t *trace) {
    for (int i = 0; i < t->plan->spec->n_machines; i++) {
        if (!t->plan->machines[i].has_wrap) continue;
        print_fired_steps(t, trace, true);
        break;
    }
    print_fired_steps(t, trace, false);
}

bool cg_trail_close(cg_trail *t, const char *what) {
    if (t == NULL) return true;
    fputs("\n  ],\n  \"what\": ", t->out);
    cg_json_print_text(what, t->out);
    fputs("\n}\n", t->out);
    bool written = fclose(t->out) == 0;
    free(t);
    return written;
}
