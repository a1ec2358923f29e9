// Where data races are forbidden: which word is watched (note [races] of races.c), one in each run, and which
// events are about it.
#include "emit.h"

const char *mu_watched_type(const mu *u) {
    return mu_races_forbidden(u) && u->o->anything ? MU_TEXT(u, "0..%d", u->o->lines) : "line_id";
}

// One line of data of each home stands for the others, one of synchronization, and of its other words one:
// "k = 0 ? 0 : 3", and the part of the line. Returns how many there are.
static int watched(const mu *u, const char **line, const char **part) {
    const int first = mu_first_sync(u);
    int n = 0;
    *line = *part = "0";
    for (int p = 0; p <= (int)mu_parts_of_sync(u); p++) {
        for (int l = p ? first : 0; l < u->o->lines; l++) {
            const bool data = p || l < first;
            if (u->o->watch == (data ? CG_WATCH_SYNC : CG_WATCH_DATA)) continue;
            if (!mu_is_first_alike(u, l, l < first ? 0 : first)) continue;
            *line = n ? MU_TEXT(u, "(k = %d ? %d : %s)", n, l, *line) : MU_TEXT(u, "%d", l);
            *part = MU_TEXT(u, "(k = %d ? %d : %s)", n, p, *part);
            n++;
        }
    }
    if (u->o->anything) { // and none
        *line = n ? MU_TEXT(u, "(k = %d ? %d : %s)", n, u->o->lines, *line) : MU_TEXT(u, "%d", u->o->lines);
        n++;
    }
    return n;
}

int mu_race_choices(const mu *u) {
    const char *line, *part;
    return watched(u, &line, &part);
}

const char *mu_only_watched(const mu *u) {
    const char *line = "0", *part;
    if (mu_races_forbidden(u)) watched(u, &line, &part);
    return line;
}

void mu_start_watched(const mu *u) {
    const char *line, *part;
    watched(u, &line, &part);
    fprintf(u->out, "  watched := %s;\n", line);
    if (mu_parts_of_sync(u)) fprintf(u->out, "  watched_part := %s;\n", part);
}

const char *mu_mine(const mu_cause *c) {
    const mu *u = c->u;
    const cg_msg *msg = c->names.msg;
    if (msg && msg->payload == CG_PAY_BYTES) return MU_TEXT(u, "%s.has", c->names.packet);
    if (!mu_races_forbidden(u)) return NULL;
    if (c->e->kind == CG_EV_DRAIN)
        return MU_TEXT(u, "(line = watched & %s.buffer[%s].has)", c->names.node, c->line);
    if (mu_words(u) && c->e->kind == CG_EV_CORE && c->e->core == CG_STORE)
        return MU_TEXT(u, "(%s & bytes != 2)", mu_is_watched(c));
    const bool atomic =
        c->e->kind == CG_EV_CORE ? c->e->core == CG_ATOMIC : msg && msg->payload == CG_PAY_ATOMIC;
    const char *part = NULL;
    if (atomic)
        part = "0";
    else if (c->e->kind == CG_EV_CORE)
        part = "part";
    else if (msg && msg->payload == CG_PAY_WORD)
        part = MU_TEXT(u, "%s.part", c->names.packet);
    else if (c->request)
        part = MU_TEXT(u, "%s.part", c->request);
    const bool store = c->e->kind == CG_EV_CORE && c->e->core == CG_STORE;
    const char *name = c->line ? c->line : "line", *some = store && mu_splits_words(u) ? " & bytes != 2" : "";
    const char *at = c->e->kind == CG_EV_CORE ? mu_is_watched(c) : MU_TEXT(u, "%s = watched", name);
    const char *line = MU_TEXT(u, "%s%s", at, some);
    if (part && mu_word_parts(u)) line = MU_TEXT(u, "(%s%s)", line, mu_own_part(u, part));
    if (!mu_coherent(u)) return line;
    return MU_TEXT(u, "(%s | %s)", line, mu_holds_value(c, name, part, some));
}
