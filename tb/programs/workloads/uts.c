// Unbalanced tree search as in M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, section 2.5.5 (after HRF's): the threads of a core take nodes of a random tree from a
// queue of the core's, under a lock in the core's scope, and put the children there. What does not fit goes
// to a queue of all, and a core whose queue is empty takes from that: it looks at the number of entries
// first, by an unpaired atomic. Each node must be visited once; what is read there is compared with a
// sequential run.
#include "sync.h"
#include "tree.h"

typedef struct {
    cg_env *env;
    uint64_t room, batch, stagger;
    cg_tree tree;
    uint64_t result, visits;     // addresses
    uint64_t left;               // address: nodes that nobody has visited yet
    uint64_t local, local_bytes; // address of core 0's queue; bytes to the next core's
    uint64_t global;
} state;

static const cg_option OPTIONS[] = {
    CG_OPTIONS_TREE("nodes", 256, 256),
    CG_NUMBER(room, 16, 1, 4096, "nodes in a core's queue, at most"),
    CG_NUMBER(batch, 4, 1, 64, "nodes that are taken from the queue of all, at most"),
    CG_NUMBER(stagger, 32, 1, 1u << 20, "wait less than so many cycles before another look, at random"),
    {0},
};

// A queue is a stack: lock and number of entries in a line each, then the entries.
enum { LOCK, COUNT, ENTRIES };

typedef struct {
    uint64_t at, line;
    cg_sync_scope scope;
} queue;

static uint64_t line_of_queue(const queue *q, int line) {
    return q->at + q->line * (uint64_t)line;
}

static queue local_queue(const cg_thread *t, const state *s) {
    return (queue){s->local + (uint64_t)cg_core(t) * s->local_bytes, s->env->line_bytes, CG_WITH_CORE};
}

static queue global_queue(const state *s) {
    return (queue){s->global, s->env->line_bytes, CG_WITH_ALL};
}

static uint64_t queue_bytes(const cg_env *e, uint64_t entries) {
    return ENTRIES * e->line_bytes + (4 * entries + e->line_bytes - 1) / e->line_bytes * e->line_bytes;
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->local_bytes = queue_bytes(e, s->room);
    cg_tree_place(e, &s->tree);
    s->result = cg_alloc(e, 4 * s->tree.nodes, e->line_bytes);
    s->visits = cg_alloc(e, 4 * s->tree.nodes, e->line_bytes);
    s->left = cg_alloc(e, 4, e->line_bytes);
    s->local = cg_alloc(e, s->local_bytes * (uint64_t)e->cores, e->line_bytes);
    s->global = cg_alloc(e, queue_bytes(e, s->tree.nodes), e->line_bytes);
    if (e->bad_input[0]) return;
    cg_tree_plant(e, &s->tree, 0x6a000);
    cg_poke(e, s->left, (uint32_t)s->tree.nodes);
    cg_poke(e, s->global + e->line_bytes * COUNT, 1); // node 0
}

// -------------------------------------------------------------------------------------------------- queues
static void open_queue(cg_thread *t, const state *s, const queue *q) {
    while (cg_amo_acquire_from(t, q->scope, CG_AMO_CAS, line_of_queue(q, LOCK), 1, 0) != 0)
        cg_stagger(t, s->stagger);
    cg_fence(t);
}

static void close_queue(cg_thread *t, const queue *q) {
    cg_fence(t);
    cg_amo_release_to(t, q->scope, CG_AMO_SWAP, line_of_queue(q, LOCK), 0, 0);
}

// Under the lock. The number of the queue of all is looked at without it: it is read and written by atomics.
static uint32_t count_of(cg_thread *t, const state *s, const queue *q) {
    const uint64_t at = line_of_queue(q, COUNT);
    const uint32_t n = q->scope == CG_WITH_ALL ? cg_sync_ld(t, at) : cg_ld(t, at);
    if (n <= s->tree.nodes) return n;
    cg_fail(s->env, "thread %d finds %u entries in a queue", cg_tid(t), n);
    return 0;
}

static void set_count(cg_thread *t, const queue *q, uint32_t n) {
    const uint64_t at = line_of_queue(q, COUNT);
    if (q->scope == CG_WITH_ALL)
        cg_sync_st(t, at, n);
    else
        cg_st(t, at, n);
}

// Puts nodes first .. end - 1 there, as many as there is room for; the first that is not.
static uint32_t put_nodes(cg_thread *t, const state *s, const queue *q, uint64_t room, uint32_t first,
                          uint32_t end) {
    open_queue(t, s, q);
    uint32_t n = count_of(t, s, q);
    for (; first < end && n < room; first++) cg_st(t, line_of_queue(q, ENTRIES) + 4 * (uint64_t)n++, first);
    set_count(t, q, n);
    close_queue(t, q);
    return first;
}

// Takes so many at most.
static uint64_t take_nodes(cg_thread *t, const state *s, const queue *q, uint64_t most, uint32_t *nodes) {
    uint64_t taken = 0;
    open_queue(t, s, q);
    uint32_t n = count_of(t, s, q);
    while (n > 0 && taken < most) nodes[taken++] = cg_ld(t, line_of_queue(q, ENTRIES) + 4 * (uint64_t)--n);
    if (taken) set_count(t, q, n);
    close_queue(t, q);
    return taken;
}

// --------------------------------------------------------------------------------------------------- nodes
static void visit_node(cg_thread *t, const state *s, uint64_t i) {
    const queue local = local_queue(t, s), global = global_queue(s);
    uint32_t sum = 0;
    if (i >= s->tree.nodes) {
        cg_fail(s->env, "thread %d took node %llu", cg_tid(t), (unsigned long long)i);
        return;
    }
    uint32_t first = cg_ld_final(t, s->tree.child + 4 * i), end = cg_ld_final(t, s->tree.child + 4 * i + 4);
    if (first < end) first = put_nodes(t, s, &local, s->room, first, end);
    if (first < end) put_nodes(t, s, &global, s->tree.nodes, first, end);
    for (uint64_t k = 0; k < s->tree.work; k++) sum += cg_ld_final(t, cg_tree_word(&s->tree, i, k));
    cg_st(t, s->result + 4 * i, sum);
    cg_st(t, s->visits + 4 * i, cg_ld(t, s->visits + 4 * i) + 1);
}

// The nodes that the thread has visited; true: none is left.
static bool tell(cg_thread *t, const state *s, uint32_t *unsaid) {
    if (*unsaid && cg_amo(t, CG_AMO_ADD, s->left, -*unsaid, 0) == *unsaid) return true;
    const bool over = !*unsaid && cg_amo_relaxed(t, CG_unpaired, CG_AMO_ADD, s->left, 0, 0) == 0;
    *unsaid = 0;
    return over;
}

static void thread(cg_thread *t, void *arg) {
    const state *s = arg;
    const queue local = local_queue(t, s), global = global_queue(s);
    uint32_t unsaid = 0, nodes[64];
    while (s->env->failure[0] == '\0') {
        uint64_t n = take_nodes(t, s, &local, 1, nodes);
        if (!n && cg_amo_relaxed(t, CG_unpaired, CG_AMO_ADD, line_of_queue(&global, COUNT), 0, 0) > 0)
            n = take_nodes(t, s, &global, s->batch, nodes);
        for (uint64_t i = 0; i < n; i++) visit_node(t, s, nodes[i]);
        unsaid += (uint32_t)n;
        if (n) continue;
        if (tell(t, s, &unsaid)) return;
        cg_stagger(t, s->stagger);
    }
}

static void check(cg_thread *t, void *arg) {
    const state *s = arg;
    for (uint64_t i = 0; i < s->tree.nodes; i++) {
        const uint32_t visits = cg_ld(t, s->visits + 4 * i), result = cg_ld(t, s->result + 4 * i);
        if (visits != 1) cg_fail(s->env, "node %llu was visited %u times", (unsigned long long)i, visits);
        if (result != s->tree.expected[i])
            cg_fail(s->env, "node %llu gave 0x%x, not 0x%x", (unsigned long long)i, result,
                    s->tree.expected[i]);
    }
}

const cg_workload cg_workload_uts = {
    .name = "uts",
    .doc = "HeteroSync's unbalanced tree search: a queue for each core, in its scope, and one for all",
    .options = OPTIONS,
    .state_bytes = sizeof(state),
    .setup = setup,
    .thread = thread,
    .check = check,
};
