// The numbers of a bench as CSV and JSON. The JSON is also what is kept (kept.c), so it has the
// description in it, and stands in few lines: one for each workload and protocol.
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "bench.h"

void bench_csv(const bench *b, FILE *out) {
    const int columns = bench_columns(b);
    fputs("workload,group,protocol,seed,verdict", out);
    for (int k = 0; k < columns; k++) {
        fputc(',', out);
        cg_csv_text(out, bench_column_name(b, k));
    }
    fputc('\n', out);
    for (int i = 0; i < b->n_protocols * b->n_workloads * b->n_seeds; i++) {
        const int s = i % b->n_seeds, w = i / b->n_seeds % b->n_workloads,
                  p = i / b->n_seeds / b->n_workloads;
        if (!bench_ran(b, p)) continue;
        const char *names[] = {b->workloads[w].name, b->workloads[w].group, b->protocols[p].name};
        for (int k = 0; k < 3; k++) {
            cg_csv_text(out, names[k]);
            fputc(',', out);
        }
        fprintf(out, "%llu,%s", (unsigned long long)b->seeds[s],
                isnan(*bench_number(b, BENCH_time, p, w, s)) ? "fail" : "pass");
        for (int k = 0; k < columns; k++) {
            fputc(',', out);
            cg_csv_number(out, *bench_number(b, k, p, w, s));
        }
        fputc('\n', out);
    }
}

// ---------------------------------------------------------------------------------------------------- JSON

static json_object *plain_number(double x, const char *format) {
    char text[40];
    snprintf(text, sizeof text, format, x);
    return isnan(x) ? NULL : json_object_new_double_s(x, text);
}

static json_object *string_or_null(const char *s) {
    return s && s[0] ? json_object_new_string(s) : NULL;
}

static void write_json_member(FILE *out, const char *key, json_object *value, const char *tail) {
    fprintf(out, "  \"%s\": %s%s\n", key,
            json_object_to_json_string_ext(value, JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE),
            tail);
    json_object_put(value);
}

static json_object *stat_json(const bench *b, int column, int p, int w) {
    json_object *o = json_object_new_object(), *seeds = json_object_new_array();
    const bench_stat s = bench_stat_of(b, column, p, w);
    json_object_object_add(o, "mean", plain_number(s.mean, "%.6g"));
    json_object_object_add(o, "sd", plain_number(s.sd, "%.3g"));
    // With so many digits that what is read back has the same mean, rounded.
    for (int i = 0; i < b->n_seeds; i++)
        json_object_array_add(seeds, plain_number(*bench_number(b, column, p, w, i), "%.15g"));
    json_object_object_add(o, "runs", seeds);
    return o;
}

static json_object *reasons_json(const bench *b, int p, int w) {
    if (b->reasons && b->reasons[p * b->n_workloads + w])
        return json_object_get(b->reasons[p * b->n_workloads + w]);
    json_object *all = json_object_new_array();
    for (int s = 0; s < b->n_seeds && b->runs; s++) {
        const bench_run *r = bench_run_of(b, p, w, s);
        if (!r->report) json_object_array_add(all, string_or_null(r->reason));
    }
    return all;
}

static json_object *result_json(const bench *b, int p, int w) {
    json_object *o = json_object_new_object(), *columns = json_object_new_object();
    json_object *failed = reasons_json(b, p, w);
    json_object_object_add(o, "workload", string_or_null(b->workloads[w].name));
    json_object_object_add(o, "protocol", string_or_null(b->protocols[p].name));
    json_object_object_add(o, "verdict", string_or_null(json_object_array_length(failed) ? "fail" : "pass"));
    json_object_object_add(o, "reasons", failed);
    for (int k = 0; k < bench_columns(b); k++)
        if (k < BENCH_N_METRICS ? bench_measured(b, k) : !isnan(bench_stat_of(b, k, p, w).mean))
            json_object_object_add(columns, bench_column_name(b, k), stat_json(b, k, p, w));
    json_object_object_add(o, "numbers", columns);
    return o;
}

static json_object *claim_json(const bench *b, const bench_claim *k) {
    json_object *o = json_object_new_object();
    const bench_figure here = bench_claim_here(b, k);
    json_object_object_add(o, "protocol", string_or_null(k->protocol));
    json_object_object_add(o, "over", string_or_null(k->over));
    json_object_object_add(o, "group", string_or_null(k->group));
    json_object_object_add(o, "metric", string_or_null(bench_metrics[k->metric].name));
    json_object_object_add(o, "says", string_or_null(k->says));
    json_object_object_add(o, "paper", plain_number(k->ratio, "%.4g"));
    json_object_object_add(o, "here", plain_number(here.value, "%.4g"));
    json_object_object_add(o, "sd", plain_number(here.sd, "%.3g"));
    json_object_object_add(o, "direction", string_or_null(bench_direction(k->ratio, here)));
    return o;
}

static json_object *hardware_json(const bench *b) {
    json_object *o = json_object_new_object();
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p))
            json_object_object_add(o, b->protocols[p].name, string_or_null(b->protocols[p].design));
    return o;
}

// Later hardware that gave the same figures.
static json_object *again_json(const bench *b) {
    json_object *o = json_object_new_object();
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p) && b->protocols[p].again[0])
            json_object_object_add(o, b->protocols[p].name, string_or_null(b->protocols[p].again));
    return o;
}

static json_object *older_json(const bench *b) {
    json_object *o = json_object_new_array();
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_older(b, p)) json_object_array_add(o, string_or_null(b->protocols[p].name));
    return o;
}

static json_object *seeds_json(const bench *b) {
    json_object *o = json_object_new_array();
    for (int i = 0; i < b->n_seeds; i++) json_object_array_add(o, json_object_new_uint64(b->seeds[i]));
    return o;
}

// "results": [ and a line for each; then "paper" likewise.
static void put_lines(const bench *b, FILE *out) {
    const char *comma = "";
    fputs("  \"results\": [", out);
    for (int i = 0; i < b->n_protocols * b->n_workloads; i++) {
        if (!bench_ran(b, i / b->n_workloads)) continue;
        json_object *o = result_json(b, i / b->n_workloads, i % b->n_workloads);
        fprintf(out, "%s\n    %s", comma, json_object_to_json_string_ext(o, JSON_C_TO_STRING_NOSLASHESCAPE));
        json_object_put(o);
        comma = ",";
    }
    fputs("\n  ],\n  \"paper\": [", out);
    comma = "";
    for (int i = 0; i < b->n_claims; i++) {
        json_object *o = claim_json(b, &b->claims[i]);
        fprintf(out, "%s\n    %s", comma, json_object_to_json_string_ext(o, JSON_C_TO_STRING_NOSLASHESCAPE));
        json_object_put(o);
        comma = ",";
    }
    fputs("\n  ]\n", out);
}

void bench_json(const bench *b, FILE *out) {
    fputs("{\n", out);
    write_json_member(out, "bench", string_or_null(b->name), ",");
    write_json_member(out, "commit", string_or_null(b->commit), ",");
    write_json_member(out, "programs", string_or_null(b->programs), ",");
    write_json_member(out, "hardware", hardware_json(b), ",");
    json_object *again = again_json(b);
    if (json_object_object_length(again))
        write_json_member(out, "again", again, ",");
    else
        json_object_put(again);
    write_json_member(out, "older", older_json(b), ",");
    write_json_member(out, "seeds", seeds_json(b), ",");
    write_json_member(out, "failed", json_object_new_int(b->n_failed), ",");
    write_json_member(out, "description", json_object_get(b->said), ",");
    put_lines(b, out);
    fputs("}\n", out);
}
