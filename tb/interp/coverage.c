#include "coverage.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/json_write.h"
#include "base/memory.h"
#include "shadow.h"

cg_coverage *cg_coverage_new(const cg_spec *spec) {
    cg_coverage *c = cg_shadow_alloc(sizeof *c);
    c->spec = spec;
    c->rules = cg_shadow_alloc((size_t)spec->n_machines * sizeof *c->rules);
    for (int i = 0; i < spec->n_machines; i++)
        c->rules[i] = cg_shadow_alloc((size_t)spec->machines[i].n_rules * sizeof **c->rules);
    return c;
}

void cg_coverage_free(cg_coverage *c) {
    if (!c) return;
    for (int i = 0; i < c->spec->n_machines; i++) free(c->rules[i]);
    CG_FREE(c->rules, c);
}

static void add_rule_counts(cg_rule_coverage *to, const cg_rule_coverage *from) {
    to->fired += from->fired;
    to->guard_true += from->guard_true;
    to->guard_false += from->guard_false;
    to->checked += from->checked;
    to->unreachable |= from->unreachable;
}

void cg_coverage_merge(cg_coverage *to, const cg_coverage *from) {
    for (int i = 0; i < to->spec->n_machines; i++)
        for (int r = 0; r < to->spec->machines[i].n_rules; r++)
            add_rule_counts(&to->rules[i][r], &from->rules[i][r]);
}

bool cg_coverage_counts(const cg_rule *r) {
    return !r->impossible && !(cg_is_pure_stall(r));
}

cg_rule_state cg_coverage_state(const cg_rule_coverage *k) {
    if (k->fired) return CG_RULE_FIRED;
    if (k->checked) return CG_RULE_CHECKED;
    return k->unreachable ? CG_RULE_UNREACHABLE : CG_RULE_NEVER;
}

cg_coverage_summary cg_coverage_sum(const cg_coverage *c) {
    cg_coverage_summary s = {0};
    for (int i = 0; i < c->spec->n_machines; i++) {
        for (int r = 0; r < c->spec->machines[i].n_rules; r++) {
            const cg_rule *rule = &c->spec->machines[i].rules[r];
            const cg_rule_coverage *k = &c->rules[i][r];
            s.rules += cg_coverage_counts(rule);
            s.rules_fired += cg_coverage_counts(rule) && k->fired;
            s.guards += rule->when != NULL;
            s.guards_toggled += rule->when && k->guard_true && k->guard_false;
        }
    }
    return s;
}

// ---------------------------------------------------------------------------------------------- JSON

static json_object *rule_coverage_json(const cg_rule *r, const cg_rule_coverage *k) {
    json_object *o = json_object_new_object();
    json_object_object_add(o, "id", json_object_new_string(r->id));
    cg_json_put_count(o, "fired", k->fired);
    if (r->when) {
        cg_json_put_count(o, "guard_true", k->guard_true);
        cg_json_put_count(o, "guard_false", k->guard_false);
    }
    if (k->checked) cg_json_put_count(o, "checked", k->checked);
    if (k->unreachable) json_object_object_add(o, "unreachable", json_object_new_boolean(true));
    json_object_object_add(o, "counts", json_object_new_boolean(cg_coverage_counts(r)));
    return o;
}

static json_object *machine_coverage_json(const cg_machine *m, const cg_rule_coverage *k) {
    json_object *o = json_object_new_object(), *rules = json_object_new_array();
    json_object_object_add(o, "name", json_object_new_string(m->name));
    for (int r = 0; r < m->n_rules; r++)
        json_object_array_add(rules, rule_coverage_json(&m->rules[r], &k[r]));
    json_object_object_add(o, "rules", rules);
    return o;
}

bool cg_coverage_write_json(const cg_coverage *c, FILE *out) {
    json_object *o = json_object_new_object(), *machines = json_object_new_array();
    cg_coverage_summary s = cg_coverage_sum(c);
    json_object_object_add(o, "protocol", json_object_new_string(c->spec->name));
    cg_json_put_count(o, "rules", s.rules);
    cg_json_put_count(o, "rules_fired", s.rules_fired);
    cg_json_put_count(o, "guards", s.guards);
    cg_json_put_count(o, "guards_toggled", s.guards_toggled);
    for (int i = 0; i < c->spec->n_machines; i++)
        json_object_array_add(machines, machine_coverage_json(&c->spec->machines[i], c->rules[i]));
    json_object_object_add(o, "machines", machines);
    int written = fprintf(out, "%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY));
    json_object_put(o);
    return written > 0 && !ferror(out);
}

static uint64_t read_rule_count(json_object *o, const char *key) {
    json_object *v;
    return json_object_object_get_ex(o, key, &v) ? json_object_get_uint64(v) : 0;
}

static cg_rule_coverage *coverage_of_rule(cg_coverage *c, const char *id) {
    for (int i = 0; i < c->spec->n_machines; i++)
        for (int r = 0; r < c->spec->machines[i].n_rules; r++)
            if (!strcmp(c->spec->machines[i].rules[r].id, id)) return &c->rules[i][r];
    return NULL;
}

static void read_rules(cg_coverage *to, json_object *rules) {
    for (size_t i = 0; i < json_object_array_length(rules); i++) {
        json_object *o = json_object_array_get_idx(rules, i), *id;
        if (!json_object_object_get_ex(o, "id", &id) || !json_object_is_type(id, json_type_string)) continue;
        cg_rule_coverage *k = coverage_of_rule(to, json_object_get_string(id));
        cg_rule_coverage read = {read_rule_count(o, "fired"), read_rule_count(o, "guard_true"),
                                 read_rule_count(o, "guard_false"), read_rule_count(o, "checked"),
                                 read_rule_count(o, "unreachable")};
        if (k) add_rule_counts(k, &read);
    }
}

bool cg_coverage_read_json(cg_coverage *to, const char *path, char *error, size_t error_size) {
    json_object *o = cg_input_json(path, error, error_size), *machines, *rules;
    if (!o) return false;
    bool good =
        json_object_object_get_ex(o, "machines", &machines) && json_object_is_type(machines, json_type_array);
    if (!good) snprintf(error, error_size, "%s: not a coverage file: no array \"machines\"", path);
    for (size_t i = 0; good && i < json_object_array_length(machines); i++)
        if (json_object_object_get_ex(json_object_array_get_idx(machines, i), "rules", &rules) &&
            json_object_is_type(rules, json_type_array))
            read_rules(to, rules);
    json_object_put(o);
    return good;
}
