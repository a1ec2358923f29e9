#include "sections.h"

void cg_sections_set_up(cg_env *e, cg_sections *s) {
    s->env = e;
    s->blocks = cg_least(s->blocks, (uint64_t)e->threads);
    s->each = 4 * s->stride;
    s->places = s->local ? e->cores : 1;
    s->scope = s->local ? CG_WITH_CORE : CG_WITH_ALL;
    s->users = s->blocks * (uint64_t)(s->local ? 1 : e->cores);
    s->initial = cg_keep(e, s->words * sizeof *s->initial);
    for (uint64_t i = 0; i < s->words; i++) s->initial[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)e->seed;
}

uint32_t *cg_sections_data(const cg_sections *s, uint64_t *addr) {
    uint32_t *now = cg_keep(s->env, s->words * sizeof *now);
    *addr = cg_alloc(s->env, s->each * s->words, s->env->line_bytes);
    for (uint64_t i = 0; i < s->words && !s->env->bad_input[0]; i++) {
        now[i] = s->initial[i];
        cg_poke(s->env, *addr + s->each * i, now[i]);
    }
    return now;
}

bool cg_sections_take_part(const cg_sections *s, const cg_thread *t) {
    return (uint64_t)cg_local_tid(t) < s->blocks;
}

int cg_sections_place(const cg_sections *s, const cg_thread *t) {
    return s->local ? cg_core(t) : 0;
}
