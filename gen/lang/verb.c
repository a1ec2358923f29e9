#include "verb.h"

const cg_verb_words CG_VERB_WORDS[CG_N_VERB_WORDS] = {
#define X(verb, words, form, uses, ...) {CG_A_##verb, words, CG_FORM_##form, uses},
#define Y(verb, words, form, uses)      {CG_A_##verb, words, CG_FORM_##form, uses},
#include "verbs.def"
#undef X
#undef Y
};

const cg_verb_row CG_VERBS[CG_N_VERBS] = {
#define X(verb, words, form, uses, effects, signal, asks, sentence)                                          \
    {words, uses, effects, signal, asks, sentence},
#define Y(...)
#include "verbs.def"
#undef X
#undef Y
};

const cg_receiver CG_RECEIVERS[] = {{"home", CG_TO_HOME},
                                    {"msg.src", CG_TO_SRC},
                                    {"all", CG_TO_ALL},
                                    {"next", CG_TO_NEXT},
                                    {"memory", CG_TO_MEMORY}};
