// Other programs: starting them, how they ended, and leaving nothing behind when we are ended ourselves.
//
// A signal that ends cohgen (SIGINT, SIGTERM, SIGHUP, SIGPIPE) ends every process started here, removes every
// registered temporary, and then ends cohgen as it would have without us. What is registered goes at exit(),
// too. If cohgen cannot do that (SIGKILL), the kernel sends its children SIGTERM.
#ifndef COHGEN_GEN_BASE_PROCESS_H
#define COHGEN_GEN_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

// How a process ended. An exit status is never mixed with a signal: a shell's 137 says both.
typedef enum {
    CG_EXITED,      // number: exit status, 0 to 255
    CG_SIGNALLED,   // number: the signal that ended it
    CG_NOT_STARTED, // number: errno of what could not be done
} cg_end_kind;

typedef struct {
    cg_end_kind kind;
    int number;
} cg_end;

enum { CG_END_TEXT = 128 };

static inline bool cg_end_is(cg_end e, int exit_status) {
    return e.kind == CG_EXITED && e.number == exit_status;
}
// "exit status 2", "ended by signal 9 (Killed)", "could not be started: Exec format error".
const char *cg_end_text(cg_end e, char out[CG_END_TEXT]);

typedef struct {
    char *const *argv;      // ends with NULL; argv[0] without '/' is looked for on PATH
    const char *folder;     // where it works; NULL: here. A path in argv[0] is seen from there
    const char *const *set; // environment, pairs of name and value, ended by NULL; NULL: none
    int in, out, err;       // descriptors that it gets, -1: /dev/null, ours if they are 0, 1, 2
    bool foreground;        // stays in our process group: a terminal's ^C and ^Z reach it
    // Seconds of a processor that it, and each process that it starts, may use before SIGXCPU ends it; 0:
    // any.
    unsigned long budget;
} cg_command;

// Starts a process, never through a shell: a file that is no program (a script without #!) is not started.
// Returns its id; -1 and *end if it cannot be started.
long cg_process_start(const cg_command *c, cg_end *end);
// Has it ended? Each process is asked until it has, once.
bool cg_process_ended(long pid, cg_end *end);
cg_end cg_process_wait(long pid);
// Ends it, and, unless it is in the foreground, all processes of its group: SIGTERM, after two seconds
// SIGKILL.
void cg_process_stop(long pid);
// Starts and waits.
cg_end cg_process_run(const cg_command *c);
// Runs argv in `folder` and takes the first line that it prints, on standard error too if `errors`, with its
// end of line. False: it cannot be started, prints nothing, or does not end with 0.
bool cg_process_first_line(char *const *argv, const char *folder, bool errors, char *out, size_t size);
// Is there such a tool on PATH? Writes its path to `out` (may be NULL).
bool cg_process_find(const char *tool, char *out, size_t size);

// Seconds of a clock that nobody sets; and seconds of a processor that this process has used.
double cg_seconds(void);
double cg_processor_seconds(void);

// A file or folder that goes when we are ended; its path must not be seen from a folder that we leave.
void cg_temporary_add(const char *path);
void cg_temporary_forget(const char *path); // it is gone, or it stays
// Written to standard error when a signal ends us; NULL: nothing. The text is not copied.
void cg_process_last_words(const char *text);

#endif
