private import GStreamer
public import Playhead
private import PlayheadPipeline
private import Synchronization

/// A tap that measures the loudness of one load by EBU R128.
///
/// It uses libebur128, which has to be installed.
public final class LoudnessMeter: PresentationTap {
    private struct State {
        var library: LoudnessLibrary?
        var load = 0
        var format: (rate: Int, channels: Int)?
    }

    private let state = Mutex(State())

    /// Makes a meter.
    ///
    /// - Throws: ``LoudnessError/libraryMissing`` if libebur128 is not installed.
    public init() throws(LoudnessError) {
        guard LoudnessLibrary.isInstalled else { throw .libraryMissing }
    }

    /// The reason why loudness cannot be measured here; nil where it can.
    package static var missingLibrary: String? {
        LoudnessLibrary.isInstalled ? nil : LoudnessError.libraryMissing.description
    }

    /// The loudness of the latest load with audio so far; nil without audio. A change of the audio format
    /// restarts the measurement.
    public var loudness: Loudness? {
        state.withLock { $0.library.map(Loudness.init) }
    }

    /// Measures an audio buffer.
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

/// The reason why loudness cannot be measured.
public enum LoudnessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// libebur128 is not installed.
    case libraryMissing

    /// One sentence for the user, with the package to install.
    public var description: String {
        switch self {
        case .libraryMissing: "libebur128 is not installed (\(DebianPackage.hint("libebur128-1")))"
        }
    }
}
