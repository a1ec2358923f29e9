// cohgen_order: parameters Threads, Width, DataBits. The cache behind it is played here: it answers each
// request some cycles later, in any order.
#include "ref.h"

enum { MOST = 64, ACQUIRE = 4, RELEASE = 5 };

struct request {
    int op; // as the cache sees it
    uint64_t data;
};

struct thread {
    bool busy;             // the core's request is under way
    struct request ops[3]; // what the cache is asked for it, one after the other
    int n, at;             // how many, and which is next or under way
    bool asked;            // that one is with the cache
    int age;               // cycles since it was asked
    uint64_t answer;       // of the operation
    int op;                // that of the core
};

struct order {
    struct thread thread[MOST];
    bool waits[MOST];  // threads whose next request the part makes
    int waiting, turn; // how many, and where the search for the next one begins
    int own;           // the one that it makes now, -1: none
    int answers, next; // the thread whose answer is here (-1: none), and of the next cycle

    bool req, release, acquire, ready;
    int op, id;
    uint64_t data, ans_data;
};

static void order_init(struct ref *r) {
    struct order *s = r->state;
    s->own = s->answers = s->next = -1;
}

// The cache's request in this cycle, of which thread; -1: none. A new one has not been set up yet.
static int offered(const struct ref *r) {
    const struct order *s = r->state;
    return s->own >= 0 ? s->own : s->req ? s->id : -1;
}

static const struct request *first(const struct ref *r, struct request *new) {
    const struct order *s = r->state;
    if (s->own >= 0) return &s->thread[s->own].ops[s->thread[s->own].at];
    *new = (struct request){s->release ? RELEASE : s->op, s->data};
    return new;
}

static bool is_last(const struct thread *t) {
    return t->at == t->n - 1;
}

static void order_check(struct ref *r, struct bits *out) {
    struct order *s = r->state;
    struct request new;
    const int of = offered(r), bits = index_bits(r->p[0]);
    const struct thread *t = s->answers >= 0 ? &s->thread[s->answers] : NULL;
    expect(r, out, 1, s->ready && s->own < 0, "req_ready_o");
    expect(r, out, 1, t && is_last(t), "resp_valid_o");
    if (t && is_last(t)) {
        expect(r, out, bits, (uint64_t)s->answers, "resp_id_o");
        expect(r, out, r->p[2], t->ops[t->at].op == ACQUIRE ? t->answer : s->ans_data, "resp_data_o");
    } else {
        get(out, bits);
        get(out, r->p[2]);
    }
    expect(r, out, 1, of >= 0, "out_valid_o");
    if (of < 0) return;
    const struct request *q = first(r, &new);
    expect(r, out, 3, (uint64_t)q->op, "out_op_o");
    expect(r, out, bits, (uint64_t)of, "out_id_o");
    if (q->op < ACQUIRE) expect(r, out, r->p[1], q->data, "out_data_o");
}

static void accept(struct order *s) {
    struct thread *t = &s->thread[s->id];
    *t = (struct thread){.busy = true};
    if (s->release) t->ops[t->n++].op = RELEASE;
    t->ops[t->n++] = (struct request){s->op, s->data};
    if (s->acquire) t->ops[t->n++].op = ACQUIRE;
}

static void answered(struct ref *r) {
    struct order *s = r->state;
    struct thread *t = &s->thread[s->answers];
    if (t->ops[t->at].op < ACQUIRE) t->answer = s->ans_data;
    t->asked = false;
    if (is_last(t)) t->busy = false;
    if (is_last(t) && t->n == 3) cover(r, 1);
    if (!is_last(t) && s->waiting) cover(r, 0);
    t->at++;
}

// The part's next request, if it can make one: of those that wait in turn, else of the thread that goes on
// now.
static void choose_own(struct ref *r, int goes_on) {
    struct order *s = r->state;
    const bool direct = s->own < 0 && !s->waiting;
    for (int i = 0; s->own < 0 && s->waiting && i < r->p[0]; i++) {
        const int t = (s->turn + i) % r->p[0];
        if (s->waits[t]) s->own = t;
    }
    if (s->own >= 0 && s->waits[s->own]) {
        s->waits[s->own] = false;
        s->waiting--;
        s->turn = (s->own + 1) % r->p[0];
    }
    if (goes_on < 0) return;
    if (direct) {
        s->own = goes_on;
    } else {
        s->waits[goes_on] = true;
        s->waiting++;
    }
}

static void order_clock(struct ref *r) {
    struct order *s = r->state;
    const int of = offered(r);
    const bool issue = of >= 0 && s->ready;
    for (int i = 0; i < r->p[0]; i++) s->thread[i].age++;
    if (issue && s->own < 0) accept(s);
    if (issue && s->own >= 0 && s->req) cover(r, 2);
    if (issue) s->thread[of].asked = true;
    if (issue) s->thread[of].age = 0;
    const int goes_on = s->answers >= 0 && !is_last(&s->thread[s->answers]) ? s->answers : -1;
    if (s->answers >= 0) answered(r);
    if (s->own >= 0 && s->ready) s->own = -1;
    choose_own(r, goes_on);
    s->answers = s->next;
}

// Some thread whose request is with the cache and may be answered in the next cycle, or -1.
static int choose_next(struct ref *r) {
    const struct order *s = r->state;
    const int n = r->p[0], from = random_below(r, n);
    for (int i = 0; i < n; i++) {
        const int t = (from + i) % n;
        if (s->thread[t].asked && t != s->answers && chance(r, 0)) return t;
    }
    return -1;
}

static void order_drive(struct ref *r, struct bits *in) {
    struct order *s = r->state;
    const int bits = index_bits(r->p[0]);
    s->id = random_below(r, r->p[0]);
    s->req = !s->thread[s->id].busy && chance(r, 1);
    s->op = random_below(r, 4);
    s->release = chance(r, 2);
    s->acquire = chance(r, 3);
    s->data = random_bits(r, r->p[1]);
    s->ready = chance(r, 4);
    s->next = choose_next(r);
    s->ans_data = random_bits(r, r->p[2]);
    put(in, 1, s->req);
    put(in, 2, (uint64_t)s->op);
    put(in, 1, s->release);
    put(in, 1, s->acquire);
    put(in, bits, (uint64_t)s->id);
    put(in, r->p[1], s->data);
    put(in, 1, s->ready);
    put(in, 1, s->answers >= 0);
    put(in, bits, (uint64_t)(s->answers >= 0 ? s->answers : random_below(r, r->p[0])));
    put(in, r->p[2], s->ans_data);
    put(in, bits, (uint64_t)(s->next >= 0 ? s->next : random_below(r, r->p[0])));
}

REF_KIND(order, order, order_init, order_check, order_clock, order_drive, "two wait to go on",
         "release, operation and acquire", "the core waits for the part's own request")
