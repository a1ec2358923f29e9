// Settings of the harness on the command line, -c KEY=VALUE: what is wrong with them is said here, of the
// option, and not when the simulation reads them.
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "sim/config.h"

enum { MOST_KEYS = 96, LONGEST_KEY = 64 };

typedef struct {
    const char *names[MOST_KEYS];
    size_t n;
} keys;

static void add_key(keys *k, const char *name) {
    if (k->n < MOST_KEYS) k->names[k->n++] = name;
}

static keys all_keys(const cg_spec *s) {
    keys k = {.n = 0};
#define X(name, member, def, least, most, doc) add_key(&k, name);
    CG_SIM_NUMBERS(X)
#undef X
#define X(name, member, def, doc) add_key(&k, name);
    CG_SIM_TEXTS(X)
#undef X
    for (int i = 0; i < s->n_inputs; i++) add_key(&k, s->inputs[i].name);
    return k;
}

static void report_unknown_setting(const char *said, const char *key, const keys *k) {
    const char *near = cg_did_you_mean(key, k->names, k->n);
    char list[4096] = "";
    size_t at = 0;
    for (size_t i = 0; i < k->n && at < sizeof list; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", i ? ", " : "", k->names[i]);
    if (near)
        cli_error("-c %s: there is no setting '%s' (did you mean '%s'? cohgen list -v has all)", said, key,
                  near);
    else
        cli_error("-c %s: there is no setting '%s'; there are %s (cohgen list -v says what they are)", said,
                  key, list);
}

static bool check_number(const char *said, const char *value, unsigned long long least,
                         unsigned long long most) {
    char *end;
    errno = 0;
    const unsigned long long v = strtoull(value, &end, 0);
    if (isdigit((unsigned char)*value) && !*end && !errno && v >= least && v <= most) return true;
    cli_error("-c %s: a number from %llu to %llu is wanted, not '%s'", said, least, most, value);
    return false;
}

static bool check_setting(const cg_spec *s, const char *said) {
    char key[LONGEST_KEY];
    const char *eq = strchr(said, '='), *value = eq ? eq + 1 : "";
    size_t n = eq ? (size_t)(eq - said) : 0;
    while (n && isspace((unsigned char)said[n - 1])) n--;
    while (isspace((unsigned char)*value)) value++;
    if (!n || n >= sizeof key || strchr(said, '\n')) {
        cli_error("-c %s: KEY=VALUE is wanted", said);
        return false;
    }
    snprintf(key, sizeof key, "%.*s", (int)n, said);
    static const char *const PREFIXES[] = {"opt.", "set.", "without."};
    for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
        if (!strncmp(key, PREFIXES[i], strlen(PREFIXES[i]))) return true;
    if (!strcmp(key, "include")) return true;
#define X(name, member, def, least, most, doc)                                                               \
    if (!strcmp(key, name)) return check_number(said, value, least, most);
    CG_SIM_NUMBERS(X)
#undef X
#define X(name, member, def, doc)                                                                            \
    if (!strcmp(key, name)) return true;
    CG_SIM_TEXTS(X)
#undef X
    for (int i = 0; i < s->n_inputs; i++)
        if (!strcmp(key, s->inputs[i].name)) return check_number(said, value, 0, 1);
    const keys k = all_keys(s);
    report_unknown_setting(said, key, &k);
    return false;
}

bool cmd_config_known(const cli *c, const cg_spec *s) {
    bool good = true;
    for (size_t i = 0; i < c->options[CLI_CONFIG].n; i++)
        good &= check_setting(s, c->options[CLI_CONFIG].values[i]);
    return good;
}
