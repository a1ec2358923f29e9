// What a table promises to programs, as far as its exhaustive check judges that: the program order that its
// consistency models keep, and the operations that they tell apart.
#ifndef COHGEN_GEN_CHECK_PROMISE_H
#define COHGEN_GEN_CHECK_PROMISE_H

#include "lang/model.h"
#include "lang/spec.h"

// Program order that a consistency model keeps: [class of the earlier][of the later], by cg_core_op.
typedef struct {
    bool before[CG_N_PORT_OPS][CG_N_PORT_OPS];
} cg_kept_order;

// An operation that synchronizes, where the model forbids data races (an atomic always does): what the order
// logic does before and after it, whether it hands on what happened before it, or takes over what was handed
// on, and among whom.
typedef struct {
    cg_core_op op; // a load, a store or an atomic
    bool release, acquire;
    bool hands, takes;
    bool of_core;   // its scope is its core
    unsigned marks; // of those that the table's rules read
} cg_sync_kind;

// A load of data, where the model forbids data races and rules tell loads apart by their marks.
typedef struct {
    bool final;     // nobody stores into its word any more
    unsigned marks; // of those that the table's rules for loads read
} cg_load_kind;

// That there can be: each is of a class of its own, of the table's model or that of one of 16 inputs.
enum { CG_SYNC_KINDS = 17 * CG_MODEL_MAX_CLASSES, CG_LOAD_KINDS = CG_SYNC_KINDS };

typedef struct {
    // Values are not judged: by these models none can be, or the table has no order to judge them by.
    bool unjudged;
    bool races_forbidden; // by a model; then values are judged in programs without races
    bool coherent;        // ... whose synchronization is coherent only
    // Of the table's model, then of that of each input (one without a model has the table's); NULL: all
    // program order, or races are forbidden.
    cg_kept_order *orders;
    cg_sync_kind syncs[CG_SYNC_KINDS]; // the different ones, where races are forbidden
    int n_syncs;
    cg_load_kind loads[CG_LOAD_KINDS]; // likewise
    int n_loads;
} cg_promise;

// Name of a model that the table promises: 0 is the table's own, i + 1 that of input i, or the table's.
const char *cg_promised_model(const cg_spec *s, int i);
// `models`: those of these names, one more than the table has inputs.
void cg_promise_of(const cg_spec *s, cg_model *const *models, cg_promise *p);
void cg_promise_free(cg_promise *p);
bool cg_same_kind(const cg_sync_kind *a, const cg_sync_kind *b);

#endif
