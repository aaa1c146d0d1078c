//! "Did you mean": the nearest of the names that exist.

/// The name among `known` that is nearest to `wanted`, if one is near at all.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (likeness(wanted, name), name))
        .filter(|(likeness, _)| *likeness > 0.65)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, name)| name)
}

/// From 0 to 1. Jaro and Winkler judge long names well; swapped letters of short ones need the other.
fn likeness(wanted: &str, name: &str) -> f64 {
    strsim::jaro_winkler(wanted, name).max(strsim::normalized_damerau_levenshtein(wanted, name))
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
        assert_eq!(hint("cup", ["cpu", "hanoi"]), "; did you mean 'cpu'?");
        assert_eq!(hint("xyz", ["cpu", "hanoi"]), "; there is cpu, hanoi");
    }
}
