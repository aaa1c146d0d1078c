//! Whose library it is, as far as that decides which calls mean what.

/// Whose library it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// OpenSSL 3 and later: algorithms are fetched from providers.
    OpenSsl3,
    /// OpenSSL up to 1.1.1.
    OpenSsl1,
    /// LibreSSL.
    LibreSsl,
    /// BoringSSL.
    BoringSsl,
    /// AWS-LC.
    AwsLc,
}

impl Family {
    /// By what the library calls itself, since symbols do not tell: BoringSSL has an `EVP_MD_fetch` too. BoringSSL calls
    /// itself `BoringSSL` or `OpenSSL 1.1.1 (compatible; BoringSSL)`, AWS-LC likewise.
    pub(super) fn of(version: &str) -> Family {
        let major = || version.strip_prefix("OpenSSL ").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
        if version.contains("LibreSSL") {
            Family::LibreSsl
        } else if version.contains("BoringSSL") {
            Family::BoringSsl
        } else if version.contains("AWS-LC") {
            Family::AwsLc
        } else if major().is_some_and(|major| major >= 3) {
            Family::OpenSsl3
        } else {
            Family::OpenSsl1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_told_by_what_libraries_call_themselves() {
        assert_eq!(Family::of("OpenSSL 3.0.19 27 Jan 2026"), Family::OpenSsl3);
        assert_eq!(Family::of("OpenSSL 4.0.3 1 Nov 2026"), Family::OpenSsl3);
        assert_eq!(Family::of("OpenSSL 1.1.1w  11 Sep 2023"), Family::OpenSsl1);
        assert_eq!(Family::of("LibreSSL 4.0.0"), Family::LibreSsl);
        assert_eq!(Family::of("OpenSSL 1.1.1 (compatible; BoringSSL)"), Family::BoringSsl);
        assert_eq!(Family::of("BoringSSL"), Family::BoringSsl);
        assert_eq!(Family::of("AWS-LC 5.12.0"), Family::AwsLc);
    }
}
