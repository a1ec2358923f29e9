// A controller's cams and rings: for each a cohgen_cam or a cohgen_ring beside S2, which looks for what the
// event wants and changes what it finds at the edge at which the rule fires. So a rule sees what the one
// before it has done. A cohgen_tlb looks likewise, and asks at the controller's ports for what is not there.
#include "lang/lookup.h"

#include "control.h"

// The bit of a signal that has one for each: nothing, or of several "[1]".
static const char *bit_of(const sv_control *c, int lookup) {
    if (cg_changed_lookups(c->m) == 1) return "";
    return cg_arena_printf(c->f.arena, "[%d]", cg_changed_lookup(c->m, lookup));
}

static bool is_asked(const sv_control *c, int lookup, cg_ask ask) {
    return c->f.asked[cg_lookup_leaf(lookup, ask)];
}

// Is the signal read, by the table or by what is around the part?
static bool is_wired(const sv_control *c, int lookup, cg_ask ask) {
    const cg_lookup *l = &c->m->lookups[lookup];
    return is_asked(c, lookup, ask) || (ask == CG_ASK_FOUND && l->n_fields) ||
           (ask == CG_ASK_FULL && c->f.verb[CG_A_INSERT]);
}

static const char *wire_of(const sv_control *c, int lookup, cg_ask ask) {
    return cg_arena_printf(c->f.arena, "%s%s_%s", is_wired(c, lookup, ask) ? "" : "unused_",
                           CG_ASK_WORDS[ask], c->m->lookups[lookup].name);
}

static int bits_of_data(const sv_control *c, int lookup) {
    const int bits = cg_lookup_data_bits(c->m, &c->m->lookups[lookup]);
    return bits ? bits : 1;
}

static void declare_wire(sv_control *c, int width, const char *name) {
    fputs("  logic ", c->out);
    sv_range(c->out, width);
    fprintf(c->out, "%s;\n", name);
}

static void declare_tlb(sv_control *c, const cg_lookup *l) {
    fprintf(c->out, "  logic find_%1$s, found_%1$s, want_%1$s;\n", l->name);
    declare_wire(c, l->key.width, cg_arena_printf(c->f.arena, "key_%1$s, frame_%1$s", l->name));
}

void sv_control_declare_lookups(sv_control *c) {
    for (int i = 0; i < c->m->n_lookups; i++) {
        const cg_lookup *l = &c->m->lookups[i];
        if (l->kind == CG_LOOKUP_TLB) declare_tlb(c, l);
        if (l->kind == CG_LOOKUP_TLB) continue;
        const bool ring = l->kind == CG_LOOKUP_RING, searched = cg_is_searched(c->m, i);
        fprintf(c->out, "  logic find_%s%s%s, %s, %s;\n", l->name, searched ? ", search_" : "",
                searched ? l->name : "", wire_of(c, i, CG_ASK_FOUND), wire_of(c, i, CG_ASK_FULL));
        if (cg_is_keyed(c->m, i))
            declare_wire(c, cg_lookup_key(l).width, cg_arena_printf(c->f.arena, "key_%s", l->name));
        if (searched)
            declare_wire(c, bits_of_data(c, i),
                         cg_arena_printf(c->f.arena, "match_%s, care_%s", l->name, l->name));
        declare_wire(c, bits_of_data(c, i),
                     cg_arena_printf(c->f.arena, "%sdata_%s", l->n_fields ? "" : "unused_", l->name));
        if (ring)
            declare_wire(
                c, cg_lookup_index_bits(l),
                cg_arena_printf(c->f.arena, "%s, %s", wire_of(c, i, CG_ASK_TAIL), wire_of(c, i, CG_ASK_AT)));
    }
}

void sv_control_connect_lookups(sv_control *c) {
    for (int i = 0; i < c->m->n_lookups; i++) {
        const char *n = c->m->lookups[i].name;
        for (int ask = 0; ask < CG_N_ASKS; ask++)
            if (is_asked(c, i, (cg_ask)ask))
                fprintf(c->out, "    .%s_%s_i(%s_%s),\n", CG_ASK_WORDS[ask], n, CG_ASK_WORDS[ask], n);
        fprintf(c->out, "    .find_%s_o(find_%s),\n", n, n);
        if (cg_is_keyed(c->m, i)) fprintf(c->out, "    .key_%s_o(key_%s),\n", n, n);
        if (c->m->lookups[i].kind == CG_LOOKUP_TLB) fprintf(c->out, "    .want_%s_o(want_%s),\n", n, n);
        if (cg_is_searched(c->m, i))
            fprintf(c->out, "    .search_%s_o(search_%s), .match_%s_o(match_%s), .care_%s_o(care_%s),\n", n,
                    n, n, n, n, n);
    }
}

static void tlb_terms(sv_control *c, const cg_lookup *l) {
    sv_logic *away = sv_group(c->p.blocked, SV_ALL, "it is not known where a page is");
    sv_term(away, "the rule reads that", "want_%s", l->name);
    sv_term(away, "it has to be asked for", "!found_%s", l->name);
}

void sv_lookup_terms(sv_control *c) {
    const int tlb = cg_find_tlb(c->m);
    if (tlb != CG_NONE) tlb_terms(c, &c->m->lookups[tlb]);
    for (int i = 0; i < c->m->n_lookups && c->f.verb[CG_A_INSERT]; i++) {
        if (i == tlb) continue;
        sv_logic *full = sv_group(c->p.blocked, SV_ALL, "no entry can be taken");
        sv_term(full, "the rule wants one", "entry_insert%s", bit_of(c, i));
        sv_term(full, "there is none", "full_%s", c->m->lookups[i].name);
    }
}

// "{found_log_a, found_log_b}", or what a rule leaves in them.
static void print_entry(sv_control *c, const cg_lookup *l, const char *tail) {
    for (int i = l->first_field; i < l->first_field + l->n_fields; i++)
        fprintf(c->out, "%s%s%s%s", i == l->first_field ? "{" : ", ", CG_SPACES[CG_SPACE_FOUND].port,
                c->m->found[i].name, tail);
    fputs("}", c->out);
}

static bool starts_at_zero(const cg_machine *m, const cg_lookup *l) {
    bool zero = true;
    for (int i = l->first_field; i < l->first_field + l->n_fields; i++) zero &= m->found[i].init == 0;
    return zero;
}

// Without an entry the fields have initial values.
static void print_found(sv_control *c, int lookup) {
    const cg_lookup *l = &c->m->lookups[lookup];
    if (!l->n_fields) return;
    fputs("  assign ", c->out);
    print_entry(c, l, "");
    if (starts_at_zero(c->m, l)) {
        fprintf(c->out, " = data_%s;\n", l->name);
        return;
    }
    fprintf(c->out, " = found_%s ? data_%s : ", l->name, l->name);
    for (int i = l->first_field; i < l->first_field + l->n_fields; i++)
        fprintf(c->out, "%s%d'd%llu", i == l->first_field ? "{" : ", ", c->m->found[i].type.width,
                (unsigned long long)c->m->found[i].init);
    fputs("};\n", c->out);
}

static void print_look(sv_control *c, int lookup) {
    const cg_lookup *l = &c->m->lookups[lookup];
    const char *n = l->name;
    fprintf(c->out, "    .clk_i(clk_i), .rst_ni(rst_ni), .find_i(find_%s),\n", n);
    if (l->kind == CG_LOOKUP_CAM) {
        fprintf(c->out, "    .key_i(%s%s),\n", l->by_line ? "s2_key" : "key_", l->by_line ? "" : n);
        return;
    }
    if (cg_is_keyed(c->m, lookup))
        fprintf(c->out, "    .at_i(key_%s),", n);
    else
        fputs("    .at_i('0),", c->out);
    if (cg_is_searched(c->m, lookup))
        fprintf(c->out, " .search_i(search_%s), .match_i(match_%s), .care_i(care_%s),\n", n, n, n);
    else
        fputs(" .search_i(1'b0), .match_i('0), .care_i('0),\n", c->out);
    fprintf(c->out, "    .tail_o(%s), .at_o(%s),\n", wire_of(c, lookup, CG_ASK_TAIL),
            wire_of(c, lookup, CG_ASK_AT));
}

static void print_lookup(sv_control *c, int lookup) {
    const cg_lookup *l = &c->m->lookups[lookup];
    const bool ring = l->kind == CG_LOOKUP_RING, inserts = c->f.verb[CG_A_INSERT],
               removes = c->f.verb[CG_A_REMOVE];
    const char *bit = bit_of(c, lookup);
    fprintf(c->out, "\n  // The %s %s.\n", ring ? "ring" : "cam", l->name);
    print_found(c, lookup);
    if (ring)
        fprintf(c->out, "  cohgen_ring #(.Entries(%llu), .DataBits(%d), .Search(1'b%d)) u_%s (\n",
                (unsigned long long)l->entries, bits_of_data(c, lookup), cg_is_searched(c->m, lookup),
                l->name);
    else
        fprintf(c->out, "  cohgen_cam #(.Entries(%llu), .KeyBits(%d), .DataBits(%d)) u_%s (\n",
                (unsigned long long)l->entries, l->by_line ? c->mp->key_bits : l->key.width,
                bits_of_data(c, lookup), l->name);
    print_look(c, lookup);
    fprintf(c->out, "    .found_o(%s), .full_o(%s), .data_o(%sdata_%s),\n", wire_of(c, lookup, CG_ASK_FOUND),
            wire_of(c, lookup, CG_ASK_FULL), l->n_fields ? "" : "unused_", l->name);
    if (inserts)
        fprintf(c->out, "    .insert_i(s2_fire && entry_insert%s),", bit);
    else
        fputs("    .insert_i(1'b0),", c->out);
    if (l->n_fields && inserts)
        fprintf(c->out, " .set_i(s2_fire && found_%s && !entry_insert%s),", l->name, bit);
    else if (l->n_fields)
        fprintf(c->out, " .set_i(s2_fire && found_%s),", l->name);
    else
        fputs(" .set_i(1'b0),", c->out);
    if (removes)
        fprintf(c->out, " .remove_i(s2_fire && entry_remove%s),\n    .data_i(", bit);
    else
        fputs(" .remove_i(1'b0),\n    .data_i(", c->out);
    if (l->n_fields)
        print_entry(c, l, "_d");
    else
        fputs("1'b0", c->out);
    fputs(")\n  );\n", c->out);
}

static void print_tlb(sv_control *c, const cg_lookup *l) {
    fprintf(c->out,
            "\n  // The tlb %1$s: where pages of %2$llu bytes are.\n"
            "  cohgen_tlb #(.Entries(%3$llu), .PageBits(%4$d)) u_%1$s (\n"
            "    .clk_i(clk_i), .rst_ni(rst_ni), .find_i(find_%1$s), .page_i(key_%1$s),\n"
            "    .found_o(found_%1$s), .frame_o(frame_%1$s), .want_i(s2_live && want_%1$s),\n"
            "    .walk_valid_o(page_valid_o), .walk_ready_i(page_ready_i), .walk_page_o(page_o),\n"
            "    .walked_valid_i(frame_valid_i), .walked_frame_i(frame_i)\n  );\n",
            l->name, 1ull << cg_page_bits(c->s, l), (unsigned long long)l->entries, l->key.width);
}

void sv_control_lookups(sv_control *c) {
    for (int i = 0; i < c->m->n_lookups; i++)
        if (c->m->lookups[i].kind == CG_LOOKUP_TLB)
            print_tlb(c, &c->m->lookups[i]);
        else
            print_lookup(c, i);
}

void sv_page_ports(sv_control *c) {
    const int tlb = cg_find_tlb(c->m);
    if (tlb == CG_NONE) return;
    const int bits = c->m->lookups[tlb].key.width;
    fprintf(c->out,
            "  output logic page_valid_o, // where is this page? One is asked for at a time\n"
            "  input  logic page_ready_i,\n  output logic [%1$d:0] page_o,\n"
            "  input  logic frame_valid_i, // there\n  input  logic [%1$d:0] frame_i,\n",
            bits - 1);
}
