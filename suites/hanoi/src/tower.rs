//! One tower: a stack of disks in an array.

/// A tower holds this many disks at the most; a power of two, so that a position is masked and not compared.
const CAPACITY: usize = 64;

/// A stack of disks; the disk's number is its size.
#[derive(Debug)]
pub(crate) struct Tower {
    disks: [i32; CAPACITY],
    height: usize,
}

impl Tower {
    /// Disks 1..=`count`, the largest at the bottom. `count` is below the capacity.
    pub(crate) fn of(count: u32) -> Self {
        let mut tower = Tower { disks: [0; CAPACITY], height: 0 };
        (1..=count as i32).rev().for_each(|disk| tower.push(disk));
        tower
    }

    #[inline(always)]
    pub(crate) fn top(&self) -> i32 {
        self.disks[self.height.wrapping_sub(1) % CAPACITY]
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, disk: i32) {
        self.disks[self.height % CAPACITY] = disk;
        self.height += 1;
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) {
        self.height = self.height.wrapping_sub(1);
    }

    /// True when it holds the disks 1..=`count` and no other, the smallest on top.
    pub(crate) fn is_whole(&self, count: u32) -> bool {
        self.height == count as usize && self.disks[..self.height].iter().rev().copied().eq(1..=count as i32)
    }
}
