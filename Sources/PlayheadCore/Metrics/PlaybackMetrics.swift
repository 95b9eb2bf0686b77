/// The metrics of the playback of one item.
///
/// Times are durations on the player's clock: on a virtual clock they are exact and the same in every run.
public struct PlaybackMetrics: Sendable, Equatable, Codable {
    /// The time from the request of an item to each stage of its start; nil for stages that were not reached.
    /// A preloaded item has completed the first stages at its request.
    public struct Startup: Sendable, Hashable, Codable {
        /// The time to the duration, the tracks or the metadata.
        public internal(set) var untilMetadata: Duration?
        /// The time to the first presentable frame or sample.
        public internal(set) var untilReady: Duration?
        /// The time to the first advance of media.
        public internal(set) var untilStarted: Duration?
    }

    /// A stall: an interruption of playback by missing media.
    public struct Stall: Sendable, Hashable, Codable {
        /// The position.
        public internal(set) var position: Duration
        /// The duration, until now or until the end of the attempt if media did not come.
        public internal(set) var length: Duration
        /// Whether the stall ended with media.
        public internal(set) var hasEnded = false
    }

    /// A completed seek.
    public struct Seek: Sendable, Hashable, Codable {
        /// The resulting position.
        public internal(set) var position: Duration
        /// The time from the request to the completion; of several consecutive seeks, from the first request.
        public internal(set) var latency: Duration
    }

    /// The URI of the item.
    public internal(set) var uri: String
    /// The number of item changes, including the one to this item (``PlayerSnapshot/itemNumber``).
    public internal(set) var itemNumber: Int
    /// The startup times.
    public internal(set) var startup = Startup()
    /// The stalls in order: the latest 100.
    public internal(set) var stalls: [Stall] = []
    /// The number of stalls.
    public internal(set) var stallCount = 0
    /// The total duration of the stalls.
    public internal(set) var stallTime: Duration = .zero
    /// The completed seeks in order: the latest 100.
    public internal(set) var seeks: [Seek] = []
    /// The number of completed seeks.
    public internal(set) var seekCount = 0
    /// The number of decoded video frames that reached the output.
    public internal(set) var decodedVideoFrames = 0
    /// The number of presented video frames: those that were not dropped for lateness.
    public internal(set) var presentedVideoFrames = 0
    /// The number of video frames that were dropped because playback was behind, before or after decoding.
    /// Without a window, every frame that arrives is presented.
    public internal(set) var droppedVideoFrames = 0
    /// The number of presented audio buffers.
    public internal(set) var presentedAudioBuffers = 0
    /// The number of times the audio output ran empty before the end; 0 without an audio output.
    public internal(set) var audioUnderruns = 0
    /// The number of times late audio was dropped to restore synchronisation.
    public internal(set) var audioResyncs = 0
    /// The number of fetched bytes, as far as they are counted.
    public internal(set) var fetchedBytes = 0
    /// The transfer time; with ``fetchedBytes``, the bandwidth.
    public internal(set) var fetchTime: Duration = .zero
    /// The number of variant switches of an adaptive stream.
    public internal(set) var variantSwitches = 0
    /// The number of warnings.
    public internal(set) var warnings = 0
    /// The presented media time; repeated media counts once.
    public internal(set) var played: Duration = .zero
    /// The time during which media advanced.
    public internal(set) var watched: Duration = .zero
    /// The time during which the item was current, until its last end.
    public internal(set) var wallTime: Duration = .zero
    /// The reason for the end; nil before it.
    public internal(set) var outcome: EndReason?
    /// Whether the item is no longer current, and the values are final.
    public internal(set) var isFinal = false

    /// The mean bandwidth during transfers, in bits per second; nil without counted bytes.
    public var bandwidth: Double? {
        fetchTime > .zero ? Double(fetchedBytes) * 8 / (fetchTime / .seconds(1)) : nil
    }
}
