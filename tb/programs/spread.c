#include "spread.h"

#include <stdlib.h>

#include "base/memory.h"

static void shuffle(cg_rng *rng, uint64_t *at, uint64_t n) {
    for (uint64_t i = n; i > 1; i--) {
        const uint64_t k = (uint32_t)cg_rng_below(rng, i), swap = at[k];
        at[k] = at[i - 1];
        at[i - 1] = swap;
    }
}

uint64_t *cg_spread_words(const cg_spread *s, cg_rng *rng) {
    const uint64_t of_line = s->line_bytes / 4;
    uint64_t *place = cg_array_new(s->lines * s->words, sizeof *place),
             *word = cg_array_new(of_line, sizeof *word);
    for (uint64_t line = 0; line < s->lines; line++) {
        for (uint64_t i = 0; i < of_line; i++) word[i] = i;
        shuffle(rng, word, of_line);
        for (uint64_t i = 0; i < s->words; i++)
            place[line * s->words + i] =
                cg_scattered(&s->scatter, s->base + line * s->stride * s->line_bytes + 4 * word[i]);
    }
    free(word);
    shuffle(rng, place, s->lines * s->words);
    return place;
}
