import NIOHTTP1

extension Response {
    /// Makes the response to a request with a recorded response.
    init(to request: HTTPRequestHead, with recorded: RecordedResponse, _ faults: ActiveFaults) {
        self.init(to: request, faults) { $0.repeats(recorded, to: request, faults) }
    }

    private mutating func repeats(
        _ recorded: RecordedResponse, to request: HTTPRequestHead, _ faults: ActiveFaults
    ) {
        for (name, value) in recorded.headers { headers.add(name: name, value: value) }
        if recorded.offersRanges {
            return offer(recorded.resource, to: request, hasRanges: faults[.ignoresRanges] == nil)
        }
        status = HTTPResponseStatus(statusCode: max(recorded.status, 200))
        send(recorded.resource, 0..<recorded.resource.size)
        if let size = recorded.declaredSize {
            headers.replaceOrAdd(name: "Content-Length", value: String(size))
        } else if recorded.end != .complete {
            headers.remove(name: "Content-Length")
        }
        if recorded.end == .cut, request.method != .HEAD { closes = true }
    }
}
