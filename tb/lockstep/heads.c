// May what a controller took from the head of a structure be there, and leave?
#include "parts.h"

// Is a walk under way, and if it is a marker that has come: is it the oldest one, and waits for no line?
static bool is_walked(const cg_record *r) {
    const int walk = r->event->structure;
    const char *name = r->sm->m->structures[walk].name;
    const cg_element *oldest = cg_shadow_head(r->ls->shadow, r->machine, r->node, walk);
    const cg_block *due = cg_shadow_due(r->ls->shadow, r->machine, r->node, walk, 0);
    const bool marker = r->event->kind == CG_EV_MARKER;
    if (!oldest)
        cg_note(r->ls, "  no marker is in %s\n", name);
    else if (marker && oldest->tid != r->tid)
        cg_note(r->ls, "  the oldest marker in %s is of thread %u\n", name, oldest->tid);
    else if (marker && due)
        cg_note(r->ls, "  address 0x%llx was here before the marker, and %s has not offered it yet\n",
                (unsigned long long)(due->line << r->sm->plan->line_shift), name);
    else
        return true;
    return false;
}

// Is this line or this thread's marker at the head of the fifo, and may it leave?
bool cg_is_at_head(const cg_record *r) {
    const int fifo = r->event->structure;
    const char *name = r->sm->m->structures[fifo].name;
    if (r->sm->m->structures[fifo].walks) return is_walked(r);
    const cg_element *head = cg_shadow_head(r->ls->shadow, r->machine, r->node, fifo);
    const bool marker = r->event->kind == CG_EV_MARKER;
    if (!head || head->marker != marker)
        cg_note(r->ls, "  %s at the head of %s\n", head ? "the other kind is" : "nothing is", name);
    else if (marker && head->tid != r->tid)
        cg_note(r->ls, "  the marker at the head of %s is of thread %u\n", name, head->tid);
    else if (!marker && head->line != r->addr >> r->sm->plan->line_shift)
        cg_note(r->ls, "  address 0x%llx is at the head of %s\n",
                (unsigned long long)(head->line << r->sm->plan->line_shift), name);
    else if (!cg_shadow_may_drain(r->ls->shadow, r->machine, r->node, fifo))
        cg_note(r->ls, "  %s does not drain: it has no marker, and has room\n", name);
    else
        return true;
    return false;
}
