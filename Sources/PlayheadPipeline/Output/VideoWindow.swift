internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The window of a player: it shows each picture that it is given, at once, until the next one.
final class VideoWindow: Sendable {
    private struct State {
        var last: StillPicture?
        var orientation = PictureOrientation.upright
        var fills = false
        var shape: (width: Int32, height: Int32)?
        /// Who presents: hears of faults.
        var feed: WeakFeed?
        /// Counts what is shown.
        var shown = 0
        var isClosed = false
    }

    private struct WeakFeed { weak var feed: PictureFeed? }

    private let pipeline: Element
    private let source: Element
    private let crop: Element
    private let sink: Element
    /// Writes subtitles into the pictures, where that is asked for.
    let drawing: SubtitleDrawing?
    private let queue = DispatchQueue(label: "playhead.window", qos: .userInteractive)
    private let state = Mutex(State())
    private let broken = Atomic(false)

    /// Nil when a window cannot be made here.
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
        // What the window has no time for gives way to what is newer.
        source.set("max-bytes", uint64: 0)
        source.set("max-buffers", uint64: 2)
        source.set("leaky-type", text: "downstream")
        // The sink could turn pictures too, but its window would have the shape of what lies on its side.
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

    /// Whether it has failed; then nothing is shown any more.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    /// Shows a picture of a feed.
    func show(_ picture: StillPicture, of feed: PictureFeed) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.feed = WeakFeed(feed: feed)
            state.last = picture
            state.shown += 1
            if state.orientation != picture.orientation { source.tell(picture.orientation) }
            state.orientation = picture.orientation
            source.push(picture)
        }
    }

    /// Shows the last picture once more, as it is to be shown now.
    func refresh() {
        state.withLock { state in
            if !state.isClosed, let last = state.last { source.push(last) }
        }
    }

    /// How pictures fill the window, from now on.
    func setAspect(_ mode: AspectMode) {
        let isNew = state.withLock { state in
            defer { state.fills = mode == .fill }
            return state.fills != (mode == .fill)
        }
        sink.set("force-aspect-ratio", mode != .stretch)
        if isNew { applyFill() }
    }

    /// Takes it down, later.
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

    /// The window tells its shape when it is made and whenever it changes.
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
            // The next picture is soon there where pictures move.
            if state.withLock({ $0.shown == shown }) { refresh() }
        }
    }

    private func applyFill() {
        let shape = state.withLock { state in state.fills ? state.shape : nil }
        // 0/1 is aspectratiocrop's word for leaving the picture alone.
        crop.set("aspect-ratio", fraction: shape.map { ($0.width, $0.height) } ?? (0, 1))
    }

    private func fail(_ message: BusMessage) {
        guard !broken.exchange(true, ordering: .relaxed) else { return }
        queue.async { [self] in state.withLock(\.feed)?.feed?.onFault(message) }
    }
}

/// The way from one load to the window of its player.
final class PictureFeed: Sendable {
    let device: VideoWindow
    private let isOn: Atomic<Bool>
    private let last = Mutex<StillPicture?>(nil)
    /// What a window that fails says.
    let onFault: @Sendable (BusMessage?) -> Void

    init(to device: VideoWindow, isOn: Bool, onFault: @escaping @Sendable (BusMessage?) -> Void) {
        self.device = device
        self.isOn = Atomic(isOn)
        self.onFault = onFault
    }

    /// A picture is presented, or held to be seen while nothing advances.
    func take(_ rendering: Rendering) {
        guard let picture = StillPicture(rendering) else { return }
        if isOn.load(ordering: .sequentiallyConsistent) {
            last.withLock { $0 = nil }
            device.show(picture, of: self)
        } else {
            last.withLock { $0 = picture }
            // It may have been switched on meanwhile.
            if isOn.load(ordering: .sequentiallyConsistent) { showLast() }
        }
    }

    /// What is presented from now on is seen; what is held is left to its time.
    func begin() { isOn.store(true, ordering: .sequentiallyConsistent) }

    /// Takes that back.
    func withdraw() { isOn.store(false, ordering: .sequentiallyConsistent) }

    /// What is presented from now on is seen, and what is held is at once.
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
