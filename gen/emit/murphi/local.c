// Local memories of cores.
//
// note [local lines]: some lines of a bound are those of one core's local memory. Another core's memory has
// lines of the same numbers, which have nothing to do with these: no controller of another core and no
// message knows of them, so what happens there can be told from what happens here by nobody. So one core's
// memory is explored, that of `local_core`: every core in turn, from start to start. Its lines are used by
// the threads of that core, and the global ones by all. Values and races of a line are judged as those of any
// other: a word of a local memory is a word of its own.
//
// note [mapped lines]: a line of a local memory whose operations take effect on a global line (`perform
// ... about e`) is a line of no word of its own. Then no line of the local memories is watched, and those of
// all cores are explored, as they tell each other of global lines. If some operations are about no global
// line, their values are judged by nobody here: in co-simulation they are. Lines of a bound are numbered from
// 0; that of a global line, as a table computes with it, is its number among the global ones, and that of a
// place its number among the local ones. A store to a local line may be the marked one, as it may take effect
// on the watched line, and a load may return what that held since it was asked for; both are told where they
// take effect.
//
// note [followed lines]: where data races are forbidden and the bound says `mapped`, the watched word is
// followed: an operation on a line that is mapped to it is one on the watched word, by the thread that asks,
// and its value is judged. All rules for an operation perform it about the same expression. What the core
// asks for is what that is where nothing is in the line yet (`nothing_NAME`): what is there may be of an
// older mapping, and leaves first. The rule that performs must find the same. So nothing is mapped in
// between: while a command of a core waits, no thread of the core uses its local memory, and while one uses
// it, there is no command. L1 and local memory of a core are two owners, and a thread that uses a word by
// both needs an acquire between: bounds leave out one of them for each core (`without`).
#include <string.h>

#include "emit.h"
#include "lang/command.h"

const char *mu_is_local(const mu *u, const char *line) {
    const char *text = NULL;
    for (int l = 0; l < u->o->lines; l++)
        if (u->o->local >> l & 1)
            text = MU_TEXT(u, "%s%s%s = %d", text ? text : "", text ? " | " : "", line, l);
    return text ? text : "false";
}

static bool is_of_global_lines(const cg_machine *m) {
    bool about = false, own = false;
    for (int i = 0; m->mapped && i < m->n_rules; i++) {
        const cg_action *p = cg_find_action(&m->rules[i], CG_DOES_PERFORMS);
        about |= p && p->about;
        own |= p && !p->about;
    }
    return about || (m->mapped && !own);
}

bool mu_all_mapped(const mu *u) {
    bool all = u->o->local;
    for (int i = 0; i < u->s->n_machines; i++)
        if (u->s->machines[i].local) all &= is_of_global_lines(&u->s->machines[i]);
    return all;
}

static bool has_mapped(const mu *u) {
    bool some = false;
    for (int i = 0; i < u->s->n_machines; i++) some |= u->s->machines[i].mapped;
    return some;
}

const char *mu_may_be_watched(const mu *u, const char *line) {
    if (!u->o->local || !has_mapped(u)) return MU_TEXT(u, "%s = watched", line);
    return MU_TEXT(u, "(%s = watched | %s)", line, mu_is_local(u, line));
}

// The number of each line among those of its space, and the other way about. A number that no line of the
// bound has is one that the bound cannot tell of.
static void print_numbers_of(const mu *u, bool local, const char *number, const char *line) {
    FILE *out = u->out;
    fprintf(out, "function %s(l: line_id): number;\nbegin\n  switch l\n", number);
    for (int l = 0, n = 0; l < u->o->lines; l++)
        if ((u->o->local >> l & 1) == local) fprintf(out, "  case %d: return %d;\n", l, n++);
    fprintf(out, "  end;\n  error \"table: a line is taken for one of the other space\";\nend;\n\n");
    fprintf(out, "function %s(n: number): line_id;\nbegin\n  switch n\n", line);
    for (int l = 0, n = 0; l < u->o->lines; l++)
        if ((u->o->local >> l & 1) == local) fprintf(out, "  case %d: return %d;\n", n++, l);
    fprintf(out, "  end;\n  error \"table: a line that the bound does not have\";\nend;\n\n");
}

static void print_at_watched(const mu *u) {
    fprintf(u->out, "function at_watched(n: number): boolean;\nbegin\n  switch watched\n");
    for (int l = 0, n = 0; l < u->o->lines; l++)
        if (!(u->o->local >> l & 1)) fprintf(u->out, "  case %d: return n = %d;\n", l, n++);
    fprintf(u->out, "  end;\n  return false;\nend;\n\n");
}

void mu_print_places(const mu *u) {
    if (!u->o->local || !has_mapped(u)) return;
    print_numbers_of(u, true, "place_of_line", "line_of_place");
    print_numbers_of(u, false, "number_of_line", "line_of_number");
    if (u->o->mapped) print_at_watched(u);
}

// What the operations of the event's kind are about.
static const cg_expr *target(const cg_machine *m, cg_core_op op) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_action *p = cg_find_action(&m->rules[i], CG_DOES_PERFORMS);
        if (p && p->perform == op && p->about) return p->about;
    }
    return NULL;
}

bool mu_follows(const mu *u, const cg_machine *m) {
    return u->o->mapped && m->local;
}

const char *mu_nothing(const mu *u, const cg_machine *m) {
    return MU_TEXT(u, "nothing_%s", m->name);
}

// " & !(GUARD)" of rules of a line with nothing in it that perform the operation on the memory's own word.
static const char *but_own(const mu_cause *c, const mu_names *fresh) {
    int first = 0;
    const int n = cg_rules_of(c->m, 0, (int)(c->e - c->m->events), &first);
    const char *text = "";
    for (int i = first; i < first + n; i++) {
        const cg_rule *r = &c->m->rules[i];
        const cg_action *p = cg_find_action(r, CG_DOES_PERFORMS);
        const char *when = p && !p->about && r->when ? mu_expr(fresh, r->when) : "false";
        if (strcmp(when, "false") != 0) text = MU_TEXT(c->u, "%s & !(%s)", text, when);
    }
    return text;
}

// Is what the core asks for now about the watched line? NULL: its line is of no other one.
static const char *followed(const mu_cause *c) {
    const bool operation = c->e->kind == CG_EV_CORE && c->e->block;
    const cg_expr *at = operation && mu_follows(c->u, c->m) ? target(c->m, c->e->core) : NULL;
    mu_names fresh = c->names;
    if (!at) return NULL;
    fresh.cell = mu_nothing(c->u, c->m);
    const char *but = but_own(c, &fresh);
    return MU_TEXT(c->u, *but ? "(at_watched(%s)%s)" : "at_watched(%s)%s", mu_expr(&fresh, at), but);
}

const char *mu_is_watched(const mu_cause *c) {
    const char *at = followed(c);
    if (!at) return MU_TEXT(c->u, "%s = watched", c->line ? c->line : "line");
    return c->source == MU_INSIDE ? "mine" : at;
}

void mu_print_follow_local(const mu_cause *c, bool *any) {
    if (!followed(c)) return;
    fprintf(c->u->out, "%s  mine: boolean; -- note [followed lines]\n", *any ? "" : "var\n");
    *any = true;
}

void mu_follow(const mu_cause *c) {
    const cg_action *p = cg_find_action(c->r, CG_DOES_PERFORMS);
    if (!followed(c)) return;
    mu_line(c, "mine := %s;", followed(c));
    if (!p) return;
    if (p->about)
        mu_line(c, "if at_watched(%s) != mine then", mu_expr(&c->names, p->about));
    else
        mu_line(c, "if mine then");
    mu_line(c, "  error \"table: %s performs what was asked for on another line\";\n  end;", c->r->id);
}

const char *mu_keeps_mapping(const mu_cause *c) {
    const mu *u = c->u;
    const char *each = MU_TEXT(u, " & forall t: thread_id do ");
    if (!u->o->mapped) return "";
    if (cg_is_command(c->e->core))
        return MU_TEXT(
            u,
            "%s(core[%s][t].status != asked & core[%s][t].status != waits & core[%s][t].status != again)"
            " | !(%s) end",
            each, c->core, c->core, c->core, mu_is_local(u, MU_TEXT(u, "core[%s][t].line", c->core)));
    if (!c->m->local || !u->commands_wait) return "";
    return MU_TEXT(u, "%score[%s][t].status != commanding end", each, c->core);
}

const char *mu_line_at(const mu_cause *c, const cg_msg *msg) {
    if (!c->u->o->local) return MU_TEXT(c->u, "%s.line", c->names.packet); // there is no such message
    return MU_TEXT(c->u, "line_of_place(%s)", mu_expr(&c->names, msg->place));
}

const char *mu_line_about(const mu_cause *c, const cg_action *a) {
    if (!a->about || !c->u->o->local) return c->line;
    return MU_TEXT(c->u, "line_of_number(%s)", mu_expr(&c->names, a->about));
}

const char *mu_space_of_core(const mu_cause *c) {
    const mu *u = c->u;
    if (!c->line) return NULL;
    if (c->m->local && !u->o->local) return "false";
    if (c->m->local && mu_all_mapped(u)) return MU_TEXT(u, "(%s)", mu_is_local(u, c->line));
    if (c->m->local) return MU_TEXT(u, "%s = local_core & (%s)", c->core, mu_is_local(u, c->line));
    return u->o->local ? MU_TEXT(u, "!(%s)", mu_is_local(u, c->line)) : NULL;
}

// What the model lets memory hold at first is in the local memory, where the line is of that.
void mu_start_local(const mu *u) {
    if (!u->o->local || mu_all_mapped(u)) return;
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
    if (mu_all_mapped(u) && (u->o->local >> line & 1)) return false;
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
