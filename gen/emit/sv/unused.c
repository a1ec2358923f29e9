// What a controller has and does not use: read in one place, each with its reason, as linters ask for it.
//
// A controller is the same text for every table as far as it can be, so some tables leave something over.
// What is left over is found in the text that ships, without what stands there for a macro: a signal that it
// only declares, drives or takes from a part.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"

#include "base/memory.h"

// Whole signals, by why they may be left over.
static const struct {
    const char *why, *names[8];
} SIGNALS[] = {
    {"for the trace and assertions", {"rule", "s1_mshr_has_way", "s1_mshr_way"}},
    {"no message names this controller", {"id_i"}},
    {"all arrays are read before", {"s1_set"}},
    {"nobody is answered here", {"do_hit", "respond", "s2_own", "s2_old"}},
    {"no rule writes bytes of a line", {"do_write", "held", "op_word", "op_mask"}},
    {"no rule operates on a word", {"do_atomic", "op_aop", "op_cmp"}},
    {"no word of a line is wanted here", {"s2_offset", "s2_words", "s2_part"}},
    {"lines are written by fills alone", {"s2_brings", "fill"}},
    {"no rule flashes them", {"flash_lines", "flash_mshrs", "stable_next"}},
    {"nothing is allocated or freed",
     {"alloc_mshr", "release_mshr", "alloc_line", "must_evict", "s2_unsure_q", "way_pinned"}},
    {"no rule looks into the store buffer", {"buffered", "sb_line", "sb_bytes"}},
};

typedef struct {
    sv_control *c;
    char *text;      // of the controller as it ships, without comments
    const char *why; // of the names printed last
    int n;           // names printed
} leftovers;

// ---------------------------------------------------------------------------------------------- reading

// The text as a tool reads it that defines none of our macros, without comments.
static char *shipped_text(const char *text) {
    char *shipped = NULL;
    FILE *out = cg_text_open(&shipped, NULL);
    unsigned open = 1; // bit 0: of the innermost `ifdef this branch is read; above it those around
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        if (!strncmp(text, "`ifdef", 6))
            open <<= 1;
        else if (!strncmp(text, "`else", 5))
            open = (open & ~1u) | (~open & open >> 1 & 1);
        else if (!strncmp(text, "`endif", 6))
            open >>= 1;
        else if (open & 1) {
            const char *comment = strstr(text, "//");
            fprintf(out, "%.*s\n", comment && comment < text + n ? (int)(comment - text) : (int)n, text);
        }
    }
    fclose(out);
    return shipped;
}

static bool is_of_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

// A declaration, or a port of the module?
static bool declares(const leftovers *l, const char *line, size_t n) {
    const char *word = line + strspn(line, " "), *pkg = l->c->plan->name;
    if (!strncmp(word, "logic ", 6) || !strncmp(word, "input ", 6) || !strncmp(word, "output ", 7))
        return true;
    return !strncmp(word, pkg, strlen(pkg)) && !strncmp(word + strlen(pkg), "_pkg::", 6) &&
           !memchr(line, '=', n);
}

// Is the name at `at`, of `n` letters, what is assigned there?
static bool is_assigned(const char *line, const char *at, size_t n) {
    int depth = 0;
    const char *first = line + strspn(line, " "), *end = strstr(first, "} =");
    if (*first == '{' && end && at < end && end < line + strcspn(line, "\n")) return true; // one of several
    for (const char *p = line; p < at; p++) {
        if (!depth && *p == '=') return false;
        depth += (*p == '(' || *p == '{' || *p == '[') - (*p == ')' || *p == '}' || *p == ']');
    }
    if (depth) return false;
    const char *after = at + n;
    for (int inside = 0; *after == '[' || inside; after++) inside += (*after == '[') - (*after == ']');
    after += strspn(after, " ");
    return (*after == '=' && after[1] != '=') || (*after == '<' && after[1] == '=');
}

// Does a part drive it: ".full_o(name)"?
static bool is_output_of_part(const char *line, const char *at) {
    const char *p = at;
    while (p > line && *p != '(' && *p != ')') p--;
    return *p == '(' && p > line + 2 && p[-1] == 'o' && p[-2] == '_';
}

// The next place of the name from `p` on; NULL: there is none.
static const char *next_place(const char *p, const char *name) {
    const size_t letters = strlen(name);
    while ((p = strstr(p, name)) && (is_of_word(p[letters]) || is_of_word(p[-1]))) p += letters;
    return p;
}

static bool is_read(const leftovers *l, const char *name) {
    const size_t letters = strlen(name);
    for (const char *p = l->text; (p = next_place(p, name)); p += letters) {
        const char *line = p;
        while (line > l->text && line[-1] != '\n') line--;
        const size_t n = strcspn(line, "\n");
        if (!declares(l, line, n) && !is_assigned(line, p, letters) && !is_output_of_part(line, p))
            return true;
    }
    return false;
}

// --------------------------------------------------------------------------------------------- printing

static void leave(leftovers *l, const char *why, const char *name) {
    FILE *out = l->c->out;
    if (is_read(l, name)) return;
    if (!l->n++)
        fputs("\n  // What this machine leaves over.\n  logic unused;\n  assign unused = ^{", out);
    else
        fputc(',', out);
    if (!l->why || strcmp(l->why, why) != 0)
        fprintf(out, "\n    // %s\n    ", why);
    else
        fputc(' ', out);
    fputs(name, out);
    l->why = why;
}

// Members of struct `signal`, which is read by its members, if at all.
static void leave_members(leftovers *l, const char *signal, const char *why, const cg_lane_plan *lane) {
    const cg_layout *layout = &lane->layout;
    char name[2 * SV_NAME];
    if (is_read(l, signal)) return;
    for (int i = 0; i < layout->n_slots; i++) {
        const char *slot = layout->slots[i].name;
        if (lane->host[i] != CG_NONE || (lane->link_bits && !strcmp(slot, "line"))) continue;
        const char *member = !strcmp(slot, "type") ? "kind" : slot;
        snprintf(name, sizeof name, "%s.%s", signal, member);
        leave(l, why, name);
    }
}

static void leave_signal(leftovers *l, const char *why, const char *name) {
    if (next_place(l->text, name)) leave(l, why, name);
}

// Of what an event brings: requests() of package.c.
static void leave_event(leftovers *l) {
    const cg_layout *t = &l->c->mp->trace;
    char name[SV_NAME];
    for (int i = 0; i < t->n_slots; i++) {
        const char *slot = t->slots[i].name;
        const bool in = !strncmp(slot, "in.", 3) && strcmp(slot, "in.line") && strcmp(slot, "in.bytes");
        if (!in && strcmp(slot, "addr") && strcmp(slot, "tid") && strcmp(slot, "src") &&
            strcmp(slot, "words"))
            continue;
        snprintf(name, sizeof name, "s2_in_q.%s", in ? slot + 3 : slot);
        leave(l, "no rule reads these", name);
    }
}

// Of messages: `msg` is where S0 takes them, `old` where they stand until S2 is done with their lines.
static void leave_messages(leftovers *l, const char *where, bool lines_only, const char *why) {
    const sv_control *c = l->c;
    char name[SV_NAME + 8];
    for (int i = 0; i < c->n_ports; i++) {
        const sv_port *p = &c->ports[i];
        if (p->kind != SV_PORT_LANE || (lines_only && !p->lines)) continue;
        const cg_lane_plan *lane = &c->plan->lanes[p->channel];
        if (lines_only && lane->link_bits && !p->bytes) continue; // S2 does not look at its header
        snprintf(name, sizeof name, "%s_%s", p->name, where);
        leave_members(l, name, why, lane);
    }
}

// Of messages that leave in pairs: their lines go elsewhere.
static void leave_pairs(leftovers *l) {
    const sv_control *c = l->c;
    char lane[SV_NAME], name[SV_NAME + 16];
    for (int k = 0; k < c->mp->n_out; k++) {
        if (!sv_pair_on(c, k) || !cg_slot_find(&c->plan->lanes[c->mp->out_channels[k]].layout, "line"))
            continue;
        sv_lane(c->s, c->mp->out_channels[k], lane);
        snprintf(name, sizeof name, "%s_out.line", lane);
        leave(l, "lines have a queue of their own", name);
        snprintf(name, sizeof name, "%s_evicts.line", lane);
        leave(l, "lines have a queue of their own", name);
    }
}

// Of messages that join: one word goes on, and only the trace says that it joins.
static void leave_joined(leftovers *l) {
    const sv_control *c = l->c;
    char lane[SV_NAME], name[SV_NAME + 16];
    for (int k = 0; k < c->mp->n_out; k++) {
        const cg_lane_plan *plan = &c->plan->lanes[c->mp->out_channels[k]];
        if (!plan->joining) continue;
        sv_lane(c->s, c->mp->out_channels[k], lane);
        snprintf(name, sizeof name, "%s_joins", lane);
        leave_signal(l, "for the trace", name);
        snprintf(name, sizeof name, "%s_out.line", lane);
        if (cg_slot_find(&plan->layout, "line"))
            leave(l, "the line is put together where messages join", name);
    }
}

// Of the core's requests: S0 does not read what S2 reads of the queue, nor S2 what it has in registers.
static void leave_requests(leftovers *l) {
    static const char *const members[] = {"op", "addr", "tid", "wdata", "wmask", "aop", "cmp"};
    static const char *const places[] = {"core_msg", "core_old"};
    const sv_control *c = l->c;
    char name[SV_NAME + 8];
    if (!sv_core_keeps(c)) return;
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
            snprintf(name, sizeof name, "%s.%s", places[k], members[i]);
            leave(l, "S0 reads a part of a request, S2 another", name);
        }
        for (int i = 0; i < c->s->n_marks; i++) {
            if (!(c->mp->marks >> i & 1)) continue;
            snprintf(name, sizeof name, "%s." CG_MARK_SLOT "%s", places[k], c->s->marks[i]);
            leave(l, "S0 reads a part of a request, S2 another", name);
        }
    }
}

void sv_control_unused(sv_control *c, const char *text) {
    leftovers l = {.c = c, .text = shipped_text(text)};
    char name[2 * SV_NAME];
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++)
        for (const char *const *n = SIGNALS[i].names; *n; n++) leave_signal(&l, SIGNALS[i].why, *n);
    for (int i = 0; i < c->m->n_inputs; i++) {
        snprintf(name, sizeof name, "%s_i", c->s->inputs[c->m->inputs[i]].name);
        leave_signal(&l, "no rule of this machine reads the mode", name);
    }
    for (int i = 0; i < c->f.n_fields; i++) {
        snprintf(name, sizeof name, "%s%s", c->f.fields[i].prefix, c->f.fields[i].field->name);
        leave_signal(&l, "no rule reads the field", name);
    }
    if (!is_read(&l, "s2_in_q")) leave_event(&l);
    leave_messages(&l, "msg", false,
                   "S2 reads lines; S0 does not read the kind where there is one kind only");
    leave_messages(&l, "old", true, "S2 has these in registers");
    leave_pairs(&l);
    leave_joined(&l);
    leave_requests(&l);
    if (l.n) fputs("\n  };\n", c->out);
    free(l.text);
}
