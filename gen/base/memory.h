// Memory of the heap: no memory ends the program, so that nobody has to ask.
#ifndef COHGEN_GEN_BASE_MEMORY_H
#define COHGEN_GEN_BASE_MEMORY_H

#include <stddef.h>
#include <stdio.h>

// n zeroed elements of `size` bytes; not NULL where n is 0 either.
void *cg_array_new(size_t n, size_t size);

// realloc() of an array to n elements. New ones are not zeroed.
void *cg_array_resize(void *array, size_t n, size_t size);

// The same of an array so large that most of it may never be touched: each page is there, and costs time,
// from its first use on. What the heap zeroes it touches, as soon as it has had a large block back. It is not
// for free(), nor for cg_array_resize().
void *cg_pages_new(size_t n, size_t size);
void cg_pages_free(void *pages, size_t n, size_t size); // with the same sizes; NULL is allowed

// Room for one more: `array` holds n elements and was only ever grown by this function, from NULL. It
// doubles.
void *cg_array_grow(void *array, size_t n, size_t size);

// Room for n elements at least, of an array that may become shorter meanwhile: `*room` says for how many
// there is room, and doubles. NULL and 0 to begin with.
void *cg_array_reserve(void *array, size_t n, size_t *room, size_t size);

// Room for one more behind the n elements of such an array, and where it is: *CG_NEXT(v, n, room) = x, n++.
#define CG_NEXT(array, n, room)                                                                              \
    (((array) = cg_array_reserve((array), (n) + 1, &(room), sizeof *(array))), &(array)[n])

// free() of each, in this order; all are evaluated first, so the last may be what holds the others.
#define CG_FREE(...)                                                                                         \
    cg_free_all((void *const[]){__VA_ARGS__}, sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))
void cg_free_all(void *const *of, size_t n);

char *cg_text_copy(const char *text);
char *cg_text_copy_n(const char *text, size_t n); // of its first n characters

// A stream whose text is in `*text` from fclose() on, to be freed, and its length in `*size`; size may be
// NULL.
FILE *cg_text_open(char **text, size_t *size);

#endif
