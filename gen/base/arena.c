#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024 };

typedef struct chunk chunk;
struct chunk {
    chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

struct cg_arena {
    chunk *chunks; // the first is the one being filled
};

static void *alloc_zeroed(size_t size) {
    void *p = calloc(1, size);
    if (p) return p;
    fputs("cohgen: out of memory\n", stderr);
    abort();
}

cg_arena *cg_arena_new(void) {
    return alloc_zeroed(sizeof(cg_arena));
}

void cg_arena_free(cg_arena *a) {
    if (!a) return;
    for (chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    free(a);
}

void *cg_arena_alloc(cg_arena *a, size_t size) {
    const size_t unit = sizeof(max_align_t);
    size = (size + unit - 1) / unit * unit;
    chunk *c = a->chunks;
    if (!c || c->size - c->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        c = alloc_zeroed(sizeof *c + room);
        c->size = room;
        c->next = a->chunks;
        a->chunks = c;
    }
    void *p = (char *)c->bytes + c->used;
    c->used += size;
    return p;
}

char *cg_arena_strndup(cg_arena *a, const char *s, size_t n) {
    char *copy = cg_arena_alloc(a, n + 1);
    memcpy(copy, s, n);
    return copy;
}

char *cg_arena_strdup(cg_arena *a, const char *s) {
    return cg_arena_strndup(a, s, strlen(s));
}

char *cg_arena_vprintf(cg_arena *a, const char *fmt, va_list args) {
    if (!fmt) abort(); // tells the compiler what UBSan's checks make it doubt
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    char *s = cg_arena_alloc(a, (size_t)n + 1);
    vsnprintf(s, (size_t)n + 1, fmt, again);
    va_end(again);
    return s;
}

char *cg_arena_printf(cg_arena *a, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    char *s = cg_arena_vprintf(a, fmt, args);
    va_end(args);
    return s;
}

// The capacity is not kept: it is the first power of two that is not below n, and at least 4.
void *cg_arena_grow(cg_arena *a, void *array, int n, size_t size) {
    const size_t have = (size_t)n;
    if (array && (have < 4 || (have & (have - 1)))) return array;
    void *bigger = cg_arena_alloc(a, (have < 4 ? 4 : 2 * have) * size);
    if (array) memcpy(bigger, array, have * size);
    return bigger;
}
