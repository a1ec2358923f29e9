// What a controller stores, space by space: types, members of its record, initial values. The fields of a
// cell are the line's, state.c.
#include "emit.h"

static void print_fields(const mu *u, const cg_fields *fields) {
    for (int i = 0; i < fields->n; i++)
        fprintf(u->out, "    %s: %s;\n", mu_name(u, fields->field[i].name),
                mu_type(u, &fields->field[i].type));
}

static void print_thread_type(const mu *u, const cg_machine *m) {
    if (!m->n_thread) return;
    fprintf(u->out, "\n  %s_thread: record -- of each thread\n", m->name);
    print_fields(u, &m->fields[CG_SPACE_THREAD]);
    fprintf(u->out, "  end;\n");
}

static void print_entry_type(const mu *u, const cg_machine *m) {
    FILE *out = u->out;
    if (!mu_has_buffer(m)) return;
    fprintf(out, "\n  %s_entry: record -- of the store buffer: note [store buffer]\n", m->name);
    fprintf(out, "    there: boolean;\n    wanted: boolean; -- out\n");
    fprintf(out, "    has: boolean; -- what is watched\n    data: value_t;\n");
    if (m->words) fprintf(out, "    rest: boolean; -- the other bytes of the word: note [words]\n");
    print_fields(u, &m->fields[CG_SPACE_BUFFER]);
    fprintf(out, "  end;\n");
}

void mu_print_space_type(const mu *u, const cg_machine *m, cg_space space) {
    switch (space) {
    case CG_SPACE_THREAD: print_thread_type(u, m); break;
    case CG_SPACE_BUFFER: print_entry_type(u, m); break;
    case CG_SPACE_REG: // has no record of its own
    case CG_SPACE_LINE:
    case CG_SPACE_MSHR:  // the cell's
    case CG_SPACE_FOUND: // lookup.c
    case CG_N_SPACES: break;
    }
}

void mu_print_space_part(const mu *u, const cg_machine *m, cg_space space) {
    switch (space) {
    case CG_SPACE_REG: print_fields(u, &m->fields[space]); break;
    case CG_SPACE_LINE: fprintf(u->out, "    line: array [line_id] of %s_line;\n", m->name); break;
    case CG_SPACE_THREAD:
        if (m->n_thread) fprintf(u->out, "    thread: array [thread_id] of %s_thread;\n", m->name);
        break;
    case CG_SPACE_BUFFER:
        if (mu_has_buffer(m)) fprintf(u->out, "    buffer: array [line_id] of %s_entry;\n", m->name);
        break;
    case CG_SPACE_MSHR:  // stands with the line
    case CG_SPACE_FOUND: // lookup.c
    case CG_N_SPACES: break;
    }
}

// Each field of `at` ("l1[node].") gets its initial value.
static void start_fields(const mu *u, const cg_fields *fields, const char *indent, const char *at) {
    for (int i = 0; i < fields->n; i++) {
        const cg_field *f = &fields->field[i];
        fprintf(u->out, "%s%s\n", indent,
                mu_set_to(u, MU_TEXT(u, "%s%s", at, mu_name(u, f->name)), &f->type, f->init));
    }
}

void mu_start_space(const mu *u, const cg_machine *m, cg_space space) {
    const cg_fields *fields = &m->fields[space];
    switch (space) {
    case CG_SPACE_REG: start_fields(u, fields, "    ", MU_TEXT(u, "%s[node].", m->name)); break;
    case CG_SPACE_THREAD:
        if (!fields->n) break;
        fprintf(u->out, "    for t: thread_id do\n");
        start_fields(u, fields, "      ", MU_TEXT(u, "%s[node].thread[t].", m->name));
        fprintf(u->out, "    end;\n");
        break;
    case CG_SPACE_BUFFER:
        if (mu_has_buffer(m))
            fprintf(u->out, "    for l: line_id do clear_%s_entry(%s[node].buffer[l]); end;\n", m->name,
                    m->name);
        break;
    case CG_SPACE_LINE:
    case CG_SPACE_MSHR:  // the cell's, state.c
    case CG_SPACE_FOUND: // lookup.c
    case CG_N_SPACES: break;
    }
}
