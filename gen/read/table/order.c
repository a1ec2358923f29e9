// Order at the core port: what the consistency model asks of the operations of a core with their marks.
#include <stdlib.h>
#include <string.h>

#include "lang/model.h"
#include "read/beside.h"
#include "read/reader.h"

static bool has_order(const cg_spec *s) {
    bool has = false;
    for (int i = 0; i < s->n_machines; i++)
        for (int e = 0; e < s->machines[i].n_events; e++)
            has |= s->machines[i].events[e].kind == CG_EV_CORE && s->machines[i].events[e].core > CG_FENCE;
    return has;
}

// -------------------------------------------------------------------------------------------- what it keeps

// Is an operation of a class of `from` kept before one of `to`?
static bool model_keeps_order(const cg_model *m, uint32_t from, uint32_t to) {
    bool kept = false;
    for (unsigned c = 0; c < m->nclasses; c++) kept |= from >> c & 1 && m->classes[c].before & to;
    return kept;
}

// Data: synchronization that only stores is no store that a release waits for.
static uint32_t data_classes_of(const cg_model *m, cg_mem_kind kind) {
    uint32_t set = 0;
    for (unsigned c = 0; c < m->nclasses; c++)
        if (m->classes[c].kind == kind && !m->classes[c].sync) set |= UINT32_C(1) << c;
    return set;
}

// The classes that an operation with these marks is of. One that the model has not with all of them is not
// legal, unless it is a plain one.
static uint32_t classes_of_kind(const cg_model *m, cg_mem_kind kind, unsigned marks) {
    if (kind == CG_MEM_FENCE && !marks) return cg_model_fences(m, ~0u);
    const int c = cg_model_class_of(m, kind, marks);
    return c >= 0 && (m->classes[c].marks & marks) == marks ? UINT32_C(1) << c : 0;
}

uint32_t cg_classes_for(const cg_model *m, int op, unsigned marks) {
    static const cg_mem_kind KINDS[CG_N_PORT_OPS] = {CG_MEM_LOAD, CG_MEM_STORE, CG_MEM_ATOMIC, CG_MEM_FENCE};
    return classes_of_kind(m, KINDS[op], marks);
}

static void set_order(cg_spec *s, const cg_model *m) {
    const uint32_t loads = data_classes_of(m, CG_MEM_LOAD), stores = data_classes_of(m, CG_MEM_STORE);
    for (int op = 0; op < CG_N_PORT_OPS; op++) {
        for (unsigned marks = 0; marks < CG_N_MARKS; marks++) {
            const uint32_t set = cg_classes_for(m, op, marks);
            s->order[op][marks] = (cg_port_order){.legal = set,
                                                  .release = model_keeps_order(m, stores, set),
                                                  .acquire = model_keeps_order(m, set, loads)};
        }
    }
}

// The order logic holds nothing up for data: they must be free.
static void check_plain(cg_reader *r) {
    static const char *const NAMES[] = {[CG_LOAD] = "loads", [CG_STORE] = "stores"};
    for (int op = CG_LOAD; op <= CG_STORE; op++) {
        const cg_port_order *o = &r->spec->order[op][0];
        if (o->legal && !o->release && !o->acquire) continue;
        cg_error(
            r, CG_E_SHAPE, "/consistency", 0,
            "%s %s %s, and this table's rules for acquires and releases are for models that leave them free",
            r->spec->consistency, o->legal ? "keeps the order of plain" : "has no plain", NAMES[op]);
    }
}

cg_model *cg_read_model(cg_reader *r, const char *name, const char *why) {
    char error[512];
    const char *path = cg_find_beside(r->arena, r->spec->file, "models", name);
    cg_model *m = path ? cg_model_load(path, error, sizeof error) : NULL;
    if (!path)
        cg_error(r, CG_E_IO, "/consistency", 0, "there is no model '%s', and %s is in it", name, why);
    else if (!m)
        cg_error(r, CG_E_SHAPE, "/consistency", 0, "%s", error);
    return m;
}

void cg_read_order(cg_reader *r) {
    if (!r->spec->consistency || !has_order(r->spec)) return;
    cg_model *m = cg_read_model(r, r->spec->consistency, "what acquires and releases are for");
    if (!m) return;
    r->spec->has_order = true;
    set_order(r->spec, m);
    cg_model_free(m);
    check_plain(r);
}
