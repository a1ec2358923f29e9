// What describes a design: the manifest is JSON and the core file YAML, whatever the table calls itself.
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "emit/design.h"
#include "load/load.h"

#define TITLE "a \"quoted\" \\ title"
#define NAME  "a\"b\\c"

static void write_design(char folder[64]) {
    cg_diags *diags = cg_diags_new();
    cg_spec *s = cg_spec_read("protocols/mesi.json", NULL, 0, diags);
    cr_assert(s);
    s->title = TITLE "\nof two lines";
    s->params[s->n_params - 1].name = NAME;
    cg_plan *plan = cg_plan_new(s);
    cr_assert(plan);
    strcpy(folder, "/tmp/test_design_XXXXXX");
    cr_assert(mkdtemp(folder));
    const cg_design_options options = {"rtl", false};
    cr_assert_eq(cg_design_write(plan, folder, &options, diags), 0);
    cg_plan_free(plan);
    cg_spec_free(s);
    cg_diags_free(diags);
}

static void remove_folder(const char *folder) {
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_assert_eq(system(command), 0);
}

Test(design, names_with_quotes_and_backslashes_are_escaped_in_the_manifest) {
    char folder[64], path[96];
    write_design(folder);
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    json_object *o = json_object_from_file(path), *parameters;
    cr_expect(o, "%s", json_util_get_last_err());
    cr_expect(json_object_object_get_ex(o, "parameters", &parameters) &&
              json_object_object_get_ex(parameters, NAME, NULL));
    json_object_put(o);
    remove_folder(folder);
}

Test(design, the_title_is_one_line_of_the_core_file) {
    static const char WANTED[] = "\ndescription: \"a \\\"quoted\\\" \\\\ title\\nof two lines\"\n";
    char folder[64], path[96], text[1024] = "";
    write_design(folder);
    snprintf(path, sizeof path, "%s/mesi.core", folder);
    FILE *in = fopen(path, "r");
    cr_assert(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    cr_expect(strstr(text, WANTED), "%s", text);
    remove_folder(folder);
}
