// The reader: a good table becomes a complete spec, at every design point; anything else becomes errors and
// never a crash. Single errors are tests/diag's.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "lang/spec.h"
#include "load/load.h"
#include "read/read.h"

static const char RCC[] = "protocols/rcc.json", TOY[] = "tests/diag/base.json",
                  MSI[] = "tests/tables/directory.json";

static cg_spec *read_at(const char *path, const char *point) {
    cg_diags *d = cg_diags_new();
    size_t n = 0;
    cg_setting *settings = point ? cg_point_load(point, &n, d) : NULL;
    cg_spec *s = cg_spec_read(path, settings, n, d);
    cg_point_free(settings);
    if (!s) cg_diags_print(d, stderr);
    cg_diags_free(d);
    cr_assert_not_null(s);
    return s;
}

Test(read, header) {
    cg_spec *s = read_at(RCC, NULL);
    cr_assert_str_eq(s->name, "rcc");
    cr_assert_str_eq(s->consistency, "sc");
    cr_assert_str_eq(s->file, RCC);
    cr_assert_eq(s->cores, 4);
    cr_assert_eq(s->line_bytes, 64);
    cr_assert_eq(cg_param_find(s, "ts_bits")->value, 32);
    cr_assert_null(cg_param_find(s, "ts_bit"));
    cg_spec_free(s);
}

Test(read, design_points) {
    static const char *const points[] = {"protocols/points/small.json", "protocols/points/stress.json",
                                         "protocols/points/fig3.json", "protocols/points/paper.json"};
    for (int i = 0; i < 4; i++) cg_spec_free(read_at(RCC, points[i]));
    cg_spec *s = read_at(RCC, "protocols/points/paper.json");
    cr_assert_eq(s->cores, 16);
    cr_assert_eq(s->machines[0].sets * s->machines[0].ways * s->line_bytes, 32 * 1024);
    cr_assert_eq(s->machines[1].sets * s->machines[1].ways * s->line_bytes, 128 * 1024);
    cg_spec_free(s);
}

Test(read, the_last_setting_wins) {
    cg_diags *d = cg_diags_new();
    const cg_setting settings[] = {{"cores", "99", "a", false}, {"cores", "0x8", "b", false}};
    cg_spec *s = cg_spec_read(TOY, settings, 2, d);
    cr_assert_not_null(s);
    cr_assert_eq(s->cores, 8);
    cg_spec_free(s);
    cg_diags_free(d);
}

// One lane for each network and pair of ends.
Test(read, channels) {
    cg_spec *s = read_at(RCC, NULL);
    int messages = 0;
    for (int i = 0; i < s->n_channels; i++) {
        const cg_channel *c = &s->channels[i];
        for (int k = 0; k < c->n_msgs; k++) {
            const cg_msg *m = &s->msgs[c->msgs[k]];
            cr_assert(m->channel == i && m->net == c->net && m->from == c->from && m->to == c->to);
        }
        messages += c->n_msgs;
    }
    cr_assert_eq(messages, s->n_msgs);
    cr_assert_eq(s->channels[0].payload_word, CG_PAY_ATOMIC);
    cr_assert_eq(s->channels[0].payload_line, CG_PAY_NONE);
    cg_spec_free(s);
}

static void check_rule(const cg_machine *m, const cg_rule *r, bool last) {
    cr_assert_eq(last, r->when == NULL, "%s", r->id);
    cr_assert_eq(m->events[r->event].block, r->state != CG_NONE, "%s", r->id);
    cr_assert(r->text && r->pointer && r->id);
    if (r->when) cr_assert(r->when->type.kind == CG_T_BOOL && r->when->text);
    if (r->stalls || r->impossible) cr_assert_eq(r->next, r->state);
}

// Sorted, and for every (state, event) in one piece that ends with a rule without a guard.
Test(read, rules_are_sorted_and_total) {
    cg_spec *s = read_at(RCC, NULL);
    for (int k = 0; k < s->n_machines; k++) {
        const cg_machine *m = &s->machines[k];
        int seen = 0, first;
        for (int state = 0; state <= m->n_states; state++) {
            int in = state < m->n_states ? state : CG_NONE;
            for (int e = 0; e < m->n_events; e++) {
                int n = cg_rules_of(m, in, e, &first);
                cr_assert_eq(n > 0, m->events[e].block == (in != CG_NONE));
                if (n > 0) cr_assert_eq(first, seen);
                for (int i = 0; i < n; i++) {
                    cr_assert_eq(m->rules[first + i].index, i);
                    check_rule(m, &m->rules[first + i], i == n - 1);
                }
                seen += n;
            }
        }
        cr_assert_eq(seen, m->n_rules);
    }
    cg_spec_free(s);
}

static const cg_rule *rule_of(const cg_spec *s, const char *id) {
    for (int k = 0; k < s->n_machines; k++) {
        for (int i = 0; i < s->machines[k].n_rules; i++) {
            if (!strcmp(s->machines[k].rules[i].id, id)) return &s->machines[k].rules[i];
        }
    }
    cr_assert(false, "no rule %s", id);
    return NULL;
}

Test(read, rule_names_and_texts) {
    cg_spec *s = read_at(TOY, NULL);
    cr_assert_str_eq(rule_of(s, "toy.l1.V.load.1")->text,
                     "V, load, when fresh: hit; perform load at now -> V");
    cr_assert_str_eq(rule_of(s, "toy.l1.IV.ACK")->text, "IV, ACK: impossible");
    cr_assert_str_eq(rule_of(s, "toy.l1.tick.1")->text, "tick, when now < ts_max: now = fit(now + 1)");
    cr_assert_str_eq(rule_of(s, "toy.l1.V.evict")->text, "V, evict: nothing -> I");
    const cg_rule *stop = rule_of(s, "toy.l2.V.WRITE.1");
    cr_assert_eq(stop->n_actions, 3, "a macro is written out");
    cr_assert(stop->stalls);
    cr_assert_str_eq(stop->actions[1].text, "sweep line.ver = 0");
    cr_assert_str_eq(stop->actions[1].pointer, "/machines/l2/actions/stop/1");
    cg_spec_free(s);
}

Test(read, stable_states_come_first) {
    cg_spec *s = read_at(TOY, NULL);
    const cg_machine *m = &s->machines[0];
    cr_assert_eq(m->n_stable, 2);
    for (int i = 0; i < m->n_states; i++) cr_assert_eq(m->states[i].transient, i >= m->n_stable);
    cr_assert_str_eq(m->states[0].name, "I");
    cr_assert_eq(cg_count_transitions(m), 11);
    cg_spec_free(s);
}

// ------------------------------------------------------------------------------------------------ places

Test(json, places) {
    cg_diags *d = cg_diags_new();
    cg_json *j = cg_json_read(TOY, d);
    cr_assert_not_null(j);
    cg_place p = cg_json_place(j, "/machines/l1/let/fresh/is", 9);
    cr_assert_eq(strncmp(p.source_line + p.column - 1, ">= now", 6), 0);
    p = cg_json_place(j, "/machines/l2/rules/0/on/1", 0);
    cr_assert_eq(strncmp(p.source_line + p.column - 1, "WRITE", 5), 0);
    p = cg_json_place(j, "/machines/l2/rules/0/on/1", CG_AT_KEY);
    cr_assert_eq(strncmp(p.source_line + p.column - 1, "\"WRITE", 6), 0);
    p = cg_json_place(j, "/machines/l2/nothing/here", 0);
    cr_assert_eq(p.source_line[p.column - 1], '{', "the nearest that exists");
    cg_json_free(j);
    cg_diags_free(d);
}

// ------------------------------------------------------------------------------------- any bytes whatever

static char *slurp(const char *path, size_t *length) {
    FILE *f = fopen(path, "rb");
    cr_assert_not_null(f);
    char *text = malloc(1 << 16);
    *length = fread(text, 1, 1 << 16, f);
    fclose(f);
    return text;
}

// Reads these bytes as a table; how many errors there were. There is a spec exactly if there were none.
static size_t errors_in(const char *bytes, size_t n) {
    char path[] = "/tmp/cohgen_read_XXXXXX";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, bytes, n), (ssize_t)n);
    close(fd);
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read(path, NULL, 0, d);
    size_t errors = cg_diags_errors(d);
    cr_assert_eq(s == NULL, errors > 0);
    FILE *sink = fopen("/dev/null", "w");
    cg_diags_print(d, sink);
    fclose(sink);
    cg_spec_free(s);
    cg_diags_free(d);
    unlink(path);
    return errors;
}

Test(read, every_truncation_is_one_error) {
    size_t length;
    char *text = slurp(TOY, &length);
    for (size_t n = 0; n + 2 < length; n += 13) cr_assert_eq(errors_in(text, n), 1, "the first %zu bytes", n);
    free(text);
}

static uint32_t next_random(uint32_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    return *seed ^= *seed << 5;
}

// A few bytes changed, a piece copied elsewhere: mostly nonsense, sometimes another good table.
static void mutate(const char *path) {
    static const char ALPHABET[] = "\"{}[]:,.@=!?<>()+-*|&0123456789abIV \n\\u\xff";
    size_t length;
    char *text = slurp(path, &length), *copy = malloc(length);
    uint32_t seed = 1;
    for (int round = 0; round < 1500; round++) {
        memcpy(copy, text, length);
        for (uint32_t k = next_random(&seed) % 4; k > 0; k--)
            copy[next_random(&seed) % length] = ALPHABET[next_random(&seed) % (sizeof ALPHABET - 1)];
        size_t n = next_random(&seed) % 40, from = next_random(&seed) % (length - n),
               to = next_random(&seed) % (length - n);
        if (round % 2) memmove(copy + to, text + from, n);
        errors_in(copy, length);
    }
    free(copy);
    free(text);
}

Test(read, no_mutation_crashes) {
    mutate(TOY);
}

Test(read, no_mutation_of_sets_crashes) {
    mutate(MSI);
}

// -------------------------------------------------------------------------------------- nodes and sets

static const cg_action *action_of(const cg_spec *s, const char *rule, cg_verb verb) {
    const cg_rule *r = rule_of(s, rule);
    for (int i = 0; i < r->n_actions; i++) {
        if (r->actions[i].verb == verb) return &r->actions[i];
    }
    return NULL;
}

Test(read, nodes_sets_and_stored_receivers) {
    cg_spec *s = read_at(MSI, NULL);
    const cg_machine *home = &s->machines[1];
    cr_assert(home->line[0].type.kind == CG_T_SET && home->line[0].type.machine == 0);
    cr_assert_eq(home->line[0].type.width, (int)s->machines[0].count);
    cr_assert(home->line[1].type.kind == CG_T_NODE && home->line[1].type.machine == 0);
    const cg_action *a = action_of(s, "directory.l2.S.GETM.2", CG_A_SEND);
    cr_assert(a->dest == CG_TO_EXPR && a->to->type.kind == CG_T_SET);
    cr_assert_str_eq(a->to->text, "others");
    a = action_of(s, "directory.l2.M.GETS", CG_A_SEND);
    cr_assert(a->dest == CG_TO_EXPR && a->to->type.kind == CG_T_NODE);
    a = action_of(s, "directory.l2.S.GETS", CG_A_SEND);
    cr_assert(a->dest == CG_TO_SRC && !a->to);
    a = action_of(s, "directory.l1.IS.DATA", CG_A_COMPLETE);
    cr_assert(a && !a->at && !a->epoch);
    cg_spec_free(s);
}
