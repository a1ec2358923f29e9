// What -c KEY=VALUE says that the command line itself has to know: inputs of a protocol (modes), and some
// settings.
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "lang/model.h"

// "strict=1", "strict = 1": does it name this?
static bool names_input(const char *said, const char *key) {
    const size_t n = strcspn(said, " =");
    return n == strlen(key) && !strncmp(said, key, n);
}

uint64_t cli_config_number(const cli *c, const char *key) {
    uint64_t number = 0;
    for (size_t k = 0; k < c->options[CLI_CONFIG].n; k++) {
        const char *said = c->options[CLI_CONFIG].values[k], *value = strchr(said, '=');
        if (value && names_input(said, key)) number = strtoull(value + 1, NULL, 0);
    }
    return number;
}

uint64_t cli_inputs(const cli *c, const cg_spec *s) {
    uint64_t inputs = 0;
    for (size_t k = 0; k < c->options[CLI_CONFIG].n; k++) {
        const char *said = c->options[CLI_CONFIG].values[k], *value = strchr(said, '=');
        for (int i = 0; value && i < s->n_inputs; i++) {
            if (!names_input(said, s->inputs[i].name)) continue;
            inputs &= ~(UINT64_C(1) << i);
            if (value[1 + strspn(value + 1, " ")] == '1') inputs |= UINT64_C(1) << i;
        }
    }
    return inputs;
}

static bool is_input(const cg_spec *s, const char *said) {
    const char *value = strchr(said, '=');
    for (int i = 0; value && i < s->n_inputs; i++) {
        value = strchr(said, '=') + 1;
        value += strspn(value, " ");
        if (names_input(said, s->inputs[i].name)) return (*value == '0' || *value == '1') && !value[1];
    }
    return false;
}

static void complain_of_input(const cg_spec *s, const char *said) {
    const char *inputs[16];
    char key[64], list[16 * 64] = "";
    size_t at = 0;
    bool known = false;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(said, " ="), said);
    for (int i = 0; i < s->n_inputs && at < sizeof list; i++) {
        inputs[i] = s->inputs[i].name;
        known |= !strcmp(key, inputs[i]);
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", inputs[i]);
    }
    const char *near = cg_did_you_mean(key, inputs, (size_t)s->n_inputs);
    if (known)
        cli_error("-c %s: an input is 0 or 1", said);
    else if (near)
        cli_error("-c %s: %s has no input '%s' (did you mean '%s'?)", said, s->name, key, near);
    else
        cli_error("-c %s: %s has no input '%s'; %s%s", said, s->name, key,
                  s->n_inputs ? "it has " : "it has none", list);
}

bool cli_inputs_only(const cli *c, const cg_spec *s) {
    bool good = true;
    for (size_t k = 0; k < c->options[CLI_CONFIG].n; k++) {
        if (is_input(s, c->options[CLI_CONFIG].values[k])) continue;
        complain_of_input(s, c->options[CLI_CONFIG].values[k]);
        good = false;
    }
    return good;
}

const char *cli_any_workload(const char *model_path) {
    char error[256];
    cg_model *m = cg_model_load(model_path, error, sizeof error);
    const bool no_races = m && m->races_forbidden; // a broken model is told of when the simulation reads it
    cg_model_free(m);
    return no_races ? "episodes" : "random";
}
