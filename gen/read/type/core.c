// core(r), core(r, machine) and is(r, machine): of a request the core, and whether it is of this kind.
//
// note [kinds]
//
// A request names its core by a number over all machines with core ports. With one kind of cores that is the
// controller's number, and core(r) is a controller. With several, core(r, m) is that number less the first
// one of m. The difference is below zero, or does not fit, where the core is of another kind: then it is
// wrong to ask, and golden model 1, the exhaustive check and the assertions of a table's module say so as of
// any difference and any fit(). is(r, m) compares the number with the first ones of m and of what comes
// behind it.
#include <string.h>

#include "lang/requester.h"
#include "lang/topology.h"
#include "parts.h"

static const char *first_kind(const cg_spec *spec) {
    int i = 0;
    while (!cg_has_ports(&spec->machines[i])) i++;
    return spec->machines[i].name;
}

static const cg_expr *type_request_of(cg_scope *s, const cg_ast *n) {
    const cg_expr *x = cg_type_expr(s, n->args[0], NULL);
    if (!x || x->type.kind == CG_T_REQUEST) return x;
    return cg_type_fail(s, CG_E_TYPE, n->args[0], n->args[0]->at, "%s() wants a request, not %s", n->name,
                        cg_name_of_type(s, x->type));
}

// The machine that the second operand names; CG_NONE after an error.
static int find_kind(cg_scope *s, const cg_ast *n) {
    const cg_spec *spec = s->reader->spec;
    const cg_ast *kind = n->args[1];
    cg_words w = {0};
    for (int i = 0; i < spec->n_machines; i++) {
        if (!cg_has_ports(&spec->machines[i])) continue;
        if (kind->kind == CG_N_NAME && !strcmp(kind->name, spec->machines[i].name)) return i;
        cg_words_add(s->reader, &w, spec->machines[i].name);
    }
    const char *written = cg_written(s, kind);
    cg_type_fail(s, CG_E_UNKNOWN, kind, kind->at, "'%s' is no machine with a core port%s", written,
                 cg_hint(s->reader, written, &w));
    return CG_NONE;
}

// The number over all machines, to be calculated with.
static const cg_expr *number_of_core(cg_scope *s, const cg_expr *request) {
    return cg_make(s, CG_X_CORE_OF, cg_int_of(cg_requester_core_bits(s->reader->spec)), request, NULL);
}

const cg_expr *cg_type_core(cg_scope *s, const cg_ast *n) {
    const cg_spec *spec = s->reader->spec;
    const bool several = cg_core_kinds(spec) > 1;
    if (n->n_args != 1 && n->n_args != 2)
        return cg_type_fail(s, CG_E_SYNTAX, n, n->at,
                            "%s wants a request, and the machine whose core it is of", n->name);
    const cg_expr *request = type_request_of(s, n);
    const int kind = n->n_args == 2 ? find_kind(s, n) : CG_NONE;
    if (!request || (n->n_args == 2 && kind == CG_NONE)) return NULL;
    if (!several) return cg_make(s, CG_X_CORE_OF, cg_core_type(spec), request, NULL);
    if (kind == CG_NONE)
        return cg_type_fail(s, CG_E_TYPE, n, n->at,
                            "%d machines have core ports: say of which one the core is, as in %s(%s, %s)",
                            cg_core_kinds(spec), n->name, cg_written(s, n->args[0]), first_kind(spec));
    const cg_expr *first = cg_make_int(s, spec->machines[kind].first_core);
    const cg_expr *number = number_of_core(s, request);
    if (first->value) number = cg_make(s, CG_X_SUB, cg_int_of(number->type.width), number, first);
    return cg_make(s, CG_X_FIT, cg_node_type(spec, kind), number, NULL);
}

const cg_expr *cg_type_is(cg_scope *s, const cg_ast *n) {
    const cg_spec *spec = s->reader->spec;
    if (n->n_args != 2)
        return cg_type_fail(s, CG_E_SYNTAX, n, n->at, "%s wants a request and a machine with a core port",
                            n->name);
    const cg_expr *request = type_request_of(s, n);
    const int kind = find_kind(s, n);
    if (!request || kind == CG_NONE) return NULL;
    const uint64_t first = spec->machines[kind].first_core, behind = first + spec->machines[kind].count;
    const cg_expr *number = number_of_core(s, request);
    const cg_expr *above = first ? cg_make(s, CG_X_GE, CG_BOOL, number, cg_make_int(s, first)) : NULL;
    const cg_expr *below =
        behind < spec->cores ? cg_make(s, CG_X_LT, CG_BOOL, number, cg_make_int(s, behind)) : NULL;
    if (above && below) return cg_make(s, CG_X_AND, CG_BOOL, above, below);
    return above ? above : below ? below : cg_make_const(s, CG_BOOL, true);
}
