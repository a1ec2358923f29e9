// cohgen_scoreboard: parameters Threads, Slots, Classes, KeyBits, Width. What is behind it is played here: it
// takes each request, and answers it some cycles later, in any order.
#include "ref.h"

enum { MOST = 128, FRESH = 2 };

struct request {
    bool busy;     // taken, and not answered
    bool kept;     // kept by the part
    bool chosen;   // of these, the next that it offers
    bool gone;     // left
    int age;       // cycles since it was taken
    int waits_for; // slots of its thread, as a set: what it has to wait for
    int cls;
    uint64_t key, data;
};

struct scoreboard {
    struct request of[MOST];
    uint64_t before; // by the class of the earlier one and that of the later
    int turn;        // where the search for the next one begins
    int own;         // the one that is offered, -1: none
    int answered;    // whose answer is here, -1: none

    bool req, ready;
    int id, cls;
    uint64_t key, data;
};

static void scoreboard_init(struct ref *r) {
    struct scoreboard *s = r->state;
    s->own = s->answered = -1;
    s->before = random_bits(r, r->p[2] * r->p[2]);
}

static int ids(const struct ref *r) {
    return r->p[0] * r->p[1];
}

// The slots of the thread of a request, as a set, that are busy.
static int busy_beside(const struct ref *r, int id) {
    const struct scoreboard *s = r->state;
    int set = 0;
    for (int k = 0; k < r->p[1]; k++)
        if (s->of[id / r->p[1] * r->p[1] + k].busy) set |= 1 << k;
    return set;
}

static bool is_alone(const struct ref *r) {
    const struct scoreboard *s = r->state;
    return busy_beside(r, s->id) == 0;
}

static bool is_ready(const struct ref *r) {
    const struct scoreboard *s = r->state;
    return !is_alone(r) || (s->ready && s->own < 0);
}

static void scoreboard_check(struct ref *r, struct bits *out) {
    struct scoreboard *s = r->state;
    const bool through = s->own < 0 && s->req && is_alone(r);
    expect(r, out, 1, is_ready(r), "req_ready_o");
    expect(r, out, 1, s->own >= 0 || through, "out_valid_o");
    if (s->own < 0 && !through) return;
    const struct request *q = &s->of[s->own < 0 ? 0 : s->own];
    expect(r, out, index_bits(ids(r)), (uint64_t)(s->own < 0 ? s->id : s->own), "out_id_o");
    expect(r, out, r->p[3], s->own < 0 ? s->key : q->key, "out_key_o");
    expect(r, out, r->p[4], s->own < 0 ? s->data : q->data, "out_data_o");
}

// What a new request waits for: of the busy ones beside it, those of a class that is kept before its own, or
// of its word.
static int waits_for(struct ref *r) {
    const struct scoreboard *s = r->state;
    const int first = s->id / r->p[1] * r->p[1];
    int set = 0;
    for (int k = 0; k < r->p[1]; k++) {
        const struct request *q = &s->of[first + k];
        const bool kept = s->before >> (q->cls * r->p[2] + s->cls) & 1;
        if (!q->busy || first + k == s->answered) continue;
        if (kept || q->key == s->key) set |= 1 << k;
        if (!kept && q->key == s->key) cover(r, 0);
        if (!kept && q->key != s->key) cover(r, 1);
    }
    return set;
}

static void accept(struct ref *r) {
    struct scoreboard *s = r->state;
    const bool alone = is_alone(r);
    s->of[s->id] = (struct request){.busy = true,
                                    .kept = !alone,
                                    .gone = alone,
                                    .waits_for = waits_for(r),
                                    .cls = s->cls,
                                    .key = s->key,
                                    .data = s->data};
}

static void answer(struct ref *r, int id) {
    struct scoreboard *s = r->state;
    s->of[id].busy = s->of[id].gone = false;
    for (int k = 0; k < r->p[1]; k++) {
        struct request *q = &s->of[id / r->p[1] * r->p[1] + k];
        if (q->busy && q->waits_for >> id % r->p[1] & 1) cover(r, 2);
        q->waits_for &= ~(1 << id % r->p[1]);
    }
}

// The next that is offered, in turn: of what is kept for two cycles or more.
static int choose(const struct ref *r) {
    const struct scoreboard *s = r->state;
    for (int i = 0; i < ids(r); i++) {
        const int id = (s->turn + i) % ids(r);
        if (s->of[id].kept && s->of[id].age >= FRESH && !s->of[id].waits_for) return id;
    }
    return -1;
}

static void scoreboard_clock(struct ref *r) {
    struct scoreboard *s = r->state;
    const bool taken = s->req && is_ready(r), is_free = s->own < 0 || s->ready;
    for (int i = 0; i < ids(r); i++) s->of[i].age++;
    const int next = is_free ? choose(r) : s->own;
    if (is_free && s->own >= 0) s->of[s->own].gone = true;
    if (taken) accept(r);
    if (s->answered >= 0) answer(r, s->answered);
    if (is_free && next >= 0) {
        s->turn = (next + 1) % ids(r);
        s->of[next].kept = false;
    }
    s->own = next;
}

// Some request that has left in an earlier cycle, or -1.
static int choose_answer(struct ref *r) {
    const struct scoreboard *s = r->state;
    const int n = ids(r), from = random_below(r, n);
    for (int i = 0; i < n; i++)
        if (s->of[(from + i) % n].gone && chance(r, 0)) return (from + i) % n;
    return -1;
}

static void scoreboard_drive(struct ref *r, struct bits *in) {
    struct scoreboard *s = r->state;
    const int bits = index_bits(ids(r));
    s->id = random_below(r, ids(r));
    s->req = !s->of[s->id].busy && chance(r, 1);
    s->cls = random_below(r, r->p[2]);
    s->key = random_bits(r, r->p[3]);
    s->data = random_bits(r, r->p[4]);
    s->ready = chance(r, 2);
    s->answered = choose_answer(r);
    if (s->req && busy_beside(r, s->id) == (1 << r->p[1]) - 1 - (1 << s->id % r->p[1])) cover(r, 3);
    put(in, r->p[2] * r->p[2], s->before);
    put(in, 1, s->req);
    put(in, bits, (uint64_t)s->id);
    put(in, index_bits(r->p[2]), (uint64_t)s->cls);
    put(in, r->p[3], s->key);
    put(in, r->p[4], s->data);
    put(in, 1, s->ready);
    put(in, 1, s->answered >= 0);
    put(in, bits, (uint64_t)(s->answered >= 0 ? s->answered : random_below(r, ids(r))));
}

REF_KIND(scoreboard, scoreboard, scoreboard_init, scoreboard_check, scoreboard_clock, scoreboard_drive,
         "one waits for its word only", "one passes another of its thread", "an answer lets others go",
         "the last free slot is taken")
