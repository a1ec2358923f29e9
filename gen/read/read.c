#include "read.h"

#include "include.h"
#include "lang/model.h"
#include "read/features/features.h"
#include "reader.h"

static void read_heading(cg_reader *r, cg_node root) {
    static const cg_key KEYS[] = {
        {"$schema", CG_J_STRING, false},        {"name", CG_J_STRING, true},
        {"title", CG_J_STRING, true},           {"source", CG_J_OBJECT, false},
        {"consistency", CG_J_STRING, true},     {"doc", CG_J_STRING | CG_J_ARRAY, false},
        {"parameters", CG_J_OBJECT, true}, // of its own, or included
        {"constraints", CG_J_ARRAY, false},     {"types", CG_J_OBJECT, false},
        {"constants", CG_J_OBJECT, false},      {"networks", CG_J_OBJECT, true},
        {"messages", CG_J_OBJECT, true},        {"machines", CG_J_OBJECT, true},
        {"check", CG_J_OBJECT, false},          {"counters", CG_J_OBJECT, false},
        {"clock", CG_J_OBJECT, false},          {"simulation_only", CG_J_STRING, false},
        {"synchronization", CG_J_ARRAY, false}, {"clusters", CG_J_OBJECT, false},
        {"functions", CG_J_OBJECT, false},
    };
    static const cg_key SOURCE[] = {{"paper", CG_J_STRING, true}, {"section", CG_J_STRING, false}};
    CG_CHECK_SHAPE(r, root, "a protocol", KEYS);
    cg_node source = cg_get(r, root, "source", CG_J_OBJECT);
    if (source.value) CG_CHECK_SHAPE(r, source, "a source", SOURCE);
    cg_spec *s = r->spec;
    s->name = cg_get_string(r, root, "name");
    s->title = cg_get_text(r, root, "title");
    s->consistency = cg_get_string(r, root, "consistency");
    s->doc = cg_get_doc(r, root, "doc");
    s->simulation_only = cg_get_text(r, root, "simulation_only");
    if (s->simulation_only && !*s->simulation_only)
        cg_error(r, CG_E_SHAPE, "/simulation_only", 0, "it must say why no hardware is made of the table");
    s->paper = cg_get_text(r, source, "paper");
    s->section = cg_get_text(r, source, "section");
    if (s->name && !cg_is_name(s->name))
        cg_error(r, CG_E_NAME, "/name", 0,
                 "'%s' is no name for a protocol: a letter, then letters, digits and '_'", s->name);
}

static void report_empty_clusters(cg_reader *r) {
    const cg_spec *s = r->spec;
    for (int i = 0; i < s->n_clusters; i++) {
        bool used = false;
        for (int m = 0; m < s->n_machines; m++) used |= s->machines[m].cluster == i;
        for (int k = i + 1; k < s->n_clusters; k++) used |= s->clusters[k].in == i;
        if (!used)
            cg_error(r, CG_W_UNUSED, cg_json_at(r->arena, "/clusters", s->clusters[i].name), CG_AT_KEY,
                     "no machine stands in a '%s'", s->clusters[i].name);
    }
}

static void report_unused_params(cg_reader *r) {
    const cg_spec *s = r->spec;
    for (int i = 0; i < s->n_params; i++) {
        const char *at = cg_json_at(r->arena, "/parameters", s->params[i].name);
        if (!r->param_used[i] && !cg_json_origin_of(r->json, at))
            cg_error(r, CG_W_UNUSED, at, CG_AT_KEY, "the parameter '%s' is never used", s->params[i].name);
    }
    for (int i = 0; i < r->n_constants; i++) {
        const cg_constant *c = &r->constants[i];
        if (!c->used)
            cg_error(r, CG_W_UNUSED, c->pointer, CG_AT_KEY, "the constant '%s' is never used", c->name);
    }
    for (int i = 0; i < r->n_types; i++) {
        const cg_named_type *t = &r->types[i];
        if (!t->used) cg_error(r, CG_W_UNUSED, t->pointer, CG_AT_KEY, "the type '%s' is never used", t->name);
    }
}

// Parameters that were included and are never used are none of this table.
static void drop_included(cg_reader *r) {
    cg_spec *s = r->spec;
    int n = 0;
    for (int i = 0; i < s->n_params; i++) {
        const char *at = cg_json_at(r->arena, "/parameters", s->params[i].name);
        if (!r->param_used[i] && cg_json_origin_of(r->json, at)) {
            if (r->param_asked[i])
                cg_diag_add(r->diags, CG_E_UNKNOWN, r->param_where[i], 0, 0, NULL, NULL,
                            "%s has no parameter '%s': it is included, and the table never uses it", s->name,
                            s->params[i].name);
            continue;
        }
        for (int m = 0; m < s->n_machines; m++)
            if (s->machines[m].count_param == i) s->machines[m].count_param = n;
        for (int c = 0; c < s->n_clusters; c++)
            if (s->clusters[c].count_param == i) s->clusters[c].count_param = n;
        s->params[n++] = s->params[i];
    }
    s->n_params = n;
}

static void read_table_parts(cg_reader *r, cg_node root, const cg_setting *settings, size_t n_settings) {
    read_heading(r, root);
    cg_read_consistency(r, root, settings, n_settings);
    cg_read_params(r, root, settings, n_settings);
    cg_read_constants(r, root);
    cg_check_constraints(r, root);
    cg_read_clock(r, root);
    cg_read_clusters(r, root);
    cg_name_machines(r, root);
    cg_read_types(r, root);
    cg_read_functions(r, root);
    cg_read_nets(r, root);
    cg_read_messages(r, root);
    cg_read_commands(r, root);
    cg_read_machines(r, root);
    cg_read_transfers(r);
    cg_read_askers(r);
    cg_read_order(r);
    cg_read_slots(r);
    cg_read_check(r, root);
    cg_read_counters(r, root);
}

static void read_features(cg_spec *s, json_object *root) {
    json_object *features = NULL, *doc;
    if (!json_object_object_get_ex(root, "features", &features)) return;
    if (!json_object_is_type(features, json_type_object)) return;
    json_object_object_foreach(features, name, f) {
        if (!json_object_is_type(f, json_type_object) || !json_object_object_get_ex(f, "doc", &doc)) continue;
        *CG_PUSH(s->arena, s->features, s->n_features) =
            (cg_alias){.name = cg_arena_strdup(s->arena, name),
                       .doc = cg_one_line(s->arena, json_object_get_string(doc))};
    }
}

// A table that is made of another one has no text of its own that says it all.
static const char *whole_text(cg_arena *a, json_object *root) {
    return cg_arena_strdup(
        a, json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
}

// With what the table includes and is made of, and without the features that are left out.
static void read_whole(cg_reader *r, cg_json *json, const char *const *without, size_t n_without,
                       const cg_setting *settings, size_t n_settings) {
    const bool based = json_object_object_get_ex(json->root, "base", NULL);
    if (!cg_include(json) && based) return; // all else would be missing
    read_features(r->spec, json->root);
    const char *own = json->text;
    const char *whole = based ? whole_text(r->arena, json->root) : own;
    cg_features_leave_out(json, without, n_without);
    r->spec->table = cg_arena_strdup(r->arena, json->text == own ? whole : json->text);
    read_table_parts(r, (cg_node){.value = json->root, .pointer = ""}, settings, n_settings);
}

cg_spec *cg_read_spec(cg_json *json, const char *path, const char *const *without, size_t n_without,
                      const cg_setting *settings, size_t n_settings) {
    cg_diags *diags = json->diags;
    const size_t before = cg_diags_errors(diags);
    cg_arena *arena = cg_arena_new();
    cg_spec *spec = cg_arena_alloc(arena, sizeof *spec);
    spec->arena = arena;
    spec->file = cg_arena_strdup(arena, path);
    cg_reader r = {.arena = arena, .json = json, .diags = diags, .spec = spec};
    cg_node root = {.value = json->root, .pointer = ""};
    if (cg_is_kind(root, CG_J_OBJECT)) {
        read_whole(&r, json, without, n_without, settings, n_settings);
        if (cg_diags_errors(diags) == before) {
            report_unused_params(&r);
            report_empty_clusters(&r);
            cg_report_unused_functions(&r);
            drop_included(&r);
        }
    } else {
        cg_error(&r, CG_E_SHAPE, "", 0, "a protocol must be an object");
    }
    cg_model_free(r.model);
    if (cg_diags_errors(diags) == before) return spec;
    cg_spec_free(spec);
    return NULL;
}
