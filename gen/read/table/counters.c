// Counters: sums of rules that people want to know of a run, by the rules' ids.
#define _POSIX_C_SOURCE 200809L
#include <fnmatch.h>

#include "read/reader.h"

// Adds the rules whose id matches. Returns how many there are.
static int add_matching(cg_reader *r, cg_counter *c, const char *pattern) {
    int found = 0;
    for (int m = 0; m < r->spec->n_machines; m++) {
        const cg_machine *machine = &r->spec->machines[m];
        for (int i = 0; i < machine->n_rules; i++) {
            if (!machine->rules[i].id || fnmatch(pattern, machine->rules[i].id, 0) != 0) continue;
            *CG_PUSH(r->arena, c->rules, c->n_rules) = (cg_rule_ref){m, i};
            found++;
        }
    }
    return found;
}

static const char *near_rule(cg_reader *r, const char *pattern) {
    cg_words w = {0};
    for (int m = 0; m < r->spec->n_machines; m++)
        for (int i = 0; i < r->spec->machines[m].n_rules; i++)
            if (r->spec->machines[m].rules[i].id) cg_words_add(r, &w, r->spec->machines[m].rules[i].id);
    return cg_hint(r, pattern, &w);
}

static void read_counter(cg_reader *r, const cg_entry *e) {
    static const cg_key KEYS[] = {{"doc", CG_J_STRING, true}, {"rules", CG_J_STRING | CG_J_ARRAY, true}};
    if (!CG_CHECK_SHAPE(r, e->node, "a counter", KEYS) || !cg_check_name(r, e, "a counter")) return;
    cg_counter c = {.name = e->key, .doc = cg_get_text(r, e->node, "doc")};
    cg_entries ids = cg_strings_of(r, cg_get(r, e->node, "rules", CG_J_STRING | CG_J_ARRAY));
    for (int i = 0; i < ids.n; i++) {
        const char *pattern = json_object_get_string(ids.items[i].node.value);
        if (add_matching(r, &c, pattern) == 0)
            cg_error(r, CG_E_UNKNOWN, ids.items[i].node.pointer, 0, "no rule has the id '%s'%s", pattern,
                     near_rule(r, pattern));
    }
    *CG_PUSH(r->arena, r->spec->counters, r->spec->n_counters) = c;
}

void cg_read_counters(cg_reader *r, cg_node root) {
    cg_entries all = cg_entries_of(r, cg_get(r, root, "counters", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) read_counter(r, &all.items[i]);
}
