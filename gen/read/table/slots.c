// Several operations of a thread in flight: which of them wait for which, by the consistency models' tables.
#include <string.h>

#include "lang/model.h"
#include "read/reader.h"

enum { MOST_MODELS = 17 }; // the table's, and those of its inputs

typedef struct {
    const cg_model *m[MOST_MODELS];                  // [0]: the table's; then by input, NULL: the same
    uint32_t sets[CG_MAX_PORT_CLASSES][MOST_MODELS]; // of each class, the classes that each model has for it
} models;

// Relations that order operations whatever the hardware does: a word's accesses wait for each other, and a
// core asks for nothing before it has what that depends on.
static bool is_kept_anyway(const cg_model_line *line) {
    const unsigned kept = 1u << CG_REL_SAME | 1u << CG_REL_ADDR | 1u << CG_REL_DATA | 1u << CG_REL_CTRL;
    return line->n_steps == 1 && !(line->steps[0] & ~kept);
}

static bool hands_over(const cg_model *m, uint32_t set) {
    for (unsigned c = 0; c < m->nclasses; c++)
        if (set >> c & 1 && (m->classes[c].synchronizes || m->classes[c].kind == CG_MEM_FENCE)) return true;
    return false;
}

// note [synchronization in order]: where races are forbidden, synchronization waits for all that was asked
// before it, and all that is asked after it waits for it, though the model would let data pass it in one
// direction (data before an acquire, or after a release). The oracle of such programs is told of data as they
// are answered (tb/judge/drf/drf.h), and must not take what a thread did after a release for what it did
// before. Atomics that neither acquire nor release (unpaired, relaxed) hand nothing over: they are as the
// model says.
static bool is_held_for_oracle(const cg_model *m, uint32_t from, uint32_t to) {
    return m->races_forbidden && (hands_over(m, from) || hands_over(m, to));
}

// Is an operation of a class of `from` kept before one of `to`? By any other relation it is as if always.
static bool keeps(const cg_model *m, uint32_t from, uint32_t to) {
    bool kept = is_held_for_oracle(m, from, to);
    for (unsigned c = 0; c < m->nclasses; c++) kept |= from >> c & 1 && m->classes[c].before & to;
    for (unsigned i = 0; i < m->nlines; i++)
        kept |= from & m->lines[i].earlier && to & m->lines[i].later && !is_kept_anyway(&m->lines[i]);
    return kept;
}

// The class of what all models treat as this one.
static int class_of(models *all, int n_models, cg_port_classes *c, int op, unsigned marks) {
    uint32_t sets[MOST_MODELS] = {0};
    for (int i = 0; i < n_models; i++)
        if (all->m[i]) sets[i] = cg_classes_for(all->m[i], op, marks);
    int k = 0;
    while (k < c->n && memcmp(all->sets[k], sets, sizeof sets) != 0) k++;
    if (k == CG_MAX_PORT_CLASSES - 1) return CG_NONE; // one is for commands
    if (k == c->n) memcpy(all->sets[c->n++], sets, sizeof sets);
    return k;
}

static void set_before(const models *all, int model, const cg_port_classes *c, uint32_t *before) {
    for (int a = 0; a < c->n; a++)
        for (int b = 0; b < c->n; b++)
            if (a == c->command || b == c->command ||
                keeps(all->m[model], all->sets[a][model], all->sets[b][model]))
                before[a] |= UINT32_C(1) << b;
}

static void set_classes(cg_reader *r, models *all) {
    cg_spec *s = r->spec;
    for (int op = 0; op < CG_N_PORT_OPS; op++)
        for (unsigned marks = 0; marks < 1 << CG_MARKS_MAX; marks++) {
            const int class =
                class_of(all, 1 + s->n_inputs, &s->classes, op, s->has_order ? marks % cg_mark_sets(s) : 0);
            if (class == CG_NONE) {
                cg_error(r, CG_E_SHAPE, "/consistency", 0,
                         "several operations of a thread in flight: %d kinds of operations wait for others "
                         "in ways of their own at most",
                         CG_MAX_PORT_CLASSES - 1);
                return;
            }
            s->classes.of[op][marks] = (uint8_t) class;
        }
    s->classes.command = s->n_commands ? s->classes.n++ : CG_NONE;
    set_before(all, 0, &s->classes, s->classes.before);
    for (int i = 0; i < s->n_inputs; i++) {
        if (!all->m[1 + i]) continue;
        s->inputs[i].before = cg_arena_alloc(r->arena, sizeof s->classes.before);
        set_before(all, 1 + i, &s->classes, s->inputs[i].before);
    }
}

// A scoreboard is made from the table's model: with it no core port keeps more than that.
static void check_own_models(cg_reader *r) {
    const cg_spec *s = r->spec;
    for (int i = 0; i < s->n_machines; i++)
        if (s->machines[i].consistency)
            cg_error(
                r, CG_E_PARAM,
                cg_json_at(r->arena, cg_json_at(r->arena, "/machines", s->machines[i].name), "consistency"),
                0,
                "with %llu slots the operations of a thread are in flight as %s lets them be, and %s "
                "promises "
                "%s: slots must be 1",
                (unsigned long long)s->slots, s->consistency, s->machines[i].name,
                s->machines[i].consistency);
}

void cg_read_slots(cg_reader *r) {
    static const char WHY[] = "what a thread's operations in flight wait for";
    cg_spec *s = r->spec;
    if (s->slots <= 1 || !s->consistency || s->n_inputs >= MOST_MODELS) return;
    check_own_models(r);
    models all = {.m = {cg_read_model(r, s->consistency, "/consistency", WHY)}};
    bool good = all.m[0];
    for (int i = 0; i < s->n_inputs; i++) {
        if (!s->inputs[i].consistency) continue;
        all.m[1 + i] = cg_read_model(r, s->inputs[i].consistency, "/consistency", WHY);
        good &= all.m[1 + i] != NULL;
    }
    if (good) set_classes(r, &all);
    for (int i = 0; i <= s->n_inputs; i++) cg_model_free((cg_model *)(uintptr_t)all.m[i]);
}
