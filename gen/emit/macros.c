#include "macros.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { DEEPEST = 32 };

// An open `ifdef.
typedef struct {
    bool kept; // its directives stay
    bool read; // this branch is there
} branch;

static bool starts(const char *line, const char *directive) {
    return !strncmp(line, directive, strlen(directive)) && strchr(" \n", line[strlen(directive)]);
}

// Is the directive of one of these macros? kept: their names, a blank between two.
static bool names(const char *line, const char *kept) {
    line += strcspn(line, " \n");
    line += strspn(line, " ");
    const size_t n = strcspn(line, " \n");
    for (const char *at = kept; at && *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == n && !strncmp(line, at, n)) return true;
    return false;
}

static bool all_read(const branch *open, int depth) {
    for (int i = 0; i < depth; i++)
        if (!open[i].read) return false;
    return true;
}

// The end of a statement whose last lines are gone joins the line before it.
static void join_ends(char *text) {
    char *to = text;
    for (const char *from = text; *from;) {
        const char *word = from + strspn(from, " ");
        if (*word == ';') {
            while (to > text && (to[-1] == '\n' || to[-1] == ' ')) to--;
            from = word;
        }
        const size_t end = strcspn(from, "\n"), n = end + (from[end] != '\0');
        memmove(to, from, n);
        to += n;
        from += n;
    }
    *to = '\0';
}

char *cg_without_macros(const char *text, const char *kept) {
    branch open[DEEPEST];
    int depth = 0;
    char *left = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&left, &size);
    if (!out) abort();
    while (*text) {
        const size_t end = strcspn(text, "\n"), n = end + (text[end] != '\0');
        const char *word = text + strspn(text, " ");
        const bool on = starts(word, "`ifdef"), off = starts(word, "`ifndef"), last = starts(word, "`endif");
        const bool other = starts(word, "`else"), directive = on || off || other || last;
        if ((on || off) && depth == DEEPEST) abort();
        if (on || off) {
            open[depth] = (branch){.kept = names(word, kept), .read = off || names(word, kept)};
            depth++;
        }
        if (other && !open[depth - 1].kept) open[depth - 1].read = !open[depth - 1].read;
        // A directive that stays is there if all around it is.
        if (directive ? open[depth - 1].kept && all_read(open, depth - 1) : all_read(open, depth))
            fwrite(text, 1, n, out);
        if (last) depth--;
        text += n;
    }
    fclose(out);
    join_ends(left);
    return left;
}

// Behind the comment or string that begins at `text`; `text` itself: none begins there.
static const char *behind_comment(const char *text) {
    if (!strncmp(text, "//", 2)) return text + strcspn(text, "\n");
    if (strncmp(text, "/*", 2)) return text;
    const char *end = strstr(text + 2, "*/");
    return end ? end + 2 : text + strlen(text);
}

static const char *behind_string(const char *text) {
    if (*text != '"') return text;
    for (text++; *text && *text != '"'; text++)
        if (*text == '\\' && text[1]) text++;
    return text + (*text == '"');
}

// Blanks at the ends of lines, and lines without anything else, go.
static void drop_blanks(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == '\n') {
            while (to > text && (to[-1] == ' ' || to[-1] == '\t')) to--;
            if (to == text || to[-1] == '\n') continue;
        }
        *to++ = *from;
    }
    *to = '\0';
}

char *cg_without_comments(const char *text) {
    char *left = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&left, &size);
    if (!out) abort();
    while (*text) {
        const char *comment = behind_comment(text), *string = behind_string(text);
        if (comment != text)
            fputc(' ', out); // it parts the words at its sides
        else
            fwrite(text, 1, string != text ? (size_t)(string - text) : 1, out);
        text = comment != text ? comment : string != text ? string : text + 1;
    }
    fclose(out);
    drop_blanks(left);
    return left;
}
