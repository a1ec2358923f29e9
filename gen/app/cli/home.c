#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli.h"

static bool is_home_folder(const char *dir) {
    static const char *const needed[] = {"protocols", "rtl", "tb"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        char path[CLI_PATH + 16];
        struct stat st;
        snprintf(path, sizeof path, "%s/%s", dir, needed[i]);
        if (stat(path, &st) || !S_ISDIR(st.st_mode)) return false;
    }
    return true;
}

// Where `make install` puts our files, seen from the folder above the executable's.
#define INSTALLED "/share/cohgen"

// The nearest folder above the executable that is the source tree, or the installed files of
// PREFIX/bin/cohgen.
static bool beside_executable(char home[CLI_PATH]) {
    const ssize_t n = readlink("/proc/self/exe", home, CLI_PATH - sizeof INSTALLED);
    if (n <= 0) return false;
    home[n] = '\0';
    for (char *slash; (slash = strrchr(home, '/')) && slash != home;) {
        *slash = '\0';
        if (is_home_folder(home)) return true;
        strcpy(slash, INSTALLED);
        if (is_home_folder(home)) return true;
        *slash = '\0';
    }
    return false;
}

const char *cli_home(void) {
    static char home[CLI_PATH];
    if (*home) return home;
    const char *said = getenv("COHGEN_HOME");
    if (said && *said) {
        cli_absolute(said, home);
        if (is_home_folder(home)) return home;
        cli_error("COHGEN_HOME=%s has no protocols/, rtl/ and tb/", said);
        exit(CLI_BAD_INPUT);
    }
    if (beside_executable(home)) {
        setenv("COHGEN_HOME", home, 0); // for the reader, and for programs that are started
        return home;
    }
    cli_error(
        "protocols/, rtl/ and tb/ are neither above the executable nor in share/cohgen beside its folder; "
        "set COHGEN_HOME to their folder");
    exit(CLI_BAD_INPUT);
}

const char *cli_home_path(char out[CLI_PATH], const char *a, const char *b) {
    char here[CLI_PATH];
    const char *home = cli_home();
    const size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
    char whole[3 * CLI_PATH];
    snprintf(whole, sizeof whole, "%s/%s%s%s", home, a, b ? "/" : "", b ? b : "");
    const bool below = n > 1 && !strncmp(whole, here, n) && whole[n] == '/';
    const char *shown = below ? whole + n + 1 : whole;
    if (strlen(shown) >= CLI_PATH) {
        cli_error("this path is too long: %.60s...", shown);
        exit(CLI_BAD_INPUT);
    }
    return strcpy(out, shown);
}

const char *cli_library(char out[CLI_PATH], const char *archive) {
    if (access(cli_home_path(out, "build", archive), F_OK) == 0) return out;
    char installed[CLI_PATH];
    if (access(cli_home_path(installed, "lib", archive), F_OK) == 0) strcpy(out, installed);
    return out;
}

// A source tree keeps its cache below build/; installed files are not ours to write beside.
static void default_cache(char cache[CLI_PATH]) {
    char path[CLI_PATH];
    const char *xdg = getenv("XDG_CACHE_HOME"), *user = getenv("HOME");
    if (access(cli_home_path(path, "build", NULL), F_OK) == 0)
        cli_absolute(cli_home_path(path, "build/cache", NULL), cache);
    else if (xdg && *xdg == '/')
        snprintf(cache, CLI_PATH, "%.*s/cohgen", CLI_PATH - 16, xdg);
    else
        snprintf(cache, CLI_PATH, "%.*s/.cache/cohgen", CLI_PATH - 16, user && *user ? user : "/tmp");
}

const char *cli_cache(void) {
    static char cache[CLI_PATH];
    if (*cache) return cache;
    const char *said = getenv("COHGEN_CACHE");
    if (said && *said)
        cli_absolute(said, cache);
    else
        default_cache(cache);
    if (cli_make_folders(cache)) return cache;
    cli_error("%s: the cache folder cannot be created: %s (set COHGEN_CACHE to another)", cache,
              strerror(errno));
    exit(CLI_BAD_INPUT);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

size_t cli_names(const char *dir, const char *suffix, char ***names) {
    char path[CLI_PATH];
    size_t n = 0;
    const size_t tail = strlen(suffix);
    *names = NULL;
    DIR *d = opendir(cli_home_path(path, dir, NULL));
    if (!d) return 0;
    for (struct dirent *e; (e = readdir(d));) {
        const size_t len = strlen(e->d_name);
        if (e->d_name[0] == '.' || len <= tail || strcmp(e->d_name + len - tail, suffix) != 0) continue;
        *names = cg_array_grow(*names, n, sizeof **names);
        (*names)[n++] = cg_text_copy_n(e->d_name, len - tail);
    }
    closedir(d);
    if (n) qsort(*names, n, sizeof **names, by_name);
    return n;
}

void cli_names_free(char **names, size_t n) {
    for (size_t i = 0; i < n; i++) free(names[i]);
    free(names);
}
