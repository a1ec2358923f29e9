#include "traffic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "base/memory.h"
#include "interp/bits.h"
#include "lockstep/records.h"
#include "touched.h"

typedef struct {
    int offset, width; // in the record; width 0: there is no such slot
} place;

typedef struct {
    place valid, type, dst, addr;
    place words, bytes; // which of the line the message has
    place joins;        // it is one with the message before
    unsigned *before;   // by controller: words that this has by now
    int channel;
} lane;

typedef struct {
    place rule;
    place victim, victim_rule; // of a line that is overwritten
    lane *lanes;
    int n_lanes;
    uint64_t *fired; // by rule
} machine;

// What a message takes on the wires: these bits, and more for each word or byte of the line that it has.
typedef struct {
    unsigned fixed, per_word, per_byte;
} size;

struct cg_traffic {
    const cg_plan *plan;
    unsigned flit_bytes;
    machine *machines;
    size *sizes;         // by message
    uint64_t *sent;      // by message: copies, one for each receiver
    uint64_t *flits;     // likewise: what these are on the wires
    uint64_t *bytes;     // likewise: whole bytes, not flits
    cg_touched *atomics; // lines that atomics were asked of
    uint64_t of_atomics; // flits about them, on crossbars
};

static place find_record_place(const cg_layout *l, const char *prefix, const char *name) {
    char full[64];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    const cg_slot *s = cg_slot_find(l, full);
    return s ? (place){s->offset, s->width} : (place){0, 0};
}

static void find_machine_places(const cg_plan *plan, int index, machine *m) {
    const cg_machine_plan *mp = &plan->machines[index];
    m->rule = find_record_place(&mp->trace, "", "rule");
    m->victim = find_record_place(&mp->trace, "victim.", "valid");
    m->victim_rule = find_record_place(&mp->trace, "victim.", "rule");
    m->fired = cg_array_new((size_t)plan->spec->machines[index].n_rules, sizeof *m->fired);
    m->lanes = cg_array_new((size_t)mp->n_out, sizeof *m->lanes);
    m->n_lanes = mp->n_out;
    for (int i = 0; i < mp->n_out; i++) {
        char prefix[32];
        lane *l = &m->lanes[i];
        l->channel = mp->out_channels[i];
        snprintf(prefix, sizeof prefix, "out.%d.", l->channel);
        l->valid = find_record_place(&mp->trace, prefix, "valid");
        l->type = find_record_place(&mp->trace, prefix, "type");
        l->dst = find_record_place(&mp->trace, prefix, "dst");
        l->addr = find_record_place(&mp->trace, prefix, "addr");
        l->words = find_record_place(&mp->trace, prefix, "words");
        l->bytes = find_record_place(&mp->trace, prefix, "bytes");
        l->joins = find_record_place(&mp->trace, prefix, "joins");
        l->before = cg_array_new((size_t)plan->lanes[l->channel].n_src, sizeof *l->before);
    }
}

static size message_size(const cg_plan *plan, int msg) {
    const cg_spec *s = plan->spec;
    const cg_msg *m = &s->msgs[msg];
    const cg_lane_plan *l = &plan->lanes[m->channel];
    const cg_slot *mask = m->block ? cg_slot_find(&l->layout, "words") : NULL;
    uint64_t bits = (uint64_t)cg_bits((uint64_t)s->channels[m->channel].n_msgs - 1);
    size z = {.per_word = m->payload == CG_PAY_LINE && mask ? CG_WORD_BITS : 0,
              .per_byte = m->payload == CG_PAY_BYTES ? 8 : 0};
    bits += (uint64_t)cg_bits((uint64_t)l->n_src - 1) + (uint64_t)cg_bits((uint64_t)l->n_dst - 1);
    if (m->block) bits += s->addr_bits;
    if (m->thread) bits += (uint64_t)plan->tid_bits;
    if (mask) bits += (uint64_t)mask->width;
    for (int i = 0; i < m->n_fields; i++) bits += (uint64_t)m->fields[i].type.width;
    if (m->payload == CG_PAY_WORD || m->payload == CG_PAY_ATOMIC) bits += CG_WORD_BITS + CG_WORD_BYTES;
    if (m->payload == CG_PAY_VALUE) bits += CG_WORD_BITS;
    if (m->payload == CG_PAY_ATOMIC) bits += CG_AOP_BITS + CG_WORD_BITS;
    if (m->payload == CG_PAY_LINE && !mask) bits += s->line_bytes * 8;
    if (m->payload == CG_PAY_BYTES) bits += s->line_bytes;
    z.fixed = (unsigned)bits;
    return z;
}

cg_traffic *cg_traffic_new(const cg_plan *plan, unsigned flit_bytes) {
    cg_traffic *t = cg_array_new(1, sizeof *t);
    t->plan = plan;
    t->atomics = cg_touched_new();
    t->flit_bytes = flit_bytes;
    t->sent = cg_array_new((size_t)plan->spec->n_msgs, sizeof *t->sent);
    t->flits = cg_array_new((size_t)plan->spec->n_msgs, sizeof *t->flits);
    t->bytes = cg_array_new((size_t)plan->spec->n_msgs, sizeof *t->bytes);
    t->machines = cg_array_new((size_t)plan->spec->n_machines, sizeof *t->machines);
    for (int i = 0; i < plan->spec->n_machines; i++) find_machine_places(plan, i, &t->machines[i]);
    t->sizes = cg_array_new((size_t)plan->spec->n_msgs, sizeof *t->sizes);
    for (int i = 0; i < plan->spec->n_msgs; i++) t->sizes[i] = message_size(plan, i);
    return t;
}

void cg_traffic_free(cg_traffic *t) {
    if (t == NULL) return;
    for (int i = 0; i < t->plan->spec->n_machines; i++) {
        for (int k = 0; k < t->machines[i].n_lanes; k++) free(t->machines[i].lanes[k].before);
        CG_FREE(t->machines[i].lanes, t->machines[i].fired);
    }
    cg_touched_free(t->atomics);
    CG_FREE(t->machines, t->sizes, t->sent, t->flits, t->bytes, t);
}

// ------------------------------------------------------------------------------------------------- counting

static uint64_t get_record_field(const uint32_t *trace, uint64_t base, place p) {
    return p.width ? cg_bits_get(trace, base + (uint64_t)p.offset, (uint32_t)p.width) : 0;
}

static unsigned ones(const uint32_t *trace, uint64_t base, place p) {
    unsigned n = 0;
    for (int i = 0; i < p.width; i++) n += (unsigned)cg_bits_get(trace, base + (uint64_t)(p.offset + i), 1);
    return n;
}

// Of one message that has so many words (machines of words) or bytes (of stores) of its line.
static unsigned message_bits(size z, unsigned words, unsigned bytes) {
    return z.fixed + words * z.per_word + bytes * z.per_byte;
}

unsigned cg_traffic_bits(const cg_plan *plan, int msg) {
    const unsigned bytes = (unsigned)plan->spec->line_bytes;
    return message_bits(message_size(plan, msg), bytes / CG_WORD_BYTES, bytes);
}

static uint64_t flits_of(const cg_traffic *t, unsigned bits) {
    const unsigned flit = t->flit_bytes * 8u;
    return (bits + flit - 1) / flit;
}

static void count_rule(cg_traffic *t, const machine *m, uint64_t rule) {
    if (rule < (uint64_t)t->plan->spec->machines[m - t->machines].n_rules) m->fired[rule]++;
}

static bool on_crossbar(const cg_traffic *t, int msg) {
    return t->plan->spec->nets[t->plan->spec->msgs[msg].net].kind == CG_NET_CROSSBAR;
}

static bool of_atomics(const cg_traffic *t, int msg, uint64_t addr) {
    uint32_t there;
    return on_crossbar(t, msg) && t->plan->spec->msgs[msg].block &&
           cg_touched_get(t->atomics, addr & ~(t->plan->spec->line_bytes - 1), &there);
}

void cg_traffic_atomic(cg_traffic *t, uint64_t addr) {
    cg_touched_add(t->atomics, addr & ~(t->plan->spec->line_bytes - 1));
}

// What it has joined was counted when it was sent.
typedef struct {
    uint64_t messages, flits, bytes;
} counted;

static counted counted_of(const cg_traffic *t, size z, unsigned words, unsigned bytes) {
    const unsigned bits = message_bits(z, words, bytes);
    return (counted){1, flits_of(t, bits), (bits + 7) / 8};
}

static counted count_message(const cg_traffic *t, const lane *l, int node, size z, unsigned words,
                             unsigned bytes, bool joins) {
    const unsigned before = joins ? l->before[node] : 0;
    counted n = counted_of(t, z, before + words, bytes);
    l->before[node] = before + words;
    if (joins) {
        const counted had = counted_of(t, z, before, bytes);
        n = (counted){0, n.flits - had.flits, n.bytes - had.bytes};
    }
    return n;
}

static void count_record(cg_traffic *t, const machine *m, int node, const uint32_t *trace, uint64_t base) {
    const cg_spec *s = t->plan->spec;
    if (get_record_field(trace, base, m->victim))
        count_rule(t, m, get_record_field(trace, base, m->victim_rule));
    count_rule(t, m, get_record_field(trace, base, m->rule));
    for (int i = 0; i < m->n_lanes; i++) {
        const lane *l = &m->lanes[i];
        if (!get_record_field(trace, base, l->valid)) continue;
        const cg_channel *c = &s->channels[l->channel];
        const uint64_t type = get_record_field(trace, base, l->type);
        const int copies = l->dst.width > 1 ? __builtin_popcountll(get_record_field(trace, base, l->dst)) : 1;
        if (type >= (uint64_t)c->n_msgs) continue;
        const int msg = c->msgs[type];
        const size z = t->sizes[msg];
        const unsigned words = z.per_word ? ones(trace, base, l->words) : 0;
        const unsigned bytes = z.per_byte ? ones(trace, base, l->bytes) : 0;
        const counted n = count_message(t, l, node, z, words, bytes, get_record_field(trace, base, l->joins));
        const uint64_t flits = (uint64_t)copies * n.flits;
        t->sent[msg] += (uint64_t)copies * n.messages;
        t->flits[msg] += flits;
        t->bytes[msg] += (uint64_t)copies * n.bytes;
        if (of_atomics(t, msg, get_record_field(trace, base, l->addr))) t->of_atomics += flits;
    }
}

// The valid bit is the first of a record, which is whole words.
void cg_traffic_step(cg_traffic *t, const uint32_t *trace) {
    for (cg_record_walk walk = {0}; cg_records_next(t->plan, &walk);)
        if (trace[walk.at.base / 32] & 1)
            count_record(t, &t->machines[walk.at.machine], walk.at.node, trace, walk.at.base);
}

// -------------------------------------------------------------------------------------------------- reports

enum { CLASS_DATA = CG_RESPONSE + 1, N_CLASSES };
static const char *const CLASSES[N_CLASSES] = {
    [CG_REQUEST] = "request", [CG_FORWARD] = "forward", [CG_RESPONSE] = "response", [CLASS_DATA] = "data"};

static void sum_flits(const cg_traffic *t, uint64_t sum[N_CLASSES], uint64_t *total) {
    memset(sum, 0, N_CLASSES * sizeof *sum);
    *total = 0;
    for (int i = 0; i < t->plan->spec->n_msgs; i++) {
        const cg_msg *m = &t->plan->spec->msgs[i];
        if (!on_crossbar(t, i)) continue;
        const uint64_t flits = t->flits[i];
        sum[m->payload == CG_PAY_LINE || m->payload == CG_PAY_BYTES ? CLASS_DATA : (int)m->cls] += flits;
        *total += flits;
    }
}

uint64_t cg_traffic_fired(const cg_traffic *t, int machine, int rule) {
    return t->machines[machine].fired[rule];
}

uint64_t cg_traffic_sent(const cg_traffic *t, int msg) {
    return t->sent[msg];
}

uint64_t cg_traffic_bytes(const cg_traffic *t, int msg) {
    return t->bytes[msg];
}

uint64_t cg_traffic_flits(const cg_traffic *t) {
    uint64_t sum[N_CLASSES], total;
    sum_flits(t, sum, &total);
    return total;
}

static uint64_t counter(const cg_traffic *t, const cg_counter *c) {
    uint64_t n = 0;
    for (int i = 0; i < c->n_rules; i++) n += t->machines[c->rules[i].machine].fired[c->rules[i].rule];
    return n;
}

static json_object *message(const cg_traffic *t, int msg) {
    const cg_spec *s = t->plan->spec;
    const cg_msg *m = &s->msgs[msg];
    json_object *o = json_object_new_object();
    json_object_object_add(o, "name", json_object_new_string(m->name));
    json_object_object_add(o, "net", json_object_new_string(s->nets[m->net].name));
    json_object_object_add(o, "class", json_object_new_string(CLASSES[m->cls]));
    cg_json_put_count(o, "bits", cg_traffic_bits(t->plan, msg));
    cg_json_put_count(o, "flits_each", on_crossbar(t, msg) ? flits_of(t, cg_traffic_bits(t->plan, msg)) : 0);
    cg_json_put_count(o, "count", t->sent[msg]);
    cg_json_put_count(o, "flits", on_crossbar(t, msg) ? t->flits[msg] : 0);
    return o;
}

void cg_traffic_report(const cg_traffic *t, json_object *report) {
    const cg_spec *s = t->plan->spec;
    json_object *traffic = json_object_new_object(), *flits = json_object_new_object();
    json_object *messages = json_object_new_array(), *counters = json_object_new_object();
    uint64_t sum[N_CLASSES], total;
    sum_flits(t, sum, &total);
    for (int i = 0; i < N_CLASSES; i++) cg_json_put_count(flits, CLASSES[i], sum[i]);
    cg_json_put_count(flits, "total", total);
    for (int i = 0; i < s->n_msgs; i++)
        if (s->msgs[i].from != CG_MEMORY) json_object_array_add(messages, message(t, i));
    cg_json_put_count(traffic, "flit_bytes", t->flit_bytes);
    json_object_object_add(traffic, "flits", flits);
    cg_json_put_count(traffic, "of_atomics", t->of_atomics);
    cg_json_put_count(traffic, "of_data", total - t->of_atomics);
    json_object_object_add(traffic, "messages", messages);
    json_object_object_add(report, "traffic", traffic);
    for (int i = 0; i < s->n_counters; i++)
        cg_json_put_count(counters, s->counters[i].name, counter(t, &s->counters[i]));
    json_object_object_add(report, "counters", counters);
}

void cg_traffic_print(const cg_traffic *t, FILE *out) {
    const cg_spec *s = t->plan->spec;
    uint64_t sum[N_CLASSES], total;
    sum_flits(t, sum, &total);
    fprintf(out, "  traffic: %" PRIu64 " flits of %u bytes:", total, t->flit_bytes);
    for (int i = 0; i < N_CLASSES; i++) fprintf(out, " %s %" PRIu64, CLASSES[i], sum[i]);
    fputc('\n', out);
    for (int i = 0; i < s->n_msgs; i++) {
        if (s->msgs[i].from == CG_MEMORY || t->sent[i] == 0) continue;
        fprintf(out, "    %-10s %9" PRIu64 " of %u bits\n", s->msgs[i].name, t->sent[i],
                cg_traffic_bits(t->plan, i));
    }
    for (int i = 0; i < s->n_counters; i++)
        fprintf(out, "  %s: %" PRIu64 "\n", s->counters[i].name, counter(t, &s->counters[i]));
}
