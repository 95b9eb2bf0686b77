internal import Synchronization

/// Counts the unfinished requests of a load.
package final class InFlightRequests: Sendable {
    private let count = Atomic(0)

    package var areUnderWay: Bool { count.load(ordering: .relaxed) > 0 }

    func begin() { count.add(1, ordering: .relaxed) }
    func end() { count.subtract(1, ordering: .relaxed) }
}
