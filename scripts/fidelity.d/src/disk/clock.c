/* Preloaded into bonnie++: keeps the moment of each call of getrusage, and writes all when the program ends. */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 256 };

static struct {
    long thread;
    struct timespec moment;
} calls[MOST];
static atomic_int count;

int getrusage(__rusage_who_t who, struct rusage *usage)
{
    int call = atomic_fetch_add(&count, 1);
    if (call < MOST) {
        calls[call].thread = syscall(SYS_gettid);
        clock_gettime(CLOCK_MONOTONIC, &calls[call].moment);
    }
    return (int)syscall(SYS_getrusage, who, usage);
}

__attribute__((destructor)) static void write_all(void)
{
    const char *name = getenv("HOSTMARK_TIMES");
    FILE *file = name ? fopen(name, "w") : NULL;
    if (!file)
        return;
    for (int call = 0; call < count && call < MOST; call++)
        fprintf(file, "%ld %lld.%09ld\n", calls[call].thread, (long long)calls[call].moment.tv_sec,
                calls[call].moment.tv_nsec);
    fclose(file);
}
