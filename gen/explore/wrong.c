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

// Has every thread its answer? Then it is what the bound leaves to threads that changes nothing.
static bool nobody_waits(const ex_replayer *r) {
    const cg_spec *s = r->s->spec;
    for (int core = 0; core < (int)s->cores; core++)
        for (int thread = 0; thread < (int)s->threads; thread++) {
            const char *status = ex_value(r, r->values, EX_PRINT(r, "core[%d][%d].status", core, thread));
            if (status && strcmp(status, "idle") != 0) return false;
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
        s->what = nobody_waits(r)
                      ? "all are answered, and whatever threads do in this bound changes nothing any "
                        "more: it leaves out too much (\"without\", \"values\" of operands)"
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
