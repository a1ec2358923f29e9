// The thread-block applications of M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, section 4.6.3, in whole numbers: kernels of thread blocks, which work on tiles of global
// arrays, each of them in a local memory or by the L1.
//
// note [views]: an application says of each thread block which tiles it works on, its views, and asks for
// words of them by row and column. Where these are is the form's affair:
//
//   cached      all by their addresses, without a local memory or with by=cache
//   copied      a view that is kept is copied into the local memory first, a part by each thread, if the
//               application reads it, and copied out afterwards if it is written: with a local memory and no
//               more
//   moved       likewise, but that an engine copies: with transfers (cg_move)
//   mapped      a view that is kept is mapped, and its words come and go by themselves: with a command that
//               maps (mapper.h). One whose words nobody has written before and nobody needs afterwards is
//               temporary, and is used without a mapping, where the table has such accesses
//
// Kept is what the application itself has in a scratchpad, and with globals=local everything else as well.
// Copied views are all there from the beginning of a block. Mapped ones are as many at a time as a core has
// current mappings: cg_use() says which ones are used from then on, in the order of how often, and those for
// which there is no mapping go by their addresses. A mapping of the same tile stays. A command ends a block
// with all its mappings, if the table has one.
//
// note [wavefronts]: a thread stands for a wavefront. It takes up to CG_LANES words of a row or column by one
// instruction, which is an operation for each of them here, as many at once as the thread has slots (note
// [wavefront] in program.h). Between the instructions it keeps words in
// registers, which are plain C.
//
// note [instructions]: an operation at a core port is no instruction. What a unit executes is counted beside:
// the instructions of the application, and of each access the arithmetic of its index: CG_GLOBAL_INDEX for an
// address (row times stride, plus column; plus the base), CG_LOCAL_INDEX in a local memory. A copy has both.
// A mapping, and a transfer of an engine, has an instruction for each operand, and one of its own. With
// arithmetic=N each instruction that is no operation takes N cycles of its thread.
//
// note [blocks]: block i of a kernel is of core i mod cores, in each kernel. The threads of a core take the
// blocks one after the other, all of them together. Between kernels all synchronize. Barriers within a block
// (cg_meet()) acquire where races are forbidden, and so give up what is merely valid; a GPU's do not. Where a
// wave of blocks has no need of one, there is none: mapped and cached views need none before they are read.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_APPLICATIONS_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_APPLICATIONS_H

#include "base/rng.h"
#include "programs/mapper.h"
#include "sync.h"

enum {
    CG_LANES = 16,       // of a wavefront
    CG_VIEWS = 4,        // of a block, at most
    CG_ARRAYS = 4,       // of an application, at most
    CG_GLOBAL_INDEX = 2, // instructions
    CG_LOCAL_INDEX = 1,
    CG_MAP_OPERANDS = 4,
    CG_MOVE_OPERANDS = 7,
};

// A tile: word (r, c) of it is that behind `at` by r * stride + c words.
typedef struct {
    uint64_t at;                // address
    uint64_t rows, row, stride; // number; words of one, and from one to the next
    bool original;              // in a scratchpad in the application itself
    bool in, out;               // its words are read that were there before; are needed afterwards
    uint64_t place;             // word in a local memory, if it is kept: set for the application
} cg_view;

typedef struct cg_applications cg_applications;
typedef struct cg_task cg_task;

// An application. A block may have several parts, one behind the other, with views of their own.
typedef struct {
    void (*setup)(cg_applications *s); // arrays, by cg_new_array(), and what they are in the end
    uint64_t (*kernels)(const cg_applications *s);
    uint64_t (*blocks)(const cg_applications *s, uint64_t kernel);
    uint64_t (*parts)(const cg_applications *s, uint64_t kernel);
    // Fills v and returns how many. core: that of the block.
    int (*views)(const cg_applications *s, const cg_task *b, cg_view *v);
    void (*run)(cg_task *b);                         // by each thread of the core
    uint64_t (*registers)(const cg_applications *s); // words that a thread keeps from part to part
} cg_application;

typedef struct {
    cg_view tile;        // rows 0: none
    uint64_t made, used; // numbers of the cg_use() that made it, and of the last one that wanted it
} cg_mapping;

enum { CG_MAPPINGS = 4 }; // of a core: the thesis has as many for a block (4.1.2)

// What the threads of a core, or the first ones of all cores, know; none of it is simulated.
typedef struct {
    int came, n_asleep;
    uint64_t meeting;
    cg_thread **asleep;
} cg_gathering;

typedef struct {
    cg_gathering gathering;
    cg_mapping mappings[CG_MAPPINGS];
    uint64_t uses;
} cg_unit;

typedef enum { CG_CACHED, CG_COPIED, CG_MAPPED } cg_held; // moved: copied, by an engine

struct cg_applications {
    cg_env *env;
    const char *command, *first, *end, *none; // names of commands and parameters
    unsigned kind, by, globals;
    uint64_t rows, columns, depth, steps, tile, arithmetic, mappings, prefetch;
    const cg_application *p;
    cg_held form;
    cg_mapper mapper;
    int ends;         // the command that ends a block; CG_NONE: there is none
    uint64_t without; // index of an access without a mapping; 0: there is none
    uint64_t front;   // address: nothing lies in front of it, and views begin behind it
    struct {
        uint64_t at, words;
        uint32_t *value, *expected; // by word, at first and in the end; expected NULL: nobody asks
    } array[CG_ARRAYS];
    cg_unit *units;
    uint32_t **registers; // by thread
    cg_gathering all;
    cg_core_barrier *barrier;
    uint64_t count;        // address of the word by which cores synchronize between kernels
    uint64_t instructions; // of all threads
};

// What a thread works on.
struct cg_task {
    cg_applications *s;
    cg_thread *t; // NULL: only its views are asked for
    uint64_t core, kernel, block, part;
    cg_view view[CG_VIEWS];
    bool kept[CG_VIEWS]; // in the local memory now
    int by[CG_VIEWS];    // ... by this mapping, if it is by one
    int views;
    bool met; // nothing has been asked for since the last barrier
    uint32_t *registers;
};

// ------------------------------------------------------------------------------------------ for applications
// Array number `array`: its words are drawn below `below` (0: all), or 0 without `rng`.
void cg_new_array(cg_applications *s, int array, uint64_t words, cg_rng *rng, uint32_t below);

// The thread's share [first, end) of n, as all threads of its core divide it.
typedef struct {
    uint64_t first, end;
} cg_part;
cg_part cg_part_of(const cg_task *b, uint64_t n);

void cg_use(cg_task *b, int first, int second); // view `second` as well, less often; CG_NONE: no other one
void cg_meet(cg_task *b);                       // a barrier of the block's threads

// n words from (row, column) on, along the row or down the column.
void cg_get_row(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, uint32_t *words);
void cg_put_row(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, const uint32_t *words);
void cg_get_column(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, uint32_t *words);
void cg_put_column(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, const uint32_t *words);
uint32_t cg_get_word(cg_task *b, int view, uint64_t row, uint64_t column); // one, for all lanes

// So many instructions of a wavefront that access nothing.
void cg_compute(cg_task *b, uint64_t instructions);

extern const cg_application cg_application_lud, cg_application_sgemm, cg_application_stencil,
    cg_application_pathfinder;

#endif
