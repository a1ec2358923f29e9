// Masks of a line's bytes in the model: sets of units (note [units] in gen/emit/murphi/masks.c). Unit i
// stands for byte i of the line, and the last one for all bytes that are left: so expressions over masks have
// the values that they have in the model.
#include <string.h>

#include "lang/mask.h"
#include "lang/requester.h"
#include "lang/topology.h"
#include "parts.h"

// The components "path.field[0]", "path.field[1]", ... Returns how many there are, and which are true.
static int units_at(const ex_replayer *r, const char **state, const char *path, const char *field,
                    uint64_t *set) {
    int n = 0;
    *set = 0;
    for (;; n++) {
        const char *v = ex_value(r, state, EX_PRINT(r, "%s%s[%d]", path, field, n));
        if (!v) v = ex_value(r, state, EX_PRINT(r, "%s%s_[%d]", path, field, n));
        if (!v) return n;
        *set |= (uint64_t)!strcmp(v, "true") << n;
    }
}

uint64_t ex_units(const ex_replayer *r, const char **state, const char *path, const char *field) {
    uint64_t set;
    units_at(r, state, path, field, &set);
    return set;
}

// Bytes of a set of `n` units.
static uint64_t bytes_of(const ex_replayer *r, uint64_t set, int n) {
    if (!n) return 0;
    const uint64_t all = UINT64_MAX >> (64 - r->s->spec->line_bytes);
    const uint64_t rest = all & ~((UINT64_C(1) << (n - 1)) - 1);
    return set >> (n - 1) & 1 ? (set | rest) & all : set;
}

uint64_t ex_mask(const ex_replayer *r, const char **state, const char *path, const char *field) {
    uint64_t set;
    const int n = units_at(r, state, path, field, &set);
    return bytes_of(r, set, n);
}

bool ex_has_mask(const ex_replayer *r, const char *packet) {
    uint64_t set;
    return units_at(r, r->values, packet, "mask", &set) > 0;
}

const char *ex_mask_text(const ex_replayer *r, const char *packet) {
    return ex_set_text(r, ex_units(r, r->values, packet, "mask"));
}

// How many units there are: some mask of some machine's line 0 shows it.
static int count_units(const ex_replayer *r) {
    const cg_spec *s = r->s->spec;
    uint64_t set;
    int n = 0;
    for (int i = 0; i < s->n_machines && !n; i++)
        for (int f = cg_next_mask(&s->machines[i], CG_NONE); f != CG_NONE;
             f = cg_next_mask(&s->machines[i], f)) {
            const char *line = EX_PRINT(r, "%s[0].line[0].", s->machines[i].name);
            if (!n) n = units_at(r, r->values, line, s->machines[i].line[f].name, &set);
        }
    return n;
}

// Which part of the line a message is about: it says so or, without a payload, the request does.
static const char *part_path(const ex_scope *s) {
    const ex_replayer *r = s->r;
    if (!cg_asks_for_word(r->s->spec, s->msg)) return EX_PRINT(r, "%spart", s->packet);
    const char *thread = ex_value(r, r->values, EX_PRINT(r, "%sthread", s->packet));
    const bool says = s->msg->core != CG_NONE && !r->s->spec->machines[s->msg->from].core_port;
    const char *core = says ? ex_value(r, r->values, EX_PRINT(r, "%s%s", s->packet, CG_CORE_FIELD)) : NULL;
    const cg_type *type = says ? &s->msg->fields[s->msg->core].type : NULL;
    const int number = core ? ex_ordinal(core) : s->src, from = type ? type->machine : s->msg->from;
    const bool numbered = type && type->kind == CG_T_CORE;
    return EX_PRINT(r, "core[%d][%d].part",
                    numbered ? number : (int)cg_core_of(&r->s->spec->machines[from], (uint64_t)number),
                    thread ? ex_ordinal(thread) : 0);
}

// mu_named_bytes() in gen/emit/murphi/masks.c says the same of the model.
uint64_t ex_named_bytes(const ex_scope *s) {
    const ex_replayer *r = s->r;
    if (s->msg && s->msg->payload == CG_PAY_BYTES) return ex_mask(r, r->values, s->packet, "mask");
    const int n = count_units(r), parts = ex_value(r, r->values, "core[0][0].part") != NULL;
    if (!n) return 0;
    const uint64_t word = (UINT64_C(1) << (n - parts)) - 1, others = UINT64_C(1) << (n - 1);
    const char *of = s->msg ? ex_value(r, r->values, part_path(s)) : NULL;
    const int part = of ? ex_ordinal(of) : s->part;
    if (parts && part == 1) return bytes_of(r, others, n);
    const uint64_t left = s->bytes == 1 ? 2 : s->bytes == 2 ? 1 : 0; // of the word's two units
    return bytes_of(r, word & ~left, n);
}
