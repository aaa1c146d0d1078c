// The towers with the plainest main there is: by-hand DISKS TOWERS prints towers a second.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "kernel.h"

static double now()
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    int towers = atoi(arguments[2]);
    unsigned long long size = strtoull(arguments[1], NULL, 10), moves = 0;
    kernel_prepare(size);
    kernel_unit(); // warms up: a worker has run before, too
    double start = now();
    for (int tower = 0; tower < towers; ++tower)
        moves += kernel_unit();
    double seconds = now() - start;
    if (moves != towers * ((1ULL << size) - 1))
        return 1;
    printf("%.6f\n", towers / seconds);
    return 0;
}
