// The Murphi emitter: what the text consists of, and that rumur accepts it. What the models say about
// protocols is tests/check's.
#include <unistd.h>

#include "base/memory.h"
#include "cases.h"
#include "emit/murphi/murphi.h"
#include "explore/explore.h"
#include "tables.h"
#include "text.h"

static const char RCC[] = "protocols/rcc.json", TOY[] = "tests/diag/base.json",
                  MSI[] = "tests/tables/directory.json", BUFFER[] = "tests/tables/buffer.json",
                  GD[] = "protocols/gd.json", DD[] = "protocols/dd.json";

static cg_spec *read_small(const char *path, const char *cores, const char *partitions) {
    const cg_setting set[] = {{"cores", cores, "test", false},
                              {"threads", "2", "test", false},
                              {"partitions", partitions, "test", false}};
    return spec_of_table(path, set, 3);
}

static char *emit(const cg_spec *s, const cg_murphi_options *o) {
    stream to;
    cg_murphi_emit(s, o, stream_open(&to));
    return stream_close(&to);
}

// Of a table with two cores and one partition.
static char *emit_small(const char *path, const cg_murphi_options *o) {
    cg_spec *s = read_small(path, "2", "1");
    char *text = emit(s, o);
    cg_spec_free(s);
    return text;
}

static int count(const char *text, const char *what) {
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what)) n++;
    return n;
}

static const cg_murphi_options PLAIN = {.lines = 2, .queue = 2},
                               ALL = {.lines = 2, .queue = 1, .cover = true, .liveness = true},
                               GROUPED = {.lines = 1, .queue = 2, .liveness = true, .grouped = true},
                               VALUES = {.lines = 1, .queue = 1, .values = 3, .grouped = true},
                               UNJUDGED = {.lines = 1, .queue = 1, .promise = {.unjudged = true}};

// Programs without races: atomics that are acquires, releases, both.
static const cg_murphi_options RACES = {.lines = 2,
                                        .queue = 1,
                                        .grouped = true,
                                        .liveness = true,
                                        .promise = {.races_forbidden = true,
                                                    .syncs = {{CG_ATOMIC, true, true, true, true},
                                                              {CG_ATOMIC, false, true, false, true},
                                                              {CG_ATOMIC, true, false, true, false}},
                                                    .n_syncs = 3},
                                        .sync = 1},
                               RACES_DATA = {.lines = 1,
                                             .queue = 1,
                                             .promise = {.races_forbidden = true},
                                             .cover = true};

static cg_murphi_options beside(cg_beside b, bool grouped, bool unjudged) {
    cg_murphi_options o = RACES;
    o.lines = 3;
    o.beside = b;
    o.grouped = grouped;
    o.cover = !grouped;
    o.promise.unjudged = unjudged;
    return o;
}

// Every rule of the table is one Murphi rule of its name, or a comment if nothing happens; a second one is
// for deferred messages.
static void check_rules(const char *path) {
    cg_spec *s = read_small(path, "2", "1");
    char *text = emit(s, &PLAIN);
    for (int m = 0; m < s->n_machines; m++) {
        for (int i = 0; i < s->machines[m].n_rules; i++) {
            const cg_rule *r = &s->machines[m].rules[i];
            char rule[256], stall[256], deferred[256];
            snprintf(rule, sizeof rule, "rule \"%s\"\n", r->id);
            snprintf(deferred, sizeof deferred, "rule \"%s (deferred)\"\n", r->id);
            snprintf(stall, sizeof stall, "-- %s: nothing happens", r->id);
            const bool pure = cg_is_pure_stall(r);
            cr_expect_eq(count(text, rule), !pure, "%s", rule);
            cr_expect_eq(count(text, stall), pure, "%s", stall);
            cr_expect(count(text, deferred) <= 1, "%s", deferred);
        }
    }
    free(text);
    cg_spec_free(s);
}

Test(murphi, a_rule_for_each_rule) {
    check_rules(RCC);
    check_rules(TOY);
    check_rules(MSI);
}

Test(murphi, same_input_same_text) {
    cg_spec *s = read_small(RCC, "2", "2");
    char *a = emit(s, &ALL), *b = emit(s, &ALL);
    cr_assert_str_eq(a, b);
    free(a);
    free(b);
    cg_spec_free(s);
}

// Cores are interchangeable where no rule computes with their numbers; homes never are.
Test(murphi, symmetry) {
    cg_spec *s = read_small(RCC, "2", "2");
    char *text = emit(s, &PLAIN);
    HAS(text, "l1_id: scalarset(2)", "l2_id: 0..1", "thread_id: scalarset(2)");
    free(text);
    cg_spec_free(s);
}

// note [dead]: in II the L1 needs neither the lease nor the data nor whether there is a way.
Test(murphi, what_is_dead_is_reset) {
    char *text = emit_small(RCC, &GROUPED);
    cr_expect_eq(count(text, "here: boolean"), 0);
    const char *flash = strstr(text, "-- flash mshrs to II");
    const char *end = flash ? strstr(flash, "send FLUSHED") : NULL;
    const char *reset = flash ? strstr(flash, "line[l].exp := 0;") : NULL;
    cr_expect(reset && (!end || reset < end));
    free(text);
}

Test(murphi, events_can_be_left_out) {
    cg_spec *s = read_small(RCC, "2", "1");
    int evict = 0;
    while (strcmp(s->machines[0].events[evict].name, "evict")) evict++;
    const struct cg_off off = {.machine = 0, .event = evict};
    cg_murphi_options o = PLAIN;
    o.off = &off;
    o.n_off = 1;
    char *text = emit(s, &o);
    LACKS(text, "rule \"rcc.l1.V.evict\"");
    HAS(text, "rule \"rcc.l2.V.evict.1\"");
    free(text);
    cg_spec_free(s);
}

// A directory stores numbers of cores, puts them into sets and sends to them: they stay interchangeable.
Test(murphi, nodes_and_sets) {
    char *text = emit_small(MSI, &GROUPED);
    HAS(text, "l1_id: scalarset(2)", "l1_set: array [l1_id] of boolean",
        "undefine l2[node].line[line].owner;",
        "for e: l1_id do l2[node].line[line].sharers[e] := false; end;");
    free(text);
}

// note [windows]: without logical time a load has a window, and the first value may be the marked one.
Test(murphi, windows) {
    char *text = emit_small(MSI, &GROUPED);
    HAS(text, "seen: array [value_t] of boolean", "ruleset first_value: value_t do");
    free(text);
    text = emit_small(RCC, &GROUPED);
    LACKS(text, "seen:", "first_value");
    free(text);
}

// `complete` looks for the deferred request, lets it take effect and forgets it.
Test(murphi, complete) {
    char *text = emit_small(MSI, &GROUPED);
    HAS(text, "completes a request that is not deferred", "case op_store: order_a_store(q, line, q.word);");
    free(text);
}

// note [races]: a load is offered to who knows the last store, and has one legal value.
Test(murphi, races_forbidden) {
    cg_spec *s = read_small(GD, "2", "1");
    char *text = emit(s, &RACES);
    HAS(text, "(line = watched -> knows[node][thread])",
        "a load does not return the last store that happens before it",
        "request_status: enum {idle, asked, waits, again, releasing, released, acquiring}",
        "((mark = 0 | mark = 2) ? released : idle)",
        "return op = op_atomic & (mark = 0 | mark = 1) ? acquiring : idle;",
        "ruleset k: 0..1 do"); // a line of data is watched, or one of synchronization
    LACKS(text, "part_t", "seen:");
    free(text);
    const cg_murphi_options o = beside(CG_BESIDE_ALL, true, false);
    text = emit(s, &o);
    HAS(text,
        "ruleset k: 0..2 do", // or other data in that line
        "watched_part: part_t");
    free(text);
    cg_spec_free(s);
}

// note [store buffer]
Test(murphi, store_buffer) {
    const cg_setting set[] = {{"stores", "1", "test", false}};
    cg_spec *s = spec_of_table(BUFFER, set, 1);
    char *text = emit(s, &RACES);
    HAS(text, "l1[node].buffer[line].there & (l1[node].buffer[line].wanted | l1_full(node))",
        "if !(l1_room(node, line)) then return false; end;", "clear_l1_entry(n.buffer[line]);",
        "n.thread[thread].waits := new_thread_waits;",
        "if m.has then c.data := m.data; end;"); // only the bytes that the message has
    free(text);
    cg_spec_free(s);
    text = emit_small(BUFFER, &RACES);
    LACKS(text,
          "l1_full"); // as many entries as lines: never full
    free(text);
}

// note [words]
Test(murphi, words) {
    char *text = emit_small("protocols/dd.json", &RACES);
    HAS(text, "bytes_t: 0..2",
        "if (n.buffer[line].has & n.buffer[line].rest) then",   // whole, of a drain
        "(exists w: thread_id do core[node][w].status = again", // wanted
        "if (n.line[l].state = l1_V) then",                     // flash V to I
        "l2_deferred[node][src][thread][line]");
    free(text);
}

// rumur is a program of its own: whether it takes the text, the plain build says. With sanitizers only the
// emitter is of interest, and rumur takes most of the time.
static void accepted(const char *path, const char *partitions, const cg_murphi_options *o) {
    char name[] = "/tmp/cohgen-murphi-XXXXXX", command[128];
    const int fd = mkstemp(name);
    cr_assert(fd >= 0);
    FILE *f = fdopen(fd, "w");
    cg_spec *s = read_small(path, "2", partitions);
    cg_murphi_emit(s, o, f);
    cr_assert_eq(fclose(f), 0);
    setenv("GLIBC_TUNABLES", EX_RUMUR_MALLOC, 0);
    snprintf(command, sizeof command, "rumur --quiet --output /dev/null %s", name);
    if (!SANITIZED)
        cr_expect_eq(system(command), 0, "%s, %s partitions, %d lines", path, partitions, o->lines);
    unlink(name);
    cg_spec_free(s);
}

// What is like another that rumur is asked about, or is explored in tests/check: with FULL=1.
static void also_accepted(const char *path, const char *partitions, const cg_murphi_options *o) {
    if (is_full()) accepted(path, partitions, o);
}

// note [lines of words]: the other word goes along, and what comes back for it completes nobody's request.
Test(murphi, lines_of_words) {
    cg_spec *s = read_small(DD, "2", "1");
    cg_murphi_options o = RACES;
    o.queue = 2;
    char *one = emit(s, &o);
    cr_expect_eq(count(one, "along"), 0);
    o.words = 2;
    char *two = emit(s, &o);
    HAS(two, "along := true;", "if !m.along then", "l / 2 = line / 2 & n.line[l].state = l1_I",
        "mem_memory_l2[node][k].n < mem_memory_l2[node][line].n"); // lowest word first
    free(one);
    free(two);
    cg_spec_free(s);
}

Test(murphi, what_is_watched) {
    cg_spec *s = read_small(DD, "2", "1");
    cg_murphi_options o = RACES;
    o.watch = CG_WATCH_SYNC;
    char *sync = emit(s, &o);
    o.watch = CG_WATCH_DATA;
    char *data = emit(s, &o);
    o.anything = true;
    char *none = emit(s, &o);
    HAS(sync, "  watched: 1;");
    HAS(data, "  watched: 0;");
    HAS(none, "watched := (k = 1 ? 2 : 0);",
        "(line < 1 | line != watched)"); // data is stored where synchronization is
    CG_FREE(sync, data, none);
    cg_spec_free(s);
}

// note [followed lines]
Test(murphi, what_is_mapped_to_the_watched_word) {
    cg_murphi_options o = RACES;
    o.lines = 3;
    o.local = 1;
    char *apart = emit_small("protocols/stash.json", &o);
    o.mapped = true;
    char *followed = emit_small("protocols/stash.json", &o);
    HAS(followed, "function at_watched(n: number)", "  case 1: return n = 0;", "nothing_stash: stash_line;",
        "mine := (at_watched(", "performs what was asked for on another line",
        "forall t: thread_id do core[node][t].status != commanding end");
    cr_expect_null(strstr(apart, "at_watched"));
    cr_expect_null(strstr(apart, "nothing_stash"));
    CG_FREE(apart, followed);
}

static size_t longest_line(const char *text) {
    size_t most = 0;
    for (size_t n; *text; text += n + (text[n] == '\n'))
        if ((n = strcspn(text, "\n")) > most) most = n;
    return most;
}

// note [lets]: and a short one stands where it is read.
Test(murphi, a_long_let_is_a_function_of_its_handler) {
    cg_murphi_options o = RACES;
    o.lines = 3;
    o.local = 1;
    char *text = emit_small("protocols/stash.json", &o), *rcc = emit_small(RCC, &PLAIN);
    HAS(text, "function on_stash_load_where_",
        "(node: l1_id; var n: stash_node; line: line_id; var c: stash_line",
        "line := line_of_number(on_stash_load_where_");
    cr_expect(longest_line(text) < 1500, "%zu", longest_line(text));
    cr_expect_null(strstr(rcc, "function on_l1_load_"));
    CG_FREE(text, rcc);
}

// note [kinds], note [dead threads]
Test(murphi, what_cannot_be_told_apart) {
    cg_spec *s = read_small(GD, "2", "1");
    cg_murphi_options o = RACES;
    char *data = emit(s, &o);
    o.lines = o.sync = 1;
    char *sync = emit(s, &o);
    struct cg_off off[2] = {{.machine = 0}, {.machine = 0}};
    while (strcmp(s->machines[0].events[off[0].event].name, "acquire")) off[0].event++;
    while (strcmp(s->machines[0].events[off[1].event].name, "release")) off[1].event++;
    o.off = off;
    o.n_off = 2;
    char *bare = emit(s, &o);
    HAS(data, "mark_t: 0..2;");
    HAS(sync,
        "mark_t: 0..2;"); // a release and an acquire come before and after
    HAS(bare, "mark_t: 0..0;");
    HAS(data, "if !n.thread[thread].waits then n.thread[thread].for_ := false; end;");
    CG_FREE(data, sync, bare);
    cg_spec_free(s);
}

Test(murphi, rumur_accepts_it) {
    if (system("command -v rumur >/dev/null") != 0) cr_skip_test("rumur is not installed");
    also_accepted(RCC, "1", &PLAIN);
    also_accepted(RCC, "2", &ALL);
    also_accepted(RCC, "1", &GROUPED);
    also_accepted(RCC, "1", &VALUES);
    also_accepted(RCC, "2", &UNJUDGED);
    also_accepted(TOY, "2", &ALL);
    also_accepted(TOY, "1", &GROUPED);
    accepted(TOY, "1", &VALUES);
    also_accepted(TOY, "1", &UNJUDGED);
    also_accepted(MSI, "1", &PLAIN);
    accepted(MSI, "2", &ALL);
    also_accepted(MSI, "1", &GROUPED);
    also_accepted(MSI, "1", &VALUES);
    also_accepted(MSI, "1", &UNJUDGED);
    const cg_murphi_options grouped = beside(CG_BESIDE_ALL, true, false),
                            single = beside(CG_BESIDE_DATA, false, false),
                            unjudged = beside(CG_BESIDE_SYNC, true, true);
    also_accepted(GD, "1", &RACES);
    also_accepted(GD, "1", &RACES_DATA);
    accepted(GD, "1", &grouped);
    also_accepted(GD, "2", &UNJUDGED);
    also_accepted(BUFFER, "1", &single);
    accepted(BUFFER, "1", &unjudged);
    cg_murphi_options words = RACES, anything = RACES;
    words.words = words.queue = 2;
    anything.anything = true;
    anything.lines = 1;
    accepted(DD, "1", &words);
    accepted(DD, "1", &anything);
    also_accepted(MSI, "2", &RACES);
    also_accepted(RCC, "1", &RACES);
}
