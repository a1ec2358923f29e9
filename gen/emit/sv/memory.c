// S1 of a local memory (note [spaces] in gen/lang/local.h), in place of tags.c and look.c: every line has its
// row and is always there, so nothing is compared and no way is found. The array
// of lines has their states and fields; states that a flash changes are in flip-flops beside it. After reset
// a sweep gives all lines state 0, their fields' initial values and data of 0. If lines may be of global
// ones, those in transient states have MSHR entries, as in a cache: the entry has the state, the row state 0,
// and the fields of the line stay in the row.
#include <string.h>

#include "control.h"

static int line_fields(const sv_control *c) {
    return c->m->fields[CG_SPACE_LINE].n;
}

// What a line begins with, of the width of the array.
static void print_initial(sv_control *c) {
    const cg_layout *l = &c->mp->meta;
    fputs("{", c->out);
    for (int i = l->n_slots - 1; i >= 0; i--) {
        const cg_slot *slot = &l->slots[i];
        const int field = sv_line_field(c, slot);
        fprintf(c->out, "%d'd%llu%s", slot->width,
                field == CG_NONE ? 0ull : (unsigned long long)c->m->line[field].init, i ? ", " : "}");
    }
}

static void print_swept(sv_control *c) {
    if (!c->mp->has_sweep) return;
    fprintf(c->out, "  logic [%d:0] meta_sweep;\n  assign meta_sweep = sweep_init_q ? ",
            c->mp->meta.width - 1);
    print_initial(c);
    fputs(" : ", c->out);
    sv_swept_slots(c, "found", NULL);
}

static void print_new_line(sv_control *c) {
    char name[SV_NAME];
    fputs("  assign meta_new = {", c->out);
    for (int i = c->mp->meta.n_slots - 1; i >= 0; i--) {
        sv_slot(&c->mp->meta.slots[i], name);
        const bool state = !strcmp(name, "state");
        fprintf(c->out, "%s%s%s",
                !state         ? name
                : c->m->mapped ? "stable_next"
                               : "next",
                state ? "" : "_d", i ? ", " : "};\n");
    }
}

static void print_reads(sv_control *c) {
    if (!c->mp->has_sweep)
        fprintf(c->out, "    .ren_i(s0_any%s), .raddr_i(s0_set), .rdata_o(meta_rdata)\n  );\n",
                sv_one_port(c) ? " && !tags_waiting && !sweep_busy" : "");
    else
        fprintf(c->out,
                "    .ren_i((s0_any && %s) || %s), .raddr_i(sweep_read_q ? sweep_set_q : s0_set), "
                ".rdata_o(meta_rdata)\n  );\n",
                sv_one_port(c) ? "!sweep_busy && !tags_waiting"
                : sv_late(c)   ? "!sweep_busy"
                               : "!sweep_write_q",
                sv_one_port(c) ? "sweep_reads" : "sweep_read_q");
}

// The array of lines, unless these have states in flip-flops and no fields.
static void print_line_array(sv_control *c) {
    const int width = c->mp->meta.width;
    fprintf(c->out, "  logic [%d:0] meta_rdata, meta_new;\n", width - 1);
    sv_array_open(c, "cohgen_ram_fwd", 1, width, c->m->sets, ", .Alike(1)", "lines");
    fputs("    .wen_i(meta_write || sweep_write_q), .waddr_i(sweep_write_q ? sweep_wset_q : s2_set), "
          ".wlane_i(1'b1),\n    .wdata_i(sweep_write_q ? ",
          c->out);
    if (c->mp->has_sweep)
        fputs("meta_sweep", c->out);
    else
        print_initial(c);
    fputs(" : meta_new),\n", c->out);
    print_reads(c);
}

static void print_flashed_lines(sv_control *c) {
    sv_flashed_states(c, 1, "found_state", "1'b1");
}

// note [place words] in gen/lang/local.h: a row has the states of as many words as a line of the others has.
static void print_flashed_words(sv_control *c) {
    const int words = (int)c->s->line_bytes / sv_line_bytes(c), top = cg_log2((uint64_t)words) - 1;
    fprintf(c->out, "  logic [%d:0] found_states;\n", words * c->mp->stable_bits - 1);
    sv_flashed_states(c, words, "found_states",
                      cg_arena_printf(c->f.arena, "%d'd1 << s2_set[%d:0]", words, top));
    fprintf(c->out, "  assign found_state = found_states[s1_set[%d:0]*%d +: %d];\n", top, c->mp->stable_bits,
            c->mp->stable_bits);
}

static void print_lines(sv_control *c) {
    const bool array = c->mp->meta.width > 0;
    fputs("\n  // The lines' states and fields.\n  logic meta_write;\n", c->out);
    if (array) print_line_array(c);
    if (c->m->mapped) {
        fprintf(c->out, "  logic [%d:0] stable_next;\n", c->mp->stable_bits - 1);
        sv_stable_next(c);
    }
    if (c->mp->flash_lines) {
        fprintf(c->out, "  logic [%d:0] found_state;\n", c->mp->stable_bits - 1);
        (c->m->of_words ? print_flashed_words : print_flashed_lines)(c);
    }
    if (!array) return;
    sv_slots_declare(c->out, "  ", &c->mp->meta, "found", 0, NULL);
    fputs("  assign ", c->out);
    sv_slots(c->out, &c->mp->meta, "found", NULL, NULL);
    fputs(" = meta_rdata;\n", c->out);
    print_new_line(c);
    print_swept(c);
}

// note [mapped] in gen/lang/local.h
static void print_entries(sv_control *c) {
    sv_control_mshr_file(c);
    sv_control_entry_ages(c, "release_mshr");
}

// What S1 finds of a line with an entry, and what S2 makes of it.
static void print_found_entry(sv_control *c) {
    fprintf(c->out,
            "  logic mshr_hit, stays, s2_mshr_hit_q, s2_stale_q;\n  logic [%d:0] s2_mshr_idx_q;\n"
            "  assign stays = (mshr_hit || alloc_mshr) && !release_mshr; // it has an entry after the "
            "transition in S2\n"
            "  assign mshr_hit = s2_mshr_hit_q;\n  assign mshr_idx = s2_mshr_hit_q ? s2_mshr_idx_q : "
            "mshr_free_idx;\n",
            c->mp->mshr_bits - 1);
    for (int i = 0; i < c->m->n_mshr; i++) {
        const int width = c->m->mshr[i].type.width;
        fputs("  logic ", c->out);
        sv_range(c->out, width);
        fprintf(c->out, "s2_mshr_%s_q;\n  assign mshr_%s = s2_mshr_%s_q;\n", c->m->mshr[i].name,
                c->m->mshr[i].name, c->m->mshr[i].name);
    }
}

static void print_stale(sv_control *c) {
    fputs("    s2_stale_q <= ", c->out);
    sv_logic_print(c->out, c->p.stale);
    fputs(";\n", c->out);
}

static void print_entry_registers(sv_control *c) {
    fputs("    s2_mshr_hit_q <= changed ? stays : s1_mshr_hit;\n"
          "    s2_mshr_idx_q <= same_line ? mshr_idx : s1_mshr_idx;\n",
          c->out);
    print_stale(c);
    for (int i = 0; i < c->m->n_mshr; i++) {
        const cg_field *f = &c->m->mshr[i];
        fprintf(
            c->out,
            "    s2_mshr_%s_q <= changed ? (stays ? mshr_%s_d : %d'd%llu) : s1_mshr_hit ? entry_mshr_%s : "
            "%d'd%llu;\n",
            f->name, f->name, f->type.width, (unsigned long long)f->init, f->name, f->type.width,
            (unsigned long long)f->init);
    }
}

// What S2 begins with: what S1 has found, or what the transition ahead makes of the line.
static void print_found(sv_control *c) {
    const char *pkg = c->plan->name, *m = c->m->name;
    char range[SV_NAME];
    fprintf(c->out,
            "\n  // What S2 begins with: what S1 has found, or what the transition ahead makes of the line.\n"
            "  logic same_line, changed;\n  assign same_line = s2_valid_q && s2_block && s1_key == s2_key;\n"
            "  assign changed = same_line && s2_fire;\n"
            "  %s_pkg::%s_state_t found_bits;\n  %s_pkg::%s_state_e s2_state_q;\n"
            "  assign found_bits = %s;\n",
            pkg, m, pkg, m,
            c->m->mapped ? cg_arena_printf(c->f.arena, "s1_mshr_hit ? entry_state : %d'(found_state)",
                                           c->mp->state_bits)
                         : "found_state");
    if (c->m->mapped) print_found_entry(c);
    if (sv_goes_stale(c) && !c->m->mapped) fputs("  logic s2_stale_q;\n", c->out);
    for (int i = 0; i < line_fields(c); i++) {
        const int width = c->m->line[i].type.width;
        snprintf(range, sizeof range, width > 1 ? "[%d:0] " : "", width - 1);
        fprintf(c->out, "  logic %ss2_line_%s_q;\n", range, c->m->line[i].name);
    }
    fputs("  always_ff @(posedge clk_i) begin\n    s2_state_q <= changed ? next : found_bits.value;\n",
          c->out);
    for (int i = 0; i < line_fields(c); i++) {
        const char *n = c->m->line[i].name;
        fprintf(c->out, "    s2_line_%s_q <= changed ? line_%s_d : found_line_%s;\n", n, n, n);
    }
    if (c->m->mapped) print_entry_registers(c);
    if (sv_goes_stale(c) && !c->m->mapped) print_stale(c);
    fputs("  end\n  assign state = s2_state_q;\n", c->out);
    for (int i = 0; i < line_fields(c); i++)
        fprintf(c->out, "  assign line_%s = s2_line_%s_q;\n", c->m->line[i].name, c->m->line[i].name);
    if (!sv_late(c))
        fprintf(c->out, "  logic [%d:0] s1_row; // the line's data are read\n  assign s1_row = s1_set;\n",
                sv_row_bits(c) - 1);
    if (c->m->mapped)
        sv_control_brings(c);
    else
        fputs("  assign s2_brings = 1'b0; // no message comes\n", c->out);
}

void sv_memory_look(sv_control *c) {
    print_lines(c);
    if (c->m->mapped) print_entries(c);
    print_found(c);
}
