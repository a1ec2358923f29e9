// What the model needs to know about the table beforehand: what is dead where, who is interchangeable, which
// messages need a thread.
#include <string.h>

#include "emit.h"

// --------------------------------------------------------------------------------------------- small ones

const cg_action *mu_find(const cg_rule *r, cg_verb v) {
    for (int i = 0; i < r->n_actions; i++) {
        if (r->actions[i].verb == v) return &r->actions[i];
    }
    return NULL;
}

bool mu_has_verb(const cg_rule *r, cg_verb v) {
    return mu_find(r, v) != NULL;
}

bool mu_pure_stall(const cg_rule *r) {
    return r->stalls && r->n_actions == 1;
}

bool mu_is_off(const mu *u, const cg_machine *m, const cg_event *e) {
    for (int i = 0; i < u->o->n_off; i++) {
        const struct cg_off *off = &u->o->off[i];
        if (&u->s->machines[off->machine] == m && &m->events[off->event] == e) return true;
    }
    return e->kind == CG_EV_TIMER && e->period == 0;
}

int mu_answer(const cg_spec *s, const cg_msg *msg) {
    if (msg->to != CG_MEMORY) return CG_NONE;
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *a = &s->msgs[i];
        if (a->from != CG_MEMORY || a->to != msg->from || a->net != msg->net) continue;
        if ((a->payload == CG_PAY_LINE) == (msg->payload == CG_PAY_NONE)) return i;
    }
    return CG_NONE;
}

static void each_part(const cg_expr *x, void (*f)(void *ctx, const cg_expr *x), void *ctx) {
    if (!x) return;
    f(ctx, x);
    each_part(x->a, f, ctx);
    each_part(x->b, f, ctx);
    each_part(x->c, f, ctx);
}

static void each_of_action(const cg_spec *s, const cg_action *a, void (*f)(void *ctx, const cg_expr *x),
                           void *ctx) {
    each_part(a->value, f, ctx);
    each_part(a->at, f, ctx);
    each_part(a->epoch, f, ctx);
    if (a->verb != CG_A_SEND) return;
    for (int i = 0; i < s->msgs[a->msg].n_fields; i++) each_part(a->args[i], f, ctx);
}

void mu_each_expr(const cg_spec *s, const cg_rule *r, void (*f)(void *ctx, const cg_expr *x), void *ctx) {
    each_part(r->when, f, ctx);
    for (int i = 0; i < r->n_actions; i++) each_of_action(s, &r->actions[i], f, ctx);
}

// ------------------------------------------------------------------------------ who is interchangeable?

typedef struct {
    mu *u;
    const cg_msg *msg;
    int machine;
} scalar_walk;

static void note_numbers(void *ctx, const cg_expr *x) {
    scalar_walk *w = ctx;
    if (x->op == CG_X_SELF) w->u->machines[w->machine].scalar = false;
    if (x->op == CG_X_SRC && w->msg) w->u->machines[w->msg->from].scalar = false;
    if (x->type.width > w->u->widest) w->u->widest = x->type.width;
}

static const cg_msg *msg_of(const cg_spec *s, const cg_event *e) {
    return e->kind == CG_EV_MESSAGE ? &s->msgs[e->msg] : NULL;
}

static void find_scalars(mu *u) {
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        u->machines[i].scalar = !m->home && m->count > 1;
    }
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        for (int r = 0; r < m->n_rules; r++) {
            scalar_walk w = {u, msg_of(u->s, &m->events[m->rules[r].event]), i};
            mu_each_expr(u->s, &m->rules[r], note_numbers, &w);
        }
        if (m->accept_requests) each_part(m->accept_requests, note_numbers, &(scalar_walk){u, NULL, i});
    }
    for (int i = 0; i < u->s->n_msgs; i++) {
        const cg_msg *g = &u->s->msgs[i];
        if (u->s->nets[g->net].kind == CG_NET_RING) u->machines[g->from].scalar = false;
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
        if (a->verb != CG_A_FLASH_MSHRS) continue;
        for (int s = m->n_stable; s < m->n_states; s++) changed |= join_way(mm, a->to_state, mm->way[s]);
    }
    if (r->state == CG_NONE || r->next < m->n_stable || !mm->way[r->state]) return changed;
    return join_way(mm, r->next, mu_has_verb(r, CG_A_ALLOC_LINE) ? MU_ALWAYS : mm->way[r->state]) || changed;
}

static void find_ways(mu *u, mu_machine *mm) {
    const cg_machine *m = mm->m;
    mm->way = cg_arena_alloc(u->arena, (size_t)m->n_states * sizeof *mm->way);
    for (int s = 0; s < m->n_stable; s++) mm->way[s] = s ? MU_ALWAYS : MU_NEVER;
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
    return mm->m->n_line + mm->m->n_mshr + (int)e;
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
    if (x->op == CG_X_LINE) w->used[x->field] = true;
    if (x->op == CG_X_MSHR) w->used[w->mm->m->n_line + x->field] = true;
}

static bool reads_data(const cg_spec *s, const cg_rule *r, const cg_action *a) {
    switch (a->verb) {
    case CG_A_HIT:
    case CG_A_ATOMIC:
    case CG_A_FILL: return true;
    case CG_A_RESPOND: return a->from == CG_FROM_LINE;
    case CG_A_SEND: return s->msgs[a->msg].payload == CG_PAY_LINE;
    case CG_A_PERFORM:
        return a->perform != CG_STORE && !mu_has_verb(r, CG_A_HIT) && !mu_has_verb(r, CG_A_RESPOND);
    case CG_A_ASSIGN:
    case CG_A_ALLOC_MSHR:
    case CG_A_RELEASE_MSHR:
    case CG_A_ALLOC_LINE:
    case CG_A_MERGE:
    case CG_A_REPLAY:
    case CG_A_WRITE:
    case CG_A_FLASH_LINES:
    case CG_A_FLASH_MSHRS:
    case CG_A_FLASH_MSHR_FIELD:
    case CG_A_SWEEP:
    case CG_A_STALL:
    case CG_A_IMPOSSIBLE: return false;
    }
    return false;
}

// What of the line the rule itself reads.
static void find_uses(const mu *u, const mu_machine *mm, const cg_rule *r, bool *used) {
    mu_each_expr(u->s, r, note_use, &(use_walk){mm, used});
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (reads_data(u->s, r, a)) used[mu_item(mm, MU_DATA)] = true;
        if (a->verb == CG_A_FILL) used[mu_item(mm, MU_WRITTEN)] = true;
    }
    if (mm->m->events[r->event].kind == CG_EV_EVICT && !mu_pure_stall(r)) used[mu_item(mm, MU_HERE)] = true;
}

static bool writes_item(const mu_machine *mm, const cg_rule *r, int item) {
    const int n_line = mm->m->n_line;
    const bool fresh_entry = mu_has_verb(r, CG_A_ALLOC_MSHR);
    if (r->state == 0 && item != mu_item(mm, MU_DATA)) return true; // all is initial
    if (item == mu_item(mm, MU_HERE)) return mu_has_verb(r, CG_A_ALLOC_LINE);
    if (item == mu_item(mm, MU_WRITTEN)) return fresh_entry;
    if (item == mu_item(mm, MU_DATA)) return mu_has_verb(r, CG_A_WRITE);
    if (fresh_entry && item >= n_line) return true;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (a->verb != CG_A_ASSIGN) continue;
        if (a->space == CG_X_LINE && a->field == item) return true;
        if (a->space == CG_X_MSHR && a->field + n_line == item) return true;
    }
    return false;
}

static bool make_live(mu_machine *mm, int state, int item) {
    bool *l = &mm->live[state * mm->n_items + item];
    const bool line = item < mm->m->n_line || item == mu_item(mm, MU_DATA) || item == mu_item(mm, MU_HERE);
    if (*l || state <= 0 || (!line && state < mm->m->n_stable)) return false;
    if (line && mm->way[state] == MU_NEVER) return false;
    if (item == mu_item(mm, MU_HERE) && mm->way[state] != MU_MIXED) return false;
    *l = true;
    if (line) make_live(mm, state, mu_item(mm, MU_HERE)); // reads and writes depend on it
    return true;
}

static bool flow_live(mu_machine *mm, const cg_rule *r) {
    bool changed = false;
    const cg_machine *m = mm->m;
    for (int item = 0; item < mm->n_items; item++) {
        if (r->state != CG_NONE && mu_live(mm, r->next, item) && !writes_item(mm, r, item))
            changed |= make_live(mm, r->state, item);
        else if (r->state != CG_NONE && item < m->n_line && mu_live(mm, r->next, item)) // lost without a way
            changed |= make_live(mm, r->state, mu_item(mm, MU_HERE));
        for (int i = 0; i < r->n_actions; i++) {
            const cg_action *a = &r->actions[i];
            const bool mshrs = a->verb == CG_A_FLASH_MSHRS;
            if ((!mshrs && a->verb != CG_A_FLASH_LINES) || !mu_live(mm, a->to_state, item)) continue;
            for (int s = mshrs ? m->n_stable : 1; s < (mshrs ? m->n_states : m->n_stable); s++)
                changed |= make_live(mm, s, item);
        }
    }
    return changed;
}

// A rule that leaves a state in which the line may have no way for a stable one must know.
static bool needs_way(const mu_machine *mm, const cg_rule *r) {
    return r->state != CG_NONE && mm->way[r->state] == MU_MIXED && r->next > 0 && r->next < mm->m->n_stable;
}

static void find_live(mu *u, mu_machine *mm) {
    const cg_machine *m = mm->m;
    mm->n_items = m->n_line + m->n_mshr + MU_EXTRA;
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
    for (bool changed = true; changed;) {
        changed = false;
        for (int r = 0; r < m->n_rules; r++) changed |= flow_live(mm, &m->rules[r]);
    }
}

// `written` means something only where a fill can come and something can be written before it.
static void drop_written(mu_machine *mm) {
    bool writes = false;
    for (int r = 0; r < mm->m->n_rules; r++) {
        const cg_rule *x = &mm->m->rules[r];
        const bool held = x->state != CG_NONE && x->next >= mm->m->n_stable;
        writes |= held && (mu_has_verb(x, CG_A_WRITE) || mu_has_verb(x, CG_A_ATOMIC));
    }
    for (int s = 0; s < mm->m->n_states && !writes; s++)
        mm->live[s * mm->n_items + mu_item(mm, MU_WRITTEN)] = false;
}

// ---------------------------------------------------------------------------------------------- channels

static void add_fields(mu *u, mu_channel *ch, const cg_msg *msg) {
    for (int f = 0; f < msg->n_fields; f++) {
        bool there = false;
        for (int k = 0; k < ch->n_fields; k++) there |= !strcmp(ch->fields[k]->name, msg->fields[f].name);
        if (!there) *CG_PUSH(u->arena, ch->fields, ch->n_fields) = &msg->fields[f];
    }
}

static const char *end_name(const cg_spec *s, int machine) {
    return machine == CG_MEMORY ? "memory" : s->machines[machine].name;
}

static void find_channel(mu *u, int c) {
    const cg_spec *s = u->s;
    const cg_channel *from = &s->channels[c];
    mu_channel *ch = &u->channels[c];
    int bounded = 0, sum = 0;
    ch->c = from;
    ch->name =
        MU_TEXT(u, "%s_%s_%s", s->nets[from->net].name, end_name(s, from->from), end_name(s, from->to));
    for (int i = 0; i < from->n_msgs; i++) {
        const cg_msg *msg = &s->msgs[from->msgs[i]];
        ch->block |= msg->block;
        ch->word |= msg->payload == CG_PAY_WORD || msg->payload == CG_PAY_ATOMIC;
        ch->line |= msg->payload == CG_PAY_LINE;
        bounded += msg->at_most > 0;
        sum += msg->at_most;
        add_fields(u, ch, msg);
    }
    ch->capacity = bounded == from->n_msgs ? sum : u->o->queue;
}

// Does the rule hand the thread on, or need it?
static bool needs_thread(const mu *u, const cg_rule *r) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (a->verb == CG_A_RESPOND || a->verb == CG_A_PERFORM || a->verb == CG_A_MERGE) return true;
        if (a->verb != CG_A_SEND || !u->s->msgs[a->msg].block) continue;
        const int answer = mu_answer(u->s, &u->s->msgs[a->msg]);
        if (u->s->msgs[a->msg].to == CG_MEMORY) {
            if (answer != CG_NONE && u->channels[u->s->msgs[answer].channel].thread) return true;
        } else if (u->channels[u->s->msgs[a->msg].channel].thread) {
            return true;
        }
    }
    return false;
}

static bool flow_thread(mu *u, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = &m->events[r->event];
    if (e->kind != CG_EV_MESSAGE || !e->block) return false;
    mu_channel *ch = &u->channels[u->s->msgs[e->msg].channel];
    if (ch->thread || !needs_thread(u, r)) return false;
    return ch->thread = true;
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

static void find_kept(mu *u, mu_machine *mm) {
    mm->keeps = CG_NONE;
    for (int i = 0; i < mm->m->n_rules; i++) {
        const cg_rule *r = &mm->m->rules[i];
        const cg_event *e = &mm->m->events[r->event];
        if (!mu_has_verb(r, CG_A_MERGE)) continue;
        if (e->kind == CG_EV_CORE) {
            mm->keeps_core = true;
            u->word_kept |= e->core != CG_LOAD;
        } else {
            mm->keeps = u->s->msgs[e->msg].channel;
        }
    }
}

static void widest_leaf(void *ctx, const cg_expr *x) {
    int *bits = ctx;
    const bool leaf = x->op == CG_X_REG || x->op == CG_X_LINE || x->op == CG_X_MSHR || x->op == CG_X_MSG;
    if (leaf && x->type.kind == CG_T_INT && x->type.width > *bits) *bits = x->type.width;
}

// An operation that a rule performs and another answers: what it saw must be remembered in between.
static void find_order(mu *u, const cg_machine *m, const cg_rule *r) {
    const cg_action *p = mu_find(r, CG_A_PERFORM), *respond = mu_find(r, CG_A_RESPOND);
    const bool answers = mu_has_verb(r, CG_A_HIT) || (respond && respond->from != CG_FROM_NOTHING);
    if (answers != (p && p->perform != CG_STORE)) u->saw = true;
    if (!p) return;
    if (p->at) each_part(p->at, widest_leaf, &u->time_bits);
    if (p->at && u->time_bits == 0) u->time_bits = 1;
    const cg_event *e = &m->events[r->event];
    if (e->kind != CG_EV_MESSAGE || p->perform == CG_LOAD) return;
    const cg_payload pay = u->s->msgs[e->msg].payload;
    u->word_kept |= m->core_port && pay != CG_PAY_WORD && pay != CG_PAY_ATOMIC;
}

void mu_facts(mu *u) {
    const cg_spec *s = u->s;
    u->machines = cg_arena_alloc(u->arena, (size_t)s->n_machines * sizeof *u->machines);
    u->channels = cg_arena_alloc(u->arena, (size_t)(s->n_channels + 1) * sizeof *u->channels);
    for (int i = 0; i < s->n_channels; i++) find_channel(u, i);
    find_threads(u);
    for (int i = 0; i < s->n_machines; i++) {
        mu_machine *mm = &u->machines[i];
        mm->m = &s->machines[i];
        if (mm->m->core_port) u->core = i;
        if (mm->m->home) u->home = i;
        find_ways(u, mm);
        find_live(u, mm);
        drop_written(mm);
        find_kept(u, mm);
        for (int r = 0; r < mm->m->n_rules; r++) find_order(u, mm->m, &mm->m->rules[r]);
        u->epochs |= mm->m->epoch_reg != CG_NONE;
    }
    find_scalars(u);
    u->epochs = u->epochs && u->time_bits > 0;
    u->ages = !u->epochs ? 1 : s->machines[u->home].count > 1 ? 3 : 2;
    mu_find_parities(u);
    if (u->widest < u->time_bits + 2) u->widest = u->time_bits + 2; // places are numbers too
    u->watched = u->o->lines > 1 && s->machines[u->home].count > 1;
}
