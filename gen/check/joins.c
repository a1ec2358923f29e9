// Messages that join are those of a memory of words, in a lane of their own.
#include "parts.h"

// Does a message about several words of a line come to the machine?
static bool is_told_of_several(const cg_spec *s, int machine) {
    bool some = false;
    for (int i = 0; i < s->n_msgs; i++) some |= s->msgs[i].to == machine && s->msgs[i].several;
    return some;
}

static bool is_memory_of_words(const cg_spec *s, const cg_msg *msg) {
    return msg->from != CG_MEMORY && s->machines[msg->from].mapped && s->machines[msg->from].of_words;
}

// Messages of different events: of other threads, too, and one behind another of their lane may overtake it.
static void check_gathered(cg_checker *c, const cg_msg *msg, const char *at) {
    const cg_machine *from = &c->spec->machines[msg->from];
    const int reg = msg->joins.until ? cg_find_field(from->regs, from->n_regs, msg->joins.until) : CG_NONE;
    if (msg->payload != CG_PAY_NONE)
        cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY,
                        "messages of different events join if they bring no data: %s has a payload",
                        msg->name);
    else if (c->spec->nets[msg->net].ordered)
        cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY,
                        "%s may overtake others of its lane when it joins one of them: say of the network %s "
                        "\"ordered\": false",
                        msg->name, c->spec->nets[msg->net].name);
    else if (msg->joins.until && (reg == CG_NONE || from->regs[reg].type.kind != CG_T_BOOL))
        cg_check_report(c, CG_E_NAME, cg_json_at(c->arena, at, "until"), 0,
                        "what joins waits until a register of %s is true: %s is no bool of its registers",
                        from->name, msg->joins.until);
}

void cg_check_joins(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *msg = &s->msgs[i];
        if (!msg->joins.some) continue;
        const char *at = cg_json_at(c->arena, cg_json_at(c->arena, "/messages", msg->name), "joins");
        if (!is_memory_of_words(s, msg) || !msg->block)
            cg_check_report(
                c, CG_E_SHAPE, at, CG_AT_KEY,
                "what joins are messages about words that a local memory of words sends: %s is not "
                "one",
                msg->name);
        else if (s->channels[msg->channel].n_msgs > 1)
            cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY,
                            "the message before a message of %s may be of another kind: messages that join "
                            "have a lane of their own",
                            msg->name);
        else if (msg->at_most)
            cg_check_report(
                c, CG_E_SHAPE, at, CG_AT_KEY,
                "what is promised of %s with 'at_most' is of messages that do not join: leave one "
                "of the two out",
                msg->name);
        else if (msg->joins.messages)
            check_gathered(c, msg, at);
        else if (!is_told_of_several(s, msg->from))
            cg_check_report(
                c, CG_E_SHAPE, at, CG_AT_KEY,
                "no message to %s is about several words, so no two of %s are sent for one: leave "
                "it out",
                s->machines[msg->from].name, msg->name);
    }
}
