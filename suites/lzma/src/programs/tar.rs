//! `tar cJf` and `tar xJf`, by GNU tar, which starts xz, or by bsdtar, which holds liblzma.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hostmark_archive::codec::Encoding;
use hostmark_archive::kernel::{Job, look_into};
use hostmark_archive::listing::Listing;
use hostmark_archive::no_result;
use hostmark_harness::answer::Answer;
use hostmark_harness::programs;
use hostmark_harness::status::NoResult;
use hostmark_harness::stop::Stop;
use hostmark_harness::suite::Environment;
use hostmark_harness::work_folder;

use super::{Reference, version, xz};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Gnu,
    Bsd,
}

/// Who wrote a tar, and its version, by the first line that it says: `tar (GNU tar) 1.34`,
/// `bsdtar 3.6.2 - libarchive 3.6.2 zlib/1.2.13 liblzma/5.4.1`.
fn family(line: &str) -> Option<(Family, String)> {
    if let Some((_, version)) = line.split_once("(GNU tar) ") {
        return Some((Family::Gnu, version.to_string()));
    }
    let version = line.strip_prefix("bsdtar ")?.split(' ').next()?;
    let library = line.split(' ').find_map(|word| word.strip_prefix("liblzma/")).unwrap_or("unknown");
    Some((Family::Bsd, format!("{version} (bsdtar) with liblzma {library}")))
}

/// The version of a tar and its job; GNU tar's has that of the xz that it starts.
pub(super) fn identified(
    program: &Path,
    job: Job,
    environment: &Environment,
) -> Result<(String, Box<dyn Reference>), NoResult> {
    let line = version(program, environment)?;
    let (family, mut version) = family(&line).ok_or_else(|| {
        NoResult::Unavailable(format!("{} is neither GNU tar nor bsdtar: it says '{line}'", program.display()))
    })?;
    match (family, &job) {
        (Family::Gnu, _) => {
            let missing = || NoResult::Unavailable("GNU tar needs xz, which is not on PATH".to_string());
            let xz = programs::find("xz", &environment.search_path).ok_or_else(missing)?;
            version = format!("{version} (GNU) with xz {}", xz::version_of(&xz, environment)?);
        }
        (Family::Bsd, Job::Compress { encoding, .. }) if encoding.preset.extreme => {
            return Err(NoResult::Unavailable("bsdtar has no extreme presets".to_string()));
        }
        (Family::Bsd, _) => {}
    }
    Ok((version, Box::new(Tar { program: program.to_path_buf(), family, job, known: None })))
}

struct Tar {
    program: PathBuf,
    family: Family,
    job: Job,
    /// An archive that was looked into before.
    known: Option<([u8; 32], String)>,
}

impl Tar {
    /// As `tar cJf`, with the order of names that hostmark has where the program can, since that decides what repeats
    /// within reach of the dictionary.
    fn compress(&self, command: &mut Command, tree: &Path, encoding: Encoding) {
        let (preset, threads) = (encoding.preset, encoding.threads);
        match self.family {
            Family::Gnu => {
                command.env("XZ_OPT", format!("-{preset} -T{threads}")).env_remove("XZ_DEFAULTS");
                command.args(["--sort=name", "--hard-dereference"]);
            }
            Family::Bsd => {
                command.arg("--options").arg(format!("xz:compression-level={preset},xz:threads={threads}"));
            }
        }
        command.arg("-C").arg(tree).arg("-cJf").arg(self.made()).arg(".");
    }

    /// Where it puts what it makes.
    fn made(&self) -> PathBuf {
        match &self.job {
            Job::Compress { place, .. } => place.join("archive.tar.xz"),
            Job::Extract { place, .. } => place.join("tree"),
            Job::Encode { plain: path, .. } | Job::Decode { archive: path, .. } => path.clone(),
        }
    }
}

impl Reference for Tar {
    fn command(&self) -> Result<Command, NoResult> {
        let mut command = Command::new(&self.program);
        command.stdout(Stdio::null());
        match &self.job {
            Job::Compress { tree, encoding, .. } => self.compress(&mut command, tree, *encoding),
            Job::Extract { archive, .. } => {
                let tree = self.made();
                fs::create_dir(&tree).map_err(|problem| no_result(&tree.display().to_string(), problem))?;
                // Modes as they are in the archive, whoever does it.
                command.arg("-C").arg(tree).args(["--no-same-owner", "-xpJf"]).arg(archive);
            }
            Job::Encode { .. } | Job::Decode { .. } => {}
        }
        Ok(command)
    }

    fn answer(&mut self, stop: &Stop) -> Result<Answer, NoResult> {
        let made = self.made();
        let (digest, removed) = match &self.job {
            Job::Extract { .. } => {
                (Listing::of_tree(&made, stop).map(|listing| listing.digest()), work_folder::remove(&made))
            }
            _ => (look_into(&made, &mut self.known, stop), fs::remove_file(&made)),
        };
        let digest = digest.and_then(|digest| removed.map(|()| digest));
        digest.map(Answer::Text).map_err(|problem| no_result(&made.display().to_string(), problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_told_by_their_own_words() {
        assert_eq!(family("tar (GNU tar) 1.34"), Some((Family::Gnu, "1.34".to_string())));
        let bsd = family("bsdtar 3.6.2 - libarchive 3.6.2 zlib/1.2.13 liblzma/5.4.1 bz2lib/1.0.8");
        assert_eq!(bsd, Some((Family::Bsd, "3.6.2 (bsdtar) with liblzma 5.4.1".to_string())));
        assert_eq!((family("BusyBox v1.36"), family("")), (None, None));
    }
}
