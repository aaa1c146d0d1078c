/* What a room's kernel gives to hostmark's worker. C99 and C++11 both read it. */
#ifndef HOSTMARK_KERNEL_H
#define HOSTMARK_KERNEL_H

/* 1 where a unit is an event whose own time is a metric, else 0. */
extern const int kernel_has_events;

/* 1 where kernel_unit returns what it computed, 0 where it throws that away. */
extern const int kernel_keeps_answer;

/* Takes the size of a unit. It is known at run time only, so that no compiler computes with it. */
void kernel_prepare(unsigned long long size);

/* Does one unit of work. Answers of several units are added. */
unsigned long long kernel_unit(void);

#endif
