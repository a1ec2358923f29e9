// The decision step: what the signals of a controller's pipeline are made of. Everything that depends on what
// the machine has is decided here and in the functions that this calls, one a concept.
#include "control.h"

sv_logic *sv_pipeline_signal(sv_control *c, sv_section section, sv_logic_kind kind, const char *name) {
    return sv_signal_add(&c->p.sections[section], kind, NULL, name);
}

// What no rule wants is a wire of 0, and the terms stand with that.
sv_logic *sv_missing(sv_control *c, int want, sv_logic *unwanted) {
    const sv_want *w = &SV_WANTS[want];
    if (c->f.verb[w->verb])
        return sv_pipeline_signal(c, SV_FOR_TABLE, SV_ALL,
                                  cg_arena_printf(c->f.arena, "%s_missing", w->what));
    sv_logic *never = sv_group(unwanted, SV_ALL, "something is missing that no rule wants");
    sv_term(never, "no rule does", "%s", CG_VERBS[w->verb].wire);
    return never;
}

void sv_event_term(sv_control *c, sv_logic *group, const char *why, const char *stage, int event) {
    char ev[SV_NAME];
    sv_term(group, why, "%s_event_q == %s_pkg::%s", stage, c->plan->name, sv_event(c->m, event, ev));
}

void sv_event_terms(sv_control *c, sv_logic *group, const char *why, const char *stage, const bool *events) {
    for (int e = 0; e < c->m->n_events; e++)
        if (events[e]) sv_event_term(c, group, why, stage, e);
}

static int evict_event(const sv_control *c) {
    int e = 0;
    while (e < c->m->n_events && c->m->events[e].kind != CG_EV_EVICT) e++;
    return e < c->m->n_events ? e : CG_NONE;
}

// ------------------------------------------------------------------------- what every controller has

static void add_event_signals(sv_control *c) {
    sv_pipeline *p = &c->p;
    p->live = sv_pipeline_signal(c, SV_WHEN_LIVE, SV_ALL, "s2_live");
    sv_term(p->live, "there is an event", "s2_valid_q");
    p->at_rest = sv_group(p->live, SV_ANY, "a sweep, or a change since S1, holds it up");
    sv_logic *rest = sv_group(p->at_rest, SV_ALL, "nothing is under way");
    sv_term(rest, "no sweep changes lines", "!sweep_busy");
    if (sv_goes_stale(c)) sv_term(rest, "what S1 has found still holds", "!s2_stale_q");

    const int evict = evict_event(c);
    p->drop = sv_signal_add(&p->sections[SV_WHEN_DONE], SV_ANY,
                            evict == CG_NONE ? "no line leaves" : "the line moved on meanwhile", "s2_drop");
    if (evict != CG_NONE) {
        p->evicted = sv_group(p->drop, SV_ALL, "the line that was to leave may not, or is gone");
        sv_event_term(c, p->evicted, "it is an eviction", "s2", evict);
    }
    p->blocked = sv_signal_add(&p->sections[SV_WHEN_DONE], SV_ANY,
                               sv_has_entries(c) ? NULL : "all lines are here", "s2_blocked");
    if (!sv_has_entries(c)) return;
    sv_logic *entry = sv_missing(c, SV_WANTS_ALLOC_MSHR, p->blocked);
    p->no_entry = sv_group(entry, SV_HERE, "the line has none");
    sv_term(entry, "all are taken", "mshr_full");
    if (sv_may_miss(c->plan, c->machine, &c->f))
        sv_term(p->blocked, "something that the rule wants is not there", "missing");
}

static void add_verdict_signals(sv_control *c) {
    sv_pipeline *p = &c->p;
    sv_logic *fire = sv_pipeline_signal(c, SV_WHEN_DONE, SV_ALL, "s2_fire");
    sv_term(fire, "it is there, and its time has come", "s2_live");
    sv_term(fire, "it still has a meaning", "!s2_drop");
    sv_term(fire, "nothing is missing", "!s2_blocked");
    sv_term(fire, "its rule does more than stall", "act");

    sv_logic *done = sv_pipeline_signal(c, SV_WHEN_DONE, SV_ANY, "s2_done");
    p->done = sv_group(done, SV_HERE, "without the table");
    sv_logic *ends = sv_group(done, SV_ALL, "it does not go back to its port");
    sv_term(ends, "it is there, and its time has come", "s2_live");
    sv_logic *how = sv_group(ends, SV_ANY, "dropped, or by its rule");
    sv_term(how, "it has no meaning any more", "s2_drop");
    p->consumed = sv_group(how, SV_ALL, "its rule consumes it");
    sv_term(p->consumed, "nothing is missing", "!s2_blocked");
    sv_term(p->consumed, "the rule does not stall", "!stall");
}

static void add_queue_signals(sv_control *c) {
    char name[SV_NAME + 16];
    for (int i = 0; i < c->n_ports; i++) {
        const char *n = c->ports[i].name;
        if (!c->ports[i].fifo) continue;
        snprintf(name, sizeof name, "%s_commit", n);
        sv_logic *commit = sv_pipeline_signal(c, SV_TO_QUEUES, SV_ALL, name);
        sv_term(commit, "it came from there", "s2_%s_q", n);
        sv_term(commit, "it is consumed", "s2_done");
        snprintf(name, sizeof name, "%s_rollback", n);
        sv_logic *rollback = sv_pipeline_signal(c, SV_TO_QUEUES, SV_ALL, name);
        sv_term(rollback, "it came from there", "s2_%s_q", n);
        sv_term(rollback, "it goes back", "!s2_done");
    }
}

static void add_entry_signal(sv_control *c) {
    sv_logic *mshr = sv_pipeline_signal(c, SV_TO_ARRAYS, SV_ALL, "mshr_write");
    sv_term(mshr, "the rule takes effect", "s2_fire");
    sv_term(mshr, "on a line", "s2_block");
    c->p.entry = sv_group(mshr, SV_HERE, "the rule changes it");
    sv_logic *has = sv_group(mshr, SV_ANY, "the line has one");
    sv_term(has, "it has had one", "mshr_hit");
    sv_term(has, "it gets one", "alloc_mshr");
}

static void add_array_signals(sv_control *c) {
    if (sv_has_entries(c)) add_entry_signal(c);
    sv_logic *meta = sv_pipeline_signal(c, SV_TO_ARRAYS, SV_ALL, "meta_write");
    sv_term(meta, "the rule takes effect", "s2_fire");
    sv_term(meta, "on a line", "s2_block");
    sv_term(meta, "whose state or fields change", "touch");
    if (c->m->local) return;
    sv_logic *has = sv_group(meta, SV_ANY, "the line has a way");
    sv_term(has, "it has had one", "s2_has_way_q");
    sv_term(has, "it gets one", "alloc_line");
}

// Does a rule put bytes into the store buffer that takes a way as well?
static bool buffers_with_way(const cg_machine *m) {
    bool does = false;
    for (int i = 0; i < m->n_rules; i++)
        does |=
            cg_find_action(&m->rules[i], CG_DOES_BUFFERS) && cg_find_action(&m->rules[i], CG_DOES_TAKES_WAY);
    return does;
}

static void add_way_signals(sv_control *c) {
    sv_pipeline *p = &c->p;
    if (c->m->local) return;
    sv_logic *none = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "no_way");
    const bool wanted = c->f.verb[CG_A_ALLOC_LINE];
    sv_logic *missing = sv_missing(c, SV_WANTS_ALLOC_LINE, none);
    sv_term(missing, "the line has none", "!s2_has_way_q");
    p->no_way = sv_group(missing, SV_HERE, "none is free for it");
    if (wanted) sv_term(none, "the rule wants one", "alloc_line");
    if (wanted) sv_term(none, "there is none for it", "way_missing");
    sv_logic *must = sv_pipeline_signal(c, SV_TO_WAYS, SV_ALL, "must_evict");
    sv_term(must, "a way is wanted", "no_way");
    p->evict = sv_group(must, SV_HERE, "none is being freed");
    sv_term(must, "there is a line that may leave", "s2_victim_valid_q");
    if (buffers_with_way(c->m)) // an entry that is to leave the buffer may want the way, too
        sv_term(must, "it does not wait for the store buffer", "!(sb_put && !buffered && sb_full)");
    if (!c->mp->has_evict) return;
    sv_logic *ask = sv_pipeline_signal(c, SV_TO_EVICT, SV_ALL, "evict_ask");
    sv_term(ask, "an event wants a way", "s2_live");
    sv_recall_terms(c, sv_group(ask, SV_ANY, "a line is to leave"));
    sv_term(ask, "the transition ahead freed none", "!s2_unsure_q");
    if (c->mp->pairs) sv_term(ask, "room comes by itself", "!(s2_paired_q && pair_room)");
    if (c->mp->has_leaving) sv_term(ask, "no other line of the set is leaving already", "!s2_others_leave_q");
}

void sv_free_way_terms(sv_control *c) {
    if (!c->mp->holds_ways) {
        sv_term(c->p.no_way, "of the set's ways", "!s2_free_q");
        return;
    }
    sv_logic *none = sv_group(c->p.no_way, SV_ANY, "none is free for this line");
    sv_term(none, "all of the set's ways are taken", "!s2_free_q");
    sv_term(none, "the free one is for another line", "way_held");
    sv_term(c->p.evict, "the free one will be taken soon", "!way_held");
}

static void add_data_signals(sv_control *c) {
    sv_pipeline *p = &c->p;
    p->hit = sv_pipeline_signal(c, SV_TO_DATA, SV_ANY, "do_hit");
    sv_term(p->hit, "the rule answers from the line", "hit");
    p->write = sv_pipeline_signal(c, SV_TO_DATA, SV_ANY, "do_write");
    sv_term(p->write, "the rule writes the event's bytes", "write");
    p->atomic = sv_pipeline_signal(c, SV_TO_DATA, SV_ANY, "do_atomic");
    sv_term(p->atomic, "the rule does the event's operation", "atomic");
    if (sv_has_entries(c)) p->held = sv_pipeline_signal(c, SV_TO_DATA, SV_ANY, "held");

    p->array = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(p->array, "the rule takes effect", "s2_fire");
    p->stored = sv_group(p->array, SV_ANY, "there is something to write");
    sv_term(p->stored, "the message's line", "fill");
    sv_term(p->stored, "bytes of a store", "do_write");
    sv_term(p->stored, "a word after an operation", "do_atomic");
    if (c->mp->vacates)
        sv_term(p->stored, "the line that leaves, for its entry's row", "(s2_evicts && alloc_mshr)");
    if (c->mp->pairs) sv_term(p->stored, "the line that leaves with it", "paired");
    if (c->f.place) sv_term(p->stored, "fields in the place of a word's data", "in_place");
    p->changed = sv_logic_new(c->f.arena, SV_ANY);
    p->word_bytes = sv_logic_new(c->f.arena, SV_BITS_ANY);
    p->bytes = c->m->of_words
                   ? sv_choice_new(c->f.arena, "s2_word_bytes")
                   : sv_choice_new(c->f.arena, "%d'(s2_word_bytes) << {s2_offset, 2'b00}", sv_line_bytes(c));
}

static void add_answer_signals(sv_control *c) {
    sv_pipeline *p = &c->p;
    p->answer = sv_logic_new(c->f.arena, SV_ANY);
    sv_logic *ruled = sv_group(p->answer, SV_ALL, "a rule answers");
    sv_term(ruled, "it takes effect", "s2_fire");
    sv_logic *with = sv_group(ruled, SV_ANY, "with what");
    sv_term(with, "the line's word", "do_hit");
    sv_term(with, "what `respond` says", "respond != 2'd0");

    p->bare = sv_logic_new(c->f.arena, SV_ANY);
    if (sv_answers_fences(c)) sv_term(p->bare, "a fence has no data", "s2_fence_q");
    sv_term(p->bare, "`respond` without data", "respond == 2'd1");

    p->record = sv_logic_new(c->f.arena, SV_ANY);
    sv_term(p->record, "from the line", "hit");
    if (c->mp->has_complete) sv_term(p->record, "a deferred request", "complete");
    sv_term(p->record, "what `respond` says", "respond != 2'd0");
}

// ---------------------------------------------------------------------------------- what some have

// Machines of lines: an event is about one line, which has one state.
static void add_line_signals(sv_control *c) {
    sv_pipeline *p = &c->p;
    if (p->evicted) {
        sv_logic *gone = sv_group(p->evicted, SV_ANY, "its line moved on");
        sv_term(gone, "somebody wants it, or it is leaving", "mshr_hit");
        sv_term(gone, "it is gone", "!s2_has_way_q");
    }
    sv_alarm_terms(c);
    if (c->mp->has_merge) {
        sv_logic *entry = sv_pipeline_signal(c, SV_TO_ENTRY, SV_ANY, "waiters_mshr");
        sv_term(entry, "the line's", "mshr_idx");
    }
    if (!c->m->local) sv_free_way_terms(c);
    if (p->held) sv_term(p->held, "the line has an MSHR entry", "mshr_hit");
    sv_line_data_terms(c);
}

// Requests that are taken only while the machine accepts them; everything else happens at any time.
static void add_accept_terms(sv_control *c) {
    if (!c->m->accept_requests) return;
    sv_logic *now = sv_group(c->p.live, SV_ANY, "requests are accepted, or it is none");
    sv_term(now, "the table's condition", "accept");
    for (int i = 0; i < c->n_ports; i++)
        if (!c->ports[i].gated) sv_term(now, "it is no request", "s2_%s_q", c->ports[i].name);
    if (c->p.answered) sv_term(c->p.answered, "requests are accepted", "accept");
}

void sv_flash_terms(const sv_control *c, sv_logic *flash) {
    sv_term(flash, "it takes effect", "s2_fire");
    sv_logic *of = sv_group(flash, SV_ANY, "what it flashes");
    sv_term(of, "lines", "flash_lines");
    sv_term(of, "MSHR entries", "flash_mshrs");
    for (int i = 0; i < c->m->n_mshr; i++)
        if (c->f.flash_mshr[i]) sv_term(of, "a field of MSHR entries", "flash_mshr_%s", c->m->mshr[i].name);
}

// A flash changes what S1 has found without being about the line.
static void add_flash_terms(sv_control *c) {
    bool some = c->f.does & CG_DOES_MOVE;
    for (int i = 0; i < c->m->n_mshr; i++) some |= c->f.flash_mshr[i];
    if (!some) return;
    sv_flash_terms(c, sv_group(c->p.stale, SV_ALL, "the transition ahead changes lines or entries at once"));
}

// A deferred request or an alarm that is not the one that the harness wants goes back, so that the next one
// is tried.
static void add_steering_terms(sv_control *c) {
    char on[SV_NAME], key[SV_NAME], src[SV_NAME], named[SV_NAME], tid[SV_NAME];
    for (int i = 0; i < c->n_ports; i++) {
        if (c->ports[i].kind != SV_PORT_ALARM) continue;
        sv_logic *other = sv_group(c->p.blocked, SV_ALL, "the harness wants another line's alarm");
        sv_laid(other, SV_STEERED);
        sv_term(other, "it is an alarm", "s2_%s_q", c->ports[i].name);
        sv_term(other, "a line is wanted", "%s", sv_steer(c, "want.", "valid", on));
        sv_term(other, "it is not this one", "s2_key != %s", sv_steer(c, "want.", "key", key));
    }
    if (!c->mp->has_merge) return;
    sv_logic *other = sv_group(c->p.blocked, SV_ALL, "the harness wants another deferred request");
    sv_laid(other, SV_STEERED);
    sv_term(other, "it was handed back", "s2_replay_q");
    sv_term(other, "one is wanted", "%s", sv_steer(c, "want.", "valid", on));
    sv_logic *differs = sv_group(other, SV_ANY, "it is not this one");
    sv_term(differs, "by its line", "s2_key != %s", sv_steer(c, "want.", "key", key));
    sv_term(differs, "by its sender", "s2_in_q.src != %s", sv_steer(c, "want.", "src", src));
    sv_logic *thread = sv_group(differs, SV_ALL, "by its thread");
    sv_term(thread, "one is named", "%s", sv_steer(c, "want.", "has_tid", named));
    sv_term(thread, "it is another", "s2_in_q.tid != %s", sv_steer(c, "want.", "tid", tid));
}

void sv_pipeline_decide(sv_control *c) {
    for (int i = 0; i < SV_N_SECTIONS; i++) c->p.sections[i].arena = c->f.arena;
    sv_choose_terms(c);
    add_event_signals(c);
    add_verdict_signals(c);
    add_queue_signals(c);
    sv_sources_terms(c);
    add_array_signals(c);
    add_way_signals(c);
    add_data_signals(c);
    add_answer_signals(c);
    c->p.stale = sv_logic_new(c->f.arena, SV_ANY);
    sv_wrap_terms(c);
    if (sv_answers_fences(c)) sv_fence_terms(c);
    add_accept_terms(c);
    if (c->mp->has_merge) sv_replay_terms(c);
    if (c->mp->has_complete) sv_complete_terms(c);
    if (c->mp->has_buffer) sv_buffer_terms(c);
    sv_bytewise_terms(c);
    if (c->mp->has_fifo) sv_fifo_terms(c);
    if (c->m->n_lookups) sv_lookup_terms(c);
    sv_words_or_lines(c, sv_words_terms, add_line_signals);
    if (c->mp->told) sv_told_terms(c);
    if (c->mp->overwrites) sv_victim_terms(c);
    add_flash_terms(c);
    if (sv_has_entries(c)) sv_written_ahead_terms(c);
    sv_room_decide(c);
    add_steering_terms(c);
}

void sv_pipeline_print(sv_control *c, sv_section first, sv_section last) {
    for (int i = first; i <= (int)last; i++) sv_signals_print(c->out, &c->p.sections[i]);
}
