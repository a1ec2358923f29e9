// What tests of printers share: a stream whose text is kept, and what a text has in it.
#ifndef COHGEN_TESTS_UNIT_TEXT_H
#define COHGEN_TESTS_UNIT_TEXT_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *text;
    size_t size;
    FILE *out;
} stream;

static inline FILE *stream_open(stream *s) {
    *s = (stream){.text = NULL};
    s->out = open_memstream(&s->text, &s->size);
    cr_assert_not_null(s->out);
    return s->out;
}

// Returns the text, to be freed.
static inline char *stream_close(stream *s) {
    fclose(s->out);
    return s->text;
}

static inline void expect_texts(int line, const char *text, bool has, const char *const *wanted) {
    for (; *wanted; wanted++)
        cr_expect((strstr(text, *wanted) != NULL) == has, "line %d: %s '%s'", line, has ? "lacks" : "has",
                  *wanted);
}

// The text has each of the others in it; none of them.
#define HAS(text, ...)   expect_texts(__LINE__, text, true, (const char *const[]){__VA_ARGS__, NULL})
#define LACKS(text, ...) expect_texts(__LINE__, text, false, (const char *const[]){__VA_ARGS__, NULL})

// This is what `print` writes of the thing.
#define PRINTS(print, thing, wanted)                                                                         \
    do {                                                                                                     \
        stream printed;                                                                                      \
        print(stream_open(&printed), thing);                                                                 \
        char *text_printed = stream_close(&printed);                                                         \
        cr_expect_str_eq(text_printed, wanted);                                                              \
        free(text_printed);                                                                                  \
    } while (0)

#endif
