// What the header of a litmus test says for models: the marks of instructions, the cores of threads. See
// litmus.h.
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

static bool read_mark(cg_lit_reader *r, int k) {
    const size_t n = strspn(r->at, letters);
    (void)k;
    return n ? add_mark(r, n)
             : cg_lit_fail(r, r->line, "a mark is a word of small letters, not '%.20s'", r->at);
}

static bool read_core(cg_lit_reader *r, int k) {
    int64_t core;
    if (k == CG_LIT_THREADS || !cg_lit_number(r, &core) || core < 0 || core >= CG_LIT_THREADS)
        return cg_lit_fail(r, r->line, "'Cores' gives a number below %d to each thread", CG_LIT_THREADS);
    r->t->cores[k] = (int)core;
    return true;
}

bool cg_lit_read_labels(cg_lit_reader *r, bool *took) {
    const bool marks = cg_lit_word_is(r->at, "Marks"), cores = cg_lit_word_is(r->at, "Cores");
    *took = (marks || cores) && r->at[5 + strspn(r->at + 5, " \t")] == '=';
    if (!*took) return true;
    r->at = strchr(r->at, '=') + 1;
    for (int k = 0;; k++) {
        r->at += strspn(r->at, " \t\r");
        if (*r->at == '\n' || *r->at == '\0') return true;
        if (!(marks ? read_mark(r, k) : read_core(r, k))) return false;
    }
}

int cg_lit_cores(const cg_litmus *t, int *most) {
    int n = 0;
    *most = 0;
    for (int a = 0; a < t->n_threads; a++) {
        int beside = 0, before = 0;
        for (int b = 0; b < t->n_threads; b++) {
            beside += t->cores[a] == t->cores[b];
            before += b < a && t->cores[a] == t->cores[b];
        }
        n += !before;
        if (beside > *most) *most = beside;
    }
    return n;
}
