// Results of a bench that were kept: read again, and compared with the hardware that the tables make now.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "read/reader.h"

// ------------------------------------------------------------------------------------------------- reading

static const char *text_at(bench *b, cg_reader *r, cg_node n, const char *key) {
    cg_node at = cg_get(r, n, key, CG_J_STRING);
    return at.value ? cg_arena_strdup(b->arena, json_object_get_string(at.value)) : "";
}

static void read_hash(cg_reader *r, cg_node n, const char *what, char out[17]) {
    const char *hash = cg_is_kind(n, CG_J_STRING) ? json_object_get_string(n.value) : "";
    if (strlen(hash) != 16 || strspn(hash, "0123456789abcdef") != 16)
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "the hash of %s has 16 hexadecimal digits", what);
    else
        memcpy(out, hash, 17);
}

static void read_hardware(bench *b, cg_reader *r, cg_node n) {
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) {
        const int p = bench_protocol_named(b, all.items[i].key);
        if (p == CG_NONE) {
            cg_error(r, CG_E_UNKNOWN, all.items[i].node.pointer, CG_AT_KEY,
                     "the description has no protocol '%s'", all.items[i].key);
            continue;
        }
        b->protocols[p].there = true;
        read_hash(r, all.items[i].node, "a design", b->protocols[p].design);
    }
}

// "again", where there is one: by protocol, too.
static void read_again(bench *b, cg_reader *r, cg_node n) {
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) {
        const int p = bench_protocol_named(b, all.items[i].key);
        if (p != CG_NONE) read_hash(r, all.items[i].node, "a design", b->protocols[p].again);
    }
}

// Counters have names of the protocols' own: as they come.
static void find_result_counters(bench *b, cg_reader *r, const cg_entries *results) {
    for (int i = 0; i < results->n; i++) {
        if (!cg_is_kind(results->items[i].node, CG_J_OBJECT)) continue;
        cg_entries all = cg_entries_of(r, cg_get(r, results->items[i].node, "numbers", CG_J_OBJECT));
        for (int k = 0; k < all.n; k++)
            if (bench_column_named(b, all.items[k].key) == CG_NONE)
                *CG_PUSH(b->arena, b->counters, b->n_counters) = all.items[k].key;
    }
}

static void read_numbers(bench *b, cg_reader *r, cg_node n, int p, int w) {
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) {
        const int column = bench_column_named(b, all.items[i].key);
        cg_node runs = cg_get(r, all.items[i].node, "runs", CG_J_ARRAY);
        if (column == CG_NONE || !runs.value) continue;
        if ((int)json_object_array_length(runs.value) != b->n_seeds) {
            cg_error(r, CG_E_SHAPE, runs.pointer, 0, "there are %d seeds, and so many numbers", b->n_seeds);
            continue;
        }
        for (int s = 0; s < b->n_seeds; s++) {
            json_object *x = json_object_array_get_idx(runs.value, (size_t)s);
            if (x) *bench_number(b, column, p, w, s) = json_object_get_double(x);
        }
    }
}

static void read_bench_result(bench *b, cg_reader *r, const cg_entry *e) {
    static const cg_key KEYS[] = {{"workload", CG_J_STRING, true},
                                  {"protocol", CG_J_STRING, true},
                                  {"verdict", CG_J_STRING, true},
                                  {"reasons", CG_J_ARRAY, true},
                                  {"numbers", CG_J_OBJECT, true}};
    if (!CG_CHECK_SHAPE(r, e->node, "a result of a bench", KEYS)) return;
    const int w = bench_workload_named(b, cg_get_string(r, e->node, "workload"));
    const int p = bench_protocol_named(b, cg_get_string(r, e->node, "protocol"));
    if (w == CG_NONE || p == CG_NONE) {
        cg_error(r, CG_E_UNKNOWN, e->node.pointer, 0, "the description has no such workload or protocol");
        return;
    }
    b->reasons[p * b->n_workloads + w] = json_object_get(cg_get(r, e->node, "reasons", CG_J_ARRAY).value);
    read_numbers(b, r, cg_get(r, e->node, "numbers", CG_J_OBJECT), p, w);
}

static void read_seeds(bench *b, cg_reader *r, cg_node root) {
    b->seeds = desc_read_seeds(r, cg_get(r, root, "seeds", CG_J_ARRAY), 1, &b->n_seeds);
}

// What was not known is null.
static void leave_out_null(json_object *o, const char *key) {
    json_object *value;
    if (json_object_object_get_ex(o, key, &value) && !value) json_object_object_del(o, key);
}

static void read_kept_bench(cg_reader *r, cg_node root, void *into) {
    static const cg_key KEYS[] = {
        {"bench", CG_J_STRING, true},    {"commit", CG_J_STRING, false},     {"programs", CG_J_STRING, false},
        {"hardware", CG_J_OBJECT, true}, {"older", CG_J_ARRAY, false},       {"seeds", CG_J_ARRAY, true},
        {"failed", CG_J_INT, true},      {"description", CG_J_OBJECT, true}, {"again", CG_J_OBJECT, false},
        {"results", CG_J_ARRAY, true},   {"paper", CG_J_ARRAY, false}};
    bench *b = into;
    leave_out_null(root.value, "commit");
    leave_out_null(root.value, "programs");
    if (!CG_CHECK_SHAPE(r, root, "results of a bench", KEYS)) return;
    bench_read_root(r, cg_get(r, root, "description", CG_J_OBJECT), b);
    read_seeds(b, r, root);
    b->commit = text_at(b, r, root, "commit");
    cg_node programs = cg_get(r, root, "programs", CG_J_STRING);
    if (programs.value) read_hash(r, programs, "the programs", b->programs);
    b->n_failed = json_object_get_int(cg_get(r, root, "failed", CG_J_INT).value);
    read_hardware(b, r, cg_get(r, root, "hardware", CG_J_OBJECT));
    cg_node again = cg_get(r, root, "again", CG_J_OBJECT);
    if (again.value) read_again(b, r, again);
    cg_entries results = cg_entries_of(r, cg_get(r, root, "results", CG_J_ARRAY));
    find_result_counters(b, r, &results);
    bench_no_numbers(b);
    b->reasons = cg_arena_alloc(b->arena, (size_t)(b->n_protocols * b->n_workloads + 1) * sizeof *b->reasons);
    for (int i = 0; i < results.n; i++) read_bench_result(b, r, &results.items[i]);
    bench_sum_energy(b);
    b->baseline = bench_protocol_named(b, b->said_baseline);
}

// ------------------------------------------------------------------------------------------------- and now

// A table that is gone, or that does not read at this design point any more, makes no hardware.
static void look_at_design(bench *b, bench_protocol *p, const cli *c) {
    cli_protocol now = {0};
    if (!desc_protocol_there(p->table)) return;
    const cli sub = bench_as_sim(b, p, c);
    cg_diags *diags = cg_diags_new();
    if (cli_protocol_try(&sub, p->table, &now, diags) == 0) {
        bench_hash_design(now.plan, p->now);
        cli_protocol_free(&now);
    }
    cg_diags_free(diags);
}

static void look_at_now(bench *b, int protocol, const cli *c) {
    bench_protocol *p = &b->protocols[protocol];
    if (!p->there) return;
    look_at_design(b, p, c);
    for (int w = 0; p->now[0] && w < b->n_workloads; w++) {
        bench_protocol *other = bench_design_of(b, protocol, w);
        if (other == p) continue;
        if (b->design_like[w] == w) look_at_design(b, other, c);
        bench_hash_also(p->now, other->now);
    }
}

int bench_read_kept(bench *b, const char *path, const cli *c) {
    *b = (bench){.arena = cg_arena_new(), .baseline = CG_NONE, .commit = "", .kept = true};
    b->file = cg_arena_strdup(b->arena, path);
    const int status = desc_read_file(path, "results of a bench", b->arena, read_kept_bench, b);
    if (status) return status;
    if (b->baseline == CG_NONE || !bench_ran(b, b->baseline)) {
        cli_error("%s: it has no results of the baseline %s", path, b->said_baseline);
        return CLI_BAD_INPUT;
    }
    bench_hash_programs(b, b->programs_now);
    for (int p = 0; p < b->n_protocols; p++) look_at_now(b, p, c);
    return CLI_OK;
}
