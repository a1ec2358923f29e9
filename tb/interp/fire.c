// One rule on the shadow: first all right sides are read (right.c), then all changes.
#include <string.h>

#include "parts.h"

static void find_units(cg_shadow *s, const cg_cause *c) {
    const uint64_t line = c->packet->addr & ~(s->spec->line_bytes - 1);
    s->n_units = 1;
    s->units[0] = (struct cg_unit){.block = c->block};
    if (!c->words) return;
    s->n_units = 0;
    for (uint32_t left = c->words; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        s->units[s->n_units++] =
            (struct cg_unit){i, cg_shadow_block(s, c->machine, c->node, line + (uint64_t)i * CG_WORD_BYTES)};
    }
}

static cg_block *allocate(cg_shadow *s, const cg_cause *c, int does, const struct cg_unit *unit) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    cg_block *b = unit->block;
    const uint64_t line = c->packet->addr & ~(sm->line_bytes - 1);
    if (!(does & (CG_DOES_TAKES_ENTRY | CG_DOES_TAKES_WAY))) return b;
    if (!b) b = cg_block_add(sm, n, (line + (uint64_t)unit->word * CG_WORD_BYTES) >> sm->unit_shift);
    if ((does & CG_DOES_TAKES_WAY) && !b->present) {
        b->present = true;
        b->came = n->marked;
        cg_block_reset(sm, b, CG_SPACE_LINE);
    }
    if (does & CG_DOES_TAKES_ENTRY) {
        if (b->held) cg_shadow_problem(s, "the line has an MSHR entry already");
        n->n_held += !cg_line_held(s, c->machine, c->node, line);
        if (n->n_held > sm->m->mshrs) cg_shadow_problem(s, "more MSHR entries than there are");
        b->held = true;
        b->written[0] = b->written[1] = 0;
        cg_block_reset(sm, b, CG_SPACE_MSHR);
    }
    return b;
}

static void assign_field(cg_shadow *s, const cg_cause *c, const cg_block *b, const cg_action *a,
                         uint64_t value) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    uint64_t *fields = cg_fields_of(s, c, b, a->space);
    const bool epoch = a->space == CG_SPACE_REG && a->field == sm->m->epoch_reg;
    if (!fields) return;
    if (epoch && fields[a->field] != value) sm->nodes[c->node].epoch++;
    fields[a->field] = value;
}

// Requests deferred for the line: all are handed back, of words those about any of the group; or that of a
// thread that is answered is dropped.
static void hand_back(cg_node *n, uint64_t line, uint32_t words) {
    for (uint32_t i = 0; i < n->n_waiters; i++)
        if (n->waiters[i].line == line && (!words || n->waiters[i].packet->words & words))
            n->waiters[i].eligible = true;
}

static void drop_answered(cg_node *n, uint64_t line, uint32_t tid) {
    for (uint32_t i = 0; i < n->n_waiters; i++) {
        const cg_waiter *w = &n->waiters[i];
        if (w->line != line || w->eligible || w->packet->msg != CG_NONE || w->packet->tid != tid) continue;
        cg_waiter_remove(n, i);
        return;
    }
}

// Of the word that the request is about.
static cg_block *own_block(const cg_shadow *s, const cg_cause *c) {
    for (int u = 0; c->words && u < s->n_units; u++)
        if (s->units[u].word == (int)(c->packet->addr % s->spec->line_bytes / CG_WORD_BYTES))
            return s->units[u].block;
    return s->units[0].block;
}

// What `complete` does to the line, after a fill; and the request is deferred no longer.
static void finish_completed(cg_shadow *s, const cg_cause *c, cg_block *b) {
    cg_node *n = &s->machines[c->machine].nodes[c->node];
    const cg_packet *deferred = s->completed->packet;
    if (deferred->op == CG_STORE) cg_shadow_change_data(s, c, b, CG_A_WRITE, deferred, 0);
    if (deferred->op == CG_ATOMIC) cg_shadow_change_data(s, c, b, CG_A_ATOMIC, deferred, 0);
    cg_waiter_remove(n, (uint32_t)(s->completed - n->waiters));
    s->completed = NULL;
}

// Of words: those of the group that the request is about are deferred.
static void defer_request(cg_shadow *s, const cg_cause *c) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    if (cg_defers_again(s, c, s->outcome.rule)) {
        n->waiters[c->waiter].eligible = false; // it stays
        return;
    }
    cg_waiter_add(s, n, c->packet->addr >> sm->plan->line_shift, c->packet);
    n->waiters[n->n_waiters - 1].packet->words &= c->words;
    if (n->n_waiters > sm->m->waiters) cg_shadow_problem(s, "more requests deferred than there is room for");
}

static void release(cg_shadow *s, const cg_cause *c, cg_block *b) {
    const uint64_t line = c->packet->addr >> s->machines[c->machine].plan->line_shift;
    cg_node *n = &s->machines[c->machine].nodes[c->node];
    if (!b || !b->held) {
        cg_shadow_problem(s, "an MSHR entry is released that the line does not have");
        return;
    }
    b->held = false;
    if (cg_line_held(s, c->machine, c->node, c->packet->addr)) return; // other words of it
    n->n_held--;
    for (uint32_t i = 0; i < n->n_waiters; i++)
        if (n->waiters[i].line == line && !n->waiters[i].eligible)
            cg_shadow_problem(s, "the MSHR entry is released while thread %u's request is deferred with it",
                              n->waiters[i].packet->tid);
}

// A line of a memory is there in all states but the first: note [walk] in lang/structure.h.
static void enter_state(const cg_shadow_machine *sm, const cg_node *n, cg_block *b, int state) {
    if (sm->m->local && b->state == 0 && state != 0) b->came = n->marked;
    b->state = state;
}

// Bulk changes, by rules about no line.
static void bulk(cg_shadow *s, const cg_cause *c, const cg_action *a, uint64_t value) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    for (uint32_t i = n->n_blocks; i-- > 0;) { // downwards: removal moves the last one
        cg_block *b = n->blocks[i];
        const bool other = a->from_state != CG_NONE && b->state != a->from_state;
        switch (a->verb) {
        case CG_A_FLASH_LINES:
            if (other || b->held) break;
            enter_state(sm, n, b, a->to_state);
            if (cg_is_here(sm->m, b->state)) break;
            cg_masks_forgotten(s, sm, b);
            cg_block_remove(n, b);
            break;
        case CG_A_FLASH_MSHRS:
            if (!other && b->held) b->state = a->to_state;
            break;
        default: // a field of all lines, or of all entries
            if (a->space == CG_SPACE_MSHR ? b->held : b->present)
                cg_block_fields(sm, b, a->space)[a->field] = value;
        }
    }
}

// What a rule does to each of its blocks: one line, or the words of the group.
static void change_blocks(cg_shadow *s, const cg_cause *c, const cg_action *a, uint64_t value) {
    for (int u = 0; u < s->n_units; u++) {
        if (a->verb == CG_A_ASSIGN)
            assign_field(s, c, s->units[u].block, a, value);
        else
            cg_shadow_change_data(s, c, s->units[u].block, a->verb, c->packet, s->units[u].word);
    }
}

static void apply_change(cg_shadow *s, const cg_cause *c, const cg_action *a, uint64_t value) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    switch (a->verb) {
    case CG_A_ASSIGN:
    case CG_A_FILL:
    case CG_A_WRITE:
    case CG_A_ATOMIC: change_blocks(s, c, a, value); break;
    case CG_A_DRAIN:
    case CG_A_DRAIN_ALL: cg_buffered_mark(s, c, a); break;
    case CG_A_PUSH:
    case CG_A_MARK:
    case CG_A_POP: cg_fifo_change(s, c, a); break;
    case CG_A_RESPOND:
        if (n->n_waiters && cg_has_own_word(s, c))
            drop_answered(n, c->packet->addr >> sm->plan->line_shift, c->packet->tid);
        break;
    case CG_A_MERGE: defer_request(s, c); break;
    case CG_A_FLASH_LINES:
    case CG_A_FLASH_MSHRS:
    case CG_A_FLASH_MSHR_FIELD:
    case CG_A_SWEEP: bulk(s, c, a, value); break;
    case CG_A_ALLOC_MSHR: // these stand around the changes: cg_shadow_fire()
    case CG_A_RELEASE_MSHR:
    case CG_A_ALLOC_LINE:
    case CG_A_REPLAY:
    case CG_A_COMPLETE:
    case CG_A_BUFFER:
    case CG_A_INSERT:
    case CG_A_REMOVE:
    case CG_A_SEND: // and these change nothing here
    case CG_A_HIT:
    case CG_A_PERFORM:
    case CG_A_PUBLISH:
    case CG_A_STALL:
    case CG_A_IMPOSSIBLE: break;
    }
}

// Where the word's data are here again nothing has their place: it reads as if it had never been there.
static void forget_place(const cg_shadow_machine *sm, cg_block *b) {
    const cg_fields *fields = &sm->m->fields[CG_SPACE_LINE];
    for (int f = 0; !sm->m->states[b->state].no_data && f < fields->n; f++)
        if (fields->field[f].in_data)
            cg_block_fields(sm, b, CG_SPACE_LINE)[f] = sm->initial[CG_SPACE_LINE][f];
}

// The state afterwards; a line that is in state 0 is forgotten.
static void enter_next_state(cg_shadow *s, const cg_cause *c, cg_block *b, const cg_rule *r) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_outcome *o = &s->outcome;
    o->state = r->next;
    if (!b) {
        if (r->next > 0)
            cg_shadow_problem(s, "state %s for a line that has neither way nor MSHR entry",
                              sm->m->states[r->next].name);
        return;
    }
    enter_state(sm, &sm->nodes[c->node], b, r->next);
    forget_place(sm, b);
    if (b->held ? r->next == 0 : sm->m->states[r->next].transient)
        cg_shadow_problem(s, "state %s %s an MSHR entry", sm->m->states[r->next].name,
                          b->held ? "with" : "without");
    if (cg_is_here(sm->m, r->next) && !b->held && !b->present)
        cg_shadow_problem(s, "state %s for a line that has neither way nor MSHR entry",
                          sm->m->states[r->next].name);
    o->present = b->present && cg_is_here(sm->m, r->next);
    o->held = b->held;
    o->space[CG_SPACE_LINE] = o->present ? cg_block_fields(sm, b, CG_SPACE_LINE) : NULL;
    o->space[CG_SPACE_MSHR] = o->held ? cg_block_fields(sm, b, CG_SPACE_MSHR) : NULL;
    if (cg_is_here(sm->m, r->next)) return;
    const bool held = b->held;
    b->held = false;
    sm->nodes[c->node].n_held -= held && !cg_line_held(s, c->machine, c->node, cg_block_addr(sm, b));
    cg_block_remove(&sm->nodes[c->node], b);
}

// What the trace shows of the store buffer and of the thread. A drained entry leaves, unless the rule stalls.
static void settle_entry(cg_shadow *s, const cg_cause *c, const cg_rule *r) {
    if (s->machines[c->machine].m->events[c->event].kind == CG_EV_DRAIN && !r->stalls)
        cg_buffered_remove(s, c);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (!(CG_SPACES[k].traits & CG_TRAIT_IN_CELL)) s->outcome.space[k] = cg_fields_of(s, c, NULL, k);
}

const cg_outcome *cg_shadow_fire(cg_shadow *s, const cg_cause *c, int rule) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_rule *r = &sm->m->rules[rule];
    const cg_rule_code *code = &sm->rules[rule];
    cg_outcome *o = &s->outcome;
    cg_sent *out = o->out;
    for (int i = 0; i < sm->plan->n_out; i++) out[i].msg = CG_NONE, out[i].joins = false;
    *o = (cg_outcome){.rule = rule, .out = out, .state = CG_NONE};
    if (s->coverage) s->coverage->rules[c->machine][rule].fired++;

    sm->nodes[c->node].wraps += sm->m->events[c->event].kind == CG_EV_WRAP;
    find_units(s, c);
    cg_read_right_sides(s, c, r, code);
    for (int u = 0; u < s->n_units; u++) s->units[u].block = allocate(s, c, code->does, &s->units[u]);
    if (code->does & CG_DOES_BUFFERS) cg_buffered_add(s, c);
    if (sm->m->n_lookups) cg_lookups_begin(s, c, r);
    for (int i = 0; i < r->n_actions; i++) apply_change(s, c, &r->actions[i], s->values[i]);
    if (sm->m->n_lookups) cg_lookups_end(s, c, r);
    settle_entry(s, c, r);
    if (s->completed) finish_completed(s, c, own_block(s, c));
    if (code->does & CG_DOES_HANDS_BACK)
        hand_back(&sm->nodes[c->node], c->packet->addr >> sm->plan->line_shift, c->words);
    for (int u = s->n_units - 1; u >= 0; u--) { // the outcome shows the lowest
        if (code->does & CG_DOES_FREES_ENTRY) release(s, c, s->units[u].block);
        if (r->state != CG_NONE) enter_next_state(s, c, s->units[u].block, r);
    }
    return o;
}
