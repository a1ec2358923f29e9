// Which row of the data array S1 reads and S2 writes, and the ways that evictions free.
//
// A line in a way has the row of its set and way. A line that was evicted, and whose MSHR entry still waits
// for the answer, has the row of that entry, behind those of all sets (note [vacated] in gen/plan/victims.c):
// the eviction moves the data there.
#include "control.h"

static unsigned long long rows_of_ways(const sv_control *c) {
    return (unsigned long long)(c->m->sets * c->m->ways);
}

unsigned long long sv_rows(const sv_control *c) {
    return rows_of_ways(c) + (c->mp->vacates ? (unsigned long long)c->m->mshrs : 0);
}

int sv_row_bits(const sv_control *c) {
    const int of_ways = c->mp->set_bits + (c->m->ways > 1 ? c->mp->way_bits : 0);
    if (!c->mp->vacates) return of_ways;
    const int all = cg_bits(sv_rows(c) - 1);
    return all > of_ways ? all : of_ways;
}

// The row of a set and a way.
static const char *row_of_way(const sv_control *c, const char *set, const char *way) {
    return c->m->ways > 1 ? cg_arena_printf(c->f.arena, "{%s, %s}", set, way) : set;
}

// A row: that of a way. Where entries have rows, all numbers are as wide.
static sv_choice *row_of(sv_control *c, const char *of_way) {
    if (!c->mp->vacates) return sv_choice_new(c->f.arena, "%s", of_way);
    return sv_choice_new(c->f.arena, "%d'(%s)", sv_row_bits(c), of_way);
}

// ... or of an entry if this holds.
static void add_row_of_entry(sv_control *c, sv_choice *row, const char *of_entry, const char *entry) {
    const int bits = sv_row_bits(c);
    if (!c->mp->vacates) return;
    const char *behind =
        cg_arena_printf(c->f.arena, "%d'd%llu + %d'(%s)", bits, rows_of_ways(c), bits, entry);
    sv_term(sv_choice_add(row, "the entry's, behind those of all ways", behind), "the data are there", "%s",
            of_entry);
}

static void print_row(sv_control *c, const char *name, const sv_choice *row) {
    fprintf(c->out, "  assign %s = ", name);
    sv_choice_print(c->out, row);
    fputs(";\n", c->out);
}

void sv_row_written(sv_control *c) {
    if (sv_late(c)) return;
    sv_choice *row = row_of(c, row_of_way(c, "s2_set", "s2_way_q"));
    add_row_of_entry(c, row, "s2_evicts", "mshr_idx");
    if (c->mp->pairs) add_row_of_entry(c, row, "s2_paired_q", "pair_idx");
    print_row(c, "s2_row", row);
}

// Of a line that is nowhere nothing is read, so that the row need not wait for which way is free; or, in
// machines that pair, the line that would have to leave.
void sv_row_read(sv_control *c) {
    if (sv_late(c)) return;
    const int ways = (int)c->m->ways, wb = c->mp->way_bits;
    const char *none = c->mp->pairs ? "(|way_sel) ? '0 : s1_victim" : "'0";
    fprintf(c->out, "  logic [%d:0] s1_row; // the line's data are read\n", sv_row_bits(c) - 1);
    if (ways > 1)
        fprintf(c->out,
                "  logic [%d:0] row_way;\n  always_comb begin\n    row_way = %s;\n"
                "    for (int w = 0; w < %d; w++) if (way_sel[w]) row_way = row_way | %d'(w);\n"
                "    if (same_way) row_way = s2_way_q;\n  end\n",
                wb - 1, none, ways, wb);
    sv_choice *row = row_of(c, row_of_way(c, "s1_set", "row_way"));
    add_row_of_entry(c, row, "(s1_mshr_hit && !s1_mshr_has_way)", "s1_mshr_idx");
    print_row(c, "s1_row", row);
}

void sv_eviction_terms(sv_control *c, sv_logic *group) {
    for (int e = 0; e < c->m->n_events; e++)
        if (c->m->events[e].kind == CG_EV_EVICT) sv_event_term(c, group, "it is an eviction", "s2", e);
}

// Which states after the eviction have the line's data elsewhere than in its way?
static sv_logic *has_left(sv_control *c) {
    char state[SV_NAME];
    sv_logic *left = sv_logic_new(c->f.arena, SV_ANY);
    sv_term(left, "the line is gone", "next == '0");
    for (int s = c->m->n_stable; c->mp->vacates && s < c->m->n_states; s++)
        if (cg_plan_vacates(c->m, s))
            sv_term(left, "its data go to the row of its entry", "next == %s_pkg::%s", c->plan->name,
                    sv_state(c->m, s, state));
    return left;
}

// What the eviction in S2 leaves: a free way, and an entry whose row has the data.
void sv_control_vacated(sv_control *c) {
    if (!c->mp->has_evict || c->mp->words) return;
    sv_logic *evicts = sv_logic_new(c->f.arena, SV_ANY);
    sv_eviction_terms(c, evicts);
    fprintf(c->out,
            "\n  // The eviction in S2 frees the line's way%s. The next\n"
            "  // request takes it if it finds no free way.\n"
            "  logic s2_evicts, given;\n",
            c->mp->vacates ? "; its data move to the row of its MSHR entry" : "");
    sv_logic_assign(c->out, "s2_evicts", evicts);
    fprintf(c->out, "  assign vacated = s2_fire && s2_evicts && s2_has_way_q && (%s);\n",
            sv_logic_text(has_left(c)));
    fputs("  assign given = vacated && same_set && !same_line && !(|way_sel) && !(|free_ways);\n", c->out);
}
