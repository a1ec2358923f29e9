// Static timing of a mapped block: which path is the longest, from where to where, and how long the paths of
// a load hit are. Delays by the liberty's tables as abc takes them: the edges of each pin apart, loads of
// cells only, no wires, nothing before a flip-flop's output or after its input. docs/area.md says what each
// figure means.
//
// Times are in ps here and in ns in what cg_timing returns; loads are in the library's own unit.
#ifndef COHGEN_GEN_AREA_TIMING_H
#define COHGEN_GEN_AREA_TIMING_H

#include "area.h"

// ---------------------------------------------------------------------------------------------- the library
enum { CG_TABLE_MAX = 10 }; // points of an axis of a table
enum { CG_RISE, CG_FALL };

// A table over input slew and output load: at[slew][load].
typedef struct {
    int n_slew, n_load; // 1 to CG_TABLE_MAX
    double slew[CG_TABLE_MAX], load[CG_TABLE_MAX], at[CG_TABLE_MAX][CG_TABLE_MAX];
} cg_table;

// From a pin to an output of the same cell; [edge of the output].
typedef struct {
    int in, out;
    bool same, opposite; // the output follows the pin's edge, or turns it; both: not unate
    cg_table delay[2], slew[2];
} cg_arc;

typedef struct {
    char name[64];
    bool output;
    double cap[2]; // of an input, [edge]
} cg_pin;

typedef struct {
    char name[64];
    cg_pin *pins;
    int n_pins;
    cg_arc *arcs; // from inputs to outputs; none of a cell that stores
    int n_arcs;
    int gate; // of the latch that rows are made of: the pin that opens it; else -1
} cg_gate;

typedef struct {
    cg_gate *gates;
    int n;
} cg_library;

// False: not there, or not a library with tables of at most CG_TABLE_MAX points an axis.
bool cg_library_read(const char *path, const cg_tech *t, cg_library *l);
const cg_gate *cg_library_gate(const cg_library *l, const char *cell); // NULL: none
// Between its points and beyond them a table goes on straight.
double cg_table_at(const cg_table *t, double slew, double load);
void cg_library_free(cg_library *l);

// ---------------------------------------------------------------------------------------------- the netlist

// An instance of a cell with arcs; its pins' nets are nets[first], nets[first + 1], ... in the cell's order,
// -1: open.
typedef struct {
    const cg_gate *gate;
    int first;
} cg_node;

// Where paths begin and end: flip-flops, memories and all else that is no gate, ports.
typedef struct {
    int net;
    char *name; // of a flip-flop its register's bit in the source, else "instance.pin" or the port
    bool half;  // a latch's gate: it has to be steady in half a cycle
} cg_point;

typedef struct {
    cg_node *nodes;
    int n_nodes;
    int *nets;
    int n_pins; // entries of nets
    int n_nets;
    cg_point *from, *to;
    int n_from, n_to;
} cg_netlist;

// `path`: Yosys' BLIF of one flat module of mapped cells (-gates -cname -icells -impltf). `names`: BLIF of
// the same module before any optimisation, where each register still has the name that the source gives it.
// False: not there, or no such thing.
bool cg_netlist_read(const char *path, const char *names, const cg_library *l, cg_netlist *n);
void cg_netlist_free(cg_netlist *n);

// ------------------------------------------------------------------------------------------------- the
// timing One stage of what a load hit does; patterns are names of points without what stands in brackets,
// have one
// `*` at most, and end with a NULL. Of the first `needed` ends one must be there, or the stage has no path.
typedef struct {
    const char *stage, *what;
    const char *from[8], *to[6];
    int needed;
} cg_hit_stage;

enum { CG_HIT_STAGES = 3 };
extern const cg_hit_stage CG_HIT[CG_HIT_STAGES]; // by the names that every controller has (gen/sv)

// An object to be joined to the report of a block (NULL: a loop in the logic):
//   path        {from, to, ns, gates}, the longest
//   slowest     [{from, to, ns, gates}], the longest to each of the slowest registers, memories, ports
//   hit         [{stage, what, from, to, ns, gates, any_ns}], with `hits`; any_ns: to the same end, from
//   anywhere
json_object *cg_timing(const cg_netlist *n, bool hits);

#endif
