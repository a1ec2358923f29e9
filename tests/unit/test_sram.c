// What --sram says of memories, and the pins that go through a design's text.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "emit/pins.h"

static char why[CG_SRAM_WHY];

Test(sram, said) {
    cg_sram s = {0};
    cr_assert(cg_sram_say(&s, "ports=1rw", why) && s.one_port);
    cr_assert(cg_sram_say(&s, "ports=1r1w", why) && !s.one_port);
    cr_assert(cg_sram_say(&s, "latency=2", why) && s.late);
    cr_assert(cg_sram_say(&s, "latency=1", why) && !s.late);
    cr_assert(cg_sram_say(&s, "pins=a,b_2:64", why) && cg_sram_say(&s, "pins=c:3", why));
    cr_assert(s.n_pins == 3 && s.pins[1].width == 64 && s.pins[2].width == 3);
    cr_assert_str_eq(s.pins[1].name, "b_2");
}

Test(sram, refused) {
    static const char *const SAID[] = {"",          "ports",     "ports=",
                                       "ports=2rw", "latency=3", "latency=",
                                       "pins=",     "pins=1",    "pins=a b",
                                       "pins=_a",   "pins=a:0",  "pins=a:65",
                                       "pins=a:",   "pins=a:1x", "pins=a,a",
                                       "pins=a:-1", "pins=a.b",  "pins=a123456789012345678901234567890z"};
    for (size_t i = 0; i < sizeof SAID / sizeof *SAID; i++) {
        cg_sram s = {0};
        *why = '\0';
        cr_assert_not(cg_sram_say(&s, SAID[i], why), "%s", SAID[i]);
        cr_assert(*why, "%s", SAID[i]);
    }
    cg_sram full = {0};
    char said[32];
    for (int i = 0; i < CG_SRAM_PINS; i++) {
        snprintf(said, sizeof said, "pins=p%d", i);
        cr_assert(cg_sram_say(&full, said, why));
    }
    cr_assert_not(cg_sram_say(&full, "pins=q", why));
}

static void add(cg_files *files, const char *name, const char *text) {
    FILE *out = cg_files_open(files, "%s", name);
    fputs(text, out);
    fclose(out);
}

static cg_files three_modules(void) {
    cg_files files = {0};
    add(&files, "cohgen_sram_x.sv",
        "module cohgen_sram_x (\n  input  logic clk_i,\n  input  logic a_i\n);\nendmodule\n");
    add(&files, "part.sv",
        "module part (\n  input  logic    clk_i,\n  input  logic b_i\n);\n  // cohgen_sram_x\n"
        "  cohgen_sram_x #(\n    .D (1)\n  ) u_ram (\n    .clk_i   (clk_i),\n    .a_i (b_i)\n  "
        ");\nendmodule\n");
    add(&files, "other.sv", "module other (\n  input  logic clk_i\n);\nendmodule\n");
    return files;
}

Test(sram, pins_pass) {
    cg_sram s = {0};
    cg_files files = three_modules();
    char *other = cg_text_copy_n(files.files[2].text, strlen(files.files[2].text));
    cr_assert(cg_sram_say(&s, "pins=test,margin:4", why));
    cr_assert_null(cg_pins_pass(&files, &s));
    cr_assert(strstr(files.files[0].text,
                     "clk_i,\n  input  logic test_i, // of memories\n  input  logic [3:0] margin_i,"));
    cr_assert(strstr(files.files[0].text, "assign unused_pins = ^{test_i, margin_i};"));
    cr_assert(strstr(files.files[1].text,
                     "    .clk_i   (clk_i),\n    .test_i(test_i),\n    .margin_i(margin_i),\n    .a_i"));
    cr_assert(strstr(files.files[1].text, "clk_i,\n  input  logic test_i,"));
    cr_assert_str_eq(files.files[2].text, other, "no memory stands in it");
    free(other);
    cg_files_free(&files);
}

Test(sram, pin_of_a_port) {
    cg_sram s = {0};
    cg_files files = three_modules();
    cr_assert(cg_sram_say(&s, "pins=b", why));
    const char *taken = cg_pins_pass(&files, &s);
    cr_assert(taken && !strcmp(taken, "b"));
    cr_assert_null(strstr(files.files[0].text, "b_i"), "nothing has changed");
    cg_files_free(&files);
}
