/* The event of sysbench 1.0's `cpu` test as sysbench has it: the count is thrown away at the end.
 * A compiler may then leave out the work, and clang does. That is what this file is for. */
#include <math.h>

#include "kernel.h"

const int kernel_has_events = 1;
const int kernel_keeps_answer = 0;

static unsigned int limit;

void kernel_prepare(unsigned long long size)
{
    limit = (unsigned int)size;
}

unsigned long long kernel_unit(void)
{
    unsigned long long candidate, divisor, count = 0;
    double root;
    for (candidate = 3; candidate < limit; candidate++) {
        root = sqrt((double)candidate);
        for (divisor = 2; (double)divisor <= root; divisor++)
            if (candidate % divisor == 0)
                break;
        if ((double)divisor > root)
            count++;
    }
    (void)count;
    return 0;
}
