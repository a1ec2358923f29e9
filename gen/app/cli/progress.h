// How far long work is, on standard error: a line that is drawn again on a terminal, a line every few seconds
// elsewhere, nothing with --quiet.
#ifndef COHGEN_GEN_APP_CLI_PROGRESS_H
#define COHGEN_GEN_APP_CLI_PROGRESS_H

#include "cli.h"

typedef struct {
    bool quiet, terminal;
    bool drawn;  // a line stands on the terminal
    double said; // when; cli_seconds()
} cli_progress;

void cli_progress_start(cli_progress *p, const cli *c);
// Is it time to say something? Then say it with cli_progress_say().
bool cli_progress_due(const cli_progress *p);
__attribute__((format(printf, 2, 3))) void cli_progress_say(cli_progress *p, const char *fmt, ...);
// Before anything else is printed, and at the end.
void cli_progress_erase(cli_progress *p);

#endif
