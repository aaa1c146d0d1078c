//! Control groups of saved machines.

use super::*;
use crate::host::tests::saved;

#[test]
fn the_tightest_ancestor_decides_in_version_2() {
    let root = saved("docker-quota");
    let groups = ControlGroups::find(&root);
    assert_eq!(groups.quota(&root), Fact::known(Some(1.5), "cgroup v2 cpu.max"));
    assert_eq!(groups.memory_limit(&root), Fact::known(Some(512 << 20), "cgroup v2 memory.high"));
    assert_eq!(groups.cpuset(&root), Fact::known(4, "cgroup v2 cpuset.cpus.effective"));
    assert_eq!(groups.throttled(&root), Some((12, 0.4)));
}

#[test]
fn version_1_by_controller() {
    let root = saved("cgroup-v1");
    let groups = ControlGroups::find(&root);
    assert_eq!(groups.quota(&root), Fact::known(Some(0.5), "cgroup v1 cpu.cfs_quota_us"));
    assert_eq!(groups.memory_limit(&root), Fact::known(None, "cgroup v1 memory.limit_in_bytes"));
    assert_eq!(groups.cpuset(&root), Fact::known(3, "cgroup v1 cpuset.cpus"));
    assert_eq!(groups.throttled(&root), Some((7, 0.25)));
}

#[test]
fn without_control_groups_nothing_is_known() {
    let root = saved("nothing-there");
    let groups = ControlGroups::find(&root);
    assert_eq!(groups.quota(&root).why(), "no control group that limits cpu");
    assert_eq!(groups.memory_limit(&root).value(), None);
    assert_eq!(groups.cpuset(&root).value(), None);
    assert_eq!(groups.throttled(&root), None);
}

#[test]
fn a_readable_version_2_without_limits_means_none() {
    let folder = tempfile::tempdir().unwrap();
    let root = SystemRoot::saved(folder.path());
    for (path, text) in [
        ("proc/self/cgroup", "0::/\n"),
        ("proc/self/mountinfo", "1 0 0:1 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n"),
        ("sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n"),
    ] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let groups = ControlGroups::find(&root);
    assert_eq!(groups.quota(&root), Fact::known(None, "cgroup v2 without cpu controller"));
    std::fs::write(folder.path().join("sys/fs/cgroup/cgroup.controllers"), "pids\n").unwrap();
    assert_eq!(groups.quota(&root).value(), None);
}

#[test]
fn quotas_are_fractions() {
    assert_eq!(quota_2("150000 100000\n"), Some(Some(1.5)));
    assert_eq!(quota_2("max 100000\n"), Some(None));
    assert_eq!(quota_2("50000"), Some(Some(0.5)));
    for wrong in ["", "0 100000", "1 0", "-1 100000", "x y", "99999999999999999999999 1"] {
        assert_eq!(quota_2(wrong), None, "{wrong}");
    }
}

#[test]
fn huge_version_1_memory_limits_are_none() {
    assert_eq!(memory_1("9223372036854771712\n"), Some(None));
    assert_eq!(memory_1("1073741824\n"), Some(Some(1 << 30)));
    assert_eq!(memory_1("-1"), None);
}

#[test]
fn folders_from_own_to_mount_point() {
    let mount = |root: &str| Mount {
        root: root.into(),
        point: "/sys/fs/cgroup".into(),
        options: String::new(),
        kind: "cgroup2".into(),
        device: "cgroup2".into(),
        super_options: String::new(),
    };
    assert_eq!(chain(&mount("/"), "/a/b"), ["/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a", "/sys/fs/cgroup"]);
    assert_eq!(chain(&mount("/"), "/"), ["/sys/fs/cgroup"]);
    assert_eq!(chain(&mount("/docker/1"), "/docker/1"), ["/sys/fs/cgroup"]);
    assert_eq!(chain(&mount("/docker/1"), "/docker/2"), ["/sys/fs/cgroup"]);
    assert_eq!(chain(&mount("/"), "/../../x"), ["/sys/fs/cgroup"]);
}
