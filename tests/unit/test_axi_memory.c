// The AXI slave and its checker, driven by a small master that keeps the rules, and by ones that do not.
#include <criterion/criterion.h>
#include <string.h>

#include "sim/axi_memory.h"
#include "sim/ports.h"

enum { LINE = 64, BEATS = 8 };

typedef struct {
    cg_sparse *memory;
    cg_axi_port *port;
    cg_axi_master m;
    uint32_t data[2]; // of the write beat
    uint64_t cycle;
} bench;

static void set_up(bench *b, cg_axi_options o) {
    memset(b, 0, sizeof *b);
    o.data_bits = 64;
    o.line_bytes = LINE;
    b->memory = cg_sparse_new();
    b->port = cg_axi_port_new(&o, b->memory, 0, 3);
    b->m.wdata = b->data;
    b->m.wstrb = 0xff;
    b->m.bready = true;
}

static void tear_down(bench *b) {
    cg_axi_port_free(b->port);
    cg_sparse_free(b->memory);
}

static cg_axi_address line_at(uint64_t addr, unsigned id) {
    return (cg_axi_address){
        .valid = true, .id = id, .addr = addr, .len = BEATS - 1, .size = 3, .burst = 1, .cache = 3};
}

static const cg_axi_slave *step(bench *b) {
    b->m.error = cg_axi_port_stats(b->port)->errors > 0;
    cg_axi_port_step(b->port, &b->m, ++b->cycle);
    return cg_axi_port_drive(b->port);
}

static const char *error(const bench *b) {
    return cg_axi_port_error(b->port);
}

static void expect_clean(const bench *b) {
    cr_expect(error(b) == NULL, "%s", error(b));
}

static void expect_error(const bench *b, const char *word) {
    cr_expect(error(b) && strstr(error(b), word), "'%s' lacks '%s'", error(b) ? error(b) : "", word);
}

// Steps until the ready of this cycle took what is driven.
static void send_ar(bench *b, uint64_t addr, unsigned id) {
    b->m.ar = line_at(addr, id);
    for (bool taken = false; !taken; step(b)) taken = cg_axi_port_drive(b->port)->arready;
    b->m.ar.valid = false;
}

static void send_aw(bench *b, uint64_t addr, unsigned id) {
    b->m.aw = line_at(addr, id);
    for (bool taken = false; !taken; step(b)) taken = cg_axi_port_drive(b->port)->awready;
    b->m.aw.valid = false;
}

static void send_data(bench *b, uint32_t first) {
    for (uint32_t i = 0; i < BEATS; i++) {
        b->m.wvalid = true;
        b->m.wlast = i == BEATS - 1;
        b->data[0] = first + 2 * i;
        b->data[1] = first + 2 * i + 1;
        for (bool taken = false; !taken; step(b)) taken = cg_axi_port_drive(b->port)->wready;
    }
    b->m.wvalid = b->m.wlast = false;
}

static unsigned wait_b(bench *b) {
    for (int i = 0; i < 500 && !cg_axi_port_drive(b->port)->bvalid; i++) step(b);
    cr_assert(cg_axi_port_drive(b->port)->bvalid, "no write response");
    unsigned id = cg_axi_port_drive(b->port)->bid;
    step(b);
    return id;
}

static unsigned take_read(bench *b, uint32_t *words) {
    unsigned id = 0;
    b->m.rready = true;
    for (int beat = 0, wait = 0; beat < BEATS; wait++) {
        const cg_axi_slave *s = cg_axi_port_drive(b->port);
        cr_assert(wait < 2000, "no read data");
        if (s->rvalid) {
            cr_expect(s->rlast == (beat == BEATS - 1));
            cr_expect(beat == 0 || s->rid == id, "bursts are interleaved");
            id = s->rid;
            memcpy(words + 2 * beat++, s->rdata, 8);
        }
        step(b);
    }
    b->m.rready = false;
    return id;
}

// Errors are answers like others, counted when they are taken; EXOKAY is none.
static void answers_with(unsigned code, bool errors) {
    bench b;
    uint32_t words[16];
    bool other = false;
    set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 2, .error = code});
    for (uint32_t n = 0; n < 50; n++) {
        send_aw(&b, 0x1000, 2);
        send_data(&b, n);
        wait_b(&b);
        send_ar(&b, 0x1000, 5);
        take_read(&b, words);
        for (uint32_t i = 0; i < 16; i++) cr_expect(words[i] == n + i);
        const cg_axi_slave *s = cg_axi_port_drive(b.port);
        other |= (s->rresp != 0 && s->rresp != code) || (s->bresp != 0 && s->bresp != code);
    }
    cr_expect(!other && (cg_axi_port_stats(b.port)->errors > 0) == errors);
    expect_clean(&b);
    tear_down(&b);
}

// Cycles on end in which nothing is taken: some are long, none is longer than the option says.
Test(axi, pauses) {
    bench b;
    unsigned idle = 0, longest = 0, ready = 0;
    set_up(&b, (cg_axi_options){.pause = 50});
    for (int i = 0; i < 5000; i++) {
        const cg_axi_slave *s = step(&b);
        idle = s->awready || s->arready || s->wready ? 0 : idle + 1;
        ready += idle == 0;
        if (idle > longest) longest = idle;
    }
    cr_expect(longest > 30 && longest <= 50 && ready > 1000);
    tear_down(&b);
}

Test(axi, an_error_is_to_be_heard_of) {
    bench b;
    set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 1});
    b.m.error = true;
    cg_axi_port_step(b.port, &b.m, 1);
    expect_error(&b, "no answer was an error");
    tear_down(&b);
    set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 1, .error = 3});
    for (uint32_t n = 0; cg_axi_port_stats(b.port)->errors == 0; n++) {
        send_aw(&b, 0x1000, 2);
        send_data(&b, n);
        wait_b(&b);
    }
    b.m.error = false;
    cg_axi_port_step(b.port, &b.m, 1000);
    expect_error(&b, "after an answer that was an error");
    tear_down(&b);
}

Test(axi, answers_with_errors) {
    answers_with(0, false);
    answers_with(1, false);
    answers_with(2, true);
    answers_with(3, true);
}

Test(axi, writes_and_reads_lines) {
    for (unsigned stall = 0; stall < 100; stall += 33) {
        bench b;
        uint32_t words[16];
        set_up(&b,
               (cg_axi_options){.latency_min = 3, .latency_max = 9, .stall_percent = stall, .reorder = true});
        send_aw(&b, 0x1000, 2);
        send_data(&b, 100);
        cr_expect(wait_b(&b) == 2);
        send_ar(&b, 0x1000, 5);
        cr_expect(take_read(&b, words) == 5);
        for (uint32_t i = 0; i < 16; i++) cr_expect(words[i] == 100 + i);
        cr_expect(cg_axi_port_idle(b.port));
        expect_clean(&b);
        tear_down(&b);
    }
}

Test(axi, strobes_choose_bytes) {
    bench b;
    set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 1});
    cg_sparse_st(b.memory, 0x40, 0x11223344, 0xf);
    b.m.wstrb = 0x2;
    send_aw(&b, 0x40, 0);
    send_data(&b, 0xaabbccdd);
    wait_b(&b);
    cr_expect(cg_sparse_ld(b.memory, 0x40) == 0x1122cc44, "%x", cg_sparse_ld(b.memory, 0x40));
    tear_down(&b);
}

Test(axi, any_strobes_choose_their_bytes_and_no_others) {
    for (unsigned strobe = 0; strobe < 256; strobe++) {
        bench b;
        set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 1});
        for (uint64_t i = 0; i < 3 * LINE; i += 4) cg_sparse_st(b.memory, i, 0x5a5a5a5a, 0xf);
        b.m.wstrb = strobe;
        send_aw(&b, LINE, 0);
        send_data(&b, 0xaabbccdd);
        wait_b(&b);
        for (unsigned i = 0; i < 3 * LINE; i++) {
            uint8_t byte;
            cg_sparse_read(b.memory, i, &byte, 1);
            const bool written = i / LINE == 1 && strobe >> i % 8 & 1;
            const uint8_t sent = (uint8_t)((0xaabbccdd + i % LINE / 4) >> 8 * (i % 4));
            cr_assert_eq(byte, written ? sent : 0x5a, "strobe %x, byte %u", strobe, i);
        }
        expect_clean(&b);
        tear_down(&b);
    }
}

Test(axi, data_may_come_before_its_address) {
    bench b;
    set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 4});
    send_data(&b, 7);
    cr_expect(!cg_axi_port_idle(b.port));
    send_aw(&b, 0x80, 1);
    wait_b(&b);
    cr_expect(cg_sparse_ld(b.memory, 0x80) == 7 && cg_sparse_ld(b.memory, 0xbc) == 22);
    expect_clean(&b);
    tear_down(&b);
}

Test(axi, latency_is_within_its_range) {
    bench b;
    set_up(&b, (cg_axi_options){.latency_min = 10, .latency_max = 10});
    step(&b);
    send_ar(&b, 0, 0);
    uint64_t accepted = b.cycle;
    while (!cg_axi_port_drive(b.port)->rvalid) step(&b);
    cr_expect(b.cycle - accepted == 10, "%d", (int)(b.cycle - accepted));
    tear_down(&b);
}

Test(axi, ids_overtake_each_other_only_when_told) {
    bool overtaken = false;
    for (int reorder = 0; reorder < 2; reorder++) {
        bench b;
        uint32_t words[16];
        set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 40, .reorder = reorder});
        for (int round = 0; round < 20; round++) {
            for (unsigned id = 0; id < 4; id++) send_ar(&b, id * LINE, id);
            for (unsigned i = 0; i < 4; i++) overtaken |= take_read(&b, words) != i && reorder;
        }
        expect_clean(&b);
        cr_expect(cg_axi_port_stats(b.port)->reads == 80);
        tear_down(&b);
    }
    cr_expect(overtaken);
}

Test(axi, rules_of_addresses) {
    static const struct {
        cg_axi_address a;
        const char *word;
    } cases[] = {
        {{.addr = 0x20, .len = 7, .size = 3, .burst = 1, .cache = 3}, "not aligned"},
        {{.addr = 0x40, .len = 3, .size = 3, .burst = 1, .cache = 3}, "not a line"},
        {{.addr = 0x40, .len = 7, .size = 3, .burst = 2, .cache = 3}, "not INCR"},
        {{.addr = 0x40, .len = 15, .size = 2, .burst = 1, .cache = 3}, "not the port's width"},
        {{.addr = 0xfe0, .len = 7, .size = 3, .burst = 1, .cache = 3}, "not aligned"},
        {{.addr = 0x40, .len = 7, .size = 3, .burst = 1, .cache = 3, .lock = 1}, "an exclusive access"},
        {{.addr = 0x40, .len = 7, .size = 3, .burst = 1, .cache = 0}, "cache 0 is that of a device"},
        {{.addr = 0x40, .len = 7, .size = 3, .burst = 1, .cache = 12}, "cache 12 is a reserved value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b;
        set_up(&b, (cg_axi_options){0});
        step(&b);
        b.m.ar = cases[i].a;
        b.m.ar.valid = true;
        step(&b);
        expect_error(&b, cases[i].word);
        tear_down(&b);
    }
}

// Ready is low in the first cycle: what waits then must still be there in the next.
static void check_handshake(const cg_axi_master *waits, const cg_axi_master *next, const char *word) {
    bench b;
    set_up(&b, (cg_axi_options){0});
    b.m = *waits;
    step(&b);
    b.m = *next;
    step(&b);
    expect_error(&b, word);
    tear_down(&b);
}

Test(axi, rules_of_handshakes) {
    const uint32_t old[2] = {0, 0}, changed[2] = {0, 1};
    cg_axi_address fell = line_at(0, 0);
    fell.valid = false;
    check_handshake(&(cg_axi_master){.ar = line_at(0, 0)}, &(cg_axi_master){.ar = fell}, "arvalid fell");
    check_handshake(&(cg_axi_master){.aw = line_at(0, 0)}, &(cg_axi_master){.aw = line_at(LINE, 0)},
                    "write address changed");
    check_handshake(&(cg_axi_master){.wvalid = true, .wdata = old, .wstrb = 0xff},
                    &(cg_axi_master){.wvalid = true, .wdata = changed, .wstrb = 0xff}, "write data changed");
}

// What a line is to the memory system does not change while an address waits, nor from address to address.
Test(axi, rules_of_attributes) {
    enum { LOCK, CACHE, PROT, QOS, REGION, ATTRIBUTES };
    for (int waits = 0; waits < 2; waits++)
        for (int k = waits ? LOCK : CACHE; k < ATTRIBUTES; k++) {
            bench b;
            set_up(&b, (cg_axi_options){.latency_min = 50, .latency_max = 50});
            if (!waits) send_aw(&b, 0, 0); // else: ready is low in the first cycle
            b.m.ar = line_at(0x40, 1);
            if (waits) step(&b);
            unsigned *const of[] = {&b.m.ar.lock, &b.m.ar.cache, &b.m.ar.prot, &b.m.ar.qos, &b.m.ar.region};
            *of[k] = k == CACHE ? 15 : 1;
            step(&b);
            expect_error(&b, waits ? "read address changed" : "not those of the first address");
            tear_down(&b);
        }
}

// Four reads at a time, whose beats come mixed. A master that goes by the ids gets its lines; one that takes
// the beats in the order in which they come gets others.
Test(axi, beats_are_mixed_when_told) {
    enum { READS = 4, ROUNDS = 20 };
    unsigned wrong = 0, mixed = 0;
    bench b;
    set_up(&b, (cg_axi_options){.latency_min = 1, .latency_max = 40, .reorder = true, .interleave = true});
    for (uint64_t a = 0; a < READS * LINE; a += 4) cg_sparse_st(b.memory, a, (uint32_t)a, 0xf);
    for (int round = 0; round < ROUNDS; round++) {
        unsigned came[READS] = {0}, last = 0;
        for (unsigned id = 0; id < READS; id++) send_ar(&b, id * LINE, id);
        b.m.rready = true;
        for (unsigned beats = 0; beats < READS * BEATS; step(&b)) {
            const cg_axi_slave *s = cg_axi_port_drive(b.port);
            if (!s->rvalid) continue;
            cr_assert(s->rid < READS);
            cr_expect(s->rdata[0] == s->rid * LINE + came[s->rid] * 8 && s->rdata[1] == s->rdata[0] + 4);
            cr_expect(s->rlast == (++came[s->rid] == BEATS));
            wrong += s->rdata[0] / 8 % BEATS != beats % BEATS;
            mixed += beats && s->rid != last && came[last] != BEATS;
            last = s->rid;
            beats++;
        }
        b.m.rready = false;
    }
    cr_expect(wrong > ROUNDS && mixed > ROUNDS && cg_axi_port_stats(b.port)->mixed >= mixed);
    cr_expect(cg_axi_port_stats(b.port)->reads == READS * ROUNDS && cg_axi_port_idle(b.port));
    expect_clean(&b);
    tear_down(&b);
}

Test(axi, wlast_and_ids_and_order) {
    bench b;
    set_up(&b, (cg_axi_options){.latency_min = 50, .latency_max = 50});
    step(&b);
    b.m.wvalid = b.m.wlast = true;
    step(&b);
    expect_error(&b, "wlast is 1 on beat 1 of 8");
    tear_down(&b);

    set_up(&b, (cg_axi_options){.latency_min = 50, .latency_max = 50});
    send_ar(&b, 0, 3);
    send_ar(&b, 0x40, 3);
    expect_error(&b, "uses id 3");
    tear_down(&b);

    set_up(&b, (cg_axi_options){.latency_min = 50, .latency_max = 50});
    send_aw(&b, 0x40, 3);
    send_data(&b, 0);
    send_ar(&b, 0x40, 1);
    expect_error(&b, "AR reads line 0x40 while its write (id 3");
    tear_down(&b);
}

Test(ports, bits_of_any_width_anywhere) {
    uint32_t v[8];
    for (unsigned width = 1; width <= 64; width++)
        for (unsigned lo = 0; lo + width <= 128; lo += 7) {
            uint64_t x = UINT64_C(0xfedcba9876543210) * (lo + 1),
                     mask = width < 64 ? (UINT64_C(1) << width) - 1 : ~UINT64_C(0);
            memset(v, 0xa5, sizeof v);
            cg_port_set(v, lo, width, x);
            cr_assert(cg_port_get(v, lo, width) == (x & mask));
            if (lo) cr_assert(cg_port_get(v, lo - 1, 1) == (0xa5 >> (lo - 1) % 8 & 1));
            cr_assert(cg_port_get(v, lo + width, 1) == (0xa5 >> (lo + width) % 8 & 1u));
        }
}

Test(backing, is_zero_and_sparse) {
    cg_sparse *m = cg_sparse_new();
    uint8_t bytes[8];
    cr_expect(cg_sparse_ld(m, 0xfffffffffff0) == 0);
    for (uint64_t i = 0; i < 1000; i++) cg_sparse_st(m, i << 20, (uint32_t)i, 0xf);
    for (uint64_t i = 0; i < 1000; i++) cr_assert(cg_sparse_ld(m, i << 20) == i);
    cg_sparse_write(m, 0xffe, "12345678", 8);
    cg_sparse_read(m, 0xffe, bytes, 8);
    cr_expect(memcmp(bytes, "12345678", 8) == 0);
    cg_sparse_free(m);
}
