internal import Synchronization

/// Everyone who receives what one player presents.
package final class PresentationTaps: PresentationTap {
    private struct State: Sendable {
        var listeners: [Int: any PresentationTap] = [:]
        var next = 0
    }

    /// Those who follow the levels of what the devices play.
    package let levels = LevelListeners()
    private let first: (any PresentationTap)?
    private let state = Mutex(State())
    private let count: Atomic<Int>

    /// The tap of the configuration, and those that are added.
    package init(_ tap: (any PresentationTap)? = nil) {
        first = tap
        count = Atomic(tap == nil ? 0 : 1)
    }

    /// Whether anyone receives anything. Otherwise frames and samples need not be read.
    package var areWanted: Bool { count.load(ordering: .relaxed) > 0 }

    /// Adds a tap. The result removes it, at the first call.
    func add(_ tap: any PresentationTap) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = tap
            return state.next
        }
        count.add(1, ordering: .relaxed)
        return { [weak self] in
            guard let self, state.withLock({ $0.listeners.removeValue(forKey: number) }) != nil else {
                return
            }
            count.subtract(1, ordering: .relaxed)
        }
    }

    private var all: [any PresentationTap] {
        let added = state.withLock { Array($0.listeners.values) }
        return (first.map { [$0] } ?? []) + added
    }

    package func didPresent(_ picture: PresentedVideoFrame) { for tap in all { tap.didPresent(picture) } }
    package func didPresent(_ sound: PresentedAudioBuffer) { for tap in all { tap.didPresent(sound) } }
}
