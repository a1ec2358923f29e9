// note [kernels]: programs of kernels: within one nobody synchronizes, and all meet between two of them. In
// whole numbers, and compared with a sequential run. kernels_plain.c has those after M. Sinclair, Efficient
// coherence and consistency for specialized memory hierarchies, 2017, table 2.4:
//
//   saxpy       y = a x + y: what is loaded and stored once and streams by
//   stencil     a five-point stencil on a square, two by turns, a kernel for each step (stencil)
//   pathfinder  the cheapest way down a grid, a kernel for each row
//   lud         elimination below the diagonal as in LU decomposition, a kernel for each column; without its
//               division, as whole numbers have none
//   backprop    a layer of 16 units: their sums of weighted inputs, then all weights are changed
//   nw          the cheapest alignment of two sequences, a kernel for each diagonal (Needleman, Wunsch)
//   sgemm       the product of two square matrices, which all threads share
//   hotspot     the stencil with a third square, which is only read
//   nn          the distance of each record of two words from one point (nearest neighbours)
//   srad        two kernels a step: a coefficient of each cell from its neighbours, then the cells from those
//   lavamd      particles in eight boxes: each adds up what all others do to it, and stores it after each box
//
// kernels_reuse.c has what is more in figure 4 of B. Hechtman et al., QuickRelease: a throughput-oriented
// approach to release consistency on GPUs, HPCA 2014:
//
//   apsp        the shortest paths of all pairs, a kernel for each node on the way (Floyd, Warshall)
//   sort        a bitonic sort of a power of two of words, a kernel for each distance of what is compared
//   dct         a transform of the blocks of eight by eight words of a square: by their rows, then by columns
//   kmeans      points of two words: each to the nearest of eight centres, then the centres into their
//   middles reduction   a sum by halves: in each kernel the upper half of the words is added to the lower one
//   spmv        a sparse matrix with rows of 1 to 16 entries times a vector, which is the next kernel's
//   levels      a breadth-first search: who has a neighbour that was reached, then those are reached (bfs)
//   bins        a histogram: its input is produced, each of 16 parts is counted, and the counts are added up
//
// note [groups]: a wavefront of a GPU loads and stores for all of its lanes at once. With `lanes` a thread
// takes up to so many items together, which stand beside each other. It loads what each of them loads first,
// then what each loads second, and so on, and then stores likewise: each time as many words at once as the
// thread has slots (note [wavefront] in program.h). So it loads and stores whole lines where a wavefront
// does. That is the same program, as no item of a kernel loads or stores what another one stores. It takes
// fewer where the kernel has fewer items for each thread. What the lanes load of one line are several
// accesses all the same.
//
// Which words an item loads may depend on what it has loaded. So an item runs twice: on the host's data as
// they are now, to ask for its loads, and then with what they bring. That must be the same words.
//
// A kernel is started by nobody that is simulated: at its end a thread releases and at the beginning of the
// next it acquires, by one atomic each, and what waits for the others between costs nothing.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_KERNELS_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_KERNELS_H

#include "sync.h"

// X(name), in the order of the option `kind`.
#define CG_KERNELS(X)                                                                                        \
    X(saxpy)                                                                                                 \
    X(stencil)                                                                                               \
    X(pathfinder)                                                                                            \
    X(lud)                                                                                                   \
    X(backprop)                                                                                              \
    X(nw)                                                                                                    \
    X(sgemm)                                                                                                 \
    X(hotspot)                                                                                               \
    X(nn)                                                                                                    \
    X(srad)                                                                                                  \
    X(lavamd)                                                                                                \
    X(apsp)                                                                                                  \
    X(sort)                                                                                                  \
    X(dct)                                                                                                   \
    X(kmeans)                                                                                                \
    X(reduction)                                                                                             \
    X(spmv)                                                                                                  \
    X(levels)                                                                                                \
    X(bins)

typedef struct cg_kernels cg_kernels;

// A program: words of its data; how many kernels and items of each; one item, which stores into no word that
// another item of its kernel loads or stores.
typedef struct {
    uint64_t (*words)(const cg_kernels *s);
    uint64_t (*kernels)(const cg_kernels *s);
    uint64_t (*items)(const cg_kernels *s, uint64_t kernel);
    void (*item)(cg_kernels *s, cg_thread *t, uint64_t kernel, uint64_t i);
    void (*begin)(const cg_kernels *s);                     // data that is not random; NULL: all is
    bool (*produces)(const cg_kernels *s, uint64_t kernel); // producers run it; NULL: they run none
} cg_kernels_program;

#define X(name) extern const cg_kernels_program cg_kernels_##name;
CG_KERNELS(X)
#undef X

// Accesses of a thread's items: note [groups].
typedef struct {
    uint64_t word;
    uint32_t value;
} cg_kernels_access;

typedef struct {
    cg_kernels_access *items;
    size_t n;
} cg_kernels_accesses;

typedef struct {
    cg_kernels_accesses loads, stores; // of all items, one behind the other
    size_t *first_load, *first_store;  // of each item, and behind the last one
    size_t next;                       // load that an item asks for
    bool asks;                         // items run to say what they load
} cg_kernels_group;

struct cg_kernels {
    cg_env *env;
    unsigned kind;
    const cg_kernels_program *p;
    uint64_t size, steps, producers, first, lanes;
    uint64_t loads, stores;  // of the sequential run
    cg_kernels_group *group; // by thread; NULL: each access is done at once
    uint64_t data;           // address
    uint64_t count;          // address: each thread adds one to it behind each kernel
    uint64_t came;           // threads that have
    uint32_t *host, *now;    // the data of the sequential run; of this one, as it goes
};

// One access; `t` NULL: of the sequential run, which counts them.
uint32_t cg_kernels_get(cg_kernels *s, cg_thread *t, uint64_t i);
void cg_kernels_put(cg_kernels *s, cg_thread *t, uint64_t i, uint32_t value);

// What several programs have: as many kernels as steps, or two a step; an item a word of `size`, a cell of a
// square, a cell that is not at its border; two squares of words.
uint64_t cg_kernels_steps(const cg_kernels *s);
uint64_t cg_kernels_pairs(const cg_kernels *s);
uint64_t cg_kernels_size(const cg_kernels *s, uint64_t kernel);
uint64_t cg_kernels_cells(const cg_kernels *s, uint64_t kernel);
uint64_t cg_kernels_inner_cells(const cg_kernels *s, uint64_t kernel);
uint64_t cg_kernels_two_squares(const cg_kernels *s);

#endif
