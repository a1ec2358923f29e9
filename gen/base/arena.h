// Memory that is given back all at once. Everything that a cg_spec points to lives in its arena.
#ifndef COHGEN_GEN_BASE_ARENA_H
#define COHGEN_GEN_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct cg_arena cg_arena;

cg_arena *cg_arena_new(void);
void cg_arena_free(cg_arena *a);

// Zeroed memory for anything; never NULL (no memory: the program aborts).
void *cg_arena_alloc(cg_arena *a, size_t size);
char *cg_arena_strndup(cg_arena *a, const char *s, size_t n);
char *cg_arena_strdup(cg_arena *a, const char *s);
char *cg_arena_printf(cg_arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *cg_arena_vprintf(cg_arena *a, const char *fmt, va_list args);

// Room for one more: `array` holds `n` elements of `size` bytes and was only ever grown by this function.
// Returns the array, moved where it was full; element n is zero.
void *cg_arena_grow(cg_arena *a, void *array, int n, size_t size);

// Appends a zeroed element to the array member pair `items`, `n_items` and evaluates to its address.
#define CG_PUSH(arena, items, n)                                                                             \
    (((items) = cg_arena_grow((arena), (items), (n), sizeof *(items))), &(items)[(n)++])

#endif
