// Synchronization that is coherent only (gen/lang/model.h: `synchronization`).
//
// note [coherent]: where synchronization is coherent only, an operation that acquires takes over what was
// handed on by the store or atomic whose value it returns. So lines of synchronization that are not watched
// hold the value of their own word as well. One store or atomic to each at a time is marked and writes 1:
// what it hands on is kept with the word (`sync`), and nothing else is handed on by the word. So a word
// carries one synchronization at a time, and a run in which an old one is found beside a new one is explored
// with either marked. What an atomic finds it does not pass on. Of a watched word of synchronization the
// initial value is 0, the marked store's 1, and all others' 2: whoever comes after the marked store must not
// find the initial value, and of the initial value and the marked one no two atomics find the same. Where
// another word of a line of synchronization is watched, the lines hold no values of synchronization, and
// nothing is handed on.
#include "emit.h"
#include "lang/request.h"

bool mu_coherent(const mu *u) {
    return u->o->promise.coherent && u->o->sync && !u->o->promise.unjudged;
}

const char *mu_known_at_first(const mu *u) {
    if (!mu_coherent(u)) return "true";
    return MU_TEXT(u, "watched < %d%s", mu_first_sync(u), mu_parts_of_sync(u) ? " | watched_part = 1" : "");
}

// Is it about the word of synchronization of a line that is not watched? Note [coherent].
const char *mu_holds_value(const mu_cause *c, const char *line, const char *part, const char *some) {
    const mu *u = c->u;
    return MU_TEXT(u, "(%s >= %d & %s != watched%s%s%s)", line, mu_first_sync(u), line, some,
                   part && mu_word_parts(u) ? MU_TEXT(u, " & %s = 0", part) : "",
                   mu_parts_of_sync(u) ? " & watched_part = 0" : "");
}

// What a core's store or atomic may write, where synchronization is coherent only.
const char *mu_coherent_word(const mu_cause *c) {
    const mu *u = c->u;
    const bool store = c->e->core == CG_STORE, marks = mu_has_mark(u, c->e);
    const char *part = store ? "part" : "0", *some = store && mu_splits_words(u) ? " & bytes != 2" : "";
    const char *own = MU_TEXT(u, "line = watched%s%s", some, mu_own_part(u, part));
    const char *hands = marks ? mu_kinds_that(u, MU_HANDS, "mark") : "false";
    const char *others = mu_first_sync(u) == 0 && !mu_parts_of_sync(u)
                             ? "2"
                             : MU_TEXT(u, "(line >= %d%s ? 2 : 0)", mu_first_sync(u),
                                       mu_parts_of_sync(u) ? " & watched_part = 0" : "");
    return MU_TEXT(
        u, "%s ? word = %s | (word = 1 & !marked(line)) : word = 0 | (word = 1 & %s & (%s) & !marked(line))",
        own, others, mu_holds_value(c, "line", part, some), hands);
}

void mu_print_coherent(const mu *u) {
    FILE *out = u->out;
    const char *id = mu_core_id(u);
    mu_begin_of_thread(u, "order_an_atomic", "var x: request; line: line_id; old: value_t; v: value_t");
    fprintf(out, "  if line = watched%s then\n", mu_parts_of_sync(u) ? " & watched_part = 0" : "");
    fprintf(out, "    if x.op != op_store then\n      if old = 0 & knows[node][thread] then\n");
    fprintf(
        out,
        "        error \"data value: synchronization returns what its thread knows to be overwritten\";\n");
    fprintf(out, "      end;\n      if old = 1 then knows[node][thread] := true; end;\n");
    fprintf(out, "      if x.op = op_atomic & old != 2 then\n");
    fprintf(out,
            "        if found[old] then error \"data value: two atomics find what one store left\"; end;\n");
    fprintf(out, "        found[old] := true;\n      end;\n    end;\n");
    fprintf(out, "    if x.op != op_load & v = 1 then\n      found[1] := false;\n");
    mu_print_known(u, "      ", "i = node & t = thread", "false");
    fprintf(out, "    end;\n  end;\n");
    fprintf(out, "  for w := 0 to %d do if w + %d = line then\n", u->o->sync - 1, mu_first_sync(u));
    fprintf(out, "    if x.op != op_store & old = 1 & (%s) then\n", mu_kinds_that(u, MU_TAKES, "x.mark"));
    fprintf(out, "      if sync[w].knows then knows[node][thread] := true; end;\n");
    fprintf(out, "      for i: %s do for t: thread_id do if sync[w].reads[i][t] then\n", id);
    fprintf(out, "        reads[i][t][node][thread] := true;\n      end; end; end;\n    end;\n");
    fprintf(out, "    if x.op != op_load & v = 1 then\n");
    fprintf(out, "      sync[w].knows := knows[node][thread] & (%s);\n",
            mu_kinds_that(u, MU_HANDS, "x.mark"));
    fprintf(out, "      for i: %s do for t: thread_id do\n", id);
    fprintf(out,
            "        sync[w].reads[i][t] := reads[i][t][node][thread] & (%s);\n      end; end;\n    end;\n",
            mu_kinds_that(u, MU_HANDS, "x.mark"));
    fprintf(out, "  end; end;\nend;\n\n");
}
