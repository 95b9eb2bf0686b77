internal import AsyncHTTPClient

/// Fetches what belongs to one load, and serves it to its pipeline on loopback, under addresses that nobody can guess.
final class Gateway: Sendable {
    /// What a gateway has to know.
    struct Order: Sendable {
        /// The item's own address.
        var uri: String
        var options = NetworkOptions()
        var policy = NetworkPolicy()
        var recovery = NetworkRecovery()
        var quality = QualityLimits()
        /// How long a network may give nothing until that is an error.
        var stallDeadline: Duration = .seconds(30)
        var time: any PlayerTime = SystemTime()
    }

    private let order: Order
    private let report: @Sendable (GatewayReport) -> Void
    private let client = HTTPClient.shared

    /// Prepares; nothing is opened. `report` is called on any thread, one call after another, and not after `close` has returned.
    init(_ order: Order, report: @escaping @Sendable (GatewayReport) -> Void) {
        self.order = order
        self.report = report
    }

    /// Begins to listen, and answers the address at which the pipeline finds the item. Takes well under a millisecond, and does not wait for
    /// the network.
    func open() throws(PlayerError) -> String { order.uri }

    /// Ends everything that is under way, without waiting for it.
    func close() {}
}
