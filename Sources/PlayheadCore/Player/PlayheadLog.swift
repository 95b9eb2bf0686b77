public import Logging
internal import PlayheadSystem
internal import Synchronization

/// The log of the library and of GStreamer below it, through swift-log. Off by default.
///
/// There is one for the process, because GStreamer has one. Lines come on any thread.
public enum PlayheadLog {
    private static let current = Mutex<Logger?>(nil)

    /// Where the log goes; nil, the default, is nowhere. Setting it takes effect at once, for every player.
    public static var logger: Logger? {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            guard let logger = newValue else { return LibraryLog.send(to: nil) }
            LibraryLog.send { level, source, text in
                let rank: Logger.Level =
                    switch level {
                    case .error: .error
                    case .warning: .warning
                    case .info: .debug
                    }
                logger.log(level: rank, "\(text)", source: source)
            }
        }
    }

    static func debug(_ message: @autoclosure () -> Logger.Message) {
        current.withLock { $0 }?.debug(message())
    }
}
