// The document model: every rule in one cell, notes numbered as they are cited, statuses and heat,
// expressions written as the table writes them, the sum of stored bits; both renderings hold what the model
// holds.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "load/load.h"
#include "tables.h"
#include "tell/doc/doc.h"
#include "tell/text.h"
#include "text.h"

static const char RCC[] = "protocols/rcc.json", TOY[] = "tests/diag/base.json";

static const doc_rule *find(const doc *d, const char *id, int *times) {
    const doc_rule *found = NULL;
    *times = 0;
    for (int b = 0; b < d->n_blocks; b++) {
        const doc_grid *g = d->blocks[b].kind == DOC_GRID ? d->blocks[b].grid : NULL;
        for (int i = 0; g && i < g->n_rows * g->n_columns; i++) {
            for (int r = 0; r < g->cells[i].n; r++) {
                if (strcmp(g->cells[i].rules[r].id, id) != 0) continue;
                found = &g->cells[i].rules[r];
                ++*times;
            }
        }
    }
    return found;
}

static void each_rule_once(const char *path) {
    cg_plan *p = plan_of_table(path, NULL, 0);
    doc *d = doc_build(p, NULL);
    for (int i = 0; i < p->spec->n_machines; i++) {
        for (int r = 0; r < p->spec->machines[i].n_rules; r++) {
            int times;
            find(d, p->spec->machines[i].rules[r].id, &times);
            cr_expect_eq(times, 1, "%s stands %d times", p->spec->machines[i].rules[r].id, times);
        }
    }
    doc_free(d);
    drop_plan(p);
}

Test(doc, each_rule_stands_once) {
    each_rule_once(RCC);
    each_rule_once(TOY);
}

Test(doc, cells) {
    cg_plan *p = plan_of_table(RCC, NULL, 0);
    doc *d = doc_build(p, NULL);
    int n;
    const doc_rule *hit = find(d, "rcc.l1.V.load.1", &n), *ask = find(d, "rcc.l1.V.load.3", &n);
    cr_expect_str_eq(hit->prefix, "if");
    cr_expect_str_eq(hit->when, "fresh && !due");
    cr_expect(strstr(hit->meaning, "line.exp >= now"), "%s", hit->meaning);
    cr_expect_null(hit->next);
    cr_expect_str_eq(ask->prefix, "else");
    cr_expect_null(ask->when);
    cr_expect_str_eq(ask->next, "IV");
    cr_expect_gt(ask->note, 0);
    const doc_action *last = &ask->actions[ask->n_actions - 1];
    cr_expect_str_eq(last->name, "GETS");
    cr_expect_str_eq(last->href, "msg.GETS");
    cr_expect_str_eq(last->after, "{now, exp: line.exp, epoch} to home");
    cr_expect(find(d, "rcc.l1.IV.evict", &n)->stall);
    cr_expect(find(d, "rcc.l1.I.DATA", &n)->impossible);
    const doc_rule *roll = find(d, "rcc.l2.I.WRITE.1", &n);
    cr_expect_eq(roll->n_actions, 1, "an action list is one line");
    cr_expect_str_eq(roll->actions[0].name, "@roll");
    doc_free(d);
    drop_plan(p);
}

Test(doc, notes_are_numbered_from_1) {
    cg_plan *p = plan_of_table(RCC, NULL, 0);
    doc *d = doc_build(p, NULL);
    int lists = 0;
    for (int b = 0; b < d->n_blocks; b++) {
        if (d->blocks[b].kind != DOC_NOTES) continue;
        lists++;
        for (int i = 0; i < d->blocks[b].n_notes; i++) cr_expect_eq(d->blocks[b].notes[i].number, i + 1);
    }
    cr_expect_eq(lists, 2);
    doc_free(d);
    drop_plan(p);
}

Test(doc, statuses_and_heat) {
    cg_plan *p = plan_of_table(TOY, NULL, 0);
    const cg_machine *m = &p->spec->machines[0];
    doc_count *counts[2];
    for (int i = 0; i < 2; i++) counts[i] = calloc((size_t)p->spec->machines[i].n_rules, sizeof **counts);
    int moves[5], n = 0;
    for (int i = 0; i < m->n_rules && n < 5; i++) {
        if (doc_is_transition(&m->rules[i])) moves[n++] = i;
    }
    counts[0][moves[0]].fired = 1;
    counts[0][moves[1]].fired = 1 << 20;
    counts[0][moves[2]].checked = 3;
    counts[0][moves[3]].unreachable = true;
    doc *d = doc_build(p, (const doc_count *const *)counts);
    static const doc_status WANT[] = {DOC_FIRED, DOC_FIRED, DOC_CHECKED, DOC_UNREACHABLE, DOC_NEVER};
    for (int i = 0, times; i < 5; i++)
        cr_expect_eq(find(d, m->rules[moves[i]].id, &times)->status, WANT[i], "%s", m->rules[moves[i]].id);
    int times;
    cr_expect_eq(find(d, m->rules[moves[0]].id, &times)->heat, 1);
    cr_expect_eq(find(d, m->rules[moves[1]].id, &times)->heat, DOC_HEAT);
    cr_expect_str_eq(find(d, m->rules[moves[1]].id, &times)->count, "1048 k");
    doc_free(d);
    for (int i = 0; i < 2; i++) free(counts[i]);
    drop_plan(p);
}

// Every guard, printed with its lets written out and parsed again by way of its own text, keeps its
// operators' order.
Test(doc, expressions) {
    cg_plan *p = plan_of_table(RCC, NULL, 0);
    cg_arena *a = cg_arena_new();
    const cg_machine *l1 = &p->spec->machines[0], *l2 = &p->spec->machines[1];
    static const struct {
        const char *id, *text;
    } CASES[] = {{"rcc.l1.V.load.1", "line.exp >= now && !(may && line.round != round)"},
                 {"rcc.l1.II.RESULT.1", "mshr.pending == 1"},
                 {"rcc.l1.II.load.1", "mshr.asked"},
                 {"rcc.l2.V.GETS.2", "(msg.epoch == epoch ? msg.exp : 0) > line.ver"},
                 {"rcc.l2.STALL.2", "mode == Lead && msg.lead > self"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const cg_machine *m = strstr(CASES[i].id, ".l1.") ? l1 : l2;
        for (int r = 0; r < m->n_rules; r++) {
            const cg_rule *rule = &m->rules[r];
            if (!strcmp(rule->id, CASES[i].id))
                cr_expect_str_eq(doc_expr(a, p->spec, m, doc_event_msg(p->spec, m, rule->event), rule->when),
                                 CASES[i].text);
        }
    }
    cg_arena_free(a);
    drop_plan(p);
}

// An L1 of 64 sets and 4 ways of 64 bytes, 32 address bits: 32 - 6 - 6 = 20 bits of tag.
Test(doc, stored_bits) {
    cg_plan *p = plan_of_table(RCC, NULL, 0);
    cr_expect_eq(cg_stored_bits(p, 0, CG_PER_LINE),
                 20 + 1 + 1 + 32 + 2 + 512); // tag, pinned, state, exp, round, data
    cr_expect_eq(cg_stored_bits(p, 0, CG_PER_SET), 3);
    cr_expect_eq(cg_stored_bits(p, 0, CG_PER_MSHR), 1 + 26 + 1 + 2 + 3 + 5 + 1); // ..., state, pending, asked
    cr_expect_eq(cg_stored_bits(p, 0, CG_PER_CONTROLLER), 32 + 1 + 2 + 2 + 1); // now, epoch, round, beat, may
    cr_expect_eq(cg_per_count(&p->spec->machines[0], CG_PER_LINE), 256);
    drop_plan(p);
}

static char *rendered(const doc *d, void render(const doc *, FILE *)) {
    stream s;
    render(d, stream_open(&s));
    return stream_close(&s);
}

Test(doc, both_renderings_are_whole) {
    cg_plan *p = plan_of_table(RCC, NULL, 0);
    doc *d = doc_build(p, NULL);
    char *html = rendered(d, doc_html), *md = rendered(d, doc_markdown), id[300];
    for (int i = 0; i < p->spec->n_machines; i++) {
        for (int r = 0; r < p->spec->machines[i].n_rules; r++) {
            snprintf(id, sizeof id, " id=\"%s\"", p->spec->machines[i].rules[r].id);
            cr_expect(strstr(html, id), "the page has no%s", id);
            cr_expect(strstr(md, id), "the Markdown has no%s", id);
        }
    }
    for (int i = 0; i < p->spec->n_msgs; i++) {
        cr_expect(strstr(html, p->spec->msgs[i].name));
        cr_expect(strstr(md, p->spec->msgs[i].name));
    }
    HAS(html,
        "a lease must be short beside the range of time"); // the constraints' reasons
    HAS(md, "(1 << ts_bits)");
    HAS(html, "(1 &lt;&lt; ts_bits)");
    free(html);
    free(md);
    doc_free(d);
    drop_plan(p);
}
