// What a machine has beside its cache by name; and how many of something there can be.
#include <string.h>

#include "lang/lookup.h"

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

static const char *const KINDS[] = {"fifo", "walk", "cam", "ring", "tlb"};
enum { FIFO, WALK, CAM, RING, TLB, N_KINDS };

// What only a walk is asked: note [walk] in lang/structure.h.
static void check_walk(cg_reader *r, const cg_machine *m, const cg_entry *e, const cg_structure *s) {
    const int other = cg_find_walk(m);
    if (!s->walks) return;
    if (cg_get(r, e->node, "drain", ~0).value)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, e->node.pointer, "drain"), CG_AT_KEY,
                 "a walk offers lines while a marker is in it, and at no other time");
    if (!s->markers)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, e->node.pointer, "markers"), 0,
                 "a walk is for markers, and holds nothing else");
    if (other != CG_NONE)
        cg_error(r, CG_E_SHAPE, e->node.pointer, CG_AT_KEY,
                 "a cache is walked by one structure, and %s has %s: it may hold the markers of both",
                 m->name, m->structures[other].name);
}

// {"kind": "fifo", "entries": EXPR, "key": "line", "markers": true}, or "kind": "walk"
static void read_fifo(cg_reader *r, cg_machine *m, const cg_entry *e, bool walks) {
    static const cg_key KEYS[] = {{"kind", CG_J_STRING, true},   {"entries", CG_J_INT | CG_J_STRING, true},
                                  {"key", CG_J_STRING, true},    {"markers", CG_J_BOOL, false},
                                  {"drain", CG_J_STRING, false}, {"doc", CG_J_STRING, false}};
    static const char *const KEYS_OF[] = {"line"};
    static const cg_range ENTRIES = {"entries", 2, 256, false};
    cg_structure s = {.name = e->key, .doc = cg_get_text(r, e->node, "doc"), .walks = walks};
    CG_CHECK_SHAPE(r, e->node, "a structure", KEYS);
    cg_get_choice(r, e->node, "kind", KINDS, N_KINDS, FIFO);
    cg_get_choice(r, e->node, "key", KEYS_OF, 1, 0);
    s.markers = cg_get_bool(r, e->node, "markers", walks);
    s.entries = cg_read_size(r, e->node, &ENTRIES);
    check_walk(r, m, e, &s);
    s.markers |= walks;
    if (m->words)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, r->machine_at, "structures"), CG_AT_KEY,
                 "%s lines, and the blocks of %s are words",
                 walks ? "what walks a cache goes by" : "a fifo holds", m->name);
    if (m->local && !walks)
        cg_error(r, CG_E_SHAPE, e->node.pointer, CG_AT_KEY,
                 "a fifo holds lines that go elsewhere, and %s is a local memory: it may have a walk, cams "
                 "and rings",
                 m->name);
    *CG_PUSH(r->arena, m->structures, m->n_structures) = s;
}

// note [translation] in lang/lookup.h: who has a tlb names global lines, and nobody else does.
static void check_tlb(cg_reader *r, const cg_machine *m, const cg_entry *e) {
    const int other = cg_find_tlb(m);
    if (!m->mapped)
        cg_error(
            r, CG_E_SHAPE, e->node.pointer, CG_AT_KEY,
            "a tlb is of a local memory with MSHR entries, whose rules name global addresses; %s is none",
            m->name);
    else if (other != CG_NONE)
        cg_error(r, CG_E_SHAPE, e->node.pointer, CG_AT_KEY,
                 "%s has %s: a page has one frame, and one tlb asks for it", m->name, m->lookups[other].name);
}

// {"kind": "cam", "entries": EXPR, "key": TYPE, "fields": {...}, "find": {EVENT: EXPR}}; a ring has no key,
// and a tlb no fields. Types are not known yet, nor events.
static void read_lookup(cg_reader *r, cg_machine *m, const cg_entry *e, int kind) {
    static const cg_key KEYS[] = {{"fields", CG_J_OBJECT, false}, {"kind", CG_J_STRING, true},
                                  {"find", CG_J_OBJECT, false},   {"entries", CG_J_INT | CG_J_STRING, true},
                                  {"doc", CG_J_STRING, false},    {"key", CG_J_STRING, true}};
    static const struct {
        const char *name;
        cg_lookup_kind kind;
        int first_key, n_keys;
        cg_range entries;
    } OF[] = {[CAM] = {"a cam", CG_LOOKUP_CAM, 0, 6, {"entries", 1, 256, false}},
              [RING] = {"a ring", CG_LOOKUP_RING, 0, 5, {"entries", 2, 256, false}},
              [TLB] = {"a tlb", CG_LOOKUP_TLB, 1, 5, {"entries", 2, 256, false}}};
    cg_lookup l = {.name = e->key, .doc = cg_get_text(r, e->node, "doc"), .kind = OF[kind].kind};
    cg_check_shape(r, e->node, OF[kind].name, KEYS + OF[kind].first_key, OF[kind].n_keys);
    l.entries = cg_read_size(r, e->node, &OF[kind].entries);
    if (kind == TLB) check_tlb(r, m, e);
    if (m->words)
        cg_error(r, CG_E_SHAPE, e->node.pointer, CG_AT_KEY,
                 "an event looks once for an entry, and one of %s is served word by word", m->name);
    if (m->n_lookups == CG_MAX_LOOKUPS)
        cg_error(r, CG_E_SHAPE, e->node.pointer, CG_AT_KEY, "more than %d cams, rings and tlbs",
                 CG_MAX_LOOKUPS);
    else
        *CG_PUSH(r->arena, m->lookups, m->n_lookups) = l;
}

void cg_read_structures(cg_reader *r, cg_machine *m, cg_node n) {
    cg_entries all = cg_entries_of(r, cg_get(r, n, "structures", CG_J_OBJECT));
    r->machine_at = n.pointer;
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_check_name(r, e, "a structure");
        const char *word = json_object_get_string(cg_get(r, e->node, "kind", CG_J_STRING).value);
        int kind = N_KINDS - 1;
        while (kind && (!word || strcmp(word, KINDS[kind]))) kind--;
        if (kind == FIFO || kind == WALK)
            read_fifo(r, m, e, kind == WALK);
        else
            read_lookup(r, m, e, kind);
    }
}

void cg_read_drains(cg_reader *r, cg_machine *m, cg_node n) {
    const cg_node all = cg_get(r, n, "structures", CG_J_OBJECT);
    for (int i = 0; i < m->n_structures; i++) {
        const cg_node at =
            cg_get(r, cg_get(r, all, m->structures[i].name, CG_J_OBJECT), "drain", CG_J_STRING);
        const cg_ast *ast =
            at.value && !m->structures[i].walks ? cg_parse_whole(r, cg_source_of(r, at)) : NULL;
        cg_scope s = {.reader = r, .machine = m, .event = "drain", .no_function = "drain"};
        for (cg_space k = 0; k < CG_N_SPACES; k++)
            if (!(CG_SPACES[k].traits & CG_TRAIT_BARE)) s.no[k] = "drain is about no event";
        if (ast) m->structures[i].drains = cg_type_bool(&s, ast);
    }
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
