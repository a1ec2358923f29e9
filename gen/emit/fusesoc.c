#include "fusesoc.h"

#include <string.h>

#include "base/json_write.h"
#include "base/version.h"

#define PARTS "cohgen:parts:cohgen_parts:" CG_VERSION

void cg_print_design_core(FILE *out, const cg_plan *plan, const cg_file *own, int n) {
    fprintf(out, "CAPI=2:\nname: cohgen:designs:%s:" CG_VERSION "\ndescription: ", plan->name);
    cg_json_print_text(plan->spec->title, out);
    fputs("\nfilesets:\n  rtl:\n    depend:\n      - " PARTS "\n    files:\n", out);
    for (int i = 0; i < n; i++) fprintf(out, "      - %s\n", own[i].name);
    fprintf(out,
            "    file_type: systemVerilogSource\ntargets:\n  default: &default\n    filesets: [rtl]\n    "
            "toplevel: %s_system\n",
            plan->name);
    fputs("  lint:\n    <<: *default\n    default_tool: verilator\n    tools:\n      verilator:\n        "
          "mode: lint-only\n        verilator_options: [-Wall]\n",
          out);
}

static void print_part_files(FILE *out, char *const *parts, int n, bool sram) {
    fputs("    files:\n", out);
    for (int i = 0; i < n; i++)
        if (!strncmp(parts[i], "cohgen_sram_", 12) == sram) fprintf(out, "      - %s\n", parts[i]);
    fputs("    file_type: systemVerilogSource\n", out);
}

void cg_print_parts_core(FILE *out, char *const *parts, int n) {
    fputs("CAPI=2:\nname: " PARTS "\ndescription: \"Parts that cohgen's designs share\"\nfilesets:\n"
          "  parts:\n",
          out);
    print_part_files(out, parts, n, false);
    fputs("  sram: # left out with the flag own_sram: another core then has the wrapper, around macros\n",
          out);
    print_part_files(out, parts, n, true);
    fputs("targets:\n  default:\n    filesets: [parts, \"!own_sram ? (sram)\"]\n", out);
}
