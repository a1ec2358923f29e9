// Blocks on FPGAs: placed and routed on the smallest device that has room.
#include <unistd.h>

#include "run.h"

// Seals what a placement left: its log, and a report if it found room.
static void keep_placement(const area_run *r, const cg_device *dev, const char *seal, const char *report) {
    char names[2][80];
    snprintf(names[0], sizeof names[0], "%.70s.log", dev->name);
    snprintf(names[1], sizeof names[1], "%.70s.json", dev->name);
    const char *const files[] = {names[0], names[1]};
    cli_seal(seal, &r->of, files, access(report, F_OK) == 0 ? 2 : 1);
}

void area_place(const area_design *d, const area_run *r, cg_block *b) {
    char report[CLI_PATH + 32], log[CLI_PATH + 32], net[CLI_PATH + 32], seal[CLI_PATH + 32], title[400];
    const cg_device *dev = cg_device_for(d->tech, &b->flat);
    if (!dev || b->kind == CG_BLOCK_GLUE) return;
    snprintf(report, sizeof report, "%s/%s.json", r->kept, dev->name);
    snprintf(log, sizeof log, "%s/%s.log", r->kept, dev->name);
    snprintf(seal, sizeof seal, "%s/%s.seal", r->kept, dev->name);
    snprintf(net, sizeof net, "%s/net.json", r->kept);
    snprintf(title, sizeof title, "%s: %s", b->name, dev->name);
    if (!cli_sealed(seal, &r->of)) {
        char *argv[CG_PLACEMENT_ARGS];
        cg_placement_command(dev, net, report, argv);
        cli_job job = {.title = title, .argv = argv, .log = log};
        unlink(log);
        unlink(report);
        cli_run(&job, 1, 1, d->c);
        b->seconds += job.seconds;
        // One that ran out of its time, or that a signal ended, may end otherwise another time.
        if (job.end.kind == CG_EXITED && !cg_end_is(job.end, CG_PLACEMENT_LATE))
            keep_placement(r, dev, seal, report);
    }
    if (cg_fmax_read(report, &b->mhz)) b->device = dev;
}
