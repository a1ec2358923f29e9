// Messages that join on their way out: which do is the hardware's to choose, but they must be alike.
#include "parts.h"

void cg_expect_join(const cg_record *r, const cg_lane_at *at, cg_sent *sent) {
    cg_shadow *s = r->ls->shadow;
    const cg_msg *msg = &s->spec->msgs[sent->msg];
    sent->joins = cg_record_get(r, at->joins);
    for (uint64_t left = sent->dst; sent->joins && left; left &= left - 1)
        if (!cg_can_join(s, cg_shadow_queue(s, msg->channel, r->node, __builtin_ctzll(left)), sent->packet))
            cg_note(r->ls,
                    "  %s joins a message, and no message that is like it is on its way where it could\n",
                    msg->name);
}
