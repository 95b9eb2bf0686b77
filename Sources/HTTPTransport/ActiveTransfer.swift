internal import CCurl

/// A transfer with its libcurl handle, used on the client's thread.
@safe final class ActiveTransfer {
    let transfer: HTTPTransfer
    let request: HTTPRequest
    let handler: HTTPTransferHandler
    let easy: EasyHandle
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var aliases: UnsafeMutablePointer<curl_slist>?

    private var reader = HeadReader()
    private(set) var hasHead = false
    /// The fault found by a callback. libcurl knows only that a callback failed.
    private(set) var fault: HTTPTransportError?
    private(set) var refusedAddress: SocketAddressBytes?

    /// Whether the consumer has paused the transfer.
    private var isPaused = false
    /// Whether libcurl is paused and holds received bytes.
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

    /// The transfer of an easy handle.
    static func of(easy: UnsafeMutableRawPointer) -> ActiveTransfer? {
        var value: UnsafeMutableRawPointer?
        guard unsafe playhead_curl_get_pointer(easy, CURLINFO_PRIVATE, &value) == CURLE_OK else { return nil }
        return unsafe of(value)
    }

    /// The transfer behind a callback's argument.
    static func of(_ argument: UnsafeMutableRawPointer?) -> ActiveTransfer? {
        unsafe argument.map { unsafe Unmanaged<ActiveTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    func addField(_ line: String) { unsafe fields = Self.adding(line, to: fields) }

    func addAlias(_ line: String) { unsafe aliases = Self.adding(line, to: aliases) }

    private static func adding(
        _ line: String, to list: UnsafeMutablePointer<curl_slist>?
    ) -> UnsafeMutablePointer<curl_slist>? {
        // If memory is exhausted, the list stays unchanged.
        unsafe curl_slist_append(list, line) ?? list
    }

    func setLists() -> [CURLcode] {
        [
            unsafe playhead_curl_set_list(easy.handle, CURLOPT_HTTPHEADER, fields),
            unsafe playhead_curl_set_list(easy.handle, CURLOPT_HTTP200ALIASES, aliases),
        ]
    }

    /// Resumes after a pause. Returns false if libcurl was not paused. May call the handler.
    func resume() -> Bool {
        guard isPaused else { return false }
        isPaused = false
        guard isHeld else { return false }
        isHeld = false
        unsafe curl_easy_pause(easy.handle, playhead_curl_continue)
        return true
    }

    /// Prepares a restart on a new connection, after the policy refused a reused one.
    func useFreshConnection() {
        (wantsFreshConnection, hasFreshConnection) = (false, true)
        (refusedAddress, fault) = (nil, nil)
        _ = easy.set(CURLOPT_FRESH_CONNECT, 1)
    }
}

extension ActiveTransfer {
    /// Takes a line of a response head. Returns false to end the transfer.
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

    /// Takes bytes of the body. Returns their number, or another value to pause libcurl or to end the
    /// transfer (0).
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

    /// Applies the address policy before a connection is made.
    func allows(_ address: SocketAddressBytes?) -> Bool {
        guard let policy = request.addressPolicy else { return true }
        guard let address else { return false }
        if policy(address) { return true }
        refusedAddress = address
        return false
    }

    /// Applies the address policy before a request is sent over a connection, new or reused.
    func allowsUse(of address: SocketAddressBytes?, from localPort: Int) -> Bool {
        if allows(address) {
            if !transfer.isCancelled { handler.sent?(localPort) }
            return true
        }
        wantsFreshConnection = !hasFreshConnection
        return false
    }
}
