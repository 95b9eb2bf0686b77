internal import Dispatch
internal import HTTPTransport
internal import PlayheadCore
internal import Synchronization

/// Carries out the requests and timers of a loader and delivers the results as inputs.
package final class RequestDriver: Sendable {
    private struct State: Sendable {
        var transfers: [Int: Task<Void, Never>] = [:]
        var flows: [Int: FetchFlow] = [:]
        var timers: [Int: PlayerTimer] = [:]
        var nextTimer = 0
        var isClosed = false
    }

    private let order: LoadOrder
    private let fetcher: Fetcher
    private let executor = QueueExecutor(label: "playhead.requests")
    private let state = Mutex(State())
    private let relay = InputRelay()

    /// Throws when the options are unusable.
    init(_ order: LoadOrder) throws(PlayerError) {
        self.order = order
        let watch = BandwidthWatch(order.time) { [relay] in relay.tell(.bandwidth($0)) }
        fetcher = try Fetcher(order, home: try order.home, bandwidth: watch)
    }

    /// Sets the handler of the inputs, which is called on any thread. Call this before the first request.
    func connect(_ take: @escaping @Sendable (StreamInput) -> Void) { relay.connect(take) }

    package func perform(_ action: RequestAction) {
        switch action {
        case .fetch(let request): fetch(request)
        case .cancel(let request): cancel(request)
        case .pause(let request): state.withLock { $0.flows[request] }?.pause()
        case .resume(let request): state.withLock { $0.flows[request] }?.resume()
        case .wake(let delay, let isIdle): schedule(after: delay, isIdle: isIdle)
        case .refresh(let request, let uri): refresh(request, uri)
        }
    }

    /// Cancels everything. No further input is delivered.
    func close() {
        relay.connect(nil)
        let (transfers, flows, timers) = state.withLock { state in
            state.isClosed = true
            defer { (state.transfers, state.flows, state.timers) = ([:], [:], [:]) }
            return (Array(state.transfers.values), Array(state.flows.values), Array(state.timers.values))
        }
        for transfer in transfers { transfer.cancel() }
        for flow in flows { flow.resume() }
        for timer in timers { timer.cancel() }
        fetcher.close()
    }

    private func cancel(_ request: Int) {
        let (task, flow) = state.withLock { state in
            (state.transfers.removeValue(forKey: request), state.flows.removeValue(forKey: request))
        }
        task?.cancel()
        flow?.resume()
    }

    private func schedule(after delay: Duration, isIdle: Bool) {
        let number = state.withLock { state in
            state.nextTimer += 1
            return state.nextTimer
        }
        let wake: @Sendable () -> Void = { [weak self, relay] in
            self?.state.withLock { $0.timers[number] = nil }
            relay.tell(.woke)
        }
        let time = order.time
        let timer = isIdle ? time.idleDelay(for: delay, wake) : time.delay(for: delay, wake)
        let isLate = state.withLock { state in
            if !state.isClosed { state.timers[number] = timer }
            return state.isClosed
        }
        if isLate { timer.cancel() }
    }

    private func refresh(_ request: Int, _ uri: String) {
        guard let refresh = order.refresh else { return relay.tell(.refreshed(request: request, nil)) }
        Task(executorPreference: executor) { [relay] in
            let fresh = await refresh(uri)
            relay.tell(.refreshed(request: request, fresh))
        }
    }

    private func fetch(_ request: StreamRequest) {
        // A virtual clock does not move until the request is written.
        let work = Work(order.time)
        work.begin()
        let flow = FetchFlow()
        let task = Task(executorPreference: executor) { [weak self, fetcher, relay] in
            await Self.fetch(request, by: fetcher, flow, work) { relay.tell($0) }
            self?.state.withLock { state in
                state.transfers[request.id] = nil
                state.flows[request.id] = nil
            }
            work.end()
        }
        let isLate = state.withLock { state in
            if !state.isClosed { (state.transfers[request.id], state.flows[request.id]) = (task, flow) }
            return state.isClosed
        }
        if isLate { task.cancel() }
    }

    /// Carries out a request and delivers its results.
    private static func fetch(
        _ request: StreamRequest, by fetcher: Fetcher, _ flow: FetchFlow, _ work: Work,
        _ tell: @escaping @Sendable (StreamInput) -> Void
    ) async {
        guard let address = HTTPURL(request.uri) else {
            let error = PlayerError(.invalidURI, "“\(request.uri)” is not an address", uri: request.uri)
            return tell(.failed(request: request.id, FetchFault(.refused, error)))
        }
        let body = Mutex<ContentDecoder?>(nil)
        let start = Mutex<EncodedStart?>(nil)
        let excess = NetworkPolicy.longPlaylist(request.limit, address)
        var taker = ResponseTaker { head in
            guard (200..<300).contains(head.status) else { throw FetchFault(head, of: address) }
            try body.withLock {
                $0 = try ContentDecoder(head, at: address, limit: request.limit, excess: excess)
            }
            if request.isMedia, head.contentEncoding != nil { start.withLock { $0 = EncodedStart() } }
            tell(.responded(request: request.id, StreamResponse(head)))
            return true
        } body: { piece in
            for slice in start.withLock({ $0?.slices(of: piece) }) ?? [piece] {
                let plain = try body.withLock { try $0?.take(slice) ?? slice }
                if !plain.isEmpty { tell(.received(request: request.id, plain)) }
                // A playlist or a manifest in place of media is not decoded to its end here.
                if start.withLock({ $0?.showsList(with: plain) }) == true { throw FetchFault.broken(address) }
            }
        }
        taker.isMedia = request.isMedia
        taker.flow = flow
        var fields = request.isText ? HTTPFields.ofText : HTTPFields()
        if let range = request.range {
            fields.add("Range", range.header)
            if let validator = request.validator { fields.add("If-Range", validator) }
        }
        if request.wantsTitles { fields.add("Icy-MetaData", "1") }
        do throws(FetchFault) {
            let outcome = try await fetcher.fetch(
                request.uri, isHead: request.isHead, fields: fields, from: request.source, for: taker,
                work: work)
            if let fault = body.withLock({ $0?.fault }) { throw fault }
            tell(.finished(request: request.id, outcome.address))
        } catch {
            if !Task.isCancelled { tell(.failed(request: request.id, error)) }
        }
    }
}

/// The beginning of an encoded body that may be a playlist instead of media. It is decoded in small slices,
/// because a few bytes may decode to many.
private struct EncodedStart {
    private var bytes: [UInt8] = []

    func slices(of piece: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        stride(from: piece.startIndex, to: piece.endIndex, by: Self.slice).map {
            piece[$0..<min($0 + Self.slice, piece.endIndex)]
        }
    }

    mutating func showsList(with plain: ArraySlice<UInt8>) -> Bool {
        guard bytes.count < ContentSniffer.ofManifest else { return false }
        bytes += plain.prefix(ContentSniffer.ofManifest - bytes.count)
        let start = ContentSniffer(bytes[...])
        return start.isPlaylist || start.isPresentation
    }

    /// The size of a slice in bytes.
    private static let slice = 256
}

/// Passes inputs on to the connected handler.
private final class InputRelay: Sendable {
    private let handler = Mutex<(@Sendable (StreamInput) -> Void)?>(nil)

    func connect(_ handler: (@Sendable (StreamInput) -> Void)?) { self.handler.withLock { $0 = handler } }
    func tell(_ input: StreamInput) { handler.withLock { $0 }?(input) }
}

extension StreamResponse {
    fileprivate init(_ head: HTTPResponseHead) {
        self.init(status: head.status, range: ContentRange(head))
        date = head["Date"].flatMap(HTTPDate.seconds)
        length = head["Content-Length"].flatMap { Int($0) }
        acceptsRanges = head["Accept-Ranges"]?.lowercased().contains("bytes") ?? false
        contentType = head["Content-Type"]
        isEncoded = head.contentEncoding != nil
        // A weak tag does not guarantee identical bytes (RFC 9110, 13.1.5).
        let tag = head["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        validator = tag ?? head["Last-Modified"]
        titleInterval = head["icy-metaint"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        for name in ["name", "genre", "url"] { station[name] = head["icy-\(name)"] }
    }
}
