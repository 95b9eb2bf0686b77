internal import Synchronization

/// The log lines of the C libraries, which would otherwise go to standard error.
package enum LibraryLog {
    /// The severity of a line.
    package enum Level: Sendable { case error, warning, info }

    package typealias Sink = @Sendable (_ level: Level, _ source: String, _ text: String) -> Void

    private static let state = Mutex<(sink: Sink?, onChange: (@Sendable (Bool) -> Void)?)>((nil, nil))

    /// Sends all further lines to `sink`, on any thread; nil discards them.
    package static func send(to sink: Sink?) {
        let onChange = state.withLock { state in
            state.sink = sink
            return state.onChange
        }
        onChange?(sink != nil)
    }

    /// Calls the handler now and at every change, with whether a sink is set.
    package static func onChange(_ handler: @escaping @Sendable (_ isUsed: Bool) -> Void) {
        let isUsed = state.withLock { state in
            state.onChange = handler
            return state.sink != nil
        }
        handler(isUsed)
    }

    package static func write(_ level: Level, _ source: String, _ text: String) {
        state.withLock(\.sink)?(level, source, text)
    }
}
