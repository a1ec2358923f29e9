// Printing JSON: trees of json-c's, so that nobody escapes a string himself.
#ifndef COHGEN_GEN_BASE_JSON_WRITE_H
#define COHGEN_GEN_BASE_JSON_WRITE_H

#include <json-c/json.h>
#include <stdint.h>
#include <stdio.h>

void cg_json_put_text(json_object *o, const char *key, const char *text); // NULL: null
void cg_json_put_count(json_object *o, const char *key, uint64_t value);

// Prints `o` and a newline, members on lines of their own. Spaced: with a space behind their colons.
void cg_json_print(json_object *o, FILE *out);
void cg_json_print_spaced(json_object *o, FILE *out);

// From now on the object is printed on one line, {"a": 1, "b": "x"}, whatever is around it. Returns it.
json_object *cg_json_on_one_line(json_object *o);

// A string in quotes. YAML reads it too.
void cg_json_print_text(const char *text, FILE *out);

#endif
