internal import Glibc

/// Levels of sound: full scale is an amplitude of 1, and 0 decibels.
enum Amplitude {
    /// The amplitude of a level in decibels.
    static func of(decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

    /// The level of an amplitude, in decibels; minus infinity for none.
    static func decibels(of amplitude: Double) -> Double { 20 * log10(amplitude) }
}
