/// What comes over HTTP comes through a gateway of the load's own.
extension GStreamerPipeline {
    /// The address that the decoder opens; nil, and the load has failed, where none can be made.
    func openSource() -> String? {
        guard isRemote else { return request.item.uri }
        var order = Gateway.Order(uri: request.item.uri)
        order.options = request.item.network ?? configuration.network
        order.policy = configuration.networkPolicy
        order.recovery = configuration.networkRecovery
        order.quality = configuration.quality
        order.stallDeadline = configuration.stallDeadline
        order.time = time
        order.refresh = configuration.freshAddress
        let gateway = Gateway(order) { [weak self, generation = generation + 1] report in
            let work = { @Sendable (pipeline: GStreamerPipeline) in
                if pipeline.generation == generation { pipeline.hear(report) }
            }
            // What only informs must not look like progress to a virtual clock: a playlist that says nothing new is read for ever.
            if report.isNews { self?.later(work) } else { self?.later(after: .zero, work) }
        }
        do throws(PlayerError) {
            let address = try gateway.open()
            self.gateway = gateway
            return address
        } catch {
            gateway.close()
            fail(error)
            return nil
        }
    }

    /// What the gateway tells; on `queue`.
    func hear(_ report: GatewayReport) {
        guard pipeline != nil, !isFinished else { return }
        switch report {
        case .failed(let error): hearLoss(error)
        case .missing(let part, let error):
            lostPart = error
            if part.start < part.end {
                meter.noteMissing(
                    kind: part.kind, uri: part.uri, status: error.domainCode == 0 ? nil : error.domainCode,
                    interval: part.start..<part.end, isDeclared: part.isDeclaredGap)
            }
            let status = error.domainCode == 0 ? "" : ", status \(error.domainCode)"
            self.report(
                .warning(
                    PlayerWarning(
                        "A part of the stream is missing: \(error.uri ?? "")\(status)", hint: error.hint)))
        case .warning(let warning): self.report(.warning(warning))
        case .fetched, .retrying, .waiting, .playlist, .variant: break
        }
    }

    /// The network gives no more. What came before is still good.
    private func hearLoss(_ error: PlayerError) {
        guard deferredFault == nil else { return }
        let isPartial = sourceKind == .progressive && (isOpened || arrivals.hasBegun) && seekInFlight == nil
        if isPartial { deferFault(error) } else { fail(error) }
    }
}

extension GatewayReport {
    /// Whether playback is not what it was.
    fileprivate var isNews: Bool {
        switch self {
        case .missing, .failed, .warning: true
        case .fetched, .retrying, .waiting, .playlist, .variant: false
        }
    }
}
