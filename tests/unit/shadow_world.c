#include "shadow_world.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "load/load.h"

#ifndef CG_ROOT
#define CG_ROOT "."
#endif

static void keep_problem(void *ctx, const char *text) {
    world *w = ctx;
    if (!*w->problem) snprintf(w->problem, sizeof w->problem, "%s", text);
}

static void keep_perform(void *ctx, const cg_perform *p) {
    world *w = ctx;
    w->performed = *p;
    w->performs++;
}

world *new_world(const char *table) {
    world *w = calloc(1, sizeof *w);
    cg_diags *diags = cg_diags_new();
    char path[256];
    snprintf(path, sizeof path, CG_ROOT "/%s", table);
    w->spec = cg_spec_read(path, NULL, 0, diags);
    cr_assert_not_null(w->spec);
    cg_diags_free(diags);
    w->plan = cg_plan_new(w->spec);
    w->s = cg_shadow_new(w->plan);
    w->s->problem = keep_problem;
    w->s->perform = keep_perform;
    w->s->problem_ctx = w->s->perform_ctx = w;
    w->packet = calloc(1, w->s->packet_bytes);
    return w;
}

void free_world(world *w) {
    cg_shadow_free(w->s);
    cg_plan_free(w->plan);
    cg_spec_free(w->spec);
    free(w->packet);
    free(w);
}

const cg_outcome *fire_event(world *w, int machine, int node, const char *event, const cg_packet *p,
                             const char *id) {
    const cg_machine *m = &w->spec->machines[machine];
    cg_cause c = {.machine = machine, .node = node, .event = cg_find_event(m, event), .waiter = CG_NONE};
    cr_assert(c.event != CG_NONE, "no event %s", event);
    c.packet = (cg_packet *)(uintptr_t)p;
    c.block = cg_shadow_block(w->s, machine, node, p->addr);
    const int rule = cg_shadow_select(w->s, &c);
    cr_assert_str_eq(m->rules[rule].id, id);
    const cg_outcome *o = cg_shadow_fire(w->s, &c, rule);
    cg_shadow_commit(w->s, &c, o);
    return o;
}
