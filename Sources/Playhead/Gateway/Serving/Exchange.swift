internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// A request of the pipeline and what it gets, however often a server has to be asked for it.
struct Exchange: Sendable {
    let hall: GatewayHall
    let relay: Relay
    let number: Int
    let reference: Reference
    /// What hlsdemux2 takes it for: an item that is a playlist itself is read again like any other one, while it waits in place.
    let role: FetchRecord.Kind

    init(
        _ request: HTTPRequestHead, number: Int, _ reference: Reference, on channel: any Channel,
        in hall: GatewayHall
    ) {
        self.hall = hall
        self.number = number
        self.reference = reference
        role = reference.kind == .medium && hall.streams.lastGood(number) != nil ? .playlist : reference.kind
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
            own: reference.range, isText: reference.kind == .subtitles, isMedium: reference.isMedium,
            times: reference.fragment.map { FragmentTimes($0, in: reference.stream, hall.streams.clocks) }
        ) { [hall] isManifest in
            // One that is held is told of when all of it has come.
            guard isManifest || !hall.order.holdsLists else { return }
            hall.reporter.report(.list(isManifest: isManifest))
        }
    }

    var order: Gateway.Order { hall.order }

    /// Answers the client.
    func run() async throws {
        try await hall.gate.count(role) {
            do {
                if !hall.gate.standsIn { try await respond() }
            } catch {
                guard hall.gate.standsIn else { throw error }
            }
            if hall.gate.standsIn, !relay.isEnded { try await standIn() }
        }
    }

    /// Answers something that can be read, for a client that has to read it before it can go. A playlist that it has says nothing new: by one
    /// that does not go on from what it has, hlsdemux2 begins anew at the live edge, and hangs where it is being taken down (1.22.0).
    private func standIn() async throws {
        switch role {
        case .playlist:
            try await answer(hall.streams.lastGood(number) ?? Self.pendingPlaylist(hall.local))
        case .key: try await relay.answer(.ok, ByteBuffer(repeating: 0, count: 16)).get()
        // Nobody waits for it; without an end it is no failure.
        default: try await relay.channel.closeFuture.get()
        }
    }

    private func respond() async throws {
        if let last = hall.lastWord(on: reference) { return try await relay.answer(last).get() }
        if reference.part != nil, hall.isStopped { return try await giveNothing() }
        if reference.isGap { return try await passOverGap() }
        if reference.kind == .part { await hall.beginning.pass(reference.rendition) }
        let alive = relay.channel.eventLoop.scheduleRepeatedTask(
            initialDelay: .seconds(1), delay: .seconds(1)
        ) {
            [relay] _ in relay.keepAlive()
        }
        defer { alive.cancel() }
        if hall.streams.isSilenced(number), let playlist = hall.silence(number, reference) {
            return try await answer(playlist)
        }
        var own = reference
        var target = own
        var detours: [Reference]?
        var others: [Reference]?
        var first: FetchFault?
        var schedule = freshSchedule
        var log = ExchangeLog(began: order.time.now, isFirst: true)
        var mayRefresh = order.refresh != nil
        var isGivenUp = false
        var reached = 0
        var work: Work?
        func turn(to next: Reference, after fault: FetchFault) {
            record(fault.error.uri ?? target.uri, fault.status, target, log)
            target = next
            log = ExchangeLog(began: order.time.now)
        }
        while true {
            var fault: FetchFault
            var isHopeless = false
            let answer = await ask(target, work, log)
            work?.end()
            switch answer {
            case .success(let outcome):
                guard
                    let unread = try await complete(outcome, target, after: target == own ? nil : first, log)
                else { return }
                (fault, isHopeless) = (unread, !unread.isEarly)
            case .failure(let error): fault = error
            }
            if Task.isCancelled { throw CancellationError() }
            if relay.reached > reached { schedule.progress() }
            reached = relay.reached
            if mayRefresh, let status = fault.status, [401, 403, 410].contains(status) {
                mayRefresh = false
                if let fresh = await order.refresh?(target.uri) {
                    let isOwn = target == own
                    target.uri = fresh
                    if isOwn {
                        own = target
                        hall.references.move(number, to: fresh)
                    }
                    continue
                }
            }
            // Another host is asked once; then it is this one's turn again.
            if !isGivenUp, !relay.isHeadSent {
                let isBack = target != own
                if !isBack, fault.isOfHost, detours == nil {
                    first = fault
                    detours = await elsewhere(than: own, after: fault)
                }
                if isBack || fault.isOfHost, let next = detours?.popLast() {
                    turn(to: next, after: fault)
                    work = Work(order.time)
                    work?.begin()
                    continue
                }
                if isBack, let before = first {
                    turn(to: own, after: fault)
                    (fault, isHopeless) = (before, false)
                }
            }
            // Of a host that is out of reach nothing else is waited for.
            if isGivenUp, fault.isOfHost, others?.isEmpty == false { isHopeless = true }
            // Silence takes long: there is to be time left for another one.
            if fault.kind == .silent, !isGivenUp, mayHaveSubstitutes { isHopeless = true }
            if relay.isPlaylist, hall.streams.lastGood(number) != nil { isHopeless = true }
            let chance = order.time.isVirtual ? 0 : Double.random(in: -1...1)
            if !isHopeless, let pause = schedule.pause(after: fault, at: order.time.now, chance: chance) {
                if schedule.tries == 1, schedule.patience == .whilePlaying {
                    hall.reporter.report(
                        .warning(
                            PlayerWarning("A part of the stream is waited for: \(target.uri)\(fault.words)")))
                }
                if fault.isEarly { hall.warn("The live stream has not begun yet: it is waited for") }
                work = try await hall.pause(pause)
                continue
            }
            if !isGivenUp { first = fault }
            isGivenUp = true
            let mayBeElsewhere = fault.kind != .refused && !fault.isEarly
            if others == nil, mayBeElsewhere { others = await substitutes(after: fault) }
            if mayBeElsewhere, !relay.isHeadSent, others?.isEmpty == false,
                let next = others?.removeFirst()
            {
                turn(to: next, after: fault)
                schedule = freshSchedule
                work = Work(order.time)
                work?.begin()
                continue
            }
            record(fault.error.uri ?? target.uri, fault.status, target, log)
            return try await giveUp(first ?? fault)
        }
    }

    private var freshSchedule: RetrySchedule {
        var schedule = RetrySchedule(
            order.recovery, stallDeadline: order.stallDeadline, patience: patience, hasBegun: hall.hasBegun)
        schedule.untilBeginning =
            min(order.loadDeadline, order.stallDeadline) - (order.time.now - hall.opened)
        return schedule
    }

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

    private func ask(
        _ target: Reference, _ work: Work?, _ log: ExchangeLog
    ) async -> Result<Fetcher.Outcome, FetchFault> {
        log.tries += 1
        let box = NIOLoopBound(relay, eventLoop: relay.channel.eventLoop)
        let address = WebAddress(target.uri)
        var taker = FetchAttempt.Taker { [hall] head in
            let relay = box.value
            work?.end()
            guard let address else { return false }
            if log.untilFirstByte == nil { log.untilFirstByte = hall.order.time.now - log.began }
            return try relay.take(head, from: address)
        } body: { [hall] buffer in
            log.bytes += buffer.readableBytes
            guard let address else { return hall.loop.makeSucceededVoidFuture() }
            return box.value.take(buffer, from: address)
        }
        taker.isMedia = !relay.isPlaylist && (reference.kind == .medium || reference.kind == .part)
        if relay.isPlaylist, let known = hall.knownManifest(for: target) {
            return await pass(known, to: taker)
        }
        if log.isFirst, log.tries == 1, let start = takeHeadStart(of: target) {
            return await pass(start, to: taker, log)
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

    /// Gives an answer that was kept to whoever would have got it.
    private func pass(
        _ answer: KeptAnswer, to taker: FetchAttempt.Taker
    ) async -> Result<Fetcher.Outcome, FetchFault> {
        do {
            guard try taker.head(answer.head) else { return .success(answer.outcome) }
            try await taker.body(answer.body).get()
            return relay.fault(at: answer.outcome.address).map { .failure($0) } ?? .success(answer.outcome)
        } catch {
            return .failure(error as? FetchFault ?? .broken(hall.home))
        }
    }

    /// All of an answer has come. What was wrong with it is returned, if it is a playlist that cannot be read.
    private func complete(
        _ outcome: Fetcher.Outcome, _ target: Reference, after first: FetchFault?, _ log: ExchangeLog
    ) async throws -> FetchFault? {
        hall.begin()
        record(outcome.address.text, Int(outcome.head.status.code), target, log)
        if relay.isWholeForPart {
            hall.warn(
                "The server \(outcome.address.host) gives no parts of files: each is read from the beginning of its file",
                hint: "let the server answer requests for ranges")
        }
        guard relay.isPlaylist else {
            if reference.kind == .part { hall.streams.clocks.noteBeginning(of: reference.rendition) }
            if let first { hall.tellTwin(of: reference, after: first) }
            try await relay.finish().get()
            return nil
        }
        // libsoup may crash where an answer comes while its session is taken down.
        if order.holdsLists, reference.kind == .medium, !hall.isPlaylist(number) {
            hall.reporter.report(.list(isManifest: false))
            try await relay.channel.closeFuture.get()
            return nil
        }
        let rewritten: String
        do throws(FetchFault) {
            let manifest = try await hall.manifest(in: relay.collected, outcome, for: target)
            rewritten = try hall.rewrite(
                relay.collected, of: number, target, at: outcome.address, in: manifest)
        } catch {
            return error
        }
        if let first { hall.replace(number, reference, by: target, after: first) }
        try await answer(rewritten)
        hall.askForOriginal(of: number)
        return nil
    }

    func answer(_ playlist: String) async throws {
        try await relay.answer(.ok, playlist, type: "application/vnd.apple.mpegurl").get()
    }

    /// Tells of what a target took, once.
    private func record(_ uri: String, _ status: Int?, _ target: Reference, _ log: ExchangeLog) {
        guard log.isRecorded == false else { return }
        log.isRecorded = true
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
                    began: log.began - hall.opened, untilFirstByte: log.untilFirstByte,
                    untilEnd: (log.ended ?? order.time.now) - log.began, bytes: log.bytes, tries: log.tries,
                    variant: target.variant, part: target.part)))
    }
}
