// The order of operations under a consistency model that does not keep all program order.
//
// note [columns]: of a thread the model holds, for each class of operations (load, store, atomic, fence), the
// latest place of those earlier ones that the consistency model keeps before operations of this class: an
// operation has no place before it. Classes before which the same earlier ones are kept share a variable: one
// (`at`) if all program order is kept. A fence has no place of its own; what must come before it must come
// before whatever it is kept before. Which order is kept may depend on the protocol's modes.
//
// note [own]: every model keeps coherence: of one word no thread sees the order of stores run backward. So
// there is the place of the thread's latest operation on the watched line, of those classes that are not kept
// before loads anyhow; a load of the line takes place there or later. (A store of the line has no place
// before the line's last store or latest load, of any thread.)
#include <string.h>

#include "emit.h"

static const char *const OPS[CG_N_PORT_OPS] = {"load", "store", "atomic", "fence"};

// ------------------------------------------------------------------------------------------------- facts

static int n_orders(const mu *u) {
    return u->o->promise.orders ? 1 + u->s->n_inputs : 0;
}

static bool same_column(const mu *u, int a, int b) {
    for (int o = 0; o < n_orders(u); o++)
        for (int k = 0; k < CG_N_PORT_OPS; k++)
            if (u->o->promise.orders[o].before[k][a] != u->o->promise.orders[o].before[k][b]) return false;
    return true;
}

// Is it kept in all modes, in none (NULL), or while what is returned holds ("true": in all)?
static const char *order_kept_while(const mu *u, int earlier, int later) {
    const cg_kept_order *o = u->o->promise.orders;
    if (!o) return "true";
    const char *text = o[0].before[earlier][later] ? "true" : NULL;
    for (int i = u->s->n_inputs; i-- > 0;) {
        const bool here = o[1 + i].before[earlier][later];
        const bool same = text && !strcmp(text, "true") ? here : !here && !text;
        const char *mode = MU_TEXT(u, "mode_%s", u->s->inputs[i].name);
        if (!u->s->inputs[i].consistency || same) continue;
        text = here ? (text ? MU_TEXT(u, "(%s | %s)", mode, text) : mode)
                    : (strcmp(text, "true") ? MU_TEXT(u, "(!%s & %s)", mode, text) : MU_TEXT(u, "!%s", mode));
    }
    return text;
}

static bool event_happens(const mu *u, int op) {
    for (int i = 0; i < u->s->n_machines; i++)
        if (mu_happens_at(u, &u->s->machines[i], (cg_core_op)op)) return true;
    return false;
}

void mu_find_columns(mu *u) {
    u->n_columns = 0;
    for (int op = 0; op < CG_N_PORT_OPS; op++) {
        u->column[op] = CG_NONE;
        if (op == CG_FENCE && !event_happens(u, op)) continue;
        for (int k = 0; k < op && u->column[op] == CG_NONE; k++)
            if (u->column[k] != CG_NONE && same_column(u, k, op)) u->column[op] = u->column[k];
        if (u->column[op] != CG_NONE) continue;
        u->column[op] = u->n_columns;
        u->places[u->n_columns++] = op == CG_LOAD ? "at" : MU_TEXT(u, "at_%s", OPS[op]);
    }
    for (int op = CG_STORE; op <= CG_ATOMIC; op++) {
        const char *always = order_kept_while(u, op, CG_LOAD);
        u->own |= u->time_bits && event_happens(u, op) && !(always && !strcmp(always, "true"));
    }
    u->weak = u->time_bits && (u->n_columns > 1 || u->own);
}

// Do only fences use this column, and are they kept before everything? Then it says nothing where it is not
// above the others.
static bool only_fences(const mu *u, int column) {
    for (int op = 0; op < CG_FENCE; op++)
        if (u->column[op] == column) return false;
    for (int op = 0; op < CG_FENCE; op++)
        if (!order_kept_while(u, CG_FENCE, op) || strcmp(order_kept_while(u, CG_FENCE, op), "true") != 0)
            return false;
    return true;
}

// ----------------------------------------------------------------------------------------------- procedures

void mu_print_settle(const mu *u) {
    FILE *out = u->out;
    fprintf(out, "-- Places that say no more than others do.\nprocedure settle(var x: request);\nbegin\n");
    for (int c = 1; c < u->n_columns; c++)
        if (only_fences(u, c))
            fprintf(out, "  if x.%s < x.at then x.%s := x.at; end;\n", u->places[c], u->places[c]);
    if (u->own) fprintf(out, "  if x.own <= x.at then x.own := 0; end;\n");
    fprintf(out, "end;\n\n");
}

// Those after it come after place q.
static void print_pass(const mu *u, int op) {
    for (int c = 0; c < u->n_columns; c++) {
        int later = 0;
        while (u->column[later] != c) later++;
        const char *when = order_kept_while(u, op, later);
        if (!when) continue;
        const char *also = strcmp(when, "true") ? MU_TEXT(u, "%s & ", when) : "";
        fprintf(u->out, "  if %sq > x.%s then x.%s := q; end;\n", also, u->places[c], u->places[c]);
    }
}

static void print_own(const mu *u, int op) {
    const char *always = order_kept_while(u, op, CG_LOAD);
    if (u->own && !(always && !strcmp(always, "true")))
        fprintf(u->out, "  if line = watched then x.own := q; end;\n");
}

static void print_write(const mu *u, int op) {
    FILE *out = u->out;
    fprintf(out, "  if q < x.%s then\n", u->places[u->column[op]]);
    fprintf(out, "    error \"data value: an operation goes back before one that it must come after\";\n");
    fprintf(out, "  end;\n  if line = watched then\n    write_at(q, v);\n  end;\n");
    print_own(u, op);
    print_pass(u, op);
    fprintf(out, "  fold();\nend;\n\n");
}

void mu_print_weak(const mu *u) {
    FILE *out = u->out;
    const char *who = "var x: request; line: line_id";
    fprintf(out, "procedure order_a_load(%s; p: place; v: value_t);\nvar q: place;\nbegin\n", who);
    fprintf(out, "  q := p;\n  if q < x.at then q := x.at; end;\n");
    if (u->own) fprintf(out, "  if line = watched & q < x.own then q := x.own; end;\n");
    fprintf(out, "  if line = watched then\n    if v != order_value[q] then\n");
    fprintf(out,
            "      error \"data value: a load does not return the last store at or before its place\";\n");
    fprintf(out, "    end;\n    if q > order_load then order_load := q; end;\n  end;\n");
    print_pass(u, CG_LOAD);
    fprintf(out, "  fold();\nend;\n\n");
    fprintf(out, "procedure write_at(p: place; v: value_t);\nbegin\n");
    mu_print_write_at(u, "  ");
    fprintf(out, "end;\n\n");
    fprintf(out, "procedure order_a_store(%s; q: place; v: value_t);\nbegin\n", who);
    print_write(u, CG_STORE);
    fprintf(out, "procedure order_an_atomic(%s; q: place; old: value_t; v: value_t);\nbegin\n", who);
    fprintf(out, "  if line = watched & old != order_value[%llu] then\n",
            ((unsigned long long)u->ages << u->time_bits) - 1);
    fprintf(out, "    error \"data value: an atomic does not return the last store before it\";\n  end;\n");
    print_write(u, CG_ATOMIC);
    if (u->column[CG_FENCE] == CG_NONE) return;
    fprintf(out, "procedure order_a_fence(var x: request);\nvar q: place;\nbegin\n  q := x.%s;\n",
            u->places[u->column[CG_FENCE]]);
    print_pass(u, CG_FENCE);
    fprintf(out, "  fold();\nend;\n\n");
}
