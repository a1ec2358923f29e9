// What a controller has beside its cache: the store buffer, and a thread's own fields.
#include <string.h>

#include "control.h"

// ------------------------------------------------------------------------------------------ thread fields

// The thread of the event: its request's number without the slot.
static void print_thread(sv_control *c) {
    const int slot_bits = cg_log2(c->s->slots);
    if (!slot_bits)
        fputs("s2_in_q.tid", c->out);
    else if (c->plan->tid_bits == slot_bits)
        fputs("1'd0", c->out);
    else
        fprintf(c->out, "s2_in_q.tid[%d:%d]", c->plan->tid_bits - 1, slot_bits);
}

static int thread_bits(const sv_control *c) {
    return c->s->slots > 1 ? cg_bits(c->s->threads - 1) : c->plan->tid_bits;
}

static void thread_field(sv_control *c, const cg_field *f) {
    fprintf(c->out, "  logic ");
    sv_range(c->out, f->type.width);
    fprintf(c->out, "thread_%s_q [0:%llu];\n  assign thread_%s = thread_%s_q[", f->name,
            (unsigned long long)c->s->threads - 1, f->name, f->name);
    print_thread(c);
    fputs("];\n", c->out);
}

// Written by every transition: one without a thread finds thread 0's, and leaves them as they are.
void sv_control_threads(sv_control *c) {
    const cg_machine *m = c->m;
    if (!m->n_thread) return;
    fputs("\n  // Fields of the event's thread.\n", c->out);
    for (int i = 0; i < m->n_thread; i++) thread_field(c, &m->thread[i]);
    fprintf(c->out,
            "  for (genvar t = 0; t < %llu; t++) begin : g_thread\n    always_ff @(posedge clk_i or negedge "
            "rst_ni) begin\n      if (!rst_ni) begin\n",
            (unsigned long long)c->s->threads);
    for (int i = 0; i < m->n_thread; i++)
        fprintf(c->out, "        thread_%s_q[t] <= %d'd%llu;\n", m->thread[i].name, m->thread[i].type.width,
                (unsigned long long)m->thread[i].init);
    fputs("      end else if (s2_fire && ", c->out);
    print_thread(c);
    fprintf(c->out, " == %d'(t)) begin\n", thread_bits(c));
    for (int i = 0; i < m->n_thread; i++)
        fprintf(c->out, "        thread_%s_q[t] <= thread_%s_d;\n", m->thread[i].name, m->thread[i].name);
    fputs("      end\n    end\n  end\n", c->out);
}

// ------------------------------------------------------------------------------------------- declarations

int sv_buffer_field_bits(const sv_control *c) {
    int bits = 0;
    for (int i = 0; i < c->m->n_buffer; i++) bits += c->m->buffer[i].type.width;
    return bits;
}

void sv_control_declare_buffer(sv_control *c) {
    if (!c->mp->has_buffer) return;
    fputs("  logic buffered, sb_full", c->out);
    sv_verbs_names(c, CG_OWNER_STORE_BUFFER, ", ");
    fprintf(c->out,
            ", sb_offer, sb_take;\n"
            "  logic [%d:0] sb_key;\n  logic [%d:0] sb_bytes;\n  logic [%d:0] sb_line;\n",
            c->mp->key_bits - 1, (int)c->s->line_bytes - 1, (int)c->s->line_bytes * 8 - 1);
}

// -------------------------------------------------------------------------------------------- store buffer

// note [drain]: an entry that is wanted out goes through the pipeline as an event of its own, before
// requests: a request that waits for it may be at the head of their queues. It leaves in S2, where its bytes
// join the message.
//
// Steered: a line that the harness wants out goes first. The buffer's own offer of it may then find it gone.
void sv_control_drain_port(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    char want[SV_NAME], key[SV_NAME], hold[SV_NAME], ev[SV_NAME];
    const int k = c->mp->key_bits;
    sv_steer(c, "drain.", "valid", want);
    sv_steer(c, "drain.", "key", key);
    sv_steer(c, "hold.", "drain", hold);
    fprintf(
        c->out,
        "  logic [%d:0] %s_key;\n`ifdef COHGEN_STEER\n  logic %s_due_q, %s_now;\n  logic [%d:0] "
        "%s_due_key_q;\n"
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      %s_due_q <= "
        "1'b0;\n      %s_due_key_q <= '0;\n    end else if (%s) begin\n      %s_due_q <= 1'b1;\n"
        "      %s_due_key_q <= %s;\n    end else if (s2_%s_q && s2_done && s2_key == %s_due_key_q) begin\n"
        "      %s_due_q <= 1'b0;\n    end\n  end\n",
        k - 1, n, n, n, k - 1, n, n, n, want, n, n, key, n, n, n);
    fprintf(
        c->out,
        "  assign %s_now = %s_due_q%s && !s1_%s_q && !s2_%s_q;\n  assign %s_valid = %s_now || (sb_offer && "
        "!%s);\n"
        "  assign %s_key = %s_now ? %s_due_key_q : sb_key;\n  assign sb_take = %s_take && !%s_now;\n"
        "`else\n  assign %s_valid = sb_offer;\n  assign %s_key = sb_key;\n  assign sb_take = "
        "%s_take;\n`endif\n",
        n, n, sv_not_before(c, n), n, n, n, n, hold, n, n, n, n, n, n, n, n);
    fprintf(c->out,
            "  assign %s_event = %s_pkg::%s;\n  always_comb begin\n    %s_in = '0;\n    %s_in.addr = %s;\n",
            n, c->plan->name, sv_event(c->m, p->event, ev), n, n, sv_line_address(c, "drain_key"));
    sv_words_asked(c, p, "~drain_skip_q");
    fputs("  end\n", c->out);
}

void sv_buffer_terms(sv_control *c) {
    sv_logic *left = sv_laid(sv_group(c->p.drop, SV_ALL, "a drain that the harness asked for"), SV_STEERED);
    sv_term(left, "it is a drain", "s2_drain_q");
    sv_term(left, "the line's entry is gone", "!buffered");
    sv_logic *full = sv_group(c->p.blocked, SV_ALL, "the store buffer has no room for the line");
    sv_term(full, "the rule puts bytes in", "sb_put");
    sv_term(full, "the line has no entry", "!buffered");
    sv_term(full, "all are taken", "sb_full");
}

// The fields as one vector, the first lowest: "buffer_round_d, buffer_age_d".
static void print_field_list(sv_control *c, const char *before, const char *behind) {
    for (int i = c->m->n_buffer - 1; i >= 0; i--)
        fprintf(c->out, "%s_%s%s%s", before, c->m->buffer[i].name, behind, i ? ", " : "");
}

void sv_buffer_fields(sv_control *c, const char *others) {
    for (int i = 0; i < c->m->n_buffer; i++) {
        fputs("  logic ", c->out);
        sv_range(c->out, c->m->buffer[i].type.width);
        fprintf(c->out, "stored_%s;\n", c->m->buffer[i].name);
    }
    fprintf(c->out, "  assign {%s%s", others, *others && c->m->n_buffer ? ", " : "");
    print_field_list(c, "stored", "");
    fputs("} = sb_fields;\n", c->out);
    for (int i = 0; i < c->m->n_buffer; i++) {
        const cg_field *f = &c->m->buffer[i];
        fprintf(c->out, "  assign buffer_%s = buffered ? stored_%s : %d'd%llu;\n", f->name, f->name,
                f->type.width, (unsigned long long)f->init);
    }
}

// Does a rule put the word there that an atomic leaves?
bool sv_buffers_atomics(const cg_machine *m) {
    bool does = false;
    for (int i = 0; i < m->n_rules; i++)
        does |=
            cg_find_action(&m->rules[i], CG_DOES_BUFFERS) && cg_find_action(&m->rules[i], CG_DOES_OPERATES);
    return does;
}

void sv_print_put_mask(sv_control *c) {
    fputs("  logic [3:0] sb_put_mask;\n  assign sb_put_mask = s2_in_q.mask | {4{do_atomic}};\n", c->out);
}

void sv_control_buffer(sv_control *c) {
    if (!c->mp->has_buffer) return;
    if (c->mp->words) {
        sv_words_buffer(c);
        return;
    }
    const char *n = "drain";
    const bool atomics = sv_buffers_atomics(c->m);
    const int own = sv_buffer_field_bits(c), bits = own ? own : 1; // a memory has a bit at least
    const int bytes = (int)c->s->line_bytes, at = c->mp->line_shift + c->mp->home_shift;
    const int idx = cg_bits(c->m->buffer_entries - 1);
    if (atomics) sv_print_put_mask(c);
    fprintf(c->out,
            "\n  // The store buffer: looked up in S0, known and changed in S2, where the data are that S1 "
            "reads.\n"
            "  logic [%d:0] sb_fields, unused_sb_look;\n  logic [%d:0] unused_sb_look_idx, "
            "unused_sb_here_idx, unused_sb_drain_idx;\n  logic [%d:0] "
            "sb_put_bytes;\n  assign sb_put_bytes = "
            "%d'(%s) << {s2_in_q.addr[%d:2], 2'b00};\n",
            bits - 1, idx - 1, bytes - 1, bytes, atomics ? "sb_put_mask" : "s2_in_q.mask",
            c->mp->line_shift - 1);
    fprintf(c->out,
            "  cohgen_store_buffer #(.Entries(%llu), .KeyBits(%d), .LineBytes(%d), .FieldBits(%d)%s) "
            "u_store_buffer (\n    .clk_i(clk_i), .rst_ni(rst_ni), .look_i(%s), "
            ".look_key_i(%s.addr[%d:%d]),\n"
            "    .read_i(s1_%s_q), .look_fields_o(unused_sb_look), .look_idx_o(unused_sb_look_idx),\n    "
            ".hit_o(buffered), "
            ".hit_fields_o(sb_fields), .here_idx_o(unused_sb_here_idx), .full_o(sb_full),\n    "
            ".put_i(s2_fire && sb_put), "
            ".put_bytes_i(sb_put_bytes), .put_data_i({%d{%s}}),\n"
            "    .set_i(s2_fire && s2_block), .fields_i({",
            (unsigned long long)c->m->buffer_entries, c->mp->key_bits, bytes, bits, sv_settle(c),
            sv_late(c) ? "s0b_valid_q" : "s0_valid", sv_late(c) ? "s0b_in_q" : "s0_in",
            (int)c->s->addr_bits - 1, at, n, bytes / 4,
            atomics ? "do_atomic ? s2_new : s2_in_q.word" : "s2_in_q.word");
    print_field_list(c, "buffer", "_d");
    if (!own) fputs("1'b0", c->out);
    fprintf(c->out,
            "}), .want_i(s2_fire && sb_want), .want_all_i(s2_fire && sb_want_all),\n"
            "    .leave_i(s2_%s_q && s2_done), .retry_i(s2_%s_q && !s2_done),\n"
            "    .drain_valid_o(sb_offer), .drain_key_o(sb_key), .drain_idx_o(unused_sb_drain_idx), "
            ".drain_take_i(sb_take),\n"
            "    .line_o(sb_line), .bytes_o(sb_bytes)\n  );\n",
            n, n);
    if (own)
        sv_buffer_fields(c, "");
    else
        fputs("  logic unused_sb_fields;\n  assign unused_sb_fields = ^sb_fields;\n", c->out);
}

// ------------------------------------------------------------------------------- messages that bring bytes

void sv_bytewise_terms(sv_control *c) {
    sv_logic *events = sv_logic_new(c->f.arena, SV_ANY);
    sv_event_terms(c, events, "a rule for it writes the message's bytes", "s2", c->f.bytewise);
    if (events->n_terms) c->p.bytewise = events;
}
