// The C that rumur makes of a model, changed before it is compiled. Where it is another than we think, it is
// left as it is, but for what has to be changed: ex_tune().
#include <string.h>

#include "explore.h"

// Does the line of n characters have this text?
static bool has_text(const char *line, size_t n, const char *text) {
    const size_t size = strlen(text);
    for (size_t i = 0; i + size <= n; i++)
        if (!strncmp(line + i, text, size)) return true;
    return false;
}

// --------------------------------------------------------------------------------------------- what is rare
// Functions of a checker that run seldom take much of the compiler's time: they print states. A line that
// begins one of them.
static bool is_cold(const char *line, size_t n, bool liveness) {
    static const char *const NAMES[] = {"print_transition(", "state_print(", "startstate"};
    if (strncmp(line, "static ", 7) != 0) return false;
    if (!liveness && has_text(line, n, "check_liveness_final(")) return true;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (has_text(line, n, NAMES[i])) return true;
    return false;
}

// ------------------------------------------------------------------------------------------------- handles
// note [handles]: where a component of the state is printed, its place is an expression that names the place
// of what it is part of three times:
//
//     ((struct handle){ .base = H.base + (H.offset + E) / CHAR_BIT, .offset = (H.offset + E) % CHAR_BIT,
//                       .width = W })
//
// so that of a field in a message in a lane in an array of arrays is 81 times as long as it could be: most of
// a checker's text, and of the time to compile it. handle_narrow(H, E, W), which rumur's checkers have, is
// the same.

#define LITERAL "((struct handle){ .base = "

typedef struct {
    const char *at;
    size_t n;
} span;

// Length of "(...)" at the text's begin; 0: it is not closed in this line.
static size_t length_of_brackets(const char *text) {
    size_t depth = 0;
    for (size_t i = 0; text[i] && text[i] != '\n'; i++) {
        if (text[i] == '(') depth++;
        if (text[i] == ')' && --depth == 0) return i + 1;
    }
    return 0;
}

static bool take_prefix(const char **at, const char *text, size_t n) {
    if (strncmp(*at, text, n) != 0) return false;
    *at += n;
    return true;
}

static bool take_text(const char **at, const char *text) {
    return take_prefix(at, text, strlen(text));
}

static bool take_span(const char **at, span s) {
    return take_prefix(at, s.at, s.n);
}

// H, E and W of a literal of n characters; false: it is not of this form.
static bool read_part(const char *literal, size_t n, span *h, span *e, span *w) {
    const char *at = literal + strlen(LITERAL), *const end = literal + n;
    h->at = at;
    h->n = strncmp(at, LITERAL, strlen(LITERAL)) == 0 ? length_of_brackets(at) : strcspn(at, " .+()\n");
    at += h->n;
    if (!h->n || !take_text(&at, ".base + ")) return false;
    const size_t sum = length_of_brackets(at);
    e->at = at + 1 + h->n + strlen(".offset + ");
    if (!sum || !take_text(&at, "(") || !take_span(&at, *h) || !take_text(&at, ".offset + ")) return false;
    const char *const after = e->at + strcspn(e->at, "\n");
    const size_t inner = 1 + h->n + strlen(".offset + ");
    if (sum <= inner + 1 || e->at >= after) return false;
    e->n = sum - inner - 1;
    at = e->at + e->n;
    if (!take_text(&at, ") / CHAR_BIT, .offset = (") || !take_span(&at, *h) ||
        !take_text(&at, ".offset + ") || !take_span(&at, *e) || !take_text(&at, ") % CHAR_BIT, .width = "))
        return false;
    w->at = at;
    w->n = strcspn(at, " })\n");
    at += w->n;
    return take_text(&at, " })") && at == end;
}

static void put_span(span s, FILE *out) {
    fwrite(s.at, 1, s.n, out);
}

static void put_literal(const char *literal, size_t n, FILE *out) {
    span h, e, w;
    if (!read_part(literal, n, &h, &e, &w)) {
        fwrite(literal, 1, n, out);
        return;
    }
    fputs("handle_narrow(", out);
    if (strncmp(h.at, LITERAL, strlen(LITERAL)) == 0)
        put_literal(h.at, h.n, out);
    else
        put_span(h, out);
    fputs(", ", out);
    put_span(e, out);
    fputs(", ", out);
    put_span(w, out);
    fputc(')', out);
}

// *literal: the first one of the text that is not before the line; NULL: there is none. The next line's,
// then.
static void put_line(const char *line, size_t n, const char **literal, FILE *out) {
    const char *const end = line + n;
    while (*literal && *literal < end) {
        const size_t length = length_of_brackets(*literal);
        if (!length) break;
        fwrite(line, 1, (size_t)(*literal - line), out);
        put_literal(*literal, length, out);
        line = *literal + length;
        *literal = strstr(line, LITERAL);
    }
    fwrite(line, 1, (size_t)(end - line), out);
}

// --------------------------------------------------------------------------------------------------- covers
// note [covers]: rumur counts a `cover` that was never hit as an error, and looks whether a liveness property
// holds only where there was none. A rule that does not fire in a bound is no error to us, and there is one
// in nearly every bound: so the count must go.
static bool is_line(const char *line, size_t n, const char *text) {
    const size_t blank = strspn(line, " ");
    return n == blank + strlen(text) && !strncmp(line + blank, text, strlen(text));
}

// note [known]: what is known of a state's liveness is looked for in the states that follow it, all of them
// even when the first has said all there is. So each is left out that nothing can be learned from.
static void put_shortcut(const char *line, size_t n, bool *in_final, FILE *out) {
    if (!strncmp(line, "static ", 7))
        *in_final = is_line(line, n, "static void check_liveness_final(void) {");
    if (*in_final && is_line(line, n, "struct state *n = state_dup(s);"))
        fputs("          if (unknown_liveness(s) == 0) break;\n", out);
}

// note [registers]: a handle is handed from function to function, by value, where a component is read or
// written. With two size_t in it it goes through memory; with halves of them it fits two registers, and the
// exploration takes little more than half of its time. Offsets and widths are bits of one state: they need
// far fewer than 32.
static bool put_handle_field(const char *line, size_t n, bool *in_handle, FILE *out) {
    if (is_line(line, n, "struct handle {")) *in_handle = true;
    if (is_line(line, n, "};")) *in_handle = false;
    const bool offset = *in_handle && is_line(line, n, "size_t offset;");
    const bool width = *in_handle && is_line(line, n, "size_t width;");
    if (offset) fputs("  uint32_t offset;\n", out);
    if (width) fputs("  uint32_t width;\n", out);
    return offset || width;
}

// The functions by which rules read, write and index: what they call becomes part of them. The type of one is
// the line before its name.
static bool is_access(const char *next) {
    static const char *const NAMES[] = {"handle_read(const char", "handle_write(const char",
                                        "handle_index(const char"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!strncmp(next, NAMES[i], strlen(NAMES[i]))) return true;
    return false;
}

// note [bytes]: most components have a few bits and lie within a byte. Reading and writing of any bits is
// general, and was 40% of the time.
static void put_quick_way(const char *line, size_t n, FILE *out) {
    if (is_line(line, n, "static __attribute__((pure)) uint64_t read_raw(struct handle h) {"))
        fputs("  if (h.width != 0 && h.offset + h.width <= 8)\n"
              "    return h.base[0] >> h.offset & ((1u << h.width) - 1);\n",
              out);
    if (is_line(line, n, "static void write_raw(struct handle h, uint64_t v) {"))
        fputs("  if (h.width != 0 && h.offset + h.width <= 8) {\n"
              "    const unsigned mask_ = (1u << h.width) - 1;\n"
              "    h.base[0] = (h.base[0] & ~(mask_ << h.offset)) | ((unsigned)v & mask_) << h.offset;\n"
              "    return;\n"
              "  }\n",
              out);
}

bool ex_tune(const char *checker, bool liveness, FILE *out) {
    static const char NARROW[] = "\nhandle_narrow(struct handle h, size_t offset, size_t width) {";
    const char *literal = strstr(checker, NARROW) ? strstr(checker, LITERAL) : NULL;
    bool in_covers = false, counted = false, in_final = false, in_handle = false;
    for (const char *line = checker, *next; *line; line = next) {
        const size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        in_covers |= is_line(line, n, "if (covers[i] == 0) {");
        if (in_covers && is_line(line, n, "error_count++;")) {
            in_covers = false;
            counted = true;
            continue;
        }
        if (put_handle_field(line, n, &in_handle, out)) continue;
        put_shortcut(line, n, &in_final, out);
        if (!strncmp(line, "static ", 7) && is_access(next)) fputs("__attribute__((flatten)) ", out);
        if (is_cold(line, n, liveness)) fputs("__attribute__((optimize(\"O0\"))) ", out);
        put_line(line, n, &literal, out);
        fputc('\n', out);
        put_quick_way(line, n, out);
    }
    return counted || !liveness;
}
