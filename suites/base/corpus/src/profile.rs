//! The trees that can be made, and what is known of each.

use std::fmt;

/// How large a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    /// For tests and tries: smaller than the dictionary of `xz -6`.
    Tiny,
    /// As OpenSSL's.
    Small,
    /// As a compiler's.
    Medium,
    /// As Firefox's.
    Large,
}

/// What a profile gives; all but the first two are measured, and checked by the tests.
struct Known {
    name: &'static str,
    files: u64,
    bytes: u64,
    digest: &'static str,
    tree_digest: &'static str,
}

const KNOWN: [Known; 4] = [
    Known {
        name: "tiny",
        files: 440,
        bytes: 5_539_300,
        digest: "ca0980b3a39398be5edad47eb11b1419d8001afd692e07cee843b35dc5a6016a",
        tree_digest: "82f23678589d5f98b197e505704e7d3a1237648540b4cba359270d8c3239bffe",
    },
    Known {
        name: "small",
        files: 4_400,
        bytes: 56_875_920,
        digest: "a23621935220fa64ee0a69902eb99a51adfdc36e844bb1a1dad6815a6ed7d777",
        tree_digest: "fdaa152010494a273e15a4f80b67d45183871eaefd1af624fe91586a32ae60d2",
    },
    Known {
        name: "medium",
        files: 22_000,
        bytes: 285_978_271,
        digest: "9a354fbd9da937b0cc672c2adffdace89151f6655e261a53e31d881a64c38f6c",
        tree_digest: "a1d8ec1875d0773f44f5c036b5657b88accbeb376cb77908c7c33bc513f554f9",
    },
    Known {
        name: "large",
        files: 300_000,
        bytes: 3_906_342_657,
        digest: "b822e300285d4700663f80295fd89169b10c1c5d0465c6fcaaaf693ff438d65f",
        tree_digest: "fb08cc39b500ede9ef217e2301819f4cbf2defa5a31eba8eaddef7faea2637ed",
    },
];

/// No profile has this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownProfile(String);

impl fmt::Display for UnknownProfile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Profile::ALL.map(Profile::name).join(", ");
        write!(out, "no tree is called '{}'; there are {names}", self.0.escape_debug())
    }
}

impl std::error::Error for UnknownProfile {}

impl Profile {
    /// The smallest first.
    pub const ALL: [Profile; 4] = [Profile::Tiny, Profile::Small, Profile::Medium, Profile::Large];

    /// One of `tiny`, `small`, `medium`, `large`.
    pub fn from_name(name: &str) -> Result<Profile, UnknownProfile> {
        let found = Profile::ALL.into_iter().find(|profile| profile.name() == name);
        found.ok_or_else(|| UnknownProfile(name.to_string()))
    }

    /// As `from_name` reads it.
    pub fn name(self) -> &'static str {
        self.known().name
    }

    /// Files in the tree; folders and links come on top.
    pub fn files(self) -> u64 {
        self.known().files
    }

    /// Bytes in these.
    pub fn bytes(self) -> u64 {
        self.known().bytes
    }

    /// The SHA-256, in hexadecimal digits, of the tar that `hostmark_archive::pack::pack` makes of the tree.
    pub fn digest(self) -> &'static str {
        self.known().digest
    }

    /// What `hostmark_archive::listing::Listing::digest` gives for the tree and for a tar of it, in any order.
    pub fn tree_digest(self) -> &'static str {
        self.known().tree_digest
    }

    fn known(self) -> &'static Known {
        &KNOWN[self as usize]
    }
}
