#include "transfer.h"

#include "local.h"
#include "topology.h"

__extension__ typedef unsigned __int128 wide;

bool cg_has_transfers(const cg_spec *s) {
    return s->n_operands > s->n_rule_operands;
}

int cg_transfer_find(const cg_spec *s, cg_transfer_kind kind) {
    int k = 0;
    while (k < s->n_commands && s->commands[k].transfer != kind) k++;
    return k < s->n_commands ? k : CG_NONE;
}

cg_transfer_kind cg_transfer_of(const cg_spec *s, const cg_request *r) {
    return r->op == CG_FENCE && r->command ? s->commands[r->command - 1].transfer : CG_NO_TRANSFER;
}

cg_tile cg_tile_asked(const cg_spec *s, const cg_request *r) {
    const uint64_t *from = r->operands + s->n_rule_operands;
    cg_tile t = {0};
#define X(name, doc) t.name = *from++;
    CG_TRANSFER_OPERANDS(X)
#undef X
    return t;
}

cg_request cg_transfer_request(const cg_spec *s, cg_transfer_kind kind, const cg_tile *t) {
    cg_request q = {.op = CG_FENCE, .command = (unsigned)cg_transfer_find(s, kind) + 1};
    uint64_t *to = q.operands + s->n_rule_operands;
#define X(name, doc) *to++ = t->name;
    CG_TRANSFER_OPERANDS(X)
#undef X
    return q;
}

uint64_t cg_transfer_words(const cg_spec *s) {
    for (int i = 0; i < s->n_machines; i++)
        if (s->machines[i].local) return cg_memory_bytes(s, &s->machines[i]) / CG_TILE_WORD;
    return 0;
}

// A row whose field is the whole object is moved as it is.
static cg_tile as_moved(const cg_tile *t) {
    cg_tile m = *t;
    if (t->field == t->object) m.field = m.object = m.row;
    return m;
}

unsigned cg_tile_refused(const cg_spec *s, const cg_tile *t) {
    const bool whole = t->field == t->object, several = t->rows != 1;
    unsigned why = 0;
    if (!t->field || !t->object || !t->row || !t->rows) why |= CG_TILE_EMPTY;
    if (t->field > t->object || (!whole && t->field % 4)) why |= CG_TILE_FIELD;
    if (t->place % 4 || t->address % 4 || t->row % 4 || (several && t->stride % 4) ||
        (!whole && t->object % 4))
        why |= CG_TILE_WORDS;
    if (several && t->stride < t->row) why |= CG_TILE_OVERLAP;
    if (why & CG_TILE_EMPTY) return why;
    const cg_tile m = as_moved(t);
    if (m.row % m.object) why |= CG_TILE_OBJECTS;
    const wide bytes = (wide)(m.row / m.object) * m.field * m.rows;
    if (m.place + bytes > (wide)cg_transfer_words(s) * CG_TILE_WORD) why |= CG_TILE_MEMORY;
    if (m.address + (wide)(m.rows - 1) * m.stride + m.row > (wide)1 << s->addr_bits) why |= CG_TILE_SPACE;
    return why;
}

static uint64_t words_of_row(const cg_tile *m) {
    return m->row / m->object * (m->field / CG_TILE_WORD);
}

uint64_t cg_tile_words(const cg_tile *t) {
    const cg_tile m = as_moved(t);
    return words_of_row(&m) * m.rows;
}

uint64_t cg_tile_address(const cg_tile *t, uint64_t word) {
    const cg_tile m = as_moved(t);
    const uint64_t row = word / words_of_row(&m), at = word % words_of_row(&m) * CG_TILE_WORD;
    return m.address + row * m.stride + at / m.field * m.object + at % m.field;
}

cg_request cg_transfer_step(cg_transfer_kind kind, const cg_tile *t, int core, uint64_t k, uint32_t data) {
    const bool store = k % 2, local = store == (kind == CG_TRANSFER_IN);
    const uint64_t word = k / 2, place = t->place + word * CG_TILE_WORD;
    cg_request q = {.op = store ? CG_STORE : CG_LOAD,
                    .addr = local ? cg_local_addr((uint64_t)core, place) : cg_tile_address(t, word)};
    if (store) {
        q.data = data;
        q.mask = 0xf;
    }
    return q;
}
