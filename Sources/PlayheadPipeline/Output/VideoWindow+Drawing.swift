internal import GStreamer
internal import PlayheadCore
internal import Synchronization
internal import WindowSystem

/// Pictures that are drawn for the window, in its size.
extension VideoWindow {
    /// What a drawn picture depends on.
    struct Area {
        /// The size of the surface; nil before a window of the player's own is on the screen.
        var size: VideoSize?
        /// The displayed size of the last frame.
        var frame: VideoSize?
        var isVisible: Bool
        var visualizer: WindowOptions.Visualizer
    }

    /// Nil once the window is closed. Nothing of a lost one is visible, until another takes its place.
    var area: Area? {
        let isLost = isBroken
        let visualizer = window.options.visualizer
        return state.withLock { state in
            guard !state.isClosed else { return nil }
            // The first frame puts a window of the player's own on the screen.
            let isPlaced = state.surface.target != .window || state.shown > 0
            let size = isPlaced ? state.shape.map { VideoSize(width: $0.width, height: $0.height) } : nil
            return Area(
                size: size, frame: state.displaySize,
                isVisible: !isLost && state.isVisible && state.surface.target != .nothing,
                visualizer: visualizer)
        }
    }

    /// Gives the window to a feed that draws. `onChange` is called after each change of ``area``, on any thread.
    func give(to feed: PictureFeed, onChange: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.feed = WeakFeed(feed: feed)
            $0.onChange = onChange
        }
    }

    /// Shows a drawn picture in a window for video of a size; nil for its own. False if frames of another feed have
    /// followed, or if the window has ended.
    func show(_ picture: StillPicture, drawnFor feed: PictureFeed, windowSize: VideoSize?) -> Bool {
        if isBroken {
            tell(feed)
            return false
        }
        let shown = state.withLock { state in
            state.feed?.feed === feed && !state.isClosed ? put(picture, of: feed, &state) : nil
        }
        guard let shown else { return false }
        if let size = windowSize ?? shown.size { shown.surface?.present(size) }
        return true
    }

    func tellChange() { state.withLock(\.onChange)?() }
}
