/// What a pipeline reports, as a value: a bus message or a measurement, translated.
package enum PipelineEvent: Sendable, Equatable {
    /// Every output holds its first frame or sample.
    case prerolled(MediaFacts)
    /// The kinds of streams, where one was found after the preroll.
    case streams(hasVideo: Bool, hasAudio: Bool)
    /// Media advances, from this position on.
    case running(at: Duration)
    /// The measured position.
    case position(Duration)
    /// Media has advanced this far, and come by a time that is watched.
    case reached(Duration)
    case durationChanged(Duration?)
    /// What was to be measured has been reported.
    case measured(id: Int)
    /// The level of the network buffer, 0 to 100.
    case buffering(percent: Int)
    /// Whether the outputs wait for data that does not come, without any word about buffering.
    case starved(Bool)
    /// Media is buffered up to this position.
    case bufferedTo(Duration)
    /// The seek that was sent with this number has landed.
    case seekDone(serial: Int, at: Duration)
    /// The seek that was sent with this number is refused. Playback stands or goes on where it was; `running` follows if
    /// it goes on.
    case seekFailed(serial: Int, PlayerError)
    /// The step that was sent with this number is done: the frame that begins here is shown; whether it is another one than before.
    case stepDone(serial: Int, at: Duration, moved: Bool)
    case stepFailed(serial: Int, PlayerError)
    /// All input has been read; the outputs drain.
    case draining
    /// Everything will have been presented at this time of the pipeline's clock, if nothing comes between.
    case ends(at: Duration)
    case ended(EndReport)
    /// The subtitles that are due, in the order of their starts.
    case subtitle([SubtitleCue])
    /// All subtitles of this track are known.
    case transcribed(Track.ID)
    /// The streams that can be chosen, which of them are presented, and of which kinds others come with a seek only.
    case tracks([Track], applied: TrackSelection, needSeek: [Track.Kind])
    case metadata(MediaMetadata)
    case videoSize(VideoSize)
    /// A stream that goes on has grown, has lost its oldest part, or is complete.
    case window(StreamWindow)
    /// So much was fetched from a network, in so much time.
    case fetched(bytes: Int, duration: Duration)
    /// Another variant is being fetched.
    case variant(StreamVariant)
    /// Media comes that fast from its network, in bits per second.
    case bandwidth(Double)
    case warning(PlayerWarning)
    /// It is certain that this will not be presented, though it was to be.
    case gap(MediaGap)
    case failed(PlayerError)
}

/// What is known of a medium once it is prerolled.
package struct MediaFacts: Sendable, Equatable {
    package var duration: Duration?
    package var isSeekable: Bool
    package var isLive: Bool
    package var hasVideo: Bool
    package var hasAudio: Bool
    /// Whether a keyframe is shown much sooner than an exact target, and a seek may be cut off by the next.
    package var isScrubbable: Bool
    /// Where it begins, unless at zero.
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

/// What a pipeline presented when its outputs had drained.
package struct EndReport: Sendable, Equatable {
    /// Where the last frame or sample that reached an output ended; nil when none did.
    package var presentedEnd: Duration?
    /// A part of the medium that could not be presented at all, for example for want of a decoder, or that
    /// broke off.
    package var fault: PlayerError?
    /// What the medium itself shows to be missing at its end, though no length says so.
    package var lack: PlayerError?

    package init(presentedEnd: Duration?, fault: PlayerError? = nil, lack: PlayerError? = nil) {
        self.presentedEnd = presentedEnd
        self.fault = fault
        self.lack = lack
    }
}
