#include "ref.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct ref_kind *const kinds[] = {
    &ref_sram_1r1w, &ref_ram_fwd,       &ref_sram_1rw,      &ref_ram_1rw,
    &ref_flash_map, &ref_fifo,          &ref_pair_fifo,     &ref_rollback_fifo,
    &ref_delay,     &ref_arb_rr,        &ref_plru,          &ref_xbar,
    &ref_mshr,      &ref_waiters,       &ref_fences,        &ref_sum,
    &ref_amo,       &ref_axi_port,      &ref_clock,         &ref_store_buffer,
    &ref_order,     &ref_source_queues, &ref_link_tx,       &ref_link_rx,
    &ref_packets,   &ref_sfifo,         &ref_scoreboard,    &ref_stash_translate,
    &ref_stash_map, &ref_vp_map,        &ref_stash_storage, &ref_scratch_dma,
    &ref_spaces,    &ref_transfer,      &ref_cam,           &ref_ring,
    &ref_tlb,       &ref_cache_walk,    &ref_divide,        &ref_least,
    &ref_fewer,     &ref_join,          &ref_gather,
};
enum { KINDS = sizeof kinds / sizeof *kinds, PARTS = 256 };

static struct ref part[PARTS];
static int parts;

uint64_t get(struct bits *b, int n) {
    uint64_t value = 0;
    for (; n > 0; n--, b->next--) value = value << 1 | (b->word[b->next / 32] >> b->next % 32 & 1);
    return value;
}

void put(struct bits *b, int n, uint64_t value) {
    for (; n > 0; n--, b->next--) b->word[b->next / 32] |= (uint32_t)(value >> (n - 1) & 1) << b->next % 32;
}

int count_bits(int n) {
    int bits = 0;
    for (; n > 0; n >>= 1) bits++;
    return bits;
}

int index_bits(int n) {
    return n > 1 ? count_bits(n - 1) : 1;
}

// xorshift64* (Vigna).
static uint64_t random_next(struct ref *r) {
    r->random ^= r->random >> 12;
    r->random ^= r->random << 25;
    r->random ^= r->random >> 27;
    return r->random * UINT64_C(0x2545f4914f6cdd1d);
}

uint64_t random_bits(struct ref *r, int n) {
    return random_next(r) >> (64 - n);
}

int random_below(struct ref *r, int n) {
    return (int)(random_bits(r, 32) % (unsigned)n);
}

bool chance(struct ref *r, int knob) {
    return (int)random_bits(r, 4) < r->knob[knob];
}

void cover(struct ref *r, int what) {
    r->covered[what]++;
}

static void name_part(const struct ref *r) {
    printf("%s", r->kind->name);
    if (r->copy) printf(":%d", r->copy);
    for (int i = 0; i < PARAMETERS && r->p[i] >= 0; i++) printf(" %d", r->p[i]);
}

static void start_failure(struct ref *r) {
    r->failed = true;
    printf("FAIL ");
    name_part(r);
    printf(": cycle %ld: ", r->cycle);
}

void require(struct ref *r, bool holds, const char *what) {
    if (holds || r->failed) return;
    start_failure(r);
    printf("%s\n", what);
}

void expect(struct ref *r, struct bits *out, int n, uint64_t value, const char *what) {
    uint64_t got = get(out, n);
    if (got == value || r->failed) return;
    start_failure(r);
    printf("%s is %" PRIx64 ", expected %" PRIx64 "\n", what, got, value);
}

int part_new(const char *kind, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int seed) {
    for (int k = 0; k < KINDS; k++) {
        const size_t n = strcspn(kind, ":");
        if (strlen(kinds[k]->name) != n || memcmp(kinds[k]->name, kind, n) != 0 || parts == PARTS) continue;
        struct ref *r = &part[parts];
        *r = (struct ref){
            .kind = kinds[k], .copy = kind[n] ? atoi(kind + n + 1) : 0, .p = {p0, p1, p2, p3, p4, p5, p6}};
        r->state = calloc(1, kinds[k]->size);
        r->random = ((uint64_t)(unsigned)seed << 32 | (uint64_t)(parts + 1)) * UINT64_C(0x9e3779b97f4a7c15);
        if (r->state == NULL) abort();
        if (kinds[k]->init != NULL) kinds[k]->init(r);
        return parts++;
    }
    fprintf(stderr, "parts: no model of %s\n", kind);
    abort();
}

void part_step(int number, const uint32_t *out_words, uint32_t *in_words) {
    static const int levels[] = {0, 1, 4, 8, 12, 15, 16, 16};
    struct ref *r = &part[number];
    struct bits out = {.next = BITS - 1}, in = {.next = BITS - 1};

    memcpy(out.word, out_words, sizeof out.word);
    r->kind->check(r, &out);
    r->kind->clock(r);
    r->cycle++;
    if (r->cycle % 64 == 1) {
        for (int k = 0; k < KNOBS; k++) r->knob[k] = levels[random_bits(r, 3)];
    }
    r->kind->drive(r, &in);
    memcpy(in_words, in.word, sizeof in.word);
}

static bool has_instance(const struct ref_kind *kind) {
    for (int i = 0; i < parts; i++)
        if (part[i].kind == kind) return true;
    return false;
}

int part_report(int some) {
    int passed = 0, failed = 0;
    for (int i = 0; i < parts; i++) {
        if (part[i].failed) {
            failed++;
            continue;
        }
        passed++;
        printf("ok   ");
        name_part(&part[i]);
        printf(": %ld cycles\n", part[i].cycle);
    }
    for (int k = 0; k < KINDS; k++) {
        if (some && !has_instance(kinds[k])) continue;
        for (int c = 0; c < COVERS && kinds[k]->cover[c] != NULL; c++) {
            long seen = 0;
            for (int i = 0; i < parts; i++) seen += part[i].kind == kinds[k] ? part[i].covered[c] : 0;
            if (seen > 0) continue;
            printf("FAIL %s: never seen: %s\n", kinds[k]->name, kinds[k]->cover[c]);
            failed++;
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed;
}
