internal import GStreamer
public import PlayheadCore
internal import PlayheadSystem

/// Reads the decoded frames, samples and subtitles of a medium as fast as they decode, without playing it.
///
///     let reader = MediaReader(MediaItem(path: "film.mkv"))
///     for try await frame in reader.videoFrames(format: .rgba, size: .fitting(width: 320, height: 180)) {
///         frame.withBytes(ofPlane: 0) { pixels in … }
///     }
///
/// The media, the protocols and the errors are those of a ``Player``: local files, HTTP, HLS, DASH and
/// ``MediaDataSource``. Only what is asked for is decoded; of a stream, only that is loaded.
///
/// Each sequence may be iterated any number of times, also concurrently. Each iteration is a pass of its own
/// with its own decoder; it begins at the first `next()`, and ends with the last element, an error, the
/// cancellation of the task, or the release of the iterator. A pass decodes ahead of its consumer by at most
/// 16 frames or 12 MB of them, or 64 audio buffers, and waits then.
///
/// A pass that ends has given out everything that the medium promised. Otherwise it throws, after the last
/// element that could be decoded: ``PlayerError/Code/truncated`` for missing or damaged parts, unless
/// ``PlayerConfiguration/allowsGaps`` is set; ``PlayerError/Code/notFound`` if the medium has no such track;
/// ``PlayerError/Code/empty`` if the range begins behind the end; ``PlayerError/Code/notSeekable`` if a range
/// or single frames are asked of a medium that cannot seek; ``PlayerError/Code/outputUnavailable`` if frames
/// cannot be converted to the pixel format; ``PlayerError/Code/closed`` if the task was cancelled.
///
/// An image file is read as a video of its picture with the length of ``MediaItem/imageDuration``. For one
/// frame of it, use ``ImageGenerator``.
public struct MediaReader: Sendable {
    /// The medium. ``MediaItem/tracks`` selects its tracks, ``MediaItem/startPosition`` and
    /// ``MediaItem/endPosition`` the part that is read without a range.
    public let item: MediaItem
    /// The settings that also apply to reading: network, timeouts, deinterlacing, filters, quality, gaps. Outputs and
    /// clocks are ignored.
    public let configuration: PlayerConfiguration

    /// Makes a reader. Nothing is opened yet.
    public init(_ item: MediaItem, configuration: PlayerConfiguration = PlayerConfiguration()) {
        self.item = item
        self.configuration = configuration
    }

    /// The frames of the video track in the order of their presentation.
    ///
    /// - Parameters:
    ///   - format: the pixel format; nil for that of the decoder. Pixels are not copied if both it and `size`
    ///     are nil.
    ///   - size: the size; nil for that of the medium.
    ///   - appliesOrientation: whether frames are turned as they are displayed. Otherwise
    ///     ``VideoFrame/rotation`` and ``VideoFrame/isMirrored`` tell it.
    ///   - range: the part of the media timeline. The first frame is the one that contains its start.
    public func videoFrames(
        format: PixelFormat? = nil, size: FrameSize? = nil, appliesOrientation: Bool = false,
        range: Range<Duration>? = nil
    ) -> MediaSequence<VideoFrame> {
        let video = VideoConversion(format: format, size: size, appliesOrientation: appliesOrientation)
        return MediaSequence(ReadingOrder(item, configuration, range, video: video)) { sample in
            if case .video(let frame) = sample { frame } else { nil }
        }
    }

    /// The samples of the audio track in order, as floating-point numbers.
    ///
    /// A buffer has as many samples as the decoder makes of them; the number differs from buffer to buffer. A
    /// hole in the medium is a jump of ``AudioBuffer/time``.
    ///
    /// - Parameters:
    ///   - rate: the sample rate in Hz; nil for that of the medium.
    ///   - channels: the number of channels, mixed if the medium has others; nil for those of the medium.
    ///   - range: the part of the media timeline, exact to a sample.
    public func audioBuffers(
        rate: Int? = nil, channels: Int? = nil, range: Range<Duration>? = nil
    ) -> MediaSequence<AudioBuffer> {
        let audio = AudioConversion(sampleRate: rate, channels: channels)
        return MediaSequence(ReadingOrder(item, configuration, range, audio: audio)) { sample in
            if case .audio(let buffer) = sample { buffer } else { nil }
        }
    }

    /// The frames and audio buffers together, in the order of their times. A medium without one of the two
    /// gives the other alone.
    ///
    /// - Parameters:
    ///   - format: the pixel format; nil for that of the decoder.
    ///   - size: the size of frames; nil for that of the medium.
    ///   - rate: the sample rate in Hz; nil for that of the medium.
    ///   - channels: the number of channels; nil for those of the medium.
    ///   - range: the part of the media timeline.
    public func samples(
        format: PixelFormat? = nil, size: FrameSize? = nil, rate: Int? = nil, channels: Int? = nil,
        range: Range<Duration>? = nil
    ) -> MediaSequence<DecodedSample> {
        let order = ReadingOrder(
            item, configuration, range, video: VideoConversion(format: format, size: size),
            audio: AudioConversion(sampleRate: rate, channels: channels))
        return MediaSequence(order) { $0 }
    }

    /// The frames at some times, in the order of `times`. The medium must be able to seek.
    ///
    /// There is one frame for each time; ``VideoFrame/time`` is that of the frame. Neighbouring times may give
    /// the same frame. ``MediaInspector`` and ``ImageGenerator/duration`` tell the duration of a medium.
    ///
    /// - Parameters:
    ///   - times: positions on the media timeline. One behind the end gives the last frame.
    ///   - tolerance: which frame is given for a time. Keyframes are much faster than exact frames.
    ///   - format: the pixel format; nil for that of the decoder.
    ///   - size: the size; nil for that of the medium.
    ///   - appliesOrientation: whether frames are turned as they are displayed.
    public func frames(
        at times: [Duration], tolerance: SeekTolerance = .exact, format: PixelFormat? = nil,
        size: FrameSize? = nil, appliesOrientation: Bool = false
    ) -> MediaSequence<VideoFrame> {
        let video = VideoConversion(format: format, size: size, appliesOrientation: appliesOrientation)
        var order = ReadingOrder(item.alone, configuration, nil, video: video)
        order.times = times
        order.tolerance = tolerance
        return MediaSequence(order) { sample in
            if case .video(let frame) = sample { frame } else { nil }
        }
    }

    /// The subtitles of a track in the order of their starts, without decoding anything else.
    ///
    /// - Parameters:
    ///   - track: the track; nil for the one that a player would show.
    ///   - range: the part of the media timeline; subtitles that reach into it are included whole.
    /// - Throws: ``PlayerError``; ``PlayerError/Code/notFound`` if there is no such track.
    public func subtitles(
        of track: Track.ID? = nil, range: Range<Duration>? = nil
    ) async throws(PlayerError) -> [SubtitleCue] {
        var item = item
        item.network = item.network ?? configuration.network
        let wanted = track ?? item.tracks.subtitles
        let found = try await item.subtitles(
            patience: configuration.stallTimeout, policy: configuration.networkPolicy,
            recovery: configuration.networkRecovery
        ) { tracks in
            wanted ?? TrackSelectionParameters().selection(of: tracks).subtitles
        }
        let name = wanted ?? TrackSelectionParameters().selection(of: found.map(\.track)).subtitles
        guard
            let transcript = found.first(where: { $0.track.id == name }) ?? (track == nil ? found.first : nil)
        else {
            throw PlayerError(.notFound, "There is no such subtitle track", uri: item.uri)
        }
        guard let range else { return transcript.cues }
        return transcript.cues.filter { $0.start < range.upperBound && $0.end > range.lowerBound }
    }
}

/// The elements of a medium. Each iteration is a pass of its own, see ``MediaReader``.
public struct MediaSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// The only errors.
    public typealias Failure = PlayerError

    private let order: ReadingOrder
    private let element: @Sendable (DecodedSample) -> Element?

    init(_ order: ReadingOrder, _ element: @escaping @Sendable (DecodedSample) -> Element?) {
        self.order = order
        self.element = element
    }

    /// One pass. It is used by one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let order: ReadingOrder
        private let element: @Sendable (DecodedSample) -> Element?
        private var session: SessionOwner?

        fileprivate init(
            _ order: ReadingOrder, _ element: @escaping @Sendable (DecodedSample) -> Element?
        ) {
            self.order = order
            self.element = element
        }

        /// The next element; nil at the end of the medium or of the range.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PlayerError) -> Element? {
            let owner = session ?? SessionOwner(ReadingSession(order))
            session = owner
            while let sample = try await owner.session.next(isolation: actor) {
                if let found = element(sample) { return found }
            }
            return nil
        }
    }

    /// Begins a pass.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(order, element) }
}

/// Ends a pass when its iterator is released.
private final class SessionOwner: Sendable {
    let session: ReadingSession

    init(_ session: ReadingSession) { self.session = session }
    deinit { session.close() }
}

/// What one pass reads.
struct ReadingOrder: Sendable {
    var item: MediaItem
    var configuration: PlayerConfiguration
    var video: VideoConversion?
    var audio: AudioConversion?
    /// The times of single frames; nil to read everything.
    var times: [Duration]?
    var tolerance = SeekTolerance.exact
    /// Whether keyframes are enough. A stream may offer them in a playlist of their own.
    var needsKeyframesOnly = false

    init(
        _ item: MediaItem, _ configuration: PlayerConfiguration, _ range: Range<Duration>?,
        video: VideoConversion? = nil, audio: AudioConversion? = nil
    ) {
        var item = item
        if let range { (item.startPosition, item.endPosition) = (range.lowerBound, range.upperBound) }
        item.subtitleFiles = []
        // One frame: an image is repeated ten times a second.
        item.imageDuration = item.imageDuration ?? .limited(.milliseconds(100))
        self.item = item
        self.video = video
        self.audio = audio
        self.configuration = configuration
        self.configuration.video = .none
        self.configuration.audio = .none
        self.configuration.clock = .system
        self.configuration.presentationTap = nil
        self.configuration.drawsSubtitles = false
        self.configuration.findsSubtitleFiles = false
        self.configuration.catchUpSpeed = nil
        // Reading has no pace that a slow network could miss, so it begins with the best variant.
        self.configuration.quality.startBitrate = configuration.quality.startBitrate ?? .max
    }

    /// An order whose frames are asked for one by one.
    var forSingleFrames: ReadingOrder {
        var order = self
        order.times = []
        return order
    }

    /// The request for the pipeline. Subtitles are not needed.
    var request: OpenRequest {
        var tracks = TrackSelectionParameters()
        tracks.preferences.subtitles = .none
        if let video = item.tracks.video { tracks.video = .track(video) }
        if let audio = item.tracks.audio { tracks.audio = .track(audio) }
        tracks.subtitles = .none
        return OpenRequest(
            stamp: LoadID(number: 1), item: item, hidesFirstFrame: seeksFirst, tracks: tracks)
    }

    /// The error of values that nothing can be converted to.
    var fault: PlayerError? {
        if let format = video?.format, !PictureFormat.exists(format.rawValue) {
            return PlayerError(
                .outputUnavailable, "There is no pixel format \(format.rawValue)",
                hint: "name one of GStreamer, such as RGBA or I420", uri: item.uri)
        }
        let sides = video?.size?.sides
        let numbers = [audio?.sampleRate, audio?.channels, sides?.width, sides?.height]
        guard numbers.allSatisfy({ $0.map { (1...1_000_000).contains($0) } ?? true }) else {
            return PlayerError(
                .outputUnavailable, "A size, a sample rate or a number of channels is not possible",
                hint: "they are 1 or more", uri: item.uri)
        }
        return nil
    }

    /// Whether the part to read is empty.
    var isEmpty: Bool { times == nil && item.endPosition.map { $0 <= item.beginning } ?? false }

    /// Whether reading does not begin at the beginning, or ends before the end.
    var seeksFirst: Bool { times != nil || item.beginning > .zero || item.endPosition != nil }
}
