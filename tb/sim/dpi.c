#include "dpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim.h"

static cg_sim *sim;
static int status;
static bool inside; // one of our calls

// Where the model counts how it runs (tb/model.mk): writes the counts, which exit() would do after
// leave_with_status().
extern void __gcov_dump(void) __attribute__((weak));

// The simulator's main() always returns 0; this is the last thing that exit() calls.
static void leave_with_status(void) {
    cg_sim_free(sim);
    fflush(NULL);
    if (__gcov_dump) __gcov_dump();
    _exit(status);
}

// note [stop]: Verilator calls vl_stop() when an assertion of the design fails and vl_fatal() when it gives
// up itself, and both abort(). Ours give the verdict that there is, so that abort() and signals from outside
// never look like one. They are C++ functions by name only: gen/app/cli/model.c leaves Verilator's own out
// (VL_USER_STOP, VL_USER_FATAL).
void cohgen_stop(const char *file, int line, const char *scope) __asm__("_Z7vl_stopPKciS0_");
void cohgen_fatal(const char *file, int line, const char *scope,
                  const char *message) __asm__("_Z8vl_fatalPKciS0_S0_");
void verilated_flush(void) __asm__("_ZN9Verilated17runFlushCallbacksEv");
void verilated_leave(void) __asm__("_ZN9Verilated16runExitCallbacksEv");

// The waveform is closed; what was printed stands before what we say.
static void close_files(const char *file, int line, const char *message) {
    printf("%%Error: %s:%d: %s\n", file, line, message);
    verilated_flush();
    verilated_leave();
    fflush(stdout);
}

static void fail_run(const char *reason) {
    if (inside || sim == NULL) abort(); // not the design's doing
    status = cg_sim_abort(sim, reason);
    leave_with_status();
}

void cohgen_stop(const char *file, int line, const char *scope) {
    char reason[400];
    (void)scope;
    close_files(file, line, "Verilog $stop");
    snprintf(reason, sizeof reason, "an assertion of the design failed, %.300s:%d: see above", file, line);
    fail_run(reason);
}

void cohgen_fatal(const char *file, int line, const char *scope, const char *message) {
    (void)scope;
    close_files(file, line, message);
    if (!strstr(message, "converge")) abort();
    fail_run("the design does not settle: signals within a cycle change for ever");
}

int cohgen_init(const char *config, int cores, int partitions, int addr_bits, int tid_bits, int axi_data_bits,
                int axi_id_bits, int record_bits, int steer_bits, int sram_latency) {
    const cg_geometry g = {.cores = cores,
                           .partitions = partitions,
                           .addr_bits = addr_bits,
                           .tid_bits = tid_bits,
                           .axi_data_bits = axi_data_bits,
                           .axi_id_bits = axi_id_bits,
                           .record_bits = record_bits,
                           .steer_bits = steer_bits,
                           .sram_latency = sram_latency};
    atexit(leave_with_status);
    sim = cg_sim_new(config, &g, &status);
    return sim == NULL;
}

int cohgen_inputs(void) {
    return (int)cg_sim_inputs(sim);
}

int cohgen_which_planted(void) {
    return cg_sim_planted(sim);
}

void cohgen_record(int machine, int node, const svBitVecVal *slots) {
    cg_sim_record(sim, machine, node, slots);
}

int cohgen_tick(CG_PORTS_DRIVEN(CG_DRIVEN_ARGUMENT) CG_PORTS_DRIVING(CG_DRIVING_ARGUMENT)
                    svBitVecVal *steer) {
    const cg_ports p = {
#define DRIVEN(name)                .name = name,
#define DRIVING(name, number, bits) .name = name,
        CG_PORTS_DRIVEN(DRIVEN) CG_PORTS_DRIVING(DRIVING).steer = steer,
#undef DRIVEN
#undef DRIVING
    };
    inside = true;
    bool goes_on = cg_sim_tick(sim, &p);
    if (!goes_on) status = cg_sim_finish(sim);
    inside = false;
    return !goes_on;
}
