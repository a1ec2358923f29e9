// How far an exploration is.
#include <string.h>

#include "explore.h"

const char *explore_count(uint64_t n, char out[32]) {
    char digits[32];
    const int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    char *to = out;
    for (int i = 0; i < len; i++) {
        if (i && (len - i) % 3 == 0) *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return out;
}

double explore_rate(const explore_bound *b) {
    const double now = b->stage == EXPLORE_RUNS ? cli_seconds() - b->started : b->seconds[EXPLORE_RUNS];
    return b->result && now > 0 ? (double)b->result->states / now : 0;
}

// "order 1,230,000 states, queue 12,000 falling, 45,000/s"
static void describe_bound(explore_bound *b, bool whole) {
    char states[32], queue[32], fired[32], rate[32];
    const double seconds = cli_seconds() - b->started;
    fprintf(stderr, "%s ", b->bound->name);
    if (b->stage != EXPLORE_RUNS) {
        fprintf(stderr, "%s %.0f s", b->stage == EXPLORE_RUMUR ? "rumur" : "cc", seconds);
        return;
    }
    const uint64_t now = ex_queue(b->result);
    fprintf(stderr, "%s states, ", explore_count(b->result->states, states));
    if (whole) fprintf(stderr, "%s rules fired, ", explore_count(ex_fired(b->result), fired));
    fprintf(stderr, "queue %s", explore_count(now, queue));
    if (whole && b->queue_before) fprintf(stderr, " %s", now < b->queue_before ? "falling" : "rising");
    fprintf(stderr, ", %s/s", explore_count((uint64_t)explore_rate(b), rate));
    if (whole) {
        fprintf(stderr, ", %.0f s", seconds);
        b->queue_before = now;
    }
}

static bool is_running(const explore_bound *b) {
    return b->stage >= EXPLORE_RUMUR && b->stage <= EXPLORE_RUNS;
}

void explore_progress(explore_bound *b, size_t n, bool terminal) {
    static double next, began;
    const double now = cli_seconds();
    if (began == 0) {
        began = now;
        next = now + (terminal ? 0 : 10);
    }
    if (now < next) return;
    // Now and then: after 10 seconds, later every minute.
    next = now + (terminal ? 0.5 : now - began < 60 ? 10 : 60);
    const char *between = terminal ? "\r\033[K" : "";
    for (size_t i = 0; i < n; i++) {
        if (!is_running(&b[i])) continue;
        fputs(between, stderr);
        describe_bound(&b[i], !terminal || n == 1);
        between = terminal ? "  |  " : "";
        if (!terminal) fputc('\n', stderr);
    }
    fflush(stderr);
}

void explore_ended(const explore_bound *b, bool terminal) {
    static const struct {
        const char *text;
        cli_color_id color;
    } ENDS[] = {
        [EXPLORE_HOLDS] = {"complete, holds", CLI_GREEN}, [EXPLORE_VIOLATED] = {"VIOLATED", CLI_RED},
        [EXPLORE_LATE] = {"out of time", CLI_YELLOW},     [EXPLORE_STOPPED] = {"stopped", CLI_YELLOW},
        [EXPLORE_FAILED] = {"failed", CLI_RED},
    };
    char states[32];
    fprintf(stderr, "%s%s%s: %s%s", terminal ? "\r\033[K" : "", cli_color(stderr, ENDS[b->stage].color),
            b->bound->name, ENDS[b->stage].text, cli_color(stderr, CLI_PLAIN));
    if (b->result) fprintf(stderr, " (%s states)", explore_count(b->result->states, states));
    fputc('\n', stderr);
}
