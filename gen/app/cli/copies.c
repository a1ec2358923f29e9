#define _GNU_SOURCE // memmem(), strchrnul()
// One code for all controllers of a kind. Of a module that stands in a design several times Verilator makes a
// C++ class, and of a function of it one copy for each instance where the copies' texts differ. They do in
// what says nothing of the hardware: the instance's name in messages of assertions, and numbers in names of
// temporaries. What a cycle takes is mostly the fetching of code, so four copies of an L1 cost much, and time
// to compile, too.
//
// Here functions of Verilator's fast files that are the same but for that become one, and so do those of its
// slow files, which only settle a design when it starts: the text of the others is taken away, and COPIES, a
// header, has their names stand for it. A message has the instance's name from its object.
//
// note [temporaries] A variable of an inlined SystemVerilog function, or the index of a table that was made
// of a case, is written whenever it is read afterwards in the same evaluation: the language says so of
// automatic variables, and our functions have no others. So its name means nothing beyond the C++ function,
// as long as nothing else mentions it; an instance may use another's, which its object has too. One that
// several functions mention, as when Verilator has cut a long function in pieces, keeps its name, and so does
// one in a text that is not read as a function here. So do tables' indices in an object: their types may
// differ. What the constructor gives a variable does not count, and fast files and slow ones are different
// evaluations.
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli.h"
#include "copies.h"

typedef struct {
    char path[CLI_PATH];
    char *text;
    bool changed;
} source;

typedef struct {
    source *in;
    const char *name, *kind; // of the function, and its class; not terminated
    size_t name_length, kind_length;
    char *from, *body, *end; // in the text: the first line, the next one, the line behind the last
    char *shared;            // the body with the instance's name from its object, or NULL
    char *canonical;
    int same_as; // an earlier function, or -1
    bool wanted; // others are the same as this one
} function;

typedef struct {
    const char *at;
    size_t length;
    int in;       // function, or OUTSIDE
    bool reached; // as a member of an object that is not a function's own
} mention;
enum { OUTSIDE = -1 }; // in a text that is no function here

typedef struct {
    source *sources;
    function *functions;
    mention *mentions;
    int n_sources, n_functions, n_mentions;
} program_text;

static bool in_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static const char *end_of_name(const char *at) {
    while (in_name(*at)) at++;
    return at;
}

static bool has(const char *at, size_t length, const char *part) {
    return memmem(at, length, part, strlen(part)) != NULL;
}

// Behind the string that begins here.
static const char *end_of_string(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

// ------------------------------------------------------------------------------------------------ the
// functions

// A line '... void NAME(KIND* vlSelf) {'?
static bool begins_function(char *line, char *line_end, function *f) {
    const char *at = memmem(line, (size_t)(line_end - line), "void Vtb_top", 12);
    const size_t tail = strlen("* vlSelf) {");
    if (!at || *line == ' ' || (size_t)(line_end - line) < tail ||
        memcmp(line_end - tail, "* vlSelf) {", tail) != 0)
        return false;
    f->name = at + 5;
    const char *end = end_of_name(f->name);
    if (*end != '(') return false;
    f->name_length = (size_t)(end - f->name);
    f->kind = end + 1;
    f->kind_length = (size_t)(end_of_name(f->kind) - f->kind);
    return true;
}

static void find_functions(program_text *p, source *in) {
    for (char *line = in->text; *line;) {
        char *end = strchrnul(line, '\n');
        function f = {.in = in, .from = line, .body = end + 1, .same_as = -1};
        char *last = *end && begins_function(line, end, &f) ? strstr(end, "\n}\n") : NULL;
        line = *end ? end + 1 : end;
        if (!last) continue;
        f.end = last + 3;
        line = f.end;
        p->functions = cg_array_grow(p->functions, (size_t)p->n_functions, sizeof f);
        p->functions[p->n_functions++] = f;
    }
}

// The instance that a function is of, from its name: 'top.g_l1[0].u_l1' of
// '...__TOP__top__DOT__g_l1__BRA__0__KET____DOT__u_l1__2'.
static bool instance_of(const function *f, char out[512]) {
    static const char mark[] = "__TOP__";
    const char *at = memmem(f->name, f->name_length, mark, sizeof mark - 1), *end = f->name + f->name_length;
    if (!at || f->name_length > 500) return false;
    at += sizeof mark - 1;
    const char *digits = end;
    while (digits > at && isdigit((unsigned char)digits[-1])) digits--;
    if (digits < end && digits - at > 2 && digits[-1] == '_' && digits[-2] == '_') end = digits - 2;
    while (at < end) {
        const bool dot = !strncmp(at, "__DOT__", 7), open = !strncmp(at, "__BRA__", 7),
                   close = !strncmp(at, "__KET__", 7);
        *out++ = dot ? '.' : open ? '[' : close ? ']' : *at;
        at += dot || open || close ? 7 : 1;
    }
    *out = '\0';
    return true;
}

// `text` with b for each a; *n: how many there were.
static char *replaced(const char *text, const char *a, const char *b, int *n) {
    char *out = NULL;
    FILE *to = cg_text_open(&out, NULL);
    *n = 0;
    for (const char *next; (next = strstr(text, a)); text = next + strlen(a)) {
        fprintf(to, "%.*s%s", (int)(next - text), text, b);
        ++*n;
    }
    fputs(text, to);
    fclose(to);
    return out;
}

// %N prints a name and a dot: that of the model in front of the rest of the instance's, or the object's,
// which is both.
static void share_messages(function *f) {
    char instance[512], said[520];
    int named, ours, whole;
    char *body = strndup(f->body, (size_t)(f->end - f->body));
    if (!body) abort();
    f->shared = body;
    if (!instance_of(f, instance)) return;
    snprintf(said, sizeof said, "%%N%s.", instance);
    free(replaced(body, "%N", "%N", &named));
    char *some = replaced(body, said, "%N", &ours),
         *all = replaced(some, "vlSymsp->name()", "vlSelf->name()", &whole);
    free(some);
    if (named == ours && ours == whole) {
        f->shared = all;
        free(body);
    } else {
        free(all);
    }
}

// ---------------------------------------------------------------------------------------------- equal but
// for names

static int by_name(const void *x, const void *y) {
    const mention *a = x, *b = y;
    const size_t n = a->length < b->length ? a->length : b->length;
    const int order = memcmp(a->at, b->at, n);
    if (order) return order;
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
    return a->in != b->in ? a->in - b->in : 0;
}

static bool temporary(const char *at, size_t length) {
    return has(at, length, "__Vfunc_");
}

static void add_mention(program_text *p, const mention *m) {
    p->mentions = cg_array_grow(p->mentions, (size_t)p->n_mentions, sizeof *m);
    p->mentions[p->n_mentions++] = *m;
}

static void find_mentions_in(program_text *p, const char *from, const char *to, int function) {
    bool reached = false; // the character before is a '.'
    for (const char *at = from, *end; at < to; at = end) {
        end = in_name(*at) ? end_of_name(at) : *at == '"' ? end_of_string(at) : at + 1;
        if (in_name(*at) && temporary(at, (size_t)(end - at)))
            add_mention(p, &(mention){at, (size_t)(end - at), function, reached});
        reached = *at == '.';
    }
}

static bool constructs(const function *f) {
    return has(f->name, f->name_length, "___ctor_var_reset");
}

// Every temporary wherever it stands, and which function it is in; sorted, so that those of one name are
// together.
static void find_mentions(program_text *p) {
    int f = 0;
    for (int i = 0; i < p->n_sources; i++) {
        const char *at = p->sources[i].text;
        for (; f < p->n_functions && p->functions[f].in == &p->sources[i]; f++) {
            find_mentions_in(p, at, p->functions[f].body, OUTSIDE);
            if (!constructs(&p->functions[f]))
                find_mentions_in(p, p->functions[f].body, p->functions[f].end, f);
            at = p->functions[f].end;
        }
        find_mentions_in(p, at, at + strlen(at), OUTSIDE);
    }
    if (p->n_mentions) qsort(p->mentions, (size_t)p->n_mentions, sizeof *p->mentions, by_name);
}

static bool same_name(const mention *a, const mention *b) {
    return a->length == b->length && !memcmp(a->at, b->at, a->length);
}

static bool same_kind(const function *a, const function *b) {
    return a->kind_length == b->kind_length && !memcmp(a->kind, b->kind, a->kind_length);
}

// No other function of its class mentions it, none of another class that reaches into the object, and no
// other text.
static bool in_one_function(const program_text *p, int i, const char *at, size_t length) {
    const mention key = {at, length, i, false}, *end = p->mentions + p->n_mentions;
    const mention *m = bsearch(&key, p->mentions, (size_t)p->n_mentions, sizeof key, by_name);
    if (!m) return false;
    while (m > p->mentions && same_name(m - 1, &key)) m--;
    for (; m < end && same_name(m, &key); m++) {
        if (m->in == i) continue;
        if (m->in == OUTSIDE || m->reached || same_kind(&p->functions[m->in], &p->functions[i])) return false;
    }
    return true;
}

typedef struct {
    mention names[4096]; // temporaries, as they come; in: the number that stands for each
    int n;
} names;

// The number of a temporary; -1: there are too many.
static int number_of(names *seen, const char *at, size_t length) {
    for (int i = 0; i < seen->n; i++)
        if (seen->names[i].length == length && !memcmp(seen->names[i].at, at, length)) return i;
    if (seen->n == (int)(sizeof seen->names / sizeof *seen->names)) return -1;
    seen->names[seen->n] = (mention){at, length, seen->n, false};
    return seen->n++;
}

// A temporary's name: digits as '#', and its number. Equal texts then have equal temporaries in equal places.
static void print_temporary(FILE *out, names *seen, const char *at, size_t length) {
    const int number = number_of(seen, at, length);
    if (number < 0) {
        fprintf(out, "%.*s ", (int)length, at);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)at[i]))
            fputc(at[i], out);
        else if (!i || !isdigit((unsigned char)at[i - 1]))
            fputc('#', out);
    }
    fprintf(out, "@%d ", number);
}

// The text without blanks, comments and lines for debugging, and with numbers for names of temporaries.
static void print_canonical(const program_text *p, int function, FILE *out, names *seen) {
    const char *text = p->functions[function].shared;
    for (const char *at = text, *end; *at; at = end) {
        const size_t rest = in_name(*at) ? (size_t)(end_of_name(at) - at) : 1;
        end = at + rest;
        if (isspace((unsigned char)*at)) continue;
        if (!strncmp(at, "//", 2) || !strncmp(at, "VL_DEBUG_IF(", 12)) {
            end = strchrnul(at, '\n');
        } else if (!strncmp(at, "/*", 2)) {
            const char *close = strstr(at, "*/");
            end = close ? close + 2 : at + strlen(at);
        } else if (*at == '"') {
            end = end_of_string(at);
            fprintf(out, "%.*s ", (int)(end - at), at);
        } else {
            const bool member = at > text && (at[-1] == '>' || at[-1] == '.');
            if (member ? temporary(at, rest) && in_one_function(p, function, at, rest)
                       : temporary(at, rest) || !strncmp(at, "__Vtableidx", 11))
                print_temporary(out, seen, at, rest);
            else
                fprintf(out, "%.*s ", (int)rest, at);
        }
    }
}

static void make_canonical(const program_text *p, int i) {
    names *seen = calloc(1, sizeof *seen);
    FILE *out = seen ? cg_text_open(&p->functions[i].canonical, NULL) : NULL;
    fprintf(out, "%.*s: ", (int)p->functions[i].kind_length, p->functions[i].kind);
    print_canonical(p, i, out, seen);
    fclose(out);
    free(seen);
}

static void find_copies(program_text *p) {
    for (int i = 0; i < p->n_functions; i++) {
        for (int j = 0; j < i && p->functions[i].same_as < 0; j++) {
            if (p->functions[j].same_as >= 0 ||
                strcmp(p->functions[i].canonical, p->functions[j].canonical) != 0)
                continue;
            p->functions[i].same_as = j;
            p->functions[j].wanted = true;
        }
    }
}

// ------------------------------------------------------------------------------------------------- the files

static bool is_source(const struct dirent *e) {
    const size_t n = strlen(e->d_name);
    return n >= 4 && !strcmp(e->d_name + n - 4, ".cpp");
}

static int is_fast(const struct dirent *e) {
    return is_source(e) && !strstr(e->d_name, "__Slow");
}

static int is_slow(const struct dirent *e) {
    return is_source(e) && !is_fast(e);
}

static bool read_source(program_text *p, const char *folder, const char *name) {
    source in = {0};
    if (snprintf(in.path, CLI_PATH, "%s/%s", folder, name) >= CLI_PATH) {
        errno = ENAMETOOLONG;
        return false;
    }
    in.text = cli_read_file(in.path);
    if (!in.text) return false;
    p->sources = cg_array_grow(p->sources, (size_t)p->n_sources, sizeof in);
    p->sources[p->n_sources++] = in;
    return true;
}

// Those of Verilator's files, in the order of their names.
static bool read_sources(program_text *p, const char *folder, int (*those)(const struct dirent *)) {
    struct dirent **list;
    const int n = scandir(folder, &list, those, alphasort);
    bool good = n >= 0;
    for (int i = 0; i < n; i++) {
        good = good && read_source(p, folder, list[i]->d_name);
        free(list[i]);
    }
    if (n >= 0) free(list);
    return good;
}

// The file, without the copies and with the shared text of what they are copies of.
static bool write_source(const program_text *p, const source *in) {
    char *out = NULL;
    FILE *to = cg_text_open(&out, NULL);
    const char *at = in->text;
    for (int i = 0; i < p->n_functions; i++) {
        const function *f = &p->functions[i];
        if (f->in != in || (f->same_as < 0 && !f->wanted)) continue;
        fprintf(to, "%.*s", (int)(f->from - at), at);
        if (f->wanted) fprintf(to, "%.*s%s", (int)(f->body - f->from), f->from, f->shared);
        at = f->end;
    }
    fputs(at, to);
    fclose(to);
    const bool written = cli_write_file(in->path, out);
    free(out);
    return written;
}

// Writes what has changed; to `names` go the names of copies, with what stands for each.
static bool write_sources(program_text *p, FILE *names) {
    for (int i = 0; i < p->n_functions; i++) {
        function *f = &p->functions[i];
        if (f->wanted) f->in->changed = true;
        if (f->same_as < 0) continue;
        const function *is = &p->functions[f->same_as];
        f->in->changed = true;
        fprintf(names, "#define %.*s %.*s\n", (int)f->name_length, f->name, (int)is->name_length, is->name);
    }
    bool written = true;
    for (int i = 0; i < p->n_sources && written; i++)
        if (p->sources[i].changed) written = write_source(p, &p->sources[i]);
    return written;
}

static void free_program_text(program_text *p) {
    for (int i = 0; i < p->n_sources; i++) free(p->sources[i].text);
    for (int i = 0; i < p->n_functions; i++) {
        CG_FREE(p->functions[i].shared, p->functions[i].canonical);
    }
    CG_FREE(p->sources, p->functions, p->mentions, p);
}

static void compare_functions(program_text *p) {
    for (int i = 0; i < p->n_sources; i++) find_functions(p, &p->sources[i]);
    for (int i = 0; i < p->n_functions; i++) share_messages(&p->functions[i]);
    find_mentions(p);
    for (int i = 0; i < p->n_functions; i++) make_canonical(p, i);
    find_copies(p);
}

static bool share_copies(const char *folder, int (*those)(const struct dirent *), FILE *names) {
    program_text *p = cg_array_new(1, sizeof *p);
    bool good = read_sources(p, folder, those);
    if (good) {
        compare_functions(p);
        good = write_sources(p, names);
    }
    free_program_text(p);
    return good;
}

bool cli_share_copies(const char *folder) {
    char path[CLI_PATH + 16], *text = NULL;
    FILE *names = cg_text_open(&text, NULL);
    bool good = share_copies(folder, is_fast, names) && share_copies(folder, is_slow, names);
    fclose(names);
    snprintf(path, sizeof path, "%s/" CLI_COPIES, folder);
    good = good && cli_write_file(path, text);
    free(text);
    return good;
}
