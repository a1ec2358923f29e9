#include "steps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "timing.h"

// ----------------------------------------------------------------------------------------------- sources

void cg_sources_read(const char *file_list, cg_sources *s) {
    char *line = NULL;
    size_t size = 0;
    FILE *list = fopen(file_list, "r");
    *s = (cg_sources){0};
    while (list && getline(&line, &size, list) >= 0) {
        s->files = cg_array_grow(s->files, s->n, sizeof *s->files);
        s->files[s->n++] = cg_text_copy_n(line, strcspn(line, "\n"));
    }
    free(line);
    if (list) fclose(list);
}

void cg_sources_free(cg_sources *s) {
    for (size_t i = 0; i < s->n; i++) free(s->files[i]);
    free(s->files);
    *s = (cg_sources){0};
}

// Of an instance whose module the hierarchy does not list, as a row of storage's (rtl/cohgen_row.sv).
static bool is_of_base(const char *type, const char *base, size_t n) {
    size_t length;
    const char *its = cg_module_base(type, &length);
    return length == n && !strncmp(its, base, n);
}

// Is there a module of this name, n characters long, in or below `m`?
static bool is_below(const cg_hierarchy *h, const cg_module *m, const char *base, size_t n) {
    if (strlen(m->base) == n && !strncmp(m->base, base, n)) return true;
    for (int i = 0; i < m->n_cells; i++) {
        const char *type = m->cells[i].type;
        const cg_module *child = cg_module_find(h, type);
        if (!child && cg_wrapper_of_macro(type)) type = cg_wrapper_of_macro(type);
        if (child ? is_below(h, child, base, n) : is_of_base(type, base, n)) return true;
    }
    return false;
}

bool cg_block_needs(const cg_block *b, const cg_hierarchy *h, const char *file) {
    const size_t n = strcspn(file, ".");
    return (n > 4 && !strncmp(file + n - 4, "_pkg", 4)) || is_below(h, b->module, file, n);
}

// --------------------------------------------------------------------------------------------- the script

static bool has_latches(const cg_tech *t) {
    return *t->latch.cell != '\0';
}

// Begins to read sources; in place of the SRAM wrapper a black box, unless `srams`.
static void print_read(FILE *out, const cg_tech *t, bool srams) {
    if (!srams)
        fputs("read_verilog -sv home/synth/" CG_SRAM_WRAPPER ".v home/synth/" CG_SRAM_WRAPPER_1RW ".v\n",
              out);
    fprintf(out, "read_verilog -sv -defer%s", has_latches(t) ? " -DCOHGEN_LATCHES" : "");
}

static bool is_sram(const char *file) {
    return !strcmp(file, CG_SRAM_WRAPPER ".sv") || !strcmp(file, CG_SRAM_WRAPPER_1RW ".sv");
}

static void print_reads_of(FILE *out, const cg_synthesis *y, const cg_block *b, bool srams) {
    print_read(out, y->tech, srams);
    for (size_t i = 0; i < y->sources->n; i++) {
        const char *file = y->sources->files[i];
        if ((srams || !is_sram(file)) && cg_block_needs(b, y->hierarchy, file))
            fprintf(out, " design/rtl/%s", file);
    }
    fputc('\n', out);
}

// What stands for @NAME@ in a script of synth/.
typedef struct {
    const char *name, *text;
} filled_in;

// Prints what stands for the name at `p`; its length, 0: none is there.
static size_t print_filled_in(FILE *out, const filled_in *f, const char *p) {
    for (; f->name; f++) {
        const size_t n = strlen(f->name);
        if (strncmp(p, f->name, n) != 0) continue;
        fputs(f->text, out);
        return n;
    }
    return 0;
}

// A line that begins with one of these words and a colon is for some runs only.
typedef struct {
    const char *word;
    bool wanted;
} condition;

static const char *past_condition(const char *p, const char *end, const condition *c) {
    for (; c->word; c++) {
        const size_t n = strlen(c->word);
        if (!strncmp(p, c->word, n) && !strncmp(p + n, ": ", 2)) return c->wanted ? p + n + 2 : end;
    }
    return p;
}

static void print_yosys_steps(FILE *out, const char *text, const filled_in *f, const condition *c) {
    for (const char *p = text; *p;) {
        const char *end = p + strcspn(p, "\n");
        p = past_condition(p, end, c);
        while (p < end) {
            const size_t n = print_filled_in(out, f, p);
            if (!n) fputc(*p, out);
            p += n ? n : 1;
        }
        fputc('\n', out);
        if (*p) p++;
    }
}

// Yosys marks a cell whose module it did not know when it read the parent, and reads the parent again when
// the module comes; its text names modules that are gone by then. Controllers with tags were read again when
// those of their tags came. A local memory has none: its arrays would be the first that come. Their ports are
// those of the black box that they were elaborated with.
static void print_marks_taken(FILE *out, const cg_spec *s) {
    for (int i = 0; i < s->n_machines; i++)
        if (s->machines[i].local)
            fprintf(out, "setattr -unset reprocess_after %s_%s/c:*\n", s->name, s->machines[i].name);
}

static void print_arrays(FILE *out, const cg_synthesis *y) {
    char words[32];
    const filled_in f[] = {{"@MACROS_FROM@", words}, {NULL, NULL}};
    const condition when[] = {
        {"flops", !has_latches(y->tech)}, {"latches", has_latches(y->tech)}, {NULL, false}};
    snprintf(words, sizeof words, "%d", y->macros_from);
    print_marks_taken(out, y->spec);
    print_yosys_steps(out, y->arrays, f, when);
}

char *cg_elaboration_script(const char *protocol, const cg_synthesis *y) {
    char *text = NULL;
    FILE *out = cg_text_open(&text, NULL);
    print_read(out, y->tech, false);
    for (size_t i = 0; i < y->sources->n; i++)
        if (!is_sram(y->sources->files[i])) fprintf(out, " rtl/%s", y->sources->files[i]);
    fprintf(out, "\nhierarchy -check -top %s_system\n", protocol);
    print_arrays(out, y);
    fprintf(out, "tee -q -o elab.txt dump -m t:* t:$* %%d t:$paramod* %%u\n");
    fclose(out);
    return text;
}

static void print_map(FILE *out, const cg_synthesis *y, const char *script, const cg_block *b, bool tree) {
    char clock_ps[32];
    const filled_in f[] = {{"@LIBERTY@", y->tech->liberty},
                           {"@CLOCK_PS@", clock_ps},
                           {"@TOP@", b->module->base},
                           {"@LATCH_MAP@", y->tech->latch.map},
                           {NULL, NULL}};
    const condition when[] = {
        {"flat", !tree}, {"tree", tree}, {"latches", has_latches(y->tech)}, {NULL, false}};
    snprintf(clock_ps, sizeof clock_ps, "%d", y->tech->clock_ps);
    print_yosys_steps(out, script, f, when);
}

// `srams`: the wrapper has been read, all arrays are what it says.
static void print_top(FILE *out, const cg_synthesis *y, const cg_block *b, bool srams) {
    char *params = cg_text_copy(b->module->params), *save = NULL;
    fprintf(out, "hierarchy -check -top %s", b->module->base);
    for (char *w = strtok_r(params, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        char *value = strchr(w, '=');
        fprintf(out, " -chparam %.*s %s", (int)(value - w), w, value + 1);
    }
    fputc('\n', out);
    if (!srams) print_arrays(out, y);
    if (b->kind == CG_BLOCK_GLUE) fprintf(out, "blackbox %s %%n\n", b->module->base);
    free(params);
}

// Netlists for cg_time_block(): as mapped, and as the source names it.
static void print_netlists(FILE *out, const cg_synthesis *y, const cg_block *b) {
    static const char form[] = "write_blif -gates -cname -icells -impltf";
    fprintf(out, "%s net.blif\ndesign -reset\n", form);
    print_reads_of(out, y, b, false);
    print_top(out, y, b, false);
    print_map(out, y, y->names, b, false);
    fprintf(out, "%s names.blif\n", form);
}

char *cg_synthesis_script(const cg_synthesis *y, const cg_block *b, bool tree) {
    char *text = NULL;
    FILE *out = cg_text_open(&text, NULL);
    const bool fpga = y->tech->kind == CG_TECH_ICE40; // block RAMs: its own steps choose
    print_reads_of(out, y, b, fpga);
    print_top(out, y, b, fpga);
    print_map(out, y, y->map, b, tree);
    if (fpga) fputs("write_json net.json\n", out);
    // With a top and several modules, Yosys 0.23 prints text in the middle of its JSON.
    if (tree) fputs("setattr -mod -unset top *\n", out);
    fputs("tee -q -o cells.json stat -json\n", out);
    if (cg_is_timed(y->tech, tree)) print_netlists(out, y, b);
    fclose(out);
    return text;
}

// ------------------------------------------------------------------------------------------------- timing

bool cg_is_timed(const cg_tech *t, bool tree) {
    return !tree && t->kind == CG_TECH_CELLS;
}

bool cg_time_block(const char *folder, const cg_tech *t, bool hits) {
    enum { PATH_SIZE = 4096 + 64 };
    char net[PATH_SIZE], names[PATH_SIZE], paths[PATH_SIZE];
    cg_library l;
    cg_netlist n;
    snprintf(net, sizeof net, "%s/net.blif", folder);
    snprintf(names, sizeof names, "%s/names.blif", folder);
    snprintf(paths, sizeof paths, "%s/paths.json", folder);
    if (!cg_library_read(t->liberty, t, &l)) return false;
    json_object *o = NULL;
    if (cg_netlist_read(net, names, &l, &n)) {
        o = cg_timing(&n, hits);
        cg_netlist_free(&n);
    }
    cg_library_free(&l);
    const bool good = o && json_object_to_file(paths, o) == 0;
    json_object_put(o);
    return good;
}

// ---------------------------------------------------------------------------------------------- placement

const cg_device *cg_device_for(const cg_tech *t, const cg_logic *l) {
    for (int i = 0; i < t->n_devices; i++) {
        const cg_device *d = &t->devices[i];
        const long need = l->luts > l->flops ? l->luts : l->flops;
        if (need <= d->luts && l->brams <= d->brams) return d;
    }
    return NULL;
}

void cg_placement_command(const cg_device *d, char *net, char *report, char *argv[CG_PLACEMENT_ARGS]) {
    char *const command[CG_PLACEMENT_ARGS] = {"timeout",  "600",       "nextpnr-ice40",
                                              d->option,  "--package", d->package,
                                              "--json",   net,         "--pcf-allow-unconstrained",
                                              "--report", report,      NULL};
    memcpy(argv, command, sizeof command);
}
