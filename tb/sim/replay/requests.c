// Which steps of a core are one request.
//
// note [requests]: the order logic at the core port takes a request apart: a release, the operation, an
// acquire (rtl/cohgen_order.sv). So in a replay a thread's operation belongs to the release that went before
// it, and an acquire to the operation before it, if the model has an operation whose marks ask for that. A
// release or an acquire without an operation is of a fence. What is asked for at the first of these steps is
// found when the last of them has been read.
//
// note [queue]: a core's operations come to its controller through one queue. An operation behind a release
// gets into it when that is answered, on its own; so another thread's, which fires before it, has to be there
// by then, and is asked for before the release's last step. Elsewhere a request is asked for when its step
// comes.
#include <stdlib.h>

#include "lang/request.h"
#include "parts.h"

enum { NONE = -1 };

// A thread's request as far as it has been read.
typedef struct {
    int first, operation; // steps; NONE: none
    int released;         // its release's last step
    bool releases, acquires;
    bool waits; // a rule that stalls has left it where it was
    int half;   // the last step, if it is of an event that another controller has to answer, too; NONE: it is
                // not
} request;

// Marks of an operation that asks for these. At the end of a replay the acquire may not have come to pass.
static bool find_marks(const cg_replay *r, const step *p, const request *q, bool cut, unsigned *marks) {
    const cg_port_order *order = r->plan->spec->order[p->event->core];
    const cg_machine *at = &r->plan->spec->machines[p->machine]; // releases and acquires go to the cache
    const cg_machine_plan *mp = &r->plan->machines[at->local ? at->beside : p->machine];
    for (int loose = 0; loose <= cut; loose++)
        for (unsigned k = 0; k < cg_mark_sets(r->plan->spec); k++) {
            if (!order[k].legal || (k & mp->marks) != p->marks ||
                (order[k].release && mp->has_release) != q->releases)
                continue;
            if (!loose && (order[k].acquire && mp->has_acquire) != q->acquires) continue;
            *marks = k;
            return true;
        }
    return false;
}

static void finish_request(cg_replay *r, request *q) {
    if (q->first == NONE) return;
    step *p = &r->steps[q->first];
    p->asks = q->operation;
    p->released = q->releases ? q->released : NONE;
    p->order = 0;
    const bool command = q->operation != NONE && cg_is_command(r->steps[q->operation].event->core);
    if (q->operation != NONE && !command) find_marks(r, &r->steps[q->operation], q, true, &p->order);
    *q = (request){.first = NONE, .operation = NONE, .half = NONE};
}

// note [both] in lang/request.h: is it the other controller's answer to the event of the step before?
static bool answers_other_half(const cg_replay *r, const request *q, const step *p) {
    const step *first = q->half == NONE ? NULL : &r->steps[q->half];
    return first && first->event->core == p->event->core && first->machine != p->machine;
}

// Does this event go on with the thread's request?
static bool goes_on(const cg_replay *r, const request *q, const step *p) {
    unsigned marks;
    request with = *q;
    if (q->first == NONE) return false;
    if (q->waits || answers_other_half(r, q, p)) return true;
    if (p->event->core == CG_RELEASE || cg_is_command(p->event->core)) return false;
    if (p->event->core != CG_ACQUIRE)
        return q->operation == NONE && q->releases && !q->acquires && find_marks(r, p, q, true, &marks);
    if (q->acquires) return false;
    if (q->operation == NONE) return true;
    with.acquires = true;
    return find_marks(r, &r->steps[q->operation], &with, false, &marks);
}

// Is it an event of the core at this controller, or at the memory beside it?
static bool is_of(const cg_replay *r, const step *p, cg_controller at) {
    const cg_machine *m = &r->plan->spec->machines[p->machine];
    return p->event->kind == CG_EV_CORE && p->node == at.node &&
           (m->local ? m->beside == at.machine : p->machine == at.machine);
}

static void join_steps(cg_replay *r, cg_controller at, int thread) {
    request q = {.first = NONE, .operation = NONE, .half = NONE};
    for (int i = 0; i < r->n_steps; i++) {
        step *p = &r->steps[i];
        if (!is_of(r, p, at) || p->thread != thread || p->replayed) continue;
        p->issues = !goes_on(r, &q, p);
        if (p->issues) {
            finish_request(r, &q);
            q.first = i;
        }
        q.waits = p->rule->stalls;
        const bool second = answers_other_half(r, &q, p);
        if (!q.waits)
            q.half =
                second || cg_event_beside(r->plan->spec, p->machine, p->event->core) == CG_NONE ? NONE : i;
        if (second && p->event->core == CG_FENCE) continue;
        if (p->event->core == CG_RELEASE)
            q.releases = true, q.released = i;
        else if (p->event->core == CG_ACQUIRE)
            q.acquires = true, p->passes = q.operation == NONE;
        else
            q.operation = i;
    }
    finish_request(r, &q);
}

// Backwards over a core's steps: `before` is the first release whose operation fires later than the step.
static void set_when(cg_replay *r, cg_controller at) {
    int before = r->n_steps, n = 0;
    int *released = malloc((size_t)r->n_steps * sizeof *released); // by operation
    if (released == NULL) abort();
    for (int i = 0; i < r->n_steps; i++) released[i] = NONE;
    for (int i = 0; i < r->n_steps; i++)
        if (r->steps[i].issues && r->steps[i].asks != NONE) released[r->steps[i].asks] = r->steps[i].released;
    for (int i = r->n_steps; i-- > 0;) {
        step *p = &r->steps[i];
        if (!is_of(r, p, at)) continue;
        p->when = i;
        if (p->issues && p->asks == i && before < i) p->when = before > 0 ? before - 1 : 0;
        if (released[i] != NONE && released[i] < before) before = released[i];
    }
    for (int i = 0; i < r->n_steps; i++) {
        step *p = &r->steps[i];
        if (!is_of(r, p, at)) continue;
        p->rank = p->issues && p->asks == i && p->event->block ? n++ : NONE;
    }
    free(released);
}

void cg_replay_join(cg_replay *r) {
    const cg_spec *spec = r->plan->spec;
    r->asked = calloc(spec->cores, sizeof *r->asked);
    if (r->asked == NULL) abort();
    for (int core = 0; core < (int)spec->cores; core++) {
        const cg_controller at = cg_core_at(spec, (uint64_t)core);
        for (int thread = 0; thread < (int)spec->threads; thread++) join_steps(r, at, thread);
        set_when(r, at);
    }
}
