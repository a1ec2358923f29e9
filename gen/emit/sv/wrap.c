// Lines of at most SV_COLUMNS: the emitters print statements, and where these are broken is decided here.
//
// A statement is broken at a comma or an operator that stands as little within parentheses as can be, as late
// as can be; a comment between two words. What follows is indented by 4 more. Nothing is broken within
// brackets or strings, and lines of the preprocessor stay as they are.
#include <stdlib.h>
#include <string.h>

#include "emit.h"

enum { WITHIN = 4, FAR = 60 }; // indentation of what follows; a comment that begins further right goes above

typedef struct {
    int at;   // where what follows begins
    int cost; // columns that it is worth to break elsewhere
    int more; // indentation of what follows
} place;

// ------------------------------------------------------------------------------------------- comments

static int blanks_before(const char *s, int n) {
    int i = 0;
    while (i < n && s[i] == ' ') i++;
    return i;
}

// Where the comment of a line begins, with its slashes; n: it has none.
static int start_of_comment(const char *s, int n) {
    bool text = false;
    for (int i = 0; i + 1 < n; i++) {
        if (s[i] == '"' && (!i || s[i - 1] != '\\')) text = !text;
        if (!text && s[i] == '/' && s[i + 1] == '/') return i;
    }
    return n;
}

// Words of a comment, the first line from column `at` on, others from the same, deeper by `deeper`.
static void print_words(FILE *out, const char *s, int n, int at, int deeper) {
    int column = at;
    bool first = true;
    for (int i = 0; i < n;) {
        int end = i;
        while (end < n && s[end] == ' ') end++;
        const int word = end;
        while (end < n && s[end] != ' ') end++;
        if (!first && column + end - i > SV_COLUMNS) {
            const char *remark = sv_remark(s + word) + 1;
            fprintf(out, "\n%*s%s%*s", at, "", remark, deeper, "");
            column = at + (int)strlen(remark) + deeper;
            i = word;
        }
        fwrite(s + i, 1, (size_t)(end - i), out);
        column += end - i;
        i = end;
        first = column == at + 2; // the slashes are no word
    }
    fputc('\n', out);
}

static void print_comment(FILE *out, const char *s, int n, int at) {
    const int inner = blanks_before(s + 2, n - 2); // prose, or a rule or a row of a list
    print_words(out, s, n, at, inner == 1 && s[3] >= 'A' && s[3] <= 'Z' ? 0 : inner + 1);
}

// ----------------------------------------------------------------------------------------- statements

static bool begins(const char *s, const char *with) {
    return !strncmp(s, with, strlen(with));
}

// Does an operator begin here, with blanks around it?
static bool is_operator(const char *s, int i) {
    static const char *const OPERATORS[] = {"|| ", "&& ", "? ", ": ", "| ", "& ", "^ ", "+ "};
    if (i < 6 || s[i - 1] != ' ' || begins(s + i - 6, "begin ")) return false;
    for (size_t k = 0; k < sizeof OPERATORS / sizeof *OPERATORS; k++)
        if (begins(s + i, OPERATORS[k])) return true;
    return false;
}

// Does a statement begin here, behind its condition?
static bool is_statement(const char *s, int i) {
    return i > 2 && (begins(s + i - 2, ") ") || (i > 5 && begins(s + i - 5, "else "))) &&
           (s[i] == '$' || s[i] == '_' || (s[i] >= 'a' && s[i] <= 'z')) && !begins(s + i, "begin") &&
           !begins(s + i, "else") && !begins(s + i, "u_");
}

// Can the line be broken before s[i], which stands within `depth` parentheses?
static bool is_place(const char *s, int i, int first, int depth, bool bracket, place *p) {
    const bool list = s[first] == '.' || s[first] == '|' || s[first] == '&';
    *p = (place){i, 40 * depth, list && !depth ? 0 : WITHIN};
    if (bracket || i < first + 2 || s[i] == ' ') return false;
    if (begins(s + i - 2, ", ") || is_operator(s, i)) return true;
    if (!depth && is_statement(s, i)) {
        p->cost = -15;
        p->more = 2;
        return true;
    }
    p->cost += 45;
    if (!depth && begins(s + i - 2, "= ")) return true;
    p->cost += 40;
    return s[i - 1] == '{' || (s[i - 1] == '(' && s[i] != ')');
}

static int find_places(const char *s, int n, place *places) {
    const int first = blanks_before(s, n);
    int depth = 0, brackets = 0, count = 0;
    bool text = false;
    for (int i = first; i < n; i++) {
        if (!text && is_place(s, i, first, depth, brackets > 0, &places[count])) count++;
        if (s[i] == '"' && i && s[i - 1] != '\\') text = !text;
        if (text) continue;
        depth += (s[i] == '(' || s[i] == '{') - (s[i] == ')' || s[i] == '}');
        brackets += (s[i] == '[') - (s[i] == ']');
    }
    return count;
}

// The place to break a line at that begins at `from` in column `column`: the best that fits, or else the
// next.
static const place *best_place(const place *places, int n, int from, int column) {
    const place *best = NULL;
    for (int i = 0; i < n; i++) {
        const place *p = &places[i];
        if (p->at <= from) continue;
        const bool fits = column + p->at - from - 1 <= SV_COLUMNS;
        if (!fits && best) break;
        if (!best || p->at - p->cost >= best->at - best->cost) best = p;
        if (!fits) break;
    }
    return best;
}

static void print_code(FILE *out, const char *s, int n) {
    const int first = blanks_before(s, n);
    place *places = calloc((size_t)n + 1, sizeof *places);
    if (!places) abort();
    const int count = find_places(s, n, places);
    int from = 0, column = 0;
    while (column + n - from > SV_COLUMNS) {
        const place *p = best_place(places, count, from, column);
        if (!p) break;
        int end = p->at;
        while (end > from && s[end - 1] == ' ') end--;
        fprintf(out, "%*s%.*s\n", column, "", end - from, s + from);
        from = p->at;
        column = first + p->more;
    }
    fprintf(out, "%*s%.*s", column, "", n - from, s + from);
    free(places);
}

// ---------------------------------------------------------------------------------------------- lines

static void print_line(FILE *out, const char *s, int n) {
    const int comment = start_of_comment(s, n), first = blanks_before(s, n);
    int code = comment;
    while (code > 0 && s[code - 1] == ' ') code--;
    if (n <= SV_COLUMNS || s[0] == '`') {
        fprintf(out, "%.*s\n", n, s);
    } else if (!code || (comment < n && (code > SV_COLUMNS || comment > FAR))) {
        fprintf(out, "%*s", first, "");
        print_comment(out, s + comment, n - comment, first);
        if (code) print_line(out, s, code);
    } else {
        print_code(out, s, code);
        if (comment < n) {
            fprintf(out, "%*s", comment - code, "");
            print_comment(out, s + comment, n - comment, comment);
        } else {
            fputc('\n', out);
        }
    }
}

void sv_wrap(FILE *out, const char *text) {
    while (*text) {
        const size_t n = strcspn(text, "\n");
        print_line(out, text, (int)n);
        text += n + (text[n] == '\n');
    }
}
