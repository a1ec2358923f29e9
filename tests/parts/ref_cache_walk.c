// cohgen_cache_walk: parameters Width, Depth, Sets, Ways, TagBits. The model has a cache, whose lines come
// and leave, and knows of each marker which lines were there when it came.
#include "ref.h"

#include <string.h>

enum { WIDTH, DEPTH, SETS, WAYS, TAG_BITS };
enum { MOST_SETS = 64, MOST_WAYS = 8, MOST_MARKERS = 16 };

typedef bool lines[MOST_SETS][MOST_WAYS];

struct marker {
    uint64_t data;
    lines due; // there when it came, and neither offered nor gone since
};

struct cache_walk {
    lines live;
    uint64_t tag[MOST_SETS][MOST_WAYS];
    struct marker marker[MOST_MARKERS]; // oldest first
    int used, group;                    // markers, and those of this walk
    bool walking;
    int set;                  // it is there
    int todo, at[MOST_WAYS];  // ways of the set to be offered, next one first
    uint64_t kept[MOST_WAYS]; // their tags, as they were read

    bool push, commit, seen;
    uint64_t data;
};

static bool is_line(const struct cache_walk *s) {
    return s->walking && s->todo > 0;
}

static bool waits(const struct marker *m, int sets, int ways) {
    for (int i = 0; i < sets; i++)
        for (int w = 0; w < ways; w++)
            if (m->due[i][w]) return true;
    return false;
}

static void cache_walk_check(struct ref *r, struct bits *out) {
    struct cache_walk *s = r->state;
    const bool valid = s->group > 0, marker = valid && !s->walking;
    expect(r, out, 1, s->used < r->p[DEPTH], "push_ready_o");
    expect(r, out, 1, valid, "valid_o");
    expect(r, out, 1, s->walking && !is_line(s), "probe_o");
    expect(r, out, 1, marker, "marker_o");
    if (marker) {
        expect(r, out, r->p[WIDTH], s->marker[0].data, "data_o");
        require(r, !waits(&s->marker[0], r->p[SETS], r->p[WAYS]), "a marker before a line that was there");
    } else {
        get(out, r->p[WIDTH]);
    }
    if (s->walking)
        expect(r, out, index_bits(r->p[SETS]), (uint64_t)s->set, "set_o");
    else
        get(out, index_bits(r->p[SETS]));
    if (is_line(s))
        expect(r, out, r->p[TAG_BITS], s->kept[s->at[0]], "tag_o");
    else
        get(out, r->p[TAG_BITS]);
}

static void next_set(struct ref *r) {
    struct cache_walk *s = r->state;
    if (++s->set < r->p[SETS]) return;
    s->set = 0;
    s->walking = false;
}

static void read_set(struct ref *r) {
    struct cache_walk *s = r->state;
    for (int w = 0; w < r->p[WAYS]; w++) {
        if (!s->live[s->set][w]) continue;
        s->kept[w] = s->tag[s->set][w];
        s->at[s->todo++] = w;
    }
    if (s->todo == r->p[WAYS]) cover(r, 3);
    if (!s->todo) next_set(r);
}

// No marker waits any more for the line that was offered.
static void finish_line(struct ref *r) {
    struct cache_walk *s = r->state;
    const int way = s->at[0];
    if (!s->live[s->set][way]) cover(r, 4);
    if (s->tag[s->set][way] == s->kept[way]) // else another line has the way now
        for (int i = 0; i < s->used; i++) s->marker[i].due[s->set][way] = false;
    memmove(&s->at[0], &s->at[1], (size_t)--s->todo * sizeof s->at[0]);
    if (!s->todo) next_set(r);
}

static void cache_walk_clock(struct ref *r) {
    struct cache_walk *s = r->state;
    const bool push = s->push && s->used < r->p[DEPTH];
    const bool begins = s->group == 0;
    const int used = s->used;
    if (s->push && !push) cover(r, 0);
    if (push && s->walking) cover(r, 1);
    if (begins && used > 1) cover(r, 2);
    if (s->commit && !s->walking) {
        if (push) cover(r, 5);
        memmove(&s->marker[0], &s->marker[1], (size_t)--s->used * sizeof s->marker[0]);
        s->group--;
    } else if (s->commit) {
        finish_line(r);
    }
    if (s->seen) read_set(r);
    if (push) {
        s->marker[s->used].data = s->data;
        memcpy(s->marker[s->used++].due, s->live, sizeof s->live);
    }
    if (!begins) return;
    s->group = used;
    s->walking = used > 0;
}

// Lines come and leave. One that leaves is in no marker's set; one that comes is in none that has come.
static void change_cache(struct ref *r) {
    struct cache_walk *s = r->state;
    const int set = random_below(r, r->p[SETS]), way = random_below(r, r->p[WAYS]);
    s->live[set][way] = chance(r, 0);
    s->tag[set][way] = random_bits(r, r->p[TAG_BITS]);
    for (int i = 0; i < s->used; i++) s->marker[i].due[set][way] = false;
}

static void cache_walk_drive(struct ref *r, struct bits *in) {
    struct cache_walk *s = r->state;
    const bool valid = s->group > 0, probe = s->walking && !is_line(s);
    if (chance(r, 1)) change_cache(r);
    s->push = chance(r, 2) && random_below(r, 4) == 0;
    s->commit = valid && !probe && chance(r, 3);
    s->seen = probe && chance(r, 4);
    put(in, 1, s->push);
    put(in, r->p[WIDTH], s->data = random_bits(r, r->p[WIDTH]));
    put(in, 1, s->commit);
    put(in, 1, s->seen);
    for (int w = r->p[WAYS] - 1; w >= 0; w--) put(in, 1, s->live[s->set][w]);
    for (int w = r->p[WAYS] - 1; w >= 0; w--) put(in, r->p[TAG_BITS], s->tag[s->set][w]);
}

REF_KIND(cache_walk, cache_walk, NULL, cache_walk_check, cache_walk_clock, cache_walk_drive,
         "push while full", "a marker comes during a walk", "several share a walk", "all ways of a set",
         "a line that has left is offered", "a marker comes as one leaves")
