// Mutants: what each operator makes of a small table, what is not made, and that a mutant is one change.
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cases.h"
#include "load/load.h"
#include "mutate/mutate.h"
#include "rows.h"

static const char TOY[] = "tests/diag/base.json", RCC[] = "protocols/rcc.json";

static cg_mutants *mutants_of(const char *path) {
    cg_diags *d = cg_diags_new();
    cg_mutants *all = cg_mutants_of(path, NULL, 0, d);
    if (!all) cg_diags_print(d, stderr);
    cg_diags_free(d);
    cr_assert_not_null(all);
    return all;
}

static char *read_text(const char *path) {
    FILE *in = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    cr_assert(in && text);
    cr_assert(fread(text, 1, (1 << 20) - 1, in) > 0);
    fclose(in);
    return text;
}

// A file without a name that holds `text`, opened again by its path.
static void with_file(const char *text, char path[32], FILE **f) {
    *f = tmpfile();
    cr_assert_not_null(*f);
    fputs(text, *f);
    fflush(*f);
    snprintf(path, 32, "/dev/fd/%d", fileno(*f));
}

// `text` with `to` in place of `from`; to be freed, and `text` is.
static char *changed(char *text, const char *from, const char *to) {
    char *at = strstr(text, from), *out = calloc(1, strlen(text) + strlen(to) + 1);
    cr_assert(at && out, "%s is not in the table", from);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    free(text);
    return out;
}

static cg_mutants *mutants_of_text(char *text) {
    char path[32];
    FILE *f;
    with_file(text, path, &f);
    cg_mutants *all = mutants_of(path);
    fclose(f);
    free(text);
    return all;
}

static const cg_mutant *find(const cg_mutants *all, const char *id) {
    const cg_mutant *m = cg_mutant_find(all, id);
    cr_assert(m, "there is no mutant %s", id);
    return m;
}

static void check_mutant(const char *const *row, void *all) {
    const cg_mutant *m = find(all, row[0]);
    cr_assert_str_eq(m->before, row[1], "%s: %s", m->id, m->before);
    cr_assert_str_eq(m->after, row[2], "%s: %s", m->id, m->after);
}

Test(mutate, operators) {
    cg_mutants *all = mutants_of(TOY);
    check_rows("mutants.rows", 3, check_mutant, all);
    cg_mutants_free(all);
}

// What the small table does not have.
Test(mutate, more_operators) {
    char *text = changed(read_text(TOY), "{\"now\": \"ts\"},\n      \"line\"",
                         "{\"now\": \"ts\", \"epoch\": \"bool\", \"other\": \"bool\"},\n      \"line\"");
    text = changed(text, "{\"on\": \"tick\", \"do\": []}",
                   "{\"on\": \"tick\", \"when\": \"now == 3 && !(epoch)\", \"do\": [\"flash lines to I\", "
                   "\"epoch = epoch && other\", \"other = !other\"]}, {\"on\": \"tick\", \"do\": []}");
    cg_mutants *all = mutants_of_text(text);
    check_rows("mutants_of_flash.rows", 3, check_mutant, all);
    const cg_mutant *x = find(all, "toy.l1.tick.1:exchange");
    cr_assert_str_eq(x->pointer, "/machines/l1/rules");
    // The assignment left out is a mutant of its own, not one more: "other = other" is not made.
    find(all, "toy.l1.tick.2:drop:other");
    cr_assert_null(cg_mutant_find(all, "toy.l1.tick.2:negate:other/other"));
    cg_mutants_free(all);
}

Test(mutate, choices) {
    char *text = changed(read_text(TOY), "max(now, msg.ver)\"}", "msg.ver > 2 ? now : msg.ver\"}");
    cg_mutants *all = mutants_of_text(text);
    check_rows("mutants_of_choices.rows", 3, check_mutant, all);
    cg_mutants_free(all);
}

Test(mutate, the_reader_refuses_some) {
    cg_mutants *all = mutants_of(TOY);
    cr_assert_null(find(all, "toy.l1.V.load.1:drop:hit")->refused);
    const char *why = find(all, "toy.l1.IV.DATA:drop:replay")->refused;
    cr_assert(why && !strncmp(why, "E0311: ", 7), "%s", why);
    cg_mutants_free(all);
}

static bool has_blank(const char *id) {
    return strpbrk(id, " \t\n") != NULL;
}

// Ids name one mutant each; what it says of itself is what its file gives. Of every mutant, or of some.
static void check_each(const char *path) {
    cg_mutants *all = mutants_of(path);
    char file[32];
    const int tried = cases(all->n);
    for (int i = 0; i < tried; i++) {
        const cg_mutant *m = &all->items[(long)i * all->n / tried];
        cr_assert(cg_mutant_find(all, m->id) == m && !has_blank(m->id), "%s", m->id);
        cr_assert(strcmp(m->before, m->after) != 0, "%s", m->id);
        char *text = cg_mutant_text(all, m);
        FILE *f;
        cg_diags *d = cg_diags_new();
        with_file(text, file, &f);
        cg_spec *s = cg_spec_read(file, NULL, 0, d);
        cr_assert_eq(s == NULL, m->refused != NULL, "%s", m->id);
        cg_spec_free(s);
        cg_diags_free(d);
        fclose(f);
        free(text);
    }
    cg_mutants_free(all);
}

Test(mutate, each_is_what_it_says) {
    check_each(TOY);
    if (runs_whole()) check_each("protocols/mesi.json");
    if (is_full()) check_each(RCC); // as many as these
}

// One that is asked for is what it is among all.
Test(mutate, one_of_them) {
    cg_mutants *all = mutants_of(TOY);
    for (int i = 0; i < all->n; i++) {
        const cg_mutant *m = &all->items[i];
        cg_diags *d = cg_diags_new();
        cg_mutants *few = cg_mutants_of_ids(TOY, NULL, 0, &m->id, 1, d);
        const cg_mutant *one = cg_mutant_find(few, m->id);
        cr_assert(one && few->n < 5, "%s: %d", m->id, few->n);
        cr_assert(!strcmp(one->pointer, m->pointer) && !strcmp(one->after, m->after), "%s", m->id);
        cg_mutants_free(few);
        cg_diags_free(d);
    }
    cg_mutants_free(all);
}

// Sets, nodes, and messages to them.
Test(mutate, receivers) {
    long_search(); // a large table
    cg_mutants *all = mutants_of("protocols/mesi.json");
    check_rows("mutants_of_mesi.rows", 3, check_mutant, all);
    // What is assigned to itself is the assignment left out.
    cr_assert_null(cg_mutant_find(all, "mesi.l2.V.GETS.1:name:line.owner/msg.src->line.owner"));
    cg_mutants_free(all);
}

// Where a cluster has one controller of the receiving machine, its other names make no mutants.
Test(mutate, one_receiver) {
    cg_mutants *all = mutants_of("tests/tables/partition.json");
    find(all, "partition.l1.I.load:to:send-LOAD/parent->all");
    cr_assert_null(cg_mutant_find(all, "partition.l1.I.load:to:send-LOAD/parent->children"));
    find(all, "partition.w.actions/flush:to:send-GONE/children->all");
    cr_assert_null(cg_mutant_find(all, "partition.w.actions/flush:to:send-GONE/children->parent"));
    cg_mutants_free(all);
}

// Where two JSON values differ, outermost first: at one pointer only.
static void differing(json_object *a, json_object *b, const char *at, const char **where, int *n) {
    char below[512];
    if (json_object_equal(a, b)) return;
    if (json_object_is_type(a, json_type_object) && json_object_is_type(b, json_type_object) &&
        json_object_object_length(a) == json_object_object_length(b)) {
        json_object_object_foreach(a, key, value) {
            snprintf(below, sizeof below, "%s/%s", at, key);
            differing(value, json_object_object_get(b, key), below, where, n);
        }
        return;
    }
    if (json_object_is_type(a, json_type_array) && json_object_is_type(b, json_type_array) &&
        json_object_array_length(a) == json_object_array_length(b)) {
        for (size_t i = 0; i < json_object_array_length(a); i++) {
            snprintf(below, sizeof below, "%s/%zu", at, i);
            differing(json_object_array_get_idx(a, i), json_object_array_get_idx(b, i), below, where, n);
        }
        return;
    }
    if ((*n)++ == 0) *where = strdup(at);
}

Test(mutate, one_change) {
    cg_mutants *all = mutants_of(TOY);
    for (int i = 0; i < all->n; i++) {
        const cg_mutant *m = &all->items[i];
        char *text = cg_mutant_text(all, m);
        json_object *changed = json_tokener_parse(text);
        const char *where = "";
        int n = 0;
        differing(all->root, changed, "", &where, &n);
        if (m->op != CG_MUT_EXCHANGE && m->op != CG_MUT_STALL) cr_assert_eq(n, 1, "%s: %d", m->id, n);
        cr_assert(!strncmp(where, m->pointer, strlen(where)) ||
                      !strncmp(where, m->pointer, strlen(m->pointer)),
                  "%s: %s, not %s", m->id, where, m->pointer);
        json_object_put(changed);
        free((char *)where);
        free(text);
    }
    cg_mutants_free(all);
}

// One more rule elsewhere leaves the ids as they are.
Test(mutate, ids_stay) {
    cg_mutants *one = mutants_of(TOY);
    char *text = changed(read_text(TOY), "{\"on\": \"wake\", \"do\": [\"mode = Run\"]}",
                         "{\"on\": \"wake\", \"when\": \"mode == Run\", \"do\": []}, "
                         "{\"on\": \"wake\", \"do\": [\"mode = Run\"]}");
    cg_mutants *two = mutants_of_text(text);
    for (int i = 0; i < one->n; i++) {
        if (!strstr(one->items[i].id, ".wake")) find(two, one->items[i].id);
    }
    cg_mutants_free(one);
    cg_mutants_free(two);
}

// Every operator is made for some place of a real table, or of the small ones above.
Test(mutate, counts) {
    cg_mutants *all = mutants_of(TOY);
    int of[CG_N_MUTATIONS] = {0};
    for (int i = 0; i < all->n; i++) of[all->items[i].op]++;
    cr_assert_eq(all->n, 147, "%d", all->n);
    cr_assert_eq(of[CG_MUT_DROP], 53, "%d", of[CG_MUT_DROP]);
    cr_assert_eq(of[CG_MUT_COMPARE], 10, "%d", of[CG_MUT_COMPARE]);
    cg_mutants_free(all);
    if (runs_whole()) {
        all = mutants_of(is_full() ? RCC : "protocols/tcs.json"); // RCC has three times as many
        memset(of, 0, sizeof of);
        for (int i = 0; i < all->n; i++) of[all->items[i].op]++;
        cg_mutants_free(all);
    }
    all =
        mutants_of("tests/tables/buffer.json"); // what leaves a store buffer, and fields of it and of threads
    for (int i = 0; i < all->n; i++) of[all->items[i].op]++;
    if (runs_whole()) {
        cg_mutants *kept = mutants_of("tests/tables/deferral.json"); // requests that are kept
        for (int i = 0; i < kept->n; i++) of[kept->items[i].op]++;
        find(kept, "deferral.l1.M_O.due.1:for");
        find(kept, "deferral.l1.SM_AD.Inv:name:send-InvAck/msg.request->mshr.asks");
        cg_mutants_free(kept);
        cg_mutants *heads = mutants_of("tests/tables/sfifo.json"); // what is at the head of a fifo
        for (int i = 0; i < heads->n; i++) of[heads->items[i].op]++;
        find(heads, "sfifo.l1.I.oldest.1:pop:popsfifo");
        find(heads, "sfifo.l1.I.store.2:drop:push-sfifo");
        cg_mutants_free(heads);
        cg_mutants *masks = mutants_of("tests/tables/wcache.json"); // bytes of a line
        for (int i = 0; i < masks->n; i++) of[masks->items[i].op]++;
        cg_mutants_free(masks);
    }
    for (int i = 0; i < CG_N_MUTATIONS; i++)
        cr_assert(of[i] > 0 || !runs_whole(), "%s", cg_mutations[i].name);
    find(all, "toy.l1.I.load.1:drain:drainall");
    find(all, "toy.l1.release.2:drain:drain");
    find(all, "toy.l1.actions/gather:drop:buffer");
    find(all, "toy.l1.release.2:drop:thread.waits");
    find(all, "toy.l1.I.drain:argument:WRITE.kept/!buffer.kept");
    cg_mutants_free(all);
}

// The hash of an action must never be nothing: a rule that sends the table's first message, without fields,
// to the home was taken to do the same as one that does not.
Test(mutate, the_first_message) {
    cg_mutants *all = mutants_of("protocols/mesi_wt.json");
    find(all, "mesi_wt.l1.I.load:drop:send-GETS");
    find(all, "mesi_wt.l1.I.store:message:send-WRITE/GETS");
    cg_mutants_free(all);
}

Test(mutate, a_wrong_file) {
    cg_diags *d = cg_diags_new();
    cr_assert_null(cg_mutants_of("tests/unit/no_such_file.json", NULL, 0, d));
    cr_assert_eq(cg_diags_errors(d), 1);
    cg_diags_free(d);
}

// Every operator stands in the handbook as it stands in the header.
Test(mutate, documented) {
    char *text = read_text("docs/mutation.md"), row[512];
    for (int i = 0; i < CG_N_MUTATIONS; i++) {
        const cg_mutation_info *x = &cg_mutations[i];
        snprintf(row, sizeof row, "| `%s` | %s | `%s` | `%s` |\n", x->name, x->doc, x->before, x->after);
        for (char *p = row; (p = strstr(p, "||")); p += 4) { // "||" would end a cell
            memmove(p + 4, p + 2, strlen(p + 2) + 1);
            memcpy(p, "\\|\\|", 4);
        }
        cr_assert(strstr(text, row), "docs/mutation.md needs this row: %s", row);
    }
    free(text);
}

static void are_mutants(const char *path, const char *const *ids, size_t n) {
    cg_mutants *all = mutants_of(path);
    for (size_t i = 0; i < n; i++) cr_assert(cg_mutant_find(all, ids[i]), "%s is no mutant", ids[i]);
    cg_mutants_free(all);
}

// Of a function that is bound to a part: each operand is left out, or is what stands behind it; another
// result is taken.
Test(mutate, functions) {
    static const char *const IDS[] = {
        "tiles.win.let/due:operand:split.quotient(0,row)",
        "tiles.win.let/due:operand:split.quotient(line.at,0)",
        "tiles.win.let/due:name:split.remainder",
        "tiles.win.let/due:name:split.quotient",
    };
    cg_mutants *all = mutants_of("tests/tables/tiles.json");
    cr_assert_null(cg_mutant_find(all, "tiles.win.let/due:operand:split.quotient(row,row)"),
                   "3 bits for an operand of 2 give no table");
    cg_mutants_free(all);
    are_mutants("tests/tables/tiles.json", IDS, 4);
}

// For which line a message is, where that is computed; a field is none that is mutated.
Test(mutate, places) {
    static const char *const IDS[] = {
        "reverse.win.place/WDATA:operand:split.quotient(msg.stride,msg.stride)",
        "reverse.win.place/RECALL:name:msg.row->msg.stride",
    };
    are_mutants("tests/tables/reverse.json", IDS, 2);
    cg_mutants *all = mutants_of("tests/tables/window.json");
    for (int i = 0; i < all->n; i++) cr_assert_null(strstr(all->items[i].id, ".place/"));
    cg_mutants_free(all);
}
