// Plays a script: one operation after the other, on given cores, and after each the values that the
// protocol's registers, line fields and states must have. Scripts are data (protocols/walkthroughs/*.json):
//
//     { "title": "Figure 3 ...", "point": {"l2_ways": 1, ...},
//       "symbols": {"A": "0x0", "B": "0x80"},
//       "columns": [{"name": "C0.now", "machine": "l1", "node": 0, "space": "reg", "field": "now"},
//                   {"name": "C0.A.exp", "machine": "l1", "node": 0, "space": "line", "field": "exp", "addr":
//                   "A"},
//                   {"name": "C0.A", "machine": "l1", "node": 0, "space": "state", "addr": "A"}],
//       "steps": [{"core": 0, "op": "load", "addr": "A"},
//                 {"label": "start", "expect": [20, 10, "V"]},
//                 {"label": "C0 ST A", "core": 0, "op": "store", "addr": "A", "value": 1, "expect": [20,
//                 10, null]}] }
//
// op: load (value: what it must return), store (value), atomic (aop: add, swap, ...; operand; compare; value:
// the old word), fence, command (command: its name; operands: an object of numbers); none: only looks.
// In place of `addr`, `place` is a byte of the core's local memory, a number as in "0x10", and `operands`
// those that the access brings (0 where there are none). `marks`: names of the consistency model's marks that
// the operation has. `thread` (default 0) is the thread on that core. expect: a value a column, null for any;
// of a state its name, too. The field of a line that is no longer in the cache keeps the last value seen and
// is marked '*'. `point`: what the script needs of the design; anything else is refused. `label`: the columns
// are printed. What a script may say, and what is refused, is in script_read.c.
#include "script.h"

#include <inttypes.h>
#include <stdio.h>

enum { SETTLE = 200 }; // cycles after an operation until all of it has happened

typedef struct {
    cg_env *env;
    const char *script; // file
    cg_script read;
    int next; // step that is played now
} state;

static const cg_option OPTIONS[] = {
    CG_TEXT(script, "", "script file (.json)"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    e->scatter = (cg_scatter){0}; // the addresses are the file's
    s->env = e;
    if (s->script[0] == '\0') {
        cg_bad_input(e, "workload script needs a file: script=FILE.json");
        return;
    }
    if (!cg_script_read(&s->read, s->script, e) || !e->log) return;
    fprintf(e->log, "%s\n%-10s", s->read.title ? s->read.title : s->script, "");
    for (int i = 0; i < s->read.n_columns; i++) fprintf(e->log, " %9s", s->read.columns[i].name);
    fprintf(e->log, "\n");
}

// What is wrong is said behind this.
static void name_step(const state *s, const cg_script_step *p, char text[200]) {
    snprintf(text, 200, "script: step %d%s%s%s", s->next, p->label ? " ('" : "", p->label ? p->label : "",
             p->label ? "')" : "");
}

// A state by its name.
static const char *value_text(const cg_script_column *c, uint64_t value, char text[24]) {
    if (c->states && value < (uint64_t)c->states->n_states) return c->states->states[value].name;
    snprintf(text, 24, "%" PRIu64, value);
    return text;
}

static void compare_column(state *s, const cg_script_step *p, const cg_script_column *c,
                           const cg_script_value *wanted) {
    char step[200], is[24], wanted_is[24];
    if (!wanted->there || (c->seen && c->last == wanted->value)) return;
    name_step(s, p, step);
    if (c->seen)
        cg_fail(s->env, "%s: %s is %s, not %s", step, c->name, value_text(c, c->last, is),
                value_text(c, wanted->value, wanted_is));
    else
        cg_fail(s->env, "%s: %s has not been seen: nothing is there", step, c->name);
}

static void look_at_columns(state *s, const cg_script_step *p) {
    cg_env *e = s->env;
    FILE *log = p->label ? e->log : NULL;
    if (!e->peek) return;
    if (log) fprintf(log, "%-10s", p->label);
    for (int i = 0; i < s->read.n_columns; i++) { // every step, so that the last value seen is
        cg_script_column *c = &s->read.columns[i];
        uint64_t v = 0;
        char text[24];
        const bool alive = e->peek(e->ctx, c->machine, c->node, c->space, c->field, c->addr, &v);
        if (alive) c->last = v;
        c->seen |= alive;
        if (log) fprintf(log, " %8s%c", value_text(c, c->last, text), alive ? ' ' : '*');
        if (p->expect) compare_column(s, p, c, &p->expect[i]);
    }
    if (log) fprintf(log, "\n");
}

static void play_step(cg_thread *t, state *s, const cg_script_step *p) {
    static const cg_core_op OPS[] = {[CG_STEP_LOAD] = CG_LOAD,
                                     [CG_STEP_STORE] = CG_STORE,
                                     [CG_STEP_ATOMIC] = CG_ATOMIC,
                                     [CG_STEP_FENCE] = CG_FENCE};
    char step[200];
    if (p->op == CG_STEP_COMMAND) {
        cg_ask_command(t, p->command, p->operands);
        return;
    }
    cg_bring(t, p->operands);
    const uint32_t got = cg_ask(t, &(cg_request){.op = OPS[p->op],
                                                 .order = p->marks,
                                                 .addr = p->local ? cg_local(t, p->addr) : p->addr,
                                                 .data = p->op == CG_STEP_STORE ? p->stored : p->operand,
                                                 .mask = p->op == CG_STEP_LOAD ? 0 : 0xf,
                                                 .aop = p->aop,
                                                 .compare = p->compare});
    if (!p->wanted.there || got == p->wanted.value) return;
    name_step(s, p, step);
    cg_fail(s->env, "%s: %u is returned, not %" PRIu64, step, got, p->wanted.value);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    while (s->next < s->read.n_steps && s->env->failure[0] == '\0') {
        const cg_script_step *p = &s->read.steps[s->next];
        if (cg_tid(t) != p->owner) {
            cg_pause(t, 1);
            continue;
        }
        if (p->op != CG_STEP_LOOK) {
            play_step(t, s, p);
            cg_pause(t, SETTLE);
        }
        look_at_columns(s, p);
        s->next++;
    }
}

const cg_workload cg_workload_script = {
    "script", "plays a script of operations and compares the protocol's state after each",
    OPTIONS,  sizeof(state),
    setup,    thread,
    NULL,     NULL,
};
