// See progress.h.
#include "progress.h"

#include <stdarg.h>
#include <unistd.h>

void cli_progress_start(cli_progress *p, const cli *c) {
    *p = (cli_progress){.quiet = cli_quiet(c), .terminal = isatty(2), .said = cli_seconds()};
}

bool cli_progress_due(const cli_progress *p) {
    return !p->quiet && cli_seconds() - p->said >= (p->terminal ? 0.2 : 5);
}

void cli_progress_say(cli_progress *p, const char *fmt, ...) {
    va_list args;
    if (p->quiet) return;
    if (p->terminal) fputs("\r\033[K", stderr);
    va_start(args, fmt);
    vfprintf(stderr, fmt, args);
    va_end(args);
    if (!p->terminal) fputc('\n', stderr);
    fflush(stderr);
    p->said = cli_seconds();
    p->drawn = p->terminal;
}

void cli_progress_erase(cli_progress *p) {
    if (p->drawn) fputs("\r\033[K", stderr);
    p->drawn = false;
}
