// Reading a replay.
#include <errno.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "lang/command.h"
#include "lang/topology.h"
#include "parts.h"

typedef struct json_object json;

// The file, and the first problem in it.
typedef struct {
    cg_replay *r;
    const cg_spec *spec;
    const char *path;
    char *err;
    size_t err_size;
    int number;     // of the step, from 1; 0: elsewhere
    uint64_t clock; // after the latest step
    int heard;      // controllers that have heard of the wrap that the latest steps are; 0: they are none
} reader;

__attribute__((format(printf, 2, 3))) static bool bad(reader *d, const char *fmt, ...) {
    char what[400], where[40] = "";
    va_list ap;
    if (d->err[0]) return false;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    if (d->number) snprintf(where, sizeof where, "step %d: ", d->number);
    snprintf(d->err, d->err_size, "%s: error: %s%s", d->path, where, what);
    return false;
}

// -------------------------------------------------------------------------------------------------- members
static bool read_text_member(reader *d, json *object, const char *key, const char **to) {
    json *v;
    if (!json_object_object_get_ex(object, key, &v)) return bad(d, "there is no \"%s\"", key);
    if (!json_object_is_type(v, json_type_string)) return bad(d, "\"%s\" must be text", key);
    *to = json_object_get_string(v);
    return true;
}

// A number 0..most, if it is there.
static bool read_number_member(reader *d, json *object, const char *key, uint64_t most, uint64_t *to,
                               bool *there) {
    json *v;
    *there = json_object_object_get_ex(object, key, &v);
    if (!*there) return true;
    bool good = json_object_is_type(v, json_type_int) && json_object_get_int64(v) >= 0;
    *to = good ? json_object_get_uint64(v) : 0;
    if (good && *to <= most) return true;
    return bad(d, "\"%s\" must be a number from 0 to %llu, not %s", key, (unsigned long long)most,
               json_object_to_json_string(v));
}

static bool need_member(reader *d, const char *key, bool there, const char *who) {
    return there || bad(d, "\"%s\" is needed for %s", key, who);
}

static bool known_members(reader *d, json *object, const char *const *known) {
    json_object_object_foreach(object, key, value) {
        (void)value;
        int i = 0;
        while (known[i] && strcmp(known[i], key) != 0) i++;
        if (known[i] == NULL) return bad(d, "there is no member \"%s\"", key);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- a step
static bool read_step_machine(reader *d, json *object, step *p) {
    const char *name;
    if (!read_text_member(d, object, "machine", &name)) return false;
    p->machine = cg_find_machine(d->spec, name);
    return p->machine != CG_NONE || bad(d, "%s has no machine '%s'", d->spec->name, name);
}

static bool read_step_event(reader *d, json *object, step *p) {
    const cg_machine *m = &d->spec->machines[p->machine];
    const char *name;
    if (!read_text_member(d, object, "event", &name)) return false;
    const int event = cg_find_event(m, name);
    if (event == CG_NONE) return bad(d, "machine %s has no event '%s'", m->name, name);
    p->event = &m->events[event];
    if (p->event->kind == CG_EV_TIMER && p->event->period == 0)
        return bad(d, "timer %s is off at this design point", name);
    return true;
}

static bool read_step_rule(reader *d, json *object, step *p) {
    const cg_machine *m = &d->spec->machines[p->machine];
    const char *id;
    if (!read_text_member(d, object, "rule", &id)) return false;
    for (int i = 0; i < m->n_rules; i++)
        if (strcmp(m->rules[i].id, id) == 0) p->rule = &m->rules[i];
    if (p->rule == NULL) return bad(d, "machine %s has no rule '%s'", m->name, id);
    if (&m->events[p->rule->event] != p->event)
        return bad(d, "rule %s is not of event %s", id, p->event->name);
    return true;
}

static bool find_node(reader *d, json *object, step *p) {
    uint64_t node = 0;
    bool there;
    return read_number_member(d, object, "node", d->spec->machines[p->machine].count - 1, &node, &there) &&
           need_member(d, "node", there, "every step") && (p->node = (int)node, true);
}

static int count_senders(const reader *d, const step *p) {
    return d->r->plan->lanes[d->spec->msgs[p->event->msg].channel].n_src;
}

static bool read_replayed(reader *d, json *object, step *p) {
    const cg_machine_plan *mp = &d->r->plan->machines[p->machine];
    json *v;
    if (!json_object_object_get_ex(object, "replayed", &v)) return true;
    if (!json_object_is_type(v, json_type_boolean)) return bad(d, "\"replayed\" must be true or false");
    p->replayed = json_object_get_boolean(v);
    return !p->replayed || mp->has_merge ||
           bad(d, "machine %s defers no requests", d->spec->machines[p->machine].name);
}

static bool read_place(reader *d, json *object, step *p) {
    const cg_spec *spec = d->spec;
    const cg_machine *m = &spec->machines[p->machine];
    const bool message = p->event->kind == CG_EV_MESSAGE;
    const bool memory = message && spec->msgs[p->event->msg].from == CG_MEMORY;
    uint64_t thread = 0, from = 0, lines = (UINT64_C(1) << spec->addr_bits) / spec->line_bytes;
    bool there;
    if (!read_number_member(d, object, "line", lines - 1, &p->line, &p->has_line)) return false;
    if (!read_number_member(d, object, "thread", spec->threads - 1, &thread, &p->has_thread)) return false;
    if (!read_number_member(d, object, "from", message ? (uint64_t)count_senders(d, p) - 1 : 0, &from,
                            &there))
        return false;
    p->thread = (int)thread;
    p->from = (int)from;
    const int bank = p->node % (int)m->interleave, own = (int)cg_bank_of(m, p->line);
    if (p->has_line && p->event->block && own != bank)
        return bad(d, "line %llu is at home at %s[%d], not at %s[%d]", (unsigned long long)p->line, m->name,
                   p->node - bank + own, m->name, p->node);
    if (p->event->kind == CG_EV_CORE && !need_member(d, "thread", p->has_thread, "events of a core"))
        return false;
    if (p->event->kind == CG_EV_CORE && !p->event->block) return true;
    if (p->event->kind == CG_EV_CORE) return need_member(d, "line", p->has_line, "events of a core");
    if (p->event->kind == CG_EV_EVICT) return need_member(d, "line", p->has_line, "evictions");
    if (p->event->kind == CG_EV_ALARM) return need_member(d, "line", p->has_line, "alarms");
    if (p->replayed && !need_member(d, "line", p->has_line, "deferred requests")) return false;
    return !memory || need_member(d, "line", p->has_line, "answers of the memory");
}

static bool read_operands(reader *d, json *object, step *p) {
    const cg_spec *s = d->spec;
    const unsigned brought = cg_operands_brought(s, p->event);
    json *o;
    for (int k = 0; k < s->n_operands; k++)
        p->operands[k] = s->operands[k].n_values ? s->operands[k].values[0] : 0;
    if (!json_object_object_get_ex(object, "operands", &o)) return true;
    if (!brought || !json_object_is_type(o, json_type_object))
        return bad(d,
                   "\"operands\" must be an object, and the event a command, or an access that brings some");
    json_object_object_foreach(o, name, value) {
        (void)value;
        int k = 0;
        while (k < s->n_operands && (!(brought >> k & 1) || strcmp(s->operands[k].field.name, name))) k++;
        if (k == s->n_operands) return bad(d, "%s has no operand '%s'", p->event->name, name);
        const int width = s->operands[k].field.type.width;
        bool there;
        if (!read_number_member(d, o, name, UINT64_MAX >> (64 - width), &p->operands[k], &there))
            return false;
    }
    return true;
}

static bool read_request(reader *d, json *object, step *p) {
    uint64_t value = (uint64_t)d->number, word = 0, mask = (1u << CG_WORD_BYTES) - 1, marks = 0;
    bool there;
    if (!read_number_member(d, object, "value", UINT32_MAX, &value, &there)) return false;
    if (!read_number_member(d, object, "word", d->spec->line_bytes / CG_WORD_BYTES - 1, &word, &there))
        return false;
    if (!read_number_member(d, object, "mask", mask, &mask, &there)) return false;
    if (!read_number_member(d, object, "marks", cg_mark_sets(d->spec) - 1, &marks, &there)) return false;
    p->marks = (unsigned)marks;
    p->value = (uint32_t)value;
    p->word = (unsigned)word;
    p->mask = (unsigned)mask;
    return true;
}

// ------------------------------------------------------------------------------------------------ the clock
// The controller that is number `which` of those that hear of a wrap; returns how many there are.
static int listener(const reader *d, int which, int *machine, int *node) {
    int n = 0;
    for (int m = 0; m < d->spec->n_machines; m++) {
        const int count = d->r->plan->machines[m].has_wrap ? (int)d->spec->machines[m].count : 0;
        if (which >= n && which < n + count) {
            *machine = m;
            *node = which - n;
        }
        n += count;
    }
    return n;
}

static bool check_replayed_wrap(reader *d, step *p) {
    int machine = 0, node = 0;
    const bool wrap = p->event->kind == CG_EV_WRAP;
    const int all = listener(d, d->heard, &machine, &node);
    if (!wrap && d->heard == 0) return true;
    if (!wrap || p->machine != machine || p->node != node)
        return bad(d, "a wrap is of all controllers at once, one step each: the next is that of %s[%d]",
                   d->spec->machines[machine].name, node);
    if (d->heard == 0) p->ticks = (UINT64_C(1) << d->spec->clock.bits) - d->clock;
    d->heard = (d->heard + 1) % all;
    d->clock = 0;
    return true;
}

static bool read_step_clock(reader *d, json *object, step *p) {
    const uint64_t end = (UINT64_C(1) << d->spec->clock.bits) - 1;
    const bool wrap = p->event->kind == CG_EV_WRAP;
    uint64_t at = 0;
    int machine, node;
    bool there;
    if (!read_number_member(d, object, "clock", wrap ? 0 : end, &at, &there) || !check_replayed_wrap(d, p))
        return false;
    if (!there || wrap) return true;
    if (at < d->clock && listener(d, 0, &machine, &node) > 0)
        return bad(d, "the clock is at %llu, and gets to %llu only by the steps of a wrap",
                   (unsigned long long)d->clock, (unsigned long long)at);
    p->ticks = (at - d->clock) & end;
    d->clock = at;
    return true;
}

// --------------------------------------------------------------------------------------------------- a step
static bool read_replay_step(reader *d, json *object, step *p) {
    static const char *const known[] = {"rule",   "machine", "node",     "event", "from", "line",
                                        "thread", "value",   "replayed", "clock", "doc",  "word",
                                        "mask",   "marks",   "operands", NULL};
    if (!json_object_is_type(object, json_type_object)) return bad(d, "a step must be an object");
    return known_members(d, object, known) && read_step_machine(d, object, p) &&
           read_step_event(d, object, p) && read_step_rule(d, object, p) && find_node(d, object, p) &&
           read_replayed(d, object, p) && read_place(d, object, p) && read_request(d, object, p) &&
           read_operands(d, object, p) && read_step_clock(d, object, p);
}

// -------------------------------------------------------------------------------------------------- the file
static bool check_replay_point(reader *d, json *root) {
    json *point;
    if (!json_object_object_get_ex(root, "point", &point) || !json_object_is_type(point, json_type_object))
        return bad(d, "there is no object \"point\"");
    json_object_object_foreach(point, key, v) {
        const cg_param *p = cg_param_find(d->spec, key);
        if (p == NULL) return bad(d, "%s has no parameter '%s'", d->spec->name, key);
        if (p->value != strtoull(json_object_get_string(v), NULL, 0))
            return bad(d, "it is for a design point with %s=%s, this one has %llu", key,
                       json_object_get_string(v), (unsigned long long)p->value);
    }
    return true;
}

static bool read_steps(reader *d, json *root) {
    cg_replay *r = d->r;
    json *list;
    if (!json_object_object_get_ex(root, "steps", &list) || !json_object_is_type(list, json_type_array))
        return bad(d, "there is no array \"steps\"");
    r->n_steps = (int)json_object_array_length(list);
    if (r->n_steps == 0) return bad(d, "\"steps\" is empty");
    r->steps = calloc((size_t)r->n_steps, sizeof *r->steps);
    if (r->steps == NULL) abort();
    bool good = true;
    for (int i = 0; i < r->n_steps && good; i++) {
        d->number = i + 1;
        good = read_replay_step(d, json_object_array_get_idx(list, (size_t)i), &r->steps[i]);
    }
    if (good) cg_replay_join(r);
    return good;
}

static bool read_replay(reader *d, json *root) {
    static const char *const known[] = {"$schema", "protocol", "what", "point", "steps", NULL};
    const char *protocol, *what = "";
    json *v;
    if (!json_object_is_type(root, json_type_object)) return bad(d, "a JSON object is wanted");
    if (!known_members(d, root, known) || !read_text_member(d, root, "protocol", &protocol)) return false;
    if (strcmp(protocol, d->spec->name) != 0)
        return bad(d, "it is for protocol %s, not for %s", protocol, d->spec->name);
    if (json_object_object_get_ex(root, "what", &v) && !read_text_member(d, root, "what", &what))
        return false;
    d->r->what = strdup(what);
    if (d->r->what == NULL) abort();
    return check_replay_point(d, root) && read_steps(d, root);
}

static json *parse_replay(reader *d) {
    char *text = cg_input_read(d->path, CG_INPUT_DATA, NULL);
    if (text == NULL) {
        bad(d, "%s", strerror(errno));
        return NULL;
    }
    enum json_tokener_error why;
    json *root = json_tokener_parse_verbose(text, &why);
    if (root == NULL) bad(d, "not JSON: %s", json_tokener_error_desc(why));
    free(text);
    return root;
}

// A step names a thread, which has one operation in flight.
static bool is_in_turn(reader *d) {
    return d->spec->slots == 1 ||
           bad(d, "a replay is for designs whose threads have one operation in flight");
}

cg_replay *cg_replay_load(const char *path, const cg_plan *plan, char *err, size_t err_size) {
    reader d = {.spec = plan->spec, .path = path, .err = err, .err_size = err_size};
    err[0] = '\0';
    d.r = calloc(1, sizeof *d.r);
    if (d.r == NULL) abort();
    d.r->plan = plan;
    json *root = parse_replay(&d);
    bool good = root && is_in_turn(&d) && read_replay(&d, root);
    json_object_put(root);
    if (good) return d.r;
    cg_replay_free(d.r);
    return NULL;
}
