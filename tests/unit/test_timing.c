// Static timing of `cohgen area`: the tables of a library, the netlist with its names, and paths added up by
// hand.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "area/timing.h"

#define FIXTURE(name) "tests/area/fixtures/" name

static bool near(double a, double b) {
    return fabs(a - b) < 1e-9;
}

static cg_library library_for(const char *tech) {
    cg_tech t;
    cg_library l;
    cr_assert(cg_tech_load(tech, &t));
    cr_assert(cg_library_read(FIXTURE("timing.lib"), &t, &l));
    cg_tech_free(&t);
    return l;
}

static cg_library library(void) {
    return library_for(FIXTURE("tech.json"));
}

static json_object *timed(const char *netlist, bool hits) {
    cg_library l = library();
    cg_netlist n;
    cr_assert(cg_netlist_read(netlist, FIXTURE("timing_names.blif"), &l, &n));
    json_object *o = cg_timing(&n, hits);
    cg_netlist_free(&n);
    cg_library_free(&l);
    return o;
}

Test(timing, library) {
    cg_library l = library();
    cr_assert_eq(l.n, 6);
    const cg_gate *inv = cg_library_gate(&l, "INV"), *x = cg_library_gate(&l, "XOR");
    cr_assert(inv && x);
    cr_assert_eq(inv->n_arcs, 1);
    cr_assert(inv->arcs[0].opposite && !inv->arcs[0].same);
    cr_assert(near(inv->pins[0].cap[CG_RISE], 1) && near(inv->pins[0].cap[CG_FALL], 2));
    cr_assert_eq(x->n_arcs, 2, "one for each pin that is named");
    cr_assert(x->arcs[0].same && x->arcs[0].opposite && x->arcs[1].in == 1 && x->arcs[1].out == 2);
    cr_assert_eq(cg_library_gate(&l, "DFF")->n_arcs, 0, "no path goes through a flip-flop");
    cr_assert_eq(cg_library_gate(&l, "LATCH")->n_arcs, 0, "nor through a latch");
    cr_assert_eq(cg_library_gate(&l, "LATCH")->gate, -1, "rows are no latches in this technology");
    cr_assert_null(cg_library_gate(&l, "INVX1"));
    cg_library_free(&l);
}

Test(timing, tables) {
    cg_library l = library();
    const cg_table *rise = &cg_library_gate(&l, "INV")->arcs[0].delay[CG_RISE];
    cr_assert(near(cg_table_at(rise, 0, 0), 10));
    cr_assert(near(cg_table_at(rise, 30, 4), 10 + 3 + 8));
    cr_assert(near(cg_table_at(rise, 200, 20), 10 + 20 + 40), "beyond its points it goes on");
    const cg_table *one = &cg_library_gate(&l, "BUF")->arcs[0].delay[CG_FALL];
    cr_assert(near(cg_table_at(one, 50, 99), 17), "without a load's axis the load says nothing");
    cr_assert(near(cg_table_at(&cg_library_gate(&l, "XOR")->arcs[0].delay[CG_RISE], 7, 7), 20));
    cg_library_free(&l);
}

Test(timing, every_library_has_delays) {
    static const char *const NAMES[] = {"osu018", "osu035"};
    for (int i = 0; i < 2; i++) {
        char path[100];
        cg_tech t;
        cg_library l;
        snprintf(path, sizeof path, "synth/tech/%s.json", NAMES[i]);
        cr_assert(cg_tech_load(path, &t));
        cr_assert(cg_library_read(t.liberty, &t, &l), "%s", t.liberty);
        const cg_gate *g = cg_library_gate(&l, "AOI22X1");
        cr_assert(g && g->n_arcs == 4 && g->n_pins == 5);
        const double ps = cg_table_at(&g->arcs[0].delay[CG_RISE], 60, 0.03);
        cr_assert(ps > 10 && ps < 1000, "%s: %g ps", NAMES[i], ps);
        cg_library_free(&l);
        cg_tech_free(&t);
    }
}

Test(timing, not_a_library) {
    cg_tech t;
    cg_library l;
    cr_assert(cg_tech_load(FIXTURE("tech.json"), &t));
    cr_assert_not(cg_library_read(FIXTURE("none"), &t, &l));
    cr_assert_not(cg_library_read(FIXTURE("tech.json"), &t, &l));
    cr_assert_not(cg_library_read(FIXTURE("short.lib"), &t, &l), "a table with a value too few");
    cg_tech_free(&t);
}

Test(timing, points) {
    cg_library l = library();
    cg_netlist n;
    cr_assert(cg_netlist_read(FIXTURE("timing.blif"), FIXTURE("timing_names.blif"), &l, &n));
    cr_assert_eq(n.n_nodes, 7);
    int of = 0;
    for (int i = 0; i < n.n_from; i++) {
        static const char *const FROM[] = {
            "a_q[0]", "s2_c_q",        "u_tags.u_sram.rdata_o[0]", "u_data.u_sram.rdata_o[0]",
            "clk_i",  "core_req_i[0]", "u_box.(unnamed)"};
        for (int k = 0; k < 7; k++) of += !strcmp(FROM[k], n.from[i].name);
    }
    cr_assert_eq(of, 7, "registers have the names of the source");
    cr_assert_eq(n.n_from, 7);
    cr_assert_eq(n.n_to, 3 * 2 + 2 + 2, "D and CLK of three, two memories' rows, two ports");
    cg_netlist_free(&n);
    cr_assert_not(cg_netlist_read(FIXTURE("none"), FIXTURE("timing_names.blif"), &l, &n));
    cr_assert_not(cg_netlist_read(FIXTURE("timing.blif"), FIXTURE("none"), &l, &n));
    cr_assert_not(cg_netlist_read(FIXTURE("elab.txt"), FIXTURE("timing_names.blif"), &l, &n));
    cg_library_free(&l);
}

static void is_path(json_object *p, const char *from, const char *to, double ps, int gates) {
    cr_assert_str_eq(cg_jstr(p, "from"), from);
    cr_assert_str_eq(cg_jstr(p, "to"), to);
    cr_assert(near(cg_jnum(p, "ns"), ps / 1000), "%s -> %s: %g ns", from, to, cg_jnum(p, "ns"));
    cr_assert_eq((int)cg_jnum(p, "gates"), gates);
}

// a_q: INV, load 3: rises in 10 + 6, falls in 5 + 3; XOR turns either edge into its slower one: 16 + 25.
// The flip-flops' pins, 100 each, are no load, and what a flip-flop takes itself is not in it.
Test(timing, longest) {
    json_object *o = timed(FIXTURE("timing.blif"), false);
    is_path(cg_jget(o, "path"), "a_q[0]", "s2_c_q", 41, 2);
    cr_assert_null(cg_jget(o, "hit"));
    cr_assert_eq(cg_jlen(o, "slowest"), 4);
    is_path(cg_jat(o, "slowest", 0), "a_q[0]", "s2_c_q", 41, 2);
    is_path(cg_jat(o, "slowest", 1), "u_box.(unnamed)", "u_data.u_sram.raddr_i[0]", 41, 2);
    // INV, load 5: rises in 20 with slew 20, falls in 10 with slew 10; BUF adds 7 + 2 to either.
    is_path(cg_jat(o, "slowest", 2), "s2_c_q", "core_resp_valid_o", 29, 2);
    is_path(cg_jat(o, "slowest", 3), "core_req_i[0]", "u_tags.u_sram.raddr_i[0]", 7, 1);
    json_object_put(o);
}

// open_q: INV, load 5 + 3: rises in 10 + 2 * 8, falls in 5 + 8. To the flip-flop XOR adds 25, to the latch's
// gate BUF 7 + 3.2: that is the shorter way, but has half a cycle.
Test(timing, a_latch_has_to_be_opened_in_half_a_cycle) {
    cg_netlist n;
    cg_library l = library_for(FIXTURE("latch.json"));
    cr_assert_eq(cg_library_gate(&l, "LATCH")->gate, 1);
    cr_assert(cg_netlist_read(FIXTURE("latch.blif"), FIXTURE("latch_names.blif"), &l, &n));
    json_object *o = cg_timing(&n, false);
    is_path(cg_jget(o, "path"), "open", "row_o (CLK)", 2 * (26 + 7 + 3.2), 2);
    is_path(cg_jat(o, "slowest", 1), "open", "open", 26 + 25, 2);
    json_object_put(o);
    cg_netlist_free(&n);
    cg_library_free(&l);
    // Where rows are no latches, a latch is a cell that stores like others.
    l = library();
    cr_assert(cg_netlist_read(FIXTURE("latch.blif"), FIXTURE("latch_names.blif"), &l, &n));
    o = cg_timing(&n, false);
    is_path(cg_jget(o, "path"), "open", "open", 26 + 25, 2);
    json_object_put(o);
    cg_netlist_free(&n);
    cg_library_free(&l);
}

Test(timing, hits) {
    json_object *o = timed(FIXTURE("timing.blif"), true);
    cr_assert_eq(cg_jlen(o, "hit"), CG_HIT_STAGES);
    json_object *s0 = cg_jat(o, "hit", 0), *s1 = cg_jat(o, "hit", 1), *s2 = cg_jat(o, "hit", 2);
    cr_assert_str_eq(cg_jstr(s0, "stage"), "S0");
    is_path(s0, "core_req_i[0]", "u_tags.u_sram.raddr_i[0]", 7, 1);
    is_path(s1, "u_tags.u_sram.rdata_o[0]", "u_data.u_sram.raddr_i[0]", 25, 1);
    cr_assert(near(cg_jnum(s1, "any_ns"), 0.041), "from anywhere it is the box's");
    is_path(s2, "s2_c_q", "core_resp_valid_o", 29, 2);
    cr_assert(near(cg_jnum(s2, "any_ns"), 0.029));
    json_object_put(o);
}

// The array that S1 leads to has another name: the registers beside it are not what is meant by a hit's path.
Test(timing, hit_without_its_end) {
    cg_library l = library();
    cg_netlist n;
    cr_assert(cg_netlist_read(FIXTURE("timing.blif"), FIXTURE("timing_names.blif"), &l, &n));
    for (int i = 0; i < n.n_to; i++) {
        if (!strcmp(n.to[i].name, "u_data.u_sram.raddr_i[0]")) strcpy(n.to[i].name, "s2_way_q");
    }
    json_object *o = cg_timing(&n, true), *s1 = cg_jat(o, "hit", 1);
    cr_assert_str_eq(cg_jstr(s1, "stage"), "S1");
    cr_assert_null(cg_jget(s1, "ns"));
    cr_assert_not_null(cg_jget(cg_jat(o, "hit", 2), "ns"));
    json_object_put(o);
    cg_netlist_free(&n);
    cg_library_free(&l);
}

Test(timing, loop) {
    cr_assert_null(timed(FIXTURE("loop.blif"), true));
}
