// Types, variables and the initial state.
#include <string.h>

#include "emit.h"
#include "lang/lookup.h"
#include "lang/topology.h"

static void print_to_model(const mu *u, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void print_to_model(const mu *u, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vfprintf(u->out, fmt, args);
    va_end(args);
}

// ------------------------------------------------------------------------------------------------- types

static void print_set(const mu *u, const char *name, unsigned long long n, bool scalar, const char *doc) {
    if (scalar && n > 1)
        print_to_model(u, "  %s: scalarset(%llu);", name, n);
    else
        print_to_model(u, "  %s: 0..%llu;", name, n - 1);
    print_to_model(u, " -- %s\n", doc);
}

static void note_width(void *ctx, const cg_type *t) {
    bool *widths = ctx;
    if (t->kind == CG_T_INT) widths[t->width] = true;
}

// What is looked for: keys of cams, numbers of entries of rings.
static void each_key(const cg_machine *m, void (*f)(void *ctx, const cg_type *t), void *ctx) {
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_type key = cg_lookup_key(&m->lookups[i]);
        if (!m->lookups[i].by_line) f(ctx, &key);
    }
}

static void each_field(const mu *u, void (*f)(void *ctx, const cg_type *t), void *ctx) {
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        for (cg_space s = 0; s < CG_N_SPACES; s++)
            for (int k = 0; k < m->fields[s].n; k++) f(ctx, &m->fields[s].field[k].type);
        each_key(m, f, ctx);
    }
    for (int i = 0; i < u->s->n_msgs; i++) {
        const cg_msg *g = &u->s->msgs[i];
        for (int k = 0; k < g->n_fields; k++) f(ctx, &g->fields[k].type);
    }
}

static void note_request(void *ctx, const cg_type *t) {
    bool *keeps = ctx;
    *keeps |= t->kind == CG_T_REQUEST;
}

static bool keeps_requests(const mu *u) {
    bool keeps = false;
    each_field(u, note_request, &keeps);
    return keeps;
}

static void print_words(const mu *u, const char *name, const char *prefix, const char *const *words, int n) {
    print_to_model(u, "  %s: enum {", name);
    for (int i = 0; i < n; i++) print_to_model(u, "%s%s_%s", i ? ", " : "", prefix, words[i]);
    print_to_model(u, "};\n");
}

static void print_basic_types(const mu *u) {
    bool widths[65] = {false};
    each_field(u, note_width, widths);
    print_to_model(u, "  -- Numbers. The first is for arithmetic: no value of the table is wider.\n");
    print_to_model(u, "  number: 0..%llu;\n", (1ull << (u->widest < 62 ? u->widest : 62)) - 1);
    for (int w = 1; w <= 62; w++) {
        if (widths[w]) print_to_model(u, "  bits_%d: 0..%llu;\n", w, (1ull << w) - 1);
    }
    for (int i = 0; i < u->s->n_enums; i++) {
        const cg_enum *e = &u->s->enums[i];
        print_words(u, MU_TEXT(u, "%s_t", e->name), e->name, e->literals, e->n_literals);
    }
    print_to_model(u, "\n");
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        if (!m->local)
            print_set(u, mu_id(u, i), m->count, u->machines[i].scalar, m->doc ? m->doc : "controllers");
        if (u->sets[i]) print_to_model(u, "  %s_set: array [%s] of boolean;\n", m->name, mu_id(u, i));
    }
    if (cg_core_kinds(u->s) > 1) {
        print_set(u, "core_id", u->s->cores, false, "cores of all kinds");
        print_set(u, "asker_id", u->s->cores + 1, false, "and the number of none");
    }
    print_set(u, "thread_id", u->s->threads, !mu_threads_have_numbers(u), "threads of a core");
    print_set(u, "line_id", (unsigned long long)u->o->lines, false, "addresses");
    if (keeps_requests(u))
        print_to_model(u, "  requester: record core: %s; thread: thread_id; end; -- who asks\n",
                       mu_core_id(u));
    if (u->o->values)
        print_set(u, "value_t", (unsigned long long)u->o->values, true, "what a line holds");
    else
        print_to_model(
            u, mu_coherent(u)
                   ? "  value_t: 0..2; -- what a line holds: note [coherent]\n"
                   : "  value_t: 0..1; -- what a line holds; 1: the marked store's, note [marked store]\n");
}

static void print_channel_types(const mu *u, const mu_channel *ch) {
    print_to_model(u, "\n  %s_kind: enum {", ch->name);
    for (int i = 0; i < ch->c->n_msgs; i++)
        print_to_model(u, "%smsg_%s", i ? ", " : "", u->s->msgs[ch->c->msgs[i]].name);
    print_to_model(u, "};\n  %s_msg: record\n    kind: %s_kind;\n", ch->name, ch->name);
    if (ch->block && ch->c->from != CG_MEMORY) print_to_model(u, "    line: line_id;\n");
    if (ch->thread) print_to_model(u, "    thread: thread_id;\n");
    if (ch->thread && mu_line_words(u) > 1)
        print_to_model(u, "    along: boolean; -- of another word than was asked for\n");
    for (int i = 0; i < ch->n_fields; i++)
        print_to_model(u, "    %s: %s;\n", mu_name(u, ch->fields[i]->name), mu_type(u, &ch->fields[i]->type));
    if (ch->word) print_to_model(u, "    word: value_t;\n");
    if (ch->word && mu_word_parts(u)) print_to_model(u, "    part: part_t;\n");
    if (ch->line) print_to_model(u, "    data: value_t;\n");
    if (ch->bytes) print_to_model(u, "    has: boolean; -- the watched word is among its bytes\n");
    if (ch->bytes && mu_has_masks(u)) print_to_model(u, "    mask: mask_t;\n");
    print_to_model(u, "  end;\n");
    print_to_model(u, "  %s_lane: record -- oldest first; unused ones are in the initial state\n", ch->name);
    print_to_model(u, "    n: 0..%d;\n    m: array [0..%d] of %s_msg;\n  end;\n", ch->capacity,
                   ch->capacity - 1, ch->name);
}

static void print_machine_types(const mu *u, const mu_machine *mm) {
    const cg_machine *m = mm->m;
    print_to_model(u, "\n  %s_state: enum {", m->name);
    for (int i = 0; i < m->n_states; i++) print_to_model(u, "%s%s", i ? ", " : "", mu_state(u, m, i));
    print_to_model(u, "};\n  %s_line: record\n    state: %s_state;\n", m->name, m->name);
    for (int i = 0; i < mm->n_items; i++) {
        if (!mu_has(mm, i)) continue;
        const char *type = "boolean";
        const cg_field *f = mu_item_field(m, i);
        if (f) type = mu_type(u, &f->type);
        if (i == mu_item(mm, MU_DATA)) type = "value_t";
        print_to_model(u, "    %s: %s;\n", mu_cell_field(u, mm, i), type);
    }
    print_to_model(u, "  end;\n");
    for (cg_space k = 0; k < CG_N_SPACES; k++) mu_print_space_type(u, m, k);
    mu_print_fifo_types(u, m);
    mu_print_lookup_types(u, m);
    print_to_model(u, "  %s_node: record\n", m->name);
    for (cg_space k = 0; k < CG_N_SPACES; k++) mu_print_space_part(u, m, k);
    mu_print_fifo_parts(u, m);
    mu_print_lookup_parts(u, m);
    print_to_model(u, "  end;\n");
    for (int i = 0; i < u->s->n_channels; i++) {
        const mu_channel *ch = &u->channels[i];
        if (!ch->deferred || ch->c->to != (int)(m - u->s->machines)) continue;
        print_to_model(
            u, "  %s_deferred_t: record -- a request deferred with an MSHR entry, by sender and thread\n",
            ch->deferred);
        print_to_model(u, "    status: enum {%s_none, %s_waits, %s_again};\n", ch->deferred, ch->deferred,
                       ch->deferred);
        print_to_model(u, "    m: %s_msg;\n  end;\n", ch->name);
    }
}

static void print_request_type(const mu *u) {
    print_to_model(u, "\n  request_status: enum {idle, asked, waits, again%s%s%s};\n",
                   u->fences_wait ? ", fencing" : "", u->commands_wait ? ", commanding" : "",
                   mu_race_statuses(u));
    print_to_model(u, "  request_op: enum {op_load, op_store, op_atomic};\n");
    print_to_model(u, "  request: record -- of a thread\n");
    print_to_model(u,
                   "    status: request_status; -- waits: deferred with an MSHR entry; again: handed back\n");
    print_to_model(u, "    line: line_id;\n    op: request_op;\n");
    if (u->word_kept) print_to_model(u, "    word: value_t;\n");
    mu_print_race_request(u);
    mu_print_command_request(u);
    mu_print_half_request(u);
    print_to_model(u, "    owed: boolean; -- has not been performed\n");
    if (u->saw)
        print_to_model(u, "    saw: value_t; -- performed and not answered, or answered and not performed\n");
    if (u->time_bits) print_to_model(u, "    at: place; -- of the thread's last operation\n");
    for (int c = 1; u->time_bits && c < u->n_columns; c++)
        print_to_model(u, "    %s: place; -- note [columns]\n", u->places[c]);
    if (u->own) print_to_model(u, "    own: place; -- note [own]\n");
    if (u->windows) print_to_model(u, "    seen: array [value_t] of boolean; -- of a load: note [windows]\n");
    print_to_model(u, "  end;\n");
}

void mu_print_types(const mu *u) {
    print_to_model(u, "type\n");
    print_basic_types(u);
    if (u->time_bits) {
        const unsigned long long times = 1ull << u->time_bits;
        print_to_model(u, "  place: 0..%llu; -- in logical time%s\n", (unsigned long long)u->ages * times - 1,
                       u->epochs ? ": of older epochs, then of this one" : "");
    }
    mu_print_race_types(u);
    mu_print_mask_type(u);
    for (int i = 0; i < u->s->n_channels; i++)
        if (u->channels[i].c->to != CG_MEMORY) print_channel_types(u, &u->channels[i]);
    for (int i = 0; i < u->s->n_machines; i++) print_machine_types(u, &u->machines[i]);
    print_request_type(u);
}

// --------------------------------------------------------------------------------------------- variables

static const char *end_type(const mu *u, int machine) {
    return machine == CG_MEMORY ? "line_id" : mu_id(u, machine);
}

void mu_print_variables(const mu *u) {
    print_to_model(u, "\nvar\n");
    for (int i = 0; i < u->s->n_inputs; i++)
        print_to_model(u, "  mode_%s: boolean; -- %s\n", u->s->inputs[i].name,
                       u->s->inputs[i].doc ? u->s->inputs[i].doc : "an input of the system");
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        print_to_model(u, "  %s: array [%s] of %s_node;\n", m->name, mu_id(u, i), m->name);
        for (int k = 0; k < u->s->n_channels; k++) {
            const mu_channel *ch = &u->channels[k];
            if (!ch->deferred || ch->c->to != i) continue;
            print_to_model(
                u, "  %s_deferred: array [%s] of array [%s] of array [thread_id] of %s%s%s_deferred_t;\n",
                ch->deferred, mu_id(u, i), mu_id(u, ch->c->from),
                mu_by_line(u, ch) ? "array [line_id] of " : "",
                mu_by_asker(u, ch) ? MU_TEXT(u, "array [%s] of ", mu_asker_id(u)) : "", ch->deferred);
        }
    }
    for (int i = 0; i < u->s->n_channels; i++) {
        const mu_channel *ch = &u->channels[i];
        if (ch->c->to == CG_MEMORY) continue;
        const char *from = end_type(u, ch->c->from), *to = end_type(u, ch->c->to);
        if (ch->c->from == CG_MEMORY) // from the memory: by controller and line
            print_to_model(u, "  %s: array [%s] of array [%s] of %s_lane;\n", ch->name, to, from, ch->name);
        else
            print_to_model(u, "  %s: array [%s] of array [%s] of %s_lane;\n", ch->name, from, to, ch->name);
    }
    if (u->s->clock.bits) print_to_model(u, "  clock: 0..clock_end; -- the same for all\n");
    print_to_model(u, "  memory: array [line_id] of value_t;\n");
    print_to_model(u, "  core: array [%s] of array [thread_id] of request;\n", mu_core_id(u));
    if (u->o->local && !mu_all_mapped(u))
        print_to_model(u, "  local_core: %s; -- whose local memory has lines: note [local lines]\n",
                       mu_core_id(u));
    for (int i = 0; i < u->s->n_machines; i++)
        if (mu_follows(u, &u->s->machines[i]))
            print_to_model(u, "  %s: %s_line; -- as it is at first, for ever: note [followed lines]\n",
                           mu_nothing(u, &u->s->machines[i]), u->s->machines[i].name);
    if (u->watched)
        print_to_model(u, "  watched: %s; -- the line whose values are checked\n", mu_watched_type(u));
    if (u->o->values) print_to_model(u, "  first: value_t; -- what memory holds at first\n");
    if (u->o->promise.unjudged) {
        mu_print_race_variables(u);
        return;
    }
    print_to_model(u, "\n  -- The order of all operations, for the checks of values.\n");
    if (u->epochs && !u->flips) print_to_model(u, "  era: boolean; -- parity of the present epoch\n");
    if (u->time_bits) {
        print_to_model(u, "  order_value: array [place] of value_t; -- of the watched line\n");
        print_to_model(u, "  order_store: place; -- of its last store\n");
        print_to_model(u, "  order_load: place; -- the latest of its loads\n");
    } else {
        print_to_model(u, "  order_value: value_t; -- of the watched line\n");
    }
    mu_print_race_variables(u);
}

// ----------------------------------------------------------------------------------------- initial state

static void start_deferred(const mu *u, const mu_channel *ch) {
    const bool by_line = mu_by_line(u, ch);
    const char *all = MU_TEXT(u, "%s%s", by_line ? "for l: line_id do " : "", mu_for_askers(u, ch));
    const char *end = MU_TEXT(u, "%s%s", by_line ? " end;" : "", mu_end_askers(u, ch));
    const char *deferred = mu_deferred(u, ch, (mu_whose){"node", "src", "thread", "l", "asker"});
    print_to_model(u, "    for src: %s do for thread: thread_id do\n", mu_id(u, ch->c->from));
    print_to_model(u, "      %s%s.status := %s_none;%s\n", all, deferred, ch->deferred, end);
    print_to_model(u, "      %sclear_%s(%s.m);%s\n    end; end;\n", all, ch->name, deferred, end);
}

// A line of which nothing is here.
static void start_line(const mu *u, int machine, const char *line, const char *in) {
    const mu_machine *mm = &u->machines[machine];
    print_to_model(u, "%s%s.state := %s;\n", in, line, mu_state(u, mm->m, 0));
    for (int i = 0; i < mm->n_items; i++) {
        if (!mu_has(mm, i)) continue;
        const char *what = MU_TEXT(u, "%s.%s", line, mu_cell_field(u, mm, i));
        print_to_model(u, "%s%s\n", in, mu_reset_item(u, mm, what, i));
    }
}

static void start_machine(const mu *u, int machine) {
    const cg_machine *m = u->machines[machine].m;
    print_to_model(u, "  for node: %s do\n", mu_id(u, machine));
    for (cg_space k = 0; k < CG_N_SPACES; k++) mu_start_space(u, m, k);
    mu_start_fifos(u, m);
    mu_start_lookups(u, m);
    print_to_model(u, "    for line: line_id do\n");
    start_line(u, machine, MU_TEXT(u, "%s[node].line[line]", m->name), "      ");
    print_to_model(u, "    end;\n");
    for (int i = 0; i < u->s->n_channels; i++)
        if (u->channels[i].deferred && u->channels[i].c->to == machine) start_deferred(u, &u->channels[i]);
    print_to_model(u, "  end;\n");
    if (mu_follows(u, m)) start_line(u, machine, mu_nothing(u, m), "  ");
}

static void start_channel(const mu *u, const mu_channel *ch) {
    const bool memory = ch->c->from == CG_MEMORY;
    const char *a = memory ? mu_id(u, ch->c->to) : mu_id(u, ch->c->from);
    const char *b = memory ? "line_id" : mu_id(u, ch->c->to);
    print_to_model(u, "  for a: %s do for b: %s do\n    %s[a][b].n := 0;\n", a, b, ch->name);
    print_to_model(u, "    for i := 0 to %d do clear_%s(%s[a][b].m[i]); end;\n  end; end;\n",
                   ch->capacity - 1, ch->name, ch->name);
}

static void start_order(const mu *u, const char *zero) {
    if (u->o->promise.unjudged) return;
    if (u->epochs && !u->flips) {
        const cg_machine *m = NULL;
        for (int i = 0; !m; i++)
            if (u->s->machines[i].epoch_reg != CG_NONE) m = &u->s->machines[i];
        print_to_model(u, "  era := %s;\n", m->regs[m->epoch_reg].init ? "true" : "false");
    }
    mu_start_races(u);
    if (!u->time_bits) {
        print_to_model(u, "  order_value := %s;\n", zero);
        return;
    }
    print_to_model(
        u, "  for p: place do order_value[p] := %s; end;\n  order_store := 0;\n  order_load := 0;\n", zero);
}

void mu_print_start(const mu *u) {
    const bool choice = u->o->values || u->windows; // of what memory holds: note [windows]
    const char *zero = choice ? "first_value" : "0";
    const int watched = mu_watched_choices(u);
    print_to_model(u, "\n-- %s\n",
                   u->watched ? "One line of each home and kind stands for all of them."
                              : "One initial state.");
    if (choice) print_to_model(u, "ruleset first_value: value_t do\n");
    if (u->watched) print_to_model(u, "ruleset k: 0..%d do\n", watched - 1);
    const bool cores = u->o->local && !mu_all_mapped(u);
    if (cores) print_to_model(u, "ruleset core_of_lines: %s do\n", mu_core_id(u));
    for (int i = 0; i < u->s->n_inputs; i++)
        print_to_model(u, "ruleset start_%s: boolean do\n", u->s->inputs[i].name);
    print_to_model(u, "startstate \"reset\" begin\n");
    for (int i = 0; i < u->s->n_inputs; i++)
        print_to_model(u, "  mode_%s := start_%s;\n", u->s->inputs[i].name, u->s->inputs[i].name);
    for (int i = 0; i < u->s->n_machines; i++) start_machine(u, i);
    for (int i = 0; i < u->s->n_channels; i++)
        if (u->channels[i].c->to != CG_MEMORY) start_channel(u, &u->channels[i]);
    if (u->s->clock.bits) print_to_model(u, "  clock := 0;\n");
    const char *there =
        u->windows && !u->o->values && u->o->lines > 1
            ? MU_TEXT(u, "line = %s ? %s : 0", u->watched ? mu_watched_line(u) : "watched", zero)
            : zero;
    print_to_model(u, "  for line: line_id do memory[line] := %s; end;\n", there);
    mu_start_local(u);
    print_to_model(u, "  for node: %s do for thread: thread_id do\n", mu_core_id(u));
    if (mu_race_acquires(u))
        print_to_model(u, "    core[node][thread].op := op_load;\n    core[node][thread].mark := 0;\n");
    print_to_model(u, "    forget_request(core[node][thread]);\n    core[node][thread].owed := false;\n");
    // Kind 0 may be an acquire of another machine's cores: these wait for none that they cannot have.
    if (mu_race_acquires(u) && cg_core_kinds(u->s) > 1 && u->kinds[0].acquire)
        print_to_model(u, "    core[node][thread].status := idle;\n");
    mu_start_command(u, "core[node][thread]");
    mu_start_half(u, "core[node][thread]");
    if (u->saw) print_to_model(u, "    %s\n", mu_reset(u, "core[node][thread].saw", mu_no_value(u)));
    for (int c = 0; u->time_bits && c < u->n_columns; c++)
        print_to_model(u, "    core[node][thread].%s := 0;\n", u->places[c]);
    if (u->own) print_to_model(u, "    core[node][thread].own := 0;\n");
    if (u->windows) print_to_model(u, "    for v: value_t do core[node][thread].seen[v] := false; end;\n");
    print_to_model(u, "  end; end;\n");
    if (u->watched && mu_races_forbidden(u))
        mu_start_watched(u);
    else if (u->watched)
        print_to_model(u, "  watched := %s;\n", mu_watched_line(u));
    if (u->o->values) print_to_model(u, "  first := first_value;\n");
    start_order(u, zero);
    for (int i = 0; i < u->s->n_inputs; i++) print_to_model(u, "end;\n");
    print_to_model(u, "end;\n%s%s%s", cores ? "end;\n" : "", u->watched ? "end;\n" : "",
                   choice ? "end;\n" : "");
}
