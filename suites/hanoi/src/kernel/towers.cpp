// The Towers of Hanoi with three std::stack<int> on the heap, in the manner of hanoi-bench's hanoi.cpp (2021):
// recursion down to a single disk, each move a top, a push and a pop, and a count. Written for C++98 and later.
#include <stack>

#include "kernel.h"

const int kernel_has_events = 0;
const int kernel_keeps_answer = 1;

typedef std::stack<int> Tower;

static int disks;
static unsigned long long moves;

static void move_one(Tower *from, Tower *to)
{
    to->push(from->top());
    from->pop();
    ++moves;
}

static void move_all(int count, Tower *from, Tower *to, Tower *spare)
{
    if (count == 1) {
        move_one(from, to);
        return;
    }
    move_all(count - 1, from, spare, to);
    move_one(from, to);
    move_all(count - 1, spare, to, from);
}

// True when all disks are on one tower, the smallest on top. Takes them off.
static bool all_in_order(Tower *tower)
{
    for (int disk = 1; disk <= disks; ++disk) {
        if (tower->empty() || tower->top() != disk)
            return false;
        tower->pop();
    }
    return tower->empty();
}

void kernel_prepare(unsigned long long size)
{
    disks = static_cast<int>(size);
}

// The moves that were made; 0, which is never right, when the disks are not where they should be.
unsigned long long kernel_unit()
{
    Tower *from = new Tower, *to = new Tower, *spare = new Tower;
    for (int disk = disks; disk >= 1; --disk)
        from->push(disk);
    moves = 0;
    move_all(disks, from, to, spare);
    bool is_right = all_in_order(to) && from->empty() && spare->empty();
    delete from;
    delete to;
    delete spare;
    return is_right ? moves : 0;
}
