// Local memories of cores.
//
// note [local lines]: some lines of a bound are those of one core's local memory. Another core's memory has
// lines of the same numbers, which have nothing to do with these: no controller of another core and no
// message knows of them, so what happens there can be told from what happens here by nobody. So one core's
// memory is explored, that of `local_core`: every core in turn, from start to start. Its lines are used by
// the threads of that core, and the global ones by all. Values and races of a line are judged as those of any
// other: a word of a local memory is a word of its own.
#include "emit.h"

const char *mu_is_local(const mu *u, const char *line) {
    const char *text = NULL;
    for (int l = 0; l < u->o->lines; l++)
        if (u->o->local >> l & 1)
            text = MU_TEXT(u, "%s%s%s = %d", text ? text : "", text ? " | " : "", line, l);
    return text ? text : "false";
}

const char *mu_space_of_core(const mu_cause *c) {
    const mu *u = c->u;
    if (!c->line) return NULL;
    if (c->m->local && !u->o->local) return "false";
    if (c->m->local) return MU_TEXT(u, "%s = local_core & (%s)", c->core, mu_is_local(u, c->line));
    return u->o->local ? MU_TEXT(u, "!(%s)", mu_is_local(u, c->line)) : NULL;
}

// What the model lets memory hold at first is in the local memory, where the line is of that.
void mu_start_local(const mu *u) {
    if (!u->o->local) return;
    fprintf(u->out, "  local_core := core_of_lines;\n");
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        if (!m->local || !mu_has(&u->machines[i], mu_item(&u->machines[i], MU_DATA))) continue;
        fprintf(u->out, "  for node: %s do if %s = local_core then for line: line_id do\n", mu_id(u, i),
                mu_core_of(u, m, "node"));
        fprintf(u->out, "    if %s then %s[node].line[line].data := memory[line]; end;\n",
                mu_is_local(u, "line"), m->name);
        fprintf(u->out, "  end; end; end;\n");
    }
    const char *none = u->o->values ? "first_value" : "0";
    fprintf(u->out, "  for line: line_id do if %s then memory[line] := %s; end; end;\n",
            mu_is_local(u, "line"), none);
}

// Lines of one home, and lines of the local memory, are alike.
static bool are_alike(const mu *u, int a, int b) {
    const unsigned local = u->o->local;
    if ((local >> a & 1) || (local >> b & 1)) return (local >> a & 1) == (local >> b & 1);
    return (uint64_t)a % u->banks == (uint64_t)b % u->banks;
}

bool mu_is_first_alike(const mu *u, int line, int from) {
    for (int l = from; l < line; l++)
        if (are_alike(u, l, line)) return false;
    return true;
}

int mu_watched_choices(const mu *u) {
    int n = 0;
    if (mu_races_forbidden(u)) return mu_race_choices(u);
    for (int l = 0; l < u->o->lines; l++) n += mu_is_first_alike(u, l, 0);
    return n;
}

const char *mu_watched_line(const mu *u) {
    const char *text = "k";
    int n = 0;
    for (int l = 0; l < u->o->lines; l++) {
        if (!mu_is_first_alike(u, l, 0)) continue;
        if (l != n) text = MU_TEXT(u, "(k = %d ? %d : %s)", n, l, text);
        n++;
    }
    return text;
}
