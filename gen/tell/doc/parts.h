// Inside doc_build(): adding blocks, and the functions that add them.
#ifndef COHGEN_GEN_TELL_DOC_PARTS_H
#define COHGEN_GEN_TELL_DOC_PARTS_H

#include "doc.h"
#include "tell/text.h"

doc_block *doc_add(doc *d, doc_kind kind);
void doc_heading(doc *d, int level, const char *anchor, const char *text);
void doc_say(doc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *doc_f(doc *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
doc_table *doc_add_table(doc *d, const char *const *titles, int n);
#define DOC_TABLE_OF(d, titles) doc_add_table((d), (titles), (int)(sizeof(titles) / sizeof *(titles)))
// A row: as many cells as the table has titles. `anchor` may be NULL.
void doc_row(doc *d, doc_table *t, const char *anchor, const char *const *cells);
#define DOC_ROW(d, t, anchor, ...) doc_row((d), (t), (anchor), (const char *const[]){__VA_ARGS__})
const char *doc_or_empty(const char *text);
const char *doc_number(doc *d, uint64_t n); // "12 345"

void doc_coverage(doc *d, const doc_count *const *counts);    // coverage.c
void doc_rules(doc *d, int machine, const doc_count *counts); // grids.c
void doc_state_diagram(doc *d, int machine);                  // diagram.c
void doc_flow_diagram(doc *d);                                // diagram.c
void doc_messages(doc *d);                                    // messages.c
void doc_storage(doc *d);                                     // storage.c

#endif
