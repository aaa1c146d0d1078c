//! What the link to a device carries at the most: a figure beyond it was not made by the device.
//!
//! From the kernel's `Documentation/ABI/testing/sysfs-bus-pci` (`current_link_speed`, `current_link_width`) and
//! `sysfs-ata` (`sata_spd`). Where neither is known there is no limit.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use hostmark_harness::parameters::Parameters;
use hostmark_harness::record::Record;
use hostmark_harness::status::{Flag, Status};

use crate::data::CHUNK;
use crate::metrics::RATE;
use crate::random::BLOCK;

/// Names in the context of a record.
const LIMIT: &str = "limit";
const LIMITED_BY: &str = "limited-by";

/// So many layers of mapped devices are followed.
const LAYERS: usize = 8;

/// The most that a link carries.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limit {
    bytes_a_second: f64,
    link: String,
}

impl Limit {
    /// Of the device that a folder is on. Other systems than Linux have no sysfs.
    pub(crate) fn of(folder: &Path) -> Option<Limit> {
        of_device(Path::new("/sys"), &numbers(fs::metadata(folder).ok()?.dev()))
    }

    /// For the record.
    pub(crate) fn context(&self) -> Parameters {
        Parameters::new().with(LIMIT, self.bytes_a_second.round()).with(LIMITED_BY, &self.link)
    }
}

/// `major:minor` of a device as Linux puts it into one number (makedev(3)).
fn numbers(device: u64) -> String {
    let major = (device >> 8 & 0xfff) | (device >> 32 & !0xfff);
    let minor = (device & 0xff) | (device >> 12 & 0xffff_ff00);
    format!("{major}:{minor}")
}

/// Of `major:minor` in a tree of sysfs.
fn of_device(sys: &Path, numbers: &str) -> Option<Limit> {
    let mut device = fs::canonicalize(sys.join("dev/block").join(numbers)).ok()?;
    for _ in 0..LAYERS {
        match only_slave(&device) {
            Some(slave) => device = slave,
            None => break,
        }
    }
    let above: Vec<&Path> = device.ancestors().collect();
    if let Some(limit) = above.iter().find_map(|folder| sata(folder)) {
        return Some(limit);
    }
    let is_nvme = above.iter().any(|folder| folder.ends_with("nvme"));
    let links = above.iter().filter_map(|folder| pci_express(folder)).filter(|_| is_nvme);
    // Bridges on the way may be narrower than the device.
    links.min_by(|left, right| left.bytes_a_second.total_cmp(&right.bytes_a_second))
}

/// The device below one that maps it whole; `None` where there are none or several.
fn only_slave(device: &Path) -> Option<PathBuf> {
    let mut slaves = fs::read_dir(device.join("slaves")).ok()?.flatten();
    let slave = slaves.next()?;
    if slaves.next().is_some() { None } else { fs::canonicalize(slave.path()).ok() }
}

/// `6.0 Gbps` of the port `ata2`; eight of ten bits are data.
fn sata(folder: &Path) -> Option<Limit> {
    let port: u32 = folder.file_name()?.to_str()?.strip_prefix("ata")?.parse().ok()?;
    let speed = read(&folder.join(format!("link{port}/ata_link/link{port}/sata_spd")))?;
    let gigabits: f64 = speed.strip_suffix("Gbps")?.trim().parse().ok()?;
    Some(Limit { bytes_a_second: gigabits * 1e9 * 0.8 / 8.0, link: format!("SATA {speed}") })
}

/// `8.0 GT/s PCIe` by 4 lanes; eight of ten bits are data up to 5 GT/s, 128 of 130 up to 32, and at most all beyond.
fn pci_express(folder: &Path) -> Option<Limit> {
    let speed = read(&folder.join("current_link_speed"))?;
    let lanes: f64 = read(&folder.join("current_link_width"))?.parse().ok().filter(|lanes| *lanes > 0.0)?;
    let transfers: f64 = speed.split("GT/s").next()?.trim().parse().ok()?;
    let data = match transfers {
        _ if transfers <= 5.0 => 0.8,
        _ if transfers <= 32.0 => 128.0 / 130.0,
        _ => 1.0,
    };
    Some(Limit { bytes_a_second: transfers * 1e9 * data * lanes / 8.0, link: format!("{speed} x{lanes}") })
}

fn read(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_string())
}

/// Marks a rate beyond the limit in its context as invalid. One that is flagged as cached says already that it is none
/// of the device.
pub(crate) fn review(record: &mut Record) {
    let Some(limit) = record.context.get(LIMIT).and_then(|limit| limit.parse::<f64>().ok()) else { return };
    let beyond = bytes(record).is_some_and(|bytes| bytes > limit);
    if beyond && !record.flags.has(Flag::Cached) && record.status == Status::Ok {
        let link = record.context.get(LIMITED_BY).unwrap_or_default();
        let most = limit / 1e6;
        record.note =
            format!("beyond the {most:.0} MB/s of {link}: a cache or a compression, and not the device").into();
        record.status = Status::Invalid;
    }
}

/// Bytes a second to or from the device; `None` for what is no transfer.
fn bytes(record: &Record) -> Option<f64> {
    let of_one = match record.case.as_str() {
        _ if record.metric != RATE => return None,
        "seeks" => CHUNK as f64,
        "random-read" | "random-write" => BLOCK as f64,
        _ if record.unit == "B/s" => 1.0,
        _ => return None,
    };
    Some(record.value? * of_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(numbers: &str) -> Option<Limit> {
        of_device(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sysfs")), numbers)
    }

    #[test]
    fn a_device_is_named_as_linux_names_it() {
        assert_eq!(numbers(0xfe00), "254:0");
        assert_eq!(numbers(0x0010_0302), "3:258", "minors beyond 255 have their own bits");
        assert_eq!(numbers(0x1000_0000_0000), "4096:0");
    }

    #[test]
    fn the_narrowest_link_on_the_way_to_nvme() {
        let limit = saved("259:2").unwrap();
        assert_eq!((limit.bytes_a_second.round(), limit.link.as_str()), (3938461538.0, "8.0 GT/s PCIe x4"));
        assert_eq!(saved("253:0"), Some(limit), "a device mapper over the whole of it");
    }

    #[test]
    fn the_speed_of_the_port_of_sata() {
        let limit = saved("8:1").unwrap();
        assert_eq!((limit.bytes_a_second, limit.link.as_str()), (3e8, "SATA 3.0 Gbps"));
    }

    #[test]
    fn nothing_known_is_no_limit() {
        for numbers in ["254:0", "8:16", "253:1", "0:42"] {
            assert_eq!(saved(numbers), None, "{numbers}: virtio, unknown speed, two disks, no device");
        }
    }

    #[test]
    fn what_no_link_carries_is_invalid_unless_it_says_that_it_is_cached() {
        let reviewed = |value: f64, flags: &str| {
            let limit = Limit { bytes_a_second: 6e8, link: "SATA 6.0 Gbps".into() };
            let mut record = Record {
                case: "block-input".into(),
                metric: RATE.into(),
                unit: "B/s".into(),
                value: Some(value),
                flags: flags.parse().unwrap(),
                context: limit.context(),
                status: Status::Ok,
                ..Record::default()
            };
            review(&mut record);
            (record.status, record.note.to_string())
        };
        assert_eq!(reviewed(5.9e8, "short").0, Status::Ok);
        let (status, note) = reviewed(6.1e8, "short");
        assert_eq!(status, Status::Invalid);
        assert_eq!(note, "beyond the 600 MB/s of SATA 6.0 Gbps: a cache or a compression, and not the device");
        assert_eq!(reviewed(6.1e8, "cached").0, Status::Ok);
    }
}
