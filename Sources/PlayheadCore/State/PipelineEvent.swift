/// A report of a pipeline as a value: a translated bus message or a measurement.
package enum PipelineEvent: Sendable, Equatable {
    /// Every output has its first frame or sample.
    case prerolled(MediaFacts)
    /// The kinds of streams, if one was found after the preroll.
    case streams(hasVideo: Bool, hasAudio: Bool)
    /// Media advances from this position on.
    case running(at: Duration)
    /// The measured position.
    case position(Duration)
    /// Media has reached a watched time.
    case reached(Duration)
    case durationChanged(Duration?)
    /// The requested measurement has been reported.
    case measured(id: Int)
    /// The level of the network buffer, 0 to 100, as the pipeline computes it from the held media.
    case buffering(percent: Int)
    /// Whether the clock has run ahead of the media at the outputs. It does not depend on the level.
    case starved(Bool)
    /// The end of the buffered media.
    case bufferedTo(Duration)
    /// The seek with this number has completed.
    case seekDone(serial: Int, at: Duration)
    /// The seek with this number was refused. Playback stays at its position; `running` follows if it
    /// advances.
    case seekFailed(serial: Int, PlayerError)
    /// The step with this number has completed: the frame that starts here is shown. `moved` says whether it
    /// is another one.
    case stepDone(serial: Int, at: Duration, moved: Bool)
    case stepFailed(serial: Int, PlayerError)
    /// All input has been read; the outputs are draining.
    case draining
    /// The time on the pipeline's clock at which all media will have been presented, without interruptions.
    case ends(at: Duration)
    case ended(EndReport)
    /// The cues at the position, in order of start.
    case subtitle([SubtitleCue])
    /// All cues of this track are known.
    case transcribed(Track.ID)
    /// The selectable tracks, the presented ones, and the kinds that switch with a seek only.
    case tracks([Track], applied: TrackSelection, needSeek: [Track.Kind])
    case metadata(MediaMetadata)
    case videoSize(VideoSize)
    /// A live stream has grown, has lost its oldest media, or is complete.
    case window(StreamWindow)
    /// The number of bytes fetched from a network, and the transfer time.
    case fetched(bytes: Int, duration: Duration)
    /// Another variant is being fetched.
    case variant(StreamVariant)
    /// The measured network bandwidth, in bits per second.
    case bandwidth(Double)
    case warning(PlayerWarning)
    /// Media that was due will certainly not be presented.
    case gap(MediaGap)
    case failed(PlayerError)
}

/// The properties of a medium at its preroll.
package struct MediaFacts: Sendable, Equatable {
    package var duration: Duration?
    package var isSeekable: Bool
    package var isLive: Bool
    package var hasVideo: Bool
    package var hasAudio: Bool
    /// Whether a keyframe is shown much sooner than an exact target, and the next seek may cancel a seek.
    package var isScrubbable: Bool
    /// The start position, unless zero.
    package var position: Duration?

    package init(
        duration: Duration? = nil, isSeekable: Bool = true, isLive: Bool = false, hasVideo: Bool = true,
        hasAudio: Bool = true, isScrubbable: Bool = true, position: Duration? = nil
    ) {
        self.position = position
        self.duration = duration
        self.isSeekable = isSeekable
        self.isLive = isLive
        self.hasVideo = hasVideo
        self.hasAudio = hasAudio
        self.isScrubbable = isScrubbable
    }
}

/// The presented media of a pipeline whose outputs have drained.
package struct EndReport: Sendable, Equatable {
    /// The end of the last presented frame or sample; nil if none was presented.
    package var presentedEnd: Duration?
    /// The error of a stream that could not be presented, for example without a decoder, or that broke off.
    package var fault: PlayerError?
    /// The missing end of the medium, detected from its content although no duration says so.
    package var lack: PlayerError?

    package init(presentedEnd: Duration?, fault: PlayerError? = nil, lack: PlayerError? = nil) {
        self.presentedEnd = presentedEnd
        self.fault = fault
        self.lack = lack
    }
}
