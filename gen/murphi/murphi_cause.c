// Where a rule's event comes from, and when the rule may fire.
#include <string.h>

#include "emit.h"

static void add_parameter(mu_cause *c, const char *name, const char *type) {
    c->parameters[c->n_parameters][0] = name;
    c->parameters[c->n_parameters++][1] = type;
}

static void cause_core(mu_cause *c) {
    const mu *u = c->u;
    c->line = "line";
    c->thread = "thread";
    c->core = "node";
    add_parameter(c, "line", "line_id");
    add_parameter(c, "thread", "thread_id");
    if (c->e->core == CG_LOAD) return;
    c->word = "word";
    add_parameter(c, "word", "value_t");
    (void)u;
}

static void cause_message(mu_cause *c) {
    const mu *u = c->u;
    const cg_msg *msg = &u->s->msgs[c->e->msg];
    const mu_channel *ch = &u->channels[msg->channel];
    const bool memory = msg->from == CG_MEMORY;
    c->names.msg = msg;
    c->names.src = "src";
    if (!memory) add_parameter(c, "src", mu_id(u, msg->from));
    if (memory) add_parameter(c, "line", "line_id");
    if (c->source == MU_KEPT) {
        add_parameter(c, "thread", "thread_id");
        c->kept = MU_TEXT(u, "%s_keeps[node][src][thread]", c->m->name);
        c->names.packet = MU_TEXT(u, "%s.m", c->kept);
    } else {
        const bool ordered = memory || u->s->nets[msg->net].ordered;
        c->slot = ordered ? "0" : "slot";
        if (!ordered) add_parameter(c, "slot", MU_TEXT(u, "0..%d", ch->capacity - 1));
        c->lane = memory ? mu_lane(u, msg->channel, "node", "line") : mu_lane(u, msg->channel, "src", "node");
        c->names.packet = MU_TEXT(u, "%s.m[%s]", c->lane, c->slot);
    }
    if (msg->block) c->line = memory ? "line" : MU_TEXT(u, "%s.line", c->names.packet);
    if (msg->block && ch->thread) c->thread = MU_TEXT(u, "%s.thread", c->names.packet);
    if (msg->payload == CG_PAY_WORD || msg->payload == CG_PAY_ATOMIC)
        c->word = MU_TEXT(u, "%s.word", c->names.packet);
    if (c->m->core_port)
        c->core = "node";
    else if (msg->from == u->core)
        c->core = "src";
}

void mu_cause_of(const mu *u, int machine, const cg_rule *r, mu_source source, mu_cause *c) {
    const mu_machine *mm = &u->machines[machine];
    *c = (mu_cause){.u = u, .mm = mm, .m = mm->m, .r = r, .e = &mm->m->events[r->event], .source = source};
    c->names = (mu_names){.u = u, .m = mm->m, .self = "node", .node = MU_TEXT(u, "%s[node]", mm->m->name)};
    add_parameter(c, "node", mu_id(u, machine));
    switch (c->e->kind) {
    case CG_EV_CORE: cause_core(c); break;
    case CG_EV_MESSAGE: cause_message(c); break;
    case CG_EV_EVICT:
        c->line = "line";
        add_parameter(c, "line", "line_id");
        break;
    case CG_EV_TIMER: break;
    }
    if (c->line) c->names.cell = MU_TEXT(u, "%s.line[%s]", c->names.node, c->line);
    if (c->core && c->thread) c->request = MU_TEXT(u, "core[%s][%s]", c->core, c->thread);
    if (!c->word && c->request && c->m->core_port && u->word_kept)
        c->word = MU_TEXT(u, "%s.word", c->request);
}

static bool is_kept(const mu_machine *mm, const cg_rule *r) {
    for (int i = 0; i < mm->m->n_rules; i++) {
        const cg_rule *x = &mm->m->rules[i];
        if (x->event == r->event && mu_has_verb(x, CG_A_MERGE)) return true;
    }
    return false;
}

void mu_each_cause(const mu *u, int machine, const cg_rule *r, void (*f)(const mu_cause *c)) {
    mu_cause c;
    const cg_event *e = &u->s->machines[machine].events[r->event];
    static const mu_source SOURCE[] = {
        [CG_EV_CORE] = MU_CORE, [CG_EV_MESSAGE] = MU_LANE, [CG_EV_EVICT] = MU_OWN, [CG_EV_TIMER] = MU_OWN};
    if (mu_pure_stall(r) || (e->kind == CG_EV_TIMER && e->period == 0)) return;
    mu_cause_of(u, machine, r, SOURCE[e->kind], &c);
    f(&c);
    if (e->kind != CG_EV_MESSAGE || !is_kept(&u->machines[machine], r)) return;
    mu_cause_of(u, machine, r, MU_KEPT, &c);
    f(&c);
}

// ------------------------------------------------------------------------------------------------ guards

static void guard_core(const mu_cause *c, const char *in) {
    static const char *const OPS[] = {"op_load", "op_store", "op_atomic"};
    const mu *u = c->u;
    const char *q = c->request;
    if (!c->mm->keeps_core)
        fprintf(u->out, "\n%s& %s.status = idle", in, q);
    else
        fprintf(u->out, "\n%s& (%s.status = idle | (%s.status = again & %s.line = line & %s.op = %s))", in, q,
                q, q, q, OPS[c->e->core]);
    if (c->e->core == CG_LOAD) return;
    const char *harmless = u->o->values ? "first" : "0";
    const char *free = u->o->values ? MU_TEXT(u, "word = first | line = watched")
                                    : "word = 0 | (line = watched & !marked())";
    (void)harmless;
    if (u->word_kept)
        fprintf(u->out, "\n%s& (%s.status = again ? word = %s.word : (%s))", in, q, q, free);
    else
        fprintf(u->out, "\n%s& (%s)", in, free);
}

static const char *room_in(const mu *u, int channel, const char *from, const char *to) {
    return MU_TEXT(u, "%s.n < %d", mu_lane(u, channel, from, to), u->channels[channel].capacity);
}

static const char *next_node(const mu *u, int machine) {
    const unsigned long long n = u->s->machines[machine].count;
    return n == 1 ? "0" : MU_TEXT(u, "(node + 1) %% %llu", n);
}

// The receiver of a message, NULL: all.
static const char *receiver(const mu_cause *c, const cg_action *a) {
    const cg_msg *msg = &c->u->s->msgs[a->msg];
    switch (a->dest) {
    case CG_TO_HOME: return mu_home_of(c->u, msg->to, c->line);
    case CG_TO_SRC: return "src";
    case CG_TO_ALL: return NULL;
    case CG_TO_NEXT: return next_node(c->u, msg->to);
    case CG_TO_MEMORY: return c->line;
    }
    return NULL;
}

static void guard_room(const mu_cause *c, const cg_action *a, const char *in) {
    const mu *u = c->u;
    const cg_msg *msg = &u->s->msgs[a->msg];
    const char *to = receiver(c, a);
    if (msg->to == CG_MEMORY) {
        const int answer = mu_answer(u->s, msg);
        if (answer == CG_NONE) return;
        fprintf(u->out, "\n%s& %s", in, room_in(u, u->s->msgs[answer].channel, "node", to));
    } else if (to) {
        fprintf(u->out, "\n%s& %s", in, room_in(u, msg->channel, "node", to));
    } else {
        fprintf(u->out, "\n%s& forall d: %s do %s end", in, mu_id(u, msg->to),
                room_in(u, msg->channel, "node", "d"));
    }
}

static void guard_presence(const mu_cause *c, const char *in) {
    const mu *u = c->u;
    FILE *out = u->out;
    const char *and = "";
    if (c->lane) {
        fprintf(out, "%s.n > %s & %s.kind = msg_%s", c->lane, c->slot, c->names.packet, c->names.msg->name);
        and = MU_TEXT(u, "\n%s& ", in);
    }
    if (c->kept) {
        fprintf(out, "%s.status = %s_again & %s.kind = msg_%s", c->kept, c->m->name, c->names.packet,
                c->names.msg->name);
        and = MU_TEXT(u, "\n%s& ", in);
    }
    if (c->r->state != CG_NONE)
        fprintf(out, "%s%s.state = %s", and, c->names.cell, mu_state(u, c->m, c->r->state));
    else if (!c->lane && !c->kept)
        fprintf(out, "true");
    if (c->e->kind == CG_EV_CORE) guard_core(c, in);
    if (c->e->kind != CG_EV_EVICT) return;
    if (c->mm->way[c->r->state] == MU_NEVER) fprintf(out, "\n%s& false -- no way to give up", in);
    if (c->mm->way[c->r->state] == MU_MIXED) fprintf(out, "\n%s& %s.here", in, c->names.cell);
}

static bool is_request(const mu_cause *c) {
    return c->e->kind == CG_EV_CORE ||
           (c->e->kind == CG_EV_MESSAGE && c->u->s->msgs[c->e->msg].cls == CG_REQUEST);
}

void mu_print_guard(const mu_cause *c, const char *in) {
    FILE *out = c->u->out;
    guard_presence(c, in);
    if (is_request(c) && c->m->accept_requests)
        fprintf(out, "\n%s& %s", in, mu_expr(&c->names, c->m->accept_requests));
    for (int i = 0; i < c->r->n_actions; i++)
        if (c->r->actions[i].verb == CG_A_SEND) guard_room(c, &c->r->actions[i], in);
    for (const cg_rule *r = c->r - c->r->index; r < c->r; r++)
        fprintf(out, "\n%s& !%s", in, mu_expr(&c->names, r->when));
    if (c->r->when) fprintf(out, "\n%s& %s", in, mu_expr(&c->names, c->r->when));
}
