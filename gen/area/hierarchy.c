// Modules and instances of an elaborated design, from Yosys' `dump -m`:
//
//   module $paramod$7f27...\cohgen_fifo
//     parameter \Width 622
//   module \rcc_l1
//     cell \cohgen_sram_macro \u_sram
//       parameter signed \Depth 64
//     end
#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "base/memory.h"

const char *cg_module_base(const char *name, size_t *n) {
    const char *from = strchr(name, '\\');
    from = from ? from + 1 : name;
    *n = strcspn(from, "\\");
    return from;
}

static char *copy_base(const char *name) {
    size_t n;
    const char *base = cg_module_base(name, &n);
    return cg_text_copy_n(base, n);
}

static const char *without_backslash(const char *name) {
    return *name == '\\' ? name + 1 : name;
}

// A constant as Yosys dumps it: 64, or 32'00000000000000000000000001000000.
static long parse_constant(const char *text) {
    const char *quote = strchr(text, '\'');
    return quote ? strtol(quote + 1, NULL, 2) : strtol(text, NULL, 10);
}

static void start_module(cg_hierarchy *h, const char *name) {
    h->modules = cg_array_grow(h->modules, (size_t)h->n_modules, sizeof *h->modules);
    const char *p = without_backslash(name);
    h->modules[h->n_modules++] = (cg_module){
        .name = cg_text_copy_n(p, strlen(p)), .base = copy_base(name), .params = cg_text_copy_n("", 0)};
}

static void start_cell(cg_module *m, const char *type, const char *name) {
    m->cells = cg_array_grow(m->cells, (size_t)m->n_cells, sizeof *m->cells);
    const char *t = without_backslash(type), *n = without_backslash(name);
    m->cells[m->n_cells++] =
        (cg_instance){.type = cg_text_copy_n(t, strlen(t)), .name = cg_text_copy_n(n, strlen(n))};
}

static void array_parameter(cg_sram_array *a, const char *name, long value) {
    if (!strcmp(name, "Depth")) a->depth = value;
    if (!strcmp(name, "Lanes")) a->lanes = value;
    if (!strcmp(name, "LaneBits")) a->lane_bits = value;
}

static void module_parameter(cg_module *m, const char *name, long value) {
    char *text = malloc(strlen(m->params) + strlen(name) + 32);
    if (!text) abort();
    sprintf(text, "%s%s%s=%ld", m->params, *m->params ? " " : "", name, value);
    free(m->params);
    m->params = text;
    if (cg_is_sram_wrapper(m->base)) array_parameter(&m->logic, name, value);
}

static void cell_parameter(cg_instance *c, const char *name, long value) {
    if (cg_wrapper_of_macro(c->type)) array_parameter(&c->macro, name, value);
}

static void read_hierarchy_line(cg_hierarchy *h, char *line, bool *in_cell) {
    char *word[5] = {0}, *save = NULL;
    int n = 0;
    for (char *w = strtok_r(line, " \n", &save); w && n < 5; w = strtok_r(NULL, " \n", &save)) word[n++] = w;
    if (n == 0) return;
    cg_module *m = h->n_modules ? &h->modules[h->n_modules - 1] : NULL;
    if (!strcmp(word[0], "module") && n >= 2) {
        start_module(h, word[1]);
        *in_cell = false;
    } else if (m && !strcmp(word[0], "cell") && n >= 3) {
        start_cell(m, word[1], word[2]);
        *in_cell = true;
    } else if (!strcmp(word[0], "end")) {
        *in_cell = false;
    } else if (m && !strcmp(word[0], "parameter") && n >= 3) {
        const char *name = without_backslash(word[n - 2]);
        if (*in_cell)
            cell_parameter(&m->cells[m->n_cells - 1], name, parse_constant(word[n - 1]));
        else
            module_parameter(m, name, parse_constant(word[n - 1]));
    }
}

bool cg_hierarchy_read(const char *path, cg_hierarchy *h) {
    char *line = NULL;
    size_t size = 0;
    bool in_cell = false;
    *h = (cg_hierarchy){0};
    FILE *in = fopen(path, "r");
    if (!in) return false;
    while (getline(&line, &size, in) >= 0) read_hierarchy_line(h, line, &in_cell);
    free(line);
    fclose(in);
    return true;
}

const cg_module *cg_module_find(const cg_hierarchy *h, const char *name) {
    for (int i = 0; h && i < h->n_modules; i++) {
        if (!strcmp(h->modules[i].name, without_backslash(name))) return &h->modules[i];
    }
    return NULL;
}

void cg_hierarchy_free(cg_hierarchy *h) {
    for (int i = 0; i < h->n_modules; i++) {
        cg_module *m = &h->modules[i];
        for (int k = 0; k < m->n_cells; k++) {
            CG_FREE(m->cells[k].type, m->cells[k].name);
        }
        CG_FREE(m->cells, m->name, m->base, m->params);
    }
    free(h->modules);
    *h = (cg_hierarchy){0};
}
