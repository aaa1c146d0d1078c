//! What the columns of a comparison are, and which of them is the baseline.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Result, bail};
use hostmark_harness::nearest::hint;
use hostmark_harness::record::Record;

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
    places: HashMap<String, usize>,
}

impl Columns {
    /// The columns that these figures have.
    pub fn find(figures: &[&Figure], options: &Options) -> Result<Columns> {
        let by = match &options.by {
            Some(by) => labels::template(by),
            None => format!("{{{}}}", by_default(figures)),
        };
        labels::check(&by, figures.iter().map(|figure| &figure.record))?;
        let mut names: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for figure in figures {
            let name = labels::fill(&by, &figure.record);
            if seen.insert(name.clone()) {
                names.push(name);
            }
        }
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
            let baseline = names.remove(place);
            names.insert(0, baseline);
        }
        let mut apart: Vec<String> = labels::names(&by).into_iter().map(str::to_string).collect();
        if apart.iter().any(|name| name == "implementation") {
            // They belong to the implementation, and are no part of the case.
            apart.extend(VARIANTS.map(str::to_string));
        }
        let places = names.iter().enumerate().map(|(place, name)| (name.clone(), place)).collect();
        Ok(Columns { by, names, apart, places })
    }

    /// The column of a record.
    pub fn place(&self, record: &Record) -> usize {
        self.places[&labels::fill(&self.by, record)]
    }

    /// True where columns are told apart by this.
    pub fn differ_by(&self, name: &str) -> bool {
        self.apart.iter().any(|apart| apart == name)
    }
}

/// The first of label, run and implementation that is not the same in all figures.
fn by_default(figures: &[&Figure]) -> &'static str {
    let differs = |name: &&str| {
        let first = figures.first().map(|figure| labels::column(&figure.record, name));
        figures.iter().any(|figure| Some(labels::column(&figure.record, name)) != first)
    };
    ["label", "run", "implementation"].into_iter().find(differs).unwrap_or("label")
}
