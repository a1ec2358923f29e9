// cohgen_xbar: parameters In, Out, Width, Depth. The model keeps, for each output, the messages of its queue
// and whose turn it is; for each input, the message it shows and who has taken it.
#include "ref.h"

#include <string.h>

enum { MOST = 8, SLOTS = 8 };

struct xbar {
    uint64_t queue[MOST][SLOTS];
    int used[MOST];
    int pointer[MOST];
    unsigned done[MOST]; // per input: outputs that took the message in an earlier cycle

    bool valid[MOST]; // the inputs' messages
    unsigned dst[MOST];
    uint64_t data[MOST];
    unsigned ready;      // out_ready_i
    unsigned open[MOST]; // per output: the inputs that it takes from

    int pick[MOST];  // this cycle, per output: the input it takes from, or -1
    int offer[MOST]; // the input it would take from, if it has room
};

static void resolve(struct ref *r) {
    struct xbar *s = r->state;
    int in = r->p[0], depth = r->p[3];
    for (int o = 0; o < r->p[1]; o++) {
        bool room = depth > 0 ? s->used[o] < depth : s->ready >> o & 1;
        s->offer[o] = -1;
        for (int k = 0; k < in && s->offer[o] < 0; k++) {
            int i = (s->pointer[o] + k) % in;
            if (s->valid[i] && (s->dst[i] & ~s->done[i]) >> o & 1 && s->open[o] >> i & 1) s->offer[o] = i;
        }
        s->pick[o] = room ? s->offer[o] : -1;
    }
}

// Whether input i is through: all its copies taken, in this cycle or before.
static bool through(const struct ref *r, int i) {
    const struct xbar *s = r->state;
    unsigned taken = s->done[i];
    for (int o = 0; o < r->p[1]; o++) taken |= (unsigned)(s->pick[o] == i) << o;
    return s->valid[i] && taken == s->dst[i];
}

static void xbar_check(struct ref *r, struct bits *out) {
    struct xbar *s = r->state;
    int width = r->p[2], depth = r->p[3];
    resolve(r);
    for (int i = r->p[0] - 1; i >= 0; i--) expect(r, out, 1, through(r, i), "in_ready_o");
    for (int o = r->p[1] - 1; o >= 0; o--)
        expect(r, out, 1, depth > 0 ? s->used[o] > 0 : s->offer[o] >= 0, "out_valid_o");
    for (int o = r->p[1] - 1; o >= 0; o--) {
        if (depth > 0 && s->used[o] > 0)
            expect(r, out, width, s->queue[o][0], "out_data_o");
        else if (depth == 0 && s->offer[o] >= 0)
            expect(r, out, width, s->data[s->offer[o]], "out_data_o");
        else
            get(out, width);
    }
}

static void xbar_clock(struct ref *r) {
    struct xbar *s = r->state;
    for (int i = 0; i < r->p[0]; i++) {
        unsigned now = 0;
        for (int o = 0; o < r->p[1]; o++) now |= (unsigned)(s->pick[o] == i) << o;
        if ((now & (now - 1)) != 0) cover(r, 0);
        if (now != 0 && s->done[i] != 0) cover(r, 1);
        s->done[i] |= now;
    }
    for (int o = 0; o < r->p[1]; o++) {
        bool pop = r->p[3] > 0 && s->used[o] > 0 && (s->ready >> o & 1);
        if (pop) memmove(&s->queue[o][0], &s->queue[o][1], (size_t)--s->used[o] * sizeof s->queue[o][0]);
        if (s->pick[o] < 0) continue;
        for (int k = s->pointer[o]; k != s->pick[o]; k = (k + 1) % r->p[0])
            if (s->valid[k] && (s->dst[k] & ~s->done[k]) >> o & 1) cover(r, 2);
        s->pointer[o] = (s->pick[o] + 1) % r->p[0];
        if (r->p[3] > 0) s->queue[o][s->used[o]++] = s->data[s->pick[o]];
    }
    for (int i = 0; i < r->p[0]; i++) {
        if (!s->valid[i] || s->done[i] != s->dst[i]) continue;
        s->valid[i] = false;
        s->done[i] = 0;
    }
}

static void xbar_drive(struct ref *r, struct bits *in) {
    struct xbar *s = r->state;
    for (int i = 0; i < r->p[0]; i++) {
        if (s->valid[i]) continue;
        s->valid[i] = chance(r, i % 4);
        s->dst[i] = (unsigned)random_bits(r, r->p[1]);
        if (!chance(r, 4) || s->dst[i] == 0) s->dst[i] = 1u << random_below(r, r->p[1]);
        s->data[i] = random_bits(r, r->p[2]);
    }
    s->ready = 0;
    for (int o = 0; o < r->p[1]; o++) s->ready |= (unsigned)chance(r, 5 + o % 3) << o;
    const bool all = chance(r, 7);
    for (int o = 0; o < r->p[1]; o++) s->open[o] = (unsigned)(random_bits(r, r->p[0]) | (all ? ~0ull : 0));
    for (int i = r->p[0] - 1; i >= 0; i--) put(in, 1, s->valid[i]);
    for (int i = r->p[0] - 1; i >= 0; i--) put(in, r->p[1], s->dst[i]);
    for (int i = r->p[0] - 1; i >= 0; i--) put(in, r->p[2], s->data[i]);
    put(in, r->p[1], s->ready);
    for (int o = r->p[1] - 1; o >= 0; o--) put(in, r->p[0], s->open[o]);
}

REF_KIND(xbar, xbar, NULL, xbar_check, xbar_clock, xbar_drive, "multicast", "multicast in parts",
         "one passes another that is kept out")
