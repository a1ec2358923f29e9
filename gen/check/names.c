// Names that would be taken for something else where they are printed as they are: registers and inputs
// beside the table module's own ports, message fields beside those that every message has, and lets, which
// are wires.
#include <string.h>
#include <strings.h>

#include "parts.h"

// Keywords of SystemVerilog (IEEE 1800-2017) that are names in a table's alphabet.
static const char KEYWORDS[] =
    " accept_on alias always always_comb always_ff always_latch and assert assign assume automatic before "
    "begin bind bins "
    "binsof bit break buf bufif0 bufif1 byte case casex casez cell chandle checker class clocking cmos "
    "config const "
    "constraint context continue cover covergroup coverpoint cross deassign default defparam design disable "
    "dist do edge "
    "else end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup "
    "endinterface endmodule "
    "endpackage endprimitive endprogram endproperty endspecify endsequence endtable endtask enum event "
    "eventually expect "
    "export extends extern final first_match for force foreach forever fork forkjoin function generate "
    "genvar global highz0 "
    "highz1 if iff ifnone ignore_bins illegal_bins implements implies import incdir include initial inout "
    "input inside "
    "instance int integer interconnect interface intersect join join_any join_none large let liblist library "
    "local "
    "localparam logic longint macromodule matches medium modport module nand negedge nettype new nexttime "
    "nmos nor "
    "noshowcancelled not notif0 notif1 null or output package packed parameter pmos posedge primitive "
    "priority program "
    "property protected pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc "
    "randcase "
    "randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos rpmos rtran "
    "rtranif0 rtranif1 "
    "s_always s_eventually s_nexttime s_until s_until_with scalared sequence shortint shortreal "
    "showcancelled signed small "
    "soft solve specify specparam static string strong strong0 strong1 struct super supply0 supply1 "
    "sync_accept_on "
    "sync_reject_on table tagged task this throughout time timeprecision timeunit tran tranif0 tranif1 tri "
    "tri0 tri1 triand "
    "trior trireg type typedef union unique unique0 unsigned until until_with untyped use uwire var vectored "
    "virtual void "
    "wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor ";

// NAME_i, NAME_o and the like are ports of the table module, or signals of the controller around it.
static const char SIGNALS[] =
    " act alloc_line alloc_mshr atomic buffer buffered clk clock complete drain "
    "drain_all entry event fifo_mark fifo_push fill fire flash_lines "
    "flash_mshrs gathered hit id in_place merge next release_mshr replay requested respond "
    "rst_n rule self src stall state touch "
    "wanted whole widen words wrap write ";

// What the controller has beside the fields of a space, with names that begin as theirs do.
static const char *const SIGNALS_OF_SPACE[CG_N_SPACES] = {
    [CG_SPACE_LINE] = " state states ",
    [CG_SPACE_MSHR] =
        " data flash_mask flash_value free_idx full hit idx key rd_idx rdata valid wdata write ",
};

// Of every message, or of some payload.
static const char HEADER[] = " addr aop bytes cmp data id kind line mask src tid type word words ";

static bool is_in_list(const char *list, const char *name) {
    const size_t n = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += n)
        if (at[-1] == ' ' && at[n] == ' ') return true;
    return false;
}

static void report_taken_name(cg_checker *c, const char *at, const char *name, const char *what,
                              bool keyword) {
    cg_check_report(c, CG_E_NAME, at, CG_AT_KEY, "%s cannot be called '%s': %s; choose another name", what,
                    name, keyword ? "it is a word of SystemVerilog" : "the design has a signal of this name");
}

void cg_check_names(cg_checker *c, const cg_machine *m) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < m->n_regs; i++)
        if (is_in_list(SIGNALS, m->regs[i].name))
            report_taken_name(c, cg_machine_pointer(c, m, "registers", m->regs[i].name), m->regs[i].name,
                              "a register", false);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        for (int i = 0; SIGNALS_OF_SPACE[k] && i < m->fields[k].n; i++)
            if (is_in_list(SIGNALS_OF_SPACE[k], m->fields[k].field[i].name))
                report_taken_name(c,
                                  cg_machine_pointer(c, m, CG_SPACES[k].member, m->fields[k].field[i].name),
                                  m->fields[k].field[i].name, CG_SPACES[k].what, false);
    for (int i = 0; i < m->n_inputs; i++) {
        const char *name = s->inputs[m->inputs[i]].name;
        if (is_in_list(SIGNALS, name))
            report_taken_name(c, cg_machine_pointer(c, m, "inputs", name), name, "an input", false);
    }
    for (int i = 0; i < m->n_lets; i++)
        if (is_in_list(KEYWORDS, m->lets[i].name))
            report_taken_name(c, cg_machine_pointer(c, m, "let", m->lets[i].name), m->lets[i].name, "a let",
                              true);
}

void cg_check_message_names(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_msgs; i++) {
        const char *fields =
            cg_json_at(c->arena, cg_json_at(c->arena, "/messages", s->msgs[i].name), "fields");
        for (int f = 0; f < s->msgs[i].n_fields; f++) {
            const char *name = s->msgs[i].fields[f].name;
            if (is_in_list(HEADER, name) || is_in_list(KEYWORDS, name))
                report_taken_name(c, cg_json_at(c->arena, fields, name), name, "a field of a message",
                                  is_in_list(KEYWORDS, name));
        }
    }
}

// The package has NAME_STATE for a machine's states and NAME_LITERAL for an enum's words, with NAME in
// capitals.
typedef struct {
    const char *what, *name, *pointer;
} capital;

static void report_if_alike(cg_checker *c, const capital *one, const capital *other) {
    if (strcasecmp(one->name, other->name) != 0) return;
    cg_check_report(
        c, CG_E_NAME, other->pointer, CG_AT_KEY,
        "%s cannot be called '%s': there is %s '%s', and in the design both are written in capitals; "
        "choose another name",
        other->what, other->name, one->what, one->name);
}

void cg_check_capitals(cg_checker *c) {
    const cg_spec *s = c->spec;
    const int n = s->n_machines + s->n_enums;
    capital *all = cg_arena_alloc(c->arena, (size_t)(n + 1) * sizeof *all);
    for (int i = 0; i < s->n_machines; i++)
        all[i] = (capital){"a machine", s->machines[i].name,
                           cg_json_at(c->arena, "/machines", s->machines[i].name)};
    for (int i = 0; i < s->n_enums; i++)
        all[s->n_machines + i] =
            (capital){"an enum", s->enums[i].name, cg_json_at(c->arena, "/types", s->enums[i].name)};
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i && k < s->n_machines; k++)
            report_if_alike(c, &all[k], &all[i]); // literals differ anyway
    }
}
