// Design points: `--set`, protocols/points/NAME.json and the "point" of a walk-through, as one list of
// settings.
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli.h"

// Text that settings point to, freed with them.
typedef struct kept {
    struct kept *next;
    char text[];
} kept;

static const char *keep_setting_text(cli_settings *s, const char *text) {
    kept *k = malloc(sizeof *k + strlen(text) + 1);
    if (!k) abort();
    k->next = s->kept;
    s->kept = k;
    return strcpy(k->text, text);
}

void cli_settings_add(cli_settings *s, const char *key, const char *value, const char *where) {
    s->items = cg_array_grow(s->items, s->n, sizeof *s->items);
    s->items[s->n++] = (cg_setting){.key = keep_setting_text(s, key),
                                    .value = keep_setting_text(s, value),
                                    .where = keep_setting_text(s, where)};
}

void cli_settings_free(cli_settings *s) {
    for (kept *k = s->kept, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    free(s->items);
    *s = (cli_settings){0};
}

// Line and column, from 1, of byte `at`.
static void position(const char *text, size_t at, int *line, int *column) {
    *line = *column = 1;
    for (size_t i = 0; i < at && text[i]; i++) {
        if (text[i] == '\n')
            ++*line, *column = 1;
        else
            ++*column;
    }
}

static json_object *parse_settings(const char *path, const char *text, cg_diags *diags) {
    struct json_tokener *t = json_tokener_new();
    int line, column;
    json_object *root = json_tokener_parse_ex(t, text, (int)strlen(text) + 1);
    const enum json_tokener_error e = json_tokener_get_error(t);
    position(text, json_tokener_get_parse_end(t), &line, &column);
    if (!root || e != json_tokener_success) {
        cg_diag_add(diags, CG_E_JSON, path, line, column, NULL, NULL, "%s", json_tokener_error_desc(e));
    }
    json_tokener_free(t);
    return root;
}

static void add_members(cli_settings *s, const char *path, const char *member, json_object *object,
                        cg_diags *diags) {
    json_object_object_foreach(object, key, value) {
        const enum json_type type = json_object_get_type(value);
        char pointer[256];
        if (type == json_type_int || type == json_type_string) {
            cli_settings_add(s, key, json_object_get_string(value), path);
            continue;
        }
        snprintf(pointer, sizeof pointer, "/%s/%s", member, key);
        cg_diag_add(diags, CG_E_SHAPE, path, 0, 0, pointer, NULL,
                    "the value of a parameter must be a number");
    }
}

void cli_settings_from_file(cli_settings *s, const char *path, const char *member, cg_diags *diags) {
    char *text = cli_read_file(path);
    if (!text) {
        cg_diag_add(diags, CG_E_IO, path, 0, 0, NULL, NULL, "cannot be read: %s", strerror(errno));
        return;
    }
    json_object *root = parse_settings(path, text, diags), *object = NULL;
    if (root && !json_object_is_type(root, json_type_object)) {
        cg_diag_add(diags, CG_E_SHAPE, path, 1, 1, NULL, NULL, "a JSON object is wanted here");
    } else if (root && json_object_object_get_ex(root, member, &object)) {
        if (json_object_is_type(object, json_type_object))
            add_members(s, path, member, object, diags);
        else
            cg_diag_add(diags, CG_E_SHAPE, path, 0, 0, member, NULL, "'%s' must be an object", member);
    }
    json_object_put(root);
    free(text);
}
