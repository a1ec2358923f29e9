// The line-by-line reader of traces. The grammar is in trace_axe.h.
#define _POSIX_C_SOURCE 200809L
#include "trace_axe.h"

#include "base/map.h"
#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Threads and variables with small numbers, nearly all of them, skip the hash map.
#define DIRECT_IDS 4096

typedef struct id_table {
    cg_map map;
    uint32_t direct[DIRECT_IDS]; // dense index + 1
    uint64_t *ids;
    uint32_t n;
    size_t cap;
} id_table;

struct cg_trace_reader {
    FILE *f;
    const char *file_name;
    const cg_model *model;
    char *text; // the line being read
    size_t cap;
    const char *p; // next character of it
    uint32_t line;
    id_table threads, vars;
    int def[CG_MEM_KINDS]; // default classes
    cg_trace t;
    char err[512];
};

// Always false, so that a parser may `return fail(...)`. The column is that of the next character.
__attribute__((format(printf, 2, 3))) static bool fail(cg_trace_reader *r, const char *fmt, ...) {
    int n = snprintf(r->err, sizeof r->err, "%s:%" PRIu32 ":%td: error: ", r->file_name, r->line,
                     r->p - r->text + 1);
    va_list ap;
    va_start(ap, fmt);
    if (n > 0 && (size_t)n < sizeof r->err) vsnprintf(r->err + n, sizeof r->err - (size_t)n, fmt, ap);
    va_end(ap);
    return false;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void blanks(cg_trace_reader *r) {
    while (is_blank(*r->p)) r->p++;
}

// Takes a word after blanks, or takes nothing.
static bool eat(cg_trace_reader *r, const char *word) {
    blanks(r);
    size_t n = 0;
    while (word[n] && r->p[n] == word[n]) n++;
    if (word[n]) return false;
    r->p += n;
    return true;
}

static bool expect_word(cg_trace_reader *r, const char *word) {
    if (eat(r, word)) return true;
    if (!*r->p || *r->p == '\n') return fail(r, "the line ends where '%s' is expected", word);
    return fail(r, "'%s' expected, not '%c'", word, *r->p);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

static bool read_value(cg_trace_reader *r, uint64_t *v) {
    blanks(r);
    if (!is_digit(*r->p)) return fail(r, "a number is expected");
    const char *start = r->p;
    int base = 10;
    if (r->p[0] == '0' && (r->p[1] == 'x' || r->p[1] == 'X') && hex_digit(r->p[2]) < 16) {
        base = 16;
        r->p += 2;
    }
    uint64_t n = 0;
    for (int d; (d = hex_digit(*r->p)) < base; r->p++) {
        if (n > (UINT64_MAX - (unsigned)d) / (unsigned)base) {
            r->p = start;
            return fail(r, "the number does not fit in 64 bits");
        }
        n = n * (unsigned)base + (unsigned)d;
    }
    *v = n;
    return true;
}

static uint32_t dense(id_table *t, uint64_t id) {
    if (id < DIRECT_IDS && t->direct[id]) return t->direct[id] - 1;
    uint32_t *slot = cg_map_at(&t->map, id, 0);
    if (*slot == CG_MAP_NONE) {
        *CG_NEXT(t->ids, t->n, t->cap) = id;
        *slot = t->n++;
    }
    if (id < DIRECT_IDS) t->direct[id] = *slot + 1;
    return *slot;
}

static void forget_ids(id_table *t) {
    cg_map_clear(&t->map);
    memset(t->direct, 0, sizeof t->direct);
    t->n = 0;
}

// M[3] or v3.
static bool read_trace_variable(cg_trace_reader *r, uint32_t *var) {
    uint64_t id;
    if (eat(r, "M")) {
        if (!expect_word(r, "[") || !read_value(r, &id) || !expect_word(r, "]")) return false;
    } else if (eat(r, "v")) {
        if (!read_value(r, &id)) return false;
    } else {
        return fail(r, "a variable such as M[0] is expected");
    }
    *var = dense(&r->vars, id);
    return true;
}

// A comment is '#' not followed by a digit (that would be a stamp); it runs to the end of the line.
static bool at_end(cg_trace_reader *r) {
    blanks(r);
    return !*r->p || *r->p == '\n' || (*r->p == '#' && !is_digit(r->p[1]));
}

static bool end_of_line(cg_trace_reader *r) {
    return at_end(r) || fail(r, "'%c' is not expected here", *r->p);
}

static bool times(cg_trace_reader *r) {
    uint64_t v;
    blanks(r);
    if (is_digit(*r->p) && !read_value(r, &v)) return false;
    if (!expect_word(r, ":")) return false;
    blanks(r);
    return !is_digit(*r->p) || read_value(r, &v);
}

static bool stamp(cg_trace_reader *r, cg_trace_op *op) {
    if (op->kind == CG_MEM_FENCE) return fail(r, "a fence has no place in a coherence order");
    if (!read_value(r, &op->stamp)) return false;
    if (op->stamp == CG_NO_STAMP) return fail(r, "the stamp is too large");
    if (op->kind != CG_MEM_LOAD) r->t.logged = true;
    return true;
}

static bool class_mark(cg_trace_reader *r, cg_trace_op *op) {
    size_t n = strcspn(r->p, " \t\r\n#@%");
    int c = cg_model_find_class(r->model, r->p, n);
    if (c < 0) return fail(r, "the model '%s' has no class '%.*s'", r->model->name, (int)n, r->p);
    if (r->model->classes[c].kind != op->kind)
        return fail(r, "class '%.*s' is for a %s", (int)n, r->p, cg_mem_kind_name(r->model->classes[c].kind));
    op->cls = (uint8_t)c;
    r->p += n;
    return true;
}

// What may follow an operation: @ times, % class, # stamp, in any order.
static bool op_tail(cg_trace_reader *r, cg_trace_op *op) {
    int def = r->def[op->kind];
    op->stamp = CG_NO_STAMP;
    op->cls = CG_MODEL_MAX_CLASSES;
    while (!at_end(r)) {
        if (*r->p == '#') {
            r->p++;
            if (!stamp(r, op)) return false;
        } else if (eat(r, "@")) {
            if (!times(r)) return false;
        } else if (eat(r, "%")) {
            if (!class_mark(r, op)) return false;
        } else {
            return end_of_line(r);
        }
        if (*r->p && !is_blank(*r->p) && *r->p != '\n') return fail(r, "'%c' is not expected here", *r->p);
    }
    if (op->cls != CG_MODEL_MAX_CLASSES) return true;
    if (def < 0) return fail(r, "the model '%s' has no %s", r->model->name, cg_mem_kind_name(op->kind));
    op->cls = (uint8_t)def;
    return true;
}

static bool read_atomic(cg_trace_reader *r, cg_trace_op *op, const char *close) {
    uint32_t var;
    op->kind = CG_MEM_ATOMIC;
    if (!read_trace_variable(r, &op->var) || !expect_word(r, "==") || !read_value(r, &op->read) ||
        !expect_word(r, ";"))
        return false;
    blanks(r);
    const char *second = r->p;
    if (!read_trace_variable(r, &var)) return false;
    if (var != op->var) {
        r->p = second;
        return fail(r, "a read-modify-write must name one variable twice");
    }
    return expect_word(r, ":=") && read_value(r, &op->write) && expect_word(r, close);
}

static bool operation(cg_trace_reader *r) {
    cg_trace *t = &r->t;
    uint64_t thread;
    if (!read_value(r, &thread) || !expect_word(r, ":")) return false;
    if (t->nops >= UINT32_MAX / 4) return fail(r, "the trace is too long");
    cg_trace_op *op = CG_NEXT(t->ops, t->nops, t->capops);
    *op = (cg_trace_op){.thread = dense(&r->threads, thread), .line = r->line};
    bool ok;
    if (eat(r, "{")) {
        ok = read_atomic(r, op, "}");
    } else if (eat(r, "<")) {
        ok = read_atomic(r, op, ">");
    } else if (eat(r, "sync")) {
        op->kind = CG_MEM_FENCE;
        ok = true;
    } else if ((ok = read_trace_variable(r, &op->var))) {
        op->kind = eat(r, ":=") ? CG_MEM_STORE : CG_MEM_LOAD;
        ok = (op->kind == CG_MEM_STORE || expect_word(r, "==")) &&
             read_value(r, op->kind == CG_MEM_STORE ? &op->write : &op->read);
    }
    if (!ok || !op_tail(r, op)) return false;
    t->nops++;
    return true;
}

static bool final_value(cg_trace_reader *r) {
    cg_trace *t = &r->t;
    cg_trace_final *f = CG_NEXT(t->finals, t->nfinals, t->capfinals);
    f->line = r->line;
    if (!read_trace_variable(r, &f->var) || !expect_word(r, "==") || !read_value(r, &f->value) ||
        !end_of_line(r))
        return false;
    t->nfinals++;
    return true;
}

static bool order_line(cg_trace_reader *r) {
    cg_trace *t = &r->t;
    cg_trace_order *o = CG_NEXT(t->orders, t->norders, t->caporders);
    size_t cap = 0;
    *o = (cg_trace_order){.line = r->line};
    if (!read_trace_variable(r, &o->var) || !expect_word(r, ":")) return false;
    t->norders++;
    t->logged = true;
    while (!at_end(r)) {
        uint64_t v;
        if (!read_value(r, &v)) return false;
        *CG_NEXT(o->values, o->n, cap) = v;
        o->n++;
    }
    return true;
}

static void take_name(cg_trace_reader *r) {
    if (r->t.nops) return;
    const char *s = r->p + 1;
    while (is_blank(*s)) s++;
    size_t n = strcspn(s, "\r\n");
    while (n && is_blank(s[n - 1])) n--;
    free(r->t.name);
    r->t.name = n ? strndup(s, n) : NULL;
}

static void clear_trace(cg_trace_reader *r) {
    cg_trace *t = &r->t;
    for (size_t i = 0; i < t->norders; i++) free(t->orders[i].values);
    free(t->name);
    t->name = NULL;
    t->nops = t->nfinals = t->norders = 0;
    t->logged = false;
    forget_ids(&r->threads);
    forget_ids(&r->vars);
}

// One statement. *done becomes true at `check`.
static bool statement(cg_trace_reader *r, bool *done) {
    blanks(r);
    if (!*r->p || *r->p == '\n') return true;
    if (*r->p == '#') {
        take_name(r);
        return true;
    }
    if (is_digit(*r->p)) return operation(r);
    if (eat(r, "check")) return *done = end_of_line(r);
    if (eat(r, "final")) return final_value(r);
    if (eat(r, "order")) return order_line(r);
    return fail(r, "an operation, 'final', 'order' or 'check' is expected");
}

int cg_trace_next(cg_trace_reader *r, const cg_trace **out) {
    cg_trace *t = &r->t;
    bool done = false;
    ssize_t len;
    clear_trace(r);
    while (!done && (len = getline(&r->text, &r->cap, r->f)) >= 0) {
        r->line++;
        r->p = r->text;
        const char *nul = memchr(r->text, 0, (size_t)len);
        if (nul) {
            r->p = nul;
            fail(r, "a NUL byte");
            return -1;
        }
        if (!statement(r, &done)) return -1;
    }
    if (!done && ferror(r->f)) {
        r->p = r->text;
        fail(r, "cannot be read: %s", strerror(errno));
        return -1;
    }
    t->thread_ids = r->threads.ids;
    t->var_ids = r->vars.ids;
    t->nthreads = r->threads.n;
    t->nvars = r->vars.n;
    *out = t;
    return done || t->nops || t->nfinals || t->norders;
}

cg_trace_reader *cg_trace_reader_new(FILE *f, const char *file_name, const cg_model *m) {
    cg_trace_reader *r = calloc(1, sizeof *r);
    if (!r) abort();
    r->f = f;
    r->file_name = file_name;
    r->model = m;
    for (int k = 0; k < CG_MEM_KINDS; k++) r->def[k] = cg_model_default_class(m, (cg_mem_kind)k);
    return r;
}

void cg_trace_reader_free(cg_trace_reader *r) {
    if (!r) return;
    clear_trace(r);
    cg_map_free(&r->threads.map);
    cg_map_free(&r->vars.map);
    CG_FREE(r->threads.ids, r->vars.ids, r->t.ops, r->t.finals, r->t.orders, r->text, r);
}

const char *cg_trace_error(const cg_trace_reader *r) {
    return r->err;
}

char *cg_trace_op_text(const cg_trace *t, size_t i, char *buf, size_t len) {
    const cg_trace_op *op = &t->ops[i];
    uint64_t thread = t->thread_ids[op->thread], var = op->kind == CG_MEM_FENCE ? 0 : t->var_ids[op->var];
    int n = snprintf(buf, len, "line %" PRIu32 ": %" PRIu64 ": ", op->line, thread);
    if (n < 0 || (size_t)n >= len) return buf;
    char *p = buf + n;
    size_t room = len - (size_t)n;
    switch ((cg_mem_kind)op->kind) {
    case CG_MEM_LOAD: snprintf(p, room, "M[%" PRIu64 "] == %" PRIu64, var, op->read); break;
    case CG_MEM_STORE: snprintf(p, room, "M[%" PRIu64 "] := %" PRIu64, var, op->write); break;
    case CG_MEM_ATOMIC:
        snprintf(p, room, "{M[%" PRIu64 "] == %" PRIu64 "; M[%" PRIu64 "] := %" PRIu64 "}", var, op->read,
                 var, op->write);
        break;
    default: snprintf(p, room, "sync"); break;
    }
    return buf;
}
