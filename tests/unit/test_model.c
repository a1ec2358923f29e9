// Tables of consistency models: what is wrong with them, and what those of this program say.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/consistency.h"
#include "judge/drf/drf.h"
#include "lang/model.h"

static void model_error(const char *text, const char *expected) {
    char path[] = "/tmp/cohgen-model-XXXXXX", err[512] = "";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    FILE *f = fdopen(fd, "w");
    fputs(text, f);
    fclose(f);
    cg_model *m = cg_model_load(path, err, sizeof err);
    remove(path);
    cr_expect_null(m);
    cr_expect(strncmp(err, path, strlen(path)) == 0 && strcmp(err + strlen(path), expected) == 0, "%s\n%s",
              err, expected);
    cg_model_free(m);
}

#define HEAD  "{\"name\": \"m\", \"title\": \"t\", \"source\": \"s\", \"forwarding\": false, "
#define LOADS "\"classes\": [{\"name\": \"load\", \"does\": \"load\"}], "

#define ANY "\"order\": [{\"earlier\": [\"*\"], \"later\": [\"*\"], "

Test(model, errors) {
    model_error("{\n  \"name\": x }", ":2:11: error: unexpected character");
    model_error("null", ": /: error: a model must be an object");
    model_error("[]", ": /: error: a model must be an object");
    model_error("{} {}", ":1:4: error: text after the end of the table");
    model_error("{}", ": /: error: member 'name' is missing");
    model_error(HEAD "\"clases\": []}", ": /: error: unknown member 'clases'");
    model_error(HEAD "\"classes\": []}", ": /classes: error: 0 classes; a model has 1 to 28");
    model_error(HEAD "\"classes\": [{\"name\": \"load\", \"does\": \"read\"}]}",
                ": /classes/0: error: 'does' is 'read'; it must be load, store, atomic or fence");
    model_error(HEAD LOADS "\"order\": [{\"earlier\": [\"load\"], \"later\": [\"stoer\"]}]}",
                ": /order/0: error: 'later' names 'stoer', which is no class of this model");
    model_error(HEAD LOADS "\"order\": [{\"earlier\": [\"load\"]}]}",
                ": /order/0: error: member 'later' must be an array");
    model_error(HEAD LOADS ANY "\"by\": \"adr\"}]}",
                ": /order/0: error: 'by' names 'adr', which is no relation");
    model_error(HEAD LOADS ANY "\"by\": \"addr|\"}]}",
                ": /order/0: error: 'by' names '', which is no relation");
    model_error(HEAD LOADS ANY "\"by\": []}]}",
                ": /order/0: error: 'by' has 0 relations; 1 to 3 can be composed");
    model_error(HEAD LOADS "\"order\": [{\"earlier\": [\"*.aq\"], \"later\": [\"*\"]}]}",
                ": /order/0: error: 'earlier' names '*.aq', which is no class of this model");
    model_error(HEAD "\"classes\": [{\"name\": \"load\", \"does\": \"load\", \"marks\": [\"aq\"]}]}",
                ": /classes/0: error: 'marks' names 'aq', which is none of its words");
    model_error("{\"name\": \"m\", \"title\": \"t\", \"source\": \"s\"}",
                ": /: error: member 'forwarding' must be true or false");
}

#define RACES   HEAD "\"races\": \"forbidden\", "
#define ATOMIC  "{\"name\": \"atomic\", \"does\": \"atomic\", \"synchronizes\": [\"acquire\", \"release\"]"
#define CLASSES "\"classes\": [{\"name\": \"load\", \"does\": \"load\"}, " ATOMIC "}], \"order\": [], "

Test(model, errors_of_marks) {
    model_error(HEAD "\"marks\": {}}", ": /: error: member 'marks' must be an array");
    model_error(HEAD "\"marks\": [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\"]}",
                ": /marks: error: 9 marks; a model has at most 8");
    model_error(HEAD "\"marks\": [\"a\", 1]}", ": /marks/1: error: a mark must be a word of small letters");
    model_error(HEAD "\"marks\": [\"a.b\"]}", ": /marks/0: error: a mark must be a word of small letters");
    model_error(HEAD "\"marks\": [\"a\", \"a\"]}", ": /marks/1: error: mark 'a' is named twice");
    model_error(HEAD "\"marks\": [\"a\", \"acquire\"]}",
                ": /marks/1: error: mark 'acquire' must be the first of the list");
    model_error(HEAD "\"marks\": [\"release\"]}",
                ": /marks/0: error: mark 'release' must be the second of the list");
    model_error(HEAD "\"marks\": [\"a\"], \"classes\": [{\"name\": \"load\", \"does\": \"load\", \"marks\": "
                     "[\"b\"]}]}",
                ": /classes/0: error: 'marks' names 'b', which is none of its words");
}

Test(model, errors_of_races) {
    model_error(HEAD "\"result\": \"memory\"}",
                ": /: error: 'result' is for models whose 'races' are \"forbidden\"");
    model_error(RACES "\"result\": \"all\"}", ": /: error: member 'result' must be \"memory\" or \"values\"");
    model_error(HEAD LOADS "\"order\": [], \"illegal\": []}",
                ": /: error: 'illegal' is for models whose 'races' are \"forbidden\"");
    model_error(RACES CLASSES "\"illegal\": [3]}", ": /illegal/0: error: a race must be an object");
    model_error(RACES CLASSES "\"illegal\": [{\"race\": \"r\", \"of\": [\"atomic\"], \"if\": []}]}",
                ": /illegal/0: error: unknown member 'if'");
    model_error(RACES CLASSES "\"illegal\": [{\"race\": \"r\", \"of\": [\"*\"]}]}",
                ": /illegal/0: error: 'of' names 'load', which has no 'synchronizes'");
    model_error(RACES CLASSES
                "\"illegal\": [{\"race\": \"r\", \"of\": [\"atomic\"], \"unless\": [\"used\"]}]}",
                ": /illegal/0: error: 'unless' names 'used', which is none of its words");
    model_error(RACES "\"classes\": [{\"name\": \"load\", \"does\": \"load\", \"arbitrary\": true}]}",
                ": /classes/0: error: 'arbitrary' is for classes with 'synchronizes'");
    model_error(RACES "\"classes\": [" ATOMIC ", \"arbitrary\": 1}]}",
                ": /classes/0: error: member 'arbitrary' must be true or false");
}

Test(model, errors_of_final_loads) {
    model_error(HEAD "\"classes\": [{\"name\": \"load\", \"does\": \"load\", \"final\": true}]}",
                ": /classes/0: error: 'final' is for models whose 'races' are \"forbidden\"");
    model_error(RACES "\"classes\": [{\"name\": \"load\", \"does\": \"load\", \"final\": true}]}",
                ": /classes/0: error: 'final' is for loads with marks, and without 'synchronizes'");
}

Test(model, errors_of_scopes) {
    model_error(HEAD "\"scopes\": []}", ": /: error: 'scopes' is for models whose 'races' are \"forbidden\"");
    model_error(RACES "\"scopes\": [1]}", ": /scopes/0: error: a scope must be an object");
    model_error(RACES "\"inclusion\": 1}", ": /: error: member 'inclusion' must be true or false");
    model_error(RACES "\"scopes\": [{\"name\": \"l\", \"of\": \"cu\"}]}",
                ": /scopes/0: error: 'of' must be \"core\" or \"all\"");
    model_error(RACES
                "\"scopes\": [{\"name\": \"l\", \"of\": \"all\"}, {\"name\": \"l\", \"of\": \"core\"}]}",
                ": /scopes/1: error: scope 'l' is named twice");
    model_error(RACES "\"classes\": [" ATOMIC ", \"scope\": \"l\"}]}",
                ": /classes/0: error: 'scope' names 'l', which is none of the model's");
    model_error(RACES "\"scopes\": [{\"name\": \"l\", \"of\": \"core\"}], "
                      "\"classes\": [{\"name\": \"load\", \"does\": \"load\", \"scope\": \"l\"}]}",
                ": /classes/0: error: 'scope' is for classes with 'synchronizes'");
}

Test(model, errors_of_synchronization) {
    model_error(HEAD LOADS "\"order\": [], \"synchronization\": \"coherent\"}",
                ": /: error: 'synchronization' is for models whose 'races' are \"forbidden\"");
    model_error(RACES CLASSES "\"synchronization\": \"weak\"}",
                ": /: error: member 'synchronization' must be \"ordered\" or \"coherent\"");
    model_error(
        RACES CLASSES "\"result\": \"memory\", \"synchronization\": \"coherent\"}",
        ": /: error: synchronization that is coherent cannot have 'scopes', 'illegal' or a 'result' of "
        "memory");
}

// Which class is kept before which, by name.
static bool keeps(const cg_model *m, const char *earlier, const char *later) {
    const int a = cg_model_find_class(m, earlier, strlen(earlier));
    const int b = cg_model_find_class(m, later, strlen(later));
    cr_assert(a >= 0 && b >= 0, "%s, %s", earlier, later);
    return m->classes[a].before >> b & 1;
}

Test(model, unpaired_and_relaxed) {
    static const char *const labels[] = {"commutative", "nonordering", "speculative", "quantum"};
    char err[512], load[40], store[40];
    cg_model *drf1 = cg_model_load("protocols/models/drf1.json", err, sizeof err);
    cg_model *rlx = cg_model_load("protocols/models/drfrlx.json", err, sizeof err);
    cr_assert(drf1 && rlx, "%s", err);
    const cg_model *both[] = {drf1, rlx};
    for (int k = 0; k < 2; k++) { // unpaired: in order with synchronization, not with data
        const cg_model *m = both[k];
        cr_expect(keeps(m, "store.unpaired", "load.unpaired") && keeps(m, "store.rl", "load.unpaired") &&
                  keeps(m, "atomic.unpaired", "atomic.aq"));
        cr_expect(!keeps(m, "load.unpaired", "load") && !keeps(m, "store", "store.unpaired"));
        cr_expect(keeps(m, "load.aq", "load") && keeps(m, "store", "store.rl") &&
                  !keeps(m, "store.rl", "load"));
    }
    for (int k = 0; k < 4; k++) { // relaxed: as data
        snprintf(load, sizeof load, "load.%s", labels[k]);
        snprintf(store, sizeof store, "store.%s", labels[k]);
        cr_expect(keeps(rlx, "load.aq", load) && keeps(rlx, store, "store.rl"), "%s", labels[k]);
        cr_expect(!keeps(rlx, "store.rl", load) && !keeps(rlx, store, "load.aq"), "%s", labels[k]);
        cr_expect(!keeps(rlx, store, "load.unpaired") && !keeps(rlx, "store.unpaired", load), "%s",
                  labels[k]);
        cr_expect(!keeps(rlx, store, load) && !keeps(rlx, store, "store") && cg_model_mark(rlx, labels[k]));
        cr_expect(!cg_model_mark(drf1, labels[k]));
    }
    cr_expect(rlx->n_races == 4 && drf1->n_races == 0 && rlx->memory_only && !drf1->memory_only);
    cr_expect(cg_model_mark(drf1, "acquire") == CG_MARK_ACQUIRE &&
              cg_model_mark(drf1, "release") == CG_MARK_RELEASE && cg_model_mark(drf1, "unpaired") == 4);
    cg_model_free(drf1);
    cg_model_free(rlx);
}

Test(model, marks_by_what_they_do) {
    char err[512], text[CG_MODEL_MARKS_TEXT];
    cg_model *rlx = cg_model_load("protocols/models/drfrlx.json", err, sizeof err);
    cg_model *hrf = cg_model_load("protocols/models/hrf.json", err, sizeof err);
    cr_assert(rlx && hrf, "%s", err);
    cr_expect(cg_consistency_judges(rlx) && cg_consistency_judges(hrf));
    cr_expect(cg_model_local_marks(rlx) == 0 && cg_model_local_marks(hrf) == cg_model_mark(hrf, "local"));
    cr_expect(cg_model_unpaired_marks(hrf) == 0);
    cr_expect(cg_model_unpaired_marks(rlx) == cg_model_mark(rlx, "unpaired"));
    cr_expect_str_eq(cg_model_marks_text(hrf, 0, text), "no marks");
    cr_expect_str_eq(cg_model_marks_text(hrf, 4, text), "mark local");
    cr_expect_str_eq(cg_model_marks_text(hrf, 13, text), "marks acquire, local, unknown");
    cg_model_free(hrf);
    cg_model_free(rlx);
}

Test(model, tables) {
    char err[512];
    cg_model *sc = cg_model_load("protocols/models/sc.json", err, sizeof err);
    cg_model *tso = cg_model_load("protocols/models/tso.json", err, sizeof err);
    cr_assert(sc && tso, "%s", err);
    cr_expect(cg_model_total(sc) && !cg_model_total(tso));
    int load = cg_model_default_class(tso, CG_MEM_LOAD), store = cg_model_find_class(tso, "store", 5);
    cr_expect(tso->classes[load].before >> store & 1);
    cr_expect(!(tso->classes[store].before >> load & 1));
    cg_model_free(sc);
    cg_model_free(tso);
}

Test(model, marks_and_fences) {
    char err[512];
    cg_model *m = cg_model_load("protocols/models/rvwmo.json", err, sizeof err);
    cg_model *tso = cg_model_load("protocols/models/tso.json", err, sizeof err);
    cr_assert(m && tso, "%s", err);
    int aq = cg_model_class_of(m, CG_MEM_LOAD, CG_MARK_ACQUIRE),
        fence = cg_model_find_class(m, "fence.r.w", 9);
    cr_expect(aq == cg_model_find_class(m, "load.aq", 7));
    cr_expect(m->classes[aq].before >> cg_model_find_class(m, "store", 5) & 1);
    cr_expect(cg_model_class_of(tso, CG_MEM_LOAD, CG_MARK_ACQUIRE) == cg_model_find_class(tso, "load", 4));
    cr_expect(cg_model_fences(m, CG_PAIR_LOAD_STORE) == 1u << fence);
    cr_expect(__builtin_popcount(cg_model_fences(m, 15)) == 4);
    cr_expect(cg_model_fences(tso, CG_PAIR_LOAD_LOAD | CG_PAIR_STORE_STORE) == 0);
    cr_expect(cg_model_fences(tso, CG_PAIR_STORE_LOAD) != 0);
    cr_expect(m->nlines > 0 && !cg_model_total(m) && tso->nlines == 0);
    cg_model_free(m);
    cg_model_free(tso);
}
