#define _GNU_SOURCE
#include "coroutine.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STACK_BYTES = 256 * 1024 }; // address space only: pages are there once touched

// note [switch]: makecontext() and setcontext() enter a thread on its stack; from then on sigsetjmp() and
// siglongjmp() switch. These two do not save the signal mask, and so make no system call; swapcontext() makes
// one each time, which was 3% of a simulation. The functions that are jumped to are all still active, each on
// its own stack, as the standard demands. The address sanitizer must be told which stack is in use.
static cg_coroutine *entering; // makecontext() passes ints only

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
static void stack_changes(void **leaving, const cg_stack *to) {
    __sanitizer_start_switch_fiber(leaving, to->bottom, to->bytes);
}
static void stack_changed(void *here, cg_stack *from) {
    __sanitizer_finish_switch_fiber(here, &from->bottom, &from->bytes);
}
#else
static void stack_changes(void **leaving, const cg_stack *to) {
    (void)leaving, (void)to;
}
static void stack_changed(void *here, cg_stack *from) {
    (void)here, (void)from;
}
#endif

void cg_coroutine_leave(cg_coroutine *c) {
    void *here = NULL;
    stack_changes(&here, &c->home->stack);
    if (sigsetjmp(c->context, 0) == 0) siglongjmp(c->home->main, 1);
    stack_changed(here, &c->home->stack);
}

static void enter(void) {
    cg_coroutine *c = entering;
    stack_changed(NULL, &c->home->stack);
    c->body(c->arg);
    stack_changes(NULL, &c->home->stack);
    siglongjmp(c->home->main, 1); // for good
}

void cg_coroutine_resume(cg_coroutine *c) {
    void *here = NULL;
    cg_stack its_stack;
    entering = c;
    stack_changes(&here, &c->stack);
    if (sigsetjmp(c->home->main, 0) == 0) {
        if (c->entered) siglongjmp(c->context, 1);
        c->entered = true;
        setcontext(&c->first);
    }
    stack_changed(here, &its_stack);
}

static cg_stack new_stack(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *s = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (s == MAP_FAILED || mprotect(s, page, PROT_NONE) != 0) {
        perror("cohgen: stack of a thread");
        abort();
    }
    return (cg_stack){s, STACK_BYTES};
}

void cg_coroutine_start(cg_coroutine *c, cg_coroutine_home *home, void (*body)(void *arg), void *arg) {
    if (c->stack.bottom == NULL) c->stack = new_stack();
    c->home = home;
    c->body = body;
    c->arg = arg;
    getcontext(&c->first);
    c->first.uc_stack.ss_sp = (void *)(uintptr_t)c->stack.bottom;
    c->first.uc_stack.ss_size = STACK_BYTES;
    c->first.uc_link = NULL;
    makecontext(&c->first, enter, 0);
    c->entered = false;
}

void cg_coroutine_free(cg_coroutine *c) {
    if (c->stack.bottom) munmap((void *)(uintptr_t)c->stack.bottom, STACK_BYTES);
}
