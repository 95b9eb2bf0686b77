public import PlayheadCore
internal import Synchronization

/// Makes still pictures of a medium: for posters, preview bars and contact sheets.
///
///     let generator = ImageGenerator(MediaItem(path: "film.mkv"), size: .fitting(width: 320, height: 180))
///     let frame = try await generator.image(at: .seconds(60), tolerance: .near)
///     let file = try frame.encoded(as: .jpeg(quality: 85))
///
/// Frames are turned as they are displayed. The generator opens the medium at the first picture and keeps it
/// open until it is released; it has a decoder of its own and never moves a player that plays the medium.
/// Pictures are made one after another, in the order of the calls. All functions may be called from any
/// thread.
public final class ImageGenerator: Sendable {
    private struct State {
        var session: ReadingSession?
        /// The number of the newest preview.
        var newest = 0
    }

    private let order: ReadingOrder
    private let state = Mutex(State())
    private let turns = Turns()

    /// Makes a generator. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - item: the medium; its positions are ignored.
    ///   - size: the size of pictures; nil for that of the medium.
    ///   - format: the pixel format; nil for that of the decoder. ``VideoFrame/encoded(as:)`` takes any, a
    ///     ``StoryboardComposer`` only ``PixelFormat/rgb`` and ``PixelFormat/rgba``.
    ///   - configuration: as for ``MediaReader``.
    public init(
        _ item: MediaItem, size: FrameSize? = nil, format: PixelFormat? = nil,
        configuration: PlayerConfiguration = PlayerConfiguration()
    ) {
        var medium = item.alone
        (medium.tracks, medium.network) = (item.tracks, item.network)
        let video = VideoConversion(format: format, size: size, appliesOrientation: true)
        order = ReadingOrder(medium, configuration, nil, video: video).forSingleFrames
    }

    private init(_ order: ReadingOrder) { self.order = order }

    deinit { state.withLock(\.session)?.close() }

    /// The duration of the medium; nil if it is unknown, or before the first picture. ``MediaInspector`` tells
    /// it without a picture.
    public var duration: Duration? { state.withLock(\.session)?.duration }

    /// The frame at a time.
    ///
    /// - Parameters:
    ///   - time: the position on the media timeline. One behind the end gives the last frame.
    ///   - tolerance: which frame may be given. ``SeekTolerance/near`` gives a keyframe, much faster.
    /// - Throws: ``PlayerError``; ``PlayerError/Code/closed`` if the task was cancelled,
    ///   ``PlayerError/Code/notSeekable`` if the medium cannot seek.
    public func image(at time: Duration, tolerance: SeekTolerance = .exact) async throws(PlayerError)
        -> VideoFrame
    {
        await turns.take()
        defer { turns.leave() }
        return try await frame(at: time, tolerance)
    }

    /// The frame at a time, unless a newer preview was asked for in the meantime: for a pointer that moves
    /// over a seek bar. At most one picture is being made, and only the newest waits.
    ///
    /// - Returns: the frame; nil if a newer preview took its place.
    /// - Throws: as ``image(at:tolerance:)``.
    public func preview(at time: Duration, tolerance: SeekTolerance = .near) async throws(PlayerError)
        -> VideoFrame?
    {
        let number = state.withLock { state in
            state.newest += 1
            return state.newest
        }
        await turns.take()
        defer { turns.leave() }
        guard state.withLock({ $0.newest == number }) else { return nil }
        return try await frame(at: time, tolerance)
    }

    /// A picture that stands for the medium: a keyframe from its first two thirds that is not dark and not of
    /// one colour, or else the brightest of them.
    ///
    /// - Parameter prefersCover: whether it is the cover of the medium (``MediaMetadata/artwork``) if there is
    ///   one that can be decoded, with the time 0. The medium is opened once more for that, and may be a
    ///   recording without video.
    /// - Throws: as ``image(at:tolerance:)``.
    public func representativeImage(prefersCover: Bool = false) async throws(PlayerError) -> VideoFrame {
        await turns.take()
        defer { turns.leave() }
        if prefersCover, let cover = await coverImage() { return cover }
        return try await representativeFrame()
    }

    /// The cover of the medium; nil if there is none that can be decoded.
    private func coverImage() async -> VideoFrame? {
        var inspector = MediaInspector(jobs: 1, timeout: order.configuration.loadTimeout)
        inspector.network = order.configuration.network
        inspector.networkPolicy = order.configuration.networkPolicy
        inspector.networkRecovery = order.configuration.networkRecovery
        guard let artwork = await inspector.inspect(order.item).metadata.artwork else { return nil }
        let cover = ReadingOrder(
            MediaItem(source: CoverSource(bytes: artwork.bytes), name: "cover"), order.configuration, nil,
            video: order.video)
        return try? await ImageGenerator(cover.forSingleFrames).image(at: .zero)
    }

    private func representativeFrame() async throws(PlayerError) -> VideoFrame {
        var best = try await frame(at: .zero, .before)
        guard let duration, duration > .seconds(1) else { return best }
        var bestLook = FrameLook(best)
        for part in [0.2, 0.33, 0.1, 0.5, 0.66] {
            let candidate = try await frame(at: duration * part, .near)
            let look = FrameLook(candidate)
            if look.isTelling { return candidate }
            if look.brightness > bestLook.brightness { (best, bestLook) = (candidate, look) }
        }
        return best
    }

    private func frame(at time: Duration, _ tolerance: SeekTolerance) async throws(PlayerError) -> VideoFrame
    {
        // A task that was cancelled while it waited leaves the decoder to the others.
        if Task.isCancelled { throw PlayerError(.closed, "Reading was cancelled", uri: order.item.uri) }
        let session = state.withLock { state in
            let session = state.session ?? ReadingSession(order)
            state.session = session
            return session
        }
        do throws(PlayerError) {
            return try await session.frame(at: time, tolerance: tolerance, isolation: #isolation)
        } catch {
            // The next picture is made by another one.
            session.close()
            state.withLock { if $0.session === session { $0.session = nil } }
            throw error
        }
    }
}

/// The image file of a cover.
private struct CoverSource: MediaDataSource {
    let bytes: [UInt8]

    var length: Int? { bytes.count }

    func read(at offset: Int, count: Int) -> [UInt8] { Array(bytes.dropFirst(offset).prefix(count)) }
}

/// How much there is to see on a frame, by its luma.
private struct FrameLook {
    /// The mean luma, 0 to 255.
    var brightness = 0.0
    private var variance = 0.0

    init(_ frame: VideoFrame) {
        let luma = frame.luma
        var (count, sum, squares) = (0.0, 0.0, 0.0)
        for index in stride(from: 0, to: luma.count, by: max(luma.count / 10_000, 1)) {
            let value = Double(luma[index])
            count += 1
            sum += value
            squares += value * value
        }
        guard count > 0 else { return }
        brightness = sum / count
        variance = squares / count - brightness * brightness
    }

    /// Whether it is neither dark nor of one colour.
    var isTelling: Bool { brightness > 40 && variance > 200 }
}

/// Lets one task at a time through, in the order in which they came.
private final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiters.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiters.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
