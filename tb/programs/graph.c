#define _POSIX_C_SOURCE 200809L
#include "graph.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/rng.h"

enum { MOST = 1 << 28 }; // nodes or arcs

typedef struct {
    uint32_t from, to;
} arc;

// A file while it is read.
typedef struct {
    const char *path;
    FILE *in;
    char *line;
    size_t line_size;
    unsigned number; // of the line
    bool failed;
    char *err;
    size_t err_size;
    uint32_t n_nodes, n_arcs;
    bool sized; // n_nodes is known
    arc *arcs;
} reader;

__attribute__((format(printf, 2, 3))) static void fail(reader *r, const char *fmt, ...) {
    if (r->failed) return;
    r->failed = true;
    int n = r->number ? snprintf(r->err, r->err_size, "%s:%u: error: ", r->path, r->number)
                      : snprintf(r->err, r->err_size, "%s: error: ", r->path);
    if (n < 0 || (size_t)n >= r->err_size) return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(r->err + n, r->err_size - (size_t)n, fmt, ap);
    va_end(ap);
}

static bool next_line(reader *r) {
    ssize_t n = getline(&r->line, &r->line_size, r->in);
    if (n < 0 && ferror(r->in)) fail(r, "%s", strerror(errno));
    if (n < 0) return false;
    r->number++;
    while (n > 0 && isspace((unsigned char)r->line[n - 1])) r->line[--n] = '\0';
    return true;
}

static void add_arc(reader *r, uint32_t from, uint32_t to) {
    r->arcs = cg_array_grow(r->arcs, r->n_arcs, sizeof *r->arcs);
    r->arcs[r->n_arcs++] = (arc){from, to};
}

// The next number of a line, 0..MOST; complains otherwise.
static uint32_t read_line_number(reader *r, char **at, const char *what) {
    char *end;
    while (isspace((unsigned char)**at)) (*at)++;
    errno = 0;
    unsigned long x = strtoul(*at, &end, 10);
    if (!isdigit((unsigned char)**at) || (*end && !isspace((unsigned char)*end)) || errno || x > MOST) {
        fail(r, "%s is missing, not a number, or above %d", what, MOST);
        return 0;
    }
    *at = end;
    return (uint32_t)x;
}

static uint32_t read_node_number(reader *r, char **at, const char *what) {
    uint32_t x = read_line_number(r, at, what);
    if (!r->failed && (x < 1 || x > r->n_nodes)) fail(r, "%s %u is not a node 1..%u", what, x, r->n_nodes);
    return x - 1;
}

static void read_dimacs(reader *r) {
    uint32_t promised = 0;
    while (!r->failed && next_line(r)) {
        char *at = r->line + 1;
        if (r->line[0] == 'c' || r->line[0] == '\0') continue;
        if (r->line[0] == 'p' && !r->sized) {
            if (strncmp(r->line, "p sp ", 5) != 0) fail(r, "the problem line is not 'p sp NODES ARCS'");
            at = r->line + (r->failed ? 1 : 5);
            r->n_nodes = read_line_number(r, &at, "the number of nodes");
            promised = read_line_number(r, &at, "the number of arcs");
            r->sized = true;
        } else if (r->line[0] == 'a' && r->sized) {
            uint32_t from = read_node_number(r, &at, "the arc's start"),
                     to = read_node_number(r, &at, "the arc's end");
            if (!r->failed) add_arc(r, from, to);
        } else {
            fail(r,
                 r->sized ? "a line must begin with 'a' or 'c'" : "'p sp NODES ARCS' is missing before this");
        }
    }
    if (!r->failed && !r->sized) fail(r, "there is no 'p sp NODES ARCS' line");
    if (!r->failed && r->n_arcs != promised)
        fail(r, "the file has %u arcs, its 'p' line says %u", r->n_arcs, promised);
}

static void read_matrix_market(reader *r) {
    char field[16], symmetry[16];
    uint32_t promised = 0, entries = 0;
    if (!next_line(r) ||
        sscanf(r->line, "%%%%MatrixMarket matrix coordinate %15s %15s", field, symmetry) != 2) {
        fail(r, "the first line is not '%%%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
        return;
    }
    bool both = strcmp(symmetry, "symmetric") == 0;
    if (!both && strcmp(symmetry, "general") != 0)
        fail(r, "symmetry '%s' is not general or symmetric", symmetry);
    while (!r->failed && next_line(r)) {
        char *at = r->line;
        if (r->line[0] == '%' || r->line[0] == '\0') continue;
        if (!r->sized) {
            r->n_nodes = read_line_number(r, &at, "the number of rows");
            if (read_line_number(r, &at, "the number of columns") != r->n_nodes)
                fail(r, "the matrix is not square");
            promised = read_line_number(r, &at, "the number of entries");
            r->sized = true;
        } else {
            uint32_t from = read_node_number(r, &at, "the row"), to = read_node_number(r, &at, "the column");
            if (r->failed) break;
            add_arc(r, from, to);
            if (both && from != to) add_arc(r, to, from);
            entries++;
        }
    }
    if (!r->failed && !r->sized) fail(r, "the line with the matrix's size is missing");
    if (!r->failed && entries != promised)
        fail(r, "the file has %u entries, its size line says %u", entries, promised);
}

static cg_graph *pack(const arc *arcs, uint32_t n_arcs, uint32_t n_nodes) {
    cg_graph *g = calloc(1, sizeof *g);
    if (g == NULL) abort();
    g->n_nodes = n_nodes;
    g->n_arcs = n_arcs;
    g->first = calloc((size_t)n_nodes + 2, sizeof *g->first);
    g->to = calloc((size_t)n_arcs + 1, sizeof *g->to);
    if (g->first == NULL || g->to == NULL) abort();
    for (uint32_t i = 0; i < n_arcs; i++) g->first[arcs[i].from + 2]++;
    for (uint32_t i = 1; i <= n_nodes + 1; i++) g->first[i] += g->first[i - 1];
    for (uint32_t i = 0; i < n_arcs; i++) g->to[g->first[arcs[i].from + 1]++] = arcs[i].to;
    return g;
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

cg_graph *cg_graph_read(const char *path, char *err, size_t err_size) {
    reader r = {.path = path, .err = err, .err_size = err_size};
    cg_graph *g = NULL;
    r.in = cg_input_open(path, CG_INPUT_GRAPH, CG_INPUT_LINE);
    if (r.in == NULL)
        fail(&r, "%s", strerror(errno));
    else if (ends_with(path, ".gr"))
        read_dimacs(&r);
    else if (ends_with(path, ".mtx"))
        read_matrix_market(&r);
    else
        fail(&r, "a graph's name ends in .gr (DIMACS) or .mtx (Matrix Market)");
    if (!r.failed && r.n_nodes == 0) fail(&r, "the graph has no nodes");
    if (!r.failed) g = pack(r.arcs, r.n_arcs, r.n_nodes);
    if (r.in) fclose(r.in);
    CG_FREE(r.line, r.arcs);
    return g;
}

cg_graph *cg_graph_rmat(unsigned scale, unsigned edge_factor, uint64_t seed) {
    cg_rng rng = cg_rng_new(seed, 0x50000);
    uint32_t n = UINT32_C(1) << scale, m = n * edge_factor;
    arc *arcs = calloc((size_t)m * 2 + 1, sizeof *arcs);
    if (arcs == NULL) abort();
    for (uint32_t i = 0; i < m; i++) {
        uint32_t from = 0, to = 0;
        for (unsigned bit = 0; bit < scale; bit++) {
            uint64_t p = cg_rng_below(&rng, 100);
            from = from << 1 | (p >= 76);
            to = to << 1 | ((p >= 57 && p < 76) || p >= 95);
        }
        arcs[2 * i] = (arc){from, to};
        arcs[2 * i + 1] = (arc){to, from};
    }
    cg_graph *g = pack(arcs, 2 * m, n);
    free(arcs);
    return g;
}

cg_graph *cg_graph_both(const cg_graph *g) {
    arc *arcs = calloc((size_t)g->n_arcs * 2 + 1, sizeof *arcs);
    uint32_t n = 0;
    if (arcs == NULL) abort();
    for (uint32_t u = 0; u < g->n_nodes; u++)
        for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++) {
            arcs[n++] = (arc){u, g->to[i]};
            arcs[n++] = (arc){g->to[i], u};
        }
    cg_graph *both = pack(arcs, n, g->n_nodes);
    free(arcs);
    return both;
}

bool cg_graph_has_room(uint64_t nodes, uint64_t edges) {
    return nodes >= 2 && nodes <= MOST && edges >= nodes - 1 && edges <= MOST / 2 &&
           (edges <= nodes * (nodes - 1) / 4 || edges == nodes - 1);
}

// The edge is drawn again if it is a loop, or there already.
static arc draw_edge(cg_rng *rng, uint32_t nodes, cg_map *there) {
    for (;;) {
        const uint32_t a = (uint32_t)cg_rng_below(rng, nodes), b = (uint32_t)cg_rng_below(rng, nodes);
        const uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        uint32_t *at = a == b ? NULL : cg_map_at(there, key, 0);
        if (!at || *at != CG_MAP_NONE) continue;
        *at = 0;
        return (arc){a, b};
    }
}

cg_graph *cg_graph_random(uint32_t nodes, uint32_t edges, uint64_t seed) {
    cg_rng rng = cg_rng_new(seed, 0x51000);
    cg_map there = {0};
    arc *arcs = calloc((size_t)edges * 2 + 1, sizeof *arcs);
    if (arcs == NULL) abort();
    for (uint32_t i = 0; i < edges; i++) {
        const uint32_t node = i + 1, parent = node < nodes ? (uint32_t)cg_rng_below(&rng, node) : 0;
        arc a = {parent, node};
        if (node < nodes)
            *cg_map_at(&there, (uint64_t)parent << 32 | node, 0) = 0;
        else
            a = draw_edge(&rng, nodes, &there);
        arcs[2 * i] = a;
        arcs[2 * i + 1] = (arc){a.to, a.from};
    }
    cg_graph *g = pack(arcs, 2 * edges, nodes);
    cg_map_free(&there);
    free(arcs);
    return g;
}

void cg_graph_free(cg_graph *g) {
    if (g == NULL) return;
    CG_FREE(g->first, g->to, g);
}

uint32_t *cg_graph_bfs(const cg_graph *g, uint32_t root) {
    uint32_t *distance = malloc(g->n_nodes * sizeof *distance), *queue = malloc(g->n_nodes * sizeof *queue);
    if (distance == NULL || queue == NULL) abort();
    memset(distance, 0xff, g->n_nodes * sizeof *distance);
    uint32_t head = 0, tail = 0;
    distance[root] = 0;
    queue[tail++] = root;
    while (head < tail) {
        uint32_t u = queue[head++];
        for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++)
            if (distance[g->to[i]] == UINT32_MAX) {
                distance[g->to[i]] = distance[u] + 1;
                queue[tail++] = g->to[i];
            }
    }
    free(queue);
    return distance;
}
