// Reading and writing the members of a report.
#include "area.h"

#include <string.h>

json_object *cg_jget(json_object *o, const char *key) {
    json_object *v = NULL;
    return o && json_object_is_type(o, json_type_object) && json_object_object_get_ex(o, key, &v) ? v : NULL;
}

double cg_jnum(json_object *o, const char *key) {
    json_object *v = cg_jget(o, key);
    return v ? json_object_get_double(v) : 0;
}

const char *cg_jstr(json_object *o, const char *key) {
    json_object *v = cg_jget(o, key);
    return v ? json_object_get_string(v) : "";
}

size_t cg_jlen(json_object *o, const char *key) {
    json_object *v = cg_jget(o, key);
    return v && json_object_is_type(v, json_type_array) ? json_object_array_length(v) : 0;
}

json_object *cg_jat(json_object *o, const char *key, size_t i) {
    return json_object_array_get_idx(cg_jget(o, key), i);
}

void cg_jput_num(json_object *o, const char *key, double v) {
    json_object_object_add(o, key, json_object_new_double(v));
}

void cg_jput_int(json_object *o, const char *key, long v) {
    json_object_object_add(o, key, json_object_new_int64(v));
}

void cg_jput_str(json_object *o, const char *key, const char *v) {
    json_object_object_add(o, key, json_object_new_string(v));
}

bool cg_report_is_of(json_object *report, const char *kind) {
    return !strcmp(cg_jstr(cg_jget(report, "tech"), "kind"), kind);
}
