// The document's order: what it is, the machines one by one, messages, parameters, storage.
#include <stdarg.h>
#include <string.h>

#include "lang/command.h"
#include "lang/topology.h"
#include "parts.h"

// -------------------------------------------------------------------------------------- adding blocks

doc_block *doc_add(doc *d, doc_kind kind) {
    doc_block *b = CG_PUSH(d->arena, d->blocks, d->n_blocks);
    b->kind = kind;
    return b;
}

const char *doc_f(doc *d, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    const char *text = cg_arena_vprintf(d->arena, fmt, args);
    va_end(args);
    return text;
}

void doc_heading(doc *d, int level, const char *anchor, const char *text) {
    doc_block *b = doc_add(d, DOC_HEADING);
    b->level = level;
    b->anchor = anchor;
    b->text = text;
}

void doc_say(doc *d, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    const char *text = cg_arena_vprintf(d->arena, fmt, args);
    va_end(args);
    doc_add(d, DOC_PARAGRAPH)->text = text;
}

doc_table *doc_add_table(doc *d, const char *const *titles, int n) {
    doc_table *t = doc_add(d, DOC_TABLE)->table = cg_arena_alloc(d->arena, sizeof *t);
    t->titles = titles;
    t->n_titles = n;
    return t;
}

void doc_row(doc *d, doc_table *t, const char *anchor, const char *const *cells) {
    int n = t->n_rows * t->n_titles;
    for (int i = 0; i < t->n_titles; i++) *CG_PUSH(d->arena, t->cells, n) = cells[i];
    *CG_PUSH(d->arena, t->anchors, t->n_rows) = anchor;
}

const char *doc_or_empty(const char *text) {
    return text ? text : "";
}

const char *doc_number(doc *d, uint64_t n) {
    if (n < 10000) return doc_f(d, "%llu", (unsigned long long)n);
    const char *head =
        n < 1000000 ? doc_f(d, "%llu", (unsigned long long)(n / 1000)) : doc_number(d, n / 1000);
    return doc_f(d, "%s\xc2\xa0%03llu", head, (unsigned long long)(n % 1000)); // a space that does not break
}

// ----------------------------------------------------------------------------------------------- intro

static const char *paper_count(doc *d, int n) {
    return n ? doc_f(d, "%d", n) : "\xe2\x80\x93";
}

static void overview(doc *d, const doc_count *const *counts) {
    static const char *const TITLES[] = {"machine", "what it is",   ">controllers", ">states",
                                         ">paper",  ">transitions", ">paper",       ">rules"};
    const cg_spec *s = d->spec;
    doc_heading(d, 2, "overview", "Overview");
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        DOC_ROW(d, t, NULL, doc_f(d, "`%s`", m->name), doc_or_empty(m->doc), doc_number(d, m->count),
                doc_f(d, "%d", m->n_states), paper_count(d, m->paper_states),
                doc_f(d, "%d", cg_count_transitions(m)), paper_count(d, m->paper_transitions),
                doc_f(d, "%d", m->n_rules));
    }
    doc_say(
        d,
        "A transition is a rule that is neither a pure stall nor impossible. The columns `paper` are as the "
        "paper counts its table, where it does; its rules may be cut differently.");
    if (counts) doc_coverage(d, counts);
    doc_flow_diagram(d);
}

// ------------------------------------------------------------------------------------------- a machine

static void machine_facts(doc *d, const cg_machine *m) {
    const char *role = m->consistency ? doc_f(d, ", each with a core that is promised `%s`", m->consistency)
                       : m->core_port ? ", each with a core"
                       : m->home      ? ", over which lines are interleaved"
                                      : "";
    if (m->cluster != CG_NONE)
        role = doc_f(d, "%s, %llu in each `%s`%s", role, (unsigned long long)m->members,
                     d->spec->clusters[m->cluster].name,
                     m->interleave > 1 ? ", over which lines are interleaved" : "");
    if (m->local) {
        doc_say(d, "%s%s%llu controllers (`%s`), each a local memory beside `%s`. %llu %s.",
                m->doc ? m->doc : "", m->doc ? ". " : "", (unsigned long long)m->count,
                d->spec->params[m->count_param].name, d->spec->machines[m->beside].name,
                (unsigned long long)m->sets, m->of_words ? "words" : "lines");
        if (m->mapped)
            doc_say(d, "Its %s may be of global ones. %llu MSHR entries, %llu deferred requests.",
                    m->of_words ? "words" : "lines", (unsigned long long)m->mshrs,
                    (unsigned long long)m->waiters);
        return;
    }
    doc_say(
        d,
        "%s%s%llu controller%s (`%s`)%s. %llu sets of %llu ways, %llu MSHR entries, %llu deferred requests.",
        m->doc ? m->doc : "", m->doc ? ". " : "", (unsigned long long)m->count, m->count == 1 ? "" : "s",
        d->spec->params[m->count_param].name, role, (unsigned long long)m->sets, (unsigned long long)m->ways,
        (unsigned long long)m->mshrs, (unsigned long long)m->waiters);
    if (m->accept_requests)
        doc_say(d, "New requests, deferred requests and the core's requests are taken only while `%s`.",
                m->accept_requests->text);
    if (m->fair)
        doc_say(d, "Deferred requests that come again go before new ones for their set, each in its turn.");
    if (m->holds_ways)
        doc_say(d, "A way that is being freed is held for the line that asked, for 255 cycles at most.");
    if (m->pauses)
        doc_say(d, "A message, an alarm or an eviction that had to wait lets others go first, for 7 cycles.");
}

static void states(doc *d, const cg_machine *m) {
    static const char *const TITLES[] = {"state", "kind", "meaning"};
    doc_heading(d, 3, doc_f(d, "states.%s", m->name), "States");
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < m->n_states; i++) {
        const cg_state *s = &m->states[i];
        DOC_ROW(d, t, doc_f(d, "state.%s.%s", m->name, s->name), doc_f(d, "`%s`", s->name),
                doc_f(d, "%s%s",
                      s->transient ? "transient"
                      : i          ? "stable"
                                   : "stable, nowhere",
                      s->no_data ? ", data elsewhere" : ""),
                doc_or_empty(s->doc));
    }
}

static const char *operand_text(doc *d, const char *before, int operand) {
    const cg_field *f = &d->spec->operands[operand].field;
    return doc_f(d, "%s%s`%s`%s%s", before, *before ? "; " : "", f->name, f->doc ? ": " : "",
                 f->doc ? f->doc : "");
}

// At the port of this machine: who takes them, and what they are told.
static void commands_of_port(doc *d, const cg_machine *m) {
    static const char *const TITLES[] = {"command", "taken by", "operands", "meaning"};
    const cg_spec *s = d->spec;
    if (!cg_has_ports(m) || !s->n_commands) return;
    doc_heading(d, 3, doc_f(d, "commands.%s", m->name), "Commands");
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int k = 0; k < s->n_commands; k++) {
        const cg_core_command *x = &s->commands[k];
        const char *operands = "";
        for (int i = 0; i < x->n_operands; i++) operands = operand_text(d, operands, x->operands[i]);
        DOC_ROW(d, t, doc_f(d, "command.%s", x->name), doc_f(d, "`%s`", x->name),
                x->transfer != CG_NO_TRANSFER ? "the core port, as loads and stores"
                                              : doc_f(d, "`%s`", s->machines[cg_command_taker(s, k)].name),
                operands, doc_or_empty(x->doc));
    }
    const char *brought = "";
    for (int k = 0; k < s->n_operands; k++)
        if (cg_access_operands(s) >> k & 1) brought = operand_text(d, brought, k);
    if (*brought) doc_say(d, "Accesses alone bring %s.", brought);
}

static void aliases(doc *d, const cg_machine *m, const char *kind, const char *sigil, const char *title,
                    const cg_alias *all, int n) {
    static const char *const TITLES[] = {"name", "stands for", "meaning"};
    if (!n) return;
    doc_heading(d, 3, doc_f(d, "%ss.%s", kind, m->name), title);
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < n; i++)
        DOC_ROW(d, t, doc_f(d, "%s.%s.%s", kind, m->name, all[i].name),
                doc_f(d, "`%s%s`", sigil, all[i].name), doc_f(d, "`%s`", all[i].text),
                doc_or_empty(all[i].doc));
}

static void add_field_rows(doc *d, doc_table *t, const cg_space_row *space, const cg_fields *fields) {
    const cg_field *f = fields->field;
    for (int i = 0; i < fields->n; i++) {
        DOC_ROW(d, t, NULL, doc_f(d, "`%s%s`", space->prefix, cg_field_shown(&f[i])),
                f[i].in_data ? "word, in the place of its data" : space->each,
                doc_type(d->arena, d->spec, &f[i].type),
                doc_f(d, "`%s`", doc_value(d->arena, d->spec, &f[i].type, f[i].init)),
                doc_or_empty(f[i].doc));
    }
}

static void fields(doc *d, const cg_machine *m) {
    static const char *const TITLES[] = {"name", "one for each", "type", "initially", "meaning"};
    if (cg_n_fields(m) == 0) return;
    doc_heading(d, 3, doc_f(d, "fields.%s", m->name), "Registers and fields");
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (cg_space k = 0; k < CG_N_SPACES; k++) add_field_rows(d, t, &CG_SPACES[k], &m->fields[k]);
}

static void document_machine(doc *d, int i, const doc_count *counts) {
    const cg_machine *m = &d->spec->machines[i];
    doc_heading(d, 2, doc_f(d, "machine.%s", m->name), doc_f(d, "Machine `%s`", m->name));
    machine_facts(d, m);
    commands_of_port(d, m);
    states(d, m);
    doc_state_diagram(d, i);
    doc_rules(d, i, counts);
    aliases(d, m, "let", "", "Lets: names for expressions", m->lets, m->n_lets);
    aliases(d, m, "list", "@", "Action lists", m->lists, m->n_lists);
    fields(d, m);
}

// ------------------------------------------------------------------------------------------ parameters

static void document_parameters(doc *d) {
    static const char *const TITLES[] = {"parameter", ">value", ">default", "range", "meaning"};
    const cg_spec *s = d->spec;
    doc_heading(d, 2, "parameters", "Parameters");
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < s->n_params; i++) {
        const cg_param *p = &s->params[i];
        DOC_ROW(d, t, doc_f(d, "param.%s", p->name), doc_f(d, "`%s`", p->name),
                doc_f(d, "%llu%s", (unsigned long long)p->value, p->value != p->def ? " *" : ""),
                doc_f(d, "%llu", (unsigned long long)p->def),
                doc_f(d, "%llu to %llu%s", (unsigned long long)p->min, (unsigned long long)p->max,
                      p->pow2 ? ", a power of two" : ""),
                doc_or_empty(p->doc));
    }
    doc_say(d, "This page is of the design point in the column `value`; a star marks a value that is not the "
               "default.");
}

static void constants(doc *d) {
    static const char *const TITLES[] = {"constant", ">value"};
    const cg_spec *s = d->spec;
    if (!s->n_constants) return;
    doc_heading(d, 3, "constants", "Constants");
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < s->n_constants; i++)
        DOC_ROW(d, t, NULL, doc_f(d, "`%s`", s->constants[i].name),
                doc_f(d, "%llu", (unsigned long long)s->constants[i].value));
}

static void constraints(doc *d) {
    static const char *const TITLES[] = {"it must hold that", "because"};
    const cg_spec *s = d->spec;
    if (!s->n_constraints) return;
    doc_heading(d, 3, "constraints", "Constraints");
    doc_table *t = DOC_TABLE_OF(d, TITLES);
    for (int i = 0; i < s->n_constraints; i++)
        DOC_ROW(d, t, NULL, doc_f(d, "`%s`", s->constraints[i].that), doc_or_empty(s->constraints[i].why));
}

static void document_clock(doc *d) {
    const cg_clock *clock = &d->spec->clock;
    if (!clock->bits) return;
    doc_heading(d, 3, "clock", "Clock");
    doc_say(d, "One for all controllers%s: %d bits, one up every %s, and anew after %s.",
            clock->doc ? doc_f(d, " (%s)", clock->doc) : "", clock->bits,
            clock->cycles == 1 ? "cycle" : doc_f(d, "%s cycles", doc_number(d, clock->cycles)),
            doc_number(d, (UINT64_C(1) << clock->bits) - 1));
}

// --------------------------------------------------------------------------------------------- a whole

static const char *modes(doc *d) {
    const cg_spec *s = d->spec;
    const char *text = "";
    for (int i = 0; i < s->n_inputs; i++) {
        const cg_input *x = &s->inputs[i];
        text = doc_f(d, "%s%s`%s`%s%s%s", text, i ? ", " : " Inputs: ", x->name, x->doc ? " (" : "",
                     doc_or_empty(x->doc), x->doc ? ")" : "");
        if (x->consistency) text = doc_f(d, "%s, which promises `%s`", text, x->consistency);
    }
    return *text ? doc_f(d, "%s.", text) : text;
}

static const char *subtitle(doc *d) {
    const cg_spec *s = d->spec;
    const char *section = s->section ? doc_f(d, ", section %s", s->section) : "";
    const char *source = s->paper ? doc_f(d, "Source: %s%s. ", s->paper, section) : "";
    const char *only = s->simulation_only ? doc_f(d, " For simulation only: %s.", s->simulation_only) : "";
    return doc_f(d, "%sConsistency: `%s`.%s Protocol `%s`.%s", source, s->consistency, modes(d), s->name,
                 only);
}

doc *doc_build(const cg_plan *plan, const doc_count *const *counts) {
    cg_arena *a = cg_arena_new();
    doc *d = cg_arena_alloc(a, sizeof *d);
    d->arena = a;
    d->plan = plan;
    d->spec = plan->spec;
    d->title = d->spec->title;
    d->subtitle = subtitle(d);
    d->intro = d->spec->doc;
    overview(d, counts);
    for (int i = 0; i < d->spec->n_machines; i++) document_machine(d, i, counts ? counts[i] : NULL);
    doc_messages(d);
    document_parameters(d);
    constants(d);
    constraints(d);
    document_clock(d);
    doc_storage(d);
    return d;
}

void doc_free(doc *d) {
    if (d) cg_arena_free(d->arena);
}
