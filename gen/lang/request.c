#include "request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *cg_op_name(unsigned op) {
    return op < CG_N_CORE_OPS ? CG_CORE_OP_WORDS[op] : "?";
}

const char *cg_request_text(const cg_request *r, char text[CG_REQUEST_TEXT]) {
    if (r->op == CG_FENCE) return cg_op_name(r->op);
    snprintf(text, CG_REQUEST_TEXT, "%s of 0x%" PRIx64, cg_op_name(r->op), r->addr);
    return text;
}

bool cg_op_has_event(const cg_spec *spec, unsigned op) {
    return op == CG_FENCE || cg_takes_core(spec, (cg_core_op)op);
}

const char *cg_missing_events(const cg_spec *spec, char text[CG_MISSING_TEXT]) {
    *text = '\0';
    for (unsigned op = CG_LOAD; op <= CG_ATOMIC; op++) {
        if (cg_op_has_event(spec, op)) continue;
        const size_t at = strlen(text);
        snprintf(text + at, CG_MISSING_TEXT - at, "%s%s", at ? ", " : "", cg_op_name(op));
    }
    return *text ? text : NULL;
}
