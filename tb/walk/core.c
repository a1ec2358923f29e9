// The cores of a random walk: what they ask, and what they may expect.
#include <inttypes.h>
#include <string.h>

#include "lang/local.h"
#include "lang/request.h"
#include "parts.h"

enum {
    SPIN_VALUE = 0x5eed5eed,
    HOME_EVICT = 200, // of 1024 steps, note [seen]
    HOME_EVICTIONS = 8
};

// Do threads look by loads that acquire? Where core ports take them, in half of the walks.
static bool looks_by_marks(const walk *w) {
    return w->race_free && walk_takes_marked(w) && w->options->seed % 2;
}

// note [seen]: how a thread looks for the value. Where data races are forbidden: with such a load, or with an
// atomic that changes nothing.
static cg_core_op looks(const walk *w) {
    return w->race_free && !looks_by_marks(w) ? CG_ATOMIC : CG_LOAD;
}

static void tell_program(walk *w, int thread, uint32_t data) {
    if (w->locks) walk_locks_answered(w, thread, data);
    const char *wrong = w->episodes ? cg_episodes_answered(w->episodes, (unsigned)thread, data) : NULL;
    if (wrong) walk_fail(w, "%s", wrong);
}

static void close_operation(walk *w, walk_operation *op) {
    if (!op->performed || !op->answered) return;
    if (op->request.op != CG_STORE && op->value != op->data)
        walk_fail(w, "a %s was answered with 0x%" PRIx32 ", it had 0x%" PRIx32 " where it took effect",
                  cg_op_name(op->request.op), op->data, op->value);
    const bool saw = w->spinning && op->request.op == looks(w) && op->data == SPIN_VALUE;
    w->unseen -= saw && !op->saw && op != w->operations;
    if (op->request.command)
        ;
    else if (cg_addr_is_local(op->request.addr))
        walk_local_answered(w, (int)(op - w->operations), &op->request, op->data);
    else if (w->race_free && !w->spinning && !w->contesting)
        tell_program(w, (int)(op - w->operations), op->data);
    const bool spins = w->spinning && !op->request.command;
    *op = (walk_operation){.saw = op->saw || saw, .spins = op->spins + spins, .done = op->done};
    w->in_flight--;
    w->progress = w->step;
    w->result->operations++;
}

void walk_perform(void *ctx, const cg_perform *said) {
    walk *w = ctx;
    cg_perform now = *said, *p = &now;
    walk_operation *op = &w->operations[p->thread];
    if (p->published) {
        now.cycle = w->step;
        if (w->checker) cg_consistency_published(w->checker, p);
        return;
    }
    if (!op->asked || op->performed) {
        walk_fail(w, "a %s takes effect %s", cg_op_name(p->kind),
                  op->asked ? "a second time" : "that nobody asked for");
        return;
    }
    if (op->request.op != p->kind || op->request.addr != p->place) {
        walk_fail(w, "a %s takes effect where a %s was asked for, or elsewhere", cg_op_name(p->kind),
                  cg_op_name(op->request.op));
        return;
    }
    cg_ideal_perform(w->ideal, p);
    op->performed = true;
    op->value = p->kind == CG_LOAD ? p->value : p->old;
    now.cycle = w->step;
    if (w->checker) cg_consistency_performed(w->checker, p, &op->request);
    close_operation(w, op);
}

void walk_answered(walk *w, int core, uint32_t tid) {
    if (tid >= w->spec->threads) return;
    const unsigned thread = (unsigned)((uint64_t)core * w->spec->threads + tid);
    walk_operation *op = &w->operations[thread];
    if (!op->asked || op->answered) {
        walk_fail(w, "a thread is answered that waits for nothing");
        return;
    }
    op->answered = true;
    op->data =
        w->ideal && op->request.op == CG_LOAD ? op->value : cg_shadow_asked(w->shadow, core, tid)->data;
    if (w->ideal && op->request.op == CG_LOAD && !op->performed)
        walk_fail(w, "a load is answered before it takes effect");
    if (w->checker && !op->request.command)
        cg_consistency_answered(w->checker, thread, &op->request, op->data, w->step);
    close_operation(w, op);
}

static cg_core_op draw_op(walk *w) {
    if (w->fences && cg_rng_below(&w->rng, 100) < w->fences) return CG_FENCE;
    const uint64_t r = cg_rng_below(&w->rng, 100);
    cg_core_op op = r < w->loads ? CG_LOAD : r < w->loads + w->stores ? CG_STORE : CG_ATOMIC;
    while (!w->asks[op]) op = (op + 1) % CG_FENCE;
    return op;
}

// note [seen]: what one thread stores, every other that only loads the word again and again sees in the end.
// The first thread loads, then stores or swaps, so that there are copies; these stay, as no core's line is
// evicted meanwhile. In every second sixteen walks it loads another line, so that it has no copy itself. In
// every second pair of walks homes evict some after that, so that one has to know of a copy that it is old
// without the line, and with what it has fetched since.
void walk_spin(walk *w) {
    w->spinning = true;
    w->unseen = w->n_threads - 1;
    w->home_evictions = 1 + (unsigned)(w->options->seed / 4 % HOME_EVICTIONS);
    w->evict = w->options->seed / 2 % 2 ? HOME_EVICT : 0;
    w->tick = 300;
    if (!w->race_free) return;
    memset(w->slow, 0, (size_t)w->shadow->n_queues);
    w->slow_drains = 0;
}

bool walk_wants(const walk *w, int thread) {
    if (!w->spinning && w->episodes) return !w->operations[thread].done;
    if (!w->spinning) return w->left > 0 || (w->locks && walk_locks_wants(w, thread));
    return thread == 0 ? w->operations[0].spins < 2 : !w->operations[thread].saw;
}

// Marks that an operation of this kind may have.
static uint8_t draw_legal_marks(walk *w, cg_core_op op) {
    while (w->spec->has_order) {
        const uint8_t marks = (uint8_t)cg_rng_below(&w->rng, cg_mark_sets(w->spec));
        if (w->spec->order[op][marks].legal) return marks;
    }
    return 0;
}

static void draw_request(walk *w, int thread, cg_packet *p) {
    w->left -= w->left > 0;
    if (w->locks) {
        walk_locks_next(w, thread, p);
        return;
    }
    const uint64_t word = cg_rng_below(&w->rng, w->words);
    const cg_core_op op = w->racy && !cg_rng_below(&w->rng, 25) ? CG_FENCE : draw_op(w);
    *p = (cg_packet){.msg = CG_NONE,
                     .op = (int32_t)op,
                     .order = draw_legal_marks(w, op),
                     .addr = cg_rng_below(&w->rng, w->lines) * w->spec->line_bytes + 4 * word,
                     .word = ++w->next_value,
                     .mask = cg_rng_below(&w->rng, 8) ? 0xf : (uint8_t)(1 + cg_rng_below(&w->rng, 15)),
                     .aop = CG_AMO_ADD};
}

// False: the thread's program is over.
static bool episode_request(walk *w, int thread, cg_packet *p) {
    cg_request q;
    w->operations[thread].done = !cg_episodes_next(w->episodes, (unsigned)thread, &q);
    w->left -= w->operations[thread].done;
    if (w->operations[thread].done) return false;
    *p = (cg_packet){.msg = CG_NONE,
                     .op = (int32_t)q.op,
                     .order = (uint8_t)q.order,
                     .addr = q.addr,
                     .word = q.data,
                     .compare = q.compare,
                     .mask = q.op == CG_STORE ? (uint8_t)q.mask : 0xf,
                     .aop = (uint8_t)q.aop};
    return true;
}

static void spin_request(const walk *w, int thread, cg_packet *p) {
    const bool writes = thread == 0 && w->operations[0].spins == 1;
    const bool elsewhere = thread == 0 && !writes && w->options->seed / 16 % 2;
    const uint64_t aside = elsewhere ? w->spec->line_bytes : 0;
    if (looks_by_marks(w)) {
        *p = (cg_packet){.msg = CG_NONE,
                         .op = writes ? CG_STORE : CG_LOAD,
                         .order = writes ? CG_MARK_RELEASE : CG_MARK_ACQUIRE,
                         .addr = w->lines * w->spec->line_bytes + aside,
                         .word = writes ? SPIN_VALUE : 0,
                         .mask = 0xf};
        return;
    }
    if (w->race_free) {
        *p = (cg_packet){.msg = CG_NONE,
                         .op = CG_ATOMIC,
                         .addr = w->lines * w->spec->line_bytes + aside,
                         .word = writes ? SPIN_VALUE : 0,
                         .aop = writes ? CG_AMO_SWAP : CG_AMO_OR};
        return;
    }
    const bool swaps = w->asks[CG_ATOMIC] && w->options->seed % 2;
    const cg_core_op op = !writes ? CG_LOAD : swaps ? CG_ATOMIC : CG_STORE;
    *p = (cg_packet){.msg = CG_NONE,
                     .op = (int32_t)op,
                     .addr = aside,
                     .word = SPIN_VALUE,
                     .mask = 0xf,
                     .aop = CG_AMO_SWAP};
}

// What a thread of a contest does where data races are forbidden. Where loads synchronize, all look at the
// one word in one of four contests.
static uint64_t kind_of_contest(const walk *w, int thread) {
    const bool all_look = walk_takes_marked(w) && !(w->contest_ops >> 62);
    return all_look ? 0 : w->contest_ops >> 2 * (thread % 32) & 3;
}

// Where data races are forbidden: some do atomics on the one word, some store into words of their own, some
// fence, and some store, fence and load by turns. A thread that releases must not starve because others go on
// storing, nor one that loads (all the same word, behind their own) because others acquire, nor one that
// looks at the one word by loads that synchronize, where there are some, because others go on with their
// atomics. Their words lie in lines of their own where there is room for as many at once, note [contest].
static void contest_racelessly(walk *w, int thread, cg_packet *p) {
    const uint64_t kind = kind_of_contest(w, thread), asked = w->operations[thread].spins++;
    const uint64_t turn = asked % 3, own = (kind == 3 ? asked / 3 : asked) % w->contest_own;
    const uint64_t apart = w->contest_apart ? w->spec->line_bytes : CG_WORD_BYTES;
    const uint64_t number =
        (uint64_t)(w->contest_place * w->contest_threads) + (uint64_t)thread % w->spec->threads;
    *p = (cg_packet){.msg = CG_NONE, .op = CG_ATOMIC, .word = 1, .mask = 0xf, .aop = CG_AMO_ADD};
    p->addr = w->lines * w->spec->line_bytes;
    if (kind == 1 || (kind == 3 && turn == 0)) {
        p->op = CG_STORE;
        p->addr += w->contest_apart ? (2 + number) * apart + own * CG_WORD_BYTES
                                    : (2 + number * w->contest_own + own) * apart;
    } else if (kind == 3 && turn == 1) {
        p->op = CG_LOAD;
        p->addr += apart;
    } else if (kind >= 2) {
        p->op = CG_FENCE;
    } else if (walk_takes_marked(w) && (w->contest_ops >> number % 32 & 1)) {
        p->op = CG_LOAD;
        p->order = CG_MARK_ACQUIRE;
    }
}

static void contest_request(walk *w, int thread, cg_packet *p) {
    if (w->race_free) {
        contest_racelessly(w, thread, p);
        return;
    }
    cg_core_op op = (cg_core_op)((w->contest_ops >> 2 * (thread % 32) & 3) % 3);
    while (!w->asks[op]) op = (op + 1) % 3;
    *p = (cg_packet){
        .msg = CG_NONE, .op = (int32_t)op, .word = ++w->next_value, .mask = 0xf, .aop = CG_AMO_ADD};
}

void walk_issue(walk *w, int thread) {
    walk_operation *op = &w->operations[thread];
    const int core = (int)((uint64_t)thread / w->spec->threads);
    if (op->asked) { // answered, but it never took effect: it keeps the thread
        if (op->answered) walk_fail(w, "a %s was answered and never took effect", cg_op_name(op->request.op));
        return;
    }
    cg_packet p = {.msg = CG_NONE};
    cg_request command = {0};
    if (walk_command_request(w, &command))
        p.op = (int32_t)cg_request_op(&command);
    else if (walk_local_request(w, thread, &p))
        w->left -= w->left > 0 && !w->episodes;
    else if (w->contesting)
        contest_request(w, thread, &p);
    else if (w->spinning)
        spin_request(w, thread, &p);
    else if (!w->episodes)
        draw_request(w, thread, &p);
    else if (!episode_request(w, thread, &p))
        return;
    p.tid = (uint32_t)((uint64_t)thread % w->spec->threads);
    op->asked = true;
    op->request = (cg_request){.op = (unsigned)p.op,
                               .order = p.order,
                               .addr = p.addr,
                               .data = p.word,
                               .mask = p.mask,
                               .aop = p.aop,
                               .compare = p.compare};
    if (command.command)
        op->request = command;
    else if (cg_event_of_request(w->spec, &op->request))
        cg_operands_drawn(w->spec, cg_event_of_request(w->spec, &op->request), op->request.operands, &w->rng);
    for (int i = 0; i < w->spec->n_operands; i++)
        cg_shadow_operands(w->shadow, core, p.tid)[i] = op->request.operands[i];
    op->performed = op->request.op == CG_FENCE; // it takes effect as it is answered
    op->since = w->step;
    w->in_flight++;
    if (!cg_shadow_request(w->shadow, core, &p)) walk_fail(w, "a thread was answered and is not free");
    if (*cg_shadow_status_of(w->shadow, core, p.tid) == CG_FREE) walk_answered(w, core, p.tid);
}

// note [patience]: a fair draw serves a right table's requests within some thousand steps; the bound grows
// with what is in flight. Where data races are forbidden (words, store buffers, releases that wait for
// others) many may want the one way or MSHR entry there is, and chance may pass a request over for long.
// There it is a deadlock if nobody is answered for so long: programs end, so a thread that is never served is
// alone in the end.
bool walk_late(walk *w) {
    const uint64_t patience = 20000 + 2000 * (uint64_t)w->n_threads;
    const bool quiet = !w->race_free || w->step - w->progress > patience;
    w->hurries = false;
    for (int i = 0; i < w->n_threads; i++) {
        const walk_operation *op = &w->operations[i];
        const uint64_t waited = op->asked ? w->step - op->since : 0;
        if (waited > w->result->longest) w->result->longest = waited;
        w->hurries |= waited > patience / 2;
        if (waited <= patience || !quiet) continue;
        walk_fail(w, "deadlock: a %s %s within %" PRIu64 " steps%s", cg_op_name(cg_request_op(&op->request)),
                  op->answered ? "does not take effect" : "is not answered", patience,
                  w->race_free ? ", nor anybody else" : "");
        return true;
    }
    return false;
}
