// Verdicts, and how much work one may cost. Steps, not seconds: the same trace has the same
// verdict on any machine.
#ifndef COHGEN_TB_JUDGE_EXACT_EFFORT_H
#define COHGEN_TB_JUDGE_EXACT_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

#define CG_JUDGE_STEPS UINT64_C(3000000000) // what a trace may cost if nobody says otherwise

// Undecided: the effort was used up before either was proved.
typedef enum cg_judge_verdict { CG_JUDGE_NO, CG_JUDGE_OK, CG_JUDGE_UNDECIDED } cg_judge_verdict;

typedef struct cg_judge_effort {
    uint64_t limit; // steps; 0: no limit. A step is a word compared or copied; some 100 million take a second
    uint64_t spent;
    void (*tick)(void *of); // called now and then while a trace is judged; may be NULL
    void *of;
    uint64_t ticked; // spent at the last tick
} cg_judge_effort;

// False: the limit is reached.
static inline bool cgj_spend(cg_judge_effort *e, uint64_t steps) {
    enum { TICK = 1 << 22 };
    e->spent += steps;
    if (e->tick && e->spent - e->ticked >= TICK) {
        e->ticked = e->spent;
        e->tick(e->of);
    }
    return !e->limit || e->spent < e->limit;
}

#endif
