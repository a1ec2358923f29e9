// What the model needs to know about the table beforehand: what is dead where, which controllers are
// interchangeable, which messages need a thread.
#include <string.h>

#include "emit.h"
#include "lang/mask.h"
#include "lang/request.h"
#include "lang/topology.h"
#include "lang/visit.h"

// --------------------------------------------------------------------------------------------- small ones

int mu_flashed(const cg_machine *m, const cg_action *a, bool end) {
    if (a->from_state != CG_NONE) return a->from_state + end;
    if (cg_does(a, CG_DOES_MOVES_ENTRIES)) return end ? m->n_states : m->n_stable;
    return end ? m->n_stable : cg_first_here(m);
}

bool mu_is_off(const mu *u, const cg_machine *m, const cg_event *e) {
    for (int i = 0; i < u->o->n_off; i++) {
        const struct cg_off *off = &u->o->off[i];
        if (off->one) continue;
        if (&u->s->machines[off->machine] == m && &m->events[off->event] == e) return true;
    }
    const bool none = !u->o->promise.n_syncs || (!u->o->sync && !u->o->anything);
    const bool no_atomics = u->o->promise.races_forbidden && none;
    if (no_atomics && e->kind == CG_EV_CORE && e->core == CG_ATOMIC) return true;
    return e->kind == CG_EV_TIMER && e->period == 0;
}

bool mu_threads_differ(const mu *u) {
    for (int i = 0; i < u->o->n_off; i++)
        if (u->o->off[i].one) return true;
    return false;
}

const char *mu_not_everywhere(const mu_cause *c, cg_core_op op) {
    const char *text = "";
    for (int i = 0; i < c->u->o->n_off; i++) {
        const struct cg_off *off = &c->u->o->off[i];
        const cg_machine *m = &c->u->s->machines[off->machine];
        if (!off->one || m != c->m || m->events[off->event].core != op) continue;
        text = MU_TEXT(c->u, "%s!(node = %d & thread = %d) & ", text, off->node, off->thread);
    }
    return text;
}

// -------------------------------------------------------------- which controllers are interchangeable?

typedef struct {
    mu *u;
} scalar_walk;

static void not_alike(mu *u, const cg_type *t) {
    if (t->kind == CG_T_NODE || t->kind == CG_T_SET) u->machines[t->machine].scalar = false;
}

// Numbers of controllers may be stored, compared for equality, put into sets and sent to. What depends on
// which number it is tells them apart: an order, and a controller that the table names.
static void note_numbers(void *ctx, const cg_expr *x) {
    scalar_walk *w = ctx;
    const bool leaf = x->op < CG_N_LEAVES;
    const bool order =
        !leaf && (CG_OPS[x->op].typing == CG_TYPING_ORDER || CG_OPS[x->op].typing == CG_TYPING_EXTREME);
    if (order) not_alike(w->u, &x->a->type);
    if (cg_is_const(x) && (x->type.kind == CG_T_NODE || x->value)) not_alike(w->u, &x->type);
    if (x->type.kind == CG_T_INT && x->type.width > w->u->widest) w->u->widest = x->type.width;
}

// Does the initial value of a field matter, and is it a certain controller?
static void note_initial(mu *u, const cg_field *f, bool matters) {
    if (f->type.kind == CG_T_SET) u->sets[f->type.machine] = true;
    if ((f->type.kind == CG_T_NODE && matters) || (f->type.kind == CG_T_SET && f->init))
        not_alike(u, &f->type);
}

static bool assigns(const cg_rule *r, cg_space space, int field) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_ASSIGNS) && a->space == space && a->field == field) return true;
    }
    return false;
}

// Does a rule give a line (or an entry) this field without a value, where it may be read?
static bool reads_initial(const mu_machine *mm, cg_space space, int field) {
    const int gives = space == CG_SPACE_LINE ? CG_DOES_TAKES_WAY : CG_DOES_TAKES_ENTRY;
    const int item = mu_field_item(mm->m, space, field);
    if (!(CG_SPACES[space].traits & CG_TRAIT_IN_CELL)) return true;
    for (int i = 0; i < mm->m->n_rules; i++) {
        const cg_rule *r = &mm->m->rules[i];
        if (cg_find_action(r, gives) && mu_live(mm, r->next, item) && !assigns(r, space, field)) return true;
    }
    return false;
}

static void note_fields(mu *u, const mu_machine *mm) {
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        for (int i = 0; i < mm->m->fields[k].n; i++)
            note_initial(u, cg_field_at(mm->m, k, i), reads_initial(mm, k, i));
}

static void find_told_apart(mu *u);

static void find_scalars(mu *u) {
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        const bool apart = m->members < m->count || m->interleave > 1; // by clusters, by lines
        const bool named = m->core_port && (mu_threads_differ(u) || cg_core_kinds(u->s) > 1); // mu_core_id()
        u->machines[i].scalar = !m->home && m->count > 1 && !apart && !named;
    }
    find_told_apart(u);
    for (int i = 0; i < u->s->n_machines; i++) { // one set of numbers for both
        const cg_machine *m = &u->s->machines[i];
        if (m->local) u->machines[m->beside].scalar &= u->machines[i].scalar;
    }
    for (int i = 0; i < u->s->n_machines; i++)
        if (u->s->machines[i].local) u->machines[i].scalar = u->machines[u->s->machines[i].beside].scalar;
}

// What tells controllers apart.
static void find_told_apart(mu *u) {
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        for (int r = 0; r < m->n_rules; r++) {
            scalar_walk w = {u};
            cg_visit_rule(&m->rules[r], note_numbers, &w);
        }
        if (m->accept_requests) cg_visit(m->accept_requests, note_numbers, &(scalar_walk){u});
        for (int e = 0; e < m->n_events; e++) {
            cg_visit(m->events[e].alarm, note_numbers, &(scalar_walk){u});
            cg_visit_finds(&m->events[e], note_numbers, &(scalar_walk){u});
        }
        note_fields(u, &u->machines[i]);
    }
    for (int i = 0; i < u->s->n_invariants; i++)
        cg_visit(u->s->invariants[i].that, note_numbers, &(scalar_walk){u});
    for (int i = 0; i < u->s->n_msgs; i++) {
        const cg_msg *g = &u->s->msgs[i];
        if (u->s->nets[g->net].kind == CG_NET_RING) u->machines[g->from].scalar = false;
        for (int k = 0; k < g->n_fields; k++)
            if (g->fields[k].type.kind == CG_T_SET) u->sets[g->fields[k].type.machine] = true;
    }
}

// --------------------------------------------------------------------------- may a line have a way here?

static bool join_way(mu_machine *mm, int state, mu_way w) {
    mu_way all = mm->way[state] | w;
    if (all == mm->way[state]) return false;
    mm->way[state] = all;
    return true;
}

static bool flow_way(mu_machine *mm, const cg_rule *r) {
    bool changed = false;
    const cg_machine *m = mm->m;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (!cg_does(a, CG_DOES_MOVES_ENTRIES)) continue;
        for (int s = mu_flashed(m, a, false); s < mu_flashed(m, a, true); s++)
            changed |= join_way(mm, a->to_state, mm->way[s]);
    }
    if (r->state == CG_NONE || r->next < m->n_stable || !mm->way[r->state]) return changed;
    return join_way(mm, r->next, cg_find_action(r, CG_DOES_TAKES_WAY) ? MU_ALWAYS : mm->way[r->state]) ||
           changed;
}

static void find_ways(mu *u, mu_machine *mm) {
    const cg_machine *m = mm->m;
    mm->way = cg_arena_alloc(u->arena, (size_t)m->n_states * sizeof *mm->way);
    for (int s = 0; s < m->n_stable; s++) mm->way[s] = cg_is_here(m, s) ? MU_ALWAYS : MU_NEVER;
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < m->n_rules; r++) changed |= flow_way(mm, &m->rules[r]);
    }
}

// ------------------------------------------------------------------------------------------ note [dead]

bool mu_live(const mu_machine *mm, int state, int item) {
    return mm->live[state * mm->n_items + item];
}

int mu_item(const mu_machine *mm, mu_extra e) {
    return mu_cell_fields(mm->m) + (int)e;
}

bool mu_has(const mu_machine *mm, int item) {
    for (int s = 0; s < mm->m->n_states; s++) {
        if (mu_live(mm, s, item)) return true;
    }
    return false;
}

typedef struct {
    const mu_machine *mm;
    bool *used;
} use_walk;

static void note_use(void *ctx, const cg_expr *x) {
    const use_walk *w = ctx;
    if (cg_is_field(x) && CG_SPACES[x->space].traits & CG_TRAIT_IN_CELL)
        w->used[mu_field_item(w->mm->m, x->space, x->field)] = true;
}

static bool reads_data(const cg_spec *s, const mu_machine *mm, const cg_rule *r, const cg_action *a) {
    if (cg_does(a, CG_DOES_FILLS)) return !mm->fills_whole || a->mask;
    if (cg_does(a, CG_DOES_STORES)) return false; // only the watched word counts
    if (cg_does(a, CG_DOES_PERFORMS) && cg_find_action(r, CG_DOES_HITS | CG_DOES_RESPONDS)) return false;
    return cg_reads_data(s, r, a);
}

// What of the line the rule itself reads.
static void find_uses(const mu *u, const mu_machine *mm, const cg_rule *r, bool *used) {
    cg_visit_rule(r, note_use, &(use_walk){mm, used});
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (reads_data(u->s, mm, r, a)) used[mu_item(mm, MU_DATA)] = true;
        if (cg_does(a, CG_DOES_FILLS) && !mm->fills_whole) used[mu_item(mm, MU_WRITTEN)] = true;
    }
    mu_find_masks(mm, r, used);
    cg_visit(mm->m->events[r->event].alarm, note_use, &(use_walk){mm, used});
    cg_visit_finds(&mm->m->events[r->event], note_use, &(use_walk){mm, used});
    const bool entry = r->state != CG_NONE && mm->m->states[r->state].transient;
    if (mm->m->events[r->event].kind == CG_EV_EVICT && !entry && !cg_is_pure_stall(r))
        used[mu_item(mm, MU_HERE)] = true;
}

static bool writes_item(const mu *u, const mu_machine *mm, const cg_rule *r, int item) {
    const bool fresh_entry = cg_find_action(r, CG_DOES_TAKES_ENTRY);
    if (!cg_is_here(mm->m, r->state) && item != mu_item(mm, MU_DATA)) return true; // all is initial
    if (item == mu_item(mm, MU_HERE)) return cg_find_action(r, CG_DOES_TAKES_WAY);
    if (item == mu_item(mm, MU_WRITTEN)) return fresh_entry;
    if (item == mu_item(mm, MU_DATA)) {
        const cg_action *fill = cg_find_action(r, CG_DOES_FILLS);
        // A store of some bytes may leave the watched one.
        return (cg_find_action(r, CG_DOES_STORES) && !mu_has_masks(u)) ||
               (mm->fills_whole && fill && !fill->mask);
    }
    if (fresh_entry && mu_item_space(mm->m, item) == CG_SPACE_MSHR) return true;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (!cg_does(a, CG_DOES_ASSIGNS) || a->space != mu_item_space(mm->m, item)) continue;
        if (mu_field_item(mm->m, a->space, a->field) == item) return true;
    }
    return false;
}

static bool make_live(mu_machine *mm, int state, int item) {
    bool *l = &mm->live[state * mm->n_items + item];
    const bool line = mu_item_space(mm->m, item) == CG_SPACE_LINE || item == mu_item(mm, MU_DATA) ||
                      item == mu_item(mm, MU_HERE);
    if (*l || state < 0 || !cg_is_here(mm->m, state) || (!line && state < mm->m->n_stable)) return false;
    if (line && mm->way[state] == MU_NEVER) return false;
    if (item == mu_item(mm, MU_HERE) && mm->way[state] != MU_MIXED) return false;
    *l = true;
    if (line) make_live(mm, state, mu_item(mm, MU_HERE)); // reads and writes depend on it
    return true;
}

static bool flow_live(const mu *u, mu_machine *mm, const cg_rule *r) {
    bool changed = false;
    const cg_machine *m = mm->m;
    for (int item = 0; item < mm->n_items; item++) {
        if (r->state != CG_NONE && mu_live(mm, r->next, item) && !writes_item(u, mm, r, item))
            changed |= make_live(mm, r->state, item);
        else if (r->state != CG_NONE && mu_item_space(m, item) == CG_SPACE_LINE &&
                 mu_live(mm, r->next, item)) // lost without a way
            changed |= make_live(mm, r->state, mu_item(mm, MU_HERE));
        for (int i = 0; i < r->n_actions; i++) {
            const cg_action *a = &r->actions[i];
            const bool mshrs = cg_does(a, CG_DOES_MOVES_ENTRIES);
            if ((!mshrs && !cg_does(a, CG_DOES_MOVES_LINES)) || !mu_live(mm, a->to_state, item)) continue;
            for (int s = mu_flashed(m, a, false); s < mu_flashed(m, a, true); s++)
                changed |= make_live(mm, s, item);
        }
    }
    return changed;
}

// A rule that leaves a state in which the line may have no way for a stable one must know.
static bool needs_way(const mu_machine *mm, const cg_rule *r) {
    return r->state != CG_NONE && mm->way[r->state] == MU_MIXED && r->next > 0 && r->next < mm->m->n_stable;
}

// Can something be written into a line before its fill comes? `written` means nothing otherwise.
static void find_fills(mu_machine *mm) {
    bool writes = false;
    for (int r = 0; r < mm->m->n_rules; r++) {
        const cg_rule *x = &mm->m->rules[r];
        const bool held = x->state != CG_NONE && x->next >= mm->m->n_stable;
        writes |= held && (cg_find_action(x, CG_DOES_STORES | CG_DOES_OPERATES | CG_DOES_FINISHES));
    }
    mm->fills_whole = !writes;
}

static void find_live(mu *u, mu_machine *mm) {
    const cg_machine *m = mm->m;
    mm->n_items = mu_cell_fields(m) + MU_EXTRA;
    mm->live = cg_arena_alloc(u->arena, (size_t)(m->n_states * mm->n_items + 1) * sizeof *mm->live);
    bool *used = cg_arena_alloc(u->arena, (size_t)mm->n_items);
    for (int r = 0; r < m->n_rules; r++) {
        if (m->rules[r].state == CG_NONE) continue;
        memset(used, 0, (size_t)mm->n_items);
        find_uses(u, mm, &m->rules[r], used);
        for (int item = 0; item < mm->n_items; item++)
            if (used[item]) make_live(mm, m->rules[r].state, item);
        if (needs_way(mm, &m->rules[r])) make_live(mm, m->rules[r].state, mu_item(mm, MU_HERE));
    }
    for (int s = 1; s < m->n_states && cg_find_walk(m) != CG_NONE; s++)
        make_live(mm, s, mu_item(mm, MU_HERE)); // a marker reads of all lines whether they have ways
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < m->n_rules; r++) changed |= flow_live(u, mm, &m->rules[r]);
    }
}

// ---------------------------------------------------------------------------------------------- channels

static void add_channel_fields(mu *u, mu_channel *ch, const cg_msg *msg) {
    for (int f = 0; f < msg->n_fields; f++) {
        bool there = false;
        for (int k = 0; k < ch->n_fields; k++) there |= !strcmp(ch->fields[k]->name, msg->fields[f].name);
        if (!there) *CG_PUSH(u->arena, ch->fields, ch->n_fields) = &msg->fields[f];
    }
}

static void find_channel(mu *u, int c) {
    const cg_spec *s = u->s;
    const cg_channel *from = &s->channels[c];
    mu_channel *ch = &u->channels[c];
    int bounded = 0, sum = 0;
    ch->c = from;
    ch->name =
        MU_TEXT(u, "%s_%s_%s", s->nets[from->net].name, cg_end_name(s, from->from), cg_end_name(s, from->to));
    ch->deferred = cg_murphi_deferred(u->arena, s, c);
    for (int i = 0; i < from->n_msgs; i++) {
        const cg_msg *msg = &s->msgs[from->msgs[i]];
        ch->block |= msg->block;
        ch->word |= msg->payload == CG_PAY_WORD || msg->payload == CG_PAY_ATOMIC;
        ch->line |= cg_carries_data(msg) || msg->payload == CG_PAY_BYTES;
        ch->bytes |= msg->payload == CG_PAY_BYTES;
        bounded += msg->at_most > 0;
        sum += msg->at_most;
        add_channel_fields(u, ch, msg);
    }
    ch->capacity = bounded == from->n_msgs ? sum : u->o->queue;
}

static void note_thread(void *ctx, const cg_expr *x) {
    bool *reads = ctx;
    *reads |=
        cg_is_leaf(x->op, CG_LEAF_ASKS) || (cg_is_field(x) && CG_SPACES[x->space].traits & CG_TRAIT_OF_CORE);
}

static void note_bytes(void *ctx, const cg_expr *x) {
    bool *reads = ctx;
    *reads |= cg_is_leaf(x->op, CG_LEAF_OF_BYTES);
}

// Which part of the line a message without a payload asks for is noted with the request.
static bool asks_for_part(const mu *u, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = &m->events[r->event];
    bool reads = false;
    if (e->kind != CG_EV_MESSAGE || !cg_asks_for_word(u->s, &u->s->msgs[e->msg])) return false;
    cg_visit_rule(r, note_bytes, &reads);
    cg_visit_finds(e, note_bytes, &reads);
    return reads;
}

// Does the rule need the thread, or hand it on to a rule that needs it?
static bool rule_needs_thread(const mu *u, const cg_machine *m, const cg_rule *r) {
    bool reads = asks_for_part(u, m, r);
    cg_visit_rule(r, note_thread, &reads);
    cg_visit_finds(&m->events[r->event], note_thread, &reads);
    if (reads) return true;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        const bool for_event = cg_does(a, CG_DOES_PERFORMS) && !a->asker;
        if (for_event || cg_does(a, CG_DOES_MARKS | CG_DOES_RESPONDS | CG_DOES_DEFERS | CG_DOES_FINISHES) ||
            (cg_does(a, CG_DOES_ASSIGNS) && CG_SPACES[a->space].traits & CG_TRAIT_OF_CORE))
            return true;
        if (!cg_does(a, CG_DOES_SENDS) || !u->s->msgs[a->msg].thread || a->asker) continue;
        const int answer = cg_memory_answer(u->s, &u->s->msgs[a->msg]);
        const bool memory = u->s->msgs[a->msg].to == CG_MEMORY;
        if (memory ? answer != CG_NONE && u->thread[answer] : u->thread[a->msg]) return true;
    }
    return false;
}

static bool flow_thread(mu *u, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = &m->events[r->event];
    if (e->kind != CG_EV_MESSAGE || !e->thread || u->thread[e->msg] || !rule_needs_thread(u, m, r))
        return false;
    u->channels[u->s->msgs[e->msg].channel].thread = true;
    return u->thread[e->msg] = true;
}

static void find_threads(mu *u) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < u->s->n_machines; i++) {
            const cg_machine *m = &u->s->machines[i];
            for (int r = 0; r < m->n_rules; r++) changed |= flow_thread(u, m, &m->rules[r]);
        }
    }
}

// ------------------------------------------------------------------------------------- cores and the order

static void find_keeping_rules(mu *u, mu_machine *mm) {
    for (int i = 0; i < mm->m->n_rules; i++) {
        const cg_rule *r = &mm->m->rules[i];
        const cg_event *e = &mm->m->events[r->event];
        if (!cg_find_action(r, CG_DOES_DEFERS)) continue;
        if (e->kind == CG_EV_CORE) {
            mm->defers_core = true;
            u->word_kept |= e->core != CG_LOAD;
        } else {
            mm->defers = true;
        }
    }
}

static void widest_leaf(void *ctx, const cg_expr *x) {
    int *bits = ctx;
    const bool leaf = cg_is_field(x) || cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE | CG_LEAF_OF_SPACE);
    if (leaf && x->type.kind == CG_T_INT && x->type.width > *bits) *bits = x->type.width;
}

// An operation that a rule performs and another answers: what it saw must be remembered in between.
static void find_order(mu *u, const cg_machine *m, const cg_rule *r) {
    const cg_action *p = cg_find_action(r, CG_DOES_PERFORMS), *respond = cg_find_action(r, CG_DOES_RESPONDS);
    const cg_action *done = cg_find_action(r, CG_DOES_FINISHES);
    if (done && done->at) cg_visit(done->at, widest_leaf, &u->time_bits);
    if (done && done->at && u->time_bits == 0) u->time_bits = 1;
    const bool answers = cg_find_action(r, CG_DOES_HITS) || (respond && respond->from != CG_FROM_NOTHING);
    if (answers != (p && p->perform != CG_STORE)) u->saw = true;
    if (!p) return;
    if (p->at) cg_visit(p->at, widest_leaf, &u->time_bits);
    if (p->at && u->time_bits == 0) u->time_bits = 1;
    const cg_event *e = &m->events[r->event];
    if (e->kind != CG_EV_MESSAGE || p->perform == CG_LOAD) return;
    const cg_payload pay = u->s->msgs[e->msg].payload;
    u->word_kept |= m->core_port && pay != CG_PAY_WORD && pay != CG_PAY_ATOMIC;
}

// Acquires and releases have a place of their own where races are forbidden: note [phases].
static bool is_fencing(const mu *u, cg_core_op op) {
    return op == CG_FENCE || (op > CG_FENCE && op < CG_COMMAND && !u->o->promise.races_forbidden);
}

static void find_fences(mu *u, const cg_machine *m) {
    for (int i = 0; m->core_port && i < m->n_rules; i++) {
        const cg_event *e = &m->events[m->rules[i].event];
        u->fences_wait |=
            e->kind == CG_EV_CORE && is_fencing(u, e->core) && !mu_is_off(u, m, e) &&
            (m->rules[i].stalls || cg_event_beside(u->s, (int)(m - u->s->machines), e->core) != CG_NONE);
    }
}

void mu_facts(mu *u) {
    const cg_spec *s = u->s;
    u->machines = cg_arena_alloc(u->arena, (size_t)s->n_machines * sizeof *u->machines);
    u->channels = cg_arena_alloc(u->arena, (size_t)(s->n_channels + 1) * sizeof *u->channels);
    u->thread = cg_arena_alloc(u->arena, (size_t)s->n_msgs + 1);
    for (int i = 0; i < s->n_channels; i++) find_channel(u, i);
    find_threads(u);
    for (int i = 0; i < s->n_machines; i++) {
        mu_machine *mm = &u->machines[i];
        mm->m = &s->machines[i];
        if (cg_has_ports(mm->m)) u->core = i;
        if (mm->m->home) u->home = i;
        if (mm->m->interleave > u->banks) u->banks = mm->m->interleave;
        find_ways(u, mm);
        find_fills(mm);
        find_live(u, mm);
        find_keeping_rules(u, mm);
        for (int r = 0; r < mm->m->n_rules; r++) find_order(u, mm->m, &mm->m->rules[r]);
        u->epochs |= mm->m->epoch_reg != CG_NONE;
    }
    mu_find_kinds(u);
    u->sets = cg_arena_alloc(u->arena, (size_t)s->n_machines);
    find_scalars(u);
    if (u->o->promise.races_forbidden) u->time_bits = 0; // a load has one legal value, whatever its place
    u->epochs = u->epochs && u->time_bits > 0;
    u->windows = !u->time_bits && !u->o->promise.unjudged && !u->o->promise.races_forbidden;
    u->ages = !u->epochs ? 1 : s->machines[u->home].count > 1 ? 3 : 2;
    mu_find_parities(u);
    if (u->widest <= s->clock.bits) u->widest = s->clock.bits + 1;
    mu_find_columns(u);
    for (int i = 0; i < s->n_machines; i++) find_fences(u, &s->machines[i]);
    for (int i = 0; i < s->n_machines; i++) mu_find_commands(u, &s->machines[i]);
    for (int i = 0; i < s->n_machines; i++) mu_find_reached(u, i);
    if (u->widest < u->time_bits + 2) u->widest = u->time_bits + 2; // places are numbers too
    u->watched = mu_watched_choices(u) > 1 || (u->o->promise.races_forbidden && mu_word_parts(u));
}
