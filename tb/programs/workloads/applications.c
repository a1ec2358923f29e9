// The workload of thread-block applications: notes in applications.h.
#include "applications.h"

#include <string.h>

typedef cg_applications state;

static const cg_application *const APPLICATIONS[] = {&cg_application_lud, &cg_application_sgemm,
                                                     &cg_application_stencil, &cg_application_pathfinder};

static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "lud", "which application", "lud", "sgemm", "stencil", "pathfinder"),
    CG_NUMBER(rows, 8, 1, 4096, "rows of the matrix, the grid, the wall; sgemm: of the product"),
    CG_NUMBER(columns, 8, 1, 1u << 17, "columns of them; of a square matrix, lud, the rows count"),
    CG_NUMBER(depth, 4, 1, 4096, "sgemm: columns of the first factor; stencil: planes of the grid"),
    CG_NUMBER(steps, 2, 1, 64, "stencil: times that a cell is computed; pathfinder: rows of a kernel"),
    CG_NUMBER(
        tile, 2, 1, 16,
        "T: blocks are T x T words in lud, 4T x T of a product, T/2 deep, in sgemm, T/2 x 2T in stencil, "
        "8T in pathfinder"),
    CG_CHOICE(by, "local", "local: in the local memory, if there is one; cache: by addresses", "local",
              "cache"),
    CG_CHOICE(globals, "cache",
              "where the tiles are that the application has not in its scratchpad: by addresses, or in the "
              "local memory as well",
              "cache", "local"),
    CG_NUMBER(arithmetic, 0, 0, 64, "cycles of a thread for an instruction that is no operation"),
    CG_NUMBER(mappings, 4, 1, CG_MAPPINGS, "mappings of a core that are used, where it has several"),
    CG_NUMBER(prefetch, 0, 0, 1,
              "1: what is mapped and is read is prefetched, a part by each thread, where the memory can"),
    CG_OPTION_COMMAND,
    CG_OPTION_FIRST,
    CG_TEXT(end, "end_block", "the command, if there is one, that ends a block with its mappings"),
    CG_TEXT(none, "no_index", "the parameter, if there is one, that is an index without a mapping"),
    {0},
};

// ---------------------------------------------------------------------------------------------------- views

static bool is_kept(const state *s, const cg_view *v) {
    return s->form != CG_CACHED && (v->original || s->globals);
}

// Is it used without a mapping? The words that a block has without one end with it.
static bool is_temporary(const state *s, const cg_view *v) {
    return s->form == CG_MAPPED && is_kept(s, v) && !v->in && !v->out && s->without && s->ends != CG_NONE;
}

// Places of the views that are kept, each at whole rows of its own, as a mapping wants them. Returns words.
static uint64_t lay_out(const state *s, cg_view *views, int n) {
    uint64_t end = 0;
    for (int i = 0; i < n; i++) {
        cg_view *v = &views[i];
        if (!is_kept(s, v)) continue;
        v->place = (end + v->row - 1) / v->row * v->row;
        end = v->place + v->rows * v->row;
    }
    return end;
}

static void set_views(cg_task *b) {
    b->views = b->s->p->views(b->s, b, b->view);
    lay_out(b->s, b->view, b->views);
    for (int i = 0; i < b->views; i++) {
        const bool temporary = is_temporary(b->s, &b->view[i]);
        b->kept[i] = temporary || (b->s->form == CG_COPIED && is_kept(b->s, &b->view[i]));
        if (temporary) b->by[i] = (int)b->s->without;
    }
}

// How an access names the word: the only place that knows.
static uint64_t address_of(const cg_task *b, int view, uint64_t row, uint64_t column) {
    const cg_view *v = &b->view[view];
    return b->kept[view] ? cg_local(b->t, 4 * (v->place + row * v->row + column))
                         : v->at + 4 * (row * v->stride + column);
}

// ---------------------------------------------------------------------------------------------------- setup

void cg_new_array(state *s, int array, uint64_t words, cg_rng *rng, uint32_t below) {
    cg_env *e = s->env;
    s->array[array].at = cg_alloc(e, 4 * words, e->line_bytes);
    s->array[array].words = words;
    s->array[array].value = cg_keep(e, 4 * words + 4);
    for (uint64_t i = 0; i < words && rng; i++)
        s->array[array].value[i] = below ? (uint32_t)cg_rng_below(rng, below) : (uint32_t)cg_rng_next(rng);
}

static void choose_form(state *s) {
    cg_env *e = s->env;
    s->form = CG_CACHED;
    if (s->by || !e->local_bytes) return;
    cg_find_mapper(e, s->command, s->first, &s->mapper);
    s->form = s->mapper.number == CG_NONE ? CG_COPIED : CG_MAPPED;
    s->ends = cg_find_command(e, s->end);
    if (s->mapper.index == CG_NONE || !e->param || !e->param(e->ctx, s->none, &s->without)) s->without = 0;
    s->prefetch = s->prefetch && s->form == CG_MAPPED && s->mapper.prefetch != CG_NONE;
}

// A mapping's base is that of word 0 of the local memory, which is in front of a view that is elsewhere.
static void leave_room_in_front(state *s) {
    if (s->form != CG_MAPPED) return;
    const uint64_t widest = s->rows > s->columns ? s->rows : s->columns;
    cg_alloc(s->env, 4 * s->mapper.first + s->env->local_bytes * widest, s->env->line_bytes);
}

// Does each part of each block fit into a local memory?
static void look_at_views(state *s) {
    uint64_t most = 0;
    cg_task b = {.s = s};
    for (b.kernel = 0; b.kernel < s->p->kernels(s); b.kernel++)
        for (b.block = 0; b.block < s->p->blocks(s, b.kernel); b.block++)
            for (b.part = 0; b.part < s->p->parts(s, b.kernel); b.part++) {
                const uint64_t words = lay_out(s, b.view, s->p->views(s, &b, b.view));
                if (words > most) most = words;
            }
    if (4 * most > s->env->local_bytes)
        cg_bad_input(s->env,
                     "workload applications: a block needs a local memory of %llu bytes, and %llu are there: "
                     "give it a smaller tile",
                     (unsigned long long)(4 * most), (unsigned long long)s->env->local_bytes);
}

static void make_units(state *s) {
    cg_env *e = s->env;
    s->units = cg_keep(e, (size_t)e->cores * sizeof *s->units);
    s->all.asleep = cg_keep(e, (size_t)e->cores * sizeof *s->all.asleep);
    for (int i = 0; i < e->cores; i++)
        s->units[i].gathering.asleep = cg_keep(e, (size_t)e->threads * sizeof *s->all.asleep);
    const int threads = e->cores * e->threads;
    s->registers = cg_keep(e, (size_t)threads * sizeof *s->registers);
    for (int i = 0; i < threads; i++) s->registers[i] = cg_keep(e, 4 * s->p->registers(s) + 4);
    s->barrier = cg_core_barrier_new(e);
    s->count = cg_alloc(e, 4, e->line_bytes);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->p = APPLICATIONS[s->kind];
    choose_form(s);
    if (e->bad_input[0]) return;
    cg_env_dense(e);
    leave_room_in_front(s);
    s->p->setup(s);
    make_units(s);
    if (e->bad_input[0]) return;
    for (int a = 0; a < CG_ARRAYS; a++)
        for (uint64_t i = 0; i < s->array[a].words; i++)
            cg_poke(e, s->array[a].at + 4 * i, s->array[a].value[i]);
    if (s->form != CG_CACHED) look_at_views(s);
}

// ------------------------------------------------------------------------------------------ gatherings
// Costs nothing: what a GPU's scheduler of thread blocks does. All that the threads have asked for is
// answered.

enum { ASLEEP = 1u << 20 }; // cycles

static void gather(cg_thread *t, cg_gathering *g, int all) {
    const uint64_t mine = g->meeting;
    cg_settle(t);
    if (++g->came < all) {
        g->asleep[g->n_asleep++] = t;
        while (g->meeting == mine) cg_pause(t, ASLEEP);
        return;
    }
    g->came = 0;
    g->meeting++;
    for (int i = 0; i < g->n_asleep; i++) cg_wake(g->asleep[i]);
    g->n_asleep = 0;
}

void cg_meet(cg_task *b) {
    cg_core_barrier_wait(b->t, b->s->barrier);
    cg_compute(b, 1);
    b->met = true;
}

// Note [blocks]: the threads of each core, then the cores' first ones.
static void end_kernel(cg_task *b) {
    state *s = b->s;
    cg_meet(b);
    if (cg_local_tid(b->t) == 0) {
        cg_fence(b->t);
        cg_amo_release(b->t, CG_AMO_ADD, s->count, 1, 0);
        gather(b->t, &s->all, s->env->cores);
        cg_amo_acquire(b->t, CG_AMO_ADD, s->count, 0, 0);
        cg_fence(b->t);
    }
    cg_meet(b);
}

// ---------------------------------------------------------------------------------------------------
// accesses

void cg_compute(cg_task *b, uint64_t instructions) {
    b->s->instructions += instructions;
    if (b->s->arithmetic && instructions) cg_pause(b->t, (unsigned)(b->s->arithmetic * instructions));
}

// Of n words of a view: an instruction and its index for each group of lanes.
static void count_access(cg_task *b, bool local, uint64_t n) {
    const uint64_t groups = (n + CG_LANES - 1) / CG_LANES;
    b->s->instructions += groups;
    cg_compute(b, groups * (local ? CG_LOCAL_INDEX : CG_GLOBAL_INDEX));
}

// An access of a local memory says by which mapping it is.
static void access_by(const cg_task *b, int view) {
    if (b->kept[view] && b->s->form == CG_MAPPED) cg_map_by(b->t, &b->s->mapper, (uint64_t)b->by[view]);
}

// Of words [first, first + n) from (row, column) on: note [wavefronts].
static void addresses_of(const cg_task *b, int view, uint64_t row, uint64_t column, uint64_t first, bool down,
                         uint64_t n, uint64_t *at) {
    for (uint64_t i = first; i < first + n; i++)
        at[i - first] = address_of(b, view, row + (down ? i : 0), column + (down ? 0 : i));
}

static void get(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, bool down, uint32_t *words) {
    count_access(b, b->kept[view], n);
    access_by(b, view);
    for (uint64_t i = 0; i < n; i += CG_LANES) {
        const uint64_t lanes = cg_least(CG_LANES, n - i);
        uint64_t at[CG_LANES];
        addresses_of(b, view, row, column, i, down, lanes, at);
        cg_ld_lanes(b->t, at, lanes, words + i);
    }
}

static void put(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, bool down,
                const uint32_t *words) {
    count_access(b, b->kept[view], n);
    access_by(b, view);
    for (uint64_t i = 0; i < n; i += CG_LANES) {
        const uint64_t lanes = cg_least(CG_LANES, n - i);
        uint64_t at[CG_LANES];
        addresses_of(b, view, row, column, i, down, lanes, at);
        cg_st_lanes(b->t, at, lanes, words + i);
    }
}

void cg_get_row(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, uint32_t *words) {
    get(b, view, row, column, n, false, words);
}

void cg_put_row(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, const uint32_t *words) {
    put(b, view, row, column, n, false, words);
}

void cg_get_column(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, uint32_t *words) {
    get(b, view, row, column, n, true, words);
}

void cg_put_column(cg_task *b, int view, uint64_t row, uint64_t column, uint64_t n, const uint32_t *words) {
    put(b, view, row, column, n, true, words);
}

uint32_t cg_get_word(cg_task *b, int view, uint64_t row, uint64_t column) {
    uint32_t word;
    get(b, view, row, column, 1, false, &word);
    return word;
}

cg_part cg_part_of(const cg_task *b, uint64_t n) {
    const uint64_t threads = (uint64_t)b->s->env->threads, me = (uint64_t)cg_local_tid(b->t);
    return (cg_part){cg_share(n, threads, me), cg_share(n, threads, me + 1)};
}

// -------------------------------------------------------------------------------------------------- mappings
// Here and in access_by() is all that depends on how many mappings a core has.

static bool same_tile(const cg_view *a, const cg_view *b) {
    return a->at == b->at && a->rows == b->rows && a->row == b->row && a->stride == b->stride &&
           a->place == b->place;
}

static int mappings(const state *s) {
    return s->mapper.index == CG_NONE ? 1 : (int)s->mappings;
}

static cg_mapping *mapping_of(cg_unit *u, const cg_view *v) {
    for (int i = 0; i < CG_MAPPINGS; i++)
        if (u->mappings[i].tile.rows && same_tile(&u->mappings[i].tile, v)) return &u->mappings[i];
    return NULL;
}

// The one that has not been used for longest, of those that this use does not want.
static cg_mapping *mapping_to_replace(cg_unit *u, int n) {
    cg_mapping *oldest = NULL;
    for (int i = 0; i < n; i++) {
        cg_mapping *m = &u->mappings[i];
        if (m->used < u->uses && (!oldest || m->used < oldest->used)) oldest = m;
    }
    return oldest;
}

// Replacing one begins a block anew, which would cost the words that this one has without a mapping.
static bool may_replace(const cg_task *b) {
    for (int i = 0; i < b->views; i++)
        if (is_temporary(b->s, &b->view[i])) return false;
    return true;
}

static void map_view(cg_task *b, cg_unit *u, const cg_view *v) {
    cg_mapping *m = mapping_to_replace(u, mappings(b->s));
    if (!m || (m->tile.rows && !may_replace(b))) return;
    *m = (cg_mapping){*v, u->uses, u->uses};
    cg_compute(b, CG_MAP_OPERANDS);
    b->s->instructions++;
    cg_map(b->t, &b->s->mapper, (uint64_t)(m - u->mappings),
           v->at / 4 - b->s->mapper.first - v->place / v->row * v->stride, 1, v->row, v->stride);
}

static void map_views(cg_task *b, cg_unit *u, const int *wanted) {
    u->uses++;
    for (int i = 0; i < 2 && wanted[i] != CG_NONE; i++) {
        cg_mapping *m = mapping_of(u, &b->view[wanted[i]]);
        if (m) m->used = u->uses;
    }
    for (int i = 0; i < 2 && wanted[i] != CG_NONE; i++)
        if (!mapping_of(u, &b->view[wanted[i]])) map_view(b, u, &b->view[wanted[i]]);
}

// A load for each line of a row, from its first word on. Each is an instruction, with the index of a place.
static void prefetch_row(cg_task *b, int view, uint64_t row) {
    const cg_view *v = &b->view[view];
    const uint64_t words = b->s->env->line_bytes / 4;
    for (uint64_t column = 0; column < v->row;) {
        count_access(b, true, 1);
        cg_ld(b->t, address_of(b, view, row, column));
        column += words - (v->at / 4 + row * v->stride + column) % words;
    }
}

// The thread's part of a view that has been mapped now: every so many rows.
static void prefetch_view(cg_task *b, int view) {
    const cg_view *v = &b->view[view];
    const cg_unit *u = &b->s->units[b->core];
    if (!b->kept[view] || !v->in || u->mappings[b->by[view]].made != u->uses) return;
    cg_prefetch_by(b->t, &b->s->mapper, (uint64_t)b->by[view]);
    for (uint64_t row = (uint64_t)cg_local_tid(b->t); row < v->rows; row += (uint64_t)b->s->env->threads)
        prefetch_row(b, view, row);
}

static bool is_mapped(const state *s, const cg_view *v) {
    return is_kept(s, v) && !is_temporary(s, v);
}

void cg_use(cg_task *b, int first, int second) {
    int wanted[] = {CG_NONE, CG_NONE}, n = 0;
    if (b->s->form != CG_MAPPED) return;
    if (is_mapped(b->s, &b->view[first])) wanted[n++] = first;
    if (second != CG_NONE && is_mapped(b->s, &b->view[second])) wanted[n++] = second;
    if (!n) return;
    cg_unit *u = &b->s->units[b->core];
    gather(b->t, &u->gathering, b->s->env->threads);
    if (cg_local_tid(b->t) == 0) map_views(b, u, wanted);
    gather(b->t, &u->gathering, b->s->env->threads);
    for (int i = 0; i < b->views; i++) {
        if (!is_mapped(b->s, &b->view[i])) continue;
        const cg_mapping *m = mapping_of(u, &b->view[i]);
        b->kept[i] = m != NULL;
        if (m) b->by[i] = (int)(m - u->mappings);
    }
    for (int i = 0; b->s->prefetch && i < n; i++) prefetch_view(b, wanted[i]);
}

// ---------------------------------------------------------------------------------------------------- copies

static void move_tile(cg_task *b, const cg_view *v, cg_transfer_kind kind, uint64_t row, uint64_t rows,
                      uint64_t column, uint64_t n) {
    if (!rows || !n) return;
    const cg_tile tile = {.place = 4 * (v->place + row * v->row + column),
                          .address = v->at + 4 * (row * v->stride + column),
                          .field = 4,
                          .object = 4,
                          .row = 4 * n,
                          .stride = 4 * v->stride,
                          .rows = rows};
    if (cg_has_engine(b->t)) {
        cg_compute(b, CG_MOVE_OPERANDS);
        b->s->instructions++;
    } else {
        count_access(b, false, rows * n);
        count_access(b, true, rows * n);
    }
    const uint32_t why = cg_move(b->t, kind, &tile);
    if (why) cg_fail(b->s->env, "a tile of kernel %llu is refused: 0x%x", (unsigned long long)b->kernel, why);
}

// The thread's part: of the rows, or where there are few of each row.
static void move_part(cg_task *b, const cg_view *v, cg_transfer_kind kind) {
    if (v->rows >= (uint64_t)b->s->env->threads) {
        const cg_part mine = cg_part_of(b, v->rows);
        move_tile(b, v, kind, mine.first, mine.end - mine.first, 0, v->row);
        return;
    }
    const cg_part mine = cg_part_of(b, v->row);
    for (uint64_t row = 0; row < v->rows; row++)
        move_tile(b, v, kind, row, 1, mine.first, mine.end - mine.first);
}

// Returns whether there is a view to copy.
static bool move_views(cg_task *b, cg_transfer_kind kind) {
    bool some = false;
    for (int i = 0; i < b->views; i++) {
        if (!b->kept[i] || !(kind == CG_TRANSFER_IN ? b->view[i].in : b->view[i].out)) continue;
        if (!b->met) cg_meet(b);
        move_part(b, &b->view[i], kind);
        some = true;
    }
    return some;
}

// Views of one part take the place of another part's, so nobody may use those any more; then all wait until
// the new ones are there.
static void copy_in(cg_task *b) {
    bool some = false;
    for (int i = 0; i < b->views; i++) some |= b->s->form == CG_COPIED && b->kept[i];
    if (some && !b->met) cg_meet(b);
    if (some && move_views(b, CG_TRANSFER_IN)) cg_meet(b);
}

// When all have changed them.
static void copy_out(cg_task *b) {
    if (b->s->form == CG_COPIED && move_views(b, CG_TRANSFER_OUT)) b->met = false;
}

// ----------------------------------------------------------------------------------------------------
// threads

// What a GPU's scheduler does when the block before has ended: no instruction.
static void end_block_before(cg_task *b) {
    const state *s = b->s;
    if (s->form != CG_MAPPED || s->ends == CG_NONE) return;
    cg_unit *u = &s->units[b->core];
    gather(b->t, &u->gathering, s->env->threads);
    if (cg_local_tid(b->t) == 0) {
        cg_ask_command(b->t, s->ends, (const uint64_t[CG_MAX_OPERANDS]){0});
        memset(u->mappings, 0, sizeof u->mappings);
    }
    gather(b->t, &u->gathering, s->env->threads);
}

static void run_block(cg_task *b) {
    state *s = b->s;
    end_block_before(b);
    for (b->part = 0; b->part < s->p->parts(s, b->kernel) && !s->env->failure[0]; b->part++) {
        set_views(b);
        copy_in(b);
        b->met = false;
        s->p->run(b);
        copy_out(b);
    }
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    const uint64_t cores = (uint64_t)s->env->cores;
    cg_task b = {.s = s, .t = t, .core = (uint64_t)cg_core(t), .registers = s->registers[cg_tid(t)]};
    for (b.kernel = 0; b.kernel < s->p->kernels(s) && !s->env->failure[0]; b.kernel++) {
        b.met = true;
        for (b.block = b.core; b.block < s->p->blocks(s, b.kernel); b.block += cores) run_block(&b);
        end_kernel(&b);
    }
}

static void ready(cg_thread *t, void *arg) { // note [ready] of structs.c
    (void)t;
    (void)arg;
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    cg_measured(s->env, "instructions", "instructions", (double)s->instructions);
    for (int a = 0; a < CG_ARRAYS; a++)
        for (uint64_t i = 0; s->array[a].expected && i < s->array[a].words; i++) {
            const uint32_t value = cg_ld(t, s->array[a].at + 4 * i);
            if (value != s->array[a].expected[i])
                cg_fail(s->env, "word %llu of array %d is 0x%x, not 0x%x", (unsigned long long)i, a, value,
                        s->array[a].expected[i]);
        }
}

const cg_workload cg_workload_applications = {
    .name = "applications",
    .doc = "thread blocks on tiles, in a local memory or by a cache: lud, sgemm, stencil, pathfinder",
    .options = OPTIONS,
    .state_bytes = sizeof(state),
    .setup = setup,
    .prepare = ready,
    .thread = thread,
    .check = check,
};
