#include "cli.h"

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

const char *cli_color(FILE *stream, cli_color_id color) {
    static const char *const codes[] = {"\033[31m", "\033[32m", "\033[33m", "\033[1m", "\033[2m", "\033[0m"};
    const char *no = getenv("NO_COLOR");
    if ((no && *no) || !isatty(fileno(stream))) return "";
    return codes[color];
}

void cli_error(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    fprintf(stderr, "cohgen: %serror:%s ", cli_color(stderr, CLI_RED), cli_color(stderr, CLI_PLAIN));
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
}

void cli_unknown(const char *what, const char *word, const char *const *candidates, size_t n) {
    const char *near = cg_did_you_mean(word, candidates, n);
    if (near)
        cli_error("there is no %s '%s' (did you mean '%s'?)", what, word, near);
    else
        cli_error("there is no %s '%s'; see cohgen %s", what, word, what[0] == 's' ? "--help" : "list");
}

double cli_seconds(void) {
    return cg_seconds();
}
