//! A walk from node to node, each of which holds the place of the next: nothing but dependent loads.
#![allow(unsafe_code)]

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

/// Bytes from node to node: a line of the cache.
pub(crate) const NODE: usize = 64;

/// The order is the same in each run.
const SEED: u64 = 2021;

/// A node fills a line and holds where the next one is.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Node {
    next: *const Node,
}

/// Nodes in one cycle of random order.
pub(crate) struct Cycle {
    nodes: Box<[Node]>,
    here: *const Node,
}

// SAFETY: the pointers point into the nodes, which belong to the cycle, do not move and are never changed.
unsafe impl Send for Cycle {}

impl Cycle {
    /// So many nodes, at least one.
    pub(crate) fn new(count: usize) -> Cycle {
        let order = order(count);
        let mut nodes = vec![Node { next: std::ptr::null() }; order.len()].into_boxed_slice();
        let base = nodes.as_ptr();
        for (step, place) in order.iter().enumerate() {
            let next = order[(step + 1) % order.len()];
            // SAFETY: the places of the order lie inside of the nodes.
            nodes[*place as usize].next = unsafe { base.add(next as usize) };
        }
        Cycle { here: nodes.as_ptr(), nodes }
    }

    /// Goes so many steps.
    pub(crate) fn walk(&mut self, steps: u64) {
        let mut here = self.here;
        for _ in 0..steps {
            // SAFETY: each node points to a node of this cycle.
            here = unsafe { (*here).next };
        }
        self.here = here;
    }

    /// The place of the node where it stands.
    pub(crate) fn place(&self) -> u64 {
        (self.here.addr() - self.nodes.as_ptr().addr()) as u64 / NODE as u64
    }
}

/// The places in the order of the walk, which begins with 0: a random permutation, so one cycle through all of them.
pub(crate) fn order(count: usize) -> Vec<u32> {
    let count = u32::try_from(count.max(1)).unwrap_or(u32::MAX);
    let mut order: Vec<u32> = (0..count).collect();
    let mut random = Xoshiro256StarStar::seed_from_u64(SEED);
    for place in (2..order.len()).rev() {
        // Fisher and Yates, leaving the first where it is. The bias of the remainder is of no matter here.
        order.swap(place, 1 + (random.next_u64() % place as u64) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_visits_each_node_once_and_comes_back() {
        for count in [1, 2, 3, 100] {
            let mut cycle = Cycle::new(count);
            let mut seen = vec![false; count];
            for _ in 0..count {
                assert!(!std::mem::replace(&mut seen[cycle.place() as usize], true));
                cycle.walk(1);
            }
            assert_eq!(cycle.place(), 0, "{count}");
        }
    }

    #[test]
    fn the_order_is_a_permutation_and_hardly_ever_goes_to_the_neighbour() {
        let order = order(10_000);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(index, place)| index == *place as usize) && order[0] == 0);
        assert!(order.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count() < 20);
    }
}
