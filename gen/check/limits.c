// How much of everything the hardware is made for. A table that has more is far from any that a paper has.
#include <string.h>

#include "parts.h"

// Of one machine.
#define LIMITS(X)                                                                                            \
    X("events", m->n_events, 256)                                                                            \
    X("registers", m->n_regs, 256)                                                                           \
    X("line", m->n_line, 256)                                                                                \
    X("mshr", m->n_mshr, 256)                                                                                \
    X("let", m->n_lets, 256)

enum { MOST_LANES = 32, MOST_TIMERS = 16, MOST_FIELDS = 48 };

static int timers(const cg_machine *m) {
    int n = 0;
    for (int e = 0; e < m->n_events; e++) n += m->events[e].kind == CG_EV_TIMER;
    return n;
}

static int lanes(const cg_spec *s, int machine, bool out) {
    int n = 0;
    for (int i = 0; i < s->n_channels; i++) n += (out ? s->channels[i].from : s->channels[i].to) == machine;
    return n;
}

void cg_check_limits(cg_checker *c, const cg_machine *m) {
    const int machine = (int)(m - c->spec->machines);
#define X(key, n, most)                                                                                      \
    if ((n) > (most))                                                                                        \
        cg_check_report(c, CG_E_PARAM, cg_machine_pointer(c, m, key, NULL), CG_AT_KEY,                       \
                        "%s has %d of these: at most %d can be had", m->name, n, most);
    LIMITS(X)
#undef X
    if (timers(m) > MOST_TIMERS)
        cg_check_report(c, CG_E_PARAM, cg_machine_pointer(c, m, "events", NULL), CG_AT_KEY,
                        "%s has %d timers: at most %d can be had", m->name, timers(m), MOST_TIMERS);
    for (int out = 0; out < 2; out++) {
        const int n = lanes(c->spec, machine, out);
        if (n > MOST_LANES)
            cg_check_report(c, CG_E_PARAM, cg_json_at(c->arena, "/machines", m->name), CG_AT_KEY,
                            "%d lanes %s %s: at most %d can be had", n, out ? "begin at" : "end at", m->name,
                            MOST_LANES);
    }
}

static bool seen_before(const cg_spec *s, const cg_channel *c, int msg, const char *name) {
    for (int i = 0; i < msg; i++) {
        const cg_msg *m = &s->msgs[c->msgs[i]];
        for (int f = 0; f < m->n_fields; f++)
            if (!strcmp(m->fields[f].name, name)) return true;
    }
    return false;
}

void cg_check_lane_fields(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_channels; i++) {
        const cg_channel *lane = &s->channels[i];
        int n = 0;
        for (int k = 0; k < lane->n_msgs; k++) {
            const cg_msg *m = &s->msgs[lane->msgs[k]];
            for (int f = 0; f < m->n_fields; f++) n += !seen_before(s, lane, k, m->fields[f].name);
        }
        if (n <= MOST_FIELDS) continue;
        cg_check_report(c, CG_E_PARAM, cg_json_at(c->arena, "/messages", s->msgs[lane->msgs[0]].name),
                        CG_AT_KEY, "messages on %s have %d different fields: at most %d can be had",
                        cg_lane_name(c, i), n, MOST_FIELDS);
    }
}
