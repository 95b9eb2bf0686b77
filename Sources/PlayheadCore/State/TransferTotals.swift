/// The bytes fetched from a network, and the transfer time.
package struct TransferTotals: Sendable, Equatable {
    package var bytes = 0
    package var time: Duration = .zero

    package init(bytes: Int = 0, time: Duration = .zero) {
        self.bytes = bytes
        self.time = time
    }

    /// Adds a transfer; the sum saturates.
    package mutating func add(_ bytes: Int, in time: Duration) {
        let sum = self.bytes.addingReportingOverflow(bytes)
        self.bytes = sum.overflow ? .max : sum.partialValue
        self.time = min(self.time + min(max(time, .zero), .farthest), .farthest)
    }
}
