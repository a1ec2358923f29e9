// Where a rule's event comes from, and when the rule may fire.
#include <string.h>

#include "emit.h"
#include "lang/command.h"
#include "lang/topology.h"

static void add_parameter(mu_cause *c, const char *name, const char *type) {
    c->parameters[c->n_parameters][0] = name;
    c->parameters[c->n_parameters++][1] = type;
}

static void cause_core(mu_cause *c) {
    c->thread = "thread";
    c->core = mu_core_of(c->u, c->m, "node");
    if (c->e->block) {
        c->line = "line";
        add_parameter(c, "line", "line_id");
    }
    add_parameter(c, "thread", "thread_id");
    if (c->e->core == CG_STORE || c->e->core == CG_ATOMIC) {
        c->word = "word";
        add_parameter(c, "word", "value_t");
    }
    mu_parameter more[MU_RACE_PARAMETERS], operands[CG_MAX_OPERANDS];
    const int n = mu_race_parameters(c->u, c->e, more);
    for (int i = 0; i < n; i++) add_parameter(c, more[i].name, more[i].type);
    const int n_operands = mu_operand_parameters(c->u, c->m, c->e, operands);
    for (int i = 0; i < n_operands; i++) add_parameter(c, operands[i].name, operands[i].type);
    if ((c->e->core == CG_ATOMIC || mu_marks_op(c->u, c->e->core)) && n) c->names.mark = more[n - 1].name;
    if (c->e->core == CG_LOAD && n && c->u->n_loads) c->names.load_mark = more[n - 1].name;
}

// Where the message is, from outside.
static void find_packet(mu_cause *c, const cg_msg *msg) {
    const mu *u = c->u;
    const bool memory = msg->from == CG_MEMORY;
    if (c->source == MU_DEFERRED) {
        add_parameter(c, "thread", "thread_id");
        if (mu_by_line(u, &u->channels[msg->channel])) add_parameter(c, "deferred", "line_id");
        if (mu_by_asker(u, &u->channels[msg->channel])) add_parameter(c, "asker", mu_asker_id(u));
        c->deferred = mu_deferred(u, &u->channels[msg->channel],
                                  (mu_whose){"node", "src", "thread", "deferred", "asker"});
        c->names.packet = MU_TEXT(u, "%s.m", c->deferred);
        return;
    }
    const bool ordered = memory || u->s->nets[msg->net].ordered;
    c->slot = ordered ? "0" : "slot";
    if (!ordered) add_parameter(c, "slot", MU_TEXT(u, "0..%d", u->channels[msg->channel].capacity - 1));
    c->lane = memory ? mu_lane(u, msg->channel, "node", "line") : mu_lane(u, msg->channel, "src", "node");
    c->names.packet = MU_TEXT(u, "%s.m[%s]", c->lane, c->slot);
}

// The core that the message's field names.
static const char *core_named(const mu_cause *c, const cg_field *f) {
    const char *value = MU_TEXT(c->u, "%s.%s", c->names.packet, mu_name(c->u, f->name));
    return f->type.kind == CG_T_NODE ? mu_core_of(c->u, &c->u->s->machines[f->type.machine], value) : value;
}

static void cause_message(mu_cause *c) {
    const mu *u = c->u;
    const cg_msg *msg = &u->s->msgs[c->e->msg];
    const bool memory = msg->from == CG_MEMORY;
    c->names.msg = msg;
    c->names.src = "src";
    add_parameter(c, memory ? "line" : "src", memory ? "line_id" : mu_id(u, msg->from));
    if (c->source == MU_INSIDE)
        c->names.packet = "m";
    else
        find_packet(c, msg);
    if (msg->block) c->line = memory ? "line" : MU_TEXT(u, "%s.line", c->names.packet);
    if (msg->place) c->line = mu_line_at(c, msg);
    if (u->thread[c->e->msg]) c->thread = MU_TEXT(u, "%s.thread", c->names.packet);
    if (msg->payload == CG_PAY_WORD || msg->payload == CG_PAY_ATOMIC)
        c->word = MU_TEXT(u, "%s.word", c->names.packet);
    if (msg->payload == CG_PAY_BYTES) c->word = MU_TEXT(u, "%s.data", c->names.packet);
    if (c->m->core_port)
        c->core = mu_core_of(u, c->m, "node");
    else if (msg->core != CG_NONE)
        c->core = core_named(c, &msg->fields[msg->core]);
    else if (!memory && u->s->machines[msg->from].core_port)
        c->core = mu_core_of(u, &u->s->machines[msg->from], "src");
}

// Inside a handler everything has a short name.
static void shorten(mu_cause *c) {
    c->names.node = "n";
    if (c->line) c->line = "line";
    if (c->line) c->names.cell = "c";
    if (c->thread) c->thread = "thread";
    if (c->request) c->request = "q";
}

void mu_cause_of(const mu *u, int machine, int event, mu_source source, mu_cause *c) {
    const mu_machine *mm = &u->machines[machine];
    *c = (mu_cause){.u = u, .mm = mm, .m = mm->m, .e = &mm->m->events[event], .source = source};
    c->names = (mu_names){
        .u = u, .m = mm->m, .self = "node", .node = MU_TEXT(u, "%s[node]", mm->m->name), .event = c->e};
    add_parameter(c, "node", mu_id(u, machine));
    switch (c->e->kind) {
    case CG_EV_CORE: cause_core(c); break;
    case CG_EV_MESSAGE: cause_message(c); break;
    case CG_EV_ALARM:
    case CG_EV_DRAIN:
    case CG_EV_EVICT:
        c->line = "line";
        add_parameter(c, "line", "line_id");
        break;
    case CG_EV_HEAD:
        c->line = "line";
        if (mm->m->structures[c->e->structure].walks)
            add_parameter(c, "line", "line_id");
        else
            c->line = MU_TEXT(u, "%s.line", mu_fifo_head(c));
        break;
    case CG_EV_MARKER: c->thread = MU_TEXT(u, "%s.thread", mu_fifo_head(c)); break;
    case CG_EV_WRAP:
    case CG_EV_TIMER: break;
    }
    if (c->line) c->names.cell = MU_TEXT(u, "%s.line[%s]", c->names.node, c->line);
    if (c->core && c->thread) c->request = MU_TEXT(u, "core[%s][%s]", c->core, c->thread);
    if (source == MU_INSIDE) shorten(c);
    c->names.asked = c->request;
    if (c->e->kind == CG_EV_MARKER) c->names.packet = mu_fifo_head(c); // it keeps who asks
    c->names.line = c->line;
    c->names.thread = c->thread;
    if (c->e->kind == CG_EV_CORE && (c->m->words || c->m->of_words))
        c->names.whole = mu_races_forbidden(u) ? "(bytes = 0)" : "true";
    if (!c->m->words) return;
    const char *entry = MU_TEXT(u, "%s.buffer[%s]", c->names.node, c->line ? c->line : "0");
    if (c->e->kind == CG_EV_DRAIN) c->word = MU_TEXT(u, "%s.data", entry);
    if (c->e->kind == CG_EV_DRAIN) c->names.whole = MU_TEXT(u, "(%s.has & %s.rest)", entry, entry);
    if (!c->word && c->request && c->m->core_port && u->word_kept)
        c->word = MU_TEXT(u, "%s.word", c->request);
}

static bool is_event_deferred(const mu_machine *mm, int event) {
    for (int i = 0; i < mm->m->n_rules; i++) {
        if (mm->m->rules[i].event == event && cg_find_action(&mm->m->rules[i], CG_DOES_DEFERS)) return true;
    }
    return false;
}

void mu_each_source(const mu *u, int machine, int event, const cg_rule *r, void (*f)(const mu_cause *c)) {
    mu_cause c;
    const cg_event *e = &u->s->machines[machine].events[event];
    if (mu_is_off(u, &u->s->machines[machine], e)) return;
    mu_cause_of(u, machine, event, MU_OUTSIDE, &c);
    c.r = r;
    f(&c);
    if (e->kind != CG_EV_MESSAGE || !is_event_deferred(&u->machines[machine], event)) return;
    mu_cause_of(u, machine, event, MU_DEFERRED, &c);
    c.r = r;
    f(&c);
}

// ------------------------------------------------------------------------------------------------ guards

static void guard_core(const mu_cause *c, const char *in) {
    static const char *const OPS[] = {"op_load", "op_store", "op_atomic"};
    const mu *u = c->u;
    const char *q = c->request;
    if (cg_is_command(c->e->core)) {
        fprintf(u->out, "%s%s%s", mu_not_everywhere(c, c->e->core), mu_command_guard(c), mu_keeps_mapping(c));
        return;
    }
    if (mu_space_of_core(c)) fprintf(u->out, "%s & ", mu_space_of_core(c));
    fprintf(u->out, "%s", mu_not_everywhere(c, c->e->core));
    if (c->e->core == CG_RELEASE) fprintf(u->out, "%s", mu_not_everywhere(c, CG_ATOMIC)); // nothing follows
    const char *race = mu_races_forbidden(u) ? mu_race_guard(c) : NULL;
    if (race)
        fprintf(u->out, "%s", race);
    else if (!c->e->block)
        fprintf(u->out, u->fences_wait ? "(%s.status = idle | %s.status = fencing)" : "%s.status = idle", q,
                q);
    else if (!c->mm->defers_core)
        fprintf(u->out, "%s.status = idle", q);
    else
        fprintf(u->out, "(%s.status = idle | (%s.status = again & %s.line = line & %s.op = %s%s))", q, q, q,
                q, OPS[c->e->core], mu_same_operands(c));
    fputs(mu_half_guard(c), u->out);
    if (c->e->block) fputs(mu_keeps_mapping(c), u->out);
    if (c->e->core != CG_STORE && c->e->core != CG_ATOMIC) return;
    const char *free = u->o->values     ? MU_TEXT(u, "word = first | %s", mu_may_be_watched(u, "line"))
                       : mu_coherent(u) ? mu_coherent_word(c)
                                        : MU_TEXT(u, "word = 0 | (%s & !marked())",
                                                  mu_mine(c) ? mu_mine(c) : mu_may_be_watched(u, "line"));
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

static const char *parent_of(const mu_cause *c, const cg_machine *parent, const char *line) {
    const unsigned long long members = cg_children(c->m, parent), banks = parent->interleave;
    if (banks > 1 && cg_has_same_lines(c->m, parent)) return "node";
    const char *cluster = members == c->m->count ? NULL
                          : members == 1         ? "node"
                                                 : MU_TEXT(c->u, "node / %llu", members);
    if (banks == 1) return cluster ? cluster : "0";
    const char *bank = MU_TEXT(c->u, "%s %% %llu", line, banks);
    return cluster ? MU_TEXT(c->u, "(%s) * %llu + %s", cluster, banks, bank) : bank;
}

const char *mu_receiver(const mu_cause *c, const cg_action *a) {
    const cg_msg *msg = &c->u->s->msgs[a->msg];
    switch (a->dest) {
    case CG_TO_HOME: return mu_home_of(c->u, msg->to, mu_line_about(c, a));
    case CG_TO_SRC: return "src";
    case CG_TO_ALL: return NULL;
    case CG_TO_NEXT: return next_node(c->u, msg->to);
    case CG_TO_MEMORY: return c->line;
    case CG_TO_PARENT: return parent_of(c, &c->u->s->machines[msg->to], mu_line_about(c, a));
    case CG_TO_CHILDREN:
    case CG_N_DESTS: break;
    case CG_TO_EXPR: return a->to->type.kind == CG_T_NODE ? mu_expr(&c->names, a->to) : NULL;
    }
    return NULL;
}

const char *mu_is_receiver(const mu_cause *c, const cg_action *a, const char *d) {
    if (a->dest == CG_TO_EXPR) return mu_member(&c->names, a->to, d);
    if (a->dest != CG_TO_CHILDREN) return NULL;
    const cg_machine *to = &c->u->s->machines[c->u->s->msgs[a->msg].to];
    const unsigned long long children = cg_children(to, c->m), members = c->m->members;
    if (children == to->count) return NULL;
    const char *own = members == 1 ? "node" : MU_TEXT(c->u, "node / %llu", members);
    return MU_TEXT(c->u, "(%s = %s)", children == 1 ? d : MU_TEXT(c->u, "%s / %llu", d, children), own);
}

const char *mu_room(const mu_cause *c, const cg_action *a) {
    const mu *u = c->u;
    const cg_msg *msg = &u->s->msgs[a->msg];
    const char *to = mu_receiver(c, a);
    if (msg->to == CG_MEMORY) {
        const int answer = cg_memory_answer(u->s, msg);
        return answer == CG_NONE ? NULL : room_in(u, u->s->msgs[answer].channel, "node", to);
    }
    if (to && c->r->widen && mu_line_words(u) > 1)
        return MU_TEXT(u, "%s.n + %d <= %d", mu_lane(u, msg->channel, "node", to), mu_line_words(u),
                       u->channels[msg->channel].capacity);
    if (to && a->count && u->o->local)
        return MU_TEXT(u, "%s.n + most(1, %s) <= %d", mu_lane(u, msg->channel, "node", to),
                       mu_expr(&c->names, a->count), u->channels[msg->channel].capacity);
    if (to) return room_in(u, msg->channel, "node", to);
    if (mu_is_receiver(c, a, "d"))
        return MU_TEXT(u, "forall d: %s do %s -> %s end", mu_id(u, msg->to), mu_is_receiver(c, a, "d"),
                       room_in(u, msg->channel, "node", "d"));
    return MU_TEXT(u, "forall d: %s do %s end", mu_id(u, msg->to), room_in(u, msg->channel, "node", "d"));
}

// The line has an entry, and the condition holds for it.
static const char *alarm(const mu_cause *c) {
    const char *any = "false";
    for (int s = c->m->n_stable; s < c->m->n_states; s++)
        any = MU_TEXT(c->u, "%s | %s.state = %s", any, c->names.cell, mu_state(c->u, c->m, s));
    return MU_TEXT(c->u, "(%s) & %s", any, mu_expr(&c->names, c->e->alarm));
}

// The line may have a way, and no entry, which would keep it there.
static const char *has_place(const mu_cause *c) {
    const char *any = NULL;
    for (int s = 1; s < c->m->n_stable; s++)
        any = MU_TEXT(c->u, "%s%s%s.state = %s", any ? any : "(", any ? " | " : "", c->names.cell,
                      mu_state(c->u, c->m, s));
    return any ? MU_TEXT(c->u, "%s)", any) : "false";
}

// Is the event there? What the event needs of the line's state is not part of it.
void mu_print_presence(const mu_cause *c, const char *in) {
    const mu *u = c->u;
    FILE *out = u->out;
    const char *and = MU_TEXT(u, "\n%s& ", in);
    if (c->lane) fprintf(out, "%s.n > %s", c->lane, c->slot);
    if (c->deferred)
        fprintf(out, "%s.status = %s_again", c->deferred, u->channels[c->names.msg->channel].deferred);
    if (c->names.msg) fprintf(out, "%s%s.kind = msg_%s", and, c->names.packet, c->names.msg->name);
    if (c->e->kind == CG_EV_CORE) guard_core(c, in);
    if (c->e->kind == CG_EV_TIMER) fprintf(out, "true");
    if (c->e->kind == CG_EV_WRAP) fprintf(out, "clock = clock_end");
    if (c->e->kind == CG_EV_ALARM) fprintf(out, "%s", alarm(c));
    if (c->e->kind == CG_EV_DRAIN) fprintf(out, "%s", mu_leaves_buffer(c));
    if (c->e->kind == CG_EV_HEAD || c->e->kind == CG_EV_MARKER) fprintf(out, "%s", mu_fifo_offers(c));
    if (c->e->kind == CG_EV_EVICT) fprintf(out, "%s", has_place(c));
    if (c->e->kind == CG_EV_EVICT && mu_line_leaves(c)) fprintf(out, "%s%s", and, mu_line_leaves(c));
}

static bool is_request(const mu_cause *c) {
    return c->e->kind == CG_EV_CORE ||
           (c->e->kind == CG_EV_MESSAGE && c->u->s->msgs[c->e->msg].cls == CG_REQUEST);
}

const char *mu_accepts(const mu_cause *c) {
    const char *all =
        is_request(c) && c->m->accept_requests ? mu_expr(&c->names, c->m->accept_requests) : NULL;
    const char *whole = mu_whole_line(c);
    if (!all || !whole) return all ? all : whole;
    return MU_TEXT(c->u, "%s & %s", all, whole);
}

void mu_print_guard(const mu_cause *c, const char *in) {
    FILE *out = c->u->out;
    mu_print_presence(c, in);
    if (c->r->state != CG_NONE)
        fprintf(out, "\n%s& %s.state = %s", in, c->names.cell, mu_state(c->u, c->m, c->r->state));
    if (c->e->kind == CG_EV_EVICT && mu_live(c->mm, c->r->state, mu_item(c->mm, MU_HERE)))
        fprintf(out, "\n%s& %s.here", in, c->names.cell);
    if (mu_accepts(c)) fprintf(out, "\n%s& %s", in, mu_accepts(c));
    for (int i = 0; i < c->r->n_actions; i++) {
        const cg_action *a = &c->r->actions[i];
        if (cg_does(a, CG_DOES_SENDS) && mu_room(c, a)) fprintf(out, "\n%s& %s", in, mu_room(c, a));
        if (cg_does(a, CG_DOES_BUFFERS) && mu_room_in_buffer(c))
            fprintf(out, "\n%s& %s", in, mu_room_in_buffer(c));
        if (cg_does(a, CG_DOES_PUSH)) fprintf(out, "\n%s& %s", in, mu_room_in_fifo(c, a));
        if (cg_does(a, CG_DOES_INSERTS))
            fprintf(out, "\n%s& !%s", in, mu_lookup_full(&c->names, a->structure));
    }
    for (const cg_rule *r = c->r - c->r->index; r < c->r; r++)
        fprintf(out, "\n%s& !%s", in, mu_expr(&c->names, r->when));
    if (c->r->when) fprintf(out, "\n%s& %s", in, mu_expr(&c->names, c->r->when));
}
