// Bits stored, by field: for each line, set, MSHR entry and deferred request, and a controller's whole.
#include "lang/lookup.h"
#include "parts.h"

static const char *kib_text(doc *d, uint64_t bits) {
    return bits < 8192 ? doc_f(d, "%.2f", (double)bits / 8192) : doc_f(d, "%.1f", (double)bits / 8192);
}

static uint64_t add_rows_of_group(doc *d, doc_table *t, int machine, cg_per per) {
    const cg_machine *m = &d->spec->machines[machine];
    const cg_machine_plan *mp = &d->plan->machines[machine];
    const uint64_t n = cg_per_count(m, per);
    const int bits = cg_stored_bits(d->plan, machine, per);
    if (!bits) return 0;
    for (int i = 0; i < mp->n_stores; i++) {
        const cg_store *s = &mp->stores[i];
        if (s->per != per) continue;
        DOC_ROW(d, t, NULL, cg_per_name(per), doc_f(d, "`%s`", s->name), doc_f(d, "%d", s->width),
                doc_number(d, n), doc_number(d, n * (uint64_t)s->width), kib_text(d, n * (uint64_t)s->width));
    }
    const uint64_t all = n * (uint64_t)bits;
    DOC_ROW(d, t, "", cg_per_name(per), "all", doc_f(d, "%d", bits), doc_number(d, n), doc_number(d, all),
            kib_text(d, all));
    return all;
}

static uint64_t document_controller(doc *d, int machine) {
    static const char *const TITLES[] = {"one for each", "what", ">bits", ">times", ">bits in all", ">KiB"};
    const cg_machine *m = &d->spec->machines[machine];
    const cg_machine_plan *mp = &d->plan->machines[machine];
    uint64_t all = 0;
    doc_heading(d, 3, doc_f(d, "storage.%s", m->name), doc_f(d, "One controller `%s`", m->name));
    for (int i = 0; i < m->n_structures; i++) {
        const cg_structure *s = &m->structures[i];
        doc_say(d, "`%s` is a %s %llu %s%s%s%s.", s->name,
                !s->walks  ? "fifo of"
                : m->local ? "walk of the memory, with room for"
                           : "walk of the cache, with room for",
                (unsigned long long)s->entries, s->walks ? "markers" : "lines",
                s->markers && !s->walks ? " and markers" : "", s->doc ? ": " : "", s->doc ? s->doc : "");
        if (s->drains) doc_say(d, "`%s` also drains while `%s`.", s->name, s->drains->text);
    }
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_lookup *l = &m->lookups[i];
        doc_say(d, "`%s` is %s%s%s.", l->name, doc_lookup(d->arena, l), l->doc ? ": " : "",
                l->doc ? l->doc : "");
        for (int e = 0; e < m->n_events; e++) {
            const cg_find *f = cg_find_of(m, e, i);
            if (f)
                doc_say(d, "%s looks in `%s` for `%s`.", m->events[e].name, l->name,
                        doc_find(d->arena, d->spec, m, e, f));
        }
    }
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (cg_per per = 0; per < CG_N_PERS; per++) all += add_rows_of_group(d, t, machine, per);
    DOC_ROW(d, t, "", "in all", "", "", "", doc_number(d, all), kib_text(d, all));
    doc_say(d, "An address of %llu bits is: tag %d, set %d, %s%d bits of a byte in the line.",
            (unsigned long long)d->spec->addr_bits, mp->tag_bits, mp->set_bits,
            mp->home_shift ? doc_f(d, "controller %d, ", mp->home_shift) : "", mp->line_shift);
    return all;
}

void doc_storage(doc *d) {
    const cg_spec *s = d->spec;
    uint64_t all = 0;
    doc_heading(d, 2, "storage", "Storage");
    doc_say(
        d,
        "What holds state at this design point. The pipeline's registers and the buffers of the networks are "
        "not counted.");
    for (int i = 0; i < s->n_machines; i++) all += s->machines[i].count * document_controller(d, i);
    doc_say(d, "All controllers: %s bits, %s KiB.", doc_number(d, all), kib_text(d, all));
}
