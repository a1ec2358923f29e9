// What a feature costs: the difference between the reports with and without it.
#include <string.h>

#include "area.h"

static const char *const MEASURES[] = {"flops",     "cells",      "um2",      "kge",
                                       "sram_bits", "memory_um2", "total_um2"};

static json_object *difference_json(const char *of, json_object *with, json_object *without) {
    json_object *o = json_object_new_object();
    cg_jput_str(o, "of", of);
    for (size_t i = 0; i < sizeof MEASURES / sizeof *MEASURES; i++) {
        if (!cg_jget(with, MEASURES[i])) continue;
        cg_jput_num(o, MEASURES[i], cg_jnum(with, MEASURES[i]) - cg_jnum(without, MEASURES[i]));
    }
    return o;
}

json_object *cg_area_saving(const char *feature, const char *doc, json_object *with, json_object *without) {
    json_object *o = json_object_new_object(), *saves = json_object_new_array();
    cg_jput_str(o, "name", feature);
    cg_jput_str(o, "doc", doc);
    json_object_object_foreach(cg_jget(with, "machines"), name, machine) {
        json_object *other = cg_jget(cg_jget(without, "machines"), name);
        if (other) json_object_array_add(saves, difference_json(name, machine, other));
    }
    json_object_array_add(saves,
                          difference_json("system", cg_jget(with, "system"), cg_jget(without, "system")));
    json_object_object_add(o, "saves", saves);
    return o;
}
