// Blocks, queues and waiters of the shadow. They grow as needed and never shrink: in the steady state nothing
// is allocated.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "shadow.h"

void *cg_shadow_alloc(size_t bytes) {
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "cohgen: out of memory\n");
        abort();
    }
    return p;
}

void cg_shadow_problem(cg_shadow *s, const char *fmt, ...) {
    if (!s->problem) return;
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    s->problem(s->problem_ctx, text);
}

// --------------------------------------------------------------------------------------------- blocks

cg_block *cg_shadow_block(cg_shadow *s, int machine, int node, uint64_t addr) {
    cg_node *n = &s->machines[machine].nodes[node];
    uint64_t line = addr >> s->machines[machine].unit_shift;
    const uint32_t place = cg_map_get(&n->places, line, 0);
    return place == CG_MAP_NONE ? NULL : n->blocks[place];
}

cg_block *cg_block_add(cg_shadow_machine *m, cg_node *n, uint64_t line) {
    if (n->n_blocks == n->n_made) {
        n->blocks = cg_array_grow(n->blocks, n->n_made, sizeof *n->blocks);
        n->blocks[n->n_made++] = cg_shadow_alloc(m->block_bytes);
    }
    cg_block *b = n->blocks[n->n_blocks];
    memcpy(b, m->absent, m->block_bytes);
    b->line = line;
    b->index = n->n_blocks++;
    *cg_map_at(&n->places, line, 0) = b->index;
    return b;
}

void cg_block_remove(cg_node *n, cg_block *b) {
    cg_block *last = n->blocks[--n->n_blocks];
    n->blocks[b->index] = last;
    last->index = b->index;
    n->blocks[n->n_blocks] = b;
    *cg_map_at(&n->places, last->line, 0) = last->index;
    cg_map_remove(&n->places, b->line, 0);
}

// --------------------------------------------------------------------------------------------- queues

cg_queue *cg_shadow_queue(cg_shadow *s, int channel, int src, int dst) {
    return &s->queues[s->queue_base[channel] + src * s->plan->lanes[channel].n_dst + dst];
}

cg_packet *cg_queue_at(const cg_shadow *s, const cg_queue *q, uint32_t i) {
    return (cg_packet *)(void *)(q->packets + ((q->head + i) & (q->size - 1)) * s->packet_bytes);
}

static size_t used_bytes(const cg_shadow *s, const cg_packet *p) {
    return cg_carries_line(s, p) ? s->packet_bytes
                                 : offsetof(cg_packet, field) + (size_t)s->max_fields * sizeof(uint64_t);
}

static void grow_queue(const cg_shadow *s, cg_queue *q) {
    cg_queue bigger = {.size = q->size ? 2 * q->size : 4};
    bigger.packets = cg_shadow_alloc(bigger.size * s->packet_bytes);
    for (; bigger.n < q->n; bigger.n++)
        memcpy(bigger.packets + bigger.n * s->packet_bytes, cg_queue_at(s, q, bigger.n), s->packet_bytes);
    free(q->packets);
    *q = bigger;
}

// The queue was empty, or it is now.
static void flip_filled(const cg_shadow *s, const cg_queue *q) {
    const size_t number = (size_t)(q - s->queues);
    s->filled_queues[number / 64] ^= UINT64_C(1) << number % 64;
}

void cg_queue_push(const cg_shadow *s, cg_queue *q, const cg_packet *p) {
    if (q->n == q->size) grow_queue(s, q);
    if (!q->n) flip_filled(s, q);
    memcpy(cg_queue_at(s, q, q->n++), p, used_bytes(s, p));
}

// Of different events: of any threads. The youngest one that is like p is joined, if it has no word of p.
static cg_packet *gathers(const cg_shadow *s, const cg_queue *q, const cg_packet *p) {
    const cg_msg *msg = &s->spec->msgs[p->msg];
    for (uint32_t i = q->n; i-- > 0;) {
        cg_packet *at = cg_queue_at(s, q, i);
        if (at->msg == p->msg && at->addr / s->spec->line_bytes == p->addr / s->spec->line_bytes &&
            memcmp(at->field, p->field, (size_t)msg->n_fields * sizeof *p->field) == 0)
            return at->words & p->words ? NULL : at;
    }
    return NULL;
}

cg_packet *cg_can_join(const cg_shadow *s, const cg_queue *q, const cg_packet *p) {
    const cg_msg *msg = &s->spec->msgs[p->msg];
    if (msg->joins.messages) return gathers(s, q, p);
    cg_packet *last = q->n ? cg_queue_at(s, q, q->n - 1) : NULL;
    if (!last || !msg->joins.some || last->msg != p->msg || last->addr != p->addr || last->tid != p->tid ||
        last->words & p->words ||
        memcmp(last->field, p->field, (size_t)msg->n_fields * sizeof *p->field) != 0)
        return NULL;
    return last;
}

void cg_queue_remove(const cg_shadow *s, cg_queue *q, uint32_t i) {
    for (; i > 0; i--) {
        const cg_packet *before = cg_queue_at(s, q, i - 1);
        memcpy(cg_queue_at(s, q, i), before, used_bytes(s, before));
    }
    q->head = (q->head + 1) & (q->size - 1);
    if (!--q->n) flip_filled(s, q);
}

// -------------------------------------------------------------------------------------------- waiters

void cg_waiter_add(const cg_shadow *s, cg_node *n, uint64_t line, const cg_packet *p) {
    if (n->n_waiters == n->waiters_made) {
        n->waiters = cg_array_grow(n->waiters, n->waiters_made, sizeof *n->waiters);
        n->waiters[n->waiters_made++] = (cg_waiter){.packet = cg_shadow_alloc(s->packet_bytes)};
    }
    cg_waiter *w = &n->waiters[n->n_waiters++];
    w->line = line;
    w->eligible = false;
    memcpy(w->packet, p, used_bytes(s, p));
}

void cg_waiter_remove(cg_node *n, uint32_t i) {
    cg_waiter gone = n->waiters[i];
    n->n_waiters--;
    memmove(&n->waiters[i], &n->waiters[i + 1], (n->n_waiters - i) * sizeof gone);
    n->waiters[n->n_waiters] = gone;
}
