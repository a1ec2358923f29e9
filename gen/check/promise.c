#include "promise.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/visit.h"

// What a model keeps. False: values cannot be judged by it.
static bool keep_order(const cg_model *m, cg_kept_order *kept) {
    static const cg_mem_kind KINDS[CG_N_PORT_OPS] = {CG_MEM_LOAD, CG_MEM_STORE, CG_MEM_ATOMIC, CG_MEM_FENCE};
    for (int i = 0; i < CG_N_PORT_OPS; i++) {
        for (int k = 0; k < CG_N_PORT_OPS; k++) {
            const int a = cg_model_default_class(m, KINDS[i]), b = cg_model_default_class(m, KINDS[k]);
            kept->before[i][k] = a < 0 || b < 0 || m->classes[a].before >> b & 1;
        }
    }
    return !m->forwarding && m->nlines == 0;
}

static bool keeps_all(const cg_kept_order *kept) {
    for (int i = 0; i < CG_N_PORT_OPS; i++)
        for (int k = 0; k < CG_N_PORT_OPS; k++)
            if (!kept->before[i][k]) return false;
    return true;
}

bool cg_same_kind(const cg_sync_kind *a, const cg_sync_kind *b) {
    return a->op == b->op && a->release == b->release && a->acquire == b->acquire && a->hands == b->hands &&
           a->takes == b->takes && a->of_core == b->of_core && a->marks == b->marks;
}

static void add_sync_kind(cg_promise *p, const cg_sync_kind *kind) {
    for (int i = 0; i < p->n_syncs; i++)
        if (cg_same_kind(&p->syncs[i], kind)) return;
    p->syncs[p->n_syncs++] = *kind;
}

static unsigned marks_read(const cg_spec *s) {
    unsigned marks = 0;
    for (int i = 0; i < s->n_machines; i++) marks |= cg_marks_read(&s->machines[i], CG_NONE);
    return marks;
}

static bool is_of_core(const cg_model *m, int cls) {
    const int scope = m->classes[cls].scope;
    return scope >= 0 && m->scopes[scope].of_core;
}

static bool is_legal(const cg_spec *s, cg_core_op op, unsigned marks) {
    return !s->has_order || s->order[op][marks].legal;
}

// The different operations by which threads synchronize, of a model that forbids races.
static void find_syncs(cg_promise *p, const cg_spec *s, const cg_model *m, cg_core_op op) {
    static const cg_mem_kind KINDS[] = {
        [CG_LOAD] = CG_MEM_LOAD, [CG_STORE] = CG_MEM_STORE, [CG_ATOMIC] = CG_MEM_ATOMIC};
    for (unsigned marks = 0; m->races_forbidden && marks < cg_mark_sets(s); marks++) {
        const int c = cg_model_exact_class(m, KINDS[op], marks);
        const cg_port_order *o = &s->order[op][marks];
        if (c < 0 || !is_legal(s, op, marks)) continue;
        if (op != CG_ATOMIC && (!m->classes[c].sync || !s->has_order)) continue;
        add_sync_kind(p, &(cg_sync_kind){.op = op,
                                         .release = o->release,
                                         .acquire = o->acquire,
                                         .hands = m->classes[c].synchronizes & CG_MARK_RELEASE,
                                         .takes = m->classes[c].synchronizes & CG_MARK_ACQUIRE,
                                         .of_core = is_of_core(m, c),
                                         .marks = marks & marks_read(s)});
    }
}

// Marks of loads that rules read.
static unsigned load_marks_read(const cg_spec *s) {
    unsigned marks = 0;
    for (int i = 0; i < s->n_machines; i++)
        for (int e = 0; e < s->machines[i].n_events; e++) {
            const cg_event *v = &s->machines[i].events[e];
            if (v->kind == CG_EV_CORE && v->core == CG_LOAD) marks |= cg_marks_read(&s->machines[i], e);
        }
    return marks;
}

static void add_load_kind(cg_promise *p, bool final, unsigned marks) {
    for (int i = 0; i < p->n_loads; i++)
        if (p->loads[i].final == final && p->loads[i].marks == marks) return;
    p->loads[p->n_loads++] = (cg_load_kind){final, marks};
}

// The different loads of data.
static void find_loads(cg_promise *p, const cg_spec *s, const cg_model *m) {
    for (unsigned marks = 0; m->races_forbidden && marks < cg_mark_sets(s); marks++) {
        const int c = cg_model_exact_class(m, CG_MEM_LOAD, marks);
        if (c < 0 || m->classes[c].sync || !is_legal(s, CG_LOAD, marks)) continue;
        add_load_kind(p, m->classes[c].final, marks & load_marks_read(s));
    }
}

// What is promised with this input cannot be judged together with a model that forbids races.
static bool has_other_model(const cg_spec *s) {
    for (int i = 0; i < s->n_inputs; i++)
        if (s->inputs[i].consistency && strcmp(s->inputs[i].consistency, s->consistency) != 0) return true;
    return false;
}

const char *cg_promised_model(const cg_spec *s, int i) {
    return i && s->inputs[i - 1].consistency ? s->inputs[i - 1].consistency : s->consistency;
}

// Values are judged by the order of the table's own logical time. One without it can only be judged if the
// model keeps all program order.
void cg_promise_of(const cg_spec *s, cg_model *const *models, cg_promise *p) {
    static const cg_core_op OPS[] = {CG_ATOMIC, CG_LOAD, CG_STORE};
    bool all = true;
    *p = (cg_promise){.orders = cg_array_new((size_t)s->n_inputs + 1, sizeof *p->orders)};
    for (int i = 0; i <= s->n_inputs; i++) {
        p->unjudged |= !keep_order(models[i], &p->orders[i]);
        p->races_forbidden |= models[i]->races_forbidden;
        p->coherent |= models[i]->coherent;
        for (size_t k = 0; k < 3; k++) find_syncs(p, s, models[i], OPS[k]);
        find_loads(p, s, models[i]);
        all &= keeps_all(&p->orders[i]);
    }
    p->unjudged |= !all && !cg_has_logical_time(s);
    if (p->races_forbidden) p->unjudged = has_other_model(s);
    if (all || p->races_forbidden) cg_promise_free(p);
}

void cg_promise_free(cg_promise *p) {
    free(p->orders);
    p->orders = NULL;
}
