// cohgen_cam: parameters Entries, KeyBits, DataBits. The model is a list of pairs, the newest one last.
#include "ref.h"

#include <string.h>

enum { ENTRIES, KEY_BITS, DATA_BITS };
enum { MOST = 256 };

struct pair {
    uint64_t key, data;
};

struct cam {
    struct pair pair[MOST];
    int used;

    bool find, insert, set, remove;
    uint64_t key, data;
};

static struct pair *find(struct cam *s) {
    for (int i = 0; s->find && i < s->used; i++)
        if (s->pair[i].key == s->key) return &s->pair[i];
    return NULL;
}

static void cam_check(struct ref *r, struct bits *out) {
    struct cam *s = r->state;
    const struct pair *p = find(s);
    expect(r, out, 1, p != NULL, "found_o");
    expect(r, out, r->p[DATA_BITS], p ? p->data : 0, "data_o");
    expect(r, out, 1, s->used == r->p[ENTRIES], "full_o");
}

static void cam_clock(struct ref *r) {
    struct cam *s = r->state;
    struct pair *p = find(s);
    if (s->find && !p && s->used == r->p[ENTRIES]) cover(r, 0);
    if (s->insert && s->used == r->p[ENTRIES] - 1) cover(r, 1);
    if (s->set && s->remove) cover(r, 2);
    if (s->remove && s->used == r->p[ENTRIES]) cover(r, 3);
    if (!s->find && s->used) cover(r, 4);
    if (s->set) p->data = s->data;
    if (s->insert) s->pair[s->used++] = (struct pair){s->key, s->data};
    if (!s->remove) return;
    s->used--;
    memmove(p, p + 1, (size_t)(s->pair + s->used - p) * sizeof *p);
}

// Half of the keys are some that are in.
static void cam_drive(struct ref *r, struct bits *in) {
    struct cam *s = r->state;
    s->find = !chance(r, 0);
    s->key = random_bits(r, r->p[KEY_BITS]);
    if (s->used && chance(r, 1)) s->key = s->pair[random_below(r, s->used)].key;
    const struct pair *p = find(s);
    s->insert = s->find && !p && s->used < r->p[ENTRIES] && chance(r, 2);
    s->set = p && chance(r, 3);
    s->remove = p && chance(r, 4);
    put(in, 1, s->find);
    put(in, r->p[KEY_BITS], s->key);
    put(in, 1, s->insert);
    put(in, 1, s->set);
    put(in, 1, s->remove);
    put(in, r->p[DATA_BITS], s->data = random_bits(r, r->p[DATA_BITS]));
}

REF_KIND(cam, cam, NULL, cam_check, cam_clock, cam_drive, "a key that is not found while it is full",
         "the last free entry", "set and removed at once", "removed while it is full",
         "nothing is looked for")
