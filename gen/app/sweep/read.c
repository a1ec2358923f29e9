// Reading the description of a sweep: protocols/sweeps/NAME.json.
#include <string.h>

#include "sweep.h"

typedef struct {
    cg_reader *r;
    sweep *s;
} reader;

// -------------------------------------------------------------------------------------------------- values

static bool has_value(const sweep_axis *a, const char *value) {
    for (int i = 0; i < a->n; i++)
        if (!strcmp(a->values[i], value)) return true;
    return false;
}

static sweep_axis read_axis(reader *d, const cg_entry *e) {
    sweep_axis a = {.key = e->key, .pointer = e->node.pointer};
    cg_entries all = {0};
    if (cg_is_kind(e->node, CG_J_ARRAY)) all = cg_entries_of(d->r, e->node);
    for (int i = 0; i < all.n; i++) {
        cg_node n = all.items[i].node;
        const char *value = json_object_get_string(n.value);
        if (!cg_is_kind(n, CG_J_INT))
            cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "a value of a parameter is a whole number");
        else if (has_value(&a, value))
            cg_error(d->r, CG_E_DUPLICATE, n.pointer, 0, "the value %s is here twice", value);
        else
            *CG_PUSH(d->r->arena, a.values, a.n) = cg_arena_strdup(d->r->arena, value);
    }
    if (all.n == 0)
        cg_error(d->r, CG_E_SHAPE, e->node.pointer, 0, "'%s' needs an array of one value or more", e->key);
    return a;
}

static void add_axes(reader *d, cg_node n, sweep_axes *axes) {
    cg_entries all = cg_entries_of(d->r, n);
    for (int i = 0; i < all.n; i++) {
        for (int k = 0; k < axes->n; k++)
            if (!strcmp(axes->items[k].key, all.items[i].key))
                cg_error(d->r, CG_E_DUPLICATE, all.items[i].node.pointer, CG_AT_KEY,
                         "'%s' is varied for all protocols", all.items[i].key);
        *CG_PUSH(d->r->arena, axes->items, axes->n) = read_axis(d, &all.items[i]);
    }
}

// ----------------------------------------------------------------------------------------------- protocols

static void unknown_protocol(reader *d, cg_node n, const char *name) {
    cg_words w = {0};
    char **names;
    const size_t count = cli_names("protocols", ".json", &names);
    for (size_t i = 0; i < count; i++) cg_words_add(d->r, &w, cg_arena_strdup(d->r->arena, names[i]));
    cli_names_free(names, count);
    desc_unknown(d->r, n.pointer, 0, "protocol", name, &w);
}

// Reports keys below `at` that are no parameters of the protocol.
static void report_unknown_params(reader *d, const cg_spec *spec, cg_node at) {
    cg_entries all = cg_entries_of(d->r, at);
    cg_words w = {0};
    for (int i = 0; i < spec->n_params; i++) cg_words_add(d->r, &w, spec->params[i].name);
    for (int i = 0; i < all.n; i++)
        if (!cg_param_find(spec, all.items[i].key))
            cg_error(d->r, CG_E_UNKNOWN, all.items[i].node.pointer, CG_AT_KEY, "%s has no parameter '%s'%s",
                     spec->name, all.items[i].key, cg_hint(d->r, all.items[i].key, &w));
}

static void check_protocol_table(reader *d, cg_node root, cg_node n, const char *name) {
    const cli plain = {0};
    cli_protocol p;
    if (!desc_protocol_there(name)) {
        unknown_protocol(d, n, name);
        return;
    }
    if (cli_protocol_read_named(&plain, name, &p)) {
        cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "the table '%s' has errors", name);
        return;
    }
    report_unknown_params(d, p.spec, cg_get(d->r, root, "vary", CG_J_OBJECT));
    report_unknown_params(d, p.spec, cg_get(d->r, root, "set", CG_J_OBJECT));
    if (cg_is_kind(n, CG_J_OBJECT)) {
        report_unknown_params(d, p.spec, cg_get(d->r, n, "vary", CG_J_OBJECT));
        report_unknown_params(d, p.spec, cg_get(d->r, n, "set", CG_J_OBJECT));
    }
    cli_protocol_free(&p);
}

// What is set cannot vary.
static void check_set_not_varied(reader *d, const sweep_axes *axes, const desc_pairs *set) {
    for (int i = 0; i < axes->n; i++)
        for (int k = 0; k < set->n; k++)
            if (!strcmp(axes->items[i].key, set->items[k].key))
                cg_error(d->r, CG_E_DUPLICATE, axes->items[i].pointer, CG_AT_KEY,
                         "'%s' is set, and varied here", axes->items[i].key);
}

static void read_sweep_protocol(reader *d, cg_node root, const cg_entry *e) {
    static const cg_key KEYS[] = {
        {"name", CG_J_STRING, true}, {"set", CG_J_OBJECT, false}, {"vary", CG_J_OBJECT, false}};
    sweep *s = d->s;
    sweep_protocol p = {0};
    for (int i = 0; i < s->vary.n; i++) *CG_PUSH(s->arena, p.vary.items, p.vary.n) = s->vary.items[i];
    if (cg_is_kind(e->node, CG_J_STRING)) {
        p.name = cg_arena_strdup(s->arena, json_object_get_string(e->node.value));
    } else {
        if (!CG_CHECK_SHAPE(d->r, e->node, "a protocol of a sweep", KEYS)) return;
        p.name = cg_get_string(d->r, e->node, "name");
        p.set = desc_read_pairs(d->r, cg_get(d->r, e->node, "set", CG_J_OBJECT));
        add_axes(d, cg_get(d->r, e->node, "vary", CG_J_OBJECT), &p.vary);
    }
    check_set_not_varied(d, &p.vary, &p.set);
    for (int i = 0; i < s->n_protocols; i++)
        if (!strcmp(s->protocols[i].name, p.name))
            cg_error(d->r, CG_E_DUPLICATE, e->node.pointer, 0, "the protocol '%s' is here twice", p.name);
    check_protocol_table(d, root, e->node, p.name);
    *CG_PUSH(s->arena, s->protocols, s->n_protocols) = p;
}

// ----------------------------------------------------------------------------------------------- the whole

static const char NO_TECH[] = "none";

static const char *read_sweep_tech(reader *d, cg_node root) {
    const char *said = cg_get_string(d->r, root, "tech");
    cg_words w = {0};
    char **names;
    bool known = said == NULL || !strcmp(said, NO_TECH);
    const size_t n = cli_names("synth/tech", ".json", &names);
    for (size_t i = 0; i < n; i++) {
        known = known || !strcmp(said, names[i]);
        cg_words_add(d->r, &w, cg_arena_strdup(d->r->arena, names[i]));
    }
    cli_names_free(names, n);
    cg_words_add(d->r, &w, NO_TECH);
    if (!known) desc_unknown(d->r, "/tech", 0, "technology", said, &w);
    if (said == NULL) return "osu018";
    return strcmp(said, NO_TECH) ? said : NULL;
}

static void read_workloads(reader *d, cg_node n) {
    sweep *s = d->s;
    cg_entries all = cg_entries_of(d->r, n);
    s->workloads = desc_read_workloads(d->r, n, "a workload of a sweep", false, &s->n_workloads);
    for (int i = 0; i < all.n; i++) {
        json_object *name = NULL;
        if (!cg_is_kind(all.items[i].node, CG_J_OBJECT)) continue;
        json_object_object_get_ex(all.items[i].node.value, "name", &name);
        if (name && !cg_is_name(json_object_get_string(name)))
            cg_error(d->r, CG_E_NAME, cg_json_at(d->r->arena, all.items[i].node.pointer, "name"), 0,
                     "'%s' is no name: a letter, then letters, digits and '_' (a picture is called by it)",
                     json_object_get_string(name));
    }
}

static void check_size(reader *d) {
    const sweep *s = d->s;
    double points = 0;
    for (int p = 0; p < s->n_protocols; p++) {
        double n = s->n_workloads ? s->n_workloads : 1;
        for (int i = 0; i < s->protocols[p].vary.n; i++) n *= s->protocols[p].vary.items[i].n;
        points += n;
    }
    if (points > SWEEP_MAX_POINTS)
        cg_error(d->r, CG_E_SHAPE, "", 0, "these are %.0f points: %d can be had", points, SWEEP_MAX_POINTS);
    if (s->n_protocols == 0) cg_error(d->r, CG_E_SHAPE, "/protocols", 0, "a sweep needs a protocol");
    if (s->n_workloads == 0 && s->tech == NULL)
        cg_error(d->r, CG_E_SHAPE, "/tech", 0, "without workloads and without area there is nothing to run");
}

static void read_sweep_file(cg_reader *r, cg_node root, void *into) {
    static const cg_key KEYS[] = {{"$schema", CG_J_STRING, false}, {"name", CG_J_STRING, true},
                                  {"title", CG_J_STRING, true},    {"doc", CG_J_STRING | CG_J_ARRAY, false},
                                  {"point", CG_J_STRING, false},   {"set", CG_J_OBJECT, false},
                                  {"vary", CG_J_OBJECT, false},    {"harness", CG_J_OBJECT, false},
                                  {"seeds", CG_J_ARRAY, false},    {"protocols", CG_J_ARRAY, true},
                                  {"tech", CG_J_STRING, false},    {"workloads", CG_J_ARRAY, false}};
    reader d = {r, into};
    sweep *s = into;
    CG_CHECK_SHAPE(r, root, "a sweep", KEYS);
    s->name = desc_read_name(r, root);
    s->title = cg_get_string(r, root, "title");
    s->doc = cg_get_doc(r, root, "doc");
    s->point = desc_read_point(r, root, "point");
    s->tech = read_sweep_tech(&d, root);
    s->set = desc_read_pairs(r, cg_get(r, root, "set", CG_J_OBJECT));
    s->harness = desc_read_harness(r, cg_get(r, root, "harness", CG_J_OBJECT));
    s->seeds = desc_read_seeds(r, cg_get(r, root, "seeds", CG_J_ARRAY), 1, &s->n_seeds);
    read_workloads(&d, cg_get(r, root, "workloads", CG_J_ARRAY));
    add_axes(&d, cg_get(r, root, "vary", CG_J_OBJECT), &s->vary);
    check_set_not_varied(&d, &s->vary, &s->set);
    cg_entries all = cg_entries_of(r, cg_get(r, root, "protocols", CG_J_ARRAY));
    for (int i = 0; i < all.n; i++) read_sweep_protocol(&d, root, &all.items[i]);
    check_size(&d);
}

int sweep_read(sweep *s, const char *path) {
    *s = (sweep){.arena = cg_arena_new()};
    s->file = cg_arena_strdup(s->arena, path);
    return desc_read_file(path, "a sweep", s->arena, read_sweep_file, s);
}

void sweep_free(sweep *s) {
    for (int i = 0; i < s->n_points; i++) json_object_put(s->points[i].result);
    cg_arena_free(s->arena);
}
