// The memories that a design is made for: what a foundry's macros offer, docs/rtl.md, note [memories].
#ifndef COHGEN_GEN_PLAN_SRAM_H
#define COHGEN_GEN_PLAN_SRAM_H

#include <stdbool.h>
#include <stddef.h>

enum { CG_SRAM_PINS = 16, CG_SRAM_PIN_NAME = 32, CG_SRAM_PIN_BITS = 64, CG_SRAM_WHY = 256 };

// An input of the macros that no logic of ours drives: test, power, margins.
typedef struct {
    char name[CG_SRAM_PIN_NAME]; // letters, digits and '_', without the _i that ports end with
    int width;                   // bits, 1 to CG_SRAM_PIN_BITS
} cg_sram_pin;

// All 0: a read port and a write port, a latency of 1, no pins.
typedef struct {
    bool one_port; // tags, data and a local memory's lines: one port that reads or writes
    bool late;     // ... show a word in the second cycle after it is read, not in the first
    cg_sram_pin pins[CG_SRAM_PINS];
    int n_pins;
} cg_sram;

// Adds what `said` says: "ports=1r1w", "ports=1rw", "latency=1", "latency=2", "pins=NAME",
// "pins=NAME:BITS,NAME". False, and why in `why`: it is none of these, a pin comes twice, or there are more
// than CG_SRAM_PINS.
bool cg_sram_say(cg_sram *s, const char *said, char why[CG_SRAM_WHY]);

#endif
