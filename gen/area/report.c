// The report of an area run: blocks, the tree of each, the whole system.
#include <stdlib.h>
#include <string.h>

#include "area.h"

static const char *const KINDS[] = {"controller", "part", "wiring", "whole"};

static bool is_silicon(const cg_area *a) {
    return a->tech->kind == CG_TECH_CELLS;
}

// ------------------------------------------------------------------------------------------------- memories

// Arrays by the rule of note [arrays]: bits in macros, and in logic. model_flop_bits: of the former those
// that the model holds in flip-flops.
typedef struct {
    long macros, macro_bits, logic_bits, model_flop_bits;
    double um2; // of macros
} memory_sum;

static long array_bits(const cg_sram_array *m) {
    return m->depth * m->lanes * m->lane_bits;
}

static json_object *memory_json(const cg_sram_array *m, const char *path, const char *as) {
    json_object *o = json_object_new_object();
    cg_jput_str(o, "path", path);
    cg_jput_int(o, "words", m->depth);
    cg_jput_int(o, "word_bits", m->lanes * m->lane_bits);
    cg_jput_int(o, "bits", array_bits(m));
    cg_jput_str(o, "as", as);
    return o;
}

static void add_macro(const cg_area *a, const cg_sram_array *m, const char *path, json_object *list,
                      memory_sum *sum) {
    const cg_sram_fit f = cg_sram_area(a->sram, a->tech, m->depth, m->lanes * m->lane_bits, 2);
    sum->macros++;
    sum->macro_bits += array_bits(m);
    sum->um2 += f.um2;
    if (f.flops) sum->model_flop_bits += array_bits(m);
    if (!list) return;
    json_object *o = memory_json(m, path, "macro");
    json_object_array_add(list, o);
    if (f.um2 <= 0) return;
    cg_jput_num(o, "um2", f.um2);
    if (!f.flops) cg_jput_int(o, "rows", f.rows);
    if (!f.flops) cg_jput_int(o, "columns", f.columns);
}

static void add_logic_array(const cg_sram_array *m, const char *path, json_object *list, memory_sum *sum) {
    sum->logic_bits += array_bits(m);
    if (list) json_object_array_add(list, memory_json(m, path, "logic"));
}

// All arrays in and below `m`; `list` may be NULL.
static void memories(const cg_area *a, const cg_module *m, const char *path, json_object *list,
                     memory_sum *sum) {
    for (int i = 0; i < m->n_cells; i++) {
        const cg_instance *c = &m->cells[i];
        char below[1024];
        snprintf(below, sizeof below, "%.800s%s%.200s", path, *path ? "." : "", c->name);
        const cg_module *child = cg_module_find(a->hierarchy, c->type);
        if (c->macro.depth)
            add_macro(a, &c->macro, below, list, sum);
        else if (child && child->logic.depth)
            add_logic_array(&child->logic, below, list, sum);
        else if (child)
            memories(a, child, below, list, sum);
    }
}

// ----------------------------------------------------------------------------------------------------- tree

// Mapped cells of module `name`, in a `stat -json` without flattening. Yosys calls the top by its plain name.
static bool own_logic(const cg_area *a, json_object *modules, const cg_module *m, bool top, cg_logic *out) {
    *out = (cg_logic){0};
    json_object_object_foreach(modules, name, stat) {
        const char *plain = *name == '\\' ? name + 1 : name;
        if (strcmp(plain, m->name) != 0 && !(top && !strcmp(plain, m->base))) continue;
        cg_logic_add(out, cg_jget(stat, "num_cells_by_type"), a->tech, a->hierarchy);
        return true;
    }
    return false;
}

static void put_logic(const cg_area *a, json_object *o, const cg_logic *l) {
    cg_jput_int(o, "flops", l->flops);
    cg_jput_int(o, "cells", l->cells);
    if (is_silicon(a)) cg_jput_num(o, "um2", l->um2);
    if (is_silicon(a)) cg_jput_num(o, "kge", l->um2 / a->tech->gate_um2 / 1000);
}

static void add_logic(cg_logic *sum, const cg_logic *l, long n) {
    sum->cells += l->cells * n;
    sum->flops += l->flops * n;
    sum->other += l->other * n;
    sum->luts += l->luts * n;
    sum->carries += l->carries * n;
    sum->brams += l->brams * n;
    sum->um2 += l->um2 * (double)n;
    sum->flops_um2 += l->flops_um2 * (double)n;
}

// Instances of the same module stand together: how many of this type, 0 if an earlier cell has counted them.
static int of_type(const cg_module *m, int i) {
    int n = 0;
    for (int k = 0; k < m->n_cells; k++) {
        if (strcmp(m->cells[k].type, m->cells[i].type) != 0) continue;
        if (k < i) return 0;
        n++;
    }
    return n;
}

// Names of the instances of the type of cell i: "u_a, u_b".
static void list_instance_names(const cg_module *m, int i, char *out, size_t size) {
    size_t at = 0;
    for (int k = i; k < m->n_cells && at + 60 < size; k++) {
        if (strcmp(m->cells[k].type, m->cells[i].type) != 0) continue;
        at += (size_t)snprintf(out + at, size - at, "%s%.50s", at ? ", " : "", m->cells[k].name);
    }
}

// The node of one instance of `m`: its own cells, those below, its memories. `sum` gets all of it.
static json_object *instance_json(const cg_area *a, json_object *modules, const cg_module *m,
                                  const char *name, bool top, cg_logic *sum) {
    json_object *o = json_object_new_object(), *below = json_object_new_array();
    cg_logic own;
    memory_sum memory = {0};
    own_logic(a, modules, m, top, &own);
    cg_jput_str(o, "name", name);
    cg_jput_str(o, "module", m->base);
    cg_jput_str(o, "params", m->params);
    add_logic(sum, &own, 1);
    for (int i = 0; i < m->n_cells; i++) {
        const cg_module *child = cg_module_find(a->hierarchy, m->cells[i].type);
        const int n = child ? of_type(m, i) : 0;
        if (!n) continue;
        char names[300];
        cg_logic part = {0};
        list_instance_names(m, i, names, sizeof names);
        json_object *c = instance_json(a, modules, child, names, false, &part);
        cg_jput_int(c, "count", n);
        json_object_array_add(below, c);
        add_logic(sum, &part, n);
    }
    memories(a, m, "", NULL, &memory);
    put_logic(a, o, sum);
    json_object *alone = json_object_new_object();
    put_logic(a, alone, &own);
    json_object_object_add(o, "own", alone);
    cg_jput_int(o, "sram_bits", memory.macro_bits);
    if (is_silicon(a)) cg_jput_num(o, "memory_um2", memory.um2);
    json_object_object_add(o, "below", below);
    return o;
}

static void put_tree(const cg_area *a, json_object *o, const cg_block *b) {
    json_object *root = b->tree ? json_object_from_file(b->tree) : NULL;
    json_object *modules = cg_jget(root, "modules");
    if (modules) {
        cg_logic sum = {0};
        json_object *tree = instance_json(a, modules, b->module, b->name, true, &sum);
        if (is_silicon(a)) cg_jput_num(o, "flattening_um2", b->flat.um2 - sum.um2);
        cg_jput_int(o, "flattening_cells", b->flat.cells - sum.cells);
        json_object_object_add(o, "tree", tree);
    }
    json_object_put(root);
}

// --------------------------------------------------------------------------------------------------- blocks

static void put_fpga(const cg_area *a, json_object *o, const cg_block *b) {
    if (a->tech->kind != CG_TECH_ICE40) return;
    cg_jput_int(o, "luts", b->flat.luts);
    cg_jput_int(o, "carries", b->flat.carries);
    cg_jput_int(o, "brams", b->flat.brams);
    if (b->kind == CG_BLOCK_GLUE) return;
    cg_jput_str(o, "device", b->device ? b->device->name : "");
    cg_jput_num(o, "mhz", b->mhz);
}

// The longest paths, and as "hit_ns" the longest that a load hit has in any stage.
static void add_paths(json_object *o, const cg_block *b) {
    json_object *paths = b->paths ? json_object_from_file(b->paths) : NULL;
    double hit = 0;
    if (!paths) return;
    for (size_t i = 0; i < cg_jlen(paths, "hit"); i++) {
        const double ns = cg_jnum(cg_jat(paths, "hit", i), "ns");
        if (ns > hit) hit = ns;
    }
    if (hit > 0) cg_jput_num(o, "hit_ns", hit);
    json_object_object_foreach(paths, key, v) {
        json_object_object_add(o, key, json_object_get(v));
    }
    json_object_put(paths);
}

static json_object *block_json(const cg_area *a, const cg_block *b) {
    json_object *o = json_object_new_object(), *list = json_object_new_array();
    memory_sum memory = {0};
    const bool apart = a->tech->kind != CG_TECH_ICE40; // there they are in the block RAMs
    cg_jput_str(o, "kind", KINDS[b->kind]);
    cg_jput_str(o, "name", b->name);
    cg_jput_str(o, "module", b->module->base);
    cg_jput_str(o, "params", b->module->params);
    cg_jput_int(o, "count", b->count);
    put_logic(a, o, &b->flat);
    cg_jput_int(o, "unknown_cells", b->flat.other);
    if (is_silicon(a)) cg_jput_num(o, "flops_um2", b->flat.flops_um2);
    if (is_silicon(a)) cg_jput_num(o, "ns", b->ns);
    add_paths(o, b);
    put_fpga(a, o, b);
    if (apart && b->kind != CG_BLOCK_GLUE) memories(a, b->module, "", list, &memory);
    cg_jput_int(o, "srams", memory.macros);
    cg_jput_int(o, "sram_bits", memory.macro_bits);
    cg_jput_int(o, "logic_array_bits", memory.logic_bits);
    cg_jput_int(o, "model_flop_bits", memory.model_flop_bits);
    if (is_silicon(a)) cg_jput_num(o, "memory_um2", memory.um2);
    if (is_silicon(a)) cg_jput_num(o, "total_um2", memory.um2 + b->flat.um2);
    json_object_object_add(o, "memories", list);
    cg_jput_num(o, "seconds", b->seconds);
    json_object_object_add(o, "cached", json_object_new_boolean(b->cached));
    put_tree(a, o, b);
    return o;
}

// Sums over all blocks with their counts.
static json_object *system_json(const cg_area *a, json_object *blocks) {
    json_object *o = json_object_new_object();
    cg_logic sum = {0};
    double memory = 0, ns = 0;
    long bits = 0, logic_bits = 0;
    for (int i = 0; i < a->n_blocks; i++) {
        const cg_block *b = &a->blocks[i];
        if (b->kind == CG_BLOCK_WHOLE) continue;
        json_object *j = json_object_array_get_idx(blocks, (size_t)i);
        add_logic(&sum, &b->flat, b->count);
        memory += cg_jnum(j, "memory_um2") * (double)b->count;
        bits += (long)cg_jnum(j, "sram_bits") * b->count;
        logic_bits += (long)cg_jnum(j, "logic_array_bits") * b->count;
        if (b->ns > ns) ns = b->ns;
    }
    put_logic(a, o, &sum);
    if (a->tech->kind == CG_TECH_ICE40) cg_jput_int(o, "luts", sum.luts);
    if (a->tech->kind == CG_TECH_ICE40) cg_jput_int(o, "brams", sum.brams);
    cg_jput_int(o, "sram_bits", bits);
    cg_jput_int(o, "logic_array_bits", logic_bits);
    if (!is_silicon(a)) return o;
    cg_jput_num(o, "ns", ns);
    cg_jput_num(o, "memory_um2", memory);
    cg_jput_num(o, "total_um2", memory + sum.um2);
    return o;
}

static json_object *params_json(const cg_spec *s) {
    json_object *o = json_object_new_object();
    for (int i = 0; i < s->n_params; i++) cg_jput_int(o, s->params[i].name, (long)s->params[i].value);
    return o;
}

static json_object *tech_json(const cg_area *a) {
    json_object *o = json_object_new_object();
    static const char *const TECHS[] = {"cells", "ice40", "generic"};
    cg_jput_str(o, "name", a->tech_name);
    cg_jput_str(o, "title", a->tech->title);
    cg_jput_str(o, "kind", TECHS[a->tech->kind]);
    if (!is_silicon(a)) return o;
    cg_jput_str(o, "gate", a->tech->gate);
    cg_jput_num(o, "gate_um2", a->tech->gate_um2);
    cg_jput_num(o, "nm", a->tech->nm);
    return o;
}

// The controllers again, by name.
static json_object *machines_json(const cg_area *a, json_object *blocks) {
    json_object *o = json_object_new_object();
    for (int i = 0; i < a->n_blocks; i++) {
        if (a->blocks[i].kind != CG_BLOCK_CONTROLLER) continue;
        json_object_object_add(o, a->blocks[i].name,
                               json_object_get(json_object_array_get_idx(blocks, (size_t)i)));
    }
    return o;
}

json_object *cg_area_report(const cg_area *a) {
    json_object *o = json_object_new_object(), *blocks = json_object_new_array();
    const cg_spec *s = a->plan->spec;
    for (int i = 0; i < a->n_blocks; i++) json_object_array_add(blocks, block_json(a, &a->blocks[i]));
    cg_jput_str(o, "protocol", s->name);
    cg_jput_str(o, "title", s->title);
    json_object_object_add(o, "tech", tech_json(a));
    if (a->tech->kind != CG_TECH_ICE40) cg_jput_int(o, "macros_from", a->macros_from);
    json_object_object_add(o, "point", params_json(s));
    json_object_object_add(o, "machines", machines_json(a, blocks));
    json_object_object_add(o, "blocks", blocks);
    json_object_object_add(o, "system", system_json(a, blocks));
    json_object_object_add(o, "storage", cg_area_storage(a->plan));
    return o;
}
