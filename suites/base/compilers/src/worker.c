/* hostmark's worker: does units of a kernel's work when it is asked, and times them.
 * It speaks the JSON lines of the harness (worker.rs) on standard input and output, and ends with its input.
 * The common subset of C99 and C++11, so that each of the host's compilers takes it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#include "kernel.h"

#define MOST_EVENTS 65536

/* A shorter event is not timed alone: reading the clock would be a part of it. */
#define SHORTEST_EVENT 50e-6

static double events[MOST_EVENTS];

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static unsigned long long work(unsigned long long units)
{
    unsigned long long unit, answer = 0;
    for (unit = 0; unit < units; unit++)
        answer += kernel_unit();
    return answer;
}

static unsigned long long work_timed(unsigned long long units, double start)
{
    unsigned long long unit, answer = 0;
    for (unit = 0; unit < units; unit++) {
        double end;
        answer += kernel_unit();
        end = now();
        events[unit] = end - start;
        start = end;
    }
    return answer;
}

static void print_events(unsigned long long count)
{
    unsigned long long index;
    for (index = 0; index < count; index++)
        printf("%s%.9f", index == 0 ? "" : ",", events[index]);
}

/* Runs, and gives the mean time of a unit. */
static double run(unsigned long long units, int timed)
{
    struct rusage before, after;
    unsigned long long answer;
    double start, elapsed;
    getrusage(RUSAGE_SELF, &before);
    start = now();
    answer = timed ? work_timed(units, start) : work(units);
    elapsed = now() - start;
    getrusage(RUSAGE_SELF, &after);
    printf("{\"start\":%.9f,\"seconds\":%.9f,", start, elapsed);
    printf("\"cpu_user\":%.6f,", seconds(after.ru_utime) - seconds(before.ru_utime));
    printf("\"cpu_system\":%.6f,", seconds(after.ru_stime) - seconds(before.ru_stime));
    printf("\"units\":%llu,\"answer\":", units);
    if (kernel_keeps_answer)
        printf("%llu", answer);
    else
        printf("null");
    printf(",\"events\":[");
    print_events(timed ? units : 0);
    printf("]}\n");
    return units == 0 ? 0 : elapsed / (double)units;
}

/* Finds the whole number behind a name in a request. */
static int number(const char *request, const char *name, unsigned long long *value)
{
    const char *found = strstr(request, name);
    if (found == NULL)
        return 0;
    *value = strtoull(found + strlen(name), NULL, 10);
    return 1;
}

int main(void)
{
    static char request[4096];
    unsigned long long value;
    double unit = 0;
    while (fgets(request, sizeof request, stdin) != NULL) {
        if (number(request, "\"size\":", &value)) {
            kernel_prepare(value);
            printf("{\"ready\":{}}\n");
        } else if (number(request, "\"run\":", &value)) {
            int timed = kernel_has_events && value <= MOST_EVENTS && (value == 1 || unit >= SHORTEST_EVENT);
            unit = run(value, timed);
        } else {
            printf("{\"error\":\"unknown request\"}\n");
        }
        fflush(stdout);
    }
    return 0;
}
