//! Libraries that the person names: `--set SUITE.library=[NAME=]PATH`.

use std::path::{Path, PathBuf};

use crate::suite::{Environment, Implementation, Side};

/// A library by its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What records call it: the name given, or that of the file.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

impl Given {
    /// From `NAME=PATH` or `PATH`. A name has no slash, so a path with `=` in it is a path.
    fn parse(text: &str) -> Given {
        match text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.contains('/')) {
            Some((name, path)) => Given { name: name.to_string(), path: PathBuf::from(path) },
            None => {
                let file = Path::new(text).file_name().unwrap_or_default().to_string_lossy();
                Given { name: file.into_owned(), path: PathBuf::from(text) }
            }
        }
    }
}

/// All libraries that are given in the parameter `library` of a suite.
pub fn all(environment: &Environment) -> Vec<Given> {
    environment.settings.all("library").iter().map(|text| Given::parse(text)).collect()
}

/// The path of the library that an implementation stands for; `None` for the system's own.
pub fn path_of(implementation: &Implementation, environment: &Environment) -> Option<PathBuf> {
    let is_given = implementation.side == Side::Given;
    let found = all(environment).into_iter().find(|given| is_given && given.name == implementation.name);
    found.map(|given| given.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_has_the_name_given_or_that_of_its_file() {
        let given = |name: &str, path: &str| Given { name: name.into(), path: path.into() };
        assert_eq!(Given::parse("old=/opt/old/libcrypto.so"), given("old", "/opt/old/libcrypto.so"));
        assert_eq!(Given::parse("/opt/libcrypto.so.1.1"), given("libcrypto.so.1.1", "/opt/libcrypto.so.1.1"));
        assert_eq!(Given::parse("/opt/a=b/libcrypto.so"), given("libcrypto.so", "/opt/a=b/libcrypto.so"));
        assert_eq!(Given::parse("./a=b"), given("a=b", "./a=b"));
    }
}
