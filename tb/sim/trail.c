#include "trail.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>

#include "ports.h"

struct cg_trail {
    const cg_plan *plan;
    FILE *out;
    bool some; // steps so far
};

static void put_point(const cg_spec *spec, FILE *out) {
    fprintf(out, "{\n  \"protocol\": \"%s\",\n  \"point\": {", spec->name);
    for (int i = 0; i < spec->n_params; i++)
        fprintf(out, "%s\"%s\": %llu", i ? ", " : "", spec->params[i].name,
                (unsigned long long)spec->params[i].value);
    fprintf(out, "},\n  \"steps\": [");
}

cg_trail *cg_trail_new(const char *path, const cg_plan *plan) {
    FILE *out = fopen(path, "w");
    if (out == NULL) return NULL;
    cg_trail *t = calloc(1, sizeof *t);
    if (t == NULL) abort();
    *t = (cg_trail){.plan = plan, .out = out};
    put_point(plan->spec, out);
    return t;
}

static uint64_t value_of(const cg_layout *l, const uint32_t *trace, unsigned base, const char *slot) {
    const cg_slot *at = cg_slot_find(l, slot);
    return cg_port_get(trace, base + (unsigned)at->offset, (unsigned)at->width);
}

// What the clock shows, if this controller can see it.
static void put_clock(cg_trail *t, const cg_layout *l, const uint32_t *trace, unsigned base) {
    if (cg_slot_find(l, "clock"))
        fprintf(t->out, ", \"clock\": %llu", (unsigned long long)value_of(l, trace, base, "clock"));
}

static void put_step(cg_trail *t, const uint32_t *trace, unsigned base, int machine, int node, bool wraps) {
    const cg_spec *spec = t->plan->spec;
    const cg_machine *m = &spec->machines[machine];
    const cg_layout *l = &t->plan->machines[machine].trace;
    const uint64_t number = value_of(l, trace, base, "rule");
    if (number >= (uint64_t)m->n_rules) return; // lockstep says so
    const cg_rule *rule = &m->rules[number];
    const cg_event *e = &m->events[rule->event];
    if ((e->kind == CG_EV_WRAP) != wraps) return;
    const bool memory = e->kind == CG_EV_MESSAGE && spec->msgs[e->msg].from == CG_MEMORY;
    fprintf(t->out, "%s\n    {\"rule\": \"%s\", \"machine\": \"%s\", \"node\": %d, \"event\": \"%s\"",
            t->some ? "," : "", rule->id, m->name, node, e->name);
    t->some = true;
    if (e->kind == CG_EV_MESSAGE && !memory)
        fprintf(t->out, ", \"from\": %d", (int)value_of(l, trace, base, "src"));
    if (e->block)
        fprintf(t->out, ", \"line\": %llu",
                (unsigned long long)(value_of(l, trace, base, "addr") / spec->line_bytes));
    if (e->kind == CG_EV_CORE || (e->kind == CG_EV_MESSAGE && e->block && !memory))
        fprintf(t->out, ", \"thread\": %d", (int)value_of(l, trace, base, "tid"));
    if (e->kind == CG_EV_CORE && e->block && value_of(l, trace, base, "addr") % spec->line_bytes)
        fprintf(t->out, ", \"word\": %llu",
                (unsigned long long)(value_of(l, trace, base, "addr") % spec->line_bytes / CG_WORD_BYTES));
    if (e->kind == CG_EV_CORE && e->core == CG_STORE)
        fprintf(t->out, ", \"mask\": %llu", (unsigned long long)value_of(l, trace, base, "in.mask"));
    if (e->kind == CG_EV_CORE && (e->core == CG_STORE || e->core == CG_ATOMIC))
        fprintf(t->out, ", \"value\": %llu", (unsigned long long)value_of(l, trace, base, "in.word"));
    put_clock(t, l, trace, base);
    fprintf(t->out, "%s}", value_of(l, trace, base, "replay") ? ", \"replayed\": true" : "");
}

static void put_steps(cg_trail *t, const uint32_t *trace, bool wraps) {
    const cg_spec *spec = t->plan->spec;
    unsigned base = 0;
    for (int m = 0; m < spec->n_machines; m++) {
        for (int node = 0; node < (int)spec->machines[m].count; node++) {
            if (value_of(&t->plan->machines[m].trace, trace, base, "valid"))
                put_step(t, trace, base, m, node, wraps);
            base += (unsigned)t->plan->machines[m].trace.width;
        }
    }
}

// Wraps are all in one cycle, and before all else in it.
void cg_trail_step(cg_trail *t, const uint32_t *trace) {
    for (int i = 0; i < t->plan->spec->n_machines; i++) {
        if (!t->plan->machines[i].has_wrap) continue;
        put_steps(t, trace, true);
        break;
    }
    put_steps(t, trace, false);
}

bool cg_trail_close(cg_trail *t, const char *what) {
    if (t == NULL) return true;
    json_object *text = json_object_new_string(what);
    fprintf(t->out, "\n  ],\n  \"what\": %s\n}\n", json_object_to_json_string(text));
    json_object_put(text);
    bool written = fclose(t->out) == 0;
    free(t);
    return written;
}
