public import CoreMetrics
public import Playhead

extension Player {
    /// Hands everything that is counted of playback on to swift-metrics, until the player is closed or the task is cancelled.
    ///
    /// What the current item has counted before is handed on too. The names are those of docs/metrics.md, for example `playhead_stalls`. May be called
    /// from any thread; what calls the factory is a task of its own. The player is not kept.
    ///
    /// - Parameters:
    ///   - factory: who takes it; without one, the system's (`MetricsSystem`).
    ///   - prefix: what each name begins with.
    ///   - dimensions: what is told with each value, for example which of several players it is of.
    @discardableResult
    public func forwardMetrics(
        to factory: any MetricsFactory = MetricsSystem.factory, prefix: String = "playhead",
        dimensions: [(String, String)] = []
    ) -> Task<Void, Never> {
        let updates = metricsUpdates
        let first = metrics
        return Task {
            var forwarder = MetricsForwarder(to: factory, prefix: prefix, dimensions: dimensions)
            if let first { forwarder.take(first) }
            for await metrics in updates { forwarder.take(metrics) }
        }
    }
}
