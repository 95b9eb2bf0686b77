internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// A request of the pipeline and what it gets, however often a server has to be asked for it.
struct Exchange: Sendable {
    let hall: GatewayHall
    let relay: Relay
    let number: Int
    let reference: Reference
    private let began: Duration
    private let log = ExchangeLog()

    init(
        _ request: HTTPRequestHead, number: Int, _ reference: Reference, on channel: any Channel,
        in hall: GatewayHall
    ) {
        self.hall = hall
        self.number = number
        self.reference = reference
        began = hall.order.time.now
        let limit = hall.order.policy.maximumPlaylistSize
        let form: Relay.Form =
            switch reference.kind {
            case .medium: hall.isPlaylist(number) ? .playlist(limit: limit) : .medium
            case .playlist: .playlist(limit: limit)
            default: .part
            }
        relay = Relay(request, form, to: channel, playlistLimit: limit, own: reference.range)
    }

    private var order: Gateway.Order { hall.order }

    /// Answers the client.
    func run() async throws {
        if let last = hall.lastWord(on: reference) { return try await relay.answer(last).get() }
        if reference.part != nil, hall.isStopped { return try await giveNothing() }
        if reference.isGap { return try await passOverGap() }
        let alive = relay.channel.eventLoop.scheduleRepeatedTask(
            initialDelay: .seconds(1), delay: .seconds(1)
        ) {
            [relay] _ in relay.keepAlive()
        }
        defer { alive.cancel() }
        var schedule = RetrySchedule(
            order.recovery, stallDeadline: order.stallDeadline, patience: patience, hasBegun: hall.hasBegun)
        var uri = reference.uri
        var mayRefresh = order.refresh != nil
        var reached = 0
        var work: Work?
        while true {
            let fault: FetchFault
            let answer = await ask(uri, work)
            work?.end()
            switch answer {
            case .success(let outcome): return try await complete(outcome)
            case .failure(let error): fault = error
            }
            if Task.isCancelled { throw CancellationError() }
            if relay.reached > reached { schedule.progress() }
            reached = relay.reached
            if mayRefresh, let status = fault.status, [401, 403, 410].contains(status) {
                mayRefresh = false
                if let fresh = await order.refresh?(uri) {
                    uri = fresh
                    hall.references.move(number, to: fresh)
                    continue
                }
            }
            let chance = order.time.isVirtual ? 0 : Double.random(in: -1...1)
            guard let pause = schedule.pause(after: fault, at: order.time.now, chance: chance),
                !(relay.isPlaylist && hall.lastGood(number) != nil)
            else {
                record(fault.error.uri ?? uri, fault.status)
                return try await giveUp(fault)
            }
            hall.reporter.report(.retrying(uri: uri, fault.error, pause: pause))
            hall.reporter.report(.waiting(uri: uri))
            log.isWaiting = true
            work = try await hall.pause(pause)
        }
    }

    private var patience: RetrySchedule.Patience {
        switch reference.kind {
        case .medium: relay.isPlaylist ? .bounded : .endless
        case .part where order.recovery.missingPart == .wait: .untilStalled
        default: .bounded
        }
    }

    private func ask(_ uri: String, _ work: Work?) async -> Result<Fetcher.Outcome, FetchFault> {
        log.tries += 1
        let box = NIOLoopBound(relay, eventLoop: relay.channel.eventLoop)
        let address = WebAddress(uri)
        let taker = FetchAttempt.Taker { [hall, log] head in
            let relay = box.value
            guard let address else { return false }
            if log.untilFirstByte == nil { log.untilFirstByte = hall.order.time.now - began }
            return try relay.take(head, from: address)
        } body: { [hall, log] buffer in
            if log.isWaiting {
                log.isWaiting = false
                hall.reporter.report(.waiting(uri: nil))
            }
            log.bytes += buffer.readableBytes
            guard let address else { return hall.loop.makeSucceededVoidFuture() }
            return box.value.take(buffer, from: address)
        }
        if relay.isPlaylist, log.tries == 1, let start = await hall.takeHeadStart(of: number) {
            return await pass(start, to: taker)
        }
        do throws(FetchFault) {
            let outcome = try await hall.fetcher.fetch(
                uri, relay.request.method == .HEAD && !relay.isPlaylist ? .HEAD : .GET, headers: relay.range,
                from: number == 0 ? nil : hall.home, for: taker, onSent: { work?.end() }
            ) { [hall, log] uri in
                log.isWaiting = true
                hall.reporter.report(.waiting(uri: uri))
            }
            return relay.fault(at: outcome.address).map { .failure($0) } ?? .success(outcome)
        } catch {
            return .failure(error)
        }
    }

    /// Gives an answer that came before to whoever would have got it.
    private func pass(
        _ start: Result<HeadStart.Answer, FetchFault>, to taker: FetchAttempt.Taker
    ) async -> Result<Fetcher.Outcome, FetchFault> {
        do {
            let answer = try start.get()
            log.untilFirstByte = answer.untilFirstByte
            guard try taker.head(answer.head) else { return .success(answer.outcome) }
            for buffer in answer.body { try await taker.body(buffer).get() }
            return .success(answer.outcome)
        } catch {
            return .failure(error as? FetchFault ?? .broken(hall.home))
        }
    }

    private func complete(_ outcome: Fetcher.Outcome) async throws {
        hall.begin()
        record(outcome.address.text, Int(outcome.head.status.code))
        guard relay.isPlaylist else { return try await relay.finish().get() }
        let rewritten: String
        do throws(PlayerError) {
            rewritten = try hall.rewrite(relay.collected, of: number, reference, at: outcome.address)
        } catch {
            return try await giveUp(FetchFault(.content, error))
        }
        try await relay.answer(.ok, rewritten, type: "application/vnd.apple.mpegurl").get()
    }

    /// All tries have failed.
    private func giveUp(_ fault: FetchFault) async throws {
        let error = fault.error
        if relay.isPlaylist, let last = hall.lastGood(number), fault.kind != .refused {
            return try await relay.answer(.ok, last, type: "application/vnd.apple.mpegurl").get()
        }
        let isEssential: Bool =
            switch reference.kind {
            case .medium, .playlist, .key, .initialization: true
            case .part, .subtitles: fault.kind == .refused || (fault.isDenial && !hall.hasParts)
            }
        if isEssential || (order.recovery.missingPart == .wait && reference.kind == .part) {
            hall.fail(error)
        } else if let part = reference.part {
            if order.recovery.missingPart == .stop, reference.kind == .part { hall.stop() }
            hall.reporter.report(.missing(part, error))
        } else {
            hall.reporter.report(
                .warning(PlayerWarning("\(error.message): \(error.uri ?? reference.uri)", hint: error.hint)))
        }
        if reference.kind == .medium || reference.kind == .playlist {
            guard !relay.isHeadSent else { return relay.channel.close(promise: nil) }
            let status = HTTPResponseStatus(statusCode: fault.status.flatMap { $0 >= 400 ? $0 : nil } ?? 502)
            if reference.kind == .medium { hall.setLastWord(status) }
            // The load is taken down over what was told, and libsoup may crash where an answer comes while that is done.
            if number == 0, !hall.hasBegun { return try await relay.channel.closeFuture.get() }
            return try await relay.answer(status).get()
        }
        try await giveNothing()
    }

    /// The playlist says that there is nothing: nobody is asked for it.
    private func passOverGap() async throws {
        let error = PlayerError(
            .notFound, "The playlist names a part that does not exist", uri: reference.uri)
        if var part = reference.part {
            part.isDeclaredGap = true
            hall.reporter.report(.missing(part, error))
        }
        try await giveNothing()
    }

    /// In place of a part: hlsdemux2 steps over an empty body, and ends the process where it gets an error status (1.22.0).
    private func giveNothing() async throws {
        if relay.isHeadSent { return try await relay.finish().get() }
        if reference.kind == .subtitles {
            return try await relay.answer(.ok, "WEBVTT\n\n", type: "text/vtt").get()
        }
        try await relay.answer(.ok).get()
    }

    private func record(_ uri: String, _ status: Int?) {
        if status.map({ $0 < 400 }) ?? false, let part = reference.part {
            hall.noteParts()
            if let variant = reference.variant, part.kind == nil, let news = hall.news(of: variant) {
                hall.reporter.report(.variant(news))
            }
        }
        hall.reporter.report(
            .fetched(
                FetchRecord(
                    kind: relay.isPlaylist ? .playlist : reference.kind, uri: uri, status: status,
                    began: began - hall.opened, untilFirstByte: log.untilFirstByte,
                    untilEnd: order.time.now - began, bytes: log.bytes, tries: log.tries,
                    variant: reference.variant, part: reference.part)))
    }
}

extension FetchFault {
    var status: Int? { if case .status(let status, _) = kind { status } else { nil } }

    /// A server that lets nobody in.
    var isDenial: Bool { status == 401 || status == 403 || status == 407 }
}
