// The places of a protocol file where slips are made, and what becomes of each: unformed, equal, or a mutant.
#include "mutate.h"

#include <json-c/json_pointer.h>
#include <stdlib.h>
#include <string.h>

#include "load/load.h"
#include "parts.h"
#include "read/include.h"

const cg_mutation_info cg_mutations[CG_N_MUTATIONS] = {
#define X(id, name, doc, before, after) {name, doc, before, after},
    CG_MUTATIONS(X)
#undef X
};

// ------------------------------------------------------------------------------------------------ texts

// An array is a number of elements, which come and go with their indices; an object has keys.
static void leave_out(json_object *parent, const char *key) {
    if (json_object_is_type(parent, json_type_array))
        json_object_array_del_idx(parent, (size_t)strtoul(key, NULL, 10), 1);
    else
        json_object_object_del(parent, key);
}

static void change_member(json_object **root, const cg_mutant *m) {
    if (m->value) {
        json_pointer_set(root, m->pointer, json_object_get(m->value));
        return;
    }
    const char *slash = strrchr(m->pointer, '/');
    char *parent = strndup(m->pointer, (size_t)(slash - m->pointer));
    json_object *o = NULL;
    if (parent && json_pointer_get(*root, parent, &o) == 0) leave_out(o, slash + 1);
    free(parent);
}

char *cg_mutant_text(const cg_mutants *all, const cg_mutant *m) {
    json_object *copy = NULL;
    if (json_object_deep_copy(all->root, &copy, NULL)) abort();
    if (m) change_member(&copy, m);
    const int flags = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE | JSON_C_TO_STRING_SPACED;
    char *text = strdup(json_object_to_json_string_ext(copy, flags));
    if (!text) abort();
    json_object_put(copy);
    return text;
}

// ------------------------------------------------------------------------------------ what a slip becomes

// The reader takes files: this one has no name.
static cg_spec *read_mutant(const cg_mutating *w, const char *text, cg_diags *diags) {
    char path[32];
    FILE *f = tmpfile();
    if (!f || fputs(text, f) < 0 || fflush(f)) {
        cg_diag_add(diags, CG_E_IO, NULL, 0, 0, NULL, NULL, "no room for a temporary file");
        if (f) fclose(f);
        return NULL;
    }
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(f));
    cg_spec *s = cg_spec_read(path, w->settings, w->n_settings, diags);
    fclose(f);
    return s;
}

static bool is_digest_seen(cg_mutating *w, uint64_t digest) {
    for (int i = 0; i < w->n_digests; i++) {
        if (w->digests[i] == digest) return true;
    }
    *CG_PUSH(w->all->arena, w->digests, w->n_digests) = digest;
    return false;
}

enum { FIRST_STATIC = 300 }; // smaller codes: the text is no table

// Is it worth keeping? Says why it is refused, if it is.
static bool judge_mutant(cg_mutating *w, cg_mutant *m) {
    cg_mutants *all = w->all;
    cg_diags *diags = cg_diags_new();
    char *text = cg_mutant_text(all, m);
    cg_spec *s = read_mutant(w, text, diags);
    const char *message;
    const int code = (int)cg_diags_first(diags, &message);
    bool keep = s != NULL;
    if (s && is_digest_seen(w, cg_mutate_digest(s))) {
        keep = false;
        all->equal++;
    } else if (!s && code < FIRST_STATIC) {
        all->unformed++;
    } else if (!s) {
        keep = true;
        m->refused = cg_arena_printf(all->arena, "E%04d: %s", code, message);
    }
    cg_spec_free(s);
    cg_diags_free(diags);
    free(text);
    return keep;
}

// Ids have no blanks.
static const char *id_of(const cg_mutating *w, cg_mutation op, const char *detail) {
    cg_arena *a = w->all->arena;
    const char *colon = *detail ? ":" : "", *slash = *detail && *w->key ? "/" : "";
    char *id = cg_arena_printf(a, "%s:%s%s%s%s%s", w->place, cg_mutations[op].name, colon,
                               *detail ? w->key : "", slash, detail);
    char *to = id;
    for (const char *from = id; *from; from++) {
        if (*from != ' ') *to++ = *from;
    }
    *to = '\0';
    return id;
}

// A second one of the same text gets a number.
static const char *unique_id(const cg_mutants *all, const char *id) {
    const char *one = id;
    for (int n = 2; cg_mutant_find(all, one); n++) one = cg_arena_printf(all->arena, "%s#%d", id, n);
    return one;
}

// Is this mutant, or one of the same text, asked for?
static bool is_wanted(const cg_mutating *w, const char *id) {
    const size_t n = strlen(id);
    bool wanted = !w->only;
    for (size_t i = 0; i < w->n_only && !wanted; i++) {
        const char *one = w->only[i];
        wanted = !strncmp(one, id, n) && (one[n] == '\0' || one[n] == '#');
    }
    return wanted;
}

void cg_mutate_add(cg_mutating *w, cg_mutation op, const char *detail, const char *pointer,
                   const char *before, const char *after, json_object *value) {
    cg_mutants *all = w->all;
    cg_mutant m = {.op = op,
                   .machine = cg_arena_strdup(all->arena, w->machine->name), // all outlive the spec
                   .pointer = pointer,
                   .before = cg_arena_strdup(all->arena, before),
                   .after = cg_arena_strdup(all->arena, after),
                   .value = value};
    const char *id = id_of(w, op, detail);
    if (!is_wanted(w, id) || !judge_mutant(w, &m)) {
        json_object_put(value);
        return;
    }
    m.id = unique_id(all, id);
    *CG_PUSH(all->arena, all->items, all->n) = m;
}

// "now = now" and "now = fit(now)" are the assignment left out, which is a mutant of its own.
static bool changes_nothing(const cg_mutating *w, const char *after) {
    const char *t = w->unchanged;
    if (!t) return false;
    cg_arena *a = w->all->arena;
    return !strcmp(after, cg_arena_printf(a, "%s = %s", t, t)) ||
           !strcmp(after, cg_arena_printf(a, "%s = fit(%s)", t, t));
}

void cg_mutate_splice(cg_mutating *w, cg_mutation op, int at, int end, const char *text, const char *detail) {
    const char *t = w->whole->text;
    const char *after = cg_arena_printf(w->all->arena, "%.*s%s%s", at, t, text, t + end);
    if (changes_nothing(w, after)) return;
    cg_mutate_add(w, op, detail, w->whole->pointer, t, after, json_object_new_string(after));
}

void cg_mutate_word(cg_mutating *w, cg_mutation op, int at, int end, const char *text) {
    cg_mutate_splice(w, op, at, end, text,
                     cg_arena_printf(w->all->arena, "%.*s->%s", end - at, w->whole->text + at, text));
}

// ----------------------------------------------------------------------------------------------- places

void cg_mutate_text(cg_mutating *w, const char *pointer, const char *key, json_object *text, bool condition) {
    if (!text) return;
    cg_source *s = cg_arena_alloc(w->all->arena, sizeof *s);
    *s = (cg_source){pointer, cg_arena_strdup(w->all->arena, json_object_get_string(text))};
    w->whole = s;
    w->key = key;
    w->unchanged = NULL;
    const cg_ast *n = cg_parse_whole(w->reader, s);
    if (n) cg_mutate_expr(w, n, condition);
}

static void set_place(cg_mutating *w, const char *kind, const char *name) {
    w->rule = NULL;
    w->key = "";
    w->place = cg_arena_printf(w->all->arena, "%s.%s.%s/%s", w->spec->name, w->machine->name, kind, name);
}

static void mutate_lets(cg_mutating *w, const char *pointer, json_object *lets) {
    json_object_object_foreach(lets, name, let) {
        cg_arena *a = w->all->arena;
        set_place(w, "let", name);
        cg_mutate_text(w, cg_json_at(a, cg_json_at(a, pointer, name), "is"), "",
                       json_object_object_get(let, "is"), false);
    }
}

// Conditions of alarms.
static void mutate_events(cg_mutating *w, const char *pointer, json_object *events) {
    json_object_object_foreach(events, name, event) {
        const char *at = cg_json_at(w->all->arena, cg_json_at(w->all->arena, pointer, name), "mshr");
        set_place(w, "events", name);
        cg_mutate_text(w, at, "", json_object_object_get(event, "mshr"), true);
    }
}

// What events look for in cams and rings.
static void mutate_structures(cg_mutating *w, const char *pointer, json_object *structures) {
    cg_arena *a = w->all->arena;
    json_object_object_foreach(structures, structure, s) {
        json_object *find = json_object_object_get(s, "find");
        const char *at = cg_json_at(a, cg_json_at(a, pointer, structure), "find");
        if (!find) continue;
        json_object_object_foreach(find, event, what) {
            const char *here = cg_json_at(a, at, event);
            set_place(w, "find", cg_arena_printf(a, "%s/%s", structure, event));
            if (json_object_is_type(what, json_type_string)) {
                cg_mutate_text(w, here, "", what, false);
                continue;
            }
            json_object_object_foreach(what, field, value) {
                w->key = field;
                cg_mutate_text(w, cg_json_at(a, here, field), field, value, false);
            }
        }
    }
}

static void mutate_accept(cg_mutating *w, const char *pointer, json_object *accept) {
    json_object_object_foreach(accept, name, text) {
        set_place(w, "accept", name);
        cg_mutate_text(w, cg_json_at(w->all->arena, pointer, name), "", text, true);
    }
}

static void mutate_lists(cg_mutating *w, const char *pointer, json_object *lists) {
    json_object_object_foreach(lists, name, list) {
        set_place(w, "actions", name);
        cg_mutate_actions(w, cg_json_at(w->all->arena, pointer, name), list);
    }
}

static void mutate_rules(cg_mutating *w, const char *pointer, json_object *rules) {
    const int n = rules ? (int)json_object_array_length(rules) : 0;
    for (int i = 0; i < n; i++) cg_mutate_rule(w, pointer, rules, i);
}

// Which of its lines messages to a local memory are for: what is computed, and not a field.
static void mutate_places(cg_mutating *w, json_object *messages) {
    for (int i = 0; i < w->spec->n_msgs; i++) {
        const cg_msg *msg = &w->spec->msgs[i];
        if (!msg->place || &w->spec->machines[msg->to] != w->machine ||
            cg_is_leaf(msg->place->op, CG_LEAF_OF_MESSAGE))
            continue;
        const char *at =
            cg_json_at(w->all->arena, cg_json_at(w->all->arena, "/messages", msg->name), "place");
        set_place(w, "place", msg->name);
        cg_mutate_text(w, at, "",
                       json_object_object_get(json_object_object_get(messages, msg->name), "place"), false);
    }
}

static void mutate_machine(cg_mutating *w, json_object *machines) {
    cg_arena *a = w->all->arena;
    const char *at = cg_json_at(a, "/machines", w->machine->name);
    json_object *m = json_object_object_get(machines, w->machine->name);
    json_object *lets = json_object_object_get(m, "let"), *accept = json_object_object_get(m, "accept");
    json_object *lists = json_object_object_get(m, "actions"), *events = json_object_object_get(m, "events");
    if (accept) mutate_accept(w, cg_json_at(a, at, "accept"), accept);
    json_object *structures = json_object_object_get(m, "structures");
    if (structures) mutate_structures(w, cg_json_at(a, at, "structures"), structures);
    if (events) mutate_events(w, cg_json_at(a, at, "events"), events);
    if (lets) mutate_lets(w, cg_json_at(a, at, "let"), lets);
    if (lists) mutate_lists(w, cg_json_at(a, at, "actions"), lists);
    mutate_rules(w, cg_json_at(a, at, "rules"), json_object_object_get(m, "rules"));
}

// ------------------------------------------------------------------------------------------------- all

// Counters name rules by ids that a slip may take away, and no check depends on them.
static void forget_counters(json_object *counters) {
    if (!counters) return;
    json_object_object_foreach(counters, name, counter) {
        (void)name;
        json_object_object_add(counter, "rules", json_object_new_array());
    }
}

static cg_mutants *mutate(const cg_mutating *asked, cg_spec *spec, const cg_json *json, cg_diags *diags) {
    cg_arena *arena = cg_arena_new();
    cg_mutants *all = cg_arena_alloc(arena, sizeof *all);
    *all = (cg_mutants){.arena = arena, .name = cg_arena_strdup(arena, spec->name)};
    all->root = json_object_get(json->root);
    forget_counters(json_object_object_get(all->root, "counters"));
    cg_reader reader = {.arena = arena, .json = json, .diags = diags, .spec = spec};
    cg_mutating w = *asked;
    w.all = all;
    w.reader = &reader;
    w.spec = spec;
    is_digest_seen(&w, cg_mutate_digest(spec));
    for (int i = 0; i < spec->n_machines; i++) {
        w.machine = &spec->machines[i];
        mutate_machine(&w, json_object_object_get(all->root, "machines"));
        mutate_places(&w, json_object_object_get(all->root, "messages"));
    }
    return all;
}

cg_mutants *cg_mutants_of_ids(const char *path, const cg_setting *settings, size_t n_settings,
                              const char *const *ids, size_t n_ids, cg_diags *diags) {
    const cg_mutating asked = {
        .path = path, .settings = settings, .n_settings = n_settings, .only = ids, .n_only = n_ids};
    cg_spec *spec = cg_spec_read(path, settings, n_settings, diags);
    if (!spec) return NULL;
    cg_json *json = cg_json_read(path, diags);
    if (json) cg_include(json); // a mutant is written elsewhere, and whole
    cg_mutants *all = json ? mutate(&asked, spec, json, diags) : NULL;
    cg_json_free(json);
    cg_spec_free(spec);
    return all;
}

cg_mutants *cg_mutants_of(const char *path, const cg_setting *settings, size_t n_settings, cg_diags *diags) {
    return cg_mutants_of_ids(path, settings, n_settings, NULL, 0, diags);
}

void cg_mutants_free(cg_mutants *all) {
    if (!all) return;
    for (int i = 0; i < all->n; i++) json_object_put(all->items[i].value);
    json_object_put(all->root);
    cg_arena_free(all->arena);
}

const cg_mutant *cg_mutant_find(const cg_mutants *all, const char *id) {
    for (int i = 0; i < all->n; i++) {
        if (!strcmp(all->items[i].id, id)) return &all->items[i];
    }
    return NULL;
}
