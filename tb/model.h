// model.h: a memory consistency model, read from its table (protocols/models/NAME.json).
//
// A table names the classes of operations a thread issues and says which earlier class is kept before which
// later one: the preserved program order (ppo) of the axiomatic style (J. Alglave, L. Maranget, M.
// Tautschnig, Herding Cats, TOPLAS 36(2), 2014). Nothing else tells sc from tso; no C code knows a model by
// its name.
//
//     { "name": "tso", "title": "Total store order", "source": "...",
//       "classes": [ { "name": "load",  "does": "load"  }, { "name": "store",  "does": "store"  },
//                    { "name": "fence", "does": "fence" }, { "name": "atomic", "does": "atomic" } ],
//       "order":   [ { "earlier": ["load", "atomic", "fence"], "later": ["*"] },
//                    { "earlier": ["store"], "later": ["store", "atomic", "fence"] } ],
//       "forwarding": true }
//
//   classes     1 to CG_MODEL_MAX_CLASSES; `does` says what the class does to memory. Several classes may do
//               the same ("load", "acquire"): the first of a kind is the one an unmarked operation gets.
//   order       union of its lines; "*" is every class. A pair that no line names may be reordered.
//   forwarding  true: a load may read its own thread's store before that store is global (a store buffer), so
//               reads-from inside a thread (rfi) orders nothing globally.
//
// Every model here keeps coherence (one order of stores per word, which no thread sees run backward) and
// multi-copy atomic stores; neither needs a line.
#ifndef COHGEN_TB_MODEL_H
#define COHGEN_TB_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CG_MODEL_MAX_CLASSES 16
#define CG_MODEL_NAME_MAX    32

// What an operation does to memory. An atomic loads and stores one word with no store between.
typedef enum cg_mem_kind { CG_MEM_LOAD, CG_MEM_STORE, CG_MEM_ATOMIC, CG_MEM_FENCE, CG_MEM_KINDS } cg_mem_kind;

typedef struct cg_model_class {
    char name[CG_MODEL_NAME_MAX];
    cg_mem_kind kind;
    uint32_t before; // bit c: an operation of this class is kept before every later one of class c
} cg_model_class;

typedef struct cg_model {
    char name[CG_MODEL_NAME_MAX];
    char *title;  // never NULL
    char *source; // never NULL
    unsigned nclasses;
    cg_model_class classes[CG_MODEL_MAX_CLASSES];
    bool forwarding;
} cg_model;

// Reads a model. NULL on any error, with one line in err: "FILE:LINE:COL: error: ..." for broken JSON,
// "FILE: /json/pointer: error: ..." for a table that is not a model. errlen may be 0.
cg_model *cg_model_load(const char *path, char *err, size_t errlen);
void cg_model_free(cg_model *m); // NULL is allowed

// The class an unmarked operation of this kind belongs to; -1 when the model has none.
int cg_model_default_class(const cg_model *m, cg_mem_kind kind);

// The class of this name (len bytes, not terminated); -1 when the model has none.
int cg_model_find_class(const cg_model *m, const char *name, size_t len);

// True when every operation is kept before every later one and nothing is forwarded: program order is global.
bool cg_model_total(const cg_model *m);

// The word a table uses for a kind: "load", "store", "atomic", "fence".
const char *cg_mem_kind_name(cg_mem_kind kind);

#endif
