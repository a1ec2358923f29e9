#include "parts.h"

#include <json-c/json_pointer.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------- what is left out

static void report_unknown_feature(cg_feature_work *w, const char *name, json_object *features) {
    const char **names = NULL;
    int n = 0;
    if (features) {
        json_object_object_foreach(features, key, v) {
            if (v) *CG_PUSH(w->j->arena, names, n) = key;
        }
    }
    const char *near = cg_did_you_mean(name, names, (size_t)n);
    cg_diag_add(w->j->diags, CG_E_UNKNOWN, w->j->path, 0, 0, NULL, NULL,
                "'%s' is no feature of this table%s%s%s", name, near ? " (did you mean '" : "",
                near ? near : "", near ? "'?)" : "");
    w->good = false;
}

// Also those that need one that is out, until there are no more.
static void gather_left_out(cg_feature_work *w, json_object *features, const char *const *without, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (!cg_ft_get(features, without[i]))
            report_unknown_feature(w, without[i], features);
        else if (!cg_ft_is_out(w, without[i]))
            *CG_PUSH(w->j->arena, w->out, w->n_out) = without[i];
    }
    for (bool more = features != NULL; more;) {
        more = false;
        json_object_object_foreach(features, name, f) {
            json_object *needs = cg_ft_get(f, "needs");
            for (size_t i = 0; i < cg_ft_length(needs) && !cg_ft_is_out(w, name); i++) {
                if (!cg_ft_is_out(w, cg_ft_text(json_object_array_get_idx(needs, i)))) continue;
                *CG_PUSH(w->j->arena, w->out, w->n_out) = name;
                more = true;
            }
        }
    }
}

enum { MOST_PARTS = 6 }; // of a pointer that means something to rules, and one more

// The parts of a pointer, unescaped names being enough here. Returns how many.
static int split_pointer(cg_arena *a, const char *pointer, const char *part[MOST_PARTS]) {
    int n = 0;
    while (*pointer == '/' && n < MOST_PARTS) {
        const size_t len = strcspn(++pointer, "/");
        part[n++] = cg_arena_strndup(a, pointer, len);
        pointer += len;
    }
    return n;
}

static cg_gone *add_thing(cg_feature_work *w, cg_gone_kind what, const char *machine, const char *name,
                          const char *reads) {
    cg_gone *g = CG_PUSH(w->j->arena, w->things, w->n_things);
    *g = (cg_gone){.what = what, .machine = machine, .name = name, .message = "", .reads = reads};
    return g;
}

// What a part of a machine at /machines/M/... means for rules: CG_N_GONE if nothing.
static cg_gone_kind part_of_machine(const char *const *part, int n) {
    static const struct {
        const char *key;
        cg_gone_kind what;
    } PARTS[] = {{"inputs", CG_GONE_FIELD + CG_SPACE_REG}, // named as registers are
                 {"states", CG_GONE_STATE},
                 {"events", CG_GONE_EVENT},
                 {"let", CG_GONE_LET},
                 {"actions", CG_GONE_LIST},
                 {"store_buffer", CG_GONE_BUFFERED},
                 {"epoch", CG_GONE_EPOCH}};
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        const cg_space_row *row = &CG_SPACES[k];
        if (strcmp(part[2], row->member) != 0 || row->traits & CG_TRAIT_NAMED) continue;
        if (!*row->within || (n == 5 && !strcmp(part[3], row->within))) return CG_GONE_FIELD + k;
    }
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (!strcmp(part[2], PARTS[i].key)) return PARTS[i].what;
    return CG_N_GONE;
}

// What a pointer that is dropped means for rules. Networks, types and the like mean nothing to them.
static void note_gone(cg_feature_work *w, const char *pointer, const char *reads) {
    const char *part[MOST_PARTS];
    const int n = split_pointer(w->j->arena, pointer, part);
    if (n == 2 && !strcmp(part[0], "messages")) add_thing(w, CG_GONE_MESSAGE, "", part[1], NULL);
    if (n == 4 && !strcmp(part[0], "messages")) {
        json_object *m = cg_ft_get(cg_ft_get(w->j->root, "messages"), part[1]);
        const char *to = cg_arena_strdup(w->j->arena, cg_ft_text(cg_ft_get(m, "to")));
        add_thing(w, CG_GONE_ARGUMENT, to, part[3], reads)->message = part[1];
    }
    if (n < 3 || strcmp(part[0], "machines") != 0) return;
    const cg_gone_kind what = part_of_machine(part, n);
    if (what != CG_N_GONE) add_thing(w, what, part[1], n > 3 ? part[n - 1] : "", reads);
}

static void bad_pointer(cg_feature_work *w, const char *feature, const char *key, const char *pointer) {
    const char *at = cg_json_at(w->j->arena, cg_json_at(w->j->arena, "/features", feature), key);
    cg_json_error(w->j, CG_E_UNKNOWN, at, 0, "there is nothing at '%s' in this table", pointer);
    w->good = false;
}

static void bad_shape(cg_feature_work *w, const char *at, const char *what) {
    cg_json_error(w->j, CG_E_SHAPE, at, 0, "%s", what);
    w->good = false;
}

static bool pointer_exists(const cg_feature_work *w, const char *pointer) {
    json_object *v;
    return json_pointer_get(w->j->root, pointer, &v) == 0;
}

// note [added]: what a feature adds exists only without it. The pointer names something that the table does
// not have, in something that it has; two features do not add the same. Rules are the exception: those that
// are added stand before those that the machine has.
static bool is_rules(const cg_feature_work *w, const char *pointer) {
    const char *part[MOST_PARTS];
    return split_pointer(w->j->arena, pointer, part) == 3 && !strcmp(part[0], "machines") &&
           !strcmp(part[2], "rules");
}

static bool has_parent(const cg_feature_work *w, const char *pointer) {
    const char *last = strrchr(pointer, '/');
    json_object *o;
    if (!last || !last[1]) return false;
    if (last == pointer) return true;
    const char *parent = cg_arena_strndup(w->j->arena, pointer, (size_t)(last - pointer));
    return json_pointer_get(w->j->root, parent, &o) == 0 && json_object_is_type(o, json_type_object);
}

// The first feature that adds what is at `pointer`.
static const char *first_to_add(json_object *features, const char *pointer) {
    json_object_object_foreach(features, name, f) {
        if (cg_ft_get(cg_ft_get(f, "add"), pointer)) return name;
    }
    return "";
}

static void bad_place(cg_feature_work *w, const char *at, const char *pointer) {
    cg_json_error(w->j, CG_E_UNKNOWN, at, CG_AT_KEY, "this table has nothing that '%s' could be added to",
                  pointer);
    w->good = false;
}

static void check_added(cg_feature_work *w, json_object *features, const char *feature, json_object *add) {
    const char *at = cg_json_at(w->j->arena, cg_json_at(w->j->arena, "/features", feature), "add");
    json_object_object_foreach(add, p, v) {
        const char *here = cg_json_at(w->j->arena, at, p);
        const char *first = first_to_add(features, p);
        if (is_rules(w, p)) {
            if (!pointer_exists(w, p)) bad_place(w, here, p);
            if (!json_object_is_type(v, json_type_array))
                bad_shape(w, here, "rules that are added must be an array");
        } else if (pointer_exists(w, p)) {
            cg_json_error(w->j, CG_E_DUPLICATE, here, CG_AT_KEY,
                          "the table has '%s' already: what takes its place stands in 'instead'", p);
            w->good = false;
        } else if (!has_parent(w, p)) {
            bad_place(w, here, p);
        } else if (strcmp(first, feature) != 0) {
            cg_json_error(w->j, CG_E_DUPLICATE, here, CG_AT_KEY, "the feature '%s' adds '%s', too", first, p);
            w->good = false;
        }
    }
}

// All pointers of all features must lead somewhere, whether the feature is left out or not.
static void check_pointers(cg_feature_work *w, json_object *features) {
    static const char *const KEYS[] = {"reads", "instead"};
    json_object_object_foreach(features, name, f) {
        json_object *drop = cg_ft_get(f, "drop");
        for (size_t i = 0; i < cg_ft_length(drop); i++) {
            const char *p = cg_ft_text(json_object_array_get_idx(drop, i));
            if (!pointer_exists(w, p)) bad_pointer(w, name, "drop", p);
        }
        for (int k = 0; k < 2; k++) {
            if (!cg_ft_get(f, KEYS[k])) continue;
            json_object_object_foreach(cg_ft_get(f, KEYS[k]), p, v) {
                if (v && !pointer_exists(w, p)) bad_pointer(w, name, KEYS[k], p);
            }
        }
        if (cg_ft_get(f, "add")) check_added(w, features, name, cg_ft_get(f, "add"));
        json_object *needs = cg_ft_get(f, "needs");
        for (size_t i = 0; i < cg_ft_length(needs); i++) {
            const char *n = cg_ft_text(json_object_array_get_idx(needs, i));
            if (!cg_ft_get(features, n)) bad_pointer(w, name, "needs", n);
        }
    }
}

static void note_feature(cg_feature_work *w, json_object *f) {
    json_object *drop = cg_ft_get(f, "drop"), *reads = cg_ft_get(f, "reads");
    for (size_t i = 0; i < cg_ft_length(drop); i++) {
        const char *p = cg_ft_text(json_object_array_get_idx(drop, i));
        json_object *v = cg_ft_get(reads, p);
        note_gone(w, p, v ? cg_ft_text(v) : NULL);
    }
}

static void remove_pointer(cg_feature_work *w, const char *pointer) {
    const char *last = strrchr(pointer, '/');
    json_object *o;
    if (!last) return;
    const char *parent = cg_arena_strndup(w->j->arena, pointer, (size_t)(last - pointer));
    if (json_pointer_get(w->j->root, parent, &o) == 0 && json_object_is_type(o, json_type_object))
        json_object_object_del(o, last + 1);
}

// Puts the rules before those at `pointer`.
static void put_rules(cg_feature_work *w, const char *pointer, json_object *rules) {
    json_object *old, *all = json_object_new_array();
    if (json_pointer_get(w->j->root, pointer, &old) != 0) old = NULL; // the machine is gone
    for (size_t i = 0; i < cg_ft_length(rules); i++)
        json_object_array_add(all, json_object_get(json_object_array_get_idx(rules, i)));
    for (size_t i = 0; i < cg_ft_length(old); i++)
        json_object_array_add(all, json_object_get(json_object_array_get_idx(old, i)));
    if (!old || json_pointer_set(&w->j->root, pointer, all) != 0) json_object_put(all);
}

static void put_added(cg_feature_work *w, json_object *add) {
    json_object_object_foreach(add, p, v) {
        json_object *held = json_object_get(v);
        if (is_rules(w, p)) {
            put_rules(w, p, v);
            json_object_put(held);
        } else if (json_pointer_set(&w->j->root, p, held) != 0) {
            json_object_put(held); // what it belongs to is gone with another feature
        }
    }
}

static void put_instead(cg_feature_work *w, json_object *instead) {
    json_object_object_foreach(instead, p, v) {
        json_object *held = json_object_get(v);
        if (json_pointer_set(&w->j->root, p, held) != 0) json_object_put(held); // gone with another feature
    }
}

static void remove_dropped(cg_feature_work *w, json_object *drop) {
    for (size_t i = 0; i < cg_ft_length(drop); i++)
        remove_pointer(w, cg_ft_text(json_object_array_get_idx(drop, i)));
}

// Pointers count the rules of the table as it is written, so rules are added last. The order is the table's,
// whichever was named first.
static void change_features(cg_feature_work *w, json_object *features) {
    static const struct {
        const char *key;
        void (*change)(cg_feature_work *, json_object *);
    } STEPS[] = {{"instead", put_instead}, {"drop", remove_dropped}, {"add", put_added}};
    for (size_t k = 0; k < sizeof STEPS / sizeof *STEPS; k++) {
        json_object_object_foreach(features, name, f) {
            json_object *v = cg_ft_is_out(w, name) ? cg_ft_get(f, STEPS[k].key) : NULL;
            if (v) STEPS[k].change(w, v);
        }
    }
}

// -------------------------------------------------------------------------------------------------- the step

static void strip_marks(json_object *root) {
    json_object *machines = cg_ft_get(root, "machines");
    json_object_object_del(root, "features");
    if (!machines || !json_object_is_type(machines, json_type_object)) return;
    json_object_object_foreach(machines, name, m) {
        json_object *rules = *name ? cg_ft_get(m, "rules") : NULL;
        for (size_t i = 0; i < cg_ft_length(rules); i++) {
            json_object *r = json_object_array_get_idx(rules, i);
            if (json_object_is_type(r, json_type_object)) json_object_object_del(r, "feature");
        }
    }
}

static void check_texts(cg_feature_work *w, const char *at, const char *key, json_object *list) {
    for (size_t i = 0; i < cg_ft_length(list); i++) {
        if (json_object_is_type(json_object_array_get_idx(list, i), json_type_string)) continue;
        const char *item = cg_arena_printf(w->j->arena, "%s/%zu", at, i);
        bad_shape(w, item, cg_arena_printf(w->j->arena, "each of '%s' must be a string", key));
    }
}

// The keys of a feature, and what they hold.
static const struct {
    const char *key;
    enum json_type type;
    const char *what;
} KEYS[] = {{"doc", json_type_string, "'doc' must be a string"},
            {"needs", json_type_array, "'needs' must be an array of features"},
            {"drop", json_type_array, "'drop' must be an array of JSON pointers"},
            {"reads", json_type_object, "'reads' must be an object: JSON pointers and expressions"},
            {"instead", json_type_object, "'instead' must be an object: JSON pointers and values"},
            {"add", json_type_object, "'add' must be an object: JSON pointers and values"}};

static void check_key(cg_feature_work *w, const char *feature, const char *key, json_object *v) {
    const char *at = cg_json_at(w->j->arena, feature, key);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        if (strcmp(key, KEYS[i].key) != 0) continue;
        if (!json_object_is_type(v, KEYS[i].type)) {
            bad_shape(w, at, KEYS[i].what);
        } else if (KEYS[i].type == json_type_array) {
            check_texts(w, at, key, v);
        } else if (!strcmp(key, "reads")) {
            json_object_object_foreach(v, pointer, text) {
                if (!json_object_is_type(text, json_type_string))
                    bad_shape(w, cg_json_at(w->j->arena, at, pointer),
                              "what is read instead must be an expression, a string");
            }
        }
        return;
    }
    cg_json_error(w->j, CG_E_KEY, at, CG_AT_KEY, "a feature has no key '%s'", key);
    w->good = false;
}

// A feature is an object of the keys above.
static bool check_shape(cg_feature_work *w, json_object *features) {
    json_object_object_foreach(features, name, f) {
        const char *at = cg_json_at(w->j->arena, "/features", name);
        if (!json_object_is_type(f, json_type_object) || !cg_ft_get(f, "doc")) {
            bad_shape(w, at, "a feature must be an object with 'doc'");
            continue;
        }
        json_object_object_foreach(f, key, v) check_key(w, at, key, v);
    }
    return w->good;
}

// note [circles of features]: a feature that needs itself, over any number of others, goes with all of them:
// they are one feature. What `from` needs, as a chain "a needs b, b needs c" up to `to`, or NULL: it does
// not. Those of the chain are put into `told`, those that were looked at into `seen`.
static const char *chain_of_needs(cg_feature_work *w, json_object *features, const char *from, const char *to,
                                  json_object *seen, json_object *told) {
    json_object *needs = cg_ft_get(cg_ft_get(features, from), "needs");
    if (cg_ft_get(seen, from)) return NULL;
    json_object_object_add(seen, from, json_object_new_boolean(true));
    for (size_t i = 0; i < cg_ft_length(needs); i++) {
        const char *next = cg_ft_text(json_object_array_get_idx(needs, i));
        const char *here = cg_arena_printf(w->j->arena, "%s needs %s", from, next);
        const char *rest = strcmp(next, to) != 0 ? chain_of_needs(w, features, next, to, seen, told) : "";
        if (!rest) continue;
        json_object_object_add(told, from, json_object_new_boolean(true));
        return *rest ? cg_arena_printf(w->j->arena, "%s, %s", here, rest) : here;
    }
    return NULL;
}

static void check_circles(cg_feature_work *w, json_object *features) {
    json_object *told = json_object_new_object();
    json_object_object_foreach(features, name, f) {
        if (!cg_ft_get(f, "needs") || cg_ft_get(told, name)) continue;
        json_object *seen = json_object_new_object();
        const char *circle = chain_of_needs(w, features, name, name, seen, told);
        json_object_put(seen);
        if (!circle) continue;
        cg_json_error(
            w->j, CG_E_SYNTAX, cg_json_at(w->j->arena, cg_json_at(w->j->arena, "/features", name), "needs"),
            0,
            "features need each other in a circle (%s): none of them can be left out alone, so make "
            "them one",
            circle);
        w->good = false;
    }
    json_object_put(told);
}

// Rules belong to features that there are; `list`: pointer to them.
static void check_marks(cg_feature_work *w, json_object *features, const char *list, json_object *rules) {
    for (size_t i = 0; i < cg_ft_length(rules); i++) {
        json_object *mark = cg_ft_get(json_object_array_get_idx(rules, i), "feature");
        const bool many = mark && json_object_is_type(mark, json_type_array);
        for (size_t k = 0; k < (many ? cg_ft_length(mark) : mark != NULL); k++) {
            const char *name = cg_ft_text(many ? json_object_array_get_idx(mark, k) : mark);
            if (cg_ft_get(features, name)) continue;
            const char *at = cg_arena_printf(w->j->arena, "%s/%zu/feature", list, i);
            cg_json_error(w->j, CG_E_UNKNOWN, at, 0, "'%s' is no feature of this table", name);
            w->good = false;
        }
    }
}

static void check_rules(cg_feature_work *w, json_object *features) {
    json_object *machines = cg_ft_get(w->j->root, "machines");
    if (!machines || !json_object_is_type(machines, json_type_object)) return;
    json_object_object_foreach(machines, name, m) {
        const char *at = cg_json_at(w->j->arena, cg_json_at(w->j->arena, "/machines", name), "rules");
        check_marks(w, features, at, cg_ft_get(m, "rules"));
    }
    if (!features || !json_object_is_type(features, json_type_object)) return;
    json_object_object_foreach(features, feature, f) {
        json_object *add = cg_ft_get(f, "add");
        if (!add || !json_object_is_type(add, json_type_object)) continue;
        const char *at = cg_json_at(w->j->arena, cg_json_at(w->j->arena, "/features", feature), "add");
        json_object_object_foreach(add, p, v) {
            if (is_rules(w, p)) check_marks(w, features, cg_json_at(w->j->arena, at, p), v);
        }
    }
}

static void change_table(cg_feature_work *w, json_object *features) {
    for (int i = 0; i < w->n_out; i++) note_feature(w, cg_ft_get(features, w->out[i]));
    change_features(w, features);
    json_object *machines = cg_ft_get(w->j->root, "machines");
    if (machines && json_object_is_type(machines, json_type_object)) {
        json_object_object_foreach(machines, name, m) cg_ft_change_machine(w, name, m);
    }
}

bool cg_features_leave_out(cg_json *j, const char *const *without, size_t n) {
    cg_feature_work w = {.j = j, .good = true};
    json_object *features = json_object_get(cg_ft_get(j->root, "features"));
    if (features && !json_object_is_type(features, json_type_object)) {
        cg_json_error(j, CG_E_SHAPE, "/features", 0, "features must be an object");
        w.good = false;
    } else if (features && check_shape(&w, features)) {
        check_pointers(&w, features);
        if (w.good) check_circles(&w, features);
    }
    check_rules(&w, features);
    if (w.good) gather_left_out(&w, features, without, n);
    if (w.good && w.n_out) change_table(&w, features);
    strip_marks(j->root);
    if (w.good && w.n_out) {
        const char *text =
            json_object_to_json_string_ext(j->root, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE);
        j->text = cg_arena_strdup(j->arena, text);
        j->length = strlen(text);
    }
    json_object_put(features);
    return w.good;
}
