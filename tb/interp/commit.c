// After a rule has fired: what becomes of its event, its messages and its answer.
#include <string.h>

#include "parts.h"

static void consume(cg_shadow *s, const cg_cause *c, int rule) {
    const int does = s->machines[c->machine].rules[rule].does;
    cg_node *n = &s->machines[c->machine].nodes[c->node];
    const cg_packet *in = c->packet;
    if (in->msg == CG_NONE && s->machines[c->machine].m->events[c->event].kind == CG_EV_CORE)
        *cg_shadow_status_of(s, cg_shadow_core_of(s, c), in->tid) = CG_TAKEN;
    if (cg_defers_again(s, c, rule)) return;
    const uint32_t rest = cg_words_left(s, c);
    if (rest) {
        c->packet->words = rest;
        cg_find_place(s, c->packet);
        return;
    }
    if (c->waiter != CG_NONE && !(does & CG_DOES_DEFERS)) {
        uint32_t i = 0; // its place may have changed
        while (i < n->n_waiters && n->waiters[i].packet != in) i++;
        if (i < n->n_waiters) cg_waiter_remove(n, i);
    }
    if (c->queue) cg_queue_remove(s, c->queue, c->at);
}

// The memory takes effect at once, in the order of the records: a read sees all writes that were sent before
// it. Its answer waits in the queue.
static void to_memory(cg_shadow *s, const cg_cause *c, const cg_packet *p) {
    uint64_t line = p->addr & ~(s->spec->line_bytes - 1);
    const cg_msg *msg = &s->spec->msgs[p->msg];
    for (uint64_t i = 0; c->words && msg->payload == CG_PAY_LINE && i < s->spec->line_bytes;
         i += CG_WORD_BYTES)
        if (c->words >> i / CG_WORD_BYTES & 1)
            cg_sparse_write(s->memory, line + i, cg_packet_line(s, p) + i, CG_WORD_BYTES);
    if (!c->words && msg->payload == CG_PAY_LINE)
        cg_sparse_write(s->memory, line, cg_packet_line(s, p), s->spec->line_bytes);
    if (msg->payload == CG_PAY_WORD) {
        for (unsigned i = 0; i < 4; i++) {
            uint8_t byte = (uint8_t)(p->word >> 8 * i);
            if (p->mask >> i & 1) cg_sparse_write(s->memory, (p->addr & ~(uint64_t)3) + i, &byte, 1);
        }
    }
    if (s->answer[p->msg] == CG_NONE) return;
    cg_packet *a = (cg_packet *)(void *)s->line;
    *a = (cg_packet){.msg = s->answer[p->msg], .tid = p->tid, .addr = p->addr};
    if (c->words) a->words = UINT32_MAX >> (32 - s->spec->line_bytes / CG_WORD_BYTES);
    if (cg_carries_line(s, a)) cg_sparse_read(s->memory, line, cg_packet_line(s, a), s->spec->line_bytes);
    cg_queue_push(s, cg_shadow_queue(s, s->spec->msgs[a->msg].channel, 0, c->node), a);
}

// One message of both: each of its words with its own data.
static void join_packets(const cg_shadow *s, cg_packet *into, const cg_packet *p) {
    for (uint32_t left = p->words; left && cg_carries_line(s, p); left &= left - 1) {
        const size_t at = (size_t)__builtin_ctz(left) * CG_WORD_BYTES;
        memcpy(cg_packet_line(s, into) + at, cg_packet_line(s, p) + at, CG_WORD_BYTES);
    }
    into->words |= p->words;
}

void cg_shadow_commit(cg_shadow *s, const cg_cause *c, const cg_outcome *o) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!sm->m->rules[o->rule].stalls) consume(s, c, o->rule);
    if (o->responds)
        cg_shadow_answered(s, cg_shadow_core_of(s, c), o->resp_tid,
                           sm->m->local ? CG_SIDE_MEMORY : CG_SIDE_PORT, o);
    for (int k = 0; k < sm->plan->n_out; k++) {
        const cg_sent *sent = &o->out[k];
        if (sent->msg == CG_NONE) continue;
        const cg_msg *msg = &s->spec->msgs[sent->msg];
        if (msg->to == CG_MEMORY) {
            to_memory(s, c, sent->packet);
            continue;
        }
        for (uint64_t left = sent->dst; left; left &= left - 1) {
            int dst = __builtin_ctzll(left);
            cg_queue *to = cg_shadow_queue(s, msg->channel, c->node, dst);
            cg_packet *into = sent->joins ? cg_can_join(s, to, sent->packet) : NULL;
            if (into)
                join_packets(s, into, sent->packet);
            else
                cg_queue_push(s, to, sent->packet);
        }
    }
}
