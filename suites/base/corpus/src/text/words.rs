//! Words, and the names that a module makes of them.

use std::sync::LazyLock;

use crate::random::{Draws, derived};

/// Words of programs, the frequent ones first.
static STEMS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "get set init free new value key data size name type list ctx buffer length string index context \
    error state block param info table count flag result node entry hash read write open close find add remove copy \
    start next first last update final create destroy check test parse format print load store encode decode cipher \
    digest sign verify session record handle method object field option number point group order curve prime secret \
    public private random seed nonce token header packet frame stream input output source target parent child root \
    leaf tree queue stack cache page address offset range limit mask shift width depth level mode policy rule match \
    filter search sort merge split join push pop peek insert delete replace reset clear flush sync lock unlock wait \
    signal notify event timer clock time date year month hour minute second user owner access right grant deny \
    request response reply query answer message text line char byte word bit digit float integer array vector matrix \
    set map pair tuple struct union enum class trait module package import export link path file folder device driver \
    port socket channel pipe server client peer host local remote global static dynamic default custom native virtual \
    thread process task job worker pool arena heap chunk slot bucket bin region segment section symbol label register \
    trace debug log warn info fatal assert expect require ensure retry abort cancel resume suspend enable disable \
    attach detach bind unbind connect accept listen shutdown"
        .split_whitespace()
        .collect()
});

/// Words of prose, the frequent ones first.
static PROSE: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "the of to a and is in be that it for not as this are if by or with an on will may can must from \
    which when function value returned called used should has given was set error number same all only other no bytes \
    pointer before after then length data memory default call caller one any each been have does these than new such \
    more also length into its success failure current string first option buffer where specified following example \
    otherwise however between structure argument object instead application supported using some time order passed \
    result case already always never allowed without within because during library version method name type file \
    format input output internal external single several large small possible available required optional"
        .split_whitespace()
        .collect()
});

/// Names of local variables, the frequent ones first.
static LOCALS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "ret i ctx len p n out in buf key s size r data c name tmp j type end num ok rv flags a b item \
    count k str iv tag left pos next ptr"
        .split_whitespace()
        .collect()
});

/// Words of a thousand that are abbreviations.
const ABBREVIATIONS: u64 = 600;

/// The names that a place in the tree uses: those of its folder, of its component and of the whole tree.
pub struct Vocabulary {
    scopes: [Scope; 3],
}

/// Names that begin with the same word.
struct Scope {
    seed: u64,
    prefix: &'static str,
}

/// How far a name is known.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// In the files of a folder.
    Folder,
    /// In the folders of a component.
    Component,
    /// Everywhere.
    Tree,
}

impl Vocabulary {
    /// The names of the places with these seeds: folder, component, tree.
    pub fn new(seeds: [u64; 3]) -> Self {
        let scope = |seed| Scope { seed, prefix: stem(seed >> 20) };
        Vocabulary { scopes: seeds.map(scope) }
    }

    /// A name such as `hash_stream_init`; low ranks are short.
    pub fn name(&self, reach: Reach, rank: u64, out: &mut Vec<u8>) {
        let scope = &self.scopes[reach as usize];
        let mut draws = Draws::new(derived(scope.seed, rank));
        out.extend_from_slice(scope.prefix.as_bytes());
        for _ in 0..1 + draws.below(if rank < 8 { 2 } else { 3 }) {
            out.push(b'_');
            word(&mut draws, out);
        }
    }
}

/// A word of programs, or one that is in no list: an abbreviation.
pub fn word(draws: &mut Draws, out: &mut Vec<u8>) {
    if !draws.chance(ABBREVIATIONS) {
        return out.extend_from_slice(stem(draws.rank(8)).as_bytes());
    }
    for _ in 0..1 + draws.below(3) {
        out.push(draws.pick(b"bcdfghjklmnpqrstvwxz"));
        out.push(draws.pick(b"aeiouxlrst12358_"));
    }
}

/// Any word of programs, from so many bits.
pub fn stem(bits: u64) -> &'static str {
    STEMS[bits as usize % STEMS.len()]
}

/// A word of prose; frequent ones come first and more often.
pub fn prose(draws: &mut Draws) -> &'static str {
    zipf(&PROSE, draws)
}

/// The name of a local variable.
pub fn local(draws: &mut Draws) -> &'static str {
    zipf(&LOCALS, draws)
}

fn zipf(words: &[&'static str], draws: &mut Draws) -> &'static str {
    words[draws.rank(u64::from(words.len().ilog2())) as usize]
}
