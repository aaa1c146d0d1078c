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
        digest: "3331720072823729322457d8c898dd2423bc3427be5a9a7d58e9ab33b071b7bf",
        tree_digest: "faf74dd5b6df143214d97f30767508b7436c1e9f6c488c18918844d697c64424",
    },
    Known {
        name: "small",
        files: 4_400,
        bytes: 56_875_920,
        digest: "49f4b1744fc62a69fe753c6d0cb6e49a2bdf8318ce264c0c305cd9c265fba481",
        tree_digest: "6e9c3d33817e98df1b9458973f6fbf97b822ea3b99c1c8772f1b7a582425cc93",
    },
    Known {
        name: "medium",
        files: 22_000,
        bytes: 285_978_271,
        digest: "ff80ca426d525b2b6bc0aaf434cb599c2bd15f1f177027b899f6d8d2d78a0698",
        tree_digest: "eed00fd3fce76368b11827668e09b8d146b05c4fb3d34e09574056b47eac3613",
    },
    Known {
        name: "large",
        files: 300_000,
        bytes: 3_906_342_657,
        digest: "d35e5d9d25aa435d54a52006dcc37bb798957f57aace1613914364304714b47e",
        tree_digest: "dc26451154411b4d79e68f66bd714ee9885581ca0dd85a80a146eaaa1a95059b",
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
