#include "json.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

// ---------------------------------------------------------------------------------------------- scanning

enum { DEEPEST = 32 }; // json-c's own limit: what is parsed is never deeper

typedef struct {
    const char *text;
    size_t length, pos;
} scan;

static char peek_char(const scan *s) {
    return s->pos < s->length ? s->text[s->pos] : '\0';
}

static void skip_blanks(scan *s) {
    while (s->pos < s->length && strchr(" \t\r\n", s->text[s->pos]) && s->text[s->pos]) s->pos++;
}

static unsigned hex4(const scan *s, size_t at) {
    unsigned v = 0;
    for (size_t i = at; i < at + 4 && i < s->length; i++) {
        char c = s->text[i];
        v = v * 16 + (unsigned)(c >= '0' && c <= '9' ? c - '0' : ((c | 32) - 'a' + 10) & 15);
    }
    return v;
}

static int put_utf8(unsigned code, char out[4]) {
    if (code < 0x80) return out[0] = (char)code, 1;
    if (code < 0x800) return out[0] = (char)(0xc0 | code >> 6), out[1] = (char)(0x80 | (code & 63)), 2;
    int n = code < 0x10000 ? 3 : 4;
    out[0] = (char)((n == 3 ? 0xe0 : 0xf0) | code >> 6 * (n - 1));
    for (int i = 1; i < n; i++) out[i] = (char)(0x80 | (code >> 6 * (n - 1 - i) & 63));
    return n;
}

static int unicode_escape(scan *s, char out[4]) {
    unsigned code = hex4(s, s->pos);
    s->pos += 4;
    bool high = code >= 0xd800 && code < 0xdc00;
    if (high && s->pos + 6 <= s->length && s->text[s->pos] == '\\' && s->text[s->pos + 1] == 'u') {
        code = 0x10000 + ((code & 0x3ff) << 10) + (hex4(s, s->pos + 2) & 0x3ff);
        s->pos += 6;
    }
    return put_utf8(code, out);
}

// One character of a string: its bytes, and how many; 0 at the closing quote.
static int next_unit(scan *s, char out[4]) {
    char c = peek_char(s);
    if (c == '"' || s->pos >= s->length) return 0;
    s->pos++;
    out[0] = c;
    if (c != '\\') return 1;
    char e = peek_char(s);
    s->pos++;
    if (e == 'u') return unicode_escape(s, out);
    const char *at = e ? strchr("bfnrt", e) : NULL;
    out[0] = at ? "\b\f\n\r\t"[at - "bfnrt"] : e;
    return 1;
}

static bool read_key(scan *s, char *key, size_t size) {
    char unit[4];
    size_t n = 0;
    if (peek_char(s) != '"') return false;
    s->pos++;
    for (int k; (k = next_unit(s, unit)) > 0;) {
        for (int i = 0; i < k && n + 1 < size; i++) key[n++] = unit[i];
    }
    key[n] = '\0';
    s->pos++;
    return true;
}

static void skip_json_string(scan *s) {
    char unit[4];
    s->pos++;
    while (next_unit(s, unit) > 0) {
    }
    s->pos++;
}

static void skip_value(scan *s) {
    int depth = 0;
    if (s->pos > s->length) s->pos = s->length;
    do {
        skip_blanks(s);
        char c = peek_char(s);
        if (c == '"') {
            skip_json_string(s);
        } else if (c == '{' || c == '[') {
            depth++;
            s->pos++;
        } else if (c == '}' || c == ']') {
            depth--;
            s->pos++;
        } else if (c == ',' || c == ':') {
            s->pos++;
        } else {
            s->pos += strcspn(s->text + s->pos, " \t\r\n,:{}[]\"");
        }
        skip_blanks(s);
    } while (depth > 0 && s->pos < s->length);
}

// Steps over "key": and leaves the key in `key`; false at the end of the object.
static bool next_member(scan *s, char *key, size_t size, size_t *key_pos) {
    skip_blanks(s);
    if (peek_char(s) == ',') s->pos++;
    skip_blanks(s);
    *key_pos = s->pos;
    if (!read_key(s, key, size)) return false;
    skip_blanks(s);
    s->pos++; // the colon
    skip_blanks(s);
    return true;
}

// Steps to the next element; false at the end of the array.
static bool next_element(scan *s) {
    skip_blanks(s);
    if (peek_char(s) == ',') s->pos++;
    skip_blanks(s);
    return s->pos < s->length && peek_char(s) != ']';
}

// ------------------------------------------------------------------------------------------------ places

enum { LONGEST_KEY = 256 };

// The next segment of a pointer, unescaped; returns what follows it.
static const char *segment(const char *pointer, char *out, size_t size) {
    size_t n = 0;
    for (pointer++; *pointer && *pointer != '/'; pointer++) {
        char c = *pointer;
        if (c == '~' && pointer[1]) c = *++pointer == '0' ? '~' : '/';
        if (n + 1 < size) out[n++] = c;
    }
    out[n] = '\0';
    return pointer;
}

// From a value to the member or element `name` of it; false and no step if there is none.
static bool step_into(scan *s, const char *name, size_t *key_pos) {
    const scan start = *s;
    char key[LONGEST_KEY];
    if (peek_char(s) == '{') {
        s->pos++;
        while (next_member(s, key, sizeof key, key_pos)) {
            if (!strcmp(key, name)) return true;
            skip_value(s);
        }
    } else if (peek_char(s) == '[') {
        s->pos++;
        for (long i = strtol(name, NULL, 10); next_element(s); i--) {
            *key_pos = s->pos;
            if (i == 0) return true;
            skip_value(s);
        }
    }
    *s = start;
    return false;
}

static void step_into_string(scan *s, int offset) {
    char unit[4];
    if (peek_char(s) != '"') return;
    s->pos++;
    while (offset > 0) {
        int n = next_unit(s, unit);
        if (n == 0) return;
        offset -= n;
    }
}

static cg_place place_of_position(const cg_json *j, size_t pos) {
    cg_place p = {.line = 1};
    size_t start = 0;
    for (size_t i = 0; i < pos && i < j->length; i++) {
        if (j->text[i] != '\n') continue;
        p.line++;
        start = i + 1;
    }
    p.column = (int)(pos - start) + 1;
    p.source_line = cg_arena_strndup(j->arena, j->text + start, strcspn(j->text + start, "\n"));
    return p;
}

cg_place cg_json_place(const cg_json *j, const char *pointer, int offset) {
    scan s = {.text = j->text, .length = j->length};
    char name[LONGEST_KEY];
    skip_blanks(&s);
    size_t key_pos = s.pos;
    bool there = true;
    while (there && *pointer == '/') {
        pointer = segment(pointer, name, sizeof name);
        there = step_into(&s, name, &key_pos);
    }
    if (!there) return place_of_position(j, s.pos);
    if (offset == CG_AT_KEY) return place_of_position(j, key_pos);
    step_into_string(&s, offset);
    return place_of_position(j, s.pos);
}

const char *cg_json_at(cg_arena *a, const char *pointer, const char *key) {
    size_t n = strlen(pointer);
    char *p = cg_arena_alloc(a, n + 2 * strlen(key) + 2);
    memcpy(p, pointer, n);
    p[n++] = '/';
    for (; *key; key++) {
        if (*key == '~' || *key == '/') {
            p[n++] = '~';
            p[n++] = *key == '~' ? '0' : '1';
        } else {
            p[n++] = *key;
        }
    }
    return p;
}

const char *cg_json_at_index(cg_arena *a, const char *pointer, int index) {
    return cg_arena_printf(a, "%s/%d", pointer, index);
}

void cg_json_keep(cg_json *j, cg_json *from) {
    *CG_PUSH(j->arena, j->kept, j->n_kept) = from;
}

void cg_json_from(cg_json *j, const char *pointer, const cg_json *from, const char *at) {
    *CG_PUSH(j->arena, j->origins, j->n_origins) = (cg_json_origin){pointer, from, at};
}

const cg_json_origin *cg_json_origin_of(const cg_json *j, const char *pointer) {
    for (int i = 0; i < j->n_origins; i++) {
        const size_t n = strlen(j->origins[i].pointer);
        if (!strncmp(pointer, j->origins[i].pointer, n) && (pointer[n] == '\0' || pointer[n] == '/'))
            return &j->origins[i];
    }
    return NULL;
}

void cg_json_verror(const cg_json *j, cg_code code, const char *pointer, int offset, const char *fmt,
                    va_list args) {
    const cg_json_origin *origin = cg_json_origin_of(j, pointer);
    if (origin) {
        pointer = cg_arena_printf(j->arena, "%s%s", origin->at, pointer + strlen(origin->pointer));
        cg_json_verror(origin->from, code, pointer, offset, fmt, args);
        return;
    }
    cg_place p = cg_json_place(j, pointer, offset);
    const char *message = cg_arena_vprintf(j->arena, fmt, args);
    cg_diag_add(j->diags, code, j->path, p.line, p.column, pointer, p.source_line, "%s", message);
}

void cg_json_error(const cg_json *j, cg_code code, const char *pointer, int offset, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    cg_json_verror(j, code, pointer, offset, fmt, args);
    va_end(args);
}

// ----------------------------------------------------------------------------------------------- reading

// Every object's keys, and those of the values in it; json-c has parsed the text, so it is not deeper than
// DEEPEST.
static void find_duplicates(const cg_json *j, scan *s, const char *pointer, int depth) {
    char key[LONGEST_KEY];
    size_t key_pos;
    const bool array = peek_char(s) == '[';
    if (depth > DEEPEST || (!array && peek_char(s) != '{')) {
        skip_value(s);
        return;
    }
    s->pos++;
    const char **keys = NULL;
    for (int n = 0; array ? next_element(s) : next_member(s, key, sizeof key, &key_pos);) {
        const char *here =
            array ? cg_json_at_index(j->arena, pointer, n) : cg_json_at(j->arena, pointer, key);
        for (int i = 0; !array && i < n; i++) {
            if (strcmp(keys[i], key)) continue;
            cg_place p = place_of_position(j, key_pos);
            cg_diag_add(j->diags, CG_E_DUPLICATE, j->path, p.line, p.column, here, p.source_line,
                        "the key '%s' is here twice", key);
            break;
        }
        *CG_PUSH(j->arena, keys, n) = array ? NULL : cg_arena_strdup(j->arena, key);
        find_duplicates(j, s, here, depth + 1);
    }
    skip_blanks(s);
    s->pos++;
}

// What json-c says, in words of what was expected.
static const char *expectation(enum json_tokener_error e) {
    switch (e) {
    case json_tokener_continue: return "the text ends too early: a brace, bracket or quote is not closed";
    case json_tokener_error_depth: return "nested too deeply";
    case json_tokener_error_parse_eof: return "the text ends too early";
    case json_tokener_error_parse_null: return "expected 'null'";
    case json_tokener_error_parse_boolean: return "expected 'true' or 'false'";
    case json_tokener_error_parse_number: return "expected a number";
    case json_tokener_error_parse_array: return "expected ',' or ']' in an array";
    case json_tokener_error_parse_object_key_name: return "expected a key in double quotes, or '}'";
    case json_tokener_error_parse_object_key_sep: return "expected ':' after a key";
    case json_tokener_error_parse_object_value_sep: return "expected ',' or '}' in an object";
    case json_tokener_error_parse_string: return "expected a string in double quotes, with legal escapes";
    case json_tokener_error_parse_unexpected: return "expected a JSON value";
    default: return json_tokener_error_desc(e);
    }
}

static bool bad_text(cg_json *j, size_t pos, const char *what, bool show) {
    cg_place p = place_of_position(j, pos);
    cg_diag_add(j->diags, CG_E_JSON, j->path, p.line, p.column, NULL, show ? p.source_line : NULL, "%s",
                what);
    return false;
}

// How many bytes of UTF-8 stand here, 0: it is none.
static size_t utf8_length(const char *s) {
    const unsigned char c = (unsigned char)*s;
    size_t n = c < 0x80                ? 1
               : c >= 0xc2 && c < 0xe0 ? 2
               : c >= 0xe0 && c < 0xf0 ? 3
               : c >= 0xf0 && c < 0xf5 ? 4
                                       : 0;
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80) return 0;
    }
    return n;
}

// Has the text a whole value before `end`? Then what is there is too much.
static bool is_behind(const cg_json *j, size_t end) {
    scan s = {.text = j->text, .length = j->length};
    skip_value(&s);
    return s.pos <= end;
}

static bool parse_text(cg_json *j) {
    size_t zero = strlen(j->text), end = 0;
    if (zero != j->length) return bad_text(j, zero, "expected text: here is a zero byte", false);
    for (size_t n = 1; end < j->length && n > 0; end += n) n = utf8_length(j->text + end);
    if (end < j->length) return bad_text(j, end, "expected UTF-8", false);
    json_tokener *tok = json_tokener_new_ex(DEEPEST);
    if (!tok) abort();
    json_tokener_set_flags(tok, JSON_TOKENER_STRICT);
    j->root = json_tokener_parse_ex(tok, j->text, (int)j->length);
    enum json_tokener_error e = json_tokener_get_error(tok);
    end = json_tokener_get_parse_end(tok);
    json_tokener_free(tok);
    if (e == json_tokener_success && j->root) return true;
    const char *what = e == json_tokener_success ? "expected an object" : expectation(e);
    if (e == json_tokener_error_parse_unexpected && is_behind(j, end)) what = "expected the end of the text";
    if (e == json_tokener_continue) {
        for (end = j->length; end > 0 && strchr(" \t\r\n", j->text[end - 1]);) end--;
    }
    return bad_text(j, end, what, true);
}

static char *slurp(cg_json *j) {
    char *text = cg_input_read(j->path, CG_INPUT_TEXT, &j->length);
    if (!text)
        cg_diag_add(j->diags, CG_E_IO, j->path, 0, 0, NULL, NULL, "cannot be read: %s",
                    errno == EFBIG ? "larger than 16 MB" : strerror(errno));
    return text;
}

cg_json *cg_json_read(const char *path, cg_diags *diags) {
    cg_arena *arena = cg_arena_new();
    cg_json *j = cg_arena_alloc(arena, sizeof *j);
    *j = (cg_json){.path = cg_arena_strdup(arena, path), .arena = arena, .diags = diags};
    char *text = slurp(j);
    if (text) j->text = cg_arena_strndup(arena, text, j->length);
    free(text);
    if (!j->text || !parse_text(j)) {
        cg_json_free(j);
        return NULL;
    }
    scan s = {.text = j->text, .length = j->length};
    skip_blanks(&s);
    find_duplicates(j, &s, "", 0);
    return j;
}

void cg_json_free(cg_json *j) {
    if (!j) return;
    json_object_put(j->root);
    for (int i = 0; i < j->n_kept; i++) cg_json_free(j->kept[i]);
    cg_arena_free(j->arena);
}
