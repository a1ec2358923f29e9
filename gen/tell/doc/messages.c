// Messages by network and lane, with their fields and widths at this design point.
#include "parts.h"

static const char *fields_text(doc *d, const cg_msg *msg) {
    const char *list = "";
    for (int i = 0; i < msg->n_fields; i++) {
        const cg_field *f = &msg->fields[i];
        list = doc_f(d, "%s%s`%s`\xc2\xa0%d", list, i ? ", " : "", f->name, f->type.width);
    }
    return list;
}

// "type 2, src 2, addr 32, ...": the lane's slots, which all its messages share.
static const char *slots(doc *d, const cg_layout *l) {
    const char *list = "";
    for (int i = 0; i < l->n_slots; i++)
        list = doc_f(d, "%s%s`%s`\xc2\xa0%d", list, i ? ", " : "", l->slots[i].name, l->slots[i].width);
    return list;
}

static void lane(doc *d, int channel) {
    static const char *const TITLES[] = {"message", "class", "payload", "fields, in bits", "meaning"};
    const cg_spec *s = d->spec;
    const cg_channel *c = &s->channels[channel];
    const cg_lane_plan *p = &d->plan->lanes[channel];
    doc_heading(d, 3, doc_f(d, "lane.%d", channel),
                doc_f(d, "`%s`: %s to %s", s->nets[c->net].name, doc_machine_name(s, c->from),
                      doc_machine_name(s, c->to)));
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < c->n_msgs; i++) {
        const cg_msg *m = &s->msgs[c->msgs[i]];
        const char *bound = m->at_most ? doc_f(d, "; at most %d in flight", m->at_most) : "";
        const char *place = !m->place ? "" : doc_f(d, "; for the place `%s`", m->place->text);
        DOC_ROW(d, t, doc_f(d, "msg.%s", m->name), doc_f(d, "`%s`", m->name), CG_CLASS_WORDS[m->cls],
                m->payload == CG_PAY_NONE ? "" : CG_PAYLOAD_WORDS[m->payload], fields_text(d, m),
                doc_f(d, "%s%s%s", doc_or_empty(m->doc), place, bound));
    }
    doc_say(d, "A message of this lane has %d bits: %s. Its buffers hold %d.", p->layout.width,
            slots(d, &p->layout), p->depth);
}

static void networks(doc *d) {
    static const char *const TITLES[] = {"network", "kind", "meaning"};
    const cg_spec *s = d->spec;
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < s->n_nets; i++)
        DOC_ROW(d, t, doc_f(d, "net.%s", s->nets[i].name), doc_f(d, "`%s`", s->nets[i].name),
                CG_NET_KIND_WORDS[s->nets[i].kind], doc_or_empty(s->nets[i].doc));
}

void doc_messages(doc *d) {
    doc_heading(d, 2, "messages", "Networks and messages");
    networks(d);
    for (int i = 0; i < d->spec->n_channels; i++) lane(d, i);
}
