// What a machine has beside its cache by name; and how many of something there can be.
#include <string.h>

#include "read/reader.h"

uint64_t cg_read_size(cg_reader *r, cg_node of, const cg_range *can) {
    cg_node n = cg_get(r, of, can->key, CG_J_INT | CG_J_STRING);
    uint64_t v;
    if (!cg_constant_of(r, n, &v)) return can->least;
    if (v >= can->least && v <= can->most && !(can->pow2 && (v & (v - 1)))) return v;
    const bool named = cg_is_kind(n, CG_J_STRING);
    cg_error(r, CG_E_PARAM, n.pointer, 0, "%s is %s%s%llu: %s%llu to %llu can be had", can->key,
             named ? json_object_get_string(n.value) : "", named ? " = " : "", (unsigned long long)v,
             can->pow2 ? "a power of two from " : "", (unsigned long long)can->least,
             (unsigned long long)can->most);
    return can->least;
}

// {"kind": "fifo", "entries": EXPR, "key": "line", "markers": true}
static void read_structure(cg_reader *r, cg_machine *m, const cg_entry *e) {
    static const cg_key KEYS[] = {{"kind", CG_J_STRING, true},
                                  {"entries", CG_J_INT | CG_J_STRING, true},
                                  {"key", CG_J_STRING, true},
                                  {"markers", CG_J_BOOL, false},
                                  {"doc", CG_J_STRING, false}};
    static const char *const KINDS[] = {"fifo"}, *const KEYS_OF[] = {"line"};
    static const cg_range ENTRIES = {"entries", 2, 256, false};
    cg_structure s = {.name = e->key, .doc = cg_get_text(r, e->node, "doc")};
    cg_check_name(r, e, "a structure");
    CG_CHECK_SHAPE(r, e->node, "a structure", KEYS);
    cg_get_choice(r, e->node, "kind", KINDS, 1, 0);
    cg_get_choice(r, e->node, "key", KEYS_OF, 1, 0);
    s.markers = cg_get_bool(r, e->node, "markers", false);
    s.entries = cg_read_size(r, e->node, &ENTRIES);
    *CG_PUSH(r->arena, m->structures, m->n_structures) = s;
}

void cg_read_structures(cg_reader *r, cg_machine *m, cg_node n) {
    cg_entries all = cg_entries_of(r, cg_get(r, n, "structures", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) read_structure(r, m, &all.items[i]);
    if (all.n && m->words)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, "structures"), CG_AT_KEY,
                 "a fifo holds lines, and the blocks of %s are words", m->name);
}

int cg_structure_named(cg_reader *r, const cg_machine *m, const char *name, const char *pointer, int offset) {
    const int structure = cg_find_structure(m, name);
    cg_words w = {0};
    for (int i = 0; i < m->n_structures; i++) cg_words_add(r, &w, m->structures[i].name);
    if (structure == CG_NONE)
        cg_error(r, CG_E_UNKNOWN, pointer, offset, "'%s' is no structure of %s%s", name, m->name,
                 cg_hint_or_all(r, name, &w));
    return structure;
}
