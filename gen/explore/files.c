// What is written about a counterexample beside its charts.
#include <json-c/json.h>

#include "base/json_write.h"
#include "lang/command.h"
#include "lang/topology.h"
#include "parts.h"

void ex_print_trace(const ex_steps *s, FILE *out) {
    const ex_error *e = s->error;
    fprintf(out, "%s\n", e->message);
    for (int i = 0; i < e->n_transitions; i++) {
        const ex_transition *t = &e->transitions[i];
        fprintf(out, "\n%d. %s", i, t->rule);
        for (int k = t->n_parameters; k-- > 0;)
            fprintf(out, "%s %s: %s", k == t->n_parameters - 1 ? "," : ";", t->parameters[k].name,
                    t->parameters[k].value);
        fputc('\n', out);
        for (int k = 0; k < t->n_changes; k++)
            fprintf(out, "  %s = %s\n", e->components[t->changes[k].component], t->changes[k].value);
    }
}

// ------------------------------------------------------------------------------------------------- replay
// The model's values are few (note [marked store] in gen/emit/murphi/order.c), and no rule looks at them:
// on the hardware each step writes a value of its own, which is the default.

static void add_number_if_given(json_object *o, const char *key, int64_t v) {
    if (v >= 0) json_object_object_add(o, key, json_object_new_int64(v));
}

// On the hardware it has the number that the table computes with: where lines of local memories are of global
// ones, of each space the first is line 0. Where these are words, so many of them make a line.
static int words_of_number(const ex_steps *s) {
    int words = 0;
    for (int i = 0; i < s->spec->n_machines; i++) {
        const cg_machine *m = &s->spec->machines[i];
        if (m->mapped) words = (int)(s->spec->line_bytes / cg_line_bytes(s->spec, m));
    }
    return words;
}

static int line_of_hardware(const ex_steps *s, int line) {
    const int words = words_of_number(s);
    return words && line >= 0 ? ex_number_of_line(s, line) / words : line / s->words;
}

static int word_of_hardware(const ex_steps *s, const ex_step *x) {
    const bool core = x->event->kind == CG_EV_CORE && x->event->block;
    const int words = words_of_number(s);
    if (core && words > 1) return ex_number_of_line(s, x->line) % words;
    return core && s->words > 1 ? x->line % s->words : x->place;
}

static json_object *replay_step_json(const ex_steps *s, const ex_step *x) {
    json_object *o = json_object_new_object();
    const bool core = x->event->kind == CG_EV_CORE;
    cg_json_put_text(o, "rule", x->rule->id);
    cg_json_put_text(o, "machine", s->spec->machines[x->machine].name);
    add_number_if_given(o, "node", x->node);
    cg_json_put_text(o, "event", x->event->name);
    if (x->event->kind == CG_EV_MESSAGE) add_number_if_given(o, "from", x->src);
    if (x->event->block) add_number_if_given(o, "line", line_of_hardware(s, x->line));
    if (x->event->thread ||
        (x->event->block && x->event->kind != CG_EV_EVICT && x->event->kind != CG_EV_HEAD))
        add_number_if_given(o, "thread", x->thread);
    const int word = word_of_hardware(s, x);
    if (word > 0) add_number_if_given(o, "word", word);
    if (core && x->event->core == CG_STORE && x->mask != 0xf) add_number_if_given(o, "mask", x->mask);
    const unsigned brought = cg_operands_brought(s->spec, x->event);
    json_object *operands = brought ? json_object_new_object() : NULL;
    for (int k = 0; brought >> k; k++)
        if (brought >> k & 1)
            json_object_object_add(operands, s->spec->operands[k].field.name,
                                   json_object_new_uint64(x->operands[k]));
    if (operands) json_object_object_add(o, "operands", operands);
    if (x->marks) add_number_if_given(o, "marks", (int)x->marks);
    add_number_if_given(o, "clock", x->clock);
    if (x->again) json_object_object_add(o, "replayed", json_object_new_boolean(true));
    return o;
}

static bool wants_out(const cg_rule *r) {
    for (int i = 0; i < r->n_actions; i++)
        if (!cg_does(&r->actions[i], CG_DOES_STALLS | CG_DOES_DRAIN)) return false;
    return r->stalls;
}

// Is this a step that the hardware need not take? Waiting alone is nothing that it reports. And the model
// lets a thread that has to wait ask for something else, which a core cannot: where all that such a request
// did was to want an entry out of the store buffer, the replay has it out without.
static bool is_step_left_out(const ex_steps *s, int i) {
    const ex_step *x = &s->steps[i];
    if (cg_is_pure_stall(x->rule)) return true;
    if (x->event->kind != CG_EV_CORE) return false;
    for (int k = i + 1; wants_out(x->rule) && k < s->n_steps; k++) {
        const ex_step *y = &s->steps[k];
        if (y->event->kind != CG_EV_CORE || y->node != x->node || y->thread != x->thread) continue;
        return y->event != x->event || y->line != x->line;
    }
    return false;
}

bool ex_print_replay(const ex_steps *s, FILE *out) {
    json_object *o = json_object_new_object(), *point = json_object_new_object();
    json_object *steps = json_object_new_array();
    cg_json_put_text(o, "protocol", s->spec->name);
    cg_json_put_text(o, "what", s->what);
    for (int i = 0; i < s->spec->n_params; i++)
        json_object_object_add(point, s->spec->params[i].name,
                               json_object_new_uint64(s->spec->params[i].value));
    json_object_object_add(o, "point", point);
    for (int i = 0; i < s->n_steps; i++) {
        if (!is_step_left_out(s, i)) json_object_array_add(steps, replay_step_json(s, &s->steps[i]));
    }
    json_object_object_add(o, "steps", steps);
    const int flags = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE;
    const bool good = fprintf(out, "%s\n", json_object_to_json_string_ext(o, flags)) > 0;
    json_object_put(o);
    return good;
}
