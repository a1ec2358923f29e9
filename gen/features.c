#include "features.h"

#include <ctype.h>
#include <json-c/json_pointer.h>
#include <stdlib.h>
#include <string.h>

#include "lex.h"

enum { MAX_OUT = 64, MAX_GONE = 256 };

// Something that is left out, as rules and expressions name it.
typedef enum { REGISTER, LINE, MSHR, ARGUMENT, MESSAGE, STATE, EVENT, LET, LIST, EPOCH, N_KINDS } kind;

typedef struct {
    kind what;
    char machine[64]; // whose rules are meant: of an ARGUMENT the receiver, "" for all
    char name[64];
    char message[64];  // ARGUMENT
    const char *reads; // what it reads as, or NULL
} gone;

typedef struct {
    cg_json *j;
    const char *out[MAX_OUT];
    int n_out;
    gone things[MAX_GONE];
    int n_things;
    bool good;
} work;

static json_object *get(json_object *o, const char *key) {
    json_object *v = NULL;
    return o && json_object_is_type(o, json_type_object) && json_object_object_get_ex(o, key, &v) ? v : NULL;
}

static const char *text_of(json_object *o) {
    return o ? json_object_get_string(o) : "";
}

static size_t length(json_object *o) {
    return o && json_object_is_type(o, json_type_array) ? json_object_array_length(o) : 0;
}

// --------------------------------------------------------------------------------------- what is left out

static bool is_out(const work *w, const char *feature) {
    for (int i = 0; i < w->n_out; i++) {
        if (!strcmp(w->out[i], feature)) return true;
    }
    return false;
}

static void unknown(work *w, const char *name, json_object *features) {
    const char *names[MAX_OUT];
    size_t n = 0;
    if (features) {
        json_object_object_foreach(features, key, v) {
            if (v && n < MAX_OUT) names[n++] = key;
        }
    }
    const char *near = cg_did_you_mean(name, names, n);
    cg_diag_add(w->j->diags, CG_E_UNKNOWN, w->j->path, 0, 0, NULL, NULL,
                "'%s' is no feature of this table%s%s%s", name, near ? " (did you mean '" : "",
                near ? near : "", near ? "'?)" : "");
    w->good = false;
}

// Also those that need one that is out, until there are no more.
static void gather(work *w, json_object *features, const char *const *without, size_t n) {
    for (size_t i = 0; i < n && w->n_out < MAX_OUT; i++) {
        if (!get(features, without[i]))
            unknown(w, without[i], features);
        else if (!is_out(w, without[i]))
            w->out[w->n_out++] = without[i];
    }
    for (bool more = features != NULL; more;) {
        more = false;
        json_object_object_foreach(features, name, f) {
            json_object *needs = get(f, "needs");
            for (size_t i = 0; i < length(needs) && !is_out(w, name); i++) {
                if (!is_out(w, text_of(json_object_array_get_idx(needs, i))) || w->n_out >= MAX_OUT) continue;
                w->out[w->n_out++] = name;
                more = true;
            }
        }
    }
}

// The parts of a pointer, unescaped names being enough here. Returns how many.
static int split(const char *pointer, char part[6][64]) {
    int n = 0;
    while (*pointer == '/' && n < 6) {
        const size_t len = strcspn(++pointer, "/");
        snprintf(part[n++], 64, "%.*s", (int)(len < 63 ? len : 63), pointer);
        pointer += len;
    }
    return n;
}

static void add_thing(work *w, kind what, const char *machine, const char *name, const char *reads) {
    if (w->n_things >= MAX_GONE) return;
    gone *g = &w->things[w->n_things++];
    *g = (gone){.what = what, .reads = reads};
    snprintf(g->machine, sizeof g->machine, "%.60s", machine);
    snprintf(g->name, sizeof g->name, "%.60s", name);
}

// What a pointer that is dropped means for rules. Networks, types and the like mean nothing to them.
static void note_gone(work *w, const char *pointer, const char *reads) {
    static const struct {
        const char *key;
        kind what;
    } PARTS[] = {{"registers", REGISTER}, {"line", LINE}, {"mshr", MSHR},    {"states", STATE},
                 {"events", EVENT},       {"let", LET},   {"actions", LIST}, {"epoch", EPOCH}};
    char part[6][64];
    const int n = split(pointer, part);
    if (n == 2 && !strcmp(part[0], "messages")) add_thing(w, MESSAGE, "", part[1], NULL);
    if (n == 4 && !strcmp(part[0], "messages")) {
        json_object *m = get(get(w->j->root, "messages"), part[1]);
        add_thing(w, ARGUMENT, text_of(get(m, "to")), part[3], reads);
        snprintf(w->things[w->n_things - 1].message, 64, "%.60s", part[1]);
    }
    for (size_t i = 0; n >= 3 && !strcmp(part[0], "machines") && i < sizeof PARTS / sizeof *PARTS; i++) {
        if (!strcmp(part[2], PARTS[i].key)) add_thing(w, PARTS[i].what, part[1], n > 3 ? part[3] : "", reads);
    }
}

static void bad_pointer(work *w, const char *feature, const char *key, const char *pointer) {
    const char *at = cg_json_at(w->j->arena, cg_json_at(w->j->arena, "/features", feature), key);
    cg_json_error(w->j, CG_E_UNKNOWN, at, 0, "there is nothing at '%s' in this table", pointer);
    w->good = false;
}

static bool exists(const work *w, const char *pointer) {
    json_object *v;
    return json_pointer_get(w->j->root, pointer, &v) == 0;
}

// All pointers of all features must lead somewhere, whether the feature is left out or not.
static void check_pointers(work *w, json_object *features) {
    static const char *const KEYS[] = {"reads", "instead"};
    json_object_object_foreach(features, name, f) {
        json_object *drop = get(f, "drop");
        for (size_t i = 0; i < length(drop); i++) {
            const char *p = text_of(json_object_array_get_idx(drop, i));
            if (!exists(w, p)) bad_pointer(w, name, "drop", p);
        }
        for (int k = 0; k < 2; k++) {
            if (!get(f, KEYS[k])) continue;
            json_object_object_foreach(get(f, KEYS[k]), p, v) {
                if (v && !exists(w, p)) bad_pointer(w, name, KEYS[k], p);
            }
        }
        json_object *needs = get(f, "needs");
        for (size_t i = 0; i < length(needs); i++) {
            const char *n = text_of(json_object_array_get_idx(needs, i));
            if (!get(features, n)) bad_pointer(w, name, "needs", n);
        }
    }
}

static void note_feature(work *w, json_object *f) {
    json_object *drop = get(f, "drop"), *reads = get(f, "reads");
    for (size_t i = 0; i < length(drop); i++) {
        const char *p = text_of(json_object_array_get_idx(drop, i));
        json_object *v = get(reads, p);
        note_gone(w, p, v ? text_of(v) : NULL);
    }
}

static void remove_pointer(json_object *root, const char *pointer) {
    char parent[400];
    const char *last = strrchr(pointer, '/');
    json_object *o;
    if (!last || last - pointer >= (long)sizeof parent) return;
    snprintf(parent, sizeof parent, "%.*s", (int)(last - pointer), pointer);
    if (json_pointer_get(root, parent, &o) == 0 && json_object_is_type(o, json_type_object))
        json_object_object_del(o, last + 1);
}

static void change_feature(work *w, json_object *f) {
    json_object *drop = get(f, "drop"), *instead = get(f, "instead");
    if (instead) {
        json_object_object_foreach(instead, p, v) {
            json_object *held = json_object_get(v);
            if (json_pointer_set(&w->j->root, p, held) != 0)
                json_object_put(held); // gone with another feature
        }
    }
    for (size_t i = 0; i < length(drop); i++)
        remove_pointer(w->j->root, text_of(json_object_array_get_idx(drop, i)));
}

// ------------------------------------------------------------------------------------------------ rewriting

static const gone *find(const work *w, kind what, const char *machine, const char *name, size_t n) {
    for (int i = 0; i < w->n_things; i++) {
        const gone *g = &w->things[i];
        if (g->what != what || (*g->machine && strcmp(g->machine, machine) != 0)) continue;
        if (strlen(g->name) == n && !strncmp(g->name, name, n)) return g;
    }
    return NULL;
}

// The thing that a name in an expression means: "line.f", "mshr.f", "msg.f", a register or a let.
static const gone *named(const work *w, const char *machine, const char *p, size_t *used) {
    static const struct {
        const char *prefix;
        kind what;
    } SPACES[] = {{"line.", LINE}, {"mshr.", MSHR}, {"msg.", ARGUMENT}};
    for (int i = 0; i < 3; i++) {
        const size_t n = strlen(SPACES[i].prefix);
        if (strncmp(p, SPACES[i].prefix, n) != 0) continue;
        size_t len = 0;
        while (isalnum((unsigned char)p[n + len]) || p[n + len] == '_') len++;
        *used = n + len;
        return find(w, SPACES[i].what, machine, p + n, len);
    }
    size_t len = 0;
    while (isalnum((unsigned char)p[len]) || p[len] == '_') len++;
    *used = len;
    const gone *g = find(w, REGISTER, machine, p, len);
    return g ? g : find(w, LET, machine, p, len);
}

// Puts the expression `text` to `out`, with what is left out replaced by what it reads as.
static void put_expression(const work *w, const char *machine, const char *text, size_t n, FILE *out) {
    for (const char *p = text; p < text + n;) {
        if (!isalpha((unsigned char)*p) && *p != '_') {
            fputc(*p++, out);
            continue;
        }
        size_t used;
        const gone *g = named(w, machine, p, &used);
        if (g && g->reads)
            fprintf(out, strpbrk(g->reads, " ") ? "(%s)" : "%s", g->reads);
        else
            fwrite(p, 1, used, out);
        p += used;
    }
}

static json_object *expression(const work *w, const char *machine, const char *text) {
    char *made = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);
    if (!out) abort();
    put_expression(w, machine, text, strlen(text), out);
    fclose(out);
    json_object *s = json_object_new_string(made);
    free(made);
    return s;
}

static bool argument_gone(const work *w, const char *message, size_t n, const char *name, size_t len) {
    for (int i = 0; i < w->n_things; i++) {
        const gone *g = &w->things[i];
        if (g->what != ARGUMENT || strlen(g->message) != n || strncmp(g->message, message, n) != 0) continue;
        if (strlen(g->name) == len && !strncmp(g->name, name, len)) return true;
    }
    return false;
}

// "send M{a: e, b: e} to D", without the arguments that are gone.
static void put_send(const work *w, const char *machine, const char *text, FILE *out) {
    const char *open = strchr(text, '{'), *close = strrchr(text, '}');
    if (!open || !close || close < open) {
        fputs(text, out);
        return;
    }
    const char *name = text + 5;
    const size_t n = strcspn(name, "{ ");
    bool first = true;
    fprintf(out, "%.*s", (int)(open + 1 - text), text);
    for (const char *p = open + 1; p < close;) {
        const char *end = p;
        for (int depth = 0; end < close && (*end != ',' || depth); end++)
            depth += (*end == '(') - (*end == ')');
        p += strspn(p, " ");
        const size_t len = strcspn(p, ": ");
        const char *colon = memchr(p, ':', (size_t)(end - p));
        if (colon && !argument_gone(w, name, n, p, len)) {
            fprintf(out, "%s%.*s", first ? "" : ", ", (int)(colon + 1 - p), p);
            put_expression(w, machine, colon + 1, (size_t)(end - colon - 1), out);
            first = false;
        }
        p = end + (end < close);
    }
    fputs(close, out);
}

typedef enum { KEPT, LEFT, RULE_LEFT } fate; // of an action: its rule may go with it

static size_t word_length(const char *p) {
    return strcspn(p, " {=.");
}

// Is it an assignment, a flash or a sweep of something that is gone?
static bool writes_gone(const work *w, const char *machine, const char *text) {
    static const char *const VERBS[] = {"flash ", "sweep "};
    const char *p = text;
    size_t used;
    for (int i = 0; i < 2; i++) {
        if (!strncmp(p, VERBS[i], strlen(VERBS[i]))) p += strlen(VERBS[i]);
    }
    const gone *g = named(w, machine, p, &used);
    p += used;
    p += strspn(p, " ");
    return g && p[0] == '=' && p[1] != '=';
}

static fate rewrite(const work *w, const char *machine, const char *text, json_object **made) {
    char *s = NULL;
    size_t size = 0;
    if (*text == '@' && find(w, LIST, machine, text + 1, strlen(text + 1))) return RULE_LEFT;
    if (!strncmp(text, "send ", 5) && find(w, MESSAGE, machine, text + 5, word_length(text + 5)))
        return RULE_LEFT;
    if (writes_gone(w, machine, text)) return LEFT;
    FILE *out = open_memstream(&s, &size);
    if (!out) abort();
    const char *in = !strncmp(text, "perform ", 8) ? strstr(text, " in ") : NULL;
    if (!strncmp(text, "send ", 5))
        put_send(w, machine, text, out);
    else if (in && find(w, EPOCH, machine, "", 0))
        put_expression(w, machine, text, (size_t)(in - text), out);
    else
        put_expression(w, machine, text, strlen(text), out);
    fclose(out);
    *made = json_object_new_string(s);
    free(s);
    return KEPT;
}

// ---------------------------------------------------------------------------------------------------- rules

// The actions that stay; NULL: the rule goes.
static json_object *actions(const work *w, const char *machine, json_object *list) {
    json_object *kept = json_object_new_array();
    for (size_t i = 0; i < length(list); i++) {
        json_object *made = NULL;
        const fate f = rewrite(w, machine, text_of(json_object_array_get_idx(list, i)), &made);
        if (f == KEPT) json_object_array_add(kept, made);
        if (f != RULE_LEFT) continue;
        json_object_put(kept);
        return NULL;
    }
    return kept;
}

// A string or an array of strings without those that are gone; NULL: none is left.
static json_object *words(const work *w, const char *machine, json_object *list, kind a, kind b) {
    json_object *kept = json_object_new_array();
    const size_t n = json_object_is_type(list, json_type_array) ? length(list) : 1;
    for (size_t i = 0; i < n; i++) {
        json_object *v =
            json_object_is_type(list, json_type_array) ? json_object_array_get_idx(list, i) : list;
        const char *s = text_of(v);
        if (find(w, a, machine, s, strlen(s)) || find(w, b, machine, s, strlen(s))) continue;
        json_object_array_add(kept, json_object_get(v));
    }
    if (length(kept)) return kept;
    json_object_put(kept);
    return NULL;
}

static bool belongs_out(const work *w, json_object *feature) {
    if (!feature) return false;
    if (!json_object_is_type(feature, json_type_array)) return is_out(w, text_of(feature));
    for (size_t i = 0; i < length(feature); i++) {
        if (is_out(w, text_of(json_object_array_get_idx(feature, i)))) return true;
    }
    return false;
}

// The rule as it is without what is left out; NULL: not at all.
static json_object *rule(const work *w, const char *machine, json_object *r) {
    json_object *in = get(r, "in"), *on = get(r, "on"), *when = get(r, "when"), *made;
    if (belongs_out(w, get(r, "feature"))) return NULL;
    if (!(made = actions(w, machine, get(r, "do")))) return NULL;
    json_object_object_add(r, "do", made);
    if (in && !(made = words(w, machine, in, STATE, STATE))) return NULL;
    if (in) json_object_object_add(r, "in", made);
    if (on && !(made = words(w, machine, on, EVENT, MESSAGE))) return NULL;
    if (on) json_object_object_add(r, "on", made);
    if (when) json_object_object_add(r, "when", expression(w, machine, text_of(when)));
    return json_object_get(r);
}

static void change_machine(const work *w, const char *name, json_object *m) {
    json_object *rules = get(m, "rules"), *lets = get(m, "let"), *lists = get(m, "actions"),
                *accept = get(m, "accept"), *kept = json_object_new_array();
    for (size_t i = 0; i < length(rules); i++) {
        json_object *r = rule(w, name, json_object_array_get_idx(rules, i));
        if (r) json_object_array_add(kept, r);
    }
    json_object_object_add(m, "rules", kept);
    if (lets) {
        json_object_object_foreach(lets, let, v) {
            if (*let) json_object_object_add(v, "is", expression(w, name, text_of(get(v, "is"))));
        }
    }
    if (lists) {
        json_object_object_foreach(lists, list, v) {
            json_object *made = actions(w, name, v);
            if (made) json_object_object_add(lists, list, made);
        }
    }
    if (accept)
        json_object_object_add(accept, "request", expression(w, name, text_of(get(accept, "request"))));
}

// -------------------------------------------------------------------------------------------------- the step

static void strip_marks(json_object *root) {
    json_object *machines = get(root, "machines");
    json_object_object_del(root, "features");
    if (!machines || !json_object_is_type(machines, json_type_object)) return;
    json_object_object_foreach(machines, name, m) {
        json_object *rules = *name ? get(m, "rules") : NULL;
        for (size_t i = 0; i < length(rules); i++) {
            json_object *r = json_object_array_get_idx(rules, i);
            if (json_object_is_type(r, json_type_object)) json_object_object_del(r, "feature");
        }
    }
}

static bool one_of(const char *word, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (!strcmp(word, words[i])) return true;
    }
    return false;
}

// A feature is an object of the keys above; rules name features that there are.
static bool check_shape(work *w, json_object *features) {
    static const char *const KEYS[] = {"doc", "needs", "drop", "reads", "instead"};
    json_object_object_foreach(features, name, f) {
        const char *at = cg_json_at(w->j->arena, "/features", name);
        if (!json_object_is_type(f, json_type_object) || !get(f, "doc")) {
            cg_json_error(w->j, CG_E_SHAPE, at, 0, "a feature must be an object with 'doc'");
            w->good = false;
            continue;
        }
        json_object_object_foreach(f, key, v) {
            if (v && one_of(key, KEYS, sizeof KEYS / sizeof *KEYS)) continue;
            cg_json_error(w->j, CG_E_KEY, cg_json_at(w->j->arena, at, key), CG_AT_KEY,
                          "a feature has no key '%s'", key);
            w->good = false;
        }
    }
    return w->good;
}

// Rules belong to features that there are.
static void check_marks(work *w, json_object *features, const char *machine, json_object *rules) {
    for (size_t i = 0; i < length(rules); i++) {
        json_object *mark = get(json_object_array_get_idx(rules, i), "feature");
        const bool many = mark && json_object_is_type(mark, json_type_array);
        for (size_t k = 0; k < (many ? length(mark) : mark != NULL); k++) {
            const char *name = text_of(many ? json_object_array_get_idx(mark, k) : mark);
            char at[400];
            if (get(features, name)) continue;
            snprintf(at, sizeof at, "/machines/%.200s/rules/%zu/feature", machine, i);
            cg_json_error(w->j, CG_E_UNKNOWN, at, 0, "'%s' is no feature of this table", name);
            w->good = false;
        }
    }
}

static void check_rules(work *w, json_object *features) {
    json_object *machines = get(w->j->root, "machines");
    if (!machines || !json_object_is_type(machines, json_type_object)) return;
    json_object_object_foreach(machines, name, m) check_marks(w, features, name, get(m, "rules"));
}

static void change(work *w, json_object *features) {
    for (int i = 0; i < w->n_out; i++) note_feature(w, get(features, w->out[i]));
    for (int i = 0; i < w->n_out; i++) change_feature(w, get(features, w->out[i]));
    json_object *machines = get(w->j->root, "machines");
    if (machines && json_object_is_type(machines, json_type_object)) {
        json_object_object_foreach(machines, name, m) change_machine(w, name, m);
    }
}

bool cg_features_leave_out(cg_json *j, const char *const *without, size_t n) {
    work w = {.j = j, .good = true};
    json_object *features = json_object_get(get(j->root, "features"));
    if (features && !json_object_is_type(features, json_type_object)) {
        cg_json_error(j, CG_E_SHAPE, "/features", 0, "features must be an object");
        w.good = false;
    } else if (features && check_shape(&w, features)) {
        check_pointers(&w, features);
    }
    check_rules(&w, features);
    if (w.good) gather(&w, features, without, n);
    if (w.good && w.n_out) change(&w, features);
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
