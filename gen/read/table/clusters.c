// Clusters, and which machines stand in them.
#include <string.h>

#include "read/reader.h"

bool cg_read_count(cg_reader *r, cg_node n, int *param, uint64_t *count) {
    cg_node said = cg_get(r, n, "count", CG_J_STRING);
    *count = 1;
    if (!said.value) return false;
    const char *name = json_object_get_string(said.value);
    cg_words w = {0};
    for (int i = 0; i < r->spec->n_params; i++) {
        cg_words_add(r, &w, r->spec->params[i].name);
        if (strcmp(r->spec->params[i].name, name)) continue;
        *param = i;
        *count = r->spec->params[i].value;
        r->param_used[i] = true;
        return *count >= r->spec->params[i].min;
    }
    cg_error(r, CG_E_UNKNOWN, said.pointer, 0, "'%s' is no parameter%s", name, cg_hint_or_all(r, name, &w));
    return false;
}

static int find_cluster(cg_reader *r, cg_node in) {
    const char *name = json_object_get_string(in.value);
    cg_words w = {0};
    for (int i = 0; i < r->spec->n_clusters; i++) {
        if (!strcmp(r->spec->clusters[i].name, name)) return i;
        cg_words_add(r, &w, r->spec->clusters[i].name);
    }
    cg_error(r, CG_E_UNKNOWN, in.pointer, 0, "'%s' is no cluster%s", name, cg_hint_or_all(r, name, &w));
    return CG_NONE;
}

// The clusters that these stand in: of those before them, so that none is within itself.
static void read_outer(cg_reader *r, cg_cluster *c, cg_node n) {
    cg_node in = cg_get(r, n, "in", CG_J_STRING);
    c->in = in.value ? find_cluster(r, in) : CG_NONE;
    if (c->in == CG_NONE) return;
    const cg_cluster *outer = &r->spec->clusters[c->in];
    if (c->count % outer->count)
        cg_error(r, CG_E_PARAM, cg_json_at(r->arena, n.pointer, "count"), 0,
                 "each '%s' has as many of '%s', and %llu cannot be spread evenly over %llu", outer->name,
                 c->name, (unsigned long long)c->count, (unsigned long long)outer->count);
}

void cg_read_clusters(cg_reader *r, cg_node root) {
    enum { MOST = 4096 };
    static const cg_key KEYS[] = {
        {"count", CG_J_STRING, true}, {"in", CG_J_STRING, false}, {"doc", CG_J_STRING, false}};
    cg_entries all = cg_entries_of(r, cg_get(r, root, "clusters", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_cluster c = {.name = e->key, .doc = cg_get_text(r, e->node, "doc")};
        cg_check_name(r, e, "a cluster");
        CG_CHECK_SHAPE(r, e->node, "a cluster", KEYS);
        if (cg_read_count(r, e->node, &c.count_param, &c.count) && (c.count == 0 || c.count > MOST))
            cg_error(r, CG_E_PARAM, cg_json_at(r->arena, e->node.pointer, "count"), 0,
                     "%llu clusters: 1 to %d can be had", (unsigned long long)c.count, MOST);
        if (c.count == 0) c.count = 1;
        read_outer(r, &c, e->node);
        *CG_PUSH(r->arena, r->spec->clusters, r->spec->n_clusters) = c;
    }
}

// Over which controllers lines are interleaved.
static void read_interleaving(cg_reader *r, cg_machine *m, cg_node n) {
    cg_node said = cg_get(r, n, "interleaved", CG_J_BOOL);
    m->interleave = m->home ? m->count : 1;
    if (!cg_get_bool(r, n, "interleaved", false)) return;
    if (m->cluster == CG_NONE)
        cg_error(r, CG_E_SHAPE, said.pointer, CG_AT_KEY,
                 "lines are interleaved over the controllers of a cluster, and %s stands in none", m->name);
    else if (m->members & (m->members - 1))
        cg_error(
            r, CG_E_PARAM, cg_json_at(r->arena, n.pointer, "count"), 0,
            "lines are interleaved over the controllers of %s in each '%s': their number must be a power "
            "of two, not %llu",
            m->name, r->spec->clusters[m->cluster].name, (unsigned long long)m->members);
    else
        m->interleave = m->members;
}

static void read_cluster(cg_reader *r, cg_machine *m, cg_node n) {
    cg_node in = cg_get(r, n, "in", CG_J_STRING);
    m->members = m->count;
    if (!in.value) return;
    m->cluster = find_cluster(r, in);
    if (m->cluster == CG_NONE) return;
    const cg_cluster *c = &r->spec->clusters[m->cluster];
    if (m->home)
        cg_error(r, CG_E_SHAPE, in.pointer, 0,
                 "lines are interleaved over all controllers of %s: a home stands in no cluster", m->name);
    else if (m->count % c->count)
        cg_error(r, CG_E_PARAM, cg_json_at(r->arena, n.pointer, "count"), 0,
                 "each '%s' has as many controllers of %s, and %llu cannot be spread evenly over %llu",
                 c->name, m->name, (unsigned long long)m->count, (unsigned long long)c->count);
    else
        m->members = m->count / c->count;
}

void cg_read_place(cg_reader *r, cg_machine *m, cg_node n) {
    read_cluster(r, m, n);
    read_interleaving(r, m, n);
}
