// Sums, comparisons, max() and min() of a table, as wires beside each other.
//
// note [terms]: printed as it is written, max(a, b + c, d + e) > t is an addition, a comparison, a choice,
// another of each, and one comparison more, each waiting for the one before. Values are natural numbers of
// full width (a sum has a bit more than its operands), so school algebra holds, and the same can be said
// without waiting:
//
//   max(...)            is a list of terms; the greatest is found by comparing all pairs at once
//   max(a, b) + c       the terms a + c and b + c
//   g ? a : 0           the term a, which counts only where g holds: g joins after the comparison
//   max(a, b) > t       a > t || b > t           t > max(a, b)       t > a && t > b
//   max(a, min(b, c)) likewise: a > b || a > c says that a > min(b, c)
//   a + c >= b + c      a >= b                   a >= b + 1          a > b
//   a + b < c           no sum: three numbers become two (x, y: a + b < c iff x > 2y), and these are compared
//   a + b > 2^k - 1     the sum's upper bits
//   a + 1 > 2^k - 1     all bits of a are set, if it has k
//
// A function of the table (note [functions] in lang/function.h) is an instance of its part, one for each
// choice of operands.
//
// note [fewer]: how many words a transition is about is known last in S2. What is subtracted is given to the
// table in unary (cohgen_least), and selects among the differences, which are there before (cohgen_fewer).
//
// Equal wires are one wire. A sum is an instance of cohgen_sum. Expressions of fewer than SV_SUM_BITS bits
// are left as they are.
#ifndef COHGEN_GEN_EMIT_SV_TERMS_H
#define COHGEN_GEN_EMIT_SV_TERMS_H

#include "sv.h"

typedef struct sv_terms sv_terms;

// `names` as the expressions are to be printed; from now on they are printed in terms of these wires. It must
// outlive the result.
// `prefix`: what the names of wires begin with.
sv_terms *sv_terms_new(const cg_machine *m, sv_names *names, const char *prefix);

// Declarations of the wires that expressions printed since the last call refer to: they go before these
// expressions.
void sv_terms_wires(sv_terms *s, FILE *out);

// Names of wires of which bits may be left over, each with ", " before it.
void sv_terms_unused(const sv_terms *s, FILE *out);

void sv_terms_free(sv_terms *s);

// note [fewer], fewer.c: is it a number less the words of the transition? The wire of such a difference; `a`:
// the number's text.
bool sv_is_fewer_words(const cg_expr *x);
void sv_fewer_declare(FILE *out, const char *name, const char *a, const cg_expr *x);

#endif
