// The hash of a design's hardware: what it is of, and what is none of the hardware.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emit/design.h"
#include "folder.h"
#include "load/load.h"

static void shell(const char *fmt, const char *a) {
    char command[400];
    snprintf(command, sizeof command, fmt, folder, a);
    cr_assert_eq(system(command), 0, "%s", command);
}

static void copy_parts(void) {
    make_folder();
    shell("cp rtl/*.sv %s%s", "");
}

// The hash of the small table's hardware with the parts as they are now; `whole`: of its whole text.
static void hash(char out[17], char whole[17]) {
    cg_diags *d = cg_diags_new();
    cg_spec *spec = cg_spec_read("tests/tables/directory.json", NULL, 0, d);
    cr_assert_not_null(spec);
    cg_plan *plan = cg_plan_new(spec);
    const cg_design_options options = {.parts_dir = folder};
    cg_hardware_hash(plan, &options, out);
    cg_design_hash(plan, &options, whole);
    cg_plan_free(plan);
    cg_spec_free(spec);
    cg_diags_free(d);
}

static void expect(const char *edit, bool hardware_changes) {
    char before[17], after[17], text_before[17], text_after[17];
    hash(before, text_before);
    shell("sed -i '%2$s' %1$s/cohgen_fifo.sv", edit);
    hash(after, text_after);
    cr_expect_str_neq(text_before, text_after, "%s: the text has changed", edit);
    cr_expect_eq(strcmp(before, after) != 0, hardware_changes, "%s", edit);
}

TestSuite(design, .init = copy_parts, .fini = remove_folder);

Test(design, hardware_is_what_no_macro_hides) {
    expect("s/if (push) mem_q/if (push \\&\\& pop) mem_q/", false); // a form for simulators
    expect("s/if (free_q != .0) mem_q/if (push) mem_q/", true);     // its `else branch
    expect("$a `ifndef COHGEN_X\\nmodule in; endmodule\\n`else\\nmodule out; endmodule\\n`endif", true);
    expect("s,^module out;,module still_out;,", false);
    expect("s,^module in;,module still_in;,", true);
}

Test(design, hardware_is_no_comment) {
    expect("1i // A line of its own,\\n\\n/* and more\\nof them. */", false);
    expect("s,^endmodule,endmodule // at the end,", false);
    expect("s,^endmodule // at the end,endmodule /* another */,", false);
    expect("s,input  logic,input /* which */ logic,", true); // a blank less: only comments are left out
    expect("$a module says; initial $display(\"// one\"); endmodule", true);
    expect("s,// one,// two,", true); // a string
}
