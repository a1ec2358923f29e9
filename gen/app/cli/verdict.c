// The end of a simulator, taken as a verdict.
#include <json-c/json.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static const char *member_text(json_object *o, const char *key) {
    json_object *v;
    return json_object_object_get_ex(o, key, &v) && v ? json_object_get_string(v) : "";
}

static cli_verdict verdict_without_report(cg_end end, const char *what) {
    cli_verdict v = {.status = CLI_NO_TOOL};
    char how[CG_END_TEXT];
    snprintf(v.why, sizeof v.why, "%s%s%s%s", cg_end_text(end, how), *what ? " (" : "", what,
             *what ? ")" : "");
    return v;
}

cli_verdict cli_verdict_of(cg_end end, const char *report) {
    if (cg_end_is(end, CLI_BAD_INPUT)) return (cli_verdict){CLI_BAD_INPUT, NULL, "it refused its input"};
    if (!cg_end_is(end, CLI_OK) && !cg_end_is(end, CLI_FAILED)) return verdict_without_report(end, "");
    json_object *root = access(report, R_OK) == 0 ? json_object_from_file(report) : NULL;
    const char *said = json_object_is_type(root, json_type_object) ? member_text(root, "verdict") : "";
    if (!strcmp(said, end.number == CLI_OK ? "pass" : "fail")) {
        cli_verdict v = {end.number, root, ""};
        snprintf(v.why, sizeof v.why, "%s", member_text(root, "reason"));
        return v;
    }
    const cli_verdict v = verdict_without_report(end, !root   ? "it left no report"
                                                      : *said ? "its report says something else"
                                                              : "its report has no verdict");
    json_object_put(root);
    return v;
}
