// What a controller stores: deferred requests, and the sum of all bits by what there is one of.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/command.h"
#include "lang/lookup.h"
#include "lang/visit.h"
#include "parts.h"

// ----------------------------------------------------------------------------------- deferred requests

bool cg_plan_is_deferred(const cg_machine *m, int event) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        for (int k = 0; r->event == event && k < r->n_actions; k++) {
            if (cg_does(&r->actions[k], CG_DOES_DEFERS)) return true;
        }
    }
    return false;
}

static cg_payload payload_of(const cg_spec *s, const cg_event *e) {
    if (e->kind == CG_EV_MESSAGE) return s->msgs[e->msg].payload;
    if (e->kind == CG_EV_CORE && !e->block) return CG_PAY_NONE;
    switch (e->core) {
    case CG_LOAD:
    case CG_FENCE:
    case CG_ACQUIRE:
    case CG_RELEASE:
    case CG_COMMAND: return CG_PAY_NONE;
    case CG_STORE: return CG_PAY_WORD;
    case CG_ATOMIC: break;
    }
    return CG_PAY_ATOMIC;
}

// Is it the slot of a mark that rules of this event read?
static bool reads_mark(const cg_spec *s, const cg_machine *m, int event, const char *name) {
    const size_t n = strlen(CG_MARK_SLOT);
    const unsigned marks = cg_marks_read(m, event);
    for (int k = 0; k < s->n_marks; k++)
        if (marks >> k & 1 && !strncmp(name, CG_MARK_SLOT, n) && !strcmp(name + n, s->marks[k])) return true;
    return false;
}

// Does replaying this event need what the trace calls `name`, or "in." and `name`?
static bool event_needs(const cg_spec *s, const cg_machine *m, int event, const char *name) {
    const cg_event *e = &m->events[event];
    const cg_payload pay = payload_of(s, e);
    if (!strcmp(name, "mask")) return pay == CG_PAY_WORD; // an atomic's is all of a word
    if (!strcmp(name, "word")) return pay == CG_PAY_WORD || pay == CG_PAY_ATOMIC;
    if (!strcmp(name, "aop") || !strcmp(name, "cmp")) return pay == CG_PAY_ATOMIC;
    if (e->kind == CG_EV_CORE) return reads_mark(s, m, event, name);
    if (e->kind != CG_EV_MESSAGE) return false;
    if (!strcmp(name, "src")) return true;
    for (int i = 0; i < s->msgs[e->msg].n_fields; i++) {
        if (!strcmp(name, s->msgs[e->msg].fields[i].name)) return true;
    }
    return false;
}

// What a request asks for, not where: of a core's request the memory for `complete` holds it, by thread.
bool cg_plan_is_operand(const char *name) {
    return !strcmp(name, "word") || !strcmp(name, "mask") || !strcmp(name, "aop") || !strcmp(name, "cmp");
}

// Does a rule of a deferred event put into the store buffer, or read, what the event brings? What an
// operation leaves comes through the operands that S2 uses, wherever these stand. Where a rule widens, words
// are compared by what they bring.
static bool needs_own_operands(const cg_spec *s, const cg_machine *m, int event) {
    if (!cg_plan_is_deferred(m, event)) return false;
    if (cg_event_reads(m, event, CG_LEAF_OF_OPERANDS)) return true;
    const bool compared =
        payload_of(s, &m->events[event]) != CG_PAY_NONE && cg_machine_reads(m, CG_LEAF_OF_OPERANDS);
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (r->event != event) continue;
        if (r->widen && compared) return true;
        if (cg_find_action(r, CG_DOES_BUFFERS) && !cg_find_action(r, CG_DOES_OPERATES)) return true;
    }
    return false;
}

// May operands be left to that memory? If all deferred requests are a core's, and nothing but the line's data
// needs the operands of one that is replayed: no message takes them along, and the store buffer does not.
static bool operands_may_be_apart(const cg_plan *p, int machine) {
    const cg_spec *s = p->spec;
    const cg_machine *m = &s->machines[machine];
    const cg_machine_plan *mp = &p->machines[machine];
    if (!mp->has_complete || !(mp->defers_store || mp->defers_atomic)) return false;
    for (int e = 0; e < m->n_events; e++)
        if (needs_own_operands(s, m, e)) return false;
    for (int i = 0; i < m->n_rules; i++) {
        const cg_event *e = &m->events[m->rules[i].event];
        const bool brings = e->kind == CG_EV_MESSAGE && (s->msgs[e->msg].payload == CG_PAY_WORD ||
                                                         s->msgs[e->msg].payload == CG_PAY_ATOMIC);
        for (int k = 0; k < m->rules[i].n_actions; k++) {
            const cg_action *a = &m->rules[i].actions[k];
            if (cg_does(a, CG_DOES_DEFERS) && e->kind != CG_EV_CORE) return false;
            if (cg_does(a, CG_DOES_FINISHES) && brings) return false;
            if (cg_does(a, CG_DOES_SENDS) &&
                (s->msgs[a->msg].payload == CG_PAY_WORD || s->msgs[a->msg].payload == CG_PAY_ATOMIC))
                return false;
        }
    }
    return true;
}

static bool is_member_deferred(const cg_spec *s, const cg_machine *m, const char *name) {
    if (!strcmp(name, "addr") || !strcmp(name, "tid")) return true;
    for (int e = 0; e < m->n_events; e++) {
        if (cg_plan_is_deferred(m, e) && event_needs(s, m, e, name)) return true;
    }
    return false;
}

// The part of a trace slot's name that is that of a request's member, NULL: it is of no request.
static const char *request_member(const char *slot) {
    if (!strncmp(slot, "in.", 3))
        return strcmp(slot, "in.line") && strcmp(slot, "in.bytes") ? slot + 3 : NULL;
    return !strcmp(slot, "addr") || !strcmp(slot, "tid") || !strcmp(slot, "src") ? slot : NULL;
}

bool cg_plan_deferred_needs(const cg_plan *p, int machine, const char *name, int event) {
    const cg_spec *s = p->spec;
    const cg_machine *m = &s->machines[machine];
    if (!cg_plan_is_deferred(m, event)) return false;
    return !strcmp(name, "addr") || !strcmp(name, "tid") || event_needs(s, m, event, name);
}

// Is some kind of deferred request in need of both?
static bool needed_together(const cg_plan *p, int machine, const char *a, const char *b) {
    const int n = p->spec->machines[machine].n_events;
    for (int e = 0; e < n; e++)
        if (cg_plan_deferred_needs(p, machine, a, e) && cg_plan_deferred_needs(p, machine, b, e)) return true;
    return false;
}

static bool is_shared(const cg_machine_plan *mp, int slot) {
    for (int k = 0; k < mp->deferred.n_slots; k++)
        if (mp->deferred_host[k] == slot) return true;
    return false;
}

// What no request needs beside another member stands in that one's bits, if these are as many; two to a
// place.
static void share_bits(cg_plan *p, int machine) {
    cg_machine_plan *mp = &p->machines[machine];
    cg_layout *l = &mp->deferred;
    mp->deferred_host = cg_array_new((size_t)l->n_slots, sizeof *mp->deferred_host);
    for (int i = 0; i < l->n_slots; i++) mp->deferred_host[i] = CG_NONE;
    for (int i = 0; i < l->n_slots; i++) {
        const char *name = l->slots[i].name;
        if (!strcmp(name, "words") || !strcmp(name, "event") || is_shared(mp, i)) continue;
        for (int k = 0; k < i && mp->deferred_host[i] == CG_NONE; k++) {
            if (l->slots[k].width == l->slots[i].width && mp->deferred_host[k] == CG_NONE &&
                !is_shared(mp, k) && !needed_together(p, machine, l->slots[k].name, name))
                mp->deferred_host[i] = k;
        }
    }
}

static void place_deferred(cg_machine_plan *mp) {
    cg_layout *l = &mp->deferred;
    l->width = 0;
    for (int i = 0; i < l->n_slots; i++) {
        const int host = mp->deferred_host[i];
        l->slots[i].offset = host == CG_NONE ? l->width : l->slots[host].offset;
        if (host == CG_NONE) l->width += l->slots[i].width;
    }
}

// The low bits of an event's code that tell those that are deferred from each other: none if there is one.
static int deferred_event_bits(const cg_machine *m, int bits) {
    for (int k = 0; k < bits; k++) {
        uint64_t seen = 0;
        bool apart = k < 6;
        for (int e = 0; e < m->n_events && apart; e++) {
            if (!cg_plan_is_deferred(m, e)) continue;
            const uint64_t bit = UINT64_C(1) << (e & ((1 << k) - 1));
            apart = !(seen & bit);
            seen |= bit;
        }
        if (apart) return k;
    }
    return bits;
}

void cg_plan_deferred(cg_plan *p, int machine) {
    cg_machine_plan *mp = &p->machines[machine];
    if (!mp->has_merge) return;
    const int known =
        cg_log2(CG_WORD_BYTES) + mp->home_shift; // bits of an address: it is a word's, and its home is this
    mp->deferred_apart = operands_may_be_apart(p, machine);
    for (int i = mp->trace.n_slots - 1; i >= 0; i--) {
        const char *name = request_member(mp->trace.slots[i].name);
        if (name && mp->deferred_apart && cg_plan_is_operand(name)) continue;
        if (name && is_member_deferred(p->spec, &p->spec->machines[machine], name))
            cg_add_slot(&mp->deferred, "", name,
                        mp->trace.slots[i].width - (strcmp(name, "addr") ? 0 : known));
    }
    if (mp->words) cg_add_slot(&mp->deferred, "", "words", mp->words);
    const int code = deferred_event_bits(&p->spec->machines[machine], mp->event_bits);
    if (code) cg_add_slot(&mp->deferred, "", "event", code);
    share_bits(p, machine);
    place_deferred(mp);
}

// ------------------------------------------------------------------------------------------- all bits

static void add_stored_bits(cg_machine_plan *mp, cg_per per, const char *name, int width) {
    mp->stores = cg_array_grow(mp->stores, (size_t)mp->n_stores, sizeof *mp->stores);
    mp->stores[mp->n_stores++] = (cg_store){per, name, width};
}

static void add_layout(cg_machine_plan *mp, cg_per per, const cg_layout *l) {
    for (int i = 0; i < l->n_slots; i++) add_stored_bits(mp, per, l->slots[i].name, l->slots[i].width);
}

static void line_stores(cg_machine_plan *mp) {
    add_layout(mp, CG_PER_LINE, &mp->meta);
    if (mp->notes_flash)
        add_stored_bits(mp, CG_PER_LINE, "flashed", 1);
    else if (mp->flash_lines) // apart from the tags: flip-flops
        add_stored_bits(mp, CG_PER_LINE, "state", (mp->words ? mp->words : 1) * mp->stable_bits);
    add_stored_bits(mp, CG_PER_LINE, "data", 8 << mp->line_shift);
}

// As rtl/cohgen_mshr.sv has them; and the bytes written while the line is fetched.
static void mshr_stores(cg_machine_plan *mp, const cg_spec *s) {
    add_stored_bits(mp, CG_PER_MSHR, "valid", 1);
    add_stored_bits(mp, CG_PER_MSHR, "line address", mp->key_bits);
    add_stored_bits(mp, CG_PER_MSHR, "has a way", 1);
    add_stored_bits(mp, CG_PER_MSHR, "way", mp->way_bits);
    add_layout(mp, CG_PER_MSHR, &mp->mshr);
    if (mp->early_bytes) add_stored_bits(mp, CG_PER_MSHR, "bytes written", 1 << mp->line_shift);
    if (mp->vacates) add_stored_bits(mp, CG_PER_MSHR, "data of an evicted line", (int)s->line_bytes * 8);
}

// As rtl/cohgen_waiters.sv has them.
static void waiter_stores(cg_machine_plan *mp) {
    add_stored_bits(mp, CG_PER_WAITER, "waits, ready or under way", 2);
    add_stored_bits(mp, CG_PER_WAITER, "MSHR entry", mp->mshr_bits);
    for (int i = mp->deferred.n_slots - 1; i >= 0; i--)
        if (mp->deferred_host[i] == CG_NONE)
            add_stored_bits(mp, CG_PER_WAITER, mp->deferred.slots[i].name, mp->deferred.slots[i].width);
}

// As rtl/cohgen_store_buffer.sv has them.
static void buffer_stores(cg_machine_plan *mp, const cg_machine *m, uint64_t line_bytes) {
    add_stored_bits(mp, CG_PER_BUFFERED, "valid", 1);
    add_stored_bits(mp, CG_PER_BUFFERED, "line address", mp->key_bits);
    add_stored_bits(mp, CG_PER_BUFFERED, "wanted out", 1);
    if (mp->has_drain_all) add_stored_bits(mp, CG_PER_BUFFERED, "wanted out with all", 1);
    add_stored_bits(mp, CG_PER_BUFFERED, "under way", 1);
    add_stored_bits(mp, CG_PER_BUFFERED, "before or behind the next place", 1);
    for (int i = 0; i < m->n_buffer; i++)
        add_stored_bits(mp, CG_PER_BUFFERED, m->buffer[i].name, m->buffer[i].type.width);
    add_stored_bits(mp, CG_PER_BUFFERED, "bytes written", (int)line_bytes);
    if (mp->words) add_stored_bits(mp, CG_PER_BUFFERED, "words with bytes", mp->words);
    add_stored_bits(mp, CG_PER_BUFFERED, "data", (int)line_bytes * 8);
}

// As rtl/cohgen_sfifo.sv has them.
static void fifo_stores(const cg_plan *p, cg_machine_plan *mp, const cg_machine *m) {
    int places = 0, fifos = 0;
    for (int i = 0; i < m->n_structures; i++) {
        if (m->structures[i].walks) continue;
        places += 3 * (cg_log2(m->structures[i].entries) + cg_bits(m->structures[i].entries));
        fifos++;
    }
    if (!fifos) return;
    add_stored_bits(mp, CG_PER_ELEMENT,
                    mp->marker_bits > p->tid_bits ? "line address, or thread and core"
                                                  : "line address, or thread",
                    mp->element_bits);
    add_stored_bits(mp, CG_PER_ELEMENT, "is a marker", 1);
    add_stored_bits(mp, CG_PER_CONTROLLER,
                    fifos > 1 ? "places and counts of the fifos" : "places and counts of the fifo", places);
}

void cg_plan_walk(cg_plan *p, int machine) {
    const cg_machine *m = &p->spec->machines[machine];
    cg_machine_plan *mp = &p->machines[machine];
    if (cg_find_walk(m) == CG_NONE) return;
    const bool together = m->of_words && mp->flash_lines;
    mp->walk_ways = together ? (int)p->spec->line_bytes >> mp->line_shift : (int)m->ways;
    mp->walk_rows = (int)m->sets / (together ? mp->walk_ways : 1);
    mp->walk_tag_bits = m->local ? cg_bits((uint64_t)mp->walk_ways - 1) : mp->tag_bits;
}

// As rtl/cohgen_cache_walk.sv has it: markers, their places and counts, and where it is, with the tags of a
// set.
static void walk_stores(cg_machine_plan *mp, const cg_machine *m) {
    const int walk = cg_find_walk(m);
    if (walk == CG_NONE) return;
    const uint64_t entries = m->structures[walk].entries;
    add_stored_bits(mp, CG_PER_CONTROLLER, m->structures[walk].name,
                    (int)entries * mp->marker_bits + 2 * (cg_log2(entries) + cg_bits(entries)) +
                        cg_log2((uint64_t)mp->walk_rows) + 2 + mp->walk_ways * (1 + mp->walk_tag_bits));
}

// As rtl/cohgen_cam.sv, rtl/cohgen_ring.sv and rtl/cohgen_tlb.sv have them.
static void lookup_stores(cg_machine_plan *mp, const cg_machine *m) {
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_lookup *l = &m->lookups[i];
        const bool ring = l->kind == CG_LOOKUP_RING;
        const int key = ring ? 0 : l->by_line ? mp->key_bits : l->key.width;
        const bool tlb = l->kind == CG_LOOKUP_TLB;
        const int data = tlb ? key : cg_lookup_data_bits(m, l);
        add_stored_bits(mp, CG_PER_CONTROLLER, l->name,
                        (int)l->entries * (1 + key + (data ? data : 1)) +
                            (ring || tlb ? cg_lookup_index_bits(l) : 0) + (tlb ? 11 + key : 0));
    }
}

// The deferred request of each thread, for `complete`, as gen/emit/sv/complete.c has it.
int cg_plan_completed_bits(const cg_machine_plan *mp) {
    if (!mp->has_complete || (!mp->defers_store && !mp->defers_atomic)) return 0;
    return mp->defers_store + CG_WORD_BITS + CG_WORD_BYTES + (mp->defers_atomic ? 1 + CG_WORD_BITS : 0);
}

// As gen/emit/sv/words.c and words_data.c have them: of an event that is served in part the words that are
// left, and where and for which word each thread's deferred request waits, or has been handed back.
static void word_stores(cg_plan *p, int machine) {
    const cg_spec *s = p->spec;
    const cg_machine *m = &s->machines[machine];
    cg_machine_plan *mp = &p->machines[machine];
    int lanes = 0;
    for (int i = 0; i < mp->n_in; i++)
        lanes += 1 + mp->words + (s->channels[mp->in_channels[i]].from == CG_MEMORY ? mp->key_bits : 0);
    add_stored_bits(mp, CG_PER_CONTROLLER, "words left of messages", lanes);
    if (mp->has_evict) add_stored_bits(mp, CG_PER_CONTROLLER, "words left of an eviction", 1 + 2 * mp->words);
    if (mp->has_buffer) add_stored_bits(mp, CG_PER_CONTROLLER, "words that a drain passes over", mp->words);
    if (mp->has_merge && m->core_port && cg_machine_reads(m, CG_LEAF_BY_THREAD))
        add_stored_bits(mp, CG_PER_CONTROLLER, "deferred requests by thread",
                        (int)s->requests * (2 + mp->mshr_bits + mp->key_bits + mp->word_bits));
}

// Threads without a line that wait: which, and for what.
static int parked_bits(const cg_spec *s, const cg_machine_plan *mp) {
    int each = mp->has_fence + mp->has_acquire + mp->has_release;
    if (mp->has_command) each += cg_command_number_bits(s);
    for (int k = 0; k < s->n_operands; k++)
        if (mp->operands >> k & 1) each += s->operands[k].field.type.width;
    return each * (int)s->requests;
}

// The fields that a controller holds beside its lines, entries and buffers.
static void field_stores(cg_machine_plan *mp, const cg_machine *m, cg_space space, int threads) {
    int each = 1;
    switch (space) {
    case CG_SPACE_REG: break;
    case CG_SPACE_THREAD: each = threads; break;
    case CG_SPACE_LINE:
    case CG_SPACE_MSHR:
    case CG_SPACE_BUFFER:
    case CG_SPACE_FOUND: // lookup_stores()
    case CG_N_SPACES: return;
    }
    for (int i = 0; i < m->fields[space].n; i++)
        add_stored_bits(mp, CG_PER_CONTROLLER, m->fields[space].field[i].name,
                        m->fields[space].field[i].type.width * each);
}

void cg_plan_stores(cg_plan *p, int machine) {
    const cg_machine *m = &p->spec->machines[machine];
    cg_machine_plan *mp = &p->machines[machine];
    const int threads = (int)p->spec->threads;
    line_stores(mp);
    if (!m->local) add_stored_bits(mp, CG_PER_SET, "replacement", m->ways > 1 ? (int)m->ways - 1 : 1);
    if (!m->local || m->mapped) mshr_stores(mp, p->spec);
    if (mp->has_merge) waiter_stores(mp);
    if (mp->has_buffer) buffer_stores(mp, m, p->spec->line_bytes);
    if (mp->has_fifo) fifo_stores(p, mp, m);
    walk_stores(mp, m);
    lookup_stores(mp, m);
    if (cg_plan_completed_bits(mp))
        add_stored_bits(mp, CG_PER_CONTROLLER, "deferred requests, to complete",
                        cg_plan_completed_bits(mp) * (int)p->spec->requests);
    if (mp->words) word_stores(p, machine);
    if (cg_plan_parks(mp)) add_stored_bits(mp, CG_PER_CONTROLLER, "parked fences", parked_bits(p->spec, mp));
    for (cg_space k = CG_N_SPACES; k-- > 0;) field_stores(mp, m, k, threads);
}

// --------------------------------------------------------------------------------------------- answers

const char *cg_per_name(cg_per per) {
    static const char *const NAMES[] = {
#define X(id, name, count) name,
        CG_PERS(X)
#undef X
    };
    return NAMES[per];
}

uint64_t cg_per_count(const cg_machine *m, cg_per per) {
    const uint64_t counts[] = {
#define X(id, name, count) count,
        CG_PERS(X)
#undef X
    };
    return counts[per];
}

int cg_stored_bits(const cg_plan *plan, int machine, cg_per per) {
    const cg_machine_plan *mp = &plan->machines[machine];
    int bits = 0;
    for (int i = 0; i < mp->n_stores; i++) bits += mp->stores[i].per == per ? mp->stores[i].width : 0;
    return bits;
}
