// cohgen gen: read, check, plan, emit.
#include <ctype.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/cli.h"
#include "base/json_write.h"
#include "emit/design.h"

// ---------------------------------------------------------------------------------------------- --dump-ir

static void dump_layout(const char *title, const cg_layout *l) {
    printf("    %s: %d bits\n", title, l->width);
    for (int i = 0; i < l->n_slots; i++) {
        const cg_slot *s = &l->slots[i];
        printf("      [%d:%d] %s\n", s->offset + s->width - 1, s->offset, s->name);
    }
}

static void dump_machine(const cg_plan *plan, int machine) {
    const cg_machine *m = &plan->spec->machines[machine];
    const cg_machine_plan *p = &plan->machines[machine];
    printf("machine %s: %llu controllers\n", m->name, (unsigned long long)m->count);
    for (int i = 0; i < m->n_states; i++) {
        printf("  state %d %s%s%s\n", i, m->states[i].name, m->states[i].transient ? " (transient)" : "",
               m->states[i].no_data ? " (data elsewhere)" : "");
    }
    for (int i = 0; i < m->n_events; i++) printf("  event %d %s\n", i, m->events[i].name);
    printf("  address: line %d, home %d, set %d, tag %d, way %d bits; state %d, rule %d, MSHR %d bits\n",
           p->line_shift, p->home_shift, p->set_bits, p->tag_bits, p->way_bits, p->state_bits, p->rule_bits,
           p->mshr_bits);
    dump_layout("tag array, one way", &p->meta);
    dump_layout("MSHR entry", &p->mshr);
    dump_layout("trace record", &p->trace);
    for (int i = 0; i < m->n_rules; i++) printf("  rule %d %s: %s\n", i, m->rules[i].id, m->rules[i].text);
    cg_design_signals(stdout, plan, machine);
}

static void dump_channel(const cg_spec *s, int i, const cg_lane_plan *lane) {
    const cg_channel *ch = &s->channels[i];
    const char *from = ch->from == CG_MEMORY ? "memory" : s->machines[ch->from].name;
    const char *to = ch->to == CG_MEMORY ? "memory" : s->machines[ch->to].name;
    printf("channel %d %s: %s to %s, depth %d\n", i, s->nets[ch->net].name, from, to, lane->depth);
    for (int k = 0; k < ch->n_msgs; k++) printf("    type %d %s\n", k, s->msgs[ch->msgs[k]].name);
    dump_layout("message", &lane->layout);
}

static void dump(const cg_plan *plan) {
    const cg_spec *s = plan->spec;
    printf("protocol %s: %s\n", s->name, s->title);
    for (int i = 0; i < s->n_params; i++) {
        printf("parameter %s = %llu\n", s->params[i].name, (unsigned long long)s->params[i].value);
    }
    for (int i = 0; i < s->n_channels; i++) dump_channel(s, i, &plan->lanes[i]);
    for (int i = 0; i < s->n_machines; i++) dump_machine(plan, i);
}

// ------------------------------------------------------------------------------------------------- reports

static const char *paper(char out[32], int n) {
    if (n > 0)
        snprintf(out, 32, "%d", n);
    else
        strcpy(out, "-");
    return out;
}

static void print_protocol_counts(const cg_spec *s) {
    printf("%s%s%s: %s\n\n", cli_color(stdout, CLI_BOLD), s->name, cli_color(stdout, CLI_PLAIN), s->title);
    printf("  machine   controllers   states   paper   transitions   paper   rules\n");
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        char states[32], transitions[32];
        printf("  %-10s%11llu%9d%8s%14d%8s%8d\n", m->name, (unsigned long long)m->count, m->n_states,
               paper(states, m->paper_states), cg_count_transitions(m),
               paper(transitions, m->paper_transitions), m->n_rules);
    }
    putchar('\n');
}

static json_object *machine_counts_json(const cg_machine *m) {
    json_object *o = json_object_new_object();
    json_object_object_add(o, "controllers", json_object_new_int64((int64_t)m->count));
    json_object_object_add(o, "states", json_object_new_int(m->n_states));
    json_object_object_add(o, "paper_states", m->paper_states ? json_object_new_int(m->paper_states) : NULL);
    json_object_object_add(o, "transitions", json_object_new_int(cg_count_transitions(m)));
    json_object_object_add(o, "paper_transitions",
                           m->paper_transitions ? json_object_new_int(m->paper_transitions) : NULL);
    json_object_object_add(o, "rules", json_object_new_int(m->n_rules));
    return o;
}

static void print_gen_json(const cli_protocol *p, const char *dir, double emit) {
    const cg_spec *s = p->spec;
    json_object *o = json_object_new_object(), *machines = json_object_new_object();
    json_object_object_add(o, "protocol", json_object_new_string(s->name));
    json_object_object_add(o, "folder", json_object_new_string(dir));
    for (int i = 0; i < s->n_machines; i++) {
        json_object_object_add(machines, s->machines[i].name, machine_counts_json(&s->machines[i]));
    }
    json_object_object_add(o, "machines", machines);
    json_object *ms = json_object_new_object();
    json_object_object_add(ms, "read", json_object_new_double(1e3 * p->read_seconds));
    json_object_object_add(ms, "plan", json_object_new_double(1e3 * p->plan_seconds));
    json_object_object_add(ms, "emit", json_object_new_double(1e3 * emit));
    json_object_object_add(o, "milliseconds", ms);
    cg_json_print(o, stdout);
    json_object_put(o);
}

static void print_gen_report(const cli *c, const cli_protocol *p, const char *dir, double emit) {
    if (cli_has(c, CLI_JSON)) {
        print_gen_json(p, dir, emit);
        return;
    }
    if (cli_quiet(c)) return;
    print_protocol_counts(p->spec);
    printf("wrote %s (read %s/%s.f)\n", dir, dir, p->plan->name);
    if (cli_verbose(c)) {
        printf("read and check %.1f ms, plan %.1f ms, emit %.1f ms: %.1f ms\n", 1e3 * p->read_seconds,
               1e3 * p->plan_seconds, 1e3 * emit, 1e3 * (p->read_seconds + p->plan_seconds + emit));
    }
}

// -------------------------------------------------------------------------------------------------- the road

static int emit_design(const cli *c, const cg_plan *plan, const char *dir, double *seconds) {
    char parts[CLI_PATH];
    const cg_design_options options = {.parts_dir = cli_home_path(parts, "rtl", NULL),
                                       .flat = cli_has(c, CLI_FLAT),
                                       .instrumented = cli_has(c, CLI_INSTRUMENTED)};
    const double start = cli_seconds();
    cg_diags *diags = cg_diags_new();
    const int status = cg_design_write(plan, dir, &options, diags);
    *seconds = cli_seconds() - start;
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

enum { MOST_PREFIX = 40 }; // letters: emitted names have an end

// A word that names can begin with. Names that begin with cohgen_ are the parts'.
static bool is_prefix(const char *word) {
    const size_t n = strlen(word);
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)word[i]) && word[i] != '_') return false;
    return isalpha((unsigned char)*word) && word[n - 1] != '_' && n <= MOST_PREFIX &&
           (strncmp(word, "cohgen", 6) != 0 || (n > 6 && word[6] != '_'));
}

static bool has_good_prefix(const cli *c) {
    const char *prefix = cli_value(c, CLI_PREFIX, NULL);
    if (!prefix || is_prefix(prefix)) return true;
    cli_error(
        "--prefix must be a letter, then up to %d letters, digits and '_', the last one no '_', and not "
        "begin with cohgen_, as the parts do; not '%s'",
        MOST_PREFIX - 1, prefix);
    return false;
}

int cmd_gen(const cli *c) {
    cli_protocol p;
    char dir[CLI_PATH];
    double seconds = 0;
    if (!has_good_prefix(c)) return CLI_BAD_INPUT;
    int status = cli_protocol_read(c, cli_value(c, CLI_SCRIPT, NULL), &p); // read, check, plan
    if (status) return status;
    if (cli_has(c, CLI_PREFIX)) cg_plan_prefix(p.plan, cli_value(c, CLI_PREFIX, NULL));
    if (cli_has(c, CLI_DUMP_TABLE)) {
        puts(p.spec->table);
    } else if (cli_has(c, CLI_DUMP_IR)) {
        dump(p.plan);
    } else if (!cli_is_hardware(c, &p)) {
        status = CLI_BAD_INPUT;
    } else {
        if (cli_has(c, CLI_OUT))
            snprintf(dir, sizeof dir, "%s", cli_value(c, CLI_OUT, NULL));
        else
            snprintf(dir, sizeof dir, "out/%s", p.plan->name);
        status = emit_design(c, p.plan, dir, &seconds);
        if (status == CLI_OK) print_gen_report(c, &p, dir, seconds);
        if (status == CLI_OK) cli_note_missing_events(c, &p);
    }
    cli_protocol_free(&p);
    return status;
}
