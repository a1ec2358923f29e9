// What rules do to the data of a block.
#include <string.h>

#include "shadow.h"

static void note_owner(const cg_shadow *s, cg_block *b, uint64_t at) {
    const uint64_t bit = UINT64_C(1) << (at & 63);
    if (s->own_word)
        b->foreign[at >> 6] &= ~bit;
    else
        b->foreign[at >> 6] |= bit;
}

static void write_bytes(cg_shadow *s, const cg_cause *c, cg_block *b, uint32_t word, unsigned mask) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    uint8_t *data = cg_block_data(sm, b);
    const uint64_t at = (uint64_t)(cg_block_word(sm, b, c->packet->addr) - data);
    for (unsigned i = 0; i < 4; i++) {
        if (!(mask >> i & 1)) continue;
        data[at + i] = (uint8_t)(word >> 8 * i);
        note_owner(s, b, at + i);
        if (b->held) b->written[(at + i) >> 6] |= UINT64_C(1) << ((at + i) & 63);
    }
}

// Those of a message with a mask.
static void write_line(cg_shadow *s, const cg_cause *c, cg_block *b) {
    uint8_t *data = cg_block_data(&s->machines[c->machine], b);
    const uint8_t *in = cg_packet_line(s, c->packet);
    for (uint64_t i = 0; i < s->spec->line_bytes; i++)
        if (c->packet->bytes[i >> 6] >> (i & 63) & 1) data[i] = in[i];
    for (int i = 0; b->held && i < 2; i++) b->written[i] |= c->packet->bytes[i];
}

// A drain in a machine of words: this word's bytes of the entry.
static void write_drained(cg_shadow *s, const cg_cause *c, cg_block *b, int word) {
    const cg_buffered *entry = cg_shadow_buffered(s, c->machine, c->node, c->packet->addr);
    uint8_t *data = cg_block_data(&s->machines[c->machine], b);
    for (int i = 0; entry && i < CG_WORD_BYTES; i++) {
        const int at = word * CG_WORD_BYTES + i;
        if (!(entry->bytes[at >> 6] >> (at & 63) & 1)) continue;
        data[i] = cg_buffered_data(s->machines[c->machine].m, entry)[at];
        if (b->held) b->written[0] |= UINT64_C(1) << i;
    }
}

_Static_assert(CG_DOES_WRITE_DATA == (CG_DOES_FILLS | CG_DOES_STORES | CG_DOES_OPERATES | CG_DOES_FINISHES),
               "cg_shadow_change_data() does what each verb does that writes data");

void cg_shadow_change_data(cg_shadow *s, const cg_cause *c, cg_block *b, cg_verb verb, const cg_packet *in,
                           int word) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!b || !b->present) {
        cg_shadow_problem(s, "data for a line that has no way");
        return;
    }
    uint8_t *data = cg_block_data(sm, b);
    if (verb == CG_A_FILL) {
        memcpy(data, s->filled + word * CG_WORD_BYTES, (size_t)sm->unit_bytes);
        for (int i = 0; i < 2; i++) b->foreign[i] |= b->held ? ~b->written[i] : UINT64_MAX;
    } else if (verb == CG_A_WRITE && sm->m->events[c->event].kind == CG_EV_DRAIN) {
        write_drained(s, c, b, word);
    } else if (verb == CG_A_WRITE && cg_carries_line(s, in)) {
        write_line(s, c, b);
    } else if (verb == CG_A_WRITE) {
        write_bytes(s, c, b, in->word, in->mask);
    } else {
        uint32_t old;
        uint8_t *at = cg_block_word(sm, b, in->addr);
        const int first = (int)(at - data);
        const bool unknown = !cg_block_owns_word(sm, b, in->addr); // so is what it leaves
        memcpy(&old, at, sizeof old);
        write_bytes(s, c, b, cg_amo_apply((cg_amo_op)in->aop, old, in->word, in->compare), 0xf);
        if (unknown) b->foreign[first >> 6] |= UINT64_C(0xf) << (first & 63);
    }
}
