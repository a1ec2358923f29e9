// For each outcome of a litmus test that interleavings give, an order of all accesses that
// gives it. A run that lets the threads access memory in this order is likely to show the outcome, however
// rare it is among all orders.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_ORDERS_H
#define COHGEN_TB_PROGRAMS_LITMUS_ORDERS_H

#include "base/rng.h"
#include "litmus.h"

typedef struct {
    unsigned char thread;
    bool fails; // a store-conditional that does, whether or not it must
} cg_lit_turn;

typedef struct {
    cg_lit_turn *turns; // one for each access
    int n;
} cg_lit_order;

typedef struct {
    cg_lit_order *of;
    size_t n;
} cg_lit_orders;

// Fills `to`. Orders are drawn at random until no new outcome has come for long: of a test with very many
// outcomes some may be missing.
void cg_lit_orders_make(const cg_litmus *t, cg_rng *rng, cg_lit_orders *to);
void cg_lit_orders_free(cg_lit_orders *o);

#endif
