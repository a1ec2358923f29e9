// The folder of a document: the page, the Markdown, its figures, doc.json.
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/json_write.h"
#include "render.h"

static const struct {
    const char *class, *badge, *legend;
} STATUSES[] = {
#define X(id, class, badge, legend) {class, badge, legend},
    DOC_STATUSES(X)
#undef X
};

const char *doc_status_class(doc_status status) {
    return STATUSES[status].class;
}

const char *doc_status_legend(doc_status status) {
    return STATUSES[status].legend;
}

const char *doc_badge(const doc_rule *r) {
    if (r->status == DOC_FIRED) return r->count;
    return *STATUSES[r->status].badge ? STATUSES[r->status].badge : NULL;
}

// A figure alone has no page around it to give it colours.
void doc_svg(const doc_figure *f, FILE *out) {
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "%.*s\n<style>svg{background:#fff}text{fill:#222;"
            "font-family:Helvetica,Arial,sans-serif}path,polyline{fill:none;stroke:#777}.edge "
            "polygon{fill:#777;stroke:#777}.graph&gt;polygon{fill:#fff;stroke:none}.node path,.node "
            "ellipse,.node "
            "polygon{fill:#f5f6f8;stroke:#444}</style>%s",
            f->width, (int)(strchr(f->svg, '>') + 1 - f->svg - 5), f->svg + 5, strchr(f->svg, '>') + 1);
}

// ------------------------------------------------------------------------------------------------ counts

static json_object *machine_storage_json(const doc *d, int machine) {
    const cg_machine *m = &d->spec->machines[machine];
    json_object *o = json_object_new_object(), *bits = json_object_new_object();
    json_object_object_add(o, "controllers", json_object_new_uint64(m->count));
    json_object_object_add(o, "states", json_object_new_int(m->n_states));
    json_object_object_add(o, "rules", json_object_new_int(m->n_rules));
    json_object_object_add(o, "transitions", json_object_new_int(cg_count_transitions(m)));
    uint64_t all = 0;
    for (cg_per per = 0; per < CG_N_PERS; per++) {
        const int one = cg_stored_bits(d->plan, machine, per);
        if (one) json_object_object_add(bits, cg_per_name(per), json_object_new_int(one));
        if (one) all += (uint64_t)one * cg_per_count(m, per);
    }
    json_object_object_add(o, "bits_of_one", bits);
    json_object_object_add(o, "bits_of_a_controller", json_object_new_uint64(all));
    return o;
}

void doc_json(const doc *d, FILE *out) {
    json_object *o = json_object_new_object(), *machines = json_object_new_object(),
                *parameters = json_object_new_object();
    json_object_object_add(o, "protocol", json_object_new_string(d->spec->name));
    for (int i = 0; i < d->spec->n_params; i++)
        json_object_object_add(parameters, d->spec->params[i].name,
                               json_object_new_uint64(d->spec->params[i].value));
    json_object_object_add(o, "parameters", parameters);
    for (int i = 0; i < d->spec->n_machines; i++)
        json_object_object_add(machines, d->spec->machines[i].name, machine_storage_json(d, i));
    json_object_object_add(o, "machines", machines);
    cg_json_print(o, out);
    json_object_put(o);
}

// ------------------------------------------------------------------------------------------------ files

static void render(const doc *d, cg_files *f) {
    FILE *out = cg_files_open(f, "index.html");
    doc_html(d, out);
    fclose(out);
    out = cg_files_open(f, "%s.md", d->spec->name);
    doc_markdown(d, out);
    fclose(out);
    out = cg_files_open(f, "doc.json");
    doc_json(d, out);
    fclose(out);
    for (int i = 0; i < d->n_blocks; i++) {
        if (d->blocks[i].kind != DOC_FIGURE || !d->blocks[i].figure->svg) continue;
        out = cg_files_open(f, "%s.svg", d->blocks[i].figure->name);
        doc_svg(d->blocks[i].figure, out);
        fclose(out);
    }
}

int doc_write(const doc *d, const char *dir, cg_diags *diags) {
    static const cg_folder_kind KIND = {.marker = "doc.json", .what = "a document of cohgen"};
    cg_files f = {0};
    render(d, &f);
    const int status = cg_folder_make(dir, &KIND, &f, diags);
    cg_files_free(&f);
    return status;
}
