// The package: the design point's numbers, codes of states, events, rules and messages, and the types of
// ports.
#include <string.h>

#include "emit.h"
#include "lang/topology.h"
#include "port.h"

static void print_localparam(FILE *out, const char *name, uint64_t value) {
    fprintf(out, "  localparam int %s = %llu;\n", name, (unsigned long long)value);
}

// Only what the modules spell by name is a parameter; the rest of the design point is in their numbers, and
// said here.
static void print_design_point(FILE *out, const cg_plan *p) {
    const cg_spec *s = p->spec;
    fputs("  // The design point:\n", out);
    for (int i = 0; i < s->n_params; i++) {
        if (!s->link_bits && !strcmp(s->params[i].name, "link_bits")) continue; // nothing is cut
        if (s->slots == 1 && !strcmp(s->params[i].name, "slots")) continue;     // a thread has one operation
        fprintf(out, "  //   %-14s %-6llu %s\n", s->params[i].name, (unsigned long long)s->params[i].value,
                s->params[i].doc ? s->params[i].doc : "");
    }
    for (int i = 0; i < s->n_machines; i++) {
        char name[SV_CORE_NAME];
        if (!cg_has_ports(&s->machines[i])) continue;
        print_localparam(out, sv_core_constant(s, &s->machines[i], "Cores", name), s->machines[i].count);
    }
    print_localparam(out, "Partitions", s->partitions);
    print_localparam(out, "AddrBits", s->addr_bits);
    print_localparam(out, "TidBits", (uint64_t)p->tid_bits);
    print_localparam(out, "AxiDataBits", s->axi_data_bits);
    print_localparam(out, "AxiIdBits", (uint64_t)p->axi_id_bits);
    fputs("`ifdef COHGEN_TRACE\n", out);
    print_localparam(out, "RecordBits", (uint64_t)p->record_bits);
    fputs("`endif\n`ifdef COHGEN_STEER\n", out);
    print_localparam(out, "SteerBits", (uint64_t)p->steer_bits);
    fputs("`endif\n\n", out);
}

static void enums(FILE *out, const cg_spec *s) {
    char name[SV_NAME];
    for (int i = 0; i < s->n_enums; i++) {
        const cg_enum *e = &s->enums[i];
        const int width = cg_bits((uint64_t)e->n_literals - 1);
        fprintf(out, "  typedef enum logic [%d:0] {\n", width - 1);
        for (int k = 0; k < e->n_literals; k++) {
            fprintf(out, "    %s = %d'd%d%s\n", sv_literal(s, i, (uint64_t)k, name), width, k,
                    k + 1 < e->n_literals ? "," : "");
        }
        fprintf(out, "  } %s_e;\n\n", e->name);
    }
}

static void codes(FILE *out, const cg_plan *p, int machine) {
    const cg_machine *m = &p->spec->machines[machine];
    const cg_machine_plan *mp = &p->machines[machine];
    char name[SV_NAME];
    fprintf(out, "  // %s: %s\n  typedef enum logic [%d:0] {\n", m->name, m->doc ? m->doc : "",
            mp->state_bits - 1);
    for (int i = 0; i < m->n_states; i++)
        fprintf(out, "    %s = %d'd%d%s\n", sv_state(m, i, name), mp->state_bits, i,
                i + 1 < m->n_states ? "," : "");
    fprintf(out,
            "  } %s_state_e;\n\n  // Bits that are a state: a state without a name for tools gets its type "
            "here.\n"
            "  typedef struct packed {\n    %s_state_e value;\n  } %s_state_t;\n\n",
            m->name, m->name, m->name);
    fprintf(out, "  typedef enum logic [%d:0] {\n", mp->event_bits - 1);
    for (int i = 0; i < m->n_events; i++)
        fprintf(out, "    %s = %d'd%d%s\n", sv_event(m, i, name), mp->event_bits, i,
                i + 1 < m->n_events ? "," : "");
    fprintf(out, "  } %s_event_e;\n\n  typedef enum logic [%d:0] {\n", m->name, mp->rule_bits - 1);
    for (int i = 0; i < m->n_rules; i++)
        fprintf(out, "    %s = %d'd%d%s\n", sv_rule(m, &m->rules[i], name), mp->rule_bits, i,
                i + 1 < m->n_rules ? "," : "");
    fprintf(out, "  } %s_rule_e;\n\n", m->name);
}

// What else stands in the bits of a message's member; NULL: nothing.
static const cg_slot *guest_of(const cg_lane_plan *lane, const char *name) {
    const cg_slot *slot = cg_slot_find(&lane->layout, name);
    return cg_plan_guest(lane, (int)(slot - lane->layout.slots));
}

static bool is_guest(const cg_lane_plan *lane, const char *name) {
    const cg_slot *slot = cg_slot_find(&lane->layout, name);
    return lane->host[slot - lane->layout.slots] != CG_NONE;
}

static void print_message_members(FILE *out, const char *lane, const cg_lane_plan *plan, const cg_layout *l) {
    for (int i = l->n_slots - 1; i >= 0; i--) { // the first member of a packed struct is the most significant
        if (is_guest(plan, l->slots[i].name)) continue;
        if (!strcmp(l->slots[i].name, "type")) {
            fprintf(out, "    %s_kind_e kind;\n", lane);
            continue;
        }
        fputs("    logic ", out);
        sv_range(out, l->slots[i].width);
        const cg_slot *guest = guest_of(plan, l->slots[i].name);
        fprintf(out, guest ? "%s; // or %s\n" : "%s;\n", l->slots[i].name, guest ? guest->name : "");
    }
}

static void print_kinds(FILE *out, const cg_spec *s, int channel, const char *lane, int width) {
    const int n = s->channels[channel].n_msgs;
    char name[SV_NAME];
    fprintf(out, "  // Messages on %s.\n  typedef enum logic [%d:0] {\n", lane, width - 1);
    for (int k = 0; k < n; k++)
        fprintf(out, "    %s = %d'd%d%s\n", sv_kind(s, channel, k, name), width, k, k + 1 < n ? "," : "");
    fprintf(out, "  } %s_kind_e;\n\n", lane);
}

// note [links]
static void print_flit_types(FILE *out, const cg_lane_plan *l, const char *lane) {
    fputs("  // ... without its line.\n  typedef struct packed {\n", out);
    print_message_members(out, lane, l, &l->head);
    fprintf(out, "  } %s_head_t;\n\n", lane);
    if (l->beats > 1)
        fprintf(out,
                "  // ... what of it crosses in a cycle.\n  typedef struct packed {\n    logic last; // of "
                "its message\n"
                "    logic [%d:0] beat;\n    %s_head_t head;\n  } %s_flit_t;\n\n",
                l->link_bits - 1, lane, lane);
}

static void print_lane_types(FILE *out, const cg_plan *p) {
    const cg_spec *s = p->spec;
    char lane[SV_NAME];
    for (int i = 0; i < s->n_channels; i++) {
        sv_lane(s, i, lane);
        print_kinds(out, s, i, lane, cg_slot_find(&p->lanes[i].layout, "type")->width);
        fputs("  typedef struct packed {\n", out);
        print_message_members(out, lane, &p->lanes[i], &p->lanes[i].layout);
        fprintf(out, "  } %s_t;\n\n", lane);
        if (p->lanes[i].link_bits) print_flit_types(out, &p->lanes[i], lane);
    }
}

// What an event brings along, whatever port it came through: the trace's `in` part without the line.
static void requests(FILE *out, const cg_plan *p, int machine) {
    const cg_layout *t = &p->machines[machine].trace;
    fprintf(out, "  // What an event brings to %s.\n  typedef struct packed {\n",
            p->spec->machines[machine].name);
    for (int i = t->n_slots - 1; i >= 0; i--) {
        const char *name = t->slots[i].name;
        const bool in = !strncmp(name, "in.", 3) && strcmp(name, "in.line") && strcmp(name, "in.bytes");
        if (!in && strcmp(name, "addr") && strcmp(name, "tid") && strcmp(name, "src") &&
            strcmp(name, "words"))
            continue;
        fputs("    logic ", out);
        sv_range(out, t->slots[i].width);
        fprintf(out, "%s;\n", in ? name + 3 : name);
    }
    fprintf(out, "  } %s_in_t;\n\n", p->spec->machines[machine].name);
}

// What the harness may do to a controller.
static void print_steering(FILE *out, const cg_plan *p) {
    char name[SV_NAME];
    fputs("`ifdef COHGEN_STEER\n", out);
    for (int i = 0; i < p->spec->n_machines; i++) {
        const cg_layout *l = &p->machines[i].steer;
        fputs("  typedef struct packed {\n", out);
        for (int k = l->n_slots - 1; k >= 0; k--) {
            fputs("    logic ", out);
            sv_range(out, l->slots[k].width);
            fprintf(out, "%s;\n", sv_steered(p->spec, &l->slots[k], name));
        }
        fprintf(out, "  } %s_steer_t;\n", p->spec->machines[i].name);
    }
    fputs("`endif\n\n", out);
}

static void print_core_request(FILE *out, const cg_plan *p, int machine) {
    const cg_spec *s = p->spec;
    const char *port = sv_core_prefix(s, &s->machines[machine]);
    fprintf(out,
            "  // A request at the %s port. aop: code of cohgen_amo.\n"
            "  typedef struct packed {\n",
            port);
    for (int k = s->n_marks; k-- > 0;)
        if (p->machines[machine].marks >> k & 1) fprintf(out, "    logic " CG_MARK_SLOT "%s;\n", s->marks[k]);
    fprintf(out,
            "    logic [%d:0] cmp;\n    logic [%d:0] aop;\n    logic [%d:0] wmask;\n"
            "    logic [%d:0] wdata;\n    logic ",
            CG_WORD_BITS - 1, CG_AOP_BITS - 1, CG_WORD_BYTES - 1, CG_WORD_BITS - 1);
    sv_range(out, p->tid_bits);
    fprintf(out, "tid;\n    logic [%d:0] addr;\n    op_e op;\n  } %s_req_t;\n\n", (int)s->addr_bits - 1,
            port);
}

// What a core asks for; the order logic in front of a controller asks for the last two.
static void print_operations(FILE *out, const cg_spec *s) {
    const int bits = s->has_order ? 3 : 2;
    char name[SV_NAME];
    const cg_core_op last = s->has_order ? CG_RELEASE : CG_FENCE;
    fprintf(out, "  typedef enum logic [%d:0] {\n", bits - 1);
    for (cg_core_op op = CG_LOAD; op <= last; op++)
        fprintf(out, "    %s = %d'd%d%s\n", sv_operation(op, name), bits, (int)op, op < last ? "," : "");
    fputs("  } op_e;\n\n", out);
}

void sv_emit_package(FILE *out, const cg_plan *p) {
    const cg_spec *s = p->spec;
    sv_banner(out, p, "parameters, codes and types");
    fprintf(out, "package %s_pkg;\n\n", p->name);
    print_design_point(out, p);
    enums(out, s);
    for (int i = 0; i < s->n_machines; i++) codes(out, p, i);
    print_operations(out, s);
    for (int i = 0; i < s->n_machines; i++)
        if (s->machines[i].core_port) print_core_request(out, p, i);
    print_lane_types(out, p);
    for (int i = 0; i < s->n_machines; i++) requests(out, p, i);
    print_steering(out, p);
    fputs("endpackage\n", out);
}
