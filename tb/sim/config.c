#define _DEFAULT_SOURCE
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/memory.h"

typedef struct {
    cg_sim_config *c;
    int depth, errors;
} reader;

static void read_file(reader *r, const char *path);

static char *trim(char *s) {
    while (isspace((unsigned char)*s)) s++;
    for (size_t n = strlen(s); n > 0 && isspace((unsigned char)s[n - 1]);) s[--n] = '\0';
    return s;
}

static bool read_number(const char *value, uint64_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(value, &end, 0);
    return isdigit((unsigned char)*value) && !*end && !errno;
}

bool cg_sim_number(const char *key, const char *value, uint64_t *number, char why[CG_SIM_WHY]) {
    uint64_t least = 0, most = 0;
#define X(name, member, def, low, high, doc)                                                                 \
    if (strcmp(key, name) == 0) least = low, most = high;
    CG_SIM_NUMBERS(X)
#undef X
    if (read_number(value, number) && *number >= least && *number <= most) return true;
    snprintf(why, CG_SIM_WHY, "%.40s must be a number from %llu to %llu, not '%.100s'", key,
             (unsigned long long)least, (unsigned long long)most, value);
    return false;
}

static bool set_number(reader *r, const char *key, const char *value, const char *where) {
    uint64_t *to = NULL;
    char why[CG_SIM_WHY];
#define X(name, member, def, low, high, doc)                                                                 \
    if (strcmp(key, name) == 0) to = &r->c->member;
    CG_SIM_NUMBERS(X)
#undef X
    if (to == NULL) return false;
    if (cg_sim_number(key, value, to, why)) return true;
    fprintf(stderr, "%s: error: %s\n", where, why);
    r->errors++;
    return true;
}

static bool set_text_key(reader *r, const char *key, const char *value) {
    char **to = NULL;
#define X(name, member, def, doc)                                                                            \
    if (strcmp(key, name) == 0) to = &r->c->member;
    CG_SIM_TEXTS(X)
#undef X
    if (to == NULL) return false;
    free(*to);
    *to = cg_text_copy(value);
    return true;
}

static void set_key(reader *r, const char *key, const char *value, const char *where) {
    cg_sim_config *c = r->c;
    if (strncmp(key, "set.", 4) == 0) {
        c->settings = cg_array_grow(c->settings, c->n_settings, sizeof *c->settings);
        c->settings[c->n_settings++] = (cg_setting){
            .key = cg_text_copy(key + 4), .value = cg_text_copy(value), .where = cg_text_copy(where)};
    } else if (strncmp(key, "without.", 8) == 0) {
        c->without = cg_array_grow(c->without, c->n_without, sizeof *c->without);
        c->without[c->n_without++] = cg_text_copy(key + 8);
    } else if (strncmp(key, "opt.", 4) == 0) {
        c->choices = cg_array_grow(c->choices, c->n_choices, sizeof *c->choices);
        c->choices[c->n_choices++] = (cg_choice){cg_text_copy(key + 4), cg_text_copy(value)};
    } else if (strcmp(key, "include") == 0) {
        read_file(r, value);
    } else if (!set_number(r, key, value, where) && !set_text_key(r, key, value)) {
        c->inputs = cg_array_grow(c->inputs, c->n_inputs, sizeof *c->inputs);
        c->inputs[c->n_inputs++] = (cg_setting){
            .key = cg_text_copy(key), .value = cg_text_copy(value), .where = cg_text_copy(where)};
    }
}

// A comment begins a line or comes after a blank: paths may have a '#'.
static void cut_comment(char *line) {
    char *p = line;
    while (*p && (*p != '#' || (p > line && !isspace((unsigned char)p[-1])))) p++;
    *p = '\0';
}

static void read_config_line(reader *r, char *line, const char *where) {
    char *value = strchr(line, '=');
    cut_comment(line);
    line = trim(line);
    if (*line == '\0') return;
    if (value == NULL || value < line) {
        fprintf(stderr, "%s: error: '%s' is not 'key = value'\n", where, line);
        r->errors++;
        return;
    }
    *value = '\0';
    set_key(r, trim(line), trim(value + 1), where);
}

static void read_file(reader *r, const char *path) {
    char *line = NULL, where[512];
    size_t size = 0;
    FILE *in = r->depth < 8 ? cg_input_open(path, CG_INPUT_TEXT, CG_INPUT_TEXT) : NULL;
    if (in == NULL) {
        fprintf(stderr, "%s: error: %s\n", path, r->depth < 8 ? strerror(errno) : "includes are too deep");
        r->errors++;
        return;
    }
    r->depth++;
    for (int number = 1; getline(&line, &size, in) >= 0; number++) {
        snprintf(where, sizeof where, "%s:%d", path, number);
        read_config_line(r, line, where);
    }
    if (ferror(in)) {
        fprintf(stderr, "%s: error: %s\n", path, strerror(errno));
        r->errors++;
    }
    r->depth--;
    free(line);
    fclose(in);
}

cg_sim_config *cg_sim_config_read(const char *argument) {
    reader r = {.c = calloc(1, sizeof *r.c)};
    if (r.c == NULL) abort();
#define X(key, member, def, least, most, doc) r.c->member = def;
    CG_SIM_NUMBERS(X)
#undef X
#define X(key, member, def, doc) r.c->member = cg_text_copy(def);
    CG_SIM_TEXTS(X)
#undef X
    if (strchr(argument, '=') && access(argument, F_OK) != 0) {
        char *all = cg_text_copy(argument), *rest = all;
        for (char *line; (line = strsep(&rest, ",")) != NULL;) read_config_line(&r, line, "+cohgen");
        free(all);
    } else if (*argument) {
        read_file(&r, argument);
    } else {
        fprintf(stderr, "+cohgen: error: give a configuration: +cohgen=FILE or +cohgen=key=value,...\n");
        r.errors++;
    }
    if (r.errors == 0 && r.c->mem_latency_min > r.c->mem_latency_max) {
        fprintf(stderr, "+cohgen: error: mem_latency_min is above mem_latency_max\n");
        r.errors++;
    }
    if (r.errors == 0) return r.c;
    cg_sim_config_free(r.c);
    return NULL;
}

static bool set_input(const cg_setting *x, const cg_spec *spec, uint64_t *inputs) {
    for (int i = 0; i < spec->n_inputs; i++) {
        if (strcmp(spec->inputs[i].name, x->key) != 0) continue;
        *inputs &= ~(UINT64_C(1) << i);
        if (strcmp(x->value, "1") == 0) *inputs |= UINT64_C(1) << i;
        if (strcmp(x->value, "0") == 0 || strcmp(x->value, "1") == 0) return true;
        fprintf(stderr, "%s: error: %s must be 0 or 1, not '%s'\n", x->where, x->key, x->value);
        return false;
    }
    fprintf(stderr, "%s: error: there is no key '%s', and %s has no such input\n", x->where, x->key,
            spec->name);
    return false;
}

bool cg_sim_config_inputs(const cg_sim_config *c, const cg_spec *spec, uint64_t *inputs) {
    bool good = true;
    *inputs = 0;
    for (size_t i = 0; i < c->n_inputs; i++) good &= set_input(&c->inputs[i], spec, inputs);
    return good;
}

uint64_t cg_sim_config_watchdog(const cg_sim_config *c) {
    return c->hold ? c->watchdog * ((c->hold_cycles + CG_HOLD_CYCLES - 1) / CG_HOLD_CYCLES) : c->watchdog;
}

uint64_t cg_sim_config_outside(const cg_sim_config *c) {
    return (c->mem_latency_max + c->mem_pause) * 100 / (100 - c->mem_stall) + c->issue_delay;
}

static void free_settings(cg_setting *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        CG_FREE((char *)s[i].key, (char *)s[i].value, (char *)s[i].where);
    }
    free(s);
}

void cg_sim_config_free(cg_sim_config *c) {
    if (c == NULL) return;
#define X(key, member, def, doc) free(c->member);
    CG_SIM_TEXTS(X)
#undef X
    free_settings(c->settings, c->n_settings);
    free_settings(c->inputs, c->n_inputs);
    for (size_t i = 0; i < c->n_without; i++) free(c->without[i]);
    for (size_t i = 0; i < c->n_choices; i++) {
        CG_FREE((char *)c->choices[i].name, (char *)c->choices[i].value);
    }
    CG_FREE(c->without, c->choices, c);
}
