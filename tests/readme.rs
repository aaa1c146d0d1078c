//! The transcripts in README.md are what the program prints today.

#[test]
fn transcripts() {
    trycmd::TestCases::new().env("LC_ALL", "C.UTF-8").case("README.md");
}
