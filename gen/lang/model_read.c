// Reads a consistency model's table. See model.h for its form.
#define _POSIX_C_SOURCE 200809L
#include "model.h"

#include <errno.h>
#include <fnmatch.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"

// Where to put the one error line, and the file it speaks of.
typedef struct reader {
    const char *path;
    char *err;
    size_t errlen;
} reader;

__attribute__((format(printf, 3, 4))) static bool fail(const reader *r, const char *pointer, const char *fmt,
                                                       ...) {
    char text[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (r->errlen)
        snprintf(r->err, r->errlen, "%s:%s%s%s error: %s", r->path, *pointer ? " " : "", pointer,
                 *pointer ? ":" : "", text);
    return false;
}

static char *read_model_text(const reader *r, size_t *len) {
    char *text = cg_input_read(r->path, CG_INPUT_TEXT, len);
    if (!text && errno == ENOENT)
        fail(r, "", "cannot be opened");
    else if (!text)
        fail(r, "", "cannot be read: %s", strerror(errno));
    return text;
}

static struct json_object *parse_model(const reader *r) {
    size_t len;
    char *text = read_model_text(r, &len);
    if (!text) return NULL;
    struct json_tokener *tok = json_tokener_new();
    if (!tok) abort();
    struct json_object *root = json_tokener_parse_ex(tok, text, (int)len + 1);
    enum json_tokener_error e = json_tokener_get_error(tok);
    size_t at = json_tokener_get_parse_end(tok);
    while (e == json_tokener_success && at < len && strchr(" \t\r\n", text[at])) at++;
    if (e != json_tokener_success || at < len) {
        unsigned line = 1, col = 1;
        for (size_t i = 0; i < at && i < len; i++) {
            col = text[i] == '\n' ? 1 : col + 1;
            line += text[i] == '\n';
        }
        if (r->errlen)
            snprintf(r->err, r->errlen, "%s:%u:%u: error: %s", r->path, line, col,
                     e == json_tokener_success ? "text after the end of the table"
                                               : json_tokener_error_desc(e));
        json_object_put(root);
        root = NULL;
    } else if (!root) {
        fail(r, "/", "a model must be an object");
    }
    json_tokener_free(tok);
    free(text);
    return root;
}

// Refuses a member that the form does not have: a misspelt key must not be silently without effect.
static bool known_keys(const reader *r, struct json_object *o, const char *pointer, const char *const *keys) {
    json_object_object_foreach(o, key, val) {
        (void)val;
        size_t k = 0;
        while (keys[k] && strcmp(keys[k], key)) k++;
        if (!keys[k]) return fail(r, pointer, "unknown member '%s'", key);
    }
    return true;
}

static const char *get_string(const reader *r, struct json_object *o, const char *pointer, const char *key) {
    struct json_object *v;
    if (!json_object_object_get_ex(o, key, &v)) {
        fail(r, pointer, "member '%s' is missing", key);
        return NULL;
    }
    if (!json_object_is_type(v, json_type_string) || !json_object_get_string_len(v)) {
        fail(r, pointer, "'%s' must be a string that is not empty", key);
        return NULL;
    }
    return json_object_get_string(v);
}

static struct json_object *get_array(const reader *r, struct json_object *o, const char *pointer,
                                     const char *key) {
    struct json_object *v;
    if (!json_object_object_get_ex(o, key, &v) || !json_object_is_type(v, json_type_array)) {
        fail(r, pointer, "member '%s' must be an array", key);
        return NULL;
    }
    return v;
}

// A list of a model's table: so many of what errors call it, each read by a function.
typedef struct {
    const char *key, *what;
    size_t least, most;
    bool (*read)(const reader *r, cg_model *m, struct json_object *v, const char *pointer);
} list;

static bool read_list(const reader *r, cg_model *m, struct json_object *root, const list *l) {
    struct json_object *a = get_array(r, root, "/", l->key);
    char pointer[32];
    if (!a) return false;
    const size_t n = json_object_array_length(a);
    snprintf(pointer, sizeof pointer, "/%s", l->key);
    if (l->least && (n < l->least || n > l->most))
        return fail(r, pointer, "%zu %s; a model has %zu to %zu", n, l->what, l->least, l->most);
    if (n > l->most) return fail(r, pointer, "%zu %s; a model has at most %zu", n, l->what, l->most);
    for (size_t i = 0; i < n; i++) {
        snprintf(pointer, sizeof pointer, "/%s/%zu", l->key, i);
        if (!l->read(r, m, json_object_array_get_idx(a, i), pointer)) return false;
    }
    return true;
}

static bool copy_name(const reader *r, const char *pointer, char dst[CG_MODEL_NAME_MAX], const char *src) {
    size_t len = strlen(src);
    if (len >= CG_MODEL_NAME_MAX)
        return fail(r, pointer, "'%s' is longer than %d bytes", src, CG_MODEL_NAME_MAX - 1);
    memcpy(dst, src, len + 1);
    return true;
}

// The members of `names` that the array `key` of o lists, as a set; `set` is left alone if there is no such
// key.
static bool read_names(const reader *r, struct json_object *o, const char *pointer, const char *key,
                       const char *const *names, unsigned *set) {
    struct json_object *a;
    if (!json_object_object_get_ex(o, key, &a)) return true;
    if (!json_object_is_type(a, json_type_array))
        return fail(r, pointer, "member '%s' must be an array", key);
    *set = 0;
    for (size_t i = 0; i < json_object_array_length(a); i++) {
        struct json_object *v = json_object_array_get_idx(a, i);
        const char *name = json_object_is_type(v, json_type_string) ? json_object_get_string(v) : "";
        unsigned k = 0;
        while (names[k] && strcmp(name, names[k])) k++;
        if (!names[k]) return fail(r, pointer, "'%s' names '%s', which is none of its words", key, name);
        *set |= 1u << k;
    }
    return true;
}

static bool read_class_marks(const reader *r, const cg_model *m, cg_model_class *c, struct json_object *o,
                             const char *pointer) {
    static const char *const pairs[] = {"load-load", "load-store", "store-load", "store-store", NULL};
    const char *marks[CG_MODEL_MAX_MARKS + 1] = {NULL};
    for (unsigned k = 0; k < m->n_marks; k++) marks[k] = m->marks[k];
    c->pairs = 15;
    return read_names(r, o, pointer, "marks", marks, &c->marks) &&
           read_names(r, o, pointer, "orders", pairs, &c->pairs);
}

static bool read_flag(const reader *r, struct json_object *o, const char *pointer, const char *key,
                      bool *to) {
    struct json_object *v;
    if (!json_object_object_get_ex(o, key, &v)) return true;
    if (!json_object_is_type(v, json_type_boolean))
        return fail(r, pointer, "member '%s' must be true or false", key);
    *to = json_object_get_boolean(v);
    return true;
}

static int find_scope(const cg_model *m, const char *name) {
    for (unsigned k = 0; k < m->n_scopes; k++)
        if (strcmp(m->scopes[k].name, name) == 0) return (int)k;
    return -1;
}

static bool read_scope_of(const reader *r, const cg_model *m, cg_model_class *c, struct json_object *o,
                          const char *pointer) {
    c->scope = -1;
    if (!json_object_object_get_ex(o, "scope", NULL)) return true;
    const char *name = get_string(r, o, pointer, "scope");
    if (!name) return false;
    if (!c->sync) return fail(r, pointer, "'scope' is for classes with 'synchronizes'");
    c->scope = find_scope(m, name);
    return c->scope >= 0 || fail(r, pointer, "'scope' names '%s', which is none of the model's", name);
}

// What it is to happens-before. A fence names no word, so that nothing could follow it.
static bool read_synchronizes(const reader *r, const cg_model *m, cg_model_class *c, struct json_object *o,
                              const char *pointer) {
    static const char *const words[] = {"acquire", "release", NULL};
    c->sync = json_object_object_get_ex(o, "synchronizes", NULL);
    if (c->sync && !m->races_forbidden)
        return fail(r, pointer, "'synchronizes' is for models whose 'races' are \"forbidden\"");
    if (c->sync && c->kind == CG_MEM_FENCE) return fail(r, pointer, "a fence cannot have 'synchronizes'");
    if (!read_flag(r, o, pointer, "arbitrary", &c->arbitrary)) return false;
    if (c->arbitrary && !c->sync) return fail(r, pointer, "'arbitrary' is for classes with 'synchronizes'");
    if (!read_scope_of(r, m, c, o, pointer)) return false;
    return read_names(r, o, pointer, "synchronizes", words, &c->synchronizes);
}

static bool read_final(const reader *r, const cg_model *m, cg_model_class *c, struct json_object *o,
                       const char *pointer) {
    if (!read_flag(r, o, pointer, "final", &c->final)) return false;
    if (!c->final) return true;
    if (!m->races_forbidden) return fail(r, pointer, "'final' is for models whose 'races' are \"forbidden\"");
    return (c->kind == CG_MEM_LOAD && !c->sync && c->marks) ||
           fail(r, pointer, "'final' is for loads with marks, and without 'synchronizes'");
}

static bool read_class(const reader *r, cg_model *m, struct json_object *o, const char *pointer) {
    static const char *const keys[] = {"name",      "does",  "marks", "orders", "synchronizes",
                                       "arbitrary", "scope", "final", NULL};
    if (!json_object_is_type(o, json_type_object)) return fail(r, pointer, "a class must be an object");
    if (!known_keys(r, o, pointer, keys)) return false;
    const char *name = get_string(r, o, pointer, "name");
    const char *does = name ? get_string(r, o, pointer, "does") : NULL;
    if (!does) return false;
    if (cg_model_find_class(m, name, strlen(name)) >= 0)
        return fail(r, pointer, "class '%s' is named twice", name);
    cg_model_class *c = &m->classes[m->nclasses];
    if (!copy_name(r, pointer, c->name, name) || !read_class_marks(r, m, c, o, pointer)) return false;
    for (int k = 0; k < CG_MEM_KINDS; k++) {
        if (strcmp(does, cg_mem_kind_name((cg_mem_kind)k))) continue;
        c->kind = (cg_mem_kind)k;
        m->nclasses++;
        return read_synchronizes(r, m, c, o, pointer) && read_final(r, m, c, o, pointer);
    }
    return fail(r, pointer, "'does' is '%s'; it must be load, store, atomic or fence", does);
}

// Adds a mark. Programs and ports know two by their places.
static bool read_mark(const reader *r, cg_model *m, struct json_object *v, const char *pointer) {
    static const char *const placed[] = {"acquire", "release"};
    const char *name = json_object_is_type(v, json_type_string) ? json_object_get_string(v) : "";
    if (!*name || name[strspn(name, "abcdefghijklmnopqrstuvwxyz")])
        return fail(r, pointer, "a mark must be a word of small letters");
    if (cg_model_mark(m, name)) return fail(r, pointer, "mark '%s' is named twice", name);
    for (unsigned k = 0; k < 2; k++)
        if (strcmp(name, placed[k]) == 0 && k != m->n_marks)
            return fail(r, pointer, "mark '%s' must be the %s of the list", name, k ? "second" : "first");
    return copy_name(r, pointer, m->marks[m->n_marks++], name);
}

static bool read_marks(const reader *r, cg_model *m, struct json_object *root) {
    if (!json_object_object_get_ex(root, "marks", NULL)) return true;
    return read_list(r, m, root, &(list){"marks", "marks", 0, CG_MODEL_MAX_MARKS, read_mark});
}

static bool read_scope(const reader *r, cg_model *m, struct json_object *o, const char *pointer) {
    static const char *const keys[] = {"name", "of", "note", NULL};
    if (!json_object_is_type(o, json_type_object)) return fail(r, pointer, "a scope must be an object");
    const char *name = known_keys(r, o, pointer, keys) ? get_string(r, o, pointer, "name") : NULL;
    const char *of = name ? get_string(r, o, pointer, "of") : NULL;
    if (!of) return false;
    if (find_scope(m, name) >= 0) return fail(r, pointer, "scope '%s' is named twice", name);
    cg_model_scope *s = &m->scopes[m->n_scopes++];
    s->of_core = strcmp(of, "core") == 0;
    if (!s->of_core && strcmp(of, "all") != 0) return fail(r, pointer, "'of' must be \"core\" or \"all\"");
    return copy_name(r, pointer, s->name, name);
}

static bool read_scopes(const reader *r, cg_model *m, struct json_object *root) {
    if (!read_flag(r, root, "/", "inclusion", &m->inclusion)) return false;
    if (!json_object_object_get_ex(root, "scopes", NULL)) return true;
    if (!m->races_forbidden) return fail(r, "/", "'scopes' is for models whose 'races' are \"forbidden\"");
    return read_list(r, m, root, &(list){"scopes", "scopes", 0, CG_MODEL_MAX_SCOPES, read_scope});
}

static bool read_classes(const reader *r, cg_model *m, struct json_object *root) {
    return read_list(r, m, root, &(list){"classes", "classes", 1, CG_MODEL_MAX_CLASSES, read_class});
}

// The classes whose names match a pattern.
static uint32_t classes_matching(const cg_model *m, const char *pattern) {
    uint32_t set = 0;
    for (unsigned c = 0; c < m->nclasses; c++)
        if (fnmatch(pattern, m->classes[c].name, 0) == 0) set |= 1u << c;
    return set;
}

// A list of class names as a set: bit c for class c.
static bool read_set(const reader *r, const cg_model *m, struct json_object *line, const char *pointer,
                     const char *key, uint32_t *set) {
    struct json_object *a = get_array(r, line, pointer, key);
    if (!a) return false;
    *set = 0;
    for (size_t i = 0; i < json_object_array_length(a); i++) {
        struct json_object *v = json_object_array_get_idx(a, i);
        const char *name = json_object_is_type(v, json_type_string) ? json_object_get_string(v) : NULL;
        if (!name) return fail(r, pointer, "'%s' must list names of classes", key);
        uint32_t found = classes_matching(m, name);
        if (!found) return fail(r, pointer, "'%s' names '%s', which is no class of this model", key, name);
        *set |= found;
    }
    return true;
}

// "addr|data": a choice of relations, as a set.
static bool read_relations(const reader *r, const char *pointer, struct json_object *v, unsigned *set) {
    static const char *const names[] = {
#define X(id, name) name,
        CG_MODEL_RELATIONS(X)
#undef X
            NULL};
    const char *text = json_object_is_type(v, json_type_string) ? json_object_get_string(v) : "";
    for (*set = 0;; text++) {
        size_t len = strcspn(text, "|"), k = 0;
        while (names[k] && (strlen(names[k]) != len || strncmp(names[k], text, len))) k++;
        if (!names[k]) return fail(r, pointer, "'by' names '%.*s', which is no relation", (int)len, text);
        *set |= 1u << k;
        text += len;
        if (!*text) return true;
    }
}

static bool read_by(const reader *r, struct json_object *by, const char *pointer, cg_model_line *to) {
    if (!json_object_is_type(by, json_type_array)) {
        to->n_steps = 1;
        return read_relations(r, pointer, by, &to->steps[0]);
    }
    size_t n = json_object_array_length(by);
    if (n < 1 || n > CG_MODEL_MAX_STEPS)
        return fail(r, pointer, "'by' has %zu relations; 1 to %d can be composed", n, CG_MODEL_MAX_STEPS);
    to->n_steps = (int)n;
    for (size_t i = 0; i < n; i++)
        if (!read_relations(r, pointer, json_object_array_get_idx(by, i), &to->steps[i])) return false;
    return true;
}

static bool read_order_line(const reader *r, cg_model *m, struct json_object *o, const char *pointer) {
    static const char *const keys[] = {"earlier", "later", "by", "note", NULL};
    cg_model_line line = {0};
    struct json_object *by;
    if (!json_object_is_type(o, json_type_object))
        return fail(r, pointer, "a line must be { \"earlier\": [...], \"later\": [...] }");
    if (!known_keys(r, o, pointer, keys) || !read_set(r, m, o, pointer, "earlier", &line.earlier) ||
        !read_set(r, m, o, pointer, "later", &line.later))
        return false;
    if (!json_object_object_get_ex(o, "by", &by)) {
        for (unsigned c = 0; c < m->nclasses; c++)
            if (line.earlier >> c & 1) m->classes[c].before |= line.later;
        return true;
    }
    if (m->nlines == CG_MODEL_MAX_LINES)
        return fail(r, pointer, "more than %d lines with 'by'", CG_MODEL_MAX_LINES);
    if (!read_by(r, by, pointer, &line)) return false;
    m->lines[m->nlines++] = line;
    return true;
}

static bool read_order(const reader *r, cg_model *m, struct json_object *root) {
    return read_list(r, m, root, &(list){"order", "lines", 0, SIZE_MAX, read_order_line});
}

static bool read_races(const reader *r, cg_model *m, struct json_object *root) {
    struct json_object *v;
    if (!json_object_object_get_ex(root, "races", &v)) return true;
    const char *word = json_object_is_type(v, json_type_string) ? json_object_get_string(v) : "";
    m->races_forbidden = strcmp(word, "forbidden") == 0;
    if (m->races_forbidden || strcmp(word, "allowed") == 0) return true;
    return fail(r, "/", "member 'races' must be \"allowed\" or \"forbidden\"");
}

// What must hold of final states: "memory" or "values".
static bool read_result(const reader *r, cg_model *m, struct json_object *root) {
    struct json_object *v;
    if (!json_object_object_get_ex(root, "result", &v)) return true;
    const char *word = json_object_is_type(v, json_type_string) ? json_object_get_string(v) : "";
    m->memory_only = strcmp(word, "memory") == 0;
    if (!m->memory_only && strcmp(word, "values") != 0)
        return fail(r, "/", "member 'result' must be \"memory\" or \"values\"");
    return m->races_forbidden || fail(r, "/", "'result' is for models whose 'races' are \"forbidden\"");
}

// How operations that synchronize are in order: "ordered" or "coherent".
static bool read_synchronization(const reader *r, cg_model *m, struct json_object *root) {
    struct json_object *v;
    if (!json_object_object_get_ex(root, "synchronization", &v)) return true;
    const char *word = json_object_is_type(v, json_type_string) ? json_object_get_string(v) : "";
    m->coherent = strcmp(word, "coherent") == 0;
    if (!m->coherent && strcmp(word, "ordered") != 0)
        return fail(r, "/", "member 'synchronization' must be \"ordered\" or \"coherent\"");
    if (!m->races_forbidden)
        return fail(r, "/", "'synchronization' is for models whose 'races' are \"forbidden\"");
    if (!m->coherent || (!m->n_scopes && !m->n_races && !m->memory_only)) return true;
    return fail(r, "/",
                "synchronization that is coherent cannot have 'scopes', 'illegal' or a 'result' of memory");
}

// A kind of race, of synchronization: data has no place in any.
static bool read_race(const reader *r, cg_model *m, struct json_object *o, const char *pointer) {
    static const char *const keys[] = {"race", "of", "unless", "note", NULL};
    static const char *const excuses[] = {
#define X(id, name) name,
        CG_MODEL_EXCUSES(X)
#undef X
            NULL};
    if (!json_object_is_type(o, json_type_object)) return fail(r, pointer, "a race must be an object");
    if (!known_keys(r, o, pointer, keys)) return false;
    const char *name = get_string(r, o, pointer, "race");
    cg_model_race *race = &m->races[m->n_races];
    if (!name || !copy_name(r, pointer, race->name, name) || !read_set(r, m, o, pointer, "of", &race->of) ||
        !read_names(r, o, pointer, "unless", excuses, &race->unless))
        return false;
    m->n_races++;
    for (unsigned c = 0; c < m->nclasses; c++)
        if (race->of >> c & 1 && !m->classes[c].sync)
            return fail(r, pointer, "'of' names '%s', which has no 'synchronizes'", m->classes[c].name);
    return true;
}

static bool read_illegal(const reader *r, cg_model *m, struct json_object *root) {
    if (!json_object_object_get_ex(root, "illegal", NULL)) return true;
    if (!m->races_forbidden) return fail(r, "/", "'illegal' is for models whose 'races' are \"forbidden\"");
    return read_list(r, m, root, &(list){"illegal", "kinds of race", 0, CG_MODEL_MAX_RACES, read_race});
}

// A program without races needs both to hand data over.
static bool has_pairs(const reader *r, const cg_model *m) {
    unsigned all = 0;
    for (unsigned c = 0; c < m->nclasses; c++) all |= m->classes[c].synchronizes;
    if (!m->races_forbidden || all == (CG_MARK_ACQUIRE | CG_MARK_RELEASE)) return true;
    return fail(r, "/classes", "races are forbidden, and no class synchronizes as %s",
                all & CG_MARK_ACQUIRE ? "release" : "acquire");
}

static bool read_model_members(const reader *r, cg_model *m, struct json_object *root) {
    static const char *const keys[] = {"$schema", "name",   "title",      "source",          "marks",
                                       "classes", "order",  "forwarding", "races",           "illegal",
                                       "result",  "scopes", "inclusion",  "synchronization", NULL};
    if (!json_object_is_type(root, json_type_object)) return fail(r, "/", "a model must be an object");
    if (!known_keys(r, root, "/", keys)) return false;
    const char *name = get_string(r, root, "/", "name");
    const char *title = name ? get_string(r, root, "/", "title") : NULL;
    const char *source = title ? get_string(r, root, "/", "source") : NULL;
    if (!source || !copy_name(r, "/name", m->name, name)) return false;
    m->title = strdup(title);
    m->source = strdup(source);
    if (!m->title || !m->source) abort();
    struct json_object *f;
    if (!json_object_object_get_ex(root, "forwarding", &f) || !json_object_is_type(f, json_type_boolean))
        return fail(r, "/", "member 'forwarding' must be true or false");
    m->forwarding = json_object_get_boolean(f);
    return read_races(r, m, root) && read_result(r, m, root) && read_marks(r, m, root) &&
           read_scopes(r, m, root) && read_classes(r, m, root) && has_pairs(r, m) && read_order(r, m, root) &&
           read_illegal(r, m, root) && read_synchronization(r, m, root);
}

cg_model *cg_model_load(const char *path, char *err, size_t errlen) {
    reader r = {path, err, errlen};
    struct json_object *root = parse_model(&r);
    if (!root) return NULL;
    cg_model *m = calloc(1, sizeof *m);
    if (!m) abort();
    bool ok = read_model_members(&r, m, root);
    json_object_put(root);
    if (ok) return m;
    cg_model_free(m);
    return NULL;
}

void cg_model_free(cg_model *m) {
    if (!m) return;
    CG_FREE(m->title, m->source, m);
}
