// cohgen check --json.
#include <json-c/json.h>

#include "base/json_write.h"
#include "check.h"

static void add_member(json_object *o, const char *key, json_object *v) {
    json_object_object_add(o, key, v);
}
static void add_number(json_object *o, const char *key, int64_t v) {
    add_member(o, key, json_object_new_int64(v));
}
static void add_bool(json_object *o, const char *key, bool v) {
    add_member(o, key, json_object_new_boolean(v));
}
static void put_real(json_object *o, const char *key, double v) {
    char text[32];
    snprintf(text, sizeof text, "%.3f", v);
    add_member(o, key, json_object_new_double_s(v, text));
}

static json_object *bound_json(const explore_bound *b) {
    json_object *o = json_object_new_object(), *point = json_object_new_object();
    cg_json_put_text(o, "name", b->bound->name);
    cg_json_put_text(o, "doc", b->bound->doc);
    add_bool(o, "deep", b->bound->deep);
    add_number(o, "lines", b->lines);
    add_number(o, "values", b->values);
    add_number(o, "queue", b->queue);
    add_bool(o, "progress", b->bound->liveness);
    for (int i = 0; i < b->spec->n_params; i++)
        add_number(point, b->spec->params[i].name, (int64_t)b->spec->params[i].value);
    add_member(o, "point", point);
    cg_json_put_text(o, "result", check_verdict(b));
    add_bool(o, "complete", b->stage == EXPLORE_HOLDS);
    add_bool(o, "violated", b->stage == EXPLORE_VIOLATED);
    add_bool(o, "cached", b->cached);
    add_number(o, "threads", b->threads);
    add_number(o, "state_bits", b->result ? b->result->state_bits : 0);
    add_number(o, "states", b->result ? (int64_t)b->result->states : 0);
    add_number(o, "rules_fired", b->result ? (int64_t)ex_fired(b->result) : 0);
    put_real(o, "seconds_rumur", b->seconds[EXPLORE_RUMUR]);
    put_real(o, "seconds_cc", b->seconds[EXPLORE_CC]);
    put_real(o, "seconds", b->cached ? (double)b->result->seconds : b->seconds[EXPLORE_RUNS]);
    put_real(o, "states_per_second", explore_rate(b));
    return o;
}

static json_object *check_counts_json(const check_work *w, int machine) {
    json_object *o = json_object_new_object();
    const check_rules n = check_count(w, machine);
    add_number(o, "can_fire", n.can_fire);
    add_number(o, "fired", n.fired);
    add_number(o, "impossible", n.impossible);
    return o;
}

// Ids of the rules that can fire and of which this is known.
static json_object *rules_json(const check_work *w, cg_rule_state state) {
    json_object *a = json_object_new_array();
    for (int i = 0; i < w->p.spec->n_machines; i++) {
        const cg_machine *m = &w->p.spec->machines[i];
        for (int k = 0; k < m->n_rules; k++)
            if (cg_coverage_counts(&m->rules[k]) && cg_coverage_state(&w->coverage->rules[i][k]) == state)
                json_object_array_add(a, json_object_new_string(m->rules[k].id));
    }
    return a;
}

static json_object *coverage_json(const check_work *w) {
    json_object *o = json_object_new_object();
    add_member(o, "fired", rules_json(w, CG_RULE_FIRED));
    add_member(o, "checked_only", rules_json(w, CG_RULE_CHECKED));
    add_member(o, "unreachable", rules_json(w, CG_RULE_UNREACHABLE));
    add_member(o, "never", rules_json(w, CG_RULE_NEVER));
    return o;
}

static json_object *ids_json(const check_work *w, bool (*is)(const check_work *w, int machine, int rule)) {
    json_object *a = json_object_new_array();
    for (int i = 0; i < w->p.spec->n_machines; i++)
        for (int k = 0; k < w->p.spec->machines[i].n_rules; k++)
            if (is(w, i, k))
                json_object_array_add(a, json_object_new_string(w->p.spec->machines[i].rules[k].id));
    return a;
}

static json_object *violation_json(const check_work *w) {
    const ex_steps *s = w->steps;
    char command[2 * CLI_PATH];
    json_object *o = json_object_new_object(), *steps = json_object_new_array();
    check_replay_command(w, command, sizeof command);
    cg_json_put_text(o, "bound", w->violated->bound->name);
    cg_json_put_text(o, "kind", s->kind);
    cg_json_put_text(o, "name", s->name);
    cg_json_put_text(o, "what", s->what);
    cg_json_put_text(o, "why", s->why);
    for (int i = 0; i < s->n_steps; i++)
        json_object_array_add(steps, json_object_new_string(s->steps[i].rule->id));
    add_member(o, "steps", steps);
    cg_json_put_text(o, "folder", w->out);
    cg_json_put_text(o, "replay", command);
    return o;
}

// One line that says why it does not hold; NULL: it does.
static const char *reason_of_failure(const check_work *w, char out[EX_TEXT]) {
    if (w->violated)
        snprintf(out, EX_TEXT, "%s: %s", w->steps->kind, w->steps->what);
    else if (w->complete)
        return NULL;
    else
        snprintf(out, EX_TEXT, "not all bounds were explored");
    return out;
}

void check_print_json(const check_work *w) {
    json_object *o = json_object_new_object(), *bounds = json_object_new_array();
    json_object *rules = json_object_new_object();
    char why[EX_TEXT];
    cg_json_put_text(o, "protocol", w->p.spec->name);
    add_bool(o, "holds", check_status(w) == CLI_OK);
    add_bool(o, "complete", w->complete);
    cg_json_put_text(o, "reason", reason_of_failure(w, why));
    add_bool(o, "values_checked", !w->promise.unjudged);
    cg_json_put_text(o, "models", w->models);
    add_bool(o, "known", w->known);
    for (size_t i = 0; i < w->n && !w->known; i++) json_object_array_add(bounds, bound_json(&w->bounds[i]));
    add_member(o, "bounds", bounds);
    if (w->complete && !w->known) {
        for (int i = 0; i < w->p.spec->n_machines; i++)
            add_member(rules, w->p.spec->machines[i].name, check_counts_json(w, i));
        add_member(o, "rules", rules);
        add_member(o, "unreachable", ids_json(w, check_unreachable));
        add_member(o, "left_out", ids_json(w, check_left_out));
        if (cli_has(w->c, CLI_COVERAGE)) add_member(o, "coverage", coverage_json(w));
    } else {
        json_object_put(rules);
    }
    if (w->violated) add_member(o, "violation", violation_json(w));
    const int flags = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE;
    puts(json_object_to_json_string_ext(o, flags));
    json_object_put(o);
}
