// The wires of a table's terms, and the instances of parts that its functions are bound to: note [functions]
// in lang/function.h.
#include "terms_parts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/function.h"

// ---------------------------------------------------------------------------------------------- texts

char *sv_say(sv_terms *s, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    char *text = cg_arena_vprintf(s->arena, fmt, args);
    va_end(args);
    return text;
}

char *sv_text_of_expr(sv_terms *s, const cg_msg *msg, const cg_expr *x, int width) {
    char *text = NULL;
    FILE *f = cg_text_open(&text, NULL);
    sv_expr(f, s->m, msg, x, width, s->names);
    fclose(f);
    char *copy = cg_arena_strdup(s->arena, text);
    free(text);
    return copy;
}

static bool is_name_taken(const sv_terms *s, const char *name) {
    bool yes = s->names->is_wire && s->names->is_wire(s->names->context, name); // a let has it
    for (int i = 0; i < s->n; i++) yes |= !strcmp(s->wires[i].name, name);
    return yes;
}

const char *sv_wire_of(sv_terms *s, const char *kind, const char *key, bool partly, bool *new) {
    const char *begins = sv_say(s, "%s%s", s->prefix, kind);
    int number = 0;
    for (int i = 0; i < s->n; i++) {
        *new = false;
        if (!strcmp(s->wires[i].key, key)) return s->wires[i].name;
        number += !strncmp(s->wires[i].name, begins, strlen(begins));
    }
    *new = true;
    char *name = sv_say(s, "%s%d", begins, number);
    while (is_name_taken(s, name)) name = sv_say(s, "%s%d", begins, ++number);
    s->wires = cg_array_grow(s->wires, (size_t)s->n, sizeof *s->wires);
    s->wires[s->n++] = (wire){sv_say(s, "%s", key), name, partly};
    return name;
}

// ------------------------------------------------------------------------------------------ functions

static void add_wire(sv_terms *s, const char *name) {
    s->wires = cg_array_grow(s->wires, (size_t)s->n, sizeof *s->wires);
    s->wires[s->n++] = (wire){sv_say(s, "result %s", name), sv_say(s, "%s", name), true};
}

// The instance of a function's part with these operands, and a wire for each of its results.
static void print_instance(sv_terms *s, const char *name, const cg_function *f, const char *const *operands) {
    const cg_part part = (cg_part)f->part;
    const char *widths = "", *ports = "";
    int first = 0;
    const int n = cg_operands_of_part(part, &first);
    for (int k = 0; k < n; k++) {
        const cg_part_operand_row *row = &CG_PART_OPERANDS[first + k];
        widths = sv_say(s, "%s%s.%s(%d)", widths, k ? ", " : "", row->parameter, f->width[k]);
        ports = sv_say(s, "%s%s.%s_i(%s)", ports, k ? ", " : "", row->name, operands[k]);
    }
    for (int k = 0; k < CG_N_PART_RESULTS; k++) {
        const char *result = CG_PART_RESULTS[k].name;
        if (CG_PART_RESULTS[k].part != part) continue;
        ports = sv_say(s, "%s, .%s_o(%s_%s)", ports, result, name, result);
        fputs("  logic ", s->out);
        sv_range(s->out, cg_result_width((cg_part_result)k, f->width));
        fprintf(s->out, "%s_%s;\n", name, result);
        add_wire(s, sv_say(s, "%s_%s", name, result));
    }
    fprintf(s->out, "  cohgen_%s #(%s) u_%s (%s); // %s\n", CG_PARTS[part].name, widths, name, ports,
            f->name);
}

const char *sv_result_of_function(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    const cg_function *f = cg_function_of(s->names->plan->spec, x);
    const char *part = CG_PARTS[f->part].name, *key = f->name;
    const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS];
    const char *texts[CG_MAX_FUNCTION_OPERANDS];
    const int n = cg_operands_of(x, operands);
    for (int k = 0; k < n; k++) {
        texts[k] = sv_text_of_expr(s, msg, operands[k], f->width[k]);
        key = sv_say(s, "%s, %s", key, texts[k]);
    }
    bool new;
    const char *name = sv_wire_of(s, part, key, false, &new);
    if (new) print_instance(s, name, f, texts);
    return sv_say(s, "%s_%s", name, CG_PART_RESULTS[x->field].name);
}
