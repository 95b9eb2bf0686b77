internal import AdaptiveStreaming
internal import PlayheadCore
internal import PlayheadNetwork

/// Requests: sending, retries, and substitutes for unavailable resources.
extension StreamingEngine {
    /// Sends a request and returns its number.
    @discardableResult
    mutating func begin(
        _ purpose: StreamFetch.Purpose, _ reference: Reference, range: Range<Int>? = nil
    ) -> Int {
        let request = newRequest()
        var reference = reference
        switch purpose {
        case .segment, .map, .index: reference.uri = placed(reference.uri)
        case .item, .playlist, .nextPlaylist, .key, .clock: break
        }
        var schedule = RetryPolicy(
            order.recovery, stallTimeout: order.stallTimeout, patience: patience(of: reference),
            hasBegun: hasSegments)
        schedule.untilBeginning = min(order.loadTimeout, order.stallTimeout) - (now - opened)
        jobs[request] = StreamFetch(
            request: request, purpose: purpose, reference: reference, target: reference, schedule: schedule,
            range: range, began: now, mayRefresh: order.mayRefresh)
        send(request)
        return request
    }

    private func patience(of reference: Reference) -> RetryPolicy.Patience {
        guard reference.kind == .part, order.recovery.missingSegment == .wait else { return .bounded }
        return hasSegments ? .whilePlaying : .untilStalled
    }

    private mutating func send(_ request: Int) {
        let attempt = newRequest()
        jobs[request]?.attempt = attempt
        guard let job = jobs[request] else { return }
        var range = job.range.map { ContentRange($0) }
        if job.received > 0 {
            // Bytes that have been passed on are not fetched again.
            let start = (job.range?.lowerBound ?? 0) + job.received
            range = ContentRange(first: start, last: job.range.map { $0.upperBound - 1 })
        }
        act(
            .fetch(
                StreamRequest(
                    id: attempt, uri: job.target.uri, source: job.target.source, range: range,
                    isHead: isHead(job), isMedia: job.isProgressive,
                    isText: !job.isProgressive && job.range == nil,
                    limit: limit(of: job)))
        )
    }

    /// Whether the head of the response suffices.
    private func isHead(_ job: StreamFetch) -> Bool {
        guard case .clock(let place) = job.purpose, case .head? = manifest?.manifest.clocks[place] else {
            return false
        }
        return true
    }

    /// The maximum number of bytes of the response.
    private func limit(of job: StreamFetch) -> Int {
        switch job.purpose {
        case .item, .playlist, .nextPlaylist: order.policy.maximumPlaylistSize
        case .key, .clock: 1 << 16
        case .map, .index: 64 << 20
        case .segment: job.isProgressive ? Self.largestSegment : SubtitleDocument.largest
        }
    }

    /// The maximum size of a segment in bytes. A larger body is not a segment.
    private static var largestSegment: Int { 1 << 40 }

    /// Sends a request again.
    mutating func askAgain(_ request: Int) {
        guard var job = jobs[request] else { return }
        job.retryAt = nil
        job.isUnderWay = true
        job.response = nil
        (job.surplus, job.wanted) = (0, nil)
        job.tries += 1
        if !job.isProgressive {
            job.body = []
            job.received = 0
        }
        jobs[request] = job
        send(request)
    }

    mutating func drop(_ request: Int) {
        if let job = jobs.removeValue(forKey: request), job.isUnderWay {
            act(.cancel(request: job.attempt))
        }
    }

    // MARK: Inputs

    mutating func responded(_ request: Int, _ response: StreamResponse) {
        guard var job = jobs[request] else { return }
        job.response = response
        if job.untilFirstByte == nil { job.untilFirstByte = now - job.began }
        let asked = (job.range?.lowerBound ?? 0) + job.received
        if let range = response.range, response.status == 206 {
            job.surplus = asked - range.first
        } else {
            // A server without range requests sends the whole resource.
            job.surplus = asked
        }
        job.wanted = job.range.map { $0.count - job.received }
        jobs[request] = job
    }

    mutating func received(_ request: Int, _ bytes: ArraySlice<UInt8>) {
        // The job is moved out and back, to avoid a copy of its body.
        guard var job = jobs.removeValue(forKey: request) else { return }
        job.bytes += bytes.count
        lastArrival = now
        var bytes = bytes
        if job.surplus > 0 {
            let count = min(job.surplus, bytes.count)
            bytes = bytes.dropFirst(count)
            job.surplus -= count
        }
        if let wanted = job.wanted {
            bytes = bytes.prefix(wanted)
            job.wanted = wanted - bytes.count
        }
        job.received += bytes.count
        if job.received > job.reached {
            job.schedule.progress()
            job.reached = job.received
        }
        if !job.isProgressive { job.body += bytes }
        jobs[request] = job
        if job.isProgressive, !bytes.isEmpty, let role = job.purpose.role { take(bytes, of: role, request) }
        // Bytes after the needed ones are not read.
        guard job.wanted == 0, job.response?.status != 206, jobs[request] != nil else { return }
        act(.cancel(request: job.attempt))
        if let address = HTTPURL(job.target.uri) {
            warn(.withoutRanges(address))
            finished(request, at: address)
        }
    }

    mutating func finished(_ request: Int, at address: HTTPURL) {
        guard var job = jobs[request] else { return }
        job.isUnderWay = false
        jobs[request] = job
        // A file may be shorter than the range that is searched for its index.
        if let wanted = job.wanted, wanted > 0, !job.isIndex { return failed(request, .broken(address)) }
        do throws(FetchFault) {
            try use(job, at: address)
        } catch {
            return failed(request, error, isUseless: !job.isProgressive)
        }
    }

    /// Uses the complete response of a job. Throws when the content is invalid.
    private mutating func use(_ job: StreamFetch, at address: HTTPURL) throws(FetchFault) {
        noteWorking(job)
        switch job.purpose {
        case .item, .playlist, .nextPlaylist: try takePlaylist(job, at: address)
        case .index(let role, let file): try takeIndex(job, of: file, role, at: address)
        case .map(let role, let map): try takeMap(job, map, role, at: address)
        case .key(let role, let uri): try takeKey(job, uri, role, at: address)
        case .clock(let place): try takeClock(job, place, at: address)
        case .segment(let role):
            try finishSegment(job, role, at: address)
            // The key or the initialization section of the segment has not arrived yet.
            if loaders[role]?.segment?.body == job.request { return }
        }
        guard jobs[job.request] != nil else { return }
        record(job, address.text, job.response?.status)
        jobs[job.request] = nil
    }

    // MARK: Faults

    /// Handles a failed request, or a useless response.
    mutating func failed(_ request: Int, _ fault: FetchFault, isUseless: Bool = false) {
        guard var job = jobs[request] else { return }
        job.isUnderWay = false
        var fault = fault
        var isHopeless = isUseless && !fault.isEarly
        if fault.kind == .content, job.isProgressive, let role = job.purpose.role {
            // The samples read so far would not be continued by the response to a retry.
            if loaders[role]?.segment?.hasSamples == true { isHopeless = true }
            job.received = 0
            loaders[role]?.beginSegmentAnew()
        }
        if job.mayRefresh, fault.asksForFreshAddress {
            job.mayRefresh = false
            jobs[request] = job
            return act(.refresh(request: request, uri: job.target.uri))
        }
        // Another host is tried once. Then the original host is tried again.
        if !job.isGivenUp, job.received == 0 {
            let isBack = job.target != job.reference
            if !isBack, fault.isOfHost, job.detours == nil {
                job.first = fault
                job.detours = elsewhere(than: job, after: fault)
            }
            if isBack || fault.isOfHost, let next = job.detours?.popLast() {
                return turn(job, to: next, after: fault)
            }
            if isBack, let before = job.first {
                record(job, fault.error.uri ?? job.target.uri, fault.status)
                job.target = job.reference
                (fault, isHopeless) = (before, false)
            }
        }
        // Other resources of an unreachable host are not retried.
        if job.isGivenUp, fault.isOfHost, job.others?.isEmpty == false { isHopeless = true }
        // A silent server takes long. Time must remain for a substitute.
        if fault.kind == .silent, !job.isGivenUp, mayHaveSubstitutes(job) { isHopeless = true }
        if isKnownPlaylist(job) || job.isClock { isHopeless = true }
        if !isHopeless, let pause = job.schedule.pause(after: fault, at: now, chance: order.chance()) {
            if job.schedule.tries == 1, job.schedule.patience == .whilePlaying {
                act(
                    .report(
                        .warning(
                            PlayerWarning(
                                "Waiting for a segment of the stream: \(job.target.uri)\(fault.words)"))))
            }
            if fault.isEarly {
                warn(PlayerWarning("The live stream has not begun yet: it is waited for"))
            }
            job.retryAt = now + pause
            jobs[request] = job
            return act(.wake(after: pause, isIdle: false))
        }
        if !job.isGivenUp { job.first = fault }
        job.isGivenUp = true
        let mayBeElsewhere = fault.kind != .refused && !fault.isEarly
        if job.others == nil, mayBeElsewhere { job.others = substitutes(for: job, after: fault) }
        if mayBeElsewhere, job.received == 0 || job.isOfFile, job.others?.isEmpty == false,
            let next = job.others?.removeFirst()
        {
            job.schedule = RetryPolicy(
                order.recovery, stallTimeout: order.stallTimeout, patience: patience(of: job.reference),
                hasBegun: hasSegments)
            return turn(job, to: next, after: fault)
        }
        jobs[request] = nil
        record(job, fault.error.uri ?? job.target.uri, fault.status)
        giveUp(job, job.first ?? fault)
    }

    /// Requests a substitute.
    private mutating func turn(_ job: StreamFetch, to next: Reference, after fault: FetchFault) {
        record(job, fault.error.uri ?? job.target.uri, fault.status)
        var job = job
        job.target = next
        (job.began, job.tries, job.untilFirstByte, job.bytes) = (now, 0, nil, 0)
        jobs[job.request] = job
        askAgain(job.request)
    }

    mutating func refreshed(_ request: Int, _ uri: String?) {
        guard var job = jobs[request] else { return }
        guard let uri else {
            return failed(request, job.first ?? .forbidden(job.target.uri))
        }
        let isOwn = job.target == job.reference
        job.target.uri = uri
        if isOwn {
            job.reference = job.target
            if case .playlist(let role) = job.purpose { loaders[role]?.reference.uri = uri }
        }
        jobs[request] = job
        askAgain(request)
    }

    /// The record of a request and its result.
    func fetchRecord(_ job: StreamFetch, _ uri: String, _ status: Int?) -> FetchRecord {
        FetchRecord(
            kind: job.reference.kind == .medium ? .playlist : job.reference.kind, uri: uri, status: status,
            began: job.began - opened, untilFirstByte: job.untilFirstByte, untilEnd: now - job.began,
            bytes: job.bytes, tries: job.tries, variant: job.target.variant, part: job.target.part)
    }

    mutating func record(_ job: StreamFetch, _ uri: String, _ status: Int?) {
        if status.map({ $0 < 400 }) ?? false, let part = job.reference.part {
            hasSegments = true
            if let index = job.target.variant, part.kind == nil, told?.index != index {
                let known = multivariant?.playlist.variants.first { $0.index == index }
                told = known.map { StreamVariant($0) } ?? StreamVariant(index: index)
                if let told { act(.report(.variant(told))) }
            }
        }
        act(.report(.fetched(fetchRecord(job, uri, status))))
    }
}
