// Rules that no co-simulation fires are within reach all the same: tests/sim/not_fired.list, but those that
// one with FULL=1 fires; its first one, and all with FULL=1.
#include "cases.h"
#include "lang/topology.h"
#include "lockstep_device.h"
#include "walk/walk.h"

static uint64_t fired(const cg_spec *spec, const cg_coverage *c, const char *id) {
    for (int m = 0; m < spec->n_machines; m++)
        for (int r = 0; r < spec->machines[m].n_rules; r++)
            if (!strcmp(spec->machines[m].rules[r].id, id)) return c->rules[m][r].fired;
    return 0;
}

// Rules that no co-simulation fires stand in a list; the table itself reaches them, in orders of events that
// the hardware does not show. A rule that fires nowhere would have to go.
static uint64_t by_device(const char *table, const char *id) {
    static const cg_setting settings[] = {
        {"cores", "3", "test", false},      {"threads", "4", "test", false},
        {"partitions", "2", "test", false}, {"ts_bits", "6", "test", false},
        {"lease_min", "1", "test", false},  {"lease_max", "15", "test", false},
    };
    uint64_t times = 0;
    for (uint64_t seed = 1; seed <= 12 && !times; seed++) {
        device *d = new_device_of(table, seed, settings, sizeof settings / sizeof *settings);
        cr_assert_eq(run(d, 60000), 0, "%s", d->text);
        times = fired(d->spec, cg_lockstep_coverage(d->ls), id);
        free_device(d);
    }
    return times;
}

static bool has_param(const cg_spec *spec, const char *name) {
    for (int i = 0; i < spec->n_params; i++)
        if (!strcmp(spec->params[i].name, name)) return true;
    return false;
}

// The table as it is. Its size does not matter.
static cg_spec *read_table(const char *table) {
    cg_diags *diags = cg_diags_new();
    cg_spec *spec = cg_spec_read(table, NULL, 0, diags);
    cr_assert_not_null(spec);
    cg_diags_free(diags);
    return spec;
}

// The device is for tables of logical time, with one kind of cores. Of another, walks of so many controllers,
// from seed `first` on, with those of the settings that the table has a parameter for.
typedef struct {
    const char *cpus, *gpus, *threads, *ways; // gpus: or cores
    uint64_t operations;
} size;
enum { WALKS = 25 };
static uint64_t by_walks(const char *table, const char *id, const size *of, uint64_t first) {
    const cg_setting all[] = {
        {"cpus", of->cpus, "test", false},   {"gpus", of->gpus, "test", false},
        {"cores", of->gpus, "test", false},  {"threads", of->threads, "test", false},
        {"partitions", "1", "test", false},  {"l2s", "1", "test", false},
        {"line_bytes", "16", "test", false}, {"axi_data_bits", "64", "test", false},
        {"l1_sets", "2", "test", false},     {"l1_ways", "1", "test", false},
        {"l2_sets", "2", "test", false},     {"l2_ways", of->ways, "test", false},
        {"l3_sets", "4", "test", false},     {"l3_ways", "2", "test", false},
        {"w1_entries", "2", "test", false},  {"w1_ways", of->ways, "test", false},
        {"w2_ways", "1", "test", false},     {"cus", of->gpus, "test", false},
    };
    cg_setting settings[sizeof all / sizeof *all];
    size_t n = 0;
    cg_spec *as_it_is = read_table(table);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (has_param(as_it_is, all[i].key)) settings[n++] = all[i];
    cg_spec_free(as_it_is);
    cg_diags *diags = cg_diags_new();
    cg_spec *spec = cg_spec_read(table, settings, n, diags);
    cr_assert_not_null(spec);
    cg_plan *plan = cg_plan_new(spec);
    char error[256], name[64];
    snprintf(name, sizeof name, "protocols/models/%s.json", spec->consistency);
    cg_model *model = cg_model_load(name, error, sizeof error);
    cr_assert_not_null(model);
    cg_walk_result r = {.coverage = cg_coverage_new(spec)};
    uint64_t times = 0;
    for (uint64_t seed = first; seed < first + WALKS && !times; seed++) {
        cg_walk_options o = {.seed = seed, .operations = of->operations};
        cr_assert(cg_walk(plan, model, &o, &r), "%s", r.reason);
        times = fired(spec, r.coverage, id);
    }
    cg_coverage_free(r.coverage);
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(spec);
    cg_diags_free(diags);
    return times;
}

Test(reach, rules_that_hardware_does_not_fire) {
    long_search();
    FILE *list = fopen(CG_ROOT "/tests/sim/not_fired.list", "r");
    cr_assert_not_null(list);
    char line[512], id[128];
    int tried = 0;
    while (fgets(line, sizeof line, list)) {
        if (line[0] == '#' || strstr(line, " FULL=1: ") || sscanf(line, "%127s", id) != 1) continue;
        char table[256];
        snprintf(table, sizeof table, CG_ROOT "/protocols/%.*s.json", (int)strcspn(id, "."), id);
        cg_spec *spec = read_table(table);
        const int kinds = cg_core_kinds(spec);
        const bool device = kinds == 1 && has_param(spec, "ts_bits");
        cg_spec_free(spec);
        static const size SIZES[] = {{"1", "2", "2", "1", 1000}, {"2", "3", "2", "1", 1000},
                                     {"1", "4", "1", "4", 3000}, {"1", "3", "4", "2", 1000},
                                     {"1", "3", "3", "4", 3000}, {"1", "4", "3", "4", 3000}};
        const size *sizes = SIZES + (kinds > 1 ? 0 : 4), *end = SIZES + (kinds > 1 ? 4 : 6);
        if (tried++ && !is_full()) break; // each takes many seconds, some minutes
        bool reached = device && by_device(table, id);
        for (uint64_t seed = 300000; !device && !reached && seed < 300400; seed += WALKS)
            for (const size *of = sizes; of < end && !reached; of++) reached = by_walks(table, id, of, seed);
        cr_expect(reached, "%s", id);
    }
    fclose(list);
}
