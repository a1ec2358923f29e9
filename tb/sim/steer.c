#include "steer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/topology.h"
#include "ports.h"

// A bit that holds something back at random.
typedef struct {
    unsigned at;
    uint64_t until; // cycle of the next throw
} gate;

enum { HOLD = 1, GO = 2 }; // bits of the clock

struct cg_steer {
    const cg_plan *plan;
    uint32_t *vector;
    gate *gates;
    size_t n_gates;
    int evicting;     // controllers that can evict
    unsigned said[4]; // of the clock in the last cycles, the latest first: HOLD, GO
    uint64_t cycle, ticks, count;
};

static unsigned steer_words(const cg_steer *s) {
    return cg_port_words((unsigned)s->plan->steer_bits) + 1;
}

// First bit of a controller.
static unsigned steer_base(const cg_plan *plan, int machine, int node) {
    unsigned base = 0;
    for (int m = 0; m < machine; m++)
        base += (unsigned)plan->machines[m].steer.width * (unsigned)plan->spec->machines[m].count;
    return base + (unsigned)(plan->machines[machine].steer.width * node);
}

// What is held at random: messages, deferred requests, the store buffer and fifos. (A core's requests are
// delayed by other means, and natural evictions and ticks are as good as forced ones.)
static bool is_gate(const cg_slot *slot) {
    if (strncmp(slot->name, "hold.", 5) != 0) return false;
    return (slot->name[5] >= '0' && slot->name[5] <= '9') || strcmp(slot->name + 5, "replay") == 0 ||
           strcmp(slot->name + 5, "drain") == 0 || strcmp(slot->name + 5, "fifo") == 0;
}

static void add_gates(cg_steer *s, const cg_slot *slot, unsigned base) {
    for (int bit = 0; bit < slot->width; bit++) {
        s->gates = cg_array_grow(s->gates, s->n_gates, sizeof *s->gates);
        s->gates[s->n_gates++] = (gate){.at = base + (unsigned)(slot->offset + bit)};
    }
}

static void find_gates(cg_steer *s, int machine) {
    const cg_layout *l = &s->plan->machines[machine].steer;
    int count = (int)s->plan->spec->machines[machine].count;
    if (cg_slot_find(l, "evict.valid")) s->evicting += count;
    for (int node = 0; node < count; node++)
        for (int i = 0; i < l->n_slots; i++)
            if (is_gate(&l->slots[i])) add_gates(s, &l->slots[i], steer_base(s->plan, machine, node));
}

cg_steer *cg_steer_new(const cg_plan *plan) {
    cg_steer *s = calloc(1, sizeof *s);
    if (s == NULL) abort();
    s->plan = plan;
    s->vector = calloc(steer_words(s), sizeof *s->vector);
    if (s->vector == NULL) abort();
    for (int m = 0; m < plan->spec->n_machines; m++) find_gates(s, m);
    return s;
}

void cg_steer_free(cg_steer *s) {
    if (s == NULL) return;
    CG_FREE(s->vector, s->gates, s);
}

const uint32_t *cg_steer_vector(const cg_steer *s) {
    return s->vector;
}

// ---------------------------------------------------------------------------------------------- the clock
static void clock_edge(cg_steer *s, unsigned said, bool first) {
    const bool runs = !first && !(said & HOLD);
    if ((said & GO) || (runs && s->count + 1 == s->plan->spec->clock.cycles)) {
        s->ticks++;
        s->count = 0;
    } else if (runs) {
        s->count++;
    }
}

void cg_steer_next(cg_steer *s) {
    if (s->plan->steer_clock < 0) return;
    const uint64_t behind = 2 + s->plan->sram.late; // controllers see the clock late
    s->said[3] = s->said[2];
    s->said[2] = s->said[1];
    s->said[1] = s->said[0];
    s->said[0] = (unsigned)cg_port_get(s->vector, (unsigned)s->plan->steer_clock, 2);
    if (++s->cycle > behind) clock_edge(s, s->said[behind], s->cycle == behind + 1);
}

uint64_t cg_steer_time(const cg_steer *s) {
    return s->ticks;
}

void cg_steer_tick(cg_steer *s) {
    if (s->plan->steer_clock >= 0) cg_port_set(s->vector, (unsigned)s->plan->steer_clock, 2, HOLD | GO);
}

static void set_slot(cg_steer *s, unsigned base, const cg_slot *slot, uint64_t value) {
    cg_port_set(s->vector, base + (unsigned)slot->offset, (unsigned)slot->width, value);
}

void cg_steer_all(cg_steer *s, bool hold) {
    memset(s->vector, 0, steer_words(s) * sizeof *s->vector);
    for (int m = 0; hold && m < s->plan->spec->n_machines; m++) {
        const cg_layout *l = &s->plan->machines[m].steer;
        for (int node = 0; node < (int)s->plan->spec->machines[m].count; node++)
            for (int i = 0; i < l->n_slots; i++)
                if (strncmp(l->slots[i].name, "hold.", 5) == 0)
                    set_slot(s, steer_base(s->plan, m, node), &l->slots[i], UINT64_MAX);
    }
    if (hold && s->plan->steer_clock >= 0) cg_port_set(s->vector, (unsigned)s->plan->steer_clock, 2, HOLD);
}

void cg_steer_set(cg_steer *s, int machine, int node, const char *slot, unsigned bit, bool on) {
    const cg_slot *at = cg_slot_find(&s->plan->machines[machine].steer, slot);
    if (at == NULL || bit >= (unsigned)at->width) return;
    cg_port_set(s->vector, steer_base(s->plan, machine, node) + (unsigned)at->offset + bit, 1, on);
}

static void set_named_slot(cg_steer *s, int machine, int node, const char *slot, uint64_t value) {
    const cg_slot *at = cg_slot_find(&s->plan->machines[machine].steer, slot);
    if (at) set_slot(s, steer_base(s->plan, machine, node), at, value);
}

static uint64_t hold_key(const cg_steer *s, int machine, uint64_t addr) {
    const cg_machine_plan *mp = &s->plan->machines[machine];
    return addr >> (mp->line_shift + mp->home_shift);
}

void cg_steer_want(cg_steer *s, int machine, int node, uint64_t addr, int src, int tid) {
    set_named_slot(s, machine, node, "want.valid", 1);
    set_named_slot(s, machine, node, "want.key", hold_key(s, machine, addr));
    set_named_slot(s, machine, node, "want.src", (uint64_t)src);
    set_named_slot(s, machine, node, "want.has_tid", tid >= 0);
    set_named_slot(s, machine, node, "want.tid", tid >= 0 ? (uint64_t)tid : 0);
}

void cg_steer_evict(cg_steer *s, int machine, int node, uint64_t addr) {
    set_named_slot(s, machine, node, "evict.key", hold_key(s, machine, addr));
    set_named_slot(s, machine, node, "evict.valid", 1);
}

void cg_steer_drain(cg_steer *s, int machine, int node, uint64_t addr) {
    set_named_slot(s, machine, node, "drain.key", hold_key(s, machine, addr));
    set_named_slot(s, machine, node, "drain.valid", 1);
}

// ---------------------------------------------------------------------------------------------- at random
static void throw_gate(cg_steer *s, gate *g, cg_rng *rng, uint64_t cycle, const cg_shaking *how) {
    g->until = cycle + 1 + cg_rng_below(rng, how->longest);
    cg_port_set(s->vector, g->at, 1, cg_rng_below(rng, 100) < how->hold);
}

// Controller number `which` of those that can evict; those over which lines are interleaved evict their own.
static void evict_at(cg_steer *s, int which, uint64_t addr) {
    for (int m = 0; m < s->plan->spec->n_machines; m++) {
        const cg_machine *machine = &s->plan->spec->machines[m];
        int count = (int)machine->count;
        if (cg_slot_find(&s->plan->machines[m].steer, "evict.valid") == NULL) continue;
        if (which >= count) {
            which -= count;
            continue;
        }
        which -= which % (int)machine->interleave;
        which += (int)cg_bank_of(machine, addr / s->plan->spec->line_bytes);
        cg_steer_evict(s, m, which, addr);
        return;
    }
}

static void forget_evictions(cg_steer *s) {
    for (int m = 0; m < s->plan->spec->n_machines; m++)
        for (int node = 0; node < (int)s->plan->spec->machines[m].count; node++)
            cg_steer_set(s, m, node, "evict.valid", 0, false);
}

void cg_steer_shake(cg_steer *s, cg_rng *rng, uint64_t cycle, const cg_shaking *how,
                    const cg_touched *lines) {
    for (size_t i = 0; how->hold && i < s->n_gates; i++)
        if (s->gates[i].until <= cycle) throw_gate(s, &s->gates[i], rng, cycle, how);
    if (how->evict == 0 || s->evicting == 0) return;
    forget_evictions(s);
    if (cg_touched_count(lines) == 0 || cg_rng_below(rng, 1000) >= how->evict) return;
    uint64_t addr = cg_touched_at(lines, cg_rng_below(rng, cg_touched_count(lines)));
    evict_at(s, (int)cg_rng_below(rng, (uint64_t)s->evicting), addr);
}
