internal import PlayheadCore
package import PlayheadNetwork

/// One request for a resource from an offset on, with its retries.
struct ByteTransfer: Sendable {
    /// Identify the transfer, and its current or last try.
    var request: Int
    var attempt: Int
    /// The offset of the next byte.
    var place: Int
    var schedule: RetryPolicy
    /// The number of bytes of this response before the needed bytes.
    var surplus = 0
    var isUnderWay = true
    var isPaused = false
    /// The time of the next try.
    var retryAt: Duration?
    /// The beginning of the resource, before its type is detected.
    var start: [UInt8] = []
    var response: StreamResponse?
    /// Whether the server rejects range requests.
    var isWithoutRange = false
    // Values for the fetch record.
    var began: Duration
    var tries = 1
    var untilFirstByte: Duration?
    var bytes = 0
}

/// Requests: sending, retries, and failures.
extension ProgressiveLoader {
    /// Sends a request from an offset on and returns its number.
    @discardableResult
    mutating func begin(at place: Int) -> Int {
        let request = newRequest()
        transfers.append(
            ByteTransfer(request: request, attempt: 0, place: place, schedule: freshSchedule, began: now))
        send(transfers.count - 1)
        return request
    }

    private var freshSchedule: RetryPolicy {
        RetryPolicy(
            order.recovery, stallTimeout: order.stallTimeout, patience: .endless, hasBegun: hasGiven)
    }

    private mutating func send(_ index: Int) {
        transfers[index].attempt = newRequest()
        transfers[index].isUnderWay = true
        transfers[index].isPaused = false
        transfers[index].retryAt = nil
        transfers[index].response = nil
        let transfer = transfers[index]
        // An encoded or endless response cannot be resumed.
        let isWhole = transfer.isWithoutRange || facts.map { !$0.servesRanges } ?? false
        act(
            .fetch(
                StreamRequest(
                    id: transfer.attempt, uri: order.address.text, source: nil,
                    range: isWhole ? nil : ContentRange(first: transfer.place, last: nil),
                    validator: transfer.place > 0 ? facts?.validator : nil, isMedia: true,
                    wantsTitles: facts.map { $0.titleInterval != nil } ?? true, limit: Self.largest)))
    }

    /// The maximum number of bytes that are read.
    private static var largest: Int { 1 << 40 }

    /// Ends a request that is not needed any more.
    mutating func end(_ request: Int) {
        guard let index = transfers.firstIndex(where: { $0.request == request }) else { return }
        let transfer = transfers.remove(at: index)
        if transfer.isUnderWay { act(.cancel(request: transfer.attempt)) }
        record(transfer, order.address.text, transfer.response?.status)
    }

    /// Takes an input.
    package mutating func take(_ input: StreamInput, at time: Duration) {
        now = max(now, time)
        switch input {
        case .responded(let attempt, let response): index(of: attempt).map { responded($0, response) }
        case .received(let attempt, let bytes): index(of: attempt).map { received($0, bytes) }
        case .finished(let attempt, let address): index(of: attempt).map { finished($0, address) }
        case .failed(let attempt, let fault): index(of: attempt).map { failed($0, fault) }
        case .refreshed(let request, let uri): refreshed(request, uri)
        case .bandwidth(let found): report(.bandwidth(found))
        case .woke:
            for index in transfers.indices {
                if let due = transfers[index].retryAt, due <= now {
                    transfers[index].tries += 1
                    send(index)
                }
            }
        }
    }

    private func index(of attempt: Int) -> Int? {
        transfers.firstIndex { $0.attempt == attempt && $0.isUnderWay }
    }

    private mutating func responded(_ index: Int, _ response: StreamResponse) {
        transfers[index].response = response
        if transfers[index].untilFirstByte == nil {
            transfers[index].untilFirstByte = now - transfers[index].began
        }
        let transfer = transfers[index]
        guard let facts else {
            // A range other than the requested one is useless.
            if response.status == 206, let first = response.range?.first, first != transfer.place {
                return failNow(index, .changed(order.address))
            }
            facts = ResourceFacts(response)
            titles = facts?.titleInterval.map(ICYMetadataFilter.init)
            return
        }
        guard transfer.place > 0 else { return }
        let new = ResourceFacts(response)
        let isSame =
            (new.validator == nil || facts.validator == nil || new.validator == facts.validator)
            && (new.length == nil || facts.length == nil || new.length == facts.length)
        if facts.isEndless {
            // The data of a station continues after a reconnect.
            guard new.titleInterval == facts.titleInterval else {
                return failNow(index, .changed(order.address))
            }
            transfers[index].surplus = titles?.untilInStep ?? 0
            if let rest = titles?.restOfTitle {
                put([UInt8](repeating: 0, count: rest)[...], index)
                titles = new.titleInterval.map(ICYMetadataFilter.init)
            }
            return
        }
        guard isSame else { return failNow(index, .changed(order.address)) }
        if response.status == 206 {
            guard response.range?.first == transfer.place else {
                return failNow(index, .changed(order.address))
            }
            transfers[index].surplus = 0
            return
        }
        // The response begins at the start of the resource. Bytes before the needed ones are discarded.
        transfers[index].surplus = transfer.place
        if facts.servesRanges, !isWarnedOfRanges {
            isWarnedOfRanges = true
            report(.warning(.withoutRanges(order.address)))
        }
    }

    private mutating func received(_ index: Int, _ bytes: ArraySlice<UInt8>) {
        var bytes = bytes
        transfers[index].bytes += bytes.count
        let skipped = min(transfers[index].surplus, bytes.count)
        bytes = bytes.dropFirst(skipped)
        transfers[index].surplus -= skipped
        guard !bytes.isEmpty else { return }
        transfers[index].schedule.progress()
        if !isOpened {
            transfers[index].start += bytes
            return look(index, isAll: false)
        }
        put(bytes, index)
    }

    /// Inserts received bytes of the medium.
    private mutating func put(_ bytes: ArraySlice<UInt8>, _ index: Int) {
        titles?.pass(bytes)
        if order.isTapped { actions.append(.received(bytes, at: transfers[index].place)) }
        cache.insert(bytes, at: transfers[index].place)
        transfers[index].place += bytes.count
        let place = transfers[index].place
        let request = transfers[index].request
        if facts?.isSeekable == true,
            cache.count(from: place) > 0 || facts?.length.map({ place >= $0 }) == true
        {
            // The following bytes are already cached.
            end(request)
        }
        pump()
        actions.append(.notice(.supplied))
    }

    /// Inspects the beginning. A playlist or a manifest is loaded in another way.
    private mutating func look(_ index: Int, isAll: Bool) {
        let start = transfers[index].start
        let first = ContentSniffer(start[...])
        guard isAll || first.isTelling else { return }
        let isNamed = facts?.contentType?.lowercased().hasPrefix("application/dash+xml") == true
        if first.isPlaylist || first.isPresentation || isNamed && first.isMarkup {
            stop()
            return report(.list)
        }
        if first.isManifest {
            return giveUp(index, FetchFault(.refused, .smoothStreaming(order.address.text)))
        }
        isOpened = true
        beginReading()
        transfers[index].start = []
        if let facts { actions.append(.notice(.opened(facts))) }
        put(start[...], index)
    }

    /// Ends all requests.
    mutating func stop() {
        for transfer in transfers { end(transfer.request) }
    }

    private mutating func finished(_ index: Int, _ address: HTTPURL) {
        let transfer = transfers[index]
        let reached = transfer.place + transfer.start.count
        let isShort = facts?.length.map { reached < $0 } ?? false
        // A server may send less than the requested range and declare this. The next request covers the rest.
        let isAllOfResponse = transfer.response?.range?.last.map { $0 + 1 == reached } ?? false
        // A station has no end, so the connection was closed.
        let isCut = facts?.isStation ?? false
        if isShort && !isAllOfResponse || transfer.surplus > 0 || isCut {
            return failed(index, .broken(address))
        }
        transfers[index].isUnderWay = false
        if !isOpened {
            look(index, isAll: true)
            // The content may have turned out to be a playlist or a manifest.
            guard isOpened, let still = transfers.firstIndex(where: { $0.request == transfer.request }) else {
                return
            }
            return complete(still, address)
        }
        complete(index, address)
    }

    private mutating func complete(_ index: Int, _ address: HTTPURL) {
        let transfer = transfers.remove(at: index)
        if facts?.length == nil { foundEnd = transfer.place }
        record(transfer, address.text, transfer.response?.status)
        pump()
        actions.append(.notice(.supplied))
    }

    // MARK: Faults

    /// Cancels a useless response.
    private mutating func failNow(_ index: Int, _ fault: FetchFault) {
        act(.cancel(request: transfers[index].attempt))
        failed(index, fault)
    }

    private mutating func failed(_ index: Int, _ fault: FetchFault) {
        transfers[index].isUnderWay = false
        let transfer = transfers[index]
        if fault.status == 416, transfer.place == 0, !transfer.isWithoutRange {
            transfers[index].isWithoutRange = true
            return send(index)
        }
        if mayRefresh, fault.asksForFreshAddress {
            mayRefresh = false
            return act(.refresh(request: transfer.request, uri: order.address.text))
        }
        guard let pause = transfers[index].schedule.pause(after: fault, at: now, chance: order.chance())
        else {
            return giveUp(index, fault)
        }
        // The next response contains the uninspected bytes again.
        transfers[index].start = []
        if !isOpened { facts = nil }
        transfers[index].retryAt = now + pause
        act(.wake(after: pause, isIdle: false))
    }

    private mutating func refreshed(_ request: Int, _ uri: String?) {
        guard let index = transfers.firstIndex(where: { $0.request == request }) else { return }
        guard let address = uri.flatMap(HTTPURL.init) else {
            return giveUp(index, .forbidden(order.address.text))
        }
        order.address = address
        if !isOpened { facts = nil }
        transfers[index].tries += 1
        send(index)
    }

    private mutating func giveUp(_ index: Int, _ fault: FetchFault) {
        let transfer = transfers.remove(at: index)
        if transfer.isUnderWay { act(.cancel(request: transfer.attempt)) }
        record(transfer, fault.error.uri ?? order.address.text, fault.status ?? transfer.response?.status)
        guard self.fault == nil else { return }
        self.fault = fault
        stop()
        report(hasGiven ? .broken(fault.error) : .failed(fault.error))
        actions.append(.notice(.supplied))
    }

    private mutating func record(_ transfer: ByteTransfer, _ uri: String, _ status: Int?) {
        report(
            .fetched(
                FetchRecord(
                    kind: .medium, uri: uri, status: status, began: transfer.began - opened,
                    untilFirstByte: transfer.untilFirstByte, untilEnd: now - transfer.began,
                    bytes: transfer.bytes, tries: transfer.tries)))
    }
}
