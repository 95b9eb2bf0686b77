internal import HTTPTransport
internal import PlayheadCore

extension HTTPArchiveEntry.Request {
    /// The request as the HTTP client sends it.
    init(_ request: HTTPRequest) {
        let afterScheme = request.url.firstRange(of: "://")?.upperBound ?? request.url.startIndex
        let host = request.url[afterScheme...].prefix { !"/?#".contains($0) }
        let fields = [(name: "Host", value: String(host))] + request.headers
        self.init(
            method: request.method == .head ? "HEAD" : "GET", url: request.url,
            headers: fields.map { HTTPArchiveEntry.Field(name: $0.name, value: $0.value) })
    }
}

extension HTTPExchangeRecording {
    func answered(_ head: HTTPResponseHead, at now: Duration) {
        let fields = head.fields.map { HTTPArchiveEntry.Field(name: $0.name, value: $0.value) }
        answered(head.version.name, head.status, head.reason, fields, at: now)
    }

    /// Ends the recording with the end of the transfer. The transport measures in real time, which does not
    /// count on a virtual clock.
    func ended(_ end: HTTPTransferEnd, _ metrics: HTTPTransferMetrics, on time: any PlayerTime) {
        var measured = Measurements()
        if !time.isVirtual, !metrics.reusedConnection, metrics.connect > .zero {
            measured.nameLookup = metrics.nameLookup
            measured.connect = metrics.connect
            measured.tls = metrics.tls > .zero ? metrics.tls : nil
        }
        measured.serverAddress = metrics.remoteAddress?.host
        measured.bytes = Int(metrics.bytesReceived)
        let error: String? =
            switch end {
            case .finished: nil
            case .failed(let error): "\(error)"
            case .cancelled: "cancelled"
            }
        ended(error, measured, at: time.now)
    }
}

extension HTTPVersion {
    /// The name as in a status line.
    fileprivate var name: String {
        switch self {
        case .http1_0: "HTTP/1.0"
        case .http1_1: "HTTP/1.1"
        case .http2: "HTTP/2"
        case .http3: "HTTP/3"
        case .icy: "ICY"
        }
    }
}
