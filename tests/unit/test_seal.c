// Seals of cache entries: what is damaged is seen, whatever the damage.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seal.h"
#include "folder.h"

enum { KEY = 7 };
static const char *const FILES[] = {"program", "log of it"};
static char seal[128], program[128], why[256];

static void put(const char *path, const char *text, size_t n) {
    FILE *out = fopen(path, "wb");
    cr_assert(out && fwrite(text, 1, n, out) == n && fclose(out) == 0);
}

static void make_entry(void) {
    char log[128];
    make_folder();
    snprintf(seal, sizeof seal, "%s/program.seal", folder);
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(log, sizeof log, "%s/log of it", folder);
    put(program, "\177ELF and more", 13);
    put(log, "", 0);
    cr_assert(cg_seal_write(seal, KEY, FILES, 2));
}

static void remove_entry(void) {
    static const char *const ALL[] = {"program", "log of it", "program.seal"};
    char path[128];
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, ALL[i]);
        unlink(path);
        rmdir(path);
    }
    cr_assert(rmdir(folder) == 0, "something else was left behind");
}

TestSuite(seal, .init = make_entry, .fini = remove_entry);

static void expect_damage(const char *expected) {
    *why = '\0';
    cr_assert(cg_seal_check(seal, KEY, why, sizeof why) == CG_SEAL_DAMAGED);
    cr_assert_str_eq(why, expected);
}

Test(seal, whole) {
    cr_assert(cg_seal_check(seal, KEY, why, sizeof why) == CG_SEAL_WHOLE);
    cr_assert(cg_seal_check(seal, KEY, NULL, 0) == CG_SEAL_WHOLE);
}

Test(seal, of_something_else) {
    cr_assert(cg_seal_check(seal, KEY + 1, why, sizeof why) == CG_SEAL_NONE);
}

Test(seal, none) {
    unlink(seal);
    cr_assert(cg_seal_check(seal, KEY, why, sizeof why) == CG_SEAL_NONE);
}

Test(seal, empty_file) {
    put(program, "", 0);
    expect_damage("program is shorter than it was");
}

Test(seal, longer_file) {
    put(program, "\177ELF and more.", 14);
    expect_damage("program is longer than it was");
}

Test(seal, one_other_byte) {
    put(program, "\177ELF and mare", 13);
    expect_damage("program is not what it was");
}

Test(seal, missing_file) {
    unlink(program);
    expect_damage("program is missing");
}

Test(seal, pipe_in_its_place) {
    unlink(program);
    cr_assert(mkfifo(program, 0600) == 0);
    expect_damage("program cannot be read");
}

Test(seal, folder_in_its_place) {
    unlink(program);
    cr_assert(mkdir(program, 0700) == 0);
    expect_damage("program cannot be read");
}

Test(seal, every_prefix_and_every_changed_byte_of_the_seal) {
    char text[512], changed[512];
    FILE *in = fopen(seal, "rb");
    const size_t size = in ? fread(text, 1, sizeof text, in) : 0;
    cr_assert(in && size > 60 && size < sizeof text && fclose(in) == 0);
    for (size_t n = 0; n < size; n++) {
        put(seal, text, n);
        cr_assert(cg_seal_check(seal, KEY, why, sizeof why) == CG_SEAL_DAMAGED, "a prefix of %zu bytes", n);
        memcpy(changed, text, size);
        changed[n] ^= 1;
        put(seal, changed, size);
        cr_assert(cg_seal_check(seal, KEY, why, sizeof why) == CG_SEAL_DAMAGED, "byte %zu", n);
    }
    put(seal, text, size);
    cr_assert(cg_seal_check(seal, KEY, why, sizeof why) == CG_SEAL_WHOLE);
}

Test(seal, what_cannot_be_sealed_has_no_seal) {
    static const char *const MISSING[] = {"program", "nothing"};
    cr_assert(!cg_seal_write(seal, KEY, MISSING, 2));
    cr_assert(cg_seal_check(seal, KEY, why, sizeof why) == CG_SEAL_NONE);
}
