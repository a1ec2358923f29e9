// Deferred requests: the part that holds them, the port at which those that were handed back are served
// again, and which requests let them go first.
#include <string.h>

#include "control.h"

// A deferred request in cohgen_waiters: of its event's code the low bits that tell it from the others that
// are deferred, then its other members, the address without the bits that all have. Its words are kept apart.
// A member that stands in another's bits has none of its own.
static bool has_bits(const sv_control *c, int slot) {
    const char *name = c->mp->deferred.slots[slot].name;
    return strcmp(name, "event") && strcmp(name, "words") && c->mp->deferred_host[slot] == CG_NONE;
}

// The member that stands in this one's bits; NULL: none.
static const cg_slot *guest_of(const sv_control *c, int slot) {
    for (int k = 0; k < c->mp->deferred.n_slots; k++)
        if (c->mp->deferred_host[k] == slot) return &c->mp->deferred.slots[k];
    return NULL;
}

// A request's address as it is put: without the bits of the home, which is this, and of a word's bytes.
static const char *stored_address(const sv_control *c) {
    const int line = c->mp->line_shift, home = line + c->mp->home_shift, word = cg_log2(CG_WORD_BYTES);
    const int top = (int)c->s->addr_bits - 1;
    if (home == line) return cg_arena_printf(c->f.arena, "s2_in_q.addr[%d:%d]", top, word);
    if (line == word) return cg_arena_printf(c->f.arena, "s2_in_q.addr[%d:%d]", top, home);
    return cg_arena_printf(c->f.arena, "s2_in_q.addr[%d:%d], s2_in_q.addr[%d:%d]", top, home, line - 1, word);
}

// ... and as it comes again.
static const char *whole_address(const sv_control *c) {
    const int word = cg_log2(CG_WORD_BYTES), own = c->mp->line_shift - word;
    const int top = (int)c->s->addr_bits - 1 - word - c->mp->home_shift;
    if (!c->mp->home_shift) return cg_arena_printf(c->f.arena, "{replay_addr, %d'd0}", word);
    if (!own) return cg_arena_printf(c->f.arena, "{replay_addr, %s%d'd0}", sv_own_bits(c), word);
    return cg_arena_printf(c->f.arena, "{replay_addr[%d:%d], %sreplay_addr[%d:0], %d'd0}", top, own,
                           sv_own_bits(c), own - 1, word);
}

static void print_member_put(sv_control *c, int slot) {
    const char *name = c->mp->deferred.slots[slot].name;
    if (!strcmp(name, "addr"))
        fputs(stored_address(c), c->out);
    else
        fprintf(c->out, "%s%s", guest_of(c, slot) ? "waiting_" : "s2_in_q.", name);
}

static void print_member_come(sv_control *c, int slot) {
    const char *name = c->mp->deferred.slots[slot].name;
    fprintf(c->out, "%s%s", strcmp(name, "addr") ? "replay_in." : "replay_", name);
}

// Bits of the event's code.
static int event_bits(const sv_control *c) {
    const cg_slot *event = cg_slot_find(&c->mp->deferred, "event");
    return event ? event->width : 0;
}

static void print_request_members(sv_control *c, bool put) {
    const int code = event_bits(c);
    const char *between = "";
    if (code) {
        fputs(put ? cg_arena_printf(c->f.arena, "s2_event_q[%d:0]", code - 1) : "replay_code", c->out);
        between = ", ";
    }
    for (int i = c->mp->deferred.n_slots - 1; i >= 0; i--) {
        if (!has_bits(c, i)) continue;
        fputs(between, c->out);
        between = ", ";
        (put ? print_member_put : print_member_come)(c, i);
    }
}

static void print_event_comes(sv_control *c) {
    const int bits = event_bits(c);
    char ev[SV_NAME];
    int last = c->m->n_events - 1;
    while (!cg_plan_is_deferred(c->m, last)) last--;
    if (!bits) {
        fprintf(c->out, "    replay_event = %s_pkg::%s;\n", c->plan->name, sv_event(c->m, last, ev));
        return;
    }
    fputs("    case (replay_code)\n", c->out);
    for (int e = 0; e < last; e++)
        if (cg_plan_is_deferred(c->m, e))
            fprintf(c->out, "      %d'd%d: replay_event = %s_pkg::%s;\n", bits, e & ((1 << bits) - 1),
                    c->plan->name, sv_event(c->m, e, ev));
    fprintf(c->out, "      default: replay_event = %s_pkg::%s;\n    endcase\n", c->plan->name,
            sv_event(c->m, last, ev));
}

static sv_logic *needs_guest(sv_control *c, const cg_slot *guest, const char *event) {
    char ev[SV_NAME];
    sv_logic *some = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (cg_plan_deferred_needs(c->plan, c->machine, guest->name, e))
            sv_term(some, "its event needs it", "%s == %s_pkg::%s", event, c->plan->name,
                    sv_event(c->m, e, ev));
    return some;
}

// What goes into bits in which one of two members stands.
static void print_shared(sv_control *c) {
    const cg_layout *l = &c->mp->deferred;
    for (int i = 0; i < l->n_slots; i++) {
        const cg_slot *guest = guest_of(c, i);
        if (!guest) continue;
        fprintf(c->out, "  logic [%d:0] waiting_%s; // or %s\n  assign waiting_%s = (", guest->width - 1,
                l->slots[i].name, guest->name, l->slots[i].name);
        sv_logic_print(c->out, needs_guest(c, guest, "s2_event_q"));
        fprintf(c->out, ") ? s2_in_q.%s : s2_in_q.%s;\n", guest->name, l->slots[i].name);
    }
}

static void print_guests_come(sv_control *c) {
    const cg_layout *l = &c->mp->deferred;
    for (int i = 0; i < l->n_slots; i++) {
        const cg_slot *guest = guest_of(c, i);
        if (!guest) continue;
        fputs("    if (", c->out);
        sv_logic_print(c->out, needs_guest(c, guest, "replay_event"));
        fprintf(c->out, ") begin\n      replay_in.%s = replay_in.%s;\n      replay_in.%s = '0;\n    end\n",
                guest->name, l->slots[i].name, l->slots[i].name);
    }
}

// Where the thread, by which it is struck off, lies in it.
static int lowest_thread_bit(const sv_control *c) {
    const cg_layout *l = &c->mp->deferred;
    int at = 0;
    for (int i = 0; i < l->n_slots && strcmp(l->slots[i].name, "tid"); i++)
        if (has_bits(c, i)) at += l->slots[i].width;
    return at;
}

// When a request that waits for the line of S2 has been answered: never if no rule does so.
static sv_logic *is_struck_off(sv_control *c) {
    const bool completes = c->mp->has_complete, responds = c->f.does & CG_DOES_RESPONDS;
    if (!completes && !responds) return sv_logic_new(c->f.arena, SV_ANY);
    sv_logic *off = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(off, "the rule takes effect", "s2_fire");
    sv_logic *how = sv_group(off, SV_ANY, "how it answers");
    if (completes) sv_term(how, "the deferred request takes effect", "complete");
    if (responds) sv_term(how, "the rule responds", "respond != 2'd0");
    return off;
}

static void declare_replay(sv_control *c, const sv_port *p, int width, int words) {
    char hold[SV_NAME];
    fprintf(c->out,
            "  logic replay_there;\n`ifdef COHGEN_STEER\n  assign %s_valid = replay_there && !%s;\n`else\n  "
            "assign %s_valid = replay_there;\n`endif\n",
            p->name, sv_steer(c, "hold.", "replay", hold), p->name);
    if (event_bits(c))
        fprintf(c->out, "  logic [%d:0] replay_code; // the event's, its low bits\n", event_bits(c) - 1);
    fprintf(c->out, "  logic [%d:0] replay_addr;\n", cg_slot_find(&c->mp->deferred, "addr")->width - 1);
    fprintf(c->out,
            "  logic waiters_full, waiters_merge, waiters_park, waiters_done, waiters_retry;\n"
            "  logic [%d:0] waiters_mshr;\n  logic [%d:0] replay_data;\n  logic [%d:0] "
            "unused_waiters_occupancy;\n",
            c->mp->mshr_bits - 1, width - 1, cg_bits(c->m->waiters) - 1);
    if (words)
        fprintf(c->out,
                "  logic waiters_split;\n  logic [%d:0] replay_words;\n"
                "  assign waiters_split = s2_replay_q && s2_part;\n  assign waiters_mshr = mshr_idx;\n",
                words - 1);
    else
        fputs("  logic unused_waiters_words;\n", c->out);
}

// How cohgen_waiters is connected: which words a request is deferred with, which are handed back and come
// again, and whether, and with which, one that was served in part comes again.
typedef struct {
    const char *merged, *woken, *coming, *split, *rest;
} waiters_words;

static const waiters_words OF_LINES = {"1'b0", "1'b0", "unused_waiters_words", "1'b0", "1'b0"};
static const waiters_words OF_WORDS = {"s2_group & s2_words", "s2_group", "replay_words", "waiters_split",
                                       "s2_rest"};

// A request of words that is served in part is about its other words from then on.
void sv_control_replay_port(sv_control *c, const sv_port *p) {
    const waiters_words *of = c->mp->words ? &OF_WORDS : &OF_LINES;
    const int words = c->mp->words, width = c->mp->deferred.width - words;
    declare_replay(c, p, width, words);
    print_shared(c);
    fprintf(c->out, "  cohgen_waiters #(.Entries(%llu), .Width(%d), .Mshrs(%llu), .IdBits(%d), .IdAt(%d)%s",
            (unsigned long long)c->m->waiters, width, (unsigned long long)c->m->mshrs, c->plan->tid_bits,
            lowest_thread_bit(c), c->mp->fair_replay ? ", .Served(1)" : "");
    if (words) fprintf(c->out, ", .Words(%d)", words);
    fputs(sv_settle(c), c->out);
    fputs(") u_waiters (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
          "    .try_i(s2_valid_q && !s2_replay_q), .merge_i(waiters_merge), .merge_data_i({",
          c->out);
    print_request_members(c, true);
    fprintf(c->out,
            "}), .merge_words_i(%s), .full_o(waiters_full),\n"
            "    .mshr_i(waiters_mshr), .wake_i(s2_fire && replay), .wake_words_i(%s), .drop_i(",
            of->merged, of->woken);
    sv_logic_print(c->out, is_struck_off(c));
    fprintf(c->out,
            "), .drop_id_i(s2_in_q.tid),\n"
            "    .valid_o(replay_there), .data_o(replay_data), .words_o(%s), .take_i(%s_take),\n"
            "    .done_i(waiters_done), .retry_i(waiters_retry), .park_i(waiters_park), .split_i(%s), "
            ".split_words_i(%s),\n"
            "    .occupancy_o(unused_waiters_occupancy)\n  );\n",
            of->coming, p->name, of->split, of->rest);
    fputs("  always_comb begin\n    replay_in = '0;\n    {", c->out);
    print_request_members(c, false);
    fprintf(c->out, "} = replay_data;\n    replay_in.addr = %s;\n", whole_address(c));
    print_event_comes(c);
    print_guests_come(c);
    sv_words_asked(c, p, of->coming);
    fputs("  end\n", c->out);
}

static sv_logic *to_waiters(sv_control *c, const char *name) {
    return sv_pipeline_signal(c, SV_TO_WAITERS, SV_ALL, name);
}

void sv_replay_terms(sv_control *c) {
    sv_logic *full = sv_missing(c, SV_WANTS_MERGE, c->p.blocked); // room for another deferred request
    sv_term(full, "it has no place yet", "!s2_replay_q");
    sv_term(full, "all are taken", "waiters_full");
    sv_logic *merge = to_waiters(c, "waiters_merge"), *park = to_waiters(c, "waiters_park");
    sv_term(merge, "the rule takes effect", "s2_fire");
    sv_term(merge, "and defers the request", "merge");
    sv_term(merge, "for the first time", "!s2_replay_q");
    sv_term(park, "it was handed back", "s2_replay_q");
    sv_term(park, "it is consumed", "s2_done");
    sv_term(park, "and deferred again", "merge");
    sv_logic *done = to_waiters(c, "waiters_done");
    sv_term(done, "it was handed back", "s2_replay_q");
    sv_term(done, "it is consumed", "s2_done");
    sv_term(done, "and not deferred again", "!merge");
    c->p.retry = to_waiters(c, "waiters_retry");
    sv_term(c->p.retry, "it was handed back", "s2_replay_q");
    sv_term(c->p.retry, "it goes back", "!s2_done");
}

// ------------------------------------------------------------------------------------------ note [fair]

// Requests that S2 hands back are at the replay port two cycles later; no new one for their set goes first.
enum { DECODED = 2, LATEST = 3 };

static sv_logic *may_replay(sv_control *c, const char *name) {
    sv_logic *may = sv_logic_new(c->f.arena, SV_ALL);
    sv_term(may, "there is an event", "%s_valid_q", name);
    sv_logic *kinds = sv_group(may, SV_ANY, "some rule for it hands requests back");
    sv_event_terms(c, kinds, "it is of such a kind", name, c->f.replays);
    return may;
}

static void print_may_replay(sv_control *c, const char *stage) {
    fprintf(c->out, "\n  logic %s_may_replay;\n  assign %s_may_replay = ", stage, stage);
    sv_logic_print(c->out, may_replay(c, stage));
    fputs(";\n", c->out);
}

void sv_control_may_replay(sv_control *c) {
    if (sv_late(c)) print_may_replay(c, "s0b");
    for (int stage = 1; stage <= DECODED; stage++)
        print_may_replay(c, cg_arena_printf(c->f.arena, "s%d", stage));
    if (!c->mp->fair_replay) return;
    fprintf(
        c->out,
        "  logic s3_may_replay_q; // the cycle after S2\n  logic [%d:0] s3_set_q;\n"
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) s3_may_replay_q <= 1'b0;\n"
        "    else s3_may_replay_q <= s2_may_replay;\n  end\n"
        "  always_ff @(posedge clk_i) s3_set_q <= s2_set;\n",
        c->mp->set_bits - 1);
}

// No request of port `p` is taken for a set whose requests are being handed back.
void sv_fair_terms(sv_control *c, const sv_port *p, sv_logic *ok) {
    const int lowest = c->mp->line_shift + c->mp->home_shift;
    if (sv_late(c))
        sv_term(ok, "requests that are handed back go first",
                "!(s0b_may_replay && %s_in.addr[%d:%d] == s0b_set)", p->name, lowest + c->mp->set_bits - 1,
                lowest);
    for (int stage = 1; stage <= LATEST; stage++) {
        const char *q = stage > DECODED ? "_q" : "";
        sv_term(ok, "requests that are handed back go first",
                "!(s%d_may_replay%s && %s_in.addr[%d:%d] == s%d_set%s)", stage, q, p->name,
                lowest + c->mp->set_bits - 1, lowest, stage, q);
    }
}
