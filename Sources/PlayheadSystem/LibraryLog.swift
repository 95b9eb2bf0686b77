internal import Synchronization

/// What the libraries below would print to standard error.
package enum LibraryLog {
    /// How grave a line is.
    package enum Level: Sendable { case error, warning, info }

    package typealias Sink = @Sendable (_ level: Level, _ source: String, _ text: String) -> Void

    private static let state = Mutex<(sink: Sink?, onChange: (@Sendable (Bool) -> Void)?)>((nil, nil))

    /// Sends every line to a function from now on, or nowhere. The lines come on any thread.
    package static func send(to sink: Sink?) {
        let onChange = state.withLock { state in
            state.sink = sink
            return state.onChange
        }
        onChange?(sink != nil)
    }

    /// Calls now, and at every change, with whether lines are sent anywhere.
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
