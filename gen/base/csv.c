#include "csv.h"

#include <math.h>
#include <string.h>

void cg_csv_text(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++) fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', out);
}

void cg_csv_number(FILE *out, double x) {
    if (!isnan(x)) fprintf(out, "%.10g", x);
}
