// What a rule of the table does, as a branch of its event's handler. First comes all that reads the old
// values (checks, right sides, the order, messages), then all changes. Where there is no room for a message,
// or the rule stalls, the branch says that the event was not consumed.
#include <string.h>

#include "emit.h"
#include "lang/command.h"
#include "lang/topology.h"
#include "lang/visit.h"

// ------------------------------------------------------------------------------------------ right sides

// Does the assignment have an effect? Not on what is dead afterwards, or has no place, or no rule reads.
static bool has_effect(const mu_cause *c, const cg_action *a) {
    if (a->space == CG_SPACE_REG && cg_is_until(c->u->s, c->m, a->field)) return false;
    if (!(CG_SPACES[a->space].traits & CG_TRAIT_IN_CELL)) return true;
    return mu_live(c->mm, c->r->next, mu_field_item(c->m, a->space, a->field));
}

static const cg_field *assigned_field(const mu_cause *c, const cg_action *a) {
    return cg_field_at(c->m, a->space, a->field);
}

bool mu_is_assignment(const mu_cause *c, const cg_action *a) {
    return cg_does(a, CG_DOES_ASSIGNS) && has_effect(c, a);
}

// The variable for a field's new value.
const char *mu_new_value(const mu_cause *c, const cg_action *a) {
    return MU_TEXT(c->u, "new_%s%s", CG_SPACES[a->space].port, assigned_field(c, a)->name);
}

typedef struct {
    const mu_cause *c;
    const char **seen; // checks that are there already
    int n_seen;
} checks;

static void check_whole(void *context, const cg_expr *x) {
    checks *k = context;
    mu_print_checks(&k->c->names, x, k->c->r->id, &k->seen, &k->n_seen);
}

static void check_values(const mu_cause *c) {
    checks k = {.c = c};
    for (int i = 0; i < c->r->n_actions; i++) cg_visit_wholes(&c->r->actions[i], check_whole, &k);
}

static void evaluate(const mu_cause *c) {
    for (int i = 0; i < c->r->n_actions; i++) {
        const cg_action *a = &c->r->actions[i];
        if (mu_is_assignment(c, a))
            mu_line(c, "%s -- %s", mu_assign(&c->names, mu_new_value(c, a), a->value), a->text);
    }
}

// ----------------------------------------------------------------------------------------------- changes

// An epoch register takes another value. All parities that this rule is about to assign are inverted with the
// others: note [parity].
static void next_epoch(const mu_cause *c, const char *value, const cg_field *reg) {
    mu_line(c, "if %s != era & %s.%s = era then", value, c->names.node, mu_name(c->u, reg->name));
    mu_line(c, "  next_epoch();");
    for (int i = 0; i < c->r->n_actions; i++) {
        const cg_action *a = &c->r->actions[i];
        if (mu_parity_assigned(c->u, (int)(c->m - c->u->s->machines), a))
            mu_line(c, "  %s := !%s;", mu_new_value(c, a), mu_new_value(c, a));
    }
    mu_line(c, "end;");
}

static void assign_register(const mu_cause *c, const cg_action *a, const char *v) {
    if (a->field == c->m->epoch_reg && c->u->epochs && !c->u->o->promise.unjudged)
        next_epoch(c, v, assigned_field(c, a));
    mu_line(c, "%s.%s := %s;", c->names.node, mu_name(c->u, assigned_field(c, a)->name), v);
}

static void assign_buffered(const mu_cause *c, const cg_action *a, const char *v) {
    const mu *u = c->u;
    const char *entry = MU_TEXT(u, "%s.buffer[%s]", c->names.node, c->line);
    const char *name = mu_name(u, assigned_field(c, a)->name);
    if (mu_line_words(u) == 1)
        mu_line(c, "if %s.there then %s.%s := %s; end;", entry, entry, name, v);
    else
        mu_line(c, "if %s then for l: line_id do if %s then %s.buffer[l].%s := %s; end; end; end;",
                mu_buffered(u, c->names.node, c->line), mu_same_line(u, "l", c->line), c->names.node, name,
                v);
}

static void assign_in_cell(const mu_cause *c, const cg_action *a, const char *v) {
    const int item = mu_field_item(c->m, a->space, a->field);
    const bool maybe = a->space == CG_SPACE_LINE && !cg_find_action(c->r, CG_DOES_TAKES_WAY) &&
                       c->mm->way[c->r->state] == MU_MIXED;
    if (maybe)
        mu_line(c, "if %s.here then %s := %s; end;", c->names.cell, mu_item_path(c, item), v);
    else
        mu_line(c, "%s := %s;", mu_item_path(c, item), v);
}

static void assign_field(const mu_cause *c, const cg_action *a) {
    const char *v = mu_new_value(c, a);
    switch (a->space) {
    case CG_SPACE_REG: assign_register(c, a, v); break;
    case CG_SPACE_LINE:
    case CG_SPACE_MSHR: assign_in_cell(c, a, v); break;
    case CG_SPACE_THREAD:
        mu_line(c, "%s.thread[%s].%s := %s;", c->names.node, c->thread,
                mu_name(c->u, assigned_field(c, a)->name), v);
        break;
    case CG_SPACE_BUFFER: assign_buffered(c, a, v); break;
    case CG_SPACE_FOUND: break; // mu_change_lookups()
    case CG_N_SPACES: break;
    }
}

static void change_data(const mu_cause *c, const char *to) {
    const int data = mu_item(c->mm, MU_DATA), written = mu_item(c->mm, MU_WRITTEN);
    const char *mine =
        cg_find_action(c->r, CG_DOES_FILLS) ? NULL : mu_mine(c); // else only the watched word counts
    const char *when = mine ? MU_TEXT(c->u, "if %s then ", mine) : "", *end = mine ? " end;" : "";
    if (mu_live(c->mm, c->r->next, data)) mu_line(c, "%s%s := %s;%s", when, mu_item_path(c, data), to, end);
    if (cg_find_action(c->r, CG_DOES_FILLS) || !mu_live(c->mm, c->r->next, written)) return;
    mu_line(c, "%s%s := true;%s", when, mu_item_path(c, written), end);
}

static const char *deferred_of(const mu_cause *c) {
    const char *none = MU_TEXT(c->u, "%llu", (unsigned long long)c->u->s->cores); // asker_id's last value
    return mu_deferred(c->u, &c->u->channels[c->names.msg->channel],
                       (mu_whose){"node", "src", c->thread, "line", c->core ? c->core : none});
}

// Of a word that a machine asks for together with others there may be several requests, as of a queue without
// end: one is deferred, the next one waits at the head of its lane.
static bool defers_one_of_several(const mu_cause *c, const cg_action *a) {
    return cg_does(a, CG_DOES_DEFERS) && c->e->kind == CG_EV_MESSAGE && c->names.msg->from != CG_MEMORY &&
           mu_names_several(&c->u->s->machines[c->names.msg->from]);
}

static void merge_request(const mu_cause *c) {
    if (c->e->kind == CG_EV_CORE) {
        mu_line(c, "%s.status := waits;", c->request);
        if (c->u->word_kept && c->e->core != CG_LOAD) mu_line(c, "%s.word := word;", c->request);
        return;
    }
    const mu_channel *ch = &c->u->channels[c->names.msg->channel];
    const char *deferred = deferred_of(c);
    mu_line(c, "if !again then");
    mu_line(c, "  if %s.status != %s_none then error \"table: %s defers two requests of a thread\"; end;",
            deferred, ch->deferred, c->r->id);
    mu_line(c, "  %s.m := m;", deferred);
    mu_line(c, "end;");
    mu_line(c, "%s.status := %s_waits;", deferred, ch->deferred);
}

// Resets what is dead in state `to` and was not in some state of [low, high).
static void reset_dead(const mu_cause *c, const char *cell, const char *indent, int low, int high, int to) {
    for (int item = 0; item < c->mm->n_items; item++) {
        bool was = false;
        for (int s = low; s < high; s++) was |= mu_live(c->mm, s, item);
        if (!was || mu_live(c->mm, to, item)) continue;
        const char *what = MU_TEXT(c->u, "%s.%s", cell, mu_cell_field(c->u, c->mm, item));
        mu_line(c, "%s%s", indent, mu_reset_item(c->u, c->mm, what, item));
    }
}

static void print_state_test(const mu_cause *c, const char *cell, int low, int high) {
    fprintf(c->u->out, "(");
    for (int s = low; s < high; s++)
        fprintf(c->u->out, "%s%s.state = %s", s > low ? " | " : "", cell, mu_state(c->u, c->m, s));
    fprintf(c->u->out, ")");
}

// All lines but the event's own, which takes its state from the rule.
static void flash(const mu_cause *c, const cg_action *a, int low, int high) {
    const mu *u = c->u;
    const char *cell = MU_TEXT(u, "%s.line[l]", c->names.node);
    mu_line(c, "-- %s", a->text);
    mu_line(c, "for l: line_id do");
    fprintf(u->out, "    if %s", c->line ? MU_TEXT(u, "l != %s & ", c->line) : "");
    print_state_test(c, cell, low, high);
    fprintf(u->out, " then\n");
    if (!cg_is_here(c->m, a->to_state)) mu_check_forgotten(c, cell, low, high);
    mu_line(c, "    %s.state := %s;", cell, mu_state(u, c->m, a->to_state));
    reset_dead(c, cell, "    ", low, high, a->to_state);
    mu_line(c, "  end;\n  end;");
}

// A field of all lines in which it is live.
static void set_everywhere(const mu_cause *c, const cg_action *a) {
    const mu *u = c->u;
    const int item = mu_field_item(c->m, a->space, a->field);
    if (!mu_has(c->mm, item)) return;
    const char *cell = MU_TEXT(u, "%s.line[l]", c->names.node);
    mu_line(c, "-- %s", a->text);
    mu_line(c, "for l: line_id do");
    fprintf(u->out, "    if ");
    const char * or = "";
    for (int s = cg_first_here(c->m); s < c->m->n_states; s++) {
        if (!mu_live(c->mm, s, item)) continue;
        const bool maybe = a->space == CG_SPACE_LINE && c->mm->way[s] == MU_MIXED;
        fprintf(u->out, "%s%s.state = %s%s", or, cell, mu_state(u, c->m, s),
                maybe ? MU_TEXT(u, " & %s.here", cell) : "");
        or = " | ";
    }
    const char *to = MU_TEXT(u, "%s.%s", cell, mu_cell_field(u, c->mm, item));
    fprintf(u->out, " then %s end;\n", mu_assign(&c->names, to, a->value));
    mu_line(c, "end;");
}

static void apply_action(const mu_cause *c, int i) {
    const cg_action *a = &c->r->actions[i];
    switch (a->verb) {
    case CG_A_ASSIGN:
        if (has_effect(c, a)) assign_field(c, a);
        break;
    case CG_A_ALLOC_LINE:
        if (mu_live(c->mm, c->r->next, mu_item(c->mm, MU_HERE)))
            mu_line(c, "%s.here := true;", c->names.cell);
        break;
    case CG_A_MERGE: merge_request(c); break;
    case CG_A_FILL: change_data(c, mu_data_before(c)); break;
    case CG_A_WRITE:
    case CG_A_ATOMIC: change_data(c, c->word); break;
    case CG_A_FLASH_LINES:
    case CG_A_FLASH_MSHRS: flash(c, a, mu_flashed(c->m, a, 0), mu_flashed(c->m, a, 1)); break;
    case CG_A_FLASH_MSHR_FIELD:
    case CG_A_SWEEP: set_everywhere(c, a); break;
    case CG_A_REPLAY: // nothing is deferred: nothing is handed back
        if (c->mm->defers_core || c->mm->defers) mu_line(c, "%s_replay(node, %s);", c->m->name, c->line);
        break;
    case CG_A_DRAIN:
    case CG_A_DRAIN_ALL: mu_change_buffer(c, a, mu_mine(c)); break;
    case CG_A_PUSH:
    case CG_A_MARK:
    case CG_A_POP: mu_change_fifo(c, a); break;
    // These go before all changes,
    case CG_A_SEND:
    case CG_A_PERFORM:
    case CG_A_PUBLISH:
    case CG_A_COMPLETE:
    case CG_A_BUFFER:
    case CG_A_INSERT:
    case CG_A_REMOVE:
    // and answers after them.
    case CG_A_HIT:
    case CG_A_RESPOND:
    // The fields of an entry are initial already (note [dead]), and whether there is one the state says.
    case CG_A_ALLOC_MSHR:
    case CG_A_RELEASE_MSHR:
    // A rule with one of these changes nothing.
    case CG_A_STALL:
    case CG_A_IMPOSSIBLE: break;
    }
}

// The same for the other words of the line, where the rule widens. It does no more than this:
// gen/read/table/bounds.c.
static void widen(const mu_cause *c) {
    const mu *u = c->u;
    const mu_cause other = mu_along(c);
    if (!c->r->widen || mu_line_words(u) == 1) return;
    mu_line(c, "for l: line_id do if %s then", mu_alike(c, c->r));
    for (int i = 0; i < c->r->n_actions; i++)
        if (cg_does(&c->r->actions[i], CG_DOES_SENDS)) mu_send(&other, &c->r->actions[i]);
    if (cg_find_action(c->r, CG_DOES_TAKES_WAY) && mu_live(c->mm, c->r->next, mu_item(c->mm, MU_HERE)))
        mu_line(c, "%s.here := true;", other.names.cell);
    if (c->r->next != c->r->state)
        mu_line(c, "%s.state := %s;", other.names.cell, mu_state(u, c->m, c->r->next));
    reset_dead(c, other.names.cell, "", c->r->state, c->r->state + 1, c->r->next);
    mu_line(c, "end; end;");
}

// --------------------------------------------------------------------------------------------- the whole

static void change_state(const mu_cause *c) {
    const int from = c->r->state, to = c->r->next;
    if (from == CG_NONE) return;
    if (c->mm->way[from] == MU_MIXED && to > 0 && to < c->m->n_stable &&
        !cg_find_action(c->r, CG_DOES_TAKES_WAY))
        mu_line(c, "if !%s.here then error \"table: %s leaves a line without a way\"; end;", c->names.cell,
                c->r->id);
    if (to != from) mu_line(c, "%s.state := %s;", c->names.cell, mu_state(c->u, c->m, to));
    reset_dead(c, c->names.cell, "", from, from + 1, to);
}

// A fence, an acquire or a release.
static bool is_thread(const mu_cause *c) {
    return c->e->kind == CG_EV_CORE && !c->e->block;
}

static bool is_command(const mu_cause *c) {
    return c->e->kind == CG_EV_CORE && cg_is_command(c->e->core);
}

// What a thread is doing while it waits for one of these, and after it.
static const char *waiting_status(const mu_cause *c) {
    if (c->e->core == CG_FENCE || !mu_races_forbidden(c->u)) return "fencing";
    return c->e->core == CG_RELEASE ? "releasing" : "acquiring";
}

static void print_wait(const mu_cause *c) {
    if (is_command(c))
        mu_command_waits(c);
    else
        mu_line(c, "%s.status := %s;", c->request, waiting_status(c));
}

static void order_fence(const mu_cause *c) {
    if (c->u->weak && !c->u->o->promise.unjudged && c->e->core == CG_FENCE)
        mu_line(c, "order_a_fence(%s);", c->request);
}

// Where two controllers answer, a fence is over with the second answer.
static void settle_half(const mu_cause *c) {
    if (!mu_is_half(c) || !cg_find_action(c->r, CG_DOES_RESPONDS)) return;
    mu_answer_half(c, waiting_status(c));
    order_fence(c);
}

static void answer_thread(const mu_cause *c) {
    mu_line(c, "%s.status := %s;", c->request,
            c->e->core == CG_RELEASE && mu_races_forbidden(c->u) ? "released" : "idle");
}

static void take_event(const mu_cause *c) {
    static const char *const OPS[] = {"op_load", "op_store", "op_atomic"};
    if (is_command(c)) {
        return; // to models it is nothing
    } else if (is_thread(c)) {
        mu_line(c, "if %s.owed then error \"table: an operation was answered and not performed\"; end;",
                c->request);
        if (!c->r->stalls && !mu_is_half(c)) order_fence(c);
    } else if (c->e->kind == CG_EV_CORE && !c->r->stalls) {
        if (mu_races_forbidden(c->u))
            mu_line(c, "%s", mu_race_take(c, OPS[c->e->core]));
        else
            mu_line(c, "take_request(%s, line, %s);", c->request, OPS[c->e->core]);
        mu_keep_operands(c);
    }
}

// ---------------------------------------------------------------------------------------------- branches

static void print_effect_statements(const mu_cause *c) {
    const cg_rule *r = c->r;
    const cg_action *p = cg_find_action(r, CG_DOES_PERFORMS), *done = cg_find_action(r, CG_DOES_FINISHES);
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_SENDS) && mu_room(c, a))
            mu_line(c, "if !(%s) then return false; end;", mu_room(c, a));
        if (cg_does(a, CG_DOES_BUFFERS) && mu_room_in_buffer(c))
            mu_line(c, "if !(%s) then return false; end;", mu_room_in_buffer(c));
        if (cg_does(a, CG_DOES_PUSH)) mu_line(c, "if !(%s) then return false; end;", mu_room_in_fifo(c, a));
        if (cg_does(a, CG_DOES_INSERTS))
            mu_line(c, "if %s then return false; end;", mu_lookup_full(&c->names, a->structure));
        if (cg_does(a, CG_DOES_PUBLISHES) && !c->u->o->anything)
            mu_line(c, "error \"bound: %s publishes a word whose value is not followed here\";", c->r->id);
        if (defers_one_of_several(c, a))
            mu_line(c, "if !again & %s.status != %s_none then return false; end;", deferred_of(c),
                    c->u->channels[c->names.msg->channel].deferred);
    }
    // Could it fire? Asked where it does: a property of every state would take as long as exploring.
    if (c->u->o->cover) mu_line(c, "cover true \"%s\";", r->id);
    mu_follow(c);
    widen(c); // before the request is taken, which may be one that is wanted
    take_event(c);
    check_values(c);
    evaluate(c);
    mu_check_masks(c);
    if (p) mu_print_perform(c, p);
    if (done) mu_print_complete(c, done);
    if (cg_find_action(r, CG_DOES_RESPONDS) && !is_thread(c)) mu_print_respond(c);
    if (mu_races_forbidden(c->u) && mu_core_answer(c) && !c->u->o->promise.unjudged)
        mu_line(c, "judge_answer(%s, %s);", c->request, mu_core_answer(c));
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_SENDS)) mu_send(c, &r->actions[i]);
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_BUFFERS)) mu_change_buffer(c, &r->actions[i], mu_mine(c));
    mu_change_lookups(c);
    for (int i = 0; i < r->n_actions; i++) apply_action(c, i);
    mu_settle_thread(c);
    mu_drained(c);
    if (done) mu_finish_complete(c);
    change_state(c);
    mu_walk_settled(c);
    settle_half(c);
    if (is_command(c) && cg_find_action(r, CG_DOES_RESPONDS))
        mu_command_answered(c);
    else if (is_thread(c) && c->e->core != CG_FENCE && cg_find_action(r, CG_DOES_RESPONDS))
        answer_thread(c);
    else if (cg_find_action(r, CG_DOES_HITS | CG_DOES_RESPONDS))
        mu_line(c, "forget_request(%s);", c->request);
    if (r->stalls && is_thread(c)) print_wait(c);
    mu_line(c, "return %s;", r->stalls ? "false" : "true");
}

void mu_print_branch(mu_cause *c, const cg_rule *r) {
    c->r = r;
    const char *when = r->when ? mu_expr(&c->names, r->when) : "true";
    const bool never = !strcmp(when, "false"); // note [known] in expr.c
    mu_line(c, "-- %s: %s", r->id, r->text);
    if (r->when) mu_line(c, "if %s then", when);
    if (never)
        mu_line(c,
                c->u->o->cover && !r->impossible && !cg_is_pure_stall(r) ? "cover true \"%s\";" : "-- never",
                r->id);
    else if (r->impossible)
        mu_line(c, "error \"impossible: %s\";", r->id);
    else if (cg_is_pure_stall(r)) {
        // A thread whose fence waits does nothing else until it is answered.
        if (is_thread(c)) print_wait(c);
        mu_line(c, "return false;");
    } else
        print_effect_statements(c);
    if (r->when) mu_line(c, "end;");
}
