// Clusters: who is whose parent, in the specification, on the shadow and in the Murphi model.
#include "cases.h"
#include "emit/murphi/murphi.h"
#include "lang/topology.h"
#include "shadow_world.h"
#include "tables.h"
#include "text.h"

static const char TABLE[] = "tests/tables/msi3.json";
enum { L1 = 0, L2 = 1, L3 = 2 };

static cg_spec *read_at(const char *cores, const char *clusters, const char *l2s) {
    const cg_setting set[] = {{"cores", cores, "test", false},
                              {"clusters", clusters, "test", false},
                              {"l2s", l2s, "test", false},
                              {"partitions", "1", "test", false},
                              {"threads", "1", "test", false}};
    return spec_of_table(TABLE, set, 5);
}

Test(topology, numbers_carry_their_cluster) {
    cg_spec *s = read_at("6", "2", "4");
    const cg_machine *l1 = &s->machines[L1], *l2 = &s->machines[L2], *l3 = &s->machines[L3];
    cr_assert(l1->members == 3 && l2->members == 2 && l3->cluster == CG_NONE);
    cr_assert(l1->interleave == 1 && l2->interleave == 2 && l3->interleave == l3->count);
    cr_assert(cg_is_parent(s, l1, l2) && !cg_is_parent(s, l2, l1) && !cg_is_parent(s, l2, l3) &&
              !cg_is_parent(s, l1, l1));
    static const uint64_t OF[6][2] = {{0, 1}, {0, 1}, {0, 1}, {2, 3}, {2, 3}, {2, 3}}; // by L1, by line
    for (uint64_t node = 0; node < 6; node++)
        for (uint64_t line = 0; line < 4; line++)
            cr_assert_eq(cg_parent_of(l1, l2, node, line), OF[node][line % 2]);
    cg_spec_free(s);
}

// Two GPUs of three compute units each: two L1s and an L2 in a unit, two L3s in a GPU.
Test(topology, clusters_stand_in_clusters) {
    cg_cluster clusters[] = {{.name = "gpu", .count = 2, .in = CG_NONE}, {.name = "cu", .count = 6, .in = 0}};
    cg_machine machines[] = {{.name = "l1", .count = 12, .cluster = 1, .members = 2, .interleave = 1},
                             {.name = "l2", .count = 6, .cluster = 1, .members = 1, .interleave = 1},
                             {.name = "l3", .count = 4, .cluster = 0, .members = 2, .interleave = 2}};
    const cg_spec s = {.clusters = clusters, .n_clusters = 2, .machines = machines, .n_machines = 3};
    const cg_machine *l1 = &machines[0], *l2 = &machines[1], *l3 = &machines[2];
    cr_assert(cg_is_parent(&s, l1, l2) && cg_is_parent(&s, l2, l3) && cg_is_parent(&s, l1, l3));
    cr_assert(!cg_is_parent(&s, l3, l2) && !cg_is_parent(&s, l3, l1) && !cg_is_parent(&s, l2, l1));
    for (uint64_t node = 0; node < 12; node++) cr_assert_eq(cg_parent_of(l1, l2, node, 1), node / 2);
    for (uint64_t line = 0; line < 4; line++) {
        for (uint64_t node = 0; node < 6; node++)
            cr_assert_eq(cg_parent_of(l2, l3, node, line), node / 3 * 2 + line % 2);
        for (uint64_t node = 0; node < 12; node++)
            cr_assert_eq(cg_parent_of(l1, l3, node, line), node / 6 * 2 + line % 2);
    }
}

// Where both machines have as many banks in a cluster, a bank's parent is that of its number, whatever the
// line.
Test(topology, lines_of_a_bank_have_one_parent) {
    cg_cluster clusters[] = {{.name = "gpu", .count = 2, .in = CG_NONE}};
    cg_machine machines[] = {{.name = "r2", .count = 8, .cluster = 0, .members = 4, .interleave = 4},
                             {.name = "w2", .count = 8, .cluster = 0, .members = 4, .interleave = 4},
                             {.name = "w3", .count = 4, .cluster = 0, .members = 2, .interleave = 2},
                             {.name = "r1", .count = 8, .cluster = 0, .members = 4, .interleave = 1},
                             {.name = "home", .count = 4, .cluster = CG_NONE, .members = 4, .interleave = 4}};
    const cg_spec s = {.clusters = clusters, .n_clusters = 1, .machines = machines, .n_machines = 5};
    const cg_machine *r2 = &machines[0], *w2 = &machines[1];
    cr_assert(cg_is_parent(&s, r2, w2) && cg_is_parent(&s, w2, r2));
    cr_assert(cg_has_same_lines(r2, w2) && cg_has_same_lines(w2, r2));
    for (uint64_t node = 0; node < 8; node++) {
        cr_assert_eq(cg_parent_of(r2, w2, node, node % 4), node);
        cr_assert_eq(cg_parent_of(r2, w2, node, 0), node, "of no line");
    }
    for (int other = 2; other < 5; other++)
        cr_assert(!cg_has_same_lines(r2, &machines[other]) && !cg_has_same_lines(&machines[other], r2));
}

// All that stand in the controller's cluster or in one within it, and no others.
Test(topology, children_are_those_of_the_cluster) {
    cg_cluster clusters[] = {{.name = "gpu", .count = 2, .in = CG_NONE}, {.name = "cu", .count = 6, .in = 0}};
    cg_machine machines[] = {{.name = "l1", .count = 12, .cluster = 1, .members = 2, .interleave = 1},
                             {.name = "l2", .count = 6, .cluster = 1, .members = 1, .interleave = 1},
                             {.name = "l3", .count = 4, .cluster = 0, .members = 2, .interleave = 2}};
    const cg_spec s = {.clusters = clusters, .n_clusters = 2, .machines = machines, .n_machines = 3};
    const cg_machine *l1 = &machines[0], *l2 = &machines[1], *l3 = &machines[2];
    cr_assert(cg_has_children(&s, l2, l1) && cg_has_children(&s, l1, l2) && cg_has_children(&s, l3, l1));
    cr_assert(!cg_has_children(&s, l1, l3) && !cg_has_children(&s, l2, l3) && !cg_has_children(&s, l2, l2));
    for (uint64_t node = 0; node < 6; node++)
        cr_assert(cg_children(l1, l2) == 2 && cg_first_child(l1, l2, node) == 2 * node);
    for (uint64_t node = 0; node < 4; node++)
        cr_assert(cg_children(l1, l3) == 6 && cg_first_child(l1, l3, node) == node / 2 * 6);
}

// A core's number says its machine and controller, with every kind of them.
Test(topology, cores_are_numbered_over_all_kinds) {
    const cg_setting set[] = {{"cpus", "3", "test", false}, {"gpus", "2", "test", false}};
    cg_spec *s = spec_of_table("tests/tables/mixed.json", set, 2);
    cr_assert(s->cores == 5 && cg_core_kinds(s) == 2);
    for (uint64_t core = 0; core < 5; core++) {
        const cg_controller at = cg_core_at(s, core);
        cr_assert_str_eq(s->machines[at.machine].name, core < 3 ? "cpu" : "gpu");
        cr_assert_eq(at.node, core < 3 ? core : core - 3);
        cr_assert_eq(cg_core_of(&s->machines[at.machine], (uint64_t)at.node), core);
    }
    cg_spec_free(s);
}

// At the table's own point: two clusters of two L1s and an L2.
Test(topology, an_l1_asks_the_l2_of_its_cluster) {
    world *w = new_world(TABLE);
    const int lane = w->s->machines[L1].lane[w->spec->msgs[cg_find_msg(w->spec, "GETS")].channel];
    for (int core = 0; core < 4; core++) {
        const cg_packet request = {.msg = CG_NONE, .op = CG_LOAD, .tid = 1, .addr = 0x1000};
        cr_assert(cg_shadow_request(w->s, core, &request));
        const cg_outcome *o =
            fire_event(w, L1, core, "load", cg_shadow_request_of(w->s, core, 1), "msi3.l1.I.load");
        cr_assert_eq(o->out[lane].dst, UINT64_C(1) << core / 2);
    }
    cr_assert_str_empty(w->problem);
    free_world(w);
}

static char *model(const char *cores, const char *clusters, const char *l2s) {
    static const cg_murphi_options OPTIONS = {.lines = 2, .queue = 1, .grouped = true};
    cg_spec *s = read_at(cores, clusters, l2s);
    stream to;
    cg_murphi_emit(s, &OPTIONS, stream_open(&to));
    cg_spec_free(s);
    return stream_close(&to);
}

// Controllers of one cluster are alike, those of several are not, and nor are those with lines of their own.
Test(topology, the_model_knows_clusters) {
    char *one = model("2", "1", "1"), *two = model("4", "2", "2"), *banks = model("2", "1", "2");
    cr_assert(strstr(one, "l1_id: scalarset(2)") && strstr(one, "req_l1_l2[node][0]"));
    cr_assert(strstr(two, "l1_id: 0..3") && strstr(two, "req_l1_l2[node][node / 2]"));
    cr_assert(strstr(banks, "l1_id: scalarset(2)") && strstr(banks, "l2_id: 0..1"));
    cr_assert(strstr(banks, "req_l1_l2[node][line % 2]"));
    // What L2s have asked for is known by its line, too.
    cr_assert(
        strstr(one, "l2_deferred: array [l2_id] of array [l1_id] of array [thread_id] of l2_deferred_t"));
    cr_assert(strstr(one,
                     "l3_deferred: array [l3_id] of array [l2_id] of array [thread_id] of array [line_id] of "
                     "l3_deferred_t"));
    free(one), free(two), free(banks);
}
