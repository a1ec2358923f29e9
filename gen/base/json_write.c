#include "json_write.h"

#include <json-c/printbuf.h>
#include <string.h>

void cg_json_put_text(json_object *o, const char *key, const char *text) {
    json_object_object_add(o, key, text ? json_object_new_string(text) : NULL);
}

void cg_json_put_count(json_object *o, const char *key, uint64_t value) {
    json_object_object_add(o, key, json_object_new_uint64(value));
}

static void print_json_text(json_object *o, int flags, FILE *out) {
    fputs(json_object_to_json_string_ext(o, flags | JSON_C_TO_STRING_NOSLASHESCAPE), out);
}

void cg_json_print(json_object *o, FILE *out) {
    print_json_text(o, JSON_C_TO_STRING_PRETTY, out);
    fputc('\n', out);
}

void cg_json_print_spaced(json_object *o, FILE *out) {
    print_json_text(o, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED, out);
    fputc('\n', out);
}

void cg_json_print_text(const char *text, FILE *out) {
    json_object *o = json_object_new_string(text);
    print_json_text(o, JSON_C_TO_STRING_PLAIN, out);
    json_object_put(o);
}

static void append_json(struct printbuf *to, json_object *o) {
    const int flags = JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE;
    const char *text = json_object_to_json_string_ext(o, flags);
    printbuf_memappend(to, text, (int)strlen(text));
}

static int object_on_one_line(json_object *o, struct printbuf *to, int level, int flags) {
    (void)level, (void)flags;
    const char *before = "{";
    json_object_object_foreach(o, key, value) {
        json_object *name = json_object_new_string(key);
        printbuf_memappend(to, before, (int)strlen(before));
        append_json(to, name);
        printbuf_memappend(to, ": ", 2);
        append_json(to, value);
        json_object_put(name);
        before = ", ";
    }
    if (*before == '{') printbuf_memappend(to, "{", 1);
    return printbuf_memappend(to, "}", 1);
}

json_object *cg_json_on_one_line(json_object *o) {
    json_object_set_serializer(o, object_on_one_line, NULL, NULL);
    return o;
}
