// Programs without data races, for models that promise nothing to others.
//
// note [races]: one word is watched: a word of data or one of synchronization, chosen at the start. Where it
// is data, the model holds exactly what has happened before what (Adve and Hill 1990): for each thread
// whether its next operation comes after the word's last store, and for each thread that has loaded the word
// since, whether it comes after those loads; and the same for each word of synchronization, for whoever
// acquires it. A load of the word is offered to threads that come after its last store, a store to those that
// come after all its loads, too. So every run without a race on this word is explored, and no other. A load
// has one legal value then: the last store's. It is checked where the core is answered. Atomics are judged in
// the order in which they are performed: each finds what the one before it left.
//
// note [scopes] is in scopes.c.
//
// note [other words]: races are for one word each, and a line has many. Of the words that are not watched the
// model holds no value, so each access to them is taken for one to a word of its own, which nobody else uses:
// it is always offered. A line's own word (of data, or of synchronization in the last `sync` lines) is part
// 0; where the bound says `beside`, part 1 stands for all other words of the line, which are data.
//
// note [coherent] is in coherent.c.
//
// note [words]: where blocks are words, a line has one, and no other words are beside it. Of the word's bytes
// one is watched, and the others are taken together: a store writes all (bytes = 0), the watched one and not
// all (1), or not the watched one (2). Two accesses to a word race whatever their bytes are.
// Requests are deferred for each line, too: one that a drain sends has no thread, and of a word there is one
// at most. So a bound has one thread a core, or tells them apart (`without`).
//
// Where no word's bytes are watched it is all the same which of them a store of some writes first: then the
// ones that it does not write come only after it (bytes = 2, to an entry that has the others).
// A store to a memory of words whose values are not followed (note [followed lines] of local.c) may be about
// the watched word, and writes other bytes of it: what it leaves there is not known.
//
// note [anything]: words that are not watched may be used as any program uses words, with data races and with
// atomics on data: of them only is judged that nothing happens which the table says cannot, and that nothing
// hangs. In some initial states no word is watched.
//
// note [kinds] is in scopes.c.
//
// note [phases]: the order logic at the core port takes an operation apart: release, operation, acquire. What
// the thread does next is chosen when its release is answered: an atomic that needs one before it. Where
// words go over from scope to scope no such atomic may be allowed any more: then it does something else, or
// nothing.
#include <string.h>

#include "emit.h"
#include "lang/request.h"
#include "lang/topology.h"
#include "lang/visit.h"

bool mu_happens_at(const mu *u, const cg_machine *m, cg_core_op op) {
    const int e = cg_core_event(m, op);
    return e != CG_NONE && !mu_is_off(u, m, &m->events[e]);
}

static bool operation_happens(const mu *u, cg_core_op op) {
    for (int i = 0; i < u->s->n_machines; i++)
        if (mu_happens_at(u, &u->s->machines[i], op)) return true;
    return false;
}

bool mu_races_forbidden(const mu *u) {
    return u->o->promise.races_forbidden;
}

// First line whose word is one of synchronization.
int mu_first_sync(const mu *u) {
    const int n = u->o->lines - u->o->sync;
    return n < 0 ? 0 : n;
}

bool mu_words(const mu *u) {
    return u->s->machines[u->core].words;
}

// May stores write some bytes of a word?
static bool has_bytes(const mu *u) {
    return mu_words(u) || mu_splits_words(u);
}

static bool has_parts(const mu *u) {
    return u->o->beside != CG_BESIDE_NONE && !mu_words(u);
}

// Do lines of synchronization have other words, one of which may be watched?
bool mu_parts_of_sync(const mu *u) {
    return has_parts(u) && u->o->sync && (u->o->beside == CG_BESIDE_SYNC || u->o->beside == CG_BESIDE_ALL);
}

// " & part = 0": it is the watched word of its line.
const char *mu_own_part(const mu *u, const char *part) {
    if (!has_parts(u)) return "";
    return MU_TEXT(u, " & %s = %s", part, mu_parts_of_sync(u) ? "watched_part" : "0");
}

static bool judged(const mu *u) {
    return !u->o->promise.unjudged;
}

// Can loads say that nobody stores into their word any more, so that `fixed` is part of the state?
static bool has_final_loads(const mu *u) {
    return judged(u) && strcmp(mu_loads_that(u, true, ""), "false") != 0;
}

// Does some operation that is an acquire (a release) happen, of whatever sort?
static bool has_marked_kind(const mu *u, bool acquire) {
    const bool there = operation_happens(u, acquire ? CG_ACQUIRE : CG_RELEASE);
    for (int i = 0; there && i < u->n_kinds; i++)
        if ((acquire ? u->kinds[i].acquire : u->kinds[i].release) && operation_happens(u, u->kinds[i].op))
            return true;
    return false;
}

// ------------------------------------------------------------------------------------------ types, variables

void mu_print_race_types(const mu *u) {
    FILE *out = u->out;
    if (!mu_races_forbidden(u)) return;
    if (has_parts(u)) fprintf(out, "  part_t: 0..1; -- note [other words]\n");
    if (has_bytes(u)) fprintf(out, "  bytes_t: 0..2; -- that a store writes: note [words]\n");
    if (mu_last_kind(u) != CG_NONE)
        fprintf(out, "  mark_t: 0..%d; -- of an atomic%s\n", mu_last_kind(u),
                u->first_data ? ", a load, a store"
                : u->n_loads  ? ", of a load"
                              : "");
    if (!u->o->sync || !judged(u)) return;
    fprintf(out, "  clock_t: record -- of a word of synchronization: note [races]\n");
    fprintf(out, "    knows: boolean;\n    reads: array [%s] of array [thread_id] of boolean;\n",
            mu_core_id(u));
    if (u->scoped) fprintf(out, "    after: array [0..%d] of boolean;\n", u->o->sync - 1);
    fprintf(out, "  end;\n");
}

const char *mu_race_statuses(const mu *u) {
    if (!mu_races_forbidden(u)) return "";
    return MU_TEXT(u, "%s%s", operation_happens(u, CG_RELEASE) ? ", releasing, released" : "",
                   operation_happens(u, CG_ACQUIRE) ? ", acquiring" : "");
}

void mu_print_race_request(const mu *u) {
    if (!mu_races_forbidden(u)) return;
    if (has_parts(u)) fprintf(u->out, "    part: part_t;\n");
    if (u->o->mapped) {
        fprintf(u->out, "    mine: boolean; -- it is about the watched line: note [followed lines]\n");
        fprintf(u->out, "    bytes: bytes_t; -- of a store\n");
    }
    if (mu_last_kind(u) != CG_NONE) fprintf(u->out, "    mark: mark_t;\n");
}

void mu_print_race_variables(const mu *u) {
    FILE *out = u->out;
    const char *id = mu_core_id(u);
    if (!mu_races_forbidden(u)) return;
    if (mu_parts_of_sync(u)) fprintf(out, "  watched_part: part_t; -- which of its words\n");
    if (!judged(u)) return;
    fprintf(out, "  knows: array [%s] of array [thread_id] of boolean; -- the last store: note [races]\n",
            id);
    fprintf(out, "  reads: array [%s] of array [thread_id] of array [%s] of array [thread_id] of boolean;\n",
            id, id);
    if (u->o->sync) fprintf(out, "  sync: array [0..%d] of clock_t;\n", u->o->sync - 1);
    if (mu_coherent(u)) fprintf(out, "  found: array [0..1] of boolean; -- by an atomic: note [coherent]\n");
    if (u->scoped) mu_print_scope_variables(u);
    if (has_final_loads(u))
        fprintf(out, "  fixed: boolean; -- nobody stores into the watched word any more\n");
}

static void print_fresh_reads(const mu *u, const char *in) {
    FILE *out = u->out;
    const char *id = mu_core_id(u);
    fprintf(out, "%sfor i: %s do for t: thread_id do for j: %s do for s: thread_id do\n", in, id, id);
    fprintf(out, "%s  reads[i][t][j][s] := true;\n%send; end; end; end;\n", in, in);
    if (!u->o->sync) return;
    fprintf(out, "%sfor w := 0 to %d do for i: %s do for t: thread_id do\n", in, u->o->sync - 1, id);
    fprintf(out, "%s  sync[w].reads[i][t] := true;\n%send; end; end;\n", in, in);
}

void mu_print_known(const mu *u, const char *in, const char *who, const char *sync) {
    FILE *out = u->out;
    fprintf(out, "%sfor i: %s do for t: thread_id do knows[i][t] := %s; end; end;\n", in, mu_core_id(u), who);
    if (u->o->sync)
        fprintf(out, "%sfor w := 0 to %d do sync[w].knows := %s; end;\n", in, u->o->sync - 1, sync);
}

void mu_start_races(const mu *u) {
    if (!mu_races_forbidden(u) || !judged(u)) return;
    const char *known = mu_known_at_first(u);
    mu_print_known(u, "  ", known, known);
    if (mu_coherent(u)) fprintf(u->out, "  for v := 0 to 1 do found[v] := false; end;\n");
    print_fresh_reads(u, "  ");
    if (u->scoped) mu_start_scopes(u);
    if (has_final_loads(u)) fprintf(u->out, "  fixed := false;\n");
}

// ------------------------------------------------------------------------------------------- what is offered

static const char *lines_beside(const mu *u) {
    switch (u->o->beside) {
    case CG_BESIDE_DATA: return MU_TEXT(u, "line < %d", mu_first_sync(u));
    case CG_BESIDE_SYNC: return MU_TEXT(u, "line >= %d", mu_first_sync(u));
    case CG_BESIDE_ALL: return "true";
    case CG_BESIDE_NONE: break;
    }
    return "false";
}

static const char *first_bytes(const mu_cause *c) {
    if (c->m->of_words && !c->u->o->mapped) // which may be about the watched word
        return c->u->o->anything ? MU_TEXT(c->u, "(watched = %d ? bytes != 2 : bytes = 2)", c->u->o->lines)
                                 : "bytes = 2";
    if (!mu_has_buffer(c->m)) return MU_TEXT(c->u, "(%s | bytes != 2)", mu_is_watched(c));
    return MU_TEXT(c->u, "(line = watched | bytes != 2 | %s.buffer[line].has)", c->names.node);
}

static const char *operation_allowed(const mu_cause *c) {
    const mu *u = c->u;
    const char *id = mu_core_id(u), *own = MU_TEXT(u, "line < %d", mu_first_sync(u)), *race = "";
    if (u->o->anything) own = MU_TEXT(u, "(%s | line != watched)", own);
    if (has_parts(u)) own = MU_TEXT(u, "(part = 0 ? %s : %s)", own, lines_beside(u));
    if (mu_words(u) && c->e->core == CG_STORE) own = MU_TEXT(u, "%s & %s", own, first_bytes(c));
    if (mu_splits_words(u) && has_parts(u) && c->e->core == CG_STORE)
        own = MU_TEXT(u, "%s & (part = 0 | bytes = 0)", own);
    if (judged(u) && c->e->core == CG_LOAD) race = MU_TEXT(u, "knows[%s][thread]", c->core);
    if (judged(u) && c->e->core == CG_STORE)
        race = MU_TEXT(u,
                       "(%sknows[%s][thread] & forall i: %s do forall t: thread_id do "
                       "reads[i][t][%s][thread] end end)",
                       has_final_loads(u) ? "!fixed & " : "", c->core, id, c->core);
    if (u->n_loads && c->e->core == CG_LOAD)
        own = MU_TEXT(u, "%s & (%s)", own, mu_loads_that(u, false, "mark"));
    if (!judged(u)) return own;
    return MU_TEXT(u, "%s & (%s%s -> %s)", own, mu_is_watched(c), mu_own_part(u, "part"), race);
}

static const char *marked(const mu *u, bool acquire, const char *mark) {
    const char *text = mu_kinds_that(u, acquire ? MU_ACQUIRES : MU_RELEASES, mark);
    return strcmp(text, "false") ? MU_TEXT(u, "(%s)", text) : text;
}

const char *mu_thread_rests(const mu *u, const char *q) {
    const bool both = u->scoped && has_marked_kind(u, false);
    return both ? MU_TEXT(u, "(%s.status = idle | %s.status = released)", q, q)
                : MU_TEXT(u, "%s.status = idle", q);
}

// May a thread that is free begin this, which synchronizes?
static const char *may_synchronize(const mu_cause *c) {
    const mu *u = c->u;
    const char *q = c->request;
    const char *there = MU_TEXT(u, "line >= %d", mu_first_sync(u));
    if (u->o->anything) there = MU_TEXT(u, "(%s | line != watched)", there);
    if (c->e->core != CG_ATOMIC && has_parts(u)) there = MU_TEXT(u, "%s & part = 0", there);
    if (c->e->core == CG_STORE && has_bytes(u)) there = MU_TEXT(u, "%s & bytes = 0", there);
    there = MU_TEXT(u, "%s%s", there, mu_kind_allowed(c));
    if (!has_marked_kind(u, false)) return MU_TEXT(u, "%s.status = idle & %s", q, there);
    if (u->scoped)
        return MU_TEXT(u, "(%s ? %s.status = released : %s) & %s", marked(u, false, "mark"), q,
                       mu_thread_rests(u, q), there);
    return MU_TEXT(u, "%s.status = (%s ? released : idle) & %s", q, marked(u, false, "mark"), there);
}

static const char *thread_may_begin(const mu_cause *c) {
    const mu *u = c->u;
    if (c->e->core == CG_ATOMIC) return may_synchronize(c);
    const char *data = MU_TEXT(u, "%s & %s", mu_thread_rests(u, c->request), operation_allowed(c));
    if (!mu_marks_op(u, c->e->core)) return data;
    if (c->e->core == CG_STORE) data = MU_TEXT(u, "mark = %s & %s", mu_data_mark(u), data);
    return MU_TEXT(u, "(%s ? %s : %s)", mu_is_data(u, "mark"), data, may_synchronize(c));
}

// NULL: the event is not one of these.
const char *mu_race_guard(const mu_cause *c) {
    static const char *const OPS[] = {"op_load", "op_store", "op_atomic"};
    const mu *u = c->u;
    const char *q = c->request;
    if (c->e->core == CG_ACQUIRE)
        return has_marked_kind(u, true) ? MU_TEXT(u, "%s.status = acquiring", q) : "false";
    if (c->e->core == CG_RELEASE)
        return has_marked_kind(u, false)
                   ? MU_TEXT(u, "(%s | %s.status = releasing)", mu_thread_rests(u, q), q)
                   : "false";
    if (c->e->core == CG_FENCE) return NULL;
    if (!c->mm->defers_core) return MU_TEXT(u, "(%s)", thread_may_begin(c));
    const char *same = c->e->core == CG_ATOMIC ? MU_TEXT(u, " & %s.mark = mark", q)
                       : has_parts(u)          ? MU_TEXT(u, " & %s.part = part", q)
                                               : "";
    if (u->o->mapped && c->e->core == CG_STORE) same = MU_TEXT(u, "%s & %s.bytes = bytes", same, q);
    if (mu_has_mark(u, c->e) && c->e->core != CG_ATOMIC) same = MU_TEXT(u, "%s & %s.mark = mark", same, q);
    return MU_TEXT(u, "((%s) | (%s.status = again & %s.line = line & %s.op = %s%s%s))", thread_may_begin(c),
                   q, q, q, OPS[c->e->core], same, mu_same_operands(c));
}

// ------------------------------------------------------------------------------------------ what is touched

int mu_race_parameters(const mu *u, const cg_event *e, mu_parameter to[MU_RACE_PARAMETERS]) {
    int n = 0;
    if (!mu_races_forbidden(u) || !e->block) return 0;
    const bool bytes = has_bytes(u) && e->core == CG_STORE;
    if (bytes) to[n++] = (mu_parameter){"bytes", "bytes_t"};
    if (has_parts(u) && e->core != CG_ATOMIC) to[n++] = (mu_parameter){"part", "part_t"};
    if (mu_has_mark(u, e)) to[n++] = (mu_parameter){"mark", "mark_t"};
    return n;
}

bool mu_word_parts(const mu *u) {
    return mu_races_forbidden(u) && has_parts(u);
}

// ---------------------------------------------------------------------------------------------- procedures

// Begins a procedure about a thread of a core; `given`: what else it takes.
void mu_begin_of_thread(const mu *u, const char *name, const char *given) {
    fprintf(u->out, "procedure %s(node: %s; thread: thread_id; %s);\nbegin\n", name, mu_core_id(u), given);
}

static void print_take_request(const mu *u) {
    FILE *out = u->out;
    const bool kinds = mu_last_kind(u) != CG_NONE;
    const char *part = has_parts(u) ? "; part: part_t" : "", *mark = kinds ? "; mark: mark_t" : "";
    const char *mine = u->o->mapped ? "mine" : "line = watched";
    fprintf(out, "-- A thread's new request is taken; the one before must have been performed.\n");
    mu_begin_of_thread(u, "take_request",
                       MU_TEXT(u, "var x: request; line: line_id; op: request_op%s%s%s; v: value_t", part,
                               mark, u->o->mapped ? "; mine: boolean" : ""));
    fprintf(out, "  if x.status != again then\n");
    fprintf(out, "    if x.owed then error \"table: an operation was answered and not performed\"; end;\n");
    fprintf(out, "    x.line := line;\n    x.op := op;\n    x.owed := true;\n");
    if (has_parts(u)) fprintf(out, "    x.part := part;\n");
    if (kinds) fprintf(out, "    x.mark := mark;\n");
    if (u->o->mapped) fprintf(out, "    x.mine := mine;\n");
    if (judged(u)) {
        fprintf(out, "    if %s%s%s then race_begins(node, thread, op, v); end;\n", mine,
                mu_own_part(u, "part"), u->first_data ? MU_TEXT(u, " & %s", mu_is_data(u, "mark")) : "");
        if (has_final_loads(u)) {
            fprintf(out, "    if %s%s & op = op_load & (%s) then\n      fixed := true;\n", mine,
                    mu_own_part(u, "part"), mu_loads_that(u, true, "mark"));
            print_fresh_reads(u, "      ");
            fprintf(out, "    end;\n");
        }
    }
    if (u->scoped) fprintf(out, "    if op = op_atomic then scope_takes(node, thread, line, mark); end;\n");
    fprintf(out, "  end;\n  x.status := asked;\nend;\n\n");
}

static void print_begins(const mu *u) {
    FILE *out = u->out;
    const char *id = mu_core_id(u);
    mu_begin_of_thread(u, "race_begins", "op: request_op; v: value_t");
    fprintf(out, "  if op = op_load%s then\n", has_final_loads(u) ? " & !fixed" : "");
    fprintf(out, "    for i: %s do for t: thread_id do\n", id);
    fprintf(out, "      reads[node][thread][i][t] := i = node & t = thread;\n    end; end;\n");
    if (u->o->sync)
        fprintf(out, "    for w := 0 to %d do sync[w].reads[node][thread] := false; end;\n", u->o->sync - 1);
    fprintf(out, "  elsif op = op_store then\n    order_value := v;\n");
    mu_print_known(u, "    ", "i = node & t = thread", "false");
    print_fresh_reads(u, "    ");
    fprintf(out, "  end;\nend;\n\n");
}

static void print_atomic(const mu *u) {
    FILE *out = u->out;
    const char *id = mu_core_id(u);
    mu_begin_of_thread(u, "order_an_atomic", "var x: request; line: line_id; old: value_t; v: value_t");
    fprintf(out, "  if line = watched%s then\n    if old != order_value then\n",
            mu_parts_of_sync(u) ? " & watched_part = 0" : "");
    fprintf(out, "      error \"data value: %s does not return what the one before it left\";\n    end;\n",
            u->first_data ? "synchronization" : "an atomic");
    fprintf(out, "    order_value := v;\n  end;\n");
    fprintf(out, "  for w := 0 to %d do if w + %d = line%s then\n", u->o->sync - 1, mu_first_sync(u),
            u->scoped ? " & same_scope(w, node, x.mark)" : "");
    if (u->scoped) fprintf(out, "    moving[w] := false;\n");
    fprintf(out, "    if %s then\n      if sync[w].knows then knows[node][thread] := true; end;\n",
            mu_kinds_that(u, MU_TAKES, "x.mark"));
    fprintf(out, "      for i: %s do for t: thread_id do if sync[w].reads[i][t] then\n", id);
    fprintf(out, "        reads[i][t][node][thread] := true;\n      end; end; end;\n");
    if (u->scoped) {
        fprintf(out, "      for v := 0 to %d do if sync[w].after[v] then\n", u->o->sync - 1);
        fprintf(out, "        after[v][node][thread] := true;\n      end; end;\n");
    }
    fprintf(out, "    end;\n");
    fprintf(out, "    if %s then\n      if knows[node][thread] then sync[w].knows := true; end;\n",
            mu_kinds_that(u, MU_HANDS, "x.mark"));
    fprintf(out, "      for i: %s do for t: thread_id do if reads[i][t][node][thread] then\n", id);
    fprintf(out, "        sync[w].reads[i][t] := true;\n      end; end; end;\n");
    if (u->scoped) {
        fprintf(out, "      for v := 0 to %d do if after[v][node][thread] then\n", u->o->sync - 1);
        fprintf(out, "        sync[w].after[v] := true;\n      end; end;\n");
    }
    fprintf(out, "    end;\n");
    fprintf(out, "  end; end;\nend;\n\n");
}

static void print_answered(const mu *u) {
    FILE *out = u->out;
    fprintf(out, "-- The core is answered with a value.\n");
    fprintf(out, "procedure judge_answer(var x: request; v: value_t);\nbegin\n");
    fprintf(out, "  if x.op = op_load & %s%s%s & v != order_value then\n",
            u->o->mapped ? "x.mine" : "x.line = watched", mu_own_part(u, "x.part"),
            u->first_data ? MU_TEXT(u, " & %s", mu_is_data(u, "x.mark")) : "");
    fprintf(out, "    error \"data value: a load does not return the last store that happens before it\";\n");
    fprintf(out, "  end;\nend;\n\n");
}

void mu_print_races(const mu *u) {
    if (u->scoped) mu_print_scopes(u);
    if (judged(u)) {
        print_begins(u);
        if (mu_coherent(u))
            mu_print_coherent(u);
        else if (mu_has_sync(u))
            print_atomic(u);
        print_answered(u);
    }
    print_take_request(u);
    if (!has_marked_kind(u, true)) return;
    fprintf(u->out, "-- An answered atomic that is an acquire is over when its acquire is.\n");
    fprintf(u->out, "function after_answer(op: request_op; mark: mark_t): request_status;\nbegin\n");
    fprintf(u->out, "  return %s%s ? acquiring : idle;\nend;\n\n", u->first_data ? "" : "op = op_atomic & ",
            marked(u, true, "mark"));
}

bool mu_has_sync(const mu *u) {
    return u->o->sync && u->n_kinds;
}

bool mu_race_acquires(const mu *u) {
    return mu_races_forbidden(u) && has_marked_kind(u, true);
}

const char *mu_race_take(const mu_cause *c, const char *op) {
    const mu *u = c->u;
    const bool atomic = c->e->core == CG_ATOMIC;
    const char *part = !has_parts(u) ? "" : atomic ? ", 0" : ", part";
    const char *mark = mu_last_kind(u) == CG_NONE ? ""
                       : mu_has_mark(u, c->e)     ? ", mark"
                                                  : MU_TEXT(u, ", %s", mu_data_mark(u));
    const char *no_word = u->o->values ? "first" : "0";
    const char *mine = u->o->mapped ? MU_TEXT(u, ", %s", mu_is_watched(c)) : "";
    const char *take = MU_TEXT(u, "take_request(%s, thread, %s, line, %s%s%s%s, %s);", c->core, c->request,
                               op, part, mark, mine,
                               c->e->core == CG_LOAD                    ? no_word
                               : c->e->core == CG_STORE && has_bytes(u) ? "bytes = 2 ? order_value : word"
                                                                        : "word");
    const bool bytes = u->o->mapped && c->e->core == CG_STORE;
    return bytes ? MU_TEXT(u, "%s %s.bytes := bytes;", take, c->request) : take;
}
