/* A walk from line to line of memory in random order, as lat_mem_rd of lmbench with -t: the reference for latency. */
#include <stdint.h>
#include <stdlib.h>

#define LINE 64

struct line {
    struct line *next;
    char rest[LINE - sizeof(struct line *)];
};

static struct line *here;

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Puts all lines into one cycle; 0 where there is no memory. */
int walk_prepare(uint64_t bytes)
{
    size_t count = (size_t)(bytes / LINE), place;
    struct line *lines = (struct line *)aligned_alloc(LINE, count * LINE);
    uint32_t *order = (uint32_t *)malloc(count * sizeof *order);
    if (lines == NULL || order == NULL)
        return 0;
    for (place = 0; place < count; place++)
        order[place] = (uint32_t)place;
    for (place = count - 1; place > 0; place--) {
        size_t other = next_random() % place;
        uint32_t kept = order[place];
        order[place] = order[other];
        order[other] = kept;
    }
    for (place = 0; place < count; place++)
        lines[order[place]].next = &lines[order[(place + 1) % count]];
    here = lines;
    free(order);
    return 1;
}

uint64_t walk_steps(uint64_t steps)
{
    struct line *at = here;
    while (steps-- > 0)
        at = at->next;
    here = at;
    return (uint64_t)(uintptr_t)at;
}
