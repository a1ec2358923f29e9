// cohgen_spaces: parameters Threads, DataBits, Credits, Patience, Both. The core, the cache and the memory
// are played here: each answers its requests some cycles later, in any order, the cache with an announcement.
#include "ref.h"

enum { MOST = 64, NOBODY = -1, GLOBAL = 1, LOCAL = 2 };

struct answer {
    int id;
    uint64_t data;
};

struct spaces {
    bool busy[MOST];           // by request: the core waits for its answer
    int sides[MOST];           // ... who has it, of GLOBAL and LOCAL, and has not begun to answer
    int halves[MOST];          // ... answers that are still to come before the one that goes to the core
    struct answer queue[MOST]; // of the memory, the oldest first
    int n, owed;               // in the queue; requests that the memory owes the core
    bool turn;                 // the cycle is the queue's
    struct answer waits;       // of the cache, id NOBODY: none
    int age, announced;        // announced: on resp_next_id_o, in the cycle before
    bool req, local, both, global_ready, local_ready;
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

// The first answer of two ends here. If both come in one cycle, that is the memory's.
static bool local_ends(const struct spaces *s) {
    return s->mine.id != NOBODY && s->halves[s->mine.id] > 0;
}
static bool global_ends(const struct spaces *s) {
    return s->global.id != NOBODY && s->halves[s->global.id] > (s->mine.id == s->global.id);
}

static struct answer gone(const struct spaces *s) {
    const struct answer none = {.id = NOBODY};
    return s->turn ? s->queue[0] : s->waits.id != NOBODY ? s->waits : global_ends(s) ? none : s->global;
}

static void spaces_check(struct ref *r, struct bits *out) {
    struct spaces *s = r->state;
    const int bits = index_bits(r->p[0]);
    const bool can = s->req && !is_held(r), local = s->local_ready && has_credit(r);
    const struct answer a = gone(s);
    expect(r, out, 1,
           !is_held(r) && (local || !(s->local || s->both)) && (s->global_ready || (s->local && !s->both)),
           "req_ready_o");
    expect(r, out, 1, can && (s->both ? local : !s->local), "global_valid_o");
    expect(r, out, 1, can && has_credit(r) && (s->both ? s->global_ready : s->local), "local_valid_o");
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
    const int sides = s->both ? GLOBAL | LOCAL : s->local ? LOCAL : GLOBAL;
    if (!s->req || is_held(r)) return;
    if (sides & LOCAL && !(s->local_ready && has_credit(r))) return;
    if (sides & GLOBAL && !s->global_ready) return;
    s->busy[s->id] = true;
    s->sides[s->id] = sides;
    s->halves[s->id] = s->both;
    if (!(sides & LOCAL)) return;
    s->owed++;
    if (!has_credit(r)) cover(r, 0);
}

static void spaces_clock(struct ref *r) {
    struct spaces *s = r->state;
    const struct answer a = gone(s);
    const bool ends = global_ends(s), mine_ends = local_ends(s);
    const bool late = s->global.id != NOBODY && !ends && (s->turn || s->waits.id != NOBODY);
    if (is_held(r)) cover(r, 1);
    if (late && s->waits.id != NOBODY) cover(r, 2);
    if (ends && s->n > 0) cover(r, 3);
    take_request(r); // while it is held as it was in this cycle
    s->age = s->turn || s->n == 0 ? 0 : is_held(r) ? s->age : s->age + 1;
    if (a.id != NOBODY) s->busy[a.id] = false;
    if (ends) s->halves[s->global.id]--;
    if (mine_ends) s->halves[s->mine.id]--, s->owed--;
    if (s->turn) {
        for (int i = 1; i < s->n; i++) s->queue[i - 1] = s->queue[i];
        s->n--;
        s->owed--;
    }
    s->waits = late ? s->global : (struct answer){.id = NOBODY};
    if (s->mine.id != NOBODY && !mine_ends) s->queue[s->n++] = s->mine;
    s->turn = s->n > 0 && !late;
    s->global.id = s->next;
}

// A request that this side has and that may be answered, or NOBODY.
static int choose(struct ref *r, int side, int knob) {
    const struct spaces *s = r->state;
    const int n = r->p[0], from = random_below(r, n);
    for (int i = 0; i < n; i++) {
        const int t = (from + i) % n;
        if (s->sides[t] & side && chance(r, knob)) return t;
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
    s->req = !s->busy[s->id] && chance(r, 0);
    s->both = r->p[4] > 0 && chance(r, 6);
    s->local = chance(r, 1);
    s->global_ready = chance(r, 2);
    s->local_ready = chance(r, 3);
    s->mine.id = choose(r, LOCAL, 4);
    if (s->mine.id != NOBODY) s->sides[s->mine.id] &= ~LOCAL;
    s->next = choose(r, GLOBAL, 5);
    if (s->next != NOBODY) s->sides[s->next] &= ~GLOBAL;
    put(in, 1, s->req);
    if (r->p[4] > 0) {
        put(in, index_bits(r->p[0]), (uint64_t)s->id);
        put(in, 1, s->both);
    }
    put(in, 1, s->local);
    put(in, 1, s->global_ready);
    put(in, 1, s->local_ready);
    put_answer(r, in, &s->global, s->global.id != NOBODY);
    put(in, index_bits(r->p[0]), (uint64_t)(s->next != NOBODY ? s->next : random_below(r, r->p[0])));
    put_answer(r, in, &s->mine, s->mine.id != NOBODY);
}

REF_KIND(spaces, spaces, spaces_init, spaces_check, spaces_clock, spaces_drive, "all credits are out",
         "a local answer has waited long", "the cache's answer waits behind another one",
         "the cache's answer is the first of two while local ones wait")
