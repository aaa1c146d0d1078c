/* The event of sysbench 1.0's `cpu` test: counts the primes from 3 up to a limit, which is not tested itself.
 * Here the count is returned, so that no compiler can leave out the work. */
#include <math.h>

#include "kernel.h"

const int kernel_has_events = 1;
const int kernel_keeps_answer = 1;

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
    return count;
}
