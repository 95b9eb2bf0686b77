public import Logging
internal import PlayheadSystem
internal import Synchronization

/// The log of the library and of GStreamer, through swift-log. Off by default.
///
/// The log is process-wide, like that of GStreamer. Messages come on any thread.
public enum PlayheadLog {
    private static let current = Mutex<Logger?>(nil)

    /// The destination of the log; nil, the default, disables it. Takes effect immediately, for every player.
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
