// Longest paths through a mapped netlist.
#include "timing.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SLOWEST = 8 };

static const double NEVER = -DBL_MAX; // arrival where no path leads

// How a path came to an edge of a net: through this arc of this node, from this edge; node -1: it begins
// here.
typedef struct {
    double ps;
    int node, arc, edge;
} arrival;

typedef struct {
    const cg_netlist *n;
    int *order; // nodes, each behind what drives it
    double (*load)[2], (*slew)[2];
    arrival (*at)[2];
} timing;

typedef struct {
    double ps;
    int from, to, gates; // indexes of points; to -1: there is none
} path;

// ------------------------------------------------------------------------------------------ loads and order

static int net_of(const cg_netlist *n, const cg_node *node, int pin) {
    return n->nets[node->first + pin];
}

// Only gates load a net, as in abc, which knows neither flip-flops nor memories.
static void put_loads(timing *t) {
    for (int i = 0; i < t->n->n_nodes; i++) {
        const cg_node *node = &t->n->nodes[i];
        for (int k = 0; k < node->gate->n_pins; k++) {
            const int net = net_of(t->n, node, k);
            if (net < 0 || node->gate->pins[k].output) continue;
            for (int e = 0; e < 2; e++) t->load[net][e] += node->gate->pins[k].cap[e];
        }
    }
}

// Nodes that read a net: readers[first[net]] up to readers[first[net + 1]].
static int *readers_of(const cg_netlist *n, int *first) {
    int *readers = cg_array_new((size_t)n->n_pins, sizeof *readers),
        *at = cg_array_new((size_t)n->n_nets + 1, sizeof *at);
    for (int fill = 0; fill < 2; fill++) {
        for (int i = 0; i < n->n_nodes; i++) {
            for (int k = 0; k < n->nodes[i].gate->n_pins; k++) {
                const int net = net_of(n, &n->nodes[i], k);
                if (net < 0 || n->nodes[i].gate->pins[k].output) continue;
                if (fill)
                    readers[at[net]++] = i;
                else
                    first[net + 1]++;
            }
        }
        for (int i = 0; !fill && i < n->n_nets; i++) first[i + 1] += first[i];
        if (!fill) memcpy(at, first, (size_t)n->n_nets * sizeof *at);
    }
    free(at);
    return readers;
}

// False: a loop.
static bool put_order(timing *t) {
    const cg_netlist *n = t->n;
    int *first = cg_array_new((size_t)n->n_nets + 1, sizeof *first), *readers = readers_of(n, first);
    int *waits = cg_array_new((size_t)n->n_nodes, sizeof *waits), done = 0, todo = 0;
    for (int i = 0; i < n->n_nodes; i++) {
        for (int k = 0; k < n->nodes[i].gate->n_pins; k++) {
            const int net = net_of(n, &n->nodes[i], k);
            if (net < 0 || !n->nodes[i].gate->pins[k].output) continue;
            for (int m = first[net]; m < first[net + 1]; m++) waits[readers[m]]++;
        }
    }
    for (int i = 0; i < n->n_nodes; i++) {
        if (!waits[i]) t->order[todo++] = i;
    }
    for (; done < todo; done++) {
        const cg_node *node = &n->nodes[t->order[done]];
        for (int k = 0; k < node->gate->n_pins; k++) {
            const int net = net_of(n, node, k);
            if (net < 0 || !node->gate->pins[k].output) continue;
            for (int m = first[net]; m < first[net + 1]; m++) {
                if (--waits[readers[m]] == 0) t->order[todo++] = readers[m];
            }
        }
    }
    CG_FREE(first, readers, waits);
    return done == n->n_nodes;
}

// ----------------------------------------------------------------------------------------- slews and delays

typedef void each_arc(timing *t, int node, int arc, int in, int out, int in_edge, int out_edge);

static void for_each(timing *t, each_arc *f) {
    for (int i = 0; i < t->n->n_nodes; i++) {
        const cg_node *node = &t->n->nodes[t->order[i]];
        for (int k = 0; k < node->gate->n_arcs; k++) {
            const cg_arc *a = &node->gate->arcs[k];
            const int in = net_of(t->n, node, a->in), out = net_of(t->n, node, a->out);
            for (int e = 0; in >= 0 && out >= 0 && e < 2; e++) {
                if (a->same) f(t, t->order[i], k, in, out, e, e);
                if (a->opposite) f(t, t->order[i], k, in, out, 1 - e, e);
            }
        }
    }
}

static void put_slew(timing *t, int node, int arc, int in, int out, int in_edge, int out_edge) {
    const cg_arc *a = &t->n->nodes[node].gate->arcs[arc];
    const double ps = cg_table_at(&a->slew[out_edge], t->slew[in][in_edge], t->load[out][out_edge]);
    if (ps > t->slew[out][out_edge]) t->slew[out][out_edge] = ps;
}

static void put_arrival(timing *t, int node, int arc, int in, int out, int in_edge, int out_edge) {
    const cg_arc *a = &t->n->nodes[node].gate->arcs[arc];
    if (t->at[in][in_edge].ps <= NEVER) return;
    const double ps = t->at[in][in_edge].ps +
                      cg_table_at(&a->delay[out_edge], t->slew[in][in_edge], t->load[out][out_edge]);
    if (ps > t->at[out][out_edge].ps) t->at[out][out_edge] = (arrival){ps, node, arc, in_edge};
}

// Paths of every length that begin at these points (NULL: at any). Slews are those of all paths, so that a
// part of the paths is never slower than all.
static void find_arrivals(timing *t, const bool *from) {
    for (int i = 0; i < t->n->n_nets; i++) {
        for (int e = 0; e < 2; e++) t->at[i][e] = (arrival){NEVER, -1, 0, 0};
    }
    for (int i = 0; i < t->n->n_from; i++) {
        for (int e = 0; e < 2 && (!from || from[i]); e++) t->at[t->n->from[i].net][e].ps = 0;
    }
    for_each(t, put_arrival);
}

static bool start_timing(timing *t, const cg_netlist *n) {
    *t = (timing){.n = n};
    t->order = cg_array_new((size_t)n->n_nodes, sizeof *t->order);
    t->load = cg_array_new((size_t)n->n_nets, sizeof *t->load);
    t->slew = cg_array_new((size_t)n->n_nets, sizeof *t->slew);
    t->at = cg_array_new((size_t)n->n_nets, sizeof *t->at);
    put_loads(t);
    if (!put_order(t)) return false;
    for_each(t, put_slew);
    return true;
}

static void free_timing(timing *t) {
    CG_FREE(t->order, t->load, t->slew, t->at);
}

// ---------------------------------------------------------------------------------------------------- paths

static double latest(const timing *t, int net) {
    const double rise = t->at[net][CG_RISE].ps, fall = t->at[net][CG_FALL].ps;
    return rise > fall ? rise : fall;
}

// The cycle that the longest path to this point needs.
static double needed(const timing *t, const cg_point *to) {
    const double ps = latest(t, to->net);
    return to->half && ps > 0 ? 2 * ps : ps;
}

// Back from where it ends. Ports and flip-flops that share a net: the first point of it that may begin a
// path.
static path trace(const timing *t, int to, const bool *from) {
    path p = {.ps = needed(t, &t->n->to[to]), .from = -1, .to = to};
    int net = t->n->to[to].net, edge = t->at[net][CG_RISE].ps >= latest(t, net) ? CG_RISE : CG_FALL;
    for (; t->at[net][edge].node >= 0; p.gates++) {
        const arrival a = t->at[net][edge];
        const cg_node *node = &t->n->nodes[a.node];
        net = net_of(t->n, node, node->gate->arcs[a.arc].in);
        edge = a.edge;
    }
    for (int i = 0; i < t->n->n_from && p.from < 0; i++) {
        if (t->n->from[i].net == net && (!from || from[i])) p.from = i;
    }
    return p;
}

// The longest to any of these points (NULL: to any at all); `to` is -1 where no path leads.
static path longest(const timing *t, const bool *from, const bool *to) {
    int worst = -1;
    double ps = NEVER;
    for (int i = 0; i < t->n->n_to; i++) {
        const double here = needed(t, &t->n->to[i]);
        if ((to && !to[i]) || here <= ps) continue;
        worst = i;
        ps = here;
    }
    return worst < 0 ? (path){.to = -1} : trace(t, worst, from);
}

static json_object *path_json(const timing *t, const path *p) {
    json_object *o = json_object_new_object();
    cg_jput_str(o, "from", t->n->from[p->from].name);
    cg_jput_str(o, "to", t->n->to[p->to].name);
    cg_jput_num(o, "ns", p->ps / 1000);
    cg_jput_int(o, "gates", p->gates);
    return o;
}

// ---------------------------------------------------------------------------------------------- the slowest

// "mem_q[3][12]" is a bit of "mem_q"; "gen_entry[3].state_q[1]" of "gen_entry.state_q".
static bool same_register(const char *a, const char *b) {
    for (;; a++, b++) {
        for (; *a == '['; a++) a += strcspn(a, "]");
        for (; *b == '['; b++) b += strcspn(b, "]");
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

// The longest path to each of the slowest registers.
static json_object *slowest_json(const timing *t) {
    json_object *list = json_object_new_array();
    bool *left = cg_array_new((size_t)t->n->n_to, sizeof *left);
    for (int i = 0; i < t->n->n_to; i++) left[i] = true;
    for (int k = 0; k < SLOWEST; k++) {
        const path p = longest(t, NULL, left);
        if (p.to < 0 || p.gates == 0) break;
        json_object_array_add(list, path_json(t, &p));
        for (int i = 0; i < t->n->n_to; i++) {
            if (left[i] && same_register(t->n->to[i].name, t->n->to[p.to].name)) left[i] = false;
        }
    }
    free(left);
    return list;
}

// ----------------------------------------------------------------------------------------------------- hits

static bool fits_pattern(const char *pattern, const char *name) {
    const char *star = strchr(pattern, '*');
    if (!star) return !strcmp(pattern, name);
    const size_t before = (size_t)(star - pattern), after = strlen(star + 1), n = strlen(name);
    return n >= before + after && !strncmp(pattern, name, before) && !strcmp(star + 1, name + n - after);
}

// "u_tags.gen_group[0].rdata_q[3]" without numbers is "u_tags.gen_group.rdata_q".
static void without_numbers(const char *name, char *out, size_t size) {
    size_t n = 0;
    while (*name && n + 1 < size) {
        const bool number = *name == '[';
        if (number) name += strcspn(name, "]");
        if (!number) out[n++] = *name;
        if (*name) name++;
    }
    out[n] = '\0';
}

static bool *fitting_points(const cg_point *points, int n, const char *const *patterns) {
    bool *out = cg_array_new((size_t)n, sizeof *out);
    for (int i = 0; i < n; i++) {
        char name[1024];
        without_numbers(points[i].name, name, sizeof name);
        for (int k = 0; patterns[k] && !out[i]; k++) out[i] = fits_pattern(patterns[k], name);
    }
    return out;
}

static bool is_there(const cg_point *points, int n, const char *pattern) {
    bool *out = fitting_points(points, n, (const char *const[]){pattern, NULL}), there = false;
    for (int i = 0; i < n; i++) there = there || out[i];
    free(out);
    return there;
}

static bool has_needed_end(const cg_netlist *n, const cg_hit_stage *s) {
    for (int i = 0; i < s->needed; i++) {
        if (is_there(n->to, n->n_to, s->to[i])) return true;
    }
    return false;
}

static json_object *stage_json(timing *t, const cg_hit_stage *s) {
    json_object *o = json_object_new_object();
    bool *from = fitting_points(t->n->from, t->n->n_from, s->from),
         *to = fitting_points(t->n->to, t->n->n_to, s->to);
    find_arrivals(t, from);
    const path p = longest(t, from, to);
    if (p.to >= 0 && has_needed_end(t->n, s)) {
        json_object_put(o);
        o = path_json(t, &p);
        find_arrivals(t, NULL);
        cg_jput_num(o, "any_ns", longest(t, NULL, to).ps / 1000);
    }
    cg_jput_str(o, "stage", s->stage);
    cg_jput_str(o, "what", s->what);
    CG_FREE(from, to);
    return o;
}

json_object *cg_timing(const cg_netlist *n, bool hits) {
    json_object *o = NULL;
    timing t;
    if (start_timing(&t, n)) {
        o = json_object_new_object();
        find_arrivals(&t, NULL);
        const path p = longest(&t, NULL, NULL);
        if (p.to >= 0) json_object_object_add(o, "path", path_json(&t, &p));
        json_object_object_add(o, "slowest", slowest_json(&t));
        json_object *list = hits ? json_object_new_array() : NULL;
        for (int i = 0; hits && i < CG_HIT_STAGES; i++)
            json_object_array_add(list, stage_json(&t, &CG_HIT[i]));
        if (hits) json_object_object_add(o, "hit", list);
    }
    free_timing(&t);
    return o;
}
