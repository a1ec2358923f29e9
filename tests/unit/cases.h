// How much of a long test is run. FULL=1 (make test-all) runs all of it, in both builds. Else a fifth of the
// random cases is tried: each takes the ways through the code that all others take. A search for the one case
// in many that shows a wrong table is run by the plain build; sanitizers are after errors of memory, its
// steps are those of other tests, and what it finds is the same in both builds.
#ifndef COHGEN_TESTS_CASES_H
#define COHGEN_TESTS_CASES_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = true };
#else
enum { SANITIZED = false };
#endif

// FULL=1: make test-all.
static inline bool is_full(void) {
    const char *full = getenv("FULL");
    return full && !strcmp(full, "1");
}

static inline bool runs_whole(void) {
    return !SANITIZED || is_full();
}

// Of n random cases, five or more, as many as are to be tried.
static inline int cases(int n) {
    return is_full() ? n : n / 5;
}

// The test ends here, skipped, where long searches are left out.
static inline void long_search(void) {
    if (!runs_whole()) cr_skip_test("a long search, for the build without sanitizers");
}

#endif
