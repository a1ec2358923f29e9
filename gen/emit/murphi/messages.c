// The messages that a rule sends: each stands behind the others of its lane.
#include "emit.h"
#include "lang/topology.h"

// Is what is sent about another word than the one that somebody asked for? Note [lines of words].
static const char *is_along(const mu_cause *c) {
    const cg_msg *m = c->names.msg;
    if (c->along) return "true";
    return m && m->block && c->u->thread[m - c->u->s->msgs] ? MU_TEXT(c->u, "%s.along", c->names.packet)
                                                            : "false";
}

// `line`: that it is about, of a message that does not come from memory.
static void put_message_about(const mu_cause *c, const cg_action *a, const char *lane, const cg_msg *msg,
                              const char *line) {
    const mu *u = c->u;
    const char *slot = MU_TEXT(u, "%s.m[%s.n]", lane, lane);
    mu_line(c, "%s.kind := msg_%s;", slot, msg->name);
    if (msg->block && msg->from != CG_MEMORY) mu_line(c, "%s.line := %s;", slot, line);
    const char *thread = a->asker ? mu_asker(&c->names, a->asker, MU_THREAD) : c->thread;
    if (u->thread[msg - u->s->msgs] && thread) {
        mu_line(c, "%s.thread := %s;", slot, thread);
        if (mu_line_words(u) > 1) mu_line(c, "%s.along := %s;", slot, is_along(c));
    }
    for (int i = 0; msg->from != CG_MEMORY && i < msg->n_fields; i++)
        mu_line(c, "%s",
                mu_assign(&c->names, MU_TEXT(u, "%s.%s", slot, mu_name(u, msg->fields[i].name)), a->args[i]));
    if (cg_carries_data(msg))
        mu_line(c, "%s.data := %s;", slot,
                msg->from == CG_MEMORY ? MU_TEXT(u, "memory[%s]", c->line) : mu_data_before(c));
    if (msg->payload == CG_PAY_WORD || msg->payload == CG_PAY_ATOMIC)
        mu_line(c, "%s.word := %s;", slot, c->word ? c->word : "0");
    if (msg->payload == CG_PAY_WORD && mu_word_parts(u))
        mu_line(c, "%s.part := %s;", slot,
                c->e->kind == CG_EV_CORE ? "part" : MU_TEXT(u, "%s.part", c->names.packet));
    if (msg->payload == CG_PAY_BYTES && a->mask) {
        mu_line(c, "%s.data := %s;", slot, mu_data_before(c));
        mu_line(c, "%s", mu_assign(&c->names, MU_TEXT(u, "%s.mask", slot), a->mask));
        mu_line(c, "%s.has := %s.mask[%s];", slot, slot, mu_watched_unit(u));
    } else if (msg->payload == CG_PAY_BYTES && c->e->kind == CG_EV_MESSAGE) { // handed on
        mu_line(c, "%s.data := %s.data;", slot, c->names.packet);
        mu_line(c, "%s.has := %s.has;", slot, c->names.packet);
        if (mu_has_masks(u)) mu_line(c, "%s.mask := %s.mask;", slot, c->names.packet);
    } else if (msg->payload == CG_PAY_BYTES) {
        const char *entry = MU_TEXT(u, "%s.buffer[%s]", c->names.node, c->line);
        mu_line(c, "%s.data := %s.data;", slot, entry);
        mu_line(c, "%s.has := %s.has;", slot, entry);
        if (mu_has_masks(u)) mu_line(c, "for e: unit_t do %s.mask[e] := %s.has; end;", slot, entry);
    }
    mu_line(c, "%s.n := %s.n + 1;", lane, lane);
}

static void put_message(const mu_cause *c, const cg_action *a, const char *lane, const cg_msg *msg) {
    put_message_about(c, a, lane, msg, msg->block && msg->from != CG_MEMORY ? mu_line_about(c, a) : NULL);
}

// note [several]: a message about several words of a line is a message for each of them, as the model takes
// words one by one. They stand behind each other, so that nothing comes between them that does not in
// hardware.
static void put_several(const mu_cause *c, const cg_action *a, const char *lane, const cg_msg *msg) {
    const mu *u = c->u;
    const int words = cg_words_of_line(u->s);
    mu_cause other = *c;
    other.along = true;
    put_message(c, a, lane, msg);
    if (!a->count || !u->o->local) return;
    const char *word = mu_expr(&c->names, a->about), *count = mu_expr(&c->names, a->count),
               *step = mu_expr(&c->names, a->step);
    for (int k = 1; k < words; k++) {
        mu_line(c, "if %s > %d & (%s) %% %d + %d * (%s) < %d then", count, k, word, words, k, step, words);
        put_message_about(&other, a, lane, msg, MU_TEXT(u, "line_of_number(%s + %d * (%s))", word, k, step));
        mu_line(c, "end;");
    }
}

static void send_to_memory(const mu_cause *c, const cg_action *a) {
    const mu *u = c->u;
    const cg_msg *msg = &u->s->msgs[a->msg];
    const int reply = cg_memory_answer(u->s, msg);
    if (msg->payload == CG_PAY_LINE) mu_line(c, "memory[%s] := %s;", c->line, mu_data_before(c));
    if (msg->payload == CG_PAY_WORD) mu_line(c, "memory[%s] := %s;", c->line, c->word ? c->word : "0");
    if (reply == CG_NONE) return;
    const cg_msg *back = &u->s->msgs[reply];
    if (c->along) return; // the other word's read brings it
    if (mu_line_words(u) == 1) {
        put_message(c, a, mu_lane(u, back->channel, "node", c->line), back);
        return;
    }
    const mu_cause all = mu_along(c);
    mu_line(c, "for l: line_id do if %s then", mu_same_line(u, "l", c->line));
    put_message(&all, a, mu_lane(u, back->channel, "node", "l"), back);
    mu_line(c, "end; end;");
}

void mu_send(const mu_cause *c, const cg_action *a) {
    const mu *u = c->u;
    const cg_msg *msg = &u->s->msgs[a->msg];
    mu_line(c, "-- %s", a->text);
    if (msg->to == CG_MEMORY) {
        send_to_memory(c, a);
        return;
    }
    const char *to = mu_receiver(c, a);
    if (!to) mu_line(c, "for d: %s do", mu_id(u, msg->to));
    const char *one = to ? NULL : mu_is_receiver(c, a, "d");
    if (one) mu_line(c, "if %s then", one);
    put_several(c, a, mu_lane(u, msg->channel, "node", to ? to : "d"), msg);
    if (one) mu_line(c, "end;");
    if (!to) mu_line(c, "end;");
}
