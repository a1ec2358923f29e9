#include "request.h"

#include <inttypes.h>
#include <stdio.h>

#include "spec.h"

const char *cg_op_name(unsigned op) {
    static const char *const names[CG_N_CORE_OPS] = {"load",  "store",   "atomic",
                                                     "fence", "acquire", "release"};
    return op < CG_N_CORE_OPS ? names[op] : "?";
}

const char *cg_request_text(const cg_request *r, char text[CG_REQUEST_TEXT]) {
    if (r->op == CG_FENCE) return cg_op_name(r->op);
    snprintf(text, CG_REQUEST_TEXT, "%s of 0x%" PRIx64, cg_op_name(r->op), r->addr);
    return text;
}
