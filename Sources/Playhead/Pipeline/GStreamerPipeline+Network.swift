internal import Synchronization

/// What comes over HTTP comes through a gateway of the load's own.
extension GStreamerPipeline {
    /// The address that the decoder opens; nil, and the load has failed, where none can be made.
    func openSource() -> String? {
        guard isRemote else {
            guard let refusal = configuration.networkPolicy.refusalOfDirect(request.item.uri) else {
                return request.item.uri
            }
            fail(refusal)
            return nil
        }
        let gateway = gateway ?? makeGateway()
        self.gateway = gateway
        do throws(PlayerError) {
            return try gateway.open()
        } catch {
            fail(error)
            return nil
        }
    }

    /// What the item is fetched with.
    var networkOrder: Gateway.Order {
        var order = Gateway.Order(uri: request.item.uri)
        order.options = request.item.network ?? configuration.network
        order.policy = configuration.networkPolicy
        order.recovery = configuration.networkRecovery
        order.quality = configuration.quality
        // From a disk the best variant comes as fast as any.
        if isStreamFile.load(ordering: .relaxed), order.quality.startBitrate == nil {
            order.quality.startBitrate = .max
        }
        order.stallDeadline = configuration.stallDeadline
        order.loadDeadline = configuration.loadDeadline
        order.time = time
        order.beginning = LiveBeginning(offset: configuration.liveOffset)
        order.refresh = configuration.freshAddress
        return order
    }

    /// A gateway for the item, which is not open yet.
    func makeGateway() -> Gateway {
        var order = networkOrder
        order.holdsLists = true
        order.fetchesAhead = true
        return Gateway(order) { [weak self, generation = generation + 1] report in
            let work = { @Sendable (pipeline: GStreamerPipeline) in
                if pipeline.generation == generation { pipeline.hear(report) }
            }
            // What only informs must not look like progress to a virtual clock: a playlist that says nothing new is read for ever.
            if report.isNews { self?.later(work) } else { self?.later(after: .zero, work) }
            // Before what lies behind it comes to an output.
            if case .missing(let part, let error) = report { self?.meter.noteMissing(part, error) }
        }
    }

    /// What the gateway tells; on `queue`.
    func hear(_ report: GatewayReport) {
        guard pipeline != nil, !isFinished else { return }
        switch report {
        case .foreign(let error): fail(error)
        case .failed(let error): hearLoss(error, mayPlayOut: sourceKind == .progressive && isOpened)
        // Something has come, which a busy machine may not have opened yet.
        case .broken(let error): hearLoss(error, mayPlayOut: true)
        case .missing(let part, let error): miss(part, error)
        case .warning(let warning): self.report(.warning(warning))
        // The demuxer says so too.
        case .list(let isManifest): if !isManifest { reopenAdaptively(insteadOf: "hlsdemux") }
        case .playlist(let playlist): learn(playlist)
        case .variant(let variant): self.report(.variant(variant))
        case .bandwidth(let bandwidth): self.report(.bandwidth(bandwidth))
        case .fetched(let record): count(record)
        }
    }

    /// Does what cancels requests while no answer comes.
    func withoutAnswers(_ work: (GStreamerPipeline) -> Void) {
        gateway?.holdAnswers(to: .telling)
        work(self)
        gateway?.letAnswers()
    }

    /// What was fetched is told with what is no playlist: one that says nothing new is read for ever, and must not look like progress.
    private func count(_ record: FetchRecord) {
        untold.bytes += record.bytes
        untold.time += record.untilEnd
        guard record.kind != .playlist else { return }
        report(.fetched(bytes: untold.bytes, duration: untold.time))
        untold = Traffic()
    }

    /// A part of the stream will not come: told, and kept as the reason for what may follow.
    private func miss(_ part: PartInterval, _ error: PlayerError) {
        // Playback does not wait for texts.
        if part.kind != .subtitles {
            lostPart = error
            // More than enough for what is fetched ahead.
            if lostIntervals.count == 64 { lostIntervals.removeFirst() }
            lostIntervals.append(part.interval)
            reviewLevel()
        }
        let words = error.status.map { ", status \($0)" } ?? ""
        let message = "A part of the stream is missing: \(part.uri)\(words)"
        report(
            .warning(
                part.kind == .subtitles
                    ? .missingText(message, hint: error.hint, of: part.name)
                    : PlayerWarning(message, hint: error.hint)))
    }

    /// The network gives no more. What came before is still good.
    private func hearLoss(_ error: PlayerError, mayPlayOut: Bool) {
        guard deferredFault == nil else { return }
        if mayPlayOut, seekInFlight == nil { deferFault(error) } else { fail(error) }
    }
}

extension PresentationMeter {
    /// A part of the stream will not come: remembered as the cause of the hole that it leaves.
    func noteMissing(_ part: PartInterval, _ error: PlayerError) {
        noteMissing(
            kind: part.kind,
            cause: part.isDeclaredGap ? .declaredGap : .missingPart(uri: part.uri, status: error.status),
            interval: part.interval)
    }
}

extension PlayerError {
    fileprivate var status: Int? { domainCode == 0 ? nil : domainCode }
}

extension GatewayReport {
    /// Whether playback is not what it was.
    fileprivate var isNews: Bool {
        switch self {
        case .missing, .failed, .foreign, .broken, .warning, .list, .bandwidth: true
        case .fetched, .playlist, .variant: false
        }
    }
}
