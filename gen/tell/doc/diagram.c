// State diagrams and the diagram of messages, as Graphviz sources.
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#include "base/memory.h"
#include "lang/topology.h"

static const char DEFAULTS[] = "  bgcolor=transparent; fontname=\"Helvetica\"; fontsize=11;\n"
                               "  node [fontname=\"Helvetica\", fontsize=13]; edge [fontname=\"Helvetica\", "
                               "fontsize=10, arrowsize=0.7];\n";

static void add_figure(doc *d, const char *name, const char *title, char *dot) {
    doc_figure *f = doc_add(d, DOC_FIGURE)->figure = cg_arena_alloc(d->arena, sizeof *f);
    f->name = name;
    f->title = title;
    f->dot = cg_arena_strdup(d->arena, dot);
    free(dot);
}

// ---------------------------------------------------------------------------------------- state diagram

enum {
    MOST_LEFT_TO_RIGHT = 6, // states; more are drawn from top to bottom, or the figure is wider than a page
    // Edges. The time that dot takes to place nodes as well as it can has no bound that one would wait for:
    // with 130 edges it is minutes. Beyond the first limit dot does not look for the best place for long (a
    // second), and beyond the second nobody could follow the edges.
    MOST_PLACED_WELL = 60,
    MOST_DRAWN = 200
};

// The events that lead from one state to another: of the line itself, or of all lines or entries at once
// (flash).
typedef enum { ONE, BULK, N_WAYS } way;

typedef struct {
    const cg_machine *m;
    bool *leads; // [((way * n_states + from) * n_states + to) * n_events + event]
} graph;

static bool *edge_of(const graph *g, way w, int from, int to) {
    const int n = g->m->n_states;
    return &g->leads[(((int)w * n + from) * n + to) * g->m->n_events];
}

// A flash moves every stable or every transient state but its target.
static void add_flash(graph *g, const cg_action *x, int event) {
    const bool lines = cg_does(x, CG_DOES_MOVES_LINES);
    for (int s = lines ? cg_first_here(g->m) : 0; s < g->m->n_states; s++) {
        if (g->m->states[s].transient != lines && s != x->to_state)
            edge_of(g, BULK, s, x->to_state)[event] = true;
    }
}

static graph graph_of(cg_arena *a, const cg_machine *m) {
    const graph whole = {m,
                         cg_arena_alloc(a, (size_t)(N_WAYS * m->n_states * m->n_states * m->n_events + 1))};
    graph g = whole;
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (r->state != CG_NONE && doc_is_transition(r) && !r->stalls)
            edge_of(&g, ONE, r->state, r->next)[r->event] = true;
        for (int k = 0; k < r->n_actions; k++) {
            if (cg_does(&r->actions[k], CG_DOES_MOVE)) add_flash(&g, &r->actions[k], r->event);
        }
    }
    return g;
}

// Names are broken into lines of three, so that labels stay narrow.
static void print_event_names(FILE *out, const cg_machine *m, const bool *events, const char *line_break) {
    int n = 0;
    for (int i = 0; i < m->n_events; i++) {
        if (!events[i]) continue;
        fprintf(out, "%s%s", n == 0 ? "" : n % 3 ? ", " : line_break, m->events[i].name);
        n++;
    }
}

static bool any_event(const cg_machine *m, const bool *events) {
    return memchr(events, true, (size_t)m->n_events);
}

// Events that change nothing stand in the state: dot keeps no room for the labels of loops.
static void state_node(FILE *out, const graph *g, int s) {
    const cg_machine *m = g->m;
    const bool transient = m->states[s].transient, *stay = edge_of(g, ONE, s, s);
    fprintf(out, "  s%d [id=\"fig.%s.%s\", class=\"%s\", shape=%s, style=\"%s\", URL=\"#state.%s.%s\", ", s,
            m->name, m->states[s].name, transient ? "transient" : "stable", transient ? "ellipse" : "box",
            transient ? "dashed" : "rounded,bold", m->name, m->states[s].name);
    fprintf(out, "label=<<B>%s</B>", m->states[s].name);
    if (any_event(m, stay)) {
        fputs("<BR/><FONT POINT-SIZE=\"9\">", out);
        print_event_names(out, m, stay, ",<BR/>");
        fputs("</FONT>", out);
    }
    fputs(">];\n", out);
}

static void state_edge(FILE *out, const graph *g, way w, int from, int to) {
    const bool *events = edge_of(g, w, from, to);
    if (from == to || !any_event(g->m, events)) return;
    fprintf(out, "  s%d -> s%d [id=\"fig.%s.e%d.%d.%d\", class=\"%s\", style=%s, label=\" ", from, to,
            g->m->name, (int)w, from, to, w == BULK ? "bulk" : "plain", w == BULK ? "dashed" : "solid");
    print_event_names(out, g->m, events, ",\\n");
    fputs(" \"];\n", out);
}

static int count_edges(const graph *g) {
    int n = 0;
    for (way w = ONE; w < N_WAYS; w++) {
        for (int i = 0; i < g->m->n_states * g->m->n_states; i++) {
            const int from = i / g->m->n_states, to = i % g->m->n_states;
            n += from != to && any_event(g->m, edge_of(g, w, from, to));
        }
    }
    return n;
}

void doc_state_diagram(doc *d, int machine) {
    const cg_machine *m = &d->spec->machines[machine];
    const graph g = graph_of(d->arena, m);
    const int edges = count_edges(&g);
    if (edges > MOST_DRAWN) {
        doc_say(
            d,
            "The state diagram of `%s` is left out: it has %d states and %d edges, and only diagrams of at "
            "most %d edges are drawn. The table has all of them.",
            m->name, m->n_states, edges, MOST_DRAWN);
        return;
    }
    char *dot = NULL;
    FILE *out = cg_text_open(&dot, NULL);
    fprintf(out, "digraph %s {\n  id=\"fig.%s\"; rankdir=%s; nodesep=0.35; ranksep=0.55;\n%s", m->name,
            m->name, m->n_states > MOST_LEFT_TO_RIGHT ? "TB" : "LR", DEFAULTS);
    if (edges > MOST_PLACED_WELL) fputs("  nslimit=1; nslimit1=1;\n", out);
    for (int s = 0; s < m->n_states; s++) state_node(out, &g, s);
    for (way w = ONE; w < N_WAYS; w++) {
        for (int i = 0; i < m->n_states * m->n_states; i++)
            state_edge(out, &g, w, i / m->n_states, i % m->n_states);
    }
    fputs("}\n", out);
    fclose(out);
    add_figure(
        d, m->name,
        doc_f(d,
              "States of `%s`: boxes are stable, dashed ellipses transient. An edge names the events that "
              "move a "
              "line; those that leave it where it is stand in the state. Stalls are left out%s.",
              m->name, strstr(dot, "class=\"bulk") ? "; dashed edges: all lines at once (flash)" : ""),
        dot);
}

// ------------------------------------------------------------------------------------ senders of messages

static void flow_node(FILE *out, const char *id, const char *name, const char *class, const char *shape) {
    fprintf(out, "  %s [id=\"fig.flow.%s\", label=\"%s\", class=\"%s\", shape=%s];\n", id, id, name, class,
            shape);
}

static void end_name(FILE *out, int machine) {
    if (machine == CG_MEMORY)
        fputs("memory", out);
    else
        fprintf(out, "m%d", machine);
}

static cg_class channel_class(const cg_spec *s, const cg_channel *c) {
    cg_class best = CG_REQUEST;
    for (int i = 0; i < c->n_msgs; i++) {
        if (s->msgs[c->msgs[i]].cls > best) best = s->msgs[c->msgs[i]].cls;
    }
    return best;
}

static void flow_edge(FILE *out, const cg_spec *s, int channel) {
    const cg_channel *c = &s->channels[channel];
    fputs("  ", out);
    end_name(out, c->from);
    fputs(" -> ", out);
    end_name(out, c->to);
    fprintf(out, " [id=\"fig.flow.e%d\", class=\"%s\", label=\" %s:", channel,
            CG_CLASS_WORDS[channel_class(s, c)], s->nets[c->net].name);
    for (int i = 0; i < c->n_msgs; i++)
        fprintf(out, "%s %s", i == 0 ? "" : i % 3 ? "," : ",\\n", s->msgs[c->msgs[i]].name);
    fputs(" \"];\n", out);
}

// `of`: "" with one kind of cores, else the machine's name: each kind is a node of its own.
static void core_edges(FILE *out, const cg_machine *m, int machine, const char *of) {
    const char *id = m->local ? m->name : of;
    fprintf(out, "  core%s -> m%d [id=\"fig.flow.ask%s\", class=\"core\", label=\"", of, machine, id);
    for (int e = 0, n = 0; e < m->n_events; e++) {
        if (m->events[e].kind == CG_EV_CORE) fprintf(out, "%s %s", n++ ? "," : "", m->events[e].name);
    }
    fprintf(
        out,
        " \"];\n  m%d -> core%s [id=\"fig.flow.answer%s\", class=\"core\", constraint=false, label=\" answer "
        "\"];\n",
        machine, of, id);
}

void doc_flow_diagram(doc *d) {
    const cg_spec *s = d->spec;
    char *dot = NULL;
    bool memory = false;
    FILE *out = cg_text_open(&dot, NULL);
    fprintf(out, "digraph flow {\n  id=\"fig.flow\"; rankdir=LR; nodesep=0.4; ranksep=0.9;\n%s", DEFAULTS);
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        fprintf(out,
                "  m%d [id=\"fig.flow.m%d\", label=\"%s  \xc3\x97%llu\", class=\"machine\", shape=box, "
                "style=\"rounded,bold\", "
                "URL=\"#machine.%s\"];\n",
                i, i, m->name, (unsigned long long)m->count, m->name);
        if (!m->core_port) continue;
        const char *of = cg_core_kinds(s) == 1 ? "" : m->local ? s->machines[m->beside].name : m->name;
        if (!m->local) flow_node(out, doc_f(d, "core%s", of), "core", "outside", "plaintext");
        core_edges(out, m, i, of);
    }
    for (int i = 0; i < s->n_channels; i++) {
        memory |= s->channels[i].from == CG_MEMORY || s->channels[i].to == CG_MEMORY;
        flow_edge(out, s, i);
    }
    if (memory) flow_node(out, "memory", "memory", "outside", "cylinder");
    fputs("}\n", out);
    fclose(out);
    add_figure(d, "messages", "Who sends what to whom: an edge is a lane, with its network and its messages.",
               dot);
}
