// Coroutines: functions with a stack of their own that go on where they left.
#ifndef COHGEN_TB_PROGRAMS_COROUTINE_H
#define COHGEN_TB_PROGRAMS_COROUTINE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <ucontext.h>

typedef struct {
    const void *bottom; // NULL: none yet
    size_t bytes;
} cg_stack;

// Where coroutines are resumed; one for all that are resumed from one place.
typedef struct {
    sigjmp_buf main;
    cg_stack stack; // known to the address sanitizer only
} cg_coroutine_home;

typedef struct {
    cg_coroutine_home *home;
    ucontext_t first;   // how it is entered, until it is
    sigjmp_buf context; // where it goes on
    bool entered;
    cg_stack stack; // with a guard page at the bottom
    void (*body)(void *arg);
    void *arg;
} cg_coroutine;

// Makes it ready to be entered by the next cg_coroutine_resume(), which returns when body calls
// cg_coroutine_leave() or returns. After that it can be started again. Ends the program if there is no
// memory.
void cg_coroutine_start(cg_coroutine *c, cg_coroutine_home *home, void (*body)(void *arg), void *arg);
void cg_coroutine_resume(cg_coroutine *c);
void cg_coroutine_leave(cg_coroutine *c); // by the body
void cg_coroutine_free(cg_coroutine *c);  // its stack; one that was never started is allowed

#endif
