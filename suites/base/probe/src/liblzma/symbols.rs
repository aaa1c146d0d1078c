//! The calls and structures of liblzma that are used: lzma/base.h and lzma/container.h, the same in 5.0 to 5.8.
#![allow(non_snake_case)]

use std::ffi::{c_char, c_int, c_void};

use crate::shared_library::symbols;

/// `lzma_stream`.
#[repr(C)]
pub(super) struct Stream {
    pub next_in: *const u8,
    pub avail_in: usize,
    pub total_in: u64,
    pub next_out: *mut u8,
    pub avail_out: usize,
    pub total_out: u64,
    pub allocator: *const c_void,
    pub internal: *mut c_void,
    pub reserved_pointers: [*mut c_void; 4],
    pub seek_position: u64,
    pub reserved_integer: u64,
    pub reserved_sizes: [usize; 2],
    pub reserved_enums: [c_int; 2],
}

/// `lzma_mt`: options of the encoder with several threads.
#[repr(C)]
pub(super) struct Threaded {
    pub flags: u32,
    pub threads: u32,
    pub block_size: u64,
    pub timeout: u32,
    pub preset: u32,
    pub filters: *const c_void,
    pub check: c_int,
    pub reserved_enums: [c_int; 3],
    pub reserved_integers: [u32; 4],
    pub reserved_long_integers: [u64; 4],
    pub reserved_pointers: [*mut c_void; 4],
}

symbols! {
    needed {
        lzma_version_string: unsafe extern "C" fn() -> *const c_char,
        lzma_easy_encoder: unsafe extern "C" fn(*mut Stream, u32, c_int) -> c_int,
        lzma_easy_encoder_memusage: unsafe extern "C" fn(u32) -> u64,
        lzma_stream_decoder: unsafe extern "C" fn(*mut Stream, u64, u32) -> c_int,
        lzma_code: unsafe extern "C" fn(*mut Stream, c_int) -> c_int,
        lzma_end: unsafe extern "C" fn(*mut Stream),
    }
    optional {
        // Since 5.2, and only where it was built with threads.
        lzma_stream_encoder_mt: unsafe extern "C" fn(*mut Stream, *const Threaded) -> c_int,
        lzma_stream_encoder_mt_memusage: unsafe extern "C" fn(*const Threaded) -> u64,
    }
}
