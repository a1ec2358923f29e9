// What a consistency model says. See model.h.
#include "model.h"

#include <stdio.h>
#include <string.h>

const char *cg_mem_kind_name(cg_mem_kind kind) {
    static const char *const names[CG_MEM_KINDS] = {"load", "store", "atomic", "fence"};
    return names[kind];
}

// Does an instance of a scope, that of a thread on one core, have the threads of another?
static bool scope_has(const cg_model *m, int scope, int core, int other) {
    return scope < 0 || !m->scopes[scope].of_core || core == other;
}

bool cg_model_one_instance(const cg_model *m, int a, int core_a, int b, int core_b) {
    const int s = m->classes[a].scope, t = m->classes[b].scope;
    return (s == t || m->inclusion) && scope_has(m, s, core_a, core_b) && scope_has(m, t, core_b, core_a);
}

unsigned cg_model_mark(const cg_model *m, const char *name) {
    for (unsigned k = 0; k < m->n_marks; k++)
        if (strcmp(m->marks[k], name) == 0) return 1u << k;
    return 0;
}

const char *cg_model_marks_text(const cg_model *m, unsigned marks, char text[CG_MODEL_MARKS_TEXT]) {
    size_t n = 0;
    for (unsigned k = 0; k < CG_MODEL_MAX_MARKS; k++) {
        if (!(marks >> k & 1)) continue;
        const char *begins = n ? ", " : marks & (marks - 1) ? "marks " : "mark ";
        const char *name = k < m->n_marks ? m->marks[k] : "unknown";
        n += (size_t)snprintf(text + n, CG_MODEL_MARKS_TEXT - n, "%s%s", begins, name);
    }
    if (!n) snprintf(text, CG_MODEL_MARKS_TEXT, "no marks");
    return text;
}

unsigned cg_model_local_marks(const cg_model *m) {
    unsigned marks = 0;
    for (unsigned c = 0; c < m->nclasses; c++) {
        const cg_model_class *k = &m->classes[c];
        if (k->kind == CG_MEM_ATOMIC && k->scope >= 0 && m->scopes[k->scope].of_core) marks |= k->marks;
    }
    return marks & ~(unsigned)(CG_MARK_ACQUIRE | CG_MARK_RELEASE);
}

unsigned cg_model_unpaired_marks(const cg_model *m) {
    for (unsigned c = 0; c < m->nclasses; c++) {
        const cg_model_class *k = &m->classes[c];
        bool illegal = false;
        for (unsigned r = 0; r < m->n_races; r++) illegal |= m->races[r].of >> c & 1;
        if (k->kind == CG_MEM_ATOMIC && k->sync && !k->synchronizes && !illegal) return k->marks;
    }
    return 0;
}

unsigned cg_model_final_marks(const cg_model *m) {
    for (unsigned c = 0; c < m->nclasses; c++)
        if (m->classes[c].final) return m->classes[c].marks;
    return 0;
}

int cg_model_default_class(const cg_model *m, cg_mem_kind kind) {
    for (unsigned c = 0; c < m->nclasses; c++)
        if (m->classes[c].kind == kind) return (int)c;
    return -1;
}

int cg_model_class_of(const cg_model *m, cg_mem_kind kind, unsigned marks) {
    int best = cg_model_default_class(m, kind);
    for (unsigned c = 0; c < m->nclasses; c++) {
        const cg_model_class *k = &m->classes[c];
        if (k->kind != kind || (k->marks & ~marks)) continue;
        if (__builtin_popcount(k->marks) > __builtin_popcount(m->classes[best].marks & marks)) best = (int)c;
    }
    return best;
}

int cg_model_exact_class(const cg_model *m, cg_mem_kind kind, unsigned marks) {
    unsigned known = 0;
    for (unsigned c = 0; c < m->nclasses; c++) known |= m->classes[c].marks;
    const int best = cg_model_class_of(m, kind, marks);
    return best >= 0 && known && m->classes[best].marks != marks ? -1 : best;
}

uint32_t cg_model_fences(const cg_model *m, unsigned pairs) {
    uint32_t set = 0;
    for (unsigned c = 0; c < m->nclasses; c++)
        if (m->classes[c].kind == CG_MEM_FENCE && (m->classes[c].pairs & ~pairs) == 0) set |= 1u << c;
    return set;
}

int cg_model_find_class(const cg_model *m, const char *name, size_t len) {
    for (unsigned c = 0; c < m->nclasses; c++)
        if (strlen(m->classes[c].name) == len && !memcmp(m->classes[c].name, name, len)) return (int)c;
    return -1;
}

bool cg_model_total(const cg_model *m) {
    uint32_t all = (1u << m->nclasses) - 1;
    for (unsigned c = 0; c < m->nclasses; c++)
        if ((m->classes[c].before & all) != all) return false;
    return !m->forwarding;
}
