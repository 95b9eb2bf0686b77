internal import CCurl
internal import Synchronization

/// An HTTP client over libcurl with one pool of connections.
///
/// All handlers are called on the client's thread, which is its own or shared with other clients. Any number
/// of users may share a client, because their settings are in the requests.
package final class HTTPClient: Sendable {
    package struct Configuration: Sendable {
        /// The maximum number of idle connections that are kept open.
        package var mostIdleConnections = 64
        /// The time without transfers after which all connections are closed.
        package var idleTime = Duration.seconds(60)

        package init() {}
    }

    private let mailbox: LoopMailbox
    private let ownsThread: Bool
    private let pool: PoolName
    private let isClosed = Mutex(false)

    /// - Parameter thread: a shared thread; nil for an own thread, which ends with the client.
    package init(_ configuration: Configuration = Configuration(), on thread: HTTPThread? = nil) {
        pool = PoolName(configuration)
        mailbox = thread?.mailbox ?? LoopMailbox()
        ownsThread = thread == nil
    }

    deinit { shutdown() }

    /// Begins a transfer. The first transfer starts the thread.
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

    /// Cancels all transfers, closes all connections and ends the client's own thread, without waiting. May
    /// be called from a handler.
    package func shutdown() { shutdown {} }

    /// Shuts down like ``shutdown()``, and waits until no handler call, no connection and no own thread is
    /// left.
    ///
    /// A name lookup that the system cannot cancel is abandoned and ends by itself. A handler must not await
    /// this function.
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

/// A thread that clients share. The first transfer starts it.
package final class HTTPThread: Sendable {
    let mailbox = LoopMailbox()

    package init() {}

    deinit { mailbox.close() }

    /// Calls `then` when the thread has handled all pending commands and all data in its sockets. The call is
    /// made on the thread, or immediately if the thread does not run.
    package func pass(_ then: @escaping @Sendable () -> Void) {
        if !mailbox.post(.pass(then)) { then() }
    }
}

/// The global state of libcurl.
enum CurlLibrary {
    /// Whether libcurl is initialized. Swift guarantees a single initialization from any thread.
    static let isReady = curl_global_init(playhead_curl_global) == CURLE_OK

    static func text(_ code: CURLcode) -> String {
        unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
    }
}
