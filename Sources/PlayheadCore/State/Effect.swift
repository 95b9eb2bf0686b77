/// An effect of a reducer step. Effects are performed in order, outside every lock; none of them blocks.
package enum Effect: Sendable, Equatable {
    case open(OpenRequest)
    case send(PipelineCommand, LoadID)
    case discard(LoadID)
    case answer(seek: Int, SeekResult)
    case refreshed(id: Int)
    case arm(Deadline)
    case disarm(Deadline)
    /// Play on another audio device from now on; nil: the default one.
    case useAudioDevice(AudioOutputDevice.ID?)
}

/// The parameters of a new pipeline.
package struct OpenRequest: Sendable, Equatable {
    package var stamp: LoadID
    package var item: MediaItem
    package var output: OutputSettings
    /// Whether a seek follows the preroll immediately, so that the first frame must not be shown.
    package var hidesFirstFrame: Bool
    package var tracks = TrackSelectionParameters()
    package var subtitleDelay: Duration = .zero
    /// Whether it is preloaded and presents nothing before its turn.
    package var isPrepared = false

    package init(
        stamp: LoadID, item: MediaItem, output: OutputSettings = OutputSettings(), hidesFirstFrame: Bool,
        tracks: TrackSelectionParameters = TrackSelectionParameters(), subtitleDelay: Duration = .zero,
        isPrepared: Bool = false
    ) {
        self.stamp = stamp
        self.item = item
        self.output = output
        self.hidesFirstFrame = hidesFirstFrame
        self.tracks = tracks
        self.subtitleDelay = subtitleDelay
        self.isPrepared = isPrepared
    }
}

/// A command to a running pipeline.
package enum PipelineCommand: Sendable, Equatable {
    case setPlaying(Bool)
    case seek(SeekRequest)
    /// Show another frame while paused: by this distance in frames, negative for backwards, never zero.
    case step(serial: Int, by: Int)
    case setOutput(OutputSettings)
    /// Present from now on what was preloaded.
    case present
    /// Start playback at this clock time, regardless of later commands.
    case start(at: Duration)
    /// Do not show the first frame: a seek follows the preroll immediately.
    case hideFirstFrame
    /// Report the position, with this number.
    case measure(id: Int)
    /// Start or stop position reports while media advances.
    case setTicking(Bool)
    /// Set the clock speed, which speeds up playback without a seek. 1 is normal.
    case setPace(Double)
    /// Report when media has reached one of these times.
    case watchTimes(TimeSubscriptions)
    /// Present these tracks: subtitles immediately, audio and video from the next seek on.
    case selectTracks(TrackSelection)
    /// Delay each subtitle.
    case delaySubtitles(Duration)
}

/// The settings of the outputs.
package struct OutputSettings: Sendable, Equatable {
    package var volume: Double = 1
    /// The time in which the volume changes.
    package var volumeFade: Duration = .zero
    package var isMuted = false
    /// The time by which sound is later than its picture.
    package var audioDelay: Duration = .zero
    package var effects = AudioEffects()
    package var aspectMode: AspectMode = .fit
}

extension PlayerMachine {
    /// The settings of the outputs of a load.
    var outputSettings: OutputSettings {
        OutputSettings(
            volume: volume, volumeFade: volumeFade, isMuted: isMuted, audioDelay: audioDelay,
            effects: audioEffects, aspectMode: aspectMode)
    }
}

extension Double {
    /// The maximum of ``Player/volume``.
    package static let maximumVolume = 2.0
}

extension Duration {
    /// The maximum of ``Player/audioDelay`` in both directions.
    package static let longestAudioDelay: Duration = .seconds(10)
}
