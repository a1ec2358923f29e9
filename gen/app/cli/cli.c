#include "cli.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/version.h"

const cli_command cli_commands[] = {
#define X(name, args, least, most, doc, example, example_doc)                                                \
    {#name, args, least, most, doc, example, example_doc, cmd_##name},
    CLI_COMMANDS(X)
#undef X
        {0},
};

const cli_option cli_options[CLI_N_OPTIONS] = {
#define X(id, name, key, arg, commands, doc) {name, key, arg, commands, doc},
    CLI_OPTIONS(X)
#undef X
};

const cli_command *cli_command_find(const char *name) {
    for (const cli_command *k = cli_commands; k->name; k++) {
        if (!strcmp(k->name, name)) return k;
    }
    return NULL;
}

bool cli_command_takes(const cli_command *command, cli_option_id id) {
    const char *list = cli_options[id].commands;
    const size_t n = strlen(command->name);
    if (!strcmp(list, "*")) return true;
    for (const char *p = list; (p = strstr(p, command->name)); p += n) {
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0')) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------- one subcommand

enum { LONG_ONLY = 0x100 }; // argp key of an option without a letter: LONG_ONLY + its identifier

static void push_value(const char ***list, size_t n, const char *value) {
    *list = cg_array_grow(*list, n, sizeof **list);
    (*list)[n] = value;
}

static int option_of(int key) {
    if (key >= LONG_ONLY && key < LONG_ONLY + CLI_N_OPTIONS) return key - LONG_ONLY;
    for (int i = 0; i < CLI_N_OPTIONS; i++) {
        if (cli_options[i].key && cli_options[i].key == key) return i;
    }
    return -1;
}

static error_t take_argument(int key, char *arg, struct argp_state *state) {
    cli *c = state->input;
    const int id = option_of(key);
    if (id >= 0) {
        push_value(&c->options[id].values, c->options[id].n++, arg ? arg : "");
        return 0;
    }
    switch (key) {
    case ARGP_KEY_ARG:
        if (c->n_args == c->command->most) argp_error(state, "'%s' is one argument too many", arg);
        push_value(&c->args, (size_t)c->n_args++, arg);
        return 0;
    case ARGP_KEY_END:
        if (c->n_args < c->command->least) argp_error(state, "%s is missing", c->command->args);
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void argp_of(const cli_command *command, struct argp *a, struct argp_option options[CLI_N_OPTIONS + 1],
                    char *doc, size_t doc_size) {
    int n = 0;
    for (int i = 0; i < CLI_N_OPTIONS; i++) {
        const cli_option *o = &cli_options[i];
        if (!cli_command_takes(command, i)) continue;
        options[n++] = (struct argp_option){o->name, o->key ? o->key : LONG_ONLY + i, o->arg, 0, o->doc, 0};
    }
    options[n] = (struct argp_option){0};
    snprintf(doc, doc_size,
             "%s.\vExample: %s\n  %s.\n\nExit status: 0 it holds, 1 a check failed, 2 wrong input, 3 "
             "a tool is missing.",
             command->doc, command->example, command->example_doc);
    *a = (struct argp){.options = options, .parser = take_argument, .args_doc = command->args, .doc = doc};
}

static int parse_command(cli *c, int argc, char **argv) {
    struct argp_option options[CLI_N_OPTIONS + 1];
    struct argp a;
    char doc[1024], name[64];
    argp_of(c->command, &a, options, doc, sizeof doc);
    snprintf(name, sizeof name, "cohgen %s", c->command->name);
    argv[0] = name;
    argp_err_exit_status = CLI_BAD_INPUT;
    return argp_parse(&a, argc, argv, 0, NULL, c) ? CLI_BAD_INPUT : -1;
}

void cli_print_help(const cli_command *command, FILE *out) {
    struct argp_option options[CLI_N_OPTIONS + 1];
    struct argp a;
    char doc[1024], name[64];
    argp_of(command, &a, options, doc, sizeof doc);
    snprintf(name, sizeof name, "cohgen %s", command->name);
    argp_help(&a, out, ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, name);
}

// ------------------------------------------------------------------------------------------- the whole line

// Options that stand in for a subcommand. --man and --completion are for the Makefile.
static int parse_front(int argc, char **argv) {
    const char *first = argv[1];
    if (!strcmp(first, "--help") || !strcmp(first, "-h") || !strcmp(first, "-?")) {
        cli_print_overview(stdout);
    } else if (!strcmp(first, "--version")) {
        printf("cohgen %s\n", CG_VERSION);
    } else if (!strcmp(first, "--man")) {
        cli_print_man(stdout);
    } else if (!strcmp(first, "--completion")) {
        if (argc == 3 && cli_print_completion(argv[2], stdout)) return CLI_OK;
        cli_error("--completion needs the name of a shell: bash or zsh");
        return CLI_BAD_INPUT;
    } else {
        cli_error("there is no option '%s' before the subcommand; see cohgen --help", first);
        return CLI_BAD_INPUT;
    }
    return CLI_OK;
}

static void wrong_command(const char *word) {
    const char *names[32];
    size_t n = 0;
    for (const cli_command *k = cli_commands; k->name; k++) names[n++] = k->name;
    cli_unknown("subcommand", word, names, n);
}

int cli_parse(cli *c, int argc, char **argv) {
    memset(c, 0, sizeof *c);
    if (argc < 2) {
        cli_print_overview(stderr);
        return CLI_BAD_INPUT;
    }
    if (argv[1][0] == '-') return parse_front(argc, argv);
    c->command = cli_command_find(argv[1]);
    if (!c->command) {
        wrong_command(argv[1]);
        return CLI_BAD_INPUT;
    }
    return parse_command(c, argc - 1, argv + 1);
}

void cli_free(cli *c) {
    for (int i = 0; i < CLI_N_OPTIONS; i++) free(c->options[i].values);
    free(c->args);
}

int cmd_help(const cli *c) {
    if (c->n_args == 0) {
        cli_print_overview(stdout);
        return CLI_OK;
    }
    const cli_command *k = cli_command_find(c->args[0]);
    if (!k) {
        wrong_command(c->args[0]);
        return CLI_BAD_INPUT;
    }
    cli_print_help(k, stdout);
    return CLI_OK;
}

// ------------------------------------------------------------------------------------------------- answers

bool cli_has(const cli *c, cli_option_id id) {
    return c->options[id].n > 0;
}

const char *cli_value(const cli *c, cli_option_id id, const char *fallback) {
    const size_t n = c->options[id].n;
    return n ? c->options[id].values[n - 1] : fallback;
}

uint64_t cli_number(const cli *c, cli_option_id id, uint64_t fallback, uint64_t least, uint64_t most) {
    const char *text = cli_value(c, id, NULL);
    if (!text) return fallback;
    char *end;
    errno = 0;
    const unsigned long long v = strtoull(text, &end, 0);
    if (*text >= '0' && *text <= '9' && !*end && !errno && v >= least && v <= most) return v;
    cli_error("--%s must be a number from %llu to %llu, not '%s'", cli_options[id].name,
              (unsigned long long)least, (unsigned long long)most, text);
    exit(CLI_BAD_INPUT);
}
