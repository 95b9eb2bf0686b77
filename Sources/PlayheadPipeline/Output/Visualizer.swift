internal import Dispatch
internal import GStreamer
internal import PlayheadCore

/// Shows items without video in the window of a player: the cover, or the spectrum of what is heard. The bars go on
/// from item to item. Nothing is measured or drawn for a window that cannot be seen.
final class Visualizer: @unchecked Sendable {
    /// What is shown, and where.
    struct Subject: Sendable {
        var background: SpectrumBackground
        var window: VideoWindow
        var feed: PictureFeed
        /// Those who follow the levels of the device.
        var listeners: LevelListeners
    }

    /// What an item without video looks like.
    enum Look: Sendable {
        case cover
        case drawn(hasBars: Bool)

        /// The look in a window that is open.
        init(_ visualizer: WindowOptions.Visualizer, hasCover: Bool) {
            let isCovered = hasCover && visualizer != .spectrum
            self = isCovered ? .cover : .drawn(hasBars: visualizer != .none)
        }

        /// Whether there is anything to open a window for.
        static func exists(in options: WindowOptions, hasCover: Bool) -> Bool {
            hasCover || options.surface.target == .window || options.visualizer == .spectrum
        }
    }

    // All variables are used on `queue` only.
    private let queue = DispatchQueue(label: "playhead.visualizer", qos: .userInteractive)
    private var subject: Subject?
    /// The size of the video for which a window of the player's own is made.
    private var windowSize = defaultSize
    /// Whether the cover is shown as it is.
    private var showsCover = false
    private var canvas: SpectrumCanvas?
    private var bars = SpectrumBars(count: AudioLevels.frequencies.count)
    /// The levels whose sound is not heard yet.
    private var coming = LevelPacing()
    private var unsubscribe: (@Sendable () -> Void)?
    private var timer: (any DispatchSourceTimer)?
    private var lastMove = DispatchTime.now()

    /// The size of a window in which no video was shown before.
    private static let defaultSize = VideoSize(width: 640, height: 360)
    /// A window that was made for less than this becomes larger.
    private static let leastSize = VideoSize(width: 320, height: 180)
    private static let interval = 1.0 / 30

    /// Shows an item from now on, until frames of another feed follow or the window ends.
    func show(_ new: Subject) {
        new.window.give(to: new.feed) { [weak self] in self?.followWindow() }
        queue.async { [self] in
            unsubscribe?()
            unsubscribe = nil
            (subject, canvas, showsCover) = (new, nil, false)
            if let frame = new.window.area?.frame {
                let isLarge = frame.width >= Self.leastSize.width && frame.height >= Self.leastSize.height
                windowSize = isLarge ? frame : Self.defaultSize
            }
            update()
        }
    }

    private func followWindow() {
        queue.async { [self] in if subject != nil { run() } }
    }

    /// Updates the picture 30 times a second, until nothing moves.
    private func run() {
        guard timer == nil else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: Self.interval, leeway: .milliseconds(2))
        timer.setEventHandler { [weak self] in self?.update() }
        lastMove = .now()
        self.timer = timer
        timer.resume()
    }

    private func rest() {
        timer?.cancel()
        timer = nil
    }

    /// Ends what is shown.
    private func end() {
        rest()
        listen(nil)
        (subject, canvas) = (nil, nil)
    }

    private func update() {
        guard let subject, let area = subject.window.area else { return end() }
        guard area.isVisible else {
            rest()
            return listen(nil)
        }
        switch Look(area.visualizer, hasCover: subject.background.cover != nil) {
        case .cover:
            rest()
            listen(nil)
            canvas = nil
            if !showsCover { showCover(of: subject) }
        case .drawn(let hasBars):
            showsCover = false
            listen(hasBars ? subject.listeners : nil)
            draw(subject, area)
            if bars.areAtRest, coming.isEmpty { rest() } else { run() }
        }
    }

    private func showCover(of subject: Subject) {
        guard let picture = subject.background.cover?.still else { return }
        showsCover = true
        if !subject.window.show(picture, drawnFor: subject.feed, windowSize: nil) { end() }
    }

    private func draw(_ subject: Subject, _ area: VideoWindow.Area) {
        let now = DispatchTime.now()
        let due = coming.take(at: now)
        if let due { bars.aim(at: due) } else if coming.hasEnded(at: now) { bars.drop() }
        bars.move(for: Double(now.uptimeNanoseconds - lastMove.uptimeNanoseconds) / 1e9)
        lastMove = now
        let size = Self.drawnSize(area.size ?? windowSize)
        let isNew = canvas?.size != size
        if isNew {
            canvas = SpectrumCanvas(
                subject.background.pixels(size), size, bars: AudioLevels.frequencies.count)
        }
        let hasMoved = canvas?.draw(bars.heights) ?? false
        guard isNew || hasMoved, let picture = canvas?.picture?.still else { return }
        if !subject.window.show(picture, drawnFor: subject.feed, windowSize: windowSize) { end() }
    }

    /// The shape of the window, with no more pixels than Full HD has.
    private static func drawnSize(_ size: VideoSize) -> VideoSize {
        let factor = (Double(1920 * 1080) / Double(max(size.width * size.height, 1))).squareRoot()
        guard factor < 1 else { return VideoSize(width: max(size.width, 1), height: max(size.height, 1)) }
        return VideoSize(
            width: max(1, Int(Double(size.width) * factor)), height: max(1, Int(Double(size.height) * factor))
        )
    }

    /// Follows levels; nil for none.
    private func listen(_ listeners: LevelListeners?) {
        guard let listeners else {
            unsubscribe?()
            unsubscribe = nil
            coming = LevelPacing()
            return bars.drop()
        }
        guard unsubscribe == nil else { return }
        unsubscribe = listeners.add(every: .milliseconds(50)) { [weak self] levels in
            self?.queue.async { [weak self] in self?.hear(levels) }
        }
    }

    private func hear(_ levels: AudioLevels) {
        guard unsubscribe != nil, !(bars.areAtRest && SpectrumBars.areSilent(levels.spectrum)) else { return }
        coming.add(levels, at: .now())
        run()
    }
}
