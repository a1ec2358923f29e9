// Inside leaving out features: what gen/features*.c share.
#ifndef COHGEN_GEN_READ_FEATURES_PARTS_H
#define COHGEN_GEN_READ_FEATURES_PARTS_H

#include "features.h"
#include "lang/space.h"

// Something that is left out, as rules and expressions name it.
typedef enum {
    CG_GONE_FIELD,                                  // of the first space; that of another: this + space
    CG_GONE_BUFFERED = CG_GONE_FIELD + CG_N_SPACES, // the store buffer
    CG_GONE_ARGUMENT,                               // a field of a message
    CG_GONE_MESSAGE,
    CG_GONE_STATE,
    CG_GONE_EVENT,
    CG_GONE_LET,
    CG_GONE_LIST,
    CG_GONE_EPOCH,
    CG_N_GONE
} cg_gone_kind;

typedef struct {
    cg_gone_kind what;
    const char *machine; // whose rules are meant: of an ARGUMENT the receiver, "" for all
    const char *name;
    const char *message; // ARGUMENT; else ""
    const char *reads;   // what it reads as, or NULL
} cg_gone;

typedef struct {
    cg_json *j;
    const char **out; // features
    int n_out;
    cg_gone *things;
    int n_things;
    bool good;
} cg_feature_work;

json_object *cg_ft_get(json_object *o, const char *key); // NULL: no object, or not in it
const char *cg_ft_text(json_object *o);                  // "" for NULL
size_t cg_ft_length(json_object *o);                     // 0: no array
bool cg_ft_is_out(const cg_feature_work *w, const char *feature);

// Rewrites rules, lets, action lists and `accept` of machine `name`.
void cg_ft_change_machine(const cg_feature_work *w, const char *name, json_object *m);

#endif
