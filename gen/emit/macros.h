// SystemVerilog's conditional text: what is left of a source file for tools that define none of our macros.
#ifndef COHGEN_GEN_EMIT_MACROS_H
#define COHGEN_GEN_EMIT_MACROS_H

// The text without what stands only where a macro is defined, and without the directives that say so: `ifdef
// and `ifndef, each with its `else and `endif, a line each. `kept` names macros, a blank between
// two, whose directives stay, with both of their branches (NULL: none). The caller frees it.
char *cg_without_macros(const char *text, const char *kept);

// The text without its comments, and without the blanks at the ends of lines and the empty lines that are
// left: the same tokens, one line for each that has some. Texts that differ in comments alone give the same.
// What stands in a string is no comment. The caller frees it.
char *cg_without_comments(const char *text);

#endif
