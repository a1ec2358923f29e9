// cohgen_sram_1r1w, cohgen_ram_fwd, cohgen_flash_array.
#include "ref.h"

enum { WORDS = 64, LANES = 8 };

// ------------------------------------------------------------------------- sram_1r1w, ram_fwd

struct ram {
    uint64_t lane[WORDS][LANES];
    bool known[WORDS][LANES]; // written since the start
    uint64_t read[LANES];     // what rdata_o must be, where known
    bool read_known[LANES];

    bool wen, ren;
    int waddr, raddr;
    unsigned wlane;
    uint64_t wdata[LANES];
};

static void ram_check(struct ref *r, struct bits *out) {
    struct ram *s = r->state;
    for (int l = r->p[1] - 1; l >= 0; l--) {
        if (s->read_known[l])
            expect(r, out, r->p[2], s->read[l], "rdata_o");
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

static void ram_cover(struct ref *r) {
    struct ram *s = r->state;
    bool meet = s->wen && s->ren && s->waddr == s->raddr;
    if (meet && s->wlane != 0) cover(r, 0);
    if (meet && s->wlane != (1u << r->p[1]) - 1) cover(r, 1);
}

static void sram_clock(struct ref *r) {
    ram_cover(r);
    ram_read(r->state, r->p[1]);
    ram_write(r->state, r->p[1]);
}

static void ram_fwd_clock(struct ref *r) {
    ram_cover(r);
    ram_write(r->state, r->p[1]);
    ram_read(r->state, r->p[1]);
}

static void ram_drive(struct ref *r, struct bits *in) {
    struct ram *s = r->state;
    int depth = r->p[0];
    s->wen = chance(r, 0);
    s->ren = chance(r, 1);
    s->waddr = random_below(r, depth);
    s->raddr = chance(r, 2) ? s->waddr : random_below(r, depth);
    s->wlane = (unsigned)random_bits(r, r->p[1]);
    put(in, 1, s->wen);
    put(in, index_bits(depth), (uint64_t)s->waddr);
    put(in, r->p[1], s->wlane);
    for (int l = r->p[1] - 1; l >= 0; l--) put(in, r->p[2], s->wdata[l] = random_bits(r, r->p[2]));
    put(in, 1, s->ren);
    put(in, index_bits(depth), (uint64_t)s->raddr);
}

const struct ref_kind ref_sram_1r1w = {"sram_1r1w", sizeof(struct ram),          NULL, ram_check, sram_clock,
                                       ram_drive,   {"read and write of a word"}};

const struct ref_kind ref_ram_fwd = {"ram_fwd",
                                     sizeof(struct ram),
                                     NULL,
                                     ram_check,
                                     ram_fwd_clock,
                                     ram_drive,
                                     {"forwarding", "forwarding of some lanes"}};

// -------------------------------------------------------------------------------- flash_array

struct flash {
    uint64_t state[WORDS][LANES];
    int raddr, waddr;
    bool wen, flash;
    unsigned wlane;
    uint64_t wdata, value;
};

static void flash_check(struct ref *r, struct bits *out) {
    struct flash *s = r->state;
    for (int w = r->p[1] - 1; w >= 0; w--) expect(r, out, r->p[2], s->state[s->raddr][w], "rdata_o");
}

static void flash_clock(struct ref *r) {
    struct flash *s = r->state;
    if (s->flash && s->wen) cover(r, 0);
    for (int i = 0; i < r->p[0]; i++) {
        for (int w = 0; w < r->p[1]; w++) {
            bool write = s->wen && i == s->waddr && (s->wlane >> w & 1);
            if (s->flash)
                s->state[i][w] = s->state[i][w] != 0 ? s->value : 0;
            else if (write)
                s->state[i][w] = s->wdata;
        }
    }
}

static void flash_drive(struct ref *r, struct bits *in) {
    struct flash *s = r->state;
    s->raddr = random_below(r, r->p[0]);
    s->wen = chance(r, 0);
    s->waddr = random_below(r, r->p[0]);
    s->wlane = (unsigned)random_bits(r, r->p[1]);
    s->wdata = random_bits(r, r->p[2]);
    s->flash = chance(r, 1) && random_below(r, 16) == 0;
    s->value = random_bits(r, r->p[2]);
    put(in, index_bits(r->p[0]), (uint64_t)s->raddr);
    put(in, 1, s->wen);
    put(in, index_bits(r->p[0]), (uint64_t)s->waddr);
    put(in, r->p[1], s->wlane);
    put(in, r->p[2], s->wdata);
    put(in, 1, s->flash);
    put(in, r->p[2], s->value);
}

const struct ref_kind ref_flash_array = {
    "flash_array", sizeof(struct flash),       NULL, flash_check, flash_clock,
    flash_drive,   {"flash and write at once"}};
