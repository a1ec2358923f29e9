#include "windows.h"

#include <stdlib.h>

#include "base/memory.h"

#include "axi_memory.h"

typedef struct {
    bool open, lost; // lost: there were too many values
    uint64_t addr;   // of the word
    uint32_t seen[CG_WINDOW_VALUES];
    unsigned n;
} window;

struct cg_windows {
    cg_sparse *memory; // each word as the last store left it
    window *of;        // by thread
    unsigned threads;
};

cg_windows *cg_windows_new(const cg_spec *spec) {
    if (cg_has_logical_time(spec)) return NULL;
    cg_windows *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    w->memory = cg_sparse_new();
    w->threads = (unsigned)(spec->cores * spec->requests);
    w->of = calloc(w->threads, sizeof *w->of);
    if (w->of == NULL) abort();
    return w;
}

void cg_windows_free(cg_windows *w) {
    if (w == NULL) return;
    cg_sparse_free(w->memory);
    CG_FREE(w->of, w);
}

void cg_windows_init(cg_windows *w, uint64_t addr, const void *bytes, size_t n) {
    if (w) cg_sparse_write(w->memory, addr, bytes, n);
}

static void add_seen(window *w, uint32_t value) {
    w->lost = w->lost || w->n == CG_WINDOW_VALUES;
    if (!w->lost) w->seen[w->n++] = value;
}

void cg_windows_load(cg_windows *w, unsigned thread, uint64_t addr) {
    if (w == NULL || thread >= w->threads) return;
    window *mine = &w->of[thread];
    *mine = (window){.open = true, .addr = addr & ~UINT64_C(3)};
    add_seen(mine, cg_sparse_ld(w->memory, mine->addr));
}

static void changed(cg_windows *w, const cg_perform *p) {
    cg_sparse_st(w->memory, p->addr, p->value, p->mask);
    for (unsigned i = 0; i < w->threads; i++)
        if (w->of[i].open && w->of[i].addr == p->addr) add_seen(&w->of[i], cg_sparse_ld(w->memory, p->addr));
}

bool cg_windows_perform(cg_windows *w, const cg_perform *p) {
    if (w == NULL || p->kind == CG_FENCE || (unsigned)p->thread >= w->threads) return true;
    if (p->kind != CG_LOAD) {
        changed(w, p);
        return true;
    }
    window *mine = &w->of[p->thread];
    bool right = !mine->open || mine->lost || mine->addr != p->addr;
    for (unsigned i = 0; !right && i < mine->n; i++) right = mine->seen[i] == p->value;
    mine->open = false;
    return right;
}
