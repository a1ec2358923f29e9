// Storage: bits of a controller by field, and what the protocol adds to a cache's data and tags.
#include <string.h>

#include "area.h"

static json_object *fields_json(const cg_machine_plan *mp, cg_per per) {
    json_object *list = json_object_new_array();
    for (int i = 0; i < mp->n_stores; i++) {
        if (mp->stores[i].per != per) continue;
        json_object *o = json_object_new_object();
        cg_jput_str(o, "name", mp->stores[i].name);
        cg_jput_int(o, "bits", mp->stores[i].width);
        json_object_array_add(list, o);
    }
    return list;
}

static json_object *per_json(const cg_plan *p, int machine, cg_per per) {
    json_object *o = json_object_new_object();
    const long count = (long)cg_per_count(&p->spec->machines[machine], per);
    const int bits = cg_stored_bits(p, machine, per);
    cg_jput_str(o, "per", cg_per_name(per));
    cg_jput_int(o, "count", count);
    cg_jput_int(o, "bits", bits);
    cg_jput_int(o, "total_bits", count * bits);
    json_object_object_add(o, "fields", fields_json(&p->machines[machine], per));
    return o;
}

static long line_store_width(const cg_machine_plan *mp, const char *name) {
    for (int i = 0; i < mp->n_stores; i++) {
        if (mp->stores[i].per == CG_PER_LINE && !strcmp(mp->stores[i].name, name)) return mp->stores[i].width;
    }
    return 0;
}

// What each line holds beyond its data and its tag: in all, and in the fields that the paper counts.
static void put_overhead(json_object *o, const cg_plan *p, int machine) {
    const cg_machine_plan *mp = &p->machines[machine];
    const cg_machine *m = &p->spec->machines[machine];
    const long base = line_store_width(mp, "data") + line_store_width(mp, "tag");
    const long all = cg_stored_bits(p, machine, CG_PER_LINE) - base;
    cg_jput_int(o, "baseline_bits", base);
    cg_jput_int(o, "line_overhead_bits", all);
    cg_jput_num(o, "line_overhead_percent", 100.0 * (double)all / (double)base);
    if (m->paper_overhead < 0 && m->paper_bits < 0) return;
    long counted = 0;
    for (int i = 0; i < m->n_paper_counts; i++) counted += line_store_width(mp, m->paper_counts[i]);
    json_object *paper = json_object_new_object();
    if (m->paper_bits >= 0) cg_jput_int(paper, "bits", m->paper_bits);
    if (m->paper_overhead >= 0) cg_jput_num(paper, "percent", m->paper_overhead);
    cg_jput_str(paper, "over", m->paper_over);
    json_object *names = json_object_new_array();
    for (int i = 0; i < m->n_paper_counts; i++)
        json_object_array_add(names, json_object_new_string(m->paper_counts[i]));
    json_object_object_add(paper, "counts", names);
    cg_jput_int(paper, "our_bits", counted);
    cg_jput_num(paper, "our_percent", 100.0 * (double)counted / (double)base);
    json_object_object_add(o, "paper", paper);
}

json_object *cg_area_storage(const cg_plan *plan) {
    json_object *list = json_object_new_array();
    for (int i = 0; i < plan->spec->n_machines; i++) {
        json_object *o = json_object_new_object(), *per = json_object_new_array();
        long total = 0;
        for (int k = 0; k < CG_N_PERS; k++) {
            json_object *row = per_json(plan, i, (cg_per)k);
            total += (long)cg_jnum(row, "total_bits");
            json_object_array_add(per, row);
        }
        cg_jput_str(o, "machine", plan->spec->machines[i].name);
        cg_jput_int(o, "controllers", (long)plan->spec->machines[i].count);
        cg_jput_int(o, "total_bits", total);
        put_overhead(o, plan, i);
        json_object_object_add(o, "per", per);
        json_object_array_add(list, o);
    }
    return list;
}
