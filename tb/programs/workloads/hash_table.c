// A hash table with chains: threads insert keys and count them under a lock of the bucket, and look keys up
// without one. A node is written before it is linked and never taken out. The content is compared with what a
// sequential run of the same operations leaves.
#include "base/rng.h"
#include "sync.h"

enum { NODE_BYTES = 16, KEY = 0, COUNT = 4, NEXT = 8 }; // a node; next is its number from 1, 0 ends a chain
enum { BUCKET_BYTES = 8, LOCK = 0, HEAD = 4 };

typedef struct {
    cg_env *env;
    cg_poll_kind poll;
    uint64_t ops, keys, buckets, lookups, backoff;
    uint64_t bucket, node, used; // addresses: table, pool of nodes, nodes given out
    uint64_t pool;               // nodes in the pool
    uint32_t *expected;          // by key from 0: times inserted
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(ops, 2048, 0, 1u << 24, "operations of all threads"),
    CG_NUMBER(keys, 256, 1, 1u << 20, "different keys"),
    CG_NUMBER(buckets, 64, 1, 1u << 20, "buckets, each with its lock"),
    CG_NUMBER(lookups, 50, 0, 100, "percent of the operations that look a key up; the others insert"),
    CG_NUMBER(backoff, 32, 0, 1u << 20, "most cycles to wait after a failed attempt at a lock"),
    CG_OPTION_POLL,
    {0},
};

typedef struct {
    uint32_t key; // from 1
    bool insert;
} operation;

// Operation i of the run: the same at setup and in the thread that does it.
static operation operation_of(const state *s, uint64_t i) {
    cg_rng rng = cg_rng_new(s->env->seed, 0x62000 + i);
    bool insert = cg_rng_below(&rng, 100) >= s->lookups;
    return (operation){(uint32_t)cg_rng_below(&rng, s->keys) + 1, insert};
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->pool = s->keys;
    s->bucket = cg_alloc(e, s->buckets * BUCKET_BYTES, e->line_bytes);
    s->node = cg_alloc(e, s->pool * NODE_BYTES, e->line_bytes);
    s->used = cg_alloc(e, 4, e->line_bytes);
    s->expected = cg_keep(e, s->keys * sizeof *s->expected);
    for (uint64_t i = 0; i < s->ops; i++) {
        operation o = operation_of(s, i);
        if (o.insert) s->expected[o.key - 1]++;
    }
}

static uint64_t bucket_of(const state *s, uint32_t key) {
    return s->bucket + (uint64_t)(key * 2654435761u) % s->buckets * BUCKET_BYTES;
}

// Address of the node with `key` in a chain; 0: it is not there.
static uint64_t find_chain_node(cg_thread *t, const state *s, uint64_t bucket, uint32_t key) {
    uint32_t number = cg_sync_ld(t, bucket + HEAD);
    for (uint64_t steps = 0; number != 0; steps++) {
        if (number > s->pool || steps > s->pool) {
            cg_fail(s->env, "thread %d follows a chain to node %u after %llu others", cg_tid(t), number,
                    (unsigned long long)steps);
            return 0;
        }
        uint64_t node = s->node + (number - 1) * (uint64_t)NODE_BYTES;
        if (cg_ld(t, node + KEY) == key) return node;
        number = cg_ld(t, node + NEXT);
    }
    return 0;
}

static void lock_chain(cg_thread *t, const state *s, uint64_t at) {
    while (!cg_try_lock(t, at, s->poll)) cg_stagger(t, s->backoff);
    cg_fence(t);
}

static void link_new(cg_thread *t, const state *s, uint64_t bucket, uint32_t key) {
    uint32_t number = cg_amo(t, CG_AMO_ADD, s->used, 1, 0) + 1;
    if (number > s->pool) {
        cg_fail(s->env, "thread %d inserts key %u as node %u of %llu", cg_tid(t), key, number,
                (unsigned long long)s->pool);
        return;
    }
    uint64_t node = s->node + (number - 1) * (uint64_t)NODE_BYTES;
    cg_st(t, node + KEY, key);
    cg_st(t, node + COUNT, 1);
    cg_st(t, node + NEXT, cg_sync_ld(t, bucket + HEAD));
    cg_fence(t); // lookups take no lock
    cg_sync_st(t, bucket + HEAD, number);
}

static void insert_key(cg_thread *t, const state *s, uint32_t key) {
    uint64_t bucket = bucket_of(s, key);
    lock_chain(t, s, bucket + LOCK);
    uint64_t node = find_chain_node(t, s, bucket, key);
    if (node)
        cg_sync_st(t, node + COUNT, cg_sync_ld(t, node + COUNT) + 1);
    else if (s->env->failure[0] == '\0')
        link_new(t, s, bucket, key);
    cg_fence(t);
    cg_sync_st(t, bucket + LOCK, 0);
}

static void look_up(cg_thread *t, const state *s, uint32_t key) {
    uint64_t node = find_chain_node(t, s, bucket_of(s, key), key);
    uint32_t count = node ? cg_sync_ld(t, node + COUNT) : 0;
    if (count > s->expected[key - 1] || (node && count == 0))
        cg_fail(s->env, "thread %d finds key %u with count %u; it is inserted %u times", cg_tid(t), key,
                count, s->expected[key - 1]);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t parts = (uint64_t)cg_threads(t), me = (uint64_t)cg_tid(t);
    for (uint64_t i = cg_share(s->ops, parts, me); i < cg_share(s->ops, parts, me + 1); i++) {
        operation o = operation_of(s, i);
        if (s->env->failure[0]) return;
        if (o.insert)
            insert_key(t, s, o.key);
        else
            look_up(t, s, o.key);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    uint32_t distinct = 0;
    for (uint32_t key = 1; key <= s->keys && s->env->failure[0] == '\0'; key++) {
        uint64_t node = find_chain_node(t, s, bucket_of(s, key), key);
        uint32_t count = node ? cg_ld(t, node + COUNT) : 0;
        distinct += s->expected[key - 1] != 0;
        if (count != s->expected[key - 1])
            cg_fail(s->env, "key %u counts %u, not %u", key, count, s->expected[key - 1]);
    }
    uint32_t used = cg_ld(t, s->used);
    if (used != distinct) cg_fail(s->env, "%u nodes are in use for %u keys", used, distinct);
}

const cg_workload cg_workload_hash_table = {
    "hash_table", "inserts under bucket locks and lookups without, in a chained hash table",
    OPTIONS,      sizeof(state),
    setup,        thread,
    check,        NULL,
};
