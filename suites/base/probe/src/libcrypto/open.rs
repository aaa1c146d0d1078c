//! Opens a libcrypto by its path or the system's by its name, and finds out which file that was.

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use super::Libcrypto;

/// The names that programs of the system are linked with, newest first; the loader knows the folders. On Linux the name
/// without a number is for compilers and may lead elsewhere. OpenBSD's loader takes it for the newest, and elsewhere it
/// belongs to the base system; the numbers are FreeBSD's and NetBSD's, for systems without development files.
const NAMES: &[&str] = if cfg!(target_os = "linux") {
    &["libcrypto.so.4", "libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"]
} else if cfg!(target_os = "freebsd") {
    &["libcrypto.so", "libcrypto.so.35", "libcrypto.so.30", "libcrypto.so.111"]
} else if cfg!(target_os = "netbsd") {
    &["libcrypto.so", "libcrypto.so.15", "libcrypto.so.14"]
} else {
    &["libcrypto.so", "libcrypto.so.3", "libcrypto.so.1.1"]
};

/// Opens the library in this file, or the system's own, for nobody else to see. The error is one line with the name of
/// the file and what is wrong with it, such as the symbol that it lacks.
pub(super) fn open(path: Option<&Path>) -> Result<(Arc<Libcrypto>, PathBuf), String> {
    if cfg!(target_feature = "crt-static") {
        return Err("a static program cannot open libraries".to_string());
    }
    let library = match path {
        Some(path) => file(path)?,
        None => system()?,
    };
    let file = file_of(address(&library, c"EVP_Digest"));
    let name = file.as_deref().or(path).map_or("libcrypto".to_string(), |path| path.display().to_string());
    // SAFETY: the addresses are those of one library.
    let libcrypto = unsafe { Libcrypto::resolve(&|name| address(&library, name)) }
        .map_err(|problem| format!("{name} is no libcrypto that can be measured: {problem}"))?;
    // Never closed: exit handlers of the library, and objects of it that are kept, would point to nothing.
    std::mem::forget(library);
    let file = file.ok_or_else(|| format!("the loader does not tell which file it opened for {name}"))?;
    Ok((libcrypto, file.canonicalize().unwrap_or(file)))
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

fn system() -> Result<Library, String> {
    let first = NAMES.iter().find_map(|name| load(OsStr::new(name)).ok());
    first.ok_or_else(|| format!("this system has none of {}; install OpenSSL or LibreSSL", NAMES.join(", ")))
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
