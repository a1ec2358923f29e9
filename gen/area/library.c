// Delay tables of a liberty file. All of it is groups, `name (words) { ... }`, with attributes in them,
// `name : word ;` or `name (words) ;`.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "timing.h"

enum { WORDS = 4096 };

// Of a lu_table_template: which axis is the load.
typedef struct {
    char name[64];
    bool load_first;
    double index[2][CG_TABLE_MAX];
    int n[2];
} template;

typedef struct {
    const char *at; // in the text
    const cg_tech *tech;
    cg_library *cells;
    template *templates;
    int n_templates;
    double ps; // of the library's unit of time
    bool bad;
    // what the groups that are open stand for
    cg_gate *gate;
    char (*inputs)[64]; // of the gate's arcs: outputs may stand before inputs
    cg_pin *pin;
    cg_table *table;
    template *of;
    double rows[2][CG_TABLE_MAX];
    int n[2];
    struct {
        char related[256], sense[32], type[64];
        cg_table t[4]; // delay rise and fall, slew rise and fall
        bool there;
    } timing;
} reader;

// ---------------------------------------------------------------------------------------------------- words

static void skip_space(reader *r) {
    for (;;) {
        while (isspace((unsigned char)*r->at) || *r->at == '\\') r->at++;
        if (r->at[0] != '/' || r->at[1] != '*') return;
        const char *end = strstr(r->at + 2, "*/");
        r->at = end ? end + 2 : r->at + strlen(r->at);
    }
}

// A name, a number, or what is in quotes; "" at punctuation.
static void word(reader *r, char *out, size_t size) {
    skip_space(r);
    const bool quoted = *r->at == '"';
    if (quoted) r->at++;
    const size_t n = quoted ? strcspn(r->at, "\"") : strcspn(r->at, " \t\r\n\\(){}:;,\"");
    snprintf(out, size, "%.*s", (int)n, r->at);
    r->at += n;
    if (quoted && *r->at) r->at++;
}

static bool take_char(reader *r, char c) {
    skip_space(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

// All up to the closing bracket, with spaces between.
static void read_bracketed_words(reader *r, char out[WORDS]) {
    size_t at = 0;
    *out = '\0';
    while (!take_char(r, ')') && *r->at) {
        char one[WORDS];
        if (take_char(r, ',')) continue;
        const char *before = r->at;
        word(r, one, sizeof one);
        if (r->at == before && *r->at) r->at++;
        const int n = snprintf(out + at, WORDS - at, "%s%s", at ? " " : "", one);
        if (n < 0 || (size_t)n >= WORDS - at) {
            r->bad = true;
            return;
        }
        at += (size_t)n;
    }
}

// Returns how many there are; -1: more than fit.
static int parse_numbers(const char *text, double *out, int most) {
    int n = 0;
    for (const char *p = text;;) {
        p += strspn(p, " \t\r\n\\,");
        if (!*p) return n;
        char *end;
        const double v = strtod(p, &end);
        if (end == p || n == most) return -1;
        out[n++] = v;
        p = end;
    }
}

// --------------------------------------------------------------------------------------------------- groups

static void start_gate(reader *r, const char *name) {
    cg_library *l = r->cells;
    l->gates = cg_array_grow(l->gates, (size_t)l->n, sizeof *l->gates);
    r->gate = &l->gates[l->n++];
    *r->gate = (cg_gate){0};
    snprintf(r->gate->name, sizeof r->gate->name, "%.60s", name);
}

static void start_pin(reader *r, const char *name) {
    cg_gate *g = r->gate;
    g->pins = cg_array_grow(g->pins, (size_t)g->n_pins, sizeof *g->pins);
    r->pin = &g->pins[g->n_pins++];
    *r->pin = (cg_pin){0};
    snprintf(r->pin->name, sizeof r->pin->name, "%.60s", name);
}

static void start_template(reader *r, const char *name) {
    r->templates = cg_array_grow(r->templates, (size_t)r->n_templates, sizeof *r->templates);
    r->of = &r->templates[r->n_templates++];
    *r->of = (template){0};
    snprintf(r->of->name, sizeof r->of->name, "%.60s", name);
}

static const template *template_of(const reader *r, const char *name) {
    static const template slew_first;
    for (int i = 0; i < r->n_templates; i++) {
        if (!strcmp(r->templates[i].name, name)) return &r->templates[i];
    }
    return &slew_first;
}

static void start_table(reader *r, int which, const char *name) {
    const template *t = template_of(r, name);
    r->table = &r->timing.t[which];
    *r->table = (cg_table){0};
    r->timing.there = true;
    memcpy(r->n, t->n, sizeof r->n);
    memcpy(r->rows, t->index, sizeof r->rows);
    r->of = NULL;
    for (int i = 0; i < r->n_templates; i++) {
        if (t == &r->templates[i]) r->of = &r->templates[i];
    }
}

// `values` come after the axes. A single axis is the slew's unless the template says load.
static void put_values(reader *r, const char *text) {
    double v[CG_TABLE_MAX * CG_TABLE_MAX];
    cg_table *t = r->table;
    const int n = parse_numbers(text, v, CG_TABLE_MAX * CG_TABLE_MAX);
    const bool load_first = r->of && r->of->load_first;
    const int n0 = r->n[0] ? r->n[0] : 1, n1 = r->n[1] ? r->n[1] : 1;
    if (n0 < 0 || n1 < 0 || n != n0 * n1) {
        r->bad = true;
        return;
    }
    const int s = load_first ? 1 : 0;
    t->n_slew = load_first ? n1 : n0;
    t->n_load = load_first ? n0 : n1;
    for (int i = 0; i < t->n_slew; i++) t->slew[i] = r->rows[s][i] * r->ps;
    for (int i = 0; i < t->n_load; i++) t->load[i] = r->rows[1 - s][i];
    for (int i = 0; i < n0; i++) {
        for (int k = 0; k < n1; k++) t->at[load_first ? k : i][load_first ? i : k] = v[i * n1 + k] * r->ps;
    }
}

static int pin_named(const cg_gate *g, const char *name) {
    for (int i = 0; i < g->n_pins; i++) {
        if (!strcmp(g->pins[i].name, name)) return i;
    }
    return -1;
}

// Through logic only: not from a clock, not of a cell that stores.
static bool is_logic(const reader *r) {
    for (int i = 0; i < r->tech->n_flops; i++) {
        if (!strncmp(r->gate->name, r->tech->flops[i], strlen(r->tech->flops[i]))) return false;
    }
    return r->timing.there && (!*r->timing.type || !strncmp(r->timing.type, "combinational", 13));
}

static void end_timing(reader *r) {
    char *save = NULL;
    if (!is_logic(r)) return;
    for (char *w = strtok_r(r->timing.related, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        cg_gate *g = r->gate;
        g->arcs = cg_array_grow(g->arcs, (size_t)g->n_arcs, sizeof *g->arcs);
        r->inputs = cg_array_grow(r->inputs, (size_t)g->n_arcs, sizeof *r->inputs);
        snprintf(r->inputs[g->n_arcs], sizeof *r->inputs, "%.60s", w);
        cg_arc *a = &g->arcs[g->n_arcs++];
        *a = (cg_arc){.out = (int)(r->pin - g->pins)};
        a->same = strncmp(r->timing.sense, "negative", 8) != 0;
        a->opposite = strncmp(r->timing.sense, "positive", 8) != 0;
        for (int e = 0; e < 2; e++) {
            a->delay[e] = r->timing.t[e];
            a->slew[e] = r->timing.t[2 + e];
        }
    }
}

static void end_gate(reader *r) {
    const cg_latch *latch = &r->tech->latch;
    r->gate->gate =
        *latch->cell && !strcmp(r->gate->name, latch->cell) ? pin_named(r->gate, latch->gate) : -1;
    for (int i = 0; i < r->gate->n_arcs; i++) {
        r->gate->arcs[i].in = pin_named(r->gate, r->inputs[i]);
        if (r->gate->arcs[i].in < 0) r->bad = true;
    }
    r->gate = NULL;
}

static void set_unit(reader *r, const char *value) {
    char *unit;
    const double v = strtod(value, &unit);
    r->ps = v * (!strcmp(unit, "ns") ? 1000 : !strcmp(unit, "us") ? 1e6 : !strcmp(unit, "fs") ? 1e-3 : 1);
}

static void pin_attribute(reader *r, const char *name, const char *value) {
    cg_pin *p = r->pin;
    if (!strcmp(name, "direction")) p->output = !strcmp(value, "output");
    const double v = strtod(value, NULL);
    for (int e = 0; e < 2; e++) {
        if (!strcmp(name, "capacitance") && p->cap[e] == 0) p->cap[e] = v;
        if (!strcmp(name, e == CG_RISE ? "rise_capacitance" : "fall_capacitance") && v > 0) p->cap[e] = v;
    }
}

static void read_attribute(reader *r, const char *group, const char *name, const char *value) {
    if (!strcmp(name, "time_unit")) set_unit(r, value);
    if (!strcmp(group, "lu_table_template") && !strcmp(name, "variable_1"))
        r->of->load_first = !strcmp(value, "total_output_net_capacitance");
    if (!strcmp(group, "pin") && r->pin) pin_attribute(r, name, value);
    if (strcmp(group, "timing") != 0) return;
    if (!strcmp(name, "related_pin")) snprintf(r->timing.related, sizeof r->timing.related, "%.250s", value);
    if (!strcmp(name, "timing_sense")) snprintf(r->timing.sense, sizeof r->timing.sense, "%.30s", value);
    if (!strcmp(name, "timing_type")) snprintf(r->timing.type, sizeof r->timing.type, "%.60s", value);
}

static void read_group_list(reader *r, const char *group, const char *name, const char *text) {
    const bool in_template = !strcmp(group, "lu_table_template");
    if (!in_template && !r->table) return;
    for (int i = 0; i < 2; i++) {
        if (strcmp(name, i ? "index_2" : "index_1") != 0) continue;
        double *to = in_template ? r->of->index[i] : r->rows[i];
        const int n = parse_numbers(text, to, CG_TABLE_MAX);
        *(in_template ? &r->of->n[i] : &r->n[i]) = n;
    }
    if (r->table && !strcmp(name, "values")) put_values(r, text);
}

static const char *const TABLES[] = {"cell_rise", "cell_fall", "rise_transition", "fall_transition"};

static void start_group(reader *r, const char *name, const char *text) {
    if (!strcmp(name, "lu_table_template")) start_template(r, text);
    if (!strcmp(name, "cell")) start_gate(r, text);
    if (!strcmp(name, "pin") && r->gate) start_pin(r, text);
    if (!strcmp(name, "timing") && r->pin) memset(&r->timing, 0, sizeof r->timing);
    for (int i = 0; i < 4; i++) {
        if (!strcmp(name, TABLES[i]) && r->pin) start_table(r, i, text);
    }
}

static void end_group(reader *r, const char *name) {
    if (!strcmp(name, "timing") && r->pin) end_timing(r);
    if (!strcmp(name, "cell")) end_gate(r);
    if (!strcmp(name, "pin")) r->pin = NULL;
    r->table = NULL;
}

static void read_group_body(reader *r, const char *group) {
    char name[256], text[WORDS];
    while (*r->at && !r->bad && !take_char(r, '}')) {
        const char *before = r->at;
        word(r, name, sizeof name);
        if (take_char(r, ':')) {
            word(r, text, sizeof text);
            read_attribute(r, group, name, text);
            r->at += strcspn(r->at, ";\n}");
        } else if (take_char(r, '(')) {
            read_bracketed_words(r, text);
            if (take_char(r, '{')) {
                start_group(r, name, text);
                read_group_body(r, name);
                end_group(r, name);
            } else {
                read_group_list(r, group, name, text);
            }
        } else if (r->at == before && *r->at) {
            r->at++; // a semicolon
        }
    }
}

// -------------------------------------------------------------------------------------------------- outside

static char *read_library_text(const char *path) {
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (in && getdelim(&text, &size, '\0', in) < 0) {
        free(text);
        text = NULL;
    }
    if (in) fclose(in);
    return text;
}

bool cg_library_read(const char *path, const cg_tech *t, cg_library *l) {
    char *text = read_library_text(path);
    *l = (cg_library){0};
    if (!text) return false;
    reader *r = calloc(1, sizeof *r);
    if (!r) abort();
    *r = (reader){.at = text, .tech = t, .cells = l, .ps = 1000};
    read_group_body(r, "");
    const bool good = !r->bad && l->n > 0;
    CG_FREE(r->templates, r->inputs, r, text);
    if (!good) cg_library_free(l);
    return good;
}

const cg_gate *cg_library_gate(const cg_library *l, const char *cell) {
    for (int i = 0; i < l->n; i++) {
        if (!strcmp(l->gates[i].name, cell)) return &l->gates[i];
    }
    return NULL;
}

// The interval of an axis: of the points around v, the first; at the ends the last interval there is.
static int interval(const double *axis, int n, double v) {
    int i = 1;
    while (i < n - 1 && axis[i] <= v) i++;
    return i - 1;
}

double cg_table_at(const cg_table *t, double slew, double load) {
    const int s = t->n_slew > 1 ? interval(t->slew, t->n_slew, slew) : 0;
    const int l = t->n_load > 1 ? interval(t->load, t->n_load, load) : 0;
    const double fs = t->n_slew > 1 ? (slew - t->slew[s]) / (t->slew[s + 1] - t->slew[s]) : 0;
    const double fl = t->n_load > 1 ? (load - t->load[l]) / (t->load[l + 1] - t->load[l]) : 0;
    const int s1 = t->n_slew > 1 ? s + 1 : s, l1 = t->n_load > 1 ? l + 1 : l;
    const double a = t->at[s][l] + fl * (t->at[s][l1] - t->at[s][l]);
    const double b = t->at[s1][l] + fl * (t->at[s1][l1] - t->at[s1][l]);
    return a + fs * (b - a);
}

void cg_library_free(cg_library *l) {
    for (int i = 0; i < l->n; i++) {
        CG_FREE(l->gates[i].pins, l->gates[i].arcs);
    }
    free(l->gates);
    *l = (cg_library){0};
}
