//! The one remainder instruction that this suite is about.
//!
//! sysbench divides 64-bit numbers, and GNU compilers turn that into the 64-bit divide. LLVM, and so rustc, puts a
//! test in front which takes the 32-bit divide where both operands are small. That is another instruction, 1.5 times
//! as fast on many Intel processors, and the figure would not be sysbench's. So the instruction is written out here.
#![allow(unsafe_code)]

use std::num::NonZeroU64;

/// `dividend % divisor` by the processor's 64-bit divide.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn remainder(dividend: u64, divisor: NonZeroU64) -> u64 {
    let remainder;
    // SAFETY: `div` reads and writes registers only. It traps on a zero divisor, which the type excludes, and on a
    // quotient above 64 bits, which cannot be since the upper half of the dividend is 0.
    unsafe {
        std::arch::asm!(
            "div {divisor}",
            divisor = in(reg) divisor.get(),
            inout("rax") dividend => _,
            inout("rdx") 0_u64 => remainder,
            options(pure, nomem, nostack),
        );
    }
    remainder
}

/// `dividend % divisor` by the processor's 64-bit divide.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn remainder(dividend: u64, divisor: NonZeroU64) -> u64 {
    let remainder;
    // SAFETY: both instructions read and write registers only, and neither traps.
    unsafe {
        std::arch::asm!(
            "udiv {quotient}, {dividend}, {divisor}",
            "msub {remainder}, {quotient}, {divisor}, {dividend}",
            quotient = out(reg) _,
            dividend = in(reg) dividend,
            divisor = in(reg) divisor.get(),
            remainder = lateout(reg) remainder,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    remainder
}

/// `dividend % divisor` as the compiler likes it.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[inline(always)]
pub(crate) fn remainder(dividend: u64, divisor: NonZeroU64) -> u64 {
    dividend % divisor
}

/// True where [`remainder`] is the instruction that sysbench runs.
pub(crate) const PINNED: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_remainder() {
        let edges = [0, 1, 2, 3, 19_997, 1 << 31, u64::from(u32::MAX), 1 << 32, 1 << 63, u64::MAX - 1, u64::MAX];
        for dividend in edges.into_iter().chain(spread()) {
            for divisor in edges.into_iter().chain(spread()).filter_map(NonZeroU64::new) {
                assert_eq!(remainder(dividend, divisor), dividend % divisor, "{dividend} % {divisor}");
            }
        }
    }

    /// Numbers of all lengths.
    fn spread() -> impl Iterator<Item = u64> {
        (1..400_u64).map(|index| index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (index % 64))
    }
}
