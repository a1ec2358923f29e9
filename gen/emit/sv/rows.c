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

// The row of a set and a way, as wide as all rows' numbers.
static void print_row_of_way(sv_control *c, const char *set, const char *way) {
    if (c->mp->vacates) fprintf(c->out, "%d'(", sv_row_bits(c));
    if (c->m->ways > 1)
        fprintf(c->out, "{%s, %s}", set, way);
    else
        fputs(set, c->out);
    if (c->mp->vacates) fputc(')', c->out);
}

static void print_row_of_entry(sv_control *c, const char *entry) {
    fprintf(c->out, "%d'd%llu + %d'(%s)", sv_row_bits(c), rows_of_ways(c), sv_row_bits(c), entry);
}

// A line's row: while its data are with an MSHR entry, that of the entry.
typedef struct {
    const char *name, *in_entry, *entry, *set, *way;
} row;

static void assign_row(sv_control *c, const row *r) {
    fprintf(c->out, "  assign %s = ", r->name);
    if (c->mp->vacates) {
        fprintf(c->out, "%s ? ", r->in_entry);
        print_row_of_entry(c, r->entry);
        fputs(" : ", c->out);
    }
    print_row_of_way(c, r->set, r->way);
    fputs(";\n", c->out);
}

void sv_row_written(sv_control *c) {
    static const row WRITTEN = {"s2_row", "s2_evicts", "mshr_idx", "s2_set", "s2_way_q"};
    assign_row(c, &WRITTEN);
}

// Of a line that is nowhere nothing is read, so that the row need not wait for which way is free.
void sv_row_read(sv_control *c) {
    static const row READ = {"s1_row", "(s1_mshr_hit && !s1_mshr_has_way)", "s1_mshr_idx", "s1_set",
                             "row_way"};
    const int ways = (int)c->m->ways, wb = c->mp->way_bits;
    fprintf(c->out, "  logic [%d:0] s1_row; // the line's data are read\n", sv_row_bits(c) - 1);
    if (ways > 1)
        fprintf(c->out,
                "  logic [%d:0] row_way;\n  always_comb begin\n    row_way = '0;\n"
                "    for (int w = 0; w < %d; w++) if (way_sel[w]) row_way = row_way | %d'(w);\n"
                "    if (same_way) row_way = s2_way_q;\n  end\n",
                wb - 1, ways, wb);
    assign_row(c, &READ);
}

sv_logic *sv_is_eviction(sv_control *c) {
    sv_logic *is = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (c->m->events[e].kind == CG_EV_EVICT) sv_event_term(c, is, "it is an eviction", "s2", e);
    return is;
}

static void print_vacating_states(sv_control *c) {
    char state[SV_NAME];
    for (int s = c->m->n_stable; s < c->m->n_states; s++)
        if (cg_plan_vacates(c->m, s))
            fprintf(c->out, " || next == %s_pkg::%s", c->plan->name, sv_state(c->m, s, state));
}

// What the eviction in S2 leaves: a free way, and an entry whose row has the data.
void sv_control_vacated(sv_control *c) {
    if (!c->mp->has_evict || c->mp->words) return;
    fprintf(c->out,
            "\n  // The eviction in S2 frees the line's way%s. Who is\n"
            "  // next and finds none free takes it.\n"
            "  logic s2_evicts, given;\n  assign s2_evicts = ",
            c->mp->vacates ? "; its data move to the row of its MSHR entry" : "");
    sv_logic_print(c->out, sv_is_eviction(c));
    fputs(";\n  assign vacated = s2_fire && s2_evicts && s2_has_way_q && (next == '0", c->out);
    if (c->mp->vacates) print_vacating_states(c);
    fputs(");\n  assign given = vacated && same_set && !same_line && !(|way_sel) && !(|free_ways);\n",
          c->out);
}
