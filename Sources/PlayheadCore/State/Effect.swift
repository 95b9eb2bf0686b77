/// What the world has to do after a step of the reducer. Performed in order, outside every lock; none of them blocks.
package enum Effect: Sendable, Equatable {
    case open(OpenRequest)
    case send(PipelineCommand, LoadID)
    case discard(LoadID)
    case answer(seek: Int, SeekResult)
    case refreshed(id: Int)
    case arm(Deadline)
    case disarm(Deadline)
}

/// What a pipeline is built for.
package struct OpenRequest: Sendable, Equatable {
    package var stamp: LoadID
    package var item: MediaItem
    package var output: OutputSettings
    /// Whether a seek will follow the preroll at once, so that the first frame must not be shown.
    package var hidesFirstFrame: Bool
    package var tracks = TrackSelectionParameters()
    package var subtitleDelay: Duration = .zero
    /// Whether it is opened ahead of its turn, and presents nothing before that.
    package var isPrepared = false
}

/// What is asked of a running pipeline.
package enum PipelineCommand: Sendable, Equatable {
    case setPlaying(Bool)
    case seek(SeekRequest)
    /// Show another frame while paused: so many further on, or back when negative; never none.
    case step(serial: Int, by: Int)
    case setOutput(OutputSettings)
    /// Its turn has come: present from now on what was opened ahead.
    case present
    /// Begin to play at this time of the clock, whatever else is asked before.
    case start(at: Duration)
    /// A seek will follow the preroll at once: do not show its frame.
    case hideFirstFrame
    /// Report where playback stands, and say so with this number.
    case measure(id: Int)
    /// Report positions while media advances, or cease.
    case setTicking(Bool)
    /// Run its clock so fast: everything is played in less time, without a seek. 1 is normal.
    case setPace(Double)
    /// Report when media has advanced to one of these times.
    case watchTimes(TimeSubscriptions)
    /// Present these streams: text at once, sound and pictures from the next seek on.
    case selectTracks(TrackSelection)
    /// Show each subtitle so much later than it says.
    case delaySubtitles(Duration)
}

/// How what is decoded is presented.
package struct OutputSettings: Sendable, Equatable {
    package var volume: Double = 1
    package var isMuted = false
    package var aspectMode: AspectMode = .fit
}
