// Slips in rules and their actions.
#include <string.h>

#include "lang/topology.h"
#include "parts.h"

// ---------------------------------------------------------------------------------------------- actions

// The name of an action in ids: "hit", "line.exp", "send-GETS", "flash-mshr.lastwr", "@zero".
static const char *name_action(cg_mutating *w, const cg_act *x) {
    cg_arena *a = w->all->arena;
    if (x->macro) return cg_arena_printf(a, "@%s", x->macro);
    const char *verb = CG_VERBS[x->verb].words, *target = x->target.text, *field = x->field.text;
    const bool assign = cg_verb_does(x->verb, CG_DOES_ASSIGNS);
    char *name = cg_arena_printf(a, "%s%s%s%s%s", verb, target && !assign ? "-" : "", target ? target : "",
                                 field && assign ? "." : "", field ? field : "");
    for (char *p = name; (p = strchr(p, ' '));) *p = '-';
    return name;
}

static void drop_whole_text(cg_mutating *w, const char *name) {
    w->key = "";
    cg_mutate_add(w, CG_MUT_DROP, name, w->whole->pointer, w->whole->text, "", NULL);
}

// The word at the node or in the action becomes another.
static void other_word(cg_mutating *w, cg_mutation op, const cg_word *word, int length, const char *text) {
    cg_mutate_word(w, op, word->at, word->at + length, text);
}

static const cg_msg *message_of(const cg_mutating *w, const cg_act *x) {
    const int i = cg_find_msg(w->spec, x->target.text);
    return i == CG_NONE ? NULL : &w->spec->msgs[i];
}

// A field of a message as 0, or turned round.
static void mutate_argument(cg_mutating *w, const cg_msg *m, const cg_arg *arg) {
    const int f = cg_find_field(m->fields, m->n_fields, arg->name.text);
    const cg_ast *v = arg->value;
    if (f == CG_NONE || v->kind == CG_N_BOOL || (v->kind == CG_N_INT && v->value == 0)) return;
    const cg_kind kind = m->fields[f].type.kind;
    if (kind == CG_T_INT) cg_mutate_splice(w, CG_MUT_ARGUMENT, v->at, v->end, "0", "0");
    const bool plain = v->kind == CG_N_NAME || v->kind == CG_N_MEMBER;
    if (kind != CG_T_BOOL || !plain) return;
    const char *turned = cg_arena_printf(w->all->arena, "!%.*s", v->end - v->at, w->whole->text + v->at);
    cg_mutate_splice(w, CG_MUT_ARGUMENT, v->at, v->end, turned, turned);
}

static void mutate_arguments(cg_mutating *w, const cg_act *x) {
    const cg_msg *m = message_of(w, x);
    for (int i = 0; m && i < x->n_args; i++) {
        w->key = cg_arena_printf(w->all->arena, "%s.%s", m->name, x->args[i].name.text);
        mutate_argument(w, m, &x->args[i]);
        cg_mutate_expr(w, x->args[i].value, false);
    }
}

// May the message go there? Of what cannot be, only what looks right is worth a mutant.
static bool is_destination_plausible(const cg_mutating *w, const cg_msg *m, const char *dest) {
    const cg_spec *s = w->spec;
    if (s->nets[m->net].kind != CG_NET_CROSSBAR || m->to < 0) return false;
    const cg_event *e = w->rule ? &w->machine->events[w->rule->event] : NULL;
    if (!strcmp(dest, "home")) return s->machines[m->to].home && e && e->block;
    if (!strcmp(dest, "parent")) return w->machine && cg_is_parent(s, w->machine, &s->machines[m->to]);
    if (!strcmp(dest, "children"))
        return w->machine && cg_has_children(s, w->machine, &s->machines[m->to]) &&
               cg_children(&s->machines[m->to], w->machine) < s->machines[m->to].count;
    if (!strcmp(dest, "msg.src")) return e && e->kind == CG_EV_MESSAGE && s->msgs[e->msg].from == m->to;
    return true;
}

// Has each cluster in which the sender stands one controller of this machine? Its number has the same
// parameter as that of the clusters, so it has one at all design points.
static bool is_alone(const cg_spec *s, const cg_machine *sender, const cg_machine *m) {
    return sender && sender != m && m->cluster != CG_NONE && sender->cluster == m->cluster &&
           m->count_param == s->clusters[m->cluster].count_param;
}

static bool names_relative(cg_dest dest) {
    return dest == CG_TO_PARENT || dest == CG_TO_CHILDREN;
}

// Does the machine send it to parents and children alone?
static bool stays_in_cluster(const cg_machine *m, int msg) {
    bool stays = true;
    for (int i = 0; i < m->n_rules; i++)
        for (int k = 0; k < m->rules[i].n_actions; k++) {
            const cg_action *x = &m->rules[i].actions[k];
            if (cg_does(x, CG_DOES_SENDS) && x->msg == msg) stays &= names_relative(x->dest);
        }
    return stays;
}

// Does this receiver say just the one controller in the sender's cluster? Then all names that do are one.
static bool says_only_one(const cg_mutating *w, const cg_msg *m, const char *dest) {
    const cg_spec *s = w->spec;
    if (m->to < 0 || !is_alone(s, w->machine, &s->machines[m->to])) return false;
    if (!strcmp(dest, "parent") || !strcmp(dest, "children")) return true;
    const cg_event *e = w->rule ? &w->machine->events[w->rule->event] : NULL;
    return !strcmp(dest, "msg.src") && e && e->kind == CG_EV_MESSAGE && s->msgs[e->msg].from == m->to &&
           stays_in_cluster(&s->machines[m->to], e->msg);
}

// The receiver of a send becomes another: w->key says whose.
static void other_receiver(cg_mutating *w, const cg_act *x, const char *text) {
    const int at = x->to ? x->to->at : x->dest.at;
    const int end = x->to ? x->to->end : at + (int)strlen(x->dest.text);
    const char *own = cg_arena_printf(w->all->arena, "%.*s", end - at, w->whole->text + at);
    if (strcmp(own, text) != 0) cg_mutate_word(w, CG_MUT_TO, at, end, text);
}

// Nodes and sets of nodes that the message goes to, in the line or its entry.
static void stored_receivers(cg_mutating *w, const cg_act *x, const cg_msg *m, cg_space space) {
    const cg_fields *fields = &w->machine->fields[space];
    for (int i = 0; i < fields->n; i++) {
        const cg_type *t = &fields->field[i].type;
        if ((t->kind != CG_T_NODE && t->kind != CG_T_SET) || t->machine != m->to) continue;
        other_receiver(w, x,
                       cg_arena_printf(w->all->arena, "%s%s", CG_SPACES[space].prefix,
                                       cg_field_shown(&fields->field[i])));
    }
}

static void mutate_receiver(cg_mutating *w, const cg_act *x) {
    static const char *const DESTS[] = {"home", "msg.src", "all", "parent", "children"};
    const cg_msg *m = message_of(w, x);
    w->key = cg_arena_printf(w->all->arena, "send-%s", x->target.text);
    for (size_t i = 0; m && i < sizeof DESTS / sizeof *DESTS; i++) {
        const bool same = !x->to && says_only_one(w, m, x->dest.text) && says_only_one(w, m, DESTS[i]);
        if (!same && is_destination_plausible(w, m, DESTS[i])) other_receiver(w, x, DESTS[i]);
    }
    if (!m || m->to < 0) return;
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (CG_SPACES[k].traits & CG_TRAIT_IN_CELL) stored_receivers(w, x, m, k);
    if (x->to) cg_mutate_expr(w, x->to, false);
}

// On whose behalf a message is sent: the event's request, or another that is kept.
static void mutate_asker(cg_mutating *w, const cg_act *x) {
    if (!x->asker) return;
    w->key = name_action(w, x);
    cg_mutate_splice(w, CG_MUT_FOR, x->for_at, x->asker->end, "", "");
    cg_mutate_expr(w, x->asker, false);
}

// Which bytes are sent, or stay: none are named, or others.
static void mutate_mask(cg_mutating *w, const cg_act *x) {
    if (!x->mask) return;
    w->key = name_action(w, x);
    if (cg_verb_does(x->verb, CG_DOES_FILLS))
        cg_mutate_splice(w, CG_MUT_MASK, x->mask_at, x->mask->end, "", "");
    else
        cg_mutate_splice(w, CG_MUT_MASK, x->mask->at, x->mask->end, "all", "all");
    cg_mutate_expr(w, x->mask, false);
}

static const char *argument_text(cg_mutating *w, const cg_act *x, const char *field) {
    for (int i = 0; i < x->n_args; i++) {
        const cg_ast *v = x->args[i].value;
        if (!strcmp(x->args[i].name.text, field))
            return cg_arena_printf(w->all->arena, "%.*s", v->end - v->at, w->whole->text + v->at);
    }
    return NULL;
}

// "ACK{ver: now}" with the arguments at hand; NULL: it has a field that they do not have.
static const char *as_message(cg_mutating *w, const cg_act *x, const cg_msg *other) {
    const char *text = cg_arena_printf(w->all->arena, "%s{", other->name);
    for (int i = 0; i < other->n_fields; i++) {
        const char *name = other->fields[i].name, *value = argument_text(w, x, name);
        if (!value) return NULL;
        text = cg_arena_printf(w->all->arena, "%s%s%s: %s", text, i ? ", " : "", name, value);
    }
    return cg_arena_printf(w->all->arena, "%s}", text);
}

static void mutate_message(cg_mutating *w, const cg_act *x) {
    const cg_msg *m = message_of(w, x);
    const char *brace = strchr(w->whole->text, '}');
    w->key = cg_arena_printf(w->all->arena, "send-%s", x->target.text);
    for (int i = 0; m && brace && i < w->spec->n_msgs; i++) {
        const cg_msg *o = &w->spec->msgs[i];
        if (o == m || o->channel != m->channel || o->block != m->block) continue;
        if (o->payload != m->payload && (o->payload == CG_PAY_WORD || o->payload == CG_PAY_ATOMIC)) continue;
        const char *text = as_message(w, x, o);
        if (text)
            cg_mutate_splice(w, CG_MUT_MESSAGE, x->target.at, (int)(brace + 1 - w->whole->text), text,
                             o->name);
    }
}

// respond, respond line, respond msg: each for the other.
static void mutate_answer(cg_mutating *w, const cg_act *x) {
    static const char *const KINDS[][2] = {
        {"respond", "nothing"}, {"respond line", "line"}, {"respond msg", "msg"}};
    w->key = "";
    for (int i = 0; i < 3; i++) {
        const int length = (int)strlen(w->whole->text);
        if (strcmp(KINDS[i][1], x->kind.text ? x->kind.text : "nothing") != 0)
            cg_mutate_splice(w, CG_MUT_ANSWER, 0, length, KINDS[i][0], KINDS[i][1]);
    }
}

// drain for drain all, and the other way.
static void mutate_drain(cg_mutating *w, cg_verb verb) {
    const char *text = CG_VERBS[verb == CG_A_DRAIN ? CG_A_DRAIN_ALL : CG_A_DRAIN].words;
    w->key = "";
    cg_mutate_splice(w, CG_MUT_DRAIN, 0, (int)strlen(w->whole->text), text, text);
}

static bool is_head(const cg_event *e) {
    return e->kind == CG_EV_HEAD || e->kind == CG_EV_MARKER;
}

// What is at the head of a fifo leaves it, where its rule lets it wait.
static void mutate_wait(cg_mutating *w) {
    const cg_event *e = w->rule ? &w->machine->events[w->rule->event] : NULL;
    if (!e || !is_head(e)) return;
    const char *text = cg_arena_printf(w->all->arena, "%s %s", CG_VERBS[CG_A_POP].words,
                                       w->machine->structures[e->structure].name);
    w->key = "";
    cg_mutate_splice(w, CG_MUT_POP, 0, (int)strlen(w->whole->text), text, text);
}

// Other states of the same kind as the one that is named.
static void other_states(cg_mutating *w, const cg_word *word) {
    const cg_machine *m = w->machine;
    const int own = cg_find_state(m, word->text);
    for (int i = 0; own != CG_NONE && i < m->n_states; i++) {
        if (i != own && m->states[i].transient == m->states[own].transient)
            other_word(w, CG_MUT_NEXT, word, (int)strlen(word->text), m->states[i].name);
    }
}

static const char *target_of(cg_mutating *w, const cg_act *x) {
    if (!x->field.text) return x->target.text;
    return cg_arena_printf(w->all->arena, "%s.%s", x->target.text, x->field.text);
}

static void mutate_action(cg_mutating *w, const cg_act *x) {
    const char *name = name_action(w, x);
    drop_whole_text(w, name);
    if (x->macro) return;
    if (cg_verb_does(x->verb, CG_DOES_SENDS)) {
        mutate_arguments(w, x);
        mutate_receiver(w, x);
        mutate_message(w, x);
    }
    mutate_asker(w, x);
    mutate_mask(w, x);
    if (x->about) cg_mutate_expr(w, x->about, false);
    if (x->count) cg_mutate_expr(w, x->count, false);
    if (x->step) cg_mutate_expr(w, x->step, false);
    if (cg_verb_does(x->verb, CG_DOES_RESPONDS)) mutate_answer(w, x);
    if (cg_verb_does(x->verb, CG_DOES_DRAIN)) mutate_drain(w, x->verb);
    if (cg_verb_does(x->verb, CG_DOES_STALLS)) mutate_wait(w);
    w->key = name;
    if (cg_verb_does(x->verb, CG_DOES_MOVE)) other_states(w, &x->target);
    if (cg_verb_does(x->verb, CG_DOES_MOVES_LINES) && x->kind.text) other_states(w, &x->kind);
    w->unchanged = cg_verb_does(x->verb, CG_DOES_ASSIGNS) ? target_of(w, x) : NULL;
    if (x->value) cg_mutate_expr(w, x->value, false);
    w->unchanged = NULL;
    if (x->at) cg_mutate_expr(w, x->at, false);
    if (x->epoch) cg_mutate_expr(w, x->epoch, true);
}

void cg_mutate_actions(cg_mutating *w, const char *pointer, json_object *list) {
    cg_arena *a = w->all->arena;
    const int n = list ? (int)json_object_array_length(list) : 0;
    for (int i = 0; i < n; i++) {
        cg_source *s = cg_arena_alloc(a, sizeof *s);
        cg_act x;
        const char *text = json_object_get_string(json_object_array_get_idx(list, (size_t)i));
        *s = (cg_source){cg_json_at_index(a, pointer, i), cg_arena_strdup(a, text)};
        w->whole = s;
        w->unchanged = NULL;
        if (cg_parse_action(w->reader, s, &x)) mutate_action(w, &x);
    }
}

// ------------------------------------------------------------------------------------------------ rules

static const cg_rule *rule_at(const cg_machine *m, const char *pointer) {
    for (int i = 0; i < m->n_rules; i++) {
        if (!strcmp(m->rules[i].pointer, pointer)) return &m->rules[i];
    }
    return NULL;
}

static bool same_cell(const cg_rule *a, const cg_rule *b) {
    return a->state == b->state && a->event == b->event;
}

// The rule after this one in its cell, or NULL. Rules lie in the order of their cells.
static const cg_rule *next_in_cell(const cg_mutating *w) {
    const cg_rule *next = w->rule + 1;
    return next < w->machine->rules + w->machine->n_rules && same_cell(w->rule, next) ? next : NULL;
}

static void add_rule_mutant(cg_mutating *w, cg_mutation op, const char *detail, const char *pointer,
                            const char *after, json_object *value) {
    w->key = "";
    cg_mutate_add(w, op, detail, pointer, w->rule->text, after, value);
}

// A request, a way that is wanted, or what is at the head of a fifo waits instead of being served.
static void mutate_stall(cg_mutating *w, const char *pointer, json_object *rule) {
    const cg_event *e = &w->machine->events[w->rule->event];
    const bool request = e->kind == CG_EV_MESSAGE && w->spec->msgs[e->msg].cls == CG_REQUEST;
    json_object *copy = NULL, *acts = json_object_new_array();
    if (w->rule->stalls ||
        !(request || e->kind == CG_EV_CORE || e->kind == CG_EV_EVICT || e->kind == CG_EV_DRAIN ||
          is_head(e)) ||
        json_object_deep_copy(rule, &copy, NULL)) {
        json_object_put(acts);
        return;
    }
    json_object_array_add(acts, json_object_new_string("stall"));
    json_object_object_add(copy, "do", acts);
    json_object_object_del(copy, "next");
    add_rule_mutant(w, CG_MUT_STALL, "", pointer, "stall", copy);
}

static void mutate_next(cg_mutating *w, const char *pointer) {
    const cg_machine *m = w->machine;
    const int own = w->rule->next;
    if (own == CG_NONE || w->rule->stalls) return;
    for (int i = 0; i < m->n_states; i++) {
        if (i == own || m->states[i].transient != m->states[own].transient) continue;
        const char *after = cg_arena_printf(w->all->arena, "-> %s", m->states[i].name);
        add_rule_mutant(w, CG_MUT_NEXT, m->states[i].name, cg_json_at(w->all->arena, pointer, "next"), after,
                        json_object_new_string(m->states[i].name));
    }
}

// The neighbour stands right after this rule in the file: the two change places.
static void mutate_exchange(cg_mutating *w, const char *pointer, json_object *rules, int i) {
    const cg_rule *next = next_in_cell(w);
    cg_arena *a = w->all->arena;
    if (!w->rule->when || !next || !next->when || strcmp(next->pointer, cg_json_at_index(a, pointer, i + 1)))
        return;
    json_object *copy = NULL;
    if (json_object_deep_copy(rules, &copy, NULL)) return;
    json_object *one = json_object_get(json_object_array_get_idx(copy, (size_t)i));
    json_object *two = json_object_get(json_object_array_get_idx(copy, (size_t)i + 1));
    json_object_array_put_idx(copy, (size_t)i, two);
    json_object_array_put_idx(copy, (size_t)i + 1, one);
    add_rule_mutant(w, CG_MUT_EXCHANGE, "", pointer, cg_arena_printf(a, "after %s", next->text), copy);
}

void cg_mutate_rule(cg_mutating *w, const char *pointer, json_object *rules, int i) {
    cg_arena *a = w->all->arena;
    const char *at = cg_json_at_index(a, pointer, i);
    json_object *rule = json_object_array_get_idx(rules, (size_t)i);
    w->rule = rule_at(w->machine, at);
    if (!w->rule || w->rule->impossible) return;
    w->place = w->rule->id;
    cg_mutate_text(w, cg_json_at(a, at, "when"), "when", json_object_object_get(rule, "when"), true);
    if (w->rule->when) add_rule_mutant(w, CG_MUT_DROP_RULE, "", at, "", NULL);
    w->key = "";
    if (w->rule->widen) cg_mutate_add(w, CG_MUT_DROP, "widen", cg_json_at(a, at, "widen"), "widen", "", NULL);
    mutate_exchange(w, pointer, rules, i);
    mutate_stall(w, at, rule);
    cg_mutate_actions(w, cg_json_at(a, at, "do"), json_object_object_get(rule, "do"));
    mutate_next(w, at);
}
