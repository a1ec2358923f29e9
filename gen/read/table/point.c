// Design points: settings that belong together, in a file.
#include <dirent.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "read/read.h"
#include "read/reader.h"

// What is given to the caller are the settings; the arena that they live in is noted before them.
typedef struct {
    cg_arena *arena;
    cg_setting settings[];
} point;

static const char *base_name(cg_arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return cg_arena_strndup(a, name, dot ? (size_t)(dot - name) : strlen(name));
}

static void report_unknown(cg_arena *a, const char *path, cg_diags *diags) {
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? cg_arena_strndup(a, path, (size_t)(slash - path)) : ".";
    const char *name = base_name(a, path);
    cg_words w = {0};
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t n = strlen(e->d_name);
        if (n > 5 && !strcmp(e->d_name + n - 5, ".json")) *CG_PUSH(a, w.names, w.n) = base_name(a, e->d_name);
    }
    if (dir) closedir(dir);
    const char *near = cg_did_you_mean(name, w.names, (size_t)w.n);
    cg_diag_add(diags, CG_E_POINT, path, 0, 0, NULL, NULL, "'%s' is no design point%s%s%s", name,
                near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

static void read_setting(cg_reader *r, const cg_entry *e, bool if_declared, cg_setting *to) {
    const cg_place at = cg_json_place(r->json, e->node.pointer, 0);
    if (!cg_is_kind(e->node, CG_J_INT))
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "'%s' must be a whole number", e->key);
    to->key = e->key;
    to->value = cg_arena_strdup(r->arena, json_object_get_string(e->node.value));
    to->where = cg_arena_printf(r->arena, "%s:%d:%d", r->json->path, at.line, at.column);
    to->if_declared = if_declared;
}

static cg_setting *read_point_settings(cg_reader *r, size_t *n) {
    static const cg_key KEYS[] = {{"$schema", CG_J_STRING, false},
                                  {"name", CG_J_STRING, true},
                                  {"doc", CG_J_STRING, true},
                                  {"set", CG_J_OBJECT, true},
                                  {"if_declared", CG_J_OBJECT, false}};
    cg_node root = {.value = r->json->root, .pointer = ""};
    CG_CHECK_SHAPE(r, root, "a design point", KEYS);
    const char *name = cg_get_string(r, root, "name"), *file = base_name(r->arena, r->json->path);
    if (name && strcmp(name, file))
        cg_error(r, CG_E_NAME, "/name", 0, "the file of '%s' is called '%s'", name, file);
    const cg_entries all = cg_entries_of(r, cg_get(r, root, "set", CG_J_OBJECT));
    const cg_entries more = cg_entries_of(r, cg_get(r, root, "if_declared", CG_J_OBJECT));
    *n = (size_t)(all.n + more.n);
    point *p = cg_arena_alloc(r->arena, sizeof *p + *n * sizeof *p->settings);
    p->arena = r->arena;
    for (int i = 0; i < all.n; i++) read_setting(r, &all.items[i], false, &p->settings[i]);
    for (int i = 0; i < more.n; i++) read_setting(r, &more.items[i], true, &p->settings[all.n + i]);
    return p->settings;
}

void cg_point_free(cg_setting *settings) {
    if (!settings) return;
    point *p = (point *)(void *)((char *)settings - offsetof(point, settings));
    cg_arena_free(p->arena);
}

cg_setting *cg_point_load(const char *path, size_t *n, cg_diags *diags) {
    const size_t before = cg_diags_errors(diags);
    cg_arena *arena = cg_arena_new();
    cg_setting *settings = NULL;
    *n = 0;
    if (access(path, F_OK)) report_unknown(arena, path, diags);
    cg_json *json = cg_diags_errors(diags) == before ? cg_json_read(path, diags) : NULL;
    cg_reader r = {.arena = arena, .json = json, .diags = diags};
    if (json && cg_is_kind((cg_node){.value = json->root}, CG_J_OBJECT))
        settings = read_point_settings(&r, n);
    else if (json)
        cg_error(&r, CG_E_SHAPE, "", 0, "a design point must be an object");
    cg_json_free(json);
    if (settings && cg_diags_errors(diags) == before) return settings;
    cg_arena_free(arena); // and the settings in it
    *n = 0;
    return NULL;
}
