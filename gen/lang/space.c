#include "space.h"

#include <string.h>

#define UNLESS(without, traits, text) ((traits) & (without) ? "" : text)

const cg_space_row CG_SPACES[CG_N_SPACES] = {
#define X(space, name, key, traits, each, member, within, owner, what)                                       \
    {#key,                                                                                                   \
     UNLESS(CG_TRAIT_BARE | CG_TRAIT_NAMED, traits, #key "."),                                               \
     UNLESS(CG_TRAIT_BARE, traits, #key "_"),                                                                \
     #key ".",                                                                                               \
     traits,                                                                                                 \
     each,                                                                                                   \
     member,                                                                                                 \
     within,                                                                                                 \
     owner,                                                                                                  \
     what},
#include "spaces.def"
#undef X
};

cg_space cg_space_of(const char *key) {
    cg_space s = 0;
    while (s < CG_N_SPACES && strcmp(CG_SPACES[s].key, key)) s++;
    return s;
}
