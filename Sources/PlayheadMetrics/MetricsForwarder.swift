internal import CoreMetrics
internal import Playhead

/// Converts the cumulative metrics of each item into increments for swift-metrics.
struct MetricsForwarder {
    private let factory: any MetricsFactory
    private let prefix: String
    private let dimensions: [(String, String)]
    /// The last forwarded metrics.
    private var last: PlaybackMetrics?
    private var toldStalls = 0
    private var toldSeeks = 0

    init(to factory: any MetricsFactory, prefix: String, dimensions: [(String, String)]) {
        self.factory = factory
        self.prefix = prefix
        self.dimensions = dimensions
    }

    /// Forwards the increments in the metrics of an item.
    mutating func take(_ new: PlaybackMetrics) {
        let old = last.flatMap { $0.itemNumber == new.itemNumber ? $0 : nil }
        if old == nil {
            (toldStalls, toldSeeks) = (0, 0)
            count("items", 1)
        }
        for (name, figure) in Self.counts {
            count(name, new[keyPath: figure] - (old?[keyPath: figure] ?? 0))
        }
        for (name, figure) in Self.times {
            add(name, new[keyPath: figure] - (old?[keyPath: figure] ?? .zero))
        }
        for (name, figure) in Self.starts where old?[keyPath: figure] == nil {
            time(name, new[keyPath: figure])
        }
        if let bandwidth = new.bandwidth {
            Gauge(label: label("bandwidth"), dimensions: dimensions, factory: factory).record(bandwidth)
        }
        takeSeeks(new)
        takeStalls(new)
        if new.isFinal, old?.isFinal != true {
            count("ends", 1, [("outcome", new.outcome?.rawValue ?? "none")])
        }
        last = new
    }

    private mutating func takeSeeks(_ new: PlaybackMetrics) {
        let news = min(new.seekCount - toldSeeks, new.seeks.count)
        for seek in new.seeks.suffix(max(news, 0)) { time("seek_latency", seek.latency) }
        toldSeeks = new.seekCount
    }

    /// Forwards each stall after its end.
    private mutating func takeStalls(_ new: PlaybackMetrics) {
        let isOver = new.isFinal || new.stalls.last?.hasEnded == true
        let over = new.stallCount - (isOver ? 0 : 1)
        let news = over - toldStalls
        guard news > 0 else { return }
        for stall in new.stalls.dropLast(isOver ? 0 : 1).suffix(news) { time("stall_length", stall.length) }
        toldStalls = over
    }

    private func label(_ name: String) -> String { "\(prefix)_\(name)" }

    private func count(_ name: String, _ amount: Int, _ more: [(String, String)] = []) {
        guard amount > 0 else { return }
        Counter(label: label(name), dimensions: dimensions + more, factory: factory).increment(by: amount)
    }

    private func add(_ name: String, _ amount: Duration) {
        guard amount > .zero else { return }
        FloatingPointCounter(label: label(name), dimensions: dimensions, factory: factory)
            .increment(by: amount / .seconds(1))
    }

    private func time(_ name: String, _ duration: Duration?) {
        guard let duration else { return }
        Timer(label: label(name), dimensions: dimensions, factory: factory)
            .recordNanoseconds(Int64(duration / .nanoseconds(1)))
    }

    private typealias Figures<Value> = [(String, any KeyPath<PlaybackMetrics, Value> & Sendable)]

    private static let counts: Figures<Int> = [
        ("stalls", \.stallCount), ("seeks", \.seekCount), ("decoded_video_frames", \.decodedVideoFrames),
        ("presented_video_frames", \.presentedVideoFrames), ("dropped_video_frames", \.droppedVideoFrames),
        ("presented_audio_buffers", \.presentedAudioBuffers), ("audio_underruns", \.audioUnderruns),
        ("audio_resyncs", \.audioResyncs), ("fetched_bytes", \.fetchedBytes),
        ("variant_switches", \.variantSwitches), ("warnings", \.warnings),
    ]
    private static let times: Figures<Duration> = [
        ("played_seconds", \.played), ("watched_seconds", \.watched), ("stalled_seconds", \.stallTime),
    ]
    private static let starts: Figures<Duration?> = [
        ("startup_metadata", \.startup.untilMetadata), ("startup_ready", \.startup.untilReady),
        ("startup_started", \.startup.untilStarted),
    ]
}
