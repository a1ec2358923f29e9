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

static bool include_all(cg_json *j) {
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

// ------------------------------------------------------------------------------------------- another table

// The tables that are being read, each the base of the next one.
typedef struct based {
    const char *path;
    const struct based *above;
} based;

static bool resolve(cg_json *j, const based *above);

// What `ours` says of `theirs`, at this place in both files: RFC 7396, a merge patch, in which null leaves a
// member out. What `ours` has not is of the file `from`.
static bool patch(cg_json *j, const cg_json *from, json_object *theirs, json_object *ours, const char *at) {
    bool good = true;
    json_object_object_foreach(theirs, kept, unused) {
        (void)unused;
        const char *pointer = cg_json_at(j->arena, at, kept);
        if (!json_object_object_get_ex(ours, kept, NULL)) cg_json_from(j, pointer, from, pointer);
    }
    json_object_object_foreach(ours, key, value) {
        const char *pointer = cg_json_at(j->arena, at, key);
        json_object *old = NULL;
        const bool there = json_object_object_get_ex(theirs, key, &old);
        if (!value && !there) {
            cg_json_error(j, CG_E_UNKNOWN, pointer, CG_AT_KEY, "there is no '%s' in %s to leave out", key,
                          from->path);
            good = false;
        } else if (!value) {
            json_object_object_del(theirs, key);
        } else if (json_object_is_type(old, json_type_object) &&
                   json_object_is_type(value, json_type_object)) {
            good &= patch(j, from, old, value, pointer);
        } else {
            json_object_object_add(theirs, key, json_object_get(value));
        }
    }
    return good;
}

static const char *find_base(cg_json *j, json_object *name) {
    if (!json_object_is_type(name, json_type_string)) {
        cg_json_error(j, CG_E_SHAPE, "/base", 0,
                      "the name of the table that this one is made of must be a string");
        return NULL;
    }
    const char *text = json_object_get_string(name);
    const char *path = strchr(text, '/') ? NULL : cg_find_beside(j->arena, j->path, "", text);
    if (!path)
        cg_json_error(j, CG_E_IO, "/base", 0, "there is no table %s.json, beside this one or in protocols/",
                      text);
    return path;
}

static bool is_above(const based *table, const char *path) {
    while (table && strcmp(table->path, path) != 0) table = table->above;
    return table != NULL;
}

// What each table says of itself alone.
static void drop_own(json_object *root) {
    static const char *const OWN[] = {"$schema", "name", "title", "doc"};
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++) json_object_object_del(root, OWN[i]);
}

static bool put_into_base(cg_json *j, const based *above) {
    json_object *name, *ours = j->root;
    const based here = {.path = j->path, .above = above};
    if (!json_object_object_get_ex(ours, "base", &name)) return true;
    const char *path = find_base(j, name);
    if (path && is_above(&here, path)) {
        cg_json_error(j, CG_E_SYNTAX, "/base", 0, "%s is made of itself", path);
        path = NULL;
    }
    json_object_object_del(ours, "base");
    const size_t before = cg_diags_errors(j->diags);
    cg_json *from = path ? cg_json_read(path, j->diags) : NULL;
    if (!from) return false;
    cg_json_keep(j, from);
    if (!json_object_is_type(from->root, json_type_object))
        cg_json_error(from, CG_E_SHAPE, "", 0, "a protocol must be an object");
    else
        resolve(from, &here);
    if (cg_diags_errors(j->diags) > before) return false;
    drop_own(from->root);
    const bool good = patch(j, from, from->root, ours, "");
    j->root = json_object_get(from->root);
    json_object_put(ours);
    return good;
}

static bool resolve(cg_json *j, const based *above) {
    const bool good = put_into_base(j, above);
    return include_all(j) && good;
}

bool cg_include(cg_json *j) {
    return resolve(j, NULL);
}
