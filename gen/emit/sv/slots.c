// Bits of a layout, by the names of its slots.
#include <stdlib.h>
#include <string.h>

#include "sv.h"

const char *sv_slot(const cg_slot *slot, char buf[SV_NAME]) {
    snprintf(buf, SV_NAME, "%s", slot->name);
    for (char *c = buf; *c; c++)
        if (*c == '.') *c = '_';
    return buf;
}

const char *sv_steered(const cg_spec *s, const cg_slot *slot, char buf[SV_NAME]) {
    const char *dot = strchr(slot->name, '.');
    char lane[SV_NAME];
    if (dot[1] < '0' || dot[1] > '9') return sv_slot(slot, buf);
    snprintf(buf, SV_NAME, "%.*s_%.200s", (int)(dot - slot->name), slot->name,
             sv_lane(s, (int)strtol(dot + 1, NULL, 10), lane));
    return buf;
}

void sv_element(FILE *out, const char *index, int width) {
    if (width > 1)
        fprintf(out, "[%s*%d +: %d]", index, width, width);
    else
        fprintf(out, "[%s]", index);
}

static bool is_left_out(const cg_slot *slot, const char *except) {
    return except && !strcmp(slot->name, except);
}

void sv_slots_declare(FILE *out, const char *indent, const cg_layout *l, const char *prefix, int copies,
                      const char *except) {
    char name[SV_NAME];
    for (int i = 0; i < l->n_slots; i++) {
        if (is_left_out(&l->slots[i], except)) continue;
        fprintf(out, "%slogic ", indent);
        if (copies)
            fprintf(out, "[%d:0] ", l->slots[i].width * copies - 1);
        else
            sv_range(out, l->slots[i].width);
        fprintf(out, "%s_%s;\n", prefix, sv_slot(&l->slots[i], name));
    }
}

void sv_slots(FILE *out, const cg_layout *l, const char *prefix, const char *index, const char *except) {
    char name[SV_NAME];
    const char *sep = "{";
    for (int i = l->n_slots - 1; i >= 0; i--) {
        if (is_left_out(&l->slots[i], except)) continue;
        fprintf(out, "%s%s_%s", sep, prefix, sv_slot(&l->slots[i], name));
        if (index) sv_element(out, index, l->slots[i].width);
        sep = ", ";
    }
    fputc('}', out);
}
