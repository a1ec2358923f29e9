// What a rule answers, and what it tells the golden order: as text, in the branch of its event's handler.
#include <string.h>

#include "emit.h"

void mu_line(const mu_cause *c, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    fputs("  ", c->u->out);
    vfprintf(c->u->out, fmt, args);
    fputc('\n', c->u->out);
    va_end(args);
}

const char *mu_item_path(const mu_cause *c, int item) {
    return MU_TEXT(c->u, "%s.%s", c->names.cell, mu_cell_field(c->u, c->mm, item));
}

// The line's data as the rule finds it, or as `fill` makes it.
const char *mu_data_before(const mu_cause *c) {
    const mu *u = c->u;
    const int data = mu_item(c->mm, MU_DATA);
    const char *now = mu_has(c->mm, data) ? mu_item_path(c, data) : u->o->values ? "first" : "0";
    if (!cg_find_action(c->r, CG_DOES_FILLS)) return now;
    const char *filled = MU_TEXT(u, "%s.data", c->names.packet);
    const int written = mu_item(c->mm, MU_WRITTEN);
    if (cg_find_action(c->r, CG_DOES_FILLS)->mask)
        filled = MU_TEXT(u, "(%s ? %s : %s)", mu_mask_of(c, CG_DOES_FILLS, mu_watched_unit(u)), now, filled);
    if (c->r->state == CG_NONE || !mu_live(c->mm, c->r->state, written)) return filled;
    return MU_TEXT(u, "(%s ? %s : %s)", mu_item_path(c, written), now, filled);
}

// What the core is answered with, NULL: no data.
const char *mu_core_answer(const mu_cause *c) {
    const cg_action *respond = cg_find_action(c->r, CG_DOES_RESPONDS);
    if (cg_find_action(c->r, CG_DOES_HITS)) return mu_data_before(c);
    if (!respond || respond->from == CG_FROM_NOTHING) return NULL;
    return respond->from == CG_FROM_MSG ? MU_TEXT(c->u, "%s.data", c->names.packet) : mu_data_before(c);
}

// ", place" for the order's procedures; "" without logical time.
static const char *place_argument(const mu_cause *c, const cg_action *a) {
    const mu *u = c->u;
    const int reg = c->m->epoch_reg;
    if (!u->time_bits) return "";
    const char *own = !u->epochs       ? "true"
                      : reg == CG_NONE ? "era"
                                       : MU_TEXT(u, "%s.%s", c->names.node, mu_name(u, c->m->regs[reg].name));
    const char *named = a->epoch && u->epochs ? mu_expr(&c->names, a->epoch) : own;
    return MU_TEXT(u, ", place_of(%s, %s, %s)", a->at ? mu_expr(&c->names, a->at) : "0", own, named);
}

// A load or a store that may synchronize: it is judged where it is performed, as atomics are. One that stores
// need not find what was there.
static void print_synchronization(const mu_cause *c, cg_core_op op, const char *old) {
    const mu *u = c->u;
    const char *word = c->word ? c->word : u->word_kept ? MU_TEXT(u, "%s.word", c->request) : "0";
    if (!mu_has_sync(u) || !mu_marks_op(u, op)) return;
    mu_line(c, "if !(%s) then order_an_atomic(%s, %s, %s, %s, %s, %s); end;",
            mu_is_data(u, MU_TEXT(u, "%s.mark", c->request)), c->core, c->thread, c->request, c->line,
            op == CG_LOAD ? old : "order_value", op == CG_LOAD ? old : word);
}

static void print_operation(const mu_cause *c, const cg_action *a) {
    static const char *const KIND[] = {"a_load", "a_store", "an_atomic"};
    const mu *u = c->u;
    const char *resp = a->asker ? NULL : mu_core_answer(c);
    mu_line(c, "if !%s.owed then error \"table: %s performs an operation twice\"; end;", c->request,
            c->r->id);
    mu_line(c, "%s.owed := false;", c->request);
    const bool resp_old = resp && !cg_find_action(c->r, CG_DOES_OPERATES);
    const char *old = resp_old ? resp : mu_data_before(c);
    const char *mine = mu_mine(c) ? MU_TEXT(c->u, " & %s", mu_mine(c)) : "";
    if (a->perform != CG_STORE && !resp && u->saw) {
        mu_line(c, "if %s.status = idle%s & %s.saw != %s then error \"data value: %s\"; end;", c->request,
                mine, c->request, old, "an operation was answered with another value");
        mu_line(c, "%s.saw := %s;", c->request,
                mu_mine(c) ? MU_TEXT(u, "%s ? %s : 0", mu_mine(c), old) : old);
    }
    if (u->o->promise.unjudged) return;
    if (mu_races_forbidden(u) && a->perform != CG_ATOMIC) {
        print_synchronization(c, a->perform, old);
        return;
    }
    if (mu_races_forbidden(u) && !mu_has_sync(u)) return;
    const char *place = place_argument(c, a);
    const char *word = c->word ? c->word : "0";
    const char *values = a->perform == CG_LOAD    ? old
                         : a->perform == CG_STORE ? word
                                                  : MU_TEXT(u, "%s, %s", old, word);
    const char *who = mu_races_forbidden(u) ? MU_TEXT(u, "%s, %s, ", c->core, c->thread) : "";
    mu_line(c, "order_%s(%s%s, %s%s, %s);", KIND[a->perform], who, c->request, c->line, place, values);
}

// The operation of the event's request, or of the one that the action names.
void mu_print_perform(const mu_cause *c, const cg_action *a) {
    mu_cause whose = *c;
    whose.line = mu_line_about(c, a);
    if (a->asker) {
        whose.core = mu_asker(&c->names, a->asker, MU_CORE);
        whose.thread = mu_asker(&c->names, a->asker, MU_THREAD);
        whose.request = MU_TEXT(c->u, "core[%s][%s]", whose.core, whose.thread);
    }
    print_operation(&whose, a);
}

// The deferred request takes effect on the line as it is, or as `fill` makes it.
static void print_completion(const mu_cause *c, const cg_action *a) {
    const mu *u = c->u;
    const char *q = c->request, *old = mu_data_before(c), *place = place_argument(c, a);
    const char *word = u->word_kept ? MU_TEXT(u, "%s.word", q) : "0";
    mu_line(c,
            "if %s.status != waits | %s.line != %s then error \"table: %s completes a request that is not "
            "deferred\"; end;",
            q, q, c->line, c->r->id);
    mu_line(c, "if !%s.owed then error \"table: %s performs an operation twice\"; end;", q, c->r->id);
    mu_line(c, "%s.owed := false;", q);
    if (u->o->promise.unjudged) return;
    if (mu_races_forbidden(u)) {
        mu_line(c, "judge_answer(%s, %s);", q, old);
        if (mu_has_sync(u))
            mu_line(c, "if %s.op = op_atomic then order_an_atomic(%s, thread, %s, %s, %s, %s); end;", q,
                    c->core, q, c->line, old, word);
        for (cg_core_op op = CG_LOAD; op <= CG_STORE; op++) {
            if (!mu_has_sync(u) || !mu_marks_op(u, op)) continue;
            mu_line(c, "if %s.op = %s then", q, op == CG_LOAD ? "op_load" : "op_store");
            print_synchronization(c, op, old);
            mu_line(c, "end;");
        }
        return;
    }
    mu_line(c, "switch %s.op", q);
    mu_line(c, "case op_load: order_a_load(%s, %s%s, %s);", q, c->line, place, old);
    mu_line(c, "case op_store: order_a_store(%s, %s%s, %s);", q, c->line, place, word);
    mu_line(c, "case op_atomic: order_an_atomic(%s, %s%s, %s, %s);", q, c->line, place, old, word);
    mu_line(c, "end;");
}

void mu_print_complete(const mu_cause *c, const cg_action *a) {
    const mu *u = c->u;
    const bool several = mu_line_words(u) > 1;
    if (several) mu_line(c, "if !m.along then");
    print_completion(c, a);
    if (several) mu_line(c, "end;");
}

// What it does to the line, after `fill`; it is deferred no longer.
void mu_finish_complete(const mu_cause *c) {
    const mu *u = c->u;
    const int data = mu_item(c->mm, MU_DATA), written = mu_item(c->mm, MU_WRITTEN);
    if (mu_line_words(u) > 1) mu_line(c, "if !m.along then");
    if (u->word_kept) {
        const char *own = mu_word_parts(u) ? MU_TEXT(u, " & %s", mu_mine(c)) : ""; // else the data stay
        mu_line(c, "if %s.op != op_load%s then", c->request, own);
        if (mu_live(c->mm, c->r->next, data))
            mu_line(c, "  %s := %s.word;", mu_item_path(c, data), c->request);
        if (mu_live(c->mm, c->r->next, written)) mu_line(c, "  %s := true;", mu_item_path(c, written));
        mu_line(c, "end;");
    }
    mu_line(c, "forget_request(%s);", c->request);
    if (mu_line_words(u) > 1) mu_line(c, "end;");
}

// An answer to a message: the thread must wait for it, and for this line.
void mu_print_respond(const mu_cause *c) {
    const char *resp = mu_core_answer(c);
    const cg_action *p = cg_find_action(c->r, CG_DOES_PERFORMS);
    const char *q = c->request;
    const bool races = mu_races_forbidden(c->u);
    if (c->e->kind == CG_EV_MESSAGE && races)
        mu_line(c,
                "if (%s.status != asked & %s.status != waits) then error \"table: %s answers a thread that "
                "did not ask\"; "
                "end;",
                q, q, c->r->id);
    if (c->e->kind == CG_EV_MESSAGE && races && !resp)
        mu_line(c, "if %s.op != op_store then error \"table: %s answers without a value\"; end;", q,
                c->r->id);
    if (c->e->kind == CG_EV_MESSAGE)
        mu_line(c,
                "if %s.status = idle | %s.line != %s then error \"table: %s answers a thread that did not "
                "ask\"; end;",
                q, q, c->line, c->r->id);
    if (!resp || p || !c->u->saw) return;
    const char *mine = mu_mine(c) ? MU_TEXT(c->u, " & %s", mu_mine(c)) : "";
    mu_line(c, "if !%s.owed%s & %s.saw != %s then error \"data value: %s\"; end;", q, mine, q, resp,
            "an operation is answered with another value");
    if (races)
        mu_line(c, "%s.saw := %s.owed%s ? %s : 0;", q, q, mine, resp);
    else if (c->u->o->values)
        mu_line(c, "if %s.owed then %s.saw := %s; else undefine %s.saw; end;", q, q, resp, q);
    else
        mu_line(c, "%s.saw := %s.owed ? %s : 0;", q, q, resp);
}
