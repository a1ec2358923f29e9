#include "base/memory.h"
#include "lang/command.h"
#include "lang/requester.h"
#include "lang/topology.h"
#include "lang/visit.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

static int max_int(int a, int b) {
    return a > b ? a : b;
}

// ------------------------------------------------------------------------------------------- layouts

static char *join_text(const char *a, const char *b) {
    size_t la = strlen(a), lb = strlen(b);
    char *s = malloc(la + lb + 1);
    if (!s) abort();
    memcpy(s, a, la);
    memcpy(s + la, b, lb + 1);
    return s;
}

const cg_slot *cg_slot_find(const cg_layout *l, const char *name) {
    for (int i = 0; i < l->n_slots; i++) {
        if (!strcmp(l->slots[i].name, name)) return &l->slots[i];
    }
    return NULL;
}

// Adds prefix+name; a name that is there already keeps its place and grows to the wider of the two.
void cg_add_slot(cg_layout *l, const char *prefix, const char *name, int width) {
    char *full = join_text(prefix, name);
    for (int i = 0; i < l->n_slots; i++) {
        if (strcmp(l->slots[i].name, full)) continue;
        l->slots[i].width = max_int(l->slots[i].width, width);
        free(full);
        return;
    }
    l->slots = cg_array_grow(l->slots, (size_t)l->n_slots, sizeof *l->slots);
    l->slots[l->n_slots++] = (cg_slot){.name = full, .width = width};
}

void cg_place_slots(cg_layout *l) {
    l->width = 0;
    for (int i = 0; i < l->n_slots; i++) {
        l->slots[i].offset = l->width;
        l->width += l->slots[i].width;
    }
}

static void free_layout(cg_layout *l) {
    for (int i = 0; i < l->n_slots; i++) free((char *)l->slots[i].name);
    free(l->slots);
}

static void add_field_slots(cg_layout *l, const char *prefix, const cg_field *fields, int n) {
    for (int i = 0; i < n; i++) cg_add_slot(l, prefix, fields[i].name, fields[i].type.width);
}

static void add_fields_of_each(cg_layout *l, const char *prefix, const cg_field *fields, int n, int each) {
    for (int i = 0; i < n; i++) cg_add_slot(l, prefix, fields[i].name, each * fields[i].type.width);
}

// What a line has in the tag array. A field that has the place of a word's data (note [place],
// gen/check/place.c) is none of it.
static void add_tag_fields(cg_layout *l, const cg_machine *m, int each) {
    for (int i = 0; i < m->n_line; i++)
        if (!m->line[i].in_data) cg_add_slot(l, "line.", m->line[i].name, each * m->line[i].type.width);
}

static void add_payload(cg_layout *l, const char *prefix, uint64_t line_bytes, cg_payload word,
                        cg_payload line) {
    if (word != CG_PAY_NONE) cg_add_slot(l, prefix, "word", CG_WORD_BITS);
    if (word > CG_PAY_VALUE) cg_add_slot(l, prefix, "mask", CG_WORD_BYTES);
    if (word == CG_PAY_ATOMIC) cg_add_slot(l, prefix, "aop", CG_AOP_BITS);
    if (word == CG_PAY_ATOMIC) cg_add_slot(l, prefix, "cmp", CG_WORD_BITS);
    if (line != CG_PAY_NONE) cg_add_slot(l, prefix, "line", (int)line_bytes * 8);
    if (line == CG_PAY_BYTES) cg_add_slot(l, prefix, "bytes", (int)line_bytes);
}

// --------------------------------------------------------------------------------------------- lanes

// Room for every message that can be under way at once, if the table promises a bound for each kind; and two
// more, because a controller starts a rule only when its outgoing buffers have room for all rules in its
// pipeline.
static int lane_depth(const cg_spec *s, const cg_channel *c) {
    int bound = 0;
    for (int i = 0; i < c->n_msgs; i++) {
        if (!s->msgs[c->msgs[i]].at_most) return (int)s->net_depth;
        bound += s->msgs[c->msgs[i]].at_most;
    }
    return max_int((int)s->net_depth, bound + 3);
}

static cg_class channel_class(const cg_spec *s, const cg_channel *c) {
    cg_class best = CG_REQUEST;
    for (int i = 0; i < c->n_msgs; i++) {
        if (s->msgs[c->msgs[i]].cls > best) best = s->msgs[c->msgs[i]].cls;
    }
    return best;
}

// Requests of several senders, of which one that has to wait must not hold up the others. Where it is
// promised that sends never wait, the receiver has room for all of them.
static bool has_queue_a_source(const cg_spec *s, const cg_channel *c, const cg_lane_plan *lane) {
    return s->nets[c->net].kind == CG_NET_CROSSBAR && channel_class(s, c) == CG_REQUEST && lane->n_src > 1 &&
           lane->depth == (int)s->net_depth;
}

// Do some messages bring a line, and others none?
static bool is_mixed(const cg_spec *s, int channel) {
    const int lines = cg_plan_with_lines(s, channel);
    return lines && lines < s->channels[channel].n_msgs;
}

// A line takes much room: two places, for one line every other cycle, or one for each sender, unless more
// have been promised. Without lines, two for each sender. Where only some messages bring a line, there are as
// many places for lines, or one more where misses that pair wait for them, and twice as many for headers.
static int received_depth(const cg_spec *s, const cg_channel *c, const cg_lane_plan *lane) {
    const bool promised = lane->depth != (int)s->net_depth, one = lane->by_source || cg_plan_is_slow(s, c);
    const int enough = c->payload_line != CG_PAY_NONE ? (one ? 1 : 2) : (lane->by_source ? 2 : lane->depth);
    return !promised && lane->depth > enough ? enough : lane->depth;
}

// note [paired] in victims.c: room for two messages of one transition beside those that others send, and for
// the lines of few of them. A sender's end of a link has places for lines, and the other messages need fewer.
static void plan_pairs(const cg_spec *s, int channel, cg_lane_plan *lane) {
    enum { MORE = 4, MORE_APART = 2, LINES = 2 };
    const cg_channel *c = &s->channels[channel];
    if (c->from == CG_MEMORY || !cg_plan_pairs_on(s, c->from, channel)) return;
    lane->pairs = true;
    lane->depth += lane->link_bits ? MORE_APART : MORE;
    lane->line_depth = c->payload_line == CG_PAY_NONE || lane->link_bits ? 0 : LINES;
}

static void plan_lane(cg_plan *p, int channel) {
    const cg_spec *s = p->spec;
    const cg_channel *c = &s->channels[channel];
    cg_lane_plan *lane = &p->lanes[channel];
    lane->n_src = cg_end_count(s, c->from);
    lane->n_dst = cg_end_count(s, c->to);
    lane->depth = lane_depth(s, c);
    const cg_joins *joins = &s->msgs[c->msgs[0]].joins;
    lane->joining = joins->some && !joins->messages ? 1 : joins->messages;
    lane->by_source = has_queue_a_source(s, c, lane);
    lane->in_depth = received_depth(s, c, lane);
    if (is_mixed(s, channel) && lane->in_depth < lane->depth) {
        lane->in_lines =
            lane->in_depth + (c->to >= 0 && s->machines[c->to].core_port && cg_plan_pairs(s, c->to));
        lane->in_depth *= 2;
    }
    for (int i = 0; i < c->n_msgs; i++) {
        lane->block |= s->msgs[c->msgs[i]].block;
        lane->thread |= s->msgs[c->msgs[i]].thread;
    }

    cg_layout *l = &lane->layout;
    cg_add_slot(l, "", "type", cg_bits((uint64_t)c->n_msgs - 1));
    cg_add_slot(l, "", "src", cg_bits((uint64_t)lane->n_src - 1));
    if (lane->block) cg_add_slot(l, "", "addr", (int)s->addr_bits);
    const bool memory = c->from == CG_MEMORY || c->to == CG_MEMORY;
    if (lane->thread && !memory) cg_add_slot(l, "", "tid", p->tid_bits);
    if (lane->block && cg_words_named(s, c->from)) cg_add_slot(l, "", "words", cg_words_named(s, c->from));
    if (c->to == CG_MEMORY) cg_add_slot(l, "", "id", cg_bits(s->machines[c->from].mshrs - 1));
    for (int i = 0; i < c->n_msgs; i++)
        add_field_slots(l, "", s->msgs[c->msgs[i]].fields, s->msgs[c->msgs[i]].n_fields);
    add_payload(l, "", s->line_bytes, c->payload_word, c->payload_line);
    cg_plan_share(p, channel);
    cg_plan_link(p, channel);
    plan_pairs(s, channel, lane);
}

// ------------------------------------------------------------------------------------------ machines

static int *channels_at(const cg_spec *s, int machine, bool incoming, int *n) {
    int *list = NULL;
    *n = 0;
    for (cg_class cls = CG_RESPONSE; (int)cls >= CG_REQUEST; cls--) { // responses first
        for (int i = 0; i < s->n_channels; i++) {
            const cg_channel *c = &s->channels[i];
            if ((incoming ? c->to : c->from) != machine) continue;
            if (channel_class(s, c) != cls) continue;
            list = cg_array_grow(list, (size_t)*n, sizeof *list);
            list[(*n)++] = i;
        }
    }
    return list;
}

static void plan_merge(cg_machine_plan *mp, const cg_event *e) {
    mp->has_merge = true;
    if (e->kind != CG_EV_CORE) return;
    mp->defers_store |= e->core == CG_STORE;
    mp->defers_atomic |= e->core == CG_ATOMIC;
}

_Static_assert(CG_N_EFFECTS == 29, "plan_verbs() has a flag for each effect that S0 or S1 must know of");

static void plan_verbs(cg_machine_plan *mp, const cg_machine *m) {
    for (int r = 0; r < m->n_rules; r++) {
        const cg_rule *rule = &m->rules[r];
        const cg_event *e = &m->events[rule->event];
        const int does = cg_effects_of(rule);
        const bool held =
            (rule->state != CG_NONE && m->states[rule->state].transient) || (does & CG_DOES_TAKES_ENTRY);
        mp->early_bytes |= held && (does & (CG_DOES_STORES | CG_DOES_OPERATES));
        mp->early_bytes |= (does & CG_DOES_FINISHES) && !(does & CG_DOES_FREES_ENTRY);
        mp->pins |= !m->local && (does & CG_DOES_TAKES_ENTRY);
        mp->flash_lines |= does & CG_DOES_MOVES_LINES;
        mp->has_write |= does & CG_DOES_STORES;
        mp->has_atomic |= does & CG_DOES_OPERATES;
        mp->has_sweep |= does & CG_DOES_SETS_LINES;
        mp->has_complete |= does & CG_DOES_FINISHES;
        if ((does & CG_DOES_TAKES_ENTRY) && e->kind == CG_EV_EVICT)
            *(!mp->words && cg_plan_vacates(m, rule->next) ? &mp->vacates : &mp->has_leaving) = true;
        mp->has_drain |= does & CG_DOES_DRAINS_LINE;
        mp->has_drain_all |= does & CG_DOES_DRAINS_ALL;
        if (does & CG_DOES_DEFERS) plan_merge(mp, e);
    }
    mp->has_buffer = m->buffer_entries > 0;
    mp->has_fifo = m->n_structures > 0;
    mp->has_write |= mp->has_complete && mp->defers_store;
    mp->has_atomic |= mp->has_complete && mp->defers_atomic;
    for (int e = 0; e < m->n_events; e++) {
        mp->has_evict |= m->events[e].kind == CG_EV_EVICT;
        if (m->events[e].kind != CG_EV_CORE) continue;
        mp->has_fence |= m->events[e].core == CG_FENCE;
        mp->has_acquire |= m->events[e].core == CG_ACQUIRE;
        mp->has_release |= m->events[e].core == CG_RELEASE;
        mp->has_command |= cg_is_command(m->events[e].core);
    }
}

// What the fifos' elements keep: as wide in all of them.
static void plan_elements(cg_plan *p, int machine) {
    const cg_machine *m = &p->spec->machines[machine];
    cg_machine_plan *mp = &p->machines[machine];
    bool core = false;
    for (int i = 0; i < m->n_structures; i++) core |= m->structures[i].core;
    if (!m->n_structures) return;
    mp->marker_bits = p->tid_bits + (core ? cg_requester_core_bits(p->spec) : 0);
    mp->element_bits = max_int(mp->marker_bits, mp->key_bits);
}

static void plan_trace(cg_plan *p, int machine) {
    const cg_spec *s = p->spec;
    const cg_machine *m = &s->machines[machine];
    cg_machine_plan *mp = &p->machines[machine];
    cg_layout *l = &mp->trace;
    cg_payload word = CG_PAY_NONE, line = CG_PAY_NONE;
    int src_bits = 1;

    cg_add_slot(l, "", "valid", 1);
    cg_add_slot(l, "", "rule", mp->rule_bits);
    cg_add_slot(l, "", "replay", 1);
    cg_add_slot(l, "", "addr", (int)s->addr_bits);
    cg_add_slot(l, "", "tid", p->tid_bits);
    if (mp->words) cg_add_slot(l, "", "words", mp->words);
    if (mp->words) cg_add_slot(l, "", "about", mp->words);
    if (mp->has_clock) cg_add_slot(l, "", "clock", s->clock.bits);
    for (int i = 0; i < mp->n_in; i++) {
        const cg_channel *c = &s->channels[mp->in_channels[i]];
        src_bits = max_int(src_bits, cg_slot_find(&p->lanes[mp->in_channels[i]].layout, "src")->width);
        if (c->payload_word > word) word = c->payload_word;
        if (c->payload_line > line) line = c->payload_line;
    }
    cg_add_slot(l, "", "src", src_bits);
    for (int i = 0; i < mp->n_in; i++) {
        const cg_channel *c = &s->channels[mp->in_channels[i]];
        for (int k = 0; k < c->n_msgs; k++)
            add_field_slots(l, "in.", s->msgs[c->msgs[k]].fields, s->msgs[c->msgs[k]].n_fields);
    }
    const bool words = m->of_words && mp->n_in;         // note [place words] in lang/local.h
    if (words || cg_machine_reads(m, CG_LEAF_OF_SPACE)) // note [mapped] there
        cg_add_slot(l, "in.", CG_LEAVES[CG_X_GLOBAL].name, (int)s->addr_bits - mp->line_shift);
    if (words) cg_add_slot(l, "in.", CG_ASKED_SLOT, cg_log2(s->line_bytes / CG_WORD_BYTES));
    if (mp->told) cg_add_slot(l, "in.", "words", mp->told);
    add_payload(l, "in.", cg_line_bytes(s, m), m->core_port ? CG_PAY_ATOMIC : word, line);
    for (int k = 0; k < s->n_marks; k++)
        if (mp->marks >> k & 1) cg_add_slot(l, "in." CG_MARK_SLOT, s->marks[k], 1);
    for (int k = 0; k < s->n_operands; k++)
        if (mp->operands >> k & 1)
            cg_add_slot(l, "in." CG_OPERAND_SLOT, s->operands[k].field.name, s->operands[k].field.type.width);
    cg_add_slot(l, "", "state", mp->state_bits);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        add_field_slots(l, CG_SPACES[k].record, m->fields[k].field, m->fields[k].n);
    for (int i = 0; i < mp->n_out; i++) {
        const int ch = mp->out_channels[i];
        const cg_layout *lane = &p->lanes[ch].layout;
        char prefix[32] = "out.", number[12];
        int n = 0, v = ch;
        do number[n++] = (char)('0' + v % 10);
        while ((v /= 10));
        size_t at = strlen(prefix);
        while (n) prefix[at++] = number[--n];
        prefix[at++] = '.';
        prefix[at] = 0;
        cg_add_slot(l, prefix, "valid", 1);
        cg_add_slot(l, prefix, "dst", p->lanes[ch].n_dst);
        if (p->lanes[ch].joining) cg_add_slot(l, prefix, "joins", 1);
        for (int k = 0; k < lane->n_slots; k++)
            cg_add_slot(l, prefix, lane->slots[k].name, lane->slots[k].width);
    }
    if (m->core_port) {
        cg_add_slot(l, "", "resp.valid", 1);
        cg_add_slot(l, "", "resp.tid", p->tid_bits);
        cg_add_slot(l, "", "resp.data", CG_WORD_BITS);
    }
    if (mp->overwrites) {
        cg_add_slot(l, "victim.", "valid", 1);
        cg_add_slot(l, "victim.", "rule", mp->rule_bits);
        cg_add_slot(l, "victim.", "addr", (int)s->addr_bits);
    }
    cg_place_slots(l);
    l->width = (l->width + 31) / 32 * 32;
    p->record_bits = max_int(p->record_bits, l->width);
}

static void plan_steer(cg_plan *p, int machine) {
    const cg_machine *m = &p->spec->machines[machine];
    cg_machine_plan *mp = &p->machines[machine];
    cg_layout *l = &mp->steer;
    for (int i = 0; i < mp->n_in; i++) {
        char number[12];
        snprintf(number, sizeof number, "%d", mp->in_channels[i]);
        cg_add_slot(l, "hold.", number, p->lanes[mp->in_channels[i]].n_src);
    }
    if (m->core_port) cg_add_slot(l, "hold.", "core", 1);
    if (cg_plan_parks(mp)) cg_add_slot(l, "hold.", "fence", 1);
    if (mp->has_buffer) {
        cg_add_slot(l, "hold.", "drain", 1);
        cg_add_slot(l, "drain.", "valid", 1);
        cg_add_slot(l, "drain.", "key", mp->key_bits);
    }
    if (mp->has_fifo) cg_add_slot(l, "hold.", "fifo", m->n_structures);
    if (mp->has_merge || mp->has_alarm) {
        cg_add_slot(l, "want.", "valid", 1);
        cg_add_slot(l, "want.", "key", mp->key_bits);
    }
    if (mp->has_merge) {
        cg_add_slot(l, "hold.", "replay", 1);
        cg_add_slot(l, "want.", "src", cg_slot_find(&mp->trace, "src")->width);
        cg_add_slot(l, "want.", "has_tid", 1);
        cg_add_slot(l, "want.", "tid", p->tid_bits);
    }
    for (int e = 0; e < m->n_events; e++) {
        if (m->events[e].kind == CG_EV_TIMER && m->events[e].period) {
            cg_add_slot(l, "hold.", m->events[e].name, 1);
            cg_add_slot(l, "fire.", m->events[e].name, 1);
        } else if (m->events[e].kind == CG_EV_ALARM) {
            cg_add_slot(l, "hold.", m->events[e].name, 1);
        } else if (m->events[e].kind == CG_EV_EVICT) {
            cg_add_slot(l, "hold.", "evict", 1);
            cg_add_slot(l, "evict.", "valid", 1);
            cg_add_slot(l, "evict.", "key", mp->key_bits);
        }
    }
    cg_place_slots(l);
}

// Of what comes over a core port, to whichever of the controllers behind it.
static unsigned marks_at_port(const cg_spec *s, int machine) {
    const cg_machine *m = &s->machines[machine];
    const int memory = cg_memory_beside(s, m->local ? m->beside : machine);
    unsigned marks = cg_marks_read(m, CG_NONE);
    if (m->local) marks |= cg_marks_read(&s->machines[m->beside], CG_NONE);
    return memory == CG_NONE ? marks : marks | cg_marks_read(&s->machines[memory], CG_NONE);
}

static void plan_machine(cg_plan *p, int machine) {
    const cg_spec *s = p->spec;
    const cg_machine *m = &s->machines[machine];
    cg_machine_plan *mp = &p->machines[machine];
    mp->line_shift = cg_log2(cg_line_bytes(s, m));
    mp->words = m->words ? cg_words_named(s, machine) : 0;
    mp->told = cg_brings_several(s, machine) ? cg_words_named(s, machine) : 0;
    mp->word_bits = mp->words ? cg_log2((uint64_t)mp->words) : 0;
    mp->home_shift = cg_log2(m->interleave);
    mp->key_bits = (int)s->addr_bits - mp->line_shift - mp->home_shift;
    mp->set_bits = cg_log2(m->sets);
    if (m->local) mp->key_bits = mp->set_bits; // an address is a place
    mp->tag_bits = mp->key_bits - mp->set_bits;
    mp->way_bits = cg_bits(m->ways - 1);
    mp->mshr_bits = cg_bits(m->mshrs - 1);
    mp->state_bits = cg_bits((uint64_t)m->n_states - 1);
    mp->stable_bits = cg_bits((uint64_t)m->n_stable - 1);
    mp->rule_bits = cg_bits((uint64_t)m->n_rules - 1);
    mp->event_bits = cg_bits((uint64_t)m->n_events - 1);
    mp->node_bits = cg_bits(m->count - 1);
    mp->in_channels = channels_at(s, machine, true, &mp->n_in);
    mp->out_channels = channels_at(s, machine, false, &mp->n_out);
    plan_verbs(mp, m);
    plan_elements(p, machine);
    cg_plan_walk(p, machine);
    mp->marks = marks_at_port(s, machine);
    mp->operands = cg_operands_read(m, CG_NONE);
    mp->fair_replay = m->fair && mp->has_merge;
    mp->holds_ways = m->holds_ways && mp->has_evict && mp->has_leaving;
    mp->pauses = m->pauses;
    mp->overwrites = cg_plan_overwrites(s, machine);
    mp->keeps_brought = mp->overwrites && cg_plan_keeps_brought(s, machine);
    mp->pairs = cg_plan_pairs(s, machine);
    mp->recalls_ahead = cg_plan_recalls_ahead(s, machine);
    mp->has_clock = cg_has_clock(m);
    for (int e = 0; e < m->n_events; e++) {
        mp->has_wrap |= m->events[e].kind == CG_EV_WRAP;
        mp->has_alarm |= m->events[e].kind == CG_EV_ALARM;
    }

    const int each = mp->words ? mp->words : 1;
    if (!m->local) cg_add_slot(&mp->meta, "", "tag", mp->tag_bits);
    mp->notes_flash = cg_plan_noted_flash(m, CG_DOES_MOVES_LINES);
    if (!mp->flash_lines || mp->notes_flash) cg_add_slot(&mp->meta, "", "state", each * mp->stable_bits);
    if (mp->pins) cg_add_slot(&mp->meta, "", "pinned", 1);
    if (mp->has_leaving) cg_add_slot(&mp->meta, "", "leaving", 1);
    add_tag_fields(&mp->meta, m, each);
    cg_place_slots(&mp->meta);
    cg_plan_entry_states(mp, m);
    add_fields_of_each(&mp->mshr, "mshr.", m->mshr, m->n_mshr, each);
    cg_place_slots(&mp->mshr);
    plan_trace(p, machine);
    cg_plan_deferred(p, machine);
    cg_plan_stores(p, machine);
    plan_steer(p, machine);
}

bool cg_plan_parks(const cg_machine_plan *mp) {
    return mp->has_fence || mp->has_acquire || mp->has_release || mp->has_command;
}

// On a memory port a read has the number of the home's MSHR entry for its id, and a write a number of its
// own.
static void plan_memory_ports(cg_plan *p) {
    p->mem_reads = 1;
    for (int i = 0; i < p->spec->n_machines; i++)
        if (p->spec->machines[i].home) p->mem_reads = max_int(p->mem_reads, (int)p->spec->machines[i].mshrs);
    p->mem_writes = p->spec->mem_writes ? (int)p->spec->mem_writes : p->mem_reads;
    p->axi_id_bits = cg_bits((uint64_t)max_int(p->mem_reads, p->mem_writes) - 1);
}

cg_plan *cg_plan_new(const cg_spec *spec) {
    cg_plan *p = calloc(1, sizeof *p);
    if (!p) abort();
    p->spec = spec;
    p->name = join_text("", spec->name);
    p->tid_bits = cg_bits(spec->requests - 1);
    p->lanes = calloc((size_t)spec->n_channels + 1, sizeof *p->lanes);
    p->machines = calloc((size_t)spec->n_machines + 1, sizeof *p->machines);
    if (!p->lanes || !p->machines) abort();
    for (int i = 0; i < spec->n_channels; i++) plan_lane(p, i);
    for (int i = 0; i < spec->n_machines; i++) {
        plan_machine(p, i);
        p->trace_bits +=
            (p->machines[i].pairs ? 2 : 1) * p->machines[i].trace.width * (int)spec->machines[i].count;
        p->steer_bits += p->machines[i].steer.width * (int)spec->machines[i].count;
    }
    plan_memory_ports(p);
    p->patience = cg_plan_patience(spec);
    p->steer_clock = -1;
    for (int i = 0; i < spec->n_machines; i++)
        if (p->machines[i].has_clock) p->steer_clock = p->steer_bits;
    if (p->steer_clock >= 0) p->steer_bits += 2;
    return p;
}

void cg_plan_prefix(cg_plan *p, const char *prefix) {
    char *with = join_text(prefix, "_");
    free(p->name);
    p->name = join_text(with, p->spec->name);
    free(with);
}

void cg_plan_free(cg_plan *p) {
    if (!p) return;
    for (int i = 0; i < p->spec->n_channels; i++) {
        free_layout(&p->lanes[i].layout);
        free_layout(&p->lanes[i].head);
        free(p->lanes[i].host);
    }
    for (int i = 0; i < p->spec->n_machines; i++) {
        cg_machine_plan *mp = &p->machines[i];
        free_layout(&mp->meta);
        free_layout(&mp->mshr);
        free_layout(&mp->deferred);
        free(mp->deferred_host);
        free_layout(&mp->trace);
        free(mp->stores);
        free_layout(&mp->steer);
        free(mp->in_channels);
        free(mp->out_channels);
    }
    free(p->lanes);
    free(p->machines);
    free(p->name);
    free(p);
}
