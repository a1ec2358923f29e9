// Comma-separated values (RFC 4180).
#ifndef COHGEN_GEN_BASE_CSV_H
#define COHGEN_GEN_BASE_CSV_H

#include <stdio.h>

// A field: in quotation marks if it holds a comma, one of them, or an end of a line.
void cg_csv_text(FILE *out, const char *text);

// A field of ten digits at most; empty if x is no number.
void cg_csv_number(FILE *out, double x);

#endif
