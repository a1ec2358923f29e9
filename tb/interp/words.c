// Machines of words: which words a step is about, note [words].
#include <string.h>

#include "shadow.h"

static uint64_t word_addr(const cg_shadow *s, const cg_cause *c, int word) {
    return (c->packet->addr & ~(s->spec->line_bytes - 1)) + (uint64_t)word * CG_WORD_BYTES;
}

static cg_block *block_of_word(cg_shadow *s, const cg_cause *c, int word) {
    return cg_shadow_block(s, c->machine, c->node, word_addr(s, c, word));
}

static uint32_t all_words(const cg_shadow *s) {
    return UINT32_MAX >> (32 - s->spec->line_bytes / CG_WORD_BYTES);
}

// ------------------------------------------------------------------------------------ what expressions read

static unsigned buffered_bytes(const cg_shadow *s, const cg_cause *c, int word) {
    const cg_buffered *entry = cg_shadow_buffered(s, c->machine, c->node, c->packet->addr);
    return entry ? entry->bytes[word >> 4] >> 4 * (word & 15) & 0xf : 0;
}

bool cg_word_gathered(const cg_shadow *s, const cg_cause *c, int word) {
    return buffered_bytes(s, c, word) != 0;
}

bool cg_word_whole(const cg_shadow *s, const cg_cause *c, int word) {
    const cg_event *e = &s->machines[c->machine].m->events[c->event];
    return (e->kind == CG_EV_DRAIN ? buffered_bytes(s, c, word) : c->packet->mask) == 0xf;
}

bool cg_word_wanted(const cg_shadow *s, const cg_cause *c, int word) {
    const cg_node *n = &s->machines[c->machine].nodes[c->node];
    for (uint32_t i = 0; i < n->n_waiters; i++) {
        const cg_packet *p = n->waiters[i].packet;
        if (n->waiters[i].eligible && p->msg == CG_NONE && p->addr >> 2 == word_addr(s, c, word) >> 2)
            return true;
    }
    return false;
}

bool cg_word_requested(const cg_shadow *s, const cg_cause *c, int word) {
    return (int)(c->packet->addr % s->spec->line_bytes / CG_WORD_BYTES) == word;
}

// Is any block of the line that `addr` is in as `is` says?
static bool any_block(cg_shadow *s, int machine, int node, uint64_t addr, bool (*is)(const cg_block *b)) {
    const uint64_t bytes = (uint64_t)s->machines[machine].unit_bytes, line = s->machines[machine].line_bytes;
    for (uint64_t a = addr & ~(line - 1); a < (addr & ~(line - 1)) + line; a += bytes) {
        const cg_block *b = cg_shadow_block(s, machine, node, a);
        if (b && is(b)) return true;
    }
    return false;
}

static bool is_held(const cg_block *b) {
    return b->held;
}

static bool is_present(const cg_block *b) {
    return b->present;
}

bool cg_line_held(cg_shadow *s, int machine, int node, uint64_t addr) {
    return any_block(s, machine, node, addr, is_held);
}

bool cg_line_present(cg_shadow *s, int machine, int node, uint64_t addr) {
    return any_block(s, machine, node, addr, is_present);
}

// ---------------------------------------------------------------------------------------------- the group

static bool concerns(cg_shadow *s, const cg_cause *c, const cg_event *e, int word) {
    cg_cause of = *c;
    switch (e->kind) {
    case CG_EV_CORE: return cg_word_requested(s, c, word);
    case CG_EV_MESSAGE: return c->packet->words >> word & 1;
    case CG_EV_EVICT: return block_of_word(s, c, word) != NULL;
    case CG_EV_DRAIN: return cg_word_gathered(s, c, word);
    default: cg_shadow_lead(s, &of, word); return cg_shadow_alarmed(s, &of);
    }
}

uint32_t cg_shadow_words(cg_shadow *s, const cg_cause *c) {
    const cg_event *e = &s->machines[c->machine].m->events[c->event];
    uint32_t set = 0;
    for (int i = 0; i < (int)(s->spec->line_bytes / CG_WORD_BYTES); i++)
        if (concerns(s, c, e, i)) set |= UINT32_C(1) << i;
    return set;
}

void cg_shadow_lead(cg_shadow *s, cg_cause *c, int word) {
    c->leader = word;
    c->words = UINT32_C(1) << word;
    c->block = block_of_word(s, c, word);
}

static bool same_fields(const cg_shadow *s, const cg_cause *c, const cg_block *a, const cg_block *b) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    bool same = true;
    for (cg_space k = 0; same && k < CG_N_SPACES; k++) {
        if (!(CG_SPACES[k].traits & CG_TRAIT_IN_CELL)) continue;
        same = !memcmp(cg_shadow_read(s, c, a, k), cg_shadow_read(s, c, b, k),
                       (size_t)sm->m->fields[k].n * sizeof(uint64_t));
    }
    return same;
}

uint32_t cg_shadow_alike(cg_shadow *s, const cg_cause *c, uint32_t of) {
    const int state = c->block ? c->block->state : 0, leader = c->leader;
    const bool splits = s->machines[c->machine].tells[c->event];
    uint32_t set = 0;
    for (uint32_t left = of; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const cg_block *b = block_of_word(s, c, i);
        if ((b ? b->state : 0) != state || !same_fields(s, c, b, c->block) ||
            cg_word_gathered(s, c, i) != cg_word_gathered(s, c, leader) ||
            cg_word_whole(s, c, i) != cg_word_whole(s, c, leader) ||
            cg_word_wanted(s, c, i) != cg_word_wanted(s, c, leader) ||
            (splits && cg_word_requested(s, c, i) != cg_word_requested(s, c, leader)))
            continue;
        set |= UINT32_C(1) << i;
    }
    return set;
}

void cg_shadow_widen(cg_shadow *s, cg_cause *c, int rule) {
    const cg_rule *r = &s->machines[c->machine].m->rules[rule];
    if (r->widen) c->words |= cg_shadow_alike(s, c, all_words(s));
    if (r->alone) c->words = UINT32_C(1) << c->leader;
}

// After the commit it has those only.
uint32_t cg_words_left(const cg_shadow *s, const cg_cause *c) {
    const cg_event *e = &s->machines[c->machine].m->events[c->event];
    if (e->kind != CG_EV_MESSAGE) return 0;
    // A memory of words takes the lowest one.
    if (s->machines[c->machine].m->of_words) return c->packet->words & (c->packet->words - 1);
    return c->words ? c->packet->words & ~c->words : 0;
}

bool cg_defers_again(const cg_shadow *s, const cg_cause *c, int rule) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    return c->waiter != CG_NONE && sm->rules[rule].does & CG_DOES_DEFERS &&
           (sm->m->rules[rule].again || !cg_words_left(s, c));
}
