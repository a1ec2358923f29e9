// A memory consistency model, read from its table (protocols/models/NAME.json).
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
//               the same ("load", "load.aq"): the first of a kind is the one an unmarked operation gets.
//   marks       what an instruction can say beside what it does, 0 to CG_MODEL_MAX_MARKS names: the k-th is
//               bit k of a set of marks, also at the core port. "acquire" is the first and "release" the
//               second, if the table has them. Of the instructions of litmus tests .aq says "acquire", .rl
//               "release", lr and sc "conditional", and any other suffix the mark of that name.
//     marks     of a class: some of these. An instruction gets the class that does the same and has most of
//               its marks, and no others; the first of such.
//     orders    of a fence: pairs of accesses, "load-load", "load-store", "store-load", "store-store"; a
//               fence of a program is all classes whose pairs it orders. Not given: all four.
//   order       union of its lines. A name is a class or a pattern ("*.aq*" is every class with that in its
//               name). A pair that no line names may be reordered.
//     by        of a line: how the later operation must be related to the earlier one, beside standing later
//               in program order. A list is a composition ("addr", then "po": later than something whose
//               address depends on the earlier one); a '|' in a name is a choice. Not given: "po".
//
//         po                any
//         same              the same word
//         pair              the earlier is the load-reserved of the later
//         reads             the later one reads what the earlier one stored
//         differ            both read one word, no store to it between, and not the same store
//         addr, data, ctrl  the later one's address, value to store, or being executed depends on the earlier
//
//   forwarding  true: a load may read its own thread's store before that store is global (a store buffer), so
//               reads-from inside a thread (rfi) orders nothing globally.
//   races       "forbidden": the model promises sequential consistency to programs without data races, and
//               nothing to others (data-race-free models: S. Adve, M. Hill, Weak ordering - a new definition,
//               ISCA 1990). Not given: "allowed".
//   synchronizes of a class, where races are forbidden: it is synchronization, not data, and two such make no
//               data race. "release": whatever its thread did before it happens before whatever a thread does
//               after an "acquire" of the same word that comes later. The list may be empty (unpaired: it
//               orders no data).
//   illegal     where races are forbidden: kinds of race that are illegal beside those of data. A race is two
//               accesses of different threads to one word, one of which stores, and which happens-before
//               does not order. It is of a kind if one of them is of a class of `of`, and legal if all that
//               `unless` lists is so (CG_MODEL_EXCUSES).
//
//         { "race": "commutative", "of": ["*.commutative"], "unless": ["commute", "unused"] }
//
//   arbitrary   true, of a class: whether a program has illegal races is decided as if its loads returned,
//               and its stores stored, anything.
//   final       true, of a class of loads of data, where races are forbidden: the program says that nobody
//               stores into the word any more. A store or an atomic that does not happen before such a load
//               of its word is the program's fault, ordered or not.
//   scopes      where races are forbidden: scopes of synchronization beside that of all threads, 0 to
//               CG_MODEL_MAX_SCOPES. `of` says which threads are one instance: "core" (those of a core) or
//               "all".
//
//         { "name": "local", "of": "core" }
//
//   scope       of a class: one of these; not given: the scope of all. Only accesses of one instance of a
//               scope order others as `synchronizes` says (D. Hower et al., Heterogeneous-race-free memory
//               models, ASPLOS 2014). How a kind of race is about instances: `one-instance` in
//               CG_MODEL_EXCUSES.
//   inclusion   true: two accesses are as of one instance, too, if the instance of each has the other's
//               thread.
//   synchronization  where races are forbidden, and there are no scopes and no `illegal`. "coherent": what
//               synchronizes is not in one order. A load may return an older value than the word's last, as
//               long as the word's order agrees with happens-before, and an acquire takes over what the
//               store or atomic handed on whose value it returns, or those before it in a row of atomics:
//               RCpc. Program order, reads-from and the words' orders have no cycle together, so stores
//               and atomics are performed in one order; from-reads are not in that. "ordered", or not
//               given: it is in one order.
//   result      "memory": what the model promises is about final memory; "values", or not given: about what
//               loads return, too.
//
// Every model here keeps coherence (one order of stores per word, which no thread sees run backward) and
// multi-copy atomic stores; neither needs a line. A trace of values knows no dependencies: judge and oracle
// refuse models whose lines say `by`; litmus tests (tb/judge/litmus/allowed.h) take any.
#ifndef COHGEN_GEN_LANG_MODEL_H
#define COHGEN_GEN_LANG_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CG_MODEL_MAX_CLASSES 28
#define CG_MODEL_NAME_MAX    32
#define CG_MODEL_MAX_LINES   32
#define CG_MODEL_MAX_STEPS   3
#define CG_MODEL_MAX_MARKS   8
#define CG_MODEL_MAX_RACES   8
#define CG_MODEL_MAX_SCOPES  4

// What an operation does to memory. An atomic loads and stores one word with no store between.
typedef enum cg_mem_kind { CG_MEM_LOAD, CG_MEM_STORE, CG_MEM_ATOMIC, CG_MEM_FENCE, CG_MEM_KINDS } cg_mem_kind;

// The marks, a set, that programs and ports know of whatever the model: it has them in these places, or
// nowhere. Also what a class does to happens-before.
enum { CG_MARK_ACQUIRE = 1, CG_MARK_RELEASE = 2 };
// Pairs (earlier, later) of accesses that a fence orders; a set.
enum { CG_PAIR_LOAD_LOAD = 1, CG_PAIR_LOAD_STORE = 2, CG_PAIR_STORE_LOAD = 4, CG_PAIR_STORE_STORE = 8 };

typedef struct cg_model_class {
    char name[CG_MODEL_NAME_MAX];
    cg_mem_kind kind;
    unsigned marks;
    unsigned pairs;        // of a fence
    uint32_t before;       // bit c: an operation of this class is kept before every later one of class c
    bool sync;             // not data; only where races are forbidden
    int scope;             // index of the model's scopes; -1: that of all threads
    bool final;            // a load: nobody stores into its word afterwards
    bool arbitrary;        // what it loads and stores may be anything when races are looked for
    unsigned synchronizes; // then: CG_MARK_ACQUIRE, CG_MARK_RELEASE
} cg_model_class;

// X(identifier, name): relations inside a thread, from an earlier to a later operation.
#define CG_MODEL_RELATIONS(X)                                                                                \
    X(PO, "po")                                                                                              \
    X(SAME, "same")                                                                                          \
    X(READS, "reads")                                                                                        \
    X(DIFFER, "differ")                                                                                      \
    X(PAIR, "pair")                                                                                          \
    X(ADDR, "addr")                                                                                          \
    X(DATA, "data")                                                                                          \
    X(CTRL, "ctrl")

typedef enum cg_model_relation {
#define X(id, name) CG_REL_##id,
    CG_MODEL_RELATIONS(X)
#undef X
        CG_RELATIONS
} cg_model_relation;

// A line of `order` with `by`; those without are in the classes' `before`.
typedef struct cg_model_line {
    uint32_t earlier, later; // classes
    int n_steps;
    unsigned steps[CG_MODEL_MAX_STEPS]; // bit r: cg_model_relation r is one of the choices
} cg_model_line;

// X(identifier, name): why a race of a kind may be legal nevertheless.
//
//     commute   both store, and in either order leave the same in the word
//     unused    neither value that is loaded reaches an address, a value that is stored or a branch
//     one-loads at most one of the two stores
//     alike     both are of the kind's classes
//     one-instance  both are of one instance of a scope
//     bypassed  is about paths of program order and conflicts between any two accesses that race: where one
//               passes an access of the kind's classes, there is another between the two that has program
//               order, too, and is of accesses to their word only, or only of synchronization that the model
//               keeps in order with its like
#define CG_MODEL_EXCUSES(X)                                                                                  \
    X(COMMUTE, "commute")                                                                                    \
    X(UNUSED, "unused")                                                                                      \
    X(ONE_LOADS, "one-loads")                                                                                \
    X(ALIKE, "alike")                                                                                        \
    X(INSTANCE, "one-instance")                                                                              \
    X(BYPASSED, "bypassed")

typedef enum cg_model_excuse {
#define X(id, name) CG_EXCUSE_##id,
    CG_MODEL_EXCUSES(X)
#undef X
        CG_EXCUSES
} cg_model_excuse;

// A kind of race that is illegal.
typedef struct cg_model_race {
    char name[CG_MODEL_NAME_MAX];
    uint32_t of;     // classes
    unsigned unless; // bit x: cg_model_excuse x must hold for it to be legal
} cg_model_race;

// A scope of synchronization; its instances are cores, or there is one.
typedef struct cg_model_scope {
    char name[CG_MODEL_NAME_MAX];
    bool of_core;
} cg_model_scope;

typedef struct cg_model {
    char name[CG_MODEL_NAME_MAX];
    char *title;  // never NULL
    char *source; // never NULL
    unsigned nclasses;
    cg_model_class classes[CG_MODEL_MAX_CLASSES];
    unsigned n_marks;
    char marks[CG_MODEL_MAX_MARKS][CG_MODEL_NAME_MAX];
    bool forwarding;
    bool races_forbidden; // data races: what they return is not said
    unsigned n_scopes;
    cg_model_scope scopes[CG_MODEL_MAX_SCOPES];
    bool coherent;    // what synchronizes is in one order word by word only
    bool inclusion;   // instances that have each other's threads are as one
    bool memory_only; // the promise is about final memory
    unsigned n_races; // kinds of race that are illegal beside those of data
    cg_model_race races[CG_MODEL_MAX_RACES];
    unsigned nlines;
    cg_model_line lines[CG_MODEL_MAX_LINES];
} cg_model;

// Reads a model. NULL on any error, with one line in err: "FILE:LINE:COL: error: ..." for broken JSON,
// "FILE: /json/pointer: error: ..." for a table that is not a model. errlen may be 0.
cg_model *cg_model_load(const char *path, char *err, size_t errlen);
void cg_model_free(cg_model *m); // NULL is allowed

// The mark of this name, as a set; 0 if the model has none.
unsigned cg_model_mark(const cg_model *m, const char *name);

// "no marks", "mark acquire", "marks acquire, local": of a set.
enum { CG_MODEL_MARKS_TEXT = CG_MODEL_MAX_MARKS * (CG_MODEL_NAME_MAX + 2) + 8 };
const char *cg_model_marks_text(const cg_model *m, unsigned marks, char text[CG_MODEL_MARKS_TEXT]);

// Are accesses of classes a and b, of threads on these cores, of one instance of a scope?
bool cg_model_one_instance(const cg_model *m, int a, int core_a, int b, int core_b);

// The marks of atomics that synchronize with those of their core only, beside those for acquires and
// releases; and of atomics that synchronize, and neither acquire nor release, and may race with any other: 0:
// there are none.
unsigned cg_model_local_marks(const cg_model *m);
unsigned cg_model_unpaired_marks(const cg_model *m);
// The marks of loads whose words nobody stores into any more; 0: there are none.
unsigned cg_model_final_marks(const cg_model *m);

// The class an unmarked operation of this kind belongs to; -1 when the model has none.
int cg_model_default_class(const cg_model *m, cg_mem_kind kind);

// The class of an instruction that does this with these marks; -1 when the model has none of the kind.
int cg_model_class_of(const cg_model *m, cg_mem_kind kind, unsigned marks);
// The classes, as a set, that a fence which orders these pairs stands for.
uint32_t cg_model_fences(const cg_model *m, unsigned pairs);

// The class of this name (len bytes, not terminated); -1 when the model has none.
int cg_model_find_class(const cg_model *m, const char *name, size_t len);

// True when every operation is kept before every later one and nothing is forwarded: program order is global.
bool cg_model_total(const cg_model *m);

// The class of an instruction that has just these marks; -1 when the model knows no such instruction. Models
// without marks take any: there they say nothing.
int cg_model_exact_class(const cg_model *m, cg_mem_kind kind, unsigned marks);

// The word a table uses for a kind: "load", "store", "atomic", "fence".
const char *cg_mem_kind_name(cg_mem_kind kind);

#endif
