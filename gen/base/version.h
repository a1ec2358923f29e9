// The version of cohgen, and of the hardware parts that come with it.
#ifndef COHGEN_GEN_BASE_VERSION_H
#define COHGEN_GEN_BASE_VERSION_H

#define CG_VERSION "0.1.0"

#endif
