/// A recorded response to a request, as a server sends it.
struct RecordedResponse {
    /// 0 sends nothing.
    var status: Int
    var headers: [(name: String, value: String)]
    var resource: Resource
    /// The length to declare; nil for that of the body, and for a body without a known length.
    var declaredSize: Int?
    /// Whether the requested range is taken from the resource, as for a file. Otherwise the body is the whole
    /// resource.
    var offersRanges = false
    var end: RecordedExchange.End
    var wait: Duration
    /// The duration of the transfer of the whole resource.
    var transfer: Duration

    /// The response as it was recorded.
    init(_ exchange: RecordedExchange) {
        (status, headers) = (exchange.status, exchange.headers)
        resource = Resource(bytes: exchange.body ?? [], type: exchange.type)
        (declaredSize, end) = (exchange.declaredSize, exchange.end)
        (wait, transfer) = (exchange.wait, exchange.transfer)
    }

    /// A resource with the headers and times of a recorded response, in whole or in part.
    init(offering resource: Resource, like exchange: RecordedExchange) {
        self.init(exchange)
        status = 200
        self.resource = resource
        self.resource.tag = exchange.headers.first { $0.name.lowercased() == "etag" }?.value
        headers.removeAll { ["etag", "accept-ranges", "content-range"].contains($0.name.lowercased()) }
        (declaredSize, end, offersRanges) = (nil, .complete, true)
    }

    /// A whole recorded response, of which a part may be requested.
    init(offering exchange: RecordedExchange) {
        self.init(offering: Resource(bytes: exchange.body ?? [], type: exchange.type), like: exchange)
    }

    /// The recorded behaviour as faults.
    var faults: [Fault] {
        if status == 0 {
            let fault: Fault = end == .silent ? .stall(at: 0) : .reset(at: 0)
            return (wait > .zero ? [.latency(wait)] : []) + [fault]
        }
        var faults: [Fault] = wait > .zero ? [.latency(wait)] : []
        if transfer > .zero, resource.size > 0 {
            let rate = Double(resource.size) / (transfer / .seconds(1))
            faults.append(.rate(.bytesPerSecond(max(Int(min(rate, 1e15)), 1))))
        }
        if end == .silent { faults.append(.stall(at: .bytes(resource.size))) }
        return faults
    }
}
