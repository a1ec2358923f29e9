#include "verb.h"

const cg_verb_words CG_VERB_WORDS[CG_N_VERB_WORDS] = {
#define X(verb, words, form, uses, ...) {CG_A_##verb, words, CG_FORM_##form, uses},
#define Y(verb, words, form, uses)      {CG_A_##verb, words, CG_FORM_##form, uses},
#include "verbs.def"
#undef X
#undef Y
};

const cg_verb_row CG_VERBS[CG_N_VERBS] = {
#define X(verb, words, form, uses, effects, signal, bits, owner, wire, asks, sentence)                       \
    {words, CG_FORM_##form, uses, effects, signal, bits, CG_OWNER_##owner, wire, asks, sentence},
#define Y(...)
#include "verbs.def"
#undef X
#undef Y
};

static int of_width(cg_verb verbs[CG_N_VERBS], int n, bool one) {
    for (int v = 0; v < CG_N_VERBS; v++)
        if (CG_VERBS[v].bits && (CG_VERBS[v].bits == 1) == one) verbs[n++] = (cg_verb)v;
    return n;
}

int cg_verb_signals(cg_verb verbs[CG_N_VERBS]) {
    return of_width(verbs, of_width(verbs, 0, true), false);
}

const cg_receiver CG_RECEIVERS[] = {
    {"home", CG_TO_HOME},     {"msg.src", CG_TO_SRC},   {"all", CG_TO_ALL},          {"next", CG_TO_NEXT},
    {"memory", CG_TO_MEMORY}, {"parent", CG_TO_PARENT}, {"children", CG_TO_CHILDREN}};
