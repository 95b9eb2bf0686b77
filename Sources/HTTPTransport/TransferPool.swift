internal import CCurl

/// The identity of a client's pool on its thread.
final class PoolName: Sendable {
    let configuration: HTTPClient.Configuration

    init(_ configuration: HTTPClient.Configuration) { self.configuration = configuration }
}

/// The transfers and connections of a client: a multi handle of libcurl. Only the client's thread uses it.
@safe final class TransferPool {
    /// A strong reference, so that no other pool gets the same identity.
    private let name: PoolName
    private unowned let loop: TransferLoop
    private var multi: UnsafeMutableRawPointer?
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    /// The time at which libcurl must be called.
    private var deadline: ContinuousClock.Instant?
    /// The time since which there is no transfer; nil during transfers, or when all connections are closed.
    private var idleSince: ContinuousClock.Instant?

    init(_ name: PoolName, on loop: TransferLoop) { (self.name, self.loop) = (name, loop) }

    private var configuration: HTTPClient.Configuration { name.configuration }

    /// Whether the pool has no transfers and no connections.
    var isSpent: Bool { unsafe multi == nil && active.isEmpty }

    /// The time of the next action without any event.
    var due: ContinuousClock.Instant? {
        let idleEnd = idleSince.map { $0 + configuration.idleTime }
        guard let deadline, let idleEnd else { return deadline ?? idleEnd }
        return min(deadline, idleEnd)
    }

    func start(_ transfer: HTTPTransfer, _ request: HTTPRequest, _ handler: HTTPTransferHandler) {
        // The transfer was cancelled before it began.
        if transfer.isCancelled { return handler.end(.cancelled, HTTPTransferMetrics()) }
        guard let multi = unsafe readyMulti(), let easy = EasyHandle() else {
            return handler.end(
                .failed(.other(code: Int(CURLE_FAILED_INIT.rawValue), "libcurl is not usable")), .init())
        }
        let new = ActiveTransfer(transfer, request, handler, easy)
        if let fault = new.prepare() { return handler.end(.failed(fault), HTTPTransferMetrics()) }
        let code = unsafe curl_multi_add_handle(multi, easy.handle)
        guard code == CURLM_OK else {
            return handler.end(
                .failed(.other(code: Int(code.rawValue), "curl_multi_add_handle")), HTTPTransferMetrics())
        }
        active[ObjectIdentifier(transfer)] = new
        idleSince = nil
    }

    func cancel(_ transfer: HTTPTransfer) {
        if let active = active[ObjectIdentifier(transfer)] { complete(active, CURLE_OK) }
    }

    func resume(_ transfer: HTTPTransfer) {
        guard let active = active[ObjectIdentifier(transfer)], active.resume() else { return }
        harvest()
    }

    /// Cancels all transfers and closes all connections.
    func close() {
        for transfer in Array(active.values) {
            transfer.transfer.cancel()
            complete(transfer, CURLE_OK)
        }
        closeConnections()
    }

    func act(on socket: Int32, _ ready: Int32) {
        guard let multi = unsafe multi else { return }
        var running: Int32 = 0
        unsafe curl_multi_socket_action(multi, socket, ready, &running)
        harvest()
    }

    /// Performs the actions that are due.
    func look(at now: ContinuousClock.Instant) {
        if let due = deadline, due <= now {
            deadline = nil
            act(on: playhead_curl_timeout_socket, 0)
        }
        if let since = idleSince, since.duration(to: now) >= configuration.idleTime { closeConnections() }
    }

    /// Takes the results of finished transfers from libcurl.
    private func harvest() {
        var left: Int32 = 0
        while let multi = unsafe multi, let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle,
                let transfer = unsafe ActiveTransfer.of(easy: easy)
            else { continue }
            complete(transfer, unsafe playhead_curl_message_result(message))
        }
    }

    /// Ends a transfer and calls its handler, or restarts it on another connection.
    private func complete(_ transfer: ActiveTransfer, _ code: CURLcode) {
        guard let multi = unsafe multi else { return }
        let (end, metrics) = transfer.outcome(code)
        unsafe curl_multi_remove_handle(multi, transfer.easy.handle)
        if transfer.wantsFreshConnection, !transfer.transfer.isCancelled {
            transfer.useFreshConnection()
            if unsafe curl_multi_add_handle(multi, transfer.easy.handle) == CURLM_OK { return }
        }
        active[ObjectIdentifier(transfer.transfer)] = nil
        if active.isEmpty { idleSince = .now }
        transfer.handler.end(end, metrics)
    }
}

extension TransferPool {
    /// The multi handle, created at the first use. Its callbacks refer to the pool, which outlives it.
    private func readyMulti() -> UnsafeMutableRawPointer? {
        if let multi = unsafe multi { return unsafe multi }
        guard CurlLibrary.isReady, let made = unsafe curl_multi_init() else { return nil }
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe playhead_curl_multi_set_pointer(made, CURLMOPT_SOCKETDATA, me)
        unsafe playhead_curl_multi_set_socket_watcher(made) { _, socket, wish, me, _ in
            guard let me = unsafe me else { return 0 }
            let pool = unsafe Unmanaged<TransferPool>.fromOpaque(me).takeUnretainedValue()
            pool.loop.watch(socket, for: wish, pool)
            return 0
        }
        unsafe playhead_curl_multi_set_pointer(made, CURLMOPT_TIMERDATA, me)
        unsafe playhead_curl_multi_set_timer(made) { _, milliseconds, me in
            guard let me = unsafe me else { return 0 }
            unsafe Unmanaged<TransferPool>.fromOpaque(me).takeUnretainedValue().setTimer(milliseconds)
            return 0
        }
        unsafe playhead_curl_multi_set_long(made, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX)
        unsafe playhead_curl_multi_set_long(
            made, CURLMOPT_MAXCONNECTS, max(1, configuration.mostIdleConnections))
        unsafe multi = made
        return unsafe made
    }

    private func setTimer(_ milliseconds: Int) {
        deadline = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
    }

    private func closeConnections() {
        idleSince = nil
        deadline = nil
        guard let multi = unsafe multi else { return }
        unsafe curl_multi_cleanup(multi)
        unsafe self.multi = nil
    }
}
