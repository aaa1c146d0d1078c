//! Trial division, with the instruction that this suite is about written out.
//!
//! sysbench divides 64-bit numbers, and GNU compilers turn that into the 64-bit divide. LLVM, and so rustc, puts a
//! test in front which takes the 32-bit divide where both operands are small. That is another instruction, 1.5 times
//! as fast on many Intel processors, and the figure would not be sysbench's. Where the divide is microcoded its
//! neighbours and its address count too (2 to 5 % on Skylake), so on x86-64 the whole loop is written out, with its
//! place in the processor's 32-byte windows. It is then the same machine code in each build of hostmark, too.
#![allow(unsafe_code)]

/// The first of 3, 4, 5 ... that divides `candidate` or is above `root`.
/// The loop is, instruction by instruction, that of sysbench 1.0.20 as Debian 12 ships it (gcc 12 -O2), which also
/// starts 24 bytes behind a multiple of 32.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn first_divisor(candidate: u64, root: f64) -> u64 {
    let mut divisor = 2_u64;
    // SAFETY: only registers are read and written. `div` traps on a divisor of 0, which cannot be, since it counts up
    // from 3 and the loop ends where its sign bit is set; and on a quotient above 64 bits, which cannot be, since the
    // upper half of the dividend is 0.
    unsafe {
        std::arch::asm!(
            "jmp 3f",
            ".p2align 5",
            ".fill 24, 1, 0x90",
            "2:",
            "pxor {trial}, {trial}",
            "cvtsi2sd {trial}, {divisor}",
            "comisd {root}, {trial}",
            "jb 4f",
            "mov rax, {candidate}",
            "xor edx, edx",
            "div {divisor}",
            "test rdx, rdx",
            "je 4f",
            "3:",
            "add {divisor}, 1",
            "jns 2b",
            "4:",
            candidate = in(reg) candidate,
            root = in(xmm_reg) root,
            divisor = inout(reg) divisor,
            trial = out(xmm_reg) _,
            out("rax") _,
            out("rdx") _,
            options(pure, nomem, nostack),
        );
    }
    divisor
}

/// The first of 3, 4, 5 ... that divides `candidate` or is above `root`.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn first_divisor(candidate: u64, root: f64) -> u64 {
    let mut divisor = 3;
    while divisor as f64 <= root && remainder(candidate, divisor) != 0 {
        divisor += 1;
    }
    divisor
}

/// `dividend % divisor` by the processor's 64-bit divide.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn remainder(dividend: u64, divisor: u64) -> u64 {
    let remainder;
    // SAFETY: both instructions read and write registers only, and neither traps, whatever the operands.
    unsafe {
        std::arch::asm!(
            "udiv {quotient}, {dividend}, {divisor}",
            "msub {remainder}, {quotient}, {divisor}, {dividend}",
            quotient = out(reg) _,
            dividend = in(reg) dividend,
            divisor = in(reg) divisor,
            remainder = lateout(reg) remainder,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    remainder
}

/// `dividend % divisor` as the compiler likes it.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[inline(always)]
fn remainder(dividend: u64, divisor: u64) -> u64 {
    dividend % divisor
}

/// True where [`first_divisor`] runs the instruction that sysbench runs.
pub(crate) const PINNED: bool = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(candidate: u64, root: f64) -> u64 {
        (3..).find(|divisor| *divisor as f64 > root || candidate % divisor == 0).unwrap()
    }

    #[test]
    fn it_divides_as_the_percent_sign_does() {
        let edges = [0, 1, 2, 3, 4, 9, 19_997, 1 << 31, u64::from(u32::MAX), 1 << 32, 1 << 63, u64::MAX - 1, u64::MAX];
        // Numbers of all lengths.
        let spread = (1..4000_u64).map(|index| index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (index % 64));
        for candidate in edges.into_iter().chain(spread) {
            for root in [0.0, 2.9, 3.0, 3.1, 141.5, 2500.0] {
                assert_eq!(first_divisor(candidate, root), plain(candidate, root), "{candidate} up to {root}");
            }
        }
    }

    #[test]
    fn no_root_ends_at_once() {
        assert_eq!(first_divisor(7, f64::NAN), 3);
        assert_eq!(first_divisor(7, -1.0), 3);
    }
}
