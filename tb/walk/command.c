// Commands that the threads of a walk ask for, between their other operations: any of the table's, with
// operands of its lists. Models know nothing of them, so a walk may have them anywhere.
#include "lang/command.h"

#include "parts.h"

void walk_draw_commands(walk *w) {
    static const unsigned OFTEN[] = {0, 5, 30};
    if (cg_rule_commands(w->spec)) w->commands = OFTEN[cg_rng_below(&w->rng, sizeof OFTEN / sizeof *OFTEN)];
}

bool walk_command_request(walk *w, cg_request *q) {
    if (!w->commands || cg_rng_below(&w->rng, 100) >= w->commands) return false;
    *q = cg_command_drawn(w->spec, &w->rng);
    return true;
}
