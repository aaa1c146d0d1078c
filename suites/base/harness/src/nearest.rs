//! "Did you mean": the nearest of the names that exist.

/// The name among `known` that is nearest to `wanted`, if one is near at all.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(wanted, name), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, name)| name)
}

/// `; did you mean 'NAME'?`, or the list of what there is: the end of an error line.
pub fn hint<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(wanted, known.clone()) {
        Some(name) => format!("; did you mean '{name}'?"),
        None => format!("; there is {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_nonsense_finds_the_list() {
        assert_eq!(hint("hanio", ["cpu", "hanoi"]), "; did you mean 'hanoi'?");
        assert_eq!(hint("xyz", ["cpu", "hanoi"]), "; there is cpu, hanoi");
    }
}
