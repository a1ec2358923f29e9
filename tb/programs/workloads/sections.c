#include "sections.h"

bool cg_sections_read(cg_env *e, const char *workload, uint64_t fewest_words, cg_sections *s) {
    const uint64_t many = 1u << 20, stride = cg_opt(e, "stride");
    *s = (cg_sections){.env = e,
                       .local = cg_opt(e, "local"),
                       .blocks = cg_least(cg_opt(e, "blocks"), (uint64_t)e->threads),
                       .iterations = cg_opt(e, "iterations"),
                       .words = cg_opt(e, "words"),
                       .most = cg_opt(e, "most"),
                       .stagger = cg_opt(e, "stagger")};
    const struct {
        const char *name;
        uint64_t value, least, most;
    } ranges[] = {{"blocks", s->blocks, 1, UINT64_MAX},
                  {"iterations", s->iterations, 0, many},
                  {"words", s->words, fewest_words, 4096},
                  {"stride", stride, 1, 1024},
                  {"most", s->most, 1, many},
                  {"stagger", s->stagger, 0, many}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (ranges[i].value >= ranges[i].least && ranges[i].value <= ranges[i].most) continue;
        if (ranges[i].most == UINT64_MAX)
            cg_bad_input(e, "workload %s: %s must be %u or more", workload, ranges[i].name,
                         (unsigned)ranges[i].least);
        else
            cg_bad_input(e, "workload %s: %s must be %u to %u", workload, ranges[i].name,
                         (unsigned)ranges[i].least, (unsigned)ranges[i].most);
    }
    if (e->bad_input[0]) return false;
    s->each = 4 * stride;
    s->places = s->local ? e->cores : 1;
    s->users = s->blocks * (uint64_t)(s->local ? 1 : e->cores);
    s->initial = cg_keep(e, s->words * sizeof *s->initial);
    for (uint64_t i = 0; i < s->words; i++) s->initial[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)e->seed;
    return true;
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
