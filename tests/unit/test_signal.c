// Signals as structures: how groups, empty ones and the lines of steering are printed.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "emit/sv/signal.h"
#include "text.h"

Test(signal, groups_are_in_parentheses) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_logic *a = sv_signal_add(&s, SV_ALL, NULL, "a");
    sv_term(a, "first", "x");
    sv_logic *some = sv_group(a, SV_ANY, "one of two");
    sv_term(some, "one", "y == %d'd%d", 2, 1);
    sv_term(some, "the other", "!z");
    PRINTS(sv_signals_print, &s, "  assign a = x && (y == 2'd1 || !z);\n");
    cg_arena_free(s.arena);
}

Test(signal, vectors_are_put_together_bit_by_bit) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_logic *a = sv_signal_add(&s, SV_BITS_ANY, NULL, "a");
    PRINTS(sv_signals_print, &s, "  assign a = '0;\n");
    sv_logic *some = sv_group(a, SV_BITS_ALL, "those of both");
    PRINTS(sv_signals_print, &s, "  assign a = '1;\n");
    sv_term(some, "one", "x");
    sv_term(some, "the other", "{4{y}}");
    sv_term(a, "more", "z");
    PRINTS(sv_signals_print, &s, "  assign a = (x & {4{y}}) | z;\n");
    cg_arena_free(s.arena);
}

Test(signal, an_operand_is_in_parentheses_if_it_has_an_operator) {
    cg_arena *arena = cg_arena_new();
    sv_logic *a = sv_logic_new(arena, SV_ANY);
    PRINTS(sv_logic_print_operand, a, "1'b0");
    sv_logic *both = sv_group(a, SV_ALL, "both");
    sv_term(both, "one", "x");
    sv_term(both, "the other", "y");
    PRINTS(sv_logic_print_operand, a, "(x && y)");
    sv_term(a, "or this", "z");
    PRINTS(sv_logic_print_operand, a, "((x && y) || z)");
    sv_logic *one = sv_logic_new(arena, SV_ANY), *here = sv_group(one, SV_HERE, "what others add");
    sv_term(here, "one", "x");
    sv_term(here, "the other", "y");
    PRINTS(sv_logic_print_operand, one, "(x || y)");
    one = sv_logic_new(arena, SV_ANY);
    sv_term(one, "alone", "x");
    PRINTS(sv_logic_print_operand, one, "x");
    cg_arena_free(arena);
}

Test(signal, a_group_of_none_is_a_constant_among_others) {
    cg_arena *arena = cg_arena_new();
    sv_logic *any = sv_logic_new(arena, SV_BITS_ANY);
    sv_group(any, SV_BITS_ALL, "all");
    cr_expect_str_eq(sv_logic_text(any), "'1");
    sv_term(any, "more", "x");
    cr_expect_str_eq(sv_logic_text(any), "'1 | x");
    cg_arena_free(arena);
}

Test(signal, of_cases_the_first_counts) {
    cg_arena *arena = cg_arena_new();
    sv_choice *choice = sv_choice_new(arena, "%d'(x) << y", 8);
    choice->grouped = true;
    PRINTS(sv_choice_print, choice, "8'(x) << y");
    PRINTS(sv_choice_print_operand, choice, "8'(x) << y");
    sv_logic *when = sv_choice_add(choice, "the first", "a");
    sv_term(when, "one", "u");
    sv_term(when, "the other", "v");
    sv_term(sv_choice_add(choice, "the second", "b"), "one", "w");
    PRINTS(sv_choice_print, choice, "u && v ? a : w ? b : (8'(x) << y)");
    choice->grouped = false;
    PRINTS(sv_choice_print, choice, "u && v ? a : w ? b : 8'(x) << y");
    PRINTS(sv_choice_print_operand, choice, "(u && v ? a : w ? b : 8'(x) << y)");
    sv_logic *rest = sv_logic_new(arena, SV_ANY);
    choice = sv_choice_of(rest);
    sv_term(sv_choice_add(choice, "the only", "a"), "one", "u");
    sv_term(rest, "one", "x");
    sv_term(rest, "the other", "y");
    PRINTS(sv_choice_print, choice, "u ? a : x || y");
    cg_arena_free(arena);
}

Test(signal, a_place_takes_terms_in_the_middle) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_logic *a = sv_signal_add(&s, SV_ALL, "why", "a");
    sv_logic *first = sv_group(a, SV_HERE, "what comes first");
    sv_term(a, "first", "x");
    sv_logic *here = sv_group(a, SV_HERE, "what others ask for");
    sv_term(a, "last", "z");
    PRINTS(sv_signals_print, &s, "  assign a = x && z; // why\n");
    sv_term(here, "another", "y");
    sv_term(first, "one more", "w");
    PRINTS(sv_signals_print, &s, "  assign a = w && x && y && z; // why\n");
    cg_arena_free(s.arena);
}

Test(signal, of_no_terms_it_is_constant) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_signal_add(&s, SV_ANY, NULL, "never");
    sv_group(sv_signal_add(&s, SV_ALL, NULL, "always"), SV_HERE, "nobody has a reason");
    PRINTS(sv_signals_print, &s, "  assign never = 1'b0;\n  assign always = 1'b1;\n");
    cg_arena_free(s.arena);
}

Test(signal, terms_on_lines_of_their_own) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_logic *a = sv_signal_add(&s, SV_ANY, NULL, "a");
    sv_term(a, "first", "x");
    sv_laid(sv_term(a, "below", "y"), SV_BELOW);
    sv_laid(sv_term(a, "behind", "z"), SV_BEHIND);
    sv_laid(sv_term(a, "steered", "w"), SV_STEERED);
    sv_term(a, "last", "v");
    PRINTS(sv_signals_print, &s,
           "  assign a = x\n    || y ||\n    z\n`ifdef COHGEN_STEER\n    || w\n`endif\n     || v;\n");
    cg_arena_free(s.arena);
}

Test(signal, a_group_of_one_is_its_term) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_logic *a = sv_signal_add(&s, SV_ALL, NULL, "a");
    sv_term(a, "first", "x");
    sv_logic *both = sv_group(sv_group(a, SV_ANY, "one reason"), SV_ALL, "of two");
    sv_term(both, "one", "y");
    sv_term(both, "the other", "z");
    sv_term(sv_group(sv_signal_add(&s, SV_ANY, NULL, "b"), SV_ALL, "alone"), "alone", "x == y");
    PRINTS(sv_signals_print, &s, "  assign a = x && (y && z);\n  assign b = x == y;\n");
    cg_arena_free(s.arena);
}

Test(signal, steering_alone_leaves_a_constant) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_laid(sv_term(sv_signal_add(&s, SV_ANY, NULL, "a"), "steered", "w"), SV_STEERED);
    PRINTS(sv_signals_print, &s, "  assign a = 1'b0\n`ifdef COHGEN_STEER\n    || w\n`endif\n    ;\n");
    cg_arena_free(s.arena);
}

Test(signal, flags_change_together) {
    sv_flags f = {.arena = cg_arena_new()};
    sv_flag_add(&f, "waits");
    sv_change *to = sv_change_add(&f, "it is done", true);
    sv_term(to->when, "this one", "done");
    sv_change_flag(&f, to, "waits", false);
    to = sv_change_add(&f, "it comes", false);
    sv_term(to->when, "a new one", "come");
    sv_change_flag(&f, to, "waits", true);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    sv_flags_print(out, &f);
    fclose(out);
    cr_assert_str_eq(text,
                     "    always_ff @(posedge clk_i or negedge rst_ni) begin\n      if (!rst_ni) begin\n"
                     "        waits <= 1'b0;\n      end else begin\n        if (done) begin\n"
                     "          waits <= 1'b0;\n        end\n        if (come) waits <= 1'b1;\n"
                     "      end\n    end\n");
    free(text);
    cg_arena_free(f.arena);
}

Test(signal, reasons_are_told_of_each_term) {
    sv_signals s = {.arena = cg_arena_new()};
    sv_logic *a = sv_signal_add(&s, SV_ANY, NULL, "a");
    sv_term(sv_group(a, SV_HERE, "a place"), "it is there", "x");
    sv_logic *both = sv_laid(sv_group(a, SV_ALL, "the harness wants it"), SV_STEERED);
    sv_term(both, "one", "y");
    sv_term(both, "two", "z");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    sv_signals_tell(out, &s);
    fclose(out);
    cr_assert_str_eq(text, "  signal a: any of\n    x: it is there\n"
                           "    y && z: the harness wants it (with COHGEN_STEER)\n");
    free(text);
    cg_arena_free(s.arena);
}
