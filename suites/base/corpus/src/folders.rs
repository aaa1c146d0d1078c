//! The folders of a tree: which lie in which, how many files each holds, and what these are about.

use crate::profile::Profile;
use crate::random::{Draws, derived};
use crate::text::Kind;

/// Files in a folder, in the mean.
const FILES: u64 = 15;

/// Folders in a tree's root, at most.
const TOP: u64 = 16;

/// Names in a path that are folders, at most.
const DEPTH: u32 = 5;

/// One folder; the first is the tree itself.
#[derive(Debug, Default)]
pub struct Folder {
    pub depth: u32,
    /// Folders in it, by their place in the list.
    pub folders: Vec<usize>,
    /// The first of its files, and how many there are.
    pub first: u64,
    pub files: u64,
    /// From which its names and lines are drawn.
    pub seed: u64,
    /// That of the folder in the root above it, which is its component.
    pub component: u64,
    /// What most files in it are.
    pub about: About,
}

/// What most files of a folder are.
#[derive(Clone, Copy, Debug, Default)]
pub enum About {
    #[default]
    Program,
    Assembly,
    Tests,
    Manual,
    Data,
}

/// The folders of a profile.
pub fn folders(profile: Profile, seed: u64) -> Vec<Folder> {
    let mut draws = Draws::new(derived(seed, 0));
    let count = profile.files().div_ceil(FILES) as usize;
    let mut folders = vec![Folder { seed: derived(seed, 1), component: derived(seed, 1), ..Folder::default() }];
    let top = TOP.min(count as u64 / 4);
    while folders.len() < count {
        let at = folders.len();
        let above = if (at as u64) <= top { 0 } else { 1 + draws.below(at as u64 - 1) as usize };
        let depth = folders[above].depth + 1;
        if depth > DEPTH {
            continue;
        }
        let own = derived(seed, 1 + at as u64);
        let component = if above == 0 { own } else { folders[above].component };
        folders.push(Folder { depth, seed: own, component, about: About::draw(&mut draws), ..Folder::default() });
        folders[above].folders.push(at);
    }
    share_files(&mut folders, profile.files(), &mut draws);
    folders
}

/// Few folders hold most of the files.
fn share_files(folders: &mut [Folder], files: u64, draws: &mut Draws) {
    let weights: Vec<u64> = folders.iter().map(|_| 1 << draws.below(5)).collect();
    let (mut weight, sum) = (0, weights.iter().sum::<u64>());
    let mut first = 0;
    for (folder, own) in folders.iter_mut().zip(weights) {
        weight += own;
        let next = files * weight / sum;
        (folder.first, folder.files) = (first, next - first);
        first = next;
    }
}

impl About {
    fn draw(draws: &mut Draws) -> About {
        match draws.below(100) {
            0..44 => About::Program,
            44..52 => About::Assembly,
            52..68 => About::Tests,
            68..80 => About::Manual,
            _ => About::Data,
        }
    }

    /// The kind of a file of so many bytes. Random bytes are in small files, known answers in large ones, mostly.
    pub fn kind(self, length: u64, draws: &mut Draws) -> Kind {
        if length < 16_000 && draws.chance(50) {
            return Kind::Blob;
        }
        if length > 48_000 && draws.chance(450) {
            return Kind::Vectors;
        }
        let kind = self.usual(draws.below(100));
        if kind == Kind::Certificates && length > 5000 { Kind::Code } else { kind }
    }

    fn usual(self, share: u64) -> Kind {
        match (self, share) {
            (About::Program, 0..70) => Kind::Code,
            (About::Program, 70..88) => Kind::Declarations,
            (About::Program, 88..96) => Kind::Tables,
            (About::Assembly, 0..60) => Kind::Assembly,
            (About::Assembly, _) => Kind::Code,
            (About::Tests, 0..45) => Kind::Code,
            (About::Tests, 45..75) => Kind::Scripts,
            (About::Tests, 75..95) => Kind::Certificates,
            (About::Tests, _) => Kind::Vectors,
            (About::Manual, 0..95) => Kind::Manual,
            (About::Data, 0..80) => Kind::Certificates,
            (About::Data, 80..84) => Kind::Vectors,
            _ => Kind::Settings,
        }
    }
}
