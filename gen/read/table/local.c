// Local memories of cores: machines that stand beside another one, behind its core port.
#include <string.h>

#include "lang/topology.h"
#include "read/reader.h"

// note [place words] in lang/local.h: its lines are words, and the table counts lines of them.
static void read_words_of_memory(cg_reader *r, cg_machine *m, cg_node memory, uint64_t most) {
    const uint64_t each = r->spec->line_bytes / 4;
    m->of_words = true;
    if (each && m->sets > most / each)
        cg_error(r, CG_E_PARAM, cg_json_at(r->arena, memory.pointer, "lines"), 0,
                 "%llu lines are %llu words: a local memory of words has %llu at most",
                 (unsigned long long)m->sets, (unsigned long long)(m->sets * each), (unsigned long long)most);
    m->sets *= each ? each : 1;
}

bool cg_read_memory(cg_reader *r, cg_machine *m, cg_node n) {
    enum { SIZE = CG_J_INT | CG_J_STRING, MOST = 1 << 16 };
    static const cg_key KEYS[] = {{"lines", SIZE, true}, {"mshrs", SIZE, false}, {"waiters", SIZE, false}};
    static const cg_range LINES = {"lines", 2, MOST, true}, MSHRS = {"mshrs", 1, 128, false},
                          WAITERS = {"waiters", 1, MOST, false};
    const cg_node beside = cg_get(r, n, "beside", CG_J_STRING), memory = cg_get(r, n, "memory", CG_J_OBJECT);
    static const char *const OTHERS[] = {"cache", "core_port", "home", "consistency", "store_buffer"};
    if (!beside.value && !memory.value) return false;
    m->local = true;
    m->core_port = true;
    m->ways = m->mshrs = m->waiters = 1; // of no use
    m->sets = LINES.least;
    if (!beside.value || !memory.value) {
        cg_error(r, CG_E_SHAPE, n.pointer, 0,
                 "a local memory has both keys, 'beside': whose core port it shares, and 'memory'");
        return true;
    }
    if (CG_CHECK_SHAPE(r, memory, "a local memory", KEYS)) {
        const bool mshrs = cg_get(r, memory, "mshrs", ~0).value,
                   waiters = cg_get(r, memory, "waiters", ~0).value;
        m->sets = cg_read_size(r, memory, &LINES);
        m->mapped = mshrs || waiters;
        if (mshrs != waiters)
            cg_error(
                r, CG_E_SHAPE, memory.pointer, 0,
                "a local memory has 'mshrs' and 'waiters', if its lines may be of global ones, or neither");
        if (mshrs) m->mshrs = cg_read_size(r, memory, &MSHRS);
        if (waiters) m->waiters = cg_read_size(r, memory, &WAITERS);
        if (m->words) read_words_of_memory(r, m, memory, MOST);
    }
    m->words = false;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (cg_get(r, n, OTHERS[i], ~0).value)
            cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, OTHERS[i]), CG_AT_KEY,
                     "%s is a local memory, which has no '%s'", m->name, OTHERS[i]);
    return true;
}

// The machine that it stands beside has ports, as many controllers, and no other memory beside it.
static void find_beside(cg_reader *r, cg_machine *m, cg_node n) {
    const cg_spec *s = r->spec;
    const cg_node beside = cg_get(r, n, "beside", CG_J_STRING);
    if (!beside.value) return;
    const char *name = json_object_get_string(beside.value);
    cg_words w = {0};
    for (int i = 0; i < s->n_machines; i++)
        if (cg_has_ports(&s->machines[i])) cg_words_add(r, &w, s->machines[i].name);
    m->beside = 0;
    while (m->beside < s->n_machines && strcmp(s->machines[m->beside].name, name)) m->beside++;
    if (m->beside == s->n_machines || !cg_has_ports(&s->machines[m->beside])) {
        cg_error(r, CG_E_UNKNOWN, beside.pointer, 0, "'%s' is no machine with a core port%s", name,
                 cg_hint_or_all(r, name, &w));
        m->beside = 0;
        return;
    }
    const cg_machine *port = &s->machines[m->beside];
    m->first_core = port->first_core;
    if (m->count_param != port->count_param)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, "count"), 0,
                 "%s stands beside %s, and is counted by '%s', too", m->name, name,
                 s->params[port->count_param].name);
    for (int i = 0; &s->machines[i] < m; i++)
        if (s->machines[i].local && s->machines[i].beside == m->beside)
            cg_error(r, CG_E_SHAPE, beside.pointer, 0, "%s stands beside %s already: a port has one memory",
                     s->machines[i].name, name);
}

void cg_read_beside(cg_reader *r, cg_entries all) {
    for (int i = 0; i < r->spec->n_machines; i++)
        if (r->spec->machines[i].local) find_beside(r, &r->spec->machines[i], all.items[i].node);
}
