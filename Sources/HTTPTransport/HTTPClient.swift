internal import CCurl
internal import Synchronization

/// An HTTP client over libcurl with one pool of connections. All handlers are called on its thread, which is its own or one that it shares with
/// others. Any number of users may share it: what differs between them is in their requests.
package final class HTTPClient: Sendable {
    package struct Configuration: Sendable {
        /// How many connections are kept open for later requests.
        package var mostIdleConnections = 64
        /// After which time without transfers all connections are closed.
        package var idleTime = Duration.seconds(60)

        package init() {}
    }

    private let mailbox: LoopMailbox
    private let ownsThread: Bool
    private let pool: PoolName
    private let isClosed = Mutex(false)

    /// - Parameter thread: nil for one of its own, which ends with it.
    package init(_ configuration: Configuration = Configuration(), on thread: HTTPThread? = nil) {
        pool = PoolName(configuration)
        mailbox = thread?.mailbox ?? LoopMailbox()
        ownsThread = thread == nil
    }

    deinit { shutdown() }

    /// Begins a transfer. The thread is started with the first one.
    package func start(
        _ request: HTTPRequest, _ handler: HTTPTransferHandler
    ) throws(HTTPTransportError) -> HTTPTransfer {
        guard mailbox.run() else { throw .closed }
        let transfer = HTTPTransfer(mailbox, pool)
        let isPosted = isClosed.withLock { isClosed in
            !isClosed && mailbox.post(.start(transfer, request, handler))
        }
        guard isPosted else { throw .closed }
        return transfer
    }

    /// Cancels all transfers, closes all connections and ends the thread, if it is the client's own, without waiting for that. May be called from
    /// a handler.
    package func shutdown() { shutdown {} }

    /// As ``shutdown()``, and returns when no call of a handler, no connection and no thread of its own is left. Lookups of names that the system
    /// does not give up are left behind; they end by themselves. Must not be awaited by a handler.
    package func close() async {
        if ownsThread { return await mailbox.closeAndWait() }
        await withCheckedContinuation { continuation in shutdown { continuation.resume() } }
    }

    private func shutdown(_ then: @escaping @Sendable () -> Void) {
        if ownsThread {
            mailbox.close()
            return then()
        }
        let isPosted = isClosed.withLock { isClosed in
            isClosed = true
            return mailbox.post(.close(pool, then))
        }
        if !isPosted { then() }
    }
}

/// A thread that clients share. It is started with the first transfer.
package final class HTTPThread: Sendable {
    let mailbox = LoopMailbox()

    package init() {}

    deinit { mailbox.close() }

    /// Calls when the thread has done what there is to do at this instant: with what it was told, and with what lies in the sockets. On the thread,
    /// or at once where it does not run.
    package func pass(_ then: @escaping @Sendable () -> Void) {
        if !mailbox.post(.pass(then)) { then() }
    }
}

/// The global state of libcurl.
enum CurlLibrary {
    /// Whether libcurl is ready. Swift initializes it once, whichever threads ask first.
    static let isReady = curl_global_init(playhead_curl_global) == CURLE_OK

    static func text(_ code: CURLcode) -> String {
        unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
