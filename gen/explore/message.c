// Messages in words, and those that nobody has taken.
#include <stdlib.h>
#include <string.h>

#include "parts.h"

// ", exp 3"; "" for zero, false and the first literal, which a message has in most of its fields.
static const char *field_text(const ex_replayer *r, const cg_field *f, const char *value) {
    if (!value) return "";
    const char *shown = ex_show(r, &f->type, value);
    switch (f->type.kind) {
    case CG_T_BOOL: return !strcmp(shown, "true") ? EX_PRINT(r, ", %s", f->name) : "";
    case CG_T_ENUM:
        if (!strcmp(shown, r->s->spec->enums[f->type.enum_type].literals[0])) return "";
        break;
    case CG_T_REQUEST:
    case CG_T_CORE:
    case CG_T_NODE: break;
    case CG_T_MASK:
    case CG_T_SET:
        if (!strcmp(shown, "{}")) return "";
        break;
    case CG_T_INT:
        if (!strcmp(shown, "0")) return "";
        break;
    }
    return EX_PRINT(r, ", %s %s", f->name, shown);
}

const char *ex_message_text(const ex_replayer *r, const cg_msg *m, const char *path) {
    const char *text = "", *prefix = EX_PRINT(r, "%s.", path), *payload = NULL;
    for (int i = 0; i < m->n_fields; i++)
        text = EX_PRINT(r, "%s%s", text,
                        field_text(r, &m->fields[i],
                                   ex_read(r, r->values, &m->fields[i].type, prefix, m->fields[i].name)));
    if (cg_carries_data(m) || m->payload == CG_PAY_BYTES) payload = "data";
    if (m->payload == CG_PAY_WORD || m->payload == CG_PAY_ATOMIC) payload = "word";
    const char *v = payload ? ex_value(r, r->values, EX_PRINT(r, "%s%s", prefix, payload)) : NULL;
    if (v) text = EX_PRINT(r, "%s, %s %s", text, payload, ex_plain(r, v));
    if (m->payload == CG_PAY_BYTES && ex_has_mask(r, prefix))
        text = EX_PRINT(r, "%s of %s", text, ex_mask_text(r, prefix));
    return *text ? EX_PRINT(r, "%s{%s}", m->name, text + 2) : m->name;
}

// --------------------------------------------------------------------------------------- still on their way

static const cg_msg *kind_of_message(const ex_replayer *r, const cg_channel *c, const char *path) {
    const char *kind = ex_value(r, r->values, EX_PRINT(r, "%s.kind", path));
    for (int i = 0; kind && i < c->n_msgs; i++) {
        const cg_msg *m = &r->s->spec->msgs[c->msgs[i]];
        if (!strcmp(ex_without(kind, "msg"), m->name)) return m;
    }
    return NULL;
}

// Lane [a][b]: from a to b, or from the memory to a about line b.
static void add_lane(const ex_replayer *r, const cg_channel *c, int a, int b) {
    ex_steps *s = r->s;
    const bool memory = c->from == CG_MEMORY;
    const char *path = ex_lane(r, c, a, b), *n = ex_value(r, r->values, EX_PRINT(r, "%s.n", path));
    const char *from = memory ? "memory" : EX_PRINT(r, "%s[%d]", s->spec->machines[c->from].name, a);
    for (int slot = 0; n && slot < atoi(n); slot++) {
        const char *at = EX_PRINT(r, "%s.m[%d]", path, slot);
        const cg_msg *m = kind_of_message(r, c, at);
        if (!m) continue;
        *CG_PUSH(s->arena, s->pending, s->n_pending) =
            EX_PRINT(r, "%s from %s to %s[%d]", ex_message_text(r, m, at), from,
                     s->spec->machines[c->to].name, memory ? a : b);
    }
}

// An `error` in a rule leaves the message of this step where it was.
static void drop_last(ex_steps *s) {
    const ex_step *x = s->n_steps ? &s->steps[s->n_steps - 1] : NULL;
    const bool whole =
        !strcmp(s->kind, "invariant") || !strcmp(s->kind, "progress") || !strcmp(s->kind, "deadlock");
    if (!x || !x->message || x->again || whole) return;
    const size_t n = strlen(x->message);
    for (int i = 0; i < s->n_pending; i++) {
        if (strncmp(s->pending[i], x->message, n) != 0 || s->pending[i][n] != ' ') continue;
        memmove(&s->pending[i], &s->pending[i + 1], (size_t)(--s->n_pending - i) * sizeof *s->pending);
        return;
    }
}

void ex_find_pending(const ex_replayer *r) {
    const cg_spec *s = r->s->spec;
    for (int i = 0; i < s->n_channels; i++) {
        const cg_channel *c = &s->channels[i];
        if (c->to == CG_MEMORY) continue;
        const bool memory = c->from == CG_MEMORY;
        const int from = (int)s->machines[memory ? c->to : c->from].count;
        const int to = memory ? r->s->n_lines : (int)s->machines[c->to].count;
        for (int k = 0; k < from * to; k++) add_lane(r, c, k / to, k % to);
    }
    drop_last(r->s);
}
