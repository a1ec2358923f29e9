// The blocks of a design: what is synthesised by itself.
#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "base/memory.h"

static cg_block *add_block(cg_blocks *b, cg_block_kind kind, const char *name, const cg_module *m, long n) {
    b->blocks = cg_array_grow(b->blocks, (size_t)b->n, sizeof *b->blocks);
    cg_block *x = &b->blocks[b->n++];
    *x = (cg_block){.kind = kind, .module = m, .count = n};
    snprintf(x->name, sizeof x->name, "%.290s", name);
    return x;
}

// "gen_l1[0].u_l1" is "u_l1".
static const char *last_of(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

// Machine of a controller's module, NULL: it is another part.
static const char *machine_of_module(const cg_spec *s, const char *base) {
    for (int i = 0; i < s->n_machines; i++) {
        char name[600];
        snprintf(name, sizeof name, "%.250s_%.250s", s->name, s->machines[i].name);
        if (!strcmp(name, base)) return s->machines[i].name;
    }
    return NULL;
}

static cg_block *block_of_module(cg_blocks *b, const cg_module *m) {
    for (int i = 0; i < b->n; i++)
        if (b->blocks[i].module == m) return &b->blocks[i];
    return NULL;
}

// The system's instances of modules of which `machine` is the machine (NULL: of none), in the order of the
// source: Yosys lists the last one first.
static void add_blocks(cg_blocks *b, const cg_spec *s, const cg_hierarchy *h, const cg_module *system,
                       const char *machine) {
    for (int i = system->n_cells - 1; i >= 0; i--) {
        const cg_module *m = cg_module_find(h, system->cells[i].type);
        const char *of = m ? machine_of_module(s, m->base) : NULL;
        if (!m || of != machine) continue;
        cg_block *there = block_of_module(b, m);
        if (there)
            there->count++;
        else
            add_block(b, of ? CG_BLOCK_CONTROLLER : CG_BLOCK_PART, of ? of : last_of(system->cells[i].name),
                      m, 1);
    }
}

bool cg_blocks_find(const cg_spec *s, const cg_hierarchy *h, bool whole, cg_blocks *b) {
    char top[300];
    *b = (cg_blocks){0};
    snprintf(top, sizeof top, "%.250s_system", s->name);
    const cg_module *system = cg_module_find(h, top);
    if (!system) return false;
    for (int i = 0; i < s->n_machines; i++) add_blocks(b, s, h, system, s->machines[i].name);
    add_blocks(b, s, h, system, NULL);
    add_block(b, CG_BLOCK_GLUE, "wiring", system, 1);
    if (whole) add_block(b, CG_BLOCK_WHOLE, "flattened as a whole", system, 1);
    return true;
}

void cg_blocks_free(cg_blocks *b) {
    for (int i = 0; i < b->n; i++) {
        CG_FREE(b->blocks[i].tree, b->blocks[i].paths);
    }
    free(b->blocks);
    *b = (cg_blocks){0};
}

bool cg_block_has_hits(const cg_block *b, const cg_spec *s) {
    for (int i = 0; i < s->n_machines; i++) {
        if (b->kind == CG_BLOCK_CONTROLLER && !strcmp(s->machines[i].name, b->name))
            return s->machines[i].core_port;
    }
    return false;
}

static bool has_modules(const cg_hierarchy *h, const cg_module *m) {
    for (int i = 0; i < m->n_cells; i++)
        if (cg_module_find(h, m->cells[i].type)) return true;
    return false;
}

bool cg_block_has_tree(const cg_block *b, const cg_hierarchy *h, const cg_tech *t) {
    return (b->kind == CG_BLOCK_CONTROLLER || b->kind == CG_BLOCK_PART) && t->kind != CG_TECH_ICE40 &&
           has_modules(h, b->module);
}

void cg_block_opens_latches(cg_block *b) {
    json_object *paths = json_object_from_file(b->paths);
    const double ns = cg_jnum(cg_jget(paths, "path"), "ns");
    if (ns > b->ns) b->ns = ns;
    json_object_put(paths);
}

bool cg_block_measure(cg_block *b, const char *folder, const cg_hierarchy *h, const cg_tech *t) {
    char path[4096 + 64];
    snprintf(path, sizeof path, "%s/cells.json", folder);
    if (!cg_logic_read(path, t, h, &b->flat)) return false;
    snprintf(path, sizeof path, "%s/log", folder);
    cg_delay_read(path, &b->ns);
    return true;
}
