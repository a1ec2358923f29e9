// The XML that a checker prints: read as it comes, by expat.
#include "base/memory.h"
#include "explore.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct ex_parser {
    XML_Parser xml;
    cg_arena *arena;
    ex_result result;
    ex_error *error;           // being read
    ex_transition *transition; // being read
    const char *parameter;     // name of the one being read
    char *text;                // of the element being read
    size_t n_text, room;
    const char *wrong;
};

// ------------------------------------------------------------------------------------------------- helpers

static const char *attribute_text(const char **a, const char *name) {
    for (; *a; a += 2)
        if (!strcmp(*a, name)) return a[1];
    return "";
}

static uint64_t attribute_number(const char **a, const char *name) {
    return strtoull(attribute_text(a, name), NULL, 10);
}

// "l1[l1_id_0].m[3]" -> "l1[0].m[3]"
static const char *component_name(cg_arena *arena, const char *name) {
    char *out = cg_arena_strdup(arena, name), *to = out;
    for (const char *p = name; *p; *to++ = *p++) {
        if (*p != '[') continue;
        const char *end = strchr(p, ']'), *digits = end;
        if (!end) continue;
        while (digits > p + 1 && digits[-1] >= '0' && digits[-1] <= '9') digits--;
        if (digits == end) continue;
        *to++ = '[';
        memcpy(to, digits, (size_t)(end - digits));
        to += end - digits;
        p = end;
    }
    *to = '\0';
    return out;
}

// The full state comes first and the order stays: looked for from where the last one was found.
static int component(ex_parser *p, const char *name, int from) {
    ex_error *e = p->error;
    for (int i = 0; i < e->n_components; i++) {
        const int k = (from + i) % e->n_components;
        if (!strcmp(e->components[k], name)) return k;
    }
    *CG_PUSH(p->arena, e->components, e->n_components) = name;
    return e->n_components - 1;
}

// ------------------------------------------------------------------------------------------------ elements

static void on_progress(ex_parser *p, const char **a) {
    ex_result *r = &p->result;
    const uint64_t thread = attribute_number(a, "thread_id");
    r->states = attribute_number(a, "states");
    if (thread >= EX_THREADS) return;
    r->queue[thread] = attribute_number(a, "queue_size");
    r->rules[thread] = attribute_number(a, "rules_fired");
}

static void on_change(ex_parser *p, const char **a) {
    if (!p->error || !p->transition) return;
    ex_transition *t = p->transition;
    const char *name = component_name(p->arena, attribute_text(a, "name"));
    // The start has all of them, each once: no need to look.
    const bool start = t == p->error->transitions;
    if (start) *CG_PUSH(p->arena, p->error->components, p->error->n_components) = name;
    const int last = t->n_changes ? t->changes[t->n_changes - 1].component : -1;
    ex_change *c = CG_PUSH(p->arena, t->changes, t->n_changes);
    c->component = start ? p->error->n_components - 1 : component(p, name, last + 1);
    c->value = cg_arena_strdup(p->arena, attribute_text(a, "value"));
}

static void on_summary(ex_parser *p, const char **a) {
    p->result.states = attribute_number(a, "states");
    p->result.fired = attribute_number(a, "rules_fired");
    p->result.seconds = attribute_number(a, "duration_seconds");
    p->result.counted = attribute_number(a, "errors");
    p->result.finished = true;
}

static void on_start(void *data, const char *element, const char **a) {
    ex_parser *p = data;
    ex_result *r = &p->result;
    p->n_text = 0;
    if (!strcmp(element, "progress")) {
        on_progress(p, a);
    } else if (!strcmp(element, "state_component")) {
        on_change(p, a);
    } else if (!strcmp(element, "transition") && p->error) {
        p->transition = CG_PUSH(p->arena, p->error->transitions, p->error->n_transitions);
    } else if (!strcmp(element, "parameter")) {
        p->parameter = cg_arena_strdup(p->arena, attribute_text(a, "name"));
    } else if (!strcmp(element, "error")) {
        p->error = CG_PUSH(p->arena, r->errors, r->n_errors);
        p->error->message = "";
    } else if (!strcmp(element, "cover_result")) {
        ex_cover *c = CG_PUSH(p->arena, r->covers, r->n_covers);
        *c =
            (ex_cover){cg_arena_strdup(p->arena, attribute_text(a, "message")), attribute_number(a, "count")};
    } else if (!strcmp(element, "information")) {
        r->state_bits = (int)attribute_number(a, "state_size_bits");
    } else if (!strcmp(element, "summary")) {
        on_summary(p, a);
    }
}

static void on_text(void *data, const char *text, int n) {
    ex_parser *p = data;
    p->text = cg_array_reserve(p->text, p->n_text + (size_t)n + 1, &p->room, 1);
    memcpy(p->text + p->n_text, text, (size_t)n);
    p->n_text += (size_t)n;
    p->text[p->n_text] = '\0';
}

static const char *collected_text(const ex_parser *p) {
    return p->n_text ? p->text : "";
}

// `Rule "NAME"` comes before the parameters, so at the first of them or at the end.
static void take_rule(ex_parser *p) {
    if (!p->transition || p->transition->rule) return;
    const char *from = strchr(collected_text(p), '"'), *to = strrchr(collected_text(p), '"');
    const bool quoted = from && to > from;
    p->transition->rule = quoted ? cg_arena_strndup(p->arena, from + 1, (size_t)(to - from - 1))
                                 : cg_arena_strdup(p->arena, collected_text(p));
}

static void on_parameter(ex_parser *p) {
    if (!p->transition || !p->parameter) return;
    ex_parameter *x = CG_PUSH(p->arena, p->transition->parameters, p->transition->n_parameters);
    *x = (ex_parameter){p->parameter, cg_arena_strdup(p->arena, collected_text(p))};
}

static void on_end(void *data, const char *element) {
    ex_parser *p = data;
    if (!strcmp(element, "message") && p->error)
        p->error->message = cg_arena_strdup(p->arena, collected_text(p));
    else if (!strcmp(element, "parameter"))
        on_parameter(p);
    else if (!strcmp(element, "transition"))
        take_rule(p);
    else if (!strcmp(element, "error"))
        p->error = NULL, p->transition = NULL;
    p->n_text = 0;
}

// The text before the first parameter is the rule's.
static void on_open(void *data, const char *element, const char **a) {
    if (!strcmp(element, "parameter")) take_rule(data);
    on_start(data, element, a);
}

// --------------------------------------------------------------------------------------------- the parser

ex_parser *ex_parser_new(void) {
    ex_parser *p = calloc(1, sizeof *p);
    if (!p || !(p->xml = XML_ParserCreate(NULL))) abort();
    p->arena = cg_arena_new();
    XML_SetUserData(p->xml, p);
    XML_SetElementHandler(p->xml, on_open, on_end);
    XML_SetCharacterDataHandler(p->xml, on_text);
    return p;
}

void ex_parser_free(ex_parser *p) {
    if (!p) return;
    XML_ParserFree(p->xml);
    cg_arena_free(p->arena);
    CG_FREE(p->text, p);
}

bool ex_parser_feed(ex_parser *p, const char *bytes, size_t n) {
    if (p->wrong) return false;
    if (XML_Parse(p->xml, bytes, (int)n, false) != XML_STATUS_ERROR) return true;
    p->wrong = cg_arena_printf(p->arena, "line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(p->xml),
                               XML_ErrorString(XML_GetErrorCode(p->xml)));
    return false;
}

void ex_parser_end(ex_parser *p) {
    if (!p->wrong) XML_Parse(p->xml, "", 0, true); // a text that breaks off is not finished, as before
}

const char *ex_parser_wrong(const ex_parser *p) {
    return p->wrong;
}

const ex_result *ex_parser_result(const ex_parser *p) {
    return &p->result;
}

uint64_t ex_queue(const ex_result *r) {
    uint64_t sum = 0;
    for (int i = 0; i < EX_THREADS; i++) sum += r->queue[i];
    return r->finished ? 0 : sum;
}

uint64_t ex_fired(const ex_result *r) {
    uint64_t sum = 0;
    for (int i = 0; i < EX_THREADS; i++) sum += r->rules[i];
    return r->finished ? r->fired : sum;
}

// Is `cover` the one of `rule`, or of its messages that were deferred?
static bool covers_rule(const char *cover, const char *rule) {
    const size_t n = strlen(rule);
    return !strncmp(cover, rule, n) && (!cover[n] || !strcmp(cover + n, " (deferred)"));
}

uint64_t ex_covered(const ex_result *r, const char *rule) {
    uint64_t sum = 0;
    for (int i = 0; i < r->n_covers; i++)
        if (covers_rule(r->covers[i].name, rule)) sum += r->covers[i].count;
    return sum;
}

bool ex_has_cover(const ex_result *r, const char *rule) {
    for (int i = 0; i < r->n_covers; i++)
        if (covers_rule(r->covers[i].name, rule)) return true;
    return false;
}
