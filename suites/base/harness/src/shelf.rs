//! What a suite keeps from one block to the next, because it is dear to make: a corpus, a file as large as the memory.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::status::NoResult;

/// Things by name. Clones share them; what nobody else holds is dropped when the shelf is cleared.
#[derive(Clone, Default)]
pub struct Shelf(Arc<Mutex<BTreeMap<String, Arc<dyn Any + Send + Sync>>>>);

impl Shelf {
    /// The thing of this name, made now where there is none yet. One that cannot be made is tried again the next time.
    ///
    /// # Panics
    /// Where the thing of this name is of another type: a defect of the suite.
    pub fn get_or_make<T: Any + Send + Sync>(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<T, NoResult>,
    ) -> Result<Arc<T>, NoResult> {
        let mut things = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let thing = match things.get(name) {
            Some(thing) => Arc::clone(thing),
            None => {
                let made: Arc<dyn Any + Send + Sync> = Arc::new(make()?);
                things.insert(name.to_string(), Arc::clone(&made));
                made
            }
        };
        Ok(thing.downcast().unwrap_or_else(|_| panic!("the thing '{name}' is of another type")))
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_made_once_and_gone_when_the_shelf_is_cleared() {
        let shelf = Shelf::default();
        let failed = shelf.get_or_make::<String>("text", || Err(NoResult::Failed("full".into())));
        assert!(failed.is_err());
        let first = shelf.get_or_make("text", || Ok("a".to_string())).unwrap();
        let second = shelf.clone().get_or_make("text", || Ok("b".to_string())).unwrap();
        assert_eq!((first.as_str(), second.as_str()), ("a", "a"));
        shelf.clear();
        assert_eq!(Arc::strong_count(&first), 2);
        assert_eq!(*shelf.get_or_make("text", || Ok("c".to_string())).unwrap(), "c");
    }
}
