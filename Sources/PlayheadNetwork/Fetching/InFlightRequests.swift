internal import Synchronization

/// How many requests of a load have not been answered to their end.
package final class InFlightRequests: Sendable {
    private let count = Atomic(0)

    package var areUnderWay: Bool { count.load(ordering: .relaxed) > 0 }

    func begin() { count.add(1, ordering: .relaxed) }
    func end() { count.subtract(1, ordering: .relaxed) }
}
