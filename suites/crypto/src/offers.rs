//! Who can do the work of a case, and through which calls.

use hostmark_harness::given;
use hostmark_harness::parameters::Parameters;
use hostmark_harness::suite::{Case, Environment, Implementation, Side, State};

use crate::answers;
use crate::libraries::{self, Library};
use crate::subject::{AEAD, API, OPERATION, SIZE, Subject};

/// The host's library, those that were given, and those in this program.
pub(crate) fn implementations(case: &Case, environment: &Environment) -> Vec<Implementation> {
    let Some(subject) = Subject::named(case.name) else { return Vec::new() };
    let apis = apis(case, environment);
    let each_api = |name: &str, side, state: State| -> Vec<Implementation> {
        let one = |api| implementation(case, subject, name, side, state.clone(), api);
        match state {
            State::Ready | State::Found(_) => apis.iter().map(|api| one(Some(api.as_str()))).collect(),
            // What is not here says so once.
            State::NotBuilt(_) | State::Missing(_) => vec![one(None)],
        }
    };
    let mut all = each_api("openssl", Side::Host, hostmark_probe::state(cfg!(feature = "host")));
    for given in given::all(environment) {
        all.extend(each_api(&given.name, Side::Given, hostmark_probe::state(cfg!(feature = "host"))));
    }
    for library in libraries::ALL {
        if library.is_libcrypto {
            all.extend(each_api(library.name, Side::Bundled, (library.state)(subject)));
        } else {
            all.push(by_its_own_interface(case, subject, library));
        }
    }
    all
}

/// The calls that the person wants and that differ for this algorithm; all that are wanted where none does, so that the
/// library itself says what it lacks.
pub(crate) fn apis(case: &Case, environment: &Environment) -> Vec<String> {
    let subject = Subject::named(case.name);
    let is_authenticated = subject.is_some_and(Subject::is_authenticated);
    let wanted = environment.settings.all(API);
    let differs = |api: &&String| match api.as_str() {
        "low-level" => !matches!(subject, Some(Subject::Scheme(_))) && !is_authenticated,
        // Only a digest is looked up with each message.
        "evp-implicit" => matches!(subject, Some(Subject::Digest(_))),
        AEAD => is_authenticated,
        _ => true,
    };
    let kept: Vec<String> = wanted.iter().filter(differs).cloned().collect();
    if kept.is_empty() { wanted } else { kept }
}

fn implementation(
    case: &Case,
    subject: Subject,
    name: &str,
    side: Side,
    state: State,
    api: Option<&str>,
) -> Implementation {
    let variant = api.map_or(Parameters::new(), |api| Parameters::new().with(API, api));
    let size = case.parameters.get(SIZE).and_then(|size| size.parse().ok()).unwrap_or_default();
    let known = (api == Some(AEAD)).then(|| answers::of_messages(subject, size, true));
    Implementation { name: name.to_string(), side, variant, state, same_as: None, known }
}

/// Libraries that are no libcrypto seal whole messages only, and sign messages only.
fn by_its_own_interface(case: &Case, subject: Subject, library: &Library) -> Implementation {
    let api = subject.is_authenticated().then_some(AEAD);
    let state = (library.state)(subject);
    let mut one = implementation(case, subject, library.name, Side::Bundled, state, api);
    if let (Subject::Scheme(scheme), Some(operation)) = (subject, case.parameters.get(OPERATION)) {
        one.known = answers::of_signed_messages(scheme, library.name, operation);
    }
    one
}
