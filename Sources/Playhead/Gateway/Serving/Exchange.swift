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
        relay = Relay(
            request, form, to: channel, playlistLimit: limit,
            allowsManifests: hall.order.policy.allowsAnything,
            own: reference.range)
    }

    var order: Gateway.Order { hall.order }

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
        if hall.streams.isSilenced(number), let playlist = hall.silence(number, reference) {
            return try await answer(playlist)
        }
        var target = reference
        var others: [Reference]?
        var first: FetchFault?
        var schedule = freshSchedule
        var mayRefresh = order.refresh != nil
        var reached = 0
        var work: Work?
        while true {
            let fault: FetchFault
            var isHopeless = false
            let answer = await ask(target, work)
            work?.end()
            switch answer {
            case .success(let outcome):
                guard let unread = try await complete(outcome, target, after: first) else { return }
                (fault, isHopeless) = (unread, true)
            case .failure(let error): fault = error
            }
            if Task.isCancelled { throw CancellationError() }
            if relay.reached > reached { schedule.progress() }
            reached = relay.reached
            if mayRefresh, let status = fault.status, [401, 403, 410].contains(status) {
                mayRefresh = false
                if let fresh = await order.refresh?(target.uri) {
                    target.uri = fresh
                    hall.references.move(number, to: fresh)
                    continue
                }
            }
            if others == nil, relay.isPlaylist { others = alternatives(after: fault) }
            if others == nil, fault.isOfHost { others = await twins() }
            if fault.isOfHost, others?.isEmpty == false { isHopeless = true }
            if relay.isPlaylist, hall.streams.lastGood(number) != nil { isHopeless = true }
            let chance = order.time.isVirtual ? 0 : Double.random(in: -1...1)
            if !isHopeless, let pause = schedule.pause(after: fault, at: order.time.now, chance: chance) {
                if schedule.tries == 1, schedule.patience == .whilePlaying {
                    hall.reporter.report(
                        .warning(
                            PlayerWarning("A part of the stream is waited for: \(target.uri)\(fault.words)")))
                }
                work = try await hall.pause(pause)
                continue
            }
            record(fault.error.uri ?? target.uri, fault.status, target)
            first = first ?? fault
            if others == nil, fault.kind != .refused { others = await twins() }
            if fault.kind != .refused, others?.isEmpty == false, let next = others?.removeFirst() {
                target = next
                schedule = freshSchedule
                work = Work(order.time)
                work?.begin()
                continue
            }
            return try await giveUp(first ?? fault)
        }
    }

    /// What holds the same as a part of which nothing has come.
    private func twins() async -> [Reference] { relay.isHeadSent ? [] : await hall.twins(of: reference) }

    private var freshSchedule: RetrySchedule {
        RetrySchedule(
            order.recovery, stallDeadline: order.stallDeadline, patience: patience, hasBegun: hall.hasBegun)
    }

    /// What may be asked for in the place of a playlist. Where it was had before, that is nothing the first time, and then one at a time: it
    /// may come back.
    private func alternatives(after fault: FetchFault) -> [Reference] {
        let others = hall.alternatives(to: reference)
        guard !others.isEmpty, hall.streams.lastGood(number) != nil else { return others }
        let failures = hall.streams.noteFailure(of: number)
        return failures < Self.mostFailures ? [] : [others[(failures - Self.mostFailures) % others.count]]
    }

    /// How often in a row a known playlist may not be had until another one is asked for.
    static let mostFailures = 2

    private var patience: RetrySchedule.Patience {
        switch reference.kind {
        case .medium: relay.isPlaylist ? .bounded : .endless
        // What is held is played first; then it is the player that waits no longer than it may.
        case .part where order.recovery.missingPart == .wait: hall.hasParts ? .whilePlaying : .untilStalled
        default: .bounded
        }
    }

    /// How long a request takes to its server at most, in real time: so long a virtual clock stands still for it.
    private static let underWay: TimeAmount = .milliseconds(250)

    private func ask(_ target: Reference, _ work: Work?) async -> Result<Fetcher.Outcome, FetchFault> {
        log.tries += 1
        let box = NIOLoopBound(relay, eventLoop: relay.channel.eventLoop)
        let address = WebAddress(target.uri)
        let taker = FetchAttempt.Taker { [hall, log] head in
            let relay = box.value
            work?.end()
            guard let address else { return false }
            if log.untilFirstByte == nil { log.untilFirstByte = hall.order.time.now - began }
            return try relay.take(head, from: address)
        } body: { [hall, log] buffer in
            log.bytes += buffer.readableBytes
            guard let address else { return hall.loop.makeSucceededVoidFuture() }
            return box.value.take(buffer, from: address)
        }
        if relay.isPlaylist, log.tries == 1, let start = await hall.takeHeadStart(of: number) {
            return await pass(start, to: taker)
        }
        do throws(FetchFault) {
            let outcome = try await hall.fetcher.fetch(
                target.uri, relay.request.method == .HEAD && !relay.isPlaylist ? .HEAD : .GET,
                headers: relay.range, from: target.source, for: taker,
                onSent: { [hall] in
                    if let work { hall.loop.scheduleTask(in: Self.underWay) { work.end() } }
                })
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

    /// All of an answer has come. What was wrong with it is returned, if it is a playlist that cannot be read.
    private func complete(
        _ outcome: Fetcher.Outcome, _ target: Reference, after first: FetchFault?
    ) async throws -> FetchFault? {
        hall.begin()
        record(outcome.address.text, Int(outcome.head.status.code), target)
        if relay.isWholeForPart {
            hall.warn(
                "The server \(outcome.address.host) gives no parts of files: each is read from the beginning of its file",
                hint: "let the server answer requests for ranges")
        }
        guard relay.isPlaylist else {
            if let first { hall.tellTwin(of: reference, after: first) }
            try await relay.finish().get()
            return nil
        }
        let rewritten: String
        do throws(PlayerError) {
            rewritten = try hall.rewrite(relay.collected, of: number, target, at: outcome.address)
        } catch {
            return FetchFault(.content, error)
        }
        if let first { hall.replace(number, reference, by: target, after: first) }
        try await answer(rewritten)
        return nil
    }

    func answer(_ playlist: String) async throws {
        try await relay.answer(.ok, playlist, type: "application/vnd.apple.mpegurl").get()
    }

    private func record(_ uri: String, _ status: Int?, _ target: Reference) {
        if status.map({ $0 < 400 }) ?? false, let part = reference.part {
            hall.noteParts()
            if let variant = target.variant, part.kind == nil, let news = hall.streams.news(of: variant) {
                hall.reporter.report(.variant(news))
            }
        }
        hall.reporter.report(
            .fetched(
                FetchRecord(
                    kind: relay.isPlaylist ? .playlist : reference.kind, uri: uri, status: status,
                    began: began - hall.opened, untilFirstByte: log.untilFirstByte,
                    untilEnd: order.time.now - began, bytes: log.bytes, tries: log.tries,
                    variant: target.variant, part: target.part)))
    }
}
