#include "lex.h"

#include <stddef.h>
#include <string.h>

static const struct {
    cg_tok kind;
    const char *text;
} PUNCTUATION[] = {
#define X(name, text) {CG_TOK_##name, text},
    CG_PUNCTUATION(X)
#undef X
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int digit_value(char c) {
    if (is_digit(c)) return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

// Digits of a base; false if there are none or the value has more than 64 bits.
static bool digits(const char **p, unsigned base, uint64_t *value) {
    const char *start = *p;
    bool fits = true;
    *value = 0;
    for (; digit_value(**p) < (int)base; ++*p) {
        unsigned d = (unsigned)digit_value(**p);
        fits = fits && *value <= (UINT64_MAX - d) / base;
        *value = *value * base + d;
    }
    return fits && *p > start;
}

static bool lex_number(const char **p, uint64_t *value) {
    bool hex = (*p)[0] == '0' && ((*p)[1] | 32) == 'x';
    if (hex) *p += 2;
    bool good = digits(p, hex ? 16 : 10, value);
    bool glued = is_letter(**p) || is_digit(**p); // 12ab is no number
    while (is_letter(**p) || is_digit(**p)) ++*p;
    return good && !glued;
}

// Length of the longest operator or mark at `p`; 0: there is none.
static size_t punctuation(const char *p, cg_token *t) {
    size_t longest = 0;
    for (size_t i = 0; i < sizeof PUNCTUATION / sizeof *PUNCTUATION; i++) {
        const size_t n = strlen(PUNCTUATION[i].text);
        if (n <= longest || strncmp(p, PUNCTUATION[i].text, n)) continue;
        t->kind = PUNCTUATION[i].kind;
        longest = n;
    }
    for (cg_xop op = CG_N_LEAVES; op < CG_N_OPS; op++) {
        const size_t n = strlen(CG_OPS[op].text);
        const bool written = CG_OPS[op].shape == CG_SHAPE_INFIX || CG_OPS[op].shape == CG_SHAPE_PREFIX;
        if (!written || n <= longest || strncmp(p, CG_OPS[op].text, n)) continue;
        t->kind = CG_TOK_OP;
        t->op = op;
        longest = n;
    }
    return longest;
}

static cg_token token_at(const char *text, int at) {
    const char *start = text + at, *p = start;
    cg_token t = {.kind = CG_TOK_BAD, .at = at};
    if (!*p) {
        t.kind = CG_TOK_END;
    } else if (is_letter(*p)) {
        t.kind = CG_TOK_NAME;
        while (is_letter(*p) || is_digit(*p)) p++;
    } else if (is_digit(*p)) {
        t.kind = lex_number(&p, &t.value) ? CG_TOK_INT : CG_TOK_BAD;
    } else {
        p += punctuation(p, &t);
        if (t.kind == CG_TOK_BAD) p++;
    }
    t.length = (int)(p - start);
    return t;
}

void cg_lex_next(cg_lexer *l) {
    l->end = l->now.at + l->now.length;
    int at = l->end + (int)strspn(l->text + l->end, " \t\r\n");
    l->now = token_at(l->text, at);
}

void cg_lex_start(cg_lexer *l, const char *text) {
    *l = (cg_lexer){.text = text};
    cg_lex_next(l);
}

bool cg_lex_is_word(const cg_lexer *l, const char *word) {
    return l->now.kind == CG_TOK_NAME && strlen(word) == (size_t)l->now.length &&
           !strncmp(l->text + l->now.at, word, (size_t)l->now.length);
}

bool cg_lex_number(const char *text, uint64_t *value) {
    const char *p = text;
    return is_digit(*p) && lex_number(&p, value) && !*p;
}

bool cg_is_name(const char *text) {
    const char *p = text;
    if (!is_letter(*p)) return false;
    while (is_letter(*p) || is_digit(*p)) p++;
    return !*p;
}
