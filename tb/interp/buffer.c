// The store buffer of a controller: entries by line, the oldest first. Which of them leaves, and when, is for
// the caller to say.
#include <stdlib.h>
#include <string.h>

#include "shadow.h"

static cg_node *buffering_node(const cg_shadow *s, int machine, int node) {
    return &s->machines[machine].nodes[node];
}

cg_buffered *cg_shadow_buffered(const cg_shadow *s, int machine, int node, uint64_t addr) {
    const cg_node *n = buffering_node(s, machine, node);
    const uint64_t line = addr >> s->machines[machine].plan->line_shift;
    for (uint32_t i = 0; i < n->n_buffered; i++)
        if (n->buffered[i]->line == line) return n->buffered[i];
    return NULL;
}

bool cg_shadow_buffer_full(cg_shadow *s, int machine, int node, uint64_t addr) {
    const cg_node *n = buffering_node(s, machine, node);
    if (n->n_buffered < s->machines[machine].m->buffer_entries) return false;
    if (cg_shadow_buffered(s, machine, node, addr)) return false;
    n->buffered[0]->wanted = true;
    return true;
}

static cg_buffered *new_buffered(cg_shadow *s, const cg_shadow_machine *sm, cg_node *n) {
    const size_t fields = (size_t)sm->m->n_buffer * sizeof(uint64_t);
    if (n->n_buffered == n->buffered_made) {
        cg_buffered **more = cg_shadow_alloc((n->buffered_made + 1) * sizeof *more);
        if (n->buffered_made) memcpy(more, n->buffered, n->buffered_made * sizeof *more);
        free(n->buffered);
        n->buffered = more;
        more[n->buffered_made++] =
            cg_shadow_alloc(offsetof(cg_buffered, field) + fields + s->spec->line_bytes);
    }
    cg_buffered *b = n->buffered[n->n_buffered++];
    memset(b, 0, offsetof(cg_buffered, field) + fields + s->spec->line_bytes);
    if (fields) memcpy(b->field, sm->initial[CG_SPACE_BUFFER], fields);
    if (n->n_buffered > sm->m->buffer_entries)
        cg_shadow_problem(s, "more lines in the store buffer than it has entries");
    return b;
}

// What the atomic that the core asks for will leave in the line's word.
static uint32_t word_left(const cg_shadow *s, const cg_cause *c) {
    const cg_block *b = s->units[0].block;
    const cg_packet *in = c->packet;
    uint32_t old = 0;
    if (b) memcpy(&old, cg_block_word(&s->machines[c->machine], b, in->addr), sizeof old);
    return cg_amo_apply((cg_amo_op)in->aop, old, in->word, in->compare);
}

cg_buffered *cg_buffered_add(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_packet *in = c->packet;
    cg_buffered *b = cg_shadow_buffered(s, c->machine, c->node, in->addr);
    if (!b) {
        b = new_buffered(s, sm, buffering_node(s, c->machine, c->node));
        b->line = in->addr >> sm->plan->line_shift;
    }
    const uint64_t at = in->addr & (s->spec->line_bytes - 1) & ~(uint64_t)3;
    const bool atomic = sm->m->events[c->event].core == CG_ATOMIC;
    const uint32_t word = atomic ? word_left(s, c) : in->word;
    for (unsigned i = 0; i < 4; i++) {
        if (!atomic && !(in->mask >> i & 1)) continue;
        cg_buffered_data(sm->m, b)[at + i] = (uint8_t)(word >> 8 * i);
        b->bytes[(at + i) >> 6] |= UINT64_C(1) << ((at + i) & 63);
    }
    return b;
}

void cg_buffered_remove(cg_shadow *s, const cg_cause *c) {
    cg_node *n = buffering_node(s, c->machine, c->node);
    cg_buffered *gone = cg_shadow_buffered(s, c->machine, c->node, c->packet->addr);
    if (!gone) return;
    for (uint64_t k = 0; k < s->spec->line_bytes; k++)
        if (c->words >> (k >> 2) & 1) gone->bytes[k >> 6] &= ~(UINT64_C(1) << (k & 63));
    if (c->words && (gone->bytes[0] | gone->bytes[1])) return; // the other words stay
    uint32_t i = 0;
    while (n->buffered[i] != gone) i++;
    n->n_buffered--;
    memmove(&n->buffered[i], &n->buffered[i + 1], (n->n_buffered - i) * sizeof(cg_buffered *));
    n->buffered[n->n_buffered] = gone;
}

void cg_buffered_mark(cg_shadow *s, const cg_cause *c, const cg_action *a) {
    const cg_node *n = buffering_node(s, c->machine, c->node);
    cg_buffered *own = cg_shadow_buffered(s, c->machine, c->node, c->packet->addr);
    if (cg_does(a, CG_DOES_DRAINS_LINE) && own) own->wanted = true;
    for (uint32_t i = 0; cg_does(a, CG_DOES_DRAINS_ALL) && i < n->n_buffered; i++)
        n->buffered[i]->wanted_all = true;
}
