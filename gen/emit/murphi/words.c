// Lines of several words, where blocks are words.
//
// note [lines of words]: `words` blocks that follow each other make one line. What the hardware does for a
// group of words in one transition (docs/language.md, note [words]) the model does word by word, each with
// messages of its own, which may go different ways at different times: all that the hardware can do for a
// group is among that, and more. What belongs to the line is the line's: an entry of the store buffer; an
// eviction, which begins when no word of the line is in an MSHR entry, and goes on for the others while words
// of it are. What is atomic is atomic. A rule that widens takes all words of the line along that are alike,
// in one step; their messages are about other words than the one that was asked for (`along`), and what comes
// back completes nobody's request. A read of memory brings all words of the line, and nothing of its line
// comes between them: they are taken from the lowest on, and meanwhile the controller takes nothing else of
// that line.
#include "emit.h"
#include "lang/mask.h"

int mu_line_words(const mu *u) {
    return u->o->words > 1 ? u->o->words : 1;
}

const char *mu_same_line(const mu *u, const char *a, const char *b) {
    const int n = mu_line_words(u);
    return n == 1 ? MU_TEXT(u, "%s = %s", a, b) : MU_TEXT(u, "%s / %d = %s / %d", a, n, b, n);
}

const char *mu_buffered(const mu *u, const char *node, const char *line) {
    if (mu_line_words(u) == 1) return MU_TEXT(u, "%s.buffer[%s].there", node, line);
    return MU_TEXT(u, "(exists b: line_id do %s & %s.buffer[b].there end)", mu_same_line(u, "b", line), node);
}

const char *mu_wanted(const mu *u, const cg_machine *m, const char *self, const char *line) {
    const char *core = mu_core_of(u, m, self);
    return MU_TEXT(u, "(exists w: thread_id do core[%s][w].status = again & core[%s][w].line = %s end)", core,
                   core, line);
}

// note [lines of words]: a message about another word of the line is one that came along.
const char *mu_requested(const mu_names *n) {
    const bool along = mu_line_words(n->u) > 1 && n->u->thread[n->msg - n->u->s->msgs];
    return along ? MU_TEXT(n->u, "!%s.along", n->packet) : "true";
}

// ------------------------------------------------------------------------------------------------ evictions

// A state into which an eviction leads.
static bool is_leaving(const cg_machine *m, int state) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (m->events[r->event].kind == CG_EV_EVICT && !r->stalls && r->next == state) return true;
    }
    return false;
}

const char *mu_line_leaves(const mu_cause *c) {
    const char *held = NULL;
    for (int s = c->m->n_stable; s < c->m->n_states; s++) {
        if (is_leaving(c->m, s)) continue;
        held = MU_TEXT(c->u, "%s%s%s.line[e].state = %s", held ? held : "", held ? " | " : "", c->names.node,
                       mu_state(c->u, c->m, s));
    }
    if (mu_line_words(c->u) == 1 || !held) return NULL;
    return MU_TEXT(c->u, "(forall e: line_id do %s -> !(%s) end)", mu_same_line(c->u, "e", c->line), held);
}

// ------------------------------------------------------------------------------------------- reads of memory

// The channel on which lines of memory come to this machine, NULL.
static const mu_channel *from_memory(const mu_cause *c) {
    const mu *u = c->u;
    for (int i = 0; i < u->s->n_channels; i++)
        if (u->channels[i].c->from == CG_MEMORY && &u->s->machines[u->channels[i].c->to] == c->m)
            return &u->channels[i];
    return NULL;
}

const char *mu_whole_line(const mu_cause *c) {
    const mu *u = c->u;
    const mu_channel *ch = from_memory(c);
    if (mu_line_words(u) == 1 || !ch || !c->line || c->source == MU_INSIDE) return NULL;
    const char *other = MU_TEXT(u, "%s[node][k].n", ch->name),
               *own = MU_TEXT(u, "%s[node][%s].n", ch->name, c->line);
    const char *same = mu_same_line(u, "k", c->line);
    if (!c->names.msg || c->names.msg->from != CG_MEMORY)
        return MU_TEXT(u, "(forall k: line_id do %s -> %s = %s end)", same, other, own);
    return MU_TEXT(u, "(forall k: line_id do %s -> (k < %s ? %s < %s : %s = %s) end)", same, c->line, other,
                   own, other, own);
}

// ------------------------------------------------------------------------------------------------- widening

static const char *alike_item(const mu_cause *c, int item, bool set, const char *id) {
    const char *f = mu_cell_field(c->u, c->mm, item);
    if (set) return MU_TEXT(c->u, " & (forall e: %s do n.line[l].%s[e] = c.%s[e] end)", id, f, f);
    return MU_TEXT(c->u, " & n.line[l].%s = c.%s", f, f);
}

const char *mu_alike(const mu_cause *c, const cg_rule *r) {
    const mu *u = c->u;
    const cg_machine *m = c->m;
    const char *text = MU_TEXT(u, "l != line & %s & n.line[l].state = %s", mu_same_line(u, "l", "line"),
                               mu_state(u, m, r->state));
    for (int i = 0; i < mu_cell_fields(m); i++) {
        const cg_type *t = &mu_item_field(m, i)->type;
        const bool set = cg_is_set(*t);
        if (mu_live(c->mm, r->state, i))
            text = MU_TEXT(u, "%s%s", text, alike_item(c, i, set, set ? mu_members(u, t) : ""));
    }
    if (mu_has_buffer(m)) text = MU_TEXT(u, "%s & n.buffer[l].there = n.buffer[line].there", text);
    if (m->core_port)
        text =
            MU_TEXT(u, "%s & %s = %s", text, mu_wanted(u, m, "node", "l"), mu_wanted(u, m, "node", "line"));
    return text;
}

// As the event is for another word of the line, inside the handler.
mu_cause mu_along(const mu_cause *c) {
    mu_cause other = *c;
    other.along = true;
    other.line = other.names.line = "l";
    other.names.cell = "n.line[l]";
    return other;
}
