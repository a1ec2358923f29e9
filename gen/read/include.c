#include "include.h"

#include <string.h>

#include "beside.h"

static json_object *typed_member(json_object *o, const char *key, json_type type) {
    json_object *v;
    return json_object_object_get_ex(o, key, &v) && json_object_is_type(v, type) ? v : NULL;
}

// The member `key` of the table, made where it is missing; NULL: it is something else, which the reader
// reports.
static json_object *own_member(json_object *root, const char *key, json_object *(*make)(void)) {
    json_object *v;
    if (!json_object_object_get_ex(root, key, &v)) json_object_object_add(root, key, v = make());
    return v;
}

static json_object *new_array(void) {
    return json_object_new_array();
}

static void include_params(cg_json *j, const cg_json *from) {
    json_object *theirs = typed_member(from->root, "parameters", json_type_object);
    json_object *ours = own_member(j->root, "parameters", json_object_new_object);
    if (!theirs || !json_object_is_type(ours, json_type_object)) return;
    json_object_object_foreach(theirs, name, param) {
        if (json_object_object_get_ex(ours, name, NULL)) continue;
        const char *pointer = cg_json_at(j->arena, "/parameters", name);
        json_object_object_add(ours, name, json_object_get(param));
        cg_json_from(j, pointer, from, pointer);
    }
}

static void include_constraints(cg_json *j, const cg_json *from) {
    json_object *theirs = typed_member(from->root, "constraints", json_type_array);
    json_object *ours = theirs ? own_member(j->root, "constraints", new_array) : NULL;
    if (!ours || !json_object_is_type(ours, json_type_array)) return;
    for (size_t i = 0; i < json_object_array_length(theirs); i++) {
        const int at = (int)json_object_array_length(ours);
        json_object_array_add(ours, json_object_get(json_object_array_get_idx(theirs, i)));
        cg_json_from(j, cg_json_at_index(j->arena, "/constraints", at), from,
                     cg_json_at_index(j->arena, "/constraints", (int)i));
    }
}

static bool good_shape(const cg_json *from) {
    static const char *const KEYS[] = {"doc", "parameters", "constraints"};
    bool good = json_object_is_type(from->root, json_type_object);
    if (!good) {
        cg_json_error(from, CG_E_SHAPE, "", 0, "what is included must be an object");
        return false;
    }
    json_object_object_foreach(from->root, key, value) {
        bool known = false;
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) known |= !strcmp(key, KEYS[i]);
        if (known && value) continue;
        cg_json_error(from, CG_E_KEY, cg_json_at(from->arena, "", key), CG_AT_KEY,
                      "only 'parameters' and 'constraints' can be included, and 'doc' beside them");
        good = false;
    }
    return good;
}

static bool include_one(cg_json *j, json_object *name, const char *pointer) {
    if (!json_object_is_type(name, json_type_string)) {
        cg_json_error(j, CG_E_SHAPE, pointer, 0, "the name of what is included must be a string");
        return false;
    }
    const char *text = json_object_get_string(name);
    const char *path = strchr(text, '/') ? NULL : cg_find_beside(j->arena, j->path, "include", text);
    if (!path) {
        cg_json_error(j, CG_E_IO, pointer, 0,
                      "there is no include/%s.json, beside the table or below protocols/", text);
        return false;
    }
    const size_t before = cg_diags_errors(j->diags);
    cg_json *from = cg_json_read(path, j->diags);
    if (!from) return false;
    cg_json_keep(j, from);
    if (cg_diags_errors(j->diags) > before || !good_shape(from)) return false;
    include_params(j, from);
    include_constraints(j, from);
    return true;
}

bool cg_include(cg_json *j) {
    json_object *include;
    if (!json_object_object_get_ex(j->root, "include", &include)) return true;
    bool good = true;
    if (json_object_is_type(include, json_type_array)) {
        for (size_t i = 0; i < json_object_array_length(include); i++)
            good &= include_one(j, json_object_array_get_idx(include, i),
                                cg_json_at_index(j->arena, "/include", (int)i));
    } else {
        good = include_one(j, include, "/include");
    }
    json_object_object_del(j->root, "include");
    return good;
}
