internal import Glibc

/// The coefficients of a filter of the second order, divided by `a0`.
///
/// The formulas are those of Robert Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients".
struct Biquad: Sendable, Equatable {
    var b0 = 1.0
    var b1 = 0.0
    var b2 = 0.0
    var a1 = 0.0
    var a2 = 0.0

    /// A filter that raises or lowers a band around a frequency in hertz by a gain in dB.
    static func peaking(at frequency: Double, quality: Double, gain: Double, rate: Double) -> Biquad {
        let amplitude = pow(10, gain / 40)
        let angle = 2 * Double.pi * frequency / rate
        let alpha = sin(angle) / (2 * quality)
        let a0 = 1 + alpha / amplitude
        return Biquad(
            b0: (1 + alpha * amplitude) / a0, b1: -2 * cos(angle) / a0, b2: (1 - alpha * amplitude) / a0,
            a1: -2 * cos(angle) / a0, a2: (1 - alpha / amplitude) / a0)
    }
}
