// The order of all operations, and whether values fit it. Knows nothing of the table's rules but what
// `perform` says: which operation, where in logical time, with which value.
//
// note [order]: the place of an operation is (epoch, time) as `perform ... at` says, then arrival; that of a
// load is not before its thread's last operation. One line is watched: for it the model holds its value at
// every place, the place of its last store and that of its latest load. What lies before the last operation
// of every thread cannot be seen any more: it is folded into the first place that can, so that states merge.
// Places of older epochs lie below those of the present one, which begins when the first epoch register takes
// another value: then all move down by an epoch, and the oldest is folded. All others must have reached the
// epoch that ends there. An operation belongs to the epoch of the controller that performs it, or to the one
// before, as the parity says; so places are kept of two epochs, and of three where there are several homes:
// an answer of one can be under way while another already begins the next epoch but one.
//
// note [windows]: a table without `at` has no logical time; it promises that an operation takes effect at one
// moment between its request and its answer. A store or an atomic does where it is performed. A load may
// return any value that the line's last performed store had at some time from when its request was first
// taken (kept or not) to where it is performed: the answer may have been made before an invalidation that it
// meets on its way. `seen` is the set of these values. That implies sequential consistency: put every
// operation at such a moment. A thread's next request is taken only after its last one was performed, so the
// moments are in program order. Each line, on its own, returns the last store; and the moments of all lines
// are on one clock, so there is one order of everything (linearizability is local: Herlihy and Wing 1990,
// section 3.1). The converse does not hold: a table may be sequentially consistent and fail here; it must
// then say where in logical time its operations are.
//
// note [marked store]: without --values all stores write 0, as the memory does at first, but for at most one
// in the system at any time, which writes 1, to the watched line. The table only copies values. Say that in
// some run with arbitrary values a load of the line returns the value of store s where the order wants that
// of store t. The same steps are possible whatever the stores write, as no rule looks at values. If t is a
// store, mark t: the load returns 0 and the order wants 1. Else t is the initial value and s is a store: mark
// s, and the load returns 1 where the order wants 0. Once no 1 is left anywhere another store may be marked:
// then what was marked before is as if it had not been. An atomic is a swap; that it saw the value right
// before it in the order is checked as a load is. With windows (above) a load may return one of several
// values: s is none of them, so s is marked; if it is the initial value, that is: memory holds 1 in some
// initial states. One line is enough, as each check is about one line: all
// lines of a home are alike, and of each home one is watched in some run.
#include <string.h>

#include "emit.h"

// note [raise]: where there is one line only, it is all the same to what may follow whether a thread's last
// place is p or a later one, if the line has the same value in between and no store can come in between any
// more: a store before the last one or before the latest load is an error anyhow.
static void print_raise(const mu *u) {
    static const char TEXT[] =
        "-- Moves a thread's last place up as far as nobody can tell.\n"
        "procedure raise(var at: place);\nbegin\n  if at < order_store then\n"
        "    while at + 1 < order_store & order_value[at + 1] = order_value[at] do at := at + 1; end;\n"
        "  elsif at < order_load then\n    at := order_load - 1;\n  end;\nend;\n\n";
    fputs(TEXT, u->out);
}

static void print_ages(const mu *u, unsigned long long times) {
    FILE *out = u->out;
    fprintf(out, "  if own != era then base := base - %llu; end;\n", times);
    fprintf(out, "  if named != own then\n    if base = 0 then\n");
    fprintf(out, "      error \"epoch: an operation of an epoch that is long over\";\n    end;\n");
    fprintf(out, "    base := base - %llu;\n  end;\n", times);
}

static void print_raises(const mu *u) {
    FILE *out = u->out;
    fprintf(out, "  for i: %s do for t: thread_id do", mu_core_id(u));
    for (int c = 0; u->o->lines == 1 && c < u->n_columns; c++)
        fprintf(out, " raise(core[i][t].%s);", u->places[c]);
    if (u->weak) fprintf(out, " settle(core[i][t]);");
    fprintf(out, " end; end;\n");
}

static void print_places(const mu *u) {
    FILE *out = u->out;
    const unsigned long long times = 1ull << u->time_bits;
    fprintf(out,
            "-- own: parity of the controller's epoch; named: of the operation's, at most one before it.\n");
    fprintf(
        out,
        "function place_of(time: number; own: boolean; named: boolean): place;\nvar base: number;\nbegin\n");
    fprintf(out, "  if time > %llu then error \"fit: a place beyond all time\"; end;\n", times - 1);
    fprintf(out, "  base := %llu;\n", ((unsigned long long)u->ages - 1) * times);
    if (u->epochs) print_ages(u, times);
    fprintf(out, "  return base + time;\nend;\n\n");
    if (u->o->lines == 1) print_raise(u);
    if (u->weak) mu_print_settle(u);
    fprintf(out, "-- Folds what no thread can see any more.\n");
    fprintf(out, "procedure fold();\nvar low: place;\nbegin\n");
    if (u->o->lines == 1 || u->weak) print_raises(u);
    fprintf(out, "  low := %llu;\n", (unsigned long long)u->ages * times - 1);
    fprintf(out, "  for i: %s do for t: thread_id do\n", mu_core_id(u));
    for (int c = 0; c < u->n_columns; c++)
        fprintf(out, "    if core[i][t].%s < low then low := core[i][t].%s; end;\n", u->places[c],
                u->places[c]);
    fprintf(out, "  end; end;\n");
    fprintf(out, "  if order_load <= low | order_load <= order_store then order_load := 0; end;\n");
    fprintf(out, "  if order_store <= low then order_store := 0; end;\n");
    fprintf(out, "  for p: place do if p < low then order_value[p] := order_value[low]; end; end;\nend;\n\n");
}

static void print_behind(const mu *u) {
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        if (m->epoch_reg == CG_NONE) continue;
        const char *reg = mu_name(u, m->regs[m->epoch_reg].name);
        fprintf(u->out, "  for i: %s do if %s[i].%s != era then\n", mu_id(u, i), m->name, reg);
        fprintf(u->out, "    error \"epoch: %s begins another while a controller is behind by one\";\n",
                m->name);
        fprintf(u->out, "  end; end;\n");
    }
}

static void print_earlier(const mu *u, const char *place, unsigned long long times) {
    fprintf(u->out, "    core[i][t].%s := core[i][t].%s < %llu ? 0 : core[i][t].%s - %llu;\n", place, place,
            times, place, times);
}

static void print_epoch(const mu *u) {
    FILE *out = u->out;
    const unsigned long long times = 1ull << u->time_bits, last = (unsigned long long)u->ages * times;
    fprintf(out, "-- Some controller is the first in the next epoch.\n");
    fprintf(out, "procedure next_epoch();\nbegin\n");
    print_behind(u);
    if (u->flips)
        mu_print_flips(u);
    else
        fprintf(out, "  era := !era;\n");
    fprintf(out, "  for p: place do\n");
    fprintf(out, "    order_value[p] := p < %llu ? order_value[p + %llu] : order_value[%llu];\n  end;\n",
            last - times, times, last - 1);
    fprintf(out, "  order_store := order_store < %llu ? 0 : order_store - %llu;\n", times, times);
    fprintf(out, "  order_load := order_load < %llu ? 0 : order_load - %llu;\n", times, times);
    fprintf(out, "  for i: %s do for t: thread_id do\n", mu_core_id(u));
    for (int c = 0; c < u->n_columns; c++) print_earlier(u, u->places[c], times);
    if (u->own) print_earlier(u, "own", times);
    fprintf(out, "  end; end;\n  fold();\nend;\n\n");
}

void mu_print_write_at(const mu *u, const char *in) {
    FILE *out = u->out;
    fprintf(out, "%sif p < order_store then\n", in);
    fprintf(out, "%s  error \"data value: a store comes before one that was performed earlier\";\n", in);
    fprintf(out, "%send;\n%sif p < order_load then\n", in, in);
    fprintf(out, "%s  error \"data value: a store comes before a load that did not see it\";\n", in);
    fprintf(out, "%send;\n%sorder_store := p;\n", in, in);
    fprintf(out, "%sfor q: place do if q >= p then order_value[q] := v; end; end;\n", in);
}

static void print_timed(const mu *u) {
    FILE *out = u->out;
    const char *who = MU_TEXT(u, "var x: request; line: line_id; p: place");
    fprintf(out, "procedure order_a_load(%s; v: value_t);\nbegin\n", who);
    fprintf(out, "  if p > x.at then x.at := p; end;\n  if line = watched then\n");
    fprintf(out, "    if v != order_value[x.at] then\n");
    fprintf(out,
            "      error \"data value: a load does not return the last store at or before its place\";\n");
    fprintf(out,
            "    end;\n    if x.at > order_load then order_load := x.at; end;\n  end;\n  fold();\nend;\n\n");
    fprintf(out, "procedure order_a_store(%s; v: value_t);\nbegin\n", who);
    fprintf(out, "  if p < x.at then\n    error \"data value: an operation goes back before its thread's "
                 "last one\";\n");
    fprintf(out, "  end;\n  x.at := p;\n  if line = watched then\n");
    mu_print_write_at(u, "    ");
    fprintf(out, "  end;\n  fold();\nend;\n\n");
    fprintf(out, "procedure order_an_atomic(%s; old: value_t; v: value_t);\nbegin\n", who);
    fprintf(out, "  if line = watched & old != order_value[%llu] then\n",
            ((unsigned long long)u->ages << u->time_bits) - 1);
    fprintf(out, "    error \"data value: an atomic does not return the last store before it\";\n  end;\n");
    fprintf(out, "  order_a_store(x, line, p, v);\nend;\n\n");
}

static void print_untimed(const mu *u) {
    static const char TEXT[] =
        "procedure order_a_load(var x: request; line: line_id; v: value_t);\nbegin\n"
        "  if line = watched then\n    if !x.seen[v] then\n"
        "      error \"data value: a load returns a value that was not the latest since it was asked\";\n"
        "    end;\n    for w: value_t do x.seen[w] := false; end;\n  end;%s\nend;\n\n"
        "procedure order_a_store(var x: request; line: line_id; v: value_t);\nbegin\n"
        "  if line = watched then\n    order_value := v;\n"
        "    for i: %s do for t: thread_id do\n"
        "      if exists w: value_t do core[i][t].seen[w] end then core[i][t].seen[v] := true; end;\n"
        "    end; end;\n  end;\nend;\n\n"
        "procedure order_an_atomic(var x: request; line: line_id; old: value_t; v: value_t);\nbegin\n"
        "  if line = watched & old != order_value then\n"
        "    error \"data value: an atomic does not return the last store before it\";\n  end;\n"
        "  order_a_store(x, line, v);\nend;\n\n";
    const char *other = strcmp(mu_may_be_watched(u, "line"), "line = watched")
                            ? "\n  -- a place that was of another line\n"
                              "  if line != watched then for w: value_t do x.seen[w] := false; end; end;"
                            : "";
    fprintf(u->out, TEXT, other, mu_core_id(u));
}

// ------------------------------------------------------------------------------ note [marked store]

// `where`: what says of which line it is, and is asked for where several lines hold values.
static void print_if(const mu *u, const char *where, const char *what) {
    const char *of = mu_coherent(u) && where ? MU_TEXT(u, " & %s = l", where) : "";
    fprintf(u->out, "    if %s = 1%s then return true; end;\n", what, of);
}

// The line that is asked for.
static const char *marked_line(const mu *u) {
    return mu_coherent(u) ? "l" : "watched";
}

static void marked_in_machine(const mu *u, int machine) {
    const mu_machine *mm = &u->machines[machine];
    FILE *out = u->out;
    if (mu_has_buffer(mm->m)) {
        fprintf(out, "  for i: %s do\n", mu_id(u, machine));
        print_if(u, NULL, MU_TEXT(u, "%s[i].buffer[%s].data", mm->m->name, marked_line(u)));
        fprintf(out, "  end;\n");
    }
    if (mu_has(mm, mu_item(mm, MU_DATA)) && mm->m->mapped && u->o->local) {
        fprintf(out, "  for i: %s do for k: line_id do\n", mu_id(u, machine));
        print_if(u, NULL, MU_TEXT(u, "%s[i].line[k].data", mm->m->name));
        fprintf(out, "  end; end;\n");
    } else if (mu_has(mm, mu_item(mm, MU_DATA))) {
        fprintf(out, "  for i: %s do\n", mu_id(u, machine));
        print_if(u, NULL, MU_TEXT(u, "%s[i].line[%s].data", mm->m->name, marked_line(u)));
        fprintf(out, "  end;\n");
    }
    for (int i = 0; i < u->s->n_channels; i++) {
        const mu_channel *ch = &u->channels[i];
        if (!ch->deferred || ch->c->to != machine || !ch->word) continue;
        fprintf(out, "  for i: %s do for j: %s do for t: thread_id do %s\n", mu_id(u, machine),
                mu_id(u, ch->c->from), mu_for_askers(u, ch));
        const char *m = mu_deferred(u, ch, (mu_whose){"i", "j", "t", marked_line(u), "asker"});
        print_if(u, mu_by_line(u, ch) ? NULL : MU_TEXT(u, "%s.m.line", m), MU_TEXT(u, "%s.m.word", m));
        fprintf(out, "  end; end; end;%s\n", mu_end_askers(u, ch));
    }
}

static void marked_in_channel(const mu *u, const mu_channel *ch) {
    FILE *out = u->out;
    const bool memory = ch->c->from == CG_MEMORY;
    if (!ch->word && !ch->line) return;
    fprintf(out, "  for i: %s do for j: %s do for k := 0 to %d do\n",
            memory ? mu_id(u, ch->c->to) : mu_id(u, ch->c->from), memory ? "line_id" : mu_id(u, ch->c->to),
            ch->capacity - 1);
    const char *m = MU_TEXT(u, "%s[i][j].m[k]", ch->name), *line = memory ? "j" : MU_TEXT(u, "%s.line", m);
    if (ch->word) print_if(u, line, MU_TEXT(u, "%s.word", m));
    if (ch->line) print_if(u, line, MU_TEXT(u, "%s.data", m));
    fprintf(out, "  end; end; end;\n");
}

static void print_marked(const mu *u) {
    FILE *out = u->out;
    fprintf(out, "-- Is a marked store's value anywhere?\nfunction marked(%s): boolean;\nbegin\n",
            mu_coherent(u) ? "l: line_id" : "");
    print_if(u, NULL, MU_TEXT(u, "memory[%s]", marked_line(u)));
    if (!u->o->promise.unjudged && u->time_bits)
        fprintf(out, "    for p: place do if order_value[p] = 1 then return true; end; end;\n");
    else if (!u->o->promise.unjudged)
        print_if(u, "watched", "order_value");
    for (int i = 0; i < u->s->n_machines; i++) marked_in_machine(u, i);
    for (int i = 0; i < u->s->n_channels; i++)
        if (u->channels[i].c->to != CG_MEMORY) marked_in_channel(u, &u->channels[i]);
    if (u->word_kept || u->saw || u->windows) {
        fprintf(out, "  for i: %s do for t: thread_id do\n", mu_core_id(u));
        if (u->word_kept) print_if(u, "core[i][t].line", "core[i][t].word");
        if (u->saw) print_if(u, NULL, "core[i][t].saw"); // of whichever line
        if (u->windows) fprintf(out, "    if core[i][t].seen[1] then return true; end;\n");
        fprintf(out, "  end; end;\n");
    }
    fprintf(out, "  return false;\nend;\n\n");
}

void mu_print_order(const mu *u) {
    fprintf(u->out, "-- The order of operations.\n\n");
    if (!u->o->values) print_marked(u);
    if (u->o->promise.unjudged) return;
    if (!u->time_bits) {
        if (!mu_races_forbidden(u)) print_untimed(u);
        return;
    }
    print_places(u);
    if (u->epochs) print_epoch(u);
    if (u->weak)
        mu_print_weak(u);
    else
        print_timed(u);
}
