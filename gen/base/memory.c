#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void *not_null(void *p) {
    if (p) return p;
    fputs("cohgen: out of memory\n", stderr);
    abort();
}

void *cg_array_new(size_t n, size_t size) {
    return not_null(calloc(n ? n : 1, size));
}

void *cg_array_resize(void *array, size_t n, size_t size) {
    return not_null(realloc(array, (n ? n : 1) * size));
}

void *cg_pages_new(size_t n, size_t size) {
    void *pages = mmap(NULL, n * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return not_null(pages == MAP_FAILED ? NULL : pages);
}

void cg_pages_free(void *pages, size_t n, size_t size) {
    if (pages) munmap(pages, n * size);
}

// The capacity is not kept: it is the first power of two that is not below n.
void *cg_array_grow(void *array, size_t n, size_t size) {
    if (n & (n - 1)) return array;
    return cg_array_resize(array, n ? 2 * n : 1, size);
}

void *cg_array_reserve(void *array, size_t n, size_t *room, size_t size) {
    enum { FIRST = 16 };
    if (n <= *room) return array;
    while (*room < n) *room = *room ? 2 * *room : FIRST;
    return cg_array_resize(array, *room, size);
}

void cg_free_all(void *const *of, size_t n) {
    for (size_t i = 0; i < n; i++) free(of[i]);
}

char *cg_text_copy(const char *text) {
    return not_null(strdup(text));
}

char *cg_text_copy_n(const char *text, size_t n) {
    return not_null(strndup(text, n));
}

FILE *cg_text_open(char **text, size_t *size) {
    static size_t unread;
    return not_null(open_memstream(text, size ? size : &unread));
}
