#include "design.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/folder.h"
#include "base/json_write.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/process.h"
#include "emit/sv/emit.h"
#include "fusesoc.h"
#include "macros.h"
#include "pins.h"

// ------------------------------------------------------------------------------------------ the files

typedef struct {
    cg_files all;         // SystemVerilog first, in the order a compiler needs
    int n_own, n_sources; // n_own: without parts
    char **parts;         // all that there are, by their files' names
    int n_parts;
} design;

static char *read_whole(const char *path, size_t *size) {
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    char *text = NULL;
    FILE *out = cg_text_open(&text, size);
    char buf[4096];
    size_t n;
    while ((n = fread(buf, 1, sizeof buf, in)) > 0) fwrite(buf, 1, n, out);
    fclose(in);
    fclose(out);
    return text;
}

static bool mentioned(const design *d, const char *module) {
    const size_t len = strlen(module);
    for (int i = 0; i < d->all.n; i++) {
        for (const char *p = d->all.files[i].text; (p = strstr(p, module)); p += len) {
            const char after = p[len];
            if (after == ' ' || after == '\n' || after == '#') return true;
        }
    }
    return false;
}

static bool has_file(const design *d, const char *name) {
    for (int i = 0; i < d->all.n; i++) {
        if (!strcmp(d->all.files[i].name, name)) return true;
    }
    return false;
}

static int is_part(const struct dirent *e) {
    const size_t n = strlen(e->d_name);
    return n > 3 && !strncmp(e->d_name, "cohgen_", 7) && !strcmp(e->d_name + n - 3, ".sv");
}

static int find_parts(design *d, const char *dir, cg_diags *diags) {
    struct dirent **list;
    const int n = scandir(dir, &list, is_part, alphasort);
    if (n <= 0) {
        cg_diag_add(diags, CG_E_IO, dir, 0, 0, NULL, NULL, "no hardware parts (cohgen_*.sv) in this folder");
        return 2;
    }
    for (int i = 0; i < n; i++) {
        d->parts = cg_array_grow(d->parts, (size_t)d->n_parts, sizeof *d->parts);
        d->parts[d->n_parts++] = strdup(list[i]->d_name);
        free(list[i]);
    }
    free(list);
    return 0;
}

static bool add_part(design *d, const char *dir, const char *name) {
    char path[4096];
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    char *text = read_whole(path, &size);
    if (!text) return false;
    FILE *out = cg_files_open(&d->all, "%s", name);
    fwrite(text, 1, size, out);
    fclose(out);
    free(text);
    return true;
}

// The parts of rtl/ that the design instantiates, and those that they do.
static void add_used_parts(design *d, const char *dir) {
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < d->n_parts; i++) {
            char module[256];
            snprintf(module, sizeof module, "%.*s", (int)strlen(d->parts[i]) - 3, d->parts[i]);
            if (!has_file(d, d->parts[i]) && mentioned(d, module)) more |= add_part(d, dir, d->parts[i]);
        }
    }
}

// The others: the core of the parts has all, so that it is the same beside each design.
static void add_other_parts(design *d, const char *dir) {
    for (int i = 0; i < d->n_parts; i++)
        if (!has_file(d, d->parts[i])) add_part(d, dir, d->parts[i]);
}

// Lines are broken where they are too long.
static void wrap(cg_file *f) {
    char *text = f->text;
    FILE *out = cg_text_open(&f->text, &f->size);
    sv_wrap(out, text);
    fclose(out);
    free(text);
}

// The last file is whole.
static void end_source(design *d, FILE *out) {
    fclose(out);
    wrap(&d->all.files[d->all.n - 1]);
}

static void sources(design *d, const cg_plan *plan) {
    const cg_spec *s = plan->spec;
    FILE *out = cg_files_open(&d->all, "%s_pkg.sv", plan->name);
    sv_emit_package(out, plan);
    end_source(d, out);
    for (int i = 0; i < s->n_machines; i++) {
        out = cg_files_open(&d->all, "%s_%s_table.sv", plan->name, s->machines[i].name);
        sv_emit_table(out, plan, i);
        end_source(d, out);
        out = cg_files_open(&d->all, "%s_%s.sv", plan->name, s->machines[i].name);
        sv_emit_control(out, plan, i);
        end_source(d, out);
    }
    out = cg_files_open(&d->all, "%s_system.sv", plan->name);
    sv_emit_system(out, plan);
    end_source(d, out);
    d->n_own = d->all.n;
}

// Ships: assertions stay, and latches for rows of storage; what else is for our own simulations and proofs
// goes.
static void leave_out_simulation(design *d) {
    for (int i = 0; i < d->all.n; i++) {
        cg_file *f = &d->all.files[i];
        char *text = cg_without_macros(f->text, "COHGEN_ASSERT COHGEN_LATCHES");
        free(f->text);
        f->text = text;
        f->size = strlen(text);
        if (i < d->n_own) wrap(f); // an end of a statement may have joined a line
    }
}

// The name of the i-th source in the order in which tools read them: parts, then the design's own. Of a
// package that it has read Yosys gives every later module a copy, and spends most of its time on them; parts
// need none.
static const char *source_to_read(const design *d, int i) {
    const int n_parts = d->n_sources - d->n_own;
    return d->all.files[i < n_parts ? d->n_own + i : i - n_parts].name;
}

static void write_file_list(design *d, const char *name) {
    FILE *out = cg_files_open(&d->all, "%s.f", name);
    for (int i = 0; i < d->n_sources; i++) fprintf(out, "%s\n", source_to_read(d, i));
    fclose(out);
}

static void describe_cores(design *d, const cg_plan *plan) {
    FILE *out = cg_files_open(&d->all, "%s.core", plan->name);
    cg_print_design_core(out, plan, d->all.files, d->n_own);
    fclose(out);
    out = cg_files_open(&d->all, "cohgen_parts.core");
    cg_print_parts_core(out, d->parts, d->n_parts);
    fclose(out);
}

static json_object *machine_manifest_json(cg_arena *a, const cg_plan *p, const cg_machine *m) {
    json_object *o = json_object_new_object();
    cg_json_put_text(o, "module", cg_arena_printf(a, "%s_%s", p->name, m->name));
    cg_json_put_count(o, "controllers", m->count);
    cg_json_put_count(o, "states", (uint64_t)m->n_states);
    cg_json_put_count(o, "rules", (uint64_t)m->n_rules);
    cg_json_put_count(o, "transitions", (uint64_t)cg_count_transitions(m));
    return cg_json_on_one_line(o);
}

static json_object *manifest_json(const design *d, cg_arena *a, const cg_plan *p, bool instrumented) {
    const cg_spec *s = p->spec;
    json_object *o = json_object_new_object(), *parameters = json_object_new_object();
    json_object *machines = json_object_new_object(), *files = json_object_new_array();
    cg_json_put_text(o, "protocol", s->name);
    cg_json_put_text(o, "top", cg_arena_printf(a, "%s_system", p->name));
    cg_json_put_text(o, "package", cg_arena_printf(a, "%s_pkg", p->name));
    if (instrumented) json_object_object_add(o, "instrumented", json_object_new_boolean(true));
    for (int i = 0; i < s->n_params; i++)
        cg_json_put_count(parameters, s->params[i].name, s->params[i].value);
    json_object_object_add(o, "parameters", parameters);
    for (int i = 0; i < s->n_machines; i++)
        json_object_object_add(machines, s->machines[i].name, machine_manifest_json(a, p, &s->machines[i]));
    json_object_object_add(o, "machines", machines);
    for (int i = 0; i < d->n_sources; i++)
        json_object_array_add(files, json_object_new_string(source_to_read(d, i)));
    json_object_object_add(o, "files", files);
    return o;
}

static void describe_design(design *d, const cg_plan *plan, bool instrumented) {
    write_file_list(d, plan->name);
    describe_cores(d, plan);
    cg_arena *a = cg_arena_new();
    json_object *manifest = manifest_json(d, a, plan, instrumented);
    FILE *out = cg_files_open(&d->all, "manifest.json");
    cg_json_print_spaced(manifest, out);
    fclose(out);
    json_object_put(manifest);
    cg_arena_free(a);
}

static int assemble(design *d, const cg_plan *plan, const cg_design_options *options, cg_diags *diags) {
    sources(d, plan);
    const int bad = find_parts(d, options->parts_dir, diags);
    if (bad) return bad;
    add_used_parts(d, options->parts_dir);
    d->n_sources = d->all.n;
    return 0;
}

static void discard(design *d) {
    for (int i = 0; i < d->n_parts; i++) free(d->parts[i]);
    free(d->parts);
    cg_files_free(&d->all);
}

// -------------------------------------------------------------------------------------------- writing

typedef struct {
    const design *design;
    const cg_plan *plan;
    cg_diags *diags;
} flattening;

// The Verilog-2005 file: hierarchy kept, memories kept as memories.
static int write_flat(void *work, const char *made) {
    const flattening *f = work;
    const design *d = f->design;
    char *script = NULL;
    FILE *out = cg_text_open(&script, NULL);
    fprintf(out, "read_verilog -sv");
    for (int i = 0; i < d->n_sources; i++) fprintf(out, " %s", source_to_read(d, i));
    fprintf(out,
            "; hierarchy -check -top %s_system; proc; opt_clean; memory_collect; opt_clean; "
            "write_verilog -noattr %s_flat.v",
            f->plan->name, f->plan->name);
    fclose(out);
    char *const argv[] = {"yosys", "-q", "-p", script, NULL};
    char log[4096], how[CG_END_TEXT];
    snprintf(log, sizeof log, "%.4000s/yosys.log", made);
    const int err = open(log, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0666);
    const cg_command c = {.argv = argv, .folder = made, .in = -1, .out = -1, .err = err};
    const cg_end end = cg_process_run(&c);
    if (err >= 0) close(err);
    free(script);
    if (end.kind == CG_NOT_STARTED && end.number == ENOENT)
        cg_diag_add(f->diags, CG_E_IO, NULL, 0, 0, NULL, NULL,
                    "--flat needs yosys, which is not installed (Debian package: yosys)");
    else if (!cg_end_is(end, 0))
        cg_diag_add(f->diags, CG_E_IO, NULL, 0, 0, NULL, NULL, "yosys failed while writing the flat file: %s",
                    cg_end_text(end, how));
    if (!cg_end_is(end, 0)) return 3;
    unlink(log);
    return 0;
}

static int add_pins(design *d, const cg_plan *plan, cg_diags *diags) {
    const char *taken = cg_pins_pass(&d->all, &plan->sram);
    if (!taken) return 0;
    cg_diag_add(diags, CG_E_PARAM, "--sram", 0, 0, NULL, NULL,
                "a memory's pin is called '%s', and some module has another port %s_i", taken, taken);
    return 2;
}

int cg_design_write(const cg_plan *plan, const char *dir, const cg_design_options *options, cg_diags *diags) {
    design d = {0};
    flattening flat = {&d, plan, diags};
    const cg_folder_kind kind = {.marker = "manifest.json",
                                 .what = "a design",
                                 .more = options->flat ? write_flat : NULL,
                                 .work = &flat};
    int status = assemble(&d, plan, options, diags);
    if (!status) add_other_parts(&d, options->parts_dir);
    if (!status) status = add_pins(&d, plan, diags);
    if (!status && !options->instrumented) leave_out_simulation(&d);
    if (!status) describe_design(&d, plan, options->instrumented);
    if (!status) status = cg_folder_make(dir, &kind, &d.all, diags);
    discard(&d);
    return status;
}

static uint64_t hash_hardware(uint64_t h, const char *source) {
    char *text = cg_without_macros(source, NULL), *tokens = cg_without_comments(text);
    h = cg_hash_bytes(h, tokens, strlen(tokens));
    free(tokens);
    free(text);
    return h;
}

static void hash_files(const cg_plan *plan, const cg_design_options *options, bool hardware, char out[17]) {
    design d = {0};
    cg_diags *diags = cg_diags_new();
    uint64_t h = CG_HASH_START;
    assemble(&d, plan, options, diags);
    cg_pins_pass(&d.all, &plan->sram);
    const int n = hardware ? d.n_sources : d.all.n; // lists and the manifest are no hardware
    for (int i = 0; i < n; i++)
        h = hardware ? hash_hardware(h, d.all.files[i].text)
                     : cg_hash_bytes(h, d.all.files[i].text, d.all.files[i].size);
    snprintf(out, 17, "%016llx", (unsigned long long)h);
    cg_diags_free(diags);
    discard(&d);
}

void cg_design_signals(FILE *out, const cg_plan *plan, int machine) {
    sv_tell_signals(out, plan, machine);
}

void cg_design_hash(const cg_plan *plan, const cg_design_options *options, char out[17]) {
    hash_files(plan, options, false, out);
}

void cg_hardware_hash(const cg_plan *plan, const cg_design_options *options, char out[17]) {
    hash_files(plan, options, true, out);
}
