#include "verb.h"

const cg_verb_row CG_VERB_ROWS[CG_N_VERB_ROWS] = {
#define X(verb, words, form, uses) {CG_A_##verb, words, CG_FORM_##form, uses},
#include "verbs.def"
#undef X
};

const cg_receiver CG_RECEIVERS[] = {{"home", CG_TO_HOME},
                                    {"msg.src", CG_TO_SRC},
                                    {"all", CG_TO_ALL},
                                    {"next", CG_TO_NEXT},
                                    {"memory", CG_TO_MEMORY}};

static const cg_verb_row *row_of(cg_verb verb) {
    int i = 0;
    while (CG_VERB_ROWS[i].verb != verb) i++;
    return &CG_VERB_ROWS[i];
}

const char *cg_verb_text(cg_verb verb) {
    return row_of(verb)->words;
}

int cg_verb_uses(cg_verb verb) {
    return row_of(verb)->uses;
}
