/* The event of sysbench 1.0.20's `memory` test with the loop around it. One of SEQUENTIAL_READ, SEQUENTIAL_WRITE,
 * RANDOM_READ, RANDOM_WRITE is defined in front of this text. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel.h"

const int kernel_has_events = 0;
const int kernel_keeps_answer = 1;

#define SLOTS 128
#define STEPS 1024

static volatile size_t *block;
static size_t block_size;
static uint64_t state[2] = { 0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u };
static uint64_t (*histogram)[STEPS];
static double offset, factor;
static struct { struct timespec begin, start, end; uint64_t events, shortest, longest, sum; int lock; } timer;
static volatile uint64_t counter;
static size_t last_index, last_value;

static uint64_t next_random(void)
{
    const uint64_t first = state[0], second = state[1], mixed = first ^ second;
    state[0] = (first << 55 | first >> 9) ^ mixed ^ (mixed << 14);
    state[1] = mixed << 36 | mixed >> 28;
    return first + second;
}

#if defined(RANDOM_READ) || defined(RANDOM_WRITE)
static double random_fraction(void)
{
    union { uint64_t bits; double number; } one;
    one.bits = (uint64_t)0x3FF << 52 | next_random() >> 12;
    return one.number - 1.0;
}
#endif

static void access_block(void)
{
    size_t i, words = block_size / sizeof(size_t);
    volatile size_t *word = block, *end = block + words;
    (void)i; (void)word; (void)end;
#if defined(SEQUENTIAL_READ)
    for (; word < end; word++)
        last_value = *word;
#elif defined(SEQUENTIAL_WRITE)
    for (; word < end; word++)
        *word = (size_t)(end - word);
#else
    for (i = 0; i < block_size; i += sizeof(size_t)) {
        size_t index = (size_t)(random_fraction() * (double)(int64_t)(block_size / sizeof(size_t)));
#if defined(RANDOM_READ)
        (void)block[index];
#else
        block[index] = i;
#endif
        last_index = index;
    }
#endif
}

static uint64_t between(const struct timespec *start, const struct timespec *end)
{
    return (uint64_t)(end->tv_sec - start->tv_sec) * 1000000000u + (uint64_t)(end->tv_nsec - start->tv_nsec);
}

static void hold(void)
{
    while (__atomic_exchange_n(&timer.lock, 1, __ATOMIC_ACQUIRE) == 1)
        ;
}

static void release(void)
{
    __atomic_store_n(&timer.lock, 0, __ATOMIC_RELEASE);
}

static void count_event(double milliseconds)
{
    uint64_t slot = next_random() % SLOTS;
    int64_t step = (int64_t)floor((log(milliseconds) - offset) * factor + 0.5);
    step = step < 0 ? 0 : step >= STEPS ? STEPS - 1 : step;
    __atomic_fetch_add(&histogram[slot][step], 1, __ATOMIC_SEQ_CST);
}

void kernel_prepare(unsigned long long size)
{
    size_t i;
    block_size = (size_t)size;
    block = (volatile size_t *)malloc(block_size);
    histogram = (uint64_t (*)[STEPS])calloc(SLOTS, sizeof *histogram);
    if (block == NULL || histogram == NULL)
        exit(1);
    for (i = 0; i < block_size / sizeof(size_t); i++)
        block[i] = block_size / sizeof(size_t) - i;
    offset = log(0.001);
    factor = (STEPS - 1) / (log(100000.0) - log(0.001));
    timer.shortest = UINT64_MAX;
    clock_gettime(CLOCK_MONOTONIC, &timer.begin);
}

unsigned long long kernel_unit(void)
{
    struct timespec now;
    uint64_t time;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (between(&timer.begin, &now) == UINT64_MAX)
        return 0;
    hold();
    clock_gettime(CLOCK_MONOTONIC, &timer.start);
    release();
    access_block();
    hold();
    clock_gettime(CLOCK_MONOTONIC, &timer.end);
    time = between(&timer.start, &timer.end);
    timer.events++;
    timer.sum += time;
    if (time < timer.shortest)
        timer.shortest = time;
    if (time > timer.longest)
        timer.longest = time;
    release();
    count_event((double)time / 1e6);
    counter++;
    /* What the last access of the event left behind, as sysbench/compiled.rs knows it. */
#if defined(SEQUENTIAL_READ)
    return last_value;
#elif defined(SEQUENTIAL_WRITE)
    return block[0] + block[block_size / sizeof(size_t) - 1];
#elif defined(RANDOM_READ)
    return last_index < block_size / sizeof(size_t);
#else
    return block[last_index];
#endif
}
