// Windows: what a load may return in a table without logical time.
#include <criterion/criterion.h>

#include "load/load.h"
#include "sim/windows.h"
#include "tables.h"

static cg_spec *read(const char *path) {
    cg_spec *spec = spec_of_table(path, NULL, 0);
    return spec;
}

static bool performed(cg_windows *w, cg_core_op kind, int thread, uint64_t addr, uint32_t value) {
    const cg_perform p = {.kind = kind, .thread = thread, .addr = addr, .mask = 0xf, .value = value};
    return cg_windows_perform(w, &p);
}

Test(windows, tables_with_logical_time_have_none) {
    cg_spec *rcc = read("protocols/rcc.json");
    cr_expect(cg_windows_new(rcc) == NULL);
    cg_windows_load(NULL, 0, 0);
    cr_expect(performed(NULL, CG_LOAD, 0, 0, 7));
    cg_windows_free(NULL);
    cg_spec_free(rcc);
}

Test(windows, a_load_sees_what_was_there_since_it_was_asked_for) {
    cg_spec *spec = read("protocols/mesi.json");
    cg_windows *w = cg_windows_new(spec);
    const uint32_t first = 5;
    cg_windows_init(w, 0x40, &first, sizeof first);

    cg_windows_load(w, 0, 0x40);
    cr_expect(performed(w, CG_LOAD, 0, 0x40, 5));
    performed(w, CG_STORE, 1, 0x40, 6);
    cg_windows_load(w, 0, 0x42); // bytes of the same word
    cr_expect(!performed(w, CG_LOAD, 0, 0x40, 5), "what was before its request");

    const uint32_t good[] = {6, 7, 8};
    for (int i = 0; i < 3; i++) {
        performed(w, CG_STORE, 1, 0x40, 6);
        cg_windows_load(w, 0, 0x40);
        performed(w, CG_STORE, 1, 0x40, 7);
        performed(w, CG_STORE, 1, 0x44, 9); // another word
        performed(w, CG_ATOMIC, 2, 0x40, 8);
        cr_expect(performed(w, CG_LOAD, 0, 0x40, good[i]));
    }
    cg_windows_load(w, 0, 0x40);
    cr_expect(!performed(w, CG_LOAD, 0, 0x40, 9));
    cg_windows_free(w);
    cg_spec_free(spec);
}

Test(windows, bytes_and_loads_that_see_too_much) {
    cg_spec *spec = read("protocols/mesi.json");
    cg_windows *w = cg_windows_new(spec);
    performed(w, CG_STORE, 1, 0x40, 0x11223344);
    cg_perform byte = {.kind = CG_STORE, .thread = 1, .addr = 0x40, .mask = 0x2, .value = 0xaa00};
    cg_windows_perform(w, &byte);
    cg_windows_load(w, 0, 0x40);
    cr_expect(performed(w, CG_LOAD, 0, 0x40, 0x1122aa44));

    cg_windows_load(w, 0, 0x40);
    for (uint32_t i = 0; i <= CG_WINDOW_VALUES; i++) performed(w, CG_STORE, 1, 0x40, i);
    cr_expect(performed(w, CG_LOAD, 0, 0x40, 0xbad), "not judged any more");
    cg_windows_load(w, 0, 0x40);
    cr_expect(!performed(w, CG_LOAD, 0, 0x40, 0xbad));
    cg_windows_free(w);
    cg_spec_free(spec);
}
