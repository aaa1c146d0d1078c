//! The file system that the work folder is on: what the disk suite measures, besides the disk.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::fact::Fact;
use super::mounts::{self, Mount};
use super::root::SystemRoot;
use super::text;

/// A mounted file system. Names of servers and users are not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileSystem {
    /// Type, such as `ext4`, `zfs` or `overlay`.
    pub kind: String,
    /// Device, such as `/dev/vda`; for network file systems without the server.
    pub device: String,
    /// Mount options of the mount and of the file system, such as `rw,noatime`.
    pub options: String,
    /// Where it is mounted.
    pub mount_point: String,
    /// Size in bytes (statvfs `f_blocks` * `f_frsize`).
    pub total: Fact<u64>,
    /// Bytes that a person without rights can still write (statvfs `f_bavail` * `f_frsize`).
    pub free: Fact<u64>,
}

/// Options that name servers, users or folders, or are as long as a page.
const PRIVATE: [&str; 12] = [
    "addr",
    "clientaddr",
    "mountaddr",
    "username",
    "user",
    "password",
    "domain",
    "lowerdir",
    "upperdir",
    "workdir",
    "credentials",
    "srcaddr",
];

/// File systems that are memory, and those that are another machine or a program.
const IN_MEMORY: [&str; 2] = ["tmpfs", "ramfs"];
const ELSEWHERE: [&str; 9] = ["nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph", "afs", "glusterfs"];

impl FileSystem {
    /// True where files are in memory and on no disk.
    pub fn is_memory(&self) -> bool {
        IN_MEMORY.contains(&self.kind.as_str())
    }

    /// True where files are on another machine, or a program hands them out.
    pub fn is_elsewhere(&self) -> bool {
        ELSEWHERE.contains(&self.kind.as_str()) || self.kind.starts_with("fuse")
    }

    /// The mount that holds `folder`, or the nearest folder above it that is there.
    pub fn gather(root: &SystemRoot, folder: &Path) -> Fact<Self> {
        let path = if root.is_live() { nearest(folder) } else { folder.to_path_buf() };
        let text = path.to_string_lossy();
        root.fact("/proc/self/mountinfo", |table| {
            let table = mounts::parse(table);
            let mount = mounts::holding(&table, &text)?;
            Some(described(mount, root.is_live().then_some(&*path)))
        })
    }

    /// `ext4 on /dev/vda, 20.1 GiB free of 29.4 GiB, rw,noatime`.
    pub fn describe(&self) -> String {
        let mut text = format!("{} on {}", self.kind, self.device);
        if let (Some(free), Some(total)) = (self.free.value(), self.total.value()) {
            text += &format!(", {} free of {}", crate::units::bytes(*free), crate::units::bytes(*total));
        }
        text + ", " + &self.options
    }
}

/// The folder itself without symbolic links, or its nearest ancestor that exists.
fn nearest(folder: &Path) -> PathBuf {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from("/"));
    folder.ancestors().find_map(|folder| folder.canonicalize().ok()).unwrap_or_else(|| PathBuf::from("/"))
}

fn described(mount: &Mount, folder: Option<&Path>) -> FileSystem {
    let (total, free) = match folder {
        Some(folder) => space(folder),
        None => (Fact::unknown("not asked of a saved machine"), Fact::unknown("not asked of a saved machine")),
    };
    FileSystem {
        kind: text::clean(&mount.kind),
        device: text::clean(&without_server(&mount.device)),
        options: options(&mount.options, &mount.super_options),
        mount_point: text::clean(&mount.point),
        total,
        free,
    }
}

/// Total bytes and free bytes.
fn space(folder: &Path) -> (Fact<u64>, Fact<u64>) {
    match nix::sys::statvfs::statvfs(folder) {
        Ok(answer) => {
            // The width of these counts differs between systems.
            #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
            let bytes = |blocks: u64| blocks.saturating_mul(answer.fragment_size() as u64);
            #[allow(clippy::useless_conversion, clippy::unnecessary_cast)]
            let (total, free) = (answer.blocks() as u64, answer.blocks_available() as u64);
            (Fact::known(bytes(total), "statvfs"), Fact::known(bytes(free), "statvfs"))
        }
        Err(error) => (Fact::unknown(format!("statvfs: {error}")), Fact::unknown(format!("statvfs: {error}"))),
    }
}

/// `server:/export`, `//server/share` and `user@server:/folder` without server and user.
fn without_server(device: &str) -> String {
    if let Some(share) = device.strip_prefix("//") {
        return format!("(server)/{}", share.split_once('/').map_or("", |(_, path)| path));
    }
    match device.split_once(":/") {
        Some((server, path)) if !server.contains('/') => format!("(server):/{path}"),
        _ => device.to_string(),
    }
}

/// Both lists without doubles and without what is private.
fn options(mount: &str, file_system: &str) -> String {
    let mut kept: Vec<String> = Vec::new();
    for option in mount.split(',').chain(file_system.split(',')) {
        let name = option.split('=').next().unwrap_or("");
        let option = text::clean(option);
        if !option.is_empty() && !PRIVATE.contains(&name) && !kept.contains(&option) {
            kept.push(option);
        }
    }
    kept.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::tests::saved;

    #[test]
    fn the_mount_of_a_folder() {
        let found = FileSystem::gather(&saved("docker-quota"), Path::new("/srv/my disk/runs"));
        let found = found.value().unwrap();
        assert_eq!((found.kind.as_str(), found.mount_point.as_str()), ("nfs4", "/srv/my disk"));
        assert_eq!(found.describe(), "nfs4 on (server):/export, rw,noatime,vers=4.2,proto=tcp");
        let above = FileSystem::gather(&saved("docker-quota"), Path::new("/srv/other"));
        assert_eq!(above.value().unwrap().options, "rw,relatime,metacopy=on");
    }

    #[test]
    fn servers_and_users_are_dropped() {
        assert_eq!(without_server("user@server.example:/home"), "(server):/home");
        assert_eq!(without_server("//server/share/folder"), "(server)/share/folder");
        assert_eq!(without_server("/dev/disk:/x"), "/dev/disk:/x");
        assert_eq!(without_server("tank/data"), "tank/data");
        assert_eq!(options("rw,rw", "username=me,addr=10.0.0.1,discard"), "rw,discard");
    }

    #[test]
    fn a_folder_that_is_not_there_yet() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("a/b");
        assert_eq!(nearest(&missing), folder.path().canonicalize().unwrap());
        if cfg!(target_os = "linux") {
            let found = FileSystem::gather(&SystemRoot::machine(), &missing);
            let total = found.value().and_then(|found| found.total.value().copied());
            assert!(total.is_some_and(|total| total > 0), "{found:?}");
        }
    }
}
