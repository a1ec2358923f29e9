// cohgen_sram_1r1w, cohgen_sram_1rw, cohgen_ram_fwd, cohgen_ram_1rw, cohgen_flash_map.
#include "ref.h"

#include <string.h>

enum { WORDS = 64, LANES = 8 };
enum { ALIKE = 3, LATENCY = 4 }; // parameters: all lanes of a write are alike; cycles of a read

// ------------------------------------------------------------------------- sram_1r1w, ram_fwd

struct ram {
    uint64_t lane[WORDS][LANES];
    bool known[WORDS][LANES]; // written since the start
    uint64_t read[LANES];     // what rdata_o must be, where known
    bool read_known[LANES];
    uint64_t later[LANES]; // ... with a latency of 2
    bool later_known[LANES];
    bool late, reads; // a latency of 2; something was read a cycle ago
    int reads_at;

    bool wen, ren;
    int waddr, raddr;
    unsigned wlane;
    uint64_t wdata[LANES];
};

static void ram_check(struct ref *r, struct bits *out) {
    struct ram *s = r->state;
    for (int l = r->p[1] - 1; l >= 0; l--) {
        if (s->late ? s->later_known[l] : s->read_known[l])
            expect(r, out, r->p[2], s->late ? s->later[l] : s->read[l], "rdata_o");
        else
            get(out, r->p[2]);
    }
}

static void ram_read(struct ram *s, int lanes) {
    for (int l = 0; l < lanes && s->ren; l++) {
        s->read[l] = s->lane[s->raddr][l];
        s->read_known[l] = s->known[s->raddr][l];
    }
}

static void ram_write(struct ram *s, int lanes) {
    for (int l = 0; l < lanes && s->wen; l++) {
        if (s->wlane >> l & 1) {
            s->lane[s->waddr][l] = s->wdata[l];
            s->known[s->waddr][l] = true;
        }
    }
}

static void ram_init(struct ref *r) {
    struct ram *s = r->state;
    s->late = r->p[LATENCY] == 2;
}

// A register behind the memory.
static void ram_later(struct ram *s) {
    memcpy(s->later, s->read, sizeof s->later);
    memcpy(s->later_known, s->read_known, sizeof s->later_known);
}

// The word that was read a cycle ago, as it is now; it is shown for a cycle.
static void ram_fwd_later(struct ref *r, int covers) {
    struct ram *s = r->state;
    if (!s->late) return;
    for (int l = 0; l < r->p[1]; l++) {
        s->later[l] = s->lane[s->reads_at][l];
        s->later_known[l] = s->reads && s->known[s->reads_at][l];
    }
    if (s->reads && s->wen && s->waddr == s->reads_at && s->wlane) cover(r, covers);
    s->reads = s->ren;
    s->reads_at = s->raddr;
}

static void ram_cover(struct ref *r) {
    struct ram *s = r->state;
    bool meet = s->wen && s->ren && s->waddr == s->raddr;
    if (meet && s->wlane != 0) cover(r, 0);
    if (meet && s->wlane != (1u << r->p[1]) - 1) cover(r, 1);
}

static void sram_clock(struct ref *r) {
    ram_cover(r);
    ram_later(r->state);
    ram_read(r->state, r->p[1]);
    ram_write(r->state, r->p[1]);
}

static void ram_fwd_clock(struct ref *r) {
    ram_cover(r);
    ram_write(r->state, r->p[1]);
    ram_read(r->state, r->p[1]);
    ram_fwd_later(r, 2);
}

static void ram_drive(struct ref *r, struct bits *in) {
    struct ram *s = r->state;
    int depth = r->p[0];
    s->wen = chance(r, 0);
    s->ren = chance(r, 1);
    s->waddr = s->late && chance(r, 3) ? s->raddr : random_below(r, depth); // of the last read
    s->raddr = chance(r, 2) ? s->waddr : random_below(r, depth);
    s->wlane = (unsigned)random_bits(r, r->p[1]);
    put(in, 1, s->wen);
    put(in, index_bits(depth), (uint64_t)s->waddr);
    put(in, r->p[1], s->wlane);
    const uint64_t alike = random_bits(r, r->p[2]);
    for (int l = r->p[1] - 1; l >= 0; l--)
        put(in, r->p[2], s->wdata[l] = r->p[ALIKE] ? alike : random_bits(r, r->p[2]));
    put(in, 1, s->ren);
    put(in, index_bits(depth), (uint64_t)s->raddr);
}

REF_KIND(sram_1r1w, ram, ram_init, ram_check, sram_clock, ram_drive, "read and write of a word")

REF_KIND(ram_fwd, ram, ram_init, ram_check, ram_fwd_clock, ram_drive, "forwarding",
         "forwarding of some lanes", "a write behind the read, of a late one")

// ------------------------------------------------------------------------------ sram_1rw, ram_1rw

// What a write leaves in rdata_o counts for nothing.
static void one_port_clock(struct ref *r) {
    struct ram *s = r->state;
    ram_later(s);
    if (s->wen) {
        for (int l = 0; l < r->p[1]; l++) s->read_known[l] = false;
        cover(r, 0);
    }
    ram_write(s, r->p[1]);
    ram_read(s, r->p[1]);
}

// Lane l is as lane l modulo `copies`.
static void put_write(struct ref *r, struct bits *in, int copies) {
    struct ram *s = r->state;
    s->wlane = (unsigned)random_bits(r, r->p[1]);
    put(in, r->p[1], s->wlane);
    for (int l = 0; l < r->p[1]; l++)
        s->wdata[l] = l < copies ? random_bits(r, r->p[2]) : s->wdata[l % copies];
    for (int l = r->p[1] - 1; l >= 0; l--) put(in, r->p[2], s->wdata[l]);
}

static void one_port_drive(struct ref *r, struct bits *in) {
    struct ram *s = r->state;
    const bool on = chance(r, 0);
    s->wen = on && chance(r, 1);
    s->ren = on && !s->wen;
    s->waddr = s->raddr = random_below(r, r->p[0]);
    put(in, 1, on);
    put(in, 1, s->wen);
    put(in, index_bits(r->p[0]), (uint64_t)s->waddr);
    put_write(r, in, r->p[1]);
}

REF_KIND(sram_1rw, ram, ram_init, ram_check, one_port_clock, one_port_drive, "a write")

// All writes count at once for reads, whether they wait or not; how many wait is a number.
enum { FORM = 4, MOST_WAITING = 3 }; // parameters: Alike + 2 * (Latency - 1) + 4 * (Ways - 1)
struct waiting_ram {
    struct ram ram; // first: the functions above are for it
    int waiting;
};

static void waiting_init(struct ref *r) {
    struct waiting_ram *s = r->state;
    s->ram.late = r->p[FORM] >> 1 & 1;
}

static void waiting_check(struct ref *r, struct bits *out) {
    struct waiting_ram *s = r->state;
    ram_check(r, out);
    expect(r, out, index_bits(r->p[MOST_WAITING] + 1), (uint64_t)s->waiting, "waiting_o");
}

static void waiting_clock(struct ref *r) {
    struct waiting_ram *s = r->state;
    struct ram *ram = &s->ram;
    const bool leaves = !ram->ren && s->waiting, stays = ram->wen && (ram->ren || s->waiting);
    ram_cover(r);
    if (ram->ren && s->waiting) cover(r, 2);
    if (leaves && stays) cover(r, 3);
    ram_write(ram, r->p[1]);
    for (int l = 0; l < r->p[1]; l++) ram->read_known[l] = false; // for a cycle
    ram_read(ram, r->p[1]);
    ram_fwd_later(r, 4);
    s->waiting += stays - leaves;
}

static void waiting_drive(struct ref *r, struct bits *in) {
    struct waiting_ram *s = r->state;
    struct ram *ram = &s->ram;
    const int depth = r->p[0];
    ram->ren = chance(r, 1);
    ram->wen = chance(r, 0) && !(ram->ren && s->waiting == r->p[MOST_WAITING]);
    ram->waddr = chance(r, 2) ? ram->raddr : random_below(r, depth); // of the last read
    ram->raddr = chance(r, 2) ? ram->waddr : random_below(r, depth);
    put(in, 1, ram->wen);
    put(in, index_bits(depth), (uint64_t)ram->waddr);
    put_write(r, in, r->p[FORM] & 1 ? 1 : r->p[1] / ((r->p[FORM] >> 2) + 1));
    put(in, 1, ram->ren);
    put(in, index_bits(depth), (uint64_t)ram->raddr);
}

REF_KIND(ram_1rw, waiting_ram, waiting_init, waiting_check, waiting_clock, waiting_drive,
         "read of a word at its write", "... of some lanes", "a read while a write waits",
         "a write waits as another leaves", "a write behind the read, of a late one")

// ---------------------------------------------------------------------------------- flash_map

enum { ROWS = 8 };

struct map {
    uint64_t state[ROWS][LANES];
    int raddr, waddr;
    bool wen, flash;
    unsigned wlane;
    uint64_t wdata, map[ROWS];
};

static void map_check(struct ref *r, struct bits *out) {
    struct map *s = r->state;
    for (int l = r->p[1] - 1; l >= 0; l--) expect(r, out, r->p[2], s->state[s->raddr][l], "rdata_o");
}

static void map_clock(struct ref *r) {
    struct map *s = r->state;
    if (s->flash && s->wen) cover(r, 0);
    for (int i = 0; i < r->p[0]; i++) {
        for (int l = 0; l < r->p[1]; l++) {
            if (s->flash)
                s->state[i][l] = s->map[s->state[i][l]];
            else if (s->wen && i == s->waddr && (s->wlane >> l & 1))
                s->state[i][l] = s->wdata;
        }
    }
}

static void map_drive(struct ref *r, struct bits *in) {
    struct map *s = r->state;
    s->raddr = random_below(r, r->p[0]);
    s->wen = chance(r, 0);
    s->waddr = random_below(r, r->p[0]);
    s->wlane = (unsigned)random_bits(r, r->p[1]);
    s->wdata = random_bits(r, r->p[2]);
    s->flash = chance(r, 1) && random_below(r, 8) == 0;
    put(in, index_bits(r->p[0]), (uint64_t)s->raddr);
    put(in, 1, s->wen);
    put(in, index_bits(r->p[0]), (uint64_t)s->waddr);
    put(in, r->p[1], s->wlane);
    put(in, r->p[2], s->wdata);
    put(in, 1, s->flash);
    for (int i = (1 << r->p[2]) - 1; i >= 0; i--) put(in, r->p[2], s->map[i] = random_bits(r, r->p[2]));
}

REF_KIND(flash_map, map, NULL, map_check, map_clock, map_drive, "flash and write at once")
