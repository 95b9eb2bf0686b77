internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import Synchronization

/// What is loaded from a network.
extension GStreamerPipeline {
    /// What the item is fetched with.
    var networkOrder: LoadOrder {
        var order = LoadOrder(uri: request.item.uri)
        order.options = request.item.network ?? configuration.network
        order.policy = configuration.networkPolicy
        order.recovery = configuration.networkRecovery
        order.quality = configuration.quality
        // From a disk the best variant comes as fast as any.
        if isStreamFile.load(ordering: .relaxed), order.quality.startBitrate == nil {
            order.quality.startBitrate = .max
        }
        order.stallTimeout = configuration.stallTimeout
        order.loadTimeout = configuration.loadTimeout
        order.time = time
        order.liveOffset = configuration.liveOffset
        order.refresh = configuration.refreshExpiredURI
        return order
    }

    /// What loads the item, which has not begun yet; nil, and the load has failed, where there can be nothing.
    func makeSource() -> ProgressiveSource? {
        do throws(PlayerError) {
            return try ProgressiveSource(networkOrder) { [weak self, generation = generation + 1] report in
                self?.later { if $0.generation == generation { $0.hear(report) } }
            } notify: { [weak self, generation = generation + 1] notice in
                self?.later { if $0.generation == generation { $0.hear(notice) } }
            }
        } catch {
            fail(error.about(request.item.uri))
            return nil
        }
    }

    /// What the loader says; on `queue`.
    private func hear(_ notice: ProgressiveLoader.Notice) {
        guard pipeline != nil, !hasFailed else { return }
        switch notice {
        case .opened(let facts):
            metadata.contentLength = facts.length
            plugDecoder()
        case .supplied:
            reviewLevel()
            reportBuffer()
        }
    }

    /// What a load has to tell; on `queue`.
    func hear(_ report: LoadReport) {
        guard pipeline != nil, !hasFailed else { return }
        switch report {
        case .failed(let error): hearLoss(error, mayPlayOut: sourceKind == .progressive && isOpened)
        // Something has come, which a busy machine may not have opened yet.
        case .broken(let error): hearLoss(error, mayPlayOut: true)
        case .missing(let part, let error): miss(part, error)
        case .warning(let warning): self.report(.warning(warning))
        case .list: reopenAdaptively()
        case .playlist(let playlist): learn(playlist)
        case .variant(let variant): self.report(.variant(variant))
        case .bandwidth(let bandwidth): self.report(.bandwidth(bandwidth))
        case .fetched(let record): count(record)
        }
    }

    /// What was fetched is told with what is no playlist: one that says nothing new is read for ever, and must not look like progress.
    private func count(_ record: FetchRecord) {
        unreportedTransfers.bytes += record.bytes
        unreportedTransfers.time += record.untilEnd
        guard record.kind != .playlist else { return }
        report(.fetched(bytes: unreportedTransfers.bytes, duration: unreportedTransfers.time))
        unreportedTransfers = TransferTotals()
    }

    /// A part of the stream will not come: told, and kept as the reason for what may follow.
    private func miss(_ part: SegmentInterval, _ error: PlayerError) {
        // Playback does not wait for texts.
        if part.kind != .subtitles {
            faults.lostSegment = error
            buffer.lose(part.interval)
            reviewLevel()
        }
        let words = error.status.map { ", status \($0)" } ?? ""
        let message = "A segment of the stream is missing: \(part.uri)\(words)"
        report(
            .warning(
                part.kind == .subtitles
                    ? .missingText(message, hint: error.hint, of: part.name)
                    : PlayerWarning(message, hint: error.hint)))
    }
}

extension PresentationMeter {
    /// A part of the stream will not come: remembered as the cause of the gap that it leaves.
    func noteMissing(_ part: SegmentInterval, _ error: PlayerError) {
        noteMissing(
            kind: part.kind,
            cause: part.isDeclaredGap ? .declaredGap : .missingSegment(uri: part.uri, status: error.status),
            interval: part.interval)
    }
}

extension PlayerError {
    fileprivate var status: Int? { domainCode == 0 ? nil : domainCode }
}
