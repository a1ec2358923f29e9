// What is said of the memories that a design is made for.
#include "sram.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(char why[CG_SRAM_WHY], const char *what, const char *word) {
    snprintf(why, CG_SRAM_WHY, "%s, not '%.100s'", what, word);
    return false;
}

static bool say_ports(cg_sram *s, const char *value, char why[CG_SRAM_WHY]) {
    const bool one = !strcmp(value, "1rw");
    if (!one && strcmp(value, "1r1w") != 0) return refuse(why, "ports is 1r1w or 1rw", value);
    s->one_port = one;
    return true;
}

static bool say_latency(cg_sram *s, const char *value, char why[CG_SRAM_WHY]) {
    const bool late = !strcmp(value, "2");
    if (!late && strcmp(value, "1") != 0) return refuse(why, "latency is 1 or 2", value);
    s->late = late;
    return true;
}

static bool is_pin_name(const char *name) {
    const size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_') return false;
    return isalpha((unsigned char)*name) && n < CG_SRAM_PIN_NAME;
}

// `pin` is changed: "NAME" or "NAME:BITS".
static bool say_pin(cg_sram *s, char *pin, char why[CG_SRAM_WHY]) {
    char *colon = strchr(pin, ':'), *end = NULL;
    long width = 1;
    if (colon) {
        *colon = '\0';
        width = isdigit((unsigned char)colon[1]) ? strtol(colon + 1, &end, 10) : 0;
        if (width < 1 || width > CG_SRAM_PIN_BITS || *end)
            return refuse(why, "a pin has 1 to 64 bits (pins=NAME:BITS)", colon + 1);
    }
    if (!is_pin_name(pin))
        return refuse(why, "a pin's name is a letter, then up to 30 letters, digits and '_'", pin);
    for (int i = 0; i < s->n_pins; i++)
        if (!strcmp(s->pins[i].name, pin)) return refuse(why, "a pin is named once", pin);
    if (s->n_pins == CG_SRAM_PINS) return refuse(why, "there are at most 16 pins", pin);
    cg_sram_pin *p = &s->pins[s->n_pins++];
    snprintf(p->name, sizeof p->name, "%s", pin);
    p->width = (int)width;
    return true;
}

static bool say_pins(cg_sram *s, const char *value, char why[CG_SRAM_WHY]) {
    char text[1024], *save = NULL;
    if (!*value || strlen(value) >= sizeof text)
        return refuse(why, "pins are named: pins=NAME:BITS,NAME", value);
    snprintf(text, sizeof text, "%s", value);
    for (char *pin = strtok_r(text, ",", &save); pin; pin = strtok_r(NULL, ",", &save))
        if (!say_pin(s, pin, why)) return false;
    return true;
}

bool cg_sram_say(cg_sram *s, const char *said, char why[CG_SRAM_WHY]) {
    if (!strncmp(said, "ports=", 6)) return say_ports(s, said + 6, why);
    if (!strncmp(said, "latency=", 8)) return say_latency(s, said + 8, why);
    if (!strncmp(said, "pins=", 5)) return say_pins(s, said + 5, why);
    return refuse(why, "ports=1r1w, ports=1rw, latency=1, latency=2 or pins=NAME:BITS,... is wanted", said);
}
