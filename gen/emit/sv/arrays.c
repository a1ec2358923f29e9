// note [ports]: the tag array and the data array where memories have one port.
//
// A transition may write an array at the edge at which another event is looked up in it. With one port the
// read goes first, and the write waits in cohgen_ram_1rw, from where reads see it. While writes wait, S0
// takes nothing, so that there are edges without a read:
//
//   tags   S0 reads them in every cycle in which a port offers something and no write waits. So one write
//   waits at most. data   S1 reads them. When S0 learns that a write waits, two more events may be in S1 and
//   S2, of which each may write, and one
//          reads. So two writes wait at most, and the read sees at most one that waits. S0 takes an event
//          again when none waits; or when one waits and S1 and S2 are empty, as it leaves in this cycle then.
//
// A replacement's bits are read and written by each hit, and stay in a memory of two ports: a few bits a set.
#include <string.h>

#include "control.h"

bool sv_one_port(const sv_control *c) {
    return c->plan->sram.one_port;
}

static const sv_port *wrap_port(const sv_control *c) {
    for (int i = 0; i < c->n_ports; i++)
        if (c->ports[i].kind == SV_PORT_WRAP) return &c->ports[i];
    return NULL;
}

void sv_arrays_declare(sv_control *c) {
    if (!sv_one_port(c)) return;
    fprintf(c->out,
            "  // Writes that wait for the one port of their array: while there are some, S0 takes nothing.\n"
            "  logic tags_waiting, ports_free;\n  logic [1:0] data_waiting;\n"
            "  assign ports_free = !tags_waiting\n"
            "    && (data_waiting == '0 || (data_waiting == 2'd1%s && !s1_valid_q && !s2_valid_q));\n",
            sv_late(c) ? " && !s0b_valid_q" : "");
}

void sv_arrays_terms(sv_control *c, const sv_port *p, sv_logic *ok) {
    if (sv_one_port(c) && p->kind != SV_PORT_WRAP)
        sv_term(ok, "no write waits for the arrays' ports", "ports_free");
}

void sv_array_open(sv_control *c, const char *part, int lanes, int lane_bits, unsigned long long depth,
                   const char *more, const char *of) {
    const bool data = !strcmp(of, "data");
    const char *module = sv_one_port(c) ? "cohgen_ram_1rw" : part,
               *waiting = sv_one_port(c) && data ? ", .Waiting(2)" : "";
    fprintf(c->out, "  %s #(.Depth(%llu), .Lanes(%d), .LaneBits(%d)%s%s%s) u_%s (\n    .clk_i(clk_i),\n",
            module, depth, lanes, lane_bits, waiting, more, sv_latency(c), of);
    if (sv_one_port(c))
        fprintf(c->out, "    .rst_ni(rst_ni), .waiting_o(%s_waiting),\n", data ? "data" : "tags");
}

const char *sv_data_read(const sv_control *c) {
    const sv_port *wrap = wrap_port(c);
    const char *stage = sv_late(c) ? "s0b" : "s1";
    if (!sv_one_port(c) || !wrap) return cg_arena_printf(c->f.arena, "%s_valid_q", stage);
    return cg_arena_printf(c->f.arena, "%s_valid_q && !%s_%s_q", stage, stage,
                           wrap->name); // it comes when it comes, and reads nothing
}

const char *sv_tags_unread(const sv_control *c) {
    const sv_port *wrap = wrap_port(c);
    return sv_one_port(c) && wrap ? cg_arena_printf(c->f.arena, "s1_%s_q || ", wrap->name) : "";
}
