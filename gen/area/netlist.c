// A mapped netlist from Yosys' BLIF:
//
//   .model rcc_l1
//   .inputs clk_i core_req_i[0]
//   .outputs core_resp_valid_o
//   .names s2_in_q[3] core_resp_tid_o        the same net under another name
//   1 1
//   .gate NAND2X1 A=s1_in_q[3] B=$abc$12$new_n7 Y=$abc$12$new_n8
//   .cname $abc$12$auto$blifparse.cc:381:parse_blif$13
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/memory.h"
#include "timing.h"

// ---------------------------------------------------------------------------------------------------- names

// Names with numbers from 0; of names of one net one stands for all.
typedef struct {
    char **names;
    int *of; // that this is another name of; itself
    int n;
    cg_map numbers; // by name
} table;

static bool has_name(const void *t, uint32_t number, const void *name) {
    return !strcmp(((const table *)t)->names[number], name);
}

static int find_name(const table *t, const char *name) {
    const uint64_t h = cg_hash_bytes(CG_HASH_START, name, strlen(name));
    const uint32_t number = cg_map_get_item(&t->numbers, h, has_name, t, name);
    return number == CG_MAP_NONE ? -1 : (int)number;
}

static int add_name(table *t, const char *name) {
    const uint64_t h = cg_hash_bytes(CG_HASH_START, name, strlen(name));
    uint32_t *number = cg_map_at_item(&t->numbers, h, has_name, t, name);
    if (*number != CG_MAP_NONE) return (int)*number;
    t->names = cg_array_grow(t->names, (size_t)(size_t)t->n, sizeof *t->names);
    t->of = cg_array_grow(t->of, (size_t)(size_t)t->n, sizeof *t->of);
    t->names[t->n] = cg_text_copy(name);
    t->of[t->n] = t->n;
    *number = (uint32_t)t->n;
    return t->n++;
}

static int root(table *t, int i) {
    while (t->of[i] != i) i = t->of[i] = t->of[t->of[i]];
    return i;
}

static void free_table(table *t) {
    for (int i = 0; i < t->n; i++) free(t->names[i]);
    CG_FREE(t->names, t->of);
    cg_map_free(&t->numbers);
    *t = (table){0};
}

// ---------------------------------------------------------------------------------------------------- lines

// A pin of what is no gate.
typedef struct {
    int instance, net;
    char *name;
} box_pin;

// Such an instance, and where its pins are.
typedef struct {
    char *type, *name;
    int first, n;
} box;

typedef struct {
    table nets;
    const cg_library *cells;
    cg_netlist *out;
    box *boxes;
    box_pin *pins;
    int n_boxes, n_pins;
    int *inputs, *outputs;
    int n_inputs, n_outputs;
    char a[2][1024]; // of the .names before, "" without
    bool model, in_box, bad;
} reader;

static void add_int(int **list, int *n, int v) {
    *list = cg_array_grow(*list, (size_t)*n, sizeof **list);
    (*list)[(*n)++] = v;
}

static int pin_named_n(const cg_gate *g, const char *name, size_t n) {
    for (int i = 0; i < g->n_pins; i++) {
        if (strlen(g->pins[i].name) == n && !strncmp(g->pins[i].name, name, n)) return i;
    }
    return -1;
}

static void add_gate(reader *r, const cg_gate *g, char *rest) {
    cg_netlist *n = r->out;
    char *save = NULL;
    const int first = n->n_pins;
    n->nodes = cg_array_grow(n->nodes, (size_t)n->n_nodes, sizeof *n->nodes);
    n->nodes[n->n_nodes++] = (cg_node){g, first};
    for (int i = 0; i < g->n_pins; i++) add_int(&n->nets, &n->n_pins, -1);
    for (char *w = strtok_r(rest, " \n", &save); w; w = strtok_r(NULL, " \n", &save)) {
        const char *is = strchr(w, '=');
        const int pin = is ? pin_named_n(g, w, (size_t)(is - w)) : -1;
        if (pin >= 0)
            n->nets[first + pin] = add_name(&r->nets, is + 1);
        else
            r->bad = true;
    }
}

static void add_box(reader *r, const char *type, char *rest) {
    char *save = NULL;
    r->boxes = cg_array_grow(r->boxes, (size_t)r->n_boxes, sizeof *r->boxes);
    r->boxes[r->n_boxes++] = (box){cg_text_copy(type), cg_text_copy(""), r->n_pins, 0};
    for (char *w = strtok_r(rest, " \n", &save); w; w = strtok_r(NULL, " \n", &save)) {
        char *is = strchr(w, '=');
        if (!is) continue;
        *is = '\0';
        r->pins = cg_array_grow(r->pins, (size_t)r->n_pins, sizeof *r->pins);
        r->pins[r->n_pins++] = (box_pin){r->n_boxes - 1, add_name(&r->nets, is + 1), cg_text_copy(w)};
        r->boxes[r->n_boxes - 1].n++;
    }
}

static void instance(reader *r, char *rest) {
    char *save = NULL;
    const char *type = strtok_r(rest, " \n", &save);
    const cg_gate *g = type ? cg_library_gate(r->cells, type) : NULL;
    r->in_box = !g || !g->n_arcs;
    if (!type)
        r->bad = true;
    else if (r->in_box)
        add_box(r, type, save);
    else
        add_gate(r, g, save);
}

static void add_ports(reader *r, char *rest, int **list, int *n) {
    char *save = NULL;
    for (char *w = strtok_r(rest, " \n", &save); w; w = strtok_r(NULL, " \n", &save))
        add_int(list, n, add_name(&r->nets, w));
}

static void instance_name(reader *r, char *rest) {
    if (!r->in_box) return;
    free(r->boxes[r->n_boxes - 1].name);
    r->boxes[r->n_boxes - 1].name = cg_text_copy(strtok(rest, " \n"));
}

// `.names a b` and the line "1 1": b is a. With one name it is a constant.
static void read_names_line(reader *r, char *rest) {
    char *save = NULL;
    const char *a = strtok_r(rest, " \n", &save), *b = strtok_r(NULL, " \n", &save);
    if (strtok_r(NULL, " \n", &save)) r->bad = true;
    snprintf(r->a[0], sizeof r->a[0], "%.1000s", b ? a : "");
    snprintf(r->a[1], sizeof r->a[1], "%.1000s", b ? b : "");
}

static void read_cover_line(reader *r, const char *line) {
    if (!*r->a[0]) return;
    if (strcmp(line, "1 1\n") != 0) r->bad = true;
    const int from = add_name(&r->nets, r->a[0]), to = add_name(&r->nets, r->a[1]);
    r->nets.of[root(&r->nets, to)] = root(&r->nets, from);
    *r->a[0] = '\0';
}

static void read_netlist_line(reader *r, char *line) {
    const size_t n = strcspn(line, " \n");
    char *rest = line + n;
    if (!strncmp(line, ".gate", n) || !strncmp(line, ".subckt", n))
        instance(r, rest);
    else if (!strncmp(line, ".cname", n))
        instance_name(r, rest);
    else if (!strncmp(line, ".names", n))
        read_names_line(r, rest);
    else if (!strncmp(line, ".inputs", n))
        add_ports(r, rest, &r->inputs, &r->n_inputs);
    else if (!strncmp(line, ".outputs", n))
        add_ports(r, rest, &r->outputs, &r->n_outputs);
    else if (!strncmp(line, ".model", n))
        r->model = true;
    else if (isdigit((unsigned char)*line))
        read_cover_line(r, line);
}

// Yosys writes black boxes as models of their own after the first, which is the one that is wanted.
static bool read_lines(reader *r, const char *path) {
    char *line = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (!in) return false;
    while (getline(&line, &size, in) >= 0 && strncmp(line, ".end", 4) != 0) {
        if (*line != '\n' && *line != '#') read_netlist_line(r, line);
    }
    free(line);
    fclose(in);
    return r->model && !r->bad;
}

static void free_reader(reader *r) {
    for (int i = 0; i < r->n_boxes; i++) {
        CG_FREE(r->boxes[i].type, r->boxes[i].name);
    }
    for (int i = 0; i < r->n_pins; i++) free(r->pins[i].name);
    CG_FREE(r->boxes, r->pins, r->inputs, r->outputs);
    free_table(&r->nets);
}

// --------------------------------------------------------------------------------------- names of registers

// A netlist before optimisation: `reg` says of each net the name of the register that drives it, -1: none.
typedef struct {
    table nets;
    int *reg;
} source_names;

// "$dff", "$adffe", "$sdff": with pins "Q[3]" or "Q".
static bool is_register(const char *type) {
    return *type == '$' && (strstr(type, "dff") || strstr(type, "dlatch"));
}

static bool read_source_names(const char *path, source_names *s) {
    static const cg_library none;
    cg_netlist unused = {0};
    reader *r = cg_array_new(1, sizeof *r);
    *r = (reader){.cells = &none, .out = &unused};
    const bool good = read_lines(r, path);
    s->nets = r->nets;
    s->reg = cg_array_new((size_t)s->nets.n, sizeof *s->reg);
    for (int i = 0; i < s->nets.n; i++) s->reg[i] = -1;
    for (int i = 0; i < r->n_pins; i++) {
        const box_pin *p = &r->pins[i];
        if (*p->name == 'Q' && is_register(r->boxes[p->instance].type))
            s->reg[root(&s->nets, p->net)] = p->net;
    }
    r->nets = (table){0};
    free_reader(r);
    free(r);
    return good;
}

// What the source calls the register that drives this net; the net itself without.
static const char *register_name(source_names *s, const char *net) {
    const int there = find_name(&s->nets, net);
    const int reg = there >= 0 ? s->reg[root(&s->nets, there)] : -1;
    return reg >= 0 ? s->nets.names[reg] : net;
}

// Yosys' own names begin with "$": of "$flatten\u_waiters.$procmux$12.A[3]" the instance is what says
// something.
static char *readable_name(const char *name) {
    static const char flattened[] = "$flatten\\";
    if (strncmp(name, flattened, sizeof flattened - 1) != 0) return cg_text_copy(name);
    const char *from = name + sizeof flattened - 1, *to = strstr(from, ".$");
    char *out = cg_array_new((size_t)(to ? to - from : 0) + 32, 1);
    sprintf(out, "%.*s.(unnamed)", (int)(to ? to - from : 0), from);
    return out;
}

// ----------------------------------------------------------------------------------------------- end points

static void add_end_point(cg_point **list, int *n, int net, char *name, bool half) {
    *list = cg_array_grow(*list, (size_t)*n, sizeof **list);
    (*list)[(*n)++] = (cg_point){net, name, half};
}

static char *pin_name(const box *b, const char *pin) {
    char *name = cg_array_new(strlen(b->name) + strlen(pin) + 2, 1);
    sprintf(name, "%s.%s", b->name, pin);
    return name;
}

// What the library says of a pin of a cell that stores; NULL: it does not know the instance.
static const cg_pin *stored_pin(const reader *r, const box_pin *p) {
    const cg_gate *g = cg_library_gate(r->cells, r->boxes[p->instance].type);
    const int pin = g ? pin_named_n(g, p->name, strlen(p->name)) : -1;
    return pin >= 0 ? &g->pins[pin] : NULL;
}

static bool opens_latch(const reader *r, const box_pin *p) {
    const cg_gate *g = cg_library_gate(r->cells, r->boxes[p->instance].type);
    return g && g->gate >= 0 && stored_pin(r, p) == &g->pins[g->gate];
}

// Of instances that the library does not know, outputs have the house's names for ports, or drive what
// nothing else drives.
static bool is_output(const reader *r, const box_pin *p, const bool *driven, bool by_name) {
    const cg_pin *known = stored_pin(r, p);
    if (known) return known->output;
    const size_t n = strcspn(p->name, "[");
    return !driven[p->net] && (!by_name || (n > 2 && !strncmp(p->name + n - 2, "_o", 2)));
}

// A pin of a flip-flop is the register's bit, "(R)" behind it if it is not the data; any other
// "instance.pin".
static char *point_name(const reader *r, source_names *s, const box_pin *p) {
    const box *b = &r->boxes[p->instance];
    for (int i = b->first; stored_pin(r, p) && i < b->first + b->n; i++) {
        const cg_pin *q = stored_pin(r, &r->pins[i]);
        if (!q || !q->output) continue;
        char *name = readable_name(register_name(s, r->nets.names[r->pins[i].net]));
        if (p == &r->pins[i] || !strcmp(p->name, "D")) return name;
        char *full = cg_array_new(strlen(name) + strlen(p->name) + 4, 1);
        sprintf(full, "%s (%s)", name, p->name);
        free(name);
        return full;
    }
    return pin_name(b, p->name);
}

static bool *driven_nets(reader *r) {
    static const char *const CONSTANTS[] = {"$true", "$false", "$undef"};
    for (int i = 0; i < 3; i++) add_name(&r->nets, CONSTANTS[i]);
    bool *driven = cg_array_new((size_t)r->nets.n, sizeof *driven);
    const cg_netlist *n = r->out;
    for (int i = 0; i < n->n_nodes; i++) {
        const cg_node *node = &n->nodes[i];
        for (int k = 0; k < node->gate->n_pins; k++) {
            const int net = n->nets[node->first + k];
            if (net >= 0 && node->gate->pins[k].output) driven[root(&r->nets, net)] = true;
        }
    }
    for (int i = 0; i < r->n_inputs; i++) driven[root(&r->nets, r->inputs[i])] = true;
    for (int i = 0; i < 3; i++) driven[root(&r->nets, add_name(&r->nets, CONSTANTS[i]))] = true;
    return driven;
}

// Nets by the one number of all their names. Pins of flip-flops keep theirs until they are named.
static void find_end_points(reader *r, source_names *s) {
    cg_netlist *n = r->out;
    bool *output = cg_array_new((size_t)r->n_pins, sizeof *output);
    bool *driven = driven_nets(r);
    for (int by_name = 1; by_name >= 0; by_name--) {
        for (int i = 0; i < r->n_pins; i++) {
            box_pin p = r->pins[i];
            p.net = root(&r->nets, p.net);
            if (output[i] || !is_output(r, &p, driven, by_name)) continue;
            output[i] = driven[p.net] = true;
            add_end_point(&n->from, &n->n_from, p.net, point_name(r, s, &r->pins[i]), false);
        }
    }
    for (int i = 0; i < r->n_pins; i++) {
        const int net = root(&r->nets, r->pins[i].net);
        if (!output[i])
            add_end_point(&n->to, &n->n_to, net, point_name(r, s, &r->pins[i]), opens_latch(r, &r->pins[i]));
    }
    for (int i = 0; i < r->n_inputs; i++)
        add_end_point(&n->from, &n->n_from, root(&r->nets, r->inputs[i]),
                      cg_text_copy(r->nets.names[r->inputs[i]]), false);
    for (int i = 0; i < r->n_outputs; i++)
        add_end_point(&n->to, &n->n_to, root(&r->nets, r->outputs[i]),
                      cg_text_copy(r->nets.names[r->outputs[i]]), false);
    for (int i = 0; i < n->n_pins; i++) {
        if (n->nets[i] >= 0) n->nets[i] = root(&r->nets, n->nets[i]);
    }
    n->n_nets = r->nets.n;
    CG_FREE(output, driven);
}

bool cg_netlist_read(const char *path, const char *names, const cg_library *l, cg_netlist *n) {
    source_names s = {0};
    reader *r = cg_array_new(1, sizeof *r);
    *n = (cg_netlist){0};
    *r = (reader){.cells = l, .out = n};
    const bool good = read_lines(r, path) && read_source_names(names, &s);
    if (good) find_end_points(r, &s);
    free_reader(r);
    free(r);
    free_table(&s.nets);
    free(s.reg);
    if (!good) cg_netlist_free(n);
    return good;
}

void cg_netlist_free(cg_netlist *n) {
    for (int i = 0; i < n->n_from; i++) free(n->from[i].name);
    for (int i = 0; i < n->n_to; i++) free(n->to[i].name);
    CG_FREE(n->from, n->to, n->nodes, n->nets);
    *n = (cg_netlist){0};
}
