/// Measures loudness by EBU R128, in LUFS.
package protocol LoudnessMeasuring: AnyObject, Sendable {
    /// Adds interleaved samples.
    func add(_ samples: [Float])
    /// The loudness of the last 400 ms.
    var momentary: Double? { get }
    /// The loudness of the last 3 s.
    var shortTerm: Double? { get }
    /// The loudness of all samples, with silence and quiet parts left out.
    var integrated: Double? { get }
    /// The maximum amplitude of the samples that were added last, between samples too.
    var truePeak: Double? { get }
}

/// Makes a measurement for a rate and a number of channels, with true peaks or without; nil if that is not possible.
package typealias MakeLoudnessMeter =
    @Sendable (_ rate: Int, _ channels: Int, _ measuresPeaks: Bool) -> (any LoudnessMeasuring)?
