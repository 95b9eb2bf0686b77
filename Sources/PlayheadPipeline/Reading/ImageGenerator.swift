internal import GStreamer
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
/// If an HLS stream offers keyframes in a playlist of their own, pictures with ``SeekTolerance/near``,
/// ``SeekTolerance/before`` and ``SeekTolerance/after`` are made of the smallest ones that suffice for the size.
/// Pictures are made one after another, in the order of the calls. All functions may be called from any
/// thread.
public final class ImageGenerator: Sendable {
    fileprivate struct State {
        /// What pictures are taken from.
        var session: ReadingSession?
        /// What the others are taken from, if the first one is of a playlist of keyframes.
        var exactSession: ReadingSession?
        /// Whether a playlist of keyframes was of no use.
        var avoidsKeyframes = false
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

    deinit {
        state.withLock { state in
            state.session?.close()
            state.exactSession?.close()
        }
    }

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
        return await Self.picture(of: artwork, order.configuration, order.video)
    }

    /// A cover for a window, without the filters and observers of a player; nil if it cannot be decoded.
    static func windowPicture(of artwork: Artwork) async -> DecodedPicture? {
        let frame = await picture(
            of: artwork, PlayerConfiguration(), VideoConversion(appliesOrientation: true))
        return (frame?.storage as? DecodedStorage)?.picture
    }

    /// A cover, decoded; nil if that fails.
    private static func picture(
        of artwork: Artwork, _ configuration: PlayerConfiguration, _ conversion: VideoConversion?
    ) async -> VideoFrame? {
        let cover = ReadingOrder(
            MediaItem(source: CoverSource(bytes: artwork.bytes), name: "cover"), configuration, nil,
            video: conversion)
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
        let session = state.withLock { $0.session(for: tolerance, order) }
        do throws(PlayerError) {
            return try await session.frame(at: time, tolerance: tolerance, isolation: #isolation)
        } catch {
            session.close()
            guard state.withLock({ $0.discard(session, after: error) }) else { throw error }
            return try await frame(at: time, tolerance)
        }
    }
}

extension ImageGenerator.State {
    /// The session for a picture, which is made if there is none. Only pictures between keyframes need another
    /// one than the first, and only if that reads a playlist of keyframes.
    fileprivate mutating func session(for tolerance: SeekTolerance, _ order: ReadingOrder) -> ReadingSession {
        let needsAll = !tolerance.isOfKeyframes
        var order = order
        if let session {
            guard needsAll, session.isOfKeyframes else { return session }
            let exact = exactSession ?? ReadingSession(order)
            exactSession = exact
            return exact
        }
        order.needsKeyframesOnly = !needsAll && !avoidsKeyframes
        let first = ReadingSession(order)
        session = first
        return first
    }

    /// Removes a session that has failed: the next picture is made by another one. Returns whether this picture
    /// may be made without a playlist of keyframes.
    fileprivate mutating func discard(_ failed: ReadingSession, after error: PlayerError) -> Bool {
        if session === failed { session = nil }
        if exactSession === failed { exactSession = nil }
        guard failed.isOfKeyframes, error.code != .closed else { return false }
        avoidsKeyframes = true
        return true
    }
}

extension SeekTolerance {
    /// Whether any keyframe meets it.
    fileprivate var isOfKeyframes: Bool {
        switch self {
        case .before, .near, .after: true
        case .exact, .within: false
        }
    }
}

/// The image file of a cover.
private struct CoverSource: MediaDataSource {
    let bytes: [UInt8]

    var length: Int? { bytes.count }

    func read(at offset: Int, count: Int) -> [UInt8] { Array(bytes.dropFirst(offset).prefix(count)) }
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
