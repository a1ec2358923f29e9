// Networks, messages, lanes, and the fields that messages and machines have.
#include <string.h>

#include "lang/requester.h"
#include "lang/topology.h"
#include "lang/visit.h"
#include "read/reader.h"

// ------------------------------------------------------------------------------------------------ fields

// What keeps a request waits, and what waits has an MSHR entry.
static bool find_request_type(cg_reader *r, cg_node n, int traits, cg_type *type) {
    *type = cg_requester_type(r->spec);
    if (traits & CG_TRAIT_KEEPS) return true;
    cg_error(r, CG_E_SHAPE, n.pointer, 0,
             "a request is kept in an MSHR entry, and nowhere else; a message has one as msg.request");
    return false;
}

// `traits`: of the space whose field it is; 0: of a message.
static bool find_type(cg_reader *r, cg_node n, int traits, cg_type *type) {
    const char *name = json_object_get_string(n.value);
    cg_words w = {0};
    *type = (cg_type){CG_T_BOOL, 1, CG_NONE, CG_NONE};
    if (!strcmp(name, "bool")) return true;
    if (!strcmp(name, CG_REQUEST_TYPE)) return find_request_type(r, n, traits, type);
    cg_words_add(r, &w, "bool");
    cg_words_add(r, &w, CG_REQUEST_TYPE);
    for (int i = 0; i < r->n_types; i++) {
        cg_words_add(r, &w, r->types[i].name);
        if (strcmp(r->types[i].name, name)) continue;
        r->types[i].used = true;
        *type = r->types[i].type;
        if (type->kind != CG_T_MASK || traits & CG_TRAIT_MASKED) return true;
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "a mask is a field of a line, and of nothing else");
        return false;
    }
    cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no type%s", name, cg_hint(r, name, &w));
    return false;
}

bool cg_read_type(cg_reader *r, cg_node n, cg_type *type) {
    return n.value && find_type(r, n, 0, type);
}

bool cg_read_initial(cg_reader *r, cg_node n, const cg_type *type, uint64_t *value) {
    if (!n.value) return false;
    cg_source *source = cg_source_of(r, n); // true and 3 are written as the language writes them
    const cg_ast *ast = cg_parse_whole(r, source);
    cg_scope s = {.reader = r, .event = "an initial value"};
    const bool node = type->kind == CG_T_NODE; // there are no constants of this type: a number
    const cg_expr *x = !ast ? NULL : node ? cg_type_int(&s, ast) : cg_type_into(&s, ast, type, "the field");
    if (!x) return false;
    *value = x->value;
    const cg_machine *m = node ? &r->spec->machines[type->machine] : NULL;
    if (!m || x->value < m->count) return true;
    cg_error(r, CG_E_WIDTH, n.pointer, 0, "there is no %s number %llu: 0 to %llu are", m->name,
             (unsigned long long)x->value, (unsigned long long)m->count - 1);
    return false;
}

static cg_field read_field(cg_reader *r, const cg_entry *e, const char *what, int traits) {
    static const cg_key KEYS[] = {{"type", CG_J_STRING, true},
                                  {"doc", CG_J_STRING, false},
                                  {"init", CG_J_STRING | CG_J_INT | CG_J_BOOL, false},
                                  {"in", CG_J_STRING, false}}; // of what can be placed
    enum { N_KEYS = sizeof KEYS / sizeof *KEYS };
    static const char *const PLACES[] = {"tags", "data"};
    const bool placed = traits & CG_TRAIT_PLACED;
    cg_field f = {.name = e->key, .type = {CG_T_INT, 1, CG_NONE, CG_NONE}};
    cg_check_name(r, e, what);
    if (cg_is_kind(e->node, CG_J_STRING)) {
        find_type(r, e->node, traits, &f.type);
        return f;
    }
    if (!cg_check_shape(r, e->node, what, KEYS, placed ? N_KEYS : N_KEYS - 1)) return f;
    if (placed) f.in_data = cg_get_choice(r, e->node, "in", PLACES, 2, 0);
    f.doc = cg_get_text(r, e->node, "doc");
    if (find_type(r, cg_get(r, e->node, "type", CG_J_STRING), traits, &f.type))
        cg_read_initial(r, cg_get(r, e->node, "init", ~0), &f.type, &f.init);
    return f;
}

cg_field *cg_read_fields(cg_reader *r, cg_node n, const char *what, int traits, int *n_fields) {
    cg_entries all = cg_entries_of(r, n);
    cg_field *fields = NULL;
    *n_fields = 0;
    for (int i = 0; i < all.n; i++)
        *CG_PUSH(r->arena, fields, *n_fields) = read_field(r, &all.items[i], what, traits);
    return fields;
}

// ---------------------------------------------------------------------------------------------- networks

void cg_read_nets(cg_reader *r, cg_node root) {
    static const cg_key KEYS[] = {
        {"kind", CG_J_STRING, true}, {"doc", CG_J_STRING, false}, {"ordered", CG_J_BOOL, false}};
    cg_entries all = cg_entries_of(r, cg_get(r, root, "networks", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_net n = {.name = e->key, .doc = cg_get_text(r, e->node, "doc")};
        n.ordered = cg_get_bool(r, e->node, "ordered", true);
        cg_check_name(r, e, "a network");
        CG_CHECK_SHAPE(r, e->node, "a network", KEYS);
        n.kind = (cg_net_kind)cg_get_choice(r, e->node, "kind", CG_NET_KIND_WORDS, CG_N_NET_KINDS,
                                            CG_NET_CROSSBAR);
        *CG_PUSH(r->arena, r->spec->nets, r->spec->n_nets) = n;
    }
}

static int find_net(cg_reader *r, cg_node n) {
    if (!n.value) return 0;
    const char *name = json_object_get_string(n.value);
    cg_words w = {0};
    for (int i = 0; i < r->spec->n_nets; i++) {
        if (!strcmp(r->spec->nets[i].name, name)) return i;
        cg_words_add(r, &w, r->spec->nets[i].name);
    }
    cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no network%s", name, cg_hint(r, name, &w));
    return 0;
}

// ---------------------------------------------------------------------------------------------- messages

static int find_end(cg_reader *r, cg_node n) {
    if (!n.value) return 0;
    const char *name = json_object_get_string(n.value);
    cg_words w = {0};
    if (!strcmp(name, "memory")) return CG_MEMORY;
    cg_words_add(r, &w, "memory");
    for (int i = 0; i < r->spec->n_machines; i++) {
        if (!strcmp(r->spec->machines[i].name, name)) return i;
        cg_words_add(r, &w, r->spec->machines[i].name);
    }
    cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no machine%s", name, cg_hint(r, name, &w));
    return 0;
}

// Memory is at one end of a memory network's messages and at no other's; a ring joins one machine's
// controllers.
static void check_ends(cg_reader *r, const cg_msg *m, cg_node n) {
    const cg_net *net = &r->spec->nets[m->net];
    const int memories = (m->from == CG_MEMORY) + (m->to == CG_MEMORY);
    const char *at = cg_json_at(r->arena, n.pointer, "net");
    if (memories != (net->kind == CG_NET_MEMORY))
        cg_error(r, CG_E_SHAPE, at, 0, "%s goes %s, and %s is %s memory network", m->name,
                 memories ? "to or from memory" : "from machine to machine", net->name,
                 memories ? "no" : "a");
    else if (net->kind == CG_NET_RING && m->from != m->to)
        cg_error(r, CG_E_SHAPE, at, 0, "%s is a ring: it joins the controllers of one machine", net->name);
    else if (memories && m->n_fields)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, "fields"), 0,
                 "memory knows lines and nothing else: %s cannot have fields", m->name);
    else if (memories && !m->block)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, "block"), 0,
                 "memory knows lines and nothing else: %s is about one", m->name);
    else if (memories && m->payload != CG_PAY_NONE && m->payload != CG_PAY_LINE)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, "payload"), 0,
                 "memory knows lines and nothing else: %s cannot have this payload", m->name);
}

static void read_at_most(cg_reader *r, cg_msg *m, cg_node n) {
    uint64_t v = 0;
    cg_node at_most = cg_get(r, n, "at_most", CG_J_INT | CG_J_STRING);
    if (!cg_constant_of(r, at_most, &v)) return;
    if (v < 1 || v > 65536)
        cg_error(r, CG_E_PARAM, at_most.pointer, 0, "at most %llu messages: 1 to 65536 can be had",
                 (unsigned long long)v);
    else
        m->at_most = (int)v;
}

static int read_join_number(cg_reader *r, cg_node of, const char *key, int most) {
    uint64_t v = 1;
    cg_node n = cg_get(r, of, key, CG_J_INT | CG_J_STRING);
    if (cg_constant_of(r, n, &v) && (v < 1 || v > (uint64_t)most))
        cg_error(r, CG_E_PARAM, n.pointer, 0, "%llu is no number of %s: 1 to %d can be had",
                 (unsigned long long)v, key, most);
    return v < 1 || v > (uint64_t)most ? 1 : (int)v;
}

// true: what is sent for words of one message. Else what is sent for different events.
static void read_joins(cg_reader *r, cg_msg *m, cg_node said) {
    static const cg_key KEYS[] = {{"messages", CG_J_INT | CG_J_STRING, true},
                                  {"cycles", CG_J_INT | CG_J_STRING, true},
                                  {"until", CG_J_STRING, false}};
    if (!said.value) return;
    m->joins.some = cg_is_kind(said, CG_J_OBJECT) || json_object_get_boolean(said.value);
    if (!cg_is_kind(said, CG_J_OBJECT) || !CG_CHECK_SHAPE(r, said, "what joins", KEYS)) return;
    m->joins.messages = read_join_number(r, said, "messages", 32);
    m->joins.cycles = read_join_number(r, said, "cycles", 1023);
    m->joins.until = cg_get_string(r, said, "until");
}

// What a place may depend on: it is known before the controller is asked anything.
static void note_foreign(void *context, const cg_expr *x) {
    bool *foreign = context;
    *foreign |=
        x->op < CG_N_LEAVES && !cg_is_const(x) && !cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE | CG_LEAF_OF_SPACE);
}

// A field by its name alone, or an expression.
static const cg_expr *read_place_value(cg_reader *r, const cg_msg *m, cg_node said) {
    static const cg_expr SOME; // so that msg.line can be read
    const cg_machine *to = &r->spec->machines[m->to];
    const char *text = cg_arena_strdup(r->arena, json_object_get_string(said.value));
    cg_msg about = *m;
    about.place = &SOME;
    cg_scope s = {.reader = r, .machine = to, .msg = &about, .event = m->name};
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        s.no[k] = cg_arena_printf(r->arena, "the place of %s depends on its fields alone", m->name);
    s.no_line = s.no_bytes = s.no_names = s.no[0];
    const cg_type type = {CG_T_INT, cg_log2(to->sets), CG_NONE, CG_NONE};
    const int field = cg_find_field(m->fields, m->n_fields, text);
    if (field != CG_NONE) {
        const cg_type *own = &m->fields[field].type;
        if (own->kind != CG_T_INT || own->width != type.width)
            cg_error(r, CG_E_WIDTH, said.pointer, 0,
                     "'%s' says which of %llu %s a message is for: it is an integer of %d bits", text,
                     (unsigned long long)to->sets, to->of_words ? "words" : "lines", type.width);
        cg_expr *x = cg_field_of_message(&s, m, field);
        x->text = text;
        return x;
    }
    const cg_ast *ast = cg_parse_whole(r, cg_source_of(r, said));
    if (ast && ast->kind == CG_N_NAME) {
        cg_words w = {0};
        for (int i = 0; i < m->n_fields; i++) cg_words_add(r, &w, m->fields[i].name);
        cg_error(r, CG_E_UNKNOWN, said.pointer, 0, "'%s' is no field of %s%s", text, m->name,
                 cg_hint_or_all(r, text, &w));
        return NULL;
    }
    const cg_expr *x = ast ? cg_type_into(&s, ast, &type, "the place") : NULL;
    bool foreign = false;
    if (x) cg_visit(x, note_foreign, &foreign);
    if (foreign)
        cg_error(r, CG_E_VERB, said.pointer, 0,
                 "the place of %s depends on its fields alone, and on msg.line", m->name);
    return x;
}

static void note_line(void *context, const cg_expr *x) {
    *(bool *)context |= x->op == CG_X_GLOBAL;
}

// "place": which line of a local memory the message is for.
static void read_place_of(cg_reader *r, cg_msg *m, cg_node n) {
    const cg_node said = cg_get(r, n, "place", CG_J_STRING);
    const cg_machine *to = m->to == CG_MEMORY ? NULL : &r->spec->machines[m->to];
    const bool wanted = to && to->mapped && m->block;
    if (!said.value && wanted)
        cg_error(r, CG_E_SHAPE, n.pointer, 0,
                 "%s is about a global line, and goes to a local memory: \"place\" names the field that says "
                 "which "
                 "line of %s it is for",
                 m->name, to->name);
    if (said.value && !wanted)
        cg_error(
            r, CG_E_SHAPE, said.pointer, CG_AT_KEY,
            "%s does not go to a local memory with MSHR entries, or is about no line: it is for no place",
            m->name);
    if (said.value && wanted) m->place = read_place_value(r, m, said);
    if (m->place && to->of_words) cg_visit(m->place, note_line, &m->several);
}

static void read_message(cg_reader *r, const cg_entry *e) {
    static const cg_key KEYS[] = {{"net", CG_J_STRING, true},
                                  {"from", CG_J_STRING, true},
                                  {"to", CG_J_STRING, true},
                                  {"class", CG_J_STRING, true},
                                  {"payload", CG_J_STRING, false},
                                  {"block", CG_J_BOOL, false},
                                  {"thread", CG_J_BOOL, false},
                                  {"doc", CG_J_STRING, false},
                                  {"at_most", CG_J_INT | CG_J_STRING, false},
                                  {"fields", CG_J_OBJECT, false},
                                  {"place", CG_J_STRING, false},
                                  {"joins", CG_J_BOOL | CG_J_OBJECT, false}};
    cg_msg m = {.name = e->key, .core = CG_NONE, .doc = cg_get_text(r, e->node, "doc")};
    cg_check_name(r, e, "a message");
    bool good = CG_CHECK_SHAPE(r, e->node, "a message", KEYS) && r->spec->n_nets && r->spec->n_machines;
    m.net = find_net(r, cg_get(r, e->node, "net", CG_J_STRING));
    m.from = find_end(r, cg_get(r, e->node, "from", CG_J_STRING));
    m.to = find_end(r, cg_get(r, e->node, "to", CG_J_STRING));
    m.cls = (cg_class)cg_get_choice(r, e->node, "class", CG_CLASS_WORDS, CG_N_CLASSES, CG_REQUEST);
    m.payload =
        (cg_payload)cg_get_choice(r, e->node, "payload", CG_PAYLOAD_WORDS, CG_N_PAYLOADS, CG_PAY_NONE);
    m.block = cg_get_bool(r, e->node, "block", true);
    m.thread = cg_get_bool(r, e->node, "thread", false);
    read_joins(r, &m, cg_get(r, e->node, "joins", CG_J_BOOL | CG_J_OBJECT));
    if (m.thread && m.block)
        cg_error(
            r, CG_E_SHAPE, cg_json_at(r->arena, e->node.pointer, "thread"), CG_AT_KEY,
            "a message about a line carries the thread anyway: 'thread' is for those with \"block\": false");
    m.thread |= m.block;
    m.fields =
        cg_read_fields(r, cg_get(r, e->node, "fields", CG_J_OBJECT), "a field of a message", 0, &m.n_fields);
    if (cg_find_field(m.fields, m.n_fields, "src") != CG_NONE)
        cg_error(r, CG_E_NAME, cg_json_at(r->arena, e->node.pointer, "fields/src"), CG_AT_KEY,
                 "msg.src is the sender: a field cannot be called so");
    if (cg_find_field(m.fields, m.n_fields, CG_REQUEST_TYPE) != CG_NONE)
        cg_error(r, CG_E_NAME,
                 cg_json_at(r->arena, cg_json_at(r->arena, e->node.pointer, "fields"), "request"), CG_AT_KEY,
                 "msg.request is who asks: a field cannot be called so");
    if (m.payload == CG_PAY_VALUE && (m.cls != CG_RESPONSE || !m.block))
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, e->node.pointer, "payload"), 0,
                 "a value is a word of the line that a response is about: %s is %s", m.name,
                 m.cls != CG_RESPONSE ? "no response" : "about none");
    read_at_most(r, &m, e->node);
    if (r->spec->n_machines) read_place_of(r, &m, e->node);
    if (good) check_ends(r, &m, e->node);
    *CG_PUSH(r->arena, r->spec->msgs, r->spec->n_msgs) = m;
}

// One lane for each network and pair of ends, in the order of the first message.
static void add_to_channel(cg_reader *r, int msg) {
    cg_spec *s = r->spec;
    cg_msg *m = &s->msgs[msg];
    int i = 0;
    while (i < s->n_channels &&
           (s->channels[i].net != m->net || s->channels[i].from != m->from || s->channels[i].to != m->to))
        i++;
    if (i == s->n_channels)
        *CG_PUSH(r->arena, s->channels, s->n_channels) =
            (cg_channel){.net = m->net, .from = m->from, .to = m->to};
    cg_channel *c = &s->channels[i];
    *CG_PUSH(r->arena, c->msgs, c->n_msgs) = msg;
    m->channel = i;
    cg_payload *payload = m->payload >= CG_PAY_LINE ? &c->payload_line : &c->payload_word;
    if (m->payload > *payload) *payload = m->payload;
}

void cg_read_messages(cg_reader *r, cg_node root) {
    cg_entries all = cg_entries_of(r, cg_get(r, root, "messages", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) read_message(r, &all.items[i]);
    for (int i = 0; i < r->spec->n_msgs; i++) add_to_channel(r, i);
}
