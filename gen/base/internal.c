#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXIT_WITHOUT_VERDICT = 3 };

void cg_internal_error(const char *file, int line, const char *fmt, ...) {
    va_list args;
    fprintf(stderr, "cohgen: internal error at %s:%d: ", file, line);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
    exit(EXIT_WITHOUT_VERDICT);
}
