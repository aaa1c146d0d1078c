//! What stands in files: blocks of lines, which files of a tree share as those of real trees do.

mod grammar;
mod header;
mod template;
mod words;

use grammar::Grammar;
use template::{fill, row};
use words::Vocabulary;
pub use words::stem;

use crate::random::{Draws, derived};

/// How a file reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Functions.
    Code,
    /// Declarations.
    Declarations,
    /// Tables of numbers.
    Tables,
    /// Programs that write assembly.
    Assembly,
    /// Pages of a manual.
    Manual,
    /// Scripts that test.
    Scripts,
    /// Known answers, as digits.
    Vectors,
    /// Settings.
    Settings,
    /// Random bytes as text.
    Certificates,
    /// Random bytes.
    Blob,
}

impl Kind {
    /// Endings of names of such files.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Kind::Certificates => &[".pem"],
            _ => self.grammar().map_or(&[".bin", ".der", ".png"], |grammar| grammar.endings),
        }
    }

    fn grammar(self) -> Option<&'static Grammar> {
        Some(match self {
            Kind::Code => &grammar::CODE,
            Kind::Declarations => &grammar::DECLARATIONS,
            Kind::Tables => &grammar::TABLES,
            Kind::Assembly => &grammar::ASSEMBLY,
            Kind::Manual => &grammar::MANUAL,
            Kind::Scripts => &grammar::SCRIPTS,
            Kind::Vectors => &grammar::VECTORS,
            Kind::Settings => &grammar::SETTINGS,
            Kind::Certificates | Kind::Blob => return None,
        })
    }
}

/// What a file's text is made from; the text itself is made when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    pub(crate) kind: Kind,
    pub(crate) length: u64,
    /// Begins with the notice, where its kind has one.
    pub(crate) notice: bool,
    pub(crate) seed: u64,
    /// That of the files it is a near copy of; its own where there are none.
    pub(crate) family: u64,
    /// Those of its folder, its component and the tree.
    pub(crate) places: [u64; 3],
}

/// Blocks of a thousand that come from the folder's list.
const FOLDER_BLOCKS: u64 = 50;

/// And so many, less these, that are like one before in the file.
const SIMILAR_BLOCKS: u64 = 480;

/// And so many, less these, that come from the file's family.
const COPIED_BLOCKS: u64 = 900;

/// A folder's list has 2^so many blocks.
const BLOCKS: u64 = 6;

/// Lines of a thousand in which one letter or digit is another one.
const ALTERED: u64 = 600;

/// The lists of lines of folder, component and tree hold 2^so many.
const LIST: u64 = 9;

/// And a file's.
const OWN_LIST: u64 = 6;

impl Contents {
    /// Bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The text.
    pub fn bytes(&self) -> Vec<u8> {
        let length = self.length as usize;
        // What the last block passes the end by, mostly.
        let mut out = Vec::with_capacity(length + 4096);
        match self.kind.grammar() {
            Some(grammar) => self.write_text(grammar, &mut out),
            None => self.write_noise(&mut out),
        }
        out.truncate(length);
        out
    }

    /// Random bytes; in certificates as text.
    fn write_noise(&self, out: &mut Vec<u8>) {
        let mut draws = Draws::new(self.seed);
        if self.kind == Kind::Certificates {
            out.extend_from_slice(b"-----BEGIN CERTIFICATE-----\n");
        }
        while (out.len() as u64) < self.length {
            match self.kind {
                Kind::Certificates => row(&mut draws, out),
                _ => out.extend_from_slice(&draws.next().to_le_bytes()),
            }
        }
    }

    fn write_text(&self, grammar: &Grammar, out: &mut Vec<u8>) {
        let names = Vocabulary::new(self.places);
        let mut own = Draws::new(self.seed);
        if self.notice {
            self.write_notice(grammar, &names, &mut own, out);
        }
        for at in 0.. {
            if out.len() as u64 >= self.length {
                return;
            }
            let folder = self.places[0];
            let (list, seed) = match own.below(1000) {
                0..FOLDER_BLOCKS => (folder, derived(folder, own.rank(BLOCKS))),
                FOLDER_BLOCKS..SIMILAR_BLOCKS => (self.seed, derived(self.family, own.below(at + 1))),
                SIMILAR_BLOCKS..COPIED_BLOCKS => (self.family, derived(self.family, at)),
                _ => (self.seed, derived(self.seed, at)),
            };
            self.write_block(grammar, &names, list, seed, out);
        }
    }

    fn write_notice(&self, grammar: &Grammar, names: &Vocabulary, own: &mut Draws, out: &mut Vec<u8>) {
        let Some((start, margin, end)) = grammar.comment else { return };
        let mut shared = Draws::new(self.places[1]);
        fill(start, names, self.family, &mut shared, own, out);
        for line in header::NOTICE {
            out.extend_from_slice(if line.is_empty() { margin.trim_end() } else { margin }.as_bytes());
            fill(line, names, self.family, &mut shared, own, out);
            out.push(b'\n');
        }
        fill(end, names, self.family, &mut shared, own, out);
    }

    fn write_block(&self, grammar: &Grammar, names: &Vocabulary, list: u64, seed: u64, out: &mut Vec<u8>) {
        let mut block = Draws::new(seed);
        let mut own = Draws::new(!seed);
        fill(block.pick(grammar.opening), names, list, &mut block, &mut own, out);
        let mut like = 0;
        for at in 0..1 + block.rank(grammar.doublings + 1) {
            if at == 0 || !block.chance(grammar.again) {
                like = self.line(grammar.shared, list, &mut block);
            }
            let mut line = Draws::new(like);
            let start = out.len();
            fill(line.pick(grammar.lines), names, list, &mut line, &mut own, out);
            if own.chance(ALTERED) {
                alter(&mut out[start..], &mut own);
            }
        }
        fill(block.pick(grammar.closing), names, list, &mut block, &mut own, out);
    }

    /// The seed of a line: one of the lists, or a new one.
    fn line(&self, shared: u64, list: u64, block: &mut Draws) -> u64 {
        if !block.chance(shared) {
            return block.next();
        }
        let [folder, component, tree] = self.places;
        match block.below(8) {
            0 => derived(tree, block.rank(LIST)),
            1 => derived(component, block.rank(LIST)),
            2 => derived(folder, block.rank(LIST)),
            _ => derived(list, block.rank(OWN_LIST)),
        }
    }
}

fn alter(line: &mut [u8], draws: &mut Draws) {
    let at = draws.below(line.len() as u64) as usize;
    if line[at].is_ascii_alphanumeric() {
        line[at] = draws.pick(b"abcdefghiklmnoprstuvwxy0123456789");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_gap_of_each_template_is_known() {
        let kinds = [Kind::Code, Kind::Declarations, Kind::Tables, Kind::Assembly, Kind::Manual, Kind::Scripts];
        let names = Vocabulary::new([1, 2, 3]);
        for kind in kinds.into_iter().chain([Kind::Vectors, Kind::Settings]) {
            let grammar = kind.grammar().unwrap();
            let (start, _, end) = grammar.comment.unwrap();
            for template in [grammar.opening, grammar.lines, grammar.closing, &header::NOTICE, &[start, end]].concat() {
                let mut out = Vec::new();
                fill(template, &names, 4, &mut Draws::new(5), &mut Draws::new(6), &mut out);
                assert!(out.len() >= template.len() / 2 && !out.contains(&b'%'), "{template}");
            }
        }
    }
}
