internal import Glibc

/// The levels of the sound that a device plays, over a span of time: after effects, before volume and mute.
public struct AudioLevels: Sendable, Hashable {
    /// The centres of the bands of ``spectrum`` in hertz (one third of an octave each, ISO 266).
    public static let frequencies: [Double] = [
        25, 31.5, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800, 1000, 1250, 1600, 2000,
        2500,
        3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000,
    ]

    /// The span of sound that was measured.
    public var duration: Duration
    /// The maximum amplitude of each channel in dBFS.
    public var peaks: [Double]
    /// The root mean square of each channel in dBFS; a sine at full scale has -3.
    public var rms: [Double]
    /// The maximum amplitude of all channels between samples too, in dBTP (ITU-R BS.1770). Nil without libebur128.
    public var truePeak: Double?
    /// The loudness of the last 400 ms in LUFS (EBU R128). Nil without libebur128, -infinity in silence.
    public var momentary: Double?
    /// The loudness of the last 3 s in LUFS.
    public var shortTerm: Double?
    /// The loudness since the start of the device in LUFS, with silence and quiet parts left out.
    public var integrated: Double?
    /// The level in dBFS of each band of ``frequencies``, of the mean of all channels.
    public var spectrum: [Double]

    package init(
        duration: Duration, peaks: [Double], rms: [Double], truePeak: Double? = nil, momentary: Double? = nil,
        shortTerm: Double? = nil, integrated: Double? = nil, spectrum: [Double] = []
    ) {
        (self.duration, self.peaks, self.rms) = (duration, peaks, rms)
        (self.truePeak, self.momentary, self.shortTerm) = (truePeak, momentary, shortTerm)
        (self.integrated, self.spectrum) = (integrated, spectrum)
    }

    /// The levels of this span and the next one.
    func joined(with next: AudioLevels) -> AudioLevels {
        guard peaks.count == next.peaks.count else { return next }
        var joined = next
        joined.duration = duration + next.duration
        joined.peaks = zip(peaks, next.peaks).map { max($0, $1) }
        let part = duration / joined.duration
        joined.rms = zip(rms, next.rms).map { before, after in
            Self.level(ofPower: Self.power(before) * part + Self.power(after) * (1 - part))
        }
        joined.truePeak = [truePeak, next.truePeak].compactMap(\.self).max()
        return joined
    }

    private static func power(_ level: Double) -> Double { pow(10, level / 10) }
    private static func level(ofPower power: Double) -> Double {
        power > 0 ? 10 * log10(power) : -.infinity
    }
}
