// Machines of words, S2: what they add to the pipeline's decisions. An event is done when no word of it is
// left (note [words] in words.c).
#include "control.h"

// ------------------------------------------------------------------------------------------- no effect

static void nothing_left(sv_control *c) {
    sv_pipeline *p = &c->p;
    if (p->evicted) {
        sv_logic *gone = sv_group(p->evicted, SV_ALL, "its line moved on");
        sv_term(gone, "some of its words are in an MSHR entry", "mshr_hit");
        sv_logic *whose = sv_group(gone, SV_ANY, "not by this eviction");
        sv_term(whose, "it is at its beginning", "!evict_rested_q");
        sv_term(whose, "others brought some there", "(word_entry & ~evict_made_q) != '0");
    }
    sv_logic *none = sv_group(p->drop, SV_ALL, "no word of the event is left");
    sv_term(none, "it is about a line", "s2_block");
    sv_term(none, "about none of its words", "s2_words == '0");
    if (c->mp->has_buffer)
        sv_term(none, "words that a drain passes over are left", "!(s2_drain_q && word_gathered != '0)");
}

// ------------------------------------------------------------------------------------------ going back

// What says that the rule begins what it defers its request for; NULL: no rule does.
static const char *beginning(const sv_control *c) {
    return c->f.again ? "again" : c->f.alone ? "alone" : NULL;
}

static void deferred_in_part(sv_control *c) {
    sv_logic *part =
        sv_group(c->p.blocked, SV_ALL, "a request that was handed back is deferred again as a whole");
    sv_term(part, "the rule defers it", "merge");
    sv_term(part, "it was handed back", "s2_replay_q");
    sv_term(part, "words of it are left", "s2_rest != '0");
    if (beginning(c)) sv_term(part, "not by a rule that begins what it waits for", "!%s", beginning(c));
}

// Note [place words]: words that a memory of words has may be told of one by one, and each may be the first
// of those that are left. So such a rule defers them all again.
static void deferred_as_a_whole(const sv_control *c, sv_logic *any) {
    sv_logic *whole = sv_group(any, SV_ALL, "it is deferred again as a whole");
    sv_term(whole, "by a rule that begins what it waits for", "%s", beginning(c));
    sv_term(whole, "which defers it", "merge");
    sv_term(whole, "it was handed back", "s2_replay_q");
}

static void memory_first(sv_control *c) {
    for (int i = 0; i < c->n_ports; i++) {
        const sv_port *p = &c->ports[i];
        const char *n = p->name;
        if (p->kind != SV_PORT_LANE || c->s->channels[p->channel].from != CG_MEMORY) continue;
        sv_logic *wait = sv_group(c->p.blocked, SV_ALL, "a line of memory goes in as a whole");
        sv_laid(wait, SV_BELOW);
        sv_term(wait, "this is about a line", "s2_block");
        sv_term(wait, "and not what memory sent", "!s2_%s_q", n);
        sv_logic *rest = sv_group(wait, SV_ANY, "words of a line are left");
        sv_term(rest, "at its port", "%s_rested_q", n);
        sv_term(rest, "on their way again", "%s_resting_q", n);
        sv_term(wait, "of this one", "%s_rest_key_q == s2_key", n);
    }
}

static void goes_back(sv_control *c) {
    sv_term(c->p.no_entry, "others of its words may be in one", "!mshr_hit");
    if (c->mp->has_merge) deferred_in_part(c);
    if (c->mp->has_buffer) {
        sv_logic *passed = sv_group(c->p.blocked, SV_ALL, "a drain has passed over all words that are left");
        sv_term(passed, "it is a drain", "s2_drain_q");
        sv_term(passed, "about none of them", "s2_words == '0");
    }
    memory_first(c);
}

// ---------------------------------------------------------------------------------------- the event's end

static sv_logic *is_served_in_part(sv_control *c) {
    sv_logic *part = sv_pipeline_signal(c, SV_WHEN_PART, SV_ALL, "s2_part");
    sv_term(part, "it is there, and its time has come", "s2_live");
    sv_term(part, "it still has a meaning", "!s2_drop");
    sv_term(part, "nothing is missing", "!s2_blocked");
    sv_term(part, "the rule does not stall", "!stall");
    sv_term(part, "words of it are left", "s2_rest != '0");
    return part;
}

// Note [place words]: a memory of words takes those of a message one by one, each an event of a place of its
// own. The message goes back to its lane with the others.
void sv_told_declare(sv_control *c) {
    const int w = c->mp->told;
    fprintf(
        c->out,
        "  logic [%d:0] s2_rest; // words of the message behind that which this is about\n  logic s2_part;\n"
        "  assign s2_rest = s2_in_q.words & (s2_in_q.words - %d'd1);\n",
        w - 1, w);
}

void sv_told_terms(sv_control *c) {
    sv_term(c->p.consumed, "no word of it is left", "s2_rest == '0");
    is_served_in_part(c);
    // What its place has not asked for may come with the next cycle, when the entry's marks have not been
    // read.
    sv_logic *ahead = sv_group(c->p.stale, SV_ALL, "the transition ahead allocates the entry");
    sv_term(ahead, "it takes effect", "s2_fire");
    sv_term(ahead, "it is about the same line", "same_line");
    sv_term(ahead, "the line gets one", "alloc_mshr");
}

static void in_part(sv_control *c) {
    sv_pipeline *p = &c->p;
    const bool whole = c->mp->has_merge && beginning(c);
    if (whole) {
        sv_logic *none = sv_group(p->consumed, SV_ANY, "no word of it goes on");
        sv_term(none, "none is left", "s2_rest == '0");
        deferred_as_a_whole(c, none);
    } else
        sv_term(p->consumed, "no word of it is left", "s2_rest == '0");
    sv_logic *part = is_served_in_part(c);
    if (whole)
        sv_term(part, "it is not deferred again as a whole", "!(%s && merge && s2_replay_q)", beginning(c));
    if (p->retry) sv_term(p->retry, "as a whole", "!waiters_split");
}

void sv_words_terms(sv_control *c) {
    sv_pipeline *p = &c->p;
    nothing_left(c);
    goes_back(c);
    sv_free_way_terms(c);
    in_part(c);
    sv_term(p->entry, "of some word", "entry_changes");
    sv_term(p->held, "the leader is in an MSHR entry", "leader_entry");
    sv_words_data_terms(c);
    // Only what changes the line or its entry writes: what waits is tried again and again.
    sv_logic *ahead = sv_group(p->stale, SV_ALL, "the transition ahead changes the line");
    sv_term(ahead, "it is about the same one", "same_line");
    sv_logic *writes = sv_group(ahead, SV_ANY, "it writes");
    sv_term(writes, "the way", "meta_write");
    sv_term(writes, "the MSHR entry", "mshr_write");
}
