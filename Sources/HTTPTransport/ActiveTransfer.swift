internal import CCurl

/// A transfer on its client's thread.
@safe final class ActiveTransfer {
    let transfer: HTTPTransfer
    let request: HTTPRequest
    let handler: HTTPTransferHandler
    let easy: EasyHandle
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var aliases: UnsafeMutablePointer<curl_slist>?

    private var reader = HeadReader()
    private(set) var hasHead = false
    /// What a callback found wrong, for which libcurl only knows that a callback failed.
    private(set) var fault: HTTPTransportError?
    private(set) var refusedAddress: SocketAddressBytes?

    /// The consumer wants no more for now.
    private var isPaused = false
    /// libcurl was told so, and keeps what it has.
    private var isHeld = false
    private var hasFreshConnection = false
    private(set) var wantsFreshConnection = false

    init(
        _ transfer: HTTPTransfer, _ request: HTTPRequest, _ handler: HTTPTransferHandler, _ easy: EasyHandle
    ) {
        (self.transfer, self.request, self.handler, self.easy) = (transfer, request, handler, easy)
    }

    deinit {
        unsafe curl_slist_free_all(fields)
        unsafe curl_slist_free_all(aliases)
    }

    /// The transfer that an easy handle belongs to.
    static func of(easy: UnsafeMutableRawPointer) -> ActiveTransfer? {
        var value: UnsafeMutableRawPointer?
        guard unsafe playhead_curl_get_pointer(easy, CURLINFO_PRIVATE, &value) == CURLE_OK else { return nil }
        return unsafe of(value)
    }

    /// What callbacks are given.
    static func of(_ argument: UnsafeMutableRawPointer?) -> ActiveTransfer? {
        unsafe argument.map { unsafe Unmanaged<ActiveTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    func addField(_ line: String) { unsafe fields = Self.adding(line, to: fields) }

    func addAlias(_ line: String) { unsafe aliases = Self.adding(line, to: aliases) }

    private static func adding(
        _ line: String, to list: UnsafeMutablePointer<curl_slist>?
    ) -> UnsafeMutablePointer<curl_slist>? {
        // Without memory the list stays as it is.
        unsafe curl_slist_append(list, line) ?? list
    }

    func setLists() -> [CURLcode] {
        [
            unsafe playhead_curl_set_list(easy.handle, CURLOPT_HTTPHEADER, fields),
            unsafe playhead_curl_set_list(easy.handle, CURLOPT_HTTP200ALIASES, aliases),
        ]
    }

    /// Goes on after a pause; false where there was none. May call the handler.
    func resume() -> Bool {
        guard isPaused else { return false }
        isPaused = false
        guard isHeld else { return false }
        isHeld = false
        unsafe curl_easy_pause(easy.handle, playhead_curl_continue)
        return true
    }

    /// Begins again with a connection of its own, after the policy refused the one that was to be reused.
    func useFreshConnection() {
        (wantsFreshConnection, hasFreshConnection) = (false, true)
        (refusedAddress, fault) = (nil, nil)
        _ = easy.set(CURLOPT_FRESH_CONNECT, 1)
    }
}

extension ActiveTransfer {
    /// Takes a line of a head; false ends the transfer.
    func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
        guard !transfer.isCancelled else { return false }
        switch unsafe reader.take(line) {
        case .incomplete: return true
        case .head(let head):
            hasHead = true
            isPaused = handler.head(head) == .pause
            return true
        case .malformed: fault = .protocolViolation("The status line is malformed")
        case .tooLarge: fault = .headTooLarge
        }
        return false
    }

    /// Takes bytes of the body. Other than their number: libcurl is to pause, or to end the transfer (0).
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard !transfer.isCancelled else { return 0 }
        if isPaused {
            isHeld = true
            return playhead_curl_pause
        }
        guard unsafe !bytes.isEmpty else { return 0 }
        isPaused = handler.body(unsafe [UInt8](bytes)[...]) == .pause
        return bytes.count
    }

    /// Asks the policy before a connection is made.
    func allows(_ address: SocketAddressBytes?) -> Bool {
        guard let policy = request.addressPolicy else { return true }
        guard let address else { return false }
        if policy(address) { return true }
        refusedAddress = address
        return false
    }

    /// Asks the policy before a request goes over a connection, new or old.
    func allowsUse(of address: SocketAddressBytes?, from localPort: Int) -> Bool {
        if allows(address) {
            if !transfer.isCancelled { handler.sent?(localPort) }
            return true
        }
        wantsFreshConnection = !hasFreshConnection
        return false
    }
}
