// Procedures for messages, requests and numbers.
#include "emit.h"
#include "lang/function.h"

static void print_clear_message(const mu *u, const mu_channel *ch) {
    FILE *out = u->out;
    fprintf(out, "procedure clear_%s(var x: %s_msg);\nbegin\n", ch->name, ch->name);
    fprintf(out, "  x.kind := msg_%s;\n", u->s->msgs[ch->c->msgs[0]].name);
    if (ch->block && ch->c->from != CG_MEMORY) fprintf(out, "  x.line := 0;\n");
    if (ch->thread) fprintf(out, "  %s\n", mu_reset(u, "x.thread", mu_no_thread(u)));
    if (ch->thread && mu_line_words(u) > 1) fprintf(out, "  x.along := false;\n");
    for (int i = 0; i < ch->n_fields; i++)
        fprintf(out, "  %s\n",
                mu_set_to(u, MU_TEXT(u, "x.%s", mu_name(u, ch->fields[i]->name)), &ch->fields[i]->type, 0));
    if (ch->word) fprintf(out, "  %s\n", mu_reset(u, "x.word", mu_no_value(u)));
    if (ch->word && mu_word_parts(u)) fprintf(out, "  x.part := 0;\n");
    if (ch->line) fprintf(out, "  %s\n", mu_reset(u, "x.data", mu_no_value(u)));
    if (ch->bytes) fprintf(out, "  x.has := false;\n");
    if (ch->bytes && mu_has_masks(u)) fprintf(out, "  for e: unit_t do x.mask[e] := false; end;\n");
    fprintf(out, "end;\n\n");
}

// Takes message i out of a lane; those behind it move up.
static void print_take_message(const mu *u, const mu_channel *ch) {
    FILE *out = u->out;
    const bool ordered = u->s->nets[ch->c->net].ordered;
    fprintf(out, "procedure take_%s(var x: %s_lane%s);\nbegin\n", ch->name, ch->name,
            ordered ? "" : "; slot: number");
    if (ch->capacity > 1)
        fprintf(out, "  for i := 0 to %d do %sx.m[i] := x.m[i + 1];%s end;\n", ch->capacity - 2,
                ordered ? "" : "if i >= slot then ", ordered ? "" : " end;");
    fprintf(out, "  clear_%s(x.m[%d]);\n  x.n := x.n - 1;\nend;\n\n", ch->name, ch->capacity - 1);
}

// How many messages of this kind travel: for `at_most`.
static void print_count(const mu *u, const cg_msg *msg) {
    const mu_channel *ch = &u->channels[msg->channel];
    FILE *out = u->out;
    fprintf(out, "procedure count_%s();\nvar sum: number;\nbegin\n  sum := 0;\n", msg->name);
    fprintf(out, "  for a: %s do for b: %s do for i := 0 to %d do\n", mu_id(u, ch->c->from),
            mu_id(u, ch->c->to), ch->capacity - 1);
    fprintf(out, "    if i < %s[a][b].n & %s[a][b].m[i].kind = msg_%s then sum := sum + 1; end;\n", ch->name,
            ch->name, msg->name);
    fprintf(out, "  end; end; end;\n  if sum > %d then error \"at most: %s\"; end;\nend;\n\n", msg->at_most,
            msg->name);
}

// Hands back all requests that are deferred with a line.
static void print_replay(const mu *u, int machine) {
    const mu_machine *mm = &u->machines[machine];
    FILE *out = u->out;
    const char *name = mm->m->name;
    if (!mm->defers_core && !mm->defers) return;
    fprintf(out, "procedure %s_replay(node: %s; line: line_id);\nbegin\n", name, mu_id(u, machine));
    if (mm->defers_core) {
        const char *core = mu_core_of(u, mm->m, "node");
        fprintf(out,
                "  for t: thread_id do\n    if core[%s][t].status = waits & core[%s][t].line = line then\n",
                core, core);
        fprintf(out, "      core[%s][t].status := again;\n    end;\n  end;\n", core);
    }
    for (int i = 0; i < u->s->n_channels; i++) {
        const mu_channel *ch = &u->channels[i];
        if (!ch->deferred || ch->c->to != machine) continue;
        const char *deferred = mu_deferred(u, ch, (mu_whose){"node", "s", "t", "line", "asker"});
        fprintf(out, "  for s: %s do for t: thread_id do %s\n", mu_id(u, ch->c->from), mu_for_askers(u, ch));
        fprintf(out, "    if %s.status = %s_waits &", deferred, ch->deferred);
        fprintf(out, " %s.m.line = line then\n", deferred);
        fprintf(out, "      %s.status := %s_again;\n    end;\n  end; end;%s\n", deferred, ch->deferred,
                mu_end_askers(u, ch));
    }
    fprintf(out, "end;\n\n");
}

static void print_numbers(const mu *u) {
    FILE *out = u->out;
    fprintf(out, "function least(a: number; b: number): number;\nbegin return a < b ? a : b; end;\n\n");
    fprintf(out, "function most(a: number; b: number): number;\nbegin return a > b ? a : b; end;\n\n");
    fprintf(out, "function shift_right(a: number; b: number): number;\nvar x: number;\nbegin\n  x := a;\n");
    fprintf(out, "  for i := 1 to 62 do if i <= b then x := x / 2; end; end;\n  return x;\nend;\n\n");
}

// Results of the parts that functions of the table are bound to.
static void print_parts(const mu *u) {
    for (int k = 0; k < CG_N_PART_RESULTS; k++) {
        const cg_part_result_row *row = &CG_PART_RESULTS[k];
        int first = 0, used = 0;
        const int n = cg_operands_of_part(row->part, &first);
        for (int f = 0; f < u->s->n_functions; f++) used += u->s->functions[f].part == (int)row->part;
        if (!used) continue;
        fprintf(u->out, "function part_%s_%s(", CG_PARTS[row->part].name, row->name);
        for (int i = 0; i < n; i++) fprintf(u->out, "%s: number; ", CG_PART_OPERANDS[first + i].name);
        fprintf(u->out, "greatest: number): number;\nbegin return %s; end;\n\n", row->value);
    }
}

static void print_requests(const mu *u) {
    FILE *out = u->out;
    if (mu_races_forbidden(u)) mu_print_races(u);
    const char *after = mu_race_acquires(u) ? "after_answer(x.op, x.mark)" : "idle";
    fprintf(out, "procedure forget_request(var x: request);\nbegin\n  x.status := %s;\n  x.line := 0;\n",
            after);
    fprintf(out, "  x.op := op_load;\n");
    if (u->word_kept) fprintf(out, "  %s\n", mu_reset(u, "x.word", mu_no_value(u)));
    if (mu_word_parts(u)) fprintf(out, "  x.part := 0;\n");
    if (u->o->mapped) fprintf(out, "  x.mine := false;\n  x.bytes := 0;\n");
    if (mu_races_forbidden(u) && mu_last_kind(u) != CG_NONE) fprintf(out, "  x.mark := 0;\n");
    mu_forget_operands(u, "  ", "x");
    fprintf(out, "end;\n\n");
    if (mu_races_forbidden(u)) return;
    fprintf(out, "-- A thread's new request is taken; the one before must have been performed.\n");
    fprintf(out, "procedure take_request(var x: request; line: line_id; op: request_op);\nbegin\n");
    fprintf(out, "  if x.status = idle then\n");
    fprintf(out, "    if x.owed then error \"table: an operation was answered and not performed\"; end;\n");
    fprintf(out, "    x.line := line;\n    x.op := op;\n    x.owed := true;\n");
    if (u->windows)
        fprintf(out, "    if %s & op = op_load then x.seen[order_value] := true; end;\n",
                mu_may_be_watched(u, "line"));
    fprintf(out, "  end;\n  x.status := asked;\nend;\n\n");
}

void mu_print_lanes(const mu *u) {
    fprintf(u->out, "\n-- Messages and requests.\n\n");
    print_numbers(u);
    print_parts(u);
    mu_print_places(u);
    for (int i = 0; i < u->s->n_channels; i++) {
        if (u->channels[i].c->to == CG_MEMORY) continue;
        print_clear_message(u, &u->channels[i]);
        print_take_message(u, &u->channels[i]);
    }
    for (int i = 0; i < u->s->n_msgs; i++)
        if (u->s->msgs[i].at_most) print_count(u, &u->s->msgs[i]);
    mu_print_buffers(u);
    print_requests(u);
    for (int i = 0; i < u->s->n_machines; i++) print_replay(u, i);
}
