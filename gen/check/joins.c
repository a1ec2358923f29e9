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

void cg_check_joins(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *msg = &s->msgs[i];
        if (!msg->joins) continue;
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
        else if (!is_told_of_several(s, msg->from))
            cg_check_report(
                c, CG_E_SHAPE, at, CG_AT_KEY,
                "no message to %s is about several words, so no two of %s are sent for one: leave "
                "it out",
                s->machines[msg->from].name, msg->name);
    }
}
