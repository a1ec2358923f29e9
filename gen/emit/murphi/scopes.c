// Kinds of synchronization by their marks, and the scopes of its words (races.c).
//
// note [kinds]: operations that synchronize (atomics, and loads and stores where core ports take such) differ
// in what stands before and after them, and in what they hand on and take over. Where there are loads or
// stores among them, loads and stores of data have kinds, too, with numbers behind all of these.
// A core of a machine without releases or acquires asks for kinds without them.
// Where the bound leaves releases or acquires out, or no word of data is watched, so that nobody asks what is
// known, kinds that differ in nothing else are one.
//
// note [scopes]: a word of synchronization is of one instance of a scope at a time: of all threads (at first)
// or of those of a core, `owner`. An atomic of another instance is offered to threads that come after all
// accesses to the word so far (`after`, which is handed on as all else is), and makes the word one of its
// instance (until it is performed, nobody else comes to the word): what was handed on by the word is then
// forgotten, as nobody of the new instance may take it over. That is HRF (Hower et al. 2014) without
// inclusion, and every program without races of synchronization, but for those that come back to an instance
// and rely on what was handed on there before. To a word that is not watched (note [anything]) atomics of all
// instances come without order; what one hands on that is performed after the word went over to another
// instance counts for nothing.
#include "emit.h"
#include "lang/topology.h"
#include "lang/visit.h"

bool mu_asks_what_is_known(const mu *u) {
    return !u->o->promise.unjudged && (mu_first_sync(u) > 0 || mu_parts_of_sync(u) || mu_coherent(u));
}

// Have operations of the core kinds?
bool mu_has_mark(const mu *u, const cg_event *e) {
    return e->core == CG_ATOMIC || (e->core == CG_LOAD && u->n_loads) || mu_marks_op(u, e->core);
}

// The kind's number; a new one, unless there is one like it.
static int enter_kind(mu *u, const cg_sync_kind *k) {
    for (int i = 0; i < u->n_kinds; i++)
        if (cg_same_kind(&u->kinds[i], k)) return i;
    *CG_PUSH(u->arena, u->kinds, u->n_kinds) = *k;
    return u->n_kinds - 1;
}

// Synchronization as the cores of a machine ask for it.
static void find_kinds_at(mu *u, int machine) {
    const cg_machine *own = &u->s->machines[machine];
    const cg_machine *m = own->local ? &u->s->machines[own->beside] : own; // that has releases and acquires
    const bool known = mu_asks_what_is_known(u);
    const bool releases = mu_happens_at(u, m, CG_RELEASE), acquires = mu_happens_at(u, m, CG_ACQUIRE);
    for (int i = 0; i < u->o->promise.n_syncs; i++) {
        cg_sync_kind k = u->o->promise.syncs[i];
        k.release &= releases;
        k.acquire &= acquires;
        k.hands &= known;
        k.takes &= known;
        k.of_core &= !u->o->promise.unjudged && u->o->sync > 0;
        u->askers[enter_kind(u, &k)] |= UINT64_C(1) << machine;
        u->scoped |= k.of_core;
    }
}

void mu_find_kinds(mu *u) {
    const size_t most = (size_t)(u->o->promise.n_syncs * cg_core_kinds(u->s) + 1);
    u->askers = cg_arena_alloc(u->arena, most * sizeof *u->askers);
    u->marks = 0;
    for (int i = 0; i < u->s->n_machines; i++) {
        if (!u->s->machines[i].core_port) continue;
        u->marks |= cg_marks_read(&u->s->machines[i], CG_NONE);
        find_kinds_at(u, i);
    }
    for (int i = 0; i < u->n_kinds; i++)
        if (u->kinds[i].op != CG_ATOMIC) u->first_data = u->n_kinds;
    u->loads = u->o->promise.loads;
    u->n_loads = u->first_data || u->o->promise.n_loads > 1 ? u->o->promise.n_loads : 0;
}

// The number of a kind says in its lowest bits which of the marks that rules read it has: those who read a
// counterexample know no kinds.
static int number_of_kind(const mu *u, int i, unsigned marks) {
    return i << __builtin_popcount(u->marks) | (int)cg_marks_squeezed(marks, u->marks);
}

bool mu_marks_op(const mu *u, cg_core_op op) {
    for (int i = 0; i < u->n_kinds; i++)
        if (u->kinds[i].op == op) return true;
    return false;
}

const char *mu_is_data(const mu *u, const char *mark) {
    return MU_TEXT(u, "%s >= %d", mark, number_of_kind(u, u->first_data, 0));
}

const char *mu_data_mark(const mu *u) {
    return MU_TEXT(u, "%d", number_of_kind(u, u->first_data, 0));
}

int mu_last_kind(const mu *u) {
    int n = u->n_kinds > u->n_loads ? u->n_kinds : u->n_loads;
    if (u->first_data) n = u->n_kinds + (u->n_loads ? u->n_loads : 1);
    return n ? (n << __builtin_popcount(u->marks)) - 1 : CG_NONE;
}

static bool is_kind(const cg_sync_kind *k, mu_kind_does what) {
    switch (what) {
    case MU_RELEASES: return k->release;
    case MU_ACQUIRES: return k->acquire;
    case MU_HANDS: return k->hands;
    case MU_TAKES: return k->takes;
    case MU_OF_CORE: return k->of_core;
    case MU_ANYTHING: break;
    }
    return true;
}

static const char *or_kind(const mu *u, const char *text, const char *mark, int i, unsigned marks) {
    return MU_TEXT(u, "%s%s%s = %d", text ? text : "", text ? " | " : "", mark, number_of_kind(u, i, marks));
}

const char *mu_kinds_that(const mu *u, mu_kind_does what, const char *mark) {
    const char *text = NULL;
    for (int i = 0; i < u->n_kinds; i++)
        if (is_kind(&u->kinds[i], what)) text = or_kind(u, text, mark, i, u->kinds[i].marks);
    return text ? text : "false";
}

const char *mu_loads_that(const mu *u, bool final, const char *mark) {
    const char *text = NULL;
    for (int i = 0; i < u->n_loads; i++)
        if (!final || u->loads[i].final) text = or_kind(u, text, mark, u->first_data + i, u->loads[i].marks);
    return text ? text : "false";
}

const char *mu_marked(const mu_names *n, int k) {
    const mu *u = n->u;
    const char *text = NULL;
    for (int i = 0; n->mark && i < u->n_kinds; i++)
        if (u->kinds[i].marks >> k & 1) text = or_kind(u, text, n->mark, i, u->kinds[i].marks);
    for (int i = 0; n->load_mark && i < u->n_loads; i++)
        if (u->loads[i].marks >> k & 1)
            text = or_kind(u, text, n->load_mark, u->first_data + i, u->loads[i].marks);
    return text ? MU_TEXT(u, "(%s)", text) : "false";
}

// Those of this operation that the cores of this machine ask for.
static const char *kinds_asked_at(const mu *u, const cg_machine *m, cg_core_op op) {
    const char *text = NULL;
    for (int i = 0; i < u->n_kinds; i++)
        if (u->kinds[i].op == op && u->askers[i] >> (m - u->s->machines) & 1)
            text = or_kind(u, text, "mark", i, u->kinds[i].marks);
    return text ? text : "false";
}

const char *mu_kind_allowed(const mu_cause *c) {
    const mu *u = c->u;
    // Numbers that are no kind's, or no kind's here.
    const bool some = u->marks || cg_core_kinds(u->s) > 1 || u->first_data;
    const char *text = some ? MU_TEXT(u, " & (%s)", kinds_asked_at(u, c->m, c->e->core)) : "";
    return u->scoped ? MU_TEXT(u, "%s & (%sscope_allows(%s, thread, line, mark))", text,
                               u->o->anything ? "line != watched | " : "", c->core)
                     : text;
}

void mu_print_scope_variables(const mu *u) {
    FILE *out = u->out;
    const char *id = mu_core_id(u);
    fprintf(out, "  local: array [0..%d] of boolean; -- of one core: note [scopes]\n", u->o->sync - 1);
    fprintf(
        out,
        "  moving: array [0..%d] of boolean; -- what makes it one of another instance is not performed yet\n",
        u->o->sync - 1);
    fprintf(out, "  owner: array [0..%d] of %s; -- of which\n", u->o->sync - 1, id);
    fprintf(out, "  after: array [0..%d] of array [%s] of array [thread_id] of boolean;\n", u->o->sync - 1,
            id);
}

void mu_start_scopes(const mu *u) {
    fprintf(u->out, "  for w := 0 to %d do\n    local[w] := false;\n    moving[w] := false;\n",
            u->o->sync - 1);
    fprintf(u->out, "    for i: %s do for t: thread_id do after[w][i][t] := true; end; end;\n",
            mu_core_id(u));
    fprintf(u->out, "    for v := 0 to %d do sync[v].after[w] := true; end;\n  end;\n", u->o->sync - 1);
}

// note [scopes]
void mu_print_scopes(const mu *u) {
    FILE *out = u->out;
    const int last = u->o->sync - 1;
    const char *id = mu_core_id(u), *of_core = mu_kinds_that(u, MU_OF_CORE, "mark");
    fprintf(out, "-- Is the word of the instance that an atomic of this kind is of?\n");
    fprintf(out, "function same_scope(w: 0..%d; node: %s; mark: mark_t): boolean;\nbegin\n", last, id);
    fprintf(out,
            "  if %s then\n    if local[w] then return owner[w] = node; end;\n    return false;\n  end;\n",
            of_core);
    fprintf(out, "  return !local[w];\nend;\n\n");
    fprintf(out,
            "function scope_allows(node: %s; thread: thread_id; line: line_id; mark: mark_t): boolean;\n",
            id);
    fprintf(out, "begin\n  for w := 0 to %d do if w + %d = line then\n", last, mu_first_sync(u));
    fprintf(out,
            "    return (same_scope(w, node, mark) & !moving[w]) | after[w][node][thread];\n  end; end;\n");
    fprintf(out, "  return true;\nend;\n\n");
    mu_begin_of_thread(u, "scope_takes", "line: line_id; mark: mark_t");
    fprintf(out, "  for w := 0 to %d do if w + %d = line then\n", last, mu_first_sync(u));
    fprintf(
        out,
        "    if !same_scope(w, node, mark) then\n      moving[w] := true;\n      sync[w].knows := false;\n");
    fprintf(out, "      for i: %s do for t: thread_id do sync[w].reads[i][t] := false; end; end;\n", id);
    fprintf(out, "      for v := 0 to %d do sync[w].after[v] := false; end;\n", last);
    fprintf(out, "      local[w] := %s;\n", of_core);
    fprintf(out, "      if local[w] then owner[w] := node; else undefine owner[w]; end;\n    end;\n");
    fprintf(out, "    for i: %s do for t: thread_id do\n", id);
    fprintf(out, "      after[w][i][t] := after[w][i][t] & i = node & t = thread;\n    end; end;\n");
    fprintf(out, "    for v := 0 to %d do sync[v].after[w] := false; end;\n  end; end;\nend;\n\n", last);
}
