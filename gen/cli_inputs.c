// What -c KEY=VALUE says that the command line itself has to know: inputs of a protocol (modes), and some
// settings.
#include <stdlib.h>
#include <string.h>

#include "cli.h"

// "strict=1", "strict = 1": does it name this?
static bool names(const char *said, const char *key) {
    const size_t n = strcspn(said, " =");
    return n == strlen(key) && !strncmp(said, key, n);
}

uint64_t cli_config_number(const cli *c, const char *key) {
    uint64_t number = 0;
    for (size_t k = 0; k < c->options[CLI_CONFIG].n; k++) {
        const char *said = c->options[CLI_CONFIG].values[k], *value = strchr(said, '=');
        if (value && names(said, key)) number = strtoull(value + 1, NULL, 0);
    }
    return number;
}

uint64_t cli_inputs(const cli *c, const cg_spec *s) {
    uint64_t inputs = 0;
    for (size_t k = 0; k < c->options[CLI_CONFIG].n; k++) {
        const char *said = c->options[CLI_CONFIG].values[k], *value = strchr(said, '=');
        for (int i = 0; value && i < s->n_inputs; i++) {
            if (!names(said, s->inputs[i].name)) continue;
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
        if (names(said, s->inputs[i].name)) return (*value == '0' || *value == '1') && !value[1];
    }
    return false;
}

bool cli_inputs_only(const cli *c, const cg_spec *s) {
    bool good = true;
    for (size_t k = 0; k < c->options[CLI_CONFIG].n; k++) {
        if (is_input(s, c->options[CLI_CONFIG].values[k])) continue;
        cli_error("-c %s: %s has no such input, or it is neither 0 nor 1", c->options[CLI_CONFIG].values[k],
                  s->name);
        good = false;
    }
    return good;
}
