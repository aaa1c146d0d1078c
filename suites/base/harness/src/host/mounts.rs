//! What is mounted where: `/proc/self/mountinfo`, whose fields proc_pid_mountinfo(5) gives.

/// One line of mountinfo, with its escapes decoded.
#[derive(Clone, Debug, PartialEq)]
pub struct Mount {
    /// The folder of the mounted file system that appears at the mount point.
    pub root: String,
    /// Where it is mounted.
    pub point: String,
    /// Options of this mount, such as `rw` and `noatime`.
    pub options: String,
    /// The file system's type, such as `ext4`.
    pub kind: String,
    /// The device, or a name that stands for it.
    pub device: String,
    /// Options of the file system; for cgroup v1 the controllers.
    pub super_options: String,
}

/// All mounts, in the order of the file; lines of another form are left out.
pub fn parse(text: &str) -> Vec<Mount> {
    text.lines().filter_map(mount).collect()
}

/// `id parent major:minor root point options [optional ...] - kind device super_options`.
fn mount(line: &str) -> Option<Mount> {
    let (place, what) = line.split_once(" - ")?;
    let mut place = place.split(' ').skip(3);
    let mut what = what.split(' ');
    Some(Mount {
        root: unescape(place.next()?),
        point: unescape(place.next()?),
        options: place.next()?.to_string(),
        kind: what.next()?.to_string(),
        device: unescape(what.next()?),
        super_options: what.next().unwrap_or("").trim().to_string(),
    })
}

/// Blank, tab, newline and backslash are written as `\` and three octal digits.
fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match bytes.get(at..at + 4).and_then(octal) {
            Some(byte) => {
                out.push(byte);
                at += 4;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

fn octal(escape: &[u8]) -> Option<u8> {
    let digits = escape.strip_prefix(b"\\").and_then(|digits| std::str::from_utf8(digits).ok())?;
    if digits.bytes().all(|digit| digit.is_ascii_digit()) { u8::from_str_radix(digits, 8).ok() } else { None }
}

/// The mount that holds `path`: the longest mount point that begins it; of equal ones the last,
/// because it covers the earlier.
pub fn holding<'a>(mounts: &'a [Mount], path: &str) -> Option<&'a Mount> {
    mounts.iter().filter(|mount| within(&mount.point, path).is_some()).max_by_key(|mount| mount.point.len())
}

/// The rest of `path` below `folder`: empty or beginning with `/`. `None` where it is elsewhere.
pub fn within<'a>(folder: &str, path: &'a str) -> Option<&'a str> {
    let rest = path.strip_prefix(folder.trim_end_matches('/'))?;
    if rest.is_empty() || rest.starts_with('/') { Some(rest.trim_end_matches('/')) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
40 27 0:40 / /srv/my\\040disk rw,noatime shared:1 master:2 - xfs /dev/a\\134b rw
41 40 0:41 / /srv/my\\040disk ro - tmpfs tmpfs rw
garbage
42 27 0:1 / - x
";

    #[test]
    fn escapes_and_optional_fields() {
        let mounts = parse(TABLE);
        assert_eq!(mounts.len(), 3);
        assert_eq!(mounts[1].point, "/srv/my disk");
        assert_eq!(mounts[1].device, "/dev/a\\b");
        assert_eq!(mounts[1].options, "rw,noatime");
        assert_eq!(unescape("\\04"), "\\04");
        assert_eq!(unescape("\\777\\é9"), "\\777\\é9");
    }

    #[test]
    fn the_longest_mount_point_and_the_last_of_equals() {
        let mounts = parse(TABLE);
        assert_eq!(holding(&mounts, "/srv/my disk/run").unwrap().kind, "tmpfs");
        assert_eq!(holding(&mounts, "/srv/my disk2").unwrap().kind, "ext4");
        assert_eq!(holding(&mounts, "/").unwrap().kind, "ext4");
        assert_eq!(holding(&[], "/"), None);
        assert_eq!((within("/a", "/ab"), within("/a", "/a/b"), within("/", "/x")), (None, Some("/b"), Some("/x")));
    }
}
