private import GStreamer
public import Playhead
private import Synchronization

/// A tap that measures how loud a programme is, by EBU R128: what one load of a player presents, or as much of it as was presented.
///
/// It measures by libebur128, which has to be installed.
public final class LoudnessMeter: PresentationTap {
    private struct State {
        var library: LoudnessLibrary?
        var load = 0
        var format: (rate: Int, channels: Int)?
    }

    private let state = Mutex(State())

    /// A meter.
    ///
    /// - Throws: ``LoudnessError/libraryMissing`` where libebur128 is not installed.
    public init() throws(LoudnessError) {
        guard LoudnessLibrary.isInstalled else { throw .libraryMissing }
    }

    /// What was measured of the load that was heard last; nil when there was none. Sound of another format than before begins anew.
    public var loudness: Loudness? {
        state.withLock { state in
            state.library.map { library in
                Loudness(
                    integrated: library.integrated.flatMap { $0.isFinite ? $0 : nil },
                    range: library.range ?? 0,
                    truePeak: library.truePeak.flatMap { $0 > 0 ? Amplitude.decibels(of: $0) : nil })
            }
        }
    }

    /// Listens to sound.
    public func didPresent(_ sound: PresentedAudioBuffer) {
        guard !sound.isHeld else { return }
        state.withLock { state in
            let format = (sound.sampleRate, sound.channels)
            if state.load != sound.load || state.format.map({ $0 != format }) ?? true {
                state.library = LoudnessLibrary(channels: sound.channels, sampleRate: sound.sampleRate)
                state.load = sound.load
                state.format = format
            }
            state.library?.add(sound.samples)
        }
    }
}

/// How loud a programme is, by EBU R128.
public struct Loudness: Sendable, Hashable {
    /// The loudness of the whole, in LUFS; nil when nothing of it is loud enough to be measured.
    public var integrated: Double?
    /// How far loud and soft passages are apart, in LU (EBU Tech 3342); 0 for what is short.
    public var range: Double
    /// The highest level that is reached between samples too, in dBTP; nil for silence.
    public var truePeak: Double?

    /// What was measured, for tests of what reads it.
    public init(integrated: Double?, range: Double, truePeak: Double?) {
        self.integrated = integrated
        self.range = range
        self.truePeak = truePeak
    }
}

/// Why loudness cannot be measured.
public enum LoudnessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// libebur128 is not installed.
    case libraryMissing

    /// One sentence for a person, and what to do about it.
    public var description: String {
        switch self {
        case .libraryMissing: "libebur128 is not installed (\(DebianPackage.hint("libebur128-1")))"
        }
    }
}
