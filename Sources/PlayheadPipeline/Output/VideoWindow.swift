internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The window of a player. It shows each video frame at once, until the next one.
final class VideoWindow: Sendable {
    private struct State {
        var last: StillPicture?
        var orientation = PictureOrientation.upright
        var fills = false
        var shape: (width: Int32, height: Int32)?
        /// The feed of the load that presents. It receives the faults of the window.
        var feed: WeakFeed?
        /// Counts the frames that were shown.
        var shown = 0
        var isClosed = false
    }

    private struct WeakFeed { weak var feed: PictureFeed? }

    private let pipeline: Element
    private let source: Element
    private let crop: Element
    private let sink: Element
    /// Writes subtitles into the frames, if that is requested.
    let drawing: SubtitleDrawing?
    private let queue = DispatchQueue(label: "playhead.window", qos: .userInteractive)
    private let state = Mutex(State())
    private let broken = Atomic(false)

    /// Nil if a window cannot be created.
    init?(drawsText: Bool) {
        guard let source = Element.make("appsrc"), let convert = Element.make("videoconvert"),
            let flip = Element.make("videoflip"), let crop = Element.make("aspectratiocrop"),
            let sink = Element.make("glimagesink")
        else { return nil }
        self.source = source
        self.crop = crop
        self.sink = sink
        drawing = drawsText ? SubtitleDrawing() : nil
        pipeline = Element.pipeline()
        source.set("format", text: "time")
        // A newer frame replaces one that the window had no time to show.
        source.set("max-bytes", uint64: 0)
        source.set("max-buffers", uint64: 2)
        source.set("leaky-type", text: "downstream")
        // The sink could rotate frames too, but its window would keep the shape of the unrotated frame.
        if Workaround.glRotatedWindowShape.isNeeded {
            flip.set("video-direction", text: "auto")
        } else {
            sink.set("rotate-method", text: "automatic")
        }
        sink.set("sync", false)
        sink.set("qos", false)
        sink.set("async", false)
        let elements = [source, convert, flip, crop, drawing?.overlay, sink].compactMap { $0 }
        for element in elements { pipeline.add(element) }
        for (element, next) in zip(elements, elements.dropFirst()) where !element.link(to: next) {
            return nil
        }
        guard sink.setState(.ready) != .failed else {
            sink.setState(.null)
            return nil
        }
        sink.onReshape { [weak self] width, height in
            self?.follow(Int32(clamping: width), Int32(clamping: height))
        }
        pipeline.onMessage { [weak self] message in
            if case .error = message { self?.fail(message) }
        }
        pipeline.setState(.playing)
    }

    /// Whether the window has failed. Nothing is shown afterwards.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// Shows a frame of a feed.
    func show(_ picture: StillPicture, of feed: PictureFeed) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.feed = WeakFeed(feed: feed)
            // An image comes again and again, and the window keeps its frame. Subtitles may have changed.
            if drawing == nil, let last = state.last, picture.isRepetition(of: last) { return }
            state.last = picture
            state.shown += 1
            if state.orientation != picture.orientation { source.tell(picture.orientation) }
            state.orientation = picture.orientation
            source.push(picture)
        }
    }

    /// Shows the last frame again, with the current settings.
    func refresh() {
        state.withLock { state in
            if !state.isClosed, let last = state.last { source.push(last) }
        }
    }

    /// Sets how frames fill the window from now on.
    func setAspect(_ mode: AspectMode) {
        let isNew = state.withLock { state in
            defer { state.fills = mode == .fill }
            return state.fills != (mode == .fill)
        }
        sink.set("force-aspect-ratio", mode != .stretch)
        if isNew { applyFill() }
    }

    /// Closes the window asynchronously.
    func close(_ completion: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isClosed = true
            state.last = nil
        }
        queue.async { [self] in
            pipeline.silenceBus()
            pipeline.setState(.null)
            completion()
        }
    }

    /// The window reports its size when it is created and at each change.
    private func follow(_ width: Int32, _ height: Int32) {
        let (isRecut, shown) = state.withLock { state in
            defer { state.shape = (width, height) }
            let isSame = state.shape.map { $0 == (width, height) } ?? false
            return (state.fills && !isSame, state.shown)
        }
        guard isRecut else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in
            guard let self else { return }
            applyFill()
            // While video plays, the next frame arrives soon and makes this refresh unnecessary.
            if state.withLock({ $0.shown == shown }) { refresh() }
        }
    }

    private func applyFill() {
        let shape = state.withLock { state in state.fills ? state.shape : nil }
        // 0/1 makes `aspectratiocrop` leave the frame as it is.
        crop.set("aspect-ratio", fraction: shape.map { ($0.width, $0.height) } ?? (0, 1))
    }

    private func fail(_ message: BusMessage) {
        guard !broken.exchange(true, ordering: .relaxed) else { return }
        queue.async { [self] in state.withLock(\.feed)?.feed?.onFault(message) }
    }
}

/// Hands the video frames of one load to the window of its player.
final class PictureFeed: Sendable {
    let device: VideoWindow
    private let isOn: Atomic<Bool>
    private let last = Mutex<StillPicture?>(nil)
    /// Called with the message of a window that fails.
    let onFault: @Sendable (BusMessage?) -> Void

    init(to device: VideoWindow, isOn: Bool, onFault: @escaping @Sendable (BusMessage?) -> Void) {
        self.device = device
        self.isOn = Atomic(isOn)
        self.onFault = onFault
    }

    /// Takes a frame that is presented, or that is held and visible while paused.
    func take(_ rendering: Rendering) {
        guard let picture = StillPicture(rendering) else { return }
        if isOn.load(ordering: .sequentiallyConsistent) {
            last.withLock { $0 = nil }
            device.show(picture, of: self)
        } else {
            last.withLock { $0 = picture }
            // The feed may have been switched on meanwhile.
            if isOn.load(ordering: .sequentiallyConsistent) { showLast() }
        }
    }

    /// Frames that are presented from now on are visible. A held frame waits for its time.
    func begin() { isOn.store(true, ordering: .sequentiallyConsistent) }

    /// Reverts ``begin()``.
    func withdraw() { isOn.store(false, ordering: .sequentiallyConsistent) }

    /// Frames that are presented from now on are visible, and a held frame at once.
    func present() {
        isOn.store(true, ordering: .sequentiallyConsistent)
        showLast()
    }

    func setAspect(_ mode: AspectMode) { if isOn.load(ordering: .relaxed) { device.setAspect(mode) } }

    private func showLast() {
        let picture = last.withLock { last in
            defer { last = nil }
            return last
        }
        if let picture { device.show(picture, of: self) }
    }
}
