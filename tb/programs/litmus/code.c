// The instructions of a litmus test. See litmus.h.
//
// The names are those of the RISC-V Instruction Set Manual, volume I (RV64I, M's mul, A) and of its
// assembler's pseudo-instructions, and, as herd7 has them, loads and stores with .aq and .rl.
#define _DEFAULT_SOURCE
#include "base/memory.h"
#include "parts.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// An instruction taken apart: "amoswap.w.aq x1,x2,(x3)" has stem amoswap, suffixes w and aq, three operands.
enum { OPERANDS = 4, SUFFIXES = 4, BYTES = 96 };
typedef struct {
    cg_lit_reader *r;
    int thread, line;
    const char *text;  // all of it, for errors
    char bytes[BYTES]; // cut into:
    char *stem, *suffix[SUFFIXES], *operand[OPERANDS];
    int n_suffixes, n_operands;
    cg_lit_ins *to;
} source;

__attribute__((format(printf, 2, 3))) static bool fail(const source *s, const char *fmt, ...) {
    char why[160];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    return cg_lit_fail(s->r, s->line, "P%d: '%s': %s", s->thread, s->text, why);
}

static bool refuse_unknown(const source *s) {
    return cg_lit_refuse(s->r, CG_LIT_UNSUPPORTED) || fail(s, "this instruction is not supported");
}

// ------------------------------------------------------------------------------------------------- operands
static bool reg(const source *s, int operand, int *to) {
    *to = cg_lit_register(s->operand[operand]);
    return *to >= 0 || fail(s, "'%s' is no register", s->operand[operand]);
}

static bool parse_immediate(const source *s, int operand, int64_t least, int64_t most, int64_t *to) {
    char *end;
    const char *text = s->operand[operand];
    *to = strtoll(text, &end, text[text[0] == '-'] == '0' && strpbrk(text, "xX") == NULL ? 10 : 0);
    if (*end || end == text) return fail(s, "'%s' is no number", text);
    if (*to < least || *to > most) return fail(s, "'%s' is not in %" PRId64 "..%" PRId64, text, least, most);
    return true;
}

// "4(x6)", "(x6)" or "x6".
static bool parse_memory_operand(const source *s, int operand) {
    char *text = s->operand[operand], *open = strchr(text, '('), *end;
    s->to->imm = 0;
    if (open == NULL) return reg(s, operand, &s->to->rs1);
    s->to->imm = strtoll(text, &end, 0);
    end += strspn(end, " ");
    char *close = strchr(open, ')');
    if (end != open || close == NULL || close[1]) return fail(s, "'%s' is no address", text);
    *close = '\0';
    s->to->rs1 = cg_lit_register(open + 1);
    return s->to->rs1 >= 0 || fail(s, "'%s' is no register", open + 1);
}

static bool has_operands(const source *s, int n) {
    return s->n_operands == n || fail(s, "it has %d operands, not %d", s->n_operands, n);
}

// The suffixes after the first `from`: aq, rl, aqrl, and the test's own marks.
static bool ordering(const source *s, int from) {
    for (int i = from; i < s->n_suffixes; i++) {
        bool both = strcmp(s->suffix[i], "aqrl") == 0;
        bool aq = both || strcmp(s->suffix[i], "aq") == 0, rl = both || strcmp(s->suffix[i], "rl") == 0;
        const int mark = cg_lit_find_mark(s->r->t, s->suffix[i]);
        if (!aq && !rl && mark < 0) return fail(s, "there is no suffix '.%s'", s->suffix[i]);
        if (mark >= 0) s->to->marks |= 1u << mark;
        s->to->acquire |= aq;
        s->to->release |= rl;
    }
    return true;
}

// The first suffix is the size.
static bool sized(const source *s) {
    s->to->size = s->n_suffixes && s->suffix[0][1] == '\0'
                      ? (s->suffix[0][0] == 'w') * 4 + (s->suffix[0][0] == 'd') * 8
                      : 0;
    s->to->word = s->to->size == 4;
    if (!s->to->size) return cg_lit_refuse(s->r, CG_LIT_MIXED) || fail(s, "its size is .w or .d");
    return ordering(s, 1);
}

// ----------------------------------------------------------------------------------- groups of instructions
static bool alu_of(const char *name, size_t n, cg_lit_alu *to) {
#define X(id, text)                                                                                          \
    if (strlen(text) == n && strncmp(name, text, n) == 0) {                                                  \
        *to = CG_LIT_##id;                                                                                   \
        return true;                                                                                         \
    }
    CG_LIT_ALU(X)
#undef X
    return false;
}

// add, addi, addw, addiw and their like. False without an error: it is something else.
static bool arithmetic(const source *s, bool *mine) {
    size_t n = strlen(s->stem);
    bool word = n > 2 && s->stem[n - 1] == 'w', imm;
    cg_lit_ins *i = s->to;
    *mine = false;
    if (s->n_suffixes) return true;
    if (word) n--;
    imm = !alu_of(s->stem, n, &i->alu);
    if (imm && strcmp(s->stem, "sltiu") == 0)
        i->alu = CG_LIT_SLTU;
    else if (imm && (n < 3 || s->stem[n - 1] != 'i' || !alu_of(s->stem, n - 1, &i->alu)))
        return true;
    *mine = true;
    i->kind = CG_LIT_OP;
    i->word = word;
    bool bits = i->alu == CG_LIT_AND || i->alu == CG_LIT_OR || i->alu == CG_LIT_XOR;
    if (word && (bits || i->alu == CG_LIT_SLT || i->alu == CG_LIT_SLTU)) return refuse_unknown(s);
    bool shift = i->alu == CG_LIT_SLL || i->alu == CG_LIT_SRL || i->alu == CG_LIT_SRA;
    if (!has_operands(s, 3) || !reg(s, 0, &i->rd) || !reg(s, 1, &i->rs1)) return false;
    if (!imm) return reg(s, 2, &i->rs2);
    if (i->alu == CG_LIT_SUB || i->alu == CG_LIT_MUL) return refuse_unknown(s);
    return shift ? parse_immediate(s, 2, 0, word ? 31 : 63, &i->imm)
                 : parse_immediate(s, 2, -2048, 2047, &i->imm);
}

static bool amo_of(const char *stem, cg_amo_op *to) {
    static const struct {
        const char *name;
        cg_amo_op op;
    } table[] = {{"amoadd", CG_AMO_ADD}, {"amoswap", CG_AMO_SWAP}, {"amoand", CG_AMO_AND},
                 {"amoor", CG_AMO_OR},   {"amoxor", CG_AMO_XOR},   {"amomin", CG_AMO_MIN},
                 {"amomax", CG_AMO_MAX}, {"amominu", CG_AMO_MINU}, {"amomaxu", CG_AMO_MAXU}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(stem, table[i].name) != 0) continue;
        *to = table[i].op;
        return true;
    }
    return false;
}

static bool parse_access(const source *s) {
    static const struct {
        const char *name;
        cg_lit_kind kind;
        int size;
    } table[] = {
        {"lw", CG_LIT_LOAD, 4}, {"ld", CG_LIT_LOAD, 8}, {"sw", CG_LIT_STORE, 4}, {"sd", CG_LIT_STORE, 8}};
    cg_lit_ins *i = s->to;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (strcmp(s->stem, table[k].name) != 0) continue;
        i->kind = table[k].kind;
        i->size = table[k].size;
        bool load = i->kind == CG_LIT_LOAD;
        return ordering(s, 0) && has_operands(s, 2) && reg(s, 0, load ? &i->rd : &i->rs2) &&
               parse_memory_operand(s, 1);
    }
    static const char *const parts[] = {"lb", "lh", "lbu", "lhu", "lwu", "sb", "sh"};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (strcmp(s->stem, parts[k]) == 0)
            return cg_lit_refuse(s->r, CG_LIT_MIXED) ||
                   fail(s, "accesses to parts of words are not supported");
    return refuse_unknown(s);
}

static bool parse_atomic(const source *s) {
    cg_lit_ins *i = s->to;
    if (strcmp(s->stem, "lr") == 0) {
        i->kind = CG_LIT_LR;
        return sized(s) && has_operands(s, 2) && reg(s, 0, &i->rd) && parse_memory_operand(s, 1);
    }
    i->kind = CG_LIT_SC;
    if (strcmp(s->stem, "sc") != 0) {
        i->kind = CG_LIT_AMO;
        if (!amo_of(s->stem, &i->amo)) return parse_access(s);
    }
    return sized(s) && has_operands(s, 3) && reg(s, 0, &i->rd) && reg(s, 1, &i->rs2) &&
           parse_memory_operand(s, 2);
}

// "rw" as a set: 1 reads, 2 writes. Devices (i, o) are not there.
static bool parse_access_set(const source *s, int operand, unsigned *to) {
    *to = 0;
    for (const char *c = s->operand[operand]; *c; c++) {
        if (strchr("rwio", *c) == NULL) return fail(s, "'%s' names no accesses", s->operand[operand]);
        *to |= (*c == 'r') * 1u + (*c == 'w') * 2u;
    }
    return true;
}

static bool parse_fence(const source *s) {
    unsigned before = 3, after = 3;
    cg_lit_ins *i = s->to;
    i->kind = CG_LIT_FENCE;
    if (s->n_suffixes == 1 && strcmp(s->suffix[0], "tso") == 0 && s->n_operands == 0) {
        i->pairs = CG_LIT_RR | CG_LIT_RW | CG_LIT_WW;
        return true;
    }
    if (s->n_suffixes == 1 && strcmp(s->suffix[0], "i") == 0 && s->n_operands == 0)
        return true; // orders fetches
    if (s->n_suffixes) return refuse_unknown(s);
    if (s->n_operands &&
        (!has_operands(s, 2) || !parse_access_set(s, 0, &before) || !parse_access_set(s, 1, &after)))
        return false;
    i->pairs = (before & after & 1) * CG_LIT_RR + (before & 1 && after & 2) * CG_LIT_RW +
               (before & 2 && after & 1) * CG_LIT_WR + (before & after & 2 ? CG_LIT_WW : 0);
    return true;
}

static bool branch_to(const source *s, int operand) {
    cg_lit_ins *i = s->to;
    snprintf(i->text, sizeof i->text, "%s", s->operand[operand]); // the label, until the end of the code
    const char *c = i->text;
    if (!isalpha((unsigned char)*c) && *c != '_' && *c != '.') return fail(s, "'%s' is no label", c);
    i->target = -1;
    return true;
}

static bool parse_branch(const source *s, bool *mine) {
    static const struct {
        const char *name;
        cg_lit_test test;
        bool zero, swap; // compares with x0; the operands the other way round
    } table[] = {{"beq", CG_LIT_EQ, false, false},   {"bne", CG_LIT_NE, false, false},
                 {"blt", CG_LIT_LT, false, false},   {"bge", CG_LIT_GE, false, false},
                 {"bltu", CG_LIT_LTU, false, false}, {"bgeu", CG_LIT_GEU, false, false},
                 {"bgt", CG_LIT_LT, false, true},    {"ble", CG_LIT_GE, false, true},
                 {"bgtu", CG_LIT_LTU, false, true},  {"bleu", CG_LIT_GEU, false, true},
                 {"beqz", CG_LIT_EQ, true, false},   {"bnez", CG_LIT_NE, true, false},
                 {"bltz", CG_LIT_LT, true, false},   {"bgez", CG_LIT_GE, true, false},
                 {"bgtz", CG_LIT_LT, true, true},    {"blez", CG_LIT_GE, true, true}};
    cg_lit_ins *i = s->to;
    *mine = true;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (s->n_suffixes || strcmp(s->stem, table[k].name) != 0) continue;
        int *first = table[k].swap ? &i->rs2 : &i->rs1, *second = table[k].swap ? &i->rs1 : &i->rs2;
        i->kind = CG_LIT_BRANCH;
        i->test = table[k].test;
        *second = 0;
        return has_operands(s, table[k].zero ? 2 : 3) && reg(s, 0, first) &&
               (table[k].zero || reg(s, 1, second)) && branch_to(s, s->n_operands - 1);
    }
    *mine = false;
    return true;
}

// The name of a location.
static bool parse_location(const source *s, int operand, int64_t *to) {
    const char *name = s->operand[operand];
    if (!isalpha((unsigned char)*name) && *name != '_') return fail(s, "'%s' names no location", name);
    if (strlen(name) >= CG_LIT_NAME)
        return cg_lit_refuse(s->r, CG_LIT_UNSUPPORTED) ||
               fail(s, "a name of more than %d bytes", CG_LIT_NAME - 1);
    int loc = cg_lit_location_add(s->r, name);
    *to = cg_lit_address(loc);
    return loc >= 0;
}

// Pseudo-instructions and the rest.
static bool simple(const source *s, bool *mine) {
    cg_lit_ins *i = s->to;
    const char *stem = s->n_suffixes ? "" : s->stem;
    *mine = true;
    i->kind = CG_LIT_OP;
    i->alu = CG_LIT_ADD;
    if (strcmp(s->stem, "sext") == 0 && s->n_suffixes == 1 && strcmp(s->suffix[0], "w") == 0)
        return i->word = true, has_operands(s, 2) && reg(s, 0, &i->rd) && reg(s, 1, &i->rs1);
    if (strcmp(stem, "la") == 0)
        return has_operands(s, 2) && reg(s, 0, &i->rd) && parse_location(s, 1, &i->imm);
    if (strcmp(stem, "nop") == 0) return i->kind = CG_LIT_NOP, has_operands(s, 0);
    if (strcmp(stem, "j") == 0) return i->kind = CG_LIT_JUMP, has_operands(s, 1) && branch_to(s, 0);
    if (strcmp(stem, "li") == 0)
        return has_operands(s, 2) && reg(s, 0, &i->rd) &&
               parse_immediate(s, 1, INT64_MIN, INT64_MAX, &i->imm);
    if (strcmp(stem, "lui") == 0) {
        if (!has_operands(s, 2) || !reg(s, 0, &i->rd) || !parse_immediate(s, 1, 0, 0xfffff, &i->imm))
            return false;
        i->imm = cg_lit_word(i->imm << 12);
        return true;
    }
    if (strcmp(stem, "mv") == 0) return has_operands(s, 2) && reg(s, 0, &i->rd) && reg(s, 1, &i->rs1);
    i->rs2 = -1;
    if (strcmp(stem, "not") == 0) i->alu = CG_LIT_XOR, i->imm = -1;
    if (strcmp(stem, "seqz") == 0) i->alu = CG_LIT_SLTU, i->imm = 1;
    if (i->imm) return has_operands(s, 2) && reg(s, 0, &i->rd) && reg(s, 1, &i->rs1);
    i->rs1 = 0;
    if (strcmp(stem, "neg") == 0) i->alu = CG_LIT_SUB;
    if (strcmp(stem, "snez") == 0) i->alu = CG_LIT_SLTU;
    if (i->alu != CG_LIT_ADD) return has_operands(s, 2) && reg(s, 0, &i->rd) && reg(s, 1, &i->rs2);
    *mine = false;
    return true;
}

// -------------------------------------------------------------------------------------------------- reading
static void drop_blanks(char *text) {
    char *to = text;
    for (; *text; text++)
        if (*text != ' ') *to++ = *text;
    *to = '\0';
}

static bool cut_instruction(source *s) {
    if (strlen(s->text) >= BYTES)
        return cg_lit_refuse(s->r, CG_LIT_UNSUPPORTED) || fail(s, "it is longer than %d bytes", BYTES - 1);
    for (size_t i = 0; i <= strlen(s->text); i++)
        s->bytes[i] = isspace((unsigned char)s->text[i]) ? ' ' : s->text[i];
    size_t n = strcspn(s->bytes, " ");
    char *rest = s->bytes[n] ? s->bytes + n + 1 : s->bytes + n, *word = s->bytes, *part;
    s->bytes[n] = '\0';
    s->stem = strsep(&word, ".");
    while ((part = strsep(&word, ".")) != NULL) {
        if (s->n_suffixes == SUFFIXES) return refuse_unknown(s);
        s->suffix[s->n_suffixes++] = part;
    }
    rest += strspn(rest, " ");
    while (*rest && (part = strsep(&rest, ",")) != NULL) {
        part += strspn(part, " ");
        for (size_t k = strlen(part); k > 0 && part[k - 1] == ' ';) part[--k] = '\0';
        if (strchr(part, '(')) drop_blanks(part); // "0 ( x5 )"
        if (s->n_operands == OPERANDS || *part == '\0') return fail(s, "its operands cannot be read");
        s->operand[s->n_operands++] = part;
        if (rest == NULL) break;
    }
    return true;
}

static bool understand(source *s) {
    bool mine;
    if (strcmp(s->stem, "fence") == 0) return parse_fence(s);
    if (!simple(s, &mine)) return false;
    if (mine) return true;
    *s->to = (cg_lit_ins){.line = s->line, .rs2 = -1};
    if (!arithmetic(s, &mine)) return false;
    if (mine) return true;
    if (!parse_branch(s, &mine)) return false;
    return mine || parse_atomic(s);
}

bool cg_lit_instruction(cg_lit_reader *r, int thread, const char *text, int line) {
    cg_litmus *t = r->t;
    if (t->n_ins[thread] == CG_LIT_INS)
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, line, "P%d has more than %d instructions", thread, CG_LIT_INS);
    t->ins[thread] = cg_array_grow(t->ins[thread], (size_t)t->n_ins[thread], sizeof *t->ins[thread]);
    source s = {
        .r = r, .thread = thread, .line = line, .text = text, .to = &t->ins[thread][t->n_ins[thread]]};
    *s.to = (cg_lit_ins){.line = line, .rs2 = -1};
    if (!cut_instruction(&s) || !understand(&s)) return false;
    if (s.to->kind != CG_LIT_BRANCH && s.to->kind != CG_LIT_JUMP)
        snprintf(s.to->text, sizeof s.to->text, "%s", text);
    t->n_ins[thread]++;
    return true;
}

// --------------------------------------------------------------------------------------------------- labels
bool cg_lit_label(cg_lit_reader *r, int thread, const char *name, int line) {
    for (int i = 0; i < r->n_labels; i++)
        if (r->labels[i].thread == thread && strcmp(r->labels[i].name, name) == 0)
            return cg_lit_fail(r, line, "P%d has the label '%s' twice", thread, name);
    if (r->n_labels == CG_LIT_LABELS || strlen(name) >= CG_LIT_NAME)
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, line, "more than %d labels, or one that is too long", CG_LIT_LABELS);
    cg_lit_mark *m = &r->labels[r->n_labels++];
    snprintf(m->name, sizeof m->name, "%s", name);
    m->thread = thread;
    m->target = r->t->n_ins[thread];
    return true;
}

static bool resolve(cg_lit_reader *r, int thread, cg_lit_ins *i) {
    for (int k = 0; k < r->n_labels; k++) {
        if (r->labels[k].thread != thread || strcmp(r->labels[k].name, i->text) != 0) continue;
        i->target = r->labels[k].target;
        return true;
    }
    return cg_lit_fail(r, i->line, "P%d branches to '%s', which is no label of it", thread, i->text);
}

bool cg_lit_code_end(cg_lit_reader *r) {
    for (int p = 0; p < r->t->n_threads; p++) {
        for (int k = 0; k < r->t->n_ins[p]; k++) {
            cg_lit_ins *i = &r->t->ins[p][k];
            if ((i->kind == CG_LIT_BRANCH || i->kind == CG_LIT_JUMP) && !resolve(r, p, i)) return false;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------------------- meaning
int64_t cg_lit_compute(const cg_lit_ins *i, int64_t a, int64_t b) {
    uint64_t x = (uint64_t)a, y = (uint64_t)b, v = 0;
    unsigned by = (unsigned)y & (i->word ? 31 : 63);
    switch (i->alu) {
    case CG_LIT_ADD: v = x + y; break;
    case CG_LIT_SUB: v = x - y; break;
    case CG_LIT_AND: v = x & y; break;
    case CG_LIT_OR: v = x | y; break;
    case CG_LIT_XOR: v = x ^ y; break;
    case CG_LIT_SLL: v = x << by; break;
    case CG_LIT_SRL: v = (i->word ? x & UINT32_MAX : x) >> by; break;
    case CG_LIT_SRA: v = (uint64_t)((i->word ? cg_lit_word(a) : a) >> by); break;
    case CG_LIT_SLT: v = a < b; break;
    case CG_LIT_SLTU: v = x < y; break;
    case CG_LIT_MUL: v = x * y; break;
    }
    return i->word ? cg_lit_word((int64_t)v) : (int64_t)v;
}

bool cg_lit_taken(const cg_lit_ins *i, int64_t a, int64_t b) {
    switch (i->test) {
    case CG_LIT_EQ: return a == b;
    case CG_LIT_NE: return a != b;
    case CG_LIT_LT: return a < b;
    case CG_LIT_GE: return a >= b;
    case CG_LIT_LTU: return (uint64_t)a < (uint64_t)b;
    case CG_LIT_GEU: return (uint64_t)a >= (uint64_t)b;
    }
    return false;
}

int64_t cg_lit_amo(const cg_lit_ins *i, int64_t old, int64_t operand) {
    if (i->size == 8 && i->amo == CG_AMO_ADD) return (int64_t)((uint64_t)old + (uint64_t)operand);
    if (i->size == 8 && i->amo == CG_AMO_SWAP) return operand; // others keep to 32 bits if their operands do
    return cg_lit_word(
        (int64_t)cg_amo_apply(i->amo, (uint32_t)(uint64_t)old, (uint32_t)(uint64_t)operand, 0));
}
