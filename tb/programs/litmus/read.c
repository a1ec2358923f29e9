// The sections of a litmus test. See litmus.h.
#define _DEFAULT_SOURCE
#include "parts.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"

void *cg_lit_keep(cg_litmus *t, size_t bytes) {
    cg_lit_piece *p = calloc(1, sizeof *p + bytes);
    if (p == NULL) abort();
    p->next = t->pieces;
    t->pieces = p;
    return p->bytes;
}

void cg_litmus_free(cg_litmus *t) {
    if (t == NULL) return;
    for (int p = 0; p < CG_LIT_THREADS; p++) free(t->ins[p]);
    while (t->pieces) {
        cg_lit_piece *p = t->pieces;
        t->pieces = p->next;
        free(p);
    }
    free(t);
}

// ------------------------------------------------------------------------------------------------- scanning
void cg_lit_skip(cg_lit_reader *r) {
    for (; isspace((unsigned char)*r->at); r->at++) r->line += *r->at == '\n';
}

bool cg_lit_take(cg_lit_reader *r, const char *token) {
    size_t n = strlen(token);
    cg_lit_skip(r);
    if (strncmp(r->at, token, n) != 0) return false;
    r->at += n;
    return true;
}

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

// herd's names: '.', '-', '/' and '$' too; but "x/\y" is two of them.
static bool in_long_name(const char *at) {
    return in_name(*at) || *at == '.' || *at == '-' || *at == '$' || (*at == '/' && at[1] != '\\');
}

bool cg_lit_word_is(const char *at, const char *word) {
    size_t n = strlen(word);
    return strncmp(at, word, n) == 0 && !in_name(at[n]);
}

bool cg_lit_name(cg_lit_reader *r, char name[CG_LIT_NAME]) {
    size_t n = 0;
    cg_lit_skip(r);
    if (!in_name(*r->at) && *r->at != '.' && *r->at != '$') return false;
    if (isdigit((unsigned char)*r->at)) return false;
    while (in_long_name(r->at + n)) n++;
    if (n >= CG_LIT_NAME)
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, r->line, "a name of more than %d bytes", CG_LIT_NAME - 1);
    memcpy(name, r->at, n);
    name[n] = '\0';
    r->at += n;
    return true;
}

bool cg_lit_number(cg_lit_reader *r, int64_t *value) {
    char *end;
    cg_lit_skip(r);
    const char *digits = r->at + (*r->at == '-' || *r->at == '+');
    if (!isdigit((unsigned char)*digits)) return false;
    errno = 0;
    *value = *digits == '0' && (digits[1] | 32) != 'x' ? strtoll(r->at, &end, 10) : strtoll(r->at, &end, 0);
    if (errno)
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, r->line, "a number of more than 64 bits");
    r->at = end;
    return true;
}

static const char *const ABI[CG_LIT_REGS] = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
    "a6",   "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

int cg_lit_register(const char *name) {
    if (name[0] == 'x' && isdigit((unsigned char)name[1])) {
        char *end;
        long n = strtol(name + 1, &end, 10);
        return *end == '\0' && n < CG_LIT_REGS ? (int)n : -1;
    }
    for (int i = 0; i < CG_LIT_REGS; i++)
        if (strcmp(name, ABI[i]) == 0) return i;
    return strcmp(name, "fp") == 0 ? 8 : -1;
}

// ------------------------------------------------------------------------------------------------ locations
enum { FIRST_ADDRESS = 0x5a000000, ADDRESS_STEP = 0x1000 };

int64_t cg_lit_address(int loc) {
    return FIRST_ADDRESS + (int64_t)loc * ADDRESS_STEP;
}

int cg_lit_location(const cg_litmus *t, int64_t address) {
    int64_t n = (address - FIRST_ADDRESS) / ADDRESS_STEP;
    return address >= FIRST_ADDRESS && n < t->n_locs && cg_lit_address((int)n) == address ? (int)n : -1;
}

int cg_lit_location_add(cg_lit_reader *r, const char *name) {
    cg_litmus *t = r->t;
    for (int i = 0; i < t->n_locs; i++)
        if (strcmp(t->locs[i].name, name) == 0) return i;
    if (t->n_locs == CG_LIT_LOCS) {
        cg_lit_refuse(r, CG_LIT_UNSUPPORTED);
        cg_lit_fail(r, r->line, "more than %d locations", CG_LIT_LOCS);
        return -1;
    }
    snprintf(t->locs[t->n_locs].name, CG_LIT_NAME, "%s", name);
    return t->n_locs++;
}

bool cg_lit_value(cg_lit_reader *r, int64_t *value) {
    char name[CG_LIT_NAME];
    if (cg_lit_number(r, value)) return true;
    (void)cg_lit_take(r, "&");
    if (!cg_lit_name(r, name)) return cg_lit_fail(r, r->line, "a number or the name of a location is wanted");
    int loc = cg_lit_location_add(r, name);
    *value = cg_lit_address(loc);
    return loc >= 0;
}

// ---------------------------------------------------------------------------------------------- the sections

// Comments (* ... *), nested, become blanks. False: one has no end.
static bool blank_comments(char *text, int *line) {
    int depth = 0, opened = 1, now = 1;
    bool quoted = false;
    for (char *c = text; *c; c++) {
        now += *c == '\n';
        if (depth == 0 && *c == '"') quoted = !quoted;
        if (*c == '\n') quoted = false; // a string ends with its line
        if (!quoted && c[0] == '(' && c[1] == '*') {
            if (depth++ == 0) opened = now;
            c[0] = c[1] = ' ';
        } else if (depth && c[0] == '*' && c[1] == ')') {
            depth--;
            c[0] = c[1] = ' ';
        } else if (depth && *c != '\n') {
            *c = ' ';
        }
    }
    *line = opened;
    return depth == 0;
}

// Is this the first word of a test of another architecture? (those that herd7 knows)
static bool other_architecture(const char *word, size_t n) {
    static const char *const names[] = {"AArch64", "ARM",  "ASL",  "BPF", "C",   "CUDA",  "GPU_PTX",
                                        "JAVA",    "LISA", "MIPS", "PPC", "X86", "X86_64"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && memcmp(names[i], word, n) == 0) return true;
    return false;
}

// "RISCV NAME": what follows the name in its line is no part of it.
static bool read_title(cg_lit_reader *r) {
    cg_lit_skip(r);
    size_t n = strcspn(r->at, " \t\r\n{");
    if (other_architecture(r->at, n)) cg_lit_refuse(r, CG_LIT_ARCHITECTURE);
    if (n != 5 || strncmp(r->at, "RISCV", 5) != 0)
        return cg_lit_fail(r, r->line, "'RISCV NAME' is wanted, not '%.*s'", (int)(n < 40 ? n : 40), r->at);
    r->at += n;
    r->at += strspn(r->at, " \t");
    n = strcspn(r->at, " \t\r\n{\"");
    if (n == 0) return cg_lit_fail(r, r->line, "the test has no name");
    snprintf(r->t->name, sizeof r->t->name, "%.*s", (int)(n < sizeof r->t->name ? n : sizeof r->t->name - 1),
             r->at);
    r->at += n + strspn(r->at + n, " \t");
    if (*r->at == '(') r->at += strcspn(r->at, ")\n"); // a name for TeX
    if (*r->at == ')') r->at++;
    return true;
}

// "KEY = anything, even {", up to the end of its line.
static bool skip_key(cg_lit_reader *r) {
    size_t n = 0;
    while (in_long_name(r->at + n)) n++;
    if (n == 0 || r->at[n + strspn(r->at + n, " \t")] != '=') return false;
    r->at += strcspn(r->at, "\n");
    return true;
}

// "anything, even {": up to its end in this line; that right behind the title, wherever it ends.
static bool skip_quoted(cg_lit_reader *r, const char *end) {
    if (*r->at != '"') return false;
    const char *last = r->at + 1 + strcspn(r->at + 1, end);
    if (*last != '"') return false;
    for (; r->at <= last; r->at++) r->line += *r->at == '\n';
    return true;
}

static bool read_header(cg_lit_reader *r) {
    if (!read_title(r)) return false;
    for (int p = 0; p < CG_LIT_THREADS; p++) r->t->cores[p] = p;
    cg_lit_skip(r);
    (void)skip_quoted(r, "\"");
    for (cg_lit_skip(r); *r->at && *r->at != '{'; cg_lit_skip(r)) {
        bool took;
        if (!cg_lit_read_labels(r, &took)) return false;
        if (took || skip_quoted(r, "\"\n") || skip_key(r)) continue;
        do r->at++;
        while (in_long_name(r->at));
    }
    return cg_lit_take(r, "{") || cg_lit_fail(r, r->line, "there is no '{' that begins the initial state");
}

// The types that diy and people write. A location of another size than a word cannot be accessed as one.
static const struct {
    const char *name;
    int bytes;
} TYPES[] = {{"int", 4},      {"unsigned", 4}, {"int32_t", 4},  {"uint32_t", 4},  {"int64_t", 8},
             {"uint64_t", 8}, {"long", 8},     {"intptr_t", 8}, {"uintptr_t", 8}, {"int16_t", 2},
             {"uint16_t", 2}, {"int8_t", 1},   {"uint8_t", 1},  {"char", 1},      {"short", 2}};

// Takes types, '*' and 'volatile' before a declaration.
static bool read_type(cg_lit_reader *r) {
    for (bool more = true; more;) {
        more = false;
        cg_lit_skip(r);
        for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
            if (!cg_lit_word_is(r->at, TYPES[i].name)) continue;
            if (TYPES[i].bytes < 4)
                return cg_lit_refuse(r, CG_LIT_MIXED) ||
                       cg_lit_fail(r, r->line, "%s: parts of words are not supported", TYPES[i].name);
            r->at += strlen(TYPES[i].name);
            more = true;
        }
        if (cg_lit_word_is(r->at, "volatile")) r->at += 8, more = true;
        if (cg_lit_word_is(r->at, "_Atomic")) r->at += 7, more = true;
        if (more) (void)cg_lit_take(r, "*");
    }
    return true;
}

static bool read_initial(cg_lit_reader *r) {
    cg_lit_var v;
    int64_t value = 0;
    if (!read_type(r) || !cg_lit_variable(r, &v)) return false;
    if (cg_lit_take(r, "["))
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, r->line, "arrays are not supported: a location is one word");
    if (cg_lit_take(r, "=") && !cg_lit_value(r, &value)) return false;
    if (v.thread < 0 && value != cg_lit_word(value))
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, r->line, "%lld does not fit into a word of 32 bits", (long long)value);
    if (v.thread < 0) r->t->locs[v.index].init = value;
    if (v.thread >= 0 && v.index > 0) r->t->regs[v.thread][v.index] = value;
    return true;
}

static bool read_init(cg_lit_reader *r) {
    while (!cg_lit_take(r, "}")) {
        if (*r->at == '\0') return cg_lit_fail(r, r->line, "the initial state has no '}'");
        if (cg_lit_take(r, ";")) continue;
        if (!read_initial(r)) return false;
        if (cg_lit_take(r, ";")) continue;
        cg_lit_skip(r);
        if (*r->at != '}') return cg_lit_fail(r, r->line, "';' is wanted in the initial state");
    }
    return true;
}

// True where the code has ended.
static bool at_condition(cg_lit_reader *r) {
    static const char *const words[] = {"exists", "forall", "final", "observed", "locations", "filter"};
    cg_lit_skip(r);
    if (*r->at == '~' || *r->at == '\0') return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cg_lit_word_is(r->at, words[i])) return true;
    return false;
}

// One cell of the code: labels, then perhaps an instruction.
static bool read_cell(cg_lit_reader *r, int thread, char *cell, int line) {
    for (;;) {
        while (isspace((unsigned char)*cell)) cell++;
        size_t n = 0;
        while (in_long_name(cell + n)) n++;
        size_t colon = n + strspn(cell + n, " \t\r\n");
        if (n == 0 || cell[colon] != ':') break;
        cell[n] = '\0';
        if (!cg_lit_label(r, thread, cell, line)) return false;
        cell += colon + 1;
    }
    for (size_t n = strlen(cell); n > 0 && isspace((unsigned char)cell[n - 1]);) cell[--n] = '\0';
    return *cell == '\0' || cg_lit_instruction(r, thread, cell, line);
}

static bool read_threads(cg_lit_reader *r, char *row, int line) {
    cg_litmus *t = r->t;
    for (char *cell; (cell = strsep(&row, "|")) != NULL; t->n_threads++) {
        char *end;
        while (isspace((unsigned char)*cell)) cell++;
        long n = cell[0] == 'P' ? strtol(cell + 1, &end, 10) : -1;
        if (n >= 0) end += strspn(end, " \t\r\n");
        if (n != t->n_threads || *end)
            return cg_lit_fail(r, line, "P%d is wanted at the head of a column", t->n_threads);
        if (t->n_threads == CG_LIT_THREADS)
            return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
                   cg_lit_fail(r, line, "more than %d threads", CG_LIT_THREADS);
    }
    return true;
}

static bool read_row(cg_lit_reader *r, char *row, int line) {
    if (r->t->n_threads == 0) return read_threads(r, row, line);
    int thread = 0;
    for (char *cell; (cell = strsep(&row, "|")) != NULL; thread++) {
        if (thread >= r->t->n_threads) return cg_lit_fail(r, line, "more columns than threads");
        if (!read_cell(r, thread, cell, line)) return false;
    }
    return true;
}

static bool read_code(cg_lit_reader *r) {
    while (!at_condition(r)) {
        size_t n = strcspn(r->at, ";");
        int line = r->line;
        if (r->at[n] == '\0') return cg_lit_fail(r, line, "a row of the code that no ';' ends");
        char *row = cg_lit_keep(r->t, n + 1);
        memcpy(row, r->at, n);
        for (size_t i = 0; i < n; i++) r->line += row[i] == '\n';
        r->at += n + 1;
        if (!read_row(r, row, line)) return false;
    }
    if (r->t->n_threads == 0) return cg_lit_fail(r, r->line, "the test has no threads");
    return cg_lit_code_end(r);
}

// "x", "int x", and, as herd has it, "x int" and "x*": the type is of no consequence.
static bool read_observed(cg_lit_reader *r) {
    cg_lit_var v;
    if (!read_type(r) || !cg_lit_variable(r, &v)) return false;
    if (cg_lit_take(r, "["))
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, r->line, "arrays are not supported: a location is one word");
    (void)cg_lit_take(r, "*");
    if (!read_type(r)) return false;
    cg_lit_skip(r);
    if (*r->at != ';' && *r->at != ']')
        return cg_lit_fail(r, r->line, "';' or ']' is wanted in 'locations' at '%.12s'", r->at);
    return cg_lit_observe(r, v);
}

static bool read_locations(cg_lit_reader *r) {
    if (!cg_lit_take(r, "[")) return cg_lit_fail(r, r->line, "'[' is wanted after 'locations'");
    while (!cg_lit_take(r, "]"))
        if (!cg_lit_take(r, ";") && !read_observed(r)) return false;
    return true;
}

static bool read_quantifier(cg_lit_reader *r) {
    static const struct {
        const char *word;
        cg_lit_quantifier is;
    } table[] = {{"exists", CG_LIT_EXISTS}, {"final", CG_LIT_EXISTS}, {"forall", CG_LIT_FORALL}};
    bool negated = cg_lit_take(r, "~");
    cg_lit_skip(r);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!cg_lit_word_is(r->at, table[i].word)) continue;
        if (i > 0 && negated)
            return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
                   cg_lit_fail(r, r->line, "'~%s' is not supported", table[i].word);
        r->at += strlen(table[i].word);
        r->t->quantifier = negated ? CG_LIT_NOT_EXISTS : table[i].is;
        return true;
    }
    return cg_lit_fail(r, r->line, "'exists', '~exists' or 'forall' is wanted at '%.12s'", r->at);
}

// What may stand behind the condition: nothing, or what herd takes and nobody needs.
static bool read_end(cg_lit_reader *r) {
    (void)cg_lit_take(r, ";");
    cg_lit_skip(r);
    return *r->at == '\0' || cg_lit_word_is(r->at, "with") || strncmp(r->at, "<<", 2) == 0 ||
           cg_lit_fail(r, r->line, "nothing is wanted behind the condition, not '%.12s'", r->at);
}

static bool read_condition(cg_lit_reader *r) {
    for (;;) {
        cg_lit_skip(r);
        if (cg_lit_word_is(r->at, "locations")) {
            r->at += 9;
            if (!read_locations(r)) return false;
        } else if (cg_lit_word_is(r->at, "filter")) {
            r->at += 6;
            if (!(r->t->filter = cg_prop_read(r))) return false;
        } else {
            break;
        }
    }
    if (*r->at == '\0' && r->t->n_vars > 0) return cg_prop_ask_nothing(r);
    if (*r->at == '\0') return cg_lit_fail(r, r->line, "the test asks nothing: there is no 'exists'");
    return read_quantifier(r) && (r->t->condition = cg_prop_read(r)) &&
           cg_lit_observe_all(r, r->t->condition) && read_end(r);
}

static const cg_litmus *sorted_test; // qsort() passes nothing else

static int vars_by_name(const void *a, const void *b) {
    const cg_lit_var *u = a, *v = b;
    if (u->thread >= 0 && v->thread >= 0)
        return u->thread != v->thread ? u->thread - v->thread : u->index - v->index;
    if (u->thread >= 0 || v->thread >= 0) return u->thread >= 0 ? -1 : 1;
    return strcmp(sorted_test->locs[u->index].name, sorted_test->locs[v->index].name);
}

static bool read_test(cg_lit_reader *r) {
    if (!read_header(r) || !read_init(r) || !read_code(r) || !read_condition(r)) return false;
    sorted_test = r->t;
    qsort(r->t->vars, (size_t)r->t->n_vars, sizeof *r->t->vars, vars_by_name);
    for (int i = r->t->n_threads; i < CG_LIT_THREADS; i++)
        for (int k = 0; k < CG_LIT_REGS; k++)
            if (r->t->regs[i][k]) return cg_lit_fail(r, 1, "registers of P%d, which has no code", i);
    return true;
}

static cg_litmus *parse_test(const char *text, const char *path, char *err, size_t errlen,
                             cg_lit_refusal *why) {
    cg_litmus *t = calloc(1, sizeof *t);
    char *copy = strdup(text);
    if (t == NULL || copy == NULL) abort();
    cg_lit_reader r = {.t = t, .path = path, .at = copy, .line = 1, .err = err, .errlen = errlen};
    int line;
    if (errlen) err[0] = '\0';
    bool good = blank_comments(copy, &line) || cg_lit_fail(&r, line, "a comment that no '*)' ends");
    good = good && read_test(&r);
    free(copy);
    if (good) return t;
    *why = r.why;
    cg_litmus_free(t);
    return NULL;
}

cg_litmus *cg_litmus_parse(const char *text, const char *path, char *err, size_t errlen) {
    cg_lit_refusal why;
    return parse_test(text, path, err, errlen, &why);
}

cg_litmus *cg_litmus_try(const char *path, char *err, size_t errlen, cg_lit_refusal *why) {
    *why = CG_LIT_UNREADABLE;
    char *text = cg_input_read(path, CG_INPUT_TEXT, NULL);
    if (text == NULL) {
        if (errlen) snprintf(err, errlen, "%s: error: %s", path, strerror(errno));
        return NULL;
    }
    cg_litmus *t = parse_test(text, path, err, errlen, why);
    free(text);
    return t;
}

cg_litmus *cg_litmus_read(const char *path, char *err, size_t errlen) {
    cg_lit_refusal why;
    return cg_litmus_try(path, err, errlen, &why);
}
