// cohgen litmus --hunt: what is reachable, and what rounds vary.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/litmus/litmus.h"
#include "litmus_sets.h"
#include "programs/litmus/asked.h"

// Each thread does two things, P0 to x and y, P1 to y and x: a store and a load (SB) or the other way (LB).
static litmus_item item_of(bool load_first) {
    static const char *const rows[][2] = {{"sw x5,0(x6)", "lw x7,0(x8)"}, {"lw x7,0(x6)", "sw x5,0(x8)"}};
    const char *const *row = rows[load_first];
    char text[400], err[400];
    snprintf(text, sizeof text,
             "RISCV t\n{ 0:x5=1; 0:x6=x; 0:x8=y; 1:x5=1; 1:x6=y; 1:x8=x; }\n P0 | P1 ;\n"
             "%s | %s ;\n%s | %s ;\nexists (0:x7=0 /\\ 1:x7=0)\n",
             row[0], row[0], row[1], row[1]);
    litmus_item i = {.test = cg_litmus_parse(text, "t", err, sizeof err)};
    cr_assert(i.test != NULL, "%s", err);
    const struct {
        const char *model;
        cg_lit_set *to;
    } sets[] = {{"rvwmo", &i.allowed}, {"sc", &i.sc}, {"wo", &i.own}};
    for (int k = 0; k < 3; k++) {
        cg_model *m = model_named(sets[k].model);
        const cg_lit_allow_options o = {0};
        cg_lit_set_init(sets[k].to, i.test);
        cr_assert(cg_lit_allowed(i.test, "t", m, &o, sets[k].to, err, sizeof err), "%s", err);
        cg_model_free(m);
    }
    cg_lit_set_init(&i.seen, i.test);
    return i;
}

static void end(litmus_item *i) {
    cg_lit_set_free(&i->allowed);
    cg_lit_set_free(&i->sc);
    cg_lit_set_free(&i->own);
    cg_lit_set_free(&i->seen);
    cg_litmus_free(i->test);
}

static void see(litmus_item *i, int64_t p0, int64_t p1) {
    cg_lit_state s = {0};
    s.regs[0][7] = p0;
    s.regs[1][7] = p1;
    cg_lit_set_add(&i->seen, &s, 1);
}

static void reach(const litmus_item *i, size_t all, size_t seen, size_t beyond, size_t beyond_seen) {
    const litmus_reach r = litmus_reach_of(i);
    cr_expect(r.all == all && r.seen == seen && r.beyond == beyond && r.beyond_seen == beyond_seen,
              "%zu %zu %zu %zu", r.all, r.seen, r.beyond, r.beyond_seen);
}

Test(litmus_hunt, reachable_is_what_both_models_allow) {
    litmus_item sb = item_of(false), lb = item_of(true);
    reach(&sb, 4, 0, 1, 0);
    cr_expect(lb.allowed.n == 4);
    reach(&lb, 3, 0, 0, 0); // wo keeps a load before what comes later, rvwmo does not
    see(&sb, 1, 1);
    reach(&sb, 4, 1, 1, 0);
    see(&sb, 0, 0);
    reach(&sb, 4, 2, 1, 1);
    see(&lb, 1, 1); // allowed, and not reachable
    reach(&lb, 3, 0, 0, 0);
    end(&sb);
    end(&lb);
}

static cg_litmus *parse(const char *text) {
    char err[400];
    cg_litmus *t = cg_litmus_parse(text, "t", err, sizeof err);
    cr_assert(t != NULL, "%s", err);
    return t;
}

// How many outcomes the model allows of the test, and of the test as cores ask for it.
static void allows(const char *text, const char *model, size_t as_is, size_t as_asked) {
    char err[400];
    cg_litmus *t = parse(text), asked;
    cg_model *m = model_named(model);
    cr_assert(cg_litmus_as_asked(t, &asked));
    for (int k = 0; k < 2; k++) {
        const cg_lit_allow_options o = {0};
        cg_lit_set set;
        cg_lit_set_init(&set, t);
        cr_assert(cg_lit_allowed(k ? &asked : t, "t", m, &o, &set, err, sizeof err), "%s", err);
        cr_expect(set.n == (k ? as_asked : as_is), "%s: %zu outcomes, %d", text, set.n, k);
        cg_lit_set_free(&set);
    }
    cg_litmus_asked_free(&asked);
    cg_litmus_free(t);
    cg_model_free(m);
}

#define PLACES "{ 0:x5=1; 0:x6=x; 0:x8=y; 1:x5=1; 1:x6=y; 1:x8=x; }\n P0 | P1 ;\n"

// What a core asks for is ordered by full fences: wo itself takes no notice of annotations.
Test(litmus_hunt, tests_as_cores_ask_for_them) {
    allows("RISCV t\n" PLACES "sw x5,0(x6) | lw x7,0(x6) ;\nsw x5,0(x8) | lw x9,0(x8) ;\n"
           "exists (1:x7=1 /\\ 1:x9=0)\n",
           "wo", 4, 4);
    allows("RISCV t\n" PLACES "sw x5,0(x6) | lw x7,0(x6) ;\nsw.rl x5,0(x8) | lw x9,0(x8) ;\n"
           "exists (1:x7=1 /\\ 1:x9=0)\n",
           "wo", 4, 3);
    allows("RISCV t\n" PLACES "sw.rl x5,0(x6) | sw x5,0(x6) ;\nlw.aq x7,0(x8) | lw x7,0(x8) ;\n"
           "exists (0:x7=0 /\\ 1:x7=0)\n",
           "wo", 4, 4); // .rl before the store, .aq behind the load: neither is between the two
    allows("RISCV t\n" PLACES "sw x5,0(x6) | sw x5,0(x6) ;\nfence w,w | fence w,w ;\n"
           "lw x7,0(x8) | lw x7,0(x8) ;\nexists (0:x7=0 /\\ 1:x7=0)\n",
           "rvwmo", 4, 3);
}

// Branches go where they went, and to the fence that belongs to their target.
Test(litmus_hunt, branches_keep_their_targets) {
    cg_litmus *t = parse("RISCV t\n{ 0:x6=x; }\n P0 ;\nL: ;\nsw.rl x5,0(x6) ;\nlw.aq x7,0(x6) ;\n"
                         "bne x7,x0,L ;\nbeq x7,x0,E ;\nE: ;\nexists (x=0)\n");
    cg_litmus asked;
    cr_assert(t->n_ins[0] == 4 && cg_litmus_as_asked(t, &asked));
    const cg_lit_ins *i = asked.ins[0];
    cr_expect(asked.n_ins[0] == 6);
    cr_expect(i[0].kind == CG_LIT_FENCE && i[1].kind == CG_LIT_STORE && !i[1].release);
    cr_expect(i[2].kind == CG_LIT_LOAD && !i[2].acquire && i[3].kind == CG_LIT_FENCE);
    cr_expect(i[4].kind == CG_LIT_BRANCH && i[4].target == 0);
    cr_expect(i[5].kind == CG_LIT_BRANCH && i[5].target == 6);
    cg_litmus_asked_free(&asked);
    cg_litmus_free(t);
}

static void print_settings(const litmus_work *w, uint64_t round, char *text, size_t size) {
    FILE *out = fmemopen(text, size, "w");
    litmus_hunt_config(w, round, out);
    fclose(out);
}

Test(litmus_hunt, rounds_draw_from_the_seed_and_take_again_what_showed_something) {
    enum { ROUNDS = 40, SIZE = 400 };
    static char first[ROUNDS][SIZE], again[ROUNDS][SIZE];
    int differ = 0, same_as_before = 0;
    for (int time = 0; time < 2; time++) {
        litmus_item i = item_of(false);
        litmus_work w = {.seed = 5, .budget = 1000, .items = &i, .n = 1};
        for (uint64_t r = 0; r < ROUNDS; r++) {
            if (r == 12) see(&i, 0, 0); // what round 11 has shown
            litmus_hunt_begin(&w, r);
            print_settings(&w, r, time ? again[r] : first[r], SIZE);
        }
        free(w.hunts);
        end(&i);
    }
    cr_expect(first[0][0] == '\0'); // plain
    for (int r = 1; r < ROUNDS; r++) {
        unsigned long long least, most;
        const char *latencies = strstr(first[r], "mem_latency_min = ");
        cr_assert(latencies &&
                      sscanf(latencies, "mem_latency_min = %llu\nmem_latency_max = %llu", &least, &most) == 2,
                  "%s", first[r]);
        cr_expect(least <= most);
        cr_expect_str_eq(first[r], again[r]);
        differ += strcmp(first[r], first[1]) != 0;
        if (r >= 12 && r % 2 == 0) same_as_before += !strcmp(first[r], first[11]);
    }
    cr_expect(differ > ROUNDS / 2, "%d", differ);
    cr_expect(same_as_before == ROUNDS / 2 - 6, "%d", same_as_before);
}
