// cohgen_spaces: parameters Threads, DataBits, Credits, Patience. The core, the cache and the memory are
// played here: each answers its requests some cycles later, in any order, the cache with an announcement.
#include "ref.h"

enum { MOST = 64, NOBODY = -1 };

struct answer {
    int id;
    uint64_t data;
};

struct spaces {
    enum { FREE, GLOBAL, LOCAL, ANSWERED } of[MOST]; // by request: who has it; answered: not gone to the core
    struct answer queue[MOST];                       // of the memory, the oldest first
    int n, owed;                                     // in the queue; requests that the memory owes the core
    bool turn;                                       // the cycle is the queue's
    struct answer waits;                             // of the cache, id NOBODY: none
    int age, announced;                              // announced: on resp_next_id_o, in the cycle before
    bool req, local, global_ready, local_ready;
    int id, next;
    struct answer global, mine;
};

static void spaces_init(struct ref *r) {
    struct spaces *s = r->state;
    s->waits.id = s->next = s->global.id = s->mine.id = s->announced = NOBODY;
}

static bool is_held(const struct ref *r) {
    const struct spaces *s = r->state;
    return s->age == r->p[3];
}

static bool has_credit(const struct ref *r) {
    const struct spaces *s = r->state;
    return s->owed < r->p[2];
}

static struct answer gone(const struct spaces *s) {
    return s->turn ? s->queue[0] : s->waits.id != NOBODY ? s->waits : s->global;
}

static void spaces_check(struct ref *r, struct bits *out) {
    struct spaces *s = r->state;
    const int bits = index_bits(r->p[0]);
    const bool can = s->req && !is_held(r);
    const struct answer a = gone(s);
    expect(r, out, 1, !is_held(r) && (s->local ? s->local_ready && has_credit(r) : s->global_ready),
           "req_ready_o");
    expect(r, out, 1, can && !s->local, "global_valid_o");
    expect(r, out, 1, can && s->local && has_credit(r), "local_valid_o");
    expect(r, out, 1, a.id != NOBODY, "resp_valid_o");
    if (a.id != NOBODY) {
        expect(r, out, bits, (uint64_t)a.id, "resp_id_o");
        expect(r, out, r->p[1], a.data, "resp_data_o");
        require(r, r->cycle == 0 || s->announced == a.id, "resp_next_id_o announced it");
    } else {
        get(out, bits);
        get(out, r->p[1]);
    }
    s->announced = (int)get(out, bits);
}

static void take_request(struct ref *r) {
    struct spaces *s = r->state;
    if (!s->req || is_held(r)) return;
    if (s->local && s->local_ready && has_credit(r)) {
        s->of[s->id] = LOCAL;
        s->owed++;
        if (!has_credit(r)) cover(r, 0);
    }
    if (!s->local && s->global_ready) s->of[s->id] = GLOBAL;
}

static void spaces_clock(struct ref *r) {
    struct spaces *s = r->state;
    const struct answer a = gone(s);
    const bool late = s->global.id != NOBODY && (s->turn || s->waits.id != NOBODY);
    if (is_held(r)) cover(r, 1);
    if (late && s->waits.id != NOBODY) cover(r, 2);
    s->age = s->turn || s->n == 0 ? 0 : is_held(r) ? s->age : s->age + 1;
    take_request(r);
    if (a.id != NOBODY) s->of[a.id] = FREE;
    if (s->turn) {
        for (int i = 1; i < s->n; i++) s->queue[i - 1] = s->queue[i];
        s->n--;
        s->owed--;
    }
    s->waits = late ? s->global : (struct answer){.id = NOBODY};
    if (s->mine.id != NOBODY) s->queue[s->n++] = s->mine;
    s->turn = s->n > 0 && !late;
    s->global.id = s->next;
}

// A request that this side has and that may be answered, or NOBODY.
static int choose(struct ref *r, int side, int knob) {
    const struct spaces *s = r->state;
    const int n = r->p[0], from = random_below(r, n);
    for (int i = 0; i < n; i++) {
        const int t = (from + i) % n;
        if ((int)s->of[t] == side && chance(r, knob)) return t;
    }
    return NOBODY;
}

static void put_answer(struct ref *r, struct bits *in, struct answer *a, bool there) {
    const int bits = index_bits(r->p[0]);
    a->data = random_bits(r, r->p[1]);
    put(in, 1, there);
    put(in, bits, (uint64_t)(there ? a->id : random_below(r, r->p[0])));
    put(in, r->p[1], a->data);
}

static void spaces_drive(struct ref *r, struct bits *in) {
    struct spaces *s = r->state;
    s->id = random_below(r, r->p[0]);
    s->req = s->of[s->id] == FREE && chance(r, 0);
    s->local = chance(r, 1);
    s->global_ready = chance(r, 2);
    s->local_ready = chance(r, 3);
    s->mine.id = choose(r, LOCAL, 4);
    if (s->mine.id != NOBODY) s->of[s->mine.id] = ANSWERED;
    s->next = choose(r, GLOBAL, 5);
    if (s->next != NOBODY) s->of[s->next] = ANSWERED;
    put(in, 1, s->req);
    put(in, 1, s->local);
    put(in, 1, s->global_ready);
    put(in, 1, s->local_ready);
    put_answer(r, in, &s->global, s->global.id != NOBODY);
    put(in, index_bits(r->p[0]), (uint64_t)(s->next != NOBODY ? s->next : random_below(r, r->p[0])));
    put_answer(r, in, &s->mine, s->mine.id != NOBODY);
}

REF_KIND(spaces, spaces, spaces_init, spaces_check, spaces_clock, spaces_drive, "all credits are out",
         "a local answer has waited long", "the cache's answer waits behind another one")
