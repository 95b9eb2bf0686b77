package import Playhead
internal import PlayheadCore
internal import PlayheadTesting

/// Plays an item in virtual time and reports what happened and what was presented.
package struct PlayMeasurement: Sendable {
    private let item: MediaItem
    private let configuration: PlayerConfiguration

    /// Outputs and the clock of the configuration are ignored.
    package init(_ item: MediaItem, _ configuration: PlayerConfiguration) {
        self.item = item
        self.configuration = configuration
    }

    /// Plays to the end. `emit` is called on several threads.
    package func run(emit: @escaping @Sendable (PlayedLine) -> Void) async {
        let hasher = PresentationHasher(emit: emit)
        var configuration = configuration
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual(VirtualClock())
        configuration.presentationTap = hasher
        let player = Player(configuration: configuration)
        let recorder = player.recordEvents()
        player.load(item, autoplay: true)
        do {
            _ = try await player.waitForEnd(within: .seconds(30 * 24 * 3600))
        } catch {
            let known = error as? PlayerError
            emit(
                .fault(
                    MeasurementFault(
                        code: known?.code.rawValue ?? "unknown", message: known?.message ?? "\(error)",
                        hint: known?.hint)))
        }
        let trace = recorder.trace
        let report = player.presentationReport
        await player.close()
        hasher.finish()
        for entry in trace.entries { emit(.event(TimedText(entry.clockTime, words(of: entry.event)))) }
        for text in report.entries { emit(.ledger(text)) }
        emit(.end)
    }

    /// The words of an event, without the name of the item, which may differ between the sides.
    private func words(of event: PlayerEvent) -> String {
        guard case .itemChanged(let change) = event else { return event.words }
        return change.item == nil ? "no item" : "item (\(change.reason.rawValue))"
    }
}

extension PresentationReport {
    /// The report as texts in a fixed order.
    var entries: [TimedText] {
        streams("video", video) + streams("audio", audio)
            + gaps.map { gap in
                TimedText(
                    gap.start,
                    "gap\(gap.kind.map { " in \($0.rawValue)" } ?? "") to \(MediaTime(gap.end)) (\(gap.reason))"
                )
            }
    }

    private func streams(_ name: String, _ stream: Stream) -> [TimedText] {
        stream.playedRanges.map { TimedText($0.lowerBound, "\(name) played to \(MediaTime($0.upperBound))") }
            + stream.intervals.map {
                TimedText(
                    $0.interval.lowerBound,
                    "\(name) interval to \(MediaTime($0.interval.upperBound)) at speed \($0.speed)")
            }
            + stream.duplicates.map {
                TimedText($0.lowerBound, "\(name) repeated to \(MediaTime($0.upperBound))")
            }
    }
}

extension MediaGap {
    /// The cause without an address, which may differ between the sides.
    fileprivate var reason: String {
        switch cause {
        case .missingSegment(_, let status): "missing segment" + (status.map { ", status \($0)" } ?? "")
        case .declaredGap: "declared"
        case .cutOff: "cut off"
        case .damaged: "damaged"
        case .late: "late"
        case .unknown: "unknown"
        }
    }
}
