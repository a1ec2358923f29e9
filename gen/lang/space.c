#include "space.h"

#include <string.h>

#define BEFORE(traits, text) ((traits)&CG_TRAIT_BARE ? "" : text)

const cg_space_row CG_SPACES[CG_N_SPACES] = {
#define X(space, name, key, traits, each, member, within, owner, what)                                       \
    {                                                                                                        \
        #key,                                                                                                \
        BEFORE(traits, #key "."),                                                                            \
        BEFORE(traits, #key "_"),                                                                            \
        #key ".",                                                                                            \
        traits,                                                                                              \
        each,                                                                                                \
        member,                                                                                              \
        within,                                                                                              \
        owner,                                                                                               \
        what},
#include "spaces.def"
#undef X
};

cg_space cg_space_of(const char *key) {
    cg_space s = 0;
    while (s < CG_N_SPACES && strcmp(CG_SPACES[s].key, key)) s++;
    return s;
}
