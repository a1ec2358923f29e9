// What `sim` and `litmus` share: the settings of the harness that -c gives.
#ifndef COHGEN_GEN_APP_SIM_CONFIG_H
#define COHGEN_GEN_APP_SIM_CONFIG_H

#include "app/cli/cli.h"

// Is every -c KEY=VALUE a setting of the harness or an input of the protocol, with a value that it can have?
// If not, each problem is printed.
bool cmd_config_known(const cli *c, const cg_spec *s);

#endif
