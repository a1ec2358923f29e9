// cohgen: a cache-coherence protocol as a table -> hardware, checked. The subcommands are in
// gen/app/cli/table.h.
#include "app/cli/cli.h"

int main(int argc, char **argv) {
    cli c;
    int status = cli_parse(&c, argc, argv);
    if (status < 0) status = c.command->run(&c);
    cli_free(&c);
    if (fflush(stdout) || ferror(stdout)) {
        cli_error("standard output cannot be written");
        if (status == CLI_OK) status = CLI_BAD_INPUT;
    }
    return status;
}
