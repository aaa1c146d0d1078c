//! The entries of a tree, one after another.

use std::collections::BTreeMap;
use std::vec;

use crate::folders::{Folder, folders};
use crate::profile::Profile;
use crate::random::{Draws, derived};
use crate::sizes::size;
use crate::text::{Contents, Kind, stem};

/// A file, folder or link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Relative to the tree; ASCII, `/` between names, below 100 bytes.
    pub path: String,
    /// Its permissions: 0644, 0755 or 0664; 0777 for links.
    pub mode: u32,
    /// Seconds since 1970 of the last change.
    pub modified: u64,
    /// Which it is.
    pub what: What,
}

/// What an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A folder, which comes before what is in it.
    Folder,
    /// A file.
    File(Contents),
    /// A symbolic link to a file in the same folder, by its name.
    Link(String),
}

/// Everything is drawn from this.
const SEED: u64 = 0x686f_7374_6d61_726b;

/// When files were changed: six years from 2019-01-01 UTC.
const TIMES: (u64, u64) = (1_546_300_800, 6 * 365 * 86_400);

/// Files of a thousand that begin with the notice, where their kind has one.
const NOTICE: u64 = 730;

/// Files of a thousand that are near copies of others in their folder, or have such.
const COPIES: u64 = 200;

/// What a profile's tree holds: the entries of each folder sorted by name, a folder before what is in it. The text of
/// a file is made when it is asked for.
pub fn entries(profile: Profile) -> Entries {
    let mut sizes: Vec<u32> = (0..profile.files()).map(|rank| size(rank, profile.files()) as u32).collect();
    shuffle(&mut sizes);
    let mut entries = Entries { folders: folders(profile, SEED), sizes, open: Vec::new() };
    entries.enter(0, "");
    entries
}

fn shuffle(sizes: &mut [u32]) {
    let mut draws = Draws::new(derived(SEED, 2));
    for at in (1..sizes.len()).rev() {
        sizes.swap(at, draws.below(at as u64 + 1) as usize);
    }
}

/// The entries that are still to come.
pub struct Entries {
    folders: Vec<Folder>,
    /// Of each file, in bytes.
    sizes: Vec<u32>,
    /// What is left of the folder that is being walked and of those above it.
    open: Vec<vec::IntoIter<(Entry, Option<usize>)>>,
}

impl Iterator for Entries {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            match self.open.last_mut()?.next() {
                Some((entry, None)) => return Some(entry),
                Some((entry, Some(folder))) => {
                    self.enter(folder, &format!("{}/", entry.path));
                    return Some(entry);
                }
                None => self.open.pop(),
            };
        }
    }
}

impl Entries {
    fn enter(&mut self, folder: usize, path: &str) {
        let folder = &self.folders[folder];
        let mut draws = Draws::new(folder.seed);
        // Sorted by bytes, as `pack` does.
        let mut names: BTreeMap<String, (Entry, Option<usize>)> = BTreeMap::new();
        let usual = time(&mut draws);
        for &inner in &folder.folders {
            let name = free_name(&names, "", &mut draws);
            let entry =
                Entry { path: format!("{path}{name}"), mode: 0o755, modified: time(&mut draws), what: What::Folder };
            names.insert(name, (entry, Some(inner)));
        }
        for file in folder.first..folder.first + folder.files {
            let contents = self.contents(folder, file, &mut draws);
            let name = free_name(&names, draws.pick(contents.kind.endings()), &mut draws);
            let modified = if draws.chance(600) { usual } else { time(&mut draws) };
            let entry = Entry {
                path: format!("{path}{name}"),
                mode: mode(contents.kind, &mut draws),
                modified,
                what: What::File(contents),
            };
            names.insert(name.clone(), (entry, None));
            if draws.chance(4) {
                let link = free_name(&names, &name[name.find('.').unwrap_or(0)..], &mut draws);
                let entry = Entry { path: format!("{path}{link}"), mode: 0o777, modified, what: What::Link(name) };
                names.insert(link, (entry, None));
            }
        }
        self.open.push(names.into_values().collect::<Vec<_>>().into_iter());
    }

    fn contents(&self, folder: &Folder, file: u64, draws: &mut Draws) -> Contents {
        let length = u64::from(self.sizes[file as usize]);
        let kind = folder.about.kind(length, draws);
        let seed = draws.next();
        let family = if draws.chance(COPIES) { derived(folder.seed, 0) } else { seed };
        let places = [folder.seed, folder.component, SEED];
        Contents { kind, length, notice: draws.chance(NOTICE), seed, family, places }
    }
}

fn time(draws: &mut Draws) -> u64 {
    TIMES.0 + draws.below(TIMES.1)
}

fn mode(kind: Kind, draws: &mut Draws) -> u32 {
    let program = matches!(kind, Kind::Scripts | Kind::Assembly);
    match draws.below(100) {
        0..5 => 0o664,
        5..55 if program => 0o755,
        5..7 => 0o755,
        _ => 0o644,
    }
}

/// A name that the folder does not have yet.
fn free_name<T>(taken: &BTreeMap<String, T>, ending: &str, draws: &mut Draws) -> String {
    loop {
        let mut name = stem(draws.next()).to_string();
        if !ending.is_empty() && draws.chance(700) {
            name = format!("{name}_{}", stem(draws.next()));
        }
        if draws.chance(150) {
            name = format!("{name}{}", draws.below(100));
        }
        name.push_str(ending);
        if !taken.contains_key(&name) {
            return name;
        }
    }
}
