// What must not happen whatever the input is: cohgen itself is wrong.
#ifndef COHGEN_GEN_BASE_INTERNAL_H
#define COHGEN_GEN_BASE_INTERNAL_H

// Says on standard error what is wrong and where in cohgen, and ends the program with exit status 3.
// Registered temporaries go (base/process.h).
#define CG_INTERNAL(...) cg_internal_error(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void cg_internal_error(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
