// The latest transitions, and the chart of one line's.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "parts.h"

enum { COLUMN = 26, MARGIN = 11, MAX_ROWS = 100 };

cg_history *cg_history_add(cg_lockstep *ls, const cg_record *r, int before, const cg_outcome *o) {
    cg_history *h = &ls->history[ls->n_history++ & ls->history_mask];
    *h = (cg_history){
        .cycle = ls->cycle,
        .line = r->event->block ? r->cause.packet->addr >> r->sm->plan->line_shift : UINT64_MAX,
        .machine = r->machine,
        .node = r->node,
        .rule = o->rule,
        .before = before,
        .after = o->state,
        .tid = r->tid,
        .responds = o->responds,
        .msg = {CG_NONE, CG_NONE, CG_NONE, CG_NONE},
    };
    for (int k = 0, n = 0; k < r->sm->plan->n_out && n < CG_HISTORY_SENDS; k++) {
        if (o->out[k].msg == CG_NONE) continue;
        h->msg[n] = o->out[k].msg;
        h->dst[n++] = o->out[k].dst;
    }
    return h;
}

// --------------------------------------------------------------------------------------------- chart

// One for each controller that the chart shows, and the memory.
typedef struct {
    int *machine, *node, n; // machine CG_MEMORY: the memory
    char *row;              // text of the row in the making
    size_t size;            // of it, with its NUL
} columns;

static columns columns_new(const cg_spec *s) {
    size_t n = 1;
    for (int m = 0; m < s->n_machines; m++) n += s->machines[m].count;
    columns c = {.size = MARGIN + (n + 1) * COLUMN + 1};
    c.machine = cg_shadow_alloc(n * sizeof *c.machine);
    c.node = cg_shadow_alloc(n * sizeof *c.node);
    c.row = cg_shadow_alloc(c.size);
    return c;
}

static void columns_free(columns *c) {
    CG_FREE(c->machine, c->node, c->row);
}

static int column_of_node(const columns *c, int machine, int node) {
    for (int i = 0; i < c->n; i++)
        if (c->machine[i] == machine && c->node[i] == node) return i;
    return CG_NONE;
}

// Keeps the order: machine by machine, controller by controller, the memory last.
static void add_node_column(columns *c, int machine, int node) {
    if (column_of_node(c, machine, node) != CG_NONE) return;
    int i = c->n++;
    for (; i > 0 && machine != CG_MEMORY; i--) {
        bool before =
            c->machine[i - 1] != CG_MEMORY &&
            (c->machine[i - 1] < machine || (c->machine[i - 1] == machine && c->node[i - 1] < node));
        if (before) break;
        c->machine[i] = c->machine[i - 1];
        c->node[i] = c->node[i - 1];
    }
    c->machine[i] = machine;
    c->node[i] = node;
}

static bool changes_all(const cg_lockstep *ls, const cg_history *h) {
    return ls->shadow->machines[h->machine].rules[h->rule].does & CG_DOES_BULK;
}

static bool shown(const cg_lockstep *ls, const cg_history *h, uint64_t line, const columns *c) {
    return h->line == line || (changes_all(ls, h) && column_of_node(c, h->machine, h->node) != CG_NONE);
}

static void blank_row(const columns *c) {
    memset(c->row, ' ', c->size - 1);
    c->row[c->size - 1] = 0;
    for (int i = 0; i < c->n; i++) c->row[MARGIN + i * COLUMN] = '|';
}

static void print_history_row(char *row, FILE *out) {
    size_t n = strlen(row);
    while (n && row[n - 1] == ' ') row[--n] = 0;
    fprintf(out, "%s\n", row);
}

static void write_in_row(char *row, int at, const char *text, size_t max) {
    size_t n = strlen(text);
    memcpy(row + at, text, n < max ? n : max);
}

// From column a to column b: "+--GETS------>" or "<-----GETS--+".
static void print_message_arrow(const columns *c, int a, int b, const char *label, FILE *out) {
    char *row = c->row;
    blank_row(c);
    int from = MARGIN + a * COLUMN, to = MARGIN + b * COLUMN;
    if (a == b) {
        size_t n = strlen(label) < COLUMN - 6 ? strlen(label) : COLUMN - 6;
        write_in_row(row, from + 1, "+--", 3);
        write_in_row(row, from + 4, label, n);
        write_in_row(row, from + 4 + (int)n, "--> itself", 10);
    } else if (a < b) {
        memset(row + from + 1, '-', (size_t)(to - from - 1));
        row[from + 1] = '+';
        row[to - 1] = '>';
        write_in_row(row, from + 4, label, COLUMN - 6);
    } else {
        memset(row + to + 1, '-', (size_t)(from - to - 1));
        row[from - 1] = '+';
        row[to + 1] = '<';
        size_t n = strlen(label);
        write_in_row(row, from - 3 - (int)(n < COLUMN - 6 ? n : COLUMN - 6), label, COLUMN - 6);
    }
    print_history_row(row, out);
}

static void print_transition(const cg_lockstep *ls, const columns *c, const cg_history *h, FILE *out) {
    const cg_machine *m = &ls->spec->machines[h->machine];
    const cg_event *e = &m->events[m->rules[h->rule].event];
    char *row = c->row, cell[96], cycle[24];
    int column = column_of_node(c, h->machine, h->node);
    blank_row(c);
    snprintf(cycle, sizeof cycle, "%10llu", (unsigned long long)h->cycle);
    write_in_row(row, 0, cycle, MARGIN - 1);
    int n = snprintf(cell, sizeof cell, "%s%s", h->wrong ? "! " : "", e->name);
    if (e->thread) n += snprintf(cell + n, sizeof cell - (size_t)n, " t%u", h->tid);
    if (e->block)
        n += snprintf(cell + n, sizeof cell - (size_t)n, "  %s>%s", cg_state_name(m, h->before),
                      cg_state_name(m, h->after));
    snprintf(cell + n, sizeof cell - (size_t)n, "%s",
             m->rules[h->rule].stalls ? " stall"
             : h->responds            ? " (done)"
                                      : "");
    memset(row + MARGIN + column * COLUMN, ' ', 1);
    write_in_row(row, MARGIN + column * COLUMN, cell, COLUMN - 1);
    print_history_row(row, out);

    for (int i = 0; i < CG_HISTORY_SENDS && h->msg[i] != CG_NONE; i++) {
        const cg_msg *msg = &ls->spec->msgs[h->msg[i]];
        for (uint64_t left = h->dst[i]; left; left &= left - 1) {
            int to = column_of_node(c, msg->to, msg->to == CG_MEMORY ? 0 : __builtin_ctzll(left));
            if (to != CG_NONE) print_message_arrow(c, column, to, msg->name, out);
        }
    }
}

static void find_columns(const cg_lockstep *ls, const cg_history *h, columns *c) {
    add_node_column(c, h->machine, h->node);
    for (int i = 0; i < CG_HISTORY_SENDS && h->msg[i] != CG_NONE; i++)
        if (ls->spec->msgs[h->msg[i]].to == CG_MEMORY) add_node_column(c, CG_MEMORY, 0);
}

void cg_lockstep_print_history(const cg_lockstep *ls, uint64_t addr, FILE *out) {
    uint64_t line = addr / ls->spec->line_bytes, size = ls->history_mask + 1, last = ls->n_history, rows = 0;
    uint64_t oldest = last > size ? last - size : 0, first = last;
    columns c = columns_new(ls->spec);
    for (; first > oldest && rows < MAX_ROWS; first--) {
        const cg_history *h = &ls->history[(first - 1) & ls->history_mask];
        if (h->line != line) continue;
        find_columns(ls, h, &c);
        rows++;
    }
    fprintf(out, "line 0x%llx: its latest %llu transitions\n",
            (unsigned long long)(line * ls->spec->line_bytes), (unsigned long long)rows);
    char *row = c.row, name[64];
    memset(row, ' ', c.size - 1);
    write_in_row(row, 5, "cycle", 5);
    for (int i = 0; i < c.n; i++) {
        snprintf(name, sizeof name, "%s[%d]", c.machine[i] < 0 ? "" : ls->spec->machines[c.machine[i]].name,
                 c.node[i]);
        write_in_row(row, MARGIN + i * COLUMN, c.machine[i] < 0 ? "memory" : name, COLUMN - 1);
    }
    print_history_row(row, out);
    for (uint64_t i = first; i < last; i++) {
        const cg_history *h = &ls->history[i & ls->history_mask];
        if (shown(ls, h, line, &c)) print_transition(ls, &c, h, out);
    }
    columns_free(&c);
}
