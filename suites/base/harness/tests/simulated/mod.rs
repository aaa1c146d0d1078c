//! Series of samples as measurements give them: skewed, and hanging together.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256StarStar;

/// How often a simulation is repeated.
pub const TRIALS: usize = 4000;

/// A stationary series: a first-order autoregressive normal one, put through a monotone function.
pub struct Series {
    pub correlation: f64,
    pub shape: fn(f64) -> f64,
}

/// A long right tail, as times have; its median is 1.
pub fn skewed(normal: f64) -> f64 {
    (0.4 * normal).exp() + if normal > 1.5 { normal } else { 0.0 }
}

/// A narrow normal distribution about 1.
pub fn symmetric(normal: f64) -> f64 {
    1.0 + 0.05 * normal
}

fn normal(random: &mut Xoshiro256StarStar) -> f64 {
    let mut uniform = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let (radius, angle) = (1.0 - uniform(), uniform());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

impl Series {
    /// So many values, one after another.
    pub fn draw(&self, count: usize, random: &mut Xoshiro256StarStar) -> Vec<f64> {
        let innovation = (1.0 - self.correlation.powi(2)).sqrt();
        let mut state = normal(random);
        (0..count)
            .map(|_| {
                state = self.correlation * state + innovation * normal(random);
                (self.shape)(state)
            })
            .collect()
    }
}
