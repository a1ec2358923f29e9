// Rules and expressions without what is left out.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#include "base/memory.h"

json_object *cg_ft_get(json_object *o, const char *key) {
    json_object *v = NULL;
    return o && json_object_is_type(o, json_type_object) && json_object_object_get_ex(o, key, &v) ? v : NULL;
}

const char *cg_ft_text(json_object *o) {
    return o ? json_object_get_string(o) : "";
}

size_t cg_ft_length(json_object *o) {
    return o && json_object_is_type(o, json_type_array) ? json_object_array_length(o) : 0;
}

bool cg_ft_is_out(const cg_feature_work *w, const char *feature) {
    for (int i = 0; i < w->n_out; i++) {
        if (!strcmp(w->out[i], feature)) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------ rewriting

static const cg_gone *find_gone(const cg_feature_work *w, cg_gone_kind what, const char *machine,
                                const char *name, size_t n) {
    for (int i = 0; i < w->n_things; i++) {
        const cg_gone *g = &w->things[i];
        if (g->what != what || (*g->machine && strcmp(g->machine, machine) != 0)) continue;
        if (strlen(g->name) == n && !strncmp(g->name, name, n)) return g;
    }
    return NULL;
}

// What the word before a name says of it ("line.f"), and its length; 0: there is none.
static size_t read_prefix(const char *p, cg_gone_kind *what) {
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        const size_t n = strlen(CG_SPACES[k].prefix);
        *what = CG_GONE_FIELD + k;
        if (n && !strncmp(p, CG_SPACES[k].prefix, n)) return n;
    }
    *what = CG_GONE_ARGUMENT;
    return strncmp(p, "msg.", 4) ? 0 : 4;
}

// The thing that a name in an expression means: "line.f", "mshr.f", "msg.f", a register or a let.
static const cg_gone *find_named_gone(const cg_feature_work *w, const char *machine, const char *p,
                                      size_t *used) {
    cg_gone_kind what;
    const size_t before = read_prefix(p, &what);
    size_t len = 0;
    p += before;
    while (isalnum((unsigned char)p[len]) || p[len] == '_') len++;
    *used = before + len;
    if (before) return find_gone(w, what, machine, p, len);
    const cg_gone *g = find_gone(w, CG_GONE_FIELD + CG_SPACE_REG, machine, p, len);
    if (len == strlen("buffered") && !strncmp(p, "buffered", len))
        g = find_gone(w, CG_GONE_BUFFERED, machine, "", 0);
    return g ? g : find_gone(w, CG_GONE_LET, machine, p, len);
}

// Puts the expression `text` to `out`, with what is left out replaced by what it reads as.
static void put_expression(const cg_feature_work *w, const char *machine, const char *text, size_t n,
                           FILE *out) {
    for (const char *p = text; p < text + n;) {
        if (!isalpha((unsigned char)*p) && *p != '_') {
            fputc(*p++, out);
            continue;
        }
        size_t used;
        const cg_gone *g = find_named_gone(w, machine, p, &used);
        if (g && g->reads)
            fprintf(out, strpbrk(g->reads, " ") ? "(%s)" : "%s", g->reads);
        else
            fwrite(p, 1, used, out);
        p += used;
    }
}

static json_object *expression(const cg_feature_work *w, const char *machine, const char *text) {
    char *made = NULL;
    FILE *out = cg_text_open(&made, NULL);
    put_expression(w, machine, text, strlen(text), out);
    fclose(out);
    json_object *s = json_object_new_string(made);
    free(made);
    return s;
}

static bool argument_gone(const cg_feature_work *w, const char *message, size_t n, const char *name,
                          size_t len) {
    for (int i = 0; i < w->n_things; i++) {
        const cg_gone *g = &w->things[i];
        if (g->what != CG_GONE_ARGUMENT || strlen(g->message) != n || strncmp(g->message, message, n) != 0)
            continue;
        if (strlen(g->name) == len && !strncmp(g->name, name, len)) return true;
    }
    return false;
}

// "send M{a: e, b: e} to D", without the arguments that are gone.
static void put_send(const cg_feature_work *w, const char *machine, const char *text, FILE *out) {
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
static bool writes_gone(const cg_feature_work *w, const char *machine, const char *text) {
    static const char *const VERBS[] = {"flash ", "sweep "};
    const char *p = text;
    size_t used;
    for (int i = 0; i < 2; i++) {
        if (!strncmp(p, VERBS[i], strlen(VERBS[i]))) p += strlen(VERBS[i]);
    }
    const cg_gone *g = find_named_gone(w, machine, p, &used);
    p += used;
    p += strspn(p, " ");
    return g && p[0] == '=' && p[1] != '=';
}

static fate rewrite(const cg_feature_work *w, const char *machine, const char *text, json_object **made) {
    char *s = NULL;
    if (*text == '@' && find_gone(w, CG_GONE_LIST, machine, text + 1, strlen(text + 1))) return RULE_LEFT;
    if (!strncmp(text, "send ", 5) && find_gone(w, CG_GONE_MESSAGE, machine, text + 5, word_length(text + 5)))
        return RULE_LEFT;
    if (writes_gone(w, machine, text)) return LEFT;
    FILE *out = cg_text_open(&s, NULL);
    const char *in = strstr(text, " in "); // of a verb that names the epoch
    if (!strncmp(text, "send ", 5))
        put_send(w, machine, text, out);
    else if (in && find_gone(w, CG_GONE_EPOCH, machine, "", 0))
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
static json_object *actions(const cg_feature_work *w, const char *machine, json_object *list) {
    json_object *kept = json_object_new_array();
    for (size_t i = 0; i < cg_ft_length(list); i++) {
        json_object *made = NULL;
        const fate f = rewrite(w, machine, cg_ft_text(json_object_array_get_idx(list, i)), &made);
        if (f == KEPT) json_object_array_add(kept, made);
        if (f != RULE_LEFT) continue;
        json_object_put(kept);
        return NULL;
    }
    return kept;
}

// A string or an array of strings without those that are gone; NULL: none is left.
static json_object *words_left(const cg_feature_work *w, const char *machine, json_object *list,
                               cg_gone_kind a, cg_gone_kind b) {
    json_object *kept = json_object_new_array();
    const size_t n = json_object_is_type(list, json_type_array) ? cg_ft_length(list) : 1;
    for (size_t i = 0; i < n; i++) {
        json_object *v =
            json_object_is_type(list, json_type_array) ? json_object_array_get_idx(list, i) : list;
        const char *s = cg_ft_text(v);
        if (find_gone(w, a, machine, s, strlen(s)) || find_gone(w, b, machine, s, strlen(s))) continue;
        json_object_array_add(kept, json_object_get(v));
    }
    if (cg_ft_length(kept)) return kept;
    json_object_put(kept);
    return NULL;
}

static bool belongs_out(const cg_feature_work *w, json_object *feature) {
    if (!feature) return false;
    if (!json_object_is_type(feature, json_type_array)) return cg_ft_is_out(w, cg_ft_text(feature));
    for (size_t i = 0; i < cg_ft_length(feature); i++) {
        if (cg_ft_is_out(w, cg_ft_text(json_object_array_get_idx(feature, i)))) return true;
    }
    return false;
}

// The rule as it is without what is left out; NULL: not at all.
static json_object *rule_left(const cg_feature_work *w, const char *machine, json_object *r) {
    json_object *in = cg_ft_get(r, "in"), *on = cg_ft_get(r, "on"), *when = cg_ft_get(r, "when"), *made;
    if (belongs_out(w, cg_ft_get(r, "feature"))) return NULL;
    if (!(made = actions(w, machine, cg_ft_get(r, "do")))) return NULL;
    json_object_object_add(r, "do", made);
    if (in && !(made = words_left(w, machine, in, CG_GONE_STATE, CG_GONE_STATE))) return NULL;
    if (in) json_object_object_add(r, "in", made);
    if (on && !(made = words_left(w, machine, on, CG_GONE_EVENT, CG_GONE_MESSAGE))) return NULL;
    if (on) json_object_object_add(r, "on", made);
    if (when) json_object_object_add(r, "when", expression(w, machine, cg_ft_text(when)));
    return json_object_get(r);
}

static void change_drains(const cg_feature_work *w, const char *name, json_object *structures) {
    if (!structures) return;
    json_object_object_foreach(structures, structure, v) {
        json_object *drain = *structure ? cg_ft_get(v, "drain") : NULL;
        if (drain) json_object_object_add(v, "drain", expression(w, name, cg_ft_text(drain)));
    }
}

void cg_ft_change_machine(const cg_feature_work *w, const char *name, json_object *m) {
    json_object *rules = cg_ft_get(m, "rules"), *lets = cg_ft_get(m, "let"), *lists = cg_ft_get(m, "actions"),
                *accept = cg_ft_get(m, "accept"), *kept = json_object_new_array();
    for (size_t i = 0; i < cg_ft_length(rules); i++) {
        json_object *r = rule_left(w, name, json_object_array_get_idx(rules, i));
        if (r) json_object_array_add(kept, r);
    }
    json_object_object_add(m, "rules", kept);
    if (lets) {
        json_object_object_foreach(lets, let, v) {
            if (*let) json_object_object_add(v, "is", expression(w, name, cg_ft_text(cg_ft_get(v, "is"))));
        }
    }
    if (lists) {
        json_object_object_foreach(lists, list, v) {
            json_object *made = actions(w, name, v);
            if (made) json_object_object_add(lists, list, made);
        }
    }
    change_drains(w, name, cg_ft_get(m, "structures"));
    if (accept)
        json_object_object_add(accept, "request",
                               expression(w, name, cg_ft_text(cg_ft_get(accept, "request"))));
}
