internal import Glibc

/// Converts between amplitudes and decibels. An amplitude of 1 is full scale and 0 dB.
enum Amplitude {
    /// The amplitude of a level in decibels.
    static func of(decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

    /// The level of an amplitude in decibels; minus infinity for 0.
    static func decibels(of amplitude: Double) -> Double { 20 * log10(amplitude) }
}
