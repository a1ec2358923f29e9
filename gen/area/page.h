// Inside the page of `cohgen area`: what gen/area/html*.c share.
#ifndef COHGEN_GEN_AREA_PAGE_H
#define COHGEN_GEN_AREA_PAGE_H

#include "area.h"

extern const char CG_AREA_STYLE[];

void cg_page_text(FILE *out, const char *text);         // escaped
void cg_page_number(FILE *out, double v, int decimals); // grouped by thousands
void cg_page_cell(FILE *out, double v, int decimals);   // a table cell with a number
void cg_page_text_cell(FILE *out, const char *text);
void cg_page_heads(FILE *out, const char *const *heads, int n); // opens a table; the first head is of text
void cg_page_heads_left(FILE *out, const char *const *heads, int n, int left); // `left` columns of text
void cg_page_end_table(FILE *out);
void cg_page_bar(FILE *out, double part, double all); // a table cell with a bar of part/all

// A bar of several pieces over the whole width, and its legend. Colours go round.
typedef struct {
    char name[120];
    double v;
} cg_piece;
void cg_page_stack(FILE *out, const char *what, const cg_piece *pieces, int n, const char *unit);

#endif
