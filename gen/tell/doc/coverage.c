// Which rules fired: the sums, and those that did not, by name.
#include "parts.h"

doc_status doc_status_of(const cg_rule *rule, const doc_count *count) {
    if (!doc_is_transition(rule)) return DOC_UNCOUNTED;
    if (count->fired) return DOC_FIRED;
    if (count->checked) return DOC_CHECKED;
    return count->unreachable ? DOC_UNREACHABLE : DOC_NEVER;
}

static void sums(doc *d, int machine, const doc_count *counts, doc_table *t) {
    const cg_machine *m = &d->spec->machines[machine];
    int n[DOC_N_STATUSES] = {0};
    for (int r = 0; r < m->n_rules; r++) n[doc_status_of(&m->rules[r], &counts[r])]++;
    const char *cells[1 + DOC_N_STATUSES] = {doc_f(d, "`%s`", m->name)};
    for (doc_status s = 0; s < DOC_N_STATUSES; s++) cells[1 + s] = doc_f(d, "%d", n[s]);
    doc_row(d, t, NULL, cells);
}

static void add_unfired_rows(doc *d, int machine, const doc_count *counts, doc_table *t) {
    const cg_machine *m = &d->spec->machines[machine];
    for (int r = 0; r < m->n_rules; r++) {
        const doc_status s = doc_status_of(&m->rules[r], &counts[r]);
        if (s == DOC_FIRED || s == DOC_UNCOUNTED) continue;
        DOC_ROW(d, t, NULL, doc_f(d, "#%s", m->rules[r].id), doc_status_legend(s),
                m->rules[r].when ? doc_f(d, "`%s`", m->rules[r].when->text) : "");
    }
}

void doc_coverage(doc *d, const doc_count *const *counts) {
    static const char *const SUMS[] = {
        "machine", ">fired in simulation", ">in the check only", ">unreachable", ">never", ">not counted"};
    static const char *const HOLES[] = {"rule not fired", "what is known", "guard"};
    _Static_assert(sizeof SUMS / sizeof *SUMS == 1 + DOC_N_STATUSES, "a column for each status");
    doc_heading(d, 3, "coverage", "Coverage");
    doc_table *t = DOC_TABLE_OF(d, SUMS);
    for (int i = 0; i < d->spec->n_machines; i++) sums(d, i, counts[i], t);
    t = DOC_TABLE_OF(d, HOLES);
    for (int i = 0; i < d->spec->n_machines; i++) add_unfired_rows(d, i, counts[i], t);
    if (t->n_rows == 0) d->n_blocks--; // nothing to list
}
