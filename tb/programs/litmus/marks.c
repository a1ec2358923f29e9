// The marks that a litmus test declares for its instructions. See litmus.h.
#include "parts.h"

#include <string.h>

static const char *const letters = "abcdefghijklmnopqrstuvwxyz";

int cg_lit_find_mark(const cg_litmus *t, const char *name) {
    for (int k = 0; k < t->n_marks; k++)
        if (strcmp(t->marks[k], name) == 0) return k;
    return -1;
}

static bool add_mark(cg_lit_reader *r, size_t n) {
    cg_litmus *t = r->t;
    if (t->n_marks == CG_LIT_MARKS || n >= CG_LIT_NAME)
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, r->line, "more than %d marks, or one that is too long", CG_LIT_MARKS);
    memcpy(t->marks[t->n_marks++], r->at, n);
    r->at += n;
    return true;
}

bool cg_lit_at_marks(const cg_lit_reader *r) {
    return cg_lit_word_is(r->at, "Marks") && r->at[5 + strspn(r->at + 5, " \t")] == '=';
}

bool cg_lit_read_marks(cg_lit_reader *r) {
    r->at = strchr(r->at, '=') + 1;
    for (;;) {
        r->at += strspn(r->at, " \t\r");
        if (*r->at == '\n' || *r->at == '\0') return true;
        const size_t n = strspn(r->at, letters);
        if (n == 0) return cg_lit_fail(r, r->line, "a mark is a word of small letters, not '%.20s'", r->at);
        if (!add_mark(r, n)) return false;
    }
}
