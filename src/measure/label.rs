//! Names of runs: from labels and times, safe as a folder name on every file system.

/// Lower-case letters, digits, `.` and `-` of a label: `Debian 12 KVM` gives `debian-12-kvm`.
pub fn slug(label: &str) -> String {
    let mut slug = String::new();
    for character in label.chars().take(200) {
        if character.is_alphanumeric() || character == '.' {
            slug.extend(character.to_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_matches(['-', '.']);
    if slug.is_empty() { "host".to_string() } else { slug.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_becomes_a_folder_name() {
        assert_eq!(slug("Debian 12 KVM"), "debian-12-kvm");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("\u{1b}[31m"), "31m");
        assert_eq!(slug("///"), "host");
    }
}
