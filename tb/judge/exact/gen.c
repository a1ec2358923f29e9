// Random traces of a sequentially consistent memory; see cg_judge_generate.
#include "base/memory.h"
#include "judge.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct gen_op {
    uint64_t read, write, stamp;
    uint32_t var, next; // next operation of the same thread
    uint8_t kind;
} gen_op;

// xorshift64* (S. Vigna, ACM TOMS 42(4), 2016).
static uint64_t rnd(uint64_t *s) {
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return *s * 0x2545f4914f6cdd1du;
}

static uint32_t rnd_below(uint64_t *s, uint32_t n) {
    return (uint32_t)((rnd(s) >> 32) * n >> 32);
}

// Gives a read another value of the range, one that its variable may hold at some other time.
static void spoil(gen_op *ops, const cg_judge_shape *shape, uint64_t *seed) {
    for (uint32_t left = shape->spoilt, tries = 0; left && tries < 1000 * shape->spoilt; tries++) {
        gen_op *op = &ops[1 + rnd_below(seed, (uint32_t)shape->ops)];
        if (op->kind != CG_MEM_LOAD) continue;
        op->read = rnd_below(seed, shape->values ? shape->values : (uint32_t)shape->ops);
        left--;
    }
}

static void print_op(FILE *out, uint32_t thread, const gen_op *op, bool logged) {
    switch ((cg_mem_kind)op->kind) {
    case CG_MEM_LOAD:
        fprintf(out, "%" PRIu32 ": M[%" PRIu32 "] == %" PRIu64, thread, op->var, op->read);
        break;
    case CG_MEM_STORE:
        fprintf(out, "%" PRIu32 ": M[%" PRIu32 "] := %" PRIu64, thread, op->var, op->write);
        break;
    default:
        fprintf(out, "%" PRIu32 ": {M[%" PRIu32 "] == %" PRIu64 "; M[%" PRIu32 "] := %" PRIu64 "}", thread,
                op->var, op->read, op->var, op->write);
    }
    if (logged && op->kind != CG_MEM_LOAD) fprintf(out, " #%" PRIu64, op->stamp);
    fputc('\n', out);
}

void cg_judge_generate(FILE *out, const cg_judge_shape *shape) {
    uint64_t seed = shape->seed * 0x9e3779b97f4a7c15u + 1;
    uint64_t *memory = cg_array_new(shape->vars, sizeof *memory);
    uint32_t *first = cg_array_new(shape->threads, sizeof *first),
             *last = cg_array_new(shape->threads, sizeof *last);
    gen_op *ops = cg_array_new(shape->ops + 1, sizeof *ops); // 0: end of a list
    for (size_t i = 1; i <= shape->ops; i++) {
        uint32_t t = rnd_below(&seed, shape->threads), dice = rnd_below(&seed, 10);
        gen_op *op = &ops[i];
        op->var = rnd_below(&seed, shape->vars);
        op->kind = dice < 6 ? CG_MEM_LOAD : dice < 9 ? CG_MEM_STORE : CG_MEM_ATOMIC;
        op->read = memory[op->var];
        op->stamp = i;
        op->write = shape->values ? rnd_below(&seed, shape->values) : i;
        if (op->kind != CG_MEM_LOAD) memory[op->var] = op->write;
        if (last[t])
            ops[last[t]].next = (uint32_t)i;
        else
            first[t] = (uint32_t)i;
        last[t] = (uint32_t)i;
    }
    spoil(ops, shape, &seed);
    fprintf(out, "# generated, seed %" PRIu64 "\n", shape->seed);
    for (size_t left = shape->ops; left;) {
        uint32_t t = rnd_below(&seed, shape->threads);
        for (uint32_t burst = 1 + rnd_below(&seed, 32); burst && first[t]; burst--, left--) {
            print_op(out, t, &ops[first[t]], shape->logged);
            first[t] = ops[first[t]].next;
        }
    }
    for (uint32_t v = 0; v < shape->vars; v++)
        fprintf(out, "final M[%" PRIu32 "] == %" PRIu64 "\n", v, memory[v]);
    fprintf(out, "check\n");
    CG_FREE(memory, first, last, ops);
}
