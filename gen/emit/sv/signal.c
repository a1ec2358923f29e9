#include "signal.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdlib.h>

sv_logic *sv_logic_new(cg_arena *arena, sv_logic_kind kind) {
    sv_logic *logic = cg_arena_alloc(arena, sizeof *logic);
    *logic = (sv_logic){.kind = kind, .arena = arena};
    return logic;
}

sv_logic *sv_signal_add(sv_signals *signals, sv_logic_kind kind, const char *remark, const char *name) {
    sv_logic *value = sv_logic_new(signals->arena, kind);
    *CG_PUSH(signals->arena, signals->items, signals->n_items) =
        (sv_signal){cg_arena_strdup(signals->arena, name), remark, value};
    return value;
}

sv_logic *sv_group(sv_logic *group, sv_logic_kind kind, const char *why) {
    sv_logic *term = sv_logic_new(group->arena, kind);
    term->why = why;
    *CG_PUSH(group->arena, group->terms, group->n_terms) = term;
    return term;
}

sv_logic *sv_term(sv_logic *group, const char *why, const char *fmt, ...) {
    sv_logic *term = sv_group(group, SV_TEXT, why);
    va_list args;
    va_start(args, fmt);
    term->text = cg_arena_vprintf(group->arena, fmt, args);
    va_end(args);
    return term;
}

sv_logic *sv_laid(sv_logic *term, sv_layout layout) {
    term->layout = layout;
    return term;
}

sv_choice *sv_choice_of(const sv_logic *otherwise) {
    sv_choice *choice = cg_arena_alloc(otherwise->arena, sizeof *choice);
    *choice = (sv_choice){.arena = otherwise->arena, .otherwise = otherwise};
    return choice;
}

sv_choice *sv_choice_new(cg_arena *arena, const char *fmt, ...) {
    sv_logic *otherwise = sv_logic_new(arena, SV_TEXT);
    va_list args;
    va_start(args, fmt);
    otherwise->text = cg_arena_vprintf(arena, fmt, args);
    va_end(args);
    return sv_choice_of(otherwise);
}

sv_logic *sv_choice_add(sv_choice *choice, const char *why, const char *value) {
    sv_logic *when = sv_logic_new(choice->arena, SV_ALL);
    when->why = why;
    *CG_PUSH(choice->arena, choice->cases, choice->n_cases) =
        (sv_case){when, cg_arena_strdup(choice->arena, value)};
    return when;
}

void sv_flag_add(sv_flags *flags, const char *name) {
    *CG_PUSH(flags->arena, flags->flags, flags->n_flags) = cg_arena_strdup(flags->arena, name);
}

sv_change *sv_change_add(sv_flags *flags, const char *why, bool block) {
    sv_change *change = cg_arena_alloc(flags->arena, sizeof *change);
    *change = (sv_change){.when = sv_logic_new(flags->arena, SV_ALL), .block = block};
    change->when->why = why;
    *CG_PUSH(flags->arena, flags->changes, flags->n_changes) = change;
    return change;
}

void sv_change_flag(sv_flags *flags, sv_change *change, const char *flag, bool becomes) {
    *CG_PUSH(flags->arena, change->flags, change->n_flags) =
        (sv_becomes){cg_arena_strdup(flags->arena, flag), becomes};
}

// -------------------------------------------------------------------------------------------- printing

static const char *const BEFORE[] = {[SV_BESIDE] = " %s ",
                                     [SV_BELOW] = "\n    %s ",
                                     [SV_BEHIND] = " %s\n    ",
                                     [SV_STEERED] = "\n`ifdef COHGEN_STEER\n    %s "};

static void operator_before(FILE *out, sv_layout layout, const char *op) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(out, BEFORE[layout], op);
#pragma GCC diagnostic pop
}

// How many terms there are in a group, and one of them.
static int count_terms(const sv_logic *group, const sv_logic **one) {
    int n = 0;
    for (int i = 0; i < group->n_terms; i++) {
        if (group->terms[i]->kind == SV_HERE) {
            n += count_terms(group->terms[i], one);
            continue;
        }
        *one = group->terms[i];
        n++;
    }
    return n;
}

// What a term says: of a group of one term, that.
static const sv_logic *without_groups_of_one(const sv_logic *term) {
    const sv_logic *one = NULL;
    while (term->kind != SV_TEXT && count_terms(term, &one) == 1 && one->layout != SV_STEERED) term = one;
    return term;
}

// Prints the terms of a group between which `op` stands; returns how many there are with the `n` before them.
static int terms(FILE *out, const sv_logic *group, const char *op, int n) {
    for (int i = 0; i < group->n_terms; i++) {
        const sv_logic *term = group->terms[i];
        if (term->kind == SV_HERE) {
            n = terms(out, term, op, n);
            continue;
        }
        if (!n && term->layout == SV_STEERED) fprintf(out, "1'b%d", *op == '&'), n++; // without COHGEN_STEER
        if (n++) operator_before(out, term->layout, op);
        sv_logic_print_operand(out, term);
        if (term->layout == SV_STEERED) fputs("\n`endif\n    ", out);
    }
    return n;
}

// Between terms, and what a group of none is.
static const struct {
    const char *between, *none;
} OPERATORS[] = {[SV_ANY] = {"||", "1'b0"},
                 [SV_ALL] = {"&&", "1'b1"},
                 [SV_BITS_ANY] = {"|", "'0"},
                 [SV_BITS_ALL] = {"&", "'1"},
                 [SV_HERE] = {"||", "1'b0"}};

void sv_logic_print(FILE *out, const sv_logic *logic) {
    logic = without_groups_of_one(logic);
    if (logic->kind == SV_TEXT)
        fputs(logic->text, out);
    else if (!terms(out, logic, OPERATORS[logic->kind].between, 0))
        fputs(OPERATORS[logic->kind].none, out);
}

void sv_logic_print_operand(FILE *out, const sv_logic *logic) {
    logic = without_groups_of_one(logic);
    const bool bare = logic->kind == SV_TEXT || logic->n_terms == 0;
    if (!bare) fputc('(', out);
    sv_logic_print(out, logic);
    if (!bare) fputc(')', out);
}

const char *sv_logic_text(const sv_logic *logic) {
    char *text = NULL;
    FILE *out = cg_text_open(&text, NULL);
    sv_logic_print(out, logic);
    fclose(out);
    const char *copy = cg_arena_strdup(logic->arena, text);
    free(text);
    return copy;
}

void sv_logic_assign(FILE *out, const char *name, const sv_logic *logic) {
    fprintf(out, "  assign %s = ", name);
    sv_logic_print(out, logic);
    fputs(";\n", out);
}

void sv_choice_print(FILE *out, const sv_choice *choice) {
    for (int i = 0; i < choice->n_cases; i++) {
        sv_logic_print(out, choice->cases[i].when);
        fprintf(out, " ? %s : ", choice->cases[i].value);
    }
    const bool grouped = choice->grouped && choice->n_cases;
    if (grouped) fputc('(', out);
    sv_logic_print(out, choice->otherwise);
    if (grouped) fputc(')', out);
}

void sv_choice_print_operand(FILE *out, const sv_choice *choice) {
    if (choice->n_cases) fputc('(', out);
    sv_choice_print(out, choice);
    if (choice->n_cases) fputc(')', out);
}

void sv_signals_print(FILE *out, const sv_signals *signals) {
    for (int i = 0; i < signals->n_items; i++) {
        const sv_signal *s = &signals->items[i];
        fprintf(out, "  assign %s = ", s->name);
        sv_logic_print(out, s->value);
        fprintf(out, ";%s%s\n", s->remark ? " // " : "", s->remark ? s->remark : "");
    }
}

static void explain_terms(FILE *out, const sv_logic *group) {
    for (int i = 0; i < group->n_terms; i++) {
        const sv_logic *term = group->terms[i];
        if (term->kind == SV_HERE) {
            explain_terms(out, term);
            continue;
        }
        fputs("    ", out);
        sv_logic_print(out, term);
        fprintf(out, ": %s%s\n", term->why, term->layout == SV_STEERED ? " (with COHGEN_STEER)" : "");
    }
}

static bool is_of_all(const sv_logic *logic) {
    return logic->kind == SV_ALL || logic->kind == SV_BITS_ALL;
}

void sv_signals_tell(FILE *out, const sv_signals *signals) {
    for (int i = 0; i < signals->n_items; i++) {
        const sv_signal *s = &signals->items[i];
        fprintf(out, "  signal %s: %s\n", s->name, is_of_all(s->value) ? "all of" : "any of");
        explain_terms(out, s->value);
    }
}

static void print_change(FILE *out, const sv_change *change) {
    fputs("        if (", out);
    sv_logic_print(out, change->when);
    fputs(change->block ? ") begin\n" : ") ", out);
    for (int i = 0; i < change->n_flags; i++)
        fprintf(out, "%s%s <= 1'b%d;\n", change->block ? "          " : "", change->flags[i].flag,
                change->flags[i].becomes);
    if (change->block) fputs("        end\n", out);
}

void sv_flags_print(FILE *out, const sv_flags *flags) {
    fputs("    always_ff @(posedge clk_i or negedge rst_ni) begin\n      if (!rst_ni) begin\n", out);
    for (int i = 0; i < flags->n_flags; i++) fprintf(out, "        %s <= 1'b0;\n", flags->flags[i]);
    fputs("      end else begin\n", out);
    for (int i = 0; i < flags->n_changes; i++) print_change(out, flags->changes[i]);
    fputs("      end\n    end\n", out);
}
