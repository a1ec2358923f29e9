// The clock that all controllers read, and the events that it brings.
#include <string.h>

#include "read/reader.h"

void cg_read_clock(cg_reader *r, cg_node root) {
    enum { NUMBER = CG_J_INT | CG_J_STRING };
    static const cg_key KEYS[] = {
        {"bits", NUMBER, true}, {"cycles", NUMBER, true}, {"doc", CG_J_STRING, false}};
    cg_node n = cg_get(r, root, "clock", CG_J_OBJECT);
    cg_clock *clock = &r->spec->clock;
    uint64_t bits = 1;
    if (!n.value || !CG_CHECK_SHAPE(r, n, "the clock", KEYS)) return;
    cg_node b = cg_get(r, n, "bits", NUMBER), c = cg_get(r, n, "cycles", NUMBER);
    clock->doc = cg_get_text(r, n, "doc");
    clock->bits = 1;
    clock->cycles = 1;
    cg_declare(r, "clock", "clock", n.pointer, CG_AT_KEY);
    if (cg_constant_of(r, b, &bits) && (bits < 1 || bits > 48))
        cg_error(r, CG_E_WIDTH, b.pointer, 0, "the clock has %llu bits: 1 to 48 can be had",
                 (unsigned long long)bits);
    else
        clock->bits = (int)bits;
    if (!cg_constant_of(r, c, &clock->cycles)) clock->cycles = 1;
    if (clock->cycles >= 1 && clock->cycles <= UINT32_MAX) return;
    cg_error(r, CG_E_PARAM, c.pointer, 0, "the clock counts every %llu cycles: 1 to %u can be had",
             (unsigned long long)clock->cycles, UINT32_MAX);
    clock->cycles = 1;
}

static const char *const ALONE = "an alarm sees the MSHR entry alone";

// "alarm": {"mshr": CONDITION}: read when the machine's lets are known.
void cg_read_alarms(cg_reader *r, cg_machine *m, cg_node machine) {
    cg_node events = cg_get(r, machine, "events", CG_J_OBJECT);
    for (int i = 0; i < m->n_events; i++) {
        cg_event *e = &m->events[i];
        if (e->kind != CG_EV_ALARM) continue;
        cg_node n = {.pointer = cg_json_at(r->arena, events.pointer, e->name)};
        json_object_object_get_ex(events.value, e->name, &n.value);
        const cg_ast *ast = cg_parse_whole(r, cg_source_of(r, cg_get(r, n, "mshr", CG_J_STRING)));
        cg_scope s = {
            .reader = r, .machine = m, .event = e->name, .no_line = ALONE, .no_function = "an alarm"};
        for (cg_space k = 0; k < CG_N_SPACES; k++) {
            const bool of_line = CG_SPACES[k].traits & CG_TRAIT_OF_LINE && k != CG_SPACE_MSHR;
            if (of_line) s.no[k] = ALONE;
            if (CG_SPACES[k].traits & CG_TRAIT_OF_CORE) s.no[k] = "an alarm is about no thread";
        }
        if (ast) e->alarm = cg_type_bool(&s, ast);
        if (e->alarm && cg_is_const(e->alarm) && !s.used_param)
            cg_error(r, CG_E_SHADOWED, ast->source->pointer, 0, "this condition is always %s",
                     e->alarm->value ? "true" : "false");
    }
}
