// JSON values with their places: shapes, names, constants, and errors about them.
#include <string.h>

#include "reader.h"

void cg_error(cg_reader *r, cg_code code, const char *pointer, int offset, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    cg_json_verror(r->json, code, pointer, offset, fmt, args);
    va_end(args);
}

void cg_words_add(cg_reader *r, cg_words *w, const char *name) {
    *CG_PUSH(r->arena, w->names, w->n) = name;
}

const char *cg_hint(cg_reader *r, const char *word, const cg_words *w) {
    const char *near = cg_did_you_mean(word, w->names, (size_t)w->n);
    return near ? cg_arena_printf(r->arena, " (did you mean '%s'?)", near) : "";
}

const char *cg_hint_or_all(cg_reader *r, const char *word, const cg_words *w) {
    const char *all = cg_hint(r, word, w);
    if (*all) return all;
    for (int i = 0; i < w->n; i++)
        all = cg_arena_printf(r->arena, "%s%s%s", all, i ? ", " : ": there are ", w->names[i]);
    return all;
}

// ------------------------------------------------------------------------------------------------ shapes

static int kind_of_json(json_object *o) {
    switch (json_object_get_type(o)) {
    case json_type_string: return CG_J_STRING;
    case json_type_int: return CG_J_INT;
    case json_type_boolean: return CG_J_BOOL;
    case json_type_object: return CG_J_OBJECT;
    case json_type_array: return CG_J_ARRAY;
    default: return 0;
    }
}

static const char *kinds_text(cg_reader *r, int kinds) {
    static const char *const NAMES[] = {"a string", "a whole number", "true or false", "an object",
                                        "an array"};
    const char *text = NULL;
    for (int i = 0; i < 5; i++) {
        if (!(kinds >> i & 1)) continue;
        text = text ? cg_arena_printf(r->arena, "%s or %s", text, NAMES[i]) : NAMES[i];
    }
    return text;
}

bool cg_is_kind(cg_node n, int kinds) {
    return n.value && kind_of_json(n.value) & kinds;
}

static const cg_key *find_key(const cg_key *keys, int n, const char *key) {
    for (int i = 0; i < n; i++) {
        if (!strcmp(keys[i].key, key)) return &keys[i];
    }
    return NULL;
}

static bool check_member(cg_reader *r, const cg_entry *e, const char *what, const cg_key *keys, int n_keys) {
    const cg_key *k = find_key(keys, n_keys, e->key);
    if (!k) {
        cg_words w = {0};
        for (int i = 0; i < n_keys; i++) cg_words_add(r, &w, keys[i].key);
        cg_error(r, CG_E_KEY, e->node.pointer, CG_AT_KEY, "%s has no key '%s'%s", what, e->key,
                 cg_hint(r, e->key, &w));
        return false;
    }
    if (cg_is_kind(e->node, k->kinds)) return true;
    cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "'%s' of %s must be %s", e->key, what,
             kinds_text(r, k->kinds));
    return false;
}

bool cg_check_shape(cg_reader *r, cg_node n, const char *what, const cg_key *keys, int n_keys) {
    if (!n.value) return false;
    if (!cg_is_kind(n, CG_J_OBJECT)) {
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "%s must be an object", what);
        return false;
    }
    bool good = true;
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) good = check_member(r, &all.items[i], what, keys, n_keys) && good;
    for (int i = 0; i < n_keys; i++) {
        if (!keys[i].required || json_object_object_get_ex(n.value, keys[i].key, NULL)) continue;
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "%s needs the key '%s'", what, keys[i].key);
        good = false;
    }
    return good;
}

// ------------------------------------------------------------------------------------------------ access

cg_node cg_get(cg_reader *r, cg_node n, const char *key, int kinds) {
    cg_node m = {.pointer = cg_json_at(r->arena, n.pointer, key)};
    if (cg_is_kind(n, CG_J_OBJECT)) json_object_object_get_ex(n.value, key, &m.value);
    if (!cg_is_kind(m, kinds)) m.value = NULL;
    return m;
}

const char *cg_get_string(cg_reader *r, cg_node n, const char *key) {
    cg_node m = cg_get(r, n, key, CG_J_STRING);
    return m.value ? cg_arena_strdup(r->arena, json_object_get_string(m.value)) : NULL;
}

// note [one line]: what a table says to people goes into comments, strings and tables of many languages, and
// to terminals. Runs of control characters (line ends and tabs among them) are one blank, so that it is one
// line everywhere; what else means something in a language is escaped where that is printed.
const char *cg_one_line(cg_arena *arena, const char *text) {
    char *line = cg_arena_strdup(arena, text), *to = line;
    for (const unsigned char *s = (const unsigned char *)line; *s; s++) {
        const bool wide = s[0] == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0; // U+0080 to U+009F
        const bool control = *s < ' ' || *s == 0x7f || wide;
        if (!control)
            *to++ = (char)*s;
        else if (to > line && to[-1] != ' ')
            *to++ = ' ';
        s += wide;
    }
    while (to > line && to[-1] == ' ') to--;
    *to = '\0';
    return line;
}

const char *cg_get_text(cg_reader *r, cg_node n, const char *key) {
    const char *text = cg_get_string(r, n, key);
    return text ? cg_one_line(r->arena, text) : NULL;
}

bool cg_get_bool(cg_reader *r, cg_node n, const char *key, bool otherwise) {
    cg_node m = cg_get(r, n, key, CG_J_BOOL);
    return m.value ? json_object_get_boolean(m.value) : otherwise;
}

const char *cg_get_doc(cg_reader *r, cg_node n, const char *key) {
    cg_entries lines = cg_strings_of(r, cg_get(r, n, key, CG_J_STRING | CG_J_ARRAY));
    const char *text = NULL;
    for (int i = 0; i < lines.n; i++) {
        const char *line = json_object_get_string(lines.items[i].node.value);
        text = text ? cg_arena_printf(r->arena, "%s %s", text, line) : cg_arena_strdup(r->arena, line);
    }
    return text ? cg_one_line(r->arena, text) : NULL;
}

cg_source *cg_source_of(cg_reader *r, cg_node n) {
    cg_source *s = cg_arena_alloc(r->arena, sizeof *s);
    s->pointer = n.pointer;
    char *text = cg_arena_strdup(r->arena, json_object_get_string(n.value));
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r' || *c == '\t') *c = ' '; // note [one line]; columns stay
    s->text = text;
    return s;
}

bool cg_constant_of(cg_reader *r, cg_node n, uint64_t *value) {
    if (!n.value) return false;
    if (cg_is_kind(n, CG_J_INT)) {
        *value = json_object_get_uint64(n.value);
        if (json_object_get_int64(n.value) >= 0) return true;
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "numbers are not below zero here");
        return false;
    }
    const cg_ast *ast = cg_parse_whole(r, cg_source_of(r, n));
    cg_scope s = {.reader = r, .event = "this"};
    const cg_expr *x = ast ? cg_type_int(&s, ast) : NULL;
    if (x) *value = x->value; // without a machine, all that can be named is constant
    return x;
}

cg_entries cg_entries_of(cg_reader *r, cg_node n) {
    cg_entries all = {0};
    if (cg_is_kind(n, CG_J_OBJECT)) {
        json_object_object_foreach(n.value, key, value) {
            const char *name = cg_arena_strdup(r->arena, key);
            cg_node m = {.value = value, .pointer = cg_json_at(r->arena, n.pointer, key)};
            *CG_PUSH(r->arena, all.items, all.n) = (cg_entry){.key = name, .node = m};
        }
    } else if (cg_is_kind(n, CG_J_ARRAY)) {
        int count = (int)json_object_array_length(n.value);
        for (int i = 0; i < count; i++) {
            cg_node m = {.value = json_object_array_get_idx(n.value, (size_t)i)};
            m.pointer = cg_json_at_index(r->arena, n.pointer, i);
            *CG_PUSH(r->arena, all.items, all.n) = (cg_entry){.node = m};
        }
    }
    return all;
}

cg_entries cg_strings_of(cg_reader *r, cg_node n) {
    cg_entries all = {0};
    if (cg_is_kind(n, CG_J_STRING)) {
        *CG_PUSH(r->arena, all.items, all.n) = (cg_entry){.node = n};
        return all;
    }
    cg_entries found = cg_entries_of(r, n);
    for (int i = 0; i < found.n; i++) {
        if (cg_is_kind(found.items[i].node, CG_J_STRING))
            *CG_PUSH(r->arena, all.items, all.n) = found.items[i];
        else
            cg_error(r, CG_E_SHAPE, found.items[i].node.pointer, 0, "this must be a string");
    }
    return all;
}

int cg_get_choice(cg_reader *r, cg_node n, const char *key, const char *const *words, int n_words,
                  int otherwise) {
    cg_node m = cg_get(r, n, key, CG_J_STRING);
    if (!m.value) return otherwise;
    const char *text = json_object_get_string(m.value), *list = words[0];
    cg_words w = {0};
    for (int i = 0; i < n_words; i++) {
        if (!strcmp(words[i], text)) return i;
        cg_words_add(r, &w, words[i]);
        if (i > 0)
            list = cg_arena_printf(r->arena, "%s%s%s", list, i + 1 < n_words ? ", " : " and ", words[i]);
    }
    cg_error(r, CG_E_UNKNOWN, m.pointer, 0, "'%s' is no %s: %s %s%s", text, key, list,
             n_words > 1 ? "are" : "is", cg_hint(r, text, &w));
    return otherwise;
}

// ------------------------------------------------------------------------------------------------- names

enum { LONGEST_NAME = 64 };

bool cg_check_name(cg_reader *r, const cg_entry *e, const char *what) {
    static const char *const RESERVED[] = {
        "true",   "false",    "self",     "line",  "mshr",   "msg",   "min",       "max",  "fit",
        "bits",   "bool",     "at",       "in",    "to",     "all",   "memory",    "next", "thread",
        "buffer", "buffered", "gathered", "whole", "wanted", "words", "requested", "bytes"};
    if (!cg_is_name(e->key)) {
        cg_error(r, CG_E_NAME, e->node.pointer, CG_AT_KEY,
                 "'%s' is no name for %s: a letter, then letters, digits and '_'", e->key, what);
        return false;
    }
    if (strlen(e->key) > LONGEST_NAME) {
        cg_error(r, CG_E_NAME, e->node.pointer, CG_AT_KEY,
                 "the name of %s has %zu characters: at most %d can be had", what, strlen(e->key),
                 LONGEST_NAME);
        return false;
    }
    for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++) {
        if (strcmp(RESERVED[i], e->key)) continue;
        cg_error(r, CG_E_NAME, e->node.pointer, CG_AT_KEY,
                 "'%s' is a word of the language, and no name for %s", e->key, what);
        return false;
    }
    return true;
}

bool cg_declare(cg_reader *r, const char *name, const char *what, const char *pointer, int offset) {
    for (int i = 0; i < r->n_declared; i++) {
        if (strcmp(r->declared[i].name, name)) continue;
        cg_error(r, CG_E_DUPLICATE, pointer, offset, "the %s '%s' has the name of a %s", what, name,
                 r->declared[i].what);
        return false;
    }
    *CG_PUSH(r->arena, r->declared, r->n_declared) = (cg_declared){.name = name, .what = what};
    return true;
}
