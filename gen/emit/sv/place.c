// Line fields in the place of a word's data, in machines of words (note [place] in gen/check/place.c).
//
// In states with "data": false the low bits of the word in the data array are the fields. The array is read
// in S1 for every event, so they are there when S2 looks at the words: fields like any other from then on. A
// rule that assigns one says so (`in_place`), and writes the words of its group as a fill would.
#include <ctype.h>

#include "control.h"

bool sv_words_place(const sv_control *c) {
    bool any = false;
    for (int i = 0; i < c->m->n_line; i++) any |= c->m->line[i].in_data;
    return any;
}

// "OwnerAt": where the field stands in a word.
static const char *place_of(const cg_field *f, char buf[SV_NAME]) {
    snprintf(buf, SV_NAME, "%c%sAt", toupper((unsigned char)f->name[0]), f->name + 1);
    return buf;
}

void sv_place_declare(sv_control *c) {
    if (!sv_words_place(c)) return;
    fprintf(c->out,
            "  logic [%d:0] data_rdata;\n  logic [%d:0] word_elsewhere; // fields stand in the place of the "
            "data\n",
            (int)c->s->line_bytes * 8 - 1, c->mp->words - 1);
    if (c->f.place) fputs("  logic in_place;\n", c->out);
    int at = 0;
    for (int k = 0; k < c->m->n_line; k++) {
        char name[SV_NAME];
        if (!c->m->line[k].in_data) continue;
        fprintf(c->out, "  localparam int %s = %d; // bit of the word\n", place_of(&c->m->line[k], name), at);
        at += c->m->line[k].type.width;
    }
}

// Has word i its data elsewhere? And what stands in their place: else the field has its initial value.
static void place_found(sv_control *c) {
    const int sb = c->mp->state_bits;
    char state[SV_NAME], place[SV_NAME];
    if (!sv_words_place(c)) return;
    sv_logic *elsewhere = sv_logic_new(c->f.arena, SV_ANY);
    for (int s = 0; s < c->m->n_states; s++)
        if (c->m->states[s].no_data)
            sv_term(elsewhere, "it is in such a state", "word_state[i*%d +: %d] == %s_pkg::%s", sb, sb,
                    c->plan->name, sv_state(c->m, s, state));
    fputs("      word_elsewhere[i] = ", c->out);
    sv_logic_print(c->out, elsewhere);
    fputs(";\n", c->out);
    for (int k = 0; k < c->m->n_line; k++) {
        const cg_field *f = &c->m->line[k];
        const int one = f->type.width;
        if (!f->in_data) continue;
        fprintf(
            c->out,
            "      word_line_%s[i*%d +: %d] = word_elsewhere[i] ? data_rdata[i*32 + %s +: %d] : %d'd%llu;\n",
            f->name, one, one, place_of(f, place), one, one, (unsigned long long)f->init);
    }
}

void sv_place_line_fields(sv_control *c) {
    const int sb = c->mp->state_bits;
    if (!c->m->n_line) return;
    fprintf(c->out, "  always_comb begin\n    for (int i = 0; i < %d; i++) begin\n", c->mp->words);
    place_found(c);
    for (int k = 0; k < c->m->n_line; k++) {
        if (c->m->line[k].in_data) continue;
        const int one = c->m->line[k].type.width;
        const char *n = c->m->line[k].name;
        fprintf(
            c->out,
            "      word_line_%s[i*%d +: %d] = (!s2_has_way_q || word_state[i*%d +: %d] == '0) ? %d'd%llu : "
            "s2_word_%s_q[i*%d +: %d];\n",
            n, one, one, sb, sb, one, (unsigned long long)c->m->line[k].init, n, one, one);
    }
    fputs("    end\n  end\n", c->out);
}

// "{16{27'd0, line_owner_d, line_known_d}}": the first field lowest, and nothing above the last.
static const char *fields_in_words(const sv_control *c) {
    const char *list = "";
    int left = CG_WORD_BITS;
    for (int k = 0; k < c->m->n_line; k++) left -= c->m->line[k].in_data ? c->m->line[k].type.width : 0;
    if (left) list = cg_arena_printf(c->f.arena, "%d'd0", left);
    for (int k = c->m->n_line - 1; k >= 0; k--) {
        const cg_field *f = &c->m->line[k];
        if (f->in_data) list = cg_arena_printf(c->f.arena, "%s%sline_%s_d", list, *list ? ", " : "", f->name);
    }
    return cg_arena_printf(c->f.arena, "{%d{%s}}", c->mp->words, list);
}

// What is written to words as wholes: the message's line, or the fields.
void sv_place_or_line(sv_control *c) {
    sv_choice *written = sv_choice_new(c->f.arena, "%s", sv_brought_line(c));
    if (c->f.place)
        sv_term(sv_choice_add(written, "the fields, in each word", fields_in_words(c)), "they are assigned",
                "in_place");
    sv_choice_print(c->out, written);
    fputs(";\n", c->out);
}
