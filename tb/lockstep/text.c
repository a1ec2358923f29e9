// Violations as text.
#include <stdarg.h>
#include <string.h>

#include "lang/mask.h"
#include "parts.h"

const char *cg_state_name(const cg_machine *m, int state) {
    return state < 0 ? "-" : state < m->n_states ? m->states[state].name : "(no state)";
}

static void append_formatted(char *text, size_t size, size_t *n, const char *fmt, va_list ap) {
    int more = vsnprintf(text + *n, size - *n, fmt, ap);
    *n += more < 0 ? 0 : (size_t)more;
    if (*n >= size) *n = size - 1; // cut
}

void cg_note(cg_lockstep *ls, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    append_formatted(ls->notes, sizeof ls->notes, &ls->n_notes, fmt, ap);
    va_end(ap);
}

static void add_difference(cg_lockstep *ls, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    append_formatted(ls->differences, sizeof ls->differences, &ls->n_differences, fmt, ap);
    va_end(ap);
}

void cg_differs_text(cg_lockstep *ls, const char *prefix, const char *name, const char *expected,
                     const char *seen) {
    char slot[128];
    snprintf(slot, sizeof slot, "%s%s", prefix, name);
    add_difference(ls, "  %-23s %-23s %s\n", slot, expected, seen);
}

// "{0, 2}"
static void set_as_text(uint64_t v, char *text, size_t size) {
    size_t n = (size_t)snprintf(text, size, "{");
    for (uint64_t left = v; left && n < size; left &= left - 1)
        n += (size_t)snprintf(text + n, size - n, "%s%d", left == v ? "" : ", ", __builtin_ctzll(left));
    if (n < size) snprintf(text + n, size - n, "}");
}

static void value_as_text(const cg_lockstep *ls, const cg_type *type, uint64_t v, char *text, size_t size) {
    const cg_enum *e =
        type && type->kind == CG_T_ENUM && type->enum_type >= 0 ? &ls->spec->enums[type->enum_type] : NULL;
    if (e && v < (uint64_t)e->n_literals)
        snprintf(text, size, "%s", e->literals[v]);
    else if (type && cg_is_set(*type))
        set_as_text(v, text, size);
    else if (v < 10)
        snprintf(text, size, "%llu", (unsigned long long)v);
    else if (type)
        snprintf(text, size, "%llu (0x%llx)", (unsigned long long)v, (unsigned long long)v);
    else
        snprintf(text, size, "0x%llx", (unsigned long long)v);
}

void cg_differs(cg_lockstep *ls, const char *prefix, const char *name, const cg_type *type, uint64_t expected,
                uint64_t seen) {
    char a[64], b[64];
    value_as_text(ls, type, expected, a, sizeof a);
    value_as_text(ls, type, seen, b, sizeof b);
    cg_differs_text(ls, prefix, name, a, b);
}

static uint32_t masked_word(const uint8_t *line, const uint64_t mask[2], uint64_t at) {
    uint32_t w = 0;
    for (uint64_t i = at; i < at + 4; i++)
        if (mask[i >> 6] >> (i & 63) & 1) w |= (uint32_t)line[i] << 8 * (i - at);
    return w;
}

void cg_differs_line(cg_lockstep *ls, const char *prefix, const uint8_t *expected, const uint8_t *seen,
                     const uint64_t mask[2]) {
    for (uint64_t i = 0; i < ls->spec->line_bytes; i += 4) {
        const uint32_t a = masked_word(expected, mask, i), b = masked_word(seen, mask, i);
        char name[64], ta[16], tb[16];
        snprintf(name, sizeof name, "line[%llu..%llu]", (unsigned long long)i, (unsigned long long)i + 3);
        snprintf(ta, sizeof ta, "0x%08x", a);
        snprintf(tb, sizeof tb, "0x%08x", b);
        if (a != b) cg_differs_text(ls, prefix, name, ta, tb);
    }
}

static void write_heading(const cg_lockstep *ls, const cg_record *r, char *text, size_t size) {
    size_t n = 0;
    const char *machine = r->sm->m->name;
#define ADD(...) (n += n < size ? (size_t)snprintf(text + n, size - n, __VA_ARGS__) : 0)
    ADD("lockstep: cycle %llu: %s[%d] fired ", (unsigned long long)ls->cycle, machine, r->node);
    if (!r->rule) {
        ADD("a rule that does not exist\n");
        return;
    }
    ADD("%s", r->rule->id);
    if (r->event->block) ADD(" for address 0x%llx, thread %u", (unsigned long long)r->addr, r->tid);
    if (r->event->thread && !r->event->block) ADD(" for thread %u", r->tid);
    if (r->event->kind == CG_EV_MESSAGE && ls->spec->msgs[r->event->msg].from >= 0)
        ADD(", from %s[%u]", ls->spec->machines[ls->spec->msgs[r->event->msg].from].name, r->src);
    ADD("%s\n", r->replay ? ", replayed" : "");
    if (r->rule->text) ADD("  rule: %s\n", r->rule->text);
#undef ADD
}

bool cg_report(cg_lockstep *ls, const cg_record *r) {
    if (!ls->n_notes && !ls->n_differences) return false;
    char text[sizeof ls->notes + sizeof ls->differences + 1024], head[1024] = "";
    if (r)
        write_heading(ls, r, head, sizeof head);
    else
        snprintf(head, sizeof head, "lockstep: cycle %llu\n", (unsigned long long)ls->cycle);
    static const char columns[] = "  slot                    table says              hardware did\n";
    snprintf(text, sizeof text, "%s%.*s%s%.*s", head, (int)ls->n_notes, ls->notes,
             ls->n_differences ? columns : "", (int)ls->n_differences, ls->differences);
    ls->n_notes = ls->n_differences = 0;
    ls->violations++;
    bool has_addr = r && r->rule && r->event->block;
    if (ls->config.violation)
        ls->config.violation(ls->config.ctx, text, ls->cycle, has_addr, has_addr ? r->addr : 0);
    else
        fputs(text, stderr);
    return true;
}
