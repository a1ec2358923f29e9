// The alarms of a walk: which entries' conditions hold, and what becomes of them.
#include <stdlib.h>

#include "parts.h"

void walk_find_alarms(walk *w) {
    w->alarms = cg_shadow_alloc((size_t)w->spec->n_machines * sizeof *w->alarms);
    for (int m = 0; m < w->spec->n_machines; m++) {
        const cg_machine *machine = &w->spec->machines[m];
        int *last = w->alarms[m] = cg_shadow_alloc(((size_t)machine->n_events + 1) * sizeof **w->alarms);
        for (int e = 0; e < machine->n_events; e++)
            if (machine->events[e].kind == CG_EV_ALARM) *last++ = e;
        *last = CG_NONE;
    }
}

void walk_forget_alarms(walk *w) {
    for (int m = 0; m < w->spec->n_machines; m++) free(w->alarms[m]);
    free(w->alarms);
}

// MSHR entries whose alarm is due.
void walk_enter_alarms(walk *w, walk_next *l) {
    for (int m = 0; m < w->spec->n_machines; m++) {
        const cg_machine *machine = &w->spec->machines[m];
        for (uint64_t k = 0; *w->alarms[m] != CG_NONE && k < machine->count; k++) {
            const cg_node *n = &w->shadow->machines[m].nodes[k];
            if (!n->n_held) continue;
            cg_cause c = {.machine = m, .node = (int)k, .packet = w->bare, .waiter = CG_NONE};
            for (uint32_t i = 0; i < n->n_blocks; i++) {
                c.block = n->blocks[i];
                if (!c.block->held) continue;
                for (const int *event = w->alarms[m]; *event != CG_NONE; event++) {
                    c.event = *event;
                    if (!cg_shadow_alarmed(w->shadow, &c) || !walk_draw(w, l)) continue;
                    l->thread = CG_NONE;
                    l->cause = c;
                }
            }
        }
    }
}

enum { ALARMS = 4096 }; // an alarm that stalls comes again

void walk_take_alarm(walk *w, cg_cause *c) {
    w->bare->addr = cg_block_line(&w->shadow->machines[c->machine], c->block) * w->spec->line_bytes;
    walk_take_event(w, c);
}

void walk_alarms(walk *w) {
    for (int most = ALARMS; most > 0; most--) {
        walk_next l = {.thread = CG_NONE, .entry = CG_NONE};
        walk_enter_alarms(w, &l);
        if (!l.seen) return;
        const uint64_t before = w->result->rules;
        walk_take_alarm(w, &l.cause);
        if (w->result->rules == before || walk_failed(w)) return;
    }
}

void walk_alarms_once(walk *w, int machine, int node) {
    const int *alarms = w->alarms[machine];
    const cg_node *n = &w->shadow->machines[machine].nodes[node];
    for (uint32_t i = n->n_blocks; *alarms != CG_NONE && i-- > 0;) {
        cg_cause c = {.machine = machine, .node = node, .packet = w->bare, .waiter = CG_NONE};
        if (i >= n->n_blocks) continue;
        c.block = n->blocks[i];
        for (const int *event = alarms; *event != CG_NONE; event++) {
            c.event = *event;
            if (!cg_shadow_alarmed(w->shadow, &c)) continue;
            walk_take_alarm(w, &c);
            break;
        }
    }
}
