//! What the columns of a comparison are, and which of them is the baseline.

use std::collections::HashMap;

use anyhow::{Result, bail};
use hostmark_harness::nearest::hint;

use super::{Figure, Options};
use crate::results::chart::from_records::VARIANTS;
use crate::results::chart::labels;

/// The columns, the baseline first.
pub struct Columns {
    /// What tells them apart, as a template.
    pub by: String,
    /// Their names.
    pub names: Vec<String>,
    /// Names in the template: what they name is no part of a row.
    pub apart: Vec<String>,
    /// The column of each figure.
    pub places: Vec<usize>,
}

impl Columns {
    /// The columns that these figures have.
    pub fn find(figures: &[Figure], options: &Options) -> Result<Columns> {
        let by = match &options.by {
            Some(by) => labels::template(by),
            None => format!("{{{}}}", by_default(figures)),
        };
        labels::check(&by, figures.iter().map(|figure| figure.record))?;
        let mut names: Vec<String> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut place = |figure: &Figure| {
            let name = labels::fill(&by, figure.record);
            *known.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() - 1
            })
        };
        let mut places: Vec<usize> = figures.iter().map(&mut place).collect();
        if names.is_empty() {
            bail!("there is nothing to compare: no figure is left; see --only, --where and --metric");
        }
        if names.len() < 2 {
            bail!("there is nothing to compare: all figures have the same {by}; give another run, or another --by");
        }
        if let Some(wanted) = &options.baseline {
            let Some(place) = names.iter().position(|name| name == wanted) else {
                bail!("there is no column '{wanted}'{}", hint(wanted, names.iter().map(String::as_str)));
            };
            names[..=place].rotate_right(1);
            // What was before the baseline moves one behind.
            places.iter_mut().filter(|known| **known <= place).for_each(|known| *known = (*known + 1) % (place + 1));
        }
        let mut apart: Vec<String> = labels::names(&by).into_iter().map(str::to_string).collect();
        if apart.iter().any(|name| name == "implementation") {
            // They belong to the implementation, and are no part of the case.
            apart.extend(VARIANTS.map(str::to_string));
        }
        Ok(Columns { by, names, apart, places })
    }

    /// True where columns are told apart by this.
    pub fn differ_by(&self, name: &str) -> bool {
        self.apart.iter().any(|apart| apart == name)
    }
}

/// The first of label, run and implementation that is not the same in all figures.
fn by_default(figures: &[Figure]) -> &'static str {
    let differs = |name: &&str| {
        let first = figures.first().map(|figure| labels::column(figure.record, name));
        figures.iter().any(|figure| Some(labels::column(figure.record, name)) != first)
    };
    ["label", "run", "implementation"].into_iter().find(differs).unwrap_or("label")
}
