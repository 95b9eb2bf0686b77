internal import PlayheadCore

/// What a window of the player's own knows of itself, on every desktop.
struct WindowState {
    /// How the window is to be placed for a video.
    enum Placement {
        /// It comes on the screen.
        case first(WindowOptions)
        /// It gets another size.
        case again(WindowOptions)
    }

    var options: WindowOptions
    var metadataTitle = ""
    /// The display size of the video that the window was made for last.
    var videoSize: VideoSize?
    /// The size on the screen.
    var size: VideoSize
    /// The size that the program has requested last; another one is the user's.
    var requestedSize: VideoSize?
    var isPlaced = false
    var isLost = false
    var clicks = ClickCounter()

    init(_ options: WindowOptions, size: VideoSize) { (self.options, self.size) = (options, size) }

    var title: String {
        let title = options.title ?? metadataTitle
        return title.isEmpty ? "Playhead" : title
    }

    /// Notes that the window is gone. Whether that is new.
    mutating func lose() -> Bool {
        defer { isLost = true }
        return !isLost
    }

    /// Notes the size on the screen. Whether it is new.
    mutating func resize(to new: VideoSize) -> Bool {
        defer { size = new }
        return size != new
    }

    /// Notes the size of a video. Whether the window has to be placed for it.
    mutating func show(_ video: VideoSize) -> Bool {
        defer { videoSize = video }
        return videoSize != video
    }

    /// How the window is placed for a new video; nil leaves it as it is: full screen, or as the user has made it.
    mutating func place() -> Placement? {
        defer { isPlaced = true }
        guard isPlaced else { return .first(options) }
        return requestedSize != size || options.isFullscreen ? nil : .again(options)
    }

    /// A point in pixels as parts of the window.
    func point(x: Double, y: Double) -> WindowPoint {
        WindowPoint(x: x / Double(max(size.width, 1)), y: y / Double(max(size.height, 1)))
    }
}
