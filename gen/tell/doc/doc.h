// The documentation of a protocol. doc_build() decides what is said and in which order, as a tree of blocks
// without a format; doc_html() and doc_markdown() print it. Everything is derived from the checked spec and
// the plan.
//
// Text is plain, with `code` between backticks. All of a document belongs to its arena.
#ifndef COHGEN_GEN_TELL_DOC_DOC_H
#define COHGEN_GEN_TELL_DOC_DOC_H

#include <stdio.h>

#include "base/arena.h"
#include "plan/plan.h"

// ------------------------------------------------------------------------------------------- coverage

// What is known about a rule having fired. X(identifier, class in HTML, badge, legend)
#define DOC_STATUSES(X)                                                                                      \
    X(FIRED, "fired", "", "fired in simulation, so often; the more, the stronger")                           \
    X(CHECKED, "checked", "check only", "not fired in simulation; fired in the exhaustive check")            \
    X(UNREACHABLE, "unreachable", "unreachable", "proved unreachable within the bounds of the check")        \
    X(NEVER, "never", "never", "never fired")                                                                \
    X(UNCOUNTED, "uncounted", "", "not counted: `stall` alone, or impossible")

typedef enum {
#define X(id, class, badge, legend) DOC_##id,
    DOC_STATUSES(X)
#undef X
        DOC_N_STATUSES
} doc_status;

typedef struct {
    uint64_t fired;   // times, in simulation
    uint64_t checked; // times, in the exhaustive check
    bool unreachable; // the exhaustive check says so
} doc_count;

const char *doc_status_class(doc_status status);
const char *doc_status_legend(doc_status status);
doc_status doc_status_of(const cg_rule *rule, const doc_count *count);

// --------------------------------------------------------------------------------------------- blocks

enum { DOC_HEAT = 6 }; // levels of the heat map, 1 to DOC_HEAT; 0: not fired

// An action as a cell shows it: `before` is plain, `name` links to `href`. Only `before` may be all.
typedef struct {
    const char *before, *name, *href, *after;
} doc_action;

// A rule in a cell of a transition table.
typedef struct {
    const char *id;      // the rule's: also its anchor
    const char *prefix;  // "if", "else if", "else", or NULL: the cell's only rule
    const char *when;    // NULL: always
    const char *meaning; // of the lets in `when`, a line each; NULL: none
    doc_action *actions;
    int n_actions;
    const char *next;       // NULL: the same state, or none
    int note;               // number among the table's notes, 0: none
    bool stall, impossible; // and nothing else
    doc_status status;      // if the document has counts
    int heat;
    const char *count; // "12.3 k" or NULL
} doc_rule;

typedef struct {
    doc_rule *rules;
    int n;
} doc_cell;

typedef struct {
    const char *name, *doc, *anchor; // of a state or event; doc may be NULL
    const char *kind;                // of an event: "core", "request", ...; NULL: none
} doc_head;

// Rows: states; columns: events. `rows` of events without a line: the events, in one column.
typedef struct {
    const char *corner;
    doc_head *columns, *rows;
    int n_columns, n_rows;
    doc_cell *cells; // [row * n_columns + column]
    bool counted;    // rules have a status
} doc_grid;

typedef struct {
    const char *const *titles; // a title that starts with '>' is of a column of numbers
    int n_titles;
    const char **cells;   // row by row; "#x" links to the anchor x
    const char **anchors; // of each row, or NULL
    int n_rows;
    int anchored; // rows with an anchor
} doc_table;

typedef struct {
    const char *name;  // of its file, without ".svg"
    const char *title; // what it shows
    const char *dot;   // its source
    const char *svg;   // doc_draw() fills it: an <svg> element
    int width;         // its natural width, in CSS pixels
} doc_figure;

typedef struct {
    int number;
    const char *text;
} doc_note;

// What a block is; behind each, the members that it uses beside that of its own name.
typedef enum {
    DOC_HEADING,   // level, anchor, text
    DOC_PARAGRAPH, // text
    DOC_GRID,      // anchor: the machine
    DOC_TABLE,
    DOC_FIGURE,
    DOC_NOTES,  // anchor: the machine
    DOC_LEGEND, // of transition tables; counted
} doc_kind;

typedef struct {
    doc_kind kind;
    int level; // HEADING: 2 or 3
    const char *anchor, *text;
    doc_grid *grid;
    doc_table *table;
    doc_figure *figure;
    doc_note *notes;
    int n_notes;
    bool counted; // LEGEND: with the statuses
} doc_block;

typedef struct {
    cg_arena *arena;
    const cg_spec *spec;
    const cg_plan *plan;
    const char *title, *subtitle, *intro;
    doc_block *blocks;
    int n_blocks;
} doc;

// `counts` (may be NULL): [machine][rule]. The spec and the plan must live as long as the document.
doc *doc_build(const cg_plan *plan, const doc_count *const *counts);
void doc_free(doc *d);

// Draws the figures with Graphviz. False, and a message in `error`, if dot is missing or fails.
bool doc_draw(doc *d, char *error, size_t error_size);

void doc_html(const doc *d, FILE *out);     // one XHTML-compatible page; figures inside
void doc_markdown(const doc *d, FILE *out); // figures as files NAME.svg

// Writes index.html, PROTOCOL.md, its figures and doc.json (counts, and the mark of such a folder) into
// `dir`, or nothing. 0; 2 with a diagnostic.
int doc_write(const doc *d, const char *dir, cg_diags *diags);
// The counts of doc.json, for a report: states, transitions, rules and stored bits of each machine.
void doc_json(const doc *d, FILE *out);

#endif
