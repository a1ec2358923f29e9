#include "sections.h"

void cg_sections_set_up(cg_env *e, cg_sections *s) {
    s->env = e;
    if (s->lanes > 1 && !cg_in_range(e, "stride", s->stride, s->lanes, 1024)) return;
    s->blocks = cg_least(s->blocks, (uint64_t)e->threads);
    s->each = 4 * s->stride;
    s->places = s->local ? e->cores : 1;
    s->scope = s->local ? CG_WITH_CORE : CG_WITH_ALL;
    s->users = s->blocks * (uint64_t)(s->local ? 1 : e->cores);
    s->initial = cg_keep(e, s->words * s->lanes * sizeof *s->initial);
    for (uint64_t i = 0; i < s->words * s->lanes; i++)
        s->initial[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)e->seed;
}

uint64_t cg_sections_word(const cg_sections *s, uint64_t addr, uint64_t k) {
    return addr + s->each * (k / s->lanes) + 4 * (k % s->lanes);
}

static void addresses_of(const cg_sections *s, uint64_t addr, uint64_t i, uint64_t *lane) {
    for (uint64_t l = 0; l < s->lanes; l++) lane[l] = cg_sections_word(s, addr, i * s->lanes + l);
}

uint32_t *cg_sections_data(const cg_sections *s, uint64_t *addr) {
    uint32_t *now = cg_keep(s->env, s->words * s->lanes * sizeof *now);
    *addr = cg_alloc(s->env, s->each * s->words, s->env->line_bytes);
    for (uint64_t k = 0; k < s->words * s->lanes && !s->env->bad_input[0]; k++) {
        now[k] = s->initial[k];
        cg_poke(s->env, cg_sections_word(s, *addr, k), now[k]);
    }
    return now;
}

void cg_sections_load(const cg_sections *s, cg_thread *t, uint64_t addr, uint64_t i, uint32_t *words) {
    uint64_t at[CG_SECTION_LANES];
    addresses_of(s, addr, i, at);
    cg_ld_lanes(t, at, s->lanes, words);
}

void cg_sections_store(const cg_sections *s, cg_thread *t, uint64_t addr, uint64_t i, const uint32_t *words) {
    uint64_t at[CG_SECTION_LANES];
    addresses_of(s, addr, i, at);
    cg_st_lanes(t, at, s->lanes, words);
}

bool cg_sections_take_part(const cg_sections *s, const cg_thread *t) {
    return (uint64_t)cg_local_tid(t) < s->blocks;
}

int cg_sections_place(const cg_sections *s, const cg_thread *t) {
    return s->local ? cg_core(t) : 0;
}
