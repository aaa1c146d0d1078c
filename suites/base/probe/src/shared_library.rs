//! Opens a library by its path or the system's by its name, and finds out which file that was.
#![allow(unsafe_code)]

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// Gives the address of a symbol, where the library has it.
pub type Resolver<'a> = &'a dyn Fn(&CStr) -> Option<*const c_void>;

/// A library that systems have.
pub(crate) struct Kind {
    /// What it is called.
    pub name: &'static str,
    /// The names that programs of the system are linked with, newest first; the loader knows the folders.
    pub files: &'static [&'static str],
    /// A function that each of them has.
    pub landmark: &'static CStr,
    /// What to do where there is none.
    pub advice: &'static str,
}

/// Opens the library in this file, or the system's own, for nobody else to see, and gives what `resolve` makes of its
/// addresses, which are those of one library and stay valid, with the file behind all links. The error is one line with
/// the name of the file and what is wrong with it, such as the symbol that it lacks.
pub(crate) fn open<T>(
    path: Option<&Path>,
    kind: &Kind,
    resolve: impl FnOnce(Resolver) -> Result<T, String>,
) -> Result<(T, PathBuf), String> {
    if cfg!(target_feature = "crt-static") {
        return Err("a static program cannot open libraries".to_string());
    }
    let library = match path {
        Some(path) => file(path)?,
        None => system(kind)?,
    };
    let file = file_of(address(&library, kind.landmark));
    let name = file.as_deref().or(path).map_or(kind.name.to_string(), |path| path.display().to_string());
    let resolved = resolve(&|name| address(&library, name))
        .map_err(|problem| format!("{name} is no {} that can be measured: {problem}", kind.name))?;
    // Never closed: exit handlers of the library, and objects of it that are kept, would point to nothing.
    std::mem::forget(library);
    let file = file.ok_or_else(|| format!("the loader does not tell which file it opened for {name}"))?;
    Ok((resolved, file.canonicalize().unwrap_or(file)))
}

/// The library in this file. A name without a folder is a file too, and is not searched for.
fn file(path: &Path) -> Result<Library, String> {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    load(whole.as_os_str()).map_err(|problem| {
        let problem = problem.to_string();
        let reason = problem.strip_prefix(&format!("{}: ", whole.display())).unwrap_or(&problem);
        format!("{} cannot be opened as a library: {reason}", path.display())
    })
}

fn system(kind: &Kind) -> Result<Library, String> {
    let first = kind.files.iter().find_map(|name| load(OsStr::new(name)).ok());
    first.ok_or_else(|| format!("this system has none of {}; {}", kind.files.join(", "), kind.advice))
}

fn load(name: &OsStr) -> Result<Library, libloading::Error> {
    // SAFETY: the library's constructors run. That is what the probe is for: it is a process of its own.
    unsafe { Library::open(Some(name), RTLD_NOW | RTLD_LOCAL) }
}

/// The address of a symbol.
fn address(library: &Library, name: &CStr) -> Option<*const c_void> {
    // SAFETY: the address is not used before it has got its type in `Symbols`.
    let symbol = unsafe { library.get::<*const c_void>(name.to_bytes_with_nul()) }.ok()?;
    Some(symbol.into_raw().cast_const())
}

/// Declares `Symbols`, the calls of a library by name with their types in C, and how they are resolved.
macro_rules! symbols {
    (needed { $($needed:ident: $needed_type:ty,)* } optional { $($optional:ident: $optional_type:ty,)* }) => {
        /// The resolved calls.
        pub(super) struct Symbols {
            $(pub $needed: $needed_type,)*
            $(pub $optional: Option<$optional_type>,)*
        }

        impl Symbols {
            /// All of them; an error names the first that is needed and missing.
            ///
            /// # Safety
            /// What the resolver gives has to be the functions of one such library, which stays loaded.
            pub(super) unsafe fn resolve(symbol: $crate::shared_library::Resolver) -> Result<Symbols, String> {
                let find = |name: &str| {
                    let name = std::ffi::CString::new(name).ok()?;
                    symbol(&name).filter(|address| !address.is_null())
                };
                let missing = |name: &str| format!("it has no {name}");
                Ok(Symbols {
                    // SAFETY: the caller vouches for the address; the type is that of the library's header.
                    $($needed: unsafe {
                        let address = find(stringify!($needed)).ok_or_else(|| missing(stringify!($needed)))?;
                        std::mem::transmute::<*const std::ffi::c_void, $needed_type>(address)
                    },)*
                    // SAFETY: as above.
                    $($optional: find(stringify!($optional)).map(|address| unsafe {
                        std::mem::transmute::<*const std::ffi::c_void, $optional_type>(address)
                    }),)*
                })
            }
        }
    };
}
pub(crate) use symbols;

/// `Dl_info` of dlfcn.h, the same on Linux, the BSDs and illumos.
#[repr(C)]
struct Place {
    file: *const c_char,
    base: *mut c_void,
    symbol: *const c_char,
    address: *mut c_void,
}

unsafe extern "C" {
    fn dladdr(address: *const c_void, place: *mut Place) -> c_int;
}

/// The file that the loader took an address from.
fn file_of(address: Option<*const c_void>) -> Option<PathBuf> {
    let (nothing, nowhere) = (std::ptr::null(), std::ptr::null_mut());
    let mut place = Place { file: nothing, base: nowhere, symbol: nothing, address: nowhere };
    // SAFETY: it reads the address and fills the structure; the name belongs to the loader and stays.
    unsafe {
        if dladdr(address?, &mut place) == 0 || place.file.is_null() {
            return None;
        }
        Some(PathBuf::from(OsStr::from_bytes(CStr::from_ptr(place.file).to_bytes())))
    }
}
