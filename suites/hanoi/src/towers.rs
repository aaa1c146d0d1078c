//! The kernel: hanoi-bench's hanoi.cpp (2021) with array stacks instead of std::stack.

use hostmark_harness::answer::Answer;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::{Loop, Work};

use crate::tower::Tower;

/// The stop token is looked at before each sub-tower of this many disks: every 2^20 moves, some milliseconds.
const DISKS_PER_LOOK: u32 = 20;

/// Moves a tower of disks. A unit is one whole tower.
#[derive(Debug)]
pub(crate) struct Towers {
    disks: u32,
}

impl Towers {
    pub(crate) fn new(disks: u32) -> Self {
        Towers { disks }
    }

    /// Moves the whole tower and gives the moves that it took.
    fn solve(&self, stop: &Stop) -> Result<u64, NoResult> {
        let (mut from, mut to, mut spare) = (Tower::of(self.disks), Tower::of(0), Tower::of(0));
        let mut moves = 0;
        move_watched(self.disks, &mut from, &mut to, &mut spare, &mut moves, stop)?;
        if to.is_whole(self.disks) {
            return Ok(moves);
        }
        Err(NoResult::Failed("the disks are not in order on the target after the last move".to_string()))
    }
}

impl Loop for Towers {
    fn run(&mut self, units: u64, stop: &Stop) -> Result<Work, NoResult> {
        let mut moves = 0;
        for _ in 0..units {
            moves += self.solve(stop)?;
        }
        Ok(Work::new(units, Answer::Count(moves)))
    }
}

/// The upper levels of the recursion, which look at the stop token.
fn move_watched(
    count: u32,
    from: &mut Tower,
    to: &mut Tower,
    spare: &mut Tower,
    moves: &mut u64,
    stop: &Stop,
) -> Result<(), NoResult> {
    if stop.is_set() {
        return Err(NoResult::Stopped);
    }
    if count <= DISKS_PER_LOOK {
        move_all(count, from, to, spare, moves);
        return Ok(());
    }
    move_watched(count - 1, from, spare, to, moves, stop)?;
    move_one(from, to, moves);
    move_watched(count - 1, spare, to, from, moves, stop)
}

/// The recursion as hanoi.cpp has it, down to one disk.
fn move_all(count: u32, from: &mut Tower, to: &mut Tower, spare: &mut Tower, moves: &mut u64) {
    if count == 1 {
        move_one(from, to, moves);
        return;
    }
    move_all(count - 1, from, spare, to, moves);
    move_one(from, to, moves);
    move_all(count - 1, spare, to, from, moves);
}

#[inline(always)]
fn move_one(from: &mut Tower, to: &mut Tower, moves: &mut u64) {
    to.push(from.top());
    from.pop();
    *moves += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_height_takes_its_moves() {
        for disks in 1..=21 {
            let work = Towers::new(disks).run(2, &Stop::new()).unwrap();
            assert_eq!(work.answer, Answer::Count(2 * ((1 << disks) - 1)), "{disks} disks");
        }
    }

    #[test]
    fn a_tower_out_of_order_is_not_whole() {
        let mut tower = Tower::of(5);
        assert!(tower.is_whole(5));
        assert!(!tower.is_whole(4));
        tower.pop();
        tower.push(2);
        assert!(!tower.is_whole(5));
    }

    #[test]
    fn it_stops() {
        let stop = Stop::new();
        stop.set();
        assert_eq!(Towers::new(30).run(1, &stop), Err(NoResult::Stopped));
    }
}
