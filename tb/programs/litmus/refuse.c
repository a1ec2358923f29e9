// Why a litmus test is refused: one line, and its class.
#include "parts.h"

#include <stdarg.h>
#include <stdio.h>

bool cg_lit_fail(cg_lit_reader *r, int line, const char *fmt, ...) {
    char text[256];
    va_list ap;
    if (r->errlen == 0 || r->err[0]) return false;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    snprintf(r->err, r->errlen, "%s:%d: error: %s", r->path, line, text);
    return false;
}

bool cg_lit_refuse(cg_lit_reader *r, cg_lit_refusal why) {
    if (!r->errlen || !r->err[0]) r->why = why;
    return false;
}

const char *cg_lit_refusal_words(cg_lit_refusal why) {
    static const char *const words[] = {
#define X(id, words) words,
        CG_LIT_REFUSALS(X)
#undef X
    };
    return words[why];
}
