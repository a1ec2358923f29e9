// S2: to which controllers a message goes, as a mask over the receivers.
#include "control.h"
#include "lang/topology.h"
#include "places.h"

static void print_sender_bit(sv_control *c, const char *lane, int n) {
    const int want = cg_bits((uint64_t)n - 1), have = cg_slot_find(&c->mp->trace, "src")->width;
    if (want == have)
        fprintf(c->out, "s2_%s_dst[s2_in_q.src] = 1'b1;\n", lane);
    else
        fprintf(c->out, "s2_%s_dst[s2_in_q.src[%d:0]] = 1'b1;\n", lane, want - 1);
}

// Where no bits of its number are the controller's cluster: each is asked for.
static void print_cluster_bits(const sv_control *c, const char *dst, int members, const char *bank) {
    const int clusters = (int)c->m->count / members, bits = c->mp->node_bits;
    fputs("begin\n", c->out);
    for (int k = 0; k < clusters; k++) {
        if (*bank)
            fprintf(c->out, "      %s[{%d'd%d, %s}] = ", dst, cg_bits((uint64_t)clusters - 1), k, bank);
        else
            fprintf(c->out, "      %s[%d] = ", dst, k);
        if (k) fprintf(c->out, "id_i >= %d'd%d", bits, k * members);
        if (k && k < clusters - 1) fputs(" && ", c->out);
        if (k < clusters - 1) fprintf(c->out, "id_i < %d'd%d", bits, (k + 1) * members);
        fputs(";\n", c->out);
    }
    fputs("    end\n", c->out);
}

// The controller's number in its cluster is no part of its parent's, but where it is all of it: note [banks].
void sv_parent_bit(const sv_control *c, const char *dst, int channel, const char *addr, int low) {
    const int to = c->s->channels[channel].to, shift = c->plan->machines[to].home_shift;
    const int members = (int)cg_children(c->m, &c->s->machines[to]), clusters = (int)c->m->count / members;
    const char *bank = shift ? cg_arena_printf(c->f.arena, "%s[%d:%d]", addr, low + shift - 1, low) : "";
    const char *own = members == 1 ? "id_i"
                                   : cg_arena_printf(c->f.arena, "id_i[%d:%d]", c->mp->node_bits - 1,
                                                     cg_log2((uint64_t)members));
    if (*bank && cg_has_same_lines(c->m, &c->s->machines[to]))
        fprintf(c->out, "%s[id_i] = 1'b1;\n", dst);
    else if (clusters > 1 && members & (members - 1))
        print_cluster_bits(c, dst, members, bank);
    else if (clusters > 1 && *bank)
        fprintf(c->out, "%s[{%s, %s}] = 1'b1;\n", dst, own, bank);
    else if (clusters > 1 || *bank)
        fprintf(c->out, "%s[%s] = 1'b1;\n", dst, *bank ? bank : own);
    else
        fprintf(c->out, "%s = 1'b1;\n", dst);
}

// All controllers of the receiving machine in the sender's cluster: they have consecutive numbers.
static void print_children(const sv_control *c, const char *dst, int channel) {
    const cg_machine *to = &c->s->machines[c->s->channels[channel].to];
    const int n = (int)cg_children(to, c->m), clusters = (int)(to->count / (uint64_t)n);
    const int members = (int)c->m->members, bits = c->mp->node_bits;
    if (clusters == 1) {
        fprintf(c->out, "%s = '1;\n", dst);
        return;
    }
    fputs("begin\n", c->out);
    for (int k = 0; k < clusters; k++) {
        fprintf(c->out, "      %s[%d:%d] = {%d{", dst, (k + 1) * n - 1, k * n, n);
        if (members == 1) {
            fprintf(c->out, "id_i == %d'd%d}};\n", bits, k);
            continue;
        }
        if (k) fprintf(c->out, "id_i >= %d'd%d", bits, k * members);
        if (k && k < clusters - 1) fputs(" && ", c->out);
        if (k < clusters - 1) fprintf(c->out, "id_i < %d'd%d", bits, (k + 1) * members);
        fputs("}};\n", c->out);
    }
    fputs("    end\n", c->out);
}

// Where a message goes, as a mask over the receivers.
void sv_destination(sv_control *c, int k) {
    const int ch = c->mp->out_channels[k], n = c->plan->lanes[ch].n_dst;
    const unsigned kinds = c->f.dests[k];
    const bool several = kinds & (kinds - 1);
    char lane[SV_NAME];
    int low;
    sv_lane(c->s, ch, lane);
    const char *addr = sv_about_address(c, k, lane, &low);
    fprintf(c->out, "  always_comb begin\n    s2_%s_dst = '0;\n", lane);
    for (int d = 0; d < CG_N_DESTS; d++) {
        if (!(kinds >> d & 1)) continue;
        if (several)
            fprintf(c->out, "    if (%s_dest == 3'd%d) ", lane, d);
        else
            fputs("    ", c->out);
        const int home_bits =
            c->m->home
                ? 0
                : (c->s->channels[ch].to >= 0 ? c->plan->machines[c->s->channels[ch].to].home_shift : 0);
        switch ((cg_dest)d) {
        case CG_TO_HOME:
            if (n == 1)
                fprintf(c->out, "s2_%s_dst = 1'b1;\n", lane);
            else
                fprintf(c->out, "s2_%s_dst[%s[%d:%d]] = 1'b1;\n", lane, addr, low + home_bits - 1, low);
            break;
        case CG_TO_SRC:
            if (n == 1)
                fprintf(c->out, "s2_%s_dst = 1'b1;\n", lane);
            else
                print_sender_bit(c, lane, n);
            break;
        case CG_TO_ALL: fprintf(c->out, "s2_%s_dst = '1;\n", lane); break;
        case CG_TO_NEXT:
        case CG_TO_MEMORY: fprintf(c->out, "s2_%s_dst[0] = 1'b1; // one neighbour\n", lane); break;
        case CG_TO_EXPR: fprintf(c->out, "s2_%s_dst = %s_to;\n", lane, lane); break;
        case CG_TO_PARENT:
            sv_parent_bit(c, cg_arena_printf(c->f.arena, "s2_%s_dst", lane), ch, addr, low);
            break;
        case CG_TO_CHILDREN: print_children(c, cg_arena_printf(c->f.arena, "s2_%s_dst", lane), ch); break;
        case CG_N_DESTS: break;
        }
    }
    fputs("  end\n", c->out);
}
