// cohgen_fifo, cohgen_pair_fifo: parameters Width, Depth. cohgen_rollback_fifo: Width, Depth, FlowThrough,
// Oldest. cohgen_delay: Width, Latency.
#include "ref.h"

#include <string.h>

enum { SLOTS = 64 };

struct queue {
    uint64_t element[SLOTS]; // oldest first
    int age[SLOTS];          // delay: cycles since the push
    int used, taken;

    bool push, push2, take, commit, rollback;
    uint64_t data, data2;
};

static void leave(struct queue *s) {
    s->used--;
    memmove(&s->element[0], &s->element[1], (size_t)s->used * sizeof s->element[0]);
}

static void check_queue(struct ref *r, struct bits *out) {
    struct queue *s = r->state;
    bool valid = s->used > s->taken;
    expect(r, out, 1, s->used < r->p[1], "push_ready_o");
    expect(r, out, 1, valid, "valid_o");
    if (valid)
        expect(r, out, r->p[0], s->element[s->taken], "data_o");
    else
        get(out, r->p[0]);
    expect(r, out, count_bits(r->p[1]), (uint64_t)(r->p[1] - s->used), "free_o");
}

// --------------------------------------------------------------------------------------- fifo

static void fifo_clock(struct ref *r) {
    struct queue *s = r->state;
    bool push = s->push && s->used < r->p[1];
    bool pop = s->take && s->used > 0;
    if (s->push && !push) cover(r, 0);
    if (s->take && !pop) cover(r, 1);
    if (push && pop) cover(r, 2);
    if (pop) leave(s);
    if (push) s->element[s->used++] = s->data;
}

static void fifo_drive(struct ref *r, struct bits *in) {
    struct queue *s = r->state;
    s->push = chance(r, 0);
    s->take = chance(r, 1);
    put(in, 1, s->push);
    put(in, r->p[0], s->data = random_bits(r, r->p[0]));
    put(in, 1, s->take);
}

REF_KIND(fifo, queue, NULL, check_queue, fifo_clock, fifo_drive, "push while full", "pop while empty",
         "push and pop at once")

// --------------------------------------------------------------------------------- pair_fifo

static void pair_fifo_clock(struct ref *r) {
    struct queue *s = r->state;
    const bool push = s->push && s->used < r->p[1];
    const bool pop = s->take && s->used > 0;
    if (s->push && !push) cover(r, 0);
    if (s->take && !pop) cover(r, 1);
    if (s->push2) cover(r, 2);
    if (pop) leave(s);
    if (push) s->element[s->used++] = s->data;
    if (s->push2) s->element[s->used++] = s->data2;
}

static void pair_fifo_drive(struct ref *r, struct bits *in) {
    struct queue *s = r->state;
    s->push = chance(r, 0);
    s->push2 = s->push && r->p[1] - s->used >= 2 && random_below(r, 2) == 0;
    s->take = chance(r, 1);
    put(in, 1, s->push);
    put(in, r->p[0], s->data = random_bits(r, r->p[0]));
    put(in, 1, s->push2);
    put(in, r->p[0], s->data2 = random_bits(r, r->p[0]));
    put(in, 1, s->take);
}

REF_KIND(pair_fifo, queue, NULL, check_queue, pair_fifo_clock, pair_fifo_drive, "push while full",
         "pop while empty", "two at once")

// ------------------------------------------------------------------------------ rollback_fifo

// What is pushed in this cycle may be taken in it.
static bool flows(const struct ref *r) {
    const struct queue *s = r->state;
    return r->p[2] > 0 && s->push && s->used < r->p[1];
}

static void check_rollback(struct ref *r, struct bits *out) {
    struct queue *s = r->state;
    const bool waits = s->used > s->taken;
    expect(r, out, 1, s->used < r->p[1], "push_ready_o");
    expect(r, out, 1, waits || flows(r), "valid_o");
    if (waits || flows(r))
        expect(r, out, r->p[0], waits ? s->element[s->taken] : s->data, "data_o");
    else
        get(out, r->p[0]);
    if (s->taken > 0 && r->p[3] > 0)
        expect(r, out, r->p[0], s->element[0], "oldest_o");
    else
        get(out, r->p[0]);
    expect(r, out, count_bits(r->p[1]), (uint64_t)(r->p[1] - s->used), "free_o");
    if (!waits && s->take) cover(r, 5);
}

static void rollback_clock(struct ref *r) {
    struct queue *s = r->state;
    bool push = s->push && s->used < r->p[1];
    if (s->rollback && s->taken > 1) cover(r, 0);
    if (s->rollback && s->take) cover(r, 1);
    if (s->commit && s->take && s->taken == 0) cover(r, 2);
    if (s->commit && s->take && s->taken > 0) cover(r, 3);
    if (s->rollback && push) cover(r, 4);
    if (push) s->element[s->used++] = s->data;
    if (s->take && !s->rollback) s->taken++;
    if (s->commit) {
        leave(s);
        s->taken--;
    }
    if (s->rollback) s->taken = 0;
}

static void rollback_drive(struct ref *r, struct bits *in) {
    struct queue *s = r->state;
    s->push = chance(r, 0);
    s->rollback = chance(r, 1) && random_below(r, 4) == 0;
    s->take = chance(r, 2) && (s->used > s->taken || flows(r) || s->rollback);
    s->commit = chance(r, 3) && !s->rollback && (s->taken > 0 || s->take);
    put(in, 1, s->push);
    put(in, r->p[0], s->data = random_bits(r, r->p[0]));
    put(in, 1, s->take);
    put(in, 1, s->commit);
    put(in, 1, s->rollback);
}

REF_KIND(rollback_fifo, queue, NULL, check_rollback, rollback_clock, rollback_drive, "rollback of two",
         "take during rollback", "commit of what is taken now", "take and commit at once",
         "push during rollback", "taken as it is pushed")

// -------------------------------------------------------------------------------------- delay

static bool arrived(const struct ref *r) {
    const struct queue *s = r->state;
    return s->used > 0 && s->age[0] >= r->p[1];
}

static void check_delay(struct ref *r, struct bits *out) {
    struct queue *s = r->state;
    expect(r, out, 1, s->used < r->p[1] + 1, "push_ready_o");
    expect(r, out, 1, arrived(r), "pop_valid_o");
    if (arrived(r))
        expect(r, out, r->p[0], s->element[0], "pop_data_o");
    else
        get(out, r->p[0]);
}

static void delay_clock(struct ref *r) {
    struct queue *s = r->state;
    bool push = s->push && s->used < r->p[1] + 1;
    if (s->push && !push) cover(r, 0);
    if (s->take && s->used > 0 && !arrived(r)) cover(r, 1);
    if (s->take && arrived(r)) {
        if (s->age[0] > r->p[1]) cover(r, 2);
        leave(s);
        memmove(&s->age[0], &s->age[1], (size_t)s->used * sizeof s->age[0]);
    }
    if (push) {
        s->age[s->used] = 0;
        s->element[s->used++] = s->data;
    }
    for (int i = 0; i < s->used; i++) s->age[i]++;
}

REF_KIND(delay, queue, NULL, check_delay, delay_clock, fifo_drive, "push while full",
         "take before it is there", "taken late")
