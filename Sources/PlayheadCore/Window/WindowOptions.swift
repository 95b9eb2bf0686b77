/// The window of a player, and how it appears. All values hold for windows that open afterwards; ``PlayerWindow``
/// changes one that is open.
public struct WindowOptions: Sendable, Hashable {
    /// What happens to the item when its window is lost: destroyed by another program, closed by the user while
    /// ``PlayerWindow/events`` has no consumer, or removed with its display.
    public enum LossPolicy: String, Sendable, Hashable, CaseIterable {
        /// The item fails with ``PlayerError/Code/outputUnavailable``.
        case fail
        /// The item continues without a picture, with one warning. The next item opens a window again.
        case proceed
    }

    /// What draws frames on X11. On Wayland the compositor does.
    public enum Renderer: String, Sendable, Hashable, CaseIterable {
        /// OpenGL on servers with a graphics processor, else the processor.
        case automatic
        /// OpenGL, also where the processor computes it.
        case openGL = "opengl"
        /// The processor, into memory that is shared with the server.
        case software
    }

    /// What is shown of an item without video.
    public enum Visualizer: String, Sendable, Hashable, CaseIterable {
        /// The cover. In a window of the player's own, the spectrum of an item without a cover.
        case automatic
        /// The cover. In a window of the player's own, the title of an item without a cover.
        case none
        /// The spectrum: levels of bands of one third of an octave, as in ``AudioLevels/spectrum``. Before the cover,
        /// or under the title.
        case spectrum
    }

    /// Where the video is drawn. ``Player/attach(to:)`` also waits until the former surface is free.
    public var surface: VideoSurface = .window
    /// The title. Nil: the title of the item, else that in its metadata, else the name of its file.
    public var title: String?
    /// The application identifier (`app_id`, `WM_CLASS`), by which window managers find rules and icons.
    public var applicationID = "playhead"
    /// Whether the window opens full screen.
    public var isFullscreen = false
    /// The screen on which the window opens: the name of its output, such as `HDMI-1`, or its number from 0 in the
    /// order of the display. Nil: the primary screen, or the choice of the window manager. On Wayland it has an
    /// effect on a window that is full screen. A load fails with ``PlayerError/Code/outputUnavailable`` if there is
    /// no such screen.
    public var screen: String?
    /// Whether the window has no border and no title bar, as for kiosks.
    public var isBorderless = false
    /// Whether the window stays above others. No effect on Wayland.
    public var isAlwaysOnTop = false
    /// The size and position. Nil: the display size of the first video, within the screen; the window manager
    /// chooses the position, on Wayland always.
    public var geometry: WindowGeometry?
    /// The time after which a resting pointer is hidden over the window. Nil: never.
    public var cursorHideDelay: Duration? = .seconds(1)
    /// Whether the screensaver and the blanking of the screen are put off while playing.
    public var inhibitsScreensaver = true
    /// What draws frames on X11.
    public var renderer: Renderer = .automatic
    /// What is shown of an item without video. A surface of the program gets no picture of an item without a cover,
    /// except with ``Visualizer/spectrum``.
    public var visualizer: Visualizer = .automatic
    /// What happens to the item when the window is lost.
    public var lossPolicy: LossPolicy = .fail

    /// The defaults.
    public init() {}
}

/// The size and position of a window, in pixels (on Wayland: logical pixels) or as percentages of the screen: `1280x720+10-20`, `50%`,
/// `50%:50%`. The form is that of X11's geometry strings.
public struct WindowGeometry: Sendable, Hashable {
    /// A length in pixels, or as a percentage of the screen.
    public enum Length: Sendable, Hashable {
        /// Pixels of the screen, 1 to 32767 for a size.
        case pixels(Int)
        /// A percentage of the screen, 1 to 100 for a size.
        case percent(Int)

        /// The length in pixels on a screen of this size.
        package func pixels(of screen: Int) -> Int {
            switch self {
            case .pixels(let count): count
            case .percent(let percent): screen * percent / 100
            }
        }
    }

    /// A distance from the left or top edge, or from the right or bottom edge.
    public struct Offset: Sendable, Hashable {
        /// The distance.
        public var length: Length
        /// Whether it counts from the right or bottom edge.
        public var isFromEnd: Bool

        /// Makes a distance.
        public init(_ length: Length, isFromEnd: Bool = false) {
            self.length = length
            self.isFromEnd = isFromEnd
        }
    }

    /// The width of the picture. With nil and a height, the shape of the video gives it.
    public var width: Length?
    /// The height of the picture. With nil and a width, the shape of the video gives it.
    public var height: Length?
    /// The horizontal position; nil: the window manager chooses.
    public var x: Offset?
    /// The vertical position; nil: the window manager chooses.
    public var y: Offset?

    /// Makes a geometry.
    public init(width: Length? = nil, height: Length? = nil, x: Offset? = nil, y: Offset? = nil) {
        (self.width, self.height, self.x, self.y) = (width, height, x, y)
    }

    /// Parses `[W[xH]][±X±Y]`, where each number may be followed by `%`. Nil for anything else.
    public init?(_ text: String) {
        var rest = text[...]
        func length(in range: ClosedRange<Int>, _ percents: ClosedRange<Int>) -> Length? {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, let number = Int(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            if rest.first == "%" {
                rest = rest.dropFirst()
                return percents.contains(number) ? .percent(number) : nil
            }
            return range.contains(number) ? .pixels(number) : nil
        }
        func offset() -> Offset? {
            guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
            rest = rest.dropFirst()
            return length(in: 0...32767, 0...100).map { Offset($0, isFromEnd: sign == "-") }
        }
        self.init()
        if let first = rest.first, first.isNumber || first == "x" {
            if first != "x" {
                guard let found = length(in: 1...32767, 1...100) else { return nil }
                width = found
            }
            if rest.first == "x" {
                rest = rest.dropFirst()
                guard let found = length(in: 1...32767, 1...100) else { return nil }
                height = found
            }
        }
        if !rest.isEmpty {
            guard let horizontal = offset(), let vertical = offset(), rest.isEmpty else { return nil }
            (x, y) = (horizontal, vertical)
        }
        if self == WindowGeometry() { return nil }
    }
}
