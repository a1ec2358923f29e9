// cohgen diff: two tables, read at the same design point, compared by meaning.
#include <json-c/json.h>
#include <string.h>

#include "app/cli/cli.h"
#include "base/json_write.h"
#include "tell/diff/diff.h"

static void print_side(char sign, cli_color_id color, const char *text) {
    if (!text) return;
    printf("  %s%c %s%s\n", cli_color(stdout, color), sign, text, cli_color(stdout, CLI_PLAIN));
}

static void print_differences(const cli *c, const cg_differences *all) {
    if (cli_quiet(c)) return;
    if (all->n == 0) puts("the same in meaning");
    if (all->n) printf("- %s\n+ %s\n", c->args[0], c->args[1]);
    for (int i = 0; i < all->n; i++) {
        const cg_difference *d = &all->items[i];
        printf("%s%s %s%s%s\n", cli_color(stdout, CLI_BOLD), d->kind, d->where, cli_color(stdout, CLI_PLAIN),
               !d->right  ? " (only in the first)"
               : !d->left ? " (only in the second)"
                          : "");
        print_side('-', CLI_RED, d->left);
        print_side('+', CLI_GREEN, d->right);
    }
    if (all->n) printf("%d difference%s\n", all->n, all->n == 1 ? "" : "s");
}

static json_object *text_or_null(const char *text) {
    return text ? json_object_new_string(text) : NULL;
}

static void print_differences_json(const cli *c, const cg_differences *all) {
    json_object *o = json_object_new_object(), *list = json_object_new_array();
    for (int i = 0; i < all->n; i++) {
        const cg_difference *d = &all->items[i];
        json_object *one = json_object_new_object();
        json_object_object_add(one, "kind", json_object_new_string(d->kind));
        json_object_object_add(one, "where", json_object_new_string(d->where));
        json_object_object_add(one, "left", text_or_null(d->left));
        json_object_object_add(one, "right", text_or_null(d->right));
        json_object_array_add(list, one);
    }
    json_object_object_add(o, "left", json_object_new_string(c->args[0]));
    json_object_object_add(o, "right", json_object_new_string(c->args[1]));
    json_object_object_add(o, "equal", json_object_new_boolean(all->n == 0));
    json_object_object_add(o, "differences", list);
    cg_json_print(o, stdout);
    json_object_put(o);
}

static int compare_plans(const cli *c, const cg_plan *left, const cg_plan *right) {
    cg_arena *arena = cg_arena_new();
    const cg_differences all = cg_diff(arena, left, right);
    if (cli_has(c, CLI_JSON))
        print_differences_json(c, &all);
    else
        print_differences(c, &all);
    cg_arena_free(arena);
    return all.n ? CLI_FAILED : CLI_OK;
}

int cmd_diff(const cli *c) {
    cli_protocol left, right;
    int status = cli_protocol_read_named(c, c->args[0], &left);
    if (status) return status;
    status = cli_protocol_read_named(c, c->args[1], &right);
    if (!status) {
        status = compare_plans(c, left.plan, right.plan);
        cli_protocol_free(&right);
    }
    cli_protocol_free(&left);
    return status;
}
