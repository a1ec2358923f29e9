// note [pins]: pins are wires and nothing else, so they are added to the text of the modules when that is
// done: which level has them follows from who stands in whom, and no emitter and no part need know of them.
#include "pins.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/internal.h"
#include "base/memory.h"

// A file of the design has one module, of its name, or a package, which nobody instantiates.
static size_t module_length(const cg_file *f) {
    const char *dot = strrchr(f->name, '.');
    return dot && !strcmp(dot, ".sv") ? (size_t)(dot - f->name) : 0;
}

static bool is_wrapper(const cg_file *f) {
    return !strncmp(f->name, "cohgen_sram_", 12) && module_length(f);
}

// Does the line begin an instance of the module? "  cohgen_x #(" or "  cohgen_x u_y (".
static bool instantiates(const char *line, const char *module, size_t n) {
    line += strspn(line, " ");
    return !strncmp(line, module, n) && line[n] == ' ' &&
           (line[n + 1] == '#' || !strncmp(line + n + 1, "u_", 2));
}

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool has_instance(const cg_file *in, const cg_file *of) {
    for (const char *line = in->text; *line; line = next_line(line))
        if (instantiates(line, of->name, module_length(of))) return true;
    return false;
}

// Does the line begin an instance of a module that has pins?
static bool begins_one(const cg_files *files, const bool *has, const char *line) {
    for (int i = 0; i < files->n; i++)
        if (has[i] && instantiates(line, files->files[i].name, module_length(&files->files[i]))) return true;
    return false;
}

// Which files have pins: wrappers, and what has an instance of one that has.
static bool *files_with_pins(const cg_files *files) {
    bool *has = calloc((size_t)files->n + 1, sizeof *has);
    if (!has) abort();
    for (int i = 0; i < files->n; i++) has[i] = is_wrapper(&files->files[i]);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < files->n; i++) {
            for (int k = 0; k < files->n && !has[i] && module_length(&files->files[i]); k++)
                if (has[k] && has_instance(&files->files[i], &files->files[k])) has[i] = more = true;
        }
    }
    return has;
}

static void print_ports(FILE *out, const cg_sram *sram) {
    for (int i = 0; i < sram->n_pins; i++) {
        const cg_sram_pin *p = &sram->pins[i];
        fputs("  input  logic ", out);
        if (p->width > 1) fprintf(out, "[%d:0] ", p->width - 1);
        fprintf(out, "%s_i, // of memories\n", p->name);
    }
}

static void print_connections(FILE *out, const cg_sram *sram) {
    for (int i = 0; i < sram->n_pins; i++)
        fprintf(out, "\n    .%s_i(%s_i),", sram->pins[i].name, sram->pins[i].name);
}

// The model of a memory has no use for them.
static void print_unused(FILE *out, const cg_sram *sram) {
    fputs("  logic unused_pins; // the macro's\n  assign unused_pins = ^{", out);
    for (int i = 0; i < sram->n_pins; i++) fprintf(out, "%s%s_i", i ? ", " : "", sram->pins[i].name);
    fputs("};\n\n", out);
}

// The text behind the clock's connection ".clk_i (clk_i)," in this line; NULL: it is not here.
static const char *behind_clock(const char *line) {
    const char *end = next_line(line), *at = strstr(line, ".clk_i");
    if (!at || at >= end) return NULL;
    at += strlen(".clk_i");
    at += strspn(at, " ");
    return strncmp(at, "(clk_i),", 8) ? NULL : at + 8;
}

static bool is_clock_port(const char *line) {
    line += strspn(line, " ");
    if (strncmp(line, "input ", 6) != 0) return false;
    line += 6;
    line += strspn(line, " ");
    if (strncmp(line, "logic ", 6) != 0) return false;
    line += 6;
    line += strspn(line, " ");
    return !strncmp(line, "clk_i,", 6);
}

static void add_pins(cg_file *f, const cg_files *files, const bool *has, const cg_sram *sram) {
    char *text = f->text;
    bool ported = false, open = false; // the module has its ports; an instance waits for its connections
    FILE *out = cg_text_open(&f->text, &f->size);
    for (const char *line = text; *line;) {
        const char *end = next_line(line), *cut = NULL;
        if (begins_one(files, has, line)) {
            if (open) CG_INTERNAL("an instance without a clock, where memories have pins: %s", f->name);
            open = true;
        }
        if (open) cut = behind_clock(line);
        if (is_wrapper(f) && !strncmp(line, "endmodule", 9)) print_unused(out, sram);
        fwrite(line, 1, (size_t)((cut ? cut : end) - line), out);
        if (cut) {
            print_connections(out, sram);
            fwrite(cut, 1, (size_t)(end - cut), out);
            open = false;
        }
        if (!ported && is_clock_port(line)) {
            print_ports(out, sram);
            ported = true;
        }
        line = end;
    }
    fclose(out);
    if (!ported || open) CG_INTERNAL("a module without a clock, where memories have pins: %s", f->name);
    free(text);
}

// Is "NAME_i" a word of the text?
static bool has_word(const char *text, const char *name) {
    char word[CG_SRAM_PIN_NAME + 2];
    const size_t n = (size_t)snprintf(word, sizeof word, "%s_i", name);
    for (const char *at = text; (at = strstr(at, word)); at += n)
        if ((at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')) &&
            !isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
    return false;
}

static const char *taken_pin(const cg_files *files, const bool *has, const cg_sram *sram) {
    for (int i = 0; i < sram->n_pins; i++)
        for (int k = 0; k < files->n; k++)
            if (has[k] && has_word(files->files[k].text, sram->pins[i].name)) return sram->pins[i].name;
    return NULL;
}

const char *cg_pins_pass(cg_files *files, const cg_sram *sram) {
    if (!sram->n_pins) return NULL;
    bool *has = files_with_pins(files);
    const char *taken = taken_pin(files, has, sram);
    for (int i = 0; i < files->n && !taken; i++)
        if (has[i]) add_pins(&files->files[i], files, has, sram);
    free(has);
    return taken;
}
