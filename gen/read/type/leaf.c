// Leaves that a table reads by a word: the rows of gen/lang/ops.def.
#include <string.h>

#include "lang/mask.h"
#include "lang/requester.h"
#include "lang/topology.h"
#include "parts.h"

// Why a leaf that has this need cannot be read here, or NULL.
static const char *no_MACHINE(const cg_scope *s) {
    (void)s; // without a machine the word is no leaf
    return NULL;
}

static const char *no_WORDS(const cg_scope *s) {
    if (s->machine->words) return NULL;
    return cg_arena_printf(s->reader->arena,
                           s->machine->of_words ? "each word of %s is a line of its own"
                                                : "the blocks of %s are lines",
                           s->machine->name);
}

static const char *no_WORD(const cg_scope *s) {
    return s->machine->of_words ? NULL : no_WORDS(s);
}

static const char *no_BUFFER(const cg_scope *s) {
    return cg_no_field(s, CG_SPACE_BUFFER);
}

static const char *no_BYTES(const cg_scope *s) {
    return s->no_bytes;
}

static const char *no_NAMES(const cg_scope *s) {
    return s->no_names;
}

static const char *no_PORT(const cg_scope *s) {
    if (s->machine->core_port) return NULL;
    return cg_arena_printf(s->reader->arena, "%s has no core port", s->machine->name);
}

static const char *no_LINE(const cg_scope *s) {
    if (s->no_line) return s->no_line;
    const char *no_line =
        s->no[CG_SPACE_LINE]; // for whatever reason: an event about no line has no entry either
    return no_line && no_line == s->no[CG_SPACE_MSHR] ? no_line : NULL;
}

static const char *no_ANSWER(const cg_scope *s) {
    if (s->msg && s->msg->from != CG_MEMORY) return NULL;
    return cg_arena_printf(s->reader->arena, "%s is no message of another controller", s->event);
}

static const struct {
    int need;
    const char *(*why)(const cg_scope *s);
} TESTS[] = {
#define X(name) {CG_NEEDS_##name, no_##name},
    CG_NEEDS(X)
#undef X
};

static const char *why_not(const cg_scope *s, int needs) {
    const char *why = NULL;
    for (size_t i = 0; !why && i < sizeof TESTS / sizeof *TESTS; i++)
        if (needs & TESTS[i].need) why = TESTS[i].why(s);
    return why;
}

cg_xop cg_leaf_named(const cg_scope *s, const char *name) {
    cg_xop op = 0;
    while (op < CG_N_LEAVES && (!cg_is_leaf(op, CG_LEAF_WORD) || strcmp(CG_LEAVES[op].name, name))) op++;
    if (op == CG_N_LEAVES) return op;
    const bool here = s->machine || (s->invariant && !(CG_LEAVES[op].needs & CG_NEEDS_MACHINE));
    const bool timeless = CG_LEAVES[op].type == CG_LEAF_TIME && !s->reader->spec->clock.bits;
    return here && !timeless ? op : CG_N_LEAVES;
}

cg_type cg_global_line_type(const cg_spec *s, const cg_machine *m) {
    return cg_int_of((int)s->addr_bits - cg_log2(cg_line_bytes(s, m)));
}

static cg_type leaf_type(const cg_scope *s, cg_leaf_type type) {
    const cg_spec *spec = s->reader->spec;
    switch (type) {
    case CG_LEAF_TIME: return cg_int_of(spec->clock.bits);
    case CG_LEAF_SELF: return cg_node_type(spec, (int)(s->machine - spec->machines));
    case CG_LEAF_SENDER: return cg_node_type(spec, s->msg->from);
    case CG_LEAF_ASKER: return cg_requester_type(spec);
    case CG_LEAF_CORE: return cg_core_type(spec);
    case CG_LEAF_MASK: return cg_mask_type(spec);
    case CG_LEAF_PLACE: return cg_int_of(cg_log2(s->machine->sets));
    case CG_LEAF_GLOBAL: return cg_global_line_type(spec, s->machine);
    case CG_LEAF_COUNT: return cg_int_of(cg_bits(spec->line_bytes / 4));
    case CG_LEAF_BOOL:
    case CG_LEAF_OWN: break;
    }
    return CG_BOOL;
}

// A line of more bytes than a value has bits has no masks.
static bool is_too_long(cg_scope *s, const cg_ast *n, cg_type type) {
    if (type.width <= 64) return false;
    cg_type_fail(s, CG_E_WIDTH, n, n->at, "a mask of a line has %d bits: 64 can be had", type.width);
    return true;
}

const cg_expr *cg_type_all(cg_scope *s, const cg_ast *n) {
    const cg_type type = cg_mask_type(s->reader->spec);
    return is_too_long(s, n, type) ? NULL : cg_make_const(s, type, UINT64_MAX >> (64 - type.width));
}

const cg_expr *cg_type_number(cg_scope *s, cg_xop leaf) {
    return cg_make(s, leaf, leaf_type(s, CG_LEAVES[leaf].type), NULL, NULL);
}

const cg_expr *cg_type_leaf(cg_scope *s, const cg_ast *n, cg_xop op) {
    const char *why = why_not(s, CG_LEAVES[op].needs);
    if (why) return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s", n->name, why);
    const cg_type type = leaf_type(s, CG_LEAVES[op].type);
    return is_too_long(s, n, type) ? NULL : cg_make(s, op, type, NULL, NULL);
}
