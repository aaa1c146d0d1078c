//! One JSON document for a run: schema first, then host and records, base units, missing numbers as null.

use hostmark_harness::record::Record;
use serde::Serialize;
use serde_json::Value;

/// The version of this form.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    interrupted: bool,
    host: &'a Value,
    records: &'a [Record],
}

/// The document, ending in a newline.
pub fn document(host: &Value, records: &[Record], interrupted: bool) -> Result<String, serde_json::Error> {
    let document = Document { schema: SCHEMA, interrupted, host, records };
    Ok(format!("{}\n", serde_json::to_string_pretty(&document)?))
}
