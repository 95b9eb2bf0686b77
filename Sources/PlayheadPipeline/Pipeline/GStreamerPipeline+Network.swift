internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import Synchronization

/// Loading from a network.
extension GStreamerPipeline {
    /// The order for the loader of the item.
    var networkOrder: LoadOrder {
        var order = LoadOrder(uri: request.item.uri)
        order.options = request.item.network ?? configuration.network
        order.policy = configuration.networkPolicy
        order.recovery = configuration.networkRecovery
        order.quality = configuration.quality
        // A disk delivers the best variant as fast as any other.
        if isStreamFile.load(ordering: .relaxed), order.quality.startBitrate == nil {
            order.quality.startBitrate = .max
        }
        order.stallTimeout = configuration.stallTimeout
        order.loadTimeout = configuration.loadTimeout
        order.time = time
        order.liveOffset = configuration.liveOffset
        order.refresh = configuration.refreshExpiredURI
        order.tap = byteTap
        return order
    }

    /// Creates the loader of the item, which is not started yet. Nil if that is impossible; the load has
    /// failed then.
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

    /// Handles a notice of the loader. Called on `queue`.
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

    /// Handles a report of a loader. Called on `queue`.
    func hear(_ report: LoadReport) {
        guard pipeline != nil, !hasFailed else { return }
        switch report {
        case .failed(let error): hearLoss(error, mayPlayOut: sourceKind == .progressive && isOpened)
        // Some data has arrived, although a busy machine may not have opened it yet.
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

    /// Reports the transferred bytes, but not on a playlist. An unchanged live playlist is fetched without
    /// end, and must not look like progress.
    private func count(_ record: FetchRecord) {
        unreportedTransfers.bytes += record.bytes
        unreportedTransfers.time += record.untilEnd
        guard record.kind != .playlist else { return }
        report(.fetched(bytes: unreportedTransfers.bytes, duration: unreportedTransfers.time))
        unreportedTransfers = TransferTotals()
    }

    /// A segment of the stream will not arrive. Warns of it, and keeps the error as the reason for later
    /// faults.
    private func miss(_ part: SegmentInterval, _ error: PlayerError) {
        // Playback does not wait for subtitles.
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
    /// A segment of the stream will not arrive. Keeps the cause for the gap that it leaves.
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
