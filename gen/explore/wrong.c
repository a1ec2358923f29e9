// What is wrong, from what the checker says at the end of a counterexample.
#include <string.h>

#include "parts.h"

// The text between quotes.
static const char *quoted(const ex_replayer *r, const char *text) {
    const char *from = strchr(text, '"'), *to = strrchr(text, '"');
    return from && to > from ? cg_arena_strndup(r->s->arena, from + 1, (size_t)(to - from - 1)) : "";
}

static void explain_invariant(const ex_replayer *r, const char *message) {
    ex_steps *s = r->s;
    s->kind = "invariant";
    s->name = quoted(r, message);
    s->what = EX_PRINT(r, "'%s' does not hold", s->name);
    for (int i = 0; i < s->spec->n_invariants; i++)
        if (!strcmp(s->spec->invariants[i].name, s->name)) s->why = s->spec->invariants[i].why;
}

// Has every thread its answer, and is nothing under way? Then what threads may ask in this bound is stalled,
// or hits that change nothing. Lanes and fifos have `n`, threads and deferred requests `status`.
static bool is_at_rest(const ex_replayer *r) {
    const ex_error *e = r->s->error;
    for (int i = 0; i < e->n_components; i++) {
        const char *value = r->values[i], *kind = strrchr(value, '_');
        const char *field = strrchr(e->components[i], '.');
        const bool idle = !strcmp(value, "idle") || (kind && !strcmp(kind, "_none"));
        if (field &&
            ((!strcmp(field, ".n") && strcmp(value, "0") != 0) || (!strcmp(field, ".status") && !idle)))
            return false;
    }
    return true;
}

void ex_explain_error(const ex_replayer *r) {
    static const struct {
        const char *begin, *kind, *what;
    } KINDS[] = {
        {"impossible: ", "unexpected event", "this rule says 'impossible', but it happens: %s"},
        {"data value: ", "data value", "%s"},
        {"epoch: ", "epoch", "%s"},
        {"fit: ", "fit", "a value does not fit its field: %s"},
        {"below zero: ", "below zero", "a difference is below zero: %s"},
        {"at most: ", "at most", "more messages than 'at_most' says are in flight: %s"},
        {"table: ", "table", "%s"},
        {"masks: ", "masks", "%s"},
    };
    ex_steps *s = r->s;
    const char *m = s->error->message;
    s->name = "";
    s->kind = "model";
    s->what = m;
    if (!strncmp(m, "invariant", 9)) explain_invariant(r, m);
    if (!strncmp(m, "deadlock", 8)) {
        s->kind = "deadlock";
        s->what = is_at_rest(r)
                      ? "all are answered, and what threads ask in this bound is stalled for ever or "
                        "changes nothing"
                      : "nothing can happen any more";
    }
    if (!strncmp(m, "liveness", 8)) {
        s->kind = "progress";
        s->what = "from here on the system can never come to rest: some request never completes";
    }
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        const char *rest = m + strlen(KINDS[i].begin);
        if (strncmp(m, KINDS[i].begin, strlen(KINDS[i].begin)) != 0) continue;
        s->kind = KINDS[i].kind;
        s->name = strcmp(KINDS[i].what, "%s") != 0 ? rest : "";
        const char *at = strstr(KINDS[i].what, "%s");
        s->what = EX_PRINT(r, "%.*s%s", (int)(at - KINDS[i].what), KINDS[i].what, rest);
    }
}
