// Functions of the table: which part each is bound to, and how wide its operands are.
#include "lang/function.h"

#include <string.h>

#include "read/reader.h"

static int part_named(cg_reader *r, cg_node n, const char *name) {
    cg_words w = {0};
    for (int k = 0; k < CG_N_PARTS; k++) {
        if (!strcmp(CG_PARTS[k].name, name)) return k;
        cg_words_add(r, &w, CG_PARTS[k].name);
    }
    cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "no part '%s' can be a function%s", name,
             cg_hint_or_all(r, name, &w));
    return CG_NONE;
}

// {"dividend": "place", "divisor": "rows"}: all of the part's, in any order.
static bool read_operands(cg_reader *r, cg_function *f, cg_node n) {
    int first = 0;
    const int wanted = cg_operands_of_part((cg_part)f->part, &first);
    cg_entries all = cg_entries_of(r, n);
    bool good = true;
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_words w = {0};
        cg_type type;
        int k = 0;
        for (int j = 0; j < wanted; j++) cg_words_add(r, &w, CG_PART_OPERANDS[first + j].name);
        while (k < wanted && strcmp(CG_PART_OPERANDS[first + k].name, e->key)) k++;
        if (k == wanted) {
            cg_error(r, CG_E_UNKNOWN, e->node.pointer, CG_AT_KEY, "'%s' is no operand of %s%s", e->key,
                     CG_PARTS[f->part].name, cg_hint_or_all(r, e->key, &w));
            good = false;
        } else if (!cg_is_kind(e->node, CG_J_STRING)) {
            cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "the type of an operand is its name, in quotes");
            good = false;
        } else if (!cg_read_type(r, e->node, &type)) {
            good = false;
        } else if (type.kind != CG_T_INT) {
            cg_error(r, CG_E_TYPE, e->node.pointer, 0, "an operand of a function is an integer");
            good = false;
        } else {
            f->width[k] = type.width;
        }
    }
    for (int k = 0; good && k < wanted; k++) {
        if (f->width[k]) continue;
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "the operand '%s' is missing: %s",
                 CG_PART_OPERANDS[first + k].name, CG_PART_OPERANDS[first + k].meaning);
        good = false;
    }
    return good;
}

void cg_read_functions(cg_reader *r, cg_node root) {
    static const cg_key KEYS[] = {
        {"part", CG_J_STRING, true}, {"operands", CG_J_OBJECT, true}, {"doc", CG_J_STRING, false}};
    cg_spec *s = r->spec;
    cg_entries all = cg_entries_of(r, cg_get(r, root, "functions", CG_J_OBJECT));
    r->function_used = cg_arena_alloc(r->arena, (size_t)all.n + 1);
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_function f = {.name = e->key, .doc = cg_get_text(r, e->node, "doc"), .pointer = e->node.pointer};
        cg_check_name(r, e, "a function");
        const bool whole = CG_CHECK_SHAPE(r, e->node, "a function", KEYS);
        const cg_node part = cg_get(r, e->node, "part", CG_J_STRING);
        f.part = whole ? part_named(r, part, json_object_get_string(part.value)) : CG_NONE;
        if (f.part != CG_NONE && !read_operands(r, &f, cg_get(r, e->node, "operands", CG_J_OBJECT)))
            f.part = CG_NONE;
        *CG_PUSH(r->arena, s->functions, s->n_functions) = f;
    }
}

void cg_report_unused_functions(cg_reader *r) {
    for (int i = 0; i < r->spec->n_functions; i++) {
        const cg_function *f = &r->spec->functions[i];
        if (!r->function_used[i] && !cg_json_origin_of(r->json, f->pointer))
            cg_error(r, CG_W_UNUSED, f->pointer, CG_AT_KEY, "the function '%s' is never used", f->name);
    }
}
