#define _GNU_SOURCE // fopencookie(), memrchr()
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

typedef struct {
    int fd;
    uint64_t left;         // bytes that may still come
    uint64_t line, so_far; // bytes of a line, and of the one that is being read
} input;

static ssize_t input_bytes(void *cookie, char *buf, size_t size) {
    input *in = cookie;
    ssize_t n;
    while ((n = read(in->fd, buf, size)) < 0 && errno == EINTR) continue;
    if (n <= 0) return n;
    const char *end = memrchr(buf, '\n', (size_t)n);
    in->so_far = end ? (uint64_t)(buf + n - end - 1) : in->so_far + (uint64_t)n;
    if ((uint64_t)n > in->left || in->so_far > in->line) {
        errno = EFBIG;
        return -1;
    }
    in->left -= (uint64_t)n;
    return n;
}

static int close_input(void *cookie) {
    input *in = cookie;
    const int failed = close(in->fd);
    free(in);
    return failed;
}

FILE *cg_input_open(const char *path, uint64_t most, uint64_t line) {
    const int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : fcntl(0, F_DUPFD_CLOEXEC, 3);
    if (fd < 0) return NULL;
    input *in = malloc(sizeof *in);
    if (!in) abort();
    *in = (input){.fd = fd, .left = most, .line = line};
    FILE *f = fopencookie(in, "r", (cookie_io_functions_t){.read = input_bytes, .close = close_input});
    if (!f) abort();
    return f;
}

char *cg_input_read(const char *path, uint64_t most, size_t *size) {
    FILE *in = cg_input_open(path, most, most);
    char *text = NULL;
    size_t n = 0, room = 0, got;
    if (!in) return NULL;
    do {
        if (room - n < 2) text = cg_array_reserve(text, n + 4096, &room, 1);
        got = fread(text + n, 1, room - n - 1, in);
        n += got;
    } while (got > 0);
    text[n] = '\0';
    const int error = ferror(in) ? (errno ? errno : EIO) : 0;
    fclose(in);
    if (size) *size = n;
    if (!error) return text;
    free(text);
    errno = error;
    return NULL;
}

json_object *cg_input_json(const char *path, char *why, size_t why_size) {
    enum json_tokener_error error;
    char *text = cg_input_read(path, CG_INPUT_DATA, NULL);
    if (!text) {
        snprintf(why, why_size, "%s: cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    json_object *root = json_tokener_parse_verbose(text, &error);
    if (!root) snprintf(why, why_size, "%s: not JSON: %s", path, json_tokener_error_desc(error));
    free(text);
    return root;
}
