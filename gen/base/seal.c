#include "seal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "map.h"
#include "memory.h"

enum { PATH_SIZE = 4096 + 256 };

static const char FIRST_LINE[] = "cohgen-seal 1\n";

// -------------------------------------------------------------------------------------------------- hashes

typedef struct {
    uint64_t size, hash;
} content;

// False, with errno: it cannot be read, or it is no regular file.
static bool read_content(const char *path, uint64_t made_of, content *out) {
    char buf[1 << 14];
    struct stat st;
    ssize_t n = -1;
    *out = (content){.hash = cg_hash_bytes(CG_HASH_START, &made_of, sizeof made_of)};
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); // a pipe in its place does not hold us up
    if (fd < 0) return false;
    errno = EINVAL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        while ((n = read(fd, buf, sizeof buf)) > 0) {
            out->hash = cg_hash_bytes(out->hash, buf, (size_t)n);
            out->size += (uint64_t)n;
        }
    }
    const int error = errno;
    close(fd);
    errno = error;
    return n == 0;
}

// The path of a file of the entry. False, with errno: it is too long.
static bool path_beside_seal(const char *seal, const char *file, size_t len, char out[PATH_SIZE]) {
    const char *slash = strrchr(seal, '/');
    const int dir = slash ? (int)(slash + 1 - seal) : 0;
    errno = ENAMETOOLONG;
    return snprintf(out, PATH_SIZE, "%.*s%.*s", dir, seal, (int)len, file) < PATH_SIZE;
}

// ------------------------------------------------------------------------------------------------- writing

static bool put_files(FILE *out, const char *seal, uint64_t made_of, const char *const *files, size_t n) {
    char path[PATH_SIZE];
    content c;
    fprintf(out, "%sof %016" PRIx64 "\n", FIRST_LINE, made_of);
    for (size_t i = 0; i < n; i++) {
        if (!path_beside_seal(seal, files[i], strlen(files[i]), path) || !read_content(path, made_of, &c))
            return false;
        fprintf(out, "%" PRIu64 " %016" PRIx64 " %s\n", c.size, c.hash, files[i]);
    }
    return true;
}

static bool write_seal(const char *seal, const char *text, size_t size) {
    char made[PATH_SIZE];
    errno = ENAMETOOLONG;
    if (snprintf(made, sizeof made, "%s.%ld", seal, (long)getpid()) >= PATH_SIZE) return false;
    FILE *out = fopen(made, "wb");
    if (!out) return false;
    fwrite(text, 1, size, out);
    fprintf(out, "end %016" PRIx64 "\n", cg_hash_bytes(CG_HASH_START, text, size));
    bool good = !ferror(out);
    good &= fclose(out) == 0;
    good = good && rename(made, seal) == 0;
    if (!good) unlink(made);
    return good;
}

bool cg_seal_write(const char *seal, uint64_t made_of, const char *const *files, size_t n) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = cg_text_open(&text, &size);
    unlink(seal);
    bool good = put_files(out, seal, made_of, files, n);
    fclose(out);
    good = good && write_seal(seal, text, size);
    free(text);
    return good;
}

// ------------------------------------------------------------------------------------------------ checking

typedef struct {
    const char *seal;
    uint64_t made_of;
    char *why;
    size_t why_size;
} check;

static cg_seal_state say_damaged(const check *c, const char *file, size_t len, const char *what) {
    if (c->why_size) snprintf(c->why, c->why_size, "%.*s %s", (int)len, file, what);
    return CG_SEAL_DAMAGED;
}

static cg_seal_state check_file(const check *c, content sealed, const char *file, size_t len) {
    char path[PATH_SIZE];
    content now;
    if (!path_beside_seal(c->seal, file, len, path) || !read_content(path, c->made_of, &now))
        return say_damaged(c, file, len, errno == ENOENT ? "is missing" : "cannot be read");
    if (now.size != sealed.size)
        return say_damaged(c, file, len,
                           now.size < sealed.size ? "is shorter than it was" : "is longer than it was");
    return now.hash == sealed.hash ? CG_SEAL_WHOLE : say_damaged(c, file, len, "is not what it was");
}

// Lines of files, up to the last line, which was looked at before.
static cg_seal_state check_sealed_files(const check *c, const char *lines, const char *last) {
    cg_seal_state state = CG_SEAL_WHOLE;
    for (const char *p = lines; p < last && state == CG_SEAL_WHOLE; p += strcspn(p, "\n") + 1) {
        content sealed;
        int at = 0;
        if (sscanf(p, "%" SCNu64 " %" SCNx64 "%n", &sealed.size, &sealed.hash, &at) != 2 || p[at] != ' ')
            return say_damaged(c, "its seal", 8, "is of another form");
        p += at + 1;
        state = check_file(c, sealed, p, strcspn(p, "\n"));
    }
    return state;
}

// The beginning of the last line, if it holds for those before; else NULL.
static const char *seal_line(const char *text, size_t size) {
    uint64_t sealed;
    size_t n = size;
    if (n == 0 || text[n - 1] != '\n') return NULL;
    for (n--; n > 0 && text[n - 1] != '\n';) n--;
    const bool good = sscanf(text + n, "end %" SCNx64, &sealed) == 1 && size - n == 21 &&
                      sealed == cg_hash_bytes(CG_HASH_START, text, n);
    return good ? text + n : NULL;
}

static cg_seal_state check_text(const check *c, const char *text, size_t size) {
    const size_t first = sizeof FIRST_LINE - 1;
    const char *last = seal_line(text, size);
    uint64_t made_of;
    if (!last) return say_damaged(c, "its seal", 8, "is not what it was");
    if (strncmp(text, FIRST_LINE, first) != 0 || sscanf(text + first, "of %" SCNx64, &made_of) != 1)
        return CG_SEAL_NONE; // of another cohgen
    if (made_of != c->made_of) return CG_SEAL_NONE;
    return check_sealed_files(c, text + first + 20, last);
}

cg_seal_state cg_seal_check(const char *seal, uint64_t made_of, char *why, size_t why_size) {
    enum { MOST = 1 << 20 }; // bytes of a seal
    const check c = {seal, made_of, why, why ? why_size : 0};
    const int fd = open(seal, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *in = fd < 0 ? NULL : fdopen(fd, "rb");
    if (!in) return CG_SEAL_NONE;
    char *text = malloc(MOST + 1);
    if (!text) abort();
    const size_t size = fread(text, 1, MOST, in);
    fclose(in);
    text[size] = '\0';
    const cg_seal_state state = check_text(&c, text, size);
    free(text);
    return state;
}
