public import CoreMetrics
public import Playhead

extension Player {
    /// Forwards all playback metrics to swift-metrics, until the player is closed or the task is cancelled.
    ///
    /// It also forwards the earlier metrics of the current item. `docs/metrics.md` lists the names, for
    /// example `playhead_stalls`. The function may be called on any thread. A separate task calls the
    /// factory. It keeps no reference to the player.
    ///
    /// - Parameters:
    ///   - factory: The destination; by default the factory of the system (`MetricsSystem`).
    ///   - prefix: The prefix of each name.
    ///   - dimensions: Labels for each value, for example to distinguish several players.
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
