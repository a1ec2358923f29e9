// Inside the renderers.
#ifndef COHGEN_GEN_TELL_DOC_RENDER_H
#define COHGEN_GEN_TELL_DOC_RENDER_H

#include "doc.h"

extern const char DOC_STYLE[]; // style sheet of the page

// A figure as a file of its own.
void doc_svg(const doc_figure *f, FILE *out);
// What the badge of a rule says: its count, or its status in a word; NULL: nothing.
const char *doc_badge(const doc_rule *r);

#endif
